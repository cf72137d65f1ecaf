"""A variant is found by any of its names, read once, and kept in little memory."""

import json
import os
import sys
import tracemalloc
from pathlib import Path

import pytest
from msgspec import msgpack

from mjcalc.errors import RulesError
from mjcalc.rules import load, variants
from mjcalc.rules.folders import shipped_folder
from mjcalc.rules.loader import adopt, share
from mjcalc.rules.schema import Variant
from mjcalc.scoring.predicates import VOCABULARY
from tests.support.houses import NAMES, house


class TestNames:
    @pytest.mark.parametrize("entry", variants(), ids=lambda entry: entry.id)
    def test_every_name_of_a_variant_means_the_same(self, entry) -> None:  # type: ignore[no-untyped-def]
        assert {load(name, VOCABULARY).id for name in (entry.id, *entry.aliases, entry.path)} == {entry.id}
        assert {load(name.upper(), VOCABULARY).id for name in entry.names.values()} == {entry.id}

    def test_a_variant_is_listed_with_its_names_and_where_it_is(self) -> None:
        entry = next(entry for entry in variants() if entry.id == "huangmei")
        assert entry.names["en"] == "Huangmei mahjong"
        assert "hm" in entry.aliases
        assert entry.shipped
        assert os.path.dirname(entry.path) == shipped_folder()

    def test_case_and_spaces_around_a_name_do_not_matter(self) -> None:
        assert load(" HM ").id == "huangmei"

    @pytest.mark.parametrize("name", ["", " ", "huangmay", "..", "/", "\0", "x" * 10_000, "no/such.yaml", "\0.yaml"])
    def test_an_unknown_name_is_an_error_that_lists_what_there_is(self, name: str) -> None:
        with pytest.raises(RulesError) as caught:
            load(name)
        (problem,) = caught.value.problems
        assert problem.code in ("unknown_rules", "no_such_file")
        assert (problem.where, len(problem.message) < 300) == ("", True)
        if problem.code == "unknown_rules":
            assert "huangmei, huangshan" in problem.message

    def test_a_misspelt_name_is_answered_with_the_nearest(self) -> None:
        with pytest.raises(RulesError, match="did you mean 'huangmei'"):
            load("huangmay")


class TestWhatAProcessKeeps:
    def test_a_process_reads_a_variant_once(self, tmp_path: Path) -> None:
        path = house(tmp_path, "ours", 3)
        before = load(str(path), VOCABULARY)
        assert load(str(path), VOCABULARY) is load(str(path)) is before
        house(tmp_path, "ours", 4)
        assert load(str(path), VOCABULARY) is before
        path.unlink()
        assert load(str(path), VOCABULARY) is before

    def test_every_spelling_of_a_name_is_the_same_object(self) -> None:
        one = load("huangshi", VOCABULARY)
        for name in (" HS", "hs\t", "黃石", " 黄石", "HUANGSHI MAHJONG", one.names.hant, "hs" + " " * 200):
            assert load(name, VOCABULARY) is one

    def test_every_path_to_a_file_is_the_same_object(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        path = house(tmp_path / "rules", "ours")
        monkeypatch.chdir(tmp_path)
        names = (str(path), "rules/ours.yaml", "./rules/../rules//ours.yaml", os.path.relpath(path))
        assert len({id(load(name, VOCABULARY)) for name in names}) == 1

    def test_thousands_of_spellings_take_no_memory(self) -> None:
        load("hs", VOCABULARY)
        tracemalloc.start()
        try:
            for number in range(3000):
                blanks = "".join(" \t"[number >> bit & 1] for bit in range(12))
                load(f"{blanks}{'hHuang'[:1]}s{blanks}", VOCABULARY)
            current, _ = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert current < 200_000

    @pytest.mark.slow
    def test_thousands_of_files_take_little_memory(self) -> None:
        only = type(VOCABULARY)(VOCABULARY.words, VOCABULARY.sides)
        load("hs", only)
        folders, library, ((path, *rest),) = msgpack.decode(share(only))
        sizes = []
        tracemalloc.start()
        try:
            for number in range(40):
                copies = [[f"{path} {number} {copy}", *rest] for copy in range(10)]
                adopt(msgpack.encode((folders, library, copies)), only)
                sizes.append(tracemalloc.get_traced_memory()[0])
        finally:
            tracemalloc.stop()
        assert 1_000_000 < max(sizes) < 20_000_000

    @pytest.mark.parametrize("name", ["hs" + " " * 1_000_000, "x" * 1_000_000, "x" * 1_000_000 + ".yaml"])
    def test_a_name_as_long_as_a_book_is_not_looked_for(self, name: str) -> None:
        with pytest.raises(RulesError) as caught:
            load(name)
        assert len(str(caught.value)) < 400

    def test_a_relative_path_means_the_file_in_the_folder_where_the_process_is(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for number, folder in enumerate(("one", "two")):
            house(tmp_path / folder, "ours", number)
            monkeypatch.chdir(tmp_path / folder)
            assert plain_of(load("ours.yaml", VOCABULARY)) == number

    def test_a_name_means_what_it_means_in_the_folders_of_the_moment(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for number, folder in enumerate(("one", "two")):
            house(tmp_path / folder, "ours", number)
            (tmp_path / f"{folder}.yaml").write_text(f"id: {folder}\n{NAMES}\nextends: ours\n", encoding="utf-8")
            monkeypatch.setenv("MJCALC_RULES_PATH", str(tmp_path / folder))
            assert plain_of(load("ours", VOCABULARY)) == number
            assert plain_of(load(str(tmp_path / "one.yaml"), VOCABULARY)) == number

    def test_another_home_has_other_rules(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sys, "platform", "linux")
        for number, folder in enumerate(("one", "two")):
            house(tmp_path / folder / "mjcalc" / "rules", "ours", number)
            monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / folder))
            assert plain_of(load("ours", VOCABULARY)) == number

    def test_a_relative_folder_in_the_path_is_that_of_the_moment(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("MJCALC_RULES_PATH", "rules")
        for number, folder in enumerate(("one", "two")):
            house(tmp_path / folder / "rules", "ours", number)
            monkeypatch.chdir(tmp_path / folder)
            assert plain_of(load("ours", VOCABULARY)) == number


class TestSharing:
    def test_another_process_answers_by_what_it_was_handed(self, tmp_path: Path) -> None:
        """This process is the other one too: what it adopts is what another vocabulary had loaded."""
        theirs = type(VOCABULARY)(VOCABULARY.words, VOCABULARY.sides)
        path = house(tmp_path, "ours", 3)
        before = load(str(path), VOCABULARY)
        handed = share(VOCABULARY)
        house(tmp_path, "ours", 4)
        adopt(handed, theirs)
        after = load(str(path), theirs)
        assert after is not before
        assert (plain_of(before), plain_of(after)) == (3, 3)
        path.unlink()
        assert load(str(path), theirs) is after

    def test_names_go_with_the_variants(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("MJCALC_RULES_PATH", str(tmp_path))
        theirs = type(VOCABULARY)(VOCABULARY.words, VOCABULARY.sides)
        house(tmp_path, "ours", 3, aliases="[本桌]")
        load("本桌", VOCABULARY)
        handed = share(VOCABULARY)
        house(tmp_path, "ours", 4, aliases="[]")
        adopt(handed, theirs)
        assert plain_of(load("本桌", theirs)) == 3


def plain_of(variant: Variant) -> object:
    """What 平胡 is worth."""
    return next(fan.value for fan in variant.fans if fan.id == "plain")


def test_names_are_what_the_json_list_shows() -> None:
    from msgspec import to_builtins

    listed = json.loads(json.dumps(to_builtins(variants())))
    assert {"id", "names", "aliases", "path", "shipped"} == set(listed[0])
