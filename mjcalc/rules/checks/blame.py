"""Problems in what a file extends, moved to the lines of the file itself that caused them."""

import os
from collections.abc import Iterator

from mjcalc.errors import Problem
from mjcalc.rules.checks.context import Context
from mjcalc.rules.document import Node
from mjcalc.rules.suggest import cut, first_of
from mjcalc.texts import say

__all__ = ["generate_own_problems"]

_OF_TILES = ("tile_not_in_set", "missing_tile", "never_applies")
_MOST_PLACES = 3


def generate_own_problems(context: Context, extends: Node, removals: dict[str, Node]) -> Iterator[Problem]:
    """The problems of inherited parts, of a file whose base alone has none.

    ``removals`` are the names that the file takes out; all that still needs one of them is one problem.
    """
    needed_by: dict[str, list[str]] = {}
    kinds = context.tree.get("tiles", "kinds")
    for problem, text in context.inherited.items():
        path, _, _ = problem.message.partition(": ")
        place = os.path.basename(problem.where)
        name = text.rpartition(".")[2]
        if name in removals:
            needed_by.setdefault(name, []).append(f"{path} ({place})")
            continue
        of_tiles = problem.code in _OF_TILES and kinds is not None and kinds.file == context.tree.file
        cause = kinds if of_tiles and kinds is not None else extends
        message = say("inherited ({place}): {message}", place=place, message=problem.message)
        if "remove:" not in problem.message:
            message = say(
                "inherited ({place}): {message}; redefine it here or remove it", place=place, message=problem.message
            )
        yield Problem(problem.code, message, where=cause.where)
    for name, places in needed_by.items():
        message = say(
            "remove: {name} is still needed by {places}; redefine those here or remove them too",
            name=repr(cut(name)),
            places=first_of(places, _MOST_PLACES),
        )
        yield Problem("still_needed", message, where=removals[name].where)
