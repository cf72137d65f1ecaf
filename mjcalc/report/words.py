"""The words of the reports in three languages, and which of them a report uses."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from mjcalc.hand import SEATS, SEATS_SAID
from mjcalc.report.language import TableLanguage
from mjcalc.rules.schema import Names
from mjcalc.texts import Language, Text, say, say_as

__all__ = ["WORDS", "Words", "words_for"]

WORDS: dict[str, Text] = {
    "win": say("win"),
    "no win": say("no win"),
    "gain": say("gain"),
    "hand": say("hand"),
    "sets": say("sets"),
    "fan": say("fan"),
    "value": say("value"),
    "total": say("total"),
    "seat": say("who"),
    "amount": say("owes"),
    "cap": say("cap"),
    "share": say("capped"),
    "pays": say("pays"),
    "responsible": say("pays for the others"),
    "dealer": say("dealer"),
    "self": say("self"),
    "base": say("base"),
    "wild": say("wild"),
    "note": say("note"),
    "wait": say("wait"),
    "remaining": say_as("tiles", "left"),
    "with no win": say("with those that may not win"),
    "dead": say("none left"),
    "ready": say("ready"),
    "complete": say("complete"),
    "unreachable": say("no shape can be reached"),
    "shanten": say("shanten"),
    "distance": say("to a win"),
    "chance ready": say_as("chance", "ready"),
    "chance win": say_as("chance", "win"),
    "mean": say("mean"),
    "aim": say("aim"),
    "no aims": say_as("aims", "none"),
    "accepts": say("accepts"),
    "throw": say("throw"),
    "self-draw": say("self-draw"),
    "discard": say("discard"),
    "kong-draw": say("kong draw"),
    "rob-kong": say("robbed kong"),
    "flower-draw": say("flower draw"),
    **{seat: SEATS_SAID[seat] for seat in SEATS},
    "chow": say("chow"),
    "pung": say("pung"),
    "exposed_kong": say("exposed kong"),
    "added_kong": say("added kong"),
    "concealed_kong": say("concealed kong"),
    "kong tiles": say("kong tiles"),
    "flowers": say("flowers"),
    "thrown": say("thrown"),
    "id": say("id"),
    "name": say("name"),
    "aliases": say("also"),
    "from": say("from"),
    "shipped": say("shipped"),
    "condition": say("condition"),
    "takes": say("takes"),
    "about": say("about"),
    "meaning": say("meaning"),
    "tiles": say("tiles"),
}
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

    def name(self, names: Names | Text) -> str:
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

    def sentence(self, names: Names | Text, **filled_in: object) -> str:
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
