"""What a hand comes to within some draws: the chance to be ready, the chance to win, and the mean gain.

The model is one player alone. Every turn a tile is drawn from those not seen, all equally likely, and the player wins
or throws one: no claims, kongs, flowers, or discards of others, and what was thrown does not come back. A tile that
brings the hand nearer to one that may win is kept, any other is thrown.
"""

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec.structs import replace

from mjcalc.answers.distance import Distance
from mjcalc.answers.notes import note
from mjcalc.answers.records import Chances, Note
from mjcalc.answers.unwon import Unwon
from mjcalc.errors import ImpossibleError, Problem
from mjcalc.rules.schema import Language
from mjcalc.scoring.view import Case
from mjcalc.solver.forms.form import FAR
from mjcalc.solver.kinds import changed, kinds_of
from mjcalc.texts import say
from mjcalc.tiles import KINDS, WILD

__all__ = ["MOST_POSITIONS", "NO_CHANCES", "TooFarError", "chances_of", "report_to"]

MOST_POSITIONS = 200_000
"""The most hands that are looked at for one answer."""

_EVERY = 500
"""After how many of them whoever waits hears of it."""

_report: Callable[[int, int], None] | None = None


def report_to(listener: Callable[[int, int], None] | None) -> None:
    """From now on tell somebody who waits how many hands were looked at, and how many may be, every now and then."""
    global _report
    _report = listener


class TooFarError(Exception):
    """More hands would have to be looked at than :data:`MOST_POSITIONS`."""


NO_CHANCES: tuple[Mapping[int | None, Chances], tuple[Note, ...]] = {}, ()
"""Where nobody asked for any."""


def chances_of(
    hand: Unwon, distance: Distance, throws: Iterable[int | None], draws: int | None, lang: Language
) -> tuple[Mapping[int | None, Chances], tuple[Note, ...]]:
    """The chances after each of these throws (None: of the hand as it is), or a note why there are none.

    :param distance: to the hands that may win.
    :param throws: those that keep the distance least.
    :param draws: how many tiles the player will draw; None where nobody asked.
    :raises ImpossibleError: where the chances cannot be said.
    """
    if draws is None:
        return NO_CHANCES
    position = hand.known.position
    if position.wilds and position.wild_kind is None:
        message = say("it is not known which tile is the wild, so nobody knows what is left of it")
        raise ImpossibleError([Problem("wild_unknown", message, where="draws")])
    future = _Future(hand, distance, draws)
    if future.is_complete:
        message = say("the hand is complete: there is nothing to draw for")
        raise ImpossibleError([Problem("complete", message, where="draws")])
    if future.unseen <= 0:
        raise ImpossibleError([Problem("nothing_to_draw", say("no tile is left to draw"), where="draws")])
    try:
        found = {tile: future.after_throwing(tile) for tile in throws}
    except TooFarError:
        return {}, (note("too_far", lang),)
    if any([chances.win for chances in found.values()]) or not future.reasons:
        return found, ()
    texts = hand.judge.reason_texts
    why = [texts[reason].said_in(lang) for reason in future.reasons if reason in texts]
    return found, (note("no_chance", lang, why="; ".join(why)),)


class _Future:
    """What can become of a player's hand.

    No wild is ever thrown: a hand that is not complete has another tile that it can spare.

    :param draws: how many tiles the player will draw.
    """

    def __init__(self, hand: Unwon, distance: Distance, draws: int) -> None:
        self._hand = hand
        self._drawn = replace(hand.drawn, by="self-draw", last_tile=False, heavenly=False, earthly=False)
        self._draws = draws
        position, remaining = hand.known.position, hand.known.remaining
        key = bytes(position.counts)
        lacks, _ = distance.look(key)
        self.is_complete = lacks == position.wilds
        # Of fourteen tiles one can go without a loss, so this is what the hand lacks after the throw, too.
        self._distance = distance.nearest(key, lacks)
        kinds = hand.shape_set.kinds - {position.wild_kind}
        self._unseen = [max(left, 0) if kind in kinds else 0 for kind, left in enumerate(remaining[:KINDS])]
        self._unseen.append(max(remaining[WILD], 0) if position.wild_can_come else 0)
        self.unseen = sum(self._unseen)
        """How many tiles can come."""
        self._unseen_before = [self.unseen - draws + left for left in range(1, draws + 1)]
        """The same where 1, 2, 3, … draws are left."""
        self._key = key + bytes((position.wilds,))
        self._figures: dict[bytes, array[float]] = {}
        """Of each hand the chance to be ready, the chance to win and the mean gain, each for 0, 1, 2, … draws. A hand
        is its number of tiles of every kind, the wilds last."""
        self._thrown: dict[bytes, array[float]] = {}
        """The same for a hand with one tile more, by the best throw."""
        self._nothing = array("d", [0.0] * (3 * draws + 3))
        self._gains: dict[tuple[bytes, int], int | None] = {}
        self.reasons: dict[str, None] = {}
        """The ids of why complete hands that were met may not win."""

    def after_throwing(self, tile: int | None) -> Chances:
        """The chances of the hand without a tile, or as it is.

        :raises TooFarError: if it is too far away.
        """
        figures = self._figures_of(self._key if tile is None else changed(self._key, tile, -1))
        draws = self._draws
        return Chances(figures[draws], figures[2 * draws + 1], figures[3 * draws + 2])

    def _figures_of(self, key: bytes) -> "array[float]":
        found = self._figures.get(key)
        if found is None:
            lacks, wants = self._distance.look(key[:KINDS])
            if lacks >= FAR:
                return self._nothing
            lacks -= key[WILD]
            helping = [(kind, number) for kind in (*kinds_of(wants), WILD) if (number := self._left(kind, key)) > 0]
            found = self._when_ready(key, helping) if lacks == 1 else self._on_the_way(key, lacks, helping)
            self._figures[key] = found
            if len(self._figures) % _EVERY == 0:
                if len(self._figures) >= MOST_POSITIONS:
                    raise TooFarError
                if _report is not None:
                    _report(len(self._figures), MOST_POSITIONS)
        return found

    def _left(self, kind: int, key: bytes) -> int:
        """How many copies of a kind may still be drawn."""
        return self._unseen[kind] - max(key[kind] - self._key[kind], 0)

    def _on_the_way(self, key: bytes, lacks: int, helping: Sequence[tuple[int, int]]) -> "array[float]":
        """Not ready: the best throw after each tile that helps, or the same hand one draw later."""
        sums: Sequence[float] = self._nothing
        for kind, number in helping:
            best = self._best_throw(changed(key, kind, 1), lacks - 1)
            sums = [total + number * one for total, one in zip(sums, best, strict=True)]
        missed = sum([number for _, number in helping])
        size = self._draws + 1
        found = array("d")
        for start in (0, size, 2 * size):
            found.extend(self._carried(sums[start : start + size], missed))
        return found

    def _best_throw(self, key: bytes, lacks: int) -> "array[float]":
        """Each figure by the throw that makes it best, from a hand with one tile more, which lacks so many."""
        found = self._thrown.get(key)
        if found is None:
            idle = self._distance.idle(key[:KINDS], lacks + key[WILD])
            nexts = [self._figures_of(changed(key, tile, -1)) for tile in kinds_of(idle)]
            assert nexts  # of tiles that still lack one, not all are of use
            found = nexts[0] if len(nexts) == 1 else array("d", map(max, *nexts))
            self._thrown[key] = found
        return found

    def _when_ready(self, key: bytes, helping: Sequence[tuple[int, int]]) -> "array[float]":
        """Ready: a legal win, or the same hand one draw later. A dear hand may wait on past a cheap win."""
        gains = [(number, gain) for kind, number in helping if (gain := self._gain(key, kind)) is not None]
        number = sum([number for number, _ in gains])
        wait, mean = 0.0, [0.0]
        for unseen in self._unseen_before:
            if unseen > 0:
                won = sum([number * max(gain, wait) for number, gain in gains])
                wait = (won + (unseen - number) * wait) / unseen
            mean.append(wait)
        size = self._draws + 1
        return array("d", (*[1.0] * size, *self._carried([float(number)] * size, number), *mean))

    def _gain(self, key: bytes, kind: int) -> int | None:
        """What a drawn tile wins; None where it may not."""
        # The same whole hand comes from many ready ones.
        won = kind if kind == WILD or self._hand.judge.looks_at_win else -1
        whole = changed(key, kind, 1), won
        if whole not in self._gains:
            self._gains[whole] = self._judged(key, kind)
        return self._gains[whole]

    def _judged(self, key: bytes, kind: int) -> int | None:
        hand = self._hand
        tiles = [tile for tile in range(WILD + 1) for _ in range(key[tile])]
        case = Case(hand.table, self._drawn, hand.tile_set, (*tiles, kind), kind, hand.judge.formal_waits)
        verdict = hand.judge.judge(case)
        if verdict.reasons or verdict.settlement is None:
            self.reasons |= dict.fromkeys(verdict.reasons)
            return None
        return verdict.settlement.gain

    def _carried(self, sums: Sequence[float], number: int) -> list[float]:
        """A figure for 0, 1, 2, … draws: ``sums`` has what the tiles that help come to with 0, 1, 2, … draws left after
        them, each tile as often as it is there; any other leaves the hand as it is."""
        last, found = 0.0, [0.0]
        for total, unseen in zip(sums, self._unseen_before, strict=False):
            if unseen > 0:
                last = (total + (unseen - number) * last) / unseen
            found.append(last)
        return found
