(** * The theory of rows and stacks: C2, C4 and C5 of docs/coins-theory.md.

    All rows and stacks are on one line: a coin is free if there is a gap beside it. Taking a coin
    leaves a gap. *)

From Coq Require Import ZArith List Lia Bool.
From Taxman Require Import CoinsRules.
Import ListNotations.
Open Scope Z_scope.

Inductive cell := Gap | Wall | Coin (x : Z).
Definition line : Type := list cell.

(** There are walls beyond both ends of the line. *)
Definition cell_at (G : line) (i : nat) : cell := nth i G Wall.

Definition free (G : line) (i : nat) : Prop :=
  cell_at G (S i) = Gap \/ exists j, i = S j /\ cell_at G j = Gap.

Definition legal (G : line) (i : nat) (x : Z) : Prop := cell_at G i = Coin x /\ free G i.

Fixpoint take (i : nat) (G : line) : line :=
  match G with
  | [] => []
  | c :: G' => match i with O => Gap :: G' | S i' => c :: take i' G' end
  end.

Definition is_gap (c : cell) : bool := match c with Gap => true | _ => false end.

Definition is_free (G : line) (i : nat) : bool :=
  is_gap (cell_at G (S i)) || match i with O => false | S j => is_gap (cell_at G j) end.

Definition move_at (G : line) (i : nat) : list (Z * line) :=
  match cell_at G i with
  | Coin x => if is_free G i then [(x, take i G)] else []
  | _ => []
  end.

Definition line_moves (G : line) : list (Z * line) := flat_map (move_at G) (seq 0 (length G)).

Fixpoint coins (G : line) : list Z :=
  match G with
  | [] => []
  | Coin x :: G' => x :: coins G'
  | _ :: G' => coins G'
  end.

Definition number (G : line) : nat := length (coins G).

Lemma is_gap_true c : is_gap c = true <-> c = Gap.
Proof. destruct c; cbn; split; congruence. Qed.

Lemma is_free_true G i : is_free G i = true <-> free G i.
Proof.
  unfold is_free, free. rewrite orb_true_iff, is_gap_true. destruct i as [|j].
  - split; [intros [Hg|Hg]; [now left | discriminate] | intros [Hg|(j & E & _)];
      [now left | discriminate]].
  - rewrite is_gap_true. split; intros [Hg|Hg]; auto.
    + right. now exists j.
    + destruct Hg as (i & E & Hg). injection E as <-. now right.
Qed.

Lemma cell_in G i c : cell_at G i = c -> c <> Wall -> (i < length G)%nat.
Proof.
  intros E Hc. destruct (Nat.lt_ge_cases i (length G)) as [|Hge]; [assumption|].
  apply (nth_overflow G Wall) in Hge. unfold cell_at in E. congruence.
Qed.

Lemma in_line_moves G x G' : In (x, G') (line_moves G) <-> exists i, legal G i x /\ G' = take i G.
Proof.
  unfold line_moves, move_at, legal. rewrite in_flat_map. split.
  - intros (i & _ & Hin). exists i. destruct (cell_at G i) as [| |y];
      [destruct Hin | destruct Hin|].
    destruct (is_free G i) eqn:F; [|destruct Hin]. destruct Hin as [E|[]]. injection E as -> <-.
    apply is_free_true in F. repeat split; auto.
  - intros (i & [Hc Hf] & ->). exists i. split.
    + apply in_seq. apply cell_in in Hc; [lia | discriminate].
    + apply is_free_true in Hf. rewrite Hc, Hf. now left.
Qed.

Lemma take_at G : forall i j, (i < length G)%nat ->
  cell_at (take i G) j = if Nat.eqb j i then Gap else cell_at G j.
Proof.
  unfold cell_at. induction G as [|c G IH]; intros i j Hi; [cbn in Hi; lia|].
  destruct i as [|i], j as [|j]; cbn; trivial.
  cbn in Hi. apply IH. lia.
Qed.

Lemma take_comm G : forall i j, take i (take j G) = take j (take i G).
Proof. induction G as [|c G IH]; intros [|i] [|j]; cbn; trivial. now rewrite IH. Qed.

Lemma take_split l : forall x r, take (length l) (l ++ Coin x :: r) = l ++ Gap :: r.
Proof. induction l as [|c l IH]; intros x r; cbn; [reflexivity | now rewrite IH]. Qed.

Lemma coins_app l r : coins (l ++ r) = coins l ++ coins r.
Proof. induction l as [|[| |x] l IH]; cbn; trivial. now rewrite IH. Qed.

(** A coin that is free stays free until it is taken. *)
Lemma legal_stays G i j x y : legal G i x -> legal G j y -> i <> j -> legal (take i G) j y.
Proof.
  intros [Hx Hfx] [Hy Hfy] Hne. assert (Hi := cell_in _ _ _ Hx ltac:(discriminate)).
  split; [rewrite take_at by assumption; destruct (Nat.eqb_spec j i); [lia | assumption]|].
  destruct Hfy as [Hg|(k & -> & Hg)].
  - left. rewrite take_at by assumption. destruct (Nat.eqb_spec (S j) i); trivial.
  - right. exists k. split; [reflexivity|].
    rewrite take_at by assumption. destruct (Nat.eqb_spec k i); trivial.
Qed.

Lemma legal_other G i j x y : legal G i x -> legal (take i G) j y -> i <> j /\ cell_at G j = Coin y.
Proof.
  intros [Hx _] [Hy _]. rewrite take_at in Hy by (eapply cell_in; [eassumption | discriminate]).
  destruct (Nat.eqb_spec j i) as [->|Hne]; [discriminate | now split; [congruence|]].
Qed.

Lemma legal_split G i x : legal G i x <->
  exists l r, G = l ++ Coin x :: r /\ length l = i /\ (last l Wall = Gap \/ hd Wall r = Gap).
Proof.
  assert (Hlast : forall l (r : line) j, length l = S j -> cell_at (l ++ r) j = last l Wall).
  { intros l r j Hl. destruct (exists_last (l := l)) as (l' & c & ->); [intros ->; discriminate|].
    rewrite app_length in Hl. cbn in Hl. rewrite last_last. unfold cell_at.
    rewrite <- app_assoc, app_nth2 by lia. now replace (j - length l')%nat with 0%nat by lia. }
  assert (Hhd : forall l (r : line) c, cell_at (l ++ c :: r) (S (length l)) = hd Wall r).
  { intros l r c. unfold cell_at. rewrite app_nth2 by lia.
    replace (S (length l) - length l)%nat with 1%nat by lia.
    now destruct r. }
  split.
  - intros [Hc Hf]. assert (Hi := cell_in _ _ _ Hc ltac:(discriminate)).
    destruct (nth_split G Wall Hi) as (l & r & E & Hl). unfold cell_at in Hc. rewrite Hc in E.
    exists l, r. repeat split; auto. destruct Hf as [Hg|(j & -> & Hg)].
    + right. now rewrite E, <- Hl, Hhd in Hg.
    + left. now rewrite E, Hlast in Hg.
  - intros (l & r & -> & <- & Hg). split.
    + unfold cell_at. rewrite app_nth2 by lia.
      now replace (length l - length l)%nat with 0%nat by lia.
    + destruct Hg as [Hg|Hg]; [right | left; now rewrite Hhd].
      destruct l as [|c l]; [discriminate|]. exists (length l).
      split; [reflexivity | now rewrite Hlast].
Qed.

(** ** Moves by the parts left and right of the coin *)

Inductive move (G : line) (x : Z) (G' : line) : Prop :=
| a_move l r : G = l ++ Coin x :: r -> G' = l ++ Gap :: r -> last l Wall = Gap \/ hd Wall r = Gap ->
    move G x G'.

Lemma in_moves G x G' : In (x, G') (line_moves G) <-> move G x G'.
Proof.
  rewrite in_line_moves. split.
  - intros (i & Hlegal & ->). apply legal_split in Hlegal as (l & r & -> & <- & Hg).
    apply a_move with l r; auto. apply take_split.
  - intros [l r -> -> Hg]. exists (length l). split; [|now rewrite take_split].
    apply legal_split. now exists l, r.
Qed.

Lemma move_number G x G' : move G x G' -> number G = S (number G').
Proof. intros [l r -> -> _]. unfold number. rewrite !coins_app, !app_length. cbn. lia. Qed.

Lemma line_smaller G x G' : In (x, G') (line_moves G) -> (number G' < number G)%nat.
Proof. intros Hm. apply in_moves, move_number in Hm. lia. Qed.

(** The margin. *)
Definition S (G : line) : Z := worth line_moves number G.

Lemma S_ge G x G' : move G x G' -> x - S G' <= S G.
Proof. intros Hm. apply in_moves in Hm. exact (worth_ge _ _ line_smaller _ _ _ Hm). Qed.

Lemma S_cases G :
  ((forall x G', ~ move G x G') /\ S G = 0) \/ exists x G', move G x G' /\ S G = x - S G'.
Proof.
  destruct (worth_cases _ _ line_smaller G) as [[E V]|(x & G' & Hm & V)].
  - left. split; [|assumption]. intros x G' Hm. apply in_moves in Hm. now rewrite E in Hm.
  - right. exists x, G'. split; [now apply in_moves | assumption].
Qed.

(** Two lines have the same margin if each move in one has a counterpart in the other. *)
Lemma alike_S (alike : line -> line -> Prop) :
  (forall G H, alike G H -> forall x G', move G x G' -> exists H', move H x H' /\ alike G' H') ->
  (forall G H, alike G H -> forall x H', move H x H' -> exists G', move G x G' /\ alike G' H') ->
  forall G H, alike G H -> S G = S H.
Proof.
  intros there back. apply (alike_worth line_moves line_moves number number line_smaller
    line_smaller).
  - intros G H Ha x G' Hm. apply in_moves in Hm.
    destruct (there G H Ha x G' Hm) as (H' & Hm' & Ha').
    exists H'. split; [now apply in_moves | assumption].
  - intros G H Ha x H' Hm. apply in_moves in Hm. destruct (back G H Ha x H' Hm) as (G' & Hm' & Ha').
    exists G'. split; [now apply in_moves | assumption].
Qed.

(** ** C2: the largest coin *)

Definition none_above (x : Z) (G : line) : Prop := forall y, In y (coins G) -> y <= x.

Lemma none_above_move x G y G' : none_above x G -> move G y G' -> none_above x G'.
Proof.
  intros Ha [l r -> -> _] z Hz. apply Ha. rewrite coins_app in *. cbn in *.
  apply in_app_or in Hz as [Hz|Hz]; apply in_or_app; cbn; auto.
Qed.

Lemma legal_move G i x : legal G i x -> move G x (take i G).
Proof. intros Hl. apply in_moves, in_line_moves. now exists i. Qed.

Lemma move_legal G x G' : move G x G' -> exists i, legal G i x /\ G' = take i G.
Proof. intros Hm. now apply in_line_moves, in_moves. Qed.

Lemma legal_at_once G i x y : legal G i x -> legal G i y -> x = y.
Proof. intros [Hx _] [Hy _]. congruence. Qed.

Lemma legal_below x G i y : none_above x G -> legal G i y -> y <= x.
Proof.
  intros Ha Hl. apply Ha. apply legal_split in Hl as (l & r & -> & _). rewrite coins_app.
  apply in_or_app. right. now left.
Qed.

Lemma lemma_1 x n : forall K i z, (number K <= n)%nat -> none_above x K -> legal K i z ->
  S K + S (take i K) <= 2 * x - z.
Proof.
  induction n as [|n IH]; intros K i z Hn Ha Hz; assert (Mz := legal_move _ _ _ Hz);
    assert (Nz := move_number _ _ _ Mz); [lia|]. assert (Bz := legal_below _ _ _ _ Ha Hz).
  destruct (S_cases K) as [[Hno _]|(k & K' & Mk & Vk)]; [now apply Hno in Mz|].
  apply move_legal in Mk as (j & Hk & ->). assert (Bk := legal_below _ _ _ _ Ha Hk).
  destruct (Nat.eq_dec i j) as [<-|Hne].
  - assert (k = z) as -> by now apply legal_at_once with K i. lia.
  - assert (Hk' := legal_stays _ _ _ _ _ Hz Hk Hne).
    assert (Hz' := legal_stays _ _ _ _ _ Hk Hz (not_eq_sym Hne)).
    assert (Gz := S_ge _ _ _ (legal_move _ _ _ Hz')). rewrite (take_comm K i j) in Gz.
    destruct (S_cases (take i K)) as [[Hno _]|(m & M' & Mm & Vm)];
      [now apply legal_move, Hno in Hk'|].
    apply move_legal in Mm as (p & Hm & ->). destruct (Nat.eq_dec p j) as [->|Hne'].
    + assert (m = k) as -> by now apply legal_at_once with (take i K) j.
      lia.
    + assert (Hk'' := legal_stays _ _ _ _ _ Hm Hk' Hne').
      assert (Gk := S_ge _ _ _ (legal_move _ _ _ Hk'')).
      assert (Hm' := legal_stays _ _ _ _ _ Hk' Hm (not_eq_sym Hne')).
      assert (Nk := move_number _ _ _ (legal_move _ _ _ Hk')).
      assert (Ha' := none_above_move _ _ _ _ (none_above_move _ _ _ _ Ha Mz)
        (legal_move _ _ _ Hk')).
      assert (HI := IH (take j (take i K)) p m ltac:(lia) Ha' Hm').
      rewrite (take_comm (take i K) p j) in HI. lia.
Qed.

(** Lemma 2: taking the largest coin is a best move. *)
Theorem lemma_2 G x G' : none_above x G -> move G x G' -> S G = x - S G'.
Proof.
  intros Ha Mx. assert (Gx := S_ge _ _ _ Mx). destruct (S_cases G) as [[Hno _]|(y & K & My & Vy)].
  { now apply Hno in Mx. }
  apply move_legal in Mx as (i & Hx & ->). apply move_legal in My as (j & Hy & ->).
  assert (Bxy := legal_below _ _ _ _ Ha Hy).
  destruct (Nat.eq_dec i j) as [<-|Hne].
  { assert (x = y) as -> by now apply legal_at_once with G i. assumption. }
  assert (Hx' := legal_stays _ _ _ _ _ Hy Hx (not_eq_sym Hne)).
  assert (Hy' := legal_stays _ _ _ _ _ Hx Hy Hne).
  assert (G1 := S_ge _ _ _ (legal_move _ _ _ Hx')). rewrite (take_comm G i j) in G1.
  destruct (S_cases (take i G)) as [[Hno _]|(z & Z' & Mz & Vz)];
    [now apply legal_move, Hno in Hy'|].
  apply move_legal in Mz as (k & Hz & ->). destruct (Nat.eq_dec k j) as [->|Hne'].
  { assert (z = y) as -> by now apply legal_at_once with (take i G) j. lia. }
  assert (Hy'' := legal_stays _ _ _ _ _ Hz Hy' Hne').
  assert (G2 := S_ge _ _ _ (legal_move _ _ _ Hy'')).
  assert (Hz' := legal_stays _ _ _ _ _ Hy' Hz (not_eq_sym Hne')).
  assert (Ha' := none_above_move _ _ _ _ (none_above_move _ _ _ _ Ha (legal_move _ _ _ Hx))
    (legal_move _ _ _ Hy')).
  assert (L1 := lemma_1 x _ _ _ _ (le_n _) Ha' Hz').
  rewrite (take_comm (take i G) k j) in L1. lia.
Qed.

(** ** Contexts *)

Lemma app_cases {A} (l0 : list A) : forall a r0 l b r, l0 ++ a :: r0 = l ++ b :: r ->
  (exists m, l = l0 ++ a :: m /\ r0 = m ++ b :: r) \/ (l0 = l /\ a = b /\ r0 = r) \/
  (exists m, l0 = l ++ b :: m /\ r = m ++ a :: r0).
Proof.
  induction l0 as [|y l0 IH]; intros a r0 [|z l] b r E; cbn in E; injection E as -> E.
  - right. left. auto.
  - left. exists l. auto.
  - right. right. exists l0. auto.
  - destruct (IH _ _ _ _ _ E) as [(m & -> & ->)|[(-> & -> & ->)|(m & -> & ->)]].
    + left. now exists m.
    + right. left. auto.
    + right. right. now exists m.
Qed.

Lemma hd_coin m c r : hd Wall (m ++ Coin c :: r) = Gap <-> hd Wall m = Gap.
Proof. destruct m; cbn; [split; discriminate | reflexivity]. Qed.

Lemma last_mid l (c : cell) m : m <> [] -> last (l ++ c :: m) Wall = last m Wall.
Proof.
  intros Hm. destruct (exists_last Hm) as (m' & d & ->).
  change (c :: m' ++ [d]) with ((c :: m') ++ [d]).
  now rewrite app_assoc, !last_last.
Qed.

Lemma last_coin l c m : last (l ++ Coin c :: m) Wall = Gap <-> last m Wall = Gap.
Proof.
  destruct m as [|d m]; [rewrite last_last; cbn; split; discriminate | now rewrite last_mid].
Qed.

(** A coin splits a line: each move is left of it, right of it, or takes it beside a gap. *)
Lemma move_coin l c r x G' : move (l ++ Coin c :: r) x G' <->
  (exists l', move l x l' /\ G' = l' ++ Coin c :: r) \/ (exists r', move r x r' /\ G' = l ++ Coin
    c :: r') \/
  (x = c /\ G' = l ++ Gap :: r /\ (last l Wall = Gap \/ hd Wall r = Gap)).
Proof.
  split.
  - intros [l0 r0 E -> Hg]. symmetry in E. apply app_cases in
      E as [(m & -> & ->)|[(-> & E & ->)|(m & -> & ->)]].
    + left. exists (l0 ++ Gap :: m). split; [|now rewrite <- app_assoc].
      apply a_move with l0 m; auto. now rewrite hd_coin in Hg.
    + injection E as ->. auto.
    + right. left. exists (m ++ Gap :: r0). split; [|now rewrite <- app_assoc].
      apply a_move with m r0; auto. now rewrite last_coin in Hg.
  - intros [(l' & [l0 r0 -> -> Hg] & ->)|[(r' & [l0 r0 -> -> Hg] & ->)|(-> & -> & Hg)]].
    + apply a_move with l0 (r0 ++ Coin c :: r);
        [now rewrite <- app_assoc | now rewrite <- app_assoc|].
      now rewrite hd_coin.
    + apply a_move with (l ++ Coin c :: l0) r0;
        [now rewrite <- app_assoc | now rewrite <- app_assoc|].
      now rewrite last_coin.
    + now apply a_move with l r.
Qed.

Lemma move_in_left l l' c r x : move l x l' -> move (l ++ Coin c :: r) x (l' ++ Coin c :: r).
Proof. intros Hm. apply move_coin. left. now exists l'. Qed.

Lemma move_in_right l c r r' x : move r x r' -> move (l ++ Coin c :: r) x (l ++ Coin c :: r').
Proof. intros Hm. apply move_coin. right. left. now exists r'. Qed.

Lemma move_here l c r : last l Wall = Gap \/ hd Wall r = Gap ->
  move (l ++ Coin c :: r) c (l ++ Gap :: r).
Proof. intros Hg. apply move_coin. auto. Qed.

Lemma no_move_in_nothing x G' : ~ move [] x G'.
Proof. intros [[|c l] r E _ _]; discriminate. Qed.

(** The line read backwards. *)
Lemma hd_rev (l : line) : hd Wall (rev l) = last l Wall.
Proof.
  destruct l as [|c l]; [reflexivity|]. destruct (@exists_last _ (c :: l)) as (m & d & ->);
    [discriminate|].
  now rewrite last_last, rev_app_distr.
Qed.

Lemma last_rev (l : line) : last (rev l) Wall = hd Wall l.
Proof. now rewrite <- hd_rev, rev_involutive. Qed.

Lemma rev_mid (l : line) c r : rev (l ++ c :: r) = rev r ++ c :: rev l.
Proof. rewrite rev_app_distr. cbn. now rewrite <- app_assoc. Qed.

Lemma move_rev G x G' : move G x G' -> move (rev G) x (rev G').
Proof.
  intros [l r -> -> Hg]. apply a_move with (rev r) (rev l); [apply rev_mid | apply rev_mid|].
  rewrite last_rev, hd_rev. tauto.
Qed.

Lemma S_rev G : S (rev G) = S G.
Proof.
  symmetry. apply (alike_S (fun G H => H = rev G)); [| |reflexivity]; clear G.
  - intros G H -> x G' Hm. exists (rev G'). split; [now apply move_rev | reflexivity].
  - intros G H -> x H' Hm. exists (rev H'). split; [|now rewrite rev_involutive].
    rewrite <- (rev_involutive G). now apply move_rev.
Qed.

(** A gap beside another gap has no effect. *)
Lemma S_gap l r : last l Wall = Gap -> S (l ++ Gap :: r) = S (l ++ r).
Proof.
  intros Hl. apply (alike_S (fun G H => exists l r, last l Wall = Gap /\ G = l ++ Gap :: r /\
    H = l ++ r));
    [| |now exists l, r]; clear l r Hl.
  - intros G H (l & r & Hl & -> & ->) x G' [l0 r0 E -> Hg]. symmetry in E.
    apply app_cases in E as [(m & -> & ->)|[(_ & E & _)|(m & -> & ->)]]; [|discriminate|].
    + exists (l0 ++ Gap :: m ++ r). split.
      * apply a_move with l0 (m ++ r); [now rewrite <- app_assoc | reflexivity|].
        destruct Hg as [Hg|Hg]; [now left|]. right. destruct m; [|exact Hg].
        now rewrite last_last in Hl.
      * exists (l0 ++ Gap :: m), r. repeat split;
          [|now rewrite <- app_assoc | now rewrite <- app_assoc].
        destruct m; [now rewrite last_last | rewrite last_mid in *; congruence].
    + exists (l ++ m ++ Gap :: r0). split.
      * apply a_move with (l ++ m) r0; [now rewrite <- app_assoc | now rewrite <- app_assoc|].
        destruct Hg as [Hg|Hg]; [left|now right]. destruct m as [|c m]; [now rewrite app_nil_r|].
        rewrite last_mid in Hg by discriminate. rewrite <- Hg. clear.
        destruct (@exists_last _ (c :: m)) as (m' & d & ->); [discriminate|].
        now rewrite app_assoc, !last_last.
      * exists l, (m ++ Gap :: r0). repeat split; [assumption|]. now rewrite <- app_assoc.
  - intros G H (l & r & Hl & -> & ->) x H' [l0 r0 E -> Hg].
    apply app_eq_app in E as (m & [[-> E]|[-> ->]]).
    + destruct m as [|c m].
      * cbn in E. subst r. rewrite app_nil_r in *. exists (l0 ++ Gap :: Gap :: r0). split.
        -- apply a_move with (l0 ++ [Gap]) r0;
             [now rewrite <- app_assoc | now rewrite <- app_assoc|].
           left. apply last_last.
        -- exists l0, (Gap :: r0). now repeat split.
      * cbn in E. injection E as <- ->. exists (l0 ++ Gap :: m ++ Gap :: r). split.
        -- apply a_move with l0 (m ++ Gap :: r); [now rewrite <- app_assoc | reflexivity|].
           destruct Hg as [Hg|Hg]; [now left | right]. destruct m; [reflexivity | exact Hg].
        -- exists (l0 ++ Gap :: m), r. repeat split;
             [|now rewrite <- app_assoc | now rewrite <- app_assoc].
           destruct m; [now rewrite last_last in * | rewrite last_mid in *; congruence].
    + exists (l ++ Gap :: m ++ Gap :: r0). split.
      * apply a_move with (l ++ Gap :: m) r0;
          [now rewrite <- app_assoc | now rewrite <- app_assoc|].
        destruct Hg as [Hg|Hg]; [left | now right].
        destruct m as [|c m]; [now rewrite last_last|]. rewrite last_mid by discriminate.
        rewrite <- Hg. clear.
        destruct (@exists_last _ (c :: m)) as (m' & d & ->); [discriminate|].
        now rewrite app_assoc, !last_last.
      * exists l, (m ++ Gap :: r0). repeat split; [assumption|]. now rewrite <- app_assoc.
Qed.

(** Lipschitz: the effect of changing one coin. *)
Lemma number_app l r : number (l ++ r) = (number l + number r)%nat.
Proof. unfold number. now rewrite coins_app, app_length. Qed.

Lemma number_coin c r : number (Coin c :: r) = Datatypes.S (number r).
Proof. reflexivity. Qed.

Lemma lipschitz n : forall l c d r, (number l + number r <= n)%nat ->
  S (l ++ Coin c :: r) - S (l ++ Coin d :: r) <= Z.abs (c - d).
Proof.
  induction n as [n IH] using lt_wf_ind. intros l c d r Hn.
  destruct (S_cases (l ++ Coin c :: r)) as [[Hno ->]|(x & G' & Hm & ->)].
  - destruct (S_cases (l ++ Coin d :: r)) as [[_ ->]|(x & G' & Hm & _)]; [lia | exfalso].
    apply move_coin in Hm as [(l' & Hm & _)|[(r' & Hm & _)|(_ & _ & Hm)]].
    + now apply (move_in_left l l' c r), Hno in Hm.
    + now apply (move_in_right l c), Hno in Hm.
    + now apply (move_here l c), Hno in Hm.
  - apply move_coin in Hm as [(l' & Hm & ->)|[(r' & Hm & ->)|(-> & -> & Hm)]].
    + assert (N := move_number _ _ _ Hm). apply (move_in_left l l' d r), S_ge in Hm.
      assert (HI := IH (number l' + number r)%nat ltac:(lia) l' d c r (le_n _)). lia.
    + assert (N := move_number _ _ _ Hm). apply (move_in_right l d), S_ge in Hm.
      assert (HI := IH (number l + number r')%nat ltac:(lia) l d c r' (le_n _)). lia.
    + apply (move_here l d), S_ge in Hm. lia.
Qed.

(** ** C5, first part: a peak whose middle is a largest coin *)

Lemma none_above_app x l r : none_above x (l ++ r) <-> none_above x l /\ none_above x r.
Proof.
  unfold none_above. rewrite coins_app. split.
  - intros Ha. split; intros y Hy; apply Ha, in_or_app; auto.
  - intros [Hl Hr] y Hy. apply in_app_or in Hy as [Hy|Hy]; auto.
Qed.

Lemma none_above_coin x c r : none_above x (Coin c :: r) <-> c <= x /\ none_above x r.
Proof.
  unfold none_above. cbn. split.
  - intros Ha. split; auto.
  - intros [Hc Hr] y [<-|Hy]; auto.
Qed.

Lemma none_above_gap x r : none_above x (Gap :: r) <-> none_above x r.
Proof. reflexivity. Qed.

(** Taking an end of the peak is worth as much as taking the fused coin, or as taking another
    remaining coin. *)
Lemma peak_left l a b c r : a <= b -> c <= b -> last l Wall = Gap ->
  none_above b (l ++ Coin a :: Coin b :: Coin c :: r) ->
  (a - b + c) - S (l ++ Gap :: r) <= a - S (l ++ Gap :: Coin b :: Coin c :: r) <= S (l ++ Coin
    (a - b + c) :: r).
Proof.
  intros Hab Hcb Hl Ha. apply none_above_app in Ha as [Hal Har]. rewrite !none_above_coin in Har.
  destruct Har as (_ & _ & _ & Har).
  assert (Eb : S (l ++ Gap :: Coin b :: Coin c :: r) = b - S (l ++ Coin c :: r)).
  { rewrite (S_gap l) by assumption. rewrite (lemma_2 _ b (l ++ Gap :: Coin c :: r)).
    - now rewrite S_gap.
    - apply none_above_app. split; [assumption|]. rewrite !none_above_coin. repeat split; auto; lia.
    - apply move_here. now left. }
  rewrite Eb. split.
  - assert (Hc := S_ge _ _ _ (move_here l c r (or_introl Hl))). lia.
  - destruct (S_cases (l ++ Coin c :: r)) as [[Hno _]|(m & G' & Hm & ->)].
    { exfalso. apply (Hno c (l ++ Gap :: r)). apply move_here. now left. }
    apply move_coin in Hm as [(l' & Hm & ->)|[(r' & Hm & ->)|(-> & -> & _)]].
    + assert (L := lipschitz _ l' (a - b + c) c r (le_n _)).
      apply (move_in_left l l' (a - b + c) r), S_ge in Hm. lia.
    + assert (L := lipschitz _ l (a - b + c) c r' (le_n _)).
      apply (move_in_right l (a - b + c)), S_ge in Hm. lia.
    + assert (Hd := S_ge _ _ _ (move_here l (a - b + c) r (or_introl Hl))). lia.
Qed.

Lemma coins_rev y l : In y (coins (rev l)) -> In y (coins l).
Proof.
  induction l as [|d l IH]; cbn; [auto|]. rewrite coins_app. intros Hy.
  apply in_app_or in Hy as [Hy|Hy]; destruct d; cbn in *; tauto.
Qed.

Lemma peak_right l a b c r : a <= b -> c <= b -> hd Wall r = Gap ->
  none_above b (l ++ Coin a :: Coin b :: Coin c :: r) ->
  (a - b + c) - S (l ++ Gap :: r) <= c - S (l ++ Coin a :: Coin b :: Gap :: r) <= S (l ++ Coin
    (a - b + c) :: r).
Proof.
  intros Hab Hcb Hr Ha. assert (P := peak_left (rev r) c b a (rev l) Hcb Hab).
  rewrite last_rev in P. specialize (P Hr). replace (c - b + a) with (a - b + c) in P by lia.
  rewrite <- (S_rev (rev r ++ Gap :: rev l)), <- (S_rev (rev r ++ Coin _ :: rev l)), !rev_mid in P.
  rewrite <- (S_rev (rev r ++ Gap :: _)), !rev_mid in P. cbn in P. rewrite !rev_involutive in P.
  rewrite <- !app_assoc in P. cbn in P. apply P.
  intros y Hy. apply Ha. rewrite coins_app in *. apply in_or_app. apply in_app_or in Hy.
  cbn in *.
  destruct Hy as [Hy|[->|[->|[->|Hy]]]]; try apply coins_rev in Hy; auto.
Qed.

Lemma fusion_at_largest n : forall l a b c r, (number l + number r <= n)%nat -> a <= b -> c <= b ->
  none_above b (l ++ Coin a :: Coin b :: Coin c :: r) ->
  S (l ++ Coin a :: Coin b :: Coin c :: r) = S (l ++ Coin (a - b + c) :: r).
Proof.
  induction n as [n IH] using lt_wf_ind. intros l a b c r Hn Hab Hcb Ha.
  assert (PL := peak_left l a b c r Hab Hcb). assert (PR := peak_right l a b c r Hab Hcb).
  assert (IHl : forall x l', move l x l' ->
    S (l' ++ Coin a :: Coin b :: Coin c :: r) = S (l' ++ Coin (a - b + c) :: r)).
  { intros x l' Hm. assert (N := move_number _ _ _ Hm).
    apply (IH (number l' + number r)%nat); auto; [lia|].
    apply none_above_app in Ha as [Hal Har]. apply none_above_app. split; [|assumption].
    now apply none_above_move with l x. }
  assert (IHr : forall x r', move r x r' ->
    S (l ++ Coin a :: Coin b :: Coin c :: r') = S (l ++ Coin (a - b + c) :: r')).
  { intros x r' Hm. assert (N := move_number _ _ _ Hm).
    apply (IH (number l + number r')%nat); auto; [lia|].
    apply none_above_app in Ha as [Hal Har]. apply none_above_app. split; [assumption|].
    rewrite !none_above_coin in *. repeat split; try tauto. apply none_above_move with r x; tauto. }
  set (d := a - b + c) in *.
  set (P := Coin a :: Coin b :: Coin c :: r) in *.
  assert (Ml : forall x l', move l x l' -> move (l ++ P) x (l' ++ P))
    by (intros; now apply move_in_left).
  assert (Mr : forall x r', move r x r' -> move (l ++ P) x (l ++ Coin a :: Coin b :: Coin c :: r')).
  { intros x r' Hm.
    exact (move_in_right l a _ _ x (move_in_right [] b _ _ x (move_in_right [] c _ _ x Hm))). }
  assert (Ma : last l Wall = Gap -> move (l ++ P) a (l ++ Gap :: Coin b :: Coin c :: r)).
  { intros Hl. apply move_here. now left. }
  assert (Mc : hd Wall r = Gap -> move (l ++ P) c (l ++ Coin a :: Coin b :: Gap :: r)).
  { intros Hr. apply move_in_right. apply (move_here [Coin b]). now right. }
  apply Z.le_antisymm.
  - destruct (S_cases (l ++ P)) as [[Hno ->]|(m & G' & Hm & ->)].
    + destruct (S_cases (l ++ Coin d :: r)) as [[_ ->]|(m & G' & Hm & _)]; [lia | exfalso].
      apply move_coin in Hm as [(l' & Hm & _)|[(r' & Hm & _)|(_ & _ & [Hm|Hm])]].
      * now apply Ml, Hno in Hm.
      * now apply Mr, Hno in Hm.
      * now apply Ma, Hno in Hm.
      * now apply Mc, Hno in Hm.
    + unfold P in Hm. apply move_coin in Hm as
        [(l' & Hm & ->)|[(r1 & Hm & ->)|(-> & -> & [Hl|Hr])]].
      * fold P. rewrite (IHl _ _ Hm). apply S_ge. now apply move_in_left.
      * apply (move_coin []) in Hm as [(? & Hm & _)|[(r2 & Hm & ->)|(_ & _ & [Hm|Hm])]];
          try discriminate.
        { now apply no_move_in_nothing in Hm. }
        apply (move_coin []) in Hm as [(? & Hm & _)|[(r3 & Hm & ->)|(-> & -> & [Hm|Hm])]];
          try discriminate.
        { now apply no_move_in_nothing in Hm. }
        { cbn [app]. rewrite (IHr _ _ Hm). apply S_ge. now apply move_in_right. }
        { now apply PR. }
      * now apply PL.
      * discriminate.
  - destruct (S_cases (l ++ Coin d :: r)) as [[Hno ->]|(m & G' & Hm & ->)].
    + destruct (S_cases (l ++ P)) as [[_ ->]|(m & G' & Hm & _)]; [lia | exfalso].
      unfold P in Hm. apply move_coin in Hm as [(l' & Hm & _)|[(r1 & Hm & _)|(_ & _ & [Hl|Hr])]].
      * apply (move_in_left _ _ d r) in Hm. now apply Hno in Hm.
      * apply (move_coin []) in Hm as [(? & Hm & _)|[(r2 & Hm & _)|(_ & _ & [Hm|Hm])]];
          try discriminate.
        { now apply no_move_in_nothing in Hm. }
        apply (move_coin []) in Hm as [(? & Hm & _)|[(r3 & Hm & _)|(_ & _ & [Hm|Hm])]];
          try discriminate.
        { now apply no_move_in_nothing in Hm. }
        { apply (move_in_right l d) in Hm. now apply Hno in Hm. }
        { apply (Hno d (l ++ Gap :: r)), move_here. now right. }
      * apply (Hno d (l ++ Gap :: r)), move_here. now left.
      * discriminate.
    + apply move_coin in Hm as [(l' & Hm & ->)|[(r' & Hm & ->)|(-> & -> & [Hl|Hr])]].
      * rewrite <- (IHl _ _ Hm). apply S_ge. now apply Ml.
      * rewrite <- (IHr _ _ Hm). apply S_ge. now apply Mr.
      * specialize (PL Hl Ha). assert (G1 := S_ge _ _ _ (Ma Hl)). lia.
      * specialize (PR Hr Ha). assert (G1 := S_ge _ _ _ (Mc Hr)). lia.
Qed.

(** ** Lines in which every coin will be taken: no stretch between two walls has coins but no gap *)

Inductive hits : line -> Prop :=
| hits_gap r : hits (Gap :: r)
| hits_coin x r : hits r -> hits (Coin x :: r).

Definition sound (G : line) : Prop := forall l x r, G = l ++ Coin x :: r -> hits (rev l) \/ hits r.

Lemma hits_mono m r r' : (hits r -> hits r') -> hits (m ++ r) -> hits (m ++ r').
Proof.
  intros Hr. induction m as [|c m IH]; [exact Hr|]. cbn. intros Hm.
  inversion Hm; subst; constructor. auto.
Qed.

Lemma hits_after_coin c r : hits (Coin c :: r) -> hits r.
Proof. intros Hr. now inversion Hr. Qed.

Lemma sound_rev G : sound G -> sound (rev G).
Proof.
  intros HG l x r E. destruct (HG (rev r) x (rev l)) as [Hr|Hl]; [|right|left; assumption].
  - now rewrite <- rev_mid, <- E, rev_involutive.
  - now rewrite rev_involutive in Hr.
Qed.

(** A cell may be replaced by another one that lets at least as many coins through. *)
Lemma sound_replace l c c' r : (forall r, hits (c :: r) -> hits (c' :: r)) ->
  (c' = Gap \/ exists x y, c = Coin x /\ c' = Coin y) -> sound (l ++ c :: r) ->
    sound (l ++ c' :: r).
Proof.
  intros Hc Hcoin HG l0 x r0 E. symmetry in E.
  apply app_cases in E as [(m & -> & ->)|[(-> & <- & ->)|(m & -> & ->)]].
  - destruct (HG l0 x (m ++ c :: r)) as [Hl|Hr]; [now rewrite <- app_assoc | now left|].
    right. revert Hr. apply hits_mono, Hc.
  - destruct Hcoin as [Hcoin|(y & y' & -> & _)]; [discriminate|]. now apply (HG l y r).
  - destruct (HG (l ++ c :: m) x r0) as [Hl|Hr]; [now rewrite <- app_assoc| | now right].
    left. rewrite rev_mid in *. revert Hl. apply hits_mono, Hc.
Qed.

Lemma sound_coin l c d r : sound (l ++ Coin c :: r) -> sound (l ++ Coin d :: r).
Proof.
  apply sound_replace; [|right; now exists c, d]. intros r' Hr. constructor. now inversion Hr.
Qed.

Lemma sound_move G x G' : move G x G' -> sound G -> sound G'.
Proof. intros [l r -> -> _]. apply sound_replace; [intros; constructor | now left]. Qed.

Lemma sound_without l c r : sound (l ++ Coin c :: r) -> sound (l ++ r).
Proof.
  intros HG l0 x r0 E. apply app_eq_app in E as (m & [[-> E]|[-> ->]]).
  - destruct m as [|y m].
    + cbn in E. subst r. rewrite app_nil_r in HG.
      destruct (HG (l0 ++ [Coin c]) x r0) as [Hl|Hr]; [now rewrite <- app_assoc| | now right].
      left. rewrite rev_unit in Hl. now apply hits_after_coin in Hl.
    + cbn in E. injection E as <- ->. destruct (HG l0 x (m ++ Coin c :: r)) as [Hl|Hr].
      * now rewrite <- app_assoc.
      * now left.
      * right. revert Hr. apply hits_mono, hits_after_coin.
  - destruct (HG (l ++ Coin c :: m) x r0) as [Hl|Hr]; [now rewrite <- app_assoc| | now right].
    left. rewrite rev_mid in Hl. rewrite rev_app_distr. revert Hl. apply hits_mono, hits_after_coin.
Qed.

Lemma coin_somewhere G x : In x (coins G) -> exists l r, G = l ++ Coin x :: r.
Proof.
  induction G as [|c G IH]; [intros []|]. cbn. intros Hx.
  assert (D : In x (coins G) \/ c = Coin x) by (destruct c; cbn in *; intuition; subst; auto).
  destruct D as [D| ->]; [|now exists [], G]. destruct (IH D) as (l & r & ->).
  now exists (c :: l), r.
Qed.

Lemma hits_moves r : hits r -> forall l x, exists y G', move (l ++ Coin x :: r) y G'.
Proof.
  induction 1 as [r|c r Hr IH]; intros l x.
  - exists x, (l ++ Gap :: Gap :: r). apply move_here. now right.
  - destruct (IH (l ++ [Coin x]) c) as (y & G' & Hm). rewrite <- app_assoc in Hm. now exists y, G'.
Qed.

(** As long as there are coins, there is a move. *)
Lemma sound_goes_on G : sound G -> (forall x G', ~ move G x G') -> coins G = [].
Proof.
  intros HG Hno. destruct (coins G) as [|x l] eqn:E; [reflexivity | exfalso].
  destruct (coin_somewhere G x) as (l0 & r0 & F); [rewrite E; now left|].
  destruct (HG _ _ _ F) as [Hl|Hr].
  - destruct (hits_moves _ Hl (rev r0) x) as (y & G' & Hm). rewrite <- rev_mid, <- F in Hm.
    apply move_rev in Hm. rewrite rev_involutive in Hm. now apply Hno in Hm.
  - destruct (hits_moves _ Hr l0 x) as (y & G' & Hm). rewrite <- F in Hm. now apply Hno in Hm.
Qed.

(** ** C4: pairs at a blocked end *)

(** Added if the number is odd, subtracted if it is even. *)
Definition by_parity (n : nat) (d : Z) : Z := if Nat.odd n then d else - d.

Lemma by_parity_next n d : by_parity (Datatypes.S n) d = - by_parity n d.
Proof. unfold by_parity. rewrite Nat.odd_succ, <- Nat.negb_odd. destruct (Nat.odd n); cbn; lia. Qed.

Lemma by_parity_ge n d : 0 <= d -> - d <= by_parity n d.
Proof. unfold by_parity. destruct (Nat.odd n); lia. Qed.

Lemma hd_wall_move r x r' : hd Wall r = Wall -> move r x r' -> hd Wall r' = Wall.
Proof. intros Hr [[|c l] r0 -> -> _]; [discriminate | exact Hr]. Qed.

(** The parts on the two sides of a wall are lines of their own; this also holds at the end of a
    line. *)
Lemma move_wall l r x G' : hd Wall r = Wall ->
  move (l ++ r) x G' <-> (exists l', move l x l' /\ G' = l' ++ r) \/ (exists r', move r x r' /\
    G' = l ++ r').
Proof.
  intros Hr. destruct r as [|c r].
  - rewrite app_nil_r. split.
    + intros Hm. left. exists G'. now rewrite app_nil_r.
    + intros [(l' & Hm & ->)|(r' & Hm & _)]; [now rewrite app_nil_r
        | now apply no_move_in_nothing in Hm].
  - cbn in Hr. subst c. split.
    + intros [l0 r0 E -> Hg]. symmetry in E.
      apply app_cases in E as [(m & -> & ->)|[(_ & E & _)|(m & -> & ->)]]; [|discriminate|].
      * left. exists (l0 ++ Gap :: m). split; [|now rewrite <- app_assoc].
        apply a_move with l0 m; auto. destruct Hg as [Hg|Hg]; [now left | right]. now destruct m.
      * right. exists (Wall :: m ++ Gap :: r0). split; [|now rewrite <- app_assoc].
        apply a_move with (Wall :: m) r0; auto. destruct Hg as [Hg|Hg]; [left | now right].
        destruct m; [now rewrite last_last in Hg | now rewrite last_mid in Hg].
    + intros [(l' & [l0 r0 -> -> Hg] & ->)|(r' & [l0 r0 E -> Hg] & ->)].
      * apply a_move with l0 (r0 ++ Wall :: r);
          [now rewrite <- app_assoc | now rewrite <- app_assoc|].
        destruct Hg as [Hg|Hg]; [now left | right]. now destruct r0.
      * destruct l0 as [|w l0]; [discriminate|]. cbn in E. injection E as <- ->.
        apply a_move with (l ++ Wall :: l0) r0;
          [now rewrite <- app_assoc | now rewrite <- app_assoc|].
        destruct Hg as [Hg|Hg]; [left | now right].
        destruct l0; [discriminate | now rewrite last_mid].
Qed.

Lemma pair_at_right n : forall l u x r, number (l ++ r) = n -> hd Wall r = Wall -> u <= x ->
  sound (l ++ Coin u :: Coin x :: r) ->
  S (l ++ Coin u :: Coin x :: r) = S (l ++ r) + by_parity n (x - u).
Proof.
  induction n as [n IH] using lt_wf_ind. intros l u x r Hn Hr Hux HG.
  assert (Hleft : forall m l', move l m l' ->
    S (l' ++ Coin u :: Coin x :: r) = S (l' ++ r) - by_parity n (x - u)).
  { intros m l' Hm. assert (N := move_number _ _ _ Hm). rewrite number_app in Hn.
    assert (HI := IH (number (l' ++ r))). rewrite number_app in HI.
    rewrite (HI ltac:(lia) l' u x r); auto.
    - replace n with (Datatypes.S (number l' + number r)) by lia. rewrite by_parity_next. lia.
    - apply number_app.
    - revert HG. apply sound_move with m. now apply move_in_left. }
  assert (Mr : forall m r', move r m r' ->
    move (l ++ Coin u :: Coin x :: r) m (l ++ Coin u :: Coin x :: r')).
  { intros m r' Hm. exact (move_in_right l u _ _ m (move_in_right [] x _ _ m Hm)). }
  assert (Hright : forall m r', move r m r' ->
    S (l ++ Coin u :: Coin x :: r') = S (l ++ r') - by_parity n (x - u)).
  { intros m r' Hm. assert (N := move_number _ _ _ Hm). rewrite number_app in Hn.
    assert (HI := IH (number (l ++ r'))). rewrite number_app in HI.
    rewrite (HI ltac:(lia) l u x r'); auto.
    - replace n with (Datatypes.S (number l + number r')) by lia. rewrite by_parity_next. lia.
    - apply number_app.
    - now apply hd_wall_move with r m.
    - revert HG. apply sound_move with m. now apply Mr. }
  assert (Hu : last l Wall = Gap -> x - S (l ++ r) <= S (l ++ Gap :: Coin x :: r)).
  { intros Hl. rewrite <- (S_gap l r), <- (S_gap l (Gap :: r)) by assumption.
    apply S_ge. change (Gap :: Coin x :: r) with ([Gap] ++ Coin x :: r).
    change (Gap :: Gap :: r) with ([Gap] ++ Gap :: r).
    rewrite !app_assoc. apply move_here. left. apply last_last. }
  assert (Hsome : exists m G', move (l ++ Coin u :: Coin x :: r) m G').
  { destruct (S_cases (l ++ Coin u :: Coin x :: r)) as [[Hno _]|(m & G' & Hm & _)];
      [|now exists m, G'].
    apply sound_goes_on in Hno; [|assumption]. rewrite coins_app in Hno. now destruct (coins l). }
  assert (Hd := by_parity_ge n (x - u) ltac:(lia)).
  (* A move in the pair is one of u. *)
  assert (Hmove : forall m G', move (l ++ Coin u :: Coin x :: r) m G' ->
    (exists l', move l m l' /\ G' = l' ++ Coin u :: Coin x :: r) \/
    (exists r', move r m r' /\ G' = l ++ Coin u :: Coin x :: r') \/
    (m = u /\ last l Wall = Gap /\ G' = l ++ Gap :: Coin x :: r)).
  { intros m G' Hm. apply move_coin in Hm as [Hm|[(r1 & Hm & ->)|(-> & -> & [Hl|Hl])]].
    - now left.
    - apply (move_coin []) in Hm as [(? & Hm & _)|[(r' & Hm & ->)|(_ & _ & [Hm|Hm])]];
        try discriminate.
      + now apply no_move_in_nothing in Hm.
      + right. left. now exists r'.
      + congruence.
    - right. right. auto.
    - discriminate. }
  apply Z.le_antisymm.
  - destruct (S_cases (l ++ Coin u :: Coin x :: r)) as [[Hno _]|(m & G' & Hm & ->)].
    { destruct Hsome as (m & G' & Hm). now apply Hno in Hm. }
    apply Hmove in Hm as [(l' & Hm & ->)|[(r' & Hm & ->)|(-> & Hl & ->)]].
    + rewrite (Hleft _ _ Hm). assert (G1 : m - S (l' ++ r) <= S (l ++ r)); [|lia].
      apply S_ge. apply move_wall; [assumption|]. left. now exists l'.
    + rewrite (Hright _ _ Hm). assert (G1 : m - S (l ++ r') <= S (l ++ r)); [|lia].
      apply S_ge. apply move_wall; [assumption|]. right. now exists r'.
    + specialize (Hu Hl). lia.
  - destruct (S_cases (l ++ r)) as [[Hno ->]|(m & G' & Hm & ->)].
    + assert (Hnone : coins (l ++ r) = []).
      { apply sound_goes_on; [|assumption]. apply (sound_without l x), (sound_without l u).
        exact HG. }
      unfold number in Hn. rewrite Hnone in Hn. subst n. cbn.
      destruct Hsome as (m & G' & Hm). assert (Hm' := Hm).
      apply Hmove in Hm as [(l' & Hm & ->)|[(r' & Hm & ->)|(-> & Hl & ->)]].
      * exfalso. apply (Hno m (l' ++ r)). apply move_wall; [assumption|]. left. now exists l'.
      * exfalso. apply (Hno m (l ++ r')). apply move_wall; [assumption|]. right. now exists r'.
      * apply S_ge in Hm'. assert (Hx : S (l ++ Gap :: Coin x :: r) <= x); [|cbn; lia].
        rewrite coins_app in Hnone. apply app_eq_nil in Hnone as [Hcl Hcr].
        rewrite (lemma_2 _ x (l ++ Gap :: Gap :: r)).
        -- destruct (S_cases (l ++ Gap :: Gap :: r)) as [[_ ->]|(m & G' & Hm & _)]; [lia|].
           apply move_number in Hm. rewrite number_app in Hm. unfold number in Hm. cbn in Hm.
           rewrite Hcl, Hcr in Hm. discriminate.
        -- intros y. rewrite coins_app. cbn. rewrite Hcl, Hcr. cbn. intros [->|[]]. lia.
        -- change (Gap :: Coin x :: r) with ([Gap] ++ Coin x :: r).
           change (Gap :: Gap :: r) with ([Gap] ++ Gap :: r).
           rewrite !app_assoc. apply move_here. left. apply last_last.
    + apply move_wall in Hm as [(l' & Hm & ->)|(r' & Hm & ->)]; [| |assumption].
      * assert (G1 := S_ge _ _ _ (move_in_left _ _ u (Coin x :: r) _ Hm)).
        rewrite (Hleft _ _ Hm) in G1. lia.
      * assert (G1 := S_ge _ _ _ (Mr _ _ Hm)). rewrite (Hright _ _ Hm) in G1. lia.
Qed.

Lemma number_rev G : number (rev G) = number G.
Proof.
  induction G as [|c G IH]; [reflexivity|]. cbn [rev]. rewrite number_app, IH.
  change (c :: G) with ([c] ++ G). rewrite number_app. lia.
Qed.

Lemma pair_at_left n : forall l u x r, number (l ++ r) = n -> last l Wall = Wall -> u <= x ->
  sound (l ++ Coin x :: Coin u :: r) ->
  S (l ++ Coin x :: Coin u :: r) = S (l ++ r) + by_parity n (x - u).
Proof.
  intros l u x r Hn Hl Hux HG. rewrite <- S_rev, <- (S_rev (l ++ r)), !rev_mid, rev_app_distr.
  cbn [rev]. rewrite <- app_assoc. cbn [app]. apply pair_at_right; auto.
  - now rewrite <- rev_app_distr, number_rev.
  - now rewrite hd_rev.
  - apply sound_rev in HG. rewrite !rev_mid in HG. cbn [rev] in HG. now rewrite <- app_assoc in HG.
Qed.

(** ** C5: the fusion lemma *)

Lemma last_cases (l : line) : last l Wall = Gap \/ last l Wall = Wall \/ exists l' p,
  l = l' ++ [Coin p].
Proof.
  destruct l as [|c l]; [right; now left|]. destruct (@exists_last _ (c :: l)) as (l' & d & ->);
    [discriminate|].
  rewrite last_last. destruct d as [| |p]; [now left | right; now left|].
  right. right. now exists l', p.
Qed.

Lemma hd_cases (r : line) : hd Wall r = Gap \/ hd Wall r = Wall \/ exists p r', r = Coin p :: r'.
Proof. destruct r as [|[| |p] r]; cbn; [tauto | tauto | tauto | right; right; now exists p, r]. Qed.

Lemma no_hits_left l : last l Wall = Wall -> ~ hits (rev l).
Proof. rewrite <- hd_rev. destruct (rev l); cbn; intros E Hh; inversion Hh; subst; discriminate.
Qed.

Lemma no_hits_right r : hd Wall r = Wall -> ~ hits r.
Proof. destruct r; cbn; intros E Hh; inversion Hh; subst; discriminate. Qed.

Lemma there_is_a_largest (l : list Z) : l <> [] -> exists x, In x l /\ forall y, In y l -> y <= x.
Proof.
  intros Hl. exists (largest l). split; [now apply largest_in|]. intros y Hy. now apply largest_ge.
Qed.

Section Fusing.
  Context (n : nat).
  Context (smaller_fused : forall l a b c r, (number (l ++ Coin a :: Coin b :: Coin c :: r) <
    n)%nat ->
    sound (l ++ Coin a :: Coin b :: Coin c :: r) -> a <= b -> c <= b ->
    S (l ++ Coin a :: Coin b :: Coin c :: r) = S (l ++ Coin (a - b + c) :: r)).

  (** The peak is right of a largest coin. *)
  Lemma fusion_right_of_largest l x m a b c r :
    number (l ++ Coin x :: m ++ Coin a :: Coin b :: Coin c :: r) = n ->
    sound (l ++ Coin x :: m ++ Coin a :: Coin b :: Coin c :: r) -> a <= b -> c <= b ->
    none_above x (l ++ Coin x :: m ++ Coin a :: Coin b :: Coin c :: r) ->
    S (l ++ Coin x :: m ++ Coin a :: Coin b :: Coin c :: r) =
    S (l ++ Coin x :: m ++ Coin (a - b + c) :: r).
  Proof.
    intros Hn HG Hab Hcb Ha.
    assert (Hsizes : n = (number l + number m + number r + 4)%nat).
    { rewrite number_app, number_coin, number_app, !number_coin in Hn. lia. }
    assert (Ha' : none_above x (l ++ Coin x :: m ++ Coin (a - b + c) :: r)).
    { rewrite none_above_app, none_above_coin, none_above_app, !none_above_coin in *.
      repeat split; try tauto. lia. }
    assert (HG' : sound (l ++ Coin x :: m ++ Coin (a - b + c) :: r)).
    { change (sound (l ++ (Coin x :: m) ++ Coin (a - b + c) :: r)).
      change (sound (l ++ (Coin x :: m) ++ Coin a :: Coin b :: Coin c :: r)) in HG.
      rewrite app_assoc in *. now apply sound_coin with c, sound_without with b, sound_without with
        a. }
    assert (Bounds : a <= x /\ b <= x /\ c <= x).
    { rewrite none_above_app, none_above_coin, none_above_app, !none_above_coin in Ha. tauto. }
    (* By the theorem for fewer coins, followed by anything that replaces l, x and m. *)
    assert (Hfewer : forall f, (number f <= number l + number m)%nat ->
      sound (f ++ Coin a :: Coin b :: Coin c :: r) ->
      S (f ++ Coin a :: Coin b :: Coin c :: r) = S (f ++ Coin (a - b + c) :: r)).
    { intros f Hf Hs. apply smaller_fused; auto. rewrite number_app, !number_coin. lia. }
    destruct (last_cases l) as [Hl|Hl]; [|destruct (hd_cases (m ++ Coin a :: Coin b :: Coin c :: r))
      as [Hr|Hr]].
    - (* x is free *)
      rewrite (lemma_2 _ x _ Ha (move_here _ _ _ (or_introl Hl))).
      rewrite (lemma_2 _ x _ Ha' (move_here _ _ _ (or_introl Hl))).
      assert (Hs := sound_move _ _ _ (move_here _ _ _ (or_introl Hl)) HG).
      specialize (Hfewer (l ++ Gap :: m)). rewrite <- !app_assoc in Hfewer. cbn [app] in Hfewer.
      rewrite Hfewer; auto. rewrite number_app. cbn. unfold number. cbn. lia.
    - assert (Hr' : hd Wall (m ++ Coin (a - b + c) :: r) = Gap) by (rewrite hd_coin in *; exact Hr).
      rewrite (lemma_2 _ x _ Ha (move_here _ _ _ (or_intror Hr))).
      rewrite (lemma_2 _ x _ Ha' (move_here _ _ _ (or_intror Hr'))).
      assert (Hs := sound_move _ _ _ (move_here _ _ _ (or_intror Hr)) HG).
      specialize (Hfewer (l ++ Gap :: m)). rewrite <- !app_assoc in Hfewer. cbn [app] in Hfewer.
      rewrite Hfewer; auto. rewrite number_app. cbn. unfold number. cbn. lia.
    - destruct Hl as [Hl|(l' & p & ->)].
      + destruct Hr as [Hr|(q & r' & Hr)].
        * (* between two walls *)
          destruct (HG l x _ eq_refl) as [Hh|Hh]; exfalso;
            [now apply no_hits_left in Hh | now apply no_hits_right in Hh].
        * (* x is a bottom, and its neighbour is on the right *)
          destruct m as [|c0 m]; cbn [app] in *.
          -- rewrite (pair_at_left _ l a x _ eq_refl) by (auto; lia).
             rewrite (pair_at_left _ l (a - b + c) x _ eq_refl) by (auto; lia).
             assert (Hs : sound (l ++ Coin b :: Coin c :: r)).
             { now apply sound_without with a, sound_without with x. }
             rewrite (pair_at_left _ l c b _ eq_refl) by (auto; lia).
             unfold by_parity. rewrite !number_app, !number_coin.
             replace (number l + Datatypes.S (Datatypes.S (number r)))%nat
               with (Datatypes.S (Datatypes.S (number l + number r))) by lia.
             rewrite Nat.odd_succ, Nat.even_succ. destruct (Nat.odd (number l + number r)); lia.
          -- injection Hr as -> Hr. clear r' Hr.
             assert (Hq : q <= x) by (rewrite none_above_app, !none_above_coin in Ha; tauto).
             rewrite (pair_at_left _ l q x _ eq_refl) by auto.
             rewrite (pair_at_left _ l q x _ eq_refl) by auto.
             assert (Hs : sound (l ++ m ++ Coin a :: Coin b :: Coin c :: r)).
             { now apply sound_without with q, sound_without with x. }
             specialize (Hfewer (l ++ m)). rewrite <- !app_assoc in Hfewer. rewrite Hfewer; auto.
             ++ f_equal. unfold by_parity. rewrite !number_app, !number_coin.
                replace (number l + (number m + Datatypes.S
                  (Datatypes.S (Datatypes.S (number r)))))%nat
                  with (Datatypes.S (Datatypes.S (number l + (number m + Datatypes.S (number r)))))
                    by lia.
                now rewrite Nat.odd_succ, Nat.even_succ.
             ++ rewrite number_app, number_coin. lia.
      + assert (Hp : p <= x).
        { rewrite none_above_app in Ha. destruct Ha as [Ha _]. apply none_above_app in Ha.
          rewrite none_above_coin in Ha. tauto. }
        rewrite number_app in *. cbn in Hsizes. unfold number in Hsizes at 2. cbn in Hsizes.
        rewrite <- !app_assoc in *. cbn [app] in *.
        destruct Hr as [Hr|(q & r' & Hr)].
        * (* x is a bottom, and its neighbour is on the left *)
          destruct m as [|c0 m]; [discriminate|]. cbn in Hr. subst c0. cbn [app] in *.
          rewrite !(pair_at_right _ l' p x _ eq_refl) by auto.
          assert (Hs : sound (l' ++ Wall :: m ++ Coin a :: Coin b :: Coin c :: r)).
          { now apply sound_without with x, sound_without with p. }
          specialize (Hfewer (l' ++ Wall :: m)). rewrite <- !app_assoc in Hfewer.
          cbn [app] in Hfewer.
          rewrite Hfewer; auto.
          -- f_equal. unfold by_parity.
             change (l' ++ Wall :: m ++ Coin a :: Coin b :: Coin c :: r)
               with (l' ++ [Wall] ++ m ++ Coin a :: Coin b :: Coin c :: r).
             change (l' ++ Wall :: m ++ Coin (a - b + c) :: r) with
               (l' ++ [Wall] ++ m ++ Coin (a - b + c) :: r).
             rewrite !number_app, !number_coin.
             replace (number l' + (number [Wall] +
               (number m + Datatypes.S (Datatypes.S (Datatypes.S (number r))))))%nat
               with (Datatypes.S (Datatypes.S
                 (number l' + (number [Wall] + (number m + Datatypes.S (number r)))))) by lia.
             now rewrite Nat.odd_succ, Nat.even_succ.
          -- change (l' ++ Wall :: m) with (l' ++ [Wall] ++ m). rewrite !number_app. cbn.
             unfold number in *. cbn in *. lia.
        * (* x has two neighbours *)
          destruct m as [|c0 m]; cbn [app] in *.
          -- rewrite (fusion_at_largest _ l' p x a _ (le_n _)) by (auto; tauto).
             rewrite (fusion_at_largest _ l' p x (a - b + c) _ (le_n _)) by (auto; lia).
             assert (Hs : sound (l' ++ Coin (p - x + a) :: Coin b :: Coin c :: r)).
             { now apply sound_coin with a, sound_without with x, sound_without with p. }
             replace (p - x + (a - b + c)) with (p - x + a - b + c) by lia.
             apply smaller_fused; [| assumption | lia | assumption].
             rewrite number_app, !number_coin. cbn in Hsizes. unfold number in *. cbn in *. lia.
          -- injection Hr as -> Hr. clear r' Hr.
             assert (Hq : q <= x) by (rewrite none_above_app, !none_above_coin in Ha; tauto).
             rewrite (fusion_at_largest _ l' p x q _ (le_n _)) by auto.
             rewrite (fusion_at_largest _ l' p x q _ (le_n _)) by auto.
             assert (Hs : sound (l' ++ Coin (p - x + q) :: m ++ Coin a :: Coin b :: Coin c :: r)).
             { now apply sound_coin with q, sound_without with x, sound_without with p. }
             specialize (Hfewer (l' ++ Coin (p - x + q) :: m)).
             rewrite <- !app_assoc in Hfewer. cbn [app] in Hfewer. rewrite Hfewer; auto.
             rewrite number_app, number_coin. unfold number in *. cbn in *. lia.
  Qed.
End Fusing.

(** Theorem 5: fusing a peak does not change the margin. *)
Theorem theorem_5 n : forall l a b c r, number (l ++ Coin a :: Coin b :: Coin c :: r) = n ->
  sound (l ++ Coin a :: Coin b :: Coin c :: r) -> a <= b -> c <= b ->
  S (l ++ Coin a :: Coin b :: Coin c :: r) = S (l ++ Coin (a - b + c) :: r).
Proof.
  induction n as [n IHn] using lt_wf_ind. intros l a b c r Hn HG Hab Hcb.
  assert (IH : forall l a b c r, (number (l ++ Coin a :: Coin b :: Coin c :: r) < n)%nat ->
    sound (l ++ Coin a :: Coin b :: Coin c :: r) -> a <= b -> c <= b ->
    S (l ++ Coin a :: Coin b :: Coin c :: r) = S (l ++ Coin (a - b + c) :: r)) by (intros; eauto).
  clear IHn. destruct (there_is_a_largest (coins (l ++ Coin a :: Coin b :: Coin c :: r)))
    as (x & Hx & Ha).
  { rewrite coins_app. cbn. now destruct (coins l). }
  destruct (Z.le_gt_cases x b) as [Hxb|Hbx].
  { apply (fusion_at_largest _ _ _ _ _ _ (le_n _)); auto. intros y Hy. specialize (Ha y Hy). lia. }
  rewrite coins_app in Hx. cbn in Hx. apply in_app_or in Hx as [Hx|[->|[->|[->|Hx]]]];
    [|lia|lia|lia|].
  - destruct (coin_somewhere _ _ Hx) as (l0 & m & ->). rewrite <- !app_assoc in *. cbn [app] in *.
    now apply fusion_right_of_largest with n.
  - destruct (coin_somewhere _ _ Hx) as (m & r0 & ->).
    assert (Hrev : forall s, rev (l ++ s ++ m ++ Coin x :: r0) = rev r0 ++ Coin
      x :: rev m ++ rev s ++ rev l).
    { intros s. rewrite !rev_app_distr. cbn. now rewrite <- !app_assoc. }
    assert (Hthree := Hrev [Coin a; Coin b; Coin c]). assert (Hone := Hrev [Coin (a - b + c)]).
    cbn in Hthree, Hone.
    rewrite <- S_rev, Hthree, <- (S_rev (l ++ Coin _ :: _)), Hone.
    replace (a - b + c) with (c - b + a) by lia.
    apply fusion_right_of_largest with n; auto.
    + now rewrite <- Hthree, number_rev.
    + rewrite <- Hthree. now apply sound_rev.
    + rewrite <- Hthree. intros y Hy. apply Ha. now apply coins_rev.
Qed.

(** The conditions of [theorem_5] hold for every row and stack, and for every table: see
    CoinsTable.v. *)
