"""Which reading of a hand counts, and what it comes to, by one variant.

A :class:`Judge` is a variant made ready: its conditions compiled, its fans in the order of the file, its shapes in a
reader. What of the rules may matter to a hand is in :mod:`mjcalc.scoring.plans`, how fans combine in
:mod:`mjcalc.scoring.methods`, how a total becomes payments in :mod:`mjcalc.scoring.settlement`.
"""

from collections.abc import Callable
from operator import attrgetter

from msgspec import Struct

from mjcalc.hand import Situation
from mjcalc.notation import parse_tiles
from mjcalc.rules.schema import Variant
from mjcalc.scoring.compiler import SITUATION, Compiler
from mjcalc.scoring.measures import Layout
from mjcalc.scoring.methods import METHODS, Counted
from mjcalc.scoring.plans import Plan, Planner, Seat, compiled_fans, found
from mjcalc.scoring.settlement import Settlement, Settler
from mjcalc.scoring.view import Case, View
from mjcalc.solver.readings import Reader, Reading
from mjcalc.solver.shapes import Shape, ShapeSet
from mjcalc.tiles import WILD

__all__ = ["NOT_COMPLETE", "Judge", "Sight", "Verdict"]

NOT_COMPLETE = "not_complete"

_BIT = attrgetter("bit")
"""Fans sort by it in the variant's order."""


class Verdict(Struct, frozen=True, gc=False):
    """What a hand comes to in the reading that counts: the best legal one, or the one nearest to legal."""

    reasons: tuple[str, ...]
    """Ids of why it may not win; empty for a legal win."""
    total: int = 0
    reading: Reading | None = None
    fans: tuple[Counted, ...] = ()
    seat_fans: tuple[tuple[Counted, ...], ...] = ()
    """Each loser's own fans, in the order of the seats."""
    settlement: Settlement | None = None


class Sight(Struct, frozen=True):
    """A hand as far as it is the same for every reading, and its readings."""

    view: View
    plan: Plan
    tally: int
    """The melds' measures."""
    fans: tuple[Counted, ...]
    reasons: list[str]
    """Why it may not win however it is read."""
    readings: list[Reading]
    """None where it is not complete, or may not even be read."""


class Judge:
    """Judges hands by one variant, its options applied.

    :param wild: the round's wild, where known; it matters only to rules that look at a wild's own face.
    """

    def __init__(self, variant: Variant, wild: int | None = None) -> None:
        self.variant = variant
        layout = Layout()
        compiler = Compiler(variant, layout, wild)
        fans = compiled_fans(variant, compiler)
        self._find_waits: Callable[..., tuple[int, ...]] | None = None
        self._excluded_by = {rule.id: compiler.fan_bits(rule.excludes) for rule in variant.fans if rule.excludes}
        self._excluding = compiler.fan_bits(self._excluded_by)
        self._limits = compiler.side_bits(("limit",))
        self._stopping = {rule.id for rule in variant.requires if rule.stops}
        self.reason_texts = variant.refused | {rule.id: rule.text for rule in variant.requires}
        self._total = METHODS[variant.scoring.method]
        self._shape_tests = [(rule.id, compiler.all_of(rule.when)) for rule in variant.shapes if rule.when]
        self.shape_set = _shape_set(variant)
        self._shape_sets: dict[frozenset[str], ShapeSet] = {}
        by_situation = all(test.scopes <= SITUATION for _, test in self._shape_tests)
        shapes_of = (lambda case: self.shapes_for(case).shapes) if by_situation else None
        self._settler = Settler(variant, compiler)
        self.caps_by_openness = self._settler.caps_by_openness
        """The caps that depend on which losers are open."""
        self._planner = Planner(variant, compiler, fans, self._settler, shapes_of)
        self.used = compiler.used
        """The names of all predicates that its rules ask."""
        self.looks_at_wild = compiler.looks_at_wild
        """Whether another wild needs another judge."""
        self._layout = layout
        self._reader = Reader(
            self.shape_set,
            label=lambda block: layout.label(block.kind, block.tiles),
            won_label=layout.won_label if layout.looks_at_winning_tile else None,
        )

    def base(self, situation: Situation) -> int:
        """底 of this round."""
        return self._settler.base(situation)

    def shapes_for(self, case: Case) -> ShapeSet:
        """The shapes that this hand may take: those with a condition only where it holds."""
        if not self._shape_tests:
            return self.shape_set
        view = View(case)
        barred = frozenset([shape for shape, allowed in self._shape_tests if not allowed.run(view)])
        if barred not in self._shape_sets:
            kept = tuple([shape for shape in self.shape_set.shapes if shape.id not in barred])
            self._shape_sets[barred] = ShapeSet(kept, self.shape_set.kinds, self.shape_set.dragon_run)
        return self._shape_sets[barred]

    def formal_waits(self, case: Case) -> tuple[int, ...]:
        """The kinds that complete the hand without its winning tile, whether or not any copy is left."""
        if self._find_waits is None:
            from mjcalc.solver.waits import formal_waits  # few hands ask, and the solver's tables cost a start

            self._find_waits = formal_waits
        counts, wilds = case.counts, case.wilds
        if case.win == WILD:
            wilds -= 1
        else:
            counts = counts.copy()
            counts[case.win] -= 1
        return self._find_waits(
            counts,
            self.shape_set,
            wilds=wilds,
            melds=len(case.winner.hand.melds),
            melded=case.melded,
            wild_in_play=case.tile_set.wild is not None,
            wild_kind=case.tile_set.wild,
        )

    def judge(self, case: Case) -> Verdict:
        """The legal reading that pays the winner most, or the reading nearest to legal with all that it lacks."""
        return self.decide(self.look(case))

    def look(self, case: Case) -> Sight:
        """The first half of :meth:`judge`: all that is the same for every reading, and the readings."""
        hand, planner = case.winner.hand, self._planner
        plan = planner.plan(case)
        view = View(case, plan.base)
        tally = 0
        for meld in hand.melds:
            tally += self._layout.meld_label(meld)
        shown = planner.shown(self._layout.sorts_of(tally), view)
        failed = [one for one in plan.failing if one.run(view)]
        if plan.settled.failed or shown.failed:
            failed = sorted((*plan.settled.failed, *shown.failed, *failed), key=lambda one: one.place)
        reasons = [one.id for one in failed]
        fans = plan.settled.fans + shown.fans
        if plan.fans:
            fans += tuple(found(plan.fans, view))
        readings: list[Reading] = []
        if not reasons or self._stopping.isdisjoint(reasons):
            readings = self._reader.readings(
                case.counts,
                wilds=case.wilds,
                melds=len(hand.melds),
                melded=case.melded,
                win=case.win,
                win_is_wild=case.win == WILD,
                wild_kind=case.tile_set.wild,
                shapes=plan.shapes or self.shapes_for(case).shapes,
            )
            if not readings:
                reasons.append(NOT_COMPLETE)
        return Sight(view, plan, tally, fans, reasons, readings)

    def decide(self, sight: Sight) -> Verdict:
        """The second half of :meth:`judge`."""
        if not sight.readings:
            return Verdict(tuple(sight.reasons))
        view = sight.view
        seats = self._planner.seats(sight.plan, view)
        verdicts: list[Verdict] = []
        for reading in sight.readings:
            view.shape, view.form = reading.shape.id, reading.shape.form
            view.tally = reading.tally + sight.tally
            verdicts.append(self._judge_reading(sight, reading, seats))
        # Of equal ones the first: they are in canonical order.
        return verdicts[0] if len(verdicts) == 1 else max(verdicts, key=_preference)

    def _judge_reading(self, sight: Sight, reading: Reading, seats: tuple[Seat, ...]) -> Verdict:
        """What a hand comes to in one reading, at which its view looks."""
        view = sight.view
        rules = self._planner.of_shape(sight.plan, view)
        fans, limit = self._combined(view, sorted([*sight.fans, *found(rules.fans, view)], key=_BIT))
        right, across, left = seats
        settlement = self._settler.settle(view, limit, (right.worth, across.worth, left.worth), rules.duties)
        return Verdict(
            (*sight.reasons, *[one.id for one in rules.failing if one.run(view)]),
            view.total,
            reading,
            tuple(fans),
            () if limit else (right.fans, across.fans, left.fans),
            settlement,
        )

    def _combined(self, view: View, fans: list[Counted]) -> tuple[list[Counted], Counted | None]:
        """Of the fans that hold those that are listed, and the limit hand; ``view`` learns what holds and the total."""
        held = 0
        for fan in fans:
            held |= fan.bit
        if held & self._excluding:
            for fan in fans:
                held &= ~self._excluded_by.get(fan.rule.id, 0)
            fans = [fan for fan in fans if fan.bit & held]
        view.held = held
        if not held & self._limits:
            view.total = self._total(fans)
            return fans, None
        fans = [fan for fan in fans if fan.side == "limit"]
        view.total = max([fan.value for fan in fans])
        fans = [fan for fan in fans if fan.value == view.total]
        return fans, fans[0]


def _preference(verdict: Verdict) -> tuple[int, ...]:
    """What makes one reading better than another."""
    settlement, is_limit = verdict.settlement, bool(verdict.fans) and verdict.fans[0].side == "limit"
    assert settlement is not None
    return -len(verdict.reasons), settlement.gain, is_limit, sum(settlement.amounts), len(verdict.fans)


def _shape_set(variant: Variant) -> ShapeSet:
    apart = set(parse_tiles(variant.tiles.flowers)) | set(parse_tiles(variant.tiles.kong_tiles))
    return ShapeSet(
        tuple(Shape(rule.id, rule.form, rule.distinct, parse_tiles(rule.tiles)) for rule in variant.shapes),
        frozenset(parse_tiles(variant.tiles.kinds)) - apart,
        variant.tiles.dragon_run,
    )
