"""Boards of the factor game for a worksheet, with their solutions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Literal, get_args

from perfectplay.core.game.parts import Exercises, Task, check_wanted
from perfectplay.core.running.interrupt import all_or_nothing
from perfectplay.core.text.texts import Text
from perfectplay.factorgame.rules import FactorPosition
from perfectplay.factorgame.solve import solve

__all__ = ["EXERCISES", "FactorExercise"]

What = Literal["game", "table"]
"""Kinds of exercises: play a game on the board, or find the points of every first move."""

Rule = Literal["strict", "classroom"]
"""The two rules: a number without divisors cannot be taken, or taking it wastes the turn."""

LEVELS: Mapping[str, range] = {"easy": range(8, 15), "medium": range(15, 23), "hard": range(23, 36)}
"""Map each level to its values of N, which are small enough for the plain search."""

CLASSROOM = 30
"""The N that classrooms use; every worksheet of the level that contains it has this board."""

MAX_EXERCISES = 7
"""Maximum number of boards on a worksheet; each level has at least this many values of N."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FactorExercise:
    """A board 1 to N for a worksheet, with its solution.

    Attributes
    ----------
    position
        Id of the position.
    n
        N of the board.
    passing
        Whether the classroom's rule holds.
    task
        ``"game"`` to play a game on the board, ``"table"`` to find the points of every first move.
    gains
        For each first move from 1 to N, its points minus those that it gives away; ``None`` for 1.
    lead
        The first player's final lead under best play by both.
    best_moves
        All best first moves.
    line
        A line of best play.
    points
        Points of both players after ``line``.
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
    """Choose distinct boards 1 to N to play on paper, the smallest first.

    Notes
    -----
    Takes a few tenths of a second.
    """
    check_wanted(level, count, MAX_EXERCISES, Text("cannot choose {count} boards", count=count))
    always = {CLASSROOM}.intersection(LEVELS[level])
    others = [n for n in LEVELS[level] if n not in always]
    random = Random(f"factorgame {level} {seed}")  # noqa: S311  # an exercise, not a secret
    chosen = always.union(random.sample(others, count - len(always)))
    return [_exercise(n, task, passing=rule == "classroom") for n in sorted(chosen)]


@all_or_nothing()
def _exercise(n: int, task: What, *, passing: bool) -> FactorExercise:
    start = end = FactorPosition.new(n, passing=passing)
    result = solve(start)
    for move in result.moves:
        end = end.play(move)
    return FactorExercise(
        position=start.id,
        n=n,
        passing=passing,
        task=task,
        gains=(None, *(start.net(number) for number in range(2, n + 1))),
        lead=int(result.value),
        best_moves=result.best_moves or (),
        line=result.moves,
        points=end.points,
    )


def _task(board: FactorExercise) -> Task:
    title = Text("The numbers 1 to {n}, together {total}", n=board.n, total=board.n * (board.n + 1) // 2)
    best = Text(
        "Best first move: {best}. With best play by both, the first player then wins by {lead}. This is proven.",
        best=", ".join(map(str, board.best_moves)),
        lead=board.lead,
    )
    if board.task == "table":
        answer = "; ".join(
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
            answer=(Text("Differences: {told}.", told=answer.replace("-", "\u2212")), best),
        )
    return Task(
        rules=_WASTED if board.passing else _RULES,
        title=title,
        given=range(1, board.n + 1),
        shape="tiles",
        columns=(Text("Move"), Text("Number taken"), Text("Its divisors that are left")),
        # Half of N lines are enough: by our rule, every move removes a number and at least one divisor.
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
