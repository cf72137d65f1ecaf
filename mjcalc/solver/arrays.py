"""Many hands as NumPy arrays, and what forms count in them."""

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from mjcalc.tiles import KINDS

__all__ = ["Bytes", "Flags", "Hands", "Indexes", "Signed"]

Bytes = NDArray[np.uint8]
Indexes = NDArray[np.intp]
Signed = NDArray[np.int8]
Flags = NDArray[np.bool_]


class Hands:
    """Some hands: the first two dimensions of its arrays are kinds, where they have two, and hands."""

    def __init__(self, tiles: Bytes, wilds: Signed, melds: Signed, melded: Bytes | None, wild_out: Flags) -> None:
        self.tiles = tiles
        """The concealed tiles that are not wild: 34 rows, one of each kind's counts in all hands."""
        self.wilds = wilds
        self.melds = melds
        self.melded = melded
        """The tiles in the melds, likewise."""
        self.wild_out = wild_out

    @cached_property
    def there(self) -> Bytes:
        """1 where a hand has a kind."""
        return (self.tiles > 0).view(np.uint8)

    @cached_property
    def twice(self) -> Bytes:
        """1 where it has two or more."""
        return (self.tiles > 1).view(np.uint8)

    def some(self, which: Indexes) -> "Hands":
        """These of the hands."""
        return Hands(
            self.tiles[:, which],
            self.wilds[which],
            self.melds[which],
            None if self.melded is None else self.melded[:, which],
            self.wild_out[which],
        )

    def with_one_more(self, kind: int) -> "Hands":
        """The same hands with one more of a kind, where they have fewer than four."""
        tiles = self.tiles.copy()
        tiles[kind] += tiles[kind] < 4
        return Hands(tiles, self.wilds, self.melds, self.melded, self.wild_out)

    @staticmethod
    def total(tiles: Bytes, kinds: int = (1 << KINDS) - 1) -> Signed:
        """The sum over these kinds, by bits, for each hand."""
        total = np.zeros(tiles.shape[1], dtype=np.int8)
        for kind in range(KINDS):
            if kinds >> kind & 1:
                total += tiles[kind].view(np.int8)
        return total

    def presence(self, suit: int) -> Indexes:
        """Which of a number suit's nine kinds each hand has, as bits."""
        code = np.zeros(self.tiles.shape[1], dtype=np.intp)
        for at in range(9):
            code |= self.there[9 * suit + at].astype(np.intp) << at
        return code
