(** * What the theorems on coins depend on: each line that this file prints must say "Closed under
    the global context". *)

From Coq Require Import ZArith List.
From Taxman Require Import CoinsRules CoinsFusion CoinsTable CoinsReduce CoinsChecker CoinsMain
  CoinsFirst.
Import ListNotations.
Open Scope Z_scope.

Definition theory := (lemma_2, lemma_3, pair_at_right, theorem_5, theorem_8, margin_is_S,
  bounds_sound).
Definition by_the_rules := (first_margins, first_totals, first_tables).

Print Assumptions theory.
Print Assumptions by_the_rules.
Print Assumptions the_margin.
Print Assumptions fusion_in_a_row.
Print Assumptions fractions.
Print Assumptions accepted_coins_are_true.

(** The statements are repeated here, so that a change in CoinsMain.v needs a change here, too. *)
Definition pinned_margin : forall t : table,
  margin t = largest (map (fun m => fst m - margin (snd m)) (moves t)) := the_margin.

Definition pinned : forall c : certificate, check c = true ->
  exists t, play (start c) (played c) = Some t /\
    margin t = claimed_margin (claims c) /\
    (forall best, claimed_best (claims c) = Some best ->
      Forall2 (fun m is_best => is_best = true <-> fst m - margin (snd m) = margin t) (moves t)
        best) /\
    (forall cost, claimed_cost (claims c) = Some cost ->
      (exists m, In m (moves t) /\ fst m - margin (snd m) = margin t - cost) /\
      (forall m, In m (moves t) -> margin t - cost <= fst m - margin (snd m))) :=
        accepted_coins_are_true.
