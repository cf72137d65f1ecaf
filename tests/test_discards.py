"""What to throw: by its own definition, by examples, and in its order."""

from random import Random

import pytest

from mjcalc.notation import parse_hand
from mjcalc.solver.discards import Discard, discards
from mjcalc.solver.position import Position
from mjcalc.solver.shanten import shanten
from mjcalc.solver.shapes import Shape, ShapeSet
from mjcalc.solver.waits import accepting_tiles
from mjcalc.tiles import WILD
from tests.support import oracle_shanten as oracle
from tests.support.sizes import few_or_all


def counts_of(text: str) -> list[int]:
    """The counts of a hand's natural tiles."""
    concealed = parse_hand(text).concealed
    return [concealed.count(kind) for kind in range(34)]


def test_the_throw_that_keeps_the_better_wait_comes_first() -> None:
    best, second, *others = discards(Position(counts_of("123m456p789s235s南南")))
    assert best == Discard(tile=22, shanten=0, kinds=(18, 21), remaining=8)
    assert second == Discard(tile=19, shanten=0, kinds=(21,), remaining=4)
    assert all(other.shanten == 1 for other in others)
    assert len(others) == 11


def test_equal_throws_are_in_the_order_of_tiles() -> None:
    found = discards(Position(counts_of("123m456p789s東南東南西")))
    assert [d.tile for d in found if d.shanten == 0] == [29]
    alike = [
        d.tile for d in discards(Position(counts_of("147m147p147s東南西北中"))) if d.remaining == found[-1].remaining
    ]
    assert alike == sorted(alike)


def test_remaining_tiles_are_those_the_caller_counts() -> None:
    hand = counts_of("123m456p789s13s東東中")
    left = [0] * 34
    left[19] = 1
    assert discards(Position(hand), remaining=left)[0].remaining == 1
    assert discards(Position(hand), remaining=[0] * 34)[0] == Discard(31, 0, (19,), 0)


def test_of_four_alike_the_last_one_thrown_leaves_a_wait_without_tiles() -> None:
    found = {d.tile: d for d in discards(Position(counts_of("1111m23m456p789s東東")))}
    # 111m 23m 東東: with the fourth 1m thrown the hand waits for it beside 4m and 東, but it is not left.
    assert (found[0].kinds, found[0].remaining) == ((0, 3, 27), 4 + 2)


def test_a_wild_can_be_thrown_and_is_then_out_of_play() -> None:
    shapes = ShapeSet((Shape("standard", "standard"), Shape("four_wilds", "four_wilds")))
    hand = counts_of("159m159p159s東")
    thrown = {d.tile: d for d in discards(Position(hand, wilds=4), shapes)}
    assert thrown[0].shanten == 0
    assert thrown[WILD].shanten == shanten(Position(hand, wilds=3, wilds_out=1), shapes) != 0
    assert WILD not in thrown[WILD].kinds
    assert WILD in {d.tile: d for d in discards(Position([*hand[:28], 1, *hand[29:]], wilds=3), shapes)}[0].kinds


def test_the_face_of_the_wild_is_never_accepted() -> None:
    hand = counts_of("123m456p78s東東東中南")
    assert any(23 in d.kinds for d in discards(Position(hand, wild_in_play=True)))
    assert not any(23 in d.kinds for d in discards(Position(hand, wild_kind=23)))


def test_every_throw_is_listed_where_no_shape_can_be_reached() -> None:
    found = discards(Position(counts_of("123m456p789s中中"), melds=1), ShapeSet((Shape("p", "seven_pairs"),)))
    assert [d.shanten for d in found] == [None] * 10


@few_or_all
@pytest.mark.parametrize("name", oracle.SHAPE_SETS)
def test_each_throw_is_what_the_hand_after_it_says(name: str, share: int) -> None:
    rng = Random(name)
    shapes = oracle.SHAPE_SETS[name]
    for n in range(250 // share):
        melds = rng.choice((0, 0, 0, 1, 2, 3, 4))
        wilds = rng.choice((0, 0, 0, 1, 2, 3, 4)) if melds < 4 else rng.choice((0, 1))
        deal = oracle.deal(rng, 14 - 3 * melds, melds, wilds, oracle.MANNERS[n % 6])
        in_play = wilds > 0 or rng.random() < 0.3
        wild_kind = rng.choice([k for k in range(34) if not deal.counts[k]]) if in_play and n % 3 == 0 else None
        limits = [rng.choice((max(3, a + b), 4)) for a, b in zip(deal.counts, deal.melded, strict=True)]
        left = [rng.randrange(5) for _ in range(35)]
        found = discards(
            Position(
                deal.counts,
                wilds=wilds,
                melds=melds,
                melded=deal.melded,
                wild_in_play=in_play,
                limits=limits,
                wild_kind=wild_kind,
            ),
            shapes,
            remaining=left,
        )
        expected = []
        for tile in range(35):
            counts, wilds_left, out = list(deal.counts), wilds, 0
            if tile == WILD:
                if not wilds:
                    continue
                wilds_left, out = wilds - 1, 1
            elif not counts[tile]:
                continue
            else:
                counts[tile] -= 1
            after = shanten(
                Position(
                    counts, wilds=wilds_left, melds=melds, melded=deal.melded, wild_in_play=in_play, wilds_out=out
                ),
                shapes,
            )
            kinds = accepting_tiles(
                Position(
                    counts,
                    wilds=wilds_left,
                    melds=melds,
                    melded=deal.melded,
                    wild_in_play=in_play,
                    wilds_out=out,
                    limits=limits,
                    wild_kind=wild_kind,
                ),
                shapes,
            )
            expected.append(Discard(tile, after, kinds, sum(left[kind] for kind in kinds)))
        expected.sort(key=lambda d: (99 if d.shanten is None else d.shanten, -d.remaining, d.tile))
        assert found == expected, deal
