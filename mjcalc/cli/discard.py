"""``mjcalc discard``."""

from typing import Any

import click

from mjcalc.cli.options import Command, hand_options, output_options, picture_options
from mjcalc.cli.output import answer

__all__ = ["discard"]


@click.command("discard", cls=Command)
@hand_options("discard")
@output_options
@picture_options
def discard(hand: tuple[str, ...], **options: Any) -> int:
    """What to throw from a hand of 14, best first: the nearest to ready, then the most tiles that help.

    HAND is written as for score, with 14 tiles, each meld counting as three. With - every line of standard input
    is a hand.
    """
    return answer("discard", hand, options)
