"""What there is to choose from, as tables: variants, and the conditions that a rules file may name."""

from collections.abc import Sequence

from mjcalc.report.document import Column, Table
from mjcalc.report.language import TableLanguage
from mjcalc.report.layout import page_width, wrap
from mjcalc.report.text import format_table
from mjcalc.report.words import words_for
from mjcalc.rules.library import Entry
from mjcalc.rules.vocabulary import Vocabulary
from mjcalc.texts import say

__all__ = ["format_folders", "format_variants", "format_vocabulary"]

_SHIPPED = say("built-in rules")
_OWN = say("rules of your own")
_UNUSED = say("No other folder is read: to change rules, extend them in a file of your own (mjcalc rules new).")


def format_variants(entries: Sequence[Entry], *, lang: TableLanguage = "both") -> str:
    """The variants that there are: their names, and where each comes from.

    :raises ValueError: if there is no such language.
    """
    words = words_for(lang)
    columns = tuple(Column(words.say(word)) for word in ("id", "name", "aliases", "from"))
    rows = tuple(
        (
            (entry.id,),
            (entry.names.get(words.lang, ""),),
            (", ".join(entry.aliases),),
            (words.say_first("shipped") if entry.shipped else entry.path,),
        )
        for entry in entries
    )
    return format_table(Table(columns, rows))


def format_folders(shipped: str, own: str | None, named: Sequence[str], *, lang: TableLanguage = "both") -> str:
    """Where rules files are read from, whether or not there are any yet.

    :param own: the user's own folder; None without a home folder.
    :param named: those of ``MJCALC_RULES_PATH``.
    :raises ValueError: if there is no such language.
    """
    words = words_for(lang)
    lines = [words.name(_SHIPPED), f"  {shipped}"]
    if own is not None:
        lines += [words.name(_OWN), f"  {own}"]
    if named:
        lines += ["MJCALC_RULES_PATH", *(f"  {folder}" for folder in named)]
    # A path stays whole, to be copied.
    return "\n".join([*lines, "", *wrap(words.sentence(_UNUSED), page_width())])


def format_vocabulary(vocabulary: Vocabulary, *, lang: TableLanguage = "both") -> str:
    """Every condition that a rules file may name, what stands beside it, and when it holds.

    :raises ValueError: if there is no such language.
    """
    words = words_for(lang)
    columns = tuple(Column(words.say(word)) for word in ("condition", "takes", "about", "meaning"))
    rows = tuple(
        (
            (word.name,),
            ("" if word.takes == "nothing" else word.takes,),
            (word.scope,),
            (word.meaning.said_in(words.languages[-1]),),
        )
        for word in vocabulary.words.values()
    )
    return format_table(Table(columns, rows))
