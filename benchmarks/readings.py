"""How long the readings of a hand take: ``python benchmarks/readings.py [HANDS]``.

Every hand is complete. *Cold* is the first hand of a new reader, in processor time; *warm* the least of five passes
over the same hands with one reader. The labels are those of a variant with many fans: classes of tiles, chows, pairs of
2 5 8, how the winning tile is used. The last line shows that a reader's memory stays flat.
"""

import random
import sys
import tracemalloc
from collections.abc import Callable
from functools import partial
from statistics import median
from time import perf_counter, process_time

from mjcalc.solver.blocks import Block
from mjcalc.solver.position import Position
from mjcalc.solver.readings import Reader
from mjcalc.solver.shapes import Shape, ShapeSet

SHAPES = ShapeSet(
    (
        Shape("standard", "standard"),
        Shape("seven_pairs", "seven_pairs"),
        Shape("thirteen_orphans", "thirteen_orphans"),
        Shape("knitted_honors", "knitted_honors"),
        Shape("disjoint", "disjoint"),
        Shape("all_honors", "all_of", tiles=tuple(range(27, 34))),
        Shape("four_wilds", "four_wilds"),
    ),
    dragon_run=True,
)
Call = Callable[[Reader], object]


def label(block: Block) -> int:
    """Tiles of each class, chows, pairs of 2 5 8."""
    chow = block.kind == "chow"
    return 1 << 4 * min(block.tiles[0] // 9, 3) | chow << 16 | (block.kind == "pair" and block.tiles[0] % 3 == 1) << 20


def won_label(kind: str, tiles: tuple[int, ...], at: int, wilds: int) -> int:
    """Pair, pair with a wild, middle, edge."""
    if kind == "pair":
        return (1 + 2 * (wilds >> 1 - at & 1)) << 24
    return (kind == "chow" and (4 if at == 1 else 8 * ((tiles[0] % 9, at) in ((0, 2), (6, 0))))) << 24


def generate_call(rng: random.Random, wilds: int, one_suit: bool, win_is_wild: bool = False) -> Call:
    """A random complete hand, some of its tiles made wilds."""
    while True:
        kinds = range(9) if one_suit else range(34)
        tiles = [rng.choice(kinds)] * 2
        while len(tiles) < 14:
            kind = rng.choice(kinds)
            is_run = kind < 27 and kind % 9 < 7 and rng.random() < 0.7
            tiles += [kind, kind + 1, kind + 2] if is_run else [kind] * 3
        rng.shuffle(tiles)
        natural = tiles[wilds:]
        counts = tuple(natural.count(kind) for kind in range(34))
        if max(counts) <= 4:
            win = 34 if win_is_wild else natural[0]
            return lambda reader: reader.readings(Position(counts, wilds), win)


def timed(calls: list[Call], make: Callable[[], Reader]) -> tuple[list[float], list[float]]:
    """Seconds of each call: cold, with a new reader for each, and warm."""
    cold = [_seconds(call, make(), process_time) for call in calls]
    reader = make()
    warm = [min(_seconds(call, reader, perf_counter) for _ in range(5)) for call in calls]
    return cold, warm


def _seconds(call: Call, reader: Reader, clock: Callable[[], float]) -> float:
    start = clock()
    call(reader)
    return clock() - start


def memory(hands: int) -> tuple[int, int]:
    """Bytes that a reader holds on to after some hands, and after ten times as many."""
    rng = random.Random(5)
    reader = Reader(SHAPES, label, won_label)
    tracemalloc.start()
    held = []
    for number in (hands, 9 * hands):
        for _ in range(number):
            generate_call(rng, rng.randrange(5), rng.random() < 0.3)(reader)
        held.append(tracemalloc.get_traced_memory()[0])
    tracemalloc.stop()
    return held[0], held[1]


def main(number: int) -> None:
    """Print one line for each sort of hand."""
    print(f"{'µs a hand':58}{'cold: median':>14}{'worst':>10}{'warm: median':>14}{'worst':>10}")
    for name, make in (
        ("labels and winning block", partial(Reader, SHAPES, label, won_label)),
        ("labels alone", partial(Reader, SHAPES, label)),
        ("every reading", partial(Reader, SHAPES)),
    ):
        for wilds in range(5 if name != "every reading" else 2):
            for one_suit in (False, True):
                for win_is_wild in (False, True) if wilds else (False,):
                    rng = random.Random(wilds)
                    calls = [generate_call(rng, wilds, one_suit, win_is_wild) for _ in range(number)]
                    suits = "one suit" if one_suit else "mixed"
                    title = f"{name}, {wilds} wilds, {suits}{', won by a wild' * win_is_wild}"
                    cold, warm = timed(calls, make)
                    figures = (median(cold), max(cold), median(warm), max(warm))
                    widths = (14, 10, 14, 10)
                    cells = (f"{1e6 * seconds:{width}.1f}" for seconds, width in zip(figures, widths, strict=True))
                    print(f"{title:58}" + "".join(cells))
    held = memory(10 * number)
    print(f"held after {10 * number} hands: {held[0] / 2**20:.1f} MB, after {100 * number}: {held[1] / 2**20:.1f} MB")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
