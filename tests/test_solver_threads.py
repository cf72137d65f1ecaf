"""The solver's tables may be filled by several threads at once."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

FIRST_CALLS = """
import os, random, sys, threading, zlib
from mjcalc.solver.discards import discards
from mjcalc.solver.position import Position
from mjcalc.solver.readings import Reader
from mjcalc.solver.shanten import COMMON_SHAPES, shanten
from mjcalc.solver.waits import formal_waits, waits

WALL = [kind for kind in range(34) for _ in range(4)]
READY = [1, 1, 1, 1, 1, 1, 1, 1, 1] + [0] * 25

def answers_to(hand, reader):
    own = Position(hand)
    complete = Position([hand[at] if at >= 9 else 0 for at in range(34)])
    with_wilds = Position([*READY[:9], *hand[9:18], *[0] * 16], wilds=2, melds=0)
    return (
        shanten(own), discards(own)[:3], waits(with_wilds), formal_waits(complete),
        [reading.tally for reading in reader.readings(Position([3, 1, 1, 1, 1, 1, 1, 1, 3, 0] + [0] * 24, 1), 4)],
    )

def answers_of_a_new_process(seed, threads):
    # The solver is imported and has answered nothing: a fork of this process makes the first calls.
    chance = random.Random(seed)
    hands = [[wall.count(kind) for kind in range(34)] for wall in (chance.sample(WALL, 14) for _ in range(24))]
    reading, writing = os.pipe()
    if os.fork() == 0:
        sys.setswitchinterval(1e-5 if threads > 1 else 1)
        start = threading.Barrier(threads)
        reader = Reader(COMMON_SHAPES, lambda block: block.tiles[0])
        def ask(order):
            start.wait()
            for hand in order:
                shanten(Position(hand))
                answers_to(hand, reader)
        share = len(hands) // threads
        orders = [hands[share * at:] + hands[:share * at] for at in range(threads)]
        workers = [threading.Thread(target=ask, args=(order,)) for order in orders]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        os.write(writing, zlib.crc32(repr([answers_to(hand, reader) for hand in hands]).encode()).to_bytes(4, "big"))
        os._exit(0)
    os.close(writing)
    answers = os.read(reading, 100)
    os.close(reading)
    os.wait()
    return answers

seeds = range(int(sys.argv[1]))
print(*(seed for seed in seeds if answers_of_a_new_process(seed, 8) != answers_of_a_new_process(seed, 1)))
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="new processes are made by fork")
def test_first_calls_from_several_threads_leave_right_tables() -> None:
    command = [sys.executable, "-c", FIRST_CALLS, "100"]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=True, timeout=900)
    assert done.stdout.split() == []
