"""What the book knows of the table: who sits where, the rules, and how a score's seats become players."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from mjcalc.answers.records import Score
from mjcalc.game import book, entries, rulebook
from mjcalc.game.book import StrPath
from mjcalc.game.deal import PLAYERS
from mjcalc.game.entries import Evening
from mjcalc.game.seats import Seating
from mjcalc.rules import configure
from mjcalc.rules.schema import Variant

__all__ = ["Table", "rules_of", "table_of"]


class Table(Struct, frozen=True):
    """A table with its rules."""

    seating: Seating
    rules: str
    """The variant's id, or its file, as it is found today."""
    base: int | None
    """底, where the table plays for another than the variant's."""
    settings: dict[str, Any]

    def variant(self, settings: Mapping[str, Any]) -> Variant:
        """The variant with the table's settings, and more for one deal.

        :raises RulesError: if it or a setting is gone.
        """
        return configure(rulebook.variant_of(self.rules), {**self.settings, **settings})

    def amounts(self, score: Score, winner: int) -> tuple[int, ...]:
        """What each player gets for a score, less than 0 for what they pay."""
        amounts = [0] * PLAYERS
        amounts[winner] = score.gain
        for payment in score.payments:
            amounts[self.seating.at(payment.seat, seen_from=winner)] -= payment.pays
        return tuple(amounts)


def table_of(evening: Evening, path: StrPath) -> Table:
    """The table of the book in this file."""
    return Table(Seating(evening.players), rulebook.found(evening.rules, path), evening.base, evening.settings)


def rules_of(path: StrPath) -> Variant:
    """The variant that the book in this file is played by, with the table's settings.

    :raises MjcalcError: if the book cannot be used, or its rules are gone.
    """
    with book.reading(path) as pages:
        evening = entries.evening(pages)
    return table_of(evening, path).variant({})
