"""``mjcalc batch``."""

import gc
import sys
from typing import BinaryIO

import click

from mjcalc.cli.options import Command, output_language, rules_option
from mjcalc.cli.output import write

__all__ = ["batch"]


@click.command("batch", cls=Command)
@click.argument("file", type=click.File("rb"), default="-")
@rules_option(required=False)
@output_language
def batch(file: BinaryIO, rules: str | None, lang: str) -> int:
    """Answer many hands: JSON Lines in, from FILE or standard input, and JSON Lines out, in the same order.

    A line is an object with "hand", "rules", "op" (score, waits or discard; default score), any "id", and the
    options of those commands: {"id": 1, "hand": "…", "rules": "…", "win": "5m", "from": "left"}. A line that cannot
    be used is answered by an object with "error", and the exit code is then 2.
    """
    from mjcalc.failure import Failure
    from mjcalc.jsonl import encode, generate_answers, generate_lines

    gc.enable()  # this may be a long run
    code = 0
    for label, answer in generate_answers(generate_lines(file), rules=rules, lang=lang):
        if isinstance(answer, Failure):
            code = 2
        write(encode(label, answer))
        if sys.stdout is not None:
            sys.stdout.buffer.flush()
    return code
