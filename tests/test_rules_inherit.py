"""A house variant says only what is different."""

from pathlib import Path

import pytest

from mjcalc.errors import RulesError
from mjcalc.rules import load
from mjcalc.rules.checker import check
from mjcalc.rules.schema import FanRule, Names, Variant
from mjcalc.scoring.predicates import VOCABULARY

NAMES = "names: {zh-Hant: 本桌, zh-Hans: 本桌, en: Our table}\n"


def variant(text: str, extends: str) -> Variant:
    """A variant that must be right."""
    checked = check("-", VOCABULARY, data=f"id: mine\n{NAMES}extends: {extends}\n{text}".encode())
    assert checked.problems == ()
    assert checked.variant is not None
    return checked.variant


def fan(variant: Variant, id: str) -> FanRule:
    """A fan that must be there."""
    return next(fan for fan in variant.fans if fan.id == id)


@pytest.mark.parametrize("base", ["hs", "fei", "hsn", "hm"])
def test_a_file_with_no_differences_is_the_same_variant_under_another_name(base: str) -> None:
    mine, theirs = variant("", base), load(base, VOCABULARY)
    assert (mine.id, mine.names.en, mine.aliases) == ("mine", "Our table", ())
    for part in (
        "tiles",
        "shapes",
        "calls",
        "wins",
        "scoring",
        "options",
        "caps",
        "requires",
        "responsibility",
        "dealer",
    ):
        assert getattr(mine, part) == getattr(theirs, part)
    assert [one.id for one in mine.fans] == [one.id for one in theirs.fans]


def test_a_fan_keeps_all_that_is_not_changed() -> None:
    mine, theirs = (
        fan(variant("fans: [{id: full_flush, value: 20}]", "hm"), "full_flush"),
        fan(load("hm"), "full_flush"),
    )
    assert (mine.value, theirs.value) == (20, 15)
    assert (mine.names, mine.when, mine.excludes) == (theirs.names, theirs.when, theirs.excludes)


def test_one_language_of_a_name_can_be_changed_alone() -> None:
    mine = fan(variant("fans: [{id: full_flush, names: {en: Pure}}]", "hm"), "full_flush")
    assert (mine.names.hant, mine.names.en) == ("清一色", "Pure")


def test_a_fan_may_be_called_like_a_key(tmp_path: Path) -> None:
    new = "{id: special, names: {zh-Hant: 新, zh-Hans: 新, en: New}, value: 2, when: [drawn]}"
    (tmp_path / "base.yaml").write_text(f"id: base\n{NAMES}extends: hm\nfans: [{new}]\n", "utf-8")
    mine = fan(variant("fans: [{id: special, value: 3}]", str(tmp_path / "base.yaml")), "special")
    assert (mine.value, mine.when) == (3, ["drawn"])


def test_a_condition_is_replaced_whole() -> None:
    mine = variant("fans: [{id: concealed_hand, unless: [{melds_at_least: 1}]}]", "hm")
    assert fan(mine, "concealed_hand").unless == [{"melds_at_least": 1}]


def test_a_new_fan_comes_after_the_inherited_ones() -> None:
    new = "fans: [{id: new, names: {zh-Hant: 新, zh-Hans: 新, en: New}, value: 2, when: [drawn]}]"
    assert [one.id for one in variant(new, "hsn").fans] == [*(one.id for one in load("hsn").fans), "new"]


def test_a_removed_fan_is_gone_and_forgotten_by_inherited_lists() -> None:
    mine = variant("remove: {fans: [full_flush], rules: [full_flush]}", "hs")
    assert all(one.id != "full_flush" for one in mine.fans)
    assert "full_flush" not in repr(mine.requires)
    assert "full_flush" in repr(load("hs").requires)


def test_an_option_goes_with_the_last_fan_that_used_it() -> None:
    assert "hard_win" not in variant("remove: {fans: [hard_win]}", "hs").options
    assert "hard_win" in load("hs").options


def test_an_option_can_be_set_by_its_value_alone() -> None:
    mine, theirs = variant("options: {dealer_doubles: {value: winner}}", "hs").options, load("hs").options
    assert mine["dealer_doubles"].value == "winner"
    assert mine["dealer_doubles"].why == theirs["dealer_doubles"].why


def test_a_reason_in_one_language_replaces_one_in_three_and_the_other_way_round(tmp_path: Path) -> None:
    mine = variant("options: {open_counts: {why: we like it}}", "hs")
    assert mine.options["open_counts"].why == "we like it"
    (tmp_path / "base.yaml").write_text(
        f"id: base\n{NAMES}extends: hs\noptions: {{open_counts: {{why: so}}}}\n", "utf-8"
    )
    three = "{zh-Hant: 理由, zh-Hans: 理由, en: because}"
    mine = variant(f"options: {{open_counts: {{why: {three}}}}}", str(tmp_path / "base.yaml"))
    assert mine.options["open_counts"].why == Names("理由", "理由", "because")


def test_one_language_of_a_reason_can_be_changed_alone() -> None:
    mine, theirs = variant("options: {open_counts: {why: {en: because}}}", "hs").options, load("hs").options
    why = theirs["open_counts"].why
    assert isinstance(why, Names)
    assert mine["open_counts"].why == Names(why.hant, why.hans, "because")


def test_a_cap_can_be_changed_and_removed() -> None:
    mine = variant("caps: {cap: {amount: 100}}\nremove: {caps: [haba_cap]}", "hs")
    assert mine.caps["cap"].amount == 100
    assert list(mine.caps) == [cap for cap in load("hs").caps if cap != "haba_cap"]


def test_a_key_with_nothing_under_it_changes_nothing() -> None:
    assert variant("fans:\noptions:\n", "hm").fans == variant("", "hm").fans


def test_null_takes_the_wild_away() -> None:
    text = """
tiles: {wild: null, kong_tiles: 中發}
remove: {fans: [hard_win, wild_kong], requires: [wild_discard, too_many_wilds]}
"""
    assert variant(text, "hs").tiles.wild is None


def test_examples_are_not_inherited(tmp_path: Path) -> None:
    (tmp_path / "base.yaml").write_text(
        f"id: base\n{NAMES}extends: hm\nexamples: [{{hand: 1m, expect: {{legal: false}}}}]\n"
    )
    path = tmp_path / "mine.yaml"
    path.write_text(f"id: mine\n{NAMES}extends: base.yaml\n")
    assert len(check(str(tmp_path / "base.yaml"), VOCABULARY).examples) == 1
    checked = check(str(path), VOCABULARY)
    assert checked.variant is not None
    assert (checked.examples, checked.variant.examples) == ((), ())


def test_any_number_of_files_may_extend_one_another(tmp_path: Path) -> None:
    before = "hm"
    for number in range(5):
        file = tmp_path / f"step{number}.yaml"
        changed = (
            f"fans: [{{id: {['plain', 'self_draw', 'flower_draw', 'rob_kong', 'kong_draw'][number]}, value: 9}}]\n"
        )
        file.write_text(f"id: step{number}\n{NAMES}extends: {before}\n{changed}")
        before = file.name
    last = load(str(tmp_path / "step4.yaml"), VOCABULARY)
    assert [one.id for one in last.fans if one.value == 9] == [
        "plain",
        "self_draw",
        "flower_draw",
        "kong_draw",
        "rob_kong",
    ]


def mistakes(text: str, extends: str) -> list[tuple[str, str]]:
    """Where and what is wrong with a text that extends a variant."""
    data = f"id: mine\n{NAMES}extends: {extends}\n{text}".encode()
    return [(problem.where, problem.message) for problem in check("mine.yaml", VOCABULARY, data=data).problems]


@pytest.mark.parametrize(
    ("text", "needed"),
    [
        ("remove:\n  sources: [handbook]\n", "'handbook' is still needed by tiles"),
        ("remove:\n  options: [dealer_doubles]\n", "'dealer_doubles' is still needed by fans.dealer.when"),
        ("remove:\n  options: [next_dealer]\n", "'next_dealer' is still needed by dealer.after_win"),
        ("remove:\n  caps: [cap]\n", "'cap' is still needed by caps.golden_cap.when"),
    ],
)
def test_what_still_needs_a_removed_part_is_told_at_the_line_that_removes_it(text: str, needed: str) -> None:
    ((where, message),) = mistakes(text, "hs")
    assert where == "mine.yaml:5"
    assert needed in message
    assert "huangshi.yaml:" in message
    assert "remove them too" in message


def test_what_does_not_go_with_fewer_tiles_is_told_at_the_line_of_the_tiles() -> None:
    found = mistakes("scoring: {base: 2}\ntiles:\n  kinds: 123456789m123456789p123456789s\n", "hs")
    assert {where for where, _ in found} == {"mine.yaml:6"}
    assert all("huangshi.yaml:" in message and "remove" in message for _, message in found)


def test_another_change_that_breaks_an_inherited_part_is_told_at_the_line_of_extends() -> None:
    ((where, message),) = mistakes("calls: [chow, pung]\n", "hm")[:1]
    assert where == "mine.yaml:3"
    assert "inherited (huangmei.yaml:" in message


def test_a_mistake_in_the_base_names_the_file_of_the_base(tmp_path: Path) -> None:
    (tmp_path / "base.yaml").write_text(f"id: base\n{NAMES}extends: hm\nfans: [{{id: plain, valu: 3}}]\n")
    (tmp_path / "mine.yaml").write_text(f"id: mine\n{NAMES}extends: base.yaml\n")
    with pytest.raises(RulesError) as caught:
        load(str(tmp_path / "mine.yaml"), VOCABULARY)
    assert [Path(problem.where).name for problem in caught.value.problems] == ["base.yaml:4"]
