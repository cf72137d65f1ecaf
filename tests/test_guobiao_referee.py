"""The referee of 國標 itself: it has the numbers of a published program and of the official book."""

import random
from collections import Counter
from typing import Any

import pytest

from tests.support.dealing_guobiao import deal
from tests.support.known_guobiao import (
    BOOK_OVERRULED,
    as_win,
    book_examples,
    generate_laid_out,
    known_hands,
    lists_of,
    parse,
)
from tests.support.referee_guobiao import (
    FANS,
    MCR,
    Meld,
    Win,
    fan_of_sets,
    fans_of_sets,
    formal_waits,
    judge,
)


@pytest.mark.slow
def test_the_referee_gives_the_published_number_and_list_of_every_known_hand() -> None:
    for hand in known_hands():
        verdict = judge(as_win(hand))
        assert (verdict.points, verdict.legal) == (hand["points"], hand["legal"]), hand["id"]
        assert hand["fans"] in verdict.lists, hand["id"]
        assert all(fans in lists_of(hand) for fans in verdict.lists), hand["id"]
        if verdict.legal:
            assert verdict.total == hand["total"], hand["id"]


@pytest.mark.slow
def test_the_referee_gives_the_other_number_of_every_known_hand_by_the_options_of_mcr() -> None:
    for hand in known_hands():
        assert judge(as_win(hand), MCR).points == hand.get("wmo", hand["points"]), hand["id"]


def holds(example: dict[str, Any]) -> bool:
    """Whether some way to lay out and win an example's tiles has all its fans."""
    for concealed, melds in generate_laid_out(example):
        for win in sorted(set(concealed)):
            for fans in judge(Win(concealed, win, melds, "discard", "left")).lists:
                enough = all(fans.get(fan, 0) >= count for fan, count in example["counts"].items())
                if enough and not fans.keys() & set(example.get("not", ())):
                    return True
    return False


# Two equal ways to join the sets of this one: the book shows both, and the page takes the fan that stands earlier.
_EQUAL = {"short_straight": 1, "all_chows": 1, "mixed_straight": 1}


@pytest.mark.parametrize("example", book_examples(), ids=lambda example: example["hand"])
def test_the_referee_has_the_fans_of_the_books_examples(example: dict[str, Any]) -> None:
    if example["counts"] == _EQUAL:
        example = example | {"counts": {"mixed_double_chow": 1, "all_chows": 1, "mixed_straight": 1}}
    assert holds(example) == (example["hand"] not in BOOK_OVERRULED)


def test_81_fans_and_the_mixed_kongs() -> None:
    assert len(FANS) == 82


@pytest.mark.parametrize(
    ("sets", "fans"),
    [
        ("123m 123p 123s 456m", {"mixed_triple_chow": 1, "short_straight": 1}),
        ("123m 345m 567m 789m", {"four_pure_shifted_chows": 1}),
        ("123m 456m 789m 123p", {"pure_straight": 1, "mixed_double_chow": 1}),
        ("123m 789m 123p 789p", {"mixed_double_chow": 2, "two_terminal_chows": 1}),
    ],
)
def test_sets_are_joined_as_in_the_pages_examples(sets: str, fans: dict[str, int]) -> None:
    assert fans_of_sets(tuple([("chow", parse(one)[0]) for one in sets.split()])) == fans


def test_sets_of_other_suits_or_numbers_make_no_fan() -> None:
    assert fan_of_sets((("chow", 0), ("chow", 10))) is None
    assert fan_of_sets((("pung", 0), ("pung", 1))) is None
    assert fan_of_sets((("pung", 27), ("pung", 31))) is None


def test_a_wait_whose_four_copies_are_all_in_hand_is_a_wait() -> None:
    assert formal_waits(parse("1112m"), 3) == parse("23m")
    assert formal_waits(parse("1111m"), 3) == parse("1m")
    assert formal_waits(parse("1111234m"), 2) == parse("14m")


@pytest.mark.slow
def test_every_fan_comes_up_in_dealt_hands() -> None:
    chance = random.Random(81)
    met: Counter[str] = Counter()
    for _ in range(4000):
        for fans in judge(deal(chance).win).lists:
            met.update(fans.keys())
    assert FANS.keys() - met.keys() == {"flower_tiles"}


def test_payments_of_a_drawn_win_and_of_a_discard() -> None:
    win = Win(parse("234m567p88s789s") + parse("東東東"), 27, (), round_wind=27, seat_wind=27, flowers=1, base=2)
    drawn = judge(win)
    assert drawn.pays == (2 * (8 + drawn.total),) * 3
    thrown = judge(win._replace(by="discard", source="across", last_tile=True))
    assert thrown.pays == (16, 2 * (8 + thrown.total), 16)


def test_under_8_is_no_win_and_flowers_do_not_help() -> None:
    melds = (Meld("chow", 19), Meld("chow", 3))
    win = Win(parse("123m55p888s"), 4 + 9, melds, "discard", "left", flowers=8)
    verdict = judge(win)
    assert (verdict.legal, verdict.reason) == (False, "under_minimum")
    assert verdict.points < 8
