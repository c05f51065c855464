"""Show where the processor time of an exact search goes.

    python benchmarks/taxman_profile.py [N ...]

Without N, the pots are 600, 800, 1000, 1200 and 1530, which take about five minutes.  Each search starts from the cuts
of the nearest proofs, as `perfectplay taxman range` does, and writes its certificate.  The profiler makes Python code
slower, so the last column is too large.
"""

from __future__ import annotations

import cProfile
import pstats
import sys
import time

from perfectplay.taxman import TaxmanPosition
from perfectplay.taxman.exact import solve
from perfectplay.taxman.table.neighbours import cuts_near

PROGRAMS = {
    "solve": "linear programs of the search",
    "probe": "of probes",
    "shrink": "of the certificate",
}
KERNELS = "other kernels in C"


def profiled(n: int) -> tuple[float, dict[str, float]]:
    """Return the processor time of a search in seconds, and the seconds of each part."""
    cuts = cuts_near(n)
    profile = cProfile.Profile(time.process_time)
    profile.runcall(solve, TaxmanPosition.new(n), certificate=True, cuts=cuts)
    seconds = dict.fromkeys((*PROGRAMS.values(), KERNELS), 0.0)
    total = 0.0
    for (file, _, name), (_, _, own, _, callers) in pstats.Stats(profile).stats.items():  # type: ignore[attr-defined]  # missing in typeshed
        total += own
        if name == "<built-in method highspy._core.run>":
            seconds[PROGRAMS["shrink"]] += own
        elif name == "call" and file.endswith("native/__init__.py"):
            seconds[KERNELS] += own
        elif name == "_run" and file.endswith("relaxation.py"):
            for (*_, caller), (_, _, _, spent) in callers.items():
                seconds[PROGRAMS[caller]] += spent
    seconds[KERNELS] -= seconds[PROGRAMS["solve"]] + seconds[PROGRAMS["probe"]]
    return total, seconds


def main() -> None:
    """Print a row for each pot."""
    solve(TaxmanPosition.new(200))  # load
    print("N, seconds:", ", ".join((*PROGRAMS.values(), KERNELS, "everything else")))
    for n in map(int, sys.argv[1:] or (600, 800, 1000, 1200, 1530)):
        total, seconds = profiled(n)
        shares = [share / total for share in seconds.values()]
        print(f"{n}, {total:.1f}:", ", ".join(f"{share:.0%}" for share in (*shares, 1 - sum(shares))), flush=True)


if __name__ == "__main__":
    main()
