"""Tiles: their order, names and pictures."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjcalc import tiles
from mjcalc.notation import parse_tiles
from mjcalc.tiles import KINDS, NAMES, WILD, class_of, format_tiles, is_number, kind_named, tile_glyph, tile_name

KIND = st.integers(0, WILD)


def test_there_are_34_kinds_and_the_wild_comes_after_them() -> None:
    assert KINDS == WILD == 34
    assert "".join(NAMES[27:35]) == "東南西北中發白*"


@pytest.mark.parametrize("kind", range(WILD + 1))
def test_a_name_leads_back_to_its_kind(kind: int) -> None:
    assert kind_named(tile_name(kind)) == kind


@pytest.mark.parametrize("name", ["", "0m", "1z", "x", "E"])
def test_only_canonical_names_are_names(name: str) -> None:
    with pytest.raises(KeyError):
        kind_named(name)


@pytest.mark.parametrize("kind", range(WILD + 1))
def test_a_picture_is_read_as_the_tile_it_shows(kind: int) -> None:
    assert parse_tiles(tile_glyph(kind)) == (kind,)


def test_only_the_red_dragon_asks_for_the_text_form() -> None:
    marked = [kind for kind in range(KINDS) if tile_glyph(kind).endswith("\ufe0e")]
    assert marked == [tiles.RED]


def test_classes_are_the_three_suits_and_the_honours() -> None:
    assert [class_of(kind) for kind in range(KINDS)] == [0] * 9 + [1] * 9 + [2] * 9 + [3] * 7
    assert [kind for kind in range(WILD + 1) if is_number(kind)] == list(range(27))


@given(st.lists(KIND))
def test_tiles_are_written_in_order_and_read_back(kinds: list[int]) -> None:
    assert parse_tiles(format_tiles(kinds)) == tuple(sorted(kinds))


@given(st.lists(KIND))
def test_the_order_of_tiles_does_not_change_how_they_are_written(kinds: list[int]) -> None:
    assert format_tiles(kinds) == format_tiles(reversed(kinds))
