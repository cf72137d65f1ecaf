"""Why a hand pays what it pays: everything in an explanation can be worked out again from what it says."""

import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from math import prod
from pathlib import Path
from typing import Any

import msgspec
import pytest

import mjcalc
from mjcalc import rules as rule_book
from mjcalc.answers.earned import LOOKS
from mjcalc.answers.explained import Explained
from mjcalc.report.answer import format_answer
from mjcalc.rules.schema import Variant
from mjcalc.scoring import PREDICATES
from tests.support.files import read_yaml

ROOT = Path(__file__).parent.parent
VARIANTS = sorted(path.stem for path in (ROOT / "rules").glob("*.yaml"))
SEATS = ["right", "across", "left"]

# The hands of this variant are too few; these follow other options of the same rules.
LENDERS = {"mcr": "guobiao"}


def hands_of(rules: str) -> list[dict[str, Any]]:
    """The arguments of a score for each worked case of a variant."""
    found = []
    for path in sorted((ROOT / "tests" / "cases").glob("*.yaml")):
        owner = next((known for known in sorted(VARIANTS, reverse=True) if f"{path.stem}-".startswith(f"{known}-")), "")
        if owner in (rules, LENDERS.get(rules)):
            for case in read_yaml(path):
                given = {key: value for key, value in case.items() if key not in ("name", "expect", "from")}
                found.append(given | {"rules": rules} | ({"from_": case["from"]} if "from" in case else {}))
    return found


def explained(given: dict[str, Any], **more: Any) -> Explained | None:
    """The explained score of a worked case, where it is one for a score that can be given."""
    try:
        score: Explained = mjcalc.score(**given | more, explain=True)
        return score
    except mjcalc.ImpossibleError:
        return None


@cache
def answers(rules: str) -> list[tuple[dict[str, Any], Explained]]:
    """Every worked case of a variant with its explained score."""
    return [(given, score) for given in hands_of(rules) if (score := explained(given)) is not None]


def document(score: Explained) -> Any:
    """The JSON of a score."""
    return msgspec.json.decode(msgspec.json.encode(score))


def worth(method: str, factors: list[dict[str, Any]]) -> int:
    """What the factors of a payment come to."""
    if any(one["side"] == "limit" for one in factors):
        return int(factors[0]["value"])
    if method == "additive":
        return sum(int(one["value"]) * one["count"] for one in factors)
    big = [one["value"] * one["count"] for one in factors if one["side"] == "big"]
    multipliers = [one["value"] ** one["count"] for one in factors if one["side"] in ("winner", "loser")]
    return int(prod(multipliers)) * (sum(big) if big else 1)


def configured(given: dict[str, Any]) -> Variant:
    """The variant of a case with its settings."""
    return rule_book.configure(rule_book.load(given["rules"]), given.get("set", {}))


@pytest.mark.parametrize("rules", VARIANTS)
def test_every_payment_follows_from_its_factors(rules: str) -> None:
    checked = 0
    for given, score in answers(rules):
        answer = document(score)
        why = answer["explain"]
        assert len(why["payments"]) == (3 if answer["legal"] else 0), given
        shares = {one["seat"]: one["share"] for one in why["payments"]}
        for one, paid in zip(why["payments"], answer["payments"], strict=True):
            amount = one["base"] * one["times"] * worth(why["method"], one["factors"]) + one["plus"]
            share = amount if one["cap_amount"] is None else one["cap_amount"]
            pays = -(-sum(shares[seat] for seat in one["for"]) // one["split"])
            assert (amount, share, pays) == (one["amount"], one["share"], one["pays"]), given
            kept = ("seat", "amount", "cap", "share", "pays")
            assert [one[key] for key in kept] == [paid[key] for key in kept], given
        checked += answer["legal"]
    assert checked >= 20


@pytest.mark.parametrize("rules", VARIANTS)
def test_every_factor_is_a_fan_of_the_answer(rules: str) -> None:
    for given, score in answers(rules):
        for one, paid in zip(score.explain.payments, score.payments, strict=True):
            wanted = [(fan.id, fan.name, fan.value, fan.count) for fan in score.fans]
            wanted += [(fan.id, fan.name, fan.value, fan.count) for fan in paid.fans]
            assert [(fan.id, fan.name, fan.value, fan.count) for fan in one.factors] == wanted, given


@pytest.mark.parametrize("rules", VARIANTS)
def test_an_explanation_changes_nothing_else(rules: str) -> None:
    for given, score in answers(rules):
        plain = mjcalc.score(**given)
        assert type(plain) is mjcalc.Score
        answer = document(score)
        del answer["explain"]
        assert answer == msgspec.json.decode(msgspec.json.encode(plain)), given


@pytest.mark.parametrize("rules", VARIANTS)
def test_whoever_pays_for_others_does_so_by_a_rule_of_the_answer(rules: str) -> None:
    for given, score in answers(rules):
        named = {seat: duty.rule for duty in reversed(score.responsible) for seat in duty.seats}
        assert {one.seat: one.rule for one in score.explain.payments if one.rule} == named, given
        for one in score.explain.payments:
            assert one.seats == ((one.seat,) if not named else tuple(SEATS) if one.seat in named else ()), given


def other_choices(variant: Variant) -> list[tuple[str, Any]]:
    """Every other choice for a reading of ours."""
    found: list[tuple[str, Any]] = []
    for name, option in variant.options.items():
        if option.source == "ours":
            values = (True, False) if option.type == "bool" else (*option.choices, *option.others)
            found += [(name, value) for value in values if value != option.value]
    return found


@pytest.mark.parametrize("rules", VARIANTS)
def test_the_readings_that_decided_are_those_that_change_a_payment(rules: str) -> None:
    for given, score in answers(rules)[::3]:
        told = {(one.option, one.other): one for one in score.explain.readings}
        pays = [one.pays for one in score.payments]
        for option, other in other_choices(configured(given)):
            instead = mjcalc.score(**given | {"set": given.get("set", {}) | {option: other}})
            then = [one.pays for one in instead.payments]
            one = told.pop((option, other), None)
            assert (one is None) == (then == pays), (given, option, other)
            if one is not None:
                assert (one.legal, one.gain, [*one.pays]) == (instead.legal, instead.gain, then or [0, 0, 0])
        assert not told


@pytest.mark.parametrize("rules", [rules for rules in VARIANTS if other_choices(rule_book.load(rules))])
def test_some_readings_decide(rules: str) -> None:
    assert any(score.explain.readings for _, score in answers(rules))


def test_every_number_that_is_a_reading_of_ours_says_what_others_play() -> None:
    for rules in VARIANTS:
        for name, option in rule_book.load(rules).options.items():
            if option.source == "ours" and option.type.startswith("number"):
                assert option.others, name


class TestEarned:
    @pytest.mark.parametrize("rules", VARIANTS)
    def test_tiles_are_of_the_hand(self, rules: str) -> None:
        for given, score in answers(rules):
            held = Counter(tile for part in score.sets for tile in part.tiles)
            beside = " ".join(score.hand.split(" ")[1:]).replace("*", score.wild or "*")
            held.update(re.findall("[東南西北中發白春夏秋冬梅蘭竹菊*]|[1-9][mps]", beside))
            for one in score.explain.fans:
                if one.seat is None:
                    assert not Counter(one.tiles) - held, (given, one)

    @pytest.mark.parametrize("rules", VARIANTS)
    def test_there_is_one_for_every_fan(self, rules: str) -> None:
        for given, score in answers(rules):
            wanted = [(fan.id, None) for fan in score.fans]
            wanted += [(fan.id, paid.seat) for paid in score.payments for fan in paid.fans]  # type: ignore[misc]
            assert [(one.id, one.seat) for one in score.explain.fans] == wanted, given

    def test_no_tiles_are_told_for_a_condition_that_is_gone(self) -> None:
        assert LOOKS.keys() <= PREDICATES.keys()

    @pytest.mark.parametrize(
        ("given", "fans"),
        [
            (
                {"rules": "huangshi", "hand": "12m*456m789s22s +peng5p@right +gang中中 +da*", "win": "1m",
                 "indicator": "7p", "losers": {"left": "+chi123p +gang發"}},
                {"self_draw": "1m", "winner_open": "5p 5p 5p", "zhong_kong": "中 中", "wild_kong": "8p",
                 "left fa_kong": "發", "left loser_open": "1p 2p 3p"},
            ),
            (
                {"rules": "huangmei", "hand": "13p456s789s88m +peng白@left +hua發發", "win": "2p", "from_": "left"},
                {"closed_wait": "1p 2p 3p", "dragon_pung": "白 白 白", "flowers": "發 發"},
            ),
            (
                {"rules": "guobiao", "hand": "123m456m123p123s99p", "win": "1m", "from_": "left"},
                {"mixed_triple_chow": "1m 2m 3m 1p 2p 3p 1s 2s 3s", "short_straight": "1m 2m 3m 4m 5m 6m"},
            ),
            (
                {"rules": "huangshan-fei", "hand": "234567m88m +peng1m@right +gang9m@left", "win": "7m",
                 "by": "kong-draw", "indicator": "1p"},
                {"kong_draw_no_wild": "7m"},
            ),
        ],
    )  # fmt: skip
    def test_the_tiles_are_those_that_the_fan_is_about(self, given: dict[str, Any], fans: dict[str, str]) -> None:
        score = explained(given)
        assert score is not None and score.legal
        found = {f"{one.seat or ''} {one.id}".strip(): " ".join(one.tiles) for one in score.explain.fans}
        for fan, tiles in fans.items():
            assert found.get(fan) == tiles, found

    def test_pieces_that_another_fan_took_out_do_not_earn(self) -> None:
        given = {"rules": "guobiao", "hand": "33p111s +peng東@left +peng南@left +peng西@right", "win": "3p",
                 "from_": "left", "round_wind": "北", "seat_wind": "北"}  # fmt: skip
        score = explained(given)
        assert score is not None
        tiles = {one.id: " ".join(one.tiles) for one in score.explain.fans}
        assert tiles["big_three_winds"] == "東 東 東 南 南 南 西 西 西"
        assert tiles["pung_of_terminals_or_honors"] == "1s 1s 1s"


# The printed sums


def evaluated(sum: str) -> int:
    """What a printed sum comes to, its names left out."""
    text = re.sub(r"[⁰¹²³⁴⁵⁶⁷⁸⁹]+", lambda found: "**" + found[0].translate(POWERS), sum)
    text = re.sub(r"[^-\d+*×()÷ ]", "", text).replace("×", "*").replace("÷", "/")
    return int(eval(text, {}))


POWERS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
NAMES = {"下家": "right", "對家": "across", "上家": "left"}


@pytest.mark.parametrize("rules", VARIANTS)
def test_every_printed_sum_comes_to_what_stands_after_it(rules: str) -> None:
    checked = 0
    for given, score in answers(rules):
        if not score.legal:
            continue
        text = format_answer(score, configured(given), lang="zh-Hant", tiles="hanzi")
        part = text.split("\n算式\n")[1].split("\n\n")[0]
        lines = re.split(r"\n(?! )", part)
        assert [NAMES[line.split()[0]] for line in lines] == SEATS
        for line, paid in zip(lines, score.payments, strict=True):
            steps = " ".join(line.split()[1:]).split("→")
            for step in steps:
                left, equals, right = step.rpartition("=")
                if equals:
                    number = re.match(r"\s*(\d+)", right)
                    assert number
                    left = left.rpartition("，付三家的")[2]
                    assert -(-evaluated(left) // 1) <= int(number[1]) <= evaluated(left) + 1, line
            amounts = re.findall(r"(?<![×+÷] )(?<!\d)\d+(?=[（：\s]|$)", steps[-1])
            assert str(paid.pays) in amounts, (line, paid)
            checked += 1
    assert checked >= 60


@pytest.mark.parametrize("lang", ["both", "zh-Hant", "zh-Hans", "en"])
def test_an_explanation_keeps_to_the_language(lang: Any) -> None:
    given = {"rules": "huangshi", "hand": "666m777m99m +peng2m@left +gang4m@across +gang*", "win": "9m",
             "by": "kong-draw", "indicator": "1p", "base": 2}  # fmt: skip
    score = explained(given, lang="zh-Hant" if lang == "both" else lang)
    assert score is not None
    text = format_answer(score, configured(given), lang=lang)
    part = re.split("\n(?:算式|how)", text)[1].split("若改用")[0].split("what other")[0]
    if lang == "en":
        assert not re.search("[\u4e00-\u9fff]", part)
    elif lang != "both":
        assert not re.search("[A-Za-z]", part)


def test_a_sum_reads_as_one_says_it() -> None:
    given = {"rules": "huangshi", "hand": "123m456m789s22s +peng5p@right +gang中中", "win": "3m", "indicator": "7p"}
    score = explained(given)
    assert score is not None
    text = format_answer(score, configured(given), lang="zh-Hant")
    assert "下家  底 1 × 自摸 2 × 贏家開口 2 × 硬胡 2 × 紅中槓 2² = 32\n" in text


def test_the_command_line_and_a_batch_explain_too(mjcalc: Callable[..., Any], tmp_path: Path) -> None:
    words = ("1122335577m8899m", "-r", "huangmei")
    plain, why = mjcalc("score", *words), mjcalc("score", *words, "--explain")
    assert "算式" in why.out and "算式" not in plain.out
    single = msgspec.json.decode(mjcalc("score", *words, "--explain", "--json").out)
    assert single["explain"]["payments"][0]["pays"] == 31
    file = tmp_path / "in.jsonl"
    file.write_text('{"hand":"1122335577m8899m","rules":"huangmei","explain":true}\n'
                    '{"hand":"1122335577m8899m","rules":"huangmei"}\n'
                    '{"hand":"1122335577m889m","op":"waits","rules":"huangmei","explain":true}\n')  # fmt: skip
    result = mjcalc("batch", str(file))
    first, second, third = map(msgspec.json.decode, result.out.splitlines())
    assert first == single and "explain" not in second
    assert third["error"]["problems"][0]["code"] == "nothing_to_explain"
    assert result.code == 2
