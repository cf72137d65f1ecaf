"""Any answer as text."""

from mjcalc.answers.records import Aims, Answer, Score, Waits
from mjcalc.report.aims import aims_document
from mjcalc.report.document import Document
from mjcalc.report.draw import Pen, TileStyle
from mjcalc.report.language import TableLanguage
from mjcalc.report.score import score_document
from mjcalc.report.text import format_text
from mjcalc.report.waits import discards_document, waits_document
from mjcalc.report.words import words_for
from mjcalc.rules.schema import Variant

__all__ = ["answer_document", "format_answer"]


def format_answer(
    answer: Answer,
    variant: Variant,
    *,
    lang: TableLanguage = "both",
    tiles: TileStyle | None = None,
) -> str:
    """An answer for a terminal; its first paragraph is the gist.

    :param variant: the one that the answer is about, with the table's settings.
    :param lang: ``both`` is traditional Chinese with English beside; the answer's own texts should be in its language.
    :param tiles: how tiles are drawn; by default with letters in English, else as in notation.
    :raises ValueError: if there is no such language.
    """
    words = words_for(lang)
    pen = Pen(tiles or ("letters" if lang == "en" else "text"), words.lang)
    return format_text(answer_document(answer, variant, lang=lang), pen)


def answer_document(answer: Answer, variant: Variant, *, lang: TableLanguage = "both") -> Document:
    """What there is to say of an answer, for any format.

    :raises ValueError: if there is no such language.
    """
    words = words_for(lang)
    if isinstance(answer, Score):
        return score_document(answer, variant, words)
    if isinstance(answer, Waits):
        return waits_document(answer, variant, words)
    if isinstance(answer, Aims):
        return aims_document(answer, variant, words)
    return discards_document(answer, variant, words)
