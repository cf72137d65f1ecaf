"""Which caps do not fit each other: one that is always reached after another, but lower, or far above it.

Which cap stands above which is read from their conditions: a cap is above an earlier one of the file if whoever
reaches it has always reached the earlier one too, or if only limit hands reach it.
"""

from collections.abc import Iterator

from mjcalc.answers.notes import FAR
from mjcalc.rules.schema import Cap, Condition, Variant
from mjcalc.rules.settings import parts_of
from mjcalc.scoring.predicates import OF_EVERY_SEAT

__all__ = ["generate_misfits"]


def generate_misfits(variant: Variant) -> Iterator[tuple[Cap, Cap]]:
    """Each cap with the nearest one below it, the lower one first, where their amounts do not fit."""
    caps = list(variant.caps.values())
    for place, higher in enumerate(caps):
        below = [cap for cap in caps[:place] if cap.per_base == higher.per_base and _is_above(variant, higher, cap)]
        if below and not below[-1].amount <= higher.amount <= FAR * below[-1].amount:
            yield below[-1], higher


def _is_above(variant: Variant, higher: Cap, lower: Cap) -> bool:
    """Whether a loser who reaches the higher cap has always reached the lower one too."""
    if higher.when is None:
        return True
    known = [part for one in parts_of(variant, higher.when) for part in (one, _for_one_seat(one))]
    return lower.when is not None and all(one in known for one in parts_of(variant, lower.when))


def _for_one_seat(condition: Condition) -> Condition:
    """What a condition on every seat says of one of them."""
    if isinstance(condition, str):
        return OF_EVERY_SEAT.get(condition, condition)
    if isinstance(condition, dict):
        return {OF_EVERY_SEAT.get(name, name): argument for name, argument in condition.items()}
    return condition
