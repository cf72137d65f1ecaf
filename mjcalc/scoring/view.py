"""What predicates may look at: the whole case, one player of it, one reading.

:class:`Case` is made once for a hand, :class:`View` once for a case and then pointed at one player and one reading
after the other; both use slots and plain attributes because every predicate of every reading reads them.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Literal

from msgspec import Struct

from mjcalc.hand import SEATS, Hand, Meld, Seat, Situation, Table, TileSet
from mjcalc.scoring.combinations import SET_BITS, sets_of, unpacked
from mjcalc.solver.target import Laid
from mjcalc.tiles import KINDS, WILD

__all__ = ["Case", "Player", "RankedCap", "View", "counts_of", "melded_counts"]

_NOTHING = Hand()


class Player:
    """The winner or a loser: what lies in front of them and who they are."""

    __slots__ = ("_open_melds", "hand", "is_dealer", "is_open", "seat")

    def __init__(self, seat: Seat | None, hand: Hand, is_dealer: bool, has_pung: bool = False) -> None:
        self.seat = seat
        """None is the winner."""
        self.hand = hand
        self.is_dealer = is_dealer
        self.is_open = has_pung or hand.is_open
        self._open_melds: tuple[Meld, ...] | None = None

    @property
    def open_melds(self) -> tuple[Meld, ...]:
        """The melds that open the hand, in the order they were laid down."""
        if self._open_melds is None:
            self._open_melds = self.hand.open_melds
        return self._open_melds


@cache
def _bare_losers(dealer: Literal["self"] | Seat | None, robbed: Seat | None) -> tuple[Player, ...]:
    """The losers where nothing is known to lie before them."""
    # Whoever added to a pung has that pung, shown in the text or not.
    return tuple([Player(seat, _NOTHING, seat == dealer, seat == robbed) for seat in SEATS])


class Case:
    """A hand that may be a win, with all that is known around it."""

    __slots__ = (
        "_find_formal_waits", "_formal_waits", "concealed", "counts", "losers", "melded", "situation",
        "table", "tile_set", "wilds", "win", "winner",
    )  # fmt: skip

    def __init__(
        self,
        table: Table,
        situation: Situation,
        tile_set: TileSet,
        concealed: tuple[int, ...],
        win: int,
        formal_waits: "Callable[[Case], tuple[int, ...]]",
    ) -> None:
        self.situation = situation
        self.tile_set = tile_set
        self.table = table
        self.concealed = concealed
        """The concealed tiles, the winning one included."""
        self.win = win
        self.counts, self.wilds = counts_of(concealed)
        """The concealed tiles by kind, and how many wilds are among them; the winning tile included."""
        self.melded = melded_counts(table.hand)
        dealer = situation.dealer
        self.winner = Player(None, table.hand, dealer == "self")
        self.losers = _bare_losers(dealer, situation.source if situation.by == "rob-kong" else None)
        if table.losers:
            shown = table.losers
            self.losers = tuple(
                [
                    Player(bare.seat, shown[bare.seat], bare.is_dealer, bare.is_open) if bare.seat in shown else bare
                    for bare in self.losers
                ]
            )
        self._find_formal_waits = formal_waits
        self._formal_waits: tuple[int, ...] | None = None

    @property
    def is_last_copy(self) -> bool:
        """Whether the winning tile is the last of its kind: it is said, or its other three copies can be seen."""
        win = self.win
        if win == WILD or self.situation.by == "rob-kong" or self.counts[win] > 1:
            return False
        return self.situation.last_copy or self._open_copies(win) == 3

    def _open_copies(self, kind: int) -> int:
        """How many copies of a kind lie open: in melds but concealed kongs, and among the other tiles that are seen."""
        melds = [meld for player in (self.winner, *self.losers) for meld in player.open_melds]
        return self.table.seen.count(kind) + sum(meld.tiles.count(kind) for meld in melds)

    @property
    def formal_waits(self) -> tuple[int, ...]:
        """The kinds that would have completed the hand before the winning tile, however many copies are left."""
        if self._formal_waits is None:
            self._formal_waits = self._find_formal_waits(self)
        return self._formal_waits


def counts_of(concealed: Iterable[int]) -> tuple[list[int], int]:
    """Tiles by kind, and the number of wilds, which are of no kind.

    >>> counts, wilds = counts_of((0, 0, 34))
    >>> counts[:3], wilds
    ([2, 0, 0], 1)
    """
    counts = [0] * (KINDS + 1)
    for tile in concealed:
        counts[tile] += 1
    return counts, counts.pop(WILD)


def melded_counts(hand: Hand) -> list[int] | None:
    """The tiles in a player's melds by kind; None without melds."""
    if not hand.melds:
        return None
    counts = [0] * KINDS
    for meld in hand.melds:
        for tile in meld.tiles:
            counts[tile] += 1
    return counts


class RankedCap(Struct, frozen=True):
    """A cap and its place among the variant's caps: later ones go before earlier ones."""

    id: str
    rank: int
    amount: int
    per_base: bool

    def amount_at(self, base: int) -> int:
        """What a loser pays at this cap.

        >>> RankedCap("cap", 0, 300, True).amount_at(3)
        900
        """
        return self.amount * base if self.per_base else self.amount


class View:
    """One player and one reading of a case, and later the fans that hold and the amounts they come to."""

    __slots__ = (
        "amounts",
        "assume_unknown_feeders",
        "base",
        "case",
        "closed_shapes",
        "fans",
        "form",
        "limit_rank",
        "player",
        "sets_at",
        "shape",
        "situation",
        "tally",
        "total",
    )

    def __init__(self, case: Case, base: int = 1) -> None:
        self.case = case
        self.situation = case.situation
        self.base = base
        self.player = case.winner
        self.shape = ""
        """The id of the reading's shape."""
        self.form = ""
        self.closed_shapes: frozenset[str] = frozenset()
        """The ids of the shapes that allow no melds."""
        self.tally = 0
        """The reading's measures, see :mod:`mjcalc.scoring.measures`."""
        self.sets_at = -1
        """Where in the tally the sets are."""
        self.fans = 0
        """The fans that hold, as a set of bits in the variant's order."""
        self.total = 0
        self.amounts: Sequence[int] = ()
        """What each loser would pay before caps, in the order of the seats."""
        self.limit_rank = -1
        """The place among the caps of the limit hand's own cap; -1 for other hands."""
        self.assume_unknown_feeders = False
        """Count an unknown feeder of a meld as any seat, to find out whether it matters."""

    @property
    def sets(self) -> tuple[Laid, ...]:
        """The reading's sets and pairs, melds too, each by its kind and its first tile: ``("chow", 3)``.

        A kong counts as a pung. Only for predicates that say that they look at sets.
        """
        if self.sets_at < 0:
            raise ValueError("a predicate that reads view.sets needs looks_at_sets=True")
        return sets_of(unpacked(self.tally >> self.sets_at & (1 << SET_BITS) - 1))
