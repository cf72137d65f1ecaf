"""A file and all that it extends, merged into one tree.

Maps merge by key, lists of things with an ``id`` merge by that, anything else is replaced. A variant's own words about
itself (aliases, examples) are not inherited: an example's right answer may change with any other line of the file.
"""

import os

from mjcalc.errors import Problem, RulesError
from mjcalc.rules.checks.context import join
from mjcalc.rules.document import MAX_BYTES, Node, describe, parse_document
from mjcalc.rules.files import read_file
from mjcalc.rules.library import ENDINGS, find
from mjcalc.rules.suggest import Hints, cut
from mjcalc.texts import Text, say

__all__ = ["BY_ID", "REMOVABLE", "Chain", "read_chain"]

_MOST_FILES = 100
BY_ID = ("sources", "shapes", "fans", "requires", "rules", "dice", "table")
"""Lists that merge by the ``id`` of their entries."""
_REPLACED = frozenset({"when", "unless", "per", "who", "special", "examples"})
"""Maps that are replaced whole: half of a condition is not a condition."""
_SENTENCES = ("why", "about", "note")
"""Texts in one language or in three: one replaces three, and three replace one."""
_OPTIONAL = ("wild", "dealer")
"""Parts that null takes away."""
_OWN = ("id", "names", "aliases", "examples", "extends", "remove")
REMOVABLE: dict[str, tuple[str, ...]] = {
    "fans": ("fans",),
    "requires": ("requires",),
    "shapes": ("shapes",),
    "sources": ("sources",),
    "options": ("options",),
    "caps": ("caps",),
    "refused": ("refused",),
    "rules": ("responsibility", "rules"),
    "dice": ("dice",),
    "table": ("table",),
}
"""What ``remove`` may name, and where it is."""


class Chain:
    """A file with everything it extends."""

    def __init__(self) -> None:
        self.tree: Node | None = None
        """Merged, without ``extends`` and ``remove``."""
        self.problems: list[Problem] = []
        self.hint = Hints()
        self.sources: list[tuple[str, bytes]] = []
        """Every file that was read, the file itself first."""
        self.removed: set[str] = set()
        """The ids of inherited fans that were taken out."""
        self.removals: dict[str, Node] = {}
        """Everything that the file itself takes out, by name."""
        self.extends: Node | None = None
        """What the file itself extends, as it says it."""
        self.base: str | None = None
        """The path of what the file itself extends."""
        self.is_whole = True
        """Whether everything that is extended could be read."""

    def complain(self, code: str, message: Text, node: Node) -> None:
        """Add a problem at the place of a node."""
        self.problems.append(Problem(code, message, where=node.where))


def read_chain(path: str, data: bytes | None = None, shown: str | None = None) -> Chain:
    """A rules file with what it extends merged in, and every problem of reading and merging.

    ``data`` is its text where it is not in a file; ``shown`` is how messages call it.
    """
    chain = Chain()
    chain.tree = _read(path, data, shown or path, chain, [])
    return chain


def _read(path: str, data: bytes | None, shown: str, chain: Chain, below: list[str]) -> Node | None:
    if data is None:
        try:
            data = read_file(path, MAX_BYTES + 1)
        except OSError as error:
            code = "no_such_file" if isinstance(error, FileNotFoundError) else "unreadable"
            chain.problems.append(Problem(code, say("cannot be read: {reason}", reason=error.strerror), where=shown))
            return None
    chain.sources.append((path, data))
    tree, problems = parse_document(data, shown)
    chain.problems += problems
    if tree is None:
        return None
    for key in ("sources", "shapes", "fans", "requires", "dice", "table"):
        _refuse_twins(tree.get(key), key, chain)
    _refuse_twins(tree.get("responsibility", "rules"), "responsibility.rules", chain)
    extends, removes = tree.value.pop("extends", None), tree.value.pop("remove", None)
    if extends is None:
        if removes is not None:
            chain.complain("unknown_key", say("remove: there is nothing to remove without 'extends'"), removes)
        return tree
    base = _base(extends, path, chain, [*below, path])
    if base is None:
        chain.is_whole = False
        return tree
    for key in _OWN:
        base.value.pop(key, None)
    fans = base.get("fans")
    for fan in fans.items() if fans is not None else ():
        fan.entries().pop("examples", None)
    if removes is not None:
        _remove(base, removes, chain)
    if not below:
        chain.extends, chain.removals = extends, _named(removes)
    return _merge(base, tree, "", "", chain)


def _base(extends: Node, path: str, chain: Chain, below: list[str]) -> Node | None:
    if not isinstance(extends.value, str):
        message = say("extends: expected the id or the file of a variant, found {found}", found=describe(extends))
        chain.complain("wrong_type", message, extends)
        return None
    name = extends.value
    if name.endswith(ENDINGS) and not os.path.isabs(name):
        name = os.path.join(os.path.dirname(path), name)
    try:
        found = find(name)
    except RulesError as error:
        for problem in error.problems:
            chain.complain(problem.code, say("extends: {message}", message=problem.message), extends)
        return None
    if found in below:
        circle = " → ".join(os.path.basename(step) for step in [*below[below.index(found) :], found])
        chain.complain("circle", say("extends is circular: {circle}", circle=circle), extends)
        return None
    if len(below) > _MOST_FILES:
        chain.complain("too_deep", say("more than {most} files extend one another", most=_MOST_FILES), extends)
        return None
    if len(below) == 1:
        chain.base = found
    return _read(found, None, found, chain, below)


def _refuse_twins(entries: Node | None, key: str, chain: Chain) -> None:
    seen: dict[str, Node] = {}
    for entry in entries.items() if entries is not None else ():
        own_id = _id(entry)
        if own_id is None:
            continue
        if own_id in seen:
            message = say(
                "{path}: {id} is repeated; it is already on line {line}",
                path=key,
                id=repr(cut(own_id)),
                line=seen[own_id].line,
            )
            chain.complain("duplicate_id", message, entry)
        seen.setdefault(own_id, entry)


def _remove(base: Node, removes: Node, chain: Chain) -> None:
    if not isinstance(removes.value, dict):
        message = say(
            "remove: expected a map such as {example}, found {found}", example="{fans: [ID]}", found=describe(removes)
        )
        chain.complain("wrong_type", message, removes)
    for key, names in removes.entries().items():
        if key not in REMOVABLE:
            hint = chain.hint(key, REMOVABLE) or say(".")
            message = say("unknown key{hint} Allowed: {allowed}", hint=hint, allowed=list(REMOVABLE))
            message = say("{path}: {message}", path=f"remove.{cut(key)}", message=message)
            chain.complain("unknown_key", message, names)
            continue
        if not isinstance(names.value, list):
            message = say("{path}: expected a list of ids, found {found}", path=f"remove.{key}", found=describe(names))
            chain.complain("wrong_type", message, names)
        target = base.get(*REMOVABLE[key])
        known = dict.fromkeys(_ids(target))
        gone = set()
        for name in names.items():
            if name.text not in known:
                hint = chain.hint(name.text, known)
                message = say(
                    "{path}: what it extends has no {name} there{hint}",
                    path=f"remove.{key}",
                    name=repr(cut(name.text)),
                    hint=hint,
                )
                chain.complain("unknown_name", message, name)
                continue
            gone.add(name.text)
            del known[name.text]
        if target is not None and isinstance(target.value, dict):
            target.value = {own_id: entry for own_id, entry in target.value.items() if own_id not in gone}
        elif target is not None and gone:
            target.value = [entry for entry in target.value if _id(entry) not in gone]
        if key == "fans":
            chain.removed |= gone
            _forget(base, gone)


def _forget(base: Node, gone: set[str]) -> None:
    """Take fans out of what other fans exclude."""
    fans = base.get("fans")
    for other in fans.items() if fans is not None else ():
        excludes = other.get("excludes")
        if excludes is not None and isinstance(excludes.value, list):
            excludes.value = [entry for entry in excludes.value if not _excludes(entry, gone)]


def _excludes(entry: Node, gone: set[str]) -> bool:
    """Whether an entry takes out one of these fans; the choices of an option lose it in place."""
    if "by_option" not in entry.entries():
        return entry.value in gone if isinstance(entry.value, str) else not gone.isdisjoint(entry.entries())
    for choice, child in entry.entries().items():
        if choice != "by_option" and _excludes(child, gone):
            entry.value[choice] = Node(None, child.file, child.line)
    return False


def _named(removes: Node | None) -> dict[str, Node]:
    groups = removes.entries().values() if removes is not None else ()
    return {name.text: name for names in groups for name in names.items()}


def _ids(target: Node | None) -> list[str]:
    if target is None:
        return []
    return [*target.entries(), *(own_id for entry in target.items() if (own_id := _id(entry)) is not None)]


def _id(entry: Node) -> str | None:
    node = entry.get("id")
    return node.value if node is not None and isinstance(node.value, str) else None


def _merge(base: Node, own: Node, key: str, path: str, chain: Chain) -> Node:
    if key in _REPLACED:
        return own
    if key in _SENTENCES and isinstance(own.value, str):
        return own
    if own.value is None and isinstance(base.value, dict | list) and key not in _OPTIONAL:
        return base  # "fans:" with nothing under it changes nothing
    if isinstance(base.value, dict) and isinstance(own.value, dict):
        merged = dict(base.value)
        for name, child in own.value.items():
            merged[name] = _merge(merged[name], child, name, join(path, name), chain) if name in merged else child
        return Node(merged, own.file, own.line)
    if key in BY_ID and isinstance(base.value, list) and isinstance(own.value, list):
        entries: list[Node] = list(base.value)
        places = {own_id: place for place, entry in enumerate(entries) if (own_id := _id(entry)) is not None}
        for entry in own.value:
            own_id = _id(entry) or ""
            place = places.get(own_id)
            if place is None:
                entries.append(entry)
                continue
            merged_entry = _merge(base.value[place], entry, "", join(path, own_id), chain)
            if entries[place] is base.value[place]:
                entries[place] = merged_entry
            else:
                entries.append(merged_entry)  # a twin, which is a mistake; there may be others in it
        return Node(entries, own.file, own.line)
    if own.value is not None and (isinstance(base.value, dict) or key in BY_ID):
        # With what it extends lost, every part that refers to it would be a mistake as well.
        message = say("expected {what}, found {found}", what=describe(base), found=describe(own))
        chain.complain("wrong_type", say("{path}: {message}", path=path, message=message), own)
        return base
    return own
