"""Is there another best game?  The exact solver, with the sets of numbers that are known barred."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from perfectplay.core.progress import ProgressCallback, ignore_progress
from perfectplay.core.running.deadline import Deadline
from perfectplay.matching.search.state import State
from perfectplay.matching.search.tree import Search
from perfectplay.taxman.exact import live_numbers
from perfectplay.taxman.exact.hasse import build_hasse, moves_of_picks
from perfectplay.taxman.exact.heuristic import Bans
from perfectplay.taxman.exact.named import NamedCut, labelled
from perfectplay.taxman.plain import verify
from perfectplay.taxman.rules import TaxmanPosition

__all__ = ["alternative_optimum"]


def alternative_optimum(
    position: TaxmanPosition,
    known: Sequence[Iterable[int]],
    *,
    cuts: Iterable[NamedCut] = (),
    progress: ProgressCallback = ignore_progress,
) -> tuple[int, ...] | None:
    """Find a best game that takes none of the sets of numbers that are known, or prove that there is none.

    ``known`` are one or more sets with which the best score is reached from the position on; they are believed.
    Returns the moves of such a game; ``None`` if there is none, which is proven as a best score is.  Raises what
    `perfectplay.taxman.exact.solve` does, and `KeyboardInterrupt` at Ctrl-C.

    Notes
    -----
    A best game with another set does not take all numbers of a known one, since it would score more.  So it obeys the
    inequality that at most all but one of them are taken, and the search, with these as further cuts, is for games that
    score one more than one less than the best.

    Examples
    --------
    >>> position = TaxmanPosition.new([1, 2, 4, 7, 11, 22])
    >>> alternative_optimum(position, [(11, 22)])
    (7, 4, 22)
    >>> alternative_optimum(position, [(11, 22), (7, 4, 22)]) is None
    True
    """
    hasse = build_hasse(live_numbers(position))
    sets = [np.isin(hasse.weights, list(taken)) for taken in known]
    best = int(hasse.weights[sets[0]].sum())
    if not best:
        return None
    state = State(
        hasse,
        seed=0,
        deadline=Deadline(),
        progress=progress,
        enough=best,
        offset=position.player,
        heuristic=Bans.of(hasse),
    )
    state.separator.lift(labelled(hasse, cuts))
    state.incumbent.bar(sets)
    state.relaxation.add([state.pool.bar(hasse, taken) for taken in sets])
    outcome = Search(state).run()
    if outcome.value == best:
        moves = moves_of_picks(hasse, outcome.picks)
        verify(position, moves, position.player + best)
        return tuple(moves)
    if outcome.interrupted:
        raise KeyboardInterrupt
    return None
