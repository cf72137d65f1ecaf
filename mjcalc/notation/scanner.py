"""Text → tiles and groups with their columns, knowing nothing of variants.

Scanning goes on after a problem and tells nothing twice: a group that could not be read whole is left out, and an
unknown character inside digits does not part them from their suit.
"""

import re
from collections.abc import Iterable
from unicodedata import normalize

from msgspec import Struct

from mjcalc.errors import Problem
from mjcalc.hand import Seat
from mjcalc.notation.spellings import (
    DIGITS,
    FOLLOWERS,
    LEADERS,
    SEAT_HINTS,
    SEAT_WORDS,
    SUITS,
    TILES,
    WINNER_AT,
    WINNER_WORDS,
    WORDS,
    Role,
)

__all__ = ["Group", "Placed", "Scanner", "near", "not_a_seat", "plain", "quoted"]

_LONGEST = 2000
_LONGEST_QUOTE = 20

Placed = tuple[int, int]
"""A tile's kind and its column."""


class Group(Struct):
    """``+``, a word, tiles and perhaps a seat; columns are those of the word, each tile and the ``@``."""

    role: Role
    column: int
    tiles: list[Placed]
    feeder: Seat | None = None
    seat_column: int | None = None


def _one_of(words: Iterable[str]) -> str:
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


_KNOWN = "".join((*DIGITS, *SUITS, *TILES, "+@,、\\s"))
_TOKEN = re.compile(
    # Before suits and tiles, for a word without its + may begin like one: `peng5p`.
    f"(?P<bare>(?:{_one_of(WORDS)})(?![a-z]))"
    f"|(?P<digits>[{''.join(DIGITS)}]+)"
    f"|(?P<suit>[{''.join(SUITS)}])"
    f"|(?P<tile>{'|'.join(f'{char}[{after}]?' for char, after in FOLLOWERS.items())}"
    f"|{_one_of(lead + tile for lead, tile in LEADERS.items())}|[{''.join(TILES)}])"
    r"|(?P<gap>[\s,、]+)"
    # Within `+pengE` and `@rightE` the word ends before the capital; `+PENG` is one word, and no right one.
    rf"|\+(?P<word>[a-z]+|[A-Za-z]+|{_one_of(WORDS)}|[^{_KNOWN}]*)"
    rf"|@(?P<seat>[a-z]+|[A-Za-z]+|{_one_of((*SEAT_WORDS, *SEAT_HINTS, *WINNER_WORDS))}|[^{_KNOWN}]*)"
    f"|(?P<unknown>[^{_KNOWN}{''.join(LEADERS)}]+|.)",
    re.DOTALL,
)


class Scanner:
    """One text taken apart: ``loose`` tiles, ``groups``, and the ``problems`` met on the way.

    >>> scan = Scanner("45x6p+peng東", "hand")
    >>> scan.loose, scan.groups[0].tiles, [problem.column for problem in scan.problems]
    ([(12, 0), (13, 1), (14, 3)], [(27, 10)], [2])
    """

    def __init__(self, text: str, where: str, owner: Seat | None = None, *, only_tiles: bool = False) -> None:
        self.text = text
        self.where = where
        self.loose: list[Placed] = []
        self.groups: list[Group] = []
        self.problems: list[Problem] = []
        self._seats = SEAT_WORDS if owner is None else SEAT_WORDS | dict.fromkeys(WINNER_WORDS, WINNER_AT[owner])
        self._only_tiles = only_tiles
        self._open: Group | None = None
        """The group that tiles go to."""
        self._before = 0
        """How many problems there were before it."""
        self._digits: list[tuple[str, int]] = []
        """Digits that wait for their suit, and their columns."""
        self._is_blurred = False
        """Whether a problem just told may have taken the place of a suit or of digits."""
        if len(text) > _LONGEST:
            self.problem("too_long", f"more than {_LONGEST:,} characters: far more than all tiles need", _LONGEST)
            return
        # One character for one, so that columns stay.
        for token in _TOKEN.finditer("".join(map(plain, text))):
            name = token.lastgroup
            start = token.start()
            if name == "digits":
                self._digits += zip(token[0], range(start, token.end()), strict=True)
            elif name == "suit":
                self._suit(token[0], start)
            elif name == "unknown":
                self._unknown(token[0], start)
            elif name == "tile":
                self._tile(token[0], start)
            else:
                self._end_digits()
                if name == "seat":
                    self._seat(token[name], start)
                self._end_group()
                if name == "word":
                    self._group(token[name], start)
                elif name == "bare":
                    self._bare_group(token[name], start)
        self._end_digits()
        self._end_group()

    def problem(self, code: str, message: str, column: int) -> None:
        """Note something that is wrong."""
        self.problems.append(Problem(code, message, self.text, column if self.text else None, self.where))

    def _found(self, kind: int, column: int) -> None:
        (self._open.tiles if self._open else self.loose).append((kind, column))

    def _suit(self, suit: str, column: int) -> None:
        row = SUITS[suit]
        if not self._digits and not self._is_blurred:
            self.problem("suit_without_digits", f"{quoted(suit)} is a suit with no digit before it", column)
        for digit, place in self._digits:
            if digit in row:
                self._found(row[digit], place)
                continue
            why = "; 1z-7z are 東南西北白發中" if suit == "z" else f"; a red five is 5{suit} like any other"
            self.problem("no_such_tile", f"there is no {digit}{suit}{why}", place)
        self._digits.clear()
        self._is_blurred = False

    def _tile(self, spelling: str, column: int) -> None:
        if self._digits and spelling.lower() in SUITS and not self._is_blurred:
            number, place = self._digits[-1]
            self.problem(
                "digits_without_suit",
                f"{number}{spelling} is not a tile: suits are lower case, {number}{spelling.lower()}",
                place,
            )
            self._digits.clear()
            return
        self._end_digits()
        self._found(TILES[spelling[-1] if spelling[0] in LEADERS else spelling[0]], column)

    def _unknown(self, chars: str, column: int) -> None:
        shown = self.text[column : column + len(chars)]
        are = "are not tiles" if len(shown) > 1 else "is not a tile"
        meant = ""
        if shown.lower() in SUITS:
            meant = f"; suits are lower case, {shown.lower()}"
        elif shown.upper() in TILES:
            meant = f"; did you mean {shown.upper()}?"
        self.problem("unknown_character", f"{quoted(shown)} {are}{meant}", column)
        self._is_blurred = True

    def _end_digits(self) -> None:
        """Whatever comes now, it is not a suit."""
        if self._digits and not self._is_blurred:
            digits = "".join(digit for digit, _ in self._digits)
            self.problem("digits_without_suit", f"{quoted(digits)} has no suit after it", self._digits[0][1])
        self._digits.clear()
        self._is_blurred = False

    def _group(self, word: str, plus: int) -> None:
        self._before = len(self.problems)
        if self._only_tiles:
            self.problem("group_not_here", "'+' begins a meld, but here are only tiles", plus)
        elif not word:
            self.problem("unknown_meld_word", "'+' needs a word after it, such as chi, peng or gang", plus)
        elif word not in WORDS:
            shown = self.text[plus + 1 : plus + 1 + len(word)]
            self.problem("unknown_meld_word", f"{quoted(shown)} is not a meld word{near(word, WORDS)}", plus + 1)
        self._open = Group(WORDS.get(word, "thrown"), plus + 1, [])

    def _bare_group(self, word: str, column: int) -> None:
        self._before = len(self.problems)
        shown = quoted(self.text[column : column + len(word)])
        if self._only_tiles:
            self.problem("group_not_here", f"{shown} is the word of a meld, but here are only tiles", column)
        else:
            piece = re.split(r"[\s,、+@]", self.text[column : column + _LONGEST_QUOTE])[0]
            message = f"{shown} is not a tile; melds and the like begin with '+': +{piece}"
            self.problem("unknown_character", message, column)
        self._open = Group(WORDS[word], column, [])

    def _seat(self, word: str, at: int) -> None:
        group = self._open
        shown = self.text[at + 1 : at + 1 + len(word)]
        if group is None:
            self.problem("stray_seat", f"{quoted('@' + shown)} does not follow a meld at once", at)
        elif word in self._seats:
            group.feeder, group.seat_column = self._seats[word], at
        elif not word:
            self.problem("unknown_seat", "'@' needs a seat after it: left, across or right", at)
        elif word in WINNER_WORDS:
            self.problem("unknown_seat", f"{quoted(shown)} is the player whose meld it is", at + 1)
        else:
            self.problem("unknown_seat", not_a_seat(shown, self._seats), at + 1)

    def _end_group(self) -> None:
        group, self._open = self._open, None
        if group is None or len(self.problems) > self._before:
            return
        if group.tiles:
            self.groups.append(group)
        else:
            self.problem("empty_meld", "a group's tiles follow its word at once, as in +peng5p", group.column)


def plain(char: str) -> str:
    """The character's plain form, where that is one character too.

    >>> plain("５"), plain("ｍ"), plain("，")
    ('5', 'm', ',')
    """
    if char.isascii():
        return char
    form = normalize("NFKC", char)
    return form if len(form) == 1 else char


def quoted(text: str) -> str:
    """Some text for a message: short, and with whatever cannot be printed escaped.

    >>> quoted("x"), quoted("\\u200b")
    ("'x'", "'\\\\u200b'")
    """
    return repr(text if len(text) <= _LONGEST_QUOTE else text[:_LONGEST_QUOTE] + "…")


def not_a_seat(word: str, known: Iterable[str] = SEAT_WORDS) -> str:
    """What to say of a word that is not a seat.

    >>> not_a_seat("右")
    "'右' is not a seat (right 下家, across 對家 or left 上家), did you mean right?"
    """
    hint = f", did you mean {SEAT_HINTS[word]}?" if word in SEAT_HINTS else near(word, known)
    return f"{quoted(word)} is not a seat (right 下家, across 對家 or left 上家){hint}"


def near(word: str, known: Iterable[str]) -> str:
    """The nearest known word as a question, if one is near.

    >>> near("pemg", ["chi", "peng"]), near("x", ["chi", "peng"])
    (', did you mean peng?', '')
    """
    from difflib import get_close_matches

    found = get_close_matches(word[:_LONGEST_QUOTE].lower(), known, 1)
    return f", did you mean {found[0]}?" if found else ""
