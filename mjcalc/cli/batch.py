"""``mjcalc batch``."""

import errno
import gc
import os
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import click

from mjcalc.cli.ending import Ended, Ending
from mjcalc.cli.language import spoken
from mjcalc.cli.options import Argument, Command, language_option, option, rules_option
from mjcalc.cli.output import UNEXPECTED, print_text, say_what_is_awaited, standard_input
from mjcalc.texts import say

__all__ = ["batch"]


@click.command("batch", cls=Command)
@click.argument("file", cls=Argument, type=click.Path(allow_dash=True), default="-")
@rules_option(required=False)
@language_option()
@option(
    "--jobs",
    type=click.IntRange(1, 256),
    default=1,
    metavar="N",
    show_default=True,
    help=say("How many processes to work with; the answers and their order are the same."),
)
def batch(file: str, rules: str | None, lang: Any, jobs: int) -> int:
    """Answer many hands: JSON Lines in, from FILE or standard input, and JSON Lines out, in the same order.

    A line is an object with "hand", "rules", "op" (score, waits, discard or aims; default score), any "id", and
    the options of those commands: {"id": 1, "hand": "…", "rules": "…", "win": "5m", "from": "left"}. A line that cannot
    be used is answered by an object with "error", and the exit code is then 2.
    """
    from mjcalc.jsonl import generate_blocks, generate_parts
    from mjcalc.round import load

    gc.enable()  # this may be a long run
    worst = 0
    with Ending() as ending, ExitStack() as stack:
        source = stack.enter_context(Source(file, ending))
        if rules is not None:
            load(rules)  # once and for all: if there is none, no line needs to be told
        if file == "-":
            say_what_is_awaited(say("requests, a JSON object a line,"))
        blocks = generate_blocks(source.read)
        if jobs == 1:
            parts = generate_parts(blocks, rules=rules, lang=lang)
            ending.wake = source.break_off
        else:
            from mjcalc.jsonl.workers import Pool

            pool = stack.enter_context(Pool(jobs, rules=rules, lang=lang))
            parts = pool.generate_parts(blocks)
            ending.last.append(pool.kill)
            ending.wake = pool.stop
        advance = stack.enter_context(progress(source, ending))
        try:
            for part in parts:
                worst = max(worst, part.code)
                with ending.writing:
                    write(part.output)
                advance(part.size)
        except ChildProcessError as error:
            print_text(spoken(say("error: {text}", text=str(error.strerror))), err=True)
            return UNEXPECTED
    return ending.code if ending.signal else worst


def write(lines: bytes) -> None:
    """Lines to standard output, now and all of them, unless it is closed."""
    if sys.stdout is None:
        return
    if not hasattr(sys.stdout, "buffer"):  # text that a program has put in its place
        sys.stdout.write(lines.decode())
        return
    rest = memoryview(lines)
    while rest:
        # Where Python does not buffer (-u), a signal may cut a write short.
        written = sys.stdout.buffer.write(rest)
        if written is None:
            raise BlockingIOError(errno.EAGAIN, "the output is not set to wait for its reader")
        rest = rest[written:]
    sys.stdout.buffer.flush()


class Source:
    """The input, unbuffered, which ends with the first signal too."""

    def __init__(self, file: str, ending: Ending) -> None:
        self.file = file
        self._ending = ending
        self._reading = False

    def __enter__(self) -> "Source":
        if self.file == "-":
            # A buffer would be locked by a thread that waits for input while the process wants to end.
            buffer = standard_input()
            self.stream: Any = getattr(buffer, "raw", buffer)
        else:
            self.stream = open(self.file, "rb", buffering=0)
        return self

    def __exit__(self, *_: object) -> None:
        if self.file != "-":
            self.stream.close()

    def read(self, size: int) -> bytes | None:
        """At most this many bytes, as soon as there are any; none at the end, None after a signal."""
        try:
            self._reading = True
            if self._ending.signal:
                return None
            data: bytes | None = self.stream.read(size)
        except Ended:
            return None
        finally:
            self._reading = False
        if data is None:
            raise BlockingIOError(errno.EAGAIN, "the input is not set to wait for data")
        return data

    def break_off(self) -> None:
        """Stop waiting for input; :meth:`read` must run in the thread of the caller, a signal handler."""
        if self._reading:
            self._ending.give_up()

    def size(self) -> int | None:
        """How many bytes there are to read, for a file."""
        try:
            about = os.fstat(self.stream.fileno())
        except OSError:  # it is in memory
            return None
        return about.st_size if stat.S_ISREG(about.st_mode) else None


@contextmanager
def progress(source: Source, ending: Ending) -> Iterator[Callable[[int], object]]:
    """A function to call with every number of bytes done; it moves a bar if standard error, and only that, is a
    terminal."""
    if sys.stderr is None or not sys.stderr.isatty() or sys.stdout is None or sys.stdout.isatty():
        yield lambda done: None
        return
    size = source.size()
    with click.progressbar(
        iter(int, 1),  # click wants something whose length it cannot tell
        length=size,
        label="batch" if size is not None else spoken(say("batch: bytes answered")),
        file=sys.stderr,
        show_pos=size is None,
        update_min_steps=1 + (size or 1 << 24) // 256,
    ) as bar:
        ending.last.append(bar.render_finish)
        yield bar.update
