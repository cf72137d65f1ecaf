"""What ``rules check`` accepts can be scored: ``python benchmarks/fuzz_rules.py [FILES] [SEED]``.

Random rules files, with any conditions at any place, are checked as ``mjcalc rules check`` does. By each that has no
mistakes hands of every sort are scored, and no answer may be anything but an answer or an :class:`mjcalc.MjcalcError`.
What is not so is printed, and the exit code is 1.
"""

import random
import sys
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import Any

import msgspec

from mjcalc import api
from mjcalc.codes import meaning_of
from mjcalc.errors import MjcalcError
from mjcalc.hand import CALLS, SEATS, WAYS
from mjcalc.question import Question
from mjcalc.rules import load
from mjcalc.rules.checker import check
from mjcalc.rules.schema import Variant
from mjcalc.rules.vocabulary import PLACES, Word
from mjcalc.scoring import VOCABULARY

VARIANTS = sorted(path.stem for path in (Path(__file__).parent.parent / "rules").glob("*.yaml"))
FORMS = ("standard", "seven_pairs", "thirteen_orphans", "knitted_honors", "disjoint", "all_of", "four_wilds")
METHODS = ("additive", "product", "product_per_loser")
SIDES = {"additive": ["fan", "limit"], "product": ["fan", "winner", "limit"]}
ALL_SIDES = ["winner", "loser", "both", "big", "limit"]
NAMES = {"zh-Hant": "甲", "zh-Hans": "甲", "en": "A"}
TILES = ("東南西北中發白", "258m258p258s", "中", "1m", "19m19p19s東南西北中發白", "*", "123456789m", "5p中")
NUMBERS = (0, 1, 2, 3, 4, 13, 10**9)
OPTIONS: dict[str, Any] = {
    "yes": {"value": True, "type": "bool", "why": "x"},
    "which": {"value": "a", "choices": ["a", "b", 3, None], "why": "x"},
    "many": {"value": 3, "type": "number", "why": "x"},
    "most": {"value": None, "type": "number_or_null", "why": "x"},
}
CAPS = {"low": {"names": NAMES, "amount": 10}, "high": {"names": NAMES, "amount": 50, "per_base": True}}
HANDS = (
    "123m456m789m123p11s", "111222333m444p55p", "1122335577m8899m", "19m19p19s東南西北中發白白",
    "123m456m789m東東東白白", "147m258p369s東南西北中", "123m456m789m12p***", "11m****23m456p789s",
    "123m456m789m22s +peng5p@right", "123m99p +chi456m@left +peng東@across +angang9s",
    "11m +peng2m +peng3m@left +gang4m@right +bugang5m@left", "123m456m789s22s +peng5p@right +gang中中",
    "123m456m789s22s123p +da中 +gang發", "234m234p234s東東東22s +hua發", "22s +chi123m +chi456m +chi789m@left +chi123p",
    "123m456m789m123m中中", "東東東東東東東東東東東東東東", "123456789m12m***",
)  # fmt: skip
"""Some are wins in most variants, and some are impossible in any."""
SHOWN = ("+peng5s@across", "+gang中中 +da發", "+chi123p +angang東", "+da*", "+bugang9p@winner", "")


def condition(rng: random.Random, place: str, fans: list[str], depth: int = 0) -> Any:
    """Some condition, most often one that may stand at the place."""
    if depth < 3 and rng.random() < 0.15:
        return [condition(rng, place, fans, depth + 1) for _ in range(rng.choice((0, 1, 2, 3)))]
    if depth < 3 and rng.random() < 0.08:
        name, choices = rng.choice((("yes", ["true", "false"]), ("which", ["a", "b", "3", "null"])))
        branches = {choice: condition(rng, place, fans, depth + 1) for choice in choices}
        if rng.random() < 0.3:
            branches[rng.choice(choices)] = None
        return {"by_option": name, **branches}
    words = [word for word in VOCABULARY.words.values() if word.scope in PLACES[place] or rng.random() < 0.01]
    word = rng.choice(words)
    return word.name if word.takes == "nothing" else {word.name: argument(rng, word, fans)}


def argument(rng: random.Random, word: Word, fans: list[str]) -> Any:
    """What may stand beside a predicate; now and then what may not."""
    if rng.random() < 0.02:
        return rng.choice((None, [], {}, "", "low", ["low"], "fan1", 1, True, [[]], {"fans": "fan1", "at_least": 2}))
    names = {"ways": WAYS, "shapes": ("shape0", "shape1"), "calls": CALLS, "sides": ALL_SIDES, "fans": fans}
    if word.takes == "number":
        return rng.choice(NUMBERS)
    if word.takes == "tiles":
        return rng.choice(TILES)
    if word.takes == "cap":
        return rng.choice(list(CAPS))
    if word.takes == "hand":
        return rng.choice(("1112345678999m", "19m19p19s東南西北中發白"))
    if word.takes == "sets":
        return rng.choice(("123m 456m", "111m 111p", "東 南 西西", ["123m 234m", "123m 345m"], "123m 456p 789s"))
    if word.takes == "worth":
        return {"fans": rng.choices(fans, k=rng.choice((1, 1, 2))), "at_least": rng.choice(NUMBERS)}
    allowed = names[word.takes]
    return rng.choice(allowed) if rng.random() < 0.5 else rng.sample(list(allowed), rng.randint(1, len(allowed)))


def conditions(rng: random.Random, place: str, fans: list[str], *keys: str) -> dict[str, Any]:
    """Some of these keys, with conditions."""
    return {
        key: [condition(rng, place, fans) for _ in range(rng.choice((1, 1, 2)))] for key in keys if rng.random() < 0.4
    }


def fan(rng: random.Random, own_id: str, method: str, fans: list[str]) -> dict[str, Any]:
    """A fan that any table might have thought of."""
    side = rng.choice(SIDES.get(method, ALL_SIDES))
    place = "fans of a loser" if side in ("loser", "both") else "fans"
    value = rng.choice((0, 1, 2, 3, 10**9, [1, 2, 3, 8], "options.many", "caps.low"))
    made = {
        "id": own_id,
        "names": NAMES,
        "side": side,
        "value": value,
        **conditions(rng, place, fans, "when", "unless"),
    }
    if rng.random() < 0.4:
        made["per"] = condition(rng, place, fans)
    if side == "limit" or rng.random() < 0.02:
        made["limit"] = rng.choice(list(CAPS))
        if rng.random() < 0.5:
            del made["value"]
        if rng.random() < 0.05:
            del made["limit"]
    if rng.random() < 0.2:
        made["excludes"] = rng.sample(fans, rng.randint(0, len(fans)))
    return made


def tiles(rng: random.Random) -> dict[str, Any]:
    """A tile set, most often the whole one."""
    suits = ["123456789m", "123456789p", "123456789s", "東南西北中發白"]
    if rng.random() < 0.2:
        suits = rng.choice((suits[:1], suits[:3], ["東"], ["東南西北中發白"], ["12m"], [""]))
    made: dict[str, Any] = {"kinds": "".join(suits), "dragon_run": rng.random() < 0.3}
    if rng.random() < 0.5:
        made["wild"] = {"cycles": suits}
    if "發" in made["kinds"] and rng.random() < 0.3:
        made["flowers"] = "發"
    if "發" in made["kinds"] and rng.random() < 0.4:
        made["kong_tiles"] = "中發*" if "wild" in made else "中"
    return made


def rules_file(rng: random.Random) -> dict[str, Any]:
    """A whole file, often one that extends a shipped one."""
    method, base = rng.choice(METHODS), None
    if rng.random() < 0.15:
        base = load(rng.choice(VARIANTS), VOCABULARY)
        method = base.scoring.method
    fans = [f"fan{number}" for number in range(rng.choice((1, 2, 4)))]
    made: dict[str, Any] = {"id": "mine", "names": NAMES}
    if base is not None:
        made["extends"] = base.id
    else:
        made["tiles"] = tiles(rng)
        forms = rng.choices(FORMS if "wild" in made["tiles"] else FORMS[:-1], k=rng.choice((0, 1, 1, 2, 2)))
        made["shapes"] = [
            {"id": f"shape{number}", "form": form, "names": NAMES, **conditions(rng, "shapes", fans, "when")}
            for number, form in enumerate(["standard", *forms] if rng.random() < 0.9 else forms)
        ]
        for shape in made["shapes"]:
            if shape["form"] == "all_of":
                shape["tiles"] = rng.choice(TILES)
        made["calls"] = list(CALLS) if rng.random() < 0.7 else rng.sample(CALLS, rng.randint(0, 5))
        made["wins"] = list(WAYS) if rng.random() < 0.7 else rng.sample(WAYS, rng.randint(0, 5))
        made["scoring"] = {
            "method": method,
            "base": rng.choice((0, 1, 5)),
            "base_per_streak": rng.choice((0, 2)),
            "streak_max": rng.choice((None, 0, 3, "options.most")),
            "paid_by": rng.choice(("everyone", "source")),
        }
        made |= {"last_tile": rng.choice((None, "drawn", "any", "not_robbed")), "dealt_wins": rng.random() < 0.5}
    made["fans"] = [fan(rng, own_id, method, fans) for own_id in fans]
    if rng.random() < 0.4:
        need = conditions(rng, "requires", fans, "when", "unless")
        made["requires"] = [{"id": "need", "text": NAMES, "stops": rng.random() < 0.3, **need}]
    made["caps"] = {
        name: {**cap, **({"when": [condition(rng, "caps", fans)]} if rng.random() < 0.8 else {})}
        for name, cap in CAPS.items()
    }
    if rng.random() < 0.4:
        rule = {"id": "duty", "names": NAMES, "who": condition(rng, "who", fans)}
        made["responsibility"] = {
            **conditions(rng, "responsibility", fans, "when"),
            "rules": [{**rule, **conditions(rng, "responsibility", fans, "when", "unless")}],
            "choose": rng.choice(("first", "all")),
            "shared": rng.choice(("split", "each_full")),
        }
    # What nothing refers to would be a mistake.
    text = msgspec.json.encode(made).decode()
    made["options"] = {
        name: option for name, option in OPTIONS.items() if f'"by_option":"{name}"' in text or f"options.{name}" in text
    }
    limits = {one.get("limit") for one in made["fans"]}
    made["caps"] = {
        name: cap
        for name, cap in made["caps"].items()
        if name in limits or "when" in cap or f"caps.{name}" in text or f'over":"{name}"' in text
    }
    return made


def generate_questions(rng: random.Random) -> Iterator[Question]:
    """Hands of every sort, won in every way."""
    for hand in rng.sample(HANDS, 6):
        by = rng.choice(WAYS)
        yield Question(
            hand=hand,
            by=by,
            from_=rng.choice(SEATS) if by in ("discard", "rob-kong") else None,
            dealer=rng.choice((None, "self", *SEATS)),
            streak=rng.choice((None, 0, 5)),
            last_tile=rng.random() < 0.1,
            heavenly=rng.random() < 0.1,
            earthly=rng.random() < 0.1,
            not_ready=by == "discard" and rng.random() < 0.2,
            losers={seat: rng.choice(SHOWN) for seat in SEATS if rng.random() < 0.3},
        )


def score(variant: Variant, question: Question) -> object:
    """What ``rules check`` is handed."""
    return api.answer_score(question, variant, "en")


def attempt(rng: random.Random, data: bytes) -> bool:
    """Check a file, and score by it if it has no mistakes; returns whether it has none.

    :raises AssertionError: if the check has not seen that hands cannot be scored, or the code of a problem is unknown.
    """
    checked = check("mine.yaml", VOCABULARY, data=data, score=score)
    for problem in checked.problems:
        assert problem.code != "not_scorable", problem.message
        assert meaning_of(problem.code), problem.code
    if checked.variant is None:
        return False
    for question in generate_questions(rng):
        try:
            assert msgspec.json.encode(score(checked.variant, question))
        except MjcalcError as error:
            assert all(meaning_of(problem.code) for problem in error.problems)
    return True


def run(files: int, seed: int) -> tuple[int, list[str]]:
    """How many files had no mistakes, and what broke."""
    rng = random.Random(seed)
    sound, broken = 0, []
    for _ in range(files):
        data = msgspec.json.encode(rules_file(rng))
        try:
            sound += attempt(rng, data)
        except Exception as error:
            broken.append(f"{type(error).__name__}: {error}: {data.decode()}")
    return sound, broken


def main(files: int, seed: int) -> int:
    """Print what happened."""
    start = perf_counter()
    sound, broken = run(files, seed)
    print(f"{files:,} rules files, seed {seed}: {sound:,} without mistakes; {perf_counter() - start:.0f} s")
    for one in broken[:20]:
        print("BROKEN", one)
    print(f"broken: {len(broken)}")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 20_000, int(sys.argv[2]) if len(sys.argv) > 2 else 1))
