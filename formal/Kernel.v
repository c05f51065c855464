(** * Many certificates inside the kernel, one after the other, with tables that are made once. *)

From Coq Require Import ZArith List Bool.
From Taxman Require Import Game Table Checker.
Import ListNotations.
Open Scope Z_scope.

(** All are accepted, and of each the two bounds are the same number. *)
Fixpoint all_best (t : tables) (known : proven) (cs : list certificate) : bool :=
  match cs with
  | [] => true
  | c :: cs' => (score c =? upper c) && (let (v, known') := step t known c in v && all_best t known' cs')
  end.

Theorem all_best_sound b : forall cs known, all_true known -> all_best (make_tables b) known cs = true ->
  Forall (fun c => score_is (range (pot_size c)) (score c)) cs.
Proof.
  induction cs as [|c cs IH]; intros known Hk H; constructor; cbn [all_best] in H; apply andb_prop in H as [E H];
    apply Z.eqb_eq in E; destruct (step _ _ _) as [v known'] eqn:Hs; apply andb_prop in H as [-> H];
    apply step_sound in Hs as [Hc Hk']; auto.
  - destruct (Hc eq_refl) as [H1 H2]. split; [assumption | now rewrite E].
  - exact (IH known' Hk' H).
Qed.

Theorem best_of_each cs : Forall (fun c => score_is (range (pot_size c)) (score c)) cs ->
  Forall2 (fun n S => score_is (range n) S) (map pot_size cs) (map score cs).
Proof. induction 1; constructor; assumption. Qed.
