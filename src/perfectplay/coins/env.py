"""Greedy coins as a PettingZoo environment, for learning agents; needs the extra ``rl``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import index
from typing import Any, ClassVar, cast

from perfectplay.coins.rules import MAX_COINS, Coin, CoinsPosition, Component, to_coin
from perfectplay.core.errors import InvalidPositionError, LimitExceededError, quote
from perfectplay.core.extras import load_extra
from perfectplay.core.texts import Text

__all__ = ["coins_env"]

_AGENTS = ("player_0", "player_1")
_LARGEST = 2**53
_ILLEGAL_REWARD = -1


def coins_env(
    coins: int | Component | Iterable[Coin] | Iterable[Component],
    alphabet: int | Sequence[int] = 9,
    seed: int | None = None,
    render_mode: str | None = None,
) -> Any:
    """Build a PettingZoo AEC environment for two agents, ``"player_0"``, who begins, and ``"player_1"``.

    Parameters
    ----------
    coins
        The game to be played again and again: a row, or rows and stacks; or a length, for another row at each reset.
        Coins are integers of at most 2^53, so that agents who compute with floats see them as they are.
    alphabet
        For a length: the values from which coins are drawn, each as likely as the others; k means 1, 2, ..., k.
    seed
        For a length: seeds the rows that follow, as ``reset(seed=...)`` does.
    render_mode
        ``"ansi"`` if ``render()`` should return a line of text.

    Returns
    -------
    pettingzoo.AECEnv
        Actions: 2 i takes the left end of row i (from 0), 2 i + 1 the right end.  Observations: a dictionary with
        ``"observation"``, an int64 array of shape (2 n,), first the n coins of the start, then 1 for each coin that
        is still there, and ``"action_mask"``, an int8 array with 1 for each legal action; all zeros for the agent who
        does not move.  Rewards: at each move the coin for the one who took it and its negative for the other, so
        that an agent's rewards add up to its winning margin.  An illegal action ends the game with reward -1 for the
        agent.

    Raises
    ------
    MissingExtraError
        If PettingZoo or Gymnasium is not installed.
    InvalidPositionError
        If there is no coin, a coin is no integer, a component is a circle or the alphabet is empty.
    LimitExceededError
        If there are too many coins or too large ones.
    """
    length: int | None = None
    start: CoinsPosition | None = None
    letters: Sequence[int] = ()
    if isinstance(coins, int) and not isinstance(coins, bool):
        length, letters = _checked_length(coins), _checked_alphabet(alphabet)
    else:
        start = CoinsPosition.new(cast("Iterable[Coin]", coins))
        _check_start(start)
    wrappers = load_extra("pettingzoo.utils.wrappers", "rl")
    base = load_extra("pettingzoo", "rl").AECEnv
    # The class itself waits until PettingZoo is needed, and so does what it inherits.
    raw = type("CoinsEnv", (_CoinsEnv, base), {})(length, start, letters, seed, render_mode)
    # The usual wrappers of PettingZoo's own board games: helpful errors for agents that break the protocol.
    legal = wrappers.TerminateIllegalWrapper(raw, illegal_reward=_ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(legal))


def _checked_length(length: int) -> int:
    if length < 1:
        message = Text("a row of {length} coins cannot be played; the length must be a positive integer", length=length)
        raise InvalidPositionError(message)
    if length > MAX_COINS:
        message = Text(
            "a row of {length} coins is too long to be played; at most {most} coins can be",
            length=quote(length)[1:-1],
            most=MAX_COINS,
        )
        raise LimitExceededError(message)
    return length


def _checked_alphabet(alphabet: int | Sequence[int]) -> Sequence[int]:
    if isinstance(alphabet, int) and alphabet > 0:
        # Its values need not be looked at, let alone listed, one by one.
        _check_values((alphabet,))
        return range(1, alphabet + 1)
    if isinstance(alphabet, int) or not len(alphabet):
        message = Text(
            "the alphabet {alphabet} has no values; use k for 1 to k, or a list of integers", alphabet=quote(alphabet)
        )
        raise InvalidPositionError(message)
    letters = alphabet
    values = tuple(to_coin(value) for value in letters)
    _check_values(values)
    return tuple(map(index, cast("tuple[int, ...]", values)))


def _check_start(start: CoinsPosition) -> None:
    for component in start.start_components:
        if component.kind == "circle":
            message = Text(
                "the circle {component} has no two ends to choose from; use rows and stacks", component=quote(component)
            )
            raise InvalidPositionError(message)
        _check_values(component.coins)


def _check_values(values: Iterable[Coin]) -> None:
    for value in values:
        if not isinstance(value, int):
            message = Text(
                "the coin {value} is not an integer; multiply all coins by their common denominator", value=value
            )
            raise InvalidPositionError(message)
        if abs(value) > _LARGEST:
            message = Text(
                "the coin {value} is too large for an observation; at most 2^53 is allowed", value=quote(value)[1:-1]
            )
            raise LimitExceededError(message)


def _generator(seed: int | None) -> Any:
    generator, _ = load_extra("gymnasium.utils.seeding", "rl").np_random(seed)
    return generator


class _CoinsEnv:
    """Greedy coins by PettingZoo's agent-environment cycle; PettingZoo's own class comes below it at run time."""

    _was_dead_step: Callable[[Any], None]
    _accumulate_rewards: Callable[[], None]

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
        import numpy as np  # noqa: PLC0415  # heavy: only where an environment is built

        spaces = load_extra("gymnasium.spaces", "rl")
        self.render_mode = render_mode
        self.possible_agents = list(_AGENTS)
        self.agents = list(_AGENTS)
        self._length, self._start, self._letters = length, start, letters
        self._random = _generator(seed)
        kinds = ["row"] if start is None else [component.kind for component in start.start_components]
        known = letters if start is None else [coin for c in start.start_components for coin in c.coins]
        size = len(known) if length is None else length
        # The ends of a range stand for all of it.
        ends = (known[0], known[-1]) if isinstance(known, range) else known
        low = np.concatenate([np.full(size, min(ends)), np.zeros(size, np.int64)]).astype(np.int64)
        high = np.concatenate([np.full(size, max(ends)), np.ones(size, np.int64)]).astype(np.int64)
        self._actions = 2 * len(kinds)
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(low, high, dtype=np.int64),
                    "action_mask": spaces.Box(0, 1, shape=(self._actions,), dtype=np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(self._actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """Return the one space object of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the one space object of an agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002  # API
        """Begin a game; with a length, on another row."""
        if seed is not None:
            self._random = _generator(seed)
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
        import numpy as np  # noqa: PLC0415  # as above

        position = self.position
        coins = [coin for component in position.start_components for coin in component.coins]
        there = np.zeros(len(coins), np.int64)
        mask = np.zeros(self._actions, np.int8)
        offset = 0
        for number, (stretch, component) in enumerate(zip(position.stretches, position.start_components, strict=True)):
            there[offset + stretch.lo : offset + stretch.hi] = 1
            if stretch.lo < stretch.hi and agent == self.agent_selection:
                mask[2 * number] = stretch.kind != "left"
                mask[2 * number + 1] = stretch.kind != "right"
            offset += len(component.coins)
        return {"observation": np.concatenate([np.array(coins, np.int64), there]), "action_mask": mask}

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
