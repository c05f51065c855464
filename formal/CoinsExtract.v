(** * The checker of coins as a program in OCaml.

    Integers stay those of Rocq, of any length: nothing stands for them. *)

From Coq Require Import ZArith Extraction ExtrOcamlBasic.
From Taxman Require Import CoinsChecker.

Extraction "checker/coins_proven.ml" check.
