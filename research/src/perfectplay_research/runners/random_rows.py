"""Estimate by how much the first player wins a random row of coins."""

from __future__ import annotations

import time
from math import pi, sqrt

import click

from perfectplay_research.random_rows import Estimate, sampled_means
from perfectplay_research.runners.progress import show

__all__ = ["run"]

_MOST_ROWS = 100_000
_LENGTHS = (100, 101, 1_000, 10_000, 100_000, 1_000_000, 1_000_001, 10_000_000)


@click.command
@click.option("--largest", "largest", multiple=True, type=int, default=(2, 3, 10, 1_000_000), help="Largest coin.")
@click.option("--length", "lengths", multiple=True, type=int, default=_LENGTHS, help="Number of coins.")
@click.option("--coins", default=200_000_000, help="Coins to be drawn for a line.")
@click.option("--seed", default=1, help="Of the random numbers.")
def run(largest: tuple[int, ...], lengths: tuple[int, ...], coins: int, seed: int) -> None:
    """Estimate the means of random rows: the table of the page on them, line by line.

    Each line draws as many rows as --coins make, at most 100,000, with its own generator, so that every line can be
    repeated alone.
    """
    click.echo("k, coins, rows: margin / (4/3 sigma sqrt(2 n / pi)); larger end is best; survivors; processor seconds")
    for k in largest:
        for length in lengths:
            rows = max(2, min(_MOST_ROWS, coins // length))
            began = time.process_time()
            found = sampled_means(k, length, rows, seed, progress=show)
            limit = 4 / 3 * sqrt((k * k - 1) / 12) * sqrt(2 * length / pi)
            share = Estimate(found.margin.mean / limit, found.margin.error / limit)
            larger = "-" if found.larger is None else _shown(found.larger)
            seconds = time.process_time() - began
            click.echo(f"{k}, {length}, {rows}: {_shown(share)}; {larger}; {_shown(found.survivors)}; {seconds:.1f}")


def _shown(estimate: Estimate) -> str:
    return f"{estimate.mean:.4f} +- {estimate.error:.4f}"
