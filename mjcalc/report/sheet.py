"""A variant as a rule sheet, the way a player would want to read it."""

from collections.abc import Iterator
from typing import Any, Literal

from msgspec import UNSET, Struct

from mjcalc.report.layout import page_width
from mjcalc.report.words import both, both_names, say
from mjcalc.rules import tile_set
from mjcalc.rules.schema import Cap, Example, FanRule, Language, Names, Variant
from mjcalc.rules.settings import choice_text, value_of
from mjcalc.rules.vocabulary import Vocabulary

__all__ = ["rule_sheet"]

_HEADINGS = {
    "tiles": Names("牌", "牌", "Tiles"),
    "shapes": Names("胡牌牌型", "胡牌牌型", "Winning shapes"),
    "calls": Names("吃碰槓與胡牌方式", "吃碰杠与胡牌方式", "Calls and ways of winning"),
    "fan": Names("番種", "番种", "Fans"),
    "big": Names("大胡（番值相加）", "大胡（番值相加）", "Big hands (their values are added)"),
    "limit": Names("封頂牌型", "封顶牌型", "Limit hands"),
    "winner": Names("贏家的番", "赢家的番", "Multipliers of the winner"),
    "both": Names("贏家與各輸家的番", "赢家与各输家的番", "Multipliers of the winner and of each loser"),
    "loser": Names("各輸家的番", "各输家的番", "Multipliers of each loser"),
    "requires": Names("何時不能胡", "何时不能胡", "When a complete hand may not win"),
    "payment": Names("付錢", "付钱", "Payment"),
    "caps": Names("封頂", "封顶", "Caps"),
    "responsibility": Names("包牌", "包牌", "Responsibility"),
    "dealer": Names("莊家", "庄家", "The dealer"),
    "table": Names("桌上規矩", "桌上规矩", "At the table"),
    "dice": Names("骰子", "骰子", "Dice"),
    "options": Names("可選規則", "可选规则", "Options"),
    "sources": Names("來源", "来源", "Sources"),
}
_AGREED = Names(
    "以下番值為預設，請依同桌約定調整（--set fans.ID=N）",
    "以下番值为默认，请依同桌约定调整（--set fans.ID=N）",
    "the values are defaults, for the table to agree on (--set fans.ID=N)",
)
_METHODS = {
    "additive": "each payment = base × the sum of the fans",
    "product": "each payment = base × the product of the multipliers; a limit hand pays its own amount instead",
    "product_per_loser": "each payment = base × the winner's multipliers × that loser's multipliers"
    " × the sum of the big hands, if there is one",
}
_CHOICES = {"bool": ["true", "false"], "number": ["a number"], "number_or_null": ["a number", "null"]}
_SIDES = ("fan", "big", "limit", "winner", "both", "loser")


class Item(Struct, frozen=True):
    """One entry of a sheet."""

    head: str
    code: str = ""
    """What it is called in settings and in JSON."""
    worth: str = ""
    source: str = ""
    details: tuple[str, ...] = ()
    hands: tuple[str, ...] = ()
    """Commands that show it."""


def rule_sheet(
    variant: Variant,
    vocabulary: Vocabulary,
    *,
    lang: Language = "zh-Hant",
    format: Literal["text", "markdown"] = "text",
) -> str:
    """The whole variant: tiles, shapes, fans in groups, who may win, who pays what, options and sources.

    Names come in the chosen language with English beside them; conditions are explained in English.
    """
    sheet = _Sheet(variant, vocabulary, lang)
    write = _markdown if format == "markdown" else _text
    return write(both_names(variant.names, lang), list(sheet.head()), list(sheet.sections()))


class _Sheet:
    """What is said about each part of a variant."""

    def __init__(self, variant: Variant, vocabulary: Vocabulary, lang: Language) -> None:
        self.variant = variant
        self.vocabulary = vocabulary
        self.lang = lang
        named: dict[str, dict[str, Names]] = {
            "fans": {fan.id: fan.names for fan in variant.fans},
            "shapes": {shape.id: shape.names for shape in variant.shapes},
            "cap": {name: cap.names for name, cap in variant.caps.items()},
        }
        self.names = {takes: {id: names.said_in(lang) for id, names in group.items()} for takes, group in named.items()}

    def head(self) -> Iterator[str]:
        variant = self.variant
        yield ", ".join((variant.id, *variant.aliases))
        if variant.agreed:
            yield _AGREED.said_in(self.lang)

    def sections(self) -> Iterator[tuple[str, list[Item]]]:
        for key in ("tiles", "shapes", "calls"):
            yield both_names(_HEADINGS[key], self.lang), list(getattr(self, key)())
        for side in _SIDES:
            fans = [self.fan(fan) for fan in self.variant.fans if fan.side == side]
            if fans:
                yield both_names(_HEADINGS[side], self.lang), fans
        for key in ("requires", "payment", "caps", "responsibility", "dealer", "table", "dice", "options", "sources"):
            items = list(getattr(self, key)())
            if items:
                yield both_names(_HEADINGS[key], self.lang), items

    # Conditions in words, the options as they are set.

    def says(self, condition: Any, joint: str = " and ") -> str:
        if condition is None:
            return "never"
        if isinstance(condition, list):
            return joint.join(self.says(one) for one in condition) or "always"
        if isinstance(condition, str):
            word = self.vocabulary.words.get(condition)
            return word.meaning if word is not None else condition
        if "by_option" in condition:
            return f"{self.says(self.chosen(condition))} [{condition['by_option']}]"
        ((name, argument),) = condition.items()
        word = self.vocabulary.words.get(name)
        meaning, takes = (word.meaning, word.takes) if word is not None else (f"{name} …", "")
        return meaning.replace("…", self.argument(argument, takes))

    def is_left_out(self, condition: Any) -> bool:
        return isinstance(condition, dict) and "by_option" in condition and self.chosen(condition) is None

    def chosen(self, condition: dict[str, Any]) -> Any:
        return condition.get(choice_text(self.variant.options[condition["by_option"]].value))

    def argument(self, argument: Any, takes: str) -> str:
        if isinstance(argument, list):
            return " or ".join(self.argument(one, takes) for one in argument)
        if isinstance(argument, dict):
            fans = " × ".join(self.argument(fan, "fans") for fan in argument["fans"])
            return f"{fans} ≥ {argument['at_least']}"
        if takes in ("ways", "calls"):
            return say(argument, self.lang)
        return self.names.get(takes, {}).get(argument, str(argument))

    def when(self, when: Any, unless: Any = ()) -> str:
        parts = [self.says(when)] if when or when is None else []
        parts += [f"unless {self.says(unless, ' or ')}"] if unless else []
        return ", ".join(parts)

    # The parts.

    def tiles(self) -> Iterator[Item]:
        tiles = self.variant.tiles
        count = 4 * len(tile_set(self.variant).kinds)
        yield Item(f"{count} tiles: 4 × {tiles.kinds}", source=tiles.source)
        if tiles.flowers:
            yield Item(f"set aside as flowers when drawn: {tiles.flowers}")
        if tiles.kong_tiles:
            yield Item(f"konged or thrown one by one: {tiles.kong_tiles}")
        if tiles.dragon_run:
            yield Item("中發白 is a run")
        if tiles.wild is not None:
            name = both_names(tiles.wild.names, self.lang) if tiles.wild.names is not None else "wild"
            cycles = " · ".join(tiles.wild.cycles)
            special = [f"{flipped} → {wild}" for flipped, wild in tiles.wild.special.items()]
            head = f"{name}: the tile after the flipped one, after the last of a row the first: {cycles}"
            yield Item("; ".join((head, *special)), source=tiles.wild.source)

    def shapes(self) -> Iterator[Item]:
        for shape in self.variant.shapes:
            details = [f"every tile is one of {shape.tiles}"] if shape.tiles else []
            details += ["four alike are not two pairs"] if shape.distinct else []
            details += [f"only if {self.says(shape.when)}"] if shape.when else []
            yield Item(both_names(shape.names, self.lang), shape.id, "", shape.source, tuple(details))

    def calls(self) -> Iterator[Item]:
        variant = self.variant
        yield Item(", ".join(both(call, self.lang) for call in variant.calls))
        yield Item(", ".join(both(way, self.lang) for way in variant.wins))
        for reason in dict.fromkeys(variant.refused_by.values()):
            ways = ", ".join(both(way, self.lang) for way, why in variant.refused_by.items() if why == reason)
            yield Item(f"not by {ways}: {both_names(variant.refused[reason], self.lang)}", reason)

    def fan(self, fan: FanRule) -> Item:
        # A piece that the options leave out is not counted; where they leave out all, there is one piece.
        pieces = fan.per if isinstance(fan.per, list) else [fan.per]
        pieces = [one for one in pieces if one is not None and not self.is_left_out(one)]
        details = [self.when(fan.when, fan.unless)]
        details += [f"for {self.says(pieces, ', and for ')}"] if pieces else []
        if fan.excludes:
            details.append(f"replaces {self.argument(list(fan.excludes), 'fans')}")
        details.append(fan.note)
        each = " each" if pieces and not isinstance(fan.value, tuple) else ""
        hands = tuple(_command(example, self.variant.id) for example in fan.examples)
        name = both_names(fan.names, self.lang)
        return Item(name, fan.id, self.worth(fan) + each, fan.source, tuple(filter(None, details)), hands)

    def worth(self, fan: FanRule) -> str:
        value = value_of(self.variant, fan.value)
        if fan.side == "limit":
            cap = self.variant.caps.get(fan.limit or "")
            if value is UNSET and cap is not None:
                return f"= {_amount(cap)} {cap.names.said_in(self.lang)}"
            return f"= {value}"
        if isinstance(value, tuple):
            return f"{', '.join(map(str, value))} for 1 to {len(value)}"
        return f"{'+' if fan.side in ('fan', 'big') else '×'}{value}"

    def requires(self) -> Iterator[Item]:
        for rule in self.variant.requires:
            details = (self.when(rule.when, rule.unless),)
            # A result fills in what the hand came to.
            text = both_names(rule.text, self.lang).replace("{total}", "…")
            yield Item(text, rule.id, "", rule.source, details)

    def payment(self) -> Iterator[Item]:
        scoring = self.variant.scoring
        yield Item(_METHODS[scoring.method], source=scoring.source)
        base = f"base {scoring.base}"
        if scoring.base_per_streak:
            most = value_of(self.variant, scoring.streak_max)
            end = f", {most} times at most" if most is not None else ", without end"
            base += f", and {scoring.base_per_streak} more for each time the dealer has stayed{end}"
        yield Item(base)
        drawn_only = {"discard", "rob-kong"}.isdisjoint(self.variant.wins)
        all_pay = drawn_only or scoring.paid_by == "everyone"
        others = "" if all_pay else " a drawn win; the player that any other came from pays it alone"
        yield Item(f"all three losers pay{others}")

    def caps(self) -> Iterator[Item]:
        for name, cap in self.variant.caps.items():
            details = [cap.why.said_in(self.lang)] if cap.why else []
            details += [f"when {self.says(cap.when)}"] if cap.when else []
            yield Item(both_names(cap.names, self.lang), f"caps.{name}", _amount(cap), cap.source, tuple(details))

    def responsibility(self) -> Iterator[Item]:
        duty = self.variant.responsibility
        if not duty.rules:
            return
        if duty.when:
            yield Item(f"only when {self.says(duty.when)}")
        for rule in duty.rules:
            conditions = self.when(rule.when, rule.unless)
            details = [f"whoever it is true of: {self.says(rule.who)}"]
            details += [f"when {conditions}"] if conditions else []
            yield Item(both_names(rule.names, self.lang), rule.id, "", rule.source, tuple(details))
        if len(duty.rules) > 1:
            first = duty.choose == "first"
            yield Item(
                "the first rule that names a seat decides" if first else "every seat that a rule names is liable"
            )
        each = (
            "; several split them"
            if value_of(self.variant, duty.shared) == "split"
            else "; of several, each pays them all"
        )
        yield Item("who is responsible pays the shares of all three" + ("" if duty.choose == "first" else each))

    def dealer(self) -> Iterator[Item]:
        rule = self.variant.dealer
        if rule is None:
            return
        for label, word in (
            ("after a win", rule.after_win),
            ("after several wins at once", rule.after_several_wins),
            ("after a drawn game", rule.after_draw),
        ):
            who = value_of(self.variant, word)
            if who != "nearest":  # then there is one winner, as after any win
                option = word.removeprefix("options.") if word.startswith("options.") else ""
                yield Item(f"{label} {_DEALERS[who]}", option, source=rule.source)

    def table(self) -> Iterator[Item]:
        for rule in self.variant.table:
            name = both_names(rule.names, self.lang)
            yield Item(name, rule.id, "", rule.source, (rule.text.said_in(self.lang),))

    def dice(self) -> Iterator[Item]:
        for rule in self.variant.dice:
            lines = []
            for outcome in rule.outcomes:
                totals = " ".join(map(str, outcome.totals)) or "2–12"
                text = outcome.text.said_in(self.lang)
                for word in ("total", "low", "high"):
                    text = text.replace(f"{{{word}}}", _DICE[word].said_in(self.lang))
                lines.append(f"{totals}: {text}")
            yield Item(both_names(rule.names, self.lang), rule.id, "", rule.source, tuple(lines))

    def options(self) -> Iterator[Item]:
        for name, option in self.variant.options.items():
            choices = [choice_text(choice) for choice in option.choices] or _CHOICES[option.type]
            worth = f"= {choice_text(option.value)}"
            yield Item(name, "", worth, option.source, (option.why, f"choices: {' | '.join(choices)}"))

    def sources(self) -> Iterator[Item]:
        for source in self.variant.sources:
            yield Item(source.id, details=(source.about,))


def _amount(cap: Cap) -> str:
    return f"{cap.amount} × base" if cap.per_base else str(cap.amount)


def _command(example: Example, rules: str) -> str:
    """The command that scores an example."""
    options: list[tuple[str, object]] = [
        ("win", example.win),
        ("by", example.by),
        ("from", example.from_),
        ("dealer", example.dealer),
        ("indicator", example.indicator),
        ("wild", example.wild),
        ("base", example.base),
        ("streak", example.streak),
        *((seat, f"'{text}'") for seat, text in example.losers.items()),
        ("seen", example.seen),
        *(("set", f"{name}={choice_text(value)}") for name, value in example.set.items()),
    ]
    words = [f"mjcalc score '{example.hand}'"]
    words += [f"--{option} {value}" for option, value in options if value is not None]
    flags = ("last_tile", "heavenly", "earthly", "not_ready")
    words += [f"--{flag.replace('_', '-')}" for flag in flags if getattr(example, flag)]
    return " ".join((*words, f"-r {rules}"))


_DEALERS = {
    "winner": "the winner deals",
    "right": "the next player to the dealer's right deals",
    "stays_or_right": "the dealer stays if they won, otherwise the next player to their right deals",
    "stays": "the dealer stays",
    "discarder": "the discarder deals",
}

_DICE = {
    "total": Names("n（兩顆之和）", "n（两颗之和）", "n (the sum)"),
    "low": Names("n（較小的一顆）", "n（较小的一颗）", "n (the lower die)"),
    "high": Names("n（較大的一顆）", "n（较大的一颗）", "n (the higher die)"),
}
"""What stands for a throw that is not known yet."""


def _text(title: str, head: list[str], sections: list[tuple[str, list[Item]]]) -> str:
    lines = [title, *head]
    for heading, items in sections:
        lines += ["", heading]
        for item in items:
            code = f"({item.code})" if item.code else ""
            source = f"[{item.source}]" if item.source else ""
            lines += _fill("  ".join(filter(None, (item.head, code, item.worth, source))), 2)
            for detail in item.details:
                lines += _fill(detail, 6)
            lines += [f"      $ {hand}" for hand in item.hands]
    return "\n".join(lines)


def _fill(text: str, indent: int) -> list[str]:
    """Text in lines that fit; hanzi are two columns wide, and lines break at spaces only."""
    width = page_width()
    lines, line, used = [], " " * indent, indent
    for word in text.split(" "):
        if not word and not line.strip():
            continue
        columns = sum(2 if char >= "\u1100" else 1 for char in word)
        if used + columns > width and line.strip():
            lines.append(line.rstrip())
            line, used = " " * 6, 6
        line += f"{word} "
        used += columns + 1
    return [*lines, line.rstrip()]


def _markdown(title: str, head: list[str], sections: list[tuple[str, list[Item]]]) -> str:
    lines = [f"# {_escape(title)}", "", "  \n".join(map(_escape, head))]
    for heading, items in sections:
        lines += ["", f"## {_escape(heading)}", ""]
        for item in items:
            name = f"**{_escape(item.head)}**" if item.details or item.worth else _escape(item.head)
            code = f"`{item.code}`" if item.code else ""
            source = f"*({_escape(item.source)})*" if item.source else ""
            lines.append(" ".join(filter(None, ("-", name, code, _escape(item.worth), source))))
            lines += [f"  - {_escape(detail)}" for detail in item.details]
            lines += [f"  - `{hand}`" for hand in item.hands]
    return "\n".join(lines)


def _escape(text: str) -> str:
    """Text that Markdown shows as it is."""
    return "".join(f"\\{char}" if char in r"\*_`[]<>|#" else char for char in text)
