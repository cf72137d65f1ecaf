"""A variant is found by any of its names, read once, and remembered between processes for as long as it is true."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from mjcalc.errors import RulesError
from mjcalc.rules import load, variants
from mjcalc.rules.folders import cache_folder, rules_folders, shipped_folder, user_folder
from mjcalc.scoring.predicates import VOCABULARY

NAMES = "names: {zh-Hant: 本桌, zh-Hans: 本桌, en: Our table}"


def house(folder: Path, id: str, value: int = 3, aliases: str = "[]") -> Path:
    """A small house variant in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{id}.yaml"
    text = f"id: {id}\naliases: {aliases}\n{NAMES}\nextends: hm\nfans: [{{id: plain, value: {value}}}]\n"
    path.write_text(text, encoding="utf-8")
    return path


def worth_of_plain(rules: Path, **environment: str) -> int:
    """What 平胡 is worth in a house variant, told by a process of its own."""
    program = (
        "import sys; from mjcalc.rules import load; from mjcalc.scoring.predicates import VOCABULARY as words\n"
        "print(next(fan.value for fan in load(sys.argv[1], words).fans if fan.id == 'plain'), 'yaml' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(rules)],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)} | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    value, parsed = done.stdout.split()
    worth_of_plain.parsed = parsed == "True"  # type: ignore[attr-defined]
    return int(value)


def was_parsed() -> bool:
    """Whether the last process had to read YAML."""
    return bool(worth_of_plain.parsed)  # type: ignore[attr-defined]


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


class TestFolders:
    @pytest.fixture(autouse=True)
    def _folder(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
        house(Path(user_folder()), "mine")
        assert load("mine", VOCABULARY).id == "mine"

    @pytest.mark.parametrize(("platform", "variable"), [("win32", "APPDATA"), ("darwin", "HOME")])
    def test_other_platforms_have_their_own_folders(
        self, platform: str, variable: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sys, "platform", platform)
        monkeypatch.setenv(variable, str(tmp_path))
        monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
        monkeypatch.delenv("MJCALC_CACHE_DIR", raising=False)
        assert user_folder().startswith(str(tmp_path))
        assert (cache_folder() or "").startswith(str(tmp_path))

    @pytest.mark.parametrize(("aliases", "name"), [("[hs]", "hs"), ("[ours]", "ours")])
    def test_a_name_of_two_files_is_an_error_that_names_both(self, tmp_path: Path, aliases: str, name: str) -> None:
        one = house(tmp_path / "one", "mine", aliases=aliases)
        two = house(tmp_path / "two", "ours") if name == "ours" else Path(shipped_folder()) / "huangshi.yaml"
        for ask in (lambda: load(name), variants):
            with pytest.raises(RulesError) as caught:
                ask()
            assert str(one) in str(caught.value)
            assert str(two) in str(caught.value)
        assert load("hm").id == "huangmei"  # a name that is not in dispute

    def test_an_id_or_alias_goes_before_what_another_variant_is_called(self, tmp_path: Path) -> None:
        house(tmp_path / "one", "ours")
        assert load("our table", VOCABULARY).id == "ours"
        house(tmp_path / "one", "theirs")
        with pytest.raises(RulesError, match="2 variants are called 'Our table'"):
            load("Our table", VOCABULARY)
        house(tmp_path / "one", "others", aliases="[Our table]")
        assert load("Our table", VOCABULARY).id == "others"

    def test_a_name_taken_elsewhere_hurts_only_who_takes_it(self, tmp_path: Path) -> None:
        house(tmp_path / "one", "mine", aliases="[hs]")
        assert load("huangshi", VOCABULARY).id == "huangshi"
        assert load(str(tmp_path / "one" / "mine.yaml"), VOCABULARY).id == "mine"

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
    def test_a_pipe_among_the_files_is_passed_over(self, tmp_path: Path) -> None:
        house(tmp_path / "one", "ours")
        os.mkfifo(tmp_path / "one" / "pipe.yaml")
        assert load("ours", VOCABULARY).id == "ours"
        assert "pipe" not in {entry.id for entry in variants()}

    def test_a_broken_file_is_listed_and_hurts_nobody_else(self, tmp_path: Path) -> None:
        house(tmp_path / "one", "broken").write_bytes(b"id: [\xff")
        assert "broken" in {entry.id for entry in variants()}
        assert load("huangmei").id == "huangmei"
        with pytest.raises(RulesError, match="UTF-8"):
            load("broken")

    def test_a_file_may_extend_another_of_the_folders_by_name(self, tmp_path: Path) -> None:
        house(tmp_path / "one", "ours", 7)
        path = tmp_path / "two" / "theirs.yaml"
        path.parent.mkdir()
        path.write_text(f"id: theirs\n{NAMES}\nextends: ours\n", encoding="utf-8")
        assert next(fan.value for fan in load("theirs", VOCABULARY).fans if fan.id == "plain") == 7


class TestCache:
    @pytest.fixture(autouse=True)
    def _cache(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("MJCALC_CACHE_DIR", str(tmp_path / "cache"))

    def test_a_second_process_reads_no_yaml(self, tmp_path: Path) -> None:
        path = house(tmp_path, "ours")
        assert (worth_of_plain(path), was_parsed()) == (3, True)
        assert (worth_of_plain(path), was_parsed()) == (3, False)

    def test_a_changed_file_is_read_again_whatever_its_date_says(self, tmp_path: Path) -> None:
        path = house(tmp_path, "ours")
        before = path.stat()
        assert worth_of_plain(path) == 3
        house(tmp_path, "ours", 4)
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
        assert path.stat().st_size == before.st_size
        assert worth_of_plain(path) == 4

    def test_a_changed_base_is_read_again(self, tmp_path: Path) -> None:
        house(tmp_path, "base")
        path = tmp_path / "ours.yaml"
        path.write_text(f"id: ours\n{NAMES}\nextends: base.yaml\n", encoding="utf-8")
        assert worth_of_plain(path) == 3
        house(tmp_path, "base", 5)
        assert worth_of_plain(path) == 5

    @pytest.mark.parametrize("content", [b"", b"\xc1", b"\x93\xa1a\x90\xc0", b"not msgpack at all", bytes(1000)])
    def test_a_broken_memory_is_made_anew(self, tmp_path: Path, content: bytes) -> None:
        path = house(tmp_path, "ours")
        worth_of_plain(path)
        for memory in (tmp_path / "cache").iterdir():
            memory.write_bytes(content)
        assert (worth_of_plain(path), was_parsed()) == (3, True)
        assert (worth_of_plain(path), was_parsed()) == (3, False)

    def test_the_memory_of_another_file_is_not_believed(self, tmp_path: Path) -> None:
        one, two = house(tmp_path, "one", 3), house(tmp_path, "two", 4)
        worth_of_plain(one)
        worth_of_plain(two)
        memories = sorted((tmp_path / "cache").iterdir())
        contents = [memory.read_bytes() for memory in memories]
        for memory, content in zip(memories, [*contents[1:], contents[0]], strict=True):
            memory.write_bytes(content)
        assert (worth_of_plain(one), worth_of_plain(two)) == (3, 4)

    @pytest.mark.parametrize("folder", ["off", ""])
    def test_it_can_be_turned_off(self, tmp_path: Path, folder: str) -> None:
        path = house(tmp_path, "ours")
        for _ in range(2):
            assert (worth_of_plain(path, MJCALC_CACHE_DIR=folder), was_parsed()) == (3, True)
        assert not (tmp_path / "cache").exists()

    def test_everything_works_where_nothing_can_be_written(self, tmp_path: Path) -> None:
        path = house(tmp_path, "ours")
        file = tmp_path / "file"
        file.write_text("in the way")
        for _ in range(2):
            assert (worth_of_plain(path, MJCALC_CACHE_DIR=str(file / "cache")), was_parsed()) == (3, True)
        assert file.read_text() == "in the way"

    def test_what_was_read_without_a_vocabulary_is_checked_when_there_is_one(self, tmp_path: Path) -> None:
        path = house(tmp_path, "ours")
        path.write_text(path.read_text("utf-8").replace("value: 3", "when: [nothing_such]"), encoding="utf-8")
        assert load(str(path)).id == "ours"
        with pytest.raises(RulesError, match="nothing_such"):
            load(str(path), VOCABULARY)

    def test_nothing_else_is_left_in_the_folder(self, tmp_path: Path) -> None:
        worth_of_plain(house(tmp_path, "ours"))
        assert {memory.suffix for memory in (tmp_path / "cache").iterdir()} == {".msgpack"}


def test_a_process_reads_a_variant_once() -> None:
    assert load("hs", VOCABULARY) is load("hs", VOCABULARY) is load("hs")


def test_names_are_what_the_json_list_shows() -> None:
    from msgspec import to_builtins

    listed = json.loads(json.dumps(to_builtins(variants())))
    assert {"id", "names", "aliases", "path", "shipped"} == set(listed[0])


def test_a_file_whose_path_is_not_utf_8_is_read_without_being_remembered(tmp_path: Path) -> None:
    folder = tmp_path / os.fsdecode(b"\xff")
    try:
        folder.mkdir()
    except OSError:
        pytest.skip("this file system wants UTF-8")
    path = folder / "mine.yaml"
    path.write_text("id: mine\nnames: {zh-Hant: 本桌, zh-Hans: 本桌, en: Our table}\nextends: hm\n", encoding="utf-8")
    assert load(str(path)).id == "mine"


def test_two_libraries_are_remembered_beside_each_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MJCALC_CACHE_DIR", str(tmp_path / "cache"))
    for name in ("one", "other"):
        path = tmp_path / name / f"{name}.yaml"
        path.parent.mkdir()
        path.write_text(
            f"id: {name}\nnames: {{zh-Hant: 本桌, zh-Hans: 本桌, en: {name}}}\nextends: hm\n", encoding="utf-8"
        )
        monkeypatch.setenv("MJCALC_RULES_PATH", str(path.parent))
        assert name in [entry.id for entry in variants()]
    assert len([*(tmp_path / "cache").iterdir()]) == 2
