"""Predicates on what one player has laid down, set aside or thrown."""

from collections.abc import Callable

from msgspec.structs import replace

from mjcalc.scoring.predicates.registry import Kinds, Register
from mjcalc.scoring.view import Player, View

__all__ = ["predicate"]

Worth = tuple[list[tuple[int, Callable[[View], int]]], int]
"""(value, what counts the pieces) of some fans, and what their product must reach."""

predicate = Register()

# Plain loops: these are asked many times for each hand.
_EXPOSED, _CLAIMED = ("exposed_kong", "added_kong"), ("exposed_kong",)
_CONCEALED, _PUNG = ("concealed_kong",), ("pung",)


def _calls(player: Player, calls: tuple[str, ...], kinds: Kinds | None = None) -> int:
    number = 0
    for meld in player.hand.melds:
        if meld.call in calls and (kinds is None or meld.tile in kinds):
            number += 1
    return number


def _copies(tiles: tuple[int, ...], kinds: Kinds) -> int:
    number = 0
    for tile in tiles:
        if tile in kinds:
            number += 1
    return number


@predicate("shown")
def open_(view: View) -> bool:
    """the player is open (has a chow, a pung, an exposed or an added kong)"""
    return view.player.is_open


@predicate("shown")
def open_meld(view: View) -> int:
    """each open meld of the player"""
    return len(view.player.open_melds) or int(view.player.is_open)  # a robbed seat has the pung it was adding to


@predicate("shown", "number", one="the player has an open meld")
def open_melds_at_least(view: View, number: int) -> bool:
    """the player has at least … open melds"""
    return len(view.player.open_melds) >= number


@predicate("shown", "number", one="the player has a meld, be it a concealed kong")
def melds_at_least(view: View, number: int) -> bool:
    """the player has at least … melds, concealed kongs counted too"""
    return len(view.player.hand.melds) >= number


@predicate("shown", needs="exposed_kong|added_kong")
def exposed_kong(view: View) -> int:
    """each exposed or added kong of the player"""
    return _calls(view.player, _EXPOSED)


@predicate("shown", "tiles", needs="exposed_kong|added_kong")
def exposed_kong_of(view: View, kinds: Kinds) -> int:
    """each exposed or added kong of …"""
    return _calls(view.player, _EXPOSED, kinds)


@predicate("shown", "tiles", needs="exposed_kong")
def claimed_kong_of(view: View, kinds: Kinds) -> int:
    """each kong of … claimed with another player's discard"""
    return _calls(view.player, _CLAIMED, kinds)


@predicate("shown", needs="concealed_kong")
def concealed_kong(view: View) -> int:
    """each concealed kong of the player"""
    return _calls(view.player, _CONCEALED)


@predicate("shown", "tiles", needs="concealed_kong")
def concealed_kong_of(view: View, kinds: Kinds) -> int:
    """each concealed kong of …"""
    return _calls(view.player, _CONCEALED, kinds)


@predicate("shown", "tiles", needs="pung")
def claimed_pung_of(view: View, kinds: Kinds) -> int:
    """each claimed pung of …"""
    return _calls(view.player, _PUNG, kinds)


@predicate("shown", "tiles", needs="kong_tiles|wilds")
def shown(view: View, kinds: Kinds) -> int:
    """each … that the player has konged singly or thrown"""
    hand = view.player.hand
    return _copies(hand.kongs, kinds) + _copies(hand.thrown, kinds)


@predicate("shown", "tiles", needs="kong_tiles")
def konged(view: View, kinds: Kinds) -> int:
    """each … that the player has konged singly"""
    return _copies(view.player.hand.kongs, kinds)


@predicate("shown", "tiles", needs="kong_tiles|wilds")
def thrown(view: View, kinds: Kinds) -> int:
    """each … that the player has thrown"""
    return _copies(view.player.hand.thrown, kinds)


@predicate("shown", needs="flowers|bonus_tiles")
def flower(view: View) -> int:
    """each flower that the player has set aside"""
    named = len(view.player.hand.flowers)
    return max(named, view.situation.flowers) if view.player.seat is None else named


@predicate("shown", "worth")
def shown_worth(view: View, worth: Worth) -> bool:
    """the player shows … (each as often as it counts)"""
    pieces, at_least = worth
    product = 1
    for value, count in pieces:
        product *= value ** count(view)
    return product >= at_least


@predicate("shown", "worth")
def konged_worth(view: View, worth: Worth) -> bool:
    """the player shows, without what was thrown, … (each as often as it counts)"""
    player = view.player
    view.player = Player(player.seat, replace(player.hand, thrown=()), player.is_dealer)
    enough: bool = shown_worth(view, worth)
    view.player = player
    return enough
