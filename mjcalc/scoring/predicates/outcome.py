"""Predicates on what a reading comes to: the fans that count, the losers beside the winner, and what they would pay."""

from mjcalc.hand import Meld
from mjcalc.scoring.predicates.registry import Register
from mjcalc.scoring.view import RankedCap, View

__all__ = ["ABOUT_OPENNESS", "OF_EVERY_SEAT", "predicate"]

ABOUT_OPENNESS = frozenset(("seat_closed", "every_seat_closed"))
"""The conditions of caps that ask which losers are open."""

OF_EVERY_SEAT = {"every_seat_over": "seat_over", "every_seat_closed": "seat_closed"}
"""A condition on every loser → what it says of each of them."""

predicate = Register()

# The fans that count


@predicate("fans", "fans")
def any_fan(view: View, fans: int) -> bool:
    """… counts"""
    return view.fans & fans != 0


@predicate("fans", "sides")
def any_side(view: View, fans: int) -> bool:
    """… counts"""
    return view.fans & fans != 0


@predicate("fans", "number")
def total_below(view: View, number: int) -> bool:
    """the fans come to less than …"""
    return view.total < number


# One loser, for responsibility


def _fed(view: View, melds: tuple[Meld, ...], seat: str | None) -> int:
    """How many of the melds a seat fed."""
    number = 0
    for meld in melds:
        # Nobody feeds a concealed kong: its feeder is not unknown.
        unknown = view.assume_unknown_feeders and meld.feeder is None and meld.is_open
        if meld.feeder == seat or unknown:
            number += 1
    return number


@predicate("seat", "number")
def fed_open_meld(view: View, number: int) -> bool:
    """of the winner's open melds, in the order they were laid down, the loser fed number …"""
    return _fed(view, view.case.winner.open_melds[number - 1 : number], view.player.seat) > 0


@predicate("seat", "number")
def fed_meld(view: View, number: int) -> bool:
    """of the winner's melds, concealed kongs too, in the order they were laid down, the loser fed number …"""
    return _fed(view, view.case.winner.hand.melds[number - 1 : number], view.player.seat) > 0


@predicate("seat", "number", one="the loser fed an open meld of the winner")
def fed_open_melds_at_least(view: View, number: int) -> bool:
    """the loser fed at least … open melds of the winner"""
    return _fed(view, view.case.winner.open_melds, view.player.seat) >= number


@predicate("seat", "number")
def fed_open_meld_by_winner(view: View, number: int) -> bool:
    """of the loser's open melds, in the order they were laid down, the winner fed number …"""
    return _fed(view, view.player.open_melds[number - 1 : number], _WINNER_SEEN_FROM[view.player.seat]) > 0


@predicate("seat", "number", one="the winner fed an open meld of the loser")
def fed_by_winner_at_least(view: View, number: int) -> bool:
    """the winner fed at least … open melds of the loser"""
    return _fed(view, view.player.open_melds, _WINNER_SEEN_FROM[view.player.seat]) >= number


_WINNER_SEEN_FROM = {"right": "left", "across": "across", "left": "right", None: None}


# What the losers would pay, for caps


@predicate("amounts", "cap")
def seat_over(view: View, cap: RankedCap) -> bool:
    """the loser's amount is over the …, or the hand is a limit hand of a higher cap"""
    amount = view.amounts[view.case.losers.index(view.player)]
    return amount > cap.amount_at(view.base) or view.limit_rank > cap.rank


@predicate("amounts", "cap")
def every_seat_over(view: View, cap: RankedCap) -> bool:
    """every loser's amount is over the …, or the hand is a limit hand of a higher cap"""
    return min(view.amounts) > cap.amount_at(view.base) or view.limit_rank > cap.rank


@predicate("amounts")
def seat_closed(view: View) -> bool:
    """the loser is not open"""
    return not view.player.is_open


@predicate("amounts")
def every_seat_closed(view: View) -> bool:
    """no loser is open"""
    return not any(loser.is_open for loser in view.case.losers)
