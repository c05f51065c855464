(** * Tables with integers from 1 up as keys: a trie on their binary digits. *)

From Coq Require Import ZArith List Lia.
From Taxman Require Import Game.
Import ListNotations.
Open Scope Z_scope.

Inductive table (A : Type) := Empty | Node (l : table A) (here : option A) (r : table A).
Arguments Empty {A}.
Arguments Node {A}.

Fixpoint look {A} (t : table A) (k : positive) : option A :=
  match t, k with
  | Empty, _ => None
  | Node _ o _, xH => o
  | Node l _ _, xO k' => look l k'
  | Node _ _ r, xI k' => look r k'
  end.

(** One value at one key. *)
Fixpoint alone {A} (k : positive) (x : A) : table A :=
  match k with
  | xH => Node Empty (Some x) Empty
  | xO k' => Node (alone k' x) None Empty
  | xI k' => Node Empty None (alone k' x)
  end.

Fixpoint each {A B} (f : A -> B) (t : table A) : table B :=
  match t with
  | Empty => Empty
  | Node l o r => Node (each f l) (match o with Some x => Some (f x) | None => None end) (each f r)
  end.

(** Change the values at the keys of another table, which is small. Only that table is visited; the
    rest is shared. *)
Fixpoint meet {A B} (f : B -> A -> A) (d : table B) (t : table A) : table A :=
  match d, t with
  | Empty, _ => t
  | _, Empty => Empty
  | Node dl b dr, Node l o r =>
    Node (meet f dl l) (match b, o with Some b, Some x => Some (f b x) | _, _ => o end)
      (meet f dr r)
  end.

Lemma look_empty {A} k : look (@Empty A) k = None.
Proof. destruct k; reflexivity. Qed.

Lemma look_alone {A} (x : A) k : forall j,
  look (alone k x) j = if Pos.eqb j k then Some x else None.
Proof.
  induction k as [k IH|k IH|]; intros [j|j|]; cbn; rewrite ?IH, ?look_empty; reflexivity.
Qed.

Lemma look_each {A B} (f : A -> B) t : forall k, look (each f t) k = option_map f (look t k).
Proof. induction t as [|l IHl o r IHr]; intros [k|k|]; cbn; auto; now destruct o. Qed.

Lemma look_meet {A B} (f : B -> A -> A) d : forall t k, look (meet f d t) k =
  match look d k, look t k with Some b, Some x => Some (f b x) | _, o => o end.
Proof.
  induction d as [|dl IHl b dr IHr]; intros t k; [now rewrite look_empty|].
  destruct t as [|l o r]; [destruct k; cbn; now destruct (look _ _) || now destruct b|].
  destruct k; cbn; auto. now destruct b, o.
Qed.

(** The same with integers as keys; integers below 1 cannot be keys. *)
Fixpoint at_ {A} (t : table A) (z : Z) : option A :=
  match t with
  | Empty => None
  | Node l o r => if z =? 1 then o else if Z.odd z then at_ r (Z.div2 z) else at_ l (Z.div2 z)
  end.

Lemma at_none {A} (t : table A) : forall z, z <= 0 -> at_ t z = None.
Proof.
  induction t as [|l IHl o r IHr]; intros z H; [reflexivity|]. cbn.
  destruct (z =? 1) eqn:E; [apply Z.eqb_eq in E; lia|].
  assert (Z.div2 z <= 0) by (rewrite Z.div2_div; apply Z.div_le_upper_bound; lia).
  destruct (Z.odd z); auto.
Qed.

Lemma at_some {A} (t : table A) z x : at_ t z = Some x -> 0 < z.
Proof.
  intros H. destruct (Z.le_gt_cases z 0) as [Hz|Hz]; [|assumption].
  now rewrite at_none in H by assumption.
Qed.

Lemma at_look {A} (t : table A) : forall k, at_ t (Zpos k) = look t k.
Proof. induction t as [|l IHl o r IHr]; intros k; [reflexivity|]. destruct k; cbn; auto. Qed.

(** It descends like [at_], but by tests: in the extracted program, a match on binary digits would
    allocate a closure for each case. *)
Fixpoint put {A} (t : table A) (z : Z) (x : A) : table A :=
  match t with
  | Empty => match z with Zpos k => alone k x | _ => Empty end
  | Node l o r =>
    if z =? 1 then Node l (Some x) r
    else if Z.odd z then Node l o (put r (Z.div2 z) x) else Node (put l (Z.div2 z) x) o r
  end.

Lemma put_none {A} (x : A) t : forall z, z <= 0 -> put t z x = t.
Proof.
  induction t as [|l IHl o r IHr]; intros z H; [destruct z; auto; lia|]. cbn.
  destruct (z =? 1) eqn:E; [apply Z.eqb_eq in E; lia|].
  assert (Z.div2 z <= 0) by (rewrite Z.div2_div; apply Z.div_le_upper_bound; lia).
  rewrite IHl, IHr by assumption. now destruct (Z.odd z).
Qed.

Lemma look_put {A} (x : A) t : forall k j,
  look (put t (Zpos k) x) j = if Pos.eqb j k then Some x else look t j.
Proof.
  induction t as [|l IHl o r IHr]; intros k j; [cbn [put]; now rewrite look_alone, look_empty|].
  destruct k, j; cbn; auto.
Qed.

Lemma at_meet {A B} (f : B -> A -> A) d t z :
  at_ (meet f d t) z = match at_ d z, at_ t z with Some b, Some x => Some (f b x) | _, o => o end.
Proof. destruct z; [|rewrite !at_look; apply look_meet|]; now rewrite !at_none by lia. Qed.

Lemma at_put {A} (t : table A) z x y : 0 < y ->
  at_ (put t z x) y = if y =? z then Some x else at_ t y.
Proof.
  intros H. destruct y as [|y|y]; try lia.
  destruct z as [|z|z]; rewrite ?(put_none x t) by lia; try reflexivity.
  rewrite !at_look. apply look_put.
Qed.

Lemma at_each {A B} (f : A -> B) t z : at_ (each f t) z = option_map f (at_ t z).
Proof. destruct z; [|rewrite !at_look; apply look_each|]; now rewrite !at_none by lia. Qed.

(** A table of the values of a function. *)
Definition tabulate {A} (f : Z -> A) (l : list Z) : table A :=
  fold_left (fun t x => put t x (f x)) l Empty.

Lemma at_tabulate {A} (f : Z -> A) l x : 0 < x -> In x l -> at_ (tabulate f l) x = Some (f x).
Proof.
  intros Hx. unfold tabulate. generalize (@Empty A).
  assert (H : forall t, (In x l \/ at_ t x = Some (f x)) ->
    at_ (fold_left (fun t y => put t y (f y)) l t) x = Some (f x)).
  { induction l as [|y l IH]; intros t [H|H]; cbn; [destruct H | assumption | |].
    - destruct (Z.eq_dec y x) as [->|Hne].
      + apply IH. right. now rewrite at_put, Z.eqb_refl.
      + destruct H as [H|H]; [congruence|]. apply IH. now left.
    - apply IH. right. rewrite at_put by assumption. destruct (x =? y) eqn:E; [|assumption].
      apply Z.eqb_eq in E. now subst. }
  auto.
Qed.

(** The table has no other values. *)
Lemma at_tabulate_some {A} (f : Z -> A) l x y : at_ (tabulate f l) x = Some y -> In x l /\ y = f x.
Proof.
  unfold tabulate. induction l as [|z l IH] using rev_ind; [discriminate|].
  rewrite fold_left_app, in_app_iff. cbn. intros H. assert (Hx := at_some _ _ _ H).
  rewrite at_put in H by assumption. destruct (x =? z) eqn:E; [|destruct (IH H); auto].
  apply Z.eqb_eq in E. inversion H. subst. auto.
Qed.
