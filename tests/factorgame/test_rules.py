import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perfectplay.core.errors import IllegalMoveError, InvalidPositionError, LimitExceededError, PerfectPlayError
from perfectplay.core.game import load_game
from perfectplay.core.game.conformance import check_game
from perfectplay.factorgame.rules import MAX_N, FactorPosition, parse_move, proper_divisors
from perfectplay.factorgame.solve import solve
from perfectplay.factorgame.teaching.exercises import EXERCISES, LEVELS, MAX_EXERCISES, exercises
from tests.factorgame.twins import live, moves
from tests.profiles import examples
from tests.tables import rows

GAME = load_game("factorgame")


@given(n=st.integers(1, 40), passing=st.booleans(), data=st.data())
def test_the_rules_agree_with_their_twin(*, n: int, passing: bool, data: st.DataObject) -> None:
    position, board, points = FactorPosition.new(n, passing=passing), frozenset(range(1, n + 1)), [0, 0]
    while True:
        legal = moves(board, passing=passing)
        assert position.legal_moves() == tuple(sorted(legal))
        assert position.left == board
        assert position.points == tuple(points)
        assert position.scores() == position.points
        assert position.is_over() == (not legal)
        assert FactorPosition.from_id(position.id) == position
        if not legal:
            break
        move = data.draw(st.sampled_from(sorted(legal)))
        mover, given = position.to_move, sum(legal[move])
        assert position.gains(move) == ((move, given) if given else (0, 0))
        assert position.net(move) == (move - given if given else 0)
        assert position.alone == board - live(board)
        points[mover] += move if given else 0
        points[1 - mover] += given
        board -= legal[move] | {move}
        position = position.play(move)
    assert position.start() == FactorPosition.new(n, passing=passing)
    assert len(position.moves) <= (n - 1 if passing else n // 2)


@pytest.mark.parametrize("start", ["30", "30~pass"])
def test_the_example_of_the_textbook(start: str) -> None:
    """Test the textbook's example: player A takes 12, and player B gets 1 + 2 + 3 + 4 + 6 = 16 points."""
    position = FactorPosition.from_id(f"factorgame:{start}").play(12)
    assert position.points == (12, 16)
    assert position.to_move == 1


def test_in_the_classroom_a_number_without_divisors_costs_the_turn() -> None:
    """Test the rule of the applets: "that player loses a turn and does not get the points"."""
    position = FactorPosition.from_id("factorgame:6~pass/5.3")
    assert (position.points, position.to_move) == ((5, 1), 0)
    assert position.legal_moves() == (2, 4, 6)
    assert position.play(6).is_over()
    with pytest.raises(IllegalMoveError, match=r"4 cannot be taken: none of its proper divisors .* the game is over"):
        position.play(6).play(4)


@given(st.integers(1, MAX_N))
def test_divisors_are_all_divisors(number: int) -> None:
    assert proper_divisors(number) == {d for d in range(1, number) if not number % d}


def test_the_game_keeps_the_contract() -> None:
    check_game(GAME, playouts=5)


def test_a_position_goes_through_pickle() -> None:
    position = FactorPosition.from_id("factorgame:12/11.9")
    again = pickle.loads(pickle.dumps(position))  # noqa: S301  # pickled in this line
    assert (again, again.left, again.points) == (position, position.left, position.points)


@rows(
    "text, error, said",
    [
        ("factorgame:0", InvalidPositionError, "0"),
        ("factorgame:3.4", InvalidPositionError, "has the start '3.4'; a start is N, as in 30, or 30~pass by"),
        ("factorgame:3~", InvalidPositionError, "has the start '3~'"),
        ("factorgame:3~end", InvalidPositionError, "has the start '3~end'"),
        ("factorgame:3~pass~pass", InvalidPositionError, "has the start '3~pass~pass'"),
        ("factorgame:12~pass/12.6", IllegalMoveError, "'6' cannot be taken: it is not on"),
        ("factorgame:x", InvalidPositionError, "'x'"),
        ("factorgame:1001", LimitExceededError, "N = '1001' is too large to play; the largest possible N is 1000"),
        ("factorgame:12/13", IllegalMoveError, "'13' cannot be taken: it is not on the board; legal moves are 2, 3, 4"),
        ("factorgame:12/1", IllegalMoveError, "1 cannot be taken: none of its proper divisors is on the board"),
        ("factorgame:12/11.7", IllegalMoveError, "none of its proper divisors is on the board; legal moves are 4, 6"),
        ("factorgame:4/4.3", IllegalMoveError, "none of its proper divisors is on the board; the game is over"),
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


# -- worksheets --------------------------------------------------------------------------------------------------------


@given(
    st.sampled_from(["easy", "medium"]),
    st.integers(1, MAX_EXERCISES),
    st.integers(0, 10**15),
    st.sampled_from(["strict", "classroom"]),
)
@settings(max_examples=examples(20), deadline=None)
def test_boards_are_of_the_level_and_solved(level: str, count: int, seed: int, rule: str) -> None:
    found = exercises(level, count, seed, rule=rule)  # type: ignore[arg-type]  # it is one of the two types
    assert found == exercises(level, count, seed, rule=rule)  # type: ignore[arg-type]  # as above
    boards = [board.n for board in found]
    assert boards == sorted(set(boards))
    assert set(boards) <= set(LEVELS[level])
    for board in found:
        position = FactorPosition.from_id(board.position)
        assert position == FactorPosition.new(board.n, passing=rule == "classroom")
        best = solve(position)
        assert (board.lead, board.best_moves) == (best.value, best.best_moves)
        assert board.line[0] in board.best_moves
        assert board.gains[0] is None
        assert list(board.gains[1:]) == [position.net(number) for number in range(2, board.n + 1)]
        for move in board.line:
            position = position.play(move)
        assert position.is_over()
        assert (board.points, board.points[0] - board.points[1]) == (position.points, board.lead)


def test_levels_have_room_for_the_largest_sheet() -> None:
    assert min(map(len, LEVELS.values())) >= MAX_EXERCISES == EXERCISES.most
    assert len(exercises("hard", MAX_EXERCISES, 1)) == MAX_EXERCISES
    assert [board.n for board in exercises("hard", 1, 5)] == [30]


@pytest.mark.parametrize(("level", "count"), [("trivial", 1), ("easy", 0), ("easy", MAX_EXERCISES + 1)])
def test_what_is_no_worksheet_is_refused(level: str, count: int) -> None:
    with pytest.raises(
        PerfectPlayError, match=r"there is no level 'trivial'|cannot choose .* boards; give a number from 1 to 7"
    ):
        exercises(level, count, 1)


def test_a_board_on_paper() -> None:
    assert EXERCISES.task is not None
    (board,) = exercises("easy", 1, 1)
    task = EXERCISES.task(board)
    assert list(task.given) == list(range(1, board.n + 1))
    assert task.lines == board.n // 2
    assert task.answer[0].startswith(f"Best first move: {board.best_moves[0]}. ")
    assert "You may only take a number if" in task.rules
    (board,) = exercises("easy", 1, 1, task="table", rule="classroom")
    task = EXERCISES.task(board)
    assert task.lines == board.n
    assert task.answer[0].startswith("Differences: 2: +1; 3: +2; 4: +1; 5: +4; 6: 0; 7: +6; 8: +1")
    (board,) = exercises("easy", 1, 1, rule="classroom")
    assert "If no other divisor of it is still there, the number is gone" in EXERCISES.task(board).rules
