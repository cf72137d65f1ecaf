"""A verdict as the result that users get: names in a language, tiles by name, notes."""

from functools import cache

from mjcalc.answers.notes import notes_on_round, notes_on_win
from mjcalc.answers.records import Fan, Payment, Reason, Responsible, Score, SeatFan, SetOut
from mjcalc.hand import SEATS, Hand, Meld, TileSet
from mjcalc.notation import format_hand, meld_name
from mjcalc.rules.schema import Language
from mjcalc.scoring.judge import NOT_COMPLETE, Judge, Verdict
from mjcalc.scoring.methods import Counted
from mjcalc.scoring.settlement import Settlement
from mjcalc.scoring.view import Case
from mjcalc.solver.blocks import BLOCKS, Block
from mjcalc.solver.readings import Reading
from mjcalc.texts import say
from mjcalc.tiles import NAMES, WILD

__all__ = ["answer", "reasons", "wild_name"]

_NOT_COMPLETE = say("the tiles make none of the winning shapes")


def answer(judge: Judge, case: Case, verdict: Verdict, lang: Language) -> Score:
    """The whole result of one hand."""
    variant, situation, hand = judge.variant, case.situation, case.winner.hand
    legal = not verdict.reasons
    settlement = verdict.settlement if legal else None
    return Score(
        rules=variant.id,
        hand=format_hand(Hand(case.concealed, hand.melds, hand.kongs, hand.thrown, hand.flowers)),
        melds=tuple([meld_name(meld) for meld in hand.melds]),
        win=NAMES[case.tile_set.face(case.win)],
        by=situation.by,
        source=situation.source,
        wild=wild_name(case.tile_set),
        dealer=situation.dealer,
        base=judge.base(situation),
        legal=legal,
        reasons=() if legal else reasons(judge, verdict, lang),
        shape=verdict.reading.shape.id if verdict.reading else None,
        sets=tuple(_sets(case, verdict.reading)) if verdict.reading else (),
        fans=tuple([_fan(fan, lang) for fan in verdict.fans]) if legal else (),
        total=verdict.total if legal else 0,
        cap=settlement.cap if settlement else None,
        payments=_payments(verdict, settlement, lang) if settlement else (),
        gain=settlement.gain if settlement else 0,
        responsible=tuple([Responsible(duty.rule, duty.seats) for duty in settlement.duties]) if settlement else (),
        notes=notes_on_round(judge, case.tile_set, case.table, situation, lang)
        + notes_on_win(judge, case, verdict, lang),
    )


def wild_name(tile_set: TileSet) -> str | None:
    """The round's wild by its face, where it is known."""
    return None if tile_set.wild is None else NAMES[tile_set.wild]


def reasons(judge: Judge, verdict: Verdict, lang: Language) -> tuple[Reason, ...]:
    """Why a hand may not win, in words."""
    return tuple([Reason(id, _reason_text(judge, id, verdict, lang)) for id in verdict.reasons])


def _reason_text(judge: Judge, id: str, verdict: Verdict, lang: Language) -> str:
    text = _NOT_COMPLETE if id == NOT_COMPLETE else judge.reason_texts[id]
    return text.said_in(lang).replace("{total}", str(verdict.total))


def _sets(case: Case, reading: Reading) -> list[SetOut]:
    """The concealed blocks, then the melds, both in canonical order."""
    out = [_block_out(block.index) if block.index >= 0 else _set_out(block) for block in reading.blocks]
    melds = case.winner.hand.melds
    if len(melds) > 1:
        melds = tuple(sorted(melds, key=lambda meld: (meld.tile, meld.call)))
    return out + [_meld_out(meld) for meld in melds]


def _set_out(block: Block) -> SetOut:
    tiles = [NAMES[tile] + "*" * (tile != WILD and block.wilds >> place & 1) for place, tile in enumerate(block.tiles)]
    return SetOut(block.kind, tuple(tiles), False)


@cache
def _block_out(index: int) -> SetOut:
    return _set_out(BLOCKS[index])


@cache
def _meld_out(meld: Meld) -> SetOut:
    return SetOut(meld.call, tuple([NAMES[tile] for tile in meld.tiles]), True, meld.feeder)


def _fan(fan: Counted, lang: Language) -> Fan:
    names = fan.rule.names
    # A fan of the winner or of both is the winner's here.
    return Fan(fan.rule.id, names.said_in(lang), names.en, fan.side, fan.value, fan.count)  # type: ignore[arg-type]


def _payments(verdict: Verdict, settlement: Settlement, lang: Language) -> tuple[Payment, ...]:
    fans = [_seat_fans(fans, lang) for fans in verdict.seat_fans] if any(verdict.seat_fans) else _NO_FANS
    return tuple(
        map(Payment, SEATS, fans, settlement.amounts, settlement.seat_caps, settlement.shares, settlement.pays)
    )


_NO_FANS: list[tuple[SeatFan, ...]] = [()] * len(SEATS)


def _seat_fans(fans: tuple[Counted, ...], lang: Language) -> tuple[SeatFan, ...]:
    return tuple([SeatFan(fan.rule.id, fan.rule.names.said_in(lang), fan.value, fan.count) for fan in fans])
