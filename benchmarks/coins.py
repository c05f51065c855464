"""Figures of greedy coins, and ratios against the two methods that everybody knows, in the same run.

    python benchmarks/coins.py [--quick] [--record FILE] [--against FILE]

`make bench` runs it, too.

The baselines are the quadratic table with one rolling diagonal (in C, as the rest) and the textbook's recursion with
`functools.lru_cache`.  Prints one line for each figure.  ``--record`` saves the figures as JSON, ``--against``
prints ratios to such a file from an earlier commit.  Machines are noisy: nothing is asserted.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice

import numpy as np
from figures import Figures, peak, timed

from perfectplay.coins.proof.check import check_bytes
from perfectplay.coins.proof.write import certify
from perfectplay.coins.row.fusion import RowStream, margin, prefix_margins, solve
from perfectplay.coins.row.table import SegmentTable, rolling_margin
from perfectplay.coins.rules import Component, Kind
from perfectplay.coins.solve import Table
from perfectplay.coins.solve import solve as find

PIECE = 1 << 20
TEXTBOOK = 800
QUADRATIC = 50_000


def textbook(coins: Sequence[int]) -> int:
    """Return the margin by recursion over segments, as a first program would."""
    sys.setrecursionlimit(10 * len(coins))

    @lru_cache(maxsize=None)  # noqa: UP033  # as in textbooks
    def best(i: int, j: int) -> int:
        return 0 if i > j else max(coins[i] - best(i + 1, j), coins[j] - best(i, j - 1))

    return best(0, len(coins) - 1)


def euler_coins() -> Iterator[int]:
    """Yield the coins of Project Euler's problem 477."""
    state = 0
    while True:
        yield state
        state = (state * state + 45) % 1_000_000_007


def euler(n: int) -> tuple[float, int]:
    """Return the seconds to find F(n) of problem 477, without those to generate the coins, and F(n).

    F(n) is the first player's total. The coins are never all in memory at once.
    """
    stream, coins, seconds = RowStream(), euler_coins(), 0.0
    for start in range(0, n, PIECE):
        size = min(PIECE, n - start)
        part = np.fromiter(islice(coins, size), np.int64, size)
        taken, _ = timed(stream.push, part, repeat=1)
        seconds += taken
    taken, solution = timed(stream.solution, repeat=1)
    return seconds + taken, int(solution.first)


def main() -> None:
    figures = Figures(__doc__, "leave out 10^7 coins, 10^8 and the slow baselines")
    show = figures.show

    random = np.random.default_rng(477)
    warm = random.integers(0, 1_000, 250_000)
    solve(warm), prefix_margins(warm), SegmentTable(warm[:1_500]), rolling_margin(warm[:1_500]), euler(100_000)

    n = 10_000 if figures.quick else 100_000_000
    seconds, total = euler(n)
    show(f"Project Euler 477, F({n:.0e})", seconds, f"{total}; peak {peak():.0f} MB")

    start = peak()
    coins = random.integers(0, 1_000_000, 10_000)
    seconds, table = timed(SegmentTable, coins)
    note = f"{table.nbytes / 1e6:.1f} MB of moves and margins, peak {peak() - start:+.0f} MB"
    show("all segments, 10^4 coins", seconds, note)
    slow, _ = timed(rolling_margin, coins)
    show("rolling quadratic table (value only), 10^4", slow, f"ratio to all segments {slow / seconds:.2f}")

    for exponent in (4, 6) if figures.quick else (4, 6, 7):
        for name, row in (
            ("random", random.integers(0, 1_000_000, 10**exponent)),
            ("walk", np.cumsum(random.integers(-9, 10, 10**exponent))),
        ):
            seconds, _ = timed(margin, row)
            show(f"value, 10^{exponent} coins, {name}", seconds)
            seconds, _ = timed(solve, row)
            show(f"value, moves and line, 10^{exponent} coins, {name}", seconds)
    row = random.integers(0, 1_000_000, 10**6)
    seconds, _ = timed(prefix_margins, row)
    show("margins of all prefixes, 10^6 coins", seconds)

    def draw(kind: Kind, size: int) -> Component:
        return Component(kind, tuple(random.integers(0, 1_000, size).tolist()))

    tables: dict[str, Table] = {
        "row of 10^6 coins": row,
        "sum of 1,000 rows of 10 coins": [draw("row", 10) for _ in range(1_000)],
        "circle of 1,000 coins": [draw("circle", 1_000)],
        "circle of 1,000 coins, sorted": [Component("circle", tuple(range(1_000)))],
        "circle and row of 30 coins": [draw("circle", 30), draw("row", 30)],
    }
    for name, table in tables.items():
        found = find(table, line=False)
        seconds, certificate = timed(certify, table, found, repeat=1)
        show(f"certificate, {name}", seconds, "without solving it")
        seconds, verdict = timed(check_bytes, json.dumps(certificate).encode(), repeat=1)
        show(f"checking it, {name}", seconds, verdict.reason or "valid")

    small = random.integers(0, 1_000, TEXTBOOK).tolist()
    slow, expected = timed(textbook, small, repeat=1)
    seconds, found = timed(margin, small)
    note = f"ratio to fusion {slow / seconds:.0f}{'' if found == expected else ', DIFFERENT ANSWERS'}"
    show(f"textbook recursion, {TEXTBOOK} coins", slow, note)
    seconds, found = timed(SegmentTable, small)
    show(f"all segments, {TEXTBOOK} coins", seconds, f"textbook / table {slow / seconds:.0f}")
    if not figures.quick:
        row = random.integers(0, 1_000_000, QUADRATIC)
        slow, expected = timed(rolling_margin, row, repeat=1)
        seconds, found = timed(margin, row)
        note = f"ratio to fusion {slow / seconds:.0f}{'' if found == expected else ', DIFFERENT ANSWERS'}"
        show(f"rolling quadratic table, {QUADRATIC} coins", slow, note)
    figures.save()


if __name__ == "__main__":
    main()
