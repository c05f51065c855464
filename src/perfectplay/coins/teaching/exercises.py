"""Rows of coins for a worksheet, with their solutions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Literal, get_args

from perfectplay.coins.row.fusion import Solution, optimal_line, solve
from perfectplay.coins.row.table import SegmentTable
from perfectplay.coins.rules import CoinsPosition
from perfectplay.core.game.parts import Exercises, Task, check_wanted
from perfectplay.core.schema import Exact
from perfectplay.core.text.texts import Text

__all__ = ["EXERCISES", "CoinsExercise"]

Kind = Literal["ends", "triangle"]
"""Kinds of exercises: choose the better end of a row, or fill in its triangle."""

MAX_EXERCISES = 24
"""Maximum number of rows on a worksheet."""


@dataclass(frozen=True, slots=True)
class Level:
    """A level of difficulty: rows of ``lengths`` coins, or of ``triangles`` coins if the triangle is to be filled in.

    If ``tempting``, the larger end is the wrong first move in all rows.
    """

    lengths: range
    largest: int
    tempting: bool
    triangles: range


LEVELS: Mapping[str, Level] = {
    "easy": Level(range(4, 6), 6, tempting=False, triangles=range(4, 6)),
    "medium": Level(range(6, 9), 9, tempting=True, triangles=range(5, 7)),
    "hard": Level(range(9, 13), 20, tempting=True, triangles=range(7, 9)),
}
"""Map the name of each level to the level."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CoinsExercise(Solution):
    """A row for a worksheet, with its solution.

    Attributes
    ----------
    position
        Id of the position.
    coins
        The coins, from left to right.
    best_moves
        ``"L"`` or ``"R"``, the only best first move.
    line
        A line of best play, a letter for each move.
    taken
        The coins in the order in which ``line`` takes them.
    triangle
        If the triangle is to be filled in, the points that the first player gets from each segment: first from all
        single coins, then from all pairs, and so on up to the whole row. Otherwise ``None``.
    """

    position: str
    coins: tuple[int, ...]
    best_moves: Literal["L", "R"]
    line: str
    taken: tuple[int, ...]
    triangle: tuple[tuple[Exact, ...], ...] | None


def exercises(level: str, count: int, seed: int, *, kind: Kind = "ends") -> list[CoinsExercise]:
    """Choose distinct rows in which only one end is best; return them in order of length, within milliseconds."""
    check_wanted(level, count, MAX_EXERCISES, Text("cannot choose {count} rows", count=count))
    wanted = LEVELS[level]
    lengths = wanted.triangles if kind == "triangle" else wanted.lengths
    chance = Random(f"coins {level} {seed}")  # noqa: S311  # an exercise, not a secret
    rows: list[CoinsExercise] = []
    used: set[tuple[int, ...]] = set()
    while len(rows) < count:
        row = tuple(chance.randint(1, wanted.largest) for _ in range(chance.choice(lengths)))
        # A reversed row counts as the same exercise.
        if row in used:
            continue
        best = solve(row, line=False)
        if best.best_moves != "LR" and (not wanted.tempting or _is_tempting(row, best.best_moves)):
            used |= {row, row[::-1]}
            line = optimal_line(row)
            exercise = CoinsExercise(
                position=CoinsPosition.new(row).id,
                coins=row,
                margin=best.margin,
                first=best.first,
                second=best.second,
                best_moves=best.best_moves,
                mistake_cost=best.mistake_cost,
                line=line,
                taken=tuple(_taken(row, line)),
                triangle=tuple(_triangle(row)) if kind == "triangle" else None,
            )
            rows.append(exercise)
    return sorted(rows, key=lambda exercise: len(exercise.coins))


def _is_tempting(row: tuple[int, ...], best: str) -> bool:
    return row[0] < row[-1] if best == "L" else row[-1] < row[0]


def _taken(row: tuple[int, ...], line: str) -> Iterator[int]:
    for move in line:
        yield row[0 if move == "L" else -1]
        row = row[1:] if move == "L" else row[:-1]


def _triangle(row: tuple[int, ...]) -> Iterator[tuple[Exact, ...]]:
    table = SegmentTable(row)
    for length in range(1, len(row) + 1):
        yield tuple(table.alice(i, i + length - 1) for i in range(len(row) - length + 1))


def _task(row: CoinsExercise) -> Task:
    title = Text.counted(len(row.coins), "A row of {count} coin", "A row of {count} coins")
    if row.triangle is not None:
        return Task(
            rules=Text(
                "Each cell belongs to the coins below it. Write into it how many points the player who began still "
                "gets if both play as well as they can. Begin at the bottom. In a row of cells marked ▲ the beginner "
                "moves: the larger of “left coin + cell to the lower right” and “right coin + cell to the lower "
                "left”. In a row marked ▽ the other moves, and the beginner is left with the smaller of the two cells "
                "below. The top cell is the result."
            ),
            title=title,
            given=row.coins,
            shape="rounds",
            cells=row.triangle,
            answer=(_verdict(row),),
        )
    end = Text("Take the {coin} at the left.", coin=row.coins[0])
    if row.best_moves == "R":
        end = Text("Take the {coin} at the right.", coin=row.coins[-1])
    return Task(
        rules=Text(
            "Two players take turns; each takes one coin from the left or the right end of the row. The player who has "
            "more in the end wins. Both play as well as possible: what should the first player take first, and how "
            "much does each get?"
        ),
        title=title,
        given=row.coins,
        shape="rounds",
        blanks=(Text("Take first, left or right:"), Text("First player:"), Text("Second player:")),
        answer=(
            end,
            _verdict(row),
            Text("The other end would have cost {cost}.", cost=row.mistake_cost),
            Text("One line of best play, coin by coin: {coins}.", coins=", ".join(map(str, row.taken))),
        ),
    )


def _verdict(row: CoinsExercise) -> Text:
    if row.margin > 0:
        return Text("The first player wins by {first} to {second}.", first=row.first, second=row.second)
    if row.margin < 0:
        return Text("Even then the second player wins, by {second} to {first}.", first=row.first, second=row.second)
    return Text("It is a tie: {first} each.", first=row.first)


EXERCISES = Exercises(exercises, MAX_EXERCISES, {"kind": {kind: kind for kind in get_args(Kind)}}, task=_task)
