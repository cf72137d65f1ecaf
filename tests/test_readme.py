"""What the README, in English and in Chinese, and the page on notation show is what comes out."""

import doctest
import re
import shlex
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mjcalc.hand import TileSet
from mjcalc.notation import parse_by, parse_dealer, parse_hand, parse_seat, parse_tiles
from mjcalc.tiles import RED

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
CHINESE = (ROOT / "docs" / "README.zh.md").read_text(encoding="utf-8")
NOTATION = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"^```console\n\$ (mjcalc .*)\n((?:.*\n)*?)```$", README + CHINESE + NOTATION, re.MULTILINE)


@pytest.mark.parametrize(("command", "output"), SHOWN, ids=[command for command, _ in SHOWN])
def test_a_command_prints_what_the_page_shows(
    mjcalc: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, command: str, output: str
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    command, _, sieve = command.partition(" | ")
    if sieve and not shutil.which("jq"):
        pytest.skip("jq is not there")
    result = mjcalc(*shlex.split(command)[1:])
    if sieve:
        done = subprocess.run(shlex.split(sieve), input=result.out, capture_output=True, encoding="utf-8")
        assert result.err + done.stdout + done.stderr == output
    else:
        assert result.out + result.err == output


def test_there_is_something_to_show() -> None:
    assert len(SHOWN) >= 9
    assert all(page.count("```console") >= 3 for page in (README, CHINESE, NOTATION))


def test_every_spelling_of_a_tile_on_the_page_can_be_read() -> None:
    rows = re.findall(r"^\| (?:characters|dots|bamboo|winds|dragons|the round's wild) .*$", NOTATION, re.MULTILINE)
    assert len(rows) == 6
    for row in rows:
        kinds = {kind for spelling in re.findall("`(.+?)`", row) for kind in parse_tiles(spelling)}
        assert len(kinds) == {"winds": 4, "dragons": 3}.get(row.split()[1], 1), row


def test_every_meld_word_on_the_page_is_one() -> None:
    table = NOTATION[NOTATION.index("| chow") : NOTATION.index("Other discards")]
    tiles = {"chow": "123m", "pung": "5p", "exposed": "5p", "added": "5p", "concealed": "5p"}
    kong_tiles = TileSet(kong_tiles=frozenset({RED}))
    flowers = TileSet(flowers=frozenset({RED}))
    for row in table.strip().splitlines():
        words = [part for word in re.findall(r"`(\+\S+?)`", row.split("|")[2]) for part in (word, word.upper())]
        assert words
        for word in words:
            hand = f"{word}{tiles.get(row.split()[1], '中')}"
            assert parse_hand(hand, flowers if row.startswith("| flowers") else kong_tiles), hand


def test_every_word_for_a_seat_or_a_way_of_winning_on_the_page_is_one() -> None:
    seats = NOTATION[NOTATION.index("## Who fed it") : NOTATION.index("Write melds")]
    words = {part for part in re.findall(r"`@(\S+?)`", seats)}
    assert len(words) == 15
    assert {parse_seat(word) for word in words} == {"right", "across", "left"}
    dealers = re.search(r"`--dealer (self)` \((.*)\)", NOTATION)
    assert dealers
    assert {parse_dealer(word) for word in (dealers[1], *dealers[2].split(", "))} == {"self"}
    ways = re.findall(r"^\| `([a-z]+-draw|discard|rob-kong)` \| (.*) \|$", NOTATION, re.MULTILINE)
    assert len(ways) == 5
    for way, others in ways:
        assert {parse_by(word.strip("`")) for word in (way, *others.split(", "))} == {way}


PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_to_a_file(page: Path) -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


def test_the_readme_links_every_page() -> None:
    pages = {page.name for page in (ROOT / "docs").glob("*.md")}
    assert pages - set(re.findall(r"docs/([\w.-]+\.md)", README)) == set()
    others = {"README.zh.md", "readings.md", "readings.zh-Hant.md"}
    assert pages - others - set(re.findall(r"\(([\w.-]+\.md)", CHINESE)) == set()


@pytest.mark.parametrize("page", [README, CHINESE], ids=["README", "README.zh"])
def test_the_python_in_the_readme_is_true(page: str) -> None:
    test = doctest.DocTestParser().get_doctest(page.replace("```", ""), {}, "README.md", "README.md", 0)
    assert test.examples
    assert doctest.DocTestRunner().run(test).failed == 0


@pytest.mark.parametrize("page", [README, CHINESE], ids=["README", "README.zh"])
def test_the_command_that_installs_and_scores_shows_a_win(mjcalc: Callable[..., Any], page: str) -> None:
    (command,) = re.findall(r"^python3 -m venv .* && \.venv/bin/pip install \. && \.venv/bin/mjcalc (.*)$", page, re.M)
    assert mjcalc(*shlex.split(command)).code == 0
