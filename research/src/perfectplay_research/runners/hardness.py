"""Find out which N are hard to prove."""

from __future__ import annotations

import click

from perfectplay_research.hardness import proofs, rank_correlation

__all__ = ["run"]

_DISTANCES = (1, 2, 5, 10, 20, 50)


@click.command
@click.argument("first", type=click.IntRange(2))
@click.argument("last", type=click.IntRange(3, 3000))
def run(first: int, last: int) -> None:
    """Print how the leaves of the proofs from FIRST to LAST correlate with cheap figures, and with those of neighbours.

    All figures are Spearman's rank correlations.  Proofs that are links to a neighbour's have no leaves, and are left
    out.
    """
    known = proofs(first, last)
    leaves = [one.leaves for one in known]
    click.echo(f"{len(known)} proofs from {first} to {last}; leaves go with")
    for name, values in (
        ("N", [one.n for one in known]),
        ("bound (2) less the greedy score", [one.matching - one.greedy for one in known]),
        ("bound (2) less the best score", [one.matching - one.score for one in known]),
    ):
        click.echo(f"{rank_correlation(values, leaves):6.2f}  {name}")
    by_n = {one.n: one.leaves for one in known}
    for distance in _DISTANCES:
        pairs = [(by_n[n - distance], by_n[n]) for n in by_n if n - distance in by_n]
        figure = rank_correlation([before for before, _ in pairs], [here for _, here in pairs])
        click.echo(f"{figure:6.2f}  the leaves of N - {distance} ({len(pairs)} pairs)")
