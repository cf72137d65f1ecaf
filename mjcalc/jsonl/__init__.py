"""Many hands in one process, or in several: JSON Lines in, JSON Lines out."""

from mjcalc.jsonl.requests import LINE_LIMIT, Line, Request
from mjcalc.jsonl.stream import (
    DONE,
    FAILED,
    UNEXPECTED,
    Answer,
    Part,
    batch,
    count_lines,
    encode,
    generate_answers,
    generate_blocks,
    generate_lines,
    generate_parts,
    split_lines,
)

__all__ = [
    "DONE",
    "FAILED",
    "LINE_LIMIT",
    "UNEXPECTED",
    "Answer",
    "Line",
    "Part",
    "Request",
    "batch",
    "count_lines",
    "encode",
    "generate_answers",
    "generate_blocks",
    "generate_lines",
    "generate_parts",
    "split_lines",
]
