"""What starts while this process hears no signals, and so never hears them itself."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["ENDING", "deaf"]

ENDING = (signal.SIGINT, signal.SIGTERM)
"""Ctrl-C, and what asks a process to end."""


@contextmanager
def deaf() -> Iterator[None]:
    """Hold back what would end this process; threads and processes that start meanwhile never hear it.

    A thread of this process that does hear it defeats this: Python then calls the handler in the main thread all the
    same.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
