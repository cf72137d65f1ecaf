"""Words in messages: the nearest of the allowed ones, and long ones cut short."""

from collections.abc import Iterable

__all__ = ["cut", "did_you_mean"]


def cut(text: str) -> str:
    """A text that someone wrote, as far as a message needs to repeat it.

    >>> cut("full_flush"), len(cut("x" * 1000))
    ('full_flush', 60)
    """
    return text if len(text) <= 60 else text[:59] + "…"


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
