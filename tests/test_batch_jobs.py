"""A batch in several processes: the same bytes, nothing lost, and a loud end where a process is gone."""

import itertools
import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from mjcalc.jsonl import generate_parts
from mjcalc.jsonl.workers import Pool, WorkerError
from tests.support.dealing import VARIANTS, deal

pytestmark = pytest.mark.slow

GOOD = b'{"hand":"123p456p678s8889m9m","win":"9m","rules":"huangmei"}\n'
BATCH = [sys.executable, "-m", "mjcalc", "batch"]


def requests(number: int) -> bytes:
    """Lines of every sort, the last one without its end."""
    rng = random.Random(5)
    bad = [b"", b"{", b'{"hand":"1x","rules":"huangmei"}', b'{"id":3,"hnad":""}', b"\xff", b"[" * 5000, b"x" * 40_000]
    lines = []
    for place in range(number):
        dealt = deal(rng, VARIANTS[place % len(VARIANTS)])
        dealt["op"] = "discard" if place % 20 == 0 else "score"
        if "from_" in dealt:
            dealt["from"] = dealt.pop("from_")
        lines += [msgspec.json.encode({"id": place, **dealt})]
        if place % 9 == 0:
            lines.append(rng.choice(bad))
    return b"\n".join(lines)


def test_the_bytes_are_the_same_for_any_number_of_jobs() -> None:
    given = requests(400)
    runs = [subprocess.run([*BATCH, "--jobs", jobs], input=given, capture_output=True) for jobs in ("1", "2", "3")]
    assert [run.returncode for run in runs] == [2, 2, 2]
    assert [run.stderr for run in runs] == [b"", b"", b""]
    assert runs[0].stdout == runs[1].stdout == runs[2].stdout
    assert runs[0].stdout.count(b"\n") == given.count(b"\n") + 1


def test_a_worker_counts_lines_from_the_beginning_of_the_input() -> None:
    blocks = [b"{\n" * 3, GOOD + b"{\n", b"{"]
    with Pool(2, rules=None, lang="en") as pool:
        parts = list(pool.generate_parts(blocks))
    assert [part.code for part in parts] == [2, 2, 2]
    answers = [msgspec.json.decode(line) for part in parts for line in part.output.splitlines()]
    assert [answer.get("line") for answer in answers] == [1, 2, 3, None, 5, 6]
    assert b"".join(part.output for part in parts) == b"".join(
        part.output for part in generate_parts(blocks, rules=None, lang="en")
    )


def test_no_more_is_read_than_a_few_blocks_for_each_worker() -> None:
    taken = 0

    def blocks() -> Iterator[bytes]:
        nonlocal taken
        for _ in range(1000):
            taken += 1
            yield GOOD

    with Pool(2, rules=None, lang="en") as pool:
        for number, _ in enumerate(pool.generate_parts(blocks()), 1):
            assert taken <= number + 17
            if number == 100:
                break


def test_a_worker_that_dies_is_named_with_the_first_line_that_has_no_answer() -> None:
    with Pool(2, rules=None, lang="en") as pool:
        parts = pool.generate_parts(itertools.repeat(GOOD * 10))
        answered = [next(parts) for _ in range(3)]
        victim = pool.workers[1].process
        victim.kill()
        with pytest.raises(WorkerError) as caught:
            answered.extend(parts)
    message = str(caught.value.strerror)
    assert message.startswith(f"worker 2 of 2 (process {victim.pid}) was killed by SIGKILL")
    assert message.endswith(f"lines from {10 * len(answered) + 1} on have no answer")
    assert all(part.output.count(b"\n") == 10 for part in answered)


@pytest.mark.skipif(sys.platform != "linux", reason="looks for the workers in /proc")
def test_a_run_whose_worker_dies_fails_loudly() -> None:
    with subprocess.Popen(
        [*BATCH, "--jobs", "2"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        assert running.stdin is not None and running.stdout is not None and running.stderr is not None
        for _ in range(2):
            running.stdin.write(GOOD)
            running.stdin.flush()
            assert running.stdout.readline()
        children = Path(f"/proc/{running.pid}/task/{running.pid}/children").read_text(encoding="ascii").split()
        workers = [pid for pid in children if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]
        assert len(workers) == 2
        for pid in workers:
            os.kill(int(pid), signal.SIGSEGV)
        running.stdin.write(GOOD)
        running.stdin.close()
        assert running.wait(timeout=60) == 70
        assert running.stdout.read() == b""
        error = running.stderr.read().decode()
        assert error.startswith("error: worker 1 of 2 (process ")
        assert "SIGSEGV; lines from 3 on have no answer" in error


def test_a_mistake_while_reading_is_raised_after_what_was_read_is_answered() -> None:
    def blocks() -> Iterator[bytes]:
        yield GOOD
        raise OSError(5, "the disk is gone")

    with Pool(2, rules=None, lang="en") as pool:
        parts = pool.generate_parts(blocks())
        assert next(parts).output
        with pytest.raises(OSError, match="the disk is gone"):
            next(parts)


def test_nothing_in_is_nothing_out() -> None:
    done = subprocess.run([*BATCH, "--jobs", "2"], input=b"", capture_output=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


@pytest.mark.parametrize("jobs", ["0", "-1", "x", "100000"])
def test_a_number_of_jobs_that_makes_no_sense_is_refused(jobs: str) -> None:
    done = subprocess.run([*BATCH, "--jobs", jobs], input="", capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert "--jobs" in done.stderr


def test_one_job_needs_no_processes() -> None:
    code = "import sys; from mjcalc.cli import main; main(['batch']); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], input=GOOD, capture_output=True)
    assert not {b"multiprocessing", b"mjcalc.jsonl.workers"} & set(done.stderr.split())


HOUSE = "id: mine\nnames: {{zh-Hant: a, zh-Hans: a, en: a}}\nextends: huangmei\nscoring: {{base: {base}}}\n"


@pytest.mark.parametrize("named_by", ["the command line", "the lines"])
def test_all_workers_answer_by_the_same_rules_though_the_file_changes(tmp_path: Path, named_by: str) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(HOUSE.format(base=2), encoding="utf-8")
    line = GOOD.replace(b"huangmei", str(file).encode())
    arguments = ["--jobs", "3"]
    if named_by == "the command line":
        line = GOOD.replace(b',"rules":"huangmei"', b"")
        arguments += ["-r", str(file)]
    with subprocess.Popen([*BATCH, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as running:
        assert running.stdin is not None and running.stdout is not None
        gains = []
        for number in range(7):
            running.stdin.write(line)
            running.stdin.flush()
            gains.append(msgspec.json.decode(running.stdout.readline())["gain"])
            file.write_text(HOUSE.format(base=3 + number) if number != 3 else "id: [", encoding="utf-8")
        running.stdin.close()
        assert running.wait(timeout=60) == 0
    assert gains == gains[:1] * 7
    with Pool(2, rules=str(file), lang="en") as pool:
        (part,) = pool.generate_parts([line])
    assert msgspec.json.decode(part.output)["gain"] > gains[0]


def test_a_variant_that_does_not_exist_is_told_by_every_worker() -> None:
    with Pool(2, rules=None, lang="en") as pool:
        blocks = [GOOD.replace(b"huangmei", b"nowhere"), GOOD, GOOD.replace(b"huangmei", b"nope.yaml"), GOOD]
        answers = [msgspec.json.decode(part.output) for part in pool.generate_parts(blocks)]
    kinds = [answer["error"]["problems"][0]["code"] if "error" in answer else None for answer in answers]
    assert kinds == ["unknown_rules", None, "no_such_file", None]


def test_a_variant_for_all_that_does_not_exist_is_told_once() -> None:
    for jobs in ("1", "2"):
        done = subprocess.run([*BATCH, "--jobs", jobs, "-r", "nope"], input=GOOD * 3, capture_output=True, text=False)
        assert (done.returncode, done.stdout) == (2, b"")
        assert done.stderr.count(b"error: ") == 1
        assert b"there is no variant 'nope'" in done.stderr
