"""The command line: what it says, where it says it, and how it ends."""

import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import click
import msgspec
import pytest

from mjcalc.cli import COMMANDS, group, main
from mjcalc.scoring.judge import Judge

Run = Callable[..., Any]

WIN = ["score", "123m456m789s22s +peng5p@right +gang中中", "--win", "3m", "--indicator", "7p", "-r", "huangshi"]
NO_WIN = [*WIN[:1], "123m456m789s22s +peng5p@right +gang中", *WIN[2:]]

LONG = "x" * 100_000


def huge_rules() -> str:
    """A variant by which a hand is worth a number of more than 4,300 digits."""
    names = "names: {zh-Hant: a, zh-Hans: a, en: a}"
    fans = [
        f"  - {{id: f{number}, {names}, value: 1000000000, side: winner, when: [drawn], source: handbook}}\n"
        for number in range(500)
    ]
    return f"id: huge\n{names}\nextends: huangshi\nremove: {{caps: []}}\nfans:\n{''.join(fans)}"


def every_command() -> list[list[str]]:
    """The words of every command and subcommand."""
    paths = []
    for name in COMMANDS:
        command = group.get_command(click.Context(group), name)
        assert command is not None
        paths.append([name])
        if isinstance(command, click.Group):
            paths += [[name, inner] for inner in command.list_commands(click.Context(command))]
    return paths


def process(*arguments: str | bytes, **more: Any) -> subprocess.CompletedProcess[bytes]:
    """Run the command line as a process of its own."""
    return subprocess.run([sys.executable, "-m", "mjcalc", *arguments], capture_output=True, timeout=60, **more)


class TestHelp:
    @pytest.mark.parametrize("path", [[], *every_command()], ids=" ".join)
    def test_every_command_explains_itself_and_begins_with_an_example(self, mjcalc: Run, path: list[str]) -> None:
        result = mjcalc(*path, "-h")
        assert (result.code, result.err) == (0, "")
        assert result.out == mjcalc(*path, "--help").out
        assert re.match(r"Examples:\n  (\S.* )?mjcalc", result.out)
        assert f"Usage: mjcalc {' '.join(path)}".rstrip() in result.out

    @pytest.mark.parametrize("command", ["score", "waits", "discard"])
    def test_the_main_commands_give_two_examples(self, mjcalc: Run, command: str) -> None:
        assert mjcalc(command, "-h").out.count(f"  mjcalc {command} ") >= 2

    @pytest.mark.parametrize("command", ["waits", "discard"])
    def test_what_only_a_won_hand_can_have_is_refused_before_and_no_part_of_the_help(
        self, mjcalc: Run, command: str
    ) -> None:
        words = mjcalc(command, "-h").out.split()
        assert "--from" in words and not {"--win", "--not-ready"} & set(words)
        assert mjcalc(command, "123p456p678s8889m", "--win", "9m", "-r", "huangmei").code == 2

    def test_the_examples_in_the_help_work_as_printed(
        self, mjcalc: Run, root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        lines = (root / "mjcalc" / "cli" / "examples.txt").read_text(encoding="utf-8").splitlines()
        Path("hands.jsonl").write_bytes(
            msgspec.json.encode({"hand": "123p456p678s8889m9m", "rules": "huangmei"}) + b"\n"
        )
        (new,) = [line for line in lines if " rules new " in line]
        Path("my-table.yaml").write_text(mjcalc(*shlex.split(new.partition(" > ")[0])[1:]).out, encoding="utf-8")
        for line in lines:
            if not line.startswith("mjcalc"):
                continue  # a pipe of several programs
            result = mjcalc(*shlex.split(line.partition(" > ")[0])[1:])
            assert (result.code, result.err) == (0, ""), line

    def test_without_a_command_it_prints_its_help(self, mjcalc: Run) -> None:
        assert mjcalc().out == mjcalc("--help").out

    def test_the_version_is_the_packages(self, mjcalc: Run) -> None:
        import mjcalc as package

        assert mjcalc("--version").out.split()[-1] == package.__version__

    def test_every_option_has_a_help_text_and_an_environment_variable(self) -> None:
        for path in every_command():
            command: click.Command = group
            for word in path:
                assert isinstance(command, click.Group)
                found = command.get_command(click.Context(command), word)
                assert found is not None
                command = found
            for one in command.params:
                if isinstance(one, click.Option) and one.name != "help":
                    assert one.help, f"{path} {one.name}"
                    name = max(one.opts, key=len).lstrip("-").replace("-", "_").upper()
                    assert str(one.envvar).startswith("MJCALC_")
                    assert name.startswith(str(one.envvar).removeprefix("MJCALC_"))


class TestExitCodes:
    def test_a_win_is_0(self, mjcalc: Run) -> None:
        result = mjcalc(*WIN)
        assert (result.code, result.err) == (0, "")

    def test_a_hand_that_may_not_win_is_1_and_says_why(self, mjcalc: Run) -> None:
        result = mjcalc(*NO_WIN)
        assert (result.code, result.err) == (1, "")
        assert "under_minimum" in result.out

    def test_waits_are_0_also_when_none_may_win(self, mjcalc: Run) -> None:
        assert mjcalc("waits", "123m456m789s2s +peng5p@right", "--indicator", "7p", "-r", "huangshi").code == 0

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            (["--win", "x"], "'x'"),
            (["--rules", "huangshy"], "huangshi"),
            (["--lang", "fr"], "'fr' is not one of zh-Hant, zh-Hans, en"),
            (["--tiles", "glyphs"], "text, hanzi, letters, unicode"),
            (["--from", "rihgt"], "right"),
            (["--dealer", "rihgt"], "right"),
            (["--by", "selfdraw"], "self-draw"),
            (["--base", "many"], "many"),
            (["--set", "open_counts"], "NAME=VALUE"),
            (["--set", "open_count=once"], "open_counts"),
            (["--dealr", "self"], "--dealer"),
            (["--base", "0"], "base"),
            (["--base", "-3"], "base"),
            (["--streak", "-1"], "streak"),
        ],
    )
    def test_what_cannot_be_used_is_2_and_says_what_would_be(
        self, mjcalc: Run, change: list[str], message: str
    ) -> None:
        result = mjcalc(*WIN, *change)
        assert (result.code, result.out) == (2, "")
        assert result.err.startswith("error: ")
        assert message in result.err

    def test_an_unknown_command_gets_the_nearest_one(self, mjcalc: Run) -> None:
        result = mjcalc("scroe", "1m")
        assert (result.code, result.out) == (2, "")
        assert "did you mean 'score'?" in result.err

    def test_a_missing_variant_says_how_to_name_one(self, mjcalc: Run) -> None:
        result = mjcalc("score", "1m")
        assert result.code == 2
        assert "the variant is missing: give -r and one of guobiao, huangmei, " in result.err

    def test_a_hand_of_a_wrong_size_says_how_many_tiles_it_has(self, mjcalc: Run) -> None:
        result = mjcalc("score", "123m", "-r", "huangshi")
        assert (result.code, result.out) == (2, "")
        assert "3" in result.err and "14" in result.err


class TestErrors:
    def test_the_text_is_shown_with_a_caret_under_the_first_wrong_character(self, mjcalc: Run) -> None:
        result = mjcalc("score", "123m45x6p", "-r", "huangshi")
        assert result.code == 2
        assert result.err == "error: 'x' is not a tile\n  123m45x6p\n        ^\n"

    def test_the_caret_stands_right_behind_hanzi_too(self, mjcalc: Run) -> None:
        assert "\n  東東x\n      ^\n" in mjcalc("score", "東東x", "-r", "huangshi").err

    def test_the_round_is_shown_under_the_hand(self, mjcalc: Run) -> None:
        words = [*WIN, "--dealer", "下", "--base", "2"]
        assert "\n賴子 wild 8p · 莊家 dealer 下家 right · 底 base 2\n" in mjcalc(*words).out
        assert "\n賴子 wild 🀠 · " in mjcalc(*words, "--tiles", "unicode").out

    def test_every_problem_is_named(self, mjcalc: Run) -> None:
        result = mjcalc(*WIN[:1], "123m456m789s22s +peng5p@up", *WIN[2:], "--right", "+peng", "--seen", "8z")
        assert result.code == 2
        assert result.err.count("error: ") == 3
        assert "--right" in result.err and "--seen" in result.err

    def test_with_json_an_error_is_json_on_standard_error(self, mjcalc: Run) -> None:
        result = mjcalc("score", "123m45x6p", "-r", "huangshi", "--json")
        assert (result.code, result.out) == (2, "")
        error = msgspec.json.decode(result.err)["error"]
        assert (error["kind"], error["message"], error["column"]) == ("notation", "'x' is not a tile", 6)

    def test_with_json_a_usage_error_is_json_too(self, mjcalc: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        assert msgspec.json.decode(mjcalc("score", "1m", "--json").err)["error"]["kind"] == "usage"
        monkeypatch.setenv("MJCALC_JSON", "1")
        assert msgspec.json.decode(mjcalc("score", "1m", "--by").err)["error"]["kind"] == "usage"

    @pytest.mark.parametrize(
        "text", ["", " ", "\0", "\udcff", "-1", "+", "@", "🀄" * 100, "1" * 5000, "😀", "*" * 14, "\n"]
    )
    @pytest.mark.parametrize("command", ["score", "waits", "discard"])
    def test_no_text_makes_it_fall_over(self, mjcalc: Run, command: str, text: str) -> None:
        for more in ((), ("--json",)):
            result = mjcalc(command, "-r", "huangshi", *more, "--", text)
            assert result.code == 2
            assert result.out == ""
            assert result.err.startswith('{"error":' if more else "error: ")

    def test_bytes_that_are_no_text_are_an_error_with_a_place(self) -> None:
        done = process("score", b"123m\xff", "-r", "huangshi")
        assert done.returncode == 2
        assert done.stderr.startswith(b"error: ")
        assert "'\ufffd' is not a tile" in done.stderr.decode()

    @pytest.mark.parametrize(
        "words", [["\udcff"], ["score", "1m", "-r", "\udcff"], ["score", "1m", "--lang", "\udcff"]]
    )
    def test_bytes_that_are_no_text_are_shown_by_a_sign(self, mjcalc: Run, words: list[str]) -> None:
        assert "\ufffd" in mjcalc(*words).err

    @pytest.mark.skipif(sys.platform != "linux", reason="file names are bytes")
    def test_a_file_may_be_named_by_bytes_that_are_no_text(self, mjcalc: Run, tmp_path: Path) -> None:
        path = tmp_path / "\udcff.jsonl"
        path.write_bytes(b'{"hand": "1122335577m8899m", "rules": "huangmei"}\n')
        assert mjcalc("batch", str(path)).code == 0
        path = path.rename(path.with_suffix(".yaml"))
        assert f"{tmp_path}/\ufffd.yaml:1: " in mjcalc("rules", "check", str(path)).err


class TestManyHands:
    HANDS = "12m456m789s22s3m +peng5p@right +gang中中\n東x\n12m456m789s22s3m +peng5p@right +gang中\n"

    def test_a_dash_reads_one_hand_a_line_and_a_bad_one_does_not_lose_the_rest(self) -> None:
        done = process("score", "-", "-r", "huangshi", "--indicator", "7p", "--json", input=self.HANDS.encode())
        assert done.returncode == 2
        assert done.stderr == b""
        first, second, third = (msgspec.json.decode(line) for line in done.stdout.splitlines())
        assert (first["legal"], third["legal"]) == (True, False)
        assert (second["line"], second["error"]["kind"]) == (2, "notation")

    def test_the_exit_code_is_the_worst_of_all(self) -> None:
        good, _, refused = self.HANDS.splitlines()
        options = ("-", "-r", "huangshi", "--indicator", "7p")
        assert process("score", *options, input=good.encode()).returncode == 0
        assert process("score", *options, input=f"{good}\n{refused}".encode()).returncode == 1

    def test_tables_are_apart_by_an_empty_line_and_all_name_their_line(self) -> None:
        done = process("score", "-", "-r", "huangshi", "--indicator", "7p", input=self.HANDS.encode())
        assert b"error: line 2: 'x' is not a tile" in done.stderr
        first, third = re.split("\n\n(?=line )", done.stdout.decode())
        assert first.startswith("line 1: ") and "gain 96" in first
        assert third.startswith("line 3: ") and "under_minimum" in third

    def test_several_arguments_are_one_hand(self, mjcalc: Run) -> None:
        apart = ["score", "123m456m", "789s22s", "+peng5p@right", "+gang中中", *WIN[2:], "--json"]
        assert mjcalc(*apart).out == mjcalc(*WIN, "--json").out

    def test_a_mark_of_byte_order_and_windows_line_ends_are_no_tiles(self) -> None:
        text = b"\xef\xbb\xbf" + self.HANDS.splitlines()[0].encode() + b"\r\n"
        done = process("score", "-", "-r", "huangshi", "--indicator", "7p", "--json", input=text)
        assert done.returncode == 0


class TestEnvironment:
    def test_every_option_can_come_from_it(self, mjcalc: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        expected = mjcalc(*WIN, "--from", "left", "--set", "fans.dealer=3", "--set", "caps.cap=7", "--json").out
        for name, value in {
            "RULES": "huangshi", "WIN": "3m", "INDICATOR": "7p", "FROM": "left", "JSON": "1",
            "SET": "fans.dealer=3 caps.cap=7",
        }.items():  # fmt: skip
            monkeypatch.setenv(f"MJCALC_{name}", value)
        assert mjcalc("score", WIN[1]).out == expected

    def test_the_command_line_goes_before_it(self, mjcalc: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("MJCALC_RULES", "huangmei")
        assert mjcalc(*WIN).code == 0

    def test_what_is_not_a_terminal_gets_no_colours(self, mjcalc: Run) -> None:
        assert "\x1b" not in mjcalc(*WIN).out

    @pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
    @pytest.mark.parametrize(("no_color", "coloured"), [("", True), ("1", False)])
    def test_a_terminal_gets_colours_unless_NO_COLOR_is_set(self, no_color: str, coloured: bool) -> None:
        import pty

        ours, theirs = pty.openpty()
        environment = os.environ | {"NO_COLOR": no_color, "TERM": "xterm"}
        command = [sys.executable, "-m", "mjcalc", *WIN]
        subprocess.run(command, stdout=theirs, stderr=theirs, env=environment, timeout=60, check=True)
        os.close(theirs)
        shown = b""
        try:
            while piece := os.read(ours, 4096):
                shown += piece
        except OSError:
            pass  # how a closed pseudo-terminal says that there is no more
        os.close(ours)
        assert b"gain 96" in shown
        assert (b"\x1b[" in shown) is coloured

    def test_a_terminal_that_cannot_show_hanzi_gets_escapes(self) -> None:
        done = process(*WIN, env=os.environ | {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
        assert (done.returncode, done.stderr) == (0, b"")
        assert b"gain 96" in done.stdout


class TestCompletion:
    @pytest.mark.parametrize(
        ("typed", "offered"),
        [
            ("sco", ["score"]),
            ("score --by kong", ["kong-draw"]),
            ("score --lang zh", ["zh-Hant", "zh-Hans"]),
            ("score --dealer a", ["across"]),
            ("score -r huangm", ["huangmei"]),
            ("rules show huangs", ["huangshan", "huangshan-fei", "huangshi"]),
            ("rules ch", ["check"]),
        ],
    )
    def test_the_shell_is_offered_what_may_follow(self, typed: str, offered: list[str]) -> None:
        words = f"mjcalc {typed}"
        asked = {"_MJCALC_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(len(words.split()) - 1)}
        lines = process(env=os.environ | asked).stdout.decode().split()
        assert sorted(line.partition(",")[2] for line in lines) == sorted(offered)


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX pipes and signals")
class TestEndings:
    def test_a_closed_pipe_ends_it_quietly(self) -> None:
        reader, writer = os.pipe()
        os.close(reader)
        command = [sys.executable, "-m", "mjcalc", *WIN]
        for more in ([], ["--json"]):
            done = subprocess.run([*command, *more], stdout=writer, stderr=subprocess.PIPE, timeout=60)
            assert (done.returncode, done.stderr) == (141, b"")
        os.close(writer)

    def test_a_closed_standard_output_is_no_traceback(self) -> None:
        command = f"{shlex.join([sys.executable, '-m', 'mjcalc', *WIN])} >&-"
        for more in ("", " --json"):
            done = subprocess.run(["sh", "-c", command.replace(" >&-", f"{more} >&-")], capture_output=True, timeout=60)
            assert (done.returncode, done.stderr) == (0, b"")

    @pytest.mark.parametrize("command", ["score", "waits", "discard"])
    def test_a_closed_standard_input_is_an_error(self, command: str) -> None:
        line = shlex.join([sys.executable, "-m", "mjcalc", command, "-", "-r", "huangshan"])
        done = subprocess.run(["sh", "-c", f"{line} <&-"], capture_output=True, timeout=60)
        assert (done.returncode, done.stdout, done.stderr) == (2, b"", b"error: standard input is closed\n")

    @pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")
    def test_a_full_disk_is_an_error(self) -> None:
        with open("/dev/full", "wb") as full:
            done = subprocess.run(
                [sys.executable, "-m", "mjcalc", *WIN],
                # Buffered as it is for everybody: what could not be written is still there at the end.
                env={key: value for key, value in os.environ.items() if key != "PYTHONUNBUFFERED"},
                stdout=full,
                stderr=subprocess.PIPE,
                timeout=60,
            )
        assert done.returncode == 2
        assert done.stderr.startswith(b"error: ")
        assert b"Traceback" not in done.stderr

    def test_an_interrupt_ends_it_quietly(self) -> None:
        import signal

        command = [sys.executable, "-m", "mjcalc", "batch", "-"]
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as running:
            assert running.stdin is not None and running.stdout is not None and running.stderr is not None
            running.stdin.write(b"{}\n")
            running.stdin.flush()
            assert b"error" in running.stdout.readline()  # it is at work now
            running.send_signal(signal.SIGINT)
            assert running.wait(timeout=60) == 130
            assert running.stderr.read().strip() == b""


class TestUnexpected:
    """Exit code 1 is "not a legal win" and nothing else: what nobody expected is 70."""

    @pytest.mark.parametrize("more", [[], ["--json"]])
    def test_a_mistake_of_ours_is_70_and_asks_to_be_reported(
        self, mjcalc: Run, monkeypatch: pytest.MonkeyPatch, more: list[str]
    ) -> None:
        def fail(*_: object) -> None:
            raise ZeroDivisionError("oh no")

        monkeypatch.setattr(Judge, "judge", fail)
        result = mjcalc(*WIN, *more)
        assert (result.code, result.out) == (70, "")
        assert "a mistake in mjcalc: ZeroDivisionError: oh no (" in result.err
        assert "Traceback" not in result.err
        if more:
            assert msgspec.json.decode(result.err)["error"]["kind"] == "internal"

    def test_a_mistake_in_one_hand_does_not_lose_the_others(self, mjcalc: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        judged = Judge.judge

        def sometimes(judge: Judge, case: Any) -> Any:
            return judged(judge, case) if case.win != 7 else 1 // 0

        monkeypatch.setattr(Judge, "judge", sometimes)
        monkeypatch.setattr("sys.stdin", io.StringIO("123p456p678s8899m8m\n123p456p678s8889m9m"))
        result = mjcalc("score", "-", "-r", "huangmei", "--json")
        assert result.code == 70
        assert [msgspec.json.decode(line).get("legal") for line in result.out.splitlines()] == [None, True]

    @pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")
    @pytest.mark.parametrize("more", [[], ["--json"]])
    @pytest.mark.parametrize("words", [["score", "1x", "-r", "hm"], ["--nonsense"], ["batch", "none.jsonl"]])
    def test_an_error_that_cannot_be_written_is_70(self, words: list[str], more: list[str]) -> None:
        command = [sys.executable, "-m", "mjcalc", *words, *more]
        with open("/dev/full", "wb") as full:
            assert subprocess.run(command, stderr=full, stdout=subprocess.PIPE, timeout=60).returncode == 70
        reader, writer = os.pipe()
        os.close(reader)
        assert subprocess.run(command, stderr=writer, stdout=subprocess.PIPE, timeout=60).returncode == 70
        os.close(writer)

    @pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")
    def test_an_error_about_one_of_many_hands_that_cannot_be_written_is_70(self) -> None:
        command = [sys.executable, "-m", "mjcalc", "score", "-", "-r", "huangmei"]
        with open("/dev/full", "wb") as full:
            done = subprocess.run(command, input=b"1x\n", stderr=full, stdout=subprocess.PIPE, timeout=60)
        assert done.returncode == 70

    @pytest.mark.skipif(sys.platform == "win32", reason="POSIX pipes")
    @pytest.mark.parametrize("words", [["-h"], ["--version"], [], ["score", "-h"], ["rules", "show", "-h"]])
    def test_help_into_a_closed_pipe_ends_quietly(self, words: list[str]) -> None:
        reader, writer = os.pipe()
        os.close(reader)
        command = [sys.executable, "-m", "mjcalc", *words]
        done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, timeout=60)
        os.close(writer)
        assert (done.returncode, done.stderr) == (141, b"")

    def test_a_number_too_large_to_be_written_is_an_error_of_the_question(self, mjcalc: Run, tmp_path: Path) -> None:
        file = tmp_path / "huge.yaml"
        file.write_text(huge_rules(), encoding="utf-8")
        for more in ([], ["--json"]):
            result = mjcalc(*WIN[:-1], str(file), *more)
            assert (result.code, result.out) == (2, "")
            assert "too many digits" in result.err
        lines = tmp_path / "lines.jsonl"
        hand = {"hand": WIN[1], "win": "3m", "indicator": "7p", "id": 7}
        given = [hand | {"rules": str(file)}, hand | {"rules": "huangshi"}, hand | {"rules": str(file), "op": "waits"}]
        lines.write_bytes(b"\n".join(map(msgspec.json.encode, given)))
        result = mjcalc("batch", str(lines))
        answers = [msgspec.json.decode(line) for line in result.out.splitlines()]
        assert (result.code, [answer["id"] for answer in answers]) == (2, [7, 7, 7])
        assert (answers[0]["line"], answers[0]["error"]["kind"]) == (1, "impossible")
        assert answers[0]["error"]["problems"][0]["code"] == "too_large"
        assert answers[1]["legal"]


class TestInAProgram:
    """``mjcalc.cli.main`` in a process with streams of its own."""

    def test_streams_may_be_of_text_alone(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for words, code in (
            (WIN, 0),
            ([*WIN, "--json"], 0),
            (["batch", "-r", "huangmei"], 0),
            (["score", "-", "-r", "huangmei"], 0),
            (["rules", "--json"], 0),
            (["score", "1x", "-r", "hm", "--json"], 2),
        ):
            out, err = io.StringIO(), io.StringIO()
            hand = "1122335577m8899m"
            given = io.StringIO(f'{{"hand": "{hand}"}}\n' if words[0] == "batch" else f"{hand}\n")
            with redirect_stdout(out), redirect_stderr(err), monkeypatch.context() as patch:
                patch.setattr("sys.stdin", given)
                assert main(words) == code, err.getvalue()
            assert out.getvalue() if code == 0 else err.getvalue()

    def test_a_working_folder_that_is_gone_is_no_traceback(self, tmp_path: Path, root: Path) -> None:
        folder = tmp_path / "gone"
        folder.mkdir()
        file = tmp_path / "hands.jsonl"
        file.write_text('{"hand": "1122335577m8899m"}\n', encoding="utf-8")
        for words in (
            ["score", "1122335577m8899m", "-r", str(root / "rules" / "huangmei.yaml")],
            ["score", "1122335577m8899m", "-r", "huangmei"],
            ["batch", str(file), "-r", str(root / "rules" / "huangmei.yaml")],
            ["rules", "check", str(root / "rules" / "huangmei.yaml")],
        ):
            command = shlex.join([sys.executable, "-m", "mjcalc", *words])
            line = f"cd {shlex.quote(str(folder))} && rmdir {shlex.quote(str(folder))} && {command}"
            folder.mkdir(exist_ok=True)
            environment = os.environ | {"PYTHONPATH": str(root)}
            done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, timeout=60, env=environment)
            assert (done.returncode, done.stderr) == (0, ""), words


class TestRepeating:
    """A message repeats only the beginning of what was typed."""

    @pytest.mark.parametrize(
        "words",
        [
            *([flag, LONG] for flag in ("--by", "--from", "--dealer", "--win", "--wild", "--indicator", "--seen")),
            *([flag, LONG] for flag in ("--right", "--base", "--streak", "--set", "--lang", "--tiles", "--rules")),
            ["--set", f"{LONG}=1"],
            ["--set", f"fans.self_draw={LONG}"],
            [f"--{LONG}"],
            ["--json", f"--{LONG}=x"],
            [LONG],
        ],
        ids=lambda words: words[0][:20],
    )
    def test_a_long_value_is_repeated_in_part(self, mjcalc: Run, words: list[str]) -> None:
        for more in ([], ["--json"]):
            result = mjcalc("score", "1m", "-r", "huangmei", *words, *more)
            assert (result.code, result.out) == (2, "")
            assert len(result.err) < (2500 if not more else 9000)

    @pytest.mark.parametrize(
        "words", [[LONG], ["rules", LONG], ["rules", "show", LONG], ["batch", LONG], ["batch", "--jobs", LONG]]
    )
    def test_so_is_a_long_word_of_any_command(self, mjcalc: Run, words: list[str]) -> None:
        result = mjcalc(*words)
        assert (result.code, result.out) == (2, "")
        assert len(result.err) < 2500


class TestMissing:
    """A file that does not exist has the code no_such_file, whoever looks for it."""

    @pytest.mark.parametrize(
        ("words", "kind"),
        [
            (["score", "1m", "-r", "nowhere.yaml"], "rules"),
            (["waits", "1m", "-r", "./nowhere.yml"], "rules"),
            (["rules", "check", "nowhere.yaml"], "rules"),
            (["rules", "check", "nowhere.txt"], "rules"),
            (["batch", "nowhere.jsonl"], "file"),
            (["batch", "-r", "nowhere.yaml"], "rules"),
        ],
        ids=lambda value: " ".join(value) if isinstance(value, list) else value,
    )
    def test_a_missing_file_has_one_code(self, mjcalc: Run, words: list[str], kind: str) -> None:
        result = mjcalc(*words, *([] if words[0] == "batch" else ["--json"]))
        assert (result.code, result.out) == (2, "")
        assert "nowhere" in result.err
        if words[0] != "batch":
            error = msgspec.json.decode(result.err)["error"]
            assert (error["kind"], error["problems"][0]["code"]) == (kind, "no_such_file")

    def test_a_missing_file_of_a_batch_has_it_too(self, mjcalc: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("MJCALC_JSON", "1")
        error = msgspec.json.decode(mjcalc("batch", "nowhere.jsonl").err)["error"]
        assert (error["kind"], [one["code"] for one in error["problems"]]) == ("file", ["no_such_file"])
