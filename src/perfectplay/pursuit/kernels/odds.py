"""Kernels in C for the odds over all deals: native/odds.c.  The tests have twins in plain Python.

Conventions.  A *multiset* of n cards is a row of n ascending indices of values of the deck; its *rank* among all such
rows is defined by the combinatorial number system, and ``index[rank]`` is its row in ``members``, or -1 if the deck has
too few copies.  The *values* of a multiset are the positive integers that can be made with all of its cards.  A small
multiset stores its values as indices into ``universe``, the list of values that occur on that level. ``table`` maps a
value to its index: a hash table of (value, index) with linear probing, where the value 0 marks a free slot. A large
multiset stores bits: bit s stands for the value ``slots[s]``, and the first ``reach`` slots are the integers from 0 on,
where ``reach`` is a multiple of 64.

All integers are below 2^62; the caller ensures this. ``use`` has a flag for each of + - * /. Products and quotients
with 1 are skipped, because they waste a card.
"""

# mypy: disable-error-code="empty-body"

from __future__ import annotations

from perfectplay.native import Bools, Bytes, Ints, Numbers, Words, Written, kernel


@kernel(copies="values", binomials="rows, columns", members="count, n", index="ranks")
def multisets(copies: Ints, binomials: Ints, members: Written[Ints], index: Written[Numbers]) -> None:
    """Write all multisets of n cards in lexicographic order, and their ``index``; both arrays must be large enough."""


@kernel(universe="known", table="slots, 2")
def hash_values(universe: Ints, table: Written[Ints]) -> None:
    """Fill a hash table with distinct positive integers; its length is a power of two that exceeds their number."""


@kernel(
    members="count, n", cards="values", lower="size", index="ranks", index_at="n + 1", starts="parts",
    binomials="rows, columns", use="4", own="count + 1", bits="count, words",
)  # fmt: skip
def grow(
    members: Ints, cards: Ints, cap: int, lower: Ints, index: Numbers, index_at: Ints, starts: Ints, binomials: Ints,
    use: Bools, own: Written[Ints], bits: Written[Words],
) -> tuple[Numbers, Ints, Ints]:  # fmt: skip
    """List the values up to ``cap`` of all multisets of n cards, ``members``, using the values of smaller multisets.

    ``lower`` contains the lists of values of all smaller multisets one after the other; they begin at ``starts``.
    ``index`` maps a rank to the number of a multiset. The part for m cards begins at ``index_at[m]``; numbers are
    consecutive over all sizes. ``cards``, the deck's values, are used for n = 1.

    Returns ``items``, indices into ``universe``, then ``universe`` and its flat hash table. ``own`` receives the start
    of each multiset's items. ``bits``, zero before, receives a row for each multiset: a bit for each small value that
    it has, and bit 0 if two disjoint parts have a common value and ``-`` is allowed.
    """


@kernel(slots="wanted", others="values", table="length, 2", use="4", starts="ends")
def entries(
    slots: Ints, others: Ints, table: Ints, reach: int, near: int, use: Bools, starts: Written[Ints]
) -> tuple[Numbers, Numbers]:
    """List the wanted ``slots`` that a value x makes with one of ``others``, for every x of a level.

    The level's values are in a hash table. Sums and differences below ``reach`` of two values up to ``near`` are left
    out, because shifting bits is faster. Fills ``starts`` and returns ``rows`` and ``places``: the value x with index
    i makes the slots ``places[starts[i]:starts[i + 1]]`` with the ``others`` in the same range of ``rows``.
    """


@kernel(
    members="count, a", starts="count + 1", items="used", universe="known",
    other_members="other_count, b", other_starts="other_count + 1", other_items="other_used", others="values",
    entry_starts="known + 1", entry_rows="entries", entry_places="entries", use="4",
    binomials="rows, columns", index="ranks", bits="deals, words",
)  # fmt: skip
def cross(
    members: Ints, starts: Ints, items: Numbers, universe: Ints,
    other_members: Ints, other_starts: Ints, other_items: Numbers, others: Ints,
    entry_starts: Ints, entry_rows: Numbers, entry_places: Numbers, reach: int, near: int, use: Bools, offset: int,
    binomials: Ints, index: Numbers, bits: Written[Words],
) -> None:  # fmt: skip
    """Join the values of every two multisets that together form a multiset of the deck, and set the bits of the latter.

    If both multisets are of the same size, ``offset`` is the index of the first of ``members`` in ``other_members``,
    and each pair is taken once; otherwise ``offset`` is -1.  ``entry_*`` come from `entries`; sums and differences
    below ``reach`` of values up to ``near`` (a multiple of 64) are made by shifting.  ``bits`` has a row for the joined
    multiset of each rank in ``index``.
    """


@kernel(bits="count, words", starts="count + 1")
def list_bits(bits: Words, starts: Written[Ints]) -> Numbers:
    """List the indices of each row's set bits except bit 0; ``starts`` receives the start of each row's list."""


@kernel(
    members="count, n", bits="count, words", before="earlier, width", index="ranks", binomials="rows, columns",
    fewest="count, reach",
)  # fmt: skip
def settle(members: Ints, bits: Words, before: Bytes, index: Numbers, binomials: Ints, fewest: Written[Bytes]) -> None:
    """For each multiset and each integer below ``reach``, find the fewest cards that make it; 255 means out of reach.

    ``bits`` are the values that use all n cards of a multiset. ``before``, as wide as ``fewest``, holds the results for
    n - 1 cards, and ``index`` maps ranks to its rows; both are unused for n = 1.
    """


@kernel(fewest="deals, values", used="deals, most + 1", within="deals, far")
def tally(fewest: Bytes, first: int, last: int, most: int, used: Written[Ints], within: Written[Ints]) -> None:
    """Count targets for each deal, from columns ``first`` to ``last`` of its ``fewest`` numbers.

    Entries of ``fewest`` that are 0 or above ``most`` mean out of reach. ``used[deal, k]`` counts the targets that need
    exactly k numbers, and ``within[deal, d]`` the targets whose closest value is exactly d away.
    """


@kernel(fewest="deals, values", rows="n", counts="targets")
def hits(fewest: Bytes, rows: Ints, first: int, last: int, most: int, counts: Written[Ints]) -> None:
    """Add to ``counts``, for each target, the number of deals among ``rows`` that can make it."""
