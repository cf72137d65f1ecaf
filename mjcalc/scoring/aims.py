"""What a variant's fans and requirements ask of the tiles: which hands a player may aim at, and which may win.

Everything here follows from the rules file: a predicate says beside its meaning how it is aimed at
(:class:`mjcalc.scoring.predicates.registry.Predicate`). What tiles do not decide (how the win comes, who deals, what
will be melded) counts as met in a fan's place and helps nobody else, unless the player's own melds settle it.
"""

from collections.abc import Collection, Iterable, Sequence
from itertools import product
from typing import cast

from msgspec import UNSET, Struct

from mjcalc.memo import Memo, Table
from mjcalc.rules.schema import Condition, FanRule, Requirement, Variant
from mjcalc.rules.settings import parts_of, value_of
from mjcalc.scoring.compiler import Compiler, Run
from mjcalc.scoring.judge import Judge
from mjcalc.scoring.measures import Layout
from mjcalc.scoring.predicates import PREDICATES
from mjcalc.scoring.view import View
from mjcalc.solver.ranges import Range
from mjcalc.solver.shapes import ShapeSet
from mjcalc.solver.target import Target

__all__ = ["Aim", "Aims", "aimed_at", "aims_of"]

_ANY = (Target(),)
_SHOWN = frozenset(("shown",))

Targets = tuple[Target, ...]
"""Hands that are in any of them."""


class Aim(Struct, frozen=True):
    """A fan that tiles decide."""

    rule: FanRule
    value: int
    """Of one piece, or the fixed amount of a limit hand."""
    targets: Targets
    never_with: Run | None
    """What the player must not have laid down."""


class _Opening(Struct, frozen=True):
    """One way to meet a requirement."""

    targets: Targets
    where: Run | None = None
    """What the player must have laid down for it; None: nothing."""


class Aims:
    """A variant's aims, its options applied."""

    def __init__(self, variant: Variant, shape_set: ShapeSet) -> None:
        self._variant = variant
        self._shape_set = shape_set
        self._ranges: Table[tuple[ShapeSet, Target], Range | None] = Table(_range, 2048)
        self._compiler = Compiler(variant, Layout(), None)
        self._shapes = frozenset([shape.id for shape in variant.shapes])
        self.aims = [aim for rule in variant.fans if (aim := self._aim(rule))]
        """In the order of the rules file."""
        demands = [(rule, self._openings(rule)) for rule in variant.requires]
        self._demands = [(rule, openings) for rule, openings in demands if openings is not None]
        self._every = (Target(shapes=self._shapes),)

    def ranges(self, shape_set: ShapeSet, targets: Iterable[Target]) -> list[Range]:
        """These targets in some of the variant's shapes."""
        found = [self._ranges[shape_set, target] for target in targets]
        return [one for one in found if one is not None]

    def winning(self, view: View) -> Targets:
        """The hands that may win as far as tiles decide, for a player with these melds."""
        demands = [targets for _, targets in self.demands(view)]
        return tuple(dict.fromkeys(_all_of(demands))) if demands else self._every

    def demands(self, view: View) -> list[tuple[Requirement, Targets]]:
        """The requirements that tiles decide, each with the hands that meet it, for a player with these melds."""
        found = []
        for rule, openings in self._demands:
            met = [target for one in openings if one.where is None or one.where(view) for target in one.targets]
            if _ANY[0] not in met:
                found.append((rule, tuple(met)))
        return found

    def _aim(self, rule: FanRule) -> Aim | None:
        value = value_of(self._variant, f"caps.{rule.limit}" if rule.value is UNSET else rule.value)
        if rule.side == "loser" or rule.per is not None or not isinstance(value, int) or not value:
            return None
        targets = self._targets(rule.when) if rule.when else None
        if not targets or not self.ranges(self._shape_set, targets):
            return None
        barred = [self._compiler.all_of(item) for item in _items(rule.unless)]
        runs = [one.run for one in barred if one.scopes == _SHOWN]
        return Aim(rule, value, targets, (lambda view: any([run(view) for run in runs])) if runs else None)

    def _targets(self, when: Condition) -> Targets | None:
        """The hands for which all of a condition holds; None where tiles do not decide it."""
        found = []
        for name, argument in self._words(when):
            aim = PREDICATES[name].aim if name in PREDICATES else None
            if aim is None:
                return None
            found.append(tuple(aim(self._argument(name, argument), self._shapes)))
        return _all_of(found)

    def _openings(self, rule: Requirement) -> list[_Opening] | None:
        """The ways to meet a requirement; None where tiles cannot decide that it fails."""
        against: list[Targets] = []
        for name, argument in self._words(rule.when):
            predicate = PREDICATES.get(name)
            if predicate is None or (predicate.aim is None and predicate.aim_against is None):
                return None
            if predicate.aim_against is not None:
                against.append(tuple(predicate.aim_against(self._argument(name, argument), self._shapes)))
        found = [_Opening(targets) for targets in against]
        openings = [one for item in _items(rule.unless) for one in self._openings_of(item)]
        # Where nothing under `when` can fail, tiles decide only if they decide every exemption.
        if not rule.when and not all([one is not None and one.where is None for one in openings]):
            return None
        return found + [one for one in openings if one is not None]

    def _openings_of(self, item: Condition) -> list[_Opening | None]:
        """The hands for which an exemption holds; None stands for what tiles have no say in."""
        words = self._words(item)
        if len(words) == 1 and words[0][0] in ("any_fan", "any_side"):
            ((name, named),) = words
            names = [named] if isinstance(named, str) else cast("Collection[str]", named)
            fans = [rule for rule in self._variant.fans if (rule.id if name == "any_fan" else rule.side) in names]
            return [self._opening(rule.when) for rule in fans]
        return [self._opening(item)]

    def _opening(self, when: Condition) -> _Opening | None:
        aimed, laid = [], []
        for name, argument in self._words(when):
            predicate = PREDICATES.get(name)
            if predicate is not None and predicate.aim is not None:
                aimed.append(tuple(predicate.aim(self._argument(name, argument), self._shapes)))
            elif predicate is not None and predicate.word.scope == "shown" and predicate.word.takes != "worth":
                laid.append(self._compiler.all_of(name if argument is None else {name: argument}).run)
            else:
                return None
        if not aimed and not laid:
            return None
        return _Opening(_all_of(aimed), (lambda view: all([run(view) for run in laid])) if laid else None)

    def _words(self, condition: Condition | None) -> list[tuple[str, object]]:
        """The predicates of a condition, all of which must hold, with their arguments; "" is never aimed at."""
        found: list[tuple[str, object]] = []
        for part in parts_of(self._variant, condition):
            if isinstance(part, str):
                found.append((part, None))
            else:
                found += [("", None)] if part is None or "count" in part else part.items()
        return found

    def _argument(self, name: str, raw: object) -> object:
        return self._compiler.argument(PREDICATES[name].word.takes, raw)


def _items(unless: Condition) -> Sequence[Condition]:
    return unless if isinstance(unless, list) else [unless]


def _all_of(choices: Iterable[Sequence[Target]]) -> Targets:
    """The hands that are in one of each."""
    found: Targets = _ANY
    for targets in choices:
        found = tuple([both for one, other in product(found, targets) if (both := one.both(other)) is not None])
    return found


def _range(key: tuple[ShapeSet, Target]) -> Range | None:
    try:
        return Range(*key)
    except ValueError:
        return None


_aims: Memo[Variant, Aims] = Memo(32)


def aims_of(judge: Judge) -> Aims:
    """The aims of a judge's variant, its options applied."""
    variant = judge.variant
    return _aims.get(variant) or _aims.keep(variant, Aims(variant, judge.shape_set))


def aimed_at(variant: Variant) -> tuple[str, ...]:
    """The ids of a variant's fans that tiles decide."""
    return tuple([aim.rule.id for aim in aims_of(Judge(variant)).aims])
