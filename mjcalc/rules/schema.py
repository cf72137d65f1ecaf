"""What a rules file may say: one typed schema for the loader, the checker, the JSON Schema and the rule sheets.

A file names predicates and methods of :mod:`mjcalc.scoring`; it never holds expressions. A *condition* is

* a predicate's name: ``self_draw``;
* a predicate with its argument: ``{pair_of: 258m258p258s}``;
* a choice between conditions by an option: ``{by_option: hard_win, none_held: no_wild_held, none_substituting: …}``,
  with every value of the option as a key (``true``, ``null`` and numbers as they are written, which is text here:
  :func:`mjcalc.rules.settings.choice_text`), where a choice may be null: then it never holds;
* a number of things: ``{count: [exposed_kong, concealed_kong], is: 3}``, where ``is``, ``at_least`` and ``at_most``
  bound the sum of what the predicates count (a yes is one);
* a list of conditions. Under ``when`` all of them must hold; under ``unless`` any one of them is enough to fail, and a
  list inside it is again "all of these".

Every tile string is in the notation of :mod:`mjcalc.notation`; in conditions and shapes the names of ``tiles.groups``
may stand among the tiles.
"""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from mjcalc.hand import By, Call
from mjcalc.question import Question
from mjcalc.rules.names import Names, Text
from mjcalc.texts import Language

__all__ = [
    "Cap",
    "Condition",
    "DealerRule",
    "DiceOutcome",
    "DiceRule",
    "Example",
    "Exclusion",
    "FanRule",
    "Form",
    "Language",
    "Method",
    "Names",
    "Option",
    "Pay",
    "Pays",
    "Requirement",
    "Responsibility",
    "ResponsibilityRule",
    "Scoring",
    "Sentence",
    "ShapeRule",
    "Side",
    "Source",
    "TableRule",
    "Tiles",
    "Variant",
    "WildRule",
]


def _reads(what: str, description: str, *words: str) -> Meta:
    """What a text stands for, so that the checker reads it as just that; the description is for editors."""
    return Meta(description=description, extra={"reads": what, "words": words})


def _one_of(*words: str) -> Meta:
    """One of these words, or an option that is one of them."""
    return _reads("word", f"{', '.join(words)} or options.NAME", *words)


Condition = Annotated[
    str | dict[str, Any] | list[Any],
    _reads(
        "condition", "a predicate, {predicate: argument}, {by_option: NAME, …}, {count: …, is: N}, or a list of these"
    ),
]
"""See the module's own text."""
Id = Annotated[str, _reads("id", "a name for other parts to refer to: a-z, 0-9, _ and -")]
TileText = Annotated[str, _reads("tiles", "tiles as in a hand, such as 123m東中, and names of tiles.groups")]
OneTile = Annotated[str, _reads("tile", "one tile, such as 中")]
SourceId = Annotated[str, _reads("source", "the id of one of the sources")]
Exclusion = Annotated[
    str | dict[str, Any],
    _reads("exclusion", "the id of a fan, {ID: how many pieces of it}, or {by_option: NAME, …} of these"),
]
"""What a fan takes out: another, some pieces of another, or by an option one or the other, or null for nothing."""
FanId = Annotated[str, _reads("fan", "the id of a fan")]
CapId = Annotated[str, _reads("cap", "the name of a cap")]
Number = Annotated[int, _reads("number", "a whole number from 0 to 1,000,000,000")]
NumberOrNull = Annotated[int | str | None, _reads("number_or_null", "a whole number, null or options.NAME")]
FanValue = Annotated[
    int | str | tuple[int, ...] | UnsetType,
    _reads("fan_value", "a whole number, a list of them by the number of pieces, options.NAME or caps.NAME"),
]
Way = Annotated[str, _reads("way", "a way of winning")]
Term = Annotated[str, _reads("term", "a call or a way of winning")]
RefusalId = Annotated[str, _reads("refusal", "a key of refused")]


Form = Literal[
    "standard",
    "seven_pairs",
    "thirteen_orphans",
    "knitted_honors",
    "knitted_straight",
    "disjoint",
    "all_of",
    "four_wilds",
]
Method = Literal["additive", "product", "product_per_loser"]
Side = Literal["winner", "loser", "both", "big", "limit", "bonus", "fan"]


Sentence = Annotated[str | Names, _reads("sentence", "text, or the same in three languages: zh-Hant, zh-Hans and en")]
"""What a file says to its readers: in its one language, or in three."""


class Source(Struct, frozen=True, forbid_unknown_fields=True):
    """A document that the variant follows."""

    id: Id
    """The name that ``source:`` of a fan, an option or a cap refers to."""
    about: Sentence
    names: Names | None = None
    """What a rule sheet calls it; without them, its id."""


class WildRule(Struct, frozen=True, forbid_unknown_fields=True):
    """How the round's wild tile is found from the flipped one."""

    cycles: tuple[TileText, ...]
    """Each a string of tiles: the wild is the one after the indicator, the first again after the last."""
    special: dict[OneTile, OneTile] = {}
    """Indicators outside every cycle: their wild."""
    names: Names | None = None
    """What the wild is called: 賴子, 飛."""
    source: SourceId = ""


class Tiles(Struct, frozen=True, forbid_unknown_fields=True):
    """The tile set."""

    kinds: TileText
    """Every kind in play, once; there are four copies of each."""
    flowers: TileText = ""
    """Kinds set aside when drawn."""
    bonus_tiles: Number = 0
    """Flowers and seasons that are not among the kinds: one of each, set aside and only counted; 4 or 8."""
    kong_tiles: TileText = ""
    """Kinds konged one by one and never part of a winning hand; ``*`` for the wild (which may be)."""
    groups: dict[Id, TileText] = {}
    """Names for tiles, such as ``winds``, that conditions and shapes may use beside tiles."""
    dragon_run: bool = False
    """Whether 中發白 is a run."""
    wild: WildRule | None = None
    source: SourceId = ""


class ShapeRule(Struct, frozen=True, forbid_unknown_fields=True):
    """A shape a winning hand may have; their order is the order of preference between equal readings."""

    id: Id
    form: Form
    names: Names
    distinct: bool = False
    """seven_pairs: whether the pairs must all be different."""
    tiles: TileText = ""
    """all_of: the kinds that every tile must be one of."""
    honors: tuple[Number, ...] = (7,)
    """knitted_honors: how many different honors there may be, each of 5 to 7."""
    when: Condition = []
    """The shape counts only where this holds of the whole hand, e.g. ``dealt_win``."""
    source: SourceId = ""


class Example(Question, frozen=True, kw_only=True):
    """A hand with its whole right answer; ``rules check`` and the tests run it."""

    expect: dict[str, Any]
    """What must come out: keys of the JSON of ``score``; ``fans`` as ``{id: count}``, ``pays`` as the three payments,
    ``amounts``, ``shares`` and ``seat_caps`` likewise, ``reasons`` as the exact list of ids, ``reasons_include`` as a
    part of it, ``notes`` as the list of codes, ``notes_include`` as words of the notes."""
    name: str = ""


class Option(Struct, frozen=True, forbid_unknown_fields=True):
    """Where sources are silent or disagree: the reading chosen here, and the others a table may prefer."""

    value: Any
    why: Sentence
    source: SourceId = ""
    choices: tuple[Any, ...] = ()
    """The allowed values; empty where ``type`` says what they are."""
    others: tuple[Any, ...] = ()
    """Where it is a number: values that other tables use. An explanation says what each of them would pay."""
    type: Literal["choice", "bool", "number", "number_or_null"] = "choice"


class FanRule(Struct, frozen=True, forbid_unknown_fields=True):
    """A fan: what it is called, what it is worth, when it counts."""

    id: Id
    names: Names
    value: FanValue = UNSET
    """Per piece; a list gives the value of the whole by the number of pieces (1, 2, 3, 8); ``options.NAME`` and
    ``caps.NAME`` refer to those. A limit hand without a value is worth its cap."""
    side: Side = "fan"
    """Whom it counts for: ``fan`` in additive variants; ``winner``, ``loser`` or ``both`` and ``big`` where each
    loser's payment is multiplied; ``limit`` for a hand worth a fixed amount; ``bonus`` for what is added when the hand
    may win: ``total_below`` does not see it."""
    when: Condition = []
    """All must hold."""
    unless: Condition = []
    """None may hold."""
    per: Condition | None = None
    """A counting predicate: one piece for each. Without it, one piece."""
    otherwise: bool = False
    """Whether it counts only where no other fan does in any reading; a bonus is no fan here."""
    excludes: tuple[Exclusion, ...] = ()
    """Fans that this one replaces where both hold, or pieces of them: ``{ID: 1}``, or as many as a condition counts,
    ``{ID: other_wind_pung}``. Fans replace others in the order of the file; one that was replaced replaces nothing."""
    limit: CapId | None = None
    """The cap that a limit hand pays."""
    note: Sentence = ""
    source: SourceId = ""
    examples: tuple[Example, ...] = ()


class Requirement(Struct, frozen=True, forbid_unknown_fields=True):
    """A reason why a complete hand may not win: it fails where all of ``when`` and none of ``unless`` hold."""

    id: Id
    text: Names
    when: Condition = []
    unless: Condition = []
    stops: bool = False
    """Where it fails, the hand is not read as a shape at all."""
    source: SourceId = ""


class Cap(Struct, frozen=True, forbid_unknown_fields=True):
    """A most that a loser pays, or the fixed amount of limit hands; later ones go before earlier ones."""

    names: Names
    amount: Number
    per_base: bool = False
    """Whether the amount is multiplied by the base."""
    when: Condition | None = None
    """Conditions on the three amounts and on who is open; without it only limit hands reach this cap."""
    why: Names | None = None
    """What the answer says where it is reached."""
    source: SourceId = ""


class Pay(Struct, frozen=True, forbid_unknown_fields=True):
    """What one seat pays: base × (``times`` × the total + ``plus``)."""

    times: Number = 1
    plus: Number = 0


class Pays(Struct, frozen=True, forbid_unknown_fields=True):
    """What each seat pays, by what it had to do with the winning tile."""

    drawn: Pay = Pay()
    """Every seat, where the winner drew it."""
    source: Pay = Pay()
    """The seat that it came from."""
    others: Pay = Pay()
    """The other two then."""


class Scoring(Struct, frozen=True, forbid_unknown_fields=True):
    """How fans become payments."""

    method: Method
    base: Number = 1
    base_per_streak: Number = 0
    """What the base grows by each time the dealer stays."""
    streak_max: NumberOrNull = None
    """The most times it grows; null is without end; ``options.NAME`` refers to an option."""
    paid_by: Literal["everyone", "source"] = "everyone"
    """Who pays a win from another player: all three, or that player alone. A drawn win is paid by all."""
    pays: Pays | None = None
    """In place of ``paid_by``: how much each pays, where that is not just the total or nothing."""
    combinations: Literal["freely", "account_once"] = "freely"
    """How the fans that ``sets`` make share the sets of a hand. ``freely``: every fan that is there counts.
    ``account_once``: each combination joins only sets that are not joined yet, directly or through others, and of all
    such choices the one of the highest sum counts."""
    source: SourceId = ""


class ResponsibilityRule(Struct, frozen=True, forbid_unknown_fields=True):
    """包牌: when it applies, and which seats it makes responsible."""

    id: Id
    names: Names
    who: Condition
    """A predicate on a seat: every loser it holds for is responsible."""
    when: Condition = []
    unless: Condition = []
    source: SourceId = ""


class Responsibility(Struct, frozen=True, forbid_unknown_fields=True):
    """Who pays for the others."""

    when: Condition = []
    """Holds for all the rules."""
    rules: tuple[ResponsibilityRule, ...] = ()
    choose: Literal["first", "all"] = "first"
    """Whether the first rule that names a seat decides, or all that do add up."""
    shared: Annotated[str, _one_of("split", "each_full")] = "split"
    """Several responsible: ``split`` or ``each_full``."""


class DealerRule(Struct, frozen=True, forbid_unknown_fields=True):
    """Who deals next; shown on the rule sheet."""

    after_win: Annotated[str, _one_of("winner", "right", "stays_or_right")]
    """``winner``, ``right`` (the next player), ``stays_or_right`` (stays if the dealer won)."""
    after_draw: Annotated[str, _one_of("stays", "right")]
    """``stays`` or ``right``."""
    after_several_wins: Annotated[str, _one_of("discarder", "nearest")] = "nearest"
    """``discarder``: each of several winners on one tile is paid, and who threw it deals next. ``nearest``: only one
    may win on a tile, the first in turn order after who threw it."""
    source: SourceId = ""


class DiceOutcome(Struct, frozen=True, forbid_unknown_fields=True):
    """What some throws of two dice mean."""

    text: Names
    """What is done; ``{total}``, ``{low}`` and ``{high}`` stand for the sum and for the two dice."""
    totals: tuple[Number, ...] = ()
    """The sums that mean it; without any, every sum does."""


class DiceRule(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that a throw of two dice decides at the table."""

    id: Id
    names: Names
    """What is decided."""
    outcomes: tuple[DiceOutcome, ...]
    """Every sum from 2 to 12 belongs to exactly one of them."""
    source: SourceId = ""


class TableRule(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that players do at the table and that a score does not need."""

    id: Id
    names: Names
    """What it is about."""
    text: Names
    source: SourceId = ""


class Variant(Struct, frozen=True, eq=False, forbid_unknown_fields=True):
    """A whole rules file, with what it extends merged in.

    It is equal to itself alone, so that it can be the key of what is worked out from it.
    """

    id: Id
    names: Names
    tiles: Tiles
    shapes: tuple[ShapeRule, ...]
    calls: tuple[Call, ...]
    wins: tuple[By, ...]
    """The ways of winning."""
    scoring: Scoring
    fans: tuple[FanRule, ...]
    aliases: tuple[Text, ...] = ()
    terms: dict[Term, Names] = {}
    """What this table calls a call or a way of winning, where that is not the usual word: 捉炮, 過路槓."""
    sources: tuple[Source, ...] = ()
    agreed: bool = False
    """Whether the values are a table's agreement rather than a source's: every result then says so."""
    refused: dict[Id, Names] = {}
    """Reasons of ways of winning that players know but this variant forbids; see ``refused_by``."""
    refused_by: dict[Way, RefusalId] = {}
    """Way of winning → the id of its reason in ``refused``."""
    last_tile: Literal["drawn", "any", "not_robbed"] | None = None
    """Which wins can be on the last tiles of the wall (``not_robbed``: no tile is left that replaces a robbed kong's);
    null: the variant knows no such thing."""
    dealt_wins: bool = False
    """Whether 天胡 and 地胡 exist."""
    options: dict[Id, Option] = {}
    caps: dict[Id, Cap] = {}
    requires: tuple[Requirement, ...] = ()
    responsibility: Responsibility = Responsibility()
    dealer: DealerRule | None = None
    dice: tuple[DiceRule, ...] = ()
    table: tuple[TableRule, ...] = ()
    examples: tuple[Example, ...] = ()
    """Hands of the whole variant, beside those of its fans."""
