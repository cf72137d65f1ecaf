"""The recipe for a cluster, as docs/batch.md has it, on a local one."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

pytest.importorskip("dask.bag", reason="needs Dask", exc_type=ImportError)
pytest.importorskip("distributed", reason="needs Dask's distributed", exc_type=ImportError)


def without_line(answers: bytes) -> list[dict[str, Any]]:
    """The answers without the number of their line, which counts within a partition."""
    return [msgspec.json.decode(line) | {"line": None} for line in answers.splitlines()]


@pytest.mark.filterwarnings("default")
def test_the_recipe_gives_the_answers_of_a_batch(root: Path, tmp_path: Path) -> None:
    page = (root / "docs" / "batch.md").read_text(encoding="utf-8")
    (recipe,) = [block for block in page.split("```python\n")[1:] if "dask.bag" in block.partition("```")[0]]
    (tmp_path / "recipe.py").write_text(recipe.partition("```")[0], encoding="utf-8")
    hands = ["1122335577m8899m", "123p456p678s8889m9m", "111m222m333m444m55m"]
    requests = [{"id": number, "hand": hands[number % 3], "rules": "huangmei"} for number in range(60)]
    lines = [msgspec.json.encode(request) for request in requests]
    lines[7] = b'{"id":7,"hand":"\xff","rules":"huangmei"}'
    lines[33] = b""
    for part in range(3):
        (tmp_path / f"requests-{part}.jsonl").write_bytes(b"\n".join(lines[20 * part : 20 * part + 20]) + b"\n")
    environment = os.environ | {"PYTHONPATH": str(root)}
    subprocess.run([sys.executable, "recipe.py"], cwd=tmp_path, env=environment, check=True, timeout=300)
    answers = b"".join(path.read_bytes() for path in sorted(tmp_path.glob("answers-*.jsonl")))
    batch = [sys.executable, "-m", "mjcalc", "batch"]
    done = subprocess.run(batch, input=b"\n".join(lines), env=environment, capture_output=True, timeout=60)
    assert without_line(answers) == without_line(done.stdout)
    assert answers.endswith(b"\n")
