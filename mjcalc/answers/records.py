"""The answers as plain typed records, the same for a library call and for JSON.

Field names are those of the JSON (``from`` is ``source`` in Python, where it is a keyword). In JSON every answer begins
with ``op``, the name of the question that it answers.
"""

from typing import Literal

from msgspec import Struct, field

from mjcalc.hand import By, Seat

__all__ = [
    "Accept",
    "Aim",
    "Aims",
    "Answer",
    "Chances",
    "Discard",
    "Discards",
    "Fan",
    "Note",
    "Payment",
    "Reason",
    "Responsible",
    "Score",
    "SeatFan",
    "SetOut",
    "Side",
    "Wait",
    "Waits",
    "Worth",
]

Side = Literal["winner", "big", "limit", "bonus", "fan"]
Dealer = Literal["self"] | Seat


class Note(Struct, frozen=True, gc=False):
    """What a reader should know beside the answer."""

    code: str
    """A stable name for scripts, see :data:`mjcalc.answers.notes.NOTES`."""
    text: str
    """One sentence in the language asked for."""


class SetOut(Struct, frozen=True, gc=False):
    """One part of the hand as it was read."""

    kind: str
    """``chow``, ``pung``, ``exposed_kong``, ``added_kong``, ``concealed_kong``, ``pair``, ``single`` or ``tiles``."""
    tiles: tuple[str, ...]
    """What they stand for, by canonical name; a ``*`` after it marks a wild: ``3m*``."""
    melded: bool
    feeder: Seat | None = None
    """Who gave the tile that a meld was claimed with; None where nobody did or it is not known."""


class Fan(Struct, frozen=True, gc=False):
    """A fan of the winner: ``value`` per piece, ``count`` pieces."""

    id: str
    name: str
    english: str
    side: Side
    value: int
    count: int


class SeatFan(Struct, frozen=True, gc=False):
    """A fan that one loser's payment is multiplied by."""

    id: str
    name: str
    value: int
    count: int


class Payment(Struct, frozen=True, gc=False):
    """What one loser hands over."""

    seat: Seat
    fans: tuple[SeatFan, ...]
    amount: int
    """Before caps."""
    cap: str | None
    share: int
    """After caps, before responsibility."""
    pays: int


class Reason(Struct, frozen=True, gc=False):
    """Why a hand may not win."""

    id: str
    text: str


class Responsible(Struct, frozen=True, gc=False):
    """A rule of responsibility (包牌) that applies."""

    rule: str
    """Its id in the rules file."""
    seats: tuple[Seat, ...]
    """Those it makes pay for the others."""


class Score(Struct, frozen=True, kw_only=True, gc=False, tag_field="op", tag="score"):
    """Whether a hand wins, how it was read, what it is worth and who pays."""

    rules: str
    hand: str
    """Canonical notation of the whole hand, the winning tile included."""
    melds: tuple[str, ...]
    """``pung 5p left``: call, tiles and feeder, in the order they were exposed."""
    win: str
    by: By
    source: Seat | None = field(name="from")
    wild: str | None
    """The round's wild by its face; None where there is none or it is not known."""
    dealer: Dealer | None
    """Who deals; None where it is not known."""
    base: int
    """底, with what the dealer's stays add to it."""
    legal: bool
    reasons: tuple[Reason, ...] = ()
    shape: str | None = None
    sets: tuple[SetOut, ...] = ()
    fans: tuple[Fan, ...] = ()
    total: int = 0
    cap: str | None = None
    payments: tuple[Payment, ...] = ()
    gain: int = 0
    responsible: tuple[Responsible, ...] = ()
    """Who pays for the others, and by which rules; empty where nobody does."""
    notes: tuple[Note, ...] = ()


class Worth(Struct, frozen=True, gc=False):
    """What a hand would come to if it won on a tile in one way."""

    legal: bool
    total: int
    gain: int
    fans: tuple[str, ...]
    """Ids."""
    reasons: tuple[str, ...]
    """Ids of why it could not win so."""
    why: tuple[Reason, ...]
    """The same reasons with their texts."""


class Wait(Struct, frozen=True, gc=False):
    """A tile that completes the hand."""

    tile: str
    remaining: int
    """Copies that are not accounted for: 0 is a dead wait."""
    self_draw: Worth = field(name="self-draw")
    discard: Worth | None
    """None where the variant has no wins from a discard."""


class Accept(Struct, frozen=True, gc=False):
    """A tile that brings the hand nearer to ready, or completes it."""

    tile: str
    remaining: int


class Chances(Struct, frozen=True, gc=False):
    """What a hand comes to within some draws, each figure under the play that is best for it."""

    ready: float
    """The chance of distance 0."""
    win: float
    """The chance of drawing a tile that makes a legal win."""
    mean: float
    """The mean gain, all payments together."""


class Waits(Struct, frozen=True, kw_only=True, gc=False, tag_field="op", tag="waits"):
    """What a hand before its draw waits for; not ready: how far it is, and which tiles bring it nearer."""

    rules: str
    hand: str
    wild: str | None
    dealer: Dealer | None
    base: int
    shanten: int | None
    """−1 complete, 0 ready, n: at least n more useful draws to be ready; None where no shape can be reached."""
    distance: int | None
    """The same to the nearest complete hand that may win as far as tiles decide (可胡向聽)."""
    by_shape: dict[str, int | None]
    """None for a shape that can no longer be reached."""
    waits: tuple[Wait, ...] = ()
    accepts: tuple[Accept, ...] = ()
    """Filled where the hand is not ready."""
    remaining: int = 0
    """Tiles left in all, of the list in use."""
    distance_accepts: tuple[Accept, ...] = ()
    """The tiles that lower the distance; at distance 0 those that complete a hand that may win."""
    draws: int | None = None
    """For how many draws the chances are; None where nobody asked."""
    chances: Chances | None = None
    """None where nobody asked, or the hand is too far away."""
    notes: tuple[Note, ...] = ()


class Discard(Struct, frozen=True, gc=False):
    """A tile to throw, and what the hand then needs."""

    tile: str
    shanten: int | None
    accepts: tuple[Accept, ...]
    """At shanten 0 these are the waits."""
    remaining: int
    distance: int | None
    """To the nearest complete hand that may win as far as tiles decide."""
    distance_accepts: tuple[Accept, ...]
    """The tiles that lower it; at distance 0 those that complete a hand that may win."""
    chances: Chances | None = None
    """Only for throws that keep the distance least, where draws were asked for."""


class Discards(Struct, frozen=True, kw_only=True, gc=False, tag_field="op", tag="discard"):
    """What to throw, best first."""

    rules: str
    hand: str
    wild: str | None
    dealer: Dealer | None
    base: int
    shanten: int | None
    """Of all the tiles; −1 complete."""
    distance: int | None
    """The same to the nearest complete hand that may win as far as tiles decide."""
    discards: tuple[Discard, ...] = ()
    draws: int | None = None
    """For how many draws the chances are; None where nobody asked."""
    notes: tuple[Note, ...] = ()


class Aim(Struct, frozen=True, kw_only=True, gc=False):
    """A fan to play for."""

    id: str
    name: str
    english: str
    value: int
    """Of one piece, or the fixed amount of a limit hand."""
    limit: str | None
    """The cap that a limit hand pays; None for other fans."""
    shanten: int
    """To the nearest complete hand that has it; −1 complete."""
    accepts: tuple[Accept, ...]
    """The tiles that lower that."""
    left: int
    """How many of these are left."""
    throws: tuple[str, ...]
    """Of 14 tiles, what to throw for it: the fewest tiles to go, and of those the most tiles that help."""


class Aims(Struct, frozen=True, kw_only=True, gc=False, tag_field="op", tag="aims"):
    """What a hand may be played for: the nearest first, then by value."""

    rules: str
    hand: str
    wild: str | None
    dealer: Dealer | None
    base: int
    shanten: int | None
    distance: int | None
    """To the nearest complete hand that may win as far as tiles decide."""
    aims: tuple[Aim, ...] = ()
    notes: tuple[Note, ...] = ()


Answer = Score | Waits | Discards | Aims
"""What is answered to a question about a hand."""
