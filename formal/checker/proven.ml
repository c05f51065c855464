
(** val negb : bool -> bool **)

let negb = function
| true -> false
| false -> true

(** val length : 'a1 list -> int **)

let rec length = function
| [] -> 0
| _ :: l' -> Whole.succ (length l')

(** val app : 'a1 list -> 'a1 list -> 'a1 list **)

let rec app l m =
  match l with
  | [] -> m
  | a :: l1 -> a :: (app l1 m)

type comparison =
| Eq
| Lt
| Gt

(** val compOpp : comparison -> comparison **)

let compOpp = function
| Eq -> Eq
| Lt -> Gt
| Gt -> Lt

module Coq__1 = struct
 (** val add : int -> int -> int **)
 let rec add n0 m =
   (fun zero next n -> if n = 0 then zero () else next (n - 1))
     (fun _ -> m)
     (fun p -> Whole.succ (add p m))
     n0
end
include Coq__1

type n =
| N0
| Npos of int



module Nat =
 struct
  (** val div2 : int -> int **)

  let rec div2 n0 =
    (fun zero next n -> if n = 0 then zero () else next (n - 1))
      (fun _ -> 0)
      (fun n1 ->
      (fun zero next n -> if n = 0 then zero () else next (n - 1))
        (fun _ -> 0)
        (fun n' -> Whole.succ (div2 n'))
        n1)
      n0
 end

module Pos =
 struct
  (** val succ : int -> int **)

  let rec succ x =
    (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
      (fun p -> Whole.even (succ p))
      (fun p -> Whole.odd p)
      (fun _ -> Whole.even 1)
      x

  (** val add : int -> int -> int **)

  let rec add x y =
    (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
      (fun p ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
        (fun q -> Whole.even (add_carry p q))
        (fun q -> Whole.odd (add p q))
        (fun _ -> Whole.even (succ p))
        y)
      (fun p ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
        (fun q -> Whole.odd (add p q))
        (fun q -> Whole.even (add p q))
        (fun _ -> Whole.odd p)
        y)
      (fun _ ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
        (fun q -> Whole.even (succ q))
        (fun q -> Whole.odd q)
        (fun _ -> Whole.even 1)
        y)
      x

  (** val add_carry : int -> int -> int **)

  and add_carry x y =
    (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
      (fun p ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
        (fun q -> Whole.odd (add_carry p q))
        (fun q -> Whole.even (add_carry p q))
        (fun _ -> Whole.odd (succ p))
        y)
      (fun p ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
        (fun q -> Whole.even (add_carry p q))
        (fun q -> Whole.odd (add p q))
        (fun _ -> Whole.even (succ p))
        y)
      (fun _ ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
        (fun q -> Whole.odd (succ q))
        (fun q -> Whole.even (succ q))
        (fun _ -> Whole.odd 1)
        y)
      x

  (** val pred_double : int -> int **)

  let rec pred_double x =
    (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
      (fun p -> Whole.odd (Whole.even p))
      (fun p -> Whole.odd (pred_double p))
      (fun _ -> 1)
      x

  (** val pred_N : int -> n **)

  let pred_N x =
    (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
      (fun p -> Npos (Whole.even p))
      (fun p -> Npos (pred_double p))
      (fun _ -> N0)
      x

  (** val mul : int -> int -> int **)

  let rec mul x y =
    (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
      (fun p -> add y (Whole.even (mul p y)))
      (fun p -> Whole.even (mul p y))
      (fun _ -> y)
      x

  (** val size : int -> int **)

  let rec size p =
    (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
      (fun p0 -> succ (size p0))
      (fun p0 -> succ (size p0))
      (fun _ -> 1)
      p

  (** val compare_cont : comparison -> int -> int -> comparison **)

  let rec compare_cont r x y =
    (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
      (fun p ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
        (fun q -> compare_cont r p q)
        (fun q -> compare_cont Gt p q)
        (fun _ -> Gt)
        y)
      (fun p ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
        (fun q -> compare_cont Lt p q)
        (fun q -> compare_cont r p q)
        (fun _ -> Gt)
        y)
      (fun _ ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
        (fun _ -> Lt)
        (fun _ -> Lt)
        (fun _ -> r)
        y)
      x

  (** val compare : int -> int -> comparison **)

  let compare =
    compare_cont Eq

  (** val eqb : int -> int -> bool **)

  let rec eqb p q =
    (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
      (fun p0 ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
        (fun q0 -> eqb p0 q0)
        (fun _ -> false)
        (fun _ -> false)
        q)
      (fun p0 ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
        (fun _ -> false)
        (fun q0 -> eqb p0 q0)
        (fun _ -> false)
        q)
      (fun _ ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
        (fun _ -> false)
        (fun _ -> false)
        (fun _ -> true)
        q)
      p

  (** val coq_Nsucc_double : n -> n **)

  let coq_Nsucc_double = function
  | N0 -> Npos 1
  | Npos p -> Npos (Whole.odd p)

  (** val coq_Ndouble : n -> n **)

  let coq_Ndouble = function
  | N0 -> N0
  | Npos p -> Npos (Whole.even p)

  (** val coq_lxor : int -> int -> n **)

  let rec coq_lxor p q =
    (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
      (fun p0 ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
        (fun q0 -> coq_Ndouble (coq_lxor p0 q0))
        (fun q0 -> coq_Nsucc_double (coq_lxor p0 q0))
        (fun _ -> Npos (Whole.even p0))
        q)
      (fun p0 ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
        (fun q0 -> coq_Nsucc_double (coq_lxor p0 q0))
        (fun q0 -> coq_Ndouble (coq_lxor p0 q0))
        (fun _ -> Npos (Whole.odd p0))
        q)
      (fun _ ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
        (fun q0 -> Npos (Whole.even q0))
        (fun q0 -> Npos (Whole.odd q0))
        (fun _ -> N0)
        q)
      p

  (** val testbit : int -> n -> bool **)

  let rec testbit p n0 =
    (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
      (fun p0 ->
      match n0 with
      | N0 -> true
      | Npos n1 -> testbit p0 (pred_N n1))
      (fun p0 ->
      match n0 with
      | N0 -> false
      | Npos n1 -> testbit p0 (pred_N n1))
      (fun _ -> match n0 with
                | N0 -> true
                | Npos _ -> false)
      p

  (** val iter_op : ('a1 -> 'a1 -> 'a1) -> int -> 'a1 -> 'a1 **)

  let rec iter_op op p a =
    (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
      (fun p0 -> op a (iter_op op p0 (op a a)))
      (fun p0 -> iter_op op p0 (op a a))
      (fun _ -> a)
      p

  (** val to_nat : int -> int **)

  let to_nat x =
    iter_op Coq__1.add x (Whole.succ 0)

  (** val of_succ_nat : int -> int **)

  let rec of_succ_nat n0 =
    (fun zero next n -> if n = 0 then zero () else next (n - 1))
      (fun _ -> 1)
      (fun x -> succ (of_succ_nat x))
      n0
 end

module N =
 struct
  (** val succ_pos : n -> int **)

  let succ_pos = function
  | N0 -> 1
  | Npos p -> Pos.succ p

  (** val coq_lxor : n -> n -> n **)

  let coq_lxor n0 m =
    match n0 with
    | N0 -> m
    | Npos p -> (match m with
                 | N0 -> n0
                 | Npos q -> Pos.coq_lxor p q)

  (** val testbit : n -> n -> bool **)

  let testbit a n0 =
    match a with
    | N0 -> false
    | Npos p -> Pos.testbit p n0
 end

module Z =
 struct
  (** val double : int -> int **)

  let double x =
    (fun zero positive negative z -> if z = 0 then zero () else if z > 0 then positive z else negative (Whole.opp z))
      (fun _ -> 0)
      (fun p -> (Whole.even p))
      (fun p -> Whole.opp (Whole.even p))
      x

  (** val succ_double : int -> int **)

  let succ_double x =
    (fun zero positive negative z -> if z = 0 then zero () else if z > 0 then positive z else negative (Whole.opp z))
      (fun _ -> 1)
      (fun p -> (Whole.odd p))
      (fun p -> Whole.opp (Pos.pred_double p))
      x

  (** val pred_double : int -> int **)

  let pred_double x =
    (fun zero positive negative z -> if z = 0 then zero () else if z > 0 then positive z else negative (Whole.opp z))
      (fun _ -> Whole.opp 1)
      (fun p -> (Pos.pred_double p))
      (fun p -> Whole.opp (Whole.odd p))
      x

  (** val pos_sub : int -> int -> int **)

  let rec pos_sub x y =
    (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
      (fun p ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
        (fun q -> double (pos_sub p q))
        (fun q -> succ_double (pos_sub p q))
        (fun _ -> (Whole.even p))
        y)
      (fun p ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
        (fun q -> pred_double (pos_sub p q))
        (fun q -> double (pos_sub p q))
        (fun _ -> (Pos.pred_double p))
        y)
      (fun _ ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
        (fun q -> Whole.opp (Whole.even q))
        (fun q -> Whole.opp (Pos.pred_double q))
        (fun _ -> 0)
        y)
      x

  (** val compare : int -> int -> comparison **)

  let compare x y =
    (fun zero positive negative z -> if z = 0 then zero () else if z > 0 then positive z else negative (Whole.opp z))
      (fun _ ->
      (fun zero positive negative z -> if z = 0 then zero () else if z > 0 then positive z else negative (Whole.opp z))
        (fun _ -> Eq)
        (fun _ -> Lt)
        (fun _ -> Gt)
        y)
      (fun x' ->
      (fun zero positive negative z -> if z = 0 then zero () else if z > 0 then positive z else negative (Whole.opp z))
        (fun _ -> Gt)
        (fun y' -> Pos.compare x' y')
        (fun _ -> Gt)
        y)
      (fun x' ->
      (fun zero positive negative z -> if z = 0 then zero () else if z > 0 then positive z else negative (Whole.opp z))
        (fun _ -> Lt)
        (fun _ -> Lt)
        (fun y' -> compOpp (Pos.compare x' y'))
        y)
      x

  (** val of_N : n -> int **)

  let of_N = function
  | N0 -> 0
  | Npos p -> p

  (** val pos_div_eucl : int -> int -> int * int **)

  let rec pos_div_eucl a b =
    (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
      (fun a' ->
      let (q, r) = pos_div_eucl a' b in
      let r' = Whole.add (Whole.mul (Whole.even 1) r) 1 in
      if Whole.ltb r' b
      then ((Whole.mul (Whole.even 1) q), r')
      else ((Whole.add (Whole.mul (Whole.even 1) q) 1), (Whole.sub r' b)))
      (fun a' ->
      let (q, r) = pos_div_eucl a' b in
      let r' = Whole.mul (Whole.even 1) r in
      if Whole.ltb r' b
      then ((Whole.mul (Whole.even 1) q), r')
      else ((Whole.add (Whole.mul (Whole.even 1) q) 1), (Whole.sub r' b)))
      (fun _ -> if Whole.leb (Whole.even 1) b then (0, 1) else (1, 0))
      a

  (** val div_eucl : int -> int -> int * int **)

  let div_eucl a b =
    (fun zero positive negative z -> if z = 0 then zero () else if z > 0 then positive z else negative (Whole.opp z))
      (fun _ -> (0, 0))
      (fun a' ->
      (fun zero positive negative z -> if z = 0 then zero () else if z > 0 then positive z else negative (Whole.opp z))
        (fun _ -> (0, a))
        (fun _ -> pos_div_eucl a' b)
        (fun b' ->
        let (q, r) = pos_div_eucl a' b' in
        ((fun zero positive negative z -> if z = 0 then zero () else if z > 0 then positive z else negative (Whole.opp z))
           (fun _ -> ((Whole.opp q), 0))
           (fun _ -> ((Whole.opp (Whole.add q 1)), (Whole.add b r)))
           (fun _ -> ((Whole.opp (Whole.add q 1)), (Whole.add b r)))
           r))
        b)
      (fun a' ->
      (fun zero positive negative z -> if z = 0 then zero () else if z > 0 then positive z else negative (Whole.opp z))
        (fun _ -> (0, a))
        (fun _ ->
        let (q, r) = pos_div_eucl a' b in
        ((fun zero positive negative z -> if z = 0 then zero () else if z > 0 then positive z else negative (Whole.opp z))
           (fun _ -> ((Whole.opp q), 0))
           (fun _ -> ((Whole.opp (Whole.add q 1)), (Whole.sub b r)))
           (fun _ -> ((Whole.opp (Whole.add q 1)), (Whole.sub b r)))
           r))
        (fun b' -> let (q, r) = pos_div_eucl a' b' in (q, (Whole.opp r)))
        b)
      a

  (** val odd : int -> bool **)

  let odd z0 =
    (fun zero positive negative z -> if z = 0 then zero () else if z > 0 then positive z else negative (Whole.opp z))
      (fun _ -> false)
      (fun p ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
        (fun _ -> true)
        (fun _ -> false)
        (fun _ -> true)
        p)
      (fun p ->
      (fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
        (fun _ -> true)
        (fun _ -> false)
        (fun _ -> true)
        p)
      z0
 end

(** val rev : 'a1 list -> 'a1 list **)

let rec rev = function
| [] -> []
| x :: l' -> app (rev l') (x :: [])

(** val map : ('a1 -> 'a2) -> 'a1 list -> 'a2 list **)

let rec map f = function
| [] -> []
| a :: t -> (f a) :: (map f t)

(** val flat_map : ('a1 -> 'a2 list) -> 'a1 list -> 'a2 list **)

let rec flat_map f = function
| [] -> []
| x :: t -> app (f x) (flat_map f t)

(** val fold_left : ('a1 -> 'a2 -> 'a1) -> 'a2 list -> 'a1 -> 'a1 **)

let rec fold_left f l a0 =
  match l with
  | [] -> a0
  | b :: t -> fold_left f t (f a0 b)

(** val fold_right : ('a2 -> 'a1 -> 'a1) -> 'a1 -> 'a2 list -> 'a1 **)

let rec fold_right f a0 = function
| [] -> a0
| b :: t -> f b (fold_right f a0 t)

(** val existsb : ('a1 -> bool) -> 'a1 list -> bool **)

let rec existsb f = function
| [] -> false
| a :: l0 -> (||) (f a) (existsb f l0)

(** val forallb : ('a1 -> bool) -> 'a1 list -> bool **)

let rec forallb f = function
| [] -> true
| a :: l0 -> (&&) (f a) (forallb f l0)

(** val filter : ('a1 -> bool) -> 'a1 list -> 'a1 list **)

let rec filter f = function
| [] -> []
| x :: l0 -> if f x then x :: (filter f l0) else filter f l0

(** val seq : int -> int -> int list **)

let rec seq start0 len =
  (fun zero next n -> if n = 0 then zero () else next (n - 1))
    (fun _ -> [])
    (fun len0 -> start0 :: (seq (Whole.succ start0) len0))
    len

(** val total : int list -> int **)

let total ps =
  fold_right Whole.add 0 ps

(** val range : int -> int list **)

let range n0 =
  map Whole.of_nat (seq (Whole.succ 0) (Whole.to_nat n0))

type vector = int * int

(** val plus : vector -> vector -> vector **)

let plus x y =
  ((Whole.lxor_ (Stdlib.fst x) (Stdlib.fst y)),
    (Whole.lxor_ (Stdlib.snd x) (Stdlib.snd y)))

(** val w : vector -> vector **)

let w x =
  ((Stdlib.snd x), (Whole.lxor_ (Stdlib.fst x) (Stdlib.snd x)))

(** val doubled : vector list -> vector list **)

let doubled v =
  flat_map (fun v0 -> v0 :: ((w v0) :: [])) v

(** val bit : (bool * int) -> vector -> bool **)

let bit i x =
  Whole.testbit (if Stdlib.fst i then Stdlib.fst x else Stdlib.snd x)
    (Stdlib.snd i)

(** val echelon : ((bool * int) * vector) list -> bool **)

let rec echelon = function
| [] -> true
| p :: e' ->
  let (i, e0) = p in
  (&&) ((&&) (bit i e0) (forallb (fun x -> negb (bit i (Stdlib.snd x))) e'))
    (echelon e')

(** val reduce : ((bool * int) * vector) list -> vector -> vector **)

let reduce e x =
  fold_left (fun y e0 ->
    if bit (Stdlib.fst e0) y then plus (Stdlib.snd e0) y else y) e x

(** val is_zero : vector -> bool **)

let is_zero x =
  (&&) (Whole.eqb (Stdlib.fst x) 0) (Whole.eqb (Stdlib.snd x) 0)

(** val first_bit : vector -> bool * int **)

let first_bit x =
  if Whole.eqb (Stdlib.fst x) 0
  then (false, (Whole.log2 (Stdlib.snd x)))
  else (true, (Whole.log2 (Stdlib.fst x)))

(** val eliminate :
    vector list -> ((bool * int) * vector) list -> ((bool * int) * vector)
    list **)

let rec eliminate g e =
  match g with
  | [] -> e
  | g0 :: g' ->
    let x = reduce e g0 in
    eliminate g' (if is_zero x then e else app e (((first_bit x), x) :: []))

(** val basis : vector list -> ((bool * int) * vector) list **)

let basis v =
  eliminate (doubled v) []

(** val spanned : vector -> vector list -> bool **)

let spanned v v0 =
  is_zero (reduce (basis v0) v)

type members = (int * vector) list

(** val vectors_of : members -> (int -> bool) -> vector list **)

let vectors_of s keep =
  map Stdlib.snd (filter (fun s0 -> keep (Stdlib.fst s0)) s)

(** val below : int -> int -> bool **)

let below p s =
  (&&) (Whole.eqb (Whole.modulo p s) 0) (negb (Whole.eqb s p))

(** val above : int -> int -> bool **)

let above q s =
  (&&) (Whole.eqb (Whole.modulo s q) 0) (negb (Whole.eqb s q))

type 'a table =
| Empty
| Node of 'a table * 'a option * 'a table

(** val look : 'a1 table -> int -> 'a1 option **)

let rec look t k =
  match t with
  | Empty -> None
  | Node (l, o, r) ->
    ((fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
       (fun k' -> look r k')
       (fun k' -> look l k')
       (fun _ -> o)
       k)

(** val store : 'a1 table -> int -> 'a1 -> 'a1 table **)

let rec store t k x =
  match t with
  | Empty ->
    ((fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
       (fun k' -> Node (Empty, None, (store Empty k' x)))
       (fun k' -> Node ((store Empty k' x), None, Empty))
       (fun _ -> Node (Empty, (Some x), Empty))
       k)
  | Node (l, o, r) ->
    ((fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
       (fun k' -> Node (l, o, (store r k' x)))
       (fun k' -> Node ((store l k' x), o, r))
       (fun _ -> Node (l, (Some x), r))
       k)

(** val each : ('a1 -> 'a2) -> 'a1 table -> 'a2 table **)

let rec each f = function
| Empty -> Empty
| Node (l, o, r) ->
  Node ((each f l), (match o with
                     | Some x -> Some (f x)
                     | None -> None), (each f r))

(** val alter : ('a1 -> 'a1) -> 'a1 table -> int -> 'a1 table **)

let rec alter f t k =
  match t with
  | Empty -> Empty
  | Node (l, o, r) ->
    ((fun odd even one p -> if p = 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))
       (fun k' -> Node (l, o, (alter f r k')))
       (fun k' -> Node ((alter f l k'), o, r))
       (fun _ -> Node (l, (match o with
                           | Some x -> Some (f x)
                           | None -> None), r))
       k)

(** val at_ : 'a1 table -> int -> 'a1 option **)

let at_ t z0 =
  (fun zero positive negative z -> if z = 0 then zero () else if z > 0 then positive z else negative (Whole.opp z))
    (fun _ -> None)
    (fun k -> look t k)
    (fun _ -> None)
    z0

(** val put : 'a1 table -> int -> 'a1 -> 'a1 table **)

let put t z0 x =
  (fun zero positive negative z -> if z = 0 then zero () else if z > 0 then positive z else negative (Whole.opp z))
    (fun _ -> t)
    (fun k -> store t k x)
    (fun _ -> t)
    z0

(** val change_at : ('a1 -> 'a1) -> 'a1 table -> int -> 'a1 table **)

let change_at f t z0 =
  (fun zero positive negative z -> if z = 0 then zero () else if z > 0 then positive z else negative (Whole.opp z))
    (fun _ -> t)
    (fun k -> alter f t k)
    (fun _ -> t)
    z0

(** val tabulate : (int -> 'a1) -> int list -> 'a1 table **)

let tabulate f l =
  fold_left (fun t x -> put t x (f x)) l Empty

(** val sum : ('a1 -> int) -> 'a1 list -> int **)

let rec sum f = function
| [] -> 0
| x :: l' -> Whole.add (f x) (sum f l')

type status =
| Free
| Forced
| Excluded

type cell = (int * status) * int

(** val low : cell -> int **)

let low c =
  Stdlib.fst (Stdlib.fst c)

(** val state : cell -> status **)

let state c =
  Stdlib.snd (Stdlib.fst c)

(** val left : cell -> int **)

let left =
  Stdlib.snd

(** val is_forced : cell -> bool **)

let is_forced c =
  match state c with
  | Forced -> true
  | _ -> false

(** val is_free : cell -> bool **)

let is_free c =
  match state c with
  | Free -> true
  | _ -> false

(** val best : bool -> (int -> bool) -> cell list -> int option **)

let best picked0 keep cells0 =
  fold_right (fun c m ->
    if (&&) (is_free c) (keep (low c))
    then Some (match m with
               | Some x -> Whole.max (left c) x
               | None -> left c)
    else m) (if picked0 then None else Some 0) cells0

(** val worth : bool -> bool -> cell list -> int **)

let worth top picked0 cells0 =
  if top
  then if existsb is_forced cells0
       then sum (fun c -> if is_forced c then left c else 0) cells0
       else (match best picked0 (fun _ -> true) cells0 with
             | Some m -> m
             | None -> 0)
  else sum (fun c ->
         match state c with
         | Free -> Whole.max 0 (left c)
         | Forced -> left c
         | Excluded -> 0) cells0

(** val change : bool -> bool -> cell list -> cell -> int option **)

let change top picked0 cells0 c =
  if top
  then if existsb is_forced cells0
       then None
       else (match best picked0 (fun q -> negb (Whole.eqb q (low c))) cells0 with
             | Some x -> Some (Whole.sub (left c) x)
             | None -> None)
  else Some (left c)

type multipliers = { scale : int; objective : bool;
                     of_numbers : (int * int) list; of_cuts : (int * int) list }

type node =
| Leaf of multipliers
| Fix of multipliers * node
| Branch of int * node * node

type cut = { kind_S : bool; of_cut : members }

type proof =
| Tree of cut list * node
| Increment
| Prime of int

type certificate = { pot_size : int; moves : (int * int) list; score : 
                     int; upper : int; reason : proof }

(** val is_prime : int -> bool **)

let is_prime k =
  (&&) (Whole.ltb 1 k)
    (forallb (fun d ->
      (||) (Whole.eqb d 1) (negb (Whole.eqb (Whole.modulo k d) 0)))
      (range (Whole.sub k 1)))

(** val lows : int -> int list **)

let lows p =
  filter (fun q ->
    (&&) (Whole.eqb (Whole.modulo p q) 0) (is_prime (Whole.div p q)))
    (range (Whole.sub p 1))

type tables = { bound : int; below_of : int list table;
                above_of : int list table }

(** val make_tables : int -> tables **)

let make_tables bound0 =
  let low0 = tabulate lows (range bound0) in
  let add0 = fun t p q ->
    put t q (p :: (match at_ t q with
                   | Some l -> l
                   | None -> []))
  in
  { bound = bound0; below_of = low0; above_of =
  (fold_left (fun t p ->
    fold_left (fun t0 q -> add0 t0 p q)
      (match at_ low0 p with
       | Some l -> l
       | None -> []) t) (rev (range bound0)) Empty) }

(** val list_at : int list table -> int -> int list **)

let list_at t z0 =
  match at_ t z0 with
  | Some l -> l
  | None -> []

(** val is_ordered : (int * int) list -> bool **)

let rec is_ordered = function
| [] -> true
| e :: m' ->
  (&&)
    (forallb (fun e' ->
      negb (Whole.eqb (Whole.modulo (Stdlib.snd e) (Stdlib.fst e')) 0)) m')
    (is_ordered m')

(** val is_game : int -> (int * int) list -> bool **)

let is_game n0 m =
  (&&)
    (forallb (fun e ->
      (&&)
        ((&&)
          ((&&) (Whole.leb 1 (Stdlib.fst e))
            (Whole.ltb (Stdlib.fst e) (Stdlib.snd e)))
          (Whole.leb (Stdlib.snd e) n0))
        (Whole.eqb (Whole.modulo (Stdlib.snd e) (Stdlib.fst e)) 0)) m)
    (is_ordered m)

(** val same : vector -> vector -> bool **)

let same x y =
  (&&) (Whole.eqb (Stdlib.fst x) (Stdlib.fst y))
    (Whole.eqb (Stdlib.snd x) (Stdlib.snd y))

(** val covered : vector -> vector list -> bool **)

let covered v v0 = match v0 with
| [] -> false
| _ :: _ -> (||) (existsb (same v) v0) (spanned v v0)

(** val ascending : int list -> bool **)

let rec ascending = function
| [] -> true
| x :: l' ->
  (match l' with
   | [] -> true
   | y :: _ -> (&&) (Whole.ltb x y) (ascending l'))

(** val pairs_of_cut : tables -> int -> cut -> (int * int) list **)

let pairs_of_cut t n0 c =
  let s = c.of_cut in
  if c.kind_S
  then flat_map (fun x ->
         map (fun p -> ((Stdlib.fst x), p))
           (filter (fun p ->
             (&&) (Whole.leb p n0)
               (covered (Stdlib.snd x)
                 (vectors_of s (fun s0 ->
                   (&&) (negb (Whole.eqb s0 (Stdlib.fst x))) (below p s0)))))
             (list_at t.above_of (Stdlib.fst x)))) s
  else flat_map (fun x ->
         map (fun q -> (q, (Stdlib.fst x)))
           (filter (fun q ->
             covered (Stdlib.snd x)
               (vectors_of s (fun s0 ->
                 (&&) (negb (Whole.eqb s0 (Stdlib.fst x))) (above q s0))))
             (list_at t.below_of (Stdlib.fst x)))) s

(** val code : int -> bool -> (int * int) -> int **)

let code k kind e =
  if kind
  then Whole.add (Whole.mul (Stdlib.fst e) k) (Stdlib.snd e)
  else Whole.add (Whole.mul (Stdlib.snd e) k) (Stdlib.fst e)

(** val derive : tables -> int -> cut -> ((int * int) list * int) option **)

let derive t n0 c =
  let s = c.of_cut in
  let f = pairs_of_cut t n0 c in
  let e = basis (map Stdlib.snd s) in
  if (&&)
       ((&&)
         ((&&)
           (match s with
            | [] -> false
            | s0 :: _ -> Whole.ltb 0 (Stdlib.fst s0))
           (ascending (map Stdlib.fst s)))
         (ascending (map (code (Whole.add n0 1) c.kind_S) f))) (echelon e)
  then Some (f,
         (Whole.sub (Whole.of_nat (length s))
           (Whole.of_nat (Nat.div2 (length e)))))
  else None

(** val derive_all :
    tables -> int -> cut list -> int -> ((int * int) list * int) table ->
    ((int * int) list * int) table option **)

let rec derive_all t n0 cuts place known =
  match cuts with
  | [] -> Some known
  | c :: cuts' ->
    (match derive t n0 c with
     | Some f -> derive_all t n0 cuts' (Whole.add place 1) (put known place f)
     | None -> None)

type row = { number : int; picked : bool; cells : (int * status) list }

type priced = { number' : int; picked' : bool; cells' : cell list }

(** val start : tables -> int list -> row table **)

let start t ps =
  tabulate (fun p -> { number = p; picked = false; cells =
    (map (fun q -> (q, Free)) (list_at t.below_of p)) }) ps

(** val exclude_if : (int -> bool) -> (int * status) -> int * status **)

let exclude_if f c =
  if f (Stdlib.fst c) then ((Stdlib.fst c), Excluded) else c

(** val take : int -> row -> row **)

let take v x =
  { number = x.number; picked = ((||) x.picked (Whole.eqb x.number v));
    cells = (map (exclude_if (fun q -> Whole.eqb q v)) x.cells) }

(** val leave : int -> row -> row **)

let leave v x =
  { number = x.number; picked = x.picked; cells =
    (if Whole.eqb x.number v
     then map (exclude_if (fun _ -> true)) x.cells
     else x.cells) }

(** val value_at : int table -> int -> int **)

let value_at u v =
  match at_ u v with
  | Some x -> x
  | None -> 0

(** val price : int -> int table -> row -> priced **)

let price os u x =
  let w0 = Whole.sub (Whole.mul os x.number) (value_at u x.number) in
  { number' = x.number; picked' = x.picked; cells' =
  (map (fun c -> (c, (Whole.sub w0 (value_at u (Stdlib.fst c))))) x.cells) }

(** val pay : int -> priced table -> (int * int) -> priced table **)

let pay l t e =
  change_at (fun x -> { number' = x.number'; picked' = x.picked'; cells' =
    (map (fun c ->
      if Whole.eqb (low c) (Stdlib.fst e)
      then ((Stdlib.fst c), (Whole.sub (left c) l))
      else c) x.cells') }) t (Stdlib.snd e)

(** val named :
    ((int * int) list * int) table -> (int * int) list -> (int * ((int * int)
    list * int)) list option **)

let rec named cuts = function
| [] -> Some []
| p :: l' ->
  let (z0, x) = p in
  if Whole.leb 0 x
  then (match at_ cuts z0 with
        | Some f ->
          (match named cuts l' with
           | Some r -> Some ((x, f) :: r)
           | None -> None)
        | None -> None)
  else None

(** val pay_cuts :
    (int * ((int * int) list * int)) list -> priced table -> priced table **)

let pay_cuts cs t =
  fold_left (fun t0 c ->
    fold_left (pay (Stdlib.fst c)) (Stdlib.fst (Stdlib.snd c)) t0) cs t

(** val is_top : int -> int -> bool **)

let is_top n0 p =
  Whole.ltb n0 (Whole.mul (Whole.even 1) p)

(** val worth_at : int -> priced table -> int -> int **)

let worth_at n0 t p =
  match at_ t p with
  | Some y -> worth (is_top n0 p) y.picked' y.cells'
  | None -> 0

(** val picked_at : row table -> int -> bool **)

let picked_at rows p =
  match at_ rows p with
  | Some x -> x.picked
  | None -> false

(** val weigh :
    int -> int -> int list -> ((int * int) list * int) table -> row table ->
    multipliers -> ((int * int) * priced table) option **)

let weigh n0 t ps cuts rows m =
  let os = if m.objective then m.scale else 0 in
  let u =
    fold_left (fun t0 x -> put t0 (Stdlib.fst x) (Stdlib.snd x)) m.of_numbers
      Empty
  in
  if (&&) (Whole.leb 1 m.scale)
       (forallb (fun v ->
         (||) (Whole.leb 0 (value_at u v)) (picked_at rows v)) ps)
  then (match named cuts m.of_cuts with
        | Some cs ->
          let left0 = pay_cuts cs (each (price os u) rows) in
          Some
          (((Whole.add
              (Whole.add (sum (value_at u) ps)
                (sum (fun c ->
                  Whole.mul (Stdlib.fst c) (Stdlib.snd (Stdlib.snd c))) cs))
              (sum (worth_at n0 left0) ps)),
          (if m.objective then Whole.mul m.scale (Whole.add t 1) else 0)),
          left0)
        | None -> None)
  else None

(** val settle : int -> int -> int -> priced -> cell -> int * status **)

let settle n0 b g y c =
  match state c with
  | Free ->
    (match change (is_top n0 y.number') y.picked' y.cells' c with
     | Some d ->
       if (&&) (Whole.ltb d 0) (Whole.ltb (Whole.add b d) g)
       then ((low c), Excluded)
       else if (&&) (Whole.ltb 0 d) (Whole.ltb (Whole.sub b d) g)
            then ((low c), Forced)
            else Stdlib.fst c
     | None -> Stdlib.fst c)
  | _ -> Stdlib.fst c

(** val settle_row : int -> int -> int -> priced -> row **)

let settle_row n0 b g y =
  { number = y.number'; picked = y.picked'; cells =
    (map (settle n0 b g y) y.cells') }

(** val closed :
    int -> int -> int list -> ((int * int) list * int) table -> row table ->
    node -> bool **)

let rec closed n0 t ps cuts rows = function
| Leaf m ->
  (match weigh n0 t ps cuts rows m with
   | Some p -> let (p0, _) = p in let (b, g) = p0 in Whole.ltb b g
   | None -> false)
| Fix (m, next) ->
  (match weigh n0 t ps cuts rows m with
   | Some p ->
     let (p0, left0) = p in
     let (b, g) = p0 in
     closed n0 t ps cuts (each (settle_row n0 b g) left0) next
   | None -> false)
| Branch (v, taken, not_taken) ->
  (&&) (closed n0 t ps cuts (each (take v) rows) taken)
    (closed n0 t ps cuts (each (leave v) rows) not_taken)

(** val check_tree : tables -> int -> int -> cut list -> node -> bool **)

let check_tree t n0 target cuts root =
  match derive_all t n0 cuts 1 Empty with
  | Some known ->
    let ps = range n0 in closed n0 target ps known (start t ps) root
  | None -> false

type proven = int table

(** val bound_before : proven -> int -> int option **)

let bound_before known n0 =
  if Whole.eqb n0 (Whole.even 1) then Some 0 else at_ known (Whole.sub n0 1)

(** val check_upper : tables -> proven -> certificate -> bool **)

let check_upper t known c =
  match c.reason with
  | Tree (cuts, root) ->
    (&&) (Whole.leb c.pot_size t.bound)
      (check_tree t c.pot_size c.upper cuts root)
  | Increment ->
    (&&) (Whole.leb (Whole.even 1) c.pot_size)
      (match bound_before known c.pot_size with
       | Some b -> Whole.leb (Whole.add b c.pot_size) c.upper
       | None -> false)
  | Prime p ->
    (&&)
      ((&&)
        ((&&) ((&&) (is_prime c.pot_size) (is_prime p))
          (Whole.ltb p c.pot_size))
        (Whole.ltb c.pot_size (Whole.mul (Whole.even 1) p)))
      (match bound_before known c.pot_size with
       | Some b -> Whole.leb (Whole.sub (Whole.add b c.pot_size) p) c.upper
       | None -> false)

(** val check : tables -> proven -> certificate -> bool **)

let check t known c =
  (&&)
    ((&&) (is_game c.pot_size c.moves)
      (Whole.eqb (total (map Stdlib.snd c.moves)) c.score))
    (check_upper t known c)

(** val learn : proven -> certificate -> proven **)

let learn known c =
  put known c.pot_size
    (match at_ known c.pot_size with
     | Some b -> Whole.min b c.upper
     | None -> c.upper)
