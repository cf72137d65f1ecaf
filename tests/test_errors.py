"""Errors and answers as data: they travel, they stay small, and they cannot make a terminal do anything."""

import copy
import multiprocessing
import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import mjcalc as package
from mjcalc.answers import records
from mjcalc.errors import Error, Failure, MjcalcError, Problem, describe, printable, shortened
from mjcalc.jsonl.workers import WorkerError
from mjcalc.rules.library import RulesWarning

GOOD = {"hand": "123p456p678s8889m9m", "win": "9m", "rules": "huangmei"}
PROBLEMS = [Problem("unknown_character", "'x' is not a tile", "1x", 1, "hand"), Problem("too_few_tiles", "too few")]


def generate_exceptions() -> Iterator[BaseException]:
    """One of every exception that the package defines."""
    found: set[type[BaseException]] = set()
    for module in walk_packages(package.__path__, "mjcalc."):
        if module.name != "mjcalc.__main__":
            for one in vars(import_module(module.name)).values():
                if isinstance(one, type) and issubclass(one, BaseException) and one.__module__.startswith("mjcalc."):
                    found.add(one)
    assert {MjcalcError, package.NotationError, package.ImpossibleError, package.RulesError, WorkerError} <= found
    for kind in sorted(found, key=lambda one: one.__name__):
        argument: Any = PROBLEMS if issubclass(kind, MjcalcError) else "worker 1 of 2 is gone"
        yield kind(PROBLEMS[0] if kind is RulesWarning else argument)


def generate_answers() -> Iterator[object]:
    """Every sort of answer, with every sort of part in it."""
    yield from package.batch(
        [
            GOOD | {"losers": {"left": "+peng東"}, "from": "left"},
            GOOD | {"op": "waits", "hand": "123p456p678s8889m", "win": None},
            GOOD | {"op": "discard", "win": None},
            GOOD | {"op": "discard", "hand": "123p456p678s889m中中", "win": None, "draws": 3},
            GOOD | {"op": "aims", "win": None},
            b'{"id": [1], "hand": "1x", "rules": "huangmei"}',
            b"{",
        ]
    )
    yield package.score("123m456m789s22s +peng5p@right +gang中中", win="3m", indicator="7p", rules="huangshi")


ANSWERS = list(generate_answers())


def round_trips(value: Any) -> Iterator[Any]:
    """Copies of a value, made in every way that Python has."""
    yield copy.copy(value)
    yield copy.deepcopy(value)
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        yield pickle.loads(pickle.dumps(value, protocol))


@pytest.mark.parametrize("error", list(generate_exceptions()), ids=lambda error: type(error).__name__)
def test_every_exception_can_be_copied_and_pickled(error: BaseException) -> None:
    for other in round_trips(error):
        assert type(other) is type(error)
        assert (str(other), other.args) == (str(error), error.args)
        assert getattr(other, "problems", None) == getattr(error, "problems", None)
        assert getattr(other, "errno", None) == getattr(error, "errno", None)


@pytest.mark.parametrize("answer", ANSWERS, ids=lambda answer: type(answer).__name__)
def test_every_answer_can_be_copied_and_pickled(answer: object) -> None:
    for other in round_trips(answer):
        assert type(other) is type(answer)
        assert msgspec.json.encode(other) == msgspec.json.encode(answer)


def test_every_record_of_an_answer_is_among_those_that_were_pickled() -> None:
    met: set[str] = set()

    def meet(value: object) -> None:
        met.add(type(value).__name__)
        if isinstance(value, msgspec.Struct):
            for name in value.__struct_fields__:
                meet(getattr(value, name))
        elif isinstance(value, tuple):
            for one in value:
                meet(one)

    for answer in [*ANSWERS, package.score("1m" * 3 + "456789m11s123p", rules="huangshi")]:
        meet(answer)
    known = {name for name in records.__all__ if isinstance(getattr(records, name), type)}
    assert known - met <= {"SeatFan", "Responsible"}
    assert {"Failure", "Error", "Problem"} <= met


def score(hand: str) -> int:
    """A task for another process."""
    return package.score(hand, rules="huangmei").gain


def test_an_error_comes_back_from_a_pool_of_processes() -> None:
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, context) as executor:
        with pytest.raises(package.NotationError, match="'x' is not a tile") as caught:
            executor.submit(score, "1x").result(timeout=120)
        assert caught.value.problems[0].column == 1
        with pytest.raises(package.ImpossibleError, match="too few tiles"):
            executor.submit(score, "1m").result(timeout=120)
        assert executor.submit(score, "1122335577m8899m").result(timeout=120) == 93
    with context.Pool(1) as pool, pytest.raises(package.NotationError):
        pool.apply_async(score, ["1x"]).get(timeout=120)


class TestSize:
    """An answer that says what is wrong is not much larger than the question."""

    @pytest.mark.parametrize("losers", [1, 3])
    def test_an_error_is_not_much_larger_than_its_line(self, losers: int) -> None:
        bad = "+peng1x" * 280
        request = GOOD | {"hand": bad, "losers": dict.fromkeys(("right", "across", "left")[:losers], bad), "seen": bad}
        (failure,) = package.batch([request])
        assert len(msgspec.json.encode(failure)) < 3 * len(msgspec.json.encode(request)) + 20_000

    def test_more_problems_than_anyone_reads_are_counted(self) -> None:
        error = describe(package.RulesError(Problem("bad_id", f"'{n}' is not an id", where="f:1") for n in range(2001)))
        assert len(error.problems) == 101
        assert error.problems[-1].message == "and 1,901 more problems"
        assert error.message.endswith("and 1,901 more problems")

    def test_one_problem_more_is_one_problem(self) -> None:
        assert describe(MjcalcError(PROBLEMS[:1] * 101)).problems[-1].message == "and 1 more problem"
        assert len(describe(MjcalcError(PROBLEMS[:1] * 100)).problems) == 100

    def test_a_text_is_repeated_once_and_each_column_still_counts_in_it(self) -> None:
        (failure,) = package.batch([GOOD | {"hand": "1x2y3z", "seen": "1x"}])
        assert isinstance(failure, Failure)
        texts = [(one.where, one.text, one.column) for one in failure.error.problems if one.column is not None]
        assert texts[0][:2] == ("hand", "1x2y3z")
        assert all(text == "" for where, text, _ in texts[1:] if where == "hand")
        assert ("seen", "1x", 1) in texts

    def test_a_text_that_is_far_too_long_is_cut(self) -> None:
        (failure,) = package.batch([GOOD | {"hand": "1m" * 400_000, "seen": " " * 800_000 + "x"}])
        assert isinstance(failure, Failure)
        assert [one.code for one in failure.error.problems][:2] == ["too_long", "too_long"]
        assert len(msgspec.json.encode(failure)) < 10_000

    @given(st.integers() | st.text() | st.lists(st.floats()) | st.binary() | st.none())
    def test_a_value_in_a_message_is_short(self, value: object) -> None:
        assert 0 < len(shortened(value)) <= 60

    def test_a_value_that_cannot_be_written_is_named_by_what_it_is(self) -> None:
        assert shortened([10**5000]) == "a list"
        assert shortened(-(10**5000)) == "a number of more than 60 digits"


class TestPrinting:
    """Nothing that comes from outside reaches a terminal as it is."""

    HOSTILE = "\x1b[2J\u202e\x9b1m\x07"

    @given(st.text())
    def test_what_is_printed_is_as_long_and_harmless(self, text: str) -> None:
        shown = printable(text)
        assert len(shown) == len(text)
        assert shown.encode().decode() == shown
        assert all(char.isprintable() or char in "\n\u00a0\u3000" for char in shown)

    @pytest.mark.parametrize(
        "words",
        [
            ["score", HOSTILE],
            ["score", "1m", "--win", HOSTILE],
            ["score", "1m", "--from", HOSTILE],
            ["score", "1m", "--by", HOSTILE],
            ["score", "1m", "--set", HOSTILE],
            ["score", "1m", "--set", f"{HOSTILE}=1"],
            ["score", "1m", "--lang", HOSTILE],
            ["score", "1m", f"--{HOSTILE}"],
            ["score", "1m", "-r", HOSTILE],
            ["score", "1m", "-r", f"{HOSTILE}.yaml"],
            ["batch", HOSTILE],
            ["rules", "show", HOSTILE],
            ["rules", "check", HOSTILE],
            ["rules", "new", HOSTILE, "--extends", "hm"],
            [HOSTILE],
        ],
        ids=lambda words: " ".join(words[:1] + words[-2:-1]),
    )
    def test_an_error_has_no_control_characters(self, mjcalc: Callable[..., Any], words: list[str]) -> None:
        more = ["-r", "huangmei"] if words[0] == "score" and "-r" not in words else []
        result = mjcalc(*words, *more)
        assert result.code == 2
        assert result.err == printable(result.err)

    def test_names_of_a_rules_file_have_none_either(self, mjcalc: Callable[..., Any], tmp_path: Path) -> None:
        file = tmp_path / "mine.yaml"
        name = '"\\e[2J\\u202Ehm"'
        file.write_text(
            f"id: mine\nnames: {{zh-Hant: {name}, zh-Hans: {name}, en: {name}}}\nextends: huangmei\n", encoding="utf-8"
        )
        for words in (
            ["score", GOOD["hand"], "-r", str(file)],
            ["waits", "123p456p678s8889m", "-r", str(file), "--lang", "en"],
            ["rules", "show", str(file)],
        ):
            result = mjcalc(*words)
            assert (result.code, result.out) == (2, "")
            assert "U+202E" in result.err or "U+001B" in result.err
            assert result.err == printable(result.err)


def test_a_mistake_of_ours_says_where_it_is() -> None:
    def broken() -> None:
        raise ZeroDivisionError("x" * 1000)

    try:
        broken()
    except ZeroDivisionError as error:
        described = describe(error)
    assert isinstance(described, Error)
    assert described.kind == described.problems[0].code == "internal"
    assert "ZeroDivisionError: xxx" in described.message
    assert f"({__file__}, line " in described.message
    assert len(described.message) < 300 + len(__file__)
