"""Parts that every answer's report has: the hand, the round and the notes."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from mjcalc.answers.records import Accept, Answer
from mjcalc.report.document import Fact, Facts, Flow, HandText, Piece, Remark, Remarks, Tiles
from mjcalc.report.words import WORDS, Words
from mjcalc.rules.schema import Variant

__all__ = ["by_suit", "far_title", "generate_notes", "generate_round", "whole"]


def whole(*pieces: Piece) -> Flow:
    """Pieces that are kept together.

    >>> whole("a", "b")
    Flow(items=(('a', 'b'),), gap='')
    """
    return Flow((pieces,), "")


def generate_round(answer: Answer, variant: Variant, words: Words) -> Iterator[Facts]:
    """The hand; and the wild, the dealer and the base where they do not go without saying."""
    # A hand may be broken between its groups.
    groups = tuple((HandText(group),) for group in answer.hand.split())
    yield Facts((Fact(words.say("hand"), (Flow(groups, " "),)),))
    facts = []
    if answer.wild is not None:
        names = variant.tiles.wild and variant.tiles.wild.names
        facts.append(Fact(words.name(names or WORDS["wild"]), (whole(Tiles((answer.wild,))),)))
    if answer.dealer is not None:
        facts.append(Fact(words.say("dealer"), (whole(words.say(answer.dealer)),)))
    if answer.base != 1:
        facts.append(Fact(words.say("base"), (whole(str(answer.base)),)))
    if facts:
        yield Facts(tuple(facts), is_short=True)


def generate_notes(answer: Answer, words: Words) -> Iterator[Remarks]:
    """The notes, if there are any."""
    if answer.notes:
        label = words.say("note") + words.colon
        yield Remarks(tuple(Remark(note.text, "note", label) for note in answer.notes))


def far_title(shanten: int | None, variant: Variant, words: Words) -> Flow:
    """How far a hand is."""
    named = {0: "ready", -1: "complete", None: "unreachable"}
    far = words.say(named[shanten]) if shanten in named else f"{shanten} {words.say('shanten')}"
    return Flow(((far,), (words.name(variant.names),)), " · ")


def by_suit(accepts: Sequence[Accept]) -> Flow:
    """Tiles side by side, broken between suits where they must be."""
    suits = groupby((accept.tile for accept in accepts), lambda tile: tile[-1] if tile[0].isdigit() else "")
    return Flow(tuple((Tiles(tuple(tiles)),) for _, tiles in suits), "")
