"""What may be wrong with a text, as codes that stay the same however the messages are worded."""

__all__ = ["IMPOSSIBLE", "UNREADABLE"]

UNREADABLE = {
    "unknown_character": "a character that is not part of a tile",
    "digits_without_suit": "digits that no suit follows",
    "suit_without_digits": "a suit that follows no digit",
    "ambiguous_suit": "digits before b, which is dots to some and bamboo to others",
    "no_such_tile": "0z, 8z or 9z",
    "unknown_meld_word": "a word after + that means nothing",
    "empty_meld": "a group without tiles",
    "wrong_meld_tiles": "tiles that are not the meld that their word says",
    "unknown_seat": "a word that is not a seat",
    "stray_seat": "an @ that does not follow a meld",
    "group_not_here": "a meld where only tiles are read",
    "concealed_in_loser": "tiles outside groups in a loser's text",
    "too_few_tiles": "no tile where one is needed",
    "too_many_tiles": "several tiles where one is needed",
    "too_long": "far more text than is needed",
    "unknown_way": "a word that is not a way of winning",
}
"""What makes a text unreadable: code → meaning."""

IMPOSSIBLE = {
    "fifth_copy": "more copies of a tile than there are",
    "tile_not_in_variant": "a tile that the variant does not have",
    "no_wilds_in_variant": "a wild where there are none",
    "call_not_allowed": "a claim or kong that the variant does not have, or not of that tile",
    "wild_in_meld": "a wild in a chow, pung or kong",
    "too_many_melds": "a fifth meld of one player",
    "wrong_feeder": "a seat that cannot have fed it",
    "not_a_flower": "a tile set aside that is not a flower",
    "not_thrown_tile": "a tile after +da that is neither a kong tile nor a wild",
}
"""What can be read but cannot be: code → meaning."""
