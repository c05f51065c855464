"""Common parts of the games' commands, and the commands of games without their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from perfectplay.cli.base import Function, whole
from perfectplay.cli.completion import complete_names, complete_position

PERSON = "person"
"""Name of the opponent if a second person plays at the same keyboard."""

second_option: Callable[[Function], Function] = click.option(
    "--second", is_flag=True, help="Your opponent moves first."
)


def opponent_option(greedy: str, others: str = "") -> Callable[[Function], Function]:
    """Build the option ``--opponent``; ``greedy`` describes the game's greedy opponent, ``others`` any further ones."""
    return click.option(
        "--opponent",
        default="perfect",
        show_default=True,
        metavar="NAME",
        shell_complete=complete_names("perfectplay.core.game.opponents:OPPONENTS", "noisy:"),
        help=f"perfect; greedy: {greedy}; random; noisy: perfect, but moves at random one time in ten; "
        f"noisy:1/4: one time in four{others}.",
    )


def position_option(game: str, text: str, *names: str, **more: Any) -> Callable[[Function], Function]:
    """Build the option ``--position`` of a game; ``names`` may rename its parameter."""
    complete = complete_position(game)
    return click.option("--position", *names, metavar="ID", shell_complete=complete, help=text, **more)


def seed_option(purpose: str) -> Callable[[Function], Function]:
    """Build the option ``--seed``."""
    return click.option("--seed", type=whole, metavar="S", help=f"The same seed gives {purpose}.")
