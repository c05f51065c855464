"""Proofs of the factor game, to be shown: each is made on the spot."""

from __future__ import annotations

import json

from perfectplay.core.progress import ProgressCallback, ignore_progress
from perfectplay.core.proof.proofs import Proof
from perfectplay.factorgame.proof.write import certify
from perfectplay.factorgame.rules import FactorPosition
from perfectplay.factorgame.solve import solve

__all__ = ["prove"]


def prove(
    position: FactorPosition,
    *,
    time_limit: float | None = None,  # noqa: ARG001  # an answer takes half a minute at most
    progress: ProgressCallback = ignore_progress,
) -> Proof:
    """Make the certificate of a position.

    Parameters
    ----------
    position
        A game that is not over, on a board that is not too large: see `perfectplay.factorgame.proof.write.certify`.
    time_limit
        Seconds; every proof is a full one, so it is not needed.
    progress
        Called now and then.

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
    moves = tuple(map(str, solve(position, progress=progress).moves))
    return Proof(certificates=(text,), moves=moves, counts={"moves": len(certificate["proof"]["moves"])})
