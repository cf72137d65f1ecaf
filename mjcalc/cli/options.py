"""What the commands share: options that the environment can set too, help that begins with examples, near matches."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

__all__ = [
    "Command",
    "Group",
    "complete_rules",
    "hand_options",
    "one_of",
    "option",
    "output_language",
    "output_options",
    "rules_option",
]

F = TypeVar("F", bound=Callable[..., Any])

LANGUAGES = ("zh-Hant", "zh-Hans", "en")
SEATS = ("right", "across", "left")
WAYS = ("self-draw", "discard", "kong-draw", "rob-kong", "flower-draw")


class Command(click.Command):
    """A command whose help begins with its examples: they answer most questions."""

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        from importlib.resources import files

        # They are kept beside the code, in which no variant is named, and never wrapped: they are there to be copied.
        page = files("mjcalc.cli").joinpath("examples.txt").read_text(encoding="utf-8")
        words = ctx.command_path.split()
        examples = [line for line in page.splitlines() if line.split()[: len(words)] == words]
        if isinstance(self, click.Group):
            # One of each subcommand; their own help has more.
            examples = list({tuple(line.split()[: len(words) + 1]): line for line in reversed(examples)}.values())[::-1]
        if examples:
            with formatter.section("Examples"):
                formatter.write("".join(f"  {line}\n" for line in examples))
            formatter.write_paragraph()
        super().format_help(ctx, formatter)


class Group(Command, click.Group):
    """A group, with examples, which suggests the nearest command for one that does not exist."""

    command_class = Command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        names = self.list_commands(ctx)
        if args[0] not in names and not args[0].startswith("-") and not ctx.resilient_parsing:
            from mjcalc.rules.suggest import did_you_mean

            near = did_you_mean(args[0], names)
            raise click.UsageError(f"no such command: {args[0]!r}{near} ({', '.join(names)})", ctx)
        return super().resolve_command(ctx, args)


def one_of(*words: str, checked: bool = True) -> dict[str, Any]:
    """What makes an option one of a few words: shown, completed by the shell, and another word refused with the
    nearest one, unless it is left to the library, which knows more spellings."""

    def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
        return [word for word in words if word.startswith(incomplete)]

    def check(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
        if value is not None and value not in words:
            from mjcalc.rules.suggest import did_you_mean

            near = did_you_mean(value, words)
            raise click.BadParameter(f"{value!r} is not one of {', '.join(words)}{near}", ctx, param)
        return value

    return {"metavar": "|".join(words), "shell_complete": complete, "callback": check if checked else None}


def read_settings(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    """``NAME=VALUE`` words as a mapping; the last of the same name is the one that counts."""
    settings = {}
    for value in values:
        name, equals, setting = value.partition("=")
        if not (name and equals):
            raise click.BadParameter(f"{value!r} is not of the form NAME=VALUE, e.g. fans.full_flush=8", ctx, param)
        settings[name] = setting
    return settings


def option(*names: str, **attributes: Any) -> Callable[[F], F]:
    """A Click option that ``MJCALC_NAME`` in the environment can set too."""
    longest = max(names, key=len) if "envvar" not in attributes else ""
    variable = "MJCALC_" + longest.lstrip("-").replace("-", "_").upper()
    return click.option(*names, **{"envvar": variable, **attributes})


def _together(*decorators: Callable[[F], F]) -> Callable[[F], F]:
    def decorate(function: F) -> F:
        for decorator in reversed(decorators):
            function = decorator(function)
        return function

    return decorate


def complete_rules(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:
    """The ids of variants that begin so; where there is none it may be a file."""
    from click.shell_completion import CompletionItem

    from mjcalc.rules import variants

    ids = [entry.id for entry in variants() if entry.id.startswith(incomplete)]
    return list(map(CompletionItem, ids)) or [CompletionItem(incomplete, type="file")]


def rules_option(required: bool = True) -> Callable[[F], F]:
    """``-r``: which variant."""
    return option(
        "-r",
        "--rules",
        required=required,
        metavar="ID|FILE",
        shell_complete=complete_rules,
        help="The variant; `mjcalc rules` lists them. [MJCALC_RULES]",
    )


def hand_options(*, won: bool) -> Callable[[F], F]:
    """The hand, and all that may be said about it; what only one that has won can have is else no part of the help."""
    return _together(
        click.argument("hand", nargs=-1, required=True),
        rules_option(),
        option("--win", metavar="TILE", hidden=not won, help="The winning tile; otherwise the last concealed one."),
        option("--by", **one_of(*WAYS, checked=False), help="How it came: drawn, or thrown if --from is given."),
        option(
            "--from",
            "from_",
            **one_of(*SEATS, checked=False),
            envvar="MJCALC_FROM",
            help="Who threw it or was robbed of it (下 對 上 too).",
        ),
        option("--dealer", **one_of("self", *SEATS, checked=False), help="Who deals; unknown: nobody."),
        option("--indicator", metavar="TILE", help="The flipped tile that makes the wild."),
        option("--wild", metavar="TILE", help="The wild itself."),
        option("--base", type=int, metavar="N", help="底: what one point is worth."),
        option("--streak", type=int, metavar="N", help="How many times the dealer has stayed."),
        option(
            "--last-tile",
            "--last-tiles",
            "last_tile",
            is_flag=True,
            envvar="MJCALC_LAST_TILE",
            help="海底, 海撈: won at the end of the wall.",
        ),
        option("--heavenly", is_flag=True, help="天胡: the dealer's dealt win."),
        option("--earthly", is_flag=True, help="地胡: another's win at once."),
        option("--not-ready", is_flag=True, hidden=not won, help="The discarder was not ready."),
        option("--right", metavar="HAND", help="What 下家 shows: melds, kongs, thrown wilds."),
        option("--across", metavar="HAND", help="What 對家 shows."),
        option("--left", metavar="HAND", help="What 上家 shows."),
        option("--seen", metavar="TILES", help="Other tiles that can be seen, e.g. discards."),
        option(
            "--set",
            callback=read_settings,
            multiple=True,
            metavar="NAME=VALUE",
            help="Change an option, fans.ID or caps.ID; repeatable.",
        ),
    )


def read_language(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """A language by any of its names."""
    if value is None:
        return None
    from mjcalc.report.language import parse_language

    try:
        return parse_language(value)
    except ValueError as error:
        raise click.BadParameter(str(error), ctx, param) from None


output_language = option(
    "--lang",
    **one_of(*LANGUAGES) | {"callback": read_language},
    help="The language of names and tables; without it the locale's Chinese, or Chinese with English beside.",
)

output_options = _together(
    option("--json", "as_json", is_flag=True, envvar="MJCALC_JSON", help="One JSON document a line."),
    output_language,
    option(
        "--tiles",
        **one_of("text", "hanzi", "letters", "unicode"),
        help="Tiles as 5m東 (default), 五萬東, 5mE (default with --lang en) or pictures.",
    ),
)
"""How the answer is printed."""
