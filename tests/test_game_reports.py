"""What an evening looks like: tables in three languages, spreadsheets, charts, a page; and what dice say."""

import csv
import re
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import msgspec
import pytest

from mjcalc import game
from tests.support.book import HAND, PLAYERS, new_book, read

Run = Callable[..., Any]

HANZI = re.compile("[\u4e00-\u9fff]")


@pytest.fixture
def file(tmp_path: Path) -> str:
    """A new book."""
    return new_book(tmp_path)


class TestPrinting:
    @pytest.fixture
    def played(self, file: str) -> str:
        """A book with one of everything."""
        game.win(file, "乙", HAND, win="3m", indicator="7p", from_="丙", base=2)
        game.draw(file)
        game.pay(file, {"甲": -5}, fee=True, note="tea")
        return file

    @pytest.mark.parametrize("command", ["show", "show --deals", "chart", "check", "draw", "undo"])
    def test_english_has_no_hanzi_but_names_and_tiles(self, mjcalc: Run, played: str, command: str) -> None:
        name, *options = command.split()
        out = mjcalc("game", name, played, *options, "--lang", "en").out
        assert out
        assert set(HANZI.findall(out)) <= {*PLAYERS, "中"}

    @pytest.mark.parametrize("command", ["show", "show --deals", "chart", "check", "draw", "undo"])
    def test_each_script_has_its_own_words(self, mjcalc: Run, played: str, command: str) -> None:
        name, *options = command.split()
        traditional, simplified = (
            mjcalc("game", name, played, *options, "--lang", lang).out for lang in ("zh-Hant", "zh-Hans")
        )
        if name != "draw":
            game.draw(played)  # undo has taken something else back
        assert traditional != simplified
        assert not set("這庄连过点设场笔规") & set(traditional)
        assert not set("這莊連過點設場筆規") & set(simplified)

    def test_deals_are_told_with_hand_and_payments_by_name(self, mjcalc: Run, played: str) -> None:
        lines = mjcalc("game", "show", played, "--deals").out.splitlines()
        assert lines[2].strip() == "1 · 乙 胡 win · 3m 點炮 discard ← 丙 · 合計 total 16 · 莊家 dealer 甲"
        assert lines[3].strip() == "123456m22789s +peng5p@丙 +gang中中"
        assert lines[4].strip() == "甲 -64 · 乙 +160 · 丙 -64 · 丁 -32"
        assert "  2 · 流局 drawn game · 莊家 dealer 乙" in lines
        assert "  3 · 另付 payment · tea" in lines
        assert any("house" in line and "+5" in line for line in lines)

    def test_tiles_come_as_pictures_if_asked_for(self, mjcalc: Run, played: str) -> None:
        assert "🀇🀈🀉" in mjcalc("game", "show", played, "--deals", "--tiles", "unicode").out

    @pytest.mark.parametrize(
        ("tiles", "hand"),
        [
            ("text", "123456m22789s +peng5p@中 +gang中中"),
            ("hanzi", "一二三四五六萬二二七八九條 +碰五筒@中 +槓中中"),
            ("letters", "123456m22789s +peng5p@中 +gangCC"),
            ("unicode", "🀇🀈🀉🀊🀋🀌🀑🀑🀖🀗🀘 +peng🀝@中 +gang🀄\ufe0e🀄\ufe0e"),
        ],
    )
    def test_names_that_look_like_tiles_or_seats_are_left_alone(
        self, mjcalc: Run, tmp_path: Path, tiles: str, hand: str
    ) -> None:
        file = str(tmp_path / "new.mj")
        game.new(file, rules="huangshi", players=["bo", "東", "中", "lefty"])
        game.win(file, "東", HAND.replace("丙", "中"), win="3m", indicator="7p", show={"bo": "+peng9p@lefty"})
        out = mjcalc("game", "show", file, "--deals", "--tiles", tiles).out
        assert out.splitlines()[3].strip() == hand

    def test_show_as_json_has_entries_only_if_asked_for(self, mjcalc: Run, played: str) -> None:
        plain, deals = (read(mjcalc("game", "show", played, *more, "--json").out) for more in ((), ("--deals",)))
        assert "entries" not in plain
        assert [entry["kind"] for entry in deals["entries"]] == ["win", "draw", "pay"]
        assert {key: value for key, value in deals.items() if key != "entries"} == plain
        assert plain["op"] == "game"
        assert plain["players"][1] == {"name": "乙", "total": 160, "wins": 1, "deals_in": 0}
        assert (plain["dealer"], plain["streak"], plain["deals"], plain["house"]) == ("乙", 1, 2, 5)

    def test_the_table_for_spreadsheets_has_a_row_for_each_entry(self, mjcalc: Run, played: str) -> None:
        rows = list(csv.DictReader(StringIO(mjcalc("game", "export", played, "--csv").out)))
        assert [row["kind"] for row in rows] == ["win", "draw", "pay"]
        assert [rows[0][name] for name in ("winner", "from", "by", "win", "total", "乙", "甲")] == [
            "乙", "丙", "discard", "3m", "16", "160", "-64",
        ]  # fmt: skip
        assert (rows[2]["house"], rows[2]["note"]) == ("5", "tea")

    def test_export_says_in_which_form(self, mjcalc: Run, played: str) -> None:
        result = mjcalc("game", "export", played)
        assert result.code == 2 and "--csv, --json or --html" in result.err
        answer = read(mjcalc("game", "export", played, "--json").out)["entries"][0]["answer"]
        assert (answer["op"], answer["gain"]) == ("score", 160)

    def test_a_chart_has_a_line_for_each_player(self, mjcalc: Run, played: str) -> None:
        lines = mjcalc("game", "chart", played).out.splitlines()
        assert [line.split()[:2] for line in lines[-4:]] == [
            ["甲", "▃▁▁▁"], ["乙", "▃███"], ["丙", "▃▁▁▁"], ["丁", "▃▂▂▂"],
        ]  # fmt: skip

    def test_a_chart_of_a_long_evening_fits_the_page(self, mjcalc: Run, file: str, monkeypatch: Any) -> None:
        monkeypatch.setenv("COLUMNS", "80")
        for _ in range(120):
            game.pay(file, {"甲": 7, "乙": -7})
        out = mjcalc("game", "chart", file).out
        assert max(sum(2 if char >= "\u4e00" else 1 for char in line) for line in out.splitlines()) <= 80
        assert re.search("▁+▂+▃+▄+▅+▆+▇*█", out) is None and re.search("▄+▅+▆+▇+█", out)


class TestChart:
    def test_it_is_one_file_that_needs_no_other(self, mjcalc: Run, file: str, tmp_path: Path) -> None:
        pytest.importorskip("leather")
        game.win(file, "乙", HAND, win="3m", indicator="7p")
        drawn = []
        for name in ("a.svg", "b.svg"):
            assert mjcalc("game", "chart", file, "-o", str(tmp_path / name)).code == 0
            drawn.append((tmp_path / name).read_text("utf-8"))
        assert drawn[0] == drawn[1]
        assert "<svg" in drawn[0] and "黃石麻將" in drawn[0]
        assert all(name in drawn[0] for name in PLAYERS)
        assert "<script" not in drawn[0] and "@import" not in drawn[0]
        assert set(re.findall(r"(?:href|src)=\"([^\"]*)\"", drawn[0])) == set()

    def test_without_the_library_the_error_says_what_to_install(
        self, mjcalc: Run, file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(sys.modules, "leather", None)
        result = mjcalc("game", "chart", file, "-o", str(tmp_path / "a.svg"))
        assert result.code == 2 and "mjcalc[chart]" in result.err
        assert mjcalc("game", "chart", file).code == 0


class TestDice:
    @pytest.mark.parametrize(
        ("rules", "dice", "says"),
        [
            ("huangshan", "1 1", ["東"]),
            ("huangshan", "3 4", ["南"]),
            ("huangshan", "6 6", ["西"]),
            ("huangshan", "5 4", ["北"]),
            ("huangmei", "2 3", ["莊家的對家的牌堆，隔開 2 列"]),
            ("huangmei", "4 6", ["莊家的下家的牌堆，隔開 4 列"]),
            ("huangmei", "6 2", ["莊家的上家的牌堆，隔開 2 列"]),
            ("huangshi", "6 2", []),
        ],
    )
    def test_the_rules_say_what_a_throw_decides(self, mjcalc: Run, rules: str, dice: str, says: list[str]) -> None:
        document = read(mjcalc("dice", *dice.split(), "-r", rules, "--json").out)
        assert [one["text"] for one in document["says"]] == says

    def test_the_wild_stack_and_the_kong_stack_are_counted_from_the_end(self, mjcalc: Run) -> None:
        out = mjcalc("dice", "5", "2", "-r", "huangshan-fei", "--lang", "en").out
        assert "the player across from the dealer" in out
        assert "stack 7 from the end of the wall" in out
        assert not HANZI.search(out)

    def test_thrown_dice_are_dice_and_every_number_comes(self) -> None:
        thrown = [game.dice() for _ in range(600)]
        assert {number for throw in thrown for number in throw.dice} == {1, 2, 3, 4, 5, 6}
        assert all(throw.total == sum(throw.dice) and len(throw.dice) == 2 for throw in thrown)

    @pytest.mark.parametrize("dice", [["3"], ["0", "3"], ["7", "1"], ["1", "2", "3"], ["x", "1"]])
    def test_what_two_dice_cannot_show_is_refused(self, mjcalc: Run, dice: list[str]) -> None:
        assert mjcalc("dice", *dice).code == 2


class TestPage:
    @pytest.fixture
    def page(self, mjcalc: Run, file: str) -> str:
        """The page of an evening with a win, a drawn game and a payment."""
        game.win(file, "乙", HAND, win="3m", indicator="7p", from_="丙", base=2)
        game.draw(file)
        game.pay(file, {"甲": -5}, fee=True, note="<tea & cake>")
        result = mjcalc("game", "export", file, "--html")
        assert (result.code, result.err) == (0, "")
        text: str = result.out
        return text

    def test_it_has_everybody_every_entry_and_every_tile(self, page: str) -> None:
        for player in PLAYERS:
            assert f">{player}<" in page
        text = re.sub("<[^>]*>", " ", page)
        assert "1 · 乙 胡 win · 3m 點炮 discard ← 丙" in text
        assert "2 · 流局 drawn game" in text
        assert "甲 -64 · 乙 +160 · 丙 -64 · 丁 -32" in text
        drawn = re.findall(r'<div class="hand">(.*?)</div>', page)
        assert len(drawn) == 1
        assert drawn[0].count("<use ") == 16
        assert "碰 pung ← 丙" in drawn[0]

    def test_it_loads_nothing_and_runs_nothing(self, page: str) -> None:
        assert "<script" not in page and "@import" not in page and "url(" not in page
        assert set(re.findall(r'(?:href|src)="([^#][^"]*)"', page)) == set()

    def test_what_was_typed_cannot_become_a_part_of_the_page(self, page: str) -> None:
        assert "<tea" not in page and "&lt;tea &amp; cake&gt;" in page

    def test_it_is_well_formed(self, page: str) -> None:
        from xml.etree import ElementTree

        body = re.sub(r"<meta[^>]*>", "", page.partition("\n")[2])
        assert ElementTree.fromstring(body.replace("<br>", "<br/>")).tag == "html"

    def test_it_is_in_the_language_asked_for(self, mjcalc: Run, file: str) -> None:
        game.win(file, "乙", HAND, win="3m", indicator="7p")
        page = mjcalc("game", "export", file, "--html", "--lang", "en").out
        text = re.sub("<[^>]*>", " ", page)
        assert set(HANZI.findall(text)) <= {*PLAYERS}
        assert 'lang="en"' in page

    def test_a_wild_of_each_deal_is_its_own(self, mjcalc: Run, file: str) -> None:
        game.win(file, "乙", "12m*456m789s22s +peng5p@丙 +gang中中", win="2s", indicator="7p")
        game.win(file, "乙", "12m*456m789s22s +peng5p@丙 +gang中中", win="2s", indicator="3s")
        page = mjcalc("game", "export", file, "--html", "--lang", "en").out
        assert page.count('class="wild"') == 2
        assert "wild as 3 characters" in page

    def test_an_answer_of_another_version_is_shown_as_text(self, file: str) -> None:
        from msgspec.structs import replace

        from mjcalc.pictures.evening import format_evening

        game.win(file, "乙", HAND, win="3m", indicator="7p")
        found = game.export(file)
        (entry,) = found.entries or ()
        old = replace(found, entries=(replace(entry, answer=msgspec.Raw(b'{"legal": true}')),))
        assert "123456m22789s +peng5p@丙 +gang中中" in format_evening(old, game.rules_of(file))
