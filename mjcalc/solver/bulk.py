"""Shanten and waits of many hands at once, over NumPy arrays.

The answers are those of :mod:`mjcalc.solver.shanten` and :mod:`mjcalc.solver.waits`, hand for hand. Here the yields of
*all* suits are computed once in a process: a table of one number for each of the 5 ** 9 suits (2 MB, for honours
5 ** 7), found by numbering the few yields that differ. A hand is then four look-ups by its suits' codes and three more
that add them up. Hands are taken some thousands at a time, so that what is being worked on stays in the processor's
cache.

Counts are ``(N, 34)`` arrays of any integer type (``uint8`` is fastest), of the tiles that are not wild, at most four
of a kind.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache

try:
    import numpy as np
except ImportError as error:
    raise ImportError("many hands at once need NumPy: pip install 'mjcalc[bulk]'", name="numpy") from error
from numpy.typing import ArrayLike, NDArray

from mjcalc.solver.arrays import Bytes, Flags, Hands, Indexes, Signed
from mjcalc.solver.forms.form import FAR
from mjcalc.solver.shanten import COMMON_SHAPES, solver_for
from mjcalc.solver.shapes import ShapeSet
from mjcalc.solver.suits import PLENTY, Place, places_for
from mjcalc.solver.yields import FIELDS, fields_of
from mjcalc.tiles import KINDS

__all__ = ["UNREACHABLE", "shanten_many", "waits_many"]

UNREACHABLE = FAR
"""The shanten of a hand that can reach none of the shapes."""

_CHUNK = 8192

# ---------------------------------------------------------------------------------------------------------------------
# Tables
# ---------------------------------------------------------------------------------------------------------------------


def _complete_parts(length: int, kinds: int, runs: int, most: int) -> list[list[Bytes]]:
    """For 0 to 4 sets and 0 or 1 pair, all there are in a suit as rows of counts, with what is over ``most`` copies cut
    off, or where ``most`` is a real limit, without such rows."""
    clipped = most == PLENTY
    one = np.eye(length, dtype=np.uint8)
    own = [at for at in range(length) if kinds >> at & 1]
    sets = [3 * one[at] for at in own]
    sets += [one[at] + one[at + 1] + one[at + 2] for at in range(length) if runs >> at & 1]
    pairs = [2 * one[at] for at in own]

    def grown(rows: Bytes, parts: list[Bytes]) -> Bytes:
        if not parts:
            return rows[:0]
        more = (rows[:, None, :] + np.array(parts)[None, :, :]).reshape(-1, length)
        if clipped:
            more = np.minimum(more, 4)
        return np.unique(more[(more <= 4).all(axis=1)], axis=0)

    found = [np.zeros((1, length), dtype=np.uint8)]
    for _ in range(4):
        found.append(grown(found[-1], sets))
    return [[rows, grown(rows, pairs)] for rows in found]


@lru_cache(maxsize=16)
def _suit_table(length: int, kinds: int, runs: int, limit: int) -> tuple[Bytes, Signed]:
    """The number of every suit's yield by the suit's code (its counts as digits to the base 5), and the yields."""
    parts = _complete_parts(length, kinds, runs, limit)
    powers = 5 ** np.arange(length - 1, -1, -1)
    fields: list[Signed] = []
    tiles = _digit_sums(length)
    dealt = np.flatnonzero(tiles <= 14)
    for pair in (0, 1):
        # used[sets][code]: the most tiles that the best row of so many sets uses. A row uses all its own tiles; it uses
        # no more of a suit that has more, and one less of a suit that has one less. That is so for each kind by itself.
        used = np.full((5, 5**length), -64, dtype=np.int8)
        for sets in range(5):
            rows = parts[sets][pair]
            used[sets, rows @ powers] = rows.sum(axis=1)
        for axis in range(length):
            by_count = used.reshape(5 * 5**axis, 5, -1)
            for count in range(1, 5):
                np.maximum(by_count[:, count], by_count[:, count - 1], out=by_count[:, count])
            for count in range(3, -1, -1):
                np.maximum(by_count[:, count], by_count[:, count + 1] - 1, out=by_count[:, count])
        fields.append(np.maximum.accumulate(used[:, dealt], axis=0))
    with_pair = np.maximum(fields[0], fields[1])
    packed = np.zeros(len(dealt), dtype=np.int64)
    for sets in range(5):
        packed |= fields[0][sets].astype(np.int64) << 10 * sets
        packed |= with_pair[sets].astype(np.int64) << 10 * sets + 5
    different, numbers = np.unique(packed, return_inverse=True)
    table = np.zeros(5**length, dtype=np.uint8 if len(different) <= 256 else np.uint16)
    table[dealt] = numbers
    return table, (different[:, None] >> 5 * np.arange(FIELDS) & 31).astype(np.int8)


def _largest(arrays: list[Signed]) -> Signed:
    """Place by place the largest number of some arrays of one shape."""
    largest: Signed = np.stack(arrays).max(axis=0)
    return largest


def _digit_sums(length: int) -> Bytes:
    sums: Bytes = np.zeros(1, dtype=np.uint8)
    for _ in range(length):
        sums = np.add.outer(sums, np.arange(5, dtype=np.uint8)).reshape(-1)
    return sums


def _shared(x: Signed, y: Signed) -> tuple[NDArray[np.uint16], Signed]:
    """The number of the yield of two parts by ``i * len(y) + j``, and these yields."""
    packed = np.zeros((len(x), len(y)), dtype=np.int64)
    for f in range(FIELDS):
        ways = [x[:, None, g] + y[None, :, f - g] for g in range(0, f + 1, 2 - (f & 1))]
        packed |= _largest(ways).astype(np.int64) << 5 * f
    different, numbers = np.unique(packed, return_inverse=True)
    return numbers.reshape(-1).astype(np.uint16), (different[:, None] >> 5 * np.arange(FIELDS) & 31).astype(np.int8)


class _Tables:
    """All that is needed to find the most tiles a hand's sets and pair can use."""

    def __init__(self, places: Sequence[Place]) -> None:
        made = [_suit_table(place.length, place.kinds, place.runs, place.limit) for place in places]
        self.numbers = [numbers for numbers, _ in made]
        own = [fields for _, fields in made]
        self.widths = [len(fields) for fields in own]
        self.ab, ab = _shared(own[0], own[1])
        self.cd, cd = _shared(own[2], own[3])
        self.width_cd = len(cd)
        best = []
        for sets in range(5):
            whole = 2 * sets + 1
            best.append(_largest([ab[:, None, g] + cd[None, :, whole - g] for g in range(whole + 1)]))
        self.best = np.stack(best).reshape(-1)
        self.layer = len(ab) * len(cd)
        self.yields = own


@lru_cache(maxsize=8)
def _tables(kinds: frozenset[int], dragon_run: bool, limit: int) -> _Tables:
    return _Tables(places_for(kinds, dragon_run, limit))


# ---------------------------------------------------------------------------------------------------------------------
# Hands: below, ``tiles`` is an array of 34 rows, one of each kind's counts in all hands
# ---------------------------------------------------------------------------------------------------------------------


def _codes(tiles: Bytes) -> list[Indexes]:
    """The codes of the four suits."""
    codes = []
    for low, high in ((0, 9), (9, 18), (18, 27), (27, 34)):
        code: Indexes | None = None
        for first in range(low, high, 3):
            # Three digits to the base 5 fit a byte.
            digits = tiles[first]
            for kind in range(first + 1, min(first + 3, high)):
                digits = digits * np.uint8(5) + tiles[kind]
            code = digits.astype(np.intp) if code is None else code * 5 ** min(3, high - first) + digits
        assert code is not None
        codes.append(code)
    return codes


def _numbers(tables: _Tables, codes: list[Indexes]) -> list[Indexes]:
    return [table.take(code).astype(np.intp) for table, code in zip(tables.numbers, codes, strict=True)]


def _best_use(tables: _Tables, numbers: list[Indexes], melds: Signed) -> Signed:
    """The most tiles that the sets and the pair can use."""
    a, b, c, d = numbers
    ab = tables.ab.take(a * tables.widths[1] + b).astype(np.intp)
    cd = tables.cd.take(c * tables.widths[3] + d)
    return tables.best.take((4 - melds.astype(np.intp)) * tables.layer + ab * tables.width_cd + cd)


def _best_use_beside(tables: _Tables, places: Sequence[Place], hands: Hands, melded: Bytes) -> Signed:
    """The same where melds have taken copies: such suits are asked of the single path, each different one once."""
    parts = []
    for position, code in enumerate(_codes(hands.tiles)):
        fields = tables.yields[position][tables.numbers[position][code]]
        low, high = 9 * position, min(9 * position + 9, KINDS)
        taken = np.flatnonzero(melded[low:high].any(axis=0))
        if len(taken):
            both = np.vstack((hands.tiles[low:high, taken], melded[low:high, taken])).T
            keys, which = np.unique(both, axis=0, return_inverse=True)
            solved = [fields_of(places[position].suits[key.tobytes()].number) for key in keys]
            fields[taken] = np.array(solved, dtype=np.int8)[which.reshape(-1)]
        parts.append(fields.T)
    ab, cd = (
        [_largest([x[g] + y[f - g] for g in range(0, f + 1, 2 - (f & 1))]) for f in range(FIELDS)]
        for x, y in ((parts[0], parts[1]), (parts[2], parts[3]))
    )
    best = [_largest([ab[g] + cd[2 * n + 1 - g] for g in range(2 * n + 2)]) for n in range(5)]
    used: Signed = np.choose(4 - hands.melds, best)
    return used


# ---------------------------------------------------------------------------------------------------------------------
# Answers
# ---------------------------------------------------------------------------------------------------------------------


def _generate_parts(
    counts: ArrayLike,
    wilds: ArrayLike,
    melds: ArrayLike,
    melded: ArrayLike | None,
    wild_in_play: bool,
    wilds_out: ArrayLike,
) -> Iterator[tuple[Indexes | slice, Hands, bool]]:
    """Some thousands of hands at a time: which ones, the hands, and whether all their tiles are real."""
    hands = np.asarray(counts)
    if hands.ndim != 2 or hands.shape[1] != KINDS or hands.dtype.kind not in "iu":
        raise ValueError(f"counts must be whole numbers of shape (N, {KINDS}), not {hands.dtype} of {hands.shape}")
    size = len(hands)
    each = [np.broadcast_to(np.asarray(numbers), (size,)) for numbers in (wilds, melds, wilds_out)]
    if size and not (0 <= each[1].min() <= each[1].max() <= 4 and each[0].min() >= 0):
        raise ValueError("melds must be 0 to 4, and wilds 0 or more")
    taken = None if melded is None else np.broadcast_to(np.asarray(melded), hands.shape)
    for start in range(0, size, _CHUNK):
        rows = slice(start, start + _CHUNK)
        some = hands[rows]
        if some.max() > 4 or (some.dtype != np.uint8 and some.min() < 0):
            raise ValueError("counts must be 0 to 4")
        tiles = np.ascontiguousarray(some.T, dtype=np.uint8)
        if np.max(Hands.total(tiles).view(np.uint8)) > 14:
            raise ValueError("counts must be of 14 tiles at most")
        part = Hands(
            tiles,
            each[0][rows].astype(np.int8),
            each[1][rows].astype(np.int8),
            None if taken is None else np.ascontiguousarray(taken[rows].T, dtype=np.uint8),
            each[2][rows] > 0,
        )
        in_play = (part.wilds > 0) | wild_in_play
        if in_play.all():
            yield rows, part, False
        elif not in_play.any():
            yield rows, part, True
        else:
            for real in (False, True):
                which = np.flatnonzero(in_play != real)
                yield which + start, part.some(which), real


def shanten_many(
    counts: ArrayLike,
    shape_set: ShapeSet = COMMON_SHAPES,
    *,
    wilds: ArrayLike = 0,
    melds: ArrayLike = 0,
    melded: ArrayLike | None = None,
    wild_in_play: bool = False,
    wilds_out: ArrayLike = 0,
) -> Signed:
    """The shanten of many hands: ``(N, 34)`` counts to ``(N,)`` numbers of type ``int8``.

    ``wilds``, ``melds`` and ``wilds_out`` are one number for all hands or ``(N,)`` numbers, ``melded`` is ``(N, 34)``;
    they mean what they mean to :func:`mjcalc.solver.shanten.shanten`. :data:`UNREACHABLE` stands for its None.

    >>> shanten_many([[2] * 7 + [0] * 27, [1] * 13 + [0] * 21]).tolist()
    [-1, 0]

    :raises ValueError: if the counts are no such array, or no hands of at most 14 tiles and four alike.
    """
    counts = np.asarray(counts)
    found = np.empty(len(counts), dtype=np.int8)
    solver = solver_for(shape_set)
    for rows, hands, real in _generate_parts(counts, wilds, melds, melded, wild_in_play, wilds_out):
        least = np.full_like(hands.melds, FAR)
        if solver.has_standard:
            tables = _tables(shape_set.kinds, shape_set.dragon_run, 4 if real else PLENTY)
            if real and hands.melded is not None and hands.melded.any():
                used = _best_use_beside(tables, solver.places, hands, hands.melded)
            else:
                used = _best_use(tables, _numbers(tables, _codes(hands.tiles)), hands.melds)
            least = 14 - 3 * hands.melds - used
        for form in solver.forms:
            least = np.minimum(least, form.lacks_many(hands, real=real, has_room=False))
        found[rows] = np.where(least < FAR, least - hands.wilds - 1, UNREACHABLE)
    return found


def waits_many(
    counts: ArrayLike,
    shape_set: ShapeSet = COMMON_SHAPES,
    *,
    wilds: ArrayLike = 0,
    melds: ArrayLike = 0,
    melded: ArrayLike | None = None,
    wild_in_play: bool = False,
    wilds_out: ArrayLike = 0,
    held: ArrayLike | None = None,
    limits: ArrayLike | None = None,
    wild_kind: int | None = None,
) -> Flags:
    """The natural kinds that many hands wait for: ``(N, 34)`` counts to ``(N, 34)`` truth values.

    ``held`` and ``limits`` are ``(34,)`` or ``(N, 34)``; all arguments mean what they mean to
    :func:`mjcalc.solver.waits.waits`. The wild has no column: where one is in play, it is a wait of every hand whose
    shanten is 0.

    >>> ready = [[3, 3, 3, 3, 1] + [0] * 29]
    >>> waits_many(ready).nonzero()[1].tolist()
    [1, 2, 3, 4, 5]

    :raises ValueError: if the counts are no such array, or no hands of at most 14 tiles and four alike.
    """
    counts = np.asarray(counts)
    found = np.zeros(counts.shape, dtype=np.bool_)
    outside = np.broadcast_to(np.asarray(next((held for held in (held, melded) if held is not None), 0)), counts.shape)
    most = np.broadcast_to(np.asarray(4 if limits is None else limits), counts.shape)
    in_play = wild_in_play or wild_kind is not None
    for rows, hands, real in _generate_parts(counts, wilds, melds, melded, in_play, wilds_out):
        kind, hand = _complete_with(shape_set, hands, real).nonzero()
        hand = hand + rows.start if isinstance(rows, slice) else rows[hand]
        found[hand, kind] = counts[hand, kind] + outside[hand, kind] < most[hand, kind]
    if wild_kind is not None:
        found[:, wild_kind] = False
    return found


def _complete_with(shape_set: ShapeSet, hands: Hands, real: bool) -> Flags:
    """Which kinds complete which hands, of kinds of which there are not four already."""
    found = np.zeros(hands.tiles.shape, dtype=np.bool_)
    solver = solver_for(shape_set)
    if solver.has_standard:
        # As on the single path: what lies on the table needs no room.
        tables = _tables(shape_set.kinds, shape_set.dragon_run, PLENTY)
        numbers = _numbers(tables, _codes(hands.tiles))
        lacks = 14 - 3 * hands.melds - _best_use(tables, numbers, hands.melds)
        ready = np.flatnonzero(lacks == hands.wilds + 1)
        some = hands.some(ready)
        wanted = 14 - 3 * some.melds - some.wilds
        codes = _codes(some.tiles)
        numbers = [number[ready] for number in numbers]
        for kind in range(KINDS):
            position = min(kind // 9, 3)
            place = solver.places[position]
            room = some.tiles[kind] < 4
            code = codes[position] + room * 5 ** (place.first + place.length - 1 - kind)
            more = tables.numbers[position].take(code).astype(np.intp)
            after = [*numbers[:position], more, *numbers[position + 1 :]]
            found[kind, ready] = room & (_best_use(tables, after, some.melds) == wanted)
    for form in solver.forms:
        ready = np.flatnonzero(form.lacks_many(hands, real=real, has_room=True) == hands.wilds + 1)
        if not len(ready):
            continue
        some = hands.some(ready)
        for kind in range(KINDS):
            more = some.with_one_more(kind)
            completes = form.lacks_many(more, real=real, has_room=True) == some.wilds
            found[kind, ready] |= (some.tiles[kind] < 4) & completes
    return found
