"""The headings and sentences of rule sheets. What stands in braces is filled in."""

from mjcalc.texts import say, say_as

__all__ = ["CHOICES", "DEALERS", "HEADINGS", "METHODS", "SENTENCES", "SIDES", "TILES", "TOTALS", "WON_BY"]

HEADINGS = {
    "tiles": say("Tiles"),
    "shapes": say("Winning shapes"),
    "calls": say("Calls and ways of winning"),
    "fan": say("Fans"),
    "big": say("Big hands (their values are added)"),
    "limit": say("Limit hands"),
    "bonus": say("Fans beside the others"),
    "winner": say("Multipliers of the winner"),
    "both": say("Multipliers of the winner and of each loser"),
    "loser": say("Multipliers of each loser"),
    "requires": say("When a complete hand may not win"),
    "aims": say("What a hand can be played for"),
    "payment": say("Payment"),
    "caps": say("Caps"),
    "responsibility": say("Responsibility"),
    "dealer": say("The dealer"),
    "table": say("At the table"),
    "dice": say("Dice"),
    "options": say("Options"),
    "sources": say("Sources"),
}
"""The sections of a sheet; the sides of fans are sections of their own."""

METHODS = {
    "additive": say("each payment = base × the sum of the fans"),
    "product": say("each payment = base × the product of the multipliers; a limit hand pays its own amount instead"),
    "product_per_loser": say(
        "each payment = base × the winner's multipliers × that loser's multipliers"
        " × the sum of the big hands, if there is one"
    ),
}

TOTALS = {
    "additive": say("the total is the sum of the fans"),
    "product": say("the total is the product of the multipliers"),
    "product_per_loser": say(
        "the total is the winner's multipliers × the sum of the big hands, if there is one; for each loser × its own"
    ),
}
"""What the total is, where the seats pay by a table of their own."""

DEALERS = {
    "winner": say("the winner deals"),
    "right": say("the next player to the dealer's right deals"),
    "stays_or_right": say("the dealer stays if they won, otherwise the next player to their right deals"),
    "stays": say("the dealer stays"),
    "discarder": say("the discarder deals"),
}

CHOICES = {
    "bool": say("true | false"),
    "number": say_as("rule sheet: number", "a number"),
    "number_or_null": say("a number | null"),
}
"""What an option without a list of choices may be."""

SIDES = {
    "fan": say("a fan"),
    "big": say("a big hand"),
    "limit": say("a limit hand"),
    "bonus": say("a fan beside the others"),
    "winner": say("a multiplier of the winner"),
    "both": say("a multiplier of the winner and of each loser"),
    "loser": say("a multiplier of each loser"),
}
"""What a fan of each side is."""

WON_BY = {
    "self-draw": say("a self-draw"),
    "discard": say("another player's discard"),
    "kong-draw": say("the replacement tile of a kong"),
    "rob-kong": say("robbing a kong"),
    "flower-draw": say("the replacement tile of a flower"),
}
"""How a hand was won, after "the hand was won by"."""

TILES = {
    "suits": say("1 to 9 of characters, dots and bamboo"),
    "numbers": say("number tiles"),
    "winds": say("winds"),
    "dragons": say("dragons"),
    "honours": say("honours"),
    "characters": say("characters"),
    "dots": say("dots"),
    "bamboo": say("bamboo"),
    "of suit": say("{numbers} of {suit}"),
    "range": say("{first} to {last}"),
}
"""Groups of tiles that players have a word for."""

SENTENCES = {
    "agreed": say("the values are defaults, for the table to agree on (--set fans.ID=N)"),
    "comma": say_as("rule sheet: comma", ", "),
    "words and": say("{most} and {last}"),
    "words or": say("{most} or {last}"),
    "clause comma": say_as("rule sheet: clause comma", ", "),
    "clauses and": say("{most}, and {last}"),
    "clauses or": say("{most}, or {last}"),
    "brackets": say("({text})"),
    "never": say("not in force here [{option}]"),
    "counts if": say("{when}"),
    "counts unless": say("not if {unless}"),
    "counts if unless": say("{when}; but not if {unless}"),
    "fails if": say("if {when}"),
    "fails unless": say("unless {unless}"),
    "fails if unless": say("if {when}, unless {unless}"),
    "at least one": say("there is at least one {piece}"),
    "each": say("each "),
    "and each": say(", and "),
    "for each": say("for {pieces}"),
    "is": say("exactly {number} in all"),
    "at_least": say("at least {number} in all"),
    "at_most": say("at most {number} in all"),
    "none": say("none at all"),
    "there is none": say("there is no {piece}"),
    "counted": say("{bounds}, counting {pieces}"),
    "only if": say("only if {condition}"),
    "responsible": say("a player is responsible if {condition}"),
    "only when": say("all of this only if {condition}"),
    "tiles": say("{count} tiles, four of each: {kinds}"),
    "flowers": say("flowers, set aside and replaced when drawn: {kinds}"),
    "kong tiles": say("kong tiles, konged or thrown one by one: {kinds}"),
    "bonus tiles": say("{count} flowers and seasons beside them, one of each, set aside and counted"),
    "honors": say("{numbers} of the seven honours"),
    "dragon run": say("中發白 is a chow"),
    "wild": say("{name}: the tile after the flipped one; after the last of a row comes its first: {cycles}"),
    "wild of": say("{wild} for a flipped {flipped}"),
    "only of": say("all tiles are {kinds}"),
    "distinct": say("four alike are not two pairs"),
    "four alike": say("four alike are two pairs"),
    "not by": say("not by {ways}: {reason}"),
    "otherwise": say("only where no other fan counts"),
    "pieces of": say("{fan} ({count} of it)"),
    "one for": say("{fan} (one less for {piece})"),
    "one if": say("{fan} (one less if {condition})"),
    "replaces": say("takes the place of {fans}"),
    "worth each": say("{worth} each"),
    "by number": say("{values} for 1 to {most}"),
    "unmarked": say("what is not marked is from the {source}"),
    "base": say("base {base}"),
    "base with streak": say("base {base}, and {more} more for each time the dealer has stayed, without end"),
    "base with limited streak": say(
        "base {base}, and {more} more for each time the dealer has stayed, {most} times at most"
    ),
    "all pay": say("all three losers pay"),
    "source pays": say("all three losers pay for a drawn win; for any other, the player who gave the tile pays alone"),
    "account once": say(
        "combinations of sets: each joins only sets that are not joined yet, directly or through others; "
        "of all such choices the one of the highest sum counts"
    ),
    "drawn pays": say("a drawn win: each loser pays {pay}"),
    "each pays": say("any other win: the player who gave the tile pays {source}, the other two {others} each"),
    "total": say("the total"),
    "base times": say("base × {number}"),
    "amount per base": say("{amount} × base"),
    "first rule": say("the first rule that names a player decides"),
    "every rule": say("every player whom a rule names is responsible"),
    "liable pays": say("whoever is responsible pays the shares of all three"),
    "several split": say("whoever is responsible pays the shares of all three; several split them"),
    "several pay all": say(
        "whoever is responsible pays the shares of all three; if there are several, each pays them all"
    ),
    "after_win": say("after a win {dealer}"),
    "after_several_wins": say("after several wins at once {dealer}"),
    "after_draw": say("after a drawn game {dealer}"),
    "dice total": say("(the sum)"),
    "dice low": say("(the lower die)"),
    "dice high": say("(the higher die)"),
    "choices": say("choices: {choices}"),
}
