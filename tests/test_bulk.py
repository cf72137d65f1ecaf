"""The bulk path says what the single path says, hand for hand."""

import subprocess
import sys
from random import Random
from typing import Any

import pytest

from tests.support import oracle_shanten as oracle
from tests.support.sizes import few_or_all

np = pytest.importorskip("numpy")
bulk = pytest.importorskip("mjcalc.solver.bulk")

from mjcalc.solver.position import Position  # noqa: E402
from mjcalc.solver.shanten import shanten  # noqa: E402
from mjcalc.solver.shapes import Shape, ShapeSet  # noqa: E402
from mjcalc.solver.waits import waits  # noqa: E402

SHAPE_SETS = {
    **oracle.SHAPE_SETS,
    "two suits": ShapeSet(
        (Shape("standard", "standard"), Shape("three", "all_of", tiles=(0, 1, 9)), Shape("seven_pairs", "seven_pairs")),
        kinds=frozenset(range(18)),
    ),
}


def deals(seed: str, size: int, tiles: int) -> list[oracle.Deal]:
    """Hands of every sort, half of them without melds and wilds."""
    rng = Random(seed)
    hands = []
    for n in range(size):
        melds = rng.choice((0, 1, 2, 3, 4)) if n % 4 == 0 else 0
        wilds = min(rng.choice((0, 1, 2, 3, 4)), tiles - 3 * melds) if n % 3 == 0 else 0
        hands.append(oracle.deal(rng, tiles - 3 * melds, melds, wilds, oracle.MANNERS[n // 12 % 6]))
    return hands


def arrays(hands: list[oracle.Deal]) -> tuple[Any, dict[str, Any]]:
    return np.array([hand.counts for hand in hands], dtype=np.uint8), {
        "wilds": np.array([hand.wilds for hand in hands]),
        "melds": np.array([hand.melds for hand in hands]),
        "melded": np.array([hand.melded for hand in hands]),
    }


def single(hand: oracle.Deal) -> dict[str, Any]:
    return {"wilds": hand.wilds, "melds": hand.melds, "melded": hand.melded}


@pytest.mark.slow
def test_a_hundred_thousand_hands_have_the_same_shanten_on_both_paths() -> None:
    hands = deals("a hundred thousand", 100_000, 14)
    counts, options = arrays(hands)
    found = bulk.shanten_many(counts, oracle.RIICHI, **options)
    expected = [shanten(Position(hand.counts, **single(hand)), oracle.RIICHI) for hand in hands]
    assert found.dtype == np.int8
    assert found.tolist() == expected


@few_or_all
@pytest.mark.parametrize("in_play", [False, True])
@pytest.mark.parametrize("name", SHAPE_SETS)
def test_the_shapes_of_every_variant_have_the_same_shanten_on_both_paths(name: str, in_play: bool, share: int) -> None:
    shapes = SHAPE_SETS[name]
    hands = deals(name, 1_500 // share, 13 + in_play)
    counts, options = arrays(hands)
    out = [n % 5 == 0 for n in range(len(hands))]
    found = bulk.shanten_many(counts, shapes, wild_in_play=in_play, wilds_out=np.array(out), **options)
    for hand, of_many, gone in zip(hands, found.tolist(), out, strict=True):
        alone = shanten(Position(hand.counts, wild_in_play=in_play, wilds_out=int(gone), **single(hand)), shapes)
        assert of_many == (bulk.UNREACHABLE if alone is None else alone), hand


@few_or_all
@pytest.mark.parametrize("in_play", [False, True])
@pytest.mark.parametrize("name", SHAPE_SETS)
def test_the_shapes_of_every_variant_have_the_same_waits_on_both_paths(name: str, in_play: bool, share: int) -> None:
    shapes = SHAPE_SETS[name]
    rng = Random(name)
    hands = deals(name, 1_500 // share, 13)
    hands += [oracle.deal(rng, 13, 0, wilds, "near") for wilds in (0, 0, 1, 2, 3) * (100 // share)]
    counts, options = arrays(hands)
    limits = [3 if kind % 5 == 0 else 4 for kind in range(34)]
    wild_kind = 3 if in_play else None
    found = bulk.waits_many(counts, shapes, limits=limits, wild_kind=wild_kind, **options)
    assert found.sum() > 100 // share
    for hand, row in zip(hands, found, strict=True):
        alone = waits(Position(hand.counts, limits=limits, wild_kind=wild_kind, **single(hand)), shapes)
        assert tuple(np.flatnonzero(row)) == tuple(kind for kind in alone if kind < 34), hand


def test_one_number_for_all_hands_is_as_good_as_one_for_each() -> None:
    counts, _ = arrays(deals("scalars", 50, 13))
    for wilds, melds in ((0, 0), (0, 1), (1, 0)):
        each = bulk.shanten_many(counts, wilds=np.full(50, wilds), melds=np.full(50, melds))
        assert (bulk.shanten_many(counts, wilds=wilds, melds=melds) == each).all()


def test_any_type_of_integers_and_plain_lists_will_do() -> None:
    counts, _ = arrays(deals("types", 40, 14))
    expected = bulk.shanten_many(counts).tolist()
    for dtype in (np.int8, np.int32, np.int64, np.uint16):
        assert bulk.shanten_many(counts.astype(dtype)).tolist() == expected
    assert bulk.shanten_many(counts.tolist()).tolist() == expected
    assert bulk.shanten_many(np.asfortranarray(counts)[::-1]).tolist() == expected[::-1]


def test_no_hands_have_no_shanten() -> None:
    assert bulk.shanten_many(np.zeros((0, 34), dtype=np.uint8)).shape == (0,)
    assert bulk.waits_many(np.zeros((0, 34), dtype=np.uint8)).shape == (0, 34)


def test_the_arrays_given_are_left_as_they_were() -> None:
    counts, _ = arrays(deals("left alone", 200, 13))
    before = counts.copy()
    bulk.shanten_many(counts, oracle.FLYING, wild_in_play=True)
    bulk.waits_many(counts, oracle.FLYING, wild_in_play=True)
    assert (counts == before).all()


@pytest.mark.parametrize(
    "counts",
    [
        [0] * 34,
        [[0] * 33],
        [[5] + [0] * 33],
        [[-1] + [0] * 33],
        [[300] + [0] * 33],
        [[0.5] * 34],
        [[1] * 15 + [0] * 19],
    ],
    ids=["one hand", "33 kinds", "five alike", "negative", "300 alike", "fractions", "15 tiles"],
)
def test_what_are_no_counts_is_refused(counts: Any) -> None:
    with pytest.raises(ValueError, match="counts must be"):
        bulk.shanten_many(counts)
    with pytest.raises(ValueError, match="counts must be"):
        bulk.waits_many(counts)


def test_five_melds_and_fewer_wilds_than_none_are_refused() -> None:
    for wrong in ({"melds": 5}, {"melds": [-1]}, {"wilds": -1}):
        with pytest.raises(ValueError, match="melds must be 0 to 4"):
            bulk.shanten_many([[1] + [0] * 33], **wrong)


def test_hands_are_solved_alike_across_the_edges_of_chunks() -> None:
    counts, _ = arrays(deals("chunks", 300, 13))
    expected = bulk.shanten_many(counts, wilds=1)
    many = np.tile(counts, (60, 1))
    assert (bulk.shanten_many(many, wilds=1) == np.tile(expected, 60)).all()


def test_without_numpy_it_says_what_to_install() -> None:
    code = """
import sys
sys.modules["numpy"] = None
import mjcalc.solver
for name in ("shanten_many", "waits_many", "bulk"):
    try:
        __import__("mjcalc.solver.bulk") if name == "bulk" else getattr(mjcalc.solver, name)
    except ImportError as error:
        print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "many hands at once need NumPy: pip install 'mjcalc[bulk]'\n" * 3
