"""Conditions of a rules file made into functions of a :class:`~mjcalc.scoring.view.View`.

The forms are those of :data:`mjcalc.rules.schema.Condition`. A compiled condition knows the scopes of its predicates,
so that what is the same for every reading of a hand is asked once.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import reduce
from typing import Any

from msgspec import Struct

from mjcalc.rules.schema import Condition, Variant
from mjcalc.rules.settings import MOST, chosen, parts_of, resolved
from mjcalc.rules.tile_texts import parse_kinds
from mjcalc.scoring.combinations import alike, in_every_suit
from mjcalc.scoring.measures import SETS, Layout
from mjcalc.scoring.predicates import PREDICATES
from mjcalc.scoring.view import RankedCap, View

__all__ = ["Compiled", "Compiler", "Run", "always", "tiles_meant"]

Run = Callable[[View], Any]
Piece = tuple[int, Run]
"""A fan's value, and what counts its pieces."""

_FIXED: frozenset[str] = frozenset(("situation", "shown", "held"))
"""The scopes that are the same for every reading of a hand."""


def always(view: View) -> bool:
    """True of everything: what an empty list of conditions comes to."""
    return True


class Compiled(Struct, frozen=True):
    """A condition that can be asked: ``run(view)`` is true, or a count."""

    run: Run
    scopes: frozenset[str] = frozenset()
    """The scopes of its predicates."""


def _never(view: View) -> bool:
    return False


def _both(one: Run, other: Run) -> Run:
    return lambda view: one(view) and other(view)


def _but_not(one: Run, other: Run) -> Run:
    return lambda view: one(view) and not other(view)


def tiles_meant(variant: Variant, takes: str, raw: Any) -> Any:
    """What tiles beside a predicate stand for: kinds, a hand in every suit, or sets like the examples."""
    if takes == "sets":
        return alike((raw,) if isinstance(raw, str) else tuple(raw))
    kinds = parse_kinds(raw, variant.tiles.groups)
    return frozenset(kinds) if takes == "tiles" else in_every_suit(kinds)


class Compiler:
    """Compiles the conditions of one variant, and lays out the measures that they look at."""

    def __init__(self, variant: Variant, layout: Layout, wild: int | None) -> None:
        self.variant = variant
        self.caps = {
            name: RankedCap(name, rank, cap.amount, cap.per_base)
            for rank, (name, cap) in enumerate(variant.caps.items())
        }
        self.layout = layout
        self.used: set[str] = set()
        """The names of all predicates that were compiled."""
        self.wild = wild
        """The round's wild, for the measures that need it."""
        self.looks_at_wild = False
        """Whether any of them does."""
        self.sets_at = -1
        """Where the sets lie in the tally; -1 where no predicate asks for them."""
        self._bits = {rule.id: 1 << place for place, rule in enumerate(variant.fans)}
        self._sides = {rule.id: rule.side for rule in variant.fans}
        self.pieces: dict[str, Piece] = {}
        """Fans compiled so far, for conditions that ask what some of them are worth."""

    def all_of(self, condition: Condition | None) -> Compiled:
        """True where every condition of a list holds: of an empty list always, of null never."""
        if condition is None:
            return Compiled(_never)
        if not isinstance(condition, list):
            return self._one(condition)
        parts = [self.all_of(item) for item in condition]
        return Compiled(reduce(_both, [part.run for part in parts]) if parts else always, _scopes(parts))

    def holds(self, when: Condition | None, unless: Condition | None) -> Compiled:
        """True where all of ``when`` and none of ``unless`` hold; a list inside ``unless`` means all of that."""
        wanted = self.all_of(when)
        run, scopes = wanted.run, wanted.scopes
        for item in unless if isinstance(unless, list) else [unless]:
            barred = self.all_of(item)
            if barred.run is not _never:
                run = _but_not(run, barred.run)
                scopes |= barred.scopes
        return Compiled(run, scopes)

    def count(self, per: Condition | None) -> Compiled | None:
        """The sum of what its predicates count; None where there is nothing to count: one piece."""
        per = resolved(self.variant, per)
        if per is None:
            return None
        if not isinstance(per, list):
            return self._one(per)
        parts = [part for item in per if (part := self.count(item))]
        runs = [part.run for part in parts]
        if len(runs) == 2:
            one, other = runs
            return Compiled(lambda view: one(view) + other(view), _scopes(parts))
        return Compiled(lambda view: sum([run(view) for run in runs]), _scopes(parts))

    def names_in(self, condition: Condition | None) -> frozenset[str]:
        """The predicates that a condition asks, with the options as they are set."""
        found: set[str] = set()
        for part in parts_of(self.variant, condition):
            if isinstance(part, dict) and "count" in part:
                found |= self.names_in(part["count"])
            elif part is not None:
                found |= {part} if isinstance(part, str) else part.keys()
        return frozenset(found)

    @staticmethod
    def is_fixed(scopes: frozenset[str]) -> bool:
        """Whether what looks at these is the same for every reading of a hand."""
        return scopes <= _FIXED

    def fan_bits(self, fans: Iterable[str]) -> int:
        """These fans as a set of bits; each fan of the variant has one."""
        return sum([self._bits[fan] for fan in fans])

    def side_bits(self, sides: Collection[str]) -> int:
        """All fans of these sides, likewise."""
        return self.fan_bits([fan for fan, side in self._sides.items() if side in sides])

    def _one(self, condition: str | dict[str, Any]) -> Compiled:
        if isinstance(condition, str):
            return self._call(condition, None)
        if "by_option" in condition:
            return self.all_of(chosen(self.variant, condition))
        if "count" in condition:
            return self._counted(condition)
        ((name, argument),) = condition.items()
        return self._call(name, argument)

    def _counted(self, condition: Mapping[str, Any]) -> Compiled:
        """Whether a sum of pieces is within its bounds."""
        counted = self.count(condition["count"])
        if counted is None:  # the options leave nothing to count
            counted = Compiled(lambda view: 0)
        run = counted.run
        exact = condition.get("is")
        if exact is not None:
            return Compiled(lambda view: run(view) == exact, counted.scopes)
        least, most = condition.get("at_least", 0), condition.get("at_most", MOST)
        return Compiled(lambda view: least <= run(view) <= most, counted.scopes)

    def _call(self, name: str, raw: Any) -> Compiled:
        predicate = PREDICATES[name]
        self.used.add(name)
        run, argument = predicate.run, self.argument(predicate.word.takes, raw)
        scopes = frozenset((predicate.word.scope,))
        if predicate.looks_at_sets:
            self.sets_at, _ = self.layout.field(SETS)
        if predicate.measure:
            self.looks_at_wild |= predicate.wild_matters
            shift, mask = self.layout.field(predicate.measure(argument, self.wild))
            if predicate.measured_with_argument:
                return Compiled(lambda view: run(view, view.tally >> shift & mask, argument), scopes)
            return Compiled(lambda view: run(view, view.tally >> shift & mask), scopes)
        return Compiled(run if predicate.word.takes == "nothing" else lambda view: run(view, argument), scopes)

    def argument(self, takes: str, raw: Any) -> Any:
        """The argument as the predicate wants it."""
        if takes in ("tiles", "hand", "sets"):
            return tiles_meant(self.variant, takes, raw)
        if takes == "cap":
            return self.caps[raw]
        if takes == "worth":
            return [self.pieces[fan] for fan in raw["fans"] if self.pieces[fan][0]], raw["at_least"]
        if takes in ("number", "nothing"):
            return raw
        names = frozenset([raw] if isinstance(raw, str) else raw)
        if takes == "fans":
            return self.fan_bits(names)
        return self.side_bits(names) if takes == "sides" else names


def _scopes(parts: Iterable[Compiled]) -> frozenset[str]:
    return frozenset(scope for part in parts for scope in part.scopes)
