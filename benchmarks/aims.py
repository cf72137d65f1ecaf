"""What aims and chances cost: ``python benchmarks/aims.py [HANDS]``. Medians of one run, in milliseconds of CPU time.

Beside the chances stands the plain recursion over the same solver: win chances alone, every position visited once, each
hand after a throw asked for its shanten. Both see the same hands, one after the other.
"""

import random
import resource
import statistics
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from time import process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

import mjcalc
from mjcalc.round import round_of
from mjcalc.solver.discards import discards as solve_discards
from mjcalc.solver.position import Position
from mjcalc.solver.waits import accepting_tiles, waits
from mjcalc.tiles import NAMES

DRAWS = 17
APART = {"huangshi": (31, 32)}
"""The kinds that are no part of a hand."""

Hand = tuple[str, list[int]]


def timed(work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return (process_time() - start) * 1000


def near_hands(rules: str, options: dict[str, Any], away: int, number: int, wilds: float) -> list[Hand]:
    """Fourteen tiles, two suits for the most part, at this distance."""
    rng = random.Random(f"{rules} {away}")
    deck = [kind for kind in range(34) if kind not in APART.get(rules, ()) for _ in range(4)]
    found: list[Hand] = []
    while len(found) < number:
        tiles: list[int] = []
        suits = rng.sample(range(3), 2)
        while len(tiles) < 14 - 2 * away:
            first = 9 * rng.choice(suits) + rng.randrange(7)
            tiles += [first, first + 1, first + 2] if rng.random() < 0.8 else [first] * 2
        tiles = [*tiles[: 14 - 2 * away], *rng.sample(deck, 2 * away)]
        if max(map(tiles.count, tiles)) > 4:
            continue
        names = [NAMES[tile] for tile in tiles]
        if rng.random() < wilds:
            names[-1] = "*"
        try:
            distance = mjcalc.discards("".join(names), rules=rules, **options).distance
        except mjcalc.MjcalcError:
            continue
        if distance == away:
            found.append(("".join(names), tiles))
    return found


def plain_win_chances(start: Sequence[int], rules: str) -> dict[int, float]:
    """The chance to win after each throw that keeps the shanten least."""
    shapes = round_of(rules, {}, None, None).judge.shape_set
    unseen = [4 - count for count in start]
    every = sum(unseen)
    memo: dict[tuple[int, ...], list[float]] = {}

    def chances(hand: tuple[int, ...], shanten: int) -> list[float]:
        if hand in memo:
            return memo[hand]
        position = Position(hand)
        sums, helping = [0.0] * (DRAWS + 1), 0
        for kind in (accepting_tiles if shanten else waits)(position, shapes):
            number = unseen[kind] - max(hand[kind] - start[kind], 0)
            if number <= 0:
                continue
            helping += number
            best = [1.0] * DRAWS
            if shanten:
                full = [*hand]
                full[kind] += 1
                best = [0.0] * DRAWS
                for one in solve_discards(Position(full), shapes):
                    if one.shanten == shanten - 1:
                        after = full.copy()
                        after[one.tile] -= 1
                        best = [*map(max, best, chances(tuple(after), shanten - 1))]
            for draw in range(DRAWS):
                sums[draw + 1] += number * best[draw]
        found = [0.0]
        for draw in range(1, DRAWS + 1):
            left = every - (DRAWS - draw)
            found.append((sums[draw] + (left - helping) * found[-1]) / left)
        memo[hand] = found
        return found

    throws = solve_discards(Position(start), shapes)
    result = {}
    for one in throws:
        if one.shanten == throws[0].shanten and one.shanten is not None:
            after = [*start]
            after[one.tile] -= 1
            result[one.tile] = chances(tuple(after), one.shanten)[DRAWS]
    return result


def aims_row(number: int) -> None:
    options: dict[str, Any] = {"rules": "huangshan-fei", "indicator": "7p"}
    hands = [hand for hand, _ in near_hands("huangshan-fei", {"indicator": "7p"}, 2, number, 0.4)]
    for hand in hands:
        mjcalc.aims(hand, **options)
    took = [timed(lambda hand=hand: mjcalc.aims(hand, **options)) for hand in hands]  # type: ignore[misc]
    print(f"aims of 14 tiles, huangshan-fei, warm: {statistics.median(took):.2f}, worst {max(took):.2f}")


def chances_rows(number: int) -> None:
    print(f"{'':14}{'away':>6}{'median':>10}{'worst':>10}{'plain':>10}{'ratio':>8}")
    for rules, options, wilds, most in (
        ("huangshan", {}, 0.0, 4),
        ("huangshi", {"indicator": "7p"}, 0.4, 3),
        ("huangshan-fei", {"indicator": "7p"}, 0.4, 3),
    ):
        for away in range(1, most + 1):
            hands = near_hands(rules, options, away, max(number // 4**away, 3), wilds)
            took, plain = [], []
            for hand, tiles in hands:
                took.append(timed(lambda: mjcalc.discards(hand, rules=rules, draws=DRAWS, **options)))  # noqa: B023
                if rules == "huangshan":
                    start = [tiles.count(kind) for kind in range(34)]
                    plain.append(timed(lambda: plain_win_chances(start, rules)))  # noqa: B023
            line = f"{rules:14}{away:>6}{statistics.median(took):>10.1f}{max(took):>10.1f}"
            if plain:
                ratio = statistics.median([one / other for one, other in zip(took, plain, strict=True)])
                line += f"{statistics.median(plain):>10.1f}{ratio:>8.2f}"
            print(line, flush=True)
    print(f"memory at most: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB")


if __name__ == "__main__":
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 80
    aims_row(size)
    chances_rows(size)
