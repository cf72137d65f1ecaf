"""``mjcalc rules``: listing, showing, checking and starting variants."""

import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from jsonschema import Draft202012Validator

from mjcalc.report.formats import FORMATS

Run = Callable[..., Any]

HOUSE = """\
id: house
extends: huangmei
names: {zh-Hant: 我家, zh-Hans: 我家, en: Our house}
fans:
  - id: seven_pairs
    value: 20
    examples:
      - {name: pairs are twenty, hand: 1122335577m8899m, win: 9m, expect: {total: 36, gain: 108}}
"""


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A house variant in a folder of its own."""
    path = tmp_path / "house.yaml"
    path.write_text(HOUSE, encoding="utf-8")
    return path


def test_the_list_names_every_shipped_variant(mjcalc: Run, root: Path) -> None:
    text = mjcalc("rules").out
    ids = {entry["id"] for entry in msgspec.json.decode(mjcalc("rules", "--json").out)}
    assert ids >= {path.stem for path in (root / "rules").glob("*.yaml")}
    assert all(id in text for id in ids)


def test_a_users_own_variant_is_listed_with_its_file(mjcalc: Run, house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MJCALC_RULES_PATH", str(house.parent))
    assert str(house) in "".join(mjcalc("rules").out.split())
    assert mjcalc("score", "1122335577m8899m", "-r", "house", "--json").code == 0


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("lang", ["zh-Hant", "zh-Hans", "en"])
def test_a_variant_is_shown_whole(mjcalc: Run, root: Path, form: str, lang: str) -> None:
    for path in (root / "rules").glob("*.yaml"):
        result = mjcalc("rules", "show", path.stem, "--format", form, "--lang", lang)
        assert (result.code, result.err) == (0, "")
        assert len(result.out.splitlines()) > 40


def test_an_unknown_variant_gets_the_nearest_one(mjcalc: Run) -> None:
    result = mjcalc("rules", "show", "huangmey")
    assert (result.code, result.out) == (2, "")
    assert "did you mean 'huangmei'?" in result.err


def test_the_shipped_variants_pass_their_own_check(mjcalc: Run, root: Path) -> None:
    result = mjcalc("rules", "check", *map(str, sorted((root / "rules").glob("*.yaml"))))
    assert (result.code, result.err) == (0, "")


def test_a_sound_file_says_so_and_scores(mjcalc: Run, house: Path) -> None:
    result = mjcalc("rules", "check", str(house))
    assert (result.code, result.err) == (0, "")
    assert result.out == f"{house}: no mistakes; examples that come out as expected: 1\n"
    score = msgspec.json.decode(mjcalc("score", "1122335577m8899m", "-r", str(house), "--json").out)
    assert (score["rules"], score["total"]) == ("house", 36)


def test_a_wrong_example_is_told_with_its_line_and_both_values(mjcalc: Run, house: Path) -> None:
    house.write_text(HOUSE.replace("total: 36", "total: 35"), encoding="utf-8")
    result = mjcalc("rules", "check", str(house))
    assert (result.code, result.out) == (2, "")
    assert result.err == f"error: {house}:8: pairs are twenty: total should be 35 but is 36\n"


def test_an_example_that_cannot_be_read_is_told_with_its_line(mjcalc: Run, house: Path) -> None:
    house.write_text(HOUSE.replace("hand: 1122335577m8899m", "hand: 1122335577m88x"), encoding="utf-8")
    result = mjcalc("rules", "check", str(house))
    assert result.code == 2
    assert result.err.startswith(f"error: {house}:8: pairs are twenty: ")


def test_every_mistake_of_every_file_is_told(mjcalc: Run, house: Path) -> None:
    other = house.parent / "other.yaml"
    house.write_text(HOUSE.replace("value: 20", "valu: 20"), encoding="utf-8")
    other.write_text(HOUSE.replace("id: house", "id: other").replace("huangmei", "huangmey"), encoding="utf-8")
    result = mjcalc("rules", "check", str(house), str(other))
    assert result.code == 2
    assert f"{house}:6: " in result.err and "did you mean 'value'?" in result.err
    assert f"{other}:2: " in result.err and "did you mean 'huangmei'?" in result.err


@pytest.mark.parametrize(("text", "code"), [(HOUSE, 0), (HOUSE.replace("total: 36", "total: 1"), 2), ("[", 2), ("", 2)])
def test_a_dash_checks_what_is_piped_in(text: str, code: int) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "mjcalc", "rules", "check", "-"], input=text.encode(), capture_output=True, timeout=60
    )
    assert done.returncode == code
    assert (done.stderr == b"") is (code == 0)
    assert b"Traceback" not in done.stderr


def test_what_is_piped_in_may_extend_a_file_beside_the_working_folder(house: Path) -> None:
    text = HOUSE.replace("id: house", "id: other").replace("huangmei", "house.yaml")
    done = subprocess.run(
        [sys.executable, "-m", "mjcalc", "rules", "check", "-"],
        input=text.encode(),
        capture_output=True,
        timeout=60,
        cwd=house.parent,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_nothing_is_written_to_check_a_file(mjcalc: Run, house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> object:
        raise PermissionError(13, "nothing may be written")

    monkeypatch.setattr("tempfile.TemporaryDirectory", refuse)
    monkeypatch.setenv("MJCALC_CACHE_DIR", "off")
    before = sorted(house.parent.iterdir())
    assert mjcalc("rules", "check", str(house)).code == 0
    assert sorted(house.parent.iterdir()) == before


def test_a_file_without_examples_is_tried_all_the_same(mjcalc: Run, house: Path) -> None:
    """A fan that asks its own worth was a traceback at every score, and no mistake."""
    names, when = "{zh-Hant: 怪, zh-Hans: 怪, en: Odd}", "[{shown_worth: {fans: [odd], at_least: 2}}]"
    fans = f"fans: [{{id: odd, names: {names}, value: 2, when: {when}}}]\n"
    house.write_text(HOUSE.partition("fans:")[0] + fans, encoding="utf-8")
    result = mjcalc("rules", "check", str(house))
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith(f"error: {house}:4: fans.odd.when[1].shown_worth.fans: 'odd' must come before 'odd'")


@pytest.mark.parametrize(
    "words", [["--lang", "en", "show", "huangshi"], ["--json", "check", "-"], ["--json", "show", "huangshi"]]
)
def test_an_option_before_the_subcommand_is_not_dropped_silently(mjcalc: Run, words: list[str]) -> None:
    result = mjcalc("rules", *words)
    assert (result.code, result.out) == (2, "")
    assert f"{words[0]} before " in result.err


def test_a_language_from_the_environment_is_no_option_before_the_subcommand(
    mjcalc: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MJCALC_LANG", "en")
    assert mjcalc("rules", "show", "huangshi").out.startswith("Huangshi mahjong\n")


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX shell")
def test_a_closed_standard_input_is_an_error() -> None:
    command = f"{shlex.join([sys.executable, '-m', 'mjcalc', 'rules', 'check', '-'])} <&-"
    done = subprocess.run(["sh", "-c", command], capture_output=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (2, b"", b"error: standard input is closed\n")


def test_a_file_that_is_not_there_is_an_error(mjcalc: Run) -> None:
    result = mjcalc("rules", "check", "nowhere.yaml")
    assert (result.code, result.out) == (2, "")
    assert "nowhere.yaml" in result.err


def test_a_new_file_is_sound_as_it_is(mjcalc: Run, tmp_path: Path) -> None:
    path = tmp_path / "table.yaml"
    path.write_text(mjcalc("rules", "new", "table", "--extends", "huangshi").out, encoding="utf-8")
    assert mjcalc("rules", "check", str(path)).code == 0


def test_the_schema_is_json(mjcalc: Run) -> None:
    assert "properties" in msgspec.json.decode(mjcalc("rules", "schema").out)


def test_every_condition_is_listed_with_its_meaning(mjcalc: Run) -> None:
    from mjcalc.scoring import VOCABULARY

    listed = {line.split()[0] for line in mjcalc("rules", "predicates").out.splitlines() if line and line[0] != " "}
    assert set(VOCABULARY.words) <= listed


def test_an_unreadable_file_is_no_traceback(mjcalc: Run, tmp_path: Path) -> None:
    folder = tmp_path / "folder.yaml"
    folder.mkdir()
    binary = tmp_path / "binary.yaml"
    binary.write_bytes(os.urandom(100))
    for path in (folder, binary):
        assert mjcalc("rules", "check", str(path)).code == 2
        assert mjcalc("score", "1m", "-r", str(path)).code == 2


def test_listing_is_a_command_too(mjcalc: Run) -> None:
    assert mjcalc("rules", "list").out == mjcalc("rules").out
    assert mjcalc("rules", "list", "--json").out == mjcalc("rules", "--json").out
    assert mjcalc("rules", "list", "--lang", "en").out == mjcalc("rules", "--lang", "en").out


def test_a_verbose_list_says_which_folders_are_read(
    mjcalc: Run, root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MJCALC_RULES_PATH", str(tmp_path))
    lines = mjcalc("rules", "list", "-v").out.splitlines()
    assert f"  {root / 'rules'}" in lines
    assert f"  {Path(os.environ['XDG_CONFIG_HOME']) / 'mjcalc' / 'rules'}" in lines
    assert lines[lines.index("MJCALC_RULES_PATH") + 1] == f"  {tmp_path}"


@pytest.mark.parametrize("variant", ["huangshi", "huangshan-fei", "huangshan", "huangmei", "guobiao", "mcr"])
def test_a_variant_as_json_has_the_keys_of_its_file(mjcalc: Run, variant: str) -> None:
    shown = msgspec.json.decode(mjcalc("rules", "show", variant, "--json").out)
    schema = msgspec.json.decode(mjcalc("rules", "schema").out)
    assert [error.message for error in Draft202012Validator(schema).iter_errors(shown)] == []
    assert shown["id"] == variant and shown["fans"] and "extends" not in shown


def test_conditions_as_json_are_those_of_the_table(mjcalc: Run) -> None:
    found = msgspec.json.decode(mjcalc("rules", "predicates", "--json").out)
    listed = {line.split()[0] for line in mjcalc("rules", "predicates").out.splitlines()[2:] if line and line[0] != " "}
    assert {one["name"] for one in found} == listed


def test_the_schema_of_answers_is_printed_as_it_stands_in_the_pages(mjcalc: Run, root: Path) -> None:
    printed = mjcalc("schema").out
    assert printed == (root / "docs" / "json-schema.json").read_text(encoding="utf-8")
    schema = msgspec.json.decode(printed)
    assert schema["$id"].startswith("urn:mjcalc:")
    # Everything that comes out may have more fields one day.
    closed = [name for name, part in schema["$defs"].items() if part.get("additionalProperties") is False]
    assert closed == ["Request"]
    answer = msgspec.json.decode(mjcalc("score", "1122335577m8899m", "-r", "huangmei", "--json").out)
    assert not [*Draft202012Validator(schema).iter_errors(answer | {"new": 1})]
