"""Review of a game: the best result that was possible after each move, and the moves that lost something."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from perfectplay.core.answers import Told
from perfectplay.core.game import game_spec, load_game, parse_position
from perfectplay.core.game.parts import Measure
from perfectplay.core.game.position import Position
from perfectplay.core.progress import Progress, ProgressCallback, ignore_progress
from perfectplay.core.result import Result
from perfectplay.core.running.deadline import Deadline
from perfectplay.core.schema import Exact, optional
from perfectplay.core.session import Session
from perfectplay.core.text.texts import Text

__all__ = ["Review", "ReviewMove", "ReviewPoint", "lost", "review"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewPoint:
    """The best result that was possible at one moment.

    Attributes
    ----------
    made
        Number of moves made before this moment.
    lower, upper
        Proven bounds on the result of best play from there, past moves included; equal if the result is known.
    """

    made: int
    lower: Exact
    upper: Exact


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewMove:
    """A move of a reviewed game, and its loss.

    Attributes
    ----------
    number
        Number of the move, from 1 on.
    move
        The move, written as in ids.
    player
        The player who made it, 0 or 1.
    position
        Id of the position before the move, so that users can try again.
    cost
        Loss from the move: 0 if it was a best move, ``None`` if unknown.
    least, most
        Proven bounds on the loss.
    better
        A best move, if this one certainly lost something and a better one is known; otherwise ``None``.
    """

    number: int
    move: str
    player: int
    position: str
    cost: Exact | None
    least: Exact
    most: Exact
    better: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Review(Told):
    """The best result that was possible after each move of a game.

    Attributes
    ----------
    over
        Whether the game is over.
    players
        1 or 2.
    measure
        The measure of points and costs: ``"value"``, or the game's own.
    status
        ``"optimal"`` if every point is proven, otherwise ``"bounded"``.
    points
        A point before the first move, and one after each move.
    moves
        The moves, in playing order.
    costs
        Total loss of each player; the lower bound is used for a loss that is not known exactly.
    interrupted
        ``True`` if Ctrl-C ended the review early; otherwise the key is left out.
    """

    over: bool
    players: int
    measure: str
    points: tuple[ReviewPoint, ...]
    moves: tuple[ReviewMove, ...]
    costs: tuple[Exact, ...]
    interrupted: bool | None = optional()


def review(
    position: str | Position[Any], *, time_limit: float | None = None, progress: ProgressCallback = ignore_progress
) -> Review:
    """Find the best result that was possible after each move of a game, and the loss from each move.

    Parameters
    ----------
    position
        A position of any game, or its id; the game need not be over.
    time_limit
        Seconds after which bounds are returned; ``None`` means no limit.
    progress
        Called with the number of settled positions.

    Raises
    ------
    InvalidPositionError, IllegalMoveError
        If no position has this id, or a move in it is illegal.
    LimitExceededError
        If a position is too large for the solver.

    Notes
    -----
    In a one-player game with m moves, k of which lost something, O(k log m) positions are solved. In a two-player game,
    every position is solved.

    Examples
    --------
    >>> checked = review("taxman:10/7.10.8")
    >>> [point.upper for point in checked.points], [(row.move, row.cost, row.better) for row in checked.moves]
    ([40, 40, 34, 34], [('7', 0, None), ('10', 6, '9'), ('8', 0, None)])
    """
    current = parse_position(position)
    deadline = Deadline(time_limit)
    game, spec = load_game(current.game), game_spec(current.game)
    measure = spec.part("review") or _VALUE
    work = _Work(tuple(Session.replay(current)), game.solve, spec.worth, deadline, progress)
    if game.players == 1:
        work.narrow()
    else:
        work.every()
    points = tuple(work.points(measure))
    moves = tuple(_moves(work, points, game.players))
    return Review(
        game=current.game,
        position=current.id,
        over=current.is_over(),
        players=game.players,
        measure=measure.code,
        status="optimal" if all(point.lower == point.upper for point in points) else "bounded",
        seconds=round(deadline.seconds, 3),
        points=points,
        moves=moves,
        costs=tuple(_sum([move.least for move in moves if move.player == player]) for player in range(game.players)),
        interrupted=work.interrupted or None,
    )


_MOMENT = 1e-9
"""Time limit, in seconds, for a solver that should return only known results; 0 would not be legal."""
_VALUE = Measure("value", Text("value of best play"), lambda _, value: value)


class _Work:
    """The positions of a game, with the bounds and results known so far.

    Attributes
    ----------
    line
        The positions, beginning with the start.
    lower, upper
        Known bounds on each position's value, keyed by the number of moves made; larger values are better.
    found
        Results of solvers, keyed by the number of moves made.
    interrupted
        Whether Ctrl-C has ended a search.
    """

    def __init__(
        self,
        line: Sequence[Position[Any]],
        solve: Callable[..., Result[Any]],
        worth: Callable[[Exact], Exact],
        deadline: Deadline,
        progress: ProgressCallback,
    ) -> None:
        self.line = line
        self.lower: dict[int, Exact] = {}
        self.upper: dict[int, Exact] = {}
        self.found: dict[int, Result[Any]] = {}
        self.interrupted = False
        self._solve = solve
        self.worth = worth
        self._deadline = deadline
        self._progress = progress
        self._settled = 0

    def every(self) -> None:
        """Solve every position."""
        for made in range(len(self.line)):
            self._ask(made, len(self.line) - made)

    def narrow(self) -> None:
        """Solve enough positions to know all values; this works because the value never rises from move to move."""
        last = len(self.line) - 1
        ends = dict.fromkeys((0, last))
        for done, made in enumerate(ends):
            self._ask(made, len(ends) + 1 - done)
        self._spread()
        spans = [(0, last)]
        while spans:
            # Time may run out, so start with the stretch whose moves may have lost the most.
            spans.sort(key=lambda span: self._fall(*span))
            first, end = spans.pop()
            self._settled = len(self.line) - sum(b - a - 1 for a, b in [*spans, (first, end)])
            if self._fall(first, end) <= 0 or end - first < 2:
                continue
            if self._deadline.passed or self.interrupted:
                break
            middle = (first + end) // 2
            self._ask(middle, 2 + len(spans))
            self._spread()
            spans += [(first, middle), (middle, end)]

    def points(self, measure: Measure) -> Iterator[ReviewPoint]:
        """Yield the best possible result at each moment, in the game's measure."""
        for made in range(len(self.line)):
            values = map(self.worth, (self.lower[made], self.upper[made]))
            low, high = sorted(measure.of(self.line[0], value) for value in values)
            yield ReviewPoint(made=made, lower=_whole(low), upper=_whole(high))

    def _fall(self, first: int, end: int) -> Exact:
        """Return an upper bound on the loss from the moves between two moments."""
        return self.upper[first] - self.lower[end]

    def _ask(self, made: int, parts: int) -> None:
        """Solve a position within a share of the remaining time."""
        left = self._deadline.remaining
        left = None if left is None else max(_MOMENT, left) / parts
        if self.interrupted:
            left = _MOMENT
        self._tell()
        result = self._solve(self.line[made], time_limit=left, progress=lambda _: self._tell())
        self.interrupted |= bool(result.provenance.get("interrupted"))
        self.found[made] = result
        self.lower[made], self.upper[made] = sorted(map(self.worth, (result.lower, result.upper)))
        self._settled = max(self._settled, len(self.found))

    def _tell(self) -> None:
        self._progress(Progress("positions", self._deadline.seconds, done=self._settled, total=len(self.line)))

    def _spread(self) -> None:
        """Tighten the bounds of each position with the bounds of its neighbours."""
        count = range(len(self.line))
        upper, lower = self.upper[0], self.lower[count[-1]]
        for made in count:
            upper = self.upper[made] = min(upper, self.upper.get(made, upper))
        for made in reversed(count):
            lower = self.lower[made] = max(lower, self.lower.get(made, lower))


def _moves(work: _Work, points: Sequence[ReviewPoint], players: int) -> Iterator[ReviewMove]:
    move_ids = [str(move) for move in work.line[-1].moves]
    for number, (move, (before, after)) in enumerate(zip(move_ids, pairwise(points), strict=True), 1):
        before_move = work.line[number - 1]
        least, most = _apart((before.lower, before.upper), (after.lower, after.upper))
        result = work.found.get(number - 1)
        better = str(result.moves[0]) if least and result and result.moves and _keeps(work, number - 1) else None
        yield ReviewMove(
            number=number,
            move=move,
            player=getattr(before_move, "to_move", 0) if players > 1 else 0,
            position=before_move.id,
            cost=least if least == most else None,
            least=least,
            most=most,
            better=better,
        )


def _apart(before: tuple[Exact, Exact], after: tuple[Exact, Exact]) -> tuple[Exact, Exact]:
    """Return bounds on the loss between two moments, given bounds on the value at both."""
    # A two-player game has a single value, and one player's loss is the other's gain.
    ends = [abs(Fraction(a - b)) for a in before for b in after]
    apart = before[0] > after[1] or after[0] > before[1]
    return _whole(min(ends) if apart else Fraction()), _whole(max(ends))


def lost(position: Position[Any], before: Result[Any], after: Result[Any]) -> tuple[Exact, Exact]:
    """Return bounds on the loss between two positions of a game, in the game's measure.

    Parameters
    ----------
    position
        Any position of the game.
    before, after
        Results of best play from the two positions.

    Examples
    --------
    >>> from perfectplay import parse_position, solve
    >>> lost(parse_position("taxman:10"), solve("taxman:10"), solve("taxman:10/10"))
    (13, 13)
    """
    measure: Measure = game_spec(position.game).part("review") or _VALUE
    start = position.start()
    low, high = (
        tuple(sorted(measure.of(start, bound) for bound in (result.lower, result.upper))) for result in (before, after)
    )
    return _apart((low[0], low[1]), (high[0], high[1]))


def _keeps(work: _Work, made: int) -> bool:
    """Return whether the known line of play certainly loses nothing."""
    result = work.found[made]
    return work.worth(result.value) == work.upper[made] or result.status == "optimal"


def _sum(costs: Sequence[Exact]) -> Exact:
    return _whole(sum(map(Fraction, costs), Fraction()))


def _whole(number: Exact) -> Exact:
    return number.numerator if number.denominator == 1 else number
