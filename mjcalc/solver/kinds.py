"""Sets of kinds as the bits of one integer, and a hand's kinds by how many copies it has.

Kind ``k`` is bit ``k``. A hand's *marks* are four such sets, one after the other: the kinds that are there at least
once, twice, three and four times.
"""

from collections.abc import Iterable, Sequence

from mjcalc.memo import Table
from mjcalc.tiles import HONOURS, KINDS, ORPHANS

__all__ = [
    "ALL_BITS",
    "FIRST_KINDS",
    "HONOUR_BITS",
    "NUMBER_SUITS",
    "ORPHAN_BITS",
    "bits_of",
    "changed",
    "kinds_of",
    "marks_of",
    "with_one_less",
    "with_one_more",
]

FIRST_KINDS = (0, 9, 18, 27)
"""The first kind of each suit: characters, dots, bamboo, honours."""

_NINE = (1 << 9) - 1
_COPIES = tuple(sum(1 << KINDS * copy for copy in range(copies)) for copies in range(5))


def bits_of(kinds: Iterable[int]) -> int:
    """Kinds as a set of bits.

    >>> bin(bits_of((0, 3)))
    '0b1001'
    """
    return sum([1 << kind for kind in kinds])


ALL_BITS = bits_of(range(KINDS))
HONOUR_BITS = bits_of(HONOURS)
NUMBER_SUITS = tuple(511 << first for first in FIRST_KINDS[:3])
"""The kinds of characters, dots and bamboo, each as bits."""
ORPHAN_BITS = bits_of(ORPHANS)


def _nine_kinds(key: tuple[int, int]) -> tuple[int, ...]:
    first, bits = key
    return tuple([first + at for at in range(9) if bits >> at & 1])


_nine = Table(_nine_kinds, 4 * 512)
"""The kinds by ``(first, bits from the first on)``, nine at a time: so there are few."""


def kinds_of(bits: int) -> tuple[int, ...]:
    """The kinds of a set of bits, in order.

    >>> kinds_of(0b1011), kinds_of(1 << 33)
    ((0, 1, 3), (33,))
    """
    return _nine[0, bits & _NINE] + _nine[9, bits >> 9 & _NINE] + _nine[18, bits >> 18 & _NINE] + _nine[27, bits >> 27]


def marks_of(counts: Sequence[int], kinds: int, first: int = 0) -> int:
    """The marks of tiles whose counts begin with the kind ``first``; only these ``kinds``, by bits, leave any.

    >>> marks_of([2, 1, 0, 1], 0b111) == 0b11 | 0b1 << 34
    True
    """
    return sum(
        [_COPIES[min(count, 4)] << kind for kind, count in enumerate(counts, first) if count and kinds >> kind & 1]
    )


def changed(counts: bytes, kind: int, by: int) -> bytes:
    """Counts with some more of a kind, or fewer.

    >>> changed(bytes([1, 2]), 1, -1)
    b'\\x01\\x01'
    """
    return counts[:kind] + bytes((counts[kind] + by,)) + counts[kind + 1 :]


def with_one_more(marks: int, kind: int) -> int:
    """The marks with one more copy of a kind; the same where there are four.

    >>> with_one_more(0b1, 0) == 0b1 | 0b1 << 34
    True
    """
    while marks >> kind & 1:
        kind += KINDS
    return marks | 1 << kind if kind < 4 * KINDS else marks


def with_one_less(marks: int, kind: int) -> int:
    """The marks with one copy less of a kind; the same where there is none.

    >>> with_one_less(0b1 | 0b1 << 34, 0)
    1
    """
    while marks >> kind & 1:
        kind += KINDS
    return marks & ~(1 << kind - KINDS) if kind >= KINDS else marks
