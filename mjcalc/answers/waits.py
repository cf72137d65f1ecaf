"""Before the win: what a hand waits for and what each wait would be worth, and what to throw.

The solver says which tiles; here are their copies counted, and each wait is judged as if it had come.
"""

from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from mjcalc.answers.contradictions import check_unwon, generate_contradictions
from mjcalc.answers.notes import notes_on_openness, notes_on_round
from mjcalc.answers.records import Accept, Discard, Discards, Wait, Waits, Worth
from mjcalc.answers.score import reasons, wild_name
from mjcalc.errors import ImpossibleError, Problem
from mjcalc.hand import Situation, Table, TileSet
from mjcalc.notation import format_hand
from mjcalc.rules.schema import Language
from mjcalc.scoring.judge import Judge, Verdict
from mjcalc.scoring.view import Case, View, counts_of, melded_counts
from mjcalc.solver.discards import discards as solve_discards
from mjcalc.solver.position import Position
from mjcalc.solver.shanten import shanten, shanten_by_shape
from mjcalc.solver.shapes import ShapeSet
from mjcalc.solver.waits import accepting_tiles, waits
from mjcalc.tiles import FLOWERS, KINDS, NAMES, WILD

__all__ = ["discards_of", "shanten_of", "waits_of"]


class _Known(Struct, frozen=True):
    """What is known of the tiles."""

    position: Position
    remaining: list[int]
    """Copies of each kind that are not accounted for, the wild's last."""


def _known(table: Table, tile_set: TileSet) -> _Known:
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
    return _Known(position, remaining)


def _elsewhere(table: Table) -> Iterator[int]:
    """Every tile that can be seen outside the hand, and that could be in one."""
    yield from table.seen
    for hand in table.losers.values():
        for meld in hand.melds:
            yield from meld.tiles
        yield from (tile for tile in (*hand.kongs, *hand.thrown, *hand.flowers) if tile not in FLOWERS)


def shanten_of(judge: Judge, table: Table, situation: Situation, tile_set: TileSet) -> int | None:
    """The shanten of 13 or 14 tiles, less 3 for each meld."""
    check_unwon(table, situation, 13 if len(table.hand.concealed) % 3 == 1 else 14)
    return shanten(_known(table, tile_set).position, _shape_set(judge, table, situation, tile_set))


def waits_of(judge: Judge, table: Table, situation: Situation, tile_set: TileSet, lang: Language) -> Waits:
    """What 13 tiles, less 3 for each meld, wait for; or how far they are from ready, and what brings them nearer.

    :raises ImpossibleError: for another number of tiles, or options that contradict each other.
    """
    check_unwon(table, situation, 13)
    drawn, thrown = _as_drawn(situation), _as_thrown(situation, judge)
    _check(judge, table, [drawn, thrown] if thrown else [drawn])
    known = _known(table, tile_set)
    shape_set = _shape_set(judge, table, drawn, tile_set)
    by_shape = shanten_by_shape(known.position, shape_set)
    far = min([value for value in by_shape.values() if value is not None], default=None)
    found = (waits if far == 0 else accepting_tiles)(known.position, shape_set)
    kinds = sorted(found, key=tile_set.face)

    verdicts: list[Verdict] = []

    def worth(kind: int, how: Situation) -> Worth:
        concealed = (*table.hand.concealed, kind)
        verdict = judge.judge(Case(table, how, tile_set, concealed, kind, judge.formal_waits))
        verdicts.append(verdict)
        return _worth(judge, verdict, lang)

    return Waits(
        rules=judge.variant.id,
        hand=format_hand(table.hand),
        wild=wild_name(tile_set),
        dealer=situation.dealer,
        base=judge.base(situation),
        shanten=far,
        by_shape={shape.id: by_shape.get(shape.id) for shape in judge.shape_set.shapes},
        waits=tuple(
            [
                Wait(
                    NAMES[tile_set.face(kind)],
                    known.remaining[kind],
                    worth(kind, drawn),
                    worth(kind, thrown) if thrown else None,
                )
                for kind in (kinds if far == 0 else ())
            ]
        ),
        accepts=() if far == 0 else _accepts(kinds, known, tile_set),
        remaining=sum(known.remaining[kind] for kind in kinds),
        notes=notes_on_round(judge, tile_set, table, situation, lang) + notes_on_openness(judge, table, verdicts, lang),
    )


def discards_of(judge: Judge, table: Table, situation: Situation, tile_set: TileSet, lang: Language) -> Discards:
    """What to throw from 14 tiles, less 3 for each meld, best first.

    :raises ImpossibleError: for another number of tiles, or options that contradict each other.
    """
    check_unwon(table, situation, 14)
    drawn = _as_drawn(situation)
    _check(judge, table, [drawn])
    known = _known(table, tile_set)
    shape_set = _shape_set(judge, table, drawn, tile_set)
    found = solve_discards(known.position, shape_set, remaining=known.remaining)
    return Discards(
        rules=judge.variant.id,
        hand=format_hand(table.hand),
        wild=wild_name(tile_set),
        dealer=situation.dealer,
        base=judge.base(situation),
        shanten=shanten(known.position, shape_set),
        discards=tuple(
            [
                Discard(
                    NAMES[tile_set.face(discard.tile)],
                    discard.shanten,
                    _accepts(sorted(discard.kinds, key=tile_set.face), known, tile_set),
                    discard.remaining,
                )
                for discard in found
            ]
        ),
        notes=notes_on_round(judge, tile_set, table, situation, lang),
    )


def _shape_set(judge: Judge, table: Table, situation: Situation, tile_set: TileSet) -> ShapeSet:
    return judge.shapes_for(View(Case(table, situation, tile_set, table.hand.concealed, WILD, judge.formal_waits)))


def _accepts(kinds: Iterable[int], known: _Known, tile_set: TileSet) -> tuple[Accept, ...]:
    return tuple([Accept(NAMES[tile_set.face(kind)], known.remaining[kind]) for kind in kinds])


def _as_drawn(situation: Situation) -> Situation:
    if situation.is_drawn:
        return situation
    return replace(situation, by="self-draw", source=None, not_ready=False)


def _as_thrown(situation: Situation, judge: Judge) -> Situation | None:
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


def _check(judge: Judge, table: Table, situations: Iterable[Situation]) -> None:
    problems = {
        problem.code: problem
        for situation in situations
        for problem in generate_contradictions(judge.variant, table.hand, situation)
    }
    if any(situation.last_copy for situation in situations):
        message = "a hand that has not won yet has no winning tile; which waits are last copies shows on the table"
        problems["last_copy_not_wanted"] = Problem("last_copy_not_wanted", message, where="last_copy")
    if problems:
        raise ImpossibleError(problems.values())


def _worth(judge: Judge, verdict: Verdict, lang: Language) -> Worth:
    if verdict.reasons or verdict.settlement is None:
        return Worth(False, 0, 0, (), verdict.reasons, reasons(judge, verdict, lang))
    return Worth(True, verdict.total, verdict.settlement.gain, tuple([fan.rule.id for fan in verdict.fans]), (), ())
