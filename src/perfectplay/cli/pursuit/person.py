"""The command of arithmetical pursuit that is about a person, who has not all the time in the world."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

import click

from perfectplay.cli.base import COMMAND_SETTINGS, seconds, whole
from perfectplay.cli.output import emit_json, json_option, show_progress
from perfectplay.cli.pursuit.input import (
    DealCommand,
    game_options,
    given_game,
    given_numbers,
    option,
    read_target,
    read_targets,
    refuse_dealing,
    seconds_text,
)
from perfectplay.cli.pursuit.tables import decimal, table
from perfectplay.core.words import counted
from perfectplay.pursuit.answers.deals import Dealing, default_targets
from perfectplay.pursuit.deals import load_deck

if TYPE_CHECKING:
    from perfectplay.pursuit.answers.person import (
        PursuitGrades,
        PursuitHabits,
        PursuitPersonDeal,
        PursuitPersonDeals,
    )
    from perfectplay.pursuit.person import Person

__all__ = ["person"]

_MOST_DEALS = 100_000
_DIGITS = 4


@click.command(
    cls=DealCommand,
    context_settings=COMMAND_SETTINGS,
    short_help="The chance that a person hits before the clock stops.",
    epilog="Example: perfectplay pursuit person 3 6 9 10 50 100 --target 951",
)
@click.argument("numbers", metavar="[N1 N2 ...]", nargs=-1, callback=given_numbers)
@click.option("--target", metavar="T", callback=option(read_target), help="What is to be reached.")
@game_options
@click.option("--targets", metavar="A-B", callback=option(read_targets), help="Targets, as for `odds`.")
@click.option("--deals", type=whole, default="1000", show_default=True, metavar="N", help="Length of the sample.")
@click.option(
    "--seed",
    type=whole,
    default="1",
    show_default=True,
    metavar="S",
    help="The same seed, the same deals: those of `deal`.",
)
@click.option("--grades", is_flag=True, help="Compare the chances of the sample with the grades of its deals.")
@click.option(
    "--habits",
    is_flag=True,
    help="No clock and no sample: what results up to --largest, and calculating in a line, leave within reach, exactly "
    "over all deals; half a minute for six cards.",
)
@click.option("--clock", type=seconds, default="30", show_default=True, metavar="SECONDS", help="Time for each deal.")
@click.option("--pace", type=seconds, default="2", show_default=True, metavar="SECONDS", help="Time for a calculation.")
@click.option("--depth", type=whole, default="5", show_default=True, metavar="K", help="Most numbers in a formula.")
@click.option(
    "--largest", type=whole, default="1000", show_default=True, metavar="M", help="Largest result in the head."
)
@click.option(
    "--focus",
    type=whole,
    default="1",
    show_default=True,
    metavar="E",
    help="How much results near the target attract: by this power of their ratio to it; 0, not at all.",
)
@click.option(
    "--glance/--no-glance",
    default=True,
    show_default=True,
    help="Whether the last addition or subtraction is seen, and takes no time.",
)
@json_option
@click.pass_context
def person(
    ctx: click.Context,
    *,
    numbers: tuple[int, ...],
    target: int | None,
    deck: str,
    size: int,
    targets: tuple[int, int] | None,
    deals: int,
    seed: int,
    grades: bool,
    habits: bool,
    clock: float,
    pace: float,
    depth: int,
    largest: int,
    focus: int,
    glance: bool,
    as_json: bool,
) -> None:
    """Tell how likely it is that a person hits the target in time, by a model whose assumptions are options.

    The person calculates in a line: each calculation takes the last result and one more number.  An attempt begins
    with a number of the deal, the larger the likelier, and what failed is not remembered.  Nobody was measured: the
    defaults are assumptions.  The chance is calculated for the deal that is given, or for each deal of a sample.
    """
    game = given_game(numbers, target, None, None)
    if game is not None:
        refuse_dealing(ctx)
        if habits or grades:
            message = "--habits and --grades are about many deals, and numbers are given; leave one of them out"
            raise click.UsageError(message)
    elif habits and grades:
        message = "--grades is about a sample, and --habits about all deals; leave one of them out"
        raise click.UsageError(message)
    elif not 2 <= deals <= _MOST_DEALS:
        message = f"--deals {deals} is no sample; it must be from 2 to {_MOST_DEALS:,}"
        raise click.UsageError(message)
    # The solver brings numpy along: loaded at its door.
    from perfectplay.pursuit.answers.person import person_deal, person_deals, person_habits  # noqa: PLC0415
    from perfectplay.pursuit.person import Person  # noqa: PLC0415

    model = Person(pace=pace, numbers=depth, largest=largest, focus=focus, glance=glance)
    if game is not None:
        found = person_deal(model, game, clock)
        _print(found, _deal_lines(found), as_json=as_json)
        return
    pack = load_deck(deck)
    if habits:
        low, high = targets or default_targets(pack)
        with show_progress() as report:
            kept = person_habits(pack, size, low, high, largest=largest, progress=report)
        _print(kept, _habit_lines(kept), as_json=as_json)
        return
    dealing = Dealing(pack, size, targets, seed, None)
    with show_progress() as report:
        sampled = person_deals(model, dealing, deals, clock, deck=pack.name, seed=seed, grades=grades, progress=report)
    _print(sampled, _sample_lines(sampled), as_json=as_json)


def _print(found: object, lines: Iterator[str], *, as_json: bool) -> None:
    if as_json:
        emit_json(found)
        return
    for line in lines:
        click.echo(line)


def _assumptions(model: Person) -> str:
    glance = "at a glance" if model.glance else "no glance"
    limits = f"up to {counted(model.numbers, 'number')}, results up to {model.largest:,}"
    return f"assumed: {seconds_text(model.pace)} s a calculation, {limits}, focus {model.focus}, {glance}"


def _deal_lines(found: PursuitPersonDeal) -> Iterator[str]:
    yield f"{' '.join(map(str, found.numbers))} -> {found.target}"
    yield _assumptions(found.person)
    if not found.possible:
        yield "this person never hits it"
    else:
        yield from table(
            ("seconds", "calculations", "chance", ""),
            [
                (seconds_text(row.seconds), f"{row.calculations:,}", decimal(Fraction(row.chance), _DIGITS), "")
                for row in found.within
            ],
        )
    yield f"difficulty: {found.difficulty.grade}, {found.difficulty.points} points"


def _sample_lines(found: PursuitPersonDeals) -> Iterator[str]:
    yield f"{found.deck}: {found.games:,} deals, seed {found.seed}"
    yield _assumptions(found.person)
    rows = [
        (seconds_text(row.seconds), f"{row.calculations:,}", _short(row.chance), _short(row.error), "")
        for row in found.within
    ]
    rows.append(("no end", "", _short(found.possible), _short(found.possible_error), ""))
    yield from table(("seconds", "calculations", "hits", "+-", ""), rows)
    if found.grades is not None:
        yield from _grade_lines(found.grades)


def _grade_lines(grades: PursuitGrades) -> Iterator[str]:
    yield "By grade, within the first of these times:"
    yield from table(
        ("deals", "hits", "grade"),
        [(f"{row.games:,}", "-" if row.chance is None else _short(row.chance), row.grade) for row in grades.by_grade],
    )
    for which, correlation in (
        ("all deals", grades.correlation),
        ("deals whose target can be hit", grades.correlation_possible),
    ):
        if correlation is not None:
            yield f"rank correlation of points and chance, {which}: {correlation:.3f}"


def _habit_lines(found: PursuitHabits) -> Iterator[str]:
    cards, targets = counted(found.numbers, "number"), f"targets {found.low:,} to {found.high:,}"
    yield f"{found.deck}: deals of {cards}, {targets}, no clock"
    yield "Chance to hit the target with at most so many of the numbers: by any formula, by one with results up to"
    yield f"{found.largest:,}, and by such a one in which each calculation takes the last result and one more number:"
    yield from table(
        ("numbers", "any", f"to {found.largest:,}", "in a line", ""),
        [
            (str(one.numbers), *(decimal(Fraction(row.numerator, row.denominator)) for row in (one, small, line)), "")
            for one, small, line in zip(found.by_used, found.by_used_small, found.by_used_line, strict=True)
        ],
    )


def _short(number: float) -> str:
    return decimal(Fraction(number), _DIGITS)
