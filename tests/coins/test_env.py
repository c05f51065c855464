import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from perfectplay.coins.env import coins_env
from perfectplay.coins.rules import CoinsPosition, Component, parse_gaps
from perfectplay.coins.solve import solve
from perfectplay.core.errors import InvalidPositionError, LimitExceededError, PerfectPlayError
from tests.tables import rows

pytest.importorskip("pettingzoo")

GAPS = parse_gaps("1 2 0 3 7 4 0 9")


def test_a_large_alphabet_is_not_listed() -> None:
    # A list of the alphabet would have 2^53 numbers.
    env = coins_env(3, 2**53, seed=1)
    env.reset()
    assert env.observation_space("player_0")["observation"].high.tolist() == [2**53] * 3 + [1] * 3
    assert all(1 <= coin <= 2**53 for coin in env.observe("player_0")["observation"][:3])


def play(env: Any, seed: int) -> tuple[CoinsPosition, dict[str, int]]:
    """Play random legal actions; return the final position and the sum of each agent's rewards."""
    source = random.Random(seed)
    totals = {"player_0": 0, "player_1": 0}
    for agent in env.agent_iter():
        seen, reward, termination, truncation, _ = env.last()
        totals[agent] += reward
        legal = np.flatnonzero(seen["action_mask"])
        env.step(None if termination or truncation else source.choice(list(legal)))
    position: CoinsPosition = env.unwrapped.position
    return position, totals


@pytest.mark.parametrize("coins", [[1, 2, 4, 3], [-3, 0, 2, 2, -7], GAPS, 7], ids=str)
@pytest.mark.parametrize("seed", range(5))
def test_rewards_add_up_to_the_margin(coins: Any, seed: int) -> None:
    env = coins_env(coins, seed=seed)
    env.reset()
    position, totals = play(env, seed)
    assert position.is_over()
    assert totals == {"player_0": position.margin, "player_1": -position.margin}


def test_what_an_agent_sees() -> None:
    env = coins_env(GAPS, render_mode="ansi")
    env.reset()
    seen = env.observe("player_0")
    assert seen["observation"].tolist() == [1, 2, 3, 7, 4, 9] + [1] * 6
    assert seen["observation"].dtype == np.int64
    # The legal moves are the left ends of row 2 and the last stack, and the right ends of the first stack and row 2.
    assert seen["action_mask"].tolist() == [0, 1, 1, 1, 1, 0]
    assert env.observe("player_1")["action_mask"].tolist() == [0] * 6
    env.step(1)
    env.step(2)
    assert env.observe("player_0")["observation"].tolist()[6:] == [1, 0, 0, 1, 1, 1]
    assert env.render() == "coins:l1.2~3.7.4~r9/1R.2L  2 : 3"
    for agent in env.possible_agents:
        assert env.observation_space(agent).contains(env.observe(agent))


def test_rows_differ_from_reset_to_reset_and_come_back_with_the_seed() -> None:
    def rows(env: Any, seed: int | None) -> list[str]:
        env.reset(seed=seed)
        found = [env.unwrapped.position.id]
        for _ in range(4):
            env.reset()
            found.append(env.unwrapped.position.id)
        return found

    first = rows(coins_env(8, [2, 5], seed=1), None)
    assert rows(coins_env(8, [2, 5], seed=1), None) == first
    assert rows(coins_env(8, [2, 5]), 1) == first
    assert len(set(first)) > 1
    assert set("".join(first).replace("coins:", "")) == {"2", "5", "."}


def follow_the_solver(position: CoinsPosition, legal: Any) -> int:
    number, end = 1, str(solve(position).moves[0])
    if not position.is_single:
        number, end = int(end[:-1]), end[-1]
    return 2 * (number - 1) + (end == "R")


def take_the_larger(position: CoinsPosition, legal: Any) -> int:
    moves = position.legal_moves()
    best = max(moves, key=position.coin)
    return int(legal[moves.index(best)])


@pytest.mark.parametrize("coins", [[1, 2, 4, 3], [-3, 0, 2, 2, -7], [5, 1, 9, 8, 2, 7, 1], GAPS], ids=str)
def test_perfect_play_gets_its_margin_and_nobody_does_better_against_it(coins: Any) -> None:
    """Test that perfect play gets its margin, and that greedy and random players do no better against it."""
    env = coins_env(coins)
    position = CoinsPosition.new(coins)
    first = solve(position).value
    best = 2 * first - sum(coin for component in position.start_components for coin in component.coins)
    source = random.Random(1)
    others = [take_the_larger, *[lambda _, legal: source.choice(list(legal))] * 10]

    def margin(*policies: Any) -> int:
        env.reset()
        total = 0
        for agent in env.agent_iter():
            seen, reward, termination, _, _ = env.last()
            total += reward if agent == "player_0" else 0
            policy = policies[env.possible_agents.index(agent)]
            legal = np.flatnonzero(seen["action_mask"])
            env.step(None if termination else policy(env.unwrapped.position, legal))
        return total

    assert margin(follow_the_solver, follow_the_solver) == best
    for other in others:
        assert margin(follow_the_solver, other) >= best >= margin(other, follow_the_solver)


def test_protocol_faults_are_told_by_pettingzoo() -> None:
    env = coins_env([1, 2])
    with pytest.raises(AssertionError, match="reset"):
        env.step(0)
    env.reset()
    with pytest.raises(AssertionError, match="not in action space"):
        env.step(2)
    env.step(0)
    env.step(0)
    with pytest.raises(ValueError, match="the only valid action is None"):
        env.step(0)


@rows(
    "coins, alphabet, error, why",
    [
        ([], 9, InvalidPositionError, "the row is empty"),
        (0, 9, InvalidPositionError, "a row of 0 coins"),
        (10**6, 9, LimitExceededError, "the limit is 10000 coins"),
        ([1, Fraction(3, 2)], 9, InvalidPositionError, "the coin 3/2 is not an integer; multiply"),
        ([1, 1.5], 9, InvalidPositionError, "use integers or fractions"),
        ([2**60], 9, LimitExceededError, "at most 2\\^53"),
        (Component("circle", (1, 2)), 9, InvalidPositionError, "the circle 'o1.2'"),
        (4, 0, InvalidPositionError, "the alphabet '0' has no values"),
        (4, 2**53 + 1, LimitExceededError, "too large for an observation"),
        (4, [], InvalidPositionError, "has no values"),
        (4, [1.5], InvalidPositionError, "use integers or fractions"),
        (4, [2**60], LimitExceededError, "too large"),
    ],
)
def test_bad_input(coins: Any, alphabet: Any, error: type[PerfectPlayError], why: str) -> None:
    with pytest.raises(error, match=why) as caught:
        coins_env(coins, alphabet)
    assert len(str(caught.value).splitlines()) == 1
