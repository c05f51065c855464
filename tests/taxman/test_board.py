"""The fast board against its slow twin, `TaxmanPosition`."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay.core.errors import IllegalMoveError, InvalidPositionError, LimitExceededError
from perfectplay.taxman.rules import Pot, TaxmanPosition, Variant
from perfectplay.taxman.strategies.board import Board

POTS = st.integers(1, 60) | st.sets(st.integers(1, 120), min_size=1, max_size=40)
VARIANTS: st.SearchStrategy[Variant] = st.sampled_from(["immediate", "end"])


def assert_twins(board: Board, position: TaxmanPosition) -> None:
    active = sorted(position.pot)
    assert list(board) == active[::-1]
    assert len(board) == len(active)
    assert board.legal_moves() == list(position.legal_moves())[::-1]
    assert board.is_over() == position.is_over()
    assert (board.score, board.taxman) == position.scores()
    assert board.moves == position.moves
    assert dict(board.divisor_count) == {x: len(position.tax(x)) for x in active}
    assert dict(board.divisor_sum) == {x: sum(position.tax(x)) for x in active}
    for x in active:
        assert board.tax(x) == position.tax(x)
        assert board.multiples(x) == tuple(m for m in active if m > x and m % x == 0)
    for x in position.legal_moves():
        assert board.is_legal(x)
        assert board.lost(x) == position.preview(x).lost


@given(pot=POTS, variant=VARIANTS, data=st.data())
def test_board_follows_the_rules(pot: int | set[int], variant: Variant, data: st.DataObject) -> None:
    board, position = Board(pot, variant), TaxmanPosition.new(pot, variant)
    assert_twins(board, position)
    while not board.is_over():
        move = data.draw(st.sampled_from(board.legal_moves()))
        tax = position.tax(move)
        assert board.take(move) == tax
        position = position.play(move)
        assert_twins(board, position)
    assert board.score + board.taxman == board.pot.total - sum(board)
    assert board.position() == position


@given(pot=POTS, data=st.data())
def test_a_copy_is_independent(pot: int | set[int], data: st.DataObject) -> None:
    board = Board(pot)
    board.notes["plan"] = [1]
    if board.is_over():
        return
    before = board.position()
    twin = board.copy()
    twin.take(data.draw(st.sampled_from(twin.legal_moves())))
    assert_twins(board, before)
    assert_twins(twin, before.play(twin.moves[0]))
    assert twin.notes == {}


@pytest.mark.parametrize(
    ("moves", "bad", "words"),
    [
        ((), 1, "1 cannot be taken: none of its proper divisors is in the pot"),
        ((7,), 7, "7 cannot be taken: it was in the pot and is gone; legal moves are 4, 6, 8, 9, 10"),
        ((), 11, "11 cannot be taken: it was never in the pot"),
    ],
)
def test_an_illegal_move_is_refused_and_changes_nothing(moves: tuple[int, ...], bad: int, words: str) -> None:
    board, position = Board(10), TaxmanPosition.new(10)
    for move in moves:
        board.take(move)
        position = position.play(move)
    with pytest.raises(IllegalMoveError, match=words):
        board.take(bad)
    assert_twins(board, position)


def test_bad_pots_are_refused() -> None:
    with pytest.raises(InvalidPositionError, match="N = 0 is not a pot"):
        Board(0)
    with pytest.raises(InvalidPositionError, match="twice"):
        Board([2, 2])
    with pytest.raises(LimitExceededError):
        Board(10**9)


def test_counts_cannot_be_written_to() -> None:
    board = Board(10)
    with pytest.raises(TypeError):
        board.divisor_sum[10] = 0  # type: ignore[index]  # the point of the test


def test_a_pot_is_used_as_it_is() -> None:
    pot = Pot.up_to(12)
    assert Board(pot).pot is pot
    assert Board(12).top == 12
    assert Board([6, 2, 30]).top == 30


def test_the_seed_and_the_pot_decide_the_stream() -> None:
    first = Board(20, seed=3).random.random()
    assert Board(20, seed=3).random.random() == first
    assert Board(20, seed=4).random.random() != first
    assert Board(21, seed=3).random.random() != first


def test_repr_shows_the_position() -> None:
    board = Board(20)
    board.take(19)
    assert repr(board) == "<Board taxman:20/19>"
