"""How far the book of an evening can be relied on, and what it costs when the evening is long.

    python benchmarks/evening.py [KILLS]

Everything happens to real files in a temporary folder (TMPDIR says on which disk), by processes of their own. What
comes out is printed; the exit code is 1 where an entry was lost, or an error was not clear or had changed something.
"""

import os
import random
import shutil
import signal
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from mjcalc import game  # noqa: E402

SCRIPT = shutil.which("mjcalc", path=str(Path(sys.executable).parent))
MJCALC = [SCRIPT] if SCRIPT else [sys.executable, "-m", "mjcalc"]
PLAYERS = "甲,乙,丙,丁"
TILES = ["23p456s789s111m88m", "--win", "4p"]
ENTRIES = 500
LONG = 10_000
RUNS = 40

LOOP = """
import random, sys
from mjcalc import game
file, number, undo = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
print(flush=True)
for _ in range(number):
    if random.random() < undo and game.show(file).deals > 2:
        game.undo(file)
    else:
        game.win(file, "乙", "23p456s789s111m88m", win="4p")
"""

wrong: list[str] = []


def expect(right: bool, what: str) -> None:
    """Note what did not come out as it must."""
    if not right:
        wrong.append(what)


def run(*arguments: str, **more: Any) -> subprocess.CompletedProcess[bytes]:
    """One command."""
    return subprocess.run([*MJCALC, *arguments], capture_output=True, timeout=120, **more)


def new(folder: str, name: str, rules: str = "huangmei") -> str:
    """A new book."""
    file = os.path.join(folder, name)
    game.new(file, rules=rules, players=PLAYERS.split(","))
    return file


def rows(file: str) -> list[tuple[Any, ...]]:
    """Everything that was ever written, taken back or not."""
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as book:
        entries = book.execute("SELECT id, at, number, kind, deals, winner, next_dealer, question, answer FROM entry")
        shares = book.execute("SELECT entry, place, amount, total FROM share ORDER BY entry, place").fetchall()
        return [(*entry, *shares[place * 4 : place * 4 + 4]) for place, entry in enumerate(entries)]


def kills(folder: str, number: int) -> None:
    """Commands killed at random moments: what was there before stays, and the file opens."""
    file = new(folder, "kills.mj")
    chance = random.Random(1)
    before = rows(file)
    journals = commands = 0
    for turn in range(number):
        if turn % 5 == 0:  # a whole command, from its start to after its end
            words = ["undo", file] if turn % 2 else ["win", file, "乙", *TILES]
            process = subprocess.Popen([*MJCALC, "game", *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(chance.uniform(0.1, 0.5))
            commands += 1
        else:  # one after another, so that it is in the middle of writing
            process = subprocess.Popen([sys.executable, "-c", LOOP, file, "9999", "0.4"], stdout=subprocess.PIPE)
            assert process.stdout is not None
            process.stdout.readline()
            process.stdout.close()
            time.sleep(chance.uniform(0, 0.3))
        process.send_signal(signal.SIGKILL)
        process.wait()
        journals += os.path.exists(f"{file}-journal")
        expect(run("game", "show", file, "--json").returncode == 0, "a killed book does not open")
        now = rows(file)
        expect(now[: len(before)] == before, "an earlier entry is not as it was")
        before = now
    checked = game.check(file)
    expect(checked.differences == (), "a killed book does not add up")
    print(f"SIGKILL        {number} at random moments of win and undo ({commands} of them whole commands):")
    print(f"               {journals} left a journal behind; {len(before)} entries written, none lost or changed;")
    print(f"               {checked.entries} not taken back, check finds {len(checked.differences)} differences")


def together(folder: str) -> None:
    """Two processes that write at once."""
    file = new(folder, "together.mj")
    begin = time.perf_counter()
    writers = [subprocess.Popen([sys.executable, "-c", LOOP, file, str(ENTRIES), "0"], stdout=-3) for _ in range(2)]
    codes = [writer.wait() for writer in writers]
    took = time.perf_counter() - begin
    checked = game.check(file)
    expect(codes == [0, 0] and checked.entries == 2 * ENTRIES and not checked.differences, "an entry is missing")
    found = f"{checked.entries} in the book, {len(checked.differences)} differences"
    print(f"two at once    {ENTRIES} entries each: {found}, {took:.0f} s")


WRITERS: list[list[str]] = [["win", "乙", *TILES], ["draw"], ["pay", "甲=1", "乙=-1"], ["undo"]]
READERS: list[list[str]] = [["show"], ["show", "--deals"], ["export", "--json"], ["check"], ["chart"]]


def refused(label: str, file: str, code: str, commands: list[list[str]]) -> None:
    """Every command says what is wrong, and leaves the file as it is."""
    before = Path(file).read_bytes()
    for command, *words in commands:
        done = run("game", command, file, *words, env=os.environ | {"MJCALC_JSON": "1"})
        clear = done.returncode == 2 and done.stderr.startswith(b"{") and f'"{code}"'.encode() in done.stderr
        expect(clear, f"{label}: {command}: {done.stderr!r}")
    expect(Path(file).read_bytes() == before, f"{label}: something changed")
    expect(not os.path.exists(f"{file}-journal"), f"{label}: a journal was left")
    message = run("game", commands[0][0], file, *commands[0][1:]).stderr.decode().strip().replace(file, Path(file).name)
    print(f"{label:14} {len(commands)} commands refused, nothing changed: {message}")


def bad_files(folder: str) -> None:
    """Files that are no whole books of this version."""
    file = new(folder, "good.mj")
    game.win(file, "乙", TILES[0], win="4p")
    whole = Path(file).read_bytes()
    everything = [*WRITERS, *READERS]

    os.chmod(file, 0o444)
    refused("read-only", file, "book_is_read_only", WRITERS)
    for command, *words in READERS:
        expect(run("game", command, file, *words).returncode == 0, f"read-only: {command} does not read")

    cut = os.path.join(folder, "truncated.mj")
    Path(cut).write_bytes(whole[: len(whole) * 2 // 3])
    refused("truncated", cut, "damaged_book", everything)

    other = os.path.join(folder, "other.db")
    with closing(sqlite3.connect(other)) as database:
        database.execute("CREATE TABLE entry (id INTEGER PRIMARY KEY)")
    refused("foreign", other, "not_a_book", everything)

    newer = os.path.join(folder, "newer.mj")
    Path(newer).write_bytes(whole)
    with closing(sqlite3.connect(newer)) as database:
        database.execute("PRAGMA user_version = 99")
    refused("newer", newer, "newer_book", everything)


def full_disk(folder: str) -> None:
    """A disk of 200 kB that fills up; without the rights to make one, a process that may write no longer file."""
    disk = os.path.join(folder, "disk")
    os.mkdir(disk)
    mounted = shutil.which("mount") and run_quietly("mount", "-t", "tmpfs", "-o", "size=200k", "tmpfs", disk)
    try:
        file = new(disk, "full.mj")
        what = "a tmpfs of 200 kB" if mounted else "a limit on the size of files"
        limit: Callable[[], None] | None = None if mounted else _limit
        number = 0
        while True:
            before = Path(file).read_bytes()
            done = run("game", "win", file, "乙", *TILES, "--json", preexec_fn=limit)
            if done.returncode:
                break
            number += 1
        problems = msgspec.json.decode(done.stderr)["error"]["problems"]
        expect([one["code"] for one in problems] == ["book_not_written"], f"full disk: {done.stderr!r}")
        expect(Path(file).read_bytes() == before, "full disk: something changed")
        checked = game.check(file)
        expect(checked.entries == number and not checked.differences, "full disk: an entry is missing")
        message = problems[0]["message"].replace(file, "full.mj")
        print(f"full disk      {what}: {number} entries fit, all of them still there: {message}")
    finally:
        if mounted:
            run_quietly("umount", disk)


def _limit() -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))


def run_quietly(*command: str) -> bool:
    """Whether it went well."""
    return subprocess.run(command, capture_output=True).returncode == 0


def paired(
    label: str, first: Callable[[], object], second: Callable[[], object], most: float, runs: int = RUNS
) -> None:
    """How long the second takes beside the first, run in turn."""
    ratios, times = [], []
    for number in range(runs + 2):
        begin = time.perf_counter()
        first()
        middle = time.perf_counter()
        second()
        end = time.perf_counter()
        if number >= 2:
            ratios.append((end - middle) / (middle - begin))
            times.append((middle - begin, end - middle))
    one, two = (statistics.median(column) * 1000 for column in zip(*times, strict=True))
    print(f"{label:44}{one:8.1f} ms{two:8.1f} ms{statistics.median(ratios):7.2f}   at most {most}")


def long_evening(folder: str) -> None:
    """A book of ten thousand deals beside an empty one."""
    empty, long = new(folder, "empty.mj"), new(folder, "long.mj")
    begin = time.perf_counter()
    for _ in range(LONG):
        game.win(long, "乙", TILES[0], win="4p")
    took = (time.perf_counter() - begin) / LONG * 1000
    size = os.path.getsize(long) / 1e6
    print(f"\n{LONG:,} deals: {size:.1f} MB, {took:.1f} ms each to write")
    print(f"{'':44}{'empty':>11}{'long':>11}{'ratio':>7}")

    def command(*words: str) -> Callable[[], object]:
        return lambda: run("game", *words)

    def undone(file: str) -> None:
        game.win(file, "乙", TILES[0], win="4p")
        game.undo(file)

    paired("show, as a command", command("show", empty), command("show", long), 1.5)
    paired("win, as a command", command("win", empty, "乙", *TILES), command("win", long, "乙", *TILES), 1.5)
    paired("show, as a call", lambda: game.show(empty), lambda: game.show(long), 1.5, 200)
    paired("win and undo, as calls", lambda: undone(empty), lambda: undone(long), 1.5, 200)
    begin = time.perf_counter()
    found = game.check(long)
    expect(found.differences == (), "the long evening does not add up")
    print(f"check of all of it: {time.perf_counter() - begin:.1f} s")


def cold_start(folder: str) -> None:
    """A win in the book beside a score alone."""
    file = new(folder, "cold.mj", "huangshi")
    hand = ["123m456m789s22s +peng5p@right +gang中中", "--win", "3m", "--indicator", "7p", "--json"]
    print(f"\n{'':44}{'score':>11}{'win':>11}{'ratio':>7}")
    paired(
        "score --json, game win --json",
        lambda: run("score", *hand, "-r", "huangshi"),
        lambda: run("game", "win", file, "甲", *hand),
        1.25,
    )


def main() -> int:
    """Do all of it."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    # An installed program has its bytecode; a checkout on a machine that writes none would be compiled every time.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPATH"] = str(ROOT)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PYTHONPYCACHEPREFIX"] = os.path.join(folder, "bytecode")
        kills(folder, number)
        for part in (together, full_disk, bad_files, long_evening, cold_start):
            part(folder)
    for one in wrong:
        print(f"wrong: {one}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
