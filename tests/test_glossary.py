"""The glossary has the words that the program uses."""

import runpy
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from mjcalc.report.sheet import rule_sheet
from mjcalc.rules import load, variants
from mjcalc.scoring.predicates import VOCABULARY
from mjcalc.texts import Language

ROOT = Path(__file__).parent.parent
GLOSSARY = runpy.run_path(str(ROOT / "docs" / "glossary.py"))
TERMS = [term for terms in GLOSSARY["GROUPS"].values() for term in terms]


def test_the_page_has_the_words_of_the_program() -> None:
    assert (ROOT / "docs" / "glossary.md").read_text("utf-8") == GLOSSARY["page"](), "run: python docs/glossary.py"


def test_no_word_stands_there_twice() -> None:
    words = [term.names.said_in("zh-Hant") for term in TERMS]
    assert len(words) > 40
    assert len(set(words)) == len(words)


@pytest.mark.parametrize("lang", GLOSSARY["LANGUAGES"])
def test_the_program_says_every_word_that_stands_in_the_glossary_alone(lang: Language) -> None:
    said = [rule_sheet(load(entry.id), VOCABULARY, lang=lang) for entry in variants()]
    if lang != "en":
        name = lang.replace("-", "_")
        with open(ROOT / "mjcalc" / "locale" / name / "LC_MESSAGES" / "mjcalc.po", "rb") as file:
            said += [str(message.string) for message in read_po(file, name)]
    text = " ".join("\n".join(said).lower().split())
    assert [term.names.said_in(lang) for term in TERMS if term.is_own and term.names.said_in(lang) not in text] == []
