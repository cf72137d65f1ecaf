"""國標 as a rules file: the known hands, the book's examples, and a referee that shares nothing with the scorer."""

import random
import re
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import mjcalc
from mjcalc.answers.records import Score, Worth
from mjcalc.api import answer_score
from mjcalc.hand import SEATS
from mjcalc.question import Question
from mjcalc.rules import load
from mjcalc.rules.schema import FanRule, Variant
from mjcalc.tiles import NAMES
from tests.support.dealing_guobiao import Dealt, deal
from tests.support.files import read_yaml
from tests.support.known_guobiao import (
    BOOK_OVERRULED,
    as_question,
    book_examples,
    generate_laid_out,
    known_hands,
    lists_of,
    written,
)
from tests.support.referee_guobiao import DEFAULTS, FANS, MCR, Verdict, Win, formal_waits, judge

VALUES: dict[str, tuple[Any, ...]] = {
    "mixed_kongs": (5, 6, 3),
    "two_concealed_kongs": (6, 8),
    "kongs_of_many": ("pungs", "kongs"),
    "concealed_shapes": ("self_drawn", "fully_concealed"),
    "green_half_flush": (False, True),
    "terminals_double_pung": (False, True),
    "implied_hog": (False, True),
    "knitted_waits": ("rest", "outside", "none"),
    "nine_gates_pungs": ("one", "all"),
}


def points_of(score: Score) -> int:
    """What a hand comes to without flowers, also one of less than 8, which says so."""
    if score.legal:
        return score.total - sum(fan.count for fan in score.fans if fan.id == "flower_tiles")
    found = re.findall(r"共 (\d+) 番", score.reasons[0].text)
    return int(found[0]) if found else 0


def fans_of(score: Score) -> dict[str, int]:
    """The fans, without the flowers."""
    return {fan.id: fan.count for fan in score.fans if fan.id != "flower_tiles"}


def test_the_rules_have_the_fans_values_and_options_of_the_referee() -> None:
    variant = load("guobiao")
    assert [fan.id for fan in variant.fans] == list(FANS)
    values = {fan.id: fan.value for fan in variant.fans if isinstance(fan.value, int)}
    assert values.items() <= FANS.items()
    assert {name: option.value for name, option in variant.options.items()} == DEFAULTS
    assert {name: option.value for name, option in load("mcr").options.items()} == MCR
    choices = {name: option.choices if option.choices else (False, True) for name, option in variant.options.items()}
    assert choices == VALUES


def test_every_fan_has_a_case_where_it_counts_and_one_that_misses_it(root: Path) -> None:
    cases = read_yaml(root / "tests" / "cases" / "guobiao-fans.yaml")
    sections: dict[str, list[bool]] = {}
    for case in cases:
        name, _, rest = case["name"].partition(" ")
        sections.setdefault(name, []).append(rest == "counts")
    names = {fan.names.hant: fan.id for fan in load("guobiao").fans}
    assert sections == {name: [True, False] for name in names}
    for case in cases:
        name, _, rest = case["name"].partition(" ")
        assert (names[name] in case["expect"].get("fans", ())) == (rest == "counts")


# Exclusions that the book lists, though what they leave out cannot be there: these conditions rule out each other.
_NEVER_BOTH = {
    ("four_kongs", "mixed_kongs"),
    ("three_kongs", "mixed_kongs"),
    ("robbing_the_kong", "last_tile"),
    ("two_concealed_kongs", "concealed_kong"),
    ("two_melded_kongs", "melded_kong"),
}


def left_out(entry: str | dict[str, Any]) -> set[str]:
    """The fans that an entry of ``excludes`` names, by whatever value of an option."""
    if isinstance(entry, str):
        return {entry}
    if "by_option" not in entry:
        return set(entry)
    return {fan for name, one in entry.items() if name != "by_option" and one is not None for fan in left_out(one)}


def without_exclusion(rules: Variant, fan: str, other: str) -> Variant:
    """The rules in which one fan no longer leaves out another."""

    def kept(rule: FanRule) -> tuple[Any, ...]:
        return tuple([entry for entry in rule.excludes if rule.id != fan or other not in left_out(entry)])

    return replace(rules, fans=tuple([replace(rule, excludes=kept(rule)) for rule in rules.fans]))


def test_every_exclusion_has_a_case_that_it_decides_and_one_without_it(root: Path) -> None:
    rules = load("guobiao")
    ids = {fan.names.hant: fan.id for fan in rules.fans}
    with_it: list[tuple[str, str]] = []
    without_it: list[tuple[str, str]] = []
    for case in read_yaml(root / "tests" / "cases" / "guobiao-exclusions.yaml"):
        expected = case["expect"]["fans"].keys()
        if found := re.fullmatch(r"(\S+) leaves out (\S+)", case["name"]):
            fan, other = (ids[name] for name in found.groups())
            with_it.append((fan, other))
            assert fan in expected and other not in expected, case["name"]
            asked = {"from_" if name == "from" else name: value for name, value in case.items()}
            question = Question(**{name: value for name, value in asked.items() if name not in ("name", "expect")})
            score = answer_score(question, without_exclusion(rules, fan, other), "zh-Hant")
            assert (other in fans_of(score)) == ((fan, other) not in _NEVER_BOTH), case["name"]
        else:
            found = re.match(r"without (\S+), (\S+) counts", case["name"])
            assert found is not None, case["name"]
            fan, other = (ids[name] for name in found.groups())
            without_it.append((fan, other))
            assert fan not in expected and other in expected, case["name"]
    listed = [(fan.id, other) for fan in rules.fans for entry in fan.excludes for other in left_out(entry)]
    assert sorted(with_it) == sorted(without_it) == sorted(listed)


def test_every_known_hand_has_its_number_and_one_of_its_lists() -> None:
    for hand in known_hands():
        score = mjcalc.score(**as_question(hand), rules="guobiao")
        assert (points_of(score), score.legal) == (hand["points"], hand["legal"]), hand["id"]
        if score.legal:
            assert score.total == hand["total"], hand["id"]
            assert fans_of(score) in lists_of(hand), hand["id"]


def test_every_known_hand_has_its_number_by_the_other_edition() -> None:
    for hand in known_hands():
        score = mjcalc.score(**as_question(hand), rules="mcr")
        assert points_of(score) == hand.get("wmo", hand["points"]), hand["id"]


# The book shows two equal ways to join the sets of this one; the fan that stands earlier is taken.
_EQUAL = {"short_straight": 1, "all_chows": 1, "mixed_straight": 1}


@pytest.mark.parametrize("example", book_examples(), ids=lambda example: example["hand"])
def test_the_books_examples_have_their_fans(example: dict[str, Any]) -> None:
    counts = example["counts"] if example["counts"] != _EQUAL else {"all_chows": 1, "mixed_straight": 1}

    def holds(fans: dict[str, int]) -> bool:
        enough = all(fans.get(fan, 0) >= count for fan, count in counts.items())
        return enough and not fans.keys() & set(example.get("not", ()))

    found = any(
        holds(fans_of(mjcalc.score(written(concealed, melds), win=NAMES[win], from_="left", rules="guobiao")))
        for concealed, melds in generate_laid_out(example)
        for win in sorted(set(concealed))
    )
    assert found == (example["hand"] not in BOOK_OVERRULED)


def agrees(score: Score, verdict: Verdict) -> bool:
    """Whether the scorer says what the referee does."""
    if not verdict.legal:
        return [reason.id for reason in score.reasons] == [verdict.reason] and points_of(score) == verdict.points
    pays = tuple([payment.pays for payment in score.payments])
    return (score.total, pays) == (verdict.total, verdict.pays) and fans_of(score) in verdict.lists


def random_options(chance: random.Random) -> dict[str, Any]:
    """A value for every option."""
    return {name: chance.choice(values) for name, values in VALUES.items()}


def check_dealt(chance: random.Random, number: int) -> None:
    """Compare that many dealt hands, each by one of the editions or by random options."""
    editions = (("guobiao", {}, DEFAULTS), ("mcr", {}, MCR))
    for _ in range(number):
        dealt: Dealt = deal(chance)
        options = random_options(chance)
        rules, settings, meant = chance.choice((*editions, ("guobiao", options, options)))
        score = mjcalc.score(**dealt.question, rules=rules, set=settings)
        assert agrees(score, judge(dealt.win, meant)), (dealt.question, settings)


def test_dealt_hands_come_out_as_the_referee_says() -> None:
    check_dealt(random.Random(144), 400)


@pytest.mark.slow
def test_20_000_dealt_hands_come_out_as_the_referee_says() -> None:
    check_dealt(random.Random(1998), 20_000)


@pytest.mark.parametrize("first", VALUES)
def test_every_value_of_an_option_agrees_with_the_referee(first: str) -> None:
    chance = random.Random(first)
    for value in VALUES[first]:
        for _ in range(60):
            dealt = deal(chance)
            score = mjcalc.score(**dealt.question, rules="guobiao", set={first: value})
            assert agrees(score, judge(dealt.win, DEFAULTS | {first: value})), (dealt.question, value)


def slow_waits(win: Win) -> list[int]:
    """The kinds that complete the tiles before the win, of which a copy is left."""
    before = list(win.concealed)
    before.remove(win.win)
    held = [*before, *[tile for meld in win.melds for tile in meld.tiles]]
    return [kind for kind in formal_waits(tuple(sorted(before)), len(win.melds)) if held.count(kind) < 4]


def worth_by_the_referee(win: Win) -> tuple[bool, int]:
    """Whether a win is one, and its total."""
    verdict = judge(win)
    return verdict.legal, verdict.total if verdict.legal else 0


def check_waits(dealt: Dealt) -> None:
    """Compare what a dealt hand waited for before its win with a search over the referee."""
    win = dealt.win
    before = list(win.concealed)
    before.remove(win.win)
    if win.win not in formal_waits(tuple(sorted(before)), len(win.melds)):
        return  # a few dealt hands are not complete
    situation = {
        name: value for name, value in dealt.question.items() if name in ("round_wind", "seat_wind", "flowers", "base")
    }
    found = mjcalc.waits(written(tuple(before), win.melds), rules="guobiao", **situation)
    assert found.shanten == 0
    assert [wait.tile for wait in found.waits] == [NAMES[kind] for kind in slow_waits(win)], dealt.question
    open_tiles = [tile for meld in win.melds if meld.call != "concealed_kong" for tile in meld.tiles]
    for wait in found.waits:
        kind = NAMES.index(wait.tile)
        last = open_tiles.count(kind) == 3
        bare = win._replace(concealed=(*before, kind), win=kind, last_tile=False, last_copy=last)
        ways: tuple[tuple[Worth | None, Win], ...] = (
            (wait.self_draw, bare._replace(by="self-draw", source=None)),
            (wait.discard, bare._replace(by="discard", source="right")),
        )
        for worth, won in ways:
            assert worth is not None
            assert (worth.legal, worth.total) == worth_by_the_referee(won), (dealt.question, wait.tile)


def test_waits_and_their_worth_are_those_of_a_search_over_the_referee() -> None:
    chance = random.Random(13)
    for _ in range(150):
        check_waits(deal(chance))


@pytest.mark.slow
def test_many_waits_and_their_worth_are_those_of_a_search_over_the_referee() -> None:
    chance = random.Random(136)
    for _ in range(1500):
        check_waits(deal(chance))


def test_a_wait_is_the_last_copy_where_the_table_shows_the_others() -> None:
    hand, rest = "23789m55m +peng6m +chi789m", {"rules": "guobiao", "round_wind": "東", "seat_wind": "南"}
    fans = {
        seen: {wait.tile: wait.self_draw.fans for wait in mjcalc.waits(hand, seen=seen, **rest).waits}
        for seen in ("4m4m4m", "4m4m", "1m1m1m4m4m")
    }
    assert ["last_tile" in fans["4m4m4m"][tile] for tile in ("1m", "4m")] == [False, True]
    assert ["last_tile" in fans["4m4m"][tile] for tile in ("1m", "4m")] == [False, False]
    assert ["last_tile" in fans["1m1m1m4m4m"][tile] for tile in ("1m", "4m")] == [True, False]
    score = mjcalc.score(f"1m{hand}", win="1m", from_="left", losers={"right": "+peng1m"}, **rest)
    assert "last_tile" in fans_of(score)


def test_the_deal_decides_the_winds_where_they_are_not_given() -> None:
    hand = "567p222s東東東中中 +chi345m"
    for dealer, wind in (("self", "東"), ("left", "南"), ("across", "西"), ("right", "北")):
        by_dealer = mjcalc.score(hand, win="東", from_="right", round_wind="西", dealer=dealer, rules="guobiao")
        by_wind = mjcalc.score(hand, win="東", from_="right", round_wind="西", seat_wind=wind, rules="guobiao")
        assert fans_of(by_dealer) == fans_of(by_wind)
        assert ("seat_wind" in fans_of(by_dealer)) == (dealer == "self")


def test_unknown_winds_leave_a_note_where_they_would_have_mattered() -> None:
    def codes(hand: str, **known: str) -> list[str]:
        score = mjcalc.score(hand, win="中", from_="right", rules="guobiao", **known)  # type: ignore[arg-type]
        return [note.code for note in score.notes]

    winds, none = "567p222s東東東中中 +chi345m", "567p222s789s中中 +chi345m"
    assert codes(winds) == ["round_wind_unknown", "seat_wind_unknown"]
    assert codes(winds, round_wind="西") == ["seat_wind_unknown"]
    assert codes(winds, dealer="left") == ["round_wind_unknown"]
    assert codes(winds, round_wind="西", seat_wind="北") == []
    assert codes(none) == []


@pytest.mark.parametrize("source", SEATS)
def test_everybody_pays_and_the_winner_gets_all_of_it(source: str) -> None:
    chance = random.Random(source)
    for _ in range(100):
        question = deal(chance).question | {"by": "discard", "from_": source}
        question.pop("last_copy", None)
        score = mjcalc.score(**question, rules="guobiao")
        if score.legal:
            base = question.get("base", 1)
            pays = {payment.seat: payment.pays for payment in score.payments}
            assert pays == dict.fromkeys(SEATS, 8 * base) | {source: (8 + score.total) * base}
            assert score.gain == sum(pays.values())


def test_melds_may_be_written_in_any_order() -> None:
    chance = random.Random(24)
    for _ in range(60):
        dealt = deal(chance)
        tiles, *melds = dealt.question["hand"].split()
        for one, other in combinations(range(len(melds)), 2):
            swapped = melds.copy()
            swapped[one], swapped[other] = swapped[other], swapped[one]
            question = dealt.question | {"hand": " ".join((tiles, *swapped))}
            score = mjcalc.score(**question, rules="guobiao")
            assert score.total == mjcalc.score(**dealt.question, rules="guobiao").total
