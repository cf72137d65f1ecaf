"""The nine knitted tiles: 147 of one suit, 258 of another, 369 of the third, in all six ways."""

from itertools import permutations

from mjcalc.solver.forms.form import bits_of

__all__ = ["KNITTED", "ROWS", "knitted_kinds"]

ROWS = (0b001001001, 0b010010010, 0b100100100)
"""147, 258 and 369, by bits from a suit's first kind on."""

KNITTED: tuple[tuple[int, int, int], ...] = tuple((m, p, s) for m, p, s in permutations(ROWS))
"""Each way to share the rows out to characters, dots and bamboo."""


def knitted_kinds(way: tuple[int, int, int]) -> int:
    """The nine kinds of a way, as bits of all kinds.

    >>> knitted_kinds(KNITTED[0]).bit_count()
    9
    """
    return bits_of(9 * suit + at for suit, row in enumerate(way) for at in range(9) if row >> at & 1)
