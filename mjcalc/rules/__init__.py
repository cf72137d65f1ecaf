"""Rules files, read, checked and made ready for scoring."""

from mjcalc.rules.library import RulesWarning, variants
from mjcalc.rules.loader import load
from mjcalc.rules.settings import configure
from mjcalc.rules.wilds import tile_set, wild_after

__all__ = ["RulesWarning", "configure", "load", "tile_set", "variants", "wild_after"]
