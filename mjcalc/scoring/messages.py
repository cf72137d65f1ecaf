"""The few sentences of a result that no rules file carries, in the three languages."""

from mjcalc.rules.schema import Names

__all__ = [
    "AGREED",
    "ANONYMOUS_WILD",
    "COUNTS_FOR_NOTHING",
    "NOT_COMPLETE",
    "ROUNDED",
    "UNKNOWN_FEEDER",
]

NOT_COMPLETE = Names("不成胡牌型", "不成胡牌型", "the tiles make none of the winning shapes")
AGREED = Names(
    "規則來源未定番值：以下番值為本程式的預設，請依同桌約定用 --set 調整",
    "规则来源未定番值：以下番值为本程序的默认，请依同桌约定用 --set 调整",
    "the source leaves the values to the table: these are defaults, change them with --set",
)
ANONYMOUS_WILD = Names(
    "未指明翻牌或百搭：只有 * 當百搭，其餘的牌都當本身",
    "未指明翻牌或百搭：只有 * 当百搭，其余的牌都当本身",
    "no indicator or wild was given: only * is wild, every other tile is what it looks like",
)
UNKNOWN_FEEDER = Names(
    "{duty}：不知道是誰餵的（用 @下 @對 @上 註明），未能判定",
    "{duty}：不知道是谁喂的（用 @下 @对 @上 注明），未能判定",
    "responsibility not decided, {duty}: say who fed it with @right, @across or @left",
)
ROUNDED = Names(
    "包牌各家分攤除不盡，每家進位",
    "包牌各家分摊除不尽，每家进位",
    "the shares do not split evenly between those responsible: each pays the next whole number",
)
COUNTS_FOR_NOTHING = Names(
    "{what} 在此規則中不影響結果",
    "{what} 在此规则中不影响结果",
    "{what} changes nothing in this variant",
)
