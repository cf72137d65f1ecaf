"""Shanten (向聽數): how many useful draws a hand is from being ready.

-1 is complete, 0 ready. The number is that of tiles still to be found, less the wilds held, less one, for the nearest
of the variant's shapes. Where no wild is in play a complete hand may hold four copies of a kind, the player's own melds
included; where one is, any number, because a wild may be any tile.
"""

from collections.abc import Sequence

from mjcalc.solver.forms import form_for
from mjcalc.solver.forms.form import FAR, Form
from mjcalc.solver.position import Position
from mjcalc.solver.shapes import Shape, ShapeSet
from mjcalc.solver.suits import PLENTY, Suit, best_use, combine, plans, suits_for
from mjcalc.tiles import KINDS

__all__ = ["COMMON_SHAPES", "Solver", "shanten", "shanten_by_shape", "solver_for"]

COMMON_SHAPES = ShapeSet(
    (
        Shape("standard", "standard"),
        Shape("seven_pairs", "seven_pairs"),
        Shape("thirteen_orphans", "thirteen_orphans"),
    )
)
"""The shapes of most variants: four sets and a pair, seven pairs (four alike are two), thirteen orphans."""

_MOST_SOLVERS = 32


class Solver:
    """What is remembered about the hands of one variant."""

    def __init__(self, shape_set: ShapeSet) -> None:
        self.shape_set = shape_set
        self.real = suits_for(shape_set.kinds, shape_set.dragon_run, 4)
        """Suits where no wild is in play."""
        self.free = suits_for(shape_set.kinds, shape_set.dragon_run, PLENTY)
        """Suits where one is."""
        self.suits = [(first, *about) for first, about in zip(self.free.offsets, shape_set.suits(), strict=True)]
        """For each suit its first kind, its kinds and where a chow may begin, by bits."""
        self.has_standard = any(shape.form == "standard" for shape in shape_set.shapes)
        self.forms = tuple(form_for(shape, shape_set) for shape in shape_set.shapes if shape.form != "standard")
        self._usual = {
            (real, has_room): self._beside(0, (), real, False, has_room)
            for real in (False, True)
            for has_room in (False, True)
        }

    def suits_of(self, position: Position) -> tuple[Suit, Suit, Suit, Suit]:
        """A hand's suits: characters, dots, bamboo, honours; with the room that the melds leave where no wild is in
        play."""
        if not position.is_real:
            return self.free_suits_of(position)
        if position.melded is None:
            key = _as_bytes(position.counts)
            a, b, c, d = self.real.at
            return a[key[:9]], b[key[9:18]], c[key[18:27]], d[key[27:]]
        key, taken = _as_bytes(position.counts), _as_bytes(position.melded)
        a, b, c, d = self.real.at
        return (
            a[key[:9] + taken[:9]],
            b[key[9:18] + taken[9:18]],
            c[key[18:27] + taken[18:27]],
            d[key[27:] + taken[27:]],
        )

    def free_suits_of(self, position: Position) -> tuple[Suit, Suit, Suit, Suit]:
        """The same with room for any number of copies."""
        key = _as_bytes(position.counts)
        a, b, c, d = self.free.at
        return a[key[:9]], b[key[9:18]], c[key[18:27]], d[key[27:]]

    def forms_for(self, position: Position, *, has_room: bool = False) -> Sequence[Form]:
        """The forms that are not made of sets alone, of those that the player can still reach; ``has_room`` where any
        number of copies may be asked for."""
        real = position.is_real
        if not position.melds and not position.wilds_out:
            return self._usual[real, has_room]
        return self._beside(position.melds, position.melded or (), real, position.wilds_out > 0, has_room)

    def _beside(self, melds: int, melded: Sequence[int], real: bool, wild_out: bool, has_room: bool) -> Sequence[Form]:
        found = [form.beside(melds, melded, real=real, wild_out=wild_out, has_room=has_room) for form in self.forms]
        return [form for form in found if form is not None]

    def lacks(self, suits: Sequence[Suit], melds: int, forms: Sequence[Form]) -> int:
        """How many further tiles would complete the nearest shape; :data:`FAR` or more if none can."""
        a, b, c, d = suits
        least = FAR
        if self.has_standard:
            ab = combine[a.number << 10 | b.number]
            cd = combine[c.number << 10 | d.number]
            least = 14 - 3 * melds - best_use[(ab << 10 | cd) << 3 | 4 - melds]
        if forms:
            marks = a.marks + b.marks + c.marks + d.marks
            for form in forms:
                lacks = form.lacks(marks, melds)
                if lacks < least:
                    least = lacks
        return least

    def near_forms(self, suits: Sequence[Suit], melds: int, forms: Sequence[Form]) -> Sequence[Form]:
        """Those of the forms that can be the nearest shape when one tile has been thrown: a throw costs one tile at
        most, so what is two further away than the nearest stays further away."""
        most = self.lacks(suits, melds, forms) + 1
        marks = suits[0].marks + suits[1].marks + suits[2].marks + suits[3].marks
        return [form for form in forms if form.lacks(marks, melds) <= most]

    def lacks_and_wants(self, suits: Sequence[Suit], melds: int, forms: Sequence[Form]) -> tuple[int, int]:
        """The same, and the kinds, as bits, one more of which would leave one less to find."""
        a, b, c, d = suits
        least = FAR
        kinds = 0
        if self.has_standard:
            best, tight_a, tight_b, tight_c, tight_d = plans[a.part + b.part + c.part + d.part + 4 - melds]
            least = 14 - 3 * melds - best
            # A suit's tiles help where the use that the suit makes of them is part of a best one for the whole hand.
            if tight_a:
                kinds = a.wants[tight_a]
            if tight_b:
                kinds |= b.wants[tight_b]
            if tight_c:
                kinds |= c.wants[tight_c]
            if tight_d:
                kinds |= d.wants[tight_d]
        if forms:
            marks = a.marks + b.marks + c.marks + d.marks
            for form in forms:
                lacks = form.lacks(marks, melds)
                if lacks < least:
                    least, kinds = lacks, form.wants(marks, melds)
                elif lacks == least:
                    kinds |= form.wants(marks, melds)
        return least, kinds


def _as_bytes(counts: Sequence[int]) -> bytes:
    packed = bytes(counts)
    # An array of wider numbers gives its memory, not its numbers.
    return packed if len(packed) == KINDS else bytes(map(int, counts))


_solvers: dict[ShapeSet, Solver] = {}


def solver_for(shape_set: ShapeSet) -> Solver:
    """The solver of these shapes: the same one for equal shapes."""
    solver = _solvers.get(shape_set)
    if solver is None:
        if len(_solvers) >= _MOST_SOLVERS:
            _solvers.clear()
        # Of two threads that come first, both get the same one.
        solver = _solvers.setdefault(shape_set, Solver(shape_set))
    return solver


def shanten(position: Position, shape_set: ShapeSet = COMMON_SHAPES) -> int | None:
    """The shanten of 13 - 3m or 14 - 3m concealed tiles with m melds: the least over the shapes.

    None if no shape can be reached, as seven pairs with a meld.

    >>> hand = [0] * 34
    >>> for kind in (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 27):
    ...     hand[kind] += 1
    >>> shanten(Position(hand)), shanten(Position([2] * 7 + [0] * 27)), shanten(Position([0] * 34, wilds=4, melds=3))
    (0, -1, 0)
    """
    solver = solver_for(shape_set)
    lacks = solver.lacks(solver.suits_of(position), position.melds, solver.forms_for(position))
    return lacks - position.wilds - 1 if lacks < FAR else None


def shanten_by_shape(position: Position, shape_set: ShapeSet = COMMON_SHAPES) -> dict[str, int | None]:
    """The shanten for each shape by its id, in the variant's order; None for one that cannot be reached.

    >>> orphans = [1 if kind in (0, 8, 9, 17, 18, 26) or kind >= 27 else 0 for kind in range(34)]
    >>> shanten_by_shape(Position(orphans))
    {'standard': 8, 'seven_pairs': 6, 'thirteen_orphans': 0}
    """
    solver = solver_for(shape_set)
    suits = solver.suits_of(position)
    marks = sum(suit.marks for suit in suits)
    lacking = {form.shape.id: form.lacks(marks, position.melds) for form in solver.forms_for(position)}
    found: dict[str, int | None] = {}
    for shape in shape_set.shapes:
        lacks = solver.lacks(suits, position.melds, ()) if shape.form == "standard" else lacking.get(shape.id, FAR)
        found[shape.id] = lacks - position.wilds - 1 if lacks < FAR else None
    return found
