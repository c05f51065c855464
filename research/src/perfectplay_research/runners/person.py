"""Model how often a person hits the target before the clock stops."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from math import isnan
from statistics import fmean

import click

from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.progress import Progress
from perfectplay.pursuit.deal.deals import load_deck
from perfectplay.pursuit.deal.difficulty import GRADES, grade
from perfectplay.pursuit.questions.deals import DealGame
from perfectplay.pursuit.rules import PursuitPosition
from perfectplay_research.person import Person, attempts, estimate, rank_correlation
from perfectplay_research.runners.progress import show

__all__ = ["run"]

_TIMES = (1, 2, 4, 10, 20)
"""Multiples of the time limit; the chances at these times are printed, too."""


@click.command
@click.argument("numbers", nargs=-1, type=int)
@click.option("--target", type=int, help="What is to be reached, if NUMBERS are given.")
@click.option("--deck", default="cards", help="Without NUMBERS: what a sample is dealt from.")
@click.option("--size", default=6, help="Numbers of a deal of the sample.")
@click.option("--deals", default=1000, help="Length of the sample.")
@click.option("--seed", default=1, help="The same seed, the same deals.")
@click.option("--grades", is_flag=True, help="Compare the chances of the sample with the grades of its deals.")
@click.option("--clock", default=30.0, help="Seconds for each deal.")
@click.option("--pace", default=2.0, help="Seconds for a calculation.")
@click.option("--depth", default=5, help="Most numbers in a formula.")
@click.option("--largest", default=1000, help="Largest result in the head.")
@click.option("--focus", default=1, help="How much results near the target attract: the power of their ratio to it.")
@click.option("--glance/--no-glance", default=True, help="Whether the last addition or subtraction is seen at once.")
def run(
    numbers: tuple[int, ...],
    target: int | None,
    deck: str,
    size: int,
    deals: int,
    seed: int,
    clock: float,
    pace: float,
    depth: int,
    largest: int,
    focus: int,
    *,
    grades: bool,
    glance: bool,
) -> None:
    """Print how likely a person is to hit the target in time, by a model whose assumptions are options.

    The person calculates in a line: each calculation takes the last result and one more number.  An attempt begins
    with a number of the deal, the larger the likelier, and what failed is not remembered.  Nobody was measured: the
    defaults are assumptions.  The chance is calculated for NUMBERS and --target, or for each deal of a sample.
    """
    if bool(numbers) != (target is not None):
        raise click.UsageError("NUMBERS and --target go together")
    try:
        person = Person(pace, depth, largest, focus, glance)
        if target is not None:
            lines = _one(person, PursuitPosition.new(numbers, target), clock)
        else:
            games = DealGame(deck=load_deck(deck), numbers=size, seed=seed).games()
            lines = _sample(person, list(islice(games, deals)), clock, grades=grades)
        for line in lines:
            click.echo(line)
    except PerfectPlayError as error:
        raise click.ClickException(str(error)) from error


def _one(person: Person, game: PursuitPosition, clock: float) -> Iterator[str]:
    found = attempts(person, game.numbers, game.target)
    yield "seconds  calculations  chance"
    for seconds, calculations in _counts(person, clock):
        yield f"{seconds:7g}  {calculations:12,}  {found.chance(calculations):.4f}"
    if not found.possible:
        yield "this person never hits it"
    difficulty = grade(game.numbers, game.target)
    yield f"difficulty: {difficulty.grade}, {difficulty.points} points"


def _sample(person: Person, games: Sequence[PursuitPosition], clock: float, *, grades: bool) -> Iterator[str]:
    found = []
    for done, game in enumerate(games):
        show(Progress("deals", 0.0, done=done, total=len(games)))
        found.append(attempts(person, game.numbers, game.target))
    yield "seconds  calculations    hits      +-"
    for seconds, calculations in _counts(person, clock):
        mean = estimate([one.chance(calculations) for one in found])
        yield f"{seconds:7g}  {calculations:12,}  {mean.mean:.4f}  {mean.error:.4f}"
    mean = estimate([float(one.possible) for one in found])
    yield f" no end                {mean.mean:.4f}  {mean.error:.4f}"
    if grades:
        calculations = person.calculations(clock)
        yield from _graded(games, [one.chance(calculations) for one in found])


def _graded(games: Sequence[PursuitPosition], chances: Sequence[float]) -> Iterator[str]:
    given = []
    for done, game in enumerate(games):
        show(Progress("grades", 0.0, done=done, total=len(games)))
        given.append(grade(game.numbers, game.target))
    pairs = list(zip(given, chances, strict=True))
    for word, _ in GRADES:
        those = [chance for difficulty, chance in pairs if difficulty.grade == word]
        yield f"{word}: {len(those):,} deals" + (f", {fmean(those):.4f}" if those else "")
    hittable = [pair for pair in pairs if pair[0].grade != GRADES[-1][0]]
    for which, some in (("all deals", pairs), ("deals whose target can be hit", hittable)):
        correlation = rank_correlation([difficulty.points for difficulty, _ in some], [chance for _, chance in some])
        if not isnan(correlation):
            yield f"rank correlation of points and chance, {which}: {correlation:.3f}"


def _counts(person: Person, clock: float) -> list[tuple[float, int]]:
    return [(many * clock, person.calculations(many * clock)) for many in _TIMES]
