"""Count the sets of numbers that reach the best score with the pot {1..N}, for N of the table of records.

    python benchmarks/taxman_best_sets.py A B [--file FILE]

One line in JSON for each N from A to B: how many, and what the others leave and take, compared with the game of the
table.  With FILE the lines are added to it, and those that it has are not made again, so that the same command goes
on where it was stopped.  Where N is a prime or adds N to the score, the sets follow from those of N - 1 (docs, "How
many best games are there?"); in all other cases the exact solver is asked for another set until it proves that there
is none, with the cuts of the certificate of N to begin with.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from perfectplay.core.proof.reading import best_lines
from perfectplay.matching import peel
from perfectplay.taxman.exact import alternative_optimum
from perfectplay.taxman.exact.hasse import NamedCut
from perfectplay.taxman.proof.write import packs_with
from perfectplay.taxman.records import Records, load_records
from perfectplay.taxman.rules import TaxmanPosition, primes_up_to

HERE = Path(__file__).parents[1] / "certificates"

Sets = list[frozenset[int]]


def playable(n: int, picks: frozenset[int]) -> bool:
    """Return whether some play takes exactly these numbers."""
    primes = primes_up_to(n)

    def covers(p: int) -> list[int]:
        return [p // prime for prime in primes if p % prime == 0]

    def rank(p: int) -> int:
        return 1 + rank(covers(p)[0]) if p > 1 else 0

    return len(peel(sorted(picks), covers, rank)) == len(picks)


@lru_cache(2)
def cuts_in(*packs: Path) -> dict[int, list[NamedCut]]:
    """Return the cuts of the current certificate of each N in packs."""
    return {n: list(map(NamedCut.of, json.loads(line)["proof"].get("cuts", ()))) for n, line in best_lines(packs)}


def cuts_of(n: int) -> list[NamedCut]:
    """Return the cuts of the certificate of N; an empty list if it has none."""
    return cuts_in(*packs_with(HERE, n)).get(n, [])


def find(n: int, table: Records, before: Sets | None) -> tuple[Sets, str]:
    """Return the best sets for N, beginning with that of the table, and the way in which they were found."""
    primes = primes_up_to(n)
    known = frozenset(table[n].moves)
    if before is not None and n > 2:
        if n == primes[-1]:
            found = [taken - {primes[-2]} | {n} for taken in before]
        elif table[n].score == table[n - 1].score + n:
            found = [taken | {n} for taken in before if playable(n, taken | {n})]
        else:
            found = []
        if found:
            return sorted(found, key=lambda taken: (taken != known, sorted(taken))), "chained"
    cuts = cuts_of(n)
    found = [known]
    while (more := alternative_optimum(TaxmanPosition.new(n), found, cuts=cuts)) is not None:
        found.append(frozenset(more))
    return found, "searched"


def rows(first: int, last: int, path: Path | None) -> Iterator[dict[str, object]]:
    table = load_records()
    done = [json.loads(line) for line in path.read_text().splitlines()] if path is not None and path.exists() else []
    known = {row["n"]: row["others"] for row in done}
    before: Sets | None = None
    for n in range(first, last + 1):
        base = frozenset(table[n].moves)
        if n in known:
            before = [base, *(base.difference(out).union(into) for out, into in known[n])]
            continue
        began = time.process_time()
        found, how = find(n, table, before)
        if found[0] != base or {sum(taken) for taken in found} != {table[n].score}:
            raise AssertionError(f"N = {n}: these are not the best sets")
        halves = {frozenset(p for p in taken if 2 * p > n) for taken in found}
        yield {
            "n": n,
            "sets": len(found),
            "upper_halves": len(halves),
            "how": how,
            "seconds": round(time.process_time() - began, 2),
            "others": [[sorted(base - taken), sorted(taken - base)] for taken in found[1:]],
        }
        before = found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("first", metavar="A", type=int)
    parser.add_argument("last", metavar="B", type=int)
    parser.add_argument("--file", type=Path)
    options = parser.parse_args()
    for row in rows(options.first, options.last, options.file):
        line = json.dumps(row)
        print(line, flush=True)
        if options.file is not None:
            with options.file.open("a") as file:
                file.write(line + "\n")


if __name__ == "__main__":
    main()
