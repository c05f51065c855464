"""Write certificates for answers of `perfectplay.factorgame.solve`; `perfectplay.factorgame.proof.check` reads them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from perfectplay.core.errors import InvalidPositionError, LimitExceededError, quote
from perfectplay.core.progress import ProgressCallback, ignore_progress
from perfectplay.core.proof.proofs import Proof
from perfectplay.core.running.interrupt import all_or_nothing
from perfectplay.factorgame.plain import PlainSearch
from perfectplay.factorgame.proof.check import FORMAT, GAME, VERSION
from perfectplay.factorgame.rules import FactorPosition
from perfectplay.factorgame.solve import solve

__all__ = ["MAX_N", "certify", "check_provable", "prove"]

MAX_N = 50
"""Largest N for which certificates are written, in at most half a minute."""


@all_or_nothing()
def certify(position: FactorPosition, *, progress: ProgressCallback = ignore_progress) -> dict[str, Any]:
    """Return a certificate of the first player's lead and of all best moves.

    Parameters
    ----------
    position
        A position that is not over, with N up to `MAX_N`.
    progress
        Called a few times a second during the search for the best moves.

    Returns
    -------
    dict
        The certificate, ready for JSON and `perfectplay.factorgame.proof.check`.  docs/certificates-factorgame.md has
        the format.

    Raises
    ------
    InvalidPositionError
        If the game is over.
    LimitExceededError
        If N is too large.

    Examples
    --------
    >>> certificate = certify(FactorPosition.new(8))
    >>> certificate["claim"], certificate["proof"]["moves"]
    ({'lead': 7, 'best_moves': [7]}, [8, 6, 6, 8, 8])
    """
    check_provable(position)
    if position.is_over():
        raise InvalidPositionError("the game {id} is over; give a position with a move", id=quote(position.id))
    result = solve(position, progress=progress)
    best = result.best_moves or ()
    lead = position.points[0] - position.points[1]
    margin = (result.value - lead) * (-1 if position.to_move else 1)
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": GAME,
        "position": position.id,
        "claim": {"lead": result.value, "best_moves": [*best]},
        "proof": {"kind": "strategy", "moves": [*_Strategy(position).moves(position, margin, best)]},
    }


@all_or_nothing()
def prove(
    position: FactorPosition,
    *,
    time_limit: float | None = None,  # noqa: ARG001  # it takes half a minute at most
    progress: ProgressCallback = ignore_progress,
) -> Proof:
    """Build the certificate of a position.

    Parameters
    ----------
    position
        A position for `perfectplay.factorgame.proof.write.certify`.
    time_limit
        Ignored: every proof is complete.
    progress
        Called from time to time.

    Raises
    ------
    InvalidPositionError
        If the game is over.
    LimitExceededError
        If the board is too large.

    Examples
    --------
    >>> prove(FactorPosition.new(8)).moves
    ('7', '4', '6')
    """
    certificate = certify(position, progress=progress)
    text = json.dumps(certificate, separators=(",", ":"))
    result = solve(position, progress=progress)
    counts = {"moves": len(certificate["proof"]["moves"])}
    return Proof(certificates=(text,), moves=tuple(map(str, result.moves)), counts=counts, result=result)


def check_provable(position: FactorPosition) -> None:
    """Raise an error if a board is too large for a certificate.

    Raises
    ------
    LimitExceededError
        If N is above `MAX_N`.
    """
    if position.n > MAX_N:
        raise LimitExceededError(
            "N = {n} is too large for a certificate; the largest possible N is {most}", n=position.n, most=MAX_N
        )


class _Strategy:
    """A move for each board that may occur, which proves the strongest bound that is needed there.

    Bit i of a board stands for the number i, bit 0 for the odd number.
    """

    def __init__(self, position: FactorPosition) -> None:
        self._search = PlainSearch(range(1, position.n + 1), passing=position.passing)
        # The bound needed on each board, grouped by size: a move leaves fewer numbers, so handle larger boards first.
        self._needed: list[dict[int, int]] = [{} for _ in range(position.n + 2)]
        self._chosen: dict[int, int] = {}

    def moves(self, position: FactorPosition, margin: int, best: tuple[int, ...]) -> Iterator[int]:
        """Yield the moves of the strategy in the order in which the checker reads them."""
        board = sum(1 << number for number in position.left)
        options = sorted(self._search.moves(board), key=lambda option: option[1])
        for gain, move, left in options:
            self._need(left, gain - margin + (move not in best))
        for gain, move, left in options:
            if move in best:
                self._need_replies(left, gain - margin)
        for boards in reversed(self._needed):
            for state, bound in boards.items():
                self._choose(state, bound)
        met: set[int] = set()
        for _, _, left in options:
            yield from self._walk(left, met)
        for _, move, left in options:
            if move in best:
                yield from self._walk_replies(left, met)

    def _need(self, left: int, bound: int) -> None:
        """Record that the strategy must guarantee the player to move a margin of at least ``bound``."""
        board = self._search.live(left)
        if board:
            boards = self._needed[board.bit_count()]
            boards[board] = max(bound, boards.get(board, bound))

    def _need_replies(self, left: int, bound: int) -> None:
        """Record that the strategy must hold the player to move to a margin of at most ``bound``."""
        board = self._search.live(left)
        if board:
            for gain, _, after in self._search.moves(board):
                self._need(after, gain - bound)

    def _choose(self, board: int, bound: int) -> None:
        """Choose a move that guarantees at least ``bound``, and record the bounds that it needs."""
        gain, move, left = next(
            (gain, move, left)
            for gain, move, left in sorted(self._search.moves(board), reverse=True)
            if self._search.margin(left, gain - bound, gain - bound + 1) <= gain - bound
        )
        self._chosen[board] = move
        self._need_replies(left, gain - bound)

    def _walk(self, left: int, met: set[int]) -> Iterator[int]:
        board = self._search.live(left)
        if not board or board in met:
            return
        met.add(board)
        move = self._chosen[board]
        yield move
        yield from self._walk_replies(next(left for _, i, left in self._search.moves(board) if i == move), met)

    def _walk_replies(self, left: int, met: set[int]) -> Iterator[int]:
        board = self._search.live(left)
        if board:
            for _, _, after in sorted(self._search.moves(board), key=lambda option: option[1]):
                yield from self._walk(after, met)
