"""Predicates on one reading of a hand: how its tiles are seen as sets."""

from itertools import combinations

from mjcalc.scoring.combinations import Codes, number_of_disjoint, sets_of, unpacked
from mjcalc.scoring.measures import (
    CHOWS,
    CLASSES,
    SETS,
    WIND_PUNGS,
    WON_AT_EDGE,
    WON_IN_MIDDLE,
    WON_ON_PAIR,
    WON_ON_WILD_PAIR,
    all_pungs_among,
    outside,
    own_faces,
    pair_among,
    pungs_among,
    without,
)
from mjcalc.scoring.predicates.registry import Register
from mjcalc.scoring.view import View
from mjcalc.solver.kinds import HONOUR_BITS, NUMBER_SUITS, bits_of
from mjcalc.solver.target import Target
from mjcalc.tiles import KINDS, WINDS

__all__ = ["predicate"]

predicate = Register()

_ALL = frozenset(range(KINDS))


@predicate(
    "reading",
    "shapes",
    aim=lambda shapes, every: [Target(shapes=shapes)],
    aim_against=lambda shapes, every: [Target(shapes=every - shapes)],
)
def shape(view: View, shapes: frozenset[str]) -> bool:
    """the hand is read as …"""
    return view.shape in shapes


@predicate("reading")
def closed_shape(view: View) -> bool:
    """the hand is read as a shape that allows no melds"""
    return view.shape in view.closed_shapes


@predicate(
    "reading",
    measure=CLASSES,
    aim=lambda argument, every: [Target(kinds=suit) for suit in NUMBER_SUITS],
)
def one_suit(view: View, classes: int) -> bool:
    """all tiles, melds too, are of one suit without honours"""
    return classes & 0xF000 == 0 and (classes & 0xF, classes >> 4 & 0xF, classes >> 8).count(0) == 2


@predicate(
    "reading",
    measure=CLASSES,
    aim=lambda argument, every: [Target(kinds=suit | HONOUR_BITS, musts=(suit, HONOUR_BITS)) for suit in NUMBER_SUITS],
)
def one_suit_and_honours(view: View, classes: int) -> bool:
    """all tiles, melds too, are of one suit or honours, and there are both"""
    return classes & 0xF000 != 0 and (classes & 0xF, classes >> 4 & 0xF, classes >> 8 & 0xF).count(0) == 2


@predicate("reading", measure=CLASSES, aim=lambda argument, every: [Target(kinds=HONOUR_BITS)])
def only_honours(view: View, classes: int) -> bool:
    """all tiles, melds too, are honours"""
    return classes & 0xFFF == 0


@predicate("reading", measure=CHOWS, aim=lambda argument, every: [Target(chows=False)])
def all_pungs(view: View, chows: int) -> bool:
    """the hand is four pungs or kongs and a pair"""
    return chows == 0 and view.form == "standard"


@predicate(
    "reading",
    "number",
    measure=CLASSES,
    aim=lambda number, every: [
        Target(kinds=sum(chosen) | HONOUR_BITS, musts=chosen) for chosen in combinations(NUMBER_SUITS, number)
    ],
    one="the tiles, melds too, are of exactly one suit",
)
def suits(view: View, classes: int, number: int) -> bool:
    """the tiles, melds too, are of exactly … suits"""
    return (classes & 0xF, classes >> 4 & 0xF, classes >> 8 & 0xF).count(0) == 3 - number


@predicate(
    "reading",
    "sets",
    measure=SETS,
    aim=lambda patterns, every: [Target(sets=sets_of(codes)) for codes in sorted(patterns)],
)
def sets(view: View, packed: int, patterns: frozenset[Codes]) -> int:
    """each group of sets like … (numbers may shift; suits, winds and dragons may change)"""
    return number_of_disjoint(unpacked(packed), patterns)


@predicate(
    "reading",
    "tiles",
    measure=lambda kinds, wild: pair_among(kinds),
    aim=lambda kinds, every: [Target(pairs=bits_of(kinds))],
)
def pair_of(view: View, pairs: int) -> bool:
    """the pair is of …"""
    return pairs > 0


@predicate(
    "reading",
    "tiles",
    measure=lambda kinds, wild: outside(kinds),
    aim=lambda kinds, every: [Target(kinds=bits_of(kinds))],
)
def tiles_of(view: View, others: int) -> bool:
    """all tiles, melds too, are …"""
    return others == 0


@predicate(
    "reading",
    "tiles",
    measure=lambda kinds, wild: outside(_ALL - kinds),
    aim=lambda kinds, every: [Target(musts=(bits_of(kinds),))],
)
def has(view: View, inside: int) -> bool:
    """the hand or its melds hold …"""
    return inside > 0


@predicate(
    "reading",
    "tiles",
    measure=lambda kinds, wild: without(kinds),
    aim=lambda kinds, every: [Target(each=bits_of(kinds))],
)
def each_holds(view: View, others: int) -> bool:
    """four sets and a pair, and each of the five holds …"""
    return others == 0 and view.form == "standard"


@predicate("reading", measure=all_pungs_among(_ALL))
def any_pung(view: View, pungs: int) -> int:
    """each pung or kong, melds too"""
    return pungs


@predicate("reading", "tiles", measure=lambda kinds, wild: all_pungs_among(kinds))
def pung_of(view: View, pungs: int) -> int:
    """each pung or kong of …, melds too"""
    return pungs


@predicate("reading", measure=pungs_among(_ALL))
def hidden_pung(view: View, pungs: int) -> int:
    """each concealed pung that the winner drew whole or concealed kong"""
    kongs = sum([not meld.is_open for meld in view.case.winner.hand.melds])
    return kongs + (pungs & 7) - (pungs > 7 and not view.situation.is_drawn)


def _pungs_of(wind: int, winds: int) -> int:
    return winds >> 3 * (wind - WINDS[0]) & 7


@predicate("reading", measure=WIND_PUNGS)
def round_wind_pung(view: View, winds: int) -> bool:
    """there is a pung or kong of the round's wind"""
    wind = view.situation.round_wind
    return wind is not None and _pungs_of(wind, winds) > 0


@predicate("reading", measure=WIND_PUNGS)
def seat_wind_pung(view: View, winds: int) -> bool:
    """there is a pung or kong of the winner's own wind"""
    wind = view.situation.own_wind
    return wind is not None and _pungs_of(wind, winds) > 0


@predicate("reading", measure=WIND_PUNGS)
def other_wind_pung(view: View, winds: int) -> int:
    """each pung or kong of a wind that is not known to be the round's or the winner's own"""
    if not winds:
        return 0
    known = (view.situation.round_wind, view.situation.own_wind)
    return sum([_pungs_of(wind, winds) for wind in WINDS if wind not in known])


@predicate("reading", "tiles", measure=lambda kinds, wild: pungs_among(kinds))
def drawn_pung_of(view: View, pungs: int) -> int:
    """each concealed pung of … that the winner drew whole"""
    return (pungs & 7) - (pungs > 7 and not view.situation.is_drawn)


@predicate("reading", "tiles", measure=lambda kinds, wild: pungs_among(kinds), needs="discard|rob-kong")
def completed_pung_of(view: View, pungs: int) -> int:
    """each concealed pung of … that another player's tile completed"""
    return int(pungs > 7 and not view.situation.is_drawn)


@predicate("reading", measure=lambda argument, wild: own_faces(wild), wild_matters=True, needs="wilds")
def no_wild_substitutes(view: View, own_faces: int) -> bool:
    """every wild among the concealed tiles stands for its own face"""
    return own_faces == view.case.wilds


@predicate("reading", measure=WON_ON_PAIR)
def won_on_pair(view: View, here: int) -> bool:
    """the winning tile completes the pair"""
    return here > 0


@predicate("reading", measure=WON_IN_MIDDLE)
def won_in_middle(view: View, here: int) -> bool:
    """the winning tile is the middle of a concealed chow"""
    return here > 0


@predicate("reading", measure=WON_AT_EDGE)
def won_at_edge(view: View, here: int) -> bool:
    """the winning tile is the 3 of a concealed 123 or the 7 of a 789"""
    return here > 0


@predicate("reading", measure=WON_ON_WILD_PAIR, needs="wilds")
def won_on_wild_pair(view: View, here: int) -> bool:
    """the winning tile pairs with a wild, everything else being complete"""
    return here > 0
