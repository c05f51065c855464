(** * The best score by trying all games, with only the rules and no theorem of docs/theory.md.

    It is far too slow for certificates. It shows that the definitions of [Game.v] have their
    intended meaning: for small pots they give the scores that everybody can find by hand. *)

From Coq Require Import ZArith List Bool Lia Znumtheory.
From Taxman Require Import Game.
Import ListNotations.
Open Scope Z_scope.

(** Whether the taxman gets a number when [p] is taken. *)
Definition taxed (R : list Z) (p : Z) : bool :=
  existsb (fun d => if Zdivide_dec d p then negb (d =? p) else false) R.

(** The best of stopping, and of each legal move followed by the best game. No game has more moves
    than the pot has numbers. *)
Fixpoint best_within (moves : nat) (R : list Z) : Z :=
  match moves with
  | O => 0
  | S moves' =>
    fold_right
      (fun p s => if taxed R p then Z.max (p + best_within moves' (after R p)) s else s) 0 R
  end.

Definition brute (P : list Z) : Z := best_within (length P) P.

Lemma taxed_legal R p : In p R -> (taxed R p = true <-> legal R p).
Proof.
  intros Hp. unfold taxed, legal, tax. rewrite existsb_exists. split.
  - intros (d & Hd & H). split; [assumption|].
    exists d. destruct (Zdivide_dec d p); [|discriminate].
    apply negb_true_iff, Z.eqb_neq in H. tauto.
  - intros (_ & d & Hd & Hdp & Hne). exists d. split; [assumption|].
    destruct (Zdivide_dec d p); [|contradiction]. now apply negb_true_iff, Z.eqb_neq.
Qed.

Lemma fewer_after R p : In p R -> (length (after R p) < length R)%nat.
Proof.
  assert (Hle : forall l, (length (after l p) <= length l)%nat).
  { unfold after. intros l.
    induction l as [|x l IH]; cbn; [lia | destruct (Zdivide_dec x p); cbn; lia]. }
  intros Hp. induction R as [|x R IH]; [destruct Hp|]. specialize (Hle R). unfold after in *. cbn.
  destruct Hp as [->|Hp].
  - destruct (Zdivide_dec p p) as [|Hn]; [cbn; lia | destruct Hn; apply Z.divide_refl].
  - specialize (IH Hp). destruct (Zdivide_dec x p); cbn; lia.
Qed.

Lemma best_is_reached moves : forall R, reached R (best_within moves R).
Proof.
  induction moves as [|moves IH]; intros R; [exists []; split; [constructor | reflexivity]|]. cbn.
  assert (H : forall l, incl l R -> reached R (fold_right
    (fun p s => if taxed R p then Z.max (p + best_within moves (after R p)) s else s) 0 l)).
  { intros l. induction l as [|p l IHl]; intros Hl; cbn.
    { exists []. split; [constructor | reflexivity]. }
    apply incl_cons_inv in Hl as [Hp Hl]. specialize (IHl Hl).
    destruct (taxed R p) eqn:E; [|assumption]. apply Z.max_case; [|assumption].
    destruct (IH (after R p)) as (ps & Hps & <-).
    exists (p :: ps). split; [|reflexivity]. constructor; [now apply taxed_legal | assumption]. }
  apply H, incl_refl.
Qed.

Lemma best_is_most moves : forall R, (length R <= moves)%nat -> at_most R (best_within moves R).
Proof.
  induction moves as [|moves IH]; intros R HR ps H.
  - destruct R; [|cbn in HR; lia]. inversion H as [|? p ? [Hp _] _]; [reflexivity | destruct Hp].
  - assert (Hmost : forall l, (0 <= fold_right
        (fun p s => if taxed R p then Z.max (p + best_within moves (after R p)) s else s) 0 l) /\
      forall p, In p l -> taxed R p = true -> p + best_within moves (after R p) <= fold_right
        (fun p s => if taxed R p then Z.max (p + best_within moves (after R p)) s else s) 0 l).
    { intros l. induction l as [|x l [IH0 IHl]]; cbn; [split; [lia | intros ? []]|].
      split; [destruct (taxed R x); lia|].
      intros p [->|Hp] Hx; [rewrite Hx; lia|].
      specialize (IHl p Hp Hx). destruct (taxed R x); lia. }
    destruct (Hmost R) as [H0 Hbest]. inversion H as [|? p ps' Hlegal Hrest]; subst; [exact H0|].
    assert (Hp := proj1 Hlegal). apply taxed_legal in Hlegal; [|assumption].
    specialize (Hbest p Hp Hlegal).
    assert (total ps' <= best_within moves (after R p));
      [|unfold total in *; cbn [fold_right best_within]; lia].
    apply IH; [|assumption]. assert (H1 := fewer_after R p Hp). lia.
Qed.

(** For any list of integers, this is the best score. *)
Theorem brute_is_best P : score_is P (brute P).
Proof. split; [apply best_is_reached | now apply best_is_most]. Qed.
