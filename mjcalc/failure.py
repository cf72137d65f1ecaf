"""An error as data, for whoever reads JSON: the answer to a question that cannot be answered."""

from msgspec import UNSET, Raw, Struct, UnsetType, structs

from mjcalc.errors import MjcalcError, Problem

__all__ = ["Error", "Failure", "describe", "readable"]


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
    """Each problem with its code, its text and its place."""


class Failure(Struct, frozen=True, kw_only=True):
    """Stands where an answer would."""

    id: Raw | UnsetType | None = UNSET
    """The question's own id, as it was written."""
    line: int | UnsetType = UNSET
    """Which line, from 1."""
    error: Error


def describe(error: MjcalcError) -> Error:
    """This error as data.

    >>> describe(MjcalcError([Problem("unknown_tile", "'x' is not a tile", "1mx", 2, "--right")])).message
    "--right: 'x' is not a tile"
    """
    problems = tuple(
        structs.replace(problem, message=readable(problem.message), text=readable(problem.text))
        for problem in error.problems
    )
    return Error(
        kind=error.kind,
        message="; ".join(f"{p.where}: {p.message}" if p.where not in ("", "hand") else p.message for p in problems),
        column=next((p.column for p in problems if p.column is not None), None),
        problems=problems,
    )


def readable(text: str) -> str:
    r"""The text with a sign in place of each byte that was none of its encoding's, so that it can be written at all.

    >>> readable("1m\udcff")
    '1m\ufffd'
    """
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
