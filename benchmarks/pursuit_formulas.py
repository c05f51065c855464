"""Figures of formula counts in arithmetical pursuit, and a ratio against plain dictionaries, in the same run.

    python benchmarks/pursuit_formulas.py [--quick] [--record FILE] [--against FILE]

`make bench` runs it, too.

The baseline counts the game with four cards from the same pack: a `collections.Counter` of values for every deal,
from its splits into two smaller deals.  Prints one line for each figure; the kernels are loaded beforehand.
``--record`` saves the figures as JSON, ``--against`` prints ratios to such a file from an earlier commit.  Machines
are noisy: nothing is asserted.
"""

from __future__ import annotations

import time
from collections import Counter
from itertools import combinations

from figures import Figures, peak, timed

from perfectplay.pursuit.deal.deals import CARDS, SUIT, Deck
from perfectplay.pursuit.search.counting import count_formulas

SMALL = 4
WIDE = Deck.of("twenty numbers", dict.fromkeys(range(1, 21), 4))


def plain(deck: Deck, numbers: int) -> int:
    """Count the admissible formulae with up to this number of cards, with a dictionary for each deal."""
    tables: dict[tuple[int, ...], Counter[int]] = {}
    count = 0
    for k in range(1, numbers + 1):
        for deal in deck.deals(k):
            found: Counter[int] = Counter(deal) if k == 1 else Counter()
            for size in range(1, k):
                for chosen in combinations(range(k), size):
                    part = tuple(deal[i] for i in chosen)
                    others = tuple(deal[i] for i in range(k) if i not in chosen)
                    for x, f in tables[part].items():
                        for y, g in tables[others].items():
                            found[x + y] += f * g
                            found[x - y] += f * g
                            found[x * y] += f * g
                            if y and x % y == 0:
                                found[x // y] += f * g
            tables[deal] = found
            count += deck.weight(deal) * found.total()
    return count


def main() -> None:
    figures = Figures(__doc__, "leave out the game with twenty different numbers")
    show = figures.show

    began = time.perf_counter()
    count_formulas(SUIT, 6)
    show("one suit, six cards, with loading", time.perf_counter() - began)

    seconds, counts = timed(count_formulas)
    note = f"{counts.total_admissible:,} of {counts.total_candidates:,} formulae; peak {peak():.0f} MB"
    show("the article's game: 52 cards, six numbers", seconds, note)
    seconds, counts = timed(count_formulas, CARDS, 6, "+-*")
    show("the same without division", seconds, f"{counts.total_admissible:,} formulae")

    slow, expected = timed(plain, CARDS, SMALL, repeat=1)
    seconds, counts = timed(count_formulas, CARDS, SMALL)
    show(f"52 cards, {SMALL} numbers", seconds)
    same = "" if counts.total_admissible == expected else ", DIFFERENT ANSWERS"
    show("plain dictionaries for the same", slow, f"ratio {slow / seconds:.0f}{same}")

    if not figures.quick:
        seconds, counts = timed(count_formulas, WIDE, 6, repeat=1)
        show("80 cards, 20 different numbers, six numbers", seconds, f"{counts.total_admissible:,} formulae")
    figures.save()


if __name__ == "__main__":
    main()
