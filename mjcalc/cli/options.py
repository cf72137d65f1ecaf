"""What the commands share: options that the environment can set too, help that begins with examples, near matches."""

import warnings
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeVar, get_args

import click

if TYPE_CHECKING:
    from mjcalc.question import Option

__all__ = [
    "PICTURES",
    "Command",
    "Group",
    "complete_rules",
    "hand_options",
    "language_option",
    "one_of",
    "option",
    "output_options",
    "picture_options",
    "rules_option",
]

PICTURES = ("svg", "html")
"""The formats that an answer can be drawn in; each is an option with the file's name."""

F = TypeVar("F", bound=Callable[..., Any])


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
    """A Click option that ``MJCALC_NAME`` in the environment can set too, NAME being its first long flag."""
    flag = next(name for name in names if name.startswith("--"))
    variable = "MJCALC_" + flag.lstrip("-").replace("-", "_").upper()
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

    with warnings.catch_warnings(action="ignore"):  # it would be printed into the line that is being typed
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


def hand_options(operation: str) -> Callable[[F], F]:
    """The hand, and an option for every field of a question.

    :param operation: what is asked; the help lists only what belongs to it.
    """
    from mjcalc.question import options

    flags = {one.key: one.flag for one in options().values()}
    own = [one for one in options().values() if not one.about.only or operation in one.about.only]
    fields = [made for one in own for made in _generate_options(one, flags, won=operation == "score")]
    return _together(click.argument("hand", nargs=-1, required=True), rules_option(), *fields)


def _generate_options(one: "Option", flags: Mapping[str, str], *, won: bool) -> Iterator[Callable[[F], F]]:
    """The options of the command line for one of a question."""
    from mjcalc.hand import SEATS

    # A field that is named in the help of another is an option here.
    help = "".join(flags.get(piece, piece) for piece in one.about.help.split("`"))
    said: dict[str, Any] = {"help": help, "metavar": one.about.metavar or None, "hidden": one.about.won and not won}
    if one.key == "losers":
        for seat in SEATS:
            yield option(f"--{seat}", metavar=one.about.metavar, help=one.about.each.format(seat))
    elif one.key == "set":
        yield option("--set", multiple=True, callback=read_settings, **said)
    elif one.type is bool:
        yield option(flags[one.key], *filter(None, [one.about.also]), one.name, is_flag=True, **said)
    elif one.about.words:
        yield option(flags[one.key], one.name, **said | one_of(*one.about.words, checked=False))
    elif one.key != "hand":
        yield option(flags[one.key], one.name, type=int if one.type == int | None else None, **said)


def read_language(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """A language by any of its names."""
    if value is None:
        return None
    from mjcalc.report.language import parse_language

    try:
        return parse_language(value)
    except ValueError as error:
        raise click.BadParameter(str(error), ctx, param) from None


def language_option() -> Callable[[F], F]:
    """``--lang``: the language of names and tables."""
    from mjcalc.rules.schema import Language

    return option(
        "--lang",
        **one_of(*get_args(Language)) | {"callback": read_language},
        help="The language of names and tables. Without it a Chinese locale decides, else tables are in two.",
    )


def output_options(function: F) -> F:
    """How the answer is printed."""
    return _together(
        option("--json", "as_json", is_flag=True, help="One JSON document a line."),
        language_option(),
        option(
            "--tiles",
            **one_of("text", "hanzi", "letters", "unicode"),
            help="Tiles as 5m東, 五萬東, 5mE or pictures; without it as text, with --lang en as letters.",
        ),
    )(function)


def picture_options(function: F) -> F:
    """The files that the answer is drawn in."""
    return _together(
        *(
            option(
                f"--{format}",
                type=click.Path(dir_okay=False, allow_dash=True),
                metavar="FILE",
                help=f"Draw it in one {format.upper()} file too; - prints the drawing in place of the text.",
            )
            for format in PICTURES
        )
    )(function)
