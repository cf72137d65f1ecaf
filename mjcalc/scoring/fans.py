"""Which fans of a variant hold in a view, and with how many pieces."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from msgspec import UNSET, Struct

from mjcalc.rules.schema import FanRule, Variant
from mjcalc.rules.settings import value_of
from mjcalc.scoring.compiler import Compiler, Run, always
from mjcalc.scoring.methods import Counted
from mjcalc.scoring.view import View

if TYPE_CHECKING:
    from mjcalc.scoring.joining import Joining

__all__ = ["Fan", "found", "generate_fans"]


class Fan(Struct, frozen=True):
    """A fan of the rules file with its conditions compiled."""

    rule: FanRule
    side: str
    """One of its own, never ``both``."""
    values: int | tuple[int, ...]
    counts: bool
    """Whether it has as many pieces as are counted, rather than one."""
    pieces: Run
    """How many pieces there are in a view, or whether there is one."""
    scopes: frozenset[str]
    """What its conditions look at."""
    place: int | None
    """Among the fans that sets make, where each accounts for itself once: then nothing else decides on it."""
    bit: int
    one: Counted | None
    """The fan with one piece, as most are; made once."""

    def times(self, number: int) -> Counted | None:
        """The fan with several pieces; None where these are worth nothing."""
        if not self.counts:
            return self.one
        value, count = self.values, number
        if isinstance(value, tuple):
            value, count = value[min(number, len(value)) - 1], 1
        return Counted(self.rule, self.side, value, count, self.bit) if value else None


def generate_fans(variant: Variant, compiler: Compiler, joining: "Joining | None") -> Iterator[Fan]:
    """The fans that can count, in the variant's order; one for winner and loser comes once for each.

    A fan that is set to 0 does not count.

    :param joining: where sets account for themselves once, what knows which fans they make.
    """
    for rule in variant.fans:
        values = value_of(variant, f"caps.{rule.limit}" if rule.value is UNSET else rule.value)
        holds, count = compiler.holds(rule.when, rule.unless), compiler.count(rule.per)
        pieces, scopes = holds.run, holds.scopes
        if count is not None:
            pieces = count.run if pieces is always else _guarded(pieces, count.run)
            scopes |= count.scopes
        compiler.pieces[rule.id] = (values, pieces if count is not None else _once(pieces))
        if not values or not any(values if isinstance(values, tuple) else (values,)):
            continue
        place = joining.place_of(rule.id) if joining is not None else None
        bit = compiler.fan_bits((rule.id,))
        for side in ("winner", "loser") if rule.side == "both" else (rule.side,):
            first = values if isinstance(values, int) else values[0]
            one = Counted(rule, side, first, 1, bit) if first else None
            yield Fan(rule, side, values, count is not None, pieces, scopes, place, bit, one)


def found(fans: Iterable[Fan], view: View) -> list[Counted]:
    """The fans that hold in a view, with their pieces."""
    return [
        counted
        for fan in fans
        if (number := fan.pieces(view)) and (counted := fan.one if number == 1 else fan.times(number))
    ]


def _once(test: Run) -> Run:
    return lambda view: bool(test(view))


def _guarded(test: Run, count: Run) -> Run:
    return lambda view: count(view) if test(view) else 0
