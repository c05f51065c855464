"""Means of random rows of coins: the table of docs/answers/random-rows.md, line by line.

    python benchmarks/coins_random.py [--largest K ...] [--length N ...] [--coins TOTAL] [--seed SEED]

Each line draws as many rows as TOTAL coins make, at most 100,000, with its own generator, so that every line can be
repeated alone.  Without options: coins 1 to 2, 3, 10 and 1,000,000, from 100 to 10^7 coins, 2 * 10^8 coins a line.
"""

from __future__ import annotations

import argparse
import time
from math import pi, sqrt

from perfectplay.cli.output import show_progress
from perfectplay.coins.random_rows import Estimate, sampled_means

MOST_ROWS = 100_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--largest", type=int, nargs="+", default=[2, 3, 10, 1_000_000], metavar="K")
    lengths = [100, 101, 1_000, 10_000, 100_000, 1_000_000, 1_000_001, 10_000_000]
    parser.add_argument("--length", type=int, nargs="+", default=lengths, metavar="N")
    parser.add_argument("--coins", type=int, default=200_000_000, metavar="TOTAL", help="coins to be drawn for a line")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print("k, coins, rows: margin / (4/3 sigma sqrt(2 n / pi)); larger end is best; survivors; processor seconds")
    with show_progress() as report:
        for k in options.largest:
            for length in options.length:
                rows = max(2, min(MOST_ROWS, options.coins // length))
                began = time.process_time()
                found = sampled_means(k, length, rows, options.seed, progress=report)
                limit = 4 / 3 * sqrt((k * k - 1) / 12) * sqrt(2 * length / pi)
                share = Estimate(found.margin.mean / limit, found.margin.error / limit)
                larger = "-" if found.larger is None else shown(found.larger)
                seconds = time.process_time() - began
                with report.hidden():
                    print(
                        f"{k}, {length}, {rows}: {shown(share)}; {larger}; {shown(found.survivors)}; {seconds:.1f}",
                        flush=True,
                    )


def shown(estimate: Estimate) -> str:
    return f"{estimate.mean:.4f} +- {estimate.error:.4f}"


if __name__ == "__main__":
    main()
