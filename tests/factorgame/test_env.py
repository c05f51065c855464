import random
from typing import Any

import numpy as np
import pytest

from perfectplay.core.errors import InvalidPositionError, LimitExceededError
from perfectplay.factorgame.env import factor_env
from perfectplay.factorgame.rules import MAX_N, FactorPosition
from perfectplay.factorgame.solve import solve

pytest.importorskip("pettingzoo")


def play(env: Any, *policies: Any) -> dict[str, int]:
    """Play a game, and return the sum of each agent's rewards."""
    env.reset()
    totals = {"player_0": 0, "player_1": 0}
    for agent in env.agent_iter():
        seen, reward, termination, _, _ = env.last()
        totals[agent] += reward
        legal = np.flatnonzero(seen["action_mask"]) + 1
        position = env.unwrapped.position
        assert termination or tuple(legal) == position.legal_moves()
        assert {int(one) + 1 for one in np.flatnonzero(seen["observation"])} == position.left
        policy = policies[env.possible_agents.index(agent)]
        env.step(None if termination else policy(position) - 1)
    return totals


def perfect(position: FactorPosition) -> int:
    return int(solve(position).moves[0])


@pytest.mark.parametrize("passing", [False, True])
def test_rewards_add_up_to_the_lead_and_nobody_does_better_than_perfect_play(*, passing: bool) -> None:
    env = factor_env(16, passing=passing)
    best = int(solve(FactorPosition.new(16, passing=passing)).value)
    assert play(env, perfect, perfect) == {"player_0": best, "player_1": -best}
    source = random.Random(1)
    others = [
        lambda position: max(position.legal_moves(), key=position.net),
        *[lambda position: source.choice(position.legal_moves())] * 5,
    ]
    for other in others:
        assert play(env, perfect, other)["player_0"] >= best >= play(env, other, perfect)["player_0"]
        first, second = env.unwrapped.position.points
        assert play(env, other, other) == {"player_0": (lead := _lead(env)), "player_1": -lead}
        assert first - second <= best


def _lead(env: Any) -> int:
    first, second = env.unwrapped.position.points
    return int(first - second)


def test_what_an_agent_sees() -> None:
    env = factor_env(6, render_mode="ansi")
    env.reset()
    env.step(4)
    assert env.render() == "factorgame:6/5  5 : 1"
    assert env.rewards == {"player_0": 4, "player_1": -4}
    assert env.observe("player_1")["observation"].tolist() == [0, 1, 1, 1, 0, 1]
    assert env.observe("player_1")["action_mask"].tolist() == [0, 0, 0, 1, 0, 1]
    assert env.observe("player_0")["action_mask"].tolist() == [0] * 6
    for agent in env.possible_agents:
        assert env.observation_space(agent).contains(env.observe(agent))


def test_bad_input() -> None:
    with pytest.raises(InvalidPositionError, match="the board 'factorgame:1' has no legal move"):
        factor_env(1)
    with pytest.raises(LimitExceededError, match="is too large to play"):
        factor_env(MAX_N + 1)
