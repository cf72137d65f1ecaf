"""Which sets of a reading make a combination together, and how combinations share their sets.

A set or a pair is a *code*, a small int; a reading's sets are a sorted tuple of codes. A combination is given by an
example, :func:`alike` has everything that is like it.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, reduce
from itertools import accumulate, combinations, permutations, product
from operator import or_

from msgspec import Struct

from mjcalc.memo import Memo
from mjcalc.rules.tile_texts import parse_sets
from mjcalc.tiles import DRAGONS, KINDS, WINDS

__all__ = ["Codes", "Joiner", "Maker", "alike", "code_of", "number_of_disjoint"]

Codes = tuple[int, ...]

_FIRST = {"chow": 0, "pair": 2 * KINDS} | dict.fromkeys(("pung", "exposed_kong", "added_kong", "concealed_kong"), KINDS)
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


def _moved(sets: Sequence[tuple[str, int]]) -> set[Codes]:
    """Every place in the suits for sets of numbers."""
    found = set()
    for suits in permutations(range(3)):
        for by in range(-8, 9):
            if all(0 <= tile % 9 + by <= _LAST_NUMBER[kind] for kind, tile in sets):
                found.add(tuple([code_of(kind, suits[tile // 9] * 9 + tile % 9 + by) for kind, tile in sets]))
    return found


def _renamed(sets: Sequence[tuple[str, int]], kinds: range) -> set[Codes]:
    """Every choice of other winds, or dragons, for some of them."""
    found = set()
    for names in permutations(kinds):
        found.add(tuple([code_of(kind, names[tile - kinds.start]) for kind, tile in sets]))
    return found


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


class _Occurrence(Struct, frozen=True):
    """Sets of a reading that make a fan, by their places as bits."""

    worth: int
    """The fan's value; below it, one more of the fan, and more of an earlier fan is more than any of later ones."""
    fan: int
    places: tuple[int, ...]
    mask: int


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
        self._shift = _COUNT_BITS * len(makers)
        self._known: Memo[tuple[Codes, int], Mapping[int, int]] = Memo(_MOST)

    def choose(self, codes: Codes, barred: int = 0) -> Mapping[int, int]:
        """How often each fan is made, by its place among the makers; ``barred`` are those that may not be, as bits.

        >>> joiner = Joiner([Maker(alike((text,)), 1, True) for text in ("123m 123p", "123m 456m", "123m 789m")])
        >>> joiner.choose((0, 6, 9, 15, 95))
        {0: 2, 2: 1}
        """
        key = (codes, barred)
        known = self._known.get(key)
        if known is None:
            known = self._known.keep(key, self._choose(self._occurrences(codes, barred), len(codes)))
        return known

    def _occurrences(self, codes: Codes, barred: int) -> list[_Occurrence]:
        found = []
        for size in self._sizes:
            for places in combinations(range(len(codes)), size):
                for fan in self._fans_of.get(tuple([codes[place] for place in places]), ()):
                    if not barred >> fan & 1:
                        maker = self._makers[fan]
                        earlier = 1 << _COUNT_BITS * (len(self._makers) - 1 - fan)
                        mask = sum(1 << place for place in places)
                        found.append(_Occurrence((maker.value << self._shift) + earlier, fan, places, mask))
        return sorted(found, key=lambda one: one.worth, reverse=True)

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
