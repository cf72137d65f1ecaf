"""In which language a report is written: what people type for one, and what their locale says."""

from collections.abc import Mapping
from typing import Literal

from mjcalc.texts import LANGUAGES, Language

__all__ = ["TableLanguage", "language_of_locale", "parse_language"]

TableLanguage = Literal["zh-Hant", "zh-Hans", "en", "both"]
"""``both`` is traditional Chinese with English beside it."""

_WORDS: dict[Language, str] = {
    "zh-Hant": "zh zh-hant zh-tw zh-hk zh-mo zh-hant-tw zh-hant-hk zh-hant-mo chinese traditional 中文 繁體 繁体 繁中"
    " 繁體中文 繁体中文 正體 正體中文",
    "zh-Hans": "zh-hans zh-cn zh-sg zh-my zh-hans-cn zh-hans-sg zh-hans-my simplified 简体 簡體 简中 简体中文 簡體中文",
    "en": "en english 英文 英語 英语",
}

_LANGUAGES: dict[str, Language] = {word: language for language, words in _WORDS.items() for word in words.split()}


def parse_language(text: str) -> Language:
    """A language by its code, with or without a country, or by its name.

    >>> parse_language("zh_CN"), parse_language("zh-TW"), parse_language("zh"), parse_language("English")
    ('zh-Hans', 'zh-Hant', 'zh-Hant', 'en')

    :raises ValueError: if there are no texts in it.
    """
    word = text.strip().lower().replace("_", "-")
    found = _LANGUAGES.get(word) or _LANGUAGES.get(word if word.startswith("zh-") else word.partition("-")[0])
    if found is None:
        raise ValueError(f"{text!r} is not one of {', '.join(LANGUAGES)}")
    return found


def language_of_locale(environment: Mapping[str, str]) -> Language | None:
    """The Chinese script of a locale; None for every other locale, even an English one.

    >>> language_of_locale({"LANG": "zh_TW.UTF-8"}), language_of_locale({"LANG": "zh_TW", "LC_ALL": "en_GB"})
    ('zh-Hant', None)

    :param environment: the variables of the process: ``LC_ALL``, ``LC_MESSAGES`` and ``LANG``, the first that is set.
    """
    variables = ("LC_ALL", "LC_MESSAGES", "LANG")
    locale = next((value for name in variables if (value := environment.get(name))), "")
    name = locale.partition(".")[0].partition("@")[0].lower().replace("_", "-")
    return _LANGUAGES.get(name) if name.partition("-")[0] == "zh" else None
