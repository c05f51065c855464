"""The factor game as a PettingZoo environment, for learning agents; needs the extra ``rl``."""

from __future__ import annotations

from typing import Any

from perfectplay.core.errors import InvalidPositionError, quote
from perfectplay.core.game.environments import check_render_mode, wrapped
from perfectplay.factorgame.rules import FactorPosition

__all__ = ["factor_env"]


def factor_env(n: int = 30, *, passing: bool = False, render_mode: str | None = None) -> Any:
    """Build a PettingZoo AEC environment for two agents, ``"player_0"``, who begins, and ``"player_1"``.

    After ``import perfectplay.environments``, ``pettingzoo.make("aec", "perfectplay/factor_game-v0", n=...)`` does the
    same.

    Parameters
    ----------
    n
        Size of the board {1..n}, from 2 to `perfectplay.factorgame.rules.MAX_N`.
    passing
        Whether the classroom's rule holds: a number can also be taken, for no points, if none of its divisors is left.
    render_mode
        ``"ansi"`` if ``render()`` should return a line of text, ``"rgb_array"`` for a frame of a film, which needs the
        extra ``pictures``; ``"human"`` prints each board.

    Returns
    -------
    pettingzoo.AECEnv
        Actions: i takes the number i + 1.  Observations: a dictionary of two int8 arrays of shape (n,).
        ``"observation"`` has 1 for each number on the board. ``"action_mask"`` has 1 for each legal action; for the
        agent who does not move it is all zeros.  Rewards: the points of a move minus those that it gives away, and the
        negative for the other agent; they add up to the lead.  An illegal action ends the game with reward -1 for the
        agent.

    Raises
    ------
    MissingExtraError
        If PettingZoo or Gymnasium is not installed.
    InvalidPositionError, LimitExceededError
        If ``n`` is out of range, or the board {1..n} has no legal move.
    PerfectPlayError
        If the render mode is unknown.

    Examples
    --------
    >>> env = factor_env(12)
    >>> env.reset()
    >>> env.unwrapped.position.id
    'factorgame:12'
    """
    start = FactorPosition.new(n, passing=passing)
    if start.is_over():
        raise InvalidPositionError("the board {id} has no legal move; an environment needs one", id=quote(start.id))

    def make() -> Any:
        # Import the class only now: it inherits from a class of PettingZoo, which may be missing.
        from perfectplay.factorgame.raw_env import FactorEnv

        check_render_mode(render_mode)
        return FactorEnv(start, render_mode)

    return wrapped(make)
