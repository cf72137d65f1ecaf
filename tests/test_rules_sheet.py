"""A variant reads like a rule sheet, and starts a new one."""

import re
import shlex
from pathlib import Path

import msgspec
import pytest
from wcwidth import wcswidth

from mjcalc.errors import RulesError
from mjcalc.report.language import TableLanguage
from mjcalc.report.sheet import rule_sheet
from mjcalc.report.sheet_words import DEALERS, HEADINGS, METHODS, SENTENCES
from mjcalc.rules import configure, load, variants
from mjcalc.rules.checker import check
from mjcalc.rules.document import parse_document
from mjcalc.rules.json_schema import json_schema
from mjcalc.rules.schema import Variant
from mjcalc.rules.template import new_file
from mjcalc.scoring.predicates import VOCABULARY

IDS = [entry.id for entry in variants()]
LANGUAGES: list[TableLanguage] = ["both", "zh-Hant", "zh-Hans", "en"]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("id", IDS)
def test_a_sheet_names_every_part_of_the_variant(id: str, lang: str) -> None:
    variant = load(id, VOCABULARY)
    sheet = rule_sheet(variant, VOCABULARY, lang=lang)
    parts = [fan.id for fan in variant.fans]
    parts += [shape.id for shape in variant.shapes]
    parts += [rule.id for rule in variant.requires]
    parts += [rule.id for rule in variant.responsibility.rules]
    parts += [f"caps.{cap}" for cap in variant.caps]
    assert [part for part in parts if f"({part})" not in sheet] == []
    assert [option for option in variant.options if f"  {option}  = " not in sheet] == []
    assert [source.id for source in variant.sources if f"  {source.id}\n" not in sheet] == []


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("id", IDS)
def test_a_sheet_in_text_fits_the_terminal(
    id: str, width: int, lang: TableLanguage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    for line in rule_sheet(load(id), VOCABULARY, lang=lang).splitlines():
        assert wcswidth(line) < width, line


@pytest.mark.parametrize("lang", ["zh-Hant", "zh-Hans"])
def test_the_sentences_of_a_chinese_sheet_are_chinese(lang: TableLanguage) -> None:
    for names in (*SENTENCES.values(), *METHODS.values(), *DEALERS.values(), *HEADINGS.values()):
        said = re.sub(r"\{\w+\}|--set fans\.ID=N", "", names.said_in(lang))
        assert not re.search("[A-Za-z]", said), said
        assert re.search("[\u4e00-\u9fff]", said), said


def test_every_sentence_fills_in_the_same_in_each_language() -> None:
    for names in SENTENCES.values():
        fields = [sorted(re.findall(r"\{(\w+)\}", names.said_in(lang))) for lang in ("zh-Hant", "zh-Hans", "en")]
        assert fields[0] == fields[1] == fields[2], names


def test_a_long_command_goes_on_where_a_shell_expects_it(monkeypatch: pytest.MonkeyPatch) -> None:
    variant = load("hs", VOCABULARY)
    sides = ("fan", "big", "limit", "winner", "both", "loser")
    hands = [example.hand for side in sides for fan in variant.fans if fan.side == side for example in fan.examples]
    monkeypatch.setenv("COLUMNS", "60")
    sheet = rule_sheet(variant, VOCABULARY)
    assert " \\\n" in sheet
    shown = [shlex.split(text) for text in re.findall(r"\$ (.*(?:\n {10}.*)*)", sheet)]
    assert [" ".join(words[2].split()) for words in shown] == hands


@pytest.mark.parametrize("lang", LANGUAGES)
def test_names_come_in_the_chosen_language_alone_or_in_two(lang: TableLanguage) -> None:
    first = rule_sheet(load("hm"), VOCABULARY, lang=lang).splitlines()[0]
    assert (
        first
        == {
            "both": "黃梅麻將 Huangmei mahjong",
            "zh-Hant": "黃梅麻將",
            "zh-Hans": "黄梅麻将",
            "en": "Huangmei mahjong",
        }[lang]
    )


def test_a_sheet_shows_the_settings_as_they_are() -> None:
    sheet = rule_sheet(configure(load("hs"), {"fans.full_flush": 8, "open_counts": "per_meld"}), VOCABULARY)
    assert "(full_flush)  +8" in sheet
    assert "(winner_open)  ×2 each" in sheet
    assert "(winner_open)  ×2  " in rule_sheet(load("hs"), VOCABULARY)


def test_values_that_a_table_must_agree_on_are_said_to_be_defaults() -> None:
    notes = [rule_sheet(load(id), VOCABULARY, lang="en").splitlines()[2] for id in ("huangshan", "huangmei")]
    assert ["defaults" in note for note in notes] == [True, False]


def test_an_example_is_a_command_that_can_be_copied() -> None:
    text = """
id: mine
names: {zh-Hant: 本桌, zh-Hans: 本桌, en: Our table}
extends: hm
fans:
  - id: plain
    examples: [{hand: 11m +peng2m@left, win: 1m, from: left, expect: {}}]
"""
    checked = check("-", VOCABULARY, data=text.encode())
    assert checked.variant is not None
    sheet = rule_sheet(checked.variant, VOCABULARY)
    assert "$ mjcalc score '11m +peng2m@left' --win 1m --from left -r mine" in sheet


@pytest.mark.parametrize("id", IDS)
def test_the_pages_of_the_docs_are_what_the_variants_say(id: str, root: Path) -> None:
    page = (root / "docs" / "rules" / f"{id}.md").read_text("utf-8")
    assert page == rule_sheet(load(id, VOCABULARY), VOCABULARY, format="markdown") + "\n", (
        f"write it anew: mjcalc rules show {id} --format markdown > docs/rules/{id}.md"
    )


class TestNewFile:
    @pytest.mark.parametrize("base", ["hs", "fei", "hsn", "hm"])
    def test_it_is_valid_as_it_is(self, base: str) -> None:
        assert check("mine.yaml", VOCABULARY, data=new_file("mine", base).encode()).problems == ()

    @pytest.mark.parametrize("base", ["hs", "fei", "hsn", "hm"])
    def test_its_suggestions_say_what_already_holds(self, base: str) -> None:
        text = re.sub(
            r"^#(?! |remove)", "", new_file("mine", base).partition("# A fan of the table's own")[0], flags=re.M
        )
        text = re.sub(r"^#(?=  )", "", text, flags=re.M)
        checked = check("mine.yaml", VOCABULARY, data=text.encode())
        assert checked.problems == ()
        assert checked.variant is not None
        plain = load(base, VOCABULARY)
        assert "\n#fans" not in text
        assert [fan.value for fan in checked.variant.fans] == [fan.value for fan in plain.fans]
        assert (checked.variant.options, checked.variant.caps) == (plain.options, plain.caps)

    @pytest.mark.parametrize("base", ["hs", "fei", "hsn", "hm"])
    def test_its_new_fan_can_be_taken_as_it_is(self, base: str) -> None:
        text = re.sub(r"^#(?=fans:)", "", new_file("mine", base), flags=re.M)
        before, mark, after = text.partition("# A fan of the table's own")
        text = before + mark + re.sub(r"^#(?=  )", "", after, flags=re.M)
        checked = check("mine.yaml", VOCABULARY, data=text.encode())
        assert checked.problems == ()
        assert checked.variant is not None
        assert checked.variant.fans[-1].id == "my_fan"

    @pytest.mark.parametrize("name", ["", "My Rules", "../mine", "hm", "huangshi", "黃梅"])
    def test_a_name_that_cannot_be_is_refused(self, name: str) -> None:
        with pytest.raises(RulesError):
            new_file(name, "hm")


class TestJsonSchema:
    schema = json_schema(VOCABULARY)

    def test_it_has_every_key_that_the_checker_has(self) -> None:
        assert set(self.schema["properties"]) == {*Variant.__struct_fields__, "extends", "remove"}

    def test_it_lists_every_predicate(self) -> None:
        text = msgspec.json.encode(self.schema["$defs"]["Condition"]).decode()
        assert [name for name in VOCABULARY.words if f'"{name}"' not in text] == []

    def test_every_reference_leads_somewhere(self) -> None:
        text = msgspec.json.encode(self.schema).decode()
        assert {name for name in re.findall(r'"#/\$defs/(\w+)"', text)} == set(self.schema["$defs"])

    def test_it_agrees_with_the_shipped_files(self, root: Path) -> None:
        jsonschema = pytest.importorskip("jsonschema")
        validator = jsonschema.Draft202012Validator(self.schema)
        for id in IDS:
            tree, _ = parse_document((root / "rules" / f"{id}.yaml").read_bytes(), id)
            assert tree is not None
            assert [error.message for error in validator.iter_errors(tree.plain())] == []
