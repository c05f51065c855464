"""Independent oracles: slow or heavy programs that find the best score and share no code with the solver.

OR-Tools and highspy both include a library named ``libhighs.so.1``, and a process cannot load both. CP-SAT therefore
runs in its own process, which runs this file as a script.
"""

import json
import subprocess
import sys
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any


class OracleError(Exception):
    """Raised if an oracle has no proven answer in time."""


def brute_force(numbers: Iterable[int]) -> int:
    """Return the best score by playing every game, which takes 0.7 s for {1..32} and 7 s for {1..36}."""
    pot = sorted(numbers)
    divisors = [
        sum(1 << j for j, divisor in enumerate(pot[:i]) if number % divisor == 0) for i, number in enumerate(pot)
    ]

    @cache
    def best(left: int) -> int:
        return max(
            (
                number + best(left & ~(divisors[i] | 1 << i))
                for i, number in enumerate(pot)
                if left >> i & 1 and left & divisors[i]
            ),
            default=0,
        )

    return best((1 << len(pot)) - 1)


def cp_sat(numbers: Iterable[int], time_limit: float = 60.0) -> int:
    """Return the best score by CP-SAT; see `cp_sat_all`."""
    return cp_sat_all([numbers], time_limit)[0]


def cp_sat_all(pots: Iterable[Iterable[int]], time_limit: float = 60.0) -> list[int]:
    """Return the best score of each pot by CP-SAT, which takes under 1 s for {1..150} and 3 s for {1..200}.

    The model has the rules and the theorem that the largest number taxed is a cover (A. F. Franklín and R. K. Moniot,
    2022), but no cycles, ranks or cuts. Each pick p has a time, and other picks that would tax p's cover come later.

    Raises
    ------
    OracleError
        If a pot is not solved to optimality within ``time_limit`` seconds.
    """
    return _ask("scores", pots, time_limit)


def cp_sat_matchings(pots: Iterable[Iterable[int]], time_limit: float = 60.0) -> list[int]:
    """Return the weight of the heaviest matching in the cover graph of each pot, by CP-SAT.

    Raises
    ------
    OracleError
        As `cp_sat_all` does.
    """
    return _ask("matchings", pots, time_limit)


def second_best(numbers: Iterable[int], best: Iterable[int], time_limit: float = 60.0) -> int:
    """Return the best score, by CP-SAT, of games that do not take all numbers of a given best game.

    Raises
    ------
    OracleError
        As `cp_sat_all` does.
    """
    return _ask("scores", [numbers], time_limit, best)[0]


def _ask(what: str, pots: Iterable[Iterable[int]], time_limit: float, barred: Iterable[int] = ()) -> list[int]:
    request = json.dumps(
        {"what": what, "pots": [sorted(pot) for pot in pots], "time_limit": time_limit, "barred": sorted(barred)}
    )
    done = subprocess.run([sys.executable, __file__], input=request, capture_output=True, text=True, check=False)
    if done.returncode:
        raise OracleError(done.stderr)
    answers: list[int | None] = json.loads(done.stdout)
    if None in answers:
        raise OracleError(f"pot number {answers.index(None)} was not solved within {time_limit} s")
    return [answer for answer in answers if answer is not None]


def _covers(pot: Sequence[int]) -> list[tuple[int, int]]:
    pairs = []
    for i, upper in enumerate(pot):
        divisors = [number for number in pot[:i] if upper % number == 0]
        pairs += [(q, upper) for q in divisors if not any(x != q and x % q == 0 for x in divisors)]
    return pairs


def _answer(what: str, pot: Sequence[int], time_limit: float, barred: Sequence[int]) -> int | None:
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    taxes: dict[int, list[Any]] = {number: [] for number in pot}
    pays: dict[int, list[Any]] = {number: [] for number in pot}
    pairs = {}
    for lower, upper in _covers(pot):
        pairs[lower, upper] = pair = model.new_bool_var("")
        taxes[lower].append(pair)
        pays[upper].append(pair)
    for number in pot:
        model.add_at_most_one(taxes[number] + pays[number])
    picked = {number: model.new_bool_var("") for number in pot}
    for number in pot:
        model.add(sum(pays[number]) == picked[number])
    if barred:
        model.add(sum(picked[number] for number in barred) <= len(barred) - 1)
    if what == "scores":
        time = {number: model.new_int_var(0, len(pot), "") for number in pot}
        for (lower, upper), pair in pairs.items():
            for rival in pot:
                if rival not in (lower, upper) and rival % lower == 0:
                    model.add(time[upper] < time[rival]).only_enforce_if(pair, picked[rival])
    model.maximize(sum(number * picked[number] for number in pot))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = time_limit
    # Keep the big-M rows for the precedences in the relaxation: without them, N = 100 takes over a minute.
    solver.parameters.linearization_level = 2
    return round(solver.objective_value) if solver.solve(model) == cp_model.OPTIMAL else None


def _main() -> None:
    request = json.load(sys.stdin)
    answers = [_answer(request["what"], pot, request["time_limit"], request["barred"]) for pot in request["pots"]]
    sys.stdout.write(json.dumps(answers))


if __name__ == "__main__":
    _main()
