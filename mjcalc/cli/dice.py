"""``mjcalc dice``."""

from typing import Any

import click
import msgspec

from mjcalc.cli.options import Command, option, output_language, rules_option
from mjcalc.cli.output import write

__all__ = ["dice"]


@click.command("dice", cls=Command)
@click.argument("numbers", metavar="[N N]", nargs=-1, type=int)
@rules_option(required=False)
@option("--json", "as_json", is_flag=True, envvar="MJCALC_JSON", help="As one JSON document.")
@output_language
def dice(numbers: tuple[int, ...], rules: str | None, as_json: bool, lang: Any) -> None:
    """Throw two dice, or take the two numbers on the table, and say what the rules make of them."""
    from mjcalc.game.throwing import dice

    thrown = dice(numbers, rules=rules, lang=lang)
    if as_json:
        write(msgspec.json.encode(thrown) + b"\n")
        return
    from mjcalc.report.game import format_thrown

    click.echo(format_thrown(thrown, lang=lang))
