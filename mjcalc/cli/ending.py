"""How a long run ends when it is told to: soon, in whole lines, and with one signal.

The first Ctrl-C or SIGTERM stops the reading; what was read by then is answered for a second more, and whatever is not
written by then is not answered. A reader that stalls, or a hand that takes long, cannot hold that up: a thread ends the
process. The second signal does what it always does.
"""

import os
import signal
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from threading import Lock, Thread
from time import sleep
from types import FrameType
from typing import Any

from mjcalc.jsonl.deaf import ENDING, deaf

__all__ = ["GRACE", "Ended", "Ending"]

GRACE = 1.0
"""Seconds to answer what was read when a signal came, and as many at most to finish a line that is being written."""


class Ended(KeyboardInterrupt):
    """A signal came, and there is nothing to finish."""


class Ending:
    """Waits for a signal; use it in a ``with`` statement, which ends quietly with :exc:`Ended`."""

    def __init__(self) -> None:
        self.signal = 0
        """The signal that came."""
        self.writing = Lock()
        """Held while lines are written, so that the end never comes in the middle of one."""
        self.wake: Callable[[], object] = self.give_up
        """Called by the signal, in the main thread."""
        self.last: list[Callable[[], object]] = []
        """Called if the run does not end by itself."""
        self._come: SimpleQueue[int] = SimpleQueue()
        self._handlers: list[tuple[int, Any]] = []

    def __enter__(self) -> "Ending":
        with suppress(ValueError):  # no signals for a thread that is not the main one
            for number in ENDING:
                self._handlers.append((number, signal.signal(number, self._stop)))
            with deaf():  # the main thread alone hears signals, so it can hold them back while workers start
                Thread(target=self._watch, daemon=True).start()
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> bool:
        for number, handler in self._handlers:
            signal.signal(number, handler)
        return kind is not None and issubclass(kind, Ended)

    def give_up(self) -> None:
        """Leave off at once.

        :raises Ended: always.
        """
        raise Ended

    @property
    def code(self) -> int:
        """The exit code of a run that a signal ended."""
        return 128 + self.signal

    def _stop(self, number: int, frame: FrameType | None) -> None:
        for each, handler in self._handlers:
            signal.signal(each, handler)
        self.signal = number
        self._come.put(number)  # the one thing that may wake a thread from here
        self.wake()

    def _watch(self) -> None:
        """End the process if it does not do so by itself after a signal."""
        self._come.get()
        sleep(GRACE)
        self.writing.acquire(timeout=GRACE)
        closing = Thread(target=self._close, daemon=True)
        closing.start()
        closing.join(GRACE)
        os._exit(self.code)

    def _close(self) -> None:
        for action in self.last:
            with suppress(Exception):
                action()
