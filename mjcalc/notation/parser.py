"""The parser: every spelling, and every problem with its place.

Each text is scanned, then compared with the tile set; last, copies are counted over all texts together.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from mjcalc.errors import ImpossibleError, NotationError, Problem
from mjcalc.hand import SEATS, WAYS_SAID, Call, Hand, Meld, Seat, Table, TileSet
from mjcalc.notation.codes import UNREADABLE
from mjcalc.notation.scanner import Fault, Group, Placed, Scanner, near, not_a_seat, plain, quoted, seat_hint
from mjcalc.notation.spellings import WAY_WORDS, Role, meld_written
from mjcalc.texts import joined, say, say_many
from mjcalc.tiles import FLOWERS, RED, WILD, format_tiles, tile_name

__all__ = [
    "MOST_PROBLEMS",
    "parse_hand",
    "parse_table",
    "parse_tile",
    "parse_tiles",
    "parse_word",
]

Word = TypeVar("Word", bound=str)

MOST_PROBLEMS = 20
"""How many problems of one text are named; more would help nobody, and are only counted."""

_LONGEST_WORD = 100
"""The most characters that the name of a seat or of a way of winning may have, blanks included."""

_CALLS: dict[Call, tuple[str, str]] = {
    "chow": (say("a chow"), say("the three tiles of a run")),
    "pung": (say("a pung"), say("one tile, or all three of them")),
    "exposed_kong": (say("an exposed kong"), say("one tile, or all four of them")),
    "added_kong": (say("an added kong"), say("one tile, or all four of them")),
    "concealed_kong": (say("a concealed kong"), say("one tile, or all four of them")),
}
"""A call → its name, and the tiles it is written with."""

_NO_SINGLE: dict[Role, tuple[str, str]] = {
    "exposed_kong": ("wrong_meld_tiles", say("not konged one by one: it needs a group of its own")),
    "thrown": ("not_thrown_tile", say("neither a kong tile nor the wild: other discards belong to the seen tiles")),
    "flowers": ("not_a_flower", say("not a flower here")),
}
"""A group of single tiles → the code and the reason where one of them is not of that sort."""


def parse_tile(text: str, tile_set: TileSet, where: str) -> int:
    """What :func:`mjcalc.notation.parse_tile` promises.

    :raises NotationError: if it cannot be read, or is not one tile.
    :raises ImpossibleError: if the tile set has no such tile.
    """
    parsed = TextParser(text, where, tile_set, only_tiles=True)
    kind = parsed.one_tile()
    _refuse([parsed])
    return kind


def parse_tiles(text: str, tile_set: TileSet, where: str) -> tuple[int, ...]:
    """What :func:`mjcalc.notation.parse_tiles` promises.

    :raises NotationError: if it cannot be read, or holds a meld.
    :raises ImpossibleError: if the tile set has no such tile.
    """
    parsed = TextParser(text, where, tile_set, only_tiles=True)
    _refuse([parsed])
    return parsed.hand.concealed


def parse_hand(text: str, tile_set: TileSet, where: str, owner: Seat | None) -> Hand:
    """What :func:`mjcalc.notation.parse_hand` promises.

    :raises NotationError: if some of it cannot be read.
    :raises ImpossibleError: if all can be read, but there can be no such hand.
    """
    parsed = TextParser(text, where, tile_set, owner)
    _count_copies([parsed], tile_set)
    _refuse([parsed])
    return parsed.hand


def parse_table(hand: str, tile_set: TileSet, losers: Mapping[Seat, str], seen: str, win: str | None) -> Table:
    """What :func:`mjcalc.notation.parse_table` promises.

    :raises NotationError: if some of it cannot be read; it also names everything else that is wrong.
    :raises ImpossibleError: if all can be read, but there can be no such table.
    """
    own = TextParser(hand, "hand", tile_set)
    shown = {seat: TextParser(text, seat, tile_set, seat) for seat, text in losers.items() if seat in SEATS}
    others = TextParser(seen, "seen", tile_set, only_tiles=True)
    texts = [own, *shown.values(), others]
    winning = None
    if win is not None:
        texts.append(parsed := TextParser(win, "win", tile_set, only_tiles=True))
        winning = parsed.one_tile()
        if len(own.hand.concealed) + 3 * len(own.hand.melds) != 13:
            parsed.copies.clear()
    _count_copies(texts, tile_set)
    _refuse(texts, [_unknown_seat(seat, "losers") for seat in losers if seat not in SEATS])
    return Table(
        own.hand,
        {seat: parsed.hand for seat, parsed in shown.items()},
        others.hand.concealed,
        winning,
        any(parsed.has_red_five for parsed in texts),
    )


def parse_word(text: str, words: Mapping[str, Word], where: str) -> Word:
    """What a word means among ``words``, one of the tables of :mod:`~mjcalc.notation.spellings`, in any letter case.

    :raises NotationError: if it is not one of them.
    """
    if len(text) > _LONGEST_WORD:
        raise NotationError(
            [Problem("too_long", say("more than {most} characters", most=_LONGEST_WORD), text, _LONGEST_WORD, where)]
        )
    word = "-".join("".join(map(plain, text)).lower().replace("_", " ").split())
    if word in words:
        return words[word]
    if words is not WAY_WORDS:
        raise NotationError([_unknown_seat(text, where, words)])
    nearest = near(word, words)
    hint = say(", did you mean {word}?", word=nearest) if nearest else joined()
    ways = list(WAYS_SAID.values())
    message = say("{text} is not a way of winning ({ways}){hint}", text=quoted(text), ways=ways, hint=hint)
    raise NotationError([Problem("unknown_way", message, text, 0 if text else None, where)])


def _unknown_seat(text: str, where: str, words: Iterable[str] = SEATS) -> Problem:
    hint = seat_hint(text.strip(), words, 0, len(text))
    winner = say("; the winner is self") if "self" in words else joined()
    message = joined(not_a_seat(text), winner, hint.clause if hint else "")
    return Problem("unknown_seat", message, text, 0 if text else None, where)


class TextParser:
    """One text, scanned and compared with the tile set: a ``hand``, and the ``faults`` found.

    >>> TextParser("12m +peng5p", "hand", TileSet()).hand.melds
    (Meld(call='pung', tile=13, feeder=None),)

    :param owner: the loser whose text it is.
    :param only_tiles: whether groups have no place in it.
    """

    def __init__(
        self, text: str, where: str, tile_set: TileSet, owner: Seat | None = None, *, only_tiles: bool = False
    ) -> None:
        self.text = text
        self.where = where
        self.tile_set = tile_set
        self.copies: list[Placed] = []
        """Every tile that it puts on the table."""
        self._whose = tile_set.name or say("this tile set")
        self._owner = owner
        self._only_tiles = only_tiles
        self._foreign: set[int] = set()
        """Kinds already said to be none of the variant's."""
        self._melds: list[Meld] = []
        self._aside: dict[Role, list[int]] = {"exposed_kong": [], "thrown": [], "flowers": []}
        scan = Scanner(text, owner, only_tiles=only_tiles)
        self.faults = scan.faults
        self.has_red_five = scan.has_red_five
        if owner and scan.loose:
            kind, column = scan.loose[0]
            message = say("{tile} is not in a group: a loser shows only groups, such as +peng5p", tile=tile_name(kind))
            self._fault("concealed_in_loser", message, column)
            scan.loose.clear()
        concealed = self._keep_known(self._without_flowers(scan.loose))
        self.copies += concealed
        if not only_tiles:
            for group in scan.groups:
                self._classify(group)
        kongs, thrown, flowers = (tuple(sorted(kinds)) for kinds in self._aside.values())
        self.hand = Hand(tuple(kind for kind, _ in concealed), tuple(self._melds), kongs, thrown, flowers)

    def _fault(self, code: str, message: str, column: int) -> None:
        self.faults.append(Fault(code, message, column))

    def one_tile(self) -> int:
        """Its only tile; no matter which one where there is a fault."""
        kinds = self.hand.concealed
        if not kinds and not self.faults:
            self._fault("too_few_tiles", say("no tile where one is needed"), 0)
        elif len(kinds) > 1:
            self._fault(
                "too_many_tiles", say("{number} tiles where one is needed", number=len(kinds)), self.copies[1][1]
            )
        return kinds[0] if kinds else WILD

    def count(self, so_far: Counter[int], indicator: int | None) -> None:
        """Count its tiles with those of the texts before, and name every kind that has too many once."""
        for kind, column in sorted(self.copies, key=lambda copy: copy[1]):
            so_far[kind] += 1
            if kind == indicator and so_far[kind] == 4:
                self._fault(
                    "fifth_copy", say("a fourth copy of {tile} beside the indicator", tile=self._name(kind)), column
                )
            elif kind != indicator and so_far[kind] == 5:
                self._fault("fifth_copy", say("a fifth copy of {tile}", tile=self._name(kind)), column)
            elif kind in FLOWERS and so_far[kind] == 2:
                self._fault(
                    "fifth_copy", say("a second {tile}; there is one of each flower", tile=self._name(kind)), column
                )

    def problems(self) -> list[Problem]:
        """Its faults in the order of their places: the first few, and how many more there are."""
        faults = sorted(self.faults, key=lambda fault: fault.column)
        named, rest = faults[:MOST_PROBLEMS], faults[MOST_PROBLEMS:]
        problems = [
            Problem(
                fault.code,
                joined(fault.message, self._hint(fault)),
                self.text,
                fault.column if self.text else None,
                self.where,
            )
            for fault in named
        ]
        if rest:
            # By the code of one of them, so that a text which cannot be read is never taken for one that can.
            worst = next((fault for fault in rest if fault.code in UNREADABLE), rest[0])
            message = say_many("and {number:,} more problem", "and {number:,} more problems", len(rest))
            problems.append(Problem(worst.code, message, where=self.where))
        return problems

    def _hint(self, fault: Fault) -> str:
        """What the fault suggests, if that can be read there and leaves fewer faults."""
        hint = fault.hint
        if hint is None:
            return ""
        text = self.text[: hint.start] + hint.instead + self.text[hint.end :]
        left = TextParser(text, self.where, self.tile_set, self._owner, only_tiles=self._only_tiles).faults
        place = range(hint.start, hint.start + len(hint.instead))
        is_better = len(left) < self._own_faults() and all(fault.column not in place for fault in left)
        return hint.clause if is_better else ""

    def _own_faults(self) -> int:
        """How many faults it has whatever other texts say."""
        return sum(fault.code not in ("fifth_copy", "too_few_tiles", "too_many_tiles") for fault in self.faults)

    def _name(self, kind: int) -> str:
        """A kind's name for a message."""
        if kind == WILD and self.tile_set.wild is not None:
            return say("{tile} (the wild)", tile=tile_name(self.tile_set.wild))
        return tile_name(kind)

    def _keep_known(self, tiles: Iterable[Placed]) -> list[Placed]:
        """The tiles that the variant has, the known wild as WILD."""
        ours = self.tile_set
        known: list[Placed] = []
        for kind, column in tiles:
            if kind == WILD and not ours.has_wilds:
                self._foreign_tile(
                    "no_wilds_in_variant", say("{whose} has no wild tile", whose=self._whose), kind, column
                )
            elif kind != WILD and kind not in ours.kinds and kind not in ours.flowers:
                self._foreign_tile(
                    "tile_not_in_variant",
                    say("{whose} has no {tile}", whose=self._whose, tile=tile_name(kind)),
                    kind,
                    column,
                )
            else:
                known.append((WILD if kind == ours.wild else kind, column))
        return known

    def _without_flowers(self, tiles: Iterable[Placed]) -> Iterator[Placed]:
        """The tiles outside groups; a flower is never one of them."""
        for kind, column in tiles:
            if kind in FLOWERS and kind in self.tile_set.flowers:
                message = say("{tile} is set aside (+hua{tile}), not held", tile=tile_name(kind))
                self._foreign_tile("tile_not_in_variant", message, kind, column)
            else:
                yield kind, column

    def _foreign_tile(self, code: str, message: str, kind: int, column: int) -> None:
        if kind not in self._foreign:
            self._foreign.add(kind)
            self._fault(code, message, column)

    def _classify(self, group: Group) -> None:
        """Put a group among the melds, kong tiles, thrown tiles or flowers."""
        tiles = self._keep_known(group.tiles)
        kong_tiles = self.tile_set.kong_tiles
        role = group.role
        if role is None:
            self.copies += tiles
        elif role == "thrown":
            self._singles(role, group, tiles, kong_tiles | {WILD})
        elif role == "flowers":
            self._singles(role, group, tiles, self.tile_set.flowers)
        elif role == "exposed_kong" and any(kind in kong_tiles for kind, _ in tiles):
            self._singles(role, group, tiles, kong_tiles)
        else:
            self._meld(role, group, tiles)

    def _singles(self, role: Role, group: Group, tiles: list[Placed], allowed: frozenset[int]) -> None:
        self.copies += tiles
        code, why = _NO_SINGLE[role]
        for kind, column in {kind: (kind, column) for kind, column in reversed(tiles)}.values():
            if kind not in allowed:
                self._fault(code, say("{tile} is {why}", tile=self._name(kind), why=why), column)
        if group.seat_column is not None:
            self._fault("wrong_feeder", say("only a meld is fed by a seat, not single tiles"), group.seat_column)
        self._aside[role] += [kind for kind, _ in tiles]

    def _meld(self, call: Call, group: Group, tiles: list[Placed]) -> None:
        name, _ = _CALLS[call]
        at = group.seat_column
        if call not in self.tile_set.calls:
            self._fault(
                "call_not_allowed",
                say("{name} cannot be called in {whose}", name=name, whose=self._whose),
                group.column,
            )
        if at is not None and call == "concealed_kong":
            self._fault("wrong_feeder", say("a concealed kong is drawn: no seat feeds it"), at)
        elif at is not None and call == "chow" and group.feeder != "left":
            self._fault("wrong_feeder", say("a chow is always fed by the left seat"), at)
        meld = self._meld_of(call, group, tiles) if group.is_whole and len(tiles) == len(group.tiles) else None
        self.copies += tiles * len(meld.tiles) if meld and len(tiles) == 1 else tiles
        if meld:
            self._melds.append(meld)
            if len(self._melds) == 5:
                self._fault("too_many_melds", say("a hand has at most four melds"), group.column)

    def _meld_of(self, call: Call, group: Group, tiles: list[Placed]) -> Meld | None:
        """The meld that its tiles make; if they make none, the reason becomes a fault."""
        ours = self.tile_set
        name, needed = _CALLS[call]
        # The winner's wilds matter to the score. What a loser shows is only counted, and a player who copies a table
        # may well write a set there that the rules forbid: the wild's own face stands for itself.
        read = group.tiles if self._owner and WILD not in [kind for kind, _ in group.tiles] else tiles
        for kind, column in read:
            if kind == WILD:
                self._fault("wild_in_meld", say("{tile} cannot be in {name}", tile=self._name(kind), name=name), column)
                return None
            if kind in ours.kong_tiles or kind in ours.flowers:
                how = say("set aside (+hua{tile})", tile=tile_name(kind))
                if kind in ours.kong_tiles:
                    how = say("konged one by one (+gang{tile})", tile=tile_name(kind))
                self._fault(
                    "call_not_allowed",
                    say("{tile} cannot be in {name}: it is {how}", tile=tile_name(kind), name=name, how=how),
                    column,
                )
                return None
        kinds = [kind for kind, _ in read]
        meld = meld_written(call, kinds, group.feeder)
        if meld is None or (call == "chow" and RED in kinds and not ours.dragon_run):
            self._fault(
                "wrong_meld_tiles",
                say("{tiles} is not {name}, {needed}", tiles=format_tiles(kinds), name=name, needed=needed),
                tiles[0][1],
            )
            return None
        return meld


def _count_copies(texts: Iterable[TextParser], tile_set: TileSet) -> None:
    """Name every kind with more copies than there are, once, at the first that is too many."""
    so_far: Counter[int] = Counter()
    indicator = tile_set.indicator
    if indicator is not None and indicator == tile_set.wild:
        indicator = WILD
    for parsed in texts:
        parsed.count(so_far, indicator)


def _refuse(texts: Sequence[TextParser], others: Iterable[Problem] = ()) -> None:
    """Raise the problems of all texts together, if there are any."""
    problems = [problem for parsed in texts for problem in parsed.problems()]
    problems += others
    if any(problem.code in UNREADABLE for problem in problems):
        raise NotationError(problems)
    if problems:
        raise ImpossibleError(problems)
