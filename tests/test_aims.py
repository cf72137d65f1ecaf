"""What a hand may be played for, and how far it is from one that may win."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import mjcalc
from mjcalc.tiles import NAMES
from tests.support.dealing import VARIANTS, deal
from tests.support.oracle_aims import Hand, Table
from tests.support.sizes import few_or_all

SUITS = (range(9), range(9, 18), range(18, 27))
HONOURS = range(27, 34)


# ---------------------------------------------------------------------------------------------------------------------
# The worked examples of the rules
# ---------------------------------------------------------------------------------------------------------------------

WORKED: list[tuple[str, str, str | None, int, int, dict[str, int]]] = [
    ("11233m456p22789s", "huangshan-fei", "東", 0, 3, {"seven_pairs": 3, "four_wilds": 3}),
    ("123456789m1223p", "huangshan-fei", "東", 0, 0, {"four_wilds": 3, "half_flush": 4, "full_flush": 4}),
    ("1133m5577p99s北北白", "huangshan-fei", "東", 0, 0, {"seven_pairs": 0, "all_pungs": 3, "four_wilds": 3}),
    ("147m258p369s西***", "huangshan-fei", "東", 0, 0, {"four_wilds": 0, "knitted_honors": 2, "seven_pairs": 3}),
    ("123m456p3789s +peng5m@left", "huangshi", "東", 0, 1, {}),
    ("1233456789m +peng9m@left", "huangshi", "東", 0, 0, {"full_flush": 0}),
    ("111m333p7799s +peng5p@left", "huangshi", "東", 0, 0, {"all_pungs": 0}),
    (
        "1122335577m中中白", "huangmei", None, 0, 0,
        {"seven_pairs": 0, "half_flush": 0, "plain": 1, "all_pungs": 3, "full_flush": 3},
    ),
    ("1122335577m889p", "huangshan", None, 0, 0, {"seven_pairs": 0, "plain": 1, "full_flush": 3}),
]  # fmt: skip


@pytest.mark.parametrize(("hand", "rules", "indicator", "shanten", "distance", "aims"), WORKED)
def test_the_worked_hands_have_these_aims(
    hand: str, rules: str, indicator: str | None, shanten: int, distance: int, aims: dict[str, int]
) -> None:
    found = mjcalc.aims(hand, rules=rules, indicator=indicator)
    assert (found.shanten, found.distance) == (shanten, distance)
    assert [(aim.id, aim.shanten) for aim in found.aims] == [*aims.items()]
    assert mjcalc.waits(hand, rules=rules, indicator=indicator).distance == distance


def test_an_aim_has_its_value_its_tiles_and_what_to_throw_for_it() -> None:
    found = mjcalc.aims("11223355778m889p", rules="huangshan", lang="en", within=3)
    pairs, plain, flush = found.aims
    assert (pairs.name, pairs.value, pairs.limit, pairs.shanten) == ("Seven pairs", 4, None, 0)
    assert pairs.throws == ("8m", "9p")
    assert [(accept.tile, accept.remaining) for accept in pairs.accepts] == [("8m", 3), ("9p", 3)]
    assert (pairs.left, plain.shanten, flush.shanten) == (6, 1, 2)
    assert flush.throws == ("8p", "9p")


def test_a_limit_hand_is_worth_its_cap() -> None:
    aims = {aim.id: aim for aim in mjcalc.aims("147m258p369s西***", rules="fei", indicator="東").aims}
    assert (aims["four_wilds"].value, aims["four_wilds"].limit) == (300, "cap")


def test_within_leaves_out_what_is_farther() -> None:
    counted = [len(mjcalc.aims("123456789m1223p", rules="fei", indicator="東", within=n).aims) for n in (2, 3, 4, 13)]
    assert counted == sorted(counted) and counted[:3] == [0, 1, 3]


def test_a_meld_settles_what_it_can() -> None:
    def reached(hand: str, rules: str = "huangmei") -> set[str]:
        return {aim.id for aim in mjcalc.aims(hand, rules=rules, within=13).aims}

    assert {"seven_pairs", "all_pungs"} <= reached("1122335577m中中白")
    assert "seven_pairs" not in reached("1122335m中中白 +peng9m")
    assert "all_pungs" not in reached("1122335m東東西 +chi789m", "fei")
    assert not {"full_flush", "half_flush"} & reached("22335m中中 +peng7m +peng1p")


def test_four_melds_let_any_pair_win() -> None:
    three = mjcalc.aims("5m5p7s北 +peng1m +peng2p +chi789s", rules="fei", indicator="東")
    four = mjcalc.aims("北 +peng1m +peng2p +chi789s +peng3s", rules="fei", indicator="東")
    assert three.distance != three.shanten
    assert four.distance == four.shanten == 0


def test_a_shape_with_a_condition_is_aimed_at_where_it_holds() -> None:
    hand = "147m258p369s東南西北"
    ids = [
        {aim.id for aim in mjcalc.aims(hand, rules="fei", indicator="8p", **options).aims}
        for options in ({}, {"earthly": True})
    ]
    assert "disjoint" not in ids[0] and "disjoint" in ids[1]


def test_honours_alone_are_no_way_to_a_half_flush() -> None:
    aims = {aim.id: aim.shanten for aim in mjcalc.aims("發東東東南南南東中中中***", rules="fei", indicator="7p").aims}
    assert (aims["all_honors"], aims["half_flush"]) == (-1, 0)


def test_sets_of_guobiao_are_aimed_at_in_every_suit_and_melded() -> None:
    aims = {aim.id: aim for aim in mjcalc.aims("123m23p123s55778p 東", rules="guobiao").aims}
    assert aims["mixed_triple_chow"].shanten == 1
    assert "1p" in [accept.tile for accept in aims["mixed_triple_chow"].accepts]
    melded = {aim.id: aim for aim in mjcalc.aims("123m23p557p78s東 +chi123s", rules="guobiao").aims}
    assert melded["mixed_triple_chow"].shanten == 1


def test_a_complete_hand_is_at_minus_one() -> None:
    found = mjcalc.aims("11223355778899m", rules="huangshan")
    assert (found.shanten, found.distance) == (-1, -1)
    assert {aim.id for aim in found.aims if aim.shanten == -1} == {"plain", "full_flush", "seven_pairs"}


@pytest.mark.parametrize(
    ("options", "code", "where"),
    [
        ({"within": 14}, "bad_number", "within"),
        ({"within": -2}, "bad_number", "within"),
        ({"draws": 5}, "option_not_wanted", "draws"),
        ({"sort": "win"}, "option_not_wanted", "sort"),
    ],
)
def test_options_that_do_not_fit_are_refused(options: dict[str, Any], code: str, where: str) -> None:
    with pytest.raises(mjcalc.MjcalcError) as caught:
        mjcalc.aims("1122335577m889p", rules="huangshan", **options)
    assert [(one.code, one.where) for one in caught.value.problems] == [(code, where)]


def test_other_numbers_of_tiles_are_refused() -> None:
    with pytest.raises(mjcalc.ImpossibleError):
        mjcalc.aims("1122335577m88p", rules="huangshan")


def test_a_batch_knows_aims() -> None:
    asked = {"op": "aims", "hand": "1133m5577p99s北北白", "rules": "huangshan-fei", "indicator": "東"}
    (answer,) = mjcalc.batch([asked])
    assert answer == mjcalc.aims("1133m5577p99s北北白", rules="huangshan-fei", indicator="東")


@pytest.mark.parametrize(("lang", "word"), [("zh-Hant", "七對子"), ("zh-Hans", "七对子"), ("en", "Seven pairs")])
def test_the_table_speaks_the_readers_language(mjcalc: Callable[..., Any], lang: str, word: str) -> None:
    result = mjcalc("aims", "1133m5577p99s北北白", "-r", "fei", "--indicator", "東", "--lang", lang)
    assert result.code == 0 and word in result.out
    assert lang == "en" or "Seven pairs" not in result.out


def test_a_rule_sheet_lists_what_may_be_aimed_at(mjcalc: Callable[..., Any]) -> None:
    sheet = mjcalc("rules", "show", "huangshan", "--lang", "en").out
    assert "What a hand can be played for Plain win, Full flush, Seven pairs" in " ".join(sheet.split())


# ---------------------------------------------------------------------------------------------------------------------
# Against every complete hand of a small tile set
# ---------------------------------------------------------------------------------------------------------------------

KINDS = (0, 1, 2, 3, 9, 10, 11, 27, 31, 32)
FANS: dict[str, tuple[str, Callable[[Hand], bool]]] = {
    "plain": ("[{shape: standard}]", lambda hand: hand.shape == "standard"),
    "pairs": ("[{shape: seven_pairs}]", lambda hand: hand.shape == "seven_pairs"),
    "flush": ("[one_suit]", lambda hand: any(set(hand.tiles) <= set(suit) for suit in SUITS)),
    "half": (
        "[one_suit_and_honours]",
        lambda hand: any(
            set(hand.tiles) <= {*suit, *HONOURS} and {*suit} & {*hand.tiles} and {*HONOURS} & {*hand.tiles}
            for suit in SUITS
        ),
    ),
    "pungs": (
        "[all_pungs]",
        lambda hand: hand.shape == "standard" and not any(kind == "chow" for kind, _ in hand.sets),
    ),
    "pair": (
        "[{pair_of: 2m2p中}]",
        lambda hand: hand.shape == "standard" and not {("pair", 1), ("pair", 10), ("pair", 31)}.isdisjoint(hand.sets),
    ),
    "low": ("[{tiles_of: 123m123p}]", lambda hand: set(hand.tiles) <= {0, 1, 2, 9, 10, 11}),
    "double": (
        "[{sets: 123m 123p}]",
        lambda hand: hand.shape == "standard" and {("chow", 0), ("chow", 9)} <= set(hand.sets),
    ),
    "dragons": (
        "[{sets: 中中中 發發}]",
        lambda hand: any({("pung", one), ("pair", other)} <= set(hand.sets) for one, other in ((31, 32), (32, 31))),
    ),
    "outside": (
        "[{each_holds: 1m1p東中發}]",
        lambda hand: (
            hand.shape == "standard"
            and all(
                {first, first + 1, first + 2} & {0, 9} if kind == "chow" else first in (0, 9, 27, 31, 32)
                for kind, first in hand.sets
            )
        ),
    ),
    "types": (
        "[{suits: 2}, {has: 東}, {has: 中發}]",
        lambda hand: (
            {*SUITS[0]} & {*hand.tiles} != set()
            and {*SUITS[1]} & {*hand.tiles} != set()
            and 27 in hand.tiles
            and bool({31, 32} & {*hand.tiles})
        ),
    ),
}


def classes(hand: Hand) -> int:
    return sum(bool({*kinds} & {*hand.tiles}) for kinds in (*SUITS, HONOURS))


def may_win(hand: Hand) -> bool:
    return classes(hand) < 3 or FANS["pungs"][1](hand)


def small_house(folder: Path) -> Path:
    """A variant of ten kinds with a fan for everything that can be aimed at."""
    fans = "\n".join(
        f"  - {{id: {id}, value: {place + 1}, names: {{zh-Hant: {id}, zh-Hans: {id}, en: {id}}}, when: {when}}}"
        for place, (id, (when, _)) in enumerate(FANS.items())
    )
    path = folder / "small.yaml"
    path.write_text(
        f"""id: small
names: {{zh-Hant: 小, zh-Hans: 小, en: Small}}
tiles:
  kinds: 1234m123p東中發
  wild: {{cycles: [1234m, 123p, 東, 中發]}}
calls: [chow, pung, exposed_kong, concealed_kong]
wins: [self-draw, discard]
shapes:
  - {{id: standard, form: standard, names: {{zh-Hant: 平, zh-Hans: 平, en: standard}}}}
  - {{id: seven_pairs, form: seven_pairs, names: {{zh-Hant: 對, zh-Hans: 对, en: pairs}}}}
scoring: {{method: additive}}
fans:
{fans}
requires:
  - id: three_classes
    text: {{zh-Hant: 三色, zh-Hans: 三色, en: three classes}}
    when: [{{natural_classes_at_least: 3}}]
    unless: [{{any_fan: pungs}}]
""",
        encoding="utf-8",
    )
    return path


MELDS: tuple[tuple[tuple[str, int], ...], ...] = (
    (), (("chow", 0),), (("pung", 31),), (("chow", 0), ("pung", 10)), (("pung", 0), ("pung", 27)),
)  # fmt: skip


@few_or_all
@pytest.mark.parametrize("melds", MELDS, ids=str)
def test_aims_and_distance_are_the_least_over_all_complete_hands(
    melds: tuple[tuple[str, int], ...], tmp_path: Path, share: int
) -> None:
    rules = small_house(tmp_path)
    wanted = {id: rule for id, (_, rule) in FANS.items()} | {"": may_win}
    table = Table(KINDS, melds, wanted)
    laid = " ".join(
        f"+{'chi' if kind == 'chow' else 'peng'}{''.join(NAMES[first + n * (kind == 'chow')] for n in range(3))}"
        for kind, first in melds
    )
    rng = Random(str(melds))
    differs = 0
    for turn in range(1500 // share):
        wilds = rng.choice((0, 0, 0, 1, 2)) if turn % 2 else 0
        left = [kind for kind in KINDS for _ in range(4)]
        for kind, first in melds:
            for n in range(3):
                left.remove(first + n * (kind == "chow"))
        size = 13 + rng.randrange(2) - 3 * len(melds) - wilds
        tiles = rng.sample(left, size)
        hand = "".join(NAMES[tile] for tile in tiles) + "*" * wilds
        found = mjcalc.aims(f"{hand} {laid}", rules=rules, within=13)
        # Who holds a wild may stand it for a fifth copy; without one every tile is real.
        far = {id: table.shanten(id, tiles, wilds, real=not wilds) for id in wanted}
        assert found.distance == far.pop(""), hand
        assert {aim.id: aim.shanten for aim in found.aims} == {id: n for id, n in far.items() if n is not None}, hand
        differs += found.distance != found.shanten
        if turn % 10 == 0:
            for aim in found.aims:
                nearer = {
                    NAMES[kind]
                    for kind in KINDS
                    if tiles.count(kind) + sum(tile == kind for one in melds for tile in shown(one)) < 4
                    and (aim.shanten > (table.shanten(aim.id, [*tiles, kind], wilds, real=not wilds) or 0))
                }
                if aim.shanten > -1:
                    assert {accept.tile for accept in aim.accepts} - {"*"} == nearer, (hand, aim.id)
    assert differs > 50 // share


def shown(one: tuple[str, int]) -> list[int]:
    return [one[1] + n for n in range(3)] if one[0] == "chow" else [one[1]] * 3


# ---------------------------------------------------------------------------------------------------------------------
# Agreement with the other answers
# ---------------------------------------------------------------------------------------------------------------------


@few_or_all
@pytest.mark.parametrize("rules", [*VARIANTS, "guobiao"])
def test_a_hand_is_at_distance_0_where_a_wait_may_win_as_far_as_tiles_decide(rules: str, share: int) -> None:
    chance = Random(rules)
    decided = {"pair_not_258", "three_classes"}
    met = 0
    for _ in range(600 // share):
        dealt = deal(chance, rules if rules != "guobiao" else "huangshan")
        hand, win = dealt["hand"], dealt.get("win")
        if win is None or win not in hand.split():
            continue
        pieces = hand.split()
        pieces.remove(win)
        options = {key: dealt[key] for key in ("indicator", "wild") if key in dealt}
        try:
            waits = mjcalc.waits(" ".join(pieces), rules=rules, **options)
        except mjcalc.MjcalcError:
            continue
        if waits.shanten == 0:
            met += 1
            wins = [wait for wait in waits.waits if not decided & {*wait.self_draw.reasons}]
            assert bool(wins) == (waits.distance == 0) or not waits.waits, hand
            assert {wait.tile for wait in wins} == {one.tile for one in waits.distance_accepts} or waits.distance, hand
    assert met > 60 // share


def test_a_throw_never_comes_before_one_that_is_nearer_to_a_win() -> None:
    found = mjcalc.discards("1234456m2789s +peng5p@right", rules="huangshi", indicator="7p")
    far = [one.distance for one in found.discards]
    assert far == sorted(far, key=lambda n: 99 if n is None else n)
    assert far != [one.shanten for one in found.discards]
    assert found.distance == min(n for n in far if n is not None)


def test_every_answer_with_a_distance_can_be_written(mjcalc: Callable[..., Any]) -> None:
    out = mjcalc("waits", "11233m456p22789s", "-r", "fei", "--indicator", "東", "--json").out
    answer = msgspec.json.decode(out)
    assert (answer["shanten"], answer["distance"]) == (0, 3)
    assert [note["code"] for note in answer["notes"]] == ["distance"]
    assert {one["tile"] for one in answer["distance_accepts"]} >= {"2m", "南"}
