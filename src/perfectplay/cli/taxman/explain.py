"""The command that explains why no score is better, with prices that a person can check."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import click

from perfectplay.cli.base import Command, time_limit_option
from perfectplay.cli.games import position_option
from perfectplay.cli.output import certificate_option, check_picture, emit_json, json_option, show_progress, svg_option
from perfectplay.cli.taxman.text import echo_line, given_pot, read_pot
from perfectplay.core.question import MissingError, Work
from perfectplay.core.running.files import write_file
from perfectplay.core.schema import Exact
from perfectplay.core.text.words import counted
from perfectplay.taxman.questions.explain import ExplainPot, TaxmanExplanation
from perfectplay.taxman.rules import TaxmanPosition

_MOST_SUMMED = 20
"""Maximum number of different prices for which the sum is written out."""


@click.command(
    cls=Command,
    short_help="Explain why nobody can do better.",
    epilog="Example: perfectplay taxman explain 20",
)
@click.argument("n", type=read_pot, metavar="[N]", required=False)
@position_option("taxman", "Explain this position, such as taxman:20/19.9.")
@certificate_option
@time_limit_option("Stop the search for the best score after this time.")
@svg_option("the board with its prices")
@json_option
def explain(
    *,
    n: int | tuple[int, ...] | None,
    position: str | None,
    certificate: str | None,
    time_limit: float | None,
    svg: str | None,
    as_json: bool,
) -> None:
    """Explain why nobody can score more, so that you can check it with a pencil.

    The pot is 1 to N; or write its numbers, as in 2,3,6, in place of N.

    Every number gets a price, and often nothing else is needed.  Otherwise there are cuts: a few numbers that compete,
    and one sentence each.  For a pot that needs a search tree, the command prints the first question of the tree.
    """
    try:
        question = ExplainPot(**given_pot(n), position=None if position is None else TaxmanPosition.from_id(position))
    except MissingError as error:
        raise click.UsageError(
            "nothing to explain; give N, as in 20, or a pot, as in 2,3,6, or --position ID"
        ) from error
    check_picture(svg, question.start)
    with show_progress() as report:
        answer = question.answer(Work(progress=report, time_limit=time_limit))
    if svg is not None:
        from perfectplay.taxman.pictures.prices import draw_prices

        write_file(svg, draw_prices(answer))
    if as_json:
        emit_json(answer)
    else:
        for line in _lines(answer):
            echo_line(line)
    if answer.certificate is not None and certificate is not None:
        write_file(certificate, f"{answer.certificate}\n")
    elif certificate is not None:
        click.echo(f"No certificate was written to {certificate}: `perfectplay taxman solve` writes one.", err=True)


def _lines(answer: TaxmanExplanation) -> Iterator[str]:
    name = answer.position if answer.n is None or "/" in answer.position else f"N = {answer.n}"
    yield f"{name}: nobody can score more than {answer.score}"
    yield ""
    yield from answer.text
    if answer.tree is not None:
        tree = answer.tree
        yield f"It ends with {counted(tree.leaves, 'case')}. Its first question: does the player take {tree.number}?"
        yield f"  if so, the score is at most {tree.taken or answer.score}"
        yield f"  if not, the score is at most {tree.left or answer.score}"
    if not answer.prices:
        return
    yield ""
    yield from _table(answer)
    for cut in answer.cuts:
        yield ""
        yield f"A cut: {cut.reason}"
        yield f"  each of these pairs costs {cut.price} more: {' '.join(f'{p}+{q}' for q, p in cut.pairs)}"
        yield f"  the cut costs {cut.most} times {cut.price}, which is {cut.most * cut.price}"
    yield ""
    pairs = " ".join(f"{pair.take}+{pair.pays}" for pair in answer.pairs)
    yield f"Best game, each number with the one that it uses up: {pairs}"


def _table(answer: TaxmanExplanation) -> Iterator[str]:
    """List the numbers by their prices, the dearest first."""
    numbers: defaultdict[Exact, list[int]] = defaultdict(list)
    for row in answer.prices:
        numbers[row.price].append(row.number)
    rows = [(str(price), numbers[price]) for price in sorted(numbers, reverse=True)]
    width = max([len("price"), *(len(price) for price, _ in rows)])
    yield f"{'price':>{width}}  numbers"
    for price, having in rows:
        yield f"{price:>{width}}  {' '.join(map(str, having))}"
    yield f"{0:>{width}}  all others"
    sums = f"{' + '.join(f'{price}' if len(having) == 1 else f'{len(having)}*{price}' for price, having in rows)}"
    cuts = "".join(f" + {cut.most}*{cut.price}" for cut in answer.cuts)
    yield f"  sum  {sums}{cuts} = {answer.total}" if len(rows) <= _MOST_SUMMED else f"  sum  {answer.total}"
