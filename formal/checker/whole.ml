(* Rocq's integers as machine integers. Each function returns the same as Rocq's function of that
   name, or raises Too_large; no result wraps around. *)

exception Too_large

let opp (a : int) = if a = min_int then raise Too_large else -a

let add (a : int) (b : int) =
  let s = a + b in
  if (a lxor s) land (b lxor s) < 0 then raise Too_large else s

let sub (a : int) (b : int) =
  let d = a - b in
  if (a lxor b) land (a lxor d) < 0 then raise Too_large else d

let small (a : int) = -0x3fffffff <= a && a <= 0x3fffffff

let mul (a : int) (b : int) =
  if small a && small b then a * b
  else if a = 0 || b = 0 then 0
  else if a = min_int || b = min_int || abs a > max_int / abs b then raise Too_large
  else a * b

let succ n = add n 1
let even p = mul 2 p
let odd p = add (mul 2 p) 1
let max (a : int) (b : int) = if a >= b then a else b
let min (a : int) (b : int) = if a <= b then a else b
let eqb (a : int) (b : int) = a = b
let leb (a : int) (b : int) = a <= b
let ltb (a : int) (b : int) = a < b

(* Rounds down; division by 0 gives 0, and the remainder is then the number itself. *)
let modulo (a : int) (b : int) =
  if b = 0 then a
  else
    let r = a mod b in
    if r <> 0 && (r < 0) <> (b < 0) then r + b else r

let div (a : int) (b : int) =
  if b = 0 then 0
  else if a = min_int then raise Too_large
  else
    let q = a / b in
    if a mod b <> 0 && (a < 0) <> (b < 0) then q - 1 else q

let is_odd (a : int) = a land 1 = 1
let div2 (a : int) = a asr 1
let lxor_ (a : int) (b : int) = a lxor b
let testbit (a : int) (i : int) = i >= 0 && (a asr (if i > 62 then 62 else i)) land 1 = 1

let log2 (a : int) =
  let rec halvings a n = if a <= 1 then n else halvings (a lsr 1) (n + 1) in
  halvings a 0

let of_nat (n : int) = n
let to_nat (z : int) = if z < 0 then 0 else z
