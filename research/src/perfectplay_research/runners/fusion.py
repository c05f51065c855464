"""Find where fusing peaks breaks."""

from __future__ import annotations

import click

from perfectplay_research.variants import VARIANTS, first_break

__all__ = ["run"]


@click.command
@click.option("--to", "most", default=5, help="Most coins.")
@click.option("--largest", default=2, help="Largest coin; the least one is 0.")
@click.argument("variants", nargs=-1, type=click.Choice([*VARIANTS]))
def run(variants: tuple[str, ...], most: int, largest: int) -> None:
    """Look for the smallest position of each of VARIANTS whose margin changes when a peak is fused."""
    for name in variants or VARIANTS:
        found = next(filter(None, (first_break(name, size, largest) for size in range(1, most + 1))), None)
        if found is None:
            click.echo(f"{name}: none of up to {most} coins from 0 to {largest}")
        else:
            shape = f" {found.shape}" if found.shape else ""
            coins, fused = (" ".join(map(str, coins)) for coins in (found.coins, found.fused))
            click.echo(f"{name}: {coins}{shape} wins by {found.margin}; fused: {fused} by {found.fused_margin}")
