"""Do the examples in a rules file come out as it says?"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import structs, to_builtins

from mjcalc import api
from mjcalc.errors import MjcalcError, Problem
from mjcalc.rules.schema import Example

__all__ = ["compare", "generate_differences"]


def generate_differences(examples: Iterable[tuple[str, Example]], rules: str) -> Iterator[Problem]:
    """What differs from the expected answer of any example, each with its place, e.g. ``house.yaml:12``.

    >>> list(generate_differences([("here:1", Example(hand="123m", expect={}))], "no such rules"))[0].code
    'example_fails'
    """
    for place, example in examples:
        name = example.name or example.hand
        try:
            answer = api.answer_score(example, rules, "zh-Hant")
        except MjcalcError as error:
            for problem in error.problems:
                yield structs.replace(problem, code="example_fails", message=f"{name}: {problem.message}", where=place)
            continue
        for key, (expected, found) in compare(to_builtins(answer), example.expect).items():
            message = f"{name}: {key} should be {_plain(expected)} but is {_plain(found)}"
            yield Problem("example_differs", message, where=place)


def compare(answer: Mapping[str, Any], expect: Mapping[str, Any]) -> dict[str, tuple[object, object]]:
    """What should be and what is, for every key of ``expect`` where the JSON of a score differs.

    >>> answer = {"total": 3, "fans": [{"id": "plain", "count": 1}], "payments": [], "reasons": [], "notes": []}
    >>> compare(answer, {"total": 3, "fans": {"plain": 2}})
    {'fans': ({'plain': 2}, {'plain': 1})}
    """
    payments = answer["payments"]
    reasons = sorted(reason["id"] for reason in answer["reasons"])
    notes = " ".join(f"{note['code']} {note['text']}" for note in answer["notes"])
    actual = {
        **answer,
        "fans": {fan["id"]: fan["count"] for fan in answer["fans"]},
        "amounts": [payment["amount"] for payment in payments],
        "seat_caps": [payment["cap"] for payment in payments],
        "shares": [payment["share"] for payment in payments],
        "pays": [payment["pays"] for payment in payments],
        "reasons": reasons,
        "notes": [note["code"] for note in answer["notes"]],
        "reasons_include": sorted(set(reasons).intersection(expect.get("reasons_include", ()))),
        "notes_include": sorted(words for words in expect.get("notes_include", ()) if words in notes),
    }
    wanted = {key: sorted(value) if key.startswith(("reasons", "notes_")) else value for key, value in expect.items()}
    return {key: (value, actual.get(key)) for key, value in wanted.items() if actual.get(key) != value}


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
