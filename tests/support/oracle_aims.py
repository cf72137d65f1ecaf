"""Aims and distance by their definition: the fewest further tiles over every complete hand of a small tile set.

Nothing here knows the solver. A complete hand is four sets and a pair, or seven pairs; it is laid out once, and a rule
about it is a plain function of its sets.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np

__all__ = ["Hand", "Table", "all_hands"]

Laid = tuple[str, int]


class Hand(NamedTuple):
    """A complete hand: its shape, its sets (melds too) and its pair, or its seven pairs."""

    shape: str
    sets: tuple[Laid, ...]

    @property
    def tiles(self) -> list[int]:
        """Every tile, melds too."""
        return [tile for one in self.sets for tile in tiles_of(one)]


def tiles_of(laid: Laid) -> list[int]:
    kind, first = laid
    return [first, first + 1, first + 2] if kind == "chow" else [first] * (3 if kind == "pung" else 2)


def all_hands(kinds: Sequence[int], melds: Sequence[Laid]) -> Iterator[tuple[Hand, list[int]]]:
    """Every complete hand of these kinds beside these melds, with its concealed tiles."""
    sets: list[Laid] = [("pung", kind) for kind in kinds]
    sets += [("chow", k) for k in kinds if k < 27 and k % 9 < 7 and k + 1 in kinds and k + 2 in kinds]
    for own in combinations_with_replacement(sets, 4 - len(melds)):
        for pair in kinds:
            laid = (*own, ("pair", pair))
            yield Hand("standard", (*laid, *melds)), [tile for one in laid for tile in tiles_of(one)]
    if not melds:
        for pairs in combinations_with_replacement(kinds, 7):
            hand = Hand("seven_pairs", tuple(("pair", kind) for kind in pairs))
            yield hand, hand.tiles


class Table:
    """The complete hands beside some melds, ready to be compared with what a player holds."""

    def __init__(self, kinds: Sequence[int], melds: Sequence[Laid], rules: dict[str, Callable[[Hand], bool]]) -> None:
        self._kinds = kinds
        melded = [tile for one in melds for tile in tiles_of(one)]
        found, masks = [], []
        for hand, concealed in all_hands(kinds, melds):
            found.append([*[concealed.count(kind) for kind in kinds], *[melded.count(kind) for kind in kinds]])
            masks.append([rule(hand) for rule in rules.values()])
        counts = np.array(found, dtype=np.int16)
        own, shown = counts[:, : len(kinds)], counts[:, len(kinds) :]
        self._own = own
        self._real = ((own + shown) <= 4).all(axis=1)
        self._allowed = dict(zip(rules, np.array(masks, dtype=bool).T, strict=True))

    def shanten(self, rule: str, concealed: Sequence[int], wilds: int, *, real: bool) -> int | None:
        """N − w − 1, N the fewest further tiles that would complete a hand that the rule allows."""
        held = np.array([concealed.count(kind) for kind in self._kinds], dtype=np.int16)
        allowed = self._allowed[rule] & self._real if real else self._allowed[rule]
        if not allowed.any():
            return None
        lacking = np.maximum(self._own[allowed] - held, 0).sum(axis=1)
        return int(lacking.min()) - wilds - 1
