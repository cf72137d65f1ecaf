"""A variant as a rule sheet, the way a player would want to read it."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import UNSET
from msgspec.structs import fields

from mjcalc.question import Question, options
from mjcalc.report.document import Block, Document, Entries, Entry, Flow, Heading
from mjcalc.report.formats import written
from mjcalc.report.language import TableLanguage
from mjcalc.report.sheet_conditions import ConditionWriter
from mjcalc.report.sheet_tiles import in_script
from mjcalc.report.sheet_words import CHOICES, DEALERS, HEADINGS, METHODS, SENTENCES, TILES, TOTALS
from mjcalc.report.words import WORDS, Words, words_for
from mjcalc.rules import tile_set
from mjcalc.rules.schema import Cap, DiceOutcome, Example, FanRule, Language, Names, Pay, Variant
from mjcalc.rules.settings import choice_text, value_of
from mjcalc.rules.tile_texts import parse_kinds
from mjcalc.rules.vocabulary import Vocabulary
from mjcalc.tiles import format_tiles, is_number

__all__ = ["rule_sheet", "sheet_document"]

_SIDES = ("fan", "big", "limit", "winner", "both", "loser", "bonus")
_SECTIONS = (
    *("tiles", "table", "dice", "calls", "dealer", "shapes", "requires"),
    *_SIDES,
    *("aims", "payment", "caps", "responsibility", "options", "sources"),
)
"""In the order of a game: what is dealt and how, what one may do and win with, what that is worth and who pays."""


def rule_sheet(
    variant: Variant,
    vocabulary: Vocabulary,
    *,
    lang: TableLanguage = "both",
    format: str = "text",
    aims: Sequence[str] = (),
) -> str:
    """The whole variant: tiles, what the table does, shapes, fans in groups, who pays what, options and sources.

    :param aims: the fans that a player can aim at, by their ids.
    :raises ValueError: if there is no such language or format.
    """
    return written(sheet_document(variant, vocabulary, lang=lang, aims=aims), format)


def sheet_document(
    variant: Variant, vocabulary: Vocabulary, *, lang: TableLanguage = "both", aims: Sequence[str] = ()
) -> Document:
    """What there is to say of a variant, for any format.

    :raises ValueError: if there is no such language.
    """
    sheet = _Sheet(variant, vocabulary, words_for(lang), aims)
    blocks: list[Block] = []
    for heading, entries in sheet.sections():
        blocks += [Heading(heading), Entries(tuple(entries))]
    return Document(Flow(((sheet.words.name(variant.names),),), ""), tuple(blocks), tuple(sheet.lead()))


class _Sheet:
    """What is said about each part of a variant."""

    def __init__(self, variant: Variant, vocabulary: Vocabulary, words: Words, aims: Sequence[str]) -> None:
        self.variant = variant
        self.aimed_at = aims
        self.words = words
        self.lang = words.languages[-1]
        """The language of sentences; names may stand in two."""
        self.conditions = ConditionWriter(variant, vocabulary, self.lang)
        self.say = self.conditions.sentence
        first = next(iter(variant.sources), None)
        self.main_source = first.id if first is not None else ""
        """Where everything comes from that is not marked."""
        self.sources_by_id = {source.id: source for source in variant.sources}

    def lead(self) -> Iterator[str]:
        variant = self.variant
        yield ", ".join((variant.id, *variant.aliases))
        if variant.agreed:
            yield SENTENCES["agreed"].said_in(self.words.lang)

    def sections(self) -> Iterator[tuple[str, list[Entry]]]:
        for key in _SECTIONS:
            entries = self.fans(key) if key in _SIDES else list(getattr(self, key)())
            if entries:
                yield self.words.name(HEADINGS[key]), entries

    def text(self, sentence: str | Names) -> str:
        """What a file says in one language or in three."""
        return sentence if isinstance(sentence, str) else sentence.said_in(self.lang)

    def mark(self, source: str) -> str:
        """What stands beside something of a source that is not the main one."""
        if source in ("", self.main_source):
            return ""
        names = self.sources_by_id[source].names
        return source if names is None else names.said_in(self.lang)

    # The parts.

    def tiles(self) -> Iterator[Entry]:
        tiles, write = self.variant.tiles, self.conditions
        count = 4 * len(tile_set(self.variant).kinds)
        kinds = self.rows([tiles.kinds], self.say("clause comma"))
        yield Entry(self.say("tiles", count=count, kinds=kinds), source=self.mark(tiles.source))
        if tiles.flowers:
            yield Entry(self.say("flowers", kinds=write.tiles(tiles.flowers, "and")))
        if tiles.bonus_tiles:
            yield Entry(self.say("bonus tiles", count=tiles.bonus_tiles))
        if tiles.kong_tiles:
            yield Entry(self.say("kong tiles", kinds=write.tiles(tiles.kong_tiles, "and")))
        if tiles.dragon_run:
            yield Entry(self.say("dragon run"))
        if tiles.wild is not None:
            name = self.words.name(tiles.wild.names or WORDS["wild"])
            cycles = self.rows(tiles.wild.cycles, " · ")
            special = [
                self.say("wild of", flipped=in_script(flipped, self.lang), wild=in_script(wild, self.lang))
                for flipped, wild in tiles.wild.special.items()
            ]
            head = self.say("wild", name=name, cycles=cycles)
            yield Entry(head, source=self.mark(tiles.wild.source))
            if special:
                yield Entry(self.say("clause comma").join(special))

    def rows(self, texts: Sequence[str], gap: str) -> str:
        """Tiles that stand in rows: the three suits in words where all of them are there, the others one by one."""
        rows = [parse_kinds(text, self.variant.tiles.groups) for text in texts]
        suits = (
            [TILES["suits"].said_in(self.lang)] if set(range(27)).issubset(kind for row in rows for kind in row) else []
        )
        others = [[kind for kind in row if not (suits and is_number(kind))] for row in rows]
        return gap.join([*suits, *(in_script(format_tiles(row), self.lang) for row in others if row)])

    def shapes(self) -> Iterator[Entry]:
        for shape in self.variant.shapes:
            details = [self.say("only of", kinds=self.conditions.tiles(shape.tiles))] if shape.tiles else []
            if shape.form == "knitted_honors" and shape.honors != (7,):
                details.append(self.say("honors", numbers=self.conditions.listed(map(str, shape.honors), "or")))
            if shape.form == "seven_pairs":
                details.append(self.say("distinct" if shape.distinct else "four alike"))
            details += [self.say("only if", condition=self.conditions.says(shape.when))] if shape.when else []
            yield Entry(self.words.name(shape.names), shape.id, "", self.mark(shape.source), tuple(details))

    def calls(self) -> Iterator[Entry]:
        variant = self.variant
        yield Entry(self.all_of(variant.calls))
        yield Entry(self.all_of(variant.wins))
        for reason in dict.fromkeys(variant.refused_by.values()):
            ways = self.all_of([way for way, why in variant.refused_by.items() if why == reason])
            yield Entry(self.say("not by", ways=ways, reason=self.words.name(variant.refused[reason])), reason)

    def all_of(self, words: Sequence[str]) -> str:
        terms = self.variant.terms
        return self.words.listed(self.words.name(terms.get(word, WORDS[word])) for word in words)

    def fans(self, side: str) -> list[Entry]:
        return [self.fan(fan) for fan in self.variant.fans if fan.side == side]

    def fan(self, fan: FanRule) -> Entry:
        # A piece that the options leave out is not counted; where they leave out all, there is one piece.
        pieces = self.conditions.pieces(fan.per)
        details = [self.conditions.holds(fan.when, fan.unless, "counts")]
        details += [self.say("for each", pieces=pieces)] if pieces else []
        details += [self.say("otherwise")] if fan.otherwise else []
        excluded = [text for entry in fan.excludes if (text := self.excluded(entry))]
        if excluded:
            details.append(self.say("replaces", fans=self.conditions.listed(excluded, "and")))
        details.append(self.text(fan.note))
        worth = self.worth(fan)
        if pieces and not isinstance(fan.value, tuple):
            worth = self.say("worth each", worth=worth)
        commands = tuple(_command(example, self.variant.id, self.lang) for example in fan.examples)
        name = self.words.name(fan.names)
        return Entry(name, fan.id, worth, self.mark(fan.source), tuple(filter(None, details)), commands)

    def excluded(self, entry: Any) -> str:
        """A fan that another replaces, or pieces of it; empty where the options leave it out."""
        conditions = self.conditions
        if entry is None:
            return ""
        if isinstance(entry, str):
            return conditions.argument(entry, "fans")
        if "by_option" in entry:
            text = self.excluded(conditions.chosen(entry))
            return f"{text} [{entry['by_option']}]" if text else ""
        ((fan, pieces),) = entry.items()
        name = conditions.argument(fan, "fans")
        if isinstance(pieces, int):
            return self.say("pieces of", count=pieces, fan=name)
        if conditions.is_left_out(pieces):
            return ""
        if conditions.counts(pieces):
            return self.say("one for", fan=name, piece=conditions.piece(pieces))
        return self.say("one if", fan=name, condition=conditions.says(pieces))

    def worth(self, fan: FanRule) -> str:
        value = value_of(self.variant, fan.value)
        if fan.side == "limit":
            cap = self.variant.caps.get(fan.limit or "")
            if value is UNSET and cap is not None:
                return f"= {self.amount(cap)} {self.words.name(cap.names)}"
            return f"= {value}"
        if isinstance(value, tuple):
            return self.say("by number", values=self.words.listed(map(str, value)), most=len(value))
        return f"{'+' if fan.side in ('fan', 'big', 'bonus') else '×'}{value}"

    def requires(self) -> Iterator[Entry]:
        for rule in self.variant.requires:
            details = (self.conditions.holds(rule.when, rule.unless, "fails"),)
            # A result fills in what the hand came to.
            text = self.words.name(rule.text).replace("{total}", "…")
            yield Entry(text, rule.id, "", self.mark(rule.source), details)

    def aims(self) -> Iterator[Entry]:
        names = {fan.id: fan.names for fan in self.variant.fans}
        if self.aimed_at:
            yield Entry(self.words.listed(self.words.name(names[fan]) for fan in self.aimed_at))

    def payment(self) -> Iterator[Entry]:
        scoring = self.variant.scoring
        method = METHODS[scoring.method] if scoring.pays is None else TOTALS[scoring.method]
        yield Entry(self.words.sentence(method), source=self.mark(scoring.source))
        if scoring.combinations == "account_once":
            yield Entry(self.say("account once"))
        more, most = scoring.base_per_streak, value_of(self.variant, scoring.streak_max)
        streak = "" if not more else " with streak" if most is None else " with limited streak"
        yield Entry(self.say(f"base{streak}", base=scoring.base, more=more, most=most))
        drawn_only = {"discard", "rob-kong"}.isdisjoint(self.variant.wins)
        if scoring.pays is None:
            yield Entry(self.say("all pay" if drawn_only or scoring.paid_by == "everyone" else "source pays"))
            return
        yield Entry(self.say("drawn pays", pay=self.pay(scoring.pays.drawn)))
        if not drawn_only:
            pays = {"source": self.pay(scoring.pays.source), "others": self.pay(scoring.pays.others)}
            yield Entry(self.say("each pays", **pays))

    def pay(self, pay: Pay) -> str:
        """What a seat pays, as a product of the base."""
        total = self.say("total")
        parts = [str(pay.plus)] if pay.plus else []
        parts += [total if pay.times == 1 else f"{pay.times} × {total}"] if pay.times else []
        return self.say("base times", number=f"({' + '.join(parts)})" if len(parts) > 1 else "".join(parts) or "0")

    def caps(self) -> Iterator[Entry]:
        for name, cap in self.variant.caps.items():
            details = [self.text(cap.why)] if cap.why else []
            details += [self.conditions.holds(cap.when, [], "fails")] if cap.when else []
            source = self.mark(cap.source)
            yield Entry(self.words.name(cap.names), f"caps.{name}", self.amount(cap), source, tuple(details))

    def amount(self, cap: Cap) -> str:
        return self.say("amount per base", amount=cap.amount) if cap.per_base else str(cap.amount)

    def responsibility(self) -> Iterator[Entry]:
        duty = self.variant.responsibility
        if not duty.rules:
            return
        if duty.when:
            yield Entry(self.say("only when", condition=self.conditions.says(duty.when)))
        for rule in duty.rules:
            who = [*_listed(rule.when), *_listed(rule.who)]
            condition = self.conditions.holds(who, rule.unless, "counts")
            if self.conditions.never(who) is None:
                condition = self.say("responsible", condition=condition)
            yield Entry(self.words.name(rule.names), rule.id, "", self.mark(rule.source), (condition,))
        if len(duty.rules) > 1:
            yield Entry(self.say(f"{'first' if duty.choose == 'first' else 'every'} rule"))
        several = "several split" if value_of(self.variant, duty.shared) == "split" else "several pay all"
        yield Entry(self.say("liable pays" if duty.choose == "first" else several))

    def dealer(self) -> Iterator[Entry]:
        rule = self.variant.dealer
        if rule is None:
            return
        for key in ("after_win", "after_several_wins", "after_draw"):
            word = getattr(rule, key)
            who = value_of(self.variant, word)
            if who != "nearest":  # then there is one winner, as after any win
                option = word.removeprefix("options.") if word.startswith("options.") else ""
                source = self.variant.options[option].source if option else rule.source
                said = self.say(key, dealer=DEALERS[who].said_in(self.lang))
                yield Entry(said, option, source=self.mark(source))

    def table(self) -> Iterator[Entry]:
        for rule in self.variant.table:
            texts = tuple(rule.text.said_in(lang) for lang in self.words.languages)
            yield Entry(self.words.name(rule.names), rule.id, "", self.mark(rule.source), texts)

    def dice(self) -> Iterator[Entry]:
        for rule in self.variant.dice:
            outcomes = tuple(map(self.outcome, rule.outcomes))
            yield Entry(self.words.name(rule.names), rule.id, "", self.mark(rule.source), outcomes)

    def outcome(self, outcome: DiceOutcome) -> str:
        totals = " ".join(map(str, outcome.totals)) or "2–12"
        said = []
        for lang in self.words.languages:
            throw = {word: SENTENCES[f"dice {word}"].said_in(lang) for word in ("total", "low", "high")}
            said.append(outcome.text.said_in(lang).format(**throw))
        return f"{totals}{self.words.colon}{' '.join(said)}"

    def options(self) -> Iterator[Entry]:
        for name, option in self.variant.options.items():
            choices = " | ".join(map(choice_text, option.choices)) or self.words.sentence(CHOICES[option.type])
            worth = f"= {choice_text(option.value)}"
            yield Entry(
                name, "", worth, self.mark(option.source), (self.text(option.why), self.say("choices", choices=choices))
            )

    def sources(self) -> Iterator[Entry]:
        for source in self.variant.sources:
            name = source.id if source.names is None else self.words.name(source.names)
            yield Entry(name, source.id if source.id != name else "", details=(self.text(source.about),))
        if len(self.variant.sources) > 1:
            main = self.variant.sources[0]
            yield Entry(self.say("unmarked", source=main.id if main.names is None else main.names.said_in(self.lang)))


def _listed(condition: Any) -> list[Any]:
    return condition if isinstance(condition, list) else [condition]


def _command(example: Example, rules: str, lang: Language) -> tuple[str, ...]:
    """The words of the command that scores an example, each option with its value."""
    words = ["mjcalc score", f"'{example.hand}'"]
    flags = {name: one.flag for name, one in options().items()}
    for field in fields(Question):
        value, flag = getattr(example, field.name), flags[field.name]
        if field.name == "hand" or value == field.default:
            continue
        if field.name == "losers":
            words += [f"--{seat} '{text}'" for seat, text in value.items()]
        elif field.name == "set":
            words += [f"{flag} {name}={choice_text(setting)}" for name, setting in value.items()]
        else:
            words.append(flag if value is True else f"{flag} {value}")
    return tuple(in_script(word, lang) for word in (*words, f"-r {rules}"))
