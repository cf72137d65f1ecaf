"""What must be true of every score, whatever the hand."""

import random
from collections.abc import Collection
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mjcalc
from mjcalc.round import round_of
from mjcalc.rules import load, tile_set
from mjcalc.scoring.judge import Judge
from mjcalc.solver.position import Position
from mjcalc.solver.readings import Reader, Reading
from mjcalc.solver.shapes import Shape
from mjcalc.tiles import NAMES
from tests.support.dealing import VARIANTS, deal
from tests.support.sizes import few_or_all

seeds = st.integers(0, 2**32)
variants = st.sampled_from(VARIANTS)


def shuffled(text: str, chance: random.Random) -> str:
    """The same hand with its tiles and its melds in another order."""
    pieces = text.split()
    chance.shuffle(pieces)
    return " ".join(pieces)


@given(seeds, variants)
def test_payments_always_sum_to_the_gain(seed: int, rules: str) -> None:
    score = mjcalc.score(**deal(random.Random(seed), rules))
    assert sum(payment.pays for payment in score.payments) == score.gain
    assert score.legal == (not score.reasons) == (score.gain > 0)
    if score.legal:
        assert [payment.seat for payment in score.payments] == ["right", "across", "left"]


@given(seeds, variants)
def test_the_order_in_which_tiles_are_typed_never_matters(seed: int, rules: str) -> None:
    chance = random.Random(seed)
    hand = deal(chance, rules)
    pieces = hand["hand"].split()
    tiles = [piece for piece in pieces if not piece.startswith("+")]
    melds = [piece for piece in pieces if piece.startswith("+")]
    chance.shuffle(tiles)
    assert mjcalc.score(**hand) == mjcalc.score(**hand | {"hand": " ".join(tiles + melds)})


@given(seeds, variants)
def test_the_order_of_melds_matters_only_to_responsibility(seed: int, rules: str) -> None:
    chance = random.Random(seed)
    hand = deal(chance, rules)
    one, other = mjcalc.score(**hand), mjcalc.score(**hand | {"hand": shuffled(hand["hand"], chance)})
    for field in ("legal", "reasons", "shape", "sets", "fans", "total", "cap"):
        assert getattr(one, field) == getattr(other, field)
    assert [payment.share for payment in one.payments] == [payment.share for payment in other.payments]


@given(seeds, variants)
def test_the_canonical_hand_scores_the_same(seed: int, rules: str) -> None:
    hand = deal(random.Random(seed), rules)
    score = mjcalc.score(**hand)
    assert mjcalc.score(**hand | {"hand": score.hand}) == score


RICHER: list[tuple[str, dict[str, Any]]] = [
    ("huangshi", {"open_counts": "per_meld"}),
    ("huangshi", {"hard_win": "none_substituting"}),
    ("huangshi", {"fans.full_flush": 20}),
    ("huangshi", {"fans.self_draw": 3, "fans.all_pungs": 15}),
    ("huangshan-fei", {"fans.half_flush": 8}),
    ("huangshan", {"fans.plain": 2, "fans.full_flush": 16}),
    ("huangmei", {"fans.all_pungs": 20}),
    ("huangmei", {"fans.concealed_hand": 2}),
]


@pytest.mark.parametrize("rules, setting", RICHER, ids=str)
@given(seed=seeds)
def test_a_hand_never_pays_less_when_a_setting_only_adds_value(seed: int, rules: str, setting: dict[str, Any]) -> None:
    hand = deal(random.Random(seed), rules)
    assert mjcalc.score(**hand, set=setting).gain >= mjcalc.score(**hand).gain


class EveryReading:
    """A reader that leaves nothing out: what the judge's own reader must be as good as."""

    def __init__(self, judge: Judge) -> None:
        self.layout = judge._layout
        self.reader = Reader(judge.shape_set)
        self.closed_shapes = self.reader.closed_shapes

    def readings(self, position: Position, win: int, shapes: Collection[Shape]) -> list[Reading]:
        found = self.reader.readings(position, win, shapes)
        return [
            Reading(
                reading.shape,
                reading.blocks,
                reading.won,
                reading.won_at,
                sum(self.layout.label(block.kind, block.tiles) for block in reading.blocks)
                + self.layout.won_label(
                    reading.blocks[reading.won].kind,
                    reading.blocks[reading.won].tiles,
                    reading.won_at,
                    reading.blocks[reading.won].wilds,
                ),
            )
            for reading in found
        ]


@few_or_all
@pytest.mark.parametrize("rules", VARIANTS)
def test_no_reading_that_was_left_out_would_have_paid_more_or_come_first(
    rules: str, monkeypatch: pytest.MonkeyPatch, share: int
) -> None:
    chance = random.Random(rules)
    has_wilds = mjcalc.score("123m456m789m123p55p", rules=rules).notes != () and rules != "huangshan"
    for round_ in range(150 // share):
        hand = deal(chance, rules, wilds=round_ % 4 if has_wilds else None)
        quick = mjcalc.score(**hand)
        judge = round_of(rules, {}, hand.get("indicator"), None).judge
        with monkeypatch.context() as patch:
            patch.setattr(judge, "_reader", EveryReading(judge))
            assert mjcalc.score(**hand) == quick


@given(seeds, variants)
def test_a_tile_is_a_wait_exactly_where_it_makes_a_complete_hand(seed: int, rules: str) -> None:
    hand = deal(random.Random(seed), rules)
    options = {key: hand[key] for key in ("rules", "indicator") if key in hand}
    before = hand["hand"].split()
    before.remove(hand["win"])
    text = " ".join(before)
    ready = mjcalc.waits(text, **options)
    waits = {wait.tile for wait in ready.waits}
    completing = set()
    for kind in sorted(tile_set(load(rules)).kinds):
        try:
            score = mjcalc.score(text, win=NAMES[kind], **options)
        except mjcalc.ImpossibleError:  # every copy is already there
            continue
        if not {"not_complete", "kong_tile_in_hand", "flower_in_hand"} & {reason.id for reason in score.reasons}:
            completing.add(NAMES[kind])
    assert waits == completing
    assert ready.shanten == 0 or not waits


def test_a_condition_may_choose_by_an_option_that_is_null(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(
        """
id: mine
names: {zh-Hant: 本桌, zh-Hans: 本桌, en: Our table}
extends: huangshan
options:
  bonus: {value: null, choices: [null, 2], why: our table's own}
fans:
  - id: plain
    when: [{by_option: bonus, null: {shape: standard}, 2: drawn}]
""",
        encoding="utf-8",
    )
    drawn, thrown = {"rules": str(path)}, {"rules": str(path), "from_": "left"}
    hand = "123m456m789p22s345s"
    assert mjcalc.score(hand, **thrown).total == 1
    assert [mjcalc.score(hand, **how, set={"bonus": 2}).total for how in (drawn, thrown)] == [1, 0]
