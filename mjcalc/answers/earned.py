"""Which tiles earned a fan: those that its conditions look at.

Every tile of a player has a *place*: first those of the hand's parts in the order of :attr:`~mjcalc.Score.sets`, then
what lies beside them. A condition looks at *groups* of places: one for each piece where pieces are counted.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any

from msgspec import Struct

from mjcalc.answers.records import SetOut
from mjcalc.hand import Meld
from mjcalc.rules.schema import Condition, FanRule, Variant
from mjcalc.rules.settings import parts_of, resolved
from mjcalc.scoring.combinations import Codes, code_of
from mjcalc.scoring.compiler import tiles_meant
from mjcalc.scoring.methods import Counted
from mjcalc.scoring.predicates import PREDICATES
from mjcalc.scoring.view import Case, Player
from mjcalc.solver.forms.knitted import KNITTED, knitted_kinds
from mjcalc.solver.readings import Reading
from mjcalc.tiles import NAMES, WINDS

__all__ = ["LOOKS", "Laid", "earned", "laid_by_loser", "laid_by_winner"]

Group = tuple[int, ...]
"""Places of tiles."""

_CODED = frozenset(("chow", "pung", "exposed_kong", "added_kong", "concealed_kong", "pair"))


class _Part(Struct, frozen=True):
    """A set, a pair or what else the hand is read as."""

    kind: str
    tile: int
    """Its first."""
    places: Group
    is_melded: bool
    is_won: bool
    """Whether the winning tile completes it."""

    @property
    def is_open(self) -> bool:
        return self.is_melded and self.kind != "concealed_kong"

    @property
    def is_pung(self) -> bool:
        return self.kind == "pung" or self.kind.endswith("kong")


class Laid:
    """The tiles of one player, each in its place."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.names: list[str] = []
        """By place, as in the answer's sets."""
        self.kinds: list[int] = []
        """By place; a wild by what it stands for."""
        self.parts: list[_Part] = []
        self.winning: Group = ()
        """The winning tile's own place; without it in a loser's tiles."""
        self.kongs: Group = ()
        self.thrown: Group = ()
        self.flowers: Group = ()

    @property
    def whole(self) -> Group:
        """Every place in the parts."""
        return tuple([place for part in self.parts for place in part.places])

    @property
    def wilds(self) -> Group:
        """Where a wild lies among the concealed tiles."""
        return tuple([place for place in self.concealed if self.names[place].endswith("*")])

    @property
    def concealed(self) -> Group:
        """The places that are not in melds."""
        return tuple([place for part in self.parts if not part.is_melded for place in part.places])

    def add(self, kinds: Sequence[int], names: Sequence[str] | None = None) -> Group:
        """Put some tiles down; returns their places."""
        start = len(self.names)
        self.names += [NAMES[self.case.tile_set.face(tile)] for tile in kinds] if names is None else names
        self.kinds += kinds
        return tuple(range(start, len(self.names)))

    def add_melds(self, melds: Sequence[Meld]) -> None:
        """Put melds down, in canonical order."""
        for meld in sorted(melds, key=lambda meld: (meld.tile, meld.call)):
            self.parts.append(_Part(meld.call, meld.tile, self.add(meld.tiles), True, False))

    def add_rest(self, player: Player) -> None:
        """Put down what lies beside the hand."""
        hand = player.hand
        self.kongs, self.thrown, self.flowers = self.add(hand.kongs), self.add(hand.thrown), self.add(hand.flowers)

    def those_of(self, kinds: frozenset[int], places: Group) -> Group:
        """Of some places those with these kinds."""
        return tuple([place for place in places if self.kinds[place] in kinds])


def laid_by_winner(case: Case, reading: Reading, sets: Sequence[SetOut]) -> Laid:
    """The winner's tiles as they were read.

    :param sets: the same reading in the answer, for the names of its tiles.
    """
    laid = Laid(case)
    for index, (block, out) in enumerate(zip(reading.blocks, sets, strict=False)):
        places = laid.add(block.tiles, out.tiles)
        laid.parts.append(_Part(block.kind, block.tiles[0], places, False, index == reading.won))
        if index == reading.won:
            laid.winning = (places[reading.won_at],)
    laid.add_melds(case.winner.hand.melds)
    laid.add_rest(case.winner)
    return laid


def laid_by_loser(case: Case, loser: Player) -> Laid:
    """What one loser shows."""
    laid = Laid(case)
    laid.add_melds(loser.hand.melds)
    laid.add_rest(loser)
    return laid


_Look = Callable[[Laid, Any], list[Group]]
_Test = Callable[[_Part, Any], bool]


def _nothing(laid: Laid, argument: object) -> list[Group]:
    return []


def _whole(laid: Laid, argument: object) -> list[Group]:
    return [laid.whole]


def _winning(laid: Laid, argument: object) -> list[Group]:
    return [laid.winning]


def _parts(test: _Test) -> _Look:
    """Each part that passes."""
    return lambda laid, argument: [part.places for part in laid.parts if test(part, argument)]


def _loose(*names: str) -> _Look:
    """Each of these kinds among what lies beside the hand."""
    return lambda laid, kinds: [
        (place,) for name in names for place in getattr(laid, name) if laid.kinds[place] in kinds
    ]


def _drawn_pungs(laid: Laid, kinds: frozenset[int] | None) -> list[Group]:
    """Each concealed pung that the winner drew whole."""
    is_drawn = laid.case.situation.is_drawn
    return [
        part.places
        for part in laid.parts
        if part.kind == "pung" and not part.is_melded and (is_drawn or not part.is_won)
        if kinds is None or part.tile in kinds
    ]


def _hidden_pungs(laid: Laid, argument: object) -> list[Group]:
    return _drawn_pungs(laid, None) + [part.places for part in laid.parts if part.kind == "concealed_kong"]


def _wind_pungs(*, of_round: bool = False, of_seat: bool = False) -> _Look:
    """Pungs of the round's wind or the winner's own, or without either of the others."""

    def look(laid: Laid, argument: object) -> list[Group]:
        situation = laid.case.situation
        known = {situation.round_wind, situation.own_wind}
        wanted = {situation.round_wind} if of_round else {situation.own_wind} if of_seat else _WINDS - known
        return [part.places for part in laid.parts if part.is_pung and part.tile in wanted]

    return look


_WINDS: frozenset[int | None] = frozenset(WINDS)


def _four_alike(laid: Laid, argument: object) -> list[Group]:
    places = [laid.those_of(frozenset((kind,)), laid.whole) for kind in dict.fromkeys(laid.kinds)]
    return [group for group in places if len(group) == 4]


def _unkonged(laid: Laid, argument: object) -> list[Group]:
    konged = {part.tile for part in laid.parts if part.kind.endswith("kong")}
    return [group for group in _four_alike(laid, argument) if laid.kinds[group[0]] not in konged]


def _knitted(laid: Laid, argument: object) -> list[Group]:
    """The first nine knitted tiles that are there."""
    first = {laid.kinds[place]: place for place in reversed(laid.concealed)}
    for way in KNITTED:
        kinds = [kind for kind in range(27) if knitted_kinds(way) >> kind & 1]
        if all(kind in first for kind in kinds):
            return [tuple([first[kind] for kind in kinds])]
    return []


def _combined(laid: Laid, patterns: frozenset[Codes]) -> list[Group]:
    """The most combinations that share no set."""
    coded = [(code_of(part.kind, part.tile), part.places) for part in laid.parts if part.kind in _CODED]
    sizes = {len(pattern) for pattern in patterns}

    def most(rest: list[tuple[int, Group]]) -> list[Group]:
        best: list[Group] = []
        for size in sizes:
            for chosen in combinations(rest, size):
                if tuple([code for code, _ in chosen]) in patterns:
                    places = tuple([place for _, group in chosen for place in group])
                    found = [places, *most([one for one in rest if one not in chosen])]
                    best = max(best, found, key=len)
        return best

    return most(sorted(coded))


LOOKS: dict[str, _Look] = {
    **dict.fromkeys(
        ("by", "drawn", "last_tile", "gave_winning_tile", "wins_on_wild", "single_formal_wait", "last_copy",
         "wins_on_knitted"),
        _winning,
    ),
    **dict.fromkeys(("heavenly", "earthly", "dealt_win"), _whole),
    **dict.fromkeys(("open", "open_meld", "open_melds_at_least"), _parts(lambda part, _: part.is_open)),
    **dict.fromkeys(
        ("won_on_pair", "won_in_middle", "won_at_edge", "won_on_wild_pair"), _parts(lambda part, _: part.is_won)
    ),
    "melds_at_least": _parts(lambda part, _: part.is_melded),
    "exposed_kong": _parts(lambda part, _: part.kind in ("exposed_kong", "added_kong")),
    "exposed_kong_of": _parts(lambda part, kinds: part.kind in ("exposed_kong", "added_kong") and part.tile in kinds),
    "claimed_kong_of": _parts(lambda part, kinds: part.kind == "exposed_kong" and part.tile in kinds),
    "concealed_kong": _parts(lambda part, _: part.kind == "concealed_kong"),
    "concealed_kong_of": _parts(lambda part, kinds: part.kind == "concealed_kong" and part.tile in kinds),
    "claimed_pung_of": _parts(lambda part, kinds: part.kind == "pung" and part.is_melded and part.tile in kinds),
    "pair_of": _parts(lambda part, kinds: part.kind == "pair" and part.tile in kinds),
    "any_pung": _parts(lambda part, _: part.is_pung),
    "pung_of": _parts(lambda part, kinds: part.is_pung and part.tile in kinds),
    "hidden_pung": _hidden_pungs,
    "drawn_pung_of": _drawn_pungs,
    "completed_pung_of": _parts(lambda part, kinds: part.kind == "pung" and part.is_won and part.tile in kinds),
    "round_wind_pung": _wind_pungs(of_round=True),
    "seat_wind_pung": _wind_pungs(of_seat=True),
    "other_wind_pung": _wind_pungs(),
    "shown": _loose("kongs", "thrown"),
    "konged": _loose("kongs"),
    "thrown": _loose("thrown"),
    "flower": lambda laid, _: [laid.flowers],
    "holds": lambda laid, kinds: [laid.those_of(kinds, laid.concealed)],
    "has": lambda laid, kinds: [laid.those_of(kinds, laid.whole)],
    "wilds_at_least": lambda laid, _: [laid.wilds],
    "no_wild_substitutes": lambda laid, _: [laid.wilds],
    "waited_with": lambda laid, _: [laid.concealed],
    "four_alike": _four_alike,
    "four_alike_unkonged": _unkonged,
    "knitted_straight": _knitted,
    "sets": _combined,
}  # fmt: skip
"""Predicate → what it looks at, given its argument. One that is left out looks at the whole hand if it is about a
reading, else at no tile."""


def earned(variant: Variant, fans: Sequence[Counted], laid: Laid) -> list[tuple[str, ...]]:
    """The names of the tiles that earned each of the fans that count for one player."""
    groups = {fan.rule.id: _groups_of(variant, fan, laid) for fan in fans}
    found = []
    for fan in fans:
        places = {place for group in _left(fan, fans, groups) for place in group}
        found.append(tuple([laid.names[place] for place in sorted(places)]))
    return found


def _groups_of(variant: Variant, fan: Counted, laid: Laid) -> list[Group]:
    per = resolved(variant, fan.rule.per)
    groups: list[Group] = []
    for name, raw in _generate_asked(variant, fan.rule.when if per is None else per):
        word = PREDICATES[name].word
        takes = word.takes
        argument = tiles_meant(variant, takes, raw) if takes in ("tiles", "sets") else raw
        seen = LOOKS.get(name, _whole if word.scope == "reading" else _nothing)(laid, argument)
        groups += seen[:1] if takes == "sets" and per is None else seen
    return groups


def _left(fan: Counted, fans: Sequence[Counted], groups: dict[str, list[Group]]) -> list[Group]:
    """The groups of the pieces that count, where other fans took some of them out."""
    own = groups[fan.rule.id]
    if fan.rule.per is None or isinstance(fan.rule.value, tuple) or len(own) <= fan.count:
        return own
    taken = {place for other in fans if _excludes(other.rule, fan.rule.id) for group in groups[other.rule.id]
             for place in group}  # fmt: skip
    return sorted(own, key=lambda group: not taken.isdisjoint(group))[: fan.count]


def _excludes(rule: FanRule, fan: str) -> bool:
    """Whether a fan may take out pieces of another."""
    return any(fan == one or (isinstance(one, dict) and fan in (*one, *one.values())) for one in rule.excludes)


def _generate_asked(variant: Variant, condition: Condition | None) -> Iterator[tuple[str, Any]]:
    """The predicates that a condition asks, each with its argument; not those that must count nothing."""
    for part in parts_of(variant, condition):
        if isinstance(part, str):
            yield part, None
        elif part is not None and "count" not in part:
            yield from part.items()
        elif part is not None and part.get("is") != 0:
            yield from _generate_asked(variant, part["count"])
