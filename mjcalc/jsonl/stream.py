"""Many hands in one process: a request a line in, an answer a line out, in the same order.

A request that cannot be used is answered by a :class:`~mjcalc.errors.Failure`; nothing stops the run. A stream is read
in *blocks* of whole lines, as much as has come, so that a slow producer gets its answers at once; what is made of a
block, or of a few lines of it, is a :class:`Part` of the output.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import BinaryIO, NamedTuple, cast

from msgspec import UNSET, Raw, UnsetType, json
from msgspec.structs import replace

from mjcalc.answers.records import Answer
from mjcalc.answers.score import answer
from mjcalc.api import OPERATIONS, Rules, check_language, path_text
from mjcalc.asked import Asked, read
from mjcalc.errors import Error, Failure, RulesError, describe, written_error
from mjcalc.jsonl.requests import LINE_LIMIT, Line, Request, label_of, read_request
from mjcalc.memo import Memo
from mjcalc.round import load
from mjcalc.rules.schema import Language, Variant
from mjcalc.scoring.judge import Verdict
from mjcalc.scoring.view import Case

__all__ = [
    "DONE",
    "FAILED",
    "UNEXPECTED",
    "Answer",
    "Part",
    "batch",
    "count_lines",
    "encode",
    "generate_answers",
    "generate_blocks",
    "generate_lines",
    "generate_parts",
    "split_lines",
]

Reply = Answer | Failure

DONE, FAILED, UNEXPECTED = 0, 2, 70
"""How some lines went, as exit codes: all were answered; some could not be used; mjcalc itself failed on some."""

_TOGETHER = 48
"""How many lines to take step by step."""

_BLOCK = 1 << 14
"""How many bytes to read at a time: about a hundred requests."""


class Part(NamedTuple):
    """Some of the output."""

    size: int
    """How many bytes of the input it answers."""
    code: int
    """The worst of :data:`DONE`, :data:`FAILED` and :data:`UNEXPECTED` among its lines."""
    output: bytes
    """Whole lines."""


_write = json.Encoder().encode


def batch(requests: Iterable[Line], *, rules: Rules | None = None, lang: Language | None = None) -> Iterator[Reply]:
    """Answer many requests, each a dict or a line of JSON, in their order and one at a time.

    ``rules`` is the variant of those that name none; ``lang`` is the language of names and of errors, which are
    traditional Chinese and English where it is left out. An answer has the ``id`` of its request. A request that
    cannot be used gives a :class:`~mjcalc.errors.Failure` in its place, whose ``line`` is its number from 1.

    >>> [answer.gain for answer in batch([{"hand": "1122335577m8899m"}], rules="hm")]
    [93]

    :raises RulesError: at once, if there is no such variant.
    :raises ValueError: at once, if there are no names in this language.
    """
    if lang is not None:
        check_language(lang)
    named = None if rules is None else path_text(rules)
    if named is not None:
        load(named)
    return (
        answer if label is UNSET else replace(answer, id=label)
        for label, answer in generate_answers(requests, rules=named, lang=lang)
    )


def generate_answers(
    requests: Iterable[Line],
    *,
    rules: str | None = None,
    lang: Language | None = None,
    first: int = 1,
    together: int = 1,
) -> Iterator[tuple[Raw | UnsetType, Reply]]:
    """The answers with the ``id`` of each request, as it was written; a failure has its own in it.

    :param rules: the variant of requests that name none.
    :param lang: the language of names and errors; None: traditional Chinese names, and English errors.
    :param first: the number of the first request.
    :param together: how many requests take each step together: what a step works with stays near the processor, and
        a hand takes a fifth less time.
    """
    run = _Run(rules, lang)
    numbered = enumerate(requests, first)
    while group := [_Task(line, number) for number, line in islice(numbered, together)]:
        waiting = group
        for step in (run.decode, run.read, run.arrange, run.judge, run.answer):
            for task in waiting:
                try:
                    step(task)
                except Exception as error:  # even a mistake of ours in one hand must not lose the others
                    task.fail(describe(error, run.errors_in))
            waiting = [task for task in waiting if task.answer is None]
        for task in group:
            yield task.label, cast(Reply, task.answer)


class _Task:
    """One request on its way to its answer."""

    __slots__ = ("answer", "asked", "case", "label", "line", "number", "request", "verdict")

    request: Request
    asked: Asked
    case: Case
    verdict: Verdict

    def __init__(self, line: Line, number: int) -> None:
        self.line = line
        self.number = number
        self.label: Raw | UnsetType = UNSET
        self.answer: Reply | None = None

    def fail(self, error: Error) -> None:
        """Let this be its answer."""
        self.label = UNSET
        self.answer = Failure(id=label_of(self.line), line=self.number, error=error)


class _Run:
    """The steps from a line to its answer: those of a single question, each taken for many lines together."""

    def __init__(self, rules: str | None, lang: Language | None) -> None:
        self._rules = rules
        self._lang: Language = lang or "zh-Hant"
        self.errors_in: Language = lang or "en"
        self._variants: Memo[str, Variant] = Memo(64, weight=100_000)
        """What the names of variants mean in this run."""

    def decode(self, task: _Task) -> None:
        request = read_request(task.line, self._rules)
        if isinstance(request, Error):
            task.fail(request.said_in(self.errors_in))
        else:
            task.request = request
            task.label = request.id
            if isinstance(task.line, Mapping) and "id" in task.line:
                task.label = label_of(task.line) or UNSET

    def read(self, task: _Task) -> None:
        request = task.request
        rules = self._rules if request.rules is None else request.rules
        assert rules is not None  # one of the two is there
        task.asked = read(request, self._variants.get(rules) or self._variant(rules), request.op)
        if request.op != "score":
            task.answer = OPERATIONS[request.op](task.asked, self._lang)

    def _variant(self, name: str) -> Variant | str:
        """What a name means; one that means nothing is left to the reader of the question."""
        try:
            return self._variants.keep(name, load(name), len(name))
        except RulesError:
            return name

    def arrange(self, task: _Task) -> None:
        task.case = task.asked.round.case(task.asked.table, task.asked.situation)

    def judge(self, task: _Task) -> None:
        task.verdict = task.asked.round.judge.judge(task.case)

    def answer(self, task: _Task) -> None:
        say = answer
        if task.request.explain:
            from mjcalc.answers.explain import explained  # few ask

            say = explained
        task.answer = say(task.asked.round.judge, task.case, task.verdict, self._lang)


def encode(label: Raw | UnsetType, answer: Reply, line: int | UnsetType = UNSET, lang: Language | None = None) -> bytes:
    r"""An answer as a line of JSON, with the ``id`` of its request first where it has one.

    One that cannot be written, for a number that is far too large, becomes a failure on this ``line``.

    >>> encode(Raw(b'"a"'), Failure(line=1, error=Error("json", "not a JSON object")))
    b'{"id":"a","line":1,"error":{"kind":"json","message":"not a JSON object","column":null,"problems":[]}}\n'
    """
    return _encode(label, answer, line, lang)[1]


def _encode(label: Raw | UnsetType, answer: Reply, line: int | UnsetType, lang: Language | None) -> tuple[int, bytes]:
    """How it went, and the line."""
    try:
        document = _write(answer)
    except Exception as error:
        failure = describe(written_error(error), lang or "en")
        label, answer = UNSET, Failure(id=None if label is UNSET else label, line=line, error=failure)
        document = _write(answer)
    code = DONE
    if isinstance(answer, Failure):
        code = UNEXPECTED if answer.error.kind == "internal" else FAILED
    return code, b"%s\n" % document if label is UNSET else b'{"id":%s,%s\n' % (label, document[1:])


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


def generate_parts(
    blocks: Iterable[bytes], *, rules: str | None, lang: Language | None, first: int = 1
) -> Iterator[Part]:
    """The answers to the lines of every block, a few at a time; the first is line ``first``."""
    for block in blocks:
        lines = split_lines(block)
        for start in range(0, len(lines), _TOGETHER):
            group = lines[start : start + _TOGETHER]
            answers = generate_answers(group, rules=rules, lang=lang, first=first + start, together=_TOGETHER)
            encoded = [_encode(*answered, number, lang) for number, answered in enumerate(answers, first + start)]
            yield Part(
                sum(map(len, group)) + len(group),
                max([code for code, _ in encoded]),
                b"".join([line for _, line in encoded]),
            )
        first += len(lines)
