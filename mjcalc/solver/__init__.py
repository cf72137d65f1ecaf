"""Shapes, readings, waits, shanten and discards: what tiles can become, whatever it may be worth.

Single hands are solved in :mod:`~mjcalc.solver.readings`, :mod:`~mjcalc.solver.shanten`,
:mod:`~mjcalc.solver.waits` and :mod:`~mjcalc.solver.discards`; arrays of hands by :func:`shanten_many` and
:func:`waits_many`, which need NumPy (``pip install 'mjcalc[bulk]'``) and are imported only when they are asked for.
"""

__all__ = ["shanten_many", "waits_many"]

TYPE_CHECKING = False  # read by type checkers
if TYPE_CHECKING:
    from mjcalc.solver.bulk import shanten_many, waits_many


def __getattr__(name: str) -> object:
    if name in __all__:
        from mjcalc.solver import bulk

        return getattr(bulk, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
