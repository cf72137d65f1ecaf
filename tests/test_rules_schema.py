"""What the schema says of rules files is what the rooms that use them have."""

from typing import get_args

from mjcalc.hand import CALLS, WAYS, By, Call
from mjcalc.rules import schema
from mjcalc.rules.inherit import BY_ID, REMOVABLE
from mjcalc.rules.json_schema import json_schema
from mjcalc.scoring import VOCABULARY
from mjcalc.scoring.methods import METHODS, SIDES
from mjcalc.solver import shapes


def test_every_method_of_the_schema_can_be_scored_and_no_other() -> None:
    assert set(get_args(schema.Method)) == set(METHODS) == set(SIDES)


def test_every_side_counts_with_some_method() -> None:
    assert set(get_args(schema.Side)) == {side for sides in SIDES.values() for side in sides}


def test_every_form_of_the_schema_can_be_solved_and_no_other() -> None:
    assert set(get_args(schema.Form)) == set(get_args(shapes.Form))


def test_calls_and_ways_of_winning_are_those_of_a_hand() -> None:
    assert get_args(Call) == CALLS
    assert get_args(By) == WAYS


def test_names_are_in_every_language() -> None:
    assert get_args(schema.Language) == tuple(schema.Names.__struct_encode_fields__)


def test_what_is_merged_and_removed_by_id_is_there() -> None:
    properties = json_schema(VOCABULARY)["properties"]
    assert set(REMOVABLE) == set(properties["remove"]["properties"])
    assert {path[0] for path in REMOVABLE.values()} <= set(properties)
    assert set(BY_ID) - {"rules"} <= set(properties)
