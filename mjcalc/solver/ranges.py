"""How far a hand is from complete hands of certain tiles alone: of one suit, without chows, with certain sets.

A :class:`Range` is a target (:mod:`mjcalc.solver.target`) in a variant, and tells how many tiles a hand lacks to the
nearest of its hands, and which tiles help. Suits are solved as for shanten
(:mod:`mjcalc.solver.suits`); only what may be made of them is less.
"""

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from mjcalc.memo import Table
from mjcalc.solver.forms import form_for
from mjcalc.solver.forms.form import FAR, Form
from mjcalc.solver.kinds import ALL_BITS, FIRST_KINDS, bits_of, changed, kinds_of, with_one_less, with_one_more
from mjcalc.solver.position import Position
from mjcalc.solver.shapes import Shape, ShapeSet
from mjcalc.solver.suits import PLENTY, Place, Suit
from mjcalc.solver.target import CHOW, PAIR, PUNG, Laid, Target
from mjcalc.solver.yields import best_use, combine, fields_of, tight_fields
from mjcalc.tiles import KINDS

__all__ = ["Beside", "Range"]

_HONOURS = FIRST_KINDS[-1]
_WINDS = 0b1111
_CELLS = (*((first, 511) for first in FIRST_KINDS[:3]), (_HONOURS, 127))
_CELLS_SPLIT = (*_CELLS[:3], (_HONOURS, _WINDS), (_HONOURS, 127 & ~_WINDS))


_MOST_SUITS = 2000
"""How many suits each place remembers: there are many places."""


class Beside(Struct, frozen=True):
    """What a player's melds leave of a range."""

    melds: int
    real: bool
    taken: bytes
    """The copies in melds, by kind; empty where any number of copies may be asked for."""
    musts: tuple[int, ...]
    """Sets of cells, as bits, of each of which there must be a concealed tile."""
    sets: tuple[Laid, ...]
    """The sets that are not among the melds."""
    forms: tuple[Form, ...]
    has_standard: bool
    """Whether four sets and a pair are one of the shapes."""


class Range:
    """A target in a variant.

    A *cell* is a suit, the honours, or, where a target asks for one of them, the winds or the dragons: kinds that share
    no set with others.

    :raises ValueError: if the target asks for a tile of kinds that are not cells.
    """

    def __init__(self, shape_set: ShapeSet, target: Target) -> None:
        self.target = target
        self.kinds = kinds = bits_of(shape_set.kinds) & target.kinds
        shapes = tuple([shape for shape in shape_set.shapes if _counts(shape, target)])
        restricted = ShapeSet(shapes, frozenset(kinds_of(kinds)), shape_set.dragon_run)
        self._has_standard = any(shape.form == "standard" for shape in shapes)
        self._has_pairs = any(shape.form == "seven_pairs" for shape in shapes)
        others = [shape for shape in shapes if shape.form != "standard" and not target.is_standard]
        forms = [form_for(shape, restricted) for shape in others]
        # A shape of honours alone has no tile of a suit, whatever its wilds stand for.
        self._forms = [form for form in forms if all([form.kinds & must for must in target.musts])]
        honours = kinds >> _HONOURS
        splits = any(0 < must >> _HONOURS & honours < honours for must in target.musts)
        cells = _CELLS_SPLIT if splits else _CELLS
        self._cells = [own << first & kinds for first, own in cells]
        self._musts = [self._in_cells(must & kinds) for must in target.musts]
        runs = dict(zip(FIRST_KINDS, [own for _, own in restricted.suits()], strict=True))
        self._real, self._free = (
            [
                _place(first, cell >> first, _runs(runs[first] & cell >> first, target, first), limit, target, first)
                for (first, _), cell in zip(cells, self._cells, strict=True)
            ]
            for limit in (4, PLENTY)
        )

    def _in_cells(self, must: int) -> int:
        """The cells that these kinds are, as bits."""
        found = [place for place, cell in enumerate(self._cells) if cell and not cell & ~must]
        if sum([self._cells[place] for place in found]) != must:
            raise ValueError("kinds that are not cells")
        return bits_of(found)

    def beside(self, position: Position, laid: Sequence[Laid]) -> Beside | None:
        """What the player's melds leave of it; None where no hand with them can be one.

        :param laid: the player's melds.
        """
        target = self.target
        melded = position.melded or ()
        shown = bits_of([kind for kind, count in enumerate(melded) if count])
        if shown & ~target.kinds:
            return None
        sets = list(target.sets)
        for kind, first in laid:
            own = 0b111 << first if kind == CHOW else 1 << first
            if not own & target.each or (kind == CHOW and not target.chows):
                return None
            if (kind, first) in sets:
                sets.remove((kind, first))
        real, wild_out = position.is_real, position.wilds_out > 0
        if real and 4 * self.kinds.bit_count() - sum(melded) < 14 - 3 * position.melds:
            return None  # there are not so many tiles
        forms = [
            form.beside(position.melds, melded, real=real, wild_out=wild_out, has_room=False) for form in self._forms
        ]
        return Beside(
            position.melds,
            real,
            bytes(melded) if real else b"",
            tuple([must for must in self._musts if not self._holds(shown, must)]),
            tuple(sets),
            tuple([form for form in forms if form is not None]),
            self._has_standard,
        )

    def _holds(self, kinds: int, must: int) -> bool:
        """Whether any of these kinds is in one of the cells."""
        return any([must >> place & 1 and cell & kinds for place, cell in enumerate(self._cells)])

    def look(self, key: bytes, beside: Beside) -> tuple[int, int]:
        """How many further tiles would complete the nearest of its hands (:data:`FAR` or more if none can), and the
        kinds, as bits, one more of which would leave one less to find.

        :param key: the counts of the concealed tiles that are not wild.
        """
        places = self._real if beside.real else self._free
        if beside.sets:
            return self._look_for_sets(key, places, beside)
        suits = _suits_of(places, key, beside.taken)
        least, kinds = FAR, 0
        if beside.has_standard:
            least, kinds = _sets_lacking(suits, 2 * (4 - beside.melds) + 1, beside.musts)
        if beside.forms:
            marks = sum([suit.marks for suit in suits])
            for form in beside.forms:
                if form.lacks(marks, beside.melds) > least:
                    continue
                lacks, wants = self._look_at_form(form, marks, beside)
                if lacks < least:
                    least, kinds = lacks, wants
                elif lacks == least:
                    kinds |= wants
        return least, kinds

    def near(self, key: bytes, beside: Beside, lacks: int) -> Beside | None:
        """The same without the shapes that are farther from a hand than so many tiles; None where all are."""
        if beside.sets or beside.musts:
            return beside if self.look(key, beside)[0] <= lacks else None
        kept = tuple(
            [form for form in beside.forms if self.look(key, _with_shapes(beside, False, (form,)))[0] <= lacks]
        )
        standard = beside.has_standard and self.look(key, _with_shapes(beside, True, ()))[0] <= lacks
        return _with_shapes(beside, standard, kept) if standard or kept else None

    def idle(self, key: bytes, beside: Beside, lacks: int) -> int:
        """The kinds, as bits, of which a tile can go without a loss, from a hand that lacks so many.

        :param key: the counts of the concealed tiles that are not wild.
        :param lacks: what :meth:`look` says of the hand, or less: then nothing can go.
        """
        if beside.sets or beside.musts or len(self._cells) > 4:
            held = [kind for kind, count in enumerate(key) if count]
            return bits_of([kind for kind in held if self._lacks(changed(key, kind, -1), beside) <= lacks])
        places = self._real if beside.real else self._free
        suits = _suits_of(places, key, beside.taken)
        found = 0
        if beside.has_standard:
            found = self._idle_in_sets(suits, places, key, 14 - 3 * beside.melds - lacks, 4 - beside.melds)
        forms = beside.forms
        if forms:
            marks = sum([suit.marks for suit in suits])
            for form in forms:
                if form.lacks(marks, beside.melds) <= lacks:
                    for kind, count in enumerate(key):
                        if count and not found >> kind & 1:
                            one_less = with_one_less(marks, kind)
                            if one_less == marks or form.lacks(one_less, beside.melds) <= lacks:
                                found |= 1 << kind
        return found

    def _lacks(self, key: bytes, beside: Beside) -> int:
        """The number of :meth:`look` alone."""
        places = self._real if beside.real else self._free
        if beside.sets:
            return self._look_for_sets(key, places, beside)[0]
        suits = _suits_of(places, key, beside.taken)
        least = _sets_lacking(suits, 2 * (4 - beside.melds) + 1, beside.musts)[0] if beside.has_standard else FAR
        marks = sum([suit.marks for suit in suits])
        for form in beside.forms:
            if form.lacks(marks, beside.melds) < least:
                least = min(least, self._lacks_with_musts(form, marks, beside))
        return least

    @staticmethod
    def _idle_in_sets(suits: Sequence[Suit], places: Sequence[Place], key: bytes, used: int, sets: int) -> int:
        a, b, c, d = [suit.number for suit in suits]
        ab, cd = combine[a, b], combine[c, d]
        if best_use[ab, cd, sets] < used:
            return 0
        rests = (combine[b, cd], combine[a, cd], combine[ab, d], combine[ab, c])
        found = 0
        for suit, place, rest in zip(suits, places, rests, strict=True):
            if place.kinds:
                for kind, less in suit.less:
                    if less.number == suit.number or best_use[less.number, rest, sets] >= used:
                        found |= 1 << kind
            else:
                found |= bits_of([kind for kind in range(place.first, place.first + place.length) if key[kind]])
        return found

    def _look_at_form(self, form: Form, marks: int, beside: Beside) -> tuple[int, int]:
        if not beside.musts:
            return form.lacks(marks, beside.melds), form.wants(marks, beside.melds)
        now = self._lacks_with_musts(form, marks, beside)
        own = kinds_of(form.kinds)
        more = [kind for kind in own if self._lacks_with_musts(form, with_one_more(marks, kind), beside) < now]
        return now, bits_of(more)

    def _lacks_with_musts(self, form: Form, marks: int, beside: Beside) -> int:
        """What a form lacks where it has a tile of each must as well. Only pairs may have to be others for that: of
        single tiles one is as good as another."""
        missing = len([must for must in beside.musts if not self._holds(marks & ALL_BITS, must)])
        if not form.is_even:
            return max(form.lacks(marks, beside.melds), missing)
        distinct = form.shape.distinct
        begun = (marks & ALL_BITS).bit_count() + (0 if distinct else (marks >> 2 * KINDS & ALL_BITS).bit_count())
        if begun + missing <= 7:
            return form.lacks(marks)  # there is room for all that is begun, and for what is missing
        return _pairs_lacking(marks, tuple(self._cells), beside.musts, distinct)

    def _look_for_sets(self, key: bytes, places: Sequence[Place], beside: Beside) -> tuple[int, int]:
        """The same where the hand must have certain sets: their tiles first, and the rest from what is left."""
        sets, taken = beside.sets, beside.taken
        wanted = _tiles_of(sets)
        pairs = sum([kind == PAIR for kind, _ in sets])
        short = [max(want - have, 0) for want, have in zip(wanted, key, strict=True)]
        lacking, kinds = sum(short), bits_of([kind for kind, number in enumerate(short) if number])
        if pairs > 1:
            # Seven of them: the whole hand.
            return (lacking, kinds) if self._has_pairs and not beside.melds else (FAR, 0)
        if beside.real:
            taken = bytes([own + want for own, want in zip(taken or bytes(KINDS), wanted, strict=True)])
        left = 4 - beside.melds - (len(sets) - pairs)
        if left < 0 or not beside.has_standard or max(taken, default=0) > 4 or _is_outside(wanted, self.kinds):
            return FAR, 0
        rest = bytes([max(have - want, 0) for want, have in zip(wanted, key, strict=True)])
        lacks, wants = _sets_lacking(_suits_of(places, rest, taken), 2 * left + 1 - pairs, ())
        return lacking + lacks, kinds | wants & ~kinds


def _counts(shape: Shape, target: Target) -> bool:
    """Whether hands of this shape can be in the target as far as shapes go."""
    return shape.form != "four_wilds" if target.shapes is None else shape.id in target.shapes


def _runs(runs: int, target: Target, first: int) -> int:
    """Of the kinds that can begin a chow those with which it has one of the kinds that each set must have."""
    each = target.each >> first
    return runs & (each | each >> 1 | each >> 2) if target.chows else 0


def _place(first: int, kinds: int, runs: int, limit: int, target: Target, at: int) -> Place:
    return _shared_place(first, kinds, runs, limit, target.each >> at & 511, (target.each & target.pairs) >> at & 511)


@lru_cache(512)
def _shared_place(first: int, kinds: int, runs: int, limit: int, pungs: int, pairs: int) -> Place:
    """The same place for all targets that agree on it."""
    return Place(first, kinds, runs, limit, pungs, pairs, most=_MOST_SUITS)


def _suits_of(places: Sequence[Place], key: bytes, taken: bytes) -> list[Suit]:
    suits = []
    for place in places:
        first, end = place.first, place.first + place.length
        suits.append(place.suits[key[first:end] + taken[first:end] if place.kinds else bytes(place.length)])
    return suits


def _with_shapes(beside: Beside, has_standard: bool, forms: tuple[Form, ...]) -> Beside:
    return replace(beside, has_standard=has_standard, forms=forms)


def _is_outside(counts: bytes, kinds: int) -> bool:
    return any([count and not kinds >> kind & 1 for kind, count in enumerate(counts)])


@lru_cache(4096)
def _tiles_of(sets: tuple[Laid, ...]) -> bytes:
    """What these sets and pairs take, by kind."""
    counts = [0] * KINDS
    for kind, first in sets:
        if kind == CHOW:
            for tile in range(first, first + 3):
                counts[tile] += 1
        else:
            counts[first] += 3 if kind == PUNG else 2
    return bytes(counts)


# ---------------------------------------------------------------------------------------------------------------------
# Sharing sets and pairs out
# ---------------------------------------------------------------------------------------------------------------------


def _sets_lacking(suits: Sequence[Suit], whole: int, musts: tuple[int, ...]) -> tuple[int, int]:
    """How many further tiles would make the sets, and a pair where ``whole`` (see :mod:`mjcalc.solver.yields`) is odd,
    and the kinds, as bits, that would leave one less to find."""
    numbers = tuple([suit.number for suit in suits])
    if len(numbers) == 4 and whole & 1 and not musts:
        best, *tight = tight_fields[(*numbers, whole >> 1)]
    else:
        best, *tight = _shared_out[numbers, whole, musts]
        if best < 0:
            return FAR, 0
    kinds = 0
    for suit, fields in zip(suits, tight, strict=True):
        if fields:
            kinds |= suit.wants[fields]
    return 3 * (whole >> 1) + 2 * (whole & 1) - best, kinds


def _share(key: tuple[tuple[int, ...], int, tuple[int, ...]]) -> tuple[int, ...]:
    """The most tiles that can be used where every must has a set or a pair (-1 if it cannot be), and the tight fields
    of each suit."""
    numbers, whole, musts = key
    yields = [fields_of(number) for number in numbers]
    best, tight = -1, [0] * len(numbers)
    for fields in _generate_shares(len(numbers), whole):
        if all([any([must >> at & 1 and field for at, field in enumerate(fields)]) for must in musts]):
            used = sum([own[field] for own, field in zip(yields, fields, strict=True)])
            if used > best:
                best, tight = used, [0] * len(numbers)
            if used == best:
                for at, field in enumerate(fields):
                    if yields[at][field] < 3 * (field >> 1) + 2 * (field & 1):
                        tight[at] |= 1 << field
    return (best, *tight)


_shared_out = Table(_share, 20_000)
"""By the numbers of the suits' yields, what is to be shared out, and the musts."""


@lru_cache(64)
def _generate_shares(suits: int, whole: int) -> tuple[tuple[int, ...], ...]:
    """All ways to give sets, and the pair if there is one, to so many suits."""
    if suits == 1:
        return ((whole,),)
    return tuple(
        (field, *rest)
        for field in range(whole + 1)
        if whole & 1 or not field & 1
        for rest in _generate_shares(suits - 1, whole - field)
    )


@lru_cache(4096)
def _pairs_lacking(marks: int, cells: tuple[int, ...], musts: tuple[int, ...], distinct: bool) -> int:
    """How many further tiles would make seven pairs with one of each must."""
    ways = {(0, 0): 0}
    for place, cell in enumerate(cells):
        there, twice, thrice, fourfold = [marks >> KINDS * copy & cell for copy in range(4)]
        pairs = twice.bit_count() + (0 if distinct else fourfold.bit_count())
        alone = (there & ~twice).bit_count() + (0 if distinct else (thrice & ~fourfold).bit_count())
        own = sum([1 << at for at, must in enumerate(musts) if must >> place & 1])
        most = cell.bit_count() * (1 if distinct else 2)
        found: dict[tuple[int, int], int] = {}
        for (begun, met), used in ways.items():
            for more in range(min(most, 7 - begun) + 1):
                way = begun + more, met | own if more else met
                uses = used + 2 * min(more, pairs) + min(max(more - pairs, 0), alone)
                if uses > found.get(way, -1):
                    found[way] = uses
        ways = found
    return 14 - ways.get((7, (1 << len(musts)) - 1), 14 - FAR)
