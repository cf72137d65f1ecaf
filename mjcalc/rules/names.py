"""A name or a sentence that a rules file brings in three languages."""

from typing import Annotated

from msgspec import Meta, Struct

from mjcalc.texts import Language

__all__ = ["Names", "Text"]

Text = Annotated[str, Meta(min_length=1, extra={"reads": "text", "words": ()})]
"""Anything but nothing."""


class Names(Struct, frozen=True, rename={"hant": "zh-Hant", "hans": "zh-Hans"}, forbid_unknown_fields=True):
    """A name or a sentence in the three languages."""

    hant: Text
    hans: Text
    en: Text

    def said_in(self, lang: Language) -> str:
        """The one in this language.

        >>> Names("清一色", "清一色", "Full flush").said_in("en")
        'Full flush'
        """
        if lang == "zh-Hant":
            return self.hant
        if lang == "en":
            return self.en
        if lang == "zh-Hans":
            return self.hans
        raise ValueError(f"no such language: {lang!r}; there are zh-Hant, zh-Hans and en")
