"""Why a hand pays what it pays: every payment step by step, what earned each fan, and which choices decided."""

from collections.abc import Iterator

from msgspec.structs import asdict

from mjcalc.answers.earned import earned, laid_by_loser, laid_by_winner
from mjcalc.answers.explained import ChoiceMade, EarnedFan, Explained, ExplainedPayment, Explanation, Factor
from mjcalc.answers.records import Score
from mjcalc.answers.score import answer
from mjcalc.hand import SEATS, Seat
from mjcalc.memo import Memo
from mjcalc.rules.schema import Language, Option, Variant
from mjcalc.rules.settings import configure, value_of
from mjcalc.scoring.judge import Judge, Verdict
from mjcalc.scoring.methods import Counted
from mjcalc.scoring.settlement import Settlement, pay_of, pays_of
from mjcalc.scoring.view import Case

__all__ = ["explained"]

_OURS = "ours"
"""The source that rules files give for a reading of their own."""

_NOBODY_PAYS = (0,) * len(SEATS)


def explained(judge: Judge, case: Case, verdict: Verdict, lang: Language) -> Explained:
    """The whole result of one hand, and why."""
    score = answer(judge, case, verdict, lang)
    settlement = verdict.settlement if score.legal else None
    payments = _generate_payments(judge, case, verdict, settlement, lang) if settlement else ()
    explanation = Explanation(
        method=judge.variant.scoring.method,
        payments=tuple(payments),
        readings=tuple(_generate_choices(judge, case, verdict)),
        fans=tuple(_generate_earned(judge.variant, case, verdict, score)) if score.legal else (),
    )
    return Explained(**asdict(score), explain=explanation)


def _generate_payments(
    judge: Judge, case: Case, verdict: Verdict, settlement: Settlement, lang: Language
) -> Iterator[ExplainedPayment]:
    variant, situation = judge.variant, case.situation
    limit = next((fan.rule.limit for fan in verdict.fans if fan.side == "limit"), None)
    base = judge.base(situation)
    unit = base if limit is None or variant.caps[limit].per_base else 1
    source = None if situation.is_drawn else situation.source
    rules = {seat: duty.rule for duty in reversed(settlement.duties) for seat in duty.seats}
    is_each_full = value_of(variant, variant.responsibility.shared) == "each_full"
    for at, seat in enumerate(SEATS):
        pay = pay_of(pays_of(variant), source, seat)
        amount, cap, share = settlement.amounts[at], settlement.seat_caps[at], settlement.shares[at]
        own = verdict.seat_fans[at] if verdict.seat_fans else ()
        # A limit hand names the cap that its own amount comes to, and that cuts nothing.
        is_replaced = cap is not None and (limit is None or share != amount)
        seats: tuple[Seat, ...] = (seat,) if not rules else SEATS if seat in rules else ()
        yield ExplainedPayment(
            seat=seat,
            factors=tuple([_factor(fan, lang) for fan in (*verdict.fans, *own)]),
            base=unit,
            times=pay.times,
            plus=base * pay.plus,
            amount=amount,
            cap=cap,
            cap_amount=share if is_replaced else None,
            share=share,
            seats=seats,
            split=1 if is_each_full else max(len(rules), 1),
            rule=rules.get(seat),
            pays=settlement.pays[at],
        )


def _factor(fan: Counted, lang: Language) -> Factor:
    # The sides of fans that were counted are those of a factor.
    return Factor(fan.rule.id, fan.rule.names.said_in(lang), fan.side, fan.value, fan.count)  # type: ignore[arg-type]


def _generate_earned(variant: Variant, case: Case, verdict: Verdict, score: Score) -> Iterator[EarnedFan]:
    assert verdict.reading is not None  # a win was read
    laid = laid_by_winner(case, verdict.reading, score.sets)
    for fan, tiles in zip(verdict.fans, earned(variant, verdict.fans, laid), strict=True):
        yield EarnedFan(fan.rule.id, None, tiles)
    for loser, fans in zip(case.losers, verdict.seat_fans, strict=False):
        for fan, tiles in zip(fans, earned(variant, fans, laid_by_loser(case, loser)), strict=True):
            yield EarnedFan(fan.rule.id, loser.seat, tiles)


_judges: Memo[tuple[Variant, int | None], Judge] = Memo(64)
"""By the variant with another choice, and the round's wild."""


def _generate_choices(judge: Judge, case: Case, verdict: Verdict) -> Iterator[ChoiceMade]:
    """Every other choice for an option of ours that would change who pays what."""
    decided = _outcome(verdict)
    for name, option in judge.variant.options.items():
        for other in _others(option) if option.source == _OURS else ():
            outcome = _outcome(_judged_otherwise(judge.variant, case, name, other))
            if outcome != decided:
                legal, pays = outcome
                yield ChoiceMade(option=name, value=option.value, other=other, legal=legal, gain=sum(pays), pays=pays)


def _others(option: Option) -> tuple[object, ...]:
    """The choices that a table may prefer."""
    if option.type == "bool":
        return (not option.value,)
    return tuple([choice for choice in (*option.choices, *option.others) if choice != option.value])


def _judged_otherwise(variant: Variant, case: Case, option: str, choice: object) -> Verdict:
    """What the same hand comes to with another choice for one option."""
    wild = case.tile_set.wild
    key = configure(variant, {option: choice}), wild
    judge = _judges.get(key) or _judges.keep(key, Judge(*key))
    return judge.judge(Case(case.table, case.situation, case.tile_set, case.concealed, case.win, judge.formal_waits))


def _outcome(verdict: Verdict) -> tuple[bool, tuple[int, ...]]:
    """Whether it is a win, and what each seat pays."""
    if verdict.reasons or verdict.settlement is None:
        return False, _NOBODY_PAYS
    return True, verdict.settlement.pays
