(** * The checker as a program in OCaml.

    Integers become machine integers of OCaml, 63 bits wide, by checker/whole.ml. It checks every
    sum, difference and product; a result that does not fit ends the examination of the current
    certificate. *)

From Coq Require Import ZArith Extraction ExtrOcamlBasic.
From Taxman Require Import Checker.

Extract Inductive nat => "int" [ "0" "Whole.succ" ]
  "(fun zero next n -> if n = 0 then zero () else next (n - 1))".
Extract Inductive positive => "int" [ "Whole.odd" "Whole.even" "1" ]
  "(fun odd even one p ->
    if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))".
Extract Inductive Z => "int" [ "0" "" "Whole.opp" ]
  "(fun zero positive negative z ->
    if z = 0 then zero () else if z > 0 then positive z else negative (Whole.opp z))".

Extract Inlined Constant Z.add => "Whole.add".
Extract Inlined Constant Z.sub => "Whole.sub".
Extract Inlined Constant Z.mul => "Whole.mul".
Extract Inlined Constant Z.opp => "Whole.opp".
Extract Inlined Constant Z.max => "Whole.max".
Extract Inlined Constant Z.min => "Whole.min".
Extract Inlined Constant Z.eqb => "Whole.eqb".
Extract Inlined Constant Z.leb => "Whole.leb".
Extract Inlined Constant Z.ltb => "Whole.ltb".
Extract Inlined Constant Z.div => "Whole.div".
Extract Inlined Constant Z.modulo => "Whole.modulo".
Extract Inlined Constant Z.lxor => "Whole.lxor_".
Extract Inlined Constant Z.odd => "Whole.is_odd".
Extract Inlined Constant Z.div2 => "Whole.div2".
Extract Inlined Constant Z.testbit => "Whole.testbit".
Extract Inlined Constant Z.log2 => "Whole.log2".
Extract Inlined Constant Z.of_nat => "Whole.of_nat".
Extract Inlined Constant Z.to_nat => "Whole.to_nat".

Extract Inlined Constant fst => "Stdlib.fst".
Extract Inlined Constant snd => "Stdlib.snd".

Extraction "checker/proven.ml" make_tables step.
