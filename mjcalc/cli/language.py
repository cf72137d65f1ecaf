"""In which language a run speaks: its help, errors and warnings, and what click says.

Tables have a rule of their own: without a language that was asked for and without a Chinese locale they are in two.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

from mjcalc.texts import Language, said_in

__all__ = ["language", "language_of_run", "speaking", "spoken"]

_language: Language = "en"


def language_of_run(arguments: Sequence[str], *, as_json: bool) -> Language:
    """The language that the arguments or ``MJCALC_LANG`` ask for; else, but for JSON, that of a Chinese locale; else
    English.

    >>> language_of_run(["score", "--lang", "zh-CN"], as_json=True), language_of_run(["-h", "--lang=en"], as_json=False)
    ('zh-Hans', 'en')
    """
    asked = [*_generate_asked(arguments)]
    if as_json and not asked:
        return "en"
    from mjcalc.report.language import language_of_locale, parse_language

    for word in reversed(asked):
        with suppress(ValueError):  # which is said when the option is read
            return parse_language(word)
    return "en" if as_json else language_of_locale(os.environ) or "en"


def _generate_asked(arguments: Sequence[str]) -> Iterator[str]:
    """What is said of the language, the last word last, before the arguments are read: they may be wrong."""
    if variable := os.environ.get("MJCALC_LANG"):
        yield variable
    for at, argument in enumerate(arguments):
        if argument == "--":
            return
        if argument.startswith("--lang="):
            yield argument.partition("=")[2]
        elif argument == "--lang" and at + 1 < len(arguments):
            yield arguments[at + 1]


@contextmanager
def speaking(chosen: Language) -> Iterator[None]:
    """For so long, speak this language, and let click speak it too."""
    global _language
    before, _language = _language, chosen
    try:
        if chosen == "en":
            yield
        else:
            with _heard_by_click(chosen):
                yield
    finally:
        _language = before


@contextmanager
def _heard_by_click(chosen: Language) -> Iterator[None]:
    """Click asks gettext's own domain, which goes by the environment."""
    import gettext
    from pathlib import Path

    domain, language = gettext.textdomain(), os.environ.get("LANGUAGE")
    gettext.bindtextdomain("click", Path(__file__).parent.parent / "locale")
    gettext.textdomain("click")
    os.environ["LANGUAGE"] = chosen.replace("-", "_")
    try:
        yield
    finally:
        gettext.textdomain(domain)
        if language is None:
            del os.environ["LANGUAGE"]
        else:
            os.environ["LANGUAGE"] = language


def language() -> Language:
    """The language of this run."""
    return _language


def spoken(text: object) -> str:
    """A text in the language of this run."""
    return said_in(text, _language)
