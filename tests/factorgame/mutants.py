"""Make mutants of factor game certificates: each has one to three random changes, and some have a false claim."""

import copy
from random import Random
from typing import Any

from perfectplay.factorgame.proof.write import certify
from perfectplay.factorgame.rules import FactorPosition

_POSITIONS = (1, *(f"factorgame:{start}" for start in ("", "5", "7~pass", "9/9", "9/1", "8/7.7")))


def certificates(random: Random, count: int) -> list[dict[str, Any]]:
    """Return true certificates of small random positions, under both versions of the rules."""
    found: list[dict[str, Any]] = []
    while len(found) < count:
        position = FactorPosition.new(random.randint(2, 13), passing=random.random() < 0.5)
        for _ in range(random.choice((0, 0, 1, 2))):
            if not position.is_over():
                position = position.play(random.choice(position.legal_moves()))
        if not position.is_over():
            found.append(certify(position))
    return found


def mutant(random: Random, pool: list[dict[str, Any]]) -> dict[str, Any]:
    """Change a copy of a random certificate; the mutant may get parts of other certificates."""
    changed = copy.deepcopy(random.choice(pool))
    claim, proof, other = changed["claim"], changed["proof"], random.choice(pool)
    for _ in range(random.randint(1, 3)):
        match random.randrange(8):
            case 0:
                claim["lead"] = claim["lead"] + random.choice((-2, -1, 1, 2))
            case 1:
                claim["best_moves"] = random.choice((other["claim"]["best_moves"], [], None, [random.randint(1, 13)]))
            case 2:
                claim["best_moves"] = sorted({*(claim["best_moves"] or []), random.randint(1, 13)})
            case 3:
                changed["position"] = random.choice((other["position"], *_POSITIONS))
            case 4:
                changed[random.choice((*changed, "more"))] = random.choice((None, 2, [], {}, "x"))
                return changed
            case 5:
                proof["moves"] = other["proof"]["moves"][:]
            case _:
                moves, value = proof["moves"], random.choice((0, 1, -1, None, True, 1.0, *range(2, 14)))
                place = random.randint(0, len(moves))
                moves[place : place + random.choice((0, 1, 1, 1, 2))] = random.choice(([], [value], [value], [value]))
    return changed
