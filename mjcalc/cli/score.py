"""``mjcalc score``."""

from typing import Any

import click

from mjcalc.cli.options import Command, hand_options, option, output_options, picture_options
from mjcalc.cli.output import answer
from mjcalc.texts import say

__all__ = ["score"]


@click.command("score", cls=Command)
@hand_options("score")
@option("--explain", is_flag=True, help=say("Say why: each payment step by step, and which readings of ours decided."))
@output_options
@picture_options
def score(hand: tuple[str, ...], **options: Any) -> int:
    """Is it a win, in which reading, with which fans, and who pays what.

    HAND is all that lies in front of the winner: tiles, melds (+peng5p@right, +chi123m, +angang中), kong tiles
    (+gang中), what was thrown (+da中) and set aside (+hua發). With - every line of standard input is a hand.
    The exit code is 1 when it is not a legal win.
    """
    return answer("score", hand, options)
