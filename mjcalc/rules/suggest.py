"""The nearest of the allowed words, for messages that say what to do next."""

from collections.abc import Iterable

__all__ = ["did_you_mean"]


def did_you_mean(word: str, allowed: Iterable[str]) -> str:
    """A clause that names the allowed word nearest to this one, or nothing where none is near.

    >>> did_you_mean("full_flsh", ["full_flush", "half_flush"])
    "; did you mean 'full_flush'?"
    >>> did_you_mean("x", ["full_flush"])
    ''
    """
    from difflib import get_close_matches  # only needed once something is wrong

    near = get_close_matches(word[:100], list(allowed), n=1, cutoff=0.6)
    return f"; did you mean {near[0]!r}?" if near else ""
