"""The drawings as data: what the text files beside this module say."""

from functools import cache
from importlib.resources import files

__all__ = ["read_drawings"]


@cache
def read_drawings(name: str) -> dict[str, list[list[str]]]:
    """What is drawn, by the sign at the beginning of each line: a list of shapes, each a list of words.

    :param name: ``strokes`` (characters) or ``numbers`` (dots and bamboo)

    >>> read_drawings("strokes")["二"]
    [['h', '20,28', '80,25'], ['h', '7,78', '93,75']]
    """
    text = files("mjcalc.pictures").joinpath(f"{name}.txt").read_text(encoding="utf-8")
    lines = (line.partition(" ") for line in text.splitlines() if line and not line.startswith("#"))
    return {sign: [shape.split() for shape in shapes.split(";")] for sign, _, shapes in lines}
