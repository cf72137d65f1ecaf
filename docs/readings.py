"""Writes docs/readings.md and its Chinese pages from the rules files: ``python docs/readings.py``.

They are the parts of the rule sheets that are marked as ours. A test fails where they and the rules differ.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

FOLDER = Path(__file__).parent
sys.path.insert(0, str(FOLDER.parent))

from mjcalc.report.document import Block, Document, Entries, Entry, Flow, Heading  # noqa: E402
from mjcalc.report.markdown import format_markdown  # noqa: E402
from mjcalc.report.sheet import sheet_document  # noqa: E402
from mjcalc.rules import load, variants  # noqa: E402
from mjcalc.rules.schema import Language, Variant  # noqa: E402
from mjcalc.scoring.predicates import VOCABULARY  # noqa: E402

OURS = "ours"
MADE = "<!-- Made by docs/readings.py from the rules files; change those, not this. -->"


class Page(NamedTuple):
    """What a page says beside the rules."""

    file: str
    title: str
    lead: str
    none: str
    mark: str
    """What a note says where only a part of something is ours."""


PAGES: dict[Language, Page] = {
    "en": Page(
        "readings.md",
        "Readings of ours",
        """\
No source says everything. Where one is silent or says two things, somebody has to choose. This page lists what was
chosen here, variant by variant; in the [rule sheets](rules/) the same is marked *(ours)*.

A bold name with choices beneath it is an option. Play it the other way for one question with `--set`, as in
`--set dealer_doubles=winner`, or for good in [a file of yours](write-a-variant.md). `mjcalc score … --explain` names
every option of ours that changes what a hand pays, and says what the other choice would pay.

[繁體中文](readings.zh-Hant.md) · [简体中文](readings.zh-Hans.md)""",
        "Nothing in {} is a reading of ours.",
        "our reading",
    ),
    "zh-Hant": Page(
        "readings.zh-Hant.md",
        "本程式的讀法",
        """\
沒有一份出處樣樣都說。沒說的，或者說得兩可的，總得有人定下來。這一頁列出本程式怎麼定的，一種打法一段；
[規則](rules/zh-Hant/)裡同樣的地方，都標著「本程式的讀法」。

名字下面有「可選」的，是選項，可以改。只改一次，用 `--set`，例如 `--set dealer_doubles=winner`；
要長期用，就[自己寫一個規則檔](write-a-variant.md)（英文）。
`mjcalc score … --explain` 會指出哪些選項影響了這副牌，換一種選法要付多少。

[English](readings.md) · [简体中文](readings.zh-Hans.md)""",
        "{}沒有本程式自己定的讀法。",
        "本程式的讀法",
    ),
    "zh-Hans": Page(
        "readings.zh-Hans.md",
        "本程序的读法",
        """\
没有一份出处样样都说。没说的，或者说得两可的，总得有人定下来。这一页列出本程序怎么定的，一种打法一段；
[规则](rules/zh-Hans/)里同样的地方，都标着“本程序的读法”。

名字下面有“可选”的，是选项，可以改。只改一次，用 `--set`，例如 `--set dealer_doubles=winner`；
要长期用，就[自己写一个规则文件](write-a-variant.md)（英文）。
`mjcalc score … --explain` 会指出哪些选项影响了这副牌，换一种选法要付多少。

[English](readings.md) · [繁體中文](readings.zh-Hant.md)""",
        "{}没有本程序自己定的读法。",
        "本程序的读法",
    ),
}


def readings(variant: Variant, lang: Language) -> Iterator[Entry]:
    """What a rule sheet marks as ours, the options first; what an option decides is not said again."""
    ours = next(source.names for source in variant.sources if source.id == OURS)
    mark = OURS if ours is None else ours.said_in(lang)
    entries = [
        replace(entry, source="", commands=())
        for block in sheet_document(variant, VOCABULARY, lang=lang).blocks
        if isinstance(block, Entries)
        for entry in block.entries
        if entry.source == mark or any(PAGES[lang].mark in detail for detail in entry.details)
    ]
    yield from (entry for entry in entries if entry.head in variant.options)
    yield from (entry for entry in entries if entry.head not in variant.options and entry.code not in variant.options)


def page(lang: Language) -> str:
    """The page in a language."""
    said = PAGES[lang]
    blocks: list[Block] = []
    without = []
    for one in variants():
        if not one.shipped:
            continue
        variant = load(one.id)
        entries = tuple(readings(variant, lang))
        if entries:
            blocks += [Heading(f"{variant.names.said_in(lang)} ({variant.id})"), Entries(entries)]
        else:
            without.append(said.none.format(variant.names.said_in(lang)))
    text = format_markdown(Document(Flow(((said.title,),), ""), tuple(blocks)))
    title, _, rest = text.partition("\n")
    return "\n".join([title, "", MADE, "", said.lead, rest, "", *without]) + "\n"


def generate_pages() -> Iterator[tuple[str, str]]:
    """Every file's name, and what belongs in it."""
    for lang, said in PAGES.items():
        yield said.file, page(lang)


if __name__ == "__main__":
    for name, text in generate_pages():
        (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")
