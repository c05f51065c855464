(** * Margins by the rules only, computed inside the kernel: games that can be checked by hand.

    It is a file of its own, since [coqchk] has no fast way to compute. *)

From Coq Require Import ZArith List.
From Taxman Require Import CoinsRules.
Import ListNotations.
Open Scope Z_scope.

(** The amount that the player to move gets from a row: half of the sum of all coins and the margin.
    *)
Definition total (c : list Z) : Z := (fold_right Z.add 0 c + margin [(Row, c)]) / 2.

Theorem first_margins :
  map (fun c => margin [(Row, c)])
    [[]; [7]; [3; 5]; [1; 2; 4; 3]; [3; 2; 1; 2]; [1; 2; 3; 4; 3; 2]; [5; 1; 1; 5; 1; 2; 2; 1];
     [2; 1; 2; 3; 3; 3]; [-5; -1; -2]; [0; 1; 2; 3; 3; 2; 4; 4; 1; 5; 6; 6; 5; 0]]
  = [0; 7; 2; 0; 2; 1; 8; 2; -6; 0].
Proof. now vm_compute. Qed.

Theorem first_totals :
  map total [[8; 15; 3; 7]; [5; 3; 7; 10]; [2; 6; 5; 2; 7; 3; 5; 4]; [18; 20; 15; 30; 10; 14];
    [1; 2; 10; 3];
             [6; 9; 1; 2; 16; 8]]
  = [22; 15; 19; 64; 11; 23].
Proof. now vm_compute. Qed.

(** Two stacks and a row, and a circle. *)
Theorem first_tables :
  margin [(LeftBlocked, [1; 2]); (Row, [3; 7; 4]); (RightBlocked, [9])] = 8 /\
  margin [(Circle, [1; 5; 2; 5])] = 7.
Proof. now vm_compute. Qed.
