"""Random evenings, and a little model of the book that knows only what players know: who deals next, who pays whom."""

import os
import random
import re
import tempfile
from collections.abc import Callable
from typing import Any

import mjcalc
from mjcalc import game
from mjcalc.errors import MjcalcError
from tests.support.dealing import deal

__all__ = ["PLAYERS", "Model", "play_step", "quick_folder"]

PLAYERS = ("阿明", "Bo", "丙丙", "D")

# Who deals after a win by this winner and dealer, and after a drawn game: as each town has it.
AFTER_WIN: dict[str, Callable[[int, int], int]] = {
    "huangshi": lambda winner, dealer: winner,
    "huangmei": lambda winner, dealer: winner,
    "huangshan": lambda winner, dealer: dealer if winner == dealer else (dealer + 1) % 4,
    "huangshan-fei": lambda winner, dealer: dealer if winner == dealer else (dealer + 1) % 4,
}
AFTER_DRAW: dict[str, Callable[[int], int]] = {
    "huangshi": lambda dealer: dealer,
    "huangmei": lambda dealer: (dealer + 1) % 4,
    "huangshan": lambda dealer: dealer,
    "huangshan-fei": lambda dealer: dealer,
}
OFFSETS = {"right": 1, "across": 2, "left": 3}


def quick_folder() -> "tempfile.TemporaryDirectory[str]":
    """A folder in memory where there is such a thing: a book is flushed to its disk after every command."""
    return tempfile.TemporaryDirectory(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None)


class Model:
    """What should stand in the book: a list of states, the last one now."""

    def __init__(self, rules: str) -> None:
        self.rules = rules
        self.states: list[dict[str, Any]] = [
            {
                "dealer": 0,
                "streak": 0,
                "totals": [0] * 4,
                "house": 0,
                "deals": 0,
                "wins": [0] * 4,
                "fed": [0] * 4,
                "deal": None,
            }
        ]

    @property
    def now(self) -> dict[str, Any]:
        return self.states[-1]

    def push(self, **changes: Any) -> None:
        self.states.append({**self.now, **changes})

    def passed_to(self, deal: dict[str, Any], dealer: int) -> dict[str, Any]:
        return {"dealer": dealer, "streak": deal["streak"] + 1 if dealer == deal["dealer"] else 0}

    def win(self, winner: int, pays: dict[str, int], source: int | None, same_deal: bool) -> None:
        totals = list(self.now["totals"])
        for seat, amount in pays.items():
            totals[(winner + OFFSETS[seat]) % 4] -= amount
            totals[winner] += amount
        deal = self.now["deal"] if same_deal else {"dealer": self.now["dealer"], "streak": self.now["streak"]}
        deal = {**deal, "winners": [*deal.get("winners", []), winner], "source": source}
        dealer = source if same_deal and source is not None else AFTER_WIN[self.rules](winner, deal["dealer"])
        self.push(
            totals=totals,
            deals=self.now["deals"] + (not same_deal),
            wins=[wins + (place == winner) for place, wins in enumerate(self.now["wins"])],
            fed=[fed + (place == source and not same_deal) for place, fed in enumerate(self.now["fed"])],
            deal=deal,
            **self.passed_to(deal, dealer),
        )

    def draw(self) -> None:
        dealer = AFTER_DRAW[self.rules](self.now["dealer"])
        self.push(deals=self.now["deals"] + 1, deal=None, **self.passed_to(self.now, dealer))

    def pay(self, amounts: list[int]) -> None:
        totals = [total + amount for total, amount in zip(self.now["totals"], amounts, strict=True)]
        self.push(totals=totals, house=self.now["house"] - sum(amounts))

    def agrees_with(self, shown: game.Game) -> bool:
        now = self.now
        return (
            [player.total for player in shown.players] == now["totals"]
            and [(player.wins, player.deals_in) for player in shown.players]
            == [*zip(now["wins"], now["fed"], strict=True)]
            and (shown.dealer, shown.streak) == (PLAYERS[now["dealer"]], now["streak"])
            and (shown.house, shown.deals) == (now["house"], now["deals"])
        )


def play_step(chance: random.Random, file: str, model: Model) -> str:
    """Do one thing at the table, in the book and in the model; returns what it was."""
    what = chance.choice(("win", "win", "win", "win", "same_deal", "draw", "pay", "undo"))
    if what == "undo":
        if len(model.states) == 1:
            return ""
        game.undo(file)
        model.states.pop()
    elif what == "draw":
        game.draw(file)
        model.draw()
    elif what == "pay":
        amounts = [chance.randint(-50, 50) for _ in range(3)]
        fee = chance.random() < 0.3
        amounts.append(chance.randint(-50, 50) if fee else -sum(amounts))
        if any(amounts):
            game.pay(file, dict(zip(PLAYERS, amounts, strict=True)), fee=fee)
            model.pay(amounts)
    elif what == "win":
        _win(chance, file, model)
    else:
        _same_deal(chance, file, model)
    return what


def _with_names(chance: random.Random, text: str, owner: int) -> str:
    """A hand with some of its seats said by name."""
    for seat, offset in OFFSETS.items():
        if chance.random() < 0.7:
            text = text.replace(f"@{seat}", f"@{PLAYERS[(owner + offset) % 4]}")
    return text


def _win(chance: random.Random, file: str, model: Model) -> None:
    winner = chance.randrange(4)
    dealt = deal(chance, model.rules)
    dealt.pop("dealer", None)
    hand, seat, losers = dealt.pop("hand"), dealt.pop("from_", None), dealt.pop("losers", {})
    source = None if seat is None else (winner + OFFSETS[seat]) % 4
    offset = (model.now["dealer"] - winner) % 4
    dealer = "self" if offset == 0 else next(seat for seat in OFFSETS if OFFSETS[seat] == offset)
    right = mjcalc.score(hand, **dealt, from_=seat, losers=losers, dealer=dealer, streak=model.now["streak"] or None)
    dealt.pop("rules")
    done = game.win(
        file,
        PLAYERS[winner],
        _with_names(chance, hand, winner),
        from_=None if source is None else PLAYERS[source],
        show={
            PLAYERS[(winner + OFFSETS[seat]) % 4]: _with_names(chance, text, (winner + OFFSETS[seat]) % 4)
            for seat, text in losers.items()
        },
        **dealt,
    )
    assert done.score is not None
    assert (done.score.legal, done.score.gain, done.score.fans) == (right.legal, right.gain, right.fans)
    if right.legal:
        model.win(winner, {payment.seat: payment.pays for payment in right.payments}, source, same_deal=False)


def _same_deal(chance: random.Random, file: str, model: Model) -> None:
    """Somebody else wins on the tile of the latest deal, with the same tiles: the book scores hands one by one."""
    entries = [entry for entry in game.export(file).entries or () if entry.kind != "pay"]
    deal = model.now["deal"]
    if not entries or entries[-1].kind != "win" or deal is None or deal["source"] is None:
        return
    others = [place for place in range(4) if place not in (*deal["winners"], deal["source"])]
    if not others:
        return
    winner, last = chance.choice(others), entries[-1]
    hand = re.sub(r"@\S+", "", str(last.hand))  # who fed whom is not the same from another seat
    try:
        done = game.win(file, PLAYERS[winner], hand, same_deal=True)
    except MjcalcError as error:
        (problem,) = error.problems
        nearest = min([*deal["winners"], winner], key=lambda place: (place - deal["source"]) % 4)
        assert (problem.code, model.rules != "huangmei") == ("one_winner", True)
        assert f"here: {PLAYERS[nearest]}, the nearest after {PLAYERS[deal['source']]}" in problem.message
        return
    assert done.score is not None
    if done.score.legal:
        assert model.rules == "huangmei"
        pays = {payment.seat: payment.pays for payment in done.score.payments}
        model.win(winner, pays, deal["source"], same_deal=True)
