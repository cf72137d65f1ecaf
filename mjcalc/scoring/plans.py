"""What is left of a variant's rules once something of a hand is known.

Most hands are won in few ways and show few things. So what follows from the situation alone, and what follows from the
melds and the tiles set aside alone, is found once and kept; only the rest is asked of every hand, and of that only what
may matter in its situation and shape.
"""

from collections.abc import Callable, Hashable, Iterable

from msgspec import UNSET, Struct

from mjcalc.hand import Situation
from mjcalc.rules.schema import FanRule, Requirement, Variant
from mjcalc.rules.settings import value_of
from mjcalc.scoring.compiler import FIXED, SHOWN, SITUATION, Compiler, Run, always
from mjcalc.scoring.methods import Counted, product
from mjcalc.scoring.settlement import Duty, Settler
from mjcalc.scoring.view import Case, Player, View, bare_losers
from mjcalc.solver.shapes import Shape

__all__ = ["Failing", "Fan", "OfShape", "Plan", "Planner", "Seat", "Settled", "compiled_fans", "found"]

_MOST = 2048
"""How many situations, and sorts of things shown, are remembered, so that memory stays flat."""


class Fan(Struct, frozen=True):
    """A fan of the rules file with its conditions compiled."""

    once: Counted
    """Most fans have one piece or none: that record is made once."""
    values: int | tuple[int, ...]
    counts: bool
    """Whether it has as many pieces as are counted, and not one."""
    pieces: Run
    """How many there are in a view, or whether there is one."""
    scopes: frozenset[str]
    gate: Run
    """See :class:`~mjcalc.scoring.compiler.Compiled`."""

    def times(self, number: int) -> Counted:
        """The fan with so many pieces, two or more, counted."""
        once, values = self.once, self.values
        if not self.counts:
            return once
        if isinstance(values, int):
            return Counted(once.rule, once.side, values, number, once.bit)
        return Counted(once.rule, once.side, values[min(number, len(values)) - 1], 1, once.bit)


class Failing(Struct, frozen=True):
    """A requirement compiled: ``run`` is true where it is *not* met."""

    place: int
    """In the variant's order."""
    id: str
    run: Run
    scopes: frozenset[str]
    gate: Run


class Seat(Struct, frozen=True):
    """What a loser adds."""

    fans: tuple[Counted, ...]
    worth: int
    """Their product."""


class Settled(Struct, frozen=True):
    """The fans that hold and the requirements that are not met, as far as they are settled."""

    fans: tuple[Counted, ...]
    failed: tuple[Failing, ...]


class OfShape(Struct, frozen=True):
    """What matters in a situation to readings of one shape."""

    fans: list[Fan]
    failing: list[Failing]
    duties: list[Duty]


class Plan(Struct, frozen=True):
    """What follows from a situation alone."""

    situation: Situation
    base: int
    settled: Settled
    """By the situation."""
    fans: list[Fan]
    """Those that take the hand to tell, and no reading."""
    failing: list[Failing]
    """Likewise."""
    bare_seats: tuple[Seat, ...]
    """Of losers who show nothing."""
    shapes: tuple[Shape, ...] | None
    """The shapes that count; None where it takes the hand to tell."""
    readings: dict[str, OfShape]
    """By shape, as they are met."""


class Planner:
    """Makes the plans of one variant and remembers them.

    :param fans: what :func:`compiled_fans` makes of the variant.
    :param shapes_of: the shapes that count in a situation; None where it takes the hand to tell.
    """

    def __init__(
        self,
        variant: Variant,
        compiler: Compiler,
        fans: list[Fan],
        settler: Settler,
        shapes_of: Callable[[Case], tuple[Shape, ...]] | None,
    ) -> None:
        self._fans = [fan for fan in fans if fan.once.side != "loser"]
        self._loser_fans = [fan for fan in fans if fan.once.side == "loser"]
        self._losers_see_winner = any("seat" in fan.scopes for fan in self._loser_fans)
        self._failing = [_failing(place, rule, compiler) for place, rule in enumerate(variant.requires)]
        self._refused_by = variant.refused_by
        self._settler = settler
        self._shapes_of = shapes_of
        self._plans: dict[Situation, Plan] = {}
        self._last: Plan | None = None
        self._shown: dict[tuple[Hashable, ...], Settled] = {}

    def plan(self, case: Case) -> Plan:
        """What follows from the case's situation."""
        plan = self._last
        if plan is None or plan.situation is not case.situation:
            plan = self._last = self._plans.get(case.situation) or self._learn(View(case))
        return plan

    def shown(self, sorts: int, view: View) -> Settled:
        """What follows from what lies before the winner alone; ``sorts`` tells which melds there are."""
        hand = view.case.winner.hand
        key = (sorts, hand.kongs, hand.thrown, hand.flowers)  # all of it that conditions can tell apart
        shown = self._shown.get(key)
        if shown is None:
            if len(self._shown) >= _MOST:
                self._shown.clear()
            shown = self._shown[key] = Settled(
                tuple(found([fan for fan in self._fans if fan.scopes == SHOWN], view)),
                tuple([one for one in self._failing if one.scopes == SHOWN and one.run(view)]),
            )
        return shown

    def of_shape(self, plan: Plan, view: View) -> OfShape:
        """What matters in the plan's situation to readings of the view's shape."""
        known = plan.readings.get(view.shape)
        if known is None:
            known = plan.readings[view.shape] = OfShape(
                [fan for fan in self._fans if not fan.scopes <= FIXED and fan.gate(view)],
                [one for one in self._failing if not one.scopes <= FIXED and one.gate(view)],
                self._settler.duties(view),
            )
        return known

    def seats(self, plan: Plan, view: View) -> tuple[Seat, ...]:
        """What each loser adds, which is the same for every reading."""
        losers, bare = view.case.losers, bare_losers(plan.situation)
        if not self._loser_fans or (losers is bare and not self._losers_see_winner):
            return plan.bare_seats
        seats = tuple(
            [
                known if loser is nobody and not self._losers_see_winner else self._seat(view, loser)
                for loser, nobody, known in zip(losers, bare, plan.bare_seats, strict=True)
            ]
        )
        view.player = view.case.winner
        return seats

    def _learn(self, view: View) -> Plan:
        situation = view.situation
        fans = [fan for fan in self._fans if fan.gate(view)]
        failing = [one for one in self._failing if one.gate(view)]
        failed = [one for one in failing if one.scopes <= SITUATION and one.run(view)]
        refused = self._refused_by.get(situation.by)
        if refused:
            failed.insert(0, Failing(-1, refused, always, SITUATION, always))
        if len(self._plans) >= _MOST:
            self._plans.clear()
        plan = self._plans[situation] = Plan(
            situation,
            self._settler.base(situation),
            Settled(tuple(found([fan for fan in fans if fan.scopes <= SITUATION], view)), tuple(failed)),
            [fan for fan in fans if _takes_the_hand(fan.scopes)],
            [one for one in failing if _takes_the_hand(one.scopes)],
            tuple([self._seat(view, loser) for loser in bare_losers(situation)]),
            self._shapes_of(view.case) if self._shapes_of else None,
            {},
        )
        return plan

    def _seat(self, view: View, loser: Player) -> Seat:
        view.player = loser
        fans = tuple(found(self._loser_fans, view))
        return Seat(fans, product(fans))


def compiled_fans(variant: Variant, compiler: Compiler) -> list[Fan]:
    """The variant's fans; one of both sides is two. Conditions that ask what fans are worth can be compiled after."""
    return [
        _compiled(rule, side, compiler)
        for rule in variant.fans
        for side in (("winner", "loser") if rule.side == "both" else (rule.side,))
    ]


def found(fans: Iterable[Fan], view: View) -> list[Counted]:
    """The fans that hold in a view, with their pieces."""
    return [fan.once if number == 1 else fan.times(number) for fan in fans if (number := fan.pieces(view))]


def _takes_the_hand(scopes: frozenset[str]) -> bool:
    """Whether these are the same for every reading, but not settled by the situation, or by what is shown, alone."""
    return scopes <= FIXED and not scopes <= SITUATION and scopes != SHOWN


def _compiled(rule: FanRule, side: str, compiler: Compiler) -> Fan:
    values = value_of(compiler.variant, f"caps.{rule.limit}" if rule.value is UNSET else rule.value)
    bit = compiler.fan_bits((rule.id,))
    holds, count = compiler.holds(rule.when, rule.unless), compiler.count(rule.per)
    compiler.pieces[rule.id] = (values, (count or holds).run)
    pieces, scopes = holds.run, holds.scopes
    if count is not None:
        pieces = count.run if holds.run is always else _guarded(holds.run, count.run)
        scopes |= count.scopes
    once = Counted(rule, side, values if isinstance(values, int) else values[0], 1, bit)
    return Fan(once, values, count is not None, pieces, scopes, holds.gate)


def _failing(place: int, rule: Requirement, compiler: Compiler) -> Failing:
    fails = compiler.holds(rule.when, rule.unless)
    return Failing(place, rule.id, fails.run, fails.scopes, fails.gate)


def _guarded(test: Run, count: Run) -> Run:
    return lambda view: count(view) if test(view) else 0
