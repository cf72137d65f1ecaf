"""``mjcalc batch``."""

import errno
import gc
import os
import signal
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from types import FrameType
from typing import Any

import click

from mjcalc.cli.options import Command, option, output_language, rules_option

__all__ = ["batch"]

CRASHED = 70
"""The exit code where answers are missing because a worker is gone."""


@click.command("batch", cls=Command)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True), default="-")
@rules_option(required=False)
@output_language
@option(
    "--jobs",
    type=click.IntRange(1, 256),
    default=1,
    metavar="N",
    show_default=True,
    help="How many processes to work with; the answers and their order are the same.",
)
def batch(file: str, rules: str | None, lang: str | None, jobs: int) -> int:
    """Answer many hands: JSON Lines in, from FILE or standard input, and JSON Lines out, in the same order.

    A line is an object with "hand", "rules", "op" (score, waits or discard; default score), any "id", and the
    options of those commands: {"id": 1, "hand": "…", "rules": "…", "win": "5m", "from": "left"}. A line that cannot
    be used is answered by an object with "error", and the exit code is then 2.
    """
    from mjcalc.jsonl import generate_blocks, generate_parts

    gc.enable()  # this may be a long run
    lang = lang or "zh-Hant"
    failed = False
    with ExitStack() as stack:
        source = stack.enter_context(Source(file))
        blocks = generate_blocks(source.read)
        if jobs == 1:
            parts = generate_parts(blocks, rules=rules, lang=lang)
        else:
            from mjcalc.jsonl.workers import Pool

            pool = stack.enter_context(Pool(jobs, rules=rules, lang=lang))
            parts = pool.generate_parts(blocks)
            source.wake = pool.stop
        advance = stack.enter_context(progress(source))
        try:
            for part in parts:
                failed |= part.failed
                write(part.output)
                advance(part.size)
        except ChildProcessError as error:
            click.echo(f"error: {error.strerror}", err=True)
            return CRASHED
    return 128 + source.signal if source.signal else 2 * failed


def write(lines: bytes) -> None:
    """Lines to standard output, now and all of them, unless it is closed."""
    if sys.stdout is None:
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
    """The input, unbuffered, which also ends on Ctrl-C and SIGTERM, so that what was read is still answered in whole
    lines; the second time the signal does what it always does."""

    def __init__(self, file: str) -> None:
        self.signal = 0
        """The signal that ended it."""
        self.wake: Callable[[], None] = self._end_reading
        """Called by the signal; by default it breaks off :meth:`read`, which must then run in the main thread."""
        self.file = file
        self._reading = False
        self._handlers: list[tuple[int, Any]] = []

    def __enter__(self) -> "Source":
        if self.file != "-":
            self.stream: Any = open(self.file, "rb", buffering=0)
        elif sys.stdin is None:
            raise OSError(errno.EBADF, "standard input is closed")
        else:
            # A buffer would be locked by a thread that waits for input while the process wants to end.
            self.stream = getattr(sys.stdin.buffer, "raw", sys.stdin.buffer)
        with suppress(ValueError):  # no signals for a thread that is not the main one
            for number in (signal.SIGINT, signal.SIGTERM):
                self._handlers.append((number, signal.signal(number, self._stop)))
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._handlers:
            signal.signal(number, handler)
        if self.file != "-":
            self.stream.close()

    def read(self, size: int) -> bytes | None:
        """At most so many bytes, as soon as there are any; none at the end, None after a signal."""
        try:
            self._reading = True
            if self.signal:
                return None
            data: bytes | None = self.stream.read(size)
        except _EndOfReading:
            return None
        finally:
            self._reading = False
        if data is None:
            raise BlockingIOError(errno.EAGAIN, "the input is not set to wait for data")
        return data

    def size(self) -> int | None:
        """How many bytes there are to read, for a file."""
        about = os.fstat(self.stream.fileno())
        return about.st_size if stat.S_ISREG(about.st_mode) else None

    def _stop(self, number: int, frame: FrameType | None) -> None:
        for each, handler in self._handlers:
            signal.signal(each, handler)
        self.signal = number
        self.wake()

    def _end_reading(self) -> None:
        if self._reading:
            raise _EndOfReading


class _EndOfReading(KeyboardInterrupt):
    """The signal came while waiting for input."""


@contextmanager
def progress(source: Source) -> Iterator[Callable[[int], object]]:
    """A function that is told of every byte done; it moves a bar if standard error, and only that, is a terminal."""
    if sys.stderr is None or not sys.stderr.isatty() or sys.stdout is None or sys.stdout.isatty():
        yield lambda done: None
        return
    size = source.size()
    with click.progressbar(
        iter(int, 1),  # click wants something whose length it cannot tell
        length=size,
        label="batch" if size is not None else "batch: bytes answered",
        file=sys.stderr,
        show_pos=size is None,
        update_min_steps=1 + (size or 1 << 24) // 256,
    ) as bar:
        yield bar.update
