"""Batches: JSON Lines in and out, from the shell and from Python."""

import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import mjcalc as package
from mjcalc.answers.records import Score
from mjcalc.api import OPERATIONS
from mjcalc.codes import CODES
from mjcalc.errors import Failure
from mjcalc.jsonl import LINE_LIMIT, encode, generate_answers, generate_lines, generate_parts
from mjcalc.scoring.judge import Judge

GOOD = {"hand": "123p456p678s8889m9m", "win": "9m", "rules": "huangmei"}


def run(*lines: bytes, arguments: tuple[str, ...] = ()) -> tuple[int, list[dict[str, Any]]]:
    """The exit code and the answers of a batch."""
    done = subprocess.run(
        [sys.executable, "-m", "mjcalc", "batch", *arguments], input=b"\n".join(lines), capture_output=True, timeout=60
    )
    assert done.stderr == b""
    return done.returncode, [msgspec.json.decode(line) for line in done.stdout.splitlines()]


def line(**changes: object) -> bytes:
    return msgspec.json.encode({**GOOD, **changes})


def test_an_id_comes_back_as_it_was_written() -> None:
    code, answers = run(line(id=7), line(id="七"), b'{"id":1e30,"hand":"x"}', line(id={"a": [None]}), line())
    assert code == 2
    assert [answer.get("id", "none") for answer in answers[:2]] == [7, "七"]
    assert answers[3]["id"] == {"a": [None]}
    assert "id" not in answers[4]


def test_each_operation_answers_in_its_own_form() -> None:
    code, answers = run(
        line(),
        line(op="waits", hand="123p456p678s8889m", win=None),
        line(op="discard", win=None),
    )
    assert code == 0
    assert answers[0]["legal"] is True
    assert [wait["tile"] for wait in answers[1]["waits"]] == ["7m", "9m"]
    assert answers[2]["shanten"] == -1


def test_an_answer_is_the_command_lines_own(mjcalc: Callable[..., Any]) -> None:
    _, (answer,) = run(line())
    assert answer == msgspec.json.decode(mjcalc("score", GOOD["hand"], "--win", "9m", "-r", "huangmei", "--json").out)


BAD = {
    b"": "json",
    b"{": "json",
    b"[1]": "request",
    b"null": "request",
    b'{"hand": NaN}': "json",
    b"\xff\xfe": "json",
    b'{"hand": "\xff"}': "json",
    b'{"id": "\xff", "hand": "1m", "rules": "huangmei"}': "json",
    b'{"id": 1e, "hand": "1m"}': "json",
    b'{"hand": 5, "rules": ': "json",
    b'{"hand": "\\ud800"}': "json",
    b'{"set":' * 5_000: "json",
    b"{}" * 2: "json",
    b'{"id":' + b"[" * 100_000: "json",
    b'{"hand": 5, "rules": "huangmei"}': "request",
    b'{"hand": "1m"}': "request",
    b'{"rules": "huangmei"}': "request",
    line(hand="1m2x"): "notation",
    line(hand="1m"): "impossible",
    line(hand="123p456p678s8889m9m +peng東"): "impossible",
    line(rules="nowhere"): "rules",
    line(op="sing"): "request",
    line(set={"fans.nothing": 1}): "rules",
    line(set={"fans.self_draw": [[]]}): "rules",
    line(losers={"up": ""}): "notation",
    line(losers={"left": 1}): "request",
    line(set={f"fans.f{number}": 1 for number in range(20_000)}): "request",
    b'{"hand":"' + b"1" * LINE_LIMIT + b'"}': "json",
}


@pytest.mark.parametrize(("text", "kind"), BAD.items(), ids=[text[:30].decode("ascii", "replace") for text in BAD])
def test_a_bad_line_is_answered_in_its_place_and_the_run_goes_on(text: bytes, kind: str) -> None:
    code, answers = run(line(id=1), text, line(id=3))
    assert code == 2
    assert len(answers) == 3
    assert (answers[0]["id"], answers[2]["id"]) == (1, 3)
    assert answers[0]["legal"] and answers[2]["legal"]
    assert (answers[1]["line"], answers[1]["error"]["kind"]) == (2, kind)
    error = answers[1]["error"]
    assert error["message"]
    assert all(problem["code"] in CODES[kind] and problem["message"] for problem in error["problems"])
    assert error["problems"]


def test_every_wrong_key_is_told_at_once() -> None:
    _, (answer,) = run(b'{"hand":5,"dealr":"self","base":"1","losers":{"up":1},"set":[],"last_tile":1}')
    problems = answer["error"]["problems"]
    assert [(problem["code"], problem["where"]) for problem in problems] == [
        ("unknown_key", "dealr"),
        ("wrong_type", "hand"),
        ("wrong_type", "base"),
        ("wrong_type", "last_tile"),
        ("wrong_type", "losers"),
        ("wrong_type", "set"),
        ("missing_key", "rules"),
    ]


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("hand", 5, "hand: a text is expected, not a whole number"),
        ("win", ["1m"], "win: a text is expected, not a list"),
        ("base", "1", "base: a whole number is expected, not a text"),
        ("streak", 1.5, "streak: a whole number is expected, not a decimal number"),
        ("last_tile", None, "last_tile: true or false is expected, not null"),
        ("op", "wait", "op: 'wait' is not one of score, waits, discard, aims; did you mean 'waits'?"),
        ("op", True, "op: 'True' is not one of score, waits, discard"),
        ("losers", {"rihgt": ""}, "losers: 'rihgt' is not a seat (right 下家, across 對家 or left 上家)"),
        ("losers", {"left": {}}, "losers: left: a text is expected, not an object"),
        ("losers", "+peng5p", "losers: an object is expected, not a text"),
        ("set", [], "set: an object is expected, not a list"),
        ("set", dict.fromkeys(map(str, range(257)), 1), "set: at most 256 settings are expected, each with a text"),
    ],
)
def test_a_value_of_another_type_is_told_in_plain_words(key: str, value: object, message: str) -> None:
    for request in (GOOD | {key: value}, line(**{key: value})):
        (answer,) = package.batch([request])
        assert isinstance(answer, Failure)
        assert answer.error.message.startswith(message)


@pytest.mark.parametrize("text", ["", " ", "{", '{"hand":"\\ud800"}', '{"hand":"\ud800"}', b'{"hand":"\xff"}'])
def test_what_is_empty_cut_off_or_no_text_is_not_a_json_object(text: str | bytes) -> None:
    (answer,) = package.batch([text], rules="huangmei")
    assert isinstance(answer, Failure)
    assert answer.error.message in ("not a JSON object or not a whole one", "not a JSON object: not UTF-8")


def test_far_too_long_a_hand_is_not_given_a_length_that_it_does_not_have() -> None:
    command = [sys.executable, "-m", "mjcalc", "score", "-", "-r", "huangmei"]
    done = subprocess.run(command, input="1m" * 2_500_000, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("error: line 1: more than 2,000 characters: ")


def test_very_many_unknown_keys_are_counted() -> None:
    request = GOOD | {f"key{number}": None for number in range(20_000)}
    (answer,) = package.batch([msgspec.json.encode(request)])
    assert isinstance(answer, Failure)
    assert len(answer.error.problems) == 11
    assert answer.error.message.endswith("and 19,990 more unknown keys")


def test_the_place_of_what_is_no_json_is_told_in_characters() -> None:
    _, answers = run('{"hand":"東",x'.encode(), b'{"hand":"\xff"}', '{"hand":"東'.encode() + b"\xff")
    assert [answer["error"]["column"] for answer in answers] == [12, 9, 10]


def test_an_unknown_key_gets_the_nearest_one_and_keeps_its_id() -> None:
    _, (answer,) = run(line(id="a", dealr="self"))
    assert answer["id"] == "a"
    assert "did you mean 'dealer'?" in answer["error"]["message"]


def test_nothing_in_is_nothing_out() -> None:
    assert run() == (0, [])


def test_windows_line_ends_a_byte_order_mark_and_no_last_line_end_are_fine() -> None:
    assert run(b"\xef\xbb\xbf" + line() + b"\r", line())[0] == 0


def test_the_variant_of_the_command_line_is_for_lines_that_name_none() -> None:
    code, answers = run(line(rules=None), line(rules="huangshan"), arguments=("-r", "huangmei"))
    assert code == 0
    assert [answer["rules"] for answer in answers] == ["huangmei", "huangshan"]


def test_answers_come_as_soon_as_their_lines_are_complete() -> None:
    command = [sys.executable, "-m", "mjcalc", "batch"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as running:
        assert running.stdin is not None and running.stdout is not None
        for number in range(3):
            running.stdin.write(line(id=number) + b"\n")
            running.stdin.flush()
            assert msgspec.json.decode(running.stdout.readline())["id"] == number
        running.stdin.close()
        assert running.wait(timeout=60) == 0


def test_a_reader_that_goes_away_ends_it_quietly() -> None:
    command = [sys.executable, "-m", "mjcalc", "batch"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdin is not None and running.stdout is not None and running.stderr is not None
        running.stdin.write((line() + b"\n") * 20)
        running.stdin.flush()
        running.stdout.readline()
        running.stdout.close()
        running.stdin.write((line() + b"\n") * 20)
        running.stdin.close()
        assert running.wait(timeout=60) == 141
        assert running.stderr.read() == b""


def test_a_file_that_is_not_there_is_an_error(mjcalc: Callable[..., Any], tmp_path: Path) -> None:
    result = mjcalc("batch", str(tmp_path / "none.jsonl"))
    assert (result.code, result.out) == (2, "")
    assert "none.jsonl" in result.err


def test_a_line_that_is_too_long_is_cut_and_the_next_one_is_whole(tmp_path: Path) -> None:
    file = tmp_path / "lines"
    file.write_bytes(b"a\n" + b"x" * (3 * LINE_LIMIT) + b"\nb\n" + b"y" * LINE_LIMIT + b"\nc")
    with file.open("rb") as stream:
        lengths = [len(text.strip()) for text in generate_lines(stream)]
    assert lengths[:1] + lengths[2:] == [1, 1, LINE_LIMIT, 1]
    assert LINE_LIMIT < lengths[1] < 2 * LINE_LIMIT


def test_the_library_answers_dicts_and_lines_alike() -> None:
    answers = list(package.batch([GOOD, line(), {"hand": object()}, GOOD | {"hand": "x"}]))
    assert answers[0] == answers[1]
    assert isinstance(answers[0], Score)
    assert [(one.line, one.error.kind) for one in answers[2:] if isinstance(one, Failure)] == [
        (3, "request"),
        (4, "notation"),
    ]


def test_the_library_says_what_is_no_request() -> None:
    answers = list(package.batch([1, None, ("a",), bytearray(line())]))  # type: ignore[list-item]
    assert [(one.error.kind, one.error.message) for one in answers if isinstance(one, Failure)] == [
        ("request", "a request is a JSON object, not a whole number"),
        ("request", "a request is a JSON object, not null"),
        ("request", "a request is a JSON object, not a Python tuple"),
    ]
    assert isinstance(answers[3], Score)


def test_the_library_takes_a_number_that_is_none_for_what_it_is() -> None:
    (answer,) = package.batch([GOOD | {"id": [1], "base": float("nan")}])
    assert isinstance(answer, Failure)
    assert (answer.error.kind, answer.id) == ("request", msgspec.Raw(b"[1]"))


def test_a_mistake_of_ours_in_one_hand_does_not_lose_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: object) -> None:
        raise ZeroDivisionError("no")

    judged = Judge.judge
    monkeypatch.setitem(OPERATIONS, "waits", fail)  # type: ignore[arg-type]  # it is a dict
    monkeypatch.setattr(Judge, "judge", lambda judge, case: fail() if case.win == 7 else judged(judge, case))
    requests = [GOOD | {"op": "waits"}, GOOD, GOOD | {"win": "8m"}, GOOD]
    for together in (1, 2, 16):
        answers = [answer for _, answer in generate_answers(requests, together=together)]
        assert [type(answer) for answer in answers] == [Failure, Score, Failure, Score]
        assert [answer.error.kind for answer in answers if isinstance(answer, Failure)] == ["internal", "internal"]
    (part,) = generate_parts([b"\n".join(map(msgspec.json.encode, requests))], rules=None, lang="en")
    assert part.code == 70
    assert part.output.count(b"please report it") == 4  # each in the message and in its one problem


def test_an_answer_has_one_id_whatever_it_is() -> None:
    requests = [line(id=7), line(id=7, hand="1x"), line(id=7, op="no"), line(id=7, op="waits")]
    for label, answer in generate_answers(requests):
        assert encode(label, answer).count(b'"id":7') == 1


def test_requests_taken_together_are_answered_as_one_by_one() -> None:
    requests: list[Any] = [GOOD, {}, GOOD | {"op": "waits"}, GOOD | {"base": 7}, b"no", GOOD | {"hand": "123m"}, GOOD]
    answers = [[*generate_answers(requests, together=together)] for together in (1, 2, 3, 16)]
    assert all(answers[0] == other for other in answers[1:])


def test_the_library_takes_a_stream_without_an_end() -> None:
    def forever() -> Any:
        while True:
            yield GOOD

    answers = package.batch(forever())
    assert next(answers) == next(answers)


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_a_line_may_have_exactly_a_million_bytes_whatever_its_end(end: bytes) -> None:
    longest = line() + b" " * (LINE_LIMIT - len(line()))
    _, answers = run(longest + end + longest + b" " + end + longest)
    assert [answer.get("error", {}).get("kind") for answer in answers] == [None, "json", None]
    for text in (longest + end, (longest + end).decode()):
        assert isinstance(next(package.batch([text])), Score)


def peak(lines: Iterator[bytes]) -> float:
    """The most megabytes that a batch of these lines takes."""
    # The process tells its own peak: what wait4 says counts the memory of the process that it was forked from.
    code = """import sys
from mjcalc.cli import main
main(["batch"])
print(next(line for line in open("/proc/self/status") if line.startswith("VmHWM")).split()[1], file=sys.stderr)"""
    with tempfile.TemporaryFile() as given:
        given.writelines(lines)
        given.seek(0)
        command = [sys.executable, "-c", code]
        done = subprocess.run(command, stdin=given, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=True)
    return int(done.stderr.split()[-1]) / 1024


@pytest.mark.skipif(sys.platform != "linux", reason="memory as Linux counts it")
class TestMemory:
    """What is kept does not depend on how things are spelt, and has an end."""

    def test_a_variant_spelt_in_a_thousand_ways_is_kept_once(self) -> None:
        def generate_lines() -> Iterator[bytes]:
            for number in range(1500):
                name = "".join(char.upper() if number >> at & 1 else char for at, char in enumerate("huangmei"))
                yield line(rules=" " * (number % 50) + name + "\t" * (number // 50)) + b"\n"

        assert peak(generate_lines()) < 75

    def test_words_padded_with_blanks_are_not_kept(self) -> None:
        def generate_lines() -> Iterator[bytes]:
            for number in range(60):
                blanks = " " * (800_000 + number)
                yield line(**{"from": blanks + "left"}) + b"\n"
                yield line(set={f"fans.self_draw{blanks}": 1}) + b"\n"
                yield line(set={"fans.self_draw": f"{blanks}1"}) + b"\n"

        assert peak(generate_lines()) < 75
