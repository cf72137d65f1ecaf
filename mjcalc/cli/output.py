"""Where answers and errors go, and with which exit code."""

import errno
import gc
import os
import sys
from collections.abc import Callable
from typing import Any, BinaryIO

import click
import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from mjcalc.errors import MjcalcError
from mjcalc.hand import SEATS

PLACES = frozenset((*SEATS, "by", "dealer", "from", "indicator", "seen", "wild", "win"))
"""What a problem of notation may be in beside the hand: the command line has an option for each."""

__all__ = ["answer", "print_failure", "standard_input", "table_language", "write"]


def answer(ask: Callable[..., Any], hand: tuple[str, ...], options: dict[str, Any]) -> int:
    """Ask the library about every hand and print what it says; returns the exit code, the worst of all."""
    as_json, tiles, lang = options.pop("as_json"), options.pop("tiles"), options["lang"]
    table_lang = lang or table_language()
    # Names in JSON never depend on the locale.
    options["lang"] = lang or "zh-Hant" if as_json or table_lang == "both" else table_lang
    options["losers"] = {seat: text for seat in SEATS if (text := options.pop(seat)) is not None}

    def show(result: Any, place: str = "") -> int:
        if as_json:
            write(msgspec.json.encode(result) + b"\n")
        else:
            gist, _, rest = _as_text(result, options, table_lang, tiles).partition("\n\n")
            click.secho(place + gist, bold=True)
            click.echo(f"\n{rest}")
        return 0 if getattr(result, "legal", True) else 1

    if hand != ("-",):
        return show(ask(" ".join(hand), **options))

    from mjcalc.jsonl import generate_lines

    gc.enable()  # this may be a long run
    worst, gap = 0, ""
    for number, line in enumerate(generate_lines(standard_input()), 1):
        try:
            result = ask(line.decode("utf-8", "replace").strip(), **options)
        except MjcalcError as error:
            code = print_failure(error, as_json=as_json, line=number)
        else:
            code = show(result, f"{gap}line {number}: ")
            gap = "\n"
        worst = max(worst, code)
        if sys.stdout is not None:
            sys.stdout.flush()
    return worst


def table_language() -> Any:
    """The language of tables where no other is asked for: the locale's Chinese, or two."""
    from mjcalc.report.language import language_of_locale

    return language_of_locale(os.environ) or "both"


def _as_text(result: Any, options: dict[str, Any], lang: Any, tiles: Any) -> str:
    """An answer for people."""
    from mjcalc import rules
    from mjcalc.report.answer import format_answer

    variant = rules.configure(rules.load(options["rules"]), options["set"])
    return format_answer(result, variant, lang=lang, tiles=tiles)


def standard_input() -> BinaryIO:
    """The bytes of standard input.

    :raises OSError: if it is closed.
    """
    if sys.stdin is None:
        raise OSError(errno.EBADF, "standard input is closed")
    return sys.stdin.buffer


def write(document: bytes) -> None:
    """Bytes to standard output, unless it is closed."""
    if sys.stdout is not None:
        sys.stdout.buffer.write(document)


def print_failure(
    error: MjcalcError | click.ClickException | OSError, *, as_json: bool, line: int | None = None
) -> int:
    """Say what is wrong, on standard error, and return exit code 2.

    The answer to one of many hands (``line``) as JSON stands in its place among the other answers.
    """
    from mjcalc.errors import explain
    from mjcalc.failure import Error, Failure, describe, readable

    if isinstance(error, MjcalcError):
        # Whatever was said of the hand was said by an option.
        named = [replace(one, where=f"--{one.where}") if one.where in PLACES else one for one in error.problems]
        problem = describe(type(error)(named))
    elif isinstance(error, click.ClickException):
        problem = Error("usage", readable(error.format_message().removesuffix(".")))
    else:
        problem = Error(
            "file", readable(f"{error.filename}: {error.strerror}" if error.filename else str(error.strerror))
        )
    if as_json:
        document = msgspec.json.encode(Failure(line=UNSET if line is None else line, error=problem)) + b"\n"
        if line is not None:
            write(document)
        elif sys.stderr is not None:
            sys.stderr.buffer.write(document)
        return 2
    place = "" if line is None else f"line {line}: "
    for text in map(explain, problem.problems) if problem.problems else (problem.message,):
        click.echo(f"error: {place}{readable(text)}", err=True)
    if isinstance(error, click.UsageError) and error.ctx is not None:
        click.echo(f"{error.ctx.get_usage()}\nSee '{error.ctx.command_path} -h' for help.", err=True)
    return 2
