"""``mjcalc waits``."""

from typing import Any

import click

from mjcalc.cli.options import Command, hand_options, output_options, picture_options
from mjcalc.cli.output import answer

__all__ = ["waits"]


@click.command("waits", cls=Command)
@hand_options("waits")
@output_options
@picture_options
def waits(hand: tuple[str, ...], **options: Any) -> int:
    """What a hand of 13 waits for: the tiles left of each wait, and what it is worth drawn or thrown.

    HAND is written as for score, with 13 tiles, each meld counting as three. A hand that is not ready gets its
    shanten (向聽) and the tiles that lower it. With - every line of standard input is a hand.
    """
    return answer("waits", hand, options)
