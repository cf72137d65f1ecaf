"""Text in columns and lines that fit a terminal of 80 columns, hanzi counted double."""

import re
from collections.abc import Iterable, Sequence
from shutil import get_terminal_size

from tabulate import tabulate

__all__ = ["fold", "page_width", "table", "width_of", "wrap"]


def table(headers: Sequence[str], rows: Iterable[Sequence[object]], align: str) -> str:
    """Rows under headers; ``align`` has a letter for each column, l or r.

    >>> print(table(["tile", "left"], [("5m", 3)], "lr"))
    tile      left
    ------  ------
    5m           3
    """
    sides = ["right" if side == "r" else "left" for side in align]
    # Every cell is text: tabulate would otherwise read tiles such as 1e3 as numbers.
    cells = [[str(cell) for cell in row] for row in rows]
    text = tabulate(cells, headers, "simple", disable_numparse=True, colalign=sides)
    return "\n".join(map(str.rstrip, text.splitlines()))


def width_of(text: str) -> int:
    """The columns that a text takes; hanzi and pictures count double.

    >>> width_of("5m 東")
    5
    """
    return sum(1 if char < "\u1100" else 2 for char in text)


def page_width() -> int:
    """The columns for text: 79, or fewer where the terminal (or ``COLUMNS``) has fewer than 80."""
    return min(80, max(40, get_terminal_size().columns)) - 1


def fold(words: Iterable[str], width: int = 40, gap: str = "") -> str:
    """Words in lines of about this width.

    >>> fold(["自摸", "門前清"], 8, " ")
    '自摸\\n門前清'
    """
    lines, used = [""], 0
    for word in words:
        needed = width_of(word) + len(gap)
        if used and used + needed > width:
            lines[-1] += gap.rstrip()
            lines.append("")
            used = 0
        lines[-1] += gap + word if used else word
        used += needed
    return "\n".join(lines)


def wrap(text: str, width: int = 0) -> str:
    """A sentence in lines that fit, by default into 80 columns or a narrower terminal: broken after a space or a
    hanzi, never before a mark.

    >>> print(wrap("須相乘滿 4 番；莊家自摸除外", 16))
    須相乘滿 4 番；
      莊家自摸除外
    """
    width = width or page_width()
    lines, used = [""], 0
    for piece in re.findall(r"[\u1100-\uffff][，。；：、）」]*|[^\s\u1100-\uffff]+\s*|\s+", text):
        if used + width_of(piece.rstrip()) > width:
            lines.append("  ")
            used = 2
        lines[-1] += piece
        used += width_of(piece)
    return "\n".join(line.rstrip() for line in lines)
