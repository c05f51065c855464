"""Write the rules of the game on {1, ..., N}, and a score to reach, as clauses for a SAT solver.

    python3 formal/sat/game.py N GOAL > game.cnf

A play is a sequence of moves. Here it is a set of numbers that are taken, and an order of all numbers, of which only
the order of the numbers taken matters. The clauses are only the rules, without theorems on matchings, levels or bounds.

* Of two numbers one is before the other, and the order is transitive.
* A number that is taken is in the pot: neither it nor a multiple of it has been taken before (a number leaves the pot
  when it is taken or when it divides a number that is taken).
* One of its proper divisors is in the pot, too.
* The numbers that are taken add up to the goal, by a diagram of what is still needed.
"""

from __future__ import annotations

import sys
from itertools import combinations


class Clauses:
    """Clauses, with numbers for named variables."""

    def __init__(self) -> None:
        self.found: list[tuple[int, ...]] = []
        self.number: dict[tuple[object, ...], int] = {}

    def var(self, *name: object) -> int:
        """Return the variable of that name."""
        return self.number.setdefault(name, len(self.number) + 1)

    def add(self, *literals: int) -> None:
        """Add a clause."""
        self.found.append(literals)

    def text(self) -> str:
        """Return the DIMACS text."""
        lines = [f"p cnf {len(self.number)} {len(self.found)}"]
        lines += [" ".join(map(str, clause)) + " 0" for clause in self.found]
        return "\n".join(lines) + "\n"


def game(n: int, goal: int) -> Clauses:
    """Return the clauses that say: some play of {1, ..., n} gains at least `goal`."""
    clauses = Clauses()
    numbers = range(1, n + 1)

    def before(a: int, b: int) -> int:
        return clauses.var("before", a, b) if a < b else -clauses.var("before", b, a)

    def taken(p: int) -> int:
        return clauses.var("taken", p)

    for a, b, c in combinations(numbers, 3):
        for x, y, z in ((a, b, c), (a, c, b)):
            clauses.add(-before(x, y), -before(y, z), before(x, z))
    for p in numbers:
        for m in range(2 * p, n + 1, p):
            clauses.add(-taken(p), -taken(m), before(p, m))
        divisors = [d for d in range(1, p) if p % d == 0]
        clauses.add(-taken(p), *(clauses.var("tax", p, d) for d in divisors))
        for d in divisors:
            for m in range(d, n + 1, d):
                if m != p:
                    clauses.add(-clauses.var("tax", p, d), -taken(m), before(p, m))
    _gain(clauses, [(p, taken(p)) for p in reversed(numbers)], goal)
    return clauses


def _gain(clauses: Clauses, items: list[tuple[int, int]], goal: int) -> None:
    """Add clauses by which true items weigh at least the goal: `need` is what items from i on still have to give."""
    clauses.add(clauses.var("need", 0, goal))
    states = {goal}
    for i, (weight, holds) in enumerate(items):
        left = sum(w for w, _ in items[i:])
        following: set[int] = set()
        for need in sorted(states):
            here = clauses.var("need", i, need)
            if need > left:
                clauses.add(-here)
                continue
            for literal, then in ((-holds, max(0, need - weight)), (holds, need)):
                if then:
                    following.add(then)
                    clauses.add(-here, literal, clauses.var("need", i + 1, then))
        states = following
    for need in states:
        clauses.add(-clauses.var("need", len(items), need))


if __name__ == "__main__":
    sys.stdout.write(game(int(sys.argv[1]), int(sys.argv[2])).text())
