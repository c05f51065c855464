from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay.core.conformance import check_game
from perfectplay.core.errors import IllegalMoveError, InvalidPositionError, LimitExceededError, PerfectPlayError
from perfectplay.core.game import load_game
from perfectplay.factorgame.rules import MAX_N, FactorPosition, parse_move, proper_divisors
from tests.factorgame.twins import moves
from tests.tables import rows

GAME = load_game("factorgame")


@given(st.integers(1, 40), st.data())
def test_the_rules_agree_with_their_twin(n: int, data: st.DataObject) -> None:
    position, board, points = FactorPosition.new(n), frozenset(range(1, n + 1)), [0, 0]
    while True:
        legal = moves(board)
        assert position.legal_moves() == tuple(sorted(legal))
        assert position.left == board
        assert position.points == tuple(points)
        assert position.scores() == (points[0] - points[1], points[1] - points[0])
        assert position.is_over() == (not legal)
        assert FactorPosition.from_id(position.id) == position
        if not legal:
            break
        move = data.draw(st.sampled_from(sorted(legal)))
        mover = position.to_move
        points[mover] += move
        points[1 - mover] += sum(legal[move])
        board -= legal[move] | {move}
        position = position.play(move)
    assert position.start() == FactorPosition.new(n)
    assert len(position.moves) <= n // 2


def test_the_example_of_the_textbook() -> None:
    """Player A takes 12; player B gets 1 + 2 + 3 + 4 + 6 = 16 points."""
    position = FactorPosition.new(30).play(12)
    assert position.points == (12, 16)
    assert position.to_move == 1


@given(st.integers(1, MAX_N))
def test_divisors_are_all_divisors(number: int) -> None:
    assert proper_divisors(number) == {d for d in range(1, number) if not number % d}


def test_the_game_keeps_the_contract() -> None:
    check_game(GAME, playouts=5)


def test_a_position_goes_through_pickle() -> None:
    position = FactorPosition.from_id("factorgame:12/11.9")
    again = pickle.loads(pickle.dumps(position))  # noqa: S301  # what was written here
    assert (again, again.left, again.points) == (position, position.left, position.points)


@rows(
    "text, error, said",
    [
        ("factorgame:0", InvalidPositionError, "0"),
        ("factorgame:3.4", InvalidPositionError, "has the start '3.4'; a start is N, as in 30"),
        ("factorgame:x", InvalidPositionError, "'x'"),
        ("factorgame:1001", LimitExceededError, "N = '1001' is too large to be played; the largest possible N is 1000"),
        ("factorgame:12/13", IllegalMoveError, "'13' cannot be taken: it is not on the board; legal moves are 2, 3, 4"),
        ("factorgame:12/1", IllegalMoveError, "1 cannot be taken: none of its proper divisors is on the board"),
        ("factorgame:12/11.7", IllegalMoveError, "none of its proper divisors is on the board; legal moves are 4, 6"),
        (
            "factorgame:4/4.3",
            IllegalMoveError,
            "none of its proper divisors is on the board; the game is over",
        ),
        ("factorgame:30/1", IllegalMoveError, "the largest legal moves are 19, 20"),
    ],
)
def test_what_is_not_a_position(text: str, error: type[PerfectPlayError], said: str) -> None:
    with pytest.raises(error) as caught:
        FactorPosition.from_id(text)
    assert said in str(caught.value)


def test_a_board_has_a_number() -> None:
    with pytest.raises(InvalidPositionError, match="N = -1 is not a board"):
        FactorPosition.new(-1)


@rows("text", ["", "x", "-1", "1.5", "²", "1" * 10])
def test_what_is_not_a_move(text: str) -> None:
    with pytest.raises(IllegalMoveError, match="is not a move; type a number from 1 to 12, as on the board"):
        parse_move(text, FactorPosition.new(12))
