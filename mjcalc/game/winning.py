"""A win: scored, settled by name, and written down; also one more on the tile that ended the latest deal."""

from collections.abc import Mapping, Sequence
from sqlite3 import Connection
from typing import Any, Unpack

from msgspec import json
from msgspec.structs import replace

from mjcalc.answers.records import Score
from mjcalc.api import check_language
from mjcalc.errors import GameError, Problem
from mjcalc.game import book, entries, rulebook
from mjcalc.game.asking import ask, request_of
from mjcalc.game.book import StrPath
from mjcalc.game.deal import Turn, after_win, allows_several, nearest
from mjcalc.game.entries import Head, Line
from mjcalc.game.records import Recorded
from mjcalc.game.said import Said
from mjcalc.game.seats import Seating
from mjcalc.game.standing import Gist, entry_of, recorded
from mjcalc.game.table import Table, table_of
from mjcalc.question import PlainOptions
from mjcalc.rules.schema import Language, Variant
from mjcalc.texts import say

__all__ = ["win"]

_OF_THE_DEAL = ("by", "indicator", "wild")
"""What is said of a win and is the same for another one on its tile."""


class WinOptions(PlainOptions, total=False):
    """The keyword arguments about a win, for type checkers."""

    from_: str | None
    """A player's name."""
    dealer: str | None
    """Likewise."""


def win(
    path: StrPath,
    winner: str,
    hand: str,
    *,
    show: Mapping[str, str] | None = None,
    same_deal: bool = False,
    lang: Language = "zh-Hant",
    **options: Unpack[WinOptions],
) -> Recorded:
    """Score a winner's hand and write it down; a hand that may not win is only scored.

    :param winner: a player's name.
    :param hand: as for :func:`mjcalc.score`; after ``@`` may stand a name.
    :param show: player → what they show.
    :param same_deal: whether it is another winner on the tile that ended the latest deal. Then the tile, whose it was
        and what else is the deal's own need not be said again.
    :param options: those of :func:`mjcalc.score`, but ``from_`` and ``dealer`` are names, and ``show`` stands for
        ``losers``. ``dealer``, ``streak``, ``base`` and ``set`` go for this deal alone; without them the book knows.
    :raises MjcalcError: as :func:`mjcalc.score` does, or if the book cannot be used, or its rules have it otherwise.
    :raises TypeError: if an argument is not of its type, or there is no such argument.
    """
    check_language(lang)
    said = _said(winner, hand, show or {}, same_deal, lang, dict(options))
    with book.writing(path) as pages:
        evening = entries.evening(pages)
        table = table_of(evening, path)
        head = entries.head(pages, evening)
        turn, others = head.turn, list[Line]()
        if same_deal:
            others = _latest_deal(pages, head)
            said, turn = _as_first(said, others[0], table.seating), others[0].dealt
        score, question = ask(said, table, turn)
        request = request_of(question, table.rules)
        if not score.legal:
            return recorded(evening, head, score=score, request=request)
        line = entries.append(pages, head, _line(said, score, table, turn, others), same_deal=same_deal)
    return recorded(evening, line.standing, entry=entry_of(line, evening), score=score, request=request)


def _said(
    winner: str, hand: str, show: Mapping[str, str], same_deal: bool, lang: Language, options: dict[str, Any]
) -> Said:
    if options.get("losers"):
        raise TypeError("what players show goes into show, by name, not into losers")
    return Said(
        winner=winner,
        hand=hand,
        source=options.pop("from_", None),
        show=dict(show),
        dealer=options.pop("dealer", None),
        streak=options.pop("streak", None),
        base=options.pop("base", None),
        settings=dict(options.pop("set", None) or {}),
        same_deal=same_deal,
        lang=lang,
        more={name: value for name, value in options.items() if value is not None and value is not False},
    )


def _line(said: Said, score: Score, table: Table, turn: Turn, others: Sequence[Line]) -> Line:
    """The line of a win: who pays whom by place, and who deals next.

    :raises GameError: if others have won on this tile, and the rules have only one winner.
    """
    seating, variant = table.seating, table.variant(said.settings)
    winner = seating.place(said.winner, "winner")
    source = None if score.source is None else seating.at(score.source, seen_from=winner)
    if others and source is not None:
        _check_others(variant, seating, others, winner, source, score.win)
    return Line(
        kind="win",
        amounts=table.amounts(score, winner),
        turn=turn,
        after=after_win(variant, turn, [*_winners(others), winner], source),
        winner=winner,
        source=source,
        rules_id=variant.id,
        settings=json.encode({**table.settings, **said.settings}).decode(),
        digest=rulebook.digest(table.rules),
        said=json.encode(said),
        answer=json.encode(score),
    )


def _latest_deal(pages: Connection, head: Head) -> list[Line]:
    """The wins of the latest deal.

    :raises GameError: if it was not won on a player's tile.
    """
    lines = entries.generate_lines(pages, head.opened) if head.opened is not None else iter(())
    wins = [line for line in lines if line.kind == "win"]
    if not wins or wins[0].source is None:
        message = say("the latest deal was not won on a tile of another player, so nobody else can win on it")
        raise GameError([Problem("no_shared_tile", message, where="same_deal")])
    return wins


def _as_first(said: Said, line: Line, seating: Seating) -> Said:
    """One more win on a tile, with what was said of the deal with the first one.

    :raises GameError: if the two cannot be of one deal.
    """
    first = json.decode(line.said or b"", type=Said)
    assert line.source is not None
    source = seating.names[line.source]
    if said.source is not None and seating.place(said.source, "from") != line.source:
        message = say("the tile that ended this deal was {right}'s, not {wrong}'s", right=source, wrong=said.source)
        raise GameError([Problem("other_tile", message, where="from")])
    shared = {name: first.more[name] for name in _OF_THE_DEAL if name in first.more}
    return replace(
        said,
        source=source,
        dealer=said.dealer or first.dealer,
        streak=first.streak if said.streak is None else said.streak,
        base=first.base if said.base is None else said.base,
        settings={**first.settings, **said.settings},
        more={"win": _gist(line).win, **shared, **said.more},
    )


def _check_others(
    variant: Variant, seating: Seating, others: Sequence[Line], winner: int, source: int, tile: str
) -> None:
    """That one more player may win on the tile of a deal.

    :raises GameError: otherwise; where only one may, it names that one.
    """
    names, before, first = seating.names, _winners(others), _gist(others[0])
    if winner in before:
        raise GameError(
            [Problem("won_already", say("{name} has won this deal already", name=names[winner]), where="winner")]
        )
    if tile != first.win:
        raise GameError(
            [
                Problem(
                    "other_tile",
                    say("this deal was won on {win}, not on {tile}", win=first.win, tile=tile),
                    where="win",
                )
            ]
        )
    if allows_several(variant):
        return
    wins = nearest(source, [*before, winner])
    message = say(
        "only one player wins on a tile here: {name}, the nearest after {source}",
        name=names[wins],
        source=names[source],
    )
    if wins == winner:
        message = say("{message}; take the win of {name} back first (undo)", message=message, name=names[before[0]])
    raise GameError([Problem("one_winner", message, where="same_deal")])


def _winners(lines: Sequence[Line]) -> list[int]:
    return [line.winner for line in lines if line.winner is not None]


def _gist(line: Line) -> Gist:
    return json.decode(line.answer or b"", type=Gist)
