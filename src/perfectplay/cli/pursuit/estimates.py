"""What the command about a person says.  Nothing here is computed, only arranged."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from perfectplay.cli.pursuit.input import seconds_text
from perfectplay.cli.pursuit.tables import decimal, table
from perfectplay.core.words import counted

if TYPE_CHECKING:
    from perfectplay.pursuit.answers.person import (
        PursuitGrades,
        PursuitHabits,
        PursuitPersonDeal,
        PursuitPersonDeals,
    )
    from perfectplay.pursuit.person import Person

__all__ = ["deal_lines", "habit_lines", "sample_lines"]

_DIGITS = 4


def _assumptions(model: Person) -> str:
    glance = "at a glance" if model.glance else "no glance"
    limits = f"up to {counted(model.numbers, 'number')}, results up to {model.largest:,}"
    return f"assumed: {seconds_text(model.pace)} s a calculation, {limits}, focus {model.focus}, {glance}"


def deal_lines(found: PursuitPersonDeal) -> Iterator[str]:
    """Tell what a person makes of a deal."""
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


def sample_lines(found: PursuitPersonDeals) -> Iterator[str]:
    """Tell what a person makes of a sample of deals."""
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


def habit_lines(found: PursuitHabits) -> Iterator[str]:
    """Set what habits leave within reach as a table."""
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
