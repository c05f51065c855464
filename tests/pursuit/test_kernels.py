"""Compare the kernels in C with plain twins, for values up to the limits that callers keep to."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from math import comb, prod
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from perfectplay.native import Ints
from perfectplay.pursuit.kernels import counting, odds, reach
from perfectplay.pursuit.rules import OPERATORS, Rules
from perfectplay.pursuit.search.parts import Parts
from perfectplay.pursuit.search.values import CompiledValues, _PlainValues
from tests.profiles import examples
from tests.pursuit import twins
from tests.pursuit.oracles import EVERY_RULE
from tests.pursuit.twins import both_ways, dense, one_way

LIMIT = 1 << 61


def ints(values: Any) -> Ints:
    return np.array(values, np.int64)


# -- reach -----------------------------------------------------------------------------------------------------------

whole_numbers = st.integers(-12, 12) | st.integers(1, 12) | st.integers(1, 1_000_000)
numbers = whole_numbers | st.builds(Fraction, st.integers(-12, 1_000), st.integers(1, 40))


def compare_values(numbers: list[Any], high: int, rules: Rules) -> None:
    """Check that plain and compiled search agree on the values of all parts, and on low and high targets."""
    parts = Parts(tuple(numbers))
    plain, compiled = _PlainValues(parts, high, rules), CompiledValues(parts, high, rules)
    for part in range(1, parts.whole):
        assert plain.numbers(part) == compiled.numbers(part)
    assert sum(len(plain.numbers(part)) for part in range(1, parts.whole)) == len(compiled._pools[0])
    for low, most in ((1, min(high, 300)), (max(high - 300, 1), high), (high, high)):
        assert plain.between(parts.whole, low, most) == compiled.between(parts.whole, low, most)
    assert compiled.mark(0, 1)[1] == plain.has(parts.whole, 1)


@given(st.lists(whole_numbers, min_size=1, max_size=5), st.integers(1, LIMIT), st.sampled_from(EVERY_RULE))
@settings(max_examples=examples(100))
@example([1_000_000, 999_999, 2, 3], LIMIT, Rules())
@example([1_000_000, -1_000_000, 999_999], LIMIT, Rules("-*", use_all=True))
@example([0, 0, 1, -1], 5, Rules())
def test_whole_values_and_marks(numbers: list[int], high: int, rules: Rules) -> None:
    # Keep the largest possible value, which is the product of all numbers times the highest target, below the limit.
    bound = prod(max(abs(number), 2) for number in numbers)
    if 2 * bound < LIMIT:
        compare_values(numbers, min(high, (LIMIT - 1) // bound), replace(rules, fractions=False))


@given(st.lists(numbers, min_size=1, max_size=4), st.integers(1, 1_000_000), st.sampled_from(EVERY_RULE))
@settings(max_examples=examples(100))
@example([Fraction(1_000_000, 999_999), Fraction(999_999, 1_000), Fraction(1, 500)], 7, Rules())
def test_fractions_and_marks(numbers: list[Any], high: int, rules: Rules) -> None:
    if prod(abs(number.numerator) + number.denominator for number in numbers) < LIMIT:
        compare_values(numbers, high, replace(rules, fractions=True))


def test_many_values_make_larger_tables() -> None:
    compare_values([3, 6, 9, 10, 50, 100, 7], 1_000, Rules())
    compare_values([-3, 6, 9, 10, 50, 100], 10**9, Rules())
    compare_values([3, 6, 9, 10, 50, 100], 1_000, Rules(fractions=True))


def test_parts_that_are_none_are_refused() -> None:
    tops, bottoms, splits, bounds = Parts((2, 3, 5)).arrays
    caps, flags = np.full(len(tops), 100), reach.PLUS | reach.TIMES
    for wrong_splits, wrong_bounds in (
        (splits + 1, bounds),
        (splits - 3, bounds),
        (splits * 100, bounds),
        (splits, bounds + 1),
        (splits, bounds[::-1].copy()),
        (splits, bounds - 1),
        (splits[:-1], bounds),
    ):
        with pytest.raises(ValueError, match="out of range"):
            reach.whole_values(tops, bottoms, wrong_splits, wrong_bounds, caps, flags, 101)
        with pytest.raises(ValueError, match="out of range"):
            reach.fraction_values(tops, bottoms, wrong_splits, wrong_bounds, flags)
    with pytest.raises(ValueError, match="out of range"):
        reach.whole_values(tops, bottoms, splits, bounds, caps, flags, -1)
    with pytest.raises(ValueError, match="out of range"):
        reach.whole_values(ints([]), ints([]), splits[:0], bounds[:1], ints([]), flags, 101)
    with pytest.raises(MemoryError):
        reach.whole_values(tops, bottoms, splits, bounds, caps, flags, 1 << 62)
    pool, start = reach.whole_values(tops, bottoms, splits, bounds, caps, flags, 101)
    ones, hit = np.ones_like(pool), np.zeros(10, np.bool_)
    first, last = bounds[-2:].tolist()
    for place in (
        (start, splits, -1, last, flags, 1),
        (start, splits, first, last + 1, flags, 1),
        (start, splits, first, 1 << 62, flags, 1),
        (start, splits, first, last, flags, -1),
        (start, splits, first, last, flags, (1 << 63) - 10),
        (start, splits + 2, first, last, flags, 1),
        (start + 1, splits, first, last, flags, 1),
        (start - 1, splits, first, last, flags, 1),
        (start[::-1].copy(), splits, first, last, flags, 1),
        (start[:0], splits, first, last, flags, 1),
    ):
        arguments: Any = (*place, hit)
        with pytest.raises(ValueError, match="out of range"):
            reach.mark_whole(pool, *arguments)
        with pytest.raises(ValueError, match="out of range"):
            reach.mark_fractions(pool, ones, *arguments)
    assert not hit.any()


# -- counting --------------------------------------------------------------------------------------------------------

operators = st.sets(st.sampled_from(OPERATORS), min_size=1).map("".join)
small_functions = st.dictionaries(st.integers(-30, 30), st.integers(1, 1 << 20), min_size=1, max_size=9).map(Counter)


def use(signs: str) -> Any:
    return np.array([sign in signs for sign in OPERATORS])


@st.composite
def large_functions(draw: st.DrawFn, divisor: int) -> Counter[int]:
    """Draw values up to 2^49 / 31, so that their sums and products with a number up to 30 stay below 2^50."""
    most = (1 << 49) // 31
    wide = st.integers(-most, most)
    multiples = wide.map(lambda x: x // divisor * divisor) | wide.map(lambda x: x // (30 * divisor) * 30 * divisor)
    values = st.integers(-40, 40) | wide | multiples
    return Counter(draw(st.dictionaries(values, st.integers(1, 1 << 20), max_size=12)))


def function(counts: Counter[int]) -> Any:
    values = sorted(counts)
    return ints(values), np.array(values, np.float64), ints([counts[value] for value in values])


@given(st.lists(small_functions, min_size=1, max_size=4), operators, st.data())
@settings(max_examples=examples(60))
def test_tables(parts: list[Counter[int]], signs: str, data: st.DataObject) -> None:
    place = st.integers(0, len(parts) - 1)
    deals = data.draw(st.lists(st.lists(st.tuples(place, place, st.integers(1, 24)), max_size=4), max_size=4))
    starts = np.cumsum([0, *map(len, parts)])
    entries, counts = ints([x for part in parts for x in part]), ints([n for part in parts for n in part.values()])
    pairs = ints([pair for deal in deals for pair in deal]).reshape(-1, 3)
    lengths = ints([-1] * len(deals))
    bounds = np.cumsum([0, *map(len, deals)], dtype=np.int64)
    values, sums = counting.tables(starts, entries, counts, pairs, bounds, use(signs), lengths)
    expected = [Counter[int]() for _ in deals]
    for deal, found in zip(deals, expected, strict=True):
        for one, other, ways in deal:
            found.update(both_ways(parts[one], parts[other], signs, ways))
    assert lengths.tolist() == [len(found) for found in expected]
    own = np.split(values, np.cumsum(lengths)[:-1]), np.split(sums, np.cumsum(lengths)[:-1])
    for found, keys, totals in zip(expected, *own, strict=False):
        assert dict(zip(keys.tolist(), totals.tolist(), strict=True)) == found


def test_values_come_in_the_order_of_their_first_appearance() -> None:
    entries, ones, lengths = ints([6, 3]), ints([1, 1]), ints([0])
    found = counting.tables(ints([0, 1, 2]), entries, ones, ints([[0, 1, 5]]), ints([0, 1]), use(OPERATORS), lengths)
    assert [array.tolist() for array in found] == [[9, 3, -3, 18, 2], [10, 5, 5, 10, 5]]


@given(st.data())
@settings(max_examples=examples(40))
def test_add_deals(data: st.DataObject) -> None:
    deals = data.draw(st.lists(st.lists(st.tuples(st.integers(0, 5), st.integers(1, 1 << 40)), max_size=5), max_size=5))
    weights = data.draw(st.lists(st.integers(0, 1 << 16), min_size=len(deals), max_size=len(deals)))
    starts = np.cumsum([0, *map(len, deals)], dtype=np.int64)
    flat = ints([entry for deal in deals for entry in deal]).reshape(-1, 2)
    sums = ints([7] * 6)
    counting.add_deals(starts, flat[:, 0].copy(), flat[:, 1].copy(), ints(weights), sums)
    expected = [7] * 6
    for deal, weight in zip(deals, weights, strict=True):
        for place, count in deal:
            expected[place] += weight * count
    assert sums.tolist() == expected


@given(st.data(), small_functions, st.booleans(), operators, st.integers(0, 200))
@settings(max_examples=examples(100))
def test_root(data: st.DataObject, rest: Counter[int], both: bool, signs: str, bound: int) -> None:  # noqa: FBT001  # hypothesis draws it
    large = data.draw(large_functions(data.draw(st.sampled_from(sorted(rest))) or 1))
    expected = (both_ways if both else one_way)(large, rest, signs)
    found = np.full(2 * bound + 1, 3)
    arguments: Any = (*function(large), ints(list(rest)), ints(list(rest.values())), both, use(signs), bound, found)
    count = counting.root(*arguments)
    assert (found - 3).tolist() == dense(expected, bound)
    assert count == expected.total()


@given(st.data(), small_functions, st.integers(1, 120), st.integers(1, 3), operators, st.integers(0, 200))
@settings(max_examples=examples(100))
@example(None, Counter({0: 5, 1: 1, -24: 1}), 12, 2, OPERATORS, 0)
def test_nested(data: Any, rest: Counter[int], card: int, ways: int, signs: str, bound: int) -> None:
    # A product of the large part, a number of the rest, and the card may reach 2^50.
    large = data.draw(large_functions(card)) if data else Counter({0: 2, 36: 1, -(1 << 44) * 3: 1})
    inner = both_ways(large, rest, signs)
    expected = both_ways(inner, Counter([card]), signs, ways)
    found = np.full(2 * bound + 1, 3)
    small, multiples = np.zeros(2 * (bound + card) + 1, np.int64), np.zeros(2 * bound + 1, np.int64)
    other = ints(list(rest)), ints(list(rest.values()))
    arguments: Any = (*function(large), *other, card, ways, use(signs), bound, found, small, multiples)
    count = counting.nested(*arguments)
    assert (found - 3).tolist() == dense(expected, bound)
    assert count == expected.total()
    assert not small.any()
    assert not multiples.any()


def test_tables_that_lead_beyond_are_refused() -> None:
    starts, pairs, bounds, lengths = ints([0, 1, 2]), ints([[0, 1, 5]]), ints([0, 1]), ints([0])
    entries = counts = ints([6, 3])
    for wrong in (
        (starts + 1, pairs, bounds),
        (starts - 1, pairs, bounds),
        (ints([0, 2, 1]), pairs, bounds),
        (starts[:0], pairs, bounds),
        (starts, pairs + 1, bounds),
        (starts, pairs - 1, bounds),
        (starts, pairs, bounds + 1),
        (starts, pairs, bounds - 1),
        (starts, pairs, ints([1, 0])),
    ):
        with pytest.raises(ValueError, match="out of range"):
            counting.tables(wrong[0], entries, counts, *wrong[1:], use(OPERATORS), lengths)
    for places in (ints([0, 2]), ints([0, -1])):
        with pytest.raises(ValueError, match="out of range"):
            counting.add_deals(starts, places, counts, ints([1, 1]), ints([0, 0]))
    with pytest.raises(ValueError, match="out of range"):
        counting.add_deals(starts + 1, ints([0, 1]), counts, ints([1, 1]), ints([0, 0]))
    zeros, five = np.zeros(201, np.int64), function(Counter([5]))
    for card in (0, -1):
        arguments: Any = (
            *five,
            entries,
            counts,
            card,
            1,
            use(""),
            100,
            zeros,
            np.zeros(201 + 2 * card, np.int64),
            zeros,
        )
        with pytest.raises(ValueError, match="out of range"):
            counting.nested(*arguments)


# -- odds ------------------------------------------------------------------------------------------------------------

CARDS = 5
BINOMIALS = ints([[comb(n, k) for k in range(8)] for n in range(CARDS + 8)])
decks = st.lists(st.integers(1, 3), min_size=1, max_size=4)


class Level:
    """The multisets of n cards of a deck, with the values that the kernels find for each; empty for n = 0."""

    def __init__(self, copies: list[int], cards: list[int], n: int, cap: int, signs: str, words: int = 2) -> None:
        self.lower = Level(copies, cards, n - 1, min(cap, 1 << 30), signs, words) if n else None
        self.rows = twins.multisets(copies, n)
        self.members = np.full((len(self.rows), n), -1)
        self.index = np.full(comb(len(cards) + n - 1, n), -7, np.int32)
        self.own, self.bits = ints([-1] * (len(self.rows) + 1)), np.zeros((len(self.rows), words), np.uint64)
        self.lists: list[list[int]] = []
        if self.lower is None:
            self.numbered, self.index_at, self.starts, self.values = np.zeros(0, np.int32), [0, 0], ints([0]), ints([])
            return
        odds.multisets(ints(copies), BINOMIALS, self.members, self.index)
        below = self.lower
        self.items, self.universe, table = odds.grow(
            self.members, ints(cards), cap, below.values, below.numbered, ints(below.index_at), below.starts,
            BINOMIALS, use(signs), self.own, self.bits,
        )  # fmt: skip
        self.table = table.reshape(-1, 2)
        lists = np.split(self.universe[self.items], self.own[1:-1])
        self.lists = [one.tolist() for one in lists] if self.rows else []
        self.numbered = np.concatenate((below.numbered, self.index + np.int32(len(below.starts) - 1)))
        self.index_at = [*below.index_at, below.index_at[-1] + len(self.index)]
        self.starts = np.concatenate((below.starts, self.own[1:] + below.starts[-1]))
        self.values = np.concatenate((below.values, self.universe[self.items]))


def look_up(table: Any, value: int) -> int | None:
    """Return the number that a hash table stores for a value, or None if the table lacks the value."""
    place = (value * 0x9E3779B97F4A7C15 % (1 << 64) >> 32) % len(table)
    while table[place, 0] not in {0, value}:
        place = (place + 1) % len(table)
    return int(table[place, 1]) if table[place, 0] else None


@given(decks, st.integers(1, 7))
def test_multisets(copies: list[int], n: int) -> None:
    rows = twins.multisets(copies, n)
    members, index = np.zeros((len(rows), n), np.int64), np.zeros(comb(len(copies) + n - 1, n), np.int32)
    odds.multisets(ints(copies), BINOMIALS, members, index)
    assert members.tolist() == [list(row) for row in rows]
    expected = [-1] * len(index)
    for place, row in enumerate(rows):
        expected[twins.rank(row)] = place
    assert index.tolist() == expected
    with pytest.raises(ValueError, match="out of range"):
        odds.multisets(ints(copies), BINOMIALS, np.zeros((len(rows) + 1, n), np.int64), index)


@given(
    st.lists(st.integers(1, 9) | st.integers(1, (1 << 62) - 1), max_size=30, unique=True), st.sampled_from([32, 256])
)
def test_hash_values(universe: list[int], slots: int) -> None:
    table = np.zeros((slots, 2), np.int64)
    odds.hash_values(ints([0, *universe]), table)
    assert [look_up(table, value) for value in universe] == [*range(1, len(universe) + 1)]
    assert np.count_nonzero(table[:, 0]) == len(universe)


card_values = st.integers(1, 12) | st.integers(1, 1_000) | st.integers(1, (1 << 31) - 1)


@given(decks, st.lists(card_values, min_size=4, max_size=4, unique=True), operators, st.integers(1, 4), st.data())
@settings(max_examples=examples(60))
def test_grow(copies: list[int], values: list[int], signs: str, n: int, data: st.DataObject) -> None:
    cards = sorted(values[: len(copies)])
    cap = data.draw(st.integers(1, 50) | st.integers(1, 1 << 62))
    level = Level(copies, cards, n, cap, signs)
    known: dict[tuple[int, ...], set[int]] = {}
    for size in range(1, n + 1):
        most = cap if size == n else min(cap, 1 << 30)
        known |= {row: twins.values_below(row, cards, known, most, signs) for row in twins.multisets(copies, size)}
    assert [sorted(one) for one in level.lists] == [sorted(known[row] - {0}) for row in level.rows]
    assert [look_up(level.table, value) for value in level.universe.tolist()] == [*range(len(level.universe))]
    for row, words in zip(level.rows, level.bits.tolist(), strict=True):
        bits = words[0] | words[1] << 64
        # Bit 0 is set if two parts of a row have a value in common, even one beyond the cap.
        assert {z for z in range(128) if bits >> z & 1} == {z for z in known[row] if z < 128}


def test_more_values_than_a_table_has_room_for() -> None:
    cards = [101, 1_009, 10_007, 100_003, 1_000_003]
    level = Level([2] * 5, cards, 4, 1 << 40, OPERATORS)
    assert len(level.universe) > 1_024
    assert [look_up(level.table, value) for value in level.universe.tolist()] == [*range(len(level.universe))]


@st.composite
def slots(draw: st.DrawFn, reach: int) -> list[int]:
    """Draw ascending slots: all values below ``reach``, and a few larger ones."""
    return [*range(reach), *sorted(draw(st.sets(st.integers(reach, 5_000), max_size=40)))]


@given(st.data(), operators, st.sampled_from([64, 128]))
@settings(max_examples=examples(40))
def test_entries(data: st.DataObject, signs: str, reach: int) -> None:
    level_values, others = (
        data.draw(st.lists(st.integers(1, 300) | st.integers(1, 1 << 40), max_size=20, unique=True)) for _ in range(2)
    )
    wanted = data.draw(slots(reach))
    table, starts = np.zeros((64, 2), np.int64), np.full(len(level_values) + 1, -1)
    odds.hash_values(ints(level_values), table)
    near = 2 * reach
    rows, places = odds.entries(ints(wanted), ints(others), table, reach, near, use(signs), starts)
    for i, x in enumerate(level_values):
        expected = []
        for v, y in enumerate(others):
            for s, z in enumerate(wanted):
                shifted = x <= near and y <= near and s < reach
                ways = twins.partners(x, y, z, signs) + (0 if shifted else twins.sums(x, y, z, signs))
                expected += [(v, s)] * ways
        part = slice(starts[i], starts[i + 1])
        assert list(zip(rows[part].tolist(), places[part].tolist(), strict=True)) == expected


@given(
    st.data(), decks, st.lists(st.integers(1, 12) | st.integers(1, 400), min_size=4, max_size=4, unique=True), operators
)
@settings(max_examples=examples(40))
def test_cross(data: st.DataObject, copies: list[int], values: list[int], signs: str) -> None:
    cards, reach = sorted(values[: len(copies)]), 64
    sizes = data.draw(st.sampled_from([(1, 1), (2, 1), (2, 2), (3, 1)]))
    large, small = (Level(copies, cards, n, 1 << 30, signs) for n in sizes)
    wanted = data.draw(slots(reach))
    ends = ints([-1] * (len(large.universe) + 1))
    rows, places = odds.entries(ints(wanted), small.universe, large.table, reach, 2 * reach, use(signs), ends)
    deals = twins.multisets(copies, sum(sizes))
    index = np.full(comb(len(cards) + sum(sizes) - 1, sum(sizes)), -1, np.int32)
    index[[twins.rank(row) for row in deals]] = range(len(deals))
    same = sizes[0] == sizes[1]
    first = data.draw(st.integers(0, len(large.rows)))  # callers split the rows into pieces, too
    bits = np.zeros((len(deals), (len(wanted) + 63) // 64), np.uint64)
    for begin, end in ((0, first), (first, len(large.rows))):
        odds.cross(
            large.members[begin:end], large.own[begin : end + 1], large.items, large.universe,
            small.members, small.own, small.items, small.universe, ends, rows, places, reach, 2 * reach, use(signs),
            begin if same else -1, BINOMIALS, index, bits,
        )  # fmt: skip
    expected: dict[tuple[int, ...], set[int]] = {row: set() for row in deals}
    for one, xs in zip(large.rows, large.lists, strict=True):
        for two, ys in zip(small.rows, small.lists, strict=True):
            if (deal := tuple(sorted(one + two))) in expected:
                expected[deal] |= {z for x in xs for y in ys for z in twins.joined(x, y, signs)}
    for deal, words in zip(deals, bits.tolist(), strict=True):
        whole = sum(word << 64 * w for w, word in enumerate(words))
        assert [z for s, z in enumerate(wanted) if whole >> s & 1] == [z for z in wanted if z in expected[deal]]


@given(st.lists(st.tuples(*[st.integers(0, (1 << 64) - 1)] * 3), max_size=5))
@example([((1 << 64) - 1,) * 3] * 4)
def test_list_bits(words: list[tuple[int, ...]]) -> None:
    starts = ints([-1] * (len(words) + 1))
    items = odds.list_bits(np.array(words, np.uint64).reshape(-1, 3), starts)
    rows = [[64 * w + b for w, word in enumerate(row) for b in range(64) if word >> b & 1 and w + b] for row in words]
    assert items.tolist() == [item for row in rows for item in row]
    assert starts.tolist() == [0, *np.cumsum([len(row) for row in rows], dtype=int)]


@given(decks, st.integers(1, 4), st.integers(0, 2), st.randoms(use_true_random=False))
def test_settle(copies: list[int], n: int, blocks: int, source: Any) -> None:
    reach = 64 * blocks
    rows, fewer = twins.multisets(copies, n), twins.multisets(copies, n - 1)
    words = [[source.getrandbits(64) for _ in range(blocks + 1)] for _ in rows]
    index = np.full(comb(len(copies) + n - 2, n - 1), -1, np.int32)
    index[[twins.rank(row) for row in fewer]] = range(len(fewer))
    before = [[source.choice([*range(1, n), 255]) for _ in range(reach)] for _ in fewer]
    fewest = np.full((len(rows), reach), 77, np.uint8)
    odds.settle(
        ints(rows).reshape(len(rows), n), np.array(words, np.uint64).reshape(len(rows), blocks + 1),
        np.array(before, np.uint8).reshape(len(fewer), reach), index, BINOMIALS, fewest,
    )  # fmt: skip
    for row, own, found in zip(rows, words, fewest.tolist(), strict=True):
        parts = [row[:i] + row[i + 1 :] for i in range(n)] if n > 1 else []
        for t in range(reach):
            made = n if own[t // 64] >> t % 64 & 1 else 255
            assert found[t] == min([made, *(before[fewer.index(part)][t] for part in parts)])


@given(st.data(), st.integers(0, 6) | st.sampled_from([254, 255, 300]), st.integers(1, 5))
def test_tally_and_hits(data: st.DataObject, most: int, far: int) -> None:
    width = data.draw(st.sampled_from([1, 5, 64, 65, 130]))
    entry = st.sampled_from([0, 0, 1, 2, 3, 6, 7, 254, 255])
    deals = data.draw(st.lists(st.lists(entry, min_size=width, max_size=width), min_size=1, max_size=4))
    first = data.draw(st.integers(0, width - 1))
    last = data.draw(st.integers(first, width - 1))
    fewest = np.array(deals, np.uint8)
    used, within = np.full((len(deals), most + 1), 9), np.full((len(deals), far), 9)
    odds.tally(fewest, first, last, most, used, within)
    for deal, own, nearby in zip(deals, used.tolist(), within.tolist(), strict=True):
        made = [t for t, few in enumerate(deal) if 0 < few <= most]
        assert own == [9, *(deal[first : last + 1].count(k) for k in range(1, most + 1))]
        gaps = Counter(min((abs(t - other) for other in made), default=far) for t in range(first, last + 1))
        assert nearby == [9 + gaps[distance] for distance in range(far)]
    rows = data.draw(st.lists(st.integers(0, len(deals) - 1), max_size=4)) * data.draw(st.sampled_from([1, 200]))
    counts = np.full(last - first + 1, 9)
    odds.hits(fewest, ints(rows), first, last, most, counts)
    assert counts.tolist() == [9 + sum(0 < deals[row][t] <= most for row in rows) for t in range(first, last + 1)]
    for wrong in ([len(deals)], [-1]):
        with pytest.raises(ValueError, match="out of range"):
            odds.hits(fewest, ints(wrong), first, last, most, counts)
    for low, high in ((-1, last), (first, width), (last + 1, last)):
        with pytest.raises(ValueError, match="out of range"):
            odds.tally(fewest, low, high, most, used, within)


def test_multisets_that_are_none_are_refused() -> None:
    copies, cards = [2, 2, 1], [2, 3, 50]
    one, two = Level(copies, cards, 1, 1_000, OPERATORS), Level(copies, cards, 2, 1_000, OPERATORS)

    def grow(**changes: Any) -> None:
        given = {
            "members": two.members, "cards": ints(cards), "cap": 1_000, "lower": one.values, "index": one.numbered,
            "index_at": ints(one.index_at), "starts": one.starts, "binomials": BINOMIALS, "use": use(OPERATORS),
            "own": ints([0] * (len(two.rows) + 1)), "bits": np.zeros((len(two.rows), 2), np.uint64),
        }  # fmt: skip
        odds.grow(**{**given, **changes})

    grow()
    several: Any = (
        {"members": two.members + 1},
        {"members": two.members - 1},
        {"binomials": BINOMIALS[:3]},
        {"binomials": BINOMIALS[:, :2].copy()},
        {"index": one.numbered + np.int32(1)},
        {"index": one.numbered - np.int32(1)},
        {"index_at": ints(one.index_at) + 1},
        {"index_at": ints(one.index_at) - 1},
        {"starts": one.starts + 1},
        {"starts": one.starts - 1},
        {"starts": one.starts[:0]},
        {"bits": np.zeros((len(two.rows), 0), np.uint64)},
    )
    for changes in several:
        with pytest.raises(ValueError, match="out of range"):
            grow(**changes)

    for table, size in (
        (np.zeros((6, 2), np.int64), 3),
        (np.zeros((0, 2), np.int64), 3),
        (one.table, 2),
        (one.table, 0),
    ):
        with pytest.raises(ValueError, match="out of range"):
            odds.entries(ints(range(64)), one.universe, table, 64, 128, use(OPERATORS), ints([0] * size))
    with pytest.raises(ValueError, match="out of range"):
        odds.hash_values(ints([1, 2]), np.zeros((2, 2), np.int64))

    ends = ints([0] * (len(one.universe) + 1))
    rows, places = odds.entries(ints(range(64)), one.universe, one.table, 64, 128, use(OPERATORS), ends)
    many = np.zeros(9, np.int32)

    def cross(**changes: Any) -> None:
        given = {
            "members": one.members, "starts": one.own, "items": one.items, "universe": one.universe,
            "other_members": one.members, "other_starts": one.own, "other_items": one.items, "others": one.universe,
            "entry_starts": ends, "entry_rows": rows, "entry_places": places, "reach": 64, "near": 128,
            "use": use(OPERATORS), "offset": 0, "binomials": BINOMIALS, "index": two.index,
            "bits": np.zeros((len(two.rows), 1), np.uint64),
        }  # fmt: skip
        odds.cross(**{**given, **changes})

    cross()
    several = (
        {"members": one.members + 20},
        {"other_members": one.members - 1},
        {"starts": one.own + 1},
        {"other_starts": one.own - 1},
        {"entry_starts": ends - 1},
        {"items": one.items + np.int32(1)},
        {"other_items": one.items - np.int32(1)},
        {"entry_starts": ends + 9, "entry_rows": many + np.int32(3), "entry_places": many},
        {"entry_starts": ends * 0, "entry_rows": many, "entry_places": many + np.int32(64)},
        {"entry_starts": ends * 0, "entry_rows": many + np.int32(3), "entry_places": many},
        {"reach": 128},
        {"reach": 1},
        {"near": 1},
        {"near": 1 << 62},
        {"binomials": BINOMIALS[:3]},
        {"index": two.index[:2]},
        {"index": two.index + np.int32(1)},
    )
    for changes in several:
        with pytest.raises(ValueError, match="out of range"):
            cross(**changes)

    fewest, before = np.zeros((len(two.rows), 64), np.uint8), np.zeros((len(one.rows), 64), np.uint8)
    odds.settle(two.members, two.bits, before, one.index, BINOMIALS, fewest)
    for place, wrong in (
        (0, two.members + 20),
        (0, two.members - 1),
        (1, two.bits[:, :0].copy()),
        (2, before[:, :63].copy()),
        (2, before[:2]),
        (3, one.index[:2]),
        (3, one.index - np.int32(1)),
        (4, BINOMIALS[:3]),
        (5, fewest[:, :63].copy()),
    ):
        settled: Any = [two.members, two.bits, before, one.index, BINOMIALS, fewest]
        settled[place] = wrong
        with pytest.raises(ValueError, match="out of range"):
            odds.settle(*settled)
