"""Environments of all games: what is declared is there, and is registered once."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from importlib import import_module

import pytest

from perfectplay.core import game as registry
from perfectplay.core.game import game_names, game_spec
from perfectplay.core.game.environments import Environment
from perfectplay.core.game.spec import GameSpec

gymnasium = pytest.importorskip("gymnasium")
pettingzoo = pytest.importorskip("pettingzoo")

from perfectplay.environments import register_environments  # noqa: E402  # it needs them


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
    register_environments()  # which would be a warning if it were done twice
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
    ],
)
def test_without_the_extra_the_error_says_how_to_install_it(library: str, asked: str) -> None:
    code = f"import sys; sys.modules[{library!r}] = None\ntry:\n    {asked}\nexcept ImportError as e: print(e)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    (told,) = done.stdout.splitlines()
    assert told.startswith(f"this needs '{library}")
    assert told.endswith("', which is not installed; install it with: pip install 'perfectplay[rl]'")


def test_the_declarations_load_nothing() -> None:
    code = "import sys, perfectplay.core.game as g\n"
    code += "print([one.id for name in g.game_names() for one in g.game_spec(name).environments])\n"
    code += "print({'pettingzoo', 'gymnasium', 'numpy'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "set()"
