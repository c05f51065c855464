"""Figures of the exact solver, and ratios against the plain MIP of `plain_mip.py` in the same run.

    python benchmarks/taxman_exact.py [--quick] [--record FILE] [--against FILE]

`make bench` runs it, too.

Prints one line for each figure.  ``--record`` saves the figures as JSON, ``--against`` prints ratios to such a file
from an earlier commit.  Machines are noisy: nothing is asserted.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from figures import Figures, peak
from plain_mip import plain_mip

from perfectplay.core.proof.certificates import check_files
from perfectplay.core.proof.writing import write_certificate
from perfectplay.taxman import TaxmanPosition
from perfectplay.taxman.exact import solve
from perfectplay.taxman.exact.hasse import build_hasse
from perfectplay.taxman.proof.write import is_chained
from perfectplay.taxman.ranges import solve_range

MIP_LIMIT = 60.0


def main() -> None:
    figures = Figures(__doc__, "leave out N = 1000 and the slow baselines")
    show = figures.show

    solve(TaxmanPosition.new(400))  # load
    with tempfile.TemporaryDirectory() as folder:
        for n in (300, 500, 701, 400, 600, 800) if figures.quick else (300, 500, 701, 400, 600, 800, 1000):
            began = time.perf_counter()
            result = solve(TaxmanPosition.new(n), certificate=True)
            seconds = time.perf_counter() - began
            nodes, programs = result.provenance["nodes"], result.provenance["linear_programs"]
            note = f"{result.value} {result.status}, {nodes} nodes, {programs} LPs"
            show(f"N = {n}, proven, with certificate", seconds, note)
            path = Path(folder) / f"{n}.json.gz"
            write_certificate(path, result.certificate or {})
            began = time.perf_counter()
            (verdict,) = (one.verdict for one in check_files([path]).checked)
            note = f"{'optimal' if verdict.optimal else verdict.reason}, {path.stat().st_size} bytes compressed"
            show(f"checking N = {n}", time.perf_counter() - began, note)
            if n in (300, 400, 500):
                score, rounds, plain = plain_mip(build_hasse(range(1, n + 1)), MIP_LIMIT)
                claim = f"{score} in {rounds} rounds" if score is not None else f"stopped after {rounds} rounds"
                print(f"    plain MIP: {plain:.2f} s, {claim}; ratio {plain / seconds:.0f}", flush=True)
        began = time.perf_counter()
        chain = Path(folder) / "chain"
        chained = sum(is_chained(row.certificate) for row in solve_range(1, 300, certificates=chain))
        show("every N in 1..300, certified", time.perf_counter() - began, f"{chained} chained")
        began = time.perf_counter()
        report = check_files(sorted(chain.iterdir()))
        note = f"{len(report.optimal)} of 300 optimal"
        show("checking that chain", time.perf_counter() - began, note)
    print(f"{'peak memory so far':48s} {peak():9.0f} MB")
    _start_up(show)
    figures.save()


def _start_up(show: Callable[[str, float], None]) -> None:
    command = [sys.executable, "-m", "perfectplay"]
    for words in (["taxman", "solve", "400", "--no-records"], ["--help"]):
        began = time.perf_counter()
        subprocess.run([*command, *words], check=True, stdout=subprocess.DEVNULL)  # noqa: S603  # our own command line
        show(f"perfectplay {' '.join(words)}", time.perf_counter() - began)


if __name__ == "__main__":
    main()
