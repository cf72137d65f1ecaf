"""What reading and checking rules files came to, kept on disk for the next process.

Importing a YAML parser alone takes longer than scoring a hand. A memory holds the very bytes of every file it was made
from, and counts only while those files still hold them: no clock or date is trusted. Anything else that could change
the result (the version, the schema, which files there are) is in its stamp. A memory that is missing, foreign or broken
is made anew, and where nothing can be written everything works without.
"""

import os

from msgspec import DecodeError, Raw, Struct, msgpack

from mjcalc import __version__
from mjcalc.rules.folders import cache_folder

__all__ = ["recall", "remember"]

Sources = tuple[tuple[str, bytes], ...]


class _Memory(Struct, frozen=True, array_like=True):
    stamp: str
    sources: Sources
    payload: Raw


def recall(key: str, stamp: str) -> Raw | None:
    """The msgpack of what was remembered, or None where it no longer counts."""
    path = _path(key)
    if path is None:
        return None
    try:
        with open(path, "rb") as file:
            memory = msgpack.decode(file.read(), type=_Memory)
        if memory.stamp != _stamp(key, stamp):
            return None
        for source, content in memory.sources:
            with open(source, "rb") as file:
                if file.read(len(content) + 1) != content:
                    return None
    except (OSError, ValueError, DecodeError):
        return None
    return memory.payload


def remember(key: str, stamp: str, sources: Sources, result: object) -> None:
    """Keep a result for as long as these files hold these bytes; do nothing where that is impossible."""
    path = _path(key)
    if path is None:
        return
    try:
        memory = msgpack.encode(_Memory(_stamp(key, stamp), sources, Raw(msgpack.encode(result))))
    except UnicodeEncodeError:  # a path of bytes that are no UTF-8
        return
    # Written beside it and moved over it, so that another process never reads half of it.
    draft = f"{path}.{os.getpid()}"
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        try:
            with open(draft, "xb") as file:
                file.write(memory)
            os.replace(draft, path)
        except OSError:
            os.unlink(draft)
    except OSError:
        return


def _stamp(key: str, stamp: str) -> str:
    return f"{__version__} {key} {stamp}"


def _path(key: str) -> str | None:
    folder = cache_folder()
    if folder is None:
        return None
    # Two keys with one file name would only push each other out: the stamp inside tells them apart.
    digest = int.from_bytes(os.fsencode(key), "big") % ((1 << 61) - 1)
    return os.path.join(folder, f"{digest:016x}.msgpack")
