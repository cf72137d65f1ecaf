"""Do the examples in a rules file come out as it says, and can every sort of win be scored at all?

Rules know nothing of scoring: what scores a hand is handed in.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from msgspec import structs, to_builtins

from mjcalc.errors import MjcalcError, Problem
from mjcalc.notation import parse_tiles
from mjcalc.question import Question
from mjcalc.rules.schema import Example, Variant
from mjcalc.texts import say
from mjcalc.tiles import format_tiles

__all__ = ["Score", "compare", "generate_differences", "generate_failures"]

Score = Callable[[Variant, Question], object]
"""Answers a question by a variant with the record that ``mjcalc score --json`` prints.

:raises MjcalcError: if the hand cannot be scored.
"""


def generate_differences(variant: Variant, examples: Iterable[tuple[str, Example]], score: Score) -> Iterator[Problem]:
    """What differs from the expected answer of any example, each with its place, e.g. ``house.yaml:12``."""
    for place, example in examples:
        name = example.name or example.hand
        try:
            answer = score(variant, example)
        except MjcalcError as error:
            for problem in error.problems:
                message = say("{path}: {message}", path=name, message=problem.message)
                yield structs.replace(problem, code="example_fails", message=message, where=place)
            continue
        for key, (expected, found) in compare(to_builtins(answer), example.expect).items():
            message = say(
                "{name}: {key} should be {expected} but is {found}",
                name=name,
                key=key,
                expected=_plain(expected),
                found=_plain(found),
            )
            yield Problem("example_differs", message, where=place)


def generate_failures(variant: Variant, score: Score, place: str) -> Iterator[Problem]:
    """Why a plain hand cannot be scored, won in any of the variant's ways: a mistake that no other check has found."""
    for by in variant.wins:
        try:
            score(variant, _plain_win(variant, by))
        except MjcalcError:  # this hand cannot be won so, which is an answer too
            pass
        except Exception as error:
            message = say(
                "no hand won by {way} can be scored: {error}", way=by, error=f"{type(error).__name__}: {error}"
            )
            yield Problem("not_scorable", message, where=place)


def _plain_win(variant: Variant, by: str) -> Question:
    """A kong, two pungs, a run and a pair of the variant's first tiles, which are mostly those of a suit."""
    tiles = variant.tiles
    apart = {*parse_tiles(tiles.flowers), *parse_tiles(tiles.kong_tiles)}
    kinds = [kind for kind in parse_tiles(tiles.kinds) if kind not in apart]
    first, pungs, run, pair = kinds[:1], kinds[1:3], kinds[3:6], kinds[6:7]
    hand = format_tiles([*pungs * 3, *run, *pair * 2])
    hand += f" +angang{format_tiles(first)}" if "concealed_kong" in variant.calls else format_tiles(first * 3)
    if tiles.flowers:
        hand += f" +hua{format_tiles(parse_tiles(tiles.flowers)[:1])}"
    source = "right" if by in ("discard", "rob-kong") else None
    # The run is won: a tile that is robbed has no other copy in the hand.
    return Question(hand=hand, win=format_tiles(run[:1]) or None, by=by, from_=source, dealer="self")


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
    }
    wanted = {key: _sorted(value) if key.startswith(("reasons", "notes_")) else value for key, value in expect.items()}
    actual["reasons_include"] = sorted(set(reasons).intersection(wanted.get("reasons_include") or ()))
    actual["notes_include"] = [words for words in wanted.get("notes_include") or () if words in notes]
    return {key: (value, actual.get(key)) for key, value in wanted.items() if actual.get(key) != value}


def _sorted(value: object) -> list[str]:
    """A list of texts in order; whatever else stands there is the one text in it."""
    return sorted(map(str, value)) if isinstance(value, list) else [str(value)]


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
