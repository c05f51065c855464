"""What can be asked about large pots, and the answers that ``--json`` prints and HTTP sends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Self

from perfectplay.core.answers import Solved
from perfectplay.core.game import game_spec
from perfectplay.core.question import UNLIMITED, Name, ParameterError, Question, Work
from perfectplay.core.result import Result
from perfectplay.core.schema import optional
from perfectplay.taxman.large import strong
from perfectplay.taxman.records import at_least_known, game_nearby
from perfectplay.taxman.rules import MAX_N, Pot

__all__ = ["PlayLargePot", "TaxmanApprox"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TaxmanApprox(Solved):
    """A strong game for a large pot {1..N}, and how far from the best one it is at most.

    Attributes
    ----------
    position
        Id of the start; ``None`` above `perfectplay.taxman.rules.MAX_N`, where no id can be read.
    value, score, lower
        Score of the game.
    upper
        Proven bound on any score.
    n
        The pot.
    gap
        How far the bound is above the score, as a share of the score; ``None`` if the score is 0 and the bound is not.
    valid
        Whether the game, replayed by the rules, and the proof of the bound passed their checks.
    picks
        How many numbers are taken.
    matching
        Weight of the matching found, at most bound (2).
    bound
        What the bound comes from: ``"cuts"``, ``"matching"`` or ``"primes"``.
    batches
        Batches in which the lower half of the pot was tried for the last game.
    tries
        Games that were tried by bans.
    complete
        Whether neither Ctrl-C nor the time limit cut anything short; with cuts, whether the game is proven best.
    moves
        The numbers taken, in playing order, where they were asked for.

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
    moves: tuple[int, ...] | None = optional()  # it declares a field

    @classmethod
    def of(cls, n: int, result: Result[int, int], *, valid: bool, moves: bool = False) -> Self:
        """Tell what was found for a large pot, and whether it passed its checks."""
        score, upper, told = result.value, result.upper, result.provenance
        return cls(
            game="taxman",
            position=f"taxman:{n}" if n <= MAX_N else None,
            kind=game_spec("taxman").value,
            value=score,
            lower=score,
            upper=upper,
            status=result.status,
            seconds=round(result.seconds, 3),
            source="records" if told.get("source") == "records" else "search",
            n=n,
            score=score,
            gap=(upper - score) / score if score else None if upper else 0.0,
            valid=valid,
            picks=told["picks"],
            matching=told["matching"],
            bound=told["bound"],
            batches=told["batches"],
            tries=told["tries"],
            complete=told["complete"] or result.status == "optimal",
            moves=tuple(result.moves) if moves else None,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayLargePot(Question[TaxmanApprox]):
    """A strong game for a large pot and a bound on the best one, both of them checked.

    Parameters
    ----------
    n
        At least 1; as `perfectplay.taxman.large.strong.strong_play` or
        `perfectplay.taxman.large.largescale.approximate` takes it.
    bound
        Where the bound comes from, and so which of these plays; by default cuts, where they are possible
        and there is a second for 2,000 numbers or more.
    batches
        As of the latter, which it implies.
    records
        Whether to begin from a game for n or n - 1 that this program has, and to tell a bound that it knows, where that
        is lower; with cuts alone.
    moves
        Whether to tell the moves.

    Notes
    -----
    With cuts, the time limit is 60 seconds unless another one is given; otherwise there is none.

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
        """Refuse what does not go together."""
        if self.n < 1:
            # In the words of all other questions; what is too large is another matter here.
            Pot.up_to(self.n)
        if self.bound == "cuts" and self.batches is not None:
            raise ParameterError(
                "{batches} is for the matching bound; leave it out, or leave out {bound}",
                batches=Name("batches"),
                bound=Name("bound", "cuts"),
            )

    def find(self, work: Work = UNLIMITED) -> tuple[Result[int, int], bool]:
        """Find a game, and a bound that may be above one that was known; and tell whether they passed their checks."""
        n = self.n
        seconds = strong.TIME_LIMIT if work.time_limit is None else work.time_limit
        # In less time than that, cuts find worse games than the quick way, and no better bounds.
        timely = n <= min(strong.MAX_CUTS_N, max(6_000, 2_000 * seconds))
        if self.bound == "cuts" or (self.bound is None and self.batches is None and timely):
            warm = game_nearby(n) if self.records else ()
            result = strong.strong_play(n, time_limit=seconds, warm=warm, certificate=True, progress=work.progress)
            return (at_least_known(n, result) if self.records else result), _is_valid(n, result)
        from perfectplay.taxman.large.largescale import approximate

        result = approximate(n, batches=self.batches, time_limit=work.time_limit, progress=work.progress)
        return result, _is_valid(n, result)

    def answer(self, work: Work = UNLIMITED) -> TaxmanApprox:
        """Find the answer."""
        result, valid = self.find(work)
        return TaxmanApprox.of(self.n, result, valid=valid, moves=self.moves)


def _is_valid(n: int, result: Result[int, int]) -> bool:
    """Whether the game reaches its score by the rules, and the proof, if there is one, its bound."""
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
        # It is too large for the checker.
        return (proof["claim"], verify_certificate(proof)) == ({"score": score, "upper": upper}, upper)
    return (verdict.valid, verdict.n, verdict.score, verdict.upper) == (True, n, score, upper)
