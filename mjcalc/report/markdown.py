"""A document as Markdown for a page."""

from collections.abc import Iterable, Iterator

from mjcalc.report.document import (
    Block,
    Cell,
    Document,
    Entry,
    Facts,
    Flow,
    Heading,
    Line,
    Remarks,
    Table,
)
from mjcalc.report.draw import PLAIN, Pen

__all__ = ["format_markdown"]


def format_markdown(document: Document, pen: Pen = PLAIN) -> str:
    """The document as GitHub reads it: headings, lists and tables.

    >>> print(format_markdown(Document(Flow((("5m*",),), ""), (Heading("Notes"),))))
    # 5m\\*
    <BLANKLINE>
    ## Notes

    :param pen: draws its tiles.
    """
    writer = _Writer(pen)
    lines = [f"# {writer.flow(document.title)}"]
    if document.lead:
        lines += ["", "  \n".join(map(_escape, document.lead))]
    after = None
    for block in document.blocks:
        # One list has the facts of one thing.
        if not (isinstance(block, Facts) and isinstance(after, Facts)):
            lines.append("")
        lines += writer.block(block)
        after = block
    return "\n".join(lines)


class _Writer:
    def __init__(self, pen: Pen) -> None:
        self.pen = pen

    def block(self, block: Block) -> Iterator[str]:
        if isinstance(block, Heading):
            yield f"## {_escape(block.text)}"
        elif isinstance(block, Facts):
            for fact in block.facts:
                yield f"- **{_escape(fact.label)}** {'<br>'.join(map(self.flow, fact.lines))}"
        elif isinstance(block, Table):
            yield from self._table(block)
        elif isinstance(block, Remarks):
            for remark in block.remarks:
                yield f"- {_escape(remark.label + remark.text)}"
        else:
            for entry in block.entries:
                yield from self._entry(entry)

    def flow(self, flow: Flow) -> str:
        return _escape(flow.gap).join(map(self._line, flow.items))

    def _line(self, line: Line) -> str:
        return _escape(self.pen.line(line))

    def _table(self, block: Table) -> Iterator[str]:
        yield _row(_escape(column.head) for column in block.columns)
        yield _row("---:" if column.align == "right" else "---" for column in block.columns)
        for row in block.rows:
            yield _row(map(self._cell, row))
        if block.foot:
            yield _row(f"**{text}**" if (text := self._cell(cell)) else "" for cell in block.foot)

    def _cell(self, cell: Cell) -> str:
        return "<br>".join(self.flow(part) if isinstance(part, Flow) else self._line((part,)) for part in cell)

    def _entry(self, entry: Entry) -> Iterator[str]:
        name = f"**{_escape(entry.head)}**" if entry.details or entry.worth else _escape(entry.head)
        code = f"`{entry.code}`" if entry.code else ""
        source = f"*({_escape(entry.source)})*" if entry.source else ""
        yield " ".join(filter(None, ("-", name, code, _escape(entry.worth), source)))
        for detail in entry.details:
            yield f"  - {_escape(detail)}"
        for command in entry.commands:
            yield f"  - `{' '.join(command)}`"


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _escape(text: str) -> str:
    """Text that Markdown shows as it is."""
    return "".join(f"\\{char}" if char in r"\*_`[]<>|#" else char for char in text)
