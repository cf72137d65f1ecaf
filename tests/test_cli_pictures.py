"""--svg and --html: where pictures go, what else is printed, and what happens where they cannot be written."""

import io
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.support.markup import parse_picture, readable_text

Run = Callable[..., Any]

HAND = ["123m456m789s22s +peng5p@right +gang中中", "--indicator", "7p", "-r", "huangshi"]
WAITS = ["12m456m789s22s +peng5p@right +gang中中", *HAND[1:]]
COMMANDS = {
    "score": ["score", *HAND, "--win", "3m"],
    "waits": ["waits", *WAITS],
    "discard": ["discard", HAND[0], *HAND[1:]],
}


def give(monkeypatch: pytest.MonkeyPatch, *hands: str) -> None:
    """Lines on standard input."""
    stream = io.TextIOWrapper(io.BytesIO("\n".join(hands).encode()))
    monkeypatch.setattr("sys.stdin", stream)


@pytest.mark.parametrize("command", COMMANDS)
def test_both_pictures_are_written_and_the_text_is_printed_as_without_them(
    mjcalc: Run, tmp_path: Path, command: str
) -> None:
    alone = mjcalc(*COMMANDS[command])
    svg, html = tmp_path / "hand.svg", tmp_path / "hand.html"
    drawn = mjcalc(*COMMANDS[command], "--svg", str(svg), "--html", str(html))
    assert (drawn.code, drawn.out, drawn.err) == (0, alone.out, "")
    assert svg.read_text(encoding="utf-8").startswith("<svg ")
    assert html.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    texts = [readable_text(parse_picture(file.read_text(encoding="utf-8"))) for file in (svg, html)]
    assert all("黃石麻將Huangshimahjong" in text for text in texts)


@pytest.mark.parametrize("format", ["svg", "html"])
def test_a_dash_prints_the_picture_instead_of_the_text(mjcalc: Run, tmp_path: Path, format: str) -> None:
    file = tmp_path / "hand"
    mjcalc(*COMMANDS["score"], f"--{format}", str(file))
    printed = mjcalc(*COMMANDS["score"], f"--{format}", "-")
    assert (printed.code, printed.err) == (0, "")
    assert printed.out == file.read_text(encoding="utf-8")


def test_a_picture_is_in_the_language_and_with_the_settings_asked_for(mjcalc: Run) -> None:
    drawn = mjcalc(*COMMANDS["score"], "--lang", "en", "--set", "fans.self_draw=9", "--svg", "-")
    text = readable_text(parse_picture(drawn.out))
    assert "Self-draw×9" in text


def test_json_is_printed_beside_a_picture_in_a_file(mjcalc: Run, tmp_path: Path) -> None:
    file = tmp_path / "hand.svg"
    drawn = mjcalc(*COMMANDS["score"], "--json", "--svg", str(file))
    assert msgspec.json.decode(drawn.out)["legal"] is True
    assert file.exists()


def test_a_hand_that_may_not_win_is_drawn_with_its_reasons(mjcalc: Run) -> None:
    drawn = mjcalc("score", "125m459m17s29s8p +peng5p@left", *HAND[1:], "--lang", "en", "--svg", "-")
    assert drawn.code == 1
    assert "✗thetilesmakenoneofthewinningshapes" in readable_text(parse_picture(drawn.out))


def test_of_several_hands_each_has_its_line_in_the_name_of_its_file(
    mjcalc: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    give(monkeypatch, HAND[0], "xx", HAND[0].replace("5p", "6p"))
    drawn = mjcalc("score", "-", *HAND[1:], "--svg", str(tmp_path / "evening.svg"))
    assert drawn.code == 2 and "line 2: 'xx'" in drawn.err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["evening-1.svg", "evening-3.svg"]
    texts = [readable_text(parse_picture(path.read_text("utf-8"))) for path in sorted(tmp_path.iterdir())]
    assert ["+peng5p" in text for text in texts] == [True, False]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--svg", "-", "--json"], "JSON and a picture cannot both be written to standard output"),
        (["--svg", "-", "--html", "-"], "name the same file"),
        (["--svg", "a", "--html", "a"], "name the same file"),
        (["--svg", "."], "is a directory"),
    ],
)
def test_two_things_in_one_place_are_refused(mjcalc: Run, arguments: list[str], message: str) -> None:
    refused = mjcalc(*COMMANDS["score"], *arguments)
    assert refused.code == 2
    assert message in refused.err and refused.out == ""


def test_several_hands_cannot_be_drawn_on_standard_output(mjcalc: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    give(monkeypatch, HAND[0])
    refused = mjcalc("score", "-", *HAND[1:], "--html", "-")
    assert (refused.code, refused.out) == (2, "")
    assert "the pictures of several hands need files" in refused.err


@pytest.mark.parametrize("as_json", [False, True])
def test_a_file_that_cannot_be_written_is_an_error_like_any_other(mjcalc: Run, tmp_path: Path, as_json: bool) -> None:
    file = tmp_path / "missing" / "hand.svg"
    failed = mjcalc(*COMMANDS["score"], "--svg", str(file), *["--json"] * as_json)
    message = f"{file}: No such file or directory"
    assert (failed.code, failed.out) == (2, "")
    if as_json:
        error = msgspec.json.decode(failed.err)["error"]
        assert (error["kind"], error["message"]) == ("file", message)
    else:
        assert failed.err == f"error: {message}\n"


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no full device to write to")
def test_a_full_disk_is_named(mjcalc: Run) -> None:
    failed = mjcalc(*COMMANDS["score"], "--svg", "/dev/full")
    assert (failed.code, failed.err) == (2, "error: /dev/full: No space left on device\n")


def test_a_hand_that_cannot_be_read_leaves_no_file(mjcalc: Run, tmp_path: Path) -> None:
    file = tmp_path / "hand.svg"
    assert mjcalc("score", "xx", "-r", "huangshi", "--svg", str(file)).code == 2
    assert not file.exists()
