"""How far a hand is from complete hands of certain tiles alone, in a whole variant: the least over each suit apart.

Nothing here knows the solver. Suits share no sets, so a complete hand is some sets, and in one place a pair, of each
suit: the least of each suit is found over everything that can be laid out of it, and every way to share four sets and a
pair among the suits is tried.
"""

from collections.abc import Collection, Iterable, Sequence
from functools import cache
from itertools import combinations_with_replacement, product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["CELLS", "FAR", "Laid", "Standard", "laid_tiles", "seven_pairs", "standard", "with_sets"]

FAR = 99
CELLS = (range(9), range(9, 18), range(18, 27), range(27, 34))
"""The kinds of characters, dots, bamboo and honours."""

Laid = tuple[str, int]
"""A chow, a pung or a pair, and its first tile."""


class Standard(NamedTuple):
    """Which four sets and a pair are meant."""

    kinds: frozenset[int]
    chows: bool = True
    pairs: frozenset[int] = frozenset(range(34))
    cells: frozenset[int] = frozenset()
    """The suits, by number, of each of which there is a set or the pair."""


def laid_tiles(laid: Laid) -> list[int]:
    """The tiles of a set or pair."""
    kind, first = laid
    return [first, first + 1, first + 2] if kind == "chow" else [first] * (3 if kind == "pung" else 2)


@cache
def _sets(kinds: frozenset[int], chows: bool, dragon_run: bool) -> tuple[tuple[int, ...], ...]:
    runs = [(k, k + 1, k + 2) for k in kinds if (k < 27 and k % 9 < 7) or (dragon_run and k == 31)]
    return tuple([(k, k, k) for k in sorted(kinds)] + [run for run in runs if chows and kinds.issuperset(run)])


@cache
def _laid_out(
    first: int, length: int, sets: tuple[tuple[int, ...], ...], number: int, pairs: frozenset[int] | None
) -> NDArray[np.int8]:
    """Every choice of so many sets, and of one pair where pairs are given, as a row of counts."""
    ends: Sequence[tuple[int, ...]] = [()] if pairs is None else [(kind, kind) for kind in sorted(pairs)]
    rows = set()
    for chosen in combinations_with_replacement(sets, number):
        for end in ends:
            counts = [0] * length
            for tile in (*end, *[tile for one in chosen for tile in one]):
                counts[tile - first] += 1
            rows.add(tuple(counts))
    return np.array(sorted(rows), dtype=np.int8).reshape(-1, length)


@cache
def _least(
    held: tuple[int, ...],
    room: tuple[int, ...],
    first: int,
    sets: tuple[tuple[int, ...], ...],
    number: int,
    pairs: frozenset[int] | None,
) -> int:
    """The fewest tiles that lead from what is held of a suit to so many sets, and a pair."""
    rows = _laid_out(first, len(held), sets, number, pairs)
    fits = (rows <= np.array(room, dtype=np.int8)).all(axis=1)
    missing = np.maximum(rows - np.array(held, dtype=np.int8), 0).sum(axis=1, dtype=np.int16)
    return int(missing.min(initial=FAR, where=fits))


def standard(
    counts: Sequence[int], room: Sequence[int], wanted: Standard, melds: Sequence[Laid], *, dragon_run: bool = False
) -> int:
    """The fewest further tiles to four sets and a pair of those meant, melds among them; FAR where there are none."""
    if any(not wanted.kinds.issuperset(laid_tiles(one)) or (one[0] == "chow" and not wanted.chows) for one in melds):
        return FAR
    melded = {cell for cell, kinds in enumerate(CELLS) for _, first in melds if first in kinds}
    tables = []
    for kinds in CELLS:
        own = wanted.kinds.intersection(kinds)
        sets, span = _sets(own, wanted.chows, dragon_run), slice(kinds[0], kinds[-1] + 1)
        have, most = tuple(counts[span]), tuple(room[span])
        tables.append(
            {
                (number, paired): _least(have, most, kinds[0], sets, number, own & wanted.pairs if paired else None)
                for number in range(5 - len(melds))
                for paired in (False, True)
            }
        )
    least = FAR
    for shares in product(range(5 - len(melds)), repeat=4):
        if sum(shares) == 4 - len(melds):
            for pair in range(4):
                used = {cell for cell, share in enumerate(shares) if share} | {pair} | melded
                if used >= wanted.cells:
                    least = min(least, sum(tables[cell][shares[cell], cell == pair] for cell in range(4)))
    return least


def seven_pairs(
    counts: Sequence[int], room: Sequence[int], kinds: Collection[int], *, distinct: bool, both: Sequence[range] = ()
) -> int:
    """The fewest further tiles to seven pairs of these kinds, at least one in each of ``both``."""
    # What is done so far: how many pairs, and in which of both.
    least = {(0, frozenset[int]()): 0}
    for kind in kinds:
        following = dict(least)
        for (number, met), lacks in least.items():
            for more in range(1, min(1 if distinct else 7, room[kind] // 2, 7 - number) + 1):
                state = number + more, met | {place for place, some in enumerate(both) if kind in some}
                cost = lacks + max(2 * more - counts[kind], 0)
                following[state] = min(following.get(state, FAR), cost)
        least = following
    return least.get((7, frozenset(range(len(both)))), FAR)


@cache
def _rest(number: int) -> NDArray[np.int8]:
    """Every choice of so many sets, one at most, and a pair, of all kinds."""
    sets = _sets(frozenset(range(34)), True, False)
    return _laid_out(0, 34, sets, number, frozenset(range(34)))


def with_sets(
    counts: Sequence[int], room: Sequence[int], instances: Iterable[Sequence[Laid]], melds: Sequence[Laid]
) -> int:
    """The fewest further tiles to four sets and a pair that have all the sets of one of these instances."""
    least = FAR
    for instance in instances:
        still = list(instance)
        for meld in melds:
            if meld in still:
                still.remove(meld)
        free = 4 - len(melds) - len(still)
        if free < 0:
            continue
        fixed = np.zeros(34, dtype=np.int8)
        for tile in [tile for one in still for tile in laid_tiles(one)]:
            fixed[tile] += 1
        rows = _rest(free) + fixed
        fits = (rows <= np.array(room, dtype=np.int8)).all(axis=1)
        missing = np.maximum(rows - np.array(counts, dtype=np.int8), 0).sum(axis=1, dtype=np.int16)
        least = min(least, int(missing.min(initial=FAR, where=fits)))
    return least
