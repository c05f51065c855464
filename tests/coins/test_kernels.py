"""Compare the kernels in C with their plain twins, with values up to the limit that callers observe."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from perfectplay.coins import kernels
from perfectplay.coins.row import fusion, table
from perfectplay.coins.rules import Coin
from perfectplay.coins.values import SUM_LIMIT
from perfectplay.native import Ints


@st.composite
def rows(draw: st.DrawFn) -> list[int]:
    """Draw a row of small coins, or of coins whose absolute values add up to nearly 2^62."""
    size = draw(st.integers(1, 40))
    largest = draw(st.sampled_from([1, 3, 1_000, (SUM_LIMIT - 1) // size]))
    return draw(st.lists(st.integers(-largest, largest), min_size=size, max_size=size))


def ints(values: list[int]) -> Ints:
    return np.array(values, np.int64)


def room(size: int) -> Ints:
    """Return an array for results or scratch; its initial values must not affect the result."""
    return np.full(size, -(1 << 63), np.int64)


@given(st.lists(st.integers(-(1 << 63), (1 << 63) - 1), max_size=5) | rows(), st.integers(0, (1 << 63) - 1))
@example([-(1 << 63)], (1 << 63) - 1)
@example([(1 << 63) - 1, -(1 << 63)], (1 << 63) - 1)
@example([-(1 << 63)] * 4, (1 << 63) - 1)
def test_absolute_sum(row: list[int], limit: int) -> None:
    whole = sum(map(abs, row))
    expected = (-1, 0) if row and whole >= limit else (whole, sum(row))
    assert kernels.absolute_sum(ints(row), limit) == expected


@given(rows(), st.data())
def test_push_and_reduced_margin(row: list[int], data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, len(row)))
    stack = room(len(row) + 1)
    size = kernels.push(stack, 1, ints(row[:cut]))
    size = kernels.push(stack, size, ints(row[cut:]))
    plain: list[Coin] = []
    fusion.fuse(plain, row)
    assert stack[1:size].tolist() == plain
    assert kernels.reduced_margin(stack, 1, size) == fusion.valley_margin(plain)


@given(rows())
def test_finish(row: list[int]) -> None:
    first, *inner, last = [*row, 0, 0][: max(len(row), 2)]
    stack = room(len(inner) + 2)
    size = kernels.push(stack, 1, ints(inner))
    before = stack.copy()
    left = first - fusion.valley_margin(fusion.reduce_row([*inner, last]))
    right = last - fusion.valley_margin(fusion.reduce_row([first, *inner]))
    assert kernels.finish(stack, size, first, last) == (left, right)
    assert stack.tolist() == before.tolist()


@given(rows())
def test_circle(row: list[int]) -> None:
    n = len(row)
    margins = room(n)
    kernels.circle(ints(row * 2), room(n + 1), margins)
    twice = row * 2
    rests = [fusion.valley_margin(fusion.reduce_row(twice[i + 1 : i + n])) for i in range(n)]
    assert margins.tolist() == [coin - rest for coin, rest in zip(row, rests, strict=True)]


@given(rows())
def test_line(row: list[int]) -> None:
    n = len(row)
    letters = np.zeros(n, np.uint8)
    kernels.line(ints(row), room(n), room(n), letters)
    assert letters.tobytes().decode() == fusion._plain_line(row)


@given(rows())
def test_prefixes(row: list[int]) -> None:
    n = len(row)
    margins = room(n)
    kernels.prefixes(ints(row), room(n), room(n), room(n), margins)
    assert margins.tolist() == fusion._plain_prefixes(row)


@given(rows(), st.integers(1, 5))
def test_quadratic_and_diagonals(row: list[int], step: int) -> None:
    n = len(row)
    expected = [(list(margins), table._pack(codes)) for margins, codes in table.diagonals(row)]
    assert kernels.quadratic(ints(row), room(n)) == expected[-1][0][0]
    packed = np.zeros(sum(len(codes) for _, codes in expected), np.uint8)
    kept = room(sum(len(margins) for margins, _ in expected[::step]))
    kernels.diagonals(ints(row), room(n + 1), packed, kept, step)
    assert packed.tobytes() == b"".join(codes for _, codes in expected)
    assert kept.tolist() == [margin for margins, _ in expected[::step] for margin in margins]
    # If an array for the results is too short, the kernel raises an error instead of writing past its end.
    for short in ((packed[:-1], kept), (packed, kept[:-1])):
        with pytest.raises(ValueError, match="out of range"):
            kernels.diagonals(ints(row), room(n + 1), *short, step)


def test_sizes_that_do_not_fit_are_refused() -> None:
    stack, coins = room(5), ints([1, 2, 3])
    for size in (5, 1 << 62, (1 << 63) - 1):
        with pytest.raises(ValueError, match="the shapes must be"):
            kernels.push(stack, size, coins)
        with pytest.raises(ValueError, match="the shapes must be"):
            kernels.finish(stack, size, 1, 2)
    with pytest.raises(ValueError, match="the shapes must be"):
        kernels.push(stack, 3, coins)
    for size in (0, -1):
        with pytest.raises(ValueError, match="out of range"):
            kernels.push(stack, size, coins)
        with pytest.raises(ValueError, match="out of range"):
            kernels.finish(stack, size, 1, 2)
    with pytest.raises(ValueError, match="out of range"):
        kernels.reduced_margin(stack, -1, 3)
    with pytest.raises(ValueError, match="out of range"):
        kernels.quadratic(ints([]), ints([]))
    with pytest.raises(ValueError, match="out of range"):
        kernels.absolute_sum(coins, -1)
    assert stack.tolist() == room(5).tolist()


def test_reduced_rows_have_no_peak() -> None:
    stack = room(300)
    size = kernels.push(stack, 1, np.random.default_rng(5).integers(-9, 10, 299))
    steps = [b - a for a, b in pairwise(stack[1:size].tolist())]
    assert not any(up >= 0 >= down for up, down in pairwise(steps))
