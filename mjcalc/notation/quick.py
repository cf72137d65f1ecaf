"""A fast path for right hands in the usual spellings.

Whatever is unusual, or wrong in any way, is left to :mod:`mjcalc.notation.parser`, which reads everything and knows
the place of everything, at several times the cost. Wherever this module gives a hand, the parser gives the same.
Groups are taken apart by the parser's own scanner, the first time that they are met.

Copies are counted in one integer with a field of ten bits for each kind, so that "more than four of any kind" is an
addition and a mask.
"""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Literal, TypeVar

from mjcalc.hand import SEATS, By, Hand, Meld, Seat, Table, TileSet
from mjcalc.memo import Memo
from mjcalc.notation.spellings import DEALER_WORDS, DIGITS, SEAT_WORDS, SUITS, TILES, WAY_WORDS, meld_written
from mjcalc.tiles import FLOWERS, KINDS, RED, WILD

__all__ = ["parse_by", "parse_dealer", "parse_hand", "parse_seat", "parse_table", "parse_tile", "parse_tiles"]

Word = TypeVar("Word", bound=str)

_ANY_TILES = TileSet()
_NO_LOSERS: Mapping[Seat, str] = MappingProxyType({})

_BITS = 10
_UNITS = tuple(1 << _BITS * kind for kind in range(FLOWERS.stop))
_ONES = sum(_UNITS)
_FIELD = (1 << _BITS) - 1
_LONGEST = 500  # characters of all texts, so tiles: no field can overflow

_Run = tuple[Sequence[int], int]
"""Tiles and their copies."""

_Group = tuple[str, Meld | None, int, tuple[int, ...], int]
"""A group as it may be in one variant or another: its role (``dragon_run`` for that chow), the meld that it is and the
copies which that takes, and its tiles as typed and their copies."""

_runs: Memo[str, _Run] = Memo(16384)
_groups: dict[Seat | None, Memo[str, _Group]] = {owner: Memo(4096) for owner in (None, *SEATS)}
"""By whose text they are in: a word for the winner is another seat for every loser."""
_limits: Memo[TileSet, "Limits"] = Memo(4096)


def parse_tile(text: str, tile_set: TileSet = _ANY_TILES, where: str = "win") -> int:
    """One tile, in any spelling.

    >>> parse_tile("5p"), parse_tile("紅中"), parse_tile("４ｍ", TileSet(wild=3))
    (13, 31, 34)

    :raises NotationError: if it cannot be read, or is not one tile.
    :raises ImpossibleError: if the tile set has no such tile.
    """
    read = _limits_of(tile_set).tiles(text)
    if read is not None and len(read[0]) == 1:
        return read[0][0]
    from mjcalc.notation import parser

    return parser.parse_tile(text, tile_set, where)


def parse_tiles(text: str, tile_set: TileSet = _ANY_TILES, where: str = "seen") -> tuple[int, ...]:
    """Any number of tiles, in the order typed and without counting copies.

    >>> parse_tiles("12m 東東, 9s")
    (0, 1, 27, 27, 26)

    :raises NotationError: if it cannot be read, or holds a meld.
    :raises ImpossibleError: if the tile set has no such tile.
    """
    read = _limits_of(tile_set).tiles(text)
    if read is not None:
        return tuple(read[0])
    from mjcalc.notation import parser

    return parser.parse_tiles(text, tile_set, where)


def parse_hand(text: str, tile_set: TileSet = _ANY_TILES, *, where: str = "hand", owner: Seat | None = None) -> Hand:
    """All that one player has.

    With an ``owner`` it is a loser's text: it shows melds, kong tiles, thrown tiles and flowers only, feeders are as
    seen from that seat, and ``@winner`` is one of them.

    >>> parse_hand("23m +peng5p@right").melds
    (Meld(call='pung', tile=13, feeder='right'),)
    >>> parse_hand("+碰5p@我", owner="right").melds
    (Meld(call='pung', tile=13, feeder='left'),)

    :raises NotationError: if some of it cannot be read.
    :raises ImpossibleError: if all can be read, but there can be no such hand.
    """
    limits = _limits_of(tile_set)
    read = limits.hand(text, owner)
    if read is not None and not limits.too_many(read[1]):
        return read[0]
    from mjcalc.notation import parser

    return parser.parse_hand(text, tile_set, where, owner)


def parse_table(
    hand: str,
    tile_set: TileSet = _ANY_TILES,
    *,
    losers: Mapping[Seat, str] = _NO_LOSERS,
    seen: str = "",
    win: str | None = None,
) -> Table:
    """All tiles that are known, with every copy counted: no kind can have more than there are.

    The winning tile counts where it is one more than the hand has, that is with 13 - 3m concealed tiles.

    >>> table = parse_table("123m456p1199s +peng東", losers={"left": "+chi789p"}, win="9s")
    >>> table.losers["left"].melds, table.win
    ((Meld(call='chow', tile=15, feeder='left'),), 26)

    :raises NotationError: if some of it cannot be read; it also names everything else that is wrong.
    :raises ImpossibleError: if all can be read, but there can be no such table.
    """
    table = _quick_table(hand, tile_set, losers, seen, win)
    if table is not None:
        return table
    from mjcalc.notation import parser

    return parser.parse_table(hand, tile_set, losers, seen, win)


def parse_seat(text: str, where: str = "from") -> Seat:
    """A seat from the winner's view, in any spelling.

    >>> parse_seat("right"), parse_seat("下家"), parse_seat("R")
    ('right', 'right', 'right')

    :raises NotationError: if it is not one.
    """
    return _parse_word(text, SEAT_WORDS, where)


def parse_dealer(text: str, where: str = "dealer") -> Literal["self"] | Seat:
    """Who deals, in any spelling: the winner or a seat from the winner's view.

    >>> parse_dealer("莊家"), parse_dealer("下")
    ('self', 'right')

    :raises NotationError: if it is neither.
    """
    return _parse_word(text, DEALER_WORDS, where)


def parse_by(text: str, where: str = "by") -> By:
    """How the winning tile came, in any spelling.

    >>> parse_by("discard"), parse_by("自摸"), parse_by("抢杠")
    ('discard', 'self-draw', 'rob-kong')

    :raises NotationError: if it is not a way of winning.
    """
    return _parse_word(text, WAY_WORDS, where)


def _parse_word(text: str, words: Mapping[str, Word], where: str) -> Word:
    meaning = words.get(text)
    if meaning is not None:
        return meaning
    from mjcalc.notation import parser

    return parser.parse_word(text, words, where)


class Limits:
    """What a tile set allows, in the form in which it is asked for."""

    __slots__ = ("calls", "foreign", "guard", "not_melded", "over", "singles", "wild", "wilds")

    def __init__(self, tile_set: TileSet) -> None:
        self.wild = wild = tile_set.wild
        face: frozenset[int] = frozenset() if wild is None else frozenset((wild,))
        wilds = face | {WILD}
        foreign = frozenset((*range(KINDS), *FLOWERS)) - tile_set.kinds - tile_set.flowers
        kong_tiles = tile_set.kong_tiles | face if WILD in tile_set.kong_tiles else tile_set.kong_tiles
        self.calls = tile_set.calls
        if tile_set.dragon_run and "chow" in tile_set.calls:
            self.calls |= {"dragon_run"}
        self.singles = {"exposed_kong": kong_tiles, "thrown": kong_tiles | wilds, "flowers": tile_set.flowers}
        self.foreign = _mask(foreign if tile_set.has_wilds else foreign | {WILD})
        self.not_melded = _mask(wilds | kong_tiles | tile_set.flowers)
        self.wilds = 0 if wild is None else _mask(wilds)
        # A field plus its guard reaches the field's highest bit with one copy too many.
        self.over = _ONES << _BITS - 1
        self.guard = self.over - 5 * _ONES + 3 * _copies(FLOWERS)
        if tile_set.indicator is not None:
            self.guard += _UNITS[tile_set.indicator]

    def hand(self, text: str, owner: Seat | None) -> tuple[Hand, int] | None:
        """The hand and its copies; None where it takes the parser to tell."""
        if len(text) > _LONGEST:
            return None
        concealed: list[int] = []
        melds: list[Meld] = []
        aside: dict[str, list[int]] = {}
        copies = 0
        groups = _groups[owner]
        for piece in text.split():
            if piece[0] == "+":
                group = groups.get(piece) or _learn_group(piece, owner)
                if group is None:
                    return None
                role, meld, taken, tiles, typed = group
                if meld is not None and role in self.calls and not taken & self.not_melded:
                    melds.append(meld)
                    copies += taken
                elif (meld is None or meld.feeder is None) and self.singles.get(role, frozenset()).issuperset(tiles):
                    aside.setdefault(role, []).extend(tiles)
                    copies += typed
                else:
                    return None
                continue
            if owner:
                return None
            run = _runs.get(piece) or _read_runs(piece)
            if run is None:
                return None
            concealed += run[0]
            copies += run[1]
        if copies & self.foreign or len(melds) > 4 or (copies & _ASIDE and max(concealed, default=0) > WILD):
            return None
        if copies & self.wilds:
            concealed = self.as_wilds(concealed)
            aside = {role: self.as_wilds(kinds) for role, kinds in aside.items()}
            copies = self.merged(copies)
        if not aside:
            return Hand(tuple(concealed), tuple(melds)), copies
        sets = {role: tuple(sorted(kinds)) for role, kinds in aside.items()}
        kongs, thrown, flowers = sets.get("exposed_kong", ()), sets.get("thrown", ()), sets.get("flowers", ())
        return Hand(tuple(concealed), tuple(melds), kongs, thrown, flowers), copies

    def tiles(self, text: str) -> tuple[list[int], int] | None:
        """Tiles outside groups and their copies; None where it takes the parser to tell."""
        if len(text) > _LONGEST:
            return None
        kinds: list[int] = []
        copies = 0
        for piece in text.split():
            run = _runs.get(piece) or _read_runs(piece)
            if run is None:
                return None
            kinds += run[0]
            copies += run[1]
        if copies & (self.foreign | _ASIDE):
            return None
        return (self.as_wilds(kinds), self.merged(copies)) if copies & self.wilds else (kinds, copies)

    def as_wilds(self, kinds: list[int]) -> list[int]:
        """The kinds, with the wild's own face as WILD."""
        wild = self.wild
        return [WILD if kind == wild else kind for kind in kinds]

    def merged(self, copies: int) -> int:
        """The copies, with those of ``*`` in the field of the wild's own face."""
        if self.wild is None:
            return copies
        return copies + (copies >> _BITS * WILD & _FIELD) * (_UNITS[self.wild] - _UNITS[WILD])

    def too_many(self, copies: int) -> bool:
        """Whether a kind has more copies than there are."""
        return copies + self.guard & self.over != 0


def _limits_of(tile_set: TileSet) -> Limits:
    return _limits.get(tile_set) or _limits.keep(tile_set, Limits(tile_set))


def _quick_table(hand: str, tile_set: TileSet, losers: Mapping[Seat, str], seen: str, win: str | None) -> Table | None:
    if len(hand) + len(seen) + len(win or "") + sum(map(len, losers.values())) > _LONGEST:
        return None
    limits = _limits_of(tile_set)
    read = limits.hand(hand, None)
    if read is None:
        return None
    own, copies = read
    shown: dict[Seat, Hand] = {}
    for seat, text in losers.items():
        if seat not in SEATS or (read := limits.hand(text, seat)) is None:
            return None
        shown[seat] = read[0]
        copies += read[1]
    others: tuple[int, ...] = ()
    if seen:
        if (tiles := limits.tiles(seen)) is None:
            return None
        others = tuple(tiles[0])
        copies += tiles[1]
    winning = None
    if win is not None:
        if (tiles := limits.tiles(win)) is None or len(tiles[0]) != 1:
            return None
        winning = tiles[0][0]
        if len(own.concealed) + 3 * len(own.melds) == 13:
            copies += tiles[1]
    return None if limits.too_many(copies) else Table(own, shown, others, winning)


def _read_runs(piece: str) -> _Run | None:
    """The tiles that a piece of text is, if all of it is usual tiles."""
    kinds: list[int] = []
    copies = start = end = 0
    for char in piece:
        end += 1
        if char not in DIGITS:
            run = _runs.get(piece[start:end]) or _learn_run(piece[start:end])
            if run is None:
                return None
            kinds += run[0]
            copies += run[1]
            start = end
    return (kinds, copies) if start == end else None


def _learn_run(run: str) -> _Run | None:
    """The tiles that some digits and a character are, where they are any; remembered."""
    digits, last = run[:-1], run[-1]
    try:
        kinds = [*map(SUITS[last].__getitem__, digits)] if digits else [TILES[last]]
    except KeyError:
        return None
    return _runs.keep(run, (tuple(kinds), _copies(kinds)), len(run))


def _learn_group(piece: str, owner: Seat | None) -> _Group | None:
    """The group that a piece of text is, where it may be a right one; remembered."""
    from mjcalc.notation.scanner import Scanner  # many hands have no group

    scan = Scanner(piece, owner)
    if scan.faults or scan.loose or len(scan.groups) != 1 or scan.has_red_five:
        return None
    group = scan.groups[0]
    role, feeder, kinds = group.role, group.feeder, [kind for kind, _ in group.tiles]
    if role is None:
        return None
    meld = None if role == "thrown" or role == "flowers" else meld_written(role, kinds, feeder)
    # Only kong tiles can be several and no meld; what is drawn has no feeder, and a chow no other than the left seat.
    if feeder and (meld is None or role == "concealed_kong" or (role == "chow" and feeder != "left")):
        return None
    if meld is None and role not in ("exposed_kong", "thrown", "flowers"):
        return None
    name = "dragon_run" if role == "chow" and RED in kinds else role
    taken = _copies(meld.tiles) if meld else 0
    return _groups[owner].keep(piece, (name, meld, taken, tuple(kinds), _copies(kinds)), len(piece))


def _copies(kinds: Iterable[int]) -> int:
    return sum([_UNITS[kind] for kind in kinds])


def _mask(kinds: Iterable[int]) -> int:
    return _copies(kinds) * _FIELD


_ASIDE = _mask(FLOWERS)
"""What is never in a hand, in a field of its own for each."""
