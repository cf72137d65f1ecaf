"""A hand that has not won yet: what is known of its tiles, and of those that can still come."""

from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from mjcalc.answers.contradictions import generate_contradictions
from mjcalc.answers.records import Accept
from mjcalc.errors import ImpossibleError, Problem
from mjcalc.hand import Situation, Table, TileSet
from mjcalc.scoring.judge import Judge
from mjcalc.scoring.view import Case, View, counts_of, melded_counts
from mjcalc.solver.kinds import kinds_of
from mjcalc.solver.position import Position
from mjcalc.solver.shanten import solver_for
from mjcalc.solver.shapes import ShapeSet
from mjcalc.solver.target import CHOW, PUNG, Laid
from mjcalc.solver.waits import barred_kinds
from mjcalc.texts import say
from mjcalc.tiles import FLOWERS, KINDS, NAMES, WILD

__all__ = ["Known", "Unwon", "as_drawn", "as_thrown", "check", "known_of"]


class Known(Struct, frozen=True):
    """What is known of the tiles."""

    position: Position
    remaining: list[int]
    """Copies of each kind that are not accounted for, the wild's last."""


def known_of(table: Table, tile_set: TileSet) -> Known:
    """What a player knows who sees this table."""
    hand = table.hand
    counts, wilds = counts_of(hand.concealed)
    aside = [tile for tile in (*hand.kongs, *hand.thrown, *hand.flowers) if tile not in FLOWERS]
    melded = melded_counts(hand)
    held = list(melded) if melded else [0] * KINDS
    for tile in aside:
        if tile != WILD:
            held[tile] += 1
    limits = [4] * KINDS
    if tile_set.indicator is not None:
        limits[tile_set.indicator] -= 1
    remaining = [limit - count - own for limit, count, own in zip(limits, counts, held, strict=True)]
    wilds_out = aside.count(WILD)
    remaining.append(4 - wilds - wilds_out)
    elsewhere = [*_elsewhere(table)]
    for tile in elsewhere:
        remaining[WILD if tile == tile_set.wild else tile] -= 1
    position = Position(
        counts,
        wilds,
        len(hand.melds),
        melded,
        wild_in_play=tile_set.wild is not None or WILD in aside or WILD in elsewhere,
        wild_kind=tile_set.wild,
        wilds_out=wilds_out,
        held=held,
        limits=limits,
    )
    return Known(position, remaining)


def _elsewhere(table: Table) -> Iterator[int]:
    """Every tile that can be seen outside the hand, and that could be in one."""
    yield from table.seen
    for hand in table.losers.values():
        for meld in hand.melds:
            yield from meld.tiles
        yield from (tile for tile in (*hand.kongs, *hand.thrown, *hand.flowers) if tile not in FLOWERS)


class Unwon(Struct, frozen=True):
    """A hand, and all that it depends on."""

    judge: Judge
    table: Table
    drawn: Situation
    """As a win by a draw would be."""
    tile_set: TileSet
    known: Known
    view: View
    """The player, for conditions that no winning tile decides."""
    shape_set: ShapeSet
    """The shapes that the hand may take."""
    laid: tuple[Laid, ...]
    """The melds."""
    barred: int
    """The kinds, as bits, of which no copy can come."""

    @classmethod
    def of(cls, judge: Judge, table: Table, drawn: Situation, tile_set: TileSet) -> "Unwon":
        """The hand of this table."""
        view = View(Case(table, drawn, tile_set, table.hand.concealed, WILD, judge.formal_waits))
        laid = [(CHOW, min(meld.tiles)) if meld.call == "chow" else (PUNG, meld.tile) for meld in table.hand.melds]
        known = known_of(table, tile_set)
        shape_set = judge.shapes_for(view)
        barred = barred_kinds(solver_for(shape_set).suits_of(known.position), known.position)
        return cls(judge, table, drawn, tile_set, known, view, shape_set, tuple(laid), barred)

    def coming(self, wants: int, thrown: int = WILD) -> tuple[int, ...]:
        """Of some kinds, as bits, those that can come, and the wild, which helps whenever anything does.

        :param thrown: what was thrown: the player no longer holds every copy of it.
        """
        kinds = kinds_of(wants & ~(self.barred & ~(1 << thrown)))
        return (*kinds, WILD) if self.known.position.wild_can_come else kinds

    def listed(self, kinds: Iterable[int]) -> tuple[Accept, ...]:
        """Kinds in the order of tiles, each with what is left of it."""
        faces = self.tile_set.face
        return tuple([Accept(NAMES[faces(kind)], self.known.remaining[kind]) for kind in sorted(kinds, key=faces)])

    @property
    def without_a_wild(self) -> "Unwon":
        """The same player, who has let go of a wild."""
        position = self.known.position
        gone = replace(position, wilds_out=position.wilds_out + 1)
        return replace(self, known=replace(self.known, position=gone))


def as_drawn(situation: Situation) -> Situation:
    """The same round, won by a draw."""
    if situation.is_drawn:
        return situation
    return replace(situation, by="self-draw", source=None, not_ready=False)


def as_thrown(situation: Situation, judge: Judge) -> Situation | None:
    """The same round, won from a discard; None where the variant has no such wins."""
    if "discard" not in judge.variant.wins:
        return None
    return replace(
        situation,
        by="discard",
        source=situation.source or "right",
        last_tile=situation.last_tile and judge.variant.last_tile == "any",
        heavenly=False,
        earthly=False,
    )


def check(judge: Judge, table: Table, situations: Iterable[Situation]) -> None:
    """Check that no win in these situations would contradict itself.

    :raises ImpossibleError: with everything that does.
    """
    problems = {
        problem.code: problem
        for situation in situations
        for problem in generate_contradictions(judge.variant, table.hand, situation)
    }
    if any(situation.last_copy for situation in situations):
        message = say("a hand that has not won yet has no winning tile; which waits are last copies shows on the table")
        problems["last_copy_not_wanted"] = Problem("last_copy_not_wanted", message, where="last_copy")
    if problems:
        raise ImpossibleError(problems.values())
