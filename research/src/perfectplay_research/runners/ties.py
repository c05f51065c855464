"""Test rules about ties."""

from __future__ import annotations

import sys
import time

import click

from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.progress import Progress
from perfectplay_research.conditions import CONDITIONS
from perfectplay_research.conjectures import RULES, named_rule, smallest_counterexample
from perfectplay_research.runners.progress import show

__all__ = ["run"]

_EACH = 1 << 12
"""Number of rows between two progress reports."""


@click.command(epilog=f"Conditions: {', '.join(CONDITIONS)}.")
@click.argument("rule")
@click.option("--alphabet", default=3, help="Coins are worth 1 to this.")
@click.option("--length", default=8, help="Most coins of a row.")
def run(rule: str, alphabet: int, length: int) -> None:
    """Look for the smallest row that refutes RULE.

    It is wrap, join or arise (the conjectures of the series), or written out with conditions, such as
    'even and palindrome => tied'.  The exit status is 1 if it is refuted.
    """
    began = time.monotonic()

    def tick(_length: int, done: int, total: int) -> bool:
        if done % _EACH == 0:
            show(Progress("rows", time.monotonic() - began, done=done, total=total))
        return False

    try:
        claim = named_rule(rule)
        test = smallest_counterexample(claim, alphabet, length, tick=tick)
    except PerfectPlayError as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"{claim.name}: {claim.statement}" if claim.name in RULES else claim.statement)
    if test.counterexample is not None:
        shown = " ".join(map(str, test.counterexample))
        click.echo(f"refuted by {shown}, the smallest counterexample: its margin is {test.margin}")
        sys.exit(1)
    looked = f"with up to {test.max_length} coins worth 1 to {alphabet}"
    click.echo(f"no counterexample {looked}; {test.tested:,} games put it to the test")
