"""The conditions that a rules file may name, one small function each.

A predicate answers with a bool, or with a number where it counts (``per:``). It sees a
:class:`~mjcalc.scoring.view.View`, and its *scope* says how much of it, see :data:`mjcalc.rules.vocabulary.Scope`.
Its docstring is the meaning that
``mjcalc rules predicates`` and the rule sheets print.

A further one is a function in one of these modules, and the Chinese of its meaning (``docs/translating.md``). One on a
reading looks at ``view.shape``, at ``view.sets`` if it says ``looks_at_sets=True``, or, for what is asked often, at a
*measure* (:mod:`mjcalc.scoring.measures`). With an ``aim`` it is among the aims of a hand. Where an explanation should
show some of the tiles, and not the whole hand, :data:`mjcalc.answers.earned.LOOKS` says which.
"""

from mjcalc.rules.vocabulary import Vocabulary
from mjcalc.scoring.methods import SIDES
from mjcalc.scoring.predicates import held, outcome, reading, shown, situation
from mjcalc.scoring.predicates.outcome import ABOUT_OPENNESS, OF_EVERY_SEAT
from mjcalc.scoring.predicates.registry import Predicate

__all__ = ["ABOUT_OPENNESS", "OF_EVERY_SEAT", "PREDICATES", "VOCABULARY", "Predicate"]

PREDICATES: dict[str, Predicate] = {
    name: predicate
    for part in (situation, shown, held, reading, outcome)
    for name, predicate in part.predicate.predicates.items()
}
"""Every predicate by name."""

VOCABULARY = Vocabulary({name: predicate.word for name, predicate in PREDICATES.items()}, SIDES)
"""The same for the rules room: names, arguments and meanings; and which fans count with which method."""
