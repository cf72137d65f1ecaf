"""What a command imports: every module costs a part of a millisecond before the first tile is read."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

HAND = ["123m456m789s22s +peng5p@right +gang中中", "--indicator", "7p", "-r", "huangshi"]

MOST_OF_OURS = 70
"""The most modules of this project that ``score --json`` may import when the variant's file was read before."""

FORBIDDEN = {
    "asyncio", "csv", "dataclasses", "email", "http", "importlib.metadata", "json", "logging", "multiprocessing",
    "numpy", "pathlib", "pydantic", "subprocess", "tabulate", "tempfile", "unittest", "urllib", "wcwidth", "yaml",
}  # fmt: skip
"""Whatever a single answer as JSON has no use for."""


@pytest.fixture(scope="module")
def imported(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., set[str]]:
    """The modules that a command imports beyond Click and msgspec, once the variant's file is in the cache."""
    cache = tmp_path_factory.mktemp("cache")

    def run(code: str, *arguments: str) -> set[str]:
        code += "; import sys; sys.stdout.flush(); print(*sorted(sys.modules), file=sys.stderr)"
        command = [sys.executable, "-c", code, *arguments]
        environment = os.environ | {"MJCALC_CACHE_DIR": str(cache), "PYTHONPATH": str(Path(__file__).parent.parent)}
        done = subprocess.run(command, capture_output=True, text=True, env=environment, check=True, timeout=60)
        return set(done.stderr.split())

    base = run("import click, msgspec")

    def beyond(*arguments: str) -> set[str]:
        code = "import sys; from mjcalc.cli import main; main(sys.argv[1:])"
        run(code, *arguments)
        return run(code, *arguments) - base

    return beyond


def ours(modules: set[str]) -> set[str]:
    return {name for name in modules if name.split(".")[0] == "mjcalc"}


def test_score_as_json_imports_few_modules(imported: Callable[..., set[str]]) -> None:
    modules = imported("score", *HAND, "--win", "3m", "--json")
    assert len(ours(modules)) <= MOST_OF_OURS
    assert not modules & FORBIDDEN


def test_what_else_score_as_json_imports_is_small_change(imported: Callable[..., set[str]]) -> None:
    modules = imported("score", *HAND, "--win", "3m", "--json")
    others = modules - ours(modules)
    # locale and difflib are Click's, for its messages and where it meets -r; math and zlib are ours, and built in.
    assert others <= {"_locale", "gc", "locale", "difflib", "_heapq", "heapq", "math", "unicodedata", "zlib"}


@pytest.mark.parametrize("command", ["waits", "discard"])
def test_the_other_answers_as_json_import_nothing_big(imported: Callable[..., set[str]], command: str) -> None:
    hand = HAND if command == "discard" else [HAND[0].replace("123m", "12m"), *HAND[1:]]
    assert not imported(command, *hand, "--json") & FORBIDDEN


def test_the_book_of_an_evening_needs_no_more_than_a_score_and_a_database(
    imported: Callable[..., set[str]], tmp_path: Path
) -> None:
    file = str(tmp_path / "evening.mj")
    assert not imported("game", "new", file, "-r", "huangshi", "--players", "甲,乙,丙,丁", "--json") & FORBIDDEN
    score = imported("score", *HAND, "--win", "3m", "--json")
    win = imported("game", "win", file, "甲", *HAND[:3], "--win", "3m", "--json") - score
    assert not win & FORBIDDEN
    assert all("game" in name for name in ours(win)), ours(win)
    assert {"sqlite3", "hashlib"} <= win
    shown = imported("game", "show", file, "--json")
    assert not shown & FORBIDDEN
    assert not any(name.startswith(("mjcalc.scoring", "mjcalc.solver", "mjcalc.report")) for name in shown)


def test_a_table_needs_no_yaml_once_the_variant_was_read(imported: Callable[..., set[str]]) -> None:
    modules = imported("score", *HAND, "--win", "3m")
    assert "tabulate" in modules
    assert not modules & {"yaml", "numpy"}


def test_an_answer_without_a_picture_imports_nothing_that_draws(imported: Callable[..., set[str]]) -> None:
    modules = imported("score", *HAND, "--win", "3m")
    assert not [name for name in modules if "pictures" in name]


def test_a_score_that_is_not_explained_imports_nothing_that_explains(imported: Callable[..., set[str]]) -> None:
    for more in ([], ["--json"]):
        assert not [
            name for name in imported("score", *HAND, "--win", "3m", *more) if "expla" in name or "earn" in name
        ]


def test_the_package_itself_imports_nothing() -> None:
    code = "import sys; before = set(sys.modules); import mjcalc; print(*sorted(set(sys.modules) - before))"
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parent.parent)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True)
    assert done.stdout.split() == ["mjcalc"]


def test_every_name_that_the_package_offers_is_there() -> None:
    import mjcalc

    for name in mjcalc.__all__:
        assert getattr(mjcalc, name) is not None, name
    assert set(mjcalc.__all__) <= set(dir(mjcalc))
    missing: Any = "no_such_name"
    with pytest.raises(AttributeError, match="no_such_name"):
        getattr(mjcalc, missing)
