"""A variant by its name or its file: from this process, from the cache, or read and checked.

A process reads a file once and answers by what it read, also where the file is changed later; unless it reads so many
files that it must forget some. What it goes by is the file that a name or a path means now: after a change of the
working folder, of ``MJCALC_RULES_PATH`` or of the home folder that may be another one.
"""

from msgspec import DecodeError, Raw, msgpack

from mjcalc.errors import RulesError
from mjcalc.memo import Memo
from mjcalc.rules import schema
from mjcalc.rules.cache import recall, remember
from mjcalc.rules.folders import rules_folders
from mjcalc.rules.library import Library, find, find_again, keep_library, latest_library
from mjcalc.rules.schema import Variant
from mjcalc.rules.vocabulary import Vocabulary

__all__ = ["adopt", "load", "share"]

_Key = tuple[str, tuple[str, ...], Vocabulary | None]
"""The path of a file, the folders in which it finds what it extends, and by which vocabulary it was checked."""
_Shared = tuple[tuple[str, ...], Library, list[tuple[str, tuple[str, ...], Variant]]]

_loaded: Memo[_Key, Variant] = Memo(256, weight=16_000_000)
_WEIGHT = 4
"""How many times its msgpack a variant weighs in memory."""


def load(name_or_path: str, vocabulary: Vocabulary | None = None) -> Variant:
    """The checked variant of this id, alias or file.

    The vocabulary is that of :mod:`mjcalc.scoring`; without one, a file's predicates are not checked.

    >>> load("hs") is load("hs")
    True

    :raises RulesError: if there is no such variant, or with every mistake in its file.
    """
    folders = rules_folders()
    path = find_again(name_or_path, folders)
    known = _loaded.get((path, folders, vocabulary)) if path is not None else None
    if known is not None:
        return known
    path = find(name_or_path)
    known = _loaded.get((path, folders, vocabulary))
    if known is not None:
        return known
    variant, packed = _recall(path, folders, vocabulary) or _check(path, folders, vocabulary)
    weight = _WEIGHT * len(packed)
    if vocabulary is not None:
        _loaded.keep((path, folders, None), variant, weight)
    return _loaded.keep((path, folders, vocabulary), variant, weight)


def share(vocabulary: Vocabulary) -> bytes:
    """All that was loaded by this vocabulary so far, for another process to :func:`adopt`."""
    folders, latest = latest_library()
    variants = [(path, around, variant) for (path, around, words), variant in _loaded.items() if words is vocabulary]
    shared: _Shared = (folders, latest, variants)
    return msgpack.encode(shared)


def adopt(shared: bytes, vocabulary: Vocabulary) -> None:
    """Load what another process has loaded as it was there, whatever has become of the files.

    >>> adopt(share(Vocabulary()), Vocabulary())
    """
    folders, latest, variants = msgpack.decode(shared, type=_Shared)
    keep_library(folders, latest)
    for path, around, variant in variants:
        weight = _WEIGHT * len(msgpack.encode(variant))
        _loaded.keep((path, around, vocabulary), variant, weight)


def _recall(path: str, folders: tuple[str, ...], vocabulary: Vocabulary | None) -> tuple[Variant, bytes] | None:
    packed = recall(path, _stamp(folders))
    if packed is None:
        return None
    try:
        words, variant = msgpack.decode(packed, type=tuple[str, Variant])
    except DecodeError:
        return None
    return (variant, packed) if vocabulary is None or words == vocabulary.fingerprint else None


def _check(path: str, folders: tuple[str, ...], vocabulary: Vocabulary | None) -> tuple[Variant, bytes]:
    from mjcalc.rules.checker import check

    checked = check(path, vocabulary, among_others=False)
    if checked.variant is None:
        raise RulesError(checked.problems)
    words = vocabulary.fingerprint if vocabulary is not None else ""
    packed = msgpack.encode((words, checked.variant))
    remember(path, _stamp(folders), checked.sources, Raw(packed))
    return checked.variant, packed


def _stamp(folders: tuple[str, ...]) -> str:
    """What a checked variant depends on beside its files and the vocabulary."""
    records = [
        (name, record.__struct_fields__, record.__struct_defaults__)
        for name in schema.__all__
        if hasattr(record := getattr(schema, name), "__struct_fields__")
    ]
    return f"{records} {folders}"
