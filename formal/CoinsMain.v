(** * The proven statements about greedy coins. The rules are the first eighty lines of
    CoinsRules.v.

    Nothing here is new. Each statement is repeated from the other files, so that it can be read
    without them. *)

From Coq Require Import ZArith List.
From Taxman Require Import CoinsRules CoinsTable CoinsReduce CoinsChecker.
Import ListNotations.
Open Scope Z_scope.

(** ** The rules *)

(** A move takes a coin from one part of the table; everything else stays. *)
Lemma a_move t x u : In (x, u) (moves t) <->
  exists t1 p q t2, t = t1 ++ p :: t2 /\ In (x, q) (part_moves p) /\ u = t1 ++ q :: t2.
Proof. apply in_moves. Qed.

(** The margin is the best value of: a coin minus the margin that the move leaves to the other
    player. *)
Theorem the_margin t : margin t = largest (map (fun m => fst m - margin (snd m)) (moves t)).
Proof. apply margin_by_moves. Qed.

(** ** The theory *)

(** The fusion lemma, for three neighbours of a row whose middle one is largest. *)
Theorem fusion_in_a_row l a b c r : a <= b -> c <= b ->
  margin [(Row, l ++ a :: b :: c :: r)] = margin [(Row, l ++ (a - b + c) :: r)].
Proof. intros Hab Hcb. rewrite !margin_is_S by reflexivity.
now apply (fuse_lane [] false l a b c r []). Qed.

(** ** The checker *)

(** Let the checker accept a certificate, true or forged. Then its moves can be played. The claimed
    margin is the margin of the remaining table, the claimed best moves are exactly the best ones,
    and the worst move gives as much less as claimed. *)
Theorem accepted_coins_are_true c : check c = true ->
  exists t, play (start c) (played c) = Some t /\
    margin t = claimed_margin (claims c) /\
    (forall best, claimed_best (claims c) = Some best ->
      Forall2 (fun m is_best => is_best = true <-> fst m - margin (snd m) = margin t) (moves t)
        best) /\
    (forall cost, claimed_cost (claims c) = Some cost ->
      (exists m, In m (moves t) /\ fst m - margin (snd m) = margin t - cost) /\
      (forall m, In m (moves t) -> margin t - cost <= fst m - margin (snd m))).
Proof. apply check_sound. Qed.

(** Coins that are fractions are multiplied by a common denominator. *)
Theorem fractions k t : 0 <= k -> margin (scale k t) = k * margin t.
Proof. apply margin_scale. Qed.
