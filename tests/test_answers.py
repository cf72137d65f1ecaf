"""The answers as records: what they say beside the numbers."""

from typing import Any

import msgspec
import pytest

import mjcalc
from mjcalc.answers import chances
from mjcalc.answers.notes import NOTES
from mjcalc.answers.records import Note, Responsible, Score, Waits

PLAIN = {"hand": "123m456m789s22s +peng5p@right +gang中中", "win": "3m", "rules": "huangshi"}
RICH = {"hand": "22m56m +peng1m +gang8m +gang9m +da**", "win": "7m", "rules": "huangshi", "indicator": "1p"}


def codes(answer: Score | Waits) -> list[str]:
    """The codes of an answer's notes."""
    return [note.code for note in answer.notes]


def test_every_answer_names_its_question_first() -> None:
    ready = "123p456p678s8889m"
    answers = (mjcalc.score(**PLAIN), mjcalc.waits(ready, rules="hm"), mjcalc.discards(ready + "中", rules="hm"))
    assert [msgspec.json.encode(answer)[:14] for answer in answers] == [
        b'{"op":"score",',
        b'{"op":"waits",',
        b'{"op":"discard',
    ]


def test_an_answer_tells_the_round() -> None:
    given = {"indicator": "1s", "dealer": "left", "streak": 3, "rules": "huangshan-fei"}
    answers = (
        mjcalc.score("123m456m789m22p345p", **given),
        mjcalc.waits("123m456m789m22p34p", **given),
        mjcalc.discards("123m456m789m22p345p", **given),
    )
    assert {(answer.wild, answer.dealer, answer.base) for answer in answers} == {("2s", "left", 11)}
    unknown = mjcalc.score(**PLAIN)
    assert (unknown.wild, unknown.dealer, unknown.base) == (None, None, 1)


def test_a_meld_tells_who_fed_it() -> None:
    score = mjcalc.score("22m +peng5p@right +chi123m +gang9s +angang中", rules="huangshan", win="2m")
    fed = {"".join(part.tiles[:1]): part.feeder for part in score.sets}
    assert fed == {"2m": None, "1m": "left", "5p": "right", "9s": None, "中": None}


def test_notes_come_in_the_language_asked_for() -> None:
    said = {lang: mjcalc.score(**PLAIN, lang=lang).notes for lang in ("zh-Hant", "zh-Hans", "en")}  # type: ignore[arg-type]
    assert {notes[0].code for notes in said.values()} == {"anonymous_wild"}
    assert len({notes[0].text for notes in said.values()}) == 3


def test_the_rule_and_the_seats_that_are_responsible_are_told() -> None:
    score = mjcalc.score("55p +peng1m@right +peng7p@right +peng9p@right +peng3p@across", win="5p", rules="fei")
    assert score.responsible == (Responsible("fed_three", ("right",)), Responsible("fed_fourth", ("across",)))
    assert mjcalc.score(**PLAIN).responsible == ()


@pytest.mark.parametrize(
    ("losers", "cap", "noted"),
    [({}, "haba_cap", True), ({"right": ""}, "haba_cap", False), ({"left": "+peng9s"}, "bright_cap", False)],
)
def test_a_cap_by_open_losers_is_noted_where_nothing_was_said_of_them(
    losers: dict[str, str], cap: str, noted: bool
) -> None:
    score = mjcalc.score(**RICH, losers=losers)  # type: ignore[arg-type]
    assert score.cap == cap
    assert ("losers_not_given" in codes(score)) == noted
    before = {**RICH, "win": None}
    waits = mjcalc.waits(**before, losers=losers)  # type: ignore[arg-type]
    assert ("losers_not_given" in codes(waits)) == noted


def test_a_cap_that_does_not_look_at_open_losers_is_not_noted() -> None:
    capped = mjcalc.score(
        "123m456m789s22s +peng5p@right +da** +da中", win="3m", rules="hs", indicator="7p", dealer="right"
    )
    assert (capped.cap, codes(capped)) == ("cap", [])


def test_a_wait_tells_why_it_may_not_win_in_words() -> None:
    waits = mjcalc.waits("123m456m78s22s +peng9p", rules="huangmei", lang="en")
    thrown = waits.waits[0].discard
    assert thrown is not None
    assert thrown.reasons == ("under_minimum",) == tuple(reason.id for reason in thrown.why)
    assert thrown.why[0].text == "1 of the 2 fans needed"
    assert waits.waits[0].self_draw.why == ()


def test_every_note_has_a_meaning_and_speaks_of_no_flag(monkeypatch: pytest.MonkeyPatch) -> None:
    fed = "55p +chi123m +chi456m +chi789m +peng3p@right"
    asked = [
        PLAIN,
        RICH,
        {"hand": "123m456m789p22s345s", "rules": "huangshan", "streak": 2},
        {"hand": "123m456m78p99s +peng1s", "win": "9p", "by": "rob-kong", "from_": "left", "rules": "hm"}
        | {"losers": {"right": "+peng9p"}},
        {"hand": fed, "win": "5p", "rules": "fei", "set": {"fans.single_tile": 5}},
        {"hand": "55p +peng1m +peng7p +peng9p@right +peng3p@right", "win": "5p", "rules": "fei"},
        {"hand": "123m456m789m55p東東東", "win": "5p", "rules": "guobiao"},
    ]
    before = [
        {"hand": "11233m456p22789s", "rules": "fei", "indicator": "東"},
        {"hand": "55m78p +chi123m +chi456p +chi789s +da*", "rules": "fei", "indicator": "東"},
        {"hand": "123456789m55p78s", "rules": "hs", "indicator": "9p", "draws": 3},
        {"hand": "14789m258p147s東南", "rules": "huangshan", "draws": 1},
    ]
    monkeypatch.setattr(chances, "MOST_POSITIONS", 500)
    notes: list[Note] = []
    for lang in ("zh-Hant", "zh-Hans", "en"):
        for question in asked:
            notes += mjcalc.score(**question, lang=lang).notes  # type: ignore[arg-type]
        for question in before:
            notes += mjcalc.waits(**question, lang=lang).notes  # type: ignore[arg-type]
    assert {note.code for note in notes} == NOTES.keys()
    assert not [note.text for note in notes if "--" in note.text or "{" in note.text]


@pytest.mark.parametrize("ask", [mjcalc.waits, mjcalc.discards])
def test_a_robbed_kong_is_refused_for_a_hand_that_has_not_won(ask: Any) -> None:
    hand = "123m456m78s22s +peng5p +gang中中" + ("" if ask is mjcalc.waits else " 9s")
    with pytest.raises(mjcalc.ImpossibleError) as caught:
        ask(hand, rules="hs", indicator="7p", by="rob-kong", from_="left")
    assert [problem.code for problem in caught.value.problems] == ["way_not_told"]


def test_waits_on_the_tile_after_a_kong_are_worth_what_that_win_is_worth() -> None:
    hand = "123m456m78s22s +gang5p +gang中中"
    usual = mjcalc.waits(hand, rules="hs", indicator="7p").waits[0].self_draw
    after_kong = mjcalc.waits(hand, rules="hs", indicator="7p", by="kong-draw").waits[0].self_draw
    assert "kong_draw" in after_kong.fans and "kong_draw" not in usual.fans


BIG = "123456789m55m +peng2m@left"


def test_a_fan_set_to_nothing_does_not_count() -> None:
    usual = mjcalc.score(BIG, rules="hs", indicator="1p", win="5m")
    assert usual.legal and [fan.id for fan in usual.fans if fan.side == "big"] == ["full_flush"]
    nothing = mjcalc.score(BIG, rules="hs", indicator="1p", win="5m", set={"fans.full_flush": 0})
    assert [reason.id for reason in nothing.reasons] == ["under_minimum"]


def test_a_fan_set_to_nothing_makes_nobody_responsible() -> None:
    hand = "123m55m +peng2m@left +peng7m@left +peng9m@left +gang中中"
    usual = mjcalc.score(hand, rules="hs", indicator="1p", win="5m")
    assert [(one.rule, one.seats) for one in usual.responsible] == [("full_flush", ("left",))]
    nothing = mjcalc.score(hand, rules="hs", indicator="1p", win="5m", set={"fans.full_flush": 0})
    assert nothing.legal and nothing.responsible == ()


def test_a_fan_set_to_nothing_leaves_the_minimum_to_the_others() -> None:
    hand = "123m456m789s22s +peng5p@right +gang中 +gang發發"
    assert mjcalc.score(hand, rules="hs", indicator="7p", win="3m", set={"fans.zhong_kong": 0}).legal
