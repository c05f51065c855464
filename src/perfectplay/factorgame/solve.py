"""The one door to best play in the factor game: a search with a table of all boards that it has seen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from perfectplay.core.errors import LimitExceededError
from perfectplay.core.patience import EndedEarlyError, Patience, open_patience
from perfectplay.core.progress import Progress, ProgressCallback, ignore_progress
from perfectplay.core.result import Result
from perfectplay.core.texts import Text
from perfectplay.factorgame.rules import FactorPosition, proper_divisors

__all__ = ["MAX_NUMBERS", "FactorResult", "solve"]

MAX_NUMBERS = 64
"""Most numbers that may still matter after the next move: all boards {1..N} up to N = 74."""

_NODES = 1 << 18
"""Positions that are looked at between two looks at the clock: some tenths of a second."""
_MAX_BITS = 22
"""The table has 2^22 places at most: 70 MB."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class FactorResult(Result[int]):
    """Best play of both players.

    ``value`` is the first player's lead at the end, past moves included; ``moves`` are a line of best play.

    Attributes
    ----------
    best_moves
        All moves that give nothing away, ascending; ``None`` if time was up before they were known.

    Examples
    --------
    >>> result = solve(FactorPosition.new(30))
    >>> result.value, result.best_moves
    (17, (25,))
    """

    best_moves: tuple[int, ...] | None


def solve(
    position: FactorPosition, *, time_limit: float | None = None, progress: ProgressCallback = ignore_progress
) -> FactorResult:
    """Find the best play of both players.

    Parameters
    ----------
    position
        Any position; after the next move, at most `MAX_NUMBERS` numbers may be left that still matter.
    time_limit
        Seconds, after which bounds are returned; ``None`` means no limit.
    progress
        Called some times a second; ``done`` and ``total`` count the moves that are compared.

    Raises
    ------
    LimitExceededError
        If too many numbers are left.

    Notes
    -----
    The search is exponential in the number of numbers; see docs/answers/two-players.md for times.

    Examples
    --------
    >>> result = solve(FactorPosition.new(10))
    >>> result.value, result.moves, result.best_moves
    (3, (7, 10, 8, 9), (7,))
    >>> solve(FactorPosition.from_id("factorgame:30/29")).value
    10
    """
    with open_patience(time_limit) as patience:
        search = _Search(position, patience, progress)
        best: tuple[int, ...] | None = None
        line: tuple[int, ...] = ()
        try:
            best = search.best_moves(position)
            line = search.line(position)
        except EndedEarlyError:
            line = (*line, *_greedy(position))
        end = position
        for move in line:
            end = end.play(move)
        sign, past = (-1 if position.to_move else 1), position.scores()[0]
        lower, upper = sorted((past + sign * search.lower, past + sign * search.upper))
        value = end.scores()[0]
        return FactorResult(
            value,
            lower,
            upper,
            "optimal" if value == lower == upper else "bounded",
            line,
            patience.seconds,
            {"source": "search", "method": "alpha-beta", "nodes": search.nodes, "interrupted": patience.interrupted},
            best_moves=best,
        )


def _greedy(position: FactorPosition) -> Iterator[int]:
    """Take what wins most at once, to the end."""
    while not position.is_over():
        move = max(position.legal_moves(), key=lambda number: number - sum(position.given(number)))
        yield move
        position = position.play(move)


class _Search:
    """What is known of the boards that a position can lead to.

    Attributes
    ----------
    lower, upper
        Proven bounds on what the player to move wins by from the position on.
    nodes
        Positions looked at.
    """

    def __init__(self, position: FactorPosition, patience: Patience, progress: ProgressCallback) -> None:
        # Loaded when somebody searches: the rules do without them.
        import numpy as np  # noqa: PLC0415

        from perfectplay.factorgame.kernels import search as kernels  # noqa: PLC0415

        self._kernels, self._np = kernels, np
        self._patience, self._progress = patience, progress
        numbers = sorted({number for move in position.legal_moves() for number in _live(position.play(move).left)})
        if len(numbers) > MAX_NUMBERS:
            message = Text(
                "{count} numbers are too many for perfect play; it is found as long as {most} numbers matter after the "
                "next move, from the start up to N = 74",
                count=len(numbers),
                most=MAX_NUMBERS,
            )
            raise LimitExceededError(message)
        self._bits = {number: 1 << i for i, number in enumerate(numbers)}
        size = max(1, len(numbers))
        below = np.zeros(size, np.uint64)
        above = np.zeros(size, np.uint64)
        sums = np.zeros((4, 1 << 16), np.int64)
        parts = np.arange(1 << 16)
        for i, number in enumerate(numbers):
            below[i] = self._board(proper_divisors(number))
            above[i] = self._board({multiple for multiple in numbers if number in proper_divisors(multiple)})
            sums[i // 16] += (parts >> i % 16 & 1) * number
        self._game = (np.array(numbers or [0], np.int64), below, above, sums)
        self._room = (
            np.zeros(65, np.uint64),
            np.zeros((65, 7), np.int64),
            np.zeros((65, 64), np.int64),
            np.zeros((65, 64), np.int64),
            np.zeros(64, np.uint64),
            np.zeros(64, np.int64),
        )
        places = 1 << min(_MAX_BITS, 6 + size // 3)
        self._table = (
            np.zeros(places, np.uint64),
            np.zeros(places, np.int32),
            np.zeros(places, np.int32),
            np.zeros(places, np.int8),
        )
        self.nodes = 0
        self.upper = sum(position.left)
        self.lower = -self.upper

    def _board(self, numbers: Any) -> Any:
        return self._np.uint64(sum(self._bits.get(number, 0) for number in numbers))

    def _options(self, position: FactorPosition) -> list[tuple[int, int, Any]]:
        """Legal moves by what they win at once, most first, with that and the board that they leave."""
        options = []
        for move in position.legal_moves():
            given = position.given(move)
            board = self._kernels.tidy(self._board(position.left - given - {move}), *self._game[1:3])
            options.append((move, move - sum(given), self._np.uint64(board)))
        return sorted(options, key=lambda option: -option[1])

    def _search(self, board: Any, low: int, high: int) -> int:
        """Search slice by slice; raises `EndedEarlyError`."""
        nodes = self._np.empty(1, self._np.int64)
        slice_ = _NODES
        while True:
            self._patience.check()
            nodes[0] = slice_
            found = int(self._kernels.search(board, low, high, self._game, self._room, self._table, nodes))
            self.nodes += slice_ - int(nodes[0])
            seconds = self._patience.seconds
            self._progress(Progress("moves", seconds, nodes=self.nodes, done=self._done, total=self._total))
            if found != self._kernels.NOTHING:
                return found
            # Where boards share places in the table, a longer slice gets further at last.
            slice_ += slice_ // 4

    def best_moves(self, position: FactorPosition) -> tuple[int, ...]:
        """Find all best moves, and what they win by; raises `EndedEarlyError`."""
        options = self._options(position)
        best: list[int] = []
        if not options:
            self.lower = self.upper = 0
        self._total = len(options)
        for self._done, (move, gain, board) in enumerate(options):
            if best:
                # Is it as good as the best so far?
                value = gain - self._search(board, gain - self.lower, gain - self.lower + 1)
                if value < self.lower:
                    continue
            before = self.lower
            best = [*best, move] if self._exact(gain, board) == before else [move]
        self.upper = self.lower
        return tuple(sorted(best))

    def _exact(self, gain: int, board: Any) -> int:
        """Close in on the value of a move that is as good as the best so far, with windows of no width."""
        high, guess = self.upper, max(self.lower, 0)
        while self.lower < high:
            test = guess + (guess == self.lower)
            guess = gain - self._search(board, gain - test, gain - test + 1)
            if guess < test:
                high = guess
            else:
                self.lower = guess
        return self.lower

    def line(self, position: FactorPosition) -> tuple[int, ...]:
        """Follow best play from the position whose best moves were found; raises `EndedEarlyError`."""
        moves = []
        value = self.lower
        while not position.is_over():
            move, gain = next(
                (move, gain)
                for move, gain, board in self._options(position)
                if gain - self._search(board, gain - value, gain - value + 1) >= value
            )
            moves.append(move)
            value = gain - value
            position = position.play(move)
        return tuple(moves)


def _live(left: frozenset[int]) -> Iterator[int]:
    """Yield the numbers of a board that have a divisor or a multiple on it."""
    for number in left:
        divisors = proper_divisors(number) & left
        if divisors:
            yield number
            yield from divisors
