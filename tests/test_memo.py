"""A memo keeps what it is given, within its two bounds, from however many threads."""

import sys
from collections.abc import Iterator
from threading import Barrier, Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjcalc.memo import Memo


def test_what_is_kept_is_found_again() -> None:
    memo: Memo[str, list[int]] = Memo(10)
    value = [1]
    assert memo.keep("a", value) is value
    assert memo.get("a") is value
    assert memo.get("b") is None


def test_the_first_value_of_a_key_stays() -> None:
    memo: Memo[str, list[int]] = Memo(10)
    first = memo.keep("a", [1], 5)
    assert memo.keep("a", [2], 5) is first
    assert memo.weight == 5


def test_what_is_too_heavy_is_returned_and_not_kept() -> None:
    memo: Memo[str, str] = Memo(10, weight=100)
    memo.keep("light", "x", 1)
    assert memo.keep("heavy", "y", 101) == "y"
    assert (memo.get("heavy"), memo.get("light")) == (None, "x")


def test_it_can_be_emptied() -> None:
    memo: Memo[int, int] = Memo(10, weight=100)
    memo.keep(1, 1, 60)
    memo.clear()
    assert (len(memo), memo.weight, memo.get(1)) == (0, 0, None)


@given(st.lists(st.tuples(st.integers(0, 50), st.integers(0, 120))), st.integers(1, 20), st.integers(1, 100))
def test_it_never_has_more_entries_or_weight_than_it_may(
    given: list[tuple[int, int]], entries: int, weight: int
) -> None:
    memo: Memo[int, tuple[int]] = Memo(entries, weight)
    for key, heavy in given:
        before = memo.get(key)
        kept = memo.keep(key, (key,), heavy)
        assert kept == (key,)
        assert before is None or kept is before
        assert len(memo) <= entries
        assert memo.weight <= weight


@pytest.fixture
def _many_switches() -> Iterator[None]:
    """Threads that take turns all the time."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("_many_switches")
def test_threads_that_fill_it_at_once_agree_on_every_value() -> None:
    memo: Memo[int, object] = Memo(1000, weight=1000)
    start = Barrier(4)
    kept: list[list[object]] = []

    def fill() -> None:
        start.wait()
        kept.append([memo.keep(key, object(), 1) for key in range(500)])

    threads = [Thread(target=fill) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(one is other for values in kept for one, other in zip(values, kept[0], strict=True))
    assert (len(memo), memo.weight) == (500, 500)
