"""What only a rules file as a whole can get wrong: parts that do not go together, or that nothing uses."""

from mjcalc.rules.checks.context import SIDES, Ground, read_tiles
from mjcalc.rules.checks.dice import check_dice
from mjcalc.rules.document import Node
from mjcalc.rules.settings import choice_text, fits
from mjcalc.tiles import format_tiles

__all__ = ["check_whole"]

_SIDES_OF_METHOD = {
    "additive": ("fan", "limit"),
    "product": ("fan", "winner", "limit"),
    "product_per_loser": ("winner", "loser", "both", "big", "limit"),
}


def check_whole(ground: Ground) -> None:
    """Add every such problem; unused parts that the file only inherits are left out of the tree without a word."""
    for fan in ground.items("fans"):
        if fan.entries():
            _check_fan(ground, fan)
    for shape in ground.items("shapes"):
        _check_shape(ground, shape)
    options = ground.tree.get("options")
    for name, option in options.entries().items() if options is not None else ():
        _check_option(ground, option, f"options.{name}")
    _check_wild(ground)
    check_dice(ground)
    _check_use(ground, "options", "no fan or rule uses it")
    _check_use(ground, "caps", "it has no 'when', and no limit hand is worth it")


def _label(entry: Node, group: str) -> str:
    own_id = entry.get("id")
    return f"{group}.{own_id.text}" if own_id is not None else group


def _check_fan(ground: Ground, fan: Node) -> None:
    path = _label(fan, "fans")
    node, method = fan.get("side"), ground.tree.get("scoring", "method")
    side = node.text if node is not None else "fan"
    sides = _SIDES_OF_METHOD.get(method.text, SIDES) if method is not None else SIDES
    if side in SIDES and side not in sides and method is not None:
        message = f"{side!r} fans never count with the method {method.text}. Allowed: {', '.join(sides)}"
        ground.complain("not_allowed", node or fan, f"{path}.side", message)
    limit = fan.get("limit")
    if fan.get("value") is None and (side != "limit" or limit is None or limit.value is None):
        wanted = "'value', or a 'limit'," if side == "limit" else "'value'"
        ground.complain("missing_key", fan, path, f"the key {wanted} is missing")


def _check_shape(ground: Ground, shape: Node) -> None:
    path, form, tiles = _label(shape, "shapes"), shape.get("form"), shape.get("tiles")
    if form is None:
        return
    if form.text == "all_of" and tiles is None:
        ground.complain("missing_key", shape, path, "the key 'tiles' is missing; all_of needs it")
    if form.text != "all_of" and tiles is not None:
        ground.complain("unknown_key", tiles, f"{path}.tiles", f"only all_of has tiles, not {form.text}")
    if form.text == "four_wilds" and "wilds" not in ground.features:
        ground.complain("never_applies", shape, path, "this shape can never apply: the variant has no wilds")


def _check_option(ground: Ground, option: Node, path: str) -> None:
    kind, value = option.get("type"), option.get("value")
    sort = kind.text if kind is not None else "choice"
    node = option.get("choices")
    choices = [child.value for child in node.items()] if node is not None else []
    if sort == "choice" and not choices:
        message = "give the 'choices', or a 'type': bool, number or number_or_null"
        ground.complain("missing_key", option, path, message)
    elif value is not None and not value.misread and not fits(value.value, sort, choices):
        types = {"bool": ["true", "false"], "number": ["a whole number"], "number_or_null": ["a whole number", "null"]}
        allowed = types.get(sort) or list(map(choice_text, choices))
        ground.not_one_of(allowed, value, f"{path}.value", "value of this option")


def _check_wild(ground: Ground) -> None:
    wild = ground.tree.get("tiles", "wild")
    if wild is None or wild.value is None or not ground.kinds:
        return
    special = wild.get("special")
    texts = [*ground.items("tiles", "wild", "cycles")]
    texts += [Node(key, child.file, child.line, key) for key, child in (special.entries() if special else {}).items()]
    said: set[int] = set()
    for node in texts:
        kinds = read_tiles(node.text)[0]
        if twice := said.intersection(kinds):
            message = f"it is already said which tile is wild when {format_tiles(twice)} is flipped"
            ground.complain("duplicate_tile", node, "tiles.wild", message)
        said.update(kinds)
    if left := ground.kinds - said:
        message = f"which tile is wild when {format_tiles(left)} is flipped? Add it to 'cycles' or 'special'"
        ground.complain("missing_tile", wild, "tiles.wild", message)


def _check_use(ground: Ground, group: str, message: str) -> None:
    owner = ground.tree.get(group)
    for name, node in list(owner.entries().items()) if owner is not None else ():
        when = node.get("when")
        if (group, name) in ground.used or (when is not None and when.value is not None):
            continue
        if node.file == ground.tree.file:
            ground.complain("unused", node, f"{group}.{name}", message)
        elif owner is not None:
            del owner.value[name]
