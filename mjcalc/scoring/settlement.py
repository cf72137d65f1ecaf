"""From a total to payments: the base, each loser's amount, caps, responsibility."""

from collections.abc import Hashable

from msgspec import Struct
from msgspec.structs import replace

from mjcalc.hand import SEATS, Seat, Situation
from mjcalc.memo import Memo
from mjcalc.rules.schema import Names, Pay, Pays, Variant
from mjcalc.rules.settings import value_of
from mjcalc.scoring.compiler import Compiler, Run
from mjcalc.scoring.methods import Counted
from mjcalc.scoring.predicates import ABOUT_OPENNESS
from mjcalc.scoring.view import RankedCap, View

__all__ = ["Liable", "Settlement", "Settler", "base_of", "pay_of", "pays_of"]

_MOST_KEPT = 2048
"""How many settlements to keep."""
_PAID_BY = {"everyone": Pays(), "source": Pays(others=Pay(times=0))}


class Liable(Struct, frozen=True, gc=False):
    """The seats that one rule makes responsible."""

    rule: str
    """Its id."""
    names: Names
    seats: tuple[Seat, ...]


class Settlement(Struct, frozen=True, gc=False):
    """What each loser owes and hands over; every tuple has the seats in the order right, across, left."""

    amounts: tuple[int, ...]
    """Before caps."""
    seat_caps: tuple[str | None, ...]
    shares: tuple[int, ...]
    """After caps."""
    pays: tuple[int, ...]
    """After responsibility."""
    cap: str | None = None
    """The hand's cap: the highest that any seat reached."""
    gain: int = 0
    duties: tuple[Liable, ...] = ()
    """The rules by which a seat is responsible."""
    unknown_feeder: Names | None = None
    """The responsibility that could not be told because a meld's feeder is not known."""
    rounded: bool = False
    """Whether a split between several responsible seats was rounded up."""


class _Duty(Struct, frozen=True):
    """A rule of responsibility compiled."""

    id: str
    names: Names
    applies: Run
    names_seat: Run


def base_of(variant: Variant, base: int | None, streak: int) -> int:
    """底: the variant's or the table's own, grown by the dealer's stays."""
    scoring = variant.scoring
    if base is None:
        base = scoring.base
    if not streak or not scoring.base_per_streak:
        return base
    most = value_of(variant, scoring.streak_max)
    return base + scoring.base_per_streak * (streak if most is None else min(streak, most))


def pays_of(variant: Variant) -> Pays:
    """What each seat pays, by what it had to do with the winning tile."""
    return variant.scoring.pays or _PAID_BY[variant.scoring.paid_by]


def pay_of(pays: Pays, source: Seat | None, seat: Seat) -> Pay:
    """What one seat pays of it.

    :param source: where the winning tile came from; None where it was drawn.

    >>> pay_of(Pays(others=Pay(times=0)), "left", "right").times
    0
    """
    return pays.drawn if source is None else pays.source if seat == source else pays.others


class Settler:
    """Settles the totals of one variant with one set of options."""

    def __init__(self, variant: Variant, compiler: Compiler) -> None:
        self._variant = variant
        self._pays = pays_of(variant)
        self._source_matters = not self._pays.drawn == self._pays.source == self._pays.others
        self._caps = [*compiler.caps.values()]
        self._reached = [
            (compiler.caps[name], compiler.all_of(cap.when).run)
            for name, cap in reversed(variant.caps.items())
            if cap.when is not None
        ]
        self.caps_by_openness = frozenset(
            [name for name, cap in variant.caps.items() if not ABOUT_OPENNESS.isdisjoint(compiler.names_in(cap.when))]
        )
        """The caps that depend on which losers are open."""
        duties = variant.responsibility
        self._special = compiler.all_of(duties.when).run
        self._duties = [
            _Duty(rule.id, rule.names, compiler.holds(rule.when, rule.unless).run, compiler.all_of(rule.who).run)
            for rule in duties.rules
        ]
        self._first_only = duties.choose == "first"
        self._each_full = value_of(variant, duties.shared) == "each_full"
        self._kept: Memo[tuple[Hashable, ...], Settlement] = Memo(_MOST_KEPT)

    def base(self, situation: Situation) -> int:
        """底 of this round."""
        return base_of(self._variant, situation.base, situation.streak)

    def settle(self, view: View, limit: Counted | None, seat_worths: tuple[int, ...]) -> Settlement:
        """The payments for ``view.total``.

        :param view: the winner's view of the reading that counts.
        :param limit: the limit hand whose fixed amount the total is.
        :param seat_worths: the product of each loser's own fans.
        """
        situation = view.situation
        floor = self._rank_of(limit) if limit else -1
        source = situation.source if self._source_matters and not situation.is_drawn else None
        # All that amounts and caps depend on, and few hands differ in it.
        right, across, left = view.case.losers
        key = (view.base, view.total, floor, source, seat_worths, right.is_open, across.is_open, left.is_open)
        settlement = self._kept.get(key) or self._kept.keep(
            key, self._without_duties(view, limit, floor, source, seat_worths)
        )
        if not self._duties:
            return settlement
        liable, unknown = self._responsible(view)
        if not (liable or unknown):
            return settlement
        pays, rounded = self._share_out(settlement.shares, {seat for one in liable for seat in one.seats})
        return replace(
            settlement, pays=pays, gain=sum(pays), duties=tuple(liable), unknown_feeder=unknown, rounded=rounded
        )

    def _without_duties(
        self, view: View, limit: Counted | None, floor: int, source: Seat | None, seat_worths: tuple[int, ...]
    ) -> Settlement:
        unit = view.base if limit is None or self._caps[floor].per_base else 1
        amounts = []
        for seat, worth in zip(SEATS, seat_worths, strict=True):
            pay = pay_of(self._pays, source, seat)
            total = view.total if limit else view.total * worth
            amounts.append(unit * total * pay.times + view.base * pay.plus)
        view.amounts, view.limit_rank = amounts, floor
        caps: list[RankedCap | None] = []
        reached: dict[tuple[int, bool], RankedCap | None] = {}
        for loser, amount in zip(view.case.losers, amounts, strict=True):
            # Seats alike in all that caps look at reach the same.
            alike = (amount, loser.is_open)
            if alike not in reached:
                view.player = loser
                reached[alike] = self._cap_reached(view, floor)
            caps.append(reached[alike])
        view.player = view.case.winner
        shares = tuple(
            [amount if cap is None else cap.amount_at(view.base) for cap, amount in zip(caps, amounts, strict=True)]
        )
        if limit:
            own = self._cap_of(limit, floor)
            caps = [cap or own for cap in caps]
        top = max([cap for cap in caps if cap], key=lambda cap: cap.rank, default=None)
        return Settlement(
            tuple(amounts),
            tuple([cap.id if cap else None for cap in caps]),
            shares,
            shares,
            top.id if top else None,
            sum(shares),
        )

    def _cap_reached(self, view: View, floor: int) -> RankedCap | None:
        """The last cap that the view's loser reaches, of those after ``floor``."""
        for cap, reached in self._reached:
            if cap.rank > floor and reached(view):
                return cap
        return None

    def _rank_of(self, limit: Counted) -> int:
        return next(cap.rank for cap in self._caps if cap.id == limit.rule.limit)

    def _cap_of(self, limit: Counted, rank: int) -> RankedCap | None:
        """The cap that a limit hand comes to by itself: its own, or with another amount the last within that."""
        if self._caps[rank].amount == limit.value:
            return self._caps[rank]
        return next((cap for cap in reversed(self._caps) if cap.amount <= limit.value), None)

    def _responsible(self, view: View) -> tuple[list[Liable], Names | None]:
        """The rules that make seats responsible, and the first rule that an unknown feeder left open."""
        liable: list[Liable] = []
        unknown: Names | None = None
        if not self._special(view):
            return liable, None
        for duty in self._duties:
            if not duty.applies(view):
                continue
            # Certain seats are a subset of possible ones: ask for those first.
            view.assume_unknown_feeders = True
            possible = self._named_by(duty, view)
            view.assume_unknown_feeders = False
            found = self._named_by(duty, view) if possible else possible
            if possible and not found and unknown is None:
                unknown = duty.names
            if found:
                liable.append(Liable(duty.id, duty.names, found))
                if self._first_only:
                    break
        return liable, unknown

    def _named_by(self, duty: _Duty, view: View) -> tuple[Seat, ...]:
        seats = []
        for seat, loser in zip(SEATS, view.case.losers, strict=True):
            view.player = loser
            if duty.names_seat(view):
                seats.append(seat)
        view.player = view.case.winner
        return tuple(seats)

    def _share_out(self, shares: tuple[int, ...], responsible: set[Seat]) -> tuple[tuple[int, ...], bool]:
        """Who hands over what, and whether a split was rounded up."""
        if not responsible:
            return shares, False
        whole = sum(shares)
        parts = 1 if self._each_full else len(responsible)
        each = -(-whole // parts)
        return tuple([each if seat in responsible else 0 for seat in SEATS]), each * parts != whole
