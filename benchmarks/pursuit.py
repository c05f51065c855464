"""Figures of one deal of arithmetical pursuit, and ratios against plain ways to do the same, in the same run.

    python benchmarks/pursuit.py [--quick] [--record FILE] [--against FILE]

`make bench` runs it, too.

The baselines are the article's own programs (``tests/pursuit/reference.py``: every arrangement of every permutation,
on a deal of four numbers, where they end within seconds) and sets of positive integers in plain Python, uncapped.
``--record`` saves the figures as JSON, ``--against`` prints ratios to such a file from an earlier commit.  Machines
are noisy: nothing is asserted.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from figures import Figures

from perfectplay.pursuit.deal.deals import Dealer
from perfectplay.pursuit.reach import reach
from perfectplay.pursuit.rules import Rules
from perfectplay.pursuit.search.solutions import count_expressions, solutions, solve

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.pursuit.reference import rpn_hits, rpn_subsets  # found by the line above

HUTTON = (1, 3, 7, 10, 25, 50)


def plain_sets(cards: tuple[int, ...]) -> set[int]:
    """Return the targets from 1 to 1000 that can be hit, as a first program would find them."""
    values: dict[int, set[int]] = {1 << i: {card} for i, card in enumerate(cards)}
    for mask in range(1, 1 << len(cards)):
        if mask in values:
            continue
        found: set[int] = set()
        left = (mask - 1) & mask
        while left:
            right = mask ^ left
            if left < right:
                for x in values[left]:
                    for y in values[right]:
                        big, small = (x, y) if x > y else (y, x)
                        found.update((big + small, big * small))
                        if big != small:
                            found.add(big - small)
                        if big % small == 0:
                            found.add(big // small)
            left = (left - 1) & mask
        values[mask] = found
    return {value for found in values.values() for value in found if value <= 1000}


def article(cards: tuple[int, ...]) -> set[int]:
    """Return the targets from 1 to 1000 that can be hit, by the article's programs."""
    hits = [False] * 1000
    for size in range(1, len(cards) + 1):
        for subset in rpn_subsets(size):
            rpn_hits(hits, subset, cards)
    return {i for i, hit in enumerate(hits, 1) if hit}


def each(function: Callable[..., Any], arguments: list[tuple[Any, ...]]) -> tuple[float, float]:
    """Return the mean and the maximum of the wall-clock seconds of calls."""
    taken = []
    for given in arguments:
        began = time.perf_counter()
        function(*given)
        taken.append(time.perf_counter() - began)
    return statistics.fmean(taken), max(taken)


def main() -> None:
    figures = Figures(__doc__, "fewer deals")
    show = figures.show

    began = time.perf_counter()
    reach(HUTTON), solve(HUTTON, 765)
    show("first call, loading included", time.perf_counter() - began)

    count = 10 if figures.quick else 300
    dealer = Dealer(2015)
    games = [(dealer.deal(), dealer.roll()) for _ in range(count)]
    deals = [(deal,) for deal, _ in games]
    mean, most = each(reach, deals)
    show("one deal: all targets", mean, f"at most {most * 1000:.1f} ms in {count} deals")
    few = deals[: max(3, count // 10)]
    slow, _ = each(plain_sets, few)
    own, _ = each(reach, few)
    same = all(plain_sets(*deal) == set(reach(*deal).targets) for deal in few)
    show("plain sets in Python, all targets", slow, f"ratio {slow / own:.0f}{'' if same else ', DIFFERENT ANSWERS'}")
    four = deals[0][0][:4]
    slow, _ = each(article, [(four,)])
    own, _ = each(reach, [(four,)])
    same = article(four) == set(reach(four).targets)
    show("the article's programs, four numbers", slow, f"ratio {slow / own:.0f}{'' if same else ', DIFFERENT ANSWERS'}")

    mean, most = each(solve, games)
    show("one deal: simplest or closest solution", mean, f"at most {most * 1000:.1f} ms in {count} deals")
    mean, most = each(solutions, games)
    show("one deal: all different solutions", mean, f"at most {most * 1000:.1f} ms in {count} deals")
    mean, _ = each(count_expressions, [(HUTTON, 765)])
    show("Hutton's count of 780 expressions", mean)
    mean, _ = each(reach, [(deal, 1, 1000, Rules(fractions=True)) for deal in few for deal in deal])
    show("one deal with fractions: all targets", mean)
    for size in (7, 8):
        mean, _ = each(reach, [(Dealer(seed).deal(size),) for seed in range(3)])
        show(f"{size} numbers: all targets", mean)
    figures.save()


if __name__ == "__main__":
    main()
