"""Proofs to display: installed and new ones, and their trees with bounds."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal

from perfectplay.core.errors import LimitExceededError, PerfectPlayError, quote
from perfectplay.core.progress import Progress, ProgressCallback, ignore_progress
from perfectplay.core.proof.proofs import Case, Proof, certificates_folder
from perfectplay.core.proof.reading import damaged
from perfectplay.core.proof.writing import compact
from perfectplay.core.text.texts import Text
from perfectplay.taxman.proof.check import check_bytes
from perfectplay.taxman.proof.shipped import listed, shipped
from perfectplay.taxman.records import load_bounded, load_records
from perfectplay.taxman.rules import TaxmanPosition
from perfectplay.taxman.solve import solve

__all__ = ["cases_of", "prove"]

MAX_MADE = 1_000
"""Maximum number of numbers in a pot for which a proof is made on request: larger ones would take an hour."""


def prove(
    position: TaxmanPosition, *, time_limit: float | None = None, progress: ProgressCallback = ignore_progress
) -> Proof:
    """Find the installed certificate of a whole pot {1..N}, or make a certificate for any position.

    A search ends after ``time_limit`` seconds with the bound proven by then. An installed certificate takes up to a
    second, plus the time of `perfectplay.taxman.proof.check` for its tree: 0.3 s at N = 1000, 6 s for the largest.
    Raises `LimitExceededError` if the position is too large for a new proof, and `PerfectPlayError` if a file of
    certificates is damaged.

    >>> prove(TaxmanPosition.new(10)).moves
    ('7', '9', '6', '10', '8')
    """
    n = None if position.moves else position.start_pot.n
    began = time.perf_counter()
    texts = [] if n is None else shipped(n, progress)
    if n is not None and texts:
        progress(Progress("tree", time.perf_counter() - began))
        try:
            return _proof(texts, shipped=True, listed=listed(n))
        except (LookupError, TypeError, AttributeError, ValueError) as error:
            # This certificate is not well formed; the checker reports any other defect.
            raise damaged(certificates_folder() or Path()) from error
    missing = n is not None and (n in load_records() or n in load_bounded())
    return replace(_made(position, time_limit, progress, missing=missing), missing=missing)


def _proof(texts: list[str], *, shipped: bool = False, listed: str = "") -> Proof:
    certificate = json.loads(texts[-1])
    first = json.loads(texts[0])
    cases = cases_of(first)
    moves = tuple(str(move) for move in certificate["proof"]["moves"])
    counts = {"moves": len(moves)}
    if cases:
        counts |= {"cases": cases[0].size, "leaves": cases[0].leaves, "cuts": len(first["proof"]["cuts"])}
    return Proof(certificates=tuple(texts), moves=moves, shipped=shipped, listed=listed, cases=cases, counts=counts)


# -- new proofs ----------------------------------------------------------------------------------------------------


def _made(position: TaxmanPosition, time_limit: float | None, progress: ProgressCallback, *, missing: bool) -> Proof:
    size = len(position.pot)
    if size > MAX_MADE:
        problem = Text(
            "{id} has {size} numbers left; a proof is made on the spot for at most {most}",
            id=quote(position.id),
            size=size,
            most=MAX_MADE,
        )
        advice = (
            Text("the repository has its certificate, in the folder certificates")
            if missing
            else Text("perfectplay taxman solve with --certificate makes one that takes longer")
        )
        raise LimitExceededError("{problem}; {advice}", problem=problem, advice=advice)
    if position.is_over():
        raise PerfectPlayError(
            "the game {id} is over, and there is nothing left to prove; give a position before its end",
            id=quote(position.id),
        )
    result = solve(position, time_limit=time_limit, progress=progress, certificate=True)
    if result.certificate is None:
        raise PerfectPlayError("the search for {id} left no proof; allow more time", id=quote(position.id))
    return replace(_proof([compact(result.certificate)]), result=replace(result, certificate=None))


# -- trees ---------------------------------------------------------------------------------------------------------

_Given = Literal["start", "picked", "not", "then"]
_BELOW: tuple[tuple[_Given, ...], ...] = (("picked", "not"), ("then",))


def cases_of(certificate: dict[str, Any]) -> tuple[Case, ...]:
    """Return the cases of a certificate's tree, with the checker's bounds; empty if the proof is not a tree.

    The certificate may be invalid: where the checker stops, bounds are missing. Takes as long as
    `perfectplay.taxman.proof.check.check_bytes`.

    >>> from perfectplay.taxman.exact import solve
    >>> certificate = solve(TaxmanPosition.new(20), certificate=True).certificate
    >>> [(case.kind, case.bound) for case in cases_of(certificate)]
    [('leaf', 124)]
    """
    proof = certificate["proof"]
    if proof["kind"] != "tree":
        return ()
    cases = list(_walk(proof["tree"]))
    before = TaxmanPosition.from_id(certificate["position"]).player
    case_bounds: list[Fraction | None] = []
    # If the goal is 0, the leaf proves that no better game is possible at all, so it has no bound on scores.
    check_bytes(
        compact(certificate).encode(),
        watch=lambda scale, goal, bound: case_bounds.append(Fraction(bound, scale) + before if goal else None),
    )
    proven = iter(case_bounds)
    bounds = [next(proven, None) if case.kind == "leaf" else None for case in cases]
    sizes, leaves = [case.size for case in cases], [case.leaves for case in cases]
    upper = Fraction(certificate["claim"]["upper"])
    for case in reversed(cases):
        number, parent = case.number, case.parent
        if case.kind == "fixing":
            # Games that a fixing excludes are not in the leaves below it, but they score at most the claimed bound.
            bounds[number] = _larger(bounds[number], upper)
        if parent is not None:
            sizes[parent] += sizes[number]
            leaves[parent] += leaves[number]
            bounds[parent] = _larger(bounds[parent], bounds[number])
    return tuple(
        replace(case, bound=None if bound is None else _exact(bound), size=size, leaves=below)
        for case, bound, size, below in zip(cases, bounds, sizes, leaves, strict=True)
    )


def _larger(first: Fraction | None, second: Fraction | None) -> Fraction | None:
    return max((bound for bound in (first, second) if bound is not None), default=None)


def _exact(bound: Fraction) -> int | Fraction:
    return bound.numerator if bound.denominator == 1 else bound


def _walk(tree: dict[str, Any]) -> Iterator[Case]:
    """Yield the cases of a tree in the order in which the checker visits them, without their bounds."""
    number = 0
    stack: list[tuple[dict[str, Any], int | None, _Given]] = [(tree, None, "start")]
    while stack:
        node, parent, given = stack.pop()
        kind: Literal["branch", "fixing", "leaf"] = (
            "branch" if "branch" in node else "fixing" if "fix" in node else "leaf"
        )
        on = str(node["branch"]) if kind == "branch" else None
        leaves = int(kind == "leaf")
        yield Case(number=number, parent=parent, given=given, kind=kind, on=on, bound=None, size=1, leaves=leaves)
        below = {"branch": _BELOW[0], "fixing": _BELOW[1], "leaf": ()}[kind]
        stack += [(node[name], number, name) for name in reversed(below)]
        number += 1
