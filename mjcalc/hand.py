"""What lies in front of the players, and how the win came.

Nothing here knows rules or text: :mod:`mjcalc.notation` reads and writes these, :mod:`mjcalc.scoring` judges them.
Tiles are kinds as in :mod:`mjcalc.tiles`. Where the round's wild tile is known, its every copy is
:data:`~mjcalc.tiles.WILD` here, however it was typed.
"""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from mjcalc.texts import Text, say, say_as
from mjcalc.tiles import WILD

__all__ = [
    "CALLS",
    "OPEN_CALLS",
    "SEATS",
    "SEATS_SAID",
    "WAYS",
    "WAYS_SAID",
    "By",
    "Call",
    "Dealer",
    "Hand",
    "Meld",
    "Seat",
    "Situation",
    "Table",
    "TileSet",
]

Seat = Literal["right", "across", "left"]
SEATS: tuple[Seat, ...] = ("right", "across", "left")
"""The other players from the winner's view, in the order of play: 下家, 對家, 上家."""
SEATS_SAID: Mapping[str | None, Text] = {"right": say("right"), "across": say("across"), "left": say_as("seat", "left")}

Call = Literal["chow", "pung", "exposed_kong", "added_kong", "concealed_kong"]
CALLS: tuple[Call, ...] = ("chow", "pung", "exposed_kong", "added_kong", "concealed_kong")
OPEN_CALLS = frozenset(("chow", "pung", "exposed_kong", "added_kong"))
"""The calls that open a hand (開口); a concealed kong and single-tile kongs do not."""

Dealer = Literal["self", "right", "across", "left"]
"""Who deals, from the winner's view."""

By = Literal["self-draw", "discard", "kong-draw", "rob-kong", "flower-draw"]
WAYS: tuple[By, ...] = ("self-draw", "discard", "kong-draw", "rob-kong", "flower-draw")
"""Every way a winning tile can come; ``discard`` and ``rob-kong`` come from a seat, the others are drawn."""
WAYS_SAID: Mapping[By, Text] = {
    "self-draw": say_as("way", "self-draw"),
    "discard": say_as("way", "discard"),
    "kong-draw": say_as("way", "kong-draw"),
    "rob-kong": say_as("way", "rob-kong"),
    "flower-draw": say_as("way", "flower-draw"),
}
"""The same for people: in English by their ids, as they are typed."""


class Meld(Struct, frozen=True, gc=False):
    """A set laid down: a chow of ``tile`` and the two after it (中發白 for 中), or a pung or kong of ``tile``.

    >>> Meld("chow", 0, "left").tiles, Meld("added_kong", 33).tiles
    ((0, 1, 2), (33, 33, 33, 33))
    """

    call: Call
    tile: int
    feeder: Seat | None = None
    """Who gave the tile it was claimed with, seen from its owner; None where unknown or drawn."""

    @property
    def is_open(self) -> bool:
        """Whether it opens the hand."""
        return self.call != "concealed_kong"

    @property
    def is_kong(self) -> bool:
        """Whether it is a kong of any sort."""
        return self.call.endswith("kong")

    @property
    def tiles(self) -> tuple[int, ...]:
        """Its tiles, in canonical order."""
        tile = self.tile
        if self.call == "chow":
            return (tile, tile + 1, tile + 2)
        return (tile,) * (4 if self.is_kong else 3)


class Hand(Struct, frozen=True, gc=False):
    """All that one player has: for a loser only what is shown."""

    concealed: tuple[int, ...] = ()
    """As typed; the last one is the winning tile where no other is named."""
    melds: tuple[Meld, ...] = ()
    """In the order they were exposed."""
    kongs: tuple[int, ...] = ()
    """Kong tiles konged one by one (中, 發 and the wild), sorted."""
    thrown: tuple[int, ...] = ()
    """Kong tiles and wilds thrown away (``+da``), sorted."""
    flowers: tuple[int, ...] = ()
    """Flowers set aside, sorted: kinds of the variant (發財), or of :data:`mjcalc.tiles.FLOWERS`."""

    @property
    def is_open(self) -> bool:
        """Whether any of its melds opens the hand (開口).

        >>> Hand(melds=(Meld("concealed_kong", 3),)).is_open, Hand(melds=(Meld("pung", 0),)).is_open
        (False, True)
        """
        return any([meld.is_open for meld in self.melds])

    @property
    def open_melds(self) -> tuple[Meld, ...]:
        """Those that open the hand (開口).

        >>> Hand(melds=(Meld("concealed_kong", 3), Meld("pung", 0))).open_melds
        (Meld(call='pung', tile=0, feeder=None),)
        """
        return tuple([meld for meld in self.melds if meld.is_open])


class TileSet(Struct, frozen=True, gc=False):
    """What a round is played with: what :mod:`mjcalc.notation` must know to read a hand and count its tiles."""

    kinds: frozenset[int] = frozenset(range(34))
    """The kinds in the set, four copies each."""
    calls: frozenset[str] = frozenset(CALLS)
    """The claims and kongs that exist."""
    flowers: frozenset[int] = frozenset()
    """Kinds that are set aside when drawn (``+hua``)."""
    kong_tiles: frozenset[int] = frozenset()
    """Kinds konged one by one (``+gang中`` is one tile); WILD too where the wild is such a tile."""
    dragon_run: bool = False
    """Whether 中發白 is a chow."""
    has_wilds: bool = True
    """Whether the variant has a wild tile."""
    wild: int | None = None
    """This round's wild kind, where known."""
    indicator: int | None = None
    """The flipped tile, where known: one copy less of its kind."""
    name: object = ""
    """The variant's name, for messages: a text, or one in each language."""

    def face(self, tile: int) -> int:
        """The kind that a tile shows: a known wild's own.

        >>> TileSet(wild=4).face(34), TileSet(wild=4).face(0), TileSet().face(34)
        (4, 0, 34)
        """
        return self.wild if tile == WILD and self.wild is not None else tile


class Table(Struct, frozen=True, gc=False):
    """All tiles that are known: the winner's, the losers', and the discards."""

    hand: Hand
    losers: dict[Seat, Hand] = {}
    """What each loser shows; a seat left out shows nothing."""
    seen: tuple[int, ...] = ()
    """Other tiles that can be seen, e.g. discards; kinds, a known wild by WILD."""
    win: int | None = None
    """The winning tile as given; None where it is the last concealed one."""
    has_red_five: bool = False
    """Whether any text wrote a five as 0: read like any other five."""


_WIND_BY_DEALER = {"self": 27, "left": 28, "across": 29, "right": 30}
"""Who deals → the winner's own wind."""


class Situation(Struct, frozen=True, kw_only=True, gc=False):
    """How the win came, and what the table has agreed on for this round."""

    by: By = "self-draw"
    source: Seat | None = None
    """Who threw the winning tile or was robbed of it (``from``)."""
    dealer: Dealer | None = None
    base: int | None = None
    """底; None means the variant's own."""
    streak: int = 0
    """How many times the dealer has stayed."""
    last_tile: bool = False
    heavenly: bool = False
    earthly: bool = False
    not_ready: bool = False
    """The discarder was not ready."""
    round_wind: int | None = None
    """圈風: the kind of the round's wind."""
    seat_wind: int | None = None
    """門風: the kind of the winner's own wind."""
    flowers: int = 0
    """How many bonus tiles the winner has set aside, beside those that are named in the hand."""
    last_copy: bool = False
    """Whether it is said that the winning tile is the last one."""

    @property
    def is_special(self) -> bool:
        """Whether anything is said of it beside the dealer and the base: all but a mere self-draw.

        >>> Situation(dealer="self").is_special, Situation(last_tile=True).is_special
        (False, True)
        """
        return (
            self.by != "self-draw"
            or self.source is not None
            or self.streak > 0
            or self.last_tile
            or self.heavenly
            or self.earthly
            or self.not_ready
            or self.round_wind is not None
            or self.seat_wind is not None
            or self.flowers > 0
            or self.last_copy
        )

    @property
    def own_wind(self) -> int | None:
        """The winner's wind: the one given, or by the seat of the dealer, who has 東; None where neither is known.

        >>> Situation(dealer="left").own_wind, Situation(seat_wind=30).own_wind, Situation().own_wind
        (28, 30, None)
        """
        if self.seat_wind is not None or self.dealer is None:
            return self.seat_wind
        return _WIND_BY_DEALER[self.dealer]

    @property
    def is_drawn(self) -> bool:
        """Whether the winner drew the winning tile.

        >>> Situation().is_drawn, Situation(by="rob-kong", source="left").is_drawn
        (True, False)
        """
        return self.by not in ("discard", "rob-kong")
