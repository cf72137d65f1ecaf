"""How many hands a test tries: a few each time it runs, all of them where slow tests run."""

import pytest

__all__ = ["few_or_all"]

few_or_all = pytest.mark.parametrize("share", [30, pytest.param(1, marks=pytest.mark.slow)], ids=["few", "all"])
"""Gives a test the argument ``share``, by which it divides its number of hands."""
