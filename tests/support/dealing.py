"""Random hands for tests: complete ones of every variant, with melds, wilds and losers, as texts and options."""

import random
from typing import Any

from mjcalc.hand import SEATS
from mjcalc.rules import load, tile_set
from mjcalc.tiles import KINDS, NAMES, RED, class_of, is_number

__all__ = ["VARIANTS", "deal"]

VARIANTS = ("huangshi", "huangshan-fei", "huangshan", "huangmei")

_WORDS = {
    "chow": "+chi",
    "pung": "+peng",
    "exposed_kong": "+gang",
    "added_kong": "+bugang",
    "concealed_kong": "+angang",
}


class _Wall:
    """The copies that are left."""

    def __init__(self, chance: random.Random, kinds: set[int], indicator: int | None) -> None:
        self.chance = chance
        self.left = [4 * (kind in kinds) for kind in range(KINDS)]
        if indicator is not None:
            self.left[indicator] -= 1

    def take(self, tiles: list[int]) -> bool:
        if any(self.left[kind] < tiles.count(kind) for kind in tiles):
            return False
        for kind in tiles:
            self.left[kind] -= 1
        return True

    def some(self, kinds: list[int], size: int, runs: bool, dragon_run: bool) -> list[int] | None:
        """A run or that many of a kind; None where it cannot be found soon."""
        for _ in range(60):
            kind = self.chance.choice(kinds)
            is_run = size == 3 and runs and self.chance.random() < 0.6
            if is_run and not ((is_number(kind) and kind % 9 < 7) or (dragon_run and kind == RED)):
                continue
            tiles = [kind, kind + 1, kind + 2] if is_run else [kind] * size
            if set(tiles) <= set(kinds) and self.take(tiles):
                return tiles
        return None


def deal(chance: random.Random, rules: str, wilds: int | None = None, one_suit: bool | None = None) -> dict[str, Any]:
    """The arguments of :func:`mjcalc.score` for a random hand that is complete, if perhaps not legal.

    :param wilds: how many wilds are held; random from 0 to 4 if None (0 where the variant has none).
    :param one_suit: whether the number tiles are of one suit; sometimes if None.
    """
    while True:
        dealt = _deal(chance, rules, wilds, one_suit)
        if dealt is not None:
            return dealt


def _deal(chance: random.Random, rules: str, wilds: int | None, one_suit: bool | None) -> dict[str, Any] | None:
    variant = load(rules)
    plain = tile_set(variant, None, None)
    options: dict[str, Any] = {"rules": rules}
    indicator = None
    if plain.has_wilds:
        indicator = chance.choice(sorted(plain.kinds))
        options["indicator"] = NAMES[indicator]
    tiles = tile_set(variant, indicator, None)
    wild = tiles.wild
    wall = _Wall(chance, set(tiles.kinds), indicator)
    if one_suit or (one_suit is None and chance.random() < 0.3):
        suit = chance.randrange(3)
        usable = [kind for kind in tiles.kinds if class_of(kind) in (suit, 3)]
        if chance.random() < 0.5:
            usable = [kind for kind in usable if is_number(kind)]
    else:
        usable = list(tiles.kinds)
    apart = tiles.flowers | tiles.kong_tiles
    usable = sorted(kind for kind in usable if kind not in apart)
    naturals = [kind for kind in usable if kind != wild]

    melds: list[str] = []
    for _ in range(chance.choice((0, 0, 1, 1, 2, 3, 4))):
        call = chance.choice(variant.calls)
        size = 4 if call.endswith("kong") else 3
        for _ in range(60):
            kind = chance.choice(naturals)
            run = [kind, kind + 1, kind + 2]
            if call == "chow" and not (
                wild not in run and ((is_number(kind) and kind % 9 < 7) or (tiles.dragon_run and kind == RED))
            ):
                continue
            if wall.take(run if call == "chow" else [kind] * size):
                name = "".join(NAMES[tile] for tile in run) if call == "chow" else NAMES[kind]
                fed = chance.choice(("", *(f"@{seat}" for seat in SEATS)))
                melds.append(_WORDS[call] + name + ("" if call in ("chow", "concealed_kong") else fed))
                break
        else:
            return None

    parts: list[list[int]] = []
    if not melds and chance.random() < 0.25 and any(shape.form == "seven_pairs" for shape in variant.shapes):
        parts = [part for _ in range(7) if (part := wall.some(usable, 2, False, False))]
        if len(parts) != 7:
            return None
    else:
        runs = chance.random() < 0.7
        parts = [part for _ in range(4 - len(melds)) if (part := wall.some(usable, 3, runs, tiles.dragon_run))]
        pair = wall.some(usable, 2, False, False)
        if len(parts) != 4 - len(melds) or pair is None:
            return None
        parts.append(pair)
    concealed = [tile for part in parts for tile in part]
    chance.shuffle(concealed)
    if wild is not None:
        held = sum(tile == wild for tile in concealed)
        wanted = held if wilds is None and chance.random() < 0.3 else chance.randint(0, 4) if wilds is None else wilds
        if wanted < held or wanted > len(concealed):
            return None
        names = ["*" if tile == wild else NAMES[tile] for tile in concealed]
        for place, name in enumerate(names):
            if held == wanted:
                break
            if name != "*":
                names[place] = "*"
                held += 1
        chance.shuffle(names)
    else:
        if wilds:
            raise ValueError(f"{rules} has no wilds")
        names = [NAMES[tile] for tile in concealed]

    extra: list[str] = []
    for tile in sorted(tiles.kong_tiles - {34}):
        for word in ("+gang", "+da"):
            if wall.left[tile] and chance.random() < 0.4 and wall.take([tile]):
                extra.append(word + NAMES[tile])
    if tiles.flowers and chance.random() < 0.5:
        extra.append("+hua" + "".join(NAMES[tile] for tile in tiles.flowers))
    options["hand"] = " ".join([*names, *melds, *extra])
    options["win"] = names[-1]

    ways = ["self-draw"] * 2 + [way for way in ("discard",) if way in variant.wins]
    if any("gang" in meld for meld in melds):
        ways.append("kong-draw")
    options["by"] = chance.choice(ways)
    if options["by"] == "discard":
        options["from_"] = chance.choice(SEATS)
    if chance.random() < 0.6:
        options["dealer"] = chance.choice(("self", *SEATS))
    if chance.random() < 0.3:
        options["base"] = chance.randint(1, 10)
    losers: dict[str, str] = {}
    for seat in SEATS:
        if chance.random() < 0.5:
            shown = wall.some(naturals, 3, False, False)
            if shown:
                fed = chance.choice(("", "@across"))
                losers[seat] = f"+peng{NAMES[shown[0]]}{fed if seat != 'across' else ''}"
    if losers:
        options["losers"] = losers
    return options
