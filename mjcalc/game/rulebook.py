"""The rules that an evening is played by: by what name the book keeps them, and where they are found again."""

import os
from hashlib import sha256

from mjcalc.game.book import StrPath
from mjcalc.rules import load
from mjcalc.rules.library import ENDINGS, find
from mjcalc.rules.schema import Variant
from mjcalc.scoring.predicates import VOCABULARY

__all__ = ["digest", "found", "kept", "variant_of"]


def kept(rules: str) -> str:
    """A variant as the book keeps it: a shipped or listed one by its id, a file by its whole path.

    >>> kept("hs") == load("hs").id
    True
    """
    return os.path.abspath(rules) if rules.endswith(ENDINGS) else variant_of(rules).id


def found(rules: str, book: StrPath) -> str:
    """Where the kept rules are today: a file that is no longer in its place may lie beside the book."""
    if rules.endswith(ENDINGS) and not os.path.exists(rules):
        beside = os.path.join(os.path.dirname(os.path.abspath(book)), os.path.basename(rules))
        return beside if os.path.exists(beside) else rules
    return rules


def variant_of(rules: str) -> Variant:
    """The checked variant.

    :raises RulesError: if there is none, or with every mistake in its file.
    """
    return load(rules, VOCABULARY)


def digest(rules: str) -> str:
    """A SHA-256 of the bytes of the rules file and of every file that it extends, in hexadecimal.

    >>> len(digest("hs")), digest("hs") == digest("hm")
    (64, False)

    :raises RulesError: if there is no such file.
    """
    path = find(rules)
    with open(path, "rb") as file:
        own = file.read()
    files = [own]
    if b"extends" in own:
        from mjcalc.rules.inherit import read_chain

        files = [data for _, data in read_chain(path).sources]
    return sha256(b"\0".join(files)).hexdigest()
