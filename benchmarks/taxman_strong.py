"""How strong a game and a bound `perfectplay taxman approx` finds in a given time, against the best published games.

    python benchmarks/taxman_strong.py [N ...] [--seconds S]

Prints one line for each N: the game of the first bans, the one after the linear programs, the final one, the bound, the
gap, and what the best published game has, where we know of one.  Seconds are those of the processor, also for the time
limit: they do not depend on what else the machine is doing.  Proofs are checked; no figure is judged.

The published scores are those of B. Chess's continuation chain, file ``mini/continuation_chain_2000.json`` of
https://github.com/bvchess/taxman at commit 1f9919346fe44f3819d7be3f36badcbc43efd34e.  Nothing else here uses them.
"""

from __future__ import annotations

import argparse
import time

from perfectplay.core.proof.writing import compact
from perfectplay.taxman.large.largescale import replay
from perfectplay.taxman.large.strong import strong_play
from perfectplay.taxman.proof.check import check_bytes

NUMBERS = (1368, 1400, 1450, 1470, 1900, 1950, 2000, 2500, 3000, 5000, 10_000, 20_000)
PUBLISHED = {
    1368: 589_605,
    1400: 616_586,
    1450: 662_580,
    1470: 680_753,
    1900: 1_135_467,
    1950: 1_196_544,
    2000: 1_258_368,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("n", type=int, nargs="*")
    parser.add_argument("--seconds", type=float, default=20.0)
    options = parser.parse_args()
    time.perf_counter = time.process_time
    strong_play(300, time_limit=0.5)  # load
    for n in options.n or NUMBERS:
        began = time.process_time()
        result = strong_play(n, time_limit=options.seconds, certificate=True)
        seconds = time.process_time() - began
        proof, score, upper = result.certificate, int(result.value), int(result.upper)
        verdict = check_bytes(compact(proof).encode())
        if not verdict.valid or (verdict.score, verdict.upper) != (score, upper) or replay(n, result.moves) != score:
            raise AssertionError(f"N = {n}: the game or the bound failed its check")
        steps = [f"{key} {result.provenance[key]}" for key in ("first", "second") if key in result.provenance]
        gap = 100 * (upper - score) / score
        print(
            f"N {n}", *steps, f"score {score}", f"upper {upper}", f"gap {gap:.4f} %", f"seconds {seconds:.1f}",
            f"published {PUBLISHED.get(n, '-')}", sep="  ", flush=True,
        )  # fmt: skip


if __name__ == "__main__":
    main()
