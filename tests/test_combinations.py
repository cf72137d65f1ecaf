"""Combinations by example, and the choice among them where each set accounts for itself once."""

from collections.abc import Mapping
from itertools import combinations, product

from hypothesis import given
from hypothesis import strategies as st

from mjcalc.scoring.combinations import Codes, Joiner, Maker, alike, code_of, number_of_disjoint, packed, unpacked

CHOWS = [kind for kind in range(27) if kind % 9 < 7]


def codes(text: str) -> Codes:
    """The codes of sets such as ``123m 東東東 55p``: the only combination like itself where nothing can move."""
    sorts = {"m": 0, "p": 9, "s": 18}
    found = []
    for word in text.split():
        if word[-1] in sorts:
            first = sorts[word[-1]] + int(word[0]) - 1
            kind = "chow" if word[0] != word[1] else "pung" if len(word) == 4 else "pair"
        else:
            first, kind = "東南西北中發白".index(word[0]) + 27, "pung" if len(word) == 3 else "pair"
        found.append(code_of(kind, first))
    return tuple(sorted(found))


def test_numbers_move_together_as_far_as_they_fit() -> None:
    assert len(alike(("123m 234m 345m",))) == 3 * 5
    assert len(alike(("123m 345m 567m",))) == 3 * 3
    assert alike(("123m 123m 789m 789m 55m",)) == {codes(f"123{s} 123{s} 789{s} 789{s} 55{s}") for s in "mps"}
    assert len(alike(("11m 22m 33m 44m 55m 66m 77m",))) == 3 * 3


def test_suits_change_places() -> None:
    assert codes("123s 456m 789p") in alike(("123m 456p 789s",))
    assert codes("123s 456s 789p") not in alike(("123m 456p 789s",))
    assert len(alike(("123m 789m 123p 789p 55s",))) == 3
    assert len(alike(("111m 111p",))) == 27


def test_winds_change_places_and_so_do_dragons_but_not_with_each_other() -> None:
    assert alike(("東東東 南南南 西西西 北北",)) >= {codes("東東東 西西西 北北北 南南")}
    assert len(alike(("東東東 南南南 西西西 北北",))) == 4
    assert len(alike(("中中中 發發發 白白",))) == 3
    assert codes("東東東 發發發") not in alike(("中中中 發發發",))


def test_an_example_of_several_sorts_moves_each_by_itself() -> None:
    assert len(alike(("123m 東東東 中中",))) == 21 * 4 * 3


def test_one_of_several_examples_is_enough() -> None:
    steps = alike(("123m 234m 345m", "123m 345m 567m"))
    assert steps == alike(("123m 234m 345m",)) | alike(("123m 345m 567m",))


def test_a_set_is_in_one_of_several_equal_combinations_only() -> None:
    double = alike(("123m 123p",))
    assert number_of_disjoint(codes("123m 123p 123s 東東東 44s"), double) == 1
    assert number_of_disjoint(codes("123m 123p 123m 123p 44s"), double) == 2
    assert number_of_disjoint(codes("123m 789m 東東東 南南南 44s"), double) == 0


@given(st.lists(st.integers(0, 101), max_size=7))
def test_packed_sets_are_the_sets_again(sets: list[int]) -> None:
    assert unpacked(packed(tuple(sets))) == tuple(sorted(sets))


EXAMPLES = (
    ("123m 123m 123m 123m", 48, False), ("123m 234m 345m 456m", 32, False), ("123m 123m 123m", 24, False),
    ("123m 456m 789m", 16, False), ("123m 456p 789s", 8, False), ("123m 123p 123s", 8, False),
    ("123m 234p 345s", 6, False), ("123m 123m", 1, True), ("123m 123p", 1, True), ("123m 456m", 1, True),
    ("123m 789m", 1, True),
)  # fmt: skip
MAKERS = [Maker(alike((example,)), value, several) for example, value, several in EXAMPLES]
JOINER = Joiner(MAKERS)


def choose(sets: Codes, barred: int = 0) -> Mapping[int, int]:
    """What is chosen of some sets."""
    return JOINER.choose(packed(sets), barred)


def is_forest(number: int, places: list[tuple[int, ...]]) -> bool:
    """Whether no two of the sets that one joins are joined by others, whatever the order."""
    group = list(range(number))
    for joins in places:
        if len({group[place] for place in joins}) < len(joins):
            return False
        group = [group[joins[0]] if one in {group[place] for place in joins} else one for one in group]
    return True


def best_sum(sets: Codes) -> int:
    """The highest sum of all choices, each tried."""
    found = [
        (maker, places)
        for maker in range(len(MAKERS))
        for size in range(2, len(sets) + 1)
        for places in combinations(range(len(sets)), size)
        if tuple([sets[place] for place in places]) in MAKERS[maker].patterns
    ]
    best = 0
    for chosen in product((False, True), repeat=len(found)):
        kept = [one for one, is_in in zip(found, chosen, strict=True) if is_in]
        if is_forest(len(sets), [places for _, places in kept]):
            best = max(best, sum(MAKERS[maker].value for maker, _ in kept))
    return best


near = st.sampled_from([start + step for start in (0, 9, 18) for step in (0, 1, 3, 6)])


@given(st.lists(near, min_size=3, max_size=4))
def test_no_choice_has_a_higher_sum(starts: list[int]) -> None:
    sets = tuple(sorted([code_of("chow", start) for start in starts]))
    chosen = choose(sets)
    assert sum(MAKERS[maker].value * count for maker, count in chosen.items()) == best_sum(sets)


@given(st.lists(st.sampled_from(CHOWS), min_size=4, max_size=4), st.permutations(range(3)))
def test_the_choice_is_the_same_with_suits_changed(starts: list[int], suits: list[int]) -> None:
    moved = [suits[start // 9] * 9 + start % 9 for start in starts]
    assert choose(tuple(sorted(starts))) == choose(tuple(sorted(moved)))


def test_two_sets_that_are_joined_through_others_are_not_joined_again() -> None:
    one, other = 8, 10  # 123m 123p, and 123m 789m
    assert choose(codes("123m 789m 123p 789p 東東")) == {one: 2, other: 1}
    assert choose(codes("123m 123p 123s 456m 99p")) == {5: 1, 9: 1}


def test_a_fan_that_may_not_be_made_leaves_its_sets_to_others() -> None:
    sets = codes("123m 123p 123s 東東東 44s")
    assert choose(sets) == {5: 1}
    assert choose(sets, barred=1 << 5) == {8: 1}
    assert choose(codes("123m 456m 789m 東東東 44s"), barred=1 << 3) == {9: 1, 10: 1}
