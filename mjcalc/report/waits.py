"""What a hand waits for and what to throw, as text."""

from collections.abc import Sequence
from itertools import groupby

from mjcalc.answers.records import Accept, Discards, Waits, Worth
from mjcalc.report.layout import fold, table, wrap
from mjcalc.report.round import Round, format_round
from mjcalc.report.words import both, both_names, draw, draw_hand, say
from mjcalc.rules.schema import Language, Variant

__all__ = ["format_discards", "format_waits"]


def format_waits(waits: Waits, variant: Variant, given: Round, *, lang: Language, glyphs: bool = False) -> str:
    """What a hand waits for, the dearest first; of one that is not ready, the tiles that bring it nearer."""
    lines = _head(waits, variant, given, lang, glyphs)
    if waits.accepts:
        by_left = sorted({accept.remaining for accept in waits.accepts}, reverse=True)
        alike = [(left, [one for one in waits.accepts if one.remaining == left]) for left in by_left]
        accepts = [(_left(left, lang), _accepts(group, glyphs, 60)) for left, group in alike]
        lines += ["", table((both("remaining", lang), both("accepts", lang)), accepts, "rl")]
    if waits.waits:
        # Dearest first; sorted() keeps the tiles' own order between equals.
        order = sorted(
            waits.waits, key=lambda wait: (wait.remaining == 0, -_best(wait.self_draw, wait.discard), -wait.remaining)
        )
        names, gap = _names(variant, lang), ", " if lang == "en" else " "
        rows = [
            (
                draw([wait.tile], glyphs=glyphs),
                _left(wait.remaining, lang),
                _worth(wait.self_draw, names, gap),
                _worth(wait.discard, names, gap) if wait.discard else "—",
            )
            for wait in order
        ]
        headers = [both(word, lang) for word in ("wait", "remaining", "self-draw", "discard")]
        lines += ["", table(headers, rows, "lrll")]
    return "\n".join([*lines, "", _in_all(waits, lang), *_notes(waits, lang)])


def format_discards(discards: Discards, variant: Variant, given: Round, *, lang: Language, glyphs: bool = False) -> str:
    """What to throw, best first, and what then helps."""
    lines = _head(discards, variant, given, lang, glyphs)
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
    return "\n".join([*lines, "", table(headers, rows, "lrrl"), *_notes(discards, lang)])


def _head(answer: Waits | Discards, variant: Variant, given: Round, lang: Language, glyphs: bool) -> list[str]:
    """How far the hand is, the hand, and the round."""
    named = {0: "ready", -1: "complete", None: "unreachable"}
    shanten = answer.shanten
    far = both(named[shanten], lang) if shanten in named else f"{shanten} {both('shanten', lang)}"
    return [
        f"{far} · {both_names(variant.names, lang)}",
        "",
        f"{both('hand', lang)}  {draw_hand(answer.hand, glyphs=glyphs)}",
        *format_round(given, variant, lang=lang, glyphs=glyphs),
    ]


def _in_all(waits: Waits, lang: Language) -> str:
    """How many tiles help; of waits those that win, and where there are others also with them."""
    winning = sum(wait.remaining for wait in waits.waits if _best(wait.self_draw, wait.discard) >= 0)
    if not waits.waits or winning == waits.remaining:
        return f"{both('remaining', lang)} {waits.remaining}"
    return f"{both('remaining', lang)} {winning} ({both('with no win', lang)}: {waits.remaining})"


def _left(remaining: int, lang: Language) -> str:
    return str(remaining) if remaining else f"0 {say('dead', lang)}"


def _accepts(accepts: Sequence[Accept], glyphs: bool, width: int) -> str:
    """Tiles as one text, broken between suits where it must be."""
    suits = groupby((accept.tile for accept in accepts), lambda tile: tile[-1] if tile[0].isdigit() else "")
    return fold((draw(tiles, glyphs=glyphs) for _, tiles in suits), width)


def _best(*worths: Worth | None) -> int:
    return max((worth.gain for worth in worths if worth is not None and worth.legal), default=-1)


def _worth(worth: Worth, names: dict[str, str], gap: str) -> str:
    if worth.legal:
        return f"+{worth.gain}\n" + fold([names.get(id, id) for id in worth.fans], 26, gap)
    return "\n".join(wrap(f"✗ {names.get(id, id)}", 26) for id in worth.reasons)


def _names(variant: Variant, lang: Language) -> dict[str, str]:
    """What the ids of fans and reasons are called in this language."""
    names = {fan.id: fan.names.said_in(lang) for fan in variant.fans}
    # A text that is filled in for each hand ("{total} of the 2 fans needed") says less here than its id.
    texts = {rule.id: rule.text.said_in(lang) for rule in variant.requires}
    names |= {id: id.replace("_", " ") if "{" in text else text for id, text in texts.items()}
    names |= {id: text.said_in(lang) for id, text in variant.refused.items()}
    return {"not_complete": say("not_complete", lang)} | names


def _notes(answer: Waits | Discards, lang: Language) -> list[str]:
    return ["", *(wrap(f"{both('note', lang)}: {note.text}") for note in answer.notes)] if answer.notes else []
