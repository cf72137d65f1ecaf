"""The long way from text to hand: every spelling, and every problem with its place.

Each text is scanned, then judged by the tile set; last, copies are counted over all texts together.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from mjcalc.errors import ImpossibleError, NotationError, Problem
from mjcalc.hand import SEATS, WAYS, Call, Hand, Meld, Seat, Table, TileSet
from mjcalc.notation.scanner import Group, Placed, Scanner, near, not_a_seat, plain, quoted
from mjcalc.notation.spellings import SEAT_WORDS, WAY_WORDS, Role, meld_written
from mjcalc.tiles import RED, WILD, format_tiles, tile_name

__all__ = ["IMPOSSIBLE", "UNREADABLE", "read_hand", "read_table", "read_tile", "read_tiles", "read_word"]

Word = TypeVar("Word", bound=str)

_ENOUGH = 20
"""How many problems of one text are named; more would help nobody, and are only counted."""

_LONGEST_WORD = 100
"""The most characters that the name of a seat or of a way of winning may have, blanks included."""

UNREADABLE = {
    "unknown_character": "a character that is not part of a tile",
    "digits_without_suit": "digits without a suit after them",
    "suit_without_digits": "a suit without a digit before it",
    "no_such_tile": "0m, or 8z and 9z",
    "unknown_meld_word": "a word after + that means nothing",
    "empty_meld": "a group without tiles",
    "wrong_meld_tiles": "tiles that are not the meld that their word says",
    "unknown_seat": "a word that is not a seat",
    "stray_seat": "an @ that does not follow a meld at once",
    "group_not_here": "a meld where only tiles are read",
    "concealed_in_loser": "tiles outside groups in a loser's text",
    "too_few_tiles": "no tile where one is needed",
    "too_many_tiles": "several tiles where one is needed",
    "too_long": "far more text than is needed",
    "unknown_way": "a word that is not a way of winning",
}
"""What makes a text unreadable: code → meaning."""

IMPOSSIBLE = {
    "fifth_copy": "more copies of a tile than there are",
    "tile_not_in_variant": "a tile that the variant does not have",
    "no_wilds_in_variant": "a wild where there are none",
    "call_not_allowed": "a claim or kong that the variant does not have, or not of that tile",
    "wild_in_meld": "a wild in a chow, pung or kong",
    "too_many_melds": "a fifth meld of one player",
    "wrong_feeder": "a seat that cannot have fed it",
    "not_a_flower": "a tile set aside that is not a flower",
    "not_thrown_tile": "a tile after +da that is neither a kong tile nor a wild",
}
"""What can be read but cannot be: code → meaning."""

_CALLS: dict[Call, tuple[str, str]] = {
    "chow": ("a chow", "the three tiles of a run"),
    "pung": ("a pung", "one tile, or all three of them"),
    "exposed_kong": ("an exposed kong", "one tile, or all four of them"),
    "added_kong": ("an added kong", "one tile, or all four of them"),
    "concealed_kong": ("a concealed kong", "one tile, or all four of them"),
}
"""A call → its name, and the tiles it is written with."""

_NO_SINGLE: dict[Role, tuple[str, str]] = {
    "exposed_kong": ("wrong_meld_tiles", "not konged one by one: it needs a group of its own"),
    "thrown": (
        "not_thrown_tile",
        "neither a kong tile nor the wild; other discards are seen tiles",
    ),
    "flowers": ("not_a_flower", "not a flower here"),
}
"""A group of single tiles → the code and the reason where one of them is not of that sort."""


def read_tile(text: str, tile_set: TileSet, where: str) -> int:
    """What :func:`mjcalc.notation.parse_tile` promises.

    :raises NotationError: if it cannot be read, or is not one tile.
    :raises ImpossibleError: if the tile set has no such tile.
    """
    reading = _Reading(text, where, tile_set)
    kind = reading.one_tile()
    _refuse([reading])
    return kind


def read_tiles(text: str, tile_set: TileSet, where: str) -> tuple[int, ...]:
    """What :func:`mjcalc.notation.parse_tiles` promises.

    :raises NotationError: if it cannot be read, or holds a meld.
    :raises ImpossibleError: if the tile set has no such tile.
    """
    reading = _Reading(text, where, tile_set)
    kinds = reading.only_tiles()
    _refuse([reading])
    return kinds


def read_hand(text: str, tile_set: TileSet, where: str, owner: Seat | None) -> Hand:
    """What :func:`mjcalc.notation.parse_hand` promises.

    :raises NotationError: if some of it cannot be read.
    :raises ImpossibleError: if all can be read, but there can be no such hand.
    """
    reading = _Reading(text, where, tile_set)
    hand = reading.hand(owner)
    _count([reading], tile_set)
    _refuse([reading])
    return hand


def read_table(hand: str, tile_set: TileSet, losers: Mapping[Seat, str], seen: str, win: str | None) -> Table:
    """What :func:`mjcalc.notation.parse_table` promises.

    :raises NotationError: if some of it cannot be read; it also tells all else that is wrong.
    :raises ImpossibleError: if all can be read, but there can be no such table.
    """
    readings = [reading := _Reading(hand, "hand", tile_set)]
    own = reading.hand()
    shown: dict[Seat, Hand] = {}
    strangers = [_unknown_word(seat, SEAT_WORDS, "losers") for seat in losers if seat not in SEATS]
    for seat, text in losers.items():
        if seat in SEATS:
            readings.append(reading := _Reading(text, seat, tile_set))
            shown[seat] = reading.hand(seat)
    readings.append(reading := _Reading(seen, "seen", tile_set))
    others = reading.only_tiles()
    winning = None
    if win is not None:
        readings.append(reading := _Reading(win, "win", tile_set))
        winning = reading.one_tile()
        if len(own.concealed) + 3 * len(own.melds) != 13:
            reading.copies.clear()
    _count(readings, tile_set)
    _refuse(readings, strangers)
    return Table(own, shown, others, winning)


def read_word(text: str, words: Mapping[str, Word], where: str) -> Word:
    """What a word means among ``words``, one of the tables of :mod:`~mjcalc.notation.spellings`.

    :raises NotationError: if it is not one of them.
    """
    if len(text) > _LONGEST_WORD:
        raise NotationError([Problem("too_long", f"more than {_LONGEST_WORD} characters", text, _LONGEST_WORD, where)])
    word = "".join(map(plain, text)).strip()
    if word not in words:
        raise NotationError([_unknown_word(text, words, where)])
    return words[word]


def _unknown_word(text: str, words: Mapping[str, str], where: str) -> Problem:
    at = 0 if text else None
    if words is WAY_WORDS:
        message = f"{quoted(text)} is not a way of winning{near(text, words)} ({', '.join(WAYS)})"
        return Problem("unknown_way", message, text, at, where)
    winner = "" if words is SEAT_WORDS else "; the winner is self"
    return Problem("unknown_seat", f"{not_a_seat(text, words)}{winner}", text, at, where)


class _Reading:
    """One text, scanned and judged."""

    def __init__(self, text: str, where: str, tile_set: TileSet) -> None:
        self.text = text
        self.where = where
        self.tile_set = tile_set
        self.whose = tile_set.name or "this tile set"
        self.problems: list[Problem] = []
        self.copies: list[Placed] = []
        """Every tile that it puts on the table."""
        self._owner: Seat | None = None
        """The loser whose text it is."""
        self._told: set[int] = set()
        """Kinds that the variant does not have and that were named already."""
        self._melds: list[Meld] = []
        self._aside: dict[Role, list[int]] = {"exposed_kong": [], "thrown": [], "flowers": []}

    def problem(self, code: str, message: str, column: int) -> None:
        """Note something that is wrong."""
        self.problems.append(Problem(code, message, self.text, column if self.text else None, self.where))

    def hand(self, owner: Seat | None = None) -> Hand:
        """All of it as a player's hand."""
        self._owner = owner
        scan = Scanner(self.text, self.where, owner)
        self.problems += scan.problems
        if owner and scan.loose:
            kind, column = scan.loose.pop(0)
            scan.loose.clear()
            message = (
                f"{tile_name(kind)} is not in a group: a loser shows only groups (+peng5p); discards are seen tiles"
            )
            self.problem("concealed_in_loser", message, column)
        concealed = self._judged(scan.loose)
        self.copies += concealed
        for group in scan.groups:
            self._judge(group, self._judged(group.tiles))
        kongs, thrown, flowers = (tuple(sorted(kinds)) for kinds in self._aside.values())
        return Hand(tuple(kind for kind, _ in concealed), tuple(self._melds), kongs, thrown, flowers)

    def only_tiles(self) -> tuple[int, ...]:
        """All of it as tiles."""
        scan = Scanner(self.text, self.where, only_tiles=True)
        self.problems += scan.problems
        self.copies = self._judged(scan.loose)
        return tuple(kind for kind, _ in self.copies)

    def one_tile(self) -> int:
        """All of it as one tile; no matter which one where there is a problem."""
        kinds = self.only_tiles()
        if not kinds and not self.problems:
            self.problem("too_few_tiles", "no tile where one is needed", 0)
        elif len(kinds) > 1:
            self.problem("too_many_tiles", f"{len(kinds)} tiles where one is needed", self.copies[1][1])
        return kinds[0] if kinds else WILD

    def name(self, kind: int) -> str:
        """A kind's name for a message."""
        if kind == WILD and self.tile_set.wild is not None:
            return f"{tile_name(self.tile_set.wild)} (the wild)"
        return tile_name(kind)

    def _judged(self, tiles: Iterable[Placed]) -> list[Placed]:
        """The tiles that the variant has, the known wild as WILD."""
        ours = self.tile_set
        judged: list[Placed] = []
        for kind, column in tiles:
            if kind == WILD and not ours.has_wilds:
                if kind not in self._told:
                    self.problem("no_wilds_in_variant", f"{self.whose} has no wild tile", column)
                self._told.add(kind)
            elif kind != WILD and kind not in ours.kinds and kind not in ours.flowers:
                if kind not in self._told:
                    self.problem("tile_not_in_variant", f"{self.whose} has no {tile_name(kind)}", column)
                self._told.add(kind)
            else:
                judged.append((WILD if kind == ours.wild else kind, column))
        return judged

    def _judge(self, group: Group, tiles: list[Placed]) -> None:
        """Sort one group into melds, kong tiles, thrown tiles and flowers."""
        role = group.role
        kong_tiles = self.tile_set.kong_tiles
        if role == "thrown":
            self._judge_singles(group, tiles, kong_tiles | {WILD})
        elif role == "flowers":
            self._judge_singles(group, tiles, self.tile_set.flowers)
        elif role == "exposed_kong" and any(kind in kong_tiles for kind, _ in tiles):
            self._judge_singles(group, tiles, kong_tiles)
        else:
            self._judge_meld(group, tiles, role)

    def _judge_singles(self, group: Group, tiles: list[Placed], allowed: frozenset[int]) -> None:
        self.copies += tiles
        for kind, column in tiles:
            if kind not in allowed:
                code, why = _NO_SINGLE[group.role]
                self.problem(code, f"{self.name(kind)} is {why}", column)
                return
        if group.seat_column is not None:
            self.problem("wrong_feeder", "only a meld is fed by a seat, not single tiles", group.seat_column)
        self._aside[group.role] += [kind for kind, _ in tiles]

    def _judge_meld(self, group: Group, tiles: list[Placed], call: Call) -> None:
        ours = self.tile_set
        name, needed = _CALLS[call]
        if call not in ours.calls:
            self.problem("call_not_allowed", f"{name} cannot be called in {self.whose}", group.column)
            return
        if len(tiles) < len(group.tiles):
            return
        # The winner's wilds matter to the score. What a loser lays down is only counted, and a player who copies a
        # table down may well write a set there that the rules forbid: by its face, the wild is let be.
        read = group.tiles if self._owner and WILD not in [kind for kind, _ in group.tiles] else tiles
        for kind, column in read:
            if kind == WILD:
                self.problem("wild_in_meld", f"{self.name(kind)} cannot be in {name}", column)
                return
            if kind in ours.kong_tiles or kind in ours.flowers:
                how = f"set aside (+hua{tile_name(kind)})"
                if kind in ours.kong_tiles:
                    how = f"konged one by one (+gang{tile_name(kind)})"
                self.problem("call_not_allowed", f"{tile_name(kind)} cannot be in {name}: it is {how}", column)
                return
        kinds = [kind for kind, _ in read]
        meld = meld_written(call, kinds, group.feeder)
        if meld is None or (call == "chow" and RED in kinds and not ours.dragon_run):
            self.problem("wrong_meld_tiles", f"{format_tiles(kinds)} is not {name}, {needed}", tiles[0][1])
            return
        self.copies += tiles if len(tiles) > 1 else tiles * len(meld.tiles)
        at = group.seat_column
        if at is not None and call == "concealed_kong":
            self.problem("wrong_feeder", "a concealed kong is drawn, no seat feeds it", at)
        elif at is not None and call == "chow" and meld.feeder != "left":
            self.problem("wrong_feeder", "a chow is always fed by the left seat", at)
        self._melds.append(meld)
        if len(self._melds) == 5:
            self.problem("too_many_melds", "a hand has four melds at most", group.column)


def _count(readings: Sequence[_Reading], tile_set: TileSet) -> None:
    """Name every kind with more copies than there are, once, at the first that is too many."""
    so_far: Counter[int] = Counter()
    indicator = tile_set.indicator
    if indicator is not None and indicator == tile_set.wild:
        indicator = WILD
    for reading in readings:
        for kind, column in sorted(reading.copies, key=lambda copy: copy[1]):
            so_far[kind] += 1
            if kind == indicator and so_far[kind] == 4:
                reading.problem("fifth_copy", f"a fourth copy of {reading.name(kind)} beside the indicator", column)
            elif kind != indicator and so_far[kind] == 5:
                reading.problem("fifth_copy", f"a fifth copy of {reading.name(kind)}", column)


def _refuse(readings: Iterable[_Reading], others: Iterable[Problem] = ()) -> None:
    """Raise all problems that there are, of one text the first few."""
    problems: list[Problem] = []
    for reading in readings:
        found = sorted(reading.problems, key=lambda problem: problem.column or 0)
        problems += found[:_ENOUGH]
        if more := len(found[_ENOUGH:]):
            # By the code of one of them, so that a text which cannot be read is never taken for one that can.
            worst = next((one for one in found[_ENOUGH:] if one.code in UNREADABLE), found[_ENOUGH])
            message = f"and {more:,} more problem{'s' * (more > 1)}"
            problems.append(Problem(worst.code, message, where=reading.where))
    problems += others
    if any(problem.code in UNREADABLE for problem in problems):
        raise NotationError(problems)
    if problems:
        raise ImpossibleError(problems)
