"""The bytes of a file, if it is a regular file of a sensible size: never of a pipe or a device, which might not end."""

import errno
import os
import stat

__all__ = ["read_file"]


def read_file(path: str, most: int) -> bytes:
    """The first ``most`` bytes of a regular file.

    :raises OSError: if it cannot be read, or is a folder, a pipe or a device.
    """
    # Asked before it is opened, because merely opening a device may do something; and again after, because by then
    # another file may be there.
    _refuse_special(os.stat(path), path)
    with open(path, "rb", opener=_open_at_once) as file:
        _refuse_special(os.fstat(file.fileno()), path)
        return file.read(most)


def _open_at_once(path: str, flags: int) -> int:
    """Open without waiting for somebody to write at the other end of a pipe."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _refuse_special(about: os.stat_result, path: str) -> None:
    if not stat.S_ISREG(about.st_mode):
        raise OSError(errno.EINVAL, "not a regular file", path)
