"""The HTTP API's answers about taxman: what its board shows, what is known about a pot, and games to replay."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from perfectplay.core.errors import InvalidPositionError, LimitExceededError, quote
from perfectplay.core.progress import Progress, ProgressCallback, ignore_progress
from perfectplay.taxman.answers import bounds, row_record, solved, summary
from perfectplay.taxman.board import Board
from perfectplay.taxman.draw import draw_game
from perfectplay.taxman.records import Record, load_records, proven_record
from perfectplay.taxman.resume import SolvedRow
from perfectplay.taxman.rules import Pot, Preview, TaxmanPosition
from perfectplay.taxman.solve import solve
from perfectplay.taxman.strategies import load_strategy, play_game, strategy_names
from perfectplay.taxman.strategies.loading import is_built_in
from perfectplay.web.jobs import answer
from perfectplay.web.parameters import InputError, Query, read_time_limit
from perfectplay.web.parts import WebGame
from perfectplay.web.replies import SVG, json_response
from perfectplay.web.taxman_lab import PICTURES, limits

__all__ = ["MAX_BOARD", "MAX_PREVIEWED", "ROUTES", "WEB", "check_board", "describe"]

MAX_BOARD = 2_000
"""Most numbers on a board."""

MAX_PREVIEWED = 400
"""Most numbers on a board whose position comes with what every move would do.  At the start of a larger one that is
too much to send: at N = 2000 each of 1697 moves would make 135 primes unusable.  There, `/preview` tells it of one."""

_MAX_SOLVED = 5_000
"""Largest N that is searched here: the solver keeps a time limit of a few seconds up to there."""
_MAX_BOUNDED = 20_000
"""Largest N that is bounded here, in a few seconds."""
_MOST_ROWS = 100
"""Most rows of one answer."""
_QUICK_ROWS = 2_000
"""Largest sum of the N of rows that are answered at once, in 25 ms; more of them have a process of their own."""
_QUICK_GAME = 500
"""Most numbers of a pot in which a strategy plays at once, in 50 ms or less."""
_LARGEST_SUM = 2**53 - 1
"""Sums of pots up to here are exact in every browser."""
_MAX_SEED = 10**9

_BEST = "best"
_OPTIMAL = "optimal"
_EXAMPLE = "taxman:20/19.9"


# -- the board -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Turn:
    """A move that was made: what each side got for it, and the scores after it."""

    take: int
    tax: tuple[int, ...]
    left: tuple[int, ...]
    player: int
    taxman: int

    def record(self) -> dict[str, Any]:
        return {
            "take": self.take,
            "tax": list(self.tax),
            "left": list(self.left),
            "player": self.player,
            "taxman": self.taxman,
        }


def _turns(position: TaxmanPosition, board: Board) -> Iterator[_Turn]:
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
        yield _Turn(move, tax, left, board.score, board.taxman)


def describe(position: TaxmanPosition) -> dict[str, Any]:
    """Tell what the board shows, besides what every position has.

    Parameters
    ----------
    position
        Of a pot of at most `MAX_BOARD` numbers.

    Returns
    -------
    dict
        ``n``: the N of the pot {1..N} in which the game began, or ``None`` if it was another pot;
        ``pot``, ``total``: the numbers of the start, and their sum; ``variant``: ``"immediate"`` or ``"end"``;
        ``tiles``: for each of them ``number``, ``fate`` (``"open"``, ``"take"``, ``"tax"``, or ``"left"`` for the
        taxman without being tax) and ``move`` (which one removed it, from 1 on; 0 if it was of no use from the start;
        ``None`` while it is open);
        ``previews``: for each legal move ``take``, ``tax``, ``lost`` (what would become unusable) and ``net``; ``None``
        if the pot has more than `MAX_PREVIEWED` numbers;
        ``best``: the proven best score of the whole pot if the table of records has it, else ``None``.

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
    fates: dict[int, tuple[str, int]] = {number: ("left", 0) for number in pot.numbers if number not in board}
    for k, turn in enumerate(_turns(position, board), 1):
        fates[turn.take] = ("take", k)
        fates.update(dict.fromkeys(turn.tax, ("tax", k)))
        fates.update(dict.fromkeys(turn.left, ("left", k)))
    tiles = []
    for number in pot.numbers:
        fate, move = fates.get(number, ("open", None))
        tiles.append({"number": number, "fate": fate, "move": move})
    previews = None
    if len(pot.numbers) <= MAX_PREVIEWED:
        previews = [_preview_record(Preview(m, board.tax(m), board.lost(m))) for m in reversed(board.legal_moves())]
    return {
        "n": pot.n,
        "pot": list(pot.numbers),
        "total": pot.total,
        "variant": position.variant,
        "tiles": tiles,
        "previews": previews,
        "best": None if pot.n is None else load_records().scores().get(pot.n),
    }


def check_board(position: TaxmanPosition) -> None:
    """Refuse a pot that is too large for a board.

    Raises
    ------
    LimitExceededError
        If it has more than `MAX_BOARD` numbers, or their sum is not exact in every browser.
    """
    _check_pot(position.start_pot)


def _check_pot(pot: Pot, most: int = MAX_BOARD) -> None:
    if len(pot.numbers) > most:
        message = f"the pot has {len(pot.numbers)} numbers; at most {most} are possible here"
        raise LimitExceededError(message)
    if pot.total > _LARGEST_SUM:
        message = f"the numbers of the pot add up to {pot.total}; here they may add up to {_LARGEST_SUM} at most"
        raise LimitExceededError(message)


def _preview_record(preview: Preview) -> dict[str, Any]:
    return {"take": preview.take, "tax": list(preview.tax), "lost": list(preview.lost), "net": preview.net}


def _board(text: str) -> TaxmanPosition:
    """Read the id of a position that fits on a board."""
    position = TaxmanPosition.from_id(text)
    check_board(position)
    return position


def _preview(request: Request) -> Response:
    query = Query(request)
    position = _board(query.text("id", example=_EXAMPLE))
    take = query.integer("take", low=1, high=_LARGEST_SUM)
    query.done()
    return json_response(_preview_record(position.preview(take)))


def _picture(request: Request) -> Response:
    query = Query(request)
    position = TaxmanPosition.from_id(query.text("id", example=_EXAMPLE))
    query.done()
    return Response(draw_game(position), media_type=SVG)


# -- what is known about a pot -------------------------------------------------------------------------------------


def _solve(request: Request) -> Response:
    query = Query(request)
    position = _asked(query, _MAX_SOLVED, "solve")
    time_limit, records = read_time_limit(query), not query.flag("no-records")
    query.done()
    n = position.start_pot.n
    if records and n is not None and not position.moves and proven_record(n) is not None:
        # What is proven already is there at once: it needs no turn in the queue.
        return json_response(best_game(position.id, time_limit))
    return answer(request, best_game, position.id, time_limit, records=records)


def best_game(
    text: str, time_limit: float, *, records: bool = True, progress: ProgressCallback = ignore_progress
) -> dict[str, Any]:
    """Answer `perfectplay.taxman.answers.solved` for the position with that id."""
    return solved(TaxmanPosition.from_id(text), time_limit=time_limit, records=records, progress=progress)


def _asked(query: Query, most: int, what: str) -> TaxmanPosition:
    """Read the one position that is asked about: by ``n``, ``position`` or ``pot``."""
    names = ("n", "position", "pot")
    given = [name for name in names if name in query]
    if len(given) > 1:
        message = f"{given[0]} and {given[1]} exclude each other; give one of them"
        raise InputError(message)
    n = query.optional_integer("n", low=1, high=most)
    text = query.optional("position")
    if n is not None:
        return TaxmanPosition.new(n)
    if text is not None:
        position = TaxmanPosition.from_id(text)
    elif "pot" in query:
        position = TaxmanPosition.new(query.numbers("pot", most=MAX_BOARD, example="2.3.6"))
    else:
        message = f"there is nothing to {what}; give n=20, or position={_EXAMPLE}, or pot=2.3.6"
        raise InputError(message)
    _check_pot(position.start_pot, most)
    return position


def _bound(request: Request) -> Response:
    query = Query(request)
    n = query.integer("n", low=1, high=_MAX_BOUNDED)
    query.done()
    return answer(request, bounds, n)


def _records(request: Request) -> Response:
    query = Query(request)
    if "from" not in query and "to" not in query:
        query.done()
        return answer(request, records_summary)
    return _given_rows(request, query, rows_of_table)


def records_summary(progress: ProgressCallback = ignore_progress) -> dict[str, Any]:
    """Sum up the table of records; `perfectplay.taxman.answers.summary` tells what is returned."""
    del progress  # half a second: nothing to report
    return summary(load_records())


def _range(request: Request) -> Response:
    return _given_rows(request, Query(request), rows_of_range)


def _given_rows(request: Request, query: Query, rows: Callable[[int, int], list[dict[str, Any]]]) -> Response:
    first, last = _rows(query)
    query.done()
    if sum(range(first, last + 1)) <= _QUICK_ROWS:
        return json_response(rows(first, last))
    return answer(request, rows, first, last)


def rows_of_table(first: int, last: int, progress: ProgressCallback = ignore_progress) -> list[dict[str, Any]]:
    """Tell what the table of records knows of the pots {1..first}, ..., {1..last}; all of them must be in it.

    Returns
    -------
    list of dict
        What ``perfectplay taxman records`` prints, see `perfectplay.taxman.answers.row_record`.

    Notes
    -----
    Every game is played: 15 milliseconds at N = 1300.
    """
    table = load_records()
    return [
        row_record(row, ("proof", "leaves")) for row in _counted((table[n] for n in range(first, last + 1)), progress)
    ]


def rows_of_range(first: int, last: int, progress: ProgressCallback = ignore_progress) -> list[dict[str, Any]]:
    """Tell the same as `rows_of_table` in the way in which ``perfectplay taxman range`` does."""
    table = load_records()
    found = []
    for row in _counted((table[n] for n in range(first, last + 1)), progress):
        solved_row = SolvedRow(row.n, row.score, row.upper, row.status, row.moves, 0.0, "records")
        found.append(row_record(solved_row, ("seconds", "source")))
    return found


def _counted(rows: Iterable[Record], progress: ProgressCallback) -> Iterator[Record]:
    """Report how many rows have been looked at."""
    began = time.perf_counter()
    for done, row in enumerate(rows):
        progress(Progress("rows", time.perf_counter() - began, done=done))
        yield row


def _rows(query: Query) -> tuple[int, int]:
    """Read ``from`` and ``to``: rows of the table of records."""
    end = load_records().largest_without_hole
    first = query.integer("from", low=1, high=end)
    last = query.integer("to", first, low=1, high=end)
    if last < first:
        message = f"from={first} to={last} is empty; the first number must not be above the second"
        raise InputError(message)
    if last - first >= _MOST_ROWS:
        problem = f"from={first} to={last} has {last - first + 1} rows"
        message = f"{problem}; at most {_MOST_ROWS} are answered at once, as in to={first + _MOST_ROWS - 1}"
        raise LimitExceededError(message)
    return first, last


# -- games to replay and to compare with ---------------------------------------------------------------------------


def _strategies(request: Request) -> Response:
    Query(request).done()
    known = [load_strategy(name) for name in _players()]
    return json_response(
        [
            {
                "name": strategy.name,
                "title": strategy.title,
                "rule": strategy.rule,
                "source": strategy.source,
                "reading": strategy.reading,
                "seeded": strategy.seeded,
            }
            for strategy in known
        ]
    )


def _players() -> list[str]:
    # Those of other packages stay out: loading them runs their code in this process.
    return [name for name in strategy_names() if is_built_in(name)]


def _replay(request: Request) -> Response:
    query = Query(request)
    start = _asked(query, MAX_BOARD, "replay")
    strategy, seed, time_limit = _player(query)
    query.done()
    if start.moves:
        problem = f"the position {quote(start.id)} has moves"
        message = f"{problem}, and strategies play whole games; give its start, {quote(start.start().id)}"
        raise InvalidPositionError(message)
    if _is_quick(start, strategy):
        return json_response(replay(start.id, strategy, seed, time_limit))
    return answer(request, replay, start.id, strategy, seed, time_limit)


def replay(
    text: str, strategy: str, seed: int, time_limit: float, progress: ProgressCallback = ignore_progress
) -> dict[str, Any]:
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

    Returns
    -------
    dict
        ``n``; ``position``: id of the start; ``id``: id of the end; ``strategy``, ``seed``;
        ``score``, ``taxman``: final scores;
        ``upper``: proven bound on any score, ``None`` if there is none at hand;
        ``status``: ``"optimal"`` if ``score`` is proven to be the best possible one, else ``"bounded"``;
        ``moves``: for each ``take``, ``tax``, ``left`` (what went to the taxman although it was no tax), and the
        scores ``player`` and ``taxman`` after it.
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
    turns = [turn.record() for turn in _turns(end, board)]
    return {
        "n": start.start_pot.n,
        "position": start.id,
        "id": end.id,
        "strategy": strategy,
        "seed": seed,
        "score": board.score,
        "taxman": board.taxman,
        "upper": upper,
        "status": "optimal" if board.score == upper else "bounded",
        "moves": turns,
    }


def _compare(request: Request) -> Response:
    query = Query(request)
    position = _board(query.text("id", example=_EXAMPLE))
    strategy, seed, time_limit = _player(query)
    query.done()
    if _is_quick(position.start(), strategy):
        return json_response(compare(position.id, strategy, seed, time_limit))
    return answer(request, compare, position.id, strategy, seed, time_limit)


def compare(
    text: str, strategy: str, seed: int, time_limit: float, progress: ProgressCallback = ignore_progress
) -> dict[str, Any]:
    """Lay a game beside the one that a strategy plays from the same start.

    Parameters
    ----------
    text
        Id of the game, which need not be over.
    strategy, seed, time_limit, progress
        As in `replay`.

    Returns
    -------
    dict
        ``position``: the game's id; ``mine``: its ``score``, ``taxman``, ``over`` and ``moves``; ``theirs``: see
        `replay`; and ``differ``: the first move, from 1 on, in which they are not the same, ``None`` if they agree as
        far as both go.
    """
    position = TaxmanPosition.from_id(text)
    board = Board(position.start_pot, position.variant)
    mine = [turn.record() for turn in _turns(position, board)]
    theirs = replay(position.start().id, strategy, seed, time_limit, progress)
    pairs = zip(position.moves, (turn["take"] for turn in theirs["moves"]), strict=False)
    return {
        "position": position.id,
        "mine": {"score": board.score, "taxman": board.taxman, "over": board.is_over(), "moves": mine},
        "theirs": theirs,
        "differ": next((k for k, (my, their) in enumerate(pairs, 1) if my != their), None),
    }


def _player(query: Query) -> tuple[str, int, float]:
    """Read who plays: ``strategy``, ``seed``, and ``time-limit`` for the best game."""
    strategy = query.choice("strategy", [_BEST, *_players()])
    seed = query.integer("seed", 0, low=0, high=_MAX_SEED)
    return _BEST if strategy == _OPTIMAL else strategy, seed, read_time_limit(query)


def _is_quick(start: TaxmanPosition, strategy: str) -> bool:
    """Whether the game is known, or soon played: at N = 2000 some strategies take a quarter of a second."""
    return len(start.start_pot.numbers) <= _QUICK_GAME if strategy != _BEST else _known_best(start) is not None


def _known_best(start: TaxmanPosition) -> int | None:
    """Look the best score of the whole pot up in the table of records; ``None`` if it has no proven one."""
    n = start.start_pot.n
    return None if n is None else load_records().scores().get(n)


ROUTES = [
    Route("/taxman/preview", _preview),
    Route("/taxman/game.svg", _picture),
    Route("/taxman/solve", _solve),
    Route("/taxman/bound", _bound),
    Route("/taxman/records", _records),
    Route("/taxman/range", _range),
    Route("/taxman/strategies", _strategies),
    Route("/taxman/replay", _replay),
    Route("/taxman/compare", _compare),
]

WEB = WebGame(ROUTES, describe, pictures=PICTURES, limits=limits)
"""What the web app has of this game."""
