"""Which reading of a hand counts, and what it comes to, by one variant.

A :class:`Judge` is a variant made ready: its conditions compiled, its fans in the order of the file, its shapes in a
reader. Which fans hold is found in :mod:`mjcalc.scoring.fans`, how they combine in :mod:`mjcalc.scoring.methods`, how
a total becomes payments in :mod:`mjcalc.scoring.settlement`.
"""

from collections.abc import Callable, Hashable, Iterator
from operator import attrgetter
from typing import TYPE_CHECKING

from msgspec import Struct

from mjcalc.hand import SEATS, Situation
from mjcalc.memo import Memo
from mjcalc.notation import parse_tiles
from mjcalc.rules.schema import Variant
from mjcalc.rules.tile_texts import parse_kinds
from mjcalc.scoring.compiler import Compiler, Run
from mjcalc.scoring.exclusions import Exclusions
from mjcalc.scoring.fans import Fan, found, generate_fans
from mjcalc.scoring.measures import Layout
from mjcalc.scoring.methods import METHODS, Counted, additive, product
from mjcalc.scoring.predicates import PREDICATES
from mjcalc.scoring.settlement import Settlement, Settler
from mjcalc.scoring.view import Case, View
from mjcalc.solver.position import Position
from mjcalc.solver.readings import Reader, Reading
from mjcalc.solver.shapes import Shape, ShapeSet
from mjcalc.tiles import WILD

if TYPE_CHECKING:
    from mjcalc.scoring.joining import Joining

__all__ = ["NOT_COMPLETE", "Judge", "Verdict"]

NOT_COMPLETE = "not_complete"

_NO_SEAT_FANS: tuple[tuple[Counted, ...], ...] = ((),) * len(SEATS)

_LAID: frozenset[str] = frozenset(("situation", "shown"))
"""The scopes of conditions that look at no tile in the hand."""

_MOST_KEPT = 1024
"""For how many situations and melds to keep which fans they make."""

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


class _Requirement(Struct, frozen=True):
    """A requirement compiled."""

    id: str
    fails: Run
    is_fixed: bool
    """Whether it is the same for every reading of a hand."""


class Judge:
    """Judges hands by one variant, its options applied.

    :param wild: the round's wild, where known; it matters only to rules that look at a wild's own face.
    """

    def __init__(self, variant: Variant, wild: int | None = None) -> None:
        self.variant = variant
        self._layout = layout = Layout()
        compiler = Compiler(variant, layout, wild)
        self._joining = _joining(variant, compiler)
        fans = [*generate_fans(variant, compiler, self._joining)]
        self._loser_fans = [fan for fan in fans if fan.side == "loser"]
        self._are_laid = all([fan.scopes <= _LAID for fan in self._loser_fans])
        self._last_resorts = [fan for fan in fans if fan.rule.otherwise and fan.side != "loser"]
        counting = [fan for fan in fans if fan.side != "loser" and not fan.rule.otherwise and fan.place is None]
        self._kept: Memo[tuple[Hashable, ...], tuple[Counted, ...]] = Memo(_MOST_KEPT)
        self._joined_fans = {fan.place: fan for fan in fans if fan.place is not None}
        self._laid_fans = [fan for fan in counting if fan.scopes <= _LAID]
        self._hand_fans = [fan for fan in counting if compiler.is_fixed(fan.scopes) and not fan.scopes <= _LAID]
        self._reading_fans = [fan for fan in counting if not compiler.is_fixed(fan.scopes)]
        self._exclusions = Exclusions(variant, compiler)
        self._limits = compiler.side_bits(("limit",))
        self._bonuses = compiler.side_bits(("bonus",))
        self._total = METHODS[variant.scoring.method]
        requirements = []
        for rule in variant.requires:
            fails = compiler.holds(rule.when, rule.unless)
            requirements.append(_Requirement(rule.id, fails.run, compiler.is_fixed(fails.scopes)))
        self._hand_requirements = [one for one in requirements if one.is_fixed]
        self._reading_requirements = [one for one in requirements if not one.is_fixed]
        self._stopping = {rule.id for rule in variant.requires if rule.stops}
        self.reason_texts = variant.refused | {rule.id: rule.text for rule in variant.requires}
        self._settler = Settler(variant, compiler)
        self.caps_by_openness = self._settler.caps_by_openness
        """The caps that depend on which losers are open."""
        self._shape_tests = [(rule.id, compiler.all_of(rule.when).run) for rule in variant.shapes if rule.when]
        self.shape_set = _shape_set(variant)
        self._shape_sets: dict[frozenset[str], ShapeSet] = {}
        self._find_waits: Callable[..., tuple[int, ...]] | None = None
        self._sets_at = compiler.sets_at
        self.used = compiler.used
        """The names of all predicates that its rules ask."""
        self.looks_at_wild = compiler.looks_at_wild
        """Whether another wild needs another judge."""
        self.looks_at_win = layout.looks_at_winning_tile or any([PREDICATES[name].looks_at_win for name in self.used])
        """Whether it matters which of its tiles a hand won with, beside whether that is a wild."""
        self._reader = Reader(
            self.shape_set,
            label=lambda block: layout.label(block.kind, block.tiles),
            won_label=layout.won_label if layout.looks_at_winning_tile else None,
        )

    def base(self, situation: Situation) -> int:
        """底 of this round."""
        return self._settler.base(situation)

    def shapes_for(self, view: View) -> ShapeSet:
        """The shapes that this hand may take: those with a condition only where it holds."""
        if not self._shape_tests:
            return self.shape_set
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
        melds = len(case.winner.hand.melds)
        before = Position(counts, wilds, melds, case.melded, wild_kind=case.tile_set.wild)
        return self._find_waits(before, self.shape_set)

    def judge(self, case: Case) -> Verdict:
        """The legal reading that pays the winner most, or the reading nearest to legal with all that it lacks."""
        view = View(case, self.base(case.situation))
        view.closed_shapes, view.sets_at = self._reader.closed_shapes, self._sets_at
        refused = self.variant.refused_by.get(case.situation.by)
        reasons = [refused] if refused else []
        reasons += [one.id for one in self._hand_requirements if one.fails(view)]
        if reasons and not self._stopping.isdisjoint(reasons):
            return Verdict(tuple(reasons))
        readings = self._readings(view)
        if not readings:
            return Verdict((*reasons, NOT_COMPLETE))
        verdicts = self._verdicts(view, readings, reasons, [])
        if self._last_resorts and not any([_has_fan(verdict) for verdict in verdicts]):
            verdicts = self._verdicts(view, readings, reasons, self._last_resorts)
        # Of equal ones the first: they are in canonical order.
        return verdicts[0] if len(verdicts) == 1 else max(verdicts, key=_preference)

    def _verdicts(self, view: View, readings: list[Reading], reasons: list[str], more: list[Fan]) -> list[Verdict]:
        """What each reading comes to; ``more`` are fans beside those that always may count."""
        fans = [*self._laid(view, self._laid_fans), *found(self._hand_fans, view)]
        seat_fans = self._seat_fans(view)
        seat_worths = tuple([product(of_seat) if of_seat else 1 for of_seat in seat_fans])
        melds = sum([self._layout.meld_label(meld) for meld in view.case.winner.hand.melds])
        verdicts: list[Verdict] = []
        for reading in readings:
            view.shape, view.form = reading.shape.id, reading.shape.form
            view.tally = reading.tally + melds
            holding = [*fans, *found(self._reading_fans, view), *found(more, view)]
            if self._joining is not None:
                holding += self._joined(view)
            counting, limit = self._counting(view, holding)
            failed = [one.id for one in self._reading_requirements if one.fails(view)]
            if self._bonuses and not (reasons or failed or limit):
                view.total += additive([fan for fan in counting if fan.side == "bonus"])
            settlement = self._settler.settle(view, limit, seat_worths)
            of_seats = () if limit else seat_fans
            verdicts.append(Verdict((*reasons, *failed), view.total, reading, counting, of_seats, settlement))
        return verdicts

    def _joined(self, view: View) -> Iterator[Counted]:
        """The fans that the sets of a reading make, where each accounts for itself once."""
        assert self._joining is not None
        for place, number in self._joining.choose(view).items():
            counted = self._joined_fans[place].times(number)
            if counted is not None:
                yield counted

    def _readings(self, view: View) -> list[Reading]:
        case = view.case
        melds = len(case.winner.hand.melds)
        position = Position(case.counts, case.wilds, melds, case.melded, wild_kind=case.tile_set.wild)
        return self._reader.readings(position, case.win, self.shapes_for(view).shapes)

    def _seat_fans(self, view: View) -> tuple[tuple[Counted, ...], ...]:
        """Each loser's own fans, which are the same for every reading."""
        if not self._loser_fans:
            return _NO_SEAT_FANS
        seats = []
        for loser in view.case.losers:
            view.player = loser
            fans = self._loser_fans
            seats.append(self._laid(view, fans) if self._are_laid else tuple(found(fans, view)))
        view.player = view.case.winner
        return tuple(seats)

    def _laid(self, view: View, fans: list[Fan]) -> tuple[Counted, ...]:
        """Which of these fans hold that only the situation decides, and what the view's player has laid down: most
        hands have that in common with others."""
        player, hand = view.player, view.player.hand
        key = (
            view.situation, player.seat, player.is_dealer, player.is_open,
            hand.melds, hand.kongs, hand.thrown, hand.flowers,
        )  # fmt: skip
        holding = self._kept.get(key)
        return self._kept.keep(key, tuple(found(fans, view))) if holding is None else holding

    def _counting(self, view: View, fans: list[Counted]) -> tuple[tuple[Counted, ...], Counted | None]:
        """Of the fans that hold those that count, in the variant's order, and the limit hand; ``view`` learns both what
        holds and the total."""
        fans.sort(key=_BIT)
        fans, holding = self._exclusions.apply(view, fans)
        view.fans = holding
        if not holding & self._limits:
            view.total = self._total([fan for fan in fans if fan.side != "bonus"] if self._bonuses else fans)
            return tuple(fans), None
        limits = [fan for fan in fans if fan.side == "limit"]
        view.total = max([fan.value for fan in limits])
        highest = tuple([fan for fan in limits if fan.value == view.total])
        return highest, highest[0]


def _joining(variant: Variant, compiler: Compiler) -> "Joining | None":
    """What knows the fans that sets make, where each set accounts for itself once."""
    if variant.scoring.combinations != "account_once":
        return None
    from mjcalc.scoring.joining import Joining  # few variants need it

    return Joining(variant, compiler)


def _preference(verdict: Verdict) -> tuple[int, ...]:
    """What makes one reading better than another."""
    settlement, is_limit = verdict.settlement, bool(verdict.fans) and verdict.fans[0].side == "limit"
    assert settlement is not None
    return -len(verdict.reasons), settlement.gain, is_limit, sum(settlement.amounts), len(verdict.fans)


def _has_fan(verdict: Verdict) -> bool:
    """Whether it has any fan but a bonus."""
    return any([fan.side != "bonus" for fan in verdict.fans])


def _shape_set(variant: Variant) -> ShapeSet:
    apart = set(parse_tiles(variant.tiles.flowers)) | set(parse_tiles(variant.tiles.kong_tiles))
    groups = variant.tiles.groups
    return ShapeSet(
        tuple(
            Shape(rule.id, rule.form, rule.distinct, parse_kinds(rule.tiles, groups), rule.honors)
            for rule in variant.shapes
        ),
        frozenset(parse_tiles(variant.tiles.kinds)) - apart,
        variant.tiles.dragon_run,
    )
