"""The lines of a book: what was written, in order, and how the book stands after each.

Every line carries the totals, the turn and the counts that hold after it, so the last line alone says where the evening
stands, however long it is.
"""

import time
from collections.abc import Iterator, Sequence
from sqlite3 import Connection, DatabaseError
from typing import Any

from msgspec import Struct, json
from msgspec.structs import replace

from mjcalc.errors import GameError, Problem
from mjcalc.game.deal import PLAYERS, Turn
from mjcalc.game.records import Kind
from mjcalc.texts import say

__all__ = ["Evening", "Head", "Line", "append", "begin", "evening", "generate_lines", "head", "take_back"]

_MOST = 10**15
"""No total is larger: far more than any table pays, and well inside 64 bits."""


class Evening(Struct, frozen=True):
    """What is the same for the whole evening."""

    rules: str
    """The variant's id, or the path of its file."""
    rules_id: str
    names: dict[str, str]
    """The variant's, by language."""
    settings: dict[str, Any]
    base: int | None
    dealer: int
    """Who dealt first."""
    players: tuple[str, ...]


class Head(Struct, frozen=True, kw_only=True):
    """How the book stands."""

    entry: int | None = None
    """The last line that was not taken back."""
    number: int = 0
    deals: int = 0
    opened: int | None = None
    """The line that began the latest deal."""
    turn: Turn
    house: int = 0
    totals: tuple[int, ...] = (0,) * PLAYERS
    wins: tuple[int, ...] = (0,) * PLAYERS
    deals_in: tuple[int, ...] = (0,) * PLAYERS


class Line(Struct, frozen=True, kw_only=True):
    """A line as it is written."""

    kind: Kind
    amounts: tuple[int, ...]
    """What each player won, or paid where less than 0."""
    after: Turn
    """Who deals after it."""
    turn: Turn | None = None
    """Who dealt; None for a payment beside the deals."""
    winner: int | None = None
    source: int | None = None
    house: int = 0
    note: str = ""
    rules_id: str = ""
    settings: str = ""
    digest: str = ""
    said: bytes | None = None
    """What was said of a win, as JSON; an :class:`~mjcalc.game.said.Said`."""
    answer: bytes | None = None
    """A score as JSON."""
    at: str = ""
    head: Head | None = None
    """How the book stood after it; None before it is written."""

    @property
    def standing(self) -> Head:
        """How the book stood after it, once it is written."""
        assert self.head is not None
        return self.head

    @property
    def dealt(self) -> Turn:
        """Who dealt, of a line that is a deal."""
        assert self.turn is not None
        return self.turn


def begin(book: Connection, evening: Evening) -> None:
    """Write the first page of a new book."""
    book.executemany("INSERT INTO player VALUES (?, ?)", enumerate(evening.players))
    book.execute(
        "INSERT INTO evening VALUES (1, ?, ?, ?, ?, ?, ?, ?)",
        (
            _now(),
            evening.rules,
            evening.rules_id,
            json.encode(evening.names).decode(),
            json.encode(evening.settings).decode(),
            evening.base,
            evening.dealer,
        ),
    )


def evening(book: Connection) -> Evening:
    """What the first page says."""
    players = tuple(name for (name,) in book.execute("SELECT name FROM player ORDER BY place"))
    page = book.execute("SELECT rules, rules_id, names, settings, base, dealer FROM evening").fetchone()
    if page is None or len(players) != PLAYERS:
        raise DatabaseError("its first page is missing")
    rules, rules_id, names, settings, base, dealer = page
    return Evening(rules, rules_id, json.decode(names), json.decode(settings), base, dealer, players)


def head(book: Connection, evening: Evening) -> Head:
    """How the book stands: after its last line, or as it began."""
    for line in _generate(book, "WHERE undone IS NULL ORDER BY id DESC LIMIT 1", ()):
        return line.standing
    return Head(turn=Turn(evening.dealer))


def generate_lines(book: Connection, since: int = 0) -> Iterator[Line]:
    """Every line that was not taken back, in order, from one on."""
    return _generate(book, "WHERE undone IS NULL AND id >= ? ORDER BY id", (since,))


def append(book: Connection, before: Head, line: Line, *, same_deal: bool = False) -> Line:
    """Write a line after all others, and return it with how the book then stands.

    :raises GameError: if a total would become too large for any table.
    """
    number = before.number + 1
    is_deal = line.kind != "pay"
    deals_in = list(before.deals_in)
    if line.source is not None and not same_deal:
        deals_in[line.source] += 1
    after = Head(
        number=number,
        deals=before.deals + (is_deal and not same_deal),
        opened=before.opened,
        turn=line.after,
        house=before.house + line.house,
        totals=_added(before.totals, line.amounts),
        wins=_added(before.wins, [int(place == line.winner) for place in range(PLAYERS)]),
        deals_in=tuple(deals_in),
    )
    if max(map(abs, (*after.totals, after.house))) > _MOST:
        raise GameError([Problem("too_much", say("a total would be over {most:,}", most=_MOST))])
    values = {
        "at": _now(),
        "number": number,
        "kind": line.kind,
        "deals": after.deals,
        "opened": after.opened,
        "dealer": line.turn.dealer if line.turn else None,
        "streak": line.turn.streak if line.turn else None,
        "winner": line.winner,
        "source": line.source,
        "house": line.house,
        "next_dealer": line.after.dealer,
        "next_streak": line.after.streak,
        "house_total": after.house,
        "note": line.note,
        "rules_id": line.rules_id or None,
        "settings": line.settings or None,
        "digest": line.digest or None,
        "question": line.said.decode() if line.said else None,
        "answer": line.answer.decode() if line.answer else None,
    }
    if is_deal and not same_deal:
        # A deal begins with this very line, whose id is the next one that the table gives.
        last = book.execute("SELECT seq FROM sqlite_sequence WHERE name = 'entry'").fetchone()
        values["id"] = values["opened"] = 1 + (last[0] if last else 0)
    columns = ", ".join(values)
    entry = book.execute(
        f"INSERT INTO entry ({columns}) VALUES ({', '.join('?' * len(values))})", tuple(values.values())
    ).lastrowid
    rows = zip(line.amounts, after.totals, after.wins, after.deals_in, strict=True)
    book.executemany(
        "INSERT INTO share VALUES (?, ?, ?, ?, ?, ?)", [(entry, place, *row) for place, row in enumerate(rows)]
    )
    opened: Any = values["opened"]
    return replace(line, at=str(values["at"]), head=replace(after, entry=entry, opened=opened))


def take_back(book: Connection) -> Line:
    """Mark the last line that is not yet taken back, and return it.

    :raises GameError: if there is none.
    """
    for line in _generate(book, "WHERE undone IS NULL ORDER BY id DESC LIMIT 1", ()):
        book.execute("UPDATE entry SET undone = ? WHERE id = ?", (_now(), line.standing.entry))
        return line
    raise GameError([Problem("nothing_to_undo", say("there is no entry to take back"))])


def _generate(book: Connection, which: str, values: Sequence[object]) -> Iterator[Line]:
    """Lines with the standing after each."""
    rows = book.execute(
        "SELECT id, at, number, kind, deals, opened, dealer, streak, winner, source, house, next_dealer, next_streak,"
        f" house_total, note, rules_id, settings, digest, question, answer FROM entry {which}",
        values,
    )
    for id, at, number, kind, deals, opened, dealer, streak, winner, source, house, *rest in rows:
        next_dealer, next_streak, house_total, note, rules_id, settings, digest, question, answer = rest
        shares = book.execute(
            "SELECT amount, total, wins, deals_in FROM share WHERE entry = ? ORDER BY place", (id,)
        ).fetchall()
        if len(shares) != PLAYERS:
            raise DatabaseError(f"the payments of entry {number} are missing")
        amounts, totals, wins, deals_in = zip(*shares, strict=True)
        turn = Turn(next_dealer, next_streak)
        yield Line(
            kind=kind,
            at=at,
            amounts=amounts,
            after=turn,
            turn=None if dealer is None else Turn(dealer, streak),
            winner=winner,
            source=source,
            house=house,
            note=note,
            rules_id=rules_id or "",
            settings=settings or "",
            digest=digest or "",
            said=question.encode() if question else None,
            answer=answer.encode() if answer else None,
            head=Head(
                entry=id,
                number=number,
                deals=deals,
                opened=opened,
                turn=turn,
                house=house_total,
                totals=totals,
                wins=wins,
                deals_in=deals_in,
            ),
        )


def _added(totals: Sequence[int], more: Sequence[int]) -> tuple[int, ...]:
    return tuple(total + one for total, one in zip(totals, more, strict=True))


def _now() -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
