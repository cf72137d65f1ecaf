"""A question, read: its round, its table and its situation, or all that is wrong with it."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal, TypeVar

from msgspec import Struct

from mjcalc.answers.contradictions import arrange, check_unwon, generate_contradictions
from mjcalc.errors import ImpossibleError, MjcalcError, NotationError, RulesError
from mjcalc.hand import Hand, Seat, Situation, Table, TileSet
from mjcalc.notation import parse_table
from mjcalc.question import Question, check_options, losers_of, situation_of
from mjcalc.round import Round, round_of
from mjcalc.rules.schema import Variant
from mjcalc.tiles import GREEN, RED

__all__ = ["Asked", "Operation", "read"]

Operation = Literal["score", "waits", "discard", "aims", "shanten"]
"""What is asked about a hand."""

T = TypeVar("T")

_CONSISTENT = Hand(kongs=(RED,), flowers=(GREEN,))
"""A hand that contradicts no way of winning, in place of one that cannot be read."""

_NO_LOSERS: Mapping[Seat, str] = {}

_TILES: Mapping[Operation, int] = {"waits": 13, "discard": 14}
"""How many tiles a hand that has not won must have."""


class Asked(Struct, frozen=True):
    """A question that was read."""

    round: Round
    table: Table
    situation: Situation
    question: Question


def read(question: Question, rules: str | Variant, operation: Operation = "score") -> Asked:
    """Everything that was given, read.

    >>> read(Question(hand="123m", win="4m"), "hm").table.win
    3

    :raises MjcalcError: with the problems of all of it together.
    """
    try:
        round = round_of(rules, question.set, question.indicator, question.wild)
        situation = situation_of(question)
        check_options(question, operation)
        table = _table_of(question, round.tile_set)
    except MjcalcError:
        raise _everything_wrong(question, rules, operation) from None
    return Asked(round, table, situation, question)


def _table_of(question: Question, tile_set: TileSet) -> Table:
    losers = losers_of(question) if question.losers else _NO_LOSERS
    return parse_table(question.hand, tile_set, losers=losers, seen=question.seen or "", win=question.win)


def _everything_wrong(question: Question, rules: str | Variant, operation: Operation) -> MjcalcError:
    """The problems of every part of a question: after one of them, the others are read all the same."""
    found: list[MjcalcError] = []

    def tried(attempt: Callable[..., T], *arguments: Any) -> T | None:
        try:
            return attempt(*arguments)
        except MjcalcError as error:
            found.append(error)
            return None

    round: Round | None = None
    is_exact = False
    for settings, indicator, wild in _generate_rounds(question):
        nearest = tried(round_of, rules, settings, indicator, wild)
        round = nearest or round
        is_exact = nearest is not None and (indicator, wild) == (question.indicator, question.wild)
        if is_exact:
            break
    situation = tried(situation_of, question)
    tried(check_options, question, operation)
    table: Table | None = None
    try:
        table = _table_of(question, TileSet() if round is None else round.tile_set)
    except MjcalcError as error:
        found.append(error if is_exact else _unreadable(error))
    if table is not None and operation in _TILES:
        tried(check_unwon, table, situation or Situation(), _TILES[operation])
    elif operation == "score" and round is not None:
        if table is not None:
            tried(arrange, round.variant, table, situation or Situation())
        elif situation is not None:
            hand = Hand() if situation.heavenly else _CONSISTENT
            found.append(ImpossibleError(generate_contradictions(round.variant, hand, situation)))
    kinds: list[type[MjcalcError]] = [RulesError, NotationError, ImpossibleError]
    worst = next(kind for kind in kinds if any(isinstance(one, kind) and one.problems for one in found))
    return worst(dict.fromkeys(problem for error in found for problem in error.problems))


def _generate_rounds(question: Question) -> Iterator[tuple[Mapping[str, object], str | None, str | None]]:
    """The round that is asked about, and then others that show what is wrong with it."""
    settings, indicator, wild = question.set, question.indicator, question.wild
    yield settings, indicator, wild
    if settings:
        yield {}, indicator, wild
    if indicator is not None and wild is not None:
        yield {}, indicator, None
        yield {}, None, wild
    if indicator is not None or wild is not None:
        yield {}, None, None


def _unreadable(error: MjcalcError) -> NotationError:
    """What cannot be read whatever the tiles of the round are; what is possible depends on them."""
    from mjcalc.notation.codes import UNREADABLE

    return NotationError(problem for problem in error.problems if problem.code in UNREADABLE)
