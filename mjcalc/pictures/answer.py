"""An answer as a picture: one file, SVG or HTML, with everything that its table says."""

from collections.abc import Callable, Mapping

from mjcalc.answers.records import Answer
from mjcalc.notation import parse_tile
from mjcalc.pictures.hand import Rack
from mjcalc.pictures.html import format_html
from mjcalc.pictures.sheet import Sheet, sheet_of
from mjcalc.pictures.svg import format_svg
from mjcalc.report.answer import answer_document
from mjcalc.report.draw import Pen, TileStyle
from mjcalc.report.language import TableLanguage
from mjcalc.report.words import WORDS, words_for
from mjcalc.rules import tile_set
from mjcalc.rules.schema import Language, Variant

__all__ = ["FORMATS", "format_picture"]

FORMATS: Mapping[str, Callable[[Sheet, Rack, Pen, Language], str]] = {"svg": format_svg, "html": format_html}
"""How a picture can be written."""


def format_picture(
    answer: Answer,
    variant: Variant,
    format: str,
    *,
    lang: TableLanguage = "both",
    tiles: TileStyle | None = None,
) -> str:
    """An answer as the text of one file that needs no other.

    :param variant: the one that the answer is about, with the table's settings.
    :param format: one of :data:`FORMATS`.
    :param lang: as for :func:`mjcalc.report.answer.format_answer`.
    :param tiles: how tiles are written where they stand in text, likewise.
    :raises KeyError: if there is no such format.
    :raises ValueError: if there is no such language.
    """
    words = words_for(lang)
    wild = None if answer.wild is None else parse_tile(answer.wild)
    names = variant.tiles.wild and variant.tiles.wild.names
    rack = Rack(tile_set(variant, wild=wild), names or WORDS["wild"], words)
    pen = Pen(tiles or ("letters" if lang == "en" else "text"), words.lang)
    sheet = sheet_of(answer_document(answer, variant, lang=lang), rack, pen)
    return FORMATS[format](sheet, rack, pen, words.lang)
