(* Reads certificates of greedy coins in the flat form, one in each line, and says of each whether
   the proven checker accepts it.

       python3 formal/coins.py row.json ... | build/coins-proven

   All reasoning is in Coins_proven.check, which is extracted from CoinsChecker.v. This file only
   reads numbers, and prints, for an accepted certificate, the position and the claim that it has
   passed to the checker.  README.md describes the flat form. *)

open Coins_proven

exception Malformed

(* The words of the line that remain to be read. *)
let words = ref []

let word () =
  match !words with
  | w :: more -> words := more; w
  | [] -> raise Malformed

let count () =
  match int_of_string_opt (word ()) with Some n when n >= 0 -> n | _ -> raise Malformed

let several read =
  let rec more n found =
    if n = 0 then List.rev found
    else
      let x = read () in
      more (n - 1) (x :: found)
  in
  more (count ()) []

let natural () =
  let rec up n found = if n = 0 then found else up (n - 1) (S found) in
  up (count ()) O

(* Integers of any length, in hexadecimal digits. *)
let integer () =
  let text = word () in
  let negative = text.[0] = '-' in
  let digits = if negative then String.sub text 1 (String.length text - 1) else text in
  let put found bit =
    match (found, bit) with
    | None, false -> None
    | None, true -> Some XH
    | Some p, false -> Some (XO p)
    | Some p, true -> Some (XI p)
  in
  let digit found c =
    let d =
      match c with
      | '0' .. '9' -> Char.code c - 48
      | 'a' .. 'f' -> Char.code c - 87
      | _ -> raise Malformed
    in
    List.fold_left (fun found place -> put found ((d lsr place) land 1 = 1)) found [ 3; 2; 1; 0 ]
  in
  if digits = "" then raise Malformed;
  match String.fold_left digit None digits with
  | None -> Z0
  | Some p -> if negative then Zneg p else Zpos p

let hexadecimal z =
  let rec bits p found =
    match p with
    | XO p -> bits p (0 :: found)
    | XI p -> bits p (1 :: found)
    | XH -> 1 :: found
  in
  let rec digits = function
    | a :: b :: c :: d :: more ->
        Printf.sprintf "%x" ((8 * a) + (4 * b) + (2 * c) + d) :: digits more
    | _ -> []
  in
  let rec whole bits = if List.length bits mod 4 = 0 then bits else whole (0 :: bits) in
  let text p = String.concat "" (digits (whole (bits p []))) in
  match z with Z0 -> "0" | Zpos p -> text p | Zneg p -> "-" ^ text p

let kinds = [ ("row", Row); ("l", LeftBlocked); ("r", RightBlocked); ("o", Circle) ]
let part () =
  let kind =
    match List.assoc_opt (word ()) kinds with Some kind -> kind | None -> raise Malformed
  in
  let coins = several integer in
  (kind, coins)

let table () = several part

let move () =
  let i = natural () in
  let j = natural () in
  (i, j)

(* The steps after ".": c, f, and p for a pair. *)
let steps () =
  let text = word () in
  let step (found, pairs) c =
    match c with
    | 'c' when pairs = O -> (Put :: found, pairs)
    | 'f' when pairs = O -> (Fuse :: found, pairs)
    | 'p' -> (found, S pairs)
    | _ -> raise Malformed
  in
  if text.[0] <> '.' then raise Malformed;
  let found, pairs = String.fold_left step ([], O) (String.sub text 1 (String.length text - 1)) in
  (List.rev found, pairs)

let joint () = match steps () with found, O -> found | _ -> raise Malformed

let perhaps read =
  match word () with "none" -> None | "some" -> Some (read ()) | _ -> raise Malformed

let flag () = match word () with "best" -> true | "worse" -> false | _ -> raise Malformed

let claim () =
  let claimed_margin = integer () in
  let claimed_best = perhaps (fun () -> several flag) in
  let claimed_cost = perhaps integer in
  { claimed_margin; claimed_best; claimed_cost }

let entry first second () =
  let a = first () in
  let b = second () in
  (a, b)

let proof () =
  match word () with
  | "fusion" -> Fusion (several steps)
  | "sum" ->
      let wholes = several steps in
      let moved = perhaps (fun () -> several (fun () -> several steps)) in
      Sum (wholes, moved)
  | "circle" ->
      let forward = several natural in
      let backward = several natural in
      let joints = several joint in
      Round (forward, backward, joints)
  | "search" ->
      let rows = several (entry part steps) in
      let at_most = several (entry table integer) in
      let at_least = several (entry table (entry integer move)) in
      Search (rows, at_most, at_least)
  | _ -> raise Malformed

let certificate () =
  let start = table () in
  let played = several move in
  let claims = claim () in
  let reason = proof () in
  if !words = [] then { start; played; claims; reason } else raise Malformed

(* The position and the claim of a certificate, as in its line. *)
let told c =
  let rec number = function O -> 0 | S n -> 1 + number n in
  let all write items = string_of_int (List.length items) :: List.concat_map write items in
  let some write = function None -> [ "none" ] | Some x -> "some" :: write x in
  let name kind = fst (List.find (fun (_, k) -> k = kind) kinds) in
  let integer z = [ hexadecimal z ] in
  let table = all (fun (kind, coins) -> name kind :: all integer coins) c.start in
  let place (i, j) = [ string_of_int (number i); string_of_int (number j) ] in
  let played = all place c.played in
  let word best = [ (if best then "best" else "worse") ] in
  let best = some (all word) c.claims.claimed_best in
  let cost = some integer c.claims.claimed_cost in
  String.concat " " (table @ played @ integer c.claims.claimed_margin @ best @ cost)

let verdict line =
  words := String.split_on_char ' ' line;
  match certificate () with
  | exception (Malformed | Invalid_argument _) ->
      if String.length line > 0 && line.[0] = 'u' then "not examined" else "NOT valid"
  | exception Stack_overflow -> "not examined: it is too large"
  | c -> (
      match check c with
      | true -> "valid: " ^ told c
      | false -> "NOT valid"
      | exception Stack_overflow -> "not examined: it is too large")

let () =
  let rec go line valid =
    match input_line stdin with
    | exception End_of_file -> (line, valid)
    | text ->
        let said = verdict text in
        Printf.printf "%d: %s\n" (line + 1) said;
        let good = String.length said > 5 && String.sub said 0 6 = "valid:" in
        go (line + 1) (if good then valid + 1 else valid)
  in
  let count, valid = go 0 0 in
  Printf.printf "%d certificates, %d of them valid\n" count valid;
  if count = 0 || valid < count then exit 1
