"""The shapes a hand may take, a module each: what it still lacks, which tiles help, and how it is read.

A module has the name of its form, ``seven_pairs``, and its class the same in capitals, ``SevenPairs``. It is imported
when a variant has the shape. ``docs/solver.md`` says what a further one needs.
"""

from mjcalc.solver.forms.form import Form
from mjcalc.solver.shapes import Shape, ShapeSet

__all__ = ["form_for"]


def form_for(shape: Shape, shape_set: ShapeSet) -> Form:
    """The form of a shape, made for a variant.

    >>> form_for(Shape("pairs", "seven_pairs"), ShapeSet(())).is_closed
    True
    """
    name = shape.form.title().replace("_", "")
    module = __import__(f"mjcalc.solver.forms.{shape.form}", fromlist=(name,))
    form: Form = getattr(module, name)(shape, shape_set)
    return form
