"""What people expect of any command: help, versions, terminals, widths."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from wcwidth import wcswidth

from mjcalc import __version__
from mjcalc.cli import COMMANDS

Run = Callable[..., Any]

PAIRS = "1122335577m8899m"
HAND = ["123m456m789s22s +peng5p@right +gang中中", "-r", "huangshi", "--indicator", "7p"]
LOSERS = ["--right", "+chi123p", "--across", "+angang9m +gang發發"]


class TestHelp:
    def test_help_is_a_command(self, mjcalc: Run) -> None:
        assert mjcalc("help").out == mjcalc("--help").out

    @pytest.mark.parametrize("words", [[name] for name in COMMANDS] + [["rules", "check"], ["game", "win"]])
    def test_help_of_a_command_is_what_its_own_option_prints(self, mjcalc: Run, words: list[str]) -> None:
        shown = mjcalc("help", *words)
        assert (shown.code, shown.out) == (0, mjcalc(*words, "--help").out)

    @pytest.mark.parametrize(
        ("words", "message"),
        [
            (["scroe"], "did you mean 'score'?"),
            (["rules", "chek"], "did you mean 'check'?"),
            (["score", "hand"], "'mjcalc score' has no commands of its own"),
        ],
    )
    def test_help_of_what_is_not_a_command_is_an_error(self, mjcalc: Run, words: list[str], message: str) -> None:
        result = mjcalc("help", *words)
        assert (result.code, result.out) == (2, "")
        assert message in result.err

    def test_the_shell_is_offered_the_commands(self) -> None:
        for words, offered in (("mjcalc help sc", {"schema", "score"}), ("mjcalc help rules s", {"schema", "show"})):
            count = str(len(words.split()) - 1)
            asked = {"_MJCALC_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": count}
            command = [sys.executable, "-m", "mjcalc"]
            done = subprocess.run(command, capture_output=True, text=True, env=os.environ | asked, timeout=60)
            assert {line.partition(",")[2] for line in done.stdout.split()} == offered

    def test_the_version_has_a_short_option(self, mjcalc: Run) -> None:
        assert mjcalc("-V").out == mjcalc("--version").out == f"mjcalc, version {__version__}\n"

    @pytest.mark.parametrize("command", ["score", "waits", "discard"])
    def test_a_missing_variant_lists_those_there_are(self, mjcalc: Run, root: Path, command: str) -> None:
        result = mjcalc(command, PAIRS)
        assert (result.code, result.out) == (2, "")
        for path in (root / "rules").glob("*.yaml"):
            assert path.stem in result.err

    def test_a_variant_from_the_environment_is_not_missing(self, mjcalc: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("MJCALC_RULES", "huangmei")
        assert mjcalc("score", PAIRS).code == 0


def at_terminal(words: list[str], typed: bytes, *, term: str = "xterm") -> tuple[str, str]:
    """What a command prints on a terminal, and on standard error where that is not one."""
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    os.write(ours, typed + b"\x04")
    environment = os.environ | {"TERM": term}
    done = subprocess.Popen([sys.executable, "-m", "mjcalc", *words], stdin=theirs, stdout=theirs,
                            stderr=subprocess.PIPE, env=environment)  # fmt: skip
    os.close(theirs)
    shown = b""
    try:
        while data := os.read(ours, 4096):
            shown += data
    except OSError:  # how Linux says that nobody has it open any more
        pass
    os.close(ours)
    _, error = done.communicate(timeout=60)
    return shown.decode(), error.decode()


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
class TestTerminal:
    @pytest.mark.parametrize(
        ("words", "typed", "said"),
        [
            (["batch", "-r", "huangmei"], b'{"hand":"1122335577m8899m"}\n', "reading requests, a JSON object a line,"),
            (["score", "-", "-r", "huangmei"], b"1122335577m8899m\n", "reading a hand a line from the terminal"),
        ],
    )
    def test_whoever_is_waited_for_is_told(self, words: list[str], typed: bytes, said: str) -> None:
        shown, error = at_terminal(words, typed)
        assert error.startswith(said) and len(error.splitlines()) == 1
        assert "93" in shown

    def test_a_pipe_is_not_told(self) -> None:
        command = [sys.executable, "-m", "mjcalc", "score", "-", "-r", "huangmei"]
        done = subprocess.run(command, input=b"1122335577m8899m\n", capture_output=True, timeout=60)
        assert done.stderr == b""

    def test_the_gist_is_bold_but_not_on_a_dumb_terminal(self) -> None:
        words = ["score", PAIRS, "-r", "huangmei"]
        bright, _ = at_terminal(words, b"")
        assert "\x1b[1m" in bright
        dumb, _ = at_terminal(words, b"", term="dumb")
        assert "93" in dumb and "\x1b" not in dumb


def test_empty_lines_are_skipped_but_counted() -> None:
    command = [sys.executable, "-m", "mjcalc", "score", "-", "-r", "huangmei"]
    done = subprocess.run(command, input=f"\n{PAIRS}\n \t\nx\n\n".encode(), capture_output=True, timeout=60)
    out, error = done.stdout.decode(), done.stderr.decode()
    assert re.findall(r"line \d+", out) == ["line 2"]
    assert re.findall(r"line \d+", error) == ["line 4"]


OUTPUTS = [
    ["score", *HAND, "--win", "3m", "--from", "left", "--dealer", "right", *LOSERS],
    ["score", *HAND, "--win", "3m", "--from", "left", "--dealer", "right", *LOSERS, "--explain"],
    ["score", "666m777m99m +peng2m@left +gang4m@across +gang*", "-r", "huangshi", "--win", "9m", "--by", "kong-draw",
     "--indicator", "1p", "--base", "3", "--explain"],
    ["score", "123m99m +peng2m@left +peng4m@across +peng7m@right", "-r", "huangshi", "--win", "9m", "--explain"],
    ["score", "55p +peng1m@right +peng7p@right +peng9p@right +peng3p@across", "--win", "5p", "-r", "fei", "--explain"],
    ["score", "123m456m123p123s99p", "--win", "1m", "--from", "left", "-r", "guobiao", "--explain"],
    ["score", "123m456m789s33s +peng5p@right", "-r", "huangshi", "--set", "caps.cap=8", "--explain"],
    ["waits", "12m*456m789s2s +peng5p@right +gang中中", "-r", "huangshi", "--indicator", "7p", "--seen", "33m"],
    ["discard", "112358m2467p13s中9s", "-r", "huangmei"],
    ["rules"],
    ["rules", "list"],
    ["dice", "3", "4", "-r", "huangmei"],
    *(["rules", "show", id] for id in ("huangshi", "huangmei", "huangshan-fei", "huangshan", "guobiao", "mcr")),
]  # fmt: skip


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("lang", [None, "zh-Hant", "zh-Hans", "en"])
@pytest.mark.parametrize("words", OUTPUTS, ids=[f"{number}: {' '.join(words)}" for number, words in enumerate(OUTPUTS)])
def test_nothing_that_is_printed_is_wider_than_the_terminal(
    mjcalc: Run, monkeypatch: pytest.MonkeyPatch, words: list[str], lang: str | None, width: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    result = mjcalc(*words, *(["--lang", lang] if lang else []))
    assert result.out and not result.err
    wide = [line for line in result.out.splitlines() if wcswidth(line) > width]
    assert not wide


@pytest.mark.parametrize("width", [60, 80, 120])
def test_the_table_of_conditions_is_no_wider_either(mjcalc: Run, monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    assert not [line for line in mjcalc("rules", "predicates").out.splitlines() if wcswidth(line) > width]
