"""The pages about JSON and errors say what the code does."""

import ast
import doctest
import runpy
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from jsonschema import Draft202012Validator

import mjcalc as package
from mjcalc.codes import CODES
from mjcalc.jsonl import Request, batch
from tests.support.files import read_yaml

ROOT = Path(__file__).parent.parent
REFERENCE = runpy.run_path(str(ROOT / "docs" / "reference.py"))
SCHEMA = msgspec.json.decode((ROOT / "docs" / "json-schema.json").read_bytes())
VARIANTS = sorted(path.stem for path in (ROOT / "rules").glob("*.yaml"))


def wrong(name: str, document: Any) -> list[str]:
    """What the schema has against a document."""
    validator = Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": SCHEMA["$defs"]})
    return [f"{error.json_path}: {error.message}" for error in validator.iter_errors(document)]


def written(answer: object) -> Any:
    """The document that is written for it."""
    return msgspec.json.decode(msgspec.json.encode(answer))


def cases(rules: str) -> Iterator[dict[str, Any]]:
    """The worked cases of a variant, as requests."""
    for case in read_yaml(ROOT / "tests" / "cases" / f"{rules}.yaml"):
        yield {"rules": rules} | {key: value for key, value in case.items() if key not in ("name", "expect")}


@pytest.mark.parametrize("page", REFERENCE["PAGES"])
def test_a_page_is_what_the_code_makes_of_it(page: str) -> None:
    made = REFERENCE["PAGES"][page]()
    assert (ROOT / "docs" / page).read_text(encoding="utf-8") == made, "run: python docs/reference.py"


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


def test_every_sentence_about_a_field_is_about_one_that_exists() -> None:
    known = {
        f"{name}.{field.encode_name}"
        for name, record in REFERENCE["RECORDS"].items()
        for field in msgspec.structs.fields(record)
    }
    assert set(REFERENCE["SAID_HERE"]) <= known


@pytest.mark.parametrize("rules", VARIANTS)
def test_answers_to_the_worked_cases_fit_the_schema(rules: str) -> None:
    for case in cases(rules):
        assert wrong("Request", case) == []
        (score,) = batch([case])
        assert wrong("Score", written(score)) == []


@pytest.mark.parametrize("rules", VARIANTS)
def test_waits_discards_and_aims_fit_the_schema(rules: str) -> None:
    hands = {
        "Waits": ("123m456m78s22s123p", "19m19p19s東南西北中2m3m"),
        "Discards": ("123m456m78s22s123p5p",),
        "Aims": ("123m456m78s22s123p5p", "123m456m78s22s123p"),
    }
    for name, texts in hands.items():
        ask = {"Waits": package.waits, "Discards": package.discards, "Aims": package.aims}[name]
        for hand in texts:
            try:
                answer = ask(hand, rules=rules)
            except package.ImpossibleError:
                continue  # tiles that the variant does not have
            assert wrong(name, written(answer)) == []


def test_answers_and_errors_of_a_batch_fit_the_schema(mjcalc: Callable[..., Any], tmp_path: Path) -> None:
    file = tmp_path / "lines.jsonl"
    file.write_text(
        '{"id":[1],"hand":"1122335577m8899m","rules":"huangmei"}\n'
        '{"id":"b","hand":"12x","rules":"huangmei"}\n{\n{"hand":1}\n{"hand":"1m","rules":"x"}\n{"hand":"1m","rules":"hm"}\n',
        encoding="utf-8",
    )
    answers = [msgspec.json.decode(line) for line in mjcalc("batch", str(file)).out.splitlines()]
    assert [wrong("Failure" if "error" in answer else "Score", answer) for answer in answers] == [[]] * 6
    assert [answer.get("error", {}).get("kind") for answer in answers] == [
        None, "notation", "json", "request", "rules", "impossible",
    ]  # fmt: skip
    for answer in answers[1:]:
        assert {problem["code"] for problem in answer["error"]["problems"]} <= CODES[answer["error"]["kind"]].keys()


@pytest.mark.parametrize(
    ("kind", "arguments"),
    [
        ("notation", ["score", "12x", "-r", "huangmei"]),
        ("impossible", ["waits", "12m", "-r", "huangmei"]),
        ("rules", ["score", "12m", "-r", "nowhere"]),
        ("usage", ["score", "12m", "--no-such-option"]),
        ("usage", ["discard"]),
        ("rules", ["rules", "check", "nowhere.yaml"]),
    ],
)
def test_an_error_of_a_single_question_is_json_on_standard_error(
    mjcalc: Callable[..., Any], kind: str, arguments: list[str]
) -> None:
    result = mjcalc(*arguments, "--json")
    assert (result.code, result.out) == (2, "")
    document = msgspec.json.decode(result.err)
    assert wrong("Failure", document) == []
    assert document["error"]["kind"] == kind
    assert {problem["code"] for problem in document["error"]["problems"]} <= CODES.get(kind, {}).keys()


def test_the_list_of_variants_and_a_checked_file_fit_the_schema(mjcalc: Callable[..., Any], root: Path) -> None:
    assert wrong("Variants", msgspec.json.decode(mjcalc("rules", "--json").out)) == []
    checked = mjcalc("rules", "check", "--json", str(root / "rules" / "huangmei.yaml"))
    assert wrong("Checked", msgspec.json.decode(checked.out)) == []


def test_the_schema_refuses_what_a_request_may_not_be() -> None:
    for request in (
        {},
        {"hand": 1},
        {"hand": "1m", "hnad": ""},
        {"hand": "1m", "op": "sing"},
        {"hand": "", "base": "1"},
    ):
        assert wrong("Request", request), request
        assert msgspec.json.encode(request)
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(msgspec.json.encode(request), type=Request)


def test_the_python_in_the_page_about_batches_is_true() -> None:
    page = (ROOT / "docs" / "batch.md").read_text(encoding="utf-8").replace("```", "")
    test = doctest.DocTestParser().get_doctest(page, {}, "batch.md", "batch.md", 0)
    assert test.examples
    assert doctest.DocTestRunner().run(test).failed == 0


def test_the_settings_in_the_page_about_the_environment_are_taken(
    mjcalc: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = (ROOT / "docs" / "completion.md").read_text(encoding="utf-8")
    (exported,) = [line for line in page.splitlines() if line.startswith("export ")]
    for word in shlex.split(exported)[1:]:
        monkeypatch.setenv(*word.split("=", 1))
    hand = ("score", "123m456m789s22s +peng5p@right +gang中中", "--win", "3m", "--indicator", "7p", "--json")
    by_variables = mjcalc(*hand).out
    monkeypatch.undo()
    options = ("-r", "huangshi", "--set", "caps.cap=8", "--set", "fans.self_draw=1")
    assert by_variables == mjcalc(*hand, *options).out
    for fewer in (options[:2], options[:4], options[:2] + options[4:]):
        assert by_variables != mjcalc(*hand, *fewer).out


def test_the_requests_in_the_page_about_batches_get_the_answers_it_shows() -> None:
    page = (ROOT / "docs" / "batch.md").read_text(encoding="utf-8")
    answers = list(batch([line for line in page.splitlines() if line.startswith('{"id"')][:3]))
    score, waits, failure = (written(answer) for answer in answers)
    shown = [msgspec.json.decode(line) for line in page.splitlines() if line.startswith("[") and line.endswith("]")]
    assert shown == [[1, score["gain"]], [2, waits["remaining"]], [3, failure["error"]["message"]]]


# Codes.


def generate_codes() -> Iterator[tuple[str, str]]:
    """Every code that is written where a problem is made, with the file."""
    for path in sorted((ROOT / "mjcalc").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args:
                name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                code = node.args[0]
                if name in ("Problem", "problem", "complain") and isinstance(code, ast.Constant):
                    yield str(code.value), path.name


def test_every_code_in_the_code_has_a_meaning() -> None:
    listed = {code for codes in CODES.values() for code in codes}
    found = dict(generate_codes())
    assert len(found) > 60
    assert {code: file for code, file in found.items() if code not in listed} == {}


def test_every_code_that_has_a_meaning_is_in_the_code() -> None:
    texts = [
        path.read_text(encoding="utf-8")
        for path in (ROOT / "mjcalc").rglob("*.py")
        if path.name not in ("codes.py", "parser.py")
    ]
    parser = (ROOT / "mjcalc" / "notation" / "parser.py").read_text(encoding="utf-8").partition("_CALLS: ")[2]
    code = "\n".join([*texts, parser])
    made = {"too_few_tiles", "too_many_tiles"}  # put together from parts
    unused = [one for codes in CODES.values() for one in codes if f'"{one}"' not in code and one not in made]
    assert unused == []


def test_a_code_is_said_to_mean_one_thing_only_once() -> None:
    for kind, codes in CODES.items():
        assert len(set(codes.values())) == len(codes), kind
