"""Measures of readings: what they count fits the field that they have in the tally."""

from typing import Any

import pytest

from mjcalc.scoring.combinations import alike
from mjcalc.scoring.measures import Measure
from mjcalc.scoring.predicates import PREDICATES
from mjcalc.solver.blocks import PLAIN, Block
from mjcalc.tiles import KINDS

BLOCKS = [*PLAIN.values(), *[Block("tiles", (kind,) * 14) for kind in range(KINDS)]]

FORMS = [
    {("chow", "pung"): 4, ("pair",): 1},
    {("pair",): 7},
    {("single",): 14},
    {("single",): 12, ("pair",): 1},
    {("single",): 9, ("chow", "pung"): 1, ("pair",): 1},
    {("tiles",): 1},
]
"""How many blocks of which kinds there are in a hand."""

ARGUMENTS: dict[str, Any] = {
    "nothing": None,
    "number": 1,
    "tiles": frozenset(range(KINDS)),
    "sets": alike(("123m 456m",)),
    "shapes": frozenset(),
}


def counted(measure: Measure, kinds: tuple[str, ...]) -> list[int]:
    """What it counts in each block of these kinds."""
    return [measure.block(block.kind, block.tiles) if measure.block else 0 for block in BLOCKS if block.kind in kinds]


def counted_at_win(measure: Measure, kinds: tuple[str, ...]) -> int:
    """The most that it counts in a winning block of these kinds."""
    blocks = [block for block in BLOCKS if block.kind in kinds and measure.won]
    places = [(block, at, wilds) for block in blocks for at in range(len(block.tiles)) for wilds in (0, 1)]
    return max([measure.won(block.kind, block.tiles, at, wilds) for block, at, wilds in places if measure.won] or [0])


@pytest.mark.parametrize("name", [name for name, predicate in PREDICATES.items() if predicate.measure])
def test_no_hand_counts_more_than_a_measure_has_room_for(name: str) -> None:
    predicate = PREDICATES[name]
    assert predicate.measure is not None
    for kinds in (frozenset[int](), ARGUMENTS["tiles"]):  # some count what is of other kinds
        argument = kinds if predicate.word.takes == "tiles" else ARGUMENTS[predicate.word.takes]
        measure = predicate.measure(argument, 0)
        for form in FORMS:
            total = sum(most * max(counted(measure, some)) for some, most in form.items())
            at_win = max(counted_at_win(measure, some) for some in form)
            assert total + at_win < 1 << measure.bits, form
