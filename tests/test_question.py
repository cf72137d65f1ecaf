"""A question: one list of its options, its types, its words in every script, and everything wrong with it at once."""

import subprocess
import sys
import typing
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import msgspec
import numpy
import pytest

import mjcalc as package
from mjcalc.cli import group
from mjcalc.errors import Failure, MjcalcError
from mjcalc.hand import SEATS, By, Dealer, Seat, Situation
from mjcalc.jsonl import Request
from mjcalc.notation.spellings import DEALER_WORDS, SEAT_WORDS, WAY_WORDS
from mjcalc.question import Options, Question, options, situation_of

HAND = "123p456p678s8889m9m"
ROOT = Path(__file__).parent.parent
CALLS = [package.score, package.waits, package.discards, package.shanten]


def codes(hand: str, rules: str = "huangmei", op: str = "score", **given: Any) -> list[tuple[str, str]]:
    """The code and the place of every problem of a question."""
    ask: Any = {"score": package.score, "waits": package.waits, "discard": package.discards}[op]
    with pytest.raises(MjcalcError) as caught:
        ask(hand, rules=rules, **given)
    return [(problem.code, problem.where) for problem in caught.value.problems]


class TestOneList:
    """An option is one field of a question; all else follows from it."""

    def test_the_types_of_a_call_are_those_of_the_fields(self) -> None:
        fields = {one.name: one.type for one in options().values() if one.name != "hand"}
        hints = typing.get_type_hints(Options)
        # A field is a text, for other spellings are read too; type checkers know the ids.
        words = {name: hints.pop(name) for name in ("by", "from_", "dealer")}
        assert words == {"by": By | None, "from_": Seat | None, "dealer": Dealer | None}
        assert hints | dict.fromkeys(words, str | None) == fields

    @pytest.mark.parametrize("command", ["score", "waits", "discard", "aims"])
    def test_the_command_line_has_an_option_for_every_field(self, command: str) -> None:
        found = group.get_command(click.Context(group), command)
        assert found is not None
        params = {param.name: param for param in found.params}
        for one in options().values():
            if one.key == "losers":
                assert set(SEATS) <= params.keys()
                continue
            if one.about.only and command not in one.about.only:
                assert one.name not in params
                continue
            param = params.pop(one.name)
            if isinstance(param, click.Option):
                assert one.flag in param.opts
                assert param.help and "`" not in param.help
        left = params.keys() - set(SEATS)
        assert left - {"explain"} == {"rules", "as_json", "lang", "tiles", "svg", "html"}
        assert ("explain" in left) == (command == "score")

    def test_a_request_has_a_key_for_every_field(self) -> None:
        keys = {one.encode_name for one in msgspec.structs.fields(Request)}
        assert keys == {one.key for one in options().values()} | {"rules", "op", "explain", "id"}

    def test_the_page_about_json_has_the_help_of_every_field(self) -> None:
        page = (ROOT / "docs" / "json.md").read_text(encoding="utf-8").partition("## Request")[2]
        for one in options().values():
            assert f"| `{one.key}` | " in page
            assert one.about.help in page

    def test_every_field_says_what_it_is_in_a_sentence(self) -> None:
        for one in options().values():
            assert one.about.help.endswith(".")


class TestSituation:
    """What is true of a win is said by an option of the same name."""

    WORDS: typing.ClassVar = {
        "by": "kong-draw",
        "source": "left",
        "dealer": "left",
        "round_wind": "東",
        "seat_wind": "西",
    }

    def said(self, field: str) -> dict[str, Any]:
        """The arguments that say something else of a field than nothing."""
        bare = getattr(Situation(), field)
        return {"from_" if field == "source" else field: self.WORDS.get(field, True if bare is False else 1)}

    @pytest.mark.parametrize("field", Situation.__struct_fields__)
    def test_every_field_is_asked_for_and_remembered_apart(self, field: str) -> None:
        bare, said = situation_of(Question(hand="")), situation_of(Question(hand="", **self.said(field)))
        assert getattr(said, field) != getattr(bare, field)
        assert said.is_special == (field not in ("dealer", "base"))

    def test_what_has_no_effect_is_noted(self) -> None:
        """黃山 asks for the dealer, the last tile and how the hand was won, and it has no flowers."""
        asked = {"by", "source", "dealer", "base", "last_tile", "flowers"}
        for field in Situation.__struct_fields__:
            if field not in asked:
                said = self.said(field) | ({"from_": "left"} if field == "not_ready" else {})
                score = package.score("123m456p789s22s東東東", rules="huangshan", win="3m", **said)
                assert "no_effect" in [note.code for note in score.notes], field


class TestTypes:
    """A value of a wrong type is refused with what is wanted."""

    @pytest.mark.parametrize(
        ("given", "message"),
        [
            ({"win": 5}, "win must be a str or None, not 5"),
            ({"from_": ["left"]}, r"from_ must be a str or None, not \['left'\]"),
            ({"base": "5"}, "base must be an int or None, not '5'"),
            ({"base": True}, "base must be an int or None, not True"),
            ({"streak": 1.5}, "streak must be an int or None, not 1.5"),
            ({"last_tile": "no"}, "last_tile must be True or False, not 'no'"),
            ({"heavenly": 1}, "heavenly must be True or False, not 1"),
            ({"losers": ["+peng5p"]}, r"losers must be a mapping of a str to a str, not \['\+peng5p'\]"),
            ({"losers": {"left": 5}}, "losers must be a mapping of a str to a str, not of 'left' to 5"),
            ({"losers": {1: "+peng5p"}}, "losers must be a mapping of a str to a str, not of 1 to"),
            ({"set": [("fans.dealer", 1)]}, "set must be a mapping of a str to a value, not"),
            ({"set": {1: 1}}, "set must be a mapping of a str to a value, not of 1 to 1"),
            ({"dealr": "self"}, "there is no argument 'dealr'; there are: hand, win, "),
            ({"rules": 5}, "rules must be a str or a path, not 5"),
            ({"rules": b"huangmei"}, "rules must be a str or a path, not b'huangmei'"),
        ],
    )
    @pytest.mark.parametrize("ask", CALLS, ids=lambda ask: ask.__name__)
    def test_a_wrong_type_says_what_is_wanted(self, ask: Any, given: dict[str, Any], message: str) -> None:
        with pytest.raises(TypeError, match=f"^{message}"):
            ask(HAND, **{"rules": "huangmei", **given})

    @pytest.mark.parametrize("ask", CALLS, ids=lambda ask: ask.__name__)
    def test_the_hand_is_a_text(self, ask: Any) -> None:
        with pytest.raises(TypeError, match=r"^hand must be a str, not None"):
            ask(None, rules="huangmei")

    def test_an_integer_of_another_library_is_one(self) -> None:
        usual = package.score(HAND, rules="huangmei", base=3, set={"fans.self_draw": 4, "fans.flowers": [1, 2, 3, 5]})
        numbers = numpy.arange(6)
        settings = {"fans.self_draw": numbers[4], "fans.flowers": [1, 2, 3, 5]}
        assert package.score(HAND, rules="huangmei", base=numbers[3], set=settings) == usual

    def test_a_number_out_of_range_is_named_if_it_is_short(self) -> None:
        for number in (10**5000, -(10**5000), 0, 1_000_000_001):
            with pytest.raises(package.NotationError, match="is not a whole number from 1 to 1,000,000,000") as caught:
                package.score(HAND, rules="huangmei", base=number)
            assert len(str(caught.value)) < 120

    def test_more_settings_than_there_can_be_are_refused(self) -> None:
        with pytest.raises(ValueError, match="set has more than 256 entries"):
            package.score(HAND, rules="huangmei", set={f"fans.f{n}": 1 for n in range(257)})


class TestRules:
    """A variant is named by a text or a path, wherever it is named."""

    @pytest.mark.parametrize("ask", CALLS, ids=lambda ask: ask.__name__)
    def test_a_path_is_as_good_as_a_text(self, ask: Any) -> None:
        path = ROOT / "rules" / "huangmei.yaml"
        hand = HAND[:-2] if ask is package.waits else HAND
        assert ask(hand, rules=path) == ask(hand, rules=str(path)) == ask(hand, rules="huangmei")

    def test_a_path_is_as_good_as_a_text_in_a_batch(self) -> None:
        path = ROOT / "rules" / "huangmei.yaml"
        usual = package.score(HAND, rules="huangmei")
        assert [*package.batch([{"hand": HAND}], rules=path)] == [usual]
        (labelled,) = package.batch([{"hand": HAND, "rules": path, "id": 1}])
        assert labelled == msgspec.structs.replace(usual, id=msgspec.Raw(b"1"))

    def test_a_name_of_any_length_is_answered(self) -> None:
        for name in ("x" * 5000, "x" * 1_000_000, "x" * 5000 + ".yaml"):
            with pytest.raises(package.RulesError) as caught:
                package.score(HAND, rules=name)
            assert len(str(caught.value)) < 1000

    @pytest.mark.parametrize("lang", ["fr", ""])
    def test_a_language_without_names_is_refused_at_the_call(self, lang: Any) -> None:
        message = "^lang must be one of zh-Hant, zh-Hans, en, not "
        for ask in (package.score, package.waits, package.discards):
            with pytest.raises(ValueError, match=message):
                ask(HAND, rules="huangmei", lang=lang)
        with pytest.raises(ValueError, match=message):
            package.batch([], lang=lang)

    def test_a_variant_for_all_that_does_not_exist_is_refused_at_the_call(self) -> None:
        with pytest.raises(package.RulesError, match="there is no variant 'nope'"):
            package.batch([{"hand": HAND}], rules="nope")


class TestWords:
    """Seats, dealers and ways of winning are read in every script, wherever they are written."""

    @pytest.mark.parametrize(
        ("word", "seat"), [("下家", "right"), ("对家", "across"), ("上", "left"), (" left ", "left")]
    )
    def test_a_seat_is_read_in_losers_as_everywhere(self, word: str, seat: str) -> None:
        usual = package.score(HAND, rules="huangmei", from_=seat, losers={seat: "+peng1s"})
        assert package.score(HAND, rules="huangmei", from_=word, losers={word: "+peng1s"}) == usual
        (answer,) = package.batch([{"hand": HAND, "from": word, "losers": {word: "+peng1s"}}], rules="huangmei")
        assert answer == usual

    def test_two_texts_for_one_seat_are_refused(self) -> None:
        assert codes(HAND, losers={"left": "+peng1s", "上家": ""}) == [("duplicate_seat", "losers")]

    @pytest.mark.parametrize("word", sorted(WAY_WORDS))
    def test_a_way_of_winning_is_read_in_any_spelling(self, word: str) -> None:
        assert situation_of(Question(hand="", by=word)).by == WAY_WORDS[word]

    @pytest.mark.parametrize("word", sorted(DEALER_WORDS))
    def test_a_dealer_is_read_in_any_spelling(self, word: str) -> None:
        assert situation_of(Question(hand="", dealer=word)).dealer == DEALER_WORDS[word]

    @pytest.mark.parametrize("word", sorted(SEAT_WORDS))
    def test_a_seat_is_read_in_any_spelling(self, word: str) -> None:
        assert situation_of(Question(hand="", from_=word)).source == SEAT_WORDS[word]

    @pytest.mark.parametrize(
        ("words", "known"),
        [
            ("自摸 tsumo 點炮 点炮 捉炮 ron 槓開 杠开 槓上開花 搶槓 抢杠 補花 財上開花 财上开花", WAY_WORDS),
            ("self 自家 莊家 庄家 莊 庄 我 自己 下家 對家 对家 上家", DEALER_WORDS),
        ],
    )
    def test_the_words_that_players_use_are_there(self, words: str, known: dict[str, str]) -> None:
        assert set(words.split()) <= known.keys()

    @pytest.mark.parametrize("key", ["by", "from", "dealer"])
    def test_a_word_of_any_length_is_answered_in_a_few(self, key: str) -> None:
        for word in ("x" * 100_000, " " * 880_000 + "left"):
            (failure,) = package.batch([{"hand": HAND, key: word}], rules="huangmei")
            assert isinstance(failure, Failure)
            assert [(one.code, one.where) for one in failure.error.problems] == [("too_long", key)]
            assert len(msgspec.json.encode(failure)) < 7000


class TestPlaces:
    """A problem names its place in the words of whoever asked."""

    def test_a_call_is_told_its_argument(self) -> None:
        assert codes(HAND, from_="x", by="y") == [("unknown_way", "by"), ("unknown_seat", "from_")]

    def test_a_request_is_told_its_key(self) -> None:
        (failure,) = package.batch([{"hand": HAND, "from": "x", "losers": {"right": "5"}, "seen": "x"}], rules="hm")
        assert isinstance(failure, Failure)
        assert [one.where for one in failure.error.problems] == ["from", "right", "seen"]
        assert failure.error.message.startswith("from: 'x' is not a seat")

    def test_the_command_line_is_told_its_option(self, mjcalc: Callable[..., Any]) -> None:
        words = ["score", HAND, "-r", "huangmei", "--from", "x", "--right", "5", "--base", "0", "--set", "x=1"]
        result = mjcalc(*words)
        places = [line.split(":")[1].strip() for line in result.err.splitlines() if line.startswith("error: ")]
        assert sorted(places) == ["--base", "--from", "--right", "--set"]
        told = msgspec.json.decode(mjcalc(*words, "--json").err)["error"]
        assert sorted(one["where"] for one in told["problems"]) == ["--base", "--from", "--right", "--set"]


class TestEverythingAtOnce:
    """One problem does not hide the others."""

    def test_a_setting_hides_nothing(self) -> None:
        assert codes("12x", set={"no_such": 1}, from_="x", base=0) == [
            ("unknown_setting", "set"),
            ("unknown_seat", "from_"),
            ("bad_number", "base"),
            ("unknown_character", "hand"),
        ]

    def test_a_variant_that_does_not_exist_hides_nothing_that_can_be_known(self) -> None:
        found = codes("+peng", rules="nope", by="x", seen="+chi123m")
        assert found == [
            ("unknown_rules", ""),
            ("unknown_way", "by"),
            ("empty_meld", "hand"),
            ("group_not_here", "seen"),
        ]

    def test_an_indicator_and_a_wild_are_both_named(self) -> None:
        found = codes("123m", rules="huangshi", indicator="x", wild="y", seen="z")
        assert {where for _, where in found} == {"indicator", "wild", "seen"}

    def test_a_group_without_tiles_hides_no_contradiction(self) -> None:
        found = codes(f"{HAND} +peng", by="discard", last_tile=True, earthly=True)
        assert [code for code, _ in found] == [
            "empty_meld",
            "source_missing",
            "dealt_win_from_seat",
            "last_tile_not_drawn",
        ]

    def test_a_hand_that_cannot_be_read_is_not_said_to_lack_a_kong(self) -> None:
        assert [code for code, _ in codes(f"{HAND} +gangx", by="kong-draw")] == ["unknown_meld_word"]

    @pytest.mark.parametrize(("op", "tiles"), [("score", "123m"), ("waits", "123m"), ("discard", "123m")])
    def test_a_word_that_cannot_be_read_does_not_hide_a_wrong_number_of_tiles(self, op: str, tiles: str) -> None:
        assert [code for code, _ in codes(tiles, op=op, from_="x")] == ["unknown_seat", "too_few_tiles"]

    def test_what_is_told_twice_is_told_once(self) -> None:
        found = codes("1x", rules="huangshi", indicator="x", wild="y", set={"no_such": 1})
        assert len(found) == len(set(found))


@pytest.mark.slow
def test_a_typed_client_is_checked(tmp_path: Path) -> None:
    client = tmp_path / "client.py"
    client.write_text(
        "from pathlib import Path\n"
        "import mjcalc\n"
        "score: mjcalc.Score = mjcalc.score('1m', rules=Path('x.yaml'), from_='left', losers={'下家': ''}, base=1)\n"
        "for answer in mjcalc.batch([{'hand': '1m'}, b'{}', '{}'], rules='hm', lang='en'):\n"
        "    gain = answer.gain if isinstance(answer, mjcalc.Score) else None\n",
        encoding="utf-8",
    )
    wrong = tmp_path / "wrong.py"
    wrong.write_text(
        "import mjcalc\n"
        "mjcalc.score('1m', rules='hm', dealr='self')\n"
        "mjcalc.score('1m', rules='hm', base='1')\n"
        "mjcalc.batch([], lang='fr')\n",
        encoding="utf-8",
    )
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(ROOT / ".mypy_cache")]
    done = subprocess.run([*command, str(client)], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stdout
    done = subprocess.run([*command, str(wrong)], capture_output=True, text=True, cwd=ROOT)
    # Of a call that fits none of its overloads mypy may say more than one thing.
    wrong_lines = dict.fromkeys(line.split(":")[1] for line in done.stdout.splitlines() if ": error: " in line)
    assert [*wrong_lines] == ["2", "3", "4"]
