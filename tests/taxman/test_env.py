"""Test the environments of Taxman by Gymnasium's own checks, and by a second implementation of the rules."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perfectplay.core.errors import IllegalMoveError, InvalidPositionError, LimitExceededError, PerfectPlayError
from perfectplay.taxman.records import load_records
from perfectplay.taxman.rules import Pot, TaxmanPosition, Variant
from perfectplay.taxman.solve import solve

gym = pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

import perfectplay.environments  # noqa: E402, F401  # the test needs it, and it registers the environments
from perfectplay.taxman.env import TaxmanEnv  # noqa: E402  # likewise
from perfectplay.taxman.vector_env import TaxmanVectorEnv  # noqa: E402  # likewise
from tests.profiles import examples  # noqa: E402  # likewise
from tests.tables import rows  # noqa: E402  # likewise

ID = "perfectplay/Taxman-v0"
POTS: list[dict[str, Any]] = [
    {},
    {"pot": 2},
    {"pot": 30, "smallest": 10, "variant": "end"},
    {"pot": [2, 3, 6, 7, 12, 48]},
    {"pot": [2, 3, 6, 7, 12, 48], "variant": "end"},
]
MODES = list(gym.vector.AutoresetMode)


@pytest.mark.parametrize("options", POTS, ids=str)
def test_gymnasium_accepts_it(options: dict[str, Any]) -> None:
    from gymnasium.utils.env_checker import check_env

    check_env(gym.make(ID, **options).unwrapped)


def played(env: Any, moves: Any, **reset: Any) -> tuple[float, dict[str, Any]]:
    """Play a game by a policy, which chooses from the environment and the legal actions."""
    _, info = env.reset(**reset)
    total, terminated = 0.0, False
    while not terminated:
        _, reward, terminated, truncated, info = env.step(moves(env, np.flatnonzero(info["action_mask"])))
        total += reward
        assert not truncated
    return total, info


def greedy(env: Any, legal: Any) -> int:
    return int(legal[-1])


@rows("variant", ["immediate", "end"])
@rows("n", [2, 5, 20, 31])
def test_perfect_play_gets_the_best_return_and_nobody_gets_more(n: int, variant: Variant) -> None:
    env = gym.make(ID, pot=n, variant=variant)
    best = solve(TaxmanPosition.new(n)).moves
    ahead = iter(best)
    total, info = played(env, lambda *_: next(ahead) - 1)
    assert total == info["optimal"] == load_records().scores()[n]
    assert not info["action_mask"].any()
    source = np.random.default_rng(n)
    for policy in (greedy, *[lambda _, legal: source.choice(legal)] * 20):
        total, info = played(env, policy)
        assert total <= info["optimal"]
        assert total == env.unwrapped.position.scores()[0]
        assert env.unwrapped.position.is_over()


def test_a_pot_without_a_proof_has_no_optimum() -> None:
    # Gymnasium's batches cannot hold None beside integers, so the key is omitted.
    _, info = TaxmanEnv([2, 3, 6]).reset()
    assert "optimal" not in info
    assert info["n"] == 6


def test_what_is_seen() -> None:
    env = gym.make(ID, pot=10, variant="end", render_mode="ansi")
    seen, info = env.reset()
    assert seen.tolist() == [1] * 10
    assert info["action_mask"].tolist() == [0] + [1] * 9
    seen, reward, _, _, info = env.step(6)
    assert (seen.tolist(), reward) == ([0, 1, 1, 1, 1, 1, 0, 1, 1, 1], 7)
    assert info["action_mask"].tolist() == [0, 0, 0, 1, 0, 1, 0, 1, 1, 1]
    assert env.render() == "taxman:10~end/7  7 : 1"
    seen, *_ = env.step(np.int64(9))
    assert seen.tolist() == [0, 0, 1, 1, 0, 1, 0, 1, 1, 0]


def test_dead_numbers_are_seen_until_the_end_only_in_one_variant() -> None:
    seen = [TaxmanEnv(11, variant=variant) for variant in ("immediate", "end")]
    for env in seen:
        env.reset()
    first, last = (env.step(6)[0].tolist() for env in seen)
    assert (first[10], last[10]) == (0, 1)


@pytest.mark.parametrize("mode", ["ansi", None])
def test_pictures(mode: str | None) -> None:
    env = TaxmanEnv(30, render_mode=mode)
    assert env.render() is None
    env.reset()
    env.step(28)
    picture = env.render()
    assert picture == ("taxman:30/29  29 : 60" if mode else None)


def test_pots_come_back_with_the_seed() -> None:
    def drawn(env: Any, seed: int | None) -> list[int]:
        return [env.reset(seed=seed if not game else None)[1]["n"] for game in range(8)]

    env = TaxmanEnv(30, smallest=10)
    first = drawn(env, 5)
    assert drawn(env, 5) == first
    assert len(set(first)) > 1
    assert min(first) >= 10
    _, info = env.reset(options={"n": 12})
    assert (info["n"], info["optimal"], env.position) == (12, 50, TaxmanPosition.new(12))


@pytest.mark.parametrize(
    ("action", "why"),
    [(0, "1 cannot be taken: none of its proper divisors"), (12, "13 cannot be taken: it was in the pot and is gone")],
)
def test_an_action_that_is_not_legal_ends_the_game_and_says_why(action: int, why: str) -> None:
    env = TaxmanEnv(20)
    env.reset()
    env.step(12)
    before = env.position
    seen, reward, terminated, _, info = env.step(action or 1)
    assert (reward, terminated, info["illegal"], env.position) == (-1, True, True, before)
    assert (why if action else "2 cannot be taken") in info["message"]
    assert not info["action_mask"].any()
    assert seen.any()


def test_a_game_must_be_under_way() -> None:
    env = TaxmanEnv(2)
    for _ in range(2):
        with pytest.raises(IllegalMoveError, match=r"no game is under way: .*; begin one with reset\(\)"):
            env.step(1)
        env.reset()
        env.step(1)


@rows(
    "options, error, why",
    [
        ({"pot": 1}, InvalidPositionError, "the pot '1' has no legal move"),
        ({"pot": 0}, InvalidPositionError, "N = 0 is not a pot"),
        ({"pot": 10**6}, LimitExceededError, "too large to play"),
        ({"pot": [2, 3]}, InvalidPositionError, "no legal move"),
        ({"pot": [100, 10**6]}, InvalidPositionError, "actions stand for the numbers"),
        ({"variant": "late"}, InvalidPositionError, "the variant 'late' is unknown; the variants are immediate, end"),
        ({"pot": 20, "smallest": 1}, InvalidPositionError, "N = '1' is not possible here; it is an integer from 2"),
        ({"pot": 20, "smallest": 21}, InvalidPositionError, "from 2 to 20"),
        ({"pot": [2, 4], "smallest": 2}, InvalidPositionError, "whose only pot is 'pot.2.4'"),
    ],
)
@rows("maker", [TaxmanEnv, lambda **options: TaxmanVectorEnv(2, **options)])
def test_bad_pots(maker: Any, options: dict[str, Any], error: type[PerfectPlayError], why: str) -> None:
    with pytest.raises(error, match=why) as caught:
        maker(**options)
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize("action", [-1, 20, 1.5, None, "3"])
def test_actions_outside_of_the_space(action: Any) -> None:
    env = TaxmanEnv(20)
    env.reset()
    with pytest.raises(IllegalMoveError, match=r"the action .* is not possible; an action is an integer from 0 to 19"):
        env.step(action)


def test_other_faults() -> None:
    with pytest.raises(PerfectPlayError, match="the render mode 'window' is unknown; it can be ansi, human"):
        TaxmanEnv(render_mode="window")
    with pytest.raises(PerfectPlayError, match="the option 'pot' of reset is unknown; it has n"):
        TaxmanEnv().reset(options={"pot": 3})
    for n in (21, "x", 2.5):
        with pytest.raises(InvalidPositionError, match="it is an integer from 2 to 20"):
            TaxmanEnv().reset(options={"n": n})


# -- many games at once ------------------------------------------------------------------------------------------------


def same(found: Any, wanted: Any) -> None:
    """Check that the answers of two vector environments are equal, including nested infos."""
    if isinstance(wanted, dict):
        assert set(found) == set(wanted) - {"message", "_message"}
        for key, value in found.items():
            same(value, wanted[key])
    elif wanted.dtype == object:
        assert [part is None for part in found] == [part is None for part in wanted]
        for part, other in zip(found, wanted, strict=True):
            assert part is None or np.array_equal(part, other)
    else:
        assert found.dtype == wanted.dtype
        assert np.array_equal(found, wanted)


@st.composite
def pots(draw: Any) -> dict[str, Any]:
    variant = draw(st.sampled_from(["immediate", "end"]))
    if draw(st.booleans()):
        return {"pot": draw(st.integers(2, 40)), "variant": variant}
    numbers = draw(st.sets(st.integers(1, 60), min_size=2, max_size=12))
    most = max(numbers)
    return {"pot": sorted(numbers | {2 * most}), "variant": variant}


@settings(max_examples=examples(60))
@given(pots(), st.sampled_from(MODES), st.integers(1, 9), st.integers(0, 2**32), st.booleans())
def test_every_copy_is_the_single_environment(
    options: dict[str, Any],
    mode: Any,
    count: int,
    seed: int,
    wild: bool,  # noqa: FBT001  # hypothesis draws it
) -> None:
    """Play random games in all modes of autoreset, sometimes with illegal actions."""
    many = TaxmanVectorEnv(count, **options, autoreset_mode=mode)
    single = gym.vector.SyncVectorEnv([lambda: TaxmanEnv(**options)] * count, autoreset_mode=mode)
    assert many.observation_space == single.observation_space
    assert many.action_space == single.action_space
    assert many.metadata["autoreset_mode"] is mode is single.metadata["autoreset_mode"]
    source = np.random.default_rng(seed)
    n = Pot.up_to(options["pot"]).n if isinstance(options["pot"], int) else None
    chosen = {"n": int(source.integers(2, n + 1))} if n is not None and source.random() < 0.5 else None
    answers: Any = many.reset(seed=1, options=chosen)
    wanted: Any = single.reset(seed=1, options=chosen)
    same(answers[0], wanted[0])
    same(answers[1], wanted[1])
    for _ in range(40):
        weights = answers[-1]["action_mask"] + (0.02 if wild else 1e-9)
        actions = np.array([source.choice(row.size, p=row / row.sum()) for row in weights.astype(float)])
        answers, wanted = many.step(actions), single.step(actions)
        for part, other in zip(answers, wanted, strict=True):
            same(part, other)
        over = answers[2]
        if mode is gym.vector.AutoresetMode.DISABLED and over.any():
            answers, wanted = (env.reset(options={"reset_mask": over.copy()}) for env in (many, single))
            same(answers[0], wanted[0])
            assert np.array_equal(answers[1]["action_mask"][over], wanted[1]["action_mask"][over])
    assert many.observation_space.contains(answers[0])


@pytest.mark.parametrize("variant", ["immediate", "end"])
def test_drawn_pots_of_copies(variant: Variant) -> None:
    many = gym.make_vec(ID, num_envs=5, pot=30, smallest=4, variant=variant)
    assert isinstance(many.unwrapped, TaxmanVectorEnv)
    _, infos = many.reset(seed=3)
    again = many.reset(seed=3)[1]["n"].tolist()
    assert again == infos["n"].tolist()
    assert len(set(again)) > 1
    singles = [TaxmanEnv(30, variant=variant) for _ in again]
    seen = [single.reset(options={"n": n}) for single, n in zip(singles, again, strict=True)]
    masks = infos["action_mask"]
    games = 0
    for _ in range(40):
        actions = np.array([np.flatnonzero(row)[-1] if row.any() else 0 for row in masks])
        waiting = [not row.any() for row in masks]
        observations, _, _, _, infos = many.step(actions)
        masks = infos["action_mask"]
        for place, single in enumerate(singles):
            if waiting[place]:
                games += 1
                seen[place] = single.reset(options={"n": int(infos["n"][place])})
            else:
                seen[place] = single.step(actions[place])[::4]
            assert np.array_equal(observations[place], seen[place][0])
            assert infos["optimal"][place] == seen[place][1]["optimal"]
    assert games > 5
    assert many.reset(options={"n": [4, 5, 6, 7, 8]})[1]["n"].tolist() == [4, 5, 6, 7, 8]


def test_what_is_handed_out_stays_as_it_is() -> None:
    many = TaxmanVectorEnv(3, 12)
    kept, infos = many.reset()
    before = kept.copy(), infos["action_mask"].copy()
    many.step(np.array([6, 6, 0], np.uint64))
    assert np.array_equal(kept, before[0])
    assert np.array_equal(infos["action_mask"], before[1])


@rows("actions", [[1], [1, 2, 3], [1, 20], [-1, 1], [1.0, 2.0], [[1], [2]], None])
def test_actions_outside_of_the_batch(actions: Any) -> None:
    many = TaxmanVectorEnv(2, 20)
    many.reset()
    with pytest.raises(IllegalMoveError, match="are not possible; they are 2 integers from 0 to 19"):
        many.step(actions)


def test_other_faults_of_many() -> None:
    many = TaxmanVectorEnv(2, 2, autoreset_mode="Disabled")
    with pytest.raises(IllegalMoveError, match="no game is under way"):
        many.step([1, 1])
    many.reset()
    many.step([1, 1])
    with pytest.raises(IllegalMoveError, match="no game is under way"):
        many.step([1, 1])
    with pytest.raises(PerfectPlayError, match=r"it is a bool array of shape \(2,\)"):
        many.reset(options={"reset_mask": [True, False]})
    with pytest.raises(PerfectPlayError, match="an integer, or one for each of 2 copies"):
        many.reset(options={"n": [2, 2, 2]})
    with pytest.raises(LimitExceededError, match="0 copies of a game are not possible"):
        TaxmanVectorEnv(0)


def test_gymnasiums_wrappers_take_it() -> None:
    from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

    many = DictInfoToList(RecordEpisodeStatistics(gym.make_vec("perfectplay.environments:" + ID, num_envs=4, pot=6)))
    _, infos = many.reset()
    returns = []
    for _ in range(12):
        _, _, _, _, infos = many.step(np.array([np.flatnonzero(info["action_mask"])[-1:].sum() for info in infos]))
        returns += [info["episode"]["r"] for info in infos if "episode" in info]
    # Picking 6 costs 1, 2 and 3; after that, no remaining number has a divisor.
    assert returns
    assert set(map(float, returns)) == {6.0}


def test_a_copy_goes_its_own_way() -> None:
    # Tree searches need independent copies of an environment.
    env = TaxmanEnv(10)
    env.reset()
    other = copy.deepcopy(env)
    other.step(6)
    assert env.position == TaxmanPosition.new(10)
    assert other.position == TaxmanPosition.new(10).play(7)
