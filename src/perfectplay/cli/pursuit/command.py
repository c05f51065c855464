"""The commands of arithmetical pursuit."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

import click

from perfectplay.cli.base import COMMAND_SETTINGS, Group, refuse, seconds, whole
from perfectplay.cli.games import position_option
from perfectplay.cli.output import certificate_option, emit_json, json_option, present, show_progress, svg_option
from perfectplay.cli.pursuit.input import (
    DealCommand,
    game_options,
    given_game,
    given_numbers,
    option,
    read_target,
    read_targets,
    refuse_dealing,
    rules_option,
    seconds_text,
)
from perfectplay.cli.pursuit.odds import design, formulas, odds
from perfectplay.core.errors import PerfectPlayError, quote
from perfectplay.core.question import Work
from perfectplay.core.running.files import write_file
from perfectplay.pursuit.deal.deals import CARDS, load_deck
from perfectplay.pursuit.deal.difficulty import GRADES
from perfectplay.pursuit.questions.deals import DealGame, PursuitDealt
from perfectplay.pursuit.rules import Rules

if TYPE_CHECKING:
    from perfectplay.pursuit.expressions import Expression

_NO = 1
_SIZE = 6
_PAPER = 79
"""Width of text in characters if the output is not a terminal."""
_MAX_COUNT = 10_000
"""Maximum number of games that one command deals."""
_GRADES = [word for word, _ in GRADES]

_numbers = click.argument("numbers", metavar="[N1 N2 ...]", nargs=-1, callback=given_numbers)
_target = click.option("--target", metavar="T", callback=option(read_target), help="The number to reach.")
_seed = click.option("--seed", type=whole, metavar="S", help="The same seed gives the same games.")
_DICE_HELP = "Targets; by default three dice, 1-1000, or with --deck classic 101-999."


@click.group(
    cls=Group,
    context_settings=COMMAND_SETTINGS,
    epilog="Example: perfectplay pursuit solve 3 6 9 10 50 100 --target 951",
)
def command() -> None:
    """Arithmetical pursuit: combine six numbers to hit a target.

    Six cards are dealt: pips count at face value, a Jack is 25, a Queen 50, a King 100.  Combine some of the numbers
    with + - * and /, each at most once and without fractions, to land as close to the target as possible.
    """


for _command in (odds, formulas, design):
    command.add_command(_command)


# -- one deal ------------------------------------------------------------------------------------------------------


@command.command(
    cls=DealCommand,
    short_help="Hit the target, or come as close as possible.",
    epilog="Example: perfectplay pursuit solve 3 6 9 10 50 100 --target 951 --all",
)
@_numbers
@_target
@click.option("--all", "everything", is_flag=True, help="List all essentially different solutions, simplest first.")
@click.option("--limit", type=whole, metavar="K", help="With --all: list the K simplest.")
@rules_option
@position_option("pursuit", "Solve this position, such as pursuit:3.6.9.10.50.100:951.")
@svg_option("the solution as a tree")
@certificate_option
@json_option
@click.pass_context
def solve(
    ctx: click.Context,
    *,
    numbers: tuple[int, ...],
    target: int | None,
    everything: bool,
    limit: int | None,
    rules: Rules | None,
    position: str | None,
    svg: str | None,
    certificate: str | None,
    as_json: bool,
) -> None:
    """Find the simplest way to hit the target: the fewest steps, then the smallest results on the way.

    If the target cannot be hit, the answer is the closest value, and the exit status is 1.
    """
    start = given_game(numbers, target, rules, position)
    if start is None:
        refuse("nothing to solve; give numbers and --target, as in 3 6 9 10 50 100 --target 951, or --position ID")
    from perfectplay.cli.pursuit.text import solved_lines
    from perfectplay.pursuit.questions.solve import SolveDeal
    from perfectplay.pursuit.search.values import shared_values
    from perfectplay.pursuit.solve import solve as solve_game

    question = SolveDeal(position=start, everything=everything, limit=limit)
    # With six numbers, an answer is faster than drawing a line of progress.
    with show_progress(quiet=not everything and len(start.table) <= _SIZE) as report, shared_values():
        answer = question.answer(Work(progress=report))
        # If a requested proof is impossible, print only an error.
        if certificate is not None:
            from perfectplay.pursuit.proof.write import deal_certificate, write_certificate

            write_certificate(certificate, deal_certificate(start, solve_game(start)), progress=report)
        if svg is not None:
            _draw_solution(svg, solve_game(start).expression)
    present(answer, solved_lines(start, answer), as_json=as_json)
    if answer.distance:
        ctx.exit(_NO)


def _draw_solution(svg: str, expression: Expression | None) -> None:
    if expression is None:
        raise PerfectPlayError(
            f"there is nothing to draw into {quote(svg)}: no whole number can be made by these rules"
        )
    from perfectplay.pursuit.pictures.svg import solution_tree

    write_file(svg, solution_tree(expression))


@command.command(
    cls=DealCommand,
    short_help="Explain why no answer is closer.",
    epilog="Example: perfectplay pursuit explain 1 3 7 10 25 50 --target 831",
)
@_numbers
@_target
@rules_option
@position_option("pursuit", "Explain this deal, such as pursuit:3.6.9.10.50.100:951.")
@svg_option("the targets around that of the deal")
@json_option
def explain(
    *,
    numbers: tuple[int, ...],
    target: int | None,
    rules: Rules | None,
    position: str | None,
    svg: str | None,
    as_json: bool,
) -> None:
    """Explain why no answer is closer: how many targets the deal reaches with 1, 2, ... numbers, and the nearest.

    The targets are 1 to 1000, or as many around a larger one.
    """
    start = given_game(numbers, target, rules, position)
    if start is None:
        refuse("nothing to explain; give numbers and --target, as in 1 3 7 10 25 50 --target 831, or --position ID")
    from perfectplay.cli.pursuit.text import explained_lines
    from perfectplay.pursuit.questions.explain import ExplainDeal

    question = ExplainDeal(position=start)
    with show_progress(quiet=len(start.table) <= _SIZE) as report:
        answer = question.answer(Work(progress=report))
    if svg is not None:
        from perfectplay.pursuit.pictures.svg import reason_map

        write_file(svg, reason_map(answer))
    present(answer, explained_lines(start, answer), as_json=as_json)


@command.command(
    "map",
    cls=DealCommand,
    short_help="List all targets that a deal can hit.",
    epilog="Example: perfectplay pursuit map 1 1 2 2 3 3",
)
@_numbers
@click.option(
    "--targets", metavar="A-B", default="1-1000", show_default=True, callback=option(read_targets), help="Targets."
)
@rules_option
@svg_option("the map in colour")
@certificate_option
@json_option
def list_targets(
    *,
    numbers: tuple[int, ...],
    targets: tuple[int, int],
    rules: Rules | None,
    svg: str | None,
    certificate: str | None,
    as_json: bool,
) -> None:
    """Find all targets that a deal can hit, and the fewest numbers that hit each: a check on every "impossible"."""
    if not numbers:
        refuse("there are no numbers; give one to eight of them, as in 3 6 9 10 50 100")
    from perfectplay.cli.pursuit.text import map_lines
    from perfectplay.pursuit.questions.solve import MapDeal

    question = MapDeal(numbers=numbers, targets=targets, allowed=rules or Rules())
    with show_progress(quiet=len(numbers) <= _SIZE) as report:
        answer = question.answer(Work(progress=report))
        if certificate is not None:
            from perfectplay.pursuit.proof.write import map_certificate, write_certificate

            write_certificate(certificate, map_certificate(answer), progress=report)
    if svg is not None:
        from perfectplay.pursuit.pictures.svg import heat_map

        write_file(svg, heat_map(answer))
    # Use the terminal's width, or COLUMNS for a file or a pipe.
    lines = map_lines(answer, shutil.get_terminal_size((_PAPER, 0)).columns)
    present(answer, lines, as_json=as_json)


# -- playing -------------------------------------------------------------------------------------------------------


@command.command(
    short_help="Deal games.", epilog="Example: perfectplay pursuit deal --deck classic --count 3 --difficulty hard"
)
@game_options
@click.option("--targets", metavar="A-B", callback=option(read_targets), help=_DICE_HELP)
@rules_option
@_seed
@click.option("--large", type=whole, metavar="K", help="How many of the numbers are large ones: 25, 50, 75, 100.")
@click.option("--count", type=whole, default="1", show_default=True, metavar="C", help="How many games.")
@click.option(
    "--difficulty",
    type=click.Choice(_GRADES, case_sensitive=False),
    help="Deal until the game is this difficult.",
)
@json_option
def deal(
    *,
    deck: str,
    size: int,
    targets: tuple[int, int] | None,
    rules: Rules | None,
    seed: int | None,
    large: int | None,
    count: int,
    difficulty: str | None,
    as_json: bool,
) -> None:
    """Deal numbers and roll a target, with the id of the game and the command that plays it."""
    if not 1 <= count <= _MAX_COUNT:
        refuse(f"--count {count} cannot be dealt; it must be from 1 to {_MAX_COUNT:,}")
    question = DealGame(
        deck=load_deck(deck),
        numbers=size,
        targets=targets,
        allowed=rules or Rules(),
        seed=seed,
        difficulty=difficulty,
        large=large,
    )
    with show_progress(quiet=difficulty is None) as report:
        for game in islice(question.stream(Work(progress=report)), count):
            with report.hidden():
                _print_deal(game, as_json=as_json)


def _print_deal(game: PursuitDealt, *, as_json: bool) -> None:
    if as_json:
        emit_json(game)
        return
    grade = "" if game.difficulty is None else f"  {game.difficulty.grade}"
    rules = f"  ({game.rules})" if game.rules else ""
    click.echo(f"{' '.join(map(str, game.numbers))} -> {game.target}{rules}{grade}\n  {game.play}")


@command.command(
    cls=DealCommand,
    short_help="Play, with checks, hints and a clock.",
    epilog="Example: perfectplay pursuit play 3 6 9 10 50 100 --target 951",
)
@_numbers
@_target
@position_option("pursuit", "Go on from this position, such as pursuit:3.6.9.10.50.100:951/100a6.")
@game_options
@click.option("--targets", metavar="A-B", callback=option(read_targets), help=_DICE_HELP)
@rules_option
@_seed
@click.option("--clock", type=seconds, metavar="SECONDS", help="Time for each game; the television game has 30.")
@click.option("--foreign", is_flag=True, help="Also evaluate expressions with other numbers; they do not count.")
@json_option
@click.pass_context
def play(
    ctx: click.Context,
    *,
    numbers: tuple[int, ...],
    target: int | None,
    position: str | None,
    deck: str,
    size: int,
    targets: tuple[int, int] | None,
    rules: Rules | None,
    seed: int | None,
    clock: float | None,
    foreign: bool,
    as_json: bool,
) -> None:
    """Play, game after game, with undo, hints, answers and the score.

    Type a step such as 100+6, or a whole expression such as (100+6)*9-3, and ? for the other commands.  Without
    numbers, the program deals them.  The clock runs while you think, and is checked when a line arrives.  When you
    leave, the program prints the position's id: --position ID goes on from there.
    """
    if numbers:
        refuse_dealing(ctx)
    start = given_game(numbers, target, rules, position)
    allowed = (start.rules if start is not None else rules) or Rules()
    games = DealGame(deck=load_deck(deck), numbers=size, targets=targets, seed=seed, allowed=allowed).games()
    from perfectplay.cli.games.repl import open_view, run
    from perfectplay.cli.pursuit.play import PursuitPlay

    options = list(_options(deck, size, targets, clock, foreign=foreign))
    game = PursuitPlay(start or next(games), games, limit=clock, foreign=foreign, options=options)
    run(game, open_view(as_json=as_json))


def _options(
    deck: str, size: int, targets: tuple[int, int] | None, clock: float | None, *, foreign: bool
) -> Iterator[str]:
    """Yield the options that, besides the position id, are needed to continue a game."""
    if deck != CARDS.name:
        yield from ("--deck", deck)
    if size != _SIZE:
        yield from ("--numbers", str(size))
    if targets is not None:
        yield from ("--targets", f"{targets[0]}-{targets[1]}")
    if clock is not None:
        yield from ("--clock", seconds_text(clock, ""))
    if foreign:
        yield "--foreign"
