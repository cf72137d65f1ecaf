"""Conditions that show what they mean by tiles: sets by example, and a whole hand before its winning tile.

Each check answers with the reason why its condition can never hold, or None.
"""

from mjcalc.errors import MjcalcError, Problem
from mjcalc.rules.checks.context import Context, read_tiles
from mjcalc.rules.document import Node
from mjcalc.rules.suggest import cut
from mjcalc.rules.tile_texts import ExampleSet, NotASetError, parse_sets
from mjcalc.texts import Text, say
from mjcalc.tiles import DRAGONS, WINDS, format_tiles

__all__ = ["check_hand", "check_sets"]

_HAND = 13
_SORTS = (range(27), WINDS, DRAGONS)


def check_sets(context: Context, node: Node, path: str) -> Text | None:
    """One example of sets, or a list of them."""
    children = node.value if isinstance(node.value, list) else [node]
    if not children:
        context.expected(say("at least one example of sets"), node, path)
        return None
    reasons = [_check_example(context, child, path) for child in children]
    return reasons[0] if all(reasons) else None


def _check_example(context: Context, node: Node, path: str) -> Text | None:
    if not isinstance(node.value, str) or node.misread:
        context.expected(say("sets as text, such as 123m 456m"), node, path)
        return None
    try:
        sets = parse_sets(node.value)
    except MjcalcError as error:
        context.complain(error.problems[0].code, node, path, _in_text(error.problems[0], node))
        return None
    except NotASetError as error:
        message = say("{tiles} is not a chow, a pung or a pair", tiles=error.tiles)
        context.complain("wrong_argument", node, path, message)
        return None
    pairs = sum(one.kind == "pair" for one in sets)
    if not sets or (not (len(sets) - pairs <= 4 and pairs <= 1) and not (pairs == len(sets) <= 7)):
        message = say(
            "{sets} is in no hand: there are four sets and a pair, or seven pairs", sets=repr(cut(node.value))
        )
        context.complain("wrong_argument", node, path, message)
        return None
    return next(filter(None, [_missing(context, one) for one in sets]), None)


def _missing(context: Context, one: ExampleSet) -> Text | None:
    """Winds and dragons may be any of their sort, and numbers of any suit."""
    sort = next(sort for sort in _SORTS if one.tile in sort)
    lost = not any(context.has_tile(kind) for kind in sort)
    return say("the variant has no {missing}", missing=format_tiles(sort)) if lost else None


def check_hand(context: Context, node: Node, path: str) -> Text | None:
    """Thirteen tiles."""
    if not isinstance(node.value, str) or node.misread:
        context.expected(say("{number} tiles as text", number=_HAND), node, path)
        return None
    kinds, problem = read_tiles(node.value, context.groups)
    if problem is not None:
        context.complain(problem.code, node, path, _in_text(problem, node))
    elif len(kinds) != _HAND or max(map(kinds.count, kinds)) > 4:
        message = say(
            "{number} tiles stand here; a hand without melds has {most}, at most four of each kind",
            number=len(kinds),
            most=_HAND,
        )
        context.complain("wrong_argument", node, path, message)
    elif missing := {kind for kind in kinds if not context.has_tile(kind)}:
        return say("the variant has no {missing}", missing=format_tiles(missing))
    return None


def _in_text(problem: Problem, node: Node) -> Text:
    return say("{message} in {text}", message=problem.message, text=repr(cut(node.value)))
