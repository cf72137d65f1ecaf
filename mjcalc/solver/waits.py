"""Which tiles complete a hand, and which bring it nearer.

All of these take 13 - 3m concealed tiles and give kinds in order, :data:`~mjcalc.tiles.WILD` last: a drawn wild helps
whenever anything does. What the player holds every copy of is left out, for it cannot come; so are natural tiles of
the wild's kind, for there are none.
"""

from collections.abc import Sequence

from mjcalc.solver.kinds import kinds_of
from mjcalc.solver.natural import natural_waits
from mjcalc.solver.position import Position
from mjcalc.solver.shanten import COMMON_SHAPES, solver_for
from mjcalc.solver.shapes import ShapeSet
from mjcalc.solver.suits import Suit
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
        forms = solver.forms_for(position, has_room=True)
        tiles = bytes(position.counts)
        return kinds_of(natural_waits(tiles, position.melds, solver.places, solver.has_standard, forms))
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
