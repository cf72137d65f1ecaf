"""What a condition of a rules file says, as a sentence in one language, with the options as they are set."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from mjcalc.report.sheet_tiles import in_script, tiles_in_words
from mjcalc.report.sheet_words import SENTENCES, SIDES, WON_BY
from mjcalc.report.words import WORDS
from mjcalc.rules.schema import Language, Names, Variant
from mjcalc.rules.settings import chosen, resolved
from mjcalc.rules.tile_texts import parse_kinds
from mjcalc.rules.vocabulary import BOUNDS, Vocabulary, Word
from mjcalc.texts import Text, joined

__all__ = ["ConditionWriter"]

_ALWAYS = "always"
_NUMBER = re.compile(r"(?<=[\u4e00-\u9fff])(?=[\da-z])|(?<=[\da-z\]])(?=[\u4e00-\u9fff])")
"""Where Chinese and a number, tiles or an option meet."""
_ALTERNATIVES = (", or ", "，或")
"""What stands in a clause that offers a choice: beside another clause it needs brackets."""


class ConditionWriter:
    """Writes the conditions of one variant in one language."""

    def __init__(self, variant: Variant, vocabulary: Vocabulary, lang: Language) -> None:
        self.variant = variant
        self.vocabulary = vocabulary
        self.lang = lang
        self._names: dict[str, Mapping[str, Names | Text]] = {
            "fans": {fan.id: fan.names for fan in variant.fans},
            "shapes": {shape.id: shape.names for shape in variant.shapes},
            "cap": {name: cap.names for name, cap in variant.caps.items()},
            "sides": SIDES,
        }
        wild = variant.tiles.wild
        self.wild = (wild.names if wild is not None and wild.names is not None else WORDS["wild"]).said_in(lang)
        """What the wild is called here."""

    def sentence(self, key: str, **filled_in: object) -> str:
        """A sentence of rule sheets."""
        return SENTENCES[key].said_in(self.lang).format(**filled_in)

    def tiles(self, text: str, joint: str = "or") -> str:
        """Different kinds of tiles, joined by a word of :data:`SENTENCES`."""
        kinds = parse_kinds(text, self.variant.tiles.groups)
        return self.listed(tiles_in_words(kinds, self.lang, self.wild), joint)

    def listed(self, items: Iterable[str], joint: str) -> str:
        """Words side by side: ``2, 5 or 8``."""
        *most, last = items
        if not most:
            return last
        return self.spaced(self.sentence(f"words {joint}", most=self.sentence("comma").join(most), last=last))

    def holds(self, when: Any, unless: Any, rule: str) -> str:
        """All of ``when`` and none of ``unless``, in the words of this sort of rule; empty where nothing is asked.

        :param rule: ``counts`` for fans, ``fails`` for what stops a win.
        """
        if (option := self.never(when)) is not None:
            return self.sentence("never", option=option)
        asked, refused = self.says(when), self.says(self.in_force(unless), "or")
        key = f"{rule} if" if not refused else f"{rule} unless" if not asked else f"{rule} if unless"
        return self.spaced(self.sentence(key, when=asked, unless=refused)) if asked or refused else ""

    def never(self, when: Any) -> str | None:
        """The option that keeps a list of conditions from ever holding."""
        for one in when if isinstance(when, list) else [when]:
            if self.is_left_out(one):
                return str(one["by_option"])
        return None

    def in_force(self, conditions: Any) -> list[Any]:
        """The conditions of a list, without those that the options leave out."""
        conditions = conditions if isinstance(conditions, list) else [conditions]
        return [one for one in conditions if not self.is_left_out(one)]

    def is_left_out(self, condition: Any) -> bool:
        """Whether the options as they are set leave it out."""
        return isinstance(condition, dict) and "by_option" in condition and self.chosen(condition) is None

    def chosen(self, condition: dict[str, Any]) -> Any:
        """The branch of a ``by_option`` that the option is set to."""
        return chosen(self.variant, condition)

    def says(self, condition: Any, joint: str = "and") -> str:
        """What a condition asks; nothing where it always holds.

        :param joint: ``and`` or ``or``, between the parts of a list.
        """
        if isinstance(condition, list):
            parts = [(one, self.says(one)) for one in condition]
            return self.joined([(one, text) for one, text in parts if text], joint)
        if isinstance(condition, dict) and "by_option" in condition:
            text = self.says(self.chosen(condition))
            return text and f"{text} [{condition['by_option']}]"
        if isinstance(condition, dict) and "count" in condition:
            return self.counted(condition)
        text, counts = self.clause(condition)
        return self.sentence("at least one", piece=self.bare(text)) if counts else text

    def joined(self, parts: list[tuple[Any, str]], joint: str) -> str:
        """Clauses side by side, in brackets where they would run into one another."""
        if len(parts) < 2:
            return parts[0][1] if parts else ""
        texts = []
        for condition, text in parts:
            is_loose = isinstance(condition, list) or (joint == "and" and any(word in text for word in _ALTERNATIVES))
            texts.append(self.sentence("brackets", text=text) if is_loose else text)
        *most, last = texts
        return self.sentence(f"clauses {joint}", most=self.sentence("clause comma").join(most), last=last)

    def pieces(self, conditions: Any) -> str:
        """What is counted: ``each …, and each …``; empty where the options leave out all of it."""
        conditions = self.in_force([] if conditions is None else conditions)
        return self.sentence("and each").join(map(self.piece, conditions))

    def piece(self, condition: Any) -> str:
        """One sort of what is counted; of a condition that is only yes or no, the condition."""
        if isinstance(condition, dict) and "by_option" in condition:
            return f"{self.piece(self.chosen(condition))} [{condition['by_option']}]"
        return self.clause(condition)[0]

    def counted(self, condition: dict[str, Any]) -> str:
        """What a sum must come to."""
        bounds = [self.sentence(bound, number=condition[bound]) for bound in BOUNDS if bound in condition]
        none = condition.get("is") == 0 or condition.get("at_most") == 0
        pieces = self.in_force(condition["count"])
        if none and len(pieces) == 1:
            return self.sentence("there is none", piece=self.bare(self.piece(pieces[0])))
        text = self.sentence("none") if none else self.listed(bounds, "and")
        return self.sentence("counted", pieces=self.pieces(pieces), bounds=text)

    def counts(self, condition: Any) -> bool:
        """Whether a condition counts, as ``each …``."""
        condition = resolved(self.variant, condition)
        return isinstance(condition, str | dict) and self.clause(condition)[1]

    def bare(self, text: str) -> str:
        """What is counted, without its ``each``."""
        return text.removeprefix(self.sentence("each"))

    def clause(self, condition: Any) -> tuple[str, bool]:
        """What a predicate asks with its argument, and whether it counts."""
        if condition == _ALWAYS:
            return "", False
        name, argument = (condition, None) if isinstance(condition, str) else next(iter(condition.items()))
        word = self.vocabulary.words.get(name) or Word(
            name, "situation", joined(name if argument is None else f"{name} …")
        )
        one = word.one if argument == 1 else None
        meaning = (one or word.meaning).said_in(self.lang)
        if argument is not None and one is None:
            meaning = meaning.replace("…", self.argument(argument, word.takes))
        return self.spaced(meaning.replace(WORDS["wild"].said_in(self.lang), self.wild)), word.counts

    def spaced(self, text: str) -> str:
        """Chinese with a space between it and a number or an option."""
        return text if self.lang == "en" else _NUMBER.sub(" ", text)

    def argument(self, argument: Any, takes: str) -> str:
        """What stands beside a predicate."""
        if isinstance(argument, dict):
            fans = " × ".join(self.argument(fan, "fans") for fan in argument["fans"])
            return f"{fans} ≥ {argument['at_least']}"
        if isinstance(argument, list):
            return self.listed([self.argument(one, takes) for one in argument], "or")
        if takes == "tiles":
            return self.tiles(argument)
        if takes == "ways":
            own = self.variant.terms.get(argument) if self.lang != "en" else None
            return (own or WON_BY[argument]).said_in(self.lang)
        names = self._names.get(takes, {}).get(argument)
        return in_script(str(argument), self.lang) if names is None else names.said_in(self.lang)
