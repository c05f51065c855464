"""What is known about a pot of taxman: best games, bounds, the table of records, tournaments."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal

from starlette.requests import Request
from starlette.responses import Response

from perfectplay.core.errors import LimitExceededError, quote
from perfectplay.core.progress import Progress, ProgressCallback, ignore_progress
from perfectplay.core.question import ParameterError
from perfectplay.core.text.texts import Text
from perfectplay.taxman.answers import (
    TaxmanApprox,
    TaxmanBounds,
    TaxmanSolved,
    TaxmanSummary,
    approximate,
    bounds,
    on_record,
    row_solved,
    solved,
    summary,
)
from perfectplay.taxman.large.strong import MAX_CUTS_N
from perfectplay.taxman.pictures.charts import MAX_PLAYED
from perfectplay.taxman.records import Record, load_records, proven_record
from perfectplay.taxman.rules import TaxmanPosition
from perfectplay.taxman.strategies import formula_names
from perfectplay.taxman.strategies.tournament import HeadToHead, TaxmanTournamentRow, play_in_process
from perfectplay.web.endpoints import Endpoint
from perfectplay.web.jobs import answer
from perfectplay.web.parameters import Query, demand, listing, read_time_limit
from perfectplay.web.replies import json_response
from perfectplay.web.taxman.asked import read_asked, read_one, read_pot
from perfectplay.web.taxman.replays import MAX_SEED, players

__all__ = ["ENDPOINTS"]

_MAX_SOLVED = 5_000
"""Largest N that is searched here: the solver keeps a time limit of a few seconds up to there."""
_MAX_BOUNDED = 20_000
"""Largest N that is bounded here, in a few seconds."""
_MAX_APPROX = 100_000
"""Largest N that is approximated here: the cover graph takes 50 MB."""
_TWO = 2
_MOST_ROWS = 100
"""Most rows of one answer."""
_QUICK_ROWS = 2_000
"""Largest sum of the N of rows that are answered at once, in 25 ms; more of them have a process of their own."""


def _given_question(query: Query) -> Mapping[str, Any]:
    asked = read_asked(query, _MAX_SOLVED)
    rest = {"time_limit": read_time_limit(query), "records": not query.flag("no-records")}
    return {"position": read_one(asked, _MAX_SOLVED, Text("solve")), **rest}


def _solve(request: Request, position: TaxmanPosition, time_limit: float, *, records: bool) -> Response:
    n = position.start_pot.n
    if records and n is not None and not position.moves and proven_record(n) is not None:
        # What is proven already is there at once: it needs no turn in the queue.
        return json_response(best_game(position.id, time_limit))
    return answer(request, best_game, position.id, time_limit, records=records)


def best_game(
    text: str, time_limit: float, *, records: bool = True, progress: ProgressCallback = ignore_progress
) -> TaxmanSolved:
    """Answer `perfectplay.taxman.answers.solved` for the position with that id."""
    return solved(TaxmanPosition.from_id(text), time_limit=time_limit, records=records, progress=progress)


def _given_n(query: Query) -> Mapping[str, Any]:
    return {"n": read_pot(query, _MAX_BOUNDED), "time_limit": read_time_limit(query)}


def _bound(request: Request, n: int, time_limit: float) -> Response:
    return answer(request, bounded, n, time_limit, take=_all_bounds)


@dataclass(frozen=True, slots=True)
class _Bounded:
    """Bounds, and whether there was time enough for the last one: ``"optimal"``, or ``"bounded"`` if there was not."""

    told: TaxmanBounds
    status: Literal["optimal", "bounded"]


def bounded(n: int, time_limit: float, progress: ProgressCallback = ignore_progress) -> _Bounded:
    """Answer `perfectplay.taxman.answers.bounds`."""
    began = time.perf_counter()
    told = bounds(n, time_limit=time_limit, progress=progress)
    return _Bounded(told, "bounded" if time.perf_counter() - began > time_limit else "optimal")


def _all_bounds(found: _Bounded) -> TaxmanBounds:
    return found.told


def _given_approx(query: Query) -> Mapping[str, Any]:
    n, bound = read_pot(query, _MAX_APPROX), query.optional_choice("bound", ("cuts", "matching"))
    if bound == "cuts" and n > MAX_CUTS_N:
        message = Text(
            "bound=cuts is possible up to n={most}, and not for {n}; leave it out, or give bound=matching",
            most=MAX_CUTS_N,
            n=n,
        )
        raise LimitExceededError(message)
    rest = {"time_limit": read_time_limit(query), "records": not query.flag("no-records"), "moves": query.flag("moves")}
    return {"n": n, "bound": bound, **rest}


def _approx(request: Request, n: int, bound: str | None, time_limit: float, *, records: bool, moves: bool) -> Response:
    take = None if moves else _without_moves
    return answer(request, play_large, n, bound, time_limit, records=records, take=take)


def play_large(
    n: int,
    bound: Literal["cuts", "matching"] | None,
    time_limit: float,
    *,
    records: bool,
    progress: ProgressCallback = ignore_progress,
) -> TaxmanApprox:
    """Answer `perfectplay.taxman.answers.approximate` with the moves."""
    told, found = approximate(n, bound=bound, time_limit=time_limit, records=records, progress=progress)
    return replace(told, moves=found.moves)


def _without_moves(told: TaxmanApprox) -> TaxmanApprox:
    return replace(told, moves=None)


def _given_tournament(query: Query) -> Mapping[str, Any]:
    first = query.integer("from", 2, low=2, high=MAX_PLAYED)
    last = query.integer("to", 128, low=2, high=MAX_PLAYED)
    names = [*players(), *formula_names()]
    chosen, seed = query.words("strategies", names, ",".join(names)), query.integer("seed", 0, low=0, high=MAX_SEED)
    versus = query.optional("versus", limit=100)
    _check_order(first, last)
    if versus is None:
        if not chosen:
            message = Text("strategies= names no strategy; the words are {options}", options=listing(names))
            raise ParameterError(message)
        return {"names": chosen, "first": first, "last": last, "versus": False, "seed": seed}
    query.exclude("strategies", "versus")
    pair = tuple(versus.split(","))
    if len(set(pair)) != _TWO or len(pair) != _TWO or not {*pair}.issubset(names):
        message = Text(
            "versus={text} does not name two different strategies; give them as in trono-2,trono-4", text=quote(versus)
        )
        raise ParameterError(message)
    return {"names": pair, "first": first, "last": last, "versus": True, "seed": seed}


def _given_records(query: Query) -> Mapping[str, Any]:
    first, last = (query.optional_integer(name, low=1, high=_end()) for name in ("from", "to"))
    if first is None and last is not None:
        demand("from", "20")
    return {"numbers": None if first is None else _row_numbers(first, last)}


def _records(request: Request, numbers: range | None) -> Response:
    return answer(request, records_summary) if numbers is None else _rows(request, numbers, rows_of_table)


def records_summary(progress: ProgressCallback = ignore_progress) -> TaxmanSummary:
    """Sum up the table of records."""
    del progress  # half a second: nothing to report
    return summary(load_records())


def _given_range(query: Query) -> Mapping[str, Any]:
    first = query.integer("from", low=1, high=_end())
    return {"numbers": _row_numbers(first, query.optional_integer("to", low=1, high=_end()))}


def _end() -> int:
    return load_records().largest_without_hole


def _check_order(first: int, last: int) -> None:
    if last < first:
        message = Text(
            "from={first} to={last} is empty; the first number must not be above the second", first=first, last=last
        )
        raise ParameterError(message)


def _row_numbers(first: int, last: int | None) -> range:
    """Complain about a range that is empty or too long."""
    last = first if last is None else last
    _check_order(first, last)
    if last - first >= _MOST_ROWS:
        problem = Text("from={first} to={last} has {count} rows", first=first, last=last, count=last - first + 1)
        message = Text(
            "{problem}; at most {most_rows} are answered at once, as in to={first}",
            problem=problem,
            most_rows=_MOST_ROWS,
            first=first + _MOST_ROWS - 1,
        )
        raise LimitExceededError(message)
    return range(first, last + 1)


def _rows(request: Request, numbers: range, rows: Callable[[range], list[TaxmanSolved]]) -> Response:
    return json_response(rows(numbers)) if sum(numbers) <= _QUICK_ROWS else answer(request, rows, numbers)


def rows_of_table(numbers: range, progress: ProgressCallback = ignore_progress) -> list[TaxmanSolved]:
    """Tell what the table of records knows of pots {1..N}, as ``perfectplay taxman records`` does.

    Notes
    -----
    Every game is played: 15 milliseconds at N = 1300.
    """
    return [on_record(row) for row in _counted(numbers, progress)]


def rows_of_range(numbers: range, progress: ProgressCallback = ignore_progress) -> list[TaxmanSolved]:
    """Tell the same as `rows_of_table` in the way in which ``perfectplay taxman range`` does."""
    return [row_solved(row) for row in _counted(numbers, progress)]


def _counted(numbers: Iterable[int], progress: ProgressCallback) -> Iterator[Record]:
    """Look rows up, and report how many have been looked at."""
    table = load_records()
    began = time.perf_counter()
    for done, n in enumerate(numbers):
        row = table[n]
        progress(Progress("rows", time.perf_counter() - began, done=done))
        yield row


def _tournament(
    request: Request, names: tuple[str, ...], first: int, last: int, *, versus: bool, seed: int
) -> Response:
    return answer(request, play_in_process, names, first, last, versus=versus, seed=seed)


_ROWS = "Solved pots {1..N} of the table of records"

ENDPOINTS = [
    Endpoint("/taxman/solve", "A best game, proven", _given_question, _solve, TaxmanSolved, long=True),
    Endpoint("/taxman/bound", "Bounds on the best score", _given_n, _bound, TaxmanBounds, long=True),
    Endpoint(
        "/taxman/approx",
        "A strong game of a large pot, and a bound on the best one",
        _given_approx,
        _approx,
        TaxmanApprox,
        long=True,
    ),
    Endpoint(
        "/taxman/tournament",
        "How strategies compare over pots {1..N}, or one of them with another",
        _given_tournament,
        _tournament,
        list[TaxmanTournamentRow] | HeadToHead,
        long=True,
    ),
    Endpoint(
        "/taxman/records",
        f"{_ROWS} with their proofs, or a summary",
        _given_records,
        _records,
        TaxmanSummary | list[TaxmanSolved],
        long=True,
    ),
    Endpoint("/taxman/range", _ROWS, _given_range, partial(_rows, rows=rows_of_range), list[TaxmanSolved], long=True),
]
