"""Tiles and hands as drawings: each face of its own, melds turned to who fed them, wilds above what they stand for."""

import re
from xml.etree import ElementTree

import pytest

from mjcalc.hand import SEATS, TileSet
from mjcalc.pictures.hand import Group, Rack
from mjcalc.pictures.page import escape, format_group, format_symbols
from mjcalc.pictures.tiles import BACK, HEIGHT, WIDTH, tile_picture
from mjcalc.report.document import Tiles
from mjcalc.report.words import words_for
from mjcalc.rules.schema import Language, Names
from mjcalc.texts import LANGUAGES
from mjcalc.tiles import NAMES, kind_named

FLOWERS = "春夏秋冬梅蘭竹菊"
DRAWN = sorted({*NAMES, *FLOWERS, BACK})
EIGHT_DOTS = kind_named("8p")


def rack(wild: int | None = EIGHT_DOTS, lang: Language = "en") -> Rack:
    tile_set = TileSet(wild=wild, kong_tiles=frozenset({kind_named("中"), 34}), flowers=frozenset({kind_named("發")}))
    return Rack(tile_set, Names("飛", "飞", "wild"), words_for(lang))


def parse(elements: str) -> ElementTree.Element:
    return ElementTree.fromstring(f"<svg>{elements}</svg>")


def meld(call: str, tile: str, feeder: str | None) -> Group:
    names = ("1s", "2s", "3s") if call == "chow" else (tile,) * (4 if call.endswith("kong") else 3)
    return rack().tiles(Tiles(names, call, feeder))


def row(*names: str, wild: int | None = EIGHT_DOTS, lang: Language = "en") -> Group:
    return rack(wild, lang).tiles(Tiles(names))


def test_every_kind_the_flowers_the_wild_and_the_back_have_drawings_of_their_own() -> None:
    assert len({tile_picture(name) for name in DRAWN}) == 34 + 8 + 2


@pytest.mark.parametrize("name", DRAWN)
def test_a_tile_is_well_formed_and_needs_no_font_and_no_other_file(name: str) -> None:
    tags = {element.tag for element in parse(tile_picture(name)).iter()}
    assert tags <= {"svg", "g", "path", "circle", "ellipse", "rect"}
    assert "url(" not in tile_picture(name)


@pytest.mark.parametrize("name", [name for name in DRAWN if name[-1] in "mp" or name in "東南西北中發"])
def test_what_is_drawn_with_a_brush_or_as_circles_stays_on_its_tile(name: str) -> None:
    picture = parse(tile_picture(name))
    for path in picture.iter("path"):
        numbers = list(map(int, re.findall(r"-?\d+", path.attrib["d"])))
        across, down = numbers[::2], numbers[1::2]
        assert 20 < min(across) < max(across) < WIDTH - 20
        assert 10 < min(down) < max(down) < 370
    for circle in picture.iter("circle"):
        x, y, radius = (int(circle.attrib[key]) for key in ("cx", "cy", "r"))
        assert 10 < x - radius < x + radius < WIDTH - 10
        assert 10 < y - radius < y + radius < 370


@pytest.mark.parametrize("number", range(2, 10))
def test_a_number_tile_shows_its_number_of_circles_or_sticks(number: int) -> None:
    circles = parse(tile_picture(f"{number}p")).iter("circle")
    assert len({(circle.attrib["cx"], circle.attrib["cy"]) for circle in circles}) == number
    assert len(list(parse(tile_picture(f"{number}s")).iter("path"))) == number


@pytest.mark.parametrize(("feeder", "place"), [("left", 0), ("across", 1), ("right", -1)])
@pytest.mark.parametrize("kind", ["chow", "pung", "exposed_kong"])
def test_the_claimed_tile_is_turned_at_the_place_of_who_fed_it(kind: str, feeder: str, place: int) -> None:
    tiles = meld(kind, "5p", feeder).tiles
    assert [tile for tile in tiles if tile.is_turned] == [tiles[place]]


@pytest.mark.parametrize("kind", ["pung", "exposed_kong", "added_kong", "concealed_kong"])
def test_nothing_is_turned_where_it_is_not_known_who_fed_it(kind: str) -> None:
    assert not any(tile.is_turned for tile in meld(kind, "東", None).tiles)


@pytest.mark.parametrize("feeder", [*SEATS, None])
def test_the_fourth_tile_of_an_added_kong_lies_on_top(feeder: str | None) -> None:
    group = meld("added_kong", "白", feeder)
    *row, fourth = group.tiles
    assert len(row) == 3
    under = [tile for tile in row if tile.x == fourth.x]
    assert [tile.is_turned for tile in under] == [feeder is not None] == [fourth.is_turned]
    assert fourth.y == group.top < 0


def test_a_concealed_kong_has_its_outer_tiles_face_down() -> None:
    assert [tile.name for tile in meld("concealed_kong", "9m", None).tiles] == [BACK, "9m", "9m", BACK]


@pytest.mark.parametrize("feeder", [*SEATS, None])
@pytest.mark.parametrize("kind", ["chow", "pung", "exposed_kong", "added_kong"])
def test_the_tiles_of_a_row_touch_and_stand_on_one_line(kind: str, feeder: str | None) -> None:
    group = meld(kind, "發", feeder)
    x = 0
    for tile in group.tiles[:3] if kind == "added_kong" else group.tiles:
        wide, high = (HEIGHT, WIDTH) if tile.is_turned else (WIDTH, HEIGHT)
        assert (tile.x, tile.y + high) == (x, HEIGHT)
        x += wide
    assert group.width == x


def test_a_wild_shows_its_face_and_below_it_what_it_stands_for() -> None:
    group = row("2m", "3m*", "4m")
    shown = [(tile.name, tile.is_wild, tile.y < HEIGHT) for tile in group.tiles]
    assert shown == [("2m", False, True), ("8p", True, True), ("3m", False, False), ("4m", False, True)]
    assert group.spoken == "2 characters, wild as 3 characters, 4 characters"
    assert group.bottom > HEIGHT


@pytest.mark.parametrize("name", ["8p*", "8p", "*"])
def test_a_wild_that_stands_for_nothing_else_is_marked_and_nothing_hangs_below(name: str) -> None:
    group = row("7p", name)
    assert [(tile.name, tile.is_wild) for tile in group.tiles] == [("7p", False), ("8p", True)]
    assert group.bottom == HEIGHT


def test_a_wild_whose_face_is_not_known_is_drawn_as_the_wild_mark() -> None:
    assert [tile.name for tile in row("2s*", "8p", wild=None).tiles] == ["*", "2s", "8p"]


def test_a_hand_lies_by_suits_then_its_melds_and_what_lies_apart() -> None:
    groups = rack().hand("19m1p9s白* +peng5p@left +gang中* +da中 +hua發發")
    assert [(group.caption, [tile.name for tile in group.tiles]) for group in groups] == [
        ("", ["1m", "9m"]),
        ("", ["1p"]),
        ("", ["9s"]),
        ("", ["白", "8p"]),
        ("pung ← left", ["5p", "5p", "5p"]),
        ("kong tiles", ["中", "8p"]),
        ("thrown", ["中"]),
        ("flowers", ["發", "發"]),
    ]


def test_a_long_row_is_broken_so_that_it_fits_a_phone() -> None:
    assert [len(group.tiles) for group in rack().hand("11122233344455m")] == [7, 7]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_tiles_are_spoken_in_the_readers_language_alone(lang: Language) -> None:
    names = [name for name in (*NAMES, *FLOWERS) if name != "*"]
    spoken = [row(name + star, wild=None, lang=lang).spoken for name in dict.fromkeys(names) for star in ("", "*")]
    assert len(set(spoken)) == 2 * 42
    foreign = "[\u3400-\u9fff]" if lang == "en" else "[a-z]"
    assert not [words for words in spoken if re.search(foreign, words)]


def test_tiles_have_simplified_names_where_these_differ() -> None:
    spoken = row("3m", "5s", "東", "中", "發", "蘭", lang="zh-Hans").spoken
    assert spoken == "三万, 五条, 东风, 红中, 发财, 兰花"


def test_a_picture_defines_each_tile_once_and_draws_it_as_often_as_it_lies_there() -> None:
    groups = [meld("pung", "5p", None), meld("exposed_kong", "東", "left"), row("5p", "東")]
    symbols = re.findall(r'id="([^"]+)"', format_symbols(groups))
    used = re.findall(r'href="#([^"]+)"', "".join(map(format_group, groups)))
    assert sorted(symbols) == sorted(set(used)) and len(symbols) == 2 and len(used) == 9


def test_text_can_not_break_out_of_its_place() -> None:
    hostile = "</text><script>alert('\"&\x00\x1b\ud800"
    element = ElementTree.fromstring(f'<a b="{escape(hostile)}">{escape(hostile)}</a>')
    assert element.attrib["b"] == element.text == "</text><script>alert('\"&\ufffd\ufffd\ufffd"
    assert not list(element)
