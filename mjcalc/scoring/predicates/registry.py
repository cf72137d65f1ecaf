"""What a predicate is, and how a function becomes one."""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct

from mjcalc import texts
from mjcalc.rules.vocabulary import Scope, Takes, Word
from mjcalc.scoring.measures import Measure
from mjcalc.solver.target import Target

__all__ = ["Aim", "Kinds", "Predicate", "Register"]

Kinds = frozenset[int]

Aim = Callable[[Any, frozenset[str]], Iterable[Target]]
"""(argument, the ids of the variant's shapes) → the complete hands of which the predicate is true, in any of these
targets."""

_Run = Callable[..., Any]


class Predicate(Struct, frozen=True):
    """A named condition: what a rules file may know of it, and how it is asked."""

    word: Word
    run: _Run
    """(view) or (view, argument), every argument ready to use: tiles as a frozenset of kinds, fans as a set of bits,
    other names as a frozenset.
    With a measure (view, measured), or (view, measured, argument) where the measure is the same for every argument."""
    measure: Callable[[Any, int | None], Measure] | None = None
    """(argument, the round's wild) → what to measure."""
    measured_with_argument: bool = False
    """Whether the argument follows what was measured."""
    wild_matters: bool = False
    """Whether the measure depends on the round's wild."""
    looks_at_sets: bool = False
    """Whether it reads ``view.sets``."""
    looks_at_win: bool = False
    """Whether it depends on which of its tiles the hand won with, beside whether that is a wild. A measure says so
    itself."""
    aim: Aim | None = None
    """How it is aimed at; None where tiles do not decide it."""
    aim_against: Aim | None = None
    """How its contrary is aimed at."""


class Register:
    """The predicates of one module; called with what they look at, it makes the decorator that adds one."""

    def __init__(self) -> None:
        self.predicates: dict[str, Predicate] = {}
        """By name, in the order of the module."""

    def __call__(
        self,
        scope: Scope,
        takes: Takes = "nothing",
        measure: Measure | Callable[[Any, int | None], Measure] | None = None,
        *,
        one: str = "",
        needs: str = "",
        wild_matters: bool = False,
        looks_at_sets: bool = False,
        looks_at_win: bool = False,
        aim: Aim | None = None,
        aim_against: Aim | None = None,
    ) -> Callable[[_Run], _Run]:
        """Add a function under its own name (``open_`` as ``open``).

        Its docstring is the meaning, and ``one`` the same for the argument 1. A measure that is always the same may
        stand for the function that makes it.
        """
        make = (lambda argument, wild: measure) if isinstance(measure, Measure) else measure

        def add(run: _Run) -> _Run:
            name = run.__name__.rstrip("_")
            # The catalogues have these from the docstring and the decorator.
            meaning = texts.say((run.__doc__ or "").strip())
            counts = run.__annotations__["return"] is int
            word = Word(name, scope, meaning, takes, counts, (needs,) if needs else (), texts.say(one) if one else None)
            follows = measure is not None and run.__code__.co_argcount == 3
            self.predicates[name] = Predicate(
                word, run, make, follows, wild_matters, looks_at_sets, looks_at_win, aim, aim_against
            )
            return run

        return add
