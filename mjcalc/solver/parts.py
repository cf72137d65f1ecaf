"""Where in the cuts of one suit the wilds and the winning tile are.

A *part* is a cut with its wilds marked, and with the winning tile's place if that is in this suit: all that one suit
has to say in a reading. Parts of different suits combine freely, so the canonical order of whole readings must be
known suit by suit. Hence :meth:`Part.number`: the numbers of a reading's parts add up to one that orders it among the
readings of its shape.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache

from msgspec import Struct

from mjcalc.solver.blocks import PLAIN, Block, Cut, is_edge, marked, markings
from mjcalc.tiles import WILD

__all__ = ["ELSEWHERE", "Part", "generate_all_parts", "generate_first_parts", "make_part", "places_of"]

ELSEWHERE = -1
"""Stands for the winning tile where that is in another suit."""

_Won = tuple[int, int, int]
"""A place for the winning tile: the rank of what it completes, the block's code, the position. They sort so."""
_Marked = tuple[int, int]
"""A block's code, and the mask of its wilds."""

# A reading's number, from the highest digits down: a byte for the code of each set; then, at these bits, the pair's
# code; the winning tile's place; three bits for the wilds of each set, fourteen sets at most; the pair's wilds; the
# winning block's wilds.
_SET_BITS, _MARK_BITS = 8, 3
_PAIR_MARKS = 3
_MARKS = 6
_WON = _MARKS + 14 * _MARK_BITS
_PAIR = _WON + 13
_SETS = _PAIR + 8

_MARK_ORDER = tuple(7 - int(f"{mask:03b}"[::-1], 2) for mask in range(8))
"""By mask: smaller the earlier the wilds are, and the more of them."""

_CHOW_MASKS = tuple(
    tuple(mask for mask in range(8) if not mask & ~wild and not ~mask & 7 & ~natural)
    for wild in range(8)
    for natural in range(8)
)
"""The masks a chow may have, by which of its tiles may be wilds and which may be natural, three bits each."""


class Part(Struct, frozen=True, gc=False):
    """What one suit contributes to a reading."""

    tally: int
    """The sum of its labels."""
    sets: tuple[Block, ...]
    pair: tuple[Block, ...]
    """At most one."""
    won: int
    """The index of the winning block among ``sets``; -1 for the pair, or for none."""
    won_at: int
    """The winning tile's index in that block, or :data:`ELSEWHERE`."""
    number_of_sets: int
    number_of_marks: int
    number_of_rest: int

    def number(self, after: int) -> int:
        """What it adds to the reading's number if so many sets come after its own."""
        by_sets = self.number_of_sets << _SET_BITS * after
        return by_sets + (self.number_of_marks << _MARK_BITS * after) + self.number_of_rest


def generate_first_parts(
    tiles: bytes,
    start: int,
    cuts: Sequence[Cut],
    win: int,
    labels: Mapping[int, int],
    won_value: Callable[[int, int, int], int] | None,
) -> Iterator[Part]:
    """For each tally the part that comes first in canonical order.

    ``cuts`` must be in that order. ``labels`` are the measures of blocks by code; ``won_value`` is that of the winning
    block by its code, the winning tile's position and the mask of wilds. ``win`` is the winning tile: a kind of this
    suit, :data:`~mjcalc.tiles.WILD`, or :data:`ELSEWHERE`.
    """
    best: dict[int, tuple[Cut, _Won, Part]] = {}
    elsewhere = (0, 0, ELSEWHERE)
    for cut in cuts:
        label = sum(map(labels.__getitem__, cut[0] + cut[1]))
        if label in best and (win == ELSEWHERE or won_value is None):
            continue
        need = _need(tiles, start, cut)
        if win == ELSEWHERE:
            best[label] = (cut, elsewhere, _first_part(label, start, cut, need))
            continue
        for won in _places_of_wild(cut, need, start) if win == WILD else places_of(cut, win):
            for mask in _masks(won, tiles, need, start, win == WILD):
                tally = label + won_value(won[1], won[2], mask) if won_value else label
                known = best.get(tally)
                if known and (known[0] is not cut or known[1] != won):
                    continue
                part = _first_part(tally, start, cut, need, won, mask)
                if known is None or part.number(0) < known[2].number(0):
                    best[tally] = (cut, won, part)
            if won_value is None:
                break
    return (part for _, _, part in best.values())


def generate_all_parts(tiles: bytes, start: int, cuts: Sequence[Cut], win: int) -> Iterator[Part]:
    """Every part of these cuts: all ways to mark wilds, all places of the winning tile."""
    for cut in cuts:
        sets, pair = cut
        seen: set[tuple[_Marked, ...]] = set()
        need = _need(tiles, start, cut)
        for masks in _generate_marks([*sets, *pair], need, [*tiles], start):
            # Where blocks are alike, those with the earlier wilds are first.
            blocks = sorted(zip(sets, masks, strict=False), key=_canonical)
            last = [*zip(pair, masks[len(sets) :], strict=True)]
            if (*blocks, *last) in seen:
                continue
            seen.add((*blocks, *last))
            if win == ELSEWHERE:
                yield make_part(0, blocks, last)
                continue
            for won in _places_of_wild(cut, need, start) if win == WILD else places_of(cut, win):
                for mask in {mask for code, mask in (*blocks, *last) if code == won[1]}:
                    if (mask >> won[2] & 1) == (win == WILD):
                        yield make_part(0, blocks, last, won, mask)


def _need(tiles: bytes, start: int, cut: Cut) -> list[int]:
    """How many wilds there are of each kind."""
    need = [-count for count in tiles]
    for codes in cut:
        for code in codes:
            for kind in PLAIN[code].tiles:
                need[kind - start] += 1
    return need


def places_of(cut: Cut, win: int) -> list[_Won]:
    """Where in a cut the winning tile may be, if it is no wild; in canonical order, one of several equal places."""
    return sorted([spot for code in {*cut[0], *cut[1]} if (spot := _spot(code, win))])


@cache
def _spot(code: int, win: int) -> _Won | None:
    """Where in a block a tile is."""
    block = PLAIN[code]
    if win not in block.tiles:
        return None
    at = block.tiles.index(win)
    return (_rank(block, at), code, at)


def _places_of_wild(cut: Cut, need: list[int], start: int) -> list[_Won]:
    """The same, if it is a wild."""
    places: list[_Won] = []
    for code in {*cut[0], *cut[1]}:
        block = PLAIN[code]
        tiles = block.tiles
        if block.kind == "chow":
            spots = [at for at in range(3) if need[tiles[at] - start] > 0]
        else:
            # Among equal tiles the wilds are the last ones.
            spots = [len(tiles) - 1] if need[tiles[0] - start] > 0 else []
        places += [(_rank(block, at), code, at) for at in spots]
    return sorted(places)


def _rank(block: Block, at: int) -> int:
    """單吊 before 卡檔 before 邊張 before the other ends of chows, then pungs, then tiles on their own."""
    if block.kind != "chow":
        return 0 if block.kind == "pair" else 4 if block.kind == "pung" else 5
    if at == 1:
        return 1
    return 2 if is_edge(block.tiles[0], at) else 3


def _masks(won: _Won, tiles: bytes, need: list[int], start: int, is_wild: bool) -> Sequence[int]:
    """How the winning block may be marked if the winning tile is a wild, or is none."""
    _, code, at = won
    block = PLAIN[code]
    kind = block.tiles[0] - start
    if block.kind == "chow":
        wild = natural = 0
        for place in range(3):
            wild |= (need[kind + place] > 0) << place
            natural |= (tiles[kind + place] > 0) << place
        return [mask for mask in _CHOW_MASKS[wild << 3 | natural] if (mask >> at & 1) == is_wild]
    size = len(block.tiles)
    fewest, most = max(size - tiles[kind], is_wild), min(size - (not is_wild), need[kind])
    return markings(block)[fewest : most + 1]


def _first_part(tally: int, start: int, cut: Cut, need: list[int], won: _Won | None = None, won_mask: int = 0) -> Part:
    """The part of a cut with its wilds in the earliest blocks; only the winning block's own are settled before."""
    need = need.copy()
    won_code = None
    if won:
        won_code = won[1]
        for at, kind in enumerate(PLAIN[won_code].tiles):
            need[kind - start] -= won_mask >> at & 1
    halves: list[list[_Marked]] = []
    for codes in cut:
        half: list[_Marked] = []
        for code in codes:
            if code == won_code:
                won_code = None
                half.append((code, won_mask))
                continue
            block = PLAIN[code]
            mask = 0
            for at, kind in enumerate(block.tiles):
                if need[kind - start] > 0:
                    need[kind - start] -= 1
                    mask |= 1 << (at if block.kind == "chow" else len(block.tiles) - 1 - at)
            half.append((code, mask))
        halves.append(sorted(half, key=_canonical))
    return make_part(tally, halves[0], halves[1], won, won_mask)


def _generate_marks(codes: list[int], need: list[int], have: list[int], start: int) -> Iterator[tuple[int, ...]]:
    """Every choice of a mask for each block that uses all wilds and all natural tiles."""
    if not codes:
        yield ()
        return
    block = PLAIN[codes[0]]
    for mask in markings(block):
        need_left, have_left = need.copy(), have.copy()
        for at, kind in enumerate(block.tiles):
            (need_left if mask >> at & 1 else have_left)[kind - start] -= 1
        if min(need_left) >= 0 and min(have_left) >= 0:
            for masks in _generate_marks(codes[1:], need_left, have_left, start):
                yield (mask, *masks)


def make_part(tally: int, sets: list[_Marked], pair: list[_Marked], won: _Won | None = None, won_mask: int = 0) -> Part:
    marks = rest = 0
    for _, mask in sets:
        marks = marks << _MARK_BITS | _MARK_ORDER[mask]
    for code, mask in pair:
        rest = code << _PAIR | _MARK_ORDER[mask] << _PAIR_MARKS
    index = at = ELSEWHERE
    if won:
        rank, code, at = won
        rest |= (rank << 10 | code << 2 | at) << _WON | _MARK_ORDER[won_mask]
        if (code, won_mask) in sets:
            index = sets.index((code, won_mask))
    return Part(
        tally,
        tuple([marked(PLAIN[code], mask) for code, mask in sets]),
        tuple([marked(PLAIN[code], mask) for code, mask in pair]),
        index,
        at,
        int.from_bytes(bytes([code for code, _ in sets]), "big") << _SETS,
        marks << _MARKS,
        rest,
    )


def _canonical(block: _Marked) -> tuple[int, int]:
    return block[0], _MARK_ORDER[block[1]]
