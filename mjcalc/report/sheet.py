"""A variant as a rule sheet, the way a player would want to read it."""

from collections.abc import Iterator, Sequence
from typing import Any, Literal

from msgspec import UNSET
from msgspec.structs import fields

from mjcalc.question import Question, options
from mjcalc.report.document import Block, Document, Entries, Entry, Flow, Heading
from mjcalc.report.language import TableLanguage
from mjcalc.report.sheet_words import CHOICES, DEALERS, HEADINGS, METHODS, SENTENCES, TOTALS
from mjcalc.report.words import WORDS, Words, words_for
from mjcalc.rules import tile_set
from mjcalc.rules.schema import Cap, DiceOutcome, Example, FanRule, Names, Pay, Variant
from mjcalc.rules.settings import choice_text, value_of
from mjcalc.rules.vocabulary import BOUNDS, Vocabulary

__all__ = ["rule_sheet", "sheet_document"]

_SIDES = ("fan", "big", "limit", "winner", "both", "loser", "bonus")


def rule_sheet(
    variant: Variant,
    vocabulary: Vocabulary,
    *,
    lang: TableLanguage = "both",
    format: Literal["text", "markdown"] = "text",
) -> str:
    """The whole variant: tiles, shapes, fans in groups, who may win, who pays what, options and sources.

    Conditions are explained in English.

    :raises ValueError: if there is no such language.
    """
    document = sheet_document(variant, vocabulary, lang=lang)
    if format == "markdown":
        from mjcalc.report.markdown import format_markdown

        return format_markdown(document)
    from mjcalc.report.text import format_text

    return format_text(document)


def sheet_document(variant: Variant, vocabulary: Vocabulary, *, lang: TableLanguage = "both") -> Document:
    """What there is to say of a variant, for any format.

    :raises ValueError: if there is no such language.
    """
    sheet = _Sheet(variant, vocabulary, words_for(lang))
    blocks: list[Block] = []
    for heading, entries in sheet.sections():
        blocks += [Heading(heading), Entries(tuple(entries))]
    return Document(Flow(((sheet.words.name(variant.names),),), ""), tuple(blocks), tuple(sheet.lead()))


class _Sheet:
    """What is said about each part of a variant."""

    def __init__(self, variant: Variant, vocabulary: Vocabulary, words: Words) -> None:
        self.variant = variant
        self.vocabulary = vocabulary
        self.words = words
        named: dict[str, dict[str, Names]] = {
            "fans": {fan.id: fan.names for fan in variant.fans},
            "shapes": {shape.id: shape.names for shape in variant.shapes},
            "cap": {name: cap.names for name, cap in variant.caps.items()},
        }
        self.names = {
            takes: {id: names.said_in(words.lang) for id, names in group.items()} for takes, group in named.items()
        }

    def lead(self) -> Iterator[str]:
        variant = self.variant
        yield ", ".join((variant.id, *variant.aliases))
        if variant.agreed:
            yield SENTENCES["agreed"].said_in(self.words.lang)

    def sections(self) -> Iterator[tuple[str, list[Entry]]]:
        for key in ("tiles", "shapes", "calls"):
            yield self.heading(key), list(getattr(self, key)())
        for side in _SIDES:
            fans = [self.fan(fan) for fan in self.variant.fans if fan.side == side]
            if fans:
                yield self.heading(side), fans
        for key in ("requires", "payment", "caps", "responsibility", "dealer", "table", "dice", "options", "sources"):
            entries = list(getattr(self, key)())
            if entries:
                yield self.heading(key), entries

    def heading(self, key: str) -> str:
        return self.words.name(HEADINGS[key])

    def say(self, key: str, **filled_in: object) -> str:
        return self.words.sentence(SENTENCES[key], **filled_in)

    def text(self, sentence: str | Names) -> str:
        """What a file says in one language or in three."""
        return sentence if isinstance(sentence, str) else self.words.sentence(sentence)

    # Conditions in words, the options as they are set.

    def says(self, condition: Any, joint: str = "and") -> str:
        if condition is None:
            return self.say("never")
        if isinstance(condition, list):
            return self.say(joint).join(self.says(one) for one in condition) or self.say("always")
        if isinstance(condition, str):
            word = self.vocabulary.words.get(condition)
            return word.meaning if word is not None else condition
        if "by_option" in condition:
            return f"{self.says(self.chosen(condition))} [{condition['by_option']}]"
        if "count" in condition:
            return self.says_count(condition)
        ((name, argument),) = condition.items()
        word = self.vocabulary.words.get(name)
        meaning, takes = (word.meaning, word.takes) if word is not None else (f"{name} …", "")
        return meaning.replace("…", self.argument(argument, takes))

    def says_count(self, condition: dict[str, Any]) -> str:
        counted = condition["count"] if isinstance(condition["count"], list) else [condition["count"]]
        pieces = self.says([one for one in counted if not self.is_left_out(one)], "and")
        bounds = [self.say(bound, number=condition[bound]) for bound in BOUNDS if bound in condition]
        return self.say("counted", bounds=self.say("and").join(bounds), pieces=pieces)

    def is_left_out(self, condition: Any) -> bool:
        return isinstance(condition, dict) and "by_option" in condition and self.chosen(condition) is None

    def chosen(self, condition: dict[str, Any]) -> Any:
        return condition.get(choice_text(self.variant.options[condition["by_option"]].value))

    def argument(self, argument: Any, takes: str) -> str:
        if isinstance(argument, list):
            return self.say("or").join(self.argument(one, takes) for one in argument)
        if isinstance(argument, dict):
            fans = " × ".join(self.argument(fan, "fans") for fan in argument["fans"])
            return f"{fans} ≥ {argument['at_least']}"
        if takes in ("ways", "calls"):
            return self.words.say_first(argument)
        return self.names.get(takes, {}).get(argument, str(argument))

    def when(self, when: Any, unless: Any = ()) -> str:
        parts = [self.says(when)] if when or when is None else []
        parts += [self.say("unless", condition=self.says(unless, "or"))] if unless else []
        return self.words.listed(parts)

    # The parts.

    def tiles(self) -> Iterator[Entry]:
        tiles = self.variant.tiles
        count = 4 * len(tile_set(self.variant).kinds)
        yield Entry(self.say("tiles", count=count, kinds=tiles.kinds), source=tiles.source)
        if tiles.flowers:
            yield Entry(self.say("flowers", kinds=tiles.flowers))
        if tiles.bonus_tiles:
            yield Entry(self.say("bonus tiles", count=tiles.bonus_tiles))
        for group, kinds in tiles.groups.items():
            yield Entry(f"{group}: {kinds}")
        if tiles.kong_tiles:
            yield Entry(self.say("kong tiles", kinds=tiles.kong_tiles))
        if tiles.dragon_run:
            yield Entry(self.say("dragon run"))
        if tiles.wild is not None:
            name = self.words.name(tiles.wild.names or WORDS["wild"])
            special = [f"{flipped} → {wild}" for flipped, wild in tiles.wild.special.items()]
            head = self.say("wild", name=name, cycles=" · ".join(tiles.wild.cycles))
            yield Entry("; ".join((head, *special)), source=tiles.wild.source)

    def shapes(self) -> Iterator[Entry]:
        for shape in self.variant.shapes:
            details = [self.say("only of", kinds=shape.tiles)] if shape.tiles else []
            if shape.form == "knitted_honors" and shape.honors != (7,):
                details.append(self.say("honors", numbers=self.argument([*map(str, shape.honors)], "")))
            details += [self.say("distinct")] if shape.distinct else []
            details += [self.say("only if", condition=self.says(shape.when))] if shape.when else []
            yield Entry(self.words.name(shape.names), shape.id, "", shape.source, tuple(details))

    def calls(self) -> Iterator[Entry]:
        variant = self.variant
        yield Entry(self.all_of(variant.calls))
        yield Entry(self.all_of(variant.wins))
        for reason in dict.fromkeys(variant.refused_by.values()):
            ways = self.all_of([way for way, why in variant.refused_by.items() if why == reason])
            yield Entry(self.say("not by", ways=ways, reason=self.words.name(variant.refused[reason])), reason)

    def all_of(self, words: Sequence[str]) -> str:
        return self.words.listed(map(self.words.say, words))

    def fan(self, fan: FanRule) -> Entry:
        # A piece that the options leave out is not counted; where they leave out all, there is one piece.
        pieces = fan.per if isinstance(fan.per, list) else [fan.per]
        pieces = [one for one in pieces if one is not None and not self.is_left_out(one)]
        details = [self.when(fan.when, fan.unless)]
        details += [self.say("for", pieces=self.says(pieces, "and for"))] if pieces else []
        details += [self.say("otherwise")] if fan.otherwise else []
        excluded = [text for entry in fan.excludes if (text := self.excluded(entry))]
        if excluded:
            details.append(self.say("replaces", fans=self.say("or").join(excluded)))
        details.append(self.text(fan.note))
        worth = self.worth(fan)
        if pieces and not isinstance(fan.value, tuple):
            worth = self.say("each", worth=worth)
        commands = tuple(_command(example, self.variant.id) for example in fan.examples)
        name = self.words.name(fan.names)
        return Entry(name, fan.id, worth, fan.source, tuple(filter(None, details)), commands)

    def excluded(self, entry: Any) -> str:
        """A fan that another replaces, or pieces of it; empty where the options leave it out."""
        if entry is None:
            return ""
        if isinstance(entry, str):
            return self.argument(entry, "fans")
        if "by_option" in entry:
            text = self.excluded(self.chosen(entry))
            return f"{text} [{entry['by_option']}]" if text else ""
        ((fan, pieces),) = entry.items()
        name = self.argument(fan, "fans")
        if isinstance(pieces, int):
            return self.say("pieces of", count=pieces, fan=name)
        if self.is_left_out(pieces):
            return ""
        return self.say("one for" if self.counts(pieces) else "one if", fan=name, condition=self.says(pieces))

    def counts(self, condition: Any) -> bool:
        """Whether a condition counts, as ``each …``."""
        while isinstance(condition, dict) and "by_option" in condition:
            condition = self.chosen(condition)
        name = next(iter(condition)) if isinstance(condition, dict) else condition
        word = self.vocabulary.words.get(name) if isinstance(name, str) else None
        return word is not None and word.counts

    def worth(self, fan: FanRule) -> str:
        value = value_of(self.variant, fan.value)
        if fan.side == "limit":
            cap = self.variant.caps.get(fan.limit or "")
            if value is UNSET and cap is not None:
                return f"= {self.amount(cap)} {cap.names.said_in(self.words.lang)}"
            return f"= {value}"
        if isinstance(value, tuple):
            return self.say("by number", values=self.words.listed(map(str, value)), most=len(value))
        return f"{'+' if fan.side in ('fan', 'big', 'bonus') else '×'}{value}"

    def requires(self) -> Iterator[Entry]:
        for rule in self.variant.requires:
            details = (self.when(rule.when, rule.unless),)
            # A result fills in what the hand came to.
            text = self.words.name(rule.text).replace("{total}", "…")
            yield Entry(text, rule.id, "", rule.source, details)

    def payment(self) -> Iterator[Entry]:
        scoring = self.variant.scoring
        method = METHODS[scoring.method] if scoring.pays is None else TOTALS[scoring.method]
        yield Entry(self.words.sentence(method), source=scoring.source)
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
            details = [cap.why.said_in(self.words.lang)] if cap.why else []
            details += [self.say("when", condition=self.says(cap.when))] if cap.when else []
            yield Entry(self.words.name(cap.names), f"caps.{name}", self.amount(cap), cap.source, tuple(details))

    def amount(self, cap: Cap) -> str:
        return self.say("amount per base", amount=cap.amount) if cap.per_base else str(cap.amount)

    def responsibility(self) -> Iterator[Entry]:
        duty = self.variant.responsibility
        if not duty.rules:
            return
        if duty.when:
            yield Entry(self.say("only when", condition=self.says(duty.when)))
        for rule in duty.rules:
            conditions = self.when(rule.when, rule.unless)
            details = [self.say("who", condition=self.says(rule.who))]
            details += [self.say("when", condition=conditions)] if conditions else []
            yield Entry(self.words.name(rule.names), rule.id, "", rule.source, tuple(details))
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
                yield Entry(self.say(key, dealer=self.words.sentence(DEALERS[who])), option, source=rule.source)

    def table(self) -> Iterator[Entry]:
        for rule in self.variant.table:
            texts = tuple(rule.text.said_in(lang) for lang in self.words.languages)
            yield Entry(self.words.name(rule.names), rule.id, "", rule.source, texts)

    def dice(self) -> Iterator[Entry]:
        for rule in self.variant.dice:
            outcomes = tuple(map(self.outcome, rule.outcomes))
            yield Entry(self.words.name(rule.names), rule.id, "", rule.source, outcomes)

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
            yield Entry(name, "", worth, option.source, (self.text(option.why), self.say("choices", choices=choices)))

    def sources(self) -> Iterator[Entry]:
        for source in self.variant.sources:
            yield Entry(source.id, details=(self.text(source.about),))


def _command(example: Example, rules: str) -> tuple[str, ...]:
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
    return (*words, f"-r {rules}")
