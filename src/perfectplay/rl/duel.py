"""Base class of PettingZoo environments for two-player games; needs the extra ``rl``."""

from __future__ import annotations

from abc import abstractmethod
from operator import index
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import numpy.typing as npt

from perfectplay.core.game.environments import RENDER_MODES, rendered
from perfectplay.core.game.position import Position
from perfectplay.core.running.extras import load_extra
from perfectplay.core.schema import Exact

load_extra("pettingzoo", "rl")

from gymnasium.spaces import Box, Dict, Discrete  # noqa: E402  # if the import fails, the line above says what to do
from gymnasium.utils import seeding  # noqa: E402  # as above

__all__ = ["DuelEnv"]

_AGENTS = ("player_0", "player_1")

if TYPE_CHECKING:

    class AECEnv:
        """A stand-in for type checkers with attributes of any type, because PettingZoo has no type annotations."""

        def __getattr__(self, name: str) -> Any: ...

else:
    from pettingzoo import AECEnv


class DuelEnv(AECEnv):
    """A two-player game with full information and alternating moves, without PettingZoo's usual wrappers.

    The gain of a move is the reward of the agent who makes it; the other agent gets its negative.

    Parameters
    ----------
    low, high
        Bounds on each entry of the observation.
    actions
        Number of actions.
    seed, render_mode
        As in PettingZoo; the render mode is checked, and ``"human"`` prints each board.

    Attributes
    ----------
    position
        The current position.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": [*RENDER_MODES],
        "render_fps": 2,
        "is_parallelizable": False,
    }

    position: Any

    drawn: ClassVar[bool] = False
    """Whether the picture of a position shows the board; some pictures show best play from the position instead."""

    def __init__(
        self, low: npt.NDArray[Any], high: npt.NDArray[Any], actions: int, seed: int | None, render_mode: str | None
    ) -> None:
        super().__init__()
        self.render_mode = render_mode
        self.possible_agents: list[str] = list(_AGENTS)
        self.agents: list[str] = list(_AGENTS)
        self.random: np.random.Generator = seeding.np_random(seed)[0]
        self.state_space: Any = Box(low, high, dtype=low.dtype.type)
        self.observation_spaces: dict[str, Any] = {
            agent: Dict(
                {
                    "observation": Box(low, high, dtype=low.dtype.type),
                    "action_mask": Box(0, 1, shape=(actions,), dtype=np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces: dict[str, Any] = {agent: Discrete(actions) for agent in self.possible_agents}

    @abstractmethod
    def start(self) -> Position[Any]:
        """Return the start of the next game."""

    @abstractmethod
    def state(self) -> npt.NDArray[Any]:
        """Return the observation of the current position."""

    @abstractmethod
    def mask(self) -> npt.NDArray[np.int8]:
        """Return 1 for each legal action, and 0 for the others."""

    @abstractmethod
    def take(self, action: int) -> tuple[Any, Exact]:
        """Return the move that an action stands for, and the gain of the move."""

    @abstractmethod
    def board(self) -> str:
        """Return the board and both scores as text."""

    def observation_space(self, agent: str) -> Any:
        """Return an agent's observation space, always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return an agent's action space, always the same object."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002  # API
        """Begin a game; a ``seed`` restarts the random numbers."""
        if seed is not None:
            self.random = seeding.np_random(seed)[0]
        self.position = self.start()
        self.agents = self.possible_agents[:]
        self.rewards: dict[str, Exact] = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self.truncations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection: str = self.agents[0]
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the whole position, and the action mask, which is all zeros unless it is the agent's turn."""
        mask = self.mask()
        return {"observation": self.state(), "action_mask": mask if agent == self.agent_selection else mask * 0}

    def step(self, action: Any) -> None:
        """Make the move of the agent whose turn it is, and distribute the rewards."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        move, gain = self.take(index(action))
        self.position = self.position.play(move)
        opponent = self.agents[1 - self.agents.index(agent)]
        self._cumulative_rewards[agent] = 0
        self.rewards = {agent: gain, opponent: -gain}
        if self.position.is_over():
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = opponent
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """Render the position: depending on the mode, return text or a video frame, or print the board."""
        if self.render_mode is None:
            return None
        line = "{}  {} : {}".format(self.position.id, *self.position.scores())
        return rendered(self.render_mode, line, self.board(), self.position.draw if self.drawn else None)

    def close(self) -> None:
        """Do nothing: there is no window to close."""
