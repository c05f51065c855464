"""Test the page "Theory of Taxman" by examples and small enumerations that use only the definitions."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from graphlib import CycleError, TopologicalSorter
from itertools import combinations, combinations_with_replacement, pairwise, permutations, product
from math import prod

import numpy as np

from perfectplay.taxman.records import load_records
from tests.tables import rows
from tests.taxman.oracles import brute_force

Pair = tuple[int, int]
Vector = tuple[int, ...]

# -- plain definitions -------------------------------------------------------------------------------------------------


def covers(pot: Iterable[int]) -> list[Pair]:
    numbers = sorted(pot)
    return [
        (q, p)
        for p in numbers
        for q in numbers
        if q < p and p % q == 0 and not any(q < x < p and x % q == 0 and p % x == 0 for x in numbers)
    ]


def is_acyclic(matching: Sequence[Pair]) -> bool:
    arcs = {p: [r for q, r in matching if r != p and p % q == 0] for _, p in matching}
    try:
        return len(list(TopologicalSorter(arcs).static_order())) == len(matching)
    except CycleError:
        return False


def matchings(pairs: Sequence[Pair], least: int = 0) -> Iterator[list[Pair]]:
    """Yield all matchings of at least ``least`` pairs."""
    uppers = sorted({p for _, p in pairs})
    options = [[q for q, p in pairs if p == upper] for upper in uppers]

    def grow(at: int, used: frozenset[int], found: list[Pair]) -> Iterator[list[Pair]]:
        if len(found) + len(uppers) - at < least:
            return
        if at == len(uppers):
            yield found
            return
        # If the pot has chains, the upper end of a pair can be the lower end of another, so it may be used already.
        if uppers[at] not in used:
            for q in options[at]:
                if q not in used:
                    yield from grow(at + 1, used | {q, uppers[at]}, [*found, (q, uppers[at])])
        yield from grow(at + 1, used, found)

    return grow(0, frozenset(), [])


def times(a: int, b: int) -> int:
    """Multiply in GF(4): the codes 0 to 3 stand for 0, 1, w and w + 1, and w * w = w + 1."""
    result = (a if b & 1 else 0) ^ (a << 1 if b & 2 else 0)
    return result ^ 0b111 if result & 0b100 else result


def rank(vectors: Iterable[Vector]) -> int:
    """Return the rank over GF(4) by elimination."""
    rows, found = [list(vector) for vector in vectors], 0
    for column in range(max(map(len, rows), default=0)):
        pivot = next((row for row in rows[found:] if row[column]), None)
        if pivot is None:
            continue
        rows.remove(pivot)
        inverse = next(a for a in (1, 2, 3) if times(a, pivot[column]) == 1)
        pivot = [times(inverse, a) for a in pivot]
        rows = [[a ^ times(row[column], b) for a, b in zip(row, pivot, strict=True)] for row in rows]
        rows.insert(found, pivot)
        found += 1
    return found


def spans(vectors: Sequence[Vector], vector: Vector) -> bool:
    return rank(vectors) == rank([*vectors, vector])


def vector_cut(
    kind: str, vectors: Mapping[int, Vector], pot: Iterable[int], pairs: Iterable[Pair]
) -> tuple[list[Pair], int]:
    """Return the set F of pairs in the cut of corollary 9a, and the right-hand side of the cut."""
    numbers, found = set(pot), []
    for q, p in pairs:
        member, other = (q, p) if kind == "S" else (p, q)
        if member not in vectors:
            continue
        near = [
            vectors[s]
            for s in vectors
            if s in numbers and s not in (member, other) and (other % s == 0 if kind == "S" else s % other == 0)
        ]
        if spans(near, vectors[member]):
            found.append((q, p))
    return found, len(vectors) - rank(vectors.values())


def value(x: Mapping[Pair, Fraction], pairs: Iterable[Pair]) -> Fraction:
    return sum((x.get(pair, Fraction(0)) for pair in pairs), Fraction(0))


# -- vector cuts -------------------------------------------------------------------------------------------------------


def test_vector_cuts_hold_for_every_game_of_random_pots() -> None:
    rng = random.Random(5)
    tight = 0
    for _ in range(60):
        pot = rng.sample(range(1, 31), 11)
        pairs = covers(pot)
        games = [m for m in matchings(pairs) if is_acyclic(m)]
        for kind, _ in product("ST", range(6)):
            k = rng.randint(1, 3)
            members = rng.sample(pot, rng.randint(2, 8))
            nonzero = [v for v in product(range(4), repeat=k) if any(v)]
            cut, rhs = vector_cut(kind, {s: rng.choice(nonzero) for s in members}, pot, pairs)
            most = max(sum(pair in cut for pair in game) for game in games)
            assert most <= rhs
            tight += bool(cut) and most == rhs
    assert tight > 20


def test_four_elements_represent_every_uniform_matroid_in_use() -> None:
    line = [(1, 0), (0, 1), (1, 1), (1, 2), (1, 3)]
    hyperoval = [(1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 1), (1, 2, 3), (1, 3, 2)]
    for k, vectors in ((2, line), (3, hyperoval)):
        assert all(rank(some) == k for some in combinations(vectors, k))
    # Over two elements, there are three parallel classes at rank 2, and the non-uniform Fano plane at rank 3.
    assert len([v for v in product((0, 1), repeat=2) if any(v)]) == 3
    fano = [v for v in product((0, 1), repeat=3) if any(v)]
    assert len(fano) == 7
    assert sum(rank(some) == 2 for some in combinations(fano, 3)) == 7
    # Check that `times` makes a field: nonzero elements have inverses, and products are associative and distributive.
    assert all(any(times(a, b) == 1 for b in (1, 2, 3)) for a in (1, 2, 3))
    for a, b, c in product(range(4), repeat=3):
        assert times(times(a, b), c) == times(a, times(b, c))
        assert times(a, b ^ c) == times(a, b) ^ times(a, c)


def test_uniform_cuts_are_vector_cuts() -> None:
    """Compare the closure rule of parallel classes with spans of vectors, for random members of the pot of 60."""
    rng = random.Random(8)
    pot = range(1, 61)
    pairs = covers(pot)
    line = [(1, 0), (0, 1), (1, 1), (1, 2)]
    hyperoval = [(1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 1), (1, 2, 3)]
    for k, vectors in ((1, [(1,)]), (2, line), (3, hyperoval)):
        for _ in range(10):
            members = rng.sample([n for n in pot if 2 < n < 31], 9)
            label = {s: i % len(vectors) for i, s in enumerate(members)}
            by_classes = []
            for q, p in pairs:
                if q in label:
                    near = [s for s in label if s not in (q, p) and p % s == 0]
                    if label[q] in {label[s] for s in near} or len({label[s] for s in near}) >= k:
                        by_classes.append((q, p))
            assert vector_cut("S", {s: vectors[label[s]] for s in label}, pot, pairs) == (by_classes, 9 - k)


CLASS = {13: (0, 1), 17: (1, 1), 19: (1, 0)}
TWELVE_LESS_357 = {a * b * c: CLASS[c] for a in (2, 3) for b in (5, 7) for c in CLASS if a * b * c != 357}
"""Map each of the eleven numbers of the example for N = 400 to its vector."""


def test_the_example_of_400() -> None:
    pot = range(1, 401)
    pairs = covers({q for q in pot for p in TWELVE_LESS_357 if p % q == 0})
    level = [(q, p) for q, p in pairs if p in TWELVE_LESS_357]
    cut, rhs = vector_cut("T", TWELVE_LESS_357, pot, level)
    semiprimes = sorted({q for q, _ in cut})
    assert sorted(TWELVE_LESS_357) == [130, 170, 182, 190, 195, 238, 255, 266, 273, 285, 399]
    assert (len(cut), len(semiprimes), rhs) == (29, 13, 9)
    matrix = [tuple(int(p % q == 0) for p in TWELVE_LESS_357) for q in semiprimes]
    assert rank(matrix) == 9
    assert all(rank(matrix[:i] + matrix[i + 1 :]) == 9 for i in range(13))
    assert sorted((q, p) for q in semiprimes for p in TWELVE_LESS_357 if p % q == 0) == sorted(cut)
    # If each number is paid by a pair of the cut, a game can take nine of the eleven numbers, but not ten.
    assert not any(is_acyclic(m) for m in matchings(cut, least=10))
    assert any(is_acyclic(m) for m in matchings(cut, least=9))
    # Each pair of the cut is in two of these three T-cuts, so half of their sum gives the bound 9.5.
    triple = []
    for classes in combinations(CLASS.values(), 2):
        members = {p: (1,) for p, v in TWELVE_LESS_357.items() if v in classes}
        triple.append(vector_cut("T", members, pot, level))
    assert sorted(rhs for _, rhs in triple) == [6, 6, 7]
    assert all(sum(pair in pairs for pairs, _ in triple) == 2 for pair in cut)
    # This point has the value 9.5 and satisfies every S-cut and every T-cut on these pairs.
    whole = [(26, 130), (34, 170), (91, 182), (14, 238), (57, 399)]
    halves = [(38, 190), (95, 190), (15, 195), (39, 195), (85, 255), (38, 266), (133, 266), (39, 273), (15, 285)]
    x = dict.fromkeys(whole, Fraction(1)) | dict.fromkeys(halves, Fraction(1, 2))
    assert x.keys() <= set(cut)
    assert value(x, cut) == Fraction(19, 2)
    for vertex in {end for pair in cut for end in pair}:
        assert value(x, (pair for pair in cut if vertex in pair)) <= 1
    assert all(value(x, pairs) == rhs for pairs, rhs in triple)
    assert most_violated(x, semiprimes, lambda q, p: p % q == 0, lambda pair: pair) <= 0
    assert most_violated(x, sorted(TWELVE_LESS_357), lambda p, q: p % q == 0, lambda pair: pair[::-1]) <= 0


def test_the_example_of_the_rank_inequalities() -> None:
    numbers = [a * b for a in (6, 10, 15) for b in (53, 59, 61)]
    factors = [6, 10, 15, *(d * b for d in (2, 3, 5) for b in (53, 59, 61))]
    level = [(q, p) for p in numbers for q in factors if p % q == 0]
    assert rank([tuple(int(p % q == 0) for p in numbers) for q in factors]) == 7
    assert not any(is_acyclic(m) for m in matchings(level, least=8))
    assert any(is_acyclic(m) for m in matchings(level, least=7))


def most_violated(
    x: Mapping[Pair, Fraction],
    members: Sequence[int],
    near: Callable[[int, int], bool],
    ends: Callable[[Pair], Sequence[int]],
) -> Fraction:
    """Return the maximum of x(F) - |S| + 1 over the S- or T-cuts of all subsets S of the members."""
    bit = {member: 1 << i for i, member in enumerate(members)}
    weight = [(bit[ends(pair)[0]], sum(bit[s] for s in members if near(s, ends(pair)[1])), x[pair]) for pair in x]
    return max(
        sum((w for own, mask, w in weight if own & s and (mask & s).bit_count() >= 2), Fraction(0)) - s.bit_count() + 1
        for s in range(1, 1 << len(members))
    )


def test_a_vector_cut_is_what_the_cuts_of_its_functionals_share() -> None:
    """Check over GF(2) that F has a pair exactly if it is in the cut of T_l for each l that is not 0 on its member."""
    rng = random.Random(2)
    pot = range(1, 121)
    pairs = covers(pot)
    for kind, k in product("ST", (2, 3)):
        vectors = {s: tuple(rng.choices((0, 1), k=k)) for s in rng.sample(range(4, 61), 14)}
        vectors = {s: v for s, v in vectors.items() if any(v)}
        cut, _ = vector_cut(kind, vectors, pot, pairs)
        assert cut
        shared = {pair for pair in pairs if pair[kind == "T"] in vectors}
        for functional in product((0, 1), repeat=k):
            seen = {s for s, v in vectors.items() if sum(a * b for a, b in zip(functional, v, strict=True)) % 2}
            plain = vector_cut(kind, dict.fromkeys(seen, (1,)), pot, pairs)[0] if seen else []
            shared -= {pair for pair in shared if pair[kind == "T"] in seen} - set(plain)
        assert shared == set(cut)


def test_a_step_from_one_pot_to_the_next() -> None:
    scores = {n: brute_force(range(1, n + 1)) for n in range(1, 31)}
    primes = [n for n in scores if n > 1 and all(n % d for d in range(2, n))]
    assert all(scores[n] <= scores[n + 1] <= scores[n] + n + 1 for n in range(1, 30))
    assert all(scores[q] == scores[q - 1] + q - p for p, q in pairwise(primes))


# -- across levels -----------------------------------------------------------------------------------------------------

PATH = (84, 420, 210, 630, 315, 45, 225, 675, 135, 405, 81, 567, 189, 378, 126, 252)
"""The path of the inequality for N = 800: a game has at most seven of its pairs of neighbours."""


def test_the_inequality_of_800() -> None:
    pot = range(1, 801)
    edges = [(min(pair), max(pair)) for pair in pairwise(PATH)]
    assert all(p % q == 0 and p // q in (2, 3, 5, 7) for q, p in edges)
    eight = list(matchings(edges, least=8))
    assert [sorted(m) for m in eight] == [sorted(edges[::2])]
    assert not is_acyclic(eight[0])
    assert not is_acyclic([(84, 420), (210, 630), (126, 252)])
    assert any(is_acyclic(m) for m in matchings(edges, least=7))
    # The inequality is half the sum of thirteen degree rows and one S-cut, rounded down.
    s_cut, rhs = vector_cut("S", dict.fromkeys((84, 126, 210), (1,)), pot, edges)
    rows = [vertex for vertex in PATH[1:-1] if vertex != 210]
    assert (len(rows), rhs) == (13, 2)
    assert all(sum(vertex in edge for vertex in rows) + (edge in s_cut) == 2 for edge in edges)
    assert (len(rows) + rhs) // 2 == 7
    # The pairs lie in two levels: 225 and 315 are upper ends in pairs with 45, and lower ends with 675 and 630.
    assert {p: omega(p) for q, p in edges if q == 45} == {225: 4, 315: 4}
    assert {omega(p) for q, p in edges if q != 45} == {5}


# -- one level ---------------------------------------------------------------------------------------------------------


def perfect_matchings(lower: Sequence[int], upper: Sequence[int]) -> int:
    return sum(all(p % q == 0 for q, p in zip(order, upper, strict=True)) for order in permutations(lower))


def test_acyclic_in_one_level_means_uniquely_restricted() -> None:
    rng = random.Random(3)
    smooth = [prod(primes) for primes in combinations_with_replacement((2, 3, 5, 7), 3)]
    answers = []
    for _ in range(300):
        upper = rng.sample(smooth, 6)
        lower = list({p // r for p in upper for r in (2, 3, 5, 7) if p % r == 0})
        rng.shuffle(lower)
        used: list[Pair] = []
        for p in upper:
            q = next((q for q in lower if p % q == 0 and q not in {a for a, _ in used}), None)
            if q is not None:
                used.append((q, p))
        unique = perfect_matchings([q for q, _ in used], [p for _, p in used]) == 1
        assert unique == is_acyclic(used)
        answers.append(unique)
    assert answers.count(True) > 10 < answers.count(False)


def omega(n: int) -> int:
    """Return the number of prime factors of a number, counted with multiplicity."""
    return sum(n % r**i == 0 for r in range(2, n + 1) if all(r % d for d in range(2, r)) for i in range(1, 10))


def test_forts_describe_the_game() -> None:
    """Check the condition on the taxman's numbers: for each set of numbers of one rank, the taxman gets one of the set
    or a factor of exactly one of them.
    """
    for n in range(2, 19):
        below: dict[int, int] = {}  # map each number to its covers, as bits
        for q, p in covers(range(1, n + 1)):
            below[p] = below.get(p, 0) | 1 << q
        # Each entry is the bit mask of a subset of {1..n}: the numbers that the taxman may get.
        taxman = np.arange(0, 1 << (n + 1), 2, dtype=np.int64)
        good = np.ones(len(taxman), dtype=bool)
        for r in range(n.bit_length()):
            level = [p for p in range(1, n + 1) if omega(p) == r]
            for size in range(1, len(level) + 1):
                for some in combinations(level, size):
                    once = twice = 0
                    for p in some:
                        twice |= once & below.get(p, 0)
                        once |= below.get(p, 0)
                    good &= (taxman & (sum(1 << p for p in some) | (once & ~twice))) != 0
        weights = np.zeros(len(taxman), dtype=np.int64)
        for p in range(1, n + 1):
            weights += ((taxman >> p) & 1) * p
        assert n * (n + 1) // 2 - int(weights[good].min()) == load_records()[n].score


# -- how hard it is ----------------------------------------------------------------------------------------------------


def reduction(edges: Sequence[Pair], m: int, n: int) -> tuple[list[int], int]:
    """Return the pot and W of the proof that Taxman with arbitrary pots is NP-hard; vertices are 0..m-1 and 0..n-1."""
    primes = [a for a in range(2, 50) if all(a % d for d in range(2, a))][:m]
    base = prod(primes)
    w = 2 * n * n * base * base
    pot = list(primes)
    for j in range(n):
        b = prod(primes[i] for i, k in edges if k == j)
        step = b * base
        number = w + (b - w) % step
        while number in pot:
            number += step
        assert number < w + w // (2 * n)
        pot.append(number)
    return pot, w


@rows("seed", range(6))
def test_uniquely_restricted_matchings_are_games_of_some_pot(seed: int) -> None:
    rng = random.Random(seed)
    m, n = 4, 4
    edges = sorted({(rng.randrange(m), j) for j in range(n) for _ in range(3)} | {(i, i % n) for i in range(m)})
    pot, w = reduction(edges, m, n)
    primes, numbers = pot[:m], pot[m:]
    divides = [(i, j) for i in range(m) for j in range(n) if numbers[j] % primes[i] == 0]
    assert divides == edges
    assert not any(a % b == 0 for a, b in permutations(numbers, 2))
    largest = max(
        k
        for k in range(1, n + 1)
        for lower in permutations(range(m), k)
        for upper in combinations(range(n), k)
        if all((i, j) in edges for i, j in zip(lower, upper, strict=True))
        and sum(all((i, j) in edges for i, j in zip(o, upper, strict=True)) for o in permutations(lower)) == 1
    )
    assert brute_force(pot) // w == largest
