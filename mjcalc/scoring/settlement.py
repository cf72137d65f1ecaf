"""From a total to payments: the base, each loser's amount, caps, responsibility."""

from collections.abc import Sequence

from msgspec import Struct

from mjcalc.hand import SEATS, Situation
from mjcalc.rules.schema import Names, Variant
from mjcalc.scoring.conditions import Compiler, Run
from mjcalc.scoring.facts import Player, View
from mjcalc.scoring.methods import Counted

__all__ = ["Settlement", "Settler"]


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


class _Cap(Struct, frozen=True):
    id: str
    amount: int
    per_base: bool
    reached: Run | None


class _Duty(Struct, frozen=True):
    names: Names
    applies: Run
    names_seat: Run


_NO_CAPS = (None,) * len(SEATS)


class Settler:
    """Settles the totals of one variant with one set of options."""

    def __init__(self, variant: Variant, compiler: Compiler) -> None:
        scoring = variant.scoring
        self._base = scoring.base
        self._per_streak = scoring.base_per_streak
        self._streak_max: int | None = compiler.value(scoring.streak_max)
        self._paid_by_source = scoring.paid_by == "source"
        self._caps = [
            _Cap(name, cap.amount, cap.per_base, compiler.all_of(cap.when).run if cap.when is not None else None)
            for name, cap in variant.caps.items()
        ]
        self._rank_of = {cap.id: rank for rank, cap in enumerate(self._caps)}
        duties = variant.responsibility
        self._special = compiler.all_of(duties.when).run
        self._duties = [
            _Duty(rule.names, compiler.holds(rule.when, rule.unless).run, compiler.all_of(rule.who).run)
            for rule in duties.rules
        ]
        self._first_only = duties.choose == "first"
        self._each_full = compiler.value(duties.shared) == "each_full"

    def base(self, situation: Situation) -> int:
        """底: the variant's or the table's, grown by the dealer's stays."""
        base = self._base if situation.base is None else situation.base
        stays = situation.streak if self._streak_max is None else min(situation.streak, self._streak_max)
        return base + self._per_streak * stays

    def settle(self, view: View, limit: Counted | None, seat_worths: Sequence[int]) -> Settlement:
        """The payments for ``view.total``.

        :param view: the winner's view of the reading that counts.
        :param limit: the limit hand whose fixed amount the total is.
        :param seat_worths: the product of each loser's own fans.
        """
        situation = view.case.situation
        floor = self._limit_cap(limit) if limit else -1
        if limit:
            scale = view.base if self._caps[floor].per_base else 1
            amounts = [view.total * scale] * len(SEATS)
        else:
            amounts = [view.base * view.total * worth for worth in seat_worths]
        if self._paid_by_source and not situation.is_drawn:
            amounts = [amount if seat == situation.source else 0 for seat, amount in zip(SEATS, amounts, strict=True)]
        view.amounts = amounts
        ranks: list[int] = []
        before: tuple[int, bool] | None = None
        for loser, amount in zip(view.case.losers, amounts, strict=True):
            # Alike seats reach the same cap.
            alike = (amount, loser.is_open)
            ranks.append(ranks[-1] if alike == before else self._rank(view, loser, floor))
            before = alike
        shares = [
            amount if rank <= floor else self._caps[rank].amount * (view.base if self._caps[rank].per_base else 1)
            for rank, amount in zip(ranks, amounts, strict=True)
        ]
        responsible, unknown = self._responsible(view) if self._duties else ([], None)
        view.player = view.case.winner
        pays, rounded = self._share_out(shares, responsible) if responsible else (shares, False)
        if limit and self._caps[floor].amount != limit.value:
            floor = self._highest_within(limit.value)
        top = max(*ranks, floor)
        return Settlement(
            amounts=tuple(amounts),
            seat_caps=tuple([self._cap_name(max(rank, floor)) for rank in ranks]) if top >= 0 else _NO_CAPS,
            shares=tuple(shares),
            pays=tuple(pays),
            cap=self._cap_name(top),
            gain=sum(pays),
            unknown_feeder=unknown,
            rounded=rounded,
        )

    def _cap_name(self, rank: int) -> str | None:
        return self._caps[rank].id if rank >= 0 else None

    def _rank(self, view: View, loser: Player, floor: int) -> int:
        """The last cap that this loser reaches, at least ``floor``."""
        view.player = loser
        for rank in range(len(self._caps) - 1, floor, -1):
            reached = self._caps[rank].reached
            if reached and reached(view):
                return rank
        return floor

    def _limit_cap(self, limit: Counted) -> int:
        return self._rank_of[limit.rule.limit or ""]

    def _highest_within(self, amount: int) -> int:
        """The highest cap that a limit hand of an amount of its own comes to."""
        return max((rank for rank, cap in enumerate(self._caps) if cap.amount <= amount), default=-1)

    def _responsible(self, view: View) -> tuple[list[int], Names | None]:
        """The places of the responsible seats, and the first duty that an unknown feeder left open."""
        named: list[int] = []
        unknown: Names | None = None
        if not self._special(view):
            return named, None
        for duty in self._duties:
            view.player = view.case.winner
            if not duty.applies(view):
                continue
            found = self._named_by(duty, view)
            if not found and unknown is None:
                view.hopeful = True
                unknown = duty.names if self._named_by(duty, view) else None
                view.hopeful = False
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
