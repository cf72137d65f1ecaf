"""Every tile is one of certain kinds, and nothing else is asked: 將一色, 風一色, 亂風一色."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mjcalc.solver.forms.form import FAR, Form, bits_of
from mjcalc.solver.shapes import Shape, ShapeSet
from mjcalc.tiles import KINDS

if TYPE_CHECKING:
    from mjcalc.solver.arrays import Hands, Signed

__all__ = ["AllOf"]


class AllOf(Form):
    """Any tiles of the shape's kinds, melds of them too."""

    is_closed = False

    def __init__(self, shape: Shape, shape_set: ShapeSet) -> None:
        super().__init__(shape, shape_set)
        self.natural_kinds = bits_of(set(shape.tiles))
        self.kinds &= self.natural_kinds
        self._marks = sum(self.kinds << KINDS * copy for copy in range(4))

    def fits(self, melds: int, melded: Sequence[int], real: bool, wild_out: bool) -> bool:
        """Whether all melds are of these kinds, and copies enough are left."""
        inside = sum(count for kind, count in enumerate(melded) if self.kinds >> kind & 1)
        room = 4 * self.kinds.bit_count() - inside if real else 14 * self.kinds.bit_count()
        return inside == sum(melded) and room >= 14 - 3 * melds

    def lacks(self, marks: int, melds: int = 0) -> int:
        """One for each tile of another kind."""
        return 14 - 3 * melds - (marks & self._marks).bit_count()

    def wants(self, marks: int, melds: int = 0) -> int:
        """Any of its kinds."""
        return self.kinds

    def lacks_many(self, hands: "Hands", *, real: bool, has_room: bool) -> "Signed":
        """The same for arrays."""
        import numpy as np

        lacks: Signed = 14 - 3 * hands.melds - hands.total(hands.tiles, self.kinds)
        taken = np.zeros_like(hands.melds)
        if hands.melded is not None:
            taken = hands.total(hands.melded, self.kinds)
            lacks[taken != hands.total(hands.melded)] = FAR
        if real:
            lacks[4 * self.kinds.bit_count() - taken.astype(np.int16) < 14 - 3 * hands.melds] = FAR
        return lacks

    def wild_faces(self, wilds: int, melded: Sequence[int] | None, wild_kind: int | None) -> tuple[int, ...]:
        """The first of its kinds, or their own face where that is another of them."""
        if not self.kinds or any(count and not self.kinds >> kind & 1 for kind, count in enumerate(melded or ())):
            return ()
        first = (self.kinds & -self.kinds).bit_length() - 1
        own = wilds and wild_kind is not None and wild_kind != first and self.kinds >> wild_kind & 1
        return (first, wild_kind) if own and wild_kind is not None else (first,)
