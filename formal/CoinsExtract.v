(** * The checker of coins as a program in OCaml.

    It uses Rocq's integers of any length, without a replacement. *)

From Coq Require Import ZArith Extraction ExtrOcamlBasic.
From Taxman Require Import CoinsChecker.

Extraction "checker/coins_proven.ml" check.
