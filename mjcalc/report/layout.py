"""How wide a text is on a terminal, and where its lines break."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from shutil import get_terminal_size

from wcwidth import wcswidth, wcwidth

__all__ = ["fit", "fold", "longest_piece", "page_width", "width_of", "wrap"]

_NARROWEST, _WIDEST = 40, 120

_CLOSING = frozenset("，。；：、？！）」』》〉,.;:?!)]")
"""What never begins a line."""

_OPENING = frozenset("（「『《〈([")
"""What never ends one."""


def width_of(text: str) -> int:
    """The columns that a text takes on a terminal.

    >>> width_of("5m 東"), width_of("—✗"), width_of("🀇")
    (5, 2, 1)
    """
    if text.isascii():
        return len(text)
    width: int = wcswidth(text)
    # Control characters have no width at all.
    return width if width >= 0 else sum(max(wcwidth(char), 0) for char in text)


def page_width() -> int:
    """The columns for text: one less than the terminal (or ``COLUMNS``) has, within 40 and 120; 79 without one."""
    return min(_WIDEST, max(_NARROWEST, get_terminal_size().columns)) - 1


def fold(items: Iterable[str], width: int, gap: str = "", indent: str = "") -> list[str]:
    """Items in lines of at most this width, every line but the first indented.

    A line breaks between items; an item that is too long for a line of its own breaks after a space or a hanzi, never
    before a closing mark, and where there is none of these after a slash, or else anywhere.

    >>> fold(["自摸", "門前清"], 8, ", ")
    ['自摸,', '門前清']
    >>> fold(["a very long item", "b"], 8, ", ", "  ")
    ['a very', '  long', '  item,', '  b']
    """
    mark = gap.rstrip()
    space = gap[len(mark) :]
    closed = list(items)
    closed[:-1] = [item + mark for item in closed[:-1]]
    units: list[tuple[str, str]] = []
    for item in closed:
        before = space if units else ""
        for part in [item] if width_of(indent + item) <= width else _generate_parts(item, width - width_of(indent)):
            units.append((before, part))
            before = ""
    lines, used = [""], 0
    for before, part in units:
        if used + width_of(before + part.rstrip()) > width and lines[-1].strip():
            lines.append(indent)
            used, before = width_of(indent), ""
        lines[-1] += before + part
        used += width_of(before + part)
    return [line.rstrip() for line in lines]


def _generate_parts(text: str, width: int) -> Iterator[str]:
    """The parts between which a text may be broken, none wider than this."""
    for piece in _pieces(text):
        for part in [piece] if width_of(piece.rstrip()) <= width else re.findall("[^/]*/|[^/]+", piece):
            yield from [part] if width_of(part.rstrip()) <= width else part


def _pieces(text: str) -> Iterator[str]:
    """The parts that a text may be broken between: after a space, and beside a hanzi where no mark forbids it."""
    start = 0
    for at, (before, after) in enumerate(pairwise(text), 1):
        if after.isspace() or after in _CLOSING or before in _OPENING:
            continue
        if before.isspace() or _is_hanzi(before) or _is_hanzi(after):
            yield text[start:at]
            start = at
    yield text[start:]


def _is_hanzi(char: str) -> bool:
    """Whether it is a hanzi, or a mark as wide as one."""
    return "\u2e80" <= char <= "\u9fff" or "\uff00" <= char <= "\uffef"


def wrap(text: str, width: int, indent: str = "  ") -> list[str]:
    """A sentence in lines of at most this width.

    >>> wrap("須相乘滿 4 番；莊家自摸除外", 16)
    ['須相乘滿 4 番；', '  莊家自摸除外']
    """
    return fold([text], width, indent=indent)


def longest_piece(text: str) -> int:
    """The width of the longest part of a text that :func:`wrap` keeps whole.

    >>> longest_piece("莊家自摸除外, all of them")
    4
    """
    return max((width_of(piece.rstrip()) for piece in _pieces(text)), default=0)


def fit(wanted: Sequence[int], least: Iterable[Sequence[int]], room: int) -> list[int]:
    """Widths of columns for a table of this width: the widest give way first, down to the least they may have.

    >>> fit([4, 30, 20], [[4, 10, 18]], 40), fit([4, 30, 20], [[4, 30, 10], [4, 5, 5]], 30)
    ([4, 18, 18], [4, 13, 13])

    :param wanted: the width of each column if nothing breaks.
    :param least: what each must keep; where that is too much for all of them, what each must keep then, and so on.
    :param room: the columns for all of them.
    """
    widths = list(wanted)
    if sum(widths) <= room:
        return widths
    *choices, last = least
    kept = next((choice for choice in choices if sum(choice) <= room), last)
    while sum(widths) > room:
        loose = [one for one in range(len(widths)) if widths[one] > kept[one]]
        if not loose:
            break
        widths[max(loose, key=widths.__getitem__)] -= 1
    return widths
