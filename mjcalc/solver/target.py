"""Which complete hands a player may aim at: of one suit, without chows, with certain sets."""

from msgspec import Struct

from mjcalc.solver.kinds import ALL_BITS

__all__ = ["CHOW", "PAIR", "PUNG", "Laid", "Target"]

CHOW, PUNG, PAIR = "chow", "pung", "pair"

Laid = tuple[str, int]
"""A set or a pair: :data:`CHOW`, :data:`PUNG` (a kong too) or :data:`PAIR`, and its first tile."""


class Target(Struct, frozen=True, cache_hash=True):
    """Some complete hands. What their wilds stand for is bound like their other tiles.

    >>> Target(kinds=0b111).both(Target(kinds=0b110, chows=False))
    Target(shapes=None, kinds=6, chows=False, pairs=17179869183, each=17179869183, musts=(), sets=())
    >>> Target(kinds=0b111).both(Target(kinds=0b1000)) is None
    True
    """

    shapes: frozenset[str] | None = None
    """The ids of their shapes; None: any but four wilds, which takes any tiles."""
    kinds: int = ALL_BITS
    """The kinds that their tiles are of, as bits."""
    chows: bool = True
    """Whether they may have chows."""
    pairs: int = ALL_BITS
    """The kinds that the pair is of, as bits."""
    each: int = ALL_BITS
    """Kinds, as bits, one of which is in every set and in the pair."""
    musts: tuple[int, ...] = ()
    """Sets of kinds, as bits: of each there is a tile in the hand."""
    sets: tuple[Laid, ...] = ()
    """Sets and pairs that they have among others."""

    @property
    def is_standard(self) -> bool:
        """Whether only four sets and a pair can be one."""
        return not self.chows or self.pairs != ALL_BITS or self.each != ALL_BITS or bool(self.sets)

    def both(self, other: "Target") -> "Target | None":
        """The hands that are in this target and in another; None where there are none."""
        shapes = self.shapes if other.shapes is None else other.shapes
        if self.shapes is not None and other.shapes is not None:
            shapes = self.shapes & other.shapes
        found = Target(
            shapes,
            self.kinds & other.kinds,
            self.chows and other.chows,
            self.pairs & other.pairs,
            self.each & other.each if ALL_BITS in (self.each, other.each) else 0,
            tuple(sorted({*self.musts, *other.musts})),
            (*self.sets, *other.sets),
        )
        is_empty = shapes is not None and not shapes
        return None if is_empty or not (found.kinds and found.pairs and found.each) else found
