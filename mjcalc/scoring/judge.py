"""Which reading of a hand counts, and what it comes to, by one variant.

A :class:`Judge` is a variant made ready: its conditions compiled, its fans in the order of the file, its shapes in a
reader. How fans combine is in :mod:`mjcalc.scoring.methods`, how a total becomes payments in
:mod:`mjcalc.scoring.settlement`.
"""

from collections.abc import Callable, Hashable, Iterable
from operator import attrgetter

from msgspec import UNSET, Struct

from mjcalc.hand import Situation
from mjcalc.notation import parse_tiles
from mjcalc.rules.schema import FanRule, Requirement, Variant
from mjcalc.rules.settings import value_of
from mjcalc.scoring.conditions import FIXED, SHOWN, SITUATION, Compiler, Run, always
from mjcalc.scoring.facts import Case, Player, View, bare_losers
from mjcalc.scoring.measures import Layout
from mjcalc.scoring.methods import METHODS, Counted, product
from mjcalc.scoring.settlement import Duty, Settlement, Settler
from mjcalc.solver.readings import Reader, Reading
from mjcalc.solver.shapes import Shape, ShapeSet
from mjcalc.tiles import WILD

__all__ = ["NOT_COMPLETE", "Judge", "Sight", "Verdict"]

NOT_COMPLETE = "not_complete"

_MOST = 2048
"""What a judge remembers of each sort: situations, what winners show, losers. So memory stays flat."""


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


_BIT = attrgetter("bit")
"""Fans sort by it in the variant's order."""


class _Fan(Struct, frozen=True):
    """A fan of the rules file with its conditions compiled."""

    once: Counted
    """Most fans have one piece or none: that record is made once."""
    values: int | tuple[int, ...]
    pieces: Run
    """How many there are in a view; or whether there is one."""
    scopes: frozenset[str]
    gate: Run | None

    def times(self, number: int) -> Counted:
        """The fan with several pieces."""
        once, values = self.once, self.values
        if isinstance(values, int):
            return Counted(once.rule, once.side, values, number, once.bit)
        return Counted(once.rule, once.side, values[min(number, len(values)) - 1], 1, once.bit)


class _Failing(Struct, frozen=True):
    """A requirement compiled: ``run`` is true where it is *not* met."""

    place: int
    id: str
    run: Run
    scopes: frozenset[str]
    gate: Run | None


class _Seat(Struct, frozen=True):
    """What a loser adds."""

    fans: tuple[Counted, ...]
    worth: int
    """Their product."""


class _Settled(Struct, frozen=True):
    """The fans that hold and the requirements that are not met, as far as they are settled."""

    fans: tuple[Counted, ...]
    failed: tuple[_Failing, ...]


class _OfShape(Struct, frozen=True):
    """What matters in a situation to readings of one shape."""

    fans: list[_Fan]
    failing: list[_Failing]
    duties: list[Duty]


class _Plan(Struct, frozen=True):
    """What follows from a situation alone, found once for all hands that are won so: of the rules only those that may
    matter in it."""

    situation: Situation
    base: int
    settled: _Settled
    """By the situation."""
    fans: list[_Fan]
    """Those that take the hand to tell, and no reading."""
    failing: list[_Failing]
    """Likewise."""
    bare_seats: tuple[_Seat, ...]
    """Of losers who show nothing."""
    shapes: tuple[Shape, ...] | None
    """The shapes that count; None where it takes the hand to tell."""
    readings: dict[str, _OfShape]
    """By shape."""


class Sight(Struct, frozen=True):
    """A hand as far as it is the same for every reading, and its readings."""

    view: View
    plan: _Plan
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
        fans = [(rule, side) for rule in variant.fans for side in _sides(rule)]
        self._fans = [_compiled(rule, side, compiler) for rule, side in fans if side != "loser"]
        self._loser_fans = [_compiled(rule, side, compiler) for rule, side in fans if side == "loser"]
        self._losers_see_winner = any("seat" in fan.scopes for fan in self._loser_fans)
        self._failing = [_failing(place, rule, compiler) for place, rule in enumerate(variant.requires)]
        self._plans: dict[Situation, _Plan] = {}
        self._last_plan: _Plan | None = None
        self._shown: dict[tuple[Hashable, ...], _Settled] = {}
        self._find_waits: Callable[..., tuple[int, ...]] | None = None
        self._excluded_by = {rule.id: compiler.fan_bits(rule.excludes) for rule in variant.fans if rule.excludes}
        self._excluding = compiler.fan_bits(self._excluded_by)
        self._limits = compiler.side_bits(("limit",))
        self._stopping = {rule.id for rule in variant.requires if rule.stops}
        self.reason_texts = variant.refused | {rule.id: rule.text for rule in variant.requires}
        self._total = METHODS[variant.scoring.method]
        self._settler = Settler(variant, compiler)
        self._shape_tests = [(rule.id, compiler.all_of(rule.when)) for rule in variant.shapes if rule.when]
        self._shapes_by_hand = any(not test.scopes <= SITUATION for _, test in self._shape_tests)
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
        situation, hand = case.situation, case.winner.hand
        plan = self._last_plan
        if plan is None or plan.situation is not situation:
            plan = self._last_plan = self._plans.get(situation) or self._learn_plan(View(case))
        view = View(case, plan.base)
        tally = 0
        for meld in hand.melds:
            tally += self._layout.meld_label(meld)
        key = (self._layout.sorts_of(tally), hand.kongs, hand.thrown, hand.flowers)
        shown = self._shown.get(key) or self._learn_shown(key, view)
        failed = [one for one in plan.failing if one.run(view)]
        if plan.settled.failed or shown.failed:
            failed = sorted((*plan.settled.failed, *shown.failed, *failed), key=lambda one: one.place)
        reasons = [one.id for one in failed]
        fans = plan.settled.fans + shown.fans
        if plan.fans:
            fans += tuple(_found(plan.fans, view))
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
        seats = self._judge_seats(view, sight.plan)
        verdicts: list[Verdict] = []
        for reading in sight.readings:
            view.shape, view.form = reading.shape.id, reading.shape.form
            view.tally = reading.tally + sight.tally
            verdicts.append(self._judge_reading(sight, reading, seats))
        # Of equal ones the first: they are in canonical order.
        return verdicts[0] if len(verdicts) == 1 else max(verdicts, key=_preference)

    def _learn_plan(self, view: View) -> _Plan:
        """What follows from the view's situation."""
        situation = view.situation
        refused = self.variant.refused_by.get(situation.by)
        fans = [fan for fan in self._fans if fan.gate is None or fan.gate(view)]
        failing = [one for one in self._failing if one.gate is None or one.gate(view)]
        settled = _Settled(
            tuple(_found([fan for fan in fans if fan.scopes <= SITUATION], view)),
            (
                *((_Failing(-1, refused, always, SITUATION, None),) if refused else ()),
                *(one for one in failing if one.scopes <= SITUATION and one.run(view)),
            ),
        )
        if len(self._plans) >= _MOST:
            self._plans.clear()
        plan = self._plans[situation] = _Plan(
            situation,
            self._settler.base(situation),
            settled,
            [fan for fan in fans if _takes_the_hand(fan.scopes)],
            [one for one in failing if _takes_the_hand(one.scopes)],
            tuple([self._judge_seat(view, loser) for loser in bare_losers(situation)]),
            None if self._shapes_by_hand else self.shapes_for(view.case).shapes,
            {},
        )
        return plan

    def _learn_shape(self, plan: _Plan, view: View) -> _OfShape:
        """What matters in the view's situation to readings of its shape."""
        of_shape = plan.readings[view.shape] = _OfShape(
            [fan for fan in self._fans if not fan.scopes <= FIXED and (fan.gate is None or fan.gate(view))],
            [one for one in self._failing if not one.scopes <= FIXED and (one.gate is None or one.gate(view))],
            self._settler.duties(view),
        )
        return of_shape

    def _learn_shown(self, key: tuple[Hashable, ...], view: View) -> _Settled:
        """What follows from what lies before the winner alone; ``key`` is all of it that conditions can tell apart."""
        if len(self._shown) >= _MOST:
            self._shown.clear()
        shown = self._shown[key] = _Settled(
            tuple(_found([fan for fan in self._fans if fan.scopes == SHOWN], view)),
            tuple([one for one in self._failing if one.scopes == SHOWN and one.run(view)]),
        )
        return shown

    def _judge_seats(self, view: View, plan: _Plan) -> tuple[_Seat, ...]:
        """What each loser adds, which is the same for every reading."""
        if not self._loser_fans:
            return plan.bare_seats
        losers, bare = view.case.losers, bare_losers(plan.situation)
        if self._losers_see_winner:
            bare = ()
        elif losers is bare:
            return plan.bare_seats
        seats = tuple(
            [
                plan.bare_seats[place] if loser in bare else self._judge_seat(view, loser)
                for place, loser in enumerate(losers)
            ]
        )
        view.player = view.case.winner
        return seats

    def _judge_seat(self, view: View, loser: Player) -> _Seat:
        view.player = loser
        fans = tuple(_found(self._loser_fans, view))
        return _Seat(fans, product(fans))

    def _judge_reading(self, sight: Sight, reading: Reading, seats: tuple[_Seat, ...]) -> Verdict:
        """What a hand comes to in one reading, at which its view looks."""
        view = sight.view
        rules = sight.plan.readings.get(view.shape) or self._learn_shape(sight.plan, view)
        fans, limit = self._combined(view, sorted([*sight.fans, *_found(rules.fans, view)], key=_BIT))
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


def _takes_the_hand(scopes: frozenset[str]) -> bool:
    """Whether these are settled by no situation and nothing shown alone, but are the same for every reading."""
    return scopes <= FIXED and not scopes <= SITUATION and scopes != SHOWN


def _preference(verdict: Verdict) -> tuple[int, ...]:
    """What makes one reading better than another."""
    settlement, is_limit = verdict.settlement, bool(verdict.fans) and verdict.fans[0].side == "limit"
    assert settlement is not None
    return -len(verdict.reasons), settlement.gain, is_limit, sum(settlement.amounts), len(verdict.fans)


def _sides(rule: FanRule) -> tuple[str, ...]:
    return ("winner", "loser") if rule.side == "both" else (rule.side,)


def _compiled(rule: FanRule, side: str, compiler: Compiler) -> _Fan:
    values = value_of(compiler.variant, f"caps.{rule.limit}" if rule.value is UNSET else rule.value)
    bit = compiler.fan_bits((rule.id,))
    holds, count = compiler.holds(rule.when, rule.unless), compiler.count(rule.per)
    compiler.pieces[rule.id] = (values, (count or holds).run)
    pieces, scopes = holds.run, holds.scopes
    if count is not None:
        pieces = count.run if holds.run is always else _guarded(holds.run, count.run)
        scopes |= count.scopes
    once = Counted(rule, side, values if isinstance(values, int) else values[0], 1, bit)
    return _Fan(once, values, pieces, scopes, holds.gate)


def _found(fans: Iterable[_Fan], view: View) -> list[Counted]:
    """Those that hold, with their pieces."""
    return [fan.once if number == 1 else fan.times(number) for fan in fans if (number := fan.pieces(view))]


def _failing(place: int, rule: Requirement, compiler: Compiler) -> _Failing:
    fails = compiler.holds(rule.when, rule.unless)
    return _Failing(place, rule.id, fails.run, fails.scopes, fails.gate)


def _guarded(test: Run, count: Run) -> Run:
    return lambda view: count(view) if test(view) else 0


def _shape_set(variant: Variant) -> ShapeSet:
    apart = set(parse_tiles(variant.tiles.flowers)) | set(parse_tiles(variant.tiles.kong_tiles))
    return ShapeSet(
        tuple(Shape(rule.id, rule.form, rule.distinct, parse_tiles(rule.tiles)) for rule in variant.shapes),
        frozenset(parse_tiles(variant.tiles.kinds)) - apart,
        variant.tiles.dragon_run,
    )
