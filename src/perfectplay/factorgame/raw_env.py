"""The factor game in PettingZoo's agent-environment cycle, without the usual wrappers; needs the extra ``rl``."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from perfectplay.factorgame.rules import FactorPosition
from perfectplay.rl.duel import DuelEnv

__all__ = ["FactorEnv"]


class FactorEnv(DuelEnv):
    """The environment that `perfectplay.factorgame.env.factor_env` checks and wraps.

    Parameters
    ----------
    start
        The start of all games.
    render_mode
        As in `factor_env`.
    """

    metadata: ClassVar[dict[str, Any]] = DuelEnv.metadata | {"name": "factor_game_v0"}
    drawn: ClassVar[bool] = True

    def __init__(self, start: FactorPosition, render_mode: str | None) -> None:
        self._start = start
        ends = np.zeros(start.n, np.int8), np.ones(start.n, np.int8)
        super().__init__(*ends, start.n, None, render_mode)

    def start(self) -> FactorPosition:
        """Return the position at the start of every game."""
        return self._start

    def state(self) -> npt.NDArray[np.int8]:
        """Return 1 for each number on the board, and 0 for the others."""
        return self._marked(self.position.left)

    def mask(self) -> npt.NDArray[np.int8]:
        """Return 1 for each number that can be taken, and 0 for the others."""
        return self._marked(self.position.legal_moves())

    def take(self, action: int) -> tuple[int, int]:
        """Return the number that an action takes, and the gain in lead."""
        return action + 1, self.position.net(action + 1)

    def board(self) -> str:
        """Return the board in rows, and both scores."""
        return str(self.position)

    def _marked(self, numbers: Any) -> npt.NDArray[np.int8]:
        marked = np.zeros(self._start.n, np.int8)
        marked[[number - 1 for number in numbers]] = 1
        return marked
