"""The whole evening as a table for spreadsheets."""

import csv
from collections.abc import Iterator
from io import StringIO

from msgspec import UNSET

from mjcalc.game.records import Game, GameEntry

__all__ = ["format_csv"]

_COLUMNS = (
    "number", "at", "kind", "deal", "dealer", "streak", "winner", "from", "by", "win", "hand", "total", "note",
)  # fmt: skip


def format_csv(game: Game) -> str:
    """Every entry as a row of comma-separated values, with what each player won or paid, and the house.

    >>> from mjcalc.game.records import GameEntry, Game
    >>> entry = GameEntry(number=1, kind="draw", at="", deal=1, dealer="甲", streak=0, payments={"甲": 0})
    >>> text = format_csv(Game(rules="x", names={}, players=(), dealer="甲", streak=1, deals=1, entries=(entry,)))
    >>> print(text.splitlines()[1])
    1,,draw,1,甲,0,,,,,,,,0,0

    :param game: with its entries.
    """
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*_COLUMNS, *(player.name for player in game.players), "house"])
    for entry in game.entries if game.entries is not UNSET else ():
        writer.writerow(_generate_cells(entry))
    return out.getvalue()


def _generate_cells(entry: GameEntry) -> Iterator[object]:
    for column in _COLUMNS:
        yield getattr(entry, "source" if column == "from" else column)
    yield from entry.payments.values()
    yield entry.house
