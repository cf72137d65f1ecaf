"""Whether the tiles of one suit, none of them a wild, are complete by themselves, and which tile completes them.

Nothing is cut for that: chows and pungs take a suit's tiles from the lowest on without any choice, and remainders by
three tell where a pair or a lacking tile can be.

``tiles`` are the suit's counts as bytes; ``kinds`` are the kinds that there are and ``runs`` those that can begin a
chow, by bits from the suit's first kind on.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache

__all__ = ["are_sets", "completing_kinds", "is_complete"]


def are_sets(tiles: Sequence[int], runs: int) -> bool:
    """Whether a suit without wilds can be cut into chows and pungs alone.

    >>> are_sets((1, 1, 4, 1, 1, 0, 0, 0, 0), 127), are_sets((1, 1, 3, 1, 1, 0, 0, 0, 0), 127)
    (False, False)
    >>> are_sets((1, 1, 5, 1, 1, 0, 0, 0, 0), 127)
    True
    """
    before = earlier = 0
    for at, count in enumerate(tiles):
        # Three chows that begin with a tile are three pungs: at most two are ever needed.
        chows = count - before - earlier
        if chows < 0:
            return False
        chows %= 3
        if chows and not runs >> at & 1:
            return False
        before, earlier = chows, before
    return True


def is_complete(tiles: bytes, kinds: int, runs: int) -> bool:
    """Whether a suit without wilds can be cut into sets, and a pair if the number of tiles asks for it.

    >>> is_complete(bytes((0, 3, 1, 1, 0, 0, 0, 0, 0)), 511, 127)
    True
    """
    if _outside(tiles, kinds):
        return False
    over = sum(tiles) % 3
    if over != 2:
        return not over and are_sets(tiles, runs)
    return any(are_sets(_without(tiles, at, 2), runs) for at in _generate_places(tiles, 2))


@lru_cache(1 << 12)
def completing_kinds(tiles: bytes, kinds: int, runs: int) -> int:
    """The kinds, as bits, one more of which completes a suit without wilds.

    >>> f"{completing_kinds(bytes((0, 1, 1, 1, 1, 0, 0, 0, 0)), 511, 127):b}"
    '10010'
    """
    over = sum(tiles) % 3
    if not over or _outside(tiles, kinds):
        return 0
    if over == 2:
        return _kinds_for_sets(tiles, kinds, runs)
    # The pair's tile is alone, or there is a pair, wherever it is.
    found = sum([1 << at for at in _generate_places(tiles, 1) if are_sets(_without(tiles, at, 1), runs)])
    for at, count in enumerate(tiles):
        if count >= 2:
            found |= _kinds_for_sets(_without(tiles, at, 2), kinds, runs)
    return found


def _outside(tiles: bytes, kinds: int) -> bool:
    """Whether any tile is of another kind."""
    if kinds == (1 << len(tiles)) - 1:
        return False
    return any([count and not kinds >> at & 1 for at, count in enumerate(tiles)])


def _kinds_for_sets(tiles: Sequence[int], kinds: int, runs: int) -> int:
    """The kinds one more of which leaves sets alone."""
    more = [at for at in _generate_places(tiles, -1) if kinds >> at & 1]
    return sum([1 << at for at in more if are_sets(_without(tiles, at, -1), runs)])


def _generate_places(tiles: Sequence[int], copies: int) -> Iterator[int]:
    """Where so many tiles less can leave sets: the places of a set's tiles add up to a multiple of three."""
    places = sum([at * count for at, count in enumerate(tiles)])
    return (at for at, count in enumerate(tiles) if count >= copies and (places - at * copies) % 3 == 0)


def _without(tiles: Sequence[int], at: int, copies: int) -> list[int]:
    rest = [*tiles]
    rest[at] -= copies
    return rest
