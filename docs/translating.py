"""Brings the catalogues of Chinese texts up to date with the code: ``python docs/translating.py``.

New texts are added, those that are gone are dropped, and the ``.mo`` files are made. A text that has traditional
characters alone gets simplified ones from them; look them over. ``docs/translating.md`` says more.
"""

import ast
import io
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from opencc import OpenCC

FOLDER = Path(__file__).parent.parent / "mjcalc"
LANGUAGES = ("zh_Hant", "zh_Hans")
SAYING = ("say", "say_as", "say_many")
"""What makes a text."""

Key = tuple[str | None, str | tuple[str, str]]
"""A context and a text, or a text for one and for many."""


def generate_texts() -> Iterator[tuple[str, Key]]:
    """The place of every text in the code, and the text.

    :raises ValueError: if one is not a literal.
    """
    for path in sorted(FOLDER.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        imports = [node for node in tree.body if isinstance(node, ast.ImportFrom) and node.module == "mjcalc.texts"]
        known = {alias.name for node in imports for alias in node.names} & set(SAYING)
        if path.name == "texts.py":
            known = set(SAYING)
        for node in ast.walk(tree):
            place = f"{path.relative_to(FOLDER.parent)}, line {getattr(node, 'lineno', 1)}"
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in known:
                yield place, _key(node, node.func.id, place)
            elif isinstance(node, ast.FunctionDef):
                for said in (*generate_meanings(node), *generate_help(node)):
                    yield place, (None, said)


def generate_meanings(function: ast.FunctionDef) -> Iterator[str]:
    """What a condition of rules files means, which is its docstring, and what it means for the argument 1."""
    for decorator in function.decorator_list:
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "predicate":
            yield (ast.get_docstring(function) or "").strip()
            yield from (ast.literal_eval(one.value) for one in decorator.keywords if one.arg == "one")


def generate_help(function: ast.FunctionDef) -> Iterator[str]:
    """The help of a command, which is its docstring."""
    for decorator in function.decorator_list:
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func).rpartition(".")[2] in ("command", "group"):
            yield ast.get_docstring(function) or ""


def _key(call: ast.Call, name: str, place: str) -> Key:
    texts = [one.value for one in call.args[: 1 + (name != "say")] if isinstance(one, ast.Constant)]
    if len(texts) != 1 + (name != "say") or not all(isinstance(text, str) for text in texts):
        raise ValueError(f"{place}: {name} needs its texts as they are, not as variables")
    if name == "say":
        return None, texts[0]
    return (texts[0], texts[1]) if name == "say_as" else (None, (texts[0], texts[1]))


def path_of(language: str) -> Path:
    """The catalogue of a language."""
    return FOLDER / "locale" / language / "LC_MESSAGES" / "mjcalc.po"


def read_catalogue(language: str) -> Catalog:
    """The catalogue of a language, empty if there is none yet."""
    path = path_of(language)
    if not path.exists():
        return Catalog(language)
    with path.open("rb") as file:
        return read_po(file, language)


def key_of(message: object) -> Key:
    """The key of an entry."""
    return message.context, message.id


def updated(catalogue: Catalog, language: str, traditional: Catalog | None = None) -> Catalog:
    """A catalogue with just the texts of the code, in order.

    :param traditional: what simplified texts that are missing are made from.
    """
    fresh = Catalog(language, fuzzy=False)
    convert = OpenCC("t2s").convert
    for context, id in sorted({key for _, key in generate_texts()}, key=lambda key: (str(key[1]), key[0] or "")):
        old = catalogue.get(id, context)
        said = old.string if old is not None else ""
        if not _is_said(said) and traditional is not None:
            other = traditional.get(id, context)
            said = other.string if other is not None else ""
            said = convert(said) if isinstance(said, str) else tuple(map(convert, said))
        fresh.add(id, said or "", context=context)
    return fresh


def _is_said(said: str | tuple[str, ...] | list[str]) -> bool:
    return bool(said) and (isinstance(said, str) or all(said))


def as_po(catalogue: Catalog) -> bytes:
    """The catalogue as a file for people."""
    file = io.BytesIO()
    catalogue.header_comment = f"# The texts of mjcalc in {catalogue.locale.english_name}."
    write_po(file, catalogue, width=120, omit_header=True)
    head = (
        f"{catalogue.header_comment}\n"
        'msgid ""\nmsgstr ""\n'
        f'"Language: {catalogue.locale_identifier}\\n"\n'
        '"Plural-Forms: nplurals=1; plural=0;\\n"\n'
        '"MIME-Version: 1.0\\n"\n'
        '"Content-Type: text/plain; charset=utf-8\\n"\n'
        '"Content-Transfer-Encoding: 8bit\\n"\n\n'
    )
    return head.encode() + file.getvalue()


def as_mo(po: bytes, language: str) -> bytes:
    """A file for people as one for the program."""
    file = io.BytesIO()
    catalogue = read_po(io.BytesIO(po), language)
    catalogue.creation_date = datetime(2000, 1, 1, tzinfo=UTC)  # not the time of the day: the same file again and again
    write_mo(file, catalogue)
    return file.getvalue()


def generate_files() -> Iterator[tuple[Path, bytes]]:
    """Every file as it should be."""
    traditional = None
    for language in LANGUAGES:
        catalogue = updated(read_catalogue(language), language, traditional)
        traditional = traditional or catalogue
        po = as_po(catalogue)
        yield path_of(language), po
        yield path_of(language).with_suffix(".mo"), as_mo(po, language)
        by_click = path_of(language).with_name("click.po")
        yield by_click.with_suffix(".mo"), as_mo(by_click.read_bytes(), language)


if __name__ == "__main__":
    for path, content in generate_files():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    missing = [
        (language, one.id) for language in LANGUAGES for one in read_catalogue(language) if not _is_said(one.string)
    ]
    for language, id in missing:
        print(f"{language}: {id!r} is missing")
    sys.exit(1 if missing else 0)
