"""Draw the pictures of arithmetical pursuit with matplotlib."""

from __future__ import annotations

import click

from perfectplay.core.errors import PerfectPlayError
from perfectplay.pursuit.deal.deals import load_deck
from perfectplay.pursuit.expressions import parse_expression
from perfectplay.pursuit.odds import odds
from perfectplay.pursuit.reach import reach
from perfectplay.pursuit.search.counting import count_formulas
from perfectplay_research.plots import formula_histogram, heat_map, solution_tree, target_chart
from perfectplay_research.runners.progress import show

__all__ = ["run"]


@click.command
@click.argument("kind", type=click.Choice(["map", "tree", "targets", "formulae"]))
@click.argument("what")
@click.argument("file", type=click.Path(dir_okay=False))
def run(kind: str, what: str, file: str) -> None:
    """Draw WHAT into FILE, whose ending says how: the map of a deal, such as '3 6 9 10 50 100'; the tree of an
    expression; or the targets or formulae of a deck.
    """  # noqa: D205  # click shows the first paragraph whole
    try:
        if kind == "map":
            figure = heat_map(reach([int(number) for number in what.split()]))
        elif kind == "tree":
            figure = solution_tree(parse_expression(what))
        elif kind == "targets":
            figure = target_chart(odds(load_deck(what), progress=show))
        else:
            figure = formula_histogram(count_formulas(load_deck(what), progress=show))
        figure.savefig(file)
    except (PerfectPlayError, ValueError) as error:
        raise click.ClickException(str(error)) from error
    click.echo(file)
