"""The headings and sentences of rule sheets, in the three languages. What stands in braces is filled in."""

from mjcalc.rules.schema import Names

__all__ = ["CHOICES", "DEALERS", "HEADINGS", "METHODS", "SENTENCES", "SIDES", "TILES", "TOTALS", "WON_BY"]

HEADINGS = {
    "tiles": Names("牌", "牌", "Tiles"),
    "shapes": Names("胡牌牌型", "胡牌牌型", "Winning shapes"),
    "calls": Names("吃碰槓與胡牌方式", "吃碰杠与胡牌方式", "Calls and ways of winning"),
    "fan": Names("番種", "番种", "Fans"),
    "big": Names("大胡（番值相加）", "大胡（番值相加）", "Big hands (their values are added)"),
    "limit": Names("封頂牌型", "封顶牌型", "Limit hands"),
    "bonus": Names("另計的番", "另计的番", "Fans beside the others"),
    "winner": Names("贏家的番", "赢家的番", "Multipliers of the winner"),
    "both": Names("贏家與各輸家的番", "赢家与各输家的番", "Multipliers of the winner and of each loser"),
    "loser": Names("各輸家的番", "各输家的番", "Multipliers of each loser"),
    "requires": Names("何時不能胡", "何时不能胡", "When a complete hand may not win"),
    "payment": Names("付錢", "付钱", "Payment"),
    "caps": Names("封頂", "封顶", "Caps"),
    "responsibility": Names("包牌", "包牌", "Responsibility"),
    "dealer": Names("莊家", "庄家", "The dealer"),
    "table": Names("桌上規矩", "桌上规矩", "At the table"),
    "dice": Names("骰子", "骰子", "Dice"),
    "options": Names("可選規則", "可选规则", "Options"),
    "sources": Names("來源", "来源", "Sources"),
}
"""The sections of a sheet; the sides of fans are sections of their own."""

METHODS = {
    "additive": Names(
        "每家付：底 × 各番之和",
        "每家付：底 × 各番之和",
        "each payment = base × the sum of the fans",
    ),
    "product": Names(
        "每家付：底 × 各番之積；封頂牌型付它自己的數",
        "每家付：底 × 各番之积；封顶牌型付它自己的数",
        "each payment = base × the product of the multipliers; a limit hand pays its own amount instead",
    ),
    "product_per_loser": Names(
        "每家付：底 × 贏家各番之積 × 該輸家各番之積 × 大胡番值之和（有大胡時）",
        "每家付：底 × 赢家各番之积 × 该输家各番之积 × 大胡番值之和（有大胡时）",
        "each payment = base × the winner's multipliers × that loser's multipliers"
        " × the sum of the big hands, if there is one",
    ),
}

TOTALS = {
    "additive": Names("合計：各番之和", "合计：各番之和", "the total is the sum of the fans"),
    "product": Names("合計：各番之積", "合计：各番之积", "the total is the product of the multipliers"),
    "product_per_loser": Names(
        "合計：贏家各番之積 × 大胡番值之和（有大胡時）；再乘以該輸家各番之積",
        "合计：赢家各番之积 × 大胡番值之和（有大胡时）；再乘以该输家各番之积",
        "the total is the winner's multipliers × the sum of the big hands, if there is one; for each loser × its own",
    ),
}
"""What the total is, where the seats pay by a table of their own."""

DEALERS = {
    "winner": Names("胡的一家做莊", "胡的一家做庄", "the winner deals"),
    "right": Names("莊家的下家做莊", "庄家的下家做庄", "the next player to the dealer's right deals"),
    "stays_or_right": Names(
        "莊家胡則連莊，否則由其下家做莊",
        "庄家胡则连庄，否则由其下家做庄",
        "the dealer stays if they won, otherwise the next player to their right deals",
    ),
    "stays": Names("莊家連莊", "庄家连庄", "the dealer stays"),
    "discarder": Names("點炮的一家做莊", "点炮的一家做庄", "the discarder deals"),
}

CHOICES = {
    "bool": Names("true | false", "true | false", "true | false"),
    "number": Names("一個數", "一个数", "a number"),
    "number_or_null": Names("一個數 | null", "一个数 | null", "a number | null"),
}
"""What an option without a list of choices may be."""

SIDES = {
    "fan": Names("番種", "番种", "a fan"),
    "big": Names("大胡", "大胡", "a big hand"),
    "limit": Names("封頂牌型", "封顶牌型", "a limit hand"),
    "bonus": Names("另計的番", "另计的番", "a fan beside the others"),
    "winner": Names("贏家的番", "赢家的番", "a multiplier of the winner"),
    "both": Names("贏家與各輸家的番", "赢家与各输家的番", "a multiplier of the winner and of each loser"),
    "loser": Names("各輸家的番", "各输家的番", "a multiplier of each loser"),
}
"""What a fan of each side is."""

WON_BY = {
    "self-draw": Names("自摸", "自摸", "a self-draw"),
    "discard": Names("點炮", "点炮", "another player's discard"),
    "kong-draw": Names("槓開", "杠开", "the replacement tile of a kong"),
    "rob-kong": Names("搶槓", "抢杠", "robbing a kong"),
    "flower-draw": Names("補花", "补花", "the replacement tile of a flower"),
}
"""How a hand was won, after "the hand was won by"."""

TILES = {
    "suits": Names("萬、筒、條各一到九", "万、筒、条各一到九", "1 to 9 of characters, dots and bamboo"),
    "numbers": Names("數牌", "数牌", "number tiles"),
    "winds": Names("風牌", "风牌", "winds"),
    "dragons": Names("三元牌", "三元牌", "dragons"),
    "honours": Names("字牌", "字牌", "honours"),
    "characters": Names("萬", "万", "characters"),
    "dots": Names("筒", "筒", "dots"),
    "bamboo": Names("條", "条", "bamboo"),
    "of suit": Names("{numbers}{suit}", "{numbers}{suit}", "{numbers} of {suit}"),
    "range": Names("{first}到{last}", "{first}到{last}", "{first} to {last}"),
}
"""Groups of tiles that players have a word for."""

SENTENCES = {
    "agreed": Names(
        "以下番值為預設，請依同桌約定調整（--set fans.ID=N）",
        "以下番值为默认，请依同桌约定调整（--set fans.ID=N）",
        "the values are defaults, for the table to agree on (--set fans.ID=N)",
    ),
    "comma": Names("、", "、", ", "),
    "words and": Names("{most}和{last}", "{most}和{last}", "{most} and {last}"),
    "words or": Names("{most}或{last}", "{most}或{last}", "{most} or {last}"),
    "clause comma": Names("，", "，", ", "),
    "clauses and": Names("{most}，且{last}", "{most}，且{last}", "{most}, and {last}"),
    "clauses or": Names("{most}，或{last}", "{most}，或{last}", "{most}, or {last}"),
    "brackets": Names("（{text}）", "（{text}）", "({text})"),
    "never": Names("這裡不採用 [{option}]", "这里不采用 [{option}]", "not in force here [{option}]"),
    "counts if": Names("{when}", "{when}", "{when}"),
    "counts unless": Names("{unless}時不計", "{unless}时不计", "not if {unless}"),
    "counts if unless": Names("{when}；{unless}時不計", "{when}；{unless}时不计", "{when}; but not if {unless}"),
    "fails if": Names("{when}時", "{when}时", "if {when}"),
    "fails unless": Names("除非{unless}", "除非{unless}", "unless {unless}"),
    "fails if unless": Names("{when}時，除非{unless}", "{when}时，除非{unless}", "if {when}, unless {unless}"),
    "at least one": Names("至少有一{piece}", "至少有一{piece}", "there is at least one {piece}"),
    "each": Names("每一", "每一", "each "),
    "and each": Names("，以及", "，以及", ", and "),
    "for each": Names("{pieces}", "{pieces}", "for {pieces}"),
    "is": Names("恰好 {number}", "恰好 {number}", "exactly {number} in all"),
    "at_least": Names("至少 {number}", "至少 {number}", "at least {number} in all"),
    "at_most": Names("至多 {number}", "至多 {number}", "at most {number} in all"),
    "none": Names("一個也沒有", "一个也没有", "none at all"),
    "counted": Names("{pieces}，合計{bounds}", "{pieces}，合计{bounds}", "counting {pieces}: {bounds}"),
    "only if": Names("只在{condition}時", "只在{condition}时", "only if {condition}"),
    "responsible": Names("{condition}：這一家包牌", "{condition}：这一家包牌", "a loser is responsible if {condition}"),
    "only when": Names("以下只在{condition}時適用", "以下只在{condition}时适用", "all of this only if {condition}"),
    "tiles": Names(
        "共 {count} 張：{kinds}，每種四張", "共 {count} 张：{kinds}，每种四张", "{count} tiles, four of each: {kinds}"
    ),
    "flowers": Names(
        "花牌：{kinds}，摸到就擺出來，補一張",
        "花牌：{kinds}，摸到就摆出来，补一张",
        "flowers, set aside and replaced when drawn: {kinds}",
    ),
    "kong tiles": Names(
        "槓牌，單張就能槓，也可以打出去：{kinds}",
        "杠牌，单张就能杠，也可以打出去：{kinds}",
        "kong tiles, konged or thrown one by one: {kinds}",
    ),
    "bonus tiles": Names(
        "另有花牌 {count} 張，各一張，擺出來計數",
        "另有花牌 {count} 张，各一张，摆出来计数",
        "{count} flowers and seasons beside them, one of each, set aside and counted",
    ),
    "honors": Names("七種字牌中的 {numbers} 種", "七种字牌中的 {numbers} 种", "{numbers} of the seven honours"),
    "dragon run": Names("中發白可以作一副順子", "中发白可以作一副顺子", "中發白 is a run"),
    "wild": Names(
        "{name}：翻開的牌的下一張，一列的最後一張接回第一張：{cycles}",
        "{name}：翻开的牌的下一张，一列的最后一张接回第一张：{cycles}",
        "{name}: the tile after the flipped one, and the first of a row after its last: {cycles}",
    ),
    "wild of": Names("翻{flipped}則{wild}", "翻{flipped}则{wild}", "{wild} for a flipped {flipped}"),
    "only of": Names("全副牌都是{kinds}", "全副牌都是{kinds}", "all tiles are {kinds}"),
    "distinct": Names("四張相同的不算兩對", "四张相同的不算两对", "four alike are not two pairs"),
    "four alike": Names("四張相同的算兩對", "四张相同的算两对", "four alike are two pairs"),
    "not by": Names("{ways}不能胡：{reason}", "{ways}不能胡：{reason}", "not by {ways}: {reason}"),
    "otherwise": Names("只在沒有其他番時計", "只在没有其他番时计", "only where no other fan counts"),
    "pieces of": Names("{fan}（{count} 個）", "{fan}（{count} 个）", "{fan} ({count} of it)"),
    "one for": Names("{fan}（{piece}少計一個）", "{fan}（{piece}少计一个）", "{fan} (one less for {piece})"),
    "one if": Names(
        "{fan}（若{condition}，少計一個）", "{fan}（若{condition}，少计一个）", "{fan} (one less if {condition})"
    ),
    "replaces": Names("不再計{fans}", "不再计{fans}", "takes the place of {fans}"),
    "worth each": Names("每個 {worth}", "每个 {worth}", "{worth} each"),
    "by number": Names("1 到 {most} 個依次 {values}", "1 到 {most} 个依次 {values}", "{values} for 1 to {most}"),
    "unmarked": Names(
        "沒有另外標明的，出自{source}", "没有另外标明的，出自{source}", "what is not marked is from the {source}"
    ),
    "base": Names("底 {base}", "底 {base}", "base {base}"),
    "base with streak": Names(
        "底 {base}，每連莊一次加 {more}，不設上限",
        "底 {base}，每连庄一次加 {more}，不设上限",
        "base {base}, and {more} more for each time the dealer has stayed, without end",
    ),
    "base with limited streak": Names(
        "底 {base}，每連莊一次加 {more}，最多 {most} 次",
        "底 {base}，每连庄一次加 {more}，最多 {most} 次",
        "base {base}, and {more} more for each time the dealer has stayed, {most} times at most",
    ),
    "all pay": Names("三家都付", "三家都付", "all three losers pay"),
    "source pays": Names(
        "自摸三家都付；別家的牌胡，由那一家獨付",
        "自摸三家都付；别家的牌胡，由那一家独付",
        "all three losers pay a drawn win; the player that any other came from pays it alone",
    ),
    "account once": Names(
        "組合番：每次只組合尚未（直接或間接）組合在一起的牌組，取番數最高的組法",
        "组合番：每次只组合尚未（直接或间接）组合在一起的牌组，取番数最高的组法",
        "combinations of sets: each joins only sets that are not joined yet, directly or through others; "
        "of all such choices the one of the highest sum counts",
    ),
    "drawn pays": Names("自摸：三家各付{pay}", "自摸：三家各付{pay}", "a drawn win: each loser pays {pay}"),
    "each pays": Names(
        "別家的牌胡：那一家付{source}，另兩家各付{others}",
        "别家的牌胡：那一家付{source}，另两家各付{others}",
        "any other win: the player that the tile came from pays {source}, the other two {others} each",
    ),
    "total": Names("合計", "合计", "the total"),
    "base times": Names("底 × {number}", "底 × {number}", "base × {number}"),
    "amount per base": Names("{amount} × 底", "{amount} × 底", "{amount} × base"),
    "first rule": Names(
        "依序看，第一條指得出人的算數", "依序看，第一条指得出人的算数", "the first rule that names a seat decides"
    ),
    "every rule": Names("各條指出的人都算", "各条指出的人都算", "every seat that a rule names is liable"),
    "liable pays": Names("包牌者付三家的份", "包牌者付三家的份", "who is responsible pays the shares of all three"),
    "several split": Names(
        "包牌者付三家的份；不止一人時分攤",
        "包牌者付三家的份；不止一人时分摊",
        "who is responsible pays the shares of all three; several split them",
    ),
    "several pay all": Names(
        "包牌者付三家的份；不止一人時每人都付全部",
        "包牌者付三家的份；不止一人时每人都付全部",
        "who is responsible pays the shares of all three; of several, each pays them all",
    ),
    "after_win": Names("胡牌之後，{dealer}", "胡牌之后，{dealer}", "after a win {dealer}"),
    "after_several_wins": Names(
        "一炮多響之後，{dealer}", "一炮多响之后，{dealer}", "after several wins at once {dealer}"
    ),
    "after_draw": Names("流局之後，{dealer}", "流局之后，{dealer}", "after a drawn game {dealer}"),
    "dice total": Names("〈兩顆之和〉", "〈两颗之和〉", "(the sum)"),
    "dice low": Names("〈較小的一顆〉", "〈较小的一颗〉", "(the lower die)"),
    "dice high": Names("〈較大的一顆〉", "〈较大的一颗〉", "(the higher die)"),
    "choices": Names("可選：{choices}", "可选：{choices}", "choices: {choices}"),
}
