"""The strongest game and bound that a given time yields, for pots beyond the table of proven scores.

First the game of `perfectplay.taxman.largescale.approximate`, with as many bans as a share of the time allows.  Then
the exact solver goes on from it: its linear programs, with cuts, lower the bound far below that of the heaviest
matching, and find better games up to a few thousand numbers.
"""

from __future__ import annotations

import time

from perfectplay.core.errors import LimitExceededError
from perfectplay.core.progress import ProgressCallback, ignore_progress
from perfectplay.core.result import Result, Status
from perfectplay.taxman.rules import TaxmanPosition

__all__ = ["MAX_CUTS_N", "TIME_LIMIT", "strong_play"]

MAX_CUTS_N = 20_000
"""Largest N for which the linear programs are worth their time."""

TIME_LIMIT = 60.0
"""Seconds that `strong_play` takes by default."""

_SHARE = 0.3
"""Of the time, the first game gets so much."""
_TRIES = 20
"""So many times N are the games that are tried by bans at most: small pots need no more."""


def strong_play(
    n: int,
    *,
    time_limit: float = TIME_LIMIT,
    seed: int = 0,
    certificate: bool = False,
    progress: ProgressCallback = ignore_progress,
) -> Result:
    """Find a strong game for {1..n}, and prove how far from the best one it is at most.

    Parameters
    ----------
    n
        1 to `MAX_CUTS_N`.
    time_limit
        Seconds after which everything is to be done.  It may take longer by the step in hand.
    seed
        Seed of all randomness, 0 or larger; the time available decides, too.
    certificate
        Whether to attach a certificate.
    progress
        Called several times a second.

    Returns
    -------
    Result
        As of `perfectplay.taxman.exact.solve`, with the provenance of `perfectplay.taxman.largescale.approximate`;
        ``bound`` is ``"cuts"`` if the exact solver proved it.  Only then is the certificate one for
        `perfectplay.taxman.check`, otherwise it is one for `perfectplay.taxman.largescale.verify_dual`.

    Raises
    ------
    InvalidPositionError, LimitExceededError
        If ``n`` or ``seed`` is out of range.
    """
    # Both bring numpy and numba along, the solver HiGHS, too: loaded at their door.
    from perfectplay.taxman.exact import solve  # noqa: PLC0415
    from perfectplay.taxman.largescale import approximate  # noqa: PLC0415

    if n > MAX_CUTS_N:
        message = f"N = {n} is too large for cuts; the largest possible N is {MAX_CUTS_N}"
        raise LimitExceededError(message)
    began = time.perf_counter()
    first = approximate(n, tries=_TRIES * n, seed=seed, time_limit=_SHARE * time_limit, progress=progress)
    left = time_limit - (time.perf_counter() - began)
    if first.status == "optimal" or first.provenance["interrupted"] or left <= 0:
        return first
    second = solve(
        TaxmanPosition.new(n),
        time_limit=left,
        seed=seed,
        warm=first.moves,
        certificate=certificate,
        progress=progress,
    )
    better_bound = second.upper <= first.upper
    upper = min(first.upper, second.upper)
    status: Status = "optimal" if second.lower == upper else "bounded"
    return Result(
        value=second.value,
        lower=second.lower,
        upper=upper,
        status=status,
        moves=second.moves,
        seconds=time.perf_counter() - began,
        provenance={
            **first.provenance,
            "bound": "cuts" if better_bound else first.provenance["bound"],
            "first": int(first.value),
            "picks": len(second.moves),
            "nodes": second.provenance["nodes"],
            "linear_programs": second.provenance["linear_programs"],
            "complete": status == "optimal",
            "interrupted": second.provenance["interrupted"],
        },
        certificate=second.certificate if better_bound else first.certificate,
    )
