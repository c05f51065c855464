"""Test the environments of all games: each declared environment exists, and is registered once."""

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from importlib import import_module
from typing import Any

import pytest

from perfectplay.coins.env import coins_env
from perfectplay.coins.rules import parse_gaps
from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.game import game_names, game_spec, registry
from perfectplay.core.game.environments import Environment
from perfectplay.core.game.spec import GameSpec
from perfectplay.factorgame.env import factor_env
from tests.tables import rows

gymnasium = pytest.importorskip("gymnasium")
pettingzoo = pytest.importorskip("pettingzoo")

from perfectplay.environments import register_environments  # noqa: E402  # the tests need it
from perfectplay.pursuit.env import PursuitEnv  # noqa: E402  # likewise
from perfectplay.taxman.env import TaxmanEnv  # noqa: E402  # likewise


def known(one: Environment) -> bool:
    return one.id in (gymnasium.registry if one.library == "gymnasium" else pettingzoo.aec_registry)


def test_every_one_that_a_game_declares_is_there() -> None:
    declared = register_environments()
    assert set(declared) == {one for name in game_names() for one in game_spec(name).environments}
    assert len(declared) >= 3
    for one in declared:
        assert known(one)
        assert one.id.startswith("perfectplay/")
        for place in filter(None, (one.entry_point, one.vector_entry_point)):
            module, _, attribute = place.partition(":")
            assert callable(getattr(import_module(module), attribute))


def test_a_game_that_comes_later_is_registered_when_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    later = Environment("gymnasium", "later/Game-v0", "gymnasium:Env")
    spec: GameSpec = replace(game_spec(game_names()[0]), name="later", environments=(later,))
    monkeypatch.setitem(registry._GAMES, "later", lambda: spec)
    assert not known(later)
    register_environments()
    register_environments()  # a second call must not cause a warning
    assert known(later)
    del gymnasium.registry[later.id]


@pytest.mark.parametrize(
    ("library", "asked"),
    [
        ("gymnasium", "import perfectplay.environments"),
        ("pettingzoo", "import perfectplay.environments"),
        ("gymnasium", "import perfectplay.taxman.env"),
        ("gymnasium", "import perfectplay.taxman.vector_env"),
        ("gymnasium", "import perfectplay.pursuit.env"),
        ("pettingzoo", "from perfectplay.coins.env import coins_env; coins_env([1, 2])"),
        ("pettingzoo", "from perfectplay.factorgame.env import factor_env; factor_env(12)"),
    ],
)
def test_without_the_extra_the_error_says_how_to_install_it(library: str, asked: str) -> None:
    code = f"import sys; sys.modules[{library!r}] = None\ntry:\n    {asked}\nexcept ImportError as e: print(e)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    (told,) = done.stdout.splitlines()
    assert told.startswith(f"this needs '{library}")
    assert told.endswith("', which is not installed; install it with: pip install 'perfectplay[rl]'")


# -- games for two players, by PettingZoo's own tests ------------------------------------------------------------------

# PettingZoo's test expects action masks only from its own environments, and warns if a finished game has no legal move,
# or if all numbers of a board are gone, as in one in fifteen of its random games.
ODD = [
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation space for each agent probably should be:UserWarning",
    "ignore:Action mask numpy array is all zeros:UserWarning",
    "ignore:Observation numpy array is all zeros:UserWarning",
]
GAPS = parse_gaps("1 2 0 3 7 4 0 9")
COINS = [partial(coins_env, coins) for coins in ([1, 2, 4, 3], [5], [-3, 0, 2, 2, -7], GAPS, 6, 1)]
FACTORS = [partial(factor_env, n, passing=passing) for n in (3, 12, 30) for passing in (False, True)]
ONE_OF_EACH = [partial(coins_env, 6, 4), partial(factor_env, 12)]

Maker = Callable[..., Any]


@pytest.mark.filterwarnings(*ODD)
@rows("make", COINS + FACTORS)
def test_pettingzoo_accepts_it(make: Maker, capsys: pytest.CaptureFixture[str]) -> None:
    import_module("pettingzoo.test").api_test(make(render_mode="ansi"), num_cycles=200)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.filterwarnings(*ODD)
@rows("make", [*ONE_OF_EACH, partial(coins_env, GAPS)])
def test_pettingzoo_accepts_its_seeds_pictures_and_state(make: Maker) -> None:
    conformance = import_module("pettingzoo.test")
    conformance.seed_test(make, num_cycles=50)
    conformance.render_test(make)
    env = make()
    conformance.state_test(env, env)


@rows(
    "name, options, position",
    [
        ("greedy_coins-v1", {}, "coins:1.2.4.3"),
        ("greedy_coins-v1", {"coins": [5, 1, 2]}, "coins:5.1.2"),
        ("factor_game-v0", {}, "factorgame:30"),
        ("factor_game-v0", {"n": 12, "passing": True}, "factorgame:12~pass"),
    ],
)
def test_pettingzoo_makes_it_by_its_name(name: str, options: dict[str, Any], position: str) -> None:
    register_environments()
    env = pettingzoo.make("aec", f"perfectplay/{name}", **options)
    env.reset()
    assert env.unwrapped.position.id == position


@rows("make, moves", [(partial(coins_env, 6, seed=2), (1, 0)), (ONE_OF_EACH[1], (10, 8))])
def test_copies_and_other_processes_have_their_own(make: Maker, moves: tuple[int, int]) -> None:
    """Check that copies of an environment are independent, because tree searches copy environments."""
    env = make().unwrapped
    env.reset()
    env.step(moves[0])
    before = env.position
    other, third = pickle.loads(pickle.dumps(env)), copy.deepcopy(env)  # noqa: S301  # pickled in this line
    third.step(moves[1])
    assert (env.position, other.position, third.position.start()) == (before, before, before.start())
    assert len(third.position.moves) == 2
    for one in (env, other):
        one.reset()
    assert other.position == env.position


@rows("make", [partial(coins_env, GAPS), partial(factor_env, 6)])
def test_an_illegal_action_loses_and_nothing_is_drawn_unasked(make: Maker) -> None:
    env = make()
    env.reset()
    assert env.render() is None
    env.step(0)
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.rewards == {"player_0": -1, "player_1": 0}
    with pytest.raises(PerfectPlayError, match="the render mode 'window' is unknown; it can be ansi, human, rgb_array"):
        make(render_mode="window")


@rows(
    "make, action, board",
    [
        (partial(coins_env, GAPS), 1, "1\n3 7 4\n9\nplayer 1: 2\nplayer 2: 0"),
        (partial(coins_env, [5]), 0, "-\nplayer 1: 5\nplayer 2: 0"),
        (partial(factor_env, 8), 6, ". 2 3 4 5 6\n. 8\nplayer 1: 7\nplayer 2: 1"),
        (partial(TaxmanEnv, 8), 6, ". 2 3\n4 . 6\n. 8\nplayer: 7\ntaxman: 6"),
        (partial(PursuitEnv, [3, 6], 9), 0, "9 -> 9\nnow 9"),
    ],
)
def test_a_person_sees_every_board_as_it_comes(
    make: Maker, action: int, board: str, capsys: pytest.CaptureFixture[str]
) -> None:
    env = make(render_mode="human")
    env.reset()
    begun = capsys.readouterr().out
    assert begun.endswith("\n\n")
    env.step(action)
    assert capsys.readouterr().out == f"{board}\n\n" != begun
    assert env.render() is None
    assert capsys.readouterr().out == f"{board}\n\n"


@rows("name", [one.id for one in register_environments() if one.library == "gymnasium"])
def test_masks_are_those_that_maskable_ppo_asks_for(name: str) -> None:
    env = gymnasium.make(name)
    masks = env.get_wrapper_attr("action_masks")
    assert not masks().any()
    _, info = env.reset(seed=3)
    over = False
    while not over:
        assert (masks().dtype, masks().shape) == (bool, (env.action_space.n,))
        assert masks().tolist() == info["action_mask"].astype(bool).tolist()
        *_, over, _, info = env.step(env.action_space.sample(info["action_mask"]))
    assert not masks().any()
