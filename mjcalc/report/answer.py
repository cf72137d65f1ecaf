"""Any answer as text."""

from mjcalc.answers.records import Discards, Score, Waits
from mjcalc.report.round import NOTHING_SAID, Round
from mjcalc.report.score import format_score
from mjcalc.report.waits import format_discards, format_waits
from mjcalc.rules.schema import Language, Variant

__all__ = ["format_answer"]


def format_answer(
    answer: Score | Waits | Discards,
    variant: Variant,
    given: Round = NOTHING_SAID,
    *,
    lang: Language,
    glyphs: bool = False,
) -> str:
    """An answer in a language, its tiles as text or as pictures; its first line is the gist."""
    if isinstance(answer, Score):
        return format_score(answer, variant, given, lang=lang, glyphs=glyphs)
    if isinstance(answer, Waits):
        return format_waits(answer, variant, given, lang=lang, glyphs=glyphs)
    return format_discards(answer, variant, given, lang=lang, glyphs=glyphs)
