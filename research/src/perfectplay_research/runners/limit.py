"""Bound the share of the pot of Taxman that players can get in the long run."""

from __future__ import annotations

import time
from fractions import Fraction
from math import ceil, floor

import click

from perfectplay_research.limit import Level, class_games, guaranteed, known_games, primes_to
from perfectplay_research.odds_evens import sure_from, sure_share
from perfectplay_research.prices import priced, priced_share

__all__ = ["run"]

_DIGITS = 100_000

# Levels by `quick`: upper bounds on primes and on smooth numbers, and the growth of x between two searches.
_LEVELS = {
    True: ((7, 10**5, 0.02), (19, 10**4, 0.02)),
    False: (
        (7, 3 * 10**7, 0.02),
        (13, 5 * 10**6, 0.03),
        (19, 10**6, 0.06),
        (31, 5 * 10**5, 0.06),
        (47, 2 * 10**5, 0.06),
        (71, 150_000, 0.05),
        (97, 10**5, 0.04),
        (199, 6 * 10**4, 0.02),
        (331, 4 * 10**4, 0.02),
        (499, 3 * 10**4, 0.015),
        (997, 16_000, 0.01),
        (1999, 8000, 0.0025),
    ),
}
_KNOWN = {True: 1000, False: 3000}
# Levels by `quick`: upper bounds on primes and on smooth numbers.
_PRICES = {
    True: ((7, 10**6), (23, 10**5), (97, 10**4), (1000, 1000)),
    False: (
        (7, 3 * 10**7),
        (19, 3 * 10**6),
        (47, 4 * 10**5),
        (97, 10**5),
        (200, 4 * 10**4),
        (500, 15_000),
        (3000, 3000),
    ),
}


def _down(share: Fraction) -> str:
    return f"{floor(share * _DIGITS) / _DIGITS:.5f}"


@click.command
@click.option("--quick", is_flag=True, help="Ten seconds, for weaker bounds.")
def run(*, quick: bool) -> None:
    """Bound the limit of the best shares of Taxman in exact arithmetic.

    The lower bound plays classes of numbers, each by one of several levels; the upper bound prices them.  Prints what
    each step adds.  Without --quick six minutes of processor time.
    """
    click.echo(f"odds, then evens: at least {_down(sure_share())}, more than half from N = {sure_from()} on")
    levels: list[Level] = []
    for top, most, ratio in _LEVELS[quick]:
        levels.append(class_games(primes_to(top), most, ratio))
        click.echo(f"games, primes up to {top:4}, x up to {most:10,}: at least {_down(guaranteed(levels))}")
    levels.append(known_games(_KNOWN[quick]))
    click.echo(f"the table, x up to {_KNOWN[quick]:,}: at least {_down(guaranteed(levels))}")
    sizes = _PRICES[quick]
    share = ceil(priced_share(priced(sizes)) * _DIGITS) / _DIGITS
    shown = ", ".join(f"{top} to {most:,}" for top, most in sizes)
    click.echo(f"prices, primes up to {shown}: at most {share:.5f}")
    click.echo(f"({time.process_time():.0f} processor seconds)")
