(** * What the theorems rest on: each line that this file prints must say "Closed under the global context". *)

From Taxman Require Import Game Cuts Bounds Chains Checker.

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
Print Assumptions check_sound.
Print Assumptions check_all_sound.
Print Assumptions accepted_score_is_best.
