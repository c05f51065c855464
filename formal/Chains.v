(** * Theorems 11 and 12, as far as chains use them: from a bound for N - 1 to a bound for N. *)

From Coq Require Import ZArith List Bool Lia Permutation Znumtheory.
From Taxman Require Import Game Cuts Bounds.
Import ListNotations.
Open Scope Z_scope.

Lemma ordered_remove l e l' : ordered (l ++ e :: l') -> ordered (l ++ l').
Proof.
  unfold ordered.
  induction l as [|a l IH]; cbn; intros H; inversion H as [|? ? Hf Ho]; subst; [assumption|].
  constructor; [|auto]. rewrite Forall_forall in *. intros x Hx. apply Hf.
  apply in_app_or in Hx as [Hx|Hx]; apply in_or_app; [now left | right; now right].
Qed.

(** Without the pair of N, the pairs of a game are pairs of {1, ..., N - 1}. *)
Lemma smaller_pot n M : pairs_in (range n) M -> ~ In n (map snd M) -> pairs_in (range (n - 1)) M.
Proof.
  intros HP Hn q p Hin. destruct (HP q p Hin) as (Hq & Hp & Hd & Hne).
  rewrite in_range in Hq, Hp. rewrite !in_range.
  assert (p <> n) by (intros ->; apply Hn, in_map_iff; now exists (q, n)).
  assert (q <= p) by (apply Z.divide_pos_le; [lia | assumption]). repeat split; auto; try lia.
Qed.

(** A game either does not take N, or is a game of {1, ..., N - 1} with one more pair. *)
Lemma with_or_without n M : game (range n) M ->
  pairs_in (range (n - 1)) M \/
  exists l q l', M = l ++ (q, n) :: l' /\ pairs_in (range (n - 1)) (l ++ l') /\ ordered (l ++ l') /\
    total (map snd M) = n + total (map snd (l ++ l')) /\ ~ In q (map fst (l ++ l')).
Proof.
  intros [_ HP Ho Hm _].
  destruct (in_dec Z.eq_dec n (map snd M)) as [H|H]; [right | left; now apply smaller_pot].
  apply in_map_iff in H as ([q p] & E & H). cbn in E. subst p. apply in_split in H as (l & l' & ->).
  assert (Hf := matching_lower _ Hm). assert (Hs := matching_upper _ Hm).
  rewrite map_app in Hf, Hs. cbn in Hf, Hs.
  apply NoDup_remove_2 in Hf, Hs. rewrite <- map_app in Hf, Hs.
  exists l, q, l'. split; [reflexivity|]. split; [|split; [|split]].
  - apply smaller_pot; [|assumption]. intros q' p' Hin. apply HP.
    apply in_app_or in Hin as [?|?]; apply in_or_app; [now left | right; now right].
  - now apply ordered_remove with (q, n).
  - rewrite !total_is_sum, !sum_app. cbn. lia.
  - assumption.
Qed.

(** Theorem 11, the upper bound. *)
Theorem increment n b : 1 <= n -> at_most (range (n - 1)) b -> at_most (range n) (b + n).
Proof.
  intros Hn H. apply bound_games; [apply range_is_pot|]. intros M HM.
  destruct (with_or_without n M HM) as [HP|(l & q & l' & -> & HP & Ho & Ht & _)].
  - assert (total (map snd M) <= b); [|lia].
    apply H, ordered_pairs_are_a_play; [assumption | apply HM].
  - assert (total (map snd (l ++ l')) <= b); [|lia]. now apply H, ordered_pairs_are_a_play.
Qed.

(** Theorem 12, the upper bound. *)
Theorem prime_step n p b : prime n -> prime p -> p < n -> n < 2 * p ->
  at_most (range (n - 1)) b -> at_most (range n) (b + n - p).
Proof.
  intros Hn Hp Hlt H2 H. apply bound_games; [apply range_is_pot|]. intros M HM.
  destruct (with_or_without n M HM) as [HP|(l & q & l' & EM & HP & Ho & Ht & Hq)].
  - assert (total (map snd M) <= b); [|lia].
    apply H, ordered_pairs_are_a_play; [assumption | apply HM].
  - assert (Hp2 : 2 <= p) by (destruct Hp; lia).
    assert (q = 1) as ->.
    { destruct (game_pairs _ _ HM q n) as (Hq1 & _ & Hd & Hne).
      { rewrite EM. apply in_or_app. right. now left. }
      apply in_range in Hq1. apply prime_divisors in Hd; [|assumption]. lia. }
    assert (total (map snd ((1, p) :: l ++ l')) <= b);
      [|cbn [map snd] in *; unfold total in *; cbn [fold_right] in *; lia].
    apply H, ordered_pairs_are_a_play.
    + intros q' p' [E|Hin]; [inversion E; subst | now apply HP].
      rewrite !in_range. repeat split; try lia. apply Z.divide_1_l.
    + constructor; [|assumption]. apply Forall_forall. intros [q' p'] Hin Hd. cbn in Hd.
      destruct (HP q' p' Hin) as (Hq1 & Hp1 & Hd1 & Hne1). rewrite in_range in *.
      apply prime_divisors in Hd; [|assumption]. destruct Hd as [Hd|[Hd|[Hd|Hd]]]; try lia.
      * subst. apply Hq. apply in_map_iff. now exists (1, p').
      * subst q'. destruct Hd1 as (k & ->). assert (k = 1) by nia. lia.
Qed.

(** The pot {1} has no move. *)
Lemma nothing_in_1 : at_most (range 1) 0.
Proof.
  intros [|p ps] H; [cbn; lia|]. inversion H as [|? ? ? [Hp (d & Hd & Hdiv & Hne)] _]; subst.
  apply in_range in Hp, Hd. lia.
Qed.
