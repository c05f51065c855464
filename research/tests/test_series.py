"""Test two claims in the source series' gallery: its first rule, and its row of 14 coins, tied in every rotation."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from perfectplay.coins.row.fusion import solve
from tests.coins.oracles import move_table
from tests.tables import rows


@given(st.lists(st.integers(-5, 5), min_size=2, max_size=12))
def test_an_end_not_below_its_neighbour_and_the_other_end_is_a_best_move(row: list[int]) -> None:
    for coins in (row, row[::-1]):
        if coins[0] >= coins[1] and coins[0] >= coins[-1]:
            assert "L" in solve(coins).best_moves
            left, right = move_table(coins)[0, len(coins)]
            assert left >= right


def test_it_is_so_in_all_small_rows() -> None:
    for size in range(2, 7):
        for coins in product(range(4), repeat=size):
            if coins[0] >= coins[1] and coins[0] >= coins[-1]:
                left, right = move_table(coins)[0, size]
                assert left >= right


@rows("turn", range(14))
def test_the_row_of_14_is_tied_in_every_rotation(turn: int) -> None:
    row = [0, 1, 2, 3, 3, 2, 4, 4, 1, 5, 6, 6, 5, 0]
    assert move_table(row[turn:] + row[:turn])[0, 14] == (0, 0)
