"""An evening as text: the standings, who deals next, every deal, what a check found, how the totals went."""

from collections.abc import Iterator

from msgspec import UNSET, json

from mjcalc.game.chart import generate_totals, sparkline
from mjcalc.game.records import BookCheck, Game, GameEntry, Recorded, Thrown
from mjcalc.report.layout import page_width, table, width_of, wrap
from mjcalc.report.words import both, both_names, draw, draw_hand
from mjcalc.rules.schema import Language, Names

__all__ = ["format_chart", "format_check", "format_game", "format_recorded", "format_thrown"]

_WORDS = {
    "new": Names("新的一晚", "新的一晚", "a new evening"),
    "win": Names("胡", "胡", "win"),
    "draw": Names("流局", "流局", "drawn game"),
    "pay": Names("另付", "另付", "payment"),
    "undone": Names("已取消", "已取消", "taken back"),
    "not written": Names("沒有記下", "没有记下", "not written down"),
    "player": Names("玩家", "玩家", "player"),
    "now": Names("本次", "本次", "this time"),
    "total": Names("累計", "累计", "total"),
    "wins": Names("胡牌", "胡牌", "wins"),
    "deals_in": Names("點炮", "点炮", "dealt in"),
    "house": Names("場家", "场家", "house"),
    "next": Names("下一局", "下一局", "next deal"),
    "dealer": Names("莊家", "庄家", "dealer"),
    "streak": Names("連莊", "连庄", "streak"),
    "base": Names("底", "底", "base"),
    "set": Names("設定", "设定", "settings"),
    "deals": Names("局數", "局数", "deals"),
    "only here": Names("只在本局", "只在本局", "for this deal only"),
    "note": Names("註", "注", "note"),
    "least": Names("最低", "最低", "lowest"),
    "most": Names("最高", "最高", "highest"),
    "course": Names("走勢", "走势", "course"),
    "entry": Names("第 {number} 筆", "第 {number} 笔", "entry {number}"),
    "dice": Names("骰子", "骰子", "dice"),
}

_CHECKED = Names(
    "核對了 {entries} 筆，其中 {wins} 手牌重新算過",
    "核对了 {entries} 笔，其中 {wins} 手牌重新算过",
    "entries checked: {entries}; hands scored again: {wins}",
)
_NOTHING = Names("沒有不同", "没有不同", "nothing differs")
_DIFFER = Names("有 {count} 處不同", "有 {count} 处不同", "differences: {count}")
_RULES_CHANGED = Names(
    "規則檔在記帳之後改過",
    "规则文件在记账之后改过",
    "the rules file has changed since some of it was written",
)
_WAS_AND_NOW = Names(
    "{field} 記的是 {was}，現在是 {now}",
    "{field} 记的是 {was}，现在是 {now}",
    "{field} was {was}, is now {now}",
)


def format_recorded(done: Recorded, *, lang: Language, undone: bool = False) -> str:
    """What a command wrote down or took back, where everybody stands, and who deals next."""
    entry = done.entry
    lines = []
    if entry is not None:
        lines += [_headline(entry, lang, undone), *_notes(entry, lang), ""]
    elif done.score is not None:
        lines += [_said("not written", lang), ""]
    else:
        lines += [f"{_said('new', lang)} · {_name(done, lang)}", ""]
    moved = None if entry is None or undone else entry.payments
    lines += [_standings(done, lang, moved, entry.house if entry else 0), "", _next(done, lang)]
    return "\n".join(lines)


def format_game(game: Game, *, lang: Language, glyphs: bool = False) -> str:
    """Where everybody stands and who deals next, after every entry where there are any."""
    lines = [f"{_name(game, lang)} · {_said('deals', lang)} {game.deals}", ""]
    for entry in game.entries if game.entries is not UNSET else ():
        lines += _entry(entry, lang, glyphs)
    return "\n".join([*lines, _standings(game, lang), "", _next(game, lang)])


def _entry(entry: GameEntry, lang: Language, glyphs: bool) -> Iterator[str]:
    yield _headline(entry, lang, False)
    if entry.hand is not None:
        yield f"    {draw_hand(entry.hand, glyphs=glyphs)}"
    paid = [f"{name} {amount:+}" for name, amount in entry.payments.items() if amount]
    paid += [f"{_said('house', lang)} {entry.house:+}"] if entry.house else []
    if paid:
        yield f"    {'  '.join(paid)}"
    yield from (f"    {note}" for note in _notes(entry, lang))
    yield ""


def _headline(entry: GameEntry, lang: Language, undone: bool) -> str:
    parts = [f"{entry.number}", _said(entry.kind, lang)]
    if undone:
        parts.insert(0, _said("undone", lang))
    if entry.winner is not None and entry.win is not None and entry.by is not None:
        parts[-1] = f"{entry.winner} {parts[-1]}"
        tile = f"{draw([entry.win], glyphs=False)} {both(entry.by, lang)}"
        parts.append(f"{tile} ← {entry.source}" if entry.source else tile)
        parts.append(f"{both('total', lang)} {entry.total}")
    if entry.dealer is not None:
        parts.append(f"{_said('dealer', lang)} {entry.dealer}")
    if entry.streak:
        parts.append(f"{_said('streak', lang)} {entry.streak}")
    if entry.note:
        parts.append(entry.note)
    return " · ".join(parts)


def _notes(entry: GameEntry, lang: Language) -> Iterator[str]:
    """What was given for one deal alone."""
    if entry.given:
        given = []
        for name, value in entry.given.items():
            text = " ".join(f"{key}={one}" for key, one in value.items()) if isinstance(value, dict) else str(value)
            given.append(f"{_said(name, lang)} {text}")
        yield wrap(f"{_said('note', lang)}: {_said('only here', lang)} {' · '.join(given)}")


def _standings(game: Game, lang: Language, moved: dict[str, int] | None = None, fee: int = 0) -> str:
    headers = [_said(word, lang) for word in ("player", "total", "wins", "deals_in")]
    rows: list[list[object]] = [
        [player.name, f"{player.total:+}" if player.total else "0", player.wins, player.deals_in]
        for player in game.players
    ]
    if game.house:
        rows.append([_said("house", lang), f"{game.house:+}", "", ""])
    if moved is not None and any(moved.values()):
        headers.insert(1, _said("now", lang))
        for row, amount in zip(rows, (*moved.values(), fee), strict=False):
            row.insert(1, f"{amount:+}" if amount else "0")
    return table(headers, rows, "l" + "r" * (len(headers) - 1))


def _next(game: Game, lang: Language) -> str:
    return f"{_said('next', lang)} · {_said('dealer', lang)} {game.dealer} · {_said('streak', lang)} {game.streak}"


def format_chart(game: Game, *, lang: Language) -> str:
    """The totals of every player over the evening, as lines of blocks of one scale."""
    totals = list(generate_totals(game))
    least, most = min(map(min, totals)), max(map(max, totals))
    headers = [_said(word, lang) for word in ("player", "course", "least", "most", "total")]
    courses = list(zip(game.players, zip(*totals, strict=True), strict=True))

    def drawn(width: int) -> str:
        rows = [
            (player.name, sparkline(course, least, most, width), min(course), max(course), player.total)
            for player, course in courses
        ]
        return table(headers, rows, "llrrr")

    # What is left of the page beside the other columns.
    beside = max(map(width_of, drawn(1).splitlines())) - width_of(headers[1])
    title = f"{_name(game, lang)} · {_said('deals', lang)} {game.deals}"
    return "\n".join([title, "", drawn(max(page_width() - beside, 16))])


def format_check(check: BookCheck, *, lang: Language) -> str:
    """What was looked at, and everything that would now come out otherwise."""
    found = len(check.differences)
    summary = _CHECKED.said_in(lang).format(entries=check.entries, wins=check.wins)
    lines = [f"{summary} · {_DIFFER.said_in(lang).format(count=found) if found else _NOTHING.said_in(lang)}"]
    if check.rules_changed:
        lines.append(_RULES_CHANGED.said_in(lang))
    for one in check.differences:
        was, now = (json.encode(value).decode() for value in (one.was, one.now))
        text = _WAS_AND_NOW.said_in(lang).format(field=one.field, was=was, now=now)
        lines.append(wrap(f"{_WORDS['entry'].said_in(lang).format(number=one.entry)}: {text}"))
    return "\n".join(lines)


def format_thrown(thrown: Thrown, *, lang: Language) -> str:
    """A throw, and what it decides."""
    first, second = thrown.dice
    lines = [f"{_said('dice', lang)} {first} + {second} = {thrown.total}"]
    return "\n".join([*lines, *(wrap(f"{one.name}: {one.text}") for one in thrown.says)])


def _said(word: str, lang: Language) -> str:
    return both_names(_WORDS[word], lang)


def _name(game: Game, lang: Language) -> str:
    names = game.names
    return both_names(Names(names["zh-Hant"], names["zh-Hans"], names["en"]), lang)
