"""What is built is what was written: rules files reach every kind of installation."""

import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import msgspec
import pytest

HAND = ["123m456m789s22s +peng5p@right +gang中中", "--win", "3m", "--indicator", "7p", "-r", "huangshi"]


@pytest.fixture(scope="module")
def built(root: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The sdist of this checkout, and the wheel built from nothing but that sdist."""
    folder = tmp_path_factory.mktemp("dist")
    build = "from hatchling import build; import sys; print(getattr(build, sys.argv[1])(sys.argv[2]))"

    def run(what: str, where: Path) -> Path:
        command = [sys.executable, "-c", build, what, str(folder)]
        return (
            folder / subprocess.run(command, cwd=where, check=True, capture_output=True, text=True).stdout.split()[-1]
        )

    sdist = run("build_sdist", root)
    with tarfile.open(sdist) as archive:
        # An argument of its own only from Python 3.11.4 on.
        archive.extraction_filter = getattr(tarfile, "data_filter", None)
        archive.extractall(folder / "unpacked")
    return sdist, run("build_wheel", next((folder / "unpacked").iterdir()))


def test_the_wheel_carries_every_rules_file_the_types_the_help_and_the_drawings(
    built: tuple[Path, Path], root: Path
) -> None:
    names = zipfile.ZipFile(built[1]).namelist()
    for path in (root / "rules").glob("*.yaml"):
        assert f"mjcalc/rules/data/{path.name}" in names
    assert {"mjcalc/py.typed", "mjcalc/cli/examples.txt", "mjcalc/json-schema.json"} <= set(names)
    assert {"mjcalc/pictures/strokes.txt", "mjcalc/pictures/numbers.txt"} <= set(names)
    assert not [name for name in names if not name.startswith("mjcalc") or "__pycache__" in name]


def test_the_sdist_can_run_the_tests(built: tuple[Path, Path]) -> None:
    with tarfile.open(built[0]) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"rules/huangshi.yaml", "tests/conftest.py", "tests/cases/huangshi.yaml", ".ci/run", "README.md"} <= names


def test_an_installed_wheel_scores_a_hand_far_from_the_checkout(built: tuple[Path, Path], tmp_path: Path) -> None:
    venv.create(tmp_path / "venv", with_pip=False)
    scripts = tmp_path / "venv" / ("Scripts" if sys.platform == "win32" else "bin")
    python = scripts / "python"
    command = [
        sys.executable,
        "-m",
        "pip",
        "--python",
        str(python),
        "install",
        "--no-deps",
        "--no-index",
        "--quiet",
        str(built[1]),
    ]
    subprocess.run(command, check=True, capture_output=True)
    # Of the libraries the wheel needs, those of this environment will do.
    (site,) = (tmp_path / "venv").glob("**/site-packages")
    for name in ("click", "msgspec", "yaml", "_yaml", "tabulate", "wcwidth"):
        source = Path(sysconfig.get_path("purelib"), name)
        if source.exists():
            (site / name).symlink_to(source)

    script = scripts / "mjcalc"
    done = subprocess.run(
        [script, "score", *HAND, "--json"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env={"MJCALC_CACHE_DIR": str(tmp_path / "cache")},
    )
    assert done.stderr == ""
    assert done.returncode == 0
    assert msgspec.json.decode(done.stdout)["total"] == 32
    where = subprocess.run(
        [python, "-c", "import mjcalc; print(mjcalc.__file__)"], cwd=tmp_path, capture_output=True, text=True
    )
    assert str(site) in where.stdout
