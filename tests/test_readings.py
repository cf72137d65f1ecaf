"""The readings of complete hands, against brute force and against each other."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from mjcalc.notation import parse_tiles
from mjcalc.solver import readings as module
from mjcalc.solver.blocks import BLOCKS, PLAIN, Block, marked, markings
from mjcalc.solver.position import Position
from mjcalc.solver.readings import Label, Reader, Reading, WonLabel
from mjcalc.solver.shapes import Form, Shape, ShapeSet
from mjcalc.tiles import kind_named
from tests.support.files import read_yaml
from tests.support.oracle_readings import NATURAL, WILD, WON, WON_WILD, Value, all_readings
from tests.support.sizes import few_or_all

STANDARD = Shape("standard", "standard")
PAIRS = Shape("seven_pairs", "seven_pairs")
WINDS_AND_WHITE = (27, 28, 29, 30, 33)
NUMBERS = frozenset(range(27))

SHAPE_SETS = {
    "no_dragons": ShapeSet(
        (
            STANDARD,
            Shape("all_258", "all_of", tiles=(1, 4, 7, 10, 13, 16, 19, 22, 25)),
            Shape("all_winds", "all_of", tiles=WINDS_AND_WHITE),
        ),
        NUMBERS | set(WINDS_AND_WHITE),
    ),
    "every_form": ShapeSet(
        (
            STANDARD,
            PAIRS,
            Shape("thirteen_orphans", "thirteen_orphans"),
            Shape("knitted_honors", "knitted_honors"),
            Shape("disjoint", "disjoint"),
            Shape("all_honors", "all_of", tiles=tuple(range(27, 34))),
            Shape("four_wilds", "four_wilds"),
        ),
        dragon_run=True,
    ),
    "knitted": ShapeSet(
        (STANDARD, Shape("knitted_straight", "knitted_straight"), Shape("knitted", "knitted_honors", honors=(5, 6, 7)))
    ),
    "distinct": ShapeSet((STANDARD, Shape("seven_pairs", "seven_pairs", distinct=True))),
    "no_winds": ShapeSet((STANDARD, PAIRS), NUMBERS | {31, 33}),
}
SMALL = {
    "one_suit": ShapeSet((STANDARD, PAIRS), frozenset(range(9))),
    "suit_with_a_hole": ShapeSet((PAIRS, STANDARD), frozenset((*range(9, 13), *range(14, 18), *range(27, 34))), True),
    "distinct_in_one_suit": ShapeSet((Shape("seven_pairs", "seven_pairs", distinct=True),), frozenset(range(18, 27))),
}


class Hand(Struct, frozen=True):
    """The arguments of ``readings``."""

    position: Position
    win: int


def read(reader: Reader, hand: Hand) -> list[Reading]:
    return reader.readings(hand.position, hand.win)


def value_of(reading: Reading) -> Value:
    """A reading in the terms of the brute force."""
    blocks = []
    for index, block in enumerate(reading.blocks):
        states = [WILD if block.wilds >> at & 1 else NATURAL for at in range(len(block.tiles))]
        if index == reading.won:
            states[reading.won_at] = WON_WILD if states[reading.won_at] == WILD else WON
        blocks.append((block.kind, tuple(zip(block.tiles, states, strict=True))))
    return reading.shape.id, tuple(sorted(blocks))


def order_of(reading: Reading, shape_set: ShapeSet) -> tuple[object, ...]:
    """The canonical order, written down a second time."""
    rank = {"chow": 0, "pung": 1, "pair": 0, "single": 0, "tiles": 0}
    blocks = reading.blocks
    ends_in_pair = blocks[-1].kind == "pair" and blocks[0].kind != "pair"
    sets = blocks[:-1] if ends_in_pair or len(blocks) == 1 else blocks
    won = blocks[reading.won]
    if won.kind == "chow":
        edge = won.tiles[0] < 27 and (won.tiles[0] % 9, reading.won_at) in ((0, 2), (6, 0))
        place = 1 if reading.won_at == 1 else 2 if edge else 3
    else:
        place = {"pair": 0, "pung": 4}.get(won.kind, 5)
    if won.kind == "tiles":  # the wilds' one face decides
        return (
            shape_set.shapes.index(reading.shape),
            [],
            [tile for at, tile in enumerate(won.tiles) if won.wilds >> at & 1],
        )
    natural = [tuple(not block.wilds >> at & 1 for at in range(len(block.tiles))) for block in (*blocks, won)]
    return (
        shape_set.shapes.index(reading.shape),
        [(block.kind == "single", block.tiles[0], rank[block.kind]) for block in sets],
        blocks[-1].tiles[0],
        (place, won.tiles[0], reading.won_at),
        natural,
    )


def hands(shape_set: ShapeSet, seed: str, number: int, wilds: int) -> Iterator[Hand]:
    """Random hands, most of them complete: a complete one is built, and some of its tiles become wilds."""
    rng = random.Random(seed)
    kinds = sorted(shape_set.kinds)
    made = 0
    while made < number:
        shape = rng.choice(shape_set.shapes[:1] * 2 + shape_set.shapes)
        melds = rng.choice((0, 0, 1, 2, 3, 4)) if shape.form in ("standard", "all_of", "four_wilds") else 0
        melds = rng.choice((0, 1)) if shape.form == "knitted_straight" else melds
        size = 14 - 3 * melds
        if size < wilds:
            continue
        suit = rng.choice(kinds) // 9
        own = [kind for kind in kinds if rng.random() < 0.4 or kind // 9 == suit] if rng.random() < 0.5 else kinds
        tiles = _complete(rng, shape, own, size, shape_set.dragon_run)
        rng.shuffle(tiles)
        if rng.random() < 0.1:
            tiles[-1] = rng.randrange(34)
        natural = tiles[wilds:]
        counts = tuple(natural.count(kind) for kind in range(34))
        if max(counts) > 4:
            continue
        made += 1
        win_is_wild = bool(wilds) and (rng.random() < 0.3 or not natural)
        melded = [0] * 34
        for _ in range(melds):
            melded[rng.choice(shape.tiles or kinds)] += 3
        face = rng.choice((None, *kinds))
        win = 34 if win_is_wild else rng.choice(natural)
        yield Hand(Position(counts, wilds, melds, tuple(melded), wild_kind=face), win)


def _complete(rng: random.Random, shape: Shape, kinds: list[int], size: int, dragon_run: bool) -> list[int]:
    if shape.form == "standard":
        tiles = [rng.choice(kinds)] * 2
        while len(tiles) < size:
            kind = rng.choice(kinds)
            run = [kind, kind + 1, kind + 2]
            is_run = (kind < 27 and kind % 9 < 7 and {*run} <= {*kinds}) or (dragon_run and kind == 31)
            tiles += run if is_run and rng.random() < 0.7 else [kind] * 3
        return tiles
    if shape.form == "seven_pairs":
        chosen = rng.sample(kinds, 7) if shape.distinct and len(kinds) >= 7 else rng.choices(kinds, k=7)
        return chosen * 2
    if shape.form == "thirteen_orphans":
        orphans = [0, 8, 9, 17, 18, 26, *range(27, 34)]
        return [*orphans, rng.choice(orphans)]
    rows = rng.sample(range(3), 3)
    nine = [9 * suit + 3 * at + rows[suit] for suit in range(3) for at in range(3)]
    if shape.form == "knitted_straight":
        return nine + _complete(rng, Shape("rest", "standard"), kinds, size - 9, dragon_run)
    if shape.form == "knitted_honors":
        honours = rng.choice(shape.honors)
        return [*rng.sample(range(27, 34), honours), *rng.sample(nine, 14 - honours)]
    if shape.form == "disjoint":
        numbers = [
            9 * suit + tile for suit in range(3) for tile in rng.choice(((0, 3, 6), (0, 4, 8), (1, 4, 8), (2, 5, 8)))
        ]
        return [*rng.sample(numbers, 7), *range(27, 34)]
    return [rng.choice(shape.tiles or range(34)) for _ in range(size)]


def _suit_and_kind(block: Block) -> int:
    return 1 << 4 * (2 * min(block.tiles[0] // 9, 3) + (block.kind == "chow"))


def _pair_tile(block: Block) -> int:
    return block.tiles[0] + 1 if block.kind == "pair" else 0


def _chows_and_258(block: Block) -> int:
    return (block.kind == "chow") + 8 * (block.kind == "pair" and block.tiles[0] % 3 == 1 and block.tiles[0] < 27)


def _how_won(kind: str, tiles: tuple[int, ...], at: int, wilds: int) -> int:
    """Pair, pair with a wild, middle, edge, other end, pung."""
    if kind == "chow":
        return (1 + (at != 1) + (at != 1 and (tiles[0] % 9, at) in ((0, 2), (6, 0)))) << 40
    if kind == "pair":
        return (4 + (wilds >> (1 - at) & 1)) << 40
    return (6 if kind == "pung" else 7) << 40


def _won_on_dots_with_wilds(kind: str, tiles: tuple[int, ...], at: int, wilds: int) -> int:
    return (tiles[at] // 9 == 1) + 2 * wilds.bit_count()


LABELS: dict[str, tuple[Label, WonLabel | None]] = {
    "nothing": (lambda block: 0, None),
    "suits and kinds": (_suit_and_kind, None),
    "the pair's tile": (_pair_tile, None),
    "the winning block": (lambda block: 0, _how_won),
    "suits, kinds and the winning block": (_suit_and_kind, _how_won),
    "chows, 258 pairs and the winning tile": (_chows_and_258, _won_on_dots_with_wilds),
}


def test_every_form_is_held_against_brute_force() -> None:
    assert {shape.form for shapes in SHAPE_SETS.values() for shape in shapes.shapes} == {*get_args(Form)}


@pytest.mark.slow
@pytest.mark.parametrize(("wilds", "number"), [(0, 1200), (1, 700), (2, 100), (3, 15), (4, 4)])
@pytest.mark.parametrize("name", SHAPE_SETS)
def test_every_reading_is_found_and_no_other(name: str, wilds: int, number: int) -> None:
    _agrees_with_brute_force(SHAPE_SETS[name], name, wilds, number)


@few_or_all
@pytest.mark.parametrize(("wilds", "number"), [(0, 300), (1, 300), (2, 200), (3, 70), (4, 30)])
@pytest.mark.parametrize("name", SMALL)
def test_every_reading_is_found_where_there_are_few_kinds(name: str, wilds: int, number: int, share: int) -> None:
    _agrees_with_brute_force(SMALL[name], name, wilds, max(number // share, 5))


def _agrees_with_brute_force(shape_set: ShapeSet, name: str, wilds: int, number: int) -> None:
    reader = Reader(shape_set)
    complete = 0
    for hand in hands(shape_set, f"{name} {wilds}", number, wilds):
        readings = read(reader, hand)
        values = [value_of(reading) for reading in readings]
        assert set(values) == all_readings(shape_set, hand.position, hand.win), hand
        assert len(set(values)) == len(values), hand
        order = [order_of(reading, shape_set) for reading in readings]
        assert order == sorted(order), hand
        complete += bool(readings)
    assert complete > number / 3


@few_or_all
@pytest.mark.parametrize(("wilds", "number"), [(0, 200), (1, 200), (2, 50), (3, 12), (4, 4)])
@pytest.mark.parametrize("measure", LABELS)
@pytest.mark.parametrize("name", SHAPE_SETS | SMALL)
def test_labels_keep_the_first_reading_of_each_tally(
    name: str, measure: str, wilds: int, number: int, share: int
) -> None:
    shape_set = (SHAPE_SETS | SMALL)[name]
    label, won_label = LABELS[measure]
    full, labelled = Reader(shape_set), Reader(shape_set, label, won_label)
    for hand in hands(shape_set, f"{measure} {wilds}", -(-number // share), wilds):
        first: dict[tuple[str, int], Value] = {}
        for reading in read(full, hand):
            won = reading.blocks[reading.won]
            tally = sum(map(label, reading.blocks))
            if won_label:
                tally += won_label(won.kind, won.tiles, reading.won_at, won.wilds)
            first.setdefault((reading.shape.id, tally), value_of(reading))
        kept = {(reading.shape.id, reading.tally): value_of(reading) for reading in read(labelled, hand)}
        # The same readings, and those of one shape in the same order.
        assert [*kept.items()] == [*first.items()], hand


CASES = read_yaml(Path(__file__).parent / "cases" / "readings.yaml")


@pytest.mark.parametrize("case", [pytest.param(case, id=case["name"]) for case in CASES])
def test_worked_hands_have_just_these_readings(case: dict[str, Any]) -> None:
    concealed = parse_tiles(case["tiles"])
    melded = parse_tiles(case.get("melds", ""))
    win = kind_named(case["win"]) if "win" in case else concealed[-1]
    found = Reader(SHAPE_SETS[case.get("shapes", "every_form")]).readings(
        Position(
            [concealed.count(kind) for kind in range(34)],
            concealed.count(34),
            len(melded) // 3,
            [melded.count(kind) for kind in range(34)],
            wild_kind=kind_named(case["wild"]) if "wild" in case else None,
        ),
        win,
    )
    lines = [shown(reading) for reading in found]
    if "read" in case:
        assert lines == case["read"]
    else:
        assert (lines[0], lines[-1]) == (case["first"], case["last"])


def shown(reading: Reading) -> str:
    """A reading in words, with a ``!`` before the winning tile."""
    blocks = [str(block).split() for block in reading.blocks]
    blocks[reading.won][reading.won_at] = "!" + blocks[reading.won][reading.won_at]
    return f"{reading.shape.id}: {', '.join(' '.join(block) for block in blocks)}"


@given(st.integers(), st.integers(0, 4), st.sampled_from(sorted(SHAPE_SETS)))
def test_a_reading_uses_every_natural_tile_and_every_wild_once(seed: int, wilds: int, name: str) -> None:
    shape_set = SHAPE_SETS[name]
    label, won_label = LABELS["suits, kinds and the winning block"]
    (hand,) = hands(shape_set, str(seed), 1, wilds)
    for reading in read(Reader(shape_set, label, won_label), hand):
        tiles = [(tile, block.wilds >> at & 1) for block in reading.blocks for at, tile in enumerate(block.tiles)]
        natural = [tile for tile, is_wild in tiles if not is_wild]
        assert tuple(natural.count(kind) for kind in range(34)) == hand.position.counts
        assert len(tiles) - len(natural) == hand.position.wilds
        won = reading.blocks[reading.won]
        assert (won.wilds >> reading.won_at & 1) == (hand.win == 34)
        assert hand.win == 34 or won.tiles[reading.won_at] == hand.win


def test_a_reader_that_has_forgotten_answers_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    shape_set = SHAPE_SETS["every_form"]
    some = [hand for wilds in range(4) for hand in hands(shape_set, "forgetting", 40, wilds)]
    label, won_label = LABELS["suits, kinds and the winning block"]
    lasting, forgetful = Reader(shape_set, label, won_label), Reader(shape_set, label, won_label)
    remembered = [read(lasting, hand) for hand in some]
    monkeypatch.setattr(module, "_KEPT", 50)
    assert [read(forgetful, hand) for hand in some] == remembered
    assert [read(lasting, hand) for hand in some] == remembered
    assert sum(map(len, forgetful._suits)) < 50


def test_the_first_of_all_ways_to_knit_the_suits_is_kept() -> None:
    shape_set = SHAPE_SETS["every_form"]
    counts = [0] * 34
    for kind in (*range(27, 34), 1, 4, 7):
        counts[kind] = 1
    ways = Reader(shape_set).readings(Position(counts, wilds=4), 1)
    knitted = [reading for reading in ways if reading.shape.form == "knitted_honors"]
    assert len(knitted) == 2 * 15  # two ways to give rows to dots and bamboo, four of six places for the wilds
    (kept,) = (
        reading
        for reading in Reader(shape_set, lambda block: 0).readings(Position(counts, wilds=4), 1)
        if reading.shape.form == "knitted_honors"
    )
    assert kept == knitted[0]


def test_only_the_shapes_allowed_for_a_hand_are_looked_for() -> None:
    shape_set = SHAPE_SETS["every_form"]
    reader = Reader(shape_set)
    counts = [2] * 7 + [0] * 27
    every = {reading.shape.id for reading in reader.readings(Position(counts), 0)}
    assert every == {"standard", "seven_pairs"}
    some = tuple(shape for shape in shape_set.shapes if shape.form != "standard")
    assert {reading.shape.id for reading in reader.readings(Position(counts), 0, shapes=some)} == {"seven_pairs"}
    assert not reader.readings(Position(counts), 0, shapes=())


def test_the_winning_tile_must_be_in_the_hand() -> None:
    reader = Reader(SHAPE_SETS["every_form"])
    counts = [2] * 7 + [0] * 27
    assert reader.readings(Position(counts), 6)
    assert not reader.readings(Position(counts), 7)
    assert not reader.readings(Position(counts), 33)
    assert not reader.readings(Position(counts), 34)


def test_every_block_is_found_by_its_place_and_by_its_marks() -> None:
    assert [block.index for block in BLOCKS] == [*range(len(BLOCKS))]
    made = [marked(plain, mask) for _, plain in sorted(PLAIN.items()) for mask in markings(plain)]
    assert all(block is other for block, other in zip(made, BLOCKS, strict=True))
    assert len(set(BLOCKS)) == len(BLOCKS) == 22 * 8 + 34 * (4 + 3 + 2)
