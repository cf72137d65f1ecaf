"""What the commands share: options that the environment can set too, help that begins with examples, near matches."""

import re
import warnings
from collections.abc import Callable, Iterator, Mapping
from inspect import cleandoc
from typing import TYPE_CHECKING, Any, TypeVar, get_args

import click

from mjcalc import texts
from mjcalc.cli.language import language, spoken
from mjcalc.texts import quoted, say, say_as

if TYPE_CHECKING:
    from mjcalc.question import Option as Asked

__all__ = [
    "PICTURES",
    "Argument",
    "Command",
    "Group",
    "Option",
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

_METAVARS = {
    "HAND": say_as("metavar", "HAND"),
    "TILE": say_as("metavar", "TILE"),
    "TILES": say_as("metavar", "TILES"),
    "WIND": say_as("metavar", "WIND"),
    "FILE": say_as("metavar", "FILE"),
    "NAME": say_as("metavar", "NAME"),
    "VALUE": say_as("metavar", "VALUE"),
    "MELDS": say_as("metavar", "MELDS"),
    "AMOUNT": say_as("metavar", "AMOUNT"),
    "TEXT": say_as("metavar", "TEXT"),
    "WINNER": say_as("metavar", "WINNER"),
    "COMMAND": say_as("metavar", "COMMAND"),
    "OPTIONS": say_as("metavar", "OPTIONS"),
    "ARGS": say_as("metavar", "ARGS"),
}
"""What stands for a value in the help."""


_HELP = say("Show this message and exit.")


def _said_metavar(metavar: str) -> str:
    """A metavar in the language of the run: ``NAME=VALUE`` as 名稱=值."""
    return re.sub("[A-Z]{3,}", lambda word: spoken(_METAVARS.get(word[0], word[0])), metavar)


class _Context(click.Context):
    """A context whose help is laid out for the language of the run."""

    def make_formatter(self) -> click.HelpFormatter:
        if language() == "en":
            return super().make_formatter()
        from mjcalc.cli.pages import Formatter  # few runs show help

        return Formatter(width=self.terminal_width, max_width=self.max_content_width)


class Option(click.Option):
    """An option whose help is in the language of the run.

    :param flags: what is named in backticks in the help, and what is shown in its place.
    """

    _help: str | None = None
    _flags: Mapping[str, str] = {}

    def __init__(self, *names: Any, flags: Mapping[str, str] | None = None, **attributes: Any) -> None:
        super().__init__(*names, **attributes)
        self._flags = flags or {}
        self._help = attributes.get("help", self._help)  # click has made a plain str of it

    @property
    def help(self) -> str | None:
        if self._help is None:
            return None
        said = spoken(self._help)
        # Another field that is named in backticks is an option here.
        return "".join(self._flags.get(piece, piece) for piece in said.split("`")) if self._flags else said

    @help.setter
    def help(self, text: str | None) -> None:
        self._help = text

    def make_metavar(self, *context: Any, **named: Any) -> str:  # older versions of click give none
        return _said_metavar(super().make_metavar(*context, **named))


class Argument(click.Argument):
    """An argument whose name in the help is in the language of the run."""

    def make_metavar(self, *context: Any, **named: Any) -> str:
        return _said_metavar(super().make_metavar(*context, **named))


class Command(click.Command):
    """A command whose help is in the language of the run and begins with its examples: they answer most questions."""

    context_class = _Context
    _help: str | None = None

    @property
    def help(self) -> str | None:
        # The catalogues have it from the docstring of the command.
        return None if self._help is None else spoken(texts.say(cleandoc(self._help)))

    @help.setter
    def help(self, text: str | None) -> None:
        self._help = text

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        option = super().get_help_option(ctx)
        if option is not None:
            option.help = spoken(_HELP)  # click keeps the option, in the language of the run that asked first
        return option

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        return list(map(_said_metavar, super().collect_usage_pieces(ctx)))

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
            with formatter.section(spoken(say("Examples"))):
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
            wrong = say("no such command: {word}{near} ({names})", word=quoted(args[0], 60), near=near, names=names)
            raise click.UsageError(spoken(wrong), ctx)
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
            wrong = say("{word} is not one of {words}{hint}", word=quoted(value, 60), words=words, hint=near)
            raise click.BadParameter(spoken(wrong), ctx, param)
        return value

    return {"metavar": "|".join(words), "shell_complete": complete, "callback": check if checked else None}


def read_settings(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    """``NAME=VALUE`` words as a mapping; the last of the same name is the one that counts."""
    settings = {}
    for value in values:
        name, equals, setting = value.partition("=")
        if not (name and equals):
            wrong = say("{word} is not of the form NAME=VALUE, e.g. fans.full_flush=8", word=quoted(value, 60))
            raise click.BadParameter(spoken(wrong), ctx, param)
        settings[name] = setting
    return settings


def option(*names: str, **attributes: Any) -> Callable[[F], F]:
    """A Click option that ``MJCALC_NAME`` in the environment can set too, NAME being its first long flag."""
    flag = next(name for name in names if name.startswith("--"))
    variable = "MJCALC_" + flag.lstrip("-").replace("-", "_").upper()
    return click.option(*names, **{"envvar": variable, "cls": Option, **attributes})


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


class _RulesOption(Option):
    """``-r``, which names what there is where it is needed and missing."""

    def process_value(self, ctx: click.Context, value: Any) -> Any:
        try:
            return super().process_value(ctx, value)
        except click.MissingParameter:
            from mjcalc.rules import variants

            ids = [entry.id for entry in variants()]
            wrong = say("the variant is missing: give -r and one of {ids}, or a rules file", ids=ids)
            raise click.UsageError(spoken(wrong), ctx) from None


def rules_option(required: bool = True) -> Callable[[F], F]:
    """``-r``: which variant."""
    return option(
        "-r",
        "--rules",
        cls=_RulesOption,
        required=required,
        metavar="ID|FILE",
        shell_complete=complete_rules,
        help=say("The variant; `mjcalc rules` lists them. [MJCALC_RULES]"),
    )


def hand_options(operation: str) -> Callable[[F], F]:
    """The hand, and an option for every field of a question.

    :param operation: what is asked; the help lists only what belongs to it.
    """
    from mjcalc.question import options

    flags = {one.key: one.flag for one in options().values()}
    own = [one for one in options().values() if not one.about.only or operation in one.about.only]
    fields = [made for one in own for made in _generate_options(one, flags, won=operation == "score")]
    return _together(click.argument("hand", cls=Argument, nargs=-1, required=True), rules_option(), *fields)


def _generate_options(one: "Asked", flags: Mapping[str, str], *, won: bool) -> Iterator[Callable[[F], F]]:
    """The options of the command line for one of a question."""
    from mjcalc.hand import SEATS

    said: dict[str, Any] = {
        "help": one.about.help,
        "flags": flags,
        "metavar": one.about.metavar or None,
        "hidden": one.about.won and not won,
    }
    if one.key == "losers":
        for seat in SEATS:
            yield option(f"--{seat}", metavar=one.about.metavar, help=one.about.each[seat])
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
    except ValueError:
        wrong = say("{word} is not one of {words}{hint}", word=quoted(value, 60), words=texts.LANGUAGES, hint="")
        raise click.BadParameter(spoken(wrong), ctx, param) from None


def language_option() -> Callable[[F], F]:
    """``--lang``: the language of names and tables."""
    from mjcalc.rules.schema import Language

    return option(
        "--lang",
        **one_of(*get_args(Language)) | {"callback": read_language},
        help=say("The language of names and tables. Without it a Chinese locale decides, else tables are in two."),
    )


def output_options(function: F) -> F:
    """How the answer is printed."""
    return _together(
        option("--json", "as_json", is_flag=True, help=say("One JSON document a line.")),
        language_option(),
        option(
            "--tiles",
            **one_of("text", "hanzi", "letters", "unicode"),
            help=say("Tiles as 5m東, 五萬東, 5mE or pictures; without it as text, with --lang en as letters."),
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
                help=say(
                    "Draw it in one {format} file too; - prints the drawing in place of the text.",
                    format=format.upper(),
                ),
            )
            for format in PICTURES
        )
    )(function)
