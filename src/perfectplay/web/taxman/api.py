"""The HTTP API's answers about taxman: what its board shows, what is known about a pot, and games to replay."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal

from starlette.requests import Request
from starlette.responses import Response

from perfectplay.core.errors import InvalidPositionError, LimitExceededError, quote
from perfectplay.core.progress import Progress, ProgressCallback, ignore_progress
from perfectplay.core.result import Status
from perfectplay.core.texts import Text
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
from perfectplay.taxman.board import Board
from perfectplay.taxman.exercises import TaxmanExercise
from perfectplay.taxman.pictures.charts import MAX_PLAYED
from perfectplay.taxman.pictures.game import draw_game
from perfectplay.taxman.records import Record, load_records, proven_record
from perfectplay.taxman.rules import Pot, TaxmanPosition, TaxmanPreview, Variant
from perfectplay.taxman.solve import solve
from perfectplay.taxman.strategies import formula_names, load_strategy, play_game, strategy_names
from perfectplay.taxman.strategies.loading import is_built_in
from perfectplay.taxman.strategies.model import Reading
from perfectplay.taxman.strong import MAX_CUTS_N
from perfectplay.taxman.tournament import HeadToHead, TaxmanTournamentRow, play_here
from perfectplay.web.declaration import WebGame
from perfectplay.web.endpoints import Endpoint
from perfectplay.web.jobs import answer
from perfectplay.web.parameters import (
    InputError,
    MissingParameterError,
    Query,
    demand,
    given_nothing,
    listing,
    read_time_limit,
)
from perfectplay.web.replies import SVG, json_response
from perfectplay.web.taxman.lab import PICTURES, TaxmanLab, limits

__all__ = [
    "ENDPOINTS",
    "MAX_BOARD",
    "MAX_PREVIEWED",
    "WEB",
    "TaxmanBoard",
    "TaxmanComparison",
    "TaxmanReplay",
    "TaxmanSide",
    "TaxmanStrategy",
    "TaxmanTile",
    "TaxmanTurn",
    "check_board",
    "check_provable",
    "describe",
]

MAX_BOARD = 2_000
"""Most numbers on a board."""

MAX_PREVIEWED = 400
"""Most numbers on a board whose position comes with what every move would do.  At the start of a larger one that is
too much to send: at N = 2000 each of 1697 moves would make 135 primes unusable.  There, `/preview` tells it of one."""

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
_QUICK_GAME = 500
"""Most numbers of a pot in which a strategy plays at once, in 50 ms or less."""
_LARGEST_SUM = 2**53 - 1
"""Sums of pots up to here are exact in every browser."""
_MAX_SEED = 10**9

Fate = Literal["open", "take", "tax", "left"]

_BEST = "best"
_OPTIMAL = "optimal"
_EXAMPLE = "taxman:20/19.9"


# -- the board -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class TaxmanTile:
    """A number of the start, and what became of it.

    Attributes
    ----------
    number
        The number.
    fate
        ``"left"`` if it went to the taxman without being tax.
    move
        Which one removed it, from 1 on; 0 if it was of no use from the start; ``None`` while it is open.
    """

    number: int
    fate: Fate
    move: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TaxmanBoard:
    """What the board shows, besides what every position has.

    Attributes
    ----------
    n
        The N of the pot {1..N} in which the game began, or ``None`` if it was another pot.
    pot, total
        The numbers of the start, ascending, and their sum.
    variant
        When what is of no use goes to the taxman: at once, or at the end.
    tiles
        One for each number of the start.
    previews
        For each legal move what it would do; ``None`` if the pot has more than 400 numbers: ``/taxman/preview`` tells
        it of one.
    best
        The proven best score of the whole pot if the table of records has it.
    """

    n: int | None
    pot: tuple[int, ...]
    total: int
    variant: Variant
    tiles: tuple[TaxmanTile, ...]
    previews: tuple[TaxmanPreview, ...] | None
    best: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TaxmanTurn:
    """A move that was made.

    Attributes
    ----------
    take, tax
        The number taken, and what the taxman got for it, ascending.
    left
        What went to the taxman although it was not tax, ascending.
    player, taxman
        The scores after it.
    """

    take: int
    tax: tuple[int, ...]
    left: tuple[int, ...]
    player: int
    taxman: int


def _turns(position: TaxmanPosition, board: Board) -> Iterator[TaxmanTurn]:
    """Make the position's moves on a board that is at its start; O(N log N) for all of them."""
    active = set(board)
    for move in position.moves:
        before = len(board)
        tax = board.take(move)
        active.difference_update((move, *tax))
        left: tuple[int, ...] = ()
        if len(board) < before - 1 - len(tax):
            left = tuple(sorted(active.difference(board)))
            active.difference_update(left)
        yield TaxmanTurn(take=move, tax=tax, left=left, player=board.score, taxman=board.taxman)


def describe(position: TaxmanPosition) -> TaxmanBoard:
    """Tell what the board shows, besides what every position has.

    Parameters
    ----------
    position
        Of a pot of at most `MAX_BOARD` numbers.

    Raises
    ------
    LimitExceededError
        If the pot is too large.

    Notes
    -----
    O(N log N); about a millisecond at N = 100.
    """
    check_board(position)
    pot = position.start_pot
    board = Board(pot, position.variant)
    fates: dict[int, tuple[Fate, int | None]] = {
        number: ("open", None) if number in board else ("left", 0) for number in pot.numbers
    }
    for k, turn in enumerate(_turns(position, board), 1):
        fates[turn.take] = ("take", k)
        fates.update(dict.fromkeys(turn.tax, ("tax", k)))
        fates.update(dict.fromkeys(turn.left, ("left", k)))
    previews = None
    if len(pot.numbers) <= MAX_PREVIEWED:
        previews = tuple(TaxmanPreview.of(m, board.tax(m), board.lost(m)) for m in reversed(board.legal_moves()))
    return TaxmanBoard(
        n=pot.n,
        pot=pot.numbers,
        total=pot.total,
        variant=position.variant,
        tiles=tuple(TaxmanTile(number=number, fate=fate, move=k) for number, (fate, k) in fates.items()),
        previews=previews,
        best=_known_best(position),
    )


def check_board(position: TaxmanPosition) -> None:
    """Refuse a pot that is too large for a board.

    Raises
    ------
    LimitExceededError
        If it has more than `MAX_BOARD` numbers, or their sum is not exact in every browser.
    """
    _check_pot(position.start_pot)


def check_provable(position: TaxmanPosition) -> None:
    """Refuse a position that is too large for a proof: whole pots {1..N} may have one that is only to be looked up.

    Raises
    ------
    LimitExceededError
        If it is any other, and too large for a board.
    """
    if position.start_pot.n is None or position.moves:
        check_board(position)


def _check_pot(pot: Pot, most: int = MAX_BOARD) -> None:
    if len(pot.numbers) > most:
        message = Text(
            "the pot has {count} numbers; at most {most} are possible here", count=len(pot.numbers), most=most
        )
        raise LimitExceededError(message)
    if pot.total > _LARGEST_SUM:
        message = Text(
            "the numbers of the pot add up to {total}; here they may add up to {largest_sum} at most",
            total=pot.total,
            largest_sum=_LARGEST_SUM,
        )
        raise LimitExceededError(message)


def _board(text: str) -> TaxmanPosition:
    """Read the id of a position that fits on a board."""
    position = TaxmanPosition.from_id(text)
    check_board(position)
    return position


def _given_move(query: Query) -> Mapping[str, Any]:
    position = _board(query.position(_EXAMPLE))
    return {"position": position, "take": query.integer("take", low=1, high=_LARGEST_SUM)}


def _preview(_: Request, position: TaxmanPosition, take: int) -> Response:
    return json_response(position.preview(take))


def _given_game(query: Query) -> Mapping[str, Any]:
    return {"position": TaxmanPosition.from_id(query.position(_EXAMPLE))}


def _picture(_: Request, position: TaxmanPosition) -> Response:
    return Response(draw_game(position), media_type=SVG)


# -- what is known about a pot -------------------------------------------------------------------------------------


def _given_question(query: Query) -> Mapping[str, Any]:
    asked = _asked(query, _MAX_SOLVED)
    rest = {"time_limit": read_time_limit(query), "records": not query.flag("no-records")}
    return {"position": _one(asked, _MAX_SOLVED, Text("solve")), **rest}


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


def _asked(query: Query, most: int) -> tuple[int | None, str | None, tuple[int, ...]]:
    """Read what may say which position is asked about: ``n``, ``position`` and ``pot``."""
    query.exclude("n", "position", "pot")
    n = query.optional_integer("n", low=1, high=most, example="20")
    text = query.optional("position", example=_EXAMPLE)
    return n, text, query.numbers("pot", most=MAX_BOARD, example="2.3.6", required=False)


def _one(asked: tuple[int | None, str | None, tuple[int, ...]], most: int, what: str) -> TaxmanPosition:
    """Find the one position that is asked about."""
    n, text, numbers = asked
    if n is not None:
        return TaxmanPosition.new(n)
    if text is not None:
        position = TaxmanPosition.from_id(text)
    elif numbers:
        position = TaxmanPosition.new(numbers)
    else:
        message = Text(
            "there is nothing to {what}; give n=20, or position={example}, or pot=2.3.6", what=what, example=_EXAMPLE
        )
        raise MissingParameterError(message)
    _check_pot(position.start_pot, most)
    return position


def _given_n(query: Query) -> Mapping[str, Any]:
    return {"n": _pot(query, _MAX_BOUNDED)}


def _pot(query: Query, most: int) -> int:
    """Read a pot {1..N} of which nothing has been taken: ``n``, or ``position``."""
    query.exclude("n", "position")
    n = query.optional_integer("n", low=1, high=most, example="20")
    text = query.optional("position", example="taxman:20")
    if text is None:
        if n is None:
            demand("n", "20")
        return n
    start = TaxmanPosition.from_id(text)
    if start.moves or start.start_pot.n is None or start.variant != "immediate":
        message = Text(
            "{id} is not a whole pot from 1 to N; give the start of one, as in position=taxman:20", id=quote(start.id)
        )
        raise InvalidPositionError(message)
    _check_pot(start.start_pot, most)
    return start.start_pot.n


def _bound(request: Request, n: int) -> Response:
    return answer(request, bounds, n)


def _given_approx(query: Query) -> Mapping[str, Any]:
    n, bound = _pot(query, _MAX_APPROX), query.optional_choice("bound", ("cuts", "matching"))
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
    names = [*_players(), *formula_names()]
    chosen, seed = query.words("strategies", names, ",".join(names)), query.integer("seed", 0, low=0, high=_MAX_SEED)
    versus = query.optional("versus", limit=100)
    _check_order(first, last)
    if versus is None:
        if not chosen:
            message = Text("strategies= names nobody; the words are {options}", options=listing(names))
            raise InputError(message)
        return {"names": chosen, "first": first, "last": last, "versus": False, "seed": seed}
    query.exclude("strategies", "versus")
    pair = tuple(versus.split(","))
    if len(set(pair)) != _TWO or len(pair) != _TWO or not {*pair}.issubset(names):
        message = Text(
            "versus={text} does not name two different strategies; give them as in trono-2,trono-4", text=quote(versus)
        )
        raise InputError(message)
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
        raise InputError(message)


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

    Parameters
    ----------
    numbers
        Each N; all of them must be in it.
    progress
        Told how many rows have been looked at.

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


# -- games to replay and to compare with ---------------------------------------------------------------------------


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
    known = [load_strategy(name) for name in _players()]
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


def _players() -> list[str]:
    # Those of other packages stay out: loading them runs their code in this process.
    return [name for name in strategy_names() if is_built_in(name)]


def _given_start(query: Query) -> Mapping[str, Any]:
    asked, player = _asked(query, MAX_BOARD), _player(query)
    start = _one(asked, MAX_BOARD, Text("replay"))
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
    return {"position": _board(query.position(_EXAMPLE)), **_player(query)}


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
    """Let a strategy play a whole game, or find a best one.

    Parameters
    ----------
    text
        Id of the start.
    strategy
        Name of a built-in strategy, or ``"best"``: from the table of records, or else searched for.
    seed
        For strategies that draw lots.
    time_limit
        Seconds for the search.
    progress
        Called now and then.
    """
    start = TaxmanPosition.from_id(text)
    upper: int | None
    if strategy == _BEST:
        best = solve(start, time_limit=time_limit, progress=progress)
        moves, upper = best.moves, int(best.upper)
    else:
        moves = play_game(strategy, start.start_pot, seed).moves
        upper = _known_best(start)
    end = start
    for move in moves:
        end = end.play(move)
    board = Board(start.start_pot, start.variant)
    turns = tuple(_turns(end, board))
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
        moves=turns,
    )


def compare(
    text: str, strategy: str, seed: int, time_limit: float, progress: ProgressCallback = ignore_progress
) -> TaxmanComparison:
    """Lay a game beside the one that a strategy plays from the same start.

    Parameters
    ----------
    text
        Id of the game, which need not be over.
    strategy, seed, time_limit, progress
        As in `replay`.
    """
    position = TaxmanPosition.from_id(text)
    board = Board(position.start_pot, position.variant)
    moves = tuple(_turns(position, board))
    theirs = replay(position.start().id, strategy, seed, time_limit, progress)
    pairs = zip(position.moves, (turn.take for turn in theirs.moves), strict=False)
    return TaxmanComparison(
        position=position.id,
        mine=TaxmanSide(score=board.score, taxman=board.taxman, over=board.is_over(), moves=moves),
        theirs=theirs,
        differ=next((k for k, (my, their) in enumerate(pairs, 1) if my != their), None),
    )


def _tournament(
    request: Request, names: tuple[str, ...], first: int, last: int, *, versus: bool, seed: int
) -> Response:
    return answer(request, play_here, names, first, last, versus=versus, seed=seed)


def _player(query: Query) -> Mapping[str, Any]:
    """Read who plays: ``strategy``, ``seed``, and ``time-limit`` for the best game."""
    strategy = query.choice("strategy", [_BEST, *_players()])
    seed = query.integer("seed", 0, low=0, high=_MAX_SEED)
    strategy = _BEST if strategy == _OPTIMAL else strategy
    return {"strategy": strategy, "seed": seed, "time_limit": read_time_limit(query)}


def _is_quick(start: TaxmanPosition, strategy: str) -> bool:
    """Whether the game is known, or soon played: at N = 2000 some strategies take a quarter of a second."""
    return len(start.start_pot.numbers) <= _QUICK_GAME if strategy != _BEST else _known_best(start) is not None


def _known_best(start: TaxmanPosition) -> int | None:
    """Look the best score of the whole pot up in the table of records; ``None`` if it has no proven one."""
    n = start.start_pot.n
    return None if n is None else load_records().scores().get(n)


_ROWS = "Solved pots {1..N} of the table of records"

ENDPOINTS = [
    Endpoint("/taxman/preview", "What a move would cost", _given_move, _preview, TaxmanPreview),
    Endpoint("/taxman/game.svg", "A picture of a game", _given_game, _picture, SVG),
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

WEB = WebGame(
    ENDPOINTS,
    describe,
    TaxmanBoard,
    pages=frozenset({"/taxman/levels"}),
    pictures=PICTURES,
    limits=limits,
    lab=TaxmanLab,
    exercise=TaxmanExercise,
    provable=check_provable,
)
"""What the web app has of this game."""
