"""The Python in the pages: it is true, and it passes the type checker."""

import doctest
import pydoc
import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

import mjcalc
from mjcalc.question import options

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
PAGE = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
EXAMPLES = {
    page.name: doctest.DocTestParser().get_examples(page.read_text(encoding="utf-8").replace("```", ""))
    for page in PAGES
    if ">>>" in page.read_text(encoding="utf-8")
}


def test_the_python_in_the_page_about_it_is_true() -> None:
    page = (ROOT / "docs" / "python.md").read_text(encoding="utf-8").replace("```", "")
    test = doctest.DocTestParser().get_doctest(page, {}, "python.md", "python.md", 0)
    assert len(test.examples) > 20
    assert doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(test).failed == 0


@pytest.mark.slow
def test_the_python_in_every_page_passes_the_type_checker(tmp_path: Path) -> None:
    assert {"README.md", "python.md", "batch.md"} <= EXAMPLES.keys()
    files = []
    for name, examples in EXAMPLES.items():
        files.append(tmp_path / f"{name.removesuffix('.md').lower()}_page.py")
        files[-1].write_text("".join(example.source for example in examples), encoding="utf-8")
    (whole,) = re.findall("```python\n(import pandas.*?)```", PAGE, re.DOTALL)
    files.append(tmp_path / "pandas_page.py")
    files[-1].write_text(whole, encoding="utf-8")
    settings = tmp_path / "mypy.ini"
    settings.write_text("[mypy]\nstrict = true\n[mypy-pandas]\nignore_missing_imports = true\n", encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--config-file", str(settings), "--cache-dir", str(tmp_path / "cache")]
    done = subprocess.run([*command, *map(str, files)], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stdout


@pytest.mark.slow
def test_the_type_checker_knows_the_words(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.py"
    calls = ['by="ron"', 'from_="self"', 'dealer="nobody"', 'lang="fr"', "win=5", "nothing=1"]
    wrong.write_text("import mjcalc\n" + "".join(f'mjcalc.score("", rules="hm", {call})\n' for call in calls))
    plain = tmp_path / "plain.py"
    plain.write_text('import mjcalc\nmjcalc.score("", rules="hm").explain\n'
                     'mjcalc.score("", rules="hm", explain=True).explain.payments[0].pays.real\n')  # fmt: skip
    command = [sys.executable, "-m", "mypy", "--strict", "--no-pretty", "--cache-dir", str(tmp_path / "cache")]
    done = subprocess.run([*command, str(wrong), str(plain)], capture_output=True, text=True, cwd=ROOT)
    blamed = set(re.findall(r"^\S*wrong\.py:(\d+): error", done.stdout, re.MULTILINE))
    assert blamed == {str(line) for line in range(2, 2 + len(calls))}, done.stdout
    assert set(re.findall(r"^\S*plain\.py:(\d+): error", done.stdout, re.MULTILINE)) == {"2"}, done.stdout


def test_every_public_name_is_in_the_page() -> None:
    page = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    missing = [name for name in mjcalc.__all__ if not re.search(rf"\b{name}\b", page)]
    assert not missing


def test_help_lists_every_option() -> None:
    shown = pydoc.render_doc(mjcalc.score)
    assert not [one.name for one in options().values() if one.name != "hand" and f"``{one.name}``" not in shown]


def test_an_answer_as_a_dict_is_its_json() -> None:
    hand = "123m456m789s22s +peng5p@right +gang中中"
    score = mjcalc.score(hand, rules="huangshi", win="3m", indicator="7p")
    why = mjcalc.score(hand, rules="huangshi", win="3m", indicator="7p", explain=True)
    waits = mjcalc.waits("123p456p678s8889m", rules="huangmei")
    discards = mjcalc.discards("123p456p678s8889m中", rules="huangmei")
    (failure,) = mjcalc.batch([{"hand": "x", "id": {"a": [1]}}], rules="huangmei")
    for answer in (score, why, waits, discards, failure):
        assert answer.to_dict() == msgspec.json.decode(msgspec.json.encode(answer))
    assert "id" not in score.to_dict()
    assert failure.to_dict()["id"] == {"a": [1]}


@pytest.mark.parametrize("op", ["score", "waits", "discard"])
def test_an_answer_of_a_batch_keeps_its_id(op: str) -> None:
    hand = {"score": "1122335577m8899m", "waits": "123p456p678s8889m", "discard": "123p456p678s8889m中"}[op]
    labels: list[object] = [7, "七", None, [1, {"a": 2}]]
    requests: list[dict[str, object]] = [
        *({"id": label, "op": op, "hand": hand} for label in labels),
        {"op": op, "hand": hand},
    ]
    answers = [answer.to_dict() for answer in mjcalc.batch(requests, rules="huangmei")]
    assert [answer.get("id", "none") for answer in answers] == [7, "七", None, [1, {"a": 2}], "none"]


def test_a_number_that_cannot_be_written_is_an_error_of_ours() -> None:
    settings = {"fans.self_draw": 10**9, "caps.cap": 10**9}
    hand = "123m456m789s22s +peng5p@right +gang中中"
    score = mjcalc.score(hand, rules="huangshi", win="3m", indicator="7p", set=settings)
    assert score.to_dict()["total"] == score.total == 16 * 10**9
    with pytest.raises(mjcalc.ImpossibleError, match="too many digits"):
        msgspec.structs.replace(score, total=10**5000).to_dict()
