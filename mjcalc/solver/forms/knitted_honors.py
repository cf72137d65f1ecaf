"""Knitted tiles and honours 十三不靠: fourteen different tiles, honours and the others of nine knitted ones.

``honors`` of the shape says how many different honours there may be: all seven, or fewer.
"""

from functools import partial
from typing import TYPE_CHECKING

from mjcalc.solver.cuts import single_cuts
from mjcalc.solver.forms.form import FAR, Cutter, Form
from mjcalc.solver.forms.knitted import KNITTED, knitted_kinds
from mjcalc.solver.kinds import HONOUR_BITS
from mjcalc.solver.shapes import Shape, ShapeSet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mjcalc.solver.arrays import Hands, Signed

__all__ = ["KnittedHonors"]


class KnittedHonors(Form):
    """Fourteen different tiles, no melds."""

    most_natural = 1

    def __init__(self, shape: Shape, shape_set: ShapeSet) -> None:
        super().__init__(shape, shape_set)
        self._suits = shape_set.suits()
        honours = (self.kinds & HONOUR_BITS).bit_count()
        ways = [(way, knitted_kinds(way) & self.kinds) for way in KNITTED]
        self._splits = [
            (kinds, number) for _, kinds in ways for number in shape.honors
            if number <= honours and 14 - number <= kinds.bit_count()
        ]  # fmt: skip
        """Each way to complete it: the knitted kinds, as bits, and how many of the tiles are honours."""

    def fits(self, melds: int, melded: "Sequence[int]", real: bool, wild_out: bool) -> bool:
        """Whether there are kinds enough, and no melds."""
        return not melds and bool(self._splits)

    def lacks(self, marks: int, melds: int = 0) -> int:
        """What the best split of honours and knitted tiles lacks."""
        honours = (marks & HONOUR_BITS).bit_count()
        return 14 - max(
            [min(honours, number) + min((marks & row).bit_count(), 14 - number) for row, number in self._splits]
        )

    def wants(self, marks: int, melds: int = 0) -> int:
        """What a best split has room for."""
        now = self.lacks(marks)
        honours = (marks & HONOUR_BITS).bit_count()
        kinds = 0
        for row, number in self._splits:
            knitted = (marks & row).bit_count()
            if 14 - min(honours, number) - min(knitted, 14 - number) == now:
                kinds |= HONOUR_BITS & self.kinds if honours < number else 0
                kinds |= row if knitted < 14 - number else 0
        return kinds & ~marks

    def lacks_many(self, hands: "Hands", *, real: bool, has_room: bool) -> "Signed":
        """The same for arrays."""
        import numpy as np

        lacks: Signed = np.full_like(hands.melds, FAR)
        honours = hands.total(hands.there, HONOUR_BITS & self.kinds)
        for row, number in self._splits:
            knitted = np.minimum(hands.total(hands.there, row), 14 - number)
            np.minimum(lacks, 14 - np.minimum(honours, number) - knitted, out=lacks)
        lacks[hands.melds > 0] = FAR
        return lacks

    def cutters(self) -> list[tuple[Cutter, Cutter, Cutter, Cutter]]:
        """Every suit into different tiles of its row."""
        if not self._splits:
            return []
        (m, _), (p, _), (s, _), (z, _) = self._suits
        honours = partial(single_cuts, kinds=z, sizes=self.shape.honors)
        return [
            (
                partial(single_cuts, kinds=m & in_m),
                partial(single_cuts, kinds=p & in_p),
                partial(single_cuts, kinds=s & in_s),
                honours,
            )
            for in_m, in_p, in_s in KNITTED
        ]
