"""The entry to best play in Taxman: known results, then the plain search, then the exact solver."""

from __future__ import annotations

import json
import time
from dataclasses import replace

from perfectplay.core.progress import ProgressCallback, ignore_progress
from perfectplay.core.result import Result
from perfectplay.taxman.plain import solve_plainly
from perfectplay.taxman.records import at_least_known, best_known, game_nearby, solve_from_table
from perfectplay.taxman.rules import TaxmanPosition

__all__ = ["solve"]

_WORTH_READING = 10.0
"""Seconds below which reading the cuts of similar pots' proofs, which takes seconds, costs more than it gains."""


def solve(
    position: TaxmanPosition,
    *,
    time_limit: float | None = None,
    progress: ProgressCallback = ignore_progress,
    records: bool = True,
    certificate: bool = False,
    jobs: int = 1,
    cluster: str | None = None,
) -> Result[int, int]:
    """Find and prove the best play from a position, in the fastest way.

    Parameters
    ----------
    position
        Any position.
    time_limit
        Seconds after which the exact solver returns the best game so far and a bound; ``None`` means no limit.  A small
        question takes milliseconds and has no limit.
    progress
        Called about ten times a second by the exact solver.
    records
        Whether to use the table of records and the list of bounded results: the answer is then at least as good, and a
        search starts from there.
    certificate
        Whether to attach a certificate: with ``records``, an installed one with those that it cites. Otherwise the
        exact solver searches, and the certificate claims only what that has proven, which may be less than the answer.
    jobs, cluster
        Processes that share the solver's tree, once it is large; see `perfectplay.taxman.exact.solve`.

    Returns
    -------
    Result
        The ``source`` in its provenance is ``"records"`` or ``"search"``.

    Raises
    ------
    LimitExceededError
        If the question is not a small one and the sum of the pot is too large for the exact solver.
    PerfectPlayError
        If the table of records, or a file of certificates, is damaged.

    Notes
    -----
    Milliseconds from the table and by the plain search, which import no large package; exponential in the worst case.

    Examples
    --------
    >>> result = solve(TaxmanPosition.new(20))
    >>> result.value, result.status, result.moves[0]
    (124, 'optimal', 19)
    """
    began = time.perf_counter()
    found = solve_from_table(position) if records else None
    if certificate:
        found = found and _with_proof(found, len(position.pot), progress)
    elif found is None:
        found = solve_plainly(position)
    if found is not None:
        return found
    from perfectplay.taxman.exact import solve as search
    from perfectplay.taxman.table.neighbours import cuts_near

    left = None if time_limit is None else max(0.0, time_limit - (time.perf_counter() - began))
    n = position.start_pot.n
    nearby = n if records and not position.moves else None
    cuts = cuts_near(nearby) if nearby is not None and (left is None or left >= _WORTH_READING) else ()
    known = best_known(nearby) if nearby is not None and not certificate else None
    result = search(
        position,
        time_limit=left,
        progress=progress,
        certificate=certificate,
        # Use no known bound for a certificate: a search that ends at this bound proves nothing.
        enough=None if known is None else known.upper,
        warm=() if nearby is None else game_nearby(nearby),
        cuts=cuts,
        jobs=jobs,
        cluster=cluster,
    )
    return result if nearby is None else at_least_known(nearby, result)


def _with_proof(result: Result[int, int], n: int, progress: ProgressCallback) -> Result[int, int] | None:
    """Attach the certificate of {1..n} and those that it cites; return ``None`` if it is not installed."""
    from perfectplay.taxman.proof.shipped import shipped

    texts = shipped(n, progress)
    if not texts:
        return None
    *cited, certificate = map(json.loads, texts)
    return replace(result, certificate=certificate, cited=tuple(cited))
