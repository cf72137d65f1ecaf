"""Seven pairs: four alike are two of them, unless the shape wants them all different."""

from functools import partial
from typing import TYPE_CHECKING

from mjcalc.solver.cuts import pair_cuts
from mjcalc.solver.forms.form import ALL, FAR, Cutter, Form
from mjcalc.solver.shapes import Shape, ShapeSet
from mjcalc.tiles import KINDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mjcalc.solver.arrays import Hands, Signed

__all__ = ["SevenPairs"]

_PAIRED = ALL << KINDS | ALL << 3 * KINDS
"""Second and fourth copies: one for every pair, where four alike are two."""


class SevenPairs(Form):
    """Seven pairs, no melds."""

    is_even = True

    def __init__(self, shape: Shape, shape_set: ShapeSet) -> None:
        super().__init__(shape, shape_set)
        self._distinct = shape.distinct
        self._suits = shape_set.suits()

    def fits(self, melds: int, melded: "Sequence[int]", real: bool, wild_out: bool) -> bool:
        """Whether there are kinds enough, and no melds."""
        return not melds and (not self._distinct or self.kinds.bit_count() >= 7)

    def lacks(self, marks: int, melds: int = 0) -> int:
        """A pair takes what is alone before it takes two new tiles, until seven kinds are begun."""
        if self._distinct:
            begun = (marks & ALL).bit_count()
            return 7 - (marks >> KINDS & ALL).bit_count() + (7 - begun if begun < 7 else 0)
        return max(7 - (marks & _PAIRED).bit_count(), 14 - marks.bit_count())

    def wants(self, marks: int, melds: int = 0) -> int:
        """What is alone; and where fewer than seven kinds are begun, anything new."""
        if self._distinct:
            alone_or_none = self.kinds & ~(marks >> KINDS)
            return alone_or_none if (marks & ALL).bit_count() < 7 else alone_or_none & marks
        if 14 - marks.bit_count() > 7 - (marks & _PAIRED).bit_count():
            return self.kinds
        return (marks & ~(marks >> KINDS) | marks >> 2 * KINDS & ~(marks >> 3 * KINDS)) & ALL

    def lacks_many(self, hands: "Hands", *, real: bool, has_room: bool) -> "Signed":
        """The same for arrays."""
        import numpy as np

        lacks: Signed
        if not self.fits(0, (), real, False):
            return np.full_like(hands.melds, FAR)
        if self._distinct:
            lacks = 14 - hands.total(hands.twice, self.kinds) - np.minimum(hands.total(hands.there, self.kinds), 7)
        else:
            pairs = hands.total(hands.tiles >> np.uint8(1), self.kinds)
            lacks = np.maximum(7 - pairs, 14 - hands.total(hands.tiles, self.kinds))
        lacks[hands.melds > 0] = FAR
        return lacks

    def cutters(self) -> list[tuple[Cutter, Cutter, Cutter, Cutter]]:
        """Every suit into pairs."""
        m, p, s, z = (partial(pair_cuts, kinds=kinds, distinct=self._distinct) for kinds, _ in self._suits)
        return [(m, p, s, z)]
