"""What can go wrong with an input, as data: every problem found, each with its place.

Two of the three failures are exceptions: text that cannot be read, and text that was read but describes something
impossible. The third, a hand that may not win, is an answer (:attr:`mjcalc.Score.reasons`), not an exception. A
:class:`Failure` is an exception as a record, which stands in a batch where the answer would.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Self

from msgspec import UNSET, Raw, Struct, UnsetType, json
from msgspec.structs import replace

from mjcalc.texts import Language, quoted, said_in, say, say_many

__all__ = [
    "MOST_PROBLEMS",
    "TOO_LARGE",
    "Document",
    "Error",
    "Failure",
    "GameError",
    "ImpossibleError",
    "MjcalcError",
    "NotationError",
    "Problem",
    "RulesError",
    "describe",
    "explain",
    "printable",
    "readable",
    "shortened",
    "written_error",
]

MOST_PROBLEMS = 100
"""How many problems an error names; more are only counted."""

_BEFORE, _AFTER = 60, 40
"""How much of a text is shown before and after the place of a problem."""

_LONGEST_TEXT = 3000
"""The most characters of a text that an error gives back."""

_MOST_OF_IT = 200
"""The most characters of another program's message."""

_AND: dict[Language, str] = {"zh-Hant": "；", "zh-Hans": "；", "en": "; "}
"""What stands between problems in one line."""

_SPACES = "\n\u00a0\u3000"
"""What Python calls not printable, and is harmless."""


class Problem(Struct, frozen=True):
    """One thing that is wrong."""

    code: str
    """A stable name for scripts, e.g. ``unknown_character``."""
    message: str
    """One sentence, without a final stop."""
    text: str = ""
    """The text it was found in; empty where no text is to blame."""
    column: int | None = None
    """The index in ``text`` of the first offending character, from 0."""
    where: str = ""
    """Which input: a request's key, such as ``hand``, ``from`` or ``right``, or a file's name and line. The command
    line names its option instead (``--from``), and a call its argument (``from_``)."""


TOO_LARGE = Problem("too_large", say("a number of the answer has too many digits to be written"))


class MjcalcError(ValueError):
    """Input that cannot be used. ``str()`` gives every problem, with the text and a caret under its place."""

    kind = "error"

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems: tuple[Problem, ...] = tuple(problems)
        super().__init__(self.problems)

    def __str__(self) -> str:
        return self.said_in("en")

    def said_in(self, language: Language) -> str:
        """Every problem in this language, with its text and a caret under its place."""
        return "\n".join([explain(one, language) for one in self.problems])

    def renamed(self, places: Mapping[str, str]) -> Self:
        """The same error, each ``where`` by the name that ``places`` has for it.

        >>> NotationError([Problem("unknown_seat", "'x' is not a seat", where="from")]).renamed({"from": "from_"})
        NotationError((Problem(code='unknown_seat', message="'x' is not a seat", text='', column=None, where='from_'),))
        """
        return type(self)(replace(one, where=places.get(one.where, one.where)) for one in self.problems)


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


class Error(Struct, frozen=True):
    """What is wrong with a question."""

    kind: str
    """``notation``, ``impossible``, ``rules``; ``json``: not a JSON object; ``request``: a key or a type that does not
    belong there; ``usage``: the command line; ``file``: a file or a pipe; ``internal``: a mistake in mjcalc itself."""
    message: str
    """Every problem, in one line."""
    column: int | None = None
    """The index in its text of the first offending character, from 0."""
    problems: tuple[Problem, ...] = ()
    """Each problem with its code, its text and its place: 100 at most, then how many more there are. Of several
    problems of one text only the first repeats it, and at most 3,000 characters of it."""

    def said_in(self, language: Language) -> "Error":
        """The same in this language, where its problems are all that there is to say."""
        problems = tuple([replace(one, message=said_in(one.message, language)) for one in self.problems])
        return replace(self, message=_AND[language].join([one.message for one in problems]), problems=problems)


class Document(Struct, frozen=True, kw_only=True, gc=False):
    """What is written as one JSON document."""

    def to_dict(self) -> dict[str, Any]:
        """The same as its JSON: plain dicts, lists, texts and numbers, under the JSON's names.

        >>> Failure(line=7, error=Error("json", "not a JSON object")).to_dict()["line"]
        7

        :raises ImpossibleError: if a number of it has too many digits to be written.
        """
        try:
            document: dict[str, Any] = json.decode(json.encode(self))
        except (ValueError, OverflowError) as error:
            raise written_error(error) from None
        return document


class Failure(Document, frozen=True, kw_only=True):
    """Stands where an answer would."""

    id: Raw | UnsetType | None = UNSET
    """The question's own id, as it was written."""
    line: int | UnsetType = UNSET
    """Which line, from 1."""
    error: Error


def describe(error: Exception, language: Language = "en") -> Error:
    """This error as data, of bounded size; one that is not ours is a mistake of ours.

    >>> describe(MjcalcError([Problem("unknown_tile", "'x' is not a tile", "1mx", 2, "right")])).message
    "right: 'x' is not a tile"
    """
    if not isinstance(error, MjcalcError):
        message = said_in(say("a mistake in mjcalc{scene}; please report it", scene=_scene(error)), language)
        return Error("internal", message, None, (Problem("internal", message),))
    problems: list[Problem] = []
    texts: set[tuple[str, str]] = set()
    for one in error.problems[:MOST_PROBLEMS]:
        text = "" if (one.where, one.text) in texts else readable(one.text[:_LONGEST_TEXT])
        texts.add((one.where, one.text))
        message = readable(said_in(one.message, language))
        problems.append(Problem(one.code, message, text, one.column, readable(said_in(one.where, language))))
    if (more := len(error.problems) - MOST_PROBLEMS) > 0:
        message = said_in(say_many("and {number:,} more problem", "and {number:,} more problems", more), language)
        problems.append(Problem(error.problems[-1].code, message))
    return Error(
        kind=error.kind,
        message=_AND[language].join(f"{_place(one, language)}{one.message}" for one in problems),
        column=next((one.column for one in problems if one.column is not None), None),
        problems=tuple(problems),
    )


def _scene(error: Exception) -> str:
    """What happened and where, for somebody who knows the code."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = f" ({trace.tb_frame.f_code.co_filename}, line {trace.tb_lineno})" if trace is not None else ""
    return f": {type(error).__name__}: {readable(str(error)[:_MOST_OF_IT])}{where}"


def explain(problem: Problem, language: Language = "en") -> str:
    """The problem in words, with its text and a caret under the first offending character.

    >>> print(explain(Problem("unknown_character", "'x' is not a tile", "東東45x6p", 4, "hand")))
    'x' is not a tile
      東東45x6p
            ^
    """
    message = f"{_place(problem, language)}{said_in(problem.message, language)}"
    if problem.column is None:
        return message
    # Of a long text the part around the column is enough.
    start = max(problem.column - _BEFORE, 0)
    stop = problem.column + _AFTER
    before, after = (
        printable("".join(" " if char.isspace() else char for char in problem.text[begin:end]))
        for begin, end in ((start, problem.column), (problem.column, stop))
    )
    before = "…" * (start > 0) + before
    indent = len(before)
    if not before.isascii():
        from wcwidth import wcswidth

        indent = wcswidth(before)
    return f"{message}\n  {before}{after}{'…' * (stop < len(problem.text))}\n  {' ' * indent}^"


def _place(problem: Problem, language: Language) -> str:
    """Where it is, as the beginning of a message; the hand goes without saying."""
    if problem.where in ("", "hand"):
        return ""
    return f"{said_in(problem.where, language)}{': ' if language == 'en' else '：'}"


def readable(text: str) -> str:
    r"""The text with U+FFFD in place of each byte that could not be decoded, so that it can be written at all.

    >>> readable("1m\udcff")
    '1m\ufffd'
    """
    text = str(text)  # an answer holds plain strings
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def written_error(error: Exception) -> Exception:
    """What is wrong with an answer that could not be written: a number in it, or else that very error.

    >>> written_error(OverflowError()).problems[0].code
    'too_large'
    """
    # Python writes no number of more than 4,300 digits.
    is_too_large = isinstance(error, OverflowError) or "integer string conversion" in str(error)
    return ImpossibleError([TOO_LARGE]) if is_too_large else error


def printable(text: str) -> str:
    r"""The text with U+FFFD in place of whatever a terminal might obey instead of showing it: control characters, and
    those that turn the direction of writing. Ends of lines stay.

    >>> printable("中\x1b[2J\u202e\n發")
    '中\ufffd[2J\ufffd\n發'
    """
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() or char in _SPACES else "\ufffd" for char in readable(text))


def shortened(value: Any) -> str:
    """A value that someone gave, as far as a message needs to repeat it.

    >>> shortened("x"), shortened(10**5000), len(shortened("x" * 1000))
    ("'x'", 'a number of more than 60 digits', 60)
    """
    if isinstance(value, str):
        return quoted(value, 60)
    if isinstance(value, int) and abs(value) >= 10**60:
        return say("a number of more than 60 digits")
    try:
        text = repr(value)
    except Exception:  # what it is made of may be too large, or too deep, to be written
        return say("a {type}", type=type(value).__name__)
    return text if len(text) <= 60 else f"{text[:59]}…"
