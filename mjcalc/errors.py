"""What can go wrong with an input, as data: every problem found, each with its place.

Two of the three failures are exceptions: text that cannot be read, and text that was read but describes something
impossible. The third, a hand that may not win, is an answer (:attr:`mjcalc.Score.reasons`), not an exception.
"""

from collections.abc import Iterable
from unicodedata import combining, east_asian_width

from msgspec import Struct

__all__ = ["GameError", "ImpossibleError", "MjcalcError", "NotationError", "Problem", "RulesError"]

_BEFORE, _AFTER = 60, 40


class Problem(Struct, frozen=True):
    """One thing that is wrong."""

    code: str
    """A stable name for scripts, e.g. ``unknown_character``."""
    message: str
    """One sentence, without a final stop."""
    text: str = ""
    """The text it was found in, whole; empty where no text is to blame."""
    column: int | None = None
    """The index in ``text`` of the first offending character, from 0."""
    where: str = ""
    """Which input: ``hand``, ``--right``, ``--seen``, ``--win``, or a file's name and line."""


class MjcalcError(ValueError):
    """Input that cannot be used. ``str()`` gives every problem, with the text and a caret under its place."""

    kind = "error"

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems: tuple[Problem, ...] = tuple(problems)
        super().__init__("\n".join(explain(problem) for problem in self.problems))


class NotationError(MjcalcError):
    """Text that cannot be read as tiles or melds."""

    kind = "notation"


class ImpossibleError(MjcalcError):
    """Text that was read, but describes something that cannot be: five copies, a call the variant lacks, options
    that contradict each other."""

    kind = "impossible"


class RulesError(MjcalcError):
    """A variant or a setting that does not exist, or a rules file with mistakes."""

    kind = "rules"


class GameError(MjcalcError):
    """A book of an evening that cannot be used, or an entry that does not fit it."""

    kind = "game"


def explain(problem: Problem) -> str:
    """The problem in words, with its text and a caret under the first offending character.

    >>> print(explain(Problem("unknown_character", "'x' is not a tile", "東東45x6p", 4, "hand")))
    'x' is not a tile
      東東45x6p
            ^
    """
    place = f"{problem.where}: " if problem.where not in ("", "hand") else ""
    if problem.column is None:
        return place + problem.message
    # Of a long text the part around the column is enough.
    start = max(problem.column - _BEFORE, 0)
    stop = problem.column + _AFTER
    shown = "".join(
        " " if char.isspace() else char if char.isprintable() else "\ufffd" for char in problem.text[start:stop]
    )
    cut = "…" if start else ""
    indent = " " * sum(map(_width, cut + shown[: problem.column - start]))
    return f"{place}{problem.message}\n  {cut}{shown}{'…' if stop < len(problem.text) else ''}\n  {indent}^"


def _width(char: str) -> int:
    """How many columns of a terminal a character takes: two for hanzi and full-width forms, none where it combines."""
    if combining(char) or "\ufe00" <= char <= "\ufe0f":
        return 0
    return 2 if east_asian_width(char) in "WF" else 1
