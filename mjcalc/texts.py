"""What is said to people, in three languages: English stands in the code, Chinese in gettext catalogues.

A :class:`Text` is the English sentence, and remembers what it was made from, so that it can be said in Chinese where
it is shown. The catalogues are the files ``locale/*/LC_MESSAGES/mjcalc.mo``, each read when it is first needed;
``docs/translating.md`` says how they are kept.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, Literal, get_args

__all__ = ["LANGUAGES", "Language", "Text", "all_of", "joined", "quoted", "said_in", "say", "say_as", "say_many"]

Language = Literal["zh-Hant", "zh-Hans", "en"]
LANGUAGES: tuple[Language, ...] = get_args(Language)

_SEPARATORS: dict[Language, str] = {"zh-Hant": "、", "zh-Hans": "、", "en": ", "}
"""What stands between the values of a list."""


class Text(str):
    """A sentence or a word in English, which can be said in other languages too.

    Made by :func:`say`; equal to its English, and as good as that wherever a str is wanted.
    """

    __slots__ = ("_context", "_many", "_template", "_values")

    _template: str
    _context: str | None
    _many: str | None
    _values: dict[str, Any]

    def said_in(self, language: Language) -> str:
        """The text in this language; so are its values.

        >>> say("{names} and {more:,} others", names=["a", "b"], more=3).said_in("en")
        'a, b and 3 others'

        :raises ValueError: if there is no such language.
        """
        if language == "en" or not self:
            return str(self)  # gettext keeps the empty text for a catalogue's head
        catalogue = _catalogue(language)
        if self._many is not None:
            template = catalogue.ngettext(self._template, self._many, self._values["number"])
        elif self._context is not None:
            template = catalogue.pgettext(self._context, self._template)
        else:
            template = catalogue.gettext(self._template)
        return _filled(template, self._values, language)

    def __reduce__(self) -> tuple[Any, ...]:
        return _made, (str(self), self._template, self._values, self._context, self._many)


def say(template: str, /, **values: Any) -> Text:
    """A text; ``{name}`` in it stands for the value of that name.

    Without values, braces are left as they are, for somebody else to fill in.

    >>> say("{tile} is not the last copy", tile="5m")
    '5m is not the last copy'
    """
    return _text(template, template, values)


def say_as(context: str, template: str, /, **values: Any) -> Text:
    """A text whose English means other things elsewhere; the context says what it means here.

    >>> say_as("seat", "left"), say_as("tiles", "left").said_in("zh-Hant")
    ('left', '餘')
    """
    return _text(template, template, values, context)


def say_many(one: str, many: str, number: int, /, **values: Any) -> Text:
    """A text about a number of things, which stands for ``{number}``.

    >>> say_many("{number} tile", "{number} tiles", 1), say_many("{number} tile", "{number} tiles", 2)
    ('1 tile', '2 tiles')
    """
    return _text(one if number == 1 else many, one, {"number": number, **values}, None, many)


def joined(*parts: str, by: str = "") -> Text:
    """Several texts, one after the other.

    >>> joined("a", say("b"), by="; ")
    'a; b'
    """
    names = [f"part{number}" for number in range(len(parts))]
    template = by.replace("{", "{{").replace("}", "}}").join(f"{{{name}}}" for name in names)
    return _text(template, template, dict(zip(names, parts, strict=True)))


def all_of(words: Sequence[str]) -> Text:
    """Words of which each is meant.

    >>> all_of(["a"]), all_of(["a", "b", "c"])
    ('a', 'a, b and c')
    """
    *most, last = words
    return say("{words} and {last}", words=most, last=last) if most else joined(last)


def quoted(text: str, most: int = 1_000_000) -> Text:
    r"""A text that someone wrote, in quotation marks, whatever cannot be printed escaped, and its end left out where it
    would be longer.

    >>> quoted("it's"), quoted("\u200b").said_in("zh-Hant"), quoted("x" * 100, 8)
    ('"it\'s"', '「\\u200b」', "'xxxxx…'")
    """
    shown = repr(text[: most + 1])
    mark, inner = shown[0], shown[1:-1]
    if len(shown) > most:
        inner = inner[: most - 3] + "…"
    return say('"{quoted}"', quoted=inner) if mark == '"' else say("'{quoted}'", quoted=inner)


def said_in(said: object, language: Language) -> str:
    """A text or a name in this language; anything else as it is.

    >>> said_in(say("win"), "zh-Hant"), said_in("win", "zh-Hant"), said_in(5, "en")
    ('胡', 'win', '5')
    """
    return str(_value(said, language))


def _text(
    english: str, template: str, values: dict[str, Any], context: str | None = None, many: str | None = None
) -> Text:
    return _made(_filled(english, values, "en"), template, values, context, many)


def _made(english: str, template: str, values: dict[str, Any], context: str | None, many: str | None) -> Text:
    text = Text(english)
    text._template, text._values, text._context, text._many = template, values, context, many
    return text


def _filled(template: str, values: dict[str, Any], language: Language) -> str:
    if not values:
        return template
    return template.format(**{name: _value(value, language) for name, value in values.items()})


def _value(value: Any, language: Language) -> Any:
    """A value as it stands in a text of this language."""
    if hasattr(value, "said_in"):
        return value.said_in(language)
    if isinstance(value, Iterable) and not isinstance(value, str):
        return _SEPARATORS[language].join(str(_value(one, language)) for one in value)
    return value


@cache
def _catalogue(language: Language) -> Any:
    from gettext import translation
    from pathlib import Path

    if language not in LANGUAGES:
        raise ValueError(f"no such language: {language!r}; there are {', '.join(LANGUAGES)}")
    return translation("mjcalc", Path(__file__).parent / "locale", [language.replace("-", "_")])
