"""Aims and distance in the variants as they are, on random hands with wilds and melds, against their definition."""

from collections.abc import Callable, Sequence
from itertools import combinations, permutations
from random import Random
from typing import NamedTuple

import pytest

import mjcalc
from mjcalc.tiles import NAMES
from tests.support.oracle_shanten import disjoint, knitted, orphans
from tests.support.oracle_targets import CELLS, FAR, Laid, Standard, laid_tiles, seven_pairs, standard, with_sets
from tests.support.sizes import few_or_all

ALL = frozenset(range(34))
HONOURS = frozenset(CELLS[3])
NO_PLACE = frozenset({31, 32})
OF_258 = frozenset({1, 4, 7, 10, 13, 16, 19, 22, 25})


class Held(NamedTuple):
    """What a player holds, the wilds apart."""

    counts: list[int]
    room: list[int]
    """The most copies of each kind that a complete hand may have beside the melds."""
    wilds: int
    melds: list[Laid]

    def standard(self, kinds: frozenset[int], **more: object) -> int:
        """The fewest further tiles to certain sets and a pair."""
        dragon_run = bool(more.pop("dragon_run", False))
        return standard(self.counts, self.room, Standard(kinds, **more), self.melds, dragon_run=dragon_run)  # type: ignore[arg-type]

    def pairs(self, kinds: frozenset[int], distinct: bool = False, both: Sequence[range] = ()) -> int:
        """The fewest further tiles to seven pairs."""
        if self.melds:
            return FAR
        return seven_pairs(self.counts, self.room, sorted(kinds), distinct=distinct, both=both)

    def all_of(self, kinds: frozenset[int]) -> int:
        """The fewest further tiles to a hand of any tiles of some kinds."""
        if any(not kinds.issuperset(laid_tiles(one)) for one in self.melds):
            return FAR
        return 14 - 3 * len(self.melds) - sum([self.counts[kind] for kind in kinds])

    def closed(self, lacks: Callable[[Sequence[int]], int]) -> int:
        """The fewest further tiles to a shape that takes no melds."""
        return FAR if self.melds else lacks(self.counts)

    def four_wilds(self) -> int:
        """The fewest further tiles, wilds or not, until four wilds are among fourteen tiles, the wilds held added."""
        return max(4, 14 - 3 * len(self.melds) - sum(self.counts))


Far = dict[str, int]
"""By the ids of aims how many tiles are lacking, wilds counted as lacking; under "" those to a hand that may win."""


def huangshan(hand: Held) -> Far:
    plain, pairs = hand.standard(ALL), hand.pairs(ALL, distinct=True)
    flush = min(min(hand.standard(frozenset(suit)), hand.pairs(frozenset(suit), True)) for suit in CELLS[:3])
    return {"": min(plain, pairs), "plain": plain, "full_flush": flush, "seven_pairs": pairs}


def huangmei(hand: Held) -> Far:
    kinds = frozenset({*range(27), 31, 33})
    plain, pairs = hand.standard(kinds), hand.pairs(kinds)
    suits = [frozenset(suit) for suit in CELLS[:3]]
    return {
        "": min(plain, pairs),
        "plain": plain,
        "seven_pairs": pairs,
        "all_pungs": hand.standard(kinds, chows=False),
        "full_flush": min(min(hand.standard(suit), hand.pairs(suit)) for suit in suits),
        "half_flush": half_flush(hand, kinds, False),
    }


def half_flush(hand: Held, kinds: frozenset[int], dragon_run: bool) -> int:
    found = []
    for cell, suit in enumerate(CELLS[:3]):
        own = kinds & {*suit, *HONOURS}
        found.append(hand.standard(own, cells=frozenset({cell, 3}), dragon_run=dragon_run))
        found.append(hand.pairs(own, both=(suit, CELLS[3])))
    return min(found)


def huangshi(hand: Held) -> Far:
    kinds = ALL - NO_PLACE
    found = {
        "full_flush": min(hand.standard(frozenset(suit)) for suit in CELLS[:3]),
        "all_258": hand.all_of(OF_258),
        "all_pungs": hand.standard(kinds, chows=False),
        "all_winds": hand.all_of(HONOURS - NO_PLACE),
    }
    return {"": min(hand.standard(kinds, pairs=OF_258), *found.values()), **found}


def huangshan_fei(hand: Held) -> Far:
    found = {
        "half_flush": half_flush(hand, ALL, True),
        "full_flush": min(min(hand.standard(frozenset(suit)), hand.pairs(frozenset(suit))) for suit in CELLS[:3]),
        "all_pungs": hand.standard(ALL, chows=False),
        "seven_pairs": hand.pairs(ALL),
        "all_honors": hand.all_of(HONOURS),
        "knitted_honors": hand.closed(lambda counts: knitted(counts, (5, 6, 7))),
        "four_wilds": hand.four_wilds(),
        "honor_pungs": hand.standard(HONOURS, chows=False),
        "thirteen_orphans": hand.closed(orphans),
    }
    two = [frozenset({*one, *other}) for one, other in combinations(CELLS, 2)]
    if len(hand.melds) == 4:
        two.append(ALL)
    special = [lacks for id, lacks in found.items() if id not in ("half_flush", "full_flush")]
    return {"": min(*special, *[hand.standard(kinds, dragon_run=True) for kinds in two]), **found}


def guobiao(hand: Held) -> Far:
    """Some of its aims: three chows, which may be melded, beside anything; and all pungs."""
    suits = (0, 9, 18)
    same = [[("chow", suit + low) for suit in suits] for low in range(7)]
    straight = [[("chow", suit + low) for low in (0, 3, 6)] for suit in suits]
    mixed = [
        [("chow", suit + low) for suit, low in zip(order, (0, 3, 6), strict=True)] for order in permutations(suits)
    ]
    by_sets = {"mixed_triple_chow": same, "pure_straight": straight, "mixed_straight": mixed}
    found = {id: with_sets(hand.counts, hand.room, instances, hand.melds) for id, instances in by_sets.items()}
    return found | {"all_pungs": hand.standard(ALL, chows=False)}


class Variant(NamedTuple):
    """A variant as it is dealt here."""

    rules: Callable[[Held], Far]
    kinds: frozenset[int] = ALL
    wild: bool = False
    chows: bool = True
    hands: int = 2000


VARIANTS = {
    "huangshan": Variant(huangshan),
    "huangmei": Variant(huangmei, frozenset({*range(27), 31, 33}), chows=False),
    "huangshi": Variant(huangshi, ALL - NO_PLACE, wild=True),
    "huangshan-fei": Variant(huangshan_fei, wild=True),
    "guobiao": Variant(guobiao, hands=500),
}
INDICATOR, WILD_KIND = "7p", 16


def deal(rng: Random, variant: Variant) -> tuple[Held, list[int], str]:
    """A hand of 13 or 14 tiles, its concealed tiles that are not wild, and its melds as text."""
    left = [4 * (kind in variant.kinds) for kind in range(34)]
    if variant.wild:
        left[15], left[WILD_KIND] = 3, 0
    # Most hands are of few suits, so that restricted aims come near.
    cells = rng.sample(range(4), rng.choice((1, 2, 2, 3, 4)))
    usable = [kind for cell in cells for kind in CELLS[cell] if left[kind]]
    melds: list[Laid] = []
    for _ in range(rng.choice((0, 0, 0, 1, 1, 2, 3, 4))):
        low = rng.choice(usable)
        is_chow = variant.chows and low < 27 and low % 9 < 7 and rng.random() < 0.4
        meld = ("chow" if is_chow else "pung", low)
        if all(left[kind] >= laid_tiles(meld).count(kind) for kind in laid_tiles(meld)):
            melds.append(meld)
            for kind in laid_tiles(meld):
                left[kind] -= 1
    wilds = rng.choice((0, 0, 1, 1, 2, 3, 4)) if variant.wild else 0
    size = 13 + rng.randrange(2) - 3 * len(melds)
    wilds = min(wilds, size)
    tiles: list[int] = []
    while len(tiles) < size - wilds:
        low = rng.choice(usable if rng.random() < 0.85 else sorted(variant.kinds))
        piece = rng.choice(([low], [low] * 2, [low] * 3, [low, low + 1, low + 2][: 3 if low < 25 else 1]))
        for kind in piece[: size - wilds - len(tiles)]:
            if left[kind]:
                left[kind] -= 1
                tiles.append(kind)
    melded = [tile for one in melds for tile in laid_tiles(one)]
    room = [14 if variant.wild else 4 * (kind in variant.kinds) - melded.count(kind) for kind in range(34)]
    text = " ".join(
        f"+{'chi' if meld[0] == 'chow' else 'peng'}{''.join(NAMES[tile] for tile in laid_tiles(meld))}"
        for meld in melds
    )
    return Held([tiles.count(kind) for kind in range(34)], room, wilds, melds), tiles, text


def shanten(lacks: int, wilds: int) -> int | None:
    return None if lacks >= FAR else lacks - wilds - 1


@few_or_all
@pytest.mark.parametrize("rules", VARIANTS)
def test_aims_and_distance_are_the_least_over_each_suit_in_every_variant(rules: str, share: int) -> None:
    variant = VARIANTS[rules]
    rng = Random(rules)
    differs = near = 0
    for turn in range(variant.hands // share):
        hand, tiles, melds = deal(rng, variant)
        written = f"{''.join(NAMES[tile] for tile in tiles)}{'*' * hand.wilds} {melds}"
        found = mjcalc.aims(written, rules=rules, indicator=INDICATOR if variant.wild else None, within=13)
        far = variant.rules(hand)
        expected = {id: shanten(lacks, hand.wilds) for id, lacks in far.items()}
        got = {aim.id: aim.shanten for aim in found.aims if rules != "guobiao" or aim.id in far}
        if "" in expected:
            assert found.distance == expected.pop(""), written
        assert got == {id: number for id, number in expected.items() if number is not None}, written
        differs += found.distance != found.shanten
        near += any(number in (0, 1) for number in got.values())
        if turn % 20 == 0:
            nearest = next((aim for aim in found.aims if aim.id in far), None)
            if nearest is not None and nearest.shanten > -1:
                accepts = {one.tile for one in nearest.accepts} - {"*", NAMES[WILD_KIND] if variant.wild else "*"}
                assert accepts == helping(hand, variant, nearest.id), (written, nearest.id)
    assert near > variant.hands // share // 20
    assert (differs > 20 // share) == (rules in ("huangshi", "huangshan-fei"))


def helping(hand: Held, variant: Variant, id: str) -> set[str]:
    """The kinds one more of which brings an aim nearer, where the player does not have every copy."""
    now = variant.rules(hand)[id]
    found = set()
    melded = [tile for one in hand.melds for tile in laid_tiles(one)]
    for kind in variant.kinds - ({WILD_KIND} if variant.wild else set()):
        copies = 3 if variant.wild and NAMES[kind] == INDICATOR else 4
        if hand.counts[kind] + melded.count(kind) < copies:
            more = [count + (place == kind) for place, count in enumerate(hand.counts)]
            if variant.rules(hand._replace(counts=more))[id] < now:
                found.add(NAMES[kind])
    return found


def test_a_dealt_hand_without_neighbours_is_as_far_as_its_definition_says() -> None:
    rng = Random(13)
    for _ in range(60):
        tiles = rng.sample([kind for kind in range(34) if kind not in (15, WILD_KIND) for _ in range(3)], 13)
        counts = [tiles.count(kind) for kind in range(34)]
        written = "".join(NAMES[tile] for tile in tiles)
        found = mjcalc.aims(written, rules="huangshan-fei", indicator=INDICATOR, earthly=True, within=13)
        far = {aim.id: aim.shanten for aim in found.aims}
        assert far["disjoint"] == disjoint(counts) - 1, written
