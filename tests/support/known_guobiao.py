"""The hands of tests/guobiao: what a published program and the official book say of them, for whoever tests 國標.

``hands.jsonl.gz`` has 4,000 hands with the fan lists of PyMahjongGB 1.4.0, ``book.jsonl`` 85 examples of the official
book of 1998.
"""

import gzip
import json
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from mjcalc.tiles import NAMES
from tests.support.referee_guobiao import Meld, Win, bare_readings, tiles_of

__all__ = [
    "BOOK_OVERRULED",
    "as_question",
    "as_win",
    "book_examples",
    "generate_laid_out",
    "known_hands",
    "lists_of",
    "parse",
    "written",
]

_FOLDER = Path(__file__).parent.parent / "guobiao"
_WORDS = {
    "chow": "+chi",
    "pung": "+peng",
    "exposed_kong": "+gang",
    "added_kong": "+bugang",
    "concealed_kong": "+angang",
}

BOOK_OVERRULED = ("111222333444p22s", "中中中東東東999m99p111s", "789m789s789789p77s", "123s123m123p12333m")
"""Examples of the book that count a fan which its own lists leave out."""


@cache
def known_hands() -> tuple[dict[str, Any], ...]:
    """The 4,000 hands, as they are in the file."""
    with gzip.open(_FOLDER / "hands.jsonl.gz", "rt", encoding="utf-8") as lines:
        return tuple([json.loads(line) for line in lines])


@cache
def book_examples() -> tuple[dict[str, Any], ...]:
    """The book's examples, as they are in the file."""
    return tuple([json.loads(line) for line in (_FOLDER / "book.jsonl").read_text("utf-8").splitlines()])


def parse(text: str) -> tuple[int, ...]:
    """The kinds of a plain tile text.

    >>> parse("12m東")
    (0, 1, 27)
    """
    kinds: list[int] = []
    digits = ""
    for letter in text:
        if letter.isdigit():
            digits += letter
        elif letter in "mps":
            kinds += [NAMES.index(digit + letter) for digit in digits]
            digits = ""
        else:
            kinds.append(NAMES.index(letter))
    return tuple(kinds)


def as_win(hand: dict[str, Any]) -> Win:
    """A known hand for the referee. Its answers give a robbed tile as the last copy, which says nothing of its own."""
    (win,) = parse(hand["win"])
    return Win(
        concealed=(*parse(hand["concealed"]), win),
        win=win,
        melds=tuple([Meld(meld["call"], min(parse(meld["tiles"]))) for meld in hand["melds"]]),
        by=hand["by"],
        source=hand["from"],
        last_tile=hand["last_tile"],
        last_copy=hand["last_copy"] and hand["by"] != "rob-kong",
        round_wind=parse(hand["round_wind"])[0],
        seat_wind=parse(hand["seat_wind"])[0],
        flowers=hand["flowers"],
    )


def as_question(hand: dict[str, Any]) -> dict[str, Any]:
    """A known hand as the arguments of :func:`mjcalc.score`."""
    words = [hand["concealed"]]
    for meld in hand["melds"]:
        fed = f"@{meld['from']}" if meld.get("from") and meld["call"] != "chow" else ""
        words.append(_WORDS[meld["call"]] + meld["tiles"] + fed)
    question = {"hand": " ".join(words), "from_" if hand["from"] else "": hand["from"]}
    question |= {name: hand[name] for name in ("win", "by", "round_wind", "seat_wind", "flowers")}
    question |= {"last_tile": hand["last_tile"], "last_copy": hand["last_copy"] and hand["by"] != "rob-kong"}
    question.pop("", None)
    return question


def written(concealed: tuple[int, ...], melds: Iterable[Meld]) -> str:
    """Tiles and melds as the notation has them, nobody known to have fed any."""
    words = [_WORDS[meld.call] + "".join(NAMES[tile] for tile in meld.tiles) for meld in melds]
    return " ".join(("".join(NAMES[tile] for tile in concealed), *words))


def lists_of(hand: dict[str, Any]) -> list[dict[str, int]]:
    """Every list of fans that is right for a known hand, the one given first."""
    return [hand["fans"], *hand["also"]]


def generate_laid_out(example: dict[str, Any]) -> Iterator[tuple[tuple[int, ...], tuple[Meld, ...]]]:
    """The concealed tiles and melds that a book's example may mean.

    The book shows 14 tiles and what is of interest in them. Here they are all concealed, or one way to see them is
    laid down, which keeps it apart from the others: all its sets, or all but one.
    """
    plain, *kongs = example["hand"].split(" +")
    concealed = parse(plain)
    konged = tuple([Meld("exposed_kong", parse(kong.removeprefix("gang"))[0]) for kong in kongs])
    yield concealed, konged
    for reading in bare_readings(concealed, len(konged)):
        if reading.shape == "standard":
            sets = [one for one in reading.sets if one[0] != "pair"]
            pair = [tile for one in reading.sets if one[0] == "pair" for tile in tiles_of(one)]
            for kept in (None, *range(len(sets))):
                held = tiles_of(sets[kept]) if kept is not None else ()
                laid = [Meld(sort, tile) for place, (sort, tile) in enumerate(sets) if place != kept]
                yield (*held, *pair), (*konged, *laid)
