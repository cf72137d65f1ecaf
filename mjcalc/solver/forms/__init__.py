"""The shapes a hand may take, a module each: what it still lacks, which tiles help, and how it is read.

A further shape is one module here and its name in :data:`FORMS`. A module is imported when a variant has its shape.
"""

from mjcalc.solver.forms.form import Form
from mjcalc.solver.shapes import Shape, ShapeSet

__all__ = ["FORMS", "form_for"]

FORMS = {
    "standard": "Standard",
    "seven_pairs": "SevenPairs",
    "thirteen_orphans": "ThirteenOrphans",
    "knitted_honors": "KnittedHonours",
    "knitted_straight": "KnittedStraight",
    "disjoint": "Disjoint",
    "all_of": "AllOf",
    "four_wilds": "FourWilds",
}
"""Every form by its name, which is also that of its module, and the class there."""


def form_for(shape: Shape, shape_set: ShapeSet) -> Form:
    """The form of a shape, made for a variant.

    >>> form_for(Shape("pairs", "seven_pairs"), ShapeSet(())).is_closed
    True
    """
    name = FORMS[shape.form]
    module = __import__(f"mjcalc.solver.forms.{shape.form}", fromlist=(name,))
    form: Form = getattr(module, name)(shape, shape_set)
    return form
