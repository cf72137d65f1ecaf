"""A rules file's tree against the schema: every key known, every value of its type, every name defined."""

from collections.abc import Callable
from typing import Any

from msgspec import inspect

from mjcalc.hand import CALLS, WAYS
from mjcalc.rules.checks.conditions import Conditions
from mjcalc.rules.checks.context import Context, join, read_tiles
from mjcalc.rules.document import Node
from mjcalc.rules.schema import FanRule, Names, Variant
from mjcalc.rules.settings import choice_text, is_word, not_an_id
from mjcalc.rules.suggest import cut
from mjcalc.texts import Text, say
from mjcalc.tiles import WILD, format_tiles

__all__ = ["Walk"]

_EXPECTED: dict[type, tuple[type, Text]] = {
    inspect.StrType: (str, say("text")),
    inspect.IntType: (int, say("a whole number")),
    inspect.BoolType: (bool, say("true or false")),
    inspect.DictType: (dict, say("a map")),
    inspect.StructType: (dict, say("a map")),
    inspect.VarTupleType: (list, say("a list")),
}
_PLACES = {
    "ShapeRule": "shapes",
    "Requirement": "requires",
    "Cap": "caps",
    "Responsibility": "responsibility",
    "ResponsibilityRule": "responsibility",
}
Marks = tuple[str, ...]
"""What the schema says that a text stands for, and the words that it allows."""
_ONLY_IN_FILES = ("extends", "remove")


class Walk:
    """One walk through one tree; the problems that it finds are added to its context."""

    def __init__(self, context: Context, conditions: Conditions) -> None:
        self.context = context
        self.conditions = conditions
        self.place = ""
        """Which row of :data:`mjcalc.rules.vocabulary.PLACES` a condition here belongs to."""
        self.fan: str | None = None
        """The id of the fan that is walked through."""
        self.among: tuple[str, dict[str, Node]] = "", {}
        """The name of the entry that comes next, and every entry with a name beside it."""
        self.readers: dict[str, Callable[[Node, str, Marks], None]] = {
            "condition": lambda node, path, _: conditions.check(node, path, self.place, self.fan),
            "exclusion": lambda node, path, _: conditions.exclusion(node, path),
            "id": self.id,
            "text": self.text,
            "sentence": self.sentence,
            "term": self.term,
            "tiles": lambda node, path, _: self.tiles(node, path),
            "tile": self.tile,
            "number": lambda node, path, _: context.number(node, path),
            "number_or_null": self.number_or_null,
            "fan_value": self.fan_value,
            "word": self.word,
            **dict.fromkeys(("source", "fan", "cap", "way", "refusal"), self.reference),
        }

    def run(self) -> None:
        """Walk through the whole tree."""
        self.walk(inspect.type_info(Variant), self.context.tree, "")
        self.conditions.check_worths()

    def walk(self, kind: Any, node: Node, path: str) -> None:
        """Check one node against what the schema has at its place."""
        if isinstance(kind, inspect.Metadata):
            marks = kind.extra or {}
            self.readers[marks["reads"]](node, path, (marks["reads"], *marks["words"]))
        elif isinstance(kind, inspect.UnionType):
            kinds = [one for one in kind.types if not isinstance(one, inspect.NoneType)]
            if node.value is not None or len(kinds) == len(kind.types):
                self.walk(kinds[0], node, path)
        elif isinstance(kind, inspect.AnyType):
            self.anything(node, path)
        elif isinstance(kind, inspect.LiteralType):
            if node.value not in kind.values or node.misread:
                self.context.not_one_of(list(map(str, kind.values)), node, path)
        else:
            wanted, name = _EXPECTED[type(kind)]
            if type(node.value) is not wanted or (node.misread and wanted is not bool):
                self.context.expected(name, node, path)
            elif wanted is dict:
                walk = self.struct if isinstance(kind, inspect.StructType) else self.map
                walk(kind, node, path)
            elif wanted is list:
                self.list(kind, node, path)

    def struct(self, kind: inspect.StructType, node: Node, path: str) -> None:
        """A map whose keys are fixed."""
        (name, siblings), self.among = self.among, ("", {})
        fields = {field.encode_name: field for field in kind.fields}
        allowed = (*fields, *(() if path else _ONLY_IN_FILES))
        for key, child in node.value.items():
            if key not in fields:
                hint = self.context.hint(key, allowed) or say(".")
                message = say("unknown key{hint} Allowed: {allowed}", hint=hint, allowed=allowed)
                self.context.complain("unknown_key", child, join(path, key), message)
        for key, field in fields.items():
            child = node.value.get(key)
            if child is None:
                if field.required:
                    inherited = filter(lambda other: self.inherits(siblings[other]), siblings)
                    message = say("the key {key} is missing", key=repr(key))
                    if near := self.context.hint.nearest(name, inherited):
                        message = say(
                            "the key {key} is missing, or did you mean {word}?", key=repr(key), word=repr(near)
                        )
                    self.context.complain("missing_key", node, path, message)
                continue
            outer = self.place, self.fan
            self.place = _place(kind.cls.__name__, key, node) or self.place
            if kind.cls is FanRule and (own_id := node.get("id")):
                self.fan = own_id.text
            self.walk(field.type, child, join(path, key))
            self.place, self.fan = outer

    def map(self, kind: inspect.DictType, node: Node, path: str) -> None:
        """A map whose keys are the file's own."""
        for key, child in node.value.items():
            if isinstance(kind.key_type, inspect.Metadata):
                self.walk(kind.key_type, Node(key, child.file, child.line, key), path)
            self.among = key, node.value
            self.walk(kind.value_type, child, join(path, key))
            self.among = "", {}

    def list(self, kind: inspect.VarTupleType, node: Node, path: str) -> None:
        """A list; its entries are called by their id, where they have one."""
        named = {own_id.text: child for child in node.value if (own_id := child.get("id")) is not None}
        for index, child in enumerate(node.value):
            own_id = child.get("id")
            label = f".{cut(own_id.text)}" if own_id is not None and own_id.text else f"[{index + 1}]"
            self.among = own_id.text if own_id is not None else "", named
            self.walk(kind.item_type, child, path + label)
            self.among = "", {}

    def inherits(self, entry: Node) -> bool:
        """Whether an entry, or a part of it, is from a file that this one extends."""
        return any(node.file != self.context.tree.file for node in (entry, *entry.entries().values()))

    def anything(self, node: Node, path: str) -> None:
        """A part that the schema leaves open; what YAML misreads is still wrong."""
        for key, child in node.entries().items():
            self.anything(child, join(path, key))
        for index, child in enumerate(node.items()):
            self.anything(child, f"{path}[{index + 1}]")
        if node.misread:
            self.context.expected(say("plain true or false, text in quotes or a whole number"), node, path)

    # What the schema marks.

    def id(self, node: Node, path: str, _: Marks) -> None:
        """A name that other parts refer to."""
        if not isinstance(node.value, str) or node.misread:
            self.context.expected(say("an id as text"), node, path)
        elif not is_word(node.value):
            self.context.complain("bad_id", node, path, not_an_id(node.value))

    def text(self, node: Node, path: str, _: Marks) -> None:
        """What players read."""
        if not isinstance(node.value, str) or node.misread:
            self.context.expected(say("text"), node, path)
        elif not node.value.strip():
            self.context.complain("wrong_type", node, path, say("expected text, found none; players read this"))
        elif "\n" in node.value or "\t" in node.value:
            self.context.complain("wrong_type", node, path, say("expected text on one line, without tabs"))

    def sentence(self, node: Node, path: str, _: Marks) -> None:
        """What a file says, in one language or in three."""
        three = isinstance(node.value, dict)
        self.walk(inspect.type_info(Names if three else str), node, path)

    def term(self, node: Node, path: str, _: Marks) -> None:
        """A word for which players have their own."""
        if node.value not in (*CALLS, *WAYS):
            self.context.not_one_of((*CALLS, *WAYS), node, path)

    def reference(self, node: Node, path: str, marks: Marks) -> None:
        """The name of something that the file defines."""
        self.conditions.reference(marks[0], node, path)

    def number_or_null(self, node: Node, path: str, _: Marks) -> None:
        """A number, nothing, or an option that is either."""
        if node.value is not None and not self.setting(node, path, lambda value: value is None or _is_number(value)):
            self.context.number(node, path)

    def fan_value(self, node: Node, path: str, _: Marks) -> None:
        """A number, a list of them, or an option or a cap."""
        if isinstance(node.value, list) and node.value:
            for index, child in enumerate(node.value):
                self.context.number(child, f"{path}[{index + 1}]")
        elif type(node.value) is int:
            self.context.number(node, path)
        elif not self.setting(node, path, _is_number, "caps"):
            self.context.expected(say("a whole number, a list of them, options.NAME or caps.NAME"), node, path)

    def word(self, node: Node, path: str, marks: Marks) -> None:
        """One of some words, or an option that is."""
        words = marks[1:]
        if node.value not in words and not self.setting(node, path, lambda value: value in words):
            self.context.not_one_of((*words, "options.NAME"), node, path)

    def setting(self, node: Node, path: str, allows: Callable[[object], bool], *more: str) -> bool:
        """Whether it refers to an option (or a cap), which must then exist and be good for this place."""
        group, dot, name = node.text.partition(".")
        if not dot or group not in ("options", *more) or not isinstance(node.value, str):
            return False
        known = self.context.known[f"{group}.NAME"]
        if node.text not in known:
            what = say("an option of this file") if group == "options" else say("a cap of this file")
            self.context.not_one_of(known, node, path, what)
        elif group == "options" and (bad := [value for value in self.context.values(name) if not allows(value)]):
            value = cut(choice_text(bad[0]))
            message = say("the option {name} may be {value}, which is not allowed here", name=name, value=value)
            self.context.complain("wrong_type", node, path, message)
        self.context.used.add((group, name))
        return True

    def tile(self, node: Node, path: str, _: Marks) -> None:
        """A single tile."""
        self.tiles(node, path)
        if isinstance(node.value, str) and len(read_tiles(node.value)[0]) > 1:
            self.context.expected(say("one tile"), node, path)

    def tiles(self, node: Node, path: str) -> None:
        """Different kinds of the variant's tile set; what says which tiles there are names each of them."""
        context = self.context
        kinds = self.conditions.tiles(node, path, {} if path.startswith("tiles.") else None)
        if kinds is None:
            return
        if path == "tiles.kinds":
            if WILD in kinds:
                context.complain("not_allowed", node, path, say("the wild is not a kind of its own"))
        elif path.startswith("tiles.groups."):
            name = path.removeprefix("tiles.groups.")
            if read_tiles(name)[1] is None:
                message = say("{name} can be read as tiles; give the group another name", name=repr(name))
                context.complain("bad_id", node, path, message)
        elif strangers := {kind for kind in kinds if not context.has_tile(kind)}:
            message = say("the tile set (tiles.kinds) has no {tiles}", tiles=format_tiles(strangers))
            context.complain("tile_not_in_set", node, path, message)


def _place(owner: str, key: str, node: Node) -> str:
    if owner == "FanRule":
        side = node.get("side")
        return "fans of a loser" if side is not None and side.value in ("loser", "both") else "fans"
    return "who" if key == "who" else _PLACES.get(owner, "")


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
