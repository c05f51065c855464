"""Find the numbers that reach the longest run of targets 1, 2, 3, ..."""

from __future__ import annotations

import click

from perfectplay.pursuit.deal.deals import DECKS, Deck
from perfectplay_research.runners.progress import show
from perfectplay_research.runs import longest_runs

__all__ = ["run"]


@click.command
@click.argument("numbers", type=int)
@click.option("--deck", type=click.Choice([*DECKS]), help="In place of --to.")
@click.option("--to", "largest", default=16, help="Largest number; each may come as often as it likes.")
@click.option("--high", default=3000, help="Largest target.")
def run(numbers: int, deck: str | None, largest: int, high: int) -> None:
    """Find the deals of so many NUMBERS that reach each of 1 to N, for the largest N."""
    every = Deck.of(f"1 to {largest}", dict.fromkeys(range(1, largest + 1), numbers))
    found = longest_runs(every if deck is None else DECKS[deck], numbers, high, progress=show)
    deals = "; ".join(" ".join(map(str, deal)) for deal in found.deals)
    click.echo(f"1 to {found.length:,}: {deals} ({found.looked_at:,} deals)")
