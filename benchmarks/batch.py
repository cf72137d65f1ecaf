"""How fast ``mjcalc batch`` is, and how much memory it takes: ``python benchmarks/batch.py [LINES [JOBS]]``.

Every hand is dealt anew: complete, of the four variants in turn, a third of one suit, with melds, losers and options.
*Mixed* lines have wilds where the variant has them, and one in fifty cannot be used; *no wilds* have neither; *plain*
ones are the same without the table around them (losers, dealer, base), tiles written together; *known* ones are a
thousand of those without wilds, again and again. A run is a process of its own that reads a file and writes a pipe; its
CPU seconds are those of all its processes, its memory the peak of the largest of them. All numbers of jobs must write
the same bytes.
"""

import hashlib
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import msgspec

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from mjcalc.notation import parse_tiles  # noqa: E402
from mjcalc.tiles import format_tiles  # noqa: E402
from tests.support.dealing import VARIANTS, deal  # noqa: E402

BAD = [b"", b"{", b'{"hand":"123x","rules":"huangmei"}', b'{"hand":"5m","ruls":"huangmei"}', b"\xff", b'{"hand":NaN}']


class Run(NamedTuple):
    """What a run came to."""

    lines: int
    digest: str
    wall: float
    cpu: float
    peak: float
    """Megabytes."""


def generate_requests(number: int, sort: str, seed: int = 1) -> Iterator[bytes]:
    """So many lines: ``mixed``, ``no wilds``, ``plain`` or ``known``."""
    rng = random.Random(seed)
    for place in range(number):
        if sort == "known" and place % 1000 == 0:
            rng = random.Random(seed)
        if sort == "mixed" and place % 50 == 49:
            yield rng.choice(BAD)
            continue
        rules = VARIANTS[place % len(VARIANTS)]
        has_wilds = rules in ("huangshi", "huangshan-fei")
        request = deal(rng, rules, wilds=None if sort == "mixed" or not has_wilds else 0)
        if "from_" in request:
            request["from"] = request.pop("from_")
        if sort == "plain":
            for said in ("losers", "dealer", "base"):
                request.pop(said, None)
            request["hand"] = together(request["hand"])
        yield msgspec.json.encode({"id": place, **request})


def together(hand: str) -> str:
    """A hand typed tile by tile, its tiles in one piece."""
    pieces = hand.split()
    tiles = "".join(piece for piece in pieces if not piece.startswith("+"))
    return " ".join((format_tiles(parse_tiles(tiles)), *(piece for piece in pieces if piece.startswith("+"))))


def run(file: Path, jobs: int) -> Run:
    """Answer a file."""
    start = perf_counter()
    command = [sys.executable, "-m", "mjcalc", "batch", "--jobs", str(jobs), str(file)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, env=os.environ | {"PYTHONPATH": str(ROOT)})
    assert process.stdout is not None
    digest, lines = hashlib.sha256(), 0
    while data := process.stdout.read1(1 << 16):  # type: ignore[attr-defined]
        digest.update(data)
        lines += data.count(b"\n")
    _, _, used = os.wait4(process.pid, 0)
    wall = perf_counter() - start
    return Run(lines, digest.hexdigest()[:12], wall, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def main(number: int, most_jobs: int) -> None:
    """Print one line for each run."""
    print(f"{'':22}{'lines':>10}{'answers':>10}{'jobs':>6}{'lines/s':>9}{'lines/CPU s':>13}{'peak MB':>9}  sha256")
    with tempfile.TemporaryDirectory() as folder:
        few, some = number // 100, number // 10
        for sort, sizes in (("known", [some]), ("plain", [some]), ("no wilds", [some]), ("mixed", [few, some, number])):
            file = Path(folder, "requests.jsonl")
            for size in sizes:
                with file.open("wb") as out:
                    out.writelines(line + b"\n" for line in generate_requests(size, sort))
                for jobs in range(1, most_jobs + 1):
                    done = run(file, jobs)
                    assert done.lines == size, "lines without an answer"
                    print(
                        f"{sort:22}{size:>10,}{done.lines:>10,}{jobs:>6}"
                        f"{size / done.wall:>9,.0f}{size / done.cpu:>13,.0f}{done.peak:>9.0f}  {done.digest}",
                        flush=True,
                    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000, int(sys.argv[2]) if len(sys.argv) > 2 else 2)
