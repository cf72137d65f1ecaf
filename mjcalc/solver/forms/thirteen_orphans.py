"""Thirteen orphans 十三么: each terminal and honour, and a second of any of them."""

from functools import partial
from typing import TYPE_CHECKING

from mjcalc.solver.cuts import orphan_cuts
from mjcalc.solver.forms.form import FAR, ORPHANS, Cutter, Form
from mjcalc.tiles import KINDS

if TYPE_CHECKING:
    from mjcalc.solver.arrays import Hands, Signed

__all__ = ["ThirteenOrphans"]


class ThirteenOrphans(Form):
    """One of each orphan and a second of one, no melds."""

    needs = natural_kinds = ORPHANS
    most_natural = 2

    def lacks(self, marks: int, melds: int = 0) -> int:
        """The orphans that are missing, and the second copy."""
        return 14 - (marks & ORPHANS).bit_count() - (1 if marks >> KINDS & ORPHANS else 0)

    def wants(self, marks: int, melds: int = 0) -> int:
        """What is missing; without a second copy also any orphan."""
        return ORPHANS & ~marks if marks >> KINDS & ORPHANS else ORPHANS

    def lacks_many(self, hands: "Hands", *, real: bool, has_room: bool) -> "Signed":
        """The same for arrays."""
        import numpy as np

        if self.needs & ~self.kinds:
            return np.full_like(hands.melds, FAR)
        lacks: Signed = 14 - hands.total(hands.there, ORPHANS) - np.minimum(hands.total(hands.twice, ORPHANS), 1)
        lacks[hands.melds > 0] = FAR
        return lacks

    def cutters(self) -> list[tuple[Cutter, Cutter, Cutter, Cutter]]:
        """Every suit into its orphans, of which one may be a pair."""
        m, p, s, z = (partial(orphan_cuts, kinds=ORPHANS >> first & 511) for first in (0, 9, 18, 27))
        return [(m, p, s, z)] if not self.needs & ~self.kinds else []
