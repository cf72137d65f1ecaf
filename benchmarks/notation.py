"""How long reading and writing a hand takes, in microseconds.

Run it as ``python benchmarks/notation.py``. The hands are seeded, so two runs read the same ones.
"""

import random
import sys
import timeit
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from mjcalc.errors import MjcalcError
from mjcalc.hand import SEATS, Hand, Meld, Seat, TileSet
from mjcalc.notation import format_hand, parse_hand, parse_table, quick
from mjcalc.tiles import WILD

TYPICAL = "123m456m789s22s +peng5p@right +gang中中"
WRONG = "123m45x6m789s22s +pemg5p@right"
LOSERS: dict[Seat, str] = {"right": "+chi123p", "across": "+angang9m", "left": "+peng8s@winner"}


def random_texts(count: int, seed: int = 1) -> list[str]:
    """Canonical texts of random hands with up to three melds, four copies of nothing exceeded."""
    dice = random.Random(seed)
    texts: list[str] = []
    while len(texts) < count:
        wall = [kind for kind in range(31) for _ in range(4)] + [WILD] * 4
        dice.shuffle(wall)
        melds: list[Meld] = []
        for _ in range(dice.randrange(4)):
            feeder = dice.choice((*SEATS, None))
            suit, number = dice.randrange(3), dice.randrange(7)
            chow = Meld("chow", suit * 9 + number, "left")
            melds.append(dice.choice((chow, Meld("pung", dice.randrange(31), feeder))))
        text = format_hand(Hand(tuple(wall[: 14 - 3 * len(melds)]), tuple(melds), kongs=(31,) * dice.randrange(3)))
        try:
            parse_hand(text, TILE_SET)
        except MjcalcError:
            continue
        texts.append(text)
    return texts


TILE_SET = TileSet(kong_tiles=frozenset((31, 32, WILD)), name="any")


def micros(call: Callable[[], object], number: int, repeat: int = 5) -> float:
    """The best of some runs, a call."""
    return min(timeit.repeat(call, number=number, repeat=repeat)) / number * 1e6


def forget() -> None:
    """Empty what the fast path remembers."""
    for memo in (quick._runs, quick._limits, *quick._groups.values()):
        memo.clear()


def cold() -> None:
    """Read the typical hand with nothing remembered."""
    forget()
    parse_table(TYPICAL, TILE_SET, win="3m")


def refused() -> None:
    """Read a hand with two mistakes, message and caret included."""
    try:
        parse_table(WRONG, TILE_SET, win="3m")
    except MjcalcError as error:
        str(error)


def main() -> None:
    """Measure and print."""
    texts = random_texts(20_000)
    hand = parse_hand(TYPICAL, TILE_SET)
    forget()

    def read_all() -> None:
        for text in texts:
            parse_table(text, TILE_SET)

    rows = [
        ("a typical hand, again", micros(lambda: parse_table(TYPICAL, TILE_SET, win="3m"), 50_000)),
        ("the same with three losers", micros(lambda: parse_table(TYPICAL, TILE_SET, win="3m", losers=LOSERS), 20_000)),
        ("the same, nothing remembered", micros(cold, 5_000)),
        ("20,000 different hands, each", micros(read_all, 1, 3) / len(texts)),
        ("a hand with two mistakes", micros(refused, 1_000)),
        ("format_hand", micros(lambda: format_hand(hand), 50_000)),
    ]
    for name, time in rows:
        print(f"{name:<32}{time:8.2f} µs")


if __name__ == "__main__":
    main()
