"""The code of every problem, and what it means: for scripts that act on errors, and for their documentation.

Codes are stable: a message may be worded better from one version to the next, its code stays.
"""

from collections.abc import Mapping

from mjcalc.notation.parser import IMPOSSIBLE, UNREADABLE

__all__ = ["CODES", "meaning_of"]

CODES: Mapping[str, Mapping[str, str]] = {
    "notation": {
        **UNREADABLE,
        "bad_number": "a number out of range: a base, a streak, flowers, draws, how far away, a payment",
        "unknown_sort": "an order of throws that there is not",
        "duplicate_seat": "two texts for what one seat shows",
        "not_a_wind": "a tile that is not a wind, for that of the round or of a seat",
        "unknown_player": "a name that nobody at the table has",
    },
    "impossible": {
        **IMPOSSIBLE,
        "too_few_tiles": "fewer concealed tiles than a hand has",
        "too_many_tiles": "more concealed tiles than a hand has",
        "option_not_wanted": "an option that belongs to another question",
        "wild_unknown": "chances with a wild held, where nobody knows which tile it is",
        "complete": "chances of a complete hand",
        "nothing_to_draw": "chances where no tile is left to draw",
        "win_not_in_hand": "a winning tile that is not among the concealed ones",
        "way_not_told": "a robbed kong, where a hand has not won yet",
        "robbed_tile_shown": "a robbed kong's tile in another meld of the robbed seat",
        "robbed_seat_full": "a robbed seat with four melds beside the pung it was adding to",
        "win_not_wanted": "a winning tile for a hand that has not won yet",
        "unknown_way": "a way of winning that the variant does not know",
        "source_missing": "a win from another player, without the seat it came from",
        "from_with_drawn_win": "a seat that a drawn winning tile came from",
        "kong_draw_without_kong": "a win on the tile after a kong, without a kong",
        "flower_draw_without_flower": "a win on the tile after a flower, without a flower set aside",
        "robbed_tile_held": "a kong robbed of a tile that the winner holds another copy of",
        "dealt_win_with_melds": "a win with the dealt tiles, with melds",
        "dealt_win_from_seat": "a win with the dealt tiles, on another player's tile",
        "heavenly_and_earthly": "a win with the dealt tiles of the dealer and of another player at once",
        "heavenly_not_dealer": "a win with the dealer's dealt tiles, where another seat deals",
        "heavenly_after_throw": "a win with the dealer's dealt tiles, after a tile was thrown or konged",
        "earthly_by_dealer": "another player's win on the first draw, by the dealer",
        "last_tile_not_drawn": "a win on the last tiles of the wall that was not drawn",
        "last_tile_robbed": "a kong that is robbed on the last tile of the wall",
        "last_copy_robbed": "the last copy of a tile that was robbed from a kong",
        "last_copy_held": "the last copy of a tile that the winner holds another copy of",
        "last_copy_not_wanted": "the last copy of a winning tile, for a hand that has not won yet",
        "seat_wind_and_dealer": "a wind of the winner's that is not the one by the dealer's seat",
        "no_bonus_tiles": "a number of flowers where the variant has none beside its tiles",
        "too_many_flowers": "more flowers set aside than there are",
        "flowers_and_names": "another number of flowers than are named",
        "not_ready_with_drawn_win": "a discarder who was not ready, where nobody discarded",
        "too_large": "settings that make a number of the answer far too large",
        "no_wilds": "an indicator or a wild where the variant has no wilds",
        "never_wild": "a tile that no indicator makes wild",
        "indicator_and_wild": "an indicator that makes another tile wild than the one named",
        "tile_not_in_set": "an indicator or a wild that the variant does not have",
    },
    "rules": {
        "unknown_rules": "a variant that does not exist",
        "no_such_file": "a rules file that does not exist",
        "name_clash": "several variants of the same name",
        "unknown_setting": "a setting that the variant does not have",
        "bad_setting": "a setting with a value that it cannot have",
        "unreadable": "a file or a folder that cannot be read from the disk",
        "too_long": "a file that is far too long",
        "not_utf8": "a file that is not valid UTF-8",
        "not_yaml": "text that is not YAML",
        "empty": "a file without contents",
        "two_documents": "more than one YAML document in a file",
        "alias": "a YAML alias",
        "anchor": "a YAML anchor",
        "tag": "a YAML tag",
        "odd_key": "a key that is not a single word",
        "duplicate_key": "a key that stands twice in one map",
        "invisible_character": "a character that a terminal obeys instead of showing it",
        "too_many": "far too many conditions or choices in one place",
        "too_deep": "parts nested, or files extending one another, far too deep",
        "circle": "a file that extends itself, perhaps by way of others",
        "misread": "a value that YAML reads as something other than what was typed",
        "wrong_type": "a value of another type than is needed",
        "unknown_key": "a key that does not belong there",
        "missing_key": "a key that is needed and missing",
        "bad_id": "an id that is too long or has characters that an id cannot have",
        "id_is_not_name": "an id that is not the file's name",
        "duplicate_id": "an id that stands twice in one list",
        "unknown_name": "the removal of something that is not there",
        "still_needed": "the removal of something that others still refer to",
        "not_allowed": "a value that is not one of the allowed ones, or not allowed there",
        "out_of_range": "a number that is too low or too high",
        "tile_not_in_set": "tiles that the variant does not have",
        "duplicate_tile": "a tile that is named twice",
        "duplicate_total": "a sum of two dice that several outcomes of one rule name",
        "missing_total": "a sum of two dice that no outcome of a rule names",
        "missing_tile": "a tile for which no wild is given",
        "unknown_predicate": "a condition that does not exist",
        "wrong_argument": "a condition without its argument, or with one that it does not take",
        "wrong_place": "a condition that looks at what is not known there",
        "never_applies": "a fan or a shape that this variant can never have",
        "unused": "an option or a cap that nothing refers to",
        "not_scorable": "a variant by which no hand can be scored, for a reason that no other check has found",
        "example_fails": "an example that cannot be scored at all",
        "example_differs": "an example that does not come out as the file says",
    },
    "game": {
        "no_such_book": "a book that is not there",
        "book_exists": "a new book under the name of something that is there already",
        "not_a_book": "a file that is not the book of an evening",
        "newer_book": "a book that a newer version has written",
        "damaged_book": "a book that is cut short or otherwise damaged",
        "book_in_use": "a book that another command did not let go of in time",
        "book_is_read_only": "a book that may not be written",
        "book_not_written": "a book that cannot be read or written, as on a full disk",
        "wrong_players": "more or fewer players than the rules have seats",
        "bad_name": "a name that cannot be a player's",
        "same_name": "two players of one name",
        "no_dealer_rule": "a variant that does not say who deals next",
        "own_tile": "a win on a tile of one's own",
        "winner_shows": "a winner who is also said to show something, which belongs in the hand",
        "no_shared_tile": "another winner of a deal that was not won on a player's tile",
        "other_tile": "another winner of a deal, on another tile or another player's",
        "won_already": "a second win of one player in one deal",
        "one_winner": "another winner on a tile where the rules let only one win",
        "unbalanced": "payments that do not sum to 0",
        "nothing_paid": "payments of which none is anything",
        "too_much": "a total far too large for any table",
        "nothing_to_undo": "an undo where there is no entry left",
        "chart_missing": "a chart without the library that draws it",
        "no_throw": "numbers that two dice cannot show",
    },
    "request": {
        "unknown_key": "a key that a request does not have",
        "missing_key": "a key that a request must have",
        "wrong_type": "a value of another type than is needed, or a request that is not an object",
    },
    "json": {
        "not_json": "a line that is not JSON, or not UTF-8",
        "too_long": "a line of more than a million bytes",
    },
    "file": {
        "no_such_file": "a file that does not exist",
        "unusable_file": "a file or a pipe that cannot be read or written",
    },
    "internal": {"internal": "a mistake in mjcalc itself; please report it"},
}
"""Kind of error → code → meaning. A ``notation`` error also tells of what is ``impossible``, and a ``rules`` error of
tiles in the file that cannot be read."""


def meaning_of(code: str) -> str:
    """What a code means; where kinds share one, all that it may mean.

    >>> meaning_of("not_json"), meaning_of("no such code")
    ('a line that is not JSON, or not UTF-8', '')
    """
    return "; ".join(dict.fromkeys(codes[code] for codes in CODES.values() if code in codes))
