"""Disjoint tiles 起手不靠: fourteen different tiles, two of one suit at least three apart."""

from functools import cache, partial
from itertools import combinations, pairwise, product
from typing import TYPE_CHECKING

from mjcalc.solver.cuts import single_cuts
from mjcalc.solver.forms.form import FAR, HONOUR_BITS, Cutter, Form, bits_of
from mjcalc.solver.shapes import Shape, ShapeSet

if TYPE_CHECKING:
    from mjcalc.solver.arrays import Hands, Signed

__all__ = ["Disjoint"]


@cache
def _spread(have: int, allowed: int) -> tuple[int, ...]:
    """Of nine tiles of a suit, the most that can be among 0, 1, 2 or 3 tiles at least three apart (:data:`FAR` below
    nothing where there are no such tiles)."""
    return tuple(
        max(
            (
                (have & bits_of(picked)).bit_count()
                for picked in combinations([i for i in range(9) if allowed >> i & 1], size)
                if all(b - a >= 3 for a, b in pairwise(picked))
            ),
            default=-FAR,
        )
        for size in range(4)
    )


class Disjoint(Form):
    """Fourteen different tiles, none near another, no melds."""

    most_natural = 1

    def __init__(self, shape: Shape, shape_set: ShapeSet) -> None:
        super().__init__(shape, shape_set)
        self._suits = shape_set.suits()
        honours = (self.kinds & HONOUR_BITS).bit_count()
        self._sizes = [sizes for sizes in product(range(4), repeat=3) if 7 >= 14 - sum(sizes) <= honours]
        """How many tiles of each suit there may be."""

    def lacks(self, marks: int, melds: int = 0) -> int:
        """What the best sizes of the three suits lack."""
        m, p, s = [_spread(marks >> first & 511, self.kinds >> first & 511) for first in (0, 9, 18)]
        honours = (marks & HONOUR_BITS).bit_count()
        most = max([m[a] + p[b] + s[c] + min(honours, 14 - a - b - c) for a, b, c in self._sizes], default=-FAR)
        return min(14 - most, FAR)

    def lacks_many(self, hands: "Hands", *, real: bool, has_room: bool) -> "Signed":
        """The same for arrays."""
        import numpy as np

        tables = [
            np.array([_spread(have & kinds, kinds) for have in range(512)], dtype=np.int16).T
            for kinds in (self.kinds >> first & 511 for first in (0, 9, 18))
        ]
        m, p, s = (table[:, hands.presence(suit)] for suit, table in enumerate(tables))
        honours = hands.total(hands.there, HONOUR_BITS)
        most = np.full(hands.melds.shape, -FAR, dtype=np.int16)
        for a, b, c in self._sizes:
            np.maximum(most, m[a] + p[b] + s[c] + np.minimum(honours, 14 - a - b - c), out=most)
        lacks: Signed = np.minimum(14 - most, FAR).astype(np.int8)
        lacks[hands.melds > 0] = FAR
        return lacks

    def cutters(self) -> list[tuple[Cutter, Cutter, Cutter, Cutter]]:
        """Every number suit into tiles three apart, the honours into different ones."""
        (m, _), (p, _), (s, _), (z, _) = self._suits
        in_m, in_p, in_s = (partial(single_cuts, kinds=kinds, apart=3) for kinds in (m, p, s))
        return [(in_m, in_p, in_s, partial(single_cuts, kinds=z))]
