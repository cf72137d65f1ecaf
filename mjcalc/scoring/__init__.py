"""Judging a hand: predicates, the choice of reading, settlement.

:mod:`mjcalc.api` reads text and asks :class:`mjcalc.scoring.judge.Judge`; nothing in this room knows text or Click.
"""

from mjcalc.scoring.predicates import PREDICATES, VOCABULARY

__all__ = ["PREDICATES", "VOCABULARY"]
