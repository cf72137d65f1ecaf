"""Before the win: what a hand waits for and what each wait would be worth, and what to throw.

The solver says which tiles; here are their copies counted, and each wait is judged as if it had come.
"""

from collections.abc import Mapping
from functools import partial

from mjcalc.answers.chances import NO_CHANCES, chances_of
from mjcalc.answers.contradictions import check_unwon
from mjcalc.answers.distance import is_shanten, notes_on_distance, winning
from mjcalc.answers.notes import notes_on_openness, notes_on_round
from mjcalc.answers.records import Chances, Discard, Discards, Wait, Waits, Worth
from mjcalc.answers.score import reasons, wild_name
from mjcalc.answers.unwon import Unwon, as_drawn, as_thrown, check
from mjcalc.hand import Situation, Table, TileSet
from mjcalc.notation import format_hand
from mjcalc.rules.schema import Language
from mjcalc.scoring.judge import Judge, Verdict
from mjcalc.scoring.view import Case
from mjcalc.solver.discards import discards as solve_discards
from mjcalc.solver.forms.form import FAR
from mjcalc.solver.shanten import shanten, shanten_by_shape
from mjcalc.solver.waits import accepting_tiles, waits
from mjcalc.tiles import NAMES

__all__ = ["discards_of", "shanten_of", "waits_of"]


def shanten_of(judge: Judge, table: Table, situation: Situation, tile_set: TileSet) -> int | None:
    """The shanten of 13 or 14 tiles, less 3 for each meld."""
    check_unwon(table, situation, 13 if len(table.hand.concealed) % 3 == 1 else 14)
    hand = Unwon.of(judge, table, situation, tile_set)
    return shanten(hand.known.position, hand.shape_set)


def waits_of(
    judge: Judge, table: Table, situation: Situation, tile_set: TileSet, lang: Language, draws: int | None = None
) -> Waits:
    """What 13 tiles, less 3 for each meld, wait for; or how far they are from ready, and what brings them nearer.

    :param draws: how many draws to give the chances for; None: none.
    :raises ImpossibleError: for another number of tiles, or options that contradict each other.
    """
    check_unwon(table, situation, 13)
    drawn, thrown = as_drawn(situation), as_thrown(situation, judge)
    check(judge, table, [drawn, thrown] if thrown else [drawn])
    hand = Unwon.of(judge, table, drawn, tile_set)
    known, position = hand.known, hand.known.position
    by_shape = shanten_by_shape(position, hand.shape_set)
    far = min([value for value in by_shape.values() if value is not None], default=None)
    found = (waits if far == 0 else accepting_tiles)(position, hand.shape_set)
    kinds = sorted(found, key=tile_set.face)
    helping = hand.listed(kinds)
    distance, nearer = far, helping
    if not is_shanten(hand):
        lacks, wants = winning(hand).look(bytes(position.counts))
        distance = lacks - position.wilds - 1 if lacks < FAR else None
        nearer = hand.listed(hand.coming(wants))
    chances, more = NO_CHANCES if draws is None else chances_of(hand, winning(hand), (None,), draws, lang)

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
        distance=distance,
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
        accepts=() if far == 0 else helping,
        remaining=sum(known.remaining[kind] for kind in kinds),
        distance_accepts=nearer,
        draws=draws,
        chances=chances.get(None),
        notes=notes_on_round(judge, tile_set, table, situation, lang)
        + notes_on_distance(hand, far, distance, lang)
        + notes_on_openness(judge, table, verdicts, lang)
        + more,
    )


def discards_of(
    judge: Judge,
    table: Table,
    situation: Situation,
    tile_set: TileSet,
    lang: Language,
    draws: int | None = None,
    sort: str | None = None,
) -> Discards:
    """What to throw from 14 tiles, less 3 for each meld, best first.

    :param draws: how many draws to give the chances for; None: none.
    :param sort: by what to order throws, one of :data:`mjcalc.question.SORTS`; None: by mean gain where there are
        chances, or else by shanten.
    :raises ImpossibleError: for another number of tiles, or options that contradict each other.
    """
    check_unwon(table, situation, 14)
    drawn = as_drawn(situation)
    check(judge, table, [drawn])
    hand = Unwon.of(judge, table, drawn, tile_set)
    known, position = hand.known, hand.known.position
    found = solve_discards(position, hand.shape_set, remaining=known.remaining)
    distance = far = shanten(position, hand.shape_set)
    after = {one.tile: (FAR if one.shanten is None else one.shanten, one.kinds) for one in found}
    if not is_shanten(hand):
        to_win = winning(hand)
        distance = to_win.shanten(bytes(position.counts), position.wilds)
        after = {
            tile: (lacks - 1 if lacks < FAR else FAR, hand.coming(wants, tile))
            for tile, lacks, wants in to_win.throws()
        }
    chances: Mapping[int | None, Chances]
    chances, more = NO_CHANCES
    if draws is not None:
        least = min([near for near, _ in after.values()])
        nearest = [one.tile for one in found if after[one.tile][0] == least]
        chances, more = chances_of(hand, winning(hand), nearest, draws, lang)

    rows = []
    for one in found:
        near, nearer = after[one.tile]
        accepts = hand.listed(one.kinds)
        rows.append(
            Discard(
                NAMES[tile_set.face(one.tile)],
                one.shanten,
                accepts,
                one.remaining,
                near if near < FAR else None,
                accepts if nearer == one.kinds else hand.listed(nearer),
                chances.get(one.tile),
            )
        )
    rows.sort(key=partial(_merit, by=sort or ("mean" if chances else "shanten")))
    return Discards(
        rules=judge.variant.id,
        hand=format_hand(table.hand),
        wild=wild_name(tile_set),
        dealer=situation.dealer,
        base=judge.base(situation),
        shanten=far,
        distance=distance,
        discards=tuple(rows),
        draws=draws,
        notes=notes_on_round(judge, tile_set, table, situation, lang)
        + notes_on_distance(hand, far, distance, lang)
        + more,
    )


def _merit(one: Discard, by: str) -> tuple[float, ...]:
    """What makes one throw come before another."""
    far = FAR if one.distance is None else one.distance
    helping = sum([accept.remaining for accept in one.distance_accepts])
    order = (far, -helping, FAR if one.shanten is None else one.shanten, -one.remaining)
    if by == "shanten":
        return order
    if one.chances is None:
        return (1, 0, 0, *order)
    first, second = (one.chances.win, one.chances.mean) if by == "win" else (one.chances.mean, one.chances.win)
    return (0, -first, -second, *order)


def _worth(judge: Judge, verdict: Verdict, lang: Language) -> Worth:
    if verdict.reasons or verdict.settlement is None:
        return Worth(False, 0, 0, (), verdict.reasons, reasons(judge, verdict, lang))
    return Worth(True, verdict.total, verdict.settlement.gain, tuple([fan.rule.id for fan in verdict.fans]), (), ())
