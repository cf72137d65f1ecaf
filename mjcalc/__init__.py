"""Regional Chinese mahjong with wild tiles: is it a win, what is it worth, who pays; what to wait for, what to throw.

Every name below is imported only when it is first used, so ``import mjcalc`` costs next to nothing.

>>> import mjcalc
>>> mjcalc.Meld("pung", 13, "left").is_open
True
"""

__all__ = [
    "Aims",
    "Discards",
    "Hand",
    "ImpossibleError",
    "Meld",
    "MjcalcError",
    "NotationError",
    "Problem",
    "RulesError",
    "Score",
    "Waits",
    "__version__",
    "aims",
    "batch",
    "discards",
    "score",
    "shanten",
    "waits",
]

__version__ = "0.1.0"

TYPE_CHECKING = False  # read by type checkers; importing typing for it would take longer than all the rest
if TYPE_CHECKING:
    from mjcalc.answers.records import Aims, Discards, Score, Waits
    from mjcalc.api import aims, discards, score, shanten, waits
    from mjcalc.errors import ImpossibleError, MjcalcError, NotationError, Problem, RulesError
    from mjcalc.hand import Hand, Meld
    from mjcalc.jsonl import batch

_HOMES = {
    "mjcalc.api": ("aims", "discards", "score", "shanten", "waits"),
    "mjcalc.errors": ("ImpossibleError", "MjcalcError", "NotationError", "Problem", "RulesError"),
    "mjcalc.hand": ("Hand", "Meld"),
    "mjcalc.jsonl": ("batch",),
    "mjcalc.answers.records": ("Aims", "Discards", "Score", "Waits"),
}


def __getattr__(name: str) -> object:
    from importlib import import_module

    for home, names in _HOMES.items():
        if name in names:
            value = globals()[name] = getattr(import_module(home), name)
            return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
