"""What can be counted over the blocks of a reading, packed into one ``int`` that readings are compared by.

A predicate on a reading looks at one *measure*: a small number for each block, added up over the hand. A variant's
:class:`Layout` gives every measure that its predicates use a field of one integer, the *tally*. The solver adds up
the blocks' fields and keeps one reading for each tally. No predicate can tell two readings with the same tally apart,
so nothing is lost, and a hand with four wilds has a few dozen tallies where it has thousands of readings.
"""

from collections.abc import Callable, Hashable

from msgspec import Struct

from mjcalc.hand import Meld
from mjcalc.scoring.combinations import SET_BITS, packed_set
from mjcalc.solver.blocks import is_edge
from mjcalc.tiles import WINDS, class_of

__all__ = [
    "CHOWS",
    "CLASSES",
    "SETS",
    "WIND_PUNGS",
    "WON_AT_EDGE",
    "WON_IN_MIDDLE",
    "WON_ON_PAIR",
    "WON_ON_WILD_PAIR",
    "Layout",
    "Measure",
    "all_pungs_among",
    "outside",
    "own_faces",
    "pair_among",
    "pungs_among",
    "without",
]

Tiles = tuple[int, ...]
Kinds = frozenset[int]


class Measure(Struct, frozen=True):
    """A number for each block, and how many bits its sum over a hand needs."""

    key: Hashable
    """Measures with the same key are the same."""
    bits: int
    block: Callable[[str, Tiles], int] | None = None
    """(kind of block, its tiles) → its number."""
    won: Callable[[str, Tiles, int, int], int] | None = None
    """(kind, tiles, position of the winning tile, mask of wilds) → the number of the winning block alone."""
    concealed: bool = False
    """Whether melds are left out."""


def _classes(kind: str, tiles: Tiles) -> int:
    """Its tiles' classes, a nibble for each: characters, dots, bamboo, honours."""
    if kind in ("tiles", "single"):
        return sum(1 << 4 * class_of(tile) for tile in tiles)
    return 1 << 4 * class_of(tiles[0])


SETS = Measure("sets", SET_BITS, block=packed_set)
WIND_PUNGS = Measure(
    "wind_pungs",
    3 * len(WINDS),
    block=lambda kind, tiles: 1 << 3 * (tiles[0] - WINDS[0]) if kind == "pung" and tiles[0] in WINDS else 0,
)
"""Three bits for each wind: with wilds there may be several pungs of one."""
CHOWS = Measure("chows", 3, block=lambda kind, tiles: kind == "chow")
CLASSES = Measure("classes", 16, block=_classes)
WON_ON_PAIR = Measure("won_on_pair", 1, won=lambda kind, tiles, at, wilds: kind == "pair")
WON_IN_MIDDLE = Measure("won_in_middle", 1, won=lambda kind, tiles, at, wilds: kind == "chow" and at == 1)
WON_AT_EDGE = Measure(
    "won_at_edge",
    1,
    won=lambda kind, tiles, at, wilds: kind == "chow" and is_edge(tiles[0], at),
)
WON_ON_WILD_PAIR = Measure(
    "won_on_wild_pair", 1, won=lambda kind, tiles, at, wilds: kind == "pair" and bool(wilds >> (1 - at) & 1)
)


def pair_among(kinds: Kinds) -> Measure:
    """Pairs of these kinds.

    >>> pair_among(frozenset([1])).block("pair", (1, 1))
    True
    """
    return Measure(("pair_among", kinds), 3, block=lambda kind, tiles: kind == "pair" and tiles[0] in kinds)


def outside(kinds: Kinds) -> Measure:
    """Tiles of any other kind, melds too."""
    return Measure(("outside", kinds), 5, block=lambda kind, tiles: sum([tile not in kinds for tile in tiles]))


def without(kinds: Kinds) -> Measure:
    """Sets and pairs in which there is none of these kinds; of 14 tiles that are no sets each by itself.

    >>> without(frozenset([0])).block("chow", (0, 1, 2)), without(frozenset([0])).block("pair", (1, 1))
    (False, True)
    """
    return Measure(("without", kinds), 4, block=lambda kind, tiles: kinds.isdisjoint(tiles))


def all_pungs_among(kinds: Kinds) -> Measure:
    """Pungs and kongs of these kinds, melds too."""
    return Measure(("all_pungs_among", kinds), 3, block=lambda kind, tiles: kind == "pung" and tiles[0] in kinds)


def pungs_among(kinds: Kinds) -> Measure:
    """Concealed pungs of these kinds, and 8 more where the winning tile completes one.

    >>> measure = pungs_among(frozenset([31]))
    >>> measure.block("pung", (31, 31, 31)), measure.won("pung", (31, 31, 31), 0, 0)
    (True, 8)
    """
    return Measure(
        ("pungs_among", kinds),
        4,
        block=lambda kind, tiles: kind == "pung" and tiles[0] in kinds,
        won=lambda kind, tiles, at, wilds: 8 * (kind == "pung" and tiles[0] in kinds),
        concealed=True,
    )


def own_faces(wild: int | None) -> Measure:
    """Concealed tiles of the wild's own face: where it is known, every one of them is a wild that stands for itself."""
    return Measure(("own_faces", wild), 4, block=lambda kind, tiles: tiles.count(wild), concealed=True)


class Layout:
    """Where each measure of a variant lies in the tally.

    >>> layout = Layout()
    >>> layout.field(CLASSES), layout.field(CHOWS), layout.field(CLASSES)
    ((0, 65535), (16, 7), (0, 65535))
    >>> hex(layout.label("chow", (9, 10, 11)))
    '0x10010'
    """

    def __init__(self) -> None:
        self._fields: dict[Hashable, tuple[int, int]] = {}
        self._blocks: list[tuple[Measure, int]] = []
        self._won: list[tuple[Measure, int]] = []
        self._bits = 0
        self._melds: dict[tuple[str, int], int] = {}

    def field(self, measure: Measure) -> tuple[int, int]:
        """Its shift and mask in the tally; a new measure is given the next free bits."""
        found = self._fields.get(measure.key)
        if found is None:
            found = self._fields[measure.key] = (self._bits, (1 << measure.bits) - 1)
            if measure.block:
                self._blocks.append((measure, self._bits))
            if measure.won:
                self._won.append((measure, self._bits))
            self._bits += measure.bits
        return found

    @property
    def looks_at_winning_tile(self) -> bool:
        """Whether any measure asks which block the winning tile completes."""
        return bool(self._won)

    def label(self, kind: str, tiles: Tiles) -> int:
        """The fields of a concealed block."""
        return sum([measure.block(kind, tiles) << shift for measure, shift in self._blocks if measure.block])

    def meld_label(self, meld: Meld) -> int:
        """The fields of a meld, where a kong counts as a pung."""
        key = (meld.call, meld.tile)
        label = self._melds.get(key)
        if label is None:
            kind = "chow" if meld.call == "chow" else "pung"
            label = self._melds[key] = sum(
                measure.block(kind, meld.tiles) << shift
                for measure, shift in self._blocks
                if measure.block and not measure.concealed
            )
        return label

    def won_label(self, kind: str, tiles: Tiles, at: int, wilds: int) -> int:
        """The fields of the block that the winning tile completes."""
        return sum(measure.won(kind, tiles, at, wilds) << shift for measure, shift in self._won if measure.won)
