"""``perfectplay review``: show the best result possible after every move of a game, and the loss from each move."""

from __future__ import annotations

from collections.abc import Iterator

import click

from perfectplay.cli import INTERRUPTED
from perfectplay.cli.base import Command, time_limit_option
from perfectplay.cli.completion import complete_position
from perfectplay.cli.output import json_option, present, show_progress, svg_option
from perfectplay.core.game import game_names, load_game, parse_position
from perfectplay.core.running.files import write_file
from perfectplay.core.teaching.review import Review, ReviewMove, ReviewPoint, review
from perfectplay.core.text.words import counted, shortened

_MOVE = 12
_NUMBER = 16
_HEAD = ("move", "", "still possible", "cost", "better")


def _example() -> str:
    """Return an example id: the first game in the list, after one move."""
    start = load_game(game_names()[0]).example()
    return str(start.play(start.legal_moves()[0]).id)


@click.command(
    "review",
    cls=Command,
    short_help="Show the best result still possible after every move of a game.",
    epilog=f"Example: perfectplay review {_example()}",
)
@click.argument("position", metavar="ID", shell_complete=complete_position())
@time_limit_option("Stop after this time; results not proven by then are bounds.")
@svg_option("the curve of the best result still possible")
@json_option
@click.pass_context
def command(ctx: click.Context, *, position: str, time_limit: float | None, svg: str | None, as_json: bool) -> None:
    """Show the best result still possible after every move of a game, and what each move gave away.

    The ID has the moves, as `play` shows it; the game need not be over.  A bounded value is two numbers, such as
    280-301.  Ctrl-C ends the work and prints what is known.
    """
    start = parse_position(position)
    with show_progress(quiet=as_json) as report:
        answer = review(start, time_limit=time_limit, progress=report)
    if svg is not None:
        from perfectplay.pictures.review import draw_review

        write_file(svg, draw_review(answer))
    present(answer, _lines(answer), as_json=as_json)
    if answer.interrupted:
        ctx.exit(INTERRUPTED)


def _lines(answer: Review) -> Iterator[str]:
    rows = [_HEAD, ("start", "", _still(answer.points[0]), "", "")]
    rows += [_row(answer, move) for move in answer.moves]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        number, move, *rest = (text.rjust(width) for text, width in zip(row, widths, strict=True))
        yield f"{number}  {move.strip().ljust(widths[1])}  {'  '.join(rest)}".rstrip()
    yield _verdict(answer)


def _row(answer: Review, move: ReviewMove) -> tuple[str, str, str, str, str]:
    who = f" ({('first', 'second')[move.player]})" if answer.players > 1 else ""
    cost = _between(str(move.least), str(move.most)) if move.most else ""
    better = shortened(move.better or "", _MOVE)
    return str(move.number), f"{shortened(move.move, _MOVE)}{who}", _still(answer.points[move.number]), cost, better


def _still(point: ReviewPoint) -> str:
    return _between(str(point.lower), str(point.upper))


def _between(low: str, high: str) -> str:
    low, high = shortened(low, _NUMBER), shortened(high, _NUMBER)
    return low if low == high else f"{low} to {high}"


def _verdict(answer: Review) -> str:
    costly = sum(move.least > 0 for move in answer.moves)
    if not answer.moves:
        return "No move has been made."
    if not costly:
        return "No move gave anything away." if answer.status == "optimal" else "No move is known to be a mistake."
    gave = f"{counted(costly, 'move')} of {len(answer.moves)} gave something away"
    least = "" if all(move.cost is not None for move in answer.moves) else "at least "
    if answer.players == 1:
        return f"{gave}: {least}{shortened(str(answer.costs[0]), _NUMBER)} in all."
    first, second = (shortened(str(cost), _NUMBER) for cost in answer.costs)
    return f"{gave}: {least}{first} by the first player, {least}{second} by the second."
