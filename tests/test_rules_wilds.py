"""The flipped tile makes the wild; what cannot be flipped or wild is an error that says so."""

import pytest

from mjcalc.errors import ImpossibleError
from mjcalc.rules import load, tile_set, wild_after
from mjcalc.tiles import KINDS, WILD, kind_named


@pytest.mark.parametrize(
    ("rules", "indicator", "wild"),
    [
        ("hs", "1m", "2m"),
        ("hs", "9m", "1m"),
        ("hs", "9s", "1s"),
        ("hs", "北", "白"),
        ("hs", "白", "東"),
        ("hs", "中", "白"),
        ("hs", "發", "白"),
        ("fei", "北", "東"),
        ("fei", "中", "發"),
        ("fei", "白", "中"),
    ],
)
def test_the_wild_is_the_tile_after_the_flipped_one(rules: str, indicator: str, wild: str) -> None:
    kind = kind_named(wild)
    assert wild_after(load(rules), kind_named(indicator)) == kind
    tiles = tile_set(load(rules), kind_named(indicator))
    assert (tiles.wild, tiles.indicator) == (kind, kind_named(indicator))


@pytest.mark.parametrize("rules", ["hs", "fei"])
def test_every_tile_can_be_flipped(rules: str) -> None:
    variant = load(rules)
    assert all(wild_after(variant, kind) in tile_set(variant).kinds for kind in tile_set(variant).kinds)


def test_a_wild_named_alone_takes_no_copy_away() -> None:
    tiles = tile_set(load("hs"), wild=kind_named("白"))
    assert (tiles.wild, tiles.indicator) == (kind_named("白"), None)


def test_without_either_the_wild_stays_anonymous() -> None:
    tiles = tile_set(load("hs"))
    assert (tiles.wild, tiles.indicator, tiles.has_wilds) == (None, None, True)


def test_the_tiles_of_a_variant_are_those_of_its_file() -> None:
    plain, kongs, runs = tile_set(load("hm")), tile_set(load("hs")), tile_set(load("fei"))
    assert len(plain.kinds) == 30
    assert plain.flowers == {kind_named("發")}
    assert "chow" not in plain.calls
    assert not plain.has_wilds
    assert kongs.kong_tiles == {kind_named("中"), kind_named("發"), WILD}
    assert (runs.dragon_run, kongs.dragon_run) == (True, False)
    assert plain.name == load("hm").names


@pytest.mark.parametrize(
    ("rules", "indicator", "wild", "code", "words"),
    [
        ("hm", "1m", None, "no_wilds", ["indicator: ", "no wild"]),
        ("hm", None, "1m", "no_wilds", ["wild: ", "no wild"]),
        ("hm", "1m", "2m", "no_wilds", ["indicator: ", "wild: "]),
        ("hs", None, "中", "never_wild", ["中"]),
        ("hs", "1m", "3m", "indicator_and_wild", ["1m", "2m", "3m"]),
        ("hs", "*", None, "tile_not_in_set", ["indicator: ", "face"]),
        ("hs", None, "*", "tile_not_in_set", ["wild: ", "face"]),
    ],
)
def test_what_cannot_be_is_an_error_that_says_why(
    rules: str, indicator: str | None, wild: str | None, code: str, words: list[str]
) -> None:
    with pytest.raises(ImpossibleError) as caught:
        tile_set(
            load(rules),
            None if indicator is None else kind_named(indicator),
            None if wild is None else kind_named(wild),
        )
    assert {problem.code for problem in caught.value.problems} == {code}
    assert all(word in str(caught.value) for word in words)


def test_a_tile_set_is_made_once() -> None:
    for indicator in (None, *range(KINDS)):
        assert tile_set(load("fei"), indicator) is tile_set(load("fei"), indicator)
