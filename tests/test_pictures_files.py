"""Answers as SVG and HTML files: everything that the table says, in one file that needs no other."""

import random
import re
import runpy
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjcalc.api import OPERATIONS
from mjcalc.asked import read
from mjcalc.hand import TileSet
from mjcalc.pictures.answer import FORMATS, format_picture
from mjcalc.pictures.hand import Rack
from mjcalc.pictures.sheet import sheet_of
from mjcalc.question import Question
from mjcalc.report.answer import answer_document
from mjcalc.report.document import Document, Entries, Facts, Flow, HandText, Piece, Remarks, Table, Tiles
from mjcalc.report.draw import PLAIN, Pen
from mjcalc.report.sheet import sheet_document
from mjcalc.report.text import format_text
from mjcalc.report.words import WORDS, words_for
from mjcalc.rules import load
from mjcalc.scoring.predicates import VOCABULARY
from tests.support.dealing import VARIANTS, deal
from tests.support.markup import outside_references, parse_picture, readable_text

DOCS = Path(__file__).parent.parent / "docs"
LANGUAGES = ("both", "zh-Hant", "zh-Hans", "en")

SCORE: dict[str, Any] = {
    "hand": "12m45m789s22s8p3m +peng5p@right +gang中中",
    "indicator": "7p",
    "dealer": "self",
    "base": 5,
}
ASKED: dict[str, tuple[str, str, dict[str, Any]]] = {
    "a win with a wild": ("score", "huangshi", SCORE),
    "a win with every kind of meld": (
        "score",
        "huangshi",
        {"hand": "*2p +peng1p@left +bugang9p@across +angang5p +minggang6p@right", "losers": {"left": "+peng2m@across"}},
    ),
    "no shape": ("score", "huangshi", {"hand": "125m459m17s29s8p +peng5p@left", "wild": "8p"}),
    "a shape that may not win": ("score", "huangshi", {"hand": "123m456m789s22s +chi234p", "wild": "8p"}),
    "a thrown tile and flowers": (
        "score",
        "huangmei",
        {"hand": "12345m99s +bugang9p@across +angang1s +hua發發", "win": "9s", "from": "left"},
    ),
    "seasons and plants": (
        "score",
        "guobiao",
        {"hand": "123m456p789s東東 +peng中@left +hua春冬梅蘭竹菊夏秋", "win": "東", "from": "left", "dealer": "self"},
    ),
    "waits": ("waits", "huangshi", {"hand": "23m456m789s2s8p +peng5p@right +gang中中", "indicator": "7p"}),
    "far from ready": ("waits", "huangshan-fei", {"hand": "159m159p159s東南西北"}),
    "what to throw": ("discard", "huangmei", {"hand": "123m456p78s22s中中白9s"}),
}


def picture_of(name: str, format: str, lang: str = "both") -> tuple[str, Document]:
    """A picture of an answer, and the document that it is made of."""
    operation, rules, given = ASKED[name]
    return drawn(operation, rules, given, format, lang)


def drawn(operation: str, rules: str, given: dict[str, Any], format: str, lang: str = "both") -> tuple[str, Document]:
    given = {"from_" if key == "from" else key: value for key, value in given.items() if key != "rules"}
    asked = read(Question(**given), rules, operation)  # type: ignore[arg-type]
    answer = OPERATIONS[operation](asked, "zh-Hant" if lang == "both" else lang)  # type: ignore[arg-type]
    variant = asked.round.variant
    picture = format_picture(answer, variant, format, lang=lang)  # type: ignore[arg-type]
    return picture, answer_document(answer, variant, lang=lang)  # type: ignore[arg-type]


def texts_of(document: Document) -> Iterator[str]:
    """Every text of a document that is not drawn."""

    def of_flow(part: Flow | Piece) -> Iterator[str]:
        for item in part.items if isinstance(part, Flow) else ((part,),):
            yield from (piece for piece in item if isinstance(piece, str))

    yield from of_flow(document.title)
    for block in document.blocks:
        if isinstance(block, Table):
            yield from (column.head for column in block.columns)
            for row in (*block.rows, block.foot):
                for cell in row:
                    for part in cell:
                        yield from of_flow(part)
        elif isinstance(block, Remarks):
            yield from (remark.label + remark.text for remark in block.remarks)
        elif isinstance(block, Facts) and block.is_short:
            for fact in block.facts:
                yield fact.label
                for flow in fact.lines:
                    yield from of_flow(flow)


def tiles_of(document: Document) -> int:
    """How many tiles a document has drawn in its lines and tables."""
    flows = [document.title]
    for block in document.blocks:
        if isinstance(block, Facts) and block.is_short:
            flows += [flow for fact in block.facts for flow in fact.lines]
        elif isinstance(block, Table):
            cells = [part for row in (*block.rows, block.foot) for cell in row for part in cell]
            flows += [part if isinstance(part, Flow) else Flow(((part,),), "") for part in cells]
    pieces = [piece for flow in flows for item in flow.items for piece in item]
    return sum(len(piece.names) for piece in pieces if isinstance(piece, Tiles))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("name", ASKED)
class TestAPicture:
    def test_says_everything_that_the_table_says(self, name: str, format: str, lang: str) -> None:
        picture, document = picture_of(name, format, lang)
        said = readable_text(parse_picture(picture))
        missing = [text for text in texts_of(document) if re.sub(r"\s", "", text) not in said]
        assert not missing

    def test_is_one_file_that_needs_no_other(self, name: str, format: str, lang: str) -> None:
        picture, _ = picture_of(name, format, lang)
        assert not outside_references(picture)
        root = parse_picture(picture)
        ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
        assert len(set(ids)) == len(ids)
        used = {element.attrib["href"] for element in root.iter() if "href" in element.attrib}
        assert {id for id in ids if id.startswith("tile-")} == {reference.removeprefix("#") for reference in used}

    def test_is_small(self, name: str, format: str, lang: str) -> None:
        assert len(picture_of(name, format, lang)[0].encode()) < 60_000

    def test_says_its_language_and_draws_dark_only_on_a_screen(self, name: str, format: str, lang: str) -> None:
        picture, _ = picture_of(name, format, lang)
        assert parse_picture(picture).attrib["lang"] == ("zh-Hant" if lang == "both" else lang)
        assert "@media screen and (prefers-color-scheme:dark)" in picture


@pytest.mark.parametrize("lang", ["zh-Hant", "zh-Hans", "en"])
@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("name", ASKED)
def test_a_picture_has_no_more_words_of_another_language_than_the_table(name: str, format: str, lang: str) -> None:
    picture, document = picture_of(name, format, lang)
    root = parse_picture(picture)
    said = [text for element in root.iter() for text in (element.text, element.tail, element.attrib.get("aria-label"))]
    styles = {element.text for element in root.iter("style")}
    foreign = re.compile("[\u3400-\u9fff]" if lang == "en" else "[A-Za-z]{2,}")
    table = format_text(document, Pen("letters" if lang == "en" else "text"))
    found = {word for text in said if text and text not in styles for word in foreign.findall(text)}
    assert found <= set(foreign.findall(table))


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("name", ASKED)
def test_a_screen_reader_can_say_every_tile(name: str, format: str) -> None:
    picture, _ = picture_of(name, format, "en")
    root = parse_picture(picture)
    pictures = [element for element in root.iter() if element.attrib.get("role") == "img"]
    assert pictures
    for element in pictures:
        label = element.attrib["aria-label"]
        titles = [title.text or "" for title in element.iter("title")]
        assert titles and all(title in label for title in titles)
        # A tile below a wild is in the wild's own words.
        below = sum(title.startswith("wild as") for title in titles)
        assert len(titles) + below == sum(1 for _ in element.iter("use"))


def test_the_svg_says_its_hand_in_its_description() -> None:
    root = parse_picture(picture_of("a win with a wild", "svg", "en")[0])
    described = root.findtext("desc")
    assert described is not None and described.startswith("1 characters, 2 characters, 3 characters; ")
    assert "wild as" in described
    assert described.endswith("pung ← right: 5 dots, 5 dots, 5 dots; kong tiles: red dragon, red dragon")


@pytest.mark.parametrize("format", FORMATS)
def test_a_hand_is_drawn_once(format: str) -> None:
    for name, tiles, below in (("a win with a wild", 11 + 3 + 2, 1), ("no shape", 11 + 3, 0), ("waits", 10 + 3 + 2, 0)):
        picture, document = picture_of(name, format)
        uses = sum(1 for _ in parse_picture(picture).iter("use"))
        assert uses == tiles + below + tiles_of(document), name


@pytest.mark.parametrize("format", FORMATS)
def test_the_notation_of_a_hand_stays_readable_beside_its_sets(format: str) -> None:
    picture, document = picture_of("a win with a wild", format)
    groups = [
        piece.text
        for block in document.blocks
        if isinstance(block, Facts)
        for fact in block.facts
        for flow in fact.lines
        for item in flow.items
        for piece in item
        if isinstance(piece, HandText)
    ]
    assert len(groups) == 3
    assert "".join(groups) in readable_text(parse_picture(picture))


def test_the_lines_of_an_svg_stay_within_its_page() -> None:
    for name in ASKED:
        root = parse_picture(picture_of(name, "svg")[0])
        _, _, width, height = map(float, root.attrib["viewBox"].split())
        lines = [line for line in root.iter("text")]
        assert all(32 <= float(line.attrib["x"]) <= width - 32 for line in lines)
        assert all(32 <= float(line.attrib["y"]) <= height - 32 for line in lines)


def test_a_style_of_tiles_is_that_of_the_text() -> None:
    asked = read(Question(**SCORE), "huangshi", "score")
    answer = OPERATIONS["score"](asked, "zh-Hans")
    picture = format_picture(answer, asked.round.variant, "svg", lang="zh-Hans", tiles="hanzi")
    assert Pen("hanzi", "zh-Hans").hand("+peng5p@right") in readable_text(parse_picture(picture))


@pytest.mark.parametrize("format", FORMATS)
def test_names_that_look_like_markup_stay_text(format: str, tmp_path: Path) -> None:
    hostile = """</text></style><script>alert("1" & '2')</script>"""
    names = "{zh-Hant: %s, zh-Hans: %s, en: %s}" % ((f"'{hostile.replace(chr(39), chr(39) * 2)}'",) * 3)
    file = tmp_path / "hostile.yaml"
    file.write_text(f"id: hostile\nextends: huangshi\nnames: {names}\nfans:\n  - {{id: dealer, names: {names}}}\n")
    picture, _ = drawn("score", str(file), SCORE, format, "en")
    root = parse_picture(picture)
    assert not [element for element in root.iter() if element.tag == "script"]
    assert readable_text(root).count(re.sub(r"\s", "", hostile)) == 2


@settings(max_examples=60)
@given(seed=st.integers(0, 2**32), rules=st.sampled_from(VARIANTS), format=st.sampled_from(list(FORMATS)))
def test_every_hand_can_be_drawn(seed: int, rules: str, format: str) -> None:
    picture, document = drawn("score", rules, deal(random.Random(seed), rules), format)
    said = readable_text(parse_picture(picture))
    assert not [text for text in texts_of(document) if re.sub(r"\s", "", text) not in said]


@pytest.mark.parametrize("format", FORMATS)
def test_a_rule_sheet_can_be_drawn_too(format: str) -> None:
    document = sheet_document(load("huangshi"), VOCABULARY, lang="en")
    words = words_for("en")
    rack = Rack(TileSet(), WORDS["wild"], words)
    picture = FORMATS[format](sheet_of(document, rack, PLAIN), rack, PLAIN, "en")
    assert not outside_references(re.sub(r"https?://", "", picture))
    said = readable_text(parse_picture(picture))
    entries = [entry for block in document.blocks if isinstance(block, Entries) for entry in block.entries]
    assert len(entries) > 50
    for entry in entries:
        texts = (entry.head, entry.code, entry.worth, entry.source, *entry.details)
        texts += tuple(" ".join(command) for command in entry.commands)
        assert not [text for text in texts if re.sub(r"\s", "", text) not in said]


EXAMPLES = dict(runpy.run_path(str(DOCS / "pictures.py"))["generate_pictures"]())


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_pictures_in_the_docs_are_what_is_drawn(name: str) -> None:
    assert (DOCS / "pictures" / name).read_text(encoding="utf-8") == EXAMPLES[name], "run: python docs/pictures.py"


def test_the_docs_show_every_picture_that_is_there() -> None:
    pages = [DOCS / "pictures.md", DOCS / "README.zh.md", DOCS.parent / "README.md"]
    shown = {path for page in pages for path in re.findall(r"pictures/\w+\.svg", page.read_text(encoding="utf-8"))}
    there = {f"pictures/{path.name}" for path in (DOCS / "pictures").iterdir()}
    assert shown == there == {f"pictures/{name}" for name in EXAMPLES}


def test_the_python_of_the_page_runs() -> None:
    [code] = re.findall(r"```python\n(.*?)```", (DOCS / "pictures.md").read_text(encoding="utf-8"), re.DOTALL)
    names: dict[str, Any] = {}
    exec(code, names)
    assert parse_picture(names["picture"]).tag == "svg"


def test_the_command_of_the_page_writes_its_two_files(
    mjcalc: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    [command] = re.findall(r"```sh\n(.*?)```", (DOCS / "pictures.md").read_text(encoding="utf-8"), re.DOTALL)
    monkeypatch.chdir(tmp_path)
    assert mjcalc(*shlex.split(command.replace("\\\n", ""))[1:]).code == 0
    assert (tmp_path / "score.svg").read_text(encoding="utf-8") == EXAMPLES["score.svg"]
    assert (tmp_path / "score.html").exists()
