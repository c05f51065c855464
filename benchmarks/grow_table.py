"""Let the table of records grow beside other work: one process, at the lowest priority, which can be stopped.

    python benchmarks/grow_table.py start [LAST]    begin, or go on, with all N up to LAST (2300) that are not proven
    python benchmarks/grow_table.py pause | go      hold it while something is timed; let it go on
    python benchmarks/grow_table.py stop            end it; what is done is kept
    python benchmarks/grow_table.py status          what it has proven, and what it says
    python benchmarks/grow_table.py pack            put what is proven into certificates/ and the table of the package

It is `perfectplay.taxman.ranges.solve_range` with the file ``build/table.db``; a file of another run can be put there.
Pots get little time at first and more in later rounds, so that the easy ones come first: their games, bounds and cuts
help with the hard ones between them.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from statistics import median
from typing import Any

from build_records import Source

from perfectplay.core.errors import PerfectPlayError
from perfectplay.taxman.proof.write import is_chained
from perfectplay.taxman.ranges import solve_range
from perfectplay.taxman.records import load_bounded, load_records
from perfectplay.taxman.table.resume import FinishedRows, SolvedRow

ROOT = Path(__file__).parents[1]
CERTIFICATES = ROOT / "certificates"
FILE, LOG, NUMBER = (ROOT / "build" / name for name in ("table.db", "table.log", "table.pid"))
ROUNDS = (300.0, 1200.0, 4800.0, None)
"""Time limit for each N in seconds, round by round; None is no limit."""


def proven_here() -> set[int]:
    """Return every N whose best score is in the file, without checking the proofs."""
    if not FILE.exists():
        return set()
    with closing(sqlite3.connect(f"{FILE.as_uri()}?mode=ro", uri=True)) as file:
        return {n for (n,) in file.execute("SELECT n FROM result WHERE score = upper")}


def gaps(last: int) -> Iterator[tuple[int, int]]:
    """Yield ranges of N whose best scores are neither in the table nor in the file."""
    done = {*load_records().scores(), *load_bounded().scores(), *proven_here()}
    first = None
    for n in range(1, last + 2):
        if n <= last and n not in done:
            first = n if first is None else first
        elif first is not None:
            yield first, n - 1
            first = None


def hardness(gap: tuple[int, int]) -> float:
    """Return the median gap that short searches have left: this measures hardness, which does not grow with N."""
    found = [record.upper - record.score for n in range(gap[0], gap[1] + 1) if (record := load_bounded().lookup(n))]
    return median(found) if found else math.inf


def seed(n: int, shipped: Source) -> int:
    """Return the N with which the chain up to an N begins, and copy missing proofs of the chain from the packs."""
    with closing(FinishedRows.open(FILE)) as file:
        while True:
            proof: Any = file.unchecked(n)
            if proof is None:
                proof = shipped.certificate(n)
                score, upper = proof["claim"]["score"], proof["claim"]["upper"]
                moves = tuple(proof["proof"]["moves"])
                file.put(SolvedRow(n, score, upper, "optimal", moves, 0.0, "search", proof))
            if not is_chained(proof):
                return n
            n -= 1


def run(last: int) -> None:
    with suppress(OSError):
        # Make the session nice, too: if Linux shares processors among sessions, niceness counts only within a session.
        Path("/proc/self/autogroup").write_text("19")
    # Allow interrupts, which shells disable for programs in the background.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    shipped = Source(CERTIFICATES)
    for seconds in ROUNDS:
        for first, end in sorted(gaps(last), key=hardness):
            begin = seed(first - 1, shipped) if first > 1 else 1
            print(f"N = {first}..{end}, {'as long as it takes' if seconds is None else f'{seconds:.0f} s each'}")
            for row in solve_range(begin, end, resume=FILE, time_limit=seconds):
                if row.n >= first:
                    print(f"N = {row.n}: {row.score} to {row.upper}, {row.status}, {row.seconds:.0f} s", flush=True)


def number() -> int | None:
    """Return the id of the running process, if there is one."""
    with suppress(OSError, ValueError):
        found = int(NUMBER.read_text())
        os.kill(found, 0)
        return found
    return None


def start(last: int) -> None:
    if number() is not None:
        sys.exit("it runs already")
    FILE.parent.mkdir(exist_ok=True)
    with LOG.open("a") as log:
        command = ["nice", "-n", "19", sys.executable, __file__, "run", str(last)]
        process = subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True)  # noqa: S603
    NUMBER.write_text(str(process.pid))


def tell(sign: signal.Signals) -> None:
    found = number()
    if found is None:
        sys.exit("it does not run; begin with: start")
    os.kill(found, sign)


def status() -> None:
    print("running" if number() is not None else "not running")
    print(f"proven in {FILE.name}: {len(proven_here())} N")
    if LOG.exists():
        print(*LOG.read_text().splitlines()[-5:], sep="\n")


def pack() -> None:
    """Build the table and the packs from the shipped certificates and from those in the file."""
    script = Path(__file__).with_name("build_records.py")
    command = [sys.executable, str(script), str(FILE), str(CERTIFICATES), "--packs", str(CERTIFICATES)]
    sys.exit(subprocess.call(command))  # noqa: S603


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["start", "pause", "go", "stop", "status", "pack", "run"])
    parser.add_argument("last", metavar="LAST", nargs="?", type=int, default=2300)
    given = parser.parse_args()
    match given.what:
        case "start":
            start(given.last)
        case "run":
            try:
                run(given.last)
            except KeyboardInterrupt:
                print("stopped")
            except (PerfectPlayError, OSError, json.JSONDecodeError) as error:
                sys.exit(f"ended: {error}")
        case "pause":
            tell(signal.SIGSTOP)
        case "go":
            tell(signal.SIGCONT)
        case "stop":
            tell(signal.SIGCONT)
            tell(signal.SIGINT)
        case "status":
            status()
        case "pack":
            pack()


if __name__ == "__main__":
    main()
