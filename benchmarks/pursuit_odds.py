"""Figures of the exact odds of arithmetical pursuit, and the ratio against plain sets in the same run.

    python benchmarks/pursuit_odds.py [--quick] [--record FILE] [--against FILE]

`make bench` runs it, too.

The baseline is what a first solution does: for each deal, Python sets of all values of all its parts.  It looks at a
random sample of the deals, and is compared by time for each deal; its answers have to agree.  Prints one line for each
figure.  ``--record`` saves the figures as JSON, ``--against`` prints ratios to such a file from an earlier commit.
Machines are noisy: nothing is asserted.
"""

from __future__ import annotations

import random
import time
from itertools import combinations

from figures import Figures, peak, timed

from perfectplay.pursuit.deal.deals import CARDS, CLASSIC, Deck
from perfectplay.pursuit.design import design
from perfectplay.pursuit.odds import Odds, odds
from perfectplay.pursuit.rules import Rules

SAMPLE = 40


def plain_values(cards: tuple[int, ...], known: dict[tuple[int, ...], frozenset[int]]) -> frozenset[int]:
    """Return all positive whole numbers that formulae with all cards make; ``known`` is a cache for a deal."""
    if cards in known:
        return known[cards]
    found = set(cards) if len(cards) == 1 else set()
    for mask in range(1, 1 << len(cards) - 1):
        left = tuple(card for i, card in enumerate(cards) if mask >> i & 1)
        right = tuple(card for i, card in enumerate(cards) if not mask >> i & 1)
        for x in plain_values(left, known):
            for y in plain_values(right, known):
                found |= {x + y, x * y, abs(x - y)}
                if x % y == 0:
                    found.add(x // y)
                elif y % x == 0:
                    found.add(y // x)
    known[cards] = frozenset(found - {0})
    return known[cards]


def plain_hits(deal: tuple[int, ...], low: int, high: int) -> int:
    """Return the number of targets that a deal hits."""
    known: dict[tuple[int, ...], frozenset[int]] = {}
    reached: set[int] = set()
    for size in range(1, len(deal) + 1):
        for part in set(combinations(deal, size)):
            reached |= plain_values(part, known)
    return sum(low <= value <= high for value in reached)


def main() -> None:
    figures = Figures(__doc__, "a small sample, and no designs or other rules")
    show = figures.show

    began = time.perf_counter()
    odds(CARDS, 6, 1, 1000)
    show("first call: loading the kernels", time.perf_counter() - began)
    games: tuple[tuple[str, Deck, int, int], ...] = (("cards", CARDS, 1, 1000), ("television", CLASSIC, 101, 999))
    for name, deck, low, high in games:
        found: Odds
        seconds, found = timed(odds, deck, 6, low, high)
        chance = f"{found.probability} = {float(found.probability):.9f}"
        show(f"{name}, all {found.distinct_deals:,} deals, {low}..{high}", seconds, f"{chance}; peak {peak():.0f} MB")
        places = random.Random(2015).sample(range(found.distinct_deals), 4 if figures.quick else SAMPLE)  # noqa: S311  # a benchmark's sample
        deals = list(deck.deals(6))
        slow, hits = timed(lambda: [plain_hits(deals[place], low, high) for place in places], repeat=1)  # noqa: B023  # called at once
        each = slow / len(places)
        same = hits == [found.targets_by_deal[place] for place in places]
        note = f"ratio for each deal {each * found.distinct_deals / seconds:.0f}{'' if same else ', DIFFERENT ANSWERS'}"
        show(f"{name}, plain sets, a deal of {len(places)}", each, note)
    if not figures.quick:
        seconds, rows = timed(design, CARDS, {25: range(21, 29)}, repeat=1)
        show("design: eight values for the Jack", seconds, f"best {dict(rows[0].changes)[25]}")
        seconds, found = timed(odds, CARDS, 4, 1, 100, Rules(use_all=True, fractions=True), repeat=1)
        show("four cards, all used, fractions, 1..100", seconds, f"{float(found.probability):.6f}")
    figures.save()


if __name__ == "__main__":
    main()
