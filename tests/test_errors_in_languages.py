"""Every error can be said in three languages, and none of them leaks into another."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import mjcalc
from mjcalc import game
from mjcalc.codes import CODES
from mjcalc.errors import MjcalcError, Problem, describe, explain
from mjcalc.hand import SEATS
from mjcalc.jsonl.requests import read_request
from mjcalc.notation import parse_by, parse_hand, parse_seat, parse_table
from mjcalc.texts import Language
from tests.support.book import HAND, PLAYERS, new_book
from tests.support.chinese import check_chinese
from tests.support.files import read_yaml
from tests.test_notation import CASES, TABLES, error_case

TESTS = Path(__file__).parent
COMPLETE = "123m456m789p22s345s"
READY = "123m456m789p22s34s"

CALLS: list[dict[str, Any]] = [
    {"hand": COMPLETE, "rules": "nope"},
    {"hand": COMPLETE, "rules": "x" * 5000},
    {"hand": COMPLETE, "rules": "./nope.yaml"},
    {"hand": COMPLETE, "rules": "hs", "set": {"nope": 1, "fans.nope": 2, "caps.cap": "much", "open_counts": "never"}},
    {"hand": COMPLETE, "rules": "hs", "indicator": "7p", "wild": "2p"},
    {"hand": COMPLETE, "rules": "hs", "indicator": "*"},
    {"hand": COMPLETE, "rules": "hs", "wild": "中"},
    {"hand": COMPLETE, "rules": "huangshan", "indicator": "7p", "wild": "8p"},
    {"hand": COMPLETE, "rules": "hm", "losers": {"下家": "+peng1m", "right": "+peng2m"}},
    {"hand": COMPLETE, "rules": "hm", "by": "自魔", "from_": "lfet", "dealer": "nobody"},
    {"hand": COMPLETE, "rules": "hm", "base": 0, "streak": -1},
    {"hand": COMPLETE, "rules": "guobiao", "round_wind": "中", "seat_wind": "x", "flowers": 99},
    {"hand": COMPLETE, "rules": "guobiao", "seat_wind": "東", "dealer": "left"},
    {"hand": COMPLETE + " +hua春梅", "rules": "guobiao", "flowers": 1},
    {"hand": COMPLETE, "rules": "guobiao", "win": "5s", "last_copy": True, "by": "rob-kong", "from_": "left"},
    {"hand": "123m456m789p22s555s", "rules": "guobiao", "win": "5s", "last_copy": True},
    {"hand": COMPLETE, "rules": "hm", "flowers": 1},
    {"hand": COMPLETE, "rules": "hm", "draws": 3},
]
"""Scores that are refused."""


def generate_errors() -> Iterator[MjcalcError]:
    """What goes wrong with texts, hands, rules and settings."""
    for case in map(error_case, CASES["errors"]):
        yield from failing(parse_hand, case[0], TABLES[case[1]], owner=case[2])
    for case in CASES["tables"]:
        losers, seen = case.get("losers", {}), case.get("seen", "")
        arguments = case["hand"], TABLES[case.get("at", "any")]
        yield from failing(parse_table, *arguments, losers=losers, seen=seen, win=case.get("win"))
    yield from failing(parse_hand, "1m" * 2000)
    for word in ("lfet", "", "x" * 200):
        yield from failing(parse_seat, word)
        yield from failing(parse_by, word)
    for case in read_yaml(TESTS / "cases" / "contradictions.yaml"):
        options = {key: value for key, value in case.items() if key not in ("name", "problems", "ask")}
        if "from" in options:
            options["from_"] = options.pop("from")
        options["losers"] = {seat: options.pop(seat) for seat in SEATS if seat in options} | options.get("losers", {})
        ask = getattr(mjcalc, {"discard": "discards"}.get(case.get("ask", "score"), case.get("ask", "score")))
        yield from failing(ask, **options)
    for call in CALLS:
        yield from failing(mjcalc.score, **call)
    ready: dict[str, Any] = {"hand": READY, "rules": "hm"}
    for more in (
        {"win": "5s"}, {"by": "rob-kong", "from_": "left"}, {"last_copy": True, "rules": "guobiao"}, {"draws": 0},
        {"sort": "luck"}, {"hand": "123m456m789p22s5s*", "rules": "hs", "draws": 3},
        {"hand": "123m456m789p2s", "draws": 41},
    ):  # fmt: skip
        yield from failing(mjcalc.waits, **ready | more)
    yield from failing(mjcalc.discards, COMPLETE, rules="huangshan", draws=3)
    yield from failing(mjcalc.discards, "123m456m789p22s346s", rules="huangshan", draws=3, seen=_everything_else())
    yield from failing(mjcalc.discards, "123m456m789p22s346s", rules="huangshan", sort="luck")


def _everything_else() -> str:
    """All tiles but those of a hand."""
    held = "123m456m789p22s346s"
    counts = {f"{number}{suit}": 4 for suit in "mps" for number in range(1, 10)}
    counts |= dict.fromkeys("東南西北中發白", 4)
    for run in re.findall(r"(\d+)([mps])", held):
        for number in run[0]:
            counts[f"{number}{run[1]}"] -= 1
    return "".join(tile * number for tile, number in counts.items())


def generate_game_errors(folder: Path) -> Iterator[MjcalcError]:
    """What goes wrong with the book of an evening."""
    path, none = new_book(folder), str(folder / "none.mj")
    foreign = folder / "foreign.mj"
    foreign.write_text("not a book")
    yield from failing(game.show, none)
    yield from failing(game.show, str(foreign))
    yield from failing(game.new, path, rules="hs", players=PLAYERS)
    for players in (PLAYERS[:3], ["甲", "甲", "丙", "丁"], ["left", "乙", "丙", "丁"], ["", "a=b", "x" * 99, "丁"]):
        yield from failing(game.new, none, rules="hs", players=players)
    yield from failing(game.undo, path)
    yield from failing(game.win, path, "戊", HAND, win="3m", indicator="7p")
    yield from failing(game.win, path, "乙", HAND, win="3m", indicator="7p", from_="乙")
    yield from failing(game.win, path, "乙", HAND, win="3m", indicator="7p", show={"乙": "+peng1m"})
    yield from failing(game.win, path, "乙", HAND.replace("@丙", "@乙"), win="3m", indicator="7p")
    yield from failing(game.win, path, "乙", HAND, win="3m", indicator="7p", same_deal=True)
    for payments in ({"甲": 1}, {"甲": 0}, {"甲": 10**30}, {}):
        yield from failing(game.pay, path, payments)
    yield from failing(game.dice, [0, 9])


def failing(call: Callable[..., Any], *arguments: Any, **options: Any) -> Iterator[MjcalcError]:
    """The error of a call, where it is one of ours."""
    try:
        call(*arguments, **options)
    except MjcalcError as error:
        yield error


REQUESTS: list[Any] = [
    b"", b"{", b"\xff", b"[1]", b"[" * 100_000, b" " * 1_000_001, b'{"hand": NaN}',
    {}, {"hand": 5}, {"hand": "", "rules": [], "op": "scor", "losers": {"left": 5}},
    {"hand": "", "rules": "hm", "set": dict.fromkeys(map(str, range(99)))},
    {"hnad": "", "nonsense": 1, **dict.fromkeys(map(str, range(99)))},
    {"hand": "", "rules": "hm", "op": "waits", "explain": True},
]  # fmt: skip


@cache
def problems_by_code() -> dict[str, list[Problem]]:
    """Every problem that was met, by its code; of each code the different sentences."""
    found: dict[str, list[Problem]] = {}
    for error in generate_errors():
        for problem in error.problems:
            found.setdefault(problem.code, []).append(problem)
    for line in REQUESTS:
        error = read_request(line, None)
        for problem in getattr(error, "problems", ()):
            found.setdefault(problem.code, []).append(problem)
    return found


QUOTED = re.compile(
    r"[東發]|\S*/\S+|tiles\.\S+|「[^」]*」|“[^”]*”|'[^']*'|\([^)]*\)|（[^）]*）|\{[^}]*\}|`[^`]*`|[+@]\S+"
    r"|YAML：.*|JSON (?:物件|对象)：.*"
)
"""What somebody typed, or may type, the names of tiles, and what other programs say."""


def check_said(problem: Problem, language: Language) -> None:
    """Check that a problem is said in a language and in no other."""
    said = explain(Problem(problem.code, problem.message), language)
    check_chinese(QUOTED.sub("", said), language)


@pytest.mark.parametrize("language", ["zh-Hant", "zh-Hans"])
def test_every_problem_is_said_in_chinese_alone(language: Language) -> None:
    for problems in problems_by_code().values():
        for problem in {str(one.message): one for one in problems}.values():
            check_said(problem, language)


@pytest.mark.parametrize("language", ["zh-Hant", "zh-Hans"])
def test_every_problem_of_a_book_is_said_in_chinese_alone(language: Language, tmp_path: Path) -> None:
    errors = list(generate_game_errors(tmp_path))
    assert len(errors) > 15
    for error in errors:
        for problem in error.problems:
            check_said(problem, language)


def test_nearly_every_code_was_met() -> None:
    """Those of rules files are met in :mod:`tests.test_rules_check`; one more needs a number without end."""
    met = problems_by_code().keys()
    for kind in ("notation", "impossible", "request", "json"):
        assert CODES[kind].keys() - met <= {"too_large", "unknown_player"}, kind


def test_english_stays_as_it_is() -> None:
    for problems in problems_by_code().values():
        for problem in problems:
            assert explain(problem, "en") == explain(problem)


def test_a_batch_says_its_errors_in_the_language_that_is_asked_for() -> None:
    lines = [b"{", {"hand": "123x", "rules": "hm"}]
    english, chinese = ([reply.error.message for reply in mjcalc.batch(lines, lang=lang)] for lang in (None, "zh-Hans"))  # type: ignore[union-attr]
    assert english[1] == "'x' is not a tile"
    assert chinese[1] == "“x”不是牌"
    assert english[0] == "not a JSON object or not a whole one" and "JSON 对象" in chinese[0]


def test_a_described_error_is_made_of_plain_texts_in_one_language() -> None:
    (error,) = failing(parse_hand, "12x +pemg5p")
    described = describe(error, "zh-Hant")
    assert type(described.message) is str
    assert described.message == "；".join(problem.message for problem in described.problems)
