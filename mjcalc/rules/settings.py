"""A table's own settings (``--set``): options, fan values and cap amounts, applied to a variant."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from mjcalc.errors import Problem, RulesError
from mjcalc.rules.schema import Cap, FanRule, Option, Variant
from mjcalc.rules.suggest import cut, did_you_mean

__all__ = ["MOST", "choice_text", "configure", "fits", "is_word", "value_of"]

MOST = 1_000_000_000
"""No number in a rules file or a setting is larger: more than any table pays, and well inside 64 bits."""

_WORD = frozenset("abcdefghijklmnopqrstuvwxyz0123456789_-")
_CONSTANTS: dict[str, object] = {"true": True, "false": False, "null": None}
_MANY = 256
_MOST_UNKNOWN = 20
"""More settings that do not exist are only counted."""
_configured: dict[tuple[int, str], tuple[Variant, Variant]] = {}


def is_word(text: str) -> bool:
    """Whether it may be an id.

    >>> is_word("full_flush"), is_word("Full flush"), is_word("")
    (True, False, False)
    """
    return 0 < len(text) <= 64 and _WORD.issuperset(text)


def choice_text(value: object) -> str:
    """An option's value as it is written in a rules file and on the shell.

    >>> choice_text(True), choice_text(None), choice_text(600), choice_text("winner")
    ('true', 'null', '600', 'winner')
    """
    for text, constant in _CONSTANTS.items():
        if value is constant:
            return text
    return str(value)


def fits(value: object, kind: str, choices: Sequence[object]) -> bool:
    """Whether an option of this type and these choices may have this value.

    >>> fits(1, "bool", ()), fits(None, "number_or_null", ()), fits("a", "choice", ["a", "b"])
    (False, True, True)
    """
    if kind == "choice":
        return any(value == choice and type(value) is type(choice) for choice in choices)
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
    key = (id(variant), repr(sorted(settings.items(), key=lambda item: item[0])))
    known = _configured.get(key)
    if known is not None and known[0] is variant:
        return known[1]
    unknown: list[str] = []
    problems: list[Problem] = []
    options, caps = dict(variant.options), dict(variant.caps)
    fans = {fan.id: fan for fan in variant.fans}
    for name, given in settings.items():
        group, dot, part = name.partition(".")
        try:
            if not dot and name in options:
                options[name] = _option(options[name], given)
            elif dot and group == "fans" and part in fans:
                fans[part] = _fan(fans[part], given)
            elif dot and group == "caps" and part in caps:
                caps[part] = _cap(caps[part], given)
            else:
                unknown.append(name)
        except _WrongValueError as error:
            message = f"{name} cannot be {cut(choice_text(given))!r}; it may be {error}"
            problems.append(Problem("bad_setting", message, where="--set"))
    if unknown or problems:
        raise RulesError([*_unknown(variant, unknown), *problems])
    configured = replace(variant, options=options, caps=caps, fans=tuple(fans.values()))
    if len(_configured) >= _MANY:
        _configured.clear()
    # The variant is kept beside its answer: as long as it is here, nothing else can have its id().
    _configured[key] = variant, configured
    return configured


class _WrongValueError(Exception):
    """What would have been allowed."""


def _option(option: Option, given: object) -> Option:
    value = _read(given)
    for candidate in (given, value):
        if fits(candidate, option.type, option.choices):
            return replace(option, value=candidate)
    if option.type == "choice":
        raise _WrongValueError(", ".join(choice_text(choice) for choice in option.choices))
    raise _WrongValueError(
        {
            "bool": "true or false",
            "number": f"a whole number from 0 to {MOST:,}",
            "number_or_null": f"a whole number from 0 to {MOST:,}, or null",
        }[option.type]
    )


def _fan(fan: FanRule, given: object) -> FanRule:
    if isinstance(fan.value, tuple):
        wanted = len(fan.value)
        parts = given.split(",") if isinstance(given, str) else given
        values = tuple(_read(part) for part in parts) if isinstance(parts, list | tuple) else ()
        amounts = tuple(value for value in values if isinstance(value, int) and _is_amount(value))
        if len(amounts) == len(values) == wanted:
            return replace(fan, value=amounts)
        raise _WrongValueError(f"{wanted} whole numbers, such as {','.join(map(str, fan.value))}")
    return replace(fan, value=_amount(given))


def _cap(cap: Cap, given: object) -> Cap:
    return replace(cap, amount=_amount(given))


def _amount(given: object) -> int:
    value = _read(given)
    if isinstance(value, int) and _is_amount(value):
        return value
    raise _WrongValueError(f"a whole number from 0 to {MOST:,}")


def _is_amount(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST


def _read(given: object) -> object:
    """What a text from the shell stands for; anything else is itself."""
    if not isinstance(given, str):
        return given
    text = given.strip()
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    # A longer number is out of range anyway, and Python refuses to read very long ones.
    return int(text) if text.isdecimal() and text.isascii() and len(text) <= len(str(MOST)) else text


def _unknown(variant: Variant, unknown: list[str]) -> Iterator[Problem]:
    names = [
        *variant.options,
        *(f"fans.{fan.id}" for fan in variant.fans),
        *(f"caps.{cap}" for cap in variant.caps),
    ]
    listed = ", ".join([*variant.options, "fans.ID", *(f"caps.{cap}" for cap in variant.caps)])
    for name in unknown[:_MOST_UNKNOWN]:
        hint = did_you_mean(name, names) or "."
        message = f"{variant.id} has no setting {cut(name)!r}{hint} There are: {listed}"
        yield Problem("unknown_setting", message, where="--set")
    if more := len(unknown[_MOST_UNKNOWN:]):
        yield Problem("unknown_setting", f"{variant.id} has none of {more:,} more settings either", where="--set")
