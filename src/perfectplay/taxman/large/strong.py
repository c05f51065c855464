"""The strongest game and bound that a given time allows, for pots beyond the table of proven scores.

First comes the game of `perfectplay.taxman.large.largescale.approximate`, with as many bans as a share of the time
allows. Then linear programs with cuts lower the bound far below the weight of the heaviest matching, and suggest other
games. The programs come from the exact solver or, for larger pots, from `perfectplay.taxman.large.firstorder`.
Finally, bans improve the best game again.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from perfectplay.core.errors import LimitExceededError
from perfectplay.core.progress import Progress, ProgressCallback, ignore_progress
from perfectplay.core.result import Result, Status
from perfectplay.core.running.interrupt import deferred_interrupt
from perfectplay.taxman.rules import TaxmanPosition

__all__ = ["MAX_CUTS_N", "TIME_LIMIT", "improve_by_bans", "strong_play"]

MAX_CUTS_N = 100_000
"""Largest N for linear programs: the checkers do not accept cuts of larger pots."""

TIME_LIMIT = 60.0
"""Seconds that `strong_play` takes by default."""

_FIRST_SHARE = 0.2
_LAST_SHARE = 0.2
_LARGE_FIRST_SHARE = 0.1
_LARGE_LAST_SHARE = 0.5
_LARGE = 4_000
_SIMPLEX_N = 6_000
_BANS_N = 20_000
"""Shares of the time for the first game and for the last bans. The last bans get more above N = `_LARGE`, where few
rounds of cuts are possible, and less above N = `_BANS_N`, where bans change little. Above N = `_SIMPLEX_N`, the linear
programs come from `perfectplay.taxman.large.firstorder`, which does not need a good game to start from."""
_GAMES_SHARE = 0.2
_GAMES_ROUND = 10
"""After `_GAMES_ROUND` rounds, `_GAMES_SHARE` of the time for linear programs is spent on games that follow them."""
_TRIES = 20
"""Bans try at most `_TRIES` times N games: small pots need no more."""


def strong_play(
    n: int,
    *,
    time_limit: float = TIME_LIMIT,
    seed: int = 0,
    warm: Sequence[int] = (),
    certificate: bool = False,
    progress: ProgressCallback = ignore_progress,
) -> Result[int, int]:
    """Find a strong game for {1..n}, n up to `MAX_CUTS_N`, and prove a bound on the best score.

    The run ends after ``time_limit`` seconds, once the current step is finished. The result depends on the time and on
    ``seed``, at least 0. ``warm`` are the moves of a game of {1..n} or {1..n-1}, in order; the search continues from
    that game if it beats the first one found. Raises `IllegalMoveError` for illegal ``warm`` moves.

    The result is that of `perfectplay.taxman.exact.solve`, with the provenance of
    `perfectplay.taxman.large.largescale.approximate`; ``bound`` is ``"cuts"`` if the exact solver proved it; otherwise
    the certificate is of the kind "dual".
    """
    from perfectplay.taxman.exact import solve
    from perfectplay.taxman.exact.hasse import NamedCut
    from perfectplay.taxman.large.largescale import approximate, replay
    from perfectplay.taxman.proof.write import with_game

    if n > MAX_CUTS_N:
        raise LimitExceededError(
            "N = {n} is too large for cuts; the largest possible N is {most}", n=n, most=MAX_CUTS_N
        )
    began = time.perf_counter()

    def left(share: float = 0.0) -> float:
        return max(0.0, (1 - share) * time_limit - (time.perf_counter() - began))

    tries = 0 if warm else _TRIES * n
    share = _FIRST_SHARE if n <= _SIMPLEX_N else _LARGE_FIRST_SHARE
    with deferred_interrupt() as interrupt:
        first = approximate(n, tries=tries, seed=seed, time_limit=share * time_limit, progress=progress)
        if warm and not interrupt.pressed and replay(n, warm) > first.value:
            score = sum(warm)
            status: Status = "optimal" if score == first.upper else "bounded"
            proof = first.certificate and with_game(first.certificate, score, warm)
            first = replace(first, value=score, lower=score, status=status, moves=tuple(warm), certificate=proof)
        if first.status == "optimal" or interrupt.pressed or left() == 0:
            return replace(first, provenance={**first.provenance, "complete": first.status == "optimal"})
        share = _LARGE_LAST_SHARE if _LARGE < n <= _BANS_N else _LAST_SHARE
        if n <= _SIMPLEX_N:
            known = first.certificate["proof"]["cuts"] if first.certificate else ()
            second = solve(
                TaxmanPosition.new(n),
                time_limit=left(share),
                seed=seed,
                warm=first.moves,
                cuts=[NamedCut("T", ((1, *members),)) for _, members in known],
                certificate=certificate,
                progress=progress,
            )
        else:
            second = _by_steps(n, first, left(share), seed, progress)
        better_bound = second.upper <= first.upper
        upper, score, moves = min(first.upper, second.upper), second.value, second.moves
        if score < upper and not interrupt.pressed:
            score, moves = improve_by_bans(n, score, upper, moves, seconds=left(), seed=seed, progress=progress)
    proof = second.certificate if better_bound else first.certificate
    proof = proof and with_game(proof, score, moves)
    return Result(
        value=score,
        lower=score,
        upper=upper,
        status="optimal" if score == upper else "bounded",
        moves=moves,
        seconds=time.perf_counter() - began,
        provenance={
            **first.provenance,
            "bound": "cuts" if better_bound else first.provenance["bound"],
            "first": first.value,
            "second": second.value,
            "picks": len(moves),
            "nodes": second.provenance["nodes"],
            "linear_programs": second.provenance["linear_programs"],
            "complete": score == upper,
            "interrupted": interrupt.pressed,
        },
        certificate=proof,
    )


def _by_steps(
    n: int, first: Result[int, int], seconds: float, seed: int, progress: ProgressCallback
) -> Result[int, int]:
    """Compute bounds by the linear program of a large pot, and look for games that follow it."""
    from perfectplay.taxman.large.firstorder import FirstOrder

    began = time.perf_counter()
    score, moves, games, spent = first.value, first.moves, 0, 0.0
    with deferred_interrupt() as interrupt:
        program = FirstOrder(n, seed)
        while not interrupt.pressed and score < program.upper and (now := time.perf_counter() - began) < seconds:
            progress(Progress("cuts", now, score, min(program.upper, first.upper)))
            if program.rounds >= _GAMES_ROUND and spent < _GAMES_SHARE * now:
                game_score, picks = program.game(games)
                games, spent = games + 1, spent + time.perf_counter() - began - now
                if game_score > score:
                    moves = program.moves(picks)
                    score = sum(moves)
            else:
                program.round()
    return Result(
        value=score,
        lower=score,
        upper=program.upper,
        status="optimal" if score == program.upper else "bounded",
        moves=moves,
        seconds=time.perf_counter() - began,
        provenance={"nodes": 1, "linear_programs": program.rounds, "interrupted": interrupt.pressed},
        certificate=program.written(score, moves),
    )


def improve_by_bans(
    n: int,
    score: int,
    upper: int,
    moves: tuple[int, ...],
    *,
    seconds: float,
    seed: int = 0,
    progress: ProgressCallback = ignore_progress,
) -> tuple[int, tuple[int, ...]]:
    """Improve a game of {1..n} by bans, until it reaches the bound, for ``seconds``, or until Ctrl-C.

    Returns the score and the moves in playing order, or the given moves if no game is better. The seed is 0 or larger.
    """
    import numpy as np

    from perfectplay.taxman.exact.hasse import build_hasse, moves_of_picks
    from perfectplay.taxman.large.bans import SETUP, better_picks
    from perfectplay.taxman.large.kernels.largescale import cover_graph

    ptr, lower, _ = cover_graph(n)
    picked = np.isin(np.arange(n + 1), moves)
    began = time.perf_counter()
    with deferred_interrupt() as interrupt:

        def over(done: int, best: int) -> float:
            passed = time.perf_counter() - began
            progress(Progress("bans", passed, max(score, best), upper))
            ready = passed if done else passed + SETUP * n**2
            if interrupt.pressed or best >= upper or done >= _TRIES * n or ready >= seconds:
                return 1.0
            return max(done / (_TRIES * n), passed / seconds)

        picked = better_picks(ptr, lower, picked, over, seed=seed, good=True)
    better = moves_of_picks(build_hasse(range(1, n + 1)), picked[1:])
    return (sum(better), tuple(better)) if sum(better) > score else (score, moves)
