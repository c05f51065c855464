(** * What the theorems rest on.

    Each line that this file prints must say "Closed under the global context". *)

From Coq Require Import ZArith List.
Import ListNotations.
From Taxman Require Import Game Table Cuts Bounds Chains Checker Kernel Brute Main First.

Print Assumptions lemma_0.
Print Assumptions theorem_1.
Print Assumptions theorem_2.
Print Assumptions corollary_3.
Print Assumptions S_cut.
Print Assumptions T_cut.
Print Assumptions theorem_13.
Print Assumptions leaf_closed.
Print Assumptions fixing_agrees.
Print Assumptions closed_sound.
Print Assumptions increment.
Print Assumptions prime_step.
Print Assumptions whole_sound.
Print Assumptions chosen_sound.
Print Assumptions check_sound.
Print Assumptions verdicts_sound.
Print Assumptions accepted_score_is_best.
Print Assumptions all_best_sound.
Print Assumptions best_of_each.
Print Assumptions accepted_claims_are_true.
Print Assumptions the_best_is_unique.
Print Assumptions trying_all_games.
Print Assumptions first_scores.

(** The statement, once more: a change of it in Main.v alone is not accepted here. *)
Definition pinned : forall cs : list (Z * bool * certificate),
  Forall2 (fun c verdict => verdict = true ->
    let P := numbers_of (at_start (snd c)) in
    let ms := map snd (made (snd c)) in
    (NoDup P /\ forall x, In x P -> (0 < x)%Z) /\
    (exists ps, play P (ms ++ ps) /\ total (ms ++ ps) = score (snd c)) /\
    (forall ps, play P (ms ++ ps) -> (total (ms ++ ps) <= upper (snd c))%Z))
  cs (verdicts Table.Empty cs) := accepted_claims_are_true.
