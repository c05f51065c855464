"""Deals of arithmetical pursuit for a worksheet, with their solutions."""

from __future__ import annotations

import time
from typing import Any

from perfectplay.core.errors import InvalidPositionError, LimitExceededError, quote
from perfectplay.core.exercises import Exercises
from perfectplay.core.progress import Progress, ProgressCallback, ignore_progress
from perfectplay.pursuit.answers import solved
from perfectplay.pursuit.answers_deals import Dealing, dealt, graded
from perfectplay.pursuit.deals import CARDS, CLASSIC, Deck

__all__ = ["EXERCISES", "LEVELS", "MAX_EXERCISES", "exercises"]

LEVELS = ("easy", "medium", "hard")
"""The levels: words of `perfectplay.pursuit.difficulty.GRADES`."""

MAX_EXERCISES = 12
"""Most deals of a worksheet."""


def exercises(
    level: str, count: int, seed: int, *, deck: Deck = CARDS, progress: ProgressCallback = ignore_progress
) -> list[dict[str, Any]]:
    """Deal games that are so difficult and can be hit.

    Parameters
    ----------
    level
        One of `LEVELS`.
    count
        How many, from 1 to `MAX_EXERCISES`.
    seed
        The same seed gives the same games.
    deck
        Where six numbers come from; the targets are those that belong to the deck.
    progress
        Told how many games have been found.

    Returns
    -------
    list of dict
        Records as `perfectplay.pursuit.answers.solved` makes them, but for the time, with the ``position``'s id
        and the ``difficulty``.

    Raises
    ------
    InvalidPositionError
        If there is no such level.
    LimitExceededError
        If ``count`` is out of range, or the deck has no such games.

    Notes
    -----
    Some tenths of a second for each game: a few are dealt and graded until one is as difficult as was wanted.
    """
    if level not in LEVELS:
        message = f"there is no level {quote(level)}; the levels are {', '.join(LEVELS)}"
        raise InvalidPositionError(message)
    if not 1 <= count <= MAX_EXERCISES:
        message = f"{count} games cannot be dealt; 1 to {MAX_EXERCISES} are possible"
        raise LimitExceededError(message)
    dealing = Dealing(deck, 6, None, seed, None)
    began = time.monotonic()
    found = []
    for done in range(count):
        progress(Progress("deals", time.monotonic() - began, done=done, total=count))
        game, difficulty = graded(dealing, level)
        record = dealt(game, difficulty)
        answer = solved(game) | {"position": record["position"], "difficulty": record["difficulty"]}
        del answer["seconds"]
        found.append(answer)
    return found


EXERCISES = Exercises(exercises, MAX_EXERCISES, {"deck": {"cards": CARDS, "classic": CLASSIC}}, slow=True)
