"""Brings the catalogues of texts up to date with the code: ``python docs/translating.py``.

It collects every ``say``, ``say_as`` and ``say_many``, and the meanings of predicates, into ``mjcalc.pot``, takes what
is new or gone over into both ``mjcalc.po``, and compiles them. It ends with what is still to be translated.
"""

import ast
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "mjcalc"
LOCALE = PACKAGE / "locale"
TEMPLATE = LOCALE / "mjcalc.pot"
CATALOGUES = {name: LOCALE / name / "LC_MESSAGES" / "mjcalc.po" for name in ("zh_Hant", "zh_Hans")}
_WRITTEN = datetime(2026, 1, 1, tzinfo=UTC)
"""Dates in catalogues would change them where no text does."""
_NOT_KEPT = (b'"Report-Msgid', b'"Last-Translator', b'"Language-Team', b'"Generated-By', b'"Project-Id')
"""Lines of a header that say nothing here, or change with the version of Babel."""


def template() -> Catalog:
    """Every text of the package, as it is in the code now."""
    catalogue = Catalog(
        project="mjcalc",
        header_comment="# The texts of mjcalc; made by docs/translating.py.",
        creation_date=_WRITTEN,
        revision_date=_WRITTEN,
        fuzzy=False,
    )
    for path in sorted(PACKAGE.rglob("*.py")):
        place = path.relative_to(ROOT).as_posix()
        tree = ast.parse(path.read_text("utf-8"))
        for message, context in (*said(tree), *((meaning, None) for meaning in meanings(tree))):
            catalogue.add(message, locations=[(place, None)], context=context)
    return catalogue


def said(tree: ast.Module) -> Iterator[tuple[str | tuple[str, str], str | None]]:
    """What a module says by the functions of :mod:`mjcalc.texts`, each with its context; texts of plural forms are two.

    Only texts that stand in the call are found: whatever is made elsewhere must be said there.
    """
    sources = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module == "mjcalc.texts"]
    functions = {name.asname or name.name: name.name for node in sources for name in node.names}
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in functions):
            continue
        texts = [arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
        if functions[node.func.id] == "say" and texts and texts[0]:
            yield texts[0], None
        elif functions[node.func.id] == "say_as":
            yield texts[1], texts[0]
        elif functions[node.func.id] == "say_many":
            yield (texts[0], texts[1]), None


def meanings(tree: ast.Module) -> Iterator[str]:
    """The docstrings of a module's predicates, and what they are called for the argument 1."""
    for node in tree.body:
        for decorator in node.decorator_list if isinstance(node, ast.FunctionDef) else ():
            if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "predicate":
                yield (ast.get_docstring(node) or "").strip()
                yield from (str(ast.literal_eval(one.value)) for one in decorator.keywords if one.arg == "one")


def read(path: Path) -> Catalog:
    """A catalogue as it is on disk."""
    with path.open("rb") as file:
        return read_po(file, locale=path.parent.parent.name)


def text_of(catalogue: Catalog) -> bytes:
    """A catalogue as its file has it."""
    buffer = BytesIO()
    write_po(buffer, catalogue, width=120, sort_output=True, ignore_obsolete=True)
    lines = buffer.getvalue().splitlines(keepends=True)
    return b"".join(line for line in lines if not line.startswith(_NOT_KEPT))


def compiled(catalogue: Catalog) -> bytes:
    """A catalogue as the package reads it."""
    buffer = BytesIO()
    write_mo(buffer, catalogue)
    return buffer.getvalue()


def main() -> int:
    """Write all of it; the exit code is 1 where a text has no translation."""
    newest = template()
    TEMPLATE.write_bytes(text_of(newest))
    missing = 0
    for path in CATALOGUES.values():
        catalogue = read(path)
        catalogue.update(newest, no_fuzzy_matching=True)
        catalogue.revision_date = _WRITTEN
        path.write_bytes(text_of(catalogue))
        path.with_suffix(".mo").write_bytes(compiled(catalogue))
        for message in catalogue:
            if message.id and not message.string:
                missing += 1
                print(f"{path.relative_to(ROOT)}: {message.id!r} has no translation")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
