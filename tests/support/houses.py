"""Small house variants in files of their own."""

from pathlib import Path

__all__ = ["NAMES", "house"]

NAMES = "names: {zh-Hant: 本桌, zh-Hans: 本桌, en: Our table}"
"""A line of a rules file."""


def house(folder: Path, id: str, value: int = 3, *, aliases: str = "[]", extends: str = "hm", more: str = "") -> Path:
    """A file in a folder, made where it is missing: 黃梅 with another value of 平胡, and more lines."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{id}.yaml"
    text = f"id: {id}\naliases: {aliases}\n{NAMES}\nextends: {extends}\nfans: [{{id: plain, value: {value}}}]\n{more}"
    path.write_text(text, encoding="utf-8")
    return path
