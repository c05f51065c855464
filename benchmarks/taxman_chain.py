"""Measure the gain of a search from earlier proofs, and from a second process, all in the same run.

    python benchmarks/taxman_chain.py [N ...] [--certificates FOLDER] [--jobs J]

`make bench` runs it, too.

Each N is solved four times: from nothing; from the game for N - 1; from that game and the cuts of the latest proofs,
as a range does it; and likewise with several processes.  The games and proofs are read from a folder of
certificates or packs.
Nodes and linear programs hardly depend on the machine; seconds do, and nothing is asserted.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from build_records import Source

from perfectplay.taxman.exact import solve
from perfectplay.taxman.exact.hasse import NamedCut
from perfectplay.taxman.rules import TaxmanPosition

MOST_CUTS = 2_000
HERE = Path(__file__).parents[1] / "certificates"


def latest_cuts(source: Source, n: int) -> list[NamedCut]:
    """Return the cuts of the proofs up to N, the latest first."""
    cuts: dict[NamedCut, None] = {}
    while n > 0 and len(cuts) < MOST_CUTS:
        cuts.update(dict.fromkeys(map(NamedCut.of, source.certificate(n)["proof"].get("cuts", ()))))
        n -= 1
    return list(cuts)[:MOST_CUTS]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("numbers", metavar="N", type=int, nargs="*", default=[600, 800, 900, 928, 951, 1000])
    parser.add_argument("--certificates", type=Path, default=HERE)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    solve(TaxmanPosition.new(300))
    source = Source(options.certificates)
    print("each: nodes / linear programs / seconds")
    for n in options.numbers:
        moves = source.certificate(n - 1)["proof"]["moves"]
        cuts = latest_cuts(source, n - 1)
        shown = []
        ways: tuple[dict[str, Any], ...] = (
            {},
            {"warm": moves},
            {"warm": moves, "cuts": cuts},
            {"warm": moves, "cuts": cuts, "jobs": options.jobs},
        )
        first = 0.0
        for way in ways:
            result = solve(TaxmanPosition.new(n), **way)
            first = first or result.seconds
            told = result.provenance
            ratio = f" ({first / result.seconds:.1f}x)" if way else ""
            shown.append(f"{told['nodes']} / {told['linear_programs']} / {result.seconds:.2f}{ratio}")
        print(f"N = {n}, score {result.value}: nothing {shown[0]}; game {shown[1]}; cuts {shown[2]}; jobs {shown[3]}")


if __name__ == "__main__":
    main()
