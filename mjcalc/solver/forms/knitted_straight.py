"""Knitted straight 組合龍: nine knitted tiles, one set and a pair.

The nine are 147 of one suit, 258 of another and 369 of the third, all concealed; the set may be a meld. A tile that is
one of the nine is never worse there than in the set or the pair, so each way is completed by itself: the knitted tiles
first, then the rest.
"""

from collections.abc import Iterator, Sequence
from copy import copy
from functools import partial
from typing import TYPE_CHECKING

from mjcalc.solver.cuts import knitted_cuts
from mjcalc.solver.forms.form import ALL, FAR, Cutter, Form, bits_of
from mjcalc.solver.forms.knitted import KNITTED, knitted_kinds
from mjcalc.solver.shapes import Shape, ShapeSet
from mjcalc.tiles import KINDS

if TYPE_CHECKING:
    from mjcalc.solver.arrays import Hands, Signed

__all__ = ["KnittedStraight"]


class KnittedStraight(Form):
    """Nine knitted tiles, a set and a pair."""

    is_closed = False

    def __init__(self, shape: Shape, shape_set: ShapeSet) -> None:
        super().__init__(shape, shape_set)
        self._suits = shape_set.suits()
        starts = sum(runs << first for (_, runs), first in zip(self._suits, (0, 9, 18, 27), strict=True))
        self._chows = [7 << start for start in range(KINDS) if starts >> start & 1]
        """Every chow, as bits."""
        self._ways = [(way, nine) for way in KNITTED if not (nine := knitted_kinds(way)) & ~self.kinds]
        self._bodies = [(nine, self.kinds) for _, nine in self._ways]
        """Each way's nine kinds, and the kinds that the pair can be of, as bits."""
        self._has_room = True

    def beside(
        self, melds: int, melded: Sequence[int], *, real: bool, wild_out: bool, has_room: bool
    ) -> "KnittedStraight | None":
        """The form with the room that the melds leave."""
        if melds > 1 or not self._bodies:
            return None
        if not real or has_room:
            return self
        form = copy(self)
        form._has_room = False
        gone = bits_of(kind for kind, count in enumerate(melded) if count > 3)
        one_left = bits_of(kind for kind, count in enumerate(melded) if count > 2)
        two_left = bits_of(kind for kind, count in enumerate(melded) if count > 1)
        form._bodies = [
            (nine, self.kinds & ~one_left & ~(two_left & nine)) for _, nine in self._ways if not nine & gone
        ]
        return form if form._bodies else None

    def lacks(self, marks: int, melds: int = 0) -> int:
        """What the nearest of the six ways lacks."""
        once, twice, thrice, all_four = (marks >> KINDS * copies & ALL for copies in range(4))
        least = FAR
        for nine, pairs in self._bodies:
            missing = 9 - (once & nine).bit_count()
            one, two = once & ~nine | twice & nine, twice & ~nine | thrice & nine
            if melds:
                rest = 2 - (2 if two & pairs else 1 if one & pairs else 0)
            else:
                three = thrice & ~nine | all_four & nine
                rest = 5 - self._used(one, two, three, all_four & ~nine)
            least = min(least, missing + rest)
        return least

    def completing(self, marks: int, melds: int = 0) -> int:
        """The same as for other forms, sooner: most hands lack more of each nine, and few tiles are left beside."""
        once = marks & ALL
        kinds = 0
        for nine, pairs in self._bodies:
            missing = nine & ~once
            if missing.bit_count() > 1:
                continue
            rest = [
                kind
                for kind in range(KINDS)
                for copies in range(4)
                if marks >> KINDS * copies + kind & 1 and (copies or not nine >> kind & 1)
            ]
            if missing:
                kinds |= missing if self._is_complete(rest, pairs) else 0
            elif len(rest) == 1:
                kinds |= 1 << rest[0] & pairs
            elif len(rest) == 4:
                kinds |= self._completing_rest(rest)
        return kinds & self.kinds

    def _is_complete(self, rest: list[int], pairs: int) -> bool:
        """Whether sorted tiles are a pair, or a set and a pair."""
        if len(rest) == 2:
            return rest[0] == rest[1] and pairs >> rest[0] & 1 > 0
        return len(rest) == 5 and any(
            rest[at] == rest[at + 1] and self._is_set(rest[:at] + rest[at + 2 :]) for at in range(4)
        )

    def _is_set(self, three: list[int]) -> bool:
        return three[0] == three[2] or bits_of(set(three)) in self._chows

    def _completing_rest(self, rest: list[int]) -> int:
        """The kinds, as bits, that make four sorted tiles a set and a pair."""
        kinds = 0
        for at in range(4):
            if self._is_set(rest[:at] + rest[at + 1 :]):
                kinds |= 1 << rest[at]
        for at in range(3):
            if rest[at] == rest[at + 1]:
                one, other = rest[:at] + rest[at + 2 :]
                two = 1 << one | 1 << other
                kinds |= two if one == other else self._third_of(two)
        return kinds

    def _third_of(self, two: int) -> int:
        """The kinds, as bits, that make two different ones a chow."""
        kinds = 0
        for chow in self._chows:
            if two & ~chow == 0:
                kinds |= chow & ~two
        return kinds

    def wants(self, marks: int, melds: int = 0) -> int:
        """The kinds one more of which leaves one tile less to find, where there is room also a fifth copy."""
        kinds = super().wants(marks, melds)
        if self._has_room and not melds:
            now = self.lacks(marks, melds)
            once, all_four = marks & ALL, marks >> 3 * KINDS & ALL
            for nine, _ in self._bodies:
                # A pung and a pair of one kind, of which the pair's second or first tile is the fifth copy.
                lacking = now - 9 + (once & nine).bit_count()
                kinds |= all_four & (~nine if lacking == 1 else nine if lacking == 2 else 0)
        return kinds

    def _used(self, one: int, two: int, three: int, four: int) -> int:
        """The most tiles that a set and a pair can use, of kinds that are there at least once, twice, …, by bits."""
        best, most = 0, min(5, one.bit_count() + two.bit_count() + three.bit_count() + four.bit_count())
        for used, left, twice_left in self._generate_sets(one, two, three, four):
            best = max(best, used + (2 if twice_left else 1 if left else 0))
            if best == most:
                break
        return best

    def _generate_sets(self, one: int, two: int, three: int, four: int) -> Iterator[tuple[int, int, int]]:
        """For each set how many tiles it uses, and the kinds of which one tile, or two, are left for the pair."""
        rest = one
        while rest:
            tile = rest & -rest
            rest ^= tile
            # A pung and a pair of one kind are five copies.
            left = one & ~tile | (four & tile if self._has_room else 0)
            yield 1 + (two & tile > 0) + (three & tile > 0), left, two & ~tile
        for chow in self._chows:
            if used := (one & chow).bit_count():
                yield used, one & ~chow | two & chow, two & ~chow | three & chow

    def lacks_many(self, hands: "Hands", *, real: bool, has_room: bool) -> "Signed":
        """The same for arrays."""
        import numpy as np

        least: Signed = np.full_like(hands.melds, FAR)
        bounded = real and not has_room
        for _, nine in self._ways:
            there = hands.total(hands.there, nine)
            rest = hands.tiles.copy()
            knitted = [kind for kind in range(KINDS) if nine >> kind & 1]
            rest[knitted] -= hands.there[knitted]
            rest[[kind for kind in range(KINDS) if not self.kinds >> kind & 1]] = 0
            at_least = [(rest >= copies).astype(np.int8) for copies in range(5)]
            ones, twos = at_least[1].sum(axis=0), at_least[2].sum(axis=0)

            used = np.zeros_like(hands.melds)
            for kind in range(KINDS):
                left = ones - at_least[1][kind] + (0 if bounded else at_least[4][kind])
                pair = np.where(twos > at_least[2][kind], 2, left > 0)
                np.maximum(used, np.minimum(rest[kind], 3) + pair, out=used, casting="unsafe")
            for chow in self._chows:
                first = (chow & -chow).bit_length() - 1
                row = slice(first, first + 3)
                one, two, three = (at_least[copies][row].sum(axis=0) for copies in (1, 2, 3))
                pair = np.where(twos - two + three > 0, 2, ones - one + two > 0)
                np.maximum(used, one + pair, out=used, casting="unsafe")
            lacks = (9 - there) + (5 - used)

            pairs = np.minimum(rest, 2)
            if bounded and hands.melded is not None:
                room = 4 - hands.melded.astype(np.int8)
                room[knitted] -= 1
                pairs = np.where(room >= 2, pairs, 0)
                lacks[(room[knitted] < 0).any(axis=0)] = FAR
            beside = (9 - there) + (2 - pairs.max(axis=0).astype(np.int8))
            beside[lacks >= FAR] = FAR
            least = np.minimum(least, np.where(hands.melds == 0, lacks, beside))
        least[hands.melds > 1] = FAR
        return least

    def cutters(self) -> list[tuple[Cutter, Cutter, Cutter, Cutter]]:
        """Every number suit into its row and sets, and a pair; the honours into sets, and a pair."""
        ways: list[tuple[Cutter, Cutter, Cutter, Cutter]] = []
        for rows, _ in self._ways:
            m, p, s, z = (
                partial(knitted_cuts, kinds=kinds, runs=runs, row=row)
                for (kinds, runs), row in zip(self._suits, (*rows, 0), strict=True)
            )
            ways.append((m, p, s, z))
        return ways
