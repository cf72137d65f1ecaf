"""What a hand comes to within some draws: the chance to be ready, the chance to win, and the mean gain.

The model is one player alone. Every turn a tile is drawn from those not seen, all equally likely, and the player wins
or throws one: no claims, kongs, flowers, or discards of others, and what was thrown does not come back. A tile that
brings the hand nearer to one that may win is kept, any other is thrown.
"""

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec.structs import replace

from mjcalc.answers.distance import Distance, winning
from mjcalc.answers.notes import note
from mjcalc.answers.records import Chances, Note
from mjcalc.answers.unwon import Unwon
from mjcalc.errors import ImpossibleError, Problem
from mjcalc.rules.schema import Language
from mjcalc.scoring.view import Case
from mjcalc.solver.forms.form import FAR
from mjcalc.solver.kinds import kinds_of
from mjcalc.tiles import KINDS, WILD

__all__ = ["MOST_POSITIONS", "NO_CHANCES", "Future", "TooFarError", "chances_of", "report_to"]

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


_THROWN = WILD + 1
"""In a hand's key the place of the wilds that were thrown on the way, after its tiles of each kind and its wilds."""

NO_CHANCES: tuple[Mapping[int | None, Chances], tuple[Note, ...]] = {}, ()
"""Where nobody asked for any."""


def chances_of(hand: Unwon, draws: int | None) -> "Future | None":
    """What can become of a hand within some draws; None where nobody asked.

    :raises ImpossibleError: where it cannot be said.
    """
    if draws is None:
        return None
    position = hand.known.position
    if position.wilds and position.wild_kind is None:
        message = "it is not known which tile is the wild, so nobody knows what is left of it"
        raise ImpossibleError([Problem("wild_unknown", message, where="draws")])
    future = Future(hand, draws)
    distance = winning(hand).shanten(bytes(position.counts), position.wilds)
    if distance == -1:
        message = "the hand is complete: there is nothing to draw for"
        raise ImpossibleError([Problem("complete", message, where="draws")])
    if future.unseen <= 0:
        raise ImpossibleError([Problem("nothing_to_draw", "no tile is left to draw", where="draws")])
    return future


class Future:
    """What can become of a player's hand.

    :param draws: how many tiles the player will draw.
    """

    def __init__(self, hand: Unwon, draws: int) -> None:
        self._hand = hand
        self._drawn = replace(hand.drawn, by="self-draw", last_tile=False, heavenly=False, earthly=False)
        self._draws = draws
        position, remaining = hand.known.position, hand.known.remaining
        kinds = hand.shape_set.kinds - {position.wild_kind}
        self._unseen = [max(left, 0) if kind in kinds else 0 for kind, left in enumerate(remaining[:KINDS])]
        self._unseen.append(max(remaining[WILD], 0) if position.wild_can_come else 0)
        self.unseen = sum(self._unseen)
        """How many tiles can come."""
        self._unseen_before = [self.unseen - draws + left for left in range(1, draws + 1)]
        """The same where 1, 2, 3, … draws are left."""
        self._key = bytes((*position.counts, position.wilds, 0))
        self._distances: dict[int, Distance] = {}
        self._figures: dict[bytes, array[float]] = {}
        """Of each hand the chance to be ready, the chance to win and the mean gain, each for 0, 1, 2, … draws."""
        self._thrown: dict[bytes, array[float]] = {}
        """The same for a hand with one tile more, by the best throw."""
        self._nothing = array("d", [0.0] * (3 * draws + 3))
        self._reasons: dict[str, None] = {}
        self._gains: dict[tuple[bytes, int], int | None] = {}
        self._lacks = FAR

    def of(
        self, throws: Iterable[int | None], distance: int | None, lang: Language
    ) -> tuple[Mapping[int | None, Chances], tuple[Note, ...]]:
        """The chances after each of these throws (None: of the hand as it is), or a note why there are none.

        :param distance: what it is after each of them.
        """
        self._lacks = FAR if distance is None else distance + 1 + self._hand.known.position.wilds
        try:
            found = {tile: self._after_throwing(tile) for tile in throws}
        except TooFarError:
            return {}, (note("too_far", lang),)
        if any([chances.win for chances in found.values()]) or not self._reasons:
            return found, ()
        texts = self._hand.judge.reason_texts
        why = [texts[reason].said_in(lang) for reason in self._reasons if reason in texts]
        return found, (note("no_chance", lang, why="; ".join(why)),)

    def _after_throwing(self, tile: int | None) -> Chances:
        figures = self._figures_of(self._key if tile is None else _without(self._key, tile))
        draws = self._draws
        return Chances(figures[draws], figures[2 * draws + 1], figures[3 * draws + 2])

    def _distance(self, wilds_thrown: int) -> Distance:
        found = self._distances.get(wilds_thrown)
        if found is None:
            position = self._hand.known.position
            gone = replace(position, wilds_out=position.wilds_out + wilds_thrown)
            nearest = winning(self._hand, gone).nearest(bytes(position.counts), self._lacks)
            found = self._distances[wilds_thrown] = nearest
        return found

    def _figures_of(self, key: bytes) -> "array[float]":
        found = self._figures.get(key)
        if found is None:
            lacks, wants = self._distance(key[_THROWN]).look(key[:KINDS])
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
            best = self._best_throw(_with(key, kind), lacks - 1)
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
            idle = self._distance(key[_THROWN]).idle(key[:KINDS], lacks + key[WILD])
            nexts = [self._figures_of(_without(key, tile)) for tile in kinds_of(idle)]
            if key[WILD]:
                after = _without(key, WILD)
                if self._distance(after[_THROWN]).look(key[:KINDS])[0] - after[WILD] == lacks:
                    nexts.append(self._figures_of(after))
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
        whole = _with(key, kind), won
        if whole not in self._gains:
            self._gains[whole] = self._judged(key, kind)
        return self._gains[whole]

    def _judged(self, key: bytes, kind: int) -> int | None:
        hand, table = self._hand, self._hand.table
        if key[_THROWN]:
            thrown = (*table.hand.thrown, *[WILD] * key[_THROWN])
            table = replace(table, hand=replace(table.hand, thrown=thrown))
        tiles = [tile for tile in range(WILD + 1) for _ in range(key[tile])]
        case = Case(table, self._drawn, hand.tile_set, (*tiles, kind), kind, hand.judge.formal_waits)
        verdict = hand.judge.judge(case)
        if verdict.reasons or verdict.settlement is None:
            self._reasons |= dict.fromkeys(verdict.reasons)
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


def _with(key: bytes, kind: int) -> bytes:
    """The hand after a draw."""
    return key[:kind] + bytes((key[kind] + 1,)) + key[kind + 1 :]


def _without(key: bytes, kind: int) -> bytes:
    """The hand after a throw."""
    if kind == WILD:
        return key[:WILD] + bytes((key[WILD] - 1, key[_THROWN] + 1))
    return key[:kind] + bytes((key[kind] - 1,)) + key[kind + 1 :]
