"""A sheet as one HTML file: nothing is loaded from outside, no script, light and dark, for a phone and for paper."""

from collections.abc import Iterable, Sequence

from mjcalc.pictures.hand import Group
from mjcalc.pictures.page import COLOURS, FONTS, escape, format_group, format_symbols
from mjcalc.pictures.tiles import HEIGHT, WIDTH
from mjcalc.rules.schema import Language

__all__ = ["Page"]

_SIDES = {"l": "", "r": ' class="number"'}
_TAGS = {"title": "h1", "text": "p", "small": "p"}


def _variables(mode: int) -> str:
    return "".join(f"--{name}:{colours[mode]};" for name, colours in COLOURS.items())


# Nine tiles fit into a line of a narrow phone, and even a small one is 24 pixels wide.
_STYLE = f"""
:root{{color-scheme:light dark;--tile:clamp(31px,8.7vw,46px);{_variables(0)}}}
@media screen and (prefers-color-scheme:dark){{:root{{{_variables(1)}}}}}
@media print{{:root{{--tile:11mm}}figure,tr,p{{break-inside:avoid}}}}
@page{{margin:15mm}}
*{{box-sizing:border-box}}
body{{margin:0 auto;max-width:48rem;padding:1rem;background:var(--paper);color:var(--ink);font:1rem/1.5 {FONTS}}}
h1{{font-size:1.25rem;line-height:1.4;margin:0 0 .5rem}}
p{{margin:.25rem 0}}
.pale,th,figcaption{{color:var(--pale)}}
.small,th,figcaption{{font-size:.85rem;font-weight:400}}
.bold{{font-weight:600}}
.hand{{display:flex;flex-wrap:wrap;align-items:baseline;gap:.75rem calc(var(--tile)*.4);margin:.75rem 0}}
figure{{margin:0;text-align:center}}
figure svg{{vertical-align:baseline;max-width:100%;height:auto;overflow:visible}}
.wild{{fill:none;stroke:var(--mark);stroke-width:26}}
.wide{{overflow-x:auto;margin:.75rem 0}}
table{{border-collapse:collapse}}
th,td{{text-align:left;vertical-align:top;padding:.25rem 1.25rem .25rem 0;border-bottom:1px solid var(--line)}}
th:last-child,td:last-child{{padding-right:0}}
.number{{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}}
""".replace("\n", "")


class Page:
    """A page that is filled from top to bottom."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._groups: list[Group] = []

    def text(self, text: str, style: str = "text") -> None:
        """A paragraph; ``style`` is title, text or small, and perhaps pale or bold."""
        tag = _TAGS[style.split()[0]]
        self._parts.append(f'<{tag} class="{style}">{escape(text)}</{tag}>')

    def hand(self, groups: Sequence[Group]) -> None:
        """Groups of tiles, each with its caption below."""
        self._groups += groups
        self._parts.append(f'<div class="hand">{"".join(map(_figure, groups))}</div>')

    def table(self, headers: Sequence[str], rows: Iterable[Sequence[str]], align: str) -> None:
        """Rows under headers; ``align`` has a letter for each column, l or r, and a cell may have several lines."""
        head, *body = (
            "".join(
                f"<{tag}{_SIDES[side]}>{'<br>'.join(map(escape, cell.split(chr(10))))}</{tag}>"
                for cell, side in zip(cells, align, strict=True)
            )
            for tag, cells in (("th", headers), *(("td", row) for row in rows))
        )
        lines = "".join(f"<tr>{cells}</tr>" for cells in body)
        table = f"<table><thead><tr>{head}</tr></thead><tbody>{lines}</tbody></table>"
        self._parts.append(f'<div class="wide">{table}</div>')

    def format(self, title: str, lang: Language) -> str:
        """The whole page as HTML text."""
        tiles = format_symbols(self._groups)
        return (
            f'<!DOCTYPE html>\n<html lang="{lang}"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width,initial-scale=1">'
            f"<title>{escape(title)}</title><style>{_STYLE}</style></head><body>"
            f'<svg width="0" height="0" style="position:absolute" aria-hidden="true"><defs>{tiles}</defs></svg>'
            f"<main>{''.join(self._parts)}</main></body></html>\n"
        )


def _figure(group: Group) -> str:
    """A group; all of a row stand on one line, and what hangs below that line has room before the caption."""
    box = f"0 {group.top} {group.width} {HEIGHT - group.top}"
    below = group.bottom - HEIGHT
    room = f' style="padding-top:{_tiles(below)}"' if below else ""
    return (
        f'<figure><svg viewBox="{box}" style="width:{_tiles(group.width)}" role="img" '
        f'aria-label="{escape(group.spoken)}">{format_group(group)}</svg>'
        f"<figcaption{room}>{escape(group.caption)}</figcaption></figure>"
    )


def _tiles(length: int) -> str:
    """A length, in the widths of a tile on the page."""
    return f"calc(var(--tile)*{length / WIDTH:.3f})"
