"""Which reading of a hand counts, and what it comes to, by one variant.

A :class:`Judge` is a variant made ready: its conditions compiled, its fans in the order of the file, its shapes in a
reader. How fans combine is in :mod:`mjcalc.scoring.methods`, how a total becomes payments in
:mod:`mjcalc.scoring.settlement`.
"""

from collections.abc import Callable

from msgspec import UNSET, Struct

from mjcalc.hand import Situation
from mjcalc.notation import parse_tiles
from mjcalc.rules.schema import FanRule, Requirement, Variant
from mjcalc.rules.settings import value_of
from mjcalc.scoring.conditions import FIXED, Compiler, Run, always
from mjcalc.scoring.facts import Case, Player, View, bare_losers
from mjcalc.scoring.measures import Layout
from mjcalc.scoring.methods import METHODS, Counted, product
from mjcalc.scoring.settlement import Settlement, Settler
from mjcalc.solver.readings import Reader, Reading
from mjcalc.solver.shapes import Shape, ShapeSet
from mjcalc.tiles import WILD

__all__ = ["NOT_COMPLETE", "Judge", "Verdict"]

NOT_COMPLETE = "not_complete"

_SITUATION = frozenset(("situation",))
_MOST_PLANS = 1024


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


class _Fan(Struct, frozen=True):
    """A fan of the rules file with its conditions compiled."""

    scopes: frozenset[str]
    """What it looks at."""
    counted: Callable[[View], Counted | None]
    """The fan with its value and number of pieces for this view; None where it does not hold."""


_Fans = list[tuple[int, Callable[[View], Counted | None]]]
"""Fans with their places in the variant's order."""


class _Plan(Struct, frozen=True):
    """What follows from a situation alone, found once for all hands that are won so."""

    situation: Situation
    base: int
    settled: list[Counted | None]
    """The fans that the situation decides, each at its place, and None for all others."""
    of_hand: _Fans
    """The others that are the same for every reading of a hand."""
    bare_fans: tuple[tuple[Counted, ...], ...]
    """The fans of each loser who shows nothing."""
    bare_worths: tuple[int, ...]
    """The product of each one's."""


class Judge:
    """Judges hands by one variant, its options applied.

    :param wild: the round's wild, where known; it matters only to rules that look at a wild's own face.
    """

    def __init__(self, variant: Variant, wild: int | None = None) -> None:
        self.variant = variant
        layout = Layout()
        compiler = Compiler(variant, layout, wild)
        fans = [(rule, side) for rule in variant.fans for side in _sides(rule)]
        self._fans = [_compiled(rule, side, compiler) for rule, side in fans if side != "loser"]
        loser_fans = [_compiled(rule, side, compiler) for rule, side in fans if side == "loser"]
        self._loser_fans = [fan.counted for fan in loser_fans]
        self._losers_see_winner = any("seat" in fan.scopes for fan in loser_fans)
        self._of_readings: _Fans = [
            (place, fan.counted) for place, fan in enumerate(self._fans) if not fan.scopes <= FIXED
        ]
        self._plans: dict[Situation, _Plan] = {}
        self._last_plan: _Plan | None = None
        self._find_waits: Callable[..., tuple[int, ...]] | None = None
        self._excluded_by = {rule.id: compiler.fan_bits(rule.excludes) for rule in variant.fans if rule.excludes}
        self._excluding = compiler.fan_bits(self._excluded_by)
        self._limits = compiler.side_bits(("limit",))
        requires = [(rule, compiler.holds(rule.when, rule.unless)) for rule in variant.requires]
        self._of_hand: list[tuple[Requirement, Run]] = [
            (rule, fails.run) for rule, fails in requires if fails.scopes <= FIXED
        ]
        self._of_reading = [(rule, fails.run) for rule, fails in requires if not fails.scopes <= FIXED]
        self._stopping = {rule.id for rule in variant.requires if rule.stops}
        self.reason_texts = variant.refused | {rule.id: rule.text for rule in variant.requires}
        self._total = METHODS[variant.scoring.method]
        self._settler = Settler(variant, compiler)
        self._shape_tests = [(rule.id, compiler.all_of(rule.when).run) for rule in variant.shapes if rule.when]
        self.shape_set = _shape_set(variant)
        self._shape_sets: dict[frozenset[str], ShapeSet] = {}
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

    def shapes_for(self, case: Case) -> ShapeSet:
        """The shapes that this hand may take: those with a condition only where it holds."""
        if not self._shape_tests:
            return self.shape_set
        view = View(case)
        barred = frozenset([shape for shape, allowed in self._shape_tests if not allowed(view)])
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
        situation = case.situation
        plan = self._last_plan
        if plan is None or plan.situation is not situation:
            plan = self._last_plan = self._plans.get(situation) or self._plan(case)
        view = View(case, plan.base)
        refused = self.variant.refused_by.get(situation.by)
        failed = [refused] if refused else []
        failed += [rule.id for rule, fails in self._of_hand if fails(view)]
        if failed and not self._stopping.isdisjoint(failed):
            return Verdict(tuple(failed))
        readings = self._reader.readings(
            case.counts,
            wilds=case.wilds,
            melds=len(case.winner.hand.melds),
            melded=case.melded,
            win=case.win,
            win_is_wild=case.win == WILD,
            wild_kind=case.tile_set.wild,
            shapes=self.shapes_for(case).shapes,
        )
        if not readings:
            return Verdict((*failed, NOT_COMPLETE))
        return self._best(view, plan, readings, failed)

    def _plan(self, case: Case) -> _Plan:
        """What follows from the case's situation."""
        view = View(case)
        settled = [fan.counted(view) if fan.scopes <= _SITUATION else None for fan in self._fans]
        of_hand = [
            (place, fan.counted)
            for place, fan in enumerate(self._fans)
            if fan.scopes <= FIXED and not fan.scopes <= _SITUATION
        ]
        bare = [self._seat_fans(view, loser) for loser in bare_losers(case.situation)]
        if len(self._plans) >= _MOST_PLANS:
            self._plans.clear()
        worths = tuple([product(fans) for fans in bare])
        plan = _Plan(case.situation, self._settler.base(case.situation), settled, of_hand, tuple(bare), worths)
        self._plans[case.situation] = plan
        return plan

    def _best(self, view: View, plan: _Plan, readings: list[Reading], failed: list[str]) -> Verdict:
        case = view.case
        seat_fans, worths = plan.bare_fans, plan.bare_worths
        if case.losers_show or self._losers_see_winner:
            seat_fans = tuple([self._seat_fans(view, loser) for loser in case.losers])
            worths = tuple([product(fans) for fans in seat_fans])
            view.player = case.winner
        # What every reading has in common is found once; each reading fills in the rest.
        common = plan.settled.copy()
        for place, counted in plan.of_hand:
            common[place] = counted(view)
        melds_tally = 0
        for meld in case.winner.hand.melds:
            melds_tally += self._layout.meld_label(meld)
        best: tuple[list[str], int, Reading, list[Counted], Counted | None, Settlement] | None = None
        best_rank: tuple[int, ...] = ()
        for reading in readings:
            view.shape, view.form = reading.shape.id, reading.shape.form
            view.tally = reading.tally + melds_tally
            fans, limit = self._count(view, common.copy())
            settlement = self._settler.settle(view, limit, worths)
            reasons = [rule.id for rule, fails in self._of_reading if fails(view)]
            # The order of preference between readings; equal ones keep the solver's order.
            rank = (-len(reasons), settlement.gain, limit is not None, sum(settlement.amounts), len(fans))
            if best is None or rank > best_rank:
                best_rank = rank
                best = reasons, view.total, reading, fans, limit, settlement
        assert best is not None
        reasons, total, reading, fans, limit, settlement = best
        return Verdict((*failed, *reasons), total, reading, tuple(fans), () if limit else seat_fans, settlement)

    def _count(self, view: View, found: list[Counted | None]) -> tuple[list[Counted], Counted | None]:
        """The fans that are listed for a reading, and its limit hand; ``view`` learns what holds and the total."""
        for place, counted in self._of_readings:
            found[place] = counted(view)
        fans = [fan for fan in found if fan is not None]
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

    def _seat_fans(self, view: View, loser: Player) -> tuple[Counted, ...]:
        """The fans of a loser, which are the same for every reading."""
        view.player = loser
        return tuple([fan for counted in self._loser_fans if (fan := counted(view)) is not None])


def _sides(rule: FanRule) -> tuple[str, ...]:
    return ("winner", "loser") if rule.side == "both" else (rule.side,)


def _compiled(rule: FanRule, side: str, compiler: Compiler) -> _Fan:
    value = value_of(compiler.variant, f"caps.{rule.limit}" if rule.value is UNSET else rule.value)
    bit = compiler.fan_bits((rule.id,))
    holds, count = compiler.holds(rule.when, rule.unless), compiler.count(rule.per)
    compiler.pieces[rule.id] = (value, (count or holds).run)
    # Most fans have one piece or none: that record is made here, once.
    once = Counted(rule, side, value if isinstance(value, int) else value[0], 1, bit)
    if count is None:
        test = holds.run
        return _Fan(holds.scopes, lambda view: once if test(view) else None)
    pieces = count.run if holds.run is always else _guarded(holds.run, count.run)

    def counted(view: View) -> Counted | None:
        number = pieces(view)
        if number <= 1:
            return once if number else None
        if isinstance(value, int):
            return Counted(rule, side, value, number, bit)
        return Counted(rule, side, value[min(number, len(value)) - 1], 1, bit)

    return _Fan(holds.scopes | count.scopes, counted)


def _guarded(test: Run, count: Run) -> Run:
    return lambda view: count(view) if test(view) else 0


def _shape_set(variant: Variant) -> ShapeSet:
    apart = set(parse_tiles(variant.tiles.flowers)) | set(parse_tiles(variant.tiles.kong_tiles))
    return ShapeSet(
        tuple(Shape(rule.id, rule.form, rule.distinct, parse_tiles(rule.tiles)) for rule in variant.shapes),
        frozenset(parse_tiles(variant.tiles.kinds)) - apart,
        variant.tiles.dragon_run,
    )
