"""How far a hand is from one that may win: 可胡向聽."""

from collections.abc import Iterable, Iterator

from mjcalc.answers.notes import note
from mjcalc.answers.records import Note
from mjcalc.answers.unwon import Unwon
from mjcalc.rules.schema import Language
from mjcalc.scoring.aims import aims_of
from mjcalc.solver.forms.form import FAR
from mjcalc.solver.kinds import ALL_BITS, changed
from mjcalc.solver.ranges import Beside, Range
from mjcalc.solver.target import Target
from mjcalc.tiles import KINDS, WILD

__all__ = ["Distance", "is_shanten", "notes_on_distance", "to_targets", "winning"]


class Distance:
    """How far a player's concealed tiles are from some complete hands, beside the melds that lie there."""

    def __init__(self, ranges: Iterable[Range], hand: Unwon) -> None:
        self._hand = hand
        found = [(one, one.beside(hand.known.position, hand.laid)) for one in ranges]
        self._ranges = [(one, beside) for one, beside in found if beside is not None]

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

    def nearest(self, key: bytes, lacks: int) -> "Distance":
        """The same without what a hand that lacks so many, or one that comes from it by drawing only tiles that bring
        it nearer, is never nearest to: nothing comes nearer faster than that."""
        nearer = [(one, one.near(key, beside, lacks)) for one, beside in self._ranges]
        return self._among([(one, beside) for one, beside in nearer if beside is not None])

    def idle(self, key: bytes, lacks: int) -> int:
        """The kinds, as bits, of which a tile can go from a hand that lacks so many without a loss."""
        found = 0
        for one, beside in self._ranges:
            found |= one.idle(key, beside, lacks)
        return found

    def shanten(self, key: bytes, wilds: int) -> int | None:
        """As shanten: −1 is complete, None cannot be reached."""
        lacks, _ = self.look(key)
        return lacks - wilds - 1 if lacks < FAR else None

    def after_a_throw(self, key: bytes) -> "Distance":
        """The same without what cannot be nearest once a tile is thrown, which costs one tile at most."""
        lacks = [one.look(key, beside)[0] for one, beside in self._ranges]
        most = min(lacks, default=FAR) + 1
        return self._among([one for one, far in zip(self._ranges, lacks, strict=True) if far <= most])

    def _among(self, ranges: list[tuple[Range, Beside]]) -> "Distance":
        """The same to the hands of these ranges alone."""
        found = Distance((), self._hand)
        found._ranges = ranges
        return found

    def throws(self, kinds: int = ALL_BITS) -> Iterator[tuple[int, int, int]]:
        """The tiles of 14 - 3m that can go, each with how many further tiles that leaves to find, where wilds held
        count as found, and with what then helps.

        A thrown wild ends the hope of all hands that need all four.

        :param kinds: the kinds to look at, as bits; a wild is always looked at.
        """
        position = self._hand.known.position
        key, wilds = bytes(position.counts), position.wilds
        near = self.after_a_throw(key)
        for tile in range(KINDS):
            if key[tile] and kinds >> tile & 1:
                lacks, wants = near.look(changed(key, tile, -1))
                yield tile, lacks - wilds if lacks < FAR else FAR, wants
        if wilds:
            lacks, wants = Distance([one for one, _ in self._ranges], self._hand.without_a_wild).look(key)
            yield WILD, lacks - wilds + 1 if lacks < FAR else FAR, wants


def to_targets(hand: Unwon, targets: Iterable[Target]) -> Distance:
    """The distance to hands in any of these targets."""
    return Distance(aims_of(hand.judge).ranges(hand.shape_set, targets), hand)


def is_shanten(hand: Unwon) -> bool:
    """Whether every complete hand may win as far as tiles decide: then shanten is the distance to one that may."""
    return not aims_of(hand.judge).demands(hand.view)


def winning(hand: Unwon) -> Distance:
    """The distance to hands that may win as far as tiles decide."""
    return to_targets(hand, aims_of(hand.judge).winning(hand.view))


def notes_on_distance(hand: Unwon, shanten: int | None, distance: int | None, lang: Language) -> tuple[Note, ...]:
    """Why the nearest complete hand may not win, where it may not."""
    if shanten == distance:
        return ()
    position = hand.known.position
    key = bytes(position.counts)
    demands = aims_of(hand.judge).demands(hand.view)
    rules = [
        rule for rule, targets in demands if to_targets(hand, targets).shanten(key, position.wilds) != shanten
    ] or [rule for rule, _ in demands]
    why = "; ".join([rule.text.said_in(lang) for rule in rules])
    if distance is None:
        return (note("never_wins", lang, why=why),)
    return (note("distance", lang, shanten=str(shanten), distance=str(distance), why=why),)
