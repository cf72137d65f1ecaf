"""What a reader should know beside the answer, as sentences in the three languages."""

from collections.abc import Iterator

from mjcalc.hand import Situation, TileSet
from mjcalc.rules.schema import Language, Names
from mjcalc.scoring.judge import Judge, Verdict
from mjcalc.scoring.view import Case
from mjcalc.tiles import NAMES

__all__ = ["notes_on_round", "notes_on_win"]

_AGREED = Names(
    "規則來源未定番值：以下番值為本程式的預設，請依同桌約定用 --set 調整",
    "规则来源未定番值：以下番值为本程序的默认，请依同桌约定用 --set 调整",
    "the source leaves the values to the table: these are defaults, change them with --set",
)
_ANONYMOUS_WILD = Names(
    "未指明翻牌或百搭：只有 * 當百搭，其餘的牌都當本身",
    "未指明翻牌或百搭：只有 * 当百搭，其余的牌都当本身",
    "no indicator or wild was given: only * is wild, every other tile is what it looks like",
)
_RESPONSIBLE = Names("包牌依據：{duty}", "包牌依据：{duty}", "responsibility: {duty}")
_UNKNOWN_FEEDER = Names(
    "{duty}：不知道是誰餵的（用 @下 @對 @上 註明），未能判定",
    "{duty}：不知道是谁喂的（用 @下 @对 @上 注明），未能判定",
    "responsibility not decided, {duty}: say who fed it with @right, @across or @left",
)
_ROUNDED = Names(
    "包牌各家分攤除不盡，每家進位",
    "包牌各家分摊除不尽，每家进位",
    "the shares do not split evenly between those responsible: each pays the next whole number",
)
_NOT_THE_DEALERS = Names(
    "天胡是莊家的，但莊家是別家，請核對",
    "天胡是庄家的，但庄家是别家，请核对",
    "a heavenly hand is the dealer's, but another seat deals: please check",
)
_ONLY_THE_DEALERS = Names(
    "地胡是閒家的，但莊家是自己，請核對",
    "地胡是闲家的，但庄家是自己，请核对",
    "an earthly hand is never the dealer's, but the winner deals: please check",
)
_ROBBED_TILE_ELSEWHERE = Names(
    "搶槓：被搶的一家應有另外三張{tile}，但別處也看得到{tile}，請核對",
    "抢杠：被抢的一家应有另外三张{tile}，但别处也看得到{tile}，请核对",
    "robbed kong: the robbed seat holds the three other {tile}, but a {tile} can be seen elsewhere: please check",
)
_COUNTS_FOR_NOTHING = Names(
    "{what} 在此規則中不影響結果",
    "{what} 在此规则中不影响结果",
    "{what} changes nothing in this variant",
)


def notes_on_round(judge: Judge, tile_set: TileSet, situation: Situation, lang: Language) -> tuple[str, ...]:
    """Whatever the hand is: values that are ours, no known wild, options without effect or at odds with the dealer."""
    variant = judge.variant
    notes = [_AGREED.said_in(lang)] if variant.agreed else []
    if tile_set.has_wilds and tile_set.wild is None:
        notes.append(_ANONYMOUS_WILD.said_in(lang))
    if situation.is_special:
        notes += [_COUNTS_FOR_NOTHING.said_in(lang).format(what=what) for what in _unused(judge, situation)]
        if situation.heavenly and situation.dealer not in (None, "self"):
            notes.append(_NOT_THE_DEALERS.said_in(lang))
        if situation.earthly and situation.dealer == "self":
            notes.append(_ONLY_THE_DEALERS.said_in(lang))
    return tuple(notes)


def notes_on_win(case: Case, verdict: Verdict, lang: Language) -> tuple[str, ...]:
    """Of this hand: what could not be told, or looks like a slip."""
    notes: tuple[str, ...] = ()
    if case.situation.by == "rob-kong" and case.win in _seen_elsewhere(case):
        notes += (_ROBBED_TILE_ELSEWHERE.said_in(lang).format(tile=NAMES[case.win]),)
    settlement = verdict.settlement
    if settlement is not None and not verdict.reasons:
        for duty in settlement.duties:
            notes += (_RESPONSIBLE.said_in(lang).format(duty=duty.said_in(lang)),)
        if settlement.unknown_feeder:
            notes += (_UNKNOWN_FEEDER.said_in(lang).format(duty=settlement.unknown_feeder.said_in(lang)),)
        if settlement.rounded:
            notes += (_ROUNDED.said_in(lang),)
    return notes


def _seen_elsewhere(case: Case) -> set[int | None]:
    """The tiles that anyone but the winner and the robbed seat is known to have, or that lie open."""
    tiles = {*case.seen, case.tile_set.indicator}
    for loser in case.losers:
        if loser.seat != case.situation.source:
            tiles.update(tile for meld in loser.hand.melds for tile in meld.tiles)
    return tiles


def _unused(judge: Judge, situation: Situation) -> Iterator[str]:
    """Options that were given and that this variant has no use for."""
    variant = judge.variant
    if situation.streak and not variant.scoring.base_per_streak:
        yield "--streak"
    if situation.last_tile and variant.last_tile is None:
        yield "--last-tile"
    if situation.not_ready and "discarder_not_ready" not in judge.used:
        yield "--not-ready"
    for name, given in (("--heavenly", situation.heavenly), ("--earthly", situation.earthly)):
        if given and not variant.dealt_wins:
            yield name
