"""What each tile looks like: its face as SVG.

A tile is 300 wide and 400 high. Everything on it is a shape of this project's own, so it needs no font, and it looks
the same on a light and on a dark page. Characters are in ``strokes.txt``, circles and sticks in ``numbers.txt``.
"""

from functools import cache

from mjcalc.pictures.brush import character
from mjcalc.pictures.drawings import read_drawings

__all__ = ["BACK", "HEIGHT", "WIDTH", "tile_picture"]

WIDTH, HEIGHT = 300, 400
BACK = "back"
"""Stands in place of a tile's name where the tile lies face down."""

_RED, _GREEN, _BLUE, _INK = "#b5211d", "#0d6b3c", "#1c4e95", "#1d2438"
_IVORY, _EDGE, _SIDE = "#fdf9ec", "#8d8161", "#d3c59d"
_COLOURS = {"r": _RED, "g": _GREEN, "b": _BLUE}

_ONE_DOT = (
    f'<circle cx="150" cy="191" r="116" fill="{_GREEN}"/><circle cx="150" cy="191" r="96" fill="{_IVORY}"/>'
    f'<g fill="{_BLUE}">'
    + "".join(
        f'<ellipse cx="150" cy="128" rx="20" ry="30" transform="rotate({angle} 150 191)"/>'
        for angle in range(0, 360, 45)
    )
    + f'</g><circle cx="150" cy="191" r="42" fill="{_RED}"/><circle cx="150" cy="191" r="18" fill="{_IVORY}"/>'
)
_BIRD = (
    # The tail, the body, the wing, the head with its crest, the beak, the eye, the legs and the ground.
    f'<g fill="none" stroke-linecap="round" stroke-width="18"><path d="M186 232Q236 262 252 330" stroke="{_GREEN}"/>'
    f'<path d="M180 240Q218 284 216 340" stroke="{_RED}"/><path d="M170 246Q192 290 180 342" stroke="{_BLUE}"/></g>'
    f'<path d="M116 96C74 116 60 178 84 222C104 260 168 276 200 238C226 204 196 176 172 160C152 146 152 120 150 100z" '
    f'fill="{_GREEN}"/>'
    f'<path d="M112 170C140 160 186 178 206 222C176 246 122 240 112 170z" fill="{_BLUE}" stroke="{_IVORY}" '
    'stroke-width="8"/>'
    f'<circle cx="122" cy="92" r="42" fill="{_GREEN}"/>'
    f'<path d="M116 56Q104 34 116 22Q126 34 130 50Q136 32 152 30Q152 46 142 60z" fill="{_RED}"/>'
    f'<path d="M84 80L40 104L86 110z" fill="{_RED}"/><circle cx="112" cy="86" r="11" fill="{_IVORY}"/>'
    f'<path d="M112 250L104 338M142 258L140 338M76 342L158 342" stroke="{_INK}" stroke-width="12" fill="none" '
    'stroke-linecap="round"/>'
)
_WHITE = (
    f'<g fill="none" stroke="{_BLUE}"><rect x="52" y="54" width="196" height="274" rx="16" stroke-width="22"/>'
    '<rect x="84" y="86" width="132" height="210" rx="6" stroke-width="8"/></g>'
)
_STAR = (
    f'<path d="M150 40L186 152L280 191L186 230L150 342L114 230L20 191L114 152z" fill="#7a2d8f"/>'
    f'<circle cx="150" cy="191" r="40" fill="{_IVORY}"/><circle cx="150" cy="191" r="20" fill="#e0991c"/>'
)
_BLOSSOM = (
    f'<g fill="{_BLUE}">'
    + "".join(f'<circle cx="222" cy="52" r="20" transform="rotate({angle} 222 80)"/>' for angle in range(0, 360, 72))
    + '</g><circle cx="222" cy="80" r="14" fill="#e0991c"/>'
    + f'<path d="M196 96Q130 112 64 66M142 92Q112 74 104 44" fill="none" stroke="{_GREEN}" stroke-width="14" '
    'stroke-linecap="round"/>'
)
_LATTICE = "".join(
    f"M{x} {y}l24 30-24 30-24-30z" for x, y in ((x, y) for y in range(42, 300, 76) for x in (78, 150, 222))
)


def _body(front: str, edge: str) -> str:
    """The tile without its face: seen from a little below, so that its side shows."""
    return (
        f'<rect x="6" y="6" width="288" height="388" rx="34" fill="{_SIDE}" stroke="{_EDGE}" stroke-width="8"/>'
        f'<rect x="6" y="6" width="288" height="364" rx="34" fill="{front}" stroke="{edge}" stroke-width="8"/>'
    )


_DRAWN = {"1p": _ONE_DOT, "1s": _BIRD, "白": _WHITE, "*": _STAR}
"""The faces that are neither characters nor rows of circles and sticks."""
_INKS = {"中": _RED, "發": _GREEN} | dict.fromkeys("春夏秋冬", _RED) | dict.fromkeys("梅蘭竹菊", _GREEN)


@cache
def tile_picture(name: str) -> str:
    """A tile as SVG elements, 300 × 400.

    :param name: a canonical name, ``*`` for a wild without a face, one of 春夏秋冬梅蘭竹菊, or :data:`BACK`
    :raises KeyError: if there is no drawing of it.

    >>> tile_picture("1p").count("<circle"), tile_picture("9p").count("<circle")
    (4, 27)
    """
    if name == BACK:
        return _body("#1f7a55", "#12513a") + f'<path d="{_LATTICE}" fill="#4fa37f"/>'
    return _body(_IVORY, _EDGE) + (_DRAWN.get(name) or _face(name))


def _face(name: str) -> str:
    number, suit = name[:-1], name[-1]
    if suit == "m":
        numeral = character("一二三四五六七八九"[int(number) - 1], 52, 38, 196, 134, 24)
        return _brushed(numeral, _INK) + _brushed(character("萬", 46, 186, 208, 168, 17), _RED)
    if number:
        return "".join(map(_dot if suit == "p" else _stick, read_drawings("numbers")[name]))
    if name in "春夏秋冬梅蘭竹菊":
        return _BLOSSOM + _brushed(character(name, 50, 142, 200, 210, 20), _INKS[name])
    return _brushed(character(name, 42, 46, 216, 290, 26), _INKS.get(name, _INK))


def _brushed(outline: str, ink: str) -> str:
    """A character's outline, its corners softened."""
    return f'<path d="{outline}" fill="{ink}" stroke="{ink}" stroke-width="5" stroke-linejoin="round"/>'


def _dot(words: list[str]) -> str:
    colour, x, y, radius = words
    rings = ((1.0, _COLOURS[colour]), (0.6, _IVORY), (0.34, _COLOURS[colour]))
    return "".join(f'<circle cx="{x}" cy="{y}" r="{int(radius) * part:.0f}" fill="{ink}"/>' for part, ink in rings)


def _stick(words: list[str]) -> str:
    colour, *numbers = words
    x, y, length, *angle = map(int, numbers)
    turned = f' transform="rotate({angle[0]} {x} {y})"' if angle else ""
    # Two joints of cane, wider at their ends than in the middle, with a gap where the knot is.
    knot = length // 20
    joint = length // 2 - knot
    cane = "".join(
        f"M{x - 20} {top}q20 -12 40 0q-7 {joint // 2} 0 {joint}q-20 12 -40 0q7 {-joint // 2} 0 {-joint}z"
        for top in (y - length // 2, y + knot)
    )
    return f'<path d="{cane}" fill="{_COLOURS[colour]}"{turned}/>'
