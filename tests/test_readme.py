"""What the README shows is what comes out."""

import doctest
import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"^```console\n\$ (mjcalc .*)\n((?:.*\n)*?)```$", README, re.MULTILINE)


@pytest.mark.parametrize(("command", "output"), SHOWN, ids=[command for command, _ in SHOWN])
def test_a_command_prints_what_the_readme_shows(mjcalc: Callable[..., Any], command: str, output: str) -> None:
    result = mjcalc(*shlex.split(command)[1:])
    assert result.out + result.err == output


def test_there_is_something_to_show() -> None:
    assert len(SHOWN) >= 5


def test_the_python_in_the_readme_is_true() -> None:
    test = doctest.DocTestParser().get_doctest(README.replace("```", ""), {}, "README.md", "README.md", 0)
    assert test.examples
    assert doctest.DocTestRunner().run(test).failed == 0
