"""Worksheets of the factor game."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perfectplay.core.errors import PerfectPlayError
from perfectplay.factorgame.rules import FactorPosition
from perfectplay.factorgame.solve import solve
from perfectplay.factorgame.teaching.exercises import EXERCISES, LEVELS, MAX_EXERCISES, exercises
from tests.profiles import examples


@given(
    st.sampled_from(["easy", "medium"]),
    st.integers(1, MAX_EXERCISES),
    st.integers(0, 10**15),
    st.sampled_from(["strict", "classroom"]),
)
@settings(max_examples=examples(20), deadline=None)
def test_boards_are_of_the_level_and_solved(level: str, count: int, seed: int, rule: str) -> None:
    found = exercises(level, count, seed, rule=rule)  # type: ignore[arg-type]  # it is one of the two
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
    with pytest.raises(PerfectPlayError, match=r"there is no level 'trivial'|boards cannot be chosen; 1 to 7"):
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
