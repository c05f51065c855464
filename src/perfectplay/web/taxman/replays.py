"""Games of taxman to replay and to compare with: those of strategies, and best ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from perfectplay.core.errors import InvalidPositionError, quote
from perfectplay.core.progress import ProgressCallback, ignore_progress
from perfectplay.core.result import Status
from perfectplay.core.text.texts import Text
from perfectplay.taxman.rules import TaxmanPosition
from perfectplay.taxman.solve import solve
from perfectplay.taxman.strategies import load_strategy, play_game, strategy_names
from perfectplay.taxman.strategies.board import Board
from perfectplay.taxman.strategies.loading import is_built_in
from perfectplay.taxman.strategies.model import Reading
from perfectplay.web.endpoints import Endpoint
from perfectplay.web.jobs import answer
from perfectplay.web.parameters import Query, given_nothing, read_time_limit
from perfectplay.web.replies import json_response
from perfectplay.web.taxman.asked import read_asked, read_one
from perfectplay.web.taxman.board import EXAMPLE, MAX_BOARD, TaxmanTurn, known_best, read_board, turns

_QUICK_GAME = 500
"""Most numbers of a pot in which a strategy plays at once, in 50 ms or less."""
MAX_SEED = 10**9
_BEST = "best"
_OPTIMAL = "optimal"


@dataclass(frozen=True, slots=True, kw_only=True)
class TaxmanStrategy:
    """A player of Taxman; see `perfectplay.taxman.strategies.Strategy`.

    Attributes
    ----------
    name, title, rule, source, reading, seeded
        As there.
    """

    name: str
    title: str
    rule: str
    source: str
    reading: Reading
    seeded: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TaxmanReplay:
    """A whole game of a strategy, or a best one, move by move.

    Attributes
    ----------
    n
        The N of the pot {1..N}, or ``None`` if it was another pot.
    position, id
        Ids of the start and of the end.
    strategy, seed
        Who played.
    score, taxman
        Final scores.
    upper
        Proven bound on any score; ``None`` if there is none at hand.
    status
        ``"optimal"`` if the score is proven to be the best possible one.
    moves
        In playing order.
    """

    n: int | None
    position: str
    id: str
    strategy: str
    seed: int
    score: int
    taxman: int
    upper: int | None
    status: Status
    moves: tuple[TaxmanTurn, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TaxmanSide:
    """A game as far as it has been played.

    Attributes
    ----------
    score, taxman
        So far.
    over
        Whether no legal move is left.
    moves
        In playing order.
    """

    score: int
    taxman: int
    over: bool
    moves: tuple[TaxmanTurn, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TaxmanComparison:
    """A game beside the one that a strategy plays from the same start.

    Attributes
    ----------
    position
        The game's id.
    mine, theirs
        Both games.
    differ
        The first move, from 1 on, in which they are not the same; ``None`` if they agree as far as both go.
    """

    position: str
    mine: TaxmanSide
    theirs: TaxmanReplay
    differ: int | None


def _strategies(_: Request) -> Response:
    known = [load_strategy(name) for name in players()]
    return json_response(
        [
            TaxmanStrategy(
                name=strategy.name,
                title=strategy.title,
                rule=strategy.rule,
                source=strategy.source,
                reading=strategy.reading,
                seeded=strategy.seeded,
            )
            for strategy in known
        ]
    )


def players() -> list[str]:
    """Name the strategies of this package."""
    # Those of other packages stay out: loading them runs their code in this process.
    return [name for name in strategy_names() if is_built_in(name)]


def _given_start(query: Query) -> Mapping[str, Any]:
    asked, player = read_asked(query, MAX_BOARD), _player(query)
    start = read_one(asked, MAX_BOARD, Text("replay"))
    if start.moves:
        problem = Text("the position {id} has moves", id=quote(start.id))
        message = Text(
            "{problem}, and strategies play whole games; give its start, {id}",
            problem=problem,
            id=quote(start.start().id),
        )
        raise InvalidPositionError(message)
    return {"position": start, **player}


def _given_sides(query: Query) -> Mapping[str, Any]:
    return {"position": read_board(query.position(EXAMPLE)), **_player(query)}


def _played(
    request: Request,
    position: TaxmanPosition,
    strategy: str,
    seed: int,
    time_limit: float,
    work: Callable[[str, str, int, float], TaxmanReplay | TaxmanComparison],
) -> Response:
    if _is_quick(position.start(), strategy):
        return json_response(work(position.id, strategy, seed, time_limit))
    return answer(request, work, position.id, strategy, seed, time_limit)


def replay(
    text: str, strategy: str, seed: int, time_limit: float, progress: ProgressCallback = ignore_progress
) -> TaxmanReplay:
    """Let a strategy play a whole game, or find a best one."""
    start = TaxmanPosition.from_id(text)
    upper: int | None
    if strategy == _BEST:
        best = solve(start, time_limit=time_limit, progress=progress)
        moves, upper = best.moves, int(best.upper)
    else:
        moves = play_game(strategy, start.start_pot, seed).moves
        upper = known_best(start)
    end = start
    for move in moves:
        end = end.play(move)
    board = Board(start.start_pot, start.variant)
    made = tuple(turns(end, board))
    return TaxmanReplay(
        n=start.start_pot.n,
        position=start.id,
        id=end.id,
        strategy=strategy,
        seed=seed,
        score=board.score,
        taxman=board.taxman,
        upper=upper,
        status="optimal" if board.score == upper else "bounded",
        moves=made,
    )


def compare(
    text: str, strategy: str, seed: int, time_limit: float, progress: ProgressCallback = ignore_progress
) -> TaxmanComparison:
    """Lay a game beside the one that a strategy plays from the same start."""
    position = TaxmanPosition.from_id(text)
    board = Board(position.start_pot, position.variant)
    moves = tuple(turns(position, board))
    theirs = replay(position.start().id, strategy, seed, time_limit, progress)
    pairs = zip(position.moves, (turn.take for turn in theirs.moves), strict=False)
    return TaxmanComparison(
        position=position.id,
        mine=TaxmanSide(score=board.score, taxman=board.taxman, over=board.is_over(), moves=moves),
        theirs=theirs,
        differ=next((k for k, (my, their) in enumerate(pairs, 1) if my != their), None),
    )


def _player(query: Query) -> Mapping[str, Any]:
    """Read who plays: ``strategy``, ``seed``, and ``time-limit`` for the best game."""
    strategy = query.choice("strategy", [_BEST, *players()])
    seed = query.integer("seed", 0, low=0, high=MAX_SEED)
    strategy = _BEST if strategy == _OPTIMAL else strategy
    return {"strategy": strategy, "seed": seed, "time_limit": read_time_limit(query)}


def _is_quick(start: TaxmanPosition, strategy: str) -> bool:
    """Whether the game is known, or soon played: at N = 2000 some strategies take a quarter of a second."""
    return len(start.start_pot.numbers) <= _QUICK_GAME if strategy != _BEST else known_best(start) is not None


ENDPOINTS = [
    Endpoint("/taxman/strategies", "The strategies", given_nothing, _strategies, list[TaxmanStrategy]),
    Endpoint(
        "/taxman/replay",
        "A whole game of a strategy, or a best one",
        _given_start,
        partial(_played, work=replay),
        TaxmanReplay,
        long=True,
    ),
    Endpoint(
        "/taxman/compare",
        "A game beside that of a strategy",
        _given_sides,
        partial(_played, work=compare),
        TaxmanComparison,
        long=True,
    ),
]
