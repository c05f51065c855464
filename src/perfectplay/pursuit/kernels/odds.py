"""Kernels of the odds over all deals, in C: native/odds.c.  Plain twins live in the tests.

Conventions.  A *multiset* of n cards is a row of n ascending indices of values of the deck; its *rank* among all such
rows is that of the combinatorial number system, and ``index[rank]`` is its row in ``members``, or -1 if the deck has
fewer copies.  The *values* of a multiset are the positive integers that all of its cards can make.  Small multisets
store them as a list of indices into ``universe``, the values that occur on that level. ``table`` finds the index of a
value: a hash table of (value, index) with linear probing, where the value 0 marks a free slot. Large multisets store
bits: bit s stands for the value ``slots[s]``, and the first ``reach`` slots are the integers from 0 on, where ``reach``
is a multiple of 64.

All integers are below 2^62; the caller ensures this. ``use`` says whether + - * / may be used. Products and quotients
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
    """Fill the hash table of distinct positive integers; its length is a power of two above their number."""


@kernel(
    members="count, n", cards="values", lower="size", index="ranks", index_at="n + 1", starts="parts",
    binomials="rows, columns", use="4", own="count + 1", bits="count, words",
)  # fmt: skip
def grow(
    members: Ints, cards: Ints, cap: int, lower: Ints, index: Numbers, index_at: Ints, starts: Ints, binomials: Ints,
    use: Bools, own: Written[Ints], bits: Written[Words],
) -> tuple[Numbers, Ints, Ints]:  # fmt: skip
    """List the values up to ``cap`` of all multisets of n cards, ``members``, from those of fewer.

    The values of smaller multisets are lists one after the other in ``lower``, which begin at ``starts``. Ranks become
    numbers by ``index``, whose part for m cards begins at ``index_at[m]``; numbers continue through all sizes.
    ``cards``, the deck's values, are used for n = 1.

    Returns ``items``, indices into ``universe``, then ``universe`` and its flat hash table. ``own`` gets the beginnings
    of the items of each multiset, and ``bits``, zero before, marks which of the first values it has; bit 0 is set if
    two disjoint parts have a common value and ``-`` is allowed.
    """


@kernel(slots="wanted", others="values", table="length, 2", use="4", starts="ends")
def entries(
    slots: Ints, others: Ints, table: Ints, reach: int, near: int, use: Bools, starts: Written[Ints]
) -> tuple[Numbers, Numbers]:
    """List the wanted ``slots`` that a value x makes with one of ``others``, for every x of a level.

    The level has its values in a hash table. Sums and differences below ``reach`` of two values up to ``near`` are left
    out, because shifting bits is faster. Fills ``starts`` and returns ``rows`` and ``places``: the value x with number
    i makes the slots ``places[starts[i]:starts[i + 1]]`` with the ``others`` in the same part of ``rows``.
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
    """Join the values of every two multisets that form a multiset of the deck, and set the bits of that multiset.

    The first of the larger multisets, ``members``, has the number ``offset``.  If that is not -1, the smaller ones,
    ``other_*``, are the same, and each pair is taken once.  ``entry_*`` come from `entries`; sums and differences below
    ``reach`` of values up to ``near`` (a multiple of 64) are made by shifting.  ``bits`` has a row for the joined
    multiset of each rank in ``index``.
    """


@kernel(bits="count, words", starts="count + 1")
def list_bits(bits: Words, starts: Written[Ints]) -> Numbers:
    """Return the indices of the bits that are set, row after row from ``starts`` on, without bit 0."""


@kernel(
    members="count, n", bits="count, words", before="earlier, width", index="ranks", binomials="rows, columns",
    fewest="count, reach",
)  # fmt: skip
def settle(members: Ints, bits: Words, before: Bytes, index: Numbers, binomials: Ints, fewest: Written[Bytes]) -> None:
    """Find the fewest cards of each multiset that make each integer below ``reach``, or 255 if it is out of reach.

    ``bits`` are the values that all n cards of a multiset make. ``before``, as wide as ``fewest``, has the answer for n
    - 1 cards, and ``index`` maps ranks to its rows; both are unused for n = 1.
    """


@kernel(fewest="deals, values", used="deals, most + 1", within="deals, far")
def tally(fewest: Bytes, first: int, last: int, most: int, used: Written[Ints], within: Written[Ints]) -> None:
    """Count targets for each deal, from columns ``first`` to ``last`` of its ``fewest`` numbers.

    Entries of ``fewest`` that are 0 or above ``most`` mean out of reach. ``used`` gets the number of targets that need
    exactly so many numbers, and ``within`` adds the targets whose closest value is exactly so far away.
    """


@kernel(fewest="deals, values", rows="n", counts="targets")
def hits(fewest: Bytes, rows: Ints, first: int, last: int, most: int, counts: Written[Ints]) -> None:
    """Add to ``counts``, for each target, how many of the deals ``rows`` can make it."""
