"""What a report says, apart from how it looks: a few plain records, which every output format writes in its own way.

A builder (:mod:`mjcalc.report.score`, :mod:`~mjcalc.report.waits`, :mod:`~mjcalc.report.sheet`,
:mod:`~mjcalc.report.lists`) makes a :class:`Document`; a writer (:mod:`mjcalc.report.text`,
:mod:`~mjcalc.report.markdown`) makes text of it. A further format is one more writer
(:mod:`mjcalc.report.formats`).
"""

from typing import Literal

from msgspec import Struct

__all__ = [
    "Block",
    "Cell",
    "Column",
    "Document",
    "Entries",
    "Entry",
    "Fact",
    "Facts",
    "Flow",
    "HandText",
    "Heading",
    "Line",
    "Piece",
    "Remark",
    "Remarks",
    "Table",
    "Tiles",
]


class Tiles(Struct, frozen=True):
    """Some tiles, for the writer to draw."""

    names: tuple[str, ...]
    """Canonical names; a ``*`` after one marks a wild that stands for it: ``3m*``."""
    call: str = ""
    """The meld that they are, where they lie open: ``chow``, ``pung``, ``exposed_kong`` …"""
    feeder: str | None = None
    """The seat that gave the tile which the meld was claimed with."""


class HandText(Struct, frozen=True):
    """A whole hand in canonical notation, for the writer to draw."""

    text: str


Piece = str | Tiles | HandText
Line = tuple[Piece, ...]
"""Pieces with nothing between them."""


class Flow(Struct, frozen=True):
    """Things side by side, each best kept whole: a line that must be broken is broken between them."""

    items: tuple[Line, ...]
    gap: str
    """What stands between two of them."""


Cell = tuple[Flow | Piece, ...]
"""The lines of one cell."""


class Heading(Struct, frozen=True):
    """The title of what follows."""

    text: str


class Fact(Struct, frozen=True):
    """Something by its name."""

    label: str
    lines: tuple[Flow, ...]


class Facts(Struct, frozen=True):
    """A few facts about one thing."""

    facts: tuple[Fact, ...]
    is_short: bool = False
    """Whether all of them may stand on one line."""


class Column(Struct, frozen=True):
    """A column of a table."""

    head: str
    align: Literal["left", "right"] = "left"


class Table(Struct, frozen=True):
    """Rows of cells under headers."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    foot: tuple[Cell, ...] = ()
    """A last row that sums up the others."""


class Remark(Struct, frozen=True):
    """A sentence that stands alone."""

    text: str
    kind: Literal["plain", "reason", "note"] = "plain"
    """``reason``: why something may not be; ``note``: what to know beside the answer."""
    label: str = ""
    """What stands before it, with its colon."""


class Remarks(Struct, frozen=True):
    """Remarks that belong together."""

    remarks: tuple[Remark, ...]


class Entry(Struct, frozen=True):
    """One part of a rule sheet."""

    head: str
    code: str = ""
    """What it is called in settings and in JSON."""
    worth: str = ""
    source: str = ""
    details: tuple[str, ...] = ()
    commands: tuple[tuple[str, ...], ...] = ()
    """Commands that show it: each its words, to be broken between them only."""


class Entries(Struct, frozen=True):
    """The parts that stand under one heading."""

    entries: tuple[Entry, ...]


Block = Heading | Facts | Table | Remarks | Entries


class Document(Struct, frozen=True):
    """A whole report."""

    title: Flow
    """The gist."""
    blocks: tuple[Block, ...]
    lead: tuple[str, ...] = ()
    """Sentences right under the title."""
