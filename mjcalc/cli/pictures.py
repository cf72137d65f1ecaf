"""Where the pictures of answers go: a file for each format, or standard output."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from mjcalc.cli.language import spoken
from mjcalc.cli.output import write
from mjcalc.texts import say

__all__ = ["check_pictures", "write_pictures"]


def check_pictures(files: Mapping[str, str], *, as_json: bool, is_stream: bool) -> None:
    """Check that no two things are written to one place.

    :param files: format → file, ``-`` for standard output
    :param as_json: whether standard output has JSON
    :param is_stream: whether there may be several hands
    :raises click.UsageError: if there are two.
    """
    named = list(files.values())
    if len(set(named)) < len(named):
        raise click.UsageError(spoken(say("--svg and --html name the same file; give each its own")))
    if "-" in named and as_json:
        raise click.UsageError(
            spoken(say("JSON and a picture cannot both be written to standard output; give the picture a file"))
        )
    if "-" in named and is_stream:
        raise click.UsageError(spoken(say("the pictures of several hands need files; give a name instead of -")))


def write_pictures(files: Mapping[str, str], answer: Any, variant: Any, line: int | None, **how: Any) -> None:
    """Draw an answer in every format asked for.

    :param line: of one of many hands, its line, which is put behind the file's name: ``hand-7.svg``
    :param how: the language and the style of tiles, as for :func:`mjcalc.pictures.answer.format_picture`
    :raises OSError: if a file cannot be written.
    """
    from mjcalc.pictures.answer import format_picture

    for format, name in files.items():
        picture = format_picture(answer, variant, format, **how).encode()
        if name == "-":
            write(picture)
            continue
        path = Path(name)
        if line is not None:
            path = path.with_name(f"{path.stem}-{line}{path.suffix}")
        try:
            path.write_bytes(picture)
        except OSError as error:  # a full disk does not say which file it is about
            raise OSError(error.errno, error.strerror, str(path)) from None
