"""What one suit can give towards sets and a pair, remembered; and how the four suits of a hand add up.

Number suits and honours never share a set, so each is solved alone. What matters of a suit is its *yield*: for every
number of sets (0-4) and pairs (0-1) asked of it, the most of its tiles that they can use. The yield is one integer of
ten 5-bit fields, field ``2 * sets + pairs``, so that the larger of two yields, field by field, is a few operations on
whole integers. The yield of two suits together is the best way to share the sets and the pair out between them. There
are fewer than two hundred different yields, so each has a small number, and everything about two of them is remembered
by their numbers.

Nothing is computed before it is asked for, and a memory that is full is emptied. Several threads may ask at once: all
that is remembered depends on the question alone, so whoever comes second only repeats the work.
"""

from functools import cache, lru_cache
from threading import Lock

from mjcalc.solver.forms.form import marks_of

__all__ = ["PLENTY", "Suit", "Suits", "best_use", "combine", "kinds_of", "plans", "suits_for", "yield_number", "yields"]

PLENTY = 15
"""A limit that never binds: more copies of a kind than any hand can ask for."""

_FIELD = 5
_FIELDS = 10
_EVEN = sum(31 << _FIELD * f for f in range(0, _FIELDS, 2))
"""The fields without a pair."""
_ALL = (1 << _FIELD * _FIELDS) - 1
_TOPS = sum(16 << _FIELD * f for f in range(_FIELDS))
"""The highest bit of every field: never part of a value, so it catches the borrow of a comparison."""
_ONES = tuple(sum(1 << _FIELD * f for f in range(2 * sets, _FIELDS)) for sets in range(6))
"""A one in every field that asks for at least so many sets."""
_PAIR_ONES = tuple(sum(1 << _FIELD * f for f in range(2 * sets + 1, _FIELDS, 2)) for sets in range(6))
"""The same, of the fields with a pair."""

_MOST_SUITS = 20_000
_MOST_STATES = 60_000
_MOST_PLANS = 60_000

_States = dict[tuple[bytes, bytes, int, int], int]


def _larger(x: int, y: int) -> int:
    """Field by field the larger of two yields."""
    least = ((x | _TOPS) - y) & _TOPS
    return y ^ ((x ^ y) & (least - (least >> 4)))


# ---------------------------------------------------------------------------------------------------------------------
# Yields by number
# ---------------------------------------------------------------------------------------------------------------------

_yields: list[int] = []
_numbers: dict[int, int] = {}
_numbering = Lock()
"""Held to number a new yield: two yields with one number would make every later answer wrong."""


def yield_number(packed: int) -> int:
    """The number of a yield, a new one if it has not been seen; numbers stay for good."""
    number = _numbers.get(packed)
    if number is None:
        with _numbering:
            number = _numbers.get(packed)
            if number is None:
                number = len(_yields)
                _yields.append(packed)
                _numbers[packed] = number  # last: who finds the number finds the yield
    return number


def yields(number: int) -> tuple[int, ...]:
    """A yield's ten fields, by its number.

    >>> yields(yield_number(sum(3 << 5 * field for field in range(2, 10))))
    (0, 0, 3, 3, 3, 3, 3, 3, 3, 3)
    """
    packed = _yields[number]
    return tuple(packed >> _FIELD * f & 15 for f in range(_FIELDS))


class _Combined(dict[int, int]):
    """The number of the yield of two suits together, by both their numbers: ``x << 10 | y``."""

    def __missing__(self, key: int) -> int:
        x, y = yields(key >> 10), yields(key & 1023)
        packed = 0
        for f in range(_FIELDS):
            # All ways to share; an even field has no pair to give away.
            packed |= max(x[g] + y[f - g] for g in range(0, f + 1, 2 - (f & 1))) << _FIELD * f
        number = self[key] = yield_number(packed)
        return number


class _BestUse(dict[int, int]):
    """The most tiles of two parts of a hand that so many sets and a pair can use: ``(x << 10 | y) << 3 | sets``."""

    def __missing__(self, key: int) -> int:
        x, y = yields(key >> 13), yields(key >> 3 & 1023)
        whole = 2 * (key & 7) + 1
        best = self[key] = max(x[f] + y[whole - f] for f in range(whole + 1))
        return best


class _Plans(dict[int, tuple[int, int, int, int, int]]):
    """For four suits, so many sets and a pair, by ``a << 33 | b << 23 | c << 13 | d << 3 | sets``: the most tiles that
    can be used, and for each suit its *tight* fields, as a set of bits. Those are the fields of its yield that are
    part of a best use and leave something to be wished for: only a tile that raises one of them brings the hand nearer.
    """

    def __missing__(self, key: int) -> tuple[int, int, int, int, int]:
        sets = key & 7
        a, b, c, d = (key >> shift & 1023 for shift in (33, 23, 13, 3))
        ab, cd = combine[a << 10 | b], combine[c << 10 | d]
        best = best_use[(ab << 10 | cd) << 3 | sets]
        if len(self) >= _MOST_PLANS:
            self.clear()
        plan = self[key] = (
            best,
            _tight(a, combine[b << 10 | cd], sets, best),
            _tight(b, combine[a << 10 | cd], sets, best),
            _tight(c, combine[ab << 10 | d], sets, best),
            _tight(d, combine[ab << 10 | c], sets, best),
        )
        return plan


@cache
def _tight(suit: int, rest: int, sets: int, best: int) -> int:
    x, y = yields(suit), yields(rest)
    whole = 2 * sets + 1
    return sum(1 << f for f in range(whole + 1) if x[f] + y[whole - f] == best and x[f] < 3 * (f >> 1) + 2 * (f & 1))


combine = _Combined()
best_use = _BestUse()
plans = _Plans()


# ---------------------------------------------------------------------------------------------------------------------
# Suits
# ---------------------------------------------------------------------------------------------------------------------


class Suit:
    """One suit of a hand, solved."""

    __slots__ = ("_home", "_less", "_position", "key", "marks", "number", "part", "wants")

    def __init__(self, key: bytes, position: int, home: "Suits") -> None:
        self.key = key
        self._home = home
        self._position = position
        self.number = yield_number(home.packed_yield(key, position))
        """The number of its yield."""
        self.part = self.number << 33 - 10 * position
        """Its part of the key of a plan."""
        self.marks = marks_of(key[: home.lengths[position]], home.kinds, home.offsets[position])
        """Its kinds that are there at least once, twice, three and four times: four sets of 34 bits."""
        self.wants = _Wants(self)
        """By tight fields: the kinds, as bits, one more of which raises one of those fields."""
        self._less: tuple[tuple[int, Suit], ...] | None = None

    @property
    def less(self) -> "tuple[tuple[int, Suit], ...]":
        """Each kind it has, with the suit that is left when one of it goes."""
        if self._less is None:
            key, suits = self.key, self._home.at[self._position]
            self._less = tuple(
                (self._home.offsets[self._position] + i, suits[_changed(key, i, -1)])
                for i in range(self._home.lengths[self._position])
                if key[i]
            )
        return self._less

    def raised_by(self) -> tuple[int, ...]:
        """For every field the kinds, as bits, one more of which raises it."""
        home, position, key = self._home, self._position, self.key
        mine = yields(self.number)
        raised = [0] * _FIELDS
        for i, limit in enumerate(home.limits_of(key, position)):
            if limit > key[i]:
                bit = 1 << home.offsets[position] + i
                more = home.packed_yield(_changed(key, i, 1), position)
                for f in range(_FIELDS):
                    if more >> _FIELD * f & 15 > mine[f]:
                        raised[f] |= bit
        return tuple(raised)


class _Wants(dict[int, int]):
    """See :attr:`Suit.wants`."""

    __slots__ = ("_raised", "_suit")

    def __init__(self, suit: Suit) -> None:
        self._suit = suit
        self._raised: tuple[int, ...] | None = None

    def __missing__(self, tight: int) -> int:
        if self._raised is None:
            self._raised = self._suit.raised_by()
        kinds = 0
        for f, bits in enumerate(self._raised):
            if tight >> f & 1:
                kinds |= bits
        self[tight] = kinds
        return kinds


class _Remembered(dict[bytes, Suit]):
    """The suits at one position by their counts, each solved when first asked for."""

    __slots__ = ("_home", "_position")

    def __init__(self, position: int, home: "Suits") -> None:
        self._position = position
        self._home = home

    def __missing__(self, key: bytes) -> Suit:
        length = self._home.lengths[self._position]
        if len(self) >= _MOST_SUITS:
            self.clear()
        beside_none = len(key) > length and not any(key[length:])
        suit = self[key] = self[key[:length]] if beside_none else Suit(key, self._position, self._home)
        return suit


class Suits:
    """All suits of hands whose sets may be made of these kinds.

    A suit's *key* is its counts as bytes, nine of them or seven; where melds have taken copies of its kinds, the
    melds' counts follow. ``limit`` is how many copies of a kind a complete hand may have, melds included:
    four where every tile is real, :data:`PLENTY` where a wild may be one.

    >>> suits = Suits(frozenset(range(34)), False, 4)
    >>> yields(suits.at[0][bytes([1, 1, 1, 0, 0, 0, 0, 2, 0])].number)  # 12388 characters
    (0, 2, 3, 5, 5, 5, 5, 5, 5, 5)
    """

    lengths = (9, 9, 9, 7)
    offsets = (0, 9, 18, 27)

    def __init__(self, kinds: frozenset[int], dragon_run: bool, limit: int) -> None:
        self._limit = limit
        self.kinds = sum(1 << kind for kind in kinds)
        """By bits."""
        self._limits = tuple(
            bytes(limit if offset + i in kinds else 0 for i in range(length))
            for offset, length in zip(self.offsets, self.lengths, strict=True)
        )
        runs = [all(k in kinds for k in (s, s + 1, s + 2)) and s % 9 < 7 for s in range(27)]
        runs += [dragon_run and k == 31 for k in range(27, 34)]
        # Counted from a suit's end, because that is how far a search has come when it asks.
        self._runs = tuple(
            tuple(reversed(runs[offset : offset + length]))
            for offset, length in zip(self.offsets, self.lengths, strict=True)
        )
        self._states: dict[tuple[bool, ...], _States] = {where: {} for where in self._runs}
        self.at = tuple(_Remembered(position, self) for position in range(4))
        """The suits at each position: characters, dots, bamboo, honours."""

    def described(self, position: int) -> tuple[int, bytes, tuple[bool, ...], int]:
        """The suit at a position: how many kinds it has, the limit of each, where a run may begin, and the limit."""
        return self.lengths[position], self._limits[position], self._runs[position][::-1], self._limit

    def limits_of(self, key: bytes, position: int) -> bytes:
        """How many copies of each of its kinds a complete hand's concealed tiles may have."""
        limits = self._limits[position]
        length = self.lengths[position]
        if len(key) == length or self._limit == PLENTY:
            return limits
        return bytes(max(limit - melded, 0) for limit, melded in zip(limits, key[length:], strict=True))

    def packed_yield(self, key: bytes, position: int) -> int:
        """A suit's yield, as one integer."""
        known = self.at[position].get(key)
        if known is not None:
            return _yields[known.number]
        runs = self._runs[position]
        states = self._states[runs]
        if len(states) >= _MOST_STATES:
            states.clear()
        return self._search(key[: self.lengths[position]], self.limits_of(key, position), 0, 0, runs, states)

    def _search(
        self, counts: bytes, limits: bytes, last: int, before: int, runs: tuple[bool, ...], states: _States
    ) -> int:
        """The yield of a suit's end, where ``last`` runs began one tile before it and ``before`` two; -1 if it has no
        room for them. Each field holds "at most so many sets and pairs": what the tiles at hand do not fill can be
        filled with other kinds, of which there always are enough, so sets and pairs without any tile are not tried."""
        if not counts:
            return 0
        key = (counts, limits, last, before)
        known = states.get(key)
        if known is not None:
            return known
        have, room = counts[0], limits[0]
        # A run of which one tile only is used can as well be a pung of that tile, where the pung is sure to have room.
        least_used = 2 if room == PLENTY or (max(counts[:3]) < 3 and min(limits[:3]) > 3) else 1
        best = -1
        left = len(counts)
        for begun in range(3):  # three equal runs are three pungs
            if begun:
                if not runs[left - 1]:
                    break
                if min(have, begun) + min(counts[1], begun) + min(counts[2], begun) < least_used * begun:
                    break
            base = last + before + begun
            if base > room:
                break
            rest = self._search(counts[1:], limits[1:], begun, last, runs, states)
            if rest < 0:
                continue
            spare = have - base
            for pungs in range((spare + 2) // 3 + 1 if spare > 0 else 1):
                asked = base + 3 * pungs
                if asked > room:
                    break
                sets = begun + pungs
                shifted = rest << 2 * _FIELD * sets & _ALL
                best = _larger(max(best, 0), shifted + min(have, asked) * _ONES[sets])
                if spare > 3 * pungs and asked + 2 <= room:
                    paired = (shifted & _EVEN) << _FIELD
                    best = _larger(best, paired + min(have, asked + 2) * _PAIR_ONES[sets])
        states[key] = best
        return best


@lru_cache(maxsize=16)
def suits_for(kinds: frozenset[int], dragon_run: bool, limit: int) -> Suits:
    """The suits of these kinds, always the same object: variants that differ in other things share what is known."""
    return Suits(kinds, dragon_run, limit)


def _changed(key: bytes, i: int, by: int) -> bytes:
    return key[:i] + bytes((key[i] + by,)) + key[i + 1 :]


class _KindsOf(dict[int, tuple[int, ...]]):
    """The kinds of nine bits of a set, the first of which is ``offset``."""

    __slots__ = ("_offset",)

    def __init__(self, offset: int) -> None:
        self._offset = offset

    def __missing__(self, bits: int) -> tuple[int, ...]:
        kinds = self[bits] = tuple(self._offset + i for i in range(9) if bits >> i & 1)
        return kinds


_characters, _dots, _bamboo, _honours = map(_KindsOf, Suits.offsets)


def kinds_of(bits: int) -> tuple[int, ...]:
    """The kinds of a set of bits, in order.

    >>> kinds_of(0b1011), kinds_of(1 << 33)
    ((0, 1, 3), (33,))
    """
    return _characters[bits & 511] + _dots[bits >> 9 & 511] + _bamboo[bits >> 18 & 511] + _honours[bits >> 27]
