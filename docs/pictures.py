"""Draws the examples in docs/pictures: ``python docs/pictures.py``.

A test fails where they and the code differ.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "pictures"
sys.path.insert(0, str(FOLDER.parent.parent))

import mjcalc  # noqa: E402
from mjcalc.hand import TileSet  # noqa: E402
from mjcalc.pictures.answer import format_picture  # noqa: E402
from mjcalc.pictures.hand import Rack  # noqa: E402
from mjcalc.pictures.sheet import DrawnHand, Sheet  # noqa: E402
from mjcalc.pictures.svg import format_svg  # noqa: E402
from mjcalc.report.document import Flow, Tiles  # noqa: E402
from mjcalc.report.draw import PLAIN  # noqa: E402
from mjcalc.report.words import WORDS, words_for  # noqa: E402
from mjcalc.rules import load  # noqa: E402

HAND = "12m456m22s8p +peng5p@right +bugang東@left +gang中中"
ROUND: dict[str, Any] = {"rules": "huangshi", "indicator": "7p", "dealer": "right", "base": 5}


def score_picture() -> str:
    """The picture at the top of the README."""
    score = mjcalc.score(HAND, win="6m", losers={"left": "+chi123p"}, **ROUND)
    return format_picture(score, load("huangshi"), "svg")


def chinese_picture() -> str:
    """The same, at the top of the page in Chinese."""
    score = mjcalc.score(HAND, win="6m", losers={"left": "+chi123p"}, lang="zh-Hans", **ROUND)
    return format_picture(score, load("huangshi"), "svg", lang="zh-Hans")


def waits_picture() -> str:
    """The same hand before its last draw."""
    waits = mjcalc.waits(HAND.replace("456m", "45m"), lang="en", **ROUND)
    return format_picture(waits, load("huangshi"), "svg", lang="en")


def tiles_picture() -> str:
    """Every tile once, and a concealed kong for the back."""
    rack = Rack(TileSet(), WORDS["wild"], words_for("en"))
    suits = [Tiles(tuple(f"{number}{suit}" for number in range(1, 10))) for suit in "mps"]
    others = [Tiles(tuple(names)) for names in ("東南西北中發白", "*", "春夏秋冬", "梅蘭竹菊")]
    kong = Tiles(("1p",) * 4, "concealed_kong")
    drawn = DrawnHand(tuple(map(rack.tiles, (*suits, *others, kong))))
    return format_svg(Sheet(Flow((("Tiles",),), ""), "Tiles", (), (drawn,)), rack, PLAIN, "en")


def generate_pictures() -> Iterator[tuple[str, str]]:
    """Every file's name, and what belongs in it."""
    yield "score.svg", score_picture()
    yield "score_zh.svg", chinese_picture()
    yield "waits.svg", waits_picture()
    yield "tiles.svg", tiles_picture()


if __name__ == "__main__":
    for name, picture in generate_pictures():
        (FOLDER / name).write_text(picture, encoding="utf-8")
