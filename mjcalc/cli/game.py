"""``mjcalc game``: the book of an evening."""

from collections.abc import Callable
from typing import Any, TypeVar
from unicodedata import normalize

import click
from msgspec import json

from mjcalc.cli.language import spoken
from mjcalc.cli.options import (
    PICTURES,
    Argument,
    Group,
    hand_options,
    language_option,
    option,
    output_options,
    picture_options,
    read_settings,
    rules_option,
)
from mjcalc.cli.output import print_text, print_warning, table_language, write
from mjcalc.errors import MjcalcError
from mjcalc.texts import quoted, say

__all__ = ["game"]

F = TypeVar("F", bound=Callable[..., Any])

_BOOK_KNOWS = frozenset(("rules", "from_", "dealer", "right", "across", "left"))
"""Options of ``score`` that ``win`` does not have, or has with names."""

_FLAGS = {"winner": "WINNER", "players": "--players", "same_deal": "--same-deal", "show": "--show"}
"""Where a problem is → the option that gives it here, beside those of a question."""

_file = click.argument("file", cls=Argument, metavar="FILE", type=click.Path(dir_okay=False))


class _Group(Group):
    """The commands of a book, whose errors name the options of these commands."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except MjcalcError as error:
            raise error.renamed(_FLAGS) from None


def _output(command: F) -> F:
    as_json = option("--json", "as_json", is_flag=True, help=say("As one JSON document."))
    made: F = as_json(language_option()(command))
    return made


def _without(options: Callable[[F], F], names: frozenset[str]) -> Callable[[F], F]:
    """The options of another command, but for these."""

    def decorate(command: F) -> F:
        def other() -> None: ...

        made: Any = options(other)  # type: ignore[arg-type]  # any function will do
        own = command.__dict__.setdefault("__click_params__", [])
        own += [parameter for parameter in made.__click_params__ if parameter.name not in names]
        return command

    return decorate


def _pairs(form: str) -> Callable[[click.Context, click.Parameter, tuple[str, ...]], dict[str, str]]:
    """What reads ``NAME=…`` words into a mapping; each name may be there once."""

    def read(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
        pairs: dict[str, str] = {}
        for value in values:
            name, equals, text = value.partition("=")
            if not (name and equals):
                wrong = say("{word} is not of the form {form}", word=quoted(value, 60), form=form)
                raise click.BadParameter(spoken(wrong), ctx, param)
            if name in pairs:
                raise click.BadParameter(spoken(say("{word} is there twice", word=quoted(name, 60))), ctx, param)
            pairs[name] = text
        return pairs

    return read


def _language(lang: Any, as_json: bool = False) -> Any:
    """The language of tables; names in JSON do not depend on the locale."""
    return lang or ("both" if as_json else table_language())


def _print(record: Any, as_json: bool, text: Callable[[], str]) -> None:
    if as_json:
        write(json.encode(record) + b"\n")
        return
    gist, gap, rest = text().partition("\n\n")
    print_text(gist, bold=True)
    if gap:
        print_text(f"\n{rest}")


def _print_recorded(done: Any, as_json: bool, lang: Any, *, undone: bool = False) -> int:
    def text() -> str:
        from mjcalc.report.game import format_recorded

        return format_recorded(done, lang=_language(lang), undone=undone)

    _print(done, as_json, text)
    return 0


@click.group("game", cls=_Group, invoke_without_command=True)
@click.pass_context
def game(ctx: click.Context) -> None:
    """Keep the book of an evening: who deals, what every deal was worth, where everybody stands.

    A book is one file. Players are called by their names, also after the @ in a hand; the dealer, the streak and the
    base are in the book.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


@game.command("new")
@_file
@rules_option()
@option("--players", required=True, metavar="NAME,NAME,…", help=say("In turn order: each is followed by their 下家."))
@option("--dealer", metavar="NAME", help=say("Who deals first; otherwise the first player."))
@option("--base", type=int, metavar="N", help=say("底, where the table plays for another than the variant's."))
@option(
    "--set",
    callback=read_settings,
    multiple=True,
    metavar="NAME=VALUE",
    help=say("Change an option, fans.ID or caps.ID for the whole evening; repeatable."),
)
@_output
def new(file: str, players: str, as_json: bool, lang: Any, **options: Any) -> int:
    """Begin the book of an evening in FILE."""
    from mjcalc.game.writing import new

    return _print_recorded(new(file, players=players.replace("，", ",").split(","), **options), as_json, lang)


@game.command("win")
@_file
@click.argument("winner", cls=Argument)
@_without(hand_options("score"), _BOOK_KNOWS)
@option("--from", "from_", metavar="NAME", help=say("Who threw it or was robbed of it."))
@option("--dealer", metavar="NAME", help=say("Who dealt, for this deal only; otherwise the book knows."))
@option(
    "--show",
    callback=_pairs("NAME=MELDS"),
    multiple=True,
    metavar="NAME=MELDS",
    help=say("What another player shows: melds, kongs, thrown wilds; once for each."),
)
@option("--same-deal", is_flag=True, help=say("Another winner on the tile that ended the latest deal."))
@output_options
@picture_options
def win(file: str, winner: str, hand: tuple[str, ...], as_json: bool, **options: Any) -> int:
    """Score the hand of WINNER and write it down.

    HAND is written as for score; after the @ of a meld stands the name of who fed it. The exit code is 1 when it is
    not a legal win, and then nothing is written.
    """
    from mjcalc.game.winning import win

    tiles, lang = options.pop("tiles"), _language(options.pop("lang"), as_json)
    pictures = {form: name for form in PICTURES if (name := options.pop(form)) is not None}
    if pictures:
        from mjcalc.cli.pictures import check_pictures

        check_pictures(pictures, as_json=as_json, is_stream=False)
    done = win(file, winner, " ".join(hand), lang="zh-Hant" if lang == "both" else lang, **options)
    if pictures:
        _draw(pictures, done, as_json, lang=lang, tiles=tiles)
    if "-" not in pictures.values():
        _print(done, as_json, lambda: _as_text(done, lang, tiles))
    return 0 if done.entry is not None else 1


def _as_text(done: Any, lang: Any, tiles: Any) -> str:
    """The score sheet, as ``score`` prints it for the same question, and what it did to the book."""
    from mjcalc.report.answer import format_answer
    from mjcalc.report.game import format_recorded

    sheet = format_answer(done.score, _variant(done), lang=lang, tiles=tiles)
    return f"{sheet}\n\n{format_recorded(done, lang=lang)}"


def _draw(pictures: dict[str, str], done: Any, as_json: bool, **how: Any) -> None:
    """Draw the score sheet; where that fails, the win is in the book all the same."""
    from mjcalc.cli.pictures import write_pictures

    try:
        write_pictures(pictures, done.score, _variant(done), None, **how)
    except OSError as error:
        print_warning(f"{error.filename}: {error.strerror}", as_json=as_json)


def _variant(done: Any) -> Any:
    from mjcalc.rules import configure, load

    return configure(load(done.request["rules"]), done.request.get("set", {}))


@game.command("draw")
@_file
@_output
def draw(file: str, as_json: bool, lang: Any) -> int:
    """Write down a game that nobody won (流局, 荒莊)."""
    from mjcalc.game.writing import draw

    return _print_recorded(draw(file), as_json, lang)


@game.command("pay")
@_file
@click.argument(
    "payments", cls=Argument, metavar="NAME=AMOUNT...", nargs=-1, required=True, callback=_pairs("NAME=AMOUNT")
)
@option("--note", default="", metavar="TEXT", help=say("What it is for."))
@option("--fee", is_flag=True, help=say("It need not sum to 0: the difference is the house's."))
@_output
def pay(file: str, payments: dict[str, str], note: str, fee: bool, as_json: bool, lang: Any) -> int:
    """Write down a payment beside the deals: a false win (詐胡), a fine, a correction.

    AMOUNT is what a player gets, less than 0 for what they pay: 甲=-30 乙=+10 丙=+10 丁=+10.
    """
    from mjcalc.game.writing import pay

    amounts = {name: _amount(name, text) for name, text in payments.items()}
    return _print_recorded(pay(file, amounts, note=note, fee=fee), as_json, lang)


def _amount(name: str, text: str) -> int:
    plain = normalize("NFKC", text).replace("\u2212", "-").strip()
    digits = plain[1:] if plain[:1] in ("+", "-") else plain
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= 20):
        wrong = say(
            "{name}: {text} is not a whole number, such as -30 or +10", name=f"{name}={text}", text=quoted(text, 60)
        )
        raise click.UsageError(spoken(wrong))
    return int(plain)


@game.command("show")
@_file
@option("--deals", is_flag=True, help=say("Every deal too, with its hand and payments."))
@output_options
def show(file: str, deals: bool, as_json: bool, lang: Any, tiles: Any) -> None:
    """Print where everybody stands and who deals next."""
    from mjcalc.game.standing import show

    found = show(file, deals=deals)

    def text() -> str:
        from mjcalc.report.game import format_game

        return format_game(found, lang=_language(lang), tiles=tiles)

    _print(found, as_json, text)


@game.command("undo")
@_file
@_output
def undo(file: str, as_json: bool, lang: Any) -> int:
    """Take the last entry back; the next time, the one before."""
    from mjcalc.game.writing import undo

    return _print_recorded(undo(file), as_json, lang, undone=True)


@game.command("chart")
@_file
@option("-o", "--output", type=click.Path(dir_okay=False), metavar="FILE.svg", help=say("Draw a picture instead."))
@language_option()
def chart(file: str, output: str | None, lang: Any) -> None:
    """Print how the totals went over the evening, or draw it."""
    from mjcalc.game.standing import show

    found = show(file, deals=True)
    if output is not None:
        from mjcalc.game.chart import write_chart

        write_chart(found, output, lang=lang or "zh-Hant")
        return
    from mjcalc.report.game import format_chart

    _print(found, False, lambda: format_chart(found, lang=_language(lang)))


@game.command("export")
@_file
@option("--csv", "form", flag_value="csv", help=say("A row for each entry, for spreadsheets."))
@option("--json", "form", flag_value="json", help=say("Everything in the book, as JSON."))
@option("--html", "form", flag_value="html", help=say("One page with every hand drawn, to look at or to print."))
@language_option()
def export(file: str, form: str | None, lang: Any) -> None:
    """Print the whole evening, as --csv, --json or --html."""
    from mjcalc.game.standing import export

    if form is None:
        raise click.UsageError(spoken(say("say in which form: --csv, --json or --html")))
    found = export(file)
    if form == "json":
        write(json.encode(found) + b"\n")
    elif form == "csv":
        from mjcalc.game.exporting import format_csv

        write(format_csv(found).encode())
    else:
        from mjcalc.game.table import rules_of
        from mjcalc.pictures.evening import format_evening

        write(format_evening(found, rules_of(file), lang=_language(lang)).encode())


@game.command("check")
@_file
@_output
def check(file: str, as_json: bool, lang: Any) -> int:
    """Score every hand of the book again and tell what would now differ.

    The exit code is 1 when anything would.
    """
    from mjcalc.game.checking import check

    found = check(file)

    def text() -> str:
        from mjcalc.report.game import format_check

        return format_check(found, lang=_language(lang))

    _print(found, as_json, text)
    return 1 if found.differences else 0
