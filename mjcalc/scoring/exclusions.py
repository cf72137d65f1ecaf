"""Which fans other fans take out of a reading.

Fans take out others in the order of the file, and a fan that was taken out takes out nothing.
"""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from mjcalc.rules.schema import Condition, Variant
from mjcalc.rules.settings import resolved
from mjcalc.scoring.compiler import Compiler, Run
from mjcalc.scoring.methods import Counted
from mjcalc.scoring.view import View

__all__ = ["Exclusions"]


class _Rule(Struct, frozen=True):
    """What one fan takes out."""

    whole: int
    """Fans, as a set of bits."""
    parts: tuple[tuple[int, Run], ...]
    """The bits of fans, and what counts the pieces that each of them loses."""


class Exclusions:
    """The ``excludes`` of a variant's fans, its options applied."""

    def __init__(self, variant: Variant, compiler: Compiler) -> None:
        self._rules = {
            compiler.fan_bits((fan.id,)): _rule(compiler, fan.excludes) for fan in variant.fans if fan.excludes
        }
        self._excluding = sum(self._rules)

    def apply(self, view: View, fans: list[Counted]) -> tuple[list[Counted], int]:
        """What is left of the fans that hold, both in the order of the file, and the same as a set of bits."""
        held = 0
        for fan in fans:
            held |= fan.bit
        if not held & self._excluding:
            return fans, held
        fewer: dict[int, Counted] = {}
        for fan in fans:
            rule = self._rules.get(fan.bit & held)
            if rule is None:
                continue
            held &= ~rule.whole
            for bit, pieces in rule.parts:
                lost = pieces(view) if bit & held else 0
                if lost:
                    other = fewer.get(bit) or next(one for one in fans if one.bit == bit)
                    fewer[bit] = replace(other, count=other.count - lost)
                    if fewer[bit].count <= 0:
                        held &= ~bit
        return [fewer.get(fan.bit, fan) for fan in fans if fan.bit & held], held


def _rule(compiler: Compiler, excludes: tuple[Any, ...]) -> _Rule:
    whole = 0
    parts: list[tuple[int, Run]] = []
    for choice in excludes:
        entry = resolved(compiler.variant, choice)
        if isinstance(entry, str):
            whole |= compiler.fan_bits((entry,))
        elif entry is not None:
            ((fan, pieces),) = entry.items()
            run = _pieces(compiler, pieces)
            if run is not None:
                parts.append((compiler.fan_bits((fan,)), run))
    return _Rule(whole, tuple(parts))


def _pieces(compiler: Compiler, pieces: int | Condition) -> Run | None:
    """What counts the pieces; None where the options leave nothing to count."""
    if isinstance(pieces, int):
        return lambda view: pieces
    counted = compiler.count(pieces)
    return counted.run if counted is not None else None
