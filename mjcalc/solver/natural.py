"""What is found sooner where no tile is a wild: most hands are so.

Nothing here says anything that the general way does not: it needs less work, since chows and pungs take a suit's tiles
from the lowest on almost without a choice, and remainders by three tell where a pair or a lacking tile can be.

A suit's ``tiles`` are its counts as bytes; ``kinds`` are the kinds that there are and ``runs`` those that can begin a
chow, by bits from the suit's first kind on.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache

from msgspec import Struct

from mjcalc.solver.blocks import Cut, chow_code, pair_code, pung_code
from mjcalc.solver.kinds import marks_of
from mjcalc.solver.parts import ELSEWHERE, Part, make_part, places_of

TYPE_CHECKING = False  # read by type checkers
if TYPE_CHECKING:
    from mjcalc.solver.forms.form import Form
    from mjcalc.solver.suits import Place

__all__ = [
    "are_sets",
    "chains_of",
    "completing_kinds",
    "generate_natural_cuts",
    "generate_natural_parts",
    "is_complete",
    "natural_waits",
]

# ---------------------------------------------------------------------------------------------------------------------
# What completes a hand
# ---------------------------------------------------------------------------------------------------------------------


def natural_waits(
    tiles: bytes, melds: int, places: "Sequence[Place]", has_standard: bool, forms: "Sequence[Form]"
) -> int:
    """The kinds, as bits, that complete 13 - 3m tiles with m melds.

    Each suit must be complete by itself but for the one tile.

    :param tiles: the counts of all kinds.
    :param has_standard: whether four sets and a pair are a shape.
    :param forms: the other forms that the hand can take.
    """
    found = 0
    suits = [_facts(tiles[at.first : at.first + at.length], at.kinds, at.runs, at.first) for at in places]
    over = [suit.size % 3 for suit in suits if suit.size % 3]
    is_whole = sum([suit.size for suit in suits]) == 13 - 3 * melds
    # One suit has the pair's one tile, or one has the pair and it or another lacks a tile of a set.
    if has_standard and over in ([1], [2, 2]) and is_whole:
        complete = sum([suit.is_complete for suit in suits])
        for suit, at in zip(suits, places, strict=True):
            if suit.size % 3 and complete - suit.is_complete == 3:
                found |= completing_kinds(suit.tiles, at.kinds, at.runs) << at.first
    if forms:
        marks = sum([suit.marks for suit in suits])
        for form in forms:
            # Every tile but the last must have its place.
            if not is_whole or form.may_be(marks):
                found |= form.completing(marks, melds)
    return found


class _Facts(Struct, frozen=True, gc=False):
    """A suit by itself."""

    tiles: bytes
    size: int
    is_complete: bool
    marks: int


@lru_cache(1 << 12)
def _facts(tiles: bytes, kinds: int, runs: int, first: int) -> _Facts:
    return _Facts(tiles, sum(tiles), is_complete(tiles, kinds, runs), marks_of(tiles, kinds << first, first))


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


# ---------------------------------------------------------------------------------------------------------------------
# How it is read
# ---------------------------------------------------------------------------------------------------------------------


def generate_natural_cuts(tiles: bytes, kinds: int, runs: int, pair: bool) -> Iterator[Cut]:
    """The cuts into sets, and a pair if one is asked for; see :mod:`mjcalc.solver.cuts`."""
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


def generate_natural_parts(
    cuts: Sequence[Cut],
    win: int,
    labels: Mapping[int, int],
    won_value: Callable[[int, int, int], int] | None,
) -> Iterator[Part]:
    """For each tally the part that comes first in canonical order; the arguments are those of
    :func:`mjcalc.solver.parts.generate_first_parts`. The codes of a cut are all there is to it."""
    known: set[int] = set()
    for cut in cuts:
        label = sum(map(labels.__getitem__, cut[0] + cut[1]))
        for won in (None,) if win == ELSEWHERE else places_of(cut, win):
            tally = label + won_value(won[1], won[2], 0) if won and won_value else label
            if tally not in known:
                known.add(tally)
                yield make_part(tally, [(code, 0) for code in cut[0]], [(code, 0) for code in cut[1]], won)


def chains_of(parts: Sequence[Sequence[Part]]) -> list[list[Part]] | None:
    """One part of each suit, in all ways and in canonical order, where at most one suit has several parts to choose
    from; None where more have."""
    chain: list[Part] = []
    pairs = 0
    several = None
    for place, own in enumerate(parts):
        first = own[0]
        if first.pair:
            pairs += 1
        chain.append(first)
        if len(own) > 1:
            if several is not None:
                return None
            several = place
    if pairs > 1:
        return []
    if several is None:
        return [chain]
    # A suit's parts are in canonical order and no two of one tally, and so are the readings.
    return [[*chain[:several], part, *chain[several + 1 :]] for part in parts[several]]
