"""Before the win: what a hand waits for and what each wait would be worth, and what to throw.

The solver says which tiles; here are their copies counted, and each wait is judged as if it had come.
"""

from mjcalc.answers.contradictions import check_unwon
from mjcalc.answers.notes import notes_on_openness, notes_on_round
from mjcalc.answers.records import Discard, Discards, Wait, Waits, Worth
from mjcalc.answers.score import reasons, wild_name
from mjcalc.answers.unwon import accepts, as_drawn, as_thrown, check, known_of, shape_set_of
from mjcalc.hand import Situation, Table, TileSet
from mjcalc.notation import format_hand
from mjcalc.rules.schema import Language
from mjcalc.scoring.judge import Judge, Verdict
from mjcalc.scoring.view import Case
from mjcalc.solver.discards import discards as solve_discards
from mjcalc.solver.shanten import shanten, shanten_by_shape
from mjcalc.solver.waits import accepting_tiles, waits
from mjcalc.tiles import NAMES

__all__ = ["discards_of", "shanten_of", "waits_of"]


def shanten_of(judge: Judge, table: Table, situation: Situation, tile_set: TileSet) -> int | None:
    """The shanten of 13 or 14 tiles, less 3 for each meld."""
    check_unwon(table, situation, 13 if len(table.hand.concealed) % 3 == 1 else 14)
    return shanten(known_of(table, tile_set).position, shape_set_of(judge, table, situation, tile_set))


def waits_of(judge: Judge, table: Table, situation: Situation, tile_set: TileSet, lang: Language) -> Waits:
    """What 13 tiles, less 3 for each meld, wait for; or how far they are from ready, and what brings them nearer.

    :raises ImpossibleError: for another number of tiles, or options that contradict each other.
    """
    check_unwon(table, situation, 13)
    drawn, thrown = as_drawn(situation), as_thrown(situation, judge)
    check(judge, table, [drawn, thrown] if thrown else [drawn])
    known = known_of(table, tile_set)
    shape_set = shape_set_of(judge, table, drawn, tile_set)
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
        accepts=() if far == 0 else accepts(kinds, known, tile_set),
        remaining=sum(known.remaining[kind] for kind in kinds),
        notes=notes_on_round(judge, tile_set, situation, lang) + notes_on_openness(judge, table, verdicts, lang),
    )


def discards_of(judge: Judge, table: Table, situation: Situation, tile_set: TileSet, lang: Language) -> Discards:
    """What to throw from 14 tiles, less 3 for each meld, best first.

    :raises ImpossibleError: for another number of tiles, or options that contradict each other.
    """
    check_unwon(table, situation, 14)
    drawn = as_drawn(situation)
    check(judge, table, [drawn])
    known = known_of(table, tile_set)
    shape_set = shape_set_of(judge, table, drawn, tile_set)
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
                    accepts(sorted(discard.kinds, key=tile_set.face), known, tile_set),
                    discard.remaining,
                )
                for discard in found
            ]
        ),
        notes=notes_on_round(judge, tile_set, situation, lang),
    )


def _worth(judge: Judge, verdict: Verdict, lang: Language) -> Worth:
    if verdict.reasons or verdict.settlement is None:
        return Worth(False, 0, 0, (), verdict.reasons, reasons(judge, verdict, lang))
    return Worth(True, verdict.total, verdict.settlement.gain, tuple([fan.rule.id for fan in verdict.fans]), (), ())
