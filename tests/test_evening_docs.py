"""The page about an evening is played through, word for word."""

import doctest
import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mjcalc import game

PAGE = (Path(__file__).parent.parent / "docs" / "evening.md").read_text("utf-8")
STEPS = [
    step
    for block in re.findall(r"^```console\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    for step in re.findall(r"^\$ (mjcalc .*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
]


def test_both_evenings_go_as_the_page_shows(
    mjcalc: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)
    for command, shown in STEPS:
        result = mjcalc(*shlex.split(command)[1:])
        # A line with nothing but … stands for any lines.
        wanted = re.escape(shown).replace("…\\\n", "(?:.*\\n)*")
        assert re.fullmatch(wanted, result.out + result.err), f"{command}\n{result.out}{result.err}"
    assert [game.show(file).deals for file in ("friday.mj", "sunday.mj")] == [12, 12]
    kinds = {entry.kind for file in ("friday.mj", "sunday.mj") for entry in game.show(file, deals=True).entries or ()}
    assert kinds == {"win", "draw", "pay"}


def test_the_page_leaves_out_few_of_what_it_shows() -> None:
    lines = [line for _, shown in STEPS for line in shown.splitlines()]
    assert len(STEPS) > 40 and len(lines) > 350
    assert lines.count("…") < 60


def test_the_python_in_the_page_is_true() -> None:
    test = doctest.DocTestParser().get_doctest(PAGE.replace("```", ""), {}, "evening.md", "evening.md", 0)
    assert test.examples
    assert doctest.DocTestRunner().run(test).failed == 0


def test_every_link_leads_somewhere() -> None:
    headings = {re.sub(r"[^\w\- ]", "", line.lstrip("# ")).lower().replace(" ", "-") for line in PAGE.splitlines()}
    for target in re.findall(r"\]\(([^)]+)\)", PAGE):
        file, _, anchor = target.partition("#")
        assert not file or (Path(__file__).parent.parent / "docs" / file).exists(), target
        assert not anchor or file or anchor in headings, target
