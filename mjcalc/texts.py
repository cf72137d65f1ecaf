"""Sentences for people: English in the code, other languages in catalogues that are read when one is asked for.

``say("{tile} is not in play", tile="7z")`` is a string, the English sentence, and can also be said in traditional and
simplified Chinese. The catalogues are gettext's, in ``mjcalc/locale``; ``docs/translating.md`` says how they are made.
"""

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from gettext import NullTranslations

__all__ = ["Text", "say", "say_as", "say_many"]

_FOLDERS = {"zh-Hant": "zh_Hant", "zh-Hans": "zh_Hans"}


class Text(str):
    """An English sentence that knows its template, and so can be said in other languages."""

    __slots__ = ("_context", "_number", "_plural", "_template", "_values")

    _template: str
    _values: Mapping[str, Any]
    _context: str
    _plural: str
    _number: int

    def __new__(
        cls, template: str, values: Mapping[str, Any], context: str = "", plural: str = "", number: int = 1
    ) -> Self:
        """The sentence of a template; better made by :func:`say` and its like, which the catalogues are made from."""
        text = super().__new__(cls, _filled(plural if plural and number != 1 else template, values, "en"))
        text._template, text._values = template, values
        text._context, text._plural, text._number = context, plural, number
        return text

    def __reduce__(self) -> tuple[Any, ...]:
        return Text, (self._template, self._values, self._context, self._plural, self._number)

    def said_in(self, language: str) -> str:
        """The sentence in a language, and whatever is filled in too.

        >>> say("all tiles, melds too, are honours").said_in("zh-Hans")
        '全副牌都是字牌'

        :param language: ``zh-Hant``, ``zh-Hans`` or ``en``.
        :raises ValueError: if there are no texts in it.
        """
        if language == "en":
            return str(self)
        catalogue = _catalogue(language)
        if self._plural:
            template = catalogue.ngettext(self._template, self._plural, self._number)
        elif self._context:
            template = catalogue.pgettext(self._context, self._template)
        else:
            template = catalogue.gettext(self._template) if self._template else ""
        return _filled(template, self._values, language)


def say(template: str, /, **values: Any) -> Text:
    """A sentence. What stands in braces is filled in; texts and names among the values are said in its language too.

    >>> say("{tile} is not a {what}", tile="x", what=say("tile"))
    'x is not a tile'
    """
    return Text(template, values)


def say_as(context: str, template: str, /, **values: Any) -> Text:
    """A sentence whose English words mean something else elsewhere; ``context`` tells the catalogues which it is.

    >>> say_as("of the wall", "last tile")
    'last tile'
    """
    return Text(template, values, context)


def say_many(one: str, many: str, number: int, /, **values: Any) -> Text:
    """A sentence about a number of things, which is filled in as ``{number}``.

    >>> say_many("{number} tile", "{number} tiles", 1), say_many("{number} tile", "{number} tiles", 2)
    ('1 tile', '2 tiles')
    """
    return Text(one, {"number": number, **values}, plural=many, number=number)


def _filled(template: str, values: Mapping[str, Any], language: str) -> str:
    if not values:
        return template
    return template.format(**{name: _said(value, language) for name, value in values.items()})


def _said(value: Any, language: str) -> Any:
    if hasattr(value, "said_in"):
        return value.said_in(language)
    if isinstance(value, list | tuple):
        return (", " if language == "en" else "、").join(str(_said(one, language)) for one in value)
    return value


@cache
def _catalogue(language: str) -> "NullTranslations":
    import os
    from gettext import GNUTranslations

    if language not in _FOLDERS:
        raise ValueError(f"no such language: {language!r}; there are zh-Hant, zh-Hans and en")
    path = os.path.join(os.path.dirname(__file__), "locale", _FOLDERS[language], "LC_MESSAGES", "mjcalc.mo")
    with open(path, "rb") as file:
        return GNUTranslations(file)
