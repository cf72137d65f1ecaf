"""The same questions as the commands', as typed calls.

Every argument is text or a plain value, as on the command line; the answers are the records that become its JSON.
"""

import os
from collections.abc import Callable, Mapping
from functools import cache
from operator import index
from typing import TYPE_CHECKING, Any, Literal, TypeVar, Unpack, get_args, overload

from mjcalc.answers.records import Aims, Answer, Discards, Score, Waits
from mjcalc.answers.score import answer
from mjcalc.asked import Asked, read
from mjcalc.errors import MjcalcError, shortened
from mjcalc.question import MOST_SETTINGS, WANTED, Option, Options, Question, options
from mjcalc.rules.schema import Language, Variant

if TYPE_CHECKING:
    from mjcalc.answers.explained import Explained

__all__ = [
    "OPERATIONS",
    "Options",
    "Rules",
    "aims",
    "aims_of",
    "answer_discards",
    "answer_score",
    "answer_waits",
    "ask",
    "check_language",
    "discards",
    "discards_of",
    "explained_score_of",
    "path_text",
    "report_to",
    "score",
    "score_of",
    "shanten",
    "waits",
    "waits_of",
]

Rules = str | os.PathLike[str]
"""A variant's id or alias, or a rules file's path."""

T = TypeVar("T")


@overload
def score(
    hand: str, *, rules: Rules, explain: Literal[True], lang: Language = "zh-Hant", **options: Unpack[Options]
) -> "Explained": ...
@overload
def score(
    hand: str, *, rules: Rules, explain: bool = False, lang: Language = "zh-Hant", **options: Unpack[Options]
) -> Score: ...
def score(
    hand: str, *, rules: Rules, explain: bool = False, lang: Language = "zh-Hant", **options: Unpack[Options]
) -> Score:
    """Whether a hand wins, in which reading, with which fans, and who pays what.

    >>> result = score("123m456m789s22s +peng5p@right +gang中中", win="3m", indicator="7p", rules="hs")
    >>> result.legal, result.total, [payment.pays for payment in result.payments], result.gain
    (True, 32, [32, 32, 32], 96)

    The options, all of them keywords; each may be left out:

    - ``win``: the winning tile; without it, the last concealed one
    - ``by``: ``self-draw``, ``discard``, ``kong-draw``, ``rob-kong`` or ``flower-draw``
    - ``from_``: the seat that the winning tile came from: ``right``, ``across`` or ``left``
    - ``dealer``: who deals: ``self`` or one of the seats
    - ``indicator``, ``wild``: the flipped tile, or the round's wild itself
    - ``base``, ``streak``: 底, and how many times the dealer has stayed
    - ``last_tile``, ``heavenly``, ``earthly``, ``not_ready``, ``last_copy``: what is true of the win
    - ``round_wind``, ``seat_wind``: 東, 南, 西 or 北
    - ``flowers``: how many are set aside
    - ``losers``: seat → what that player shows
    - ``seen``: other tiles that lie open
    - ``draws``, ``sort``, ``within``: for :func:`discards`, :func:`waits` and :func:`aims`
    - ``set``: name → value of the variant's options, ``fans.ID`` and ``caps.ID``

    :param hand: all that lies in front of the winner, see :mod:`mjcalc.notation`.
    :param rules: a variant's id or alias, or a rules file's path.
    :param explain: whether to say why: the answer then is an :class:`~mjcalc.answers.explained.Explained`.
    :param lang: the language of names.
    :param options: as above; :class:`mjcalc.question.Question` says more of each.
    :raises NotationError: if some text cannot be read.
    :raises ImpossibleError: if what was read cannot be, or options contradict each other.
    :raises RulesError: if there is no such variant or setting.
    :raises TypeError: if an argument is not of its type, or there is no such argument.
    """
    return _call(_answer_explained if explain else answer_score, hand, rules, lang, options)


def waits(hand: str, *, rules: Rules, lang: Language = "zh-Hant", **options: Unpack[Options]) -> Waits:
    """What 13 tiles (3 less for each meld) wait for, and what each wait would be worth drawn and thrown.

    The arguments are those of :func:`score`; a wait counts as thrown by ``from_``, or else by ``right``.

    >>> hand = waits("123m456m78s22s +peng5p@right +gang中中", rules="hs", indicator="7p", seen="9s")
    >>> [(wait.tile, wait.remaining, wait.self_draw.total) for wait in hand.waits]
    [('8p', 4, 16), ('6s', 4, 32), ('9s', 3, 32)]

    :raises MjcalcError: as :func:`score` does.
    """
    return _call(answer_waits, hand, rules, lang, options)


def discards(hand: str, *, rules: Rules, lang: Language = "zh-Hant", **options: Unpack[Options]) -> Discards:
    """What to throw from 14 tiles (3 less for each meld), best first; the arguments are those of :func:`score`.

    >>> best = discards("123m456p78s22s中中白9s", rules="hm").discards[0]
    >>> best.tile, best.shanten, [(accept.tile, accept.remaining) for accept in best.accepts]
    ('白', 0, [('2s', 2), ('中', 2)])

    :raises MjcalcError: as :func:`score` does.
    """
    return _call(answer_discards, hand, rules, lang, options)


def aims(hand: str, *, rules: Rules, lang: Language = "zh-Hant", **options: Unpack[Options]) -> Aims:
    """The fans that 13 or 14 tiles (3 less for each meld) may be played for; the arguments are those of :func:`score`.

    >>> found = aims("1122335577m中中白", rules="hm", within=0).aims
    >>> [(aim.id, aim.shanten, [accept.tile for accept in aim.accepts]) for aim in found]
    [('seven_pairs', 0, ['白']), ('half_flush', 0, ['白'])]

    :raises MjcalcError: as :func:`score` does.
    """
    return _call(_answer_aims, hand, rules, lang, options)


def shanten(hand: str, *, rules: Rules, **options: Unpack[Options]) -> int | None:
    """How many useful draws 13 or 14 tiles (3 less for each meld) are from ready, over the variant's shapes.

    −1 is complete, 0 ready; None means that no shape of the variant can be reached.

    >>> shanten("123m456p78s22s中中白", rules="hm"), shanten("123m456p789s22s中中", rules="hm")
    (1, 0)

    :raises MjcalcError: as :func:`score` does.
    """
    return _call(_answer_shanten, hand, rules, "zh-Hant", options)


def _call(answer: Callable[[Question, str, Language], T], hand: str, rules: Rules, lang: Language, given: Options) -> T:
    """Answer a call: its arguments are checked, and errors name its arguments."""
    check_language(lang)
    question = ask(hand, given)
    try:
        return answer(question, path_text(rules), lang)
    except MjcalcError as error:
        raise error.renamed({"from": "from_"}) from None


@cache
def _classes() -> dict[str, tuple[type, ...]]:
    """For each argument the very classes that need no further look."""
    return {
        one.name: () if Mapping in WANTED[one.type].classes else WANTED[one.type].classes for one in options().values()
    }


def ask(hand: str, given: Mapping[str, Any]) -> Question:
    """The question of a call, its arguments checked.

    >>> ask("123m", {"base": 5}).base
    5

    :raises TypeError: if there is no such argument, or with what is wanted in place of a value.
    """
    arguments: dict[str, Any] = {"hand": hand, **given}
    classes = _classes()
    for name, value in arguments.items():
        if name not in classes:
            raise TypeError(f"there is no argument {shortened(name)}; there are: {', '.join(classes)}")
        if type(value) not in classes[name]:
            arguments[name] = _fitted(options()[name], value)
    return Question(**arguments)


def _fitted(option: Option, value: Any) -> Any:
    """The value as the field has it."""
    wanted = WANTED[option.type]
    if int in wanted.classes:
        value = _plain(value)
    if not isinstance(value, wanted.classes) or (isinstance(value, bool) and bool not in wanted.classes):
        raise TypeError(f"{option.name} must be {wanted.python}, not {shortened(value)}")
    if not isinstance(value, Mapping):
        return value
    for key, one in value.items():
        if not isinstance(key, str) or (option.type == Mapping[str, str] and not isinstance(one, str)):
            raise TypeError(f"{option.name} must be {wanted.python}, not of {shortened(key)} to {shortened(one)}")
    if len(value) > MOST_SETTINGS:
        raise ValueError(f"{option.name} has more than {MOST_SETTINGS} entries")
    return {key: _plain(one) for key, one in value.items()}


def _plain(value: Any) -> Any:
    """A number of another library as an int; anything else is itself."""
    if isinstance(value, bool | int | str) or not hasattr(value, "__index__"):
        return value
    return index(value)


def path_text(rules: Rules) -> str:
    """The text of a variant's name or path.

    :raises TypeError: if it is neither.
    """
    text = os.fspath(rules) if isinstance(rules, os.PathLike) else rules
    if not isinstance(text, str):
        raise TypeError(f"rules must be a str or a path, not {shortened(rules)}")
    return text


def check_language(lang: str) -> None:
    """Check that there are names in this language.

    :raises ValueError: if there are none.
    """
    if lang not in get_args(Language):
        raise ValueError(f"lang must be one of {', '.join(get_args(Language))}, not {shortened(lang)}")


def answer_score(question: Question, rules: str | Variant, lang: Language) -> Score:
    """What :func:`score` answers, for a question that is one already, by a variant that may be loaded already."""
    return score_of(read(question, rules, "score"), lang)


def _answer_explained(question: Question, rules: str | Variant, lang: Language) -> "Explained":
    return explained_score_of(read(question, rules, "score"), lang)


def answer_waits(question: Question, rules: str | Variant, lang: Language) -> Waits:
    """What :func:`waits` answers."""
    return waits_of(read(question, rules, "waits"), lang)


def answer_discards(question: Question, rules: str | Variant, lang: Language) -> Discards:
    """What :func:`discards` answers."""
    return discards_of(read(question, rules, "discard"), lang)


def _answer_aims(question: Question, rules: str | Variant, lang: Language) -> Aims:
    return aims_of(read(question, rules, "aims"), lang)


def _answer_shanten(question: Question, rules: str | Variant, lang: Language) -> int | None:
    from mjcalc.answers.waits import shanten_of

    asked = read(question, rules, "shanten")
    return shanten_of(asked.round.judge, asked.table, asked.situation, asked.round.tile_set)


def score_of(asked: Asked, lang: Language) -> Score:
    """The answer of :func:`score` to a question that was read."""
    case = asked.round.case(asked.table, asked.situation)
    return answer(asked.round.judge, case, asked.round.judge.judge(case), lang)


def explained_score_of(asked: Asked, lang: Language) -> "Explained":
    """The answer of :func:`score` to a question that was read, and why it is that."""
    from mjcalc.answers.explain import explained  # few ask

    case = asked.round.case(asked.table, asked.situation)
    return explained(asked.round.judge, case, asked.round.judge.judge(case), lang)


def waits_of(asked: Asked, lang: Language) -> Waits:
    """The answer of :func:`waits` to a question that was read."""
    from mjcalc.answers import waits

    question, round = asked.question, asked.round
    return waits.waits_of(round.judge, asked.table, asked.situation, round.tile_set, lang, question.draws)


def discards_of(asked: Asked, lang: Language) -> Discards:
    """The answer of :func:`discards` to a question that was read."""
    from mjcalc.answers import waits

    question, round = asked.question, asked.round
    return waits.discards_of(
        round.judge, asked.table, asked.situation, round.tile_set, lang, question.draws, question.sort
    )


def aims_of(asked: Asked, lang: Language) -> Aims:
    """The answer of :func:`aims` to a question that was read."""
    from mjcalc.answers import aims

    question, round = asked.question, asked.round
    return aims.aims_of(round.judge, asked.table, asked.situation, round.tile_set, lang, question.within)


def report_to(listener: Callable[[int, int], None] | None) -> None:
    """From now on tell a listener every now and then how many hands were looked at for chances, and how many may be."""
    from mjcalc.answers import chances

    chances.report_to(listener)


OPERATIONS: Mapping[str, Callable[[Asked, Language], Answer]] = {
    "score": score_of,
    "waits": waits_of,
    "discard": discards_of,
    "aims": aims_of,
}
"""What can be asked about a hand → what answers it."""
