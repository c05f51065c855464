"""The entry point for best play in Taxman: known results, then the plain search, then the exact solver."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Literal, Self

from perfectplay.core.progress import ProgressCallback, ignore_progress
from perfectplay.core.result import Result, Solved, common
from perfectplay.core.schema import Exact, optional
from perfectplay.taxman.plain import solve_plainly
from perfectplay.taxman.records import at_least_known, best_known, game_nearby, solve_from_table
from perfectplay.taxman.rules import TaxmanPosition

if TYPE_CHECKING:
    from perfectplay.taxman.records import Record
    from perfectplay.taxman.table.neighbours import Cuts
    from perfectplay.taxman.table.resume import SolvedRow

__all__ = ["TaxmanAllBest", "TaxmanResult", "TaxmanSolved", "TaxmanStep", "solve", "steps"]

_WORTH_READING = 10.0
"""Time limit, in seconds, below which it does not pay to read cuts from the proofs of similar pots."""


@dataclass(frozen=True, slots=True)
class BestSets:
    """All best games from a position: the ``sets`` of numbers that they take, in ascending order, and each ascending.

    ``games`` counts different orders of the same numbers as different games; it is ``None`` if there are too many.
    """

    sets: tuple[tuple[int, ...], ...]
    games: int | None


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class TaxmanResult(Result[int, int]):
    """A best game from a position on.

    Attributes
    ----------
    worst
        Whether the game is a worst game instead, which ends with the least score.
    best
        All best games, if they were requested.
    """

    worst: bool = False
    best: BestSets | None = None

    @classmethod
    def of(cls, position: TaxmanPosition, result: Result[int, int], *, worst: bool = False) -> Self:
        """Add the position to a solver's result."""
        known = {field.name: getattr(result, field.name) for field in fields(Result)}
        return cls(**known | {"position": position}, worst=worst)

    def as_answer(self) -> TaxmanSolved:
        """Return the answer for ``--json`` and HTTP, which has more figures of the whole game than the result.

        >>> solve(TaxmanPosition.new(6)).as_answer().margin
        9
        """
        start, score = self.position.start(), self.value
        pot, played = start.start_pot, steps(start, (*self.position.moves, *self.moves))
        used = {number for step in played for number in (step.take, *step.tax)}
        answer = TaxmanSolved(
            **common(self.position, self),
            n=pot.n,
            score=score,
            taxman=pot.total - score,
            moves=played[len(self.position.moves) :],
            margin=2 * score - pot.total,
            share=Fraction(score, pot.total),
            lowest=min((step.take for step in played), default=None),
            worst=self.worst or None,
            remainder=tuple(number for number in pot.numbers if number not in used),
        )
        if self.best is None:
            return answer
        solved = {field.name: getattr(answer, field.name) for field in fields(answer)}
        return TaxmanAllBest(**solved, best_sets=self.best.sets, best_games=self.best.games)


@dataclass(frozen=True, slots=True, kw_only=True)
class TaxmanStep:
    """A move with its price.

    Attributes
    ----------
    take
        The number taken.
    tax
        The numbers that the taxman gets for it, ascending.
    """

    take: int
    tax: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TaxmanSolved(Solved):
    """A best game from a position, with the state of its proof.

    Attributes
    ----------
    value, score, lower
        The player's final score in the best game found, past moves included.
    upper
        Proven bound on the player's final score.
    n
        The N of the pot {1..N} in which the game began, or ``None`` if it was another pot.
    taxman
        The taxman's final score: everything that the player does not take.
    moves
        The moves from the position on, in playing order.
    margin
        The player's final score minus the taxman's.
    share
        The player's share of the pot.
    lowest
        The smallest number taken, past moves included; ``None`` if no number is taken.
    remainder
        The numbers that are neither taken nor paid as tax, ascending; they are useless, and go to the taxman.
    proof
        For a row of the table of records: ``"searched"``, or ``"chained"`` if the score for N - 1 proves the bound.
    leaves
        For a row of the table: number of leaves of the search tree, 0 if there is no tree.
    worst
        Set if the worst game was requested: the game ends with the least score, and all bounds are that score.

    Examples
    --------
    >>> answer = solve(TaxmanPosition.new(6)).as_answer()
    >>> answer.margin, answer.share, answer.lowest, answer.remainder
    (9, Fraction(5, 7), 4, ())
    >>> from perfectplay.taxman.records import load_records
    >>> TaxmanSolved.of_row(load_records()[20]).score, TaxmanSolved.of_record(load_records()[20]).proof
    (124, 'searched')
    """

    value: int
    lower: int
    upper: int
    n: int | None
    score: int
    taxman: int
    moves: tuple[TaxmanStep, ...]
    margin: int
    share: Exact
    lowest: int | None
    remainder: tuple[int, ...]
    proof: Literal["searched", "chained"] | None = optional()
    leaves: int | None = optional()
    worst: bool | None = optional()

    @classmethod
    def of_row(cls, row: SolvedRow | Record) -> TaxmanSolved:
        """Build the answer from a solved pot {1..N}."""
        return TaxmanResult.of(TaxmanPosition.new(row.n), row.result()).as_answer()

    @classmethod
    def of_record(cls, record: Record) -> TaxmanSolved:
        """Build the answer from a row of the table of records, with its proof."""
        return replace(cls.of_row(record), proof=record.proof, leaves=record.leaves)


@dataclass(frozen=True, slots=True, kw_only=True)
class TaxmanAllBest(TaxmanSolved):
    """A best game from a position, and the number of best games.

    Attributes
    ----------
    best_sets
        Every set of numbers that a best game takes from the position on, ascending.
    best_games
        Number of best games, where different orders of the same numbers count as different games; ``None`` if they are
        too many to count.
    """

    best_sets: tuple[tuple[int, ...], ...]
    best_games: int | None


def steps(position: TaxmanPosition, moves: Iterable[int]) -> tuple[TaxmanStep, ...]:
    """Return legal moves from a position in playing order, with the tax on each by the rules.

    Examples
    --------
    >>> steps(TaxmanPosition.new(5), (5, 4))
    (TaxmanStep(take=5, tax=(1,)), TaxmanStep(take=4, tax=(2,)))
    """
    lines = []
    for move in moves:
        lines.append(TaxmanStep(take=move, tax=position.tax(move)))
        position = position.play(move)
    return tuple(lines)


def solve(
    position: TaxmanPosition,
    *,
    time_limit: float | None = None,
    progress: ProgressCallback = ignore_progress,
    records: bool = True,
    certificate: bool = False,
    jobs: int = 1,
    cluster: str | None = None,
) -> TaxmanResult:
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
        Whether to use the table of records and the list of bounded results: a search then starts from them, and the
        answer is at least as good.
    certificate
        Whether to attach a certificate. With ``records``, it is an installed one, with all that it cites. Otherwise the
        exact solver makes one, which claims only what the search has proven, perhaps less than the answer.
    jobs, cluster
        Number of processes, or a cluster, to share the tree once it is large; see `perfectplay.taxman.exact.solve`.

    Returns
    -------
    TaxmanResult
        The ``source`` in its provenance is ``"records"`` or ``"search"``.

    Raises
    ------
    LimitExceededError
        If the plain search cannot solve the position and the sum of the pot is too large for the exact solver.
    PerfectPlayError
        If the table of records, or a file of certificates, is damaged.

    Notes
    -----
    The table and the plain search take milliseconds, without large packages; the solver can take exponential time.

    Examples
    --------
    >>> result = solve(TaxmanPosition.new(20))
    >>> result.value, result.status, result.moves[0]
    (124, 'optimal', 19)
    """
    began = time.perf_counter()
    solved = solve_from_table(position) if records else None
    if certificate:
        solved = solved and _with_proof(solved, len(position.pot), progress)
    elif solved is None:
        solved = solve_plainly(position)
    if solved is not None:
        return TaxmanResult.of(position, solved)
    from perfectplay.taxman.exact import solve as search

    left = None if time_limit is None else max(0.0, time_limit - (time.perf_counter() - began))
    n = position.start_pot.n
    nearby = n if records and not position.moves else None
    cuts: Cuts = ()
    if nearby is not None and (left is None or left >= _WORTH_READING):
        from perfectplay.taxman.table.neighbours import cuts_near

        cuts = cuts_near(nearby)
    known = best_known(nearby) if nearby is not None and not certificate else None
    result = search(
        position,
        time_limit=left,
        progress=progress,
        certificate=certificate,
        # Ignore known bounds if a certificate is requested: a search that ends at a known bound proves nothing.
        enough=None if known is None else known.upper,
        warm=() if nearby is None else game_nearby(nearby),
        cuts=cuts,
        jobs=jobs,
        cluster=cluster,
    )
    return TaxmanResult.of(position, result if nearby is None else at_least_known(nearby, result))


def _with_proof(result: Result[int, int], n: int, progress: ProgressCallback) -> Result[int, int] | None:
    """Attach the certificate of {1..n} and the certificates that it cites; return ``None`` if it is not installed."""
    from perfectplay.taxman.proof.shipped import shipped

    texts = shipped(n, progress)
    if not texts:
        return None
    *cited, certificate = map(json.loads, texts)
    return replace(result, certificate=certificate, cited=tuple(cited))
