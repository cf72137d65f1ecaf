"""Notation: every spelling, every error with its place, and text ↔ hand both ways."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjcalc.errors import ImpossibleError, MjcalcError, NotationError
from mjcalc.hand import SEATS, Call, Hand, Meld, Seat, TileSet
from mjcalc.notation import (
    format_hand,
    meld_name,
    parse_by,
    parse_dealer,
    parse_hand,
    parse_seat,
    parse_table,
    parse_tile,
    parse_tiles,
    parser,
)
from mjcalc.notation.codes import IMPOSSIBLE, UNREADABLE
from mjcalc.notation.parser import MOST_PROBLEMS
from mjcalc.notation.scanner import plain
from mjcalc.notation.spellings import (
    DEALER_WORDS,
    SEAT_HINTS,
    SEAT_WORDS,
    SUITS,
    TILES,
    WAY_WORDS,
    WINNER_WORDS,
    WORDS,
)
from mjcalc.tiles import GREEN, KINDS, RED, WHITE, WILD, format_tiles
from tests.support.files import read_yaml

CASES: dict[str, list[Any]] = read_yaml(Path(__file__).parent / "cases" / "notation.yaml")

TABLES = {
    "any": TileSet(),
    "kong tiles": TileSet(kong_tiles=frozenset((RED, GREEN, WILD)), wild=16, indicator=15, name="kong tiles"),
    "kong tiles, wild unknown": TileSet(kong_tiles=frozenset((RED, GREEN, WILD)), name="kong tiles"),
    "run": TileSet(dragon_run=True, wild=3, indicator=2, name="run"),
    "flowers": TileSet(
        kinds=frozenset((*range(27), RED, GREEN, WHITE)),
        calls=frozenset(get_args(Call)) - {"chow"},
        flowers=frozenset((GREEN,)),
        has_wilds=False,
        name="flowers",
    ),
    "no wilds": TileSet(has_wilds=False, name="no wilds"),
}


def hand_case(case: Any) -> tuple[str, str, Seat | None, str]:
    """Text, table, owner and canonical text."""
    if isinstance(case, list):
        return case[0], "any", None, case[1]
    return case["text"], case.get("at", "any"), case.get("owner"), case["canonical"]


def error_case(case: Any) -> tuple[str, str, Seat | None, list[tuple[str, int]], str]:
    """Text, table, owner, problems in the order of their columns, and words that must be said."""
    if isinstance(case, list):
        case = dict(zip(("text", "problems", "says"), case, strict=False))
    problems = [
        (code, column)
        for code, columns in case["problems"].items()
        for column in (columns if isinstance(columns, list) else [columns])
    ]
    return (
        case["text"],
        case.get("at", "any"),
        case.get("owner"),
        sorted(problems, key=lambda each: each[1]),
        case.get("says", ""),
    )


class TestSpellings:
    @pytest.mark.parametrize(("text", "canonical"), CASES["tiles"])
    def test_a_spelling_means_these_tiles(self, text: str, canonical: str) -> None:
        assert format_tiles(parse_tiles(text)) == canonical

    @pytest.mark.parametrize(("text", "at", "owner", "canonical"), list(map(hand_case, CASES["hands"])))
    def test_a_text_means_this_hand(self, text: str, at: str, owner: Seat | None, canonical: str) -> None:
        assert format_hand(parse_hand(text, TABLES[at], owner=owner)) == canonical

    def test_tiles_keep_the_order_in_which_they_were_typed(self) -> None:
        assert parse_hand("9m1m東 5m").concealed == (8, 0, 27, 4)

    def test_melds_keep_the_order_in_which_they_were_exposed(self) -> None:
        melds = parse_hand("+peng9m@left 1m +chi123s").melds
        assert melds == (Meld("pung", 8, "left"), Meld("chow", 18, "left"))

    @pytest.mark.parametrize("text", ["5p", "五筒", "５ｐ", "🀝", " 5p "])
    def test_one_tile_has_every_spelling_too(self, text: str) -> None:
        assert parse_tile(text) == 13

    @pytest.mark.parametrize("text", ["*", "4m", "四萬"])
    def test_a_known_wild_is_wild_by_either_name(self, text: str) -> None:
        assert parse_tile(text, TABLES["run"]) == WILD

    @pytest.mark.parametrize(
        ("parse", "meaning", "words"),
        [
            (parse, meaning, words)
            for parse, table in ((parse_seat, "seats"), (parse_dealer, "dealers"), (parse_by, "ways"))
            for meaning, words in CASES[table].items()  # type: ignore[attr-defined]
        ],
    )
    def test_a_seat_a_dealer_and_a_way_of_winning_have_these_words(
        self, parse: Callable[[str], str], meaning: str, words: str
    ) -> None:
        assert {word: parse(word) for word in words.split()} == dict.fromkeys(words.split(), meaning)

    @pytest.mark.parametrize("way", ["kong draw", " Kong  Draw ", "KONG_DRAW"])
    def test_a_way_of_winning_may_be_written_as_it_is_said(self, way: str) -> None:
        assert parse_by(way) == "kong-draw"

    def test_a_dealer_has_every_word_of_a_seat(self) -> None:
        assert {word: parse_dealer(word) for word in SEAT_WORDS} == SEAT_WORDS

    def test_no_character_is_both_a_tile_and_something_else(self) -> None:
        assert set(TILES) & set(SUITS) == {"W"}  # a suit right after digits only
        assert not {word[0] for word in (*WORDS, *SEAT_WORDS, *WINNER_WORDS) if not word.isascii()} & set(TILES)

    def test_every_word_is_listed_as_it_is_looked_up(self) -> None:
        words = (*WORDS, *SEAT_WORDS, *DEALER_WORDS, *WAY_WORDS, *SEAT_HINTS, *WINNER_WORDS)
        assert [word for word in words if word != word.lower()] == []

    @pytest.mark.parametrize(
        ("texts", "has_one"),
        [
            ({"hand": "123m"}, False),
            ({"hand": "120m"}, True),
            ({"hand": "1m", "seen": "０p"}, True),
            ({"hand": "1m", "win": "0s"}, True),
            ({"hand": "1m", "losers": {"left": "+peng0s"}}, True),
        ],
    )
    def test_a_red_five_is_a_five_that_is_remembered(self, texts: dict[str, Any], has_one: bool) -> None:
        assert parse_table(**texts).has_red_five == has_one


class TestErrors:
    @pytest.mark.parametrize(("text", "at", "owner", "problems", "says"), list(map(error_case, CASES["errors"])))
    def test_a_wrong_text_has_these_problems_at_these_columns(
        self, text: str, at: str, owner: Seat | None, problems: list[tuple[str, int]], says: str
    ) -> None:
        with pytest.raises(MjcalcError) as caught:
            parse_hand(text, TABLES[at], owner=owner)
        assert [(problem.code, problem.column) for problem in caught.value.problems] == problems
        assert says in str(caught.value)

    @pytest.mark.parametrize(
        "case", [case if isinstance(case, dict) else {"text": case[0], "says": case[1]} for case in CASES["unhinted"]]
    )
    def test_nothing_is_suggested_that_could_not_be_read_either(self, case: dict[str, str]) -> None:
        with pytest.raises(MjcalcError) as caught:
            parse_hand(case["text"], TABLES[case.get("at", "any")])
        assert case["says"] in [problem.message for problem in caught.value.problems]

    @pytest.mark.parametrize("case", CASES["tables"], ids=lambda case: case["name"])
    def test_the_texts_of_a_table_are_judged_together(self, case: dict[str, Any]) -> None:
        found: list[list[Any]] = []
        try:
            parse_table(
                case["hand"],
                TABLES[case.get("at", "any")],
                losers=case.get("losers", {}),
                seen=case.get("seen", ""),
                win=case.get("win"),
            )
        except MjcalcError as error:
            found = [[problem.code, problem.where, problem.column] for problem in error.problems]
        assert found == case["problems"]

    def test_every_code_has_a_case(self) -> None:
        codes = {code for case in CASES["errors"] for code, _ in error_case(case)[3]}
        codes |= {code for case in CASES["tables"] for code, _, _ in case["problems"]}
        # Tested below.
        assert codes | {"too_long", "unknown_way"} == UNREADABLE.keys() | IMPOSSIBLE.keys()

    @pytest.mark.parametrize(("text", "kind"), [("12", NotationError), ("55555m", ImpossibleError)])
    def test_unreadable_and_impossible_are_two_types(self, text: str, kind: type[MjcalcError]) -> None:
        with pytest.raises(kind):
            parse_hand(text)

    def test_a_text_that_is_both_is_unreadable_and_tells_both(self) -> None:
        with pytest.raises(NotationError) as caught:
            parse_hand("55555m 12")
        assert [problem.code for problem in caught.value.problems] == ["fifth_copy", "digits_without_suit"]

    def test_the_caret_stands_under_the_first_wrong_character(self) -> None:
        with pytest.raises(NotationError) as caught:
            parse_hand("東東45x6p")
        assert str(caught.value) == "'x' is not a tile\n  東東45x6p\n        ^"

    def test_another_text_than_the_hand_is_named(self) -> None:
        with pytest.raises(NotationError, match=r"^seen: 'x' is not a tile"):
            parse_tiles("1mx")

    def test_far_too_much_text_is_refused_at_once(self) -> None:
        with pytest.raises(NotationError) as caught:
            parse_hand("1m2p" * 100_000)
        assert [problem.code for problem in caught.value.problems] == ["too_long"]
        assert len(str(caught.value)) < 300

    @pytest.mark.parametrize("nonsense", ["x 1m ", "+foo5m ", "+peng ", "+chi135m "])
    def test_of_many_problems_the_first_are_named_and_the_rest_are_counted(self, nonsense: str) -> None:
        with pytest.raises(NotationError) as caught:
            parse_hand(nonsense * 25)
        *named, rest = caught.value.problems
        assert len(named) == MOST_PROBLEMS
        codes = {problem.code for problem in named} | {rest.code}
        assert codes <= {"unknown_character", "unknown_meld_word", "empty_meld", "wrong_meld_tiles", "fifth_copy"}
        assert (rest.message, rest.column) == (f"and {int(rest.message.split()[1])} more problems", None)

    def test_problems_that_are_only_counted_can_make_a_text_unreadable(self) -> None:
        with pytest.raises(NotationError) as caught:
            parse_hand("東" * 5 + "".join(f"{kind}" * 5 for kind in "南西北中發白") + "11111222223333344444m" +
                       "11111222223333344444555556666677777p 11111222223333344444s x")  # fmt: skip
        assert [problem.code for problem in caught.value.problems[-2:]] == ["fifth_copy", "unknown_character"]
        assert caught.value.problems[-1].message == "and 3 more problems"

    @pytest.mark.parametrize("text", ["self", "", "rihgt", "上上", "winner"])
    def test_what_is_not_a_seat_is_refused(self, text: str) -> None:
        with pytest.raises(NotationError) as caught:
            parse_seat(text)
        assert [problem.code for problem in caught.value.problems] == ["unknown_seat"]

    @pytest.mark.parametrize(
        ("parse", "text", "code", "says"),
        [
            (parse_dealer, "winner", "unknown_seat", "by: 'winner' is not a seat"),
            (parse_dealer, "sefl", "unknown_seat", "did you mean self?"),
            (parse_by, "", "unknown_way", "(self-draw, discard, kong-draw, rob-kong, flower-draw)"),
            (parse_by, "self-drwa", "unknown_way", "did you mean self-draw?"),
            (parse_seat, "x" * 1000, "too_long", "more than 100 characters"),
        ],
    )
    def test_what_is_not_a_dealer_or_a_way_of_winning_is_refused(
        self, parse: Callable[[str, str], str], text: str, code: str, says: str
    ) -> None:
        with pytest.raises(NotationError) as caught:
            parse(text, "by")
        assert [problem.code for problem in caught.value.problems] == [code]
        assert says in str(caught.value)
        assert len(str(caught.value)) < 300

    def test_what_may_mean_a_seat_is_only_a_hint(self) -> None:
        assert not SEAT_HINTS.keys() & {*SEAT_WORDS, *WINNER_WORDS}
        for word, seat in SEAT_HINTS.items():
            with pytest.raises(NotationError, match=f"did you mean {seat}?"):
                parse_seat(word)

    def test_a_loser_in_no_seat_is_refused(self) -> None:
        with pytest.raises(NotationError, match="did you mean right"):
            parse_table("1m", losers={"rihgt": ""})  # type: ignore[dict-item]


class TestMeldNames:
    @pytest.mark.parametrize(
        ("text", "name"),
        [
            ("+peng5p@left", "pung 5p left"),
            ("+chi789s", "chow 789s left"),
            ("+angang9m", "concealed_kong 9m"),
            ("+bugang白@across", "added_kong 白 across"),
        ],
    )
    def test_a_meld_is_named_by_call_tiles_and_feeder(self, text: str, name: str) -> None:
        assert meld_name(parse_hand(text).melds[0]) == name


@st.composite
def hands(draw: st.DrawFn, tile_set: TileSet) -> Hand:
    """A hand that can be at a table with this tile set, its concealed tiles sorted."""
    left = {kind: 4 for kind in tile_set.kinds}
    if tile_set.indicator is not None:
        left[tile_set.indicator] -= 1
    left[WILD] = 4 if tile_set.has_wilds else 0
    if tile_set.wild is not None:
        del left[tile_set.wild]

    def take(kinds: tuple[int, ...]) -> bool:
        if any(left.get(kind, 0) < kinds.count(kind) for kind in kinds):
            return False
        for kind in kinds:
            left[kind] -= 1
        return True

    def some(kinds: frozenset[int], most: int) -> tuple[int, ...]:
        if not kinds:
            return ()
        drawn = draw(st.lists(st.sampled_from(sorted(kinds)), max_size=most))
        return tuple(sorted(kind for kind in drawn if take((kind,))))

    flowers = some(tile_set.flowers, 4)
    kongs = some(tile_set.kong_tiles, 4)
    thrown = some(tile_set.kong_tiles | ({WILD} if tile_set.has_wilds else frozenset()), 3)
    never = tile_set.kong_tiles | tile_set.flowers
    starts = [*(kind for kind in range(27) if kind % 9 < 7), *([RED] if tile_set.dragon_run else [])]
    melds: list[Meld] = []
    for call in draw(st.lists(st.sampled_from(sorted(tile_set.calls)), max_size=4)):
        kind = draw(st.sampled_from(starts if call == "chow" else range(KINDS)))
        feeder = draw(st.sampled_from((*SEATS, None)))
        if call in ("chow", "concealed_kong"):
            feeder = "left" if call == "chow" else None
        meld = Meld(call, kind, feeder)  # type: ignore[arg-type]
        if not never.intersection(meld.tiles) and take(meld.tiles):
            melds.append(meld)
    return Hand(some(frozenset(left), 14 - 3 * len(melds)), tuple(melds), kongs, thrown, flowers)


PIECES = [
    *"123456789一五九0mpszSPE東中發白🀄萬筒條 ,+@*xé\ufe0f",
    *(word for word in TILES if len(word) == 2),
    *WORDS,
    *(f"+{word}" for word in WORDS),
    *(f"@{word}" for word in (*SEAT_WORDS, *WINNER_WORDS)),
    *("+PENG", "+Gang", " @R", "@LEFT", "wW", "tT", "bB", "財神伍"),
    *("123m", "55p", "999s", "+peng5p@right ", "+gang中中 ", "+chi123m ", "+da* ", "+hua發 ", "東風", "８ｐ"),
]
TEXTS = st.one_of(st.text(max_size=40), st.lists(st.sampled_from(PIECES), max_size=14).map("".join))
TABLE_NAMES = st.sampled_from(sorted(TABLES))


class TestProperties:
    @given(st.data(), TABLE_NAMES)
    def test_writing_and_reading_a_hand_gives_the_same_hand(self, data: st.DataObject, at: str) -> None:
        hand = data.draw(hands(TABLES[at]))
        assert parse_hand(format_hand(hand), TABLES[at]) == hand
        assert parser.parse_hand(format_hand(hand), TABLES[at], "hand", None) == hand

    @given(st.data(), TABLE_NAMES)
    def test_the_order_of_tiles_and_groups_is_all_that_typing_can_change(self, data: st.DataObject, at: str) -> None:
        hand = data.draw(hands(TABLES[at]))
        parts = format_hand(hand).split()
        shuffled = parse_hand(" ".join(data.draw(st.permutations(parts))), TABLES[at])
        assert sorted(shuffled.concealed) == list(hand.concealed)
        assert sorted(map(meld_name, shuffled.melds)) == sorted(map(meld_name, hand.melds))
        assert (shuffled.kongs, shuffled.thrown, shuffled.flowers) == (hand.kongs, hand.thrown, hand.flowers)

    @given(TEXTS, TABLE_NAMES, st.sampled_from((None, *SEATS)))
    def test_any_text_is_read_or_refused_with_places_inside_it(self, text: str, at: str, owner: Seat | None) -> None:
        try:
            hand = parse_hand(text, TABLES[at], owner=owner)
        except (NotationError, ImpossibleError) as error:
            assert error.problems
            for problem in error.problems[:MOST_PROBLEMS]:
                assert problem.text == text
                assert problem.column is not None and 0 <= problem.column < len(text)
                assert problem.code in UNREADABLE | IMPOSSIBLE
            assert isinstance(error, NotationError) == any(each.code in UNREADABLE for each in error.problems)
            assert "^" in str(error)
        else:
            # Whatever was read can be written, and nothing of it is lost.
            assert parse_hand(format_hand(hand), TABLES[at]) == Hand(
                tuple(sorted(hand.concealed)), hand.melds, hand.kongs, hand.thrown, hand.flowers
            )
            # What the fast path reads, the parser reads as the same.
            assert parser.parse_hand(text, TABLES[at], "hand", owner) == hand

    @given(TEXTS, TEXTS, TEXTS, st.none() | TEXTS, TABLE_NAMES)
    def test_any_table_is_read_or_refused(self, hand: str, loser: str, seen: str, win: str | None, at: str) -> None:
        try:
            table = parse_table(hand, TABLES[at], losers={"left": loser}, seen=seen, win=win)
        except MjcalcError as error:
            texts = {"hand": hand, "left": loser, "seen": seen, "win": win}
            for problem in error.problems:
                text = texts[problem.where]
                if problem.message.startswith("and "):
                    continue
                assert problem.text == text
                assert problem.column is None if not text else problem.column in range(len(text))
        else:
            assert parser.parse_table(hand, TABLES[at], {"left": loser}, seen, win) == table

    @given(TEXTS)
    def test_no_character_of_plain_tiles_is_dropped(self, text: str) -> None:
        try:
            kinds = parse_tiles(text, TABLES["any"])
        except MjcalcError:
            return
        # Every character but gaps and suits is a tile, or the half of one.
        chars = [plain(char) for char in text if not char.isspace() and char not in ",、，"]
        singles = [char for char in chars if char not in SUITS or char == "W"]
        assert len(singles) / 2 - chars.count("W") <= len(kinds) <= len(singles)
