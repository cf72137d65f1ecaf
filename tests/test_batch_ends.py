"""How a batch ends before its input does: signals, readers that go away, inputs that are none; and what is shown."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

pytestmark = pytest.mark.slow

GOOD = b'{"hand":"123p456p678s8889m9m","win":"9m","rules":"huangmei"}\n'
BATCH = [sys.executable, "-m", "mjcalc", "batch"]
POSIX = pytest.mark.skipif(os.name != "posix", reason="signals and terminals of POSIX")
JOBS = pytest.mark.parametrize("jobs", ["1", "2"])


def start(*arguments: str, **streams: Any) -> subprocess.Popen[bytes]:
    """A batch that goes on in a process group of its own."""
    piped = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | streams
    return subprocess.Popen([*BATCH, *arguments], start_new_session=True, **piped)


@POSIX
@JOBS
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_while_waiting_ends_it_cleanly(jobs: str, number: signal.Signals) -> None:
    with start("--jobs", jobs) as running:
        assert running.stdin is not None and running.stdout is not None and running.stderr is not None
        running.stdin.write(GOOD + b"{")
        running.stdin.flush()
        assert running.stdout.readline()
        os.killpg(running.pid, number)  # as a terminal does: the workers get it too
        assert running.wait(timeout=60) == 128 + number
        assert running.stderr.read() == b""


@POSIX
@JOBS
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_signal_in_the_middle_leaves_whole_lines_and_no_gap(jobs: str, unbuffered: str, tmp_path: Path) -> None:
    file = tmp_path / "many.jsonl"
    with file.open("wb") as out:
        for number in range(30_000):
            out.write(b'{"id":%d,' % number + GOOD[1:])
    with start("--jobs", jobs, str(file), env=os.environ | {"PYTHONUNBUFFERED": unbuffered}) as running:
        assert running.stdout is not None and running.stderr is not None
        begin = running.stdout.readline()
        os.killpg(running.pid, signal.SIGINT)
        out = begin + running.stdout.read()
        assert running.wait(timeout=60) == 130
        assert running.stderr.read() == b""
    assert out.endswith(b"\n")
    numbers = [msgspec.json.decode(line)["id"] for line in out.splitlines()]
    assert numbers == list(range(len(numbers)))
    assert len(numbers) < 30_000


@POSIX
def test_a_second_signal_ends_it_at_once() -> None:
    reading, writing = os.pipe()
    with start(stdout=writing) as running:
        os.close(writing)
        assert running.stdin is not None
        running.stdin.write(GOOD * 200)  # more answers than a pipe holds, and nobody reads on
        running.stdin.flush()
        os.read(reading, 1)
        running.send_signal(signal.SIGTERM)
        with pytest.raises(subprocess.TimeoutExpired):
            running.wait(timeout=0.3)
        running.send_signal(signal.SIGTERM)
        assert running.wait(timeout=60) == -signal.SIGTERM
    os.close(reading)


@JOBS
def test_a_reader_that_goes_away_ends_it_quietly(jobs: str, tmp_path: Path) -> None:
    file = tmp_path / "many.jsonl"
    file.write_bytes(GOOD * 5000)
    with start("--jobs", jobs, str(file)) as running:
        assert running.stdout is not None and running.stderr is not None
        for _ in range(5):
            assert running.stdout.readline().startswith(b'{"op"')
        running.stdout.close()
        assert running.wait(timeout=60) == 141
        assert running.stderr.read() == b""


@JOBS
def test_a_request_alone_is_answered_without_waiting_for_another(jobs: str) -> None:
    with start("--jobs", jobs) as running:
        assert running.stdin is not None and running.stdout is not None
        for number in range(3):
            running.stdin.write(b'{"id":%d,' % number + GOOD[1:20])
            running.stdin.flush()
            running.stdin.write(GOOD[20:])
            running.stdin.flush()
            assert msgspec.json.decode(running.stdout.readline())["id"] == number
        running.stdin.close()
        assert running.wait(timeout=60) == 0


@POSIX
def test_standard_input_that_is_closed_is_an_error() -> None:
    done = subprocess.run(["sh", "-c", '"$@" <&-', "sh", *BATCH], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "error: standard input is closed\n")


@POSIX
def test_input_that_does_not_wait_for_data_is_an_error_and_no_end() -> None:
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    done = subprocess.run(BATCH, stdin=reading, capture_output=True, text=True)
    os.close(reading)
    os.close(writing)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("error: ")
    assert "Traceback" not in done.stderr


def test_a_folder_is_no_input(mjcalc: Callable[..., Any], tmp_path: Path) -> None:
    result = mjcalc("batch", str(tmp_path))
    assert (result.code, result.out) == (2, "")
    assert "directory" in result.err


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a disk that is always full")
@JOBS
def test_a_full_disk_is_an_error(jobs: str) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run([*BATCH, "--jobs", jobs], input=GOOD, stdout=full, stderr=subprocess.PIPE, text=False)
    assert done.returncode == 2
    assert done.stderr.startswith(b"error: ")
    assert b"Traceback" not in done.stderr


@POSIX
@pytest.mark.parametrize("arguments", [[], ["--jobs", "2"]])
def test_a_bar_is_shown_on_a_terminal_and_nowhere_else(arguments: list[str], tmp_path: Path) -> None:
    import pty

    file = tmp_path / "hands.jsonl"
    file.write_bytes(GOOD * 50)
    for source in (str(file), "-"):
        master, slave = pty.openpty()
        with file.open("rb") as given:
            done = subprocess.run([*BATCH, *arguments, source], stdin=given, stdout=subprocess.PIPE, stderr=slave)
        os.close(slave)
        shown = b""
        try:
            while data := os.read(master, 10_000):
                shown += data
        except OSError:  # how Linux ends it
            pass
        os.close(master)
        assert done.returncode == 0
        assert done.stdout.count(b"\n") == 50
        assert b"batch" in shown and b"[" in shown
        if source != "-":
            assert b"100%" in shown


@POSIX
def test_no_bar_is_drawn_between_answers_on_the_same_terminal() -> None:
    import pty

    master, slave = pty.openpty()
    subprocess.run(BATCH, input=GOOD, stdout=slave, stderr=slave, check=True)
    os.close(slave)
    shown = os.read(master, 10_000)
    os.close(master)
    assert shown.startswith(b'{"op"')


SLOW = b'{"op":"waits","hand":"%d3m5m7m9m2p4p6p8p****","rules":"huangshan-fei","base":%d}\n'


def slow_lines(number: int) -> bytes:
    """Lines that take much longer than others."""
    return b"".join(SLOW % (1 + place % 9, 1 + place) for place in range(number))


@POSIX
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("delay", [0.4, 1.0])
def test_a_signal_is_not_lost_while_workers_start(number: signal.Signals, delay: float) -> None:
    with start("--jobs", "24") as running:
        with pytest.raises(subprocess.TimeoutExpired):
            running.wait(timeout=delay)
        running.send_signal(number)
        try:
            # Before anything of ours runs, Python itself ends.
            assert running.wait(timeout=45) in (128 + number, -number)
        finally:
            running.kill()
        assert running.stderr is not None
        assert b"Traceback" not in running.stderr.read()


@POSIX
@JOBS
def test_after_a_signal_slow_lines_that_were_read_are_not_all_answered(jobs: str, tmp_path: Path) -> None:
    file = tmp_path / "slow.jsonl"
    file.write_bytes(GOOD + slow_lines(3000))
    with start("--jobs", jobs, str(file)) as running:
        assert running.stdout is not None and running.stderr is not None
        begin = running.stdout.readline() if jobs == "2" else b""
        with pytest.raises(subprocess.TimeoutExpired):
            running.wait(timeout=2)
        began = time.monotonic()
        running.send_signal(signal.SIGTERM)
        out = begin + running.stdout.read()
        assert running.wait(timeout=60) == 143
        assert time.monotonic() - began < 8  # two seconds, on a machine that may be busy
        assert running.stderr.read() == b""
    assert out.count(b"\n") < 3000
    assert not out or out.endswith(b"\n")


@POSIX
@JOBS
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_reader_that_stalls_needs_no_second_signal(jobs: str, number: signal.Signals) -> None:
    reading, writing = os.pipe()
    with start("--jobs", jobs, stdout=writing) as running:
        os.close(writing)
        assert running.stdin is not None
        running.stdin.write(GOOD * 300)  # more answers than a pipe holds, and nobody reads on
        running.stdin.flush()
        os.read(reading, 1)
        began = time.monotonic()
        running.send_signal(number)
        assert running.wait(timeout=60) == 128 + number
        assert time.monotonic() - began < 8
    os.close(reading)


@POSIX
@JOBS
def test_fast_lines_that_were_read_are_answered_after_a_signal(jobs: str) -> None:
    with start("--jobs", jobs) as running:
        assert running.stdin is not None and running.stdout is not None
        running.stdin.write(GOOD * 20 + b"{")
        running.stdin.flush()
        lines = [running.stdout.readline()]
        running.send_signal(signal.SIGTERM)
        lines += running.stdout.readlines()
        assert running.wait(timeout=60) == 143
    assert len(lines) == 20
    assert len(set(lines)) == 1
