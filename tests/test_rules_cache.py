"""What reading rules files came to is remembered for other processes as long as it is true, and never blindly."""

import os
import random
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest

from mjcalc.errors import RulesError
from mjcalc.rules import load, variants
from mjcalc.rules.cache import recall, remember
from mjcalc.scoring.predicates import VOCABULARY
from tests.support.houses import NAMES, house

PROGRAM = """
import sys
from mjcalc.rules import load
from mjcalc.scoring.predicates import VOCABULARY
print(next(fan.value for fan in load(sys.argv[1], VOCABULARY).fans if fan.id == "plain"), "yaml" in sys.modules)
"""


def worth_of_plain(rules: Path, **environment: str) -> tuple[int, bool]:
    """What a process of its own says that 平胡 is worth, and whether it had to read YAML."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(rules)],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)} | environment,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    value, parsed = done.stdout.split()
    return int(value), parsed == "True"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the cache, which is not there yet."""
    monkeypatch.setenv("MJCALC_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.mark.slow
class TestBetweenProcesses:
    @pytest.fixture(autouse=True)
    def _folder(self, folder: Path) -> None:
        """Every process here uses the cache."""

    def test_a_second_process_reads_no_yaml(self, tmp_path: Path) -> None:
        path = house(tmp_path, "ours")
        assert worth_of_plain(path) == (3, True)
        assert worth_of_plain(path) == (3, False)

    def test_a_changed_file_is_read_again_whatever_its_date_says(self, tmp_path: Path) -> None:
        path = house(tmp_path, "ours")
        before = path.stat()
        assert worth_of_plain(path) == (3, True)
        house(tmp_path, "ours", 4)
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
        assert path.stat().st_size == before.st_size
        assert worth_of_plain(path) == (4, True)

    def test_a_changed_base_is_read_again(self, tmp_path: Path) -> None:
        house(tmp_path, "base")
        path = tmp_path / "ours.yaml"
        path.write_text(f"id: ours\n{NAMES}\nextends: base.yaml\n", encoding="utf-8")
        assert worth_of_plain(path) == (3, True)
        house(tmp_path, "base", 5)
        assert worth_of_plain(path) == (5, True)

    def test_another_folder_may_have_another_base_of_the_same_name(self, tmp_path: Path) -> None:
        house(tmp_path / "one", "base", 3)
        house(tmp_path / "two", "base", 5)
        path = tmp_path / "ours.yaml"
        path.write_text(f"id: ours\n{NAMES}\nextends: base\n", encoding="utf-8")
        assert worth_of_plain(path, MJCALC_RULES_PATH=str(tmp_path / "one"))[0] == 3
        assert worth_of_plain(path, MJCALC_RULES_PATH=str(tmp_path / "two"))[0] == 5

    @pytest.mark.parametrize("content", [b"", b"\xc1", b"\x93\xa1a\x90\xc0", b"not msgpack at all", bytes(1000)])
    def test_a_corrupt_entry_is_rebuilt(self, tmp_path: Path, folder: Path, content: bytes) -> None:
        path = house(tmp_path, "ours")
        worth_of_plain(path)
        for entry in folder.iterdir():
            entry.write_bytes(content)
        assert worth_of_plain(path) == (3, True)
        assert worth_of_plain(path) == (3, False)

    def test_an_entry_with_a_flipped_bit_is_rebuilt(self, tmp_path: Path, folder: Path) -> None:
        path = house(tmp_path, "ours", 96)
        worth_of_plain(path)
        chance = random.Random(1)
        for _ in range(5):
            for entry in folder.iterdir():
                data = bytearray(entry.read_bytes())
                data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
                entry.write_bytes(data)
            assert worth_of_plain(path) == (96, True)

    def test_the_entry_of_another_file_is_not_believed(self, tmp_path: Path, folder: Path) -> None:
        one, two = house(tmp_path, "one", 3), house(tmp_path, "two", 4)
        worth_of_plain(one)
        worth_of_plain(two)
        entries = sorted(folder.iterdir())
        contents = [entry.read_bytes() for entry in entries]
        for entry, content in zip(entries, [*contents[1:], contents[0]], strict=True):
            entry.write_bytes(content)
        assert (worth_of_plain(one)[0], worth_of_plain(two)[0]) == (3, 4)

    @pytest.mark.parametrize("place", ["off", ""])
    def test_it_can_be_turned_off(self, tmp_path: Path, folder: Path, place: str) -> None:
        path = house(tmp_path, "ours")
        for _ in range(2):
            assert worth_of_plain(path, MJCALC_CACHE_DIR=place) == (3, True)
        assert not folder.exists()

    def test_everything_works_where_nothing_can_be_written(self, tmp_path: Path) -> None:
        path = house(tmp_path, "ours")
        file = tmp_path / "file"
        file.write_text("in the way")
        for _ in range(2):
            assert worth_of_plain(path, MJCALC_CACHE_DIR=str(file / "cache")) == (3, True)
        assert file.read_text() == "in the way"

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
    @pytest.mark.parametrize("kind", ["pipe", "device", "folder"])
    def test_what_is_no_file_in_the_place_of_an_entry_is_not_opened(
        self, tmp_path: Path, folder: Path, kind: str
    ) -> None:
        path = house(tmp_path, "ours")
        worth_of_plain(path)
        for entry in folder.iterdir():
            entry.unlink()
            if kind == "pipe":
                os.mkfifo(entry)
            elif kind == "device":
                entry.symlink_to("/dev/zero")
            else:
                entry.mkdir()
        assert worth_of_plain(path) == (3, True)
        assert worth_of_plain(path) == (3, kind == "folder")

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
    def test_a_pipe_in_the_place_of_a_rules_file_is_not_waited_for(self, tmp_path: Path) -> None:
        house(tmp_path, "base")
        path = house(tmp_path, "ours", extends="base.yaml")
        worth_of_plain(path)
        (tmp_path / "base.yaml").unlink()
        os.mkfifo(tmp_path / "base.yaml")
        with pytest.raises(subprocess.CalledProcessError) as caught:
            worth_of_plain(path)
        assert "not a regular file" in caught.value.stderr or "no rules file" in caught.value.stderr

    def test_an_endless_entry_is_not_read(self, tmp_path: Path, folder: Path) -> None:
        path = house(tmp_path, "ours")
        worth_of_plain(path)
        for entry in folder.iterdir():
            with entry.open("ab") as file:
                file.truncate(1 << 40)
        assert worth_of_plain(path) == (3, True)

    def test_nothing_but_entries_is_left_in_the_folder(self, tmp_path: Path, folder: Path) -> None:
        worth_of_plain(house(tmp_path, "ours"))
        assert {entry.suffix for entry in folder.iterdir()} == {".msgpack"}


class TestEntries:
    def test_an_entry_with_any_bit_flipped_does_not_count(self, tmp_path: Path, folder: Path) -> None:
        source = tmp_path / "source"
        source.write_bytes(b"text")
        remember("key", "stamp", ((str(source), b"text"),), msgspec.Raw(msgspec.msgpack.encode({"value": 96})))
        (entry,) = folder.iterdir()
        data = entry.read_bytes()
        assert recall("key", "stamp") is not None
        for place in range(len(data)):
            for bit in range(8):
                entry.write_bytes(data[:place] + bytes([data[place] ^ 1 << bit]) + data[place + 1 :])
                assert recall("key", "stamp") is None, (place, bit)
        entry.write_bytes(data)
        assert msgspec.msgpack.decode(recall("key", "stamp") or b"") == {"value": 96}

    @pytest.mark.parametrize(("key", "stamp"), [("key", "other"), ("other", "stamp")])
    def test_an_entry_counts_for_its_own_key_and_stamp_alone(self, folder: Path, key: str, stamp: str) -> None:
        remember("key", "stamp", (), msgspec.Raw(b"\x01"))
        assert recall(key, stamp) is None

    def test_drafts_that_killed_processes_left_are_removed(self, folder: Path) -> None:
        remember("key", "stamp", (), msgspec.Raw(b"\x01"))
        (entry,) = folder.iterdir()
        old, new, other = (entry.with_name(f"{entry.name}.{end}") for end in ("123", "456-789", "7"))
        for draft in (old, new):
            draft.write_bytes(b"half")
        foreign = folder / "notes.msgpack.txt"
        foreign.write_bytes(b"not ours")
        other.mkdir()
        for file in (old, foreign, other):
            os.utime(file, (time.time() - 10_000, time.time() - 10_000))
        remember("another key", "stamp", (), msgspec.Raw(b"\x01"))
        assert not old.exists()
        assert new.exists() and foreign.exists() and other.exists()

    def test_what_is_too_large_is_not_kept(self, folder: Path) -> None:
        remember("key", "stamp", (("file", bytes(10_000_000)),), msgspec.Raw(b"\x01"))
        assert not folder.exists()

    def test_two_libraries_are_remembered_beside_each_other(
        self, tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for name in ("one", "other"):
            monkeypatch.setenv("MJCALC_RULES_PATH", str(house(tmp_path / name, name).parent))
            assert name in [entry.id for entry in variants()]
        assert len([*folder.iterdir()]) == 2

    def test_what_is_wrong_in_a_folder_is_remembered_too(
        self, tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        house(tmp_path / "rules", "broken").write_bytes(b"id: [\xff")
        monkeypatch.setenv("MJCALC_RULES_PATH", str(tmp_path / "rules"))
        for _ in range(2):
            with pytest.warns(match=r"broken\.yaml:1: not valid UTF-8"):
                variants()


def test_what_was_read_without_a_vocabulary_is_checked_when_there_is_one(tmp_path: Path, folder: Path) -> None:
    path = house(tmp_path, "ours", more="responsibility: {when: [nothing_such]}\n")
    assert load(str(path)).id == "ours"
    with pytest.raises(RulesError, match="nothing_such"):
        load(str(path), VOCABULARY)


def test_a_file_whose_path_is_not_utf_8_is_read_without_being_remembered(tmp_path: Path, folder: Path) -> None:
    place = tmp_path / os.fsdecode(b"\xff")
    try:
        place.mkdir()
    except OSError:
        pytest.skip("this file system wants UTF-8")
    assert load(str(house(place, "mine"))).id == "mine"
    assert not any(b"mine" in entry.read_bytes() for entry in folder.iterdir())
