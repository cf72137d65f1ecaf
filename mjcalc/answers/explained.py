"""An explained score as records: how each payment came about, what earned each fan, which choices decided."""

from typing import Any, Literal

from msgspec import Struct, field

from mjcalc.answers.records import Score
from mjcalc.hand import Seat
from mjcalc.rules.schema import Method

__all__ = ["ChoiceMade", "EarnedFan", "Explained", "ExplainedPayment", "Explanation", "Factor"]


class Factor(Struct, frozen=True, gc=False):
    """A fan's part in a payment: ``value`` per piece, ``count`` pieces."""

    id: str
    name: str
    side: Literal["winner", "loser", "big", "limit", "bonus", "fan"]
    """``winner`` and ``loser`` multiply, value^count; ``big`` are added, value × count, and their sum multiplies;
    ``fan`` and ``bonus`` are added; ``limit`` is all that counts, once."""
    value: int
    count: int


class ExplainedPayment(Struct, frozen=True, kw_only=True, gc=False):
    """How what one seat hands over is worked out.

    ``amount`` = ``base`` × ``times`` × what the factors come to + ``plus``; ``share`` is ``cap_amount`` where there is
    one, else ``amount``; ``pays`` is the sum of the shares of the seats in ``for``, divided by ``split``, rounded up.
    """

    seat: Seat
    factors: tuple[Factor, ...]
    """The winner's fans, then this loser's own. Without any, a product is 1 and a sum is 0."""
    base: int
    """底, or 1 where a limit hand is worth the same whatever the base."""
    times: int
    """0 where this seat owes nothing for the fans."""
    plus: int
    """What this seat pays beside the fans, the base included."""
    amount: int
    cap: str | None
    """The id of the cap that holds for this seat."""
    cap_amount: int | None
    """What that cap puts in place of ``amount``, the base included; null where ``amount`` stands."""
    share: int
    seats: tuple[Seat, ...] = field(name="for")
    """Whose shares this seat hands over: its own; where a seat is responsible, all three; where another seat pays for
    it, none."""
    split: int
    """How many responsible seats divide these shares; 1 where nobody does."""
    rule: str | None
    """The id of the rule that makes this seat responsible."""
    pays: int


class ChoiceMade(Struct, frozen=True, kw_only=True, gc=False):
    """What another choice for an option would change, where the choice is a reading of ours."""

    option: str
    value: Any
    """The choice that this answer follows."""
    other: Any
    """Another choice."""
    legal: bool
    """Whether the hand would win with it."""
    gain: int
    pays: tuple[int, ...]
    """What right, across and left would pay with it."""


class EarnedFan(Struct, frozen=True, gc=False):
    """The tiles that earned a fan."""

    id: str
    seat: Seat | None
    """The loser whose own fan it is; null for a fan of the winner."""
    tiles: tuple[str, ...]
    """As they stand in ``sets``; empty where no tile earned it: who deals, or that no wild was held."""


class Explanation(Struct, frozen=True, kw_only=True, gc=False):
    """Why the payments are what they are."""

    method: Method
    """How fans combine: ``additive``, ``product`` or ``product_per_loser``."""
    payments: tuple[ExplainedPayment, ...]
    """The seats right, across, left; empty where it is no win."""
    readings: tuple[ChoiceMade, ...]
    """The options that are readings of ours and that decided: each choice with which the payments would differ."""
    fans: tuple[EarnedFan, ...]
    """In the order of ``fans`` and then of the losers' own."""


class Explained(Score, frozen=True, kw_only=True, gc=False, tag_field="op", tag="score"):
    """A score with the reasons for its payments."""

    explain: Explanation
