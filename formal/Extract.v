(** * The checker as a program in OCaml.

    Integers become machine integers of OCaml, 63 bits wide, by way of checker/whole.ml: there every sum, difference and
    product is checked, and what does not fit ends the program's word on the certificate at hand. *)

From Coq Require Import ZArith Extraction ExtrOcamlBasic.
From Taxman Require Import Checker.

Extract Inductive nat => "int" [ "0" "Whole.succ" ] "(fun zero next n -> if n = 0 then zero () else next (n - 1))".
Extract Inductive positive => "int" [ "Whole.odd" "Whole.even" "1" ]
  "(fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))".
Extract Inductive Z => "int" [ "0" "" "Whole.opp" ]
  "(fun zero positive negative z -> if z = 0 then zero () else if z > 0 then positive z else negative (Whole.opp z))".

Extract Constant Z.add => "Whole.add".
Extract Constant Z.sub => "Whole.sub".
Extract Constant Z.mul => "Whole.mul".
Extract Constant Z.opp => "Whole.opp".
Extract Constant Z.max => "Whole.max".
Extract Constant Z.min => "Whole.min".
Extract Constant Z.eqb => "Whole.eqb".
Extract Constant Z.leb => "Whole.leb".
Extract Constant Z.ltb => "Whole.ltb".
Extract Constant Z.div => "Whole.div".
Extract Constant Z.modulo => "Whole.modulo".
Extract Constant Z.lxor => "Whole.lxor_".
Extract Constant Z.testbit => "Whole.testbit".
Extract Constant Z.log2 => "Whole.log2".
Extract Constant Z.of_nat => "Whole.of_nat".
Extract Constant Z.to_nat => "Whole.to_nat".

Extraction "checker/proven.ml" make_tables check learn.
