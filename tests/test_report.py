"""Answers as text: what a person at the table reads."""

import re

import msgspec
import pytest
from wcwidth import wcswidth

from mjcalc import api, rules
from mjcalc.answers.records import Score
from mjcalc.hand import SEATS, WAYS, TileSet
from mjcalc.notation import format_hand, parse_by, parse_dealer, parse_hand, parse_seat, parse_tile
from mjcalc.report.answer import answer_document, format_answer
from mjcalc.report.draw import Pen, TileStyle
from mjcalc.report.language import language_of_locale, parse_language
from mjcalc.report.markdown import format_markdown
from mjcalc.report.words import WORDS
from mjcalc.rules.schema import Language
from mjcalc.tiles import FLOWERS, GREEN, NAMES, RED, WHITE, WILD

HAND = "123m456m789s22s +peng5p@right +gang中中"
LANGUAGES = ("both", "zh-Hant", "zh-Hans", "en")
STYLES: tuple[TileStyle, ...] = ("text", "hanzi", "letters", "unicode")


def in_words(lang: str) -> Language:
    """The language of the answer itself, for a table in this one."""
    return "zh-Hant" if lang == "both" else lang  # type: ignore[return-value]


def table(
    hand: str, *, rules_id: str = "huangshi", lang: str = "both", tiles: str | None = None, **more: object
) -> str:
    """The score of a hand as text."""
    settings = more.get("set", {})
    score = api.score(hand, rules=rules_id, lang=in_words(lang), **more)  # type: ignore[arg-type]
    return format_answer(score, rules.configure(rules.load(rules_id), settings), lang=lang, tiles=tiles)  # type: ignore[arg-type]


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
        assert "\n飛 wild 2s · 莊家 dealer 下家 right · 底 base 13\n" in text
        assert re.search(r"total +2\n", text) and re.search(r"left +26$", text)

    def test_what_goes_without_saying_is_not_said(self) -> None:
        assert "base" not in table(HAND, win="3m", indicator="7p", lang="en", base=1)
        assert "base 2\n" in table(HAND, win="3m", indicator="7p", lang="en", base=2)

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
        assert not re.search("[\u4e00-\u9fff]", text)

    @pytest.mark.parametrize("lang", ["zh-Hant", "zh-Hans"])
    def test_chinese_stands_alone(self, lang: str) -> None:
        text = table("123m456m22s +peng5p@right +gang中中 +angang9p", win="3m", from_="left", dealer="self",
                     base=3, losers={"right": "+chi123p"}, indicator="7p", lang=lang, tiles="hanzi")  # fmt: skip
        assert not re.search("[A-Za-z]", text)
        capped = table("123m99m +peng2m@left +peng4m@across +peng7m@right", win="9m", lang=lang, tiles="hanzi")
        assert not re.search("[A-Za-z]", capped)
        refused = table("123m456m789s22s +peng5p@right +gang中", win="3m", lang=lang, tiles="hanzi")
        assert not re.search("[A-Za-z]", refused)

    def test_simplified_chinese_is_simplified(self) -> None:
        text = table(HAND, win="3m", indicator="7p", lang="zh-Hans", tiles="hanzi", from_="across")
        assert "← 对家" in text and "红中" in text and "一二三万  四五六万  七八九条  二二条" in text
        assert not set("對紅將條萬") & set(text)

    def test_tiles_can_be_pictures(self) -> None:
        text = table(HAND, win="3m", indicator="7p", tiles="unicode")
        assert "🀇🀈🀉  🀊🀋🀌  🀖🀗🀘  🀑🀑\n" in text
        assert "+gang🀄︎🀄︎" in text

    def test_english_has_letters_for_honours_where_nothing_else_is_said(self) -> None:
        assert "+gangCC\n" in table(HAND, win="3m", indicator="7p", lang="en")
        assert "+gang中中\n" in table(HAND, win="3m", indicator="7p", lang="en", tiles="text")
        assert "+gang中中\n" in table(HAND, win="3m", indicator="7p", lang="zh-Hant")
        assert "+gangCC\n" in table(HAND, win="3m", indicator="7p", lang="zh-Hant", tiles="letters")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("tiles", STYLES)
@pytest.mark.parametrize("width", [60, 80, 120])
class TestLayout:
    @pytest.fixture(autouse=True)
    def _terminal(self, monkeypatch: pytest.MonkeyPatch, width: int) -> None:
        monkeypatch.setenv("COLUMNS", str(width))

    def test_scores_are_aligned_and_fit_the_terminal(self, lang: str, tiles: str, width: int) -> None:
        losers = {"right": "+peng8s@winner +angang9p +gang發發", "across": "+gang1s@left +da中發", "left": ""}
        texts = [
            table(HAND, win="3m", indicator="7p", dealer="right", losers=losers, from_="right", lang=lang, tiles=tiles),
            table("123m456m789s22s +peng5p@right +gang中", win="3m", lang=lang, tiles=tiles),
            table("123m99m +peng2m@left +peng4m@across +peng7m@right", win="9m", dealer="self", lang=lang, tiles=tiles),
            table("1122335577m8899m", win="9m", rules_id="huangmei", lang=lang, tiles=tiles),
        ]
        for text in texts:
            assert is_aligned(text), text
            assert max(map(wcswidth, text.splitlines())) < width, text
            assert not re.search(r" $", text, re.MULTILINE)

    def test_waits_and_discards_fit_too(self, lang: str, tiles: TileStyle, width: int) -> None:
        variant = rules.load("huangshi")
        words = in_words(lang)
        losers = {"right": "+chi123p", "left": "+gang發發"}
        ready = api.waits("12m456m789s22s +peng5p@right +gang中中", rules="huangshi", indicator="7p", losers=losers,
                          lang=words)  # type: ignore[arg-type]  # fmt: skip
        refused = api.waits("13m456m789s22s +peng5p@right", rules="huangshi", indicator="7p", lang=words)
        far = api.waits("147m258p369s東南西北", rules="huangshi", lang=words)
        throw = api.discards("147m258p369s東南西北白", rules="huangshi", lang=words)
        for answer in (ready, refused, far, throw):
            text = format_answer(answer, variant, lang=lang, tiles=tiles)  # type: ignore[arg-type]
            assert is_aligned(text), text
            assert max(map(wcswidth, text.splitlines())) < width, text


class TestWaits:
    def test_waits_are_sorted_by_worth_and_dead_ones_are_marked_and_last(self) -> None:
        waits = api.waits("123p456p678s8889m", rules="huangmei", seen="7777m")
        text = format_answer(waits, rules.load("huangmei"), lang="en")
        rows = text.splitlines()
        assert [row.split()[0] for row in rows if re.match(r"\d[mps] ", row)] == ["9m", "7m"]
        assert re.search(r"^7m +0 none left", text, re.MULTILINE)
        assert "left 3" in rows

    def test_the_total_counts_tiles_that_may_win_and_tells_the_others_apart(self) -> None:
        waits = api.waits("12m*456m789s2s +peng5p@right +gang中中", rules="huangshi", indicator="7p", seen="33m",
                          lang="en")  # fmt: skip
        text = format_answer(waits, rules.load("huangshi"), lang="en")
        assert text.endswith("left 5 (with those that may not win: 8)")
        assert re.search(r"^ +Self-draw, Open winner, +Open winner,$", text, re.MULTILINE)

    def test_a_wait_that_could_not_win_says_why(self) -> None:
        waits = api.waits("45p123s789s22m +peng8m@right", rules="huangmei")
        text = format_answer(waits, rules.load("huangmei"), lang="zh-Hant")
        assert "✗" in text

    def test_a_reason_is_a_sentence_with_its_numbers_filled_in(self) -> None:
        waits = api.waits("13m456m789s22s +peng5p@right", rules="huangshi", indicator="7p", lang="en")
        text = format_answer(waits, rules.load("huangshi"), lang="en")
        assert "✗ a plain hand needs 4 from" in text
        assert not re.search("under.minimum", text)

    def test_a_hand_that_is_not_ready_gets_its_distance_and_what_helps(self) -> None:
        waits = api.waits("147m258p369s東南西北", rules="huangshi")
        text = format_answer(waits, rules.load("huangshi"), lang="en")
        assert re.match(r"[1-9] shanten · ", text)
        assert re.search(r"^ +4  \S*m", text, re.MULTILINE)

    def test_discards_keep_their_order_and_say_what_then_helps(self) -> None:
        discards = api.discards("123p456p678s8889m1s", rules="huangmei")
        text = format_answer(discards, rules.load("huangmei"), lang="en")
        assert re.search(r"^1s +0 +7 +79m$", text, re.MULTILINE)


def test_lines_grow_with_the_terminal_up_to_a_length_that_can_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    lengths = []
    for columns in (20, 60, 100, 300):
        monkeypatch.setenv("COLUMNS", str(columns))
        text = table("123m456m789s33s +peng5p@right +gang中", win="3m", lang="en")
        lengths.append(max(map(wcswidth, text.splitlines())))
    assert 20 < lengths[0] < 40 < lengths[1] < 60 < lengths[2] < 100
    assert lengths[3] < 120


class TestWords:
    """What a report prints can be typed."""

    @pytest.mark.parametrize("lang", ["zh-Hant", "zh-Hans", "en"])
    def test_every_word_for_a_seat_or_a_way_of_winning_is_read(self, lang: Language) -> None:
        for seat in SEATS:
            assert parse_seat(WORDS[seat].said_in(lang)) == parse_dealer(WORDS[seat].said_in(lang)) == seat
            assert parse_hand(f"+peng5p@{WORDS[seat].said_in(lang)}").melds[0].feeder == seat
        assert parse_dealer(WORDS["self"].said_in(lang)) == "self"
        for way in WAYS:
            assert parse_by(WORDS[way].said_in(lang)) == way

    @pytest.mark.parametrize("lang", ["zh-Hant", "zh-Hans", "en"])
    @pytest.mark.parametrize("style", STYLES)
    def test_every_tile_is_read_as_it_is_drawn(self, style: TileStyle, lang: Language) -> None:
        pen = Pen(style, lang)
        assert [parse_tile(pen.tiles([name])) for name in NAMES[: WILD + 1]] == list(range(WILD + 1))

    @pytest.mark.parametrize("lang", ["zh-Hant", "zh-Hans", "en"])
    @pytest.mark.parametrize("style", STYLES)
    def test_every_hand_is_read_as_it_is_drawn(self, style: TileStyle, lang: Language) -> None:
        at = TileSet(kong_tiles=frozenset((RED, GREEN, WILD)), flowers=frozenset((WHITE, *FLOWERS)))
        for text in (
            "123m +hua白春夏秋冬梅蘭竹菊",
            "123m456p789s東南西北中發白* +gang中中發* +da中* +hua白白",
            "1m +chi123m +peng東@left +gang9p@across +bugang1s@right",
            "55s +angang9m +peng南 +gang北@left",
        ):
            hand = parse_hand(text, at)
            assert parse_hand(Pen(style, lang).hand(format_hand(hand)), at) == hand

    def test_the_name_of_every_wild_is_read(self) -> None:
        for entry in rules.variants():
            wild = rules.load(entry.id).tiles.wild
            for name in () if wild is None or wild.names is None else (wild.names.hant, wild.names.hans):
                assert parse_tile(name) == WILD

    def test_another_language_is_refused(self) -> None:
        with pytest.raises(ValueError, match="no such language: 'fr'"):
            format_answer(api.score(HAND, rules="huangshi"), rules.load("huangshi"), lang="fr")  # type: ignore[arg-type]


class TestLanguage:
    @pytest.mark.parametrize(
        ("words", "language"),
        [
            ("zh-Hant zh-hant zh_TW zh-TW zh-HK zh 繁體中文", "zh-Hant"),
            ("zh-Hans ZH-HANS zh_CN zh-CN zh-SG 简体中文 簡體", "zh-Hans"),
            ("en EN en-US en_GB english English", "en"),
        ],
    )
    def test_a_language_has_these_names(self, words: str, language: str) -> None:
        assert {word: parse_language(word) for word in words.split()} == dict.fromkeys(words.split(), language)

    @pytest.mark.parametrize("word", ["", "fr", "zh-Latn", "eng", "both", "C"])
    def test_what_is_not_a_language_is_refused(self, word: str) -> None:
        with pytest.raises(ValueError, match="is not one of zh-Hant, zh-Hans, en"):
            parse_language(word)

    @pytest.mark.parametrize(
        ("variables", "language"),
        [
            ({}, None),
            ({"LANG": "C.UTF-8"}, None),
            ({"LANG": "en_GB.UTF-8"}, None),
            ({"LANG": "zh_TW.UTF-8"}, "zh-Hant"),
            ({"LANG": "zh_HK"}, "zh-Hant"),
            ({"LANG": "zh_CN.GB18030"}, "zh-Hans"),
            ({"LANG": "zh_SG.UTF-8@pinyin"}, "zh-Hans"),
            ({"LANG": "zh_CN", "LC_MESSAGES": "de_DE"}, None),
            ({"LANG": "en_US", "LC_MESSAGES": "zh_TW", "LC_ALL": ""}, "zh-Hant"),
            ({"LANG": "zh_TW", "LC_ALL": "zh_CN"}, "zh-Hans"),
            ({"LANG": "zh_XX"}, None),
        ],
    )
    def test_only_a_chinese_locale_chooses(self, variables: dict[str, str], language: str | None) -> None:
        assert language_of_locale(variables) == language


def test_a_wild_that_stands_for_a_tile_is_drawn_as_that_tile() -> None:
    drawn = {style: Pen(style).tiles(["1m*", "1m", "東*", "*"]) for style in STYLES}
    assert drawn == {"text": "1m*1m東**", "hanzi": "一萬*一萬東**", "letters": "1m*1mE**", "unicode": "🀇*🀇🀀**"}
    assert Pen().tiles([]) == ""


class TestMarkdown:
    def test_an_answer_has_its_facts_in_lists_and_its_tables_in_tables(self) -> None:
        score = api.score(HAND, rules="huangshi", win="3m", indicator="7p", dealer="right", lang="en")
        text = format_markdown(answer_document(score, rules.load("huangshi"), lang="en"))
        assert text.startswith("# win · Huangshi mahjong · 3m self-draw · gain 128\n\n- **hand** 123456m22789s +peng5p")
        assert "\n- **sets** 123m  456m  789s  22s<br>555p pung ← right\n" in text
        assert "\n| fan | value |\n| --- | ---: |\n| Self-draw | ×2 |\n" in text
        assert "\n| **total** | **32** |\n" in text
        assert re.search(r"^\| right \| Dealer ×2 \| 64 \|$", text, re.MULTILINE)

    def test_what_markdown_would_take_for_markup_is_escaped(self) -> None:
        score = api.score("12m*456m789s22s +peng5p@right +gang中中", rules="huangshi", win="1m", lang="en")
        text = format_markdown(answer_document(score, rules.load("huangshi"), lang="en"))
        assert r"22789s\*" in text
        assert re.search(r"\n- note: .*only \\\* is wild", text)


def test_a_report_needs_no_more_than_the_json_says() -> None:
    score = api.score(HAND, rules="huangshi", win="3m", indicator="7p")
    again = msgspec.json.decode(msgspec.json.encode(score), type=Score)
    variant = rules.load("huangshi")
    assert format_answer(again, variant) == format_answer(score, variant)
