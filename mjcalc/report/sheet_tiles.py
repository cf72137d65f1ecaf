"""Tiles as players say them: "2, 5 or 8", "number tiles", "winds or 白"."""

from collections.abc import Collection, Iterator, Sequence

from mjcalc.report.sheet_words import TILES
from mjcalc.rules.schema import Language
from mjcalc.tiles import DRAGONS, KINDS, NAMES, WILD, WINDS

__all__ = ["in_script", "tiles_in_words"]

_SUITS = {"characters": range(9), "dots": range(9, 18), "bamboo": range(18, 27)}
_HONOURS = range(27, KINDS)
_RANGE_FROM = 5
"""From how many numbers in a row on they are named by the first and the last."""
_SIMPLIFIED = str.maketrans("東發萬", "东发万")


def in_script(text: str, lang: Language) -> str:
    """Text of tiles in the script of a language; both are read as input.

    >>> in_script("東發1m", "zh-Hans")
    '东发1m'
    """
    return text.translate(_SIMPLIFIED) if lang == "zh-Hans" else text


def tiles_in_words(kinds: Collection[int], lang: Language, wild: str = "*") -> list[str]:
    """Different kinds of tiles, as few words as say them all.

    >>> tiles_in_words([1, 4, 7, 10, 13, 16, 19, 22, 25], "en"), tiles_in_words([27, 28, 29, 30, 33], "en")
    (['2', '5', '8'], ['winds', '白'])

    :param wild: what the wild is called.
    """
    words = [*_numbers(kinds, lang), *_honours(kinds, lang)]
    return [*words, wild] if WILD in kinds else words


def _numbers(kinds: Collection[int], lang: Language) -> Iterator[str]:
    by_suit = {suit: [kind % 9 + 1 for kind in of_suit if kind in kinds] for suit, of_suit in _SUITS.items()}
    numbers = by_suit["dots"]
    if len(numbers) == 9 and all(one == numbers for one in by_suit.values()):
        yield TILES["numbers"].said_in(lang)
    elif all(one == numbers for one in by_suit.values()):
        yield from _ranks(numbers, lang)
    else:
        for suit, own in by_suit.items():
            if own:
                yield (
                    TILES["of suit"]
                    .said_in(lang)
                    .format(numbers="".join(map(str, own)), suit=TILES[suit].said_in(lang))
                )


def _ranks(numbers: Sequence[int], lang: Language) -> list[str]:
    if len(numbers) >= _RANGE_FROM and numbers[-1] - numbers[0] == len(numbers) - 1:
        return [TILES["range"].said_in(lang).format(first=numbers[0], last=numbers[-1])]
    return list(map(str, numbers))


def _honours(kinds: Collection[int], lang: Language) -> Iterator[str]:
    for name, group in (("honours", _HONOURS), ("winds", WINDS), ("dragons", DRAGONS)):
        if all(kind in kinds for kind in group):
            yield TILES[name].said_in(lang)
            kinds = [kind for kind in kinds if kind not in group]
    for kind in _HONOURS:
        if kind in kinds:
            yield in_script(NAMES[kind], lang)
