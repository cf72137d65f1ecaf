"""The same questions as the commands', as typed calls.

Every argument is text or a plain value, as on the command line; the answers are the records that become its JSON.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, TypedDict, Unpack

from msgspec import Struct

from mjcalc import notation
from mjcalc import rules as rule_book
from mjcalc.answers.contradictions import arrange
from mjcalc.answers.records import Discards, Score, Waits
from mjcalc.answers.score import answer
from mjcalc.errors import ImpossibleError, MjcalcError, NotationError, Problem
from mjcalc.hand import Seat, Situation, Table, TileSet
from mjcalc.question import Question
from mjcalc.rules.schema import Language, Variant
from mjcalc.rules.settings import MOST
from mjcalc.scoring.judge import Judge
from mjcalc.scoring.predicates import VOCABULARY
from mjcalc.scoring.view import Case

__all__ = [
    "Bench",
    "Options",
    "answer_discards",
    "answer_score",
    "answer_waits",
    "discards",
    "read",
    "score",
    "shanten",
    "waits",
]


class Options(TypedDict, total=False):
    """The keyword arguments of :func:`score` and the others: the fields of a :class:`~mjcalc.question.Question`."""

    win: str | None
    """The winning tile; without it, the last concealed one."""
    by: str | None
    """``self-draw`` (the default without ``from_``), ``discard`` (with it), ``kong-draw``, ``rob-kong``,
    ``flower-draw``."""
    from_: str | None
    """The seat that the winning tile came from: ``right``, ``across``, ``left``."""
    dealer: str | None
    """``self`` or a seat; unknown, nobody's dealer fan counts."""
    indicator: str | None
    """The flipped tile, which makes the round's wild."""
    wild: str | None
    """The round's wild itself."""
    base: int | None
    """底, where the table plays for another than the variant's."""
    streak: int | None
    """How many times the dealer has stayed."""
    last_tile: bool
    """Won at the end of the wall (海底, 海撈)."""
    heavenly: bool
    """The dealer's dealt win (天胡)."""
    earthly: bool
    """Another player's win on the first draw (地胡)."""
    not_ready: bool
    """The discarder was not ready."""
    losers: Mapping[Seat, str]
    """Seat → what that player shows, in the notation of the hand."""
    seen: str | None
    """Other tiles that can be seen; each is a copy that nobody else can hold."""
    set: Mapping[str, Any]
    """The variant's options, ``fans.ID`` and ``caps.ID`` → value."""


def score(hand: str, *, rules: str, lang: Language = "zh-Hant", **options: Unpack[Options]) -> Score:
    """Whether a hand wins, in which reading, with which fans, and who pays what.

    >>> result = score("123m456m789s22s +peng5p@right +gang中中", win="3m", indicator="7p", rules="hs")
    >>> result.legal, result.total, [payment.pays for payment in result.payments], result.gain
    (True, 32, [32, 32, 32], 96)

    :param hand: all that lies in front of the winner, see :mod:`mjcalc.notation`.
    :param rules: a variant's id or alias, or a rules file's path.
    :param lang: the language of names.
    :param options: see :class:`Options`.
    :raises NotationError: if some text cannot be read.
    :raises ImpossibleError: if what was read cannot be, or options contradict each other.
    :raises RulesError: if there is no such variant or setting.
    """
    return answer_score(Question(hand=hand, **options), rules, lang)


def waits(hand: str, *, rules: str, lang: Language = "zh-Hant", **options: Unpack[Options]) -> Waits:
    """What 13 tiles (3 less for each meld) wait for, and what each wait would be worth drawn and thrown.

    The arguments are those of :func:`score`; a wait counts as thrown by ``from_``, or else by ``right``.

    >>> hand = waits("123m456m78s22s +peng5p@right +gang中中", rules="hs", indicator="7p", seen="9s")
    >>> [(wait.tile, wait.remaining, wait.self_draw.total) for wait in hand.waits]
    [('8p', 4, 16), ('6s', 4, 32), ('9s', 3, 32)]

    :raises MjcalcError: as :func:`score` does.
    """
    return answer_waits(Question(hand=hand, **options), rules, lang)


def discards(hand: str, *, rules: str, lang: Language = "zh-Hant", **options: Unpack[Options]) -> Discards:
    """What to throw from 14 tiles (3 less for each meld), best first; the arguments are those of :func:`score`.

    >>> best = discards("123m456p78s22s中中白9s", rules="hm").discards[0]
    >>> best.tile, best.shanten, [(accept.tile, accept.remaining) for accept in best.accepts]
    ('白', 0, [('2s', 2), ('中', 2)])

    :raises MjcalcError: as :func:`score` does.
    """
    return answer_discards(Question(hand=hand, **options), rules, lang)


def shanten(hand: str, *, rules: str, **options: Unpack[Options]) -> int | None:
    """How many useful draws 13 or 14 tiles (3 less for each meld) are from ready, over the variant's shapes.

    −1 is complete, 0 ready; None means that no shape of the variant can be reached.

    >>> shanten("123m456p78s22s中中白", rules="hm"), shanten("123m456p789s22s中中", rules="hm")
    (1, 0)

    :raises MjcalcError: as :func:`score` does.
    """
    from mjcalc.answers.waits import shanten_of

    bench, table, situation = read(Question(hand=hand, **options), rules)
    return shanten_of(bench.judge, table, situation, bench.tile_set)


class Bench(Struct, frozen=True):
    """All that stays the same from hand to hand of one round."""

    variant: Variant
    tile_set: TileSet
    judge: Judge

    def case(self, table: Table, situation: Situation) -> Case:
        """What was read, for the judge.

        :raises ImpossibleError: if tiles and options contradict each other.
        """
        concealed, winning = arrange(self.variant, table, situation)
        return Case(table, situation, self.tile_set, concealed, winning, self.judge.formal_waits)


def answer_score(question: Question, rules: str, lang: Language) -> Score:
    """What :func:`score` answers, for a question that is one already."""
    bench, table, situation = read(question, rules)
    case = bench.case(table, situation)
    return answer(bench.judge, case, bench.judge.judge(case), lang)


def answer_waits(question: Question, rules: str, lang: Language) -> Waits:
    """What :func:`waits` answers."""
    from mjcalc.answers.waits import waits_of

    bench, table, situation = read(question, rules)
    return waits_of(bench.judge, table, situation, bench.tile_set, lang)


def answer_discards(question: Question, rules: str, lang: Language) -> Discards:
    """What :func:`discards` answers."""
    from mjcalc.answers.waits import discards_of

    bench, table, situation = read(question, rules)
    return discards_of(bench.judge, table, situation, bench.tile_set, lang)


_benches: dict[tuple[str, str, str | None, str | None], Bench] = {}
_MOST_BENCHES = 512
"""Distinct rounds to remember: all indicators of all variants, and their judges with a few settings."""


def _bench(rules: str, settings: Mapping[str, Any], indicator: str | None, wild: str | None) -> Bench:
    key = (rules, repr(sorted(settings.items(), key=str)) if settings else "", indicator, wild)
    bench = _benches.get(key)
    if bench is None:
        variant = rule_book.configure(rule_book.load(rules, VOCABULARY), settings)
        plain = rule_book.tile_set(variant, None, None)
        tile_set = rule_book.tile_set(
            variant,
            None if indicator is None else notation.parse_tile(indicator, plain, where="indicator"),
            None if wild is None else notation.parse_tile(wild, plain, where="wild"),
        )
        if len(_benches) >= _MOST_BENCHES:
            _benches.clear()
        bench = _benches[key] = Bench(variant, tile_set, _judge(variant, tile_set.wild))
    return bench


_judges: dict[tuple[int, int | None], Judge] = {}
_MOST_JUDGES = 256


def _judge(variant: Variant, wild: int | None) -> Judge:
    """The variant's judge; one serves every wild unless a rule looks at the wild's own face."""
    judge = _known_judge(variant, None)
    return _known_judge(variant, wild) if judge.looks_at_wild and wild is not None else judge


def _known_judge(variant: Variant, wild: int | None) -> Judge:
    judge = _judges.get((id(variant), wild))
    # A judge keeps its variant, so as long as it is here nothing else has that id; a new variant may have an old one's.
    if judge is None or judge.variant is not variant:
        if len(_judges) >= _MOST_JUDGES:
            _judges.clear()
        judge = _judges[id(variant), wild] = Judge(variant, wild)
    return judge


def read(question: Question, rules: str) -> tuple[Bench, Table, Situation]:
    """Everything that was given, read.

    :raises MjcalcError: with the problems of all of it together.
    """
    hand, indicator, wild, settings = question.hand, question.indicator, question.wild, question.set
    if not (isinstance(hand, str) and isinstance(rules, str)):
        raise TypeError(f"the hand and the rules must be text, not {hand!r} and {rules!r}")
    found: list[MjcalcError] = []
    try:
        bench = _bench(rules, settings, indicator, wild)
    except (NotationError, ImpossibleError) as error:
        # Read the rest all the same, to tell what else is wrong.
        found.append(error)
        bench = _bench(rules, settings, None, None)
    try:
        situation = _situation(
            question.by, question.from_, question.dealer, question.base, question.streak, question.last_tile,
            question.heavenly, question.earthly, question.not_ready,
        )  # fmt: skip
    except NotationError as error:
        found.append(error)
    try:
        table = notation.parse_table(
            hand, bench.tile_set, losers=question.losers, seen=question.seen or "", win=question.win
        )
    except (NotationError, ImpossibleError) as error:
        found.append(error)
    if found:
        problems = [problem for error in found for problem in error.problems]
        unreadable = any(isinstance(error, NotationError) for error in found)
        raise (NotationError if unreadable else ImpossibleError)(problems)
    return bench, table, situation


@lru_cache(1024, typed=True)
def _situation(
    by: str | None, from_: str | None, dealer: str | None, base: int | None, streak: int | None, last_tile: bool,
    heavenly: bool, earthly: bool, not_ready: bool,
) -> Situation:  # fmt: skip
    problems: list[Problem] = []
    source = dealing = way = None
    if from_ is not None:
        try:
            source = notation.parse_seat(from_)
        except NotationError as error:
            problems += error.problems
    if dealer is not None:
        try:
            dealing = notation.parse_dealer(dealer)
        except NotationError as error:
            problems += error.problems
    try:
        way = notation.parse_by(by or ("self-draw" if from_ is None else "discard"))
    except NotationError as error:
        problems += error.problems
    for where, number, least in (("--base", base, 1), ("--streak", streak, 0)):
        if number is not None and (type(number) is not int or not least <= number <= MOST):
            message = f"{number!r} is not a whole number from {least} to {MOST:,}"
            problems.append(Problem("bad_number", message, where=where))
    if problems:
        raise NotationError(problems)
    return Situation(
        by=way or "self-draw",
        source=source,
        dealer=dealing,
        base=base,
        streak=streak or 0,
        last_tile=last_tile,
        heavenly=heavenly,
        earthly=earthly,
        not_ready=not_ready,
    )
