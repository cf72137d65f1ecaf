"""How the totals went over the evening: lines of blocks for a terminal, a picture for everything else."""

from collections.abc import Iterator, Sequence

from msgspec import UNSET

from mjcalc.errors import GameError, Problem
from mjcalc.game.records import Game
from mjcalc.rules.schema import Language

__all__ = ["generate_totals", "sparkline", "write_chart"]

_BLOCKS = "▁▂▃▄▅▆▇█"


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
        import pygal
        from pygal.etree import etree
    except ImportError:
        message = "a chart needs another library: pip install 'mjcalc[chart]'"
        raise GameError([Problem("chart_missing", message, where="chart")]) from None
    chart = pygal.Line(
        title=game.names[lang],
        js=(),  # nothing is loaded from elsewhere
        no_prefix=True,  # the same evening gives the same file
        show_minor_x_labels=False,
        x_labels_major_count=8,
        truncate_legend=-1,
        show_dots=game.deals <= 40,
    )
    totals = list(generate_totals(game))
    chart.x_labels = list(map(str, range(len(totals))))
    for player, values in zip(game.players, zip(*totals, strict=True), strict=True):
        chart.add(f"{player.name} {player.total:+}" if player.total else f"{player.name} 0", values)
    drawn = chart.render_tree()
    for parent in list(drawn.iter()):
        for script in [child for child in parent if str(child.tag).endswith("script")]:
            parent.remove(script)  # it would only show numbers under the pointer
    text = etree.tostring(drawn, encoding="unicode")
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.write(text)
