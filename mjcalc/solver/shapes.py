"""Which shapes a hand may take: the solver's whole knowledge of a variant.

The meaning of each form is that of the hand it names: four sets and a pair, seven pairs, and so on. Everything else
about a variant (fans, money, who may win) is outside the solver.
"""

from typing import Literal

from msgspec import Struct

__all__ = ["Form", "Shape", "ShapeSet"]

Form = Literal[
    "standard",
    "seven_pairs",
    "thirteen_orphans",
    "knitted_honors",
    "knitted_straight",
    "disjoint",
    "all_of",
    "four_wilds",
]


class Shape(Struct, frozen=True):
    """One shape of a variant.

    >>> Shape("all_258", "all_of", tiles=(1, 4, 7)).form
    'all_of'
    """

    id: str
    form: Form
    distinct: bool = False
    """seven_pairs only: four alike are not two pairs."""
    tiles: tuple[int, ...] = ()
    """all_of only: the kinds that every tile must be one of."""
    honors: tuple[int, ...] = (7,)
    """knitted_honors only: how many different honours there may be."""


class ShapeSet(Struct, frozen=True, cache_hash=True):
    """The shapes of a variant, in its order, and what its sets may be made of."""

    shapes: tuple[Shape, ...]
    kinds: frozenset[int] = frozenset(range(34))
    """The kinds a tile of a complete hand may be or stand for: no kong tile, no flower."""
    dragon_run: bool = False
    """Whether 中發白 is a chow."""

    def suits(self) -> tuple[tuple[int, int], ...]:
        """For each suit the kinds that there are and the kinds that can begin a chow, as bits from its first kind on.

        >>> [(f"{kinds:b}", f"{runs:b}") for kinds, runs in ShapeSet((), frozenset(range(5, 34)), True).suits()[::3]]
        [('111100000', '1100000'), ('1111111', '10000')]
        """
        bits = sum(1 << kind for kind in self.kinds)
        number = [bits >> start & 511 for start in (0, 9, 18)]
        honours = bits >> 27
        run = self.dragon_run and honours >> 4 == 0b111
        return (*((kinds, kinds & kinds >> 1 & kinds >> 2) for kinds in number), (honours, run << 4))
