"""Four wilds 四飛 among the concealed tiles, whatever the others are."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mjcalc.solver.forms.form import FAR, Form
from mjcalc.tiles import WILD

if TYPE_CHECKING:
    from mjcalc.solver.arrays import Hands, Signed

__all__ = ["FourWilds"]


class FourWilds(Form):
    """All four wilds, each its own face."""

    is_closed = False

    def fits(self, melds: int, melded: Sequence[int], real: bool, wild_out: bool) -> bool:
        """Whether all four wilds may still be in the hand."""
        return not real and not wild_out

    def lacks(self, marks: int, melds: int = 0) -> int:
        """Four wilds, and in place of each tile that no complete hand may hold another one."""
        return max(4, 14 - 3 * melds - marks.bit_count())

    def wants(self, marks: int, melds: int = 0) -> int:
        """Anything, where a tile must be replaced."""
        return self.kinds if 14 - 3 * melds - marks.bit_count() > 4 else 0

    def lacks_many(self, hands: "Hands", *, real: bool, has_room: bool) -> "Signed":
        """The same for arrays."""
        import numpy as np

        if real:
            return np.full_like(hands.melds, FAR)
        lacks: Signed = np.maximum(4, 14 - 3 * hands.melds - hands.total(hands.tiles, self.kinds))
        lacks[hands.wild_out] = FAR
        return lacks

    def wild_faces(self, wilds: int, melded: Sequence[int] | None, wild_kind: int | None) -> tuple[int, ...]:
        """Their own face."""
        return () if wilds < 4 else (WILD if wild_kind is None else wild_kind,)
