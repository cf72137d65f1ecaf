"""Which reading of a hand counts, and what it comes to, by one variant.

A :class:`Judge` is a variant made ready: its conditions compiled, its fans in the order of the file, its shapes in a
reader. How fans combine is in :mod:`mjcalc.scoring.methods`, how a total becomes payments in
:mod:`mjcalc.scoring.settlement`.
"""

from collections.abc import Callable
from math import prod

from msgspec import UNSET, Struct

from mjcalc.notation import parse_tiles
from mjcalc.rules.schema import FanRule, Requirement, Variant
from mjcalc.scoring.conditions import Compiler, Run, always
from mjcalc.scoring.facts import Case, Player, View, counts_of
from mjcalc.scoring.measures import Layout
from mjcalc.scoring.methods import METHODS, Counted
from mjcalc.scoring.settlement import Settlement, Settler
from mjcalc.solver.readings import Reader, Reading
from mjcalc.solver.shapes import Shape, ShapeSet
from mjcalc.tiles import WILD

__all__ = ["NOT_COMPLETE", "Judge", "Verdict"]

NOT_COMPLETE = "not_complete"


class Verdict(Struct, frozen=True):
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

    rule: FanRule
    side: str
    is_fixed: bool
    """Whether it is the same for every reading of a hand."""
    counted: Callable[[View], Counted | None]
    """The fan with its value and number of pieces for this view; None where it does not hold."""


class Judge:
    """Judges hands by one variant, its options applied.

    :param wild: the round's wild, where known; it matters only to rules that look at a wild's own face.
    """

    def __init__(self, variant: Variant, wild: int | None = None) -> None:
        self.variant = variant
        layout = Layout()
        compiler = Compiler(variant, layout, wild)
        fans = [_compiled(rule, side, compiler) for rule in variant.fans for side in _sides(rule)]
        self._fans = [fan for fan in fans if fan.side != "loser"]
        self._loser_fans = [fan for fan in fans if fan.side == "loser"]
        requires = [(rule, compiler.holds(rule.when, rule.unless)) for rule in variant.requires]
        self._of_hand: list[tuple[Requirement, Run]] = [(rule, fails.run) for rule, fails in requires if fails.is_fixed]
        self._of_reading = [(rule, fails.run) for rule, fails in requires if not fails.is_fixed]
        self.reason_texts = variant.refused | {rule.id: rule.text for rule in variant.requires}
        self._total = METHODS[variant.scoring.method]
        self._settler = Settler(variant, compiler)
        self._shape_tests = [(rule.id, compiler.all_of(rule.when).run) for rule in variant.shapes if rule.when]
        self.shape_set = _shape_set(variant)
        self._shape_sets: dict[frozenset[str], ShapeSet] = {}
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
        from mjcalc.solver.waits import formal_waits  # few hands ask, and the solver's tables cost a start

        counts, wilds = counts_of(case.concealed)
        if case.win == WILD:
            wilds -= 1
        else:
            counts[case.win] -= 1
        return formal_waits(
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
        view = View(case, self._settler.base(case.situation))
        refused = self.variant.refused_by.get(case.situation.by)
        failed = [refused] if refused else []
        failed += [rule.id for rule, fails in self._of_hand if fails(view)]
        if any(rule.stops and rule.id in failed for rule, _ in self._of_hand):
            return Verdict(tuple(failed))
        readings = self._reader.readings(
            case.counts,
            wilds=case.wilds,
            melds=len(case.winner.hand.melds),
            melded=case.melded,
            win=case.win,
            win_is_wild=case.win == WILD,
            shapes=self.shapes_for(case).shapes,
        )
        if not readings:
            return Verdict((*failed, NOT_COMPLETE))
        return self._best(view, readings, failed)

    def _best(self, view: View, readings: list[Reading], failed: list[str]) -> Verdict:
        seat_fans = self._seat_fans(view)
        worths = [prod(fan.value**fan.count for fan in fans) for fans in seat_fans]
        fixed = [fan.counted(view) if fan.is_fixed else None for fan in self._fans]
        melds_tally = sum(self._layout.meld_label(meld) for meld in view.case.winner.hand.melds)
        best: Verdict | None = None
        best_rank: tuple[int, ...] = ()
        for reading in readings:
            view.player = view.case.winner
            view.shape, view.form = reading.shape.id, reading.shape.form
            view.tally = reading.tally + melds_tally
            fans, limit = self._count(view, fixed)
            settlement = self._settler.settle(view, limit, worths)
            reasons = [rule.id for rule, fails in self._of_reading if fails(view)]
            # The order of preference between readings; equal ones keep the solver's order.
            rank = (
                -len(reasons),
                settlement.gain,
                limit is not None,
                sum(settlement.amounts),
                len(fans),
            )
            if best is None or rank > best_rank:
                best_rank = rank
                best = Verdict(
                    tuple(failed + reasons), view.total, reading, fans, () if limit else seat_fans, settlement
                )
        assert best is not None
        return best

    def _count(self, view: View, fixed: list[Counted | None]) -> tuple[tuple[Counted, ...], Counted | None]:
        """The fans that are listed for a reading, and its limit hand; ``view`` learns what holds and the total."""
        counted = [known if fan.is_fixed else fan.counted(view) for fan, known in zip(self._fans, fixed, strict=True)]
        fans = [fan for fan in counted if fan]
        replaced = {excluded for fan in fans for excluded in fan.rule.excludes}
        if replaced:
            fans = [fan for fan in fans if fan.rule.id not in replaced]
        view.held = {fan.rule.id for fan in fans}
        view.sides = {fan.side for fan in fans}
        if "limit" not in view.sides:
            view.total = self._total(fans)
            return tuple(fans), None
        view.total = max(fan.value for fan in fans if fan.side == "limit")
        limits = tuple([fan for fan in fans if fan.side == "limit" and fan.value == view.total])
        return limits, limits[0]

    def _seat_fans(self, view: View) -> tuple[tuple[Counted, ...], ...]:
        """The fans of each loser, which are the same for every reading."""
        if not self._loser_fans:
            return ((), (), ())
        seats: list[tuple[Counted, ...]] = []
        source = view.case.situation.source
        before: Player | None = None
        for loser in view.case.losers:
            # Losers who show nothing are often all alike: their fans are found once.
            if before is None or not loser.is_like(before) or source in (loser.seat, before.seat):
                view.player = loser
                seats.append(tuple([fan for compiled in self._loser_fans if (fan := compiled.counted(view))]))
            else:
                seats.append(seats[-1])
            before = loser
        view.player = view.case.winner
        return tuple(seats)


def _sides(rule: FanRule) -> tuple[str, ...]:
    return ("winner", "loser") if rule.side == "both" else (rule.side,)


def _compiled(rule: FanRule, side: str, compiler: Compiler) -> _Fan:
    value = compiler.value(f"caps.{rule.limit}" if rule.value is UNSET else rule.value)
    holds, count = compiler.holds(rule.when, rule.unless), compiler.count(rule.per)
    compiler.pieces[rule.id] = (value, (count or holds).run)
    # Most fans have one piece or none: those records are made here, once.
    once = Counted(rule, side, value if isinstance(value, int) else value[0], 1)
    if count is None:
        test = holds.run
        return _Fan(rule, side, holds.is_fixed, lambda view: once if test(view) else None)
    pieces = count.run if holds.run is always else _guarded(holds.run, count.run)

    def counted(view: View) -> Counted | None:
        number = pieces(view)
        if number <= 1:
            return once if number else None
        if isinstance(value, int):
            return Counted(rule, side, value, number)
        return Counted(rule, side, value[min(number, len(value)) - 1], 1)

    return _Fan(rule, side, holds.is_fixed and count.is_fixed, counted)


def _guarded(test: Run, count: Run) -> Run:
    return lambda view: count(view) if test(view) else 0


def _shape_set(variant: Variant) -> ShapeSet:
    apart = set(parse_tiles(variant.tiles.flowers)) | set(parse_tiles(variant.tiles.kong_tiles))
    return ShapeSet(
        tuple(Shape(rule.id, rule.form, rule.distinct, parse_tiles(rule.tiles)) for rule in variant.shapes),
        frozenset(parse_tiles(variant.tiles.kinds)) - apart,
        variant.tiles.dragon_run,
    )
