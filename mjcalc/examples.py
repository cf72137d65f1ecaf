"""Do the examples in a rules file come out as it says?"""

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import structs, to_builtins

from mjcalc import api
from mjcalc.errors import MjcalcError, Problem
from mjcalc.rules.schema import Example

__all__ = ["generate_differences"]


def generate_differences(examples: Iterable[tuple[str, Example]], rules: str) -> Iterator[Problem]:
    """What differs from the expected answer of any example, each with its place, e.g. ``house.yaml:12``.

    >>> list(generate_differences([("here:1", Example("123m", expect={}))], "no such rules"))[0].code
    'example_fails'
    """
    for place, example in examples:
        given = structs.asdict(example)
        expect, name = given.pop("expect"), given.pop("name") or given["hand"]
        given["from_"] = given.pop("source")
        try:
            answer = api.score(given.pop("hand"), rules=rules, **given)
        except MjcalcError as error:
            for problem in error.problems:
                yield structs.replace(problem, code="example_fails", message=f"{name}: {problem.message}", where=place)
            continue
        actual = _comparable(to_builtins(answer))
        for key, expected in expect.items():
            found = actual.get(key)
            if key == "reasons_include":
                expected, found = sorted(expected), sorted(set(expected) & set(actual["reasons"]))
            elif key == "reasons":
                expected, found = sorted(expected), sorted(actual["reasons"])
            if expected != found:
                message = f"{name}: {key} should be {_plain(expected)} but is {_plain(found)}"
                yield Problem("example_differs", message, where=place)


def _comparable(answer: dict[str, Any]) -> dict[str, Any]:
    """The answer with the short forms that examples use: fans by id, payments as numbers, reasons by id."""
    return answer | {
        "fans": {fan["id"]: fan["count"] for fan in answer["fans"]},
        "pays": [payment["pays"] for payment in answer["payments"]],
        "reasons": [reason["id"] for reason in answer["reasons"]],
    }


def _plain(value: object) -> str:
    """A value as YAML would have it on one line.

    >>> _plain({"self_draw": 1}), _plain([True, None])
    ('{self_draw: 1}', '[true, null]')
    """
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_plain(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_plain, value)) + "]"
    return str(value).lower() if isinstance(value, bool) else "null" if value is None else str(value)
