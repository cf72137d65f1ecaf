"""Waits, formal waits and accepting tiles against their definitions and against a published library."""

from random import Random

import pytest

from mjcalc.notation import parse_hand
from mjcalc.solver.cuts import set_cuts
from mjcalc.solver.natural import completing_kinds, is_complete
from mjcalc.solver.position import Position
from mjcalc.solver.readings import Reader
from mjcalc.solver.shanten import shanten
from mjcalc.solver.shapes import Shape, ShapeSet
from mjcalc.solver.waits import accepting_tiles, formal_waits, waits
from mjcalc.tiles import WILD, format_tiles
from tests.support import oracle_shanten as oracle
from tests.support.sizes import few_or_all


def counts_of(text: str) -> list[int]:
    """The counts of a hand's natural tiles."""
    concealed = parse_hand(text).concealed
    return [concealed.count(kind) for kind in range(34)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("123m456p789s東東東中", "中"),
        ("123m456p789s23s東東", "14s"),
        ("123m456p789s24s東東", "3s"),
        ("123m456p789s東東中中", "東中"),
        ("2223456789m11p東", ""),
        ("1112345678999m", "123456789m"),
        ("8889m東東東南南南西西西", "79m"),
        ("19m19p19s東南西北中發白", "19m19p19s東南西北中發白"),
        ("1122m3344p5566s東", "東"),
        ("1111m2222p3333s東", "東"),
        ("1111m222p333p444s", ""),
    ],
)
def test_a_hand_waits_for(text: str, expected: str) -> None:
    assert format_tiles(waits(Position(counts_of(text)))) == expected


def test_a_wait_of_which_every_copy_is_held_is_only_a_formal_one() -> None:
    hand = counts_of("1111m222p333p444s")
    assert (waits(Position(hand)), formal_waits(Position(hand))) == ((), (0,))


def test_what_was_set_aside_or_melded_is_held_too() -> None:
    hand = counts_of("123m456p789s東")
    held = [0] * 34
    held[27] = 3
    assert waits(Position(hand, melds=1)) == (27,)
    assert waits(Position(hand, melds=1, held=held)) == ()
    assert waits(Position(hand, melds=1, melded=held)) == ()
    assert formal_waits(Position(hand, melds=1, melded=held)) == (27,)
    assert accepting_tiles(Position(counts_of("12m456p789s東東"), melds=1, held=[0, 0, 4, *[0] * 31])) == ()


def test_the_indicator_leaves_three_copies() -> None:
    hand = counts_of("123m456p666s45s東東")
    three_of_6s = [3 if kind == 23 else 4 for kind in range(34)]
    assert waits(Position(hand, wild_in_play=True, wild_kind=24)) == (20, 23, 27, WILD)
    assert waits(Position(hand, wild_in_play=True, wild_kind=24, limits=three_of_6s)) == (20, 27, WILD)


def test_a_drawn_wild_completes_whatever_anything_completes() -> None:
    hand = counts_of("123m456p789s東東東")
    assert waits(Position(hand, wilds=1)) == (*range(34), WILD)
    assert waits(Position(hand, wilds=1, wild_kind=4)) == (*range(4), *range(5, 34), WILD)
    assert waits(Position(counts_of("123m456p789s東東東中"), wild_in_play=True)) == (31, WILD)
    assert waits(Position(counts_of("123m456p789s東東東中"))) == (31,)
    assert waits(Position(counts_of("123m456p789s東西南中"), wild_in_play=True)) == ()


def test_a_drawn_wild_completes_even_where_only_a_fifth_copy_would() -> None:
    assert waits(Position(counts_of("1111m222p333p444s"), wild_in_play=True)) == (WILD,)


def test_no_fifth_wild_is_waited_for() -> None:
    assert WILD not in waits(Position(counts_of("123m456p789s"), wilds=4))
    assert WILD not in waits(Position(counts_of("123m456p789s東"), wilds=3, wilds_out=1))
    assert WILD in formal_waits(Position(counts_of("123m456p789s"), wilds=4))


def test_with_three_wilds_and_nothing_else_only_the_fourth_completes() -> None:
    shapes = ShapeSet((Shape("standard", "standard"), Shape("four_wilds", "four_wilds")))
    hand = counts_of("159m159p159s東")
    assert waits(Position(hand, wilds=3), shapes) == (WILD,)
    assert waits(Position(hand, wilds=3, wilds_out=1), shapes) == ()
    assert waits(Position(counts_of("159m159p159s"), wilds=4), shapes) == tuple(range(34))


def test_kinds_outside_the_variant_are_no_waits() -> None:
    assert waits(Position(counts_of("123m456p789s東東東"), wilds=1), oracle.HUANGSHI) == (*range(31), 33, WILD)
    assert waits(Position(counts_of("123m456p789s中中中發")), oracle.HUANGMEI) == ()


def test_a_complete_hand_accepts_nothing_it_could_name() -> None:
    assert accepting_tiles(Position(counts_of("123m456p78s東東"), melds=1)) == (23, 26)
    assert accepting_tiles(Position(counts_of("123m456p789s東東"), melds=1)) == ()


# ---------------------------------------------------------------------------------------------------------------------
# Against the definitions
# ---------------------------------------------------------------------------------------------------------------------


def completes(deal: oracle.Deal, kind: int, shapes: ShapeSet, in_play: bool) -> bool:
    """Whether the hand with one more tile is complete, by trying everything."""
    counts, wilds = list(deal.counts), deal.wilds
    if kind == WILD:
        wilds += 1
    elif kind in shapes.kinds:
        counts[kind] += 1
    else:
        return False
    return any(
        oracle.is_complete(counts, shape, shapes, wilds, deal.melds, deal.melded)
        for shape in shapes.shapes
        if in_play or shape.form != "four_wilds"
    )


@few_or_all
@pytest.mark.parametrize("name", oracle.SHAPE_SETS)
def test_waits_are_what_completes_the_hand_and_can_come(name: str, share: int) -> None:
    rng = Random(name)
    shapes = oracle.SHAPE_SETS[name]
    ready = 0
    for n in range(360 // share):
        melds = rng.choice((0, 1, 2, 3, 4))
        wilds = rng.choice((0, 0, 1, 2, 3, 4)) if melds < 4 else rng.choice((0, 1))
        deal = oracle.deal(rng, 13 - 3 * melds, melds, wilds, oracle.MANNERS[n % 6] if n % 2 else "near")
        in_play = wilds > 0 or rng.random() < 0.3
        formal = tuple(k for k in range(35) if (k < 34 or in_play) and completes(deal, k, shapes, in_play))
        ready += bool(formal)
        options = {"wilds": deal.wilds, "melds": deal.melds, "melded": deal.melded, "wild_in_play": in_play}
        assert formal_waits(Position(deal.counts, **options), shapes) == formal, (deal, in_play)  # type: ignore[arg-type]
        can_come = tuple(k for k in formal if (wilds if k == WILD else deal.counts[k] + deal.melded[k]) < 4)
        assert waits(Position(deal.counts, **options), shapes) == can_come, (deal, in_play)  # type: ignore[arg-type]
    assert ready > 60 // share


@few_or_all
@pytest.mark.parametrize("name", oracle.SHAPE_SETS)
def test_formal_waits_are_the_tiles_with_which_there_is_a_reading(name: str, share: int) -> None:
    rng = Random(name)
    shapes = oracle.SHAPE_SETS[name]
    reader = Reader(shapes, label=lambda block: 0)
    ready = 0
    for _ in range(600 // share):
        melds = rng.choice((0, 0, 1, 2, 3))
        deal = oracle.deal(rng, 13 - 3 * melds, melds, rng.choice((0, 0, 1, 2, 3, 4)), "near")
        options = {"wilds": deal.wilds, "melds": melds, "melded": deal.melded}
        expected = []
        for kind in range(34 if deal.wilds == 0 else 35):
            counts, wilds = list(deal.counts), deal.wilds
            if kind == WILD:
                wilds += 1
            else:
                counts[kind] += 1
            found = reader.readings(Position(counts, wilds, melds, deal.melded), kind)
            if found:
                expected.append(kind)
        assert formal_waits(Position(deal.counts, **options), shapes) == tuple(expected), deal  # type: ignore[arg-type]
        ready += bool(expected)
    assert ready > 100 // share


@few_or_all
@pytest.mark.parametrize("name", oracle.SHAPE_SETS)
def test_accepting_tiles_are_what_lowers_the_shanten_and_can_come(name: str, share: int) -> None:
    rng = Random(name)
    shapes = oracle.SHAPE_SETS[name]

    def least(deal: oracle.Deal, in_play: bool) -> int:
        found = [
            oracle.shanten(
                deal.counts,
                shape,
                shapes,
                wilds=deal.wilds,
                melds=deal.melds,
                melded=deal.melded,
                wild_in_play=in_play,
            )
            for shape in shapes.shapes
        ]
        return min(value for value in found if value is not None)

    for n in range(40 // share):
        melds = rng.choice((2, 2, 2, 3, 4)) if n % 10 else 0
        wilds = rng.choice((0, 0, 1, 2)) if melds < 4 else rng.choice((0, 1))
        deal = oracle.deal(rng, 13 - 3 * melds, melds, wilds, oracle.MANNERS[n % 6])
        in_play = wilds > 0 or rng.random() < 0.3
        now = least(deal, in_play)
        expected = []
        for kind in range(34):
            if deal.counts[kind] + deal.melded[kind] < 4:
                deal.counts[kind] += 1
                if least(deal, in_play) < now:
                    expected.append(kind)
                deal.counts[kind] -= 1
        if in_play:
            expected.append(WILD)
        found = accepting_tiles(
            Position(deal.counts, wilds=wilds, melds=melds, melded=deal.melded, wild_in_play=in_play), shapes
        )
        assert list(found) == expected, (deal, in_play)


@few_or_all
@pytest.mark.parametrize("name", oracle.SHAPE_SETS)
def test_accepting_tiles_are_what_the_shanten_itself_says(name: str, share: int) -> None:
    rng = Random(name + "!")
    shapes = oracle.SHAPE_SETS[name]
    for n in range(600 // share):
        melds = rng.choice((0, 0, 0, 1, 2))
        deal = oracle.deal(rng, 13 - 3 * melds, melds, rng.choice((0, 0, 0, 1, 2, 3)), oracle.MANNERS[n % 6])
        in_play = rng.random() < 0.3
        options = {"wilds": deal.wilds, "melds": melds, "melded": deal.melded, "wild_in_play": in_play}
        now = shanten(Position(deal.counts, **options), shapes)  # type: ignore[arg-type]
        assert now is not None
        found = accepting_tiles(Position(deal.counts, **options), shapes)  # type: ignore[arg-type]
        for kind in range(34):
            if deal.counts[kind] + deal.melded[kind] < 4:
                deal.counts[kind] += 1
                after = shanten(Position(deal.counts, **options), shapes)  # type: ignore[arg-type]
                assert after is not None and (after < now) == (kind in found), (deal, kind)
                deal.counts[kind] -= 1


@pytest.mark.slow
def test_xiangting_accepts_the_same_tiles_on_twenty_thousand_hands() -> None:
    xiangting = pytest.importorskip("xiangting")
    rng = Random("xiangting accepts")
    for n in range(21_000):
        melds = (0, 0, 0, 1, 2, 3, 4)[n % 7]
        deal = oracle.deal(rng, 13 - 3 * melds, manner=oracle.MANNERS[n // 7 % 6])
        replacements, bits = xiangting.calculate_necessary_tiles(deal.counts, xiangting.PlayerCount.FOUR)
        accepts = accepting_tiles(Position(deal.counts, melds=melds), oracle.RIICHI)
        assert sum(1 << kind for kind in accepts) == bits, deal
        assert waits(Position(deal.counts, melds=melds), oracle.RIICHI) == (accepts if replacements == 1 else ()), deal


def test_the_kinds_that_complete_a_suit_are_those_with_which_it_can_be_cut() -> None:
    chance = Random(5)
    complete = waiting = 0
    for _ in range(3000):
        runs = chance.choice((0b1111111, 0b1111110, 0b0010000, 0))
        kinds = 0b111111110 if runs == 0b1111110 else 0b111111111
        counts = [0] * 9
        for _ in range(chance.randint(0, 4)):
            first = chance.randrange(7)
            for kind in (first, first + 1, first + 2) if chance.random() < 0.6 else (first,) * 3:
                counts[kind] += 1
        counts[chance.randrange(9)] += 2 * chance.randint(0, 1)
        lost = chance.randrange(9)
        counts[lost] -= min(counts[lost], chance.randint(0, 1))
        tiles = bytes(counts)
        expected = 0
        for kind in range(9):
            more = tiles[:kind] + bytes((tiles[kind] + 1,)) + tiles[kind + 1 :]
            expected |= bool(set_cuts(more, 0, first=0, kinds=kinds, runs=runs)) << kind
        assert completing_kinds(tiles, kinds, runs) == expected, (counts, kinds, runs)
        cuts = set_cuts(tiles, 0, first=0, kinds=kinds, runs=runs)
        assert is_complete(tiles, kinds, runs) == bool(cuts), (counts, kinds, runs)
        complete += is_complete(tiles, kinds, runs)
        waiting += expected > 0
    assert min(complete, waiting) > 300
