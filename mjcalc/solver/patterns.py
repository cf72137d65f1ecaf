"""How far a hand is from the shapes that are not made of sets, and which tiles bring it nearer.

Each shape answers two questions about a hand's *marks*: four sets of 34 bits, the kinds that are there at least once,
twice, three and four times. Tiles outside the variant's kinds leave no marks.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations, pairwise, permutations

from mjcalc.solver.shapes import Shape, ShapeSet
from mjcalc.tiles import HONOURS, KINDS

__all__ = ["FAR", "Pattern", "marks_of", "pattern_for", "spread"]

FAR = 99
"""As many tiles away as a shape that cannot be reached."""

_ALL = (1 << KINDS) - 1
_PAIRED = _ALL << KINDS | _ALL << 3 * KINDS
"""Second and fourth copies: one for every pair, where four alike are two."""


def _bits(kinds: Sequence[int]) -> int:
    return sum(1 << kind for kind in kinds)


_HONOURS = _bits(HONOURS)
_ORPHANS = _bits((0, 8, 9, 17, 18, 26, *HONOURS))


_COPIES = tuple(sum(1 << KINDS * copy for copy in range(copies)) for copies in range(5))


def marks_of(counts: Sequence[int], kinds: int, first: int = 0) -> int:
    """The marks of tiles whose counts begin with the kind ``first``; only these ``kinds``, by bits, leave any.

    >>> marks_of([2, 1, 0, 1], 0b111) == 0b11 | 0b1 << 34
    True
    """
    return sum(
        [_COPIES[min(count, 4)] << kind for kind, count in enumerate(counts, first) if count and kinds >> kind & 1]
    )


class Pattern:
    """A shape that is not made of sets, in a variant."""

    needs = 0
    """The kinds, as bits, that it cannot do without."""

    def __init__(self, shape: Shape, shape_set: ShapeSet) -> None:
        self.shape = shape
        self.kinds = _bits(sorted(shape_set.kinds))

    def fits(self, melds: int, melded: Sequence[int], real: bool, wild_out: bool) -> bool:
        """Whether any hand with these melds can have the shape; ``real`` where no wild is in play, ``wild_out``
        where the player has let go of one."""
        return melds == 0 and self.needs & ~self.kinds == 0

    def lacks(self, marks: int, melds: int = 0) -> int:
        """How many further tiles would complete the shape: :data:`FAR` if none can."""
        raise NotImplementedError

    def wants(self, marks: int, melds: int = 0) -> int:
        """The kinds, as bits, one more of which leaves one tile less to find."""
        now = self.lacks(marks, melds)
        return sum(
            1 << kind for kind in range(KINDS) if self.kinds >> kind & 1 and self.lacks(_with(marks, kind), melds) < now
        )


def _with(marks: int, kind: int) -> int:
    """The marks with one more of a kind."""
    while marks >> kind & 1:
        kind += KINDS
    return marks | 1 << kind if kind < 4 * KINDS else marks


class _SevenPairs(Pattern):
    def lacks(self, marks: int, melds: int = 0) -> int:
        # A pair takes what is alone before it takes two new tiles, until seven kinds are begun.
        pairs = (marks & _PAIRED).bit_count()
        return max(7 - pairs, 14 - marks.bit_count())

    def wants(self, marks: int, melds: int = 0) -> int:
        pairs = (marks & _PAIRED).bit_count()
        if 14 - marks.bit_count() > 7 - pairs:
            return self.kinds
        return (marks & ~(marks >> KINDS) | marks >> 2 * KINDS & ~(marks >> 3 * KINDS)) & _ALL


class _SevenDistinctPairs(Pattern):
    def fits(self, melds: int, melded: Sequence[int], real: bool, wild_out: bool) -> bool:
        return melds == 0 and self.kinds.bit_count() >= 7

    def lacks(self, marks: int, melds: int = 0) -> int:
        begun = (marks & _ALL).bit_count()
        return 7 - (marks >> KINDS & _ALL).bit_count() + (7 - begun if begun < 7 else 0)

    def wants(self, marks: int, melds: int = 0) -> int:
        alone_or_none = self.kinds & ~(marks >> KINDS)
        return alone_or_none if (marks & _ALL).bit_count() < 7 else alone_or_none & marks


class _ThirteenOrphans(Pattern):
    needs = _ORPHANS

    def lacks(self, marks: int, melds: int = 0) -> int:
        return 14 - (marks & _ORPHANS).bit_count() - (1 if marks >> KINDS & _ORPHANS else 0)

    def wants(self, marks: int, melds: int = 0) -> int:
        return _ORPHANS & ~marks if marks >> KINDS & _ORPHANS else _ORPHANS


class _KnittedHonours(Pattern):
    needs = _HONOURS

    def __init__(self, shape: Shape, shape_set: ShapeSet) -> None:
        super().__init__(shape, shape_set)
        self._rows = [
            row
            for order in permutations(range(3))
            if (row := _bits([9 * suit + i + step for suit, i in enumerate(order) for step in (0, 3, 6)]) & self.kinds)
            and row.bit_count() >= 7
        ]

    def fits(self, melds: int, melded: Sequence[int], real: bool, wild_out: bool) -> bool:
        return super().fits(melds, melded, real, wild_out) and bool(self._rows)

    def lacks(self, marks: int, melds: int = 0) -> int:
        return 14 - (marks & _HONOURS).bit_count() - min(7, max([(marks & row).bit_count() for row in self._rows]))

    def wants(self, marks: int, melds: int = 0) -> int:
        counts = [(marks & row).bit_count() for row in self._rows]
        most = max(counts)
        kinds = _HONOURS
        if most < 7:
            for row, count in zip(self._rows, counts, strict=True):
                if count == most:
                    kinds |= row
        return kinds & ~marks


@cache
def spread(have: int, allowed: int) -> tuple[int, ...]:
    """Of nine tiles of a suit, the most that can be among 0, 1, 2 or 3 tiles at least three apart (:data:`FAR` below
    nothing where there are no such tiles)."""
    return tuple(
        max(
            (
                (have & _bits(picked)).bit_count()
                for picked in combinations([i for i in range(9) if allowed >> i & 1], size)
                if all(b - a >= 3 for a, b in pairwise(picked))
            ),
            default=-FAR,
        )
        for size in range(4)
    )


class _Disjoint(Pattern):
    _sizes = tuple((a, b, c) for a in range(4) for b in range(4) for c in range(4) if a + b + c >= 7)

    def lacks(self, marks: int, melds: int = 0) -> int:
        suits = [spread(marks >> offset & 511, self.kinds >> offset & 511) for offset in (0, 9, 18)]
        honours = (marks & _HONOURS).bit_count()
        most = max(
            (
                suits[0][a] + suits[1][b] + suits[2][c] + min(honours, 14 - a - b - c)
                for a, b, c in self._sizes
                if 14 - a - b - c <= (self.kinds & _HONOURS).bit_count()
            ),
            default=-FAR,
        )
        return min(14 - most, FAR)


class _AllOf(Pattern):
    def __init__(self, shape: Shape, shape_set: ShapeSet) -> None:
        super().__init__(shape, shape_set)
        self.kinds &= _bits(shape.tiles)
        self._marks = sum(self.kinds << KINDS * copy for copy in range(4))

    def fits(self, melds: int, melded: Sequence[int], real: bool, wild_out: bool) -> bool:
        inside = sum(count for kind, count in enumerate(melded) if self.kinds >> kind & 1)
        room = 4 * self.kinds.bit_count() - inside if real else 14 * self.kinds.bit_count()
        return inside == sum(melded) and room >= 14 - 3 * melds

    def lacks(self, marks: int, melds: int = 0) -> int:
        return 14 - 3 * melds - (marks & self._marks).bit_count()

    def wants(self, marks: int, melds: int = 0) -> int:
        return self.kinds


class _FourWilds(Pattern):
    def fits(self, melds: int, melded: Sequence[int], real: bool, wild_out: bool) -> bool:
        return not real and not wild_out

    def lacks(self, marks: int, melds: int = 0) -> int:
        # Four wilds, and in place of each tile that no complete hand may hold another one.
        return max(4, 14 - 3 * melds - marks.bit_count())

    def wants(self, marks: int, melds: int = 0) -> int:
        return self.kinds if 14 - 3 * melds - marks.bit_count() > 4 else 0


_PATTERNS = {
    "thirteen_orphans": _ThirteenOrphans,
    "knitted_honors": _KnittedHonours,
    "disjoint": _Disjoint,
    "all_of": _AllOf,
    "four_wilds": _FourWilds,
}


def pattern_for(shape: Shape, shape_set: ShapeSet) -> Pattern:
    """What solves a shape that is not made of sets."""
    if shape.form == "seven_pairs":
        return (_SevenDistinctPairs if shape.distinct else _SevenPairs)(shape, shape_set)
    return _PATTERNS[shape.form](shape, shape_set)
