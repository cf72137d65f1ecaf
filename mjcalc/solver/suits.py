"""What one suit can give towards sets and a pair, and which further tiles would let it give more.

Number suits and honours never share a set, so each is solved alone, for all that matters of it is its yield
(:mod:`mjcalc.solver.yields`). Nothing is solved before it is asked for, and every table is emptied when it is full.
Several threads may ask at once: what is remembered depends on the question alone, so the second thread to ask only
repeats the work.
"""

from functools import lru_cache

from mjcalc.memo import Table
from mjcalc.solver.kinds import FIRST_KINDS, changed, marks_of
from mjcalc.solver.shapes import ShapeSet
from mjcalc.solver.yields import FIELDS, add_pair, add_sets, fields_of, larger, unpack, yield_number

__all__ = ["PLENTY", "Place", "Suit", "places_for"]

PLENTY = 15
"""A limit that never binds: more copies of a kind than any hand can ask for."""

_MOST_SUITS = 20_000
_MOST_ENDS = 60_000


class Place:
    """The suits at one place of a hand: its characters, dots, bamboo or honours.

    A suit's *key* is its counts as bytes, nine of them or seven; where melds have taken copies of its kinds, the
    melds' counts follow.

    >>> characters = Place(0, 0b111111111, 0b1111111, 4)
    >>> fields_of(characters.suits[bytes([1, 1, 1, 0, 0, 0, 0, 2, 0])].number)  # 12388 characters
    (0, 2, 3, 5, 5, 5, 5, 5, 5, 5)

    :param first: its first kind.
    :param kinds: the kinds that its sets may be made of, as bits from the first on.
    :param runs: the kinds that can begin a chow, likewise.
    :param pungs: the kinds that a pung may be of, likewise.
    :param pairs: the kinds that the pair may be of, likewise.
    :param most: how many suits to remember.
    :param limit: how many copies of a kind a complete hand may have, melds included: four where every tile is real,
        :data:`PLENTY` where a wild may be one.
    """

    def __init__(
        self, first: int, kinds: int, runs: int, limit: int, pungs: int = 511, pairs: int = 511, most: int = _MOST_SUITS
    ) -> None:
        self.first = first
        self.length = 7 if first == FIRST_KINDS[-1] else 9
        self.kinds = kinds
        self.runs = runs
        self.limit = limit
        self._limits = bytes([limit if kinds >> at & 1 else 0 for at in range(self.length)])
        self._blocks = sum([_blocks_from(at, runs, pungs, pairs) for at in range(self.length)])
        self.suits = Table(self._solve, most)
        """The suits by their keys, each solved when it is first asked for."""

    def _solve(self, key: bytes) -> "Suit":
        beside_none = len(key) > self.length and not any(key[self.length :])
        return self.suits[key[: self.length]] if beside_none else Suit(key, self)

    def limits_of(self, key: bytes) -> bytes:
        """How many copies of each of its kinds a complete hand's concealed tiles may have."""
        if len(key) == self.length or self.limit == PLENTY:
            return self._limits
        return bytes([max(limit - melded, 0) for limit, melded in zip(self._limits, key[self.length :], strict=True)])

    def packed_yield(self, key: bytes) -> int:
        """A suit's yield, packed."""
        return _packed_yield(key[: self.length], self.limits_of(key), self._blocks, 0, 0)


class Suit:
    """One suit of a hand, solved."""

    __slots__ = ("_key", "_less", "_place", "_raised", "marks", "number", "wants")

    def __init__(self, key: bytes, place: Place) -> None:
        self._key = key
        self._place = place
        self.number = yield_number(place.packed_yield(key))
        """The number of its yield."""
        self.marks = marks_of(key[: place.length], place.kinds << place.first, place.first)
        """Its marks, see :mod:`mjcalc.solver.kinds`."""
        self.wants = Table(self._wanted, 1 << FIELDS)
        """By tight fields, as bits: the kinds, as bits, one more of which raises one of those fields."""
        self._less: tuple[tuple[int, Suit], ...] | None = None
        self._raised: tuple[int, ...] | None = None

    @property
    def less(self) -> "tuple[tuple[int, Suit], ...]":
        """Each kind it has, with the suit that is left when one of it goes."""
        if self._less is None:
            key, place = self._key, self._place
            self._less = tuple(
                [(place.first + at, place.suits[changed(key, at, -1)]) for at in range(place.length) if key[at]]
            )
        return self._less

    def _wanted(self, tight: int) -> int:
        if self._raised is None:
            self._raised = self._raised_by()
        kinds = 0
        for field, bits in enumerate(self._raised):
            if tight >> field & 1:
                kinds |= bits
        return kinds

    def _raised_by(self) -> tuple[int, ...]:
        """For every field the kinds, as bits, one more of which raises it."""
        key, place = self._key, self._place
        mine = fields_of(self.number)
        raised = [0] * FIELDS
        for at, limit in enumerate(place.limits_of(key)):
            if limit > key[at]:
                for field, used in enumerate(unpack(place.packed_yield(changed(key, at, 1)))):
                    if used > mine[field]:
                        raised[field] |= 1 << place.first + at
        return tuple(raised)


_CHOW, _PUNG, _PAIR, _BLOCKS = 1, 2, 4, 3
"""What may begin with a kind, as bits of a field of three."""
_ANY_PUNG = sum(_PUNG << _BLOCKS * at for at in range(3))
"""Pungs of the three kinds of a chow."""


def _blocks_from(at: int, runs: int, pungs: int, pairs: int) -> int:
    """What may begin with the kind ``at``, in its place among the fields."""
    return ((runs >> at & 1) * _CHOW | (pungs >> at & 1) * _PUNG | (pairs >> at & 1) * _PAIR) << _BLOCKS * at


@lru_cache(_MOST_ENDS)
def _packed_yield(counts: bytes, limits: bytes, blocks: int, last: int, before: int) -> int:
    """The packed yield of a suit's end, where ``last`` chows began one tile before it and ``before`` two; -1 if it has
    no room for them. ``blocks`` has three bits for each kind: what may begin with it. Sets and pairs without any tile
    at hand are not tried: they make no field larger."""
    if not counts:
        return 0
    have, room = counts[0], limits[0]
    # A chow of which one tile only is at hand can as well be a pung of it, where the pung is sure to have room.
    has_room = room == PLENTY or (max(counts[:3]) < 3 and min(limits[:3]) > 3)
    any_pung = blocks & _ANY_PUNG == _ANY_PUNG
    least_used = 2 if has_room and any_pung else 1
    best = -1
    for begun in range(3 if any_pung else 5):  # three equal chows are three pungs, where these may be
        if begun:
            if not blocks & _CHOW:
                break
            if min(have, begun) + min(counts[1], begun) + min(counts[2], begun) < least_used * begun:
                break
        base = last + before + begun
        if base > room:
            break
        rest = _packed_yield(counts[1:], limits[1:], blocks >> _BLOCKS, begun, last)
        if rest < 0:
            continue
        spare = have - base
        for pungs in range((spare + 2) // 3 + 1 if spare > 0 and blocks & _PUNG else 1):
            asked = base + 3 * pungs
            if asked > room:
                break
            sets = begun + pungs
            best = larger(max(best, 0), add_sets(rest, sets, min(have, asked)))
            if spare > 3 * pungs and asked + 2 <= room and blocks & _PAIR:
                best = larger(best, add_pair(rest, sets, min(have, asked + 2)))
    return best


@lru_cache(16)
def places_for(kinds: frozenset[int], dragon_run: bool, limit: int) -> tuple[Place, Place, Place, Place]:
    """The four places of hands whose sets may be made of these kinds: the same objects for all variants that agree on
    them, so these share what is known."""
    m, p, s, z = (
        Place(first, own, runs, limit)
        for first, (own, runs) in zip(FIRST_KINDS, ShapeSet((), kinds, dragon_run).suits(), strict=True)
    )
    return m, p, s, z
