"""A rules file's text as a tree of plain data in which every part knows its line.

Only the plain subset of YAML that players write is read: maps, lists and scalars. Anchors, aliases and tags are
refused, so no text can grow into more than it is, and so are characters that a terminal would obey instead of showing.
Scalars that YAML would silently turn into something else (``19:30``, ``017``, ``no``) keep their text and say so.
"""

from typing import TYPE_CHECKING, Any

from mjcalc.errors import Problem
from mjcalc.rules.suggest import cut
from mjcalc.texts import Text, joined, say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yaml.events import Event, ScalarEvent

__all__ = ["MAX_BYTES", "Node", "describe", "parse_document", "unseen_character"]

MAX_BYTES = 1_000_000
"""A longer file is not a rules file."""
_MAX_DEPTH = 20
_UNSEEN = frozenset(("Cc", "Cf", "Cs", "Zl", "Zp"))
"""The Unicode categories of control characters, of marks that change the direction of text, and the like."""


class Node:
    """A part of a document: its value, and where it stands."""

    __slots__ = ("file", "line", "misread", "text", "value")

    def __init__(self, value: Any, file: str, line: int, text: str = "", misread: str = "") -> None:
        self.value: Any = value
        """A ``dict[str, Node]``, a ``list[Node]``, or a scalar."""
        self.file = file
        self.line = line
        self.text = text
        """A scalar as it was typed."""
        self.misread = misread
        """What YAML makes of a scalar, where a player would not expect it."""

    @property
    def where(self) -> str:
        """Its place, for messages: ``house.yaml:12``."""
        return f"{self.file}:{self.line}"

    def plain(self) -> Any:
        """The same data without places."""
        value = self.value
        if isinstance(value, dict):
            return {key: child.plain() for key, child in value.items()}
        if isinstance(value, list):
            return [child.plain() for child in value]
        return value

    def get(self, *path: str) -> "Node | None":
        """The node at these keys of nested maps, if it is there."""
        node: Node | None = self
        for key in path:
            if node is None or not isinstance(node.value, dict):
                return None
            node = node.value.get(key)
        return node

    def entries(self) -> "dict[str, Node]":
        """Its children by key; none if it is not a map."""
        return self.value if isinstance(self.value, dict) else {}

    def items(self) -> "list[Node]":
        """Its children in order; none if it is not a list."""
        return self.value if isinstance(self.value, list) else []


def parse_document(data: bytes, file: str) -> tuple[Node | None, list[Problem]]:
    """The tree of a rules file, and everything that kept it from being read as one.

    >>> tree, problems = parse_document(b"id: mine\\nids: [a, b]\\nid: yours\\n", "mine.yaml")
    >>> tree.get("ids").items()[1].where, [problem.message for problem in problems]
    ('mine.yaml:2', ["the key 'id' is repeated; it is already on line 1"])
    """
    from yaml import YAMLError, parse

    try:
        from yaml import CSafeLoader as Loader
    except ImportError:  # a PyYAML built without the C library: slower, the same answers
        from yaml import SafeLoader as Loader  # type: ignore[assignment]

    if len(data) > MAX_BYTES:
        return None, [Problem("too_long", say("the file is longer than {most:,} bytes", most=MAX_BYTES), where=file)]
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return None, [Problem("not_utf8", say("not valid UTF-8"), where=f"{file}:{line}")]
    reader = _Reader(file)
    try:
        return reader.read(parse(text, Loader=Loader)), reader.problems
    except (YAMLError, ValueError, OverflowError) as error:  # the last two are the slow parser's, of odd escapes
        mark = getattr(error, "problem_mark", None)
        place = f"{file}:{mark.line + 1}" if mark is not None else file
        what = getattr(error, "problem", None) or str(error).splitlines()[0]
        context = getattr(error, "context", None)
        hint = say("; a wild needs quotes: '*'") if context == "while scanning an alias" else joined()
        message = say("this is not YAML: {what}", what=what)
        if context:
            message = say("this is not YAML: {what} ({context}{hint})", what=what, context=context, hint=hint)
        return None, [*reader.problems, Problem("not_yaml", message, where=place)]


class _Stop(Exception):
    """The rest of the text cannot be read."""


class _Reader:
    """Builds the tree from a stream of YAML events."""

    def __init__(self, file: str) -> None:
        from yaml.resolver import Resolver

        self.file = file
        self.problems: list[Problem] = []
        self.resolver: Any = Resolver()

    def complain(self, code: str, message: Text, event: "Event") -> None:
        self.problems.append(Problem(code, message, where=f"{self.file}:{_line(event)}"))

    def read(self, events: "Iterator[Event]") -> Node | None:
        from yaml import events as kinds

        tree = None
        documents = 0
        try:
            for event in events:
                if isinstance(event, kinds.DocumentStartEvent):
                    documents += 1
                    if documents == 2:
                        self.complain(
                            "two_documents", say("a rules file is a single document; a second one starts here"), event
                        )
                        break
                    tree = self.node(next(events), events, 1)
        except _Stop:
            return None
        if tree is None:
            self.problems.append(Problem("empty", say("the file is empty"), where=f"{self.file}:1"))
        elif not isinstance(tree.value, dict):
            self.problems.append(
                Problem(
                    "wrong_type",
                    say("a rules file is a map of keys, not {found}", found=describe(tree)),
                    where=tree.where,
                )
            )
            return None
        return tree

    def node(self, event: "Event", events: "Iterator[Event]", depth: int) -> Node:
        from yaml import events as kinds

        anchor = getattr(event, "anchor", None)
        if isinstance(event, kinds.AliasEvent):
            message = say(
                "aliases (*{name}) are not allowed; write it out, or quote a wild: '*'", name=cut(str(anchor))
            )
            self.complain("alias", message, event)
            return Node(None, self.file, _line(event))
        if anchor is not None:
            self.complain("anchor", say("anchors (&{name}) are not allowed; write it out", name=cut(anchor)), event)
        tag = getattr(event, "tag", None)
        # "!" alone is what a quoted scalar has.
        if tag is not None and tag != "!":
            self.complain("tag", say("tags ({tag}) are not allowed", tag=cut(tag)), event)
        if depth > _MAX_DEPTH:
            self.complain("too_deep", say("a rules file may be nested at most {most} deep", most=_MAX_DEPTH), event)
            raise _Stop
        if isinstance(event, kinds.SequenceStartEvent):
            children: list[Node] = []
            while not isinstance(child := next(events), kinds.SequenceEndEvent):
                children.append(self.node(child, events, depth + 1))
            return Node(children, self.file, _line(event))
        if isinstance(event, kinds.MappingStartEvent):
            return self.mapping(event, events, depth)
        assert isinstance(event, kinds.ScalarEvent)
        return self.scalar(event)

    def scalar(self, event: "ScalarEvent") -> Node:
        from yaml.nodes import ScalarNode

        text, file, line = event.value, self.file, _line(event)
        self.refuse_unseen(text, event)
        if not event.implicit[0]:  # quoted
            return Node(text, file, line, text)
        tag = self.resolver.resolve(ScalarNode, text, (True, False)).rpartition(":")[2]
        if tag == "null":
            return Node(None, file, line, text)
        if tag == "bool":
            value = text.lower() in ("true", "yes", "on")
            return Node(value, file, line, text, "" if text in ("true", "false") else str(value).lower())
        if tag == "int":
            digits = text.removeprefix("-")
            if digits.isdecimal() and (digits == "0" or digits[0] != "0") and len(digits) < 19:
                return Node(int(text), file, line, text)
        # A date is as good as any text here; any other number is not what was typed.
        return Node(text, file, line, text, _computed(text) if tag in ("int", "float") else "")

    def refuse_unseen(self, text: str, event: "Event") -> None:
        """Complain of the first character that a terminal obeys, other than the ends of lines."""
        if char := unseen_character(text, but="\n\t"):
            message = say(
                "{text} contains the invisible character U+{number:04X}; remove it",
                text=repr(cut(text)),
                number=ord(char),
            )
            self.complain("invisible_character", message, event)

    def mapping(self, start: "Event", events: "Iterator[Event]", depth: int) -> Node:
        from yaml import events as kinds

        entries: dict[str, Node] = {}
        lines: dict[str, int] = {}
        while not isinstance(event := next(events), kinds.MappingEndEvent):
            if not isinstance(event, kinds.ScalarEvent):
                self.complain("odd_key", say("a key is a single word"), event)
                self.node(event, events, depth + 1)
                self.node(next(events), events, depth + 1)
                continue
            key, line = event.value, _line(event)
            self.refuse_unseen(key, event)
            value = self.node(next(events), events, depth + 1)
            if key in entries:
                self.complain(
                    "duplicate_key",
                    say("the key {key} is repeated; it is already on line {line}", key=repr(cut(key)), line=lines[key]),
                    event,
                )
                continue
            entries[key], lines[key] = value, line
            if isinstance(value.value, dict | list) or value.text == "":
                value.line = line  # block children start a line later; the key is where a reader looks
        return Node(entries, self.file, _line(start))


def unseen_character(text: str, but: str = "") -> str:
    r"""The first character that a terminal would obey instead of showing it, or nothing.

    >>> unseen_character("Our\u202etable"), unseen_character("Our table　本桌")
    ('\u202e', '')
    """
    if text.isprintable():
        return ""
    from unicodedata import category

    return next((char for char in text if category(char) in _UNSEEN and char not in but), "")


def _line(event: "Event") -> int:
    return event.start_mark.line + 1 if event.start_mark is not None else 1


def _computed(text: str) -> str:
    """What YAML makes of an odd number: 17 of 021, 1170 of 19:30."""
    from yaml import SafeLoader, load

    # Python refuses to read or print numbers of thousands of digits, and nobody needs to see them.
    if len(text) < 40:
        try:
            return str(load(text, SafeLoader))
        except ValueError:  # 0x_, which YAML calls a number and cannot read either
            pass
    return say("a number")


def describe(node: Node) -> Text:
    """What a node is, in a player's words.

    >>> describe(Node([], "f", 1)), describe(Node(7, "f", 1, "7")), describe(Node("abc", "f", 1, "abc"))
    ('an empty list', 'the number 7', "the text 'abc'")
    """
    value = node.value
    if isinstance(value, dict):
        return say("a map")
    if isinstance(value, list):
        return say("a list") if value else say("an empty list")
    if value is None:
        return say("nothing")
    if isinstance(value, bool):
        return joined(node.text)
    if isinstance(value, int) or node.misread:
        return say("the number {number}", number=cut(str(value)))
    return say("the text {text}", text=repr(cut(value)))
