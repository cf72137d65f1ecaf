"""What a terminal shows while chances take longer than a second."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

__all__ = ["shown_progress"]

_PATIENCE = 1.0
"""Seconds without a word."""


@contextmanager
def shown_progress() -> Iterator[None]:
    """Count the hands that were looked at on standard error, where that is a terminal, and wipe the line in the end."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield
        return
    from mjcalc.api import report_to

    began, shown = monotonic(), False

    def show(hands: int, most: int) -> None:
        nonlocal shown
        if monotonic() - began > _PATIENCE:
            shown = True
            sys.stderr.write(f"\r{hands:,} / {most:,}")
            sys.stderr.flush()

    report_to(show)
    try:
        yield
    finally:
        report_to(None)
        if shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
