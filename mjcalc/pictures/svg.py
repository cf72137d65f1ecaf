"""A sheet as one SVG file: nothing is loaded from outside, no script, light and dark, one page wide."""

from collections.abc import Iterable, Sequence

from mjcalc.pictures.hand import Group
from mjcalc.pictures.page import COLOURS, FONTS, escape, format_group, format_symbols
from mjcalc.pictures.tiles import WIDTH
from mjcalc.report.layout import width_of, wrap
from mjcalc.rules.schema import Language

__all__ = ["Drawing"]

_PAGE = 760
_MARGIN = 32
_TILE = 46
"""The width of a tile in pixels; the others are in proportion."""
_SCALE = _TILE / WIDTH
_SIZES = {"title": 21, "text": 15, "small": 13}
"""The height of letters in pixels."""


def _style() -> str:
    """The classes of a drawing; the dark colours stand only on a screen that asks for them."""
    ink, pale, line, paper, mark = (COLOURS[name] for name in ("ink", "pale", "line", "paper", "mark"))

    def rules(mode: int) -> str:
        return (
            f"text{{fill:{ink[mode]}}}.pale{{fill:{pale[mode]}}}.line{{stroke:{line[mode]}}}"
            f".paper{{fill:{paper[mode]}}}.wild{{fill:none;stroke:{mark[mode]};stroke-width:26}}"
        )

    sizes = "".join(f".{name}{{font-size:{size}px}}" for name, size in _SIZES.items())
    return (
        f"text{{font-family:{FONTS};white-space:pre}}{sizes}.title,.bold{{font-weight:600}}.end{{text-anchor:end}}"
        f".middle{{text-anchor:middle}}{rules(0)}@media screen and (prefers-color-scheme:dark){{{rules(1)}}}"
    )


class Drawing:
    """A page that is filled from top to bottom."""

    def __init__(self) -> None:
        self._y = float(_MARGIN)
        self._parts: list[str] = []
        self._groups: list[Group] = []

    def space(self, pixels: int = 14) -> None:
        """Leave some room."""
        self._y += pixels

    def text(self, text: str, style: str = "text") -> None:
        """A paragraph in lines that fit; ``style`` is title, text or small, and perhaps pale or bold."""
        size = _SIZES[style.split()[0]]
        for line in wrap(text, int((_PAGE - 2 * _MARGIN) / _column(size))).splitlines():
            self._y += size * 1.5
            self._write(line.strip(), _MARGIN, self._y - size * 0.35, style)

    def hand(self, groups: Sequence[Group]) -> None:
        """Groups of tiles, in as many rows as they need, each with its caption below."""
        self._groups += groups
        row: list[Group] = []
        for group in groups:
            if row and _row_width([*row, group]) > _PAGE - 2 * _MARGIN:
                self._row(row)
                row = []
            row.append(group)
        self._row(row)

    def _row(self, row: Sequence[Group]) -> None:
        top, bottom = min(group.top for group in row), max(group.bottom for group in row)
        x = float(_MARGIN)
        self._y += 10
        line = _SIZES["small"] * 1.5
        for group in row:
            place = f"translate({x:.1f} {self._y - top * _SCALE:.1f}) scale({_SCALE:.4f})"
            title = f"<title>{escape(group.spoken)}</title>"
            self._parts.append(f'<g role="img" transform="{place}">{title}{format_group(group)}</g>')
            width = _group_width(group)
            if group.caption:
                below = self._y + (group.bottom - top) * _SCALE + line * 0.85
                self._write(group.caption, x + width / 2, below, "small pale middle")
            x += width + _TILE * 0.4
        self._y += (bottom - top) * _SCALE + line * any(group.caption for group in row)

    def table(self, headers: Sequence[str], rows: Iterable[Sequence[str]], align: str) -> None:
        """Rows under headers; ``align`` has a letter for each column, l or r, and a cell may have several lines."""
        cells = [[cell.split("\n") for cell in row] for row in ([*headers], *rows)]
        size, gap = _SIZES["text"], 26
        widths = [
            max(_text_width(line, size) for row in cells for line in row[place]) + gap for place in range(len(align))
        ]
        self.space(8)
        for number, row in enumerate(cells):
            x = float(_MARGIN)
            for width, side, lines in zip(widths, align, row, strict=True):
                for place, line in enumerate(lines):
                    at = x + width - gap if side == "r" else x
                    style = ("small pale" if number == 0 else "text") + (" end" if side == "r" else "")
                    self._write(line.strip(), at, self._y + size * (1.1 + 1.4 * place), style)
                x += width
            self._y += size * (1.4 * max(map(len, row)) + 0.3)
            rule = self._y - 2
            self._parts.append(f'<path class="line" d="M{_MARGIN} {rule:.1f}H{x - gap:.1f}"/>')

    def format(self, title: str, description: str, lang: Language) -> str:
        """The whole drawing as SVG text.

        :param title: what it shows, in a few words
        :param description: all that a reader who does not see it should hear
        """
        height = round(self._y + _MARGIN)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_PAGE} {height}" width="{_PAGE}" '
            f'height="{height}" lang="{lang}" role="img" aria-labelledby="title description">'
            f'<title id="title">{escape(title)}</title><desc id="description">{escape(description)}</desc>'
            f"<style>{_style()}</style><defs>{format_symbols(self._groups)}</defs>"
            f'<rect class="paper" width="{_PAGE}" height="{height}"/>{"".join(self._parts)}</svg>\n'
        )

    def _write(self, text: str, x: float, y: float, style: str) -> None:
        self._parts.append(f'<text class="{style}" x="{x:.1f}" y="{y:.1f}">{escape(text)}</text>')


def _column(size: int) -> float:
    """About how wide half a hanzi or a letter is."""
    return size * 0.54


def _text_width(text: str, size: int) -> float:
    return width_of(text) * _column(size)


def _group_width(group: Group) -> float:
    return max(group.width * _SCALE, _text_width(group.caption, _SIZES["small"]))


def _row_width(row: Sequence[Group]) -> float:
    return sum(map(_group_width, row)) + _TILE * 0.4 * (len(row) - 1)
