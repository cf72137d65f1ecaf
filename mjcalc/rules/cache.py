"""What reading and checking rules files came to, kept on disk for the next process.

Importing a YAML parser alone takes longer than scoring a hand. An entry holds the very bytes of every file it was made
from, and counts only while those files still hold them: no clock or date is trusted. Anything else that could change
the result (the version, the schema, which files there are) is in its stamp, and a checksum is in front. A missing,
foreign or corrupt entry is rebuilt, and where nothing can be written everything works without.
"""

import os
import time
from contextlib import suppress
from threading import get_ident
from zlib import crc32

from msgspec import DecodeError, Raw, Struct, msgpack

from mjcalc import __version__
from mjcalc.rules.files import read_file
from mjcalc.rules.folders import cache_folder

__all__ = ["recall", "remember"]

Sources = tuple[tuple[str, bytes], ...]

_MAX_BYTES = 8_000_000
"""No entry is larger."""
_CHECKSUM = 4
"""How many bytes of an entry are its checksum, which finds every flipped bit."""
_ENDING = ".msgpack"
_NAME = 16 + len(_ENDING)
"""How long the name of an entry is; that of a draft goes on after a dot."""
_ABANDONED = 600
"""After how many seconds a draft was left behind by a process that was killed."""


class _Entry(Struct, frozen=True, array_like=True):
    stamp: str
    sources: Sources
    payload: Raw


def recall(key: str, stamp: str) -> Raw | None:
    """The msgpack of what was remembered, or None where it no longer counts."""
    path = _path(key)
    if path is None:
        return None
    try:
        data = read_file(path, _MAX_BYTES + 1)
        content = memoryview(data)[_CHECKSUM:]
        if len(data) > _MAX_BYTES or _checksum(content) != data[:_CHECKSUM]:
            return None
        entry = msgpack.decode(content, type=_Entry)
        if entry.stamp != _stamp(key, stamp):
            return None
        for source, text in entry.sources:
            if read_file(source, len(text) + 1) != text:
                return None
    except (OSError, ValueError, DecodeError):
        return None
    return entry.payload


def remember(key: str, stamp: str, sources: Sources, payload: Raw) -> None:
    """Keep a result for as long as these files hold these bytes; do nothing where that is impossible."""
    path = _path(key)
    if path is None:
        return
    try:
        data = msgpack.encode(_Entry(_stamp(key, stamp), sources, payload))
    except UnicodeEncodeError:  # a path of bytes that are not UTF-8
        return
    if len(data) + _CHECKSUM <= _MAX_BYTES:
        with suppress(OSError):
            os.makedirs(os.path.dirname(path), exist_ok=True)
            _remove_old_drafts(os.path.dirname(path))
            _write(path, _checksum(data) + data)


def _write(path: str, data: bytes) -> None:
    """Write beside it and move over it, so that another process never reads half of it."""
    draft = f"{path}.{os.getpid()}-{get_ident()}"
    with suppress(FileNotFoundError):
        os.unlink(draft)  # that of a killed process which had the same number
    try:
        with open(draft, "xb") as file:
            file.write(data)
        os.replace(draft, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(draft)
        raise


def _remove_old_drafts(folder: str) -> None:
    with os.scandir(folder) as entries:
        for entry in entries:
            is_draft = entry.name[_NAME - len(_ENDING) : _NAME + 1] == f"{_ENDING}."
            with suppress(OSError):
                if is_draft and entry.stat(follow_symlinks=False).st_mtime < time.time() - _ABANDONED:
                    os.unlink(entry.path)


def _checksum(data: bytes | memoryview) -> bytes:
    return crc32(data).to_bytes(_CHECKSUM, "big")


def _stamp(key: str, stamp: str) -> str:
    return f"{__version__} {key} {stamp}"


def _path(key: str) -> str | None:
    folder = cache_folder()
    if folder is None:
        return None
    # Two keys with one file name would only push each other out: the stamp inside tells them apart.
    digest = int.from_bytes(os.fsencode(key), "big") % ((1 << 61) - 1)
    return os.path.join(folder, f"{digest:016x}{_ENDING}")
