"""Deals of arithmetical pursuit for a worksheet, with their solutions."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass, fields

from perfectplay.core.game.parts import Exercises, Task, check_wanted
from perfectplay.core.progress import Progress, ProgressCallback, ignore_progress
from perfectplay.core.schema import Exact
from perfectplay.core.text.texts import Text
from perfectplay.pursuit.deal.deals import CARDS, CLASSIC, Deck
from perfectplay.pursuit.deal.difficulty import PursuitDifficulty
from perfectplay.pursuit.pictures.common import typeset
from perfectplay.pursuit.questions.deals import DealGame, graded
from perfectplay.pursuit.questions.solve import SolveDeal
from perfectplay.pursuit.solve import PursuitWay

__all__ = ["EXERCISES", "PursuitExercise"]

MAX_EXERCISES = 12
"""Maximum number of deals on a worksheet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitExercise(PursuitWay):
    """A deal whose target can be hit, with the simplest solution.

    Attributes
    ----------
    position
        Id of the game.
    value
        Always 0: the target is hit.
    reached
        Always the target.
    difficulty
        The difficulty of the deal.
    """

    position: str
    value: int
    reached: int
    expression: str
    largest: Exact
    difficulty: PursuitDifficulty


_FIELDS = tuple(field.name for field in fields(PursuitExercise))


def exercises(
    level: str, count: int, seed: int, *, deck: Deck = CARDS, progress: ProgressCallback = ignore_progress
) -> list[PursuitExercise]:
    """Make deals of the given level whose targets can be hit.

    Takes a few tenths of a second for each exercise, because deals are graded until one has the level.
    """
    check_wanted(level, count, MAX_EXERCISES, Text("cannot deal {count} games", count=count))
    games = DealGame(deck=deck, seed=seed).games()
    began = time.monotonic()
    deals = []
    for done in range(count):
        progress(Progress("deals", time.monotonic() - began, done=done, total=count))
        game, _ = graded(games, level)
        answer = SolveDeal(position=game).answer()
        # Leave out fields that change from run to run, such as the time.
        deals.append(PursuitExercise(**{name: getattr(answer, name) for name in _FIELDS}))
    return deals


def _task(deal: PursuitExercise) -> Task:
    # Put spaces around operators, which follow a number or a closing bracket, but not around minus signs.
    formula = typeset(re.sub(r"(?<=[0-9)])([-+*/])", r" \1 ", deal.expression))
    return Task(
        rules=Text(
            "Reach the target by adding, subtracting, multiplying and dividing. You may use each of the six numbers "
            "once at most, and so each result; every division must come out even. You need not use all numbers. There "
            "may be other ways than the one in the answers."
        ),
        title=Text("Target {target}", target=deal.target),
        given=deal.numbers,
        shape="cards",
        goal=deal.target,
        lines=len(deal.numbers) - 1,
        answer=(
            Text(
                "From {numbers}: {formula} = {target}",
                numbers=", ".join(map(str, deal.numbers)),
                formula=formula,
                target=deal.target,
            ),
            Text("Step by step: {steps}", steps="; ".join(map(typeset, deal.steps))),
        ),
    )


EXERCISES = Exercises(exercises, MAX_EXERCISES, {"deck": {"cards": CARDS, "classic": CLASSIC}}, slow=True, task=_task)
