"""The book as a file: an SQLite database that is made whole or not at all, and opened only where it can be trusted.

Entries are appended and never deleted; taking one back marks it. A command is one transaction, so a process that is
killed leaves all or nothing of it, and the next one finds the book as it was.
"""

import os
import sqlite3
import stat
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress

from msgspec import DecodeError

from mjcalc.errors import GameError, Problem
from mjcalc.texts import say

__all__ = ["VERSION", "StrPath", "check_whole", "create", "reading", "writing"]

StrPath = str | os.PathLike[str]

VERSION = 1
"""Of the tables; a program reads the books of its own version and of those before."""
_APPLICATION = 0x6D6A4271  # "mjBq", in the header of the file
_PATIENCE = 5.0  # seconds that a command waits for another to finish

_TABLES = """
CREATE TABLE evening (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    started TEXT NOT NULL,
    rules TEXT NOT NULL,            -- the variant's id, or the path of its file
    rules_id TEXT NOT NULL,
    names TEXT NOT NULL,            -- the variant's, by language: JSON
    settings TEXT NOT NULL,         -- JSON
    base INTEGER,
    dealer INTEGER NOT NULL REFERENCES player
);
CREATE TABLE player (place INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE entry (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    undone TEXT,                    -- when it was taken back
    number INTEGER NOT NULL,        -- among those that were not taken back
    kind TEXT NOT NULL CHECK (kind IN ('win', 'draw', 'pay')),
    deals INTEGER NOT NULL,         -- how many were played so far
    opened INTEGER REFERENCES entry DEFERRABLE INITIALLY DEFERRED,  -- where the latest of them begins
    dealer INTEGER REFERENCES player,
    streak INTEGER,
    winner INTEGER REFERENCES player,
    source INTEGER REFERENCES player,
    house INTEGER NOT NULL,
    -- How the book stands after it, so that nothing is ever added up again:
    next_dealer INTEGER NOT NULL REFERENCES player,
    next_streak INTEGER NOT NULL,
    house_total INTEGER NOT NULL,
    note TEXT NOT NULL,
    -- What was asked and answered: JSON.
    rules_id TEXT,
    settings TEXT,
    digest TEXT,                    -- of the rules file
    question TEXT,
    answer TEXT
);
CREATE INDEX live ON entry (id) WHERE undone IS NULL;
CREATE TABLE share (
    entry INTEGER NOT NULL REFERENCES entry,
    place INTEGER NOT NULL REFERENCES player,
    amount INTEGER NOT NULL,
    total INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    deals_in INTEGER NOT NULL,
    PRIMARY KEY (entry, place)
) WITHOUT ROWID;
CREATE TRIGGER entry_stays BEFORE DELETE ON entry BEGIN SELECT raise(ABORT, 'entries are never deleted'); END;
CREATE TRIGGER share_stays BEFORE DELETE ON share BEGIN SELECT raise(ABORT, 'entries are never deleted'); END;
CREATE TRIGGER share_holds BEFORE UPDATE ON share BEGIN SELECT raise(ABORT, 'entries are never changed'); END;
CREATE TRIGGER entry_holds BEFORE UPDATE ON entry WHEN old.undone IS NOT NULL OR new.undone IS NULL
    BEGIN SELECT raise(ABORT, 'entries are never changed'); END;
"""


@contextmanager
def create(path: StrPath) -> Iterator[sqlite3.Connection]:
    """A new book to be filled in; it is there under its name only when the block ends well.

    :raises GameError: if there is something of that name already, or it cannot be written.
    """
    if os.path.lexists(path):
        raise _exists(path)
    draft = f"{path}.{os.getpid()}.new"
    with _failures(path):
        try:
            with closing(_connect(draft, "rwc")) as book:
                book.executescript(f"PRAGMA application_id = {_APPLICATION}; PRAGMA user_version = {VERSION}; BEGIN;")
                for statement in _statements():
                    book.execute(statement)
                yield book
                book.execute("COMMIT")
            _publish(draft, path)
        finally:
            for leftover in (draft, f"{draft}-journal"):
                with suppress(OSError):
                    os.unlink(leftover)


@contextmanager
def writing(path: StrPath) -> Iterator[sqlite3.Connection]:
    """A book in one transaction that ends with the block: all of it is written, or nothing.

    :raises GameError: if it cannot be used, or cannot be written.
    """
    mode = _look_at(path)
    with _failures(path):
        # Root may write to a read-only file, but that is not what a file is made read-only for.
        if not mode & 0o222:
            raise _read_only(path)
        with closing(_connect(path, "rw")) as book:
            _begin(book)
            _check(book, path)
            yield book
            book.execute("COMMIT")


@contextmanager
def reading(path: StrPath) -> Iterator[sqlite3.Connection]:
    """A book as it stands at this moment; nothing is written.

    :raises GameError: if it cannot be used.
    """
    mode = _look_at(path)
    with _failures(path):
        if mode & 0o222 and os.path.exists(f"{path}-journal"):
            _recover(path)
        with closing(_connect(path, "ro")) as book:
            book.execute("BEGIN")
            _check(book, path)
            yield book


def check_whole(book: sqlite3.Connection, path: StrPath) -> None:
    """That no page of the file is damaged; it takes as long as reading them all.

    :raises GameError: otherwise.
    """
    for pragma in ("integrity_check", "foreign_key_check"):
        for found in book.execute(f"PRAGMA {pragma}"):
            if found != ("ok",):
                raise _damaged(path, " ".join(map(str, found)).splitlines()[0])


def _begin(book: sqlite3.Connection) -> None:
    """Begin to write as soon as no other command does.

    SQLite waits too, but comes back only every tenth of a second: beside a command after command it may never find the
    book free.
    """
    end = time.monotonic() + _PATIENCE
    book.execute("PRAGMA busy_timeout = 0")
    while True:
        try:
            book.execute("BEGIN IMMEDIATE")
            break
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                raise
            time.sleep(0.001)
    book.execute(f"PRAGMA busy_timeout = {_PATIENCE * 1000:.0f}")


def _recover(path: StrPath) -> None:
    """Take back what a killed command has begun: a connection that only reads may not."""
    with suppress(sqlite3.Error), closing(_connect(path, "rw")) as book:
        book.execute("SELECT count(*) FROM sqlite_schema").fetchone()


def _connect(path: StrPath, mode: str) -> sqlite3.Connection:
    name = os.path.abspath(path).replace(os.sep, "/")
    for char in "%?#":
        name = name.replace(char, f"%{ord(char):02x}")
    address = f"file://{'' if name.startswith('/') else '/'}{name}?mode={mode}"
    book = sqlite3.connect(address, uri=True, timeout=_PATIENCE, isolation_level=None)
    book.execute("PRAGMA foreign_keys = ON")
    book.execute("PRAGMA synchronous = FULL")
    return book


def _look_at(path: StrPath) -> int:
    """The file's permissions, if it is a file."""
    try:
        about = os.stat(path)
    except FileNotFoundError:
        message = say("there is no book {path}; `mjcalc game new` makes one", path=path)
        raise GameError([Problem("no_such_book", message)]) from None
    if not stat.S_ISREG(about.st_mode):
        raise _foreign(path)
    return about.st_mode


def _check(book: sqlite3.Connection, path: StrPath) -> None:
    """That this is a whole book of ours, of a version that we know."""
    if _number(book, "application_id") != _APPLICATION:
        raise _foreign(path)
    version = _number(book, "user_version")
    if version > VERSION:
        message = say(
            "{path} was written by a newer mjcalc (version {version} of the book, this one reads {ours})",
            path=path,
            version=version,
            ours=VERSION,
        )
        raise GameError([Problem("newer_book", message)])
    if os.stat(path).st_size != _number(book, "page_count") * _number(book, "page_size"):
        raise _damaged(path, say("its size is wrong"))


def _number(book: sqlite3.Connection, name: str) -> int:
    return int(book.execute(f"PRAGMA {name}").fetchone()[0])


def _statements() -> Iterator[str]:
    statement = ""
    for line in _TABLES.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""


def _publish(draft: str, path: StrPath) -> None:
    """Give a finished book its name, unless something else has got it meanwhile."""
    try:
        os.link(draft, path)
    except FileExistsError:
        raise _exists(path) from None
    except OSError:  # a file system without links
        if os.path.lexists(path):
            raise _exists(path) from None
        os.rename(draft, path)


@contextmanager
def _failures(path: StrPath) -> Iterator[None]:
    """What SQLite has to say, as problems of the book."""
    try:
        yield
    except sqlite3.Error as error:
        raise _failure(path, error) from error
    except DecodeError as error:
        raise _damaged(path, str(error)) from error


def _failure(path: StrPath, error: sqlite3.Error) -> GameError:
    # What this package itself finds missing has no code.
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_CONSTRAINT):
        return _damaged(path, str(error))
    if code == sqlite3.SQLITE_NOTADB:
        return _foreign(path)
    if code == sqlite3.SQLITE_READONLY:
        # To read what a killed command has left, what it has begun must first be taken back in the file.
        cut_off = getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_READONLY_ROLLBACK
        return _read_only(path, is_cut_off=cut_off)
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        message = say(
            "{path} is in use by another command, which has not ended for {seconds:.0f} seconds",
            path=path,
            seconds=_PATIENCE,
        )
        return GameError([Problem("book_in_use", message)])
    message = say("{path} cannot be read or written, and stays as it was: {error}", path=path, error=str(error))
    return GameError([Problem("book_not_written", message)])


def _exists(path: StrPath) -> GameError:
    return GameError([Problem("book_exists", say("{path} is there already; one file holds one evening", path=path))])


def _foreign(path: StrPath) -> GameError:
    return GameError([Problem("not_a_book", say("{path} is not the book of an evening", path=path))])


def _read_only(path: StrPath, *, is_cut_off: bool = False) -> GameError:
    message = say("{path} may only be read, not written", path=path)
    if is_cut_off:
        message = say(
            "{path} may only be read, not written: its last command was cut off, and must be taken back in it",
            path=path,
        )
    return GameError([Problem("book_is_read_only", message)])


def _damaged(path: StrPath, why: str) -> GameError:
    return GameError(
        [Problem("damaged_book", say("{path} is damaged ({why}); it was left as it is", path=path, why=why))]
    )
