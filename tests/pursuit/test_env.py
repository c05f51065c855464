"""Test the environments of arithmetical pursuit by Gymnasium's own checks, and by a second version of the rules."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perfectplay.core.errors import IllegalMoveError, InvalidPositionError, LimitExceededError, PerfectPlayError
from perfectplay.pursuit.deal.deals import CLASSIC, DECKS
from perfectplay.pursuit.rules import STOP, PursuitPosition, Rules
from perfectplay.pursuit.solve import solve

gym = pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

import perfectplay.environments  # noqa: E402, F401  # the test needs it, and it registers the environments
from perfectplay.pursuit.env import PursuitEnv  # noqa: E402  # likewise
from tests.profiles import examples  # noqa: E402  # likewise
from tests.tables import rows  # noqa: E402  # likewise

ID = "perfectplay/Pursuit-v0"
ARTICLE = [3, 6, 9, 10, 50, 100]
GAMES: list[dict[str, Any]] = [
    {"solved": False},
    {"deal": ARTICLE, "target": 951},
    {"deal": 4, "deck": "classic", "large": 2, "targets": (100, 999), "rules": "fractions,all", "solved": False},
    {"deal": [3, 3, 8, 8], "target": 24, "rules": "all,fractions"},
    {"deal": [2, 3], "target": 5, "rules": "operators=/"},
]


@pytest.mark.parametrize("options", GAMES, ids=str)
def test_gymnasium_accepts_it(options: dict[str, Any]) -> None:
    from gymnasium.utils.env_checker import check_env

    check_env(gym.make(ID, **options).unwrapped)


def action_of(env: PursuitEnv, move: Any) -> int:
    """Return the number of the action that makes a move."""
    if move == STOP:
        return len(env.actions) - 1
    assert env.position is not None
    table = env.position.table
    action: Any
    for number, action in enumerate(env.actions[:-1]):
        assert action != STOP
        sign, i, j = action
        if max(i, j) < len(table) and sign == move.operator:
            pairs = [(table[i], table[j]), (table[j], table[i])][: 2 if sign in "+*" else 1]
            if (move.left, move.right) in pairs:
                return number
    raise AssertionError(move)


@pytest.mark.parametrize("options", [GAMES[1], GAMES[3], GAMES[4], {"deal": [1, 1, 1, 2], "target": 900}], ids=str)
def test_perfect_play_gets_the_best_return(options: dict[str, Any]) -> None:
    env = PursuitEnv(**options)
    _, info = env.reset()
    best = info["optimal"]
    assert env.position is not None
    result = solve(env.position)
    assert best == -result.value
    rewards = []
    for move in result.moves or (STOP,):
        action = action_of(env, move)
        assert info["action_mask"][action]
        _, reward, terminated, _, info = env.step(action)
        rewards.append(reward)
        if terminated:
            break
    assert sum(rewards) == best
    assert rewards[:-1] == [0] * (len(rewards) - 1)


@settings(max_examples=examples(40))
@given(
    st.sampled_from(sorted(DECKS)),
    st.integers(2, 4),
    st.sampled_from(["", "positive", "fractions", "all", "operators=-/"]),
    st.integers(0, 2**32),
)
def test_random_and_greedy_games(deck: str, count: int, rules: str, seed: int) -> None:
    """Test that legal actions and observations match the rules, and that no player does better than perfect play."""
    env = PursuitEnv(count, deck=deck, rules=rules, targets=(1, 200))
    seen, info = env.reset(seed=seed)
    source = np.random.default_rng(seed)
    best, total, terminated = info["optimal"], 0.0, False
    while not terminated:
        position = env.position
        assert position is not None
        assert env.observation_space.contains(seen)
        pairs = zip(seen["numerators"].tolist(), seen["denominators"].tolist(), strict=True)
        assert tuple(Fraction(*pair) for pair in pairs if pair[1]) == position.table
        assert (seen["answer"][0], seen["target"][0]) == (position.answer, position.target)
        legal = np.flatnonzero(info["action_mask"])
        assert {action_of(env, move) for move in position.legal_moves() or (STOP,)} <= {*legal.tolist()}
        for action in set(range(len(env.actions))) - {*legal.tolist()}:
            with pytest.raises(IllegalMoveError):
                env._after(position, action)
        if seed % 2:
            action = int(source.choice(legal))
        else:
            action = min(legal.tolist(), key=lambda action: (env._after(position, action)[0].distance, -action))
        seen, reward, terminated, _, info = env.step(action)
        total += reward
    assert env.position is not None
    assert total == -env.position.distance
    assert total <= best
    assert not info["action_mask"].any()


def test_deals_come_back_with_the_seed() -> None:
    env = gym.make(ID, deck=CLASSIC, large=1, solved=False, render_mode="ansi").unwrapped

    def drawn(seed: int | None) -> list[str]:
        found = []
        for game in range(5):
            env.reset(seed=None if game else seed)
            found.append(env.position.id)
        return found

    first = drawn(4)
    assert drawn(4) == first
    assert len(set(first)) == 5
    assert all(sum(number in CLASSIC.large for number in PursuitPosition.from_id(text).numbers) == 1 for text in first)
    env.reset(options={"numbers": [1, 2, 3, 4, 5, 6], "target": 77})
    assert env.position == PursuitPosition.new([1, 2, 3, 4, 5, 6], 77)
    assert env.render() == "pursuit:1.2.3.4.5.6:77  6"


def test_there_may_be_no_solver() -> None:
    assert "optimal" not in PursuitEnv(ARTICLE, 951, solved=False).reset()[1]


def test_the_actions() -> None:
    env = PursuitEnv(ARTICLE, 951)
    assert len(env.actions) == env.action_space.n == 91
    assert env.actions[-1] == "="
    _, info = env.reset()
    legal = {env.actions[i] for i in np.flatnonzero(info["action_mask"])}
    assert ("+", 0, 1) in legal
    assert ("+", 1, 0) not in env.actions
    assert ("/", 1, 0) in legal
    assert ("/", 0, 1) not in legal
    assert env.render() is None


@pytest.mark.parametrize(
    ("action", "why"),
    [
        (("/", 0, 1), "3 / 6 is not a whole number, and fractions are not allowed"),
        (("+", 0, 5), "needs a number in the place 5, and there are 5 numbers"),
    ],
)
def test_an_action_that_is_not_legal_ends_the_game_and_says_why(action: Any, why: str) -> None:
    env = PursuitEnv([3, 6, 9, 10, 50, 100], 951)
    env.reset()
    if action[2] == 5:
        env.step(env.actions.index(("-", 1, 0)))
    before = env.position
    _, reward, terminated, _, info = env.step(env.actions.index(action))
    assert before is not None
    assert (reward, terminated, info["illegal"], env.position) == (-before.distance - 1, True, True, before)
    assert why in info["message"]
    assert not info["action_mask"].any()


def test_a_game_must_be_under_way() -> None:
    env = PursuitEnv([1, 2], 3)
    for _ in range(2):
        with pytest.raises(IllegalMoveError, match=r"no game is under way"):
            env.step(0)
        env.reset()
        env.step(0)


@rows(
    "options, error, why",
    [
        ({"deal": 1}, InvalidPositionError, "an environment needs two numbers"),
        ({"deal": [7]}, InvalidPositionError, "an environment needs two numbers"),
        ({"deal": 9}, LimitExceededError, "give 1 to 8 for"),
        ({"deal": [0, 1]}, InvalidPositionError, "cards are whole numbers"),
        ({"deal": [10**6] * 3}, LimitExceededError, "too large for an observation; at most 2.53 is allowed"),
        ({"target": 0}, InvalidPositionError, "cannot be a target"),
        ({"targets": (5, 4)}, InvalidPositionError, "must not exceed"),
        ({"deck": "tarot"}, InvalidPositionError, "there is no deck 'tarot'"),
        ({"large": 7}, LimitExceededError, "cannot be large"),
        ({"rules": "all,some"}, InvalidPositionError, "there is no rule 'some'"),
        ({"render_mode": "window"}, PerfectPlayError, "the render mode 'window' is unknown"),
    ],
)
def test_bad_games(options: dict[str, Any], error: type[PerfectPlayError], why: str) -> None:
    with pytest.raises(error, match=why) as caught:
        PursuitEnv(**options)
    assert len(str(caught.value).splitlines()) == 1


def test_bad_options_and_actions() -> None:
    env = PursuitEnv(4, rules=Rules(fractions=True), solved=False)
    with pytest.raises(PerfectPlayError, match="the option 'deal' of reset is unknown; it has numbers, target"):
        env.reset(options={"deal": [1, 2, 3, 4]})
    for numbers in ([1, 2, 3], [100, 100, 100, 101]):
        with pytest.raises(InvalidPositionError, match="do not fit here; there are 4, such as"):
            env.reset(options={"numbers": numbers})
    env.reset()
    for action in (-1, 37, 0.5, None):
        with pytest.raises(IllegalMoveError, match="an action is an integer from 0 to 36"):
            env.step(action)  # type: ignore[arg-type]  # the test is about this
