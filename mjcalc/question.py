"""A hand and what is said about it: what every command, call, request and example asks about.

An option is one field of :class:`Question` with its help. The commands' options, the JSON of requests, its schema and
the types that calls are checked for are made from it; type checkers have it from :class:`PlainOptions`. What an option
*means* is said in :func:`situation_of`, or where its text is read. What is true of a win is a field of
:class:`~mjcalc.hand.Situation` with the same name, which predicates look at; where no rule does,
:mod:`mjcalc.answers.notes` says so.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Annotated, Any, TypedDict, TypeVar

from msgspec import Meta, Struct, field

from mjcalc.errors import ImpossibleError, MjcalcError, NotationError, Problem, shortened
from mjcalc.hand import SEATS, SEATS_SAID, WAYS, By, Dealer, Seat, Situation
from mjcalc.memo import Memo
from mjcalc.notation import parse_by, parse_dealer, parse_seat, parse_tile
from mjcalc.texts import Text, all_of, say
from mjcalc.tiles import WINDS

__all__ = [
    "MOST",
    "MOST_DRAWS",
    "MOST_SETTINGS",
    "SORTS",
    "WANTED",
    "About",
    "Option",
    "Options",
    "PlainOptions",
    "Question",
    "Wanted",
    "check_options",
    "losers_of",
    "options",
    "situation_of",
]

T = TypeVar("T")

MOST = 1_000_000_000
"""No number in a question, a setting or a rules file is larger: more than any table pays, and well inside 64 bits."""

SORTS = ("shanten", "win", "mean")
"""By what throws may be ordered."""

MOST_DRAWS = 40
"""The most draws that chances can be asked for."""

MOST_SETTINGS = 256
"""How many settings a question may have."""


class About(Struct, frozen=True):
    """What is said of an option beside its name and its type."""

    help: Text
    """What it is; another field is named in backticks, by its JSON key."""
    metavar: str = ""
    """What its value is called in the help of a command."""
    words: tuple[str, ...] = ()
    """What its value may be, where it is one of a few words; other spellings of them are read too."""
    won: bool = False
    """Whether only a hand that has won can have it."""
    only: tuple[str, ...] = ()
    """The questions that it belongs to, where those are not all."""
    each: Mapping[str | None, Text] = {}
    """The help of each seat's own option, where there is one for each."""
    also: str = ""
    """Another spelling on the command line."""
    flag: str = ""
    """Its name on the command line, where that is not its JSON key."""


class Question(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A hand and what may be said about it beside its tiles, as texts and plain values.

    >>> Question(hand="123m", from_="left").dealer is None
    True
    """

    hand: Annotated[str, About(say("The hand, written as for the command line."))]
    win: Annotated[
        str | None, About(say("The winning tile; without it, the last concealed one."), "TILE", won=True)
    ] = None
    by: Annotated[
        str | None,
        About(say("How the winning tile came; without it, drawn, or a discard where `from` is given."), words=WAYS),
    ] = None
    from_: Annotated[
        str | None, About(say("The seat that threw the winning tile or was robbed of it (下 對 上 too)."), words=SEATS)
    ] = field(default=None, name="from")
    dealer: Annotated[str | None, About(say("Who deals; without it no dealer fan counts."), words=("self", *SEATS))] = (
        None
    )
    indicator: Annotated[str | None, About(say("The flipped tile, which makes the round's wild."), "TILE")] = None
    wild: Annotated[str | None, About(say("The round's wild itself."), "TILE")] = None
    base: Annotated[int | None, About(say("底: what one point is worth, if not the variant's own base."), "N")] = None
    streak: Annotated[int | None, About(say("How many times the dealer has stayed."), "N")] = None
    last_tile: Annotated[bool, About(say("海底, 海撈: won at the end of the wall."), also="--last-tiles")] = False
    heavenly: Annotated[bool, About(say("天胡: the dealer's dealt win."))] = False
    earthly: Annotated[bool, About(say("地胡: another player's win at once."))] = False
    not_ready: Annotated[bool, About(say("The discarder was not ready."), won=True)] = False
    round_wind: Annotated[str | None, About(say("圈風: the round's wind, 東 南 西 or 北."), "WIND", flag="round")] = (
        None
    )
    seat_wind: Annotated[
        str | None, About(say("門風: the winner's own wind; without it, told by `dealer`."), "WIND", flag="seat")
    ] = None
    flowers: Annotated[
        int | None, About(say("花: how many flowers and seasons are set aside (+hua春梅 too)."), "N")
    ] = None
    last_copy: Annotated[bool, About(say("和絕張: the winning tile's other three copies lie open."), won=True)] = False
    losers: Annotated[
        Mapping[str, str],
        About(
            say("Seat → what that player shows: melds, kongs, thrown wilds."),
            "HAND",
            each={
                seat: say("The {seat} player's melds, kongs and thrown wilds.", seat=said)
                for seat, said in SEATS_SAID.items()
            },
        ),
    ] = {}
    seen: Annotated[str | None, About(say("Other tiles that can be seen, such as discards."), "TILES")] = None
    set: Annotated[
        Mapping[str, Any],
        Meta(max_length=MOST_SETTINGS),
        About(
            say("Change the variant's options, `fans.ID` or `caps.ID`; a fan set to 0 does not count."), "NAME=VALUE"
        ),
    ] = {}
    draws: Annotated[
        int | None,
        About(
            say("Chances to be ready, to win, and the mean gain, within so many draws: 1 to 40."),
            "N",
            only=("waits", "discard"),
        ),
    ] = None
    sort: Annotated[
        str | None,
        About(
            say("Throws by shanten, win or mean; without it by mean where `draws` is given."),
            words=SORTS,
            only=("discard",),
        ),
    ] = None
    within: Annotated[int | None, About(say("How far away aims may be; 4 without it."), "N", only=("aims",))] = None


class PlainOptions(TypedDict, total=False):
    """The keyword arguments of a call that name no seat."""

    win: str | None
    by: By | None
    indicator: str | None
    wild: str | None
    base: int | None
    streak: int | None
    last_tile: bool
    heavenly: bool
    earthly: bool
    not_ready: bool
    round_wind: str | None
    seat_wind: str | None
    flowers: int | None
    last_copy: bool
    losers: Mapping[str, str]
    seen: str | None
    set: Mapping[str, Any]
    draws: int | None
    sort: str | None
    within: int | None


class Options(PlainOptions, total=False):
    """The keyword arguments of a call, for type checkers; other spellings of ways and seats can be read too."""

    from_: Seat | None
    dealer: Dealer | None


class Wanted(Struct, frozen=True):
    """What may be given for a type of field."""

    classes: tuple[type, ...]
    json: Text
    """In a request."""
    python: str
    """In a call."""


WANTED: dict[Any, Wanted] = {
    str: Wanted((str,), say("a text"), "a str"),
    str | None: Wanted((str, type(None)), say("a text"), "a str or None"),
    int | None: Wanted((int, type(None)), say("a whole number"), "an int or None"),
    bool: Wanted((bool,), say("true or false"), "True or False"),
    Mapping[str, str]: Wanted((Mapping,), say("an object"), "a mapping of a str to a str"),
    Mapping[str, Any]: Wanted((Mapping,), say("an object"), "a mapping of a str to a value"),
}
"""Type of a field → what may be given for it."""


class Option(Struct, frozen=True):
    """A field of :class:`Question`."""

    name: str
    """Of the argument of a call."""
    key: str
    """In JSON."""
    type: Any
    """One of :data:`WANTED`."""
    about: About

    @property
    def flag(self) -> str:
        """Of the option of the command line."""
        return f"--{(self.about.flag or self.key).replace('_', '-')}"


@cache
def options() -> dict[str, Option]:
    """The fields of :class:`Question` by their names in a call, the hand first."""
    found = {}
    for name, key in zip(Question.__struct_fields__, Question.__struct_encode_fields__, strict=True):
        hint: Any = Question.__annotations__[name]
        found[name] = Option(name, key, hint.__origin__, hint.__metadata__[-1])
    return found


_SEATS = frozenset(SEATS)


def losers_of(question: Question) -> Mapping[Seat, str]:
    """What each loser shows, the seats read in any spelling.

    >>> losers_of(Question(hand="", losers={"下家": "+peng5p"}))
    {'right': '+peng5p'}

    :raises NotationError: if one of them is not a seat, or two are the same.
    """
    if question.losers.keys() <= _SEATS:
        return question.losers  # type: ignore[return-value]  # checked here
    losers: dict[Seat, str] = {}
    problems: list[Problem] = []
    for word, text in question.losers.items():
        try:
            seat = parse_seat(word, where="losers")
        except NotationError as error:
            problems += error.problems
            continue
        if seat in losers:
            problems.append(
                Problem(
                    "duplicate_seat",
                    say("{text} is {seat} once more", text=shortened(word), seat=SEATS_SAID[seat]),
                    where="losers",
                )
            )
        losers[seat] = text
    if problems:
        raise NotationError(problems)
    return losers


def check_options(question: Question, operation: str) -> None:
    """Check what belongs to some questions only.

    :raises ImpossibleError: if an option does not belong to this one.
    :raises NotationError: if a value cannot be used.
    """
    if question.draws is None and question.sort is None and question.within is None:
        return
    for one in options().values():
        if one.about.only and operation not in one.about.only and getattr(question, one.name) is not None:
            message = say(
                "{key} belongs to {operations}, not to {operation}",
                key=one.key,
                operations=all_of(one.about.only),
                operation=operation,
            )
            raise ImpossibleError([Problem("option_not_wanted", message, where=one.key)])
    problems = []
    if question.sort is not None and question.sort not in SORTS:
        message = say("{text} is not one of {words}", text=shortened(question.sort), words=SORTS)
        problems.append(Problem("unknown_sort", message, question.sort, 0, "sort"))
    for where, number, least, most in (("draws", question.draws, 1, MOST_DRAWS), ("within", question.within, -1, 13)):
        problems += _out_of_range(where, number, least, most)
    if problems:
        raise NotationError(problems)


_situations: Memo[tuple[object, ...], Situation] = Memo(1024)


def situation_of(question: Question) -> Situation:
    """How the win came and what the table has agreed on, read from the question's words and numbers.

    >>> situation_of(Question(hand="", from_="下家")).by
    'discard'

    :raises NotationError: for everything among them that cannot be read.
    """
    key = (
        question.by, question.from_, question.dealer, question.base, question.streak,
        question.last_tile, question.heavenly, question.earthly, question.not_ready,
        question.round_wind, question.seat_wind, question.flowers, question.last_copy,
    )  # fmt: skip
    # Words that are far too long are refused, so no key is heavy.
    return _situations.get(key) or _situations.keep(key, _read_situation(question))


def _read_situation(question: Question) -> Situation:
    problems: list[Problem] = []
    by = _word(parse_by, question.by, problems)
    source = _word(parse_seat, question.from_, problems)
    dealer = _word(parse_dealer, question.dealer, problems)
    round_wind = _wind(question.round_wind, "round_wind", problems)
    seat_wind = _wind(question.seat_wind, "seat_wind", problems)
    numbers = (("base", question.base, 1), ("streak", question.streak, 0), ("flowers", question.flowers, 0))
    for where, number, least in numbers:
        problems += _out_of_range(where, number, least, MOST)
    if problems:
        raise NotationError(problems)
    return Situation(
        by=by or ("self-draw" if source is None else "discard"),
        source=source,
        dealer=dealer,
        base=question.base,
        streak=question.streak or 0,
        last_tile=question.last_tile,
        heavenly=question.heavenly,
        earthly=question.earthly,
        not_ready=question.not_ready,
        round_wind=round_wind,
        seat_wind=seat_wind,
        flowers=question.flowers or 0,
        last_copy=question.last_copy,
    )


def _out_of_range(where: str, number: int | None, least: int, most: int) -> list[Problem]:
    if number is None or least <= number <= most:
        return []
    message = say(
        "{text} is not a whole number from {least} to {most:,}", text=shortened(number), least=least, most=most
    )
    return [Problem("bad_number", message, where=where)]


def _word(parse: Callable[[str], T], text: str | None, problems: list[Problem]) -> T | None:
    """What a word stands for; what is wrong with it is added to the problems."""
    try:
        return None if text is None else parse(text)
    except NotationError as error:
        problems += error.problems
        return None


def _wind(text: str | None, where: str, problems: list[Problem]) -> int | None:
    """A wind; what is not one is added to the problems."""
    if text is None:
        return None
    try:
        kind = parse_tile(text, where=where)
    except MjcalcError:
        kind = None
    if kind is None or kind not in WINDS:
        problems.append(
            Problem("not_a_wind", say("{text} is not a wind: 東, 南, 西 or 北", text=shortened(text)), text, 0, where)
        )
    return kind
