"""Pictures in a real browser, on a phone and on a desktop, light and dark."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.browser import CHROMIUM, measure, printed_pages
from tests.test_pictures_files import ASKED, picture_of

pytestmark = [pytest.mark.slow, pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")]

PHONE, DESKTOP = 360, 1280
LOOK = """{
    overflows: page.documentElement.scrollWidth > view.innerWidth,
    hidden: [...page.querySelectorAll('.wide')].filter(one => one.scrollWidth > one.clientWidth).length,
    tiles: [...page.querySelectorAll('use')].map(one => {
        const {width, height} = one.getBoundingClientRect();
        return [Math.min(width, height), Math.max(width, height)];
    }),
    texts: [...page.querySelectorAll('text, figcaption, h1, p, th, td')].map(one => {
        const {left, top, right, bottom} = one.getBoundingClientRect();
        return {text: one.textContent, box: [left, top, right, bottom]};
    }),
    drawn: [...page.querySelectorAll('use')].map(one => {
        const {left, top, right, bottom} = one.getBoundingClientRect();
        return [left, top, right, bottom];
    }),
    colours: [...page.querySelectorAll('text, h1, p, th, td, figcaption')].map(one => {
        const style = view.getComputedStyle(one);
        return one.tagName === 'text' ? style.fill : style.color;
    }),
    paper: page.querySelector('.paper')
        ? view.getComputedStyle(page.querySelector('.paper')).fill
        : view.getComputedStyle(page.body).backgroundColor,
}"""

EVENING, DEAL = "an evening", "a deal of an evening"
WIDTHS = (("html", PHONE), ("html", DESKTOP), ("svg", 760))
SHOWN = [(name, format, width) for name in (*ASKED, DEAL) for format, width in WIDTHS]
SHOWN += [(EVENING, "html", PHONE), (EVENING, "html", DESKTOP)]


@pytest.fixture(scope="module", params=[False, True], ids=["light", "dark"])
def looked_at(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, root: Path
) -> tuple[bool, list[Any]]:
    """What the browser says of every picture, and whether it was dark."""
    folder = tmp_path_factory.mktemp("browser")
    written = evening(folder, root)
    pages = []
    for name, format, width in SHOWN:
        page = written.get((name, format)) or picture_of(name, format)[0]
        pages.append(('<!DOCTYPE html><body style="margin:0">' * (format == "svg") + page, width))
    return request.param, measure(pages, LOOK, folder, dark=request.param)


def evening(folder: Path, root: Path) -> dict[tuple[str, str], str]:
    """What ``mjcalc game`` draws of three deals, with long names and a payment: what is shown and its format → text."""
    long, book = "W" * 20, str(folder / "evening.mj")
    svg, html = folder / "deal.svg", folder / "deal.html"

    def run(command: str, *arguments: str) -> str:
        return subprocess.run(
            [sys.executable, "-m", "mjcalc", "game", command, book, *arguments],
            env=os.environ | {"PYTHONPATH": str(root), "PYTHONIOENCODING": "utf-8"},
            check=True,
            capture_output=True,
            encoding="utf-8",
        ).stdout

    run("new", "-r", "huangshi", "--players", f"{long},Bo,{'丙' * 20},D")
    hand = f"12m456m22s8p +peng5p@{long} +bugang東@D +gang中中"
    run("win", "Bo", hand, "--win", "6m", "--indicator", "7p", "--svg", str(svg), "--html", str(html))
    run("draw")
    run("win", "D", "*2p +peng1p@Bo +bugang9p@Bo +angang5p +minggang6p@Bo")
    run("pay", f"{long}=-30", "Bo=+30", "--note", "詐胡 " * 20)
    deal = {(DEAL, file.suffix[1:]): file.read_text("utf-8") for file in (svg, html)}
    return deal | {(EVENING, "html"): run("export", "--html")}


def luminance(colour: str) -> float:
    """How bright a colour is, as WCAG reckons."""
    parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def overlap(one: list[float], other: list[float]) -> bool:
    """Whether two boxes share more than a seam."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return wide > 1 and high > 4


def test_nothing_is_wider_than_the_page(looked_at: tuple[bool, list[Any]]) -> None:
    for shown, page in zip(SHOWN, looked_at[1], strict=True):
        assert not page["overflows"] and not page["hidden"], shown
        assert all(text["box"][2] <= shown[2] for text in page["texts"]), shown


def test_every_tile_is_at_least_24_pixels_wide(looked_at: tuple[bool, list[Any]]) -> None:
    for shown, page in zip(SHOWN, looked_at[1], strict=True):
        assert page["tiles"], shown
        assert min(short for short, _ in page["tiles"]) >= 24, shown
        assert all(1.25 < long / short < 1.45 for short, long in page["tiles"]), shown


def test_no_text_lies_on_a_tile_or_on_other_text(looked_at: tuple[bool, list[Any]]) -> None:
    for shown, page in zip(SHOWN, looked_at[1], strict=True):
        if shown[1] != "svg":  # elsewhere the browser itself places them
            continue
        boxes = [text["box"] for text in page["texts"]]
        for place, box in enumerate(boxes):
            clash = [other for other in (*boxes[place + 1 :], *page["drawn"]) if overlap(box, other)]
            assert not clash, (shown, page["texts"][place])


def test_text_can_be_told_from_the_page(looked_at: tuple[bool, list[Any]]) -> None:
    dark, pages = looked_at
    for shown, page in zip(SHOWN, pages, strict=True):
        paper = luminance(page["paper"])
        assert (paper < 0.05) if dark else (paper > 0.9), shown
        for colour in set(page["colours"]):
            bright, dim = sorted((paper, luminance(colour)), reverse=True)
            assert (bright + 0.05) / (dim + 0.05) >= 4.5, (shown, colour)


@pytest.mark.parametrize("format", ["svg", "html"])
def test_a_score_sheet_prints_on_one_page(format: str, tmp_path: Path) -> None:
    assert printed_pages(picture_of("a win with every kind of meld", format)[0], format, tmp_path) == 1
