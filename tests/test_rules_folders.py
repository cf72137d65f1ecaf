"""The folders of rules files, each with its own platform and variables; a bad file in one hides no other."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mjcalc.errors import RulesError
from mjcalc.rules import RulesWarning, load, variants
from mjcalc.rules.folders import cache_folder, rules_folders, shipped_folder, user_folder
from mjcalc.scoring.predicates import VOCABULARY
from tests.support.houses import NAMES, house


class TestFolders:
    @pytest.fixture(autouse=True)
    def _folder(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        for name in ("one", "two"):
            (tmp_path / name).mkdir()
        monkeypatch.setenv("MJCALC_RULES_PATH", os.pathsep.join([str(tmp_path / "one"), str(tmp_path / "two")]))

    def test_a_file_in_a_named_folder_has_a_name_like_any_other(self, tmp_path: Path) -> None:
        house(tmp_path / "two", "ours", aliases="[本桌]")
        assert load("本桌", VOCABULARY).id == "ours"
        assert [entry.shipped for entry in variants() if entry.id == "ours"] == [False]

    def test_a_new_file_is_seen_at_once(self, tmp_path: Path) -> None:
        assert "late" not in {entry.id for entry in variants()}
        house(tmp_path / "one", "late")
        assert "late" in {entry.id for entry in variants()}

    def test_the_folder_of_the_platform_is_searched(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sys, "platform", "linux")
        monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
        assert user_folder() == str(tmp_path / "config" / "mjcalc" / "rules")
        assert user_folder() in rules_folders()
        assert "mine" not in {entry.id for entry in variants()}  # nor is anybody warned that there is no such folder
        house(tmp_path / "config" / "mjcalc" / "rules", "mine")
        assert load("mine", VOCABULARY).id == "mine"

    @pytest.mark.parametrize(("platform", "variable"), [("win32", "APPDATA"), ("darwin", "HOME")])
    def test_other_platforms_have_their_own_folders(
        self, platform: str, variable: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sys, "platform", platform)
        monkeypatch.setenv(variable, str(tmp_path))
        monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
        monkeypatch.delenv("MJCALC_CACHE_DIR", raising=False)
        assert (user_folder() or "").startswith(str(tmp_path))
        assert (cache_folder() or "").startswith(str(tmp_path))

    @pytest.mark.parametrize(("aliases", "name"), [("[hs]", "hs"), ("[ours]", "ours")])
    def test_a_name_of_two_files_is_an_error_that_names_both(self, tmp_path: Path, aliases: str, name: str) -> None:
        one = house(tmp_path / "one", "mine", aliases=aliases)
        two = house(tmp_path / "two", "ours") if name == "ours" else Path(shipped_folder()) / "huangshi.yaml"
        with pytest.warns(RulesWarning) as warned, pytest.raises(RulesError) as caught:
            load(name)
        for text in (str(caught.value), str(warned[0].message)):
            assert str(one) in text and str(two) in text
        with pytest.warns(RulesWarning, match="several variants are called"):
            assert {"mine", "huangshi"} <= {entry.id for entry in variants()}

    def test_two_files_of_one_name_leave_all_other_names_alone(self, tmp_path: Path) -> None:
        house(tmp_path / "one", "same")
        house(tmp_path / "two", "same", aliases="[still_mine]")
        with pytest.warns(RulesWarning):
            assert load("still_mine").id == "same"

    def test_an_id_or_alias_goes_before_what_another_variant_is_called(self, tmp_path: Path) -> None:
        house(tmp_path / "one", "ours")
        house(tmp_path / "one", "theirs")
        with pytest.raises(RulesError, match="2 variants are called 'Our table'"):
            load("Our table", VOCABULARY)
        house(tmp_path / "one", "others", aliases="[Our table]")
        assert load("Our table", VOCABULARY).id == "others"

    def test_a_name_taken_elsewhere_hurts_only_who_takes_it(self, tmp_path: Path) -> None:
        house(tmp_path / "one", "mine", aliases="[hs]")
        with pytest.warns(RulesWarning, match="several variants are called 'hs'"):
            assert load("huangshi", VOCABULARY).id == "huangshi"
            assert load(str(tmp_path / "one" / "mine.yaml"), VOCABULARY).id == "mine"

    def test_a_file_may_extend_another_of_the_folders_by_name(self, tmp_path: Path) -> None:
        house(tmp_path / "one", "ours", 7)
        path = tmp_path / "two" / "theirs.yaml"
        path.write_text(f"id: theirs\n{NAMES}\nextends: ours\n", encoding="utf-8")
        assert next(fan.value for fan in load("theirs", VOCABULARY).fans if fan.id == "plain") == 7


BAD: dict[str, Callable[[Path], Any]] = {
    "hexadecimal without digits": lambda path: path.write_text("a: 0x_\n"),
    "binary without digits": lambda path: path.write_text("a: 0b_\n"),
    "bytes": lambda path: path.write_bytes(b"id: [\xff"),
    "broken YAML": lambda path: path.write_text("id: [\n"),
    "nothing": lambda path: path.write_text(""),
    "too long": lambda path: path.write_bytes(b"#" * 2_000_000),
    "a link to itself": lambda path: path.symlink_to(path.name),
    "a link to nothing": lambda path: path.symlink_to("nowhere"),
    "a link to a device": lambda path: path.symlink_to("/dev/zero"),
    "a folder": lambda path: path.mkdir(),
    "a pipe": lambda path: os.mkfifo(path),
}
READABLE = ("hexadecimal without digits", "binary without digits")
"""They are maps, so what is wrong with them is said when they are loaded."""


def run(*words: str) -> Any:
    """A command in a process of its own, which has read nothing yet."""
    command = [sys.executable, "-m", "mjcalc", *words]
    return subprocess.run(command, capture_output=True, encoding="utf-8", timeout=60)


class TestBadFiles:
    """One bad file or folder is named, and hides nothing else."""

    @pytest.fixture
    def folder(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        """A folder with one good file, found by ``MJCALC_RULES_PATH``."""
        house(tmp_path / "rules", "ours", 7)
        monkeypatch.setenv("MJCALC_RULES_PATH", str(tmp_path / "rules"))
        return tmp_path / "rules"

    @pytest.mark.skipif(sys.platform == "win32", reason="links, pipes and devices are those of POSIX")
    @pytest.mark.parametrize("kind", BAD)
    def test_a_bad_file_is_named_and_the_others_are_used(self, folder: Path, kind: str) -> None:
        BAD[kind](folder / "bad.yaml")
        result = run("score", "1122335577m8899m", "-r", "ours")
        assert (result.returncode, bool(result.stdout)) == (0, True)
        if kind in READABLE:
            assert result.stderr == ""
        else:
            assert result.stderr.startswith(f"warning: {folder / 'bad.yaml'}:")
            assert len(result.stderr.splitlines()) == 1

    @pytest.mark.parametrize(
        "words",
        [
            "waits 1122335577m889m -r hm", "discard 1122335577m8899m -r hs", "batch -r hm", "rules", "rules show ours",
            "rules check FOLDER/ours.yaml", "rules new mine --extends ours",
        ],
    )  # fmt: skip
    def test_every_command_works_beside_a_bad_file(self, folder: Path, words: str) -> None:
        BAD["broken YAML"](folder / "bad.yaml")
        (folder / "hands").write_text('{"hand": "1122335577m8899m"}\n')
        words = words.replace("batch", f"batch {folder / 'hands'}").replace("FOLDER", str(folder))
        result = run(*words.split())
        assert (result.returncode, bool(result.stdout)) == (0, True)
        assert result.stderr.startswith(f"warning: {folder / 'bad.yaml'}:")
        assert len(result.stderr.splitlines()) == 1

    @pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may read everything")
    def test_a_file_that_may_not_be_read_is_named(self, folder: Path) -> None:
        (folder / "bad.yaml").write_text("id: bad\n")
        (folder / "bad.yaml").chmod(0)
        result = run("score", "1122335577m8899m", "-r", "ours")
        assert result.returncode == 0
        assert "bad.yaml: cannot be read: Permission denied" in result.stderr

    def test_a_file_that_cannot_be_opened_is_named(
        self, mjcalc: Callable[..., Any], folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        house(folder, "bad")
        system_open = os.open

        def refuse(path: Any, *arguments: Any, **options: Any) -> int:
            if str(path).endswith("bad.yaml"):
                raise PermissionError(13, "Permission denied", path)
            return system_open(path, *arguments, **options)

        monkeypatch.setattr(os, "open", refuse)
        result = mjcalc("rules")
        assert (result.code, "ours" in result.out) == (0, True)
        assert result.err == f"warning: {folder / 'bad.yaml'}: cannot be read: Permission denied\n"

    @pytest.mark.parametrize("kind", ["missing", "a file", "a link to itself"])
    def test_a_bad_folder_in_the_path_is_named(
        self, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
    ) -> None:
        bad = tmp_path / "bad"
        if kind == "a file":
            bad.write_text("")
        elif kind == "a link to itself":
            bad.symlink_to("bad")
        monkeypatch.setenv("MJCALC_RULES_PATH", os.pathsep.join([str(bad), str(folder)]))
        result = run("score", "1122335577m8899m", "-r", "ours")
        assert result.returncode == 0
        assert result.stderr.startswith(f"warning: {bad}: cannot be read: ")

    def test_with_json_a_warning_is_a_document_too(self, folder: Path) -> None:
        (folder / "bad.yaml").write_text("id: [")
        warning, error = map(json.loads, run("score", "1m", "-r", "ours", "--json").stderr.splitlines())
        assert "bad.yaml" in warning["warning"]["message"]
        assert error["error"]["kind"] == "impossible"

    def test_a_bad_file_is_listed_and_says_what_is_wrong_when_it_is_used(self, folder: Path) -> None:
        (folder / "bad.yaml").write_bytes(b"id: [\xff")
        with pytest.warns(RulesWarning):
            assert "bad" in {entry.id for entry in variants()}
        with pytest.warns(RulesWarning), pytest.raises(RulesError, match="not valid UTF-8"):
            load("bad")

    def test_names_with_characters_that_a_terminal_obeys_are_not_listed(
        self, mjcalc: Callable[..., Any], folder: Path
    ) -> None:
        text = 'id: "\\e[31m"\naliases: ["a\\tb", "\u202eolleh"]\nnames: {zh-Hant: "本\\e[2J", en: "Our\\ntable"}\n'
        (folder / "odd.yaml").write_text(text, encoding="utf-8")
        result = mjcalc("rules", "--lang", "en")
        assert result.code == 0
        assert "warning: " in result.err
        for text in (result.out, result.err):
            assert not {"\x1b", "\u202e", "\t"}.intersection(text)
        assert [line for line in result.out.splitlines() if line.startswith("odd ")]

    def test_what_an_editor_leaves_lying_about_is_not_a_rules_file(
        self, mjcalc: Callable[..., Any], folder: Path
    ) -> None:
        (folder / ".#ours.yaml").symlink_to("somebody@somewhere.123")
        (folder / "._ours.yaml").write_bytes(b"\0\5\x16\7")
        result = mjcalc("rules")
        assert (result.code, result.err) == (0, "")

    def test_completion_says_nothing_of_bad_files(self, folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
        import click

        from mjcalc.cli.options import complete_rules

        (folder / "bad.yaml").write_bytes(b"id: [\xff")
        command = click.Command("x")
        words = complete_rules(click.Context(command), click.Argument(["x"]), "our")
        assert [word.value for word in words] == ["ours"]
        assert capfd.readouterr() == ("", "")


class TestWithoutFolders:
    """Where the environment says nothing useful, nothing is read or written in the working folder."""

    @pytest.fixture(autouse=True)
    def _folder(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sys, "platform", "linux")
        monkeypatch.chdir(tmp_path)
        for name in ("MJCALC_CACHE_DIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "HOME"):
            monkeypatch.delenv(name, raising=False)

    @pytest.mark.parametrize("home", [None, "somewhere"])
    def test_without_a_home_there_is_no_folder_of_the_user(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, home: str | None
    ) -> None:
        pwd = pytest.importorskip("pwd")

        def getpwuid(uid: int) -> Any:
            raise KeyError(uid)

        monkeypatch.setattr(pwd, "getpwuid", getpwuid)
        if home is not None:
            monkeypatch.setenv("HOME", home)
        house(tmp_path / "~" / ".config" / "mjcalc" / "rules", "trap")
        house(tmp_path / "somewhere" / ".config" / "mjcalc" / "rules", "trap")
        before = sorted(tmp_path.rglob("*"))
        assert (user_folder(), cache_folder()) == (None, None)
        assert "trap" not in {entry.id for entry in variants()}
        assert load(str(house(tmp_path / "other", "ours"))).id == "ours"
        assert sorted(path for path in tmp_path.rglob("*") if "other" not in path.parts) == before

    def test_a_relative_folder_of_the_user_is_ignored(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("HOME", str(tmp_path / "home"))
        monkeypatch.setenv("XDG_CACHE_HOME", "cache")
        monkeypatch.setenv("XDG_CONFIG_HOME", "./config")
        assert cache_folder() == str(tmp_path / "home" / ".cache" / "mjcalc")
        assert user_folder() == str(tmp_path / "home" / ".config" / "mjcalc" / "rules")

    @pytest.mark.skipif(sys.platform == "win32", reason="a folder in use cannot be deleted there")
    def test_a_deleted_working_folder_matters_only_to_relative_paths(
        self, mjcalc: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path = house(tmp_path / "rules", "ours", 7)
        monkeypatch.setenv("HOME", str(tmp_path / "home"))
        (tmp_path / "gone").mkdir()
        monkeypatch.chdir(tmp_path / "gone")
        (tmp_path / "gone").rmdir()
        assert mjcalc("score", "1122335577m8899m", "-r", str(path)).code == 0
        assert mjcalc("rules", "check", str(path)).code == 0
        assert mjcalc("score", "1122335577m8899m", "-r", "hm").code == 0
        assert "there is no rules file 'ours.yaml'" in mjcalc("score", "1122335577m8899m", "-r", "ours.yaml").err
        monkeypatch.setenv("MJCALC_RULES_PATH", "rules")
        monkeypatch.setenv("MJCALC_CACHE_DIR", "cache")
        result = mjcalc("score", "1122335577m8899m", "-r", "hm")
        assert (result.code, result.err) == (0, "warning: rules: cannot be read: No such file or directory\n")

    def test_where_there_is_no_variant_at_all_the_message_lists_none(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        from mjcalc.rules import folders, library

        monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))  # an environment in which nobody has looked yet
        monkeypatch.setattr(folders, "shipped_folder", lambda: str(tmp_path / "mjcalc.zip" / "data"))
        assert library.find_again("hm", rules_folders()) is None
        with pytest.warns(RulesWarning, match=r"mjcalc\.zip"), pytest.raises(RulesError) as caught:
            load("hm")
        assert str(caught.value) == "there is no variant 'hm', nor any other; give a file that ends in .yaml"
