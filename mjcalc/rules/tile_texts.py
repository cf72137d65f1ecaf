"""What the tile texts of a rules file stand for: kinds and groups of them, and sets by example."""

from collections.abc import Mapping
from typing import NamedTuple

from mjcalc.hand import TileSet
from mjcalc.notation import parse_tiles
from mjcalc.tiles import WILD, class_of, format_tiles, is_number

__all__ = ["ExampleSet", "NotASetError", "parse_kinds", "parse_sets", "words_of"]

_ANY = TileSet()


class NotASetError(ValueError):
    """Tiles that are not a chow, a pung or a pair."""

    def __init__(self, tiles: str) -> None:
        super().__init__(tiles)
        self.tiles = tiles


class ExampleSet(NamedTuple):
    """A set or a pair that stands as an example: ``chow``, ``pung`` or ``pair``, and its first tile."""

    kind: str
    tile: int


def words_of(text: str) -> list[tuple[int, str]]:
    """The words of a text, each with its place.

    >>> words_of("winds 19m")
    [(0, 'winds'), (6, '19m')]
    """
    words = []
    at = 0
    for word in text.split():
        at = text.index(word, at)
        words.append((at, word))
        at += len(word)
    return words


def parse_kinds(text: str, groups: Mapping[str, str]) -> tuple[int, ...]:
    """The kinds that a text names one by one or by the names of groups.

    >>> parse_kinds("winds 19m", {"winds": "東南西北"})
    (27, 28, 29, 30, 0, 8)

    :raises NotationError: if it cannot be read.
    """
    return tuple([kind for _, word in words_of(text) for kind in parse_tiles(groups.get(word, word), _ANY)])


def parse_sets(text: str) -> tuple[ExampleSet, ...]:
    """The sets of an example, one word each: three tiles in a row, three alike, or two alike.

    >>> parse_sets("123m 東東東 55p")
    (ExampleSet(kind='chow', tile=0), ExampleSet(kind='pung', tile=27), ExampleSet(kind='pair', tile=13))

    :raises NotationError: if a word cannot be read as tiles.
    :raises NotASetError: if a word is not a set or a pair.
    """
    return tuple([_set(word) for _, word in words_of(text)])


def _set(word: str) -> ExampleSet:
    tiles = sorted(parse_tiles(word, _ANY))
    first = tiles[0]
    if WILD not in tiles:
        if len(set(tiles)) == 1 and len(tiles) in (2, 3):
            return ExampleSet("pung" if len(tiles) == 3 else "pair", first)
        is_run = tiles == [first, first + 1, first + 2] and class_of(first) == class_of(first + 2)
        if is_run and (is_number(first) or first == 31):
            return ExampleSet("chow", first)
    raise NotASetError(format_tiles(tiles))
