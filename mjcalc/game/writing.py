"""What is written beside wins: the first page, drawn games, payments, and what is taken back."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import json

from mjcalc.api import Rules, path_text
from mjcalc.errors import GameError, NotationError, Problem, shortened
from mjcalc.game import book, entries, rulebook
from mjcalc.game.book import StrPath
from mjcalc.game.deal import PLAYERS, after_draw, dealer_rule
from mjcalc.game.entries import Evening, Line
from mjcalc.game.records import Recorded
from mjcalc.game.seats import Seating, check_names
from mjcalc.game.standing import entry_of, recorded
from mjcalc.game.table import table_of
from mjcalc.question import MOST
from mjcalc.rules import configure
from mjcalc.texts import say

__all__ = ["draw", "new", "pay", "undo"]


def new(
    path: StrPath,
    *,
    rules: Rules,
    players: Sequence[str],
    dealer: str | None = None,
    base: int | None = None,
    set: Mapping[str, Any] | None = None,
) -> Recorded:
    """Begin a book.

    :param path: a file that is not there yet.
    :param players: four names in turn order: each is followed by their 下家.
    :param dealer: who deals first; without it, the first player.
    :param base: 底, where the table plays for another than the variant's.
    :param set: the table's own settings, as for :func:`mjcalc.score`.
    :raises MjcalcError: if there is such a file, or no such variant, or names or settings cannot be.
    """
    kept = rulebook.kept(path_text(rules))
    settings = dict(set or {})
    variant = configure(rulebook.variant_of(kept), settings)
    dealer_rule(variant)
    names = check_names(players)
    first = 0 if dealer is None else Seating(names).place(dealer, "dealer")
    if base is not None and not _is_whole(base, 1):
        message = say("{text} is not a whole number from {least} to {most:,}", text=shortened(base), least=1, most=MOST)
        raise NotationError([Problem("bad_number", message, where="base")])
    called = {"zh-Hant": variant.names.hant, "zh-Hans": variant.names.hans, "en": variant.names.en}
    evening = Evening(kept, variant.id, called, settings, base, first, names)
    with book.create(path) as pages:
        entries.begin(pages, evening)
        head = entries.head(pages, evening)
    return recorded(evening, head)


def draw(path: StrPath) -> Recorded:
    """Write down a game that nobody won (流局, 荒莊).

    :raises MjcalcError: if the book cannot be used, or its rules are gone.
    """
    with book.writing(path) as pages:
        evening = entries.evening(pages)
        head = entries.head(pages, evening)
        table = table_of(evening, path)
        variant = table.variant({})
        line = Line(
            kind="draw",
            amounts=(0,) * PLAYERS,
            turn=head.turn,
            after=after_draw(variant, head.turn),
            rules_id=variant.id,
            settings=json.encode(evening.settings).decode(),
            digest=rulebook.digest(table.rules),
        )
        line = entries.append(pages, head, line)
    return recorded(evening, line.standing, entry=entry_of(line, evening))


def pay(path: StrPath, payments: Mapping[str, int], *, note: str = "", fee: bool = False) -> Recorded:
    """Write down a payment beside the deals: a false win (詐胡), a fine, a correction.

    :param payments: player → what they get, less than 0 for what they pay.
    :param fee: whether the payments need not sum to 0; the difference is the house's.
    :raises MjcalcError: if the book cannot be used, or the payments do not fit it.
    """
    with book.writing(path) as pages:
        evening = entries.evening(pages)
        amounts = _amounts(payments, Seating(evening.players))
        left = -sum(amounts)
        if left and not fee:
            message = say(
                "the payments sum to {total:+}, not to 0; with a fee the difference is the house's", total=-left
            )
            raise GameError([Problem("unbalanced", message)])
        head = entries.head(pages, evening)
        line = entries.append(pages, head, Line(kind="pay", amounts=amounts, after=head.turn, house=left, note=note))
    return recorded(evening, line.standing, entry=entry_of(line, evening))


def undo(path: StrPath) -> Recorded:
    """Take the last entry back; the next time, the one before.

    :raises GameError: if the book cannot be used, or there is no entry left.
    """
    with book.writing(path) as pages:
        evening = entries.evening(pages)
        line = entries.take_back(pages)
        head = entries.head(pages, evening)
    return recorded(evening, head, entry=entry_of(line, evening))


def _amounts(payments: Mapping[str, int], seating: Seating) -> tuple[int, ...]:
    """What each place gets.

    :raises MjcalcError: for every name and number that cannot be.
    """
    amounts = [0] * PLAYERS
    problems: list[Problem] = []
    for name, amount in payments.items():
        try:
            amounts[seating.place(name, "payments")] = amount
        except NotationError as error:
            problems += error.problems
        if not _is_whole(amount, -MOST):
            message = say(
                "{name}: {amount} is not a whole number of at most {most:,}",
                name=name,
                amount=shortened(amount),
                most=MOST,
            )
            problems.append(Problem("bad_number", message, where="payments"))
    if problems:
        raise NotationError(problems)
    if not any(amounts):
        raise GameError([Problem("nothing_paid", say("nobody pays or gets anything"))])
    return tuple(amounts)


def _is_whole(number: object, least: int) -> bool:
    return type(number) is int and least <= number <= MOST
