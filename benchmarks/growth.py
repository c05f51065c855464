"""How proofs grow with N, from the certificates that are shipped, and how full workers would be.

    python benchmarks/growth.py

Prints a table of leaves and bytes (of the JSON text, not compressed) in windows of 100 for all N whose proof has a tree
of its own: median, nine tenths, worst.  Then a simulation: the searches of the last 500 N, each of which takes
`SECONDS` for a leaf, on workers that take the next N when they are free, in ascending order of N and with the largest
trees first.  Sizes are measured; seconds are sizes times one measured mean.  No figure is judged.
"""

from __future__ import annotations

import heapq
import json
import lzma
from pathlib import Path
from statistics import median

from perfectplay.taxman.records import load_records

FOLDER = Path(__file__).parents[1] / "certificates"
WINDOW = 100
SIMULATED = 500
SECONDS = 0.59
"""Processor seconds per leaf. This is the mean of N = 1417, 1430 and 1530, which took 88, 196 and 168 s with the best
game and the cuts of neighbours; they had 313, 631 and 605 nodes, half of them leaves."""
WORKERS = (2, 16, 128, 1024)


def bytes_of_proofs() -> dict[int, int]:
    """Return the number of bytes of each certificate that has its own tree, by N."""
    found = {}
    for pack in sorted(FOLDER.glob("taxman-*.jsonl.xz")):
        with lzma.open(pack, "rb") as lines:
            for line in lines:
                certificate = json.loads(line)
                n = int(certificate["position"].removeprefix("taxman:"))
                # If several packs have the same N, the last one counts.
                found[n] = len(line) if certificate["proof"]["kind"] == "tree" else 0
    return {n: size for n, size in found.items() if size}


def makespan(seconds: list[float], workers: int) -> float:
    """Return the time after which the last search ends, if workers take the searches in the given order."""
    free = [0.0] * workers
    for one in seconds:
        heapq.heappush(free, heapq.heappop(free) + one)
    return max(free)


def main() -> None:
    sizes = bytes_of_proofs()
    trees = {n: record.leaves for n, record in load_records().items() if record.proof == "searched"}
    print("N, searched, leaves: median, nine tenths, worst, sum; kB: median, nine tenths, worst, sum")
    for first in range(1, max(trees) + 1, WINDOW):
        here = sorted(trees[n] for n in trees if first <= n < first + WINDOW)
        kilo = sorted(sizes[n] / 1000 for n in sizes if first <= n < first + WINDOW)
        for values, digits in ((here, 0), (kilo, 1)):
            told = (median(values), values[int(0.9 * (len(values) - 1))], values[-1], sum(values))
            start = f"{first}-{first + WINDOW - 1}, {len(here)}, " if values is here else "; "
            print(start + ", ".join(f"{value:.{digits}f}" for value in told), end="")
        print()
    seconds = [SECONDS * trees[n] for n in sorted(trees)[-SIMULATED:]]
    print(f"searches of {min(len(seconds), SIMULATED)} N: {sum(seconds):.0f} s, the longest {max(seconds):.0f} s")
    for workers in WORKERS:
        for name, order in (("ascending", seconds), ("largest first", sorted(seconds, reverse=True))):
            whole = makespan(order, workers)
            print(f"{workers} workers, {name}: {whole:.0f} s, {100 * sum(seconds) / whole / workers:.0f} % busy")


if __name__ == "__main__":
    main()
