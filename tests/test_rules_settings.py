"""What a table sets with ``--set`` is applied, checked, and the same object every time."""

import tracemalloc
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as run
from hypothesis import strategies as st

from mjcalc.errors import ImpossibleError, RulesError
from mjcalc.rules import configure, load, tile_set
from mjcalc.rules.settings import MOST, choice_text
from mjcalc.texts import Text


def option(rules: str, name: str, value: Any) -> Any:
    """What an option is after it was set."""
    return configure(load(rules), {name: value}).options[name].value


@pytest.mark.parametrize(
    ("rules", "name", "given", "value"),
    [
        ("hs", "dealer_doubles", "winner", "winner"),
        ("hm", "concealed_kong_keeps_concealed", "false", False),
        ("hm", "concealed_kong_keeps_concealed", True, True),
        ("fei", "streak_max", "4", 4),
        ("fei", "streak_max", " 4 ", 4),
        ("fei", "streak_max", 4, 4),
        ("fei", "streak_max", "null", None),
        ("fei", "streak_max", None, None),
        ("fei", "honor_pungs", "0", 0),
    ],
)
def test_an_option_takes_its_value_or_the_text_for_it(rules: str, name: str, given: Any, value: Any) -> None:
    assert option(rules, name, given) == value
    assert type(option(rules, name, given)) is type(value)


@pytest.mark.parametrize(
    ("rules", "name", "given", "allowed"),
    [
        ("hs", "dealer_doubles", "loser", "either, winner"),
        ("hs", "dealer_doubles", None, "either, winner"),
        ("hm", "concealed_kong_keeps_concealed", "1", "true or false"),
        ("hm", "concealed_kong_keeps_concealed", 1, "true or false"),
        ("fei", "honor_pungs", "null", "a whole number"),
        ("fei", "honor_pungs", True, "a whole number"),
        ("fei", "streak_max", "-1", "or null"),
        ("fei", "streak_max", 1.5, "or null"),
        ("hs", "fans.full_flush", "many", "a whole number"),
        ("hs", "fans.full_flush", MOST + 1, "a whole number"),
        ("hs", "fans.full_flush", "9" * 5000, "a whole number"),
        ("hs", "fans.full_flush", "٣", "a whole number"),
        ("hs", "fans.full_flush", [1, 2], "a whole number"),
        ("hs", "caps.cap", "", "a whole number"),
        ("hm", "fans.flowers", "1,2,3", "4 whole numbers"),
        ("hm", "fans.flowers", 8, "4 whole numbers"),
        ("hm", "fans.flowers", [1, 2, 3, True], "4 whole numbers"),
    ],
)
def test_a_value_that_cannot_be_is_answered_with_those_that_can(
    rules: str, name: str, given: Any, allowed: str
) -> None:
    with pytest.raises(RulesError) as caught:
        configure(load(rules), {name: given})
    (problem,) = caught.value.problems
    assert (problem.code, problem.where) == ("bad_setting", "set")
    assert name in problem.message
    assert allowed in problem.message
    assert len(problem.message) < 200


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("dealer_double", "did you mean 'dealer_doubles'"),
        ("fans.full_flsh", "did you mean 'fans.full_flush'"),
        ("caps.gold_cap", "did you mean 'caps.golden_cap'"),
        ("full_flush", "did you mean 'fans.full_flush'"),
        ("", "There are: minimum_counts"),
        ("options.dealer_doubles", "dealer_doubles"),
        ("x" * 1000, "There are"),
    ],
)
def test_an_unknown_setting_is_answered_with_the_nearest(name: str, hint: str) -> None:
    with pytest.raises(RulesError) as caught:
        configure(load("hs"), {name: 1})
    assert hint in str(caught.value)


def test_every_wrong_setting_is_named_at_once() -> None:
    with pytest.raises(RulesError) as caught:
        configure(load("hs"), {"nothing": 1, "caps.cap": "x", "dealer_doubles": "y", "fans.full_flush": 8})
    assert [problem.code for problem in caught.value.problems] == ["unknown_setting", "bad_setting", "bad_setting"]


def test_of_very_many_unknown_settings_the_first_are_named_and_the_rest_counted() -> None:
    with pytest.raises(RulesError) as caught:
        configure(load("hs"), {f"nothing{number}": 1 for number in range(20_000)} | {"caps.cap": "x"})
    *named, rest, bad = caught.value.problems
    assert ["'nothing" in problem.message for problem in named] == [True] * 20
    assert "19,980 more" in rest.message
    assert bad.code == "bad_setting"


def test_fans_and_caps_are_set_by_id() -> None:
    mine = configure(load("hs"), {"fans.full_flush": "8", "caps.cap": 100})
    assert [fan.value for fan in mine.fans if fan.id == "full_flush"] == [8]
    assert mine.caps["cap"].amount == 100
    assert [fan.id for fan in mine.fans] == [fan.id for fan in load("hs").fans]


@pytest.mark.parametrize("value", ["1,2,4,9", [1, 2, 4, 9], (1, 2, 4, 9), "1, 2, 4, 9"])
def test_a_fan_that_is_worth_by_its_pieces_takes_as_many_numbers(value: Any) -> None:
    assert next(fan.value for fan in configure(load("hm"), {"fans.flowers": value}).fans if fan.id == "flowers") == (
        1,
        2,
        4,
        9,
    )


def test_the_variant_itself_never_changes() -> None:
    before = load("hs").options["dealer_doubles"].value
    configure(load("hs"), {"dealer_doubles": "winner"})
    assert load("hs").options["dealer_doubles"].value == before


def test_the_same_settings_in_any_order_are_the_same_object() -> None:
    one = configure(load("hs"), {"caps.cap": 100, "fans.full_flush": 8})
    assert one is configure(load("hs"), {"fans.full_flush": 8, "caps.cap": 100})
    assert one is not configure(load("hs"), {"caps.cap": 101, "fans.full_flush": 8})
    assert configure(load("hs"), {}) is load("hs")


def test_a_setting_written_in_another_way_is_the_same_object() -> None:
    one = configure(load("hs"), {"caps.cap": 100, "dealer_doubles": "winner"})
    assert one is configure(load("hs"), {"caps.cap": " 100\t", "dealer_doubles": " winner "})
    assert configure(load("hm"), {"fans.flowers": "1, 2,4 ,9"}) is configure(load("hm"), {"fans.flowers": [1, 2, 4, 9]})


def test_many_settings_do_not_pile_up() -> None:
    tracemalloc.start()
    try:
        for value in range(1000):
            configure(load("fei"), {"streak_max": value})
            with pytest.raises(RulesError):
                configure(load("fei"), {"streak_max": f"x{' ' * 100_000}{value}"})
        current, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert current < 10_000_000


@pytest.mark.parametrize(
    "value",
    [10**5000, -(10**5000), "9" * 100_000, " " * 100_000, ["1"] * 10, {"a": 1}, 1.5, b"1"],
    ids=["huge", "hugely negative", "digits", "blanks", "list", "map", "fraction", "bytes"],
)
def test_a_value_of_any_size_and_type_is_refused_in_a_few_words(value: Any) -> None:
    with pytest.raises(RulesError) as caught:
        configure(load("hs"), {"caps.cap": value})
    assert len(str(caught.value)) < 200


def test_the_whole_numbers_of_numpy_are_whole_numbers() -> None:
    numpy = pytest.importorskip("numpy")
    assert configure(load("hs"), {"caps.cap": numpy.int64(100)}) is configure(load("hs"), {"caps.cap": 100})
    for value in (numpy.float64(1.5), numpy.array([1, 2]), numpy.bool_(True)):
        with pytest.raises(RulesError):
            configure(load("hs"), {"caps.cap": value})


@run(deadline=None)
@given(st.dictionaries(st.text(max_size=20), st.none() | st.booleans() | st.integers() | st.floats() | st.text()))
def test_no_settings_are_more_than_an_error(settings: dict[str, Any]) -> None:
    try:
        configure(load("fei"), settings)
    except RulesError as error:
        assert error.problems


@run(deadline=None)
@given(st.none() | st.booleans() | st.integers(0, MOST))
def test_a_constant_survives_being_written_on_the_shell(value: Any) -> None:
    from mjcalc.rules.settings import _read

    assert _read(choice_text(value)) is value or _read(choice_text(value)) == value


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        (
            {"open_count": "once"},
            "沒有 'open_count' 這個設定；是不是 'open_counts'？有的是：minimum_counts",
        ),
        ({"open_counts": "twice"}, "open_counts 不能是 'twice'；可以是 once、per_meld"),
        ({"caps.cap": -1}, "caps.cap 不能是 '-1'；可以是 0 到 1,000,000,000 的整數"),
        ({f"x{number}": 1 for number in range(22)}, "huangshi 另有 2 個設定不存在"),
    ],
)
def test_a_wrong_setting_can_be_said_in_chinese(settings: dict[str, object], said: str) -> None:
    with pytest.raises(RulesError) as caught:
        configure(load("hs"), settings)
    message = caught.value.problems[-1].message
    assert isinstance(message, Text)
    assert said in message.said_in("zh-Hant")


def test_a_wrong_wild_is_said_with_the_name_of_the_variant_in_each_language() -> None:
    with pytest.raises(ImpossibleError) as caught:
        tile_set(load("hm"), indicator=0)
    message = caught.value.problems[0].message
    assert isinstance(message, Text)
    assert message.said_in("en") == "Huangmei mahjong has no wild tile, so no indicator either"
    assert message.said_in("zh-Hans") == "黄梅麻将没有百搭，也就没有翻牌"
