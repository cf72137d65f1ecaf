"""國標 in a warm process: how long a score, a batch and loading take, beside PyMahjongGB on the same hands.

    python benchmarks/guobiao.py [HANDS]

Nothing is installed; without ``PyMahjongGB`` only this project is measured. Where it is there, its number of every hand
is compared too: it must be the same. Times are microseconds of processor time a hand; *first* is for hands not met
before in a process that has scored HANDS others (default 1500), from text to the typed result.
"""

import gc
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from tabulate import tabulate

import mjcalc
from mjcalc.jsonl import generate_parts
from mjcalc.rules import load
from mjcalc.scoring.judge import Judge

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from tests.support.dealing_guobiao import Dealt, deal
from tests.support.known_guobiao import as_question, known_hands
from tests.support.referee_guobiao import Meld, Win

LOAD = """
import time
from mjcalc.rules.loader import load
from mjcalc.scoring.predicates import VOCABULARY
begin = time.process_time_ns()
load("guobiao", VOCABULARY)
print((time.process_time_ns() - begin) / 1000)
"""

Row = list[object]
Call = Callable[[], Any]


def timed(call: Call) -> tuple[float, Any]:
    """Microseconds of processor time, and the answer."""
    begin = time.process_time_ns()
    answer = call()
    return (time.process_time_ns() - begin) / 1000, answer


def row(name: str, times: list[float]) -> Row:
    """One line of the table."""
    ordered = sorted(times)
    return [name, statistics.median(times), ordered[len(times) * 99 // 100], ordered[-1]]


def scored(questions: list[dict[str, Any]], rules: str) -> tuple[list[float], list[Any]]:
    """The time of each score, and the scores."""
    pairs = [timed(lambda question=question: mjcalc.score(**question, rules=rules)) for question in questions]  # type: ignore[misc]
    return [one for one, _ in pairs], [score for _, score in pairs]


def batched(questions: list[dict[str, Any]]) -> float:
    """Hands a second that a batch in one process answers."""
    renamed = [{"from" if key == "from_" else key: value for key, value in one.items()} for one in questions]
    lines = b"".join(msgspec.json.encode(question | {"rules": "guobiao"}) + b"\n" for question in renamed)
    spent, _ = timed(lambda: sum(len(part.output) for part in generate_parts([lines], rules=None, lang="zh-Hant")))
    return len(questions) / spent * 1e6


def name_of(kind: int) -> str:
    """A tile as PyMahjongGB names it."""
    if kind < 27:
        return f"{'WBT'[kind // 9]}{kind % 9 + 1}"
    return f"F{kind - 26}" if kind < 31 else f"J{kind - 30}"


def pack_of(meld: Meld) -> tuple[str, str, int]:
    """A meld as PyMahjongGB has it: a chow by its middle, a kong that nobody offered is concealed."""
    if meld.call == "chow":
        return "CHI", name_of(meld.tile + 1), 1
    if meld.call == "pung":
        return "PENG", name_of(meld.tile), 1
    return "GANG", name_of(meld.tile), int(meld.call != "concealed_kong")


def asked_of_peer(win: Win) -> tuple[Any, ...]:
    """The arguments of its calculator."""
    before = list(win.concealed)
    before.remove(win.win)
    assert win.seat_wind is not None and win.round_wind is not None
    return (
        tuple(map(pack_of, win.melds)), tuple(map(name_of, before)), name_of(win.win), win.flowers, win.drawn,
        win.last_copy, win.by in ("kong-draw", "rob-kong"), win.last_tile, win.seat_wind - 27, win.round_wind - 27,
    )  # fmt: skip


def compared(dealt: list[Dealt], scores: list[Any]) -> tuple[list[float], int]:
    """The peer's times, and how many of its numbers are not ours."""
    from MahjongGB import MahjongFanCalculator

    times, different = [], 0
    for one, score in zip(dealt, scores, strict=True):
        asked = asked_of_peer(one.win)
        try:
            spent, fans = timed(lambda asked=asked: MahjongFanCalculator(*asked))  # type: ignore[misc]
        except TypeError:  # it says so where a hand is not complete
            different += [reason.id for reason in score.reasons] != ["not_complete"]
            continue
        times.append(spent)
        total = sum(value for value, _ in fans)
        ours = score.total if score.legal else int(score.reasons[0].text.split()[1]) + one.win.flowers
        different += total != ours
    return times, different


def main() -> None:
    """Print the table."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 1500
    chance = random.Random("guobiao")
    dealt = [one for one in (deal(chance) for _ in range(2 * number)) if one.win.round_wind and one.win.seat_wind]
    questions = [as_question(hand) for hand in known_hands()]
    scored([one.question for one in dealt[: len(dealt) // 2]], "guobiao")
    gc.freeze()  # the questions are this program's own, and going through them all now and then takes long
    new = dealt[len(dealt) // 2 :]
    first, scores = scored([one.question for one in new], "guobiao")
    again, _ = scored([one.question for one in new], "guobiao")
    known, _ = scored(questions, "guobiao")
    rows = [row("dealt hands, first", first), row("the same again", again), row("the known hands, first", known)]
    try:
        times, different = compared(new, scores)
    except ImportError:
        print("PyMahjongGB is not installed")
    else:
        rows.append(row("PyMahjongGB, the same dealt hands", times))
        print(f"{different} of {len(new)} dealt hands have another number in PyMahjongGB")
    print(tabulate(rows, ["microseconds of processor time", "median", "99 of 100", "worst"], floatfmt=".1f"))
    more = [deal(chance).question for _ in range(2 * number)]
    print(f"batch of new hands in one process: {batched(more):,.0f} a second")
    loads = [float(subprocess.run([sys.executable, "-c", LOAD], capture_output=True).stdout) for _ in range(21)]
    print(f"guobiao loaded from the cache by a new process: {statistics.median(loads) / 1000:.1f} ms")
    variant = load("guobiao")
    makes = [timed(lambda: Judge(variant))[0] for _ in range(20)]
    print(f"a judge made from the loaded variant: {statistics.median(makes) / 1000:.1f} ms")


if __name__ == "__main__":
    main()
