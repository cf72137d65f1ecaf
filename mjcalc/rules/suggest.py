"""Words in messages: the nearest of the allowed ones, long ones cut short, the first of many."""

from collections.abc import Collection, Iterable
from itertools import islice

from mjcalc.texts import Text, joined, say

__all__ = ["Hints", "cut", "did_you_mean", "either", "first_of", "listed", "nearest"]

_MOST_COMPARED = 1000
_MOST_LISTED = 100
_MOST_HINTS = 20


def cut(text: str) -> str:
    """A text that someone wrote, as far as a message needs to repeat it.

    >>> cut("full_flush"), len(cut("x" * 1000))
    ('full_flush', 60)
    """
    return text if len(text) <= 60 else text[:59] + "…"


def listed(words: Collection[str]) -> Text:
    """Words with commas between them, long ones cut; of very many the first, and how many there are more.

    >>> listed(["a", "b"]), listed(["a"] * 25_000)[-19:]
    ('a, b', 'a and 24,900 others')
    """
    more = len(words) - _MOST_LISTED
    first = list(map(cut, islice(words, _MOST_LISTED)))
    return say("{words} and {more:,} others", words=first, more=more) if more > 0 else say("{words}", words=first)


def first_of(words: list[str], most: int) -> Text:
    """The first of some words, and how many more there are.

    >>> first_of(["a", "b", "c"], 2)
    'a, b and 1 more'
    """
    more = len(words) - most
    if more <= 0:
        return say("{words}", words=words)
    return say("{words} and {more:,} more", words=words[:most], more=more)


def either(words: Collection[str]) -> Text:
    """Words of which one is meant.

    >>> either(["a", "b", "c"])
    'a or b or c'
    """
    *most, last = words
    for word in reversed(most):
        last = say("{one} or {other}", one=word, other=last)
    return last if isinstance(last, Text) else joined(last)


def did_you_mean(word: str, allowed: Iterable[str]) -> Text:
    """A clause that names the allowed word nearest to this one, or nothing where none is near.

    Of very many allowed words only the first are compared.

    >>> did_you_mean("full_flsh", ["full_flush", "half_flush"])
    "; did you mean 'full_flush'?"
    >>> did_you_mean("x", ["full_flush"])
    ''
    """
    near = nearest(word, allowed)
    return say("; did you mean {word}?", word=repr(near)) if near else joined()


def nearest(word: str, allowed: Iterable[str]) -> str:
    """The allowed word nearest to this one; empty where none is near."""
    from difflib import get_close_matches  # only needed once something is wrong

    return next(iter(get_close_matches(word[:100], list(islice(allowed, _MOST_COMPARED)), n=1, cutoff=0.6)), "")


class Hints:
    """What :func:`did_you_mean` says of the first wrong words of one file; further ones, of very many, get no hint.

    >>> hint = Hints()
    >>> {hint("full_flsh", ["full_flush"]) for _ in range(100)} == {"; did you mean 'full_flush'?", ""}
    True
    """

    def __init__(self) -> None:
        self._left = _MOST_HINTS

    def __call__(self, word: str, allowed: Iterable[str]) -> Text:
        return did_you_mean(word, allowed) if self._may_compare() else joined()

    def nearest(self, word: str, allowed: Iterable[str]) -> str:
        """What :func:`nearest` finds, as long as there are hints left."""
        return nearest(word, allowed) if self._may_compare() else ""

    def _may_compare(self) -> bool:
        self._left -= 1
        return self._left >= 0
