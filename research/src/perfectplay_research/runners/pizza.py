"""Find out how much of a pizza the first guest can guarantee."""

from __future__ import annotations

import click

from perfectplay_research.pizza import poorest_pizzas

__all__ = ["run"]


@click.command
@click.argument("sizes", nargs=-1, required=True, type=int)
@click.option("--largest", default=2, help="Largest slice.")
def run(sizes: tuple[int, ...], largest: int) -> None:
    """Look for the pizzas of SIZES slices 0, 1, ... that leave the first guest the least share."""
    for size in sizes:
        share, pizzas = poorest_pizzas(size, largest)
        click.echo(f"{size} slices: {share} of {' and '.join(' '.join(map(str, pizza)) for pizza in pizzas[:3])}")
