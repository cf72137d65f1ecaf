"""How the fans of a reading combine into its total: the named methods that a rules file chooses from."""

import math
from collections.abc import Callable, Sequence

from msgspec import Struct

from mjcalc.rules.schema import FanRule, Side

__all__ = ["METHODS", "SIDES", "Counted", "additive", "product", "product_per_loser"]


class Counted(Struct, frozen=True, gc=False):
    """A fan that holds: ``value`` per piece, ``count`` pieces."""

    rule: FanRule
    side: str
    value: int
    count: int
    bit: int = 0
    """Its own bit among the variant's fans."""


def additive(fans: Sequence[Counted]) -> int:
    """The sum of all fans."""
    return sum([fan.value * fan.count for fan in fans])


def product(fans: Sequence[Counted]) -> int:
    """The product of all fans; 1 without any: the base alone."""
    return math.prod([fan.value**fan.count for fan in fans])


def product_per_loser(fans: Sequence[Counted]) -> int:
    """The product of the winner's multipliers, times the sum of the big hands where there are any."""
    total, big = 1, 0
    for fan in fans:
        if fan.side == "big":
            big += fan.value * fan.count
        else:
            total *= fan.value**fan.count
    return total * (big or 1)


METHODS: dict[str, Callable[[Sequence[Counted]], int]] = {
    "additive": additive,
    "product": product,
    "product_per_loser": product_per_loser,
}

SIDES: dict[str, tuple[Side, ...]] = {
    "additive": ("fan", "limit", "bonus"),
    "product": ("fan", "winner", "limit"),
    "product_per_loser": ("winner", "loser", "both", "big", "limit"),
}
"""The sides of fans that count with each method."""
