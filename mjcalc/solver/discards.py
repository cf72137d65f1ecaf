"""What to throw: every tile that can be, with what the hand then waits for or accepts, best first."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from mjcalc.solver.forms.form import FAR
from mjcalc.solver.position import Position
from mjcalc.solver.shanten import COMMON_SHAPES, solver_for
from mjcalc.solver.shapes import ShapeSet
from mjcalc.solver.suits import kinds_of
from mjcalc.solver.waits import barred_kinds
from mjcalc.tiles import KINDS, WILD

__all__ = ["Discard", "discards"]


class Discard(Struct, frozen=True, gc=False):
    """One tile to throw, and the hand after it."""

    tile: int
    shanten: int | None
    """None where no shape can be reached any more."""
    kinds: tuple[int, ...]
    """The waits where it is ready then, else the tiles that lower its shanten; those that can come."""
    remaining: int
    """How many of these tiles are left."""


def discards(
    position: Position, shape_set: ShapeSet = COMMON_SHAPES, *, remaining: Sequence[int] | None = None
) -> list[Discard]:
    """Each different tile of 14 - 3m concealed ones to throw, a wild too: the lowest shanten first, then the most tiles
    that help, then in the order of tiles.

    ``remaining`` are the tiles left of each kind, as 35 numbers with the wild's last (34 will do where no wild is in
    play); where it is not given, all but the player's own are taken to be left. A thrown wild is out of the hand
    for good: it counts as held, and ends the hope of four wilds.

    >>> hand = [0] * 34
    >>> for kind in (0, 1, 2, 9, 10, 11, 18, 19, 20, 22, 23, 27, 27, 33):
    ...     hand[kind] += 1
    >>> discards(Position(hand))[0]  # 123m 123p 123s 56s 東東 白
    Discard(tile=33, shanten=0, kinds=(21, 24), remaining=8)
    """
    solver = solver_for(shape_set)
    if remaining is None:
        remaining = _all_others(position)
    wilds, melds = position.wilds, position.melds
    suits = solver.suits_of(position)
    forms = solver.near_forms(suits, melds, solver.forms_for(position))
    barred = barred_kinds(suits, position)
    wild_comes = position.wild_can_come
    left = remaining.__getitem__
    found: list[Discard] = []
    for place, suit in enumerate(suits):
        for tile, less in suit.less:
            changed = list(suits)
            changed[place] = less
            lacks, wants = solver.lacks_and_wants(changed, melds, forms)
            # One of the tile's copies is no longer held; the wild's face was not there to be thrown.
            kinds = kinds_of(wants & ~(barred & ~(1 << tile)))
            if wild_comes:
                kinds = (*kinds, WILD)
            found.append(Discard(tile, lacks - wilds - 1 if lacks < FAR else None, kinds, sum(map(left, kinds))))
    if wilds:
        forms = solver.forms_for(replace(position, wilds_out=position.wilds_out + 1))
        lacks, wants = solver.lacks_and_wants(suits, melds, forms)
        kinds = kinds_of(wants & ~barred)
        if wild_comes:
            kinds = (*kinds, WILD)
        found.append(Discard(WILD, lacks - wilds if lacks < FAR else None, kinds, sum(map(left, kinds))))
    found.sort(key=_merit)
    return found


def _merit(discard: Discard) -> tuple[int, int]:
    return (FAR if discard.shanten is None else discard.shanten, -discard.remaining)


def _all_others(position: Position) -> list[int]:
    """What is left where nothing is seen but the player's own tiles."""
    limits = (4,) * KINDS if position.limits is None else position.limits
    left = [limit - count for limit, count in zip(limits, position.counts, strict=False)]
    if position.owned is not None:
        left = [have - own for have, own in zip(left, position.owned, strict=False)]
    return [*left[:KINDS], 4 - position.wilds - position.wilds_out]
