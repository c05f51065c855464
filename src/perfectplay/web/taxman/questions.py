"""Questions about pots of Taxman: best games, bounds, the table of records, and tournaments."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Literal, cast

from starlette.requests import Request
from starlette.responses import Response

from perfectplay.core.errors import InvalidPositionError, LimitExceededError, quote
from perfectplay.core.progress import ProgressCallback, ignore_progress
from perfectplay.core.question import MissingError, ParameterError, ask
from perfectplay.core.text.texts import Text
from perfectplay.taxman.pictures.charts import MAX_PLAYED
from perfectplay.taxman.questions.explain import MAX_EXPLAINED, ExplainPot, TaxmanExplanation
from perfectplay.taxman.questions.large import ApproxResult, PlayLargePot, TaxmanApprox
from perfectplay.taxman.questions.replay import (
    BEST,
    CompareGames,
    ReplayGame,
    TaxmanComparison,
    TaxmanReplay,
    known_best,
)
from perfectplay.taxman.questions.solve import BoundPot, SolvePot, TaxmanBounds
from perfectplay.taxman.questions.table import ShowRecords, SumUpRecords, TaxmanSummary
from perfectplay.taxman.records import load_records
from perfectplay.taxman.rules import TaxmanPosition
from perfectplay.taxman.solve import TaxmanSolved
from perfectplay.taxman.strategies import Reading, formula_names, load_strategy, strategy_names
from perfectplay.taxman.strategies.loading import is_built_in
from perfectplay.taxman.strategies.model import Entrant
from perfectplay.taxman.strategies.tournament import CompareStrategies, HeadToHead, TaxmanTournamentRow
from perfectplay.web.endpoints import Endpoint, question_endpoint
from perfectplay.web.jobs import answer
from perfectplay.web.parameters import START, Query, given_nothing, listing, missing, read_time_limit
from perfectplay.web.replies import json_response
from perfectplay.web.taxman.board import EXAMPLE, MAX_BOARD, check_pot, read_board

_MAX_SOLVED = 5_000
"""Largest N that is solved; up to this N the solver can keep a time limit of a few seconds."""
_MAX_BOUNDED = 20_000
"""Largest N for which bounds are computed; this takes a few seconds."""
_MAX_APPROX = 100_000
"""Largest N for which a good game is approximated; the cover graph then takes 50 MB."""
_QUICK_GAME = 500
"""Maximum size of a pot for which the server runs a strategy itself in at most 50 ms, without a worker process."""
_MAX_SEED = 10**9
_OPTIMAL = "optimal"
_TWO = 2
_MOST_ROWS = 100
"""Maximum number of rows in an answer."""
_QUICK_ROWS = 2_000
"""Largest sum of N over the rows that the server answers itself in 25 ms, without a worker process."""


# -- the pot of a question ------------------------------------------------------------------------------------------


def _read_position(query: Query, most: int, purpose: str, example: str = EXAMPLE, pattern: str = "") -> TaxmanPosition:
    """Read a position that ``n``, ``position`` or ``pot`` chooses."""
    nothing = MissingError(
        "there is nothing to {what}; give n=20, or position={example}, or pot=2.3.6", what=purpose, example=example
    )
    query.exclude("n", "position", "pot", missing=nothing)
    n = query.optional_integer("n", low=1, high=most, example="20")
    text = query.optional("position", example=example, pattern=pattern)
    numbers = query.numbers("pot", most=MAX_BOARD, example="2.3.6", required=False)
    if n is not None:
        return TaxmanPosition.new(n)
    position = TaxmanPosition.new(numbers) if text is None else TaxmanPosition.from_id(text)
    check_pot(position.start_pot, most)
    return position


def _read_pot(query: Query, most: int) -> int:
    """Read N of a whole pot {1..N}, given by ``n`` or ``position``."""
    query.exclude("n", "position", missing=missing("n", "20"))
    n = query.optional_integer("n", low=1, high=most, example="20")
    text = query.optional("position", example="taxman:20", pattern="^taxman:[0-9]+/?$")
    if n is not None:
        return n
    start = TaxmanPosition.from_id(text or "")
    if start.moves or start.start_pot.n is None or start.variant != "immediate":
        raise InvalidPositionError(
            "{id} is not a whole pot from 1 to N; give the start of one, as in position=taxman:20", id=quote(start.id)
        )
    check_pot(start.start_pot, most)
    return start.start_pot.n


# -- answers -------------------------------------------------------------------------------------------------------


def _solve(query: Query) -> SolvePot:
    position = _read_position(query, _MAX_SOLVED, Text("solve"))
    return SolvePot(position=position, records=not query.flag("no-records"))


def _is_proven(question: SolvePot) -> bool:
    return question.is_proven


def _explain(query: Query) -> ExplainPot:
    return ExplainPot(position=_read_position(query, MAX_EXPLAINED, Text("explain")))


def _bound(query: Query) -> BoundPot:
    return BoundPot(n=_read_pot(query, _MAX_BOUNDED))


@dataclass(frozen=True, slots=True)
class _Bounded:
    """Bounds; their status is ``"bounded"`` if time ran out before all were finished, otherwise ``"optimal"``."""

    bounds: TaxmanBounds
    status: Literal["optimal", "bounded"]


def bounded(question: BoundPot, time_limit: float, progress: ProgressCallback = ignore_progress) -> _Bounded:
    """Compute bounds of a pot; if more time could improve the answer, its status prevents caching."""
    began = time.perf_counter()
    bounds = ask(question, time_limit=time_limit, progress=progress)
    return _Bounded(bounds, "bounded" if time.perf_counter() - began > time_limit else "optimal")


def _all_bounds(answer: _Bounded) -> TaxmanBounds:
    return answer.bounds


def _given_approx(query: Query) -> Mapping[str, Any]:
    n, bound = _read_pot(query, _MAX_APPROX), query.optional_choice("bound", ("cuts", "matching"))
    time_limit, records = read_time_limit(query), not query.flag("no-records")
    # Always compute moves, so that requests with and without moves share one job.
    question = PlayLargePot(n=n, bound=cast("Literal['cuts', 'matching'] | None", bound), records=records, moves=True)
    return {"question": question, "time_limit": time_limit, "moves": query.flag("moves")}


def _approx(request: Request, question: PlayLargePot, time_limit: float, *, moves: bool) -> Response:
    return answer(request, ask, question, time_limit=time_limit, take=None if moves else _without_moves)


def _without_moves(result: ApproxResult) -> ApproxResult:
    return replace(result, listed=False)


def _tournament(query: Query) -> CompareStrategies:
    first = query.integer("from", 2, low=2, high=MAX_PLAYED)
    last = query.integer("to", 128, low=2, high=MAX_PLAYED)
    names = [*_players(), *formula_names()]
    chosen, seed = query.words("strategies", names, ",".join(names)), query.integer("seed", 0, low=0, high=_MAX_SEED)
    versus = query.optional("versus", limit=100)
    query.order("from", "to")
    query.exclude("strategies", "versus")
    _check_order(first, last)
    if versus is None:
        if not chosen:
            raise ParameterError("strategies= names no strategy; the words are {options}", options=listing(names))
        return CompareStrategies(strategies=chosen, first=first, last=last, seed=seed)
    pair = tuple(versus.split(","))
    if len(set(pair)) != _TWO or len(pair) != _TWO or not {*pair}.issubset(names):
        raise ParameterError(
            "versus={text} does not name two different strategies; give them as in trono-2,trono-4", text=quote(versus)
        )
    return CompareStrategies(strategies=pair, first=first, last=last, versus=True, seed=seed)


def _records(query: Query) -> SumUpRecords | ShowRecords:
    first = query.optional_integer("from", low=1, high=_end(), example="20")
    last = query.optional_integer("to", low=1, high=_end())
    query.dependencies.append("IF to THEN from;")
    if first is None and last is not None:
        raise missing("from", "20")
    return SumUpRecords() if first is None else _rows(query, first, last, proofs=True)


def _range(query: Query) -> ShowRecords:
    first = query.integer("from", low=1, high=_end())
    return _rows(query, first, query.optional_integer("to", low=1, high=_end()), proofs=False)


def _end() -> int:
    return load_records().largest_without_hole


def _check_order(first: int, last: int) -> None:
    if last < first:
        raise ParameterError(
            "from={first} to={last} is empty; the first number must not be above the second", first=first, last=last
        )


def _rows(query: Query, first: int, last: int | None, *, proofs: bool) -> ShowRecords:
    """Build the question, after checking that the range is neither empty nor too long."""
    query.order("from", "to")
    query.dependencies.append(f"to - from <= {_MOST_ROWS - 1};")
    last = first if last is None else last
    _check_order(first, last)
    if last - first >= _MOST_ROWS:
        problem = Text("from={first} to={last} has {count} rows", first=first, last=last, count=last - first + 1)
        raise LimitExceededError(
            "{problem}; at most {most_rows} are answered at once, as in to={first}",
            problem=problem,
            most_rows=_MOST_ROWS,
            first=first + _MOST_ROWS - 1,
        )
    return ShowRecords(first=first, last=last, proofs=proofs)


def _are_few(question: SumUpRecords | ShowRecords) -> bool:
    return isinstance(question, ShowRecords) and sum(range(question.first, question.last + 1)) <= _QUICK_ROWS


# -- games to replay and to compare with ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class TaxmanStrategy(Entrant):
    """A strategy that plays Taxman; see `perfectplay.taxman.strategies.Strategy`.

    Attributes
    ----------
    reading, seeded
        As in `Strategy`.
    """

    reading: Reading
    seeded: bool


def _strategies(_: Request) -> Response:
    names = [field.name for field in fields(TaxmanStrategy)]
    known = map(load_strategy, _players())
    return json_response([TaxmanStrategy(**{name: getattr(strategy, name) for name in names}) for strategy in known])


def _players() -> list[str]:
    """Return the names of this package's strategies."""
    # Leave out strategies of other packages, because loading them would run their code in this process.
    return [name for name in strategy_names() if is_built_in(name)]


def _replay(query: Query) -> ReplayGame:
    start = _read_position(query, MAX_BOARD, Text("replay"), example="taxman:20", pattern=START)
    return ReplayGame(game=start, **_player(query))


def _compare(query: Query) -> CompareGames:
    return CompareGames(game=read_board(query.position(EXAMPLE)), **_player(query))


def _player(query: Query) -> Mapping[str, Any]:
    """Read the strategy that plays, and its seed."""
    strategy = query.choice("strategy", [BEST, *_players()])
    seed = query.integer("seed", 0, low=0, high=_MAX_SEED)
    return {"strategy": BEST if strategy == _OPTIMAL else strategy, "seed": seed}


def _is_quick(question: ReplayGame | CompareGames) -> bool:
    """Return whether the game is known or fast to play; at N = 2000 some strategies take a quarter of a second."""
    start = question.game.start()
    return known_best(start) is not None if question.strategy == BEST else len(start.start_pot.numbers) <= _QUICK_GAME


_ROWS = "Solved pots {1..N} of the table of records"

ENDPOINTS = [
    question_endpoint("/taxman/solve", "A best game, proven", _solve, TaxmanSolved, quick=_is_proven, timed=True),
    question_endpoint(
        "/taxman/explain",
        "Prices on numbers that prove the best score, for a person to check",
        _explain,
        TaxmanExplanation,
        timed=True,
    ),
    question_endpoint(
        "/taxman/bound", "Bounds on the best score", _bound, TaxmanBounds, view=bounded, take=_all_bounds, timed=True
    ),
    Endpoint(
        "/taxman/approx",
        "A strong game of a large pot, and a bound on the best one",
        _given_approx,
        _approx,
        TaxmanApprox,
        long=True,
    ),
    question_endpoint(
        "/taxman/tournament",
        "How strategies compare over pots {1..N}, or one of them with another",
        _tournament,
        list[TaxmanTournamentRow] | HeadToHead,
    ),
    question_endpoint(
        "/taxman/records",
        f"{_ROWS} with their proofs, or a summary",
        _records,
        TaxmanSummary | list[TaxmanSolved],
        quick=_are_few,
    ),
    question_endpoint("/taxman/range", _ROWS, _range, list[TaxmanSolved], quick=_are_few),
    Endpoint("/taxman/strategies", "The strategies", given_nothing, _strategies, list[TaxmanStrategy]),
    question_endpoint(
        "/taxman/replay",
        "A whole game of a strategy, or a best one",
        _replay,
        TaxmanReplay,
        quick=_is_quick,
        timed=True,
    ),
    question_endpoint(
        "/taxman/compare", "A game beside that of a strategy", _compare, TaxmanComparison, quick=_is_quick, timed=True
    ),
]
