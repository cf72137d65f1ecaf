"""Readings by brute force: every wild becomes every kind in turn, and plain recursion takes the tiles apart.

Slow and simple, and it shares no code with the solver. A tile is a pair (kind, state); the states are chosen so that
equal tiles in a block sort as a reading shows them.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations, product

from mjcalc.solver.position import Position
from mjcalc.solver.shapes import Shape, ShapeSet

__all__ = ["Value", "all_readings"]

WON, NATURAL, WILD, WON_WILD = range(4)

Tile = tuple[int, int]
Tiles = tuple[Tile, ...]
Found = tuple[str, Tiles]
Value = tuple[str, tuple[Found, ...]]
"""A shape's id, and all blocks with their kinds, sorted: two readings are the same if these are equal."""

ORPHANS = frozenset((0, 8, 9, 17, 18, 26, *range(27, 34)))


def all_readings(shape_set: ShapeSet, position: Position, win: int) -> set[Value]:
    """Every reading of a hand; the arguments are those of ``Reader.readings``."""
    wilds, melds, win_is_wild = position.wilds, position.melds, win == 34
    natural = [kind for kind, count in enumerate(position.counts) for _ in range(count)]
    if not set(natural) <= shape_set.kinds or len(natural) + wilds != 14 - 3 * melds:
        return set()
    if (not wilds) if win_is_wild else (win not in natural):
        return set()
    known: list[Tile] = [(kind, NATURAL) for kind in natural]
    if not win_is_wild:
        known.remove((win, NATURAL))
        known.append((win, WON))
    found: set[Value] = set()
    for shape in shape_set.shapes:
        if shape.form in ("all_of", "four_wilds"):
            found |= {(shape.id, blocks) for blocks in _whole(shape, shape_set, known, position, win_is_wild)}
            continue
        if melds > {"standard": 4, "knitted_straight": 1}.get(shape.form, 0):
            continue
        for kinds in combinations_with_replacement(sorted(shape_set.kinds), wilds):
            if not _may_fit(shape, natural, kinds, shape_set.dragon_run):
                continue
            for won in set(kinds) if win_is_wild else [None]:
                stand = [(kind, WILD) for kind in kinds]
                if won is not None:
                    stand.remove((won, WILD))
                    stand.append((won, WON_WILD))
                tiles = tuple(sorted((*known, *stand)))
                found |= {(shape.id, blocks) for blocks in _taken_apart(shape, tiles, shape_set.dragon_run)}
    return found


def _whole(
    shape: Shape, shape_set: ShapeSet, known: list[Tile], position: Position, win_is_wild: bool
) -> Iterator[tuple[Found, ...]]:
    wilds, melded, wild_kind = position.wilds, position.melded, position.wild_kind
    if shape.form == "four_wilds":
        faces = [34 if wild_kind is None else wild_kind] if wilds >= 4 else []
    else:
        kinds = shape_set.kinds & set(shape.tiles)
        have = {kind for kind, _ in known} | {kind for kind, count in enumerate(melded or ()) if count}
        if not kinds or not have <= kinds:
            return
        faces = [min(kinds), *({wild_kind} & kinds if wilds else ())]
    for face in faces:
        stand = [(face, WILD)] * wilds
        if win_is_wild:
            stand[-1] = (face, WON_WILD)
        yield (("tiles", tuple(sorted((*known, *stand)))),)


def _may_fit(shape: Shape, natural: list[int], kinds: tuple[int, ...], dragon_run: bool) -> bool:
    if shape.form != "standard":
        return True
    counts = [0] * 34
    for kind in (*natural, *kinds):
        counts[kind] += 1
    suits = [_divides(tuple(counts[start : start + 9])) for start in (0, 9, 18)]
    suits.append(_divides_honours(tuple(counts[27:]), dragon_run))
    return all(suits)


@cache
def _divides(counts: tuple[int, ...]) -> bool:
    """Whether sets, and perhaps a pair, use a suit up."""
    return bool(
        _standard(tuple((kind, NATURAL) for kind, count in enumerate(counts) for _ in range(count)), False, True)
    )


@cache
def _divides_honours(counts: tuple[int, ...], dragon_run: bool) -> bool:
    tiles = tuple((27 + kind, NATURAL) for kind, count in enumerate(counts) for _ in range(count))
    return bool(_standard(tiles, dragon_run, True))


def _taken_apart(shape: Shape, tiles: Tiles, dragon_run: bool) -> frozenset[tuple[Found, ...]]:
    match shape.form:
        case "standard":
            return frozenset(
                blocks
                for blocks in _standard(tiles, dragon_run, True)
                if sum(kind == "pair" for kind, _ in blocks) == 1
            )
        case "seven_pairs":
            return frozenset(
                blocks for blocks in _pairs(tiles) if not shape.distinct or len({tile[0][0] for _, tile in blocks}) == 7
            )
        case "thirteen_orphans":
            return frozenset(_orphans(tiles))
        case "knitted_straight":
            return frozenset(_knitted_straights(tiles, dragon_run))
        case _:
            kinds = [kind for kind, _ in tiles]
            fits = _is_knitted(kinds, shape.honors) if shape.form == "knitted_honors" else _is_disjoint(kinds)
            return frozenset([tuple(sorted(("single", (tile,)) for tile in tiles))] if fits else [])


@cache
def _standard(tiles: Tiles, dragon_run: bool, pair: bool) -> frozenset[tuple[Found, ...]]:
    """Every division into sets and at most one pair."""
    if not tiles:
        return frozenset([()])
    first, others = tiles[0], tiles[1:]
    kind = first[0]
    choices: set[Found] = set()
    if pair:
        choices |= {("pair", (first, other)) for other in others if other[0] == kind}
    choices |= {("pung", (first, *two)) for two in combinations(others, 2) if two[0][0] == two[1][0] == kind}
    if (kind < 27 and kind % 9 < 7) or (dragon_run and kind == 31):
        choices |= {
            ("chow", (first, middle, last))
            for middle in others
            if middle[0] == kind + 1
            for last in others
            if last[0] == kind + 2
        }
    found: set[tuple[Found, ...]] = set()
    for block in choices:
        rest = _without(tiles, block[1])
        for blocks in _standard(rest, dragon_run, pair and block[0] != "pair"):
            found.add(tuple(sorted((block, *blocks))))
    return frozenset(found)


def _pairs(tiles: Tiles) -> set[tuple[Found, ...]]:
    if not tiles:
        return {()}
    partners = {other for other in tiles[1:] if other[0] == tiles[0][0]}
    return {
        tuple(sorted((("pair", (tiles[0], other)), *blocks)))
        for other in partners
        for blocks in _pairs(_without(tiles, (tiles[0], other)))
    }


def _orphans(tiles: Tiles) -> Iterator[tuple[Found, ...]]:
    kinds = Counter(kind for kind, _ in tiles)
    if kinds.keys() != ORPHANS:
        return
    (twice,) = (kind for kind, count in kinds.items() if count == 2)
    pair = tuple(tile for tile in tiles if tile[0] == twice)
    yield tuple(sorted((("pair", pair), *(("single", (tile,)) for tile in tiles if tile[0] != twice))))


def _knitted_straights(tiles: Tiles, dragon_run: bool) -> Iterator[tuple[Found, ...]]:
    for rows in permutations(range(3)):
        copies = [
            sorted({tile for tile in tiles if tile[0] == 9 * suit + row + step})
            for suit, row in enumerate(rows)
            for step in (0, 3, 6)
        ]
        for nine in product(*copies):
            singles: list[Found] = [("single", (tile,)) for tile in nine]
            for blocks in _standard(_without(tiles, nine), dragon_run, True):
                if sum(kind == "pair" for kind, _ in blocks) == 1:
                    yield tuple(sorted((*blocks, *singles)))


def _is_knitted(kinds: list[int], honours: tuple[int, ...]) -> bool:
    numbers = [kind for kind in kinds if kind < 27]
    if len(set(kinds)) != 14 or 14 - len(numbers) not in honours:
        return False
    return any(all(kind % 3 == rows[kind // 9] for kind in numbers) for rows in permutations(range(3)))


def _is_disjoint(kinds: list[int]) -> bool:
    return len(set(kinds)) == 14 and all(
        high - low >= 3 for low, high in combinations(kinds, 2) if high < 27 and low // 9 == high // 9
    )


def _without(tiles: Tiles, taken: Tiles) -> Tiles:
    left = list(tiles)
    for tile in taken:
        left.remove(tile)
    return tuple(left)
