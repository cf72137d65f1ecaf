"""How Chinese help is laid out: as click does, but by the width of hanzi."""

from collections.abc import Iterable
from gettext import gettext

import click

from mjcalc.report.layout import width_of, wrap

__all__ = ["Formatter"]


class Formatter(click.HelpFormatter):
    """Help in Chinese."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        self._write_wrapped(f"{(prefix or gettext('Usage:')).rstrip()}{prog} {args}".rstrip(), "      ")

    def write_heading(self, heading: str) -> None:
        self.write(f"{'':{self.current_indent}}{heading}：\n")

    def write_text(self, text: str) -> None:
        for number, paragraph in enumerate(text.split("\n\n")):
            if number:
                self.write_paragraph()
            self._write_wrapped("".join(paragraph.splitlines()), "")

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        rows = list(rows)
        margin = " " * self.current_indent
        column = min(max([width_of(term) for term, _ in rows], default=0), col_max) + col_spacing
        for term, said in rows:
            lines = wrap(said, max(self.width - len(margin) - column, 20), "")
            begun = f"{term}{' ' * (column - width_of(term))}" if width_of(term) + col_spacing <= column else term
            if begun == term and said:
                self.write(f"{margin}{term}\n")
                begun = " " * column
            first, *rest = lines
            self.write(f"{margin}{begun}{first}".rstrip() + "\n")
            self.write("".join(f"{margin}{'':{column}}{line}\n" for line in rest))

    def _write_wrapped(self, text: str, indent: str) -> None:
        margin = " " * self.current_indent
        self.write("".join(f"{margin}{line}\n" for line in wrap(text, max(self.width - len(margin), 20), indent)))
