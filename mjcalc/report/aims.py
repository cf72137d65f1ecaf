"""What there is to say of the fans that a hand may be played for."""

from mjcalc.answers.records import Aims
from mjcalc.report.document import Block, Cell, Column, Document, Remark, Remarks, Table, Tiles
from mjcalc.report.parts import by_suit, far_title, generate_notes, generate_round
from mjcalc.report.words import Words
from mjcalc.rules.schema import Variant

__all__ = ["aims_document"]


def aims_document(aims: Aims, variant: Variant, words: Words) -> Document:
    """Every aim within reach: how far it is, which tiles help, and what to throw for it."""
    blocks: list[Block] = list(generate_round(aims, variant, words))
    has_throws = any(aim.throws for aim in aims.aims)
    columns = [
        Column(words.say("aim")),
        Column(words.say("value"), "right"),
        Column(words.say("shanten"), "right"),
        Column(words.say("remaining"), "right"),
        Column(words.say("accepts")),
    ]
    if has_throws:
        columns.append(Column(words.say("throw")))
    names = {fan.id: fan.names for fan in variant.fans}
    rows = []
    for aim in aims.aims:
        row: list[Cell] = [
            (words.name(names[aim.id]),),
            (str(aim.value),),
            (str(aim.shanten),),
            (str(aim.left),),
            (by_suit(aim.accepts),),
        ]
        rows.append((*row, (Tiles(aim.throws),)) if has_throws else tuple(row))
    blocks.append(Table(tuple(columns), tuple(rows)) if rows else Remarks((Remark(words.say("no aims")),)))
    blocks += generate_notes(aims, words)
    return Document(far_title(aims.shanten, variant, words), tuple(blocks))
