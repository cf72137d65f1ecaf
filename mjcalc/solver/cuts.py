"""What the tiles of one suit, with some wilds, can be cut into.

Every form of hand asks each suit for something by itself: sets and at most one pair, nothing but pairs, certain single
tiles. The functions here give the *cuts* of one suit: every multiset of blocks that uses all its tiles and exactly the
given number of wilds, in canonical order. Which tiles of a cut are the wilds is another question.

``tiles`` are the suit's counts as bytes, ``first`` is the kind that they begin with, ``kinds`` the kinds a tile may be,
by bits from ``first`` on. The tiles themselves must be among them.
"""

from collections.abc import Collection, Iterator
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, pairwise

from mjcalc.solver.blocks import chow_code, pair_code, pung_code, single_code

__all__ = ["Cut", "knitted_cuts", "orphan_cuts", "pair_cuts", "set_cuts", "single_cuts"]

Cut = tuple[bytes, bytes]
"""The codes of the blocks, sorted; and that of the pair which stands beside four sets, or nothing."""

_NOTHING: Cut = (b"", b"")


def _move(first: int) -> bytes:
    """What becomes of each code when its tiles become those of the suit that begins with ``first``."""
    sets = [code + 2 * first for code in range(pair_code(0))]
    pairs = [code + first for code in range(pair_code(0), 256 - 2 * first)]
    return bytes(min(code, 255) for code in (*sets, *pairs)).ljust(256, b"\xff")


_MOVED = {first: _move(first) for first in (0, 9, 18, 27)}


def set_cuts(tiles: bytes, wilds: int, *, first: int, kinds: int, runs: int) -> list[Cut]:
    """The cuts into chows and pungs, and a pair if the number of tiles asks for it.

    ``runs`` has a bit for each kind that can begin a chow.

    >>> twos = bytes((0, 3, 1, 1, 0, 0, 0, 0, 0))
    >>> [[*sets, *pair] for sets, pair in set_cuts(twos, 0, first=0, kinds=511, runs=127)]
    [[2, 69]]
    >>> len(set_cuts(bytes(9), 3, first=0, kinds=511, runs=127))
    16
    """
    cuts = _cuts_of_first_suit(tiles, wilds, kinds, runs)
    if not first:
        return [*cuts]
    moved = _MOVED[first]
    return [(sets.translate(moved), pair.translate(moved)) for sets, pair in cuts]


@lru_cache(1 << 12)
def _cuts_of_first_suit(tiles: bytes, wilds: int, kinds: int, runs: int) -> tuple[Cut, ...]:
    """The cuts as if the tiles were of the first suit: the suits are cut alike."""
    size = len(tiles)
    most, over = divmod(sum(tiles) + wilds, 3)
    if over == 1:
        return ()
    if not wilds:
        return tuple(sorted(_generate_natural_cuts(tiles, kinds, runs, over == 2)))
    known: dict[tuple[int, int, int, int, bool], list[Cut]] = {}

    def cut_from(at: int, before: int, earlier: int, spare: int, sets: int, pair: bool) -> list[Cut]:
        # ``before`` chows began at the tile before and ``earlier`` ones before that: wilds fill what they lack.
        # How many wilds are left follows from the rest, so it is no part of what is remembered.
        if at == size:
            return [] if sets or pair else [_NOTHING]
        left = tiles[at] - before - earlier
        if left < 0:
            spare += left
            left = 0
        if spare < 0:
            return []
        key = (at, before, earlier, sets, pair)
        if key in known:
            return known[key]
        cuts: list[Cut] = []
        fits = kinds >> at & 1
        for chows in range(sets, -1, -1) if runs >> at & 1 else (0,):
            for pairs in (2, 0) if pair and fits else (0,):
                lacking = left - chows - pairs
                for pungs in range(max(0, -(-lacking // 3)), min(sets - chows, (lacking + spare) // 3) + 1):
                    if pungs and not fits:
                        break
                    later = cut_from(
                        at + 1, chows, before, spare + lacking - 3 * pungs, sets - chows - pungs, pair and not pairs
                    )
                    here = bytes((chow_code(at),)) * chows + bytes((pung_code(at),)) * pungs
                    own = bytes((pair_code(at),)) if pairs else b""
                    cuts += [(here + blocks, own or last) for blocks, last in later]
        known[key] = cuts
        return cuts

    return tuple(sorted(cut_from(0, 0, 0, wilds, most, over == 2)))


def _generate_natural_cuts(tiles: bytes, kinds: int, runs: int, pair: bool) -> Iterator[Cut]:
    """The cuts of tiles of which none is a wild, which leaves few ways to go on from a tile."""
    room = (*tiles, 0, 0)
    # The places of a set add up to a multiple of three, which leaves a third of the places for a pair.
    place_of_pair = 2 * sum([at * count for at, count in enumerate(tiles)]) % 3
    if place_of_pair and not pair:
        return
    # Where the rest begins, the chows that began at the tile before and the one before that, and what was cut so far.
    ways = [(0, 0, 0, b"", b"")]
    while ways:
        at, before, earlier, sets, twice = ways.pop()
        while at < len(tiles):
            left = room[at] - before - earlier
            if left:
                break
            at, before, earlier = at + 1, 0, before
        else:
            if pair == bool(twice):
                yield sets, twice
            continue
        if left < 0 or not kinds >> at & 1:
            continue
        most = min(left, room[at + 1] - before, room[at + 2]) if runs >> at & 1 else 0
        for chows in range(most + 1):
            pungs, over = divmod(left - chows, 3)
            here = sets + bytes((chow_code(at),)) * chows + bytes((pung_code(at),)) * pungs
            if not over:
                ways.append((at + 1, chows, before, here, twice))
            elif over == 2 and pair and at % 3 == place_of_pair and not twice:
                ways.append((at + 1, chows, before, here, bytes((pair_code(at),))))


def pair_cuts(tiles: bytes, wilds: int, *, first: int, kinds: int, distinct: bool = False) -> list[Cut]:
    """The cuts into pairs; ``distinct``: no two of them alike.

    >>> len(pair_cuts(bytes((2, 1, 0)), 3, first=0, kinds=0b111)), len(pair_cuts(bytes((4,)), 0, first=0, kinds=1))
    (3, 1)
    """
    own = [kind for kind, count in enumerate(tiles) for _ in range((count + 1) // 2)]
    more, over = divmod(sum(tiles) + wilds - 2 * len(own), 2)
    if more < 0 or over or (distinct and max(tiles) > 2):
        return []
    free = [kind for kind in _generate_kinds(kinds) if not (distinct and tiles[kind])]
    added = combinations(free, more) if distinct else combinations_with_replacement(free, more)
    return sorted((bytes(sorted(pair_code(first + kind) for kind in (*own, *extra))), b"") for extra in added)


def orphan_cuts(tiles: bytes, wilds: int, *, first: int, kinds: int) -> list[Cut]:
    """The cuts into one of each kind, of which one may be a pair.

    >>> [[*singles, *pair] for singles, pair in orphan_cuts(bytes((2, 0)), 1, first=31, kinds=0b11)]
    [[134, 99]]
    """
    wanted = [*_generate_kinds(kinds)]
    double = sum(tiles) + wilds - len(wanted)
    if not 0 <= double <= 1:
        return []
    cuts: list[Cut] = []
    for twice in wanted if double else (None,):
        if all(count <= (2 if kind == twice else 1) for kind, count in enumerate(tiles)):
            singles = bytes(single_code(first + kind) for kind in wanted if kind != twice)
            cuts.append((singles, b"" if twice is None else bytes((pair_code(first + twice),))))
    return sorted(cuts)


def knitted_cuts(tiles: bytes, wilds: int, *, first: int, kinds: int, runs: int, row: int) -> list[Cut]:
    """The cuts into one single tile of each kind of a ``row``, by bits, and sets beside them, and a pair if the number
    of tiles asks for it.

    >>> cuts = knitted_cuts(bytes((2, 1, 1, 1, 0, 0, 1, 0, 0)), 0, first=0, kinds=511, runs=127, row=0b001001001)
    >>> [[*sets, *pair] for sets, pair in cuts]
    [[0, 102, 105, 108]]
    """
    rest = [count - (row >> at & 1) for at, count in enumerate(tiles)]
    wilds -= rest.count(-1)
    if wilds < 0:
        return []
    singles = bytes([single_code(first + at) for at in range(len(tiles)) if row >> at & 1])
    cuts = set_cuts(bytes([max(count, 0) for count in rest]), wilds, first=first, kinds=kinds, runs=runs)
    return [(sets + singles, pair) for sets, pair in cuts]


def single_cuts(
    tiles: bytes, wilds: int, *, first: int, kinds: int, apart: int = 1, sizes: Collection[int] | None = None
) -> list[Cut]:
    """The cuts into different single tiles, ``apart`` from each other or farther; ``sizes`` says how many there may be.

    >>> [[*singles] for singles, _ in single_cuts(bytes((0, 1, 0, 0, 0, 0)), 1, first=9, kinds=63, apart=3)]
    [[112, 115], [112, 116]]
    """
    size = sum(tiles) + wilds
    if max(tiles) > 1 or (sizes is not None and size not in sizes):
        return []
    own = {kind for kind, count in enumerate(tiles) if count}
    return [
        (bytes(single_code(first + kind) for kind in chosen), b"")
        for chosen in combinations(_generate_kinds(kinds), size)
        if own <= {*chosen} and all(high - low >= apart for low, high in pairwise(chosen))
    ]


def _generate_kinds(kinds: int) -> Iterator[int]:
    return (kind for kind in range(kinds.bit_length()) if kinds >> kind & 1)
