"""``mjcalc schema``."""

import click

from mjcalc.cli.options import Command
from mjcalc.cli.output import write

__all__ = ["schema"]


@click.command("schema", cls=Command)
def schema() -> None:
    """Print the JSON Schema of everything that mjcalc writes as JSON, and of the requests of a batch.

    Each kind of document is in its $defs: Score, Waits, Discards, Failure, Request and so on.
    """
    from pathlib import Path

    package = Path(__file__).parent.parent
    installed = package / "json-schema.json"
    # A wheel carries the file inside the package; a checkout has it among its pages.
    file = installed if installed.is_file() else package.parent / "docs" / "json-schema.json"
    write(file.read_bytes())
