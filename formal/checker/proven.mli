
val negb : bool -> bool

val length : 'a1 list -> int

val app : 'a1 list -> 'a1 list -> 'a1 list

type comparison =
| Eq
| Lt
| Gt

val compOpp : comparison -> comparison

val add : int -> int -> int

type n =
| N0
| Npos of int



module Nat :
 sig
  val div2 : int -> int
 end

module Pos :
 sig
  val succ : int -> int

  val add : int -> int -> int

  val add_carry : int -> int -> int

  val pred_double : int -> int

  val pred_N : int -> n

  val mul : int -> int -> int

  val size : int -> int

  val compare_cont : comparison -> int -> int -> comparison

  val compare : int -> int -> comparison

  val eqb : int -> int -> bool

  val coq_Nsucc_double : n -> n

  val coq_Ndouble : n -> n

  val coq_lxor : int -> int -> n

  val testbit : int -> n -> bool

  val iter_op : ('a1 -> 'a1 -> 'a1) -> int -> 'a1 -> 'a1

  val to_nat : int -> int

  val of_succ_nat : int -> int
 end

module N :
 sig
  val succ_pos : n -> int

  val coq_lxor : n -> n -> n

  val testbit : n -> n -> bool
 end

module Z :
 sig
  val double : int -> int

  val succ_double : int -> int

  val pred_double : int -> int

  val pos_sub : int -> int -> int

  val compare : int -> int -> comparison

  val of_N : n -> int

  val pos_div_eucl : int -> int -> int * int

  val div_eucl : int -> int -> int * int

  val odd : int -> bool
 end

val rev : 'a1 list -> 'a1 list

val map : ('a1 -> 'a2) -> 'a1 list -> 'a2 list

val flat_map : ('a1 -> 'a2 list) -> 'a1 list -> 'a2 list

val fold_left : ('a1 -> 'a2 -> 'a1) -> 'a2 list -> 'a1 -> 'a1

val fold_right : ('a2 -> 'a1 -> 'a1) -> 'a1 -> 'a2 list -> 'a1

val existsb : ('a1 -> bool) -> 'a1 list -> bool

val forallb : ('a1 -> bool) -> 'a1 list -> bool

val filter : ('a1 -> bool) -> 'a1 list -> 'a1 list

val seq : int -> int -> int list

val total : int list -> int

val range : int -> int list

type vector = int * int

val plus : vector -> vector -> vector

val w : vector -> vector

val doubled : vector list -> vector list

val bit : (bool * int) -> vector -> bool

val echelon : ((bool * int) * vector) list -> bool

val reduce : ((bool * int) * vector) list -> vector -> vector

val is_zero : vector -> bool

val first_bit : vector -> bool * int

val eliminate :
  vector list -> ((bool * int) * vector) list -> ((bool * int) * vector) list

val basis : vector list -> ((bool * int) * vector) list

val spanned : vector -> vector list -> bool

type members = (int * vector) list

val vectors_of : members -> (int -> bool) -> vector list

val below : int -> int -> bool

val above : int -> int -> bool

type 'a table =
| Empty
| Node of 'a table * 'a option * 'a table

val look : 'a1 table -> int -> 'a1 option

val store : 'a1 table -> int -> 'a1 -> 'a1 table

val each : ('a1 -> 'a2) -> 'a1 table -> 'a2 table

val alter : ('a1 -> 'a1) -> 'a1 table -> int -> 'a1 table

val at_ : 'a1 table -> int -> 'a1 option

val put : 'a1 table -> int -> 'a1 -> 'a1 table

val change_at : ('a1 -> 'a1) -> 'a1 table -> int -> 'a1 table

val tabulate : (int -> 'a1) -> int list -> 'a1 table

val sum : ('a1 -> int) -> 'a1 list -> int

type status =
| Free
| Forced
| Excluded

type cell = (int * status) * int

val low : cell -> int

val state : cell -> status

val left : cell -> int

val is_forced : cell -> bool

val is_free : cell -> bool

val best : bool -> (int -> bool) -> cell list -> int option

val worth : bool -> bool -> cell list -> int

val change : bool -> bool -> cell list -> cell -> int option

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

val is_prime : int -> bool

val lows : int -> int list

type tables = { bound : int; below_of : int list table;
                above_of : int list table }

val make_tables : int -> tables

val list_at : int list table -> int -> int list

val is_ordered : (int * int) list -> bool

val is_game : int -> (int * int) list -> bool

val same : vector -> vector -> bool

val covered : vector -> vector list -> bool

val ascending : int list -> bool

val pairs_of_cut : tables -> int -> cut -> (int * int) list

val code : int -> bool -> (int * int) -> int

val derive : tables -> int -> cut -> ((int * int) list * int) option

val derive_all :
  tables -> int -> cut list -> int -> ((int * int) list * int) table ->
  ((int * int) list * int) table option

type row = { number : int; picked : bool; cells : (int * status) list }

type priced = { number' : int; picked' : bool; cells' : cell list }

val start : tables -> int list -> row table

val exclude_if : (int -> bool) -> (int * status) -> int * status

val take : int -> row -> row

val leave : int -> row -> row

val value_at : int table -> int -> int

val price : int -> int table -> row -> priced

val pay : int -> priced table -> (int * int) -> priced table

val named :
  ((int * int) list * int) table -> (int * int) list -> (int * ((int * int)
  list * int)) list option

val pay_cuts :
  (int * ((int * int) list * int)) list -> priced table -> priced table

val is_top : int -> int -> bool

val worth_at : int -> priced table -> int -> int

val picked_at : row table -> int -> bool

val weigh :
  int -> int -> int list -> ((int * int) list * int) table -> row table ->
  multipliers -> ((int * int) * priced table) option

val settle : int -> int -> int -> priced -> cell -> int * status

val settle_row : int -> int -> int -> priced -> row

val closed :
  int -> int -> int list -> ((int * int) list * int) table -> row table ->
  node -> bool

val check_tree : tables -> int -> int -> cut list -> node -> bool

type proven = int table

val bound_before : proven -> int -> int option

val check_upper : tables -> proven -> certificate -> bool

val check : tables -> proven -> certificate -> bool

val learn : proven -> certificate -> proven
