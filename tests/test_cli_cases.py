"""Every worked case, typed at the command line and read back from its JSON, and once more as a line of a batch."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml

ROOT = Path(__file__).parent.parent
CASES = [
    pytest.param(path.stem, case, id=f"{path.stem}: {case['name']}")
    for path in sorted((ROOT / "rules").glob("*.yaml"))
    for case in yaml.safe_load((ROOT / "tests" / "cases" / path.name).read_text(encoding="utf-8"))
]


def arguments(rules: str, case: dict[str, Any]) -> list[str]:
    """The case as a command line."""
    words = ["score", case["hand"], "--rules", rules, "--json"]
    for key, value in case.items():
        if key in ("name", "hand", "expect"):
            continue
        if key == "losers":
            words += [word for seat, text in value.items() for word in (f"--{seat}", text)]
        elif key == "set":
            words += [word for name, setting in value.items() for word in ("--set", f"{name}={setting}")]
        else:
            words += [f"--{key.replace('_', '-')}"] + ([] if value is True else [str(value)])
    return words


def differences(answer: dict[str, Any], expect: dict[str, Any]) -> dict[str, tuple[object, object]]:
    """What came out beside what should have, for every key where they differ."""
    reasons = {reason["id"] for reason in answer["reasons"]}
    actual = {
        **answer,
        "fans": {fan["id"]: fan["count"] for fan in answer["fans"]},
        "pays": [payment["pays"] for payment in answer["payments"]],
        "reasons": sorted(reasons),
        "reasons_include": sorted(reasons & set(expect.get("reasons_include", ()))),
    }
    expect = {key: sorted(value) if key.startswith("reasons") else value for key, value in expect.items()}
    return {key: (actual[key], value) for key, value in expect.items() if actual[key] != value}


@pytest.mark.parametrize(("rules", "case"), CASES)
def test_a_worked_case_comes_out_as_expected(mjcalc: Callable[..., Any], rules: str, case: dict[str, Any]) -> None:
    result = mjcalc(*arguments(rules, case))
    assert result.err == ""
    answer = msgspec.json.decode(result.out)
    assert differences(answer, case["expect"]) == {}
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
        assert differences(answer, case["expect"]) == {}, f"{rules}: {case['name']}"
