"""Tests of the rules, of perfect play against brute force, and of the contract for every game."""

from datetime import timedelta
from functools import cache

import pytest
from perfectplay_euclid.rules import EuclidPosition
from perfectplay_euclid.solve import is_won, solve

from perfectplay import IllegalMoveError, InvalidPositionError, load_game
from perfectplay.core.game.conformance import check_game
from perfectplay.core.game.parts import FIRST_DAY
from perfectplay.core.teaching.daily import puzzle


@cache
def wins(larger: int, smaller: int) -> bool:
    """Return by brute force whether some move leaves the other player a lost position."""
    rests = range(larger - smaller, -1, -smaller) if smaller else ()
    return any(not wins(max(rest, smaller), min(rest, smaller)) for rest in rests)


def test_the_installed_game_keeps_the_contract() -> None:
    check_game(load_game("euclid"), playouts=20)


def test_the_golden_ratio_decides() -> None:
    pairs = [(larger, smaller) for larger in range(1, 60) for smaller in range(1, larger + 1)]
    assert [is_won(*pair) for pair in pairs] == [wins(*pair) for pair in pairs]
    assert [solve(EuclidPosition(*pair)).value for pair in pairs] == [wins(*pair) for pair in pairs]


@pytest.mark.parametrize("text", ["euclid:21", "euclid:0.3", "euclid:1001.3", "euclid:1.2.3", "euclid:195.83.1"])
def test_what_is_not_a_position(text: str) -> None:
    with pytest.raises(InvalidPositionError):
        EuclidPosition.from_id(text)


def test_a_move_that_is_too_large() -> None:
    with pytest.raises(IllegalMoveError, match=r"2 is not possible in 'euclid:21.13'; moves are 1 to 1"):
        EuclidPosition.from_id("euclid:21.13").play(2)


def test_every_puzzle_of_the_day_can_be_won() -> None:
    for days in range(30):
        found = puzzle("euclid", FIRST_DAY + timedelta(days))
        assert is_won(*EuclidPosition.from_id(found.id).numbers)
    assert puzzle("euclid", FIRST_DAY).id == "euclid:195.83"
