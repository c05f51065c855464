"""Branch and cut: best play from any position with a proof, another best set of picks, and the bound at the root."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from perfectplay import matching
from perfectplay.core.errors import LimitExceededError
from perfectplay.core.progress import Progress, ProgressCallback, ignore_progress
from perfectplay.core.result import Result
from perfectplay.core.running.deadline import Deadline
from perfectplay.matching.graph import MAX_TOTAL
from perfectplay.matching.search.state import Outcome, State
from perfectplay.matching.search.tree import Search
from perfectplay.taxman.exact.hasse import NamedCut, build_hasse, labelled, moves_of_picks
from perfectplay.taxman.large.bans import Bans
from perfectplay.taxman.plain import verify
from perfectplay.taxman.rules import TaxmanPosition


def solve(
    position: TaxmanPosition,
    *,
    time_limit: float | None = None,
    progress: ProgressCallback = ignore_progress,
    certificate: bool = False,
    seed: int = 0,
    enough: int | None = None,
    warm: Sequence[int] = (),
    cuts: Iterable[NamedCut] = (),
    jobs: int = 1,
    cluster: str | None = None,
) -> Result[int, int]:
    """Find and prove the best play from any position of Taxman: {1..N}, a game under way, or any other pot.

    ``time_limit``, in seconds, and Ctrl-C end the search with the best game so far and a valid bound.  The same seed (0
    or more), machine and library versions give the same search. Several ``jobs`` (processes), or a ``cluster`` (see
    `perfectplay.matching.solve`), may find another game of the same score.  With ``certificate``, the result has a
    certificate for `perfectplay.taxman.proof.check`.

    The search starts from ``warm``, the numbers taken in a good game of a similar pot, for example {1..N - 1}; they may
    be illegal for this pot. ``cuts`` from proofs of similar pots are derived again for this pot, and used if they are
    violated. ``enough`` is a known upper bound on the score of the whole game, for example from a chain; reaching it
    ends the search. Then the tree proves nothing, and no certificate is attached; otherwise a certificate claims the
    bound that the tree alone proves.

    ``value``, ``lower`` and ``upper`` of the result are player's scores for the whole game, past moves included;
    ``moves`` continue from the position.  Raises `LimitExceededError` if the pot adds up to more than
    `perfectplay.matching.graph.MAX_TOTAL`.

    Notes
    -----
    Branch and cut with exact pruning; exponential in the worst case (the problem is believed to be NP-hard).
    Pots {1..N} take milliseconds at N = 300 and under a minute at N = 1000.

    Examples
    --------
    >>> from perfectplay.taxman import TaxmanPosition
    >>> result = solve(TaxmanPosition.new(20))
    >>> result.value, result.status
    (124, 'optimal')
    """
    if seed < 0:
        raise LimitExceededError("the seed {seed} is negative; a seed is 0 or larger", seed=seed)
    deadline = Deadline(time_limit)
    gained = position.player
    hasse = build_hasse(_live_numbers(position))
    outcome = matching.solve(
        hasse,
        time_limit=deadline.remaining,
        progress=progress,
        seed=seed,
        enough=None if enough is None else enough - gained,
        offset=gained,
        picks=np.isin(hasse.weights, np.array(warm, np.int64)),
        sets=labelled(hasse, cuts),
        heuristic=Bans.of(hasse),
        jobs=jobs,
        cluster=cluster,
    )
    moves = moves_of_picks(hasse, outcome.picks)
    score, upper = gained + outcome.value, gained + outcome.upper
    closed_by_bound = score == upper < gained + outcome.tree_upper
    verify(position, moves, score)

    proof = None
    if certificate and not closed_by_bound:
        from perfectplay.taxman.exact.certify import build_certificate

        def tell(done: int, total: int) -> None:
            progress(Progress(f"certificate, leaf {done + 1} of {total}", deadline.seconds, score, upper))

        tree_upper = gained + outcome.tree_upper
        proof = build_certificate(position.id, score, tree_upper, moves, hasse, outcome, gained, tell)
    return Result(
        value=score,
        lower=score,
        upper=upper,
        status="optimal" if score == upper else "bounded",
        moves=tuple(moves),
        seconds=deadline.seconds,
        provenance=_provenance(outcome, seed, gained)
        | {"closed_by_bound": closed_by_bound}
        | ({"went_on_alone": outcome.trouble} if outcome.trouble else {}),
        certificate=proof,
    )


def root_bound(
    position: TaxmanPosition,
    *,
    seed: int = 0,
    thorough: bool = False,
    time_limit: float | None = None,
    progress: ProgressCallback = ignore_progress,
) -> int:
    """Return the cut-strengthened bound: the root relaxation with all cuts found, rounded down in integers.

    The search for cuts is heuristic: another seed, or a ``time_limit`` in seconds, may give a slightly different valid
    bound. If ``thorough``, it looks for cuts as long as they lower the bound noticeably, even if a tree would be
    faster. At N = 600 this lowers the bound by 5 in 9 s instead of 1 s, and at N = 1000 by 20 in 15 s instead of 4 s.

    >>> root_bound(TaxmanPosition.new(30)) >= 301
    True
    """
    hasse = build_hasse(_live_numbers(position))
    state = State(hasse, seed=seed, deadline=Deadline(time_limit), progress=progress, heuristic=Bans.of(hasse))
    return position.player + Search(state).bound_root(thorough=thorough)


def _live_numbers(position: TaxmanPosition) -> list[int]:
    """Return the numbers of the pot that are not dead, ascending, if their sum is not too large.

    >>> _live_numbers(TaxmanPosition.from_id("taxman:6~end/5"))
    [2, 3, 4, 6]
    """
    total = sum(position.pot)
    if total > MAX_TOTAL:
        raise LimitExceededError(
            "the pot adds up to {total}; the exact solver handles sums up to {most}", total=total, most=MAX_TOTAL
        )
    # Skip dead numbers, which the variant "end" leaves in the pot: they do not belong to any pair.
    divisors, multiples = position.start_pot.divisors, position.start_pot.multiples
    return sorted(
        p for p in position.pot if not (position.pot.isdisjoint(divisors[p]) and position.pot.isdisjoint(multiples[p]))
    )


def _provenance(outcome: Outcome, seed: int, gained: int) -> dict[str, object]:
    return {
        "source": "search",
        "seed": seed,
        "nodes": outcome.nodes,
        "linear_programs": outcome.solves,
        "cuts": len(outcome.pool),
        "root_bound": gained + outcome.root_bound,
        "interrupted": outcome.interrupted,
    }


def alternative_optimum(
    position: TaxmanPosition,
    known: Sequence[Iterable[int]],
    *,
    cuts: Iterable[NamedCut] = (),
    progress: ProgressCallback = ignore_progress,
) -> tuple[int, ...] | None:
    """Find a best game that takes a set of numbers other than the known ones, or prove that there is none.

    ``known`` are one or more sets that reach the best score from the position; this is not checked. Returns the moves
    of the new game, or ``None`` if it is proven that there is none. Raises the errors of
    `perfectplay.taxman.exact.solve`, and `KeyboardInterrupt` at Ctrl-C.

    Notes
    -----
    A best game with another set does not take all numbers of a known set, or it would score more. So for each known set
    it obeys the inequality that at least one of the set's numbers is not taken. With these inequalities as further
    cuts, the search must beat the best score minus one.

    Examples
    --------
    >>> position = TaxmanPosition.new([1, 2, 4, 7, 11, 22])
    >>> alternative_optimum(position, [(11, 22)])
    (7, 4, 22)
    >>> alternative_optimum(position, [(11, 22), (7, 4, 22)]) is None
    True
    """
    hasse = build_hasse(_live_numbers(position))
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
