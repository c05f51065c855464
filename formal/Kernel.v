(** * Many certificates inside the kernel, in order, with tables that are computed once. *)

From Coq Require Import ZArith List Bool.
From Taxman Require Import Game Table Checker.
Import ListNotations.
Open Scope Z_scope.

(** All of them are accepted, none is about a game in progress, and each has two equal bounds. *)
Fixpoint all_best (t : tables) (known : proven) (cs : list certificate) : bool :=
  match cs with
  | [] => true
  | c :: cs' =>
    match made c with [] => score c =? upper c | _ => false end &&
    (let (v, known') := step t known c in v && all_best t known' cs')
  end.

Theorem all_best_sound b cs : forall known,
  all_true known -> all_best (make_tables b) known cs = true ->
  Forall (fun c => score_is (numbers_of (at_start c)) (score c)) cs.
Proof.
  induction cs as [|c cs IH]; intros known Hk H; constructor; cbn [all_best] in H;
    apply andb_prop in H as [E H]; destruct (step _ _ _) as [v known'] eqn:Hs;
    apply andb_prop in H as [-> H]; apply step_sound in Hs as [Hc Hk']; auto.
  - destruct (made c) eqn:Hm; [|discriminate]. apply Z.eqb_eq in E.
    now apply claim_is_score; [apply Hc | |].
  - exact (IH known' Hk' H).
Qed.

Theorem best_of_each ns : forall cs, map at_start cs = map Whole ns ->
  Forall (fun c => score_is (numbers_of (at_start c)) (score c)) cs ->
  Forall2 (fun n S => score_is (range n) S) ns (map score cs).
Proof.
  induction ns as [|n ns IH]; intros [|c cs] E H; try discriminate; constructor;
    injection E as E Es;
    inversion H as [|? ? Hc Hcs]; subst; [now rewrite E in Hc | auto].
Qed.
