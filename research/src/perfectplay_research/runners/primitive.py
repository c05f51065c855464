"""Count the ties that cannot be built from smaller ones."""

from __future__ import annotations

import click

from perfectplay.core.errors import PerfectPlayError
from perfectplay_research.primitive import check_list, primitive_counts, primitive_ties

__all__ = ["run"]


@click.command
@click.argument("values", nargs=-1, required=True, type=int)
@click.option("--length", default=8, help="Number of coins.")
@click.option("--list", "listed", is_flag=True, help="List the ties, too.")
@click.option("--limit", default=1000, help="List at most so many.")
def run(values: tuple[int, ...], length: int, limit: int, *, listed: bool) -> None:
    """Count the primitive ties of 2, 4, ... coins worth VALUES, in ascending order: those that no smaller ones make."""
    try:
        if listed:
            check_list(values, length, limit)
        for coins, ties, primitive in primitive_counts(values, length):
            click.echo(f"{primitive:,} of {ties:,} ties with {coins} coins are primitive")
        for row in primitive_ties(values, length, limit) if listed else ():
            click.echo(" ".join(map(str, row)))
    except PerfectPlayError as error:
        raise click.ClickException(str(error)) from error
