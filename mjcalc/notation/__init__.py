"""Text ↔ hand, with the place of every error.

A text is tiles and groups. A *group* is ``+``, a word, its tiles, and perhaps ``@`` and a seat, with nothing between
them but white space before the ``@``; it ends at any other white space, at a comma, at the next ``+`` or after its
seat. All other tiles are concealed. Every spelling is in :mod:`mjcalc.notation.spellings`. What those tables leave open
is decided so:

* Digits and suits mix freely: ``123m``, ``一二三萬``, ``1二m``. Digits belong to the next suit of the same piece;
  white space, a comma or another tile between them is an error, for ``12 3m`` may be a slip as well as a habit.
* The case of tiles matters, as ``S`` is 南 and ``s`` a suit: ``5S`` and ``e`` are errors that name the likely meaning.
  ``W`` and ``T`` are suits right after digits, in either case; a lone ``W`` is 西. Words after ``+`` and ``@`` are read
  in any case; within ``+pengE`` the word ends before the capital.
* 中中 is two tiles, 紅中 and 東風 are one. 風, 板, 皮, 財, 子 mean something only right after their tile.
* ``0m`` is a five: no rules here know red fives, and :attr:`mjcalc.hand.Table.has_red_five` says that one was written.
* 花 and 補 are words, and tiles nowhere; the longest word wins, so ``+補槓5m`` is a kong and ``+補發`` a flower.
* A run or a pung may be written in any order; ``+gang`` with kong tiles is one kong for each, and all must be kong
  tiles. Where there are none, ``+gang中中`` is two tiles of four: wrong tiles for a meld.
* Where the wild is known, ``*`` and its face are both read as :data:`~mjcalc.tiles.WILD`.

Text that cannot be read is a :exc:`~mjcalc.errors.NotationError`; text that was read but cannot be (a fifth copy, a
call or a tile the variant lacks, a wild in a meld) an :exc:`~mjcalc.errors.ImpossibleError`. Either holds all problems
of all texts, of both sorts: the first 20 of each text, and how many more it has.

:mod:`~mjcalc.notation.quick` reads right hands fast; :mod:`~mjcalc.notation.parser` reads everything and is imported
only for what the fast path leaves to it. :mod:`~mjcalc.notation.scanner` takes groups apart for both.
"""

from mjcalc.notation.quick import (
    parse_by,
    parse_dealer,
    parse_hand,
    parse_seat,
    parse_table,
    parse_tile,
    parse_tiles,
)
from mjcalc.notation.writer import format_hand, meld_name

__all__ = [
    "format_hand",
    "meld_name",
    "parse_by",
    "parse_dealer",
    "parse_hand",
    "parse_seat",
    "parse_table",
    "parse_tile",
    "parse_tiles",
]
