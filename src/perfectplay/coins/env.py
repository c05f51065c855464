"""Greedy coins as a PettingZoo environment, for learning agents; needs the extra ``rl``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import index
from typing import Any, cast

from perfectplay.coins.rules import MAX_COINS, Coin, CoinsPosition, Component, to_coin
from perfectplay.core.errors import InvalidPositionError, LimitExceededError, quote
from perfectplay.core.game.environments import check_render_mode, wrapped

__all__ = ["coins_env"]

_LARGEST = 2**53


def coins_env(
    coins: int | Component | Iterable[Coin] | Iterable[Component] = (1, 2, 4, 3),
    alphabet: int | Sequence[int] = 9,
    seed: int | None = None,
    render_mode: str | None = None,
) -> Any:
    """Build a PettingZoo AEC environment for two agents, ``"player_0"``, who begins, and ``"player_1"``.

    After ``import perfectplay.environments``, ``pettingzoo.make("aec", "perfectplay/greedy_coins-v1", coins=...)`` does
    the same.

    Parameters
    ----------
    coins
        A row, or rows and stacks; or a length, for a new row at each reset. Coins are integers of at most 2^53, so that
        floats are exact.
    alphabet
        If ``coins`` is a length: the values to draw from, all equally likely; k means 1, 2, ..., k.
    seed
        If ``coins`` is a length: the seed, as in ``reset(seed=...)``.
    render_mode
        ``"ansi"`` if ``render()`` should return a line of text, ``"rgb_array"`` for a frame of a film, which needs the
        extra ``pictures``; ``"human"`` prints each board.

    Returns
    -------
    pettingzoo.AECEnv
        Actions: 2 i takes the left end of row i (from 0), 2 i + 1 the right end.  Observations: a dictionary of two
        arrays. ``"observation"``, int64 of shape (2 n,), has the n coins of the start, then 1 for each coin that is
        left and 0 for the others. ``"action_mask"``, int8, has 1 for each legal action; for the agent who does not move
        it is all zeros.  Rewards: the coin for the agent who took it and its negative for the other agent; they add up
        to the margin.  An illegal action ends the game with reward -1 for the agent.

    Raises
    ------
    MissingExtraError
        If PettingZoo or Gymnasium is not installed.
    InvalidPositionError
        If there is no coin, a coin is not an integer, a component is a circle or the alphabet is empty.
    LimitExceededError
        If coins are too many or too large.
    PerfectPlayError
        If the render mode is unknown.
    """
    length: int | None = None
    start: CoinsPosition | None = None
    letters: Sequence[int] = ()
    if isinstance(coins, int) and not isinstance(coins, bool):
        length, letters = _checked_length(coins), _checked_alphabet(alphabet)
    else:
        start = CoinsPosition.new(cast("Iterable[Coin]", coins))
        _check_start(start)

    def make() -> Any:
        # Import the class only now: it inherits from a class of PettingZoo, which may be missing.
        from perfectplay.coins.raw_env import CoinsEnv

        check_render_mode(render_mode)
        return CoinsEnv(length, start, letters, seed, render_mode)

    return wrapped(make)


def _checked_length(length: int) -> int:
    if length < 1:
        raise InvalidPositionError(
            "a row of {length} coins cannot be played; the length must be a positive integer", length=length
        )
    if length > MAX_COINS:
        raise LimitExceededError(
            "a row of {length} coins is too long to play; the limit is {most} coins",
            length=quote(length)[1:-1],
            most=MAX_COINS,
        )
    return length


def _checked_alphabet(alphabet: int | Sequence[int]) -> Sequence[int]:
    if isinstance(alphabet, int) and alphabet > 0:
        # The alphabet may be huge, so check its largest value instead of listing it.
        _check_values((alphabet,))
        return range(1, alphabet + 1)
    if isinstance(alphabet, int) or not len(alphabet):
        raise InvalidPositionError(
            "the alphabet {alphabet} has no values; use k for 1 to k, or a list of integers", alphabet=quote(alphabet)
        )
    letters = alphabet
    values = tuple(to_coin(value) for value in letters)
    _check_values(values)
    return tuple(map(index, cast("tuple[int, ...]", values)))


def _check_start(start: CoinsPosition) -> None:
    for component in start.start_components:
        if component.kind == "circle":
            raise InvalidPositionError(
                "the circle {component} has no two ends to choose from; use rows and stacks", component=quote(component)
            )
        _check_values(component.coins)


def _check_values(values: Iterable[Coin]) -> None:
    for value in values:
        if not isinstance(value, int):
            raise InvalidPositionError(
                "the coin {value} is not an integer; multiply all coins by their common denominator", value=value
            )
        if abs(value) > _LARGEST:
            raise LimitExceededError(
                "the coin {value} is too large for an observation; at most 2^53 is allowed", value=quote(value)[1:-1]
            )
