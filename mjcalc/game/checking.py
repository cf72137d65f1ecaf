"""Whether a book would come out the same today: hands are scored, totals added up and turns dealt once more."""

from collections.abc import Iterator
from typing import Any

from msgspec import json, to_builtins

from mjcalc.errors import MjcalcError
from mjcalc.game import book, entries, rulebook
from mjcalc.game.asking import ask
from mjcalc.game.book import StrPath
from mjcalc.game.deal import PLAYERS, Turn, after_draw, after_win
from mjcalc.game.entries import Line
from mjcalc.game.records import BookCheck, Difference
from mjcalc.game.said import Said
from mjcalc.game.table import Table, table_of

__all__ = ["check"]

_Compared = Iterator[tuple[str, Any, Any]]
"""What is compared, what the book has, what it should be."""


def check(path: StrPath) -> BookCheck:
    """Go through the whole book with the rules as they are now.

    :raises MjcalcError: if the book cannot be used, or its rules are gone.
    """
    with book.reading(path) as pages:
        book.check_whole(pages, path)
        evening = entries.evening(pages)
        lines = list(entries.generate_lines(pages))
    table = table_of(evening, path)
    today = rulebook.digest(table.rules)
    return BookCheck(
        rules=evening.rules_id,
        entries=len(lines),
        wins=sum(line.kind == "win" for line in lines),
        rules_changed=any(line.digest not in ("", today) for line in lines),
        differences=tuple(_Pass(table, Turn(evening.dealer)).generate_differences(lines)),
    )


class _Pass:
    """One pass through a book: what should stand after each line."""

    def __init__(self, table: Table, first: Turn) -> None:
        self.table = table
        self.dealt = self.turn = first
        self.winners: list[int] = []
        """Who has won the latest deal."""
        self.totals = [0] * PLAYERS
        self.house = 0
        self.deals = 0

    def generate_differences(self, lines: list[Line]) -> Iterator[Difference]:
        """Everything that the book has otherwise."""
        for number, line in enumerate(lines, 1):
            for field, was, now in self.compared(number, line):
                if was != now:
                    yield Difference(number, field, was, now)

    def compared(self, number: int, line: Line) -> _Compared:
        """All that can be said of a line."""
        after = line.standing
        if line.kind == "win":
            yield from self.win(line, json.decode(line.said or b"", type=Said))
        elif line.kind == "draw":
            self.begin_deal()
            self.turn = after_draw(self.table.variant({}), self.dealt)
        if line.turn is not None:
            yield "dealer", self.turn_text(line.turn), self.turn_text(self.dealt)
        self.totals = [total + amount for total, amount in zip(self.totals, line.amounts, strict=True)]
        self.house += line.house
        yield "number", after.number, number
        yield "deals", after.deals, self.deals
        yield "next_dealer", self.turn_text(line.after), self.turn_text(self.turn)
        yield "totals", self.named(after.totals), self.named(self.totals)
        yield "house", after.house, self.house
        yield "sum", sum(line.amounts) + line.house, 0

    def win(self, line: Line, said: Said) -> _Compared:
        """A hand, scored again."""
        assert line.winner is not None
        if not said.same_deal:
            self.begin_deal()
        self.winners.append(line.winner)
        was = json.decode(line.answer or b"{}")
        try:
            self.turn = after_win(self.table.variant(said.settings), self.dealt, self.winners, line.source)
            score, _ = ask(said, self.table, self.dealt)
        except MjcalcError as error:
            yield "error", None, " ".join(str(error).split())
            return
        now = to_builtins(score)
        for field in ("legal", "total", "cap", "gain"):
            yield field, was.get(field), now[field]
        yield "reasons", [one["id"] for one in was.get("reasons", ())], [one["id"] for one in now["reasons"]]
        yield "fans", _fans(was), _fans(now)
        yield "payments", self.named(line.amounts), self.named(self.table.amounts(score, line.winner))

    def begin_deal(self) -> None:
        """Whoever is to deal now deals."""
        self.dealt, self.winners = self.turn, []
        self.deals += 1

    def named(self, amounts: tuple[int, ...] | list[int]) -> dict[str, int]:
        """Amounts by player."""
        return dict(zip(self.table.seating.names, amounts, strict=True))

    def turn_text(self, turn: Turn) -> dict[str, Any]:
        """Who deals, by name."""
        return {"dealer": self.table.seating.names[turn.dealer], "streak": turn.streak}


def _fans(score: dict[str, Any]) -> dict[str, list[int]]:
    """Fan → its worth for a piece, and how many pieces."""
    return {fan["id"]: [fan["value"], fan["count"]] for fan in score.get("fans", ())}
