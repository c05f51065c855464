(** * What the theorems depend on.

    Each line that this file prints must say "Closed under the global context". *)

From Coq Require Import ZArith List.
Import ListNotations.
From Taxman Require Import Game Table Cuts Bounds Chains Checker Kernel Brute Main First.

Definition theory := (lemma_0, theorem_1, theorem_2, corollary_3, S_cut, T_cut, theorem_13,
  prices, prices_under_way, increment, prime_step).
Definition of_a_tree := (leaf_closed, fixing_agrees, closed_sound).
Definition of_certificates := (whole_sound, chosen_sound, check_sound, verdicts_sound,
  accepted_score_is_best, all_best_sound, best_of_each).

Print Assumptions theory.
Print Assumptions of_a_tree.
Print Assumptions of_certificates.
Print Assumptions accepted_claims_are_true.
Print Assumptions the_best_is_unique.
Print Assumptions trying_all_games.
Print Assumptions first_scores.

(** The statement is repeated here, so that a change in Main.v needs a change here, too. *)
Definition pinned : forall cs : list (Z * bool * certificate),
  Forall2 (fun c verdict => verdict = true ->
    let P := numbers_of (at_start (snd c)) in
    let ms := map snd (made (snd c)) in
    (NoDup P /\ forall x, In x P -> (0 < x)%Z) /\
    (exists ps, play P (ms ++ ps) /\ total (ms ++ ps) = score (snd c)) /\
    (forall ps, play P (ms ++ ps) -> (total (ms ++ ps) <= upper (snd c))%Z))
  cs (verdicts Table.Empty cs) := accepted_claims_are_true.
