(** * The game of Taxman, directly from its rules; Lemma 0, Theorems 1 and 2.

    Theorems have the names of docs/theory.md. *)

From Coq Require Import ZArith List Bool Lia Permutation Relations Znumtheory.
Import ListNotations.
Open Scope Z_scope.

(** ** Rules *)

(** A pot: distinct positive integers. *)
Definition is_pot (P : list Z) : Prop := NoDup P /\ forall x, In x P -> 0 < x.

(** The taxman's numbers when [p] is taken from the remaining numbers [R]: the proper divisors of
    [p]. *)
Definition tax (R : list Z) (p d : Z) : Prop := In d R /\ (d | p) /\ d <> p.

(** A number may be taken if it is present and the taxman gets a number. *)
Definition legal (R : list Z) (p : Z) : Prop := In p R /\ exists d, tax R p d.

(** The remaining numbers after [p] was taken: [p] and all its divisors have left. *)
Definition after (R : list Z) (p : Z) : list Z :=
  filter (fun x => if Zdivide_dec x p then false else true) R.

(** [play R ps]: from the rest [R], the numbers [ps] may be taken in this order. *)
Inductive play : list Z -> list Z -> Prop :=
| play_end R : play R []
| play_move R p ps : legal R p -> play (after R p) ps -> play R (p :: ps).

(** The player's gain. *)
Definition total (ps : list Z) : Z := fold_right Z.add 0 ps.

(** No play of the pot gains more than [b]. *)
Definition at_most (P : list Z) (b : Z) : Prop := forall ps, play P ps -> total ps <= b.

(** Some play of the pot gains [s]. *)
Definition reached (P : list Z) (s : Z) : Prop := exists ps, play P ps /\ total ps = s.

(** [s] is the best score. *)
Definition score_is (P : list Z) (s : Z) : Prop := reached P s /\ at_most P s.

Lemma score_is_unique P s s' : score_is P s -> score_is P s' -> s = s'.
Proof.
  intros [(ps & H & E) U] [(ps' & H' & E') U'].
  apply Z.le_antisymm; [rewrite <- E; auto | rewrite <- E'; auto].
Qed.

(** ** Lemma 0 *)

Lemma in_after R p x : In x (after R p) <-> In x R /\ ~ (x | p).
Proof. unfold after. rewrite filter_In. destruct (Zdivide_dec x p); intuition discriminate. Qed.

(** The rest of the pot [P] after the numbers [ms] were taken. *)
Definition rest (P ms : list Z) : list Z := fold_left after ms P.

(** A number has left the pot if and only if it divides a number that has been taken. *)
Lemma in_rest ms : forall P x, In x (rest P ms) <-> In x P /\ forall m, In m ms -> ~ (x | m).
Proof.
  induction ms as [|m ms IH]; intros P x; cbn.
  - intuition.
  - unfold rest in IH. rewrite IH, in_after. split.
    + intros [[H1 H2] H3]. split; [assumption|]. intros m' [<-|H]; auto.
    + intros [H1 H2]. repeat split; auto.
Qed.

(** Lemma 0: when a number has left the pot, all its divisors have left it, too. *)
Theorem lemma_0 P ms x d : In x P -> ~ In x (rest P ms) -> (d | x) -> ~ In d (rest P ms).
Proof.
  rewrite !in_rest. intros Hx Hgone Hd [_ Hall]. apply Hgone. split; [assumption|].
  intros m Hm Hxm. apply (Hall m Hm). now apply Z.divide_trans with x.
Qed.

Lemma rest_is_pot P ms : is_pot P -> is_pot (rest P ms).
Proof.
  unfold rest. revert P. induction ms as [|m ms IH]; intros P HP; [assumption | cbn]. apply IH.
  destruct HP as [Hd Hpos]. split; [now apply NoDup_filter|]. intros x Hx. apply in_after in Hx.
  now apply Hpos.
Qed.

(** Games in progress: plays from the rest of a pot. *)
Lemma play_goes_on ms : forall P ps, play P (ms ++ ps) -> play (rest P ms) ps.
Proof.
  induction ms as [|m ms IH]; intros P ps H; [assumption|]. inversion H; subst. now apply IH.
Qed.

Lemma total_app ms ps : total (ms ++ ps) = total ms + total ps.
Proof. unfold total. induction ms; cbn; lia. Qed.

(** ** Plays in which each number taken is paired with one of its taxes *)

Notation pair := (Z * Z)%type. (* (q, p): the tax and the number taken *)

Inductive paired (choice : list Z -> Z -> Z -> Prop) : list Z -> list pair -> Prop :=
| paired_end R : paired choice R []
| paired_move R q p M :
    In p R -> tax R p q -> choice R p q -> paired choice (after R p) M ->
    paired choice R ((q, p) :: M).

Definition any (R : list Z) (p q : Z) : Prop := True.
Definition largest (R : list Z) (p q : Z) : Prop := forall d, tax R p d -> d <= q.

Lemma paired_is_play c M : forall R, paired c R M -> play R (map snd M).
Proof.
  induction M as [|[q p] M IH]; intros R H; cbn; [constructor|].
  inversion H; subst. constructor; [split; [assumption | now exists q] | now apply IH].
Qed.

Lemma paired_any c M : forall R, paired c R M -> paired any R M.
Proof.
  induction M as [|[q p] M IH]; intros R H; inversion H; subst; constructor; auto. exact I.
Qed.

Lemma there_is_a_largest (T : Z -> Prop) (dec : forall x, {T x} + {~ T x}) l :
  (exists x, In x l /\ T x) -> exists q, In q l /\ T q /\ forall d, In d l -> T d -> d <= q.
Proof.
  induction l as [|a l IH]; intros (x & Hx & Tx); [destruct Hx|].
  assert (D : (exists y, In y l /\ T y) \/ forall y, In y l -> ~ T y).
  { clear -dec. induction l as [|b l IH]; [right; intros ? []|].
    destruct (dec b) as [Tb|Tb]; [left; exists b; cbn; auto|].
    destruct IH as [(y & H & Ty)|H]; [left; exists y; cbn; auto|].
    right. intros y [<-|Hy]; auto. }
  destruct D as [D|D].
  - destruct (IH D) as (q & Hq & Tq & Hmax). destruct (dec a) as [Ta|Ta].
    + destruct (Z.le_gt_cases a q).
      * exists q. cbn. repeat split; auto. intros d [<-|Hd] Td; auto.
      * exists a. cbn. repeat split; auto. intros d [<-|Hd] Td; [lia|].
        specialize (Hmax d Hd Td). lia.
    + exists q. cbn. repeat split; auto. intros d [<-|Hd] Td; [contradiction | auto].
  - destruct Hx as [<-|Hx]; [|now apply D in Hx].
    exists a. cbn. repeat split; auto. intros d [<-|Hd] Td; [lia | now apply D in Hd].
Qed.

Lemma play_is_paired ps : forall R, play R ps -> exists M, paired largest R M /\ map snd M = ps.
Proof.
  induction ps as [|p ps IH]; intros R H.
  - exists []. split; [constructor | reflexivity].
  - inversion H as [|? ? ? [Hp (d & Hd & Hdiv & Hne)] Hrest]; subst.
    destruct (there_is_a_largest (fun d => (d | p) /\ d <> p)) with (l := R)
      as (q & Hq & [Hqp Hqne] & Hmax).
    { intros x. destruct (Zdivide_dec x p); [|right; tauto].
      destruct (Z.eq_dec x p); [right; tauto | left; tauto]. }
    { exists d. tauto. }
    destruct (IH _ Hrest) as (M & HM & <-). exists ((q, p) :: M). split; [|reflexivity].
    constructor; auto; [repeat split; assumption|]. intros x (Hx & Hx' & Hx''). apply Hmax; tauto.
Qed.

(** ** Orders and matchings *)

(** The pairs of a set: a number of the pot, and a proper divisor of it in the pot. *)
Definition pairs_in (P : list Z) (M : list pair) : Prop :=
  forall q p, In (q, p) M -> In q P /\ In p P /\ (q | p) /\ q <> p.

(** A topological order: no tax of a later pair divides the upper end of an earlier one. *)
Definition ordered (M : list pair) : Prop := ForallOrdPairs (fun e e' => ~ (fst e' | snd e)) M.

(** A matching: no number is in two of its pairs. *)
Definition matching (M : list pair) : Prop := NoDup (map fst M ++ map snd M).

(** [q] is below [p], and no number of the pot is strictly between them. *)
Definition covers (P : list Z) (q p : Z) : Prop :=
  In q P /\ In p P /\ (q | p) /\ q <> p /\ forall x, In x P -> (q | x) -> (x | p) -> x = q \/ x = p.

(** Theorem 2 for sequences: pairs can be played in this order if and only if the order is
    topological. *)
Theorem playable_iff_ordered M : forall P, paired any P M <-> pairs_in P M /\ ordered M.
Proof.
  induction M as [|[q p] M IH]; intros P.
  - split; [intros _; split; [intros ? ? [] | constructor] | intros _; constructor].
  - split.
    + intros H. inversion H as [|? ? ? ? Hp (Hq & Hqp & Hne) _ HM]; subst.
      apply IH in HM as [HM Hord]. split.
      * intros q' p' [E|Hin]; [inversion E; subst; auto|].
        apply HM in Hin. rewrite !in_after in Hin. tauto.
      * constructor; [|assumption]. apply Forall_forall. intros [q' p'] Hin.
        apply HM in Hin. rewrite !in_after in Hin. cbn. tauto.
    + intros [HP Hord]. inversion Hord as [|? ? Hfirst Hord']; subst.
      destruct (HP q p (or_introl eq_refl)) as (Hq & Hp & Hqp & Hne).
      constructor; [assumption | repeat split; assumption | exact I |].
      apply IH. split; [|assumption]. intros q' p' Hin.
      destruct (HP q' p' (or_intror Hin)) as (Hq' & Hp' & Hqp' & Hne').
      rewrite Forall_forall in Hfirst. specialize (Hfirst _ Hin). cbn in Hfirst.
      rewrite !in_after. repeat split; auto.
      intros Hdiv. apply Hfirst. now apply Z.divide_trans with p'.
Qed.

Lemma ordered_later M e e' l l' l'' :
  ordered M -> M = l ++ e :: l' ++ e' :: l'' -> ~ (fst e' | snd e).
Proof.
  intros H ->.
  induction l as [|x l IH]; cbn in H; inversion H as [|? ? Hf Ho]; subst; [|now apply IH].
  rewrite Forall_forall in Hf. apply Hf. apply in_or_app. right. now left.
Qed.

(** The numbers of a sequence in topological order are distinct, so it is a matching. *)
Theorem ordered_is_matching P M : is_pot P -> pairs_in P M -> ordered M -> matching M.
Proof.
  intros [_ Hpos]. induction M as [|[q p] M IH]; intros HP Hord; [constructor|].
  inversion Hord as [|? ? Hf Ho]; subst. rewrite Forall_forall in Hf.
  assert (HP' : pairs_in P M) by (intros ? ? H; apply HP; now right).
  destruct (HP q p (or_introl eq_refl)) as (Hq & Hp & Hqp & Hne).
  assert (Hp0 := Hpos p Hp). assert (Hq0 := Hpos q Hq). specialize (IH HP' Ho).
  unfold matching. cbn.
  assert (Hnot : forall x, (x | p) -> x = p \/ x = q -> ~ In x (map fst M ++ map snd M)).
  { intros x Hx _ Hin.
    apply in_app_or in Hin as [Hin|Hin];
      apply in_map_iff in Hin as ([q' p'] & E & Hin); cbn in E; subst.
    - now apply (Hf (x, p')).
    - destruct (HP' _ _ Hin) as (_ & _ & Hd & _).
      apply (Hf (q', x) Hin). cbn. now apply Z.divide_trans with x. }
  constructor.
  - intros Hin. apply in_app_or in Hin as [Hin|[Hin|Hin]].
    + apply (Hnot q Hqp); [now right | apply in_or_app; now left].
    + now apply Hne.
    + apply (Hnot q Hqp); [now right | apply in_or_app; now right].
  - apply Permutation_NoDup with (l := p :: map fst M ++ map snd M); [apply Permutation_middle|].
    constructor; [apply Hnot; [apply Z.divide_refl | now left] | exact IH].
Qed.

(** ** Theorem 1 *)

(** With a number, the rest also contains all its multiples in the pot. *)
Definition upward (P R : list Z) : Prop :=
  incl R P /\ forall x q, In x P -> In q R -> (q | x) -> In x R.

Lemma upward_after P R p : upward P R -> upward P (after R p).
Proof.
  intros [Hi Hu]. split.
  - intros x Hx. apply in_after in Hx. now apply Hi.
  - intros x q Hx Hq Hd. apply in_after in Hq as [Hq Hn]. apply in_after.
    split; [now apply (Hu x q)|]. intros Hxp. apply Hn. now apply Z.divide_trans with x.
Qed.

Lemma largest_taxes_are_covers P M : is_pot P ->
  forall R, upward P R -> paired largest R M -> forall q p, In (q, p) M -> covers P q p.
Proof.
  intros [_ Hpos]. induction M as [|[q' p'] M IH]; intros R HR H q p Hin; [destruct Hin|].
  inversion H as [|? ? ? ? Hp (Hq & Hqp & Hne) Hlargest HM]; subst.
  destruct HR as [Hi Hu]. destruct Hin as [E|Hin].
  - inversion E; subst. repeat split; auto. intros x Hx Hqx Hxp.
    destruct (Z.eq_dec x p) as [->|Hxne]; [now right | left].
    assert (x <= q) by (apply Hlargest; repeat split; auto; now apply (Hu x q)).
    assert (q <= x) by (apply Z.divide_pos_le; auto). lia.
  - apply (IH (after R p')); auto. now apply upward_after.
Qed.

(** Theorem 1.  The numbers taken in a play, each with the largest of its taxes, are a matching of
    the cover graph; its weight is the score.  With half of Theorem 2: in the order of play, it is
    topologically ordered. *)
Theorem theorem_1 P ps : is_pot P -> play P ps ->
  exists M, map snd M = ps /\ matching M /\ ordered M /\ (forall q p, In (q, p) M -> covers P q p).
Proof.
  intros HP H. destruct (play_is_paired _ _ H) as (M & HM & E). exists M.
  assert (Ho := paired_any _ _ _ HM). apply playable_iff_ordered in Ho as [Hin Ho].
  split; [assumption|]. split; [now apply ordered_is_matching with P|]. split; [assumption|].
  apply (largest_taxes_are_covers P M HP P); [split; [apply incl_refl | auto] | assumption].
Qed.

(** Pairs in topological order are a play, whichever divisors they use. *)
Theorem ordered_pairs_are_a_play P M : pairs_in P M -> ordered M -> play P (map snd M).
Proof. intros H Ho. apply paired_is_play with any. now apply playable_iff_ordered. Qed.

(** ** Theorem 2, with cycles *)

Lemma NoDup_front {A} (l l' : list A) : NoDup (l ++ l') -> NoDup l.
Proof.
  induction l as [|a l IH]; [constructor | cbn]. intros H. inversion H; subst.
  rewrite in_app_iff in *. constructor; tauto.
Qed.

Lemma matching_lower M : matching M -> NoDup (map fst M).
Proof. apply NoDup_front. Qed.

Lemma matching_upper M : matching M -> NoDup (map snd M).
Proof.
  intros H. apply NoDup_front with (map fst M).
  apply Permutation_NoDup with (2 := H). apply Permutation_app_comm.
Qed.

(** The arc from [a] to [b] says: [a] is played before [b]. *)
Definition arc (M : list pair) (a b : pair) : Prop := In a M /\ In b M /\ a <> b /\ (fst a | snd b).

Definition acyclic (M : list pair) : Prop := forall a, ~ clos_trans pair (arc M) a a.

(** A play takes exactly the upper ends, in some order, each with its lower end among the taxes. *)
Definition realised (P : list Z) (M : list pair) : Prop :=
  exists M', Permutation M M' /\ paired any P M'.

Lemma arc_mono M M' a b : incl M M' -> arc M a b -> arc M' a b.
Proof. intros H (Ha & Hb & Hr). repeat split; try tauto; now apply H. Qed.

Lemma acyclic_mono M M' : incl M M' -> acyclic M' -> acyclic M.
Proof.
  intros H Ha a Hc. apply (Ha a).
  assert (Hm : forall x y, clos_trans pair (arc M) x y -> clos_trans pair (arc M') x y).
  { intros x y Hxy.
    induction Hxy; [apply t_step; now apply arc_mono with M | eapply t_trans; eauto]. }
  now apply Hm.
Qed.

Lemma ordered_is_acyclic M : ordered M -> acyclic M.
Proof.
  induction M as [|e M IH]; intros Ho a Hc.
  - apply clos_trans_t1n in Hc. inversion Hc as [? (H & _)|? ? (H & _)]; destruct H.
  - inversion Ho as [|? ? Hf Ho']; subst. rewrite Forall_forall in Hf.
    assert (Hin : forall x y, arc (e :: M) x y -> y <> e /\ (x = e \/ arc M x y)).
    { intros x y (Hx & Hy & Hne & Hd). assert (y <> e).
      { intros ->. destruct Hx as [->|Hx]; [congruence|]. now apply (Hf x). }
      split; [assumption|]. destruct Hx as [->|Hx]; [now left | right].
      destruct Hy as [->|Hy]; [congruence|]. repeat split; auto. }
    assert (Hstep : forall x y, clos_trans pair (arc (e :: M)) x y ->
      y <> e /\ (x <> e -> clos_trans pair (arc M) x y)).
    { intros x y Hxy. apply clos_trans_t1n in Hxy. induction Hxy as [x y H|x y z H _ [IHz IHxy]].
      - apply Hin in H as [Hy [->|H]]; split; auto; [congruence | intros _; now apply t_step].
      - apply Hin in H as [Hy [->|H]]; split; auto; [congruence | intros _].
        apply t_trans with y; [now apply t_step | auto]. }
    apply Hstep in Hc as [Hne Hc]. exact (IH Ho' a (Hc Hne)).
Qed.

Lemma arc_dec M a b : {arc M a b} + {~ arc M a b}.
Proof.
  assert (D : forall x y : pair, {x = y} + {x <> y}) by (decide equality; apply Z.eq_dec).
  unfold arc. destruct (in_dec D a M), (in_dec D b M), (D a b), (Zdivide_dec (fst a) (snd b));
    first [left; tauto | right; tauto].
Qed.

(** Without cycles, some pair has no arc into it: otherwise one could walk backwards for ever. *)
Lemma acyclic_has_a_first M : acyclic M -> M <> [] -> exists e, In e M /\ forall x, ~ arc M x e.
Proof.
  intros Ha Hne.
  assert (Hpred : forall e, (exists x, arc M x e) \/ forall x, ~ arc M x e).
  { intros e.
    assert (H : forall l, (exists x, In x l /\ arc M x e) \/ forall x, In x l -> ~ arc M x e).
    { intros l.
      induction l as [|b l [(x & Hx & H)|H]]; [right; intros ? [] | left; exists x; cbn; auto|].
      destruct (arc_dec M b e); [left; exists b; cbn; auto | right; intros x [<-|Hx]; auto]. }
    destruct (H M) as [(x & _ & Hx)|Hno]; [left; now exists x | right].
    intros x Hx. apply (Hno x); [apply Hx | assumption]. }
  assert (Hwalk : forall n, (exists e, In e M /\ forall x, ~ arc M x e) \/
    exists e l, length l = n /\ NoDup (e :: l) /\ incl (e :: l) M /\
      forall x, In x l -> clos_trans pair (arc M) e x).
  { intros n. induction n as [|n [H|(e & l & Hl & Hd & Hi & Hc)]]; [|now left|].
    - destruct M as [|e M]; [congruence|]. right. exists e, []. repeat split; auto.
      + constructor; [tauto | constructor].
      + intros x [<-|[]]. now left.
      + intros x [].
    - destruct (Hpred e) as [(x & Hx)|Hno];
        [right | left; exists e; split; [apply Hi; now left | assumption]].
      assert (Hall : forall y, In y (e :: l) -> clos_trans pair (arc M) x y).
      { intros y [<-|Hy]; [now apply t_step | apply t_trans with e; [now apply t_step | auto]]. }
      exists x, (e :: l). repeat split; auto.
      + cbn. congruence.
      + constructor; [|assumption]. intros Hin. apply (Ha x). now apply Hall.
      + intros y [<-|Hy]; [apply Hx | now apply Hi]. }
  destruct (Hwalk (length M)) as [H|(e & l & Hl & Hd & Hi & _)]; [assumption | exfalso].
  apply (NoDup_incl_length Hd) in Hi. cbn in Hi. lia.
Qed.

Lemma acyclic_has_an_order n : forall M, length M = n -> NoDup M -> acyclic M ->
  exists M', Permutation M M' /\ ordered M'.
Proof.
  induction n as [|n IH]; intros M Hn Hd Ha.
  - destruct M; [|discriminate]. exists []. split; [constructor | constructor].
  - destruct (acyclic_has_a_first M Ha) as (e & He & Hfirst); [intros ->; discriminate|].
    apply in_split in He as (l & l' & ->).
    assert (Hp : Permutation (l ++ e :: l') (e :: l ++ l')) by (symmetry; apply Permutation_middle).
    assert (Hd' := Permutation_NoDup Hp Hd). inversion Hd' as [|? ? Hnin Hd'']; subst.
    destruct (IH (l ++ l')) as (M' & Hperm & Ho); auto.
    + rewrite app_length in *. cbn in Hn. lia.
    + apply acyclic_mono with (l ++ e :: l'); auto.
      intros x Hx. apply Permutation_in with (e :: l ++ l'); [now symmetry | now right].
    + exists (e :: M'). split; [rewrite Hp; now constructor|]. constructor; [|assumption].
      apply Forall_forall. intros x Hx Hdiv. apply (Hfirst x).
      assert (Hx' : In x (l ++ l')) by (apply Permutation_in with M'; [now symmetry | assumption]).
      repeat split; auto.
      * apply Permutation_in with (e :: l ++ l'); [now symmetry | now right].
      * apply in_or_app. right. now left.
      * intros ->. contradiction.
Qed.

(** Theorem 2.  A matching is realised by a play if and only if it is acyclic. *)
Theorem theorem_2 P M : pairs_in P M -> matching M -> (realised P M <-> acyclic M).
Proof.
  intros HP Hm. split.
  - intros (M' & Hp & H). apply playable_iff_ordered in H as [_ H]. apply acyclic_mono with M'.
    + intros x. now apply Permutation_in.
    + now apply ordered_is_acyclic.
  - intros Ha. destruct (acyclic_has_an_order (length M) M eq_refl) as (M' & Hp & Ho); auto.
    + apply NoDup_front in Hm. now apply NoDup_map_inv in Hm.
    + exists M'. split; [assumption|]. apply playable_iff_ordered. split; [|assumption].
      intros q p Hin. apply HP. apply Permutation_in with M'; [now symmetry | assumption].
Qed.

(** Corollary 3.  The best score is the maximum weight of an acyclic matching in the cover graph. *)
Definition acyclic_matching (P : list Z) (M : list pair) : Prop :=
  (forall q p, In (q, p) M -> covers P q p) /\ matching M /\ acyclic M.

Lemma acyclic_matching_is_a_play P M : acyclic_matching P M -> reached P (total (map snd M)).
Proof.
  intros (Hc & Hm & Ha).
  assert (HP : pairs_in P M).
  { intros q p Hin. destruct (Hc q p Hin) as (Hq & Hp & Hd & Hne & _). auto. }
  apply (theorem_2 P M HP Hm) in Ha as (M' & Hp & H).
  exists (map snd M'). split; [now apply paired_is_play with any|].
  assert (E : forall l l', Permutation l l' -> total l = total l').
  { intros l l' Hl. induction Hl; unfold total in *; cbn; lia. }
  apply E. symmetry. now apply Permutation_map.
Qed.

Theorem corollary_3 P s : is_pot P ->
  (score_is P s <-> (exists M, acyclic_matching P M /\ total (map snd M) = s) /\
                    (forall M, acyclic_matching P M -> total (map snd M) <= s)).
Proof.
  intros HP.
  assert (Hplay : forall ps, play P ps -> exists M, acyclic_matching P M /\ map snd M = ps).
  { intros ps H. destruct (theorem_1 P ps HP H) as (M & E & Hm & Ho & Hc).
    exists M. split; [|assumption]. split; [assumption|].
    split; [assumption | now apply ordered_is_acyclic]. }
  split.
  - intros [(ps & Hps & E) Hmax]. split.
    + destruct (Hplay ps Hps) as (M & HM & <-). now exists M.
    + intros M HM.
      destruct (acyclic_matching_is_a_play P M HM) as (ps' & Hps' & <-). now apply Hmax.
  - intros [(M & HM & E) Hmax]. split.
    + rewrite <- E. now apply acyclic_matching_is_a_play.
    + intros ps Hps. destruct (Hplay ps Hps) as (M' & HM' & <-). now apply Hmax.
Qed.

(** ** The pots {1, ..., N} *)

Definition range (n : Z) : list Z := map Z.of_nat (seq 1 (Z.to_nat n)).

Lemma map_NoDup {A B} (f : A -> B) l :
  (forall x y, f x = f y -> x = y) -> NoDup l -> NoDup (map f l).
Proof.
  intros injective. induction 1 as [|x l absent _ IH]; simpl; constructor; auto.
  rewrite in_map_iff. intros (y & same & Hy). apply absent. now rewrite <- (injective y x same).
Qed.

Lemma in_range n x : In x (range n) <-> 1 <= x <= n.
Proof.
  unfold range. rewrite in_map_iff. split.
  - intros (k & <- & Hk). apply in_seq in Hk. lia.
  - intros H. exists (Z.to_nat x). split; [lia|]. apply in_seq. lia.
Qed.

Lemma range_NoDup n : NoDup (range n).
Proof. unfold range. apply map_NoDup; [intros a b; apply Nat2Z.inj | apply seq_NoDup]. Qed.

Lemma range_is_pot n : is_pot (range n).
Proof. split; [apply range_NoDup | intros x; rewrite in_range; lia]. Qed.

(** In {1, ..., N}, a number is covered by its prime multiples only (half of Lemma 4). *)
Theorem covers_are_prime_steps n q p : covers (range n) q p -> exists r, prime r /\ p = q * r.
Proof.
  intros (Hq & Hp & (k & ->) & Hne & Hno). rewrite in_range in *.
  assert (Hk0 : 0 < k) by nia. assert (Hk1 : k <> 1) by (intros ->; lia).
  assert (Hk : 1 < k) by lia.
  exists k. split; [|ring].
  destruct (prime_dec k) as [|Hk']; [assumption | exfalso].
  apply not_prime_divide in Hk' as (d & Hd & (m & ->)); [|lia].
  destruct (Hno (d * q)) as [E|E].
  - rewrite in_range. nia.
  - now exists d.
  - exists m. ring.
  - nia.
  - assert (m = 1) by nia. nia.
Qed.
