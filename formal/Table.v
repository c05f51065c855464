(** * Tables: numbers from 1 up as keys.  A trie on their binary digits. *)

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

Fixpoint store {A} (t : table A) (k : positive) (x : A) : table A :=
  match t, k with
  | Empty, xH => Node Empty (Some x) Empty
  | Empty, xO k' => Node (store Empty k' x) None Empty
  | Empty, xI k' => Node Empty None (store Empty k' x)
  | Node l _ r, xH => Node l (Some x) r
  | Node l o r, xO k' => Node (store l k' x) o r
  | Node l o r, xI k' => Node l o (store r k' x)
  end.

Fixpoint each {A B} (f : A -> B) (t : table A) : table B :=
  match t with
  | Empty => Empty
  | Node l o r => Node (each f l) (match o with Some x => Some (f x) | None => None end) (each f r)
  end.

(** Change one value, if it is there. *)
Fixpoint alter {A} (f : A -> A) (t : table A) (k : positive) : table A :=
  match t, k with
  | Empty, _ => Empty
  | Node l o r, xH => Node l (match o with Some x => Some (f x) | None => None end) r
  | Node l o r, xO k' => Node (alter f l k') o r
  | Node l o r, xI k' => Node l o (alter f r k')
  end.

Lemma look_empty {A} k : look (@Empty A) k = None.
Proof. destruct k; reflexivity. Qed.

Lemma look_store {A} (x : A) : forall k t j, look (store t k x) j = if Pos.eqb j k then Some x else look t j.
Proof. induction k as [k IH|k IH|]; intros [|l o r] [j|j|]; cbn; rewrite ?IH, ?look_empty; try reflexivity. Qed.

Lemma look_each {A B} (f : A -> B) : forall t k, look (each f t) k = option_map f (look t k).
Proof. induction t as [|l IHl o r IHr]; intros [k|k|]; cbn; auto; now destruct o. Qed.

Lemma look_alter {A} (f : A -> A) : forall k t j, look (alter f t k) j = if Pos.eqb j k then option_map f (look t j) else look t j.
Proof.
  induction k as [k IH|k IH|]; intros [|l o r] [j|j|]; cbn; rewrite ?IH, ?look_empty; try reflexivity; try now destruct (Pos.eqb j k).
Qed.

(** The same with integers as keys; those below 1 have no place. *)
Definition at_ {A} (t : table A) (z : Z) : option A := match z with Zpos k => look t k | _ => None end.
Definition put {A} (t : table A) (z : Z) (x : A) : table A := match z with Zpos k => store t k x | _ => t end.

Definition change_at {A} (f : A -> A) (t : table A) (z : Z) : table A := match z with Zpos k => alter f t k | _ => t end.

Lemma at_change {A} (f : A -> A) t z y : at_ (change_at f t z) y = if y =? z then option_map f (at_ t y) else at_ t y.
Proof. destruct y as [|y|y], z as [|z|z]; cbn; try reflexivity; [apply look_alter | now destruct (Pos.eqb y z)]. Qed.

Lemma at_put {A} (t : table A) z x y : 0 < y -> at_ (put t z x) y = if y =? z then Some x else at_ t y.
Proof.
  intros H. destruct y as [|y|y]; try lia. destruct z as [|z|z]; cbn; try reflexivity. apply look_store.
Qed.

Lemma at_each {A B} (f : A -> B) t z : at_ (each f t) z = option_map f (at_ t z).
Proof. destruct z; cbn; auto. apply look_each. Qed.

(** A table of the values of a function. *)
Definition tabulate {A} (f : Z -> A) (l : list Z) : table A := fold_left (fun t x => put t x (f x)) l Empty.

Lemma at_tabulate {A} (f : Z -> A) l x : 0 < x -> In x l -> at_ (tabulate f l) x = Some (f x).
Proof.
  intros Hx. unfold tabulate. generalize (@Empty A).
  assert (H : forall l t, (In x l \/ at_ t x = Some (f x)) -> at_ (fold_left (fun t y => put t y (f y)) l t) x = Some (f x)).
  { clear l. induction l as [|y l IH]; intros t [H|H]; cbn; [destruct H | assumption | |].
    - destruct (Z.eq_dec y x) as [->|Hne].
      + apply IH. right. now rewrite at_put, Z.eqb_refl.
      + destruct H as [H|H]; [congruence|]. apply IH. now left.
    - apply IH. right. rewrite at_put by assumption. destruct (x =? y) eqn:E; [|assumption]. apply Z.eqb_eq in E. now subst. }
  auto.
Qed.
