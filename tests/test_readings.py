"""The readings of complete hands, against brute force and against each other."""

import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct

from mjcalc.notation import parse_tiles
from mjcalc.solver import readings as module
from mjcalc.solver.blocks import BLOCKS, PLAIN, Block, marked, markings
from mjcalc.solver.readings import Label, Reader, Reading, WonLabel
from mjcalc.solver.shapes import Shape, ShapeSet
from mjcalc.tiles import class_of, kind_named
from tests.oracle_readings import NATURAL, WILD, WON, WON_WILD, Value, all_readings

STANDARD = Shape("standard", "standard")
PAIRS = Shape("seven_pairs", "seven_pairs")
WINDS_AND_WHITE = (27, 28, 29, 30, 33)
NUMBERS = frozenset(range(27))

SHAPE_SETS = {
    "two kinds of whole hand, no 中 發": ShapeSet(
        (
            STANDARD,
            Shape("all_258", "all_of", tiles=(1, 4, 7, 10, 13, 16, 19, 22, 25)),
            Shape("all_winds", "all_of", tiles=WINDS_AND_WHITE),
        ),
        NUMBERS | set(WINDS_AND_WHITE),
    ),
    "every form, 中發白 a run": ShapeSet(
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
    "different pairs only": ShapeSet((STANDARD, Shape("seven_pairs", "seven_pairs", distinct=True))),
    "no winds, no 發": ShapeSet((STANDARD, PAIRS), NUMBERS | {31, 33}),
}
SMALL = {
    "one suit": ShapeSet((STANDARD, PAIRS), frozenset(range(9))),
    "a suit with a hole, and the honours": ShapeSet(
        (PAIRS, STANDARD), frozenset((*range(9, 13), *range(14, 18), *range(27, 34))), True
    ),
    "different pairs of one suit": ShapeSet(
        (Shape("seven_pairs", "seven_pairs", distinct=True),), frozenset(range(18, 27))
    ),
}


class Hand(Struct, frozen=True):
    """The arguments of ``readings``."""

    counts: tuple[int, ...]
    wilds: int
    melds: int
    melded: tuple[int, ...]
    win: int
    win_is_wild: bool
    wild_kind: int | None


def read(reader: Reader, hand: Hand) -> list[Reading]:
    return reader.readings(hand.counts, **_options(hand))


def _options(hand: Hand) -> dict:  # type: ignore[type-arg]
    return {name: getattr(hand, name) for name in hand.__struct_fields__ if name != "counts"}


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
    natural = [tuple(not block.wilds >> at & 1 for at in range(len(block.tiles))) for block in (*blocks, won)]
    return (
        shape_set.shapes.index(reading.shape),
        [(block.tiles[0], rank[block.kind]) for block in sets],
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
        size = 14 - 3 * melds
        if size < wilds:
            continue
        suit = rng.choice(kinds) // 9
        own = [kind for kind in kinds if rng.random() < 0.4 or kind // 9 == suit] if rng.random() < 0.5 else kinds
        tiles = _complete(rng, shape, own, size, shape_set.dragon_run)
        rng.shuffle(tiles)
        if rng.random() < 0.1:
            tiles[0] = rng.choice(kinds)
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
        yield Hand(counts, wilds, melds, tuple(melded), win, win_is_wild, face)


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
    if shape.form == "knitted_honors":
        rows = rng.sample(range(3), 3)
        return [
            *range(27, 34),
            *rng.sample([9 * suit + 3 * at + rows[suit] for suit in range(3) for at in range(3)], 7),
        ]
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


@pytest.mark.parametrize(("wilds", "number"), [(0, 500), (1, 300), (2, 100), (3, 25), (4, 6)])
@pytest.mark.parametrize("name", SHAPE_SETS)
def test_every_reading_is_found_and_no_other(name: str, wilds: int, number: int) -> None:
    _agrees_with_brute_force(SHAPE_SETS[name], name, wilds, number)


@pytest.mark.parametrize(("wilds", "number"), [(0, 200), (1, 200), (2, 200), (3, 100), (4, 50)])
@pytest.mark.parametrize("name", SMALL)
def test_every_reading_is_found_where_there_are_few_kinds(name: str, wilds: int, number: int) -> None:
    _agrees_with_brute_force(SMALL[name], name, wilds, number)


def _agrees_with_brute_force(shape_set: ShapeSet, name: str, wilds: int, number: int) -> None:
    reader = Reader(shape_set)
    complete = 0
    for hand in hands(shape_set, f"{name} {wilds}", number, wilds):
        readings = read(reader, hand)
        values = [value_of(reading) for reading in readings]
        assert set(values) == all_readings(shape_set, hand.counts, **_options(hand)), hand
        assert len(set(values)) == len(values), hand
        order = [order_of(reading, shape_set) for reading in readings]
        assert order == sorted(order), hand
        complete += bool(readings)
    assert complete > number / 3


@pytest.mark.parametrize(("wilds", "number"), [(0, 200), (1, 200), (2, 60), (3, 20), (4, 6)])
@pytest.mark.parametrize("measure", LABELS)
@pytest.mark.parametrize("name", SHAPE_SETS | SMALL)
def test_labels_keep_the_first_reading_of_each_tally(name: str, measure: str, wilds: int, number: int) -> None:
    shape_set = (SHAPE_SETS | SMALL)[name]
    label, won_label = LABELS[measure]
    full, labelled = Reader(shape_set), Reader(shape_set, label, won_label)
    for hand in hands(shape_set, f"{measure} {wilds}", number, wilds):
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


RUNS = SHAPE_SETS["every form, 中發白 a run"]
NO_DRAGONS = SHAPE_SETS["two kinds of whole hand, no 中 發"]


def shown(
    shape_set: ShapeSet,
    tiles: str,
    win: str | None = None,
    *,
    melds: str = "",
    wild_kind: str | None = None,
    label: Label | None = None,
    shapes: tuple[Shape, ...] | None = None,
) -> list[str]:
    """The readings of a hand, a ``!`` before the winning tile, which is the last one if not named."""
    concealed = list(parse_tiles(tiles))
    won = concealed[-1] if win is None else kind_named(win)
    melded = parse_tiles(melds)
    found = Reader(shape_set, label).readings(
        [concealed.count(kind) for kind in range(34)],
        wilds=concealed.count(34),
        melds=len(melded) // 3,
        melded=[melded.count(kind) for kind in range(34)],
        win=won,
        win_is_wild=won == 34,
        wild_kind=None if wild_kind is None else kind_named(wild_kind),
        shapes=shapes,
    )
    lines = []
    for reading in found:
        blocks = [str(block).split() for block in reading.blocks]
        blocks[reading.won][reading.won_at] = "!" + blocks[reading.won][reading.won_at]
        lines.append(f"{reading.shape.id}: {', '.join(' '.join(block) for block in blocks)}")
    return lines


def test_a_hand_that_can_be_read_in_two_ways_is_read_in_both_chows_first() -> None:
    assert shown(RUNS, "111222333m55s", melds="999p") == [
        "standard: 1m 2m 3m, 1m 2m 3m, 1m 2m 3m, !5s 5s",
        "standard: 1m 1m 1m, 2m 2m 2m, 3m 3m 3m, !5s 5s",
    ]


def test_the_winning_tile_is_seen_in_the_pair_then_in_a_middle_then_at_an_edge_then_in_a_pung() -> None:
    assert shown(RUNS, "1234555m", "5m", melds="999p999s") == [
        "standard: 1m 2m 3m, !4m 5m 5m, 5m 5m"
    ] or shown(RUNS, "12333m", "3m", melds="999p999s999m") == [
        "standard: 1m 2m 3m, !3m 3m",
        "standard: 1m 2m !3m, 3m 3m",
    ]


