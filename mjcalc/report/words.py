"""The words of the reports in three languages, and how tiles are drawn in them."""

from collections.abc import Iterable
from itertools import groupby

from mjcalc.rules.schema import Language, Names
from mjcalc.tiles import format_tiles, kind_named, tile_glyph

__all__ = ["both", "both_names", "draw", "draw_hand", "say"]

WORDS = {
    "win": ("胡", "胡", "win"),
    "no win": ("不能胡", "不能胡", "no win"),
    "gain": ("得", "得", "gain"),
    "hand": ("手牌", "手牌", "hand"),
    "sets": ("牌型", "牌型", "sets"),
    "fan": ("番種", "番种", "fan"),
    "value": ("番值", "番值", "value"),
    "total": ("合計", "合计", "total"),
    "seat": ("誰", "谁", "who"),
    "amount": ("應付", "应付", "owes"),
    "cap": ("封頂", "封顶", "cap"),
    "share": ("封後", "封后", "capped"),
    "pays": ("付", "付", "pays"),
    "responsible": ("包牌", "包牌", "pays for the others"),
    "dealer": ("莊家", "庄家", "dealer"),
    "self": ("自家", "自家", "self"),
    "base": ("底", "底", "base"),
    "note": ("註", "注", "note"),
    "wait": ("聽", "听", "wait"),
    "remaining": ("餘", "余", "left"),
    "with no win": ("連不能胡的", "连不能胡的", "with those that may not win"),
    "dead": ("絕", "绝", "none left"),
    "ready": ("聽牌", "听牌", "ready"),
    "complete": ("已成", "已成", "complete"),
    "unreachable": ("無法成牌", "无法成牌", "no shape can be reached"),
    "shanten": ("向聽", "向听", "shanten"),
    "accepts": ("進張", "进张", "accepts"),
    "throw": ("打", "打", "throw"),
    "tiles": ("張", "张", "tiles"),
    "self-draw": ("自摸", "自摸", "self-draw"),
    "discard": ("點炮", "点炮", "discard"),
    "kong-draw": ("槓開", "杠开", "kong draw"),
    "rob-kong": ("搶槓", "抢杠", "robbed kong"),
    "flower-draw": ("補花", "补花", "flower draw"),
    "right": ("下家", "下家", "right"),
    "across": ("對家", "对家", "across"),
    "left": ("上家", "上家", "left"),
    "chow": ("吃", "吃", "chow"),
    "pung": ("碰", "碰", "pung"),
    "exposed_kong": ("明槓", "明杠", "exposed kong"),
    "added_kong": ("補槓", "补杠", "added kong"),
    "concealed_kong": ("暗槓", "暗杠", "concealed kong"),
    "kong tiles": ("槓牌", "杠牌", "kong tiles"),
    "flowers": ("花", "花", "flowers"),
    "thrown": ("打出", "打出", "thrown"),
    "wild": ("百搭", "百搭", "wild"),
    "id": ("代號", "代号", "id"),
    "name": ("名稱", "名称", "name"),
    "aliases": ("別名", "别名", "also"),
    "from": ("出處", "出处", "from"),
    "shipped": ("內建", "内置", "shipped"),
    "not_complete": ("不成牌型", "不成牌型", "no shape fits"),
}
LANGUAGES = {"zh-Hant": 0, "zh-Hans": 1, "en": 2}


def say(word: str, lang: Language) -> str:
    """A word of the reports in one language.

    >>> say("self-draw", "zh-Hant"), say("self-draw", "en")
    ('自摸', 'self-draw')
    """
    return WORDS[word][LANGUAGES[lang]]


def both(word: str, lang: Language) -> str:
    """A word in the reader's language, and in English beside it.

    >>> both("across", "zh-Hans"), both("across", "en")
    ('对家 across', 'across')
    """
    return say(word, "en") if lang == "en" else f"{say(word, lang)} {say(word, 'en')}"


def both_names(names: Names, lang: Language) -> str:
    """A name from a rules file in the reader's language, and in English beside it."""
    return names.en if lang == "en" else f"{names.said_in(lang)} {names.en}"


def draw(tiles: Iterable[str], *, glyphs: bool) -> str:
    """Canonical names as one string; a ``*`` after one marks a wild that stands for it.

    >>> draw(["1m", "2m", "3m*", "東"], glyphs=False), draw(["1m", "2m", "3m*"], glyphs=True)
    ('12m3m*東', '🀇🀈🀉*')
    """
    if glyphs:
        return "".join(_picture(tile.removesuffix("*") or tile) + "*" * _is_stand_in(tile) for tile in tiles)
    groups = ((is_wild, list(group)) for is_wild, group in groupby(tiles, _is_stand_in))
    return "".join("".join(group) if is_wild else format_tiles(map(kind_named, group)) for is_wild, group in groups)


def _is_stand_in(tile: str) -> bool:
    return tile != "*" and tile.endswith("*")


def _picture(tile: str) -> str:
    return tile_glyph(kind_named(tile))


def draw_hand(text: str, *, glyphs: bool) -> str:
    """A hand's canonical text, its tiles as pictures if asked for.

    >>> draw_hand("12m東 +peng5p@right", glyphs=True)
    '🀇🀈🀀 +peng🀝@right'
    """
    if not glyphs:
        return text
    import re

    def picture(match: re.Match[str]) -> str:
        numbers, suit = match.groups()
        return "".join(_picture(number + suit) for number in numbers) if numbers else _picture(match[0])

    return re.sub(r"(\d+)([mps])|[東南西北中發白]", picture, text)
