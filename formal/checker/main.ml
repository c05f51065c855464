(* Reads certificates in the flat form, one in each line, and says of each whether the proven
   checker accepts it.

       python3 formal/flatten.py certificates/taxman-*.xz | build/taxman-proven [--lines [CITABLE]]

   With --lines, the output has a line for each certificate, instead of only for refused ones. If a
   number follows, only that many of the first certificates may be cited.

   All reasoning is in Proven.step, which is extracted from Checker.v: the verdict, and the bounds
   that may be cited from then on. This file only reads numbers, and prints what it has passed to
   Proven.step; claims.py compares that with the claims of the certificates.  README.md describes
   the flat form. *)

open Proven

exception Malformed

let input = Bytes.create 65536
let next = ref 0
let filled = ref 0

(* Return the next character; none at the end of the input, unlike a NUL in it. *)
let rec peek () =
  if !next < !filled then Some (Bytes.unsafe_get input !next)
  else begin
    filled := Stdlib.input stdin input 0 (Bytes.length input);
    next := 0;
    if !filled = 0 then None else peek ()
  end

let drop () = incr next

let rec number () =
  match peek () with
  | Some ' ' -> drop (); number ()
  | Some '-' -> drop (); digits_of (fun v d -> Whole.sub (Whole.mul 10 v) d)
  | _ -> digits_of (fun v d -> Whole.add (Whole.mul 10 v) d)

and digits_of next =
  let rec more v =
    match peek () with
    | Some ('0' .. '9' as c) -> drop (); more (next v (Char.code c - 48))
    | _ -> v
  in
  match peek () with Some ('0' .. '9') -> more 0 | _ -> raise Malformed

(* Return a list of this many items, in the order of the text. *)
let several read =
  let rec more n found =
    if n <= 0 then List.rev found else let x = read () in more (n - 1) (x :: found)
  in
  let n = number () in
  more n []

let two () =
  let a = number () in
  let b = number () in
  (a, b)

let multipliers () =
  let scale = number () in
  let objective = number () = 1 in
  let of_numbers = several two in
  let of_cuts = several two in
  { scale; objective; of_numbers; of_cuts }

let rec node () =
  match number () with
  | 0 -> Leaf (multipliers ())
  | 1 -> let m = multipliers () in let next = node () in Fix (m, next)
  | 2 ->
      let v = number () in
      let taken = node () in
      let not_taken = node () in
      Branch (v, taken, not_taken)
  | _ -> raise Malformed

let cut () =
  let kind_S = number () = 0 in
  let of_cut = several (fun () -> let s = number () in let v = two () in (s, v)) in
  { kind_S; of_cut }

let certificate () =
  let first = number () in
  let n = if first = 0 then number () else first in
  let at_start = if n = 0 then Chosen (several number) else Whole n in
  let made = if first = 0 then several two else [] in
  let score = number () in
  let upper = number () in
  let moves = several two in
  let reason =
    match number () with
    | 0 -> let cuts = several cut in let root = node () in Tree (cuts, root)
    | 1 -> Increment
    | 2 -> Prime (number ())
    | _ -> raise Malformed
  in
  if peek () = Some '\n' then { at_start; made; moves; score; upper; reason } else raise Malformed

(* The position in the notation of certificates: the numbers of a chosen pot are in their order. *)
let position c =
  let numbers l = String.concat "." (List.map string_of_int l) in
  (match c.at_start with Whole n -> string_of_int n | Chosen l -> "pot." ^ numbers l)
  ^ match c.made with [] -> "" | made -> "/" ^ numbers (List.map snd made)

let size c = match c.at_start with Whole n -> n | Chosen l -> List.length l

let rec skip_line () =
  match peek () with None -> () | Some '\n' -> drop () | Some _ -> drop (); skip_line ()

(* Tables of the pairs of all numbers, as far as they have been needed. *)
let tables = ref (make_tables 1)
let widest = 10000

let () =
  assert (Sys.int_size = 63);
  Gc.set { (Gc.get ()) with minor_heap_size = 1 lsl 23; space_overhead = 200 };
  let lines = Array.length Sys.argv > 1 && Sys.argv.(1) = "--lines" in
  let citable = if Array.length Sys.argv > 2 then int_of_string Sys.argv.(2) else max_int in
  let rec go known line valid =
    if peek () = None then (line, valid)
    else begin
      (* The converter's mark for certificates that this checker does not examine. *)
      let unexamined = peek () = Some 'u' in
      let verdict =
        match certificate () with
        | exception Malformed ->
            if unexamined then `Not_examined "it is not in the flat form" else `Not_valid
        | exception Whole.Too_large -> `Not_examined "a number in it is too large"
        | c when size c > widest -> `Not_examined "its pot is too large"
        | c -> (
            if size c > !tables.bound then
              tables := make_tables (if size c > widest / 2 then widest else 2 * size c);
            match step !tables known c with
            | true, learned -> `Valid (c, learned)
            | false, _ -> `Not_valid
            | exception Whole.Too_large ->
                `Not_examined "a number that follows from it is too large"
            | exception Stack_overflow -> `Not_examined "it is too deep")
      in
      skip_line ();
      let line = line + 1 in
      match verdict with
      | `Valid (c, learned) ->
          if lines then Printf.printf "%d: valid: %s %d %d\n" line (position c) c.score c.upper;
          go (if line <= citable then learned else known) line (valid + 1)
      | `Not_valid -> Printf.printf "%d: NOT valid\n" line; go known line valid
      | `Not_examined why -> Printf.printf "%d: not examined: %s\n" line why; go known line valid
    end
  in
  let count, valid = go Empty 0 0 in
  if count = valid && count > 0 then Printf.printf "%d certificates, all valid\n" count
  else begin
    Printf.printf "%d certificates, %d of them valid\n" count valid;
    exit 1
  end
