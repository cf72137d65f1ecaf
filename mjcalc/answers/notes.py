"""What a reader should know beside the answer, as sentences in the three languages."""

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from mjcalc.answers.records import Note
from mjcalc.hand import Situation, Table, TileSet
from mjcalc.rules.schema import Cap, Language, Variant
from mjcalc.scoring.judge import Judge, Verdict
from mjcalc.scoring.view import Case
from mjcalc.solver.readings import Reading
from mjcalc.texts import Text, say
from mjcalc.tiles import NAMES, WINDS

__all__ = ["FAR", "NOTES", "note", "notes_on_openness", "notes_on_round", "notes_on_win"]


class _Kind(Struct, frozen=True):
    """A sort of note."""

    meaning: Text
    """What it is about, for the documentation."""
    text: Text
    """What is said; what stands in braces is filled in."""


_KINDS = {
    "agreed_values": _Kind(
        say("the values of the fans are defaults of ours, because the source leaves them to the table"),
        say("the source leaves the values to the table: these are defaults, which you can set"),
    ),
    "anonymous_wild": _Kind(
        say("the variant has wilds, but neither the indicator nor the wild was given"),
        say("no indicator or wild was given: only * is wild, every other tile is what it looks like"),
    ),
    "red_five": _Kind(
        say("a five was written as 0, as red fives are elsewhere; it counts as any other five"),
        say("0 was read as a 5: red fives do not count here"),
    ),
    "caps_out_of_order": _Kind(
        say("a cap that should be the lower of two was set above the other"),
        say("{lower} is {amount}, above {higher} at {other}: please check the settings"),
    ),
    "caps_far_apart": _Kind(
        say("two caps are so far apart that perhaps only one of them was set"),
        say("{higher} at {other} is more than ten times {lower} at {amount}: was only one of them set?"),
    ),
    "no_effect": _Kind(
        say("something was said of the win that this variant does not look at"),
        say("{what} changes nothing in this variant"),
    ),
    "robbed_tile_elsewhere": _Kind(
        say("a robbed kong whose tile is also seen where the robbed seat's copies cannot be"),
        say("robbed kong: the robbed seat has the three other {tile}, but a {tile} is seen elsewhere: please check"),
    ),
    "responsible": _Kind(
        say("the rule by which a seat pays for the others"),
        say("responsibility: {duty}"),
    ),
    "feeder_unknown": _Kind(
        say("a rule of responsibility could not be decided, because it is not known who fed a meld"),
        say("responsibility not decided, {duty}: say who fed it with @right, @across or @left"),
    ),
    "rounded": _Kind(
        say("the shares of the others do not split evenly between several responsible seats"),
        say("the shares do not split evenly between those responsible: each pays the next whole number"),
    ),
    "round_wind_unknown": _Kind(
        say("a pung of winds counts more if it is of the round's wind, which was not given"),
        say("the round's wind was not given: no pung counts as one of it"),
    ),
    "seat_wind_unknown": _Kind(
        say("a pung of winds counts more if it is of the winner's own wind, which was not given"),
        say("the winner's own wind was not given: no pung counts as one of it"),
    ),
    "losers_not_given": _Kind(
        say("a cap depends on which losers are open, and nothing was said of what any of them shows"),
        say("no losers' melds were given: they count as not open"),
    ),
    "distance": _Kind(
        say("the nearest complete hand may not win, so a hand that may win is farther away than the shanten says"),
        say(
            "the nearest complete hand may not win ({why}): {distance} away from ready for one that may, not {shanten}"
        ),
    ),
    "never_wins": _Kind(
        say("no complete hand that may win can be reached by drawing"),
        say("with these melds no draws make a hand that may win ({why})"),
    ),
    "too_far": _Kind(
        say("the hand is too far away to work out the chances that were asked for"),
        say("too far away to work out the chances"),
    ),
    "no_chance": _Kind(
        say("why the chance to win is 0 for every throw that was looked at"),
        say("no draw can win: {why}"),
    ),
}

FAR = 10
"""How many times the lower of two caps the higher is where one of them looks forgotten."""

NOTES: Mapping[str, Text] = {code: kind.meaning for code, kind in _KINDS.items()}
"""The code of every note, and what it is about. Codes are stable: a sentence may be worded better, its code stays."""

_SAID = {
    "streak": say("how often the dealer stayed"),
    "last_tile": say("the last tile"),
    "not_ready": say("that the discarder was not ready"),
    "round_wind": say("the round's wind"),
    "seat_wind": say("the winner's own wind"),
    "last_copy": say("that it was the last copy"),
    "heavenly": say("a heavenly hand"),
    "earthly": say("an earthly hand"),
}
"""What may be said of a win, by the question's own names."""


_ABOUT_WINDS = frozenset(("round_wind_pung", "seat_wind_pung"))
"""The conditions that ask for a wind that may not be known."""


def note(code: str, lang: Language, **filled_in: str) -> Note:
    """A note with what is filled in, in a language."""
    return Note(code, _KINDS[code].text.said_in(lang).format(**filled_in))


def notes_on_round(
    judge: Judge, tile_set: TileSet, table: Table, situation: Situation, lang: Language
) -> tuple[Note, ...]:
    """Whatever the hand is: values that are ours, caps that contradict, no known wild, what was said to no effect."""
    notes = [note("agreed_values", lang)] if judge.variant.agreed else []
    if judge.variant.caps and not _are_in_order(judge.variant.caps.values()):
        notes += _on_caps(judge.variant, lang)
    if table.has_red_five:
        notes.append(note("red_five", lang))
    if tile_set.has_wilds and tile_set.wild is None:
        notes.append(note("anonymous_wild", lang))
    if situation.is_special:
        notes += [note("no_effect", lang, what=_SAID[key].said_in(lang)) for key in _unused(judge, situation)]
    return tuple(notes)


def _are_in_order(caps: Iterable[Cap]) -> bool:
    """Whether no cap is lower than one before it, nor far above the first: then there is nothing to look into."""
    amounts = [cap.amount for cap in caps]
    return amounts == sorted(amounts) and amounts[-1] <= FAR * amounts[0]


def _on_caps(variant: Variant, lang: Language) -> Iterator[Note]:
    """The caps that do not fit the one just below them."""
    from mjcalc.answers.caps import generate_misfits  # few tables set caps so

    for lower, higher in generate_misfits(variant):
        code = "caps_out_of_order" if lower.amount > higher.amount else "caps_far_apart"
        names = {"lower": lower.names.said_in(lang), "higher": higher.names.said_in(lang)}
        yield note(code, lang, **names, amount=f"{lower.amount}", other=f"{higher.amount}")


def notes_on_win(judge: Judge, case: Case, verdict: Verdict, lang: Language) -> tuple[Note, ...]:
    """Of this hand: what could not be decided, or looks like a slip."""
    notes: tuple[Note, ...] = ()
    if case.situation.by == "rob-kong" and case.win in _seen_elsewhere(case):
        notes += (note("robbed_tile_elsewhere", lang, tile=NAMES[case.win]),)
    if verdict.reading is not None and not judge.used.isdisjoint(_ABOUT_WINDS):
        notes += tuple([note(code, lang) for code in _unknown_winds(judge, case, verdict.reading)])
    settlement = verdict.settlement
    if settlement is not None and not verdict.reasons:
        for duty in settlement.duties:
            notes += (note("responsible", lang, duty=duty.names.said_in(lang)),)
        if settlement.unknown_feeder:
            notes += (note("feeder_unknown", lang, duty=settlement.unknown_feeder.said_in(lang)),)
        if settlement.rounded:
            notes += (note("rounded", lang),)
        notes += notes_on_openness(judge, case.table, [verdict], lang)
    return notes


def notes_on_openness(judge: Judge, table: Table, verdicts: Iterable[Verdict], lang: Language) -> tuple[Note, ...]:
    """That losers count as not open where a cap of any verdict depends on it and nothing was said of them."""
    if table.losers or not judge.caps_by_openness:
        return ()
    settlements = [verdict.settlement for verdict in verdicts if verdict.settlement and not verdict.reasons]
    if any(not judge.caps_by_openness.isdisjoint(settlement.seat_caps) for settlement in settlements):
        return (note("losers_not_given", lang),)
    return ()


def _seen_elsewhere(case: Case) -> set[int | None]:
    """The tiles that anyone but the winner and the robbed seat is known to have, or that lie open."""
    tiles = {*case.table.seen, case.tile_set.indicator}
    for loser in case.losers:
        if loser.seat != case.situation.source:
            tiles.update(tile for meld in loser.hand.melds for tile in meld.tiles)
    return tiles


def _unknown_winds(judge: Judge, case: Case, reading: Reading) -> Iterator[str]:
    """The notes on winds that would have mattered to a pung."""
    situation = case.situation
    for code, asked, known in (
        ("round_wind_unknown", "round_wind_pung", situation.round_wind),
        ("seat_wind_unknown", "seat_wind_pung", situation.own_wind),
    ):
        if known is None and asked in judge.used and _has_wind_pung(case, reading):
            yield code


def _has_wind_pung(case: Case, reading: Reading) -> bool:
    melded = any(meld.call != "chow" and meld.tile in WINDS for meld in case.winner.hand.melds)
    return melded or any(block.kind == "pung" and block.tiles[0] in WINDS for block in reading.blocks)


def _unused(judge: Judge, situation: Situation) -> Iterator[str]:
    """What was said of the win and this variant has no use for."""
    variant = judge.variant
    if situation.streak and not variant.scoring.base_per_streak:
        yield "streak"
    if situation.last_tile and variant.last_tile is None:
        yield "last_tile"
    if situation.not_ready and "discarder_not_ready" not in judge.used:
        yield "not_ready"
    for name, given in (("heavenly", situation.heavenly), ("earthly", situation.earthly)):
        if given and not variant.dealt_wins:
            yield name
    if situation.round_wind is not None and judge.used.isdisjoint(("round_wind_pung", "other_wind_pung")):
        yield "round_wind"
    if situation.seat_wind is not None and judge.used.isdisjoint(("seat_wind_pung", "other_wind_pung")):
        yield "seat_wind"
    if situation.last_copy and "last_copy" not in judge.used:
        yield "last_copy"
