"""A document as text for a terminal."""

from collections.abc import Callable, Iterator

from tabulate import tabulate

from mjcalc.report.document import (
    Block,
    Cell,
    Column,
    Document,
    Entry,
    Facts,
    Flow,
    Heading,
    Remarks,
    Table,
)
from mjcalc.report.draw import PLAIN, Pen
from mjcalc.report.layout import fit, fold, longest_piece, page_width, width_of, wrap

__all__ = ["format_table", "format_text"]

_BESIDE = 2
"""Columns between two columns of a table, and what tabulate adds to a header's width."""

_MARKS = {"reason": "✗ "}

_Flow = tuple[list[str], str]
"""Drawn items, and what stands between them."""


def format_text(document: Document, pen: Pen = PLAIN, width: int = 0) -> str:
    """The document in lines that fit; the first paragraph is the gist.

    >>> print(format_text(Document(Flow((("win",), ("5m", " self-draw")), " · "), ())))
    win · 5m self-draw

    :param pen: draws its tiles.
    :param width: the columns there are; 0: as many as the terminal has.
    """
    writer = _Writer(pen, width or page_width())
    lines = writer.flow(document.title)
    for sentence in document.lead:
        lines += wrap(sentence, writer.width)
    after = None
    for block in document.blocks:
        # The facts of one thing stand together.
        if not (isinstance(block, Facts) and isinstance(after, Facts)) and not isinstance(after, Heading):
            lines.append("")
        lines += writer.block(block)
        after = block
    return "\n".join(lines)


def format_table(table: Table, pen: Pen = PLAIN, width: int = 0) -> str:
    """One table in lines that fit.

    >>> print(format_table(Table((Column("tile"), Column("left", "right")), ((("5m",), ("3",)),))))
    tile      left
    ------  ------
    5m           3
    """
    return "\n".join(_Writer(pen, width or page_width()).block(table))


class _Writer:
    def __init__(self, pen: Pen, width: int) -> None:
        self.pen = pen
        self.width = width

    def block(self, block: Block) -> Iterator[str]:
        if isinstance(block, Heading):
            yield from wrap(block.text, self.width)
        elif isinstance(block, Facts):
            yield from self._facts(block)
        elif isinstance(block, Table):
            yield from self._table(block)
        elif isinstance(block, Remarks):
            for remark in block.remarks:
                yield from wrap(_MARKS.get(remark.kind, "") + remark.label + remark.text, self.width)
        else:
            for entry in block.entries:
                yield from self._entry(entry)

    def flow(self, flow: Flow, width: int = 0, indent: str = "  ") -> list[str]:
        return fold(map(self.pen.line, flow.items), width or self.width, flow.gap, indent)

    def _facts(self, block: Facts) -> Iterator[str]:
        if block.is_short:
            items = [
                f"{fact.label} {self.pen.line(line)}"
                for fact in block.facts
                for flow in fact.lines
                for line in flow.items
            ]
            yield from fold(items, self.width, " · ", "  ")
            return
        for fact in block.facts:
            before = f"{fact.label}  "
            indent = " " * width_of(before)
            for flow in fact.lines:
                for line in self.flow(flow, self.width - len(indent), ""):
                    yield (before + line).rstrip()
                    before = indent

    def _table(self, block: Table) -> list[str]:
        rows = [[self._drawn(cell) for cell in row] for row in (*block.rows, *([block.foot] if block.foot else []))]
        columns = [_Drawn(column, [row[place] for row in rows]) for place, column in enumerate(block.columns)]
        room = self.width - _BESIDE * (len(columns) - 1)
        widths = fit(
            [column.width() for column in columns],
            ([column.width(unit) for column in columns] for unit in (_item, longest_piece, _anything)),
            room,
        )
        cells = [["\n".join(_folded(cell, width)) for cell, width in zip(row, widths, strict=True)] for row in rows]
        heads = ["\n".join(wrap(column.head, width, "")) for column, width in zip(block.columns, widths, strict=True)]
        sides = [column.align for column in block.columns]
        # Every cell is text: tabulate would otherwise read tiles such as 1e3 as numbers.
        text = tabulate(cells, heads, "simple", disable_numparse=True, colalign=sides if rows else None)
        return [line.rstrip() for line in text.splitlines()]

    def _drawn(self, cell: Cell) -> list[_Flow]:
        flows = [part if isinstance(part, Flow) else Flow(((part,),), "") for part in cell]
        return [([self.pen.line(item) for item in flow.items], flow.gap) for flow in flows]

    def _entry(self, entry: Entry) -> Iterator[str]:
        code = f"({entry.code})" if entry.code else ""
        source = f"[{entry.source}]" if entry.source else ""
        head = "  ".join(filter(None, (entry.head, code, entry.worth, source)))
        yield from _indented(head, "  ", "      ", self.width)
        for detail in entry.details:
            yield from _indented(detail, "      ", "      ", self.width)
        for command in entry.commands:
            yield from self._command(command)

    def _command(self, words: tuple[str, ...]) -> Iterator[str]:
        """A command over as many lines as it needs. Each ends with what tells a shell that it goes on; inside quotes,
        where a hand may be broken, nothing needs to."""
        line, goes_on, is_quoted = "      $", " \\", False
        for word in words:
            for part in word.split(" ") if "'" in word else [word]:
                if line.strip() != "$" and width_of(f"{line} {part}{goes_on}") > self.width:
                    yield line if is_quoted else line + goes_on
                    line = "         "
                line += f" {part}"
                is_quoted ^= part.count("'") == 1
        yield line


class _Drawn:
    """A column of a table, its cells drawn."""

    def __init__(self, column: Column, cells: list[list[_Flow]]) -> None:
        self.column = column
        self.flows = [flow for cell in cells for flow in cell]

    def width(self, unit: Callable[[str], int] | None = None) -> int:
        """How wide it must be for lines that break between units only; without one for whole lines. Numbers never
        break."""
        head = self.column.head
        if unit is None or self.column.align == "right":
            return max([width_of(head) + _BESIDE, *(width_of(gap.join(items)) for items, gap in self.flows)])
        texts = [item + gap.rstrip() for items, gap in self.flows for item in items]
        return max([unit(head) + _BESIDE, *map(unit, texts)])


def _item(text: str) -> int:
    return width_of(text)


def _anything(text: str) -> int:
    return 2


def _folded(cell: list[_Flow], width: int) -> Iterator[str]:
    for items, gap in cell:
        yield from fold(items, width, gap, "  " if len(items) == 1 else "")


def _indented(text: str, first: str, others: str, width: int) -> list[str]:
    return [first + line for line in wrap(text, width - len(first), others[len(first) :])]
