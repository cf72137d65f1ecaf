"""Who deals next, and how many times in a row, as the rules' ``dealer:`` has it."""

from collections.abc import Sequence

from msgspec import Struct

from mjcalc.errors import GameError, Problem
from mjcalc.hand import SEATS
from mjcalc.rules.schema import DealerRule, Variant
from mjcalc.rules.settings import value_of
from mjcalc.texts import say

__all__ = ["PLAYERS", "Turn", "after_draw", "after_win", "allows_several", "dealer_rule", "nearest"]

PLAYERS = 1 + len(SEATS)


class Turn(Struct, frozen=True):
    """Who deals, as a place in turn order from 0, and how many times they have stayed."""

    dealer: int
    streak: int = 0

    def then(self, dealer: int) -> "Turn":
        """The turn after this one, where this player deals.

        >>> Turn(2, 1).then(2), Turn(2, 1).then(3)
        (Turn(dealer=2, streak=2), Turn(dealer=3, streak=0))
        """
        return Turn(dealer, self.streak + 1 if dealer == self.dealer else 0)


def after_win(variant: Variant, turn: Turn, winners: Sequence[int], source: int | None) -> Turn:
    """The turn after a deal that was won; ``source`` is whose tile it was, None where it was drawn.

    >>> from mjcalc.rules import load
    >>> after_win(load("hm"), Turn(0), [2], None), after_win(load("hm"), Turn(0), [1, 2], 3)
    (Turn(dealer=2, streak=0), Turn(dealer=3, streak=0))
    """
    rule = dealer_rule(variant)
    if len(winners) > 1 and source is not None:
        return turn.then(source)
    who = value_of(variant, rule.after_win)
    if who == "winner":
        return turn.then(winners[0])
    stays = who == "stays_or_right" and turn.dealer in winners
    return turn.then(turn.dealer if stays else _right_of(turn.dealer))


def after_draw(variant: Variant, turn: Turn) -> Turn:
    """The turn after a drawn game.

    >>> from mjcalc.rules import load
    >>> after_draw(load("hm"), Turn(3, 2)), after_draw(load("hs"), Turn(3, 2))
    (Turn(dealer=0, streak=0), Turn(dealer=3, streak=3))
    """
    stays = value_of(variant, dealer_rule(variant).after_draw) == "stays"
    return turn.then(turn.dealer if stays else _right_of(turn.dealer))


def allows_several(variant: Variant) -> bool:
    """Whether several players may win on one tile.

    >>> from mjcalc.rules import load
    >>> allows_several(load("hm")), allows_several(load("hs"))
    (True, False)
    """
    return bool(value_of(variant, dealer_rule(variant).after_several_wins) == "discarder")


def nearest(source: int, winners: Sequence[int]) -> int:
    """Of several winners the first in turn order after the player whose tile it was.

    >>> nearest(2, [1, 3, 0])
    3
    """
    return min(winners, key=lambda winner: (winner - source) % PLAYERS)


def dealer_rule(variant: Variant) -> DealerRule:
    """The variant's rule.

    :raises GameError: if it has none: then nobody can tell who deals next.
    """
    if variant.dealer is None:
        message = say("{id} does not say who deals next: its rules file needs a 'dealer' section", id=variant.id)
        raise GameError([Problem("no_dealer_rule", message, where="rules")])
    return variant.dealer


def _right_of(place: int) -> int:
    return (place + 1) % PLAYERS
