"""What one suit, or several together, can give towards sets and a pair: its *yield*.

A yield has ten fields: for 0 to 4 sets, without a pair and with one, the most of the suit's tiles that they can use.
*At most* so many sets and pairs: what the tiles at hand do not fill can be filled with other kinds.

While a suit is searched its yield is *packed*: one integer of 5-bit fields, field ``2 * sets + pairs``, so that the
larger of two yields, field by field, is a few operations on whole integers. There are only some two hundred different
yields, so each gets a number, and everything about yields is remembered by their numbers.
"""

from threading import Lock

from mjcalc.memo import Table

__all__ = [
    "FIELDS",
    "add_pair",
    "add_sets",
    "best_use",
    "combine",
    "fields_of",
    "larger",
    "packed_yield",
    "tight_fields",
    "unpack",
    "yield_number",
]

FIELDS = 10

_BITS = 5
_FIELD = (1 << _BITS) - 1
_ALL = (1 << _BITS * FIELDS) - 1
_WITHOUT_PAIR = sum(_FIELD << _BITS * f for f in range(0, FIELDS, 2))
_TOPS = sum(1 << _BITS * f + _BITS - 1 for f in range(FIELDS))
"""The highest bit of every field: never part of a value, so it catches the borrow of a comparison."""
_ONES = tuple(sum(1 << _BITS * f for f in range(2 * sets, FIELDS)) for sets in range(6))
"""A one in every field of at least so many sets."""
_PAIR_ONES = tuple(sum(1 << _BITS * f for f in range(2 * sets + 1, FIELDS, 2)) for sets in range(6))
"""The same, of the fields with a pair."""

_MOST = 60_000


def larger(x: int, y: int) -> int:
    """Field by field the larger of two packed yields."""
    least = ((x | _TOPS) - y) & _TOPS
    return y ^ ((x ^ y) & (least - (least >> _BITS - 1)))


def add_sets(packed: int, sets: int, used: int) -> int:
    """A packed yield with so many sets more, which use so many tiles."""
    return (packed << 2 * _BITS * sets & _ALL) + used * _ONES[sets]


def add_pair(packed: int, sets: int, used: int) -> int:
    """The same with a pair, too."""
    return ((packed << 2 * _BITS * sets & _WITHOUT_PAIR) << _BITS) + used * _PAIR_ONES[sets]


def unpack(packed: int) -> tuple[int, ...]:
    """The ten fields of a packed yield."""
    return tuple([packed >> _BITS * f & _FIELD for f in range(FIELDS)])


# ---------------------------------------------------------------------------------------------------------------------
# Yields by number
# ---------------------------------------------------------------------------------------------------------------------

_packed: list[int] = []
_numbers: dict[int, int] = {}
_numbering = Lock()
"""Held to number a new yield: two yields with one number would make every later answer wrong."""


def yield_number(packed: int) -> int:
    """The number of a packed yield, a new one if it has not been seen; numbers stay for good."""
    number = _numbers.get(packed)
    if number is None:
        with _numbering:
            number = _numbers.get(packed)
            if number is None:
                number = len(_packed)
                _packed.append(packed)
                _numbers[packed] = number  # last: a thread that finds the number finds the yield
    return number


def packed_yield(number: int) -> int:
    """The packed yield of a number."""
    return _packed[number]


def fields_of(number: int) -> tuple[int, ...]:
    """A yield's ten fields, by its number.

    >>> fields_of(yield_number(add_sets(0, 1, 3)))
    (0, 0, 3, 3, 3, 3, 3, 3, 3, 3)
    """
    return unpack(_packed[number])


def _combined(key: tuple[int, int]) -> int:
    x, y = fields_of(key[0]), fields_of(key[1])
    packed = 0
    for f in range(FIELDS):
        # All ways to share; a field without a pair has none to give away.
        packed |= max([x[g] + y[f - g] for g in range(0, f + 1, 2 - (f & 1))]) << _BITS * f
    return yield_number(packed)


combine = Table(_combined, _MOST)
"""The number of the yield of two suits together, by their numbers: the best way to share sets and pair out."""


def _best_use(key: tuple[int, int, int]) -> int:
    x, y = fields_of(key[0]), fields_of(key[1])
    whole = 2 * key[2] + 1
    return max([x[f] + y[whole - f] for f in range(whole + 1)])


best_use = Table(_best_use, _MOST)
"""The most tiles that so many sets and a pair can use, by the numbers of two halves of a hand and of the sets."""


def _tight(key: tuple[int, int, int]) -> int:
    suit, rest, sets = key
    x, y, best, whole = fields_of(suit), fields_of(rest), best_use[key], 2 * sets + 1
    return sum([1 << f for f in range(whole + 1) if x[f] + y[whole - f] == best and x[f] < 3 * (f >> 1) + 2 * (f & 1)])


_tight_beside = Table(_tight, _MOST)


def _tight_of_each(key: tuple[int, int, int, int, int]) -> tuple[int, int, int, int, int]:
    a, b, c, d, sets = key
    ab, cd = combine[a, b], combine[c, d]
    return (
        best_use[ab, cd, sets],
        _tight_beside[a, combine[b, cd], sets],
        _tight_beside[b, combine[a, cd], sets],
        _tight_beside[c, combine[ab, d], sets],
        _tight_beside[d, combine[ab, c], sets],
    )


tight_fields = Table(_tight_of_each, _MOST)
"""By the numbers of four suits and of the sets: the most tiles that so many sets and a pair can use, and each suit's
*tight* fields, as bits. They are part of a best use and not yet full: only a tile that raises one of them brings the
hand nearer."""
