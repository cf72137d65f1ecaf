"""Whether a text is Chinese alone."""

import re

from opencc import OpenCC

__all__ = ["ENGLISH", "check_chinese"]

ENGLISH = re.compile(
    r"\b(?:the|is|are|not|of|may|there|and|or|with|has|have|it|to)\b|(?:[A-Za-z]{2,}[ ,]+){2}[A-Za-z]{2,}"
)
"""What gives away a sentence in English."""

_SIMPLIFIED = OpenCC("t2s")


def check_chinese(own: str, language: str) -> None:
    """Check that a text is in this script, and that no English sentence is left in it.

    :param own: the text without what somebody typed, or may type.
    """
    assert re.search("[一-鿿]", own), own
    assert not ENGLISH.search(own), own
    if language == "zh-Hans":
        assert _SIMPLIFIED.convert(own) == own, own
