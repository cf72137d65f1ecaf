"""How tiles are drawn in a text: as in notation, in hanzi, with letters for honours, or as Unicode pictures.

Whatever is drawn, :mod:`mjcalc.notation` reads.
"""

import re
from collections.abc import Iterable
from itertools import groupby
from typing import Literal

from msgspec import Struct

from mjcalc.report.document import Line, Piece, Tiles
from mjcalc.report.words import WORDS
from mjcalc.rules.schema import Language
from mjcalc.tiles import format_tiles, kind_named, tile_glyph

__all__ = ["PLAIN", "Pen", "TileStyle"]

TileStyle = Literal["text", "hanzi", "letters", "unicode"]
"""``5m東``, ``五萬東``, ``5mE``, or pictures."""

_NUMBERS = " 一二三四五六七八九"
_HANZI = {
    "m": ("萬", "万"),
    "p": ("筒", "筒"),
    "s": ("條", "条"),
    "東": ("東", "东"),
    "發": ("發", "发"),
    "蘭": ("蘭", "兰"),
    "chi": ("吃", "吃"),
    "peng": ("碰", "碰"),
    "gang": ("槓", "杠"),
    "bugang": ("補槓", "补杠"),
    "angang": ("暗槓", "暗杠"),
    "da": ("打", "打"),
    "hua": ("花", "花"),
}
"""A canonical sign or word → traditional and simplified; what is left out is the same in both."""

_LETTERS = dict(zip("東南西北中發白", "ESWNCFP", strict=True))
_SIGNS = r"(?P<numbers>\d+)(?P<suit>[mps])|[東南西北中發白春夏秋冬梅蘭竹菊]|\+[a-z]+|@[a-z]+"


class Pen(Struct, frozen=True):
    """Draws tiles in one style."""

    style: TileStyle = "text"
    lang: Language = "zh-Hant"
    """Of hanzi: the script; in Chinese also the words for melds and seats."""

    def tiles(self, names: Iterable[str]) -> str:
        """Tiles by canonical name as one string; a ``*`` after one marks a wild that stands for it.

        >>> Pen().tiles(["1m", "2m", "3m*", "東"]), Pen("unicode").tiles(["1m", "2m", "3m*"])
        ('12m3m*東', '🀇🀈🀉*')
        """
        groups = ((is_wild, list(group)) for is_wild, group in groupby(names, _is_stand_in))
        return self.hand(
            "".join("".join(group) if is_wild else format_tiles(map(kind_named, group)) for is_wild, group in groups)
        )

    def hand(self, text: str) -> str:
        """A hand's canonical text.

        >>> Pen("hanzi", "zh-Hans").hand("12m東 +peng5p@right"), Pen("letters").hand("12m東 +peng中")
        ('一二万东 +碰五筒@下家', '12mE +pengC')
        """
        return text if self.style == "text" else re.sub(_SIGNS, self._sign, text)

    def line(self, line: Line) -> str:
        """Pieces of text, tiles and hands with nothing between them.

        >>> Pen("letters").line(("win ", Tiles(("5m", "東"))))
        'win 5mE'
        """
        return "".join(map(self.piece, line))

    def piece(self, piece: Piece) -> str:
        """One of them."""
        if isinstance(piece, str):
            return piece
        return self.tiles(piece.names) if isinstance(piece, Tiles) else self.hand(piece.text)

    def _sign(self, match: re.Match[str]) -> str:
        sign, numbers, suit = match[0], match["numbers"], match["suit"]
        if self.style == "letters":
            return _LETTERS.get(sign, sign)
        if self.style == "unicode":
            if sign[0] in "+@":
                return sign
            names = [number + suit for number in numbers] if numbers else [sign]
            return "".join(tile_glyph(kind_named(name)) for name in names)
        if numbers:
            return "".join(_NUMBERS[int(number)] for number in numbers) + self._hanzi(suit)
        if sign[0] == "@":
            return sign if self.lang == "en" else f"@{WORDS[sign[1:]].said_in(self.lang)}"
        if sign[0] == "+":
            return sign if self.lang == "en" else f"+{self._hanzi(sign[1:])}"
        return self._hanzi(sign)

    def _hanzi(self, sign: str) -> str:
        return _HANZI.get(sign, (sign, sign))[self.lang == "zh-Hans"]


PLAIN = Pen()
"""Draws tiles as in notation."""


def _is_stand_in(tile: str) -> bool:
    return tile != "*" and tile.endswith("*")
