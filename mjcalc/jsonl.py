"""Many hands in one process: a request a line in, an answer a line out, in the same order.

A request is a JSON object: ``hand``, ``rules``, ``op`` (``score``, ``waits`` or ``discard``), an ``id`` that comes back
unchanged, and the options of :func:`mjcalc.score` by their names in JSON. One that cannot be used is answered by a
:class:`~mjcalc.failure.Failure`; nothing stops the run.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, BinaryIO, Literal

from msgspec import UNSET, DecodeError, Raw, Struct, UnsetType, ValidationError, field, json, structs

from mjcalc import api
from mjcalc.errors import MjcalcError
from mjcalc.failure import Error, Failure, describe
from mjcalc.hand import Seat
from mjcalc.rules.suggest import did_you_mean
from mjcalc.scoring.result import Discards, Score, Waits

__all__ = ["LINE_LIMIT", "Answer", "Request", "batch", "encode", "generate_answers", "generate_lines"]

Answer = Score | Waits | Discards | Failure

LINE_LIMIT = 1_000_000
"""The most bytes a line may have."""


class Request(Struct, forbid_unknown_fields=True, kw_only=True):
    """One question."""

    hand: str
    rules: str | None = None
    """The variant; without it, the one that was given for all."""
    op: Literal["score", "waits", "discard"] = "score"
    id: Raw | UnsetType = UNSET
    win: str | None = None
    by: str | None = None
    from_: str | None = field(default=None, name="from")
    dealer: str | None = None
    indicator: str | None = None
    wild: str | None = None
    base: int | None = None
    streak: int | None = None
    last_tile: bool = False
    heavenly: bool = False
    earthly: bool = False
    not_ready: bool = False
    losers: dict[Seat, str] = {}
    seen: str | None = None
    set: dict[str, Any] = {}


class Labelled(Struct):
    """Only the ``id`` of a request, for one that is wrong otherwise."""

    id: Raw | UnsetType = UNSET


OPTIONS = tuple(name for name in Request.__struct_fields__ if name not in ("hand", "rules", "op", "id"))
ASK: dict[str, Callable[..., Answer]] = {"score": api.score, "waits": api.waits, "discard": api.discards}

_read_request = json.Decoder(Request).decode
_read_label = json.Decoder(Labelled).decode
_write = json.Encoder().encode


def batch(
    requests: Iterable[Mapping[str, object] | str | bytes], *, rules: str | None = None, lang: str = "zh-Hant"
) -> Iterator[Answer]:
    """Answer many requests, each a dict or a line of JSON, in their order and one at a time.

    ``rules`` is the variant of those that name none. A request that cannot be used gives a
    :class:`~mjcalc.failure.Failure` in its place, whose ``line`` is its number from 1.
    """
    return (answer for _, answer in generate_answers(requests, rules=rules, lang=lang))


def generate_answers(
    requests: Iterable[Mapping[str, object] | str | bytes], *, rules: str | None = None, lang: str = "zh-Hant"
) -> Iterator[tuple[Raw | UnsetType, Answer]]:
    """The answers with the ``id`` of each request, as it was written; see :func:`batch`."""
    for number, line in enumerate(requests, 1):
        label: Raw | UnsetType = UNSET
        try:
            text = line if isinstance(line, str | bytes) else _write(line)
            label, answer = _answer(text, rules, lang)
        except MjcalcError as error:
            problem = describe(error)
        except ValidationError as error:
            problem = Error("request", _explain(str(error)))
        except (DecodeError, UnicodeError, RecursionError) as error:
            problem = Error("json", f"not a JSON object: {error}" if str(error) else "not a JSON object")
        except Exception as error:  # a mistake of ours in one hand must not lose the others
            problem = Error("internal", f"{type(error).__name__}: {error}")
        else:
            yield label, answer
            continue
        yield UNSET, Failure(id=_label(text), line=number, error=problem)


def encode(label: Raw | UnsetType, answer: Answer) -> bytes:
    r"""An answer as a line of JSON, with the ``id`` of its request first where it has one.

    >>> encode(Raw(b'"a"'), Failure(line=1, error=Error("json", "not a JSON object")))
    b'{"id":"a","line":1,"error":{"kind":"json","message":"not a JSON object","column":null,"problems":[]}}\n'
    """
    document = _write(answer)
    return b"%s\n" % document if label is UNSET else b'{"id":%s,%s\n' % (label, document[1:])


def generate_lines(stream: BinaryIO) -> Iterator[bytes]:
    """The lines of a file or a pipe as they come; of one longer than :data:`LINE_LIMIT` only the beginning."""
    mark = b"\xef\xbb\xbf"
    while line := stream.readline(LINE_LIMIT + 2):
        if len(line) > LINE_LIMIT:
            rest = line
            while rest and not rest.endswith(b"\n"):
                rest = stream.readline(LINE_LIMIT)
        yield line.removeprefix(mark)
        mark = b""


def _answer(line: str | bytes, rules: str | None, lang: str) -> tuple[Raw | UnsetType, Answer]:
    if len(line) > LINE_LIMIT:
        raise DecodeError(f"longer than {LINE_LIMIT} bytes")
    request = _read_request(line)
    variant = request.rules or rules
    if variant is None:
        raise ValidationError("Object missing required field `rules`")
    options = {name: getattr(request, name) for name in OPTIONS}
    return request.id, ASK[request.op](request.hand, rules=variant, lang=lang, **options)


def _label(line: str | bytes) -> Raw | None:
    """The ``id`` of a request that may be wrong in any way."""
    try:
        label = _read_label(line[: LINE_LIMIT + 1])
    except (DecodeError, UnicodeError, RecursionError):
        return None
    return None if label.id is UNSET else label.id


def _explain(message: str) -> str:
    """A message of msgspec's, with the nearest key for an unknown one.

    >>> _explain("Object contains unknown field `dealr`")
    "Object contains unknown field `dealr`; did you mean 'dealer'?"
    """
    prefix = "Object contains unknown field `"
    if not message.startswith(prefix):
        return message
    known = [one.encode_name for one in structs.fields(Request)]
    near = did_you_mean(message.removeprefix(prefix).partition("`")[0], known)
    return message + (near or f"; known: {', '.join(known)}")
