"""All ways to see a complete hand.

A *reading* is a shape, the blocks of the concealed tiles, which of their tiles are wilds, and which block the winning
tile completes. Each suit is cut into blocks by itself, once for each number of wilds (:mod:`mjcalc.solver.cuts`),
and its wilds and the winning tile are placed (:mod:`mjcalc.solver.parts`). A hand's readings are the products of its
suits' parts, so that wilds never have to be tried kind by kind.

The canonical order of readings, in which the first is the one to show among equals:

1. the order of the shapes;
2. the sets as one sorted sequence, suit by suit: by their first tile, a chow before a pung of the same, and after a
   suit's sets its single tiles; then the pair;
3. the winning tile: in the pair, as the middle of a chow, as the 3 of 123 or the 7 of 789, as another end of a chow, in
   a pung, as a single tile; and in the lower block first;
4. wilds in the earlier block first; in a shape without blocks, the wilds that stand for the lower kind.

Two readings are one if only equal tiles change places: a winning tile is any copy of its kind that is no wild.
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from functools import partial

from msgspec import Struct

from mjcalc.solver.blocks import PLAIN, Block
from mjcalc.solver.cuts import Cut
from mjcalc.solver.forms import form_for
from mjcalc.solver.forms.form import Cutter, Form
from mjcalc.solver.parts import ELSEWHERE, Part, generate_all_parts, generate_first_parts, generate_natural_parts
from mjcalc.solver.position import Position
from mjcalc.solver.shapes import Shape, ShapeSet
from mjcalc.tiles import WILD

__all__ = ["Label", "Reader", "Reading", "WonLabel"]

Label = Callable[[Block], int]
"""A measure of a block by its kind and tiles, whatever is wild in it; the measures of a hand's blocks are added."""

WonLabel = Callable[[str, tuple[int, ...], int, int], int]
"""A measure of the winning block: its kind, tiles, the winning tile's position in them, and the mask of its wilds."""


class Reading(Struct, frozen=True, gc=False):
    """One way to see a complete hand."""

    shape: Shape
    blocks: tuple[Block, ...]
    """The concealed tiles: sets in canonical order, then the pair."""
    won: int
    """The index in ``blocks`` of the block that the winning tile completes."""
    won_at: int
    """The index of the winning tile in that block's tiles."""
    tally: int = 0
    """The sum of all labels."""


_Table = dict[int, tuple[int, tuple[Part, ...]]]
"""Group → the least number in it, and the parts that have it, first suit first."""


class _Suit(Struct, gc=False):
    """The tiles of one suit, and every part that was ever made of them."""

    tiles: bytes
    size: int
    """How many tiles."""
    odd: int
    """How many kinds in odd number."""
    bars: int
    """The ways these tiles rule out, by bits."""
    parts: dict[int, list[Part]] = {}
    """By :func:`_key`."""


_STARTS = (0, 9, 18, 27)
_KEPT = 1 << 15
"""How many parts are remembered before all are forgotten."""


_Plan = tuple[int, ...]
"""The number of a cutter for each suit."""


class _Way(Struct, frozen=True):
    """A form, as it is looked for."""

    form: Form
    plans: tuple[_Plan, ...]
    """For each suit the number of its cutter; empty where the form asks for no blocks."""


class _Labels(dict[int, int]):
    """The label of each block by its code, found when it is first met; 0 without labels."""

    def __init__(self, label: Label | None) -> None:
        super().__init__()
        self._label = label

    def __missing__(self, code: int) -> int:
        value = self[code] = self._label(PLAIN[code]) if self._label else 0
        return value


class Reader:
    """Finds the readings of hands, for one set of shapes, and remembers every suit it has solved.

    Without ``label`` it finds every reading. With one it finds, for each shape and each sum of labels, the first
    reading in canonical order, so nothing is lost to one who looks at the sums alone. ``won_label`` adds a measure
    of the winning block to the sum.

    >>> counts = [0] * 34
    >>> for tile in (0, 0, 0, 1, 1, 1, 2, 2, 2, 9, 9): counts[tile] += 1
    >>> reader = Reader(ShapeSet((Shape("standard", "standard"),)))
    >>> for reading in reader.readings(Position(counts, melds=1), 9): print(*reading.blocks, sep=", ")
    1m 2m 3m, 1m 2m 3m, 1m 2m 3m, 1p 1p
    1m 1m 1m, 2m 2m 2m, 3m 3m 3m, 1p 1p
    """

    def __init__(self, shape_set: ShapeSet, label: Label | None = None, won_label: WonLabel | None = None) -> None:
        self._shape_set = shape_set
        self._label = label
        self._won_label = won_label
        self._full = label is None and won_label is None
        self._labels = _Labels(label)
        self._won_labels: dict[int, int] = {}
        self._allowed = sum(1 << kind for kind in shape_set.kinds)
        self._cutters: list[Cutter] = []
        self._numbers: dict[Hashable, int] = {}
        self._ways = [
            _Way(form, tuple([self._plan(*cutters) for cutters in form.cutters()]))
            for form in [form_for(shape, shape_set) for shape in shape_set.shapes]
        ]
        forms = [way.form for way in self._ways]
        self._limits = [
            [(~(form.natural_kinds & self._allowed) >> start & 511, form.most_natural) for form in forms]
            for start in _STARTS
        ]
        """For each suit and way: the kinds that its natural tiles may not be, by bits, and the most of a kind."""
        self.closed_shapes = frozenset([form.shape.id for form in forms if form.is_closed])
        """The ids of the shapes that allow no melds."""
        self._closed = self._bars(form.is_closed for form in forms)
        self._paired = self._bars(form.is_even for form in forms)
        self._open: dict[int, list[_Way]] = {}
        self._suits: tuple[dict[bytes, _Suit], ...] = ({}, {}, {}, {})
        self._kept = 0
        self._last_cut: tuple[tuple[bytes, int, int], list[Cut]] = ((b"", 0, 0), [])

    def readings(self, position: Position, win: int, shapes: Collection[Shape] | None = None) -> list[Reading]:
        """The readings of a hand in canonical order; none where it is not complete.

        The position holds the winning tile too; ``win`` is its kind, or :data:`~mjcalc.tiles.WILD`. ``shapes`` are the
        shapes that count for this hand, all if None. Only a shape whose every tile is one of certain kinds looks at
        what is melded; only one that asks nothing of the wilds looks at their face, and lets them keep it.
        """
        if self._kept > _KEPT:
            for known in self._suits:
                known.clear()
            self._kept = 0
        tiles, wilds, melds = bytes(position.counts), position.wilds, position.melds
        in_m, in_p, in_s, in_z = self._suits
        key = tiles[:9]
        m = in_m.get(key) or self._suit(0, key)
        key = tiles[9:18]
        p = in_p.get(key) or self._suit(1, key)
        key = tiles[18:27]
        s = in_s.get(key) or self._suit(2, key)
        key = tiles[27:]
        z = in_z.get(key) or self._suit(3, key)
        if m.size + p.size + s.size + z.size + wilds + 3 * melds != 14:
            return []
        bars = m.bars | p.bars | s.bars | z.bars
        if melds:
            bars |= self._closed
        if m.odd + p.odd + s.odd + z.odd > wilds:
            bars |= self._paired
        ways = self._open.get(bars)
        if ways is None:
            ways = self._open[bars] = [way for at, way in enumerate(self._ways) if not bars >> at & 1]
        found: list[Reading] = []
        for way in ways:
            if shapes is not None and shapes is not self._shape_set.shapes and way.form.shape not in shapes:
                continue
            if not way.plans:
                found += self._whole(way.form, tiles, position, win)
            elif wilds:
                found += self._combined(way.form, way.plans, (m, p, s, z), wilds, win)
            else:
                plans = way.plans if len(way.plans) == 1 else self._possible(way.plans, (m, p, s, z), win)
                if len(plans) == 1:
                    found += self._plain(way.form, plans[0], (m, p, s, z), win)
                elif plans:
                    found += self._combined(way.form, plans, (m, p, s, z), 0, win)
        return found

    def _suit(self, place: int, tiles: bytes) -> _Suit:
        present = odd = size = most = 0
        for at, count in enumerate(tiles):
            if count:
                present |= 1 << at
                odd += count & 1
                size += count
                if count > most:
                    most = count
        bars = 0
        for way, (others, limit) in enumerate(self._limits[place]):
            if present & others or most > limit:
                bars |= 1 << way
        suit = self._suits[place][tiles] = _Suit(tiles, size, odd, bars)
        self._kept += 1
        return suit

    @staticmethod
    def _bars(ways: Iterable[bool]) -> int:
        return sum(1 << at for at, is_barred in enumerate(ways) if is_barred)

    def _possible(self, plans: Sequence[_Plan], suits: tuple[_Suit, ...], win: int) -> list[_Plan]:
        """The plans by which every suit can be cut, where there are no wilds."""
        place_of_win = 3 if win >= 27 else win // 9
        wheres = [win if place == place_of_win else ELSEWHERE for place in range(4)]
        possible = []
        for plan in plans:
            for place, suit in enumerate(suits):
                parts = suit.parts.get(plan[place] << 6 | wheres[place] + 1)  # _key() without wilds
                if parts is None:
                    parts = self._parts(place, suit, plan[place], 0, wheres[place])
                if not parts:
                    break
            else:
                possible.append(plan)
        return possible

    def _plain(self, form: Form, plan: _Plan, suits: tuple[_Suit, ...], win: int) -> Iterable[Reading]:
        """What ``_combined`` finds without wilds, sooner where at most one suit has several parts."""
        place_of_win = 3 if win >= 27 else win // 9
        chain: list[Part] = []
        pairs = 0
        several: tuple[int, list[Part]] | None = None
        for place, suit in enumerate(suits):
            where = win if place == place_of_win else ELSEWHERE
            parts = suit.parts.get(plan[place] << 6 | where + 1)  # _key() without wilds
            if parts is None:
                parts = self._parts(place, suit, plan[place], 0, where)
            if not parts:
                return ()
            part = parts[0]
            if part.pair:
                pairs += 1
            chain.append(part)
            if len(parts) > 1:
                if several or self._full:
                    return self._combined(form, [plan], suits, 0, win)
                several = (place, parts)
        if pairs > 1:
            return ()
        if several is None:
            return (_reading(form.shape, chain),)
        # The suit's parts are in canonical order and no two of one tally, and so are the readings.
        place, parts = several
        return [_reading(form.shape, [*chain[:place], part, *chain[place + 1 :]]) for part in parts]

    def _combined(
        self, form: Form, plans: Iterable[_Plan], suits: tuple[_Suit, ...], wilds: int, win: int
    ) -> Iterable[Reading]:
        table: _Table = {}
        for plan in plans:
            for group, found in self._products(plan, suits, wilds, win).items():
                if group not in table or found[0] < table[group][0]:
                    table[group] = found
        return [_reading(form.shape, parts) for _, parts in sorted(table.values(), key=lambda found: found[0])]

    def _products(self, plan: _Plan, suits: tuple[_Suit, ...], wilds: int, win: int) -> _Table:
        """The least combination of parts for each group: all of one tally, or each by itself if there is no label."""
        place_of_win = min(win // 9, 3) if win != WILD else ELSEWHERE
        # (wilds used, whether the winning tile is placed) → sets so far, whether there is a pair, table. From the last
        # suit to the first, so that it is known how many sets come after; the first two follow from the wilds used.
        states: dict[tuple[int, bool], tuple[int, bool, _Table]] = {(0, False): (0, False, {0: (0, ())})}
        for place in (3, 2, 1, 0):
            suit, cutter = suits[place], plan[place]
            reached: dict[tuple[int, bool], tuple[int, bool, _Table]] = {}
            for (used, placed), (after, paired, table) in states.items():
                left = wilds - used
                for share in range(left + 1) if place else (left,):
                    for won in self._winning(win, place == place_of_win, placed, share):
                        parts = self._parts(place, suit, cutter, share, won)
                        if not parts or (paired and parts[0].pair):
                            continue
                        state = (used + share, placed or won != ELSEWHERE)
                        if state not in reached:
                            reached[state] = (after + len(parts[0].sets), paired or bool(parts[0].pair), {})
                        self._merge(parts, after, table, reached[state][2])
            states = reached
        return states[wilds, True][2] if (wilds, True) in states else {}

    def _merge(self, parts: list[Part], after: int, table: _Table, out: _Table) -> None:
        full = self._full
        for part in parts:
            number = part.number(after)
            step = number if full else part.tally
            for group, (rest, chain) in table.items():
                group += step
                rest += number
                if group not in out or rest < out[group][0]:
                    out[group] = (rest, (part, *chain))

    def _parts(self, place: int, suit: _Suit, cutter: int, wilds: int, win: int) -> list[Part]:
        key = _key(cutter, wilds, win)
        parts = suit.parts.get(key)
        if parts is None:
            # Parts with and without the winning tile are asked for in turn: to cut once is enough. One assignment, so
            # that threads may share a reader.
            last, cuts = self._last_cut
            if last != (suit.tiles, cutter, wilds):
                cuts = self._cutters[cutter](suit.tiles, wilds)
                self._last_cut = ((suit.tiles, cutter, wilds), cuts)
            start = _STARTS[place]
            if self._full:
                found = generate_all_parts(suit.tiles, start, cuts, win)
            else:
                won_value = self._won_value if self._won_label else None
                if wilds:
                    found = generate_first_parts(suit.tiles, start, cuts, win, self._labels, won_value)
                else:
                    found = generate_natural_parts(cuts, win, self._labels, won_value)
            parts = suit.parts[key] = [*found]
            self._kept += 1 + len(parts)
        return parts

    def _won_value(self, code: int, at: int, mask: int) -> int:
        key = (code << 2 | at) << 3 | mask
        value = self._won_labels.get(key)
        if value is None:
            assert self._won_label
            block = PLAIN[code]
            value = self._won_labels[key] = self._won_label(block.kind, block.tiles, at, mask)
        return value

    @staticmethod
    def _winning(win: int, is_here: bool, placed: bool, wilds: int) -> tuple[int, ...]:
        """What a suit may take of the winning tile: it, or nothing, or either."""
        if win != WILD:
            return (win,) if is_here else (ELSEWHERE,)
        return (ELSEWHERE,) if placed or not wilds else (ELSEWHERE, win)

    def _whole(self, form: Form, tiles: bytes, position: Position, win: int) -> Iterator[Reading]:
        """The readings of a form that asks for no blocks, one for each face that the wilds may have."""
        known: set[int] = set()
        for face in form.wild_faces(position.wilds, position.melded, position.wild_kind):
            for reading in self._whole_as(form.shape, tiles, position.wilds, win, face):
                if not (self._label and reading.tally in known):
                    known.add(reading.tally)
                    yield reading

    def _whole_as(self, shape: Shape, tiles: bytes, wilds: int, win: int, face: int) -> Iterator[Reading]:
        natural = [kind for kind, count in enumerate(tiles) for _ in range(count)]
        before = sum(kind <= face for kind in natural)
        kinds_read = (*natural[:before], *(face,) * wilds, *natural[before:])
        if win == WILD and wilds:
            won_at = before + wilds - 1
        elif win in natural:
            won_at = kinds_read.index(win)
        else:
            return
        block = Block("tiles", kinds_read, (1 << wilds) - 1 << before)
        tally = self._label(block) if self._label else 0
        if self._won_label:
            tally += self._won_label(block.kind, block.tiles, won_at, block.wilds)
        yield Reading(shape, (block,), 0, won_at, tally)

    def _plan(self, *cutters: Cutter) -> _Plan:
        """The numbers of a form's cutters; those that cut alike have one number."""
        plan = []
        for cutter, first in zip(cutters, _STARTS, strict=True):
            key = (first, cutter.func, *sorted(cutter.keywords.items()))
            if key not in self._numbers:
                self._numbers[key] = len(self._cutters)
                self._cutters.append(partial(cutter, first=first))
            plan.append(self._numbers[key])
        return tuple(plan)


def _key(cutter: int, wilds: int, win: int) -> int:
    return (wilds << 6 | cutter) << 6 | win + 1


def _reading(shape: Shape, parts: Sequence[Part]) -> Reading:
    m, p, s, z = parts
    blocks = m.sets + p.sets + s.sets + z.sets + m.pair + p.pair + s.pair + z.pair
    won = 0
    for part in parts:
        if part.won_at >= 0:
            won = len(blocks) - 1 if part.won < 0 else won + part.won
            break
        won += len(part.sets)
    return Reading(shape, blocks, won, part.won_at, m.tally + p.tally + s.tally + z.tally)
