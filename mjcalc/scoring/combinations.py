"""Which sets of a reading make a combination together, and how combinations share their sets.

A set or a pair is a *code*, a small int; a combination is a sorted tuple of codes, given by an example:
:func:`alike` has everything that is like it. All sets of a reading are *packed* into one int that has three bits for
each code, so that they can be added up like any other measure.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache, reduce
from itertools import accumulate, combinations, permutations, product
from operator import attrgetter, or_

from msgspec import Struct

from mjcalc.memo import Memo
from mjcalc.rules.tile_texts import parse_sets
from mjcalc.tiles import DRAGONS, KINDS, WINDS

__all__ = [
    "SET_BITS",
    "Codes",
    "Joiner",
    "Maker",
    "alike",
    "code_of",
    "in_every_suit",
    "number_of_disjoint",
    "packed",
    "packed_set",
    "sets_of",
    "unpacked",
]

Codes = tuple[int, ...]

_FIRST = {"chow": 0, "pair": 2 * KINDS} | dict.fromkeys(("pung", "exposed_kong", "added_kong", "concealed_kong"), KINDS)
_PACKED_BITS = 3
"""No hand has more than seven of a set or a pair."""
_FIELD = (1 << _PACKED_BITS) - 1
_MOST_BESIDE_A_PAIR = 5
"""Four sets and a pair."""
SET_BITS = _PACKED_BITS * 3 * KINDS
"""What all sets of a reading take when they are packed."""
_LAST_NUMBER = {"chow": 6, "pung": 8, "pair": 8}
_COUNT_BITS = 3
"""A fan is made fewer than 8 times by the sets of one hand."""
_MOST = 1 << 14


def code_of(kind: str, tile: int) -> int:
    """The code of a set or a pair by its kind and first tile; a kong counts as a pung.

    >>> code_of("chow", 3), code_of("pung", 3), code_of("added_kong", 3), code_of("pair", 3)
    (3, 37, 37, 71)
    """
    return _FIRST[kind] + tile


def packed_set(kind: str, tiles: Codes) -> int:
    """A block as a part of the packed sets: 0 where it is neither a set nor a pair.

    >>> packed_set("chow", (0, 1, 2)), packed_set("pung", (0, 0, 0)) == 8**34, packed_set("single", (0,))
    (1, True, 0)
    """
    return packed((code_of(kind, tiles[0]),)) if kind in _FIRST else 0


def sets_of(codes: Codes) -> tuple[tuple[str, int], ...]:
    """The sets and pairs of a combination, each by its kind and first tile.

    >>> sets_of((3, 37, 71))
    (('chow', 3), ('pung', 3), ('pair', 3))
    """
    return tuple([(("chow", "pung", "pair")[code // KINDS], code % KINDS) for code in codes])


def packed(codes: Codes) -> int:
    """Codes as packed sets."""
    return sum([1 << _PACKED_BITS * code for code in codes])


def unpacked(sets: int) -> Codes:
    """The codes of packed sets.

    >>> unpacked(2 * packed_set("chow", (0, 1, 2)) + packed_set("pair", (0, 0)))
    (0, 0, 68)
    """
    codes: list[int] = []
    while sets:
        code = ((sets & -sets).bit_length() - 1) // _PACKED_BITS
        codes.append(code)
        sets -= 1 << _PACKED_BITS * code
    return tuple(codes)


@cache
def alike(examples: tuple[str, ...]) -> frozenset[Codes]:
    """All combinations like one of the examples.

    Numbers move together as far as they fit, suits change places, and so do winds, and dragons.

    >>> len(alike(("123m 456m 789m",))), len(alike(("123m 456p 789s",))), len(alike(("中中中 發發發",)))
    (3, 6, 3)
    """
    return frozenset(codes for example in examples for codes in _like(example))


def _like(example: str) -> Iterable[Codes]:
    sets = parse_sets(example)
    numbers = [(kind, tile) for kind, tile in sets if tile < WINDS.start]
    winds = [(kind, tile) for kind, tile in sets if tile in WINDS]
    dragons = [(kind, tile) for kind, tile in sets if tile in DRAGONS and kind != "chow"]
    fixed = [code_of(kind, tile) for kind, tile in sets if tile in DRAGONS and kind == "chow"]
    moved = [_moved(numbers), _renamed(winds, WINDS), _renamed(dragons, DRAGONS)]
    for parts in product(*moved):
        yield tuple(sorted([*fixed, *(code for part in parts for code in part)]))


def _moved(sets: Sequence[tuple[str, int]]) -> Iterable[Codes]:
    """Every place in the suits for sets of numbers."""
    if not sets:
        return ((),)
    own = sorted({tile // 9 for _, tile in sets})
    least = -min([tile % 9 for _, tile in sets])
    most = min([_LAST_NUMBER[kind] - tile % 9 for kind, tile in sets])
    found = set()
    for suits in permutations(range(3), len(own)):
        moved = [_FIRST[kind] + 9 * suits[own.index(tile // 9)] + tile % 9 for kind, tile in sets]
        for by in range(least, most + 1):
            found.add(tuple(sorted([code + by for code in moved])))
    return found


def _renamed(sets: Sequence[tuple[str, int]], kinds: range) -> Iterable[Codes]:
    """Every choice of other winds, or dragons, for some of them."""
    if not sets:
        return ((),)
    own = sorted({tile for _, tile in sets})
    return {
        tuple(sorted([_FIRST[kind] + names[own.index(tile)] for kind, tile in sets]))
        for names in permutations(kinds, len(own))
    }


def in_every_suit(tiles: Iterable[int]) -> frozenset[bytes]:
    """Hands like this one with the suits changed, each by its number of tiles of every kind.

    >>> len(in_every_suit((0, 0, 8))), len(in_every_suit((0, 9))), len(in_every_suit((27,)))
    (3, 3, 1)
    """
    counts = [0] * KINDS
    for tile in tiles:
        counts[tile] += 1
    numbers = [counts[start : start + 9] for start in (0, 9, 18)]
    return frozenset(
        bytes([*numbers[one], *numbers[other], *numbers[third], *counts[27:]])
        for one, other, third in permutations(range(3))
    )


@lru_cache(1 << 12)
def number_of_disjoint(codes: Codes, patterns: frozenset[Codes]) -> int:
    """How many of the patterns the sets of a reading make, no set in two of them.

    >>> number_of_disjoint((0, 0, 0, 0, 68), alike(("123m 123m",)))
    2
    """
    best = 0
    for size in {len(pattern) for pattern in patterns}:
        for places in combinations(range(len(codes)), size):
            if tuple([codes[place] for place in places]) in patterns:
                rest = tuple([code for place, code in enumerate(codes) if place not in places])
                best = max(best, 1 + number_of_disjoint(rest, patterns))
    return best


class Maker(Struct, frozen=True):
    """A fan that sets make together."""

    patterns: frozenset[Codes]
    value: int
    several: bool
    """Whether it counts more than once."""


class _Occurrence(Struct, frozen=True, gc=False):
    """Sets of a reading that make a fan, by their places as bits."""

    worth: int
    """The fan's value; below it, one more of the fan, and more of an earlier fan is more than any of later ones."""
    fan: int
    places: tuple[int, ...]
    mask: int


_WORTH = attrgetter("worth")


@cache
def _choices(number: int, size: int) -> tuple[tuple[int, ...], ...]:
    """The places of every choice of so many sets of a reading."""
    return tuple(combinations(range(number), size))


class Joiner:
    """Chooses the combinations of a reading that count where each set accounts for itself once.

    Chosen one by one, each combination joins sets of which no two are joined already, directly or through others. Of
    all such choices it takes one of the highest sum, of equal ones that with more of the earlier fans. No set makes
    the same fan twice.

    :param makers: the fans in the order of the file.
    """

    def __init__(self, makers: Sequence[Maker]) -> None:
        self._makers = makers
        self._fans_of: dict[Codes, list[int]] = {}
        for fan, maker in enumerate(makers):
            for pattern in maker.patterns:
                self._fans_of.setdefault(pattern, []).append(fan)
        self._sizes = sorted({len(pattern) for pattern in self._fans_of})
        used = {code for pattern in self._fans_of if len(pattern) <= _MOST_BESIDE_A_PAIR for code in pattern}
        self._used = sum([_FIELD << _PACKED_BITS * code for code in used])
        shift = _COUNT_BITS * len(makers)
        self._worths = [
            (maker.value << shift) + (1 << _COUNT_BITS * (len(makers) - 1 - fan)) for fan, maker in enumerate(makers)
        ]
        """What each fan adds: above all its value, of equal values more of the earlier fans."""
        self._known: Memo[tuple[int, int], Mapping[int, int]] = Memo(_MOST)

    def choose(self, sets: int, barred: int = 0) -> Mapping[int, int]:
        """How often packed sets make each fan, by its place among the makers.

        :param barred: the makers that may not be chosen, as bits.

        >>> joiner = Joiner([Maker(alike((text,)), 1, True) for text in ("123m 123p", "123m 456m", "123m 789m")])
        >>> joiner.choose(packed((0, 6, 9, 15)))
        {0: 2, 2: 1}
        """
        pairs = sets >> _PACKED_BITS * _FIRST["pair"]
        if not pairs & pairs - 1:  # at most one: seven pairs are looked at whole
            sets &= self._used
        key = (sets, barred)
        known = self._known.get(key)
        if known is None:
            codes = unpacked(sets)
            known = self._known.keep(key, self._choose(self._occurrences(codes, barred), len(codes)))
        return known

    def _occurrences(self, codes: Codes, barred: int) -> list[_Occurrence]:
        found = []
        fans_of = self._fans_of
        for size in self._sizes:
            for sets, places in zip(combinations(codes, size), _choices(len(codes), size), strict=True):
                for fan in fans_of.get(sets, ()):
                    if not barred >> fan & 1:
                        mask = sum([1 << place for place in places])
                        found.append(_Occurrence(self._worths[fan], fan, places, mask))
        found.sort(key=_WORTH, reverse=True)
        return found

    def _choose(self, occurrences: list[_Occurrence], number: int) -> Mapping[int, int]:
        if len(occurrences) < 2:
            return {one.fan: 1 for one in occurrences}
        sums = [0, *accumulate([one.worth for one in occurrences])]
        used = reduce(or_, [one.mask for one in occurrences])
        chosen: list[_Occurrence] = []
        best: tuple[int, list[_Occurrence]] = (0, [])

        def look(at: int, worth: int, joined: tuple[int, ...], joins: int) -> None:
            """All choices among the occurrences from ``at`` on; ``joined`` are the places joined to each, as bits."""
            nonlocal best
            if worth > best[0]:
                best = (worth, chosen.copy())
            # The worthiest come first, and each takes a join or more.
            if worth + sums[min(at + joins, len(occurrences))] - sums[at] <= best[0]:
                return
            one = occurrences[at]
            if self._may_join(one, joined, chosen):
                together = 0
                for place in one.places:
                    together |= joined[place]
                chosen.append(one)
                then = tuple([together if mask & together else mask for mask in joined])
                look(at + 1, worth + one.worth, then, joins - len(one.places) + 1)
                chosen.pop()
            look(at + 1, worth, joined, joins)

        look(0, 0, tuple([1 << place for place in range(number)]), used.bit_count() - 1)
        counts: dict[int, int] = {}
        for one in best[1]:
            counts[one.fan] = counts.get(one.fan, 0) + 1
        return counts

    def _may_join(self, one: _Occurrence, joined: tuple[int, ...], chosen: list[_Occurrence]) -> bool:
        together = 0
        for place in one.places:
            if together & joined[place]:
                return False
            together |= joined[place]
        several = self._makers[one.fan].several
        return not any(other.fan == one.fan and (not several or other.mask & one.mask) for other in chosen)
