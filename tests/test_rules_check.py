"""Every mistake that a rules file can have is found, with its line and in words that help."""

import os
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjcalc.rules.checker import check
from mjcalc.rules.document import MAX_BYTES
from mjcalc.rules.library import variants
from mjcalc.scoring.predicates import VOCABULARY

BAD = Path(__file__).parent / "rules_bad"
SHIPPED = [entry.path for entry in variants() if entry.shipped]
START = "id: mine\nnames: {zh-Hant: 本桌, zh-Hans: 本桌, en: Our table}\nextends: hm\n"


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
    found = [(Path(problem.where).name, problem.message) for problem in check(str(path), VOCABULARY).problems]
    assert expected
    assert [place for place, _ in found] == [place for place, _ in expected]
    assert all(words in message for (_, message), (_, words) in zip(found, expected, strict=True)), found


@pytest.mark.parametrize("path", sorted(BAD.glob("*.yaml")), ids=lambda path: path.stem)
def test_a_wrong_word_is_answered_with_the_words_that_are_allowed(path: Path) -> None:
    for problem in check(str(path), VOCABULARY).problems:
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


def test_the_examples_of_a_file_come_with_their_lines() -> None:
    text = START + "examples:\n  - hand: 11m\n    expect: {legal: false}\n  - {hand: 22m, expect: {legal: false}}\n"
    examples = check("mine.yaml", VOCABULARY, data=text.encode()).examples
    assert [(where, example.hand) for where, example in examples] == [("mine.yaml:5", "11m"), ("mine.yaml:7", "22m")]


@settings(deadline=None)
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


@settings(deadline=None)
@given(path=st.sampled_from(SHIPPED), place=st.floats(0, 1, exclude_max=True), word=st.sampled_from(WORDS))
def test_a_file_with_one_word_replaced_is_a_variant_or_a_list_of_problems(path: str, place: float, word: str) -> None:
    text = Path(path).read_text("utf-8")
    words = list(PARTS.finditer(text))
    old = words[int(place * len(words))]
    checked = check("-", VOCABULARY, data=(text[: old.start()] + word + text[old.end() :]).encode())
    assert (checked.variant is None) == bool(checked.problems)
    # That is how the last resort speaks, when the walk has seen nothing wrong.
    assert not any(" - at `$" in problem.message for problem in checked.problems)
