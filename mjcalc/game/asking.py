"""From what was said of a win, with names, to a question that can be scored, with seats, and its answer."""

from collections.abc import Mapping
from typing import Any

from mjcalc import api
from mjcalc.answers.records import Score
from mjcalc.errors import GameError, MjcalcError, NotationError, Problem
from mjcalc.game.asked import Asked
from mjcalc.game.deal import Turn
from mjcalc.game.seats import Seating, Spoken
from mjcalc.game.table import Table
from mjcalc.hand import Seat

__all__ = ["ask"]


def ask(asked: Asked, table: Table, turn: Turn) -> tuple[Score, dict[str, Any]]:
    """The score of a winner's hand in the deal of this turn, and the question that it answers: a request of a batch.

    :raises MjcalcError: as :func:`mjcalc.score` does, with names that nobody at the table has among the problems.
    """
    seating, problems = table.seating, list[Problem]()

    def place(name: str, where: str) -> int | None:
        try:
            return seating.place(name, where)
        except NotationError as error:
            problems.extend(error.problems)
            return None

    winner = place(asked.winner, "winner")
    source = place(asked.source, "from") if asked.source is not None else None
    dealer = turn.dealer if asked.dealer is None else place(asked.dealer, "dealer")
    shown = {place(name, "show"): text for name, text in asked.show.items()}
    if winner is None:
        raise NotationError(problems)
    if source == winner:
        raise GameError([Problem("own_tile", f"{asked.winner} cannot win on a tile of their own", where="from")])
    if winner in shown:
        message = f"{asked.winner} has won: all that they have belongs in the hand"
        raise GameError([Problem("winner_shows", message, where="show")])
    texts = {"hand": seating.spoken(asked.hand, winner, "hand")}
    losers: dict[Seat, str] = {}
    for loser, text in shown.items():
        if loser is not None:
            seat = seating.seat(loser, seen_from=winner)
            texts[seat] = seating.spoken(text, loser, f"show {seating.names[loser]}")
            losers[seat] = texts[seat].said
    problems += [problem for spoken in texts.values() for problem in spoken.problems]
    # Where the base does not grow, an answer would note that a streak changes nothing.
    streak = turn.streak if table.variant(asked.settings).scoring.base_per_streak else None
    options: dict[str, Any] = {
        **asked.more,
        "from": None if source is None else seating.seat(source, seen_from=winner),
        "dealer": None if dealer is None else _seen(seating, dealer, winner),
        "streak": streak if asked.streak is None else asked.streak,
        "base": table.base if asked.base is None else asked.base,
        "losers": losers,
        "set": {**table.settings, **asked.settings},
    }
    said = {name: value for name, value in options.items() if value is not None and value != {}}
    request = {"hand": texts["hand"].said, "rules": table.rules, **said}
    try:
        score = api.score(**{"from_" if name == "from" else name: request[name] for name in request}, lang=asked.lang)
    except MjcalcError as error:
        found = [one for problem in error.problems if (one := _typed(problem, texts)) is not None]
        raise (NotationError if problems else type(error))([*problems, *found]) from None
    if problems:
        raise NotationError(problems)
    return score, request


def _seen(seating: Seating, dealer: int, winner: int) -> str:
    return "self" if dealer == winner else seating.seat(dealer, seen_from=winner)


def _typed(problem: Problem, texts: Mapping[str, Spoken]) -> Problem | None:
    """A problem of the question as one of what was typed; None where a wrong name may have caused it."""
    text = texts.get(problem.where.removeprefix("--") or "hand")
    if text is None:
        return problem
    return None if text.problems else text.back(problem)
