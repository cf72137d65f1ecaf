"""What only a rules file as a whole can get wrong: parts that do not go together, or that nothing uses."""

from collections.abc import Mapping

from mjcalc.rules.checks.context import MOST_CHOICES, SIDES, Context, read_tiles
from mjcalc.rules.checks.dice import check_dice
from mjcalc.rules.document import Node
from mjcalc.rules.settings import choice_text, fits
from mjcalc.rules.suggest import cut
from mjcalc.rules.vocabulary import Vocabulary
from mjcalc.texts import Text, say
from mjcalc.tiles import format_tiles

__all__ = ["check_consistency"]

_HONORS = (5, 6, 7)
"""How many honors there can be among 14 different tiles of which at most nine are knitted."""


def check_consistency(context: Context, vocabulary: Vocabulary | None) -> None:
    """Add every such problem. Unused parts that the file only inherits are silently dropped from the tree."""
    for fan in context.items("fans"):
        if fan.entries():
            _check_fan(context, fan, vocabulary.sides if vocabulary is not None else {})
    for shape in context.items("shapes"):
        _check_shape(context, shape)
    options = context.tree.get("options")
    for name, option in options.entries().items() if options is not None else ():
        _check_option(context, option, f"options.{name}")
    _check_wild(context)
    _check_payment(context)
    check_dice(context)
    _check_use(context, "options", say("no fan or rule uses it"))
    _check_use(context, "caps", say("it has no 'when', and no limit hand names it"))


def _label(entry: Node, group: str) -> str:
    own_id = entry.get("id")
    return f"{group}.{own_id.text}" if own_id is not None else group


def _check_fan(context: Context, fan: Node, sides_of: Mapping[str, tuple[str, ...]]) -> None:
    path = _label(fan, "fans")
    node, method = fan.get("side"), context.tree.get("scoring", "method")
    side = node.text if node is not None else "fan"
    sides = sides_of.get(method.text, SIDES) if method is not None else SIDES
    if side in SIDES and side not in sides and method is not None:
        message = say(
            "{side} fans never count with the method {method}. Allowed: {allowed}",
            side=repr(side),
            method=method.text,
            allowed=sides,
        )
        context.complain("not_allowed", node or fan, f"{path}.side", message)
    value, combinations = fan.get("value"), context.tree.get("scoring", "combinations")
    accounts = combinations is not None and combinations.text == "account_once"
    if value is not None and isinstance(value.value, list) and accounts and _asks_sets(fan):
        message = say("a fan that sets make has one value where they account for themselves once, not a list")
        context.complain("wrong_type", value, f"{path}.value", message)
    limit = fan.get("limit")
    if side == "limit" and (limit is None or limit.value is None):
        context.complain("missing_key", fan, path, say("the key 'limit' is missing; a limit hand names its cap"))
    elif side != "limit" and fan.get("value") is None:
        context.complain("missing_key", fan, path, say("the key {key} is missing", key="'value'"))


def _asks_sets(fan: Node) -> bool:
    """Whether ``sets`` stands by itself under ``per`` or ``when``."""
    parts = [part for key in ("per", "when") if (part := fan.get(key)) is not None]
    return any("sets" in one.entries() for part in parts for one in (part, *part.items()))


def _check_shape(context: Context, shape: Node) -> None:
    path, form, tiles = _label(shape, "shapes"), shape.get("form"), shape.get("tiles")
    if form is None:
        return
    if form.text == "all_of" and tiles is None:
        context.complain("missing_key", shape, path, say("the key 'tiles' is missing; all_of needs it"))
    if form.text != "all_of" and tiles is not None:
        message = say("only all_of has tiles, not {form}", form=cut(form.text))
        context.complain("unknown_key", tiles, f"{path}.tiles", message)
    honors = shape.get("honors")
    if honors is not None and form.text != "knitted_honors":
        message = say("only knitted_honors has honors, not {form}", form=cut(form.text))
        context.complain("unknown_key", honors, f"{path}.honors", message)
    elif honors is not None:
        wrong = [one for one in honors.items() if type(one.value) is int and one.value not in _HONORS]
        for node in wrong if honors.items() else [honors]:
            message = say("5, 6 or 7 of 14 tiles are honors; the others are of nine knitted ones")
            context.complain("out_of_range", node, f"{path}.honors", message)
    if form.text == "four_wilds" and "wilds" not in context.features:
        context.complain("never_applies", shape, path, say("this shape can never apply: the variant has no wilds"))


def _check_option(context: Context, option: Node, path: str) -> None:
    kind, value = option.get("type"), option.get("value")
    sort = kind.text if kind is not None else "choice"
    number = say("a whole number")
    types: dict[str, list[str]] = {"bool": ["true", "false"], "number": [number], "number_or_null": [number, "null"]}
    node = option.get("choices")
    choices = [child.value for child in node.items()] if node is not None else []
    if len(choices) > MOST_CHOICES:
        message = say(
            "an option may have at most {most} choices, not {number:,}", most=MOST_CHOICES, number=len(choices)
        )
        context.complain("too_many", option, path, message)
    elif sort == "choice" and not choices:
        message = say("give the 'choices', or a 'type': bool, number or number_or_null")
        context.complain("missing_key", option, path, message)
    elif value is not None and not value.misread and not fits(value.value, sort, choices):
        allowed = types.get(sort) or list(map(choice_text, choices))
        context.not_one_of(allowed, value, f"{path}.value", say("a value of this option"))
    for other in others.items() if (others := option.get("others")) is not None else ():
        if sort in ("choice", "bool"):
            message = say("only a number has 'others'; the other values of this option are known")
            context.complain("unknown_key", other, f"{path}.others", message)
        elif sort in types and not other.misread and not fits(other.value, sort, ()):
            context.not_one_of(types[sort], other, f"{path}.others", say("a value of this option"))


def _check_wild(context: Context) -> None:
    wild = context.tree.get("tiles", "wild")
    if wild is None or wild.value is None or not context.kinds:
        return
    special = wild.get("special")
    texts = [*context.items("tiles", "wild", "cycles")]
    texts += [Node(key, child.file, child.line, key) for key, child in (special.entries() if special else {}).items()]
    said: set[int] = set()
    for node in texts:
        kinds = read_tiles(node.text)[0]
        if twice := said.intersection(kinds):
            message = say("the wild for a flipped {tiles} is already given", tiles=format_tiles(twice))
            context.complain("duplicate_tile", node, "tiles.wild", message)
        said.update(kinds)
    if left := context.kinds - said:
        message = say(
            "which tile is wild when {tiles} is flipped? Add it to 'cycles' or 'special'", tiles=format_tiles(left)
        )
        context.complain("missing_tile", wild, "tiles.wild", message)


def _check_payment(context: Context) -> None:
    pays, paid_by = context.tree.get("scoring", "pays"), context.tree.get("scoring", "paid_by")
    if pays is not None and pays.value is not None and paid_by is not None and pays.file == paid_by.file:
        context.complain(
            "not_allowed", paid_by, "scoring.paid_by", say("'pays' says who pays already; only one of them")
        )


def _check_use(context: Context, group: str, message: Text) -> None:
    owner = context.tree.get(group)
    for name, node in list(owner.entries().items()) if owner is not None else ():
        when = node.get("when")
        if (group, name) in context.used or (when is not None and when.value is not None):
            continue
        if node.file == context.tree.file:
            context.complain("unused", node, f"{group}.{name}", message)
        elif owner is not None:
            del owner.value[name]
