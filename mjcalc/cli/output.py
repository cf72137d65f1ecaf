"""Where answers and errors go, and with which exit code."""

import errno
import gc
import sys
from collections.abc import Callable
from typing import Any, BinaryIO

import click
import msgspec
from msgspec import UNSET

from mjcalc.errors import MjcalcError
from mjcalc.hand import SEATS

__all__ = ["answer", "as_text", "print_failure", "standard_input", "write"]


def answer(ask: Callable[..., Any], hand: tuple[str, ...], options: dict[str, Any]) -> int:
    """Ask the library about every hand and print what it says; returns the exit code, the worst of all."""
    as_json = options.pop("as_json")
    glyphs = options.pop("tiles") == "unicode"
    options["losers"] = {seat: text for seat in SEATS if (text := options.pop(seat)) is not None}

    def show(result: Any, place: str = "") -> int:
        if as_json:
            write(msgspec.json.encode(result) + b"\n")
        else:
            head, _, rest = as_text(result, options, glyphs).partition("\n")
            click.secho(place + head, bold=True)
            click.echo(rest)
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


def as_text(result: Any, options: dict[str, Any], glyphs: bool) -> str:
    """An answer for people, with what the options say of the round."""
    from mjcalc import rules
    from mjcalc.notation import parse_seat, parse_tile
    from mjcalc.report.answer import format_answer
    from mjcalc.report.round import Round

    variant = rules.configure(rules.load(options["rules"]), options["set"])
    indicator, wild = (options[name] and parse_tile(options[name]) for name in ("indicator", "wild"))
    dealer = options["dealer"]
    given = Round(
        wild=rules.tile_set(variant, indicator, wild).wild,
        dealer=dealer if dealer in (None, "self") else parse_seat(dealer),
        base=options["base"],
        streak=options["streak"],
        losers=options["losers"],
    )
    return format_answer(result, variant, given, lang=options["lang"], glyphs=glyphs)


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
        problem = describe(error)
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
