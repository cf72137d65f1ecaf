"""The book of an evening: who sits where, who deals, what every deal was worth and to whom, where everybody stands.

One file holds one evening. Every function is a command of ``mjcalc game`` (:func:`dice` is one of its own) and takes
the file's path; those that write do so in one transaction, and what they return says where the evening then stands.

>>> import os, tempfile
>>> from mjcalc import game
>>> file = os.path.join(tempfile.mkdtemp(), "evening.mj")
>>> game.new(file, rules="hm", players=["甲", "乙", "丙", "丁"]).dealer
'甲'
>>> done = game.win(file, "乙", "23p456s789s88m +peng中@丁", win="4p", from_="丙")
>>> done.score.total, done.entry.payments
(2, {'甲': 0, '乙': 2, '丙': -2, '丁': 0})
>>> done.dealer, done.streak, [player.total for player in done.players]
('乙', 0, [0, 2, -2, 0])
>>> game.undo(file).players == game.show(file).players
True
"""

__all__ = [
    "BookCheck",
    "DiceThrow",
    "Difference",
    "Game",
    "GameEntry",
    "GameError",
    "Player",
    "Recorded",
    "check",
    "dice",
    "draw",
    "export",
    "format_csv",
    "generate_totals",
    "new",
    "pay",
    "rules_of",
    "show",
    "sparkline",
    "undo",
    "win",
    "write_chart",
]

TYPE_CHECKING = False  # as in mjcalc itself
if TYPE_CHECKING:
    from mjcalc.errors import GameError
    from mjcalc.game.chart import generate_totals, sparkline, write_chart
    from mjcalc.game.checking import check
    from mjcalc.game.exporting import format_csv
    from mjcalc.game.records import BookCheck, DiceThrow, Difference, Game, GameEntry, Player, Recorded
    from mjcalc.game.standing import export, show
    from mjcalc.game.table import rules_of
    from mjcalc.game.throwing import dice
    from mjcalc.game.winning import win
    from mjcalc.game.writing import draw, new, pay, undo

_HOMES = {
    "mjcalc.errors": ("GameError",),
    "mjcalc.game.chart": ("generate_totals", "sparkline", "write_chart"),
    "mjcalc.game.checking": ("check",),
    "mjcalc.game.exporting": ("format_csv",),
    "mjcalc.game.table": ("rules_of",),
    "mjcalc.game.throwing": ("dice",),
    "mjcalc.game.records": ("BookCheck", "Difference", "GameEntry", "Game", "Player", "Recorded", "DiceThrow"),
    "mjcalc.game.standing": ("export", "show"),
    "mjcalc.game.winning": ("win",),
    "mjcalc.game.writing": ("draw", "new", "pay", "undo"),
}


def __getattr__(name: str) -> object:
    from importlib import import_module

    for home, names in _HOMES.items():
        if name in names:
            value = globals()[name] = getattr(import_module(home), name)
            return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
