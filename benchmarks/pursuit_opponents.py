"""How often each opponent of arithmetical pursuit hits the target, or comes close, over seeded deals.

    python benchmarks/pursuit_opponents.py [--deals 1000] [--seed 1]

Deals six numbers and a target by the rules of the television game and of the article, lets every opponent look at each
deal, and prints the shares of deals in which it hits, comes within 5 and within 10, its points in a round that it plays
alone, and the processor time of a deal.  The same seed gives the same shares on every machine.
"""

from __future__ import annotations

import argparse
import time

from perfectplay.pursuit.deal.deals import CARDS, CLASSIC
from perfectplay.pursuit.play import OPPONENTS, Declared, find_answer, score_round
from perfectplay.pursuit.questions.deals import Dealing


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=1000, help="deals of each deck (1000)")
    parser.add_argument("--seed", type=int, default=1, help="seed of deals and opponents (1)")
    options = parser.parse_args()
    print(f"{options.deals} deals, seed {options.seed}")
    print(f"{'deck':8s} {'opponent':10s} {'hits':>7s} {'within 5':>9s} {'within 10':>10s} {'points':>7s} {'ms':>7s}")
    for deck in (CLASSIC, CARDS):
        dealing = Dealing(deck, 6, None, options.seed, None)
        games = [dealing() for _ in range(options.deals)]
        for name, opponent in OPPONENTS.items():
            began = time.process_time()
            found = [find_answer(opponent, game, options.seed) for game in games]
            spent = time.process_time() - began
            said = [Declared(None if one is None else int(one.value), one) for one in found]
            far = [one.distance(game.target) for one, game in zip(said, games, strict=True)]
            shares = [sum(d is not None and d <= most for d in far) / len(games) for most in (0, 5, 10)]
            points = sum(sum(score_round(game.target, one)) for one, game in zip(said, games, strict=True))
            hits, five, ten = (f"{share:.1%}" for share in shares)
            mean, each = points / len(games), 1000 * spent / len(games)
            print(f"{deck.name:8s} {name:10s} {hits:>7s} {five:>9s} {ten:>10s} {mean:7.2f} {each:7.1f}", flush=True)


if __name__ == "__main__":
    main()
