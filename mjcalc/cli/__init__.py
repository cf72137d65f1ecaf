"""The ``mjcalc`` command: options in, library calls, exit codes out.

A command's module is imported when that command runs, so ``mjcalc score`` never pays for the others. Exit codes: 0
done; 1 ``score`` only: not a legal win; 2 input that cannot be used; 130 interrupted; 141 nobody reads the output.
"""

import os
import sys
from collections.abc import Sequence

import click

from mjcalc import __version__
from mjcalc.cli.options import Group
from mjcalc.errors import MjcalcError

__all__ = ["main"]

COMMANDS = {
    "score": "Is it a win, what is it worth, who pays what.",
    "waits": "What a hand waits for, and what each wait is worth.",
    "discard": "What to throw, best first.",
    "rules": "List, show, check and start variants.",
    "game": "Keep the book of an evening.",
    "dice": "Throw two dice, and what the rules make of them.",
    "batch": "Many hands: JSON Lines in, JSON Lines out.",
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

    def invoke(self, ctx: click.Context) -> int:
        try:
            code = super().invoke(ctx)
            if sys.stdout is not None:
                sys.stdout.flush()
        except BrokenPipeError:
            # Whatever Python still flushes at its end must find somewhere to go.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 141
        return code or 0

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(
    "mjcalc", cls=LazyGroup, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(__version__)
@click.pass_context
def group(ctx: click.Context) -> None:
    """Regional Chinese mahjong with wild tiles: is it a win, what is it worth, who pays; what to wait for and throw.

    Tiles may be written in any usual way: 5m, 五萬, 5万, 🀋. Every command has its own -h, and every option can be
    set in the environment: MJCALC_RULES, MJCALC_LANG, MJCALC_JSON and so on.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def _readable(argument: str) -> str:
    """An argument with a sign in place of each byte that is no text, unless it names a file."""
    try:
        argument.encode()
    except UnicodeEncodeError:
        from mjcalc.failure import readable

        return argument if os.path.exists(argument) else readable(argument)
    return argument


def main(arguments: Sequence[str] | None = None) -> int:
    """Run ``mjcalc`` with these arguments, by default the process's own, and return its exit code."""
    arguments = list(map(_readable, sys.argv[1:] if arguments is None else arguments))
    for stream in (sys.stdout, sys.stderr):
        # Where hanzi cannot be encoded, an escape is better than a traceback.
        if stream is not None and stream.encoding.lower() != "utf-8" and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    # Click leaves out colours where the output is no terminal, but does not know NO_COLOR.
    color = False if os.environ.get("NO_COLOR") else None
    try:
        return int(group.main(arguments, "mjcalc", standalone_mode=False, color=color) or 0)
    except (click.Abort, KeyboardInterrupt):
        return 130
    except (MjcalcError, click.ClickException, OSError) as error:
        from mjcalc.cli.output import print_failure

        # Whatever went wrong may have done so before the options were read.
        wanted = os.environ.get("MJCALC_JSON", "").lower() in ("1", "true", "t", "yes", "y", "on")
        return print_failure(error, as_json=wanted or "--json" in arguments)
