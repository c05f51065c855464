"""Greedy coins in PettingZoo's agent-environment cycle (AEC), without the usual wrappers; needs the extra ``rl``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from perfectplay.coins.rules import Coin, CoinsPosition
from perfectplay.rl.duel import DuelEnv

__all__ = ["CoinsEnv"]


class CoinsEnv(DuelEnv):
    """The environment that `perfectplay.coins.env.coins_env` wraps; either ``length`` or ``start`` is ``None``."""

    metadata: ClassVar[dict[str, Any]] = DuelEnv.metadata | {"name": "greedy_coins_v1"}

    def __init__(
        self,
        length: int | None,
        start: CoinsPosition | None,
        letters: Sequence[int],
        seed: int | None,
        render_mode: str | None,
    ) -> None:
        self._length, self._start, self._letters = length, start, letters
        kinds = ["row"] if start is None else [component.kind for component in start.start_components]
        known = letters if start is None else [coin for c in start.start_components for coin in c.coins]
        size = len(known) if length is None else length
        # A range may be huge, so look only at its ends.
        ends = (known[0], known[-1]) if isinstance(known, range) else known
        low = np.concatenate([np.full(size, min(ends)), np.zeros(size, np.int64)]).astype(np.int64)
        high = np.concatenate([np.full(size, max(ends)), np.ones(size, np.int64)]).astype(np.int64)
        super().__init__(low, high, 2 * len(kinds), seed, render_mode)

    def start(self) -> CoinsPosition:
        """Return the given start, or if a length was given, a new random row."""
        if self._start is not None:
            return self._start
        drawn = self.random.integers(len(self._letters), size=self._length)
        return CoinsPosition.new([self._letters[i] for i in drawn])

    def state(self) -> npt.NDArray[np.int64]:
        """Return the starting coins, followed by 1 for each coin that is left and 0 for the others."""
        position = self.position
        coins = [coin for component in position.start_components for coin in component.coins]
        there = np.zeros(len(coins), np.int64)
        offset = 0
        for stretch, component in zip(position.stretches, position.start_components, strict=True):
            there[offset + stretch.lo : offset + stretch.hi] = 1
            offset += len(component.coins)
        return np.concatenate([np.array(coins, np.int64), there])

    def mask(self) -> npt.NDArray[np.int8]:
        """Return the action mask: 1 for each end that a coin can be taken from, and 0 for the others."""
        mask = np.zeros(2 * len(self.position.stretches), np.int8)
        for number, stretch in enumerate(self.position.stretches):
            if stretch.lo < stretch.hi:
                mask[2 * number] = stretch.kind != "left"
                mask[2 * number + 1] = stretch.kind != "right"
        return mask

    def take(self, action: int) -> tuple[str, Coin]:
        """Return the move of an action, and the coin that it takes."""
        number, right = divmod(action, 2)
        end = "R" if right else "L"
        move = end if self.position.is_single else f"{number + 1}{end}"
        return move, self.position.coin(move)

    def board(self) -> str:
        """Return the rest of each row and both totals as text."""
        rows = [" ".join(map(str, component.coins)) or "-" for component in self.position.components]
        return "\n".join((*rows, "player 1: {}\nplayer 2: {}".format(*self.position.scores())))
