"""Everything that is wrong with a rules file, at once.

The loader asks the same before it uses a file, so no file loads that has a mistake. Only names that another variant has
too, and what comes out when hands are scored, do not keep a file from being loaded.
"""

import os
from collections.abc import Iterator

import msgspec
from msgspec import Struct

from mjcalc.errors import Problem
from mjcalc.rules.checks.against_schema import Walk
from mjcalc.rules.checks.blame import generate_own_problems
from mjcalc.rules.checks.conditions import Conditions
from mjcalc.rules.checks.consistency import check_consistency
from mjcalc.rules.checks.context import Context
from mjcalc.rules.document import Node
from mjcalc.rules.examples import Score, generate_differences, generate_failures
from mjcalc.rules.folders import absolute
from mjcalc.rules.inherit import Chain, read_chain
from mjcalc.rules.library import read_library
from mjcalc.rules.schema import Example, Variant
from mjcalc.rules.suggest import cut
from mjcalc.rules.vocabulary import Vocabulary
from mjcalc.texts import joined, say

__all__ = ["Checked", "check"]

_NEED_THE_BASE = frozenset(
    {"missing_key", "not_allowed", "tile_not_in_set", "missing_tile", "never_applies", "unused", "wrong_place"}
)
"""Problems that may go away once what the file extends is there."""


class Checked(Struct, frozen=True):
    """What a rules file came to."""

    variant: Variant | None
    """None where the file has mistakes; one whose hands do not score as the file says is here all the same."""
    problems: tuple[Problem, ...]
    """Those of the file itself first, each with its file and line in ``where``."""
    sources: tuple[tuple[str, bytes], ...]
    """Every file that was read, with its bytes."""
    examples: tuple[tuple[str, Example], ...] = ()
    """The file's own examples, each with its place (``house.yaml:12``)."""


def check(
    path: str,
    vocabulary: Vocabulary | None = None,
    *,
    data: bytes | None = None,
    among_others: bool = True,
    score: Score | None = None,
) -> Checked:
    """Read a rules file with all it extends and find every problem in it.

    ``data`` is the text where it is not the file's, as from standard input; ``path`` is then only its name in messages.
    Without a vocabulary the predicates are not checked; ``among_others`` looks at the names of other variants too; with
    ``score`` the examples, and a plain hand won in every way, are scored.

    >>> [problem.message for problem in check("mine.yaml", data=b"extends: yours").problems][0][:38]
    "extends: there is no variant 'yours'. "
    """
    chain = read_chain(path if data is not None else absolute(path), data, shown=path)
    sources = tuple(chain.sources)
    if chain.tree is None:
        return Checked(None, tuple(chain.problems), sources)
    context = Context(chain.tree, chain.removed)
    if data is None:
        _check_name(context, path)
    Walk(context, Conditions(context, vocabulary)).run()
    check_consistency(context, vocabulary)
    if among_others:
        _check_aliases(context)
    problems = sorted({*chain.problems, *_found(chain, context, vocabulary)}, key=lambda problem: _order(problem, path))
    if problems:
        return Checked(None, tuple(problems), sources)
    try:
        variant = msgspec.convert(chain.tree.plain(), Variant)
    except msgspec.ValidationError as error:  # the walk should have seen it; better a rough message than a traceback
        return Checked(None, (Problem("wrong_type", joined(str(error)), where=path),), sources)
    examples = tuple(_examples(context))
    failures: tuple[Problem, ...] = ()
    if score is not None:
        failures = tuple(generate_failures(variant, score, path))
    if score is not None and not failures:
        failures = tuple(generate_differences(variant, examples, score))
    return Checked(variant, failures, sources, examples)


def _check_name(context: Context, path: str) -> None:
    own_id, stem = context.tree.get("id"), os.path.splitext(os.path.basename(path))[0]
    if own_id is not None and isinstance(own_id.value, str) and own_id.value != stem:
        message = say(
            "the id {id} must also be the file's name, which is {name}",
            id=repr(cut(own_id.value)),
            name=repr(cut(stem)),
        )
        context.complain("id_is_not_name", own_id, "id", message)


def _check_aliases(context: Context) -> None:
    own_id, aliases = context.tree.get("id"), context.items("aliases")
    owners = read_library().names() if aliases else {}
    for index, alias in enumerate(aliases):
        for entry in owners.get(alias.text, ()):
            if own_id is None or entry.id != own_id.text:
                message = say("{name} is a name of {path}", name=repr(cut(alias.text)), path=entry.path)
                context.complain("name_clash", alias, f"aliases[{index + 1}]", message)


def _found(chain: Chain, context: Context, vocabulary: Vocabulary | None) -> list[Problem]:
    """The problems of a tree that are the file's own doing, or else its base's."""
    if not chain.is_whole:
        return [problem for problem in context.problems if problem.code not in _NEED_THE_BASE]
    if not context.inherited or chain.base is None or chain.extends is None:
        return context.problems
    if check(chain.base, vocabulary, among_others=False).problems:
        return context.problems
    own = [problem for problem in context.problems if problem not in context.inherited]
    return [*own, *generate_own_problems(context, chain.extends, chain.removals)]


def _order(problem: Problem, path: str) -> tuple[bool, str, int, str]:
    file, _, line = problem.where.rpartition(":")
    return file != path, file, int(line) if line.isdecimal() else 0, problem.message


def _examples(context: Context) -> Iterator[tuple[str, Example]]:
    for owner in (*context.items("fans"), context.tree):
        examples: Node | None = owner.get("examples")
        for node in examples.items() if examples is not None else ():
            yield node.where, msgspec.convert(node.plain(), Example)
