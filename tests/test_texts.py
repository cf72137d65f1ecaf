"""Every text exists in every language, and no language leaks into another."""

import copy
import importlib.util
import pickle
import re
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path
from types import ModuleType

import pytest

from mjcalc.rules.schema import Names
from mjcalc.texts import Text, say, say_as, say_many

ROOT = Path(__file__).parent.parent
CATALOGUES = ("zh_Hant", "zh_Hans")
NEVER_TRANSLATED = re.compile(r"\{\w+[^}]*\}|`[^`]*`|'[^']*'|\b[1-9]+[mps]\b")
"""What is filled in, code, words in quotes, and tiles."""
WORDS_OF_NOTATION = {"YAML", "UTF", "JSON", "WMO", "true", "false", "extends", "remove", "options", "caps", "NAME"}
WORDS_OF_NOTATION |= {"tiles", "kinds"}


@pytest.fixture(scope="module")
def translating() -> ModuleType:
    pytest.importorskip("babel")
    spec = importlib.util.spec_from_file_location("translating", ROOT / "docs" / "translating.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def texts_of(message: object) -> list[str]:
    """What a message has to say, or its plural forms."""
    return list(message) if isinstance(message, tuple | list) else [str(message)]


class TestCatalogues:
    def test_the_template_is_what_the_code_says(self, translating: ModuleType) -> None:
        written = translating.TEMPLATE.read_bytes()
        assert written == translating.text_of(translating.template()), "run python docs/translating.py"

    @pytest.mark.parametrize("name", CATALOGUES)
    def test_every_text_is_translated_and_nothing_else_is(self, translating: ModuleType, name: str) -> None:
        catalogue = translating.read(translating.CATALOGUES[name])
        known = {(message.context, str(message.id)) for message in catalogue if message.id}
        said = {(message.context, str(message.id)) for message in translating.template() if message.id}
        assert (said - known, known - said, list(catalogue.obsolete)) == (set(), set(), [])
        assert [message.id for message in catalogue if message.id and not all(texts_of(message.string))] == []
        assert [message.id for message in catalogue if message.fuzzy] == []

    @pytest.mark.parametrize("name", CATALOGUES)
    def test_the_same_is_filled_in_in_every_language(self, translating: ModuleType, name: str) -> None:
        for message in translating.read(translating.CATALOGUES[name]):
            for said in texts_of(message.string) if message.id else ():
                fields = [set(re.findall(r"\{\w+[^}]*\}", text)) for text in (texts_of(message.id)[-1], said)]
                assert fields[0] == fields[1], said
                assert texts_of(message.id)[-1].count("…") == said.count("…"), said

    @pytest.mark.parametrize("name", CATALOGUES)
    def test_a_translation_holds_no_english(self, translating: ModuleType, name: str) -> None:
        for message in translating.read(translating.CATALOGUES[name]):
            for said in texts_of(message.string) if message.id else ():
                words = set(re.findall("[A-Za-z]{2,}", NEVER_TRANSLATED.sub("", said)))
                assert words <= WORDS_OF_NOTATION, said

    def test_simplified_chinese_holds_no_traditional_character(self, translating: ModuleType) -> None:
        opencc = pytest.importorskip("opencc")
        convert = opencc.OpenCC("t2s").convert
        for message in translating.read(translating.CATALOGUES["zh_Hans"]):
            for said in texts_of(message.string) if message.id else ():
                assert convert(said) == said

    def test_traditional_chinese_holds_no_simplified_character(self, translating: ModuleType) -> None:
        opencc = pytest.importorskip("opencc")
        traditional, simplified = opencc.OpenCC("s2t").convert, opencc.OpenCC("t2s").convert
        for message in translating.read(translating.CATALOGUES["zh_Hant"]):
            for said in texts_of(message.string) if message.id else ():
                # A character that is the same in both scripts may stand for several traditional ones.
                wrong = [char for char in said if simplified(char) == char and char not in traditional(char)]
                assert [char for char in wrong if char not in "吃占后里面台么采只出干几于云准"] == [], said

    @pytest.mark.parametrize("name", CATALOGUES)
    def test_what_the_package_reads_is_what_was_translated(self, translating: ModuleType, name: str) -> None:
        path = translating.CATALOGUES[name]
        fresh = GNUTranslations(BytesIO(translating.compiled(translating.read(path))))
        with path.with_suffix(".mo").open("rb") as file:
            shipped = GNUTranslations(file)
        for message in translating.read(path):
            if isinstance(message.id, str) and message.id and not message.context:
                assert shipped.gettext(message.id) == fresh.gettext(message.id) == message.string


class TestTexts:
    text = say("the player shows … (each as often as it counts)")

    def test_a_text_is_a_string_in_english(self) -> None:
        assert self.text == "the player shows … (each as often as it counts)"
        assert self.text.said_in("en") == self.text
        assert "各按張數" in self.text.said_in("zh-Hant")
        assert "各按张数" in self.text.said_in("zh-Hans")

    def test_what_is_filled_in_is_said_in_the_same_language(self) -> None:
        text = say(
            "{a}; {b}; {c}; {n:,}",
            a=say("the player is the winner"),
            b=Names("清", "清", "Pure"),
            c=["1m", "東"],
            n=1000,
        )
        assert text == "the player is the winner; Pure; 1m, 東; 1,000"
        assert text.said_in("zh-Hant") == "這一家是贏家; 清; 1m、東; 1,000"

    def test_braces_stay_where_nothing_is_filled_in(self) -> None:
        assert say("a map {fans: [ID]}") == "a map {fans: [ID]}"

    def test_a_text_without_a_translation_stays_english(self) -> None:
        assert say("nobody says this").said_in("zh-Hans") == "nobody says this"
        assert say_as("here", "nobody says this").said_in("zh-Hans") == "nobody says this"
        assert say("").said_in("zh-Hans") == ""

    def test_a_number_chooses_the_form(self) -> None:
        assert [say_many("{number} tile", "{number} tiles", number) for number in (0, 1, 2)] == [
            "0 tiles",
            "1 tile",
            "2 tiles",
        ]
        assert say_many("{number} tile", "{number} tiles", 2).said_in("zh-Hans") == "2 tiles"

    @pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda text: pickle.loads(pickle.dumps(text))])
    def test_a_copy_can_be_said_too(self, again: object) -> None:
        assert callable(again)
        text = say("{text}!", text=self.text)
        found = again(text)
        assert (type(found), found) == (Text, text)
        assert found.said_in("zh-Hans") == text.said_in("zh-Hans") != text

    def test_there_are_no_other_languages(self) -> None:
        with pytest.raises(ValueError, match="no such language: 'fr'"):
            self.text.said_in("fr")
