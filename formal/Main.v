(** * The proven statements: the rules, and the meaning of an accepted certificate.

    Nothing here is new.  Each statement is repeated from the other files, in the words of the
    rules, so that it can be read without them; each proof is one line.  `Print Assumptions` at the
    end must say "Closed under the global context". *)

From Coq Require Import ZArith List.
From Taxman Require Import Game Table Checker Brute.
Import ListNotations.
Open Scope Z_scope.

(** ** The rules *)

(** The pot {1, ..., N}. *)
Lemma the_pot n : NoDup (range n) /\ forall x, In x (range n) <-> 1 <= x <= n.
Proof. split; [apply range_NoDup | apply in_range]. Qed.

(** When [p] is taken from [R], the taxman takes its divisors there. *)
Lemma what_is_left R p x : In x (after R p) <-> In x R /\ ~ (x | p).
Proof. apply in_after. Qed.

(** A game may end at any moment. *)
Lemma a_game_ends R : play R [].
Proof. constructor. Qed.

(** A game continues with a number that is present and has a proper divisor present. *)
Lemma a_game_goes_on R p ps :
  play R (p :: ps) <-> (In p R /\ exists d, In d R /\ (d | p) /\ d <> p) /\ play (after R p) ps.
Proof. split; [intros H; now inversion H | intros [H1 H2]; now constructor]. Qed.

(** The player gains the sum of the numbers taken. *)
Lemma the_gain p ps : total [] = 0 /\ total (p :: ps) = p + total ps.
Proof. now split. Qed.

(** [S] is the best score of a pot: some game gains it, and no game gains more. *)
Lemma the_best_score P S :
  score_is P S <-> (exists ps, play P ps /\ total ps = S) /\ forall ps, play P ps -> total ps <= S.
Proof. reflexivity. Qed.

(** ** The theorem *)

(** A certificate names a pot, {1, ..., N} or chosen numbers, and the moves that have been made,
    each preceded by one of its taxes. There are no moves if the claim is about the pot itself. *)
Lemma the_pots n numbers : numbers_of (Whole n) = range n /\ numbers_of (Chosen numbers) = numbers.
Proof. now split. Qed.

(** Let the checker, which knows nothing at first, read certificates one after the other. Each comes
    with the limit of its tables, and with whether later ones may cite it. Then the claim of each
    accepted certificate is true. Its pot has distinct positive numbers. Some game that begins with
    the moves made gains its score, and none of these games gains more than its bound. *)
Theorem accepted_claims_are_true (cs : list (Z * bool * certificate)) :
  Forall2 (fun c verdict => verdict = true ->
    let P := numbers_of (at_start (snd c)) in
    let ms := map snd (made (snd c)) in
    (NoDup P /\ forall x, In x P -> 0 < x) /\
    (exists ps, play P (ms ++ ps) /\ total (ms ++ ps) = score (snd c)) /\
    (forall ps, play P (ms ++ ps) -> total (ms ++ ps) <= upper (snd c)))
  cs (verdicts Empty cs).
Proof. exact (verdicts_sound cs Empty nothing_known). Qed.

(** If no move has been made, and score and bound are the same number S, then S is the best score of
    the pot, and no other number is. *)
Theorem the_best_is_unique P S S' : score_is P S -> score_is P S' -> S = S'.
Proof. apply score_is_unique. Qed.

(** [brute] tries all games, by the rules only. It computes the best score, so each pot has one;
    [First.v] shows those of N = 1 to 16. *)
Theorem trying_all_games P : score_is P (brute P).
Proof. apply brute_is_best. Qed.

Print Assumptions accepted_claims_are_true.
Print Assumptions the_best_is_unique.
Print Assumptions trying_all_games.
