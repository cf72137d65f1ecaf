"""What to throw: every tile that can be, with what the hand then waits for or accepts, best first."""

from collections.abc import Sequence

from msgspec import Struct

from mjcalc.solver.patterns import FAR
from mjcalc.solver.shanten import COMMON_SHAPES, solver_for
from mjcalc.solver.shapes import ShapeSet
from mjcalc.solver.suits import kinds_of
from mjcalc.solver.waits import spent_kinds
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
    remaining: Sequence[int] | None = None,
) -> list[Discard]:
    """Each different tile of 14 - 3m concealed ones to throw, a wild too: the lowest shanten first, then the most tiles
    that help, then in the order of tiles.

    ``remaining`` are the tiles left of each kind, as 35 numbers with the wild's last (34 will do where no wild is in
    play); where it is not given, all but the player's own are taken to be left. A thrown wild is out of the hand
    for good: it counts as held, and ends the hope of four wilds. The other arguments are those of
    :func:`mjcalc.solver.waits.waits`.

    >>> hand = [0] * 34
    >>> for kind in (0, 1, 2, 9, 10, 11, 18, 19, 20, 22, 23, 27, 27, 33):
    ...     hand[kind] += 1
    >>> discards(hand)[0]  # 123m 123p 123s 56s 東東 白
    Discard(tile=33, shanten=0, kinds=(21, 24), remaining=8)
    """
    solver = solver_for(shape_set)
    real = not (wilds or wild_in_play or wild_kind is not None)
    if held is None:
        held = melded
    if remaining is None:
        remaining = _all_others(counts, wilds + wilds_out, held, limits)
    suits = solver.suits_of(counts, melded, real)
    patterns = solver.near_patterns(suits, melds, solver.patterns_for(melds, melded, real, wilds_out))
    hidden = spent_kinds(suits, counts, held, limits)
    if wild_kind is not None:
        hidden |= 1 << wild_kind
    wild_comes = not real and wilds + wilds_out < 4
    left = remaining.__getitem__
    found: list[Discard] = []
    for position, suit in enumerate(suits):
        for tile, less in suit.less:
            changed = list(suits)
            changed[position] = less
            lacks, wants = solver.lacks_and_wants(changed, melds, patterns)
            # One of the tile's copies is no longer held; the wild's face was not there to be thrown.
            kinds = kinds_of(wants & ~(hidden & ~(1 << tile)))
            if wild_comes:
                kinds = (*kinds, WILD)
            found.append(Discard(tile, lacks - wilds - 1 if lacks < FAR else None, kinds, sum(map(left, kinds))))
    if wilds:
        patterns = solver.patterns_for(melds, melded, real, wilds_out + 1)
        lacks, wants = solver.lacks_and_wants(suits, melds, patterns)
        kinds = kinds_of(wants & ~hidden)
        if wild_comes:
            kinds = (*kinds, WILD)
        found.append(Discard(WILD, lacks - wilds if lacks < FAR else None, kinds, sum(map(left, kinds))))
    found.sort(key=_merit)
    return found


def _merit(discard: Discard) -> tuple[int, int]:
    return (FAR if discard.shanten is None else discard.shanten, -discard.remaining)


def _all_others(
    counts: Sequence[int], wilds: int, held: Sequence[int] | None, limits: Sequence[int] | None
) -> list[int]:
    """What is left where nothing is seen but the player's own tiles."""
    left = [4 - count for count in counts] if limits is None else [a - b for a, b in zip(limits, counts, strict=False)]
    if held is not None:
        left = [a - b for a, b in zip(left, held, strict=False)]
    return [*left[:KINDS], 4 - wilds]
