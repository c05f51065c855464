"""The commands of Taxman."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import click

from perfectplay.cli import INTERRUPTED
from perfectplay.cli.base import (
    COMMAND_SETTINGS,
    Function,
    Group,
    cluster_option,
    jobs_option,
    names,
    refuse,
    seconds,
    time_limit_option,
    whole,
)
from perfectplay.cli.completion import complete_folder, complete_names
from perfectplay.cli.games import position_option
from perfectplay.cli.output import (
    certificate_option,
    check_picture,
    emit_json,
    file_option,
    json_option,
    present,
    print_notices,
    show_progress,
    svg_option,
)
from perfectplay.cli.taxman.explain import explain
from perfectplay.cli.taxman.large import approx, tell_claim
from perfectplay.cli.taxman.records import RowPrinter, known_or_searched, records
from perfectplay.cli.taxman.text import (
    FORMATS_HELP,
    RANGE_FORMATS,
    SolvedText,
    all_best_lines,
    bound_head,
    bound_line,
    check_format,
    check_range,
    command_line,
    echo_line,
    given_pot,
    range_end,
    range_ends,
    read_pot,
    show_solved,
)
from perfectplay.core.errors import quote
from perfectplay.core.question import MissingError, Work
from perfectplay.core.running.extras import load_extra
from perfectplay.core.running.files import write_file
from perfectplay.core.running.interrupt import interrupted
from perfectplay.taxman.questions.solve import BoundPot, SolvePot, TaxmanBounds, check_n
from perfectplay.taxman.rules import TaxmanPosition
from perfectplay.taxman.solve import TaxmanSolved

_NOTHING = 1
"""Exit status if time ran out without any result."""
_DEFAULT_POT = 20

_STRATEGIES = "perfectplay.taxman.strategies:strategy_names"

_cluster_wait = click.option(
    "--cluster-wait",
    type=seconds,
    metavar="SECONDS",
    help="Wait this long for the cluster's scheduler file, and for a worker; 60 seconds by default.",
)
_verbose = click.option("--verbose", is_flag=True, help="Say on standard error what the search does.")


def _no_records(text: str) -> Callable[[Function], Function]:
    return click.option("--no-records", is_flag=True, help=text)


@click.group(cls=Group, context_settings=COMMAND_SETTINGS, epilog="Example: perfectplay taxman play 20")
def command() -> None:
    """Taxman: take a number, and the taxman takes its divisors.

    The pot holds 1 to N.  Take a number that still has a proper divisor in the pot: you score it, and the taxman gets
    all of its divisors that are left.  When you can take nothing more, the taxman gets the rest.
    """


@command.command(short_help="Find a best game and prove it.", epilog="Example: perfectplay taxman solve 20 --json")
@click.argument("n", type=read_pot, metavar="[N]", required=False)
@position_option("taxman", "Solve this position, such as taxman:20/19.9.")
@certificate_option
@time_limit_option("Stop after this time with the best found and a proven bound.")
@click.option("--jobs", type=whole, metavar="J", help="Processes that share one search, once its tree is large.")
@cluster_option
@_cluster_wait
@_no_records("Search, even if this program's table of records knows the answer.")
@click.option("--moves", "listed", is_flag=True, help="List each move in its own line, even if there are many.")
@click.option(
    "--all-best",
    is_flag=True,
    help="Find every set of numbers that a best game takes, and count the best games; up to N = 1000.",
)
@click.option("--worst", is_flag=True, help="Find the least score, if you go on while you can; up to N = 69.")
@svg_option("the game")
@_verbose
@json_option
@click.pass_context
def solve(
    ctx: click.Context,
    *,
    n: int | tuple[int, ...] | None,
    position: str | None,
    certificate: str | None,
    time_limit: float | None,
    jobs: int | None,
    cluster: str | None,
    cluster_wait: float | None,
    no_records: bool,
    listed: bool,
    all_best: bool,
    worst: bool,
    svg: str | None,
    verbose: bool,
    as_json: bool,
) -> None:
    """Find a best game and prove that no game is better.

    The pot is 1 to N; or write its numbers, as in 2,3,6, in place of N.

    The lines below the game give the margin (you minus the taxman), your share of the pot, the lowest number that you
    take, and the remainder: the numbers that are neither taken nor paid as tax, which go to the taxman in the end.

    With --all-best, more lines count the sets of numbers that best games take, and the best games: the same numbers in
    another order are another game.

    Proven scores and their certificates are at hand; --no-records asks for a search.  Ctrl-C stops the search and
    prints what was found and proven so far.
    """
    if verbose:
        print_notices(verbose=True)
    if (all_best or worst) and time_limit is not None:
        option = "--all-best" if all_best else "--worst"
        refuse(f"{option} needs a proven score, which --time-limit may leave unproven; leave one of them out")
    try:
        question = SolvePot(
            **given_pot(n),
            position=None if position is None else TaxmanPosition.from_id(position),
            records=not no_records,
            all_best=all_best,
            certificate=certificate is not None,
            worst=worst,
        )
    except MissingError as error:
        raise click.UsageError("nothing to solve; give N, as in 20, or a pot, as in 2,3,6, or --position ID") from error
    start = question.start
    check_picture(svg, start)
    _check_helpers(ctx, jobs, cluster, cluster_wait)
    with show_progress() as report:
        work = Work(progress=report, time_limit=time_limit, jobs=jobs or 1, cluster=cluster)
        result = question.answer(work)
    answer = result.as_answer()
    if svg is not None:
        write_file(svg, start.draw(result))
    try:
        if as_json:
            emit_json(answer)
        else:
            show_solved(SolvedText.of(start, answer, command_line(ctx, add="--no-records")), moves=listed)
            for line in all_best_lines(answer):
                echo_line(line)
        if "went_on_alone" in result.provenance:
            click.echo(f"Note: this process went on alone: {result.provenance['went_on_alone']}", err=True)
    finally:
        # Write the file even if the output is lost, as with a closed terminal.
        if certificate is not None and result.certificate is not None:
            result.save_certificate(certificate)
            tell_claim(result)
    if result.provenance.get("interrupted"):
        ctx.exit(INTERRUPTED)


def _check_helpers(ctx: click.Context, jobs: int | None, cluster: str | None, cluster_wait: float | None) -> None:
    """Raise errors about processes or clusters before the work begins, even if it may need neither."""
    if cluster_wait is not None:
        if cluster is None:
            refuse("--cluster-wait says how long to wait for a cluster; add --cluster ADDRESS")
        ctx.with_resource(load_extra("dask.config", "cluster").set({"perfectplay.cluster-wait": cluster_wait}))
    if cluster is not None and jobs is None:
        refuse("--cluster alone does not say how many searches may run at once; add --jobs J, as in --jobs 8")
    if cluster is not None or jobs not in {None, 1}:
        from perfectplay.core.running.executor import check_executor

        check_executor(jobs, cluster)


@command.command(
    "range",
    short_help="Solve every pot from {1..A} to {1..B}.",
    epilog="Example: perfectplay taxman range 1 100 --format bfile",
)
@click.argument("first", type=range_end, metavar="A")
@click.argument("last", type=whole, metavar="B", required=False)
@click.option(
    "--format", "form", type=click.Choice(RANGE_FORMATS), default="table", show_default=True, help=FORMATS_HELP
)
@jobs_option()
@cluster_option
@_cluster_wait
@file_option("--resume", text="Keep finished rows in this SQLite file, and go on from there.", written="range.sqlite")
@click.option(
    "--certificates", metavar="FOLDER", shell_complete=complete_folder, help="Write the proofs into this folder."
)
@_no_records("Search every N.  The table of records is not used with --resume or --certificates either.")
@time_limit_option("For each N, stop after this time with the best found and a proven bound.")
@click.option("--moves", "listed", is_flag=True, help="Below each row of the table, its game: every take with its tax.")
@_verbose
@json_option
@click.pass_context
def solve_range(
    ctx: click.Context,
    *,
    first: int | tuple[int, int],
    last: int | None,
    form: str,
    jobs: int,
    cluster: str | None,
    cluster_wait: float | None,
    resume: str | None,
    certificates: str | None,
    no_records: bool,
    time_limit: float | None,
    listed: bool,
    verbose: bool,
    as_json: bool,
) -> None:
    """Solve every pot {1..N} with A <= N <= B, one line each, in order.

    You may also give A and B as one word, as in 1-100.

    Proven scores come from the table of records, see `perfectplay taxman records`.  Lines appear as soon as they are
    known.  After Ctrl-C, the same command with the same --resume FILE continues where it stopped.
    """
    if verbose:
        print_notices(verbose=True)
    first, last = range_ends(first, last)
    if last is None:
        refuse(f"where the range from {first} ends is missing; write 1 {first}, or {first} {first} for this N alone")
    _refuse_formats(ctx, form, listed=listed, as_json=as_json)
    check_range(first, last)
    # Refuse unsolvable pots before the first line is printed.
    SolvePot(n=last)
    _check_helpers(ctx, jobs, cluster, cluster_wait)
    from perfectplay.taxman import ranges

    printer = RowPrinter("json" if as_json else form, ("seconds", "source"), TaxmanSolved.of_row, moves=listed)
    following = first
    try:
        with show_progress() as progress:
            search = partial(
                ranges.solve_range,
                jobs=jobs,
                cluster=cluster,
                resume=resume,
                certificates=certificates,
                time_limit=time_limit,
                progress=progress,
            )
            known = not (no_records or resume or certificates)
            rows = known_or_searched(first, last, search) if known else search(first, last)
            for row in rows:
                with progress.hidden():
                    printer.row(row)
                following = row.n + 1
        printer.end()
    except BaseException as error:
        if not interrupted(error):
            raise
        printer.end(early=True)
        if resume is not None:
            advice = "; run the same command again to go on"
        else:
            again = command_line(ctx, arguments=(following, last))
            advice = f"; go on with: {again}" if following <= last else ""
        click.echo(f"\ninterrupted{advice}", err=True)
        ctx.exit(INTERRUPTED)


def _refuse_formats(ctx: click.Context, form: str, *, listed: bool, as_json: bool) -> None:
    check_format(ctx, form, as_json=as_json)
    if listed and (as_json or form != "table"):
        refuse(f"--moves is about the table, not about {'json' if as_json else form}; leave one of them out")


@command.command(short_help="Bound the best score without searching.", epilog="Example: perfectplay taxman bound 1000")
@click.argument("n", type=whole)
@json_option
def bound(*, n: int, as_json: bool) -> None:
    """Bound the best score from above, in five ways, without searching.

    The last bound is computed up to N = 3000 only.
    """
    # Refuse invalid pots before the first bound is printed.
    question = BoundPot(n=n)
    from perfectplay.taxman.bounds import MAX_CUTS_N

    if not as_json:
        click.echo(bound_head(n))
    known: dict[str, Any] = {}
    with show_progress() as progress:
        for name, value in question.stream(Work(progress=progress)):
            known[name] = value
            if not as_json:
                with progress.hidden():
                    click.echo(bound_line(name, value))
    if known["cuts"] is None:
        click.echo(f"The bound by cuts is computed up to N = {MAX_CUTS_N} only.", err=True)
    if as_json:
        emit_json(TaxmanBounds(n=n, **known))


@command.command(
    short_help="Compare strategies.",
    epilog="Example: perfectplay taxman tournament --to 128 --strategies trono-2,trono-4",
)
@click.option("--from", "first", type=whole, default="2", show_default=True, metavar="A", help="Smallest N.")
@click.option("--to", "last", type=whole, default="512", show_default=True, metavar="B", help="Largest N.")
@click.option(
    "--strategies",
    type=names,
    metavar="NAME,NAME,...",
    shell_complete=complete_names(_STRATEGIES, files=True, several=True),
    help="Who plays: names, or Python files with a function choose(board).  By default all except perfect play.",
)
@click.option(
    "--versus",
    nargs=2,
    metavar="NAME NAME",
    shell_complete=complete_names(_STRATEGIES, files=True),
    help="Only these two: wins, losses and ties of the first.",
)
@click.option("--printed", is_flag=True, help="Only the rows of J. A. Trono's table (1994), N = 2..512.")
@click.option("--seed", type=whole, default="0", show_default=True, metavar="S", help="For strategies that draw lots.")
@click.option("--jobs", type=whole, metavar="J", help="Processes to use; one for each processor by default.")
@file_option("--resume", text="Keep the games in this SQLite file, and go on from there.", written="games.sqlite")
@time_limit_option("Stop after this time and show the finished strategies.")
@json_option
@click.pass_context
def tournament(
    ctx: click.Context,
    *,
    first: int,
    last: int,
    strategies: tuple[str, ...] | None,
    versus: tuple[str, str] | None,
    printed: bool,
    seed: int,
    jobs: int | None,
    resume: str | None,
    time_limit: float | None,
    as_json: bool,
) -> None:
    """Let strategies play every pot {1..N} with A <= N <= B, and compare their scores.

    One strategy after the other plays all its games.  Ctrl-C shows those that are finished; the same command with the
    same --resume FILE continues.

    Where J. A. Trono printed a figure for the same strategy in 1994, the table shows it in brackets below ours, and
    says why they differ if they do.  A second table compares each strategy with perfect play and the taxman.
    """
    _refuse_mixtures(first, last, strategies, versus, printed=printed)
    if versus is not None and time_limit is not None:
        refuse("--time-limit shows the strategies that are finished, and --versus needs both; leave one of them out")
    from perfectplay.cli.taxman.tournament import collect, table_lines, versus_line
    from perfectplay.taxman.strategies import tournament as games

    if versus is not None:
        with show_progress() as progress:
            result = games.head_to_head(*versus, first, last, seed=seed, jobs=jobs, resume=resume, progress=progress)
        present(result, (versus_line(result),), as_json=as_json)
        return
    entries = strategies or (games.printed_entries() if printed else games.default_entries())
    with show_progress() as progress:
        rows, stopped = collect(
            games.finished_rows(
                entries, first, last, seed=seed, jobs=jobs, time_limit=time_limit, resume=resume, progress=progress
            ),
            entries,
        )
    if strategies is None and (first, last) == games.PRINTED_RANGE and not stopped:
        cells = games.compare_with_print(rows)
    else:
        cells = tuple(cell for row in rows for cell in games.compare_row(row))
    if as_json:
        for record in cells if printed else [row.answer for row in rows]:
            emit_json(record)
    else:
        for line in table_lines(rows, cells) if rows else ():
            click.echo(line)
    if stopped:
        done = f"{len(rows)} of {len(entries)} strategies have played all their games"
        advice = "" if resume is None else "; run the same command again to go on"
        click.echo(f"{stopped}: {done}{advice}", err=True)
    if stopped:
        ctx.exit(INTERRUPTED if stopped == "interrupted" else 0 if rows else _NOTHING)


def _refuse_mixtures(
    first: int, last: int, strategies: tuple[str, ...] | None, versus: tuple[str, str] | None, *, printed: bool
) -> None:
    if sum((strategies is not None, versus is not None, printed)) > 1:
        refuse("--strategies, --versus and --printed exclude each other; give one of them")
    if printed and (first, last) != (2, 512):
        refuse(f"--printed is about N = 2..512, not {first}..{last}; leave --from and --to out")
    if versus is not None and versus[0] == versus[1]:
        refuse(f"--versus names {quote(versus[0])} twice; name two different strategies")


@command.command(short_help="Play against the taxman.", epilog="Example: perfectplay taxman play 30")
@click.argument("n", type=read_pot, metavar="[N]", required=False)
@position_option("taxman", "Go on from this position, such as taxman:20/19.9.")
@click.option(
    "--time-limit",
    type=seconds,
    default="5",
    show_default=True,
    metavar="SECONDS",
    help="Longest time to think about a hint or about the best score.",
)
@json_option
def play(*, n: int | tuple[int, ...] | None, position: str | None, time_limit: float, as_json: bool) -> None:
    """Play against the taxman (N = 20 by default), with undo, hints and the price of every move.

    The pot is 1 to N; or write its numbers, as in 2,3,6, in place of N.

    Type a number to take it, and ? for the other commands.  When you leave, the program prints the position's id:
    --position ID goes on from there.
    """
    given = {*given_pot(n), *(() if position is None else ("position",))}
    if given:
        SolvePot.check(given)
    if isinstance(n, int):
        check_n(n, "played")
    start = (
        TaxmanPosition.new(_DEFAULT_POT if n is None else n) if position is None else TaxmanPosition.from_id(position)
    )
    from perfectplay.cli.games.repl import open_view, run
    from perfectplay.cli.taxman.play import TaxmanPlay

    run(TaxmanPlay(start, time_limit), open_view(as_json=as_json))


command.add_command(approx)
command.add_command(explain)
command.add_command(records)
