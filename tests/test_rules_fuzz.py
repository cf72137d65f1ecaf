"""A rules file that the check accepts scores, whatever conditions stand in it."""

import runpy
from pathlib import Path

import pytest

FUZZ = runpy.run_path(str(Path(__file__).parent.parent / "benchmarks" / "fuzz_rules.py"))


@pytest.mark.parametrize("seed", [1, 2])
def test_hands_are_scored_by_every_random_file_without_mistakes(seed: int) -> None:
    sound, broken = FUZZ["run"](150, seed)
    assert broken == []
    assert sound > 30


@pytest.mark.slow
def test_hands_are_scored_by_thousands_of_random_files() -> None:
    sound, broken = FUZZ["run"](20_000, 3)
    assert broken == []
    assert sound > 5_000
