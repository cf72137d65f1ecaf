"""A whole evening as one HTML page: the standings, how the totals went, and every deal with its hand drawn."""

from collections.abc import Iterator

from msgspec import UNSET, Raw, ValidationError, json
from msgspec.structs import replace

from mjcalc.answers.records import Score
from mjcalc.game.records import Game, GameEntry
from mjcalc.game.seats import Seating
from mjcalc.notation import parse_tile
from mjcalc.pictures.hand import Group, Rack
from mjcalc.pictures.html import format_html
from mjcalc.pictures.sheet import DrawnHand, Part, Sheet
from mjcalc.report.document import Heading, Remark, Remarks, Tiles
from mjcalc.report.draw import Pen
from mjcalc.report.game import Phrases
from mjcalc.report.language import TableLanguage
from mjcalc.report.words import WORDS, Words, words_for
from mjcalc.rules import tile_set
from mjcalc.rules.schema import Variant

__all__ = ["format_evening"]

_COURSE = 16
"""The most columns of the course of a player's total."""


def format_evening(game: Game, variant: Variant, *, lang: TableLanguage = "both") -> str:
    """The evening as the text of an HTML file that needs no other.

    :param game: with its entries and their answers, as :func:`mjcalc.game.export` gives them.
    :param variant: the one that it was played by.
    :raises ValueError: if there is no such language.
    """
    words = words_for(lang)
    pen = Pen("letters" if lang == "en" else "text", words.lang)
    page = _Page(game, variant, words, pen)
    title = page.phrases.title()
    gist = title.gap.join(str(piece) for item in title.items for piece in item)
    sheet = Sheet(title, gist, (), tuple(page.generate_parts()))
    return format_html(sheet, page.rack(None), pen, words.lang)


class _Page:
    def __init__(self, game: Game, variant: Variant, words: Words, pen: Pen) -> None:
        self.game = game
        self.variant = variant
        self.words = words
        self.phrases = Phrases(game, words, pen)
        self.seating = Seating([player.name for player in game.players])

    def rack(self, wild: str | None) -> Rack:
        """Lays out the tiles of a deal with this wild."""
        face = None if wild is None else parse_tile(wild)
        named = self.variant.tiles.wild and self.variant.tiles.wild.names
        return Rack(tile_set(self.variant, wild=face), named or WORDS["wild"], self.words)

    def generate_parts(self) -> Iterator[Part]:
        yield self.phrases.standings()
        yield self.phrases.next_deal()
        entries = self.game.entries if self.game.entries is not UNSET else ()
        if entries:
            player, course, *_ = (table := self.phrases.course(_COURSE)).columns
            # What stands at the right of its column is never broken.
            columns = (player, replace(course, align="right"))
            yield replace(table, columns=columns, rows=tuple(row[:2] for row in table.rows))
        for entry in entries:
            yield Heading(" · ".join(str(piece) for line in self.phrases.headline(entry) for piece in line))
            yield from self.hand(entry)
            details = [*map(Remark, self.phrases.generate_details(entry))]
            if details:
                yield Remarks(tuple(details))

    def hand(self, entry: GameEntry) -> Iterator[Part]:
        """The hand of a winner in its sets, each meld with the name of who fed it."""
        if entry.winner is None or entry.hand is None or not isinstance(entry.answer, Raw):
            return
        try:
            score = json.decode(entry.answer, type=Score)
        except ValidationError:  # an answer of another version: its hand as text
            yield Remarks((Remark(self.phrases.hand(entry.hand)),))
            return
        rack, winner = self.rack(score.wild), self.seating.place(entry.winner, "winner")
        groups: list[Group] = []
        for part in score.sets:
            group = rack.tiles(Tiles(part.tiles, part.kind if part.melded else "", part.feeder))
            if part.melded:
                caption = self.words.say(part.kind)
                if part.feeder is not None:
                    caption += f" ← {self.seating.names[self.seating.at(part.feeder, seen_from=winner)]}"
                group = replace(group, caption=caption)
            groups.append(group)
        yield DrawnHand((*groups, *rack.apart(score.hand)))
