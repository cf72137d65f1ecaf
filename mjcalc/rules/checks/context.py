"""What all checks of a rules file share: the merged tree, the names it defines, the problems found so far."""

from collections.abc import Collection, Iterable, Mapping
from types import MappingProxyType
from typing import Any, get_args

from mjcalc.errors import MjcalcError, Problem
from mjcalc.hand import CALLS, WAYS
from mjcalc.rules.document import Node, describe
from mjcalc.rules.schema import Side
from mjcalc.rules.settings import MOST
from mjcalc.rules.suggest import Hints, cut, listed
from mjcalc.rules.tile_texts import parse_kinds
from mjcalc.texts import Text, say
from mjcalc.tiles import WILD

__all__ = ["MOST_CHOICES", "SIDES", "Context", "join", "read_tiles"]

MOST_CHOICES = 100
"""How many choices an option may have."""
SIDES: tuple[str, ...] = get_args(Side)
_FEATURES = {
    "wilds": ("tiles", "wild"),
    "flowers": ("tiles", "flowers"),
    "bonus_tiles": ("tiles", "bonus_tiles"),
    "kong_tiles": ("tiles", "kong_tiles"),
    "dragon_run": ("tiles", "dragon_run"),
    "last_tile": ("last_tile",),
    "dealt_wins": ("dealt_wins",),
}


class Context:
    """The merged tree of a file, the names it defines, and the problems found in it.

    Nothing here trusts the tree: what is not as it should be counts as absent, and the check against the schema says
    why.
    """

    def __init__(self, tree: Node, removed: Iterable[str]) -> None:
        self.tree = tree
        self.removed = frozenset(removed)
        """Ids of inherited fans that the file takes out."""
        self.problems: list[Problem] = []
        self.inherited: dict[Problem, str] = {}
        """Those found in other files than the tree's own, each with the text that is there."""
        self.hint = Hints()
        self.used: set[tuple[str, str]] = set()
        """("options" or "caps", name) of everything that something refers to."""
        self.known: dict[str, dict[str, int]] = {
            what: {name: place for place, name in enumerate(names)}
            for what, names in {
                "fan": self.ids("fans"),
                "shape": self.ids("shapes"),
                "source": self.ids("sources"),
                "option": self.keys("options"),
                "cap": self.keys("caps"),
                "refusal": self.keys("refused"),
                "call": CALLS,
                "way": WAYS,
                "side": SIDES,
                "options.NAME": tuple(f"options.{name}" for name in self.keys("options")),
                "caps.NAME": tuple(f"caps.{name}" for name in self.keys("caps")),
            }.items()
        }
        """The names that may be referred to, each with its place in the order of the file."""
        self.features = {node.text for key in ("calls", "wins") for node in self.items(key)}
        self.features |= {form.text for shape in self.items("shapes") if (form := shape.get("form")) is not None}
        for feature, path in _FEATURES.items():
            node = tree.get(*path)
            if node is not None and node.value:
                self.features.add(feature)
        groups = tree.get("tiles", "groups")
        self.groups = {
            name: node.text if read_tiles(node.text)[1] is None else ""
            for name, node in (groups.entries().items() if groups is not None else ())
        }
        """The names that tile texts may use, and the tiles they stand for: none where those cannot be read."""
        kinds = tree.get("tiles", "kinds")
        self.kinds = frozenset(read_tiles(kinds.text)[0]) if kinds is not None else frozenset()
        """Empty where the file does not say, or cannot be read there."""

    def items(self, *path: str) -> list[Node]:
        """The entries of a list, by its path."""
        node = self.tree.get(*path)
        return node.items() if node is not None else []

    def keys(self, *path: str) -> tuple[str, ...]:
        """The keys of a map, by its path."""
        node = self.tree.get(*path)
        return tuple(node.entries()) if node is not None else ()

    def ids(self, *path: str) -> tuple[str, ...]:
        """The ids of a list's entries, by its path."""
        return tuple(own_id.text for entry in self.items(*path) if (own_id := entry.get("id")) is not None)

    def values(self, option: str) -> list[Any]:
        """The values an option may have; of numbers, one stands for all."""
        kind = self.tree.get("options", option, "type")
        listed: dict[str, list[Any]] = {"bool": [True, False], "number": [0], "number_or_null": [0, None]}
        if kind is not None and kind.text in listed:
            return listed[kind.text]
        return [child.value for child in self.items("options", option, "choices")[:MOST_CHOICES]]

    def has_tile(self, kind: int) -> bool:
        """Whether the tile set has it."""
        if kind == WILD:
            return "wilds" in self.features
        return not self.kinds or kind in self.kinds

    def complain(self, code: str, node: Node, path: str, message: Text) -> None:
        """Add a problem."""
        problem = Problem(
            code, say("{path}: {message}", path=path, message=message) if path else message, where=node.where
        )
        self.problems.append(problem)
        if node.file != self.tree.file:
            self.inherited[problem] = node.text

    def expected(self, what: Text, node: Node, path: str) -> None:
        """Add the problem that something else stands here."""
        text, misread, whole = node.text, node.misread, "a whole number" in what
        remedy = say("put it in quotes if it is text")
        if whole and len(text) > len(str(MOST)) and text.removeprefix("-").isdecimal():
            self.complain(
                "out_of_range", node, path, say("{number} is not between 0 and {most:,}", number=cut(text), most=MOST)
            )
        elif not misread or (what.startswith("a whole number") and not misread.isdecimal()):
            self.complain(
                "wrong_type", node, path, say("expected {what}, found {found}", what=what, found=describe(node))
            )
        elif text == misread:
            message = say("expected {what}, found {found}; {remedy}", what=what, found=describe(node), remedy=remedy)
            self.complain("misread", node, path, message)
        else:
            remedy = say("write it plainly") if whole and misread.isdecimal() else remedy
            message = say("YAML reads {text} as {value}; {remedy}", text=cut(text), value=misread, remedy=remedy)
            self.complain("misread", node, path, message)

    def number(self, node: Node, path: str) -> None:
        """Add a problem where this is not a whole number that a table could mean."""
        if type(node.value) is not int:
            self.expected(say("a whole number"), node, path)
        elif not 0 <= node.value <= MOST:
            self.complain(
                "out_of_range", node, path, say("{number} is not between 0 and {most:,}", number=node.value, most=MOST)
            )

    def not_one_of(self, allowed: Collection[str], node: Node, path: str, what: Text | None = None) -> None:
        """Add the problem that this is not one of some words; ``what`` is what it should be, with its article."""
        message = say(
            "{found} is not {what}{hint} Allowed: {allowed}",
            found=repr(cut(node.text)) if node.text else describe(node),
            what=what or say("an allowed value"),
            hint=self.hint(node.text, allowed) or say("."),
            allowed=listed(allowed) or say("there is none"),
        )
        self.complain("not_allowed", node, path, message)


def read_tiles(text: str, groups: Mapping[str, str] = MappingProxyType({})) -> tuple[tuple[int, ...], Problem | None]:
    """The kinds in a string of tiles, or what is wrong with it; ``groups`` are the words that may stand for tiles.

    >>> read_tiles("東1m")[0], read_tiles("1x")[1] is None
    ((27, 0), False)
    """
    try:
        return parse_kinds(text, groups), None
    except MjcalcError as error:
        return (), error.problems[0]


def join(path: str, key: str) -> str:
    """The path of a key in a map: ``fans.plain`` and ``value`` make ``fans.plain.value``."""
    return f"{path}.{cut(key)}" if path else cut(key)
