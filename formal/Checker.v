(** * A checker of certificates, and the proof that what it accepts is true. *)

From Coq Require Import ZArith List Bool Lia Permutation Znumtheory.
From Taxman Require Import Game Cuts Table Bounds Chains.
Import ListNotations.
Open Scope Z_scope.

(** ** What the checker reads *)

(** Multipliers: all are whole numbers of [scale]-ths. *)
Record multipliers := {
  scale : Z;
  objective : bool;
  of_numbers : list (Z * Z); (* number, multiplier *)
  of_cuts : list (Z * Z)     (* place in the list of cuts, from 1; multiplier *)
}.

Inductive node :=
| Leaf (m : multipliers)
| Fix (m : multipliers) (next : node)
| Branch (v : Z) (taken not_taken : node).

(** A cut: its kind, and its members with their vectors, in ascending order. *)
Record cut := { kind_S : bool; of_cut : members }.

Inductive proof :=
| Tree (cuts : list cut) (root : node)
| Increment
| Prime (before : Z). (* the prime below N *)

(** A claim about {1, ..., pot_size}, with a game that reaches [score] (each move after its tax) and a proof of [upper]. *)
Record certificate := { pot_size : Z; moves : list pair; score : Z; upper : Z; reason : proof }.

(** What a valid certificate says. *)
Definition true_claim (c : certificate) : Prop :=
  reached (range (pot_size c)) (score c) /\ at_most (range (pot_size c)) (upper c).

(** ** Primes, and the pairs below a number *)

Definition is_prime (k : Z) : bool := (1 <? k) && forallb (fun d => (d =? 1) || negb (k mod d =? 0)) (range (k - 1)).

Lemma is_prime_iff k : is_prime k = true <-> prime k.
Proof.
  rewrite <- prime_alt. unfold is_prime, prime'. rewrite andb_true_iff, Z.ltb_lt, forallb_forall. split; intros [Hk H]; split; auto.
  - intros d Hd Hdiv. specialize (H d). rewrite in_range in H. specialize (H ltac:(lia)).
    apply orb_prop in H as [H|H]; [apply Z.eqb_eq in H; lia|].
    apply negb_true_iff, Z.eqb_neq in H. apply H. apply Z.mod_divide; [lia | assumption].
  - intros d Hd. apply in_range in Hd. destruct (d =? 1) eqn:E; [reflexivity | cbn]. apply Z.eqb_neq in E.
    apply negb_true_iff, Z.eqb_neq. intros Hm. apply (H d); [lia|]. apply Z.mod_divide; [lia | assumption].
Qed.

(** The lower ends of the pairs of [p]. *)
Definition lows (p : Z) : list Z := filter (fun q => (p mod q =? 0) && is_prime (p / q)) (range (p - 1)).

Lemma lows_NoDup p : NoDup (lows p).
Proof. apply NoDup_filter, range_NoDup. Qed.

Lemma game_in_lows n M q p : game n M -> In (q, p) M -> In p (range n) /\ In q (lows p).
Proof.
  intros HM Hin. destruct (game_pairs _ _ HM q p Hin) as (Hq & Hp & Hd & Hne). destruct (game_steps _ _ HM q p Hin) as (r & Hr & ->).
  split; [assumption|]. rewrite in_range in *. assert (1 < r) by (destruct Hr; lia). apply filter_In. rewrite in_range. split; [nia|].
  rewrite Z.mul_comm, Z.mod_mul, Z.div_mul by lia. cbn. now apply is_prime_iff.
Qed.

(** Tables of the pairs of all numbers up to [bound]: made once, for certificates of all sizes. *)
Record tables := { bound : Z; below_of : table (list Z); above_of : table (list Z) }.

Definition make_tables (bound : Z) : tables :=
  let low := tabulate lows (range bound) in
  let add t p q := put t q (p :: match at_ t q with Some l => l | None => [] end) in
  {| bound := bound;
     below_of := low;
     above_of := fold_left (fun t p => fold_left (fun t q => add t p q) (match at_ low p with Some l => l | None => [] end) t)
                   (rev (range bound)) Empty |}.

Definition list_at (t : table (list Z)) (z : Z) : list Z := match at_ t z with Some l => l | None => [] end.

Lemma list_at_lows b p : 1 <= p <= b -> list_at (below_of (make_tables b)) p = lows p.
Proof. intros H. unfold list_at. cbn. rewrite at_tabulate; [reflexivity | lia | now apply in_range]. Qed.

(** ** The game that reaches the score *)

Fixpoint is_ordered (M : list pair) : bool :=
  match M with [] => true | e :: M' => forallb (fun e' => negb (snd e mod fst e' =? 0)) M' && is_ordered M' end.

Definition is_game (n : Z) (M : list pair) : bool :=
  forallb (fun e => (1 <=? fst e) && (fst e <? snd e) && (snd e <=? n) && (snd e mod fst e =? 0)) M && is_ordered M.

Theorem is_game_reaches n M : is_game n M = true -> reached (range n) (total (map snd M)).
Proof.
  intros H. apply andb_prop in H as [HP Ho]. exists (map snd M). split; [|reflexivity].
  assert (HP' : pairs_in (range n) M).
  { intros q p Hin. rewrite forallb_forall in HP. specialize (HP _ Hin). cbn in HP. rewrite !andb_true_iff in HP.
    destruct HP as [[[H1 H2] H3] H4]. apply Z.leb_le in H1, H3. apply Z.ltb_lt in H2. apply Z.eqb_eq in H4.
    rewrite !in_range. repeat split; try lia. apply Z.mod_divide; [lia | assumption]. }
  apply ordered_pairs_are_a_play; [assumption|]. clear HP. induction M as [|e M IH]; [constructor|].
  cbn in Ho. apply andb_prop in Ho as [Hf Ho]. constructor; [|apply IH; auto; intros ? ? ?; apply HP'; now right].
  apply Forall_forall. intros [q p] Hin. rewrite forallb_forall in Hf. specialize (Hf _ Hin). cbn in *.
  destruct (HP' q p (or_intror Hin)) as (Hq & _). apply in_range in Hq.
  apply negb_true_iff, Z.eqb_neq in Hf. intros Hd. apply Hf. apply Z.mod_divide; [lia | assumption].
Qed.

(** ** Cuts *)

Definition same (x y : vector) : bool := (fst x =? fst y) && (snd x =? snd y).

(** Whether a vector is in the span of others: mostly it is one of them. *)
Definition covered (v : vector) (V : list vector) : bool :=
  match V with [] => false | _ => existsb (same v) V || spanned v V end.

Lemma covered_in_span v V : covered v V = true -> In v (span V).
Proof.
  unfold covered. destruct V as [|x V]; [discriminate|]. intros H. apply orb_prop in H as [H|H]; [|now apply spanned_in_span].
  apply existsb_exists in H as (y & Hy & E). unfold same in E. apply andb_prop in E as [E1 E2]. apply Z.eqb_eq in E1, E2.
  assert (v = y) as -> by (destruct v, y; cbn in *; congruence). now apply span_self.
Qed.

Fixpoint ascending (l : list Z) : bool :=
  match l with x :: ((y :: _) as l') => (x <? y) && ascending l' | _ => true end.

Lemma ascending_least l : forall x, ascending (x :: l) = true -> forall y, In y l -> x < y.
Proof.
  induction l as [|z l IH]; intros x H y Hy; [destruct Hy|]. cbn in H. apply andb_prop in H as [Hx H]. apply Z.ltb_lt in Hx.
  destruct Hy as [<-|Hy]; [assumption|]. specialize (IH z H y Hy). lia.
Qed.

Lemma ascending_NoDup l : ascending l = true -> NoDup l.
Proof.
  induction l as [|x l IH]; intros H; [constructor|]. constructor.
  - intros Hin. assert (x < x) by (now apply ascending_least with l). lia.
  - apply IH. destruct l; [reflexivity|]. cbn in H. now apply andb_prop in H.
Qed.

(** The pairs of a cut. *)
Definition pairs_of_cut (t : tables) (n : Z) (c : cut) : list pair :=
  let S := of_cut c in
  if kind_S c then
    flat_map (fun x => map (fun p => (fst x, p)) (filter (fun p => (p <=? n) &&
      covered (snd x) (vectors_of S (fun s => negb (s =? fst x) && below p s))) (list_at (above_of t) (fst x)))) S
  else
    flat_map (fun x => map (fun q => (q, fst x)) (filter (fun q =>
      covered (snd x) (vectors_of S (fun s => negb (s =? fst x) && above q s))) (list_at (below_of t) (fst x)))) S.

(** Pairs, each as one number that no other pair has. *)
Definition code (K : Z) (kind : bool) (e : pair) : Z := if kind then fst e * K + snd e else snd e * K + fst e.

(** Its right-hand side, and whether all is as it should be. *)
Definition derive (t : tables) (n : Z) (c : cut) : option (list pair * Z) :=
  let S := of_cut c in
  let F := pairs_of_cut t n c in
  let E := basis (map snd S) in
  if match S with [] => false | s :: _ => 0 <? fst s end && ascending (map fst S) && ascending (map (code (n + 1) (kind_S c)) F) && echelon E
  then Some (F, Z.of_nat (length S) - Z.of_nat (Nat.div2 (length E)))
  else None.

Definition count (F : list pair) (e : pair) : Z := sum (fun x => if (fst x =? fst e) && (snd x =? snd e) then 1 else 0) F.

Lemma count_member F : NoDup F -> forall e, count F e = if member F e then 1 else 0.
Proof.
  induction F as [|x F IH]; intros HF e; [reflexivity|]. inversion HF as [|? ? Hn HF']; subst. unfold count in *. cbn [sum]. rewrite (IH HF').
  unfold member. cbn [existsb]. fold (member F e). destruct ((fst x =? fst e) && (snd x =? snd e)) eqn:E; cbn [orb]; [|lia].
  destruct (member F e) eqn:Hm; [exfalso | reflexivity]. apply member_in in Hm. apply andb_prop in E as [E1 E2]. apply Z.eqb_eq in E1, E2.
  apply Hn. destruct x, e. cbn in *. now subst.
Qed.

Lemma ordered_filter (f : pair -> bool) M : ordered M -> ordered (filter f M).
Proof.
  unfold ordered. induction M as [|e M IH]; intros H; [assumption | cbn]. inversion H as [|? ? Hf Ho]; subst.
  destruct (f e); [constructor|]; auto. rewrite Forall_forall in *. intros x Hx. apply filter_In in Hx. now apply Hf.
Qed.

Lemma NoDup_map_filter {A B} (g : A -> B) (f : A -> bool) l : NoDup (map g l) -> NoDup (map g (filter f l)).
Proof.
  induction l as [|a l IH]; intros H; [constructor|]. cbn in *. inversion H; subst. destruct (f a); cbn; auto. constructor; auto.
  intros Hin. apply in_map_iff in Hin as (x & E & Hx). apply filter_In in Hx as [Hx _]. apply H2. rewrite <- E. now apply in_map.
Qed.

Lemma matching_lower M : matching M -> NoDup (map fst M).
Proof. apply NoDup_front. Qed.

Lemma matching_upper M : matching M -> NoDup (map snd M).
Proof. intros H. apply NoDup_front with (map fst M). apply Permutation_NoDup with (2 := H). apply Permutation_app_comm. Qed.

(** Each cut that the checker derives is obeyed by all games. *)
Theorem derived_cuts_hold t n c F b M : derive t n c = Some (F, b) -> game n M -> obeys M (count F, b).
Proof.
  unfold derive. set (S := of_cut c). set (E := basis (map snd S)).
  destruct (_ && ascending (map fst S) && _ && echelon E) eqn:H; [|discriminate]. intros Heq HM. inversion Heq as [[HF Hb]]. rewrite HF in *. clear Heq.
  rewrite !andb_true_iff in H. destruct H as [[[Hpos Hasc] HFasc] HE].
  assert (HS := ascending_NoDup _ Hasc). apply ascending_NoDup in HFasc. assert (HFd : NoDup F) by (now apply NoDup_map_inv in HFasc).
  assert (HS0 : forall s, In s (map fst S) -> 0 < s).
  { destruct S as [|x S']; [intros ? []|]. apply Z.ltb_lt in Hpos. cbn in *. intros s [<-|Hs]; [assumption|].
    assert (fst x < s) by (now apply ascending_least with (map fst S')). lia. }
  unfold obeys. cbn [fst snd]. rewrite (sum_ext _ (fun e => if member F e then 1 else 0)) by (intros; now apply count_member).
  rewrite <- (sum_filter (fun _ => 1)).
  set (M' := filter (member F) M).
  assert (Hlen : sum (fun _ : pair => 1) M' = Z.of_nat (length M')) by (clear; induction M'; cbn [sum length]; lia). rewrite Hlen.
  assert (Ho : ordered M') by (apply ordered_filter, HM).
  assert (HE' : forall e, In e (map snd E) -> In e (span (map snd S))) by (intros e; apply basis_in_span).
  assert (Hmatch := game_matching _ _ HM).
  assert (Hkey : (length E + 2 * length M' <= 2 * length S)%nat).
  { destruct (kind_S c) eqn:Hk.
    - apply S_cut; auto; [now apply NoDup_map_filter, matching_lower|]. intros [q p] Hin. apply filter_In in Hin as [Hin Hm]. apply member_in in Hm.
      rewrite <- HF in Hm. unfold pairs_of_cut in Hm. rewrite Hk in Hm. apply in_flat_map in Hm as ([s v] & Hs & Hm).
      apply in_map_iff in Hm as (p' & E' & Hp'). cbn in E'. inversion E'; subst. apply filter_In in Hp' as [_ Hp']. apply andb_prop in Hp' as [_ Hcov].
      exists v. split; [assumption | now apply covered_in_span].
    - apply T_cut; auto; [now apply NoDup_map_filter, matching_upper | |].
      + intros [q p] Hin. apply filter_In in Hin as [Hin _]. destruct (game_pairs _ _ HM q p Hin) as (Hq & _). apply in_range in Hq. cbn. lia.
      + intros [q p] Hin. apply filter_In in Hin as [Hin Hm]. apply member_in in Hm.
        rewrite <- HF in Hm. unfold pairs_of_cut in Hm. rewrite Hk in Hm. apply in_flat_map in Hm as ([s v] & Hs & Hm).
        apply in_map_iff in Hm as (q' & E' & Hq'). cbn in E'. inversion E'; subst. apply filter_In in Hq' as [_ Hcov].
        exists v. split; [assumption | now apply covered_in_span]. }
  assert (Hdiv := Nat.div2_odd (length E)). destruct (Nat.odd (length E)); cbn [Nat.b2n] in Hdiv; lia.
Qed.

(** The pairs of a cut by their upper ends: for each, the lower ends. *)
Definition grouped := table (list Z).

Definition group (F : list pair) : grouped := fold_right (fun e t => put t (snd e) (fst e :: list_at t (snd e))) Empty F.

Definition times (q : Z) (l : list Z) : Z := sum (fun x => if x =? q then 1 else 0) l.

Definition count_in (D : grouped) (e : pair) : Z := times (fst e) (list_at D (snd e)).

Lemma count_in_group F e : 0 < snd e -> count_in (group F) e = count F e.
Proof.
  intros H. destruct e as [q p]. cbn in H. unfold count_in, count. cbn [fst snd]. induction F as [|x F IH]; [now destruct p|].
  cbn [group fold_right sum]. fold (group F). rewrite <- IH. unfold list_at at 1. rewrite at_put by assumption. rewrite (Z.eqb_sym p).
  destruct (snd x =? p) eqn:E; [|now rewrite andb_false_r]. apply Z.eqb_eq in E. rewrite E, andb_true_r. reflexivity.
Qed.

(** All cuts of a tree, by their places from 1. *)
Fixpoint derive_all (t : tables) (n : Z) (cuts : list cut) (place : Z) (known : table (grouped * Z)) : option (table (grouped * Z)) :=
  match cuts with
  | [] => Some known
  | c :: cuts' =>
    match derive t n c with Some (F, b) => derive_all t n cuts' (place + 1) (put known place (group F, b)) | None => None end
  end.

Definition all_hold (n : Z) (cuts : table (grouped * Z)) : Prop :=
  forall z D b M, at_ cuts z = Some (D, b) -> game n M -> obeys M (count_in D, b).

Lemma derive_all_hold t n : forall cuts place known known', all_hold n known ->
  derive_all t n cuts place known = Some known' -> all_hold n known'.
Proof.
  induction cuts as [|c cuts IH]; intros place known known' Hk H; cbn in H; [now inversion H; subst|].
  destruct (derive t n c) as [[F b]|] eqn:D; [|discriminate]. apply IH in H; [assumption|].
  intros z D' b' M Hz HM. assert (Hz0 := at_some _ _ _ Hz).
  rewrite at_put in Hz by assumption. destruct (z =? place); [|now apply (Hk z)]. inversion Hz; subst. apply (derived_cuts_hold _ _ _ _ _ M) in D; [|assumption].
  unfold obeys in *. cbn [fst snd] in *. rewrite (sum_ext _ (count F)); [assumption|]. intros [q p] Hin. apply count_in_group.
  destruct (game_pairs _ _ HM q p Hin) as (_ & Hp & _). apply in_range in Hp. cbn. lia.
Qed.

Lemma no_cuts_hold n : all_hold n Empty.
Proof. discriminate. Qed.

(** ** Nodes: what is known there of the pairs *)

Record row := { number : Z; picked : bool; cells : list (Z * status) }.
Record priced := { number' : Z; picked' : bool; cells' : list cell }.

(** A game agrees with what is known. *)
Definition agrees (n : Z) (M : list pair) (rows : table row) : Prop :=
  forall p, In p (range n) -> exists x, at_ rows p = Some x /\ number x = p /\ map fst (cells x) = lows p /\
    (forall q s, In (q, s) (cells x) -> (s = Excluded -> ~ In (q, p) M) /\ (s = Forced -> In (q, p) M)) /\
    (picked x = true -> exists q, In (q, p) M).

Definition start (t : tables) (ps : list Z) : table row :=
  tabulate (fun p => {| number := p; picked := false; cells := map (fun q => (q, Free)) (list_at (below_of t) p) |}) ps.

Lemma start_agrees b n M : n <= b -> game n M -> agrees n M (start (make_tables b) (range n)).
Proof.
  intros Hn HM p Hp. assert (Hp' := Hp). apply in_range in Hp'. unfold start. rewrite at_tabulate by (auto; lia).
  eexists. split; [reflexivity|]. cbn [number picked cells]. rewrite list_at_lows, map_map by lia. cbn [fst]. rewrite map_id.
  split; [reflexivity|]. split; [reflexivity|]. split; [|discriminate].
  intros q s H. apply in_map_iff in H as (x & E & _). inversion E; subst. split; discriminate.
Qed.

(** Cells with one change. *)
Definition exclude_if (f : Z -> bool) (c : Z * status) : Z * status := if f (fst c) then (fst c, Excluded) else c.

Definition take (v : Z) (x : row) : row :=
  {| number := number x; picked := picked x || (number x =? v); cells := map (exclude_if (fun q => q =? v)) (cells x) |}.
Definition leave (v : Z) (x : row) : row :=
  {| number := number x; picked := picked x; cells := if number x =? v then map (exclude_if (fun _ => true)) (cells x) else cells x |}.

Lemma exclude_fst f l : map fst (map (exclude_if f) l) = map fst l.
Proof. rewrite map_map. apply map_ext. intros [q s]. unfold exclude_if. cbn. now destruct (f q). Qed.

Lemma agrees_each n M rows f : agrees n M rows ->
  (forall x, In (number x) (range n) -> map fst (cells x) = lows (number x) ->
    (forall q s, In (q, s) (cells x) -> (s = Excluded -> ~ In (q, number x) M) /\ (s = Forced -> In (q, number x) M)) ->
    (picked x = true -> exists q, In (q, number x) M) ->
    number (f x) = number x /\ map fst (cells (f x)) = map fst (cells x) /\
    (forall q s, In (q, s) (cells (f x)) -> (s = Excluded -> ~ In (q, number x) M) /\ (s = Forced -> In (q, number x) M)) /\
    (picked (f x) = true -> exists q, In (q, number x) M)) ->
  agrees n M (each f rows).
Proof.
  intros Ha Hf p Hp. destruct (Ha p Hp) as (x & Hx & <- & Hlow & Hc & Hpick). exists (f x). rewrite at_each, Hx.
  destruct (Hf x Hp Hlow Hc Hpick) as (H1 & H2 & H3 & H4). repeat split; auto; [congruence | |]; apply (H3 q s H).
Qed.

(** A branch: a number is taken or not. *)
Theorem taken_agrees n M rows v : game n M -> agrees n M rows -> In v (map snd M) -> agrees n M (each (take v) rows).
Proof.
  intros HM Ha Hv. apply agrees_each; [assumption|]. intros x _ _ Hc Hp. unfold take. cbn. rewrite exclude_fst. repeat split; auto.
  - intros Hex Hin. apply in_map_iff in H as ([q' s'] & E & H). unfold exclude_if in E. cbn in E. destruct (q' =? v) eqn:Eq; inversion E; subst.
    + apply Z.eqb_eq in Eq. subst. assert (Hm := game_matching _ _ HM). unfold matching in Hm. apply in_map_iff in Hv as ([a b] & E' & Hv). cbn in E'. subst b.
      apply in_split in Hin as (l & l' & ->). rewrite map_app in Hm. cbn in Hm. rewrite <- app_assoc in Hm. apply NoDup_remove_2 in Hm. apply Hm.
      apply in_or_app. right. apply in_or_app. right. apply in_map_iff. now exists (a, v).
    + now apply (Hc q Excluded H).
  - intros Hfo. apply in_map_iff in H as ([q' s'] & E & H). unfold exclude_if in E. cbn in E. destruct (q' =? v); inversion E; subst; [discriminate|].
    now apply (Hc q Forced H).
  - intros H. apply orb_prop in H as [H|H]; [auto|]. apply Z.eqb_eq in H. rewrite H. apply in_map_iff in Hv as ([a b] & E & Hin). cbn in E. subst. now exists a.
Qed.

Theorem left_agrees n M rows v : agrees n M rows -> ~ In v (map snd M) -> agrees n M (each (leave v) rows).
Proof.
  intros Ha Hv. apply agrees_each; [assumption|]. intros x _ _ Hc Hp. unfold leave. cbn. destruct (number x =? v) eqn:E; [|auto].
  apply Z.eqb_eq in E. rewrite exclude_fst. repeat split; auto.
  - intros _ Hin. apply Hv. apply in_map_iff. exists (q, number x). now split.
  - intros Hfo. apply in_map_iff in H as ([q' s'] & E' & H). unfold exclude_if in E'. cbn in E'. inversion E'; subst. discriminate.
Qed.

(** ** Multipliers *)

Definition value_at (u : table Z) (v : Z) : Z := match at_ u v with Some x => x | None => 0 end.

Definition price (os : Z) (u : table Z) (x : row) : priced :=
  let w := os * number x - value_at u (number x) in
  {| number' := number x; picked' := picked x; cells' := map (fun c => (c, w - value_at u (fst c))) (cells x) |}.

(** A cut takes its multiplier from each of its pairs: here from those of one row. *)
Definition pay (l : Z) (qs : list Z) (x : priced) : priced :=
  {| number' := number' x; picked' := picked' x;
     cells' := map (fun c => let k := times (low c) qs in if k =? 0 then c else (fst c, left c - l * k)) (cells' x) |}.

(** The rows, with what is left of each pair. *)
Definition priced_as (n : Z) (rows : table row) (t : table priced) (f : pair -> Z) : Prop :=
  forall p, In p (range n) -> forall x, at_ rows p = Some x -> number x = p -> exists y, at_ t p = Some y /\ number' y = p /\ picked' y = picked x /\
    map fst (cells' y) = cells x /\ forall c, In c (cells' y) -> left c = f (low c, p).

Lemma price_priced n rows os u : priced_as n rows (each (price os u) rows) (residual os (value_at u) []).
Proof.
  intros p Hp x Hx E. exists (price os u x). rewrite at_each, Hx. cbn. rewrite map_map. cbn. rewrite map_id. repeat split; auto.
  intros c Hc. apply in_map_iff in Hc as ([q s] & <- & Hc). unfold residual, left, low. cbn. rewrite E. lia.
Qed.

Lemma priced_ext n rows t f g : (forall e, f e = g e) -> priced_as n rows t f -> priced_as n rows t g.
Proof.
  intros Hfg H p Hp x Hx E. destruct (H p Hp x Hx E) as (y & Hy & Hn & Hpi & Hc & Hl). exists y. repeat split; auto. intros c Hin. rewrite <- Hfg. auto.
Qed.

Lemma pay_priced n rows t f l D : priced_as n rows t f -> priced_as n rows (meet (pay l) D t) (fun e => f e - l * count_in D e).
Proof.
  intros H p Hp x Hx E. destruct (H p Hp x Hx E) as (y & Hy & Hn & Hpi & Hc & Hl). rewrite at_meet, Hy. unfold count_in, list_at. cbn [fst snd].
  destruct (at_ D p) as [qs|].
  - eexists. split; [reflexivity|]. cbn. rewrite map_map. repeat split; auto.
    + rewrite <- Hc. apply map_ext. intros c. now destruct (times (low c) qs =? 0).
    + intros c Hin. apply in_map_iff in Hin as (c' & <- & Hin). specialize (Hl c' Hin). cbv zeta.
      destruct (times (low c') qs =? 0) eqn:Ek; [apply Z.eqb_eq in Ek|]; unfold low, left in *; cbn [fst snd]; [rewrite Ek|]; lia.
  - exists y. repeat split; auto. intros c Hin. rewrite (Hl c Hin). cbn. lia.
Qed.

(** The cuts that multipliers name. *)
Fixpoint named (cuts : table (grouped * Z)) (l : list (Z * Z)) : option (list (Z * (grouped * Z))) :=
  match l with
  | [] => Some []
  | (z, x) :: l' => if 0 <=? x then match at_ cuts z, named cuts l' with Some D, Some r => Some ((x, D) :: r) | _, _ => None end else None
  end.

Definition as_inequality (c : Z * (grouped * Z)) : Z * inequality := (fst c, (count_in (fst (snd c)), snd (snd c))).

Lemma named_hold n M cuts : all_hold n cuts -> game n M -> forall l cs, named cuts l = Some cs ->
  forall c, In c (map as_inequality cs) -> 0 <= fst c /\ obeys M (snd c).
Proof.
  intros Ha HM. induction l as [|[z x] l IH]; intros cs H; cbn in H; [inversion H; subst; intros ? []|].
  destruct (0 <=? x) eqn:Hx; [|discriminate]. apply Z.leb_le in Hx. destruct (at_ cuts z) as [[D b]|] eqn:Hz; [|discriminate].
  destruct (named cuts l) as [r|]; [|discriminate]. inversion H; subst. intros c [<-|Hc]; [|now apply (IH r eq_refl)].
  cbn. split; [assumption | now apply (Ha z)].
Qed.

Definition pay_cuts (cs : list (Z * (grouped * Z))) (t : table priced) : table priced :=
  fold_left (fun t c => meet (pay (fst c)) (fst (snd c)) t) cs t.

Lemma pay_cuts_priced n rows os u cs0 : forall cs t, priced_as n rows t (residual os u (map as_inequality cs0)) ->
  priced_as n rows (pay_cuts cs t) (residual os u (map as_inequality (rev cs ++ cs0))).
Proof.
  intros cs. revert cs0. induction cs as [|c cs IH]; intros cs0 t H; [assumption|]. cbn [pay_cuts fold_left rev]. rewrite <- app_assoc.
  apply IH. apply (pay_priced _ _ _ _ (fst c) (fst (snd c))) in H. revert H. apply priced_ext. intros e. unfold residual. cbn. lia.
Qed.

Definition is_top (n p : Z) : bool := n <? 2 * p.

Definition worth_at (n : Z) (t : table priced) (p : Z) : Z :=
  match at_ t p with Some y => worth (is_top n p) (picked' y) (cells' y) | None => 0 end.

Definition picked_at (rows : table row) (p : Z) : bool := match at_ rows p with Some x => picked x | None => false end.

(** The bound B that multipliers prove, the goal g, and what is left of each pair.  [ps] is [range n]. *)
Definition weigh (n t : Z) (ps : list Z) (cuts : table (grouped * Z)) (rows : table row) (m : multipliers) : option (Z * Z * table priced) :=
  let os := if objective m then scale m else 0 in
  let u := fold_left (fun t x => put t (fst x) (snd x)) (of_numbers m) Empty in
  if (1 <=? scale m) && forallb (fun v => (0 <=? value_at u v) || picked_at rows v) ps then
    match named cuts (of_cuts m) with
    | None => None
    | Some cs =>
      let left := pay_cuts cs (each (price os u) rows) in
      Some (sum (value_at u) ps + sum (fun c => fst c * snd (snd c)) cs + sum (worth_at n left) ps,
            if objective m then scale m * (t + 1) else 0, left)
    end
  else None.

(** A row of priced pairs, and a game. *)
Definition fits (M : list pair) (p : Z) (y : priced) : Prop :=
  number' y = p /\ map low (cells' y) = lows p /\
  (forall c, In c (cells' y) -> state c = Excluded -> member M (low c, p) = false) /\
  (forall c, In c (cells' y) -> state c = Forced -> member M (low c, p) = true) /\
  (picked' y = true -> exists c, In c (cells' y) /\ member M (low c, p) = true).

Definition here (M : list pair) (p : Z) (q : Z) : bool := member M (q, p).

Lemma fits_one M n p y : game n M -> fits M p y ->
  forall c c', In c (cells' y) -> In c' (cells' y) -> here M p (low c) = true -> here M p (low c') = true -> low c = low c'.
Proof.
  intros HM _ c c' _ _ H H'. apply member_in in H, H'. assert (Hm := matching_upper _ (game_matching _ _ HM)).
  apply in_split in H as (l & l' & ->). rewrite map_app in Hm. cbn in Hm. apply NoDup_remove_2 in Hm.
  apply in_app_or in H' as [H'|[H'|H']].
  - exfalso. apply Hm. apply in_or_app. left. apply in_map_iff. eexists. now split; [|exact H'].
  - now inversion H'.
  - exfalso. apply Hm. apply in_or_app. right. apply in_map_iff. eexists. now split; [|exact H'].
Qed.

Definition share_at (M : list pair) (t : table priced) (p : Z) : Z :=
  match at_ t p with Some y => share (here M p) (cells' y) | None => 0 end.

Lemma weigh_sound n t cuts rows m B g left M :
  all_hold n cuts -> game n M -> agrees n M rows -> t < total (map snd M) ->
  weigh n t (range n) cuts rows m = Some (B, g, left) ->
  (forall p, In p (range n) -> exists x y, at_ rows p = Some x /\ at_ left p = Some y /\ number x = p /\ picked' y = picked x /\
    map fst (cells' y) = cells x /\ fits M p y) /\
  exists base, B = base + sum (worth_at n left) (range n) /\ g <= base + sum (share_at M left) (range n).
Proof.
  intros Hcuts HM Ha Ht. unfold weigh. set (os := if objective m then scale m else 0).
  set (u := fold_left (fun t x => put t (fst x) (snd x)) (of_numbers m) Empty).
  destruct ((1 <=? scale m) && _) eqn:Hok; [|discriminate]. apply andb_prop in Hok as [Hs Hu]. apply Z.leb_le in Hs.
  destruct (named cuts (of_cuts m)) as [cs|] eqn:Hn; [|discriminate]. intros H. inversion H as [[HB Hg Hleft]]. clear H.
  assert (Hpr : priced_as n rows left (residual os (value_at u) (map as_inequality (rev cs)))).
  { rewrite <- Hleft, <- (app_nil_r (rev cs)). apply pay_cuts_priced, price_priced. }
  rewrite Hleft in *.
  assert (Hrow : forall p, In p (range n) -> exists x y, at_ rows p = Some x /\ at_ left p = Some y /\ number x = p /\ picked' y = picked x /\
    map fst (cells' y) = cells x /\ fits M p y /\ forall c, In c (cells' y) -> snd c = residual os (value_at u) (map as_inequality (rev cs)) (low c, p)).
  { intros p Hp. destruct (Ha p Hp) as (x & Hx & Hnx & Hlow & Hst & Hpick). destruct (Hpr p Hp x Hx Hnx) as (y & Hy & Hny & Hpy & Hcy & Hly).
    exists x, y. repeat split; auto.
    - rewrite <- Hlow, <- Hcy, map_map. reflexivity.
    - intros c Hc E. destruct (member M (low c, p)) eqn:Em; [exfalso | reflexivity]. apply member_in in Em.
      assert (Hin : In (low c, Excluded) (cells x)) by (rewrite <- Hcy; apply in_map_iff; exists c; split; [rewrite <- E; unfold low, state; now destruct (fst c) | assumption]).
      destruct (Hst _ _ Hin) as [H1 _]. now apply H1.
    - intros c Hc E. apply member_in.
      assert (Hin : In (low c, Forced) (cells x)) by (rewrite <- Hcy; apply in_map_iff; exists c; split; [rewrite <- E; unfold low, state; now destruct (fst c) | assumption]).
      destruct (Hst _ _ Hin) as [_ H2]. now apply H2.
    - intros Hpk. rewrite Hpy in Hpk. destruct (Hpick Hpk) as (q & Hq). destruct (game_in_lows _ _ _ _ HM Hq) as [_ Hql].
      rewrite <- Hlow, <- Hcy, map_map in Hql. apply in_map_iff in Hql as (c & <- & Hc). exists c. split; [assumption | now apply member_in]. }
  split.
  - intros p Hp. destruct (Hrow p Hp) as (x & y & H1 & H2 & H3 & H4 & H5 & H6 & _). exists x, y. auto 10.
  - exists (sum (value_at u) (range n) + sum (fun c => fst c * snd (snd c)) cs). split; [reflexivity|].
    assert (Hrev : forall c, In c (map as_inequality (rev cs)) -> 0 <= fst c /\ obeys M (snd c)).
    { intros c Hc. apply (named_hold n M cuts Hcuts HM _ cs Hn). apply in_map_iff in Hc as (c' & <- & Hc'). apply in_map. now apply in_rev. }
    assert (Hpick : forall v, In v (range n) -> value_at u v < 0 -> exists q, In (q, v) M).
    { intros v Hv Hneg. rewrite forallb_forall in Hu. specialize (Hu v Hv). apply orb_prop in Hu as [Hu|Hu]; [apply Z.leb_le in Hu; lia|].
      destruct (Ha v Hv) as (x & Hx & _ & _ & _ & Hpick). unfold picked_at in Hu. rewrite Hx in Hu. auto. }
    assert (H13 := theorem_13 n M os (value_at u) (map as_inequality (rev cs)) HM Hpick Hrev).
    rewrite (sum_by_rows _ n lows) in H13.
    + assert (Eshare : sum (share_at M left) (range n) =
        sum (fun p => sum (fun q => if member M (q, p) then residual os (value_at u) (map as_inequality (rev cs)) (q, p) else 0) (lows p)) (range n)).
      { apply sum_ext. intros p Hp. destruct (Hrow p Hp) as (x & y & _ & Hy & _ & _ & _ & Hfit & Hres). unfold share_at. rewrite Hy.
        destruct Hfit as (_ & Hlow & _). rewrite <- Hlow, sum_map. unfold share. apply sum_ext. intros c Hc. unfold here. rewrite <- (Hres c Hc). reflexivity. }
      rewrite Eshare. rewrite sum_map in H13.
      assert (Ecs : sum (fun c : Z * (grouped * Z) => fst (as_inequality c) * snd (snd (as_inequality c))) (rev cs) = sum (fun c => fst c * snd (snd c)) cs).
      { rewrite (sum_permutation _ _ cs); [reflexivity | symmetry; apply Permutation_rev]. }
      rewrite Ecs in H13. assert (g <= os * total (map snd M)); [|lia].
      rewrite <- Hg. unfold os. destruct (objective m); [nia | lia].
    + apply NoDup_map_inv with (f := fst). apply matching_lower, HM.
    + apply lows_NoDup.
    + intros q p Hin. now apply (game_in_lows n M).
Qed.

(** Corollary 14, part 1: a leaf. *)
Theorem leaf_closed n t cuts rows m B g left M :
  all_hold n cuts -> game n M -> agrees n M rows -> t < total (map snd M) ->
  weigh n t (range n) cuts rows m = Some (B, g, left) -> B < g -> False.
Proof.
  intros Hcuts HM Ha Ht Hw HBg. destruct (weigh_sound _ _ _ _ _ _ _ _ _ Hcuts HM Ha Ht Hw) as [Hrow (base & -> & Hg)].
  assert (Hle : sum (share_at M left) (range n) <= sum (worth_at n left) (range n)); [|lia].
  apply sum_le. intros p Hp. destruct (Hrow p Hp) as (x & y & _ & Hy & _ & _ & _ & Hfit). unfold share_at, worth_at. rewrite Hy.
  assert (Hone := fits_one M n p y HM Hfit). destruct Hfit as (_ & Hlow & Hex & Hfo & Hpk).
  apply share_le_worth; auto. rewrite Hlow. apply lows_NoDup.
Qed.

(** What a fixing makes of a pair. *)
Definition settle (n B g : Z) (y : priced) (c : cell) : Z * status :=
  match state c with
  | Free =>
    match change (is_top n (number' y)) (picked' y) (cells' y) c with
    | None => fst c
    | Some d => if (d <? 0) && (B + d <? g) then (low c, Excluded) else if (0 <? d) && (B - d <? g) then (low c, Forced) else fst c
    end
  | _ => fst c
  end.

Definition settle_row (n B g : Z) (y : priced) : row :=
  {| number := number' y; picked := picked' y; cells := map (settle n B g y) (cells' y) |}.

Lemma settle_fst n B g y c : fst (settle n B g y c) = low c.
Proof.
  unfold settle. destruct (state c); try reflexivity. destruct (change _ _ _ _) as [d|]; [|reflexivity].
  destruct ((d <? 0) && _); [reflexivity|]. now destruct ((0 <? d) && _).
Qed.

(** Corollary 14, part 2: what a fixing settles holds in each game that gains more than [t]. *)
Theorem fixing_agrees n t cuts rows m B g left M :
  all_hold n cuts -> game n M -> agrees n M rows -> t < total (map snd M) ->
  weigh n t (range n) cuts rows m = Some (B, g, left) -> agrees n M (each (settle_row n B g) left).
Proof.
  intros Hcuts HM Ha Ht Hw p Hp. destruct (weigh_sound _ _ _ _ _ _ _ _ _ Hcuts HM Ha Ht Hw) as [Hrow (base & HB & Hg)].
  assert (Hworth : forall p', In p' (range n) -> share_at M left p' <= worth_at n left p').
  { intros p' Hp'. destruct (Hrow p' Hp') as (x & y & _ & Hy & _ & _ & _ & Hfit). unfold share_at, worth_at. rewrite Hy.
    assert (Hone := fits_one M n p' y HM Hfit). destruct Hfit as (_ & Hlow & Hex & Hfo & Hpk).
    apply share_le_worth; auto. rewrite Hlow. apply lows_NoDup. }
  destruct (Hrow p Hp) as (x & y & Hx & Hy & Hnx & Hpy & Hcy & Hfit). exists (settle_row n B g y). rewrite at_each, Hy.
  assert (Hone := fits_one M n p y HM Hfit). assert (Hfit' := Hfit). destruct Hfit' as (Hny & Hlow & Hex & Hfo & Hpk).
  assert (Hdiff : NoDup (map low (cells' y))) by (rewrite Hlow; apply lows_NoDup).
  split; [reflexivity|]. cbn. split; [assumption|]. split; [|split].
  - rewrite map_map, <- Hlow. apply map_ext. intros c. apply settle_fst.
  - intros q s Hin. apply in_map_iff in Hin as (c & E & Hc).
    assert (Hq : q = low c) by (rewrite <- (settle_fst n B g y c), E; reflexivity). subst q. unfold settle in E.
    destruct (state c) eqn:Es.
    + destruct (change _ _ _ c) as [d|] eqn:Ed.
      * rewrite Hny in Ed. destruct ((d <? 0) && (B + d <? g)) eqn:E1; [|destruct ((0 <? d) && (B - d <? g)) eqn:E2].
        -- inversion E; subst s. split; [intros _ Hin | discriminate]. apply andb_prop in E1 as [E1 E2]. apply Z.ltb_lt in E1, E2.
           assert (Hle : sum (share_at M left) (range n) <= sum (worth_at n left) (range n) + d); [|lia].
           apply sum_le_by with p; auto. unfold share_at, worth_at. rewrite Hy.
           apply share_if_here with c; auto. now apply member_in.
        -- inversion E; subst s. split; [discriminate | intros _]. apply andb_prop in E2 as [E2 E3]. apply Z.ltb_lt in E2, E3.
           destruct (member M (low c, p)) eqn:Em; [now apply member_in | exfalso].
           assert (Hle : sum (share_at M left) (range n) <= sum (worth_at n left) (range n) + - d); [|lia].
           apply sum_le_by with p; auto. unfold share_at, worth_at. rewrite Hy.
           assert (Hs := share_if_not_here (here M p) (is_top n p) (picked' y) (cells' y) Hdiff Hone Hex Hfo Hpk c d Hc Es Ed Em E2). lia.
        -- unfold low, state in *. destruct (fst c). inversion E; subst. cbn in Es. subst. split; discriminate.
      * unfold low, state in *. destruct (fst c). inversion E; subst. cbn in Es. subst. split; discriminate.
    + assert (s = Forced) as -> by (unfold state in Es; rewrite E in Es; exact Es). split; [discriminate | intros _]. apply member_in. now apply Hfo.
    + assert (s = Excluded) as -> by (unfold state in Es; rewrite E in Es; exact Es). split; [intros _ Hin | discriminate]. apply member_in in Hin. now rewrite (Hex c Hc Es) in Hin.
  - intros Hpk'. destruct (Hpk Hpk') as (c & Hc & Hm). exists (low c). now apply member_in.
Qed.

(** ** The tree *)

Fixpoint closed (n t : Z) (ps : list Z) (cuts : table (grouped * Z)) (rows : table row) (x : node) : bool :=
  match x with
  | Leaf m => match weigh n t ps cuts rows m with Some (B, g, _) => B <? g | None => false end
  | Fix m next => match weigh n t ps cuts rows m with Some (B, g, left) => closed n t ps cuts (each (settle_row n B g) left) next | None => false end
  | Branch v taken not_taken => closed n t ps cuts (each (take v) rows) taken && closed n t ps cuts (each (leave v) rows) not_taken
  end.

(** No game that agrees with a node gains more than [t], if the node is closed. *)
Theorem closed_sound n t cuts M : all_hold n cuts -> game n M -> t < total (map snd M) ->
  forall x rows, agrees n M rows -> closed n t (range n) cuts rows x = true -> False.
Proof.
  intros Hcuts HM Ht. induction x as [m|m x IH|v a IHa b IHb]; intros rows Ha H; cbn in H.
  - destruct (weigh _ _ _ _ _ _) as [[[B g] left]|] eqn:Hw; [|discriminate]. apply Z.ltb_lt in H. eapply leaf_closed; eauto.
  - destruct (weigh _ _ _ _ _ _) as [[[B g] left]|] eqn:Hw; [|discriminate]. apply (IH (each (settle_row n B g) left)); [|assumption].
    eapply fixing_agrees; eauto.
  - apply andb_prop in H as [H1 H2]. destruct (in_dec Z.eq_dec v (map snd M)) as [Hv|Hv].
    + apply (IHa (each (take v) rows)); [now apply taken_agrees | assumption].
    + apply (IHb (each (leave v) rows)); [now apply left_agrees | assumption].
Qed.

Definition check_tree (t : tables) (n target : Z) (cuts : list cut) (root : node) : bool :=
  match derive_all t n cuts 1 Empty with
  | Some known => let ps := range n in closed n target ps known (start t ps) root
  | None => false
  end.

(** The tree proves that no play gains more than the target. *)
Theorem check_tree_sound b n target cuts root : n <= b -> check_tree (make_tables b) n target cuts root = true -> at_most (range n) target.
Proof.
  intros Hn. unfold check_tree. destruct (derive_all _ _ _ _ _) as [known|] eqn:Hd; [|discriminate]. intros H.
  apply derive_all_hold in Hd; [|apply no_cuts_hold]. apply bound_games. intros M HM.
  destruct (Z.le_gt_cases (total (map snd M)) target) as [|Hgt]; [assumption | exfalso].
  apply (closed_sound n target known M Hd HM Hgt root (start (make_tables b) (range n))); [now apply start_agrees | assumption].
Qed.

(** ** Certificates *)

(** Bounds that have been proven, by N. *)
Definition proven := table Z.
Definition all_true (known : proven) : Prop := forall n b, at_ known n = Some b -> at_most (range n) b.

Definition bound_before (known : proven) (n : Z) : option Z := if n =? 2 then Some 0 else at_ known (n - 1).

Lemma bound_before_true known n b : all_true known -> bound_before known n = Some b -> at_most (range (n - 1)) b.
Proof.
  intros Ha. unfold bound_before. destruct (n =? 2) eqn:E; [|apply Ha]. apply Z.eqb_eq in E. subst. intros H. inversion H. apply nothing_in_1.
Qed.

Definition check_upper (t : tables) (known : proven) (c : certificate) : bool :=
  match reason c with
  | Tree cuts root => (pot_size c <=? bound t) && check_tree t (pot_size c) (upper c) cuts root
  | Increment => (2 <=? pot_size c) && match bound_before known (pot_size c) with Some b => b + pot_size c <=? upper c | None => false end
  | Prime p => is_prime (pot_size c) && is_prime p && (p <? pot_size c) && (pot_size c <? 2 * p) &&
      match bound_before known (pot_size c) with Some b => b + pot_size c - p <=? upper c | None => false end
  end.

Definition check (t : tables) (known : proven) (c : certificate) : bool :=
  is_game (pot_size c) (moves c) && (total (map snd (moves c)) =? score c) && check_upper t known c.

(** What is known when a certificate has been accepted: of two bounds the lower. *)
Definition learn (known : proven) (c : certificate) : proven :=
  put known (pot_size c) (match at_ known (pot_size c) with Some b => Z.min b (upper c) | None => upper c end).

(** The theorem: what the checker accepts is true. *)
Theorem check_sound b known c : all_true known -> check (make_tables b) known c = true -> true_claim c.
Proof.
  intros Hk H. unfold check in H. rewrite !andb_true_iff in H. destruct H as [[Hg Hs] Hu]. apply Z.eqb_eq in Hs. split.
  - rewrite <- Hs. now apply is_game_reaches.
  - unfold check_upper in Hu. destruct (reason c) as [cuts root| |p].
    + apply andb_prop in Hu as [Hn Hu]. apply Z.leb_le in Hn. now apply check_tree_sound in Hu.
    + apply andb_prop in Hu as [Hn Hu]. apply Z.leb_le in Hn. destruct (bound_before known (pot_size c)) as [b'|] eqn:Hb; [|discriminate].
      apply Z.leb_le in Hu. apply bound_before_true in Hb; [|assumption]. intros ps Hp. apply increment in Hb; [|lia]. specialize (Hb ps Hp). lia.
    + rewrite !andb_true_iff in Hu. destruct Hu as [[[[H1 H2] H3] H4] H5]. apply is_prime_iff in H1, H2. apply Z.ltb_lt in H3, H4.
      destruct (bound_before known (pot_size c)) as [b'|] eqn:Hb; [|discriminate]. apply Z.leb_le in H5. apply bound_before_true in Hb; [|assumption].
      intros ps Hp. assert (Hstep := prime_step _ _ _ H1 H2 H3 H4 Hb ps Hp). lia.
Qed.

Lemma learn_true known c : all_true known -> true_claim c -> all_true (learn known c).
Proof.
  intros Hk [_ Hu] n b Hn. assert (Hn0 := at_some _ _ _ Hn). unfold learn in Hn. rewrite at_put in Hn by assumption.
  destruct (n =? pot_size c) eqn:E; [|now apply Hk]. apply Z.eqb_eq in E. inversion Hn; subst. destruct (at_ known (pot_size c)) as [b'|] eqn:Hb; [|assumption].
  destruct (Z.min_spec b' (upper c)) as [[_ ->]|[_ ->]]; [now apply Hk | assumption].
Qed.

Lemma nothing_known : all_true Empty.
Proof. discriminate. Qed.

(** What the program does with each certificate: its verdict, and what is known from then on. *)
Definition step (t : tables) (known : proven) (c : certificate) : bool * proven :=
  if check t known c then (true, learn known c) else (false, known).

Lemma step_sound b known c v known' : all_true known -> step (make_tables b) known c = (v, known') ->
  (v = true -> true_claim c) /\ all_true known'.
Proof.
  intros Hk H. unfold step in H. destruct (check _ _ _) eqn:E; inversion H; subst; [|split; [discriminate | assumption]].
  assert (Hc := check_sound _ _ _ Hk E). split; [auto | now apply learn_true].
Qed.

(** One after the other, from nothing known: the verdicts, in order.  Tables may grow on the way, and what is learned may
    be forgotten: each certificate comes with the bound of its tables, and with whether it may be cited. *)
Fixpoint verdicts (known : proven) (cs : list (Z * bool * certificate)) : list bool :=
  match cs with
  | [] => []
  | (b, citable, c) :: cs' => let (v, known') := step (make_tables b) known c in v :: verdicts (if citable then known' else known) cs'
  end.

Theorem verdicts_sound : forall cs known, all_true known ->
  Forall2 (fun c (v : bool) => v = true -> true_claim (snd c)) cs (verdicts known cs).
Proof.
  induction cs as [|[[b citable] c] cs IH]; intros known Hk; cbn; [constructor|]. destruct (step _ _ _) as [v known'] eqn:H.
  apply step_sound in H as [Hv Hk']; [|assumption]. constructor; [assumption|]. apply IH. now destruct citable.
Qed.

(** The theorem as one wants to read it: if the checker accepts a certificate whose two bounds are the same, and those
    before it led to what is known, then this is the best score of {1, ..., N}. *)
Theorem accepted_score_is_best b known c :
  all_true known -> check (make_tables b) known c = true -> score c = upper c -> score_is (range (pot_size c)) (score c).
Proof. intros Hk H E. apply check_sound in H as [H1 H2]; [|assumption]. split; [assumption | now rewrite E]. Qed.
