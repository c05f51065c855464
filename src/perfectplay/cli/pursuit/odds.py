"""The commands of arithmetical pursuit that examine all deals from a deck."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from perfectplay.cli import INTERRUPTED
from perfectplay.cli.base import (
    COMMAND_SETTINGS,
    Command,
    cluster_option,
    jobs_option,
    refuse,
    time_limit_option,
    whole,
)
from perfectplay.cli.output import (
    certificate_option,
    emit_json,
    file_option,
    json_option,
    present,
    show_progress,
    svg_option,
)
from perfectplay.cli.pursuit.input import game_options, option, read_operators, read_targets, rules_option
from perfectplay.core.errors import LimitExceededError
from perfectplay.core.progress import ProgressCallback
from perfectplay.core.question import Work
from perfectplay.core.running.files import write_file
from perfectplay.pursuit.deal.deals import load_deck
from perfectplay.pursuit.rules import OPERATORS, Rules

if TYPE_CHECKING:
    from perfectplay.pursuit.odds import Odds

_NO = 1
_RANGE_HELP = "Targets, each equally likely; 1-1000 by default, 101-999 with --deck classic."


@click.command(
    cls=Command,
    context_settings=COMMAND_SETTINGS,
    short_help="The chance that a random target can be hit.",
    epilog="Example: perfectplay pursuit odds --deck classic",
)
@game_options
@click.option("--targets", metavar="A-B", callback=option(read_targets), help=_RANGE_HELP)
@rules_option
@click.option("--top", type=whole, default="5", show_default=True, metavar="N", help="Length of the lists of records.")
@click.option("--distribution", is_flag=True, help="Show how many deals hit how many targets; --svg then draws that.")
@time_limit_option()
@file_option(
    "--resume",
    text="Keep finished deals in this SQLite file, and go on from there; useful if the work takes minutes.",
    written="odds.sqlite",
)
@jobs_option()
@cluster_option
@svg_option("the chance of every target")
@certificate_option
@json_option
@click.pass_context
def odds(
    ctx: click.Context,
    *,
    deck: str,
    size: int,
    targets: tuple[int, int] | None,
    rules: Rules | None,
    top: int,
    distribution: bool,
    time_limit: float | None,
    resume: str | None,
    jobs: int,
    cluster: str | None,
    svg: str | None,
    certificate: str | None,
    as_json: bool,
) -> None:
    """Compute exactly how likely it is that a random target can be hit with a random deal.

    Deals count by how likely they are: "ways" and "deals" tell equal cards apart, "distinct" does not.  Six numbers
    take a second or two; more than six, or other rules, may take minutes to hours, and the command says how long.
    Ctrl-C stops the work and prints exact bounds on the chance.
    """
    from perfectplay.cli.pursuit.tables import distribution_lines, odds_lines
    from perfectplay.pursuit.distribution import distribution as count_targets
    from perfectplay.pursuit.questions.odds import FindOdds, PursuitOdds, odds_of

    question = FindOdds(
        deck=load_deck(deck),
        numbers=size,
        targets=targets,
        allowed=rules or Rules(),
        top=top,
        distribution=distribution,
    )
    question.deck.check_count(size)
    with show_progress() as report:
        work = Work(progress=report, time_limit=time_limit, jobs=jobs, cluster=cluster, resume=resume)
        odds_found = odds_of(question, work, maps=certificate is not None)
        unproven = None if certificate is None else _write_certificate(certificate, odds_found, report)
    if svg is not None and odds_found.status == "optimal":
        _draw(svg, odds_found, distribution=distribution)
    if as_json:
        emit_json(PursuitOdds.of(odds_found, top, distributed=distribution))
    else:
        for line in odds_lines(odds_found, top):
            click.echo(line)
        if distribution and odds_found.status == "optimal":
            for line in distribution_lines(count_targets(odds_found)):
                click.echo(line)
    if odds_found.status == "bounded":
        click.echo(f"{_ended(interrupted=odds_found.interrupted)}; {_go_on(resume)}", err=True)
        if svg is not None:
            click.echo(f"Nothing was drawn into {svg}: the chances are not known yet.", err=True)
    if unproven is not None:
        click.echo(f"No certificate was written to {certificate}: {unproven}.", err=True)
    if odds_found.interrupted:
        ctx.exit(INTERRUPTED)


def _draw(svg: str, odds: Odds, *, distribution: bool) -> None:
    from perfectplay.pursuit.distribution import distribution as count_targets
    from perfectplay.pursuit.pictures.svg import deal_chart, target_chart

    write_file(svg, deal_chart(count_targets(odds)) if distribution else target_chart(odds))


def _write_certificate(path: str, odds: Odds, report: ProgressCallback) -> str | None:
    """Write the proof of the odds, or return why there is none: raising an error would lose hours of work."""
    if odds.status == "bounded":
        return "the chances are not known yet"
    from perfectplay.pursuit.proof.write import odds_certificate, write_certificate

    try:
        write_certificate(path, odds_certificate(odds), progress=report)
    except LimitExceededError as error:
        return str(error)
    return None


def _ended(*, interrupted: bool) -> str:
    return "\ninterrupted" if interrupted else "the time is over"


def _go_on(resume: str | None) -> str:
    return "run the same command again to go on" if resume is not None else "--resume FILE keeps what is finished"


class _FormulasCommand(Command):
    """A command with ``--operators`` instead of ``--rules``."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments, and advise users who give ``--rules``."""
        if any(arg == "--rules" or arg.startswith("--rules=") for arg in args):
            raise click.UsageError(
                "formulas has no --rules; --operators says what may be used, as in --operators +-", ctx
            )
        return super().parse_args(ctx, args)


@click.command(
    cls=_FormulasCommand,
    context_settings=COMMAND_SETTINGS,
    short_help="Count all formulae of a deck.",
    epilog="Example: perfectplay pursuit formulas --deck suit --numbers 4",
)
@click.option(
    "--operators",
    default=OPERATORS,
    show_default=True,
    metavar="+-*/",
    callback=option(read_operators),
    help="The allowed operators; x stands for *, and : for /.",
)
@partial(game_options, numbers_help="Most numbers in a formula, from 1 to 6.")
@click.option("--by-value", is_flag=True, help="Count them for every value from -1000 to 1000, too.")
@time_limit_option()
@svg_option("the histogram by value")
@json_option
@click.pass_context
def formulas(
    ctx: click.Context,
    *,
    deck: str,
    size: int,
    operators: str,
    by_value: bool,
    time_limit: float | None,
    svg: str | None,
    as_json: bool,
) -> None:
    """Count the formulae that can be written with different cards of a deck.

    Candidates are all arrangements of cards and operators; admissible are those in which every division is whole.
    Equal cards are told apart, and so are formulae in another order.  Ctrl-C stops the work and prints the exact counts
    for as many numbers as are finished.
    """
    from perfectplay.cli.pursuit.tables import formula_lines
    from perfectplay.pursuit.questions.decks import CountFormulas, PursuitFormulas

    question = CountFormulas(deck=load_deck(deck), numbers=size, operators=operators, by_value=by_value)
    with show_progress() as report:
        counts = question.counts(Work(progress=report, time_limit=time_limit))
    if svg is not None:
        from perfectplay.pursuit.pictures.svg import formula_histogram

        write_file(svg, formula_histogram(counts))
    answer = PursuitFormulas.of(counts, by_value=by_value)
    present(answer, formula_lines(answer), as_json=as_json)
    if counts.interrupted:
        ctx.exit(INTERRUPTED)


@click.command(
    cls=Command,
    context_settings=COMMAND_SETTINGS,
    short_help="Try other values for the cards of a deck.",
    epilog="Example: perfectplay pursuit design --vary 25=20-30 --vary 50=40,45,50 --top 5",
)
@click.option(
    "--vary",
    metavar="N=VALUES",
    multiple=True,
    help="Try these values for all cards worth N, as in 25=20-30 or 50=40,45,50; give it again for other cards.",
)
@game_options
@click.option("--targets", metavar="A-B", callback=option(read_targets), help=_RANGE_HELP)
@rules_option
@click.option(
    "--rank",
    default="probability",
    show_default=True,
    metavar="FIGURE",
    help="probability: chance of a hit; certain: of a deal that hits every target; hardest: of a hit if the target is "
    "the hardest; within-5: to come within 5; by-4: of a hit with at most 4 numbers.",
)
@click.option("--ascending", is_flag=True, help="The smallest figure comes first.")
@click.option("--top", type=whole, default="20", show_default=True, metavar="K", help="Show the first K decks.")
@time_limit_option()
@file_option("--resume", text="Keep finished decks in this SQLite file, and go on from there.", written="decks.sqlite")
@jobs_option()
@cluster_option
@json_option
@click.pass_context
def design(
    ctx: click.Context,
    *,
    vary: tuple[str, ...],
    deck: str,
    size: int,
    targets: tuple[int, int] | None,
    rules: Rules | None,
    rank: str,
    ascending: bool,
    top: int,
    time_limit: float | None,
    resume: str | None,
    jobs: int,
    cluster: str | None,
    as_json: bool,
) -> None:
    """Rank decks in which some cards have other values, by their odds.

    Every combination of values is tried; the old value is among them only if it is given.  Ctrl-C stops the work and
    ranks the decks that are finished; the same command with the same --resume FILE goes on from there.
    """
    if not vary:
        refuse("there is nothing to vary; give a number of the deck and values for it, as in --vary 25=20-30")
    from perfectplay.cli.pursuit.tables import design_lines
    from perfectplay.pursuit.design import parse_vary
    from perfectplay.pursuit.questions.decks import RankDecks

    question = RankDecks(
        deck=load_deck(deck),
        numbers=size,
        targets=targets,
        allowed=rules or Rules(),
        vary=parse_vary(vary),
        rank=rank,
        descending=not ascending,
        top=top,
    )
    with show_progress() as report:
        work = Work(progress=report, time_limit=time_limit, jobs=jobs, cluster=cluster, resume=resume)
        result = question.answer(work)
    answer = result.as_answer()
    if as_json:
        for row in answer:
            emit_json(row)
    elif answer:
        for line in design_lines(answer):
            click.echo(line)
    if len(result.rows) < result.decks:
        click.echo(f"{_ended(interrupted=result.interrupted)}; {_go_on(resume)}", err=True)
    if result.interrupted:
        ctx.exit(INTERRUPTED)
    if not answer:
        ctx.exit(_NO)
