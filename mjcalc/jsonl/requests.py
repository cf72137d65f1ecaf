"""One line of a batch: what it asks, or what is wrong with it.

A request is a JSON object: ``hand``, ``rules``, ``op`` (``score``, ``waits`` or ``discard``), an ``id`` that comes back
unchanged, and the options of :func:`mjcalc.score` by their names in JSON.
"""

import os
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal, get_args

from msgspec import UNSET, DecodeError, Raw, Struct, UnsetType, ValidationError, convert, json, structs

from mjcalc.errors import Error, Problem
from mjcalc.question import MOST_SETTINGS, WANTED, Question
from mjcalc.rules.suggest import cut, did_you_mean
from mjcalc.texts import Text, joined, quoted, say

__all__ = ["LINE_LIMIT", "Line", "Request", "label_of", "read_request"]

LINE_LIMIT = 1_000_000
"""The most bytes a line may have, its end not counted."""

_MOST_UNKNOWN = 10
"""How many unknown keys are named, each with the nearest one."""

Line = Mapping[str, object] | str | bytes | bytearray
"""A request as JSON, or as what that would be in Python."""

_TEXT = str | bytes | bytearray

_Op = Literal["score", "waits", "discard", "aims"]


class Request(Question, frozen=True, kw_only=True):
    """One line: a question, under which rules it is asked, and a label."""

    rules: str | None = None
    """The variant: an id, an alias or a file; without it, the one given for all."""
    op: _Op = "score"
    """Which command's answer is wanted."""
    explain: bool = False
    """Whether a score says why it is that."""
    id: Raw | UnsetType = UNSET
    """Anything; the answer begins with it."""


class _Labelled(Struct):
    """Only the ``id`` of a request, for one that is wrong otherwise."""

    id: Raw | UnsetType = UNSET


_FIELDS = {one.encode_name: one for one in structs.fields(Request) if one.name != "id"}
_KEYS = (*_FIELDS, "id")
_KINDS = {
    str: say("a text"),
    bool: say("true or false"),
    int: say("a whole number"),
    float: say("a decimal number"),
    list: say("a list"),
    dict: say("an object"),
    type(None): joined("null"),
}

_decode = json.Decoder(Request).decode
_decode_label = json.Decoder(_Labelled).decode


def read_request(line: object, rules: str | None) -> Request | Error:
    """The request of a line, or what is wrong with it; ``rules`` is the variant of lines that name none.

    >>> read_request(b'{"hand": "123m", "rules": "hm"}', None).hand, read_request({"hand": 5}, "hm").message
    ('123m', 'hand: a text is expected, not a whole number')
    """
    try:
        if isinstance(line, _TEXT):
            if _is_too_long(line):
                message = say("the line is longer than {most:,} bytes", most=LINE_LIMIT)
                return Error("json", message, None, (Problem("too_long", message),))
            # The parts that are only passed on are not looked into by msgspec, not even for their encoding.
            request = _decode(line if isinstance(line, str) else line.decode())
        elif isinstance(line, Mapping):
            request = convert(_without_id(line), Request)
        else:
            return _not_a_request(line, rules)
    except ValidationError:
        return _not_a_request(line, rules)
    except (DecodeError, UnicodeError, RecursionError) as error:
        return _not_json(error, line)
    if rules is None and request.rules is None:
        return _not_a_request(line, rules)
    if request.explain and request.op != "score":
        message = say("only a score can be explained, not {op}", op=request.op)
        return Error("request", message, None, (Problem("nothing_to_explain", message, where="explain"),))
    return request


def label_of(line: object) -> Raw | None:
    """The ``id`` of a request that may be wrong in any way; None where none can be found.

    >>> bytes(label_of(b'{"id": [7], "hnad": ""}'))
    b'[7]'
    """
    try:
        if isinstance(line, Mapping):
            return Raw(json.encode(line["id"])) if "id" in line else None
        if not isinstance(line, _TEXT):
            return None
        label = _decode_label(line[: LINE_LIMIT + 1]).id
        return None if label is UNSET else Raw(bytes(label).decode().encode())
    except (DecodeError, TypeError, ValueError, OverflowError, RecursionError):
        return None


def _is_too_long(line: str | bytes | bytearray) -> bool:
    if len(line) <= LINE_LIMIT:
        return False
    return len(line.rstrip("\r\n") if isinstance(line, str) else line.rstrip(b"\r\n")) > LINE_LIMIT


def _without_id(line: Mapping[str, object]) -> dict[str, object]:
    """A request's items but for its ``id``, which may be anything, and with a path as text."""
    given = {key: line[key] for key in line if key != "id"}
    rules = given.get("rules")
    return {**given, "rules": os.fspath(rules)} if isinstance(rules, os.PathLike) else given


def _not_json(error: Exception, line: object) -> Error:
    # What msgspec takes for cut off may as well be empty, or have half a pair of surrogates.
    if isinstance(error, UnicodeError):
        message = say("not a JSON object: not UTF-8")
    elif isinstance(error, RecursionError):
        message = say("not a JSON object that can be read: nested too deep")
    elif "truncated" in str(error):
        message = say("not a JSON object or not a whole one")
    else:
        message = say("not a JSON object: {why}", why=str(error))
    problem = Problem("not_json", message, column=_column(error, line))
    return Error("json", problem.message, problem.column, (problem,))


def _column(error: Exception, line: object) -> int | None:
    """The index in the line of the character that the error is about, where it says so."""
    if isinstance(error, UnicodeEncodeError) or not isinstance(line, _TEXT):
        return getattr(error, "start", None)
    data = line.encode("utf-8", "replace") if isinstance(line, str) else line
    digits = str(error).rpartition("(byte ")[2].removesuffix(")")
    at = error.start if isinstance(error, UnicodeDecodeError) else int(digits) if digits.isdecimal() else None
    return None if at is None else len(data[:at].decode("utf-8", "replace"))


def _not_a_request(line: Any, rules: str | None) -> Error:
    """Every key that does not belong in a request, is missing from it, or has a value that is not of its type."""
    given = line
    if isinstance(line, _TEXT):
        try:
            given = json.decode(line)
        except (DecodeError, UnicodeError, RecursionError) as worse:  # further on in the line
            return _not_json(worse, line)
    problems = tuple(_generate_problems(given, rules))
    return Error("request", "; ".join([problem.message for problem in problems]), None, problems)


def _generate_problems(given: Any, rules: str | None) -> Iterator[Problem]:
    if not isinstance(given, Mapping):
        yield Problem("wrong_type", say("a request is a JSON object, not {kind}", kind=_kind(given)))
        return
    unknown = [str(key) for key in given if key not in _KEYS]
    for key in unknown[:_MOST_UNKNOWN]:
        near = did_you_mean(key, _KEYS) or say("; known: {keys}", keys=_KEYS)
        yield Problem("unknown_key", say("unknown key {key}{near}", key=quoted(cut(key)), near=near), where=cut(key))
    if len(unknown) > _MOST_UNKNOWN:
        yield Problem("unknown_key", say("and {number:,} more unknown keys", number=len(unknown) - _MOST_UNKNOWN))
    for key, one in _FIELDS.items():
        if key in given:
            value = os.fspath(given[key]) if key == "rules" and isinstance(given[key], os.PathLike) else given[key]
            try:
                convert(value, one.type)
            except ValidationError:
                yield Problem("wrong_type", say("{key}: {wrong}", key=key, wrong=_wrong_value(key, value)), where=key)
        elif one.required:
            yield Problem("missing_key", say("the key {key} is missing", key=quoted(key)), where=key)
    if rules is None and given.get("rules") is None:
        yield Problem("missing_key", say("the key 'rules' is missing, and no variant was given for all"), where="rules")


def _wrong_value(key: str, value: Any) -> Text:
    """Why a value cannot be that of a key."""
    if key == "op":
        return _not_one_of(str(value), get_args(_Op))
    if key == "losers" and isinstance(value, Mapping):
        for seat, text in value.items():
            if not isinstance(seat, str) or not isinstance(text, str):
                return say("{seat}: a text is expected, not {kind}", seat=cut(str(seat)), kind=_kind(text))
    if key == "set" and isinstance(value, Mapping):
        return say("at most {most} settings are expected, each with a text for its name", most=MOST_SETTINGS)
    type = _FIELDS[key].type
    return say(
        "{wanted} is expected, not {kind}", wanted=WANTED[getattr(type, "__origin__", type)].json, kind=_kind(value)
    )


def _not_one_of(word: str, allowed: Iterable[str]) -> Text:
    return say(
        "{word} is not one of {words}{hint}", word=quoted(cut(word)), words=allowed, hint=did_you_mean(word, allowed)
    )


def _kind(value: object) -> Text:
    """What kind of thing a value is, for a message."""
    if isinstance(value, Mapping):
        return _KINDS[dict]
    return _KINDS.get(type(value)) or say("a Python {type}", type=type(value).__name__)
