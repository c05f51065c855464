"""Compare the kernels of the plain search with their twin in Python."""

import random
from array import array
from collections.abc import Collection

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perfectplay.taxman import TaxmanPosition
from perfectplay.taxman.plain import kernels, twin
from tests.profiles import examples
from tests.tables import rows

RICH = [a * b for a in (1, 2, 3, 4, 6, 8, 9, 12, 36, 60) for b in range(1, 31)]
"""Numbers with many divisibility relations among them."""


def wander(position: TaxmanPosition, choices: list[int]) -> list[int]:
    """Make a legal move for each choice, and return the numbers that are left in the pot."""
    for choice in choices:
        legal = position.legal_moves()
        if legal:
            position = position.play(legal[choice % len(legal)])
    return sorted(position.pot)


def the_same(numbers: Collection[int], most_nodes: int, *, every: bool) -> None:
    expected = twin.best_games(sorted(numbers), most_nodes, every)
    games, *rest = kernels.best_games(array("q", sorted(numbers)), most_nodes, every)
    assert (games.tolist(), *rest) == expected


@settings(max_examples=examples(300))
@given(
    st.integers(0, 120).map(lambda n: range(1, n + 1))
    | st.frozensets(st.integers(1, 200), max_size=60)
    | st.frozensets(st.sampled_from(RICH) | st.integers(2, 9).map(lambda k: 10**13 // k), max_size=40),
    st.lists(st.integers(0, 99), max_size=6),
    st.sampled_from([0, 1, 7, 300]),
    st.booleans(),
)
def test_best_games_are_those_of_the_twin(
    pot: Collection[int],
    choices: list[int],
    most_nodes: int,
    every: bool,  # noqa: FBT001  # hypothesis draws it
) -> None:
    left = wander(TaxmanPosition.new(pot), choices) if pot else []
    the_same(left, most_nodes, every=every)


@rows("seed", range(3))
def test_hard_pots_are_searched_as_by_the_twin(seed: int) -> None:
    divisors = [d for d in range(1, 720721) if 720720 % d == 0]
    the_same(random.Random(seed).sample(divisors, 90 + 30 * seed), 40, every=True)


@settings(max_examples=examples(60))
@given(st.integers(0, 50), st.lists(st.integers(0, 99), max_size=6), st.sampled_from(["", "~end"]))
def test_worst_games_are_those_of_the_twin(n: int, choices: list[int], variant: str) -> None:
    left = wander(TaxmanPosition.from_id(f"taxman:{n}{variant}"), choices) if n else []
    moves, nodes = kernels.worst_game(array("q", left))
    assert (moves.tolist(), nodes) == twin.worst_game(left)


@pytest.mark.parametrize("numbers", [[0], [-1, 2], [2, 2], [3, 2], [1 << 56], [1 << 53, (1 << 53) + 1]])
def test_kernels_refuse_numbers_that_do_not_fit(numbers: list[int]) -> None:
    with pytest.raises(ValueError, match="plain_best_games: a size or a place is out of range"):
        kernels.best_games(array("q", numbers), 9, every=False)
    with pytest.raises(ValueError, match="plain_worst_game: a size or a place is out of range"):
        kernels.worst_game(array("q", numbers))


@pytest.mark.parametrize("numbers", [range(1, 130), range(1, 129)])
def test_the_worst_game_of_too_many_numbers_is_refused(numbers: range) -> None:
    with pytest.raises(ValueError, match="plain_worst_game: a size or a place is out of range"):
        kernels.worst_game(array("q", numbers))
