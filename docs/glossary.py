"""Writes docs/glossary.md: ``python docs/glossary.py``.

A word that the program prints is taken from there, so the page cannot call it otherwise. A test fails where
they differ, and where the program never says a word that is written here.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent
sys.path.insert(0, str(FOLDER.parent))

from mjcalc.report.sheet_words import HEADINGS, TILES  # noqa: E402
from mjcalc.report.words import WORDS  # noqa: E402
from mjcalc.rules import load  # noqa: E402
from mjcalc.rules.schema import Language, Names  # noqa: E402
from mjcalc.texts import Text, say  # noqa: E402

LANGUAGES: tuple[Language, ...] = ("zh-Hant", "zh-Hans", "en")


class Term(NamedTuple):
    """A word in three languages."""

    names: Names | Text
    typed: str
    """What it is in JSON, in a hand or on the command line."""
    meaning: str
    is_own: bool = False
    """Whether the words stand in this file alone."""


def own(hant: str, hans: str, en: str, typed: str, meaning: str) -> Term:
    """A word that stands only within the program's sentences."""
    return Term(Names(hant, hans, en), typed, meaning, is_own=True)


def word(key: str, typed: str, meaning: str) -> Term:
    """A word of the reports."""
    return Term(WORDS[key], typed, meaning)


def tiles(key: str, typed: str, meaning: str) -> Term:
    """A word for a group of tiles."""
    return Term(TILES[key], typed, meaning)


def fan(variant: str, id: str, meaning: str) -> Term:
    """A fan of a variant."""
    (rule,) = (rule for rule in load(variant).fans if rule.id == id)
    return Term(rule.names, f"`{id}`", meaning)


def cap(variant: str, id: str, meaning: str) -> Term:
    """A cap of a variant."""
    return Term(load(variant).caps[id].names, f"`caps.{id}`", meaning)


def wild(variant: str, typed: str, meaning: str) -> Term:
    """What a variant calls its wild."""
    rule = load(variant).tiles.wild
    assert rule is not None
    return Term(rule.names or WORDS["wild"], typed, meaning)


GROUPS: dict[str, tuple[Term, ...]] = {
    "Tiles": (
        tiles("numbers", "", "The tiles of the three suits, 1 to 9 each."),
        tiles("characters", "`m`", "The suit of numbers in Chinese writing."),
        tiles("dots", "`p`", "The suit of circles."),
        tiles("bamboo", "`s`", "The suit of sticks; its 1 is a bird."),
        tiles("honours", "`z`", "The winds and the dragons."),
        tiles("winds", "`東南西北`", "East, south, west and north."),
        tiles("dragons", "`中發白`", "Red, green and white."),
        word("flowers", "`+hua`", "Tiles that are set aside and replaced when they are drawn."),
        word("wild", "`*`", "A tile that may stand for another one."),
        wild("huangshi", "`*`", "The wild of Huangshi."),
        wild("huangshan-fei", "`*`", "The wild of Huangshan."),
        Term(say("indicator"), "`indicator`", "The tile that is turned over to say which tile is wild."),
        word("kong tiles", "`+gang中`, `+da中`", "In Huangshi 中, 發 and the wild: set out one by one, or thrown."),
    ),
    "Sets and calls": (
        own("順子", "顺子", "chow", "`chow`", "Three numbers in a row in one suit."),
        own("刻子", "刻子", "pung", "`pung`", "Three of the same tile."),
        own("槓", "杠", "kong", "", "Four of the same tile, set out as one set; a tile is drawn for the fourth."),
        own("將", "将", "pair", "`pair`", "The two equal tiles beside the four sets; 將牌 are its tiles."),
        word("chow", "`+chi`", "To take the left-hand player's discard for a chow."),
        word("pung", "`+peng`", "To take anybody's discard for a pung."),
        word("exposed_kong", "`+gang`", "A kong made with another player's discard."),
        word("added_kong", "`+bugang`", "A kong made by adding the fourth tile to a pung that lies open."),
        word("concealed_kong", "`+angang`", "A kong of four tiles that the player drew."),
        own("亮出的吃碰槓", "亮出的吃碰杠", "open meld", "`melds`", "A set that lies open in front of a player."),
    ),
    "The hand": (
        word("hand", "`hand`", "The tiles of one player."),
        Term(say("a shape"), "`shape`", "What a complete hand may look like, such as seven pairs."),
        word("ready", "`shanten` 0", "One tile is missing to a complete hand."),
        word("wait", "`waits`", "A tile that completes a hand which is ready."),
        word("shanten", "`shanten`", "How many useful tiles a hand needs before it is ready."),
        word("distance", "`distance`", "The distance: the same, but to a hand that the rules let win."),
        word("accepts", "`accepts`", "The tiles that bring a hand one step nearer."),
        fan("huangmei", "edge_wait", "Waiting for the 3 of 123 or the 7 of 789."),
        fan("huangmei", "closed_wait", "Waiting for the middle tile of a chow; 坎張 in Chinese Official."),
        fan("huangmei", "single_wait", "Waiting for the second tile of the pair; 單釣將 in Chinese Official."),
        fan("guobiao", "last_tile", "Winning with a tile whose other three copies lie open."),
        fan("huangshan", "seven_pairs", "Seven pairs instead of four sets and a pair."),
        fan("huangmei", "full_flush", "All tiles are of one suit."),
        fan("huangmei", "half_flush", "All tiles are of one suit or honours."),
        fan("huangmei", "all_pungs", "Four pungs or kongs and a pair; 對對胡 and 碰碰和 elsewhere."),
        fan("huangmei", "melded_hand", "All four sets lie open, and one tile is left in the hand."),
    ),
    "Winning": (
        word("win", "`legal`", "To complete the hand and show it."),
        word("self-draw", "`self-draw`", "To win with a tile drawn from the wall."),
        word("discard", "`discard`", "To win with the tile that another player threw; 放炮 too, 捉炮 in Huangmei."),
        word("kong-draw", "`kong-draw`", "To win with the tile drawn after a kong; 槓上開花 elsewhere."),
        word("rob-kong", "`rob-kong`", "To win with the tile that another player is adding to a pung."),
        word("flower-draw", "`flower-draw`", "To win with the tile drawn after a flower; 財上開花 in Huangmei."),
        fan("huangmei", "last_tile", "To win with the last tile; in Chinese Official, with the last discard."),
        fan("huangshan-fei", "heavenly_hand", "The dealer was dealt a complete hand."),
        fan("huangshan-fei", "earthly_hand", "The hand wins on the first draw."),
        own("一炮多響", "一炮多响", "several winners", "", "More than one player wins with the same discard."),
        Term(say("drawn game"), "", "The wall ends and nobody has won; 荒莊 too."),
    ),
    "What a win is worth": (
        word("fan", "`fans`", "What makes a hand worth more; 番 is also what that is counted in."),
        word("base", "`base`", "What one unit costs."),
        word("gain", "`gain`", "What the winner gets from all three together."),
        Term(say("a big hand"), '`"side": "big"`', "In Huangshi a fan of 10; their sum multiplies."),
        own("屁胡", "屁胡", "plain hand", "", "In Huangshi a win without a big hand."),
        fan("huangshi", "hard_win", "In Huangshi a win without wilds in the hand."),
        own("開口", "开口", "open", "", "Having called a tile; 開門 in some towns."),
        fan("huangmei", "concealed_hand", "Having called nothing; 門清 in Huangshan."),
        Term(HEADINGS["limit"], '`"side": "limit"`', "A hand that pays a fixed amount."),
        cap("huangshi", "cap", "The most that one loser pays."),
        cap("huangshi", "golden_cap", "The higher cap of Huangshi where all three losers are over the first."),
        cap("huangshi", "bright_cap", "Higher still: for a loser who is not open."),
        cap("huangshi", "haba_cap", "The highest: no loser is open."),
        Term(HEADINGS["responsibility"], "`responsible`", "One player pays for all three losers."),
        own("反包", "反包", "whom the winner fed", "", "In Huangshan: the winner fed a loser's melds."),
    ),
    "Seats": (
        word("dealer", "`dealer`", "The player who deals and begins."),
        word("right", "`right`", "The next player in turn."),
        word("across", "`across`", "The player on the other side."),
        word("left", "`left`", "The player whose turn is before one's own."),
        Term(say("streak"), "`streak`", "How often the dealer has stayed."),
        Term(say("the round's wind"), "`round_wind`", "The wind of the round, for every player."),
        Term(say("the winner's own wind"), "`seat_wind`", "The wind of the winner's seat."),
    ),
}

INTRODUCTION = """\
# Glossary

<!-- Made by docs/glossary.py; change that, not this. -->

The words of the game in three languages, and what stands for them in JSON, in a hand or on the command line. Where
towns use different words, the reports and rule sheets of a variant keep its own; `mjcalc rules show` prints them."""


def page() -> str:
    """docs/glossary.md."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield INTRODUCTION
    for title, terms in GROUPS.items():
        yield from ("", f"## {title}", "")
        yield from ("| 繁體 | 简体 | English | mjcalc | meaning |", "| --- | --- | --- | --- | --- |")
        for term in terms:
            hant, hans, en = (term.names.said_in(lang) for lang in LANGUAGES)
            en = (en[0].lower() + en[1:]).removeprefix("a ")
            yield f"| {hant} | {hans} | {en} | {term.typed} | {term.meaning} |"


if __name__ == "__main__":
    (FOLDER / "glossary.md").write_text(page(), encoding="utf-8", newline="\n")
