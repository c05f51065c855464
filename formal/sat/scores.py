"""Derive scores from the rules of the game only: a play that gains S, and a checked proof that none gains S + 1.

    python3 formal/sat/scores.py 2 40

For each N the question of game.py is put to CaDiCaL.  Its proof is checked by rup (rup.c), its play is replayed here.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from game import game

RUP = Path(__file__).parents[2] / "build" / "rup"
SATISFIABLE, UNSATISFIABLE = 10, 20


def gain(n: int, answer: str) -> int:
    """Replay the solver's play by the rules, and return its gain."""
    clauses = game(n, 1)
    true = {int(word) for line in answer.splitlines() if line.startswith("v") for word in line[1:].split()}

    def earlier(a: int, b: int) -> bool:
        return clauses.var("before", a, b) in true if a < b else clauses.var("before", b, a) not in true

    taken = [p for p in range(1, n + 1) if clauses.var("taken", p) in true]
    left = set(range(1, n + 1))
    for p in sorted(taken, key=lambda p: sum(earlier(a, p) for a in taken if a != p)):
        if p not in left or not any(p % d == 0 for d in left - {p}):
            raise SystemExit(f"N = {n}: the move {p} is against the rules")
        left = {x for x in left if p % x}
    return sum(taken)


def score(n: int, folder: Path, known: int = 0) -> int:
    """Return the proven best score; ``known`` is a score that can be reached, so the search begins there."""
    reached = known - 1
    while True:
        problem, proof = folder / "game.cnf", folder / "game.drat"
        problem.write_text(game(n, reached + 1).text(), encoding="ascii")
        # Most questions have an answer, so tune the search for finding one.
        solver = ["cadical", "-q", "--sat", "--no-binary", str(problem), str(proof)]
        result = subprocess.run(solver, capture_output=True, text=True, check=False)
        if result.returncode == SATISFIABLE:
            reached = gain(n, result.stdout)
        elif result.returncode == UNSATISFIABLE:
            if reached < known:
                raise SystemExit(f"N = {n}: no play gains {known}")
            checked = subprocess.run([RUP, problem, proof], capture_output=True, text=True, check=False)
            if checked.returncode:
                raise SystemExit(f"N = {n}: {checked.stdout}")
            sys.stdout.write(f"N = {n}: best score {reached}; {reached + 1} is impossible, {checked.stdout}")
            sys.stdout.flush()
            return reached
        else:
            raise SystemExit(f"N = {n}: cadical failed: {result.stderr}")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        last = 1
        for number in range(int(sys.argv[1]), int(sys.argv[2]) + 1):
            # An additional number never reduces the best score, because the same moves stay legal.
            last = score(number, Path(name), last)
