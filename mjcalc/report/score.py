"""What there is to say of a score: whether it is a win, how the hand is read, its fans, who pays what."""

from collections.abc import Iterator
from math import prod
from typing import TYPE_CHECKING, cast

from mjcalc.answers.records import Fan, Payment, Score, SeatFan, SetOut
from mjcalc.report.document import Block, Cell, Column, Document, Fact, Facts, Flow, Line, Remark, Remarks, Table, Tiles
from mjcalc.report.parts import generate_notes, generate_round, whole
from mjcalc.report.words import Words
from mjcalc.rules.schema import Variant

if TYPE_CHECKING:
    from mjcalc.answers.explained import Explained

__all__ = ["score_document"]


def score_document(score: Score, variant: Variant, words: Words) -> Document:
    """Whether it is a win, the round, how the hand is read, its fans, and who pays what."""
    way = f" {words.say(score.by)}"
    title: list[Line] = [
        (words.say("win" if score.legal else "no win"),),
        (words.name(variant.names),),
        (Tiles((score.win,)), f"{way} ← {words.say(score.source)}" if score.source else way),
    ]
    if score.legal:
        title.append((f"{words.say('gain')} {score.gain}",))
    return Document(Flow(tuple(title), " · "), tuple(_generate_blocks(score, variant, words)))


def _generate_blocks(score: Score, variant: Variant, words: Words) -> Iterator[Block]:
    yield from generate_round(score, variant, words)
    if score.sets:
        concealed = tuple((Tiles(part.tiles),) for part in score.sets if not part.melded)
        melds = [whole(*_meld(part, words)) for part in score.sets if part.melded]
        yield Facts((Fact(words.say("sets"), (Flow(concealed, "  "), *melds)),))
    if score.reasons:
        # Whoever reads Chinese alone has no use for the id.
        texts = [
            one.text if words.lang != "en" and not words.has_english else f"{one.text} ({one.id})"
            for one in score.reasons
        ]
        yield Remarks(tuple(Remark(text, "reason") for text in texts))
    explained = cast("Explained", score) if hasattr(score, "explain") else None
    if score.fans:
        yield _fans(score, explained, words)
    if score.payments:
        yield _payments(score, words)
    if explained is not None:
        from mjcalc.report.explain import generate_explanation  # few ask

        yield from generate_explanation(explained, variant, words)
    elif said := tuple(_generate_caps_and_duties(score, variant, words)):
        yield Remarks(said)
    yield from generate_notes(score, words)


def _meld(part: SetOut, words: Words) -> Line:
    text = f" {words.say(part.kind)}"
    if part.feeder:
        text += f" ← {words.say(part.feeder)}"
    return Tiles(part.tiles, part.kind, part.feeder), text


def _fans(score: Score, explained: "Explained | None", words: Words) -> Table:
    """Every fan by its name in each language of the report, and the total; in an explanation with its tiles."""
    columns = [Column(said) for said in words.each("fan")]
    rows: list[tuple[Cell, ...]] = [_name_cells(fan, words) for fan in score.fans]
    foot: list[Cell] = [(said,) for said in words.each("total")]
    if explained is not None:
        from mjcalc.report.explain import earned_cell

        whole = sum(len(part.tiles) for part in score.sets)
        cells = [earned_cell(explained.explain, fan.id, whole, words) for fan in score.fans]
        columns.append(Column(words.say("tiles")))
        rows = [(*row, cell) for row, cell in zip(rows, cells, strict=True)]
        foot.append(("",))
    values = tuple((*row, (_value(fan),)) for row, fan in zip(rows, score.fans, strict=True))
    return Table((*columns, Column(words.say("value"), "right")), values, (*foot, (_total(score),)))


def _name_cells(fan: Fan, words: Words) -> tuple[Cell, ...]:
    return ((fan.name,), (fan.english,)) if words.has_english else ((fan.name,),)


def _value(fan: Fan | SeatFan) -> str:
    """What a fan does to the total: multiplies it, adds to it, or is all of it."""
    side = fan.side if isinstance(fan, Fan) else "winner"
    if side == "limit":
        return f"= {fan.value}"
    if side == "winner":
        return f"×{fan.value}" if fan.count == 1 else f"×{fan.value}^{fan.count}"
    return f"+{fan.value}" if fan.count == 1 else f"+{fan.value}×{fan.count}"


def _total(score: Score) -> str:
    """The total; where big hands are added and multiplied with the rest, also how."""
    big = sum(fan.value * fan.count for fan in score.fans if fan.side == "big")
    rest = prod(fan.value**fan.count for fan in score.fans if fan.side == "winner")
    return f"{rest} × {big} = {score.total}" if big and rest * big == score.total else str(score.total)


def _payments(score: Score, words: Words) -> Table:
    """A column only where it says something: fans of the losers, caps, responsibility."""
    paying = score.payments
    columns: list[tuple[Column, list[Cell]]] = [
        (Column(words.say("seat")), [(words.say(one.seat),) for one in paying]),
    ]

    def add_numbers(word: str, numbers: list[int]) -> None:
        columns.append((Column(words.say(word), "right"), [(str(number),) for number in numbers]))

    if any(one.fans for one in paying):
        columns.append((Column(words.say("fan")), [_seat_fans(one, words) for one in paying]))
    if any(one.amount != one.pays for one in paying):
        add_numbers("amount", [one.amount for one in paying])
    if any(one.amount != one.share for one in paying) and any(one.share != one.pays for one in paying):
        add_numbers("share", [one.share for one in paying])
    add_numbers("pays", [one.pays for one in paying])
    rows = tuple(zip(*(cells for _, cells in columns), strict=True))
    return Table(tuple(column for column, _ in columns), rows)


def _seat_fans(payment: Payment, words: Words) -> Cell:
    return (Flow(tuple((f"{fan.name} {_value(fan)}",) for fan in payment.fans), words.gap),)


def _generate_caps_and_duties(score: Score, variant: Variant, words: Words) -> Iterator[Remark]:
    """Which caps were reached and why, and who pays for the others."""
    for id in dict.fromkeys(one.cap for one in score.payments if one.cap):
        cap = variant.caps[id]
        seats = [words.say(one.seat) for one in score.payments if one.cap == id]
        whose = words.aside(words.listed(seats)) if len(seats) < len(score.payments) else ""
        why = words.colon + cap.why.said_in(words.lang) if cap.why else ""
        amount = (
            f"{cap.amount} × {score.base} = {cap.amount * score.base}"
            if cap.per_base and score.base != 1
            else f"{cap.amount}"
        )
        yield Remark(f"{words.name(cap.names)} {amount}{whose}{why}")
    liable = {seat for duty in score.responsible for seat in duty.seats}
    if liable:
        seats = [words.say(one.seat) for one in score.payments if one.seat in liable]
        yield Remark(words.listed(seats), label=words.say("responsible") + words.colon)
