"""Measure how much greedy play loses in the factor game."""

from __future__ import annotations

import click

import perfectplay
from perfectplay_research.greedy import MOST_SURE, greedy_leads, greedy_line

__all__ = ["run"]


@click.command
@click.argument("sizes", nargs=-1, required=True, type=click.IntRange(2))
@click.option("--line", is_flag=True, help="Only look for a line of play that a greedy first player loses by.")
def run(sizes: tuple[int, ...], *, line: bool) -> None:
    """Print by how much the first player wins on 1 to N, for SIZES N: with best play by both, and if one is greedy.

    The other player makes the most of that: all replies are tried, up to N = 64.  With --line, a line is shown for any
    N, beside the lead that best play is sure of by the theorem, half of the largest prime less 2.
    """
    for n in sizes:
        if line:
            prime = max(q for q in range(2, n + 1) if all(q % d for d in range(2, q)))
            lead, moves = greedy_line(n)
            click.echo(f"{n}: greedy {lead}, best at least {(prime - 1) // 2}: {' '.join(map(str, moves))}")
        elif n > MOST_SURE:
            raise click.UsageError(
                f"N = {n} is too large to try all replies; the largest N is {MOST_SURE}, and --line takes any"
            )
        else:
            first, second = greedy_leads(n)
            best = perfectplay.solve(f"factorgame:{n}")
            if best.status != "optimal":
                raise KeyboardInterrupt
            click.echo(f"{n}: best {best.value}, first greedy {first}, second greedy {second}")
