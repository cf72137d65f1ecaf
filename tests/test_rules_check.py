"""Every mistake that a rules file can have is found, with its line and in words that help."""

import os
import re
import time
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjcalc import api
from mjcalc.errors import Problem
from mjcalc.question import Question
from mjcalc.rules.checker import check
from mjcalc.rules.document import MAX_BYTES
from mjcalc.rules.library import variants
from mjcalc.rules.schema import Variant
from mjcalc.scoring.predicates import VOCABULARY
from mjcalc.texts import Text

BAD = Path(__file__).parent / "rules_bad"
SHIPPED = [entry.path for entry in variants() if entry.shipped]
START = "id: mine\nnames: {zh-Hant: 本桌, zh-Hans: 本桌, en: Our table}\nextends: hm\n"


NEW = "names: {zh-Hant: 新, zh-Hans: 新, en: New}, value: 2"


def score(variant: Variant, question: Question) -> object:
    """What ``rules check`` is handed."""
    return api.answer_score(question, variant, "en")


@cache
def problems_of(path: Path) -> tuple[Problem, ...]:
    """What is wrong with a file."""
    return check(str(path), VOCABULARY).problems


def problems(text: str) -> list[tuple[str, str]]:
    """Where and what is wrong with a text."""
    return [(problem.where, problem.message) for problem in check("-", VOCABULARY, data=text.encode()).problems]


@pytest.mark.parametrize("path", sorted(BAD.glob("*.yaml")), ids=lambda path: path.stem)
def test_a_bad_file_has_exactly_the_problems_that_its_first_lines_announce(path: Path) -> None:
    expected = []
    for line in path.read_text("utf-8").splitlines():
        if line.startswith("# line "):
            place, _, words = line.removeprefix("# line ").partition(": ")
            expected.append((place if ":" in place else f"{path.name}:{place}", words))
    found = [(Path(problem.where).name, problem.message) for problem in problems_of(path)]
    assert expected
    assert [place for place, _ in found] == [place for place, _ in expected]
    assert all(words in message for (_, message), (_, words) in zip(found, expected, strict=True)), found


@pytest.mark.parametrize("path", sorted(BAD.glob("*.yaml")), ids=lambda path: path.stem)
def test_every_problem_of_a_file_can_be_said_in_chinese(path: Path) -> None:
    for problem in problems_of(path):
        assert isinstance(problem.message, Text)
        assert problem.message.said_in("en") == problem.message
        said = [problem.message.said_in(language) for language in ("zh-Hant", "zh-Hans")]
        assert all(re.search("[\u4e00-\u9fff]", text) for text in said), said
        assert all(re.search(r"\b(?:the|is|are|not|of|may|there|and|or)\b", quoted(text)) is None for text in said), (
            said
        )


def quoted(text: str) -> str:
    """A sentence without what it quotes: words of the file, and what the readers of YAML and of tiles say."""
    return re.sub(r"'[^']*'|\{[^}]*\}|this tile set has no \S+|are not tiles|is not a tile|YAML：.*", "", text)


@pytest.mark.parametrize("path", sorted(BAD.glob("*.yaml")), ids=lambda path: path.stem)
def test_a_wrong_word_is_answered_with_the_words_that_are_allowed(path: Path) -> None:
    for problem in problems_of(path):
        if problem.code in ("not_allowed", "unknown_key") and "only" not in problem.message:
            assert " Allowed: " in problem.message or "there is nothing" in problem.message


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: Path(path).stem)
def test_a_shipped_file_has_no_problems(path: str) -> None:
    assert check(path, VOCABULARY).problems == ()


def test_all_problems_of_a_file_are_found_in_one_run_in_the_order_of_its_lines() -> None:
    text = START + "colour: red\nfans:\n  - {id: plain, value: lots}\n  - {id: new, value: 2, when: [nothing_such]}\n"
    assert [where for where, _ in problems(text)] == ["-:4", "-:6", "-:7", "-:7"]


def test_text_that_is_not_utf8_is_a_problem_of_its_line() -> None:
    found = check("mine.yaml", data="id: mine\nnames: {zh-Hant: 黃}".encode("big5"))
    assert [(problem.code, problem.where) for problem in found.problems] == [("not_utf8", "mine.yaml:2")]


def test_a_huge_file_is_refused_before_it_is_read() -> None:
    found = check("mine.yaml", data=b"#" * (MAX_BYTES + 1))
    assert [problem.code for problem in found.problems] == ["too_long"]


@pytest.mark.parametrize(
    "text", ["", "\x00", "[", "{", "- - -", "\t", "%", "? [a]\n: b", "&a [*a]", "!!map {}", "'", "1", "~"]
)
def test_no_text_is_more_than_a_problem(text: str) -> None:
    assert problems(text)


def test_a_file_without_end_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    with (tmp_path / "huge.yaml").open("wb") as file:
        file.truncate(1 << 40)
    assert [problem.code for problem in check(str(tmp_path / "huge.yaml")).problems] == ["too_long"]
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.yaml")
        (problem,) = check(str(tmp_path / "pipe.yaml")).problems
        assert "not a regular file" in problem.message


def test_no_message_repeats_all_of_a_long_word() -> None:
    long = "k" * 500
    text = f"""{START}
{long}: 3
fans:
  - {{id: {long}, value: {long}, names: {{en: {long}, {long}: {long}}}}}
  - {{id: plain, when: [{long}, {{{long}: 1}}, {{by_option: {long}, {long}: drawn}}], side: {long}, source: {long}}}
tiles: {{kinds: {long}}}
remove: {{fans: [{long}], {long}: []}}
"""
    found = problems(text)
    assert len(found) > 12
    assert [message for _, message in found if "k" * 61 in message] == []


def test_a_misspelt_id_is_only_guessed_at_where_there_is_something_to_change() -> None:
    new = "fans:\n  - {id: my_own, value: 2}\n  - {id: my_owm, value: 2}\n"
    assert all("did you mean" not in message for _, message in problems(START + new))


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "fans:\n" + "".join(f"  - {{id: self_drav{number}, value: 2}}\n" for number in range(12_000)),
        f"fans: [{{id: new, {NEW}, excludes: [{', '.join(f'fan{number}' for number in range(40_000))}]}}]\n",
        f"remove: {{fans: [{', '.join(f'fan{number}' for number in range(40_000))}]}}\n",
        "".join(f"kez{number}: 1\n" for number in range(40_000)),
        "fans:\n" + "".join(f"  - {{id: f{number}, {NEW}, when: [drawm{number}]}}\n" for number in range(9_000)),
        f"options: {{{', '.join(f'o{number}: {{value: 1, why: x}}' for number in range(9_000))}}}\n"
        f"fans: [{', '.join(f'{{id: f{number}, value: options.p{number}}}' for number in range(9_000))}]\n",
    ],
    ids=["ids", "references", "removals", "keys", "predicates", "options"],
)
def test_thousands_of_mistakes_are_found_soon_and_said_in_few_words(text: str) -> None:
    start = time.process_time()
    found = problems(START.replace("hm", "hs") + text)
    assert time.process_time() - start < 20
    assert len(found) >= 9_000
    assert max(len(message) for _, message in found) < 3_000
    assert sum("did you mean" in message for _, message in found) <= 40


def test_a_hint_goes_with_each_of_the_first_mistakes() -> None:
    text = START + "fans:\n" + "".join(f"  - {{id: new{number}, {NEW}, when: [drwan]}}\n" for number in range(20))
    assert [message.partition("; ")[2] for _, message in problems(text)] == ["did you mean 'drawn'?"] * 20


def test_many_aliases_cost_nothing() -> None:
    bomb = "a: &a [x, x]\n" + "".join(
        f"{b}: &{b} [*{a}, *{a}, *{a}]\n" for a, b in zip("abcdefghij", "bcdefghijk", strict=True)
    )
    assert len(problems(bomb)) > 10


def test_a_byte_order_mark_and_windows_line_ends_are_no_mistake() -> None:
    text = "\ufeff" + START.replace("\n", "\r\n")
    assert problems(text) == []


def test_a_misspelt_predicate_is_taken_on_trust_without_a_vocabulary() -> None:
    text = START + "fans:\n  - {id: plain, when: [nothing_such]}\n"
    assert check("-", data=text.encode()).variant is not None


@pytest.mark.parametrize(
    "expect",
    ["reasons: 5", "reasons: [1, a, {b: c}]", "reasons_include: 3", "notes_include: [1, [2]]", "fans: 7", "pays: x",
     "nothing_such: {a: [b]}", "reasons: {a: 1}", "total: 1.0e3"],
)  # fmt: skip
def test_an_example_that_expects_nonsense_is_a_problem_of_its_line(expect: str) -> None:
    text = f"{START}examples:\n  - hand: 1122335577m8899m\n    expect: {{{expect}}}\n"
    found = check("mine.yaml", VOCABULARY, data=text.encode(), score=score).problems
    assert found
    assert {problem.where for problem in found} <= {"mine.yaml:5", "mine.yaml:6"}


def test_examples_of_reasons_and_notes_may_stand_in_any_order() -> None:
    hand = "123m456m789m123m9m"
    answer = api.answer_score(Question(hand=f"{hand}1p"), "hm", "en")
    reasons = [reason.id for reason in answer.reasons]
    expect = f"{{reasons: {reasons[::-1]}, reasons_include: {reasons[:1]}}}"
    text = f"{START}examples:\n  - {{hand: {hand}1p, expect: {expect}}}\n"
    assert reasons
    assert check("mine.yaml", VOCABULARY, data=text.encode(), score=score).problems == ()


def test_a_variant_by_which_nothing_can_be_scored_is_a_problem_of_the_file() -> None:
    def fail(variant: Variant, question: Question) -> object:
        raise ZeroDivisionError("by zero")

    checked = check("mine.yaml", VOCABULARY, data=START.encode(), score=fail)
    assert {problem.code for problem in checked.problems} == {"not_scorable"}
    assert "self-draw" in checked.problems[0].message and "by zero" in checked.problems[0].message


def test_every_way_of_winning_is_tried() -> None:
    asked: list[Question] = []
    check("mine.yaml", VOCABULARY, data=START.encode(), score=lambda variant, question: asked.append(question))
    assert [question.by for question in asked] == ["self-draw", "discard", "kong-draw", "rob-kong", "flower-draw"]
    for question in asked:
        api.answer_score(question, "hm", "en")  # none is impossible


def test_the_most_conditions_that_may_stand_together_can_be_scored() -> None:
    nested = "[" * 15 + "drawn" + "]" * 15
    when = f"[{', '.join(['drawn'] * 98)}, {nested}, [drawn]]"
    text = f"{START}fans:\n  - {{id: new, {NEW}, when: {when}, unless: {when}}}\n"
    assert check("mine.yaml", VOCABULARY, data=text.encode(), score=score).problems == ()


@pytest.mark.parametrize("text", ['id: "\\UFFFFFFFF"', 'id: "\\uD800"', "a: 0x_", "a: 0b_", "? 0b_\n: 1", "a: -0x__"])
@pytest.mark.parametrize("quick", [True, False])
def test_odd_scalars_are_problems_with_either_parser(text: str, quick: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not quick:
        monkeypatch.delattr("yaml.CSafeLoader", raising=False)
    assert problems(text)


def test_the_examples_of_a_file_come_with_their_lines() -> None:
    text = START + "examples:\n  - hand: 11m\n    expect: {legal: false}\n  - {hand: 22m, expect: {legal: false}}\n"
    examples = check("mine.yaml", VOCABULARY, data=text.encode()).examples
    assert [(where, example.hand) for where, example in examples] == [("mine.yaml:5", "11m"), ("mine.yaml:7", "22m")]


@given(st.binary(max_size=60) | st.text("abid: -[]{},'\"*&!|>?#\n\t\u3000中1", max_size=60).map(str.encode))
def test_no_bytes_are_more_than_a_problem(data: bytes) -> None:
    assert check("-", VOCABULARY, data=data).problems


WORDS = [
    "null",
    "[]",
    "{}",
    "-1",
    "017",
    "yes",
    "''",
    "'*'",
    "中",
    "options.x",
    "caps.cap",
    "{by_option: x}",
    "[null]",
    "1.5",
]
PARTS = re.compile(r"[^\s,:{}\[\]]+")


@given(path=st.sampled_from(SHIPPED), place=st.floats(0, 1, exclude_max=True), word=st.sampled_from(WORDS))
def test_a_file_with_one_word_replaced_is_a_variant_or_a_list_of_problems(path: str, place: float, word: str) -> None:
    text = Path(path).read_text("utf-8")
    words = list(PARTS.finditer(text))
    old = words[int(place * len(words))]
    checked = check("-", VOCABULARY, data=(text[: old.start()] + word + text[old.end() :]).encode())
    assert (checked.variant is None) == bool(checked.problems)
    # That is how the last resort speaks, when the walk has seen nothing wrong.
    assert not any(" - at `$" in problem.message for problem in checked.problems)
