"""Write a file for Rocq with certificates as terms, and for each the theorem that its score is the best.

    python3 formal/examples.py 100 300 > formal/Examples.v

Rocq itself runs the checker on them (``vm_compute``), so for these N only its kernel has to be trusted.
"""

from __future__ import annotations

import json
import lzma
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from flatten import flatten

PACKS = sorted((Path(__file__).parent.parent / "certificates").glob("taxman-*.jsonl.xz"))


def lines(last: int) -> dict[int, bytes]:
    """Read the certificates up to some N, in the order of N; if several packs have the same N, the last one counts."""
    found = {}
    for pack in PACKS:
        if int(pack.name.split("-")[1]) <= last:
            for line in lzma.decompress(pack.read_bytes()).splitlines():
                found[int(json.loads(line)["position"].removeprefix("taxman:"))] = line
    return {n: line for n, line in sorted(found.items()) if n <= last}


def term(numbers: Iterator[int]) -> str:
    """Return the term of a certificate in the flat form, which is about a whole pot."""
    size, score, upper = next(numbers), next(numbers), next(numbers)
    moves = _several(numbers, _pair)
    kind = next(numbers)
    if kind == 0:
        reason = f"Tree {_several(numbers, _cut)} ({_node(numbers)})"
    else:
        reason = "Increment" if kind == 1 else f"Prime {next(numbers)}"
    position = f"at_start := Whole {size}; made := []"
    return f"{{| {position}; moves := {moves}; score := {score}; upper := {upper}; reason := {reason} |}}"


def _several(numbers: Iterator[int], read: Callable[[Iterator[int]], str]) -> str:
    return "[" + "; ".join(read(numbers) for _ in range(next(numbers))) + "]"


def _pair(numbers: Iterator[int]) -> str:
    return f"({next(numbers)}, {next(numbers)})"


def _cut(numbers: Iterator[int]) -> str:
    kind = next(numbers)
    members = _several(numbers, lambda rest: f"({next(rest)}, {_pair(rest)})")
    return f"{{| kind_S := {'true' if kind == 0 else 'false'}; of_cut := {members} |}}"


def _node(numbers: Iterator[int]) -> str:
    kind = next(numbers)
    if kind == 2:  # the flat form's number for a branch
        return f"Branch {next(numbers)} ({_node(numbers)}) ({_node(numbers)})"
    multipliers = (
        f"{{| scale := {next(numbers)}; objective := {'true' if next(numbers) else 'false'}; "
        f"of_numbers := {_several(numbers, _pair)}; of_cuts := {_several(numbers, _pair)} |}}"
    )
    return f"Leaf {multipliers}" if kind == 0 else f"Fix {multipliers} ({_node(numbers)})"


def main(wanted: set[str]) -> None:
    """Print the terms and the theorems."""
    sys.stdout.write("From Coq Require Import ZArith List.\nFrom Taxman Require Import Game Table Checker.\n")
    sys.stdout.write("Import ListNotations.\nOpen Scope Z_scope.\n")
    for n, line in lines(max(map(int, wanted))).items():
        if str(n) in wanted:
            numbers = list(map(int, flatten(line).split()))
            sys.stdout.write(f"\nDefinition certificate_{n} : certificate :=\n  {term(iter(numbers))}.\n")
            sys.stdout.write(f"\nTheorem score_{n} : score_is (range {n}) {numbers[1]}.\n")
            sys.stdout.write(f"Proof. apply (accepted_score_is_best {n} Empty certificate_{n} nothing_known); ")
            sys.stdout.write("vm_compute; reflexivity. Qed.\n")
            sys.stdout.write(f"Print Assumptions score_{n}.\n")


if __name__ == "__main__":
    main(set(sys.argv[1:]))
