"""Where the tiles of a hand lie: each set as a group of placed tiles, with the words for it.

Lengths are those of :mod:`mjcalc.pictures.tiles`: a tile is 300 wide and 400 high. A group's row of tiles stands on
the line y = 400; a fourth tile on top of a meld rises above y = 0, what a wild stands for hangs below.
"""

from collections.abc import Iterable, Sequence
from itertools import groupby
from math import ceil

from msgspec import Struct

from mjcalc.answers.records import SetOut
from mjcalc.hand import Hand, Meld
from mjcalc.pictures.tiles import BACK, HEIGHT, WIDTH
from mjcalc.report.words import say
from mjcalc.rules.schema import Language, Names
from mjcalc.tiles import NAMES, WILD, class_of, kind_named

__all__ = ["Group", "Laid", "Wild", "groups_of_hand", "groups_of_sets", "spoken_tile"]

SMALL = 0.8
"""The size of the tile that a wild stands for, beside the wild's own."""
_GAP = 24
_LONGEST = 9
"""The most tiles in a row."""

_SUITS = (Names("萬", "万", "characters"), Names("筒", "筒", "dots"), Names("條", "条", "bamboo"))
_HONOURS = (
    Names("東風", "东风", "east wind"),
    Names("南風", "南风", "south wind"),
    Names("西風", "西风", "west wind"),
    Names("北風", "北风", "north wind"),
    Names("紅中", "红中", "red dragon"),
    Names("發財", "发财", "green dragon"),
    Names("白板", "白板", "white dragon"),
)
_STANDS_FOR = Names("當", "当", "as")
_CLAIMED_AT = {"left": 0, "across": 1, "right": -1}
"""The place of the turned tile, which points to the player who fed the meld."""


class Wild(Struct, frozen=True):
    """The round's wild."""

    names: Names
    face: int | None = None
    """The kind that it shows, where it is known."""


class Laid(Struct, frozen=True):
    """A tile in its place."""

    kind: int
    """What is drawn: a kind, :data:`~mjcalc.tiles.WILD` for the wild mark or :data:`~mjcalc.pictures.tiles.BACK`."""
    x: int
    y: int
    turned: bool = False
    """Lies on its side: 400 wide and 300 high."""
    is_wild: bool = False
    scale: float = 1.0
    spoken: str = ""


class Group(Struct, frozen=True):
    """Tiles that lie together."""

    tiles: tuple[Laid, ...]
    width: int
    top: int = 0
    """The least y: 0, or less where a tile lies on top of others."""
    bottom: int = HEIGHT
    caption: str = ""
    """What to write below: the call and who fed it."""

    @property
    def spoken(self) -> str:
        """The group in words, for those who hear it."""
        words = ", ".join(tile.spoken for tile in self.tiles if tile.spoken)
        return f"{self.caption}: {words}" if self.caption else words


def groups_of_sets(sets: Iterable[SetOut], wild: Wild | None, lang: Language) -> list[Group]:
    """The parts of a hand as it was read, concealed ones first.

    >>> [group] = groups_of_sets([SetOut("pung", ("5p", "5p", "5p"), True, "right")], None, "en")
    >>> group.caption, [(tile.x, tile.turned) for tile in group.tiles]
    ('pung ← right', [(0, False), (300, False), (600, True)])
    """
    return [_meld(part, lang) if part.melded else _row(part.tiles, wild, lang) for part in sets]


def groups_of_hand(hand: Hand, sets: Sequence[SetOut], wild: Wild | None, lang: Language) -> list[Group]:
    """All that lies in front of a player: the sets as they were read, or the concealed tiles by suits where they make
    none, and then kong tiles, flowers and what was thrown."""
    if sets:
        groups = groups_of_sets(sets, wild, lang)
    else:
        suits = groupby(sorted(hand.concealed), class_of)
        groups = [row for _, kinds in suits for row in _rows(kinds, wild, lang)]
        groups += [_meld(_set_out(meld), lang) for meld in hand.melds]
    for word, kinds in (("kong tiles", hand.kongs), ("flowers", hand.flowers), ("thrown", hand.thrown)):
        groups += _rows(kinds, wild, lang, say(word, lang))
    return groups


def _rows(kinds: Iterable[int], wild: Wild | None, lang: Language, caption: str = "") -> list[Group]:
    """Tiles in as few rows as are not too long for a narrow phone."""
    names = [NAMES[kind] for kind in kinds]
    rows = ceil(len(names) / _LONGEST)
    length = ceil(len(names) / max(rows, 1))
    return [_row(names[start : start + length], wild, lang, caption) for start in range(0, len(names), length or 1)]


def _set_out(meld: Meld) -> SetOut:
    return SetOut(meld.call, tuple(NAMES[kind] for kind in meld.tiles), True, meld.feeder)


def _row(names: Sequence[str], wild: Wild | None, lang: Language, caption: str = "") -> Group:
    """Tiles side by side, each wild above what it stands for."""
    tiles, bottom = [], HEIGHT
    for place, name in enumerate(names):
        x = place * WIDTH
        stands_for = kind_named(name.removesuffix("*")) if name not in NAMES else None
        if stands_for is None and name != NAMES[WILD]:
            tiles.append(Laid(kind_named(name), x, 0, spoken=spoken_tile(name, None, lang)))
            continue
        face = WILD if wild is None or wild.face is None else wild.face
        tiles.append(Laid(face, x, 0, is_wild=True, spoken=spoken_tile(name, wild, lang)))
        if stands_for not in (None, face):
            tiles.append(Laid(stands_for, x + round(WIDTH * (1 - SMALL) / 2), HEIGHT + _GAP, scale=SMALL))
            bottom = HEIGHT + _GAP + round(HEIGHT * SMALL)
    return Group(tuple(tiles), len(names) * WIDTH, 0, bottom, caption)


def _meld(part: SetOut, lang: Language) -> Group:
    """A meld, its claimed tile turned; the turned tile's place says who fed it."""
    kinds = [kind_named(name.removesuffix("*") or name) for name in part.tiles]
    words = [spoken_tile(name, None, lang) for name in part.tiles]
    added = part.kind == "added_kong"
    row = kinds[:3] if added else kinds
    claimed = None if part.feeder is None else range(len(row))[_CLAIMED_AT[part.feeder]]
    tiles, x, top = [], 0, 0
    for place, (kind, spoken) in enumerate(zip(row, words, strict=False)):
        turned = place == claimed
        is_back = part.kind == "concealed_kong" and place in (0, len(row) - 1)
        tiles.append(Laid(BACK if is_back else kind, x, HEIGHT - WIDTH if turned else 0, turned, spoken=spoken))
        x += HEIGHT if turned else WIDTH
    if added:
        # On the claimed tile; where it is not known which that is, in a pile on the middle one.
        under = tiles[1 if claimed is None else claimed]
        on_top = under.y - WIDTH if under.turned else -HEIGHT // 4
        tiles.append(Laid(kinds[3], under.x, on_top, under.turned, spoken=words[3]))
        top = on_top
    feeder = f" ← {say(part.feeder, lang)}" if part.feeder else ""
    return Group(tuple(tiles), x, top, HEIGHT, say(part.kind, lang) + feeder)


def spoken_tile(name: str, wild: Wild | None, lang: Language) -> str:
    """A tile in words: a canonical name, with a ``*`` after it for a wild that stands for it.

    >>> spoken_tile("3m", None, "zh-Hant"), spoken_tile("東", None, "zh-Hans"), spoken_tile("3m*", None, "en")
    ('三萬', '东风', 'wild as 3 characters')
    """
    if name not in NAMES or name == NAMES[WILD]:
        own = wild.names.said_in(lang) if wild else say("wild", lang)
        tile = name.removesuffix("*")
        return " ".join([own, _STANDS_FOR.said_in(lang), spoken_tile(tile, None, lang)]) if tile else own
    kind = kind_named(name)
    if kind >= 27:
        return _HONOURS[kind - 27].said_in(lang)
    suit = _SUITS[class_of(kind)].said_in(lang)
    return f"{kind % 9 + 1} {suit}" if lang == "en" else "一二三四五六七八九"[kind % 9] + suit
