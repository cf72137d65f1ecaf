"""What stays the same from hand to hand of one round: the variant with the table's settings, its tiles, its judge."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from mjcalc import rules as rule_book
from mjcalc.answers.contradictions import arrange
from mjcalc.errors import Problem, RulesError, shortened
from mjcalc.hand import Situation, Table, TileSet
from mjcalc.memo import Memo
from mjcalc.notation import parse_tile
from mjcalc.rules.schema import Variant
from mjcalc.scoring.judge import Judge
from mjcalc.scoring.predicates import VOCABULARY
from mjcalc.scoring.view import Case
from mjcalc.texts import say
from mjcalc.tiles import tile_name

__all__ = ["Round", "load", "load_by", "load_here", "round_of"]

_LONGEST_NAME = 4096
"""The most characters that the name of a variant may have: it may be a path."""


class Round(Struct, frozen=True):
    """All that stays the same from hand to hand of one round."""

    variant: Variant
    """With the table's settings applied."""
    tile_set: TileSet
    judge: Judge

    def case(self, table: Table, situation: Situation) -> Case:
        """What was read, for the judge.

        :raises ImpossibleError: if tiles and options contradict each other.
        """
        concealed, winning = arrange(self.variant, table, situation)
        return Case(table, situation, self.tile_set, concealed, winning, self.judge.formal_waits)


class _Book:
    """A variant with a table's settings, and its rounds: one for each tile that may be flipped or wild."""

    __slots__ = ("_judges", "_plain", "_variant", "rounds")

    def __init__(self, variant: Variant) -> None:
        self._variant = variant
        self._plain = rule_book.tile_set(variant, None, None)
        self.rounds: dict[tuple[str | None, str | None], Round] = {}
        """By the canonical names of the two tiles, so there are few."""
        self._judges: dict[int | None, Judge] = {}

    def round(self, indicator: str | None, wild: str | None) -> Round:
        """The round with this flipped tile and this wild."""
        flipped = None if indicator is None else parse_tile(indicator, self._plain, where="indicator")
        chosen = None if wild is None else parse_tile(wild, self._plain, where="wild")
        tile_set = rule_book.tile_set(self._variant, flipped, chosen)
        names = (None if flipped is None else tile_name(flipped), None if chosen is None else tile_name(chosen))
        return self.rounds.setdefault(names, Round(self._variant, tile_set, self._judge(tile_set.wild)))

    def _judge(self, wild: int | None) -> Judge:
        """The variant's judge; one serves every wild unless a rule looks at the wild's own face."""
        judge = self._judges.get(None) or self._judges.setdefault(None, Judge(self._variant, None))
        if wild is None or not judge.looks_at_wild:
            return judge
        return self._judges.get(wild) or self._judges.setdefault(wild, Judge(self._variant, wild))


def load(rules: str) -> Variant:
    """The variant of this name or file.

    :raises RulesError: if there is none, or with every mistake in its file.
    """
    if len(rules) > _LONGEST_NAME:
        message = say(
            "there is no variant {text}: its name has more than {most:,} characters",
            text=shortened(rules),
            most=_LONGEST_NAME,
        )
        raise RulesError([Problem("unknown_rules", message)])
    return _load(rules)


def load_here(rules: str) -> Variant:
    """The variant of this name or file, as this process finds it."""
    return rule_book.load(rules, VOCABULARY)


_load: Callable[[str], Variant] = load_here


def load_by(way: Callable[[str], Variant]) -> None:
    """Find variants in another way than :func:`load_here` from now on."""
    global _load
    _load = way


_books: Memo[Variant, _Book] = Memo(32)
"""By the variant that a name and settings were found to mean, however they were spelt. One that has answered thousands
of hands takes 3 MB."""


def round_of(rules: str | Variant, settings: Mapping[str, Any], indicator: str | None, wild: str | None) -> Round:
    """The round of a variant with these settings, this flipped tile and this wild.

    >>> round_of("hm", {"fans.self_draw": "2"}, None, None) is round_of(" HM ", {"fans.self_draw": 2}, None, None)
    True

    :raises RulesError: if there is no such variant, or no such setting.
    :raises NotationError: if the flipped tile or the wild cannot be read.
    :raises ImpossibleError: if the variant has no such tile, or no wild that fits.
    """
    variant = rules if isinstance(rules, Variant) else load(rules)
    if settings:
        variant = rule_book.configure(variant, settings)
    book = _books.get(variant) or _books.keep(variant, _Book(variant))
    return book.rounds.get((indicator, wild)) or book.round(indicator, wild)
