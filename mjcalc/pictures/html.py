"""A sheet as one HTML file: nothing is loaded from outside, no script, light and dark, for a phone and for paper."""

from mjcalc.pictures.hand import Group, Rack
from mjcalc.pictures.page import COLOURS, escape, format_group, format_symbols
from mjcalc.pictures.sheet import DrawnHand, Part, Sheet
from mjcalc.pictures.tiles import HEIGHT, WIDTH
from mjcalc.report.document import Cell, Entry, Facts, Flow, Heading, Line, Remark, Remarks, Table, Tiles
from mjcalc.report.draw import Pen
from mjcalc.rules.schema import Language

__all__ = ["format_html"]

_MARKS = {"reason": "✗ "}


def _variables(mode: int) -> str:
    return "".join(f"--{name}:{both[mode]};" for name, both in COLOURS.items())


# Nine tiles of a hand fit into a line of a narrow phone, and even a small tile is 24 pixels wide.
_CSS = f"""
:root{{color-scheme:light dark;--tile:clamp(31.5px,8.75vw,46px);--small:25.5px;{_variables(0)}}}
@media screen and (prefers-color-scheme:dark){{:root{{{_variables(1)}}}}}
@media print{{:root{{--tile:10mm;--small:6mm;font-size:80%}}figure,tr,p{{break-inside:avoid}}}}
@page{{margin:15mm}}
*{{box-sizing:border-box}}
body{{margin:0 auto;max-width:48rem;padding:1rem;background:var(--paper);color:var(--ink)}}
body{{font:1rem/1.5 system-ui,sans-serif;overflow-wrap:break-word}}
h1{{font-size:1.3rem;line-height:1.5;margin:0 0 .5rem}}
h2{{font-size:1.1rem;margin:1rem 0 .25rem}}
p{{margin:.25rem 0}}
.remarks,.facts{{margin:.75rem 0}}
b,th,figcaption,.note,.detail{{color:var(--pale);font-weight:400}}
th,figcaption,.note,.detail{{font-size:.85rem}}
.detail{{margin-left:1.5rem}}
.item{{display:inline-block}}
.item,td,figcaption{{overflow-wrap:anywhere}}
.hand{{display:flex;flex-wrap:wrap;align-items:baseline;gap:.75rem calc(var(--tile)*.4);margin:.75rem 0}}
figure{{margin:0;max-width:100%;text-align:center}}
svg{{height:auto;overflow:visible}}
.hand svg{{max-width:100%}}
.item svg{{vertical-align:middle;margin:2px 0}}
.wild{{fill:none;stroke:var(--mark);stroke-width:26}}
.wide{{overflow-x:auto;margin:.75rem 0}}
table{{border-collapse:collapse}}
th,td{{text-align:left;vertical-align:middle;padding:.25rem 1.25rem .25rem 0;border-bottom:1px solid var(--line)}}
@media(max-width:30rem){{th,td{{padding-right:.6rem}}}}
th:last-child,td:last-child{{padding-right:0}}
tfoot{{font-weight:600}}
.number{{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}}
""".replace("\n", "")


def format_html(sheet: Sheet, rack: Rack, pen: Pen, lang: Language) -> str:
    """A sheet as the text of an HTML file.

    :param rack: lays out the tiles in its lines
    :param pen: writes hands that stand as text
    :param lang: the language of the sheet
    """
    writer = _Writer(rack, pen)
    body = f"<h1>{writer.flow(sheet.title)}</h1>"
    body += "".join(f'<p class="note">{escape(sentence)}</p>' for sentence in sheet.lead)
    body += "".join(map(writer.part, sheet.parts))
    return (
        f'<!DOCTYPE html>\n<html lang="{lang}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(sheet.gist)}</title><style>{_CSS}</style></head><body>"
        '<svg width="0" height="0" style="position:absolute" aria-hidden="true"><defs>'
        f"{format_symbols(writer.groups)}</defs></svg><main>{body}</main></body></html>\n"
    )


class _Writer:
    def __init__(self, rack: Rack, pen: Pen) -> None:
        self.rack = rack
        self.pen = pen
        self.groups: list[Group] = []

    def part(self, part: Part) -> str:
        if isinstance(part, DrawnHand):
            return f'<div class="hand">{"".join(map(self._figure, part.groups))}</div>'
        if isinstance(part, Heading):
            return f"<h2>{escape(part.text)}</h2>"
        if isinstance(part, Facts):
            return f'<div class="facts">{self._facts(part)}</div>'
        if isinstance(part, Table):
            return f'<div class="wide">{self._table(part)}</div>'
        if isinstance(part, Remarks):
            return f'<div class="remarks">{"".join(map(_remark, part.remarks))}</div>'
        return "".join(map(_entry, part.entries))

    def flow(self, flow: Flow) -> str:
        """Items, each kept whole where it fits."""
        mark = escape(flow.gap.rstrip())
        space = " " if flow.gap != mark or not mark else ""
        items = [f'<span class="item">{self._line(item)}' for item in flow.items]
        return f"{mark}</span>{space}".join(items) + "</span>" * bool(items)

    def _line(self, line: Line) -> str:
        return "".join(
            escape(piece)
            if isinstance(piece, str)
            else self._tiles(self.rack.tiles(piece), "--small")
            if isinstance(piece, Tiles)
            else escape(self.pen.hand(piece.text))
            for piece in line
        )

    def _facts(self, block: Facts) -> str:
        if block.is_short:
            items = [f"<b>{escape(fact.label)}</b> {self.flow(flow)}" for fact in block.facts for flow in fact.lines]
            return f"<p>{' · '.join(items)}</p>"
        return "".join(
            f"<p><b>{escape(fact.label)}</b> {'<br>'.join(map(self.flow, fact.lines))}</p>" for fact in block.facts
        )

    def _figure(self, group: Group) -> str:
        """A group above its caption; what hangs below the line that all groups stand on has room before it."""
        below = group.bottom - HEIGHT
        room = f' style="padding-top:{_length(below, "--tile")}"' if below else ""
        caption = f"<figcaption{room}>{escape(group.caption)}</figcaption>" if room or group.caption else ""
        return f"<figure>{self._tiles(group, '--tile')}{caption}</figure>"

    def _tiles(self, group: Group, size: str) -> str:
        """The tiles of a group, as one picture that stands on the line of its row."""
        self.groups.append(group)
        return (
            f'<svg viewBox="0 {group.top} {group.width} {HEIGHT - group.top}" '
            f'style="width:{_length(group.width, size)}" role="img" aria-label="{escape(group.spoken)}">'
            f"{format_group(group)}</svg>"
        )

    def _table(self, table: Table) -> str:
        def row(tag: str, cells: list[str]) -> str:
            sides = [' class="number"' if column.align == "right" else "" for column in table.columns]
            return "".join(f"<{tag}{side}>{cell}</{tag}>" for cell, side in zip(cells, sides, strict=True))

        heads = row("th", [escape(column.head) for column in table.columns])
        rows = "".join(f"<tr>{row('td', list(map(self._cell, cells)))}</tr>" for cells in table.rows)
        foot = f"<tfoot><tr>{row('td', list(map(self._cell, table.foot)))}</tr></tfoot>" if table.foot else ""
        return f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody>{foot}</table>"

    def _cell(self, cell: Cell) -> str:
        return "<br>".join(self.flow(part if isinstance(part, Flow) else Flow(((part,),), "")) for part in cell)


def _length(length: int, size: str) -> str:
    """A length on the page, by the width of a tile there."""
    return f"calc(var({size})*{length / WIDTH:.3f})"


def _remark(remark: Remark) -> str:
    kind = ' class="note"' if remark.kind == "note" else ""
    return f"<p{kind}>{_MARKS.get(remark.kind, '')}{escape(remark.label + remark.text)}</p>"


def _entry(entry: Entry) -> str:
    code = f" <code>{escape(entry.code)}</code>" if entry.code else ""
    source = f" <i>({escape(entry.source)})</i>" if entry.source else ""
    details = [escape(detail) for detail in entry.details]
    details += [f"<code>{escape(' '.join(words))}</code>" for words in entry.commands]
    lines = "".join(f'<p class="detail">{detail}</p>' for detail in details)
    return f"<p>{escape(entry.head)}{code} {escape(entry.worth)}{source}</p>{lines}"
