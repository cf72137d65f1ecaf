"""What there is to say of why a hand pays what it pays: each payment as a sum, and what other readings would pay."""

from collections.abc import Iterator, Sequence

from mjcalc.answers.explained import ChoiceMade, Explained, ExplainedPayment, Explanation, Factor
from mjcalc.hand import SEATS
from mjcalc.report.document import Block, Cell, Fact, Facts, Flow, Heading, Remark, Remarks, Tiles
from mjcalc.report.words import Words
from mjcalc.rules.schema import Variant
from mjcalc.rules.settings import choice_text
from mjcalc.texts import say

__all__ = ["earned_cell", "generate_explanation"]

_SUMS = say("how the payments come about")
_OTHERWISE = say("what other readings would pay")
_DECIDED_NOTHING = say("no reading of ours decides what this hand pays")
_OWES_NOTHING = say("the tile was not this seat's: nothing for the fans")
_PAYS_FOR_ALL = say("{rule} pays all three shares")
_PAID_BY = say("paid by {seats}")
_ROUNDED_UP = say("rounded up")
_WHOLE_HAND = say("the whole hand")

_POWERS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def earned_cell(explanation: Explanation, fan: str, whole: int, words: Words) -> Cell:
    """The tiles that earned a fan of the winner.

    :param whole: how many tiles the whole hand has.
    """
    tiles = next(one.tiles for one in explanation.fans if one.id == fan and one.seat is None)
    return (words.name(_WHOLE_HAND),) if len(tiles) == whole else (Tiles(tiles),)


def generate_explanation(score: Explained, variant: Variant, words: Words) -> Iterator[Block]:
    """Each payment from the base to what is handed over, and each choice that would change it."""
    explanation = score.explain
    if explanation.payments:
        yield Heading(words.name(_SUMS))
        yield Facts(tuple(_payment(one, score, variant, words) for one in explanation.payments))
    if explanation.readings:
        yield Heading(words.name(_OTHERWISE))
        yield Facts(tuple(_choice(one, words) for one in explanation.readings))
    else:
        yield Remarks((Remark(words.sentence(_DECIDED_NOTHING)),))


def _payment(payment: ExplainedPayment, score: Explained, variant: Variant, words: Words) -> Fact:
    """A seat's payment in up to three lines: the amount, the cap, and who pays for whom."""
    lines = [_flow(_amount(payment, score, words))]
    if payment.cap is not None and payment.cap_amount is not None:
        lines.append(_flow(_cap(payment.cap, payment.cap_amount, score.base, variant, words)))
    shares = {one.seat: one.share for one in score.explain.payments}
    if payment.rule is not None:
        rule = next(one.names for one in variant.responsibility.rules if one.id == payment.rule)
        said = words.sentence(_PAYS_FOR_ALL, rule=rule.said_in(words.languages[-1])) + words.colon.rstrip()
        sum_of_shares = " + ".join(str(shares[seat]) for seat in payment.seats)
        if payment.split > 1:
            is_even = sum(shares.values()) % payment.split == 0
            rounded = "" if is_even else words.aside(words.sentence(_ROUNDED_UP))
            sum_of_shares = f"({sum_of_shares}) ÷ {payment.split}{rounded}"
        lines.append(_flow([f"→ {said}", sum_of_shares, f"= {payment.pays}"]))
    elif not payment.seats:
        payers = words.listed(words.say(one.seat) for one in score.explain.payments if one.rule is not None)
        lines.append(_flow([f"→ 0{words.aside(words.sentence(_PAID_BY, seats=payers))}"]))
    return Fact(words.say(payment.seat), tuple(lines))


def _flow(terms: list[str]) -> Flow:
    """Terms that stay whole where a line is broken."""
    return Flow(tuple((term,) for term in terms), " ")


def _amount(payment: ExplainedPayment, score: Explained, words: Words) -> list[str]:
    """The sum from the base to the amount, term by term; each but the first begins with its sign."""
    if not payment.times:
        return [f"{payment.amount}{words.aside(words.sentence(_OWES_NOTHING))}"]
    factors = payment.factors
    limit = [one for one in factors if one.side == "limit"][:1]
    terms = []
    # A limit hand may be worth the same whatever the base.
    if payment.base == score.base:
        terms.append(f"{words.say_first('base')} {payment.base}")
    if limit:
        terms += map(_term, limit)
    elif score.explain.method == "additive":
        terms += _added(factors) or ["0"]
    else:
        terms += [_term(one) for one in factors if one.side == "winner"]
        terms += _added([one for one in factors if one.side == "big"])
        terms += [_term(one) for one in factors if one.side == "loser"]
    terms += [str(payment.times)] * (payment.times > 1)
    signed = [term if at == 0 or term.startswith("+") else f"× {term}" for at, term in enumerate(terms)]
    if payment.plus:
        signed.append(f"+ {payment.plus}")
    return [*signed, f"= {payment.amount}"]


def _added(factors: Sequence[Factor]) -> list[str]:
    """Fans that are added, in brackets where there are several."""
    terms = [*map(_term, factors)]
    if len(terms) < 2:
        return terms
    return [f"({terms[0]}", *(f"+ {term}" for term in terms[1:-1]), f"+ {terms[-1]})"]


def _term(factor: Factor) -> str:
    """A fan with its worth: of several pieces a power where they multiply, else a product."""
    term = f"{factor.name} {factor.value}"
    if factor.count == 1 or factor.side == "limit":
        return term
    if factor.side in ("winner", "loser"):
        return term + str(factor.count).translate(_POWERS)
    return f"{term}×{factor.count}"


def _cap(id: str, amount: int, base: int, variant: Variant, words: Words) -> list[str]:
    cap = variant.caps[id]
    worked = f"{cap.amount} × {base} = {amount}" if cap.per_base and base != 1 else str(amount)
    why = words.colon.rstrip() if cap.why else ""
    terms = [f"→ {words.name(cap.names)} {worked}{why}"]
    return [*terms, cap.why.said_in(words.lang)] if cap.why else terms


def _choice(choice: ChoiceMade, words: Words) -> Fact:
    """A setting as it is written, and what each seat would pay with it."""
    label = f"{choice.option}={choice_text(choice.other)}"
    if not choice.legal:
        return Fact(label, (_flow([words.say("no win")]),))
    pays = [f"{words.say(seat)} {paid}" for seat, paid in zip(SEATS, choice.pays, strict=True)]
    items = [*pays, f"{words.say('gain')} {choice.gain}"]
    return Fact(label, (Flow(tuple((item,) for item in items), " · "),))
