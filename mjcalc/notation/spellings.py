"""Every way to write a tile, a meld, a seat or a way of winning, as data.

A spelling not in these tables may still be read by its NFKC form: ``１ｍ`` as ``1m``.
"""

from collections.abc import Sequence
from itertools import product
from typing import Literal

from mjcalc.hand import By, Call, Meld, Seat
from mjcalc.tiles import BAMBOO, CHARACTERS, DOTS, GREEN, RED, WHITE, WILD, tile_glyph

__all__ = [
    "DEALER_WORDS",
    "DIGITS",
    "FOLLOWERS",
    "LEADERS",
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

DIGITS = {
    char: number % 10
    for number, chars in enumerate(("0", *zip("123456789", "一二三四五六七八九", strict=True)))
    for char in chars
}
"""A digit → its number. 0 is a digit of no tile, kept so that ``0m`` is told apart from an unknown character."""

_ROWS: dict[str, range | tuple[int, ...]] = {
    "m萬万": CHARACTERS,
    "p筒餅饼": DOTS,
    "s條条索": BAMBOO,
    "z": (27, 28, 29, 30, WHITE, GREEN, RED),
}

SUITS: dict[str, dict[str, int]] = {
    suit: {char: row[number - 1] for char, number in DIGITS.items() if 1 <= number <= len(row)}
    for suits, row in _ROWS.items()
    for suit in suits
}
"""A suit → the kind of each digit before it. ``z`` has the order of riichi: winds, then 白 發 中."""

_SINGLE = {27: "東东E", 28: "南S", 29: "西W", 30: "北N", RED: "中C", GREEN: "發发F", WHITE: "白P", WILD: "*賴赖飛飞"}

# The glyphs are told apart by their first character; what asks for text or colour may follow it.
_GLYPHS = {tile_glyph(kind)[0]: kind for kind in range(WILD)}

TILES: dict[str, int] = {char: kind for kind, chars in _SINGLE.items() for char in chars} | _GLYPHS
"""A character that is a whole tile → its kind. ``S`` and ``P`` are 南 and 白; ``s`` and ``p`` are suits."""

FOLLOWERS: dict[str, str] = {
    **dict.fromkeys("東东南西北", "風风"),
    **dict.fromkeys("發发", "財财"),
    **dict.fromkeys("白", "板皮"),
    **dict.fromkeys("賴赖", "子"),
    **dict.fromkeys(_GLYPHS, "\ufe0e\ufe0f"),
}
"""A tile's character → the characters that may follow it and change nothing: ``東風``, ``白板``."""

LEADERS: dict[str, str] = {"紅": "中", "红": "中"}
"""A character that only means something before a tile's own: ``紅中``."""

_WORDS: dict[Role, str] = {
    "chow": "chi chow 吃",
    "pung": "peng pung pon 碰",
    "exposed_kong": "gang kong minggang 槓 明槓",
    "added_kong": "bugang jiagang 補槓 加槓 過路槓",
    "concealed_kong": "angang 暗槓",
    "thrown": "da 打",
    "flowers": "hua bu 花 補",
}

_SEATS: dict[Seat, str] = {"left": "left L 上 上家", "across": "across A 對 對家", "right": "right R 下 下家"}

_SEAT_HINTS: dict[Seat, str] = {
    "left": "l 左 左家 左邊",
    "across": "a 前 面 對面 對門 opposite",
    "right": "r 右 右家 右邊",
}

_WAYS: dict[By, str] = {
    "self-draw": "self-draw 自摸 tsumo",
    "discard": "discard 點炮 捉炮 ron",
    "kong-draw": "kong-draw 槓開 槓上開花",
    "rob-kong": "rob-kong 搶槓",
    "flower-draw": "flower-draw 補花 財上開花",
}

_EITHER = {
    **{"槓": "槓杠", "補": "補补", "過": "過过", "對": "對对", "邊": "邊边", "門": "門门"},
    **{"點": "點点", "開": "開开", "搶": "搶抢", "財": "財财", "莊": "莊庄"},
}
"""A traditional character → itself and the simplified one; words may mix them."""


def _spelt(words: str) -> list[str]:
    return ["".join(chars) for word in words.split() for chars in product(*(_EITHER.get(char, char) for char in word))]


WORDS: dict[str, Role] = {word: role for role, words in _WORDS.items() for word in _spelt(words)}
"""The word after ``+`` → what the group is for; the first of each role is the canonical one."""

SEAT_WORDS: dict[str, Seat] = {word: seat for seat, words in _SEATS.items() for word in _spelt(words)}
"""The word after ``@`` → the seat."""

DEALER_WORDS: dict[str, Literal["self"] | Seat] = {
    **dict.fromkeys(_spelt("self 自家 自己 我 莊家 莊"), "self"),
    **SEAT_WORDS,
}
"""A word for who deals → the seat, or the winner."""

WAY_WORDS: dict[str, By] = {word: way for way, words in _WAYS.items() for word in _spelt(words)}
"""A word for how the winning tile came → the way of winning."""

SEAT_HINTS: dict[str, Seat] = {word: seat for seat, words in _SEAT_HINTS.items() for word in _spelt(words)}
"""A word that is not a seat → the seat that it may mean."""

WINNER_WORDS = ("winner", "我")
"""In a loser's text: the winner, wherever they sit."""

WINNER_AT: dict[Seat, Seat] = {"right": "left", "across": "across", "left": "right"}
"""A loser's seat from the winner's view → the winner's seat from theirs."""


def meld_written(call: Call, kinds: Sequence[int], feeder: Seat | None) -> Meld | None:
    """The meld that tiles are written for: a run in any order, else one tile or all of them; None if they are none.

    >>> meld_written("chow", [2, 0, 1], None), meld_written("pung", [5, 5], None)
    (Meld(call='chow', tile=0, feeder='left'), None)
    """
    kind = min(kinds)
    if call == "chow":
        is_run = sorted(kinds) == [kind, kind + 1, kind + 2] and (kind == RED or (kind < 27 and kind % 9 < 7))
        return Meld(call, kind, feeder or "left") if is_run else None
    size = 3 if call == "pung" else 4
    return Meld(call, kind, feeder) if len(kinds) in (1, size) and max(kinds) == kind else None
