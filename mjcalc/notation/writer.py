"""Hands as canonical text."""

from mjcalc.hand import Hand, Meld
from mjcalc.notation.spellings import WORDS
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
        if meld.call == "chow":
            parts.append(f"+{_WORD['chow']}{format_tiles(meld.tiles)}")
        else:
            feeder = f"@{meld.feeder}" if meld.feeder else ""
            parts.append(f"+{_WORD[meld.call]}{tile_name(meld.tile)}{feeder}")
    if hand.kongs:
        parts.append(f"+{_WORD['exposed_kong']}{format_tiles(hand.kongs)}")
    if hand.thrown:
        parts.append(f"+{_WORD['thrown']}{format_tiles(hand.thrown)}")
    if hand.flowers:
        parts.append(f"+{_WORD['flowers']}{format_tiles(hand.flowers)}")
    return " ".join(parts)


def meld_name(meld: Meld) -> str:
    """A meld's call, tiles and feeder.

    >>> meld_name(Meld("pung", 13, "left")), meld_name(Meld("chow", 0, "left")), meld_name(Meld("concealed_kong", 8))
    ('pung 5p left', 'chow 123m left', 'concealed_kong 9m')
    """
    tiles = format_tiles(meld.tiles) if meld.call == "chow" else tile_name(meld.tile)
    return " ".join(filter(None, (meld.call, tiles, meld.feeder)))
