"""A new book of an evening, and a win for it."""

from pathlib import Path
from typing import Any

import msgspec

from mjcalc import game

__all__ = ["HAND", "PLAYERS", "new_book", "read"]

PLAYERS = ["甲", "乙", "丙", "丁"]
HAND = "123m456m789s22s +peng5p@丙 +gang中中"
"""乙 wins it with 3m, 7p flipped."""


def new_book(folder: Path) -> str:
    """The path of a new book."""
    path = str(folder / "evening.mj")
    game.new(path, rules="huangshi", players=PLAYERS)
    return path


def read(text: str) -> Any:
    """What was printed as JSON."""
    return msgspec.json.decode(text)
