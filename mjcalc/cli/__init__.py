"""The ``mjcalc`` command: options in, library calls, exit codes out.

A command's module is imported when that command runs, so ``mjcalc score`` never pays for the others. Exit codes: 0
done; 1 ``score`` only: not a legal win; 2 input that cannot be used; 70 a mistake in mjcalc, or an error that cannot be
written; 130 interrupted; 141 broken pipe.
"""

import os
import sys
import warnings
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import click

from mjcalc import __version__
from mjcalc.cli.language import language_of_run, speaking, spoken
from mjcalc.cli.options import Group, Option
from mjcalc.cli.output import UNEXPECTED, print_failure, print_warning, quiet_without_reader
from mjcalc.texts import say

__all__ = ["main"]

COMMANDS = {
    "score": say("Is it a win, what is it worth, who pays what."),
    "waits": say("What a hand waits for, and what each wait is worth."),
    "discard": say("What to throw, best first."),
    "aims": say("What to play for: the fans within reach."),
    "rules": say("List, show, check and start variants."),
    "game": say("Keep the book of an evening."),
    "dice": say("Throw two dice, and what the rules make of them."),
    "batch": say("Many hands: JSON Lines in, JSON Lines out."),
    "schema": say("Print the JSON Schema of everything that comes out as JSON."),
    "help": say("Show the help of a command."),
}


class LazyGroup(Group):
    """A group that knows its commands by name and imports one only to run it."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = __import__(f"mjcalc.cli.{cmd_name}", fromlist=(cmd_name,))
        command: click.Command = getattr(module, cmd_name)
        return command

    def make_context(self, *arguments: Any, **more: Any) -> click.Context:
        with quiet_without_reader():  # --help and --version print here
            return super().make_context(*arguments, **more)

    def invoke(self, ctx: click.Context) -> int:
        with quiet_without_reader():
            code = super().invoke(ctx)
            if sys.stdout is not None:
                sys.stdout.flush()
        return code or 0

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section(spoken(say("Commands"))):
            formatter.write_dl([(name, spoken(said)) for name, said in COMMANDS.items()])


@click.group(
    "mjcalc", cls=LazyGroup, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(__version__, "-V", "--version", cls=Option, help=say("Show the version and exit."))
@click.pass_context
def group(ctx: click.Context) -> None:
    """Regional Chinese mahjong with wild tiles: is it a win, what is it worth, who pays; what to wait for and throw.

    Tiles may be written in any usual way: 5m, 五萬, 5万, 🀋. Every command has its own -h, and every option can be
    set in the environment: MJCALC_RULES, MJCALC_LANG, MJCALC_JSON and so on.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def _readable(argument: str) -> str:
    """An argument with U+FFFD in place of each byte that could not be decoded, unless it names a file."""
    from mjcalc.errors import readable

    shown = readable(argument)
    return argument if shown == argument or os.path.exists(argument) else shown


def main(arguments: Sequence[str] | None = None) -> int:
    """Run ``mjcalc`` with these arguments, by default the process's own, and return its exit code."""
    arguments = list(map(_readable, sys.argv[1:] if arguments is None else arguments))
    for stream in (sys.stdout, sys.stderr):
        # Where hanzi cannot be encoded, an escape is better than a traceback.
        encoding = getattr(stream, "encoding", None) or "utf-8"
        if encoding.lower() != "utf-8" and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    # Click leaves out colours where the output is not a terminal, but knows neither of these.
    color = False if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" else None
    # Whatever goes wrong may do so before the options are read.
    as_json = "--json" in arguments or os.environ.get("MJCALC_JSON", "").lower() in ("1", "true", "t", "yes", "y", "on")

    def show_warning(message: Warning | str, *_: object) -> None:
        print_warning(message, as_json=as_json)

    with speaking(language_of_run(arguments, as_json=as_json)):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("default", UserWarning)
                warnings.showwarning = show_warning  # type: ignore[assignment]  # it needs only the message
                return int(group.main(arguments, "mjcalc", standalone_mode=False, color=color) or 0)
        except (click.Abort, KeyboardInterrupt):
            return 130
        except Exception as error:
            return _say_what_went_wrong(error, as_json)


def _say_what_went_wrong(error: Exception, as_json: bool) -> int:
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        # The disk is full: Python's own flush at the end would fail too, and end with another code.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    try:
        return print_failure(error, as_json=as_json)
    except Exception:
        # Not even that can be said: whatever Python still flushes at its end must find somewhere to go.
        with suppress(Exception):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())
        return UNEXPECTED
