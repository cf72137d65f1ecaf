"""Whatever is played, the book adds up, follows the rules, and can be taken back to the letter."""

import os
import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import json

from mjcalc import game
from mjcalc.report.game import format_game
from tests.support.dealing import VARIANTS
from tests.support.evenings import PLAYERS, Model, play_step, quick_folder


def everything(file: str) -> list[object]:
    """All that the book can be asked for, to the byte."""
    whole = game.export(file)
    return [
        json.encode(game.show(file)),
        json.encode(game.show(file, deals=True)),
        json.encode(whole),
        game.format_csv(whole),
        *(format_game(game.show(file, deals=True), lang=lang) for lang in ("zh-Hant", "zh-Hans", "en")),
    ]


@pytest.mark.parametrize("rules", VARIANTS)
@settings(max_examples=2)
@given(seed=st.integers(0, 1 << 32))
def test_a_random_evening_adds_up_and_follows_the_rules(rules: str, seed: int) -> None:
    play(rules, seed)


@pytest.mark.slow
@pytest.mark.parametrize("rules", VARIANTS)
@settings(max_examples=100)
@given(seed=st.integers(0, 1 << 32))
def test_many_random_evenings_add_up_and_follow_the_rules(rules: str, seed: int) -> None:
    play(rules, seed)


def play(rules: str, seed: int) -> None:
    """An evening of fourteen steps beside the model, and all the way back."""
    chance = random.Random(seed)
    model = Model(rules)
    with quick_folder() as folder:
        file = os.path.join(folder, "evening.mj")
        game.new(file, rules=rules, players=PLAYERS)
        before = [everything(file)]
        for _ in range(14):
            play_step(chance, file, model)
            shown = game.show(file, deals=True)
            assert model.agrees_with(shown)
            assert sum(player.total for player in shown.players) + shown.house == 0
            for place, player in enumerate(shown.players):
                assert player.total == sum(list(entry.payments.values())[place] for entry in shown.entries or ())
            now = everything(file)
            if len(model.states) < len(before):
                before.pop()
                assert now == before[-1]
            elif len(model.states) > len(before):
                before.append(now)
            else:
                assert now == before[-1]
        checked = game.check(file)
        assert checked.differences == ()
        assert (checked.entries, checked.rules_changed) == (len(before) - 1, False)
        while len(before) > 1:
            before.pop()
            game.undo(file)
            assert everything(file) == before[-1]
        with pytest.raises(game.GameError, match="no entry to take back"):
            game.undo(file)


def test_the_random_evenings_have_wins_of_every_variant_and_several_winners_where_there_may_be() -> None:
    wins, several = Counter[str](), set()
    with quick_folder() as folder:
        for rules in VARIANTS:
            for seed in range(8):
                file = os.path.join(folder, f"{rules}-{seed}.mj")
                game.new(file, rules=rules, players=PLAYERS)
                chance, model = random.Random(seed), Model(rules)
                for _ in range(20):
                    play_step(chance, file, model)
                deals = Counter(entry.deal for entry in game.export(file).entries or () if entry.kind == "win")
                wins[rules] += sum(deals.values())
                several |= {rules for number in deals.values() if number > 1}
    assert min(wins[rules] for rules in VARIANTS) > 10
    assert several == {"huangmei"}
