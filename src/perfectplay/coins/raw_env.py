"""Greedy coins by PettingZoo's agent-environment cycle, without the usual wrappers; needs the extra ``rl``."""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from perfectplay.coins.rules import Coin, CoinsPosition
from perfectplay.core.running.extras import load_extra

load_extra("pettingzoo", "rl")

from gymnasium.spaces import Box, Dict, Discrete  # noqa: E402  # where it is missing, the line above says what to do
from gymnasium.utils import seeding  # noqa: E402  # likewise
from pettingzoo import AECEnv  # noqa: E402  # likewise

__all__ = ["CoinsEnv"]

_AGENTS = ("player_0", "player_1")


class CoinsEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """What `perfectplay.coins.env.coins_env` checks, and wraps; ``length`` is ``None`` if there is one ``start``."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "greedy_coins_v1",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        length: int | None,
        start: CoinsPosition | None,
        letters: Sequence[int],
        seed: int | None,
        render_mode: str | None,
    ) -> None:
        super().__init__()
        self.render_mode = render_mode
        self.possible_agents = list(_AGENTS)
        self.agents = list(_AGENTS)
        self._length, self._start, self._letters = length, start, letters
        self._random, _ = seeding.np_random(seed)
        kinds = ["row"] if start is None else [component.kind for component in start.start_components]
        known = letters if start is None else [coin for c in start.start_components for coin in c.coins]
        size = len(known) if length is None else length
        # The ends of a range stand for all of it.
        ends = (known[0], known[-1]) if isinstance(known, range) else known
        low = np.concatenate([np.full(size, min(ends)), np.zeros(size, np.int64)]).astype(np.int64)
        high = np.concatenate([np.full(size, max(ends)), np.ones(size, np.int64)]).astype(np.int64)
        self._actions = 2 * len(kinds)
        self.state_space = Box(low, high, dtype=np.int64)
        self.observation_spaces = {
            agent: Dict(
                {
                    "observation": Box(low, high, dtype=np.int64),
                    "action_mask": Box(0, 1, shape=(self._actions,), dtype=np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(self._actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """Return the one space object of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the one space object of an agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002  # API
        """Begin a game; with a length, on another row."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        if self._start is not None:
            self.position = self._start
        else:
            drawn = self._random.integers(len(self._letters), size=self._length)
            self.position = CoinsPosition.new([self._letters[i] for i in drawn])
        self.agents = self.possible_agents[:]
        self.rewards: dict[str, Coin] = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent sees: everything."""
        mask = np.zeros(self._actions, np.int8)
        for number, stretch in enumerate(self.position.stretches):
            if stretch.lo < stretch.hi and agent == self.agent_selection:
                mask[2 * number] = stretch.kind != "left"
                mask[2 * number + 1] = stretch.kind != "right"
        return {"observation": self.state(), "action_mask": mask}

    def state(self) -> npt.NDArray[np.int64]:
        """Return the coins of the start, and which ones are still there."""
        position = self.position
        coins = [coin for component in position.start_components for coin in component.coins]
        there = np.zeros(len(coins), np.int64)
        offset = 0
        for stretch, component in zip(position.stretches, position.start_components, strict=True):
            there[offset + stretch.lo : offset + stretch.hi] = 1
            offset += len(component.coins)
        return np.concatenate([np.array(coins, np.int64), there])

    def step(self, action: Any) -> None:
        """Take a coin."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number, right = divmod(index(action), 2)
        end = "R" if right else "L"
        move = end if self.position.is_single else f"{number + 1}{end}"
        coin = self.position.coin(move)
        self.position = self.position.play(move)
        other = self.agents[1 - self.agents.index(agent)]
        self._cumulative_rewards[agent] = 0
        self.rewards = {agent: coin, other: -coin}
        if self.position.is_over():
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = other
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return the position's id and the scores as a line of text."""
        if self.render_mode is None:
            return None
        first, second = self.position.scores()
        return f"{self.position.id}  {first} : {second}"

    def close(self) -> None:
        """Release nothing: there is no window."""
