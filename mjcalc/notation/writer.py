"""Hands as canonical text."""

from functools import lru_cache

from mjcalc.hand import Hand, Meld
from mjcalc.notation.spellings import WORDS, Role
from mjcalc.tiles import format_tiles, tile_name

__all__ = ["format_hand", "meld_name"]

_WORD = {role: word for word, role in reversed(WORDS.items())}


def format_hand(hand: Hand) -> str:
    """The hand in its one canonical spelling, which :func:`~mjcalc.notation.parse_hand` reads as the same hand.

    Concealed tiles are sorted, melds stay in the order they were exposed, and then come kong tiles, thrown tiles and
    flowers. The words are ``chi peng gang bugang angang``, ``gang`` for kong tiles, ``da`` and ``hua``; a chow, which
    only the left seat can feed, goes without its ``@left``.

    >>> format_hand(Hand((8, 27, 7, 7), (Meld("chow", 0, "left"), Meld("pung", 13, "right")), kongs=(31, 31)))
    '889m東 +chi123m +peng5p@right +gang中中'
    """
    parts = [format_tiles(hand.concealed)] if hand.concealed else []
    for meld in hand.melds:
        parts.append(_meld_text(meld))
    if hand.kongs:
        parts.append(_group_text("exposed_kong", hand.kongs))
    if hand.thrown:
        parts.append(_group_text("thrown", hand.thrown))
    if hand.flowers:
        parts.append(_group_text("flowers", hand.flowers))
    return " ".join(parts)


@lru_cache(4096)
def _meld_text(meld: Meld) -> str:
    if meld.call == "chow":
        return _group_text("chow", meld.tiles)
    feeder = f"@{meld.feeder}" if meld.feeder else ""
    return f"+{_WORD[meld.call]}{tile_name(meld.tile)}{feeder}"


@lru_cache(4096)
def _group_text(role: Role, tiles: tuple[int, ...]) -> str:
    return f"+{_WORD[role]}{format_tiles(tiles)}"


@lru_cache(4096)
def meld_name(meld: Meld) -> str:
    """A meld's call, tiles and feeder.

    >>> meld_name(Meld("pung", 13, "left")), meld_name(Meld("chow", 0, "left")), meld_name(Meld("concealed_kong", 8))
    ('pung 5p left', 'chow 123m left', 'concealed_kong 9m')
    """
    tiles = format_tiles(meld.tiles) if meld.call == "chow" else tile_name(meld.tile)
    return " ".join(filter(None, (meld.call, tiles, meld.feeder)))
