"""Help, errors and warnings of the command line in three languages, without a word of another."""

import json
import re
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import click
import pytest

from mjcalc.cli import group
from tests.support.chinese import ENGLISH, check_chinese

Run = Callable[..., Any]

TYPED = re.compile(
    r"\{.*?\}|\"[^\"]*\"|'[^']*'|「[^」]*」|“[^”]*”|`[^`]*`|\[[A-Z_]+\]|--?[a-z][a-z-]*|[+@][a-z]+|MJCALC_\w+"
    r"|JSON(?: Lines| Schema)?|mjcalc[\w .-]*|\b[a-z_]+\.(?:ID|[a-z_]+)\b|[\w./-]+[./][\w./-]+"
)
"""What is typed, or has no other name."""


def generate_commands(command: click.Command = group, *path: str) -> Iterator[tuple[str, ...]]:
    """Every command by its words."""
    yield path
    if isinstance(command, click.Group):
        with click.Context(command) as context:
            for name in command.list_commands(context):
                found = command.get_command(context, name)
                assert found is not None
                yield from generate_commands(found, *path, name)


COMMANDS = list(generate_commands())

WRONG = [
    "nonsense", "scor", "score", "score -r", "score 123x -r hm", "score 123m", "score 123m -r nope", "score 123m -r hm",
    "score 12m3 -r hm", "score 123m --wim 3m", "score 123m -r hm --win", "score 123m -r hm --base x",
    "score 123m -r hm --base 0", "score 123m -r hm --by 自魔", "score 123m -r hm --from lfet", "score - -r hm --svg -",
    "score 123m -r hm --set full_flush", "score 123m -r hm --set nope=1", "score 123m -r hm --lang fr",
    "score 123m -r hm --tiles picture", "score 123m -r hm --svg a.svg --html a.svg", "score 123m -r hm --json --svg -",
    "score 123m -r hm --draws 3", "waits 123m -r hm", "waits 123m456m789p22s34s -r hm --draws 0",
    "waits 123m456m789p22s34s -r hm --draws 41", "waits 123m456m789p22s34s -r hm --win 5s", "discard 123m -r hm",
    "discard 123m456m789p22s345s -r hm --sort luck", "aims 1m -r hm", "aims 1m -r hm --within x", "batch a b",
    "batch nope.jsonl", "batch --jobs 0 -", "batch --jobs x -", "batch -r nope -", "rules nope", "rules show",
    "rules show nope", "rules show hm --format html", "rules check", "rules check nope.yaml", "rules new",
    "rules new 'a b' --extends hm", "rules new mine --extends nope", "rules --json list", "game show nope.mj",
    "game new", "game pay nope.mj", "game pay nope.mj 甲", "game pay nope.mj 甲=x", "game export nope.mj",
    "game undo nope.mj",
    "dice 1", "dice 0 9", "dice x", "help nope", "help score now", "help -- -x", "schema now",
]  # fmt: skip
"""Command lines that cannot be used."""


def words_of(line: str) -> list[str]:
    """A command line as its words."""
    return [word.strip("'") for word in re.findall(r"'[^']*'|\S+", line)]


def check(text: str, language: str) -> None:
    """Check that a text is in this language alone."""
    if language == "en":
        assert not re.search("[，。：；]", text), text
        return
    check_chinese(TYPED.sub(" ", text), language)


@pytest.mark.parametrize("language", ["zh-Hant", "zh-Hans"])
@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_help_is_in_chinese_alone(
    mjcalc: Run, monkeypatch: pytest.MonkeyPatch, path: tuple[str, ...], language: str
) -> None:
    monkeypatch.setenv("MJCALC_LANG", language)
    monkeypatch.setenv("COLUMNS", "80")
    result = mjcalc(*path, "-h")
    assert (result.code, result.err) == (0, "")
    head, _, page = result.out.rpartition("用法：")
    for line in page.splitlines()[1:]:
        if line.strip():
            assert not ENGLISH.search(TYPED.sub(" ", line)), line
    check(page, language)
    assert head.startswith("例子：") or not head


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_help_fits_a_terminal_of_sixty_columns(
    mjcalc: Run, monkeypatch: pytest.MonkeyPatch, path: tuple[str, ...]
) -> None:
    from wcwidth import wcswidth

    monkeypatch.setenv("MJCALC_LANG", "zh-Hans")
    monkeypatch.setenv("COLUMNS", "60")
    page = mjcalc(*path, "-h").out.rpartition("用法：")[2]
    wide = [line for line in page.splitlines() if wcswidth(line) > 60 and "|" not in line]
    assert wide == []


@pytest.mark.parametrize("language", ["zh-Hant", "zh-Hans", "en"])
@pytest.mark.parametrize("line", WRONG)
def test_a_wrong_command_line_is_answered_in_one_language(
    mjcalc: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, line: str, language: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MJCALC_LANG", language)
    monkeypatch.setattr("sys.stdin", StringIO())
    result = mjcalc(*words_of(line))
    assert result.code == 2 and result.out == ""
    if result.err.startswith("{"):
        check(json.loads(result.err)["error"]["message"], language)
        return
    first = result.err.splitlines()[0]
    assert first.startswith({"zh-Hant": "錯誤：", "zh-Hans": "错误：", "en": "error: "}[language]), first
    for said in result.err.splitlines():
        if not said.startswith("  ") and "No such file" not in said:
            check(said, language)


def test_the_language_is_found_even_where_the_rest_cannot_be_read(mjcalc: Run) -> None:
    assert mjcalc("score", "--nonsense", "--lang", "zh-CN").err.startswith("错误：没有选项")
    assert mjcalc("score", "--lang=zh-TW", "--nonsense").err.startswith("錯誤：沒有選項")
    assert mjcalc("score", "--", "--lang", "zh-CN").err.startswith("error: ")


@pytest.mark.parametrize(("locale", "begins"), [("zh_CN.UTF-8", "错误"), ("zh_TW", "錯誤"), ("fr_FR", "error: ")])
def test_without_one_the_locale_decides(mjcalc: Run, monkeypatch: pytest.MonkeyPatch, locale: str, begins: str) -> None:
    monkeypatch.setenv("LC_ALL", locale)
    assert mjcalc("score", "123x", "-r", "hm").err.startswith(begins)


def test_errors_as_json_depend_on_no_locale_but_on_what_is_asked_for(
    mjcalc: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def message(*more: str) -> str:
        return str(json.loads(mjcalc("score", "123x", "-r", "hm", "--json", *more).err)["error"]["message"])

    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    assert message() == "'x' is not a tile"
    assert message("--lang", "zh-CN") == "“x”不是牌"
    assert message("--lang", "nonsense").startswith("Invalid value for '--lang'")
    monkeypatch.setenv("MJCALC_LANG", "zh-TW")
    assert message() == "「x」不是牌"
    assert message("--lang", "en") == "'x' is not a tile"


def test_one_of_many_hands_is_named_in_the_same_language(mjcalc: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", StringIO("123x\n"))
    result = mjcalc("score", "-", "-r", "hm", "--lang", "zh-Hans")
    assert result.err.splitlines()[0] == "错误：第 1 行：“x”不是牌"


def test_a_warning_is_in_the_same_language(mjcalc: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text("0x_")
    monkeypatch.setenv("MJCALC_RULES_PATH", str(tmp_path))
    result = mjcalc("rules", "list", "--lang", "zh-Hant")
    assert result.err.startswith("注意：")
    check(result.err.partition("：")[2], "zh-Hant")


def test_the_help_command_lays_its_page_out_as_the_option_does(mjcalc: Run) -> None:
    page = mjcalc("help", "rules", "check", "--lang", "zh-Hant").out
    assert "用法：mjcalc rules check [選項] 檔案...\n" in page and "\n選項：\n" in page


def test_a_run_leaves_no_language_behind(mjcalc: Run) -> None:
    assert mjcalc("score", "123x", "-r", "hm", "--lang", "zh-Hans").err.startswith("错误")
    assert mjcalc("score", "123x", "-r", "hm").err.startswith("error: 'x' is not a tile")
    assert "Usage:" in mjcalc("score", "-h").out
