"""Test the worksheets of Taxman."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay.core.errors import PerfectPlayError
from perfectplay.taxman import TaxmanPosition
from perfectplay.taxman.questions.explain import ExplainPot
from perfectplay.taxman.teaching.exercises import EXERCISES, LEVELS, MAX_EXERCISES, PRICED, exercises
from tests.tables import rows
from tests.taxman.test_explain import ALONE, proven


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


@rows("level", list(PRICED))
def test_the_prices_of_a_sheet_prove_its_best_scores(level: str) -> None:
    found = exercises(level, MAX_EXERCISES, 1, kind="prices")
    assert [pot.n for pot in found] == list(PRICED[level])
    for pot in found:
        answer = pot.to_dict()
        assert pot.n in ALONE
        assert proven(frozenset(range(1, pot.n + 1)), answer | {"cuts": []}) == pot.score
        assert pot.prices == ExplainPot(n=pot.n).answer().prices
        assert EXERCISES.task is not None
        task = EXERCISES.task(pot)
        # The worksheet has a blank for every pair that the theorem is about.
        pairs = [
            f"{p} and {p // r}:" for p in range(2, pot.n + 1) for r in range(p, 1, -1) if p % r == 0 and is_prime(r)
        ]
        assert list(task.blanks) == [*pairs, "All prices:"]
        listed = ", ".join(f"{row['number']}: {row['price']}" for row in answer["prices"])
        assert task.answer[0] == f"These prices are enough: {listed}. All other numbers cost nothing."


def is_prime(number: int) -> bool:
    return number > 1 and all(number % divisor for divisor in range(2, number))


def test_only_sheets_of_prices_have_prices() -> None:
    (pot,) = exercises("easy", 1, 1)
    assert "prices" not in pot.to_dict()
