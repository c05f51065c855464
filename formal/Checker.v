(** * A checker of certificates, and the proof that every accepted claim is true. *)

From Coq Require Import ZArith List Bool Lia Permutation Znumtheory.
From Taxman Require Import Game Cuts Table Bounds Chains.
Import ListNotations.
Open Scope Z_scope.

(** ** The input of the checker *)

(** Multipliers: all of them are integers, in units of 1/[scale]. *)
Record multipliers := {
  scale : Z;
  objective : bool;
  of_numbers : list (Z * Z); (* number, multiplier *)
  of_cuts : list (Z * Z)     (* position in the list of cuts, from 1; multiplier *)
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

(** The pot at the beginning: {1, ..., N}, or chosen numbers. *)
Inductive pot := Whole (n : Z) | Chosen (numbers : list Z).

Definition numbers_of (P : pot) : list Z :=
  match P with Whole n => range n | Chosen numbers => numbers end.

(** A claim about a pot and a game in it, in which the moves [made] have been made. The certificate
    has the rest of a game that gains [score] in total, and a proof that no game gains more than
    [upper]. Each move is preceded by one of its taxes. *)
Record certificate := {
  at_start : pot;
  made : list pair;
  moves : list pair;
  score : Z;
  upper : Z;
  reason : proof
}.

(** The claim of a valid certificate: the pot is well-formed, some game that begins with the moves
    made gains [score], and no such game gains more than [upper]. *)
Definition true_claim (c : certificate) : Prop :=
  let P := numbers_of (at_start c) in
  let ms := map snd (made c) in
  is_pot P /\
  (exists ps, play P (ms ++ ps) /\ total (ms ++ ps) = score c) /\
  forall ps, play P (ms ++ ps) -> total (ms ++ ps) <= upper c.

(** ** Primes, and the pairs below a number *)

Definition is_prime (k : Z) : bool :=
  (1 <? k) && forallb (fun d => (d =? 1) || negb (k mod d =? 0)) (range (k - 1)).

Lemma is_prime_iff k : is_prime k = true <-> prime k.
Proof.
  rewrite <- prime_alt. unfold is_prime, prime'. rewrite andb_true_iff, Z.ltb_lt, forallb_forall.
  split; intros [Hk H]; split; auto.
  - intros d Hd Hdiv. specialize (H d). rewrite in_range in H. specialize (H ltac:(lia)).
    apply orb_prop in H as [H|H]; [apply Z.eqb_eq in H; lia|].
    apply negb_true_iff, Z.eqb_neq in H. apply H. apply Z.mod_divide; [lia | assumption].
  - intros d Hd. apply in_range in Hd. destruct (d =? 1) eqn:E; [reflexivity | cbn].
    apply Z.eqb_neq in E. apply negb_true_iff, Z.eqb_neq. intros Hm.
    apply (H d); [lia|]. apply Z.mod_divide; [lia | assumption].
Qed.

(** ** Neighbours below and above a number *)

Definition list_at (t : table (list Z)) (z : Z) : list Z :=
  match at_ t z with Some l => l | None => [] end.

(** From the lower ends below each of the numbers [ps], compute the upper ends above each number. *)
Definition note (p : Z) (t : table (list Z)) (q : Z) : table (list Z) := put t q (p :: list_at t q).

Definition upside_down (low : table (list Z)) (ps : list Z) : table (list Z) :=
  fold_left (fun t p => fold_left (note p) (list_at low p) t) ps Empty.

Lemma list_at_noted p q l : 0 < q -> NoDup l -> forall t,
  list_at (fold_left (note p) l t) q = (if among l q then [p] else []) ++ list_at t q.
Proof.
  intros Hq. induction l as [|x l IH]; intros Hl t; [reflexivity | cbn].
  inversion Hl as [|? ? Hn Hl']; subst. rewrite IH by assumption. unfold list_at, note.
  rewrite at_put by assumption. destruct (q =? x) eqn:E; [|reflexivity].
  apply Z.eqb_eq in E. subst x.
  destruct (among l q) eqn:Ha; [apply among_in in Ha; contradiction | reflexivity].
Qed.

Lemma upside_down_NoDup low ps : NoDup ps -> (forall p, NoDup (list_at low p)) ->
  forall q, NoDup (list_at (upside_down low ps) q).
Proof.
  intros Hps Hlow q. destruct (Z.le_gt_cases q 0) as [Hq|Hq].
  { unfold list_at. rewrite at_none by assumption. constructor. }
  assert (H : NoDup (list_at (upside_down low ps) q) /\ incl (list_at (upside_down low ps) q) ps);
    [|apply H].
  unfold upside_down.
  induction ps as [|p ps IH] using rev_ind; [split; [constructor | intros ? []]|].
  apply NoDup_remove in Hps. rewrite app_nil_r in Hps. destruct Hps as [Hps Hp].
  destruct (IH Hps) as [Hd Hi]. rewrite fold_left_app. cbn. rewrite list_at_noted by auto.
  destruct (among (list_at low p) q); cbn; (split; [|intros x Hx; apply in_or_app]).
  - constructor; [|assumption]. intros Hin. now apply Hi in Hin.
  - destruct Hx as [<-|Hx]; [right; now left | left; auto].
  - assumption.
  - left. auto.
Qed.

(** A pot as the checker uses it: its numbers, a test for membership, a test whether a number has no
    multiple in the pot, the lower ends of each number's pairs, and the upper ends. The second test
    only selects one of two bounds, and both are right. *)
Record poset := {
  elements : list Z;
  inside : Z -> bool;
  is_top : Z -> bool;
  below_of : table (list Z);
  above_of : table (list Z)
}.

Definition lows (o : poset) (p : Z) : list Z := list_at (below_of o) p.

(** The lists have all pairs of the pot, each once. *)
Record sound (o : poset) : Prop := {
  sound_pot : is_pot (elements o);
  sound_inside : forall x, inside o x = true -> In x (elements o);
  sound_below : forall p, NoDup (lows o p);
  sound_above : forall q, NoDup (list_at (above_of o) q);
  sound_covers : forall q p, covers (elements o) q p -> In q (lows o p)
}.

Lemma game_in_lows o M q p : sound o -> game (elements o) M -> In (q, p) M ->
  In p (elements o) /\ In q (lows o p).
Proof.
  intros Ho HM Hin. split; [apply (game_pairs _ _ HM q p Hin)|].
  apply (sound_covers o Ho). now apply (game_covers _ _ HM).
Qed.

(** *** Whole pots: tables up to [bound], made once for all pots *)

Record tables := { bound : Z; below_in_all : table (list Z); above_in_all : table (list Z) }.

(** A number is covered by its prime multiples. *)
Definition prime_steps (p : Z) : list Z :=
  filter (fun q => (p mod q =? 0) && is_prime (p / q)) (range (p - 1)).

Definition make_tables (bound : Z) : tables :=
  let low := tabulate prime_steps (range bound) in
  {| bound := bound; below_in_all := low; above_in_all := upside_down low (range bound) |}.

Definition whole (t : tables) (n : Z) : poset := {|
  elements := range n;
  inside := fun x => (1 <=? x) && (x <=? n);
  is_top := fun p => n <? 2 * p;
  below_of := below_in_all t;
  above_of := above_in_all t
|}.

Lemma tabulate_NoDup f ps :
  (forall p, NoDup (f p)) -> forall p, NoDup (list_at (tabulate f ps) p).
Proof.
  intros Hf p. unfold list_at. destruct (at_ (tabulate f ps) p) eqn:E; [|constructor].
  apply at_tabulate_some in E as [_ ->]. apply Hf.
Qed.

Lemma whole_sound b n : n <= b -> sound (whole (make_tables b) n).
Proof.
  intros Hn. assert (Hlow : forall p, NoDup (list_at (tabulate prime_steps (range b)) p)).
  { apply tabulate_NoDup. intros p. apply NoDup_filter, range_NoDup. }
  constructor; cbn.
  - apply range_is_pot.
  - intros x H. apply andb_prop in H as [H H']. apply Z.leb_le in H, H'. now apply in_range.
  - exact Hlow.
  - apply upside_down_NoDup; [apply range_NoDup | exact Hlow].
  - intros q p Hc. assert (Hp := Hc). destruct Hp as (Hq & Hp & _). rewrite in_range in Hq, Hp.
    unfold lows, list_at. cbn. rewrite at_tabulate; [|lia | apply in_range; lia].
    apply covers_are_prime_steps in Hc as (r & Hr & ->). assert (1 < r) by (destruct Hr; lia).
    apply filter_In. rewrite in_range. split; [nia|].
    rewrite Z.mul_comm, Z.mod_mul, Z.div_mul by lia. cbn. now apply is_prime_iff.
Qed.

(** *** Other pots: searching for the pairs *)

Definition divides (d p : Z) : bool := p mod d =? 0.

Lemma divides_iff d p : 0 < d -> (divides d p = true <-> (d | p)).
Proof. intros H. unfold divides. rewrite Z.eqb_eq. apply Z.mod_divide. lia. Qed.

(** The proper divisors of [p] in the pot that do not divide another one of them. *)
Definition lower_covers (P : list Z) (p : Z) : list Z :=
  let D := filter (fun d => divides d p && negb (d =? p)) P in
  filter (fun q => forallb (fun d => (d =? q) || negb (divides q d)) D) D.

Definition chosen (P : list Z) : poset :=
  let low := tabulate (lower_covers P) P in
  let high := upside_down low P in
  {|
    elements := P;
    inside := fun x => match at_ low x with Some _ => true | None => false end;
    is_top := fun p => match at_ high p with Some _ => false | None => true end;
    below_of := low;
    above_of := high
  |}.

Lemma chosen_sound P : is_pot P -> sound (chosen P).
Proof.
  intros HP. assert (HP' := HP). destruct HP' as [Hd Hpos].
  assert (Hlow : forall p, NoDup (list_at (tabulate (lower_covers P) P) p)).
  { apply tabulate_NoDup. intros p. now apply NoDup_filter, NoDup_filter. }
  constructor; cbn.
  - assumption.
  - intros x H. destruct (at_ _ x) eqn:E; [|discriminate]. now apply at_tabulate_some in E.
  - exact Hlow.
  - now apply upside_down_NoDup.
  - intros q p (Hq & Hp & Hqp & Hne & Hno). unfold lows, list_at. cbn.
    rewrite at_tabulate by auto. apply filter_In. split.
    + apply filter_In. split; [assumption|]. rewrite (proj2 (divides_iff q p (Hpos q Hq)) Hqp).
      now apply negb_true_iff, Z.eqb_neq.
    + apply forallb_forall. intros d Hin. apply filter_In in Hin as [Hin Hdp].
      apply andb_prop in Hdp as [Hdp Hdne]. apply divides_iff in Hdp; [|auto].
      apply negb_true_iff, Z.eqb_neq in Hdne.
      destruct (divides q d) eqn:E; [|apply orb_true_r]. apply divides_iff in E; [|auto].
      destruct (Hno d Hin E Hdp); [subst; now rewrite Z.eqb_refl | contradiction].
Qed.

(** The numbers left of a pot, computed in one pass. *)
Definition left_of (P ms : list Z) : list Z :=
  filter (fun x => forallb (fun p => negb (divides x p)) ms) P.

Lemma left_of_is_rest ms : forall P, (forall x, In x P -> 0 < x) -> left_of P ms = rest P ms.
Proof.
  unfold rest. induction ms as [|m ms IH]; intros P HP; cbn [fold_left].
  - unfold left_of. induction P as [|x P IHP]; [reflexivity | cbn]. f_equal.
    apply IHP. intros y Hy. apply HP. now right.
  - rewrite <- IH by (intros x Hx; apply HP; now apply in_after in Hx). unfold left_of, after.
    induction P as [|x P IHP]; [reflexivity | cbn].
    assert (Hx := divides_iff x m (HP x (or_introl eq_refl))).
    assert (HP' : forall y, In y P -> 0 < y) by (intros y Hy; apply HP; now right).
    destruct (Zdivide_dec x m) as [Hd|Hd]; [apply Hx in Hd; rewrite Hd; exact (IHP HP')|].
    destruct (divides x m); [now destruct Hd; apply Hx|].
    cbn. destruct (forallb _ ms); [f_equal|]; exact (IHP HP').
Qed.

(** ** The game that reaches the score *)

Fixpoint is_ordered (M : list pair) : bool :=
  match M with
  | [] => true
  | e :: M' => forallb (fun e' => negb (snd e mod fst e' =? 0)) M' && is_ordered M'
  end.

Definition is_game (o : poset) (M : list pair) : bool :=
  forallb (fun e => inside o (fst e) && inside o (snd e) && (fst e <? snd e) &&
    divides (fst e) (snd e)) M && is_ordered M.

Theorem is_game_plays o M : sound o -> is_game o M = true -> play (elements o) (map snd M).
Proof.
  intros Hs H. apply andb_prop in H as [HP Ho]. assert (Hpos := proj2 (sound_pot o Hs)).
  assert (HP' : pairs_in (elements o) M).
  { intros q p Hin. rewrite forallb_forall in HP. specialize (HP _ Hin). cbn in HP.
    rewrite !andb_true_iff in HP. destruct HP as [[[Hq Hp] Hlt] Hd].
    apply (sound_inside o Hs) in Hq, Hp. apply Z.ltb_lt in Hlt. apply divides_iff in Hd; [|auto].
    repeat split; auto. lia. }
  apply ordered_pairs_are_a_play; [assumption|]. clear HP.
  induction M as [|e M IH]; [constructor|].
  cbn in Ho. apply andb_prop in Ho as [Hf Ho].
  constructor; [|apply IH; auto; intros ? ? ?; apply HP'; now right].
  apply Forall_forall. intros [q p] Hin. rewrite forallb_forall in Hf.
  specialize (Hf _ Hin). cbn in *. apply negb_true_iff in Hf.
  rewrite <- divides_iff by (apply Hpos, (HP' q p); now right). unfold divides. congruence.
Qed.

(** ** Cuts *)

Definition same (x y : vector) : bool := (fst x =? fst y) && (snd x =? snd y).

(** Whether a vector is in the span of others: usually it is one of them. *)
Definition covered (v : vector) (V : list vector) : bool :=
  match V with [] => false | _ => existsb (same v) V || spanned v V end.

Lemma covered_in_span v V : covered v V = true -> In v (span V).
Proof.
  unfold covered. destruct V as [|x V]; [discriminate|]. intros H.
  apply orb_prop in H as [H|H]; [|now apply spanned_in_span].
  apply existsb_exists in H as (y & Hy & E). unfold same in E.
  apply andb_prop in E as [E1 E2]. apply Z.eqb_eq in E1, E2.
  assert (v = y) as -> by (destruct v, y; cbn in *; congruence). now apply span_self.
Qed.

Fixpoint ascending (l : list Z) : bool :=
  match l with x :: ((y :: _) as l') => (x <? y) && ascending l' | _ => true end.

Lemma ascending_least l : forall x, ascending (x :: l) = true -> forall y, In y l -> x < y.
Proof.
  induction l as [|z l IH]; intros x H y Hy; [destruct Hy|]. cbn in H.
  apply andb_prop in H as [Hx H]. apply Z.ltb_lt in Hx.
  destruct Hy as [<-|Hy]; [assumption|]. specialize (IH z H y Hy). lia.
Qed.

Lemma ascending_NoDup l : ascending l = true -> NoDup l.
Proof.
  induction l as [|x l IH]; intros H; [constructor|]. constructor.
  - intros Hin. assert (x < x) by (now apply ascending_least with l). lia.
  - apply IH. destruct l; [reflexivity|]. cbn in H. now apply andb_prop in H.
Qed.

(** The pairs of a cut. *)
Definition pairs_of_cut (o : poset) (c : cut) : list pair :=
  let S := of_cut c in
  if kind_S c then
    flat_map (fun x => map (fun p => (fst x, p)) (filter (fun p => inside o p &&
      covered (snd x) (vectors_of S (fun s => negb (s =? fst x) && below p s)))
      (list_at (above_of o) (fst x)))) S
  else
    flat_map (fun x => map (fun q => (q, fst x)) (filter (fun q =>
      covered (snd x) (vectors_of S (fun s => negb (s =? fst x) && above q s)))
      (lows o (fst x)))) S.

Lemma pairs_of_cut_NoDup o c : sound o -> NoDup (map fst (of_cut c)) -> NoDup (pairs_of_cut o c).
Proof.
  intros Ho HS. unfold pairs_of_cut. destruct (kind_S c).
  - apply (NoDup_by_key fst fst); [assumption | |].
    + intros x _. apply map_NoDup; [intros a b E; now inversion E|].
      apply NoDup_filter, (sound_above o Ho).
    + intros x e He. now apply in_map_iff in He as (p & <- & _).
  - apply (NoDup_by_key fst snd); [assumption | |].
    + intros x _. apply map_NoDup; [intros a b E; now inversion E|].
      apply NoDup_filter, (sound_below o Ho).
    + intros x e He. now apply in_map_iff in He as (q & <- & _).
Qed.

(** The right-hand side of a cut, and whether the cut is well-formed. *)
Definition derive (o : poset) (c : cut) : option (list pair * Z) :=
  let S := of_cut c in
  let E := basis (map snd S) in
  if match S with [] => false | s :: _ => 0 <? fst s end && ascending (map fst S) && echelon E
  then Some (pairs_of_cut o c, Z.of_nat (length S) - Z.of_nat (Nat.div2 (length E)))
  else None.

Definition count (F : list pair) (e : pair) : Z :=
  sum (fun x => if (fst x =? fst e) && (snd x =? snd e) then 1 else 0) F.

Lemma count_member F : NoDup F -> forall e, count F e = if member F e then 1 else 0.
Proof.
  induction F as [|x F IH]; intros HF e; [reflexivity|]. inversion HF as [|? ? Hn HF']; subst.
  unfold count in *. cbn [sum]. rewrite (IH HF').
  unfold member. cbn [existsb]. fold (member F e).
  destruct ((fst x =? fst e) && (snd x =? snd e)) eqn:E; cbn [orb]; [|lia].
  destruct (member F e) eqn:Hm; [exfalso | reflexivity]. apply member_in in Hm.
  apply andb_prop in E as [E1 E2]. apply Z.eqb_eq in E1, E2.
  apply Hn. destruct x as [q p], e as [q' p']. cbn in *. now subst.
Qed.

Lemma ordered_filter (f : pair -> bool) M : ordered M -> ordered (filter f M).
Proof.
  unfold ordered. induction M as [|e M IH]; intros H; [assumption | cbn].
  inversion H as [|? ? Hf Ho]; subst. destruct (f e); [constructor|]; auto.
  rewrite Forall_forall in *. intros x Hx. apply filter_In in Hx. now apply Hf.
Qed.

Lemma NoDup_map_filter {A B} (g : A -> B) (f : A -> bool) l :
  NoDup (map g l) -> NoDup (map g (filter f l)).
Proof.
  induction l as [|a l IH]; intros H; [constructor|]. cbn in *.
  inversion H as [|? ? Hn Hl]; subst. destruct (f a); cbn; auto. constructor; auto.
  intros Hin. apply in_map_iff in Hin as (x & E & Hx). apply filter_In in Hx as [Hx _].
  apply Hn. rewrite <- E. now apply in_map.
Qed.

(** All games obey each cut that the checker derives. *)
Theorem derived_cuts_hold o c F b M : sound o ->
  derive o c = Some (F, b) -> game (elements o) M -> obeys M (count F, b).
Proof.
  unfold derive. set (S := of_cut c). set (E := basis (map snd S)).
  intros Hsound. destruct (_ && ascending (map fst S) && echelon E) eqn:H; [|discriminate].
  intros Heq HM. injection Heq as HF Hb.
  rewrite !andb_true_iff in H. destruct H as [[Hpos Hasc] HE].
  assert (HS := ascending_NoDup _ Hasc).
  assert (HFd : NoDup F) by (rewrite <- HF; now apply pairs_of_cut_NoDup).
  assert (HS0 : forall s, In s (map fst S) -> 0 < s).
  { destruct S as [|x S']; [intros ? []|]. apply Z.ltb_lt in Hpos. cbn in *.
    intros s [<-|Hs]; [assumption|].
    assert (fst x < s) by (now apply ascending_least with (map fst S')). lia. }
  unfold obeys. cbn [fst snd].
  rewrite (sum_ext _ (fun e => if member F e then 1 else 0)) by (intros; now apply count_member).
  rewrite <- (sum_filter (fun _ => 1)).
  set (M' := filter (member F) M).
  assert (Hlen : sum (fun _ : pair => 1) M' = Z.of_nat (length M'))
    by (clear; induction M'; cbn [sum length]; lia).
  rewrite Hlen. assert (Ho : ordered M') by (apply ordered_filter, HM).
  assert (HE' : forall e, In e (map snd E) -> In e (span (map snd S)))
    by (intros e; apply basis_in_span).
  assert (Hmatch := game_matching _ _ HM).
  assert (Hkey : (length E + 2 * length M' <= 2 * length S)%nat).
  { destruct (kind_S c) eqn:Hk.
    - apply S_cut; auto; [now apply NoDup_map_filter, matching_lower|].
      intros [q p] Hin. apply filter_In in Hin as [Hin Hm]. apply member_in in Hm.
      rewrite <- HF in Hm. unfold pairs_of_cut in Hm. rewrite Hk in Hm.
      apply in_flat_map in Hm as ([s v] & Hs & Hm).
      apply in_map_iff in Hm as (p' & E' & Hp'). cbn in E'. inversion E'; subst.
      apply filter_In in Hp' as [_ Hp']. apply andb_prop in Hp' as [_ Hcov].
      exists v. split; [assumption | now apply covered_in_span].
    - apply T_cut; auto; [now apply NoDup_map_filter, matching_upper | |].
      + intros [q p] Hin. apply filter_In in Hin as [Hin _].
        destruct (game_pairs _ _ HM q p Hin) as (Hq & _).
        now apply (game_pot _ _ HM).
      + intros [q p] Hin. apply filter_In in Hin as [Hin Hm]. apply member_in in Hm.
        rewrite <- HF in Hm. unfold pairs_of_cut in Hm. rewrite Hk in Hm.
        apply in_flat_map in Hm as ([s v] & Hs & Hm).
        apply in_map_iff in Hm as (q' & E' & Hq'). cbn in E'. inversion E'; subst.
        apply filter_In in Hq' as [_ Hcov].
        exists v. split; [assumption | now apply covered_in_span]. }
  assert (Hdiv := Nat.div2_odd (length E)).
  destruct (Nat.odd (length E)); cbn [Nat.b2n] in Hdiv; lia.
Qed.

(** The pairs of a cut, grouped by their upper ends: for each, the lower ends. *)
Definition grouped := table (list Z).

Definition group (F : list pair) : grouped :=
  fold_right (fun e t => put t (snd e) (fst e :: list_at t (snd e))) Empty F.

Definition times (q : Z) (l : list Z) : Z := sum (fun x => if x =? q then 1 else 0) l.

Definition count_in (D : grouped) (e : pair) : Z := times (fst e) (list_at D (snd e)).

Lemma count_in_group F e : 0 < snd e -> count_in (group F) e = count F e.
Proof.
  intros H. destruct e as [q p]. cbn in H. unfold count_in, count. cbn [fst snd].
  induction F as [|x F IH]; [now destruct p|].
  cbn [group fold_right sum]. fold (group F). rewrite <- IH. unfold list_at at 1.
  rewrite at_put, (Z.eqb_sym p) by assumption.
  destruct (snd x =? p) eqn:E; [|now rewrite andb_false_r].
  apply Z.eqb_eq in E. now rewrite E, andb_true_r.
Qed.

(** All cuts of a tree, by their position from 1. *)
Fixpoint derive_all (o : poset) (cuts : list cut) (place : Z) (known : table (grouped * Z)) :
  option (table (grouped * Z)) :=
  match cuts with
  | [] => Some known
  | c :: cuts' =>
    match derive o c with
    | Some (F, b) => derive_all o cuts' (place + 1) (put known place (group F, b))
    | None => None
    end
  end.

Definition all_hold (o : poset) (cuts : table (grouped * Z)) : Prop :=
  forall z D b M, at_ cuts z = Some (D, b) -> game (elements o) M -> obeys M (count_in D, b).

Lemma derive_all_hold o : sound o -> forall cuts place known known', all_hold o known ->
  derive_all o cuts place known = Some known' -> all_hold o known'.
Proof.
  intros Ho cuts. induction cuts as [|c cuts IH]; intros place known known' Hk H; cbn in H.
  { now inversion H; subst. }
  destruct (derive o c) as [[F b]|] eqn:D; [|discriminate]. apply IH in H; [assumption|].
  intros z D' b' M Hz HM. assert (Hpos := at_some _ _ _ Hz).
  rewrite at_put in Hz by assumption. destruct (z =? place); [|now apply (Hk z)].
  inversion Hz; subst. apply (derived_cuts_hold _ _ _ _ M Ho) in D; [|assumption].
  unfold obeys in *. cbn [fst snd] in *. rewrite (sum_ext _ (count F)); [assumption|].
  intros [q p] Hin. apply count_in_group. apply (game_pot _ _ HM).
  now apply (game_pairs _ _ HM) in Hin.
Qed.

Lemma no_cuts_hold o : all_hold o Empty.
Proof. discriminate. Qed.

(** ** Nodes: the status of each pair there *)

Record row := { number : Z; picked : bool; cells : list (Z * status) }.
Record priced := { number' : Z; picked' : bool; cells' : list cell }.

(** A row's statement about a game. *)
Definition true_row (M : list pair) (x : row) : Prop :=
  (forall q s, In (q, s) (cells x) ->
    (s = Excluded -> ~ In (q, number x) M) /\ (s = Forced -> In (q, number x) M)) /\
  (picked x = true -> exists q, In (q, number x) M).

(** A game agrees with a node. *)
Definition agrees (o : poset) (M : list pair) (rows : table row) : Prop :=
  forall p, In p (elements o) -> exists x, at_ rows p = Some x /\ number x = p /\
    map fst (cells x) = lows o p /\ true_row M x.

Definition start (o : poset) : table row :=
  tabulate (fun p =>
    {| number := p; picked := false; cells := map (fun q => (q, Free)) (lows o p) |}) (elements o).

Lemma start_agrees o M : game (elements o) M -> agrees o M (start o).
Proof.
  intros HM p Hp. unfold start. rewrite at_tabulate by (auto; now apply (game_pot _ _ HM)).
  eexists. split; [reflexivity|]. split; [reflexivity|].
  cbn [cells]. rewrite map_map, map_id. split; [reflexivity|]. split; [|discriminate].
  intros q s H. apply in_map_iff in H as (x & E & _). inversion E; subst. split; discriminate.
Qed.

(** Cells in which one status is changed. *)
Definition exclude_if (f : Z -> bool) (c : Z * status) : Z * status :=
  if f (fst c) then (fst c, Excluded) else c.

Definition take (v : Z) (x : row) : row := {|
  number := number x;
  picked := picked x || (number x =? v);
  cells := map (exclude_if (fun q => q =? v)) (cells x)
|}.

Definition leave (v : Z) (x : row) : row := {|
  number := number x;
  picked := picked x;
  cells := if number x =? v then map (exclude_if (fun _ => true)) (cells x) else cells x
|}.

Lemma exclude_fst f l : map fst (map (exclude_if f) l) = map fst l.
Proof.
  rewrite map_map. apply map_ext. intros [q s]. unfold exclude_if. cbn. now destruct (f q).
Qed.

(** The numbers of a list as a table, for [meet]. *)
Definition keys (l : list Z) : table unit := tabulate (fun _ => tt) l.

Lemma agrees_meet o M rows f (d : table unit) : agrees o M rows ->
  (forall x, true_row M x -> number (f x) = number x /\
    map fst (cells (f x)) = map fst (cells x) /\ true_row M (f x)) ->
  agrees o M (meet (fun _ => f) d rows).
Proof.
  intros Ha Hf p Hp. destruct (Ha p Hp) as (x & Hx & <- & Hlow & Htrue). rewrite at_meet, Hx.
  destruct (at_ d (number x)); [|now exists x].
  destruct (Hf x Htrue) as (Hn & Hc & Htrue'). exists (f x). rewrite Hc. auto.
Qed.

(** A branch: a number is taken or not. The pairs below it are changed in the rows of its multiples;
    all other rows are shared. *)
Definition with_taken (o : poset) (v : Z) (rows : table row) : table row :=
  meet (fun _ => take v) (keys (v :: list_at (above_of o) v)) rows.
Definition with_left (v : Z) (rows : table row) : table row :=
  meet (fun _ => leave v) (keys [v]) rows.

Theorem taken_agrees o M rows v :
  game (elements o) M -> agrees o M rows -> In v (map snd M) -> agrees o M (with_taken o v rows).
Proof.
  intros HM Ha Hv. apply agrees_meet; [assumption|]. intros x [Hc Hp].
  split; [reflexivity|]. split; [apply exclude_fst|]. split; cbn.
  - intros q s Hin. apply in_map_iff in Hin as ([q' s'] & E & Hin).
    unfold exclude_if in E. cbn in E.
    destruct (q' =? v) eqn:Eq; injection E as <- <-; [|now apply Hc].
    split; [intros _ Hvp | discriminate]. apply Z.eqb_eq in Eq. subst q'.
    assert (Hm := game_matching _ _ HM). unfold matching in Hm.
    apply in_split in Hvp as (l & l' & E). rewrite E, map_app, <- E in Hm. cbn in Hm.
    rewrite <- app_assoc in Hm. apply NoDup_remove_2 in Hm. apply Hm.
    apply in_or_app. right. apply in_or_app. now right.
  - intros H. apply orb_prop in H as [H|H]; [auto|]. apply Z.eqb_eq in H. rewrite H.
    apply in_map_iff in Hv as ([a b] & E & Hin). cbn in E. subst. now exists a.
Qed.

Theorem left_agrees o M rows v :
  agrees o M rows -> ~ In v (map snd M) -> agrees o M (with_left v rows).
Proof.
  intros Ha Hv. apply agrees_meet; [assumption|]. intros x [Hc Hp].
  unfold leave, true_row. cbn. destruct (number x =? v) eqn:E; [|auto].
  apply Z.eqb_eq in E. split; [reflexivity|]. split; [apply exclude_fst|]. split; [|assumption].
  intros q s Hin. apply in_map_iff in Hin as ([q' s'] & E' & _). injection E' as <- <-.
  split; [intros _ Hin | discriminate].
  apply Hv, in_map_iff. now exists (q', number x).
Qed.

(** ** Multipliers *)

Definition value_at (u : table Z) (v : Z) : Z := match at_ u v with Some x => x | None => 0 end.

Definition price (os : Z) (u : table Z) (x : row) : priced :=
  let w := os * number x - value_at u (number x) in
  {| number' := number x; picked' := picked x;
     cells' := map (fun c => (c, w - value_at u (fst c))) (cells x) |}.

(** Each pair of a cut loses the cut's multiplier: this handles the pairs of one row. *)
Definition pay (l : Z) (qs : list Z) (x : priced) : priced :=
  {| number' := number' x; picked' := picked' x;
     cells' := map (fun c =>
       let k := times (low c) qs in
       if k =? 0 then c else (fst c, left c - l * k)) (cells' x) |}.

(** The rows, with the residual of each pair. *)
Definition priced_as (o : poset) (rows : table row) (t : table priced) (f : pair -> Z) : Prop :=
  forall p, In p (elements o) -> forall x, at_ rows p = Some x -> number x = p ->
  exists y, at_ t p = Some y /\ number' y = p /\ picked' y = picked x /\
    map fst (cells' y) = cells x /\ forall c, In c (cells' y) -> left c = f (low c, p).

Lemma price_priced o rows os u :
  priced_as o rows (each (price os u) rows) (residual os (value_at u) []).
Proof.
  intros p Hp x Hx E. exists (price os u x). rewrite at_each, Hx. cbn. rewrite map_map. cbn.
  rewrite map_id. repeat split; auto. intros c Hc.
  apply in_map_iff in Hc as ([q s] & <- & Hc). unfold residual, left, low. cbn. rewrite E. lia.
Qed.

Lemma priced_ext o rows t f g :
  (forall e, f e = g e) -> priced_as o rows t f -> priced_as o rows t g.
Proof.
  intros Hfg H p Hp x Hx E. destruct (H p Hp x Hx E) as (y & Hy & Hn & Hpi & Hc & Hl).
  exists y. repeat split; auto. intros c Hin. rewrite <- Hfg. auto.
Qed.

Lemma pay_priced o rows t f l D : priced_as o rows t f ->
  priced_as o rows (meet (pay l) D t) (fun e => f e - l * count_in D e).
Proof.
  intros H p Hp x Hx E. destruct (H p Hp x Hx E) as (y & Hy & Hn & Hpi & Hc & Hl).
  rewrite at_meet, Hy. unfold count_in, list_at. cbn [fst snd].
  destruct (at_ D p) as [qs|].
  - eexists. split; [reflexivity|]. cbn. rewrite map_map. repeat split; auto.
    + rewrite <- Hc. apply map_ext. intros c. now destruct (times (low c) qs =? 0).
    + intros c Hin. apply in_map_iff in Hin as (c' & <- & Hin). specialize (Hl c' Hin). cbv zeta.
      destruct (times (low c') qs =? 0) eqn:Ek; unfold low, left in *; cbn [fst snd]; [|lia].
      apply Z.eqb_eq in Ek. rewrite Ek. lia.
  - exists y. repeat split; auto. intros c Hin. rewrite (Hl c Hin). cbn. lia.
Qed.

(** The cuts that multipliers name. *)
Fixpoint named (cuts : table (grouped * Z)) (l : list (Z * Z)) :
  option (list (Z * (grouped * Z))) :=
  match l with
  | [] => Some []
  | (z, x) :: l' =>
    if 0 <=? x then
      match at_ cuts z, named cuts l' with
      | Some D, Some r => Some ((x, D) :: r)
      | _, _ => None
      end
    else None
  end.

Definition as_inequality (c : Z * (grouped * Z)) : Z * inequality :=
  (fst c, (count_in (fst (snd c)), snd (snd c))).

Lemma named_hold o M cuts : all_hold o cuts -> game (elements o) M ->
  forall l cs, named cuts l = Some cs ->
  forall c, In c (map as_inequality cs) -> 0 <= fst c /\ obeys M (snd c).
Proof.
  intros Ha HM l.
  induction l as [|[z x] l IH]; intros cs H; cbn in H; [inversion H; subst; intros ? []|].
  destruct (0 <=? x) eqn:Hx; [|discriminate]. apply Z.leb_le in Hx.
  destruct (at_ cuts z) as [[D b]|] eqn:Hz; [|discriminate].
  destruct (named cuts l) as [r|]; [|discriminate]. inversion H; subst.
  intros c [<-|Hc]; [|now apply (IH r eq_refl)]. cbn. split; [assumption | now apply (Ha z)].
Qed.

Definition pay_cuts (cs : list (Z * (grouped * Z))) (t : table priced) : table priced :=
  fold_left (fun t c => meet (pay (fst c)) (fst (snd c)) t) cs t.

Lemma pay_cuts_priced o rows os u cs0 : forall cs t,
  priced_as o rows t (residual os u (map as_inequality cs0)) ->
  priced_as o rows (pay_cuts cs t) (residual os u (map as_inequality (rev cs ++ cs0))).
Proof.
  intros cs. revert cs0. induction cs as [|c cs IH]; intros cs0 t H; [assumption|].
  cbn [pay_cuts fold_left rev]. rewrite <- app_assoc.
  apply IH. apply (pay_priced _ _ _ _ (fst c) (fst (snd c))) in H.
  revert H. apply priced_ext. intros e. unfold residual. cbn. lia.
Qed.

Definition worth_at (o : poset) (t : table priced) (p : Z) : Z :=
  match at_ t p with Some y => worth (is_top o p) (picked' y) (cells' y) | None => 0 end.

Definition picked_at (rows : table row) (p : Z) : bool :=
  match at_ rows p with Some x => picked x | None => false end.

(** The bound B that multipliers prove, the goal g, and the residual of each pair. *)
Definition weigh (o : poset) (t : Z) (cuts : table (grouped * Z)) (rows : table row)
  (m : multipliers) : option (Z * Z * table priced) :=
  let ps := elements o in
  let os := if objective m then scale m else 0 in
  let u := fold_left (fun t x => put t (fst x) (snd x)) (of_numbers m) Empty in
  if (1 <=? scale m) && forallb (fun v => (0 <=? value_at u v) || picked_at rows v) ps then
    match named cuts (of_cuts m) with
    | None => None
    | Some cs =>
      let left := pay_cuts cs (each (price os u) rows) in
      Some (sum (value_at u) ps + sum (fun c => fst c * snd (snd c)) cs + sum (worth_at o left) ps,
            if objective m then scale m * (t + 1) else 0, left)
    end
  else None.

(** A row of priced pairs, and a game. *)
Definition fits (o : poset) (M : list pair) (p : Z) (y : priced) : Prop :=
  number' y = p /\ map low (cells' y) = lows o p /\
  (forall c, In c (cells' y) -> state c = Excluded -> member M (low c, p) = false) /\
  (forall c, In c (cells' y) -> state c = Forced -> member M (low c, p) = true) /\
  (picked' y = true -> exists c, In c (cells' y) /\ member M (low c, p) = true).

Definition here (M : list pair) (p : Z) (q : Z) : bool := member M (q, p).

Lemma fits_one M o p y : game (elements o) M -> fits o M p y ->
  forall c c', In c (cells' y) -> In c' (cells' y) ->
    here M p (low c) = true -> here M p (low c') = true -> low c = low c'.
Proof.
  intros HM _ c c' _ _ H H'. apply member_in in H, H'.
  assert (Hm := matching_upper _ (game_matching _ _ HM)).
  apply in_split in H as (l & l' & ->). rewrite map_app in Hm. cbn in Hm.
  apply NoDup_remove_2 in Hm. apply in_app_or in H' as [H'|[H'|H']].
  - exfalso. apply Hm. apply in_or_app. left. apply in_map_iff. eexists. now split; [|exact H'].
  - now inversion H'.
  - exfalso. apply Hm. apply in_or_app. right. apply in_map_iff. eexists. now split; [|exact H'].
Qed.

Definition share_at (M : list pair) (t : table priced) (p : Z) : Z :=
  match at_ t p with Some y => share (here M p) (cells' y) | None => 0 end.

Lemma weigh_sound o t cuts rows m B g left M :
  sound o -> all_hold o cuts -> game (elements o) M -> agrees o M rows -> t < total (map snd M) ->
  weigh o t cuts rows m = Some (B, g, left) ->
  (forall p, In p (elements o) -> exists x y,
    at_ rows p = Some x /\ at_ left p = Some y /\ number x = p /\ picked' y = picked x /\
    map fst (cells' y) = cells x /\ fits o M p y) /\
  exists base, B = base + sum (worth_at o left) (elements o) /\
    g <= base + sum (share_at M left) (elements o).
Proof.
  intros Hs Hcuts HM Ha Ht. unfold weigh. set (os := if objective m then scale m else 0).
  set (u := fold_left (fun t x => put t (fst x) (snd x)) (of_numbers m) Empty).
  destruct ((1 <=? scale m) && _) eqn:Hok; [|discriminate]. apply andb_prop in Hok as [Hscale Hu].
  apply Z.leb_le in Hscale.
  destruct (named cuts (of_cuts m)) as [cs|] eqn:Hn; [|discriminate]. intros H.
  inversion H as [[HB Hg Hleft]]. clear H.
  assert (Hpr : priced_as o rows left (residual os (value_at u) (map as_inequality (rev cs)))).
  { rewrite <- Hleft, <- (app_nil_r (rev cs)). apply pay_cuts_priced, price_priced. }
  rewrite Hleft in *.
  assert (Hrow : forall p, In p (elements o) -> exists x y,
    at_ rows p = Some x /\ at_ left p = Some y /\ number x = p /\ picked' y = picked x /\
    map fst (cells' y) = cells x /\ fits o M p y /\
      forall c, In c (cells' y) ->
        snd c = residual os (value_at u) (map as_inequality (rev cs)) (low c, p)).
  { intros p Hp. destruct (Ha p Hp) as (x & Hx & <- & Hlow & Hst & Hpick).
    destruct (Hpr _ Hp x Hx eq_refl) as (y & Hy & Hny & Hpy & Hcy & Hly).
    assert (Hin : forall c, In c (cells' y) -> In (low c, state c) (cells x)).
    { intros c Hc. rewrite <- Hcy. apply in_map_iff. exists c. split; [|assumption].
      unfold low, state. now destruct (fst c). }
    exists x, y. repeat split; auto.
    - rewrite <- Hlow, <- Hcy, map_map. reflexivity.
    - intros c Hc E. destruct (member M (low c, number x)) eqn:Em; [exfalso | reflexivity].
      apply member_in in Em. now apply (proj1 (Hst _ _ (Hin c Hc)) E).
    - intros c Hc E. apply member_in. now apply (Hst _ _ (Hin c Hc)).
    - intros Hpk. rewrite Hpy in Hpk. destruct (Hpick Hpk) as (q & Hq).
      destruct (game_in_lows _ _ _ _ Hs HM Hq) as [_ Hql].
      rewrite <- Hlow, <- Hcy, map_map in Hql. apply in_map_iff in Hql as (c & <- & Hc).
      exists c. split; [assumption | now apply member_in]. }
  split.
  - intros p Hp. destruct (Hrow p Hp) as (x & y & H1 & H2 & H3 & H4 & H5 & H6 & _).
    exists x, y. auto 10.
  - exists (sum (value_at u) (elements o) + sum (fun c => fst c * snd (snd c)) cs).
    split; [reflexivity|].
    assert (Hrev : forall c, In c (map as_inequality (rev cs)) -> 0 <= fst c /\ obeys M (snd c)).
    { intros c Hc. apply (named_hold o M cuts Hcuts HM _ cs Hn).
      apply in_map_iff in Hc as (c' & <- & Hc'). apply in_map. now apply in_rev. }
    assert (Hpick : forall v, In v (elements o) -> value_at u v < 0 -> exists q, In (q, v) M).
    { intros v Hv Hneg. rewrite forallb_forall in Hu. specialize (Hu v Hv).
      apply orb_prop in Hu as [Hu|Hu]; [apply Z.leb_le in Hu; lia|].
      destruct (Ha v Hv) as (x & Hx & <- & _ & _ & Hpick).
      unfold picked_at in Hu. rewrite Hx in Hu. auto. }
    assert (H13 := theorem_13 (elements o) M os (value_at u) (map as_inequality (rev cs))
      HM Hpick Hrev).
    rewrite (sum_by_rows _ (elements o) (lows o)) in H13.
    + assert (Eshare : sum (share_at M left) (elements o) =
        sum (fun p => sum (fun q => if member M (q, p)
          then residual os (value_at u) (map as_inequality (rev cs)) (q, p) else 0) (lows o p))
          (elements o)).
      { apply sum_ext. intros p Hp.
        destruct (Hrow p Hp) as (x & y & _ & Hy & _ & _ & _ & Hfit & Hres).
        destruct Hfit as (_ & Hlow & _). rewrite <- Hlow, sum_map.
        unfold share_at, share. rewrite Hy. apply sum_ext.
        intros c Hc. unfold here. rewrite <- (Hres c Hc). reflexivity. }
      rewrite Eshare. rewrite sum_map in H13.
      assert (Ecs : sum (fun c => fst (as_inequality c) * snd (snd (as_inequality c))) (rev cs) =
        sum (fun c => fst c * snd (snd c)) cs).
      { rewrite (sum_permutation _ _ cs); [reflexivity | symmetry; apply Permutation_rev]. }
      rewrite Ecs in H13. assert (g <= os * total (map snd M)); [|lia].
      rewrite <- Hg. unfold os. destruct (objective m); [nia | lia].
    + apply HM.
    + apply NoDup_map_inv with (f := fst). apply matching_lower, HM.
    + intros p _. apply (sound_below o Hs).
    + intros q p Hin. now apply (game_in_lows o M).
Qed.

Lemma share_at_le_worth_at o M t p y : sound o -> game (elements o) M ->
  at_ t p = Some y -> fits o M p y -> share_at M t p <= worth_at o t p.
Proof.
  intros Hs HM Hy Hfit. unfold share_at, worth_at. rewrite Hy.
  assert (Hone := fits_one M o p y HM Hfit). destruct Hfit as (_ & Hlow & Hex & Hfo & Hpk).
  apply share_le_worth; auto. rewrite Hlow. apply (sound_below o Hs).
Qed.

(** Corollary 14, part 1: a leaf. *)
Theorem leaf_closed o t cuts rows m B g left M :
  sound o -> all_hold o cuts -> game (elements o) M -> agrees o M rows -> t < total (map snd M) ->
  weigh o t cuts rows m = Some (B, g, left) -> B < g -> False.
Proof.
  intros Hs Hcuts HM Ha Ht Hw HBg.
  destruct (weigh_sound _ _ _ _ _ _ _ _ _ Hs Hcuts HM Ha Ht Hw) as [Hrow (base & -> & Hg)].
  assert (Hle : sum (share_at M left) (elements o) <= sum (worth_at o left) (elements o)); [|lia].
  apply sum_le. intros p Hp. destruct (Hrow p Hp) as (x & y & _ & Hy & _ & _ & _ & Hfit).
  now apply share_at_le_worth_at with y.
Qed.

(** The effect of a fixing on a pair. *)
Definition settle (o : poset) (B g : Z) (y : priced) (c : cell) : Z * status :=
  match state c with
  | Free =>
    match change (is_top o (number' y)) (picked' y) (cells' y) c with
    | None => fst c
    | Some d =>
      if (d <? 0) && (B + d <? g) then (low c, Excluded)
      else if (0 <? d) && (B - d <? g) then (low c, Forced)
      else fst c
    end
  | _ => fst c
  end.

Definition settle_row (o : poset) (B g : Z) (y : priced) : row :=
  {| number := number' y; picked := picked' y; cells := map (settle o B g y) (cells' y) |}.

Lemma settle_fst o B g y c : fst (settle o B g y c) = low c.
Proof.
  unfold settle. destruct (state c); try reflexivity.
  destruct (change _ _ _ _) as [d|]; [|reflexivity].
  destruct ((d <? 0) && _); [reflexivity|]. now destruct ((0 <? d) && _).
Qed.

(** Corollary 14, part 2: each game that gains more than [t] agrees with the pairs that a fixing
    decides. *)
Theorem fixing_agrees o t cuts rows m B g left M :
  sound o -> all_hold o cuts -> game (elements o) M -> agrees o M rows -> t < total (map snd M) ->
  weigh o t cuts rows m = Some (B, g, left) -> agrees o M (each (settle_row o B g) left).
Proof.
  intros Hs Hcuts HM Ha Ht Hw p Hp.
  destruct (weigh_sound _ _ _ _ _ _ _ _ _ Hs Hcuts HM Ha Ht Hw) as [Hrow (base & HB & Hg)].
  assert (Hworth : forall p', In p' (elements o) -> share_at M left p' <= worth_at o left p').
  { intros p' Hp'. destruct (Hrow p' Hp') as (x & y & _ & Hy & _ & _ & _ & Hfit).
    now apply share_at_le_worth_at with y. }
  destruct (Hrow p Hp) as (x & y & Hx & Hy & Hnx & Hpy & Hcy & Hfit).
  assert (Hone := fits_one M o p y HM Hfit).
  destruct Hfit as (<- & Hlow & Hex & Hfo & Hpk).
  assert (Hdiff : NoDup (map low (cells' y))) by (rewrite Hlow; apply (sound_below o Hs)).
  exists (settle_row o B g y). rewrite at_each, Hy.
  split; [reflexivity|]. split; [reflexivity|]. split; [|split]; cbn.
  - rewrite map_map, <- Hlow. apply map_ext. intros c. apply settle_fst.
  - intros q s Hin. apply in_map_iff in Hin as (c & E & Hc).
    assert (Hq : q = low c) by (rewrite <- (settle_fst o B g y c), E; reflexivity). subst q.
    assert (Hsame : fst c = (low c, s) -> state c = s).
    { intros Ec. unfold state. now rewrite Ec. }
    unfold settle in E. destruct (state c) eqn:Es.
    + destruct (change _ _ _ c) as [d|] eqn:Ed;
        [|rewrite <- (Hsame E); split; discriminate].
      destruct ((d <? 0) && (B + d <? g)) eqn:E1; [|destruct ((0 <? d) && (B - d <? g)) eqn:E2].
      * inversion E; subst s. split; [intros _ Hin | discriminate].
        apply andb_prop in E1 as [Hneg Hlt]. apply Z.ltb_lt in Hneg, Hlt.
        assert (Hle : sum (share_at M left) (elements o) <=
          sum (worth_at o left) (elements o) + d); [|lia].
        apply sum_le_by with (number' y); auto. unfold share_at, worth_at. rewrite Hy.
        apply share_if_here with c; auto. now apply member_in.
      * inversion E; subst s. split; [discriminate | intros _].
        apply andb_prop in E2 as [Hpos Hlt]. apply Z.ltb_lt in Hpos, Hlt.
        destruct (member M (low c, number' y)) eqn:Em; [now apply member_in | exfalso].
        assert (Hle : sum (share_at M left) (elements o) <=
          sum (worth_at o left) (elements o) - d); [|lia].
        rewrite <- Z.add_opp_r. apply sum_le_by with (number' y); auto.
        unfold share_at, worth_at. rewrite Hy, Z.add_opp_r. now apply share_if_not_here with c.
      * rewrite <- (Hsame E). split; discriminate.
    + rewrite <- (Hsame E). split; [discriminate | intros _]. apply member_in. now apply Hfo.
    + rewrite <- (Hsame E). split; [intros _ Hin | discriminate].
      apply member_in in Hin. now rewrite (Hex c Hc Es) in Hin.
  - intros Hpk'. destruct (Hpk Hpk') as (c & Hc & Hm). exists (low c). now apply member_in.
Qed.

(** ** The tree *)

Fixpoint closed (o : poset) (t : Z) (cuts : table (grouped * Z)) (rows : table row) (x : node) :
  bool :=
  match x with
  | Leaf m => match weigh o t cuts rows m with Some (B, g, _) => B <? g | None => false end
  | Fix m next =>
    match weigh o t cuts rows m with
    | Some (B, g, left) => closed o t cuts (each (settle_row o B g) left) next
    | None => false
    end
  | Branch v taken not_taken =>
    closed o t cuts (with_taken o v rows) taken && closed o t cuts (with_left v rows) not_taken
  end.

(** No game that agrees with a node gains more than [t], if the node is closed. *)
Theorem closed_sound o t cuts M :
  sound o -> all_hold o cuts -> game (elements o) M -> t < total (map snd M) ->
  forall x rows, agrees o M rows -> closed o t cuts rows x = true -> False.
Proof.
  intros Hs Hcuts HM Ht x.
  induction x as [m|m x IH|v a IHa b IHb]; intros rows Ha H; cbn in H.
  - destruct (weigh _ _ _ _ _) as [[[B g] left]|] eqn:Hw; [|discriminate].
    apply Z.ltb_lt in H. eapply leaf_closed; eauto.
  - destruct (weigh _ _ _ _ _) as [[[B g] left]|] eqn:Hw; [|discriminate].
    apply (IH (each (settle_row o B g) left)); [|assumption]. eapply fixing_agrees; eauto.
  - apply andb_prop in H as [Htaken Hnot]. destruct (in_dec Z.eq_dec v (map snd M)) as [Hv|Hv].
    + apply (IHa (with_taken o v rows)); [now apply taken_agrees | assumption].
    + apply (IHb (with_left v rows)); [now apply left_agrees | assumption].
Qed.

Definition check_tree (o : poset) (target : Z) (cuts : list cut) (root : node) : bool :=
  match derive_all o cuts 1 Empty with
  | Some known => closed o target known (start o) root
  | None => false
  end.

(** The tree proves that no play gains more than the target. *)
Theorem check_tree_sound o target cuts root :
  sound o -> check_tree o target cuts root = true -> at_most (elements o) target.
Proof.
  intros Hs. unfold check_tree. destruct (derive_all _ _ _ _) as [known|] eqn:Hd; [|discriminate].
  intros H. apply derive_all_hold in Hd; [|assumption | apply no_cuts_hold].
  apply bound_games; [apply (sound_pot o Hs)|]. intros M HM.
  destruct (Z.le_gt_cases (total (map snd M)) target) as [|Hgt]; [assumption | exfalso].
  apply (closed_sound o target known M Hs Hd HM Hgt root (start o)); [|assumption].
  now apply start_agrees.
Qed.

(** ** Certificates *)

(** Bounds that have been proven for whole pots, by N. *)
Definition proven := table Z.
Definition all_true (known : proven) : Prop :=
  forall n b, at_ known n = Some b -> at_most (range n) b.

Definition bound_before (known : proven) (n : Z) : option Z :=
  if n =? 2 then Some 0 else at_ known (n - 1).

Lemma bound_before_true known n b :
  all_true known -> bound_before known n = Some b -> at_most (range (n - 1)) b.
Proof.
  intros Ha. unfold bound_before. destruct (n =? 2) eqn:E; [|apply Ha].
  apply Z.eqb_eq in E. subst. intros H. inversion H. apply nothing_in_1.
Qed.

(** Chains, which exist only for whole pots. *)
Definition check_chain (known : proven) (n upper : Z) (gain : Z) : bool :=
  match bound_before known n with Some b => b + gain <=? upper | None => false end.

Lemma check_chain_sound known n upper gain :
  all_true known -> check_chain known n upper gain = true ->
  exists b, at_most (range (n - 1)) b /\ b + gain <= upper.
Proof.
  intros Ha. unfold check_chain. destruct (bound_before known n) as [b|] eqn:Hb; [|discriminate].
  intros H. exists b. split; [now apply bound_before_true with known | now apply Z.leb_le].
Qed.

(** Whether a pot is well-formed, and the tables are large enough. *)
Definition good_pot (t : tables) (P : pot) : bool :=
  match P with
  | Whole n => n <=? bound t
  | Chosen l => match l with [] => true | x :: _ => 0 <? x end && ascending l
  end.

Definition poset_of (t : tables) (P : pot) : poset :=
  match P with Whole n => whole t n | Chosen l => chosen l end.

Lemma elements_of_pot t P : elements (poset_of t P) = numbers_of P.
Proof. now destruct P. Qed.

Lemma good_pot_sound b P : good_pot (make_tables b) P = true -> sound (poset_of (make_tables b) P).
Proof.
  destruct P as [n|l]; cbn [good_pot poset_of].
  - intros H. apply Z.leb_le in H. now apply whole_sound.
  - intros H. apply andb_prop in H as [Hpos Hasc]. apply chosen_sound.
    split; [now apply ascending_NoDup|]. destruct l as [|x l]; [intros ? []|].
    apply Z.ltb_lt in Hpos. intros y [<-|Hy]; [assumption|].
    assert (x < y) by now apply ascending_least with l. lia.
Qed.

(** The numbers left after some moves. *)
Definition after_moves (o : poset) (ms : list Z) : poset :=
  match ms with [] => o | _ => chosen (left_of (elements o) ms) end.

Lemma after_moves_sound o ms : sound o ->
  sound (after_moves o ms) /\ elements (after_moves o ms) = rest (elements o) ms.
Proof.
  intros Hs. assert (HP := sound_pot o Hs).
  destruct ms as [|m ms]; [split; [assumption | reflexivity]|].
  cbn [after_moves]. rewrite left_of_is_rest by apply HP. split; [|reflexivity].
  now apply chosen_sound, rest_is_pot.
Qed.

(** [o] is the pot of the certificate; [ms] are the moves made. *)
Definition check_upper (known : proven) (o : poset) (ms : list Z) (c : certificate) : bool :=
  match reason c, at_start c, ms with
  | Tree cuts root, _, _ => check_tree (after_moves o ms) (upper c - total ms) cuts root
  | Increment, Whole n, [] => (2 <=? n) && check_chain known n (upper c) n
  | Prime p, Whole n, [] =>
    is_prime n && is_prime p && (p <? n) && (n <? 2 * p) && check_chain known n (upper c) (n - p)
  | _, _, _ => false
  end.

Definition check (t : tables) (known : proven) (c : certificate) : bool :=
  good_pot t (at_start c) &&
  let o := poset_of t (at_start c) in
  let game := made c ++ moves c in
  is_game o game && (total (map snd game) =? score c) &&
  check_upper known o (map snd (made c)) c.

(** The known bounds after a certificate was accepted: the lower one of two bounds stays. *)
Definition learn (known : proven) (c : certificate) : proven :=
  match at_start c, made c with
  | Whole n, [] =>
    put known n (match at_ known n with Some b => Z.min b (upper c) | None => upper c end)
  | _, _ => known
  end.

Lemma check_upper_sound known o ms c : all_true known -> sound o ->
  elements o = numbers_of (at_start c) -> check_upper known o ms c = true ->
  at_most (rest (elements o) ms) (upper c - total ms).
Proof.
  intros Hk Hs HE H. unfold check_upper in H. destruct (reason c) as [cuts root| |p].
  - destruct (after_moves_sound o ms Hs) as [Hs' <-]. now apply check_tree_sound in H.
  - destruct (at_start c) as [n|], ms; try discriminate. cbn. rewrite HE, Z.sub_0_r. cbn.
    apply andb_prop in H as [Hn H]. apply Z.leb_le in Hn.
    apply check_chain_sound in H as (b & Hb & Hle); [|assumption].
    intros ps Hp. apply increment in Hb; [|lia]. specialize (Hb ps Hp). lia.
  - destruct (at_start c) as [n|], ms; try discriminate. cbn. rewrite HE, Z.sub_0_r. cbn.
    rewrite !andb_true_iff in H. destruct H as [[[[Hn Hp] Hlt] Hlt2] H].
    apply is_prime_iff in Hn, Hp. apply Z.ltb_lt in Hlt, Hlt2.
    apply check_chain_sound in H as (b & Hb & Hle); [|assumption].
    intros ps Hps. assert (Hstep := prime_step _ _ _ Hn Hp Hlt Hlt2 Hb ps Hps). lia.
Qed.

(** The theorem: every accepted claim is true. *)
Theorem check_sound b known c :
  all_true known -> check (make_tables b) known c = true -> true_claim c.
Proof.
  intros Hk H. unfold check in H. apply andb_prop in H as [Hgood H].
  apply good_pot_sound in Hgood. assert (HE := elements_of_pot (make_tables b) (at_start c)).
  set (o := poset_of (make_tables b) (at_start c)) in *. cbv zeta in H.
  rewrite !andb_true_iff in H. destruct H as [[Hg Hscore] Hu].
  apply is_game_plays in Hg; [|assumption]. apply Z.eqb_eq in Hscore.
  apply check_upper_sound in Hu; [|assumption..]. unfold true_claim. rewrite <- HE.
  split; [apply (sound_pot o Hgood)|]. rewrite map_app in *. split.
  - now exists (map snd (moves c)).
  - intros ps Hps. rewrite total_app. apply play_goes_on, Hu in Hps. lia.
Qed.

Lemma learn_true known c : all_true known -> true_claim c -> all_true (learn known c).
Proof.
  unfold learn, true_claim. intros Hk (_ & _ & Hu).
  destruct (at_start c) as [n|], (made c); try assumption. intros m b Hm.
  assert (Hpos := at_some _ _ _ Hm). rewrite at_put in Hm by assumption.
  destruct (m =? n) eqn:E; [|now apply Hk]. apply Z.eqb_eq in E. inversion Hm; subst.
  destruct (at_ known n) as [b'|] eqn:Hb; [|assumption].
  destruct (Z.min_spec b' (upper c)) as [[_ ->]|[_ ->]]; [now apply Hk | assumption].
Qed.

Lemma nothing_known : all_true Empty.
Proof. discriminate. Qed.

(** One step of the program for a certificate: its verdict, and the bounds known from then on. *)
Definition step (t : tables) (known : proven) (c : certificate) : bool * proven :=
  if check t known c then (true, learn known c) else (false, known).

Lemma step_sound b known c v known' :
  all_true known -> step (make_tables b) known c = (v, known') ->
  (v = true -> true_claim c) /\ all_true known'.
Proof.
  intros Hk H. unfold step in H.
  destruct (check _ _ _) eqn:E; inversion H; subst; [|split; [discriminate | assumption]].
  assert (Hc := check_sound _ _ _ Hk E). split; [auto | now apply learn_true].
Qed.

(** The verdicts on certificates in order. No bound is known at first. Tables may grow, and bounds
    may be forgotten: each certificate comes with the limit of its tables, and with a flag that says
    whether it may be cited. *)
Fixpoint verdicts (known : proven) (cs : list (Z * bool * certificate)) : list bool :=
  match cs with
  | [] => []
  | (b, citable, c) :: cs' =>
    let (v, known') := step (make_tables b) known c in
    v :: verdicts (if citable then known' else known) cs'
  end.

Theorem verdicts_sound cs : forall known, all_true known ->
  Forall2 (fun c (v : bool) => v = true -> true_claim (snd c)) cs (verdicts known cs).
Proof.
  induction cs as [|[[b citable] c] cs IH]; intros known Hk; cbn; [constructor|].
  destruct (step _ _ _) as [v known'] eqn:H.
  apply step_sound in H as [Hv Hk']; [|assumption].
  constructor; [assumption|]. apply IH. now destruct citable.
Qed.

(** If no moves have been made and both bounds are equal, a claim states the best score. *)
Lemma claim_is_score c : true_claim c -> made c = [] -> score c = upper c ->
  score_is (numbers_of (at_start c)) (score c).
Proof.
  intros (_ & H) Hm E. rewrite Hm in H. cbn in H. unfold score_is, reached, at_most.
  now rewrite E in *.
Qed.

(** The theorem in its readable form: if the checker accepts such a certificate, and earlier ones
    led to the known bounds, then this is the best score of its pot. *)
Theorem accepted_score_is_best b known c : all_true known ->
  check (make_tables b) known c = true -> made c = [] -> score c = upper c ->
  score_is (numbers_of (at_start c)) (score c).
Proof. intros Hk H. apply claim_is_score. now apply check_sound in H. Qed.
