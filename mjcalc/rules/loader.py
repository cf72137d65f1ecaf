"""A variant by its name or its file: from this process, from the cache, or read and checked.

A process reads a file once and answers by what it read, even if the file changes later (unless it reads hundreds of
files, and forgets some). Which file a name or a path means is asked every time: after a change of the working folder,
of ``MJCALC_RULES_PATH`` or of the home folder it may be another one.
"""

from msgspec import DecodeError, Raw, msgpack

from mjcalc.errors import RulesError
from mjcalc.memo import Memo
from mjcalc.rules import schema
from mjcalc.rules.cache import recall, remember
from mjcalc.rules.folders import rules_folders
from mjcalc.rules.library import ENDINGS, Library, find, find_again, keep_library, latest_library
from mjcalc.rules.schema import Variant
from mjcalc.rules.vocabulary import Vocabulary

__all__ = ["adopt", "load", "share"]

_Key = tuple[str, tuple[str, ...], Vocabulary | None]
"""The path of a file, or an id or an alias that there is; the folders in which it was found, and in which it finds what
it extends; and by which vocabulary it was checked."""
_Shared = tuple[tuple[str, ...], Library, list[tuple[str, tuple[str, ...], Variant]]]

_loaded: Memo[_Key, Variant] = Memo(1024, weight=16_000_000)
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
    known = _loaded.get((name_or_path, folders, vocabulary))
    if known is not None:
        return known
    path = find_again(name_or_path, folders)
    known = _loaded.get((path, folders, vocabulary)) if path is not None else None
    if known is None:
        path = find(name_or_path)
        known = _loaded.get((path, folders, vocabulary)) or _load(path, folders, vocabulary)
    if latest_library()[1].has(name_or_path):
        _loaded.keep((name_or_path, folders, vocabulary), known)
    return known


def _load(path: str, folders: tuple[str, ...], vocabulary: Vocabulary | None) -> Variant:
    variant, packed = _recall(path, folders, vocabulary) or _check(path, folders, vocabulary)
    weight = _WEIGHT * len(packed)
    if vocabulary is not None:
        _loaded.keep((path, folders, None), variant)
    return _loaded.keep((path, folders, vocabulary), variant, weight)


def share(vocabulary: Vocabulary) -> bytes:
    """All that was loaded by this vocabulary so far, for another process to :func:`adopt`."""
    folders, latest = latest_library()
    variants = [
        (path, around, variant)
        for (path, around, words), variant in _loaded.items()
        if words is vocabulary and path.endswith(ENDINGS)  # names will be found in the library
    ]
    shared: _Shared = (folders, latest, variants)
    return msgpack.encode(shared, enc_hook=str)  # problems are kept in English


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
