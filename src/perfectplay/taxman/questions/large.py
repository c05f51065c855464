"""Questions about large pots, and their answers for ``--json`` and HTTP."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Literal

from perfectplay.core.question import UNLIMITED, Name, ParameterError, Question, Work
from perfectplay.core.result import Result, Solved, common
from perfectplay.core.schema import optional
from perfectplay.taxman.large import strong
from perfectplay.taxman.records import at_least_known, game_nearby
from perfectplay.taxman.rules import MAX_N, Pot

__all__ = ["PlayLargePot", "TaxmanApprox"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TaxmanApprox(Solved):
    """A strong game for a large pot {1..N}, and a bound on how far it is from the best score.

    Attributes
    ----------
    position
        Id of the start; ``None`` above `perfectplay.taxman.rules.MAX_N`, for which there are no ids.
    value, score, lower
        Score of the game.
    upper
        Proven upper bound on the score of any game.
    n
        N of the pot.
    gap
        Difference between bound and score, as a share of the score; ``None`` if the score is 0 and the bound is not.
    valid
        Whether the game, replayed by the rules, and the proof of the bound passed their checks.
    picks
        How many numbers the player takes.
    matching
        Weight of the matching found, at most bound (2).
    bound
        Source of the bound: ``"cuts"``, ``"matching"`` or ``"primes"``.
    batches
        Number of batches in which the last game tried the lower half of the pot.
    tries
        Number of games tried by bans.
    complete
        Whether neither Ctrl-C nor the time limit cut anything short; with cuts, whether the game is proven best.
    moves
        The numbers taken, in playing order, if requested.

    Examples
    --------
    >>> found = PlayLargePot(n=100, bound="matching").answer()
    >>> found.lower <= 3164 <= found.upper
    True
    """

    value: int
    lower: int
    upper: int
    n: int
    score: int
    gap: float | None
    valid: bool
    picks: int
    matching: int
    bound: Literal["cuts", "matching", "primes"]
    batches: int
    tries: int
    complete: bool
    moves: tuple[int, ...] | None = optional()  # declares a field


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ApproxResult(Result[int, int]):
    """A strong game for a large pot {1..N}, with flags: whether it passed its checks, and whether to list moves."""

    n: int
    valid: bool
    listed: bool

    def as_answer(self) -> TaxmanApprox:
        """Return the answer for ``--json`` and HTTP."""
        n, score, upper, known = self.n, self.value, self.upper, self.provenance
        source = "records" if known.get("source") == "records" else "search"
        return TaxmanApprox(
            **common("taxman", self) | {"position": f"taxman:{n}" if n <= MAX_N else None, "source": source},
            n=n,
            score=score,
            gap=(upper - score) / score if score else None if upper else 0.0,
            valid=self.valid,
            picks=known["picks"],
            matching=known["matching"],
            bound=known["bound"],
            batches=known["batches"],
            tries=known["tries"],
            complete=known["complete"] or self.status == "optimal",
            moves=tuple(self.moves) if self.listed else None,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayLargePot(Question[ApproxResult]):
    """A question: a strong game for a large pot and a bound on the best score, both checked.

    Parameters
    ----------
    n
        At least 1, and at most the limit of `perfectplay.taxman.large.strong.strong_play` or
        `perfectplay.taxman.large.largescale.approximate`.
    bound
        Source of the bound: ``"cuts"`` selects the first of these functions, ``"matching"`` the second. The default
        is cuts if they are possible and there is a second for each 2,000 numbers.
    batches
        Argument of the second function; if it is given, that function is selected.
    records
        Whether to start from a stored game for n or n - 1, and to use a stored bound if it is lower; only with cuts.
    moves
        Whether to return the moves.

    Notes
    -----
    With cuts, the default time limit is 60 seconds; otherwise the default is no limit.

    Examples
    --------
    >>> answer = PlayLargePot(n=50, bound="matching").answer()
    >>> answer.valid, answer.lower <= 808 <= answer.upper
    (True, True)
    """

    n: int
    bound: Literal["cuts", "matching"] | None = None
    batches: int | None = None
    records: bool = True
    moves: bool = False

    def __post_init__(self) -> None:
        """Check that the arguments fit together, and that the pot is valid."""
        if self.n < 1:
            # Let `Pot` report malformed input, as for all other questions; large pots have another limit.
            Pot.up_to(self.n)
        if self.bound == "cuts" and self.batches is not None:
            raise ParameterError(
                "{batches} is for the matching bound; leave it out, or leave out {bound}",
                batches=Name("batches"),
                bound=Name("bound", "cuts"),
            )

    def answer(self, work: Work = UNLIMITED) -> ApproxResult:
        """Find a game and a bound, or a stored lower bound; return the result and whether it passed its checks."""
        n = self.n
        seconds = strong.TIME_LIMIT if work.time_limit is None else work.time_limit
        # In less time, cuts give worse games than `approximate`, and no better bounds.
        timely = n <= min(strong.MAX_CUTS_N, max(6_000, 2_000 * seconds))
        if self.bound == "cuts" or (self.bound is None and self.batches is None and timely):
            warm = game_nearby(n) if self.records else ()
            result = strong.strong_play(n, time_limit=seconds, warm=warm, certificate=True, progress=work.progress)
            best = at_least_known(n, result) if self.records else result
        else:
            from perfectplay.taxman.large.largescale import approximate

            best = result = approximate(n, batches=self.batches, time_limit=work.time_limit, progress=work.progress)
        known = {field.name: getattr(best, field.name) for field in fields(Result)}
        return ApproxResult(**known, n=n, valid=_is_valid(n, result), listed=self.moves)


def _is_valid(n: int, result: Result[int, int]) -> bool:
    """Return whether the game reaches its score by the rules, and the proof, if any, proves the bound."""
    from perfectplay.core.proof.writing import compact
    from perfectplay.taxman.large.duals import verify_certificate
    from perfectplay.taxman.large.largescale import replay
    from perfectplay.taxman.proof.check import check_bytes

    score, upper, proof = result.value, result.upper, result.certificate
    if replay(n, result.moves) != score:
        return False
    if proof is None:
        return True
    verdict = check_bytes(compact(proof).encode())
    if not verdict.examined:
        # The pot is too large for the certificate checker, so use `verify_certificate`.
        return (proof["claim"], verify_certificate(proof)) == ({"score": score, "upper": upper}, upper)
    return (verdict.valid, verdict.n, verdict.score, verdict.upper) == (True, n, score, upper)
