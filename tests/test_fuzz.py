"""Whatever is sent is answered or refused: the notation's grammar, any text, any JSON, any setting, any rules file."""

import io
import runpy
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import mjcalc as package
from mjcalc.codes import meaning_of
from mjcalc.errors import Failure
from mjcalc.jsonl import Request, encode, generate_answers, generate_blocks, split_lines

FUZZ = runpy.run_path(str(Path(__file__).parent.parent / "benchmarks" / "fuzz.py"))

FEW = settings(suppress_health_check=[HealthCheck.too_slow])
VARIANTS = st.sampled_from(["huangshi", "huangshan-fei", "huangshan", "huangmei"])
KEYS = [field.encode_name for field in msgspec.structs.fields(Request)]

# The grammar of hands, with tiles that need not fit together.
TILES = st.one_of(
    st.builds(
        lambda digits, suit: digits + suit, st.text("0123456789", min_size=1, max_size=9), st.sampled_from("mpsz")
    ),
    st.sampled_from([*"東南西北中發白*", "五萬", "7筒", "🀇", "🀄\ufe0e"]),
)
WORDS = st.sampled_from(["chi", "peng", "gang", "angang", "bugang", "da", "hua", "pung", "碰", "xx"])
SEATS = st.sampled_from(["", "@left", "@right", "@across", "@上", "@me"])
GROUPS = st.builds(lambda word, tiles, seat: f"+{word}{tiles}{seat}", WORDS, TILES, SEATS)
HANDS = st.lists(st.one_of(TILES, TILES, GROUPS), max_size=16).map(" ".join)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


def ask(question: Callable[..., object], *arguments: Any, **options: Any) -> None:
    """An answer that can be written, or a refusal with known codes; and soon."""
    start = time.perf_counter()
    try:
        assert msgspec.json.encode(question(*arguments, **options))
    except package.MjcalcError as error:
        assert str(error)
        assert error.problems and all(meaning_of(problem.code) for problem in error.problems)
    assert time.perf_counter() - start < 20, "it hangs"


@FEW
@given(HANDS, VARIANTS, st.sampled_from([package.score, package.waits, package.discards]))
def test_any_hand_of_the_grammar_is_answered_or_refused(hand: str, rules: str, question: Callable[..., object]) -> None:
    ask(question, hand, rules=rules)


@FEW
@given(st.text(), st.text() | TILES, st.text() | HANDS, VARIANTS)
def test_any_text_at_all_is_answered_or_refused(hand: str, tile: str, loser: str, rules: str) -> None:
    ask(package.score, hand, rules=rules, win=tile, losers={"left": loser}, seen=hand)
    ask(package.score, "123m456m78s22s123p", rules=rules, win=tile, by=tile, from_=tile, dealer=tile, indicator=tile)


@FEW
@given(st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=8), JSON | HANDS, max_size=6), VARIANTS)
def test_any_json_object_is_answered_on_its_line(request: dict[str, Any], rules: str) -> None:
    text = msgspec.json.encode(request | {"rules": rules})
    answers = list(generate_answers([text, text]))
    assert len(answers) == 2
    for number, (label, answer) in enumerate(answers, 1):
        written = encode(label, answer)
        assert written.count(b"\n") == 1
        document = msgspec.json.decode(written)
        if "id" in request:
            assert document["id"] == request["id"]
        if isinstance(answer, Failure):
            assert answer.line == number
            assert answer.error.kind != "internal", answer.error.message


@FEW
@given(st.binary(max_size=300) | JSON.map(msgspec.json.encode))
def test_any_bytes_are_answered_line_by_line(data: bytes) -> None:
    lines = [line for block in generate_blocks(io.BytesIO(data).read1) for line in split_lines(block)]
    data = data.removeprefix(b"\xef\xbb\xbf")
    assert len(lines) == data.count(b"\n") + (not data.endswith(b"\n") and data != b"")
    for label, answer in generate_answers(lines, rules="huangmei"):
        assert msgspec.json.decode(encode(label, answer).decode())


@FEW
@given(st.binary(min_size=1, max_size=200), st.integers(1, 50))
def test_blocks_are_the_input_however_it_comes(data: bytes, size: int) -> None:
    pieces = iter([*(data[at : at + size] for at in range(0, len(data), size)), b""])
    blocks = list(generate_blocks(lambda _: next(pieces)))
    assert b"".join(blocks) == data.removeprefix(b"\xef\xbb\xbf")
    assert all(block.endswith(b"\n") for block in blocks[:-1])


@FEW
@given(
    st.dictionaries(
        st.sampled_from(["fans.self_draw", "caps.cap", "hard_win"]) | st.text(max_size=9), JSON, max_size=4
    ),
    VARIANTS,
)
def test_any_setting_is_applied_or_refused(values: dict[str, Any], rules: str) -> None:
    ask(package.score, "123m456m789m123p11s", rules=rules, set=values)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_short_run_of_the_long_fuzzing_breaks_nothing(seed: int) -> None:
    counted, broken, _ = FUZZ["run"](300, seed)
    assert sum(counted.values()) == 300
    assert broken == []


# The command line and rules files.


@pytest.mark.parametrize(
    "value",
    [
        "", "=", "x", "=5", "fans.self_draw", "fans.self_draw=", "fans.self_draw=-1", "fans.self_draw=1e9",
        f"fans.self_draw={'9' * 5000}", "fans.self_draw=9999999999", "fans.self_draw=١", "fans.=1", "caps.cap=\x00",
        "fans.self_draw=__import__('os')", "rules=other", "id=x", "__class__=1", "fans.self_draw.value=1", "tiles=1m",
        f"{'a' * 10_000}=1", "fans.self_draw=[1]", "fans.self_draw=!!python/none", "\u202e=1", "fans.self_draw=\udcff",
    ],
)  # fmt: skip
def test_a_hostile_setting_is_refused_in_a_few_words(mjcalc: Callable[..., Any], value: str) -> None:
    result = mjcalc("score", "123m456m789m123p11s", "-r", "huangmei", "--set", value)
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("error: ")
    assert len(result.err) < 3000


BOMBS = {
    "a tag": b"id: mine\nextends: huangmei\nnames: !!python/object/apply:os.system ['false']\n",
    "an object": b"!!python/object:os.system {}\n",
    "anchors": b"a: &a [x]\n"
    + b"".join(b"%c: &%c [*%c,*%c,*%c]\n" % (n, n, n - 1, n - 1, n - 1) for n in range(98, 120)),
    "an anchor of itself": b"a: &a [*a]\n",
    "depth": b"[" * 100_000,
    "depth of maps": b"".join(b" " * level + b"a:\n" for level in range(2_000)),
    "size": b"# a comment\n" * 100_000,
    "no text": bytes(range(256)),
    "nothing": b"",
    "zeros": bytes(10_000),
    "a merge": b"a: &a {b: 1}\nc:\n  <<: *a\n",
    "a long number": b"id: " + b"9" * 100_000,
    "a long key": b"? " + b"a" * 100_000 + b"\n: 1\n",
}


@pytest.mark.parametrize("name", BOMBS)
def test_a_hostile_rules_file_is_refused_everywhere(mjcalc: Callable[..., Any], tmp_path: Path, name: str) -> None:
    file = tmp_path / "mine.yaml"
    file.write_bytes(BOMBS[name])
    for arguments in (
        ["rules", "check", str(file)],
        ["score", "123m456m789m123p11s", "-r", str(file), "--json"],
        ["rules", "show", str(file)],
    ):
        result = mjcalc(*arguments)
        assert (result.code, result.out) == (2, "")
        assert "Traceback" not in result.err
        assert len(result.err) < 10 * len(BOMBS[name]) + 50_000
    failure = next(package.batch([{"hand": "1m", "rules": str(file)}]))
    assert isinstance(failure, Failure)
    assert failure.error.kind == "rules"
