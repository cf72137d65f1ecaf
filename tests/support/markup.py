"""What a picture's file says, read back: its elements, its texts, and what it points to."""

import re
from html.parser import HTMLParser
from xml.etree import ElementTree

VOID = {"meta", "br"}
"""HTML's elements without an end."""


class _Elements(HTMLParser):
    """Builds a tree, and refuses an end tag that closes nothing or something else."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.builder = ElementTree.TreeBuilder()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len({name for name, _ in attrs}) == len(attrs), tag
        self.builder.start(tag, {name: value or "" for name, value in attrs})
        if tag in VOID:
            self.builder.end(tag)
        else:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert "svg" in self.open, tag
        self.builder.start(tag, {name: value or "" for name, value in attrs})
        self.builder.end(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag
        self.builder.end(tag)

    def handle_data(self, data: str) -> None:
        if self.open:
            self.builder.data(data)


def parse_picture(text: str) -> ElementTree.Element:
    """The root of an SVG or HTML file, names without a namespace; every element must be closed."""
    if text.startswith("<svg"):
        return ElementTree.fromstring(text.replace(' xmlns="http://www.w3.org/2000/svg"', "", 1))
    parser = _Elements()
    parser.feed(text)
    parser.close()
    assert not parser.open
    return parser.builder.close()


def readable_text(root: ElementTree.Element) -> str:
    """All that stands on the page, without white space: what is drawn, defined or only spoken is left out."""
    words: list[str] = []

    def walk(element: ElementTree.Element) -> None:
        if element.tag in ("style", "title", "desc", "defs"):
            return
        words.append(element.text or "")
        for child in element:
            walk(child)
            words.append(child.tail or "")

    walk(root)
    return re.sub(r"\s", "", "".join(words))


def outside_references(text: str) -> list[str]:
    """Whatever in a file could load or run something."""
    text = text.replace("http://www.w3.org/2000/svg", "", 1)
    return re.findall(r"\w+:\s*//|\bsrc\b|<script|\bon\w+=|@import|url\(|javascript:|<link|<iframe|<object", text)
