"""The command ``perfectplay factorgame``."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import click

from perfectplay.cli.base import Command, seconds, time_limit_option
from perfectplay.cli.factorgame.play import FactorPlay
from perfectplay.cli.games import PERSON, opponent_option, second_option, seed_option
from perfectplay.cli.games.generic import commands, position_argument, read
from perfectplay.cli.games.repl import open_view, run
from perfectplay.cli.output import check_picture, json_option, present, show_progress, svg_option
from perfectplay.core.game import game_spec
from perfectplay.core.game.opponents import load_opponent
from perfectplay.core.question import Work
from perfectplay.core.running.files import write_file
from perfectplay.factorgame.questions import ExplainFactor, FactorAnswered, FactorExplanation

_GAME = game_spec("factorgame")
_CLASSROOM = "30"
"""The default position, N = 30: the board that classrooms use."""
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


@click.command(
    cls=Command,
    short_help="Explain the lead of best play.",
    epilog="Example: perfectplay factorgame explain 12",
)
@position_argument(_GAME)
@time_limit_option("Stop the search after this time.")
@svg_option("the replies to all answers")
@json_option
def explain(position: str, *, time_limit: float | None, svg: str | None, as_json: bool) -> None:
    """Explain the lead of best play, by a reply to everything that either player can try next.

    A POSITION is the N of the board 1 to N, followed by ~pass for the classroom's rule, or the id of a position.  At
    most 40 numbers may be left.  The lead is that of the player to move, in the end.
    """
    question = ExplainFactor(position=read(_GAME, position))  # type: ignore[arg-type]  # it is of this game
    check_picture(svg, question.position)
    with show_progress(quiet=as_json) as report:
        answer = question.answer(Work(progress=report, time_limit=time_limit))
    if svg is not None:
        from perfectplay.factorgame.pictures.replies import draw_replies

        write_file(svg, draw_replies(answer))
    present(answer, _explained(answer, question.position.to_move + 1), as_json=as_json)


def _explained(answer: FactorExplanation, player: int) -> Iterator[str]:
    yield f"{answer.position}: the lead of player {player} is {answer.lead} in the end"
    yield ""
    yield from answer.text
    if answer.answers:
        yield ""
        yield f"After {answer.move}:"
        yield from _table(("answer", "reply", "lead"), answer.answers)
    if answer.tries:
        yield ""
        yield "First moves:"
        yield from _table(("move", "answer", "lead"), answer.tries)


def _table(head: tuple[str, str, str], rows: Sequence[FactorAnswered]) -> Iterator[str]:
    for left, middle, right in (head, *((row.move, row.reply or "-", row.lead) for row in rows)):
        yield f"{left:>6}  {middle:>6}  {right:>5}"


command: click.Group = commands(_GAME, play)
"""The general ``solve``, and a ``play`` with opponents."""
command.add_command(explain)
