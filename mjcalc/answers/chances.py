"""What a hand comes to within some draws: the chance to be ready, the chance to win, and the mean gain.

The model is one player alone. Every turn a tile is drawn from those not seen, all equally likely, and the player wins
or throws one: no claims, kongs, flowers, or discards of others, and what was thrown does not come back. A tile that
brings the hand nearer to one that may win is kept, any other is thrown.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec import Struct
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

MOST_POSITIONS = 250_000
"""The most hands that are looked at for one answer."""

_EVERY = 500
"""After how many of them whoever waits hears of it."""

_report: Callable[[int], None] | None = None


def report_to(listener: Callable[[int], None] | None) -> None:
    """From now on tell somebody who waits how many hands were looked at, every now and then."""
    global _report
    _report = listener


class TooFarError(Exception):
    """More hands would have to be looked at than :data:`MOST_POSITIONS`."""


class _Held(Struct, frozen=True, gc=False):
    """Thirteen tiles, or fourteen, 3 less for each meld."""

    key: bytes
    """The counts of those that are not wild."""
    wilds: int
    wilds_thrown: int


Figures = tuple[Sequence[float], Sequence[float], Sequence[float]]
"""The chance to be ready, the chance to win and the mean gain, each for 0, 1, 2, … draws."""


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
        self._held = (*position.counts, position.wilds)
        self._distances: dict[int, Distance] = {}
        self._figures: dict[_Held, Figures] = {}
        self._thrown: dict[_Held, Figures] = {}
        self._nothing: Figures = ([0.0] * (draws + 1),) * 3
        self._reasons: dict[str, None] = {}
        self._gains: dict[tuple[bytes, int, int, int], int | None] = {}
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
        position = self._hand.known.position
        key, wilds, thrown = bytes(position.counts), position.wilds, 0
        if tile == WILD:
            wilds, thrown = wilds - 1, 1
        elif tile is not None:
            key = _changed(key, tile, -1)
        ready, win, mean = self._figures_of(_Held(key, wilds, thrown))
        return Chances(ready[-1], win[-1], mean[-1])

    def _distance(self, wilds_thrown: int) -> Distance:
        found = self._distances.get(wilds_thrown)
        if found is None:
            position = self._hand.known.position
            gone = replace(position, wilds_out=position.wilds_out + wilds_thrown)
            key = bytes(position.counts)
            found = self._distances[wilds_thrown] = winning(self._hand, gone).nearest(key, self._lacks)
        return found

    def _figures_of(self, held: _Held) -> Figures:
        found = self._figures.get(held)
        if found is None:
            lacks, wants = self._distance(held.wilds_thrown).look(held.key)
            if lacks >= FAR:
                return self._nothing
            lacks -= held.wilds
            helping = [(kind, number) for kind in (*kinds_of(wants), WILD) if (number := self._left(kind, held)) > 0]
            found = self._when_ready(held, helping) if lacks == 1 else self._on_the_way(held, lacks, helping)
            self._figures[held] = found
            if len(self._figures) % _EVERY == 0:
                if len(self._figures) >= MOST_POSITIONS:
                    raise TooFarError
                if _report is not None:
                    _report(len(self._figures))
        return found

    def _left(self, kind: int, held: _Held) -> int:
        """How many copies of a kind may still be drawn."""
        own = held.wilds if kind == WILD else held.key[kind]
        return self._unseen[kind] - max(own - self._held[kind], 0)

    def _on_the_way(self, held: _Held, lacks: int, helping: Sequence[tuple[int, int]]) -> Figures:
        """Not ready: the best of every throw after each tile that helps, or the same hand one draw later."""
        sums = [[0.0] * self._draws for _ in range(3)]
        for kind, number in helping:
            sums = [
                [total + number * one for total, one in zip(totals, best, strict=False)]
                for totals, best in zip(sums, self._best_throw(held, kind, lacks - 1), strict=True)
            ]
        missed = sum([number for _, number in helping])
        ready, win, mean = (self._carried(total, missed) for total in sums)
        return ready, win, mean

    def _best_throw(self, held: _Held, kind: int, lacks: int) -> Figures:
        """Each figure by the throw that makes it best, after a drawn tile that leaves so many tiles to find."""
        key, wilds, thrown = held.key, held.wilds, held.wilds_thrown
        if kind == WILD:
            wilds += 1
        else:
            key = _changed(key, kind, 1)
        full = _Held(key, wilds, thrown)
        found = self._thrown.get(full)
        if found is None:
            idle = self._distance(thrown).idle(key, lacks + wilds)
            nexts = [self._figures_of(_Held(_changed(key, tile, -1), wilds, thrown)) for tile in kinds_of(idle)]
            if wilds and self._distance(thrown + 1).look(key)[0] - (wilds - 1) == lacks:
                nexts.append(self._figures_of(_Held(key, wilds - 1, thrown + 1)))
            assert nexts  # of tiles that still lack one, not all are of use
            if len(nexts) == 1:
                found = nexts[0]
            else:
                ready, win, mean = ([*map(max, *choices)] for choices in zip(*nexts, strict=True))
                found = ready, win, mean
            self._thrown[full] = found
        return found

    def _when_ready(self, held: _Held, helping: Sequence[tuple[int, int]]) -> Figures:
        """Ready: a legal win, or the same hand one draw later. A dear hand may wait on past a cheap win."""
        gains = [(number, gain) for kind, number in helping if (gain := self._gain(held, kind)) is not None]
        number = sum([number for number, _ in gains])
        wait, mean = 0.0, [0.0]
        for unseen in self._unseen_before:
            if unseen > 0:
                won = sum([number * max(gain, wait) for number, gain in gains])
                wait = (won + (unseen - number) * wait) / unseen
            mean.append(wait)
        ready = [1.0] * (self._draws + 1)
        return ready, self._carried([float(number)] * self._draws, number), mean

    def _gain(self, held: _Held, kind: int) -> int | None:
        """What a drawn tile wins; None where it may not."""
        whole = held.key if kind == WILD else _changed(held.key, kind, 1)
        # The same whole hand comes from many ready ones.
        won = kind if kind == WILD or self._hand.judge.looks_at_win else -1
        key = (whole, held.wilds, held.wilds_thrown, won)
        if key not in self._gains:
            self._gains[key] = self._judged(held, kind)
        return self._gains[key]

    def _judged(self, held: _Held, kind: int) -> int | None:
        hand, table = self._hand, self._hand.table
        if held.wilds_thrown:
            thrown = (*table.hand.thrown, *[WILD] * held.wilds_thrown)
            table = replace(table, hand=replace(table.hand, thrown=thrown))
        tiles = [tile for tile, count in enumerate(held.key) for _ in range(count)]
        concealed = (*tiles, *[WILD] * held.wilds, kind)
        verdict = hand.judge.judge(Case(table, self._drawn, hand.tile_set, concealed, kind, hand.judge.formal_waits))
        if verdict.reasons or verdict.settlement is None:
            self._reasons |= dict.fromkeys(verdict.reasons)
            return None
        return verdict.settlement.gain

    def _carried(self, sums: Sequence[float], number: int) -> list[float]:
        """A figure for 0, 1, 2, … draws: ``sums`` has what the tiles that help come to, for 1, 2, … draws and each tile
        as often as it is there; any other leaves the hand as it is."""
        last, found = 0.0, [0.0]
        for total, unseen in zip(sums, self._unseen_before, strict=True):
            if unseen > 0:
                last = (total + (unseen - number) * last) / unseen
            found.append(last)
        return found


def _changed(key: bytes, kind: int, by: int) -> bytes:
    return key[:kind] + bytes((key[kind] + by,)) + key[kind + 1 :]
