"""Answers about one deal of arithmetical pursuit as JSON-serialisable records: for the command line and for HTTP.

Every function here takes plain arguments; the records are what ``--json`` prints.  Only questions about many numbers
load numpy and numba: see `perfectplay.pursuit.values`.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Any

from perfectplay.core.errors import InvalidPositionError, LimitExceededError, quote
from perfectplay.core.progress import Progress, ProgressCallback, ignore_progress
from perfectplay.core.schema import exact
from perfectplay.pursuit import difficulty, reach, solutions
from perfectplay.pursuit.expressions import Expression
from perfectplay.pursuit.rules import MAX_TARGET, PursuitPosition, Rules, check_numbers
from perfectplay.pursuit.solve import PursuitResult, solve
from perfectplay.pursuit.values import forecast, shared_values

__all__ = ["Findings", "Nearest", "findings", "map_record", "mapped", "solved", "targets"]

_MOST_TARGETS = 1000
"""The article's largest target, up to which what a deal reaches is counted."""
_TOTAL = 6
"""Most numbers for which all solutions are counted although fewer are listed; of more there may be too many."""


# -- solving -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Nearest:
    """Why a target cannot be hit.

    Attributes
    ----------
    low, high
        Targets that were counted.
    count
        How many of them the deal reaches.
    below, above
        The closest targets that it reaches, or ``None``.
    """

    low: int
    high: int
    count: int
    below: int | None
    above: int | None

    @classmethod
    def of(cls, found: reach.Reach, target: int, high: int) -> Nearest:
        """Count the targets up to ``high``, and look for the closest ones among all of them."""
        below = next((one for one in reversed(found.targets) if one < target), None)
        above = next((one for one in found.targets if one > target), None)
        return cls(found.low, high, sum(one <= high for one in found.targets), below, above)


@dataclass(frozen=True, slots=True)
class Findings:
    """What there is to say about a game, ready to be shown.

    Attributes
    ----------
    position
        From where on it was solved.
    result
        Best play from there on.
    seconds
        Wall-clock time of all that.
    difficulty
        Of the deal; ``None`` if moves had been made.
    nearest
        Why the target cannot be hit; ``None`` if it can, or if moves had been made.
    listed
        Essentially different solutions, simplest first; ``None`` if they were not asked for.
    total
        How many of them there are; ``None`` if they were not counted.
    ordered
        How many expressions there are if order counts; ``None`` if they were not counted.
    """

    position: PursuitPosition
    result: PursuitResult
    seconds: float
    difficulty: difficulty.Difficulty | None = None
    nearest: Nearest | None = None
    listed: Sequence[Expression] | None = None
    total: int | None = None
    ordered: int | None = None

    def record(self) -> dict[str, Any]:
        """Build the record that `solved` returns."""
        found, distance = self.result.expression, self.result.distance
        record: dict[str, Any] = {
            "numbers": list(self.position.numbers),
            "target": self.position.target,
            "rules": str(self.position.rules),
            "position": self.position.id,
            "reachable": distance == 0,
            "value": None if found is None else self.result.answer,
            "distance": distance,
            "expression": None if found is None else str(found),
            "steps": [] if found is None else list(found.step_lines),
            "used": [] if found is None else sorted(found.numbers),
            "operations": 0 if found is None else found.operations,
            "largest": None if found is None else exact(found.largest),
            "difficulty": None if self.difficulty is None else asdict(self.difficulty),
        }
        if distance:
            record["nearest"] = None if self.nearest is None else asdict(self.nearest)
        if self.listed is not None:
            record["solutions"] = [
                {"expression": str(one), "operations": one.operations, "largest": exact(one.largest)}
                for one in self.listed
            ]
            is_complete = self.total == len(self.listed)
            record |= {"count": len(self.listed), "total": self.total, "complete": is_complete}
            record["expressions"] = self.ordered
        return record | {"seconds": round(self.seconds, 3)}


def solved(
    position: PursuitPosition,
    *,
    everything: bool = False,
    limit: int | None = None,
    progress: ProgressCallback = ignore_progress,
) -> dict[str, Any]:
    """Find the simplest way to hit the target, or to come close, as ``perfectplay pursuit solve`` does.

    Parameters
    ----------
    position, everything, limit, progress
        As for `findings`.

    Returns
    -------
    dict
        ``numbers``, ``target``, ``rules``: the deal, the target, and the rules as text, ``""`` for the article's;
        ``position``: id of the position that was solved;
        ``reachable``: whether the target can be hit from there;
        ``value``: what comes closest, or ``None`` if no whole number can be made by the rules;
        ``distance``: how far that is from the target;
        ``expression``: the simplest formula for it in numbers of the deal, such as ``"(100+6)*9-3"``, or ``None``;
        ``steps``: its calculations, such as ``"100 + 6 = 106"``;
        ``used``: the numbers of the deal in it, ascending;
        ``operations``: how many calculations it takes;
        ``largest``: the largest result on the way, an integer or a text such as ``"3/2"``, or ``None``;
        ``difficulty``: ``{"grade", "points", "reasons"}``, see `perfectplay.pursuit.difficulty.Difficulty`, or
        ``None`` if moves had been made or it cannot be judged;
        ``nearest``: only if the target cannot be hit: ``{"low", "high", "count", "below", "above"}``, see `Nearest`,
        or ``None`` if moves had been made or the neighbours are too many;
        ``seconds``: wall-clock time, to the millisecond.

        With ``everything`` also ``solutions``: essentially different ones, the simplest first, each
        ``{"expression", "operations", "largest"}``; ``count``: how many are listed; ``total``: how many there are, or
        ``None`` if they were not counted; ``complete``: whether all are listed; ``expressions``: how many there are
        with positive results on the way if order and brackets count, or ``None`` if they were not counted.

    Raises
    ------
    InvalidPositionError, LimitExceededError
        As `findings` does.

    Examples
    --------
    >>> answer = solved(PursuitPosition.new([3, 6, 9, 10, 50, 100], 951))
    >>> answer["expression"], answer["reachable"], answer["difficulty"]["grade"]
    ('(100+6)*9-3', True, 'medium')
    """
    return findings(position, everything=everything, limit=limit, progress=progress).record()


def findings(
    position: PursuitPosition,
    *,
    everything: bool = False,
    limit: int | None = None,
    progress: ProgressCallback = ignore_progress,
) -> Findings:
    """Solve a game, with all that is said about a deal.

    Parameters
    ----------
    position
        A deal, or a game under way.
    everything
        Whether to list all essentially different solutions; of a deal only.
    limit
        List the simplest so many, at least 1; ``None`` for all.
    progress
        Called at the start of each stage, and now and then while solutions are listed and counted.

    Raises
    ------
    InvalidPositionError
        If solutions are to be listed of a game under way, or fewer than one of them.
    LimitExceededError
        If the numbers and the target are too large together for the solver, or the solutions are too many.

    Notes
    -----
    Some ten milliseconds for six numbers; minutes for eight with fractions, with a notice of how long it takes.
    """
    if everything and position.moves:
        message = f"all solutions are listed of a deal, and in {quote(position.id)} moves have been made; give the deal"
        raise InvalidPositionError(message)
    if limit is not None and limit < 1:
        message = f"a list of {limit} solutions lists nothing; the limit must be at least 1"
        raise InvalidPositionError(message)
    begin = time.perf_counter()
    with shared_values():
        result = solve(position, progress=progress)
        if position.moves:
            return Findings(position, result, time.perf_counter() - begin)
        listed: list[Expression] | None = None
        total: int | None = None
        ordered: int | None = None
        if everything and result.expression is None:
            listed, total = [], 0
        elif everything:
            listed, total = _list(position, result.answer, limit, progress)
            if limit is None:
                with suppress(LimitExceededError):
                    ordered = solutions.count_expressions(
                        position.numbers, result.answer, position.rules, progress=progress
                    )
        progress(Progress("difficulty", time.perf_counter() - begin))
        graded = _grade(position)
        nearest = _nearest(position) if result.distance else None
        return Findings(position, result, time.perf_counter() - begin, graded, nearest, listed, total, ordered)


def _list(
    position: PursuitPosition, value: int, limit: int | None, progress: ProgressCallback
) -> tuple[list[Expression], int | None]:
    """List solutions, and count all of them unless that could take long."""
    if limit is None or len(position.numbers) <= _TOTAL:
        try:
            found = solutions.solutions(position.numbers, value, position.rules, progress=progress)
        except LimitExceededError as error:
            if limit is None:
                message = f"{error}; a limit of K lists the K simplest"
                raise LimitExceededError(message) from error
        else:
            return found[:limit], len(found)
    found = solutions.solutions(position.numbers, value, position.rules, limit + 1, progress=progress)
    return found[:limit], len(found) if len(found) <= limit else None


def _grade(position: PursuitPosition) -> difficulty.Difficulty | None:
    """Judge a deal, if that can be done: where it cannot, the answer stands without it."""
    with suppress(LimitExceededError):
        return difficulty.grade(position.numbers, position.target, position.rules)
    return None


def _nearest(position: PursuitPosition) -> Nearest | None:
    """Tell why a target cannot be hit, if its neighbours can be looked at."""
    high = max(_MOST_TARGETS, position.target)
    with suppress(LimitExceededError):
        found = reach.reach(position.numbers, 1, min(2 * high, MAX_TARGET), position.rules)
        return Nearest.of(found, position.target, high)
    return None


# -- all targets ---------------------------------------------------------------------------------------------------


def mapped(
    numbers: Iterable[int],
    low: int = 1,
    high: int = 1000,
    rules: Rules | None = None,
    *,
    progress: ProgressCallback = ignore_progress,
) -> dict[str, Any]:
    """Find all targets that a deal can hit, as ``perfectplay pursuit map`` does.

    Parameters
    ----------
    numbers
        One to eight positive integers.
    low, high
        The targets, from 1 to `perfectplay.pursuit.rules.MAX_TARGET`.
    rules
        Those of the article unless given.
    progress
        Called at the start.

    Returns
    -------
    dict
        See `map_record`.

    Raises
    ------
    InvalidPositionError, LimitExceededError
        As `perfectplay.pursuit.reach.reach` does.

    Examples
    --------
    >>> answer = mapped([1, 1, 1, 1, 2, 2])
    >>> answer["count"], answer["reachable"][-3:]
    (17, [15, 16, 18])
    """
    return map_record(targets(numbers, low, high, rules, progress=progress))


def targets(
    numbers: Iterable[int],
    low: int = 1,
    high: int = 1000,
    rules: Rules | None = None,
    *,
    progress: ProgressCallback = ignore_progress,
) -> reach.Reach:
    """Find all targets that a deal can hit, and say beforehand if that takes long.

    Parameters
    ----------
    numbers, low, high, rules, progress
        As for `mapped`.

    Raises
    ------
    InvalidPositionError, LimitExceededError
        As `perfectplay.pursuit.reach.reach` does.
    """
    dealt, rules = check_numbers(numbers), rules or Rules()
    reach.check_range(low, high)
    forecast(dealt, rules)
    progress(Progress("values of all parts", 0.0))
    return reach.reach(dealt, low, high, rules)


def map_record(found: reach.Reach) -> dict[str, Any]:
    """Put what a deal reaches into a record.

    Returns
    -------
    dict
        ``numbers``, ``rules``: the deal, and the rules as text, ``""`` for the article's;
        ``low``, ``high``: the targets looked at;
        ``reachable``, ``missing``: those that can be hit and those that cannot, ascending;
        ``count``: how many can be;
        ``fewest``: for each target from ``low`` to ``high`` the fewest numbers that hit it, 0 if none do.
    """
    return {
        "numbers": list(found.numbers),
        "rules": str(found.rules),
        "low": found.low,
        "high": found.high,
        "reachable": list(found.targets),
        "count": found.count,
        "missing": list(found.missing),
        "fewest": list(found.fewest),
    }
