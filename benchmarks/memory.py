"""Memory of a process over a million lines that differ in all that can differ: ``python benchmarks/memory.py [LINES]``.

Every line spells its variant anew, has settings that no other has, seats in another script and a hand of its own, dealt
with every tile flipped; every twentieth asks for waits with wilds or for discards. The lines are made while ``mjcalc
batch`` answers them, and its memory is looked at in between, so only that process counts. It must stay below 150 MB,
and be as large at the end as it was half way. Linux only.
"""

import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from time import perf_counter
from typing import Any

import msgspec

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from mjcalc.notation.spellings import DEALER_WORDS, SEAT_WORDS, WAY_WORDS  # noqa: E402
from mjcalc.rules import load  # noqa: E402
from tests.support.dealing import VARIANTS, deal  # noqa: E402

MOST = 150
"""Megabytes that the process may take."""

GROWTH = 1.03
"""How much larger it may be at the end than half way."""

DEALT = 2000
"""Hands that are dealt; every line has one of them with its suits and its order changed."""


def generate_requests(number: int, seed: int = 1) -> Iterator[bytes]:
    """So many lines, no two alike in any key that may have many values."""
    rng = random.Random(seed)
    dealt = [deal(rng, VARIANTS[place % len(VARIANTS)]) for place in range(min(DEALT, number))]
    words = {
        "by": spellings(WAY_WORDS),
        "from": spellings(SEAT_WORDS),
        "dealer": spellings(DEALER_WORDS),
        "losers": spellings(SEAT_WORDS),
    }
    fans = {rules: [fan.id for fan in load(rules).fans if isinstance(fan.value, int)] for rules in VARIANTS}
    for place in range(number):
        request = dict(rng.choice(dealt))
        rules = request["rules"]
        if "from_" in request:
            request["from"] = request.pop("from_")
        if place % 20 == 0:
            kept = {key: request[key] for key in ("hand", "rules", "indicator") if key in request}
            request = kept | {"op": rng.choice(("waits", "discard"))}
            if request["op"] == "waits":
                request["hand"] = request["hand"].partition(" ")[2]
        request = another(rng, request)
        for key in request.keys() & words.keys() - {"losers"}:
            request[key] = rng.choice(words[key][request[key]])
        if "losers" in request:
            request["losers"] = {rng.choice(words["losers"][seat]): text for seat, text in request["losers"].items()}
        request["set"] = {f"fans.{fan}": rng.randrange(1, 10**9) for fan in rng.sample(fans[rules], 2)}
        request["base"] = 1 + place
        request["rules"] = spelt(rng, rules)
        yield msgspec.json.encode({"id": place, **request}) + b"\n"


def spellings(words: dict[str, str]) -> dict[str, list[str]]:
    """A meaning → every word for it."""
    return {meaning: [word for word, other in words.items() if other == meaning] for meaning in set(words.values())}


def another(rng: random.Random, request: dict[str, Any]) -> dict[str, Any]:
    """The same request with its suits exchanged everywhere and the tiles of its hand in another order."""
    suits = dict(zip("mps", rng.sample("mps", 3), strict=True))

    def exchanged(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: exchanged(text) for key, text in value.items()}
        return re.sub("(?<=[1-9])[mps]", lambda found: suits[found[0]], value) if isinstance(value, str) else value

    changed = {key: exchanged(value) for key, value in request.items()}
    pieces = changed["hand"].split()
    rng.shuffle(pieces)
    return changed | {"hand": rng.choice((" ", "  ")).join(pieces)}


def spelt(rng: random.Random, rules: str) -> str:
    """A variant's name with other letters in capitals and other blanks around it."""
    name = "".join(rng.choice((char, char.upper())) for char in rules)
    return " " * rng.randrange(100) + name + "\t" * rng.randrange(100)


def resident(pid: int) -> float:
    """Megabytes of a process that are in memory."""
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def main(number: int) -> int:
    """Print the memory along the way; the exit code is 1 where it is too much or grows."""
    command = [sys.executable, "-m", "mjcalc", "batch"]
    environment = os.environ | {"PYTHONPATH": os.environ.get("PYTHONPATH", str(ROOT))}
    running = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
    assert running.stdin is not None and running.stdout is not None
    stdin = running.stdin

    def feed() -> None:
        with stdin:
            for line in generate_requests(number):
                stdin.write(line)

    Thread(target=feed, daemon=True).start()
    print(f"{'lines':>12}{'errors':>10}{'MB':>8}{'lines/CPU s':>13}")
    sizes: list[tuple[int, float]] = []
    answered = errors = 0
    start = perf_counter()
    for line in running.stdout:
        answered += 1
        errors += b'"error":{' in line[:60]
        if answered % max(number // 20, 1) == 0 and answered < number:
            sizes.append((answered, resident(running.pid)))
            speed = answered / busy(running.pid)
            print(f"{answered:>12,}{errors:>10,}{sizes[-1][1]:>8.0f}{speed:>13,.0f}", flush=True)
    _, _, used = os.wait4(running.pid, 0)
    half = [size for at, size in sizes if at >= number // 2]
    print(
        f"{answered:,} lines, {errors:,} errors, {perf_counter() - start:.0f} s, "
        f"{used.ru_utime + used.ru_stime:.0f} CPU s"
    )
    print(f"peak {used.ru_maxrss / 1024:.0f} MB; second half {half[0]:.0f} to {half[-1]:.0f} MB")
    return int(used.ru_maxrss / 1024 > MOST or half[-1] > half[0] * GROWTH or answered != number)


def busy(pid: int) -> float:
    """The CPU seconds of a process that is running."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000))
