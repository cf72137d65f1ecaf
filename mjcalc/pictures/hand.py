"""Where the tiles of a hand lie: each set as a group of placed tiles, with the words for it.

Lengths are those of :mod:`mjcalc.pictures.tiles`: a tile is 300 wide and 400 high. The tiles of a group stand on
the line y = 400; a fourth tile on top of a meld rises above y = 0, and what a wild stands for hangs below y = 400.
"""

from collections.abc import Iterable, Sequence
from itertools import groupby
from math import ceil

from msgspec import Struct

from mjcalc.hand import Hand, TileSet
from mjcalc.notation import parse_hand
from mjcalc.pictures.tiles import BACK, HEIGHT, WIDTH
from mjcalc.report.document import Tiles
from mjcalc.report.words import Words
from mjcalc.rules.schema import Names
from mjcalc.texts import Text, say
from mjcalc.tiles import NAMES, WILD, class_of

__all__ = ["Group", "Laid", "Rack"]

_SMALL = 0.8
"""The size of the tile that a wild stands for, beside the wild's own."""
_GAP = 24
_LONGEST = 9
"""The most tiles in a row: as many as fit a narrow phone."""
_CLAIMED_AT = {"left": 0, "across": 1, "right": -1}
"""The place of the turned tile, which points to the player who fed the meld."""

_SUITS = {
    "m": say("characters"),
    "p": say("dots"),
    "s": say("bamboo"),
}
_SAID = {
    "東": say("east wind"),
    "南": say("south wind"),
    "西": say("west wind"),
    "北": say("north wind"),
    "中": say("red dragon"),
    "發": say("green dragon"),
    "白": say("white dragon"),
    "春": say("spring"),
    "夏": say("summer"),
    "秋": say("autumn"),
    "冬": say("winter"),
    "梅": say("plum blossom"),
    "蘭": say("orchid"),
    "竹": say("bamboo plant"),
    "菊": say("chrysanthemum"),
}
_STANDS_FOR = say("as")


class Laid(Struct, frozen=True):
    """A tile in its place."""

    name: str
    """What is drawn: a canonical name, ``*`` for the wild mark, or :data:`~mjcalc.pictures.tiles.BACK`."""
    x: int
    y: int
    is_turned: bool = False
    """Whether it lies on its side, 400 wide and 300 high."""
    is_wild: bool = False
    scale: float = 1.0
    spoken: str = ""
    """The tile in words; empty where the words of another tile say it."""


class Group(Struct, frozen=True):
    """Tiles that lie together."""

    tiles: tuple[Laid, ...]
    width: int
    top: int = 0
    """The least y: 0, or less where a tile lies on top of others."""
    bottom: int = HEIGHT
    caption: str = ""
    """What to write below it."""

    @property
    def spoken(self) -> str:
        """The group in words, for those who hear it."""
        words = ", ".join(tile.spoken for tile in self.tiles if tile.spoken)
        return f"{self.caption}: {words}" if self.caption else words


class Rack:
    """Lays out the tiles of one round."""

    def __init__(self, tile_set: TileSet, wild: Names | Text, words: Words) -> None:
        """
        :param tile_set: the round's tiles, with its wild
        :param wild: what the wild is called
        :param words: the language
        """
        self._tile_set = tile_set
        self._wild = wild
        self._face = NAMES[WILD if tile_set.wild is None else tile_set.wild]
        self._words = words

    def tiles(self, tiles: Tiles) -> Group:
        """Tiles side by side, or a meld with its claimed tile turned."""
        if not tiles.call:
            return self._row(tiles.names)
        said = self._words.say
        caption = said(tiles.call) + (f" ← {said(tiles.feeder)}" if tiles.feeder else "")
        return self._meld(tiles, caption)

    def hand(self, text: str) -> list[Group]:
        """All that lies in front of a player.

        :param text: a hand's canonical text
        """
        hand = self._parse(text)
        suits = groupby(sorted(hand.concealed), class_of)
        groups = [row for _, kinds in suits for row in self._rows(kinds)]
        for meld in hand.melds:
            names = tuple(NAMES[kind] for kind in meld.tiles)
            groups.append(self.tiles(Tiles(names, meld.call, meld.feeder)))
        return groups + self._apart(hand)

    def apart(self, text: str) -> list[Group]:
        """What of a hand is in no set: kong tiles, what was thrown, and flowers."""
        return self._apart(self._parse(text))

    def _parse(self, text: str) -> Hand:
        return parse_hand(text, self._tile_set)

    def _apart(self, hand: Hand) -> list[Group]:
        named = (("kong tiles", hand.kongs), ("thrown", hand.thrown), ("flowers", hand.flowers))
        return [row for word, kinds in named for row in self._rows(kinds, self._words.say(word))]

    def _rows(self, kinds: Iterable[int], caption: str = "") -> list[Group]:
        """Tiles in as few rows as are not too long, all about as long."""
        names = [NAMES[kind] for kind in kinds]
        length = ceil(len(names) / ceil(len(names) / _LONGEST)) if names else 1
        return [self._row(names[start : start + length], caption) for start in range(0, len(names), length)]

    def _row(self, names: Sequence[str], caption: str = "") -> Group:
        """Tiles side by side, each wild above what it stands for."""
        tiles, bottom = [], HEIGHT
        for place, name in enumerate(names):
            x = place * WIDTH
            stands_for = name.removesuffix("*")
            if not self._is_wild(name):
                tiles.append(Laid(name, x, 0, spoken=self._say_tile(name)))
                continue
            tiles.append(Laid(self._face, x, 0, is_wild=True, spoken=self._say_wild(stands_for)))
            if stands_for not in ("", self._face):
                tiles.append(Laid(stands_for, x + round(WIDTH * (1 - _SMALL) / 2), HEIGHT + _GAP, scale=_SMALL))
                bottom = HEIGHT + _GAP + round(HEIGHT * _SMALL)
        return Group(tuple(tiles), len(names) * WIDTH, 0, bottom, caption)

    def _meld(self, meld: Tiles, caption: str) -> Group:
        """A meld; the place of its turned tile says who fed it."""
        is_added = meld.call == "added_kong"
        row = meld.names[:3] if is_added else meld.names
        claimed = None if meld.feeder is None else range(len(row))[_CLAIMED_AT[meld.feeder]]
        tiles, x, top = [], 0, 0
        for place, name in enumerate(row):
            is_turned = place == claimed
            is_back = meld.call == "concealed_kong" and place in (0, len(row) - 1)
            y = HEIGHT - WIDTH if is_turned else 0
            tiles.append(Laid(BACK if is_back else name, x, y, is_turned, spoken=self._say_tile(name)))
            x += HEIGHT if is_turned else WIDTH
        if is_added:
            # On the claimed tile; where it is not known which that is, in a pile on the middle one.
            under = tiles[1 if claimed is None else claimed]
            top = under.y - WIDTH if under.is_turned else -HEIGHT // 4
            tiles.append(Laid(meld.names[3], under.x, top, under.is_turned, spoken=self._say_tile(meld.names[3])))
        return Group(tuple(tiles), x, top, HEIGHT, caption)

    def _is_wild(self, name: str) -> bool:
        return name.endswith("*") or name == self._face

    def _say_wild(self, stands_for: str) -> str:
        own = self._wild.said_in(self._words.lang)
        if stands_for in ("", self._face):
            return own
        return f"{own} {_STANDS_FOR.said_in(self._words.lang)} {self._say_tile(stands_for)}"

    def _say_tile(self, name: str) -> str:
        lang = self._words.lang
        if name in _SAID:
            return _SAID[name].said_in(lang)
        suit = _SUITS[name[1]].said_in(lang)
        return f"{name[0]} {suit}" if lang == "en" else "一二三四五六七八九"[int(name[0]) - 1] + suit
