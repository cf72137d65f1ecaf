"""Shanten against its definition, against published libraries, and by its own laws."""

from random import Random
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjcalc.hand import Hand
from mjcalc.notation import parse_hand
from mjcalc.rules import schema
from mjcalc.solver import suits
from mjcalc.solver.forms import form_for
from mjcalc.solver.position import Position
from mjcalc.solver.shanten import COMMON_SHAPES, shanten, shanten_by_shape, solver_for
from mjcalc.solver.shapes import Form, Shape, ShapeSet
from mjcalc.solver.yields import fields_of
from mjcalc.tiles import WILD
from tests.support import oracle_shanten as oracle
from tests.support.sizes import few_or_all


def counts_of(text: str) -> list[int]:
    """The counts of a hand's natural tiles."""
    hand: Hand = parse_hand(text)
    return [hand.concealed.count(kind) for kind in range(34)]


@pytest.mark.parametrize(
    ("text", "standard", "seven_pairs", "thirteen_orphans"),
    [
        ("123m456p789s東東東中中", -1, 4, 8),
        ("123m456p789s東東東中", 0, 5, 8),
        ("1133m5577p2299s東東", 3, -1, 9),
        ("1111m3333p5555s東東", 1, -1, 10),
        ("19m19p19s東南西北中發白白", 7, 5, -1),
        ("19m19p19s東南西北中發白", 8, 6, 0),
        ("147m258p369s東南西北中", 8, 6, 6),
    ],
)
def test_each_shape_has_its_own_shanten(text: str, standard: int, seven_pairs: int, thirteen_orphans: int) -> None:
    assert shanten_by_shape(Position(counts_of(text))) == {
        "standard": standard,
        "seven_pairs": seven_pairs,
        "thirteen_orphans": thirteen_orphans,
    }


def test_a_fifth_copy_cannot_be_waited_for_where_every_tile_is_real() -> None:
    hand = counts_of("1111m222p333p444s")
    assert shanten(Position(hand)) == 1
    assert shanten(Position(hand, wild_in_play=True)) == 0


def test_a_melded_copy_is_a_copy_that_cannot_come() -> None:
    hand = counts_of("12m456p東東")
    kong_of_3m_and_pung_of_9s = [0, 0, 4, *[0] * 23, 3, *[0] * 7]
    assert shanten(Position(hand, melds=2)) == 0
    assert shanten(Position(hand, melds=2, melded=kong_of_3m_and_pung_of_9s)) == 1
    assert shanten(Position(hand, melds=2, melded=kong_of_3m_and_pung_of_9s, wild_in_play=True)) == 0


def test_shapes_without_melds_cannot_be_reached_with_one() -> None:
    by_shape = shanten_by_shape(Position(counts_of("1122m3344p55s"), melds=1))
    assert by_shape["standard"] == 2
    assert by_shape["seven_pairs"] is None and by_shape["thirteen_orphans"] is None
    assert shanten(Position(counts_of("1122m3344p55s"), melds=1), ShapeSet((Shape("p", "seven_pairs"),))) is None


def test_wilds_in_hand_count_as_the_tiles_they_stand_for() -> None:
    assert shanten(Position(counts_of("123m456p789s東"), wilds=3)) == 0
    assert shanten(Position(counts_of("123m456p789s東"), wilds=4)) == -1
    assert shanten(Position(counts_of("東"), melds=4, wilds=1)) == -1
    assert shanten(Position([0] * 34, melds=3, wilds=4)) == 0


def test_with_wilds_seven_pairs_may_hold_three_pairs_of_a_kind() -> None:
    shapes = ShapeSet((Shape("seven_pairs", "seven_pairs"),))
    assert shanten(Position(counts_of("1111m22334455p"), wilds=2), shapes) == -1
    assert (
        shanten(Position(counts_of("1111m22334455p"), wilds=2), ShapeSet((Shape("p", "seven_pairs", distinct=True),)))
        == 1
    )


def test_four_wilds_need_three_less_than_they_are() -> None:
    shapes = ShapeSet((Shape("four_wilds", "four_wilds"),))
    hand = counts_of("159m159p159s東")
    assert shanten(Position(hand, wilds=4), shapes) == -1
    assert shanten(Position(counts_of("159m159p159s"), wilds=4), shapes) == 0
    assert shanten(Position(counts_of("159m159p159s東南"), wilds=3), shapes) == 0
    assert shanten(Position(hand, wild_in_play=True), shapes) == 3
    assert shanten(Position(hand), shapes) is None
    assert shanten(Position(hand, wilds=3, wilds_out=1), shapes) is None


def test_all_of_asks_for_nothing_but_its_kinds() -> None:
    shapes = ShapeSet((Shape("all_258", "all_of", tiles=(1, 4, 7, 10, 13, 16, 19, 22, 25)),))
    assert shanten(Position(counts_of("225588m225p2558s")), shapes) == 0
    assert shanten(Position(counts_of("225588m225p3558s")), shapes) == 1
    assert (
        shanten(Position([0] * 34, wilds=1, melds=4, melded=[0, 3, 0, 0, 3, 0, 0, 3, 0, 0, 3, *[0] * 23]), shapes) == 0
    )
    assert (
        shanten(Position([0] * 34, wilds=1, melds=4, melded=[3, 0, 0, 0, 3, 0, 0, 3, 0, 0, 3, *[0] * 23]), shapes)
        is None
    )


def test_all_of_cannot_be_reached_where_its_kinds_have_too_few_copies() -> None:
    shapes = ShapeSet((Shape("three", "all_of", tiles=(31, 32, 33)),))
    assert shanten(Position(counts_of("中中中發發發白白白東東東南南")), shapes) is None
    assert shanten(Position(counts_of("中中中發發發白白白東東東南南"), wild_in_play=True), shapes) == 4


def test_dragons_make_a_run_only_where_the_variant_says_so() -> None:
    hand = counts_of("123m456p789s中發東東")
    run = ShapeSet((Shape("standard", "standard"),), dragon_run=True)
    assert shanten(Position(hand), run) == 0
    assert shanten(Position(hand), ShapeSet((Shape("standard", "standard"),))) == 1


def test_kinds_outside_the_variant_help_nothing() -> None:
    assert shanten(Position(counts_of("123m456p789s發發發中")), oracle.HUANGMEI) == 3
    assert shanten(Position(counts_of("123m456p789s發發發中")), COMMON_SHAPES) == 0


def test_a_thousand_equal_shape_sets_share_one_solver() -> None:
    first = solver_for(ShapeSet((Shape("standard", "standard"),)))
    for n in range(1000):
        assert solver_for(ShapeSet((Shape("standard", "standard"),))) is first
        solver_for(ShapeSet((Shape(str(n % 5), "standard"),)))


def test_wide_arrays_are_read_as_numbers() -> None:
    numpy = pytest.importorskip("numpy")
    hand = counts_of("123m456p789s東東東中")
    assert (
        shanten(Position(numpy.array(hand)))
        == shanten(Position(numpy.array(hand, dtype=numpy.uint8)))
        == shanten(Position(hand))
        == 0
    )


# ---------------------------------------------------------------------------------------------------------------------
# Against the definition
# ---------------------------------------------------------------------------------------------------------------------


def check(deal: oracle.Deal, shapes: ShapeSet, in_play: bool) -> None:
    found = shanten_by_shape(
        Position(deal.counts, wilds=deal.wilds, melds=deal.melds, melded=deal.melded, wild_in_play=in_play), shapes
    )
    for shape in shapes.shapes:
        expected = oracle.shanten(
            deal.counts,
            shape,
            shapes,
            wilds=deal.wilds,
            melds=deal.melds,
            melded=deal.melded,
            wild_in_play=in_play,
        )
        assert found[shape.id] == expected, (deal, shape, in_play)
    reached = [value for value in found.values() if value is not None]
    whole = shanten(
        Position(deal.counts, wilds=deal.wilds, melds=deal.melds, melded=deal.melded, wild_in_play=in_play), shapes
    )
    assert whole == min(reached, default=None)


@few_or_all
@pytest.mark.parametrize("name", oracle.SHAPE_SETS)
def test_hands_with_two_or_more_melds_agree_with_a_search_of_all_complete_hands(name: str, share: int) -> None:
    rng = Random(name)
    for n in range(1000 // share):
        melds = rng.choice((2, 2, 3, 4))
        wilds = rng.choice((0, 0, 0, 1, 2, 3, 4)) if melds < 4 else rng.choice((0, 1))
        deal = oracle.deal(rng, rng.choice((13, 14)) - 3 * melds, melds, wilds, oracle.MANNERS[n % 6])
        check(deal, oracle.SHAPE_SETS[name], rng.random() < 0.3)


@few_or_all
@pytest.mark.parametrize("name", oracle.SHAPE_SETS)
def test_full_hands_agree_with_a_search_of_all_complete_hands_suit_by_suit(name: str, share: int) -> None:
    rng = Random(name)
    for n in range(300 // share):
        melds = rng.choice((0, 0, 0, 1))
        deal = oracle.deal(
            rng, rng.choice((13, 14)) - 3 * melds, melds, rng.choice((0, 0, 1, 2, 3, 4)), oracle.MANNERS[n % 6]
        )
        check(deal, oracle.SHAPE_SETS[name], rng.random() < 0.3)


# ---------------------------------------------------------------------------------------------------------------------
# Against published libraries, which know no wilds and take four alike for one pair
# ---------------------------------------------------------------------------------------------------------------------


@few_or_all
def test_xiangting_agrees_on_twenty_thousand_hands(share: int) -> None:
    xiangting = pytest.importorskip("xiangting")
    rng = Random("xiangting")
    for n in range(21_000 // share):
        melds = (0, 0, 0, 1, 2, 3, 4)[n % 7]
        deal = oracle.deal(rng, 13 + n % 2 - 3 * melds, manner=oracle.MANNERS[n // 7 % 6])
        replacements = xiangting.calculate_replacement_number(deal.counts, xiangting.PlayerCount.FOUR)
        assert shanten(Position(deal.counts, melds=melds), oracle.RIICHI) == replacements - 1, deal


def test_the_mahjong_library_agrees_on_hands_whose_fifth_copies_it_sees() -> None:
    mahjong = pytest.importorskip("mahjong.shanten")
    rng = Random("mahjong")
    for n in range(4_000):
        deal = oracle.deal(rng, 13 + n % 2, manner=("any", "near", "honours")[n % 3])
        if max(deal.counts) < 4:
            # With four alike it asks for fifth copies here and there, which the rules of this house do not.
            assert shanten(Position(deal.counts), oracle.RIICHI) == mahjong.Shanten().calculate_shanten(deal.counts), (
                deal
            )


# ---------------------------------------------------------------------------------------------------------------------
# Laws
# ---------------------------------------------------------------------------------------------------------------------

WALLS = st.lists(st.integers(0, WILD - 1), min_size=14, max_size=14).filter(
    lambda tiles: all(tiles.count(kind) <= 4 for kind in tiles)
)


@given(WALLS, st.integers(0, 4), st.sampled_from(sorted(oracle.SHAPE_SETS)))
def test_a_throw_costs_one_at_most_and_never_helps(tiles: list[int], wilds: int, name: str) -> None:
    shapes = oracle.SHAPE_SETS[name]
    counts = [tiles[wilds:].count(kind) for kind in range(34)]
    before = shanten(Position(counts, wilds=wilds), shapes)
    assert before is not None
    for kind in set(tiles[wilds:]):
        counts[kind] -= 1
        after = shanten(Position(counts, wilds=wilds, wild_in_play=wilds > 0), shapes)
        assert after is not None and before <= after <= before + 1
        counts[kind] += 1


@given(WALLS, st.integers(1, 4), st.sampled_from(sorted(oracle.SHAPE_SETS)))
def test_a_wild_is_worth_any_tile_and_one_step(tiles: list[int], wilds: int, name: str) -> None:
    shapes = oracle.SHAPE_SETS[name]
    counts = [tiles[wilds + 1 :].count(kind) for kind in range(34)]
    without = shanten(Position(counts, wilds=wilds - 1, wild_in_play=True), shapes)
    with_it = shanten(Position(counts, wilds=wilds, wild_in_play=True), shapes)
    assert without is not None and with_it == without - 1


def test_the_memory_stays_bounded() -> None:
    characters = suits.Place(0, 0b111111111, 0b1111111, 4, most=100)
    rng = Random("memory")
    for _ in range(2_000):
        key = bytes(oracle.deal(rng, 14, manner="one_suit").counts[:9])
        assert fields_of(characters.suits[key].number)[9] >= 9
        assert len(characters.suits) <= 100


def test_there_are_few_different_yields() -> None:
    rng = Random("yields")
    places = suits.places_for(frozenset(range(34)), True, 4)
    numbers = set()
    for n in range(6_000):
        deal = oracle.deal(rng, rng.choice((1, 4, 7, 10, 13)), n % 5, manner=("one_suit", "honours")[n % 2])
        for place in places:
            own = slice(place.first, place.first + place.length)
            numbers.add(place.suits[bytes((*deal.counts[own], *deal.melded[own]))].number)
    assert 50 < len(numbers) < 200


def test_every_form_of_the_schema_has_a_module() -> None:
    assert get_args(schema.Form) == get_args(Form)
    for form in get_args(Form):
        assert form_for(Shape("any", form), ShapeSet(())).shape.form == form


def test_every_form_is_held_against_its_definition() -> None:
    assert {shape.form for shapes in oracle.SHAPE_SETS.values() for shape in shapes.shapes} == {*get_args(Form)}
