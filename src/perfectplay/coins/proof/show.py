"""Proofs of greedy coins, to be shown: each is made on the spot."""

from __future__ import annotations

import json

from perfectplay.coins.proof.write import certify
from perfectplay.coins.rules import CoinsPosition
from perfectplay.coins.solve import solve
from perfectplay.core.progress import ProgressCallback, ignore_progress
from perfectplay.core.proof.proofs import Proof

__all__ = ["prove"]


def prove(
    position: CoinsPosition,
    *,
    time_limit: float | None = None,  # noqa: ARG001  # an answer takes a fraction of a second
    progress: ProgressCallback = ignore_progress,
) -> Proof:
    """Make the certificate of a position.

    Parameters
    ----------
    position
        A position in which there are coins left.
    time_limit
        Seconds; every proof is a full one, so it is not needed.
    progress
        Called now and then.

    Raises
    ------
    InvalidPositionError
        If the game is over.
    LimitExceededError
        If there are too many coins for a proof that is examined; see `perfectplay.coins.proof.write.certify`.

    Examples
    --------
    >>> prove(CoinsPosition.from_id("coins:1.2.4.3")).moves
    ('L', 'L', 'L', 'L')
    """
    text = json.dumps(certify(position, progress=progress), separators=(",", ":"))
    moves = solve(position, progress=progress).moves
    return Proof(certificates=(text,), moves=moves, counts={"moves": len(moves)})
