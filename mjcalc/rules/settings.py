"""A table's own settings: options, fan values and cap amounts, applied to a variant."""

from collections.abc import Iterator, Mapping, Sequence
from operator import index
from typing import Any

from msgspec.structs import replace

from mjcalc.errors import Problem, RulesError
from mjcalc.memo import Memo
from mjcalc.question import MOST
from mjcalc.rules.schema import Cap, Condition, FanRule, Option, Variant
from mjcalc.rules.suggest import cut, did_you_mean, listed
from mjcalc.texts import Text, say, say_many

__all__ = [
    "MOST",
    "choice_text",
    "chosen",
    "configure",
    "fits",
    "is_word",
    "not_an_id",
    "parts_of",
    "resolved",
    "value_of",
]

_WORD = frozenset("abcdefghijklmnopqrstuvwxyz0123456789_-")
_CONSTANTS: dict[str, object] = {"true": True, "false": False, "null": None}
_LONGEST_VALUE = 1000
"""No text that stands for a value is longer."""
_MOST_UNKNOWN = 20
"""More settings that do not exist are only counted."""
_configured: Memo[tuple[Variant, str], Variant] = Memo(256, weight=4_000_000)
_WEIGHT = 100
"""About how many bytes a configured variant takes for each option, cap and fan."""


def is_word(text: str) -> bool:
    """Whether it may be an id.

    >>> is_word("full_flush"), is_word("Full flush"), is_word("")
    (True, False, False)
    """
    return 0 < len(text) <= 64 and _WORD.issuperset(text)


def not_an_id(text: str) -> Text:
    """What is wrong with a text that may not be an id."""
    return say("{text} is not a valid id: use a-z, 0-9, _ and -, at most 64 of them", text=repr(cut(text)))


def choice_text(value: object) -> str:
    """An option's value as it is written in a rules file and on the shell.

    >>> choice_text(True), choice_text(None), choice_text(600), choice_text("winner")
    ('true', 'null', '600', 'winner')
    """
    for text, constant in _CONSTANTS.items():
        if value is constant:
            return text
    return str(value)


def chosen(variant: Variant, choice: Mapping[Any, Any]) -> Any:
    """What stands beside the value that an option has: of ``{by_option: NAME, …}`` one branch."""
    return choice[choice_text(variant.options[choice["by_option"]].value)]


def resolved(variant: Variant, condition: Condition | None) -> Any:
    """The condition itself, or of a choice by an option what is chosen."""
    while isinstance(condition, dict) and "by_option" in condition:
        condition = chosen(variant, condition)
    return condition


def parts_of(variant: Variant, condition: Condition | None) -> list[Any]:
    """The conditions that all must hold where this one does: no lists, and no choices by an option."""
    condition = resolved(variant, condition)
    return (
        [part for one in condition for part in parts_of(variant, one)] if isinstance(condition, list) else [condition]
    )


def fits(value: object, kind: str, choices: Sequence[object]) -> bool:
    """Whether an option of this type and these choices may have this value.

    >>> fits(1, "bool", ()), fits(None, "number_or_null", ()), fits("a", "choice", ["a", "b"])
    (False, True, True)
    """
    if kind == "choice":
        return any(type(value) is type(choice) and value == choice for choice in choices)
    if kind == "bool":
        return isinstance(value, bool)
    return (value is None and kind == "number_or_null") or _is_amount(value)


def value_of(variant: Variant, raw: Any) -> Any:
    """A value of a rules file; of ``options.NAME`` or ``caps.NAME`` what that is set to."""
    group, dot, name = raw.partition(".") if isinstance(raw, str) else ("", "", "")
    if dot and group == "options":
        return variant.options[name].value
    return variant.caps[name].amount if dot and group == "caps" else raw


def configure(variant: Variant, settings: Mapping[str, object]) -> Variant:
    """The variant with settings applied: options by name, ``fans.ID`` and ``caps.ID``.

    Values may be what they are in a rules file, or the text that stands for it on the shell (``"600"``, ``"null"``,
    ``"1,2,3,8"``). The same settings of the same variant give the same object.

    :raises RulesError: with every setting that does not exist or cannot have its value.
    """
    if not settings:
        return variant
    unknown: list[str] = []
    problems: list[Problem] = []
    changed: dict[str, Option | FanRule | Cap] = {}
    for name, given in settings.items():
        setting = _find(variant, name)
        if setting is None:
            unknown.append(name)
            continue
        try:
            changed[name] = _set(setting, given)
        except _WrongValueError as error:
            message = say(
                "{name} cannot be {value}; it may be {allowed}",
                name=name,
                value=repr(_shown(given)),
                allowed=error.allowed,
            )
            problems.append(Problem("bad_setting", message, where="set"))
    if unknown or problems:
        raise RulesError([*_unknown(variant, unknown), *problems])
    # What the settings came to, however they were written.
    key = variant, repr(sorted((name, _value(setting)) for name, setting in changed.items()))
    known = _configured.get(key)
    if known is not None:
        return known
    configured = replace(
        variant,
        options={name: changed.get(name, option) for name, option in variant.options.items()},
        caps={name: changed.get(f"caps.{name}", cap) for name, cap in variant.caps.items()},
        fans=tuple(changed.get(f"fans.{fan.id}", fan) for fan in variant.fans),
    )
    weight = len(key[1]) + _WEIGHT * (len(variant.options) + len(variant.caps) + len(variant.fans))
    return _configured.keep(key, configured, weight)


def _find(variant: Variant, name: str) -> Option | FanRule | Cap | None:
    """The part of a variant that a setting changes."""
    group, dot, part = name.partition(".")
    if not dot:
        return variant.options.get(name)
    if group == "caps":
        return variant.caps.get(part)
    return next((fan for fan in variant.fans if fan.id == part), None) if group == "fans" else None


class _WrongValueError(Exception):
    """A value that a setting cannot have."""

    def __init__(self, allowed: Text) -> None:
        super().__init__(allowed)
        self.allowed = allowed


def _set(setting: Option | FanRule | Cap, given: object) -> Option | FanRule | Cap:
    if isinstance(setting, Option):
        return _set_option(setting, given)
    if isinstance(setting, Cap):
        return replace(setting, amount=_amount(given))
    if not isinstance(setting.value, tuple):
        return replace(setting, value=_amount(given))
    parts = given.split(",") if isinstance(given, str) and len(given) <= _LONGEST_VALUE else given
    values = tuple(_read(part) for part in parts) if isinstance(parts, list | tuple) else ()
    if len(values) != len(setting.value) or not all(map(_is_amount, values)):
        example = ",".join(map(str, setting.value))
        raise _WrongValueError(
            say("{count} whole numbers, such as {example}", count=len(setting.value), example=example)
        )
    return replace(setting, value=values)


def _value(setting: Option | FanRule | Cap) -> object:
    return setting.amount if isinstance(setting, Cap) else setting.value


def _set_option(option: Option, given: object) -> Option:
    for candidate in (given, _read(given)):
        if fits(candidate, option.type, option.choices):
            return replace(option, value=candidate)
    if option.type == "choice":
        raise _WrongValueError(listed([choice_text(choice) for choice in option.choices]))
    raise _WrongValueError(
        {
            "bool": say("true or false"),
            "number": say("a whole number from 0 to {most:,}", most=MOST),
            "number_or_null": say("a whole number from 0 to {most:,}, or null", most=MOST),
        }[option.type]
    )


def _amount(given: object) -> int:
    value = _read(given)
    if isinstance(value, int) and _is_amount(value):
        return value
    raise _WrongValueError(say("a whole number from 0 to {most:,}", most=MOST))


def _is_amount(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST


def _read(given: object) -> object:
    """What a text from the shell stands for, and of any sort of whole number the number; anything else is itself."""
    if not isinstance(given, str):
        try:
            return given if isinstance(given, bool) else index(given)  # type: ignore[arg-type]  # NumPy's integers too
        except TypeError:
            return given
    if len(given) > _LONGEST_VALUE:
        return given
    text = given.strip()
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    # A longer number is out of range anyway, and Python refuses to read very long ones.
    return int(text) if text.isdecimal() and text.isascii() and len(text) <= len(str(MOST)) else text


def _shown(given: object) -> str:
    """A value as far as a message needs to repeat it."""
    try:
        return cut(choice_text(given))
    except ValueError:  # Python does not print numbers of thousands of digits
        return "a number of thousands of digits"


def _unknown(variant: Variant, unknown: list[str]) -> Iterator[Problem]:
    names = [
        *variant.options,
        *(f"fans.{fan.id}" for fan in variant.fans),
        *(f"caps.{cap}" for cap in variant.caps),
    ]
    allowed = listed([*variant.options, "fans.ID", *(f"caps.{cap}" for cap in variant.caps)])
    for name in unknown[:_MOST_UNKNOWN]:
        message = say(
            "{variant} has no setting {name}{hint} There are: {allowed}",
            variant=variant.id,
            name=repr(cut(name)),
            hint=did_you_mean(name, names) or say("."),
            allowed=allowed,
        )
        yield Problem("unknown_setting", message, where="set")
    if more := len(unknown[_MOST_UNKNOWN:]):
        yield Problem(
            "unknown_setting",
            say_many(
                "{number:,} more setting does not exist in {variant}",
                "{number:,} more settings do not exist in {variant}",
                more,
                variant=variant.id,
            ),
            where="set",
        )
