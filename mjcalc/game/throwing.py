"""Two dice: thrown, or taken from the table, and what a variant's ``dice:`` make of them."""

import os
from collections.abc import Sequence

from mjcalc.errors import GameError, Problem
from mjcalc.game.records import DiceDecision, DiceThrow
from mjcalc.game.rulebook import variant_of
from mjcalc.rules.schema import DiceRule, Language, Names
from mjcalc.texts import say

__all__ = ["dice"]

_DICE = 2
_SIDES = 6


def dice(numbers: Sequence[int] = (), *, rules: str | None = None, lang: Language = "zh-Hant") -> DiceThrow:
    """A throw of two dice, and what it decides.

    >>> thrown = dice([2, 4], rules="hm", lang="en")
    >>> thrown.total, [one.text for one in thrown.says]
    (6, ["the wall of the player on the dealer's right, past 2 stacks"])

    :param numbers: what lies on the table; without any, the dice are thrown.
    :param rules: a variant's id or alias, or a rules file's path; without one, only the numbers are given back.
    :raises GameError: if there are not two numbers from 1 to 6.
    :raises RulesError: if there is no such variant.
    """
    if not numbers:
        numbers = [1 + int.from_bytes(os.urandom(8), "big") % _SIDES for _ in range(_DICE)]
    if len(numbers) != _DICE or not all(type(one) is int and 1 <= one <= _SIDES for one in numbers):
        said = " ".join(map(str, numbers))
        message = say(
            "{throw} is not a throw: there are {dice} dice, each with a number from 1 to {sides}",
            throw=said,
            dice=_DICE,
            sides=_SIDES,
        )
        raise GameError([Problem("no_throw", message, where="dice")])
    first, second = numbers
    variant = None if rules is None else variant_of(rules)
    return DiceThrow(
        dice=(first, second),
        total=first + second,
        rules=variant.id if variant else None,
        says=tuple(_decision(rule, first, second, lang) for rule in variant.dice) if variant else (),
    )


def _decision(rule: DiceRule, first: int, second: int, lang: Language) -> DiceDecision:
    total = first + second
    text: Names = next(one.text for one in rule.outcomes if not one.totals or total in one.totals)
    said = text.said_in(lang).format(total=total, low=min(first, second), high=max(first, second))
    return DiceDecision(rule.id, rule.names.said_in(lang), said)
