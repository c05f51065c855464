"""The command ``perfectplay factorgame``."""

from __future__ import annotations

import random

import click

from perfectplay.cli.base import Command, seconds
from perfectplay.cli.factorgame.play import FactorPlay
from perfectplay.cli.games import PERSON, opponent_option, second_option, seed_option
from perfectplay.cli.games.generic import commands, position_argument, read
from perfectplay.cli.games.repl import open_view, run
from perfectplay.cli.output import json_option
from perfectplay.core.game import game_spec
from perfectplay.core.game.opponents import load_opponent

_GAME = game_spec("factorgame")
_CLASSROOM = "30"
"""The board of the textbook."""
_TIME = 10.0
_MAX_SEED = 2**31


@click.command(
    cls=Command,
    short_help="Play against the computer.",
    epilog="Example: perfectplay factorgame play 30~pass --opponent greedy",
)
@position_argument(_GAME, _CLASSROOM)
@opponent_option("wins most at once", f"; {PERSON}: another person at this keyboard")
@second_option
@seed_option("the same luck")
@click.option(
    "--time-limit",
    type=seconds,
    metavar="S",
    default=_TIME,
    show_default=True,
    help="Longest time to think about a move or a hint.",
)
@json_option
def play(position: str, *, opponent: str, second: bool, seed: int | None, time_limit: float, as_json: bool) -> None:
    """Play against the computer, with undo, hints and the price of every move.

    A POSITION is the N of the board 1 to N, 30 by default, followed by ~pass for the classroom's rule; or the id of a
    position to go on from.  Type a number to take it, and ? for the other commands.
    """
    start = read(_GAME, position)
    if opponent != PERSON:
        load_opponent(opponent)
    chosen = random.randrange(_MAX_SEED) if seed is None else seed  # noqa: S311  # a game, not a secret
    game = FactorPlay(start, opponent, int(second), chosen, time_limit)  # type: ignore[arg-type]  # it is of this game
    run(game, open_view(as_json=as_json))


command: click.Group = commands(_GAME, play)
"""The general commands of games, with opponents."""
