"""A headless Chromium, for looking at pages as a reader would: sizes, colours, what overflows."""

import json
import re
import shutil
import subprocess
from html import escape, unescape
from pathlib import Path
from typing import Any

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
"""The program, or None where there is none."""


def measure(page: str, width: int, script: str, folder: Path, *, dark: bool = False) -> Any:
    """What a JavaScript expression about a page comes to.

    :param page: HTML or SVG text; it is shown in a frame, so it needs no script of its own
    :param width: of the frame, in CSS pixels
    :param script: an expression; ``page`` is the page's document and ``view`` its window
    :param folder: for the browser's own files
    """
    host = (
        f'<!DOCTYPE html><meta charset="utf-8"><iframe width="{width}" height="1000" style="border:0" '
        f'srcdoc="{escape(page)}"></iframe><pre></pre><script>onload = () => {{'
        "const view = document.querySelector('iframe').contentWindow, page = view.document;"
        f"document.querySelector('pre').textContent = JSON.stringify({script})}}</script>"
    )
    file = folder / "host.html"
    file.write_text(host, encoding="utf-8")
    # 0 is dark, 1 is light.
    scheme = f"--blink-settings=preferredColorScheme={0 if dark else 1}"
    options = ["--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder / 'profile'}", scheme]
    command = [str(CHROMIUM), *options, "--window-size=1400,1100", "--dump-dom", file.as_uri()]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    found = re.search(r"<pre>(.+?)</pre>", done.stdout, re.DOTALL)
    assert found, done.stdout[-2000:] + done.stderr[-2000:]
    return json.loads(unescape(found[1]))
