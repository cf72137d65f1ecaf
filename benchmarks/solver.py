"""How long shanten, waits and discards take beside other libraries: ``python benchmarks/solver.py [HANDS]``.

Nothing is installed by this script: of the peers ``mahjong``, ``xiangting``, ``riichienv``, ``PyMahjongGB`` and
``cmajiang`` those are measured that are there. Every library runs in a process of its own, on the same seeded hands,
already in the form that it takes. A number is the median of seven passes over all hands after one that is not counted,
in microseconds of processor time a hand; *unseen* hands are passed over once, after as many others. Peers
solve standard hands, seven different pairs and thirteen orphans, and so does mjcalc here; where a library has no call
for a task, it is done as its users do it, with the calls it has, and marked ``*``.
"""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from importlib.util import find_spec
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Any

SEED = "mjcalc"
PASSES = 7

Counts = list[int]
Task = tuple[str, list[Any], Callable[[Any], object]]
"""What it is called, the hands as the library takes them, and the call."""


# ---------------------------------------------------------------------------------------------------------------------
# Hands
# ---------------------------------------------------------------------------------------------------------------------


def deal(rng: Random, tiles: int, kinds: Iterable[int] = range(34)) -> Counts:
    """Tiles from a shuffled wall."""
    dealt = rng.sample([kind for kind in kinds for _ in range(4)], tiles)
    return [dealt.count(kind) for kind in range(34)]


def deal_ready(rng: Random) -> Counts:
    """A complete hand of four sets and a pair less one tile."""
    while True:
        tiles = [rng.randrange(34)] * 2
        while len(tiles) < 14:
            kind = rng.randrange(34)
            is_run = kind < 27 and kind % 9 < 7 and rng.random() < 0.7
            tiles += [kind, kind + 1, kind + 2] if is_run else [kind] * 3
        if max(tiles.count(kind) for kind in tiles) <= 4:
            tiles.pop(rng.randrange(14))
            return [tiles.count(kind) for kind in range(34)]


def hands_of(size: int) -> dict[str, list[Counts]]:
    """The hands of every task."""
    rng = Random(SEED)
    return {
        "14": [deal(rng, 14) for _ in range(size)],
        "unseen": [deal(rng, 14) for _ in range(size)],
        "ready": [deal_ready(rng) for _ in range(size)],
        "wilds": [deal(rng, 10) for _ in range(size)],
        "wilds ready": [deal(rng, 9) for _ in range(size)],
        "one suit": [deal(rng, 10, range(9)) for _ in range(size)],
        "one suit ready": [deal(rng, 9, range(9)) for _ in range(size)],
    }


def kinds_in(counts: Counts) -> list[int]:
    return [kind for kind in range(34) for _ in range(counts[kind])]


# ---------------------------------------------------------------------------------------------------------------------
# Libraries
# ---------------------------------------------------------------------------------------------------------------------

SHANTEN, UNSEEN, WAITS, DISCARD = "shanten of 14", "shanten of 14, unseen", "waits of 13", "best discard of 14"
BULK = "shanten of many, each"


def mjcalc(hands: dict[str, list[Counts]]) -> list[Task]:
    from mjcalc.solver.discards import discards
    from mjcalc.solver.position import Position
    from mjcalc.solver.shanten import shanten
    from mjcalc.solver.shapes import Shape, ShapeSet
    from mjcalc.solver.waits import waits

    forms = ("standard", "seven_pairs", "thirteen_orphans")
    shapes = ShapeSet(tuple(Shape(form, form, distinct=form == "seven_pairs") for form in forms))  # type: ignore[arg-type]
    return [
        (UNSEEN, hands["unseen"], lambda hand: shanten(Position(hand), shapes)),
        (SHANTEN, hands["14"], lambda hand: shanten(Position(hand), shapes)),
        (WAITS, hands["ready"], lambda hand: waits(Position(hand), shapes)),
        (DISCARD, hands["14"], lambda hand: discards(Position(hand), shapes)),
        ("shanten of 14, four wilds", hands["wilds"], lambda hand: shanten(Position(hand, wilds=4), shapes)),
        ("waits of 13, four wilds", hands["wilds ready"], lambda hand: waits(Position(hand, wilds=4), shapes)),
        ("best discard of 14, four wilds", hands["wilds"], lambda hand: discards(Position(hand, wilds=4), shapes)),
        (
            "shanten of 14, four wilds, one suit",
            hands["one suit"],
            lambda hand: shanten(Position(hand, wilds=4), shapes),
        ),
        (
            "waits of 13, four wilds, one suit",
            hands["one suit ready"],
            lambda hand: waits(Position(hand, wilds=4), shapes),
        ),
        (
            "best discard of 14, four wilds, one suit",
            hands["one suit"],
            lambda hand: discards(Position(hand, wilds=4), shapes),
        ),
    ]


def mahjong(hands: dict[str, list[Counts]]) -> list[Task]:
    from mahjong.shanten import Shanten

    shanten = Shanten().calculate_shanten

    def better(hand: Counts) -> list[int]:
        now, found = shanten(hand), []
        for kind in range(34):
            if hand[kind] < 4:
                hand[kind] += 1
                if shanten(hand) < now:
                    found.append(kind)
                hand[kind] -= 1
        return found

    def discard(hand: Counts) -> list[tuple[int, list[int]]]:
        found = []
        for kind in range(34):
            if hand[kind]:
                hand[kind] -= 1
                found.append((kind, better(hand)))
                hand[kind] += 1
        return found

    return [
        (UNSEEN, hands["unseen"], shanten),
        (SHANTEN, hands["14"], shanten),
        (WAITS + "*", hands["ready"][:200], better),
        (DISCARD + "*", hands["14"][:40], discard),
    ]


def xiangting(hands: dict[str, list[Counts]]) -> list[Task]:
    import xiangting as library

    four = library.PlayerCount.FOUR
    tiles_for = library.calculate_necessary_tiles

    def discard(hand: Counts) -> list[tuple[int, tuple[int, int]]]:
        found = []
        for kind in range(34):
            if hand[kind]:
                hand[kind] -= 1
                found.append((kind, tiles_for(hand, four)))
                hand[kind] += 1
        return found

    return [
        (UNSEEN, hands["unseen"], lambda hand: library.calculate_replacement_number(hand, four)),
        (SHANTEN, hands["14"], lambda hand: library.calculate_replacement_number(hand, four)),
        (WAITS, hands["ready"], lambda hand: tiles_for(hand, four)),
        (DISCARD + "*", hands["14"], discard),
    ]


def riichienv(hands: dict[str, list[Counts]]) -> list[Task]:
    import riichienv as library  # type: ignore[import-untyped, unused-ignore]

    def numbered(hand: Counts) -> list[int]:
        return [4 * kind + copy for kind in range(34) for copy in range(hand[kind])]

    return [
        (UNSEEN, [numbered(hand) for hand in hands["unseen"]], library.calculate_shanten),
        (SHANTEN, [numbered(hand) for hand in hands["14"]], library.calculate_shanten),
        (
            WAITS,
            [numbered(hand) for hand in hands["ready"]],
            lambda tiles: library.HandEvaluator(tiles).get_waits(),
        ),
    ]


def pymahjonggb(hands: dict[str, list[Counts]]) -> list[Task]:
    import MahjongGB  # type: ignore[import-not-found, unused-ignore]

    names = [suit + str(number) for suit in "WBT" for number in range(1, 10)]
    names += ["F1", "F2", "F3", "F4", "J1", "J2", "J3"]

    def waits(hand: tuple[str, ...]) -> list[object]:
        return [
            MahjongGB.RegularShanten(hand),
            MahjongGB.SevenPairsShanten(hand),
            MahjongGB.ThirteenOrphansShanten(hand),
        ]

    return [(WAITS + "*", [tuple(names[kind] for kind in kinds_in(hand)) for hand in hands["ready"]], waits)]


def cmajiang(hands: dict[str, list[Counts]]) -> list[Task]:
    import cmajiang as library  # type: ignore[import-not-found, unused-ignore]

    def shown(hand: Counts) -> Any:
        suits = (hand[:9], hand[9:18], hand[18:27], hand[27:])
        text = "".join(
            letter + "".join(str(i + 1) * count for i, count in enumerate(suit))
            for letter, suit in zip("mpsz", suits, strict=True)
            if any(suit)
        )
        return library.Shoupai(text)

    return [
        (UNSEEN, [shown(hand) for hand in hands["unseen"]], library.xiangting),
        (SHANTEN, [shown(hand) for hand in hands["14"]], library.xiangting),
        (WAITS, [shown(hand) for hand in hands["ready"]], library.tingpai),
    ]


LIBRARIES: dict[str, tuple[str, Callable[[dict[str, list[Counts]]], list[Task]]]] = {
    "mjcalc": ("mjcalc", mjcalc),
    "mahjong": ("mahjong", mahjong),
    "xiangting": ("xiangting", xiangting),
    "riichienv": ("riichienv", riichienv),
    "PyMahjongGB": ("MahjongGB", pymahjonggb),
    "cmajiang": ("cmajiang", cmajiang),
}
"""By its name in the package index: the module, and what it does."""


# ---------------------------------------------------------------------------------------------------------------------
# Measuring
# ---------------------------------------------------------------------------------------------------------------------


def microseconds(call: Callable[[Any], object], hands: list[Any]) -> float:
    start = process_time()
    for hand in hands:
        call(hand)
    return (process_time() - start) / len(hands) * 1e6


def measure(name: str, size: int) -> dict[str, float]:
    """All tasks of one library, in this process."""
    found: dict[str, float] = {}
    tasks = LIBRARIES[name][1](hands_of(size))
    warmed = next(hands for task, hands, _ in tasks if not task.startswith(UNSEEN))
    for task, hands, call in tasks:
        if task == UNSEEN:
            microseconds(call, warmed)
            found[task] = microseconds(call, hands)
        else:
            microseconds(call, hands)
            found[task] = median(microseconds(call, hands) for _ in range(PASSES))
    # A library without a call for many hands is asked for one after the other.
    found[BULK] = found.get(SHANTEN, float("nan"))
    if name == "mjcalc" and find_spec("numpy"):
        found.update(measure_bulk(size))
    return found


def measure_bulk(size: int) -> dict[str, float]:
    """The bulk path: time a hand, time to build its tables, and the memory it takes beyond NumPy and the hands."""
    from resource import RUSAGE_SELF, getrusage

    import numpy

    hands = hands_of(size)
    counts = numpy.array(hands["14"], dtype=numpy.uint8)
    counts = numpy.tile(counts, (max(1, 200_000 // size), 1))[
        numpy.random.default_rng(1).permutation(200_000 // size * size)
    ]
    before = getrusage(RUSAGE_SELF).ru_maxrss
    from mjcalc.solver.bulk import shanten_many, waits_many
    from mjcalc.solver.shapes import Shape, ShapeSet

    forms = ("standard", "seven_pairs", "thirteen_orphans")
    shapes = ShapeSet(tuple(Shape(form, form, distinct=form == "seven_pairs") for form in forms))  # type: ignore[arg-type]
    ready = numpy.array(hands["ready"], dtype=numpy.uint8)
    start = process_time()
    shanten_many(counts[:1], shapes)
    built = process_time() - start

    def each(call: Callable[..., object], many: Any) -> float:
        call(many, shapes)
        times = []
        for _ in range(PASSES):
            start = process_time()
            call(many, shapes)
            times.append((process_time() - start) / len(many) * 1e6)
        return median(times)

    found = {BULK: each(shanten_many, counts)}
    found["(memory of that, MB)"] = (getrusage(RUSAGE_SELF).ru_maxrss - before) / 1024
    found["(tables of that, ms once)"] = built * 1e3
    found["waits of many ready hands, each"] = each(waits_many, ready)
    return found


def measure_start(command: list[str]) -> float:
    """Milliseconds of a whole process: the median of fifteen, by the clock."""
    times = []
    for _ in range(15):
        start = perf_counter()
        subprocess.run(command, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        times.append((perf_counter() - start) * 1e3)
    return median(times)


def main() -> None:
    from tabulate import tabulate

    size = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    present = [name for name, (module, _) in LIBRARIES.items() if find_spec(module)]
    results: dict[str, dict[str, float]] = {}
    for name in present:
        command = [sys.executable, __file__, str(size), name]
        results[name] = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    rows = []
    for task, ours in results["mjcalc"].items():
        row = [task, f"{ours:.3g}"]
        for name in present[1:]:
            mark, value = next(
                ((mark, results[name][task + mark]) for mark in ("", "*") if task + mark in results[name]), ("", None)
            )
            row.append("" if value is None or value != value else f"{value:.3g}{mark} ({value / ours:.2g}x)")
        rows.append(row)
    print(tabulate(rows, ["µs a hand (ratio to mjcalc)", *present], disable_numparse=True))
    missing = [name for name in LIBRARIES if name not in present]
    if missing:
        print("\nnot installed here:", ", ".join(missing))
    print("* put together from the calls it has")
    program = shutil.which("mjcalc")
    if program:
        waits = [program, "waits", "123m456p789s23s中中", "-r", "huangmei", "--json"]
        base = measure_start([sys.executable, "-c", "import click"])
        print(f"\ncold start, ms: mjcalc waits --json {measure_start(waits):.0f}, python -c 'import click' {base:.0f}")


if __name__ == "__main__":
    if len(sys.argv) > 2:
        print(json.dumps(measure(sys.argv[2], int(sys.argv[1]))))
    else:
        main()
