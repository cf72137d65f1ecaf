"""Every way to write a tile, a meld, a seat or a way of winning, as data.

A spelling not in these tables may still be read by its NFKC form, ``１ｍ`` as ``1m``. Words are listed in lower case
and in traditional characters; :func:`_spelt` adds the simplified ones.
"""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Literal, TypeVar

from mjcalc.hand import By, Call, Meld, Seat
from mjcalc.tiles import BAMBOO, CHARACTERS, DOTS, FLOWERS, GREEN, RED, WHITE, WILD, tile_glyph

__all__ = [
    "AMBIGUOUS_SUIT",
    "DEALER_WORDS",
    "DIGITS",
    "SEAT_HINTS",
    "SEAT_WORDS",
    "SUITS",
    "TILES",
    "WAY_WORDS",
    "WINNER_AT",
    "WINNER_WORDS",
    "WORDS",
    "Role",
    "meld_written",
]

Role = Literal["chow", "pung", "exposed_kong", "added_kong", "concealed_kong", "thrown", "flowers"]
"""What a group is for."""

_VARIANTS = {
    **{"東": "東东", "風": "風风", "發": "發发", "財": "財财", "賴": "賴赖", "癩": "癩癞", "飛": "飛飞", "紅": "紅红"},
    **{"雞": "雞鸡", "槓": "槓杠", "補": "補补", "過": "過过", "對": "對对", "邊": "邊边", "門": "門门", "點": "點点"},
    **{"炮": "炮砲", "蘭": "蘭兰", "開": "開开", "嶺": "嶺岭", "搶": "搶抢", "莊": "莊庄"},
}
"""A character → itself and its other forms, the simplified one above all; words may mix them."""


def _spelt(words: str) -> list[str]:
    """Every word of a text, in every mixture of traditional and simplified characters.

    >>> _spelt("吃 補槓")
    ['吃', '補槓', '補杠', '补槓', '补杠']
    """
    return [
        "".join(chars) for word in words.split() for chars in product(*(_VARIANTS.get(char, char) for char in word))
    ]


DIGITS = {
    char: number
    for number, chars in enumerate(
        ("0", "1一壹", "2二貳贰", "3三參叁叄参", "4四肆", "5五伍", "6六陸陆", "7七柒", "8八捌", "9九玖")
    )
    for char in chars
}
"""A digit → its number. 0 is how riichi players write a red five."""

_ROWS: dict[str, range | tuple[int, ...]] = {
    "m萬万wW": CHARACTERS,
    "p筒餅饼": DOTS,
    "s條条索tT": BAMBOO,
    "z": (27, 28, 29, 30, WHITE, GREEN, RED),
}

SUITS: dict[str, dict[str, int]] = {
    suit: {char: row[number - 1] for char, number in DIGITS.items() if 1 <= number <= len(row)}
    for suits, row in _ROWS.items()
    for suit in suits
}
"""A suit → the kind of each digit before it. ``z`` has the order of riichi: winds, then 白 發 中. ``W`` is a suit only
right after digits; alone it is 西."""

AMBIGUOUS_SUIT = "bB"
"""Dots to some (balls) and bamboo to others."""

_TILES: dict[int, str] = {
    18: "幺雞 么雞",
    27: "東 東風 E",
    28: "南 南風 S",
    29: "西 西風 W",
    30: "北 北風 N",
    RED: "中 紅中 C",
    GREEN: "發 發財 F",
    WHITE: "白 白板 白皮 P",
    WILD: "* 賴 賴子 癩 癩子 飛 百搭 財神 混 混子",
    **dict(zip(FLOWERS, ["春", "夏", "秋", "冬", "梅", "蘭", "竹", "菊"], strict=True)),
}

# A glyph is known by its first character; what asks for text or for colour may follow it.
_GLYPHS = {tile_glyph(kind)[0] + form: kind for kind in (*range(WILD), *FLOWERS) for form in ("", "\ufe0e", "\ufe0f")}

TILES: dict[str, int] = {word: kind for kind, words in _TILES.items() for word in _spelt(words)} | _GLYPHS
"""A whole tile, in one character or two → its kind. ``S`` and ``P`` are 南 and 白; ``s`` and ``p`` are suits."""

_WORDS: dict[Role, str] = {
    "chow": "chi chow 吃",
    "pung": "peng pung pong pon 碰 對",
    "exposed_kong": "gang kong minggang kan minkan daiminkan 槓 明槓",
    "added_kong": "bugang jiagang kakan shouminkan 補槓 加槓 過路槓",
    "concealed_kong": "angang ankan 暗槓",
    "thrown": "da 打",
    "flowers": "hua bu 花 補",
}

_SEATS: dict[Seat, str] = {
    "left": "left l 上 上家 kamicha",
    "across": "across a 對 對家 toimen",
    "right": "right r 下 下家 shimocha",
}

_SEAT_HINTS: dict[Seat, str] = {
    "left": "左 左家 左邊",
    "across": "前 面 對面 對門 opposite",
    "right": "右 右家 右邊",
}

_WAYS: dict[By, str] = {
    "self-draw": "self-draw 自摸 zimo tsumo",
    "discard": "discard 點炮 放炮 捉炮 ron",
    "kong-draw": "kong-draw 槓開 槓上開花 槓上花 嶺上開花 rinshan",
    "rob-kong": "rob-kong robbed-kong 搶槓 搶槓胡 chankan",
    "flower-draw": "flower-draw 補花 財上開花",
}


Meaning = TypeVar("Meaning", bound=str)


def _meanings(table: Mapping[Meaning, str]) -> dict[str, Meaning]:
    return {word: meaning for meaning, words in table.items() for word in _spelt(words)}


WORDS: dict[str, Role] = _meanings(_WORDS)
"""The word after ``+``, in lower case → what the group is for; the first of each role is the canonical one."""

SEAT_WORDS: dict[str, Seat] = _meanings(_SEATS)
"""The word after ``@``, in lower case → the seat."""

DEALER_WORDS: dict[str, Literal["self"] | Seat] = {
    **dict.fromkeys(_spelt("self 自家 自己 我 莊 莊家"), "self"),
    **SEAT_WORDS,
}
"""A word for who deals → the seat, or the winner."""

WAY_WORDS: dict[str, By] = _meanings(_WAYS)
"""A word for how the winning tile came, in lower case and with hyphens → the way of winning."""

SEAT_HINTS: dict[str, Seat] = _meanings(_SEAT_HINTS)
"""A word that is not a seat → the seat that it may mean."""

WINNER_WORDS = ("winner", "我")
"""In a loser's text: the winner, wherever they sit."""

WINNER_AT: dict[Seat, Seat] = {"right": "left", "across": "across", "left": "right"}
"""A loser's seat from the winner's view → the winner's seat from theirs."""


def meld_written(call: Call, kinds: Sequence[int], feeder: Seat | None) -> Meld | None:
    """The meld that tiles are written for: a run in any order, else one tile or all of them; None if there is none.

    >>> meld_written("chow", [2, 0, 1], None), meld_written("pung", [5, 5], None)
    (Meld(call='chow', tile=0, feeder='left'), None)
    """
    kind = min(kinds)
    if call == "chow":
        is_run = sorted(kinds) == [kind, kind + 1, kind + 2] and (kind == RED or (kind < 27 and kind % 9 < 7))
        return Meld(call, kind, feeder or "left") if is_run else None
    size = 3 if call == "pung" else 4
    return Meld(call, kind, feeder) if len(kinds) in (1, size) and max(kinds) == kind else None
