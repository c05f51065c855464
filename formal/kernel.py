"""Write files for Rocq with every certificate up to some N as terms, and the theorem that their scores are the best.

    python3 formal/kernel.py build/formal 600 1 51 101 151

Each part begins at the first certificate from its number on that is a tree. Trees cite no earlier certificate, so the
parts can be built in parallel.  ``Every.v`` puts them together.
"""

from __future__ import annotations

import sys
from pathlib import Path

from flatten import flatten

from examples import lines, term

HEAD = """From Coq Require Import ZArith List.
From Taxman Require Import Game Table Checker Kernel.
Import ListNotations.
Open Scope Z_scope.
"""
# The kernel computes once, at Qed, which checks what the tactic leaves unchecked.
PART = """
Definition certificates : list certificate := [
{terms}].

Theorem best : Forall (fun c => score_is (numbers_of (at_start c)) (score c)) certificates.
Proof. apply (all_best_sound {bound} certificates Empty nothing_known). vm_cast_no_check (eq_refl true). Qed.
Print Assumptions best.
"""
EVERY = """From Taxman Require {parts}.

Definition certificates : list certificate := {together}.

Theorem every_score : Forall2 (fun n S => score_is (range n) S) (range {last}) {scores}.
Proof.
  assert (H : Forall (fun c => score_is (numbers_of (at_start c)) (score c)) certificates)
    by (unfold certificates; repeat (apply Forall_app; split); first [{proofs}]).
  apply (best_of_each (range {last})) in H; [|vm_compute; reflexivity].
  assert (S : map score certificates = {scores}) by (vm_compute; reflexivity).
  rewrite S in H. exact H.
Qed.
Print Assumptions every_score.
"""


def main(folder: Path, last: int, starts: list[int]) -> None:
    """Write the parts and ``Every.v``."""
    parts: list[list[list[int]]] = []
    for numbers in _flat(last):
        is_tree = numbers[4 + 2 * numbers[3]] == 0
        if len(parts) < len(starts) and numbers[0] >= starts[len(parts)] and is_tree:
            parts.append([])
        parts[-1].append(numbers)
    for start, part in zip(starts, parts, strict=True):
        terms = ";\n".join(term(iter(numbers)) for numbers in part)
        _write(folder / f"Part{start}.v", HEAD + PART.format(terms=terms, bound=part[-1][0]))
    names = [f"Part{start}" for start in starts]
    scores = "; ".join(str(numbers[1]) for part in parts for numbers in part)
    text = EVERY.format(
        last=last,
        parts=" ".join(names),
        together=" ++ ".join(f"{name}.certificates" for name in names),
        proofs=" | ".join(f"exact {name}.best" for name in names),
        scores=f"[{scores}]",
    )
    _write(folder / "Every.v", HEAD + text)


def _flat(last: int) -> list[list[int]]:
    return [list(map(int, flatten(line).split())) for line in lines(last).values()]


def _write(file: Path, text: str) -> None:
    """Write a file, unless it has this text already: then nothing has to be built again."""
    if not file.exists() or file.read_text(encoding="utf-8") != text:
        file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), list(map(int, sys.argv[3:])))
