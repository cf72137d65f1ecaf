"""Shanten, waits and accepting tiles straight from their definitions: slow, and without any of the solver's ideas.

A hand's distance from a shape is that from the nearest of *all* its complete hands, which are listed one by one, as a
hand whole where one or two sets and a pair are wanted, suit by suit where there are more.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, pairwise, permutations
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mjcalc.solver.shapes import Shape, ShapeSet

Counts = Sequence[int]
FAR = 99
ORPHANS = (0, 8, 9, 17, 18, 26, *range(27, 34))


def _shape(form: str, **more: object) -> Shape:
    return Shape(more.pop("id", form), form, **more)  # type: ignore[arg-type]


RIICHI = ShapeSet((_shape("standard"), _shape("seven_pairs", distinct=True), _shape("thirteen_orphans")))
"""What peer libraries solve, and plain 黃山 with orphans."""
PAIRS = ShapeSet((_shape("standard"), _shape("seven_pairs"), _shape("thirteen_orphans")))
HUANGMEI = ShapeSet((_shape("standard"), _shape("seven_pairs")), kinds=frozenset((*range(27), 31, 33)))
HUANGSHI = ShapeSet(
    (
        _shape("standard"),
        _shape("all_of", id="all_258", tiles=(1, 4, 7, 10, 13, 16, 19, 22, 25)),
        _shape("all_of", id="all_winds", tiles=(27, 28, 29, 30, 33)),
    ),
    kinds=frozenset(range(34)) - {31, 32},
)
FLYING = ShapeSet(
    (
        _shape("standard"),
        _shape("seven_pairs"),
        _shape("thirteen_orphans"),
        _shape("knitted_honors"),
        _shape("disjoint"),
        _shape("all_of", id="all_honors", tiles=tuple(range(27, 34))),
        _shape("four_wilds"),
    ),
    dragon_run=True,
)
GUOBIAO = ShapeSet(
    (
        _shape("standard"),
        _shape("knitted_straight"),
        _shape("seven_pairs"),
        _shape("thirteen_orphans"),
        _shape("knitted_honors", honors=(5, 6, 7)),
    )
)
SHAPE_SETS = {
    "guobiao": GUOBIAO,
    "riichi": RIICHI,
    "pairs": PAIRS,
    "huangmei": HUANGMEI,
    "huangshi": HUANGSHI,
    "flying": FLYING,
}


class Deal(NamedTuple):
    """A hand to solve."""

    counts: list[int]
    wilds: int
    melds: int
    melded: list[int]


def deal(rng: Random, tiles: int, melds: int = 0, wilds: int = 0, manner: str = "any") -> Deal:
    """A random hand of so many concealed tiles; ``manner`` says of which sort: any, one_suit, few_kinds, fours, near
    (a few tiles away from four sets and a pair), knitted, honours."""
    kinds = {
        "one_suit": list(range(9)),
        "few_kinds": rng.sample(range(34), 6),
        "honours": [*range(24, 34)],
    }.get(manner, list(range(34)))
    left = [4] * 34
    melded = [0] * 34
    for _ in range(melds):
        low = rng.choice([k for k in kinds if left[k] >= 3])
        run = [low, low + 1, low + 2]
        if low < 25 and low % 9 < 7 and rng.random() < 0.5 and all(left[k] for k in run):
            meld = run
        else:
            meld = [low] * (4 if left[low] == 4 and rng.random() < 0.4 else 3)
        for kind in meld:
            left[kind] -= 1
            melded[kind] += 1
    counts = [0] * 34
    naturals = tiles - wilds

    def add(kind: int, copies: int) -> None:
        copies = min(copies, left[kind], naturals - sum(counts))
        left[kind] -= copies
        counts[kind] += copies

    if manner == "fours":
        for _ in range(rng.randrange(1, 4)):
            add(rng.randrange(12), 4)
    if manner == "near":
        for _ in range(4):
            low = rng.randrange(27)
            for kind in rng.choice(([low, low + 1, low + 2] if low % 9 < 7 else [low], [low] * 3)):
                add(kind, 1)
        add(rng.randrange(34), 2)
        for _ in range(rng.randrange(3)):
            if any(counts):
                kind = rng.choice([k for k in range(34) if counts[k]])
                counts[kind] -= 1
                left[kind] += 1
    if manner == "knitted":
        rows = rng.sample(range(3), 3)
        for kind in rng.sample([9 * suit + row + step for suit, row in enumerate(rows) for step in (0, 3, 6)], 8):
            add(kind, 1)
        add(rng.randrange(34), rng.randrange(1, 5))
    wanted = naturals - sum(counts)
    pool = [k for k in kinds for _ in range(left[k])]
    if len(pool) < wanted:
        pool += [k for k in range(34) if k not in kinds for _ in range(left[k])]
    for kind in rng.sample(pool, wanted):
        add(kind, 1)
    return Deal(counts, wilds, melds, melded)


MANNERS = ("any", "one_suit", "few_kinds", "fours", "near", "knitted", "honours")


@cache
def sets_of(shape_set: ShapeSet) -> tuple[tuple[int, ...], ...]:
    """Every set there is, as its kinds."""
    runs = [(k, k + 1, k + 2) for k in range(27) if k % 9 < 7]
    if shape_set.dragon_run:
        runs.append((31, 32, 33))
    pungs = [(k, k, k) for k in range(34)]
    return tuple(s for s in (*runs, *pungs) if shape_set.kinds.issuperset(s))


def _span(suit: int | None) -> tuple[int, int]:
    return (0, 34) if suit is None else (9 * suit, min(9 * suit + 9, 34))


def _as_counts(tiles: Sequence[int], low: int, high: int) -> tuple[int, ...]:
    counts = [0] * (high - low)
    for tile in tiles:
        counts[tile - low] += 1
    return tuple(counts)


@cache
def complete_hands(shape_set: ShapeSet, sets: int, pairs: int, suit: int | None) -> NDArray[np.int8]:
    """Every choice of so many sets and pairs, of one suit or of all, as a column of counts."""
    low, high = _span(suit)
    chosen_sets = [s for s in sets_of(shape_set) if low <= s[0] < high]
    chosen_pairs = [(k, k) for k in sorted(shape_set.kinds) if low <= k < high]
    rows = {
        _as_counts([t for s in (*some_sets, *some_pairs) for t in s], low, high)
        for some_sets in combinations_with_replacement(chosen_sets, sets)
        for some_pairs in combinations_with_replacement(chosen_pairs, pairs)
    }
    return np.ascontiguousarray(np.array(sorted(rows), dtype=np.int8).reshape(-1, high - low).T)


def nearest(shape_set: ShapeSet, sets: int, pairs: int, suit: int | None, counts: Counts, room: Counts) -> int:
    """The fewest tiles that lead from the counts to one of the hands that has room."""
    low, high = _span(suit)
    hands = complete_hands(shape_set, sets, pairs, suit)
    have, most = (np.array(numbers[low:high], dtype=np.int8)[:, None] for numbers in (counts, room))
    missing = np.maximum(hands - have, 0).sum(axis=0, dtype=np.int8)
    return int(missing.min(initial=FAR, where=(hands <= most).all(axis=0)))


def standard(counts: Counts, shape_set: ShapeSet, melds: int, room: Counts) -> int:
    """Fewest tiles to 4 - melds sets and a pair."""
    wanted = 4 - melds
    if wanted <= 2:
        return nearest(shape_set, wanted, 1, None, counts, room)
    tables = [
        {
            (sets, pairs): nearest(shape_set, sets, pairs, suit, counts, room)
            for sets in range(wanted + 1)
            for pairs in (0, 1)
        }
        for suit in range(4)
    ]
    shares = [
        (a, b, c, wanted - a - b - c)
        for a in range(wanted + 1)
        for b in range(wanted + 1 - a)
        for c in range(wanted + 1 - a - b)
    ]
    return min(
        sum(tables[suit][share[suit], int(suit == pair)] for suit in range(4)) for share in shares for pair in range(4)
    )


def pairs(counts: Counts, kinds: Sequence[int], room: Counts, *, distinct: bool) -> int:
    """Fewest tiles to seven pairs: the least over how many pairs each kind gives."""
    least = [0] + [FAR] * 7
    for kind in kinds:
        most = min(1 if distinct else 7, room[kind] // 2)
        cost = [max(2 * n - counts[kind], 0) for n in range(most + 1)]
        least = [min(least[n - m] + cost[m] for m in range(min(n, most) + 1)) for n in range(8)]
    return least[7]


def _missing(counts: Counts, target: Sequence[int]) -> int:
    return sum(not counts[kind] for kind in target)


def orphans(counts: Counts) -> int:
    """Fewest tiles to thirteen orphans."""
    return _missing(counts, ORPHANS) + min(int(counts[kind] < 2) for kind in ORPHANS)


KNITTED = [
    [9 * suit + i + step for suit, i in enumerate(order) for step in (0, 3, 6)] for order in permutations(range(3))
]


def knitted(counts: Counts, honours: Sequence[int]) -> int:
    """Fewest tiles to fourteen different ones: so many honours, and the others of nine knitted tiles."""
    return min(
        _missing(counts, (*some, *others))
        for number in honours
        for some in combinations(range(27, 34), number)
        for nine in KNITTED
        for others in combinations(nine, 14 - number)
    )


def knitted_straight(counts: Counts, shape_set: ShapeSet, melds: int, room: Counts) -> int:
    """Fewest tiles to nine knitted ones, a set (unless it is a meld) and a pair."""
    if melds > 1:
        return FAR
    rest = complete_hands(shape_set, 1 - melds, 1, None)
    have, most = (np.array(numbers, dtype=np.int8)[:, None] for numbers in (counts, room))
    least = FAR
    for nine in KNITTED:
        hands = rest + np.array([kind in nine for kind in range(34)], dtype=np.int8)[:, None]
        missing = np.maximum(hands - have, 0).sum(axis=0, dtype=np.int8)
        least = min(least, int(missing.min(initial=FAR, where=(hands <= most).all(axis=0))))
    return least


@cache
def _apart() -> tuple[tuple[int, ...], ...]:
    return tuple(
        some for size in range(4) for some in combinations(range(9), size) if all(b - a >= 3 for a, b in pairwise(some))
    )


def disjoint(counts: Counts) -> int:
    """Fewest tiles to fourteen different tiles, those of a suit three apart."""
    honours = 7 - _missing(counts, range(27, 34))
    best: list[dict[int, int]] = []
    for suit in range(3):
        of_size: dict[int, int] = {}
        for some in _apart():
            have = sum(counts[9 * suit + i] > 0 for i in some)
            of_size[len(some)] = max(of_size.get(len(some), 0), have)
        best.append(of_size)
    return min(
        14 - best[0][a] - best[1][b] - best[2][c] - min(honours, 14 - a - b - c)
        for a in range(4)
        for b in range(4)
        for c in range(4)
        if 0 <= 14 - a - b - c <= 7
    )


def lacks(
    counts: Counts, shape: Shape, shape_set: ShapeSet, melds: int = 0, melded: Counts | None = None, real: bool = True
) -> int:
    """The fewest further tiles that complete a shape from the natural tiles; FAR or more where none do."""
    melded = melded or [0] * 34
    room = [(4 - melded[kind] if real else 14) if kind in shape_set.kinds else 0 for kind in range(34)]
    if shape.form == "standard":
        return standard(counts, shape_set, melds, room)
    if shape.form == "all_of":
        inside = [kind for kind in shape.tiles if kind in shape_set.kinds]
        if sum(melded[kind] for kind in inside) < sum(melded):
            return FAR
        return 14 - 3 * melds - sum(counts[kind] for kind in inside)
    if shape.form == "knitted_straight":
        return knitted_straight(counts, shape_set, melds, room)
    if melds:
        return FAR
    if shape.form == "seven_pairs":
        return pairs(counts, sorted(shape_set.kinds), room, distinct=shape.distinct)
    if shape.form == "knitted_honors":
        return knitted(counts, shape.honors)
    return {"thirteen_orphans": orphans, "disjoint": disjoint}[shape.form](counts)


def shanten(
    counts: Counts,
    shape: Shape,
    shape_set: ShapeSet,
    *,
    wilds: int = 0,
    melds: int = 0,
    melded: Counts | None = None,
    wild_in_play: bool = False,
) -> int | None:
    """The shanten for one shape."""
    wild_in_play = wild_in_play or wilds > 0
    if shape.form == "four_wilds":
        if not wild_in_play:
            return None
        useless = sum(counts[kind] for kind in range(34) if kind not in shape_set.kinds)
        draws = max(4 - wilds, useless + 14 - 3 * melds - sum(counts) - wilds)
        return draws - 1
    found = lacks(counts, shape, shape_set, melds, melded, not wild_in_play) - wilds - 1
    return None if found > 20 else found


def is_standard(counts: list[int], sets: int, pair: int, wilds: int, shape_set: ShapeSet) -> bool:
    """Whether the tiles and wilds are exactly so many sets and pairs: every way for the lowest tile is tried."""
    low = next((kind for kind in range(34) if counts[kind]), None)
    if low is None:
        return wilds == 3 * sets + 2 * pair
    ways = [(s, sets - 1, pair) for s in sets_of(shape_set) if low in s and min(k for k in s if counts[k]) == low]
    ways += [((low, low), sets, pair - 1)] if low in shape_set.kinds else []
    for tiles, sets_left, pairs_left in ways:
        if sets_left < 0 or pairs_left < 0:
            continue
        rest, spent = list(counts), 0
        for kind in tiles:
            if rest[kind]:
                rest[kind] -= 1
            else:
                spent += 1
        if spent <= wilds and is_standard(rest, sets_left, pairs_left, wilds - spent, shape_set):
            return True
    return False


def is_complete(counts: Counts, shape: Shape, shape_set: ShapeSet, wilds: int, melds: int, melded: Counts) -> bool:
    """Whether 14 - 3m tiles are complete in a shape."""
    if any(counts[kind] for kind in range(34) if kind not in shape_set.kinds):
        return False
    if shape.form == "standard":
        return is_standard(list(counts), 4 - melds, 1, wilds, shape_set)
    if shape.form == "four_wilds":
        return wilds >= 4
    if shape.form == "seven_pairs":
        if melds or (shape.distinct and max(counts) > 2):
            return False
        return sum(count % 2 for count in counts) <= wilds
    return lacks(counts, shape, shape_set, melds, melded, real=False) <= wilds
