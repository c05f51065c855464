(** * The best scores of {1, ..., 1} to {1, ..., 16}, from trying all games inside the kernel.

    It is a file of its own, since [coqchk] has no fast way to compute: it would take half a minute
    for the first twelve. *)

From Coq Require Import ZArith List.
From Taxman Require Import Game Brute.
Import ListNotations.
Open Scope Z_scope.

Theorem first_scores :
  Forall2 (fun n S => score_is (range n) S)
    (range 16) [0; 2; 3; 7; 9; 15; 17; 21; 30; 40; 44; 50; 52; 66; 81; 89].
Proof.
  assert (E : map (fun n => brute (range n)) (range 16) =
    [0; 2; 3; 7; 9; 15; 17; 21; 30; 40; 44; 50; 52; 66; 81; 89]) by (vm_compute; reflexivity).
  rewrite <- E. clear E.
  induction (range 16) as [|n ns IH]; constructor; [apply brute_is_best | exact IH].
Qed.
