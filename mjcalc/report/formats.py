"""The formats that a document can be written in.

A further one is one module here with the name of the format, its function ``format_NAME``, and its name in
:data:`FORMATS`: the command line and the tests have it from there.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mjcalc.report.document import Document

__all__ = ["FORMATS", "written"]

FORMATS = ("text", "markdown")
"""The first is for a terminal, the others are for pages."""


def written(document: "Document", format: str) -> str:
    """The document in one of the formats.

    :raises ValueError: if there is no such format.
    """
    if format not in FORMATS:
        raise ValueError(f"{format!r} is not one of {', '.join(FORMATS)}")
    module = __import__(f"mjcalc.report.{format}", fromlist=(format,))
    text: str = getattr(module, f"format_{format}")(document)
    return text
