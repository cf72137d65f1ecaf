"""Conditions: are their predicates known, in the right place, with the right argument, and can they ever hold here?

Every method that checks a part of a condition answers with the reason why that part can never hold, or None.
"""

from collections.abc import Mapping

from mjcalc.rules.checks.context import Context, read_tiles
from mjcalc.rules.checks.examples_of_tiles import check_hand, check_sets
from mjcalc.rules.document import Node
from mjcalc.rules.settings import choice_text
from mjcalc.rules.suggest import cut, listed
from mjcalc.rules.tile_texts import words_of
from mjcalc.rules.vocabulary import BOUNDS, PLACES, Scope, Vocabulary, Word
from mjcalc.tiles import format_tiles

__all__ = ["Conditions"]

_NAMED = {"refusal": "reason in 'refused'", "way": "way of winning"}
_MOST_TOGETHER = 100
"""How many conditions one ``when``, ``unless``, ``per`` or ``who`` may have, lists inside it included."""
_LISTS = frozenset(("ways", "shapes", "calls", "fans", "sides"))
"""The arguments that may be one name or a list."""
_SHOWN: frozenset[Scope] = frozenset(("situation", "shown"))


class Conditions:
    """The conditions of one file. Without a vocabulary, predicates and their arguments are not checked."""

    def __init__(self, context: Context, vocabulary: Vocabulary | None) -> None:
        self.context = context
        self.vocabulary = vocabulary
        self.place = ""
        self.fan: str | None = None
        """The fan to which a condition belongs."""
        self.scopes: dict[str, set[Scope]] = {}
        """What the conditions of each fan look at."""
        self.worths: list[tuple[Node, str, str | None]] = []
        """Every fan of which a condition asks the worth: where, its path, and to which fan the condition belongs."""

    def check(self, node: Node, path: str, place: str, fan: str | None = None) -> None:
        """A whole ``when``, ``unless``, ``per`` or ``who``, at one of the :data:`PLACES`; ``fan`` is its fan's id."""
        key = path.rpartition(".")[2]
        if node.value is None and (key == "per" or place == "caps"):
            return
        if _count(node) > _MOST_TOGETHER:
            message = f"at most {_MOST_TOGETHER} conditions are allowed here, not {_count(node):,}"
            self.context.complain("too_many", node, path, message)
            return
        self.place, self.fan = place, fan
        if isinstance(node.value, list):
            reasons = [self.condition(child, f"{path}[{index + 1}]") for index, child in enumerate(node.value)]
        else:
            reasons = [self.condition(node, path)]
        # All of `when` must hold; `per` is a sum, so one part that can hold is enough.
        never = next(filter(None, reasons), None) if key == "when" or all(reasons) else None
        if never and key in ("when", "per") and place.startswith("fans"):
            inherited = node.file != self.context.tree.file
            remedy = f"; to leave it out: remove: {{fans: [{path.split('.')[1]}]}}" if inherited else ""
            self.context.complain("never_applies", node, path, f"this fan can never apply: {never}{remedy}")

    def condition(self, node: Node, path: str) -> str | None:
        """One condition: a predicate, a choice by an option, or a list of which all must hold."""
        value = node.value
        if isinstance(value, list):
            reasons = [self.condition(child, f"{path}[{index + 1}]") for index, child in enumerate(value)]
            return next(filter(None, reasons), None)
        if isinstance(value, str):
            return self.predicate(node, value, None, path)
        if isinstance(value, dict) and "by_option" in value:
            return self.by_option(node, path)
        if isinstance(value, dict) and "count" in value:
            return self.count(node, path)
        if isinstance(value, dict) and len(value) == 1:
            ((name, argument),) = value.items()
            return self.predicate(node, name, argument, path)
        if isinstance(value, dict):
            message = f"a condition is one predicate; write these as a list: {cut(', '.join(value)) or '(nothing)'}"
            self.context.complain("wrong_type", node, path, message)
        else:
            self.context.expected("a predicate, or a map of one predicate and its argument", node, path)
        return None

    def by_option(self, node: Node, path: str) -> str | None:
        """A condition for each value of an option."""
        reasons = [
            "no choice of its option can hold" if child.value is None else self.condition(child, f"{path}.{choice}")
            for choice, child in self.branches(node, path).items()
        ]
        return reasons[0] if reasons and all(reasons) else None

    def branches(self, node: Node, path: str) -> dict[str, Node]:
        """What holds for each value of an option."""
        context, option = self.context, node.value["by_option"]
        branches = {choice: child for choice, child in node.value.items() if choice != "by_option"}
        kind = context.tree.get("options", option.text, "type")
        if not self.reference("option", option, f"{path}.by_option"):
            pass
        elif kind is not None and kind.text.startswith("number"):
            message = f"{cut(option.text)} is a number; only an option with choices can choose a condition"
            context.complain("wrong_type", option, f"{path}.by_option", message)
        else:
            choices = [choice_text(value) for value in context.values(option.text)]
            for choice in [choice for choice in branches if choice not in choices]:
                choice_node = Node(choice, node.file, branches[choice].line, choice)
                context.not_one_of(choices, choice_node, path, f"choice of the option {option.text}")
            if missing := [choice for choice in choices if choice not in branches]:
                message = f"no condition is given for {cut(option.text)} = {listed(missing)}; write null for never"
                context.complain("missing_key", node, path, message)
        return branches

    def count(self, node: Node, path: str) -> str | None:
        """A sum of pieces, and its bounds."""
        bounds = {name: child for name, child in node.value.items() if name != "count"}
        if not bounds or not set(bounds) <= set(BOUNDS) or ("is" in bounds and len(bounds) > 1):
            wanted = "a map {count: [PREDICATE, …], is: NUMBER}, or at_least and at_most in place of is"
            self.context.expected(wanted, node, path)
            return None
        for name, child in bounds.items():
            self.context.number(child, f"{path}.{name}")
        counted = node.value["count"]
        children = counted.value if isinstance(counted.value, list) else [counted]
        reasons = [self.condition(child, f"{path}.count[{at + 1}]") for at, child in enumerate(children)]
        needed = bounds.get("is") or bounds.get("at_least")
        # Where nothing can be counted, a number from 1 is never reached.
        return reasons[0] if needed is not None and needed.value and reasons and all(reasons) else None

    def predicate(self, node: Node, name: str, argument: Node | None, path: str) -> str | None:
        """A predicate, with its argument or without."""
        if self.vocabulary is None:
            return None
        context, words = self.context, self.vocabulary.words
        word = words.get(name)
        if word is None:
            hint = self.context.hint(name, words) or "; `mjcalc rules predicates` lists them"
            context.complain("unknown_predicate", node, path, f"there is no predicate {cut(name)!r}{hint}")
            return None
        if self.fan is not None:
            self.scopes.setdefault(self.fan, set()).add(word.scope)
        if word.scope not in PLACES[self.place]:
            allowed = " or ".join(sorted(PLACES[self.place]))
            message = f"{name} looks at the {word.scope}; a condition here may look at the {allowed}"
            context.complain("wrong_place", node, path, message)
        if (argument is None) != (word.takes == "nothing"):
            message = "takes no argument; write it alone" if argument else f"takes an argument ({word.takes})"
            context.complain("wrong_argument", argument or node, path, f"{name} {message}")
        elif argument is not None and (never := self.argument(word, argument, f"{path}.{name}")):
            return never
        for need in word.needs:
            if context.features.isdisjoint(need.split("|")):
                return f"{name} needs {need.replace('|', ' or ')}, which the variant does not have"
        return None

    def argument(self, word: Word, node: Node, path: str) -> str | None:
        """What stands beside a predicate."""
        if word.takes == "number":
            self.context.number(node, path)
            return None
        if word.takes == "tiles":
            kinds = self.tiles(node, path) or ()
            # Some of them may be missing: house rules with fewer tiles keep their fans.
            lost = kinds and not any(self.context.has_tile(kind) for kind in kinds)
            return f"the variant has no {format_tiles(kinds)}" if lost else None
        if word.takes == "sets":
            return check_sets(self.context, node, path)
        if word.takes == "hand":
            return check_hand(self.context, node, path)
        if word.takes == "worth":
            self.worth(node, path)
            return None
        if word.takes not in _LISTS:
            self.reference(word.takes, node, path)
            return None
        return self.names(word.takes.removesuffix("s"), node, path)

    def worth(self, node: Node, path: str) -> None:
        """What some fans come to."""
        fans, least = node.get("fans"), node.get("at_least")
        if fans is None or least is None or len(node.entries()) != 2 or not isinstance(fans.value, list):
            self.context.expected("a map {fans: [ID, …], at_least: NUMBER}", node, path)
            return
        self.names("fan", fans, f"{path}.fans")
        self.context.number(least, f"{path}.at_least")
        self.worths += [(fan, f"{path}.fans", self.fan) for fan in fans.items()]

    def check_worths(self) -> None:
        """Whether the fans of which a condition asks the worth have one, which it can know. The last check of all."""
        context = self.context
        values = {own_id.text: fan.get("value") for fan in context.items("fans") if (own_id := fan.get("id"))}
        places = context.known["fan"]
        for node, path, owner in self.worths:
            name, value = node.text, values.get(node.text)
            if name not in places:
                continue  # which has been said
            if owner in places and places[name] >= places[owner]:
                message = f"{name!r} must come before {owner!r}, which asks for its worth"
                context.complain("wrong_place", node, path, message)
            if not self.scopes.get(name, set()) <= _SHOWN:
                message = f"{name!r} looks at more than what a player shows, so its worth is not known here"
                context.complain("wrong_place", node, path, message)
            if value is not None and isinstance(value.value, list):
                message = f"{name!r} is worth a list of numbers; only fans worth a single number are allowed here"
                context.complain("wrong_type", node, path, message)

    def exclusion(self, node: Node, path: str) -> None:
        """An entry of ``excludes``: a fan, some pieces of one, or by an option one or the other."""
        if not isinstance(node.value, dict):
            self.reference("fan", node, path)
        elif "by_option" in node.value:
            for choice, child in self.branches(node, path).items():
                if child.value is not None:
                    self.exclusion(child, f"{path}.{choice}")
        elif len(node.value) == 1:
            ((fan, pieces),) = node.value.items()
            self.reference("fan", Node(fan, node.file, node.line, fan), path)
            if type(pieces.value) is int:
                self.context.number(pieces, f"{path}.{fan}")
            elif pieces.value is not None:
                self.place, self.fan = "fans", None
                self.condition(pieces, f"{path}.{fan}")
        else:
            self.context.expected("one fan and the number of its pieces, or what counts them", node, path)

    def names(self, what: str, node: Node, path: str) -> str | None:
        """One name or a list of them."""
        if node.value == []:
            self.context.expected(f"at least one {_NAMED.get(what, what)}", node, path)
            return None
        if what == "fan" and isinstance(node.value, list) and node.file != self.context.tree.file:
            # Inherited lists forget the fans that this file removes.
            node.value = [child for child in node.value if child.text not in self.context.removed]
        children = node.value if isinstance(node.value, list) else [node]
        known = [self.reference(what, child, path) for child in children]
        if (
            what in ("way", "call")
            and all(known)
            and self.context.features.isdisjoint(child.text for child in children)
        ):
            return f"the variant has no {' or '.join(dict.fromkeys(child.text for child in children))}"
        return None

    def reference(self, what: str, node: Node, path: str) -> bool:
        """A name that must be defined; whether it is."""
        known = self.context.known[what]
        if what == "source" and node.value == "":
            return True
        if not isinstance(node.value, str) or node.value not in known:
            self.context.not_one_of(known, node, path, _NAMED.get(what, what))
            return False
        if what in ("cap", "option"):
            self.context.used.add((f"{what}s", node.value))
        return True

    def tiles(self, node: Node, path: str, groups: Mapping[str, str] | None = None) -> tuple[int, ...] | None:
        """The different kinds that a text names; None, and a problem, where it names none or one twice.

        ``groups`` are the words that may stand for tiles, those of the file if None.
        """
        if not isinstance(node.value, str) or node.misread:
            self.context.expected("tiles as text, in quotes where they look like a number", node, path)
            return None
        groups = self.context.groups if groups is None else groups
        kinds: tuple[int, ...] = ()
        for at, word in words_of(node.value):
            more, problem = read_tiles(word, groups)
            if problem is not None:
                place = (
                    f", at character {at + problem.column + 1} of {cut(node.value)!r}"
                    if problem.column is not None
                    else ""
                )
                hint = self.context.hint(word, groups)
                self.context.complain(problem.code, node, path, f"{problem.message}{hint or place}")
                return None
            kinds += more
        if twice := {kind for kind in kinds if kinds.count(kind) > 1}:
            self.context.complain("duplicate_tile", node, path, f"{format_tiles(twice)} is repeated")
            return None
        return kinds


def _count(node: Node) -> int:
    """How many conditions there are in one, itself not counted where it is a list or a choice."""
    if isinstance(node.value, list):
        return sum(map(_count, node.value))
    if "by_option" in node.entries():
        return sum(_count(child) for choice, child in node.entries().items() if choice != "by_option")
    if "count" in node.entries():
        return _count(node.value["count"])
    return 1
