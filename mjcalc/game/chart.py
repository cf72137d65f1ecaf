"""How the totals went over the evening: lines of blocks for a terminal, a picture for everything else."""

from collections.abc import Iterator, Sequence
from io import StringIO

from msgspec import UNSET

from mjcalc.errors import GameError, Problem
from mjcalc.game.records import Game
from mjcalc.rules.schema import Language
from mjcalc.texts import say

__all__ = ["generate_totals", "sparkline", "write_chart"]

_BLOCKS = "▁▂▃▄▅▆▇█"
_WIDTH, _HEIGHT = 800, 500
_MOST_TICKS = 16
_FIRST_WIDE = "\u1100"


def generate_totals(game: Game) -> Iterator[tuple[int, ...]]:
    """The players' totals as they began, and after every entry.

    :param game: with its entries.
    """
    totals = (0,) * len(game.players)
    yield totals
    for entry in game.entries if game.entries is not UNSET else ():
        totals = tuple(total + paid for total, paid in zip(totals, entry.payments.values(), strict=True))
        yield totals


def sparkline(values: Sequence[int], least: int, most: int, width: int) -> str:
    """Values as blocks of eight heights; of more values than columns, the last of each column.

    >>> sparkline([0, 5, 10, -4], -4, 10, 80), sparkline(range(100), 0, 99, 4), sparkline([0, 0], 0, 0, 80)
    ('▃▅█▁', '▂▄▆█', '▁▁')
    """
    columns = min(width, len(values))
    chosen = [values[(column + 1) * len(values) // columns - 1] for column in range(columns)]
    steps = len(_BLOCKS) - 1
    return "".join(_BLOCKS[(value - least) * steps // ((most - least) or 1)] for value in chosen)


def write_chart(game: Game, path: str, *, lang: Language = "zh-Hant") -> None:
    """Draw the totals as an SVG file that needs nothing beside itself.

    :param game: with its entries.
    :raises GameError: where the library that draws is not installed: it comes with ``mjcalc[chart]``.
    :raises OSError: if the file cannot be written.
    """
    try:
        import leather
    except ImportError:
        message = say("a chart needs another library: pip install 'mjcalc[chart]'")
        raise GameError([Problem("chart_missing", message, where="chart")]) from None
    totals = list(generate_totals(game))
    last = len(totals) - 1
    least, most = min(0, *map(min, totals)), max(1, *map(max, totals))
    chart = leather.Chart(game.names[lang])
    chart.add_x_scale(0, max(last, 1))
    chart.add_x_axis(ticks=range(0, last + 1, 1 + last // _MOST_TICKS))
    chart.add_y_scale(least, most)
    for player, course in zip(game.players, zip(*totals, strict=True), strict=True):
        name = f"{player.name} {player.total}"
        # The legend takes every character for a narrow one; spaces at the end give wide ones their room.
        chart.add_line(list(enumerate(course)), name=name + " " * sum(char >= _FIRST_WIDE for char in name))
    drawn = StringIO()
    chart.to_svg(drawn, _WIDTH, _HEIGHT)
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.write(drawn.getvalue().replace(leather.theme.title_font_family, "sans-serif"))
