"""``mjcalc aims``."""

from typing import Any

import click

from mjcalc.cli.options import Command, hand_options, output_options, picture_options
from mjcalc.cli.output import answer

__all__ = ["aims"]


@click.command("aims", cls=Command)
@hand_options("aims")
@output_options
@picture_options
def aims(hand: tuple[str, ...], **options: Any) -> int:
    """What to play for: every fan within reach that tiles decide, the nearest first.

    HAND is written as for score, with 13 or 14 tiles, each meld counting as three. With 14 the last column says what
    to throw for each. With - every line of standard input is a hand.
    """
    return answer("aims", hand, options)
