"""An answer as text for a terminal of 80 columns."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from math import prod

from tabulate import tabulate

from mjcalc.report.words import both, both_names, draw, draw_hand, name_in, say
from mjcalc.rules.library import Entry
from mjcalc.rules.schema import Variant
from mjcalc.rules.vocabulary import Vocabulary
from mjcalc.scoring.result import Accept, Discards, Fan, Score, SeatFan, Waits, Worth

__all__ = ["format_discards", "format_score", "format_variants", "format_vocabulary", "format_waits"]


def format_score(score: Score, variant: Variant, *, lang: str, glyphs: bool = False) -> str:
    """Whether it is a win, how the hand is read, its fans, and who pays what."""
    by = f"{draw([score.win], glyphs=glyphs)} {both(score.by, lang)}"
    parts = [
        both("win" if score.legal else "no win", lang),
        both_names(variant.names, lang),
        f"{by} ← {both(score.source, lang)}" if score.source else by,
    ]
    if score.legal:
        parts.append(f"{both('gain', lang)} {score.gain}")
    lines = [" · ".join(parts), "", f"{both('hand', lang)}  {draw_hand(score.hand, glyphs=glyphs)}"]
    if score.sets:
        label = f"{both('sets', lang)}  "
        lines.append(label + f"\n{' ' * _width(label)}".join(_sets(score, lang, glyphs)))
    if score.reasons:
        lines += ["", *(_wrap(f"✗ {reason.text} ({reason.id})") for reason in score.reasons)]
    if score.fans:
        lines += ["", _fans(score, lang)]
    if score.payments:
        lines += ["", _payments(score, lang), *_explained(score, variant, lang)]
    return "\n".join([*lines, *_notes(score.notes, lang)])


def format_waits(waits: Waits, variant: Variant, *, lang: str, glyphs: bool = False) -> str:
    """What a hand waits for, the dearest first; of one that is not ready, the tiles that bring it nearer."""
    lines = [_distance(waits, variant, lang), "", f"{both('hand', lang)}  {draw_hand(waits.hand, glyphs=glyphs)}"]
    if waits.accepts:
        by_left = sorted({accept.remaining for accept in waits.accepts}, reverse=True)
        alike = [(left, [one for one in waits.accepts if one.remaining == left]) for left in by_left]
        accepts = [(_left(left, lang), _accepts(group, glyphs, 60)) for left, group in alike]
        lines += ["", _table((both("remaining", lang), both("accepts", lang)), accepts, "rl")]
    if waits.waits:
        # Dearest first; sorted() keeps the tiles' own order between equals.
        order = sorted(
            waits.waits, key=lambda wait: (wait.remaining == 0, -_best(wait.self_draw, wait.discard), -wait.remaining)
        )
        names = _names(variant, lang)
        rows = [
            (
                draw([wait.tile], glyphs=glyphs),
                _left(wait.remaining, lang),
                _worth(wait.self_draw, names),
                _worth(wait.discard, names) if wait.discard else "—",
            )
            for wait in order
        ]
        headers = [both(word, lang) for word in ("wait", "remaining", "self-draw", "discard")]
        lines += ["", _table(headers, rows, "lrll")]
    lines += ["", f"{both('remaining', lang)} {waits.remaining}", *_notes(waits.notes, lang)]
    return "\n".join(lines)


def format_discards(discards: Discards, variant: Variant, *, lang: str, glyphs: bool = False) -> str:
    """What to throw, best first, and what then helps."""
    lines = [_distance(discards, variant, lang), "", f"{both('hand', lang)}  {draw_hand(discards.hand, glyphs=glyphs)}"]
    rows = [
        (
            draw([discard.tile], glyphs=glyphs),
            "—" if discard.shanten is None else discard.shanten,
            discard.remaining,
            _accepts(discard.accepts, glyphs, 40),
        )
        for discard in discards.discards
    ]
    headers = [both(word, lang) for word in ("throw", "shanten", "remaining", "accepts")]
    return "\n".join([*lines, "", _table(headers, rows, "lrrl"), *_notes(discards.notes, lang)])


def format_variants(entries: Sequence[Entry], *, lang: str) -> str:
    """The variants there are: by what names they go, and whose own files they are."""
    rows = [
        (
            entry.id,
            entry.names.get(lang, ""),
            ", ".join(entry.aliases),
            say("shipped", lang) if entry.shipped else entry.path,
        )
        for entry in entries
    ]
    return _table([both(word, lang) for word in ("id", "name", "aliases", "from")], rows, "llll")


def format_vocabulary(vocabulary: Vocabulary) -> str:
    """Every condition that a rules file may name, what stands beside it, and when it holds."""
    rows = [
        (word.name, "" if word.takes == "nothing" else word.takes, word.scope, _wrap(word.meaning, 46))
        for word in vocabulary.words.values()
    ]
    return _table(["condition", "takes", "about", "meaning"], rows, "llll")


def _notes(notes: Sequence[str], lang: str) -> list[str]:
    return ["", *(_wrap(f"{both('note', lang)}: {note}") for note in notes)] if notes else []


def _table(headers: Sequence[str], rows: Iterable[Sequence[object]], align: str) -> str:
    sides = ["right" if side == "r" else "left" for side in align]
    # Every cell is text: tabulate would otherwise read tiles such as 1e3 as numbers.
    cells = [[str(cell) for cell in row] for row in rows]
    table = tabulate(cells, headers, "simple", disable_numparse=True, colalign=sides)
    return "\n".join(map(str.rstrip, table.splitlines()))


def _width(text: str) -> int:
    """The columns it takes; hanzi and pictures count double."""
    return sum(1 if char < "\u1100" else 2 for char in text)


def _fold(words: Iterable[str], width: int = 40, gap: str = "") -> str:
    """Words in lines of about this width."""
    lines, used = [""], 0
    for word in words:
        needed = _width(word) + len(gap)
        if used and used + needed > width:
            lines.append("")
            used = 0
        lines[-1] += gap + word if used else word
        used += needed
    return "\n".join(lines)


def _wrap(text: str, width: int = 79) -> str:
    """A sentence in lines that fit: broken after a space or a hanzi, never before a mark."""
    lines, used = [""], 0
    for piece in re.findall(r"[\u1100-\uffff][，。；：、）」]*|[^\s\u1100-\uffff]+\s*|\s+", text):
        if used + _width(piece.rstrip()) > width:
            lines.append("  ")
            used = 2
        lines[-1] += piece
        used += _width(piece)
    return "\n".join(line.rstrip() for line in lines)


def _sets(score: Score, lang: str, glyphs: bool) -> list[str]:
    """The concealed parts on a line of their own, then every meld with its feeder."""
    # The melds' own texts say who fed them: "pung 5p left".
    feeders = {tuple(words[:2]): words[2] for words in map(str.split, score.melds) if len(words) == 3}
    concealed, melds = [], []
    for part in score.sets:
        text = draw(part.tiles, glyphs=glyphs)
        if not part.melded:
            concealed.append(text)
            continue
        face = draw(part.tiles if part.kind == "chow" else part.tiles[:1], glyphs=False)
        feeder = feeders.get((part.kind, face))
        melds.append(f"{text} {both(part.kind, lang)}" + (f" ← {both(feeder, lang)}" if feeder else ""))
    return ["  ".join(concealed), *melds]


def _fans(score: Score, lang: str) -> str:
    rows = [(*_columns(fan, lang), _value(fan)) for fan in score.fans]
    rows.append((*((say("total", lang), "total") if lang != "en" else ("total",)), _total(score)))
    headers = [say("fan", lang), "fan", both("value", lang)] if lang != "en" else ["fan", "value"]
    return _table(headers, rows, "llr" if lang != "en" else "lr")


def _columns(fan: Fan, lang: str) -> tuple[str, ...]:
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


def _payments(score: Score, lang: str) -> str:
    """A column only where it says something: fans of the losers, caps, responsibility."""
    paying = score.payments
    columns: list[tuple[str, str, list[object]]] = [("seat", "l", [both(one.seat, lang) for one in paying])]
    if any(one.fans for one in paying):
        columns.append(
            ("fan", "l", [_fold([f"{fan.name} {_value(fan)}" for fan in one.fans], 28, "  ") for one in paying])
        )
    if any(one.amount != one.pays for one in paying):
        columns.append(("amount", "r", [one.amount for one in paying]))
    if any(one.cap for one in paying) or any(one.share != one.pays for one in paying):
        columns.append(("share", "r", [one.share for one in paying]))
    columns.append(("pays", "r", [one.pays for one in paying]))
    headers = [both(word, lang) for word, _, _ in columns]
    rows = zip(*(cells for _, _, cells in columns), strict=True)
    return _table(headers, rows, "".join(align for _, align, _ in columns))


def _explained(score: Score, variant: Variant, lang: str) -> Iterator[str]:
    """Which caps were reached and why, and who pays for the others."""
    reached = dict.fromkeys(one.cap for one in score.payments if one.cap)
    if reached or any(one.share < one.pays for one in score.payments):
        yield ""
    for id in reached:
        cap = variant.caps[id]
        seats = ", ".join(both(one.seat, lang) for one in score.payments if one.cap == id)
        why = f": {cap.why}" if cap.why else ""
        yield _wrap(f"{both_names(cap.names, lang)} ({seats}){why}")
    liable = [both(one.seat, lang) for one in score.payments if one.share < one.pays]
    if liable:
        yield f"{both('responsible', lang)}: {', '.join(liable)}"


def _distance(answer: Waits | Discards, variant: Variant, lang: str) -> str:
    named = {0: "ready", -1: "complete", None: "unreachable"}
    shanten = answer.shanten
    far = both(named[shanten], lang) if shanten in named else f"{shanten} {both('shanten', lang)}"
    return f"{far} · {both_names(variant.names, lang)}"


def _left(remaining: int, lang: str) -> str:
    return str(remaining) if remaining else f"0 {say('dead', lang)}"


def _accepts(accepts: Sequence[Accept], glyphs: bool, width: int) -> str:
    """Tiles as one text, broken between suits where it must be."""
    suits = groupby((accept.tile for accept in accepts), lambda tile: tile[-1] if tile[0].isdigit() else "")
    return _fold((draw(tiles, glyphs=glyphs) for _, tiles in suits), width)


def _best(*worths: Worth | None) -> int:
    return max((worth.gain for worth in worths if worth is not None and worth.legal), default=-1)


def _worth(worth: Worth, names: dict[str, str]) -> str:
    if worth.legal:
        return f"+{worth.gain}\n" + _fold([names.get(id, id) for id in worth.fans], 26, " ")
    return "\n".join(_wrap(f"✗ {names.get(id, id)}", 26) for id in worth.reasons)


def _names(variant: Variant, lang: str) -> dict[str, str]:
    """What the ids of fans and reasons are called in this language."""
    names = {fan.id: name_in(fan.names, lang) for fan in variant.fans}
    # A text that is filled in for each hand ("{total} of the 2 fans needed") says less here than its id.
    texts = {rule.id: name_in(rule.text, lang) for rule in variant.requires}
    names |= {id: id.replace("_", " ") if "{" in text else text for id, text in texts.items()}
    names |= {id: name_in(text, lang) for id, text in variant.refused.items()}
    return {"not_complete": say("not_complete", lang)} | names
