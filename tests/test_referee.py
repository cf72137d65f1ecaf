"""Random hands of every sort, scored by mjcalc and by an independent, literal reading of the rules."""

import random
from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest

import mjcalc
from mjcalc.answers.records import Score
from mjcalc.hand import SEATS
from mjcalc.tiles import GREEN, NAMES, RED, WHITE
from tests.support.dealing import VARIANTS, deal
from tests.support.referee import (
    FEI_VALUES,
    LEFT_OPEN,
    MEI_VALUES,
    PLAIN_VALUES,
    SHAPES,
    SHI_VALUES,
    Outcome,
    Payment,
    Verdict,
    as_case,
    naive_readings,
    next_tile,
    readings,
    referee,
)
from tests.support.sizes import few_or_all

Target = tuple[list[int], list[tuple[str, int]]]
"""The concealed tiles of a complete hand and the melds (call, lowest tile), before any tile becomes a wild."""

WORDS = {"chow": "+chi", "pung": "+peng", "exposed_kong": "+gang", "added_kong": "+bugang", "concealed_kong": "+angang"}
NUMBERS = list(range(27))
HONOURS = list(range(27, 34))
ORPHANS = [0, 8, 9, 17, 18, 26, *HONOURS]
TWO_FIVE_EIGHT = [kind for kind in NUMBERS if kind % 9 in (1, 4, 7)]


class Deal:
    """A random round: its wild, the copies that are left, and the hand that is being dealt."""

    def __init__(self, chance: random.Random, rules: str) -> None:
        self.chance = chance
        self.rules = rules
        self.has_wilds = rules in ("huangshi", "huangshan-fei")
        self.kinds = [kind for kind in range(34) if rules != "huangmei" or kind not in range(27, 31)]
        self.usable = list(SHAPES[rules].kinds)
        self.left = Counter(dict.fromkeys(self.kinds, 4))
        self.wild: int | None = None
        self.wilds_left = 4 if self.has_wilds else 0
        self.options: dict[str, Any] = {"rules": rules}
        self.robbed: str | None = None
        # Few kongs: plain hands, and amounts below the caps.
        self.calm = chance.random() < 0.5
        # Without an indicator or a wild, the wilds are anonymous.
        if self.has_wilds and chance.random() < 0.9:
            indicator = chance.choice(self.kinds)
            self.wild = next_tile(indicator, rules)
            if chance.random() < 0.8:
                self.options["indicator"] = NAMES[indicator]
                self.left[indicator] -= 1
            else:
                self.options["wild"] = NAMES[self.wild]
            self.left[self.wild] = 0

    def take(self, *tiles: int) -> bool:
        """Whether there were such copies; they are gone now."""
        wanted = Counter(tiles)
        if any(self.left[kind] < number for kind, number in wanted.items()):
            return False
        self.left.subtract(wanted)
        return True

    # Complete hands ---------------------------------------------------------------------------------------------

    def pool(self) -> list[int]:
        """The kinds to make sets of: all, or one suit with or without honours, or what makes big hands."""
        suit = self.chance.choice([0, 9, 18])
        one_suit = list(range(suit, suit + 9))
        honours = [kind for kind in self.usable if kind >= 27]
        few = self.chance.sample(self.usable, 7)
        pools = [self.usable, NUMBERS, one_suit, one_suit, one_suit + honours, few, TWO_FIVE_EIGHT]
        if len(honours) > 4:
            pools.append(honours)
        return self.chance.choice(pools)

    def sets(self, melds: int | None = None, runs: float | None = None) -> Target:
        """Four sets and a pair."""
        chance, pool = self.chance, self.pool()
        if melds is None:
            melds = chance.choice((0, 1, 1, 2, 2, 3, 3, 4))
        if runs is None:
            runs = chance.choice((0.0, 0.5, 0.9))
        starts = [k for k in pool if k % 9 < 7 and k < 27 and {k + 1, k + 2} <= set(pool)]
        if SHAPES[self.rules].dragon_run and {RED, GREEN, WHITE} <= set(pool):
            starts.append(RED)
        calls = ["pung"] * (6 if self.calm else 2) + ["exposed_kong", "added_kong", "concealed_kong"]
        concealed: list[int] = []
        laid: list[tuple[str, int]] = []
        for number in range(4):
            run = bool(starts) and chance.random() < runs
            first = chance.choice(starts if run else pool)
            if number >= melds or (run and self.rules == "huangmei"):
                concealed += (first, first + 1, first + 2) if run else (first,) * 3
            else:
                laid.append(("chow" if run else chance.choice(calls), first))
        pairs = [kind for kind in pool if kind in TWO_FIVE_EIGHT]
        pair = chance.choice(pairs if pairs and chance.random() < 0.5 else pool)
        concealed += [pair] * 2
        return concealed, laid

    def four_melds(self) -> Target:
        return self.sets(melds=4)

    def pungs(self) -> Target:
        return self.sets(runs=0)

    def pairs(self) -> Target:
        pool = self.pool()
        return [kind for kind in self.chance.choices(pool, k=7) for _ in range(2)], []

    def different_pairs(self) -> Target:
        pool = self.pool()
        return [kind for kind in self.chance.sample(pool, min(7, len(pool))) for _ in range(2)], []

    def orphans(self) -> Target:
        return [*ORPHANS, self.chance.choice(ORPHANS)], []

    def knitted(self) -> Target:
        rows = self.chance.sample(range(3), 3)
        nine = [suit * 9 + row + 3 * step for suit, row in enumerate(rows) for step in range(3)]
        return [*HONOURS, *self.chance.sample(nine, 7)], []

    def disjoint(self) -> Target:
        apart: list[int] = []
        for kind in self.chance.sample(range(34), 34):
            if all(kind >= 27 or other >= 27 or kind // 9 != other // 9 or abs(kind - other) > 2 for other in apart):
                apart.append(kind)
        return apart[:14], []

    def one_of(self, kinds: list[int]) -> Target:
        """Any tiles of these kinds, and melds of them."""
        calls = ("pung", "exposed_kong", "added_kong", "concealed_kong")
        melds = self.chance.choice((0, 1, 2, 3, 4))
        laid = [(self.chance.choice(calls), self.chance.choice(kinds)) for _ in range(melds)]
        return self.chance.choices(kinds, k=14 - 3 * melds), laid

    def all_258(self) -> Target:
        return self.one_of(TWO_FIVE_EIGHT)

    def all_winds(self) -> Target:
        return self.one_of([27, 28, 29, 30, WHITE])

    def all_honours(self) -> Target:
        return self.one_of(HONOURS)

    # The round -----------------------------------------------------------------------------------------------------

    def deal(self, make: str, wilds: int) -> dict[str, Any] | None:
        """The arguments of :func:`mjcalc.score`, or None where the tiles do not suffice."""
        chance = self.chance
        concealed, laid = getattr(self, make)()
        chance.shuffle(laid)
        if len(concealed) + 3 * len(laid) != 14:
            return None
        texts = []
        favourite = chance.choice(SEATS) if chance.random() < 0.5 else None
        for call, kind in laid:
            tiles = (kind, kind + 1, kind + 2) if call == "chow" else (kind,) * (3 if call == "pung" else 4)
            if self.wild in tiles or not self.take(*tiles):
                return None
            feeder = favourite or chance.choice((*SEATS, None))
            fed = f"@{feeder}" if feeder and call in ("pung", "exposed_kong", "added_kong") else ""
            texts.append(WORDS[call] + "".join(NAMES[t] for t in (tiles if call == "chow" else tiles[:1])) + fed)

        chance.shuffle(concealed)
        wilds = min(wilds, self.wilds_left)
        names = ["*" if kind == self.wild else NAMES[kind] for kind in concealed]
        for place, kind in enumerate(concealed):
            if names[place] != "*" and (names.count("*") < wilds or not self.take(kind)):
                names[place] = "*"
        if names.count("*") > wilds:
            return None
        self.wilds_left -= names.count("*")
        if chance.random() < 0.08:
            spoilt = chance.choice(self.kinds)
            if self.take(spoilt):
                names[chance.randrange(len(names))] = NAMES[spoilt]
        chance.shuffle(names)

        konged = self.extras(texts)
        self.options["hand"] = " ".join(names + texts)
        win = names[-1]
        form = chance.randrange(3)
        if form == 1:
            self.options["win"] = win
        elif form == 2:
            self.options["hand"] = " ".join(names[:-1] + texts)
            self.options["win"] = win
        has_kong = konged or any(call.endswith("kong") for call, _ in laid)
        self.situation(win, names.count(win) == 1, has_kong, bool(laid))
        self.losers()
        return self.options

    def extras(self, texts: list[str]) -> bool:
        """Kong tiles, thrown wilds, flowers; whether any tile was konged singly."""
        chance, konged = self.chance, False
        if self.rules == "huangmei":
            flowers = chance.choice((0, 0, 0, 0, 1) if self.calm else (0, 1, 2, 3, 4))
            if flowers and self.take(*[GREEN] * flowers):
                texts.append("+hua" + "發" * flowers)
        if self.rules == "huangshi":
            for _ in range(chance.choice((0, 0, 1, 1, 2) if self.calm else (1, 2, 2, 3, 5))):
                tile = chance.choice((RED, GREEN))
                if self.take(tile):
                    word = chance.choice(("+gang", "+da"))
                    konged |= word == "+gang"
                    texts.append(word + NAMES[tile])
        if self.has_wilds and self.wilds_left and chance.random() < (0.1 if self.calm else 0.3):
            number = chance.randint(1, self.wilds_left)
            self.wilds_left -= number
            word = "+gang" if self.rules == "huangshi" and chance.random() < 0.5 else "+da"
            konged |= word == "+gang"
            texts.append(word + "*" * number)
        return konged

    def situation(self, win: str, lone: bool, has_kong: bool, has_meld: bool) -> None:
        """How the win came, and all the rest that may matter."""
        chance, options, rules = self.chance, self.options, self.rules
        ways = ["self-draw", "self-draw", "discard"]
        if has_kong:
            ways += ["kong-draw"] * 2
        if "+hua" in options["hand"]:
            ways += ["flower-draw"] * 2
        kind = NAMES.index(win)
        if lone and (win == "*" or (kind in self.usable and self.left[kind] == 3)):
            ways.append("rob-kong")
        by = chance.choice(ways)
        if rules == "huangshan-fei" and by in ("discard", "rob-kong") and chance.random() < 0.8:
            by = "self-draw"  # what is thrown is always refused
        if by != "self-draw" and not (by == "discard" and chance.random() < 0.3):
            options["by"] = by
        if by in ("discard", "rob-kong"):
            options["from_"] = chance.choice(SEATS)
            if by == "rob-kong" and win != "*":
                self.take(kind, kind, kind)
                self.robbed = f"+peng{win}"
            if chance.random() < 0.4:
                options["not_ready"] = by == "discard"
        drawn = by not in ("discard", "rob-kong")
        if chance.random() < 0.6:
            options["dealer"] = chance.choice(("self", "self", *SEATS))
        if chance.random() < 0.4:
            options["base"] = chance.choice((1, 2, 3, 5, 10, 25))
        if chance.random() < 0.3:
            options["streak"] = chance.randint(0, 12)
        if rules != "huangshan-fei" and chance.random() < 0.25 and (drawn or rules == "huangshi"):
            options["last_tile"] = True
        if rules == "huangshan-fei" and by == "self-draw" and not has_meld and chance.random() < 0.4:
            # Only the dealer wins with the dealt tiles, before anything is thrown.
            heavenly = "+da" not in options["hand"] and chance.random() < 0.5
            options["heavenly" if heavenly else "earthly"] = True
            if "dealer" in options:
                options["dealer"] = "self" if heavenly else chance.choice(SEATS)
        if chance.random() < 0.5:
            options["set"] = {
                name: chance.choice(values) for name, values in SETTINGS[rules].items() if chance.random() < 0.4
            } | {f"fans.{name}": chance.randint(1, 20) for name in VALUES[rules] if chance.random() < 0.1}

    def losers(self) -> None:
        """What the others show, with feeders; the robbed seat's pung as well."""
        chance = self.chance
        shown: dict[str, str] = {}
        for seat in SEATS:
            texts = []
            by_winner = chance.random() < 0.4
            robbed = self.robbed and self.options["from_"] == seat
            most = 3 if robbed else 4  # melds in all
            for _ in range(min(most, chance.choice((0, 0, 0, 0, 1) if self.calm else (0, 1, 2, 3, 4)))):
                call = chance.choice(("pung", "pung", "chow", "exposed_kong", "added_kong", "concealed_kong"))
                kind = chance.choice(self.usable)
                tiles = (kind,) * (3 if call == "pung" else 4)
                if call == "chow":
                    if self.rules == "huangmei" or kind >= 27 or kind % 9 > 6:
                        continue
                    tiles = (kind, kind + 1, kind + 2)
                if not self.take(*tiles):
                    continue
                fed = chance.choice(("", "@right", "@across", "@left", "@winner"))
                if by_winner:
                    fed = "@winner"
                if call in ("chow", "concealed_kong"):
                    fed = ""
                texts.append(WORDS[call] + "".join(NAMES[t] for t in (tiles if call == "chow" else tiles[:1])) + fed)
            if self.rules == "huangshi":
                for tile in (RED, GREEN):
                    if chance.random() < 0.2 and self.take(tile):
                        texts.append(chance.choice(("+gang", "+da")) + NAMES[tile])
            if self.has_wilds and self.wilds_left and chance.random() < 0.1:
                self.wilds_left -= 1
                texts.append("+da*")
            # The robbed pung is often shown; whether another shown meld is it matters only where melds are counted.
            counted = texts and self.options.get("set", {}).get("open_counts") == "per_meld"
            if robbed and (counted or chance.random() < 0.6):
                texts.append(self.robbed)
            if texts or chance.random() < 0.1:
                shown[seat] = " ".join(texts)
        if shown:
            self.options["losers"] = shown


SETTINGS: dict[str, dict[str, tuple[Any, ...]]] = {
    "huangshi": {
        "minimum_counts": ("konged", "konged_and_discarded"),
        "dealer_doubles": ("winner", "either"),
        "open_counts": ("per_meld", "once"),
        "hard_win": ("none_substituting", "none_held"),
        "melded_hand_concealed_kongs": (True, False),
        "robbed_seat_discards": (False, True),
        "concealed_kongs_count_as_laid": (True, False),
        "caps.cap": (80, 160, 240, 320, 480, 500),
        "caps.golden_cap": (700,),
        "caps.bright_cap": (750, 1000),
        "caps.haba_cap": (1000,),
    },
    "huangshan-fei": {
        "wild_discarded": ("each", "once"),
        "mutual_responsibility": (True, False),
        "shared_responsibility": ("split", "each_full"),
        "streak_max": (0, 3, 5),
        "honor_pungs": (100, 300, 450, 600),
        "caps.cap": (240, 288, 320, 360, 401),
        "caps.double_cap": (601, 800),
    },
    "huangshan": {},
    "huangmei": {
        "concealed_kong_keeps_concealed": (True, False),
        "added_number_kong": ("none", "exposed"),
        "discard_completed_pung": ("claimed", "concealed"),
    },
}
VALUES = {
    "huangshi": SHI_VALUES,
    "huangshan-fei": FEI_VALUES,
    "huangshan": PLAIN_VALUES,
    "huangmei": MEI_VALUES,
}

MAKES = {
    "huangshi": ("sets", "sets", "pungs", "four_melds", "all_258", "all_winds"),
    "huangshan-fei": (
        "sets", "sets", "pungs", "four_melds", "pairs", "different_pairs", "orphans", "knitted", "disjoint",
        "all_honours",
    ),
    "huangshan": ("sets", "pungs", "four_melds", "pairs", "different_pairs"),
    "huangmei": ("sets", "sets", "pungs", "four_melds", "pairs", "different_pairs"),
}  # fmt: skip


REASONS = {
    "huangshi": {
        "not_open",
        "kong_tile_in_hand",
        "wild_discard",
        "too_many_wilds",
        "pair_not_258",
        "under_minimum",
        "not_complete",
    },
    "huangshan-fei": {"discard_not_allowed", "three_classes", "not_complete"},
    "huangshan": {"not_complete"},
    "huangmei": {"under_minimum", "flower_in_hand", "not_complete"},
}
LIMITS = {
    "huangshi": {"all_winds"},
    "huangshan-fei": {
        "all_honors",
        "knitted_honors",
        "four_wilds",
        "heavenly_hand",
        "earthly_hand",
        "honor_pungs",
        "disjoint",
        "thirteen_orphans",
    },
}
CAPS = {
    "huangshi": {"cap", "golden_cap", "bright_cap", "haba_cap", None},
    "huangshan-fei": {"cap", "double_cap", None},
}


def special_deal(chance: random.Random, rules: str, make: str, wilds: int) -> dict[str, Any]:
    """The arguments of :func:`mjcalc.score` for a hand of that sort, with at most so many wilds."""
    while True:
        options = Deal(chance, rules).deal(make, wilds)
        if options is not None:
            return options


def every_win(hand: dict[str, Any]) -> list[dict[str, Any]]:
    """The same hand, won with each of its tiles in turn."""
    pieces = hand["hand"].split()
    tiles = [piece for piece in pieces if piece[0] != "+"]
    if len(tiles) % 3 == 1:
        tiles.append(hand["win"])
    text = " ".join([*tiles, *(piece for piece in pieces if piece[0] == "+")])
    return [{**hand, "hand": text, "win": win} for win in dict.fromkeys(tiles)]


def as_outcome(score: Score) -> Outcome:
    """What mjcalc says, in the referee's form."""
    right, across, left = (
        Payment(
            tuple(sorted((fan.id, fan.count) for fan in payment.fans)),
            payment.amount,
            payment.cap,
            payment.share,
            payment.pays,
        )
        for payment in score.payments
    )
    fans = tuple(sorted((fan.id, fan.count) for fan in score.fans))
    return Outcome(score.total, fans, (right, across, left), score.cap)


def same(scored: Outcome, expected: Outcome) -> bool:
    """Whether they are equal, but for the name of a cap that the rules leave open."""
    if expected.cap == LEFT_OPEN:
        right, across, left = (payment._replace(cap=LEFT_OPEN) for payment in scored.payments)
        scored = scored._replace(payments=(right, across, left), cap=LEFT_OPEN)
    return scored == expected


def differs(expected: Verdict, score: Score) -> bool:
    """Whether the score is not one that the referee allows."""
    if expected.legal:
        return not score.legal or not any(same(as_outcome(score), outcome) for outcome in expected.outcomes)
    reasons = frozenset(reason.id for reason in score.reasons)
    return reasons not in expected.reasons or (score.legal, score.fans, score.payments, score.gain) != (
        False,
        (),
        (),
        0,
    )


def compare(hands: Iterable[dict[str, Any]]) -> set[str | None]:
    """Both sides on each hand; what was met: fans, reasons, caps.

    :raises AssertionError: at the end, with the first hands that they do not agree on.
    """
    seen: set[str | None] = set()
    wrong = []
    for number, hand in enumerate(hands):
        expected, score = referee(**hand), mjcalc.score(**hand)
        if differs(expected, score):
            wrong.append(f"hand {number}: {hand}\n  referee: {expected}\n  mjcalc: {score}")
        for outcome in expected.outcomes:
            seen |= {fan for fan, _ in outcome.fans} | {payment.cap for payment in outcome.payments}
            seen |= {fan for payment in outcome.payments for fan, _ in payment.fans}
        for reasons in expected.reasons:
            seen |= reasons
    assert not wrong, "\n".join([f"{len(wrong)} hands scored differently, such as", *wrong[:3]])
    return seen


HANDS = {
    "huangshi": ((0, 1200), (1, 1200), (2, 700), (3, 250), (4, 60)),
    "huangshan-fei": ((0, 1200), (1, 1200), (2, 700), (3, 100), (4, 60)),
    "huangshan": ((0, 1500),),
    "huangmei": ((0, 2500),),
}
"""How many hands to compare with at most so many wilds."""


@pytest.mark.slow
@pytest.mark.parametrize("rules", VARIANTS)
def test_mjcalc_scores_every_sort_of_hand_as_the_referee_does(rules: str) -> None:
    chance = random.Random(f"{rules} 1")
    makes = MAKES[rules]
    seen = compare(
        special_deal(chance, rules, makes[turn % len(makes)], wilds)
        for wilds, number in HANDS[rules]
        for turn in range(number)
    )
    expected = set(VALUES[rules]) | LIMITS.get(rules, set()) | REASONS[rules] | CAPS.get(rules, {None})
    assert expected <= seen, f"never met: {expected - seen}"


@few_or_all
@pytest.mark.parametrize("rules", VARIANTS)
def test_mjcalc_scores_hands_from_the_other_dealer_as_the_referee_does(rules: str, share: int) -> None:
    chance = random.Random(f"{rules} 2")
    most = (0, 1, 2) if rules in ("huangshi", "huangshan-fei") else (0,)
    compare(deal(chance, rules, wilds=wilds) for wilds in most for _ in range(600 // len(most) // share))


@few_or_all
@pytest.mark.parametrize("rules", VARIANTS)
def test_mjcalc_agrees_with_the_referee_whichever_tile_of_a_hand_is_the_winning_one(rules: str, share: int) -> None:
    chance = random.Random(f"{rules} 3")
    makes = ("sets", "pairs", "four_melds") if rules != "huangshi" else ("sets", "pungs", "four_melds")
    hands = [special_deal(chance, rules, makes[turn % 3], turn // 3 % 3) for turn in range(180 // share)]
    compare(again for hand in hands if hand.get("by") != "rob-kong" for again in every_win(hand))


@few_or_all
@pytest.mark.parametrize("rules", VARIANTS)
def test_the_referee_finds_the_readings_that_plain_substitution_finds(rules: str, share: int) -> None:
    chance = random.Random(f"{rules} 4")
    for turn in range(60 // share):
        wilds = turn % 3 if rules in ("huangshi", "huangshan-fei") else 0
        case = as_case(**special_deal(chance, rules, MAKES[rules][turn % len(MAKES[rules])], wilds))
        plainly = {(r.shape, tuple(sorted(r.blocks)), tuple(sorted(r.stands))) for r in naive_readings(case, rules)}
        shortly = {(r.shape, tuple(sorted(r.blocks)), tuple(sorted(r.stands))) for r in readings(case, rules)}
        assert shortly == plainly
