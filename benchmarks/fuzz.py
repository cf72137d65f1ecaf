"""Nothing that is sent may break it, or take long: ``python benchmarks/fuzz.py [INPUTS] [SEED]``.

Random and mutated texts of hands, requests in JSON, settings, command lines and rules files are given to the library as
a program or a player would give them. Every one must be answered, or refused by an :class:`mjcalc.MjcalcError` whose
every problem has a code that is listed, within a second of CPU time; answers and errors must survive being pickled. A
variant must be the same however it is spelt, a damaged cache must be seen through, the first calls of a new process
may come from several threads, and at the end no memo may hold more than it promises. What is not so is printed, and
the exit code is 1.
"""

import gc
import io
import os
import pickle
import random
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from time import perf_counter, process_time
from types import FrameType
from typing import Any

import msgspec

from mjcalc import api
from mjcalc.cli import main as cli
from mjcalc.codes import meaning_of
from mjcalc.errors import Failure, MjcalcError
from mjcalc.jsonl import Request, batch, encode, generate_answers, generate_blocks, split_lines
from mjcalc.memo import Memo
from mjcalc.round import load, round_of
from mjcalc.rules import variants
from mjcalc.rules.cache import recall, remember
from mjcalc.rules.checker import check
from mjcalc.scoring import VOCABULARY

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(Path(__file__).parent))

import fuzz_rules  # noqa: E402

VARIANTS = sorted(path.stem for path in (ROOT / "rules").glob("*.yaml"))
ENTRIES = variants()
SEEDS = [path.read_bytes() for path in sorted((ROOT / "rules").glob("*.yaml"))]
LIMIT = 1.0
"""The most seconds of CPU time that an input may take."""

PIECES = [
    *"123456789mpsz東南西北中發白东发*@+ ,０５五萬万筒餅饼索條条🀇🀈🀉🀀🀄️🀅🀆🀪",
    *(
        "123m",
        "456p",
        "789s",
        "11z",
        "55",
        "東東東",
        "中中",
        "+peng",
        "+chi",
        "+gang",
        "+angang",
        "+bugang",
        "+da",
        "+hua",
    ),
    *("@left", "@right", "@across", "@下", "@對", "@上", "@me", "+pung5p@left", "+chi123m", "+angang9m", "+gang中"),
    *(
        "\x00",
        "\u200b",
        "\u202e",
        "\ud800",
        "é",
        "\U0001f600",
        "\n",
        "\t",
        "[",
        "]",
        "'",
        '"',
        "\\",
        "-",
        "--",
        "%s",
        "{}",
    ),
]
"""What texts of hands are thrown together from."""

VALUES: list[Any] = [
    None, True, False, 0, 1, -1, 5, 10**9, 10**9 + 1, 2**63, -(2**63), 1.5, 1e308, "", "0", "null", "true", "-1",
    "1,2,3,8", "9" * 5000, "１", "nan", "*", "self", "left", "下", "no such", "\x00", "a" * 3000, [], [[]],
    [1, 2, 3, 8], {}, {"a": {"b": []}}, ["x"] * 50,
]  # fmt: skip
"""Values for keys and settings."""

Input = Any
Case = tuple[str, Input, Callable[[], None]]


def text_of_hand(rng: random.Random) -> str:
    """Something that may or may not be a hand."""
    way = rng.random()
    if way < 0.5:
        return "".join(rng.choices(PIECES, k=rng.choice((0, 1, 3, 8, 14, 20, 40))))
    if way < 0.75:  # of the right size, and with luck no tile too often
        melds, wilds = rng.choice((0, 0, 1, 2)), rng.choice((0, 0, 1, 2, 3, 4))
        size = rng.choice((13, 14, 14)) - 3 * melds - wilds
        suits = rng.choice(("m", "mp", "mps"))
        tiles = "".join(rng.choice("123456789") + rng.choice(suits) for _ in range(size))
        calls = rng.choices(("+peng東@left", "+peng北", "+chi123s", "+angang9p", "+gang1s@right"), k=melds)
        return tiles + "*" * wilds + "".join(calls)
    if way < 0.9:  # nearly a hand
        tiles = "".join(rng.choice("123456789") + rng.choice("mps") for _ in range(rng.choice((1, 2, 5, 10, 13, 14))))
        return tiles + rng.choice(("", "*", "+peng東@left", "+gang中中", "+hua發", "+da*", rng.choice(PIECES)))
    if way < 0.97:
        return "".join(chr(rng.randrange(0x110000)) for _ in range(rng.randrange(30)))
    return rng.choice(PIECES) * rng.choice((100, 1000, 5000))


def generate_case_of_notation(rng: random.Random) -> Case:
    """A hand and options as texts, for one of the three questions."""
    options: dict[str, Any] = {"rules": rng.choice(VARIANTS)}
    for key in ("win", "by", "from_", "dealer", "indicator", "wild", "seen"):
        if rng.random() < 0.12:
            options[key] = rng.choice((text_of_hand(rng)[:50], rng.choice(PIECES), "left", "self", "discard", "5m"))
    if rng.random() < 0.1:
        options["losers"] = {rng.choice(("left", "right", "across", "up")): text_of_hand(rng)}
    hand, ask = text_of_hand(rng), rng.choice((api.score, api.score, api.waits, api.discards))
    return f"notation: {ask.__name__}", (hand, options), lambda: consume(ask(hand, **options))


def generate_case_of_settings(rng: random.Random) -> Case:
    """``--set`` with values of every sort, as text and as data."""
    variant = rng.choice(VARIANTS)
    known = [
        "fans.self_draw",
        "fans.full_flush",
        "fans.flowers",
        "caps.cap",
        "caps.golden_cap",
        "hard_win",
        "dealer_doubles",
    ]
    names = [
        rng.choice((*known, "", ".", "fans.", "fans", "caps.x", "a" * 200, "\x00", rng.choice(PIECES)))
        for _ in range(rng.choice((1, 1, 2, 6)))
    ]
    settings = {name: rng.choice(VALUES) for name in names}
    return (
        "settings",
        (variant, settings),
        lambda: consume(api.score("123m456m789m123p11s", rules=variant, set=settings)),
    )


def generate_case_of_command(rng: random.Random) -> Case:
    """A command line."""
    words = [rng.choice(("score", "score", "waits", "discard")), text_of_hand(rng), "-r", rng.choice(VARIANTS)]
    for _ in range(rng.choice((0, 1, 3))):
        words += rng.choice(
            (
                ["--json"],
                ["--win", text_of_hand(rng)[:40]],
                ["--set", f"{rng.choice(('fans.self_draw', 'caps.cap', 'x', ''))}={rng.choice(VALUES)}"],
                ["--base", str(rng.choice(VALUES))],
                [f"--{rng.choice(('left', 'seen', 'wild', 'indicator', 'from', 'by', 'nonsense'))}", text_of_hand(rng)],
                [text_of_hand(rng)],
            )
        )
    words = [word for word in words if word != "-"]
    return "command line", words, lambda: command(words)


def generate_case_of_json(rng: random.Random) -> Case:
    """Lines of a batch: right, wrong, damaged, and none at all."""
    request: dict[str, Any] = {"hand": text_of_hand(rng), "rules": rng.choice(VARIANTS)}
    keys = [field.encode_name for field in msgspec.structs.fields(Request)]
    for _ in range(rng.choice((0, 1, 2, 5))):
        request[rng.choice((*keys, "dealr", "hnad", ""))] = rng.choice((*VALUES, text_of_hand(rng)))
    line = msgspec.json.encode({key: plain(value) for key, value in request.items()})
    way = rng.random()
    if way < 0.4:
        line = damaged(rng, line)
    elif way < 0.5:
        line = rng.randbytes(rng.randrange(60))
    elif way < 0.55:
        line = rng.choice((b"[", b'{"a":', b'{"set":{"a":', b'{"id":[')) * rng.choice((1, 500, 5000))
    return "json", line, lambda: answer_lines(line)


def generate_case_of_yaml(rng: random.Random) -> Case:
    """A rules file, damaged, or a small one that extends another."""
    if rng.random() < 0.02:
        data = damaged(rng, rng.choice(SEEDS))
    else:
        lines = [
            *(
                "id: mine",
                "extends: " + rng.choice(VARIANTS),
                "names: {zh-Hant: a, zh-Hans: b, en: c}",
                "fans: []",
                "caps: {}",
            ),
            *("- a", "? [a]", "a: &b [1]", "c: *b", "d: !!python/object:os.system x", "e: 19:30", "f: 017", "{", "]"),
            *("remove: {fans: [self_draw]}", "options: {x: {value: 1, why: y}}", "fans: [{id: self_draw, value: -1}]"),
            *(
                "  x: y",
                "\t",
                "---",
                "...",
                "%YAML 9",
                "scoring: 5",
                "tiles: {kinds: 1m}",
                "\x00",
                "wins: [self-draw, dance]",
            ),
        ]
        data = damaged(rng, "\n".join(rng.choices(lines, k=rng.randrange(8))).encode(), rng.choice((0, 0, 2)))
    return "yaml", data, lambda: complain(check("mine.yaml", VOCABULARY, data=data).problems, "rules")


def generate_case_of_spelling(rng: random.Random) -> Case:
    """A variant by one of its names, settings and tiles in one of their spellings: always the same round."""
    entry = rng.choice(ENTRIES)
    name = rng.choice((entry.id, *entry.aliases, *entry.names.values()))
    name = "".join(rng.choice((char.lower(), char.upper())) for char in name)
    spelt = " " * rng.randrange(20) + name + "\t" * rng.randrange(20)
    fan = rng.choice([one for one in load(entry.id).fans if isinstance(one.value, int)])
    number = rng.randrange(5)
    value = rng.choice((number, str(number), f"  {number} "))

    def attempt() -> None:
        assert load(spelt) is load(entry.id), "another variant"
        settings = {f"fans.{fan.id}": value}
        assert round_of(spelt, settings, None, None) is round_of(entry.id, {f"fans.{fan.id}": number}, None, None)

    return "spelling", (spelt, fan.id, value), attempt


def generate_case_of_cache(rng: random.Random) -> Case:
    """An entry of the cache with a bit flipped or a piece lost: what was kept comes back as it was, or not at all."""
    payload = rng.randbytes(rng.choice((1, 50, 500))).hex()
    place, cut = rng.random(), rng.random() < 0.2

    def attempt() -> None:
        with tempfile.TemporaryDirectory() as folder:
            before = os.environ.get("MJCALC_CACHE_DIR")
            os.environ["MJCALC_CACHE_DIR"] = folder
            try:
                remember("key", "stamp", (), payload)
                (file,) = Path(folder).iterdir()
                data = bytearray(file.read_bytes())
                at = int(place * len(data) * 8)
                data[at // 8] ^= 1 << at % 8
                file.write_bytes(data[: at // 8] if cut else data)
                assert recall("key", "stamp") is None, "a damaged entry counts"
            finally:
                os.environ.pop("MJCALC_CACHE_DIR")
                if before is not None:
                    os.environ["MJCALC_CACHE_DIR"] = before

    return "cache", (payload, place, cut), attempt


FIRST_CALLS = """
import sys, threading, mjcalc
from msgspec import json
sys.setswitchinterval(1e-5)
requests = json.decode(sys.argv[1])
answers = [None] * len(requests)
start = threading.Barrier(len(requests))
def ask(at):
    start.wait()
    answers[at] = json.encode(next(mjcalc.batch([requests[at]])))
threads = [threading.Thread(target=ask, args=[at]) for at in range(len(requests))]
for thread in threads: thread.start()
for thread in threads: thread.join()
sys.stdout.buffer.write(b"\\n".join(answers))
"""


def generate_case_of_threads(rng: random.Random) -> Case:
    """The first calls of a new process, from several threads at once."""
    requests = []
    for _ in range(4):
        tiles = "".join(rng.choice("123456789") + rng.choice("mps") for _ in range(13))
        requests.append({"hand": tiles, "rules": rng.choice(VARIANTS), "op": "waits"})

    def attempt() -> None:
        command = [sys.executable, "-c", FIRST_CALLS, msgspec.json.encode(requests).decode()]
        done = subprocess.run(command, capture_output=True, env=os.environ | {"PYTHONPATH": str(ROOT)}, timeout=15)
        wanted = [msgspec.json.encode(next(batch([request]))) for request in requests]
        assert done.stdout.split(b"\n") == wanted, f"{done.stdout!r} {done.stderr!r}"

    return "threads", requests, attempt


def generate_case_of_conditions(rng: random.Random) -> Case:
    """A rules file with random conditions: what the check accepts can be scored."""
    data = msgspec.json.encode(fuzz_rules.rules_file(rng))
    return "conditions", data, lambda: consume(fuzz_rules.attempt(rng, data))


KINDS: list[tuple[float, Callable[[random.Random], Case]]] = [
    (0.45, generate_case_of_notation),
    (0.35, generate_case_of_json),
    (0.10, generate_case_of_settings),
    (0.02, generate_case_of_command),
    (0.04, generate_case_of_yaml),
    (0.02, generate_case_of_spelling),
    (0.01, generate_case_of_cache),
    (0.009, generate_case_of_conditions),
    (0.001, generate_case_of_threads),
]
"""How often each sort comes."""


def damaged(rng: random.Random, data: bytes, times: int = 3) -> bytes:
    """The bytes with some changed, lost, doubled or put in."""
    changed = bytearray(data)
    for _ in range(rng.randint(0, times) if times else 0):
        at = rng.randrange(len(changed) + 1)
        match rng.randrange(4):
            case 0:
                changed[at : at + 1] = rng.randbytes(1)
            case 1:
                del changed[at : at + rng.choice((1, 10, 1000))]
            case 2:
                changed[at:at] = changed[at : at + rng.choice((1, 20, 200))]
            case _:
                changed[at:at] = rng.choice(
                    (
                        b"NaN",
                        b"\xff",
                        b"\xef\xbb\xbf",
                        b"[[[",
                        b'"',
                        b"1e999",
                        b"\\ud800",
                        b"\x00",
                        b": ",
                        b"&a ",
                        b"*a",
                    )
                )
    return bytes(changed)


def plain(value: Any) -> Any:
    """A value that JSON can hold."""
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else value


def consume(answer: Any) -> None:
    """What every answer must allow: to be written, and to be sent to another process."""
    written = msgspec.json.encode(answer)
    assert msgspec.json.encode(pickle.loads(pickle.dumps(answer))) == written, "another one after pickling"


def command(words: list[str]) -> None:
    """A command line run as in a shell, its output read as a terminal would."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="surrogateescape") for _ in range(2))
    with redirect_stdout(out), redirect_stderr(err):
        code = cli(words)
    assert code in (0, 1, 2), f"exit code {code}"
    for stream in (out, err):
        stream.flush()
        written = stream.buffer.getvalue().decode()  # type: ignore[attr-defined]
        assert "Traceback" not in written, written
        assert code == 2 or stream is out or not written, f"on standard error: {written}"


def answer_lines(data: bytes) -> None:
    """Every line of some bytes answered by one line of JSON, and mistakes of ours among them reported."""
    blocks = iter((data, b""))
    lines = [line for block in generate_blocks(lambda _: next(blocks)) for line in split_lines(block)]
    answers = list(generate_answers(lines))
    assert len(answers) == len(lines), "lines without an answer"
    for label, answer in answers:
        written = encode(label, answer)
        assert written.count(b"\n") == 1, "not one line"
        # An id comes back as it was written, also a number that is too large for most.
        msgspec.json.decode(written.decode(), type=dict[str, msgspec.Raw])
        if isinstance(answer, Failure):
            assert answer.error.kind != "internal", answer.error.message
            complain(answer.error.problems, answer.error.kind)


def complain(problems: Any, kind: str) -> None:
    """Whether every problem has a code that is listed for its kind."""
    for problem in problems:
        assert meaning_of(problem.code), f"the code {problem.code} of {kind} is not listed"


def generate_overfull_memos() -> Iterator[str]:
    """Memos that hold more than they promise."""
    for memo in [one for one in gc.get_objects() if isinstance(one, Memo)]:
        entries, weight = memo.limits
        if len(memo) > entries or memo.weight > weight:
            yield f"memo: {len(memo):,} entries of {entries:,}, {memo.weight:,} bytes of {weight:,}"


class Hang(BaseException):
    """Far too long."""


def generate_cases(rng: random.Random) -> Iterator[Case]:
    """Inputs without end."""
    weights, makers = zip(*KINDS, strict=True)
    while True:
        yield rng.choices(makers, weights)[0](rng)


def run(inputs: int, seed: int) -> tuple[Counter[str], list[str], tuple[float, str]]:
    """How many inputs of each sort there were, what broke, and the slowest with its seconds."""
    counted: Counter[str] = Counter()
    broken: list[str] = []
    slowest = (0.0, "")
    alarm = hasattr(signal, "setitimer")

    def hang(number: int, frame: FrameType | None) -> None:
        raise Hang

    before = signal.signal(signal.SIGALRM, hang) if alarm else None
    for number, (sort, given, attempt) in enumerate(generate_cases(random.Random(seed)), 1):
        if number > inputs:
            break
        counted[sort] += 1
        if alarm:
            signal.setitimer(signal.ITIMER_REAL, 20)
        start = process_time()
        try:
            attempt()
        except MjcalcError as error:
            try:
                other = pickle.loads(pickle.dumps(error))
                assert (type(other), str(other)) == (type(error), str(error)), "another error after pickling"
                complain(error.problems, error.kind)
            except AssertionError as wrong:
                broken.append(f"{sort}: {wrong}: {given!r:.2000}")
        except (Exception, Hang) as error:
            broken.append(f"{sort}: {type(error).__name__}: {error}: {given!r:.2000}")
        seconds = process_time() - start
        if alarm:
            signal.setitimer(signal.ITIMER_REAL, 0)
        if seconds > slowest[0]:
            slowest = (seconds, f"{sort}: {given!r:.300}")
        if seconds > LIMIT:
            broken.append(f"{sort}: {seconds:.2f} s: {given!r:.2000}")
    if alarm:
        signal.signal(signal.SIGALRM, before)
    broken += generate_overfull_memos()
    return counted, broken, slowest


def main(inputs: int, seed: int) -> int:
    """Print what happened."""
    start = perf_counter()
    counted, broken, slowest = run(inputs, seed)
    for sort, number in sorted(counted.items()):
        print(f"{sort:24}{number:>12,}")
    print(f"{'all, seed ' + str(seed):24}{sum(counted.values()):>12,} inputs in {perf_counter() - start:.0f} s")
    print(f"slowest: {slowest[0] * 1000:.0f} ms: {slowest[1]}")
    for one in broken[:100]:
        print("BROKEN", one)
    print(f"broken: {len(broken)}")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 20_000, int(sys.argv[2]) if len(sys.argv) > 2 else 1))
