"""What every test shares: a command line without the user's own settings and caches."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from mjcalc.cli import main

# A slow machine is no failure.
settings.register_profile("quick", deadline=None, max_examples=40)
settings.register_profile("thorough", deadline=None, max_examples=150)
settings.load_profile("quick")


@pytest.fixture(scope="session", autouse=True)
def _own_settings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No MJCALC_… of the user's, no language and no rules folder of theirs, and a cache of the test run's own."""
    before = dict(os.environ)
    for name in [name for name in os.environ if name.startswith("MJCALC_")]:
        del os.environ[name]
    home = tmp_path_factory.mktemp("home")
    os.environ |= {"XDG_CONFIG_HOME": str(home / "config"), "MJCALC_CACHE_DIR": str(home / "cache")}
    os.environ["LC_ALL"] = "C.UTF-8"
    yield
    os.environ.clear()
    os.environ.update(before)


class Result:
    """What a run of the command line left: exit code, standard output, standard error."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err


@pytest.fixture
def mjcalc(capfd: pytest.CaptureFixture[str]) -> Callable[..., Result]:
    """Run the command line in this process."""

    def run(*arguments: str) -> Result:
        capfd.readouterr()
        code = main(arguments)
        captured = capfd.readouterr()
        return Result(code, captured.out, captured.err)

    return run


@pytest.fixture(scope="session")
def root() -> Path:
    """The top of the checkout."""
    return Path(__file__).parent.parent
