"""Text → tiles and groups with their columns, knowing nothing of variants.

Scanning goes on after a fault and names nothing twice: an unknown character inside digits does not part them from
their suit.
"""

from collections.abc import Callable, Container, Iterable
from unicodedata import normalize

from msgspec import Struct

from mjcalc import texts
from mjcalc.hand import Seat
from mjcalc.notation.spellings import (
    AMBIGUOUS_SUIT,
    DIGITS,
    SEAT_HINTS,
    SEAT_WORDS,
    SUITS,
    TILES,
    WINNER_AT,
    WINNER_WORDS,
    WORDS,
    Role,
)
from mjcalc.texts import Text, say

__all__ = ["Fault", "Group", "Hint", "Placed", "Scanner", "near", "not_a_seat", "plain", "quoted", "seat_hint"]

_LONGEST = 2000
_LONGEST_QUOTE = 20

Placed = tuple[int, int]
"""A tile's kind and its column."""


class Hint(Struct, frozen=True):
    """What may have been meant; it is only given where the text can then be read better."""

    start: int
    end: int
    instead: str
    """What to write in place of the characters from ``start`` up to ``end``."""
    clause: str
    """What it adds to the message."""


class Fault(Struct, frozen=True):
    """One thing that is wrong with a text."""

    code: str
    message: str
    column: int
    hint: Hint | None = None


class Group(Struct):
    """``+``, a word, tiles and perhaps a seat; columns are those of the word, each tile and the ``@``."""

    role: Role | None
    """None where the word is unknown."""
    column: int
    tiles: list[Placed]
    feeder: Seat | None = None
    seat_column: int | None = None
    is_blank: bool = True
    """Whether nothing follows its word."""
    is_whole: bool = True
    """Whether all of it could be read."""


_FIRSTS = frozenset((*DIGITS, *SUITS, *(word[0] for word in TILES), *"+@,、"))
"""The characters that something known may begin with."""

_FIRSTS_OF_WORDS = frozenset(char for word in WORDS for char in (word[0], word[0].upper()))

_SECONDS: dict[str, set[str]] = {}
"""The first character of a tile of two → the second ones."""
for _word in TILES:
    if len(_word) == 2:
        _SECONDS.setdefault(_word[0], set()).add(_word[1])

_LONGEST_WORD = max(map(len, WORDS))
_SEAT_WORDS = frozenset((*SEAT_WORDS, *SEAT_HINTS, *WINNER_WORDS))
_LONGEST_SEAT = max(map(len, _SEAT_WORDS))


class Scanner:
    """One text taken apart: ``loose`` tiles, ``groups``, and the ``faults`` met on the way.

    >>> scan = Scanner("45x6p+peng東")
    >>> scan.loose, scan.groups[0].tiles, [fault.column for fault in scan.faults]
    ([(12, 0), (13, 1), (14, 3)], [(27, 10)], [2])

    :param owner: the loser whose text it is.
    :param only_tiles: whether groups have no place in it.
    """

    def __init__(self, text: str, owner: Seat | None = None, *, only_tiles: bool = False) -> None:
        self.text = text
        self.loose: list[Placed] = []
        self.groups: list[Group] = []
        self.faults: list[Fault] = []
        self.has_red_five = False
        """Whether a five was written as 0."""
        self._seats = SEAT_WORDS if owner is None else SEAT_WORDS | dict.fromkeys(WINNER_WORDS, WINNER_AT[owner])
        self._only_tiles = only_tiles
        self._open: Group | None = None
        """The group that tiles go to."""
        self._digits: list[tuple[str, int]] = []
        """Digits that wait for their suit, and their columns."""
        self._is_blurred = False
        """Whether the last fault may have taken the place of a suit or of digits."""
        if len(text) > _LONGEST:
            self._fault(
                "too_long", say("more than {most:,} characters: far more than all tiles need", most=_LONGEST), _LONGEST
            )
            return
        # One character for one, so that columns stay.
        self._chars = text if text.isascii() else "".join(map(plain, text))
        at = 0
        while at < len(text):
            at = self._read(at)
        self._end_digits()
        self._end_group()

    def _fault(self, code: str, message: str, column: int, hint: Hint | None = None) -> None:
        self.faults.append(Fault(code, message, column, hint))
        if self._open:
            self._open.is_whole = False

    def _read(self, at: int) -> int:
        """Read what begins here; returns where it ends."""
        char = self._chars[at]
        # Before suits and tiles, for a word without its + may begin like one: `peng5p`.
        if char in _FIRSTS_OF_WORDS and (end := self._end_of_word(at, WORDS, _LONGEST_WORD)):
            return self._bare_group(at, end)
        if char == "+":
            end = self._end_of_word(at + 1, WORDS, _LONGEST_WORD) or self._end_of_unknown_word(at + 1)
            return self._group(at, end)
        if char == "@":
            end = self._end_of_word(at + 1, _SEAT_WORDS, _LONGEST_SEAT) or self._end_of_unknown_word(at + 1)
            return self._seat(at, end)
        if _is_gap(char):
            return self._gap(at, self._end_of_run(at, _is_gap))
        if self._open:
            self._open.is_blank = False
        if char in DIGITS:
            self._digits.append((char, at))
            return at + 1
        if char in SUITS and (self._digits or char not in TILES):
            return self._suit(char, at)
        if char in AMBIGUOUS_SUIT and self._digits and not self._is_blurred:
            return self._ambiguous_suit(at)
        if end := self._end_of_tile(at):
            return self._tile(at, end)
        return self._unknown(at, max(at + 1, self._end_of_run(at, _is_unknown)))

    # Where what begins here ends; 0 where it does not begin here.

    def _end_of_word(self, at: int, words: Container[str], longest: int) -> int:
        """The end of the longest known word, in any letter case; within ``pengE`` it ends before the capital."""
        for end in range(min(at + longest, len(self._chars)), at, -1):
            word = self._chars[at:end].lower()
            if word in words and not (word.isascii() and "a" <= self._chars[end : end + 1] <= "z"):
                return end
        return 0

    def _end_of_unknown_word(self, at: int) -> int:
        first = self._chars[at : at + 1]
        if not (first.isascii() and first.isalpha()):
            return self._end_of_run(at, _is_unknown)
        return self._end_of_run(
            at, lambda char: char.isascii() and (char.islower() if first.islower() else char.isalpha())
        )

    def _end_of_tile(self, at: int) -> int:
        first, second, third = (self._chars[place : place + 1] for place in range(at, at + 3))
        # 發財神 is 發 and 財神, not 發財 and a rest.
        if second in _SECONDS.get(first, ()) and third not in _SECONDS.get(second, ()):
            return at + 2
        return at + 1 if first in TILES else 0

    def _end_of_run(self, at: int, belongs: Callable[[str], bool]) -> int:
        end = at
        while end < len(self._chars) and belongs(self._chars[end]):
            end += 1
        return end

    # What is done with it; each returns where it ends.

    def _gap(self, at: int, end: int) -> int:
        self._end_digits()
        # White space may stand before the seat of a group.
        if self._chars[end : end + 1] != "@" or not self._chars[at:end].isspace():
            self._end_group()
        return end

    def _found(self, kind: int, column: int) -> None:
        if self._open:
            self._open.tiles.append((kind, column))
        else:
            self.loose.append((kind, column))

    def _suit(self, suit: str, column: int) -> int:
        row = SUITS[suit]
        if not self._digits and not self._is_blurred:
            self._fault(
                "suit_without_digits", say("{text} is a suit with no digit before it", text=quoted(suit)), column
            )
        for digit, place in self._digits:
            if digit == "0" and suit != "z":
                self.has_red_five = True
                self._found(row["5"], place)
            elif digit in row:
                self._found(row[digit], place)
            else:
                self._fault(
                    "no_such_tile",
                    say("there is no {digit}{suit}; 1z-7z are 東南西北白發中", digit=digit, suit=suit),
                    place,
                )
        self._digits.clear()
        self._is_blurred = False
        return column + 1

    def _ambiguous_suit(self, column: int) -> int:
        shown = self.text[column]
        message = say("{text} is dots to some and bamboo to others: write p (筒) or s (條)", text=quoted(shown))
        self._fault("ambiguous_suit", message, column)
        self._digits.clear()
        return column + 1

    def _tile(self, at: int, end: int) -> int:
        spelling = self._chars[at:end]
        if self._digits and spelling.lower() in SUITS and not self._is_blurred:
            number, place = self._digits[-1]
            meant = spelling.lower()
            hint = Hint(at, end, meant, say(": suits are lower case, {number}{meant}", number=number, meant=meant))
            self._fault("digits_without_suit", say("{text} is not a tile", text=f"{number}{spelling}"), place, hint)
            self._digits.clear()
            return end
        self._end_digits()
        self._found(TILES[spelling], at)
        return end

    def _unknown(self, at: int, end: int) -> int:
        shown = self.text[at:end]
        message = say("{text} is not a tile", text=quoted(shown))
        if len(shown) > 1:
            message = say("{text} are not tiles", text=quoted(shown))
        hint = None
        if shown.lower() in SUITS:
            hint = Hint(at, end, shown.lower(), say("; suits are lower case, {suit}", suit=shown.lower()))
        elif shown.upper() in TILES:
            hint = Hint(at, end, shown.upper(), say("; did you mean {word}?", word=shown.upper()))
        self._fault("unknown_character", message, at, hint)
        self._is_blurred = True
        return end

    def _end_digits(self) -> None:
        """No suit can follow any more."""
        if self._digits and not self._is_blurred:
            digits = "".join(digit for digit, _ in self._digits)
            self._fault(
                "digits_without_suit", say("{text} has no suit after it", text=quoted(digits)), self._digits[0][1]
            )
        self._digits.clear()
        self._is_blurred = False

    def _group(self, plus: int, end: int) -> int:
        self._end_digits()
        self._end_group()
        word = self._chars[plus + 1 : end].lower()
        self._open = Group(WORDS.get(word), plus + 1, [])
        if self._only_tiles:
            self._fault("group_not_here", say("'+' begins a meld, but here are only tiles"), plus)
        elif not word:
            self._fault("unknown_meld_word", say("'+' needs a word after it, such as chi, peng or gang"), plus)
        elif word not in WORDS:
            shown = self.text[plus + 1 : end]
            message = say("{text} is not a meld word", text=quoted(shown))
            self._fault("unknown_meld_word", message, plus + 1, _nearest(word, WORDS, plus + 1, end))
        return end

    def _bare_group(self, at: int, end: int) -> int:
        self._end_digits()
        self._end_group()
        shown = quoted(self.text[at:end])
        self._open = Group(WORDS[self._chars[at:end].lower()], at, [], is_blank=False)
        if self._only_tiles:
            self._fault(
                "group_not_here", say("{shown} is the word of a meld, but here are only tiles", shown=shown), at
            )
            return end
        stop = self._end_of_run(at, lambda char: not _is_gap(char) and char not in "+@")
        piece = self.text[at : min(stop, at + _LONGEST_QUOTE)]
        hint = Hint(at, end, f"+{self.text[at:end]}", say(": {text}", text=f"+{piece}"))
        self._fault("unknown_character", say("{shown} is not a tile; a meld begins with '+'", shown=shown), at, hint)
        return end

    def _seat(self, at: int, end: int) -> int:
        self._end_digits()
        group = self._open
        shown = self.text[at + 1 : end]
        word = self._chars[at + 1 : end].lower()
        if group is None:
            self._fault("stray_seat", say("{text} does not follow a meld", text=quoted("@" + shown)), at)
        elif word in self._seats:
            group.feeder, group.seat_column = self._seats[word], at
        elif not word:
            self._fault("unknown_seat", say("'@' needs a seat after it: left, across or right"), at)
        elif word in WINNER_WORDS:
            self._fault("unknown_seat", say("{text} is the player whose meld it is", text=quoted(shown)), at + 1)
        else:
            self._fault("unknown_seat", not_a_seat(shown), at + 1, seat_hint(word, self._seats, at + 1, end))
        self._end_group()
        return end

    def _end_group(self) -> None:
        group, self._open = self._open, None
        if group is None:
            return
        if group.role is not None and group.is_blank and not self._only_tiles:
            message = say("a group's tiles follow its word at once, as in +peng5p")
            self._fault("empty_meld", message, group.column)
            group.is_whole = False
        self.groups.append(group)


def _is_gap(char: str) -> bool:
    return char.isspace() or char in ",、"


def _is_unknown(char: str) -> bool:
    return char not in _FIRSTS and not char.isspace()


def plain(char: str) -> str:
    """The character's plain form, where that is one character too.

    >>> plain("５"), plain("ｍ"), plain("，")
    ('5', 'm', ',')
    """
    if char.isascii():
        return char
    form = normalize("NFKC", char)
    return form if len(form) == 1 else char


def quoted(text: str) -> Text:
    """Some text for a message: short, and with whatever cannot be printed escaped.

    >>> quoted("x"), quoted("\\u200b")
    ("'x'", "'\\\\u200b'")
    """
    return texts.quoted(text if len(text) <= _LONGEST_QUOTE else text[:_LONGEST_QUOTE] + "…")


def not_a_seat(word: str) -> Text:
    """What to say of a word that is not a seat.

    >>> not_a_seat("右")
    "'右' is not a seat (right 下家, across 對家 or left 上家)"
    """
    return say("{text} is not a seat (right 下家, across 對家 or left 上家)", text=quoted(word))


def seat_hint(word: str, known: Iterable[str], start: int, end: int) -> Hint | None:
    """The seat that a word may mean.

    >>> seat_hint("右", SEAT_WORDS, 0, 1).clause, seat_hint("lfet", SEAT_WORDS, 0, 4).clause
    (', did you mean right?', ', did you mean left?')
    """
    if word in SEAT_HINTS:
        return Hint(start, end, SEAT_HINTS[word], say(", did you mean {word}?", word=SEAT_HINTS[word]))
    return _nearest(word, known, start, end)


def _nearest(word: str, known: Iterable[str], start: int, end: int) -> Hint | None:
    found = near(word, known)
    return Hint(start, end, found, say(", did you mean {word}?", word=found)) if found else None


def near(word: str, known: Iterable[str]) -> str:
    """The nearest known word, or nothing if none is near.

    >>> near("pemg", ["chi", "peng"]), near("x", ["chi", "peng"])
    ('peng', '')
    """
    from difflib import get_close_matches

    found = get_close_matches(word[:_LONGEST_QUOTE].lower(), known, 1)
    return found[0] if found else ""
