"""Which tiles complete a hand, and which bring it nearer.

All of these take the concealed tiles as :mod:`mjcalc.solver.shanten` does, and give kinds in order,
:data:`~mjcalc.tiles.WILD` last: a drawn wild helps whenever anything does. What the player holds every copy of is left
out, for it cannot come: ``held`` counts the player's copies outside the concealed tiles (melds, and what was konged
singly, thrown or set aside; the melds' own where it is not given), ``limits`` the copies in the set (four of each where
it is not given; three of the indicator's kind). ``wild_kind`` is the wild's face where it is known: its natural copies
do not exist, so that kind is never listed.
"""

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from mjcalc.solver.complete import completing_kinds, is_complete
from mjcalc.solver.patterns import marks_of
from mjcalc.solver.shanten import COMMON_SHAPES, Solver, solver_for
from mjcalc.solver.shapes import ShapeSet
from mjcalc.solver.suits import Suit, kinds_of
from mjcalc.tiles import KINDS, WILD

__all__ = ["accepting_tiles", "formal_waits", "spent_kinds", "waits"]

_BITS = tuple(1 << kind for kind in range(KINDS))
_NONE = (0,) * KINDS
_FOUR_EACH = (4,) * KINDS


def spent_kinds(
    suits: Sequence[Suit],
    counts: Sequence[int],
    held: Sequence[int] | None,
    limits: Sequence[int] | None,
) -> int:
    """The kinds, as bits, of which the player holds every copy."""
    if held is None and limits is None:
        return (suits[0].marks | suits[1].marks | suits[2].marks | suits[3].marks) >> 3 * KINDS
    spent = 0
    held = _NONE if held is None else held
    limits = _FOUR_EACH if limits is None else limits
    for count, outside, limit, bit in zip(counts, held, limits, _BITS, strict=False):
        if count + outside >= limit:
            spent |= bit
    return spent


def waits(
    counts: Sequence[int],
    shape_set: ShapeSet = COMMON_SHAPES,
    *,
    wilds: int = 0,
    melds: int = 0,
    melded: Sequence[int] | None = None,
    wild_in_play: bool = False,
    wilds_out: int = 0,
    held: Sequence[int] | None = None,
    limits: Sequence[int] | None = None,
    wild_kind: int | None = None,
) -> tuple[int, ...]:
    """The kinds that complete 13 - 3m concealed tiles with m melds, and that can come.

    >>> hand = [0] * 34
    >>> for kind in (0, 0, 0, 0, 1, 2, 9, 10, 11, 18, 18, 18, 27):
    ...     hand[kind] += 1
    >>> waits(hand)  # 1111 23m 123p 111s 東
    (27,)
    """
    solver = solver_for(shape_set)
    suits = solver.suits_of(counts, None, False)
    found, wild_too = _complete(solver, suits, wilds, melds, melded, wild_in_play, wilds_out, wild_kind)
    kinds = kinds_of(found & ~spent_kinds(suits, counts, melded if held is None else held, limits)) if found else ()
    return (*kinds, WILD) if wild_too and wilds + wilds_out < 4 else kinds


def formal_waits(
    counts: Sequence[int],
    shape_set: ShapeSet = COMMON_SHAPES,
    *,
    wilds: int = 0,
    melds: int = 0,
    melded: Sequence[int] | None = None,
    wild_in_play: bool = False,
    wilds_out: int = 0,
    wild_kind: int | None = None,
) -> tuple[int, ...]:
    """The kinds that would complete 13 - 3m concealed tiles, even those of which the player holds every copy.

    >>> formal_waits([4, 0, 0, 3, 3, 3] + [0] * 28)
    (0,)
    """
    solver = solver_for(shape_set)
    if not (wilds or wild_in_play or wild_kind is not None):
        return kinds_of(_complete_naturally(solver, counts, melds, melded))
    suits = solver.suits_of(counts, None, False)
    found, wild_too = _complete(solver, suits, wilds, melds, melded, wild_in_play, wilds_out, wild_kind)
    return (*kinds_of(found), WILD) if wild_too else kinds_of(found)


def _complete_naturally(solver: Solver, counts: Sequence[int], melds: int, melded: Sequence[int] | None) -> int:
    """What ``_complete`` finds where there are no wilds, and much sooner for suits that were never seen: each suit must
    be complete by itself but for the one tile."""
    found = 0
    tiles = bytes(counts)
    suits = [(tiles[first : first + 9], kinds, runs, first) for first, kinds, runs in solver.suits]
    facts = [_facts(*suit) for suit in suits]
    over = [fact.size % 3 for fact in facts if fact.size % 3]
    # One suit has the pair's one tile, or one has the pair and it or another lacks a tile of a set.
    if solver.has_standard and over in ([1], [2, 2]) and sum([fact.size for fact in facts]) == 13 - 3 * melds:
        complete = sum([fact.is_complete for fact in facts])
        for (own, kinds, runs, first), fact in zip(suits, facts, strict=True):
            if fact.size % 3 and complete - fact.is_complete == 3:
                found |= completing_kinds(own, kinds, runs) << first
    patterns = solver.patterns_for(melds, melded, True)
    if patterns:
        marks = sum([fact.marks for fact in facts])
        for pattern in patterns:
            if pattern.lacks(marks, melds) == 1:
                found |= pattern.wants(marks, melds)
    return found


class _Facts(Struct, frozen=True, gc=False):
    """Of a suit without wilds, by itself."""

    size: int
    is_complete: bool
    marks: int


@lru_cache(1 << 12)
def _facts(tiles: bytes, kinds: int, runs: int, first: int) -> _Facts:
    return _Facts(sum(tiles), is_complete(tiles, kinds, runs), marks_of(tiles, kinds << first, first))


def _complete(
    solver: Solver,
    suits: Sequence[Suit],
    wilds: int,
    melds: int,
    melded: Sequence[int] | None,
    wild_in_play: bool,
    wilds_out: int,
    wild_kind: int | None,
) -> tuple[int, bool]:
    """The natural kinds, as bits, that complete the tiles, and whether a wild does.

    The suits are those without limits even where every tile is real: what lies on the table needs no room.
    """
    real = not (wilds or wild_in_play or wild_kind is not None)
    patterns = solver.patterns_for(melds, melded, real, wilds_out)
    lacks, wants = solver.lacks_and_wants(suits, melds, patterns)
    if lacks != wilds + 1:
        return 0, False
    return wants if wild_kind is None else wants & ~(1 << wild_kind), not real


def accepting_tiles(
    counts: Sequence[int],
    shape_set: ShapeSet = COMMON_SHAPES,
    *,
    wilds: int = 0,
    melds: int = 0,
    melded: Sequence[int] | None = None,
    wild_in_play: bool = False,
    wilds_out: int = 0,
    held: Sequence[int] | None = None,
    limits: Sequence[int] | None = None,
    wild_kind: int | None = None,
) -> tuple[int, ...]:
    """The kinds (進張) one more of which lowers the shanten of 13 - 3m concealed tiles, and that can come.

    >>> hand = [0] * 34
    >>> for kind in (0, 1, 2, 9, 10, 11, 18, 19, 20, 22, 23, 27, 30):
    ...     hand[kind] += 1
    >>> accepting_tiles(hand)  # 123m 123p 123s 56s 東北: either honour again, or 4s or 7s
    (21, 24, 27, 30)
    """
    solver = solver_for(shape_set)
    real = not (wilds or wild_in_play or wild_kind is not None)
    suits = solver.suits_of(counts, melded, real)
    patterns = solver.patterns_for(melds, melded, real, wilds_out)
    _, wants = solver.lacks_and_wants(suits, melds, patterns)
    if wild_kind is not None:
        wants &= ~(1 << wild_kind)
    kinds = kinds_of(wants & ~spent_kinds(suits, counts, melded if held is None else held, limits))
    return (*kinds, WILD) if not real and wilds + wilds_out < 4 else kinds
