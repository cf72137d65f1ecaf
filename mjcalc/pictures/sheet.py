"""What of a document is drawn as tiles: its hand, once, in its sets where it has some."""

from collections.abc import Iterator

from msgspec import Struct

from mjcalc.pictures.hand import Group, Rack
from mjcalc.report.document import Block, Document, Facts, Flow, HandText, Piece, Tiles
from mjcalc.report.draw import Pen

__all__ = ["DrawnHand", "Part", "Sheet", "sheet_of"]


class DrawnHand(Struct, frozen=True):
    """A hand, drawn."""

    groups: tuple[Group, ...]

    @property
    def spoken(self) -> str:
        """The hand in words."""
        return "; ".join(group.spoken for group in self.groups)


Part = Block | DrawnHand


class Sheet(Struct, frozen=True):
    """A document whose hand is drawn."""

    title: Flow
    gist: str
    """The title as text."""
    lead: tuple[str, ...]
    parts: tuple[Part, ...]

    @property
    def spoken(self) -> str:
        """Its hand in words."""
        return "; ".join(part.spoken for part in self.parts if isinstance(part, DrawnHand))


def sheet_of(document: Document, rack: Rack, pen: Pen) -> Sheet:
    """A document for a writer of pictures.

    A hand whose sets are shown stays text, for these are drawn, with what belongs to none of them behind.
    """
    gist = document.title.gap.join(map(pen.line, document.title.items))
    return Sheet(document.title, gist, document.lead, tuple(_generate_parts(document, rack)))


def _generate_parts(document: Document, rack: Rack) -> Iterator[Part]:
    has_sets = any(isinstance(block, Facts) and _sets(block) for block in document.blocks)
    hand = ""
    for block in document.blocks:
        if not isinstance(block, Facts):
            yield block
        elif text := _hand(block):
            hand = text
            yield block if has_sets else DrawnHand(tuple(rack.hand(text)))
        elif sets := _sets(block):
            yield DrawnHand((*map(rack.tiles, sets), *rack.apart(hand)))
        else:
            yield block


def _hand(block: Facts) -> str:
    """The hand that facts are about, as text."""
    return " ".join(piece.text for piece in _pieces(block) if isinstance(piece, HandText))


def _sets(block: Facts) -> list[Tiles]:
    """The sets that facts list; tiles in a line of short facts are none."""
    return [] if block.is_short else [piece for piece in _pieces(block) if isinstance(piece, Tiles)]


def _pieces(block: Facts) -> Iterator[Piece]:
    return (piece for fact in block.facts for flow in fact.lines for line in flow.items for piece in line)
