"""Words in messages: the nearest of the allowed ones, long ones cut short, the first of many."""

from collections.abc import Collection, Iterable
from itertools import islice

__all__ = ["Hints", "a_or_an", "cut", "did_you_mean", "listed"]

_MOST_COMPARED = 1000
_MOST_LISTED = 100
_MOST_HINTS = 20


def cut(text: str) -> str:
    """A text that someone wrote, as far as a message needs to repeat it.

    >>> cut("full_flush"), len(cut("x" * 1000))
    ('full_flush', 60)
    """
    return text if len(text) <= 60 else text[:59] + "…"


def listed(words: Collection[str]) -> str:
    """Words with commas between them, long ones cut; of very many the first, and how many there are more.

    >>> listed(["a", "b"]), listed(["a"] * 25_000)[-19:]
    ('a, b', 'a and 24,900 others')
    """
    more = len(words) - _MOST_LISTED
    return ", ".join(map(cut, islice(words, _MOST_LISTED))) + (f" and {more:,} others" if more > 0 else "")


def a_or_an(noun: str) -> str:
    """A noun with its article.

    >>> a_or_an("fan"), a_or_an("option of this file")
    ('a fan', 'an option of this file')
    """
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def did_you_mean(word: str, allowed: Iterable[str]) -> str:
    """A clause that names the allowed word nearest to this one, or nothing where none is near.

    Of very many allowed words only the first are compared.

    >>> did_you_mean("full_flsh", ["full_flush", "half_flush"])
    "; did you mean 'full_flush'?"
    >>> did_you_mean("x", ["full_flush"])
    ''
    """
    from difflib import get_close_matches  # only needed once something is wrong

    near = get_close_matches(word[:100], list(islice(allowed, _MOST_COMPARED)), n=1, cutoff=0.6)
    return f"; did you mean {near[0]!r}?" if near else ""


class Hints:
    """What :func:`did_you_mean` says of the first wrong words of one file; further ones, of very many, get no hint.

    >>> hint = Hints()
    >>> {hint("full_flsh", ["full_flush"]) for _ in range(100)} == {"; did you mean 'full_flush'?", ""}
    True
    """

    def __init__(self) -> None:
        self._left = _MOST_HINTS

    def __call__(self, word: str, allowed: Iterable[str]) -> str:
        if not self._left:
            return ""
        self._left -= 1
        return did_you_mean(word, allowed)
