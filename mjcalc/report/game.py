"""What there is to say of an evening: the standings, who deals next, every deal, a check, how totals went."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import UNSET, json

from mjcalc.game.chart import generate_totals, sparkline
from mjcalc.game.records import BookCheck, DiceThrow, Game, GameEntry, Recorded
from mjcalc.report.document import (
    Block,
    Column,
    Document,
    Entries,
    Entry,
    Fact,
    Facts,
    Flow,
    Line,
    Remark,
    Remarks,
    Table,
)
from mjcalc.report.draw import Pen, TileStyle
from mjcalc.report.language import TableLanguage
from mjcalc.report.layout import page_width, width_of
from mjcalc.report.parts import whole
from mjcalc.report.text import format_table, format_text
from mjcalc.report.words import Words, words_for
from mjcalc.rules.schema import Names
from mjcalc.texts import say, say_as

__all__ = ["Phrases", "format_chart", "format_check", "format_game", "format_recorded", "format_thrown"]

_WORDS = {
    "new": say("a new evening"),
    "win": say("win"),
    "draw": say("drawn game"),
    "pay": say("payment"),
    "undone": say("taken back"),
    "not written": say("not written down"),
    "player": say("player"),
    "now": say("this time"),
    "standing": say_as("evening", "total"),
    "wins": say("wins"),
    "deals_in": say("dealt in"),
    "house": say("house"),
    "next": say("next dealer"),
    "streak": say("streak"),
    "set": say("settings"),
    "deals": say("deals"),
    "only here": say("for this deal only"),
    "least": say("lowest"),
    "most": say("highest"),
    "course": say("course"),
    "dice": say("dice"),
}

_ANY = 1000
"""A width for what is not to be broken, however narrow the terminal is."""
_LEAST = 16

_SENTENCES = {
    "checked": say("entries checked: {entries}; hands scored again: {wins}"),
    "nothing": say("nothing differs"),
    "differ": say("differences: {count}"),
    "rules changed": say("the rules file has changed since some of it was written"),
    "was and is": say("entry {number}: {field} was {was}, is now {now}"),
}


def format_recorded(done: Recorded, *, lang: TableLanguage = "both", undone: bool = False) -> str:
    """What a command wrote down or took back, where everybody stands, and who deals next.

    :param undone: whether the entry was taken back.
    :raises ValueError: if there is no such language.
    """
    phrases = Phrases(done, words_for(lang))
    entry = done.entry
    title: list[Line] = []
    blocks: list[Block] = []
    moved: Mapping[str, int] = {}
    if entry is not None:
        title = [(phrases.word("undone"),)] if undone else []
        title += phrases.headline(entry)
        blocks += phrases.generate_given(entry)
        moved = {} if undone else entry.payments
    elif done.score is not None:
        title = [(phrases.word("not written"),)]
    else:
        title = [(phrases.word("new"),), (phrases.variant,)]
    blocks += [phrases.standings(moved, entry.house if entry is not None else 0), phrases.next_deal()]
    return format_text(Document(Flow(tuple(title), " · "), tuple(blocks)))


def format_game(game: Game, *, lang: TableLanguage = "both", tiles: TileStyle | None = None) -> str:
    """Where everybody stands and who deals next, below every entry where there are any.

    :param tiles: how tiles are drawn; by default with letters in English, else as in notation.
    :raises ValueError: if there is no such language.
    """
    words = words_for(lang)
    phrases = Phrases(game, words, Pen(tiles or ("letters" if lang == "en" else "text"), words.lang))
    blocks: list[Block] = []
    if game.entries is not UNSET and game.entries:
        blocks.append(Entries(tuple(map(phrases.entry, game.entries))))
    blocks += [phrases.standings(), phrases.next_deal()]
    return format_text(Document(phrases.title(), tuple(blocks)))


def format_chart(game: Game, *, lang: TableLanguage = "both") -> str:
    """The totals of every player over the evening, as lines of blocks on one scale.

    :param game: with its entries.
    :raises ValueError: if there is no such language.
    """
    phrases = Phrases(game, words_for(lang))
    # What is left of the page beside the other columns.
    narrow = phrases.course(1)
    width = max(map(width_of, format_table(narrow, width=_ANY).splitlines())) - width_of(narrow.columns[1].head)
    title = format_text(Document(phrases.title(), ()))
    return f"{title}\n\n{format_table(phrases.course(max(page_width() - width, _LEAST)), width=_ANY)}"


def format_check(check: BookCheck, *, lang: TableLanguage = "both") -> str:
    """What was looked at, and everything that would now come out otherwise.

    :raises ValueError: if there is no such language.
    """
    words = words_for(lang)

    def told(sentence: str, **filled_in: object) -> str:
        return words.sentence(_SENTENCES[sentence], **filled_in)

    found = check.differences
    summary = told("checked", entries=check.entries, wins=check.wins)
    result = told("differ", count=len(found)) if found else told("nothing")
    remarks = tuple(
        Remark(told("was and is", number=one.entry, field=one.field, was=_text(one.was), now=_text(one.now)))
        for one in found
    )
    lead = (told("rules changed"),) if check.rules_changed else ()
    return format_text(Document(Flow(((summary,), (result,)), " · "), (Remarks(remarks),) if remarks else (), lead))


def format_thrown(thrown: Sequence[DiceThrow], *, lang: TableLanguage = "both") -> str:
    """A throw, and what it decides.

    :param thrown: the same throw in each language of the report.
    :raises ValueError: if there is no such language.
    """
    words = words_for(lang)
    first, second = thrown[0].dice
    lead = tuple(
        f"{' '.join(one.name for one in same)}{words.colon}{' '.join(one.text for one in same)}"
        for same in zip(*(one.says for one in thrown), strict=True)
    )
    title = f"{words.name(_WORDS['dice'])} {first} + {second} = {thrown[0].total}"
    return format_text(Document(whole(title), (), lead))


class Phrases:
    """What is said about each part of one evening."""

    def __init__(self, game: Game, words: Words, pen: Pen | None = None) -> None:
        """
        :param game: with its entries, where something is asked about them
        :param words: the language
        :param pen: draws tiles
        """
        self.game = game
        self.words = words
        self.pen = pen or Pen()
        names = game.names
        self.variant = words.name(Names(names["zh-Hant"], names["zh-Hans"], names["en"]))

    def word(self, word: str) -> str:
        """A word of an evening, or one of those that all reports share."""
        return self.words.name(_WORDS[word]) if word in _WORDS else self.words.say(word)

    def title(self) -> Flow:
        """The variant, and how many deals were played."""
        return Flow(((self.variant,), (f"{self.word('deals')} {self.game.deals}",)), " · ")

    def headline(self, entry: GameEntry) -> list[Line]:
        """What an entry is, in a line."""
        kind = self.word(entry.kind)
        parts = [f"{entry.number}", f"{entry.winner} {kind}" if entry.winner is not None else kind]
        if entry.win is not None and entry.by is not None:
            tile = f"{self.pen.tiles([entry.win])} {self.word(entry.by)}"
            parts.append(f"{tile} ← {entry.source}" if entry.source else tile)
            parts.append(f"{self.word('total')} {entry.total}")
        if entry.dealer is not None:
            parts.append(f"{self.word('dealer')} {entry.dealer}")
        if entry.streak:
            parts.append(f"{self.word('streak')} {entry.streak}")
        if entry.note:
            parts.append(entry.note)
        return [(part,) for part in parts]

    def entry(self, entry: GameEntry) -> Entry:
        """A whole entry."""
        head = " · ".join(str(part) for line in self.headline(entry) for part in line)
        details = [self.hand(entry.hand)] if entry.hand is not None else []
        details += [*self.generate_details(entry)]
        return Entry(head, details=tuple(details))

    def generate_details(self, entry: GameEntry) -> Iterator[str]:
        """Who won and paid how much, and what was given for this deal alone."""
        paid = [f"{name} {_signed(amount)}" for name, amount in entry.payments.items() if amount]
        paid += [f"{self.word('house')} {_signed(entry.house)}"] if entry.house else []
        if paid:
            yield " · ".join(paid)
        if entry.given:
            yield self.given(entry)

    def hand(self, text: str) -> str:
        """A hand with its tiles drawn and the names in it left alone."""
        names = sorted((player.name for player in self.game.players), key=len, reverse=True)
        parts = re.split(f"(@(?:{'|'.join(map(re.escape, names))}))", text)
        return "".join(part if part.startswith("@") else self.pen.hand(part) for part in parts)

    def given(self, entry: GameEntry) -> str:
        """What was given for this deal alone."""
        given = [f"{self.word(name)} {_setting(value)}" for name, value in entry.given.items()]
        return f"{self.word('only here')}{self.words.colon}{' · '.join(given)}"

    def generate_given(self, entry: GameEntry) -> Iterator[Remarks]:
        """The same as a note, if there is any."""
        if entry.given:
            label = self.word("note") + self.words.colon
            yield Remarks((Remark(self.given(entry), "note", label),))

    def standings(self, moved: Mapping[str, int] | None = None, fee: int = 0) -> Table:
        """Where everybody stands, and how the last entry has moved them, if it has."""
        rows: list[list[object]] = [
            [player.name, _signed(player.total), player.wins, player.deals_in] for player in self.game.players
        ]
        heads = ["player", "standing", "wins", "deals_in"]
        if self.game.house:
            rows.append([self.word("house"), _signed(self.game.house), "", ""])
        if moved and any(moved.values()):
            heads.insert(1, "now")
            for row, amount in zip(rows, (*moved.values(), fee), strict=False):
                row.insert(1, _signed(amount))
        columns = (Column(self.word(heads[0])), *(Column(self.word(head), "right") for head in heads[1:]))
        return Table(columns, tuple(tuple((str(cell),) for cell in row) for row in rows))

    def course(self, width: int) -> Table:
        """How the totals went, on one scale; a course takes as many columns as it has entries, or this many."""
        totals = list(generate_totals(self.game))
        least, most = min(map(min, totals)), max(map(max, totals))
        heads = [self.word(word) for word in ("player", "course", "least", "most", "standing")]
        columns = tuple(Column(head, "left" if place < 2 else "right") for place, head in enumerate(heads))
        rows = (
            (player.name, sparkline(course, least, most, width), min(course), max(course), player.total)
            for player, course in zip(self.game.players, zip(*totals, strict=True), strict=True)
        )
        return Table(columns, tuple(tuple((str(cell),) for cell in row) for row in rows))

    def next_deal(self) -> Facts:
        """Who deals next, and the streak."""
        facts: Sequence[tuple[str, object]] = (("next", self.game.dealer), ("streak", self.game.streak))
        return Facts(tuple(Fact(self.word(word), (whole(str(said)),)) for word, said in facts), is_short=True)


def _signed(amount: int) -> str:
    return f"{amount:+}" if amount else "0"


def _setting(value: Any) -> str:
    return " ".join(f"{name}={one}" for name, one in value.items()) if isinstance(value, dict) else str(value)


def _text(value: Any) -> str:
    return json.encode(value).decode()
