"""From a total to payments: the base, each loser's amount, caps, responsibility."""

from collections.abc import Sequence

from msgspec import Struct

from mjcalc.hand import SEATS, Situation
from mjcalc.rules.schema import Condition, Names, Variant
from mjcalc.rules.settings import value_of
from mjcalc.scoring.conditions import Compiler, Run
from mjcalc.scoring.facts import RankedCap, View
from mjcalc.scoring.methods import Counted

__all__ = ["Settlement", "Settler", "base_of"]


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
    unknown_feeder: Names | None = None
    """The responsibility that could not be told because a meld's feeder is not known."""
    rounded: bool = False
    """Whether a split between several responsible seats was rounded up."""


class _Duty(Struct, frozen=True):
    names: Names
    applies: Run
    names_seat: Run


def base_of(variant: Variant, base: int | None, streak: int) -> int:
    """底: the variant's or the table's own, grown by the dealer's stays."""
    scoring = variant.scoring
    most = value_of(variant, scoring.streak_max)
    stays = streak if most is None else min(streak, most)
    return (scoring.base if base is None else base) + scoring.base_per_streak * stays


_Caps = list[tuple[Run, list[tuple[RankedCap, Run]]]]


def _by_first_condition(variant: Variant, compiler: Compiler) -> _Caps:
    """The caps that amounts can reach, the last first; neighbours that begin with the same condition together, so that
    it is asked once for all of them."""
    groups: _Caps = []
    before: Condition = []
    for name, cap in reversed(variant.caps.items()):
        if cap.when is None:
            continue
        first, *rest = cap.when if isinstance(cap.when, list) and cap.when else [cap.when]
        if not groups or first != before:
            groups.append((compiler.all_of(first).run, []))
        groups[-1][1].append((compiler.caps[name], compiler.all_of(rest).run))
        before = first
    return groups


class Settler:
    """Settles the totals of one variant with one set of options."""

    def __init__(self, variant: Variant, compiler: Compiler) -> None:
        self._variant = variant
        self._paid_by_source = variant.scoring.paid_by == "source"
        self._caps = [*compiler.caps.values()]
        self._reached = _by_first_condition(variant, compiler)
        duties = variant.responsibility
        self._special = compiler.all_of(duties.when).run
        self._duties = [
            _Duty(rule.names, compiler.holds(rule.when, rule.unless).run, compiler.all_of(rule.who).run)
            for rule in duties.rules
        ]
        self._first_only = duties.choose == "first"
        self._each_full = value_of(variant, duties.shared) == "each_full"

    def base(self, situation: Situation) -> int:
        """底 of this round."""
        return base_of(self._variant, situation.base, situation.streak)

    def settle(self, view: View, limit: Counted | None, seat_worths: Sequence[int]) -> Settlement:
        """The payments for ``view.total``.

        :param view: the winner's view of the reading that counts.
        :param limit: the limit hand whose fixed amount the total is.
        :param seat_worths: the product of each loser's own fans.
        """
        situation = view.situation
        floor = self._rank_of(limit) if limit else -1
        if limit:
            scale = view.base if self._caps[floor].per_base else 1
            amounts = [view.total * scale] * len(SEATS)
        else:
            amounts = [view.base * view.total * worth for worth in seat_worths]
        if self._paid_by_source and not situation.is_drawn:
            amounts = [amount if seat == situation.source else 0 for seat, amount in zip(SEATS, amounts, strict=True)]
        view.amounts, view.limit_rank = amounts, floor
        caps = self._caps_reached(view, floor)
        shares = [
            amount if cap is None else cap.amount_at(view.base) for cap, amount in zip(caps, amounts, strict=True)
        ]
        if limit:
            own = self._cap_of(limit, floor)
            caps = [cap or own for cap in caps]
        responsible, unknown = self._responsible(view) if self._duties else ([], None)
        view.player = view.case.winner
        pays, rounded = self._share_out(shares, responsible) if responsible else (shares, False)
        top = None
        for cap in caps:
            if cap and (top is None or cap.rank > top.rank):
                top = cap
        return Settlement(
            tuple(amounts),
            tuple([cap.id if cap else None for cap in caps]),
            tuple(shares),
            tuple(pays),
            top.id if top else None,
            sum(pays),
            unknown,
            rounded,
        )

    def _rank_of(self, limit: Counted) -> int:
        return next(cap.rank for cap in self._caps if cap.id == limit.rule.limit)

    def _cap_of(self, limit: Counted, rank: int) -> RankedCap | None:
        """The cap that a limit hand comes to by itself: its own, or with another amount the last within that."""
        if self._caps[rank].amount == limit.value:
            return self._caps[rank]
        return next((cap for cap in reversed(self._caps) if cap.amount <= limit.value), None)

    def _caps_reached(self, view: View, floor: int) -> list[RankedCap | None]:
        """For each loser the last cap that is reached, of those after ``floor``."""
        found: list[RankedCap | None] = []
        before: tuple[int, bool] | None = None
        for loser, amount in zip(view.case.losers, view.amounts, strict=True):
            # Seats alike in all that caps look at reach the same.
            alike = (amount, loser.is_open)
            if alike == before:
                found.append(found[-1])
                continue
            before, view.player = alike, loser
            found.append(self._cap_reached(view, floor))
        return found

    def _cap_reached(self, view: View, floor: int) -> RankedCap | None:
        for first, caps in self._reached:
            if first(view):
                for cap, rest in caps:
                    if cap.rank > floor and rest(view):
                        return cap
        return None

    def _responsible(self, view: View) -> tuple[list[int], Names | None]:
        """The places of the responsible seats, and the first duty that an unknown feeder left open."""
        named: list[int] = []
        unknown: Names | None = None
        if not self._special(view):
            return named, None
        winner = view.case.winner
        view.player = winner
        for duty in self._duties:
            if not duty.applies(view):
                continue
            found = self._named_by(duty, view)
            if not found and unknown is None:
                view.hopeful = True
                unknown = duty.names if self._named_by(duty, view) else None
                view.hopeful = False
            view.player = winner
            named += [place for place in found if place not in named]
            if found and self._first_only:
                break
        return named, unknown

    def _named_by(self, duty: _Duty, view: View) -> list[int]:
        places = []
        for place, loser in enumerate(view.case.losers):
            view.player = loser
            if duty.names_seat(view):
                places.append(place)
        return places

    def _share_out(self, shares: list[int], responsible: list[int]) -> tuple[list[int], bool]:
        """Who hands over what, and whether a split was rounded up."""
        whole = sum(shares)
        parts = 1 if self._each_full else len(responsible)
        each = -(-whole // parts)
        return [each if place in responsible else 0 for place in range(len(shares))], each * parts != whole
