"""What is worth keeping between questions, in bounded memory.

A process may be asked a million different questions, so whatever it keeps of them must have an end. A :class:`Memo`
has two: how many entries, and how heavy they may be together. A :class:`Table` is a dict that fills itself, for
answers of one size that are asked for in inner loops.
"""

from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

__all__ = ["Memo", "Table"]

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Memo(Generic[K, V]):
    """Answers by their question. When it is full it is emptied: what is asked again is found again.

    >>> squares: Memo[int, int] = Memo(2)
    >>> [squares.get(3), squares.keep(3, 9), squares.get(3), len(squares)]
    [None, 9, 9, 1]

    :param entries: the most it keeps.
    :param weight: the most they weigh together, in about bytes; an entry that is heavier alone is not kept.
    """

    __slots__ = ("_entries", "_kept", "_lock", "_most", "_weight", "get")

    def __init__(self, entries: int, weight: int = 4_000_000) -> None:
        self._kept: dict[K, V] = {}
        self._lock = Lock()
        self._entries = entries
        self._most = weight
        self._weight = 0
        self.get: Callable[[K], V | None] = self._kept.get
        """What is kept for a key, or None. It is the dict's own method, as fast as that."""

    def keep(self, key: K, value: V, weight: int = 0) -> V:
        """Keep a value, unless another thread was first; returns the one that is kept.

        :param weight: about how many bytes the key and the value take, where they are of no fixed size.
        """
        with self._lock:
            first = self._kept.get(key)
            if first is not None:
                return first
            if weight > self._most:
                return value
            if len(self._kept) >= self._entries or self._weight + weight > self._most:
                self._kept.clear()
                self._weight = 0
            self._kept[key] = value
            self._weight += weight
            return value

    def items(self) -> list[tuple[K, V]]:
        """What is kept now, with its keys."""
        with self._lock:
            return list(self._kept.items())

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._kept.clear()
            self._weight = 0

    @property
    def limits(self) -> tuple[int, int]:
        """How many entries it may have, and what they may weigh together."""
        return self._entries, self._most

    @property
    def weight(self) -> int:
        """What its entries weigh together."""
        return self._weight

    def __len__(self) -> int:
        return len(self._kept)


class Table(dict[K, V]):
    """What a function says of each key, found when it is first asked for. When it is full it is emptied.

    Several threads may ask at once: the function must say the same each time, and may be asked twice.

    >>> squares = Table(lambda n: n * n, 2)
    >>> [squares[3], squares[4], squares[5], len(squares)]
    [9, 16, 25, 1]

    :param find: the function, of one argument.
    :param most: the most entries it keeps.
    """

    __slots__ = ("_find", "_most")

    def __init__(self, find: Callable[[K], V], most: int) -> None:
        super().__init__()
        self._find = find
        self._most = most

    def __missing__(self, key: K) -> V:
        value = self._find(key)
        if len(self) >= self._most:
            self.clear()
        self[key] = value
        return value
