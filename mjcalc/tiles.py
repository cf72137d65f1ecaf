"""What tiles there are, and how they are named and drawn.

A *kind* is a plain ``int``, in canonical order: 0-8 are 1-9 characters (萬 ``m``), 9-17 dots (筒 ``p``),
18-26 bamboo (條 ``s``), 27-30 the winds 東 南 西 北, 31-33 the dragons 中 發 白. :data:`WILD` (34) is one copy of
the round's wild tile and sorts last. Tile counts are sequences of :data:`KINDS` numbers, indexed by kind.

>>> tile_name(4), tile_name(27), tile_name(WILD)
('5m', '東', '*')
>>> format_tiles([27, 8, 0, WILD, 9])
'19m1p東*'
"""

from collections.abc import Iterable

__all__ = [
    "BAMBOO",
    "CHARACTERS",
    "DOTS",
    "DRAGONS",
    "FLOWERS",
    "GREEN",
    "HONOURS",
    "KINDS",
    "NAMES",
    "NORTH",
    "RED",
    "WHITE",
    "WILD",
    "WINDS",
    "class_of",
    "format_tiles",
    "is_number",
    "kind_named",
    "tile_glyph",
    "tile_name",
]

KINDS = 34
"""How many kinds there are; also the length of every counts sequence."""

WILD = 34
"""One copy of the round's wild tile: 賴子, 飛, written ``*``."""

FLOWERS = range(35, 43)
"""Seasons 春 夏 秋 冬 and plants 梅 蘭 竹 菊, one of each: no kinds of a hand, only set aside in some variants."""

CHARACTERS = range(0, 9)
DOTS = range(9, 18)
BAMBOO = range(18, 27)
HONOURS = range(27, 34)
WINDS = range(27, 31)
DRAGONS = range(31, 34)
NORTH, RED, GREEN, WHITE = 30, 31, 32, 33

NAMES: tuple[str, ...] = (
    *(f"{number}{suit}" for suit in "mps" for number in range(1, 10)),
    *"東南西北中發白",
    "*",
    *"春夏秋冬梅蘭竹菊",
)
"""The canonical name of every kind, then of :data:`WILD`, then of the :data:`FLOWERS`."""

_KIND_NAMED = {name: kind for kind, name in enumerate(NAMES)}

# U+FE0E asks for the text form: without it many terminals draw 🀄 as a coloured, double-width emoji.
_GLYPHS: tuple[str, ...] = (
    *(chr(0x1F007 + number) for number in range(9)),
    *(chr(0x1F019 + number) for number in range(9)),
    *(chr(0x1F010 + number) for number in range(9)),
    *(chr(0x1F000 + number) for number in range(4)),
    "\U0001f004\ufe0e",
    "\U0001f005",
    "\U0001f006",
    "*",
    *(chr(0x1F026 + number) for number in range(4)),
    *(chr(0x1F022 + number) for number in range(4)),
)


def tile_name(kind: int) -> str:
    """The canonical name of a kind.

    >>> [tile_name(kind) for kind in (0, 9, 18, 31)]
    ['1m', '1p', '1s', '中']
    """
    return NAMES[kind]


def kind_named(name: str) -> int:
    """The kind with this canonical name.

    >>> kind_named("9s"), kind_named("白")
    (26, 33)

    :raises KeyError: if it is not a canonical name; :mod:`mjcalc.notation` reads every other spelling.
    """
    return _KIND_NAMED[name]


def tile_glyph(kind: int) -> str:
    """The Unicode picture of a kind; the wild has none and stays ``*``.

    >>> tile_glyph(0), tile_glyph(WILD)
    ('🀇', '*')
    """
    return _GLYPHS[kind]


def is_number(kind: int) -> bool:
    """Whether it is a number tile: characters, dots or bamboo.

    >>> is_number(26), is_number(27), is_number(WILD)
    (True, False, False)
    """
    return kind < 27


def class_of(kind: int) -> int:
    """Its class: 0 characters, 1 dots, 2 bamboo, 3 honours.

    >>> [class_of(kind) for kind in (8, 9, 26, 27, 33)]
    [0, 1, 2, 3, 3]
    """
    return kind // 9 if kind < 27 else 3


def format_tiles(kinds: Iterable[int]) -> str:
    """Tiles as one canonical string: suits in the order m p s, then honours, wilds last.

    >>> format_tiles([33, 12, 0, 1, 2])
    '123m4p白'
    >>> format_tiles([])
    ''
    """
    out: list[str] = []
    suit = ""
    for kind in sorted(kinds):
        name = NAMES[kind]
        if kind >= 27:
            out.append(suit + name)
            suit = ""
            continue
        if suit and suit != name[1]:
            out.append(suit)
        suit = name[1]
        out.append(name[0])
    out.append(suit)
    return "".join(out)
