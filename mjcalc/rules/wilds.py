"""What one round is played with: the variant's tiles, and the wild that the flipped tile makes."""

from msgspec.structs import replace

from mjcalc.errors import ImpossibleError, Problem
from mjcalc.hand import TileSet
from mjcalc.memo import Memo
from mjcalc.notation import parse_tiles
from mjcalc.rules.schema import Variant
from mjcalc.texts import say
from mjcalc.tiles import FLOWERS, WILD, tile_name

__all__ = ["tile_set", "wild_after"]

_ANY = TileSet()
_tile_sets: Memo[tuple[Variant, int | None, int | None], TileSet] = Memo(4096, weight=4_000_000)
_successors: Memo[Variant, dict[int, int]] = Memo(64)
_OPTIONS = {"indicator": say("indicator"), "wild": say("wild")}
_WEIGHT = 40_000
"""About how many bytes a variant and its own tiles take; its rounds share them."""


def wild_after(variant: Variant, indicator: int) -> int | None:
    """The wild tile when this one is flipped; None in a variant without wilds.

    :raises ImpossibleError: if the variant has no such tile to flip.
    """
    successors = _wild_by_indicator(variant)
    if not successors:
        return None
    if indicator not in successors:
        raise ImpossibleError([_no_such_tile(variant, indicator, "indicator")])
    return successors[indicator]


def tile_set(variant: Variant, indicator: int | None = None, wild: int | None = None) -> TileSet:
    """The tiles of a round with this flipped tile, or this wild; with neither, the wild stays anonymous.

    :raises ImpossibleError: if the variant has no wilds, no flipped tile makes this wild, or the two contradict.
    """
    key = variant, indicator, wild
    known = _tile_sets.get(key)
    if known is not None:
        return known
    problems = _contradictions(variant, indicator, wild)
    if problems:
        raise ImpossibleError(problems)
    if indicator is not None:
        wild = wild_after(variant, indicator)
    if indicator is wild is None:
        return _tile_sets.keep(key, _plain(variant), _WEIGHT)
    return _tile_sets.keep(key, replace(tile_set(variant), wild=wild, indicator=indicator))


def _plain(variant: Variant) -> TileSet:
    """The tiles of a round whose wild is not known. Those of other rounds share its parts."""
    tiles = variant.tiles
    return TileSet(
        kinds=frozenset(_parse(tiles.kinds)),
        calls=frozenset(variant.calls),
        flowers=frozenset((*_parse(tiles.flowers), *(FLOWERS if tiles.bonus_tiles else ()))),
        kong_tiles=frozenset(_parse(tiles.kong_tiles)),
        dragon_run=tiles.dragon_run,
        has_wilds=tiles.wild is not None,
        name=variant.names,
    )


def _contradictions(variant: Variant, indicator: int | None, wild: int | None) -> list[Problem]:
    given = [("indicator", indicator), ("wild", wild)]
    given = [(option, tile) for option, tile in given if tile is not None]
    if variant.tiles.wild is None:
        return [
            Problem(
                "no_wilds",
                say(
                    "{variant} has no wild tile, so no {option} either", variant=variant.names, option=_OPTIONS[option]
                ),
                where=option,
            )
            for option, _ in given
        ]
    successors = _wild_by_indicator(variant)
    problems = [
        _no_such_tile(variant, tile, option) for option, tile in given if tile is not None and tile not in successors
    ]
    if problems or wild is None:
        return problems
    if wild not in successors.values():
        message = say(
            "{tile} is never wild in {variant}: no flipped tile makes it so",
            tile=tile_name(wild),
            variant=variant.names,
        )
        return [Problem("never_wild", message, where="wild")]
    if indicator is not None and successors[indicator] != wild:
        made = tile_name(successors[indicator])
        message = say(
            "with {flipped} flipped the wild is {made}, not {wild}",
            flipped=tile_name(indicator),
            made=made,
            wild=tile_name(wild),
        )
        return [Problem("indicator_and_wild", message, where="wild")]
    return []


def _no_such_tile(variant: Variant, tile: int, option: str) -> Problem:
    if tile == WILD:
        message = say("name the {option} by its face, not by *", option=_OPTIONS[option])
    else:
        message = say("{variant} has no {tile}", variant=variant.names, tile=tile_name(tile))
    return Problem("tile_not_in_set", message, where=option)


def _wild_by_indicator(variant: Variant) -> dict[int, int]:
    known = _successors.get(variant)
    if known is not None:
        return known
    successors: dict[int, int] = {}
    rule = variant.tiles.wild
    if rule is not None:
        for cycle in map(_parse, rule.cycles):
            successors.update(zip(cycle, cycle[1:] + cycle[:1], strict=True))
        for flipped, wild in rule.special.items():
            successors[_parse(flipped)[0]] = _parse(wild)[0]
    return _successors.keep(variant, successors)


def _parse(text: str) -> tuple[int, ...]:
    return parse_tiles(text, _ANY) if text else ()
