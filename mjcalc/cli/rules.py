"""``mjcalc rules``: everything about variants."""

from typing import Any

import click
import msgspec
from click.core import ParameterSource

from mjcalc.cli.language import language, spoken
from mjcalc.cli.options import Argument, Group, complete_rules, language_option, one_of, option
from mjcalc.cli.output import print_failure, print_text, standard_input, table_language, write
from mjcalc.errors import RulesError
from mjcalc.report.formats import FORMATS
from mjcalc.texts import quoted, say

__all__ = ["rules"]


@click.group("rules", cls=Group, invoke_without_command=True)
@option("--json", "as_json", is_flag=True, help=say("As one JSON document."))
@language_option()
@click.pass_context
def rules(ctx: click.Context, as_json: bool, lang: Any) -> None:
    """List the variants, or show, check and start one."""
    if ctx.invoked_subcommand is not None:
        for name in ctx.params:
            if ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE:
                flag = f"--{name.removeprefix('as_')}"
                wrong = say(
                    "{flag} before {command} means nothing: a command's options follow it",
                    flag=flag,
                    command=quoted(ctx.invoked_subcommand),
                )
                raise click.UsageError(spoken(wrong), ctx)
        return
    _list(as_json, lang)


@rules.command("list")
@option("--json", "as_json", is_flag=True, help=say("As one JSON document."))
@option("-v", "--verbose", is_flag=True, help=say("Also which folders the variants come from."))
@language_option()
def list_variants(as_json: bool, verbose: bool, lang: Any) -> None:
    """List the variants."""
    _list(as_json, lang, verbose=verbose)


def _list(as_json: bool, lang: Any, *, verbose: bool = False) -> None:
    """Print which variants there are."""
    from mjcalc.rules import variants

    found = list(variants())
    if as_json:
        write(msgspec.json.encode(found) + b"\n")
        return
    from mjcalc.report.lists import format_folders, format_variants

    said = lang or table_language()
    print_text(format_variants(found, lang=said))
    if verbose:
        from mjcalc.rules.folders import named_folders, shipped_folder, user_folder

        print_text("\n" + format_folders(shipped_folder(), user_folder(), named_folders(), lang=said))


@rules.command("show")
@click.argument("variant", cls=Argument, metavar="ID|FILE", shell_complete=complete_rules)
@option("--format", "form", **one_of(*FORMATS), default=FORMATS[0], help=say("For a terminal or for a page."))
@option(
    "--json", "as_json", is_flag=True, help=say("As one JSON document, with all that it extends and every default.")
)
@language_option()
def show(variant: str, form: Any, as_json: bool, lang: Any) -> None:
    """Print a variant as a rule sheet: tiles, shapes, fans, options, caps, who pays, sources."""
    from mjcalc.rules import load
    from mjcalc.scoring import VOCABULARY
    from mjcalc.scoring.aims import aimed_at

    found = load(variant, VOCABULARY)
    if as_json:
        write(msgspec.json.encode(found) + b"\n")
        return
    from mjcalc.report.sheet import rule_sheet

    print_text(rule_sheet(found, VOCABULARY, lang=lang or table_language(), format=form, aims=aimed_at(found)))


@rules.command("check")
@click.argument("files", cls=Argument, metavar="FILE...", nargs=-1, required=True)
@option("--json", "as_json", is_flag=True, help=say("What was found as JSON, a document for each file."))
@language_option()
def check(files: tuple[str, ...], as_json: bool, lang: Any) -> int:
    """Check rules files, - for standard input: every mistake with its line, or else every example with its result.

    The exit code is 2 when anything is wrong.
    """
    return max(_check(file, as_json) for file in files)


@rules.command("schema")
def schema() -> None:
    """Print the JSON Schema of rules files, for editors."""
    from mjcalc.rules.json_schema import json_schema
    from mjcalc.scoring import VOCABULARY

    write(msgspec.json.format(msgspec.json.encode(json_schema(VOCABULARY))) + b"\n")


@rules.command("predicates")
@option("--json", "as_json", is_flag=True, help=say("As one JSON document."))
@language_option()
def predicates(as_json: bool, lang: Any) -> None:
    """List every condition that a rules file may name, with its meaning."""
    from mjcalc.scoring import VOCABULARY

    if as_json:
        words = [*VOCABULARY.words.values()]
        write(msgspec.json.encode(words, enc_hook=lambda text: text.said_in(lang or "en")) + b"\n")
        return
    from mjcalc.report.lists import format_vocabulary

    print_text(format_vocabulary(VOCABULARY, lang=lang or table_language()))


@rules.command("new")
@click.argument("name", cls=Argument)
@option("--extends", required=True, metavar="ID", help=say("The variant to start from."))
@language_option()
def new(name: str, extends: str, lang: Any) -> None:
    """Print a commented rules file to start from; save it as NAME.yaml."""
    from mjcalc.rules.template import new_file

    print_text(new_file(name, extends, language()).rstrip("\n"))


def _check(file: str, as_json: bool) -> int:
    """Check one file and run its examples; print what is wrong, or that nothing is."""
    from mjcalc import api
    from mjcalc.rules.checker import check
    from mjcalc.rules.document import MAX_BYTES
    from mjcalc.scoring import VOCABULARY

    data = standard_input().read(MAX_BYTES + 1) if file == "-" else None
    checked = check(
        file, VOCABULARY, data=data, score=lambda variant, question: api.answer_score(question, variant, "zh-Hant")
    )
    if checked.problems:
        return print_failure(RulesError(checked.problems), as_json=as_json)
    if as_json:
        write(msgspec.json.encode({"file": file, "examples": len(checked.examples)}) + b"\n")
    else:
        number = len(checked.examples)
        right = say("{file}: no mistakes; examples that come out as expected: {number}", file=file, number=number)
        print_text(spoken(right))
    return 0
