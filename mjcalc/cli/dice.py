"""``mjcalc dice``."""

from typing import Any

import click
from msgspec import json

from mjcalc.cli.options import Argument, Command, language_option, option, rules_option
from mjcalc.cli.output import print_text, table_language, write
from mjcalc.texts import say

__all__ = ["dice"]


@click.command("dice", cls=Command)
@click.argument("numbers", cls=Argument, metavar="[N N]", nargs=-1, type=int)
@rules_option(required=False)
@option("--json", "as_json", is_flag=True, help=say("As one JSON document."))
@language_option()
def dice(numbers: tuple[int, ...], rules: str | None, as_json: bool, lang: Any) -> None:
    """Throw two dice, or take the two numbers on the table, and say what the rules make of them."""
    from mjcalc.game.throwing import dice

    shown_in: Any = lang or ("both" if as_json else table_language())
    languages: list[Any] = ["zh-Hant", "en"] if shown_in == "both" else [shown_in]
    thrown = dice(numbers, rules=rules, lang=languages[0])
    if as_json:
        write(json.encode(thrown) + b"\n")
        return
    from mjcalc.report.game import format_thrown

    others = [dice(thrown.dice, rules=rules, lang=other) for other in languages[1:]]
    print_text(format_thrown([thrown, *others], lang=shown_in))
