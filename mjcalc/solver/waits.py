"""Which tiles complete a hand, and which bring it nearer.

All of these take 13 - 3m concealed tiles and give kinds in order, :data:`~mjcalc.tiles.WILD` last: a drawn wild helps
whenever anything does. What the player holds every copy of is left out, for it cannot come; so are natural tiles of
the wild's kind, for there are none.
"""

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from mjcalc.solver.complete import completing_kinds, is_complete
from mjcalc.solver.forms.form import marks_of
from mjcalc.solver.position import Position
from mjcalc.solver.shanten import COMMON_SHAPES, Solver, solver_for
from mjcalc.solver.shapes import ShapeSet
from mjcalc.solver.suits import Suit, kinds_of
from mjcalc.tiles import KINDS, WILD

__all__ = ["accepting_tiles", "barred_kinds", "formal_waits", "waits"]

_BITS = tuple(1 << kind for kind in range(KINDS))
_NONE = (0,) * KINDS
_FOUR_EACH = (4,) * KINDS


def barred_kinds(suits: Sequence[Suit], position: Position) -> int:
    """The kinds, as bits, that cannot come: the player holds every copy, or every copy is a wild."""
    owned, limits, face = position.owned, position.limits, position.wild_kind
    barred = 0 if face is None else 1 << face
    if owned is None and limits is None:
        return barred | (suits[0].marks | suits[1].marks | suits[2].marks | suits[3].marks) >> 3 * KINDS
    owned = _NONE if owned is None else owned
    limits = _FOUR_EACH if limits is None else limits
    for count, outside, limit, bit in zip(position.counts, owned, limits, _BITS, strict=False):
        if count + outside >= limit:
            barred |= bit
    return barred


def waits(position: Position, shape_set: ShapeSet = COMMON_SHAPES) -> tuple[int, ...]:
    """The kinds that complete the hand, and that can come.

    >>> hand = [0] * 34
    >>> for kind in (0, 0, 0, 0, 1, 2, 9, 10, 11, 18, 18, 18, 27):
    ...     hand[kind] += 1
    >>> waits(Position(hand))  # 1111 23m 123p 111s 東
    (27,)
    """
    solver = solver_for(shape_set)
    # Room for any number of copies even where every tile is real: what lies on the table needs no room.
    suits = solver.free_suits_of(position)
    lacks, wants = solver.lacks_and_wants(suits, position.melds, solver.forms_for(position, has_room=True))
    if lacks != position.wilds + 1:
        return ()
    kinds = kinds_of(wants & ~barred_kinds(suits, position))
    return (*kinds, WILD) if position.wild_can_come else kinds


def formal_waits(position: Position, shape_set: ShapeSet = COMMON_SHAPES) -> tuple[int, ...]:
    """The kinds that would complete the hand, even those of which the player holds every copy.

    >>> formal_waits(Position([4, 0, 0, 3, 3, 3] + [0] * 28))
    (0,)
    """
    solver = solver_for(shape_set)
    if position.is_real:
        return kinds_of(_complete_naturally(solver, position))
    suits = solver.free_suits_of(position)
    lacks, wants = solver.lacks_and_wants(suits, position.melds, solver.forms_for(position, has_room=True))
    if lacks != position.wilds + 1:
        return ()
    if position.wild_kind is not None:
        wants &= ~(1 << position.wild_kind)
    return (*kinds_of(wants), WILD)


def accepting_tiles(position: Position, shape_set: ShapeSet = COMMON_SHAPES) -> tuple[int, ...]:
    """The kinds (進張) one more of which lowers the shanten, and that can come.

    >>> hand = [0] * 34
    >>> for kind in (0, 1, 2, 9, 10, 11, 18, 19, 20, 22, 23, 27, 30):
    ...     hand[kind] += 1
    >>> accepting_tiles(Position(hand))  # 123m 123p 123s 56s 東北: either honour again, or 4s or 7s
    (21, 24, 27, 30)
    """
    solver = solver_for(shape_set)
    suits = solver.suits_of(position)
    _, wants = solver.lacks_and_wants(suits, position.melds, solver.forms_for(position))
    kinds = kinds_of(wants & ~barred_kinds(suits, position))
    return (*kinds, WILD) if position.wild_can_come else kinds


def _complete_naturally(solver: Solver, position: Position) -> int:
    """The kinds, as bits, that complete a hand where there are no wilds. For suits that were never seen this is much
    sooner done than what ``waits`` does: each suit must be complete by itself but for the one tile."""
    found = 0
    tiles = bytes(position.counts)
    melds = position.melds
    suits = [(tiles[first : first + 9], kinds, runs, first) for first, kinds, runs in solver.suits]
    facts = [_facts(*suit) for suit in suits]
    over = [fact.size % 3 for fact in facts if fact.size % 3]
    # One suit has the pair's one tile, or one has the pair and it or another lacks a tile of a set.
    if solver.has_standard and over in ([1], [2, 2]) and sum([fact.size for fact in facts]) == 13 - 3 * melds:
        complete = sum([fact.is_complete for fact in facts])
        for (own, kinds, runs, first), fact in zip(suits, facts, strict=True):
            if fact.size % 3 and complete - fact.is_complete == 3:
                found |= completing_kinds(own, kinds, runs) << first
    forms = solver.forms_for(position, has_room=True)
    if forms:
        marks = sum([fact.marks for fact in facts])
        for form in forms:
            found |= form.completing(marks, melds)
    return found


class _Facts(Struct, frozen=True, gc=False):
    """Of a suit without wilds, by itself."""

    size: int
    is_complete: bool
    marks: int


@lru_cache(1 << 12)
def _facts(tiles: bytes, kinds: int, runs: int, first: int) -> _Facts:
    return _Facts(sum(tiles), is_complete(tiles, kinds, runs), marks_of(tiles, kinds << first, first))
