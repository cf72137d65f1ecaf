"""What is said to people exists in all three languages, and no language leaks into another."""

import copy
import pickle
import re
import runpy
import string
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from opencc import OpenCC

from mjcalc.texts import joined, quoted, said_in, say, say_as, say_many

ROOT = Path(__file__).parent.parent
TRANSLATING = runpy.run_path(str(ROOT / "docs" / "translating.py"))
RUN = "run: python docs/translating.py"


@cache
def texts_of_the_code() -> frozenset[Any]:
    """The key of every text."""
    return frozenset(key for _, key in TRANSLATING["generate_texts"]())


KEPT = {
    "zh_Hans": "",
    "zh_Hant": "吃万",
}
"""Characters that OpenCC would change and that are right all the same."""

# What may stand in Latin letters within Chinese: what is typed, and what has no other name.
LATIN = re.compile(r"[A-Za-z][A-Za-z'’-]*(?: +[A-Za-z][A-Za-z'’-]*){3,}")
CODE = re.compile(r"`[^`]*`|\{[^{}]*\}|\+[a-z]+|@[a-z]+|--[a-z][a-z-]*(?: [A-Z]+)?")


@pytest.fixture(params=["zh_Hant", "zh_Hans"])
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def generate_pairs(language: str) -> list[tuple[str, str]]:
    """Each English text with each that stands for it."""
    pairs = []
    for message in TRANSLATING["read_catalogue"](language):
        if message.id:
            one, *_ = message.id if isinstance(message.id, tuple) else (message.id,)
            said = message.string if isinstance(message.string, tuple | list) else (message.string,)
            pairs += [(one, text) for text in said]
    return pairs


class TestCatalogues:
    def test_they_have_every_text_of_the_code_and_no_other(self, language: str) -> None:
        there = {TRANSLATING["key_of"](message) for message in TRANSLATING["read_catalogue"](language) if message.id}
        assert there == texts_of_the_code(), RUN

    def test_every_text_is_translated(self, language: str) -> None:
        assert [one for one, text in generate_pairs(language) if not text.strip()] == []

    def test_nothing_is_doubtful_or_left_over(self, language: str) -> None:
        catalogue = TRANSLATING["read_catalogue"](language)
        assert [message.id for message in catalogue if message.id and message.fuzzy] == []
        assert list(catalogue.obsolete) == []

    def test_a_translation_fills_in_the_same_values(self, language: str) -> None:
        def fields(text: str) -> set[str]:
            return {name for _, name, _, _ in string.Formatter().parse(text) if name}

        differing = [(one, text) for one, text in generate_pairs(language) if fields(one) != fields(text)]
        assert differing == []

    def test_the_files_are_as_the_tool_writes_them(self) -> None:
        stale = [path.name for path, content in TRANSLATING["generate_files"]() if path.read_bytes() != content]
        assert stale == [], RUN

    def test_each_is_written_in_its_own_characters(self, language: str) -> None:
        convert = OpenCC("t2s" if language == "zh_Hans" else "s2t").convert
        wrong = {
            (text, char)
            for _, text in generate_pairs(language)
            for char in text
            if char not in KEPT[language] and convert(char) != char
        }
        assert wrong == set()

    def test_no_english_sentence_is_left_in_chinese(self, language: str) -> None:
        found = [text for _, text in generate_pairs(language) if LATIN.search(CODE.sub(" ", text))]
        assert found == []


class TestText:
    def test_a_text_is_its_english(self) -> None:
        text = say("{count} tiles: 4 × {kinds}", count=8, kinds="1m")
        assert isinstance(text, str)
        assert text == "8 tiles: 4 × 1m" == text.said_in("en")
        assert {text} == {"8 tiles: 4 × 1m"}

    def test_values_are_said_in_the_same_language(self) -> None:
        text = joined(say_as("seat", "left"), quoted("x"), by=": ")
        assert text == "left: 'x'"
        assert text.said_in("zh-Hant") == "上家: 「x」"
        assert text.said_in("zh-Hans") == "上家: “x”"

    def test_values_of_a_list_are_joined_as_the_language_does(self) -> None:
        text = say("{seats}", seats=[say_as("seat", "left"), say("right")])
        assert (text, text.said_in("zh-Hant")) == ("left, right", "上家、下家")

    def test_a_text_that_no_catalogue_has_stays_english(self) -> None:
        assert joined("never translated").said_in("zh-Hant") == "never translated"

    def test_there_is_one_form_for_one_thing_and_one_for_many(self) -> None:
        one, many = (say_many("and {number:,} more problem", "and {number:,} more problems", n) for n in (1, 1000))
        assert (one, many) == ("and 1 more problem", "and 1,000 more problems")
        assert many.said_in("zh-Hant") == "還有 1,000 處錯誤"

    @pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda text: pickle.loads(pickle.dumps(text))])
    def test_a_copy_can_be_said_in_every_language_too(self, again: Any) -> None:
        text = say_as("tiles", "left")
        assert again(text) == text
        assert again(text).said_in("zh-Hans") == "余"

    def test_braces_in_a_value_are_left_alone(self) -> None:
        assert say("'{quoted}'", quoted="{x}").said_in("zh-Hant") == "「{x}」"

    def test_what_is_no_text_is_said_as_it_is(self) -> None:
        assert said_in("abc", "zh-Hant") == "abc"

    def test_there_is_no_other_language(self) -> None:
        with pytest.raises(ValueError, match="no such language: 'fr'"):
            say("win").said_in("fr")  # type: ignore[arg-type]
