"""Which variants there are, and which file a name means."""

import os

from msgspec import DecodeError, Struct, msgpack

from mjcalc.errors import Problem, RulesError
from mjcalc.rules.cache import recall, remember
from mjcalc.rules.folders import is_shipped, rules_folders
from mjcalc.rules.suggest import cut, did_you_mean

__all__ = ["ENDINGS", "Entry", "find", "namesakes", "variants"]

ENDINGS = (".yaml", ".yml")
"""How the name of a rules file ends, and no name of a variant."""


class Entry(Struct, frozen=True):
    """A variant as the library lists it, before its file is checked."""

    id: str
    names: dict[str, str]
    """By language; a language that the file leaves out is missing."""
    aliases: tuple[str, ...]
    path: str
    shipped: bool


def variants() -> tuple[Entry, ...]:
    """Every variant in the shipped folder, the user's folder and those of ``MJCALC_RULES_PATH``.

    >>> all(entry.path.endswith(f"{entry.id}.yaml") for entry in variants() if entry.shipped)
    True

    :raises RulesError: if two files claim the same name.
    """
    entries = _entries()
    _refuse_clashes(entries, None)
    return entries


def find(name: str) -> str:
    """The path of the file that a name or a path means.

    :raises RulesError: if there is none, or if two files claim the name.
    """
    if name.endswith(ENDINGS):
        path = os.path.abspath(name)
        if not os.path.isfile(path):
            raise RulesError([Problem("no_such_file", f"there is no rules file {cut(name)!r}")])
        return path
    entries = _entries()
    wanted = name.strip()
    for spelling in (wanted, wanted.lower()):
        for entry in entries:
            if spelling == entry.id or spelling in entry.aliases:
                _refuse_clashes(entries, spelling)
                return entry.path
    # What a variant is called is not its own alone, so it gives way to every id and alias.
    called = [entry.path for entry in entries if _folded(wanted) in map(_folded, entry.names.values())]
    if len(called) == 1:
        return called[0]
    if called:
        message = f"{len(called)} variants are called {wanted!r}: {', '.join(called)}; use an id"
        raise RulesError([Problem("name_clash", message)])
    known = [name for entry in entries for name in (entry.id, *entry.aliases, *entry.names.values())]
    raise RulesError(
        [
            Problem(
                "unknown_rules",
                f"there is no variant {cut(name)!r}{did_you_mean(wanted, known) or '.'}"
                f" There are: {', '.join(entry.id for entry in entries)}; or give a file that ends in .yaml",
            )
        ]
    )


def namesakes(name: str, own_id: str) -> list[str]:
    """The files of other variants than ``own_id`` that have this id or alias."""
    return [entry.path for entry in _entries() if name in (entry.id, *entry.aliases) and entry.id != own_id]


def _folded(name: str) -> str:
    return name.strip().casefold()


def _refuse_clashes(entries: tuple[Entry, ...], wanted: str | None) -> None:
    owners: dict[str, str] = {}
    problems: list[Problem] = []
    for entry in entries:
        for name in dict.fromkeys((entry.id, *entry.aliases)):
            if name in owners and wanted in (None, name):
                message = f"two variants are called {name!r}: {owners[name]} and {entry.path}; rename one"
                problems.append(Problem("name_clash", message))
            owners.setdefault(name, entry.path)
    if problems:
        raise RulesError(problems)


def _entries() -> tuple[Entry, ...]:
    paths = [path for folder in rules_folders() for path in _files(folder)]
    stamp = "\n".join(paths)
    memory = recall(f"library of {stamp}", stamp)
    if memory is not None:
        try:
            return msgpack.decode(memory, type=tuple[Entry, ...])
        except DecodeError:
            pass
    from mjcalc.rules.document import read_file

    sources = []
    for path in paths:
        try:
            sources.append((path, read_file(path)))
        except OSError:
            continue  # not ours to read, so not ours to list
    entries = tuple(_entry(path, data) for path, data in sources)
    if len(sources) == len(paths):
        remember(f"library of {stamp}", stamp, tuple(sources), entries)
    return entries


def _files(folder: str) -> list[str]:
    try:
        with os.scandir(folder) as entries:
            return sorted(entry.path for entry in entries if entry.name.endswith(ENDINGS) and entry.is_file())
    except OSError:
        return []


def _entry(path: str, data: bytes) -> Entry:
    """The head of a file, as far as it can be read; what is wrong with it is said when it is loaded."""
    from mjcalc.rules.document import Node, parse_document

    tree = parse_document(data, path)[0] or Node({}, path, 1)
    own_id = tree.get("id")
    names = tree.get("names")
    aliases = tree.get("aliases")
    return Entry(
        id=str(own_id.value) if own_id is not None and own_id.value else os.path.splitext(os.path.basename(path))[0],
        names={key: name.text for key, name in names.entries().items() if name.text} if names is not None else {},
        aliases=tuple(alias.text for alias in aliases.items() if alias.text) if aliases is not None else (),
        path=path,
        shipped=is_shipped(path),
    )
