"""A second opinion on 國標: the rules page once more, as a plain program that shares nothing with the scorer.

Tiles are the kinds of :mod:`mjcalc.tiles`; nothing else of the package is used. The program tries every reading, every
place of the winning tile in it, and every way to join its sets, and keeps all fan lists that come to the highest sum.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations, pairwise, permutations
from typing import Any, NamedTuple

__all__ = [
    "DEFAULTS",
    "FANS",
    "MCR",
    "Meld",
    "Verdict",
    "Win",
    "fans_of_sets",
    "formal_waits",
    "judge",
]

SEATS = ("right", "across", "left")
HONORS = frozenset(range(27, 34))
WINDS = frozenset(range(27, 31))
DRAGONS = frozenset(range(31, 34))
TERMINALS = frozenset((0, 8, 9, 17, 18, 26))
GREENS = frozenset((19, 20, 21, 23, 25, 32))
REVERSIBLE = frozenset((9, 10, 11, 12, 13, 16, 17, 19, 21, 22, 23, 25, 26, 33))
GATES = (1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9)
KNITTED = tuple(
    frozenset(suit * 9 + number for suit, row in enumerate(rows) for number in (row, row + 3, row + 6))
    for rows in permutations(range(3))
)
CLOSED = ("seven_pairs", "thirteen_orphans", "knitted_honors")

FANS: dict[str, int] = {
    "big_four_winds": 88, "big_three_dragons": 88, "all_green": 88, "nine_gates": 88, "four_kongs": 88,
    "seven_shifted_pairs": 88, "thirteen_orphans": 88,
    "all_terminals": 64, "little_four_winds": 64, "little_three_dragons": 64, "all_honors": 64,
    "four_concealed_pungs": 64, "pure_terminal_chows": 64,
    "quadruple_chow": 48, "four_pure_shifted_pungs": 48,
    "four_pure_shifted_chows": 32, "three_kongs": 32, "all_terminals_and_honors": 32,
    "seven_pairs": 24, "greater_honors_and_knitted_tiles": 24, "all_even_pungs": 24, "full_flush": 24,
    "pure_triple_chow": 24, "pure_shifted_pungs": 24, "upper_tiles": 24, "middle_tiles": 24, "lower_tiles": 24,
    "pure_straight": 16, "three_suited_terminal_chows": 16, "pure_shifted_chows": 16, "all_fives": 16,
    "triple_pung": 16, "three_concealed_pungs": 16,
    "lesser_honors_and_knitted_tiles": 12, "knitted_straight": 12, "upper_four": 12, "lower_four": 12,
    "big_three_winds": 12,
    "mixed_straight": 8, "reversible_tiles": 8, "mixed_triple_chow": 8, "mixed_shifted_pungs": 8, "chicken_hand": 8,
    "last_tile_draw": 8, "last_tile_claim": 8, "out_with_replacement_tile": 8, "robbing_the_kong": 8,
    "all_pungs": 6, "half_flush": 6, "mixed_shifted_chows": 6, "all_types": 6, "melded_hand": 6,
    "two_concealed_kongs": 6, "two_dragon_pungs": 6,
    "mixed_kongs": 5,
    "outside_hand": 4, "fully_concealed_hand": 4, "two_melded_kongs": 4, "last_tile": 4,
    "dragon_pung": 2, "prevalent_wind": 2, "seat_wind": 2, "concealed_hand": 2, "all_chows": 2, "tile_hog": 2,
    "double_pung": 2, "two_concealed_pungs": 2, "concealed_kong": 2, "all_simples": 2,
    "pure_double_chow": 1, "mixed_double_chow": 1, "short_straight": 1, "two_terminal_chows": 1,
    "pung_of_terminals_or_honors": 1, "melded_kong": 1, "one_voided_suit": 1, "no_honors": 1, "edge_wait": 1,
    "closed_wait": 1, "single_wait": 1, "self_drawn": 1,
    "flower_tiles": 1,
}  # fmt: skip
"""Every fan's value by default, in the order of the table."""

DEFAULTS: dict[str, Any] = {
    "mixed_kongs": 5, "two_concealed_kongs": 6, "kongs_of_many": "pungs", "concealed_shapes": "self_drawn",
    "green_half_flush": False, "terminals_double_pung": False, "implied_hog": False, "knitted_waits": "rest",
    "nine_gates_pungs": "one",
}  # fmt: skip
MCR: dict[str, Any] = DEFAULTS | {
    "mixed_kongs": 6, "two_concealed_kongs": 8, "kongs_of_many": "kongs", "concealed_shapes": "fully_concealed",
    "green_half_flush": True, "terminals_double_pung": True, "implied_hog": True,
}  # fmt: skip
"""The options of the World Mahjong Organization."""

Set = tuple[str, int]
"""``chow``, ``pung`` (a kong too) or ``pair``, and its first tile."""


Occurrence = tuple[str, tuple[int, ...]]
"""A fan and the places of the sets that make it."""


class Meld(NamedTuple):
    """A set laid down: its call, as in :data:`mjcalc.hand.CALLS`, and its first tile."""

    call: str
    tile: int

    @property
    def is_kong(self) -> bool:
        return self.call.endswith("kong")

    @property
    def tiles(self) -> tuple[int, ...]:
        if self.call == "chow":
            return (self.tile, self.tile + 1, self.tile + 2)
        return (self.tile,) * (4 if self.is_kong else 3)


class Win(NamedTuple):
    """A hand and how it was won."""

    concealed: tuple[int, ...]
    """The winning tile included."""
    win: int
    melds: tuple[Meld, ...] = ()
    by: str = "self-draw"
    source: str | None = None
    last_tile: bool = False
    last_copy: bool = False
    round_wind: int | None = None
    seat_wind: int | None = None
    flowers: int = 0
    base: int = 1

    @property
    def drawn(self) -> bool:
        return self.by in ("self-draw", "kong-draw", "flower-draw")


class Reading(NamedTuple):
    """A shape, its concealed sets and pair, and where among those the winning tile lies."""

    shape: str
    sets: tuple[Set, ...] = ()
    place: Set | None = None
    """None: among the nine knitted tiles, or in a shape without sets."""


class Verdict(NamedTuple):
    """What the page says of a hand."""

    legal: bool
    reason: str = ""
    points: int = 0
    """Without the flowers."""
    total: int = 0
    lists: tuple[Mapping[str, int], ...] = ()
    """Every list of fans that comes to the points, each without the flowers."""
    pays: tuple[int, ...] = (0, 0, 0)
    """What right, across and left pay."""


# Readings ----------------------------------------------------------------------------------------


def tiles_of(one: Set) -> tuple[int, ...]:
    sort, tile = one
    if sort == "chow":
        return (tile, tile + 1, tile + 2)
    return (tile,) * (3 if sort == "pung" else 2)


@lru_cache(100_000)
def take_apart(tiles: tuple[int, ...], pairs: int = 1) -> tuple[tuple[Set, ...], ...]:
    """Every way to see sorted tiles as sets and exactly that many pairs."""
    if not tiles:
        return () if pairs else ((),)
    first = tiles[0]
    ways = set()
    for sort in ("chow", "pung", "pair"):
        if (sort == "chow" and (first >= 27 or first % 9 > 6)) or (sort == "pair" and not pairs):
            continue
        rest = list(tiles)
        try:
            for tile in tiles_of((sort, first)):
                rest.remove(tile)
        except ValueError:
            continue
        for way in take_apart(tuple(rest), pairs - (sort == "pair")):
            ways.add(tuple(sorted(((sort, first), *way))))
    return tuple(sorted(ways))


def is_knitted_honors(tiles: Iterable[int]) -> bool:
    kinds = set(tiles)
    numbers = kinds - HONORS
    return len(kinds) == 14 and len(kinds & HONORS) >= 5 and any(numbers <= body for body in KNITTED)


def bare_readings(concealed: tuple[int, ...], melds: int) -> Iterator[Reading]:
    """Every reading but for the place of the winning tile."""
    tiles = tuple(sorted(concealed))
    if len(tiles) + 3 * melds != 14:
        return
    for sets in take_apart(tiles):
        yield Reading("standard", sets)
    if melds <= 1:
        for body in KNITTED:
            if body <= set(tiles):
                rest = Counter(tiles) - Counter(body)
                for sets in take_apart(tuple(sorted(rest.elements()))):
                    yield Reading("knitted_straight", sets)
    if melds == 0:
        if all(tiles[place] == tiles[place + 1] for place in range(0, 14, 2)):
            yield Reading("seven_pairs", tuple([("pair", tile) for tile in tiles[::2]]))
        if set(tiles) == TERMINALS | HONORS:
            yield Reading("thirteen_orphans")
        if is_knitted_honors(tiles):
            yield Reading("knitted_honors")


def readings(concealed: tuple[int, ...], win: int, melds: int) -> Iterator[Reading]:
    """Every reading with every place of the winning tile."""
    for reading in bare_readings(concealed, melds):
        if reading.shape in CLOSED:
            yield reading
            continue
        for one in sorted(set(reading.sets)):
            if win in tiles_of(one):
                yield reading._replace(place=one)
        in_body = Counter(concealed)[win] > sum(tiles_of(one).count(win) for one in reading.sets)
        if reading.shape == "knitted_straight" and in_body:
            yield reading


@lru_cache(20_000)
def formal_waits(before: tuple[int, ...], melds: int) -> tuple[int, ...]:
    """The kinds that complete these tiles (the winning one is not among them), also a fifth copy."""
    return tuple([kind for kind in range(34) if any(True for _ in bare_readings((*before, kind), melds))])


# Sets that make fans together --------------------------------------------------------------------


def fan_of_sets(sets: tuple[Set, ...]) -> str | None:
    """The fan that exactly these sets make together."""
    pair = [tile for sort, tile in sets if sort == "pair"]
    if len(pair) == 7:
        numbers = sorted(pair)
        run = [numbers[0] + step for step in range(7)]
        return "seven_shifted_pairs" if numbers == run and numbers[6] < 27 and is_one_suit(numbers) else None
    sorts = {sort for sort, _ in sets if sort != "pair"}
    if len(pair) > 1 or len(sorts) != 1:
        return None
    starts = sorted(tile for sort, tile in sets if sort != "pair")
    make = chow_fan if sorts == {"chow"} else pung_fan
    return make(starts, pair[0] if pair else None)


def is_one_suit(tiles: Iterable[int]) -> bool:
    return len({tile // 9 for tile in tiles}) == 1


def chow_fan(starts: list[int], pair: int | None) -> str | None:
    suits = sorted(start // 9 for start in starts)
    numbers = sorted(start % 9 for start in starts)
    steps = [later - earlier for earlier, later in pairwise(numbers)]
    if pair is not None:
        if pair >= 27 or pair % 9 != 4 or numbers != [0, 0, 6, 6]:
            return None
        if is_one_suit([*starts, pair]):
            return "pure_terminal_chows"
        first, second = sorted({*suits, pair // 9} - {pair // 9}) if len({*suits, pair // 9}) == 3 else (0, 0)
        wanted = sorted([first * 9, first * 9 + 6, second * 9, second * 9 + 6])
        return "three_suited_terminal_chows" if first != second and starts == wanted else None
    if len(set(suits)) == 1:
        return {
            (0,): "pure_double_chow", (3,): "short_straight", (6,): "two_terminal_chows",
            (0, 0): "pure_triple_chow", (3, 3): "pure_straight", (1, 1): "pure_shifted_chows",
            (2, 2): "pure_shifted_chows", (0, 0, 0): "quadruple_chow", (1, 1, 1): "four_pure_shifted_chows",
            (2, 2, 2): "four_pure_shifted_chows",
        }.get(tuple(steps))  # fmt: skip
    if len(set(suits)) == len(suits):
        return {
            (0,): "mixed_double_chow", (0, 0): "mixed_triple_chow", (3, 3): "mixed_straight",
            (1, 1): "mixed_shifted_chows",
        }.get(tuple(steps))  # fmt: skip
    return None


def pung_fan(starts: list[int], pair: int | None) -> str | None:
    kinds = set(starts)
    if len(kinds) != len(starts) or pair in kinds:
        return None
    if pair is not None:
        if kinds | {pair} == WINDS:
            return "little_four_winds"
        return "little_three_dragons" if kinds | {pair} == DRAGONS else None
    if kinds <= WINDS:
        return {3: "big_three_winds", 4: "big_four_winds"}.get(len(kinds))
    if kinds <= DRAGONS:
        return {2: "two_dragon_pungs", 3: "big_three_dragons"}.get(len(kinds))
    if kinds & HONORS:
        return None
    suits = {start // 9 for start in starts}
    numbers = sorted(start % 9 for start in starts)
    consecutive = numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    if len(suits) == 1:
        return {3: "pure_shifted_pungs", 4: "four_pure_shifted_pungs"}.get(len(starts)) if consecutive else None
    if len(suits) != len(starts):
        return None
    if len(set(numbers)) == 1:
        return {2: "double_pung", 3: "triple_pung"}.get(len(starts))
    return "mixed_shifted_pungs" if consecutive and len(starts) == 3 else None


@lru_cache(50_000)
def fans_of_sets(sets: tuple[Set, ...]) -> Mapping[str, int]:
    """The fans that sets make together, joined for the highest sum.

    Every set of occurrences is tried in which each joins only sets that were apart, and no set makes one fan twice.
    """
    order = list(FANS)
    sizes = (7,) if len(sets) == 7 else (2, 3, 4, 5)
    occurrences = [
        (fan, places)
        for size in sizes
        for places in combinations(range(len(sets)), size)
        if (fan := fan_of_sets(tuple([sets[place] for place in places])))
    ]
    best: tuple[int, list[int]] = (-1, [])

    def choose(
        number: int, groups: tuple[frozenset[int], ...], chosen: tuple[tuple[str, tuple[int, ...]], ...]
    ) -> None:
        nonlocal best
        if number == len(occurrences):
            counts = Counter(fan for fan, _ in chosen)
            rank = (sum(FANS[fan] for fan, _ in chosen), [counts[fan] for fan in order])
            best = max(best, rank)
            return
        choose(number + 1, groups, chosen)
        fan, places = occurrences[number]
        touched = [group for group in groups if group & set(places)]
        if len(touched) != len(places):  # two of its sets are joined already
            return
        if any(other == fan and set(used) & set(places) for other, used in chosen):
            return
        joined = (*[group for group in groups if group not in touched], frozenset().union(*touched))
        choose(number + 1, joined, (*chosen, occurrences[number]))

    choose(0, tuple([frozenset((place,)) for place in range(len(sets))]), ())
    return {fan: count for fan, count in zip(order, best[1], strict=True) if count}


# Fans --------------------------------------------------------------------------------------------


def generate_fans(win: Win, reading: Reading, one_wait: bool, options: Mapping[str, Any]) -> Iterator[tuple[str, int]]:
    """Every fan whose condition holds in a reading, with its number of pieces."""
    shape, melds = reading.shape, win.melds
    standard, straight, pairs = (shape == name for name in ("standard", "knitted_straight", "seven_pairs"))
    closed = shape in CLOSED
    melded = [("chow" if meld.call == "chow" else "pung", meld.tile) for meld in melds]
    sets = (*melded, *reading.sets)
    pungs = [tile for sort, tile in sets if sort == "pung"]
    tiles = [*win.concealed, *[tile for meld in melds for tile in meld.tiles]]
    kinds = set(tiles)
    suits = {kind // 9 for kind in kinds if kind < 27}
    has_honors = bool(kinds & HONORS)
    is_open = any(meld.call != "concealed_kong" for meld in melds)
    open_kongs = sum(meld.call in ("exposed_kong", "added_kong") for meld in melds)
    concealed_kongs = sum(meld.call == "concealed_kong" for meld in melds)
    hidden = concealed_kongs + len(
        [one for one in reading.sets if one[0] == "pung" and (win.drawn or one != reading.place)]
    )
    numbers = {kind % 9 + 1 for kind in kinds if kind < 27}

    def only(*wanted: int) -> bool:
        return not has_honors and numbers <= set(wanted)

    if standard or pairs:
        yield from fans_of_sets(tuple(sorted(sets))).items()
        if kinds <= GREENS:
            yield "all_green", 1
        if kinds <= TERMINALS:
            yield "all_terminals", 1
        if kinds <= HONORS:
            yield "all_honors", 1
        if kinds <= TERMINALS | HONORS and kinds & TERMINALS and has_honors:
            yield "all_terminals_and_honors", 1
        if len(suits) == 1:
            yield ("half_flush" if has_honors else "full_flush"), 1
        for fan, wanted in (
            ("upper_tiles", (7, 8, 9)), ("middle_tiles", (4, 5, 6)), ("lower_tiles", (1, 2, 3)),
            ("upper_four", (6, 7, 8, 9)), ("lower_four", (1, 2, 3, 4)), ("all_simples", (2, 3, 4, 5, 6, 7, 8)),
        ):  # fmt: skip
            if only(*wanted):
                yield fan, 1
        if kinds <= REVERSIBLE:
            yield "reversible_tiles", 1
        if len(suits) == 2:
            yield "one_voided_suit", 1
    if standard or pairs or straight:
        if not has_honors:
            yield "no_honors", 1
        if len(suits) == 3 and kinds & WINDS and kinds & DRAGONS:
            yield "all_types", 1
        konged = {meld.tile for meld in melds if meld.is_kong}
        hogs = [kind for kind, count in Counter(tiles).items() if count == 4 and kind not in konged]
        if hogs:
            yield "tile_hog", len(hogs)
    if standard or straight:
        (pair,) = [tile for sort, tile in sets if sort == "pair"]
        if not pungs and pair < 27:
            yield "all_chows", 1
    if standard:
        if len(pungs) == 4:
            yield "all_pungs", 1
            if only(2, 4, 6, 8):
                yield "all_even_pungs", 1
        if all(4 in {tile % 9 for tile in tiles_of(one) if tile < 27} for one in sets):
            yield "all_fives", 1
        if all(set(tiles_of(one)) & (TERMINALS | HONORS) for one in sets):
            yield "outside_hand", 1
    if shape == "thirteen_orphans":
        yield "thirteen_orphans", 1
    if pairs:
        yield "seven_pairs", 1
    if shape == "knitted_honors":
        greater = kinds >= HONORS
        yield ("greater_honors_and_knitted_tiles" if greater else "lesser_honors_and_knitted_tiles"), 1
    if straight or (shape == "knitted_honors" and any(body <= kinds for body in KNITTED)):
        yield "knitted_straight", 1

    before = list(win.concealed)
    before.remove(win.win)
    if not melds and len(suits) == 1 and not has_honors and tuple(sorted(tile % 9 + 1 for tile in before)) == GATES:
        yield "nine_gates", 1

    kongs = {
        (4, 0): "four_kongs", (3, 0): "three_kongs",
        (2, 2): "two_concealed_kongs", (2, 1): "mixed_kongs", (2, 0): "two_melded_kongs",
        (1, 1): "concealed_kong", (1, 0): "melded_kong",
    }  # fmt: skip
    number = open_kongs + concealed_kongs
    if number:
        yield kongs[number, concealed_kongs if number < 3 else 0], 1
    if number >= 3 and options["kongs_of_many"] == "kongs" and concealed_kongs in (1, 2):
        yield ("concealed_kong" if concealed_kongs == 1 else "two_concealed_kongs"), 1
    if hidden >= 2:
        yield {2: "two_concealed_pungs", 3: "three_concealed_pungs", 4: "four_concealed_pungs"}[hidden], 1

    for tile in pungs:
        if tile in DRAGONS:
            yield "dragon_pung", 1
        if tile in WINDS and tile == win.round_wind:
            yield "prevalent_wind", 1
        if tile in WINDS and tile == win.seat_wind:
            yield "seat_wind", 1
        if tile in TERMINALS or (tile in WINDS and tile not in (win.round_wind, win.seat_wind)):
            yield "pung_of_terminals_or_honors", 1

    if win.last_tile:
        yield ("last_tile_draw" if win.drawn else "last_tile_claim"), 1
    if win.by == "kong-draw":
        yield "out_with_replacement_tile", 1
    if win.by == "rob-kong":
        yield "robbing_the_kong", 1
    if win.last_copy and win.by != "rob-kong":
        yield "last_tile", 1
    if len(melds) == 4 and not concealed_kongs and not win.drawn:
        yield "melded_hand", 1
    if win.drawn:
        yield "self_drawn", 1
        if not is_open and (not closed or options["concealed_shapes"] == "fully_concealed"):
            yield "fully_concealed_hand", 1
    elif not is_open and not closed:
        yield "concealed_hand", 1

    if one_wait and reading.place and not closed:
        counts = True
        if straight and options["knitted_waits"] != "rest":
            bodies = [body for body in KNITTED if body <= set(win.concealed)]
            counts = options["knitted_waits"] == "outside" and not any(win.win in body for body in bodies)
        sort, tile = reading.place
        step = win.win - tile
        if sort == "pair":
            wait = "single_wait"
        elif sort == "chow" and step == 1:
            wait = "closed_wait"
        elif sort == "chow" and ((tile % 9 == 0 and step == 2) or (tile % 9 == 6 and step == 0)):
            wait = "edge_wait"
        else:
            counts = False
        if counts:
            yield wait, 1


KONG_FANS = ("two_melded_kongs", "mixed_kongs", "melded_kong")


def left_out(
    fan: str, reading: Reading, winds: int, round_or_seat: int, options: Mapping[str, Any]
) -> Iterator[tuple[str, int | None]]:
    """The fans that a fan takes out, and how many pieces of them; None is all.

    :param winds: how many pungs of winds there are.
    :param round_or_seat: how many of them are of the round's or the seat's wind.
    """
    taken: dict[str, tuple[str, ...]] = {
        "big_four_winds": ("all_pungs", "prevalent_wind", "seat_wind", "pung_of_terminals_or_honors"),
        "big_three_dragons": ("dragon_pung",),
        "nine_gates": ("full_flush", "no_honors", "concealed_hand"),
        "four_kongs": ("all_pungs", "single_wait"),
        "seven_shifted_pairs": ("seven_pairs", "full_flush", "no_honors"),
        "thirteen_orphans": ("all_terminals_and_honors", "all_types"),
        "all_terminals": ("all_pungs", "outside_hand", "pung_of_terminals_or_honors", "no_honors"),
        "little_three_dragons": ("dragon_pung",),
        "all_honors": ("all_pungs", "outside_hand", "pung_of_terminals_or_honors"),
        "four_concealed_pungs": ("all_pungs", "concealed_hand"),
        "pure_terminal_chows": ("full_flush", "all_chows", "no_honors"),
        "quadruple_chow": ("tile_hog",),
        "four_pure_shifted_pungs": ("all_pungs",),
        "all_terminals_and_honors": ("all_pungs", "outside_hand", "pung_of_terminals_or_honors"),
        "greater_honors_and_knitted_tiles": ("all_types",),
        "all_even_pungs": ("all_pungs", "all_simples", "no_honors"),
        "full_flush": ("no_honors",),
        "upper_tiles": ("upper_four", "no_honors"),
        "middle_tiles": ("all_simples", "no_honors"),
        "lower_tiles": ("lower_four", "no_honors"),
        "three_suited_terminal_chows": ("all_chows", "no_honors"),
        "all_fives": ("all_simples", "no_honors"),
        "lesser_honors_and_knitted_tiles": ("all_types",),
        "upper_four": ("no_honors",),
        "lower_four": ("no_honors",),
        "reversible_tiles": ("one_voided_suit",),
        "last_tile_draw": ("self_drawn",),
        "out_with_replacement_tile": ("self_drawn",),
        "robbing_the_kong": ("last_tile",),
        "melded_hand": ("single_wait",),
        "two_concealed_kongs": ("two_concealed_pungs", "concealed_kong"),
        "two_dragon_pungs": ("dragon_pung",),
        "mixed_kongs": ("melded_kong", "concealed_kong"),
        "fully_concealed_hand": ("self_drawn",),
        "two_melded_kongs": ("melded_kong",),
        "all_chows": ("no_honors",),
        "all_simples": ("no_honors",),
    }
    for other in taken.get(fan, ()):
        yield other, None
    if fan in ("four_kongs", "three_kongs"):
        for other in KONG_FANS:
            yield other, None
        if options["kongs_of_many"] == "pungs":
            yield "two_concealed_kongs", None
            yield "concealed_kong", None
    if fan in ("nine_gates", "four_concealed_pungs") and options["concealed_shapes"] == "self_drawn":
        yield "fully_concealed_hand", None
    if fan == "nine_gates":
        yield "pung_of_terminals_or_honors", 1 if options["nine_gates_pungs"] == "one" else None
    if fan == "all_green" and not options["green_half_flush"]:
        yield "half_flush", None
    if fan == "all_terminals" and not options["terminals_double_pung"]:
        yield "double_pung", None
    if fan in ("all_green", "all_terminals") and options["implied_hog"] and reading.shape == "seven_pairs":
        yield "tile_hog", 1
    if fan in ("little_four_winds", "big_three_winds"):
        yield "pung_of_terminals_or_honors", winds - round_or_seat


def fans_that_count(win: Win, reading: Reading, one_wait: bool, options: Mapping[str, Any]) -> dict[str, int]:
    """The fans of a reading that are left when each has taken out what it implies, from the top of the table."""
    counts: Counter[str] = Counter()
    for fan, pieces in generate_fans(win, reading, one_wait, options):
        counts[fan] += pieces
    pungs = [meld.tile for meld in win.melds if meld.call != "chow"]
    pungs += [tile for sort, tile in reading.sets if sort == "pung"]
    winds = [tile for tile in pungs if tile in WINDS]
    own = sum(tile in (win.round_wind, win.seat_wind) for tile in winds)
    for fan in FANS:
        if counts[fan] > 0:
            for other, pieces in left_out(fan, reading, len(winds), own, options):
                counts[other] = 0 if pieces is None else max(0, counts[other] - pieces)
    return {fan: counts[fan] for fan in FANS if counts[fan] > 0}


def judge(win: Win, options: Mapping[str, Any] = DEFAULTS) -> Verdict:
    """What a hand comes to."""
    values = FANS | {fan: options[fan] for fan in ("mixed_kongs", "two_concealed_kongs")}
    before = list(win.concealed)
    before.remove(win.win)
    one_wait = len(formal_waits(tuple(sorted(before)), len(win.melds))) == 1
    found = [
        fans_that_count(win, reading, one_wait, options) for reading in readings(win.concealed, win.win, len(win.melds))
    ]
    if not found:
        return Verdict(False, "not_complete")
    points = max(sum(values[fan] * count for fan, count in fans.items()) for fans in found)
    lists = []
    for fans in found:
        if sum(values[fan] * count for fan, count in fans.items()) == points and fans not in lists:
            lists.append(fans)
    if points == 0:
        points, lists = values["chicken_hand"], [{"chicken_hand": 1}]
    if points < 8:
        return Verdict(False, "under_minimum", points, points, tuple(lists))
    total = points + win.flowers
    pays = [win.base * (8 + (total if win.drawn or seat == win.source else 0)) for seat in SEATS]
    return Verdict(True, "", points, total, tuple(lists), tuple(pays))
