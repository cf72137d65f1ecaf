"""The words of the reports in three languages, and which of them a report uses."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from mjcalc.report.language import TableLanguage
from mjcalc.rules.schema import Language, Names

__all__ = ["WORDS", "Words", "words_for"]

_WORDS = {
    "win": ("胡", "胡", "win"),
    "no win": ("不能胡", "不能胡", "no win"),
    "gain": ("得", "得", "gain"),
    "hand": ("手牌", "手牌", "hand"),
    "sets": ("牌型", "牌型", "sets"),
    "fan": ("番種", "番种", "fan"),
    "tiles": ("牌", "牌", "tiles"),
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
    "wild": ("百搭", "百搭", "wild"),
    "note": ("註", "注", "note"),
    "wait": ("聽", "听", "wait"),
    "remaining": ("餘", "余", "left"),
    "with no win": ("連不能胡的", "连不能胡的", "with those that may not win"),
    "dead": ("絕", "绝", "none left"),
    "ready": ("聽牌", "听牌", "ready"),
    "complete": ("已成", "已成", "complete"),
    "unreachable": ("無法成牌", "无法成牌", "no shape can be reached"),
    "shanten": ("向聽", "向听", "shanten"),
    "distance": ("可胡向聽", "可胡向听", "to a win"),
    "chance ready": ("上聽", "上听", "ready"),
    "chance win": ("自摸", "自摸", "win"),
    "mean": ("平均", "平均", "mean"),
    "aim": ("可做", "可做", "aim"),
    "no aims": ("沒有", "没有", "none"),
    "accepts": ("進張", "进张", "accepts"),
    "throw": ("打", "打", "throw"),
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
    "id": ("代號", "代号", "id"),
    "name": ("名稱", "名称", "name"),
    "aliases": ("別名", "别名", "also"),
    "from": ("出處", "出处", "from"),
    "shipped": ("內建", "内置", "shipped"),
    "condition": ("條件", "条件", "condition"),
    "takes": ("所帶", "所带", "takes"),
    "about": ("所看", "所看", "about"),
    "meaning": ("意思", "意思", "meaning"),
}
WORDS: dict[str, Names] = {word: Names(*said) for word, said in _WORDS.items()}
"""Every word by its key."""


class Words(Struct, frozen=True):
    """The words of one report: in one language, or in Chinese with English beside."""

    lang: Language
    """The language, or the first of two."""
    has_english: bool = False
    """Whether English stands beside it."""

    @property
    def languages(self) -> Sequence[Language]:
        """The languages of the report, the first one first."""
        return (self.lang, "en") if self.has_english else (self.lang,)

    def name(self, names: Names) -> str:
        """A name from a rules file, in every language of the report.

        >>> words_for("both").name(Names("清一色", "清一色", "Full flush")), Words("en").name(WORDS["across"])
        ('清一色 Full flush', 'across')
        """
        return " ".join(dict.fromkeys(names.said_in(lang) for lang in self.languages))

    def each(self, word: str) -> Sequence[str]:
        """A word of the reports, once in every language of the report."""
        return [WORDS[word].said_in(lang) for lang in self.languages]

    def say_first(self, word: str) -> str:
        """A word of the reports in the first language alone, where there is no room for two."""
        return WORDS[word].said_in(self.lang)

    def say(self, word: str) -> str:
        """A word of the reports, in every language of the report.

        >>> words_for("both").say("across"), words_for("zh-Hans").say("across")
        ('對家 across', '对家')
        """
        return self.name(WORDS[word])

    def sentence(self, names: Names, **filled_in: object) -> str:
        """A sentence of the reports, in one language: where there are two, English."""
        return names.said_in(self.languages[-1]).format(**filled_in)

    def listed(self, items: Iterable[str]) -> str:
        """Items side by side."""
        return ("、" if self._is_chinese else ", ").join(items)

    @property
    def colon(self) -> str:
        """What stands between a name and what is said of it."""
        return "：" if self._is_chinese else ": "

    def aside(self, text: str) -> str:
        """What stands in brackets after something."""
        return f"（{text}）" if self._is_chinese else f" ({text})"

    @property
    def gap(self) -> str:
        """What stands between two names of fans, each with its value."""
        return ", " if self.lang == "en" else "  "

    @property
    def _is_chinese(self) -> bool:
        return self.languages[-1] != "en"


def words_for(lang: TableLanguage) -> Words:
    """The words of a report in this language.

    >>> words_for("both").languages, words_for("en").languages
    (('zh-Hant', 'en'), ('en',))

    :raises ValueError: if there is no such language.
    """
    if lang == "both":
        return Words("zh-Hant", has_english=True)
    WORDS["win"].said_in(lang)
    return Words(lang)
