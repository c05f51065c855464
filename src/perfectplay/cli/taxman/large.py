"""The command for pots that are too large to solve: a game, a bound, and the gap between them."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import click

from perfectplay.cli import INTERRUPTED
from perfectplay.cli.base import Command, refuse, time_limit_option, whole
from perfectplay.cli.output import emit_json, file_option, json_option, show_progress
from perfectplay.core.errors import quote
from perfectplay.core.question import Work
from perfectplay.core.result import Result
from perfectplay.core.running.files import write_file
from perfectplay.taxman.large.strong import MAX_CUTS_N, TIME_LIMIT
from perfectplay.taxman.questions.large import PlayLargePot

_NO = 1


@click.command(
    cls=Command,
    short_help="Play large pots, and bound how far from perfect.",
    epilog="Example: perfectplay taxman approx 10000 --moves moves.txt",
)
@click.argument("n", type=whole)
@file_option("--moves", "moves_file", text="Write the moves to this file, one on each line.", written="moves.txt")
@file_option(
    "--certificate",
    text="Write the game and the proof of the bound to this file (.gz and .xz are compressed), for `perfectplay "
    "check`, which takes N up to 1,000,000.",
    written="proof.json.gz",
)
@click.option(
    "--bound",
    type=click.Choice(["cuts", "matching"]),
    help="`cuts`: as strong a game as the time yields, and the linear programs of `solve` for a bound; the default up "
    f"to N = {MAX_CUTS_N}, with a second for 2000 numbers or more.  `matching`: the heaviest matching of the cover "
    "graph for a bound, lowered by T-cuts, and a game that is improved for a while; for any N, and always "
    "the same.",
)
@click.option(
    "--batches",
    type=whole,
    metavar="B",
    help="Batches in which the lower half of the pot is tried: more take longer and nearly always give more.  "
    "By default one number after the other up to N = 200000, and 2000 batches above, fewer above N = 1000000.  "
    "With the matching bound only, which it implies.",
)
@time_limit_option(
    "Stop after this time with what was found and proven by then; the work is portioned accordingly.  By default "
    f"{TIME_LIMIT:.0f} seconds with cuts, and no limit with the matching bound.",
)
@click.option("--no-records", is_flag=True, help="Begin from nothing, not from this program's game for N or N - 1.")
@json_option
@click.pass_context
def approx(
    ctx: click.Context,
    *,
    n: int,
    moves_file: str | None,
    certificate: str | None,
    bound: Literal["cuts", "matching"] | None,
    batches: int | None,
    time_limit: float | None,
    no_records: bool,
    as_json: bool,
) -> None:
    """Find a strong game for a large pot (N up to 10,000,000), and prove how far from the best it is at most.

    The command replays the game by the rules and checks the bound in whole numbers before it prints anything; exit
    status 1 if either fails.  Ctrl-C stops the search and prints what was found and proven so far.
    """
    question = PlayLargePot(n=n, bound=bound, batches=batches, records=not no_records)
    _check_files(moves_file, certificate)
    with show_progress() as report:
        result = question.answer(Work(progress=report, time_limit=time_limit))
    answer = result.as_answer()
    score, upper, proof = answer.score, answer.upper, result.certificate
    try:
        if as_json:
            emit_json(answer)
        else:
            click.echo(f"N = {n:,}: a game of {score:,} in {len(result.moves):,} moves, {_share(score, n)} of the pot")
            click.echo(f"No game has more than {upper:,}, {_share(upper, n)} of the pot.")
            if answer.gap is not None:
                click.echo(f"So the game is at most {100 * answer.gap:.3f} % from perfect.  ({result.seconds:.1f} s)")
            if not answer.complete:
                click.echo("The run was ended early; a longer one finds more.")
    finally:
        # Write the file even if the output is lost, as with a closed terminal.
        if moves_file is not None:
            write_file(moves_file, "".join(f"{move}\n" for move in result.moves))
        if proof is not None and certificate is not None:
            result.save_certificate(certificate)
            tell_claim(result)
        elif certificate is not None:
            click.echo(f"No certificate was written to {certificate}: the run ended before there was one.", err=True)
    if result.provenance["interrupted"]:
        ctx.exit(INTERRUPTED)
    if not answer.valid:
        click.echo("Error: the game or the bound failed its check; please report this", err=True)
        ctx.exit(_NO)


def tell_claim(result: Result[int, int]) -> None:
    """Print a note if the certificate proves a weaker bound than the printed bound, which was known before."""
    claimed = result.certificate["claim"]["upper"] if result.certificate is not None else result.upper
    if claimed > result.upper:
        line = f"Note: the certificate proves a bound of {claimed}; that of {result.upper} was known before"
        click.echo(line, err=True)


def _check_files(moves_file: str | None, certificate: str | None) -> None:
    """Refuse options that name the same file for both outputs."""
    if moves_file and certificate and Path(moves_file).resolve() == Path(certificate).resolve():
        refuse(f"--moves and --certificate both name {quote(certificate)}; give two names")


def _share(score: int, n: int) -> str:
    return f"{200 * score / (n * (n + 1)):.3f} %"
