"""What to play for: every fan that tiles decide and that is within reach, how far it is, and which throws keep it."""

from mjcalc.answers.contradictions import check_unwon
from mjcalc.answers.distance import Distance, notes_on_distance, to_targets, winning
from mjcalc.answers.notes import notes_on_round
from mjcalc.answers.records import Aim, Aims
from mjcalc.answers.score import wild_name
from mjcalc.answers.unwon import Unwon, as_drawn, check
from mjcalc.hand import Situation, Table, TileSet
from mjcalc.notation import format_hand
from mjcalc.rules.schema import Language
from mjcalc.scoring.aims import aims_of as aims_of_rules
from mjcalc.scoring.judge import Judge
from mjcalc.solver.forms.form import FAR
from mjcalc.solver.kinds import ALL_BITS
from mjcalc.solver.shanten import shanten
from mjcalc.tiles import NAMES

__all__ = ["WITHIN", "aims_of"]

WITHIN = 4
"""The farthest that aims are looked for where nothing else is said."""


def aims_of(
    judge: Judge,
    table: Table,
    situation: Situation,
    tile_set: TileSet,
    lang: Language,
    within: int | None = None,
) -> Aims:
    """The aims of 13 or 14 tiles, less 3 for each meld: the nearest first, then by value.

    :param within: the farthest shanten to list; :data:`WITHIN` where it is None.
    :raises ImpossibleError: for another number of tiles, or options that contradict each other.
    """
    full = len(table.hand.concealed) % 3 == 2
    check_unwon(table, situation, 14 if full else 13)
    drawn = as_drawn(situation)
    check(judge, table, [drawn])
    hand = Unwon.of(judge, table, drawn, tile_set)
    position = hand.known.position
    key = bytes(position.counts)
    most = WITHIN if within is None else within
    found: list[Aim] = []
    for aim in aims_of_rules(judge).aims:
        if aim.never_with is not None and aim.never_with(hand.view):
            continue
        distance = to_targets(hand, aim.targets)
        lacks, wants = distance.look(key)
        far = lacks - position.wilds - 1
        if lacks >= FAR or far > most:
            continue
        helping = hand.listed(hand.coming(wants)) if far >= 0 else ()
        names = aim.rule.names
        found.append(
            Aim(
                id=aim.rule.id,
                name=names.said_in(lang),
                english=names.en,
                value=aim.value,
                limit=aim.rule.limit if aim.rule.side == "limit" else None,
                shanten=far,
                accepts=helping,
                left=sum([accept.remaining for accept in helping]),
                throws=_best_throws(distance, hand, lacks) if full and far >= 0 else (),
            )
        )
    found.sort(key=lambda aim: (aim.shanten, aim.value))
    far_from_complete = shanten(position, hand.shape_set)
    far_from_win = winning(hand).shanten(key, position.wilds)
    return Aims(
        rules=judge.variant.id,
        hand=format_hand(table.hand),
        wild=wild_name(tile_set),
        dealer=situation.dealer,
        base=judge.base(situation),
        shanten=far_from_complete,
        distance=far_from_win,
        aims=tuple(found),
        notes=notes_on_round(judge, tile_set, table, situation, lang)
        + notes_on_distance(hand, far_from_complete, far_from_win, lang),
    )


def _best_throws(distance: Distance, hand: Unwon, lacks: int) -> tuple[str, ...]:
    """The throws after which the fewest tiles are to go and, of those, the most tiles help."""
    remaining = hand.known.remaining
    # Where some tile is of no use, no other is worth a look.
    idle = distance.idle(bytes(hand.known.position.counts), lacks)
    tried = [
        (lacks, -sum([remaining[kind] for kind in hand.coming(wants)]), tile)
        for tile, lacks, wants in distance.throws(idle or ALL_BITS)
    ]
    best = min(tried)[:2]
    return tuple([NAMES[hand.tile_set.face(tile)] for lacks, left, tile in tried if (lacks, left) == best])
