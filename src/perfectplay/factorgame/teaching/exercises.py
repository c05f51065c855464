"""Boards of the factor game for a worksheet, with their solutions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Literal, get_args

from perfectplay.core.teaching.exercises import Exercises, Task, check_wanted
from perfectplay.core.text.texts import Text
from perfectplay.factorgame.rules import FactorPosition
from perfectplay.factorgame.solve import solve

__all__ = ["EXERCISES", "FactorExercise"]

What = Literal["game", "table"]
"""What is asked of a board: to play a game on it, or to find what every first move brings."""

Rule = Literal["strict", "classroom"]
"""Whether a number without divisors cannot be taken, or wastes the turn."""

LEVELS: Mapping[str, range] = {"easy": range(8, 15), "medium": range(15, 23), "hard": range(23, 36)}
"""The N of each level: all are for the plain search."""

CLASSROOM = 30
"""The N of the board that classrooms play on, which is on every sheet of its level."""

MAX_EXERCISES = 7
"""Most boards of a worksheet: no level has fewer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FactorExercise:
    """A board 1 to N for a worksheet, with its solution.

    Attributes
    ----------
    position
        Its id.
    n
        The N.
    passing
        Whether the classroom's rule holds.
    task
        ``"game"`` to be played, ``"table"`` if what every first move brings is to be found.
    gains
        For each of 1 to N taken first, by how much more it brings than it gives away; ``None`` for 1.
    lead
        By how much the first player wins with best play of both.
    best_moves
        All first moves that reach it.
    line
        A line of best play.
    points
        What both have at its end.
    """

    position: str
    n: int
    passing: bool
    task: What
    gains: tuple[int | None, ...]
    lead: int
    best_moves: tuple[int, ...]
    line: tuple[int, ...]
    points: tuple[int, int]


def exercises(level: str, count: int, seed: int, *, task: What = "game", rule: Rule = "strict") -> list[FactorExercise]:
    """Choose boards 1 to N to be played on paper, no two alike, the smallest first.

    Notes
    -----
    Some tenths of a second.
    """
    check_wanted(level, count, MAX_EXERCISES, Text("{count} boards cannot be chosen", count=count))
    always = {CLASSROOM}.intersection(LEVELS[level])
    others = [n for n in LEVELS[level] if n not in always]
    random = Random(f"factorgame {level} {seed}")  # noqa: S311  # an exercise, not a secret
    chosen = always.union(random.sample(others, count - len(always)))
    return [_exercise(n, task, passing=rule == "classroom") for n in sorted(chosen)]


def _exercise(n: int, task: What, *, passing: bool) -> FactorExercise:
    start = end = FactorPosition.new(n, passing=passing)
    found = solve(start)
    for move in found.moves:
        end = end.play(move)
    return FactorExercise(
        position=start.id,
        n=n,
        passing=passing,
        task=task,
        gains=(None, *(start.net(number) for number in range(2, n + 1))),
        lead=int(found.value),
        best_moves=found.best_moves or (),
        line=found.moves,
        points=end.points,
    )


def _task(board: FactorExercise) -> Task:
    title = Text("The numbers 1 to {n}, together {total}", n=board.n, total=board.n * (board.n + 1) // 2)
    best = Text(
        "Best first move: {best}. With best play of both, the first player then wins by {lead}. This is proven.",
        best=", ".join(map(str, board.best_moves)),
        lead=board.lead,
    )
    if board.task == "table":
        told = "; ".join(
            f"{number}: {gain:+d}" if gain else f"{number}: 0"
            for number, gain in enumerate(board.gains, 1)
            if gain is not None
        )
        return Task(
            rules=Text(
                "You take a number first, and the other player gets all its other divisors. Write down for each number "
                "what you get, what the other player gets, and the difference. Which number would you take first?"
            ),
            title=title,
            given=(),
            shape="tiles",
            columns=(Text("Number"), Text("I get"), Text("The other gets"), Text("Difference")),
            lines=board.n,
            blanks=(Text("My first move:"),),
            answer=(Text("Differences: {told}.", told=told.replace("-", "\u2212")), best),
        )
    return Task(
        rules=_WASTED if board.passing else _RULES,
        title=title,
        given=range(1, board.n + 1),
        shape="tiles",
        columns=(Text("Move"), Text("Number taken"), Text("Its divisors that are left")),
        # Each move takes a number, and by our rule a divisor of it.
        lines=board.n // 2,
        blanks=(Text("Player 1:"), Text("Player 2:")),
        answer=(
            best,
            Text(
                "One line of best play: {line}. It ends {first} to {second}.",
                line=", ".join(map(str, board.line)),
                first=board.points[0],
                second=board.points[1],
            ),
        ),
    )


_RULES = Text(
    "Two players take turns. Take a number: it is yours, and all its other divisors that are still there go to the "
    "other player. You may only take a number if at least one other divisor of it is still there. When there is no "
    "such number left, the game is over. Who has more?"
)
_WASTED = Text(
    "Two players take turns. Take a number: it is yours, and all its other divisors that are still there go to the "
    "other player. If no other divisor of it is still there, the number is gone and you get nothing. When no number "
    "has another divisor left, the game is over. Who has more?"
)

EXERCISES = Exercises(
    exercises,
    MAX_EXERCISES,
    {"task": {task: task for task in get_args(What)}, "rule": {rule: rule for rule in get_args(Rule)}},
    task=_task,
)
