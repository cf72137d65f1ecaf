"""The JSON Schema of rules files, for editors that complete and underline while one types."""

from typing import Any

import msgspec

from mjcalc.rules.inherit import REMOVABLE
from mjcalc.rules.schema import Condition, Variant
from mjcalc.rules.vocabulary import BOUNDS, Vocabulary

__all__ = ["json_schema"]

_MERGED_BY_ID = ("Source", "ShapeRule", "FanRule", "Requirement", "ResponsibilityRule", "DiceRule", "TableRule")
_MERGED_BY_KEY = ("Tiles", "WildRule", "Scoring", "Option", "Cap", "DealerRule")


def json_schema(vocabulary: Vocabulary) -> dict[str, Any]:
    """The schema that the checker goes by, with the predicates there are; it allows what ``extends`` makes optional.

    >>> json_schema(Vocabulary())["required"]
    ['id', 'names']
    """
    _, parts = msgspec.json.schema_components([Variant, Condition], ref_template="#/$defs/{name}")
    condition = _plain_condition()
    parts = {name: _refer(part, condition) for name, part in parts.items()}
    parts["Condition"] = _condition(vocabulary)
    for name in _MERGED_BY_ID:
        parts[name]["required"] = ["id"]
    for name in _MERGED_BY_KEY:
        parts[name].pop("required", None)
    whole = parts.pop("Variant")
    needed = whole["required"]
    ids = {"type": "array", "items": {"type": "string"}}
    whole["properties"] |= {
        "extends": {"type": "string", "description": "the id, alias or file of the variant that this one changes"},
        "remove": {
            "type": "object",
            "description": "what is not taken over from it",
            "properties": dict.fromkeys(REMOVABLE, ids),
            "additionalProperties": False,
        },
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **whole,
        "title": "A variant of mahjong for mjcalc",
        "required": ["id", "names"],
        "if": {"not": {"required": ["extends"]}},
        "then": {"required": needed},
        "$defs": parts,
    }


def _plain_condition() -> Any:
    (schema,), _ = msgspec.json.schema_components([Condition])
    return schema["anyOf"]


def _refer(part: Any, condition: Any) -> Any:
    """The same part with every condition replaced by a reference to the one definition of it."""
    if isinstance(part, list):
        return [_refer(one, condition) for one in part]
    if not isinstance(part, dict):
        return part
    found = part.get("anyOf", [])
    if all(choice in found for choice in condition):
        rest = [choice for choice in found if choice not in condition]
        kept = {key: value for key, value in part.items() if key not in ("anyOf", "description")}
        return {**kept, "anyOf": [{"$ref": "#/$defs/Condition"}, *rest]}
    return {key: _refer(value, condition) for key, value in part.items()}


def _condition(vocabulary: Vocabulary) -> dict[str, Any]:
    again = {"$ref": "#/$defs/Condition"}
    alone = [word for word in vocabulary.words.values() if word.takes == "nothing"]
    asked = [word for word in vocabulary.words.values() if word.takes != "nothing"]
    return {
        "title": "Condition",
        "anyOf": [
            *({"const": word.name, "description": str(word.meaning)} for word in alone),
            {
                "type": "object",
                "properties": {word.name: {"description": f"{word.meaning} ({word.takes})"} for word in asked},
                "additionalProperties": False,
                "minProperties": 1,
                "maxProperties": 1,
            },
            {
                "type": "object",
                "properties": {"by_option": {"type": "string", "description": "the name of an option"}},
                "required": ["by_option"],
                "additionalProperties": {"anyOf": [again, {"type": "null"}]},
            },
            {
                "type": "object",
                "properties": {"count": again, **{bound: {"type": "integer", "minimum": 0} for bound in BOUNDS}},
                "required": ["count"],
                "minProperties": 2,
                "additionalProperties": False,
            },
            {"type": "array", "items": again},
        ],
    }
