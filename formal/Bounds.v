(** * Theorem 13 and Corollary 14: integer multipliers bound every game. *)

From Coq Require Import ZArith List Bool Lia Permutation Znumtheory.
From Taxman Require Import Game Cuts.
Import ListNotations.
Open Scope Z_scope.

(** ** Games *)

(** A game of a pot, as in Theorem 1: pairs in playing order. No number is in two pairs, and no
    number of the pot is strictly between the two of a pair. *)
Record game (P : list Z) (M : list pair) : Prop := {
  game_pot : is_pot P;
  game_pairs : pairs_in P M;
  game_ordered : ordered M;
  game_matching : matching M;
  game_covers : forall q p, In (q, p) M -> covers P q p
}.

Theorem play_is_game P ps : is_pot P -> play P ps -> exists M, game P M /\ map snd M = ps.
Proof.
  intros HP H. destruct (theorem_1 _ _ HP H) as (M & E & Hm & Ho & Hc). exists M.
  split; [|assumption]. constructor; auto.
  intros q p Hin. destruct (Hc q p Hin) as (Hq & Hp & Hd & Hne & _). auto.
Qed.

Theorem game_is_play P M : game P M -> play P (map snd M).
Proof. intros HM. apply ordered_pairs_are_a_play; apply HM. Qed.

(** If each game weighs at most [b], each play gains at most [b]. *)
Theorem bound_games P b :
  is_pot P -> (forall M, game P M -> total (map snd M) <= b) -> at_most P b.
Proof. intros HP H ps Hp. destruct (play_is_game P ps HP Hp) as (M & HM & <-). auto. Qed.

(** ** Sums *)

Fixpoint sum {A} (f : A -> Z) (l : list A) : Z :=
  match l with [] => 0 | x :: l' => f x + sum f l' end.

Lemma sum_app {A} (f : A -> Z) l l' : sum f (l ++ l') = sum f l + sum f l'.
Proof. induction l; cbn; lia. Qed.

Lemma sum_plus {A} (f g : A -> Z) l : sum (fun x => f x + g x) l = sum f l + sum g l.
Proof. induction l; cbn; lia. Qed.

Lemma sum_times {A} c (f : A -> Z) l : sum (fun x => c * f x) l = c * sum f l.
Proof. induction l; cbn; lia. Qed.

Lemma sum_ext {A} (f g : A -> Z) l : (forall x, In x l -> f x = g x) -> sum f l = sum g l.
Proof.
  induction l as [|a l IH]; intros H; cbn; [reflexivity|].
  rewrite (H a), IH; cbn; auto. intros; apply H; now right.
Qed.

Lemma sum_le {A} (f g : A -> Z) l : (forall x, In x l -> f x <= g x) -> sum f l <= sum g l.
Proof.
  induction l as [|a l IH]; intros H; cbn; [lia|].
  assert (f a <= g a) by (apply H; now left).
  assert (sum f l <= sum g l) by (apply IH; intros; apply H; now right). lia.
Qed.

(** If one term is smaller by at least [d], so is the sum. *)
Lemma sum_le_by {A} (f g : A -> Z) l a d :
  (forall x, In x l -> f x <= g x) -> In a l -> f a <= g a + d -> sum f l <= sum g l + d.
Proof.
  intros H Ha Hd. apply in_split in Ha as (l1 & l2 & ->). rewrite !sum_app. cbn.
  assert (sum f l1 <= sum g l1) by (apply sum_le; intros; apply H; apply in_or_app; now left).
  assert (sum f l2 <= sum g l2)
    by (apply sum_le; intros; apply H; apply in_or_app; right; now right).
  lia.
Qed.

Lemma sum_zero {A} (f : A -> Z) l : (forall x, In x l -> f x = 0) -> sum f l = 0.
Proof.
  induction l as [|a l IH]; intros H; cbn; [reflexivity|].
  rewrite (H a), IH; cbn; auto. intros; apply H; now right.
Qed.

Lemma sum_map {A B} (f : B -> Z) (g : A -> B) l : sum f (map g l) = sum (fun x => f (g x)) l.
Proof. induction l; cbn; lia. Qed.

Lemma sum_flat_map {A B} (f : B -> Z) (g : A -> list B) l :
  sum f (flat_map g l) = sum (fun x => sum f (g x)) l.
Proof. induction l as [|a l IH]; cbn; [reflexivity|]. now rewrite sum_app, IH. Qed.

Lemma sum_filter {A} (f : A -> Z) (b : A -> bool) l :
  sum f (filter b l) = sum (fun x => if b x then f x else 0) l.
Proof. induction l as [|a l IH]; cbn; [reflexivity|]. destruct (b a); cbn; lia. Qed.

Lemma sum_permutation {A} (f : A -> Z) l l' : Permutation l l' -> sum f l = sum f l'.
Proof. induction 1; cbn; lia. Qed.

Lemma total_is_sum M : total (map snd M) = sum (fun e : pair => snd e) M.
Proof. unfold total. induction M; cbn; lia. Qed.

(** If terms of distinct numbers are at least 0, omitting some of them does not increase the sum. *)
Lemma sum_of_some (u : Z -> Z) l : forall V, NoDup l -> incl l V -> NoDup V ->
  (forall v, In v V -> ~ In v l -> 0 <= u v) -> sum u l <= sum u V.
Proof.
  induction l as [|a l IH]; intros V Hl Hi HV H; cbn.
  - clear Hi HV. induction V as [|v V IHV]; cbn; [lia|].
    assert (0 <= u v) by (apply H; [now left | tauto]).
    assert (0 <= sum u V) by (apply IHV; intros; apply H; [now right | tauto]). lia.
  - inversion Hl as [|? ? Hn Hl']; subst. assert (Ha : In a V) by (apply Hi; now left).
    apply in_split in Ha as (V1 & V2 & ->). rewrite sum_app. cbn.
    assert (Hle : sum u l <= sum u (V1 ++ V2)).
    { apply NoDup_remove in HV as [HV Hna]. apply IH; auto.
      - intros x Hx. assert (In x (V1 ++ a :: V2)) as Hx' by (apply Hi; now right).
        apply in_or_app.
        apply in_app_or in Hx' as [?|[<-|?]]; [now left | contradiction | now right].
      - intros v Hv Hnv. apply H.
        + apply in_app_or in Hv as [?|?]; apply in_or_app; [now left | right; now right].
        + intros [<-|?]; contradiction. }
    rewrite sum_app in Hle. lia.
Qed.

(** ** Theorem 13 *)

(** An inequality: its coefficient for each pair, and its right-hand side. *)
Definition inequality := ((pair -> Z) * Z)%type.
Definition obeys (M : list pair) (c : inequality) : Prop := sum (fst c) M <= snd c.

(** The residual of a pair: its worth [o s p] minus the multipliers of its ends and of its cuts. *)
Definition residual (os : Z) (u : Z -> Z) (cuts : list (Z * inequality)) (e : pair) : Z :=
  os * snd e - u (fst e) - u (snd e) - sum (fun c => fst c * fst (snd c) e) cuts.

Lemma sum_of_ends (u : Z -> Z) (M : list pair) :
  sum (fun e => u (fst e) + u (snd e)) M = sum u (map fst M ++ map snd M).
Proof. rewrite sum_app, !sum_map. apply sum_plus. Qed.

Lemma ends_in_pot P M : game P M -> incl (map fst M ++ map snd M) P.
Proof.
  intros HM x Hx. apply in_app_or in Hx as [Hx|Hx]; apply in_map_iff in Hx as ([q p] & <- & Hin);
    now apply (game_pairs _ _ HM) in Hin.
Qed.

Lemma cuts_add_up M cuts :
  (forall c, In c cuts -> 0 <= fst c /\ obeys M (snd c)) ->
  sum (fun e => sum (fun c => fst c * fst (snd c) e) cuts) M <=
    sum (fun c : Z * inequality => fst c * snd (snd c)) cuts.
Proof.
  induction cuts as [|[l [a b]] cuts IH]; intros H; cbn.
  - rewrite sum_zero; [lia | auto].
  - rewrite (sum_plus (fun e => l * a e)), sum_times.
    destruct (H _ (or_introl eq_refl)) as [Hl Ho]. unfold obeys in Ho. cbn in *.
    specialize (IH (fun c Hc => H c (or_intror Hc))). nia.
Qed.

(** Theorem 13.  Numbers with a negative multiplier must be picked: taken in this game. *)
Theorem theorem_13 P M os u cuts :
  game P M ->
  (forall v, In v P -> u v < 0 -> exists q, In (q, v) M) ->
  (forall c, In c cuts -> 0 <= fst c /\ obeys M (snd c)) ->
  os * total (map snd M) <=
    sum u P + sum (fun c : Z * inequality => fst c * snd (snd c)) cuts +
    sum (residual os u cuts) M.
Proof.
  intros HM Hu Hc. rewrite total_is_sum, <- sum_times.
  assert (E : sum (fun e : pair => os * snd e) M =
    sum (residual os u cuts) M + sum (fun e => u (fst e) + u (snd e)) M +
    sum (fun e => sum (fun c => fst c * fst (snd c) e) cuts) M).
  { rewrite <- !sum_plus. apply sum_ext. intros e _. unfold residual. lia. }
  assert (H1 := cuts_add_up M cuts Hc).
  assert (H2 : sum (fun e => u (fst e) + u (snd e)) M <= sum u P).
  { rewrite sum_of_ends.
    apply sum_of_some; [apply (game_matching _ _ HM) | now apply ends_in_pot | apply HM |].
    intros v Hv Hn. destruct (Z.lt_ge_cases (u v) 0) as [Hneg|]; [exfalso | assumption].
    destruct (Hu v Hv Hneg) as (q & Hq).
    apply Hn. apply in_or_app. right. apply in_map_iff. now exists (q, v). }
  lia.
Qed.

(** Prices: if no price is negative, and each pair, with the cuts that contain it, costs at least
    what it earns, in units of 1/[s], then no play gains more than the sum of all prices. *)
Corollary prices P s u cuts :
  is_pot P ->
  (forall v, In v P -> 0 <= u v) ->
  (forall M c, game P M -> In c cuts -> 0 <= fst c /\ obeys M (snd c)) ->
  (forall q p, covers P q p ->
    s * p <= u q + u p + sum (fun c => fst c * fst (snd c) (q, p)) cuts) ->
  forall ps, play P ps ->
    s * total ps <= sum u P + sum (fun c : Z * inequality => fst c * snd (snd c)) cuts.
Proof.
  intros HP Hu Hc Hpairs ps Hps. destruct (play_is_game P ps HP Hps) as (M & HM & <-).
  assert (H := theorem_13 P M s u cuts HM).
  assert (Hr : sum (residual s u cuts) M <= sum (fun _ => 0) M).
  { apply sum_le. intros [q p] Hin. assert (Hqp := Hpairs q p (game_covers _ _ HM q p Hin)).
    unfold residual. cbn in *. lia. }
  rewrite (sum_zero (fun _ => 0)) in Hr by auto.
  specialize (H ltac:(intros v Hv Hn; specialize (Hu v Hv); lia) (fun c => Hc M c HM)). lia.
Qed.

(** The same holds for the rest of the pot in a game in progress. *)
Corollary prices_under_way P ms b u cuts :
  is_pot P ->
  (forall v, In v (rest P ms) -> 0 <= u v) ->
  (forall M c, game (rest P ms) M -> In c cuts -> 0 <= fst c /\ obeys M (snd c)) ->
  (forall q p, covers (rest P ms) q p ->
    p <= u q + u p + sum (fun c => fst c * fst (snd c) (q, p)) cuts) ->
  sum u (rest P ms) + sum (fun c : Z * inequality => fst c * snd (snd c)) cuts <= b ->
  forall ps, play P (ms ++ ps) -> total (ms ++ ps) <= total ms + b.
Proof.
  intros HP Hu Hc Hpairs Hb ps Hps. rewrite total_app. apply play_goes_on in Hps.
  assert (H := prices (rest P ms) 1 u cuts (rest_is_pot P ms HP) Hu Hc). specialize (H
    ltac:(intros q p Hqp; specialize (Hpairs q p Hqp); lia) ps Hps). lia.
Qed.

(** ** The pairs of a game, row by row *)

Definition member (M : list pair) (e : pair) : bool :=
  existsb (fun x => (fst x =? fst e) && (snd x =? snd e)) M.

Lemma member_in M e : member M e = true <-> In e M.
Proof.
  unfold member. rewrite existsb_exists. split.
  - intros ([a b] & H & E). apply andb_prop in E as [E1 E2]. apply Z.eqb_eq in E1, E2.
    destruct e as [q p]. cbn in *. now subst.
  - intros H. exists e. rewrite !Z.eqb_refl. auto.
Qed.

Lemma in_flat_map_pairs {B} (f : B -> list Z) (key : B -> Z) ps q p :
  In (q, p) (flat_map (fun x => map (fun y => (y, key x)) (f x)) ps) <->
  exists x, In x ps /\ key x = p /\ In q (f x).
Proof.
  rewrite in_flat_map. split; intros (x & Hx & H); exists x.
  - apply in_map_iff in H as (y & E & Hy). inversion E; subst. auto.
  - destruct H as [<- H]. split; [assumption|]. apply in_map_iff. now exists q.
Qed.

(** Rows with different keys are disjoint. *)
Lemma NoDup_by_key {A B} (key : A -> Z) (key' : B -> Z) (row : A -> list B) (l : list A) :
  NoDup (map key l) -> (forall x, In x l -> NoDup (row x)) ->
  (forall x y, In y (row x) -> key' y = key x) -> NoDup (flat_map row l).
Proof.
  intros Hl Hrow Hkey. induction l as [|x l IH]; [constructor | cbn in *].
  inversion Hl as [|? ? Hn Hl']; subst. apply NoDup_append; [now apply Hrow; left | auto |].
  intros y Hy Hin. apply in_flat_map in Hin as (x' & Hx' & Hy'). apply Hn.
  rewrite <- (Hkey x y Hy), (Hkey x' y Hy'). now apply in_map.
Qed.

Theorem sum_by_rows (f : pair -> Z) P (lows : Z -> list Z) M :
  NoDup P -> NoDup M -> (forall p, In p P -> NoDup (lows p)) ->
  (forall q p, In (q, p) M -> In p P /\ In q (lows p)) ->
  sum f M =
    sum (fun p => sum (fun q => if member M (q, p) then f (q, p) else 0) (lows p)) P.
Proof.
  intros HP HM Hl Hin. set (all := flat_map (fun p => map (fun q => (q, p)) (lows p)) P).
  assert (Hall : NoDup all).
  { apply (NoDup_by_key (fun p => p) snd); [now rewrite map_id | |].
    - intros p Hp. apply map_NoDup; [intros a b E; now inversion E | auto].
    - intros p e He. now apply in_map_iff in He as (q & <- & _). }
  assert (E : Permutation M (filter (member M) all)).
  { apply NoDup_Permutation; auto; [now apply NoDup_filter|]. intros [q p].
    rewrite filter_In, member_in. split; [|tauto]. intros H. split; [|assumption].
    apply (in_flat_map_pairs lows (fun x => x)). exists p. destruct (Hin q p H). auto. }
  rewrite (sum_permutation _ _ _ E), sum_filter. unfold all. rewrite sum_flat_map.
  apply sum_ext. intros p _. now rewrite sum_map.
Qed.

(** ** One row: the pairs with one upper end, the status of each, and its residual *)

Inductive status := Free | Forced | Excluded.

Definition cell := (Z * status * Z)%type. (* lower end, status, residual *)
Definition low (c : cell) : Z := fst (fst c).
Definition state (c : cell) : status := snd (fst c).
Definition left (c : cell) : Z := snd c.

Definition is_forced (c : cell) : bool := match state c with Forced => true | _ => false end.
Definition is_free (c : cell) : bool := match state c with Free => true | _ => false end.

(** The largest residual among the free pairs that [keep] selects, and 0 unless the upper end is
    picked. *)
Definition best (picked : bool) (keep : Z -> bool) (cells : list cell) : option Z :=
  fold_right
    (fun c m => if is_free c && keep (low c)
                then Some (match m with Some x => Z.max (left c) x | None => left c end)
                else m)
    (if picked then None else Some 0) cells.

(** The amount that a row adds to the bound. *)
Definition worth (top picked : bool) (cells : list cell) : Z :=
  if top then
    if existsb is_forced cells then sum (fun c => if is_forced c then left c else 0) cells
    else match best picked (fun _ => true) cells with Some m => m | None => 0 end
  else sum (fun c =>
    match state c with Forced => left c | Free => Z.max 0 (left c) | Excluded => 0 end) cells.

(** The decrease of the bound if a free pair gets the other value; [None] if that is unknown. *)
Definition change (top picked : bool) (cells : list cell) (c : cell) : option Z :=
  if top then
    if existsb is_forced cells then None
    else
      match best picked (fun q => negb (q =? low c)) cells with
      | Some x => Some (left c - x)
      | None => None
      end
  else Some (left c).

Section Row.
  Context (here : Z -> bool) (top picked : bool) (cells : list cell).
  (** [here q]: the pair with the lower end q is in the game. *)
  Hypothesis different : NoDup (map low cells).
  Hypothesis one : forall c c', In c cells -> In c' cells ->
    here (low c) = true -> here (low c') = true -> low c = low c'.
  Hypothesis excluded : forall c, In c cells -> state c = Excluded -> here (low c) = false.
  Hypothesis forced : forall c, In c cells -> state c = Forced -> here (low c) = true.
  Hypothesis chosen : picked = true -> exists c, In c cells /\ here (low c) = true.

  (** The game's amount in this row. *)
  Definition share : Z := sum (fun c => if here (low c) then left c else 0) cells.

  Lemma same_cell c c' : In c cells -> In c' cells -> low c = low c' -> c = c'.
  Proof.
    clear -different. induction cells as [|a l IH]; intros Hc Hc' E; [destruct Hc|].
    cbn in different. inversion different as [|? ? Hn Hd]; subst.
    destruct Hc as [<-|Hc], Hc' as [<-|Hc']; auto; exfalso; apply Hn;
      [rewrite E | rewrite <- E]; now apply in_map.
  Qed.

  Lemma share_cases : (exists c, In c cells /\ here (low c) = true /\ share = left c)
    \/ ((forall c, In c cells -> here (low c) = false) /\ share = 0).
  Proof.
    destruct (existsb (fun c => here (low c)) cells) eqn:H.
    - apply existsb_exists in H as (c & Hc & Hh). left. exists c. repeat split; auto.
      assert (Hother : forall x, In x cells -> x <> c -> here (low x) = false).
      { intros x Hx Hne. destruct (here (low x)) eqn:E; [|reflexivity].
        exfalso. apply Hne. apply same_cell; auto. }
      apply in_split in Hc as (l1 & l2 & E). rewrite E in *.
      assert (Hn : ~ In c (l1 ++ l2)).
      { rewrite map_app in different. cbn in different. apply NoDup_remove_2 in different.
        rewrite <- map_app in different. intros Hin. apply different. now apply in_map. }
      assert (Hzero : forall x, In x (l1 ++ l2) -> (if here (low x) then left x else 0) = 0).
      { intros x Hx. rewrite Hother; [reflexivity | | intros ->; contradiction].
        apply in_app_or in Hx as [Hx|Hx]; apply in_or_app; cbn; auto. }
      unfold share. rewrite E, sum_app. cbn. rewrite Hh.
      rewrite !sum_zero; [lia | |]; intros x Hx; apply Hzero, in_or_app; auto.
    - right. assert (Hno : forall c, In c cells -> here (low c) = false).
      { intros c Hc. destruct (here (low c)) eqn:Hh; [|reflexivity].
        rewrite <- H. symmetry. apply existsb_exists. now exists c. }
      split; [assumption|]. apply sum_zero. intros c Hc. now rewrite Hno.
  Qed.

  Lemma best_none keep l : best picked keep l = None ->
    picked = true /\ forall c, In c l -> is_free c = true -> keep (low c) = false.
  Proof.
    clear. induction l as [|a l IH]; cbn.
    - destruct picked; [split; [reflexivity | intros ? []] | discriminate].
    - fold (best picked keep l). destruct (is_free a && keep (low a)) eqn:E.
      { destruct (best picked keep l); discriminate. }
      intros H. destruct (IH H) as [Hp Hl]. split; [assumption|].
      intros c [<-|Hc] Hf; [|auto]. now rewrite Hf in E.
  Qed.

  Lemma best_some keep l : forall m, best picked keep l = Some m ->
    (forall c, In c l -> is_free c = true -> keep (low c) = true -> left c <= m) /\
    (picked = false -> 0 <= m).
  Proof.
    clear. induction l as [|a l IH]; intros m H; cbn in H.
    - destruct picked; inversion H; subst. split; [intros ? [] | lia].
    - fold (best picked keep l) in H. destruct (is_free a && keep (low a)) eqn:E.
      + destruct (best picked keep l) as [x|] eqn:B; inversion H; subst.
        * destruct (IH x eq_refl) as [H1 H2]. split; [|intros Hp; specialize (H2 Hp); lia].
          intros c [<-|Hc] Hf Hk; [lia|]. specialize (H1 c Hc Hf Hk). lia.
        * destruct (best_none keep l B) as [Hp Hl]. split; [|congruence].
          intros c [<-|Hc] Hf Hk; [lia|]. rewrite (Hl c Hc Hf) in Hk. discriminate.
      + destruct (IH m H) as [H1 H2]. split; [|assumption].
        intros c [<-|Hc] Hf Hk; [|auto]. rewrite Hf, Hk in E. discriminate.
  Qed.

  Lemma best_mono keep x l : best picked keep l = Some x ->
    exists m, best picked (fun _ => true) l = Some m /\ x <= m.
  Proof.
    clear. revert x.
    induction l as [|a l IH]; intros x H; cbn in *; [exists x; split; [assumption | lia]|].
    fold (best picked keep l) in H. fold (best picked (fun _ => true) l). rewrite andb_true_r.
    destruct (is_free a) eqn:Ef; cbn in *; [|auto]. destruct (keep (low a)) eqn:Ek.
    - destruct (best picked keep l) as [y|] eqn:B.
      + destruct (IH y eq_refl) as (m & -> & Hm). inversion H; subst.
        eexists. split; [reflexivity | lia].
      + inversion H; subst.
        destruct (best picked (fun _ => true) l); eexists; (split; [reflexivity | lia]).
    - destruct (IH x H) as (m & -> & Hm). eexists. split; [reflexivity | lia].
  Qed.

  Lemma here_is_free c : In c cells -> here (low c) = true -> existsb is_forced cells = false ->
    is_free c = true.
  Proof.
    intros Hc Hh Hf. unfold is_free. destruct (state c) eqn:E; auto.
    - assert (existsb is_forced cells = true); [|congruence]. apply existsb_exists.
      exists c. split; [assumption|]. unfold is_forced. now rewrite E.
    - rewrite (excluded c Hc E) in Hh. discriminate.
  Qed.

  Lemma inner_pointwise c : In c cells -> (if here (low c) then left c else 0) <=
    match state c with Forced => left c | Free => Z.max 0 (left c) | Excluded => 0 end.
  Proof.
    intros Hc. destruct (state c) eqn:E.
    - destruct (here (low c)); lia.
    - rewrite (forced c Hc E). lia.
    - rewrite (excluded c Hc E). lia.
  Qed.

  Theorem share_le_worth : share <= worth top picked cells.
  Proof.
    unfold worth. destruct top; [|apply sum_le, inner_pointwise].
    destruct (existsb is_forced cells) eqn:Hf.
    - apply sum_le. intros c Hc. unfold is_forced. destruct (state c) eqn:E.
      + destruct (here (low c)) eqn:Hh; [|lia].
        exfalso. apply existsb_exists in Hf as (c' & Hc' & Hf').
        unfold is_forced in Hf'. destruct (state c') eqn:E'; try discriminate.
        assert (c = c') by (apply same_cell; auto). congruence.
      + destruct (here (low c)) eqn:Hh; [lia|]. rewrite (forced c Hc E) in Hh. discriminate.
      + rewrite (excluded c Hc E). lia.
    - destruct share_cases as [(c & Hc & Hh & ->)|[Hno ->]].
      + assert (Hfree := here_is_free c Hc Hh Hf).
        destruct (best picked (fun _ => true) cells) as [m|] eqn:B.
        * destruct (best_some _ _ _ B) as [H _]. now apply H.
        * apply best_none in B as [_ B]. specialize (B c Hc Hfree). discriminate.
      + destruct (best picked (fun _ => true) cells) as [m|] eqn:B; [|lia].
        destruct (best_some _ _ _ B) as [_ H]. apply H. destruct picked; [|reflexivity].
        destruct (chosen eq_refl) as (c & Hc & Hh). rewrite Hno in Hh by assumption. discriminate.
  Qed.

  (** Corollary 14, part 2, in one row: a pair in the game that is worth less than its replacement.
      *)
  Theorem share_if_here c d : In c cells -> state c = Free -> change top picked cells c = Some d ->
    here (low c) = true -> d < 0 -> share <= worth top picked cells + d.
  Proof.
    intros Hc E Hd Hh Hneg. unfold change in Hd. unfold worth. destruct top.
    - destruct (existsb is_forced cells) eqn:Hf; [discriminate|].
      destruct (best picked (fun q => negb (q =? low c)) cells) as [x|] eqn:B; [|discriminate].
      inversion Hd; subst. destruct (best_mono _ _ _ B) as (m & -> & Hm).
      destruct share_cases as [(c' & Hc' & Hh' & ->)|[Hno _]].
      + assert (c' = c) as -> by (apply same_cell; auto). lia.
      + rewrite Hno in Hh by assumption. discriminate.
    - inversion Hd; subst.
      apply sum_le_by with c; [apply inner_pointwise | assumption | rewrite Hh, E; lia].
  Qed.

  (** A pair that is not in the game although it is worth more than its replacement. *)
  Theorem share_if_not_here c d :
    In c cells -> state c = Free -> change top picked cells c = Some d ->
    here (low c) = false -> 0 < d -> share <= worth top picked cells - d.
  Proof.
    intros Hc E Hd Hh Hpos. unfold change in Hd. unfold worth. destruct top.
    - destruct (existsb is_forced cells) eqn:Hf; [discriminate|].
      destruct (best picked (fun q => negb (q =? low c)) cells) as [x|] eqn:B; [|discriminate].
      inversion Hd; subst. destruct (best_mono _ _ _ B) as (m & Bm & _). rewrite Bm.
      assert (left c <= m) by (apply (best_some _ _ _ Bm); auto; unfold is_free; now rewrite E).
      assert (share <= x); [|lia]. destruct (best_some _ _ _ B) as [B1 B2].
      destruct share_cases as [(c' & Hc' & Hh' & ->)|[Hno ->]].
      + apply B1; auto; [now apply here_is_free|].
        apply negb_true_iff, Z.eqb_neq. intros El. rewrite El in Hh'. congruence.
      + apply B2. destruct picked; [|reflexivity].
        destruct (chosen eq_refl) as (c' & Hc' & Hh').
        rewrite Hno in Hh' by assumption. discriminate.
    - inversion Hd; subst. rewrite <- Z.add_opp_r.
      apply sum_le_by with c; [apply inner_pointwise | assumption | rewrite Hh, E; lia].
  Qed.
End Row.
