"""Random complete 國標 hands: every shape, with melds, kongs, flowers, winds, last tiles and last copies."""

import random
from collections import Counter
from itertools import permutations
from typing import Any, NamedTuple

from mjcalc.hand import SEATS
from mjcalc.tiles import NAMES
from tests.support.referee_guobiao import Meld, Win

__all__ = ["Dealt", "deal"]

_WORDS = {
    "chow": "+chi",
    "pung": "+peng",
    "exposed_kong": "+gang",
    "added_kong": "+bugang",
    "concealed_kong": "+angang",
}
_HONORS = tuple(range(27, 34))
_ORPHANS = (0, 8, 9, 17, 18, 26, *_HONORS)
_STYLES: dict[str, tuple[int, ...]] = {
    "any": tuple(range(34)),
    "numbers": tuple(range(27)),
    "honors": _HONORS,
    "orphans": _ORPHANS,
    "winds": (27, 28, 29, 30, 4, 5, 6),
    "dragons": (31, 32, 33, 12, 13, 14),
    "terminals": (0, 8, 9, 17, 18, 26),
    "greens": (19, 20, 21, 23, 25, 32),
    "reversible": (9, 10, 11, 12, 13, 16, 17, 19, 21, 22, 23, 25, 26, 33),
    "evens": (1, 3, 5, 7, 10, 12, 14, 16),
    "fives": tuple(suit + number for suit in (0, 9, 18) for number in range(2, 7)),
    "low": tuple(suit + number for suit in (0, 9, 18) for number in range(4)),
    "middle": tuple(suit + number for suit in (0, 9, 18) for number in (3, 4, 5)),
    "high": tuple(suit + number for suit in (0, 9, 18) for number in range(5, 9)),
    "narrow": (2, 3, 4, 5, 11, 12, 13, 14),
    "two suits": tuple(range(18)),
    "suit": tuple(range(9, 18)),
    "suit and honors": (*range(18, 27), *_HONORS),
}
"""What the tiles of a hand may be."""


class Dealt(NamedTuple):
    """One hand, for the scorer and for the referee."""

    question: dict[str, Any]
    """The arguments of :func:`mjcalc.score`, but for the rules."""
    win: Win


def deal(chance: random.Random) -> Dealt:
    """A random complete hand, which may be worth less than 8."""
    while True:
        tiles = _tiles(chance)
        if tiles is not None:
            return _told(chance, *tiles)


Tiles = tuple[list[int], list[Meld]]


def _tiles(chance: random.Random) -> Tiles | None:
    """Concealed tiles and melds with no fifth copy."""
    makers = (_sets, _poor, _ends, _knitted, _pairs, _orphans, _honors, _gates)
    make = chance.choices(makers, (60, 8, 4, 10, 8, 2, 6, 2))[0]
    made = make(chance)
    if made is None:
        return None
    concealed, melds = made
    held = Counter([*concealed, *[tile for meld in melds for tile in meld.tiles]])
    return made if max(held.values()) <= 4 else None


def _sets(chance: random.Random) -> Tiles | None:
    kinds = _STYLES[chance.choice(tuple(_STYLES))]
    runs = chance.choice((0.0, 0.3, 0.7, 1.0))
    sets: list[list[int]] = []
    while len(sets) < 4:
        one = _near(chance, chance.choice(sets)) if sets and chance.random() < 0.6 else _one_set(chance, kinds, runs)
        if one is None or not set(one) <= set(kinds):
            if chance.random() < 0.1:
                return None
            continue
        sets.append(one)
    pair = chance.choice(kinds)
    return _lay(chance, sets, [pair, pair])


def _one_set(chance: random.Random, kinds: tuple[int, ...], runs: float) -> list[int] | None:
    kind = chance.choice(kinds)
    if chance.random() < runs:
        return [kind, kind + 1, kind + 2] if kind < 27 and kind % 9 < 7 else None
    return [kind] * 3


def _near(chance: random.Random, other: list[int]) -> list[int] | None:
    """A set like another: the same, a few numbers away, or in another suit; for an honour, another honour."""
    first = other[0]
    if first >= 27:
        return [chance.choice(_HONORS)] * 3
    number = first % 9 + chance.choice((0, 0, 0, 1, 2, 3, -1, -2, -3, 6, -6))
    suit = chance.choice((first // 9, chance.randrange(3)))
    numbers = [number, number, number] if other[0] == other[1] else [number, number + 1, number + 2]
    return [suit * 9 + one for one in numbers] if min(numbers) >= 0 and max(numbers) <= 8 else None


def _lay(chance: random.Random, sets: list[list[int]], rest: list[int]) -> Tiles:
    """Some sets as melds, and all else concealed."""
    chance.shuffle(sets)
    laid = chance.choice((0, 0, 1, 1, 2, 3, len(sets)))
    melds = []
    kong = chance.choice((0.1, 0.3, 0.9))
    for one in sets[:laid]:
        calls = ("chow",) if one[0] != one[1] else ("exposed_kong", "added_kong", "concealed_kong", "concealed_kong")
        melds.append(Meld("pung" if one[0] == one[1] and chance.random() > kong else chance.choice(calls), one[0]))
    return [tile for one in sets[laid:] for tile in one] + rest, melds


def _poor(chance: random.Random) -> Tiles | None:
    """Sets that seldom make a fan: numbers of all suits, a pair of honours, something melded."""
    sets = [_one_set(chance, tuple(range(suit * 9, suit * 9 + 9)), 0.75) for suit in (0, 1, 2, chance.randrange(3))]
    if None in sets:
        return None
    chance.shuffle(sets)
    laid = chance.choice((1, 1, 2, 3))
    melds = [Meld("chow" if one[0] != one[1] else "pung", one[0]) for one in sets[:laid] if one]
    return [tile for one in sets[laid:] if one for tile in one] + [chance.choice(_HONORS)] * 2, melds


def _ends(chance: random.Random) -> Tiles:
    """123 and 789 twice, and a pair of 5."""
    one, other = chance.choices(range(3), k=2)
    first = [suit * 9 + start for suit in (one, other) for start in (0, 6)]
    pair = 4 + 9 * (one if one == other else 3 - one - other)
    return _lay(chance, [[start, start + 1, start + 2] for start in first], [pair, pair])


def _body(chance: random.Random) -> list[int]:
    rows = chance.choice(tuple(permutations(range(3))))
    return [suit * 9 + row + step for suit, row in enumerate(rows) for step in (0, 3, 6)]


def _knitted(chance: random.Random) -> Tiles | None:
    one = _one_set(chance, _STYLES["any"], 0.6)
    if one is None:
        return None
    pair = chance.randrange(34)
    concealed, melds = _lay(chance, [one], [pair, pair])
    return concealed + _body(chance), melds


def _pairs(chance: random.Random) -> Tiles:
    if chance.random() < 0.15:
        first = 9 * chance.randrange(3) + chance.randrange(3)
        return [first + step for step in range(7)] * 2, []
    kinds = _STYLES[chance.choice(tuple(_STYLES))]
    return [tile for _ in range(7) for tile in [chance.choice(kinds)] * 2], []


def _orphans(chance: random.Random) -> Tiles:
    return [*_ORPHANS, chance.choice(_ORPHANS)], []


def _honors(chance: random.Random) -> Tiles:
    number = chance.choice((5, 6, 7))
    return chance.sample(_HONORS, number) + chance.sample(_body(chance), 14 - number), []


def _gates(chance: random.Random) -> Tiles:
    numbers = [0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, chance.randrange(9)]
    if chance.random() < 0.2:
        numbers[chance.randrange(14)] = chance.randrange(9)
    suit = chance.randrange(3)
    return [suit * 9 + number for number in numbers], []


def _told(chance: random.Random, concealed: list[int], melds: list[Meld]) -> Dealt:
    """A winning tile and all that may be said of the win."""
    chance.shuffle(concealed)
    win = concealed[-1]
    laid = [tile for meld in melds if meld.call != "concealed_kong" for tile in meld.tiles]
    flowers = chance.choice((0, 0, 0, 1, 2, 8))
    ways = ["self-draw", "self-draw", "discard", "discard", "discard"]
    if any(meld.is_kong for meld in melds):
        ways.append("kong-draw")
    if flowers:
        ways.append("flower-draw")
    if concealed.count(win) == 1 and win not in laid:
        ways.append("rob-kong")
    by = chance.choice(ways)
    source = chance.choice(SEATS) if by in ("discard", "rob-kong") else None
    last_tile = by != "rob-kong" and chance.random() < 0.1
    may_be_last = by != "rob-kong" and concealed.count(win) == 1
    last_copy = may_be_last and (laid.count(win) == 3 or chance.random() < 0.15)
    round_wind, seat_wind = (chance.randrange(27, 31) if chance.random() < 0.95 else None for _ in range(2))
    base = chance.choice((1, 1, 1, 2, 5))
    words = ["".join(NAMES[tile] for tile in concealed)]
    for meld in melds:
        fed = f"@{chance.choice(SEATS)}" if meld.call not in ("chow", "concealed_kong") else ""
        words.append(_WORDS[meld.call] + "".join(NAMES[tile] for tile in meld.tiles) + fed)
    question: dict[str, Any] = {"hand": " ".join(words), "win": NAMES[win], "by": by}
    # What is derived or not so may be left out, and must come out all the same.
    said = last_copy and (laid.count(win) < 3 or chance.random() < 0.5)
    for name, given in (
        ("from_", source), ("round_wind", round_wind and NAMES[round_wind]),
        ("seat_wind", seat_wind and NAMES[seat_wind]), ("flowers", flowers), ("last_tile", last_tile),
        ("last_copy", said), ("base", base if base > 1 else None),
    ):  # fmt: skip
        if given:
            question[name] = given
    return Dealt(
        question,
        Win(
            concealed=tuple(concealed), win=win, melds=tuple(melds), by=by, source=source, last_tile=last_tile,
            last_copy=last_copy, round_wind=round_wind, seat_wind=seat_wind, flowers=flowers, base=base,
        ),
    )  # fmt: skip
