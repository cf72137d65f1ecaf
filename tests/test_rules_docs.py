"""What the tutorial shows is what comes out, and the house variants beside it are right."""

import os
import re
import runpy
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import pytest

from mjcalc.rules import load
from mjcalc.rules.checker import check
from mjcalc.rules.schema import Form
from mjcalc.scoring.predicates import VOCABULARY
from tests.support.files import read_yaml

DOCS = Path(__file__).parent.parent / "docs"
EXAMPLES = sorted((DOCS / "examples").glob("*.yaml"))
HOUSES = [path for path in EXAMPLES if "\nextends: " in path.read_text("utf-8")]
STEP = re.compile(
    r"`(?P<file>\S+\.yaml)`:\n\n```yaml\n(?P<text>(?:(?!```).*\n)*)```"
    r"|```console\n\$ mjcalc (?P<command>.*)\n(?P<output>(?:(?!```).*\n)*)```"
)


def test_the_tutorial_names_every_form_of_a_hand() -> None:
    page = (DOCS / "write-a-variant.md").read_text("utf-8")
    assert [form for form in get_args(Form) if f"`{form}`" not in page] == []


def test_every_step_of_the_tutorial_comes_out_as_shown(tmp_path: Path, root: Path) -> None:
    steps = list(STEP.finditer((DOCS / "write-a-variant.md").read_text("utf-8")))
    assert len(steps) > 8
    for step in steps:
        if step["file"]:
            (tmp_path / step["file"]).write_text(step["text"], encoding="utf-8")
            continue
        command, _, file = step["command"].partition(" > ")
        # A process for each: within one, a file is read only once, and here it changes from step to step.
        done = subprocess.run(
            [sys.executable, "-m", "mjcalc", *shlex.split(command)],
            cwd=tmp_path,
            env=os.environ
            | {"PYTHONPATH": str(root), "PYTHONIOENCODING": "utf-8", "MJCALC_RULES_PATH": str(DOCS / "examples")},
            capture_output=True,
            encoding="utf-8",
        )
        if file:
            (tmp_path / file).write_text(done.stdout, encoding="utf-8")
        else:
            assert done.stdout + done.stderr == step["output"], command


READINGS = runpy.run_path(str(DOCS / "readings.py"))


@pytest.mark.parametrize(("name", "page"), list(READINGS["generate_pages"]()))
def test_the_page_of_our_readings_is_what_the_rules_say(name: str, page: str) -> None:
    assert (DOCS / name).read_text("utf-8") == page, "run: python docs/readings.py"


@pytest.mark.parametrize("lang", READINGS["PAGES"])
def test_every_option_of_ours_is_among_our_readings(lang: str) -> None:
    from mjcalc.rules import variants

    for entry in variants():
        variant = load(entry.id)
        said = [one.head for one in READINGS["readings"](variant, lang)]
        ours = [name for name, option in variant.options.items() if option.source == "ours"]
        assert said[: len(ours)] == ours


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_a_variant_of_the_docs_is_right_and_so_are_its_examples(mjcalc: Callable[..., Any], path: Path) -> None:
    result = mjcalc("rules", "check", str(path))
    assert (result.code, result.err) == (0, "")
    assert "expected: 0" not in result.out


def words_of(part: Any) -> set[str]:
    """The keys and words of a part of a rules file, without what it calls its own things and what it says of them."""
    if isinstance(part, dict):
        said = {"names", "text", "why", "about", "name", "source", "sources", "aliases", "id", "groups"}
        found = set(part) | {word for key, value in part.items() if key not in said for word in words_of(value)}
        return {word for word in found if isinstance(word, str)}
    if isinstance(part, list):
        return {word for one in part for word in words_of(one)}
    return {part} if isinstance(part, str) else set()


def test_the_variant_of_its_own_uses_no_word_that_the_page_does_not_explain() -> None:
    page = (DOCS / "write-a-variant.md").read_text("utf-8").split("## One more, written from this page")[0]
    shown = re.findall(r"`[^`\n]+`|^```yaml$.*?^```$", page, re.DOTALL | re.MULTILINE)
    explained = {word for text in shown for word in re.findall(r"[a-z][a-z_-]*", text)}
    rules = read_yaml(DOCS / "examples" / "sichuan.yaml")
    own = {rules["id"], *rules["caps"], *rules["options"], *rules["tiles"]["groups"]}
    own |= {rule["id"] for key in ("fans", "shapes", "requires", "sources") for rule in rules[key]}
    own |= {choice for option in rules["options"].values() for choice in option["choices"]}
    used = {word for word in words_of(rules) if re.fullmatch(r"[a-z][a-z_-]*", word)}
    assert len(used - own) > 40
    assert used - own - explained == set()


def test_there_is_a_house_variant_of_each_shipped_one() -> None:
    from mjcalc.rules import variants

    bases = {re.search(r"^extends: (\S+)$", path.read_text("utf-8"), re.MULTILINE)[1] for path in HOUSES}  # type: ignore[index]
    assert bases == {entry.id for entry in variants() if entry.shipped}


@pytest.mark.parametrize("path", HOUSES, ids=lambda path: path.stem)
def test_a_house_variant_changes_the_answer_to_its_own_examples(path: Path, mjcalc: Callable[..., Any]) -> None:
    from mjcalc import api
    from mjcalc.rules.examples import generate_differences

    extends = re.search(r"^extends: (\S+)$", path.read_text("utf-8"), re.MULTILINE)
    assert extends is not None
    examples = check(str(path), VOCABULARY).examples
    base = load(extends[1], VOCABULARY)
    assert list(generate_differences(base, examples, lambda rules, hand: api.answer_score(hand, rules, "zh-Hant")))


def test_a_house_variant_is_used_like_any_other(
    mjcalc: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MJCALC_RULES_PATH", os.pathsep.join([str(DOCS / "examples"), str(tmp_path)]))
    assert load("club", VOCABULARY).caps["cap"].amount == 20
    assert mjcalc("waits", "123m456m789m123m9m", "-r", "club", "--json").code == 0
    assert mjcalc("discard", "123m456m789m123m9m1p", "-r", "club", "--json").code == 0
    assert "docs" in mjcalc("rules").out
    (tmp_path / "lines.jsonl").write_text('{"hand": "123m456m789m123m99m", "rules": "club"}\n')
    batch = mjcalc("batch", str(tmp_path / "lines.jsonl"))
    assert '"total":19' in batch.out


@pytest.mark.parametrize("page", ["guobiao.md", "playing.md"])
def test_what_a_page_shows_is_what_comes_out(page: str, root: Path) -> None:
    steps = [step for step in STEP.finditer((DOCS / page).read_text("utf-8")) if step["command"]]
    assert len(steps) >= 4
    for step in steps:
        done = subprocess.run(
            [sys.executable, "-m", "mjcalc", *shlex.split(step["command"])],
            env=os.environ | {"PYTHONPATH": str(root), "PYTHONIOENCODING": "utf-8"},
            capture_output=True,
            encoding="utf-8",
        )
        assert done.stdout + done.stderr == step["output"], step["command"]
