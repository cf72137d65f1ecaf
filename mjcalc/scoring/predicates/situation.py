"""Predicates on how the win came, and on who a player is in it."""

from mjcalc.scoring.predicates.registry import Register
from mjcalc.scoring.view import View

__all__ = ["predicate"]

predicate = Register()


@predicate("situation")
def always(view: View) -> bool:
    """always"""
    return True


@predicate("situation", "ways")
def by(view: View, ways: frozenset[str]) -> bool:
    """the hand was won by …"""
    return view.situation.by in ways


@predicate("situation")
def drawn(view: View) -> bool:
    """the winner drew the winning tile"""
    return view.situation.is_drawn


@predicate("situation", needs="last_tile")
def last_tile(view: View) -> bool:
    """the hand was won on the last tiles of the wall"""
    return view.situation.last_tile


@predicate("situation", needs="dealt_wins")
def heavenly(view: View) -> bool:
    """the dealer was dealt a winning hand"""
    return view.situation.heavenly


@predicate("situation", needs="dealt_wins")
def earthly(view: View) -> bool:
    """the hand was won on the first draw"""
    return view.situation.earthly


@predicate("situation", needs="dealt_wins")
def dealt_win(view: View) -> bool:
    """the dealer was dealt a winning hand, or the hand was won on the first draw"""
    return view.situation.heavenly or view.situation.earthly


@predicate("situation", needs="discard")
def discarder_not_ready(view: View) -> bool:
    """the player who discarded the winning tile was not ready"""
    return view.situation.not_ready


@predicate("situation")
def winner(view: View) -> bool:
    """the player is the winner"""
    return view.player.seat is None


@predicate("situation")
def dealer(view: View) -> bool:
    """the player is the dealer"""
    return view.player.is_dealer


@predicate("situation", needs="discard|rob-kong")
def gave_winning_tile(view: View) -> bool:
    """the player discarded the winning tile or was robbed of it"""
    return view.player.seat is not None and view.player.seat == view.situation.source
