"""What there is to choose from, as tables: variants, and the conditions that a rules file may name."""

from collections.abc import Sequence

from mjcalc.report.layout import table, wrap
from mjcalc.report.words import both, say
from mjcalc.rules.library import Entry
from mjcalc.rules.schema import Language
from mjcalc.rules.vocabulary import Vocabulary

__all__ = ["format_variants", "format_vocabulary"]


def format_variants(entries: Sequence[Entry], *, lang: Language) -> str:
    """The variants there are: by what names they go, and whose own files they are."""
    rows = [
        (
            entry.id,
            entry.names.get(lang, ""),
            ", ".join(entry.aliases),
            say("shipped", lang) if entry.shipped else entry.path,
        )
        for entry in entries
    ]
    return table([both(word, lang) for word in ("id", "name", "aliases", "from")], rows, "llll")


def format_vocabulary(vocabulary: Vocabulary) -> str:
    """Every condition that a rules file may name, what stands beside it, and when it holds."""
    rows = [
        (word.name, "" if word.takes == "nothing" else word.takes, word.scope, wrap(word.meaning, 46))
        for word in vocabulary.words.values()
    ]
    return table(["condition", "takes", "about", "meaning"], rows, "llll")
