"""``mjcalc help``."""

import click

from mjcalc.cli.options import Command, Group
from mjcalc.cli.output import say

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
@click.argument("commands", metavar="[COMMAND]...", nargs=-1, shell_complete=_complete)
@click.pass_context
def help(ctx: click.Context, commands: tuple[str, ...]) -> None:
    """Show the help of a command, such as score or rules check; without one, of mjcalc."""
    shown = ctx.find_root()
    for word in commands:
        if not isinstance(shown.command, Group):
            raise click.UsageError(f"{shown.command_path!r} has no commands of its own", ctx)
        name, command, _ = shown.command.resolve_command(shown, [word])
        if command is None:  # an option is not a command
            raise click.UsageError(f"no such command: {word!r}", ctx)
        shown = click.Context(command, parent=shown, info_name=name)
    say(shown.get_help())
