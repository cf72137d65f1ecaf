"""What a rules file may name that only scoring understands: predicates for its conditions, methods and their sides.

:mod:`mjcalc.scoring` makes one :class:`Vocabulary` of what it has; the checker reads it, and so do the rule sheets and
``mjcalc rules predicates``. So a predicate is described in one place.
"""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from mjcalc.rules.schema import Side
from mjcalc.texts import Text

__all__ = ["BOUNDS", "PLACES", "Scope", "Takes", "Vocabulary", "Word"]

Scope = Literal["situation", "shown", "held", "reading", "fans", "seat", "amounts"]
"""What a predicate looks at. ``situation``: how the win came and who deals. ``shown``: what one player has laid down or
thrown, but not in which order, or who fed it. ``held``: the winner's concealed tiles. ``reading``: one way to see the
hand. ``fans``: the fans that hold in it. ``seat``: one loser beside the winner. ``amounts``: what each loser would pay.
"""

Takes = Literal[
    "nothing", "number", "tiles", "hand", "sets", "ways", "shapes", "calls", "fans", "sides", "cap", "worth"
]
"""What stands beside its name; the plural ones but ``tiles`` take one or a list, ``hand`` takes thirteen tiles,
``worth`` a map of ``fans`` and ``at_least``."""

BOUNDS = ("is", "at_least", "at_most")
"""What may be said of a number that is counted: ``{count: …, at_least: 2}``."""

PLACES: dict[str, frozenset[Scope]] = {
    "shapes": frozenset({"situation", "shown", "held"}),
    "fans": frozenset({"situation", "shown", "held", "reading"}),
    "fans of a loser": frozenset({"situation", "shown", "seat"}),
    "requires": frozenset({"situation", "shown", "held", "reading", "fans"}),
    "caps": frozenset({"amounts"}),
    "responsibility": frozenset({"situation", "shown", "held", "reading", "fans"}),
    "who": frozenset({"situation", "shown", "seat"}),
}
"""What the conditions at each place of a rules file may look at."""


class Word(Struct, frozen=True):
    """One predicate: a question about a won hand, answered by yes or no, or by a number.

    >>> from mjcalc.texts import joined
    >>> Word("by", "situation", joined("the hand was won by …"), takes="ways").takes
    'ways'
    """

    name: str
    scope: Scope
    meaning: Text
    """One line, without a final stop; … stands for the argument. Where it counts, it begins with "each"."""
    takes: Takes = "nothing"
    counts: bool = False
    """Whether it answers by a number, as ``per`` wants it; there, a yes is one piece."""
    needs: tuple[str, ...] = ()
    """What a variant must have for it ever to hold: ``wilds``, ``flowers``, ``kong_tiles``, ``dragon_run``,
    ``last_tile``, ``dealt_wins``, or the name of a call, a way of winning or a form; ``a|b`` is either of two."""
    one: Text | None = None
    """The same for the argument 1, where that needs other words: "a wild", not "at least 1 wilds"."""


class Vocabulary(Struct, frozen=True, eq=False):
    """Every word there is, by name. Like a variant it is equal to itself alone, and so can be a key."""

    words: dict[str, Word] = {}
    sides: Mapping[str, tuple[Side, ...]] = {}
    """The sides of fans that count with each method."""

    @property
    def fingerprint(self) -> str:
        """A text that changes when a word comes, goes or takes another argument, or a method another side."""
        return " ".join(f"{word.name}:{word.scope}:{word.takes}" for word in self.words.values()) + f" {self.sides}"
