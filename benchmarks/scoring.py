"""How long one score takes in a warm process, beside peers that score a riichi hand.

    python benchmarks/scoring.py [HANDS]

Nothing is installed: of ``mahjong`` and ``riichienv`` those are measured that are there. Every figure is microseconds
of processor time a hand, from text to the typed result: *again* for hands that were scored before, *first* for hands
not met before in a process that has scored HANDS others (default 1500); the median, and the worst, of all hands.
"""

import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tabulate import tabulate

import mjcalc

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from tests.support.dealing import deal

PLAIN = {
    "huangshi": {"hand": "123m456m789s22s +peng5p@right +gang中中", "win": "3m", "indicator": "7p"},
    "huangshan-fei": {"hand": "123m456m789m22p345p", "win": "5p", "indicator": "1s"},
    "huangshan": {"hand": "123m456m789p22s345s", "win": "5s"},
    "huangmei": {"hand": "123p456p678s8889m9m", "win": "9m"},
}


def timed(call: Callable[[], object]) -> float:
    """Microseconds of processor time."""
    begin = time.process_time_ns()
    call()
    return (time.process_time_ns() - begin) / 1000


def row(name: str, first: list[float], again: list[float]) -> list[object]:
    """One line of the table."""
    return [name, *(f(times) if times else None for times in (first, again) for f in (statistics.median, max))]


def one_hand(name: str, call: Callable[[], object]) -> list[object]:
    """The same hand over and over: its median over batches of a hundred."""
    for _ in range(300):
        call()
    times = [timed(lambda: [call() for _ in range(100)]) / 100 for _ in range(30)]
    return row(name, [], times)


def many_hands(rules: str, number: int, wilds: int | None, one_suit: bool | None, name: str) -> list[object]:
    """Random complete hands, the first time and again."""
    chance = random.Random(name)
    hands = [deal(chance, rules, wilds=wilds, one_suit=one_suit) for _ in range(2 * number)]
    for hand in hands[:number]:
        mjcalc.score(**hand)
    new = hands[number:]
    first = [timed(lambda hand=hand: mjcalc.score(**hand)) for hand in new]  # type: ignore[misc]
    again = [timed(lambda hand=hand: mjcalc.score(**hand)) for hand in new]  # type: ignore[misc]
    return row(name, first, again)


def peers() -> list[list[object]]:
    """The peers that are installed, each scoring one riichi hand."""
    rows: list[list[object]] = []
    try:
        from mahjong.hand_calculating.hand import HandCalculator
        from mahjong.tile import TilesConverter
    except ImportError:
        pass
    else:
        calculator = HandCalculator()
        tiles = TilesConverter.string_to_136_array(man="22444", pin="333567", sou="444")
        win = TilesConverter.string_to_136_array(sou="4")[0]
        rows.append(one_hand("mahjong: one riichi hand", lambda: calculator.estimate_hand_value(tiles, win)))
    try:
        import riichienv
    except ImportError:
        pass
    else:
        evaluator: Any = riichienv.HandEvaluator.hand_from_text("22444m333567p44s")
        rows.append(one_hand("riichienv: one riichi hand", lambda: evaluator.calc(96)))
    return rows


def main() -> None:
    """Print the table."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 1500
    rows: list[list[object]] = []
    for rules, hand in PLAIN.items():
        rows.append(one_hand(f"{rules}: one hand without wilds", lambda: mjcalc.score(rules=rules, **hand)))  # noqa: B023
    for rules in PLAIN:
        without = 0 if "indicator" in PLAIN[rules] else None
        rows.append(many_hands(rules, number, without, None, f"{rules}: random hands without wilds"))
    for rules in ("huangshi", "huangshan-fei"):
        rows.append(many_hands(rules, number // 5, 4, None, f"{rules}: random hands with four wilds"))
        rows.append(many_hands(rules, number // 5, 4, True, f"{rules}: one suit with four wilds"))
    headers = ["microseconds of processor time", "first: median", "worst", "again: median", "worst"]
    print(tabulate([*rows, *peers()], headers, floatfmt=".1f"))


if __name__ == "__main__":
    main()
