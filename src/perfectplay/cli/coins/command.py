"""The commands of greedy coins."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Literal

import click

from perfectplay.cli import INTERRUPTED
from perfectplay.cli.base import COMMAND_SETTINGS, Group, refuse, time_limit_option, whole
from perfectplay.cli.coins.input import CoinCommand, check_memory, coin_words, is_long, read_coins
from perfectplay.cli.coins.text import explained_lines, solved_lines, tie_lines
from perfectplay.cli.games import opponent_option, position_option, second_option, seed_option
from perfectplay.cli.output import (
    certificate_option,
    check_picture,
    emit_json,
    file_option,
    json_option,
    present,
    show_progress,
    svg_option,
)
from perfectplay.coins.questions.explain import ExplainRow
from perfectplay.coins.questions.row import GrowTree, TabulateRow
from perfectplay.coins.questions.solve import SolveCoins, going_on, parse_gap
from perfectplay.coins.questions.ties import CountTies
from perfectplay.coins.rules import MAX_COINS, Coin, CoinsPosition, Component, Kind, parse_coins
from perfectplay.coins.solve import CoinsResult, Table, as_array, laid_out
from perfectplay.coins.watch import watched
from perfectplay.core.errors import LimitExceededError, quote
from perfectplay.core.progress import Progress
from perfectplay.core.question import MissingError, Work
from perfectplay.core.running.files import write_file

_ERROR = 2
_DEFAULT_LENGTH = 8
_DEFAULT_MAX = 9
# Bytes of memory per coin in the worst case, besides the row itself.
_BYTES_VALUE = 8
_BYTES_LINE = 32
_BYTES_TEXT = 100
# Maximum number of coins for which an answer takes less time than setting up the progress line (a quarter of a second).
_QUICK_ROWS = 500
_QUICK_CIRCLES = 30
_QUICK_TABLE = 300
_QUICK_CERTIFICATE = 50_000
_QUICK_CIRCLE = 1_000
# Maximum product of states and moves in an interactive game; at this size, a hint takes about two seconds.
_MAX_PLAYED = 100_000

_coins = click.argument("coins", metavar="[C1 C2 ...]", nargs=-1, callback=coin_words)
_file = file_option(
    "--file", text="Read the coins from this file, or from standard input if it is -; one on each line."
)


@click.group(cls=Group, context_settings=COMMAND_SETTINGS, epilog="Example: perfectplay coins play 5 1 1 5 1 2 2 1")
def command() -> None:
    """Greedy coins: two players take coins from the ends of a row.

    A row of coins lies on the table.  The players take turns; each turn takes one coin from either end of the row.
    The larger total in the end wins.  Coins are integers or fractions such as 3/2, including zero and negative ones.
    """


def _asked(question: type[Any], words: Sequence[str], file: str | None, **given: Any) -> Any:
    """Build a question about a row from the arguments, or from a file, which may have millions of lines."""
    if words and file is not None:
        refuse("coins and --file exclude each other; give one of them")
    row: Sequence[Coin] = parse_coins(words)
    if file is not None:
        # Check the options before reading the file, which may take minutes.
        question.check({"coins", *(name for name, value in given.items() if value not in (None, False, "row"))})
        with show_progress(quiet=not is_long(file)) as report:
            row = read_coins(file, report)
    try:
        return question(coins=row, **given)
    except MissingError as error:
        raise click.UsageError("there are no coins; give them, as in 1 2 4 3, or --file FILE") from error


@command.command(
    cls=CoinCommand,
    short_help="Show who wins, by how much, and how.",
    epilog="Example: perfectplay coins solve 5 1 1 5 1 2 2 1",
)
@_coins
@_file
@click.option("--gap", metavar="G", help="This number is not a coin but a gap: see above.")
@click.option(
    "--kind",
    type=click.Choice(["row", "left", "right", "circle"]),
    default="row",
    show_default=True,
    help="left, right: this end is blocked; circle: any coin may be taken first, then the rest is a row.",
)
@position_option("coins", "Solve this position: coins:1.2.4.3/R or, of stack, row and circle, coins:l1.2~3.7.4~o5.1.2.")
@click.option("--no-line", is_flag=True, help="Leave out the line of best play: less time, memory and output.")
@certificate_option
@svg_option("the triangle of a row, with the best moves everywhere,")
@json_option
def solve(
    *,
    coins: tuple[str, ...],
    file: str | None,
    gap: str | None,
    kind: Kind,
    position: str | None,
    no_line: bool,
    certificate: str | None,
    svg: str | None,
    as_json: bool,
) -> None:
    """Show who wins under best play, by how much and with which first move, and a line of best play.

    With --gap 0, each 0 is a gap: a coin may be taken when it lies next to a gap, and the outer ends are blocked.
    Several rows, stacks and circles at once are a position: see --position.
    """
    question = _asked(
        SolveCoins,
        coins,
        file,
        gap=None if gap is None else parse_gap(gap),
        kind=kind,
        position=None if position is None else going_on(position),
        line=not no_line,
    )
    start, table = question.position, question.table
    components = laid_out(table)[1]
    if start is not None:
        check_picture(svg, start)
    else:
        _draw_row(svg, question.coins, components)
        _check_room(question, certificate, as_json=as_json)
    with show_progress(quiet=_is_quick(components)) as report:
        result = question.answer(Work(progress=report))
    if svg is not None and start is not None:
        write_file(svg, start.draw(result))
    # If a requested proof is impossible, print only an error.
    if certificate is not None:
        _write_certificate(certificate, table if start or components else as_array(question.coins), components, result)
    present(result, solved_lines(table, result), as_json=as_json)


def _check_room(question: SolveCoins, certificate: str | None, *, as_json: bool) -> None:
    """Refuse a row that is too long for the requested answer."""
    size = len(question.coins)
    if certificate is not None:
        from perfectplay.coins.proof.write import check_size

        check_size(size)
    if as_json or certificate is not None:
        check_memory(size, _BYTES_TEXT, "JSON of")
    if question.gap is None and question.kind == "row":
        with_line = _BYTES_LINE, "a line of best play (--no-line leaves it out) of"
        check_memory(size, *(with_line if question.line else (_BYTES_VALUE, "solving")))


def _draw_row(svg: str | None, row: Sequence[Coin], components: Sequence[Component]) -> None:
    if svg is None:
        return
    if components:
        refuse("--svg draws a row with two open ends; leave out --gap and --kind, or leave out --svg")
    from perfectplay.coins.pictures.triangle import triangle

    write_file(svg, triangle(row))


def _is_quick(components: Sequence[Component]) -> bool:
    """Return whether an answer takes less time than drawing a line of progress."""
    if len(components) <= 1:
        return True
    circles = any(component.kind == "circle" for component in components)
    return sum(len(component.coins) for component in components) <= (_QUICK_CIRCLES if circles else _QUICK_ROWS)


def _write_certificate(
    path: str, table: Table, components: Sequence[Component] = (), result: CoinsResult | None = None
) -> None:
    from perfectplay.coins.proof.check import check_bytes
    from perfectplay.coins.proof.write import certify
    from perfectplay.core.proof.writing import write_certificate

    coins, _ = laid_out(table)
    with show_progress(quiet=len(coins) <= _quick_proof(components)) as report:
        report(Progress("certificate", 0.0))
        certificate = certify(table, result, progress=report)
        write_certificate(path, certificate, check=check_bytes, progress=report)


def _quick_proof(components: Sequence[Component]) -> int:
    """Return the maximum number of coins for which a certificate takes less time than drawing a line of progress."""
    if all(component.kind != "circle" for component in components):
        return _QUICK_CERTIFICATE
    return _QUICK_CIRCLE if len(components) == 1 else _QUICK_CIRCLES


@command.command(
    cls=CoinCommand,
    short_help="Explain the margin of best play.",
    epilog="Example: perfectplay coins explain 5 1 1 5 1 2 2 1",
)
@_coins
@_file
@position_option("coins", "Explain this position, such as coins:1.2.4.3/R.")
@svg_option("the fusions")
@json_option
def explain(*, coins: tuple[str, ...], file: str | None, position: str | None, svg: str | None, as_json: bool) -> None:
    """Explain the margin of best play in a row of up to 60 coins, so that you can check it with a pencil.

    Three neighbours in brackets are fused to one coin, until the row falls and then rises.  Then the largest coin is
    always at an end, and taking it is best.
    """
    given = _asked(SolveCoins, coins, file, position=None if position is None else going_on(position))
    answer = ExplainRow(position=given.position or CoinsPosition.new(given.coins)).answer()
    if svg is not None:
        from perfectplay.coins.pictures.fusion import draw_fusions

        write_file(svg, draw_fusions(answer))
    present(answer, explained_lines(answer), as_json=as_json)


@command.command(
    cls=CoinCommand,
    short_help="Show the value of every part of a row.",
    epilog="Example: perfectplay coins table 1 2 4 3 --of S",
)
@_coins
@_file
@click.option(
    "--of",
    type=click.Choice(["A", "M", "S"]),
    default="A",
    show_default=True,
    help="A: points of Alice, who moves first, from there on; S: margin of the player to move; M: best moves L, R, LR.",
)
@click.option(
    "--from", "first", type=whole, default="1", metavar="I", help="Show the part from this coin on, counted from 1."
)
@click.option("--to", type=whole, metavar="J", help="Show the part up to this coin.")
@svg_option("the triangle")
@json_option
def table(
    *,
    coins: tuple[str, ...],
    file: str | None,
    of: Literal["A", "M", "S"],
    first: int,
    to: int | None,
    svg: str | None,
    as_json: bool,
) -> None:
    """Show the value of every part of a row, as a triangle whose base is the row.

    In JSON the rows of the table are those of the upper triangle: table[i][j-i] belongs to the coins i to j of the
    part, counted from 0.
    """
    question = _asked(TabulateRow, coins, file, of=of, first=first, to=to)
    from perfectplay.coins.pictures import triangle as draw

    if svg is not None or not as_json:
        question.check_length(draw.MAX_DRAWN)
    part = question.coins, of, question.first - 1, question.last
    if svg is not None:
        write_file(svg, draw.triangle(*part))
    if as_json:
        check_memory(len(question.coins), _BYTES_TEXT, "JSON of")
        with show_progress(quiet=question.length <= _QUICK_TABLE) as report:
            answer = question.answer(Work(progress=report))
        emit_json(answer)
    elif svg is None:
        click.echo(draw.triangle_text(*part))
    else:
        click.echo(f"{svg}: the triangle of {question.length} coins")


@command.command(
    cls=CoinCommand,
    short_help="Show every line of play of a small game.",
    epilog="Example: perfectplay coins tree 1 2 4 3 --svg tree.svg",
)
@_coins
@_file
@click.option("--compact", is_flag=True, help="Show each part of the row once, however it is reached.")
@svg_option("the tree")
@json_option
def tree(*, coins: tuple[str, ...], file: str | None, compact: bool, svg: str | None, as_json: bool) -> None:
    """Show every line of play of a small game as a tree: of up to 8 coins, or of up to 10 with --compact.

    => is a best move, -> a mistake.  Each part of the row has the points that Alice, who moves first, gets from there
    on.
    """
    question = _asked(GrowTree, coins, file, compact=compact)
    row = question.coins
    from perfectplay.coins.pictures.tree import compact_tree, game_tree, tree_text

    if svg is not None:
        write_file(svg, (compact_tree if compact else game_tree)(row))
    if as_json:
        emit_json(question.answer())
    elif svg is None:
        click.echo(tree_text(row, compact=compact))
    else:
        coins_text = "1 coin" if len(row) == 1 else f"{len(row)} coins"
        click.echo(f"{svg}: the {'compact ' * compact}tree of {coins_text}")


@command.command(
    short_help="Count tied games.",
    epilog="Example: perfectplay coins ties --alphabet 2 --length 8 --list",
)
@click.option("--alphabet", type=whole, metavar="K", required=True, help="Coins are worth 1 to K.")
@click.option("--length", type=whole, metavar="L", required=True, help="Number of coins.")
@click.option("--list", "listed", is_flag=True, help="List the games, too.")
@click.option("--limit", type=whole, default="1000", show_default=True, metavar="N", help="List at most N games.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "bfile"]),
    default="text",
    show_default=True,
    help="bfile: 'n count' lines as in an OEIS b-file, the count for 2n coins, up to L coins.",
)
@time_limit_option()
@json_option
@click.pass_context
def ties(
    ctx: click.Context,
    *,
    alphabet: int,
    length: int,
    listed: bool,
    limit: int,
    form: str,
    time_limit: float | None,
    as_json: bool,
) -> None:
    """Count the games with coins worth 1 to K in which both players get the same under best play.

    Ctrl-C stops the work and prints what is known by then, such as the counts of shorter games.
    """
    if form == "bfile":
        for given, option in ((listed, "--list"), (as_json, "--json")):
            if given:
                refuse(f"--format bfile and {option} exclude each other; give one of them")
        _end(ctx, _print_bfile(alphabet, length, time_limit))
        return
    question = CountTies(alphabet=alphabet, length=length, listed=listed, limit=limit)
    with show_progress() as report:
        answer = question.answer(Work(progress=report, time_limit=time_limit))
    present(answer, tie_lines(answer), as_json=as_json)
    _end(ctx, answer.stopped)


def _end(ctx: click.Context, stopped: str | None) -> None:
    """If the work ended early, print why; after Ctrl-C, also exit with the status for Ctrl-C."""
    if stopped is not None:
        click.echo("stopped: the time is up" if stopped == "time limit" else stopped, err=True)
    if stopped == "interrupted":
        ctx.exit(INTERRUPTED)


def _print_bfile(alphabet: int, length: int, time_limit: float | None) -> str | None:
    with show_progress() as report, watched("lengths", length, time_limit, report) as watch:
        from perfectplay.coins.ties import bfile_lines

        # Print line by line, so that finished lines appear even if the work is stopped.
        for line in bfile_lines(alphabet, length, tick=watch):
            with report.hidden():
                click.echo(line)
    return watch.reason


@command.command(
    cls=CoinCommand,
    short_help="Play against the computer.",
    epilog="Example: perfectplay coins play 5 1 1 5 1 2 2 1 --opponent greedy",
)
@_coins
@click.option("--length", type=whole, metavar="N", help=f"Play with N random coins; {_DEFAULT_LENGTH} by default.")
@click.option("--max", "largest", type=whole, metavar="K", help=f"Worth 1 to K each; {_DEFAULT_MAX} by default.")
@seed_option("the same coins and the same luck")
@opponent_option("takes the larger coin")
@second_option
@position_option("coins", "Go on from this position, such as coins:1.2.4.3/RR.")
@json_option
def play(
    *,
    coins: tuple[str, ...],
    length: int | None,
    largest: int | None,
    seed: int | None,
    opponent: str,
    second: bool,
    position: str | None,
    as_json: bool,
) -> None:
    """Play against the computer, with undo, hints and the price of every move.

    Type L or R to take the coin at the left or at the right end, and ? for the other commands.  When you leave, the
    program prints the position's id: --position ID goes on from there.
    """
    chance = random.Random(seed)  # noqa: S311  # a game, not a secret
    if sum((bool(coins), position is not None, length is not None or largest is not None)) > 1:
        refuse("coins, --position, and --length or --max exclude each other; give one of them")
    if position is not None:
        start = CoinsPosition.from_id(position)
    elif coins:
        start = CoinsPosition.new(parse_coins(coins))
    else:
        start = _random_row(_DEFAULT_LENGTH if length is None else length, largest, chance)
    from perfectplay.coins.row.sums import searched_states

    if searched_states(start.components) * len(start.legal_moves()) > _MAX_PLAYED:
        raise LimitExceededError(
            f"a circle lies beside too many other coins in {quote(start.id)}: each move would take minutes; "
            "put it on a table of its own, or leave out some coins"
        )
    from perfectplay.cli.coins.play import CoinsPlay
    from perfectplay.cli.games.repl import open_view, run
    from perfectplay.core.game.opponents import load_opponent

    run(CoinsPlay(start, load_opponent(opponent), opponent, int(second), chance), open_view(as_json=as_json))


def _random_row(length: int, largest: int | None, chance: random.Random) -> CoinsPosition:
    largest = _DEFAULT_MAX if largest is None else largest
    if not 1 <= length <= MAX_COINS:
        refuse(f"a row of {length} coins cannot be played; --length must be from 1 to {MAX_COINS}")
    if largest < 1:
        refuse(f"there are no coins worth 1 to {largest}; --max must be at least 1")
    return CoinsPosition.new([chance.randint(1, largest) for _ in range(length)])
