"""Four sets and a pair.

How far a hand is from it is asked of its suits (:mod:`mjcalc.solver.suits`), each solved by itself; here is only how it
is read.
"""

from functools import partial

from mjcalc.solver.cuts import set_cuts
from mjcalc.solver.forms.form import Cutter, Form
from mjcalc.solver.shapes import Shape, ShapeSet

__all__ = ["Standard"]


class Standard(Form):
    """Four sets and a pair, melds among the sets."""

    is_closed = False

    def __init__(self, shape: Shape, shape_set: ShapeSet) -> None:
        super().__init__(shape, shape_set)
        self._suits = shape_set.suits()

    def cutters(self) -> list[tuple[Cutter, Cutter, Cutter, Cutter]]:
        """Every suit into sets, and a pair."""
        m, p, s, z = (partial(set_cuts, kinds=kinds, runs=runs) for kinds, runs in self._suits)
        return [(m, p, s, z)]
