"""Whether every throw of two dice means one thing, and only one."""

import re

from mjcalc.rules.checks.context import Context
from mjcalc.rules.document import Node
from mjcalc.texts import say

__all__ = ["check_dice"]

_SUMS = range(2, 13)
_WORDS = ("{total}", "{low}", "{high}")


def check_dice(context: Context) -> None:
    """Add a problem for every sum of two dice that a rule leaves out, names twice or cannot have."""
    for rule in context.items("dice"):
        name = rule.get("id")
        path = f"dice.{name.text}" if name is not None else "dice"
        outcomes = rule.get("outcomes")
        if outcomes is None or not isinstance(outcomes.value, list):
            continue
        said: set[int] = set()
        for place, outcome in enumerate(outcomes.items(), 1):
            said |= _check_outcome(context, outcome, f"{path}.outcomes[{place}]", said)
        if left := [total for total in _SUMS if total not in said]:
            context.complain("missing_total", rule, path, say("no outcome has the totals {totals}", totals=left))


def _check_outcome(context: Context, outcome: Node, path: str, said: set[int]) -> set[int]:
    """The sums that an outcome names; what is wrong with it is added."""
    text = outcome.get("text")
    for language, sentence in text.entries().items() if text is not None else ():
        for word in re.findall(r"\{[^}]*\}?|\}", sentence.text):
            if word not in _WORDS:
                context.not_one_of(_WORDS, Node(word, sentence.file, sentence.line, word), f"{path}.text.{language}")
    totals = outcome.get("totals")
    nodes = totals.items() if totals is not None else []
    if not nodes:
        nodes = [Node(total, outcome.file, outcome.line, str(total)) for total in _SUMS]
    found: set[int] = set()
    for node in nodes:
        if type(node.value) is not int:
            continue
        if node.value not in _SUMS:
            message = say("two dice never make {number}, only 2 to 12", number=node.value)
            context.complain("out_of_range", node, f"{path}.totals", message)
        elif node.value in said | found:
            message = say("the total {number} stands here again", number=node.value)
            context.complain("duplicate_total", node, f"{path}.totals", message)
        found.add(node.value)
    return found
