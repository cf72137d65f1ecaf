"""What a rules file has, as far as it can be told, and what is wrong with it so far."""

from collections.abc import Iterable
from typing import Any

from mjcalc.errors import NotationError, Problem
from mjcalc.hand import CALLS, WAYS, TileSet
from mjcalc.notation import parse_tiles
from mjcalc.rules.document import Node, describe
from mjcalc.rules.suggest import did_you_mean
from mjcalc.tiles import WILD

__all__ = ["SIDES", "Ground", "join", "read_tiles"]

SIDES = ("winner", "loser", "both", "big", "limit", "fan")
_FEATURES = {
    "wilds": ("tiles", "wild"),
    "flowers": ("tiles", "flowers"),
    "kong_tiles": ("tiles", "kong_tiles"),
    "dragon_run": ("tiles", "dragon_run"),
    "last_tile": ("last_tile",),
    "dealt_wins": ("dealt_wins",),
}


class Ground:
    """The merged tree of a file, the names it defines, and the problems found in it.

    Nothing here trusts the tree: whatever is not as it should be counts as absent, and the walk says why.
    """

    def __init__(self, tree: Node, removed: Iterable[str]) -> None:
        self.tree = tree
        self.removed = frozenset(removed)
        """Ids of inherited fans that the file takes out."""
        self.problems: list[Problem] = []
        self.used: set[tuple[str, str]] = set()
        """("options" or "caps", name) of everything that something refers to."""
        self.known: dict[str, tuple[str, ...]] = {
            "fan": self.ids("fans"),
            "shape": self.ids("shapes"),
            "source": self.ids("sources"),
            "option": self.keys("options"),
            "cap": self.keys("caps"),
            "refusal": self.keys("refused"),
            "call": CALLS,
            "way": WAYS,
            "side": SIDES,
        }
        self.features = {node.text for key in ("calls", "wins") for node in self.items(key)}
        self.features |= {form.text for shape in self.items("shapes") if (form := shape.get("form")) is not None}
        for feature, path in _FEATURES.items():
            node = tree.get(*path)
            if node is not None and node.value:
                self.features.add(feature)
        kinds = tree.get("tiles", "kinds")
        self.kinds = frozenset(read_tiles(kinds.text)[0]) if kinds is not None else frozenset()
        """Empty where the file does not say, or not legibly."""

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
        return [child.value for child in self.items("options", option, "choices")]

    def has_tile(self, kind: int) -> bool:
        """Whether the tile set has it."""
        if kind == WILD:
            return "wilds" in self.features
        return not self.kinds or kind in self.kinds

    def complain(self, code: str, node: Node, path: str, message: str) -> None:
        """Add a problem."""
        self.problems.append(Problem(code, f"{path}: {message}" if path else message, where=node.where))

    def expected(self, what: str, node: Node, path: str) -> None:
        """Add the problem that something else stands here."""
        if node.misread:
            remedy = "write it plainly" if what.startswith("a whole number") else "put it in quotes if it is text"
            self.complain("misread", node, path, f"YAML reads {node.text} as {node.misread}; {remedy}")
        else:
            self.complain("wrong_type", node, path, f"expected {what}, found {describe(node)}")

    def not_one_of(self, allowed: Iterable[str], node: Node, path: str, what: str = "allowed value") -> None:
        """Add the problem that something is none of a list of words."""
        allowed = list(allowed)
        found = repr(node.text) if node.text else describe(node)
        listed = ", ".join(allowed) or "there is none"
        hint = did_you_mean(node.text, allowed) or "."
        self.complain("not_allowed", node, path, f"{found} is no {what}{hint} Allowed: {listed}")


def read_tiles(text: str) -> tuple[tuple[int, ...], Problem | None]:
    """The kinds in a string of tiles, or what is wrong with it.

    >>> read_tiles("東1m")[0], read_tiles("1x")[1] is None
    ((27, 0), False)
    """
    try:
        return (parse_tiles(text, TileSet(), where="") if text else ()), None
    except NotationError as error:
        return (), error.problems[0]


def join(path: str, key: str) -> str:
    """The path of a key in a map: ``fans.plain`` and ``value`` make ``fans.plain.value``."""
    return f"{path}.{key}" if path else key
