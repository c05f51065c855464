"""Figures of large pots: game, bounds, time and memory, each N in a process of its own.

    python benchmarks/taxman_large.py [N ...] [--record FILE]

`make bench` runs it, too.

Prints one line for each N (10 to 100,000 by default) and, with ``--record``, puts the lines into a CSV file, in place
of those that it has for the same N.  `examples/draw_large.py` draws such a file.  Seconds are those of the processor:
they do not depend on what else the machine is doing.  Games and bounds are checked; no figure is judged.
"""

from __future__ import annotations

import argparse
import csv
import json
import resource
import subprocess
import sys
import time
from pathlib import Path

from perfectplay.taxman.bounds import half_pot, prime_corrected
from perfectplay.taxman.large.duals import verify_certificate
from perfectplay.taxman.large.largescale import approximate, replay
from perfectplay.taxman.strategies import play_game

NUMBERS = (10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000)
STRATEGIES = ("trono-1", "trono-2", "trono-4")
MAX_STRATEGY_N = 5_000
FIELDS = ("n", "score", "upper", "primes", "half", *STRATEGIES, "picks", "batches", "seconds", "mebibytes")


def measure(n: int) -> dict[str, int | float | str]:
    approximate(300)  # load
    began = time.process_time()
    result = approximate(n)
    seconds = time.process_time() - began
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    proven = None if result.certificate is None else verify_certificate(result.certificate)
    if proven != result.upper or replay(n, result.moves) != result.value:
        raise AssertionError(f"N = {n}: the game or the bound failed its check")
    played = {name: play_game(name, n).score if n <= MAX_STRATEGY_N else "" for name in STRATEGIES}
    return {
        "n": n,
        "score": int(result.value),
        "upper": int(result.upper),
        "primes": prime_corrected(n),
        "half": half_pot(n),
        **played,
        "picks": len(result.moves),
        "batches": result.provenance["batches"],
        "seconds": round(seconds, 2),
        "mebibytes": round(memory),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("n", type=int, nargs="*")
    parser.add_argument("--record", type=Path)
    parser.add_argument("--one", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one is not None:
        print(json.dumps(measure(options.one)))
        return
    rows: dict[int, dict[str, str]] = {}
    if options.record is not None and options.record.exists():
        with options.record.open(encoding="utf-8", newline="") as file:
            rows = {int(row["n"]): row for row in csv.DictReader(file)}
    for n in options.n or NUMBERS:
        command = [sys.executable, __file__, "--one", str(n)]
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)  # noqa: S603  # ourselves
        found = json.loads(done.stdout)
        gap = 100 * (found["upper"] - found["score"]) / found["score"]
        print(f"gap {gap:.4f} %  ", *(f"{key} {found[key]}" for key in FIELDS), flush=True)
        rows[n] = {key: str(found[key]) for key in FIELDS}
        if options.record is not None:
            with options.record.open("w", encoding="utf-8", newline="") as file:
                writer = csv.DictWriter(file, FIELDS, lineterminator="\n")
                writer.writeheader()
                writer.writerows(rows[key] for key in sorted(rows))


if __name__ == "__main__":
    main()
