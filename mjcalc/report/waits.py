"""What there is to say before the win: what a hand waits for, and what to throw."""

from collections.abc import Iterator, Sequence

from mjcalc.answers.records import Accept, Chances, Discards, Wait, Waits, Worth
from mjcalc.report.document import Block, Cell, Column, Document, Flow, Remark, Remarks, Table, Tiles
from mjcalc.report.parts import by_suit, far_title, generate_notes, generate_round
from mjcalc.report.words import Words
from mjcalc.rules.schema import Variant
from mjcalc.texts import say

__all__ = ["discards_document", "waits_document"]

_MODEL = say(
    "One player alone with {draws} draws, every unseen tile equally likely;"
    " no claims, kongs, flowers or others' discards."
)
"""What the chances are chances of."""


def waits_document(waits: Waits, variant: Variant, words: Words) -> Document:
    """What a hand waits for, the dearest first; of one that is not ready, the tiles that bring it nearer."""
    blocks: list[Block] = list(generate_round(waits, variant, words))
    if waits.accepts:
        blocks.append(_accepting(waits.accepts, words))
    if waits.waits:
        blocks.append(_waiting(waits.waits, variant, words))
    blocks.append(Remarks((_in_all(waits, words),)))
    if waits.distance != waits.shanten and waits.distance_accepts:
        blocks.append(_accepting(waits.distance_accepts, words, "distance"))
    if waits.chances:
        blocks.append(Table(tuple(_chance_columns(words)), (tuple(_chance_cells(waits.chances)),)))
        blocks += _model(waits.draws, words)
    blocks += generate_notes(waits, words)
    return Document(far_title(waits.shanten, variant, words), tuple(blocks))


def discards_document(discards: Discards, variant: Variant, words: Words) -> Document:
    """What to throw, best first, and what then helps."""
    differs = any(one.distance != one.shanten for one in discards.discards)
    has_chances = any(one.chances for one in discards.discards)
    columns = [Column(words.say("throw")), Column(words.say("shanten"), "right")]
    columns += [Column(words.say("distance"), "right")] if differs else []
    columns += _chance_columns(words) if has_chances else []
    columns.append(Column(words.say("remaining"), "right"))
    # Who asks for chances looks at them; there is no room for the tiles as well.
    columns += [] if has_chances else [Column(words.say("accepts"))]
    rows = []
    for one in discards.discards:
        helping = one.distance_accepts if differs else one.accepts
        row: list[Cell] = [(Tiles((one.tile,)),), (_far(one.shanten),)]
        row += [(_far(one.distance),)] if differs else []
        row += _chance_cells(one.chances) if has_chances else []
        row.append((str(sum(accept.remaining for accept in helping)),))
        row += [] if has_chances else [(by_suit(helping),)]
        rows.append(tuple(row))
    blocks: list[Block] = [*generate_round(discards, variant, words), Table(tuple(columns), tuple(rows))]
    blocks += _model(discards.draws if has_chances else None, words)
    blocks += generate_notes(discards, words)
    return Document(far_title(discards.shanten, variant, words), tuple(blocks))


def _far(shanten: int | None) -> str:
    return "—" if shanten is None else str(shanten)


def _chance_columns(words: Words) -> list[Column]:
    return [Column(words.say(word), "right") for word in ("chance ready", "chance win", "mean")]


def _chance_cells(chances: Chances | None) -> list[Cell]:
    """Chances as percentages with one decimal; a mean with two decimals, or two digits where it is small."""
    if chances is None:
        return [("—",)] * 3
    mean = f"{chances.mean:.2f}" if chances.mean >= 0.1 or not chances.mean else f"{chances.mean:.2g}"
    return [(f"{chances.ready:.1%}",), (f"{chances.win:.1%}",), (mean,)]


def _model(draws: int | None, words: Words) -> list[Block]:
    """What the chances are chances of."""
    if draws is None:
        return []
    return [Remarks((Remark(words.sentence(_MODEL, draws=draws)),))]


def _accepting(accepts: Sequence[Accept], words: Words, title: str = "accepts") -> Table:
    """The tiles that help, by how many are left of each."""
    by_left = sorted({accept.remaining for accept in accepts}, reverse=True)
    rows = tuple(
        ((_left(left, words),), (by_suit([one for one in accepts if one.remaining == left]),)) for left in by_left
    )
    return Table((Column(words.say("remaining"), "right"), Column(words.say(title))), rows)


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


def _best(wait: Wait) -> int:
    """The most that it can be worth; −1 where it may not win."""
    worths = (wait.self_draw, wait.discard)
    return max((worth.gain for worth in worths if worth is not None and worth.legal), default=-1)
