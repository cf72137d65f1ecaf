"""The words that rules files are made of, each in a small house variant."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import mjcalc

Fans = Callable[..., dict[str, int]]

HEAD = "id: mine\nnames: {zh-Hant: 本桌, zh-Hans: 本桌, en: Our table}\nextends: hsn\n"


def fan(id: str, rest: str) -> str:
    """One fan of a house variant, named as its id."""
    return f"  - {{id: {id}, names: {{zh-Hant: {id}, zh-Hans: {id}, en: {id}}}, value: 1, {rest}}}\n"


@pytest.fixture
def fans(tmp_path: Path) -> Fans:
    """The fans that a hand has beside the plain ones, by a house variant of some rules."""

    def score(rules: str, hand: str, **options: Any) -> dict[str, int]:
        path = tmp_path / "mine.yaml"
        path.write_text(HEAD + rules, "utf-8")
        result = mjcalc.score(hand, rules=str(path), **options)
        return {fan.id: fan.count for fan in result.fans if fan.id not in ("plain", "seven_pairs")}

    return score


# Names for tiles


def test_a_condition_may_name_a_group_of_tiles_beside_tiles(fans: Fans) -> None:
    rules = "tiles: {groups: {winds: 東南西北}}\nfans:\n" + fan("windy", "per: {claimed_pung_of: winds 19m}")
    assert fans(rules, "44s +peng東 +peng白 +peng9m +peng1p", win="4s") == {"windy": 2}


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
