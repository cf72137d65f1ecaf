"""The words that rules files are made of, each in a small house variant."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import mjcalc
from mjcalc.hand import Hand, Situation, Table, TileSet
from mjcalc.scoring.predicates import PREDICATES, VOCABULARY
from mjcalc.scoring.predicates.registry import Register
from mjcalc.scoring.view import Case, View

Fans = Callable[..., dict[str, int]]

HEAD = "id: mine\nnames: {zh-Hant: 本桌, zh-Hans: 本桌, en: Our table}\nextends: hsn\n"


def fan(id: str, rest: str) -> str:
    """One fan of a house variant, named as its id."""
    return f"  - {{id: {id}, names: {{zh-Hant: {id}, zh-Hans: {id}, en: {id}}}, value: 1, {rest}}}\n"


@pytest.fixture
def fans(tmp_path: Path) -> Fans:
    """The fans that a hand has beside the plain ones, by a house variant of some rules."""

    texts: list[str] = []

    def score(rules: str, hand: str, **options: Any) -> dict[str, int]:
        if rules not in texts:  # a process reads a file once
            texts.append(rules)
        name = f"mine{texts.index(rules)}"
        path = tmp_path / f"{name}.yaml"
        path.write_text(HEAD.replace("mine", name) + rules, "utf-8")
        result = mjcalc.score(hand, rules=str(path), **options)
        return {fan.id: fan.count for fan in result.fans if fan.id not in ("plain", "seven_pairs")}

    return score


# Names for tiles


def test_a_condition_may_name_a_group_of_tiles_beside_tiles(fans: Fans) -> None:
    rules = "tiles: {groups: {winds: 東南西北}}\nfans:\n" + fan("windy", "per: {claimed_pung_of: winds 19m}")
    assert fans(rules, "44s +peng東 +peng白 +peng9m +peng1p", win="4s") == {"windy": 2}


# Sets


def test_a_predicate_may_look_at_the_sets(fans: Fans, monkeypatch: pytest.MonkeyPatch) -> None:
    """The one of the page about extending: no measure has it."""
    page = (Path(__file__).parent.parent / "docs" / "extending.md").read_text("utf-8")
    code = page.partition("```python\n")[2].partition("```")[0]
    predicate = Register()
    exec(code, {"predicate": predicate, "View": View})
    ((name, steps),) = predicate.predicates.items()
    monkeypatch.setitem(PREDICATES, name, steps)
    monkeypatch.setitem(VOCABULARY.words, name, steps.word)
    rules = "fans:\n" + fan("stairs", "when: [{stepped_chows: 2}]") + fan("kong", "per: {sets: 東東東}")
    assert fans(rules, "123345567m22p +angang東", win="2p") == {"stairs": 1, "kong": 1}
    assert fans(rules, "345m789s22p +chi123m +chi567m", win="2p") == {"stairs": 1}
    assert fans(rules, "123234567m789s22p", win="2p") == {}
    assert fans(rules, "345m789s22p +chi123m +chi567p", win="2p") == {}


def test_a_predicate_that_reads_sets_says_so() -> None:
    with pytest.raises(ValueError, match="looks_at_sets"):
        View(Case(Table(Hand()), Situation(), TileSet(), (0,), 0, lambda case: ())).sets  # noqa: B018


# How many


@pytest.mark.parametrize(
    ("bound", "hands"),
    [
        ("is: 2", ["two"]),
        ("at_least: 2", ["two", "three"]),
        ("at_most: 2", ["one", "two"]),
        ("at_least: 1, at_most: 2", ["one", "two"]),
        ("is: 0", []),
    ],
)
def test_pieces_are_added_up_and_compared(fans: Fans, bound: str, hands: list[str]) -> None:
    rules = "fans:\n" + fan("kongs", f"when: [{{count: [exposed_kong, concealed_kong], {bound}}}]")
    all_hands = {
        "one": "123m456s22p777s +gang1p@left",
        "two": "123m22p777s +gang1p@left +angang東",
        "three": "123m22p +gang1p@left +angang東 +bugang9s@right",
    }
    assert [name for name, hand in all_hands.items() if fans(rules, hand).get("kongs")] == hands


def test_a_yes_counts_as_one(fans: Fans) -> None:
    rules = "fans:\n" + fan("both", "when: [{count: [drawn, concealed_kong], is: 2}]")
    assert fans(rules, "123m456m22p777s +angang東") == {"both": 1}
    assert fans(rules, "123m456m22p777s +angang東", from_="left") == {}


def test_what_is_counted_may_depend_on_an_option(fans: Fans) -> None:
    rules = (
        "options: {only_concealed: {value: true, type: bool, why: we like it}}\nfans:\n"
        + fan("kongs", "when: [{count: [concealed_kong, {by_option: only_concealed, true: null, false: exposed_kong}], "
              "is: 2}]")
    )  # fmt: skip
    hand = "123m22p777s +gang1p@left +angang東"
    assert fans(rules, hand) == {}
    assert fans(rules, hand, set={"only_concealed": False}) == {"kongs": 1}


@pytest.mark.parametrize("asked", ["shown_worth", "konged_worth"])
def test_a_fan_is_worth_what_it_counts(fans: Fans, asked: str) -> None:
    """One that has no ``per`` counts once, however much its condition counts; one that has needs its ``when`` too."""
    rules = (
        "fans:\n" + fan("once", "when: [concealed_kong]").replace("value: 1", "value: 2")
        + fan("each", "per: concealed_kong, when: [open]").replace("value: 1", "value: 3")
        + "".join([fan(f"worth{least}", f"when: [{{{asked}: {{fans: [once, each], at_least: {least}}}}}]")
                   for least in (2, 3, 6, 7, 18, 19)])
    )  # fmt: skip
    assert fans(rules, "123m22p777s +angang東 +angang9m") == {"once": 1, "worth2": 1}
    worths = {f"worth{least}": 1 for least in (2, 3, 6, 7, 18)}
    assert fans(rules, "22p777s +angang東 +angang9m +peng白") == {"once": 1, "each": 2} | worths


# What a fan takes out

KONGS = (
    fan("first", "when: [{count: concealed_kong, is: 2}], excludes: [second]")
    + fan("second", "when: [concealed_kong], excludes: [third]")
    + fan("third", "when: [drawn]")
)


def test_a_fan_that_was_taken_out_takes_out_nothing(fans: Fans) -> None:
    rules = "fans:\n" + KONGS
    assert fans(rules, "123m22p777s555m +angang東") == {"second": 1}
    assert fans(rules, "123m22p777s +angang東 +angang9m") == {"first": 1, "third": 1}


def test_a_fan_takes_out_some_pieces_of_another(fans: Fans) -> None:
    rules = "fans:\n" + fan("meld", "when: [open], excludes: [{kong: 1}]") + fan("kong", "per: concealed_kong")
    assert fans(rules, "123m22p777s +angang東 +angang9m") == {"kong": 2}
    assert fans(rules, "22p777s +angang東 +angang9m +peng白") == {"meld": 1, "kong": 1}
    assert fans(rules, "22p777s123m +angang東 +peng白") == {"meld": 1}


def test_a_fan_takes_out_as_many_pieces_as_a_condition_counts(fans: Fans) -> None:
    rules = (
        "fans:\n"
        + fan("honors", "when: [drawn], excludes: [{kong: {concealed_kong_of: 東南西北}}]")
        + fan("kong", "per: concealed_kong")
    )
    assert fans(rules, "123m22p +angang東 +angang9m +angang白") == {"honors": 1, "kong": 2}
    assert fans(rules, "123m22p777s +angang東 +angang北") == {"honors": 1}


def test_a_fan_that_lost_its_last_piece_takes_out_nothing(fans: Fans) -> None:
    rules = (
        "fans:\n" + fan("meld", "when: [open], excludes: [{kong: 1}]")
        + fan("kong", "per: concealed_kong, excludes: [drawn]") + fan("drawn", "when: [drawn]")
    )  # fmt: skip
    assert fans(rules, "22p777s123m +angang東 +angang9m") == {"kong": 2}
    assert fans(rules, "22p777s123m +angang東 +peng白") == {"meld": 1, "drawn": 1}


def test_an_option_says_what_a_fan_takes_out(fans: Fans) -> None:
    rules = (
        "options: {mild: {value: true, type: bool, why: we like it}}\nfans:\n"
        + fan("kong", "when: [concealed_kong], excludes: [{by_option: mild, true: null, false: drawn}]")
        + fan("drawn", "when: [drawn]")
    )
    hand = "123m456m22p777s +angang東"
    assert fans(rules, hand) == {"kong": 1, "drawn": 1}
    assert fans(rules, hand, set={"mild": False}) == {"kong": 1}


def test_a_fan_that_a_house_removes_is_taken_out_by_no_other(tmp_path: Path) -> None:
    base = (
        HEAD
        + "options: {mild: {value: false, type: bool, why: we like it}}\nfans:\n"
        + KONGS.replace("[third]", "[third, {third: 1}, {by_option: mild, true: third, false: null}]")
    )
    (tmp_path / "mine.yaml").write_text(base, "utf-8")
    house = HEAD.replace("mine", "house").replace("hsn", "mine.yaml") + "remove: {fans: [third]}\n"
    (tmp_path / "house.yaml").write_text(house, "utf-8")
    result = mjcalc.score("123m22p777s555m +angang東", rules=str(tmp_path / "house.yaml"))
    assert [fan.id for fan in result.fans] == ["plain", "second"]


# Who pays

PAYS = "scoring: {pays: {drawn: {times: 2, plus: 1}, source: {times: 3, plus: 8}, others: {times: 0, plus: 8}}}\n"


def test_the_drawer_the_source_and_the_others_pay_by_a_table_of_their_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(HEAD + PAYS + "fans: [{id: plain, value: 5}]\n", "utf-8")
    hand = "123m456p789s東東東22m"
    drawn = mjcalc.score(hand, rules=str(path), base=2)
    assert [payment.pays for payment in drawn.payments] == [22, 22, 22]
    thrown = mjcalc.score(hand, rules=str(path), from_="across", base=2)
    assert [payment.pays for payment in thrown.payments] == [16, 46, 16]
    assert (drawn.total, thrown.total, thrown.gain) == (5, 5, 78)


def test_a_table_of_payments_replaces_an_inherited_payer(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(HEAD + "scoring: {pays: {others: {times: 0}}}\nfans: [{id: plain, value: 5}]\n", "utf-8")
    thrown = mjcalc.score("123m456p789s東東東22m", rules=str(path), from_="across")
    assert [payment.pays for payment in thrown.payments] == [0, 5, 0]


# Sets by example


@pytest.mark.parametrize(
    ("example", "hand", "number"),
    [
        ("123m 456m 789m", "123456789p22m東東東", 1),
        ("123m 456m 789m", "123456p789s22m東東東", 0),
        ("123m 456p 789s", "123s456m789p22m東東東", 1),
        ("111m 111p", "333m333p333s22m東東東", 1),
        ("111m 111p", "333m333p777s777m22s", 2),
        ("東東東 西西", "南南南北北123456789p", 1),
        ("東東東 西西", "南南南中中123456789p", 0),
        ("東東東 中中中", "22m123p白白白 +gang北@left".replace("22m123p", "22m123456p"), 1),
        ("[123m 234m 345m, 123m 345m 567m]", "234456678s22m東東東", 1),
        ("11m 22m 33m 44m 55m 66m 77m", "33445566778899p", 1),
    ],
)
def test_a_fan_counts_disjoint_sets_like_an_example(fans: Fans, example: str, hand: str, number: int) -> None:
    rules = "fans:\n" + fan("like", f"per: {{sets: {example}}}")
    assert fans(rules, hand).get("like", 0) == number


def test_sets_are_a_plain_question_under_when_and_unless(fans: Fans) -> None:
    rules = (
        "fans:\n" + fan("there", "when: [{sets: 123m 456m 789m}]") + fan("lacking", "unless: [{sets: 123m 456m 789m}]")
    )
    assert fans(rules, "123456789p22m東東東") == {"there": 1}
    assert fans(rules, "123456p789s22m東東東") == {"lacking": 1}


def test_sets_are_asked_in_the_reading_that_counts_most(fans: Fans) -> None:
    rules = "fans:\n" + fan("pungs", "when: [{sets: 111m 222m 333m}]") + fan("chows", "per: {sets: 123m 123m}")
    hand = "222333444s55m789p"
    assert fans(rules, hand, set={"fans.pungs": 2}) == {"pungs": 1}
    assert fans(rules, hand, set={"fans.chows": 2}) == {"chows": 1}


def test_wilds_may_stand_for_what_sets_need(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    fans = "fans:\n" + fan("straight", "when: [{sets: 123m 456m 789m}]").replace("value: 1", "value: 1, side: winner")
    path.write_text(HEAD.replace("hsn", "hs") + fans, "utf-8")
    result = mjcalc.score("12m*456m789m55s +peng5p +gang中中發發", indicator="8p", rules=str(path), win="5s")
    assert "straight" in [fan.id for fan in result.fans]


JOIN = (
    "scoring: {combinations: account_once}\nfans:\n"
    + fan("triple", "when: [{sets: 123m 123p 123s}]").replace("value: 1", "value: 8")
    + fan("double", "per: {sets: 123m 123p}")
    + fan("six", "per: {sets: 123m 456m}")
    + fan("ends", "per: {sets: 123m 789m}")
)


def test_each_set_accounts_for_itself_once(fans: Fans) -> None:
    assert fans(JOIN, "123m123p123s456m99p") == {"triple": 1, "six": 1}
    assert fans(JOIN, "123m789m123p789p44s") == {"double": 2, "ends": 1}
    freely = JOIN.replace("account_once", "freely")
    assert fans(freely, "123m123p123s456m99p") == {"triple": 1, "double": 1, "six": 1}
    assert fans(freely, "123m789m123p789p44s") == {"double": 2, "ends": 2}


def test_a_fan_that_sets_make_may_have_other_conditions(fans: Fans) -> None:
    rules = JOIN.replace("when: [{sets: 123m 123p 123s}]", "when: [drawn, {sets: 123m 123p 123s}]")
    hand = "123m123p123s456m99p"
    assert fans(rules, hand) == {"triple": 1, "six": 1}
    assert fans(rules, hand, from_="left") == {"double": 1, "six": 1}


def test_a_fan_that_is_set_to_nothing_joins_no_sets(fans: Fans) -> None:
    assert fans(JOIN, "123m123p123s456m99p", set={"fans.triple": 0}) == {"double": 1, "six": 1}


def test_values_that_a_table_sets_decide_which_sets_are_joined(fans: Fans) -> None:
    hand = "123m789m123p789p44s"
    assert fans(JOIN, hand, set={"fans.ends": 3}) == {"double": 1, "ends": 2}


# What the tiles are


@pytest.mark.parametrize(
    ("condition", "holding", "missing"),
    [
        ("{suits: 3}", "123m456p789s22s東東東", "123m456p789p22p東東東"),
        ("{suits: 2}", "123m456p789p22p東東東", "123m456m789m22m東東東"),
        ("{suits: 1}", "123m456m789m22m東東東", "123m456p789p22p東東東"),
        ("{suits: 0}", "東東東南南南西西西北北中中中", "11m東東東南南南西西西北北北"),
        ("{has: 東南西北}", "123m456p789s22s +peng東", "123m456p789s22s +peng中"),
        ("{each_holds: 19m19p19s東南西北中發白}", "123m789p999s東東 +chi123s", "123m789p999s東東 +chi234s"),
        ("{each_holds: 5m5p5s}", "345m567p456s55p +peng5m", "345m567p456s55p +peng6m"),
        ("{waited_with: 1112345678999m}", "11123456789995s", "11123456789599s".replace("5678959", "5667889")),
        ("closed_shape", "1133m5577p99s東東白白", "111333m555777p99s"),
    ],
)
def test_a_condition_on_the_tiles_tells_hands_apart(fans: Fans, condition: str, holding: str, missing: str) -> None:
    rules = "fans:\n" + fan("asked", f"when: [{condition}]")
    assert fans(rules, holding).get("asked") == 1
    assert "asked" not in fans(rules, missing)


def test_what_was_waited_with_leaves_out_the_winning_tile(fans: Fans) -> None:
    rules = "fans:\n" + fan("gates", "when: [{waited_with: 1112345678999m}]")
    wins = [f"{number}p" for number in range(1, 10)]
    assert all("gates" in fans(rules, "1112345678999p", win=win) for win in wins)
    assert ["gates" in fans(rules, "1112345678999p5p", win=win) for win in wins] == [win == "5p" for win in wins]
    assert "gates" not in fans(rules, "2345678999p5p +peng1p", win="5p")


@pytest.mark.parametrize(
    ("counted", "hand", "options", "number"),
    [
        ("any_pung", "123m456p22s +peng東 +angang1s", {}, 2),
        ("{pung_of: 中發白}", "123m22s中中中 +peng白 +angang1s", {}, 2),
        ("hidden_pung", "111m22s333p +peng白 +angang1s", {}, 3),
        ("hidden_pung", "111m22s333p +peng白 +angang1s", {"win": "1m", "from_": "left"}, 2),
        ("hidden_pung", "111m22s333p +peng白 +angang1s", {"win": "2s", "from_": "left"}, 3),
        ("hidden_pung", "111123m22s333p +peng白", {"win": "1m", "from_": "left"}, 2),
        ("four_alike", "111123m22p345s +angang1s", {}, 2),
        ("four_alike_unkonged", "111123m22p345s +angang1s", {}, 1),
        ("four_alike", "1111m2222p33s44s東東", {}, 2),
        ("round_wind_pung", "123m456p22s東東東 +peng北", {"round_wind": "東"}, 1),
        ("round_wind_pung", "123m456p22s東東東 +peng北", {"round_wind": "南"}, 0),
        ("round_wind_pung", "123m456p22s東東東 +peng北", {}, 0),
        ("seat_wind_pung", "123m456p22s東東東 +peng北", {"dealer": "right"}, 1),
        ("seat_wind_pung", "123m456p22s東東東 +gang北@left", {"seat_wind": "北"}, 1),
        ("other_wind_pung", "123m22s東東東 +peng北 +peng西", {"round_wind": "東"}, 2),
        ("other_wind_pung", "123m22s東東東 +peng北 +peng西", {"round_wind": "東", "seat_wind": "北"}, 1),
        ("other_wind_pung", "123m22s東東東 +peng北 +peng西", {}, 3),
    ],
)
def test_a_condition_counts_what_it_says(
    fans: Fans, counted: str, hand: str, options: dict[str, Any], number: int
) -> None:
    rules = "shapes: [{id: seven_pairs, distinct: false}]\nfans:\n" + fan("counted", f"per: {counted}")
    assert fans(rules, hand, **options).get("counted", 0) == number


# Shapes

KNITTED = """
shapes:
  - {id: straight, form: knitted_straight, names: {zh-Hant: 龍, zh-Hans: 龙, en: Straight}}
  - {id: six, form: knitted_honors, honors: [6], names: {zh-Hant: 六, zh-Hans: 六, en: Six honors}}
fans:
"""


def test_nine_knitted_tiles_are_a_straight_with_a_set_and_a_pair(fans: Fans) -> None:
    rules = KNITTED + fan("knitted", "when: [knitted_straight]") + fan("won_on", "when: [wins_on_knitted]")
    assert fans(rules, "147m258p369s22s東東東", win="2s") == {"knitted": 1}
    assert fans(rules, "147m258p369s22s +peng東", win="9s") == {"knitted": 1, "won_on": 1}
    assert fans(rules, "147m369p258s東南西北中", win="東") == {}


def test_a_shape_says_how_many_honors_it_has(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(HEAD + KNITTED + fan("any", "when: [always]"), "utf-8")
    for hand, legal in (("14m258p369s東南西北中發", True), ("4m258p369s東南西北中發白", False)):
        assert mjcalc.score(hand, rules=str(path)).legal is legal


# Fans that count beside the others

BESIDE = """
tiles: {bonus_tiles: 8}
wins: [self-draw, discard, kong-draw, rob-kong, flower-draw]
requires:
  - {id: few, text: {zh-Hant: 少, zh-Hans: 少, en: few}, when: [{total_below: 2}]}
fans:
""" + fan("flowers", "side: bonus, per: flower")


def test_a_bonus_is_added_to_a_legal_win_and_does_not_make_it_one(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(HEAD + BESIDE + fan("drawn", "when: [drawn]"), "utf-8")
    hand = "123m456p789s22s東東東"
    result = mjcalc.score(hand, flowers=3, rules=str(path))
    assert (result.total, [payment.pays for payment in result.payments]) == (5, [5, 5, 5])
    assert [(fan.id, fan.side, fan.count) for fan in result.fans][1:] == [("flowers", "bonus", 3), ("drawn", "fan", 1)]
    thrown = mjcalc.score(hand, flowers=3, from_="left", rules=str(path))
    assert [reason.id for reason in thrown.reasons] == ["few"]
    named = mjcalc.score(f"{hand} +hua春菊", by="flower-draw", rules=str(path))
    assert (named.total, named.hand) == (
        4,
        "123m456p22789s東東東 +hua春菊",
    )


def test_a_last_resort_counts_where_no_other_fan_does_in_any_reading(fans: Fans) -> None:
    rules = (
        "remove: {fans: [plain]}\ntiles: {bonus_tiles: 8}\nfans:\n"
        + fan("nothing", "otherwise: true")
        + fan("pungs", "when: [{sets: 111m 222m 333m}]")
        + fan("flowers", "side: bonus, per: flower")
    )
    assert fans(rules, "123m456p789s22s東東東") == {"nothing": 1}
    assert fans(rules, "123m456p789s22s東東東", flowers=2) == {"nothing": 1, "flowers": 2}
    assert fans(rules, "111222333m22s東東東") == {"pungs": 1}


def test_a_last_resort_may_have_a_condition(fans: Fans) -> None:
    rules = "remove: {fans: [plain]}\nfans:\n" + fan("nothing", "otherwise: true, when: [drawn]")
    assert fans(rules, "123m456p789s22s東東東") == {"nothing": 1}
    assert fans(rules, "123m456p789s22s東東東", from_="left") == {}


def test_the_last_copy_is_said_or_seen(fans: Fans) -> None:
    rules = "fans:\n" + fan("last", "when: [last_copy]")
    hand = "123m456p789s22s東東東"
    assert fans(rules, hand, win="3m") == {}
    assert fans(rules, hand, win="3m", last_copy=True) == {"last": 1}
    assert fans(rules, hand, win="3m", seen="3m3m3m") == {"last": 1}
    assert fans(rules, hand, win="3m", seen="3m3m", losers={"left": "+chi345m"}) == {"last": 1}
    assert fans(rules, hand, win="3m", seen="3m3m") == {}
    assert fans(rules, hand, win="2s", seen="2s2s") == {}
    assert fans(rules, "12m456p22s東東東 +peng3m", win="3m") == {"last": 1}


def test_two_pungs_of_one_wind_are_none_of_another(fans: Fans) -> None:
    rules = (
        "tiles: {wild: {cycles: [123456789m, 123456789p, 123456789s, 東南西北, 中發白]}}\nfans:\n"
        + fan("round", "when: [round_wind_pung]") + fan("other", "per: other_wind_pung")
    )  # fmt: skip
    hand = "123456m99p東東東東**"
    assert fans(rules, hand, wild="5s", round_wind="南", seat_wind="西") == {"other": 2}
    assert fans(rules, hand, wild="5s", round_wind="東", seat_wind="西") == {"round": 1}
    assert fans(rules, hand.replace("東", "北"), wild="5s", round_wind="西", seat_wind="西") == {"other": 2}


def test_what_the_rules_do_not_look_at_is_noted(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(HEAD, "utf-8")
    said: dict[str, Any] = {"round_wind": "東", "seat_wind": "南", "last_copy": True}
    result = mjcalc.score("123m456p789s22s東東東", win="3m", rules=str(path), lang="en", **said)
    assert [note.code for note in result.notes if note.code == "no_effect"] == ["no_effect"] * 3
