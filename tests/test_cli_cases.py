"""Every worked case, typed at the command line and read back from its JSON, and once more as a line of a batch."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from mjcalc.question import options
from mjcalc.rules.examples import compare
from tests.support.files import read_yaml

ROOT = Path(__file__).parent.parent
VARIANTS = sorted((path.stem for path in (ROOT / "rules").glob("*.yaml")), key=len, reverse=True)


def cases_of(path: Path) -> list[dict[str, Any]]:
    """The cases of one file."""
    cases: list[dict[str, Any]] = read_yaml(path)
    return cases


# A variant's cases are in the file of its id, and in files named id-topic.
CASES: list[Any] = [
    pytest.param(rules, case, id=f"{path.stem}: {case['name']}")
    for path in sorted((ROOT / "tests" / "cases").glob("*.yaml"))
    for rules in VARIANTS
    if rules == next((known for known in VARIANTS if path.stem == known or path.stem.startswith(f"{known}-")), None)
    for case in cases_of(path)
]
CONTRADICTIONS = [
    pytest.param(case, id=case["name"]) for case in cases_of(ROOT / "tests" / "cases" / "contradictions.yaml")
]


FLAGS = {option.key: option.flag for option in options().values()}


def in_shell(setting: object) -> str:
    """A setting as it is typed: true, false and null as YAML writes them."""
    return msgspec.json.encode(setting).decode() if setting in (True, False, None) else str(setting)


def arguments(rules: str, case: dict[str, Any]) -> list[str]:
    """The case as a command line."""
    words = ["score", case["hand"], "--rules", rules, "--json"]
    for key, value in case.items():
        if key in ("name", "hand", "expect"):
            continue
        if key == "losers":
            words += [word for seat, text in value.items() for word in (f"--{seat}", text)]
        elif key == "set":
            words += [word for name, setting in value.items() for word in ("--set", f"{name}={in_shell(setting)}")]
        else:
            words += [FLAGS.get(key, f"--{key}")] + ([] if value is True else [str(value)])
    return words


def test_every_file_of_cases_is_read() -> None:
    read = {parameters.id.partition(":")[0] for parameters in CASES}
    others = {"contradictions", "notation", "readings"}  # and evenings: test_game_cases
    files = {path.stem for path in (ROOT / "tests" / "cases").glob("*.yaml")}
    assert {file for file in files if not file.startswith("evening-")} == read | others


@pytest.mark.parametrize("case", CONTRADICTIONS)
def test_a_contradiction_is_refused_by_name(mjcalc: Callable[..., Any], case: dict[str, Any]) -> None:
    case = dict(case)
    rules, expected = case.pop("rules"), case.pop("problems")
    result = mjcalc(*arguments(rules, case))
    problems = msgspec.json.decode(result.err)["error"]["problems"] if result.err else []
    assert sorted(problem["code"] for problem in problems) == sorted(expected)
    assert (result.code == 2) == bool(expected)


@pytest.mark.parametrize(("rules", "case"), CASES)
def test_a_worked_case_comes_out_as_expected(mjcalc: Callable[..., Any], rules: str, case: dict[str, Any]) -> None:
    result = mjcalc(*arguments(rules, case))
    assert result.err == ""
    answer = msgspec.json.decode(result.out)
    assert compare(answer, case["expect"]) == {}
    assert result.code == (0 if answer["legal"] else 1)
    assert sum(payment["pays"] for payment in answer["payments"]) == answer["gain"]


def test_a_batch_of_all_cases_gives_the_same_answers(mjcalc: Callable[..., Any], tmp_path: Path) -> None:
    cases = [(rules, case) for rules, case in (parameters.values for parameters in CASES)]
    requests = [
        {"id": number, "rules": rules} | {key: value for key, value in case.items() if key not in ("name", "expect")}
        for number, (rules, case) in enumerate(cases)
    ]
    file = tmp_path / "cases.jsonl"
    file.write_bytes(b"".join(msgspec.json.encode(request) + b"\n" for request in requests))
    result = mjcalc("batch", str(file))
    assert (result.code, result.err) == (0, "")
    answers = [msgspec.json.decode(line) for line in result.out.splitlines()]
    assert [answer["id"] for answer in answers] == list(range(len(cases)))
    for answer, (rules, case) in zip(answers, cases, strict=True):
        assert compare(answer, case["expect"]) == {}, f"{rules}: {case['name']}"
