"""Whether what was read can be: the number of tiles, and options that contradict the hand or each other."""

from collections.abc import Iterator

from mjcalc.errors import ImpossibleError, Problem
from mjcalc.hand import Hand, Situation, Table
from mjcalc.rules.schema import Variant
from mjcalc.tiles import NAMES, WILD

__all__ = ["arrange", "check_number", "generate_contradictions"]


def arrange(variant: Variant, table: Table, situation: Situation) -> tuple[tuple[int, ...], int]:
    """The concealed tiles with the winning one among them, and the winning tile.

    With 13 − 3 × melds concealed tiles the winning tile is added; with 14 − 3 × melds it is one of them, the last as
    typed where none is named.

    :raises ImpossibleError: for every contradiction at once.
    """
    concealed, win, problems = _with_winning_tile(table)
    if situation.is_special or situation.by not in variant.wins:
        problems += generate_contradictions(variant, table.hand, situation)
        problems += _robbed_tile_held(table.hand, situation, concealed, win)
    if problems:
        raise ImpossibleError(problems)
    return concealed, win


def _with_winning_tile(table: Table) -> tuple[tuple[int, ...], int, list[Problem]]:
    concealed, win = table.hand.concealed, table.win
    needed = 14 - 3 * len(table.hand.melds)
    if len(concealed) == needed - 1 and win is not None:
        return (*concealed, win), win, []
    if len(concealed) != needed:
        return concealed, WILD, [_wrong_number(table, needed)]
    if win is None:
        return concealed, concealed[-1], []
    if win not in concealed:
        message = f"the winning tile {NAMES[win]} is not among the {needed} concealed tiles"
        return concealed, win, [Problem("win_not_in_hand", message, where="--win")]
    return concealed, win, []


def _wrong_number(table: Table, needed: int) -> Problem:
    if len(table.hand.concealed) == needed - 1:
        rest = f"{needed} are needed; name the winning tile with --win, or add it"
    elif table.win is not None:
        rest = f"{needed} are needed, or {needed - 1} and the winning tile"
    else:
        rest = f"{needed} are needed"
    return _number_problem(table.hand, needed, rest)


def _number_problem(hand: Hand, needed: int, rest: str) -> Problem:
    read, melds = len(hand.concealed), len(hand.melds)
    beside = f" beside {melds} meld{'s' * (melds > 1)}" if melds else ""
    much = "few" if read < needed else "many"
    return Problem(f"too_{much}_tiles", f"too {much} tiles: {read} concealed tiles were read{beside}, {rest}")


def check_number(table: Table, tiles: int) -> None:
    """That there are so many concealed tiles, 3 less for each meld, and no winning tile.

    :raises ImpossibleError: otherwise.
    """
    needed = tiles - 3 * len(table.hand.melds)
    problems = []
    if len(table.hand.concealed) != needed:
        problems.append(_number_problem(table.hand, needed, f"{needed} are needed"))
    if table.win is not None:
        problems.append(Problem("win_not_wanted", "a hand that has not won yet has no winning tile", where="--win"))
    if problems:
        raise ImpossibleError(problems)


def _robbed_tile_held(hand: Hand, situation: Situation, concealed: tuple[int, ...], win: int) -> Iterator[Problem]:
    if situation.by == "rob-kong" and win != WILD:
        held = concealed.count(win) - 1 + sum(meld.tiles.count(win) for meld in hand.melds)
        if held > 0:
            name = NAMES[win]
            yield Problem("robbed_tile_held", f"--by rob-kong of {name}, but the winner holds another {name}")


def generate_contradictions(variant: Variant, hand: Hand, situation: Situation) -> Iterator[Problem]:
    """What cannot be true of the hand and the way it won together, whatever the winning tile is."""
    by, drawn = situation.by, situation.is_drawn
    if by not in variant.wins and by not in variant.refused_by:
        ways = ", ".join(variant.wins)
        yield Problem("unknown_way", f"--by {by}: {variant.names.en} knows no such win (it has {ways})")
    if by == "kong-draw" and not hand.kongs and not any(meld.is_kong for meld in hand.melds):
        yield Problem("kong_draw_without_kong", "--by kong-draw, but the hand has no kong")
    if by == "flower-draw" and by in variant.wins and not hand.flowers:
        yield Problem("flower_draw_without_flower", "--by flower-draw, but no flower is set aside (+hua)")
    if drawn and situation.source:
        yield Problem("from_with_drawn_win", f"--from {situation.source}, but --by {by} is a drawn win")
    if not drawn and not situation.source and by not in variant.refused_by:
        yield Problem("source_missing", f"--by {by} needs --from: who the tile came from decides who pays")
    for name, dealt in (("--heavenly", situation.heavenly), ("--earthly", situation.earthly)):
        if dealt and hand.melds:
            yield Problem("dealt_win_with_melds", f"{name}, but the hand has melds")
        if dealt and not drawn:
            yield Problem("dealt_win_from_seat", f"{name}, but --by {by} is not a drawn win")
    if situation.heavenly and situation.dealer not in (None, "self"):
        yield Problem("heavenly_not_dealer", f"a heavenly hand is the dealer's, but {situation.dealer} deals")
    if situation.heavenly and (hand.thrown or hand.kongs):
        yield Problem("heavenly_after_throw", "a heavenly hand is won as dealt, but a tile was thrown or konged before")
    if situation.earthly and situation.dealer == "self":
        yield Problem("earthly_by_dealer", "an earthly hand is never the dealer's, but the winner deals")
    if situation.heavenly and situation.earthly:
        yield Problem("heavenly_and_earthly", "--heavenly and --earthly cannot both be")
    if situation.last_tile and not drawn and variant.last_tile != "any":
        yield Problem("last_tile_not_drawn", f"--last-tile, but --by {by} is not a drawn win")
    if situation.not_ready and drawn:
        yield Problem("not_ready_with_drawn_win", f"--not-ready speaks of a discarder, but --by {by} is a drawn win")
