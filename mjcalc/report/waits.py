"""What there is to say before the win: what a hand waits for, and what to throw."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from mjcalc.answers.records import Accept, Discards, Wait, Waits, Worth
from mjcalc.report.document import Block, Column, Document, Flow, Remark, Remarks, Table, Tiles
from mjcalc.report.parts import generate_notes, generate_round
from mjcalc.report.words import Words
from mjcalc.rules.schema import Variant

__all__ = ["discards_document", "waits_document"]


def waits_document(waits: Waits, variant: Variant, words: Words) -> Document:
    """What a hand waits for, the dearest first; of one that is not ready, the tiles that bring it nearer."""
    blocks: list[Block] = list(generate_round(waits, variant, words))
    if waits.accepts:
        blocks.append(_accepting(waits.accepts, words))
    if waits.waits:
        blocks.append(_waiting(waits.waits, variant, words))
    blocks.append(Remarks((_in_all(waits, words),)))
    blocks += generate_notes(waits, words)
    return Document(_title(waits, variant, words), tuple(blocks))


def discards_document(discards: Discards, variant: Variant, words: Words) -> Document:
    """What to throw, best first, and what then helps."""
    columns = (
        Column(words.say("throw")),
        Column(words.say("shanten"), "right"),
        Column(words.say("remaining"), "right"),
        Column(words.say("accepts")),
    )
    rows = tuple(
        (
            (Tiles((one.tile,)),),
            ("—" if one.shanten is None else str(one.shanten),),
            (str(one.remaining),),
            (_by_suit(one.accepts),),
        )
        for one in discards.discards
    )
    blocks: list[Block] = [*generate_round(discards, variant, words), Table(columns, rows)]
    blocks += generate_notes(discards, words)
    return Document(_title(discards, variant, words), tuple(blocks))


def _title(answer: Waits | Discards, variant: Variant, words: Words) -> Flow:
    """How far the hand is."""
    named = {0: "ready", -1: "complete", None: "unreachable"}
    shanten = answer.shanten
    far = words.say(named[shanten]) if shanten in named else f"{shanten} {words.say('shanten')}"
    return Flow(((far,), (words.name(variant.names),)), " · ")


def _accepting(accepts: Sequence[Accept], words: Words) -> Table:
    """The tiles that help, by how many are left of each."""
    by_left = sorted({accept.remaining for accept in accepts}, reverse=True)
    rows = tuple(
        ((_left(left, words),), (_by_suit([one for one in accepts if one.remaining == left]),)) for left in by_left
    )
    return Table((Column(words.say("remaining"), "right"), Column(words.say("accepts"))), rows)


def _waiting(waits: Sequence[Wait], variant: Variant, words: Words) -> Table:
    """Every wait with what it is worth, the dearest first and the dead ones last."""
    # sorted() keeps the tiles' own order between equals.
    order = sorted(waits, key=lambda wait: (wait.remaining == 0, -_best(wait), -wait.remaining))
    names = {fan.id: fan.names.said_in(words.lang) for fan in variant.fans}
    rows = tuple(
        (
            (Tiles((wait.tile,)),),
            (_left(wait.remaining, words),),
            tuple(_generate_worth(wait.self_draw, names, words)),
            tuple(_generate_worth(wait.discard, names, words)) if wait.discard else ("—",),
        )
        for wait in order
    )
    columns = (
        Column(words.say("wait")),
        Column(words.say("remaining"), "right"),
        Column(words.say("self-draw")),
        Column(words.say("discard")),
    )
    return Table(columns, rows)


def _generate_worth(worth: Worth, names: dict[str, str], words: Words) -> Iterator[Flow | str]:
    if worth.legal:
        yield f"+{worth.gain}"
        yield Flow(tuple((names[id],) for id in worth.fans), ", " if words.lang == "en" else " ")
    for reason in worth.why:
        yield f"✗ {reason.text}"


def _in_all(waits: Waits, words: Words) -> Remark:
    """How many tiles help; of waits those that win, and where there are others also with them."""
    winning = sum(wait.remaining for wait in waits.waits if _best(wait) >= 0)
    said = words.say("remaining")
    if not waits.waits or winning == waits.remaining:
        return Remark(f"{said} {waits.remaining}")
    with_others = words.say("with no win") + words.colon + str(waits.remaining)
    return Remark(f"{said} {winning}{words.aside(with_others)}")


def _left(remaining: int, words: Words) -> str:
    return str(remaining) if remaining else f"0 {words.say_first('dead')}"


def _by_suit(accepts: Sequence[Accept]) -> Flow:
    """Tiles side by side, broken between suits where they must be."""
    suits = groupby((accept.tile for accept in accepts), lambda tile: tile[-1] if tile[0].isdigit() else "")
    return Flow(tuple((Tiles(tuple(tiles)),) for _, tiles in suits), "")


def _best(wait: Wait) -> int:
    """The most that it can be worth; −1 where it may not win."""
    worths = (wait.self_draw, wait.discard)
    return max((worth.gain for worth in worths if worth is not None and worth.legal), default=-1)
