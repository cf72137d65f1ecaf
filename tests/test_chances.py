"""The chances of a hand: against the definition written plainly, a play-out, and figures that were published."""

import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest

import mjcalc
from mjcalc.answers import chances as chances_module
from mjcalc.tiles import NAMES, WILD, kind_named
from tests.support.sizes import few_or_all

PUBLISHED = {
    "2m": 0.1387, "5m": 0.1387, "8m": 0.0879, "1p": 0.1511, "6p": 0.1432,
    "9p": 0.1432, "3s": 0.1114, "7s": 0.1114, "東": 0.1511,
}  # fmt: skip


def test_the_chances_are_those_of_a_published_tool() -> None:
    found = mjcalc.discards("234578m1689p357s東", rules="huangshan", draws=17)
    assert found.draws == 17
    chances = {one.tile: one.chances.win for one in found.discards if one.chances is not None}
    assert chances == pytest.approx(PUBLISHED, abs=0.00005)


class Plain:
    """The recursion of the definition, over hands as counters of texts, by what the other answers say."""

    def __init__(self, rules: str, melds: str, options: dict[str, Any], start: Counter[str], draws: int) -> None:
        self.rules, self.melds, self.options = rules, melds, options
        self.start, self.draws = start, draws
        self.wild = mjcalc.waits(self._text(self._some_thirteen(start)), rules=rules, **options).wild
        self.unseen = {kind: 4 - start[kind] for kind in self._kinds()}
        if self.wild is not None:
            self.unseen[self.wild] = 0
            self.unseen["*"] = 4 - start["*"]
        if options.get("indicator"):
            self.unseen[options["indicator"]] -= 1
        for text in melds.split():
            assert text.startswith("+peng")
            self.unseen[text[5:7]] -= 3
        self.all = sum(self.unseen.values())

    def _kinds(self) -> list[str]:
        apart = {"huangshi": "中發", "huangmei": "東南西北發"}.get(self.rules, "")
        return [NAMES[kind] for kind in range(34) if NAMES[kind] not in apart]

    def _some_thirteen(self, full: Counter[str]) -> Counter[str]:
        if sum(full.values()) % 3 == 1:
            return full
        return full - Counter([next(iter(full))])

    def _text(self, hand: Counter[str]) -> str:
        return " ".join([*hand.elements(), *self.melds.split()])

    @cache  # noqa: B019  # one object a test
    def distance(self, hand: frozenset[tuple[str, int]]) -> tuple[int | None, tuple[str, ...]]:
        counted = Counter(dict(hand))
        found = mjcalc.waits(self._text(counted), rules=self.rules, **self.options)
        return found.distance, tuple("*" if one.tile == self.wild else one.tile for one in found.distance_accepts)

    @cache  # noqa: B019
    def gain(self, hand: frozenset[tuple[str, int]], kind: str) -> int | None:
        counted = Counter(dict(hand))
        counted[kind] += 1
        score = mjcalc.score(self._text(counted), rules=self.rules, win=kind, **self.options)
        return score.gain if score.legal else None

    def left(self, counted: Counter[str], kind: str) -> int:
        return max(self.unseen[kind] - max(counted[kind] - self.start[kind], 0), 0)

    @cache  # noqa: B019
    def figures(self, hand: frozenset[tuple[str, int]], n: int) -> tuple[float, float, float]:
        """R, W and M."""
        distance, helping = self.distance(hand)
        counted = Counter(dict(hand))
        ready = 1.0 if distance == 0 else 0.0
        if n == 0 or distance is None:
            return ready, 0.0, 0.0
        later = self.figures(hand, n - 1)
        unseen = self.all - (self.draws - n)
        shares = {kind: self.left(counted, kind) / unseen for kind in helping}
        if distance == 0:
            gains = {kind: self.gain(hand, kind) for kind in helping}
            legal = {kind: share for kind, share in shares.items() if gains[kind] is not None}
            rest = 1 - sum(legal.values())
            win = sum(legal.values()) + rest * later[1]
            mean = sum(share * max(gains[kind] or 0, later[2]) for kind, share in legal.items()) + rest * later[2]
            return 1.0, win, mean
        sums = [0.0, 0.0, 0.0]
        for kind, share in shares.items():
            if share:
                full = counted + Counter([kind])
                nexts = []
                for tile in full:
                    after = frozenset((full - Counter([tile])).items())
                    if tile != kind and self.distance(after)[0] == distance - 1:
                        nexts.append(self.figures(after, n - 1))
                for place in range(3):
                    sums[place] += share * max(one[place] for one in nexts)
        rest = 1 - sum(shares.values())
        return tuple(a + rest * b for a, b in zip(sums, later, strict=True))  # type: ignore[return-value]


HANDS = {
    "huangshan": ({}, 2),
    "huangmei": ({}, 2),
    "huangshi": ({"indicator": "7p", "dealer": "self"}, 1),
    "huangshan-fei": ({"indicator": "3s"}, 1),
}


def near_hand(rng: Random, rules: str, wilds: int, melds: int, options: dict[str, Any]) -> tuple[Counter[str], str]:
    """Fourteen tiles near a complete hand, or eleven beside a pung."""
    kinds = [kind for kind in range(27)] + ([33] if rules != "huangshan" else [])
    gone = Counter([kind_named(options["indicator"])] if "indicator" in options else [])
    wild = kind_named(mjcalc.waits("123m456m789m123p4p", rules=rules, **options).wild or "白")
    gone[wild] = 4
    text = ""
    if melds:
        kind = rng.choice([kind for kind in range(27) if not gone[kind]])
        gone[kind] += 3
        text = f"+peng{NAMES[kind]}"
    while True:
        tiles: list[int] = []
        suits = rng.sample(range(3), 2)
        for _ in range(4 - melds):
            first = 9 * rng.choice(suits) + rng.randrange(7)
            tiles += rng.choice(([first, first + 1, first + 2], [first] * 3))
        tiles += [rng.choice(kinds)] * 2
        for _ in range(rng.choice((1, 2))):
            tiles[rng.randrange(len(tiles))] = rng.choice(kinds)
        tiles = tiles[wilds:]
        held = Counter(tiles) + gone
        if max(held.values()) <= 4:
            hand = Counter([NAMES[tile] for tile in tiles])
            hand["*"] += wilds
            return +hand, text


@few_or_all
@pytest.mark.parametrize("rules", HANDS)
def test_chances_are_those_of_the_definition(rules: str, share: int) -> None:
    options, most = HANDS[rules]
    rng = Random(rules)
    has_wilds = "indicator" in options
    met = 0
    for turn in range(max(60 // share, 6)):
        wilds = rng.choice((0, 1)) if has_wilds else 0
        melds = turn % 2 if rules in ("huangshi", "huangmei") else 0
        hand, text = near_hand(rng, rules, wilds, melds, options)
        draws = rng.randint(1, 6)
        written = " ".join([*hand.elements(), text])
        start = mjcalc.discards(written, rules=rules, **options)
        if start.distance is None or not 0 <= start.distance <= most:
            continue
        met += 1
        found = mjcalc.discards(written, rules=rules, draws=draws, **options)
        plain = Plain(rules, text, options, hand, draws)
        given = [one for one in found.discards if one.chances is not None]
        assert {one.distance for one in given} == {start.distance}
        for one in given:
            tile = "*" if one.tile == found.wild else one.tile
            if tile == "*":
                continue  # a thrown wild changes what lies before the player
            expected = plain.figures(frozenset((hand - Counter([tile])).items()), draws)
            assert one.chances is not None
            got = (one.chances.ready, one.chances.win, one.chances.mean)
            assert got == pytest.approx(expected, rel=1e-9), (written, tile, draws)
    assert met >= 2


def test_a_hand_as_it_is_has_the_chances_of_a_throw_that_left_it() -> None:
    after = mjcalc.waits("123m456m78p99s55s1p", rules="huangshan", draws=8)
    thrown = mjcalc.discards("123m456m78p99s55s1p東", rules="huangshan", draws=8)
    (best,) = [one.chances for one in thrown.discards if one.tile == "東"]
    assert after.chances is not None and best is not None
    # The one difference is the 東 that is seen.
    assert after.chances.win == pytest.approx(best.win, abs=0.01)


@pytest.mark.slow
@pytest.mark.parametrize("hand", ["123m456m78p99s55s1p", "123m456m789s2p5s東東"])
def test_a_play_out_comes_to_the_same(hand: str) -> None:
    rules = "huangshan"
    draws = 8
    found = mjcalc.waits(hand, rules=rules, draws=draws)
    assert found.chances is not None
    start = Counter(_tiles(mjcalc.waits(hand, rules=rules).hand))
    plain = Plain(rules, "", {}, start, draws)
    rng = Random(8)
    wins = 0
    games = 20_000
    for _ in range(games):
        held = frozenset(start.items())
        wall = [kind for kind, number in plain.unseen.items() for _ in range(number)]
        for drawn, kind in enumerate(rng.sample(wall, draws)):
            distance, helping = plain.distance(held)
            if kind not in helping:
                continue
            if distance == 0:
                wins += plain.gain(held, kind) is not None
                break
            full = Counter(dict(held)) + Counter([kind])
            after = [frozenset((full - Counter([tile])).items()) for tile in full if tile != kind]
            after = [one for one in after if plain.distance(one)[0] == distance - 1]
            held = max(after, key=lambda one: plain.figures(one, draws - drawn - 1)[1])
    assert wins / games == pytest.approx(found.chances.win, abs=0.012)


def _tiles(text: str) -> list[str]:
    """The tiles of a canonical text such as 123m55s東."""
    found = []
    for digits, suit, honour in re.findall(r"(\d+)([mps])|(\D)", text):
        found += [honour] if honour else [digit + suit for digit in digits]
    return found


# ---------------------------------------------------------------------------------------------------------------------
# What is refused, and what is said instead
# ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "rules", "options", "code"),
    [
        ("1122335577m889p東", "huangshan", {"draws": 0}, "bad_number"),
        ("1122335577m889p東", "huangshan", {"draws": 41}, "bad_number"),
        ("1122335577m8899p", "huangshan", {"draws": 5}, "complete"),
        ("123m456m789s2p58s*3m", "huangshi", {"draws": 5}, "wild_unknown"),
        ("1122335577m889p東", "huangshan", {"draws": 5, "sort": "best"}, "unknown_sort"),
    ],
)
def test_chances_that_cannot_be_said_are_refused(hand: str, rules: str, options: dict[str, Any], code: str) -> None:
    with pytest.raises(mjcalc.MjcalcError) as caught:
        mjcalc.discards(hand, rules=rules, **options)
    assert [problem.code for problem in caught.value.problems] == [code]


def test_with_nothing_left_to_draw_there_are_no_chances() -> None:
    seen = "".join(NAMES[kind] * 4 for kind in range(34) if NAMES[kind] not in {"1m", "2m", "3m", "4m"})
    hand = "1111222233334m"
    with pytest.raises(mjcalc.ImpossibleError) as caught:
        mjcalc.waits(hand, rules="huangshan", draws=3, seen=seen + "4m" * 3)
    assert [problem.code for problem in caught.value.problems] == ["nothing_to_draw"]


def test_a_hand_that_is_too_far_away_gets_a_note_and_everything_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chances_module, "MOST_POSITIONS", 500)
    found = mjcalc.discards("14789m258p1477s東南", rules="huangshan", draws=5)
    assert "too_far" in [note.code for note in found.notes]
    assert all(one.chances is None for one in found.discards)
    assert found.discards[0].remaining > 0


def test_a_chance_of_0_has_a_reason_in_words() -> None:
    found = mjcalc.waits("123456789m55p78s", rules="huangshi", indicator="9p", draws=3, lang="en")
    assert found.chances is not None and found.chances.win == 0
    assert any("open" in note.text for note in found.notes if note.code == "no_chance")


def test_throws_are_ordered_as_asked() -> None:
    def order(sort: str | None) -> list[str]:
        found = mjcalc.discards("1123m456m78p99s55s東", rules="huangshan", draws=8, sort=sort)
        assert all(one.chances for one in found.discards[:2])
        return [one.tile for one in found.discards]

    assert order(None) == order("mean")
    by_win = mjcalc.discards("1123m456m78p99s55s東", rules="huangshan", draws=8, sort="win").discards
    wins = [one.chances.win for one in by_win if one.chances]
    assert wins == sorted(wins, reverse=True)
    plain = mjcalc.discards("1123m456m78p99s55s東", rules="huangshan")
    assert order("shanten") == [one.tile for one in plain.discards]


def test_a_table_shows_chances_as_percentages_and_says_of_what(mjcalc: Callable[..., Any]) -> None:
    out = mjcalc("discard", "234578m1689p357s東", "-r", "huangshan", "--draws", "17", "--lang", "en").out
    assert "15.1%" in out and "0.45" in out
    assert "no claims, kongs, flowers or others' discards" in " ".join(out.split())
    assert WILD == 34
