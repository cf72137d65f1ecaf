"""The fans that sets make together, in a variant where each set accounts for itself once."""

from collections.abc import Mapping
from typing import Any

from mjcalc.rules.schema import Condition, FanRule, Variant
from mjcalc.rules.settings import resolved, value_of
from mjcalc.scoring.combinations import Joiner, Maker
from mjcalc.scoring.compiler import Compiler, Run, always
from mjcalc.scoring.measures import SETS
from mjcalc.scoring.view import View

__all__ = ["Joining"]


class Joining:
    """Those fans of a variant, its options applied.

    A fan is made by sets where ``sets`` stands by itself under ``per``, or as one of the conditions under ``when``; its
    other conditions must hold as well. Anywhere else, and in a last resort, ``sets`` just asks whether there are any.
    """

    def __init__(self, variant: Variant, compiler: Compiler) -> None:
        self._places: dict[str, int] = {}
        self._conditions: list[tuple[int, Run]] = []
        """Which maker, as a bit, and what must hold beside."""
        makers: list[Maker] = []
        for rule in variant.fans:
            value = value_of(variant, rule.value)
            found = _made_by(rule, compiler)
            if found is None or rule.otherwise or not isinstance(value, int) or not value:
                continue
            argument, several, when = found
            place = self._places[rule.id] = len(makers)
            makers.append(Maker(compiler.argument("sets", argument), value, several))
            holds = compiler.holds(when, rule.unless).run
            if holds is not always:
                self._conditions.append((1 << place, holds))
        self._joiner = Joiner(makers)
        self._shift, self._mask = compiler.layout.field(SETS)

    def place_of(self, fan: str) -> int | None:
        """The place of a fan among those that :meth:`choose` answers with; None for other fans."""
        return self._places.get(fan)

    def choose(self, view: View) -> Mapping[int, int]:
        """How often the sets of the view's reading make each fan, by its place."""
        barred = 0
        for bit, holds in self._conditions:
            if not holds(view):
                barred |= bit
        return self._joiner.choose(view.tally >> self._shift & self._mask, barred)


def _made_by(rule: FanRule, compiler: Compiler) -> tuple[Any, bool, Condition] | None:
    """The examples of what makes a fan, whether it may be made several times, and its other conditions."""
    per = resolved(compiler.variant, rule.per)
    if _is_sets(per):
        return per["sets"], True, rule.when
    if per is not None:
        return None
    given = rule.when if isinstance(rule.when, list) else [rule.when]
    when = [resolved(compiler.variant, one) for one in given]
    sets = [one for one in when if _is_sets(one)]
    if len(sets) != 1:
        return None
    return sets[0]["sets"], False, [one for one in when if one is not sets[0]]


def _is_sets(condition: Any) -> bool:
    return isinstance(condition, dict) and "sets" in condition
