"""Proofs of arithmetical pursuit, to be shown: each is made on the spot."""

from __future__ import annotations

import json

from perfectplay.core.progress import ProgressCallback, ignore_progress
from perfectplay.core.proof.proofs import Proof
from perfectplay.pursuit.proof.write import deal_certificate
from perfectplay.pursuit.rules import PursuitPosition
from perfectplay.pursuit.solve import solve

__all__ = ["prove"]


def prove(
    position: PursuitPosition,
    *,
    time_limit: float | None = None,
    progress: ProgressCallback = ignore_progress,
) -> Proof:
    """Make the certificate of a deal.

    Parameters
    ----------
    position
        A deal, before the first move.
    time_limit, progress
        As for `perfectplay.pursuit.solve.solve`.

    Raises
    ------
    InvalidPositionError
        If moves have been made.
    LimitExceededError
        If the numbers and the target are too large together for the solver.

    Examples
    --------
    >>> prove(PursuitPosition.from_id("pursuit:3.6.9.10.50.100:951")).moves
    ('100+6', '106*9', '954-3', '=')
    """
    result = solve(position, time_limit=time_limit, progress=progress)
    text = json.dumps(deal_certificate(position, result), separators=(",", ":"))
    return Proof(certificates=(text,), moves=tuple(map(str, result.moves)), counts={"moves": len(result.moves)})
