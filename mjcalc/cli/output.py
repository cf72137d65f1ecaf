"""Where answers and errors go, and with which exit code."""

import errno
import gc
import io
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, BinaryIO

import click
from msgspec import UNSET, json

from mjcalc.cli.language import language, spoken
from mjcalc.cli.options import PICTURES
from mjcalc.errors import Error, Failure, MjcalcError, Problem, written_error
from mjcalc.texts import Text, say

__all__ = [
    "FAILED",
    "NO_READER",
    "UNEXPECTED",
    "answer",
    "print_failure",
    "print_text",
    "print_warning",
    "quiet_without_reader",
    "say_what_is_awaited",
    "standard_input",
    "table_language",
    "write",
]

FAILED, UNEXPECTED, NO_READER = 2, 70, 141
"""Exit codes: input that cannot be used; a mistake in mjcalc, or an error that cannot be written; a broken pipe."""

_LONGEST_MESSAGE = 400
"""The most characters of a message about the command line: it repeats what was typed."""


def answer(operation: Any, hand: tuple[str, ...], options: dict[str, Any]) -> int:
    """Answer a question about every hand and print the answers; returns the exit code, the worst of all."""
    from mjcalc.api import OPERATIONS, explained_score_of
    from mjcalc.asked import read
    from mjcalc.hand import SEATS
    from mjcalc.question import Question

    as_json, tiles, explain = options.pop("as_json"), options.pop("tiles"), options.pop("explain", False)
    rules, lang = options.pop("rules"), options.pop("lang")
    # Names in JSON do not depend on the locale.
    shown_in: Any = lang or ("both" if as_json else table_language())
    named_in: Any = "zh-Hant" if shown_in == "both" else shown_in
    options["losers"] = {seat: text for seat in SEATS if (text := options.pop(seat)) is not None}
    pictures = {format: file for format in PICTURES if (file := options.pop(format)) is not None}
    if pictures:
        from mjcalc.cli.pictures import check_pictures, write_pictures

        check_pictures(pictures, as_json=as_json, is_stream=hand == ("-",))

    def show(text: str, line: int | None = None, place: str = "") -> int:
        question = Question(hand=text, **options)
        asked = read(question, rules, operation)
        result: Any
        if explain:
            result = explained_score_of(asked, named_in)
        elif question.draws is None:
            result = OPERATIONS[operation](asked, named_in)
        else:
            from mjcalc.cli.patience import shown_progress

            with shown_progress():
                result = OPERATIONS[operation](asked, named_in)
        with _writable():
            if pictures:
                write_pictures(pictures, result, asked.round.variant, line, lang=shown_in, tiles=tiles)
            if as_json:
                write(json.encode(result) + b"\n")
            elif "-" not in pictures.values():
                from mjcalc.report.answer import format_answer

                text = format_answer(result, asked.round.variant, lang=shown_in, tiles=tiles)
                gist, _, rest = text.partition("\n\n")
                print_text(place + gist, bold=True)
                print_text(f"\n{rest}")
        return 0 if getattr(result, "legal", True) else 1

    if hand != ("-",):
        return show(" ".join(hand))

    from mjcalc.jsonl import generate_lines

    gc.enable()  # this may be a long run
    worst, gap = 0, ""
    say_what_is_awaited(say("a hand a line"))
    for number, line in enumerate(generate_lines(standard_input()), 1):
        if not line.strip():
            continue
        try:
            code = show(line.decode("utf-8", "replace").strip(), number, gap + spoken(_at_line(number)))
            gap = "\n"
        except OSError:  # not of this hand alone
            raise
        except Exception as error:
            code = print_failure(error, as_json=as_json, line=number)
        worst = max(worst, code)
        if sys.stdout is not None:
            sys.stdout.flush()
    return worst


def table_language() -> Any:
    """The language of tables where none is asked for: the locale's Chinese, else Chinese with English beside."""
    from mjcalc.report.language import language_of_locale

    return language_of_locale(os.environ) or "both"


@contextmanager
def _writable() -> Iterator[None]:
    """Answers may hold numbers that are too large to be written."""
    try:
        yield
    except (ValueError, OverflowError) as error:
        raise written_error(error) from None


@contextmanager
def quiet_without_reader() -> Iterator[None]:
    """Ends the command where nobody reads standard output any more."""
    try:
        yield
    except BrokenPipeError:
        # Whatever Python still flushes at its end must find somewhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise click.exceptions.Exit(NO_READER) from None


def standard_input() -> BinaryIO:
    """The bytes of standard input.

    :raises OSError: if it is closed.
    """
    if sys.stdin is None:
        raise OSError(errno.EBADF, "standard input is closed")
    if not hasattr(sys.stdin, "buffer"):  # text that a program has put in its place
        return io.BytesIO(sys.stdin.read().encode("utf-8", "replace"))
    return sys.stdin.buffer


def _at_line(number: int) -> Text:
    """The place of one of many hands, as the beginning of what is said of it."""
    return say("line {number}: ", number=number)


def say_what_is_awaited(what: Text) -> None:
    """Say on standard error what is read from a terminal, where a command would seem to do nothing."""
    if sys.stdin is not None and sys.stdin.isatty():
        end = say("Ctrl-Z and Enter") if sys.platform == "win32" else "Ctrl-D"
        print_text(spoken(say("reading {what} from the terminal; end with {keys}", what=what, keys=end)), err=True)


def print_text(text: str, *, err: bool = False, bold: bool = False) -> None:
    """Text for people: nothing in it can make a terminal do more than show it."""
    from mjcalc.errors import printable

    click.echo(click.style(printable(text), bold=True) if bold else printable(text), err=err)


def write(document: bytes) -> None:
    """Bytes to standard output, unless it is closed."""
    _write(sys.stdout, document)


def _write(stream: Any, document: bytes) -> None:
    if stream is not None:
        if hasattr(stream, "buffer"):
            stream.buffer.write(document)
        else:
            stream.write(document.decode())


def print_warning(message: Warning | str, *, as_json: bool) -> None:
    """Say on standard error what the answer had to do without."""
    from mjcalc.errors import readable

    text = readable(spoken(message))
    document = json.encode({"warning": {"message": text}}).decode()
    print_text(document if as_json else spoken(say("warning: {text}", text=text)), err=True)


def print_failure(error: Exception, *, as_json: bool, line: int | None = None) -> int:
    """Say what is wrong, on standard error, and return the exit code.

    The answer to one of many hands (``line``) as JSON stands in its place among the other answers.
    """
    from mjcalc.errors import explain

    if isinstance(error, MjcalcError):
        error = error.renamed(_flags())
    described = _described(error)
    if as_json:
        document = json.encode(Failure(line=UNSET if line is None else line, error=described)) + b"\n"
        if line is not None:
            write(document)
        elif sys.stderr is not None:
            _write(sys.stderr, document)
            sys.stderr.flush()
    else:
        place = "" if line is None else _at_line(line)
        texts = [described.message]
        if isinstance(error, MjcalcError):
            texts = [explain(problem, language()) for problem in error.problems]
        for text in texts:
            print_text(spoken(say("error: {place}{text}", place=place, text=text)), err=True)
        if isinstance(error, click.UsageError) and error.ctx is not None:
            hint = spoken(say("See '{command} -h' for help.", command=error.ctx.command_path))
            print_text(f"{error.ctx.get_usage()}\n{hint}", err=True)
    return UNEXPECTED if described.kind == "internal" else FAILED


def _described(error: Exception) -> Error:
    from mjcalc.errors import describe, readable

    if isinstance(error, click.ClickException):
        return Error("usage", _in_short(readable(error.format_message().removesuffix(".").removesuffix("。"))))
    if isinstance(error, OSError):
        message = f"{error.filename}: {error.strerror}" if error.filename else str(error.strerror or error)
        message = _in_short(readable(message))
        code = "no_such_file" if error.errno == errno.ENOENT else "unusable_file"
        return Error("file", message, None, (Problem(code, message),))
    return describe(error, language())


def _in_short(message: str) -> str:
    """A message that may repeat a long word, without its middle."""
    return message if len(message) <= _LONGEST_MESSAGE else f"{message[:250]} … {message[-100:]}"


def _flags() -> Mapping[str, str]:
    """Key of a question → the option that gives it here."""
    from mjcalc.hand import SEATS
    from mjcalc.question import options

    flags = {one.key: one.flag for one in options().values() if one.key != "hand"}
    return flags | {seat: f"--{seat}" for seat in SEATS}
