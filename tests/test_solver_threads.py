"""The solver's tables may be filled by several threads at once."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

FIRST_CALLS = """
import os, random, sys, threading
from mjcalc.solver.position import Position
from mjcalc.solver.shanten import shanten

WALL = [kind for kind in range(34) for _ in range(4)]

def answers_of_a_new_process(seed, threads):
    # The solver is imported and has answered nothing: a fork of this process makes the first calls.
    chance = random.Random(seed)
    hands = [[wall.count(kind) for kind in range(34)] for wall in (chance.sample(WALL, 14) for _ in range(24))]
    reading, writing = os.pipe()
    if os.fork() == 0:
        sys.setswitchinterval(1e-5 if threads > 1 else 1)
        start = threading.Barrier(threads)
        def ask(order):
            start.wait()
            for hand in order:
                shanten(Position(hand))
        share = len(hands) // threads
        orders = [hands[share * at:] + hands[:share * at] for at in range(threads)]
        workers = [threading.Thread(target=ask, args=(order,)) for order in orders]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        os.write(writing, bytes(shanten(Position(hand)) + 1 for hand in hands))
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
    command = [sys.executable, "-c", FIRST_CALLS, "300"]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=True, timeout=300)
    assert done.stdout.split() == []
