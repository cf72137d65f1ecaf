"""Writes docs/errors.md, docs/json.md and docs/json-schema.json from the code: ``python docs/reference.py``.

A test fails where they and the code differ. What the code does not say about a field is said here.
"""

import ast
import inspect
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, get_args

import msgspec

FOLDER = Path(__file__).parent
sys.path.insert(0, str(FOLDER.parent))

import mjcalc  # noqa: E402
from mjcalc.answers import explained, records  # noqa: E402
from mjcalc.answers.notes import NOTES  # noqa: E402
from mjcalc.codes import CODES  # noqa: E402
from mjcalc.errors import (  # noqa: E402
    Error,
    Failure,
    Problem,
)
from mjcalc.game import records as game_records  # noqa: E402
from mjcalc.jsonl import Request, encode, generate_answers  # noqa: E402
from mjcalc.question import Option, options  # noqa: E402
from mjcalc.rules.library import Entry  # noqa: E402
from mjcalc.rules.vocabulary import Scope, Takes  # noqa: E402

RESULTS: list[Any] = [getattr(records, name) for name in records.__all__ if name not in ("Side", "Answer")]
GAME: list[Any] = [getattr(game_records, name) for name in game_records.__all__ if name != "Kind"]
EXPLAINED: list[Any] = [getattr(explained, name) for name in explained.__all__]
RECORDS = {record.__name__: record for record in (*RESULTS, *EXPLAINED, *GAME, Failure, Error, Problem, Entry, Request)}

SAID_HERE = {
    "SetOut.melded": "Whether it lies exposed as a meld.",
    "Fan.id": "Its name in the rules file.",
    "Fan.name": "Its name in the language asked for.",
    "Fan.english": "Its English name.",
    "Fan.side": "`fan` where fans are added; `winner` and `big` where they multiply; `limit` for a limit hand.",
    "Fan.value": "What one piece is worth.",
    "Fan.count": "How many pieces.",
    "SeatFan.id": "Its name in the rules file.",
    "SeatFan.name": "Its name in the language asked for.",
    "SeatFan.value": "What one piece is worth.",
    "SeatFan.count": "How many pieces.",
    "Payment.seat": "Who pays.",
    "Payment.fans": "The fans of this loser alone.",
    "Payment.cap": "The cap that this amount was cut to, if any.",
    "Payment.pays": "What is handed over in the end.",
    "Reason.id": "A stable name for scripts.",
    "Reason.text": "One sentence in the language asked for.",
    "Score.rules": "The variant's id.",
    "Score.win": "The winning tile; a known wild by its face, an unknown one as `*`.",
    "Score.by": "How it came.",
    "Score.from": "The seat it came from; null for a drawn tile.",
    "Score.legal": "Whether it is a win.",
    "Score.reasons": "Why it is none; empty for a win.",
    "Score.shape": "The id of the shape in which it was read; null where none fits.",
    "Score.sets": "The hand as it was read, concealed parts first.",
    "Score.fans": "What counts for the winner; empty where it is no win.",
    "Score.total": "What the fans come to, before the losers' own fans and caps.",
    "Score.cap": "The hand's cap, or null.",
    "Score.payments": "The seats right, across, left; empty where it is no win.",
    "Score.gain": "What the winner gets: the sum of all that the seats pay.",
    "Score.notes": "What a reader should know beside the answer; [errors.md](errors.md#notes) lists the codes.",
    "Worth.legal": "Whether it would be a win.",
    "Worth.total": "As in Score.",
    "Worth.gain": "As in Score.",
    "Wait.tile": "Its name.",
    "Wait.self-draw": "Its worth if it is drawn.",
    "Accept.tile": "Its name.",
    "Accept.remaining": "Copies that are not accounted for.",
    "Waits.rules": "The variant's id.",
    "Waits.hand": "Canonical notation of the whole hand.",
    "Waits.wild": "As in Score.",
    "Waits.dealer": "As in Score.",
    "Waits.base": "As in Score.",
    "Waits.waits": "Filled where the hand is ready.",
    "Waits.notes": "As in Score.",
    "Discard.tile": "What to throw.",
    "Discard.shanten": "How far the rest then is from ready.",
    "Discard.remaining": "Tiles left of `accepts` in all.",
    "Discards.rules": "The variant's id.",
    "Discards.hand": "Canonical notation of the whole hand.",
    "Discards.wild": "As in Score.",
    "Discards.dealer": "As in Score.",
    "Discards.base": "As in Score.",
    "Discards.discards": "Every kind that can be thrown, best first.",
    "Discards.notes": "As in Score.",
    "Aim.id": "Its name in the rules file.",
    "Aim.name": "Its name in the language asked for.",
    "Aim.english": "Its English name.",
    "Aims.rules": "The variant's id.",
    "Aims.hand": "Canonical notation of the whole hand.",
    "Aims.wild": "As in Score.",
    "Aims.dealer": "As in Score.",
    "Aims.base": "As in Score.",
    "Aims.shanten": "As in Waits.",
    "Aims.aims": "Every fan that tiles decide and that can be reached.",
    "Aims.notes": "As in Score.",
    "Player.name": "As the book has it.",
    "Player.wins": "How many hands were won.",
    "GameEntry.kind": "A win, a drawn game, or a payment beside the deals.",
    "GameEntry.winner": "Who won; null but for a win.",
    "GameEntry.by": "How the winning tile came.",
    "GameEntry.note": "What was said of a payment.",
    "BookCheck.differences": "Everything that would come out otherwise.",
    "Difference.field": "What differs.",
    "Difference.was": "As the book has it.",
    "Difference.now": "As it would be today.",
    "DiceThrow.dice": "What the two dice show.",
    "DiceThrow.total": "Their sum.",
    "DiceDecision.id": "Its name in the rules file.",
    "Explained.explain": "Why the payments are what they are.",
    "Factor.id": "The fan's name in the rules file.",
    "Factor.name": "Its name in the language asked for.",
    "Factor.value": "What one piece is worth.",
    "Factor.count": "How many pieces.",
    "ExplainedPayment.seat": "Who pays.",
    "ExplainedPayment.amount": "Before caps.",
    "ExplainedPayment.share": "After caps, before responsibility.",
    "ExplainedPayment.pays": "What is handed over in the end.",
    "ChoiceMade.option": "Its name in the rules file.",
    "ChoiceMade.gain": "What the winner would get with it.",
    "EarnedFan.id": "The fan's name in the rules file.",
    "Failure.error": "What is wrong.",
    "Entry.id": "What `--rules` takes.",
    "Entry.aliases": "Other names that `--rules` takes.",
    "Entry.path": "Its file.",
    "Entry.shipped": "Whether it came with mjcalc.",
}
"""RECORD.FIELD → what it is, where the code has no sentence about it."""

OUTPUTS = {
    "Score": "`mjcalc score --json`, and `op` `score` in a batch",
    "Waits": "`mjcalc waits --json`, and `op` `waits` in a batch",
    "Discards": "`mjcalc discard --json`, and `op` `discard` in a batch",
    "Aims": "`mjcalc aims --json`, and `op` `aims` in a batch",
    "Game": "`mjcalc game show --json` and `mjcalc game export --json`",
    "Recorded": "`mjcalc game new`, `win`, `draw`, `pay` and `undo` with `--json`",
    "BookCheck": "`mjcalc game check --json`",
    "DiceThrow": "`mjcalc dice --json`",
    "Explained": "`mjcalc score --explain --json`, and `explain` in a batch",
    "Failure": "an error: in a batch in place of the answer, otherwise on standard error",
    "Variants": "`mjcalc rules --json`, `mjcalc rules list --json`",
    "Predicates": "`mjcalc rules predicates --json`",
    "Checked": "`mjcalc rules check --json`, where nothing is wrong",
}
"""Every document → where it comes from."""

SCHEMA_ID = "urn:mjcalc:json-schema:1"
"""The name of the schema: another number for one that is not merely added to."""

OP = "Which question this answers."

CHECKED = {
    "title": "Checked",
    "description": "A rules file without mistakes.",
    "type": "object",
    "properties": {
        "file": {"type": "string", "description": "As it was named."},
        "examples": {"type": "integer", "description": "How many examples came out as the file expects."},
    },
    "required": ["file", "examples"],
}

PREDICATE = {
    "title": "Predicate",
    "description": "A condition that a rules file may name.",
    "type": "object",
    "properties": {
        "name": {"type": "string", "description": "As a rules file writes it."},
        "scope": {"enum": sorted(get_args(Scope)), "description": "What it looks at."},
        "meaning": {"type": "string", "description": "In the language asked for, else in English; … is the argument."},
        "takes": {"enum": sorted(get_args(Takes)), "description": "What stands beside it."},
        "counts": {"type": "boolean", "description": "Whether it answers by a number, as `per` wants it."},
        "needs": {
            "type": "array",
            "items": {"type": "string"},
            "description": "What a variant must have for it ever to hold; `a|b` is either of two.",
        },
        "one": {"type": "string", "description": "Its meaning for the argument 1, where that needs other words."},
    },
    "required": ["name", "scope", "meaning", "takes", "counts", "needs", "one"],
}

KINDS = {
    "notation": "A text cannot be read as tiles, melds, a seat and so on.",
    "impossible": "All was read, but it cannot be, or contradicts itself.",
    "rules": "The variant or a setting does not exist, or a rules file has mistakes.",
    "game": "The book of an evening cannot be used, or an entry does not fit it.",
    "request": "A line of a batch is JSON, but not a request.",
    "json": "A line of a batch is not JSON.",
    "file": "A file or a pipe cannot be used.",
    "internal": "mjcalc itself failed. In a batch the other lines are answered all the same.",
}
NO_CODES = {"usage": "The command line cannot be understood. There are no codes, and `problems` is empty."}


ABOUT_NOTES = "A note is not an error: it is part of an answer, in its `notes`. Codes are stable, texts may change."

MADE = "<!-- Made by docs/reference.py from the code; change that, not this. -->"

JSON_INTRODUCTION = f"""\
# What mjcalc writes as JSON

{MADE}

Every answer is one document on one line, in UTF-8. A document has all the fields of its table, also those that are
null or empty, but for those marked *optional*. New versions may add fields; none is renamed or removed. `op` tells
which of the first three a document is. Tiles are
named `1m`…`9m`, `1p`…`9p`, `1s`…`9s`, `東` `南` `西` `北` `中` `發` `白`, and `*` for a wild.

[json-schema.json](json-schema.json) says the same as JSON Schema (2020-12), for programs: each table below is
`json-schema.json#/$defs/` and its name. `mjcalc schema` prints it; `python docs/reference.py` makes both from the code.
`mjcalc rules show --json` prints a variant with the keys of its rules file, which `mjcalc rules schema` describes.

| document | comes from |
| --- | --- |"""

ERRORS_INTRODUCTION = f"""\
# Errors

{MADE}

A question that cannot be answered gives exit code 2 and an error: in words on standard error, or with `--json` as one
[JSON document](json.md#failure) there. In a batch, and where each line of standard input is a hand, that document
stands in place of the answer, with the number of its `line`, and the run goes on.

An error has a `kind`; `message` is everything that is wrong, in one line, and `problems` has each thing with its
`code`. Codes and kinds are stable, for scripts; messages are for people and may be worded better at any time. They are
in the language of `--lang` or `MJCALC_LANG`; without these, in words a Chinese locale decides, and as JSON they are in
English. `column`
is the index, from 0, of the first wrong character: in `text` where a problem has one, otherwise (kind `json`) in the
line itself, which is not repeated. `where` says which input a problem is in, in the words of whoever asked: on the
command line the option (`--from`), in a request the key (`from`), in Python the argument (`from_`).

All that is wrong is named at once, but no error grows without end: of one text 20 problems are named and of one
question 100, then how many more there are; of several problems of one text only the first repeats the `text`, and at
most 3,000 characters of it. Control characters are never printed as they are.

| exit code | |
| --- | --- |
| 0 | done; `score`: a legal win |
| 1 | `score`: not a legal win, and nothing else |
| 2 | the command line or the input cannot be used, or the output cannot be written |
| 70 | anything unexpected: a mistake in mjcalc (kind `internal`), a lost worker, an error that cannot be written |
| 130, 143 | ended by Ctrl-C, by SIGTERM; [batch.md](batch.md) says what a batch does then |
| 141 | broken pipe: nobody reads the output |

Of many hands the exit code is the highest that one of them would have.

| limit | |
| --- | --- |
| a line of a batch | 1,000,000 bytes, its end not counted |
| a hand, what a loser shows, other tiles seen | 2,000 characters |
| a seat, a way of winning, who deals | 100 characters |
| `rules` | 4,096 characters |
| `set` | 256 settings |
| base, streak, values of settings | 1,000,000,000 |

A hand that may not win is not an error but an answer, with `legal` false, `reasons` and exit code 1.

In Python the kinds `notation`, `impossible` and `rules` are the exceptions `mjcalc.NotationError`,
`mjcalc.ImpossibleError` and `mjcalc.RulesError`, all of them `mjcalc.MjcalcError` with the same `problems`. Exceptions
and answers can be copied, pickled and sent to another process. An argument of a wrong type is a `TypeError`.
`mjcalc.codes.CODES` is this list; `python docs/reference.py` makes this page from it."""


def schema() -> dict[str, Any]:
    """The JSON Schema of everything that mjcalc writes as JSON, and of the requests of a batch."""
    _, parts = msgspec.json.schema_components(list(RECORDS.values()), ref_template="#/$defs/{name}")
    parts = settled(parts)
    for name, record in RECORDS.items():
        part = parts[name]
        part["description"] = markdown(inspect.cleandoc(record.__doc__ or ""))
        fields = msgspec.structs.fields(record)
        for field in fields:
            part["properties"][field.encode_name]["description"] = meaning(name, field.encode_name, field.name)
        if record is not Request:
            # Defaults are for whoever makes such a record; what is written always has every field.
            part["required"] = [field.encode_name for field in fields if field.default is not msgspec.UNSET]
            if "op" in part["properties"]:
                part["properties"]["op"]["description"] = OP
                part["required"].insert(0, "op")
            for described in part["properties"].values():
                described.pop("default", None)
    parts["Variants"] = {"title": "Variants", "type": "array", "items": {"$ref": "#/$defs/Entry"}}
    parts["Predicates"] = {"title": "Predicates", "type": "array", "items": {"$ref": "#/$defs/Predicate"}}
    parts["Predicate"] = PREDICATE
    parts["Checked"] = CHECKED
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": SCHEMA_ID,
        "title": "What mjcalc writes as JSON; a request of a batch is #/$defs/Request",
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in OUTPUTS],
        "$defs": dict(sorted(parts.items())),
    }


def settled(part: Any) -> Any:
    """A part of a schema as every version of msgspec would write it: null is the last of several types, and an object's
    keys are not told apart."""
    if isinstance(part, list):
        return [settled(one) for one in part]
    if not isinstance(part, dict):
        return part
    part = {key: settled(value) for key, value in part.items() if key != "propertyNames"}
    if "anyOf" in part:
        part["anyOf"].sort(key=lambda one: one == {"type": "null"})
    return part


def meaning(record: str, key: str, name: str) -> str:
    """What a field is: the sentence beneath it in the code, or the one here; never both, never none."""
    said = [words for words in (sentences(record).get(name), SAID_HERE.get(f"{record}.{key}")) if words]
    if len(said) != 1 and record == "Explained":
        return meaning("Score", key, name)
    if len(said) != 1:
        raise LookupError(f"{record}.{key} is described {len(said)} times")
    return markdown(said[0])


@cache
def sentences(record: str) -> dict[str, str]:
    """The sentences that stand beneath the fields of a record, its parents' included."""
    found: dict[str, str] = {}
    for owner in reversed(RECORDS[record].__mro__):
        if owner.__module__.split(".")[0] == "mjcalc":
            (body,) = ast.parse(inspect.getsource(owner)).body
            assert isinstance(body, ast.ClassDef)
            for one, after in zip(body.body, body.body[1:], strict=False):
                if isinstance(one, ast.AnnAssign) and isinstance(after, ast.Expr):
                    assert isinstance(one.target, ast.Name) and isinstance(after.value, ast.Constant)
                    found[one.target.id] = inspect.cleandoc(str(after.value.value))
    if record == "Request":
        found |= {one.name: about(one) for one in options().values()}
    return found


def about(option: Option) -> str:
    """What an option of a question is, and the words that it may be."""
    words = f" One of {', '.join(f'`{word}`' for word in option.about.words)}, or another name for one."
    return option.about.help + words * bool(option.about.words)


def markdown(text: str) -> str:
    """A docstring as one line of Markdown."""
    text = re.sub(r":\w+:`~?([^`]*)`", r"`\1`", text).replace("``", "`")
    return " ".join(re.sub(r"\bNone\b", "null", text).split())


def type_text(part: dict[str, Any]) -> str:
    """A type in words."""
    if "$ref" in part:
        name = part["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if "anyOf" in part:
        return " or ".join(map(type_text, part["anyOf"]))
    if "enum" in part:
        return ", ".join("null" if value is None else f"`{value}`" for value in part["enum"])
    match part.get("type"):
        case "array":
            return f"list of {type_text(part['items'])}" if "items" in part else "list"
        case "object":
            inner = part.get("additionalProperties")
            return f"map of {type_text(inner)}" if isinstance(inner, dict) and inner else "map"
        case None:
            return "anything"
        case name:
            return {"boolean": "true or false", "integer": "whole number", "string": "text"}.get(name, name)


def json_page() -> str:
    """docs/json.md."""
    return "\n".join(_json_lines(schema()["$defs"])) + "\n"


def _json_lines(parts: dict[str, Any]) -> Iterator[str]:
    yield JSON_INTRODUCTION
    for name, where in OUTPUTS.items():
        yield f"| [{name}](#{name.lower()}) | {where} |"
    yield "| [Request](#request) | goes in: a line for `mjcalc batch`, see [batch.md](batch.md) |"
    for name in (*OUTPUTS, *sorted(set(parts) - set(OUTPUTS) - {"Request"}), "Request"):
        part = parts[name]
        yield from ("", f"## {name}", "")
        if "properties" not in part:
            yield f"A {type_text(part)}."
            continue
        yield from (part["description"], "", "| field | type | meaning |", "| --- | --- | --- |")
        for key, described in part["properties"].items():
            optional = "" if key in part.get("required", ()) else "*optional*: "
            yield f"| `{key}` | {type_text(described)} | {optional}{described['description']} |"
        if name in EXAMPLES:
            yield from ("", "```json", example(name), "```")


EXAMPLES: dict[str, dict[str, Any]] = {
    "Score": {"hand": "123m456m789s22s +peng5p@right +gang中中", "win": "3m", "indicator": "7p", "rules": "huangshi"},
    "Waits": {"op": "waits", "hand": "123p456p678s8889m", "rules": "huangmei"},
    "Discards": {"op": "discard", "hand": "123p456p678s8889m中", "rules": "huangmei"},
    "Aims": {"op": "aims", "hand": "1133m5577p99s北北白", "rules": "huangshan-fei", "indicator": "東", "within": 3},
    "Failure": {"id": 7, "hand": "123p45x6p", "rules": "huangmei"},
}
"""Requests whose answers are shown."""


def example(name: str) -> str:
    """The answer to an example, laid out for readers."""
    ((label, answer),) = generate_answers([msgspec.json.encode(EXAMPLES[name])])
    return msgspec.json.format(encode(label, answer)).decode()


def errors_page() -> str:
    """docs/errors.md."""
    return "\n".join(_error_lines()) + "\n"


def _error_lines() -> Iterator[str]:
    yield ERRORS_INTRODUCTION
    for kind, about in (KINDS | NO_CODES).items():
        yield from ("", f"## {kind}", "", about)
        if kind in CODES:
            yield from ("", "| code | meaning |", "| --- | --- |")
            yield from (f"| `{code}` | {words} |" for code, words in CODES[kind].items())
        if kind == "notation":
            yield from ("", "It may list problems of the kind `impossible` too: all that is wrong is named at once.")
        if kind == "rules":
            also = "Where the rest of the question is wrong too, its problems follow."
            yield from ("", f"Tiles in a rules file that cannot be read have the codes of `notation`. {also}")
    yield from ("", "## Notes", "", ABOUT_NOTES, "", "| code | meaning |", "| --- | --- |")
    yield from (f"| `{code}` | {words} |" for code, words in NOTES.items())


PAGES = {
    "errors.md": errors_page,
    "json.md": json_page,
    "json-schema.json": lambda: msgspec.json.format(msgspec.json.encode(schema())).decode() + "\n",
}
"""File → what makes its text."""


def main() -> None:
    """Write the files."""
    for name, page in PAGES.items():
        (FOLDER / name).write_text(page(), encoding="utf-8", newline="\n")
    print(f"mjcalc {mjcalc.__version__}: {', '.join(PAGES)}")


if __name__ == "__main__":
    main()
