(** * A checker of certificates of greedy coins, and what its verdict means: C9 of
    docs/coins-theory.md. *)

From Coq Require Import ZArith List Lia Bool Permutation.
From Taxman Require Import CoinsRules CoinsFusion CoinsTable CoinsReduce.
Import ListNotations.
Open Scope Z_scope.

(** The worth of a move. *)
Definition worth_of (m : Z * table) : Z := fst m - margin (snd m).

(** ** Positions of games in progress *)

(** The j-th move in the i-th part of the table, both counted from 0. *)
Fixpoint pick (t : table) (i j : nat) : option (Z * table) :=
  match t, i with
  | [], _ => None
  | p :: others, O => option_map (fun m => (fst m, snd m :: others)) (nth_error (part_moves p) j)
  | p :: others, Datatypes.S i' => option_map (fun m => (fst m, p :: snd m)) (pick others i' j)
  end.

Fixpoint play (t : table) (moves : list (nat * nat)) : option table :=
  match moves with
  | [] => Some t
  | (i, j) :: more => match pick t i j with Some (_, u) => play u more | None => None end
  end.

Lemma pick_is_a_move t : forall i j x u, pick t i j = Some (x, u) -> In (x, u) (moves t).
Proof.
  induction t as [|p t IH]; intros [|i] j x u; cbn; try discriminate.
  - destruct (nth_error (part_moves p) j) as [[y q]|] eqn:E; [|discriminate]. intros F.
    injection F as <- <-.
    apply in_or_app. left. apply in_map_iff. exists (y, q).
    split; [reflexivity | now apply nth_error_In with j].
  - destruct (pick t i j) as [[y q]|] eqn:E; [|discriminate]. intros F. injection F as <- <-.
    apply in_or_app. right. apply in_map_iff. exists (y, q).
    split; [reflexivity | now apply IH with i j].
Qed.

(** ** Empty parts are removed *)

Definition tidy (t : table) : table :=
  filter (fun p => match snd p with [] => false | _ => true end) t.

Lemma tidy_tidy t : tidy (tidy t) = tidy t.
Proof.
  induction t as [|[k [|x c]] t IH]; cbn; trivial. unfold tidy in *. now rewrite IH.
Qed.

Lemma tidy_same p t u : tidy t = tidy u -> tidy (p :: t) = tidy (p :: u).
Proof. unfold tidy. intros E. cbn. now rewrite E. Qed.

Lemma moves_tidy t : Forall2 (fun m m' => fst m = fst m' /\ tidy (snd m) = tidy (snd m')) (moves t)
  (moves (tidy t)).
Proof.
  induction t as [|p t IH]; [constructor|]. destruct (snd p) as [|y c] eqn:E.
  - assert (Hp : part_moves p = []) by (destruct p as [[| | |] c]; cbn in *; now subst).
    assert (Ht : forall u, tidy (p :: u) = tidy u) by (intros u; unfold tidy; cbn; now rewrite E).
    rewrite Ht. cbn. rewrite Hp. cbn. clear -IH Ht.
    induction IH as [|m m' l l' [Hx Hu] _ IH]; cbn; constructor; [|assumption].
    split; [exact Hx|]. cbn [snd]. now rewrite Ht.
  - assert (Ht : tidy (p :: t) = p :: tidy t) by (unfold tidy; cbn; now rewrite E).
    rewrite Ht. cbn [moves]. apply Forall2_app.
    + induction (part_moves p) as [|m l IHl]; cbn; constructor; [|assumption].
      split; [reflexivity|]. apply tidy_same. now rewrite tidy_tidy.
    + clear -IH. induction IH as [|m m' l l' [Hx Hu] _ IH]; cbn; constructor; [|assumption].
      split; [assumption|]. now apply tidy_same.
Qed.

Lemma Forall2_in_left {A B} (R : A -> B -> Prop) l l' a : Forall2 R l l' -> In a l -> exists b,
  In b l' /\ R a b.
Proof.
  induction 1 as [|x y l l' Hxy _ IH]; [intros []|]. intros [->|Ha]; [exists y; cbn; auto|].
  destruct (IH Ha) as (b & Hb & Hab). exists b. cbn. auto.
Qed.

Lemma Forall2_in_right {A B} (R : A -> B -> Prop) l l' b : Forall2 R l l' -> In b l' -> exists a,
  In a l /\ R a b.
Proof.
  induction 1 as [|x y l l' Hxy _ IH]; [intros []|]. intros [->|Hb]; [exists x; cbn; auto|].
  destruct (IH Hb) as (a & Ha & Hab). exists a. cbn. auto.
Qed.

Lemma same_tidy_same_margin t u : tidy t = tidy u -> margin t = margin u.
Proof.
  assert (Hstep : forall t u, tidy t = tidy u -> forall x t', In (x, t') (moves t) ->
    exists u', In (x, u') (moves u) /\ tidy t' = tidy u').
  { clear. intros t u E x t' Hin.
    destruct (Forall2_in_left _ _ _ _ (moves_tidy t) Hin) as ([y v] & Hv & [Hx Ht]).
    cbn [fst snd] in Hx, Ht. subst y.
    rewrite E in Hv. destruct (Forall2_in_right _ _ _ _ (moves_tidy u) Hv)
      as ([y u'] & Hu & [Hx Hu']).
    cbn [fst snd] in Hx, Hu'. subst y. exists u'. split; [assumption | congruence]. }
  apply (alike_worth moves moves size size moves_smaller moves_smaller
    (fun t u => tidy t = tidy u)).
  - exact Hstep.
  - intros p p' E x q' Hin. symmetry in E. destruct (Hstep _ _ E _ _ Hin) as (q & Hq & Eq).
    exists q. split; [assumption | now symmetry].
Qed.

Lemma tidy_has_moves t : tidy t <> [] -> moves (tidy t) <> [].
Proof.
  induction t as [|[k [|x c]] t IH]; [intros E; now destruct E | exact IH|]. intros _.
  change (tidy ((k, x :: c) :: t)) with ((k, x :: c) :: tidy t). destruct k; cbn; try discriminate.
  unfold take_right. destruct (rev (x :: c)) eqn:E; [|discriminate].
  apply (f_equal (@length Z)) in E. rewrite rev_length in E. discriminate.
Qed.

Lemma margin_tidy t : margin (tidy t) = margin t.
Proof. apply same_tidy_same_margin, tidy_tidy. Qed.

Lemma worths_tidy t : map worth_of (moves (tidy t)) = map worth_of (moves t).
Proof.
  assert (Hall := moves_tidy t). induction Hall as [|m m' l l' [Hx Hu] _ IH]; [reflexivity|].
  cbn. f_equal; [|assumption]. unfold worth_of. now rewrite Hx, (same_tidy_same_margin _ _ Hu).
Qed.

(** ** Bounds on the worth of moves, which are exact for the moves with the largest bound *)

Definition bounded (largest_bound : Z) (m b : Z) : Prop := m <= b /\ (b = largest_bound -> m = b).

Lemma bounded_largest ms bs : bs <> [] -> Forall2 (bounded (largest bs)) ms bs ->
  largest ms = largest bs.
Proof.
  intros Hne Hall. apply Z.le_antisymm.
  - destruct ms as [|m ms]; [inversion Hall; congruence|].
    destruct (Forall2_in_left _ _ _ _ Hall (largest_in (m :: ms) ltac:(discriminate)))
      as (b & Hb & [Hle _]).
    apply largest_ge in Hb. lia.
  - destruct (Forall2_in_right _ _ _ _ Hall (largest_in bs Hne)) as (m & Hm & [_ Heq]).
    rewrite <- (Heq eq_refl). now apply largest_ge.
Qed.

Lemma bounded_best ms bs v : largest ms = v -> largest bs = v -> Forall2 (bounded v) ms bs ->
  map (Z.eqb v) ms = map (Z.eqb v) bs.
Proof.
  intros Hms Hbs Hall.
  assert (Hle : forall b, In b bs -> b <= v) by (intros b Hb; rewrite <- Hbs; now apply largest_ge).
  clear Hms Hbs. induction Hall as [|m b ms bs [Hmb Heq] _ IH]; [reflexivity|]. cbn. f_equal.
  - assert (Hb := Hle b (or_introl eq_refl)). destruct (Z.eqb_spec v b) as [->|Hne].
    + rewrite Heq by reflexivity. apply Z.eqb_refl.
    + apply Z.eqb_neq. lia.
  - apply IH. intros b' Hb'. apply Hle. now right.
Qed.

(** ** Rows, stacks and sums *)

Fixpoint reduce_all (ls : list lane) (hs : list history) : option (list reduced) :=
  match ls, hs with
  | [], [] => Some []
  | s :: ls', h :: hs' =>
    match reduce s h, reduce_all ls' hs' with Some r, Some rs => Some (r :: rs) | _, _ => None end
  | _, _ => None
  end.

Lemma reduce_all_sound ls : forall hs rs, reduce_all ls hs = Some rs -> Forall2 reduces ls rs.
Proof.
  induction ls as [|s ls IH]; intros [|h hs] rs; cbn; try discriminate.
  - intros E. injection E as <-. constructor.
  - destruct (reduce s h) as [r|] eqn:E; [|discriminate].
    destruct (reduce_all ls hs) as [rs'|] eqn:F; [|discriminate].
    intros G. injection G as <-. constructor;
      [now apply reduce_sound with h | now apply IH with hs].
Qed.

Lemma combined_margin t rs : forallb straight t = true -> Forall2 reduces (lanes t) rs ->
  margin t = combined rs.
Proof. intros Hs Hall. rewrite margin_is_S by assumption. now apply theorem_8. Qed.

(** The worth of the moves in one part, with all other parts reduced. *)
Fixpoint part_values (before after : list reduced) (ms : list (Z * part)) (hs : list history) :
  option (list Z) :=
  match ms, hs with
  | [], [] => Some []
  | (x, q) :: ms', h :: hs' =>
    match reduce (lane_of q) h, part_values before after ms' hs' with
    | Some r, Some vs => Some (x - combined (before ++ r :: after) :: vs)
    | _, _ => None
    end
  | _, _ => None
  end.

Fixpoint table_values (before : list reduced) (t : table) (rs : list reduced)
  (hss : list (list history)) :
  option (list Z) :=
  match t, rs, hss with
  | [], [], [] => Some []
  | p :: t', r :: rs', hs :: hss' =>
    match part_values before rs' (part_moves p) hs, table_values (before ++ [r]) t' rs' hss' with
    | Some vs, Some vs' => Some (vs ++ vs')
    | _, _ => None
    end
  | _, _, _ => None
  end.

Lemma part_values_sound t1 t2 before after : forallb straight t1 = true ->
  forallb straight t2 = true ->
  Forall2 reduces (lanes t1) before -> Forall2 reduces (lanes t2) after ->
  forall ms hs vs, (forall x q, In (x, q) ms -> straight q = true) ->
    part_values before after ms hs = Some vs ->
  map worth_of (map (fun m => (fst m, t1 ++ snd m :: t2)) ms) = vs.
Proof.
  intros Hs1 Hs2 Hbefore Hafter.
  intros ms. induction ms as [|[x q] ms IH]; intros [|h hs] vs Hs; cbn; try discriminate.
  - intros E. now injection E as <-.
  - destruct (reduce (lane_of q) h) as [r|] eqn:E; [|discriminate].
    destruct (part_values before after ms hs) as [vs'|] eqn:F; [|discriminate]. intros G.
    injection G as <-.
    f_equal; [|apply IH with hs; [intros y q' Hq; apply (Hs y); now right | assumption]].
    unfold worth_of. cbn. f_equal. apply combined_margin.
    + rewrite forallb_app. cbn. rewrite Hs1, Hs2, (Hs x q); [reflexivity | now left].
    + rewrite lanes_mid. apply Forall2_app; [assumption|].
      constructor; [now apply reduce_sound with h | assumption].
Qed.

Lemma straight_moves p x q : straight p = true -> In (x, q) (part_moves p) -> straight q = true.
Proof. intros Hs Hin. now apply (part_moves_lane p x q Hs Hin). Qed.

Lemma table_values_sound t : forall t1 before rs hss vs,
  forallb straight t1 = true -> forallb straight t = true ->
  Forall2 reduces (lanes t1) before -> Forall2 reduces (lanes t) rs ->
  table_values before t rs hss = Some vs ->
  map worth_of (map (fun m => (fst m, t1 ++ snd m)) (moves t)) = vs.
Proof.
  induction t as [|p t IH]; intros t1 before rs hss vs Hs1 Hs Hbefore Hrs;
    inversion Hrs as [|? r ? rs' Hr Hrs']; subst;
    destruct hss as [|hs hss]; cbn; try discriminate.
  - intros E. now injection E as <-.
  - destruct (part_values before rs' (part_moves p) hs) as [vs1|] eqn:E1; [|discriminate].
    destruct (table_values (before ++ [r]) t rs' hss) as [vs2|] eqn:E2; [|discriminate].
    intros E. injection E as <-. cbn in Hs. apply andb_prop in Hs as [Hp Hs].
    rewrite !map_app. f_equal.
    + rewrite <- (part_values_sound t1 t before rs' Hs1 Hs Hbefore Hrs' (part_moves p) hs vs1);
        auto.
      * now rewrite !map_map.
      * intros x q. now apply straight_moves.
    + rewrite <- (IH (t1 ++ [p]) (before ++ [r]) rs' hss vs2); auto.
      * rewrite !map_map. apply map_ext. intros m. cbn. now rewrite <- app_assoc.
      * rewrite forallb_app, Hs1. cbn. now rewrite Hp.
      * unfold lanes. rewrite map_app. apply Forall2_app; [assumption|]. now constructor.
Qed.

(** ** A single circle *)

(** The pile before each coin, and after the last one; each coin comes with the number of fusions
    that follow it. *)
Fixpoint fuse_top (times : nat) (pile : list Z) : option (list Z) :=
  match times, pile with
  | O, _ => Some pile
  | Datatypes.S more, c :: b :: a :: below =>
    if (a <=? b) && (c <=? b) then fuse_top more (a - b + c :: below) else None
  | _, _ => None
  end.

Fixpoint stages (fusions : list nat) (pile coins : list Z) : option (list (list Z)) :=
  match fusions, coins with
  | [], [] => Some [pile]
  | n :: fusions', x :: coins' =>
    match fuse_top n (x :: pile) with
    | Some pile' => option_map (cons pile) (stages fusions' pile' coins')
    | None => None
    end
  | _, _ => None
  end.

Lemma fuse_top_fuses n : forall pile pile', fuse_top n pile = Some pile' ->
  fuses (rev pile) (rev pile').
Proof.
  induction n as [|n IH]; intros pile pile'; cbn.
  - intros E. injection E as <-. constructor.
  - destruct pile as [|c [|b [|a pile]]]; try discriminate.
    destruct (Z.leb_spec a b) as [Hab|]; [|discriminate].
    destruct (Z.leb_spec c b) as [Hcb|]; [|discriminate].
    intros E. apply IH in E. cbn in *. rewrite <- !app_assoc. cbn. now apply fuses_peak.
Qed.

Lemma stages_fuse fusions : forall pile coins piles, stages fusions pile coins = Some piles ->
  length piles = Datatypes.S (length coins) /\
  forall l r, coins = l ++ r -> fuses (rev pile ++ l) (rev (nth (length l) piles [])).
Proof.
  induction fusions as [|n fusions IH]; intros pile [|x coins] piles; cbn; try discriminate.
  - intros E. injection E as <-. split; [reflexivity|]. intros [|y l] r F; [|discriminate].
    cbn. rewrite app_nil_r. constructor.
  - destruct (fuse_top n (x :: pile)) as [pile'|] eqn:E; [|discriminate].
    destruct (stages fusions pile' coins) as [piles'|] eqn:F; [|discriminate]. intros G.
    injection G as <-.
    apply IH in F as [Hlength F]. split; [cbn; now rewrite Hlength|]. intros [|y l] r G.
    + cbn. rewrite app_nil_r. constructor.
    + injection G as <- ->. cbn. apply fuses_trans with (rev pile' ++ l).
      * apply fuse_top_fuses in E. cbn in E.
        assert (W := fuses_within _ _ E [] l). cbn in W. now rewrite <- app_assoc in W.
      * now apply F with r.
Qed.

Fixpoint circle_values (coins : list Z) (before behind : list (list Z))
  (joints : list (list step)) :
  option (list Z) :=
  match coins, before, behind, joints with
  | [], _, _, [] => Some []
  | x :: coins', f :: before', g :: behind', j :: joints' =>
    match run j (rev g) (rev f), circle_values coins' before' behind' joints' with
    | Some (pile, others), Some vs =>
      let row := rev pile ++ others in
      if no_peak row then Some (x - combined [(row, 0)] :: vs) else None
    | _, _ => None
    end
  | _, _, _, _ => None
  end.

Lemma reduces_row o row : fuses o row -> valley row -> reduces (false, o) (row, 0).
Proof.
  intros Hf Hv. split; [now split|]. split; [now apply fuses_odd|].
  intros s1 s2. cbn. rewrite (fuses_S _ _ Hf), by_parity_0, Z.add_0_r. reflexivity.
Qed.

Lemma circle_values_sound coins : forall first before behind joints vs,
  (forall l x r, coins = l ++ x :: r -> fuses (first ++ l) (rev (nth (length l) before []))) ->
  (forall l x r, coins = l ++ x :: r -> fuses r (nth (length l) behind [])) ->
  circle_values coins before behind joints = Some vs ->
  map worth_of (map (fun m => (fst m, [snd m])) (take_any first coins)) = vs.
Proof.
  induction coins as [|x coins IH]; intros first before behind joints vs Hbefore Hbehind; cbn.
  - destruct joints; [|discriminate]. intros E. now injection E as <-.
  - destruct before as [|f before]; [discriminate|].
    destruct behind as [|g behind]; [discriminate|].
    destruct joints as [|j joints]; [discriminate|].
    destruct (run j (rev g) (rev f)) as [[pile others]|] eqn:Hrun; [|discriminate].
    destruct (circle_values coins before behind joints) as [vs'|] eqn:E; [|discriminate].
    destruct (no_peak (rev pile ++ others)) eqn:Hpeak; [|discriminate]. intros F. injection F as <-.
    f_equal.
    + unfold worth_of. cbn [fst snd]. f_equal. apply combined_margin; [reflexivity|].
      constructor; [|constructor].
      apply reduces_row; [|now apply no_peak_valley].
      assert (Hf := Hbefore [] x coins eq_refl). assert (Hg := Hbehind [] x coins eq_refl).
      cbn in Hf, Hg.
      rewrite app_nil_r in Hf. apply run_fuses in Hrun. rewrite rev_involutive in Hrun.
      apply fuses_trans with (g ++ first); [exact (fuses_within _ _ Hg [] first)|].
      apply fuses_trans with (g ++ rev f); [|assumption].
      assert (W := fuses_within _ _ Hf g []). now rewrite !app_nil_r in W.
    + apply IH with before behind joints; [| |assumption].
      * intros l y r ->. rewrite <- app_assoc. exact (Hbefore (x :: l) y r eq_refl).
      * intros l y r ->. exact (Hbehind (x :: l) y r eq_refl).
Qed.

Definition round_values (coins : list Z) (forward backward : list nat) (joints : list (list step)) :
  option (list Z) :=
  match stages forward [] (removelast coins), stages backward [] (rev (tl coins)) with
  | Some before, Some behind => circle_values coins before (rev behind) joints
  | _, _ => None
  end.

Lemma round_values_sound coins forward backward joints vs :
  round_values coins forward backward joints = Some vs ->
  map worth_of (moves [(Circle, coins)]) = vs.
Proof.
  unfold round_values. destruct (stages forward [] (removelast coins)) as [before|] eqn:E;
    [|discriminate].
  destruct (stages backward [] (rev (tl coins))) as [behind|] eqn:F; [|discriminate].
  intros G. cbn. rewrite app_nil_r. apply circle_values_sound with before (rev behind) joints;
    [| |assumption].
  - intros l x r ->. apply stages_fuse in E as [_ E]. cbn.
    apply (E l (removelast (x :: r))). now apply removelast_app.
  - intros l x r ->. apply stages_fuse in F as [Hlength F].
    assert (Hrev : exists r', rev (tl (l ++ x :: r)) = rev r ++ r').
    { destruct l as [|y l]; cbn; [exists []; now rewrite app_nil_r|].
      exists (x :: rev l). rewrite rev_app_distr. cbn. now rewrite <- app_assoc. }
    destruct Hrev as (r' & Hrev). assert (F' := F (rev r) r' Hrev). cbn in F'.
    apply fuses_rev in F'. rewrite !rev_involutive in F'. rewrite rev_length in Hlength.
    assert (Htl : length (tl (l ++ x :: r)) = (length l + length r)%nat).
    { destruct l; cbn; [reflexivity|]. rewrite app_length. cbn. lia. }
    rewrite Htl in Hlength. rewrite rev_nth by lia. rewrite rev_length in F'.
    now replace (length behind - Datatypes.S (length l))%nat with (length r) by lia.
Qed.

(** ** A circle beside other parts *)

Definition kind_dec (k k' : kind) : {k = k'} + {k <> k'}.
Proof. decide equality. Defined.

Definition part_dec (p q : part) : {p = q} + {p <> q}.
Proof. decide equality; [apply (list_eq_dec Z.eq_dec) | apply kind_dec]. Defined.

Definition table_dec : forall t u : table, {t = u} + {t <> u} := list_eq_dec part_dec.

Fixpoint find_in {K V : Type} (dec : forall k k' : K, {k = k'} + {k <> k'}) (key : K)
  (l : list (K * V)) : option V :=
  match l with
  | [] => None
  | (k, v) :: more => if dec k key then Some v else find_in dec key more
  end.

Lemma find_in_some {K V} dec (key : K) (l : list (K * V)) v : find_in dec key l = Some v ->
  In (key, v) l.
Proof.
  induction l as [|[k w] l IH]; cbn; [discriminate|]. destruct (dec k key) as [->|_].
  - intros E. injection E as <-. now left.
  - intros E. right. now apply IH.
Qed.

Definition is_circle (p : part) : bool := match fst p with Circle => true | _ => false end.

Section Search.
  Context (rows : list (part * history)).
  Context (at_most : list (table * Z)).
  Context (at_least : list (table * (Z * (nat * nat)))).

  Fixpoint rows_reduced (t : table) : option (list reduced) :=
    match t with
    | [] => Some []
    | p :: others =>
      match find_in part_dec p rows with
      | Some h =>
        match reduce (lane_of p) h, rows_reduced others with
        | Some r, Some rs => Some (r :: rs)
        | _, _ => None
        end
      | None => None
      end
    end.

  (** An upper and a lower bound on the margin of a state. *)
  Definition most (t : table) : option Z :=
    if existsb is_circle (tidy t) then find_in table_dec (tidy t) at_most
    else option_map combined (rows_reduced (tidy t)).

  Definition least (t : table) : option Z :=
    if existsb is_circle (tidy t) then option_map fst (find_in table_dec (tidy t) at_least)
    else option_map combined (rows_reduced (tidy t)).

  Definition most_holds (entry : table * Z) : bool :=
    let (t, q) := entry in
    match moves t with
    | [] => false
    | ms =>
      forallb (fun m => match least (snd m) with Some p => fst m - p <=? q | None => false end) ms
    end.

  Definition least_holds (entry : table * (Z * (nat * nat))) : bool :=
    let '(t, (p, (i, j))) := entry in
    match pick t i j with
    | Some (x, u) => match most u with Some q => p <=? x - q | None => false end
    | None => false
    end.

  (** Bounds for the moves in a position, which are exact for the moves with the largest bound. *)
  Definition bound_of (m : Z * table) : option Z := option_map (fun p => fst m - p) (least (snd m)).

  Fixpoint all_some {A} (l : list (option A)) : option (list A) :=
    match l with
    | [] => Some []
    | Some a :: more => option_map (cons a) (all_some more)
    | None :: _ => None
    end.

  Definition search_values (t : table) : option (list Z) :=
    if forallb most_holds at_most && forallb least_holds at_least then
      match all_some (map bound_of (moves t)) with
      | Some bs =>
        if forallb (fun mb => negb (snd mb =? largest bs) ||
                              match most (snd (fst mb)) with
                              | Some q => snd mb <=? fst (fst mb) - q
                              | None => false
                              end) (combine (moves t) bs)
        then Some bs else None
      | None => None
      end
    else None.

  Lemma rows_reduced_sound t : forall rs, rows_reduced t = Some rs -> Forall2 reduces (lanes t) rs.
  Proof.
    induction t as [|p t IH]; cbn; intros rs.
    - intros E. injection E as <-. constructor.
    - destruct (find_in part_dec p rows) as [h|]; [|discriminate].
      destruct (reduce (lane_of p) h) as [r|] eqn:E; [|discriminate].
      destruct (rows_reduced t) as [rs'|]; [|discriminate]. intros F. injection F as <-.
      constructor; [now apply reduce_sound with h | now apply IH].
  Qed.

  Lemma no_circle_straight t : existsb is_circle t = false -> forallb straight t = true.
  Proof.
    induction t as [|[k c] t IH]; [reflexivity|]. cbn. intros E. apply orb_false_iff in E as [Ek E].
    rewrite (IH E). destruct k; [reflexivity | reflexivity | reflexivity | discriminate].
  Qed.

  Lemma exact_sound t v : existsb is_circle (tidy t) = false ->
    option_map combined (rows_reduced (tidy t)) = Some v ->
    margin t = v.
  Proof.
    intros Hc E. destruct (rows_reduced (tidy t)) as [rs|] eqn:F; [|discriminate].
    injection E as <-.
    rewrite <- margin_tidy. apply combined_margin;
      [now apply no_circle_straight | now apply rows_reduced_sound].
  Qed.

  Lemma bounds_sound : forallb most_holds at_most = true -> forallb least_holds at_least = true ->
    forall t, (forall q, most t = Some q -> margin t <= q) /\
      (forall p, least t = Some p -> p <= margin t).
  Proof.
    rewrite !forallb_forall. intros Hmost Hleast t.
    assert (H : forall n t, (size t <= n)%nat ->
      (forall q, most t = Some q -> margin t <= q) /\
        (forall p, least t = Some p -> p <= margin t));
      [|now apply (H (size t))].
    clear t. intros n. induction n as [n IH] using lt_wf_ind. intros t Hn.
    assert (Hsize : size (tidy t) = size t).
    { unfold size, coins_of. clear. induction t as [|[k [|x c]] t IHt]; cbn; auto.
      unfold tidy in IHt. now rewrite !app_length, IHt. }
    assert (Hlater : forall x u, In (x, u) (moves (tidy t)) ->
      (forall q, most u = Some q -> margin u <= q) /\
        (forall p, least u = Some p -> p <= margin u)).
    { intros x u Hin. apply moves_smaller in Hin. apply (IH (size u)); lia. }
    unfold most, least. destruct (existsb is_circle (tidy t)) eqn:Hc.
    - rewrite <- margin_tidy. split.
      + intros q Hq. apply find_in_some, Hmost in Hq. cbn in Hq.
        destruct (margin_cases (tidy t)) as [[E _]|(x & u & Hin & ->)]; [now rewrite E in Hq|].
        assert (Hall : forallb
          (fun m => match least (snd m) with Some p => fst m - p <=? q | None => false end)
          (moves (tidy t)) = true) by (destruct (moves (tidy t)); [discriminate | exact Hq]).
        rewrite forallb_forall in Hall. specialize (Hall _ Hin). cbn in Hall.
        destruct (least u) as [p|] eqn:E; [|discriminate]. apply Z.leb_le in Hall.
        apply (Hlater _ _ Hin) in E. lia.
      + intros p Hp. destruct (find_in table_dec (tidy t) at_least) as [[p' [i j]]|] eqn:E;
          [|discriminate].
        injection Hp as ->. apply find_in_some, Hleast in E. cbn in E.
        destruct (pick (tidy t) i j) as [[x u]|] eqn:F; [|discriminate]. apply pick_is_a_move in F.
        destruct (most u) as [q|] eqn:G; [|discriminate]. apply Z.leb_le in E.
        apply (Hlater _ _ F) in G. apply margin_ge in F. lia.
    - split; intros v Hv; apply exact_sound in Hv; auto; lia.
  Qed.

  Lemma search_values_sound t bs : search_values t = Some bs ->
    Forall2 (bounded (largest bs)) (map worth_of (moves t)) bs.
  Proof.
    unfold search_values. destruct (forallb most_holds at_most) eqn:Hm; [|discriminate].
    destruct (forallb least_holds at_least) eqn:Hl; [|discriminate]. cbn [andb].
    destruct (all_some (map bound_of (moves t))) as [bs'|] eqn:E; [|discriminate].
    destruct (forallb _ (combine (moves t) bs')) eqn:F; [|discriminate]. intros G.
    injection G as <-.
    assert (Hsound := bounds_sound Hm Hl). revert E F. generalize (largest bs'). intros top.
    generalize (moves t). intros ms. revert bs'. induction ms as [|[x u] ms IH]; cbn; intros bs E F.
    - injection E as <-. constructor.
    - unfold bound_of at 1 in E. cbn in E. destruct (least u) as [p|] eqn:Hp; [|discriminate].
      cbn in E.
      destruct (all_some (map bound_of ms)) as [bs'|]; [|discriminate]. injection E as <-.
      cbn in F. apply andb_prop in F as [F1 F2]. constructor; [|now apply IH].
      apply Hsound in Hp. unfold worth_of. cbn [fst snd]. split; [lia|]. intros Etop.
      rewrite Etop, Z.eqb_refl in F1.
      destruct (most u) as [q|] eqn:Hq; [|discriminate]. apply Hsound in Hq. cbn in F1.
      apply Z.leb_le in F1. lia.
  Qed.
End Search.

(** ** Certificates *)

Inductive proof :=
| Fusion (moved : list history)
| Sum (wholes : list history) (moved : option (list (list history)))
| Round (forward backward : list nat) (joints : list (list step))
| Search (rows : list (part * history)) (at_most : list (table * Z))
    (at_least : list (table * (Z * (nat * nat)))).

(** The margin of a table without empty parts, and bounds for its moves if the proof has them. *)
Definition proven (t : table) (pr : proof) : option (Z * option (list Z)) :=
  let with_moves values := option_map (fun vs => (largest vs, Some vs)) values in
  match pr, t with
  | Fusion moved, [p] =>
    if straight p then with_moves (part_values [] [] (part_moves p) moved) else None
  | Sum wholes moved, _ =>
    if forallb straight t then
      match reduce_all (lanes t) wholes with
      | Some rs =>
        match moved with
        | None => Some (combined rs, None)
        | Some hss =>
          match table_values [] t rs hss with
          | Some vs => if largest vs =? combined rs then Some (combined rs, Some vs) else None
          | None => None
          end
        end
      | None => None
      end
    else None
  | Round forward backward joints, [(Circle, coins)] =>
    with_moves (round_values coins forward backward joints)
  | Search rows at_most at_least, _ => with_moves (search_values rows at_most at_least t)
  | _, _ => None
  end.

(** The claim: the margin; optionally, for each move in the order of [moves], whether it is a best
    one; and optionally, how much less the worst move gives. *)
Record claim := { claimed_margin : Z; claimed_best : option (list bool); claimed_cost : option Z }.

Record certificate := { start : table; played : list (nat * nat); claims : claim; reason : proof }.

Definition is_fusion (pr : proof) : bool := match pr with Fusion _ => true | _ => false end.

Definition check_claim (t : table) (c : claim) (pr : proof) : bool :=
  match tidy t, proven (tidy t) pr with
  | _ :: _, Some (v, bounds) =>
    (v =? claimed_margin c) &&
    match claimed_best c, bounds with
    | None, _ => true
    | Some best, Some bs => if list_eq_dec bool_dec best (map (Z.eqb v) bs) then true else false
    | _, _ => false
    end &&
    match claimed_cost c, bounds with
    | None, _ => true
    | Some cost, Some bs => is_fusion pr && (- largest (map Z.opp bs) =? v - cost)
    | _, _ => false
    end
  | _, _ => false
  end.

Definition check (c : certificate) : bool :=
  match play (start c) (played c) with
  | Some t => check_claim t (claims c) (reason c)
  | None => false
  end.

(** ** Accepted claims are true *)

Definition claim_is_true (t : table) (c : claim) : Prop :=
  margin t = claimed_margin c /\
  (forall best, claimed_best c = Some best ->
    Forall2 (fun m is_best => is_best = true <-> fst m - margin (snd m) = margin t) (moves t)
      best) /\
  (forall cost, claimed_cost c = Some cost ->
    (exists m, In m (moves t) /\ fst m - margin (snd m) = margin t - cost) /\
    (forall m, In m (moves t) -> margin t - cost <= fst m - margin (snd m))).

Lemma exact_bounds vs : Forall2 (bounded (largest vs)) vs vs.
Proof.
  generalize (largest vs). intros top. induction vs as [|v vs IH]; constructor; [|assumption].
  unfold bounded. split; [lia | auto].
Qed.

Lemma proven_sound t pr v bounds : moves t <> [] -> proven t pr = Some (v, bounds) ->
  margin t = v /\ forall bs, bounds = Some bs ->
    Forall2 (bounded v) (map worth_of (moves t)) bs /\ largest bs = v /\
    (is_fusion pr = true -> map worth_of (moves t) = bs).
Proof.
  intros Hne. assert (Hmargin : margin t = largest (map worth_of (moves t)))
    by apply margin_by_moves.
  assert (Hbounds : forall bs, Forall2 (bounded (largest bs)) (map worth_of (moves t)) bs ->
    margin t = largest bs).
  { intros bs Hall. rewrite Hmargin. apply bounded_largest; [|assumption].
    intros ->. inversion Hall as [E|]. now destruct (moves t). }
  destruct pr as [moved|wholes moved|forward backward joints|rows at_most at_least]; cbn.
  - destruct t as [|p [|? ?]]; try discriminate. destruct (straight p) eqn:Hs; [|discriminate].
    destruct (part_values [] [] (part_moves p) moved) as [vs|] eqn:E; [|discriminate].
    intros F. injection F as <- <-.
    assert (Hvs : map worth_of (moves [p]) = vs).
    { cbn [moves map]. rewrite app_nil_r.
      apply (part_values_sound [] [] [] [] eq_refl eq_refl (Forall2_nil _) (Forall2_nil _) _ moved);
        [|assumption].
      intros x q. now apply straight_moves. }
    split; [now rewrite Hmargin, Hvs|]. intros bs F. injection F as <-. rewrite Hvs.
    split; [apply exact_bounds | now split].
  - destruct (forallb straight t) eqn:Hs; [|discriminate].
    destruct (reduce_all (lanes t) wholes) as [rs|] eqn:E; [|discriminate].
    apply reduce_all_sound in E. assert (Hv := combined_margin t rs Hs E).
    destruct moved as [hss|].
    + destruct (table_values [] t rs hss) as [vs|] eqn:F; [|discriminate].
      destruct (Z.eqb_spec (largest vs) (combined rs)) as [G|]; [|discriminate]. intros I.
      injection I as <- <-.
      split; [assumption|]. intros bs I. injection I as <-.
      apply (table_values_sound t [] [] rs hss vs) in F; auto; try now constructor.
      rewrite map_map in F. cbn in F. rewrite <- G.
      assert (F' : map worth_of (moves t) = vs).
      { rewrite <- F. apply map_ext. intros [x u]. reflexivity. }
      rewrite F'. split; [apply exact_bounds | now split].
    + intros I. injection I as <- <-. split; [assumption | discriminate].
  - destruct t as [|[[| | |] coins] [|? ?]]; try discriminate.
    destruct (round_values coins forward backward joints) as [vs|] eqn:E; [|discriminate].
    intros F. injection F as <- <-. apply round_values_sound in E. subst vs.
    split; [assumption|]. intros bs F. injection F as <-. split; [apply exact_bounds | now split].
  - destruct (search_values rows at_most at_least t) as [vs|] eqn:E; [|discriminate].
    intros F. injection F as <- <-. apply search_values_sound in E. split; [now apply Hbounds|].
    intros bs F. injection F as <-. split; [assumption | now split].
Qed.

Theorem check_claim_sound t c pr : check_claim t c pr = true -> claim_is_true t c.
Proof.
  unfold check_claim. intros Hc. assert (Ht : tidy t <> []) by (intros E; now rewrite E in Hc).
  assert (Hsome := tidy_has_moves t Ht). clear Ht.
  destruct (tidy t) as [|p0 ps] eqn:Htidy; [discriminate|]. rewrite <- Htidy in *.
  clear p0 ps Htidy.
  assert (Hmoves : map worth_of (moves t) <> []).
  { rewrite <- worths_tidy. intros E. now apply map_eq_nil in E. }
  destruct (proven (tidy t) pr) as [[v bounds]|] eqn:E; [|discriminate].
  apply andb_prop in Hc as [Hc Hcost]. apply andb_prop in Hc as [Hv Hbest]. apply Z.eqb_eq in Hv.
  subst v.
  apply proven_sound in E as [Hmargin Hbounds]; [|assumption].
  rewrite margin_tidy in Hmargin. rewrite worths_tidy in Hbounds.
  assert (Hall : margin t = largest (map worth_of (moves t))) by apply margin_by_moves.
  split; [assumption|]. split.
  - intros best F. rewrite F in Hbest. destruct bounds as [bs|]; [|discriminate].
    destruct (Hbounds bs eq_refl) as (Hb & Hlargest & _).
    destruct (list_eq_dec bool_dec best (map (Z.eqb (claimed_margin c)) bs)) as [->|];
      [|discriminate].
    rewrite <- (bounded_best (map worth_of (moves t)) bs) by (auto; congruence).
    rewrite <- Hmargin. clear. generalize (margin t). intros v.
    induction (moves t) as [|m l IH]; cbn; constructor; [|assumption].
    rewrite Z.eqb_eq. unfold worth_of. split; intros; lia.
  - intros cost F. rewrite F in Hcost. destruct bounds as [bs|]; [|discriminate].
    apply andb_prop in Hcost as [Hf Hcost]. apply Z.eqb_eq in Hcost.
    destruct (Hbounds bs eq_refl) as (_ & _ & Hexact). specialize (Hexact Hf). rewrite Hmargin.
    subst bs. split.
    + assert (Hin : In (largest (map Z.opp (map worth_of (moves t))))
        (map Z.opp (map worth_of (moves t)))).
      { apply largest_in. intros E. apply map_eq_nil in E. contradiction. }
      rewrite map_map in Hin at 2. apply in_map_iff in Hin as (m & Em & Hm). exists m.
      split; [assumption|]. unfold worth_of in Em at 1. lia.
    + intros m Hm. assert (Hge := largest_ge (map Z.opp (map worth_of (moves t))) (- worth_of m)).
      assert (- worth_of m <= largest (map Z.opp (map worth_of (moves t))));
        [|unfold worth_of in *; lia].
      apply Hge. rewrite map_map. apply in_map_iff. now exists m.
Qed.

Theorem check_sound c : check c = true ->
  exists t, play (start c) (played c) = Some t /\ claim_is_true t (claims c).
Proof.
  unfold check. destruct (play (start c) (played c)) as [t|]; [|discriminate]. intros Hc.
  exists t. split; [reflexivity | now apply check_claim_sound with (reason c)].
Qed.

(** ** Fractions: over a common denominator all coins are integers, and all margins are multiplied
    by it *)

Definition scale_part (k : Z) (p : part) : part := (fst p, map (Z.mul k) (snd p)).
Definition scale (k : Z) (t : table) : table := map (scale_part k) t.

Lemma scale_moves k t :
  moves (scale k t) = map (fun m => (k * fst m, scale k (snd m))) (moves t).
Proof.
  assert (Hany : forall c b, take_any (map (Z.mul k) b) (map (Z.mul k) c) =
    map (fun m => (k * fst m, scale_part k (snd m))) (take_any b c)).
  { intros c. induction c as [|x c IH]; intros b; [reflexivity|].
    cbn. specialize (IH (b ++ [x])). rewrite map_app in IH. cbn in IH.
    unfold scale_part at 1. cbn. now rewrite IH, map_app. }
  assert (Hright : forall q c, take_right q (map (Z.mul k) c) =
    map (fun m => (k * fst m, scale_part k (snd m))) (take_right q c)).
  { intros q c. unfold take_right, scale_part. rewrite <- map_rev.
    destruct (rev c) as [|x l]; [reflexivity|].
    cbn. now rewrite map_rev. }
  assert (Hleft : forall q c, take_left q (map (Z.mul k) c) =
    map (fun m => (k * fst m, scale_part k (snd m))) (take_left q c))
      by (intros q [|x c]; reflexivity).
  assert (Hpart : forall p, part_moves (scale_part k p) =
    map (fun m => (k * fst m, scale_part k (snd m))) (part_moves p)).
  { intros [[| | |] c]; cbn [part_moves scale_part fst snd]; auto.
    - now rewrite map_app, Hleft, Hright.
    - exact (Hany c []). }
  induction t as [|p t IH]; [reflexivity|]. cbn [scale map moves].
  change (map (scale_part k) t) with (scale k t). rewrite Hpart, IH, map_app, !map_map. reflexivity.
Qed.

Theorem margin_scale k t : 0 <= k -> margin (scale k t) = k * margin t.
Proof.
  intros Hk. remember (size t) as n eqn:Hn. revert t Hn.
  induction n as [n IH] using lt_wf_ind. intros t ->.
  assert (Hlargest : forall l, largest (map (Z.mul k) l) = k * largest l).
  { intros [|x l]; cbn; [lia|]. induction l as [|y l IHl]; cbn; [reflexivity|].
    rewrite IHl. now rewrite Z.mul_max_distr_nonneg_l. }
  rewrite margin_by_moves, (margin_by_moves t), <- Hlargest, scale_moves, !map_map. f_equal.
  apply map_ext_in. intros [x u] Hin. cbn [fst snd]. apply moves_smaller in Hin.
  rewrite (IH (size u)); [lia | assumption | reflexivity].
Qed.
