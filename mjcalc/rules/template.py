"""A starting file for a house variant: everything that a table may change, commented out."""

from collections.abc import Iterator

from msgspec import UNSET, json

from mjcalc.errors import Problem, RulesError
from mjcalc.rules.library import variants
from mjcalc.rules.loader import load
from mjcalc.rules.schema import Names, Variant
from mjcalc.rules.settings import choice_text, is_word, not_an_id
from mjcalc.rules.suggest import either
from mjcalc.texts import Language, Text, say

__all__ = ["new_file"]


def new_file(name: str, extends: str, lang: Language = "en") -> str:
    """The text of a rules file called ``name`` that follows another variant; it is valid as it is.

    Its suggestions are commented out; without the ``#`` they say what already holds, but for ``remove`` and ``my_fan``.

    >>> print(new_file("mine", "hm").splitlines()[3])
    id: mine

    :param lang: the language of its comments; in English the names of fans stand in Chinese too.
    :raises RulesError: if the name cannot be an id or is taken, or there is no variant to extend.
    """
    if not is_word(name):
        raise RulesError([Problem("bad_id", not_an_id(name))])
    taken = {spelling: entry.path for entry in variants() for spelling in (entry.id, *entry.aliases)}
    if name in taken:
        message = say("{name} is already the name of {path}", name=repr(name), path=taken[name])
        raise RulesError([Problem("name_clash", message)])
    return "\n".join(_lines(name, extends, load(extends), lang)) + "\n"


def _lines(name: str, extends: str, base: Variant, lang: Language) -> Iterator[str]:
    def remark(text: Text) -> str:
        return f"# {text.said_in(lang)}"

    def called(names: Names) -> str:
        return f"# {names.hant} {names.en}" if lang == "en" else f"# {names.said_in(lang)}"

    yield remark(
        say("{name}: house rules that follow {base}, except for what is changed here.", name=name, base=extends)
    )
    file = f"{name}.yaml"
    yield remark(say("Check it with `mjcalc rules check {file}`, score with `mjcalc score HAND -r {file}`.", file=file))
    yield remark(
        say("Everything below says what already holds. To change a line, remove its # and that of the key above it.")
    )
    yield f"id: {name}"
    yield "aliases: []"
    names = Names(f"{base.names.hant}（{name}）", f"{base.names.hans}（{name}）", f"{base.names.en} ({name})")
    yield f"names: {_names(names)}"
    yield f"extends: {_text(extends)}"
    yield "sources:"
    yield f"  - {{id: table, about: {say('what this table has agreed on').said_in(lang)}}}"
    yield ""
    yield remark(say("Fans that this table does not count:"))
    yield f"#remove: {{fans: [{base.fans[-1].id}]}}"
    yield ""
    yield remark(say("底, the base:"))
    yield "#scoring:"
    yield f"#  base: {base.scoring.base}"
    if base.options:
        yield ""
        yield remark(say("Where tables differ:"))
        yield "#options:"
        for key, option in base.options.items():
            choices = either([choice_text(choice) for choice in option.choices] or [option.type.replace("_", " ")])
            yield f"#  {key}: {{value: {choice_text(option.value)}}}  {remark(choices)}"
    if base.caps:
        yield ""
        yield "#caps:"
        for key, cap in base.caps.items():
            yield f"#  {key}: {{amount: {cap.amount}}}  {called(cap.names)}"
    yield ""
    yield "#fans:"
    for fan in base.fans:
        if fan.value is not UNSET:
            value = list(fan.value) if isinstance(fan.value, tuple) else fan.value
            yield f"#  - {{id: {fan.id}, value: {value}}}  {called(fan.names)}"
    yield ""
    yield remark(
        say("A fan of the table's own; `mjcalc rules predicates` lists what may stand under when, unless and per:")
    )
    yield "#  - id: my_fan"
    yield "#    names: {zh-Hant: 本桌番, zh-Hans: 本桌番, en: A fan of ours}"
    yield "#    value: 2"
    yield f"#    side: {base.fans[-1].side}" if base.fans[-1].side != "limit" else "#    side: winner"
    yield "#    when: [drawn]"
    yield "#    source: table"


def _names(names: Names) -> str:
    return f"{{zh-Hant: {_text(names.hant)}, zh-Hans: {_text(names.hans)}, en: {_text(names.en)}}}"


def _text(text: str) -> str:
    """Text in quotes; JSON's are YAML's too."""
    return json.encode(text).decode()
