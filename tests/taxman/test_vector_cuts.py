"""Compare the pairs of vector cuts that the checker derives with a plain twin, and with all games of small pots."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, product
from math import prod
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from perfectplay.taxman.proof import check
from tests.profiles import examples
from tests.taxman.twins import is_acyclic

Pair = tuple[int, int]
Cut = dict[str, Any]


def divisors_in(pot: Sequence[int]) -> dict[int, list[int]]:
    return {p: [q for q in pot if q < p and p % q == 0] for p in pot}


def multiples_in(pot: Sequence[int]) -> dict[int, list[int]]:
    return {q: [p for p in pot if q < p and p % q == 0] for q in pot}


def cover_pairs(pot: Sequence[int]) -> list[Pair]:
    below = divisors_in(pot)
    return [(q, p) for p in pot for q in below[p] if not any(x % q == 0 for x in below[p] if x != q)]


def derive(cut: Cut, pot: Sequence[int]) -> tuple[int, set[Pair]]:
    """Return the right-hand side and the pairs of a cut, as the checker derives them."""
    pairs = cover_pairs(pot)
    places = {pair: i for i, pair in enumerate(pairs)}
    rhs, found = check._derive_cut(cut, divisors_in(pot), multiples_in(pot), places, check._Spans(check._Work().spend))
    assert len(set(found)) == len(found)
    return rhs, {pairs[i] for i in found}


# -- a plain twin --------------------------------------------------------------------------------------------------


def times(a: int, b: int) -> int:
    """Multiply two elements of GF(4), which are polynomials over GF(2) modulo w^2 + w + 1."""
    result = a * (b & 1) ^ 2 * a * (b >> 1)
    return result ^ 0b111 if result & 4 else result


def scaled(factor: int, v: int) -> int:
    return sum(times(factor, v >> 2 * i & 3) << 2 * i for i in range(12))


@cache
def span(vectors: frozenset[int]) -> frozenset[int]:
    """Return all linear combinations of the vectors."""
    reached = {0}
    for v in vectors:
        reached = {old ^ scaled(factor, v) for old in reached for factor in range(4)}
    return frozenset(reached)


def plain_twin(cut: Cut, pot: Sequence[int]) -> tuple[int, set[Pair]]:
    vector = {member: v for v, *members in cut["vectors"] for member in members}
    size = len(span(frozenset(vector.values())))
    rank = next(k for k in range(13) if 4**k == size)
    found = set()
    for q, p in cover_pairs(pot):
        own, others = (q, divisors_in(pot)[p]) if cut["kind"] == "S" else (p, multiples_in(pot)[q])
        if own in vector and vector[own] in span(frozenset(vector[x] for x in others if x in vector and x != own)):
            found.add((q, p))
    return len(vector) - rank, found


def test_the_field_has_four_elements() -> None:
    for a, b, c in product(range(4), repeat=3):
        assert times(a, times(b, c)) == times(times(a, b), c)
        assert times(a, b ^ c) == times(a, b) ^ times(a, c)
    assert all({times(a, b) for b in range(4)} == set(range(4)) for a in (1, 2, 3))


@st.composite
def pots_and_cuts(draw: st.DrawFn, largest: int, coordinates: int) -> tuple[list[int], Cut]:
    pot = sorted(draw(st.frozensets(st.integers(1, largest), min_size=4, max_size=13)))
    vectors = st.integers(1, 4**coordinates - 1)
    # Use few different vectors, so that some are parallel and some depend on others.
    choice = draw(st.lists(vectors, min_size=1, max_size=6, unique=True))
    groups: dict[int, list[int]] = {}
    for member in draw(st.lists(st.sampled_from(pot), min_size=1, max_size=12, unique=True)):
        groups.setdefault(draw(st.sampled_from(choice)), []).append(member)
    kind = draw(st.sampled_from("ST"))
    return pot, {"kind": kind, "vectors": [[v, *members] for v, members in groups.items()]}


@settings(max_examples=examples(300))
@given(pots_and_cuts(60, 3))
def test_the_checker_derives_what_enumeration_finds(case: tuple[list[int], Cut]) -> None:
    pot, cut = case
    assert derive(cut, pot) == plain_twin(cut, pot)


# -- all games of small pots ---------------------------------------------------------------------------------------


def matchings(pairs: Sequence[Pair]) -> Iterator[list[Pair]]:
    if not pairs:
        yield []
        return
    (q, p), *others = pairs
    yield from matchings(others)
    for rest in matchings([pair for pair in others if not {q, p} & set(pair)]):
        yield [(q, p), *rest]


@cache
def games(pot: tuple[int, ...]) -> list[set[Pair]]:
    return [set(matching) for matching in matchings(cover_pairs(pot)) if is_acyclic(matching)]


@settings(max_examples=examples(150))
@given(pots_and_cuts(14, 2))
def test_all_games_satisfy_every_cut(case: tuple[list[int], Cut]) -> None:
    pot, cut = case
    rhs, pairs = derive(cut, pot)
    assert all(len(pairs & game) <= rhs for game in games(tuple(pot)))


def test_the_fano_plane() -> None:
    # The Fano plane has seven points. Any two of them are on a line with a third, so it has rank 3 and is not uniform.
    vectors = [0b000001, 0b000100, 0b000101, 0b010000, 0b010001, 0b010100, 0b010101]
    points = dict(zip((2, 3, 5, 7, 11, 13, 17), vectors, strict=True))
    lines = [trio for trio in combinations(points, 3) if points[trio[0]] ^ points[trio[1]] == points[trio[2]]]
    assert len(lines) == 7
    # The pot also has the product of each line's points, and the product of three independent points.
    pot = sorted([*points, *map(prod, lines), 2 * 3 * 7])
    cut = {"kind": "S", "vectors": [[v, point] for point, v in points.items()]}
    rhs, pairs = derive(cut, pot)
    assert pairs == {(point, prod(line)) for line in lines for point in line}
    assert rhs == 4
    assert max(len(pairs & game) for game in games(tuple(pot))) == 4


SEMIPRIMES = [2 * 3, 2 * 5, 2 * 7, 3 * 5, 3 * 7, 5 * 7]
TOPS = [2 * 3 * 5, 2 * 3 * 7, 2 * 5 * 7, 3 * 5 * 7]


def test_a_cut_over_four_elements() -> None:
    # Any two of five points on a line span it: a number is in the closure of two others from other classes.
    cut = {"kind": "S", "vectors": [[v, member] for v, member in zip((1, 4, 5, 9, 13), SEMIPRIMES, strict=False)]}
    pot = [*SEMIPRIMES, *TOPS]
    rhs, pairs = derive(cut, pot)
    inside = set(SEMIPRIMES[:5])
    assert pairs == {(q, p) for q, p in cover_pairs(pot) if q in inside and sum(p % x == 0 for x in inside) == 3}
    assert (rhs, len(pairs)) == (3, 6)
    assert all(len(pairs & game) <= rhs for game in games(tuple(pot)))
