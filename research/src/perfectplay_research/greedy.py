"""Compute the value of greedy play in the factor game, if taking a number without divisors is forbidden.

A greedy player takes the number that wins most immediately: itself minus the divisors given away.  Ties go to the
smallest number.  Question 1494480 of Mathematics Stack Exchange (2015) asks whether that is optimal for large N.
"""

from __future__ import annotations

from collections.abc import Iterator

__all__ = ["MOST_SURE", "greedy_leads", "greedy_line"]

MOST_SURE = 64
"""Largest N for which all replies are tried; it takes a minute."""

Move = tuple[int, int, int]
"""A move: its immediate gain, the number, and the board after it."""

Line = tuple[int, tuple[int, ...]]
"""The first player's lead after some moves, and these moves."""


class _Boards:
    """Boards of the numbers 1 to n as bit masks: bit i stands for the number i."""

    def __init__(self, n: int) -> None:
        self.whole = (2 << n) - 2
        self._below = [sum(1 << d for d in range(1, x // 2 + 1) if x % d == 0) for x in range(n + 1)]
        self._sums: dict[int, int] = {}

    def moves(self, board: int) -> Iterator[Move]:
        for number in _numbers(board):
            given = self._below[number] & board
            if given:
                if given not in self._sums:
                    self._sums[given] = sum(_numbers(given))
                yield number - self._sums[given], number, board & ~(given | 1 << number)

    def greedy(self, board: int) -> Move | None:
        best = None
        for move in self.moves(board):
            # A move gains less than its number, and smaller numbers follow.
            if best is not None and best[0] >= move[1]:
                break
            if best is None or move[0] >= best[0]:
                best = move
        return best

    def live(self, board: int) -> int:
        """Remove numbers without divisors or multiples on the board: they can be neither taken nor given away."""
        left, rest = 0, board
        while rest:  # as `_numbers` does, but this loop takes half of the time
            number = rest.bit_length() - 1
            rest ^= 1 << number
            divisors = self._below[number] & board
            if divisors:
                left |= divisors | 1 << number
        return left


def _numbers(board: int) -> Iterator[int]:
    """Yield the numbers of a board, the largest first."""
    while board:
        number = board.bit_length() - 1
        board ^= 1 << number
        yield number


def greedy_leads(n: int) -> tuple[int, int]:
    """Return two leads of the first player: if the first player is greedy, and if the second player is greedy.

    The opponent of the greedy player knows this strategy, and plays the best replies to it.

    Parameters
    ----------
    n
        The board has the numbers 1 to n.  Time is exponential in n: a second for 49, a minute for `MOST_SURE`.

    Examples
    --------
    >>> greedy_leads(30)
    (0, 27)
    """
    boards = _Boards(n)
    known: dict[int, int] = {}

    def answered(board: int) -> int:
        """Return the margin of the player who is not greedy and is to move."""
        board = boards.live(board)
        if board not in known:
            known[board] = max((won - replied(left) for won, _, left in boards.moves(board)), default=0)
        return known[board]

    def replied(board: int) -> int:
        """Return the margin of the greedy player, who is to move."""
        move = boards.greedy(board)
        return 0 if move is None else move[0] - answered(move[2])

    return replied(boards.whole), answered(boards.whole)


def greedy_line(n: int, width: int = 20) -> Line:
    """Search for good replies to a greedy first player; return the first player's lead and the moves of both.

    The second player can keep the greedy player's lead this small; a better line may exist.  The search is a beam
    search: after every two moves, it keeps the positions with the smallest lead.

    Parameters
    ----------
    n
        The numbers 1 to n are played.
    width
        Width of the beam.  The default takes some milliseconds for n = 50, and a second for n = 200.

    Examples
    --------
    >>> greedy_line(30)
    (0, (29, 25, 27, 21, 14, 28, 26, 18, 22, 24, 20, 30))
    """
    boards = _Boards(n)
    first = boards.greedy(boards.whole)
    if first is None:
        return 0, ()
    beam: dict[int, Line] = {first[2]: (first[0], (first[1],))}
    ends: list[Line] = []
    while beam:
        following: dict[int, Line] = {}
        for board, (lead, line) in beam.items():
            options = [*boards.moves(board)]
            if not options:
                ends.append((lead, line))
            for won, number, left in options:
                reply = boards.greedy(left)
                if reply is None:
                    ends.append((lead - won, (*line, number)))
                    continue
                found = (lead - won + reply[0], (*line, number, reply[1]))
                following[reply[2]] = min(found, following.get(reply[2], found))
        beam = dict(sorted(following.items(), key=lambda one: one[1])[:width])
    return min(ends)
