"""What is known of the round beside the hand: without it a reader could not work out what anybody pays."""

from collections.abc import Collection

from msgspec import Struct

from mjcalc.report.words import both, both_names, draw
from mjcalc.rules.schema import Language, Names, Variant
from mjcalc.scoring.settlement import base_of
from mjcalc.tiles import tile_name

__all__ = ["NOTHING_SAID", "Round", "format_round"]

_WILD = Names("百搭", "百搭", "wild")
"""What the wild is called where the variant has no name for it."""


class Round(Struct, frozen=True, kw_only=True):
    """What was said of the round."""

    wild: int | None = None
    """The wild's face."""
    dealer: str | None = None
    """``self`` or a seat."""
    base: int | None = None
    streak: int | None = None
    losers: Collection[str] = ()
    """The seats of which it is known what they show."""

    def base_in(self, variant: Variant) -> int:
        """底 of this round."""
        return base_of(variant, self.base, self.streak or 0)


NOTHING_SAID = Round()


def format_round(given: Round, variant: Variant, *, lang: Language, glyphs: bool = False) -> list[str]:
    """The wild, the dealer and the base in one line; no line where all of them go without saying."""
    parts = []
    if given.wild is not None:
        names = variant.tiles.wild and variant.tiles.wild.names
        parts.append(f"{both_names(names or _WILD, lang)} {draw([tile_name(given.wild)], glyphs=glyphs)}")
    if given.dealer is not None:
        parts.append(f"{both('dealer', lang)} {both(given.dealer, lang)}")
    base = given.base_in(variant)
    if base != 1 or given.base is not None or given.streak is not None:
        parts.append(f"{both('base', lang)} {base}")
    return [" · ".join(parts)] if parts else []
