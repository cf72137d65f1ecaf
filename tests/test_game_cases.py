"""Evenings with their right results, step by step, as a player would write them down."""

from pathlib import Path
from typing import Any

import pytest

from mjcalc import game
from mjcalc.errors import MjcalcError
from tests.support.files import read_yaml

FILES = sorted((Path(__file__).parent / "cases").glob("evening-*.yaml"))
CASES: list[Any] = [
    pytest.param(path.stem.removeprefix("evening-"), case, id=f"{path.stem}: {case['name']}")
    for path in FILES
    for case in read_yaml(path)
]


def do(file: str, command: str, arguments: dict[str, Any]) -> game.Recorded:
    """One command."""
    if command == "win":
        arguments = {"from_" if name == "from" else name: value for name, value in arguments.items()}
        return game.win(file, arguments.pop("winner"), arguments.pop("hand"), **arguments)
    return {"draw": game.draw, "pay": game.pay, "undo": game.undo}[command](file, **arguments)


def said(file: str, done: game.Recorded | None) -> dict[str, Any]:
    """What a case may expect of the book after a command."""
    shown = game.show(file)
    found: dict[str, Any] = {
        "dealer": shown.dealer,
        "streak": shown.streak,
        "deals": shown.deals,
        "house": shown.house,
        "totals": {player.name: player.total for player in shown.players},
        "wins": {player.name: player.wins for player in shown.players if player.wins},
        "deals_in": {player.name: player.deals_in for player in shown.players if player.deals_in},
    }
    if done is not None and done.entry is not None:
        entry = done.entry
        found |= {"payments": entry.payments, "given": entry.given, "from": entry.source, "by": entry.by}
    if done is not None and done.score is not None:
        found |= {"legal": done.score.legal, "reasons": [reason.id for reason in done.score.reasons]}
        assert done.score.legal == (done.entry is not None)
    return found


@pytest.mark.parametrize(("rules", "case"), CASES)
def test_an_evening_goes_as_its_steps_say(tmp_path: Path, rules: str, case: dict[str, Any]) -> None:
    file = str(tmp_path / "evening.mj")
    options = {key: case[key] for key in ("dealer", "base", "set") if key in case}
    game.new(file, rules=rules, players=["甲", "乙", "丙", "丁"], **options)
    for step in case["steps"]:
        ((command, arguments),) = [(key, step[key]) for key in step if key not in ("expect", "error")]
        done, before = None, Path(file).read_bytes()
        if "error" in step:
            with pytest.raises(MjcalcError) as raised:
                do(file, command, dict(arguments))
            assert [problem.code for problem in raised.value.problems] == [step["error"]["code"]]
            assert step["error"]["message"] in str(raised.value)
        else:
            done = do(file, command, dict(arguments))
        expected = step.get("expect", {})
        assert {key: said(file, done).get(key) for key in expected} == expected, step
        if "error" in step or expected.get("legal") is False:
            assert Path(file).read_bytes() == before
    assert game.check(file).differences == ()


def test_there_are_evenings_of_every_variant() -> None:
    rules = {path.stem for path in (Path(__file__).parent.parent / "rules").glob("*.yaml")}
    assert {path.stem.removeprefix("evening-") for path in FILES} <= rules
    assert len(FILES) >= 4
