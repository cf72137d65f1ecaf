"""What the book of an evening answers: plain typed records, the same for a library call and for JSON.

Field names are those of the JSON (``from`` is ``source`` in Python, where it is a keyword).
"""

from typing import Any, Literal

from msgspec import UNSET, Raw, Struct, UnsetType, field

from mjcalc.answers.records import Score

__all__ = ["BookCheck", "DiceDecision", "DiceThrow", "Difference", "Game", "GameEntry", "Kind", "Player", "Recorded"]

Kind = Literal["win", "draw", "pay"]


class Player(Struct, frozen=True):
    """Where one player stands."""

    name: str
    total: int
    """What was won less what was paid."""
    wins: int
    deals_in: int
    """How many deals were won on a tile that this player threw, or on a kong robbed from them."""


class GameEntry(Struct, frozen=True, kw_only=True):
    """One line of the book: a win, a drawn game, or a payment beside the deals."""

    number: int
    """From 1; an entry that was taken back leaves its number to the next."""
    kind: Kind
    at: str
    """When it was written, in UTC: ``2025-01-31T20:15:00Z``."""
    deal: int | None
    """Which deal, from 1; winners on the same tile share one. Null for a payment beside the deals."""
    dealer: str | None
    """Who dealt it."""
    streak: int | None
    """How many times the dealer had stayed."""
    winner: str | None = None
    source: str | None = field(default=None, name="from")
    """The player whose tile it was; null for a drawn tile."""
    by: str | None = None
    win: str | None = None
    """The winning tile."""
    hand: str | None = None
    """The winner's hand in canonical notation, with names after the ``@``."""
    total: int | None = None
    """What the fans come to."""
    payments: dict[str, int]
    """Player → what they won; less than 0 is what they paid."""
    house: int = 0
    """What went to the house: the difference of a payment with a fee."""
    note: str = ""
    given: dict[str, Any] = {}
    """``dealer``, ``streak``, ``base`` and ``set``, where they were given for this deal alone."""
    question: Raw | UnsetType = UNSET
    """What was asked, all texts as they were typed; null but for a win."""
    answer: Raw | UnsetType = UNSET
    """The score, as `mjcalc score --json` gives it; null but for a win."""


class Game(Struct, frozen=True, kw_only=True, tag_field="op", tag="game"):
    """Where an evening stands."""

    rules: str
    """The variant's id."""
    names: dict[str, str]
    """The variant's name by language."""
    players: tuple[Player, ...]
    """In turn order."""
    dealer: str
    """Who deals next."""
    streak: int
    """How many times in a row they have dealt before."""
    deals: int
    """How many deals were played."""
    house: int = 0
    """What went to the house in all."""
    entries: tuple[GameEntry, ...] | UnsetType = UNSET
    """Every entry that was not taken back, where they were asked for."""


class Recorded(Game, frozen=True, kw_only=True, tag_field="op", tag="game"):
    """What a command did to the book, and where the evening stands after it."""

    entry: GameEntry | None = None
    """What was written, or taken back; null where nothing was."""
    score: Score | None = None
    """The answer about a winner's hand; where ``legal`` is false, nothing was written."""
    request: dict[str, Any] | None = None
    """The question that the answer is to, with seats: a line for a batch."""


class Difference(Struct, frozen=True):
    """Something that would come out otherwise today than when it was written."""

    entry: int
    """Its number."""
    field: str
    was: Any
    now: Any


class BookCheck(Struct, frozen=True, kw_only=True, tag_field="op", tag="game"):
    """A book, checked."""

    rules: str
    """The variant's id."""
    entries: int
    """How many entries were looked at."""
    wins: int
    """How many hands were scored again."""
    rules_changed: bool
    """Whether the rules file has changed since some hand was scored."""
    differences: tuple[Difference, ...] = ()


class DiceDecision(Struct, frozen=True):
    """What a throw of the dice decides."""

    id: str
    name: str
    """What is decided, in the language asked for."""
    text: str
    """What the throw says of it, in the language asked for."""


class DiceThrow(Struct, frozen=True, kw_only=True, tag_field="op", tag="dice"):
    """A throw of two dice."""

    dice: tuple[int, ...]
    total: int
    rules: str | None
    """The variant's id, where one was asked about."""
    says: tuple[DiceDecision, ...] = ()
    """What the variant's ``dice:`` make of it."""
