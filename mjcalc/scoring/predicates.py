"""The conditions that a rules file may name, one small function each.

A predicate answers with a bool, or with a number where it counts (``per:``). It sees a
:class:`~mjcalc.scoring.view.View`, and its *scope* says how much of it, see :data:`mjcalc.rules.vocabulary.Scope`.
Its docstring is the meaning that
``mjcalc rules predicates`` and the rule sheets print.
"""

from collections.abc import Callable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from mjcalc.hand import Meld
from mjcalc.rules.vocabulary import Scope, Takes, Vocabulary, Word
from mjcalc.scoring.measures import (
    CHOWS,
    CLASSES,
    WON_AT_EDGE,
    WON_IN_MIDDLE,
    WON_ON_PAIR,
    WON_ON_WILD_PAIR,
    Measure,
    outside,
    own_faces,
    pair_among,
    pungs_among,
)
from mjcalc.scoring.methods import SIDES
from mjcalc.scoring.view import Player, RankedCap, View
from mjcalc.tiles import WILD, class_of

__all__ = ["ABOUT_OPENNESS", "PREDICATES", "VOCABULARY", "Predicate"]

ABOUT_OPENNESS = frozenset(("seat_closed", "every_seat_closed"))
"""The conditions of caps that ask which losers are open."""

Kinds = frozenset[int]
Worth = tuple[list[tuple[int, Callable[[View], int]]], int]
"""(value, what counts the pieces) of some fans, and what their product must reach."""


class Predicate(Struct, frozen=True):
    """A named condition: what a rules file may know of it, and how it is asked."""

    word: Word
    run: Callable[..., Any]
    """(view) or (view, argument), every argument ready to use: tiles as a frozenset of kinds, fans as a set of bits,
    other names as a frozenset.
    With a measure (view, measured): its argument is already in the measure."""
    measure: Callable[[Any, int | None], Measure] | None = None
    """(argument, the round's wild) → what to measure."""
    wild_matters: bool = False
    """Whether the measure depends on the round's wild."""


PREDICATES: dict[str, Predicate] = {}
"""Every predicate by name."""

_Run = Callable[..., Any]


def _predicate(
    scope: Scope,
    takes: Takes = "nothing",
    measure: Callable[[Any, int | None], Measure] | None = None,
    *,
    needs: str = "",
    wild_matters: bool = False,
) -> Callable[[_Run], _Run]:
    """Register a function under its own name (``open_`` as ``open``)."""

    def register(run: _Run) -> _Run:
        name = run.__name__.rstrip("_")
        meaning = (run.__doc__ or "").strip()
        counts = run.__annotations__["return"] is int
        word = Word(name, scope, meaning, takes, counts, (needs,) if needs else ())
        PREDICATES[name] = Predicate(word, run, measure, wild_matters)
        return run

    return register


# Plain loops: these are asked many times for each hand.
_EXPOSED, _CONCEALED, _PUNG = ("exposed_kong", "added_kong"), ("concealed_kong",), ("pung",)


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


# The situation: how the win came, and who the player is in it


@_predicate("situation")
def always(view: View) -> bool:
    """always"""
    return True


@_predicate("situation", "ways")
def by(view: View, ways: frozenset[str]) -> bool:
    """won by …"""
    return view.situation.by in ways


@_predicate("situation")
def drawn(view: View) -> bool:
    """the winner drew the winning tile"""
    return view.situation.is_drawn


@_predicate("situation", needs="last_tile")
def last_tile(view: View) -> bool:
    """won on the last tiles of the wall"""
    return view.situation.last_tile


@_predicate("situation", needs="dealt_wins")
def heavenly(view: View) -> bool:
    """the dealer was dealt a winning hand (天胡)"""
    return view.situation.heavenly


@_predicate("situation", needs="dealt_wins")
def earthly(view: View) -> bool:
    """won on the first draw (地胡)"""
    return view.situation.earthly


@_predicate("situation", needs="dealt_wins")
def dealt_win(view: View) -> bool:
    """天胡 or 地胡"""
    return view.situation.heavenly or view.situation.earthly


@_predicate("situation", needs="discard")
def discarder_not_ready(view: View) -> bool:
    """whoever discarded the winning tile was not ready"""
    return view.situation.not_ready


@_predicate("situation")
def winner(view: View) -> bool:
    """the player is the winner"""
    return view.player.seat is None


@_predicate("situation")
def dealer(view: View) -> bool:
    """the player is the dealer"""
    return view.player.is_dealer


@_predicate("situation", needs="discard|rob-kong")
def gave_winning_tile(view: View) -> bool:
    """the player discarded the winning tile or was robbed of it"""
    return view.player.seat is not None and view.player.seat == view.situation.source


# What the player shows


@_predicate("shown")
def open_(view: View) -> bool:
    """the player is open: at least one chow, pung, exposed or added kong"""
    return view.player.is_open


@_predicate("shown")
def open_meld(view: View) -> int:
    """each open meld of the player"""
    return len(view.player.open_melds) or int(view.player.is_open)  # a robbed seat has the pung it was adding to


@_predicate("shown", "number")
def open_melds_at_least(view: View, number: int) -> bool:
    """the player has at least … open melds"""
    return len(view.player.open_melds) >= number


@_predicate("shown", "number")
def melds_at_least(view: View, number: int) -> bool:
    """the player has at least … melds of any kind, concealed kongs too"""
    return len(view.player.hand.melds) >= number


@_predicate("shown", needs="exposed_kong|added_kong")
def exposed_kong(view: View) -> int:
    """each exposed or added kong of the player"""
    return _calls(view.player, _EXPOSED)


@_predicate("shown", "tiles", needs="exposed_kong|added_kong")
def exposed_kong_of(view: View, kinds: Kinds) -> int:
    """each exposed or added kong of …"""
    return _calls(view.player, _EXPOSED, kinds)


@_predicate("shown", needs="concealed_kong")
def concealed_kong(view: View) -> int:
    """each concealed kong of the player"""
    return _calls(view.player, _CONCEALED)


@_predicate("shown", "tiles", needs="concealed_kong")
def concealed_kong_of(view: View, kinds: Kinds) -> int:
    """each concealed kong of …"""
    return _calls(view.player, _CONCEALED, kinds)


@_predicate("shown", "tiles", needs="pung")
def claimed_pung_of(view: View, kinds: Kinds) -> int:
    """each claimed pung of …"""
    return _calls(view.player, _PUNG, kinds)


@_predicate("shown", "tiles", needs="kong_tiles|wilds")
def shown(view: View, kinds: Kinds) -> int:
    """each … that the player has konged singly or thrown"""
    hand = view.player.hand
    return _copies(hand.kongs, kinds) + _copies(hand.thrown, kinds)


@_predicate("shown", "tiles", needs="kong_tiles")
def konged(view: View, kinds: Kinds) -> int:
    """each … that the player has konged singly"""
    return _copies(view.player.hand.kongs, kinds)


@_predicate("shown", "tiles", needs="kong_tiles|wilds")
def thrown(view: View, kinds: Kinds) -> int:
    """each … that the player has thrown"""
    return _copies(view.player.hand.thrown, kinds)


@_predicate("shown", needs="flowers")
def flower(view: View) -> int:
    """each flower that the player has set aside"""
    return len(view.player.hand.flowers)


@_predicate("shown", "worth")
def shown_worth(view: View, worth: Worth) -> bool:
    """of the player: …, each as often as it counts"""
    pieces, at_least = worth
    product = 1
    for value, count in pieces:
        product *= value ** count(view)
    return product >= at_least


@_predicate("shown", "worth")
def konged_worth(view: View, worth: Worth) -> bool:
    """of the player without what was thrown: …, each as often as it counts"""
    player = view.player
    view.player = Player(player.seat, replace(player.hand, thrown=()), player.is_dealer)
    enough: bool = shown_worth(view, worth)
    view.player = player
    return enough


# What the winner holds


@_predicate("held", "tiles")
def holds(view: View, kinds: Kinds) -> bool:
    """one of … is among the winner's concealed tiles"""
    return not kinds.isdisjoint(view.case.concealed)


@_predicate("held", needs="wilds")
def no_wild_held(view: View) -> bool:
    """no wild is among the winner's concealed tiles"""
    return view.case.wilds == 0


@_predicate("held", "number", needs="wilds")
def wilds_at_least(view: View, number: int) -> bool:
    """at least … wilds are among the winner's concealed tiles"""
    return view.case.wilds >= number


@_predicate("held", "number")
def natural_classes_at_least(view: View, number: int) -> bool:
    """the winner's tiles other than wilds, melds too, are of at least … of these: characters, dots, bamboo, honours"""
    counts, melds = view.case.counts, view.case.winner.hand.melds
    present = [any(counts[:9]), any(counts[9:18]), any(counts[18:27]), any(counts[27:])]
    for meld in melds:
        present[class_of(meld.tile)] = True
    return sum(present) >= number


@_predicate("held", needs="wilds")
def wins_on_wild(view: View) -> bool:
    """the winning tile is the wild"""
    return view.case.win == WILD


@_predicate("held")
def single_formal_wait(view: View) -> bool:
    """the hand waited for exactly one kind of tile, whether or not any copy of it is left"""
    return len(view.case.formal_waits) == 1


# The reading: how the hand is seen


@_predicate("reading", "shapes")
def shape(view: View, shapes: frozenset[str]) -> bool:
    """the hand is read as …"""
    return view.shape in shapes


@_predicate("reading", measure=lambda argument, wild: CLASSES)
def one_suit(view: View, classes: int) -> bool:
    """every tile is of one suit, no honours"""
    return classes & 0xF000 == 0 and (classes & 0xF, classes >> 4 & 0xF, classes >> 8).count(0) == 2


@_predicate("reading", measure=lambda argument, wild: CLASSES)
def one_suit_and_honours(view: View, classes: int) -> bool:
    """every tile is of one suit or an honour, and there are both"""
    return classes & 0xF000 != 0 and (classes & 0xF, classes >> 4 & 0xF, classes >> 8 & 0xF).count(0) == 2


@_predicate("reading", measure=lambda argument, wild: CLASSES)
def only_honours(view: View, classes: int) -> bool:
    """every tile is an honour"""
    return classes & 0xFFF == 0


@_predicate("reading", measure=lambda argument, wild: CHOWS)
def all_pungs(view: View, chows: int) -> bool:
    """four pungs or kongs and a pair"""
    return chows == 0 and view.form == "standard"


@_predicate("reading", "tiles", measure=lambda kinds, wild: pair_among(kinds))
def pair_of(view: View, pairs: int) -> bool:
    """the pair is one of …"""
    return pairs > 0


@_predicate("reading", "tiles", measure=lambda kinds, wild: outside(kinds))
def tiles_of(view: View, others: int) -> bool:
    """every tile, melds too, is one of …"""
    return others == 0


@_predicate("reading", "tiles", measure=lambda kinds, wild: pungs_among(kinds))
def drawn_pung_of(view: View, pungs: int) -> int:
    """each concealed pung of … that the winner drew whole"""
    return (pungs & 7) - (pungs > 7 and not view.situation.is_drawn)


@_predicate("reading", "tiles", measure=lambda kinds, wild: pungs_among(kinds), needs="discard|rob-kong")
def completed_pung_of(view: View, pungs: int) -> int:
    """each concealed pung of … that another player's tile completed"""
    return int(pungs > 7 and not view.situation.is_drawn)


@_predicate("reading", measure=lambda argument, wild: own_faces(wild), wild_matters=True, needs="wilds")
def no_wild_substitutes(view: View, own_faces: int) -> bool:
    """every wild among the concealed tiles stands for its own face"""
    return own_faces == view.case.wilds


@_predicate("reading", measure=lambda argument, wild: WON_ON_PAIR)
def won_on_pair(view: View, here: int) -> bool:
    """the winning tile completes the pair"""
    return here > 0


@_predicate("reading", measure=lambda argument, wild: WON_IN_MIDDLE)
def won_in_middle(view: View, here: int) -> bool:
    """the winning tile is the middle of a concealed run"""
    return here > 0


@_predicate("reading", measure=lambda argument, wild: WON_AT_EDGE)
def won_at_edge(view: View, here: int) -> bool:
    """the winning tile is the 3 of a concealed 123 or the 7 of a 789"""
    return here > 0


@_predicate("reading", measure=lambda argument, wild: WON_ON_WILD_PAIR, needs="wilds")
def won_on_wild_pair(view: View, here: int) -> bool:
    """the winning tile pairs with a wild, everything else being complete"""
    return here > 0


# The fans that hold


@_predicate("fans", "fans")
def any_fan(view: View, fans: int) -> bool:
    """… counts"""
    return view.fans & fans != 0


@_predicate("fans", "sides")
def any_side(view: View, fans: int) -> bool:
    """a fan of the side … counts"""
    return view.fans & fans != 0


@_predicate("fans", "number")
def total_below(view: View, number: int) -> bool:
    """the fans come to less than …"""
    return view.total < number


# One loser, for responsibility


def _fed(view: View, melds: tuple[Meld, ...], seat: str | None) -> int:
    """How many of the melds a seat fed."""
    number = 0
    for meld in melds:
        if meld.feeder == seat or (view.assume_unknown_feeders and meld.feeder is None):
            number += 1
    return number


@_predicate("seat", "number")
def fed_open_meld(view: View, number: int) -> bool:
    """the loser fed the winner's open meld number …, in the order they were exposed"""
    return _fed(view, view.case.winner.open_melds[number - 1 : number], view.player.seat) > 0


@_predicate("seat", "number")
def fed_open_melds_at_least(view: View, number: int) -> bool:
    """the loser fed at least … open melds of the winner"""
    return _fed(view, view.case.winner.open_melds, view.player.seat) >= number


@_predicate("seat", "number")
def fed_open_meld_by_winner(view: View, number: int) -> bool:
    """the winner fed the loser's open meld number …, in the order they were exposed"""
    return _fed(view, view.player.open_melds[number - 1 : number], _WINNER_SEEN_FROM[view.player.seat]) > 0


@_predicate("seat", "number")
def fed_by_winner_at_least(view: View, number: int) -> bool:
    """the winner fed at least … open melds of the loser"""
    return _fed(view, view.player.open_melds, _WINNER_SEEN_FROM[view.player.seat]) >= number


_WINNER_SEEN_FROM = {"right": "left", "across": "across", "left": "right", None: None}


# What the losers would pay, for caps


@_predicate("amounts", "cap")
def seat_over(view: View, cap: RankedCap) -> bool:
    """the loser's amount is over …, or the hand is a limit hand of a higher cap"""
    amount = view.amounts[view.case.losers.index(view.player)]
    return amount > cap.amount_at(view.base) or view.limit_rank > cap.rank


@_predicate("amounts", "cap")
def every_seat_over(view: View, cap: RankedCap) -> bool:
    """every loser's amount is over …, or the hand is a limit hand of a higher cap"""
    return min(view.amounts) > cap.amount_at(view.base) or view.limit_rank > cap.rank


@_predicate("amounts")
def seat_closed(view: View) -> bool:
    """the loser is not open"""
    return not view.player.is_open


@_predicate("amounts")
def every_seat_closed(view: View) -> bool:
    """no loser is open"""
    return not any(loser.is_open for loser in view.case.losers)


VOCABULARY = Vocabulary({name: predicate.word for name, predicate in PREDICATES.items()}, SIDES)
"""The same for the rules room: names, arguments and meanings; and which fans count with which method."""
