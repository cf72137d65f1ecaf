"""Where an evening stands: the book's lines as the records that its readers get."""

from typing import Any

from msgspec import UNSET, Raw, Struct, UnsetType, json

from mjcalc.answers.records import Score
from mjcalc.game import book, entries
from mjcalc.game.book import StrPath
from mjcalc.game.entries import Evening, Head, Line
from mjcalc.game.records import Game, GameEntry, Player, Recorded
from mjcalc.game.said import Said
from mjcalc.game.seats import Seating

__all__ = ["Gist", "entry_of", "export", "recorded", "show"]


class Gist(Struct, frozen=True):
    """What a list of deals shows of a score, and what another win on the same tile must know."""

    hand: str
    win: str
    by: str
    total: int


def show(path: StrPath, *, deals: bool = False) -> Game:
    """Where the evening stands, with every entry if asked for.

    :raises GameError: if the book cannot be used.
    """
    return _read(path, deals=deals, whole=False)


def export(path: StrPath) -> Game:
    """All that the book holds: every entry with its question as it was asked, and the answer it got.

    :raises GameError: if the book cannot be used.
    """
    return _read(path, deals=True, whole=True)


def _read(path: StrPath, *, deals: bool, whole: bool) -> Game:
    with book.reading(path) as pages:
        evening = entries.evening(pages)
        head = entries.head(pages, evening)
        lines = [entry_of(line, evening, whole=whole) for line in entries.generate_lines(pages)] if deals else None
    return Game(**_stand(evening, head), entries=UNSET if lines is None else tuple(lines))


def recorded(
    evening: Evening,
    head: Head,
    *,
    entry: GameEntry | None = None,
    score: Score | None = None,
    request: dict[str, Any] | None = None,
) -> Recorded:
    """What a command did, and where the evening stands after it."""
    return Recorded(**_stand(evening, head), entry=entry, score=score, request=request)


def _stand(evening: Evening, head: Head) -> dict[str, Any]:
    """The fields that say where the evening stands."""
    return {
        "rules": evening.rules_id,
        "names": evening.names,
        "players": tuple(map(Player, evening.players, head.totals, head.wins, head.deals_in)),
        "dealer": evening.players[head.turn.dealer],
        "streak": head.turn.streak,
        "deals": head.deals,
        "house": head.house,
    }


def entry_of(line: Line, evening: Evening, *, whole: bool = False) -> GameEntry:
    """A line by the names of those who sit there; ``whole``: with what was asked and answered."""
    names = evening.players
    gist = json.decode(line.answer, type=Gist) if line.answer else None
    hand = Seating(names).named(gist.hand, line.winner) if gist and line.winner is not None else None
    given = json.decode(line.said, type=Said).given if line.said else {}
    dealer = None if line.turn is None else given.get("dealer", names[line.turn.dealer])
    return GameEntry(
        number=line.standing.number,
        kind=line.kind,
        at=line.at,
        deal=None if line.turn is None else line.standing.deals,
        dealer=dealer,
        streak=None if line.turn is None else given.get("streak", line.turn.streak),
        winner=None if line.winner is None else names[line.winner],
        source=None if line.source is None else names[line.source],
        by=gist.by if gist else None,
        win=gist.win if gist else None,
        hand=hand,
        total=gist.total if gist else None,
        payments=dict(zip(names, line.amounts, strict=True)),
        house=line.house,
        note=line.note,
        given=given,
        question=_raw(line.said) if whole else UNSET,
        answer=_raw(line.answer) if whole else UNSET,
    )


def _raw(document: bytes | None) -> Raw | UnsetType:
    return Raw(document or b"null")
