"""Bounds of the limit of the best shares of Taxman in exact arithmetic, for the page "What share of the pot".

    python benchmarks/taxman_limit.py [--quick]

The lower bound plays classes of numbers, each by one of several levels; the upper bound prices them.  Prints what each
step adds.  Without --quick some minutes of processor time; nothing is judged but by the arithmetic itself.
"""

from __future__ import annotations

import argparse
import time
from fractions import Fraction
from math import ceil, floor

from perfectplay.taxman.limit import Level, class_games, class_prices, guaranteed, known_games, primes_to
from perfectplay.taxman.strategies.odds_evens import sure_from, sure_share

_DIGITS = 100_000

# Primes up to, smooth numbers up to, and by how much x grows between two searches.
LEVELS = {
    True: ((7, 10**5, 0.02), (19, 10**4, 0.02)),
    False: ((7, 10**6, 0.002), (13, 3 * 10**5, 0.005), (23, 10**5, 0.005), (47, 3 * 10**4, 0.005), (97, 10**4, 0.002)),
}
KNOWN = {True: 1000, False: 3000}
# Primes up to; pots that are matched; numbers that are priced.
PRICES = {True: (13, 10**4, 10**5), False: (47, 6 * 10**4, 10**6)}


def down(share: Fraction) -> str:
    return f"{floor(share * _DIGITS) / _DIGITS:.5f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="ten seconds, for weaker bounds")
    quick = parser.parse_args().quick
    print(f"odds, then evens: at least {down(sure_share())}, more than half from N = {sure_from()} on")
    levels: list[Level] = []
    for top, most, ratio in LEVELS[quick]:
        levels.append(class_games(primes_to(top), most, ratio))
        print(f"games, primes up to {top:2}, x up to {most:9,}: at least {down(guaranteed(levels))}", flush=True)
    levels.append(known_games(KNOWN[quick]))
    print(f"the table, x up to {KNOWN[quick]:,}: at least {down(guaranteed(levels))}", flush=True)
    top, matched, most = PRICES[quick]
    prices = class_prices(primes_to(top), matched, most)
    share = ceil(prices.share() * _DIGITS) / _DIGITS
    print(f"prices, primes up to {top}, x up to {matched:,} and {most:,}: at most {share:.5f}")
    print(f"({time.process_time():.0f} processor seconds)")


if __name__ == "__main__":
    main()
