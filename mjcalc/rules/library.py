"""Which variants there are, and which file a name means."""

import os
import warnings

from msgspec import DecodeError, Raw, Struct, msgpack

from mjcalc.errors import Problem, RulesError, explain
from mjcalc.rules.cache import recall, remember
from mjcalc.rules.folders import absolute, is_shipped, named_folders, rules_folders, user_folder
from mjcalc.rules.settings import is_word
from mjcalc.rules.suggest import cut, did_you_mean, first_of, listed
from mjcalc.texts import Language, say

__all__ = [
    "ENDINGS",
    "Entry",
    "Library",
    "RulesWarning",
    "find",
    "find_again",
    "keep_library",
    "latest_library",
    "read_library",
    "variants",
]

ENDINGS = (".yaml", ".yml")
"""How the path of a rules file ends; the name of a variant never does."""
_MOST_PATHS = 5
"""The first of several paths are more than enough to find the others."""
_LONGEST_PATH = 4096
"""A longer path is not looked for; in characters."""
_LONGEST_NAME = 256
"""Nor is a longer name."""


class RulesWarning(UserWarning):
    """A rules file or folder that cannot be used, while the others are. ``str()`` says which and why."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        super().__init__(problem)

    def __str__(self) -> str:
        return self.said_in("en")

    def said_in(self, language: Language) -> str:
        """The same in this language."""
        return explain(self.problem, language)


class Entry(Struct, frozen=True):
    """A variant as the library lists it, before its file is checked."""

    id: str
    names: dict[str, str]
    """By language; a language that the file leaves out is missing."""
    aliases: tuple[str, ...]
    path: str
    shipped: bool


class Library(Struct, frozen=True):
    """What is in the rules folders."""

    entries: tuple[Entry, ...]
    problems: tuple[Problem, ...]
    """Files and folders that cannot be read, and names that two files claim. They never hide the others."""

    def has(self, name: str) -> bool:
        """Whether this is an id or an alias, written as it is in its file."""
        return any(name == entry.id or name in entry.aliases for entry in self.entries)

    def names(self) -> dict[str, list[Entry]]:
        """Every id and alias, and what has it."""
        owners: dict[str, list[Entry]] = {}
        for entry in self.entries:
            for name in dict.fromkeys((entry.id, *entry.aliases)):
                owners.setdefault(name, []).append(entry)
        return owners

    def find(self, name: str) -> str:
        """The path of the file that an id, an alias or a variant's name means; blanks around it and case do not matter.

        :raises RulesError: if there is none, or several.
        """
        wanted = name.strip() if len(name) <= _LONGEST_NAME else ""
        for spelling in (wanted, wanted.lower()):
            owners = [entry.path for entry in self.entries if spelling == entry.id or spelling in entry.aliases]
            if len(owners) > 1:
                raise RulesError([_clash(spelling, owners)])
            if owners:
                return owners[0]
        # What a variant is called is not its own alone, so it gives way to every id and alias.
        folded = _folded(wanted)
        called = [entry.path for entry in self.entries if folded in map(_folded, entry.names.values())]
        if len(called) > 1:
            message = say(
                "{number} variants are called {name}: {paths}; use an id",
                number=len(called),
                name=repr(wanted),
                paths=first_of(called, _MOST_PATHS),
            )
            raise RulesError([Problem("name_clash", message)])
        if called:
            return called[0]
        if not self.entries:
            message = say(
                "there is no variant {name}, nor any other; give a file that ends in .yaml", name=repr(cut(name))
            )
            raise RulesError([Problem("unknown_rules", message)])
        known = [name for entry in self.entries for name in (entry.id, *entry.aliases, *entry.names.values())]
        message = say(
            "there is no variant {name}{hint} There are: {ids}; or give a file that ends in .yaml",
            name=repr(cut(name)),
            hint=did_you_mean(wanted, known) or say("."),
            ids=listed([entry.id for entry in self.entries]),
        )
        raise RulesError([Problem("unknown_rules", message)])


_latest: tuple[tuple[str, ...], Library] = ((), Library((), ()))
"""The folders that were last read, and what was in them."""


def variants() -> tuple[Entry, ...]:
    """Every variant in the shipped folder, the user's folder and those of ``MJCALC_RULES_PATH``.

    What is wrong there is a :class:`RulesWarning` for each problem.

    >>> all(entry.path.endswith(f"{entry.id}.yaml") for entry in variants() if entry.shipped)
    True
    """
    return read_library().entries


def find(name: str) -> str:
    """The path of the file that a name or a path means; it exists.

    :raises RulesError: if there is none, or if two files claim the name.
    """
    if not name.endswith(ENDINGS):
        return read_library().find(name)
    path = absolute(name)
    if len(name) > _LONGEST_PATH or not os.path.isfile(path):
        raise RulesError([Problem("no_such_file", say("there is no rules file {name}", name=repr(cut(name))))])
    return path


def find_again(name: str, folders: tuple[str, ...]) -> str | None:
    """What :func:`find` says as long as nothing has changed since these folders were last read; None where they were
    not. It touches no file.
    """
    if name.endswith(ENDINGS):
        return absolute(name) if len(name) <= _LONGEST_PATH else None
    read, library = _latest
    try:
        return library.find(name) if read == folders else None
    except RulesError:
        return None


def read_library() -> Library:
    """What is in the folders now; each problem there is a :class:`RulesWarning`."""
    folders = rules_folders()
    paths: list[str] = []
    problems: list[Problem] = []
    for folder in folders:
        try:
            paths += _files(folder)
        except FileNotFoundError as error:
            # A player need not have a folder; one that was named should be there.
            if folder != user_folder() or folder in named_folders():
                problems.append(_unreadable(error, folder))
        except OSError as error:
            problems.append(_unreadable(error, folder))
    library = _recall(paths) or _read(paths)
    if problems:
        library = Library(library.entries, (*problems, *library.problems))
    keep_library(folders, library)
    for problem in library.problems:
        warnings.warn(RulesWarning(problem), stacklevel=1)
    return library


def keep_library(folders: tuple[str, ...], library: Library) -> None:
    """Go by this library for these folders, until they are read again."""
    global _latest
    _latest = folders, library


def latest_library() -> tuple[tuple[str, ...], Library]:
    """The folders that were last read, and what was in them."""
    return _latest


def _files(folder: str) -> list[str]:
    """The paths of its rules files, sorted. Hidden ones are left out: editors and file systems make them."""
    with os.scandir(folder) as entries:
        return sorted(entry.path for entry in entries if entry.name.endswith(ENDINGS) and entry.name[0] != ".")


def _recall(paths: list[str]) -> Library | None:
    stamp = "\n".join(paths)
    memory = recall(f"library of {stamp}", stamp)
    try:
        return msgpack.decode(memory, type=Library) if memory is not None else None
    except DecodeError:
        return None


def _read(paths: list[str]) -> Library:
    from mjcalc.rules.document import MAX_BYTES
    from mjcalc.rules.files import read_file

    sources: list[tuple[str, bytes]] = []
    entries: list[Entry] = []
    problems: list[Problem] = []
    for path in paths:
        try:
            data = read_file(path, MAX_BYTES + 1)
        except OSError as error:
            problems.append(_unreadable(error, path))
            continue
        sources.append((path, data))
        entry, found = _entry(path, data)
        entries.append(entry)
        problems += found
    library = Library(tuple(entries), ())
    for name, owners in library.names().items():
        if len(owners) > 1:
            problems.append(_clash(name, [entry.path for entry in owners]))
    library = Library(library.entries, tuple(problems))
    if len(sources) == len(paths):
        # The cache keeps problems in English.
        stamp = "\n".join(paths)
        remember(f"library of {stamp}", stamp, tuple(sources), Raw(msgpack.encode(library, enc_hook=str)))
    return library


def _entry(path: str, data: bytes) -> tuple[Entry, list[Problem]]:
    """The head of a file as far as it can be read, and why no more of it can; all else is said when it is loaded."""
    from mjcalc.rules.document import Node, parse_document, unseen_character

    tree, problems = parse_document(data, path)
    wrong = problems[-1:] if tree is None else [one for one in problems if one.code == "invisible_character"]
    tree = tree or Node({}, path, 1)
    own_id, names, aliases = tree.get("id"), tree.get("names"), tree.get("aliases")
    entry = Entry(
        id=own_id.text if own_id and is_word(own_id.text) else os.path.splitext(os.path.basename(path))[0],
        names={
            key: name.text
            for key, name in (names.entries() if names else {}).items()
            if name.text and not unseen_character(name.text)
        },
        aliases=tuple(
            alias.text
            for alias in (aliases.items() if aliases else ())
            if alias.text and not unseen_character(alias.text)
        ),
        path=path,
        shipped=is_shipped(path),
    )
    return entry, wrong


def _clash(name: str, paths: list[str]) -> Problem:
    message = say(
        "several variants are called {name}: {paths}; rename all but one",
        name=repr(name),
        paths=first_of(paths, _MOST_PATHS),
    )
    return Problem("name_clash", message)


def _folded(name: str) -> str:
    return name.strip().casefold()


def _unreadable(error: OSError, path: str) -> Problem:
    return Problem("unreadable", say("cannot be read: {reason}", reason=error.strerror), where=path)
