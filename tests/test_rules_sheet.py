"""A variant reads like a rule sheet, and starts a new one."""

import re
import shlex
from collections import Counter
from pathlib import Path
from typing import get_args

import msgspec
import pytest
from wcwidth import wcswidth

from mjcalc.errors import RulesError
from mjcalc.report.document import Entries
from mjcalc.report.language import TableLanguage
from mjcalc.report.sheet import rule_sheet, sheet_document
from mjcalc.report.sheet_words import DEALERS, HEADINGS, METHODS, SENTENCES, SIDES, TILES, WON_BY
from mjcalc.rules import configure, load, variants
from mjcalc.rules.checker import check
from mjcalc.rules.document import parse_document
from mjcalc.rules.json_schema import json_schema
from mjcalc.rules.schema import Variant
from mjcalc.rules.template import new_file
from mjcalc.scoring.aims import aimed_at
from mjcalc.scoring.predicates import VOCABULARY
from mjcalc.texts import Language

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
    assert [source.id for source in variant.sources if not re.search(rf"^  .*\b{source.id}\b", sheet, re.M)] == []


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("id", IDS)
def test_a_sheet_in_text_fits_the_terminal(
    id: str, width: int, lang: TableLanguage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    for line in rule_sheet(load(id), VOCABULARY, lang=lang).splitlines():
        assert wcswidth(line) < width, line


def without_codes(sheet: str, variant: Variant) -> str:
    """The prose of a sheet: without commands, ids, settings and their values, tiles, and the line of aliases."""
    title, _, *lines = sheet.splitlines()
    codes = "|".join(
        map(re.escape, sorted((*variant.options, *(s.id for s in variant.sources)), key=len, reverse=True))
    )
    prose, is_command = [title], False
    for line in lines:
        if is_command or line.startswith("      $"):
            is_command = line.startswith("         ") or line.startswith("      $")
            if is_command:
                continue
        line = re.sub(rf"\([\w.]+\)|\[(?:{codes})\]|^  (?:{codes})(?:  = \S+)?|--set fans\.ID=N", "", line)
        line = re.sub(r"^(      (?:可選|可选)：(?:一[個个]數?数?)?)[a-z0-9_| ]+$", r"\1", line)
        prose.append(re.sub(r"\b[1-9]+[mps]", "", line))
    return "\n".join(prose)


@pytest.mark.parametrize("lang", ["zh-Hant", "zh-Hans"])
@pytest.mark.parametrize("id", IDS)
def test_a_chinese_sheet_holds_no_word_of_english(
    id: str, lang: TableLanguage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    variant = load(id, VOCABULARY)
    prose = without_codes(rule_sheet(variant, VOCABULARY, lang=lang), variant)
    assert len(prose) > 500
    assert [word for word in re.findall("[A-Za-z]+", prose) if word != "WMO"] == []


@pytest.mark.parametrize("id", IDS)
def test_a_sheet_in_simplified_chinese_holds_no_traditional_character(id: str) -> None:
    opencc = pytest.importorskip("opencc")
    title, _, *lines = rule_sheet(load(id, VOCABULARY), VOCABULARY, lang="zh-Hans").splitlines()
    text = "\n".join([title, *lines])
    simplified = opencc.OpenCC("t2s").convert(text)
    assert [(one, other) for one, other in zip(text, simplified, strict=True) if one != other] == []


@pytest.mark.parametrize("id", IDS)
def test_an_english_sheet_holds_chinese_only_as_names_and_in_quotation_marks(
    id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    variant = load(id, VOCABULARY)
    prose = without_codes(rule_sheet(variant, VOCABULARY, lang="en"), variant)
    names = [*variant.fans, *variant.shapes, *variant.responsibility.rules]
    known = {name.names.hant for name in names} | {"反包", "雙包", "明暗槓", "點炮"}
    bare = re.sub(
        r"“[^”]*”|\([^()]*\)", lambda found: "" if found[0][1:-1] in known or "“" in found[0] else found[0], prose
    )
    bare = re.sub("[東南西北中發白番]+|" + "|".join(sorted(known, key=len, reverse=True)), "", bare)
    assert re.findall("[\u4e00-\u9fff]+", bare) == []


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("id", IDS)
def test_whatever_is_our_own_reading_is_marked_as_such(id: str, lang: TableLanguage) -> None:
    variant = load(id, VOCABULARY)
    ours = next((source for source in variant.sources if source.id == "ours"), None)
    assert ours is not None and ours.names is not None
    mark = ours.names.said_in("en" if lang == "both" else lang)
    blocks = sheet_document(variant, VOCABULARY, lang=lang).blocks
    entries = [entry for block in blocks if isinstance(block, Entries) for entry in block.entries]
    marked = Counter(entry.code or entry.head for entry in entries if entry.source == mark)
    parts = [*variant.fans, *variant.table, *variant.requires, *variant.shapes, *variant.responsibility.rules]
    expected = Counter(part.id for part in parts if part.source == "ours")
    expected.update(name for name, option in variant.options.items() if option.source == "ours")
    # The way of paying has no id; who deals next is said where it holds and among the options.
    without_id = Counter(entry.head for entry in entries if not entry.code and entry.head not in variant.options)
    assert marked - without_id - Counter(["next_dealer"]) == expected


def test_a_sheet_has_the_order_of_a_game() -> None:
    sheet = rule_sheet(load("hm"), VOCABULARY, lang="en")
    heads = [line for line in sheet.splitlines()[3:] if line and line[0] != " "]
    assert heads == [
        *("Tiles", "At the table", "Dice", "Calls and ways of winning", "The dealer", "Winning shapes"),
        *("When a complete hand may not win", "Fans", "Payment", "Options", "Sources"),
    ]


def test_a_sheet_speaks_as_its_table_does() -> None:
    huangmei, huangshi, fei = (rule_sheet(load(id), VOCABULARY, lang="zh-Hant") for id in ("hm", "hs", "fei"))
    assert "碰、明槓、過路槓、暗槓" in huangmei
    assert "自摸、捉炮、槓上開花、搶槓、財上開花" in huangmei
    assert "以財上開花胡牌" in huangmei
    assert "贏家手裡沒有賴子" in huangshi
    assert "每一張打出的飛" in fei
    assert all("百搭" not in sheet for sheet in (huangmei, huangshi, fei))


@pytest.mark.parametrize(
    ("lang", "cap"),
    [
        (
            "en",
            "if (every loser's amount is over the Cap, or the hand is a limit hand of a higher cap),"
            " and the loser is not open",
        ),
        ("zh-Hant", "（三家應付都超過封頂，或牌型本身的封頂更高），且這一家沒有開口"),
    ],
)
def test_a_cap_says_exactly_when_it_is_reached(lang: TableLanguage, cap: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "160")
    assert cap in rule_sheet(load("hs"), VOCABULARY, lang=lang)


@pytest.mark.parametrize("id", IDS)
def test_no_sentence_counts_one_of_several(id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    sheet = rule_sheet(load(id), VOCABULARY, lang="en")
    assert not re.search(r"\b1 (?:open )?(?:melds|wilds|suits)\b", sheet)


def test_a_text_of_one_language_stands_in_every_sheet() -> None:
    text = """
id: mine
names: {zh-Hant: 本桌, zh-Hans: 本桌, en: Our table}
extends: hs
sources: [{id: table, names: {zh-Hant: 本桌約定, zh-Hans: 本桌约定, en: our table}, about: as we play}]
options: {open_counts: {why: we like it, source: table}}
terms: {discard: {zh-Hant: 放銃, zh-Hans: 放铳, en: shot}}
"""
    variant = check("-", VOCABULARY, data=text.encode()).variant
    assert variant is not None
    for lang, mark in (("zh-Hant", "本桌約定"), ("zh-Hans", "本桌约定"), ("en", "our table")):
        sheet = rule_sheet(variant, VOCABULARY, lang=lang)
        assert f"open_counts  = once  [{mark}]\n      we like it\n" in sheet
        assert f"  {mark}  (table)\n      as we play\n" in sheet
    assert "自摸、放銃、槓開、搶槓" in rule_sheet(variant, VOCABULARY, lang="zh-Hant")


def test_what_a_setting_leaves_out_is_said_to_be_out_of_force() -> None:
    sheet = rule_sheet(configure(load("fei"), {"mutual_responsibility": False}), VOCABULARY, lang="en")
    assert sheet.count("not in force here [mutual_responsibility]") == 2


def test_what_counts_is_called_each_in_every_language() -> None:
    for word in VOCABULARY.words.values():
        assert word.counts == word.meaning.startswith("each "), word.name
        for lang in ("zh-Hant", "zh-Hans"):
            assert word.counts == word.meaning.said_in(lang).startswith("每一"), word.name
            assert word.meaning.said_in(lang).count("…") == (word.takes != "nothing"), word.name


@pytest.mark.parametrize("lang", ["zh-Hant", "zh-Hans"])
def test_the_sentences_of_a_chinese_sheet_are_chinese(lang: TableLanguage) -> None:
    groups = (SENTENCES, METHODS, DEALERS, HEADINGS, SIDES, TILES, WON_BY)
    for names in (names for group in groups for names in group.values()):
        said = re.sub(r"\{\w+\}|--set fans\.ID=N", "", names.said_in(lang))
        assert not re.search("[A-Za-z]", said), said


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
    assert "(winner_open)  ×2\n" in rule_sheet(load("hs"), VOCABULARY)


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


@pytest.mark.parametrize("lang", ["both", "zh-Hant", "zh-Hans"])
@pytest.mark.parametrize("id", IDS)
def test_the_pages_of_the_docs_are_what_the_variants_say(id: str, lang: TableLanguage, root: Path) -> None:
    page = f"docs/rules/{id}.md" if lang == "both" else f"docs/rules/{lang}/{id}.md"
    command = f"mjcalc rules show {id} --format markdown{'' if lang == 'both' else f' --lang {lang}'} > {page}"
    variant = load(id, VOCABULARY)
    sheet = rule_sheet(variant, VOCABULARY, lang=lang, format="markdown", aims=aimed_at(variant))
    assert (root / page).read_text("utf-8") == sheet + "\n", f"write it again: {command}"


class TestNewFile:
    @pytest.mark.parametrize("base", ["hs", "fei", "hsn", "hm"])
    def test_it_is_valid_as_it_is(self, base: str) -> None:
        for lang in get_args(Language):
            assert check("mine.yaml", VOCABULARY, data=new_file("mine", base, lang).encode()).problems == ()

    def test_its_comments_are_in_the_language_that_is_asked_for(self) -> None:
        comments = re.findall("# ([^ ].*)", new_file("mine", "hs", "zh-Hans"))
        assert comments[3] == "这一桌不算的番："
        assert [one for one in comments if re.search(r"\b(?:the|what|or|of)\b", one)] == []

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
