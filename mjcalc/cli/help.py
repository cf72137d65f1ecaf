"""``mjcalc help``."""

from typing import Any

import click

from mjcalc.cli.language import spoken
from mjcalc.cli.options import Argument, Command, Group, language_option
from mjcalc.cli.output import print_text
from mjcalc.texts import quoted, say

__all__ = ["help"]


def _complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """The commands that begin so, after those that are typed already."""
    command: click.Command = ctx.find_root().command
    for word in ctx.params.get("commands") or ():
        found = command.get_command(ctx, word) if isinstance(command, click.Group) else None
        if found is None:
            return []
        command = found
    names = command.list_commands(ctx) if isinstance(command, click.Group) else []
    return [name for name in names if name.startswith(incomplete)]


@click.command("help", cls=Command)
@click.argument("commands", cls=Argument, metavar="[COMMAND]...", nargs=-1, shell_complete=_complete)
@language_option()
@click.pass_context
def help(ctx: click.Context, commands: tuple[str, ...], lang: Any) -> None:
    """Show the help of a command, such as score or rules check; without one, of mjcalc."""
    shown = ctx.find_root()
    for word in commands:
        if not isinstance(shown.command, Group):
            wrong = say("{command} has no commands of its own", command=quoted(shown.command_path))
            raise click.UsageError(spoken(wrong), ctx)
        name, command, _ = shown.command.resolve_command(shown, [word])
        if command is None:  # an option is not a command
            raise click.UsageError(spoken(say("no such command: {word}", word=quoted(word, 60))), ctx)
        shown = command.context_class(command, parent=shown, info_name=name)
    print_text(shown.get_help())
