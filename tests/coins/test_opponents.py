from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perfectplay.coins.opponents import MAX_EXPECTED_COINS, _expected_in_sum, choose, expected_margin, move_margins
from perfectplay.coins.rules import CoinsPosition, Component, parse_gaps
from perfectplay.core.errors import InvalidPositionError, LimitExceededError
from perfectplay.core.game.opponents import OPPONENTS, Greedy, Noisy, Opponent, Perfect, Random, load_opponent
from tests.coins.twins import components, expected, perfect, probabilities, starts
from tests.tables import rows

opponents: st.SearchStrategy[Opponent] = st.sampled_from(
    [Perfect(), Greedy(), Random(), Noisy(Fraction(1, 10)), Noisy(Fraction(2, 3)), Noisy(Fraction(1))]
)


def digits(text: str) -> list[int]:
    return [int(digit) for digit in text]


# These margins were computed by plain recursion in exact fractions before this module was written.
@pytest.mark.parametrize(("row", "margin"), [("212333", Fraction(5, 2)), ("01233244156650", Fraction(61, 8))])
def test_known_margins_against_a_random_opponent(row: str, margin: Fraction) -> None:
    assert expected_margin(digits(row), "random") == margin


@given(start=starts(largest=3), opponent=opponents, mine=st.booleans())
@settings(deadline=None)
def test_expected_margins_agree_with_brute_force(start: CoinsPosition, opponent: Opponent, *, mine: bool) -> None:
    assert expected_margin(start, opponent, optimiser_first=mine) == expected(start, opponent, mine=mine)


@given(starts(largest=3), st.randoms(use_true_random=False), opponents)
@settings(deadline=None)
def test_expected_margins_in_the_middle_of_a_game(start: CoinsPosition, source: Any, opponent: Opponent) -> None:
    position = start
    for _ in range(source.randrange(start.coins_left + 1)):
        position = position.play(source.choice(position.legal_moves()))
    assert expected_margin(position, opponent) == expected(position, opponent, mine=True)


@given(st.lists(st.integers(-9, 9), min_size=1, max_size=30), opponents)
def test_two_roads_to_the_value_of_a_row(row: list[int], opponent: Opponent) -> None:
    # Compare the method for rows with the general method for sums, applied to the row alone.
    (component,) = CoinsPosition.new(row).components
    for mine in (True, False):
        one = expected_margin(row, opponent, optimiser_first=mine)
        assert one == _expected_in_sum([component], opponent, optimiser_first=mine)


@given(st.lists(st.integers(-9, 9), min_size=1, max_size=30))
def test_order_of_opponents(row: list[int]) -> None:
    margins = [expected_margin(row, Noisy(Fraction(k, 4))) for k in range(5)]
    perfect_margin = expected_margin(row, "perfect")
    assert margins[0] == perfect_margin == max(move_margins(CoinsPosition.new(row)))
    assert margins[4] == expected_margin(row, "random")
    # No mistake of an opponent lowers the optimiser's margin.
    assert min(*margins, expected_margin(row, "greedy")) >= perfect_margin
    # A perfect opponent who moves first wins by the perfect margin, and a random opponent wins by no more.
    assert expected_margin(row, "perfect", optimiser_first=False) == -perfect_margin
    assert expected_margin(row, "random", optimiser_first=False) >= -perfect_margin


def test_long_rows_have_whole_denominators() -> None:
    row = random.Random(1).choices(range(100), k=MAX_EXPECTED_COINS)
    margin = expected_margin(row, "random")
    assert margin > expected_margin(row, "greedy") > expected_margin(row, "perfect")
    assert 2 ** (len(row) // 2) % margin.denominator == 0


def test_a_finished_game_is_worth_nothing() -> None:
    assert expected_margin(CoinsPosition.new([5]).play("L"), "random") == 0


def test_limits() -> None:
    with pytest.raises(LimitExceededError, match=f"at most {MAX_EXPECTED_COINS}"):
        expected_margin([1] * (MAX_EXPECTED_COINS + 1), "random")
    with pytest.raises(LimitExceededError, match="a sum of 3 rows with 90 coins has 101194696 states"):
        expected_margin([Component("row", (1,) * 30)] * 3, "random")


@given(starts(), opponents)
@settings(deadline=None)
def test_weights_are_the_probabilities_of_the_description(start: CoinsPosition, opponent: Opponent) -> None:
    moves = start.legal_moves()
    margins = move_margins(start) if opponent.needs_margins else ()
    weights = opponent.weights([start.coin(move) for move in moves], margins)
    found = {move: Fraction(weight, sum(weights)) for move, weight in zip(moves, weights, strict=True)}
    assert found == probabilities(start, opponent)


@given(starts())
@settings(deadline=None)
def test_margins_of_moves_agree_with_brute_force(start: CoinsPosition) -> None:
    moves = start.legal_moves()
    assert move_margins(start) == tuple(start.coin(move) - perfect(start.play(move)) for move in moves)


def test_margins_of_moves_in_known_games() -> None:
    assert move_margins(CoinsPosition.new(digits("1243"))) == (0, 0)
    assert move_margins(CoinsPosition.new([5]).play("L")) == ()
    # Sample input of the contest HNOI 2010: totals 17 and 9.
    assert max(move_margins(CoinsPosition.new(parse_gaps("1 2 0 3 7 4 0 9")))) == 8


@pytest.mark.parametrize("name", OPPONENTS)
def test_games_repeat_with_their_seed(name: str) -> None:
    def game(seed: int) -> str:
        source, position = random.Random(seed), CoinsPosition.new(digits("2123331244312"))
        while not position.is_over():
            position = position.play(choose(load_opponent(name), position, source))
        return position.id

    assert game(1) == game(1)
    assert (len({game(seed) for seed in range(20)}) > 1) == (name in {"random", "noisy"})


def test_chance_follows_the_weights() -> None:
    # 3 2 1 2: L wins by 2, R by 0.  Noisy(1/2) plays R in one of four games.
    position, source = CoinsPosition.new([3, 2, 1, 2]), random.Random(7)
    counts = Counter(choose(Noisy(Fraction(1, 2)), position, source) for _ in range(4000))
    assert abs(counts["R"] - 1000) < 120
    assert counts.total() == 4000


def test_what_each_would_do() -> None:
    source = random.Random(0)
    # In 2 1 2 3 3 3, the only best move is R.
    assert choose(Perfect(), CoinsPosition.new(digits("212333")), source) == "R"
    assert choose(Greedy(), CoinsPosition.new([5, 1, 9, 4]), source) == "L"
    assert choose(Greedy(), CoinsPosition.new([3, 1, 3]), source) == "L"
    assert choose(Greedy(), CoinsPosition.new(parse_gaps("1 2 0 3 7 4 0 9")), source) == "3L"


def test_nobody_moves_in_a_finished_game() -> None:
    with pytest.raises(InvalidPositionError, match="the game is over"):
        choose(Random(), CoinsPosition.new([5]).play("L"), random.Random(0))


def test_opponents_by_name() -> None:
    assert [load_opponent(name).name for name in OPPONENTS] == list(OPPONENTS)
    assert load_opponent("noisy:1/4") == Noisy(Fraction(1, 4))
    assert load_opponent("noisy:0.25") == Noisy(Fraction(1, 4))


@rows("name", ["", "clever", "noisy:", "noisy:x", "noisy:2", "noisy:1/0", "noisy:-1/2", "greedy:1"])
def test_unknown_opponents(name: str) -> None:
    with pytest.raises(InvalidPositionError) as caught:
        load_opponent(name)
    assert len(str(caught.value).splitlines()) == 1


@rows("epsilon", ["1e-99999999", "1_0/20", "1 /4", ".5", "1.", "+1", "\u0661", "0." + "1" * 49])
def test_probabilities_are_written_plainly_and_shortly(epsilon: str) -> None:
    with pytest.raises(InvalidPositionError, match="use a fraction from 0 to 1 of at most 50 characters"):
        load_opponent(f"noisy:{epsilon}")
    assert load_opponent("noisy:0." + "1" * 48) == Noisy(Fraction(int("1" * 48), 10**48))


@pytest.mark.parametrize("epsilon", [0.1, True, "1/2", Fraction(3, 2), -1])
def test_what_is_no_probability(epsilon: Any) -> None:
    with pytest.raises(InvalidPositionError, match="is not an exact probability; use a fraction from 0 to 1"):
        Noisy(epsilon)


@given(components(6), opponents)
@settings(deadline=None)
def test_components_are_games(component: Component, opponent: Opponent) -> None:
    assert expected_margin(component, opponent) == expected_margin([component], opponent)
