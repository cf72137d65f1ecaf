"""What lies in front of a player: melds, open hands, ways of winning."""

from typing import get_args

import pytest

from mjcalc.hand import CALLS, OPEN_CALLS, SEATS, WAYS, By, Call, Hand, Meld, Seat, Situation, TileSet


def test_the_lists_name_what_the_types_allow() -> None:
    assert get_args(Seat) == SEATS
    assert get_args(Call) == CALLS
    assert get_args(By) == WAYS


@pytest.mark.parametrize("call", CALLS)
def test_only_a_concealed_kong_does_not_open_the_hand(call: Call) -> None:
    meld = Meld(call, 4)
    assert meld.is_open == (call != "concealed_kong") == (call in OPEN_CALLS)
    assert bool(Hand(melds=(meld,)).open_melds) == meld.is_open


def test_single_kong_tiles_and_flowers_do_not_open_the_hand() -> None:
    assert not Hand(kongs=(31, 34), thrown=(31,), flowers=(32,)).open_melds


def test_one_open_meld_among_concealed_kongs_opens_the_hand() -> None:
    assert Hand(melds=(Meld("concealed_kong", 1), Meld("chow", 2))).open_melds == (Meld("chow", 2),)


@pytest.mark.parametrize(
    ("meld", "tiles"),
    [
        (Meld("chow", 15), (15, 16, 17)),
        (Meld("chow", 31), (31, 32, 33)),
        (Meld("pung", 27), (27, 27, 27)),
        (Meld("exposed_kong", 0), (0,) * 4),
        (Meld("added_kong", 0), (0,) * 4),
        (Meld("concealed_kong", 0), (0,) * 4),
    ],
)
def test_a_meld_has_these_tiles(meld: Meld, tiles: tuple[int, ...]) -> None:
    assert meld.tiles == tiles
    assert meld.is_kong == (len(tiles) == 4)


@pytest.mark.parametrize("by", WAYS)
def test_all_wins_but_from_a_seat_are_drawn(by: By) -> None:
    assert Situation(by=by).is_drawn == (by not in ("discard", "rob-kong"))


def test_hands_and_tile_sets_cannot_change_and_can_be_keys() -> None:
    assert {Hand((1, 2)): 1}[Hand((1, 2))] == 1
    assert {TileSet(wild=3): 1}[TileSet(wild=3)] == 1
    with pytest.raises(AttributeError):
        Hand().concealed = (1,)  # type: ignore[misc]
