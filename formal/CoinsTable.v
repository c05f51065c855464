(** * From the table of the rules to the line of the theory: rows, stacks, and circles of one or two
    coins. *)

From Coq Require Import ZArith List Lia Bool Permutation.
From Taxman Require Import CoinsRules CoinsFusion.
Import ListNotations.
Open Scope Z_scope.

(** ** Lanes *)

(** A row or a stack: whether the far end is blocked, and the coins from the open, near end to the
    far end. *)
Definition lane : Type := bool * list Z.

Definition far_end (blocked : bool) : cell := if blocked then Wall else Gap.
Definition cells (s : lane) : line := Gap :: map Coin (snd s) ++ [far_end (fst s)].
Definition line_of (ls : list lane) : line := flat_map cells ls.

Lemma line_of_mid s1 b o s2 :
  line_of (s1 ++ (b, o) :: s2) = line_of s1 ++ Gap :: map Coin o ++ far_end b :: line_of s2.
Proof. unfold line_of. rewrite flat_map_app. cbn. now rewrite <- app_assoc. Qed.

Lemma coins_map o : coins (map Coin o) = o.
Proof. induction o as [|x o IH]; cbn; congruence. Qed.

Definition lane_coins (ls : list lane) : list Z := concat (map snd ls).

Lemma coins_line_of ls : coins (line_of ls) = lane_coins ls.
Proof.
  induction ls as [|[b o] ls IH]; [reflexivity|]. change ((b, o) :: ls) with ([] ++ (b, o) :: ls).
  rewrite line_of_mid. cbn. rewrite coins_app, coins_map. destruct b; cbn; now rewrite IH.
Qed.

Lemma lane_coins_mid s1 b o s2 : lane_coins (s1 ++ (b, o) :: s2) =
  lane_coins s1 ++ o ++ lane_coins s2.
Proof. unfold lane_coins. now rewrite map_app, concat_app. Qed.

(** The position of a coin. *)
Lemma coin_in_row o : forall e l x r, map Coin o ++ [e] = l ++ Coin x :: r ->
  (forall y, e <> Coin y) ->
  exists o1 o2, o = o1 ++ x :: o2 /\ l = map Coin o1 /\ r = map Coin o2 ++ [e].
Proof.
  induction o as [|y o IH]; intros e l x r E He; cbn in E.
  - destruct l as [|d [|? ?]]; [|discriminate|discriminate]. injection E as E _. now apply He in E.
  - destruct l as [|d l]; cbn in E.
    + injection E as -> <-. now exists [], o.
    + injection E as <- E. destruct (IH _ _ _ _ E He) as (o1 & o2 & -> & -> & ->).
      now exists (y :: o1), o2.
Qed.

Lemma far_end_no_coin b y : far_end b <> Coin y.
Proof. destruct b; discriminate. Qed.

Lemma coin_in_line ls : forall l x r, line_of ls = l ++ Coin x :: r ->
  exists s1 b o1 o2 s2, ls = s1 ++ (b, o1 ++ x :: o2) :: s2 /\
    l = line_of s1 ++ Gap :: map Coin o1 /\ r = map Coin o2 ++ far_end b :: line_of s2.
Proof.
  induction ls as [|[b o] ls IH]; intros l x r E; [now destruct l|].
  change (line_of ((b, o) :: ls)) with ((Gap :: map Coin o ++ [far_end b]) ++ line_of ls) in E.
  apply app_eq_app in E as (m & [[E F]|[-> E]]).
  - destruct m as [|d m].
    + symmetry in F. destruct (IH [] x r F) as (s1 & b' & o1 & o2 & s2 & _ & G & _).
      now destruct (line_of s1).
    + injection F as <- ->. destruct l as [|g l]; [discriminate|]. cbn in E. injection E as <- E.
      destruct (coin_in_row _ _ _ _ _ E (far_end_no_coin b)) as (o1 & o2 & -> & -> & ->).
      exists [], b, o1, o2, ls. repeat split. now rewrite <- app_assoc.
  - destruct (IH m x r E) as (s1 & b' & o1 & o2 & s2 & -> & -> & ->).
    exists ((b, o) :: s1), b', o1, o2, s2. repeat split. cbn. now rewrite <- !app_assoc.
Qed.

Lemma sound_lanes ls : sound (line_of ls).
Proof.
  intros l x r E. left. apply coin_in_line in E as (s1 & b & o1 & o2 & s2 & _ & -> & _).
  rewrite rev_mid. generalize (rev (line_of s1)). intros m.
  induction o1 as [|y o1 IH] using rev_ind; cbn; [constructor|].
  rewrite map_app, rev_app_distr. cbn. now constructor.
Qed.

(** Taking a coin at an end of a lane. *)
Lemma near_move s1 b x o s2 : exists G',
  move (line_of (s1 ++ (b, x :: o) :: s2)) x G' /\ S G' = S (line_of (s1 ++ (b, o) :: s2)).
Proof.
  rewrite !line_of_mid. cbn [map app].
  change (line_of s1 ++ Gap :: Coin x :: map Coin o ++ far_end b :: line_of s2)
    with (line_of s1 ++ [Gap] ++ Coin x :: map Coin o ++ far_end b :: line_of s2).
  rewrite app_assoc. eexists. split; [apply move_here; left; apply last_last|].
  rewrite S_gap by apply last_last. now rewrite <- app_assoc.
Qed.

Lemma last_gap_row l o : last (l ++ Gap :: map Coin o ++ [Gap]) Wall = Gap.
Proof. change (Gap :: map Coin o ++ [Gap]) with ((Gap :: map Coin o) ++ [Gap]). rewrite app_assoc.
apply last_last. Qed.

Lemma far_move s1 x o s2 : exists G',
  move (line_of (s1 ++ (false, o ++ [x]) :: s2)) x G' /\
    S G' = S (line_of (s1 ++ (false, o) :: s2)).
Proof.
  rewrite !line_of_mid, map_app. cbn [map far_end]. rewrite <- app_assoc. cbn [app].
  exists ((line_of s1 ++ Gap :: map Coin o) ++ Gap :: Gap :: line_of s2). split.
  - replace (line_of s1 ++ Gap :: map Coin o ++ Coin x :: Gap :: line_of s2)
      with ((line_of s1 ++ Gap :: map Coin o) ++ Coin x :: Gap :: line_of s2)
        by now rewrite <- app_assoc.
    apply move_here. now right.
  - replace ((line_of s1 ++ Gap :: map Coin o) ++ Gap :: Gap :: line_of s2)
      with ((line_of s1 ++ Gap :: map Coin o ++ [Gap]) ++ Gap :: line_of s2)
      by now rewrite <- !app_assoc; cbn; rewrite <- app_assoc.
    rewrite S_gap by apply last_gap_row. rewrite <- app_assoc. cbn. now rewrite <- app_assoc.
Qed.

(** There are no other moves. *)
Lemma lane_moves ls x G' : move (line_of ls) x G' -> exists s1 b o o' s2,
  ls = s1 ++ (b, o) :: s2 /\ (o = x :: o' \/ (b = false /\ o = o' ++ [x])) /\
  S G' = S (line_of (s1 ++ (b, o') :: s2)).
Proof.
  intros [l r E -> Hg]. apply coin_in_line in E as (s1 & b & o1 & o2 & s2 & -> & -> & ->).
  destruct Hg as [Hg|Hg].
  - assert (o1 = []) as ->.
    { induction o1 as [|y o1 _] using rev_ind; [reflexivity|].
      rewrite map_app in Hg. cbn in Hg. change (Gap :: map Coin o1 ++ [Coin y]) with
        ((Gap :: map Coin o1) ++ [Coin y]) in Hg.
      now rewrite app_assoc, last_last in Hg. }
    exists s1, b, (x :: o2), o2, s2. repeat split; [now left|].
    rewrite line_of_mid. cbn [map]. rewrite S_gap by apply last_last. now rewrite <- app_assoc.
  - destruct o2 as [|y o2]; [|discriminate]. destruct b; [discriminate|].
    exists s1, false, (o1 ++ [x]), o1, s2. repeat split; [now right|]. cbn.
    rewrite line_of_mid. cbn.
    replace ((line_of s1 ++ Gap :: map Coin o1) ++ Gap :: Gap :: line_of s2)
      with ((line_of s1 ++ Gap :: map Coin o1 ++ [Gap]) ++ Gap :: line_of s2)
      by now rewrite <- !app_assoc; cbn; rewrite <- app_assoc.
    rewrite S_gap by apply last_gap_row. rewrite <- app_assoc. cbn. now rewrite <- app_assoc.
Qed.

(** ** Tables *)

(** A circle of one or two coins is a row, because each coin may be taken at any time. *)
Definition straight (p : part) : bool :=
  match p with
  | (Circle, _ :: _ :: _ :: _) => false
  | _ => true
  end.

Definition lane_of (p : part) : lane :=
  match p with
  | (LeftBlocked, c) => (true, rev c)
  | (RightBlocked, c) => (true, c)
  | (_, c) => (false, c)
  end.

Definition lanes (t : table) : list lane := map lane_of t.

Lemma lanes_mid t1 p t2 : lanes (t1 ++ p :: t2) = lanes t1 ++ lane_of p :: lanes t2.
Proof. unfold lanes. now rewrite map_app. Qed.

Lemma in_moves t x u : In (x, u) (moves t) <->
  exists t1 p q t2, t = t1 ++ p :: t2 /\ In (x, q) (part_moves p) /\ u = t1 ++ q :: t2.
Proof.
  split.
  - revert u. induction t as [|p t IH]; intros u; cbn; [intros []|]. intros Hin.
    apply in_app_or in Hin as [Hin|Hin]; apply in_map_iff in Hin as ([y q] & E & Hin);
      injection E as <- <-.
    + now exists [], p, q, t.
    + destruct (IH _ Hin) as (t1 & p' & q' & t2 & -> & Hq & ->). now exists (p :: t1), p', q', t2.
  - intros (t1 & p & q & t2 & -> & Hin & ->). induction t1 as [|p1 t1 IH]; cbn; apply in_or_app.
    + left. apply in_map_iff. now exists (x, q).
    + right. apply in_map_iff. now exists (x, t1 ++ q :: t2).
Qed.

Lemma part_moves_lane p x q : straight p = true -> In (x, q) (part_moves p) ->
  straight q = true /\ fst (lane_of q) = fst (lane_of p) /\
  (snd (lane_of p) = x :: snd (lane_of q) \/
    (fst (lane_of p) = false /\ snd (lane_of p) = snd (lane_of q) ++ [x])).
Proof.
  assert (HR : forall k c, In (x, q) (take_right k c) -> exists o, q = (k, o) /\ c = o ++ [x]).
  { unfold take_right. intros k c. destruct (rev c) as [|y l] eqn:E; [intros []|]. intros [F|[]].
    injection F as -> <-. exists (rev l). split; [reflexivity|]. rewrite <- (rev_involutive c), E.
    reflexivity. }
  assert (HL : forall k c, In (x, q) (take_left k c) -> exists o, q = (k, o) /\ c = x :: o).
  { intros k [|y c]; [intros []|]. intros [F|[]]. injection F as -> <-. now exists c. }
  destruct p as [[| | |] c]; cbn; intros Hs Hin.
  - apply in_app_or in Hin as [Hin|Hin]; [apply HL in Hin as (o & -> & ->) | apply HR in Hin
      as (o & -> & ->)];
      cbn; auto.
  - apply HR in Hin as (o & -> & ->). cbn. rewrite rev_unit. auto.
  - apply HL in Hin as (o & -> & ->). cbn. auto.
  - destruct c as [|a [|b [|? ?]]]; cbn in *; try discriminate; intuition;
      match goal with E : _ = (x, q) |- _ => injection E as <- <- end; cbn; auto.
Qed.

Lemma lane_part_moves p x o : straight p = true ->
  snd (lane_of p) = x :: o \/ (fst (lane_of p) = false /\ snd (lane_of p) = o ++ [x]) ->
  exists q, In (x, q) (part_moves p) /\ lane_of q = (fst (lane_of p), o).
Proof.
  assert (HR : forall k c, In (x, (k, c)) (take_right k (c ++ [x]))).
  { intros k c. unfold take_right. rewrite rev_unit, rev_involutive. now left. }
  destruct p as [[| | |] c]; cbn; intros Hs [E|[Hb E]]; try discriminate; try subst c.
  - exists (Row, o). split; [now left | reflexivity].
  - exists (Row, o). split; [apply in_or_app; right; apply HR | reflexivity].
  - exists (LeftBlocked, rev o). split; [|cbn; now rewrite rev_involutive].
    rewrite <- (rev_involutive c), E. apply HR.
  - exists (RightBlocked, o). split; [now left | reflexivity].
  - exists (Row, o). split; [left; now rewrite app_nil_r | reflexivity].
  - exists (Row, o). split; [|reflexivity].
    destruct o as [|a [|b [|? ?]]]; cbn in *; try discriminate; auto.
Qed.

Lemma margin_ge t x u : In (x, u) (moves t) -> x - margin u <= margin t.
Proof. apply (worth_ge moves size moves_smaller). Qed.

Lemma margin_cases t :
  (moves t = [] /\ margin t = 0) \/ exists x u, In (x, u) (moves t) /\ margin t = x - margin u.
Proof. apply (worth_cases moves size moves_smaller). Qed.

(** The margin of a table without larger circles is that of its line. *)
Theorem margin_is_S t : forallb straight t = true -> margin t = S (line_of (lanes t)).
Proof.
  assert (H : forall n t, (size t <= n)%nat -> forallb straight t = true -> margin
    t = S (line_of (lanes t)));
    [|now apply (H (size t))].
  clear t. intros n. induction n as [n IH] using lt_wf_ind. intros t Hn Hs.
  assert (there : forall x u, In (x, u) (moves t) -> margin u = S (line_of (lanes u)) /\
    exists G', move (line_of (lanes t)) x G' /\ S G' = S (line_of (lanes u))).
  { intros x u Hin. assert (Hsize := moves_smaller _ _ _ Hin).
    apply in_moves in Hin as (t1 & p & q & t2 & -> & Hin & ->).
    rewrite forallb_app in Hs. cbn in Hs. apply andb_prop in Hs as [Hs1 Hs2].
    apply andb_prop in Hs2 as [Hsp Hs2].
    destruct (part_moves_lane p x q Hsp Hin) as (Hsq & Hb & Ho). split.
    - apply (IH (size (t1 ++ q :: t2))); [lia | lia|]. rewrite forallb_app. cbn.
      now rewrite Hs1, Hsq, Hs2.
    - rewrite !lanes_mid. destruct (lane_of p) as [b o], (lane_of q) as [b' o']. cbn in Hb, Ho.
      subst b'.
      destruct Ho as [->|[-> ->]]; [apply near_move | apply far_move]. }
  assert (back : forall x G', move (line_of (lanes t)) x G' -> exists u, In (x, u) (moves t) /\
    S G' = S (line_of (lanes u))).
  { intros x G' Hm. apply lane_moves in Hm as (s1 & b & o & o' & s2 & E & Ho & HS).
    unfold lanes in E. apply map_eq_app in E as (t1 & t2' & -> & <- & E).
    apply map_eq_cons in E as (p & t2 & -> & E & <-).
    rewrite forallb_app in Hs. cbn in Hs. apply andb_prop in Hs as [Hs1 Hs2].
    apply andb_prop in Hs2 as [Hsp Hs2].
    assert (Hb : fst (lane_of p) = b) by now rewrite E.
    assert (Ho' : snd (lane_of p) = o) by now rewrite E.
    destruct (lane_part_moves p x o' Hsp) as (q & Hin & Hq); [rewrite Hb, Ho'; exact Ho|].
    exists (t1 ++ q :: t2). split; [apply in_moves; now exists t1, p, q, t2|].
    rewrite lanes_mid, Hq, Hb. exact HS. }
  apply Z.le_antisymm.
  - destruct (margin_cases t) as [[E ->]|(x & u & Hin & ->)].
    + destruct (S_cases (line_of (lanes t))) as [[_ ->]|(x & G' & Hm & _)]; [lia|].
      apply back in Hm as (u & Hin & _). now rewrite E in Hin.
    + apply there in Hin as (-> & G' & Hm & <-). now apply S_ge.
  - destruct (S_cases (line_of (lanes t))) as [[Hno ->]|(x & G' & Hm & ->)].
    + destruct (margin_cases t) as [[_ ->]|(x & u & Hin & _)]; [lia|].
      apply there in Hin as (_ & G' & Hm & _). now apply Hno in Hm.
    + apply back in Hm as (u & Hin & ->). assert (Hu := there _ _ Hin). destruct Hu as [<- _].
      now apply margin_ge.
Qed.
