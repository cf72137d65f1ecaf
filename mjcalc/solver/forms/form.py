"""What every form is asked: how far a hand is from it, which tiles help, and how a complete hand is read as it.

A form sees a hand as its marks (:mod:`mjcalc.solver.kinds`); tiles outside the variant's kinds leave none.
"""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from mjcalc.solver.kinds import ALL_BITS, bits_of, with_one_more
from mjcalc.solver.shapes import Shape, ShapeSet
from mjcalc.tiles import KINDS

if TYPE_CHECKING:
    from mjcalc.solver.arrays import Hands, Signed
    from mjcalc.solver.blocks import Cut

__all__ = ["FAR", "Cutter", "Form"]

Cutter: TypeAlias = "partial[list[Cut]]"
"""A function of :mod:`mjcalc.solver.cuts` that still wants ``(tiles, wilds, first=…)``."""

FAR = 99
"""As many tiles away as a shape that cannot be reached."""


class Form:
    """A form in a variant."""

    needs = 0
    """The kinds, as bits, that it cannot do without."""
    is_closed = True
    """Whether it allows no melds."""
    is_even = False
    """Whether every kind is there two or four times."""
    natural_kinds = ALL_BITS
    """The kinds, as bits, that its natural tiles may be."""
    most_natural = 99
    """How many natural tiles of a kind there may be."""

    def __init__(self, shape: Shape, shape_set: ShapeSet) -> None:
        self.shape = shape
        self.kinds = bits_of(shape_set.kinds)

    def beside(self, melds: int, melded: Sequence[int], *, real: bool, wild_out: bool, has_room: bool) -> "Form | None":
        """The form for hands with these melds; None if none of them can have it.

        :param real: no wild is in play.
        :param wild_out: the player has let go of a wild.
        :param has_room: any number of copies of a kind may be asked for.
        """
        return self if self.fits(melds, melded, real, wild_out) else None

    def fits(self, melds: int, melded: Sequence[int], real: bool, wild_out: bool) -> bool:
        """Whether any hand with these melds can have the form."""
        return not (self.is_closed and melds) and self.needs & ~self.kinds == 0

    def lacks(self, marks: int, melds: int = 0) -> int:
        """How many further tiles would complete the form: :data:`FAR` if none can."""
        raise NotImplementedError

    def may_be(self, marks: int) -> bool:
        """Whether all natural tiles are of the form's kinds, and no kind has too many."""
        copies = marks >> KINDS * self.most_natural if self.most_natural < 4 else 0
        return not copies and marks & ALL_BITS & ~self.natural_kinds == 0

    def completing(self, marks: int, melds: int = 0) -> int:
        """The kinds, as bits, one of which completes the form: none if it lacks more than one tile."""
        return self.wants(marks, melds) if self.lacks(marks, melds) == 1 else 0

    def wants(self, marks: int, melds: int = 0) -> int:
        """The kinds, as bits, one more of which leaves one tile less to find."""
        now = self.lacks(marks, melds)
        own = [kind for kind in range(KINDS) if self.kinds >> kind & 1]
        return bits_of(kind for kind in own if self.lacks(with_one_more(marks, kind), melds) < now)

    def lacks_many(self, hands: "Hands", *, real: bool, has_room: bool) -> "Signed":
        """What :meth:`lacks` says of many hands, those with melds included; :data:`FAR` where none can have it."""
        raise NotImplementedError

    def cutters(self) -> list[tuple[Cutter, Cutter, Cutter, Cutter]]:
        """The ways to cut a complete hand, each a cutter for each suit; none where the form asks for no blocks.

        All cuts that a cutter makes of the same tiles and wilds have the same number of blocks.
        """
        return []

    def wild_faces(self, wilds: int, melded: Sequence[int] | None, wild_kind: int | None) -> tuple[int, ...]:
        """In a form without blocks, the kinds that all wilds may stand for, in order; none if the hand is not one."""
        return ()
