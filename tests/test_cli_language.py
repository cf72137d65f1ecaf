"""The language of what a command prints: asked for, set in the environment, or taken from the locale."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

Run = Callable[..., Any]

WIN = ["score", "123m456m789s22s +peng5p@right +gang中中", "--win", "3m", "--indicator", "7p", "-r", "huangshi"]
GISTS = {
    "both": "胡 win · 黃石麻將 Huangshi mahjong · 3m 自摸 self-draw · 得 gain 96",
    "zh-Hant": "胡 · 黃石麻將 · 3m 自摸 · 得 96",
    "zh-Hans": "胡 · 黄石麻将 · 3m 自摸 · 得 96",
    "en": "win · Huangshi mahjong · 3m self-draw · gain 96",
}


def gist(result: Any) -> str:
    assert (result.code, result.err) == (0, "")
    return str(result.out.splitlines()[0])


@pytest.mark.parametrize(
    ("word", "language"),
    [("zh-Hant", "zh-Hant"), ("zh", "zh-Hant"), ("zh-TW", "zh-Hant"), ("zh_CN", "zh-Hans"), ("english", "en")],
)
def test_a_language_that_is_asked_for_stands_alone(mjcalc: Run, word: str, language: str) -> None:
    assert gist(mjcalc(*WIN, "--lang", word)) == GISTS[language]


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({}, "both"),
        ({"LC_ALL": "zh_TW.UTF-8"}, "zh-Hant"),
        ({"LC_ALL": "zh_CN.UTF-8"}, "zh-Hans"),
        ({"LC_ALL": "de_DE.UTF-8"}, "both"),
        ({"LC_ALL": "zh_TW.UTF-8", "MJCALC_LANG": "en"}, "en"),
        ({"LC_ALL": "zh_TW.UTF-8", "MJCALC_LANG": "zh_CN"}, "zh-Hans"),
    ],
)
def test_without_one_the_environment_decides(
    mjcalc: Run, monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], language: str
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert gist(mjcalc(*WIN)) == GISTS[language]
    first = mjcalc("rules", "show", "huangshi").out.splitlines()[0]
    assert first == GISTS[language].split(" · ")[1]


def test_names_in_json_depend_on_no_locale(mjcalc: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    names = {
        lang: [fan["name"] for fan in json.loads(mjcalc(*WIN, "--json", *lang.split()).out)["fans"]]
        for lang in ("", "--lang zh-TW", "--lang zh_CN", "--lang en")
    }
    assert names[""] == names["--lang zh-TW"]
    assert "贏家開口" in names[""] and "赢家开口" in names["--lang zh_CN"] and "Open winner" in names["--lang en"]


@pytest.mark.parametrize(
    ("options", "shown"),
    [
        ((), "123m  456m  789s  22s"),
        (("--tiles", "hanzi"), "一二三萬  四五六萬  七八九條  二二條"),
        (("--tiles", "hanzi", "--lang", "zh_CN"), "一二三万  四五六万  七八九条  二二条"),
        (("--tiles", "unicode"), "🀇🀈🀉  🀊🀋🀌  🀖🀗🀘  🀑🀑"),
        (("--lang", "en"), "+gangCC"),
        (("--lang", "en", "--tiles", "text"), "+gang中中"),
        (("--tiles", "hanzi"), "+碰五筒@下家 +槓中中"),
    ],
)
def test_tiles_are_drawn_as_asked_for(mjcalc: Run, options: tuple[str, ...], shown: str) -> None:
    assert shown in mjcalc(*WIN, *options).out


@pytest.mark.parametrize("options", [("--tiles", style) for style in ("text", "hanzi", "letters", "unicode")])
def test_a_hand_that_was_printed_can_be_asked_about(mjcalc: Run, options: tuple[str, ...]) -> None:
    first = mjcalc(*WIN, *options, "--lang", "zh_CN")
    hand = re.search(r"^手牌  (.*)$", first.out, re.MULTILINE)
    assert hand
    again = mjcalc("score", hand[1], *WIN[2:], *options, "--lang", "zh_CN")
    assert again.out == first.out


@pytest.mark.parametrize("command", ["score", "waits", "discard"])
def test_the_words_of_the_question_may_be_chinese(mjcalc: Run, command: str) -> None:
    hand = {"score": WIN[1], "waits": WIN[1].replace("123m", "12m"), "discard": WIN[1]}[command]
    said = [command, hand, "-r", "huangshi", "--indicator", "7p", "--dealer"]
    won = command == "score"
    assert mjcalc(*said, "莊家", *(["--by", "点炮", "--from", "上家"] if won else [])).out == (
        mjcalc(*said, "self", *(["--by", "discard", "--from", "left"] if won else [])).out
    )
