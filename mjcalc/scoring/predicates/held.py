"""Predicates on the winner's tiles that are the same for every reading of them."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from operator import add

from mjcalc.scoring.predicates.registry import Kinds, Register
from mjcalc.scoring.view import View
from mjcalc.solver.forms.knitted import KNITTED, knitted_kinds
from mjcalc.solver.kinds import HONOUR_BITS, NUMBER_SUITS
from mjcalc.solver.target import Target
from mjcalc.tiles import KINDS, WILD, class_of

__all__ = ["predicate"]

predicate = Register()


@cache
def _straights() -> list[tuple[int, ...]]:
    """Nine knitted tiles, in all ways: made when a variant first asks for them."""
    return [tuple([kind for kind in range(KINDS) if knitted_kinds(way) >> kind & 1]) for way in KNITTED]


@predicate("held", "tiles")
def holds(view: View, kinds: Kinds) -> bool:
    """the winner's concealed tiles hold …"""
    return not kinds.isdisjoint(view.case.concealed)


@predicate("held", needs="wilds")
def no_wild_held(view: View) -> bool:
    """no wild is among the winner's concealed tiles"""
    return view.case.wilds == 0


@predicate("held", "number", needs="wilds", one="a wild is among the winner's concealed tiles")
def wilds_at_least(view: View, number: int) -> bool:
    """at least … wilds are among the winner's concealed tiles"""
    return view.case.wilds >= number


@predicate(
    "held",
    "number",
    aim_against=lambda number, every: [
        Target(kinds=sum(chosen)) for chosen in combinations((*NUMBER_SUITS, HONOUR_BITS), number - 1)
    ],
)
def natural_classes_at_least(view: View, number: int) -> bool:
    """the winner's tiles other than wilds, melds too, are of at least … of these: characters, dots, bamboo, honours"""
    counts, melds = view.case.counts, view.case.winner.hand.melds
    present = [any(counts[:9]), any(counts[9:18]), any(counts[18:27]), any(counts[27:])]
    for meld in melds:
        present[class_of(meld.tile)] = True
    return sum(present) >= number


@predicate("held", needs="wilds")
def wins_on_wild(view: View) -> bool:
    """the winning tile is the wild"""
    return view.case.win == WILD


@predicate("held", looks_at_win=True)
def single_formal_wait(view: View) -> bool:
    """the hand waited for one kind of tile alone, even if none of it is left"""
    return len(view.case.formal_waits) == 1


@predicate("held", looks_at_win=True)
def last_copy(view: View) -> bool:
    """the winning tile is the last one: its other three copies lie open"""
    return view.case.is_last_copy


@predicate("held")
def four_alike(view: View) -> int:
    """each kind of which the winner has all four, melds and kongs too"""
    return _four_alike(view) + sum([meld.is_kong for meld in view.case.winner.hand.melds])


@predicate("held")
def four_alike_unkonged(view: View) -> int:
    """each kind of which the winner has all four, melds too, but not as a kong"""
    return _four_alike(view)


def _four_alike(view: View) -> int:
    """The kinds of which all four are held, some of them perhaps melded, but not as a kong."""
    counts, melded = view.case.counts, view.case.melded
    if melded is None:
        return counts.count(4)
    kongs = sum([meld.is_kong for meld in view.case.winner.hand.melds])
    return [*map(add, counts, melded)].count(4) - kongs


@predicate("held", "hand", looks_at_win=True)
def waited_with(view: View, hands: frozenset[bytes]) -> bool:
    """no melds, and just … before the winning tile (suits change places)"""
    case = view.case
    if case.winner.hand.melds or case.wilds:
        return False
    counts = case.counts.copy()
    counts[case.win] -= 1
    return bytes(counts) in hands


@predicate("held")
def knitted_straight(view: View) -> bool:
    """147 of one suit, 258 of another and 369 of the third are all among the concealed tiles"""
    return any(True for _ in _generate_straights(view))


@predicate("held", looks_at_win=True)
def wins_on_knitted(view: View) -> bool:
    """147 of one suit, 258 of another and 369 of the third are all concealed, and the winning tile is one of those"""
    return any(view.case.win in straight for straight in _generate_straights(view))


def _generate_straights(view: View) -> Iterator[tuple[int, ...]]:
    """Each nine knitted tiles that are all among the concealed ones."""
    counts = view.case.counts
    for straight in _straights():
        for kind in straight:
            if not counts[kind]:
                break
        else:
            yield straight
