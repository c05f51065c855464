"""Find the large numbers that make the numbers game easiest."""

from __future__ import annotations

import click

from perfectplay.core.errors import PerfectPlayError
from perfectplay.pursuit.deal.deals import load_deck
from perfectplay.pursuit.questions.base import default_targets
from perfectplay_research.large import best_large
from perfectplay_research.runners.progress import show

__all__ = ["run"]


@click.command
@click.argument("first", type=int)
@click.argument("last", type=int)
@click.option("--deck", default="cards", help="What is dealt from.")
@click.option("--size", default=6, help="Numbers of a deal.")
@click.option("--targets", nargs=2, type=int, help="The least and the largest target; without it, those of the deck.")
@click.option(
    "--rank", default="probability", help="probability of a hit, or hits: pairs of a distinct deal and a target."
)
@click.option("--ascending", is_flag=True, help="The worst come first.")
@click.option("--every", is_flag=True, help="Go on until the chance of every choice is known, too.")
@click.option("--top", default=20, help="Show the first ones.")
@click.option(
    "--resume", type=click.Path(dir_okay=False), help="Keep what is found in this file, and go on from there."
)
@click.option("--jobs", default=1, help="Processes that share the work.")
@click.option("--cluster", help="Use a Dask cluster: the scheduler's address.")
def run(
    first: int,
    last: int,
    deck: str,
    size: int,
    targets: tuple[int, int] | None,
    rank: str,
    top: int,
    resume: str | None,
    jobs: int,
    cluster: str | None,
    *,
    ascending: bool,
    every: bool,
) -> None:
    """Find the best values from FIRST to LAST for all large cards of the deck at once, and prove them by bounds.

    Ctrl-C ends it with what is known; the same command with the same --resume goes on from there.
    """
    try:
        pack = load_deck(deck)
        found = best_large(
            pack,
            range(first, last + 1),
            size,
            *(targets or default_targets(pack)),
            rank=rank,
            descending=not ascending,
            top=top,
            every=every,
            resume=resume,
            jobs=jobs,
            cluster=cluster,
            progress=show,
        )
    except PerfectPlayError as error:
        raise click.ClickException(str(error)) from error
    click.echo("place    chance        hits  large numbers")
    for place, row in enumerate(found.rows, 1):
        click.echo(f"{place:5,}  {float(row.probability):.6f}  {row.hits:10,}  {' '.join(map(str, row.values))}")
    if found.bound is None:
        click.echo(f"the first of all {found.total:,} choices, proven; {found.exact:,} are known exactly")
    else:
        click.echo(f"{found.exact:,} of {found.total:,} choices are known exactly")
        click.echo(f"{found.possible:,} others may belong here; their figures are bounded by {float(found.bound):.6f}")
    if found.rows:
        click.echo(f"the first: {found.rows[0].probability} exactly")
    click.echo(f"hits: of {found.pairs:,} pairs of a distinct deal and a target")
