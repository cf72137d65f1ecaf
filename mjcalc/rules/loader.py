"""A variant by its name or its file: from this process, from the cache, or read and checked."""

import os

from msgspec import DecodeError, msgpack

from mjcalc.errors import RulesError
from mjcalc.rules import schema
from mjcalc.rules.cache import recall, remember
from mjcalc.rules.library import ENDINGS, find
from mjcalc.rules.schema import Variant
from mjcalc.rules.vocabulary import Vocabulary

__all__ = ["load"]

_loaded: dict[tuple[str, str], tuple[Vocabulary | None, Variant]] = {}


def load(name_or_path: str, vocabulary: Vocabulary | None = None) -> Variant:
    """The checked variant of this id, alias or file; a process reads it once.

    The vocabulary is that of :mod:`mjcalc.scoring`; without one, a file's predicates are taken on trust.

    >>> load("hs") is load("hs")
    True

    :raises RulesError: if there is no such variant, or with every mistake in its file.
    """
    around = os.getcwd() if name_or_path.endswith(ENDINGS) else os.environ.get("MJCALC_RULES_PATH", "")
    known = _loaded.get((name_or_path, around))
    if known is not None and (vocabulary is None or known[0] is vocabulary):
        return known[1]
    path = find(name_or_path)
    variant = _recall(path, vocabulary) or _check(path, vocabulary)
    _loaded[name_or_path, around] = vocabulary, variant
    return variant


def _recall(path: str, vocabulary: Vocabulary | None) -> Variant | None:
    memory = recall(path, _stamp())
    if memory is None:
        return None
    try:
        words, variant = msgpack.decode(memory, type=tuple[str, Variant])
    except DecodeError:
        return None
    return variant if vocabulary is None or words == vocabulary.fingerprint else None


def _check(path: str, vocabulary: Vocabulary | None) -> Variant:
    from mjcalc.rules.checker import check

    checked = check(path, vocabulary, among_others=False)
    if checked.variant is None:
        raise RulesError(checked.problems)
    words = vocabulary.fingerprint if vocabulary is not None else ""
    remember(path, _stamp(), checked.sources, (words, checked.variant))
    return checked.variant


def _stamp() -> str:
    """What a checked variant depends on beside its files and the vocabulary."""
    records = [
        (name, record.__struct_fields__, record.__struct_defaults__)
        for name in schema.__all__
        if hasattr(record := getattr(schema, name), "__struct_fields__")
    ]
    return str(records)
