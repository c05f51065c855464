"""The entry point for best play in the factor game: an alpha-beta search with a table of known boards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, ClassVar

from perfectplay.core.errors import LimitExceededError
from perfectplay.core.progress import Progress, ProgressCallback, ignore_progress
from perfectplay.core.result import Kind, Result, Solved, common
from perfectplay.core.running.deadline import Deadline, StoppedError, open_deadline
from perfectplay.core.schema import optional
from perfectplay.factorgame.plain import PlainSearch
from perfectplay.factorgame.rules import FactorPosition, Player, proper_divisors

__all__ = ["FactorResult", "FactorSolved", "solve"]

MAX_NUMBERS = 116
"""Maximum number of numbers that may still matter after the next move; a number that is alone does not matter."""
MAX_DIVIDING = 64
"""Maximum number of these numbers that divide others; boards {1..N} are allowed up to N = 131, but may take long."""
MAX_SUM = (1 << 15) - 1
"""Largest sum of the numbers that may still matter, because the compiled search stores values in 16 bits."""

_PLAIN_NUMBERS = 30
"""Maximum number of these numbers for the plain search; up to N = 35 it is faster than loading the compiled search."""
_PLAIN_ALONE = 42
"""The same limit where the kernels cannot run, as in a browser; it allows N up to 49, within seconds."""
_NODES = 1 << 18
"""Number of positions between two checks of the deadline; searching them takes a few tenths of a second."""
_BITS, _MAX_BITS = 22, 24
"""The table begins with at most 2^22 entries (100 MB); in half a minute or more, it grows to 2^24 (400 MB)."""
_CROWDED = 2
"""The table is doubled once this many positions have been searched for each of its entries."""
_WORD = (1 << 64) - 1


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class FactorResult(Result[int, int]):
    """Best play by both players.

    ``value`` is the first player's lead at the end, past moves included; ``moves`` are a line of best play.

    Attributes
    ----------
    best_moves
        All best moves, ascending; ``None`` if time ran out before they were known.
    costs
        The loss of lead from every legal move, 0 for a best one; ``None`` unless requested, or if time ran out.

    Examples
    --------
    >>> solve(FactorPosition.new(6), costs=True).costs[2]
    5
    """

    best_moves: tuple[int, ...] | None
    costs: Mapping[int, int] | None = None

    usual_kind: ClassVar[Kind] = "lead"

    def as_answer(self) -> FactorSolved:
        """Return the answer that ``--json`` prints and HTTP sends.

        >>> solve(FactorPosition.new(6), costs=True).as_answer().costs["2"]
        5
        """
        position: FactorPosition = self.position
        return FactorSolved(
            **common(position, self),
            to_move=position.to_move,
            points=position.points,
            moves=self.moves,
            best_moves=self.best_moves,
            costs=None if self.costs is None else {str(move): cost for move, cost in self.costs.items()},
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class FactorSolved(Solved):
    """The first player's lead under best play, and how to reach it.

    Attributes
    ----------
    to_move
        The player to move, 0 or 1.
    points
        Points of the first and the second player so far.
    moves
        A line of best play.
    best_moves
        All best moves, ascending; ``None`` if time ran out before they were known.
    costs
        The loss of lead from every legal move, 0 for a best one; only if requested, and computed in time.
    """

    to_move: Player
    points: tuple[int, int]
    moves: tuple[int, ...]
    best_moves: tuple[int, ...] | None
    costs: Mapping[str, int] | None = optional()


def solve(
    position: FactorPosition,
    *,
    time_limit: float | None = None,
    progress: ProgressCallback = ignore_progress,
    costs: bool = False,
) -> FactorResult:
    """Find the best play by both players.

    Parameters
    ----------
    position
        Any position in which at most `MAX_NUMBERS` numbers still matter after the next move, and at most `MAX_DIVIDING`
        of them divide others. The sum of these numbers may be at most `MAX_SUM`, unless they are few.
    time_limit
        Seconds after which the search stops and returns bounds; ``None`` means no limit.
    progress
        Called a few times a second; ``done`` and ``total`` count the compared moves.
    costs
        Whether to find the cost of every move, too, which takes up to 50 % longer.

    Raises
    ------
    LimitExceededError
        If the numbers left are too many or too large.

    Notes
    -----
    The time is exponential in the number of numbers on the board; see docs/answers/two-players.md for examples.

    Examples
    --------
    >>> result = solve(FactorPosition.new(10))
    >>> result.value, result.moves, result.best_moves
    (3, (7, 9, 6, 10, 8), (7,))
    >>> solve(FactorPosition.from_id("factorgame:30/29")).value
    10
    >>> solve(FactorPosition.new(6), costs=True).costs
    {2: 5, 3: 5, 4: 5, 5: 0, 6: 3}
    """
    with open_deadline(time_limit) as deadline:
        search = _Search(position, deadline, progress)
        best: tuple[int, ...] | None = None
        line: tuple[int, ...] = ()
        given_away: Mapping[int, int] | None = None
        try:
            best = search.best_moves(position)
            line = search.line(position)
            given_away = search.costs(position) if costs else None
        except StoppedError:
            line = line or tuple(_greedy(position, search.best[:1]))
        end = position
        for move in line:
            end = end.play(move)
        sign, past = (-1 if position.to_move else 1), _lead(position)
        lower, upper = sorted((past + sign * search.lower, past + sign * search.upper))
        value = _lead(end)
        return FactorResult(
            value,
            lower,
            upper,
            "optimal" if value == lower == upper else "bounded",
            line,
            deadline.seconds,
            {"source": "search", "method": "alpha-beta", "nodes": search.nodes, "interrupted": deadline.interrupted},
            best_moves=best,
            costs=given_away,
            position=position,
        )


def _greedy(position: FactorPosition, moves: Sequence[int]) -> Iterator[int]:
    """Yield the given moves, then the moves with the largest immediate gain until the game is over."""
    for move in moves:
        yield move
        position = position.play(move)
    while not position.is_over():
        move = max(position.legal_moves(), key=position.net)
        yield move
        position = position.play(move)


def _lead(position: FactorPosition) -> int:
    return position.points[0] - position.points[1]


class _Compiled:
    """The compiled search for large boards, with the interface of `perfectplay.factorgame.plain.PlainSearch`."""

    def __init__(self, numbers: Sequence[int], *, passing: bool, tick: Callable[[int], None]) -> None:
        import numpy as np

        from perfectplay.factorgame.kernels import search as kernels

        self._np, self._kernels, self._tick = np, kernels, tick
        self._odd = 1 << kernels.NUMBERS
        places = 1 << min(_BITS, 6 + len(numbers) // 3)
        self._game = (*tables(numbers), passing)
        self._table: tuple[Any, Any] = (np.zeros((places, 2), np.uint64), np.zeros((places, 4), np.int16))
        self.nodes = 0

    def margin(self, board: int, low: int, high: int) -> int:
        # In a board, bit 0 is the odd number, which the kernels keep in the highest bit.
        whole = board >> 1 | (self._odd if board & 1 else 0)
        words = self._np.array([whole & _WORD, whole >> 64], self._np.uint64)
        nodes = self._np.empty(1, self._np.int64)
        slice_ = _NODES
        while True:
            nodes[0] = slice_
            value = self._kernels.search(words, low, high, *self._game, *self._table, nodes)
            self.nodes += slice_ - int(nodes[0])
            if value != self._kernels.NOTHING:
                return value
            self._tick(self.nodes)
            # When two boards share a table slot, only a longer slice makes progress.
            slice_ += slice_ // 4
            places = len(self._table[0])
            if self.nodes > _CROWDED * places and places < 1 << _MAX_BITS:
                # In a table of twice the size, a board in the pair k of slots belongs to pair 2k or 2k + 1. Copy it to
                # both pairs: the wrong copy is never looked up, and will be overwritten.
                known, bounds = (
                    part.reshape(-1, 2, part.shape[1]).repeat(2, 0).reshape(-1, part.shape[1]) for part in self._table
                )
                self._table = known, bounds


def tables(numbers: Sequence[int]) -> tuple[Any, Any, Any]:
    """Return the arguments ``numbers``, ``below`` and ``sums`` of the compiled search."""
    import numpy as np

    bits = {number: 1 << i for i, number in enumerate(numbers[:64])}
    below = np.zeros(128, np.uint64)
    below[: len(numbers)] = [sum(bits.get(d, 0) for d in proper_divisors(number)) for number in numbers]
    known = np.zeros(128, np.int64)
    known[: len(numbers)] = numbers
    codes = np.arange(1 << 16)
    sums = np.zeros((4, 1 << 16), np.int64)
    for i, number in enumerate(numbers[:64]):
        sums[i // 16] += (codes >> i % 16 & 1) * number
    return known, below, sums


class _Watch:
    """A watch on a search that checks its deadline and reports its progress.

    Engines refer to this watch instead of their `_Search`, because a reference cycle would keep tables of 100 MB in
    memory.
    """

    def __init__(self, deadline: Deadline, progress: ProgressCallback) -> None:
        self._deadline, self._progress = deadline, progress
        self.done = self.total = 0

    def __call__(self, nodes: int) -> None:
        self._progress(Progress("moves", self._deadline.seconds, nodes=nodes, done=self.done, total=self.total))
        self._deadline.check()


class _Search:
    """A search of the boards that a position can lead to, with the values known so far.

    Attributes
    ----------
    best
        The best of the moves compared so far.
    lower, upper
        Proven bounds on the margin of the player to move in the rest of the game.
    """

    def __init__(self, position: FactorPosition, deadline: Deadline, progress: ProgressCallback) -> None:
        self._watch = _Watch(deadline, progress)
        following = map(position.play, position.legal_moves())
        numbers = sorted({number for after in following for number in after.left - after.alone})
        dividing = {d for number in numbers for d in proper_divisors(number)}.intersection(numbers)
        if len(numbers) > MAX_NUMBERS or len(dividing) > MAX_DIVIDING:
            raise LimitExceededError(
                "{count} numbers are too many for perfect play; the limit is {most} numbers that matter after the "
                "next move, or a start of N = 131",
                count=len(numbers),
                most=MAX_NUMBERS,
            )
        self._bits = {number: 2 << i for i, number in enumerate(sorted(numbers, key=lambda x: (x not in dividing, x)))}
        most = _PLAIN_NUMBERS if find_spec("numpy") else _PLAIN_ALONE
        if len(numbers) > most and sum(numbers) > MAX_SUM:
            raise LimitExceededError(
                "the {count} numbers that matter after the next move add up to {total}, too much for perfect play; "
                "the limit is {most}",
                count=len(numbers),
                total=sum(numbers),
                most=MAX_SUM,
            )
        engine = PlainSearch if len(numbers) <= most else _Compiled
        self._engine = engine(list(self._bits), passing=position.passing, tick=self._watch)
        self.best: list[int] = []
        self.upper = sum(position.left)
        self.lower = -self.upper

    @property
    def nodes(self) -> int:
        """Number of positions searched so far."""
        return self._engine.nodes

    def _options(self, position: FactorPosition) -> list[tuple[int, int, int]]:
        """Return each legal move with its immediate gain and the remaining board, the largest gain first."""
        options = []
        for move in position.legal_moves():
            left = position.left - position.given(move) - {move}
            board = sum(self._bits.get(number, 0) for number in left)
            options.append((move, position.net(move), board | len(left - self._bits.keys()) & 1))
        return sorted(options, key=lambda option: -option[1])

    def _worth(self, gain: int, board: int, test: int) -> int:
        """Return a bound on a move's margin, which shows if the margin is at least ``test``; raises `StoppedError`."""
        self._watch(self.nodes)
        return gain - self._engine.margin(board, gain - test, gain - test + 1)

    def best_moves(self, position: FactorPosition) -> tuple[int, ...]:
        """Return all best moves, and store their margin in ``lower`` and ``upper``; raises `StoppedError`."""
        options = self._options(position)
        if not options:
            self.lower = self.upper = 0
        self._watch.total = len(options)
        for self._watch.done, (move, gain, board) in enumerate(options):
            # Test whether the move is as good as the best so far.
            if self.best and self._worth(gain, board, self.lower) < self.lower:
                continue
            before = self.lower
            value = self._exact(gain, board, before, self.upper, max(before, 0))
            self.best = [*self.best, move] if value == before else [move]
        self.upper = self.lower
        return tuple(sorted(self.best))

    def costs(self, position: FactorPosition) -> Mapping[int, int]:
        """Return the cost of every move, once the best ones are known; raises `StoppedError`."""
        costs = dict.fromkeys(sorted(position.legal_moves()), 0)
        least = -sum(position.left)
        for move, gain, board in self._options(position):
            if move not in self.best:
                costs[move] = self.lower - self._exact(gain, board, least, self.lower - 1, self.lower - 1)
        return costs

    def _exact(self, gain: int, board: int, low: int, high: int, guess: int) -> int:
        """Return the exact margin of a move, given bounds on it, by searches with null windows."""
        while low < high:
            test = guess + (guess == low)
            guess = self._worth(gain, board, test)
            if guess < test:
                high = guess
            else:
                low = guess
                self.lower = max(self.lower, low)
        return low

    def line(self, position: FactorPosition) -> tuple[int, ...]:
        """Follow best play from the position whose best moves were found; raises `StoppedError`."""
        moves = []
        value = self.lower
        while not position.is_over():
            move, gain = next(
                (move, gain)
                for move, gain, board in self._options(position)
                if self._worth(gain, board, value) >= value
            )
            moves.append(move)
            value = gain - value
            position = position.play(move)
        return tuple(moves)
