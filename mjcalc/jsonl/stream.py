"""Many hands in one process: a request a line in, an answer a line out, in the same order.

A request is a JSON object: ``hand``, ``rules``, ``op`` (``score``, ``waits`` or ``discard``), an ``id`` that comes back
unchanged, and the options of :func:`mjcalc.score` by their names in JSON. One that cannot be used is answered by a
:class:`~mjcalc.failure.Failure`; nothing stops the run.

A stream is read in *blocks* of whole lines, as much as has come, so that a slow producer gets its answers at once; what
is made of a block, or of a few lines of it, is a :class:`Part` of the output.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, BinaryIO, Literal, NamedTuple

from msgspec import UNSET, DecodeError, Raw, Struct, UnsetType, ValidationError, convert, json, structs

from mjcalc import api
from mjcalc.answers.records import Discards, Score, Waits
from mjcalc.answers.score import answer
from mjcalc.errors import MjcalcError, Problem
from mjcalc.failure import Error, Failure, describe
from mjcalc.hand import SEATS
from mjcalc.question import Question
from mjcalc.rules.suggest import did_you_mean

__all__ = [
    "LINE_LIMIT",
    "Answer",
    "Part",
    "Request",
    "batch",
    "count_lines",
    "encode",
    "generate_answers",
    "generate_blocks",
    "generate_lines",
    "generate_parts",
    "split_lines",
]

Answer = Score | Waits | Discards | Failure

LINE_LIMIT = 1_000_000
"""The most bytes a line may have, its end not counted."""

_TOGETHER = 48
"""How many lines to take step by step."""

_BLOCK = 1 << 14
"""How many bytes to read at a time: about a hundred requests."""


class Request(Question, frozen=True, kw_only=True):
    """One line: a question, under which rules it is asked, and a label."""

    rules: str | None = None
    """The variant: an id, an alias or a file; without it, the one given for all."""
    op: Literal["score", "waits", "discard"] = "score"
    """Which command's answer is wanted."""
    id: Raw | UnsetType = UNSET
    """Anything; the answer begins with it."""


class Part(NamedTuple):
    """Some of the output."""

    size: int
    """How many bytes of the input it answers."""
    failed: bool
    """Whether any line of it could not be used."""
    output: bytes
    """Whole lines."""


class _TooLongError(DecodeError):
    """A line of more bytes than are read."""


class _Labelled(Struct):
    """Only the ``id`` of a request, for one that is wrong otherwise."""

    id: Raw | UnsetType = UNSET


_LINE = str | bytes | bytearray
_OTHERS: dict[str, Callable[..., Answer]] = {"waits": api.answer_waits, "discard": api.answer_discards}
_FIELDS = {one.encode_name: one for one in structs.fields(Request) if one.name != "id"}

_EXPECTED = {str: "a text", str | None: "a text", int | None: "a whole number", bool: "true or false"}
_SORTS = {
    str: "a text",
    bool: "true or false",
    int: "a whole number",
    float: "a decimal number",
    list: "a list",
    type(None): "null",
}
_MOST_UNKNOWN = 10
"""How many unknown keys are named, each with the nearest one."""

_read_request = json.Decoder(Request).decode
_read_label = json.Decoder(_Labelled).decode
_write = json.Encoder().encode


def batch(
    requests: Iterable[Mapping[str, object] | str | bytes], *, rules: str | None = None, lang: str = "zh-Hant"
) -> Iterator[Answer]:
    """Answer many requests, each a dict or a line of JSON, in their order and one at a time.

    ``rules`` is the variant of those that name none. A request that cannot be used gives a
    :class:`~mjcalc.failure.Failure` in its place, whose ``line`` is its number from 1.

    >>> [answer.gain for answer in batch([{"hand": "1122335577m8899m"}], rules="hm")]
    [93]
    """
    return (answer for _, answer in generate_answers(requests, rules=rules, lang=lang))


def generate_answers(
    requests: Iterable[Mapping[str, object] | str | bytes],
    *,
    rules: str | None = None,
    lang: str = "zh-Hant",
    first: int = 1,
    together: int = 1,
) -> Iterator[tuple[Raw | UnsetType, Answer]]:
    """The answers with the ``id`` of each request, as it was written; a failure has its own in it. The first request is
    line ``first``.

    So many requests are taken ``together``, step by step: what a step works with stays near the processor, and a hand
    takes a fifth less time.
    """
    numbered = enumerate(requests, first)
    while group := [_generate_steps(request, number, rules, lang) for number, request in islice(numbered, together)]:
        answers = [next(steps) for steps in group]
        while answers[-1] is None or None in answers:
            answers = [next(steps) if known is None else known for steps, known in zip(group, answers, strict=True)]
        yield from answers  # type: ignore[misc]  # none is None any more


def encode(label: Raw | UnsetType, answer: Answer) -> bytes:
    r"""An answer as a line of JSON, with the ``id`` of its request first where it has one.

    >>> encode(Raw(b'"a"'), Failure(line=1, error=Error("json", "not a JSON object")))
    b'{"id":"a","line":1,"error":{"kind":"json","message":"not a JSON object","column":null,"problems":[]}}\n'
    """
    document = _write(answer)
    return b"%s\n" % document if label is UNSET else b'{"id":%s,%s\n' % (label, document[1:])


def generate_blocks(read: Callable[[int], bytes | None]) -> Iterator[bytes]:
    r"""Whole lines as they come, many at a time; of one longer than :data:`LINE_LIMIT` only a beginning that is longer.

    ``read`` gives at most so many bytes, waits only where there are none, and gives nothing at the end; None where the
    end comes too soon, and a line that has only begun is not to be answered.

    >>> from io import BytesIO
    >>> list(generate_blocks(BytesIO(b"\xef\xbb\xbfa\nb\nc").read1))
    [b'a\nb\n', b'c']
    """
    mark = b"\xef\xbb\xbf"
    rest = b""
    while data := read(_BLOCK):
        end = data.rfind(b"\n") + 1
        if end:
            yield (rest + data[:end]).removeprefix(mark)
            mark, rest = b"", data[end:]
        elif len(rest) <= LINE_LIMIT:
            rest += data
    if rest and data is not None:
        yield rest.removeprefix(mark)


def split_lines(block: bytes) -> list[bytes]:
    r"""The lines of a block, without their ends.

    >>> split_lines(b"a\n\nb"), split_lines(b"a\n")
    ([b'a', b'', b'b'], [b'a'])
    """
    lines = block.split(b"\n")
    if not lines[-1]:
        lines.pop()
    return lines


def count_lines(block: bytes) -> int:
    r"""How many lines a block has.

    >>> count_lines(b"a\n\nb"), count_lines(b"a\n")
    (3, 1)
    """
    return block.count(b"\n") + (not block.endswith(b"\n"))


def generate_lines(stream: BinaryIO) -> Iterator[bytes]:
    """The lines of a file or a pipe as they come, without their ends; see :func:`generate_blocks`."""
    for block in generate_blocks(stream.read1):  # type: ignore[attr-defined]  # typing.BinaryIO lacks what all have
        yield from split_lines(block)


def generate_parts(blocks: Iterable[bytes], *, rules: str | None, lang: str, first: int = 1) -> Iterator[Part]:
    """The answers to the lines of every block, a few at a time; the first is line ``first``."""
    for block in blocks:
        lines = split_lines(block)
        for start in range(0, len(lines), _TOGETHER):
            group = lines[start : start + _TOGETHER]
            answers = [*generate_answers(group, rules=rules, lang=lang, first=first + start, together=_TOGETHER)]
            yield Part(
                sum(map(len, group)) + len(group),
                any([isinstance(answered, Failure) for _, answered in answers]),
                b"".join([encode(label, answered) for label, answered in answers]),
            )
        first += len(lines)


def _generate_steps(
    request: Mapping[str, object] | str | bytes, number: int, rules: str | None, lang: str
) -> Iterator[tuple[Raw | UnsetType, Answer] | None]:
    """One request's answer, after a None wherever others may take the same step first."""
    answered: Answer
    try:
        asked = _read(request)
        variant = rules if asked.rules is None else asked.rules
        if variant is None:
            raise ValidationError
        if asked.op == "score":
            yield None
            bench, table, situation = api.read(asked, variant)
            yield None
            case = bench.case(table, situation)
            yield None
            verdict = bench.judge.judge(case)
            yield None
            answered = answer(bench.judge, case, verdict, lang)  # type: ignore[arg-type]  # the command line's choice
        else:
            answered = _OTHERS[asked.op](asked, variant, lang)
    except Exception as error:  # even a mistake of ours in one hand must not lose the others
        yield UNSET, Failure(id=_label(request), line=number, error=_explain(error, request, rules))
    else:
        yield asked.id, answered


def _read(request: Mapping[str, object] | str | bytes) -> Request:
    if isinstance(request, _LINE):
        if len(request) > LINE_LIMIT:
            raise _TooLongError(f"the line is longer than {LINE_LIMIT:,} bytes")
        # The parts that are only passed on are not looked into by msgspec, not even for their encoding.
        return _read_request(request if isinstance(request, str) else request.decode())
    if isinstance(request, Mapping):
        return convert({key: request[key] for key in request if key != "id"}, Request)
    raise ValidationError


def _label(request: Mapping[str, object] | str | bytes) -> Raw | None:
    """The ``id`` of a request that may be wrong in any way."""
    try:
        if isinstance(request, Mapping):
            return Raw(_write(request["id"])) if "id" in request else None
        label = _read_label(request[: LINE_LIMIT + 1]).id
        return None if label is UNSET else Raw(bytes(label).decode().encode())
    except (TypeError, DecodeError, UnicodeError, RecursionError):
        return None


def _explain(error: Exception, request: Mapping[str, object] | str | bytes, rules: str | None) -> Error:
    """What went wrong with a request."""
    if isinstance(error, MjcalcError):
        return describe(error)
    if isinstance(error, ValidationError):
        try:
            given = json.decode(request) if isinstance(request, _LINE) else request
        except (DecodeError, RecursionError) as worse:  # further on in the line
            error = worse
        else:
            problems = tuple(_generate_wrong_keys(given, rules))
            return Error("request", "; ".join(problem.message for problem in problems), None, problems)
    # What msgspec takes for cut off may as well be empty, or have half a pair of surrogates.
    why = " or not a whole one" if "truncated" in str(error) else f": {error}"
    if isinstance(error, UnicodeError):
        why = ": not UTF-8"
    kind, problem = "json", Problem("not_json", f"not a JSON object{why}", column=_column(error, request))
    if isinstance(error, _TooLongError):
        problem = Problem("too_long", str(error))
    elif isinstance(error, RecursionError):
        problem = Problem("not_json", "not a JSON object that is read: nested too deep")
    elif not isinstance(error, DecodeError | UnicodeError):
        kind, problem = "internal", Problem("internal", f"a mistake in mjcalc: {type(error).__name__}: {error}")
    return Error(kind, problem.message, problem.column, (problem,))


def _generate_wrong_keys(given: Any, rules: str | None) -> Iterator[Problem]:
    """Every key that does not belong in a request, is missing from it, or has a value that is not of its type."""
    if not isinstance(given, Mapping):
        yield Problem("wrong_type", f"a request is a JSON object, not {_sort(given)}")
        return
    known = [*_FIELDS, "id"]
    unknown = [str(key) for key in given if key not in known]
    for key in unknown[:_MOST_UNKNOWN]:
        near = did_you_mean(key, known) or f"; known: {', '.join(known)}"
        yield Problem("unknown_key", f"unknown key {_short(key)!r}{near}", where=_short(key))
    if len(unknown) > _MOST_UNKNOWN:
        yield Problem("unknown_key", f"and {len(unknown) - _MOST_UNKNOWN:,} more unknown keys")
    for key, one in _FIELDS.items():
        if key in given:
            try:
                convert(given[key], one.type)
            except ValidationError:
                yield Problem("wrong_type", f"{key}: {_wrong_value(key, given[key])}", where=key)
        elif one.required:
            yield Problem("missing_key", f"the key {key!r} is missing", where=key)
    if rules is None and "rules" not in given:
        yield Problem("missing_key", "the key 'rules' is missing, and no variant was given for all", where="rules")


def _wrong_value(key: str, value: Any) -> str:
    """Why a value cannot be that of a key."""
    if key == "op":
        return _none_of(str(value), ("score", *_OTHERS))
    if key == "losers" and isinstance(value, Mapping):
        for seat, text in value.items():
            if seat not in SEATS:
                return _none_of(str(seat), SEATS)
            if not isinstance(text, str):
                return f"{seat}: a text is expected, not {_sort(text)}"
    if key == "set" and isinstance(value, Mapping):
        return "at most 256 settings are expected, each with a text for its name"
    return f"{_EXPECTED.get(_FIELDS[key].type, 'an object')} is expected, not {_sort(value)}"


def _none_of(word: str, allowed: Iterable[str]) -> str:
    return f"{_short(word)!r} is not one of {', '.join(allowed)}{did_you_mean(word, allowed)}"


def _sort(value: object) -> str:
    """What sort of thing a value is, for a message."""
    if isinstance(value, Mapping):
        return "an object"
    return _SORTS.get(type(value)) or f"a Python {type(value).__name__}"


def _short(text: str) -> str:
    """As much of a text as a message has room for."""
    return text if len(text) <= 60 else f"{text[:59]}…"


def _column(error: Exception, request: Mapping[str, object] | str | bytes) -> int | None:
    """The index in the line of the character that the error is about, where it says so."""
    if isinstance(error, UnicodeEncodeError) or isinstance(request, Mapping):
        return getattr(error, "start", None)
    data = request.encode("utf-8", "replace") if isinstance(request, str) else request
    digits = str(error).rpartition("(byte ")[2].removesuffix(")")
    at = error.start if isinstance(error, UnicodeDecodeError) else int(digits) if digits.isdecimal() else None
    return None if at is None else len(data[:at].decode("utf-8", "replace"))
