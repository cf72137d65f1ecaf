"""From what was said of a win, with names, to a question that can be scored, with seats, and its answer."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import structs

from mjcalc import api
from mjcalc.answers.records import Score
from mjcalc.asked import read
from mjcalc.errors import GameError, MjcalcError, NotationError, Problem
from mjcalc.game.deal import Turn
from mjcalc.game.said import Said
from mjcalc.game.seats import Seating, Spoken
from mjcalc.game.table import Table
from mjcalc.hand import Seat
from mjcalc.question import Question
from mjcalc.texts import say

__all__ = ["ask", "request_of"]


def ask(said: Said, table: Table, turn: Turn) -> tuple[Score, Question]:
    """The score of a winner's hand in the deal of this turn, and the question that it answers.

    :raises MjcalcError: as :func:`mjcalc.score` does, with names that nobody at the table has among the problems.
    """
    seating, problems = table.seating, list[Problem]()

    def place(name: str, where: str) -> int | None:
        try:
            return seating.place(name, where)
        except NotationError as error:
            problems.extend(error.problems)
            return None

    winner = place(said.winner, "winner")
    source = place(said.source, "from") if said.source is not None else None
    dealer = turn.dealer if said.dealer is None else place(said.dealer, "dealer")
    shown = {place(name, "show"): text for name, text in said.show.items()}
    if winner is None:
        raise NotationError(problems)
    if source == winner:
        raise GameError(
            [Problem("own_tile", say("{winner} cannot win on a tile of their own", winner=said.winner), where="from")]
        )
    if winner in shown:
        message = say("{winner} has won: everything they have belongs in the hand", winner=said.winner)
        raise GameError([Problem("winner_shows", message, where="show")])
    texts = {"hand": seating.spoken(said.hand, winner, "hand")}
    losers: dict[Seat, str] = {}
    for loser, text in shown.items():
        if loser is not None:
            seat = seating.seat(loser, seen_from=winner)
            texts[seat] = seating.spoken(text, loser, f"show {seating.names[loser]}")
            losers[seat] = texts[seat].said
    problems += [problem for spoken in texts.values() for problem in spoken.problems]
    # Where the base does not grow, an answer would note that a streak changes nothing.
    streak = turn.streak if table.variant(said.settings).scoring.base_per_streak else None
    given: dict[str, Any] = {
        **said.more,
        "from_": None if source is None else seating.seat(source, seen_from=winner),
        "dealer": None if dealer is None else _seen(seating, dealer, winner),
        "streak": streak if said.streak is None else said.streak,
        "base": table.base if said.base is None else said.base,
        "losers": losers,
        "set": {**table.settings, **said.settings},
    }
    question = api.ask(texts["hand"].said, given)
    try:
        score = api.score_of(read(question, table.rules), said.lang)
    except MjcalcError as error:
        found = [one for problem in error.problems if (one := _typed(problem, texts)) is not None]
        raise (NotationError if problems else type(error))([*problems, *found]) from None
    if problems:
        raise NotationError(problems)
    return score, question


def request_of(question: Question, rules: str) -> dict[str, Any]:
    """The question as a request of a batch."""
    return {"rules": rules, **dict(_generate_given(question))}


def _generate_given(question: Question) -> Iterator[tuple[str, Any]]:
    for field in structs.fields(question):
        value = getattr(question, field.name)
        if value is not None and value is not False and value != {}:
            yield field.encode_name, value


def _seen(seating: Seating, dealer: int, winner: int) -> str:
    return "self" if dealer == winner else seating.seat(dealer, seen_from=winner)


def _typed(problem: Problem, texts: Mapping[str, Spoken]) -> Problem | None:
    """A problem of the question as one of what was typed; None where a wrong name may have caused it."""
    text = texts.get(problem.where or "hand")
    if text is None:
        return problem
    return None if text.problems else text.back(problem)
