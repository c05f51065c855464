"""Show why a strategy of Taxman that counts its losses falls behind one that does not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise

import click

from perfectplay.taxman.records import load_records
from perfectplay.taxman.strategies import play_game
from perfectplay.taxman.strategies.board import Board, losses

__all__ = ["run"]

_QUARTERS = (0, 1, 2, 3, 4, 8)
_ENDS = (3, 64, 128, 256, 512, 768, 1000)


def _counting(quarters: int) -> Callable[[Board], int]:
    def choose(board: Board) -> int:
        lost: Mapping[int, int] = losses(board)
        return max(
            board.legal_moves(),
            key=lambda move: (4 * (move - board.divisor_sum[move]) - quarters * lost[move], move),
        )

    return choose


def _anatomy(name: str, n: int) -> str:
    game, board = play_game(name, n), Board(n)
    kinds = {(several, strands): 0 for several in (False, True) for strands in (False, True)}
    tax = 0
    for move in game.moves:
        strands = bool(board.lost(move))
        paid = board.take(move)
        tax += sum(paid)
        kinds[len(paid) > 1, strands] += 1
    pot = n * (n + 1) // 2
    shares = " ".join(f"{100 * part / pot:6.2f}" for part in (game.score, tax, pot - game.score - tax))
    counts = " ".join(f"{count:4}" for count in kinds.values())
    return f"{n:5} {name:8} {len(game.moves):5} {counts}  {shares}"


def _step(n: int) -> int:
    return 1 if n < 128 else 4 if n < 512 else 16


@click.command
@click.option("--to", "last", default=1000, help="Largest N.")
def run(last: int) -> None:
    """Show why Trono's #5 falls behind #2: how much each pays, leaves and strands, and how losses count.

    First, games of #2, #5 and #4 for some N: picks with one number of tax and with more, how many of each strand
    others, and shares of the pot.  Then #2 with so many quarters of the losses counted as tax (4 is #5): sums of the
    scores as shares of the best ones, over every N up to 128, every fourth up to 512 and every sixteenth above.
    """
    click.echo("    N          picks, by tax: one (strands), more (strands); score, tax, left: % of the pot")
    for n in (64, 128, 256, 512, 768, 1000):
        if n <= last:
            click.echo("\n".join(_anatomy(name, n) for name in ("trono-2", "trono-5", "trono-4")))
    best = load_records().scores()
    ends = [end for end in _ENDS if end <= last]
    click.echo("\t".join(["quarters", *(f"{low + 1}-{high}" for low, high in pairwise(ends))]))
    for quarters in _QUARTERS:
        shares = []
        for low, high in pairwise(ends):
            numbers = range(low + 1, high + 1, _step(low))
            total = sum(play_game(_counting(quarters), n).score for n in numbers)
            shares.append(f"{100 * total / sum(best[n] for n in numbers):.2f}")
        click.echo("\t".join([str(quarters), *shares]))
