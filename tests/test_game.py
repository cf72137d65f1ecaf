"""The book of an evening at the command line and in Python: names, wins, payments, what is refused."""

import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from mjcalc import game
from mjcalc.errors import MjcalcError, NotationError
from tests.support.book import HAND, PLAYERS, new_book, read

Run = Callable[..., Any]

WIN = [HAND, "--win", "3m", "--indicator", "7p"]
NO_WIN = [HAND.removesuffix("中"), *WIN[1:]]


@pytest.fixture
def file(tmp_path: Path) -> str:
    """A new book."""
    return new_book(tmp_path)


class TestPlayers:
    def new(self, tmp_path: Path, *players: str) -> game.Recorded:
        return game.new(str(tmp_path / "new.mj"), rules="huangshi", players=players)

    def test_a_name_is_kept_as_it_is_said_but_for_space_around_it(self, tmp_path: Path) -> None:
        done = self.new(tmp_path, " 阿明 ", "Bo+", "e\u0301", "🀄")
        assert [player.name for player in done.players] == ["阿明", "Bo+", "é", "🀄"]
        assert game.pay(str(tmp_path / "new.mj"), {"e\u0301": 1, "Bo+": -1}).entry is not None

    @pytest.mark.parametrize(
        ("name", "code"),
        [
            ("", "bad_name"),
            ("a b", "bad_name"),
            ("a\u200bb", "bad_name"),
            ("\u0301a", "bad_name"),
            ("x" * 21, "bad_name"),
            ("a=b", "bad_name"),
            ("a,b", "bad_name"),
            ("上家", "bad_name"),
            ("right", "bad_name"),
            ("我", "bad_name"),
            ("甲", "same_name"),
        ],
    )
    def test_a_name_that_cannot_be_is_refused(self, tmp_path: Path, name: str, code: str) -> None:
        with pytest.raises(game.GameError) as raised:
            self.new(tmp_path, "甲", "乙", "丙", name)
        assert [problem.code for problem in raised.value.problems] == [code]

    def test_twenty_characters_are_a_name(self, tmp_path: Path) -> None:
        assert self.new(tmp_path, "甲", "乙", "丙", "字" * 20).players[3].name == "字" * 20

    @pytest.mark.parametrize("number", [0, 3, 5])
    def test_there_are_as_many_as_seats(self, tmp_path: Path, number: int) -> None:
        with pytest.raises(game.GameError, match="4 players"):
            self.new(tmp_path, *"甲乙丙丁戊"[:number])

    def test_everything_wrong_with_the_names_is_told_at_once(self, tmp_path: Path) -> None:
        with pytest.raises(game.GameError) as raised:
            self.new(tmp_path, "甲", "甲", "")
        assert [problem.code for problem in raised.value.problems] == ["wrong_players", "same_name", "bad_name"]

    def test_a_longer_name_goes_before_a_shorter_one_and_before_seats(self, tmp_path: Path) -> None:
        file = str(tmp_path / "new.mj")
        game.new(file, rules="huangshi", players=["下田", "An", "Ann", "下家明"])
        hand = "456m22s +peng5p@Ann +peng9p@下家明 +peng1m@下家 +gang中中"
        done = game.win(file, "下田", hand, win="4m", indicator="7p")
        assert done.score is not None
        assert done.score.melds == ("pung 5p across", "pung 9p left", "pung 1m right")

    def test_a_name_may_hold_what_parts_a_hand(self, tmp_path: Path) -> None:
        file = tmp_path / "new.mj"
        game.new(file, rules="huangshi", players=["x@y", "p+q", "@", "乙@丙"])
        done = game.win(file, "p+q", "456m22s +peng5p@x@y +peng9p@乙@丙 +peng1m@@ +gang中中", win="4m", indicator="7p")
        assert done.score is not None and done.entry is not None
        assert done.score.melds == ("pung 5p left", "pung 9p across", "pung 1m right")
        assert done.entry.hand == "456m22s +peng5p@x@y +peng9p@乙@丙 +peng1m@@ +gang中中"
        assert game.check(file).differences == ()

    def test_a_name_in_letters_ends_where_the_letters_end(self, tmp_path: Path) -> None:
        file = str(tmp_path / "new.mj")
        game.new(file, rules="huangshi", players=["Ann", "Bob", "Cy", "Di"])
        with pytest.raises(NotationError, match=r"'Bobby' is not a player at this table .* did you mean 'Bob'"):
            game.win(file, "Ann", HAND.replace("丙", "Bobby"), win="3m", indicator="7p")


class TestNew:
    def test_game_alone_prints_its_help(self, mjcalc: Run) -> None:
        alone = mjcalc("game")
        assert (alone.code, alone.out, alone.err) == (0, mjcalc("game", "--help").out, "")

    def test_the_first_player_deals_unless_another_is_named(self, tmp_path: Path) -> None:
        assert game.new(str(tmp_path / "a"), rules="hs", players=PLAYERS).dealer == "甲"
        assert game.new(str(tmp_path / "b"), rules="hs", players=PLAYERS, dealer="丙").dealer == "丙"
        with pytest.raises(NotationError, match="not a player"):
            game.new(str(tmp_path / "c"), rules="hs", players=PLAYERS, dealer="戊")

    @pytest.mark.parametrize("base", [0, -1, 10**10, True, 1.5])
    def test_a_base_that_cannot_be_is_refused(self, tmp_path: Path, base: Any) -> None:
        with pytest.raises(MjcalcError, match="whole number"):
            game.new(str(tmp_path / "a"), rules="hs", players=PLAYERS, base=base)

    def test_a_setting_that_does_not_exist_is_refused(self, tmp_path: Path) -> None:
        with pytest.raises(MjcalcError, match="no setting"):
            game.new(str(tmp_path / "a"), rules="hs", players=PLAYERS, set={"nothing": 1})
        assert os.listdir(tmp_path) == []

    def test_rules_that_do_not_say_who_deals_cannot_be_played_by_the_book(self, tmp_path: Path) -> None:
        rules = tmp_path / "ours.yaml"
        rules.write_text(
            "id: ours\nnames: {zh-Hant: 本, zh-Hans: 本, en: Ours}\nextends: huangmei\ndealer: null\n", "utf-8"
        )
        with pytest.raises(game.GameError, match="does not say who deals next"):
            game.new(str(tmp_path / "a"), rules=str(rules), players=PLAYERS)

    def test_players_may_be_parted_by_full_width_commas(self, mjcalc: Run, tmp_path: Path) -> None:
        result = mjcalc("game", "new", str(tmp_path / "a"), "-r", "hs", "--players", "甲，乙, 丙,丁", "--json")
        assert [player["name"] for player in read(result.out)["players"]] == PLAYERS


class TestWin:
    def test_it_prints_the_sheet_of_score_then_the_standings_and_who_deals_next(self, mjcalc: Run, file: str) -> None:
        done = mjcalc("game", "win", file, "乙", *WIN, "--from", "丙", "--show", "丁=+chi123p")
        options = ["--from", "right", "--dealer", "left", "--across", "+chi123p", "-r", "huangshi"]
        sheet = mjcalc("score", HAND.replace("丙", "right"), *WIN[1:], *options)
        assert (done.code, done.err) == (0, "")
        assert done.out.startswith(sheet.out.rstrip("\n"))
        rest = done.out.removeprefix(sheet.out.rstrip("\n"))
        assert re.search(r"乙 +\+96 +\+96 +1 +0", rest)
        assert re.search(r"丙 +-32 +-32 +0 +1", rest)
        assert rest.rstrip().endswith("下一局莊家 next dealer 乙 · 連莊 streak 0")

    def test_a_hand_that_may_not_win_is_not_written_down(self, mjcalc: Run, file: str) -> None:
        before = Path(file).read_bytes()
        result = mjcalc("game", "win", file, "乙", *NO_WIN)
        assert (result.code, result.err) == (1, "")
        assert "under_minimum" in result.out and "not written down" in result.out
        document = read(mjcalc("game", "win", file, "乙", *NO_WIN, "--json").out)
        assert document["entry"] is None
        assert [reason["id"] for reason in document["score"]["reasons"]] == ["under_minimum"]
        assert Path(file).read_bytes() == before

    def test_all_that_is_wrong_is_told_at_once_in_the_text_that_was_typed(self, mjcalc: Run, file: str) -> None:
        hand = "123m456m78x9s22s +peng5p@戊 +peng9p@乙"
        shown = "+peng1s@丙 +chi12p"
        result = mjcalc("game", "win", file, "乙", hand, "--from", "己", "--show", f"丁={shown}", "--json")
        assert (result.code, result.out) == (2, "")
        problems = read(result.err)["error"]["problems"]
        assert [(one["code"], one["where"], one["column"]) for one in problems] == [
            ("unknown_player", "--from", None),
            ("unknown_player", "hand", hand.index("戊")),
            ("wrong_feeder", "hand", hand.rindex("乙")),
            ("wrong_meld_tiles", "show 丁", shown.index("12p")),
        ]
        assert problems[-1]["text"] == shown

    def test_a_problem_after_a_name_keeps_its_column(self, file: str) -> None:
        hand = "123m456m789s22s +peng5p@丙 +gang中x"
        with pytest.raises(NotationError) as raised:
            game.win(file, "乙", hand, win="3m", indicator="7p")
        (problem,) = raised.value.problems
        assert (problem.text, problem.column) == (hand, hand.index("x"))

    def test_what_is_given_for_one_deal_is_noted(self, mjcalc: Run, file: str) -> None:
        given = ["--dealer", "丁", "--base", "2", "--streak", "3", "--set", "caps.cap=100"]
        result = mjcalc("game", "win", file, "乙", *WIN, *given)
        assert (
            "只在本局 for this deal only: 莊家 dealer 丁 · 連莊 streak 3 · 底 base 2 · 設定 settings caps.cap=100"
            in (" ".join(result.out.split()))
        )
        (entry,) = game.show(file, deals=True).entries or ()
        assert entry.given == {"dealer": "丁", "streak": 3, "base": 2, "set": {"caps.cap": "100"}}
        assert (entry.dealer, entry.streak) == ("丁", 3)
        assert game.check(file).differences == ()

    def test_losers_go_into_show_by_name(self, file: str) -> None:
        with pytest.raises(TypeError, match="show"):
            game.win(file, "乙", HAND, losers={"right": "+chi123p"})

    def test_the_question_is_kept_as_it_was_typed(self, file: str) -> None:
        game.win(file, "乙", HAND, win="三萬", indicator="7p", from_="丙", show={"丁": "+peng9p@乙"}, seen="9m")
        (entry,) = game.export(file).entries or ()
        assert read(msgspec.json.encode(entry.question)) == {
            "winner": "乙", "hand": HAND, "from": "丙", "show": {"丁": "+peng9p@乙"}, "lang": "zh-Hant",
            "more": {"win": "三萬", "indicator": "7p", "seen": "9m"},
        }  # fmt: skip

    def test_its_request_is_a_line_of_a_batch_with_the_same_answer(
        self, mjcalc: Run, file: str, tmp_path: Path
    ) -> None:
        done = read(mjcalc("game", "win", file, "乙", *WIN, "--show", "丁=+peng9p@乙", "--json").out)
        (tmp_path / "line.jsonl").write_bytes(msgspec.json.encode(done["request"]))
        assert read(mjcalc("batch", str(tmp_path / "line.jsonl")).out) == done["score"]

    def test_it_draws_the_sheet_as_score_does(self, mjcalc: Run, file: str, tmp_path: Path) -> None:
        done = mjcalc("game", "win", file, "乙", *WIN, "--svg", str(tmp_path / "a.svg"), "--json")
        assert (done.code, done.err, read(done.out)["deals"]) == (0, "", 1)
        drawn = mjcalc("score", HAND.replace("丙", "right"), *WIN[1:], "-r", "hs", "--dealer", "left", "--svg", "-").out
        assert (tmp_path / "a.svg").read_text("utf-8") == drawn
        assert mjcalc("game", "win", file, "乙", *WIN, "--html", "-").out.startswith("<!DOCTYPE html>")
        assert game.show(file).deals == 2

    def test_a_picture_that_cannot_be_written_is_a_warning_for_the_win_is_in_the_book(
        self, mjcalc: Run, file: str, tmp_path: Path
    ) -> None:
        result = mjcalc("game", "win", file, "乙", *WIN, "--svg", str(tmp_path / "no" / "a.svg"))
        assert result.code == 0 and result.err.startswith("warning: ")
        assert game.show(file).deals == 1
        assert mjcalc("game", "win", file, "乙", *WIN, "--svg", "-", "--json").code == 2
        assert game.show(file).deals == 1

    def test_options_that_only_the_book_knows_do_not_exist(self, mjcalc: Run, file: str) -> None:
        for option in (["-r", "hs"], ["--right", "+chi123p"]):
            assert mjcalc("game", "win", file, "乙", *WIN, *option).code == 2

    @pytest.mark.parametrize("show", ["丁", "=+chi123p"])
    def test_show_needs_a_name_and_melds(self, mjcalc: Run, file: str, show: str) -> None:
        result = mjcalc("game", "win", file, "乙", *WIN, "--show", show)
        assert result.code == 2 and "NAME=MELDS" in result.err
        twice = mjcalc("game", "win", file, "乙", *WIN, "--show", "丁=+chi123p", "--show", "丁=+chi456p")
        assert twice.code == 2 and "twice" in twice.err


class TestPay:
    @pytest.mark.parametrize("amount", ["-30", "−30", "－３０"])
    def test_an_amount_may_be_written_in_any_usual_way(self, mjcalc: Run, file: str, amount: str) -> None:
        result = mjcalc("game", "pay", file, f"甲={amount}", "乙=+10", "丙=+10", "丁=10", "--note", "詐胡", "--json")
        entry = read(result.out)["entry"]
        assert (entry["payments"], entry["note"]) == ({"甲": -30, "乙": 10, "丙": 10, "丁": 10}, "詐胡")
        assert (entry["deal"], entry["dealer"]) == (None, None)

    @pytest.mark.parametrize("payments", [["甲"], ["甲=x", "乙=1"], ["甲=1.5"], ["甲="], ["甲=1", "甲=-1"], ["甲=--1"]])
    def test_what_is_no_payment_is_refused(self, mjcalc: Run, file: str, payments: list[str]) -> None:
        assert mjcalc("game", "pay", file, *payments).code == 2

    def test_a_sum_over_every_table_is_refused(self, file: str) -> None:
        with pytest.raises(MjcalcError, match="at most"):
            game.pay(file, {"甲": 10**12, "乙": -(10**12)})


class TestUndo:
    def test_it_says_what_was_taken_back(self, mjcalc: Run, file: str) -> None:
        game.draw(file)
        result = mjcalc("game", "undo", file)
        assert result.code == 0
        assert result.out.startswith("已取消 taken back · 1 · 流局 drawn game")
        assert mjcalc("game", "undo", file).code == 2

    def test_what_follows_takes_the_number_of_what_was_taken_back(self, file: str) -> None:
        game.draw(file)
        game.undo(file)
        done = game.win(file, "乙", HAND, win="3m", indicator="7p")
        assert done.entry is not None
        assert (done.entry.number, done.entry.deal, done.streak) == (1, 1, 0)


class TestCheck:
    RULES = "id: ours\nnames: {zh-Hant: 本桌, zh-Hans: 本桌, en: Ours}\nextends: huangshi\n"

    def play(self, folder: Path, more: str = "") -> str:
        (folder / "ours.yaml").write_text(self.RULES + more, "utf-8")
        file = str(folder / "evening.mj")
        game.new(file, rules=str(folder / "ours.yaml"), players=PLAYERS)
        game.win(file, "乙", HAND, win="3m", indicator="7p")
        game.draw(file)
        return file

    def process(self, *arguments: str) -> tuple[int, str]:
        """The command in a process of its own: within one, a rules file may be read only once."""
        import subprocess

        done = subprocess.run(
            [sys.executable, "-m", "mjcalc", *arguments], capture_output=True, text=True, encoding="utf-8", timeout=60
        )
        return done.returncode, done.stdout + done.stderr

    def test_other_rules_are_told_with_all_that_they_change(self, tmp_path: Path) -> None:
        file = self.play(tmp_path)
        assert self.process("game", "check", file)[0] == 0
        (tmp_path / "ours.yaml").write_text(self.RULES + "fans:\n  - {id: hard_win, value: 3}\n", "utf-8")
        code, out = self.process("game", "check", file, "--json")
        found = read(out)
        assert (code, found["rules_changed"], found["wins"]) == (1, True, 1)
        assert {one["field"] for one in found["differences"]} == {"total", "gain", "fans", "payments"}
        assert [(one["was"], one["now"]) for one in found["differences"] if one["field"] == "total"] == [(32, 48)]
        assert self.process("game", "check", file, "--lang", "en")[1].startswith(
            "entries checked: 2; hands scored again: 1 · differences: 4\nthe rules file has changed"
        )

    def test_a_comment_changes_the_file_and_nothing_else(self, tmp_path: Path) -> None:
        file = self.play(tmp_path)
        (tmp_path / "ours.yaml").write_text(self.RULES + "# ours\n", "utf-8")
        code, out = self.process("game", "check", file, "--json")
        assert (code, read(out)["rules_changed"], read(out)["differences"]) == (0, True, [])

    def test_a_hand_that_can_no_longer_be_asked_about_is_told(self, tmp_path: Path) -> None:
        file = self.play(tmp_path)
        game.undo(file)
        game.win(file, "乙", HAND, win="3m", indicator="7p", by="rob-kong", from_="丁")
        without = "remove: {fans: [rob_kong], rules: [rob_kong]}\nwins: [self-draw, discard, kong-draw]\n"
        (tmp_path / "ours.yaml").write_text(self.RULES + without, "utf-8")
        code, out = self.process("game", "check", file, "--json")
        assert code == 1
        (error,) = [one["now"] for one in read(out)["differences"]]
        assert "rob-kong" in error

    def test_rules_that_moved_with_the_book_are_found_beside_it(self, tmp_path: Path) -> None:
        (tmp_path / "old").mkdir()
        self.play(tmp_path / "old")
        (tmp_path / "old").rename(tmp_path / "new")
        code, out = self.process("game", "draw", str(tmp_path / "new" / "evening.mj"), "--json")
        assert (code, read(out)["deals"]) == (0, 3)

    def test_without_its_rules_a_book_can_still_be_shown(self, tmp_path: Path) -> None:
        file = self.play(tmp_path)
        (tmp_path / "ours.yaml").unlink()
        assert self.process("game", "draw", file)[0] == 2
        code, out = self.process("game", "show", file, "--lang", "en")
        assert code == 0 and out.startswith("Ours · deals 2")
