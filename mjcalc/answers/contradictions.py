"""Whether what was read can be: the number of tiles, and options that contradict the hand or each other."""

from collections.abc import Iterator

from msgspec.structs import replace

from mjcalc.errors import ImpossibleError, Problem
from mjcalc.hand import SEATS_SAID, WAYS_SAID, Hand, Situation, Table
from mjcalc.rules.schema import Variant
from mjcalc.texts import Text, joined, say, say_as, say_many
from mjcalc.tiles import NAMES, WILD

__all__ = ["arrange", "check_unwon", "generate_contradictions"]


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
        if situation.last_copy:
            problems += _not_the_last_copy(situation, concealed, win)
        problems += _robbed_seat(table, situation, win)
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
        message = say(
            "the winning tile {tile} is not among the {needed} concealed tiles", tile=NAMES[win], needed=needed
        )
        return concealed, win, [Problem("win_not_in_hand", message, where="win")]
    return concealed, win, []


def _wrong_number(table: Table, needed: int) -> Problem:
    if len(table.hand.concealed) == needed - 1:
        rest = say("{needed} are needed; the winning tile is missing", needed=needed)
    elif table.win is not None:
        rest = say("{needed} are needed, or {less} and the winning tile", needed=needed, less=needed - 1)
    else:
        rest = say("{needed} are needed", needed=needed)
    return _number_problem(table.hand, needed, rest)


def _number_problem(hand: Hand, needed: int, rest: Text) -> Problem:
    number, melds = len(hand.concealed), len(hand.melds)
    read = say_many("{number} concealed tile was read", "{number} concealed tiles were read", number)
    beside = say_many(" beside {number} meld", " beside {number} melds", melds) if melds else joined()
    if number < needed:
        message = say("too few tiles: {read}{beside}, {rest}", read=read, beside=beside, rest=rest)
        return Problem("too_few_tiles", message)
    message = say("too many tiles: {read}{beside}, {rest}", read=read, beside=beside, rest=rest)
    return Problem("too_many_tiles", message)


def check_unwon(table: Table, situation: Situation, tiles: int) -> None:
    """That a hand that has not won yet has its number of concealed tiles, which is 3 less for each meld, no winning
    tile, and no way of winning that depends on one.

    :raises ImpossibleError: otherwise.
    """
    needed = tiles - 3 * len(table.hand.melds)
    problems = []
    if len(table.hand.concealed) != needed:
        problems.append(_number_problem(table.hand, needed, say("{needed} are needed", needed=needed)))
    if table.win is not None:
        problems.append(Problem("win_not_wanted", say("a hand that has not won yet has no winning tile"), where="win"))
    if situation.by == "rob-kong":
        message = say("a robbed kong depends on its tile: this is told for drawn and discarded tiles")
        problems.append(Problem("way_not_told", message, where="by"))
    if problems:
        raise ImpossibleError(problems)


def _robbed_tile_held(hand: Hand, situation: Situation, concealed: tuple[int, ...], win: int) -> Iterator[Problem]:
    if situation.by == "rob-kong" and win != WILD:
        held = concealed.count(win) - 1 + sum(meld.tiles.count(win) for meld in hand.melds)
        if held > 0:
            name = NAMES[win]
            message = say("a kong of {name} was robbed, but the winner holds another {name}", name=name)
            yield Problem("robbed_tile_held", message, where="by")


def _robbed_seat(table: Table, situation: Situation, win: int) -> Iterator[Problem]:
    """What a robbed seat shows, beside the pung that it was adding to."""
    if situation.by != "rob-kong" or situation.source is None or win == WILD or situation.source not in table.losers:
        return
    seat, name = situation.source, NAMES[win]
    pungs = [meld for meld in table.losers[seat].melds if meld.tile == win and meld.call in ("pung", "added_kong")]
    others = [meld for meld in table.losers[seat].melds if meld not in pungs[:1]]
    if any(win in meld.tiles for meld in others):
        message = say(
            "a kong of {name} was robbed, but a {name} is in another meld of that seat: there are four of a kind",
            name=name,
        )
        yield Problem("robbed_tile_shown", message, where=seat)
    if len(others) > 3:
        message = say("a kong of {name} was robbed, but that seat shows four other melds: nobody has five", name=name)
        yield Problem("robbed_seat_full", message, where=seat)


_DEALT = {"heavenly": say_as("dealt", "a heavenly hand"), "earthly": say_as("dealt", "an earthly hand")}


def _not_the_last_copy(situation: Situation, concealed: tuple[int, ...], win: int) -> Iterator[Problem]:
    name = NAMES[win]
    if situation.by == "rob-kong":
        message = say(
            "{name} is robbed of a kong, whose owner has its other copies: it is not the last copy", name=name
        )
        yield Problem("last_copy_robbed", message, where="last_copy")
    elif concealed.count(win) > 1:
        message = say("{name} is not the last copy: the winner holds another, which does not lie open", name=name)
        yield Problem("last_copy_held", message, where="last_copy")


def generate_contradictions(variant: Variant, hand: Hand, situation: Situation) -> Iterator[Problem]:
    """What cannot be true of the hand and the way it won together, whatever the winning tile is."""
    by, drawn = situation.by, situation.is_drawn
    if by not in variant.wins and by not in variant.refused_by:
        yield Problem(
            "unknown_way",
            say(
                "{rules} has no win by {by}; it has {ways}",
                rules=variant.names,
                by=WAYS_SAID[by],
                ways=[WAYS_SAID[way] for way in variant.wins],
            ),
            where="by",
        )
    if by == "kong-draw" and not hand.kongs and not any(meld.is_kong for meld in hand.melds):
        yield Problem(
            "kong_draw_without_kong", say("won on the tile after a kong, but the hand has no kong"), where="by"
        )
    if by == "flower-draw" and by in variant.wins and not (hand.flowers or situation.flowers):
        message = say("won on the tile after a flower, but no flower is set aside")
        yield Problem("flower_draw_without_flower", message, where="by")
    if drawn and situation.source:
        message = say(
            "the winning tile came from {source}, but {by} is a drawn win",
            source=SEATS_SAID[situation.source],
            by=WAYS_SAID[by],
        )
        yield Problem("from_with_drawn_win", message, where="from")
    if not drawn and not situation.source and by not in variant.refused_by:
        message = say("the seat that the winning tile came from is missing; it decides who pays")
        yield Problem("source_missing", message, where="from")
    for name, dealt in (("heavenly", situation.heavenly), ("earthly", situation.earthly)):
        if dealt and hand.melds:
            message = say("{dealt} is won before any meld, but the hand has melds", dealt=_DEALT[name])
            yield Problem("dealt_win_with_melds", message, where=name)
        if dealt and not drawn:
            yield Problem(
                "dealt_win_from_seat",
                say("{dealt} is drawn, but {by} is not a drawn win", dealt=_DEALT[name], by=WAYS_SAID[by]),
                where=name,
            )
    if situation.heavenly and situation.dealer not in (None, "self"):
        message = say("a heavenly hand is the dealer's, but {dealer} deals", dealer=SEATS_SAID[situation.dealer])
        yield Problem("heavenly_not_dealer", message, where="heavenly")
    if situation.heavenly and (hand.thrown or hand.kongs):
        message = say("a heavenly hand is won as dealt, but a tile was thrown or konged before")
        yield Problem("heavenly_after_throw", message, where="heavenly")
    if situation.earthly and situation.dealer == "self":
        message = say("an earthly hand is never the dealer's, but the winner deals")
        yield Problem("earthly_by_dealer", message, where="earthly")
    if situation.heavenly and situation.earthly:
        yield Problem("heavenly_and_earthly", say("a hand cannot be both heavenly and earthly"), where="heavenly")
    if situation.last_tile and not drawn and variant.last_tile in (None, "drawn"):
        message = say("only a drawn tile can be the last one here, but {by} is not a drawn win", by=WAYS_SAID[by])
        yield Problem("last_tile_not_drawn", message, where="last_tile")
    if situation.not_ready and drawn:
        message = say("nobody discarded the winning tile: {by} is a drawn win", by=WAYS_SAID[by])
        yield Problem("not_ready_with_drawn_win", message, where="not_ready")
    if situation.last_tile and by == "rob-kong" and variant.last_tile == "not_robbed":
        message = say("no tile is left to replace the kong's, so it cannot be robbed on the last tile")
        yield Problem("last_tile_robbed", message, where="last_tile")
    if situation.seat_wind is not None:
        yield from _of_winds(situation, situation.seat_wind)
    if situation.flowers:
        yield from _of_flowers(variant, hand, situation.flowers)


def _of_winds(situation: Situation, wind: int) -> Iterator[Problem]:
    """A wind of the winner that is not the one by the dealer's seat."""
    by_dealer = replace(situation, seat_wind=None).own_wind
    if by_dealer is not None and wind != by_dealer:
        deals = say("the winner deals")
        if situation.dealer in SEATS_SAID:
            deals = say("the {dealer} seat deals", dealer=SEATS_SAID[situation.dealer])
        message = say(
            "the winner's wind is {right} where {deals}, not {wrong}",
            right=NAMES[by_dealer],
            deals=deals,
            wrong=NAMES[wind],
        )
        yield Problem("seat_wind_and_dealer", message, where="seat_wind")


def _of_flowers(variant: Variant, hand: Hand, number: int) -> Iterator[Problem]:
    """A number of flowers that there are not, or other than those that are named."""
    most, named = variant.tiles.bonus_tiles, len(hand.flowers)
    if not most:
        yield Problem(
            "no_bonus_tiles", say("{rules} has no flowers beside its tiles", rules=variant.names), where="flowers"
        )
    elif number > most:
        message = say("{number} flowers are set aside, but there are {most}", number=number, most=most)
        yield Problem("too_many_flowers", message, where="flowers")
    elif named and named != number:
        message = say("{number} flowers are set aside, but {named} of them are named", number=number, named=named)
        yield Problem("flowers_and_names", message, where="flowers")
