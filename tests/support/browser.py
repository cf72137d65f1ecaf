"""A headless Chromium, for looking at pages as a reader would: sizes, colours, what overflows."""

import json
import re
import shutil
import subprocess
from collections.abc import Sequence
from html import escape, unescape
from pathlib import Path
from typing import Any

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
"""The program, or None where there is none."""


def measure(pages: Sequence[tuple[str, int]], script: str, folder: Path, *, dark: bool = False) -> list[Any]:
    """What a JavaScript expression comes to on each page.

    :param pages: HTML or SVG text, and the width to show it at, in CSS pixels; they need no script of their own, for
        each is shown in a frame
    :param script: an expression; ``page`` is the page's document and ``view`` its window
    :param folder: for the browser's own files
    """
    frames = "".join(
        f'<iframe width="{width}" height="900" style="border:0" srcdoc="{escape(page)}"></iframe>'
        for page, width in pages
    )
    host = (
        f'<!DOCTYPE html><meta charset="utf-8">{frames}<pre></pre><script>onload = () => {{'
        f"const look = (view, page) => ({script});"
        "const frames = [...document.querySelectorAll('iframe')];"
        "const found = frames.map(frame => look(frame.contentWindow, frame.contentDocument));"
        "document.querySelector('pre').textContent = JSON.stringify(found)}</script>"
    )
    file = folder / "host.html"
    file.write_text(host, encoding="utf-8")
    # In Blink's settings 0 is dark and 1 is light.
    scheme = f"--blink-settings=preferredColorScheme={0 if dark else 1}"
    shown = _run(folder, scheme, "--window-size=1400,1100", "--dump-dom", file.as_uri())
    found = re.search(r"<pre>(.+?)</pre>", shown, re.DOTALL)
    assert found, shown[-2000:]
    result: list[Any] = json.loads(unescape(found[1]))
    return result


def printed_pages(picture: str, format: str, folder: Path) -> int:
    """How many pages of paper a picture takes.

    :param format: what its file's name ends with
    """
    file, paper = folder / f"printed.{format}", folder / "printed.pdf"
    file.write_text(picture, encoding="utf-8")
    _run(folder, f"--print-to-pdf={paper}", file.as_uri())
    return len(re.findall(rb"/Type\s*/Page\b", paper.read_bytes()))


def _run(folder: Path, *options: str) -> str:
    """What the browser prints."""
    command = [
        str(CHROMIUM),
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        f"--user-data-dir={folder / 'profile'}",
    ]
    return subprocess.run([*command, *options], capture_output=True, text=True, check=True, timeout=120).stdout
