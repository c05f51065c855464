"""Test the worksheets of Taxman."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay.core.errors import PerfectPlayError
from perfectplay.taxman import TaxmanPosition
from perfectplay.taxman.teaching.exercises import LEVELS, MAX_EXERCISES, exercises


@given(st.sampled_from(list(LEVELS)), st.integers(1, MAX_EXERCISES), st.integers(0, 10**15))
def test_pots_are_of_the_level_and_their_solutions_are_games(level: str, count: int, seed: int) -> None:
    found = exercises(level, count, seed)
    assert found == exercises(level, count, seed)
    numbers = [pot.n for pot in found if pot.n is not None]
    assert numbers == sorted(set(numbers))
    assert len(numbers) == count
    assert set(numbers) <= set(LEVELS[level])
    for pot in found:
        position = TaxmanPosition.from_id(pot.position or "")
        for move in pot.moves:
            assert position.tax(move.take) == move.tax
            position = position.play(move.take)
        assert position.is_over()
        assert position.scores() == (pot.score, pot.taxman)
        assert pot.status == "optimal"


def test_another_seed_is_another_sheet() -> None:
    assert len({tuple(pot.n for pot in exercises("medium", 4, seed)) for seed in range(20)}) > 10


@pytest.mark.parametrize(("level", "count"), [("trivial", 1), ("easy", 0), ("easy", MAX_EXERCISES + 1)])
def test_what_is_no_worksheet_is_refused(level: str, count: int) -> None:
    with pytest.raises(
        PerfectPlayError, match=r"there is no level 'trivial'|cannot choose .* pots; give a number from 1 to 12"
    ):
        exercises(level, count, 1)
