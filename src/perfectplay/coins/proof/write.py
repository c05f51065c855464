"""Certificates of rows of coins as JSON; `perfectplay.coins.proof.check` reads them."""

from __future__ import annotations

from typing import Any

from perfectplay.coins.fusion import fuse, solve
from perfectplay.coins.proof.check import FORMAT, VERSION
from perfectplay.coins.rules import Coin
from perfectplay.coins.values import Coins, divided, exact_coins, listed

__all__ = ["fusion_certificate"]


def fusion_certificate(coins: Coins) -> dict[str, Any]:
    """Return a certificate for the margin, the best moves and the cost of a mistake.

    Parameters
    ----------
    coins
        As for `margin`.

    Returns
    -------
    dict
        JSON-serialisable; for `perfectplay.coins.proof.check`.  The format is explained in docs/coins-theory.md.

    Raises
    ------
    InvalidPositionError
        If the row is empty or a coin is not exact.

    Notes
    -----
    O(n) time and size: besides the coins two integers for each coin.

    Examples
    --------
    >>> certificate = fusion_certificate([1, 2, 4, 3])
    >>> certificate["margin"], certificate["best_moves"], certificate["fusions"]
    (0, 'LR', {'without_first': [0, 0, 1], 'without_last': [0, 0, 0]})
    """
    values, denominator = exact_coins(coins)
    row = [divided(value, denominator) for value in listed(values)]
    found = solve(row, line=False)
    return {
        "format": FORMAT,
        "version": VERSION,
        "coins": [_json(coin) for coin in row],
        "margin": _json(found.margin),
        "best_moves": found.best_moves,
        "mistake_cost": _json(found.mistake_cost),
        "fusions": {"without_first": fuse([], row[1:]), "without_last": fuse([], row[:-1])},
    }


def _json(value: Coin) -> int | str:
    return value if isinstance(value, int) else str(value)
