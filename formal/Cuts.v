(** * Theorem 9 in the form of Corollary 9a: cuts that are given by vectors over GF(4).

    A vector is two integers, [low] and [high], read as rows of bits: coordinate i is a + b w, where
    a is bit i of [low], b is bit i of [high], and w w = w + 1.  Sums are exclusive ors. *)

From Coq Require Import ZArith List Bool Lia Permutation.
From Taxman Require Import Game.
Import ListNotations.
Open Scope Z_scope.

(** ** Vectors *)

Definition vector := (Z * Z)%type.
Definition zero : vector := (0, 0).
Definition plus (x y : vector) : vector := (Z.lxor (fst x) (fst y), Z.lxor (snd x) (snd y)).

(** w (a + b w) = b + (a + b) w *)
Definition w (x : vector) : vector := (snd x, Z.lxor (fst x) (snd x)).

Lemma plus_comm x y : plus x y = plus y x.
Proof. unfold plus. f_equal; apply Z.lxor_comm. Qed.

Lemma plus_assoc x y z : plus (plus x y) z = plus x (plus y z).
Proof. unfold plus. cbn. f_equal; apply Z.lxor_assoc. Qed.

Lemma plus_self x : plus x x = zero.
Proof. unfold plus. rewrite !Z.lxor_nilpotent. reflexivity. Qed.

Lemma plus_zero x : plus x zero = x.
Proof. destruct x. unfold plus. cbn. rewrite !Z.lxor_0_r. reflexivity. Qed.

Lemma zero_plus x : plus zero x = x.
Proof. rewrite plus_comm. apply plus_zero. Qed.

Lemma plus_twice x y : plus x (plus x y) = y.
Proof. rewrite <- plus_assoc, plus_self. apply zero_plus. Qed.

Lemma plus_injective x y z : plus x y = plus x z -> y = z.
Proof. intros H. rewrite <- (plus_twice x y), H. apply plus_twice. Qed.

Lemma w_plus x y : w (plus x y) = plus (w x) (w y).
Proof.
  destruct x as [a b], y as [c d]. unfold w, plus. cbn. f_equal.
  rewrite !Z.lxor_assoc. f_equal. rewrite <- !Z.lxor_assoc. f_equal. apply Z.lxor_comm.
Qed.

Lemma w_zero : w zero = zero.
Proof. reflexivity. Qed.

Lemma w_w x : w (w x) = plus x (w x).
Proof. destruct x. reflexivity. Qed.

(** ** Spans *)

(** All sums of some of the vectors: 2 to the power of their number, possibly with repetitions. *)
Fixpoint sums (G : list vector) : list vector :=
  match G with [] => [zero] | g :: G' => sums G' ++ map (plus g) (sums G') end.

Lemma sums_length G : length (sums G) = Nat.pow 2 (length G).
Proof. induction G as [|g G IH]; [reflexivity|]. cbn. rewrite app_length, map_length. lia. Qed.

Lemma in_sums_cons g G x : In x (sums (g :: G)) <-> In x (sums G) \/ In (plus g x) (sums G).
Proof.
  cbn. rewrite in_app_iff, in_map_iff. split; intros [H|H]; auto; right.
  - destruct H as (y & <- & Hy). now rewrite plus_twice.
  - exists (plus g x). split; [apply plus_twice | assumption].
Qed.

Lemma zero_in_sums G : In zero (sums G).
Proof. induction G; [now left | rewrite in_sums_cons; now left]. Qed.

Lemma sums_plus G : forall x y, In x (sums G) -> In y (sums G) -> In (plus x y) (sums G).
Proof.
  induction G as [|g G IH]; intros x y Hx Hy.
  - destruct Hx as [<-|[]], Hy as [<-|[]]. now left.
  - rewrite in_sums_cons in *. destruct Hx as [Hx|Hx], Hy as [Hy|Hy].
    + left. auto.
    + right. assert (E : plus g (plus x y) = plus x (plus g y)).
      { rewrite <- !plus_assoc. f_equal. apply plus_comm. }
      rewrite E. auto.
    + right. rewrite <- plus_assoc. auto.
    + left. assert (E : plus x y = plus (plus g x) (plus g y)).
      { rewrite plus_assoc, (plus_comm x (plus g y)), plus_assoc, plus_twice. apply plus_comm. }
      rewrite E. auto.
Qed.

Lemma in_sums G g : In g G -> In g (sums G).
Proof.
  induction G as [|h G IH]; [intros []|]. intros [->|H]; rewrite in_sums_cons; [|auto].
  right. rewrite plus_self. apply zero_in_sums.
Qed.

Lemma sums_incl G G' : (forall g, In g G -> In g (sums G')) -> incl (sums G) (sums G').
Proof.
  induction G as [|g G IH]; intros H x Hx.
  - destruct Hx as [<-|[]]. apply zero_in_sums.
  - assert (Hg : In g (sums G')) by (apply H; now left).
    assert (IH' : incl (sums G) (sums G')) by (apply IH; intros; apply H; now right).
    apply in_sums_cons in Hx as [Hx|Hx]; [auto|].
    rewrite <- (plus_twice g x). apply sums_plus; auto.
Qed.

(** Generators of the span over GF(4): each vector is used twice. *)
Definition doubled (V : list vector) : list vector := flat_map (fun v => [v; w v]) V.

Definition span (V : list vector) : list vector := sums (doubled V).

Lemma doubled_length V : length (doubled V) = (2 * length V)%nat.
Proof.
  induction V as [|v V IH]; [reflexivity|]. unfold doubled in *. cbn [flat_map app length]. lia.
Qed.

Lemma span_self V v : In v V -> In v (span V).
Proof. intros H. apply in_sums. apply in_flat_map. exists v. cbn. auto. Qed.

Lemma span_w V x : In x (span V) -> In (w x) (span V).
Proof.
  assert (H : forall G, (forall g, In g G -> In (w g) (span V)) ->
    forall y, In y (sums G) -> In (w y) (span V)).
  { intros G. induction G as [|g G IH]; intros HG y Hy.
    - destruct Hy as [<-|[]]. apply zero_in_sums.
    - assert (Hg := HG g (or_introl eq_refl)). assert (IH' := IH (fun h Hh => HG h (or_intror Hh))).
      apply in_sums_cons in Hy as [Hy|Hy]; [auto|].
      rewrite <- (plus_twice g y), w_plus. apply sums_plus; auto. }
  apply H. intros g Hg. apply in_flat_map in Hg as (v & Hv & [<-|[<-|[]]]).
  - apply in_sums. apply in_flat_map. exists v. cbn. auto.
  - rewrite w_w. apply sums_plus; apply in_sums; apply in_flat_map; exists v; cbn; auto.
Qed.

Lemma span_incl V V' : (forall v, In v V -> In v (span V')) -> incl (span V) (span V').
Proof.
  intros H. apply sums_incl. intros g Hg.
  apply in_flat_map in Hg as (v & Hv & [<-|[<-|[]]]); [auto | apply span_w; auto].
Qed.

(** ** Independent vectors, by elimination *)

(** The position of a bit: [true] means in [low]. *)
Definition bit (i : bool * Z) (x : vector) : bool :=
  Z.testbit (if fst i then fst x else snd x) (snd i).

Lemma bit_plus i x y : bit i (plus x y) = xorb (bit i x) (bit i y).
Proof. unfold bit, plus. destruct (fst i); cbn; apply Z.lxor_spec. Qed.

(** Each vector comes with a bit that is set in it and in none of the later vectors. *)
Fixpoint echelon (E : list ((bool * Z) * vector)) : bool :=
  match E with
  | [] => true
  | (i, e) :: E' => bit i e && forallb (fun x => negb (bit i (snd x))) E' && echelon E'
  end.

Lemma sums_bit i G x : (forall g, In g G -> bit i g = false) -> In x (sums G) -> bit i x = false.
Proof.
  revert x. induction G as [|g G IH]; intros x H Hx.
  - destruct Hx as [<-|[]]. unfold bit. destruct (fst i); apply Z.testbit_0_l.
  - apply in_sums_cons in Hx as [Hx|Hx]; [apply IH; auto; intros; apply H; now right|].
    assert (E : bit i (plus g x) = false) by (apply IH; auto; intros; apply H; now right).
    rewrite bit_plus, (H g (or_introl eq_refl)), xorb_false_l in E. assumption.
Qed.

Lemma NoDup_append {A} (l l' : list A) :
  NoDup l -> NoDup l' -> (forall x, In x l -> ~ In x l') -> NoDup (l ++ l').
Proof.
  induction l as [|a l IH]; intros Hl Hl' H; [assumption | cbn]. inversion Hl; subst. constructor.
  - rewrite in_app_iff. intros [H'|H']; [auto | now apply (H a (or_introl eq_refl))].
  - apply IH; auto. intros x Hx. apply H. now right.
Qed.

Lemma echelon_sums E : echelon E = true -> NoDup (sums (map snd E)).
Proof.
  induction E as [|[i e] E IH]; intros H; [repeat constructor; intros []|].
  cbn in H. apply andb_prop in H as [H HE]. apply andb_prop in H as [He Hlater]. cbn.
  assert (Hb : forall x, In x (sums (map snd E)) -> bit i x = false).
  { intros x. apply sums_bit. intros g Hg. apply in_map_iff in Hg as (y & <- & Hy).
    rewrite forallb_forall in Hlater. apply Hlater in Hy. now destruct (bit i (snd y)). }
  apply NoDup_append; auto.
  - apply map_NoDup; auto. intros x y. apply plus_injective.
  - intros x Hx Hx'. apply in_map_iff in Hx' as (y & <- & Hy).
    apply Hb in Hx. rewrite bit_plus, He, (Hb y Hy) in Hx. discriminate.
Qed.

(** By counting, the span of [V] has at most twice as many independent vectors (over GF(2)) as [V]
    has vectors. *)
Theorem independent_vectors_in_a_span E V :
  echelon E = true -> (forall e, In e (map snd E) -> In e (span V)) ->
  (length E <= 2 * length V)%nat.
Proof.
  intros HE Hin. apply echelon_sums in HE. apply sums_incl in Hin.
  apply (NoDup_incl_length HE) in Hin. rewrite !sums_length, map_length, doubled_length in Hin.
  apply Nat.pow_le_mono_r_iff in Hin; lia.
Qed.

(** The remainder of a vector after elimination. *)
Definition reduce (E : list ((bool * Z) * vector)) (x : vector) : vector :=
  fold_left (fun y e => if bit (fst e) y then plus (snd e) y else y) E x.

Lemma reduce_is_a_sum E : forall x, In (plus x (reduce E x)) (sums (map snd E)).
Proof.
  induction E as [|[i e] E IH]; intros x; [cbn; left; now rewrite plus_self|].
  unfold reduce in *. cbn [fold_left map fst snd]. rewrite in_sums_cons.
  specialize (IH (if bit i x then plus e x else x)).
  destruct (bit i x); [right | now left]. now rewrite <- plus_assoc.
Qed.

Definition is_zero (x : vector) : bool := (fst x =? 0) && (snd x =? 0).

Lemma is_zero_eq x : is_zero x = true -> x = zero.
Proof.
  destruct x as [a b]. unfold is_zero. cbn. intros H.
  apply andb_prop in H as [Ha Hb]. apply Z.eqb_eq in Ha, Hb. now subst.
Qed.

Definition first_bit (x : vector) : bool * Z :=
  if fst x =? 0 then (false, Z.log2 (snd x)) else (true, Z.log2 (fst x)).

(** Elimination: the last vectors stay last, and lack the first bits of the vectors before them. *)
Fixpoint eliminate (G : list vector) (E : list ((bool * Z) * vector)) :
  list ((bool * Z) * vector) :=
  match G with
  | [] => E
  | g :: G' =>
    let x := reduce E g in
    eliminate G' (if is_zero x then E else E ++ [(first_bit x, x)])
  end.

Lemma eliminate_in_sums V G : forall E, (forall g, In g G -> In g (sums V)) ->
  (forall e, In e (map snd E) -> In e (sums V)) ->
  forall e, In e (map snd (eliminate G E)) -> In e (sums V).
Proof.
  induction G as [|g G IH]; intros E HG HE; [assumption|]. cbn.
  apply IH; [intros; apply HG; now right|]. destruct (is_zero (reduce E g)); [assumption|].
  intros e. rewrite map_app, in_app_iff. intros [He|[<-|[]]]; [auto|].
  cbn. rewrite <- (plus_twice g (reduce E g)). apply sums_plus; [apply HG; now left|].
  apply (sums_incl (map snd E)); [assumption | apply reduce_is_a_sum].
Qed.

Definition basis (V : list vector) : list ((bool * Z) * vector) := eliminate (doubled V) [].

Lemma basis_in_span V e : In e (map snd (basis V)) -> In e (span V).
Proof. apply eliminate_in_sums; [intros; now apply in_sums | intros ? []]. Qed.

(** Whether a vector is in the span of others. *)
Definition spanned (v : vector) (V : list vector) : bool := is_zero (reduce (basis V) v).

Lemma spanned_in_span v V : spanned v V = true -> In v (span V).
Proof.
  intros H. apply is_zero_eq in H.
  assert (Hs := reduce_is_a_sum (basis V) v). rewrite H, plus_zero in Hs.
  revert Hs. apply sums_incl. apply basis_in_span.
Qed.

(** ** Theorem 9 *)

(** If each of the [xs] is in the span of [V] and earlier ones, all are in the span of [V]. *)
Lemma one_after_the_other V : forall xs,
  (forall l x l', xs = l ++ x :: l' -> In x (span (l ++ V))) -> forall x, In x xs -> In x (span V).
Proof.
  intros xs. induction xs as [|y xs IH] using rev_ind; intros H x Hx; [destruct Hx|].
  assert (Hxs : forall x, In x xs -> In x (span V)).
  { apply IH. intros l z l' ->. apply (H l z (l' ++ [y])). now rewrite <- app_assoc. }
  apply in_app_or in Hx as [Hx|[<-|[]]]; [auto|].
  apply (span_incl (xs ++ V)); [|now apply (H xs y [])].
  intros v Hv. apply in_app_or in Hv as [Hv|Hv]; [auto | now apply span_self].
Qed.

(** The members of a cut, with their vectors. *)
Definition members := list (Z * vector).

Definition vectors_of (S : members) (keep : Z -> bool) : list vector :=
  map snd (filter (fun s => keep (fst s)) S).

(** A member has one vector. *)
Lemma one_vector (S : members) s v v' :
  NoDup (map fst S) -> In (s, v) S -> In (s, v') S -> v = v'.
Proof.
  induction S as [|[a b] S IH]; intros HS H H'; [destruct H|]. cbn in HS.
  inversion HS as [|? ? Hn HS']; subst.
  assert (Hno : forall x, ~ In (a, x) S).
  { intros x Hx. apply Hn, in_map_iff. now exists (a, x). }
  destruct H as [E|H], H' as [E'|H']; try congruence; [| |auto]; exfalso.
  - injection E as <- <-. now apply (Hno v').
  - injection E' as <- <-. now apply (Hno v).
Qed.

Lemma vectors_of_app_length S keep :
  (length (vectors_of S keep) + length (vectors_of S (fun s => negb (keep s))) = length S)%nat.
Proof.
  unfold vectors_of. rewrite !map_length. induction S as [|s S IH]; [reflexivity|]. cbn.
  destruct (keep (fst s)); cbn; lia.
Qed.

Lemma in_vectors_of S keep s v : In (s, v) S -> keep s = true -> In v (vectors_of S keep).
Proof.
  intros H Hk. apply in_map_iff. exists (s, v). split; [reflexivity | now apply filter_In].
Qed.

Lemma vectors_of_in S keep v : In v (vectors_of S keep) -> exists s, In (s, v) S /\ keep s = true.
Proof.
  intros H. apply in_map_iff in H as ([s v'] & <- & H). apply filter_In in H. now exists s.
Qed.

Definition among (l : list Z) (x : Z) : bool := existsb (Z.eqb x) l.

Lemma among_in l x : among l x = true <-> In x l.
Proof.
  unfold among. rewrite existsb_exists. split.
  - intros (y & Hy & E). apply Z.eqb_eq in E. now subst.
  - intros H. exists x. split; [assumption | apply Z.eqb_refl].
Qed.

(** For both kinds of cuts: unused and earlier used members span each used member in [us]. *)
Lemma used_members_are_few (S : members) us E :
  NoDup us -> incl us (map fst S) ->
  (forall l u l' v, us = l ++ u :: l' -> In (u, v) S ->
     In v (span (vectors_of S (fun s => negb (among us s) || among l s)))) ->
  echelon E = true -> (forall e, In e (map snd E) -> In e (span (map snd S))) ->
  (length E + 2 * length us <= 2 * length S)%nat.
Proof.
  intros Hus Hincl Hstep HE Hspan.
  set (V := vectors_of S (fun s => negb (among us s))).
  assert (Hall : forall l l', us = l ++ l' -> forall u v, In u l -> In (u, v) S -> In v (span V)).
  { intros l. induction l as [|x l IH] using rev_ind; intros l' El u v Hu Huv; [destruct Hu|].
    rewrite <- app_assoc in El. cbn in El.
    apply in_app_or in Hu as [Hu|[<-|[]]]; [now apply (IH (x :: l') El u v)|].
    apply (span_incl (vectors_of S (fun s => negb (among us s) || among l s)));
      [|now apply (Hstep l x l' v)].
    intros y Hy. apply vectors_of_in in Hy as (s & Hs & Hk). apply orb_prop in Hk as [Hk|Hk].
    - apply span_self. now apply in_vectors_of with s.
    - apply (IH (x :: l') El s y); [now apply among_in | assumption]. }
  assert (HV : forall v, In v (map snd S) -> In v (span V)).
  { intros v Hv. apply in_map_iff in Hv as ([s v'] & <- & Hs). cbn. destruct (among us s) eqn:Hk.
    - apply (Hall us [] (eq_sym (app_nil_r us)) s); [now apply among_in | assumption].
    - apply span_self. apply in_vectors_of with s; [assumption | now rewrite Hk]. }
  assert (Hlen : (length E <= 2 * length V)%nat).
  { apply independent_vectors_in_a_span; [assumption|].
    intros e He. apply (span_incl (map snd S)); auto. }
  assert (Hused : (length us <= length (vectors_of S (among us)))%nat).
  { unfold vectors_of. rewrite map_length, <- (map_length fst).
    apply NoDup_incl_length; [assumption|]. intros u Hu.
    assert (Hu' := Hincl u Hu). apply in_map_iff in Hu' as ([u' v] & <- & H).
    apply in_map_iff. exists (u', v). split; [reflexivity|].
    apply filter_In. split; [assumption | now apply among_in]. }
  assert (Hsplit := vectors_of_app_length S (among us)). fold V in Hsplit. lia.
Qed.

(** The numbers of a list that properly divide [p], or that are proper multiples of [q]. *)
Definition below (p : Z) (s : Z) : bool := (p mod s =? 0) && negb (s =? p).
Definition above (q : Z) (s : Z) : bool := (s mod q =? 0) && negb (s =? q).

Lemma below_divides p s : s <> 0 -> below p s = true -> (s | p).
Proof.
  unfold below. intros Hs H. apply andb_prop in H as [H _].
  apply Z.eqb_eq in H. now apply Z.mod_divide.
Qed.

Lemma above_divides q s : q <> 0 -> above q s = true -> (q | s).
Proof.
  unfold above. intros Hs H. apply andb_prop in H as [H _].
  apply Z.eqb_eq in H. now apply Z.mod_divide.
Qed.

(** The pairs of a cut of kind S: the vector of q is in the span of those of the other members
    below p. *)
Definition in_S_cut (S : members) (e : pair) : Prop :=
  exists v, In (fst e, v) S /\
    In v (span (vectors_of S (fun s => negb (s =? fst e) && below (snd e) s))).

(** The pairs of a cut of kind T: the vector of p is in the span of those of the other members
    above q. *)
Definition in_T_cut (T : members) (e : pair) : Prop :=
  exists v, In (snd e, v) T /\
    In v (span (vectors_of T (fun s => negb (s =? snd e) && above (fst e) s))).

Lemma span_vectors_mono S k k' :
  (forall s v, In (s, v) S -> k s = true -> k' s = true) ->
  incl (span (vectors_of S k)) (span (vectors_of S k')).
Proof.
  intros H. apply span_incl. intros v Hv. apply vectors_of_in in Hv as (s & Hs & Hk).
  apply span_self. apply in_vectors_of with s; eauto.
Qed.

(** Theorem 9, kind S: of pairs in playing order, at most |S| - K are in the cut, where 2 K is the
    number of vectors that elimination keeps. *)
Theorem S_cut (S : members) M E :
  NoDup (map fst S) -> (forall s, In s (map fst S) -> 0 < s) ->
  ordered M -> NoDup (map fst M) -> (forall e, In e M -> in_S_cut S e) ->
  echelon E = true -> (forall e, In e (map snd E) -> In e (span (map snd S))) ->
  (length E + 2 * length M <= 2 * length S)%nat.
Proof.
  intros HS Hpos Ho HM Hcut HE Hspan.
  replace (length M) with (length (map fst M)) by apply map_length.
  apply used_members_are_few; auto.
  - intros q Hq. apply in_map_iff in Hq as (e & <- & He). destruct (Hcut e He) as (v & Hv & _).
    apply in_map_iff. now exists (fst e, v).
  - intros l q l' v El Hqv.
    assert (Hsplit : exists m e m',
      M = m ++ e :: m' /\ map fst m = l /\ fst e = q /\ map fst m' = l').
    { clear -El. revert l El. induction M as [|e M IH]; intros l El; [destruct l; discriminate|].
      destruct l as [|x l]; cbn in El; injection El as E1 E2.
      - exists [], e, M. auto.
      - destruct (IH l E2) as (m & e' & m' & -> & <- & H).
        exists (e :: m), e', m'. cbn. subst. intuition. }
    destruct Hsplit as (m & [q' p] & m' & -> & <- & E' & <-). cbn in E'. subst q'.
    destruct (Hcut (q, p)) as (v' & Hv' & Hin); [apply in_or_app; right; now left|]. cbn in *.
    assert (v' = v) as -> by now apply (one_vector S q).
    revert Hin. apply span_vectors_mono. intros s x Hs Hk.
    apply andb_prop in Hk as [Hne Hbelow]. apply negb_true_iff, Z.eqb_neq in Hne.
    assert (Hs0 : 0 < s) by (apply Hpos, in_map_iff; now exists (s, x)).
    apply below_divides in Hbelow; [|lia].
    destruct (among (map fst m) s) eqn:Hm; [apply orb_true_r|]. rewrite orb_false_r.
    destruct (among (map fst (m ++ (q, p) :: m')) s) eqn:Hu; [exfalso | reflexivity].
    apply among_in in Hu. rewrite map_app, in_app_iff in Hu. cbn in Hu. destruct Hu as [Hu|[Hu|Hu]].
    + apply among_in in Hu. exact (eq_true_false_abs _ Hu Hm).
    + congruence.
    + apply in_map_iff in Hu as (e & Ee & He). apply in_split in He as (m1 & m2 & ->).
      apply (ordered_later _ (q, p) e m m1 m2 Ho); [reflexivity|]. cbn. now rewrite Ee.
Qed.

Lemma NoDup_reverse {A} (l : list A) : NoDup l -> NoDup (rev l).
Proof. intros H. apply Permutation_NoDup with l; [apply Permutation_rev | assumption]. Qed.

(** Theorem 9, kind T. *)
Theorem T_cut (T : members) M E :
  NoDup (map fst T) -> ordered M -> NoDup (map snd M) -> (forall e, In e M -> 0 < fst e) ->
  (forall e, In e M -> in_T_cut T e) ->
  echelon E = true -> (forall e, In e (map snd E) -> In e (span (map snd T))) ->
  (length E + 2 * length M <= 2 * length T)%nat.
Proof.
  intros HT Ho HM Hpos Hcut HE Hspan.
  replace (length M) with (length (rev (map snd M))) by (rewrite rev_length; apply map_length).
  apply used_members_are_few; auto.
  - now apply NoDup_reverse.
  - intros p Hp. apply in_rev, in_map_iff in Hp as (e & <- & He).
    destruct (Hcut e He) as (v & Hv & _). apply in_map_iff. now exists (snd e, v).
  - intros l p l' v El Hpv. rewrite <- map_rev in El.
    assert (Hsplit : exists m e m',
      rev M = m ++ e :: m' /\ map snd m = l /\ snd e = p /\ map snd m' = l').
    { clear -El. revert l El.
      induction (rev M) as [|e R IH]; intros l El; [destruct l; discriminate|].
      destruct l as [|x l]; cbn in El; injection El as E1 E2.
      - exists [], e, R. auto.
      - destruct (IH l E2) as (m & e' & m' & -> & <- & H).
        exists (e :: m), e', m'. cbn. subst. intuition. }
    destruct Hsplit as (m & [q p'] & m' & Er & <- & E' & <-). cbn in E'. subst p'.
    assert (EM : M = rev m' ++ (q, p) :: rev m).
    { rewrite <- (rev_involutive M), Er, rev_app_distr. cbn. now rewrite <- app_assoc. }
    assert (Hqp : In (q, p) M) by (rewrite EM; apply in_or_app; right; now left).
    destruct (Hcut (q, p) Hqp) as (v' & Hv' & Hin). assert (Hq := Hpos _ Hqp). cbn in *.
    assert (v' = v) as -> by now apply (one_vector T p).
    revert Hin. apply span_vectors_mono. intros s x Hs Hk.
    apply andb_prop in Hk as [Hne Habove]. apply negb_true_iff, Z.eqb_neq in Hne.
    apply above_divides in Habove; [|lia].
    destruct (among (map snd m) s) eqn:Hm; [apply orb_true_r|]. rewrite orb_false_r.
    destruct (among (rev (map snd M)) s) eqn:Hu; [exfalso | reflexivity].
    apply among_in in Hu. rewrite <- in_rev, EM, map_app, in_app_iff in Hu. cbn in Hu.
    destruct Hu as [Hu|[Hu|Hu]].
    + apply in_map_iff in Hu as (e & Ee & He). apply in_split in He as (m1 & m2 & E12).
      apply (ordered_later M e (q, p) m1 m2 (rev m) Ho); [|cbn; now rewrite Ee].
      rewrite EM, E12, <- app_assoc. reflexivity.
    + congruence.
    + rewrite map_rev in Hu. apply in_rev in Hu. apply among_in in Hu.
      exact (eq_true_false_abs _ Hu Hm).
Qed.
