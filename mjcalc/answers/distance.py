"""How far a hand is from one that may win: 可胡向聽."""

from collections.abc import Iterable

from mjcalc.answers.unwon import Known
from mjcalc.hand import Hand
from mjcalc.rules.schema import Requirement
from mjcalc.scoring.aims import aims_of
from mjcalc.scoring.judge import Judge
from mjcalc.scoring.view import View
from mjcalc.solver.forms.form import FAR
from mjcalc.solver.kinds import kinds_of
from mjcalc.solver.position import Position
from mjcalc.solver.ranges import Beside, Range
from mjcalc.solver.shanten import solver_for
from mjcalc.solver.shapes import ShapeSet
from mjcalc.solver.target import CHOW, PUNG, Laid, Target
from mjcalc.solver.waits import barred_kinds
from mjcalc.tiles import WILD

__all__ = ["Distance", "coming", "laid_by", "unmet", "winning"]


class Distance:
    """How far a player's concealed tiles are from some complete hands, beside the melds that lie there."""

    def __init__(self, ranges: Iterable[Range], position: Position, laid: tuple[Laid, ...]) -> None:
        found: list[tuple[Range, Beside]] = []
        for one in ranges:
            beside = one.beside(position, laid)
            if beside is not None:
                found.append((one, beside))
        self._ranges = found

    def look(self, key: bytes) -> tuple[int, int]:
        """How many further tiles would complete the nearest of these hands (``FAR`` or more if none can), and the
        kinds, as bits, one more of which would leave one less to find.

        :param key: the counts of the concealed tiles that are not wild.
        """
        least, kinds = FAR, 0
        for one, beside in self._ranges:
            lacks, wants = one.look(key, beside)
            if lacks < least:
                least, kinds = lacks, wants
            elif lacks == least:
                kinds |= wants
        return least, kinds

    def shanten(self, key: bytes, wilds: int) -> int | None:
        """As shanten: −1 is complete, None cannot be reached."""
        lacks, _ = self.look(key)
        return lacks - wilds - 1 if lacks < FAR else None


def winning(judge: Judge, view: View, shape_set: ShapeSet, position: Position) -> Distance:
    """The distance to hands that may win as far as tiles decide."""
    aims = aims_of(judge)
    return Distance(aims.ranges(shape_set, aims.winning(view)), position, laid_by(view.case.winner.hand))


def unmet(
    judge: Judge, view: View, shape_set: ShapeSet, known: Known, shanten: int | None, distance: int | None
) -> list[Requirement]:
    """The requirements for which the nearest complete hand may not win."""
    if shanten == distance:
        return []
    aims, position = aims_of(judge), known.position
    key, laid = bytes(position.counts), laid_by(view.case.winner.hand)

    def far(targets: Iterable[Target]) -> int | None:
        return Distance(aims.ranges(shape_set, targets), position, laid).shanten(key, position.wilds)

    demands = aims.demands(view)
    return [rule for rule, targets in demands if far(targets) != shanten] or [rule for rule, _ in demands]


def laid_by(hand: Hand) -> tuple[Laid, ...]:
    """A player's melds."""
    return tuple([(CHOW, min(meld.tiles)) if meld.call == "chow" else (PUNG, meld.tile) for meld in hand.melds])


def coming(known: Known, shape_set: ShapeSet, wants: int) -> tuple[int, ...]:
    """Of some kinds those that can come, and the wild, which helps whenever anything does."""
    position = known.position
    suits = solver_for(shape_set).suits_of(position)
    kinds = kinds_of(wants & ~barred_kinds(suits, position))
    return (*kinds, WILD) if position.wild_can_come else kinds
