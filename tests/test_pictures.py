"""Tiles and hands as drawings: each face of its own, melds turned to who fed them, wilds above what they stand for."""

import re
from xml.etree import ElementTree

import pytest

from mjcalc.answers.records import SetOut
from mjcalc.hand import SEATS, Hand, Meld
from mjcalc.pictures.hand import Group, Wild, groups_of_hand, groups_of_sets, spoken_tile
from mjcalc.pictures.page import escape, format_group, format_symbols
from mjcalc.pictures.tiles import BACK, HEIGHT, WIDTH, tile_picture
from mjcalc.rules.schema import Language, Names
from mjcalc.tiles import NAMES, WILD, kind_named

LANGUAGES: tuple[Language, ...] = ("zh-Hant", "zh-Hans", "en")
KINDS = [BACK, *range(WILD + 1)]
WILD_8P = Wild(Names("飛", "飞", "wild"), kind_named("8p"))


def parse(elements: str) -> ElementTree.Element:
    return ElementTree.fromstring(f"<svg>{elements}</svg>")


def meld(kind: str, tile: str, feeder: str | None) -> Group:
    tiles = (tile,) * (4 if kind.endswith("kong") else 3) if kind != "chow" else ("1s", "2s", "3s")
    [group] = groups_of_sets([SetOut(kind, tiles, True, feeder)], None, "en")  # type: ignore[arg-type]
    return group


def test_every_kind_the_wild_and_the_back_have_drawings_of_their_own() -> None:
    assert len({tile_picture(kind) for kind in KINDS}) == 36


@pytest.mark.parametrize("kind", KINDS)
def test_a_tile_is_well_formed_and_needs_no_font_and_no_other_file(kind: int) -> None:
    tags = {element.tag for element in parse(tile_picture(kind)).iter()}
    assert tags <= {"svg", "g", "path", "circle", "ellipse", "rect"}
    assert "url(" not in tile_picture(kind)


@pytest.mark.parametrize("kind", [kind for kind in range(34) if NAMES[kind][1:] != "s" and kind < 31])
def test_what_is_drawn_with_a_brush_or_as_circles_stays_on_its_tile(kind: int) -> None:
    picture = parse(tile_picture(kind))
    for path in picture.iter("path"):
        numbers = list(map(int, re.findall(r"-?\d+", path.attrib["d"])))
        across, down = numbers[::2], numbers[1::2]
        assert 20 < min(across) < max(across) < WIDTH - 20
        assert 10 < min(down) < max(down) < 370
    for circle in picture.iter("circle"):
        x, y, radius = (int(circle.attrib[name]) for name in ("cx", "cy", "r"))
        assert 10 < x - radius < x + radius < WIDTH - 10
        assert 10 < y - radius < y + radius < 370


@pytest.mark.parametrize("number", range(1, 10))
def test_a_number_tile_shows_its_number_of_circles_or_sticks(number: int) -> None:
    if number > 1:
        dots = parse(tile_picture(kind_named(f"{number}p")))
        assert len({(one.attrib["cx"], one.attrib["cy"]) for one in dots.iter("circle")}) == number
        assert len(list(parse(tile_picture(kind_named(f"{number}s"))).iter("path"))) == number


@pytest.mark.parametrize(("feeder", "place"), [("left", 0), ("across", 1), ("right", -1)])
@pytest.mark.parametrize("kind", ["chow", "pung", "exposed_kong"])
def test_the_claimed_tile_is_turned_at_the_place_of_who_fed_it(kind: str, feeder: str, place: int) -> None:
    tiles = meld(kind, "5p", feeder).tiles
    assert [tile for tile in tiles if tile.turned] == [tiles[place]]


@pytest.mark.parametrize("kind", ["pung", "exposed_kong", "added_kong", "concealed_kong"])
def test_nothing_is_turned_where_it_is_not_known_who_fed_it(kind: str) -> None:
    assert not any(tile.turned for tile in meld(kind, "東", None).tiles)


@pytest.mark.parametrize("feeder", [*SEATS, None])
def test_the_fourth_tile_of_an_added_kong_lies_on_top(feeder: str | None) -> None:
    group = meld("added_kong", "白", feeder)
    *row, fourth = group.tiles
    assert len(row) == 3
    under = [tile for tile in row if tile.x == fourth.x]
    assert [tile.turned for tile in under] == [feeder is not None] == [fourth.turned]
    assert fourth.y == group.top < 0


def test_a_concealed_kong_has_its_outer_tiles_face_down() -> None:
    kinds = [tile.kind for tile in meld("concealed_kong", "9m", None).tiles]
    assert kinds == [BACK, 8, 8, BACK]


@pytest.mark.parametrize("feeder", [*SEATS, None])
@pytest.mark.parametrize("kind", ["chow", "pung", "exposed_kong", "added_kong"])
def test_the_tiles_of_a_row_touch_and_stand_on_one_line(kind: str, feeder: str | None) -> None:
    group = meld(kind, "發", feeder)
    x = 0
    for tile in group.tiles[:3] if kind == "added_kong" else group.tiles:
        wide, high = (HEIGHT, WIDTH) if tile.turned else (WIDTH, HEIGHT)
        assert (tile.x, tile.y + high) == (x, HEIGHT)
        x += wide
    assert group.width == x


def test_a_wild_shows_its_face_and_below_it_what_it_stands_for() -> None:
    [group] = groups_of_sets([SetOut("chow", ("2m", "3m*", "4m"), False)], WILD_8P, "en")
    shown = [(NAMES[tile.kind], tile.is_wild, tile.y < HEIGHT) for tile in group.tiles]
    assert shown == [("2m", False, True), ("8p", True, True), ("3m", False, False), ("4m", False, True)]
    assert group.spoken == "2 characters, wild as 3 characters, 4 characters"
    assert group.bottom > HEIGHT


def test_a_wild_that_stands_for_itself_is_marked_and_nothing_hangs_below() -> None:
    [group] = groups_of_sets([SetOut("pair", ("8p", "8p*"), False)], WILD_8P, "en")
    assert [tile.is_wild for tile in group.tiles] == [False, True]
    assert group.bottom == HEIGHT


def test_a_wild_whose_face_is_not_known_is_drawn_as_the_wild_mark() -> None:
    [group] = groups_of_sets([SetOut("pair", ("2s*", "2s"), False)], None, "en")
    assert [tile.kind for tile in group.tiles] == [WILD, kind_named("2s"), kind_named("2s")]


def test_all_that_lies_apart_is_drawn_with_its_name() -> None:
    hand = Hand((0, 0), (Meld("pung", 13, "left"),), kongs=(31, WILD), thrown=(32,), flowers=(32, 32))
    captions = [group.caption for group in groups_of_hand(hand, (), WILD_8P, "en")]
    assert captions == ["", "pung ← left", "kong tiles", "flowers", "thrown"]


def test_tiles_that_make_no_sets_lie_by_suits() -> None:
    concealed = (0, 8, 9, 26, 27, 33, WILD)
    groups = groups_of_hand(Hand(concealed), (), WILD_8P, "en")
    assert [[NAMES[tile.kind] for tile in group.tiles] for group in groups] == [
        ["1m", "9m"],
        ["1p"],
        ["9s"],
        ["東", "白", "8p"],
    ]


def test_a_long_row_is_broken_so_that_it_fits_a_phone() -> None:
    groups = groups_of_hand(Hand(tuple(sorted([*range(9)] * 2))[:14]), (), None, "en")
    assert [len(group.tiles) for group in groups] == [7, 7]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_tiles_are_spoken_in_the_readers_language_alone(lang: Language) -> None:
    words = [spoken_tile(name + star, None, lang) for name in NAMES for star in ("", "*") if name + star != "**"]
    assert len(set(words)) == 69
    letters = r"[a-z]" if lang != "en" else r"[\u3400-\u9fff]"
    assert not [word for word in words if re.search(letters, word)]


def test_the_same_tiles_are_called_by_simplified_names_where_they_differ() -> None:
    assert [spoken_tile(name, None, "zh-Hans") for name in ("3m", "5s", "東", "中", "發")] == [
        "三万",
        "五条",
        "东风",
        "红中",
        "发财",
    ]


def test_a_picture_defines_each_tile_once_and_draws_it_as_often_as_it_lies_there() -> None:
    groups = groups_of_sets([SetOut("pung", ("5p", "5p", "5p"), True, None)] * 2, None, "en")
    assert re.findall(r'id="([^"]+)"', format_symbols(groups)) == ["tile-13"]
    assert sum(format_group(group).count('href="#tile-13"') for group in groups) == 6


def test_text_can_not_break_out_of_its_place() -> None:
    hostile = "</text><script>alert('\"&\x00\x1b\ud800"
    element = ElementTree.fromstring(f'<a b="{escape(hostile)}">{escape(hostile)}</a>')
    assert element.attrib["b"] == element.text == "</text><script>alert('\"&\ufffd\ufffd\ufffd"
    assert not list(element)
