"""Count the targets in reach of people with habits."""

from __future__ import annotations

import click

from perfectplay.core.errors import PerfectPlayError
from perfectplay.pursuit.deal.deals import load_deck
from perfectplay.pursuit.odds import odds
from perfectplay.pursuit.questions.base import default_targets
from perfectplay_research.habits import habit_chances
from perfectplay_research.runners.progress import show

__all__ = ["run"]


@click.command
@click.option("--deck", default="cards", help="What is dealt from.")
@click.option("--size", default=6, help="Numbers of a deal.")
@click.option("--targets", nargs=2, type=int, help="The least and the largest target; without it, those of the deck.")
@click.option("--largest", default=1000, help="Largest result of those who avoid larger ones.")
def run(deck: str, size: int, targets: tuple[int, int] | None, largest: int) -> None:
    """Set the chances of hits by habits beside those by any formula, exactly over all deals.

    With at most so many of the numbers: by any formula, by one with results up to --largest, and by such a one in which
    each calculation takes the last result and one more number.  Half a minute for six cards.
    """
    try:
        pack = load_deck(deck)
        low, high = targets or default_targets(pack)
        every = odds(pack, size, low, high, progress=show).by_used
        small = habit_chances(pack, size, low, high, largest=largest, line=False, progress=show)
        line = habit_chances(pack, size, low, high, largest=largest, progress=show)
    except PerfectPlayError as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"numbers       any  to {largest:5,}  in a line")
    for most, chances in enumerate(zip(every, small, line, strict=True), 1):
        any_formula, to_largest, in_a_line = map(float, chances)
        click.echo(f"{most:7}  {any_formula:.6f}  {to_largest:.6f}   {in_a_line:.6f}")
