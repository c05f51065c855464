(** * Simplifying rows and stacks: C3 and Theorem 8 of docs/coins-theory.md, and the meaning of a
    history. *)

From Coq Require Import ZArith List Lia Bool Permutation Sorted Orders Mergesort.
From Taxman Require Import CoinsRules CoinsFusion CoinsTable.
Import ListNotations.
Open Scope Z_scope.

(** ** Fusions within a lane *)

Inductive fuses : list Z -> list Z -> Prop :=
| fuses_none o : fuses o o
| fuses_peak l a b c r o : a <= b -> c <= b -> fuses (l ++ (a - b + c) :: r) o ->
  fuses (l ++ a :: b :: c :: r) o.

Lemma line_of_split s1 b o o' s2 : line_of (s1 ++ (b, o ++ o') :: s2) =
  (line_of s1 ++ Gap :: map Coin o) ++ map Coin o' ++ far_end b :: line_of s2.
Proof. rewrite line_of_mid, map_app, <- !app_assoc. reflexivity. Qed.

Lemma fuse_lane s1 b l x y z r s2 : x <= y -> z <= y ->
  S (line_of (s1 ++ (b, l ++ x :: y :: z :: r) :: s2)) =
    S (line_of (s1 ++ (b, l ++ (x - y + z) :: r) :: s2)).
Proof.
  intros Hxy Hzy. assert (Hs := sound_lanes (s1 ++ (b, l ++ x :: y :: z :: r) :: s2)).
  rewrite !line_of_split in *. now apply (theorem_5 _ _ _ _ _ _ eq_refl).
Qed.

Lemma fuses_S o o' : fuses o o' -> forall s1 b s2,
  S (line_of (s1 ++ (b, o) :: s2)) = S (line_of (s1 ++ (b, o') :: s2)).
Proof.
  induction 1 as [o|l x y z r o Hxy Hzy _ IH]; intros s1 b s2; [reflexivity|].
  rewrite fuse_lane by assumption. apply IH.
Qed.

Lemma fuses_odd o o' : fuses o o' -> Nat.odd (length o) = Nat.odd (length o').
Proof.
  induction 1 as [o|l x y z r o _ _ _ <-]; [reflexivity|]. rewrite !app_length. cbn.
  replace (length l + Datatypes.S (Datatypes.S (Datatypes.S (length r))))%nat
    with (Datatypes.S (Datatypes.S (length l + Datatypes.S (length r)))) by lia.
  now rewrite Nat.odd_succ, Nat.even_succ.
Qed.

Lemma fuses_trans o1 o2 : fuses o1 o2 -> forall o3, fuses o2 o3 -> fuses o1 o3.
Proof.
  induction 1 as [o|l a b c r o Hab Hcb _ IH]; intros o3 Ho; [assumption|].
  apply fuses_peak; auto.
Qed.

Lemma fuses_within o o' : fuses o o' -> forall p q, fuses (p ++ o ++ q) (p ++ o' ++ q).
Proof.
  induction 1 as [o|l a b c r o Hab Hcb _ IH]; intros p q; [constructor|].
  specialize (IH p q). rewrite <- !app_assoc in *. cbn [app] in *. rewrite app_assoc in *.
  now apply fuses_peak.
Qed.

Lemma fuses_rev o o' : fuses o o' -> fuses (rev o) (rev o').
Proof.
  induction 1 as [o|l a b c r o Hab Hcb _ IH]; [constructor|].
  rewrite rev_app_distr in *. cbn in *. rewrite <- !app_assoc in *. cbn in *.
  apply fuses_peak; auto. now replace (c - b + a) with (a - b + c) by lia.
Qed.

(** ** Histories: a coin is put on a pile, or the upper three coins of the pile are fused *)

Inductive step := Put | Fuse.

(** The top of the pile is at the left. The result also has the coins that remain afterwards. *)
Fixpoint run (steps : list step) (pile coins : list Z) : option (list Z * list Z) :=
  match steps with
  | [] => Some (pile, coins)
  | Put :: more => match coins with x :: others => run more (x :: pile) others | [] => None end
  | Fuse :: more =>
    match pile with
    | c :: b :: a :: below => if (a <=? b) && (c <=? b) then
      run more (a - b + c :: below) coins else None
    | _ => None
    end
  end.

Lemma run_fuses steps : forall pile coins pile' others,
  run steps pile coins = Some (pile', others) ->
  fuses (rev pile ++ coins) (rev pile' ++ others).
Proof.
  induction steps as [|[|] steps IH]; cbn; intros pile coins pile' others E.
  - injection E as <- <-. constructor.
  - destruct coins as [|x coins]; [discriminate|]. apply IH in E. cbn in E.
    now rewrite <- app_assoc in E.
  - destruct pile as [|c [|b [|a pile]]]; try discriminate.
    destruct (Z.leb_spec a b) as [Hab|]; [|discriminate].
    destruct (Z.leb_spec c b) as [Hcb|]; [|discriminate].
    apply IH in E. cbn in E. rewrite <- !app_assoc in E. cbn in *. rewrite <- !app_assoc. cbn.
    now apply fuses_peak.
Qed.

(** ** C3: valleys, and falling stacks *)

Definition valley (o : list Z) : Prop :=
  forall l a b c r, o = l ++ a :: b :: c :: r -> a <= b -> c <= b -> False.
Definition falls_at_the_end (o : list Z) : Prop := forall l u x, o = l ++ [u; x] -> x < u.

Fixpoint no_peak (o : list Z) : bool :=
  match o with
  | a :: (b :: c :: _) as more => negb ((a <=? b) && (c <=? b)) && no_peak more
  | _ => true
  end.

Lemma no_peak_valley o : no_peak o = true -> valley o.
Proof.
  induction o as [|x o IH]; intros Hp l a b c r E Hab Hcb; [now destruct l|].
  destruct l as [|y l].
  - injection E as -> ->. cbn in Hp. apply andb_prop in Hp as [Hp _].
    apply Z.leb_le in Hab, Hcb. now rewrite Hab, Hcb in Hp.
  - injection E as -> E. assert (Ho : no_peak o = true).
    { destruct o as [|o1 [|o2 o]]; [reflexivity | reflexivity|]. cbn in Hp.
      now apply andb_prop in Hp as [_ Hp]. }
    exact (IH Ho l a b c r E Hab Hcb).
Qed.

Lemma valley_rev o : valley o -> valley (rev o).
Proof.
  intros Hv l a b c r E Hab Hcb. apply (f_equal (@rev Z)) in E.
  rewrite rev_involutive, rev_app_distr in E.
  cbn in E. rewrite <- !app_assoc in E. exact (Hv _ _ _ _ _ E Hcb Hab).
Qed.

Definition settled (s : lane) : Prop := valley (snd s) /\
  (fst s = true -> falls_at_the_end (snd s)).

(** A largest coin of such a lane is at an open end. *)
Lemma largest_at_end b o x : settled (b, o) -> In x o -> (forall y, In y o -> y <= x) ->
  exists o', settled (b, o') /\ (o = x :: o' \/ (b = false /\ o = o' ++ [x])).
Proof.
  intros [Hv Hf] Hx Hall. cbn in *. apply in_split in Hx as (l & r & ->).
  assert (Hle : forall y, In y l \/ In y r -> y <= x).
  { intros y Hy. apply Hall. apply in_or_app. cbn. tauto. }
  destruct l as [|y l _] using rev_ind.
  - exists r. split; [|now left]. split; cbn.
    + intros l a b0 c r' ->. now apply (Hv (x :: l) a b0 c r').
    + intros Hb l u z ->. now apply (Hf Hb (x :: l) u z).
  - destruct r as [|z r].
    + destruct b.
      * exfalso. assert (Hlast := Hf eq_refl l y x). rewrite <- app_assoc in Hlast.
        specialize (Hlast eq_refl).
        assert (y <= x) by (apply Hle; left; apply in_or_app; right; now left). lia.
      * exists (l ++ [y]). split; [|now right]. split; [|discriminate]. cbn.
        intros l' a b c r' E. rewrite E in Hv. apply (Hv l' a b c (r' ++ [x])).
        now rewrite <- app_assoc.
    + exfalso. rewrite <- app_assoc in Hv. apply (Hv l y x z r eq_refl).
      * apply Hle. left. apply in_or_app. right. now left.
      * apply Hle. right. now left.
Qed.

Fixpoint alternating (v : list Z) : Z :=
  match v with
  | [] => 0
  | x :: more => x - alternating more
  end.

Definition falling : list Z -> Prop := StronglySorted (fun x y => y <= x).

(** Lemma 3: the coins are taken from the largest to the smallest. *)
Theorem lemma_3 v : falling v -> forall ls, Forall settled ls -> Permutation v (lane_coins ls) ->
  S (line_of ls) = alternating v.
Proof.
  induction v as [|x v IH]; intros Hv ls Hls Hp.
  - destruct (S_cases (line_of ls)) as [[_ ->]|(x & G' & Hm & _)]; [reflexivity|].
    apply move_number in Hm. unfold number in Hm. rewrite coins_line_of in Hm.
    apply Permutation_nil in Hp. rewrite Hp in Hm. discriminate.
  - inversion Hv as [|? ? Hv' Hx]. subst. rewrite Forall_forall in Hx.
    assert (Hall : forall y, In y (lane_coins ls) -> y <= x).
    { intros y Hy. apply (Permutation_in _ (Permutation_sym Hp)) in Hy as [->|Hy];
        [lia | now apply Hx]. }
    assert (Hin : In x (lane_coins ls)) by (apply (Permutation_in _ Hp); now left).
    unfold lane_coins in Hin. apply in_concat in Hin as (o & Ho & Hin).
    apply in_map_iff in Ho as ([b o0] & E & Ho).
    cbn in E. subst o0. apply in_split in Ho as (s1 & s2 & ->).
    apply Forall_app in Hls as [Hls1 Hls2]. inversion Hls2 as [|? ? Hlane Hls3]. subst.
    assert (Hmost : forall y, In y o -> y <= x).
    { intros y Hy. apply Hall. rewrite lane_coins_mid. apply in_or_app. right. apply in_or_app.
      now left. }
    destruct (largest_at_end b o x Hlane Hin Hmost) as (o' & Hlane' & Ho').
    assert (Hmove : exists G', move (line_of (s1 ++ (b, o) :: s2)) x G' /\
      S G' = S (line_of (s1 ++ (b, o') :: s2))).
    { destruct Ho' as [->|[-> ->]]; [apply near_move | apply far_move]. }
    destruct Hmove as (G' & Hm & HS).
    rewrite (lemma_2 _ x G'); [|intros y; rewrite coins_line_of; apply Hall | assumption].
    rewrite HS, (IH Hv'); [reflexivity | |].
    + apply Forall_app. split; [assumption|]. now constructor.
    + apply Permutation_cons_inv with x. rewrite Hp, !lane_coins_mid.
      destruct Ho' as [->|[_ ->]]; cbn.
      * symmetry. apply Permutation_middle.
      * rewrite <- app_assoc. cbn. rewrite app_assoc. rewrite <- Permutation_middle.
        now rewrite <- app_assoc.
Qed.

(** ** Reduced lanes: the remaining coins, and the value of the bottom pairs *)

Definition reduced : Type := list Z * Z.

Definition left_in (s : lane) (r : reduced) : lane := (fst s, fst r).

Definition reduces (s : lane) (r : reduced) : Prop :=
  settled (left_in s r) /\ Nat.odd (length (snd s)) = Nat.odd (length (fst r)) /\
  forall s1 s2, S (line_of (s1 ++ s :: s2)) = S (line_of (s1 ++ left_in s r :: s2)) +
    by_parity (length (lane_coins (s1 ++ left_in s r :: s2))) (snd r).

(** Remove bottom pairs of the pile, whose top is at the blocked end. *)
Fixpoint without_pairs (pairs : nat) (pile : list Z) (count : Z) : option reduced :=
  match pairs, pile with
  | O, x :: u :: _ => if u <=? x then None else Some (rev pile, count)
  | O, _ => Some (rev pile, count)
  | Datatypes.S more, x :: u :: below => if u <=? x then
    without_pairs more below (count + (x - u)) else None
  | _, _ => None
  end.

(** A history: the steps, and the number of pairs to remove afterwards. *)
Definition history : Type := list step * nat.

Definition reduce (s : lane) (h : history) : option reduced :=
  match run (fst h) [] (snd s) with
  | Some (pile, []) =>
    if no_peak pile then
      if fst s then without_pairs (snd h) pile 0
      else match snd h with O => Some (rev pile, 0) | _ => None end
    else None
  | _ => None
  end.

Lemma by_parity_add n d d' : by_parity n (d + d') = by_parity n d + by_parity n d'.
Proof. unfold by_parity. destruct (Nat.odd n); lia. Qed.

Lemma by_parity_0 n : by_parity n 0 = 0.
Proof. unfold by_parity. now destruct (Nat.odd n). Qed.

Lemma by_parity_odd n n' d : Nat.odd n = Nat.odd n' -> by_parity n d = by_parity n' d.
Proof. unfold by_parity. now intros ->. Qed.

Lemma pair_in_lane s1 o u x s2 : u <= x ->
  S (line_of (s1 ++ (true, o ++ [u; x]) :: s2)) = S (line_of (s1 ++ (true, o) :: s2)) +
    by_parity (length (lane_coins (s1 ++ (true, o) :: s2))) (x - u).
Proof.
  intros Hux. assert (Hs := sound_lanes (s1 ++ (true, o ++ [u; x]) :: s2)).
  rewrite <- coins_line_of. fold (number (line_of (s1 ++ (true, o) :: s2))).
  assert (E := line_of_split s1 true o [] s2). rewrite app_nil_r in E. rewrite E.
  rewrite line_of_split in *. now apply pair_at_right.
Qed.

Lemma without_pairs_sound pairs : forall pile count r, valley (rev pile) ->
  without_pairs pairs pile count = Some r ->
  settled (true, fst r) /\ Nat.odd (length (rev pile)) = Nat.odd (length (fst r)) /\
  forall s1 s2, S (line_of (s1 ++ (true, rev pile) :: s2)) =
    S (line_of (s1 ++ (true, fst r) :: s2)) +
    by_parity (length (lane_coins (s1 ++ (true, fst r) :: s2))) (snd r - count).
Proof.
  induction pairs as [|pairs IH]; intros pile count r Hv E.
  - assert (Er : r = (rev pile, count)).
    { destruct pile as [|x [|u pile]]; cbn in E; [| |destruct (u <=? x); [discriminate|]];
        now injection E as <-. }
    subst r. cbn [fst snd]. rewrite Z.sub_diag. split; [|split; [reflexivity|]].
    + split; [assumption|]. intros _ l u x El. cbn in El.
      assert (Ep : pile = x :: u :: rev l) by now rewrite <- (rev_involutive pile), El,
        rev_app_distr.
      subst pile. cbn in E. destruct (Z.leb_spec u x); [discriminate | assumption].
    + intros s1 s2. rewrite by_parity_0. lia.
  - destruct pile as [|x [|u pile]]; try discriminate. cbn in E.
    destruct (Z.leb_spec u x) as [Hux|]; [|discriminate].
    assert (Erev : rev (x :: u :: pile) = rev pile ++ [u; x]) by (cbn; now rewrite <- app_assoc).
    rewrite Erev in *. apply IH in E as (Hsettled & Hodd & HS).
    + split; [assumption|]. split.
      * rewrite <- Hodd, app_length. cbn.
        replace (length (rev pile) + 2)%nat with
          (Datatypes.S (Datatypes.S (length (rev pile)))) by lia.
        now rewrite Nat.odd_succ, Nat.even_succ.
      * intros s1 s2. rewrite pair_in_lane, HS by assumption.
        rewrite (by_parity_odd (length (lane_coins (s1 ++ (true, rev pile) :: s2)))
          (length (lane_coins (s1 ++ (true, fst r) :: s2)))).
        -- rewrite <- Z.add_assoc, <- by_parity_add.
           now replace (snd r - (count + (x - u)) + (x - u)) with (snd r - count) by lia.
        -- rewrite !lane_coins_mid, !app_length, !Nat.odd_add. now rewrite Hodd.
    + intros l a b c r' El. apply (Hv l a b c (r' ++ [u; x])). rewrite El. now rewrite <- app_assoc.
Qed.

Theorem reduce_sound s h r : reduce s h = Some r -> reduces s r.
Proof.
  unfold reduce, reduces, left_in. destruct s as [b o], h as [steps pairs]. cbn [fst snd].
  destruct (run steps [] o) as [[pile [|? ?]]|] eqn:Hrun; try discriminate.
  destruct (no_peak pile) eqn:Hpeak; [|discriminate]. intros E.
  apply run_fuses in Hrun. cbn in Hrun. rewrite app_nil_r in Hrun.
  assert (Hv : valley (rev pile)) by now apply valley_rev, no_peak_valley.
  destruct b.
  - apply without_pairs_sound in E as (Hsettled & Hodd & HS); [|assumption].
    split; [assumption|]. split; [now rewrite (fuses_odd _ _ Hrun)|].
    intros s1 s2. now rewrite (fuses_S _ _ Hrun), HS, Z.sub_0_r.
  - destruct pairs; [|discriminate]. injection E as <-. cbn [fst snd].
    split; [now split|]. split; [now apply fuses_odd|].
    intros s1 s2. rewrite (fuses_S _ _ Hrun), by_parity_0, Z.add_0_r. reflexivity.
Qed.

(** ** Theorem 8 *)

Module Descending <: TotalLeBool'.
  Definition t := Z.
  Definition leb (x y : Z) : bool := y <=? x.
  Theorem leb_total : forall x y, leb x y = true \/ leb y x = true.
  Proof. intros x y. unfold leb. rewrite !Z.leb_le. lia. Qed.
End Descending.
Module Import Sorting := Sort Descending.

Lemma sort_falling l : falling (sort l).
Proof.
  assert (Hs : StronglySorted (fun x y => is_true (Descending.leb x y)) (sort l)).
  { apply StronglySorted_sort. intros x y z. unfold Descending.leb, is_true. rewrite !Z.leb_le. lia.
    }
  induction Hs as [|x v Hv IH Hx]; constructor; [assumption|].
  revert Hx. apply Forall_impl. intros y. unfold Descending.leb, is_true. now rewrite Z.leb_le.
Qed.

Definition combined (rs : list reduced) : Z :=
  let coins := sort (concat (map fst rs)) in
  alternating coins + by_parity (length coins) (fold_right Z.add 0 (map snd rs)).

Fixpoint all_left (ls : list lane) (rs : list reduced) : list lane :=
  match ls, rs with
  | s :: ls', r :: rs' => left_in s r :: all_left ls' rs'
  | _, _ => []
  end.

Lemma all_left_odd ls rs : Forall2 reduces ls rs ->
  Nat.odd (length (lane_coins ls)) = Nat.odd (length (lane_coins (all_left ls rs))).
Proof.
  induction 1 as [|s r ls rs (_ & Hodd & _) _ IH]; [reflexivity|]. unfold lane_coins in *. cbn.
  rewrite !app_length, !Nat.odd_add. now rewrite Hodd, IH.
Qed.

Lemma all_reduced ls rs : Forall2 reduces ls rs -> forall settled_already,
  S (line_of (settled_already ++ ls)) = S (line_of (settled_already ++ all_left ls rs)) +
    by_parity (length (lane_coins (settled_already ++ all_left ls rs)))
      (fold_right Z.add 0 (map snd rs)).
Proof.
  induction 1 as [|s r ls rs (Hsettled & Hodd & HS) Hall IH]; intros before;
    cbn [all_left map fold_right].
  - now rewrite by_parity_0, Z.add_0_r.
  - specialize (IH (before ++ [left_in s r])). rewrite <- !app_assoc in IH. cbn [app] in IH.
    rewrite HS, IH, by_parity_add.
    rewrite (by_parity_odd (length (lane_coins (before ++ left_in s r :: ls)))
      (length (lane_coins (before ++ left_in s r :: all_left ls rs)))); [lia|].
    unfold left_in. rewrite !lane_coins_mid, !app_length, !Nat.odd_add.
    now rewrite (all_left_odd ls rs).
Qed.

Theorem theorem_8 ls rs : Forall2 reduces ls rs -> S (line_of ls) = combined rs.
Proof.
  intros Hall. assert (HS := all_reduced ls rs Hall []). cbn [app] in HS. rewrite HS.
  unfold combined.
  assert (Hcoins : lane_coins (all_left ls rs) = concat (map fst rs)).
  { clear HS. induction Hall as [|s r ls rs _ _ IH]; [reflexivity|]. unfold lane_coins in *. cbn.
    now rewrite IH. }
  assert (Hsettled : Forall settled (all_left ls rs)).
  { clear HS Hcoins. induction Hall as [|s r ls rs [Hs _] _ IH]; constructor; auto. }
  assert (Hp := Permuted_sort (concat (map fst rs))).
  rewrite (lemma_3 (sort (concat (map fst rs))) (sort_falling _) _ Hsettled);
    rewrite Hcoins; [|now symmetry].
  now rewrite (Permutation_length Hp).
Qed.
