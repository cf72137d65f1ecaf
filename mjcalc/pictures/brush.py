"""How a character on a tile is drawn: strokes, as a brush would make them.

The strokes are points in ``strokes.txt``. Each is turned into the outline of a brush line, so the drawing needs no font
and looks the same everywhere.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import hypot

from mjcalc.pictures.drawings import read_drawings

__all__ = ["character"]

Point = tuple[float, float]

# How wide a stroke of weight 1 is on its way, by its letter: at each part of the way, a width.
_WIDTHS: dict[str, tuple[tuple[float, float], ...]] = {
    "h": ((0, 0.9), (0.12, 0.65), (0.85, 0.65), (0.93, 1.1), (1, 0.6)),
    "v": ((0, 1.15), (0.1, 0.95), (0.9, 0.95), (1, 0.85)),
    "k": ((0, 0.95), (1, 0.95)),
    "p": ((0, 1.15), (0.3, 0.95), (1, 0.2)),
    "n": ((0, 0.4), (0.75, 1.25), (0.86, 1.15), (1, 0.2)),
    "d": ((0, 0.3), (0.7, 1.3), (1, 0.9)),
    "t": ((0, 1.0), (1, 0.15)),
}
_PIECES = 6
"""Into how many straight pieces a curve is cut."""


def _points(words: Sequence[str]) -> list[Point]:
    pairs = (word.split(",") for word in words)
    return [(float(x), float(y)) for x, y in pairs]


def character(sign: str, x: float, y: float, width: float, height: float, weight: float) -> str:
    """The outline of a character as path data.

    :param sign: one of the characters of ``strokes.txt``
    :param x, y, width, height: the box that it fills
    :param weight: the width of a stroke, in the box's units
    :raises KeyError: if the character has no strokes.

    >>> character("一", 0, 0, 100, 100, 10)
    'M6 58L17 57 81 54 88 56 94 53 94 47 88 45 81 47 16 50 6 50z'
    """
    scale = (width / 100, height / 100)
    placed = (
        (letter, [(x + across * scale[0], y + down * scale[1]) for across, down in _points(words)])
        for letter, *words in read_drawings("strokes")[sign]
    )
    return "".join(_outline(points, letter, weight) for letter, points in placed)


def _outline(points: list[Point], letter: str, weight: float) -> str:
    """A stroke as a closed outline, always turning the same way, so that strokes may cross."""
    stops = _WIDTHS[letter]
    ways = {stop for stop, _ in stops}
    if len(points) > 2:
        ways |= {piece / _PIECES for piece in range(_PIECES + 1)}
    left, right = [], []
    for way in sorted(ways):
        (x, y), (dx, dy) = _on_curve(points, way)
        length = hypot(dx, dy)
        half = weight * _width_at(stops, way) / 2
        across, down = -dy / length * half, dx / length * half
        left.append((x + across, y + down))
        right.append((x - across, y - down))
    first, *rest = (f"{x:.0f} {y:.0f}" for x, y in left + right[::-1])
    return f"M{first}L{' '.join(rest)}z"


def _on_curve(points: Sequence[Point], way: float) -> tuple[Point, Point]:
    """A place on a Bezier curve and the direction there, by de Casteljau's steps."""
    while len(points) > 2:
        points = [_between(a, b, way) for a, b in pairwise(points)]
    a, b = points
    return _between(a, b, way), (b[0] - a[0], b[1] - a[1])


def _between(a: Point, b: Point, way: float) -> Point:
    return a[0] + (b[0] - a[0]) * way, a[1] + (b[1] - a[1]) * way


def _width_at(stops: tuple[tuple[float, float], ...], way: float) -> float:
    for (start, before), (end, after) in pairwise(stops):
        if way <= end:
            return before + (after - before) * (way - start) / (end - start)
    return stops[-1][1]
