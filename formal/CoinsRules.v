(** * Greedy coins, directly from the rules.

    There are rows, stacks and circles of coins on the table. Two players alternate. Each turn takes
    one coin that may be taken, until none is left. Each player wants the largest possible lead at
    the end. *)

From Coq Require Import ZArith List Lia.
Import ListNotations.
Open Scope Z_scope.

(** ** Rules *)

(** A row is open at both ends. A stack is blocked at its left or right end, and open at the other
    one. From a circle any coin may be taken. *)
Inductive kind := Row | LeftBlocked | RightBlocked | Circle.

(** One part of the table, with its coins from left to right, and the whole table. *)
Definition part : Type := kind * list Z.
Definition table : Type := list part.

(** Taking a coin at an end: the coin, and the remaining coins. *)
Definition take_left (k : kind) (coins : list Z) : list (Z * part) :=
  match coins with
  | [] => []
  | x :: others => [(x, (k, others))]
  end.

Definition take_right (k : kind) (coins : list Z) : list (Z * part) :=
  match rev coins with
  | [] => []
  | x :: others => [(x, (k, rev others))]
  end.

(** Taking any coin of a circle leaves the row that begins after it: first the coins after it, then
    the coins before it. *)
Fixpoint take_any (before coins : list Z) : list (Z * part) :=
  match coins with
  | [] => []
  | x :: behind => (x, (Row, behind ++ before)) :: take_any (before ++ [x]) behind
  end.

Definition part_moves (p : part) : list (Z * part) :=
  match p with
  | (Row, coins) => take_left Row coins ++ take_right Row coins
  | (LeftBlocked, coins) => take_right LeftBlocked coins
  | (RightBlocked, coins) => take_left RightBlocked coins
  | (Circle, coins) => take_any [] coins
  end.

(** All moves: the coin, and the remaining table. Empty parts are kept. *)
Fixpoint moves (t : table) : list (Z * table) :=
  match t with
  | [] => []
  | p :: others =>
    map (fun m => (fst m, snd m :: others)) (part_moves p) ++
    map (fun m => (fst m, p :: snd m)) (moves others)
  end.

Definition largest (l : list Z) : Z :=
  match l with
  | [] => 0
  | x :: more => fold_right Z.max x more
  end.

(** The lead of the player to move when both play for the largest difference: the best of "this coin
    minus the other player's lead from then on", or 0 if there is no move. *)
Fixpoint value {position : Type} (moves : position -> list (Z * position)) (n : nat)
  (p : position) : Z :=
  match n with
  | O => 0
  | S n' => largest (map (fun m => fst m - value moves n' (snd m)) (moves p))
  end.

(** The number of coins on the table: no game has more moves. *)
Definition coins_of (t : table) : list Z := concat (map snd t).
Definition size (t : table) : nat := length (coins_of t).

Definition margin (t : table) : Z := value moves (size t) t.

(** ** The meaning of this definition, for any game in which each move makes something smaller *)

Lemma largest_in l : l <> [] -> In (largest l) l.
Proof.
  destruct l as [|x l]; [congruence|]. intros _. cbn [largest].
  induction l as [|y l IH]; cbn; [now left|].
  destruct (Z.max_spec y (fold_right Z.max x l)) as [[_ ->]|[_ ->]]; cbn in *; tauto.
Qed.

Lemma largest_ge l x : In x l -> x <= largest l.
Proof.
  destruct l as [|y l]; [intros []|]. cbn [largest]. revert x.
  induction l as [|z l IH]; intros x; cbn; [intros [->|[]]; lia|].
  intros [->|[->|Hx]]; [|lia|].
  - specialize (IH x (or_introl eq_refl)). lia.
  - specialize (IH x (or_intror Hx)). lia.
Qed.

Section Game.
  Context {position : Type} (moves : position -> list (Z * position)) (size : position -> nat).
  Context (smaller : forall p x q, In (x, q) (moves p) -> (size q < size p)%nat).

  Definition worth (p : position) : Z := value moves (size p) p.

  Lemma value_enough n : forall p, (size p <= n)%nat -> value moves n p = worth p.
  Proof.
    assert (same : forall m m' p, (size p <= m)%nat -> (size p <= m')%nat ->
      value moves m p = value moves m' p).
    { intros m. induction m as [|m IH]; intros m' p Hm Hm'.
      - destruct m' as [|m']; [reflexivity|]. cbn.
        destruct (moves p) as [|[x q] l] eqn:E; [reflexivity|].
        assert (Hq := smaller p x q). rewrite E in Hq. specialize (Hq (or_introl eq_refl)). lia.
      - destruct m' as [|m'].
        + cbn. destruct (moves p) as [|[x q] l] eqn:E; [reflexivity|].
          assert (Hq := smaller p x q). rewrite E in Hq. specialize (Hq (or_introl eq_refl)). lia.
        + cbn. f_equal. apply map_ext_in. intros [x q] Hq. cbn. apply smaller in Hq.
          rewrite (IH m' q); [reflexivity | lia | lia]. }
    intros p Hn. now apply same.
  Qed.

  (** The recursion of the rules. *)
  Theorem worth_by_moves p : worth p = largest (map (fun m => fst m - worth (snd m)) (moves p)).
  Proof.
    unfold worth at 1. destruct (size p) as [|n] eqn:E.
    - cbn. destruct (moves p) as [|[x q] l] eqn:F; [reflexivity|].
      assert (Hq := smaller p x q). rewrite F in Hq. specialize (Hq (or_introl eq_refl)). lia.
    - cbn. f_equal. apply map_ext_in. intros [x q] Hq. cbn. apply smaller in Hq.
      rewrite value_enough; [reflexivity | lia].
  Qed.

  Lemma worth_ge p x q : In (x, q) (moves p) -> x - worth q <= worth p.
  Proof.
    intros Hq. rewrite (worth_by_moves p). apply largest_ge.
    apply in_map_iff. now exists (x, q).
  Qed.

  Lemma worth_cases p :
    (moves p = [] /\ worth p = 0) \/ exists x q, In (x, q) (moves p) /\ worth p = x - worth q.
  Proof.
    rewrite worth_by_moves. destruct (moves p) as [|m l] eqn:E; [left; split; reflexivity | right].
    assert (Hin : In (largest (map (fun m => fst m - worth (snd m)) (m :: l)))
      (map (fun m => fst m - worth (snd m)) (m :: l))) by (apply largest_in; discriminate).
    apply in_map_iff in Hin as ([x q] & Heq & Hq). exists x, q.
    split; [assumption | now rewrite <- Heq].
  Qed.

  (** A bound on all moves bounds the worth. *)
  Lemma worth_le p v : moves p <> [] -> (forall x q, In (x, q) (moves p) -> x - worth q <= v) ->
    worth p <= v.
  Proof.
    intros Hne Hall. destruct (worth_cases p) as [[Hnil _]|(x & q & Hq & ->)];
      [contradiction | auto].
  Qed.
End Game.

(** Two games have the same worth if each move in one has a counterpart in the other. *)
Section Alike.
  Context {position position' : Type}.
  Context (moves : position -> list (Z * position)) (moves' : position' -> list (Z * position')).
  Context (size : position -> nat) (size' : position' -> nat).
  Context (smaller : forall p x q, In (x, q) (moves p) -> (size q < size p)%nat).
  Context (smaller' : forall p x q, In (x, q) (moves' p) -> (size' q < size' p)%nat).
  Context (alike : position -> position' -> Prop).
  Context (there : forall p p', alike p p' -> forall x q, In (x, q) (moves p) ->
    exists q', In (x, q') (moves' p') /\ alike q q').
  Context (back : forall p p', alike p p' -> forall x q', In (x, q') (moves' p') ->
    exists q, In (x, q) (moves p) /\ alike q q').

  Theorem alike_worth : forall p p', alike p p' -> worth moves size p = worth moves' size' p'.
  Proof.
    assert (H : forall n p p', (size p <= n)%nat -> alike p p' ->
      worth moves size p = worth moves' size' p').
    { intros n. induction n as [|n IH]; intros p p' Hn Ha;
        destruct (worth_cases moves size smaller p) as [[E V]|(x & q & Hq & V)];
        destruct (worth_cases moves' size' smaller' p') as [[E' V']|(x' & q' & Hq' & V')];
          rewrite V, V'; trivial.
      - destruct (back p p' Ha x' q' Hq') as (q & Hq & _). now rewrite E in Hq.
      - apply smaller in Hq. lia.
      - apply smaller in Hq. lia.
      - destruct (back p p' Ha x' q' Hq') as (q & Hq & _). now rewrite E in Hq.
      - destruct (there p p' Ha x q Hq) as (q' & Hq' & _). now rewrite E' in Hq'.
      - destruct (there p p' Ha x q Hq) as (r' & Hr' & Har).
        destruct (back p p' Ha x' q' Hq') as (r & Hr & Hra).
        assert (Sq := smaller p x q Hq). assert (Sr := smaller p x' r Hr).
        apply (worth_ge moves' size' smaller') in Hr'. apply (worth_ge moves size smaller) in Hr.
        rewrite V' in Hr'. rewrite V in Hr.
        rewrite <- (IH q r') in Hr' by (lia || assumption).
        rewrite (IH r q') in Hr by (lia || assumption). lia. }
    intros p p' Ha. now apply (H (size p)).
  Qed.
End Alike.

(** ** The rules make the table smaller with each move *)

From Coq Require Import Permutation.

Lemma take_any_coins coins : forall before x p, In (x, p) (take_any before coins) ->
  Permutation (before ++ coins) (x :: snd p).
Proof.
  induction coins as [|y coins IH]; intros before x p; cbn; [intros []|]. intros [E|Hin].
  - injection E as <- <-. cbn. rewrite <- Permutation_middle. constructor.
    apply Permutation_app_comm.
  - apply IH in Hin. rewrite <- Hin, <- app_assoc. reflexivity.
Qed.

Lemma part_moves_coins p x q : In (x, q) (part_moves p) -> Permutation (snd p) (x :: snd q).
Proof.
  assert (HL : forall k c, In (x, q) (take_left k c) -> Permutation c (x :: snd q)).
  { intros k [|y c]; [intros []|]. intros [E|[]]. now injection E as <- <-. }
  assert (HR : forall k c, In (x, q) (take_right k c) -> Permutation c (x :: snd q)).
  { unfold take_right. intros k c. destruct (rev c) as [|y l] eqn:E; [intros []|]. intros [F|[]].
    injection F as <- <-. cbn. rewrite <- (rev_involutive c), E. cbn.
    symmetry. apply Permutation_cons_append. }
  destruct p as [[| | |] c]; cbn; intros Hin.
  - apply in_app_or in Hin as [Hin|Hin]; eauto.
  - eauto.
  - eauto.
  - now apply take_any_coins in Hin.
Qed.

(** The taken coin leaves, and all others stay. *)
Lemma moves_coins t : forall x u, In (x, u) (moves t) -> Permutation (coins_of t) (x :: coins_of u).
Proof.
  induction t as [|p t IH]; intros x u; cbn; [intros []|]. intros Hin.
  apply in_app_or in Hin as [Hin|Hin]; apply in_map_iff in Hin as ([y q] & E & Hin);
    injection E as <- <-.
  - apply part_moves_coins in Hin. unfold coins_of. cbn. now rewrite Hin.
  - apply IH in Hin. unfold coins_of in *. cbn. rewrite Hin. symmetry. apply Permutation_middle.
Qed.

Lemma moves_smaller t x u : In (x, u) (moves t) -> (size u < size t)%nat.
Proof. intros Hin. apply moves_coins, Permutation_length in Hin. unfold size. cbn in Hin. lia. Qed.

Theorem margin_by_moves t : margin t = largest (map (fun m => fst m - margin (snd m)) (moves t)).
Proof. apply (worth_by_moves moves size moves_smaller). Qed.
