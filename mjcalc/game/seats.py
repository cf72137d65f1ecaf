"""Players by name and seats as one of them sees the others: in options, and after ``@`` in hands.

A place is a player's number in turn order, from 0; each is followed by the player on their right.
"""

from collections.abc import Iterable, Iterator, Sequence
from unicodedata import category, combining, normalize

from msgspec import Struct
from msgspec.structs import replace

from mjcalc.errors import GameError, NotationError, Problem
from mjcalc.game.deal import PLAYERS
from mjcalc.hand import SEATS, Seat
from mjcalc.notation.spellings import SEAT_WORDS, WINNER_WORDS
from mjcalc.rules.suggest import cut, did_you_mean
from mjcalc.texts import Text, quoted, say

__all__ = ["Seating", "Spoken", "check_names"]

_LONGEST = 20
_NOT_IN_NAMES = "=,"
_TAKEN = frozenset((*SEAT_WORDS, *WINNER_WORDS))
"""Words that mean a seat already, wherever the reader of hands meets them."""
_AT = "@＠"
_WRITTEN: dict[Seat, str] = {"right": "下家", "across": "對家", "left": "上家"}
"""A seat as it is put into a hand: a word that nothing after it can make longer."""


class Spoken(Struct, frozen=True):
    """A text with names, and the same with seats."""

    typed: str
    said: str
    places: tuple[int, ...]
    """The index in ``typed`` for each in ``said``, and for its end."""
    where: str
    """What the text is called in problems."""
    problems: tuple[Problem, ...] = ()
    """Names that nobody here has, or that cannot be meant."""

    def back(self, problem: Problem) -> Problem:
        """A problem of the text with seats, as one of the text that was typed."""
        column = None if problem.column is None else self.places[min(problem.column, len(self.said))]
        return replace(problem, text=self.typed if problem.text else "", column=column, where=self.where)


class Seating:
    """Who sits where.

    >>> table = Seating(["甲", "乙", "丙", "丁"])
    >>> table.seat(3, seen_from=0), table.spoken("23m +peng5p@丁", 0, "hand").said
    ('left', '23m +peng5p@上家')
    """

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)
        self._words = sorted((*names, *_TAKEN), key=len, reverse=True)

    def place(self, name: str, where: str) -> int:
        """The place of a player.

        :raises NotationError: if there is no such player.
        """
        spelt = normalize("NFC", name.strip())
        if spelt not in self.names:
            raise NotationError([Problem("unknown_player", self._stranger(name), where=where)])
        return self.names.index(spelt)

    def seat(self, place: int, *, seen_from: int) -> Seat:
        """Where a player sits from another's view."""
        return SEATS[(place - seen_from) % PLAYERS - 1]

    def at(self, seat: Seat, *, seen_from: int) -> int:
        """The place of the player in a seat of another's.

        >>> Seating("甲乙丙丁").at("left", seen_from=1)
        0
        """
        return (seen_from + 1 + SEATS.index(seat)) % PLAYERS

    def spoken(self, text: str, owner: int, where: str) -> Spoken:
        """A hand's text with the seats, as its owner sees them, in place of the names after ``@``."""
        said, end = "", 0
        places: list[int] = []
        problems: list[Problem] = []
        for at, char in enumerate(text):
            if char not in _AT or at < end:  # a name may have one in it
                continue
            start = at + 1
            word = self._word(text, start)
            if word in _TAKEN:
                continue
            said += text[end:at]
            places += range(end, at)
            if word is None:
                end = next((place for place in range(start, len(text)) if _ends_word(text[place])), len(text))
                problems.append(Problem("unknown_player", self._stranger(text[start:end]), text, start, where))
                continue
            end = start + len(word)
            if self.names.index(word) == owner:
                message = say("{text} is the player whose meld it is", text=quoted(word))
                problems.append(Problem("wrong_feeder", message, text, start, where))
            else:
                seat = f"@{_WRITTEN[self.seat(self.names.index(word), seen_from=owner)]}"
                said += seat
                places += [start] * len(seat)
        return Spoken(text, said + text[end:], (*places, *range(end, len(text) + 1)), where, tuple(problems))

    def named(self, text: str, owner: int) -> str:
        """A hand in canonical notation with names in place of seats.

        >>> Seating("甲乙丙丁").named("23m +peng5p@left", 0)
        '23m +peng5p@丁'
        """
        first, *parts = text.split("@")
        for part in parts:
            seat = next(seat for seat in SEATS if part.startswith(seat))
            first += f"@{self.names[self.at(seat, seen_from=owner)]}{part.removeprefix(seat)}"
        return first

    def _word(self, text: str, start: int) -> str | None:
        """The longest name or seat that stands here; one of letters must end where the letters end."""
        for word in self._words:
            here = text[start : start + len(word)]
            after = text[start + len(word) : start + len(word) + 1].lower()
            # Seats may be written in any case, names only as they are.
            is_it = here == word or (here.lower() == word and word in _TAKEN)
            if is_it and not (word[-1].isascii() and word[-1].isalpha() and "a" <= after <= "z"):
                return word
        return None

    def _stranger(self, name: str) -> Text:
        hint = did_you_mean(name, self.names)
        return say(
            "{text} is not a player at this table ({players}){hint}",
            text=quoted(cut(name)),
            players=self.names,
            hint=hint,
        )


def _ends_word(char: str) -> bool:
    return char.isspace() or char in ",、+" or char in _AT


def check_names(names: Iterable[str]) -> tuple[str, ...]:
    """The players' names, as they are kept.

    >>> check_names(["甲", "乙", " Ann ", "丁"])
    ('甲', '乙', 'Ann', '丁')

    :raises GameError: with everything that is wrong with them.
    """
    kept = tuple(normalize("NFC", name.strip()) for name in names)
    problems = list(_generate_problems(kept))
    if problems:
        raise GameError(problems)
    return kept


def _generate_problems(names: tuple[str, ...]) -> Iterator[Problem]:
    if len(names) != PLAYERS:
        message = say("{needed} players are needed, and {number} are named", needed=PLAYERS, number=len(names))
        yield _problem("wrong_players", message)
    for number, name in enumerate(names):
        if name in names[:number]:
            yield _problem("same_name", say("two players are called {name}", name=quoted(cut(name))))
        elif name in _TAKEN:
            message = say("{name} means a seat in a hand, so nobody can be called that", name=quoted(name))
            yield _problem("bad_name", message)
        elif not name or combining(name[0]) or any(category(char)[0] in "CZ" for char in name):
            message = say(
                "{name} cannot be a name: it needs 1 to {most} visible characters",
                name=quoted(cut(name)),
                most=_LONGEST,
            )
            yield _problem("bad_name", message)
        elif sum(not combining(char) for char in name) > _LONGEST:
            message = say(
                "{name} is too long a name: {most} characters are the most", name=quoted(cut(name)), most=_LONGEST
            )
            yield _problem("bad_name", message)
        elif any(char in _NOT_IN_NAMES for char in name):
            message = say("{name} cannot be a name: it holds '=' or ','", name=quoted(name))
            yield _problem("bad_name", message)


def _problem(code: str, message: str) -> Problem:
    return Problem(code, message, where="players")
