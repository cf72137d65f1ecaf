"""Conditions: are their predicates known, in the right place, with the right argument, and can they ever hold here?

Every method that checks a part of a condition answers with the reason why that part can never hold, or None.
"""

from collections.abc import Mapping

from mjcalc.rules.checks.context import Context, read_tiles
from mjcalc.rules.checks.examples_of_tiles import check_hand, check_sets
from mjcalc.rules.document import Node
from mjcalc.rules.settings import choice_text
from mjcalc.rules.suggest import cut, either, listed
from mjcalc.rules.tile_texts import words_of
from mjcalc.rules.vocabulary import BOUNDS, PLACES, Scope, Vocabulary, Word
from mjcalc.texts import Text, say
from mjcalc.tiles import format_tiles

__all__ = ["Conditions"]

_NAMED = {
    "call": say("a call"),
    "cap": say("a cap"),
    "fan": say("a fan"),
    "option": say("an option"),
    "refusal": say("a reason in 'refused'"),
    "shape": say("a shape"),
    "side": say("a side"),
    "source": say("a source"),
    "way": say("a way of winning"),
}
_NEEDED = {
    "call": say("at least one call"),
    "fan": say("at least one fan"),
    "shape": say("at least one shape"),
    "side": say("at least one side"),
    "way": say("at least one way of winning"),
}
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
            message = say(
                "at most {most} conditions are allowed here, not {number:,}", most=_MOST_TOGETHER, number=_count(node)
            )
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
            message = say("this fan can never apply: {reason}", reason=never)
            if node.file != self.context.tree.file:
                remedy = f"remove: {{fans: [{path.split('.')[1]}]}}"
                message = say(
                    "this fan can never apply: {reason}; to leave it out: {remedy}", reason=never, remedy=remedy
                )
            self.context.complain("never_applies", node, path, message)

    def condition(self, node: Node, path: str) -> Text | None:
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
            found = cut(", ".join(value)) or say("(nothing)")
            message = say("a condition is one predicate; write these as a list: {found}", found=found)
            self.context.complain("wrong_type", node, path, message)
        else:
            self.context.expected(say("a predicate, or a map of one predicate and its argument"), node, path)
        return None

    def by_option(self, node: Node, path: str) -> Text | None:
        """A condition for each value of an option."""
        reasons = [
            say("no choice of its option can hold")
            if child.value is None
            else self.condition(child, f"{path}.{choice}")
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
            name = cut(option.text)
            message = say("{option} is a number; only an option with choices can choose a condition", option=name)
            context.complain("wrong_type", option, f"{path}.by_option", message)
        else:
            choices = [choice_text(value) for value in context.values(option.text)]
            for choice in [choice for choice in branches if choice not in choices]:
                choice_node = Node(choice, node.file, branches[choice].line, choice)
                context.not_one_of(
                    choices, choice_node, path, say("a choice of the option {option}", option=option.text)
                )
            if missing := [choice for choice in choices if choice not in branches]:
                message = say(
                    "no condition is given for {option} = {missing}; write null for never",
                    option=cut(option.text),
                    missing=listed(missing),
                )
                context.complain("missing_key", node, path, message)
        return branches

    def count(self, node: Node, path: str) -> Text | None:
        """A sum of pieces, and its bounds."""
        bounds = {name: child for name, child in node.value.items() if name != "count"}
        if not bounds or not set(bounds) <= set(BOUNDS) or ("is" in bounds and len(bounds) > 1):
            wanted = say("a map {count: [PREDICATE, …], is: NUMBER}, or at_least and at_most in place of is")
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

    def predicate(self, node: Node, name: str, argument: Node | None, path: str) -> Text | None:
        """A predicate, with its argument or without."""
        if self.vocabulary is None:
            return None
        context, words = self.context, self.vocabulary.words
        word = words.get(name)
        if word is None:
            hint = self.context.hint(name, words) or say("; `mjcalc rules predicates` lists them")
            message = say("there is no predicate {name}{hint}", name=repr(cut(name)), hint=hint)
            context.complain("unknown_predicate", node, path, message)
            return None
        if self.fan is not None:
            self.scopes.setdefault(self.fan, set()).add(word.scope)
        if word.scope not in PLACES[self.place]:
            message = say(
                "{name} looks at the {scope}; a condition here may look at the {allowed}",
                name=name,
                scope=word.scope,
                allowed=either(sorted(PLACES[self.place])),
            )
            context.complain("wrong_place", node, path, message)
        if (argument is None) != (word.takes == "nothing"):
            message = say("{name} takes an argument ({takes})", name=name, takes=word.takes)
            if argument:
                message = say("{name} takes no argument; write it alone", name=name)
            context.complain("wrong_argument", argument or node, path, message)
        elif argument is not None and (never := self.argument(word, argument, f"{path}.{name}")):
            return never
        for need in word.needs:
            if context.features.isdisjoint(need.split("|")):
                needs = either(need.split("|"))
                return say("{name} needs {needs}, which the variant does not have", name=name, needs=needs)
        return None

    def argument(self, word: Word, node: Node, path: str) -> Text | None:
        """What stands beside a predicate."""
        if word.takes == "number":
            self.context.number(node, path)
            return None
        if word.takes == "tiles":
            kinds = self.tiles(node, path) or ()
            # Some of them may be missing: house rules with fewer tiles keep their fans.
            lost = kinds and not any(self.context.has_tile(kind) for kind in kinds)
            return say("the variant has no {missing}", missing=format_tiles(kinds)) if lost else None
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
            self.context.expected(say("a map {fans: [ID, …], at_least: NUMBER}"), node, path)
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
                message = say(
                    "{name} must come before {other}, which asks for its worth", name=repr(name), other=repr(owner)
                )
                context.complain("wrong_place", node, path, message)
            if not self.scopes.get(name, set()) <= _SHOWN:
                message = say(
                    "{name} looks at more than what a player shows, so its worth is not known here", name=repr(name)
                )
                context.complain("wrong_place", node, path, message)
            if value is not None and isinstance(value.value, list):
                message = say(
                    "{name} is worth a list of numbers; only fans worth a single number are allowed here",
                    name=repr(name),
                )
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
            self.context.expected(say("one fan and the number of its pieces, or what counts them"), node, path)

    def names(self, what: str, node: Node, path: str) -> Text | None:
        """One name or a list of them."""
        if node.value == []:
            self.context.expected(_NEEDED[what], node, path)
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
            missing = either(dict.fromkeys(child.text for child in children))
            return say("the variant has no {missing}", missing=missing)
        return None

    def reference(self, what: str, node: Node, path: str) -> bool:
        """A name that must be defined; whether it is."""
        known = self.context.known[what]
        if what == "source" and node.value == "":
            return True
        if not isinstance(node.value, str) or node.value not in known:
            self.context.not_one_of(known, node, path, _NAMED[what])
            return False
        if what in ("cap", "option"):
            self.context.used.add((f"{what}s", node.value))
        return True

    def tiles(self, node: Node, path: str, groups: Mapping[str, str] | None = None) -> tuple[int, ...] | None:
        """The different kinds that a text names; None, and a problem, where it names none or one twice.

        ``groups`` are the words that may stand for tiles, those of the file if None.
        """
        if not isinstance(node.value, str) or node.misread:
            self.context.expected(say("tiles as text, in quotes where they look like a number"), node, path)
            return None
        groups = self.context.groups if groups is None else groups
        kinds: tuple[int, ...] = ()
        for at, word in words_of(node.value):
            more, problem = read_tiles(word, groups)
            if problem is not None:
                message = say("{message}{hint}", message=problem.message, hint=self.context.hint(word, groups))
                if message == problem.message and problem.column is not None:
                    message = say(
                        "{message}, at character {place} of {text}",
                        message=problem.message,
                        place=at + problem.column + 1,
                        text=repr(cut(node.value)),
                    )
                self.context.complain(problem.code, node, path, message)
                return None
            kinds += more
        if twice := {kind for kind in kinds if kinds.count(kind) > 1}:
            self.context.complain("duplicate_tile", node, path, say("{tiles} is repeated", tiles=format_tiles(twice)))
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
