"""Many hands in one process, or in several: JSON Lines in, JSON Lines out."""

from mjcalc.jsonl.stream import (
    LINE_LIMIT,
    Answer,
    Part,
    Request,
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
    "LINE_LIMIT",
    "Answer",
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
