"""A second opinion on every score: the rules once more, as slow and literal code that shares nothing with the scorer.

It takes what :func:`mjcalc.score` takes, tries every tile in place of every wild, takes the tiles apart by plain
recursion, judges each reading by the written rules of its variant, and keeps the best. Only the reading of text
(:mod:`mjcalc.notation`) is the package's own. Where the rules leave several readings equal it returns them all.

The only shortcut: tiles of one class are substituted together, and given up where they cannot be sets and a pair.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations
from math import prod
from typing import Any, NamedTuple

from mjcalc.hand import CALLS, SEATS, Hand, Meld, Seat, TileSet
from mjcalc.notation import parse_table
from mjcalc.tiles import GREEN, NORTH, RED, WHITE, WILD, class_of, kind_named

__all__ = [
    "FEI_VALUES",
    "LEFT_OPEN",
    "MEI_VALUES",
    "PLAIN_VALUES",
    "SHAPES",
    "SHI_VALUES",
    "Outcome",
    "Payment",
    "Verdict",
    "as_case",
    "naive_readings",
    "next_tile",
    "readings",
    "referee",
]

CLASSES = (range(0, 9), range(9, 18), range(18, 27), range(27, 34))
HONOURS = frozenset(range(27, 34))
PAYING_TWO_FIVE_EIGHT = frozenset(kind for kind in range(27) if kind % 9 in (1, 4, 7))
SHI_WINDS = frozenset((27, 28, 29, 30, WHITE))
ORPHANS = frozenset((0, 8, 9, 17, 18, 26)) | HONOURS

LEFT_OPEN = "left open"
"""The cap of an amount that is no cap's own: 風一色 where its option is neither."""

Block = tuple[int, ...]
Fans = tuple[tuple[str, int], ...]


class Payment(NamedTuple):
    """What one seat owes."""

    fans: Fans
    amount: int
    cap: str | None
    share: int
    pays: int


class Outcome(NamedTuple):
    """What one legal reading is worth."""

    total: int
    fans: Fans
    payments: tuple[Payment, Payment, Payment]
    cap: str | None

    @property
    def gain(self) -> int:
        """What the winner gets in all."""
        return sum(payment.pays for payment in self.payments)

    @property
    def amounts(self) -> int:
        """All amounts before caps."""
        return sum(payment.amount for payment in self.payments)


class Verdict(NamedTuple):
    """What the rules say: the equally good outcomes of a legal hand, or the sets of reasons a refusal may give."""

    outcomes: frozenset[Outcome] = frozenset()
    reasons: frozenset[frozenset[str]] = frozenset()

    @property
    def legal(self) -> bool:
        """Whether the hand may win."""
        return bool(self.outcomes)


class Reading(NamedTuple):
    """One way to see the concealed tiles."""

    shape: str
    blocks: tuple[Block, ...]
    """Sets and pairs by what they stand for; all tiles as one block in a shape without them."""
    stands: Block
    """What the wilds stand for."""


class Case(NamedTuple):
    """All that is known of a win."""

    hand: Hand
    concealed: tuple[int, ...]
    """The winning tile included."""
    win: int
    losers: dict[Seat, Hand]
    by: str
    source: str | None
    dealer: str | None
    base: int
    streak: int
    last_tile: bool
    heavenly: bool
    earthly: bool
    not_ready: bool
    face: int | None
    """What the wild tile is; None where unknown."""
    options: Mapping[str, Any]

    @property
    def drawn(self) -> bool:
        return self.by not in ("discard", "rob-kong")

    @property
    def wilds(self) -> int:
        return self.concealed.count(WILD)

    @property
    def open_melds(self) -> list[Meld]:
        return [meld for meld in self.hand.melds if meld.call != "concealed_kong"]

    @property
    def meld_tiles(self) -> list[int]:
        return [tile for meld in self.hand.melds for tile in meld.tiles]


Judged = tuple[frozenset[str], bool, int, Outcome]
"""Why a reading may not win, whether it is a limit hand, its place in the fixed order, and what it would be worth."""


# What the tiles can be -----------------------------------------------------------------------------


class Shapes(NamedTuple):
    """What a variant's readings are made of."""

    kinds: tuple[int, ...]
    """What a wild may stand for, and what a wait may be."""
    dragon_run: bool = False
    seven_pairs: str = ""
    """``any``, ``distinct``, or empty where it is no hand."""
    special: tuple[str, ...] = ()
    all_of: tuple[tuple[str, frozenset[int]], ...] = ()


SHAPES = {
    "huangshi": Shapes(
        tuple(kind for kind in range(34) if kind not in (RED, GREEN)),
        all_of=(("all_258", PAYING_TWO_FIVE_EIGHT), ("all_winds", SHI_WINDS)),
    ),
    "huangshan-fei": Shapes(
        tuple(range(34)),
        dragon_run=True,
        seven_pairs="any",
        special=("thirteen_orphans", "knitted_honors", "disjoint", "four_wilds"),
        all_of=(("all_honors", HONOURS),),
    ),
    "huangshan": Shapes(tuple(range(34)), seven_pairs="distinct"),
    "huangmei": Shapes((*range(27), RED, WHITE), seven_pairs="any"),
}


@cache
def take_apart(tiles: Block, dragon_run: bool, pair_taken: bool = False) -> tuple[tuple[Block, ...], ...]:
    """Every way to see sorted tiles of one class as sets and at most one pair."""
    if not tiles:
        return ((),)
    first = tiles[0]
    blocks: list[Block] = [(first, first, first)]
    if not pair_taken:
        blocks.append((first, first))
    if (first < 27 and first % 9 < 7) or (dragon_run and first == RED):
        blocks.append((first, first + 1, first + 2))
    ways = []
    for block in blocks:
        rest = list(tiles)
        for tile in block:
            if tile not in rest:
                break
            rest.remove(tile)
        else:
            taken = pair_taken or len(block) == 2
            ways += [tuple(sorted((block, *way))) for way in take_apart(tuple(rest), dragon_run, taken)]
    return tuple(set(ways))


def standard_readings(naturals: Block, wilds: int, melds: int, shapes: Shapes) -> Iterator[Reading]:
    """Four sets, melds included, and a pair."""

    def fill(number: int, left: int) -> Iterator[tuple[Block, tuple[Block, ...]]]:
        if number == len(CLASSES):
            if not left:
                yield (), ()
            return
        kinds = [kind for kind in CLASSES[number] if kind in shapes.kinds]
        own = [tile for tile in naturals if tile in CLASSES[number]]
        for size in range(left + 1):
            for stands in combinations_with_replacement(kinds, size):
                ways = take_apart(tuple(sorted((*own, *stands))), shapes.dragon_run)
                if not ways:
                    continue
                for more_stands, more_blocks in fill(number + 1, left - size):
                    for blocks in ways:
                        yield stands + more_stands, blocks + more_blocks

    for stands, blocks in fill(0, wilds):
        if [len(block) for block in blocks].count(2) == 1 and len(blocks) == 5 - melds:
            yield Reading("standard", tuple(sorted(blocks)), stands)


def is_special(shape: str, tiles: Block) -> bool:
    """Whether 14 sorted tiles make one of the shapes that have no sets."""
    kinds = set(tiles)
    if shape == "thirteen_orphans":
        return kinds == ORPHANS
    if len(kinds) != 14:
        return False
    numbers = [kind for kind in tiles if kind < 27]
    if shape == "knitted_honors":
        return kinds >= HONOURS and any(
            all(kind % 9 % 3 == rows[kind // 9] for kind in numbers) for rows in permutations(range(3))
        )
    return all(a // 9 != b // 9 or abs(a - b) >= 3 for a, b in combinations(numbers, 2))


def other_readings(naturals: Block, wilds: int, melds: int, meld_tiles: Iterable[int], rules: str) -> Iterator[Reading]:
    """Every shape but the standard one, by every substitution that is not hopeless from the start."""
    shapes = SHAPES[rules]
    counts = Counter(naturals)
    for shape, kinds in shapes.all_of:
        if kinds.issuperset(naturals) and kinds.issuperset(meld_tiles):
            for stands in combinations_with_replacement(sorted(kinds), wilds):
                yield Reading(shape, (tuple(sorted(naturals + stands)),), stands)
    if melds:
        return
    odd = tuple(kind for kind in counts if counts[kind] % 2)
    if shapes.seven_pairs and len(odd) <= wilds:
        # A wild for every odd tile; the others by twos.
        for more in combinations_with_replacement(shapes.kinds, (wilds - len(odd)) // 2):
            stands = tuple(sorted(odd + more + more))
            pairs = tuple(sorted(naturals + stands))[::2]
            if shapes.seven_pairs == "any" or len(set(pairs)) == 7:
                yield Reading("seven_pairs", tuple((kind, kind) for kind in pairs), stands)
    for shape in shapes.special:
        hopeless = max(counts.values(), default=0) > 1 + (shape == "thirteen_orphans")
        if shape == "four_wilds" or hopeless or (shape == "thirteen_orphans" and not ORPHANS.issuperset(naturals)):
            continue
        substitutions: Iterable[Block] = combinations([kind for kind in shapes.kinds if not counts[kind]], wilds)
        if shape == "thirteen_orphans":
            substitutions = combinations_with_replacement(sorted(ORPHANS), wilds)
        for stands in substitutions:
            tiles = tuple(sorted(naturals + stands))
            if is_special(shape, tiles):
                yield Reading(shape, (tiles,), stands)


def readings(case: Case, rules: str) -> Iterator[Reading]:
    """Every reading of the concealed tiles; of ``four_wilds`` too, which the melds do not matter to."""
    naturals = tuple(sorted(tile for tile in case.concealed if tile != WILD))
    melds = len(case.hand.melds)
    yield from standard_readings(naturals, case.wilds, melds, SHAPES[rules])
    yield from other_readings(naturals, case.wilds, melds, case.meld_tiles, rules)
    if "four_wilds" in SHAPES[rules].special and case.wilds == 4:
        yield Reading("four_wilds", (naturals,), ())


def naive_readings(case: Case, rules: str) -> Iterator[Reading]:
    """The same with no shortcut at all: every substitution, and the whole hand taken apart at once."""
    shapes = SHAPES[rules]
    naturals = tuple(tile for tile in case.concealed if tile != WILD)
    melds = len(case.hand.melds)
    for stands in combinations_with_replacement(shapes.kinds, case.wilds):
        tiles = tuple(sorted(naturals + stands))
        for blocks in take_apart(tiles, shapes.dragon_run):
            if [len(block) for block in blocks].count(2) == 1 and len(blocks) == 5 - melds:
                yield Reading("standard", blocks, stands)
        for shape, kinds in shapes.all_of:
            if kinds >= {*tiles, *case.meld_tiles}:
                yield Reading(shape, (tiles,), stands)
        if melds:
            continue
        pairs = tuple((tiles[place], tiles[place + 1]) for place in range(0, 14, 2))
        different = shapes.seven_pairs == "distinct"
        if shapes.seven_pairs and all(a == b for a, b in pairs) and not (different and len(set(pairs)) < 7):
            yield Reading("seven_pairs", pairs, stands)
        for shape in shapes.special:
            if shape != "four_wilds" and is_special(shape, tiles):
                yield Reading(shape, (tiles,), stands)
    if "four_wilds" in shapes.special and case.wilds == 4:
        yield Reading("four_wilds", (tuple(sorted(naturals)),), ())


# 黃石 ------------------------------------------------------------------------------------------------

SHI_VALUES = {
    "full_flush": 10,
    "all_258": 10,
    "all_pungs": 10,
    "kong_draw": 10,
    "melded_hand": 10,
    "last_tiles": 10,
    "rob_kong": 10,
    "dealer": 2,
    "self_draw": 2,
    "winner_open": 2,
    "hard_win": 2,
    "zhong_kong": 2,
    "fa_kong": 2,
    "wild_kong": 4,
    "exposed_kong": 2,
    "concealed_kong": 4,
    "discarder": 2,
    "loser_open": 2,
}


def shi_laid(hand: Hand) -> dict[str, int]:
    """The fans for what lies in front of a player, the winner or a loser."""
    konged = hand.kongs + hand.thrown
    return {
        "zhong_kong": konged.count(RED),
        "fa_kong": konged.count(GREEN),
        "wild_kong": konged.count(WILD),
        "exposed_kong": sum(meld.call in ("exposed_kong", "added_kong") for meld in hand.melds),
        "concealed_kong": sum(meld.call == "concealed_kong" for meld in hand.melds),
    }


def shi_facts(case: Case, reading: Reading) -> tuple[object, ...]:
    """All that the rules ask of a reading: readings alike in this are worth the same."""
    tiles = {tile for block in reading.blocks for tile in block} | set(case.meld_tiles)
    standard = reading.shape == "standard"
    pair = next((block[0] for block in reading.blocks if len(block) == 2), None) if standard else None
    chows = any(meld.call == "chow" for meld in case.hand.melds) or any(len(set(b)) == 3 for b in reading.blocks)
    own_faces = all(kind == case.face for kind in reading.stands)
    return (
        standard,
        len({class_of(tile) for tile in tiles}) == 1 and max(tiles) < 27,
        tiles <= PAYING_TWO_FIVE_EIGHT,
        tiles <= SHI_WINDS,
        not chows,
        pair in PAYING_TWO_FIVE_EIGHT,
        own_faces,
    )


def shi_judge(case: Case, facts: tuple[object, ...]) -> Judged:
    standard, one_suit, only_258, only_winds, no_chow, pair_258, own_faces = facts
    options = case.options
    values = SHI_VALUES | {name[5:]: value for name, value in options.items() if name.startswith("fans.")}
    opened = case.open_melds
    laid = case.hand.melds if options.get("melded_hand_concealed_kongs", False) else opened
    big = {
        "full_flush": standard and one_suit,
        "all_258": only_258,
        "all_pungs": standard and no_chow,
        "kong_draw": case.by == "kong-draw",
        "melded_hand": standard and len(laid) == 4 and pair_258,
        "last_tiles": case.last_tile,
        "rob_kong": case.by == "rob-kong",
    }
    limit = bool(only_winds)
    plain = not limit and not any(big.values())

    reasons = set()
    if plain and case.wilds > 1:
        reasons.add("too_many_wilds")
    if standard and not pair_258 and not (big["full_flush"] or big["all_pungs"] or big["all_258"] or only_winds):
        reasons.add("pair_not_258")
    counting = case.hand.kongs
    if options.get("minimum_counts", "konged_and_discarded") == "konged_and_discarded":
        counting += case.hand.thrown
    # Where the table gives a kong tile another value, that is its 番 here too.
    names = {RED: "zhong_kong", GREEN: "fa_kong", WILD: "wild_kong"}
    minimum = prod(values[names[tile]] for tile in counting)
    if plain and minimum < 4 and not (case.dealer == "self" and case.by == "self-draw"):
        reasons.add("under_minimum")

    per_meld = options.get("open_counts", "once") == "per_meld"
    dealer_either = options.get("dealer_doubles", "either") == "either"
    hard = own_faces if options.get("hard_win", "none_held") == "none_substituting" else case.wilds == 0
    winner = {
        "dealer": int(case.dealer == "self"),
        "self_draw": int(case.by == "self-draw"),
        "winner_open": len(opened) if per_meld else int(bool(opened)),
        "hard_win": int(bool(hard)),
        **shi_laid(case.hand),
    }
    fans = {name: count for name, count in winner.items() if count}
    product_w = prod(values[name] ** count for name, count in fans.items())
    sum_b = sum(values[name] for name, holds in big.items() if holds)
    fans |= {name: 1 for name, holds in big.items() if holds}
    total = product_w * (1 if plain else sum_b)

    caps = {"cap": 300, "golden_cap": 500, "bright_cap": 700, "haba_cap": 900}
    caps = {name: options.get(f"caps.{name}", value) * case.base for name, value in caps.items()}
    loser_fans: list[dict[str, int]] = []
    is_open: list[bool] = []
    amounts: list[int] = []
    for seat in SEATS:
        hand = case.losers.get(seat, Hand())
        robbed = case.by == "rob-kong" and case.source == seat
        open_count = sum(meld.call != "concealed_kong" for meld in hand.melds)
        if robbed and not any(meld.call == "pung" and meld.tile == case.win for meld in hand.melds):
            open_count += 1
        owed = {
            "dealer": int(dealer_either and case.dealer == seat),
            **shi_laid(hand),
            "discarder": int(case.source == seat and (not robbed or options.get("robbed_seat_discards", True))),
            "loser_open": open_count if per_meld else int(open_count > 0),
        }
        owed = {name: count for name, count in owed.items() if count}
        loser_fans.append(owed)
        is_open.append(open_count > 0)
        amounts.append(case.base * total * prod(values[name] ** count for name, count in owed.items()))
    if limit:
        fans = {"all_winds": 1}
        total = caps["golden_cap"] // case.base
        loser_fans = [{}, {}, {}]
        amounts = [caps["golden_cap"]] * 3

    top: str | None
    if limit or all(amount > caps["cap"] for amount in amounts):
        seat_caps: list[str | None] = ["golden_cap"] * 3
        top = "golden_cap"
        if not any(is_open):
            seat_caps = ["haba_cap"] * 3
            top = "haba_cap"
        elif not all(is_open):
            seat_caps = ["golden_cap" if opening else "bright_cap" for opening in is_open]
            top = "bright_cap"
    else:
        seat_caps = ["cap" if amount > caps["cap"] else None for amount in amounts]
        top = "cap" if any(seat_caps) else None
    shares = [amount if name is None else caps[name] for amount, name in zip(amounts, seat_caps, strict=True)]

    responsible: str | None = None
    if case.by == "rob-kong":
        responsible = case.source
    elif not limit:
        on_the_ground = case.hand.melds if options.get("concealed_kongs_count_as_laid", False) else opened
        if (big["full_flush"] or big["all_258"]) and len(on_the_ground) >= 3:
            responsible = on_the_ground[2].feeder
        if responsible is None and big["melded_hand"] and case.by == "discard" and case.not_ready:
            responsible = case.source
    pays = shares
    if responsible is not None:
        pays = [sum(shares) if seat == responsible else 0 for seat in SEATS]
    return frozenset(reasons), limit, 0, outcome(total, fans, loser_fans, amounts, seat_caps, shares, pays, top)


def shi_own_reasons(case: Case) -> set[str]:
    reasons = set()
    if not case.open_melds:
        reasons.add("not_open")
    if RED in case.concealed or GREEN in case.concealed:
        reasons.add("kong_tile_in_hand")
    if case.win == WILD and not case.drawn:
        reasons.add("wild_discard")
    return reasons


# 黃山 with 飛 -----------------------------------------------------------------------------------------

FEI_VALUES = {
    "half_flush": 6,
    "full_flush": 10,
    "all_pungs": 6,
    "seven_pairs": 8,
    "single_tile": 6,
    "concealed_hand": 2,
    "wild_wait": 2,
    "wild_discarded": 2,
    "flying_kong": 4,
    "kong_draw_no_wild": 4,
    "kong_draw_wild": 2,
}
FEI_SHAPES = (
    "standard",
    "seven_pairs",
    "thirteen_orphans",
    "knitted_honors",
    "disjoint",
    "all_honors",
    "four_wilds",
)
FEI_SPECIAL = frozenset(FEI_VALUES) - {"concealed_hand", "wild_wait", "wild_discarded"}


def fei_places(case: Case, reading: Reading) -> set[bool]:
    """Whether the winning tile pairs with a wild, for every choice of the two copies that make up a pair."""
    if reading.shape not in ("standard", "seven_pairs"):
        return {False}
    found = set()
    for kind in {block[0] for block in reading.blocks if len(block) == 2}:
        # This kind's copies: (is a wild, is the winning tile), the wild that was drawn being any of them.
        held = [(False, False)] * case.concealed.count(kind) + [(True, False)] * reading.stands.count(kind)
        winning = (True, False) if case.win == WILD else (False, False)
        if case.win in (kind, WILD) and winning in held:
            held.remove(winning)
            held.append((winning[0], True))
        for one, other in combinations(held, 2):
            found.add((one[1] and other[0]) or (other[1] and one[0]))
    return found


def fei_facts(case: Case, reading: Reading) -> Iterator[tuple[object, ...]]:
    tiles = {tile for block in reading.blocks for tile in block} | set(case.meld_tiles)
    standard = reading.shape == "standard"
    chows = any(meld.call == "chow" for meld in case.hand.melds) or any(len(set(b)) == 3 for b in reading.blocks)
    for wild_pair in fei_places(case, reading):
        yield (
            reading.shape,
            len({class_of(tile) for tile in tiles if tile < 27}),
            any(tile >= 27 for tile in tiles),
            standard and not chows,
            wild_pair,
        )


def fei_judge(case: Case, facts: tuple[object, ...]) -> Judged:
    shape, suits, honours, all_pungs, wild_pair = facts
    options = case.options
    values = FEI_VALUES | {name[5:]: value for name, value in options.items() if name.startswith("fans.")}
    cap, double = options.get("caps.cap", 300), options.get("caps.double_cap", 600)

    limits = {
        "all_honors": cap if shape == "all_honors" else 0,
        "knitted_honors": cap if shape == "knitted_honors" else 0,
        "four_wilds": cap if shape == "four_wilds" else 0,
        "heavenly_hand": cap if case.heavenly else 0,
        "earthly_hand": cap if case.earthly else 0,
        "honor_pungs": options.get("honor_pungs", 600) if all_pungs and suits == 0 else 0,
        "disjoint": double if shape == "disjoint" else 0,
        "thirteen_orphans": double if shape == "thirteen_orphans" else 0,
    }
    highest = max(limits.values())

    kong_draw = case.by == "kong-draw"
    thrown = case.hand.thrown.count(WILD)
    if thrown and options.get("wild_discarded", "each") == "once":
        thrown = 1
    has_blocks = shape in ("standard", "seven_pairs")
    counted = {
        "half_flush": int(has_blocks and suits == 1 and bool(honours)),
        "full_flush": int(has_blocks and suits == 1 and not honours),
        "all_pungs": int(bool(all_pungs)),
        "seven_pairs": int(shape == "seven_pairs"),
        "single_tile": int(shape == "standard" and len(case.hand.melds) == 4),
        "concealed_hand": int(not case.hand.melds),
        "wild_wait": int(bool(wild_pair) and not kong_draw),
        "wild_discarded": thrown,
        "flying_kong": int(bool(wild_pair) and kong_draw),
        "kong_draw_no_wild": int(kong_draw and not wild_pair and case.wilds == 0),
        "kong_draw_wild": int(kong_draw and not wild_pair and case.wilds > 0),
    }
    fans = {name: count for name, count in counted.items() if count}

    classes = {class_of(tile) for tile in (*case.concealed, *case.meld_tiles) if tile != WILD}
    allowed = (
        case.heavenly
        or case.earthly
        or kong_draw
        or highest
        or not {"all_pungs", "single_tile", "seven_pairs"}.isdisjoint(fans)
    )
    reasons = {"three_classes"} if len(classes) >= 3 and not allowed else set()

    special = bool(highest) or not FEI_SPECIAL.isdisjoint(fans)
    top: str | None
    if highest:
        fans = {name: 1 for name, amount in limits.items() if amount == highest}
        total = amount = share = highest
        top = {cap: "cap", double: "double_cap"}.get(highest, LEFT_OPEN)
    else:
        total = prod(values[name] ** count for name, count in fans.items())
        amount = (case.base + 2 * streak_bound(case)) * total
        share = min(amount, cap)
        top = "cap" if amount > cap else None

    responsible = []
    if special:
        toward = {"right": "left", "across": "across", "left": "right"}
        for seat in SEATS:
            fed = [meld.feeder == seat for meld in case.open_melds]
            back = [
                meld.feeder == toward[seat]
                for meld in case.losers.get(seat, Hand()).melds
                if meld.call != "concealed_kong"
            ]
            ways = [fed, back] if options.get("mutual_responsibility", True) else [fed]
            if any(sum(way) >= 3 or way[3:4] == [True] for way in ways):
                responsible.append(seat)
    pays = [share] * 3
    if responsible:
        each = 3 * share
        if options.get("shared_responsibility", "split") == "split":
            each = -(-each // len(responsible))
        pays = [each if seat in responsible else 0 for seat in SEATS]
    order = FEI_SHAPES.index(str(shape))
    worth = outcome(total, fans, [{}] * 3, [amount] * 3, [top] * 3, [share] * 3, pays, top)
    return frozenset(reasons), bool(highest), order, worth


def streak_bound(case: Case) -> int:
    bound: int | None = case.options.get("streak_max")
    return case.streak if bound is None else min(case.streak, bound)


# 黃山, plain -----------------------------------------------------------------------------------------

PLAIN_VALUES = {"plain": 1, "full_flush": 8, "seven_pairs": 4, "kong_draw": 4, "last_tile": 4}


def plain_judge(case: Case, facts: tuple[object, ...]) -> Judged:
    shape, one_suit = facts
    values = PLAIN_VALUES | {name[5:]: value for name, value in case.options.items() if name.startswith("fans.")}
    holds = {
        "plain": shape == "standard",
        "full_flush": one_suit,
        "seven_pairs": shape == "seven_pairs",
        "kong_draw": case.by == "kong-draw",
        "last_tile": case.last_tile and case.drawn,
    }
    fans = {name: 1 for name, held in holds.items() if held}
    worth = additive(case, sum(values[name] for name in fans), fans)
    return frozenset(), False, int(shape == "seven_pairs"), worth


def plain_facts(case: Case, reading: Reading) -> tuple[object, ...]:
    tiles = {tile for block in reading.blocks for tile in block} | set(case.meld_tiles)
    return reading.shape, len({class_of(tile) for tile in tiles}) == 1 and max(tiles) < 27


# 黃梅 ------------------------------------------------------------------------------------------------

MEI_VALUES = {
    "plain": 1,
    "self_draw": 1,
    "concealed_hand": 1,
    "closed_wait": 1,
    "edge_wait": 1,
    "single_wait": 1,
    "dragon_pung": 1,
    "exposed_kong": 1,
    "concealed_dragon_pung": 2,
    "concealed_kong": 2,
    "flower_draw": 2,
    "exposed_dragon_kong": 3,
    "concealed_dragon_kong": 4,
    "kong_draw": 5,
    "rob_kong": 5,
    "last_tile": 5,
    "seven_pairs": 15,
    "all_pungs": 15,
    "full_flush": 15,
    "half_flush": 15,
    "melded_hand": 30,
}
MEI_WAITS = ("single_wait", "closed_wait", "edge_wait")


def formal_waits(case: Case, rules: str) -> set[int]:
    """The kinds that would complete the hand as it was before the win, however many of them the player holds."""
    before = list(case.concealed)
    before.remove(case.win)
    found = set()
    for kind in SHAPES[rules].kinds:
        again = case._replace(concealed=(*before, kind), win=kind)
        if next(readings(again, rules), None) is not None:
            found.add(kind)
    return found


def mei_facts(case: Case, reading: Reading) -> Iterator[tuple[object, ...]]:
    """A reading with each block that the winning tile may have completed."""
    for place in {block for block in reading.blocks if case.win in block}:
        yield reading.shape, reading.blocks, place


def mei_judge(case: Case, facts: tuple[object, ...], one_wait: bool) -> Judged:
    shape, blocks, place = facts
    assert isinstance(blocks, tuple) and isinstance(place, tuple)
    values = MEI_VALUES | {name[5:]: value for name, value in case.options.items() if name.startswith("fans.")}
    melds, win = case.hand.melds, case.win
    standard = shape == "standard"
    tiles = {tile for block in blocks for tile in block} | set(case.meld_tiles)
    suits = {class_of(tile) for tile in tiles if tile < 27}
    dragons = any(tile >= 27 for tile in tiles)
    opened = any(meld.call in ("pung", "exposed_kong", "added_kong") for meld in melds)
    if not case.options.get("concealed_kong_keeps_concealed", False):
        opened = opened or any(meld.call == "concealed_kong" for meld in melds)
    added_counts = case.options.get("added_number_kong", "exposed") == "exposed"
    number_kongs = ("exposed_kong", "added_kong") if added_counts else ("exposed_kong",)
    melded_hand = standard and len(melds) == 4 and not case.drawn
    last_tile = case.last_tile and case.drawn

    claimed_pungs = sum(meld.call == "pung" and meld.tile >= 27 for meld in melds)
    own_pungs = 0
    for block in blocks:
        if standard and block in ((RED,) * 3, (WHITE,) * 3):
            claimed = case.options.get("discard_completed_pung", "claimed") == "claimed"
            if block == place and not case.drawn and claimed:
                claimed_pungs += 1
            else:
                own_pungs += 1

    single = standard and len(place) == 2 and not melded_hand
    run = standard and len(set(place)) == 3
    closed = run and win == place[1]
    edge = run and ((win == place[2] and win % 9 == 2) or (win == place[0] and win % 9 == 6))
    flowers = len(case.hand.flowers)
    counts = {
        "plain": standard,
        "self_draw": case.by == "self-draw" and not last_tile,
        "concealed_hand": standard and not opened,
        "closed_wait": one_wait and closed,
        "edge_wait": one_wait and edge,
        "single_wait": one_wait and single,
        "dragon_pung": claimed_pungs,
        "exposed_kong": sum(meld.call in number_kongs and meld.tile < 27 for meld in melds),
        "concealed_dragon_pung": own_pungs,
        "concealed_kong": sum(meld.call == "concealed_kong" and meld.tile < 27 for meld in melds),
        "flower_draw": case.by == "flower-draw",
        "exposed_dragon_kong": sum(meld.call in ("exposed_kong", "added_kong") and meld.tile >= 27 for meld in melds),
        "concealed_dragon_kong": sum(meld.call == "concealed_kong" and meld.tile >= 27 for meld in melds),
        "kong_draw": case.by == "kong-draw",
        "rob_kong": case.by == "rob-kong",
        "last_tile": last_tile,
        "seven_pairs": shape == "seven_pairs",
        "all_pungs": standard and not melded_hand and all(len(set(block)) == 1 for block in blocks),
        "full_flush": len(suits) == 1 and not dragons,
        "half_flush": len(suits) == 1 and dragons,
        "melded_hand": melded_hand,
    }
    fans = {name: int(count) for name, count in counts.items() if count}
    total = sum(values[name] * count for name, count in fans.items())
    if flowers:
        fans["flowers"] = 1
        total += (1, 2, 3, 8)[flowers - 1]
    reasons = frozenset({"under_minimum"} if total < 2 else ())
    return reasons, False, int(not standard), additive(case, total, fans)


def mei_best_place(case: Case, reading: Reading, one_wait: bool) -> Judged:
    """A reading with the winning tile where it pays most, 單吊 before 卡檔 before 邊張.

    Whether that order or the order of sets comes first between different sets is left open.
    """

    def rank(entry: Judged) -> tuple[int, int, int]:
        *_, worth = entry
        waits = [place for place, name in enumerate(MEI_WAITS) if (name, 1) in worth.fans]
        return worth.gain, len(worth.fans), -sum(waits)

    return max((mei_judge(case, facts, one_wait) for facts in mei_facts(case, reading)), key=rank)


# What they share -----------------------------------------------------------------------------------


def outcome(
    total: int,
    fans: Mapping[str, int],
    loser_fans: list[dict[str, int]],
    amounts: list[int],
    caps: list[str | None],
    shares: list[int],
    pays: list[int],
    cap: str | None,
) -> Outcome:
    """One reading's worth as a value that can be compared."""
    right, across, left = (
        Payment(tuple(sorted(loser_fans[i].items())), amounts[i], caps[i], shares[i], pays[i]) for i in range(3)
    )
    return Outcome(total, tuple(sorted(fans.items())), (right, across, left), cap)


def additive(case: Case, total: int, fans: Mapping[str, int]) -> Outcome:
    """Drawn, every loser pays; else only the seat the tile came from."""
    amounts = [case.base * total if case.drawn or case.source == seat else 0 for seat in SEATS]
    return outcome(total, fans, [{}] * 3, amounts, [None] * 3, amounts, amounts, None)


def verdict(own: set[str], judged: Iterable[Judged]) -> Verdict:
    """The best of the legal readings, or the reasons of those nearest to legal."""
    found = list(judged)
    if not found:
        return Verdict(reasons=frozenset({frozenset(own | {"not_complete"})}))
    legal = [entry for entry in found if not entry[0]]
    if own or not legal:
        fewest = min(len(reasons) for reasons, *_ in found)
        nearest = [(reasons, worth.gain) for reasons, _, _, worth in found if len(reasons) == fewest]
        best = max(gain for _, gain in nearest)
        return Verdict(reasons=frozenset(reasons | own for reasons, gain in nearest if gain == best))

    def rank(entry: Judged) -> tuple[int, bool, int, int, int]:
        _, limit, order, worth = entry
        return worth.gain, limit, worth.amounts, len(worth.fans), -order

    best_rank = max(map(rank, legal))
    return Verdict(outcomes=frozenset(entry[3] for entry in legal if rank(entry) == best_rank))


def next_tile(indicator: int, rules: str) -> int:
    """The wild that an indicator makes."""
    if indicator < 27:
        return indicator // 9 * 9 + (indicator + 1) % 9
    if rules == "huangshi":
        cycle = (27, 28, 29, 30, WHITE, 27)
        return WHITE if indicator in (RED, GREEN) else cycle[cycle.index(indicator) + 1]
    return {NORTH: 27, WHITE: RED}.get(indicator, indicator + 1)


TILE_SETS: dict[str, Callable[[int | None, int | None], TileSet]] = {
    "huangshi": lambda wild, indicator: TileSet(
        kong_tiles=frozenset((RED, GREEN, WILD)), wild=wild, indicator=indicator
    ),
    "huangshan-fei": lambda wild, indicator: TileSet(dragon_run=True, wild=wild, indicator=indicator),
    "huangshan": lambda wild, indicator: TileSet(has_wilds=False),
    "huangmei": lambda wild, indicator: TileSet(
        kinds=frozenset((*range(27), RED, GREEN, WHITE)),
        calls=frozenset(CALLS) - {"chow"},
        flowers=frozenset((GREEN,)),
        has_wilds=False,
    ),
}


def as_case(
    hand: str,
    *,
    rules: str,
    win: str | None = None,
    by: str | None = None,
    from_: str | None = None,
    dealer: str | None = None,
    indicator: str | None = None,
    wild: str | None = None,
    base: int | None = None,
    streak: int | None = None,
    last_tile: bool = False,
    heavenly: bool = False,
    earthly: bool = False,
    not_ready: bool = False,
    losers: Mapping[Seat, str] | None = None,
    set: Mapping[str, Any] | None = None,
) -> Case:
    """The same arguments as :func:`mjcalc.score`, read."""
    flipped = kind_named(indicator) if indicator else None
    face = kind_named(wild) if wild else next_tile(flipped, rules) if flipped is not None else None
    table = parse_table(hand, TILE_SETS[rules](face, flipped), losers=losers or {}, win=win)
    concealed = table.hand.concealed
    winning = concealed[-1] if table.win is None else table.win
    if len(concealed) + 3 * len(table.hand.melds) == 13:
        assert table.win is not None
        concealed = (*concealed, winning)
    assert len(concealed) + 3 * len(table.hand.melds) == 14 and winning in concealed
    own_base = 5 if rules == "huangshan-fei" else 1
    return Case(
        hand=table.hand,
        concealed=concealed,
        win=winning,
        losers=table.losers,
        by=by or ("discard" if from_ else "self-draw"),
        source=from_,
        dealer=dealer,
        base=own_base if base is None else base,
        streak=streak or 0,
        last_tile=last_tile,
        heavenly=heavenly,
        earthly=earthly,
        not_ready=not_ready,
        face=face,
        options=set or {},
    )


def referee(hand: str, *, rules: str, **situation: Any) -> Verdict:
    """What the written rules of a variant say about a hand."""
    case = as_case(hand, rules=rules, **situation)
    own: set[str] = set()
    if rules == "huangshi":
        own = shi_own_reasons(case)
        if "kong_tile_in_hand" in own:
            return Verdict(reasons=frozenset({frozenset(own)}))
        return verdict(own, (shi_judge(case, facts) for facts in {shi_facts(case, r) for r in readings(case, rules)}))
    if rules == "huangshan-fei":
        if not case.drawn:
            own = {"discard_not_allowed"}
        at_once = case.heavenly or case.earthly
        seen = [r for r in readings(case, rules) if r.shape != "disjoint" or at_once]
        return verdict(own, (fei_judge(case, facts) for facts in {f for r in seen for f in fei_facts(case, r)}))
    if rules == "huangshan":
        seen = list(readings(case, rules))
        return verdict(own, (plain_judge(case, facts) for facts in {plain_facts(case, r) for r in seen}))
    if GREEN in case.concealed:
        return Verdict(reasons=frozenset({frozenset({"flower_in_hand"})}))
    one_wait = len(formal_waits(case, rules)) == 1
    return verdict(own, (mei_best_place(case, reading, one_wait) for reading in set(readings(case, rules))))
