"""A score as text: whether it is a win, how the hand is read, its fans, who pays what."""

from collections.abc import Iterator
from math import prod

from mjcalc.answers.records import Fan, Score, SeatFan
from mjcalc.report.layout import fold, table, width_of, wrap
from mjcalc.report.round import Round, format_round
from mjcalc.report.words import both, both_names, draw, draw_hand, say
from mjcalc.rules.schema import Language, Variant

__all__ = ["format_score"]


def format_score(score: Score, variant: Variant, given: Round, *, lang: Language, glyphs: bool = False) -> str:
    """Whether it is a win, the round, how the hand is read, its fans, and who pays what."""
    by = f"{draw([score.win], glyphs=glyphs)} {both(score.by, lang)}"
    parts = [
        both("win" if score.legal else "no win", lang),
        both_names(variant.names, lang),
        f"{by} ← {both(score.source, lang)}" if score.source else by,
    ]
    if score.legal:
        parts.append(f"{both('gain', lang)} {score.gain}")
    lines = [" · ".join(parts), "", f"{both('hand', lang)}  {draw_hand(score.hand, glyphs=glyphs)}"]
    lines += format_round(given, variant, lang=lang, glyphs=glyphs)
    if score.sets:
        label = f"{both('sets', lang)}  "
        lines.append(label + f"\n{' ' * width_of(label)}".join(_sets(score, lang, glyphs)))
    if score.reasons:
        lines += ["", *(wrap(f"✗ {reason.text} ({reason.id})") for reason in score.reasons)]
    if score.fans:
        lines += ["", _fans(score, lang)]
    if score.payments:
        lines += ["", _payments(score, lang), *_explained(score, variant, given, lang)]
    return "\n".join([*lines, *_notes(score, lang)])


def _sets(score: Score, lang: Language, glyphs: bool) -> list[str]:
    """The concealed parts on a line of their own, then every meld with its feeder."""
    concealed, melds = [], []
    for part in score.sets:
        text = draw(part.tiles, glyphs=glyphs)
        if not part.melded:
            concealed.append(text)
            continue
        melds.append(f"{text} {both(part.kind, lang)}" + (f" ← {both(part.feeder, lang)}" if part.feeder else ""))
    return ["  ".join(concealed), *melds]


def _fans(score: Score, lang: Language) -> str:
    rows = [(*_columns(fan, lang), _value(fan)) for fan in score.fans]
    rows.append((*((say("total", lang), "total") if lang != "en" else ("total",)), _total(score)))
    headers = [say("fan", lang), "fan", both("value", lang)] if lang != "en" else ["fan", "value"]
    return table(headers, rows, "llr" if lang != "en" else "lr")


def _columns(fan: Fan, lang: Language) -> tuple[str, ...]:
    return (fan.name,) if lang == "en" else (fan.name, fan.english)


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


def _payments(score: Score, lang: Language) -> str:
    """A column only where it says something: fans of the losers, caps, responsibility."""
    paying = score.payments
    columns: list[tuple[str, str, list[object]]] = [("seat", "l", [both(one.seat, lang) for one in paying])]
    if any(one.fans for one in paying):
        gap = ", " if lang == "en" else "  "
        columns.append(
            ("fan", "l", [fold([f"{fan.name} {_value(fan)}" for fan in one.fans], 28, gap) for one in paying])
        )
    if any(one.amount != one.pays for one in paying):
        columns.append(("amount", "r", [one.amount for one in paying]))
    if any(one.amount != one.share for one in paying) and any(one.share != one.pays for one in paying):
        columns.append(("share", "r", [one.share for one in paying]))
    columns.append(("pays", "r", [one.pays for one in paying]))
    headers = [both(word, lang) for word, _, _ in columns]
    rows = zip(*(cells for _, _, cells in columns), strict=True)
    return table(headers, rows, "".join(align for _, align, _ in columns))


def _explained(score: Score, variant: Variant, given: Round, lang: Language) -> Iterator[str]:
    """Which caps were reached and why, and who pays for the others."""
    base = given.base_in(variant)
    reached = dict.fromkeys(one.cap for one in score.payments if one.cap)
    if reached or any(one.share < one.pays for one in score.payments):
        yield ""
    for id in reached:
        cap = variant.caps[id]
        seats = [both(one.seat, lang) for one in score.payments if one.cap == id]
        whose = f" ({', '.join(seats)})" if len(seats) < len(score.payments) else ""
        why = f": {cap.why.said_in(lang)}" if cap.why else ""
        amount = f"{cap.amount} × {base} = {cap.amount * base}" if cap.per_base and base != 1 else f"{cap.amount}"
        yield wrap(f"{both_names(cap.names, lang)} {amount}{whose}{why}")
    liable = [both(one.seat, lang) for one in score.payments if one.share < one.pays]
    if liable:
        yield f"{both('responsible', lang)}: {', '.join(liable)}"


def _notes(score: Score, lang: Language) -> list[str]:
    return ["", *(wrap(f"{both('note', lang)}: {note.text}") for note in score.notes)] if score.notes else []
