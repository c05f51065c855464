"""Pots for a worksheet, with their solutions."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from importlib.resources import files
from random import Random
from typing import Literal, get_args

from perfectplay.core.game.parts import Exercises, Task, check_wanted
from perfectplay.core.schema import optional
from perfectplay.core.text.texts import Text
from perfectplay.taxman.questions.explain import TaxmanPrice
from perfectplay.taxman.records import Record, load_records
from perfectplay.taxman.rules import TaxmanPosition
from perfectplay.taxman.solve import TaxmanSolved

__all__ = ["EXERCISES", "TaxmanExercise", "exercises"]

Kind = Literal["game", "prices"]
"""Kinds of exercises: a game to play, or the prices that prove its best score."""

LEVELS: Mapping[str, range] = {"easy": range(8, 20), "medium": range(20, 36), "hard": range(36, 61)}
"""Map each level to its values of N."""

PRICED: Mapping[str, Sequence[int]] = {
    "easy": range(4, 16),
    "medium": range(9, 21),
    "hard": (*range(17, 21), *range(25, 33)),
}
"""Map each level to its values of N for exercises with prices: prices without cuts prove these best scores."""

MAX_EXERCISES = 12
"""Maximum number of pots on a worksheet: every level has at least this many values of N."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TaxmanExercise(TaxmanSolved):
    """A pot {1..N} for a worksheet, with a best game.

    Attributes
    ----------
    position
        Id of the position.
    n
        N of the pot.
    prices
        Given if prices are to be found: the numbers that have a price above 0, ascending.
    """

    position: str
    n: int
    prices: tuple[TaxmanPrice, ...] | None = optional()


def exercises(level: str, count: int, seed: int, *, kind: Kind = "game") -> list[TaxmanExercise]:
    """Choose distinct pots {1..N} to play on paper, with solutions, the smallest first; takes a few milliseconds.

    Arguments and errors are as in `perfectplay.core.game.parts.check_wanted`.

    >>> [pot.n for pot in exercises("easy", 3, 1)] == [pot.n for pot in exercises("easy", 3, 1)]
    True
    """
    check_wanted(level, count, MAX_EXERCISES, Text("cannot choose {count} pots", count=count))
    pots = PRICED if kind == "prices" else LEVELS
    chosen = Random(f"taxman {level} {seed}").sample(pots[level], count)  # noqa: S311  # an exercise, not a secret
    records = load_records()
    return [_exercise(records[n], _prices(n) if kind == "prices" else None) for n in sorted(chosen)]


def _prices(n: int) -> tuple[TaxmanPrice, ...]:
    """Read the stored prices of a pot; they are not computed, because a site without a server has no HiGHS."""
    known = json.loads((files("perfectplay.taxman") / "data/prices.json").read_bytes())
    return tuple(TaxmanPrice(number=number, price=price) for number, price in known[str(n)])


def _exercise(row: Record, prices: tuple[TaxmanPrice, ...] | None) -> TaxmanExercise:
    answer = TaxmanSolved.of_row(row)
    return TaxmanExercise(**{key.name: getattr(answer, key.name) for key in fields(answer)}, prices=prices)


def _task(pot: TaxmanExercise) -> Task:
    way = ", ".join(f"{move.take} ({', '.join(map(str, move.tax))})" for move in pot.moves)
    title = Text("The numbers 1 to {n}, together {total}", n=pot.n, total=pot.n * (pot.n + 1) // 2)
    reached = Text("One way, with the tax in brackets: {way}.", way=way)
    if pot.prices is not None:
        start = TaxmanPosition.new(pot.n)
        return Task(
            rules=Text(
                "Write a price under each number, so that every pair below the board, a number and its quotient by a "
                "prime, costs together at least the first number. Then no game scores more than all prices together, "
                "so make them as cheap as you can."
            ),
            title=title,
            given=range(1, pot.n + 1),
            shape="prices",
            # Add a blank for each pair of a number and its quotient by a prime.
            blanks=(
                *(Text("{p} and {q}:", p=p, q=q) for p in range(2, pot.n + 1) for q in start.covers(p)),
                Text("All prices:"),
            ),
            answer=(
                Text(
                    "These prices are enough: {prices}. All other numbers cost nothing.",
                    prices=", ".join(f"{row.number}: {row.price}" for row in pot.prices),
                ),
                Text("They add up to {score}, and {score} can be reached, so nothing is cheaper.", score=pot.score),
                reached,
            ),
        )
    return Task(
        rules=Text(
            "Take a number from the pot: it is yours, and all its other divisors that are still there go to the "
            "taxman. You may only take a number if at least one other divisor of it is still in the pot. When there is "
            "no such number left, the taxman gets the rest. Who has more in the end?"
        ),
        title=title,
        given=range(1, pot.n + 1),
        shape="tiles",
        columns=(Text("Move"), Text("I take"), Text("The taxman gets")),
        # There are at most n // 2 moves, because each removes a number and at least one divisor.
        lines=pot.n // 2,
        blanks=(Text("My sum:"), Text("The taxman's sum:")),
        answer=(
            Text(
                "The best possible score is {score}; the taxman then gets {taxman}. This is proven.",
                score=pot.score,
                taxman=pot.taxman,
            ),
            reached,
        ),
    )


EXERCISES = Exercises(exercises, MAX_EXERCISES, {"kind": {kind: kind for kind in get_args(Kind)}}, task=_task)
