"""What was said of a win, as it was typed: what the book keeps of the question."""

from typing import Any

from msgspec import Struct, field

from mjcalc.rules.schema import Language

__all__ = ["Said"]


class Said(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What was said of a win, as it was typed."""

    winner: str
    hand: str
    source: str | None = field(default=None, name="from")
    show: dict[str, str] = {}
    """Player → what they show."""
    dealer: str | None = None
    """Only where it was given: for this deal alone, as the next two."""
    streak: int | None = None
    base: int | None = None
    settings: dict[str, Any] = field(default={}, name="set")
    """The settings of this deal alone."""
    same_deal: bool = False
    lang: Language = "zh-Hant"
    more: dict[str, Any] = {}
    """The other options of :func:`mjcalc.score`, by name."""

    @property
    def given(self) -> dict[str, Any]:
        """What was given for this deal alone."""
        named = {"dealer": self.dealer, "streak": self.streak, "base": self.base, "set": self.settings or None}
        return {name: value for name, value in named.items() if value is not None}
