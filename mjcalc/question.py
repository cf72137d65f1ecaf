"""A hand and what is said about it: what every command, call, request and example asks about."""

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import Meta, Struct, field

from mjcalc.hand import Seat

__all__ = ["Question"]


class Question(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A hand and what may be said about it beside its tiles, as texts and plain values.

    >>> Question(hand="123m", from_="left").dealer is None
    True
    """

    hand: str
    """The hand, written as for the command line."""
    win: str | None = None
    """The winning tile; without it, the last concealed one."""
    by: str | None = None
    """``self-draw``, ``discard``, ``kong-draw``, ``rob-kong`` or ``flower-draw``."""
    from_: str | None = field(default=None, name="from")
    """The seat that threw the winning tile or was robbed of it: ``right``, ``across``, ``left``."""
    dealer: str | None = None
    """``self`` or a seat; without it, nobody is known to deal."""
    indicator: str | None = None
    """The flipped tile that makes the round's wild."""
    wild: str | None = None
    """The wild itself."""
    base: int | None = None
    """底, where the table plays for another than the variant's."""
    streak: int | None = None
    """How many times the dealer has stayed."""
    last_tile: bool = False
    """海底, 海撈: won at the end of the wall."""
    heavenly: bool = False
    """天胡: the dealer's dealt win."""
    earthly: bool = False
    """地胡: another's win at once."""
    not_ready: bool = False
    """Whether the discarder was not ready."""
    losers: Mapping[Seat, str] = {}
    """Seat → what that player shows: melds, kongs, thrown wilds."""
    seen: str | None = None
    """Other tiles that can be seen, such as discards."""
    set: Annotated[Mapping[str, Any], Meta(max_length=256)] = {}
    """The variant's options, ``fans.ID`` and ``caps.ID`` → value; where fans multiply, 1 is a fan that does not count,
    and 0 makes the gain 0."""
