"""The rules of the house: what is true of every module, whoever writes it."""

import ast
import doctest
from importlib import import_module
from pathlib import Path

import pytest
import yaml

from mjcalc.scoring import VOCABULARY

ROOT = Path(__file__).parent.parent
MODULES = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for path in (ROOT / "mjcalc").rglob("*.py")
    if path.name != "__main__.py"
)

# Each room may import itself and those named here, all of them nearer to the tiles.
ROOMS: dict[str, set[str]] = {
    "texts": set(),
    "memo": set(),
    "errors": set(),
    "tiles": set(),
    "hand": {"tiles"},
    "notation": {"errors", "hand", "memo", "tiles"},
    "question": {"errors", "hand", "memo", "notation", "tiles"},
    "codes": {"notation"},
    "solver": {"hand", "memo", "tiles"},
    "rules": {"", "errors", "hand", "memo", "notation", "question", "tiles"},
    "scoring": {"hand", "memo", "notation", "rules", "solver", "tiles"},
    "answers": {"errors", "hand", "memo", "notation", "rules", "scoring", "solver", "tiles"},
    "round": {"", "answers", "errors", "hand", "memo", "notation", "rules", "scoring", "tiles"},
    "asked": {"answers", "errors", "hand", "notation", "question", "round", "rules", "tiles"},
    "api": {"answers", "asked", "errors", "question", "rules"},
    "jsonl": {"", "answers", "api", "asked", "errors", "memo", "question", "round", "rules", "scoring"},
    "game": {"", "answers", "api", "asked", "errors", "hand", "notation", "question", "rules", "scoring"},
    "report": {"answers", "game", "hand", "question", "rules", "tiles"},
    "pictures": {"answers", "game", "hand", "notation", "report", "rules", "tiles"},
    "cli": {
        "",
        "api",
        "asked",
        "errors",
        "game",
        "hand",
        "jsonl",
        "pictures",
        "question",
        "report",
        "round",
        "rules",
        "scoring",
    },
}


def room_of(module: str) -> str:
    """The room a module belongs to; that of the package's own names is empty."""
    return module.partition(".")[2].partition(".")[0]


def imported_by(module: str) -> set[str]:
    """The modules of this project that a module's text imports, wherever in it."""
    path = ROOT.joinpath(*module.split("."))
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{name.name}" if node.module == "mjcalc" else node.module for name in node.names}
    return {name for name in found if name.split(".")[0] == "mjcalc"}


@pytest.mark.parametrize("module", [module for module in MODULES if module != "mjcalc"])
def test_a_module_imports_only_from_rooms_nearer_to_the_tiles(module: str) -> None:
    room = room_of(module)
    allowed = ROOMS[room] | {room, "texts"}  # every room has something to say
    # ``from mjcalc import __version__`` asks the package itself.
    others = {room_of(name) if room_of(name) in ROOMS else "" for name in imported_by(module)}
    assert others <= allowed, f"{module} may not import {sorted(others - allowed)}"


def test_the_rooms_make_no_circle() -> None:
    seen: set[str] = {""}
    for room, below in ROOMS.items():
        assert below <= seen, f"{room} is listed before {sorted(below - seen)}"
        seen.add(room)


@pytest.mark.parametrize("module", MODULES)
def test_the_examples_in_the_docstrings_are_true(module: str) -> None:
    failures, _ = doctest.testmod(import_module(module), optionflags=doctest.NORMALIZE_WHITESPACE)
    assert failures == 0


def test_a_condition_says_where_its_argument_goes() -> None:
    for word in VOCABULARY.words.values():
        assert word.meaning.count("…") == (word.takes != "nothing"), word.name


@pytest.mark.parametrize("module", MODULES)
def test_a_module_says_what_it_is_for_and_what_it_offers(module: str) -> None:
    loaded = import_module(module)
    assert loaded.__doc__
    missing = [name for name in getattr(loaded, "__all__", ()) if not hasattr(loaded, name)]
    assert not missing


def test_no_module_names_a_variant() -> None:
    words: set[str] = set()
    for path in (ROOT / "rules").glob("*.yaml"):
        head = yaml.safe_load(path.read_text(encoding="utf-8"))
        words |= {head["id"], *head["names"].values(), *(str(alias) for alias in head.get("aliases", ()))}
        words |= {word.removesuffix("麻將").removesuffix("麻将") for word in words}
    # Short aliases such as two letters are parts of ordinary words.
    words = {word for word in words if len(word) > 2 or not word.isascii()}
    assert len(words) > 12
    for path in (ROOT / "mjcalc").rglob("*.py"):
        text = path.read_text(encoding="utf-8").lower()
        named = sorted(word for word in words if word.lower() in text)
        assert not named, f"{path.relative_to(ROOT)} names {named}"
