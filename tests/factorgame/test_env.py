from __future__ import annotations

import copy
import importlib
import pickle
import random
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from perfectplay.core.errors import InvalidPositionError, LimitExceededError, MissingExtraError, PerfectPlayError
from perfectplay.factorgame.env import factor_env
from perfectplay.factorgame.rules import MAX_N, FactorPosition
from perfectplay.factorgame.solve import solve


@pytest.fixture(scope="module")
def conformance() -> Any:
    """PettingZoo's own tests, or a skip that names what is missing."""
    pytest.importorskip("pettingzoo")
    return importlib.import_module("pettingzoo.test")


# As in the tests of coins: PettingZoo finds dictionaries with a mask odd, and a finished game has no legal action.
ODD = [
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation space for each agent probably should be:UserWarning",
    "ignore:Action mask numpy array is all zeros:UserWarning",
]


@pytest.mark.filterwarnings(*ODD)
@pytest.mark.parametrize("passing", [False, True])
@pytest.mark.parametrize("n", [3, 12, 30])
def test_pettingzoo_accepts_it(conformance: Any, n: int, *, passing: bool, capsys: pytest.CaptureFixture[str]) -> None:
    conformance.api_test(factor_env(n, passing=passing, render_mode="ansi"), num_cycles=100)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.filterwarnings(*ODD)
def test_pettingzoo_accepts_its_seeds_pictures_and_state(conformance: Any) -> None:
    conformance.seed_test(lambda: factor_env(12), num_cycles=50)
    # The test of pictures begins with a window, whether there is one or not.
    conformance.render_test(lambda render_mode: factor_env(12, render_mode=render_mode.replace("human", "ansi")))
    env = factor_env(12)
    conformance.state_test(env, env)


def test_pettingzoo_makes_it_by_its_name(conformance: Any) -> None:
    import pettingzoo

    import perfectplay.environments

    perfectplay.environments.register_environments()
    env = pettingzoo.make("aec", "perfectplay/factor_game-v0", n=12, passing=True)
    env.reset()
    assert env.unwrapped.position.id == "factorgame:12~pass"


def play(env: Any, *policies: Any) -> dict[str, int]:
    """Play a game; returns what both agents' rewards add up to."""
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
def test_rewards_add_up_to_the_lead_and_nobody_does_better_than_perfect_play(
    conformance: Any, *, passing: bool
) -> None:
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


def test_what_an_agent_sees(conformance: Any) -> None:
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


def test_copies_and_other_processes_have_their_own(conformance: Any) -> None:
    env = factor_env(12).unwrapped
    env.reset()
    env.step(10)
    other = pickle.loads(pickle.dumps(env))  # noqa: S301  # written a moment ago
    third = copy.deepcopy(env)
    third.step(8)
    assert [one.position.id for one in (env, other, third)] == [
        "factorgame:12/11",
        "factorgame:12/11",
        "factorgame:12/11.9",
    ]


def test_an_illegal_action_loses(conformance: Any, caplog: pytest.LogCaptureFixture) -> None:
    env = factor_env(6)
    env.reset()
    env.step(0)
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.rewards == {"player_0": -1, "player_1": 0}


def test_bad_input(conformance: Any) -> None:
    with pytest.raises(InvalidPositionError, match="the board 'factorgame:1' has no legal move"):
        factor_env(1)
    with pytest.raises(LimitExceededError, match="is too large to be played"):
        factor_env(MAX_N + 1)
    with pytest.raises(PerfectPlayError, match="the render mode 'human' is unknown; it can be ansi, None"):
        factor_env(12, render_mode="human")


def test_without_the_extra_the_error_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("pettingzoo", "pettingzoo.utils.wrappers"):
        monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingExtraError, match=r"pip install 'perfectplay\[rl\]'"):
        factor_env(12)


def test_the_module_loads_neither_pettingzoo_nor_numpy() -> None:
    code = "import sys, perfectplay.factorgame.env; print({'pettingzoo', 'gymnasium', 'numpy'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
