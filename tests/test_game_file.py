"""A book is trusted only where it is whole, and whatever goes wrong leaves it as it was."""

import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from mjcalc import game
from mjcalc.game import book

PLAYERS = ["甲", "乙", "丙", "丁"]
HAND = "23p456s789s111m88m"


@pytest.fixture
def file(tmp_path: Path) -> str:
    """A book with two deals in it."""
    path = str(tmp_path / "evening.mj")
    game.new(path, rules="huangmei", players=PLAYERS)
    game.win(path, "乙", HAND, win="4p")
    game.draw(path)
    return path


WRITERS: dict[str, Callable[[str], object]] = {
    "win": lambda file: game.win(file, "乙", HAND, win="4p"),
    "draw": game.draw,
    "pay": lambda file: game.pay(file, {"甲": 1, "乙": -1}),
    "undo": game.undo,
}
READERS: dict[str, Callable[[str], object]] = {"show": game.show, "export": game.export, "check": game.check}


def refuse(file: str, code: str, commands: dict[str, Callable[[str], object]] | None = None) -> None:
    """That every command tells what is wrong, and leaves the file and its folder as they are."""
    before = Path(file).read_bytes()
    for command in (commands or WRITERS | READERS).values():
        with pytest.raises(game.GameError) as raised:
            command(file)
        assert [problem.code for problem in raised.value.problems] == [code]
        assert Path(file).name in str(raised.value)
    assert Path(file).read_bytes() == before
    assert os.listdir(Path(file).parent) == [Path(file).name]


def test_a_file_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    for command in (WRITERS | READERS).values():
        with pytest.raises(game.GameError, match=r"no book .*game new"):
            command(str(tmp_path / "nothing.mj"))
    assert list(tmp_path.iterdir()) == []


def test_a_new_book_never_takes_the_place_of_something(file: str, tmp_path: Path) -> None:
    before = Path(file).read_bytes()
    for path in (file, str(tmp_path)):
        with pytest.raises(game.GameError, match="is there already"):
            game.new(path, rules="huangmei", players=PLAYERS)
    assert Path(file).read_bytes() == before
    assert os.listdir(tmp_path) == ["evening.mj"]


def test_a_book_that_cannot_be_begun_leaves_nothing_behind(tmp_path: Path) -> None:
    with pytest.raises(game.GameError, match="cannot be read or written"):
        game.new(str(tmp_path / "no" / "folder.mj"), rules="huangmei", players=PLAYERS)
    with pytest.raises(game.GameError, match="4 players"):
        game.new(str(tmp_path / "three.mj"), rules="huangmei", players=PLAYERS[:3])
    assert list(tmp_path.iterdir()) == []


def test_text_an_empty_file_and_a_folder_are_no_books(tmp_path: Path) -> None:
    for name, content in (("text", b"a letter to the players " * 50), ("empty", b""), ("short", b"SQLite format 3\0")):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "x.mj").write_bytes(content)
        refuse(str(folder / "x.mj"), "not_a_book")
    with pytest.raises(game.GameError, match="is not the book"):
        game.show(str(tmp_path))


def test_another_programs_database_is_no_book(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "other.db")) as other:
        other.execute("CREATE TABLE entry (id)")
        other.commit()
    refuse(str(tmp_path / "other.db"), "not_a_book")


def test_a_newer_version_is_named_and_left_alone(file: str) -> None:
    with closing(sqlite3.connect(file)) as newer:
        newer.execute(f"PRAGMA user_version = {book.VERSION + 1}")
    refuse(file, "newer_book")


@pytest.mark.parametrize("part", [0.3, 0.9, 0.9999])
def test_a_truncated_book_is_damaged(file: str, part: float) -> None:
    whole = Path(file).read_bytes()
    Path(file).write_bytes(whole[: int(len(whole) * part)])
    refuse(file, "damaged_book")


def test_a_damaged_page_is_found_by_check_at_the_latest(file: str) -> None:
    whole = bytearray(Path(file).read_bytes())
    for place in range(4096, len(whole), 4096):
        whole[place] = 0xEE
    Path(file).write_bytes(whole)
    refuse(file, "damaged_book")


def test_a_book_without_its_payments_is_damaged(file: str) -> None:
    with closing(sqlite3.connect(file)) as edited:
        edited.executescript("DROP TRIGGER share_stays; DELETE FROM share WHERE entry = 2 AND place = 3;")
    refuse(file, "damaged_book")


def test_a_read_only_book_can_be_read(file: str) -> None:
    os.chmod(file, 0o444)
    refuse(file, "book_is_read_only", WRITERS)
    assert game.show(file).deals == game.check(file).entries == len(game.export(file).entries or ()) == 2


def test_a_book_may_lie_under_any_name(tmp_path: Path) -> None:
    for name in ("一晚 100%?#.mj", "a b;&='.mj", "plain"):
        path = str(tmp_path / name)
        game.new(path, rules="huangmei", players=PLAYERS)
        game.draw(path)
        assert game.show(path).deals == 1
        assert (tmp_path / name).exists()


def test_nothing_is_ever_deleted_or_changed(file: str) -> None:
    game.undo(file)
    with closing(sqlite3.connect(file)) as edited:
        for statement in (
            "DELETE FROM entry", "DELETE FROM share", "UPDATE share SET total = 0", "UPDATE entry SET note = 'x'",
            "UPDATE entry SET undone = NULL",
        ):  # fmt: skip
            with pytest.raises(sqlite3.IntegrityError, match="never"):
                edited.execute(statement)
        assert edited.execute("SELECT count(*), count(undone) FROM entry").fetchone() == (2, 1)


def test_what_was_changed_behind_its_back_is_told_by_check(file: str) -> None:
    with closing(sqlite3.connect(file)) as edited:
        edited.executescript(
            "DROP TRIGGER share_holds; UPDATE share SET amount = amount + 1 WHERE entry = 1 AND place = 0;"
            "DROP TRIGGER entry_holds; UPDATE entry SET next_dealer = 3 WHERE id = 2;"
        )
    found = {(one.entry, one.field): (one.was, one.now) for one in game.check(file).differences}
    assert found[1, "sum"] == (1, 0)
    assert found[1, "payments"][0]["甲"] == found[1, "payments"][1]["甲"] + 1
    assert found[2, "next_dealer"] == ({"dealer": "丁", "streak": 0}, {"dealer": "丙", "streak": 0})


@pytest.fixture
def locked(file: str) -> Iterator[str]:
    """A book that another command is writing to."""
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield file
        other.execute("ROLLBACK")


def test_a_command_waits_for_another_and_says_so_in_the_end(locked: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(book, "_PATIENCE", 0.2)
    for command in (game.draw, game.undo, game.show, game.export):
        with pytest.raises(game.GameError, match="in use by another command"):
            command(locked)


def test_a_command_that_is_let_in_goes_on(file: str) -> None:
    other = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN EXCLUSIVE")
    waiting = threading.Thread(target=game.draw, args=[file])
    waiting.start()
    time.sleep(0.3)
    assert waiting.is_alive()
    other.execute("ROLLBACK")
    other.close()
    waiting.join(10)
    assert game.show(file).deals == 3


WIN = "from mjcalc import game; import sys\nfor _ in range(int(sys.argv[2])): game.win(sys.argv[1], '乙', %r, win='4p')"


def test_two_that_write_at_once_lose_nothing(file: str) -> None:
    writers = [subprocess.Popen([sys.executable, "-c", WIN % HAND, file, "30"]) for _ in range(2)]
    assert [writer.wait(120) for writer in writers] == [0, 0]
    assert game.show(file).deals == 62
    assert game.check(file).differences == ()


def test_a_killed_command_leaves_all_or_nothing(file: str) -> None:
    deals = 2
    for wait in (0.0, 0.01, 0.02, 0.03):
        writer = subprocess.Popen(
            [sys.executable, "-c", "print(flush=True)\n" + WIN % HAND, file, "1000"], stdout=subprocess.PIPE
        )
        assert writer.stdout is not None
        writer.stdout.readline()
        time.sleep(0.3 + wait)
        writer.send_signal(signal.SIGKILL)
        writer.wait(30)
        writer.stdout.close()
        found = game.check(file)
        assert found.differences == ()
        assert found.entries >= deals
        deals = found.entries


FULL = """
import resource, sys
from mjcalc import game
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), -1))
try:
    if sys.argv[3] == "new":
        game.new(sys.argv[1] + ".new", rules="huangmei", players="甲乙丙丁")
    for _ in range(100):
        game.win(sys.argv[1], "乙", "23p456s789s111m88m", win="4p")
except game.GameError as error:
    print([problem.code for problem in error.problems])
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no such limits there")
@pytest.mark.parametrize(("what", "more"), [("win", 0), ("win", 3000), ("win", 20_000), ("new", -20_000)])
def test_where_there_is_no_more_room_the_book_stays_as_it_was(file: str, what: str, more: int) -> None:
    command = [sys.executable, "-c", FULL, file, str(os.path.getsize(file) + more), what]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert (done.stdout, done.stderr) == ("['book_not_written']\n", "")
    assert game.check(file).differences == ()
    assert os.listdir(Path(file).parent) == [Path(file).name]


CUT_OFF = """
import os, sqlite3, sys
book = sqlite3.connect(sys.argv[1], isolation_level=None)
book.execute("PRAGMA cache_size = 1")
book.execute("BEGIN IMMEDIATE")
book.execute("UPDATE entry SET undone = 'now', answer = zeroblob(99999)")
os._exit(0)
"""


@pytest.fixture
def cut_off(file: str) -> str:
    """A book as a command that was killed in its middle has left it, with a journal of what it had changed."""
    before = Path(file).read_bytes()
    subprocess.run([sys.executable, "-c", CUT_OFF, file], check=True, timeout=60)
    assert Path(file).read_bytes() != before
    assert os.path.exists(f"{file}-journal")
    return file


@pytest.mark.parametrize("command", [*READERS.values(), *WRITERS.values()], ids=[*READERS, *WRITERS])
def test_what_a_killed_command_left_is_taken_back_by_the_next_one(
    cut_off: str, command: Callable[[str], object]
) -> None:
    command(cut_off)
    assert not os.path.exists(f"{cut_off}-journal")
    entries = 1 if command is game.undo else 2 if command in READERS.values() else 3
    assert (game.check(cut_off).entries, game.check(cut_off).differences) == (entries, ())


def test_a_read_only_book_that_was_cut_off_says_what_it_needs(cut_off: str) -> None:
    os.chmod(cut_off, 0o444)
    for command in READERS.values():
        with pytest.raises(game.GameError, match="cut off"):
            command(cut_off)


def test_the_file_says_whose_it_is(file: str) -> None:
    with closing(sqlite3.connect(file)) as opened:
        marks: Any = [opened.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")]
    assert marks == [0x6D6A4271, book.VERSION]
