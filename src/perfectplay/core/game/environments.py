"""Common parts of the environments for learning programs: their declaration, and checks of arguments."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from operator import index
from typing import Any, Literal, NoReturn

from perfectplay.core.errors import IllegalMoveError, PerfectPlayError, quote
from perfectplay.core.pixels import frame
from perfectplay.core.running.extras import load_extra

__all__ = [
    "ILLEGAL_REWARD",
    "RENDER_MODES",
    "Environment",
    "check_action",
    "check_options",
    "check_render_mode",
    "refuse_to_go_on",
    "rendered",
    "wrapped",
]

ILLEGAL_REWARD = -1
"""Reward for an action that the mask forbids; such an action ends the game."""

RENDER_MODES = ("ansi", "human", "rgb_array")
"""Render modes of every environment."""


@dataclass(frozen=True, slots=True)
class Environment:
    """The declaration of an environment, which `perfectplay.environments` registers.

    Attributes
    ----------
    library
        ``"gymnasium"`` for one player, ``"pettingzoo"`` for several.
    id
        Its name for ``make``, with a namespace and a version.
    entry_point
        Its class or function, as ``"module:attribute"``.
    vector_entry_point
        The vectorised environment for ``gymnasium.make_vec``, which otherwise makes many single environments.
    """

    library: Literal["gymnasium", "pettingzoo"]
    id: str
    entry_point: str
    vector_entry_point: str | None = None


def check_action(action: Any, count: int) -> int:
    """Return an action as an integer below ``count``; raise `IllegalMoveError` for anything else.

    Examples
    --------
    >>> check_action(3, 10)
    3
    """
    try:
        number = index(action)
    except TypeError:
        number = -1
    if not 0 <= number < count:
        raise IllegalMoveError(
            "the action {action} is not possible; an action is an integer from 0 to {last}",
            action=quote(action),
            last=count - 1,
        )
    return number


def check_options(options: Mapping[str, Any] | None, known: Collection[str]) -> Mapping[str, Any]:
    """Return the options of ``reset``; raise `PerfectPlayError` if one is unknown.

    Examples
    --------
    >>> check_options(None, ["n"]), check_options({"n": 20}, ["n"])
    ({}, {'n': 20})
    """
    options = options or {}
    for option in options:
        if option not in known:
            raise PerfectPlayError(
                "the option {option} of reset is unknown; it has {known}", option=quote(option), known=", ".join(known)
            )
    return options


def check_render_mode(mode: str | None) -> None:
    """Raise `PerfectPlayError` if an environment lacks this render mode.

    Examples
    --------
    >>> check_render_mode("window")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    perfectplay.core.errors.PerfectPlayError: the render mode 'window' is unknown; it can be ansi, human, ...
    """
    if mode not in (None, *RENDER_MODES):
        raise PerfectPlayError(
            "the render mode {mode} is unknown; it can be {known}",
            mode=quote(mode),
            known=", ".join((*RENDER_MODES, "None")),
        )


def refuse_to_go_on() -> NoReturn:
    """Raise `IllegalMoveError` for an action while no game is under way.

    Examples
    --------
    >>> refuse_to_go_on()
    Traceback (most recent call last):
    ...
    perfectplay.core.errors.IllegalMoveError: no game is under way: it has not begun or is over; begin one with reset()
    """
    raise IllegalMoveError("no game is under way: it has not begun or is over; begin one with reset()")


def rendered(mode: str | None, line: str, board: str, draw: Callable[[], str] | None = None) -> Any:
    """Return a render mode's output: the line for ``ansi``, a film frame for ``rgb_array``; ``human`` prints the board.

    Examples
    --------
    >>> rendered("ansi", "1 : 0", "player 1: 1")
    '1 : 0'
    """
    if mode == "human":
        sys.stdout.write(f"{board}\n\n")
    return line if mode == "ansi" else frame(board, draw) if mode == "rgb_array" else None


def wrapped(make: Callable[[], Any]) -> Any:
    """Build a PettingZoo environment with the wrappers that PettingZoo's own board games use.

    These wrappers raise helpful errors for agents that break the protocol.

    Parameters
    ----------
    make
        Builds the environment; called only if PettingZoo is installed.

    Raises
    ------
    MissingExtraError
        If PettingZoo is not installed.

    Examples
    --------
    >>> from perfectplay.coins.env import coins_env
    >>> from perfectplay.coins.raw_env import CoinsEnv
    >>> isinstance(coins_env([1, 2]).unwrapped, CoinsEnv)
    True
    """
    wrappers = load_extra("pettingzoo.utils.wrappers", "rl")
    legal = wrappers.TerminateIllegalWrapper(make(), illegal_reward=ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(legal))
