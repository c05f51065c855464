"""Pots for a worksheet, with their solutions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from random import Random

from perfectplay.core.teaching.exercises import Exercises, Task, check_wanted
from perfectplay.core.text.texts import Text
from perfectplay.taxman.records import Record, load_records
from perfectplay.taxman.solve import TaxmanSolved

__all__ = ["EXERCISES", "TaxmanExercise", "exercises"]

LEVELS: Mapping[str, range] = {"easy": range(8, 20), "medium": range(20, 36), "hard": range(36, 61)}
"""Values of N for each level."""

MAX_EXERCISES = 12
"""Maximum number of pots of a worksheet: every level has as many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TaxmanExercise(TaxmanSolved):
    """A pot {1..N} for a worksheet, with a best game.

    Attributes
    ----------
    position
        Id of the position.
    n
        N of the pot.
    """

    position: str
    n: int


def exercises(level: str, count: int, seed: int) -> list[TaxmanExercise]:
    """Choose distinct pots {1..N} to play on paper, with solutions, the smallest first; takes a few milliseconds.

    Arguments and errors are those of `perfectplay.core.teaching.exercises.check_wanted`.

    >>> [pot.n for pot in exercises("easy", 3, 1)] == [pot.n for pot in exercises("easy", 3, 1)]
    True
    """
    check_wanted(level, count, MAX_EXERCISES, Text("cannot choose {count} pots", count=count))
    chosen = Random(f"taxman {level} {seed}").sample(LEVELS[level], count)  # noqa: S311  # an exercise, not a secret
    records = load_records()
    return [_exercise(records[n]) for n in sorted(chosen)]


def _exercise(row: Record) -> TaxmanExercise:
    answer = TaxmanSolved.of_row(row)
    return TaxmanExercise(**{key.name: getattr(answer, key.name) for key in fields(answer)})


def _task(pot: TaxmanExercise) -> Task:
    way = ", ".join(f"{move.take} ({', '.join(map(str, move.tax))})" for move in pot.moves)
    return Task(
        rules=Text(
            "Take a number from the pot: it is yours, and all its other divisors that are still there go to the "
            "taxman. You may only take a number if at least one other divisor of it is still in the pot. When there is "
            "no such number left, the taxman gets the rest. Who has more in the end?"
        ),
        title=Text("The numbers 1 to {n}, together {total}", n=pot.n, total=pot.n * (pot.n + 1) // 2),
        given=range(1, pot.n + 1),
        shape="tiles",
        columns=(Text("Move"), Text("I take"), Text("The taxman gets")),
        # A line for each possible move: a move takes a number and at least one divisor.
        lines=pot.n // 2,
        blanks=(Text("My sum:"), Text("The taxman's sum:")),
        answer=(
            Text(
                "The best possible score is {score}; the taxman then gets {taxman}. This is proven.",
                score=pot.score,
                taxman=pot.taxman,
            ),
            Text("One way, with the tax in brackets: {way}.", way=way),
        ),
    )


EXERCISES = Exercises(exercises, MAX_EXERCISES, task=_task)
