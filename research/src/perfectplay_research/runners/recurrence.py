"""Test whether the counts of ties satisfy a recurrence."""

from __future__ import annotations

import click

from perfectplay.coins.ties import tie_counts
from perfectplay.core.errors import PerfectPlayError
from perfectplay_research.recurrence import recurrences

__all__ = ["run"]


@click.command
@click.option("--alphabet", default=2, help="Coins are worth 1 to this.")
@click.option("--length", default=200, help="Most coins of a row.")
def run(alphabet: int, length: int) -> None:
    """Look for linear recurrences, with polynomials for coefficients, of the numbers of ties.

    They have an order r from 1 on and a degree d; asked are all with no more coefficients than equations.
    """
    try:
        counts = [1, *(count for _, count in tie_counts(alphabet, length))]
    except PerfectPlayError as error:
        raise click.ClickException(str(error)) from error
    for name, first, step in (("all lengths", 0, 1), ("even lengths", 0, 2), ("odd lengths", 1, 2)):
        terms = counts[first::step]
        found = " or ".join(f"order {order}, degree {degree}" for order, degree in recurrences(terms))
        click.echo(f"{name}: {found or 'none'} with (r + 1)(d + 1) + r up to {len(terms)}")
