"""Answers as text: what a person at the table reads."""

import re

import msgspec
import pytest
from wcwidth import wcswidth

from mjcalc import api, rules
from mjcalc.answers.records import Score
from mjcalc.report.answer import format_answer
from mjcalc.report.round import Round
from mjcalc.report.words import WORDS, draw

HAND = "123m456m789s22s +peng5p@right +gang中中"
LANGUAGES = ("zh-Hant", "zh-Hans", "en")


def table(hand: str, *, rules_id: str = "huangshi", lang: str = "zh-Hant", glyphs: bool = False, **more: object) -> str:
    """The score of a hand as text."""
    settings = more.get("set", {})
    score = api.score(hand, rules=rules_id, lang=lang, **more)  # type: ignore[arg-type]
    given = Round(**{name: more[name] for name in ("dealer", "base", "streak", "losers") if name in more})  # type: ignore[arg-type]
    return format_answer(score, rules.configure(rules.load(rules_id), settings), given, lang=lang, glyphs=glyphs)  # type: ignore[arg-type]


def is_aligned(text: str) -> bool:
    """Whether the columns of every table in the text begin where their rule begins, hanzi counted double."""
    lines = text.splitlines()
    for number, line in enumerate(lines):
        if not re.fullmatch(r"-+(  -+)*", line):
            continue
        starts = [match.start() for match in re.finditer(r"(?<=  )-", line)]
        for row in (lines[number - 1], lines[number + 1]):
            columns = "".join(char + "\0" * (wcswidth(char) - 1) for char in row.ljust(len(line)))
            if any(columns[start - 2 : start] != "  " for start in starts):
                return False
    return True


class TestScore:
    def test_the_first_line_says_whether_it_wins_by_what_and_how_much(self) -> None:
        head = table(HAND, win="3m", indicator="7p").splitlines()[0]
        assert head == "胡 win · 黃石麻將 Huangshi mahjong · 3m 自摸 self-draw · 得 gain 96"

    def test_a_win_from_a_seat_says_from_which(self) -> None:
        assert "點炮 discard ← 上家 left" in table(HAND, win="3m", indicator="7p", from_="left")

    def test_the_hand_is_shown_in_sets_with_wilds_marked_and_melds_with_their_feeders(self) -> None:
        text = table("12m*456m789s22s +peng5p@right +gang中中", win="1m", indicator="7p")
        assert "12m3m*  456m  789s  22s\n" in text
        assert "555p 碰 pung ← 下家 right\n" in text

    def test_fans_have_both_names_and_their_values(self) -> None:
        text = table(HAND, win="3m", indicator="7p")
        assert re.search(r"自摸 +Self-draw\w* +×2\n", text)
        assert re.search(r"紅中槓 +\S.* +×2\^2\n", text)
        assert re.search(r"合計 +total +32\n", text)

    def test_fans_that_are_added_have_a_plus(self) -> None:
        text = table("123p456p678s8889m9m", win="9m", rules_id="huangmei")
        assert re.search(r"平胡 +\S.* \+1\n", text)
        assert re.search(r"合計 +total +3\n", text)

    def test_big_hands_are_added_and_then_multiplied_with_the_rest(self) -> None:
        text = table("333m555m99m +gang2m@left +peng7m@left", win="9m", indicator="7p", by="kong-draw")
        assert re.search(r"清一色 +Full flush +\+10\n", text)
        assert re.search(r"total +8 × 30 = 240\n", text)

    def test_every_seat_is_there_with_what_it_pays(self) -> None:
        text = table("123p456p678s99m35m4m", win="4m", from_="left", rules_id="huangmei")
        assert re.search(r"下家 right +0\n對家 across +0\n上家 left +3$", text)

    def test_a_cap_is_named_with_its_seats_and_its_reason(self) -> None:
        text = table("666m777m99m +peng2m@left +gang4m@across +gang*", win="9m", by="kong-draw", indicator="1p",
                     losers={"right": "+peng8s@winner", "across": "+chi123s"})  # fmt: skip
        assert "光明頂 Bright cap 700 (上家 left): " in text
        assert "金頂 Golden cap 500 (下家 right, 對家 across): " in text
        assert "沒有說輸家" not in text

    def test_a_cap_says_its_amount_times_the_base(self) -> None:
        text = table("666m777m99m +peng2m@left +gang4m@across +gang*", win="9m", by="kong-draw", indicator="1p", base=2)
        assert "哈巴頂 Haba cap 900 × 2 = 1800: " in text

    def test_a_cap_reached_since_nothing_was_said_of_the_losers_says_so(self) -> None:
        text = table("666m777m99m +peng2m@left +gang4m@across +gang*", win="9m", by="kong-draw", indicator="1p",
                     lang="en")  # fmt: skip
        assert text.endswith("no losers' melds were given: they count as not open")

    def test_a_column_after_caps_is_there_only_where_a_cap_changed_something(self) -> None:
        hand = "123m99m +peng2m@left +peng4m@across +peng7m@right"
        assert "owes    pays" in table(hand, win="9m", indicator="7p", lang="en")
        capped = table(hand, win="9m", indicator="7p", lang="en", set={"caps.cap": 70})
        assert "owes    capped    pays" in capped

    def test_the_base_of_the_round_is_what_the_payments_were_made_from(self) -> None:
        hand = "456m789m22p345p +chi123m +da*"
        text = table(hand, win="5p", indicator="1s", rules_id="huangshan-fei", dealer="right", streak=4)
        assert "\n莊家 dealer 下家 right · 底 base 13\n" in text
        assert re.search(r"total +2\n", text) and re.search(r"left +26$", text)

    def test_what_goes_without_saying_is_not_said(self) -> None:
        assert "base" not in table(HAND, win="3m", indicator="7p", lang="en")
        assert "base 1\n" in table(HAND, win="3m", indicator="7p", lang="en", base=1)

    def test_english_names_are_told_apart_by_commas(self) -> None:
        text = table(HAND, win="3m", indicator="7p", lang="en", dealer="right", losers={"right": "+chi123p"})
        assert "Dealer ×2, Open loser ×2" in text

    def test_whoever_pays_for_the_others_is_named(self) -> None:
        text = table("123m99m +peng2m@left +peng4m@across +peng7m@right", win="9m", indicator="7p")
        assert text.splitlines()[-3:] == ["包牌 pays for the others: 下家 right", "", "註 note: 包牌依據：清一色包牌"]

    def test_a_hand_that_may_not_win_gets_its_reasons_and_no_table(self) -> None:
        text = table("123m456m789s22s +peng5p@right +gang中", win="3m", indicator="7p")
        assert text.startswith("不能胡 no win · ")
        assert "(under_minimum)" in text
        assert "合計" not in text

    def test_notes_are_shown(self) -> None:
        assert "註 note: " in table(HAND, win="3m")

    def test_english_stands_alone(self) -> None:
        text = table(HAND, win="3m", indicator="7p", lang="en")
        assert text.startswith("win · Huangshi mahjong · 3m self-draw · gain 96\n")
        assert not re.search("[\u4e00-\u9fff]", text.replace("中中", ""))

    def test_simplified_chinese_is_simplified(self) -> None:
        text = table(HAND, win="3m", indicator="7p", lang="zh-Hans")
        assert "对家 across" in text and "红中" in text
        assert not set("對紅將") & set(text)

    def test_tiles_can_be_pictures(self) -> None:
        text = table(HAND, win="3m", indicator="7p", glyphs=True)
        assert "🀇🀈🀉  🀊🀋🀌  🀖🀗🀘  🀑🀑\n" in text
        assert "+gang🀄︎🀄︎" in text


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("glyphs", [False, True])
class TestLayout:
    def test_tables_are_aligned_and_fit_into_80_columns(self, lang: str, glyphs: bool) -> None:
        losers = {"right": "+peng8s@winner +angang9p +gang發發", "across": "+gang1s@left +da中發", "left": ""}
        texts = [
            table(
                HAND, win="3m", indicator="7p", dealer="right", losers=losers, from_="right", lang=lang, glyphs=glyphs
            ),
            table("123m456m789s22s +peng5p@right +gang中", win="3m", lang=lang, glyphs=glyphs),
            table("1122335577m8899m", win="9m", rules_id="huangmei", lang=lang, glyphs=glyphs),
        ]
        for text in texts:
            assert is_aligned(text), text
            assert max(map(wcswidth, text.splitlines())) <= 80, text
            assert not re.search(r" $", text, re.MULTILINE)

    def test_waits_and_discards_fit_too(self, lang: str, glyphs: bool) -> None:
        variant = rules.load("huangshi")
        ready = api.waits("12m456m789s22s +peng5p@right +gang中中", rules="huangshi", indicator="7p", lang=lang)  # type: ignore[arg-type]
        far = api.waits("147m258p369s東南西北", rules="huangshi", lang=lang)  # type: ignore[arg-type]
        throw = api.discards("147m258p369s東南西北白", rules="huangshi", lang=lang)  # type: ignore[arg-type]
        for text in (
            format_answer(ready, variant, lang=lang, glyphs=glyphs),
            format_answer(far, variant, lang=lang, glyphs=glyphs),
            format_answer(throw, variant, lang=lang, glyphs=glyphs),
        ):
            assert is_aligned(text), text
            assert max(map(wcswidth, text.splitlines())) <= 80, text


class TestWaits:
    def test_waits_are_sorted_by_worth_and_dead_ones_are_marked_and_last(self) -> None:
        waits = api.waits("123p456p678s8889m", rules="huangmei", seen="7777m")
        text = format_answer(waits, rules.load("huangmei"), lang="en")
        rows = text.splitlines()
        assert [row.split()[0] for row in rows if re.match(r"\d[mps] ", row)] == ["9m", "7m"]
        assert re.search(r"^7m +0 none left", text, re.MULTILINE)
        assert "left 3" in rows

    def test_the_total_counts_tiles_that_may_win_and_tells_the_others_apart(self) -> None:
        waits = api.waits("12m*456m789s2s +peng5p@right +gang中中", rules="huangshi", indicator="7p", seen="33m")
        text = format_answer(waits, rules.load("huangshi"), lang="en")
        assert text.endswith("left 5 (with those that may not win: 8)")
        assert re.search(r"Self-draw, Open winner, +Open winner,\n", text)

    def test_a_wait_that_could_not_win_says_why(self) -> None:
        waits = api.waits("45p123s789s22m +peng8m@right", rules="huangmei")
        text = format_answer(waits, rules.load("huangmei"), lang="zh-Hant")
        assert "✗" in text

    def test_a_hand_that_is_not_ready_gets_its_distance_and_what_helps(self) -> None:
        waits = api.waits("147m258p369s東南西北", rules="huangshi")
        text = format_answer(waits, rules.load("huangshi"), lang="en")
        assert re.match(r"[1-9] shanten · ", text)
        assert re.search(r"^ +4  \S*m", text, re.MULTILINE)

    def test_discards_keep_their_order_and_say_what_then_helps(self) -> None:
        discards = api.discards("123p456p678s8889m1s", rules="huangmei")
        text = format_answer(discards, rules.load("huangmei"), lang="en")
        assert re.search(r"^1s +0 +7 +79m$", text, re.MULTILINE)


def test_sentences_fit_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    text = table("123m456m789s33s +peng5p@right +gang中", win="3m", indicator="7p")
    assert max(map(wcswidth, text[text.index("✗") :].splitlines())) < 50
    monkeypatch.setenv("COLUMNS", "200")
    assert (
        max(
            map(
                wcswidth,
                format_answer(api.score(HAND, rules="huangshi"), rules.load("huangshi"), lang="en").splitlines(),
            )
        )
        < 80
    )


def test_every_word_is_there_in_three_languages() -> None:
    assert all(len(words) == 3 and all(words) for words in WORDS.values())


def test_a_wild_that_stands_for_a_tile_is_drawn_as_that_tile() -> None:
    assert draw(["1m*", "1m", "*"], glyphs=True) == "🀇*🀇*"
    assert draw([], glyphs=False) == ""


def test_a_report_needs_no_more_than_the_json_says() -> None:
    score = api.score(HAND, rules="huangshi", win="3m", indicator="7p")
    again = msgspec.json.decode(msgspec.json.encode(score), type=Score)
    variant = rules.load("huangshi")
    assert format_answer(again, variant, lang="en") == format_answer(score, variant, lang="en")
