"""Where answers and errors go, and with which exit code."""

import gc
import sys
from collections.abc import Callable
from typing import Any

import click
import msgspec
from msgspec import UNSET

from mjcalc.errors import MjcalcError
from mjcalc.hand import SEATS

__all__ = ["answer", "print_failure", "write"]


def answer(ask: Callable[..., Any], hand: tuple[str, ...], options: dict[str, Any]) -> int:
    """Ask the library about every hand and print what it says; returns the exit code, the worst of all."""
    as_json = options.pop("as_json")
    glyphs = options.pop("tiles") == "unicode"
    options["losers"] = {seat: text for seat in SEATS if (text := options.pop(seat)) is not None}

    def attempt(text: str) -> int:
        result = ask(text, **options)
        if as_json:
            write(msgspec.json.encode(result) + b"\n")
        else:
            from mjcalc import rules
            from mjcalc.report.answer import format_answer

            variant = rules.configure(rules.load(options["rules"]), options["set"])
            head, _, rest = format_answer(result, variant, lang=options["lang"], glyphs=glyphs).partition("\n")
            click.secho(head, bold=True)
            click.echo(rest)
        return 0 if getattr(result, "legal", True) else 1

    if hand != ("-",):
        return attempt(" ".join(hand))

    from mjcalc.jsonl import generate_lines

    gc.enable()  # this may be a long run
    worst = 0
    for number, line in enumerate(generate_lines(sys.stdin.buffer), 1):
        if number > 1 and not as_json:
            click.echo()
        try:
            code = attempt(line.decode("utf-8", "backslashreplace").strip())
        except MjcalcError as error:
            code = print_failure(error, as_json=as_json, line=number)
        worst = max(worst, code)
        if sys.stdout is not None:
            sys.stdout.flush()
    return worst


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
        click.echo(f"error: {place}{text}", err=True)
    if isinstance(error, click.UsageError) and error.ctx is not None:
        click.echo(f"{error.ctx.get_usage()}\nSee '{error.ctx.command_path} -h' for help.", err=True)
    return 2
