"""A sheet as one SVG file: nothing is loaded from outside, no script, light and dark, and it prints on one page."""

from collections.abc import Iterable, Iterator, Sequence
from math import ceil, inf

from msgspec import Struct

from mjcalc.pictures.hand import Group, Rack
from mjcalc.pictures.page import COLOURS, escape, format_group, format_symbols
from mjcalc.pictures.sheet import DrawnHand, Part, Sheet
from mjcalc.pictures.tiles import HEIGHT, WIDTH
from mjcalc.report.document import Cell, Entry, Facts, Flow, Heading, Line, Piece, Remarks, Table, Tiles
from mjcalc.report.draw import Pen
from mjcalc.report.layout import fit, longest_piece, width_of, wrap
from mjcalc.rules.schema import Language

__all__ = ["format_svg"]

_PAGE, _MARGIN = 760, 32
_RIGHT = _PAGE - _MARGIN
_TILE = 46 / WIDTH
"""The size of a tile of the hand; the others stand in lines of text."""
_BESIDE = 22
"""Pixels between two columns of a table, and between two groups of tiles."""

_FONTS = "'Noto Sans CJK TC','Noto Sans TC','Segoe UI','Helvetica Neue',Arial,sans-serif"
"""Fonts whose letters are about as wide as is reckoned here."""
_THIN = " .,:;'|!il()"
"""Characters about half as wide as others."""

Atom = str | Group
"""A part of a line."""


class _Style(Struct, frozen=True):
    """How a line is written."""

    name: str
    """Its class."""
    size: int
    """The height of its letters in pixels."""
    is_bold: bool = False

    @property
    def letter(self) -> float:
        """About the width of a letter, which fonts do not agree on; a hanzi is as wide as it is high."""
        return self.size * (0.6 if self.is_bold else 0.56)

    @property
    def tile(self) -> float:
        """The size of a tile in the line."""
        return max(26, self.size * 1.4) / WIDTH

    def width(self, atoms: Iterable[Atom]) -> float:
        """About how many pixels some atoms take side by side."""
        return sum(self._width(atom) for atom in atoms)

    def _width(self, atom: Atom) -> float:
        if isinstance(atom, Group):
            return atom.width * self.tile
        hanzi, thin = width_of(atom) - len(atom), sum(map(atom.count, _THIN))
        return hanzi * self.size + thin * self.size * 0.32 + (len(atom) - hanzi - thin) * self.letter

    def height(self, atoms: Iterable[Atom]) -> float:
        has_tiles = any(isinstance(atom, Group) for atom in atoms)
        return max(self.size * 1.5, (HEIGHT * self.tile + 6) * has_tiles)


_TITLE = _Style("title", 21, is_bold=True)
_HEADING = _Style("heading", 17, is_bold=True)
_TEXT = _Style("text", 15)
_TOTAL = _Style("total", 15, is_bold=True)
_LABEL = _Style("label", 15)
_SMALL = _Style("small", 13)
_STYLES = (_TITLE, _HEADING, _TEXT, _TOTAL, _LABEL, _SMALL)


def format_svg(sheet: Sheet, rack: Rack, pen: Pen, lang: Language) -> str:
    """A sheet as the text of an SVG file.

    :param rack: lays out the tiles in its lines
    :param pen: writes hands that stand as text
    :param lang: the language of the sheet
    """
    writer = _Writer(rack, pen)
    writer.flow(sheet.title, _TITLE)
    for sentence in sheet.lead:
        writer.text(sentence, _SMALL)
    before: Part | None = None
    for part in sheet.parts:
        # The facts of one thing stand together.
        writer.y += 0 if isinstance(part, Facts) and isinstance(before, Facts) else 10
        writer.part(part)
        before = part
    height = round(writer.y) + _MARGIN
    title = escape(sheet.gist)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_PAGE} {height}" width="{_PAGE}" height="{height}" '
        f'lang="{lang}" aria-labelledby="sheet-title" aria-describedby="sheet-hand">'
        f'<title id="sheet-title">{title}</title><desc id="sheet-hand">{escape(sheet.spoken)}</desc>'
        f"<style>{_css()}</style><defs>{format_symbols(writer.groups)}</defs>"
        f'<rect class="paper" width="100%" height="100%"/>{"".join(writer.elements)}</svg>\n'
    )


def _css() -> str:
    """The classes; the dark colours hold only on a screen that asks for them."""

    def colours(mode: int) -> str:
        of = {name: both[mode] for name, both in COLOURS.items()}
        return (
            f"text{{fill:{of['ink']}}}.label,.small{{fill:{of['pale']}}}.rule{{stroke:{of['line']}}}"
            f".paper{{fill:{of['paper']}}}.wild{{stroke:{of['mark']}}}"
        )

    sizes = "".join(
        f".{style.name}{{font-size:{style.size}px;font-weight:{600 if style.is_bold else 400}}}" for style in _STYLES
    )
    return (
        f"text{{font-family:{_FONTS}}}{sizes}.end{{text-anchor:end}}.middle{{text-anchor:middle}}"
        f".wild{{fill:none;stroke-width:26}}{colours(0)}@media screen and (prefers-color-scheme:dark){{{colours(1)}}}"
    )


class _Writer:
    """Fills a page from top to bottom."""

    def __init__(self, rack: Rack, pen: Pen) -> None:
        self.rack = rack
        self.pen = pen
        self.y = float(_MARGIN)
        self.elements: list[str] = []
        self.groups: list[Group] = []

    def part(self, part: Part) -> None:
        if isinstance(part, DrawnHand):
            self._hand(part.groups)
        elif isinstance(part, Heading):
            self.text(part.text, _HEADING)
        elif isinstance(part, Facts):
            self._facts(part)
        elif isinstance(part, Table):
            self._table(part)
        elif isinstance(part, Remarks):
            for remark in part.remarks:
                mark = "✗ " if remark.kind == "reason" else ""
                self.text(mark + remark.label + remark.text, _SMALL if remark.kind == "note" else _TEXT)
        else:
            for entry in part.entries:
                self._entry(entry)

    def text(self, text: str, style: _Style, x: float = _MARGIN) -> None:
        """A sentence in lines that fit."""
        self.flow(Flow(((text,),), ""), style, x)

    def flow(self, flow: Flow, style: _Style, x: float = _MARGIN) -> None:
        """Items in lines that fit."""
        for line in self._fold(flow, style, _RIGHT - x):
            self._line(line, style, x)

    def _facts(self, block: Facts) -> None:
        if block.is_short:
            items = [(f"{fact.label} ", *line) for fact in block.facts for flow in fact.lines for line in flow.items]
            self.flow(Flow(tuple(items), " · "), _TEXT)
            return
        for fact in block.facts:
            self._write(fact.label, _MARGIN, self.y, _LABEL)
            for flow in fact.lines:
                self.flow(flow, _TEXT, _MARGIN + _LABEL.width([f"{fact.label}  "]))

    def _entry(self, entry: Entry) -> None:
        self.text(_headline(entry), _TEXT)
        for detail in (*entry.details, *(f"$ {' '.join(words)}" for words in entry.commands)):
            self.text(detail, _SMALL, _MARGIN + _BESIDE)

    def _hand(self, groups: Iterable[Group]) -> None:
        """Groups of tiles in as many rows as they need, each with its caption below."""
        row: list[Group] = []
        used = 0.0
        for group in groups:
            width = _width_in_hand(group)
            if row and used + width > _RIGHT - _MARGIN:
                self._row(row)
                row, used = [], 0.0
            row.append(group)
            used += width + _BESIDE
        self._row(row)

    def _row(self, row: Sequence[Group]) -> None:
        top, bottom = min(group.top for group in row), max(group.bottom for group in row)
        x = float(_MARGIN)
        for group in row:
            width = _width_in_hand(group)
            self._tiles(group, x, self.y - top * _TILE, _TILE)
            self._write(group.caption, x + width / 2, self.y + (group.bottom - top) * _TILE, _SMALL, "middle")
            x += width + _BESIDE
        self.y += (bottom - top) * _TILE + _SMALL.height(()) * any(group.caption for group in row) + 8

    def _table(self, table: Table) -> None:
        """Rows as high as their cells; columns as wide as theirs, or as there is room for."""
        rows = [row for row in (*table.rows, table.foot) if row]
        widths = self._widths(table, rows)
        heads = tuple((column.head,) for column in table.columns)
        for row in (heads, *rows):
            style = _SMALL if row is heads else _TOTAL if row is table.foot else _TEXT
            lines = [
                [line for flow in map(_flow_of, cell) for line in self._fold(flow, style, width)]
                for cell, width in zip(row, widths, strict=True)
            ]
            heights = [sum(map(style.height, cell)) for cell in lines]
            top, x = self.y + 2, float(_MARGIN)
            for column, cell, width, height in zip(table.columns, lines, widths, heights, strict=True):
                self.y = top + (max(heights) - height) / 2
                for line in cell:
                    self._line(line, style, x, x + width if column.align == "right" else None)
                x += width + _BESIDE
            self.y = top + max(heights) + 3
            rule = f"M{_MARGIN} {self.y:.1f}H{x - _BESIDE:.1f}"
            self.elements.append(f'<path class="rule" d="{rule}"/>')

    def _widths(self, table: Table, rows: Sequence[Sequence[Cell]]) -> list[int]:
        """The pixels for each column: for whole lines where there is room, else for lines that break."""
        whole, items, pieces = [], [], []
        for place, column in enumerate(table.columns):
            flows = [flow for row in rows for flow in map(_flow_of, row[place])]
            atoms = [self._atoms(item) for flow in flows for item in flow.items]
            head = _SMALL.width([column.head])
            whole.append(max([head, *(_TOTAL.width(line) for flow in flows for line in self._fold(flow, _TOTAL, inf))]))
            items.append(max([head, *map(_TOTAL.width, atoms)]))
            pieces.append(max([head, *(_longest(atom) for line in atoms for atom in line)]))
            if column.align == "right":  # numbers never break
                items[-1] = pieces[-1] = whole[-1]
        room = _RIGHT - _MARGIN - _BESIDE * (len(table.columns) - 1)
        least = (items, pieces, [0] * len(whole))
        return fit(list(map(ceil, whole)), [list(map(ceil, widths)) for widths in least], room)

    def _atoms(self, line: Line) -> list[Atom]:
        """The parts of a line, its tiles laid out."""
        return _merged(
            piece
            if isinstance(piece, str)
            else self.rack.tiles(piece)
            if isinstance(piece, Tiles)
            else self.pen.hand(piece.text)
            for piece in line
        )

    def _fold(self, flow: Flow, style: _Style, room: float) -> list[list[Atom]]:
        """Items in lines of at most this width, broken between items, and inside of one that is too long."""
        mark = flow.gap.rstrip()
        space = flow.gap[len(mark) :] or " "
        lines: list[list[Atom]] = [[]]
        for place, item in enumerate(flow.items, 1):
            atoms = self._atoms((*item, mark) if place < len(flow.items) else item)
            kept = [atoms] if style.width(atoms) <= room else [[part] for part in _broken(atoms, style, room)]
            for part in kept:
                if lines[-1] and style.width([*lines[-1], space, *part]) > room:
                    lines.append([])
                lines[-1] += [space, *part] if lines[-1] else part
        return lines

    def _line(self, line: Iterable[Atom], style: _Style, x: float, right: float | None = None) -> None:
        """One line, up to this edge on the right if there is one."""
        atoms = _merged(line)
        height = style.height(atoms)
        top = self.y + (height - style.height(())) / 2
        if right is not None:
            x = right - style.width(atoms)
        for place, atom in enumerate(atoms, 1):
            width = style.width([atom])
            if isinstance(atom, Group):
                self._tiles(atom, x, self.y + 3, style.tile)
            elif place == len(atoms) and right is not None:
                self._write(atom, right, top, style, "end")
            else:
                self._write(atom, x, top, style, keeps_width=place < len(atoms))
            x += width
        self.y += height

    def _tiles(self, group: Group, x: float, y: float, scale: float) -> None:
        """A group of tiles, its row at this place."""
        self.groups.append(group)
        self.elements.append(
            f'<g role="img" aria-label="{escape(group.spoken)}" '
            f'transform="translate({x:.1f} {y:.1f}) scale({scale:.3f})">{format_group(group)}</g>'
        )

    def _write(
        self, text: str, x: float, y: float, style: _Style, anchor: str = "", *, keeps_width: bool = False
    ) -> None:
        """Text below ``y``; ``x`` is where it begins, its ``middle`` or its ``end``.

        Letters are a little wider or narrower than was reckoned. ``keeps_width`` sets them so that they come out right.
        """
        said = text.strip()
        if not said:
            return
        if not anchor:
            x += style.width([text[: len(text) - len(text.lstrip())]])
        classes = f"{style.name} {anchor}".rstrip()
        length = f' textLength="{style.width([said]):.1f}"' if keeps_width else ""
        self.elements.append(
            f'<text class="{classes}" x="{x:.1f}" y="{y + style.size * 1.1:.1f}"{length}>{escape(said)}</text>'
        )


def _headline(entry: Entry) -> str:
    """The first line of an entry."""
    code = f"({entry.code})" if entry.code else ""
    source = f"[{entry.source}]" if entry.source else ""
    return "  ".join(filter(None, (entry.head, code, entry.worth, source)))


def _merged(atoms: Iterable[Atom]) -> list[Atom]:
    """Atoms, texts that stand side by side as one."""
    merged: list[Atom] = []
    for atom in atoms:
        if isinstance(atom, str) and merged and isinstance(merged[-1], str):
            merged[-1] += atom
        else:
            merged.append(atom)
    return merged


def _flow_of(part: Flow | Piece) -> Flow:
    return part if isinstance(part, Flow) else Flow(((part,),), "")


def _broken(atoms: Iterable[Atom], style: _Style, room: float) -> Iterator[Atom]:
    for atom in atoms:
        yield from wrap(atom, max(int(room / style.letter), 2), "") if isinstance(atom, str) else [atom]


def _longest(atom: Atom) -> float:
    """The width of what is kept whole."""
    return longest_piece(atom) * _TOTAL.letter if isinstance(atom, str) else _TOTAL.width([atom])


def _width_in_hand(group: Group) -> float:
    return max(group.width * _TILE, _SMALL.width([group.caption]))
