"""What to play for: every fan that tiles decide and the hand can still reach, how far it is, and which throws keep it."""

from mjcalc.answers.contradictions import check_unwon
from mjcalc.answers.distance import Distance, coming, laid_by, winning
from mjcalc.answers.notes import notes_on_round
from mjcalc.answers.records import Aim, Aims
from mjcalc.answers.score import wild_name
from mjcalc.answers.unwon import Known, accepts, as_drawn, check, known_of, shape_set_of, view_of
from mjcalc.hand import Situation, Table, TileSet
from mjcalc.notation import format_hand
from mjcalc.rules.schema import Language
from mjcalc.scoring.aims import aims_of as rules_aims_of
from mjcalc.scoring.judge import Judge
from mjcalc.solver.forms.form import FAR
from mjcalc.solver.shanten import shanten
from mjcalc.solver.shapes import ShapeSet
from mjcalc.tiles import KINDS, NAMES, WILD

__all__ = ["WITHIN", "aims_of"]

WITHIN = 4
"""The farthest that aims are looked for where nothing else is said."""


def aims_of(
    judge: Judge, table: Table, situation: Situation, tile_set: TileSet, lang: Language, within: int | None
) -> Aims:
    """The aims of 13 or 14 tiles, less 3 for each meld: the nearest first, then by value.

    :param within: the farthest shanten to list; :data:`WITHIN` where it is None.
    :raises ImpossibleError: for another number of tiles, or options that contradict each other.
    """
    full = len(table.hand.concealed) % 3 == 2
    check_unwon(table, situation, 14 if full else 13)
    drawn = as_drawn(situation)
    check(judge, table, [drawn])
    known = known_of(table, tile_set)
    view = view_of(judge, table, drawn, tile_set)
    shape_set = shape_set_of(judge, table, drawn, tile_set)
    position = known.position
    key, laid = bytes(position.counts), laid_by(table.hand)
    rules = rules_aims_of(judge)
    found: list[tuple[int, int, Aim]] = []
    for aim in rules.aims:
        if aim.never_with is not None and aim.never_with(view):
            continue
        distance = Distance(rules.ranges(shape_set, aim.targets), position, laid)
        lacks, wants = distance.look(key)
        far = lacks - position.wilds - 1
        if lacks >= FAR or far > (WITHIN if within is None else within):
            continue
        kinds = coming(known, shape_set, wants) if far >= 0 else ()
        names = aim.rule.names
        found.append(
            (
                far,
                aim.value,
                Aim(
                    id=aim.rule.id,
                    name=names.said_in(lang),
                    english=names.en,
                    value=aim.value,
                    limit=aim.rule.limit if aim.rule.side == "limit" else None,
                    shanten=far,
                    accepts=accepts(sorted(kinds, key=tile_set.face), known, tile_set),
                    left=sum([known.remaining[kind] for kind in kinds]),
                    throws=_throws(distance, key, known, shape_set, tile_set) if full and far >= 0 else (),
                ),
            )
        )
    found.sort(key=lambda one: one[:2])
    return Aims(
        rules=judge.variant.id,
        hand=format_hand(table.hand),
        wild=wild_name(tile_set),
        dealer=situation.dealer,
        base=judge.base(situation),
        shanten=shanten(position, shape_set),
        distance=winning(judge, view, shape_set, position).shanten(key, position.wilds),
        aims=tuple([aim for _, _, aim in found]),
        notes=notes_on_round(judge, tile_set, situation, lang),
    )


def _throws(distance: Distance, key: bytes, known: Known, shape_set: ShapeSet, tile_set: TileSet) -> tuple[str, ...]:
    """The throws after which the fewest tiles are to go and, of those, the most tiles help."""
    tried = []
    for tile in range(KINDS):
        if key[tile]:
            lacks, wants = distance.look(key[:tile] + bytes((key[tile] - 1,)) + key[tile + 1 :])
            left = sum([known.remaining[kind] for kind in coming(known, shape_set, wants)])
            tried.append((lacks, -left, tile))
    if known.position.wilds:
        lacks, wants = distance.look(key)
        left = sum([known.remaining[kind] for kind in coming(known, shape_set, wants)])
        tried.append((lacks + 1, -left, WILD))
    best = min(tried)[:2]
    return tuple([NAMES[tile_set.face(tile)] for lacks, left, tile in tried if (lacks, left) == best])
