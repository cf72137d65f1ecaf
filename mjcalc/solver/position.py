"""What the solver is asked about: one player's tiles, and what is known of those that can still come."""

from collections.abc import Sequence

from msgspec import Struct

__all__ = ["Position"]


class Position(Struct, frozen=True, gc=False):
    """A player's tiles as the solver sees them; counts are 34 numbers, one for each kind.

    >>> Position([0] * 34, wilds=1).is_real, Position([0] * 34, wild_kind=4).is_real, Position([0] * 34).is_real
    (False, False, True)
    """

    counts: Sequence[int]
    """The concealed tiles that are not wild."""
    wilds: int = 0
    """The wilds among the concealed tiles."""
    melds: int = 0
    """How many melds lie before the player."""
    melded: Sequence[int] | None = None
    """The tiles in the melds; None if there are no melds, or they are unknown."""
    wild_in_play: bool = False
    """Whether the round has a wild. A wild that is held or whose face is known says so too."""
    wild_kind: int | None = None
    """The wild's face where it is known: no natural tile of that kind is left."""
    wilds_out: int = 0
    """Wilds that the player konged singly, threw or set aside."""
    held: Sequence[int] | None = None
    """All the player's copies outside the concealed tiles: melds, single kongs, thrown and set-aside tiles. None: those
    in the melds."""
    limits: Sequence[int] | None = None
    """The copies in the set; None: four of each. One less of the indicator's kind."""

    @property
    def is_real(self) -> bool:
        """Whether every tile stands for itself, since no wild is in play."""
        return not (self.wilds or self.wild_in_play or self.wild_kind is not None)

    @property
    def wild_can_come(self) -> bool:
        """Whether there is a wild that the player does not have."""
        return not self.is_real and self.wilds + self.wilds_out < 4

    @property
    def owned(self) -> Sequence[int] | None:
        """The player's copies outside the concealed tiles; None if there are none."""
        return self.melded if self.held is None else self.held
