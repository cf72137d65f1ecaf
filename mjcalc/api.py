"""The same questions as the commands', as typed calls.

Every argument is text or a plain value, as on the command line; the answers are the records that become its JSON.
"""

import os
from collections.abc import Callable, Mapping
from typing import TypeVar, Unpack, get_args

from mjcalc.answers.records import Aims, Answer, Discards, Score, Waits
from mjcalc.answers.score import answer
from mjcalc.asked import Asked, read
from mjcalc.errors import MjcalcError, shortened
from mjcalc.question import Options, Question, ask
from mjcalc.rules.schema import Language, Variant

__all__ = [
    "OPERATIONS",
    "Options",
    "Rules",
    "aims",
    "aims_of",
    "answer_discards",
    "answer_score",
    "answer_waits",
    "check_language",
    "discards",
    "discards_of",
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


def score(hand: str, *, rules: Rules, lang: Language = "zh-Hant", **options: Unpack[Options]) -> Score:
    """Whether a hand wins, in which reading, with which fans, and who pays what.

    >>> result = score("123m456m789s22s +peng5p@right +gang中中", win="3m", indicator="7p", rules="hs")
    >>> result.legal, result.total, [payment.pays for payment in result.payments], result.gain
    (True, 32, [32, 32, 32], 96)

    :param hand: all that lies in front of the winner, see :mod:`mjcalc.notation`.
    :param rules: a variant's id or alias, or a rules file's path.
    :param lang: the language of names.
    :param options: the fields of :class:`mjcalc.question.Question`.
    :raises NotationError: if some text cannot be read.
    :raises ImpossibleError: if what was read cannot be, or options contradict each other.
    :raises RulesError: if there is no such variant or setting.
    :raises TypeError: if an argument is not of its type, or there is no such argument.
    """
    return _call(answer_score, hand, rules, lang, options)


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
