"""The parts that a concealed hand is read as: chows, pungs, pairs, single tiles.

Every block there can be is made once, here, in the canonical order: by the first tile, a chow before a pung; then the
pairs; then the single tiles. Inside the solver an unmarked block is one byte, its *code*, and the codes sort likewise.
"""

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct

from mjcalc.tiles import KINDS, NAMES, WILD, begins_chow

__all__ = [
    "BLOCKS",
    "PLAIN",
    "Block",
    "BlockKind",
    "Cut",
    "chow_code",
    "is_edge",
    "marked",
    "markings",
    "pair_code",
    "pung_code",
    "single_code",
]

BlockKind = Literal["chow", "pung", "pair", "single", "tiles"]

Cut = tuple[bytes, bytes]
"""One suit taken apart: the codes of its blocks, sorted; and that of the pair which stands beside sets, or nothing."""

_EQUAL = ((0,), (0b0, 0b1), (0b00, 0b10, 0b11), (0b000, 0b100, 0b110, 0b111))


class Block(Struct, frozen=True, gc=False):
    """Tiles that belong together, and which of them are wilds.

    >>> str(marked(PLAIN[chow_code(0)], 0b010)), str(marked(PLAIN[pung_code(33)], 0b100))
    ('1m 2m* 3m', '白 白 白*')
    """

    kind: BlockKind
    """``tiles`` is all that is concealed, in a shape that asks for no sets."""
    tiles: tuple[int, ...]
    """What they stand for, in canonical order; among equal ones the wilds last."""
    wilds: int = 0
    """Bit ``i`` is set where ``tiles[i]`` is a wild."""
    index: int = -1
    """Its place in :data:`BLOCKS`; -1 for ``tiles``, which are not among them."""

    def __str__(self) -> str:
        wild = (self.wilds >> at & 1 and tile != WILD for at, tile in enumerate(self.tiles))
        return " ".join(NAMES[tile] + "*" * is_wild for tile, is_wild in zip(self.tiles, wild, strict=True))


def chow_code(tile: int) -> int:
    """The code of the chow that begins with a tile."""
    return 2 * tile


def pung_code(tile: int) -> int:
    """The code of the pung of a tile."""
    return 2 * tile + 1


def pair_code(tile: int) -> int:
    """The code of the pair of a tile."""
    return 2 * KINDS + tile


def single_code(tile: int) -> int:
    """The code of a tile on its own."""
    return 3 * KINDS + tile


def is_edge(first: int, at: int) -> bool:
    """Whether a chow that begins with ``first`` is completed at its edge, 邊張, by its tile ``at``: 3 of 123, 7 of 789.

    >>> is_edge(0, 2), is_edge(6, 0), is_edge(1, 2), is_edge(31, 2)
    (True, True, False, False)
    """
    return first < 27 and (first % 9, at) in ((0, 2), (6, 0))


def markings(block: Block) -> Sequence[int]:
    """Every mask its wilds may have. Equal tiles are interchangeable: of them only how many are wilds matters.

    >>> [f"{mask:b}" for mask in markings(PLAIN[pung_code(0)])]
    ['0', '100', '110', '111']
    """
    return range(8) if block.kind == "chow" else _EQUAL[len(block.tiles)]


def _generate_shapes() -> Iterator[tuple[int, BlockKind, tuple[int, ...]]]:
    for tile in range(KINDS):
        if begins_chow(tile):
            yield chow_code(tile), "chow", (tile, tile + 1, tile + 2)
        yield pung_code(tile), "pung", (tile,) * 3
    for tile in range(KINDS):
        yield pair_code(tile), "pair", (tile,) * 2
    for tile in range(KINDS):
        yield single_code(tile), "single", (tile,)


def _make() -> tuple[dict[int, Block], tuple[Block, ...]]:
    plain: dict[int, Block] = {}
    blocks: list[Block] = []
    for code, kind, tiles in _generate_shapes():
        plain[code] = Block(kind, tiles, 0, len(blocks))
        for wilds in markings(plain[code]):
            blocks.append(plain[code] if not wilds else Block(kind, tiles, wilds, len(blocks)))
    return plain, tuple(blocks)


PLAIN, BLOCKS = _make()
"""Every block without wilds, by its code; and every block there is, marked ones after their plain one."""


def marked(block: Block, wilds: int) -> Block:
    """The plain block with these of its tiles marked as wilds; of equal tiles the last ones.

    >>> marked(PLAIN[pair_code(4)], 0b10)
    Block(kind='pair', tiles=(4, 4), wilds=2, index=325)
    """
    return BLOCKS[block.index + (wilds if block.kind == "chow" else wilds.bit_count())]
