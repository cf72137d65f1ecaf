"""What SVG and HTML pictures share: the colours of a page, and how tiles and their definitions are written."""

from collections.abc import Iterable

from mjcalc.pictures.hand import Group, Laid
from mjcalc.pictures.tiles import HEIGHT, WIDTH, tile_picture

__all__ = ["COLOURS", "escape", "format_group", "format_symbols"]

COLOURS = {
    "paper": ("#ffffff", "#16191d"),
    "ink": ("#1b1f24", "#e8e6e1"),
    "pale": ("#59626c", "#a3abb5"),
    "line": ("#d5d9de", "#3a4149"),
    "mark": ("#b8860b", "#e5b53a"),
}
"""The colours of a page beside those of its tiles, on a light and on a dark screen."""

_ESCAPES = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"}
    # Characters that XML cannot hold, not even escaped.
    | {chr(code): "\ufffd" for code in (*range(9), 11, 12, *range(14, 32), 0xFFFE, 0xFFFF, *range(0xD800, 0xE000))}
)


def escape(text: str) -> str:
    """Text for XML and HTML, between tags or in an attribute.

    >>> escape('<b title="&">')
    '&lt;b title=&quot;&amp;&quot;&gt;'
    """
    return text.translate(_ESCAPES)


def format_symbols(groups: Iterable[Group]) -> str:
    """A definition of every tile that the groups show, each once."""
    names = sorted({tile.name for group in groups for tile in group.tiles})
    return "".join(f'<g id="{_id(name)}">{tile_picture(name)}</g>' for name in names)


def format_group(group: Group) -> str:
    """The tiles of a group, each with its name as a tooltip, in the group's own lengths."""
    return "".join(map(_format_tile, group.tiles))


def _id(name: str) -> str:
    return f"tile-{name}" if name.isalnum() and name.isascii() else f"tile-{ord(name):x}"


def _format_tile(tile: Laid) -> str:
    moves = [f"translate({tile.x} {tile.y + WIDTH if tile.is_turned else tile.y})"]
    if tile.is_turned:
        moves.append("rotate(-90)")
    if tile.scale != 1:
        moves.append(f"scale({tile.scale})")
    use = f'<use href="#{_id(tile.name)}"/>'
    if tile.is_wild:
        use += f'<rect class="wild" x="10" y="10" width="{WIDTH - 20}" height="{HEIGHT - 20}" rx="32"/>'
    title = f"<title>{escape(tile.spoken)}</title>" if tile.spoken else ""
    return f'<g transform="{" ".join(moves)}">{title}{use}</g>'
