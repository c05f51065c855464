"""Test the worst possible game, whose score is compared with all legal games."""

from __future__ import annotations

import random
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay.core.errors import LimitExceededError
from perfectplay.core.question import ParameterError
from perfectplay.core.sequences import find_entry
from perfectplay.taxman.plain import MAX_WORST, solve_worst
from perfectplay.taxman.questions.solve import SolvePot
from perfectplay.taxman.rules import TaxmanPosition
from tests.cli.asked import Command
from tests.tables import rows

TAXMAN = Command("taxman")
LEAST = [0, 2, 2, 2, 2, 6, 6, 7, 7, 15, 15, 15, 15, 27, 27, 31, 31, 40, 40, 40]
"""The least scores for N = 1 to 20 by brute force."""


@cache
def least(pot: frozenset[int]) -> int:
    """Return the least score of any game from this pot; a game ends when no move is legal."""
    scores = []
    for number in pot:
        tax = {divisor for divisor in pot if divisor < number and number % divisor == 0}
        if tax:
            scores.append(number + least(pot - tax - {number}))
    return min(scores, default=0)


def test_the_least_score_is_that_of_every_legal_game() -> None:
    assert [least(frozenset(range(1, n + 1))) for n in range(1, 21)] == LEAST
    assert [solve_worst(TaxmanPosition.new(n)).value for n in range(1, 21)] == LEAST
    least.cache_clear()


@given(n=st.integers(1, 18), seed=st.integers(0, 2**32), variant=st.sampled_from(["immediate", "end"]))
def test_so_it_is_in_the_middle_of_a_game(n: int, seed: int, variant: str) -> None:
    chance, position = random.Random(seed), TaxmanPosition.new(n, variant)  # type: ignore[arg-type]  # it is one of the two types
    for _ in range(chance.randrange(4)):
        if legal := position.legal_moves():
            position = position.play(chance.choice(legal))
    result = solve_worst(position)
    assert result.value == position.player + least(frozenset(position.pot))
    end = position
    for move in result.moves:
        end = end.play(move)
    assert (end.player, end.is_over(), result.lower, result.upper) == (result.value, True, result.value, result.value)


def test_the_sequence_goes_as_far_as_is_worked_out() -> None:
    terms = list(find_entry("taxman-worst-scores").terms())
    assert len(terms) == MAX_WORST
    assert terms[:20] == LEAST
    assert terms[-1] == 513


@rows("position", [TaxmanPosition.new(MAX_WORST + 1), TaxmanPosition.new([2, 3, 6])])
def test_other_pots_are_refused(position: TaxmanPosition) -> None:
    with pytest.raises(LimitExceededError, match="worked out for pots from 1 to N, up to N = 69"):
        solve_worst(position)


def test_the_question_says_what_was_asked() -> None:
    answer = SolvePot(n=30, worst=True).answer().as_answer()
    assert (answer.score, answer.taxman, answer.worst, answer.status) == (103, 362, True, "optimal")
    assert SolvePot(n=30).answer().as_answer().worst is None
    assert not SolvePot(n=30, worst=True).is_proven
    with pytest.raises(ParameterError, match="worst and all-best exclude each other"):
        SolvePot(n=30, worst=True, all_best=True)


def test_the_command_says_so_too() -> None:
    told = TAXMAN.run("solve", "20", "--worst").stdout
    assert "N = 20: least score 40 if you go on while you can, proven; taxman 170\n" in told
    assert "best" not in told
    assert TAXMAN.record("solve", "--position", "taxman:20/19", "--worst")["score"] == 66
