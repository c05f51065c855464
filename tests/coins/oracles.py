"""Slow but obviously correct solvers, which follow the rules word by word and examine every line of play."""

from collections.abc import Sequence
from functools import cache
from itertools import product

from perfectplay.coins.rules import Coin, CoinsPosition

State = tuple[tuple[str, tuple[Coin, ...]], ...]


def brute_alice(coins: tuple[Coin, ...], turn: int = 0) -> Coin:
    """Return the first player's points by a search of the whole game tree; both players take the better end."""
    if not coins:
        return 0
    left, right = brute_alice(coins[1:], 1 - turn), brute_alice(coins[:-1], 1 - turn)
    return min(left, right) if turn else max(coins[0] + left, coins[-1] + right)


def brute_margin(coins: Sequence[Coin]) -> Coin:
    """Return the margin by a search of the whole game tree, without a table."""
    if not coins:
        return 0
    return max(coins[0] - brute_margin(coins[1:]), coins[-1] - brute_margin(coins[:-1]))


def move_table(coins: Sequence[Coin]) -> dict[tuple[int, int], tuple[Coin, Coin]]:
    """Return the margins of taking the left and the right coin, for every segment lo..hi-1."""
    size = len(coins)
    found: dict[tuple[int, int], tuple[Coin, Coin]] = {}

    def margin(lo: int, hi: int) -> Coin:
        return max(found[lo, hi]) if lo < hi else 0

    for length in range(1, size + 1):
        for lo in range(size - length + 1):
            hi = lo + length
            found[lo, hi] = coins[lo] - margin(lo + 1, hi), coins[hi - 1] - margin(lo, hi - 1)
    return found


def brute_lines(coins: Sequence[Coin]) -> list[str]:
    """Return all optimal lines out of all 2^(n-1) lines, in alphabetical order."""
    table = move_table(coins)
    found = []
    for moves in product("LR", repeat=len(coins) - 1):
        lo, hi = 0, len(coins)
        for move in moves:
            left, right = table[lo, hi]
            if (left if move == "L" else right) < max(left, right):
                break
            lo, hi = (lo + 1, hi) if move == "L" else (lo, hi - 1)
        else:
            found.append("".join(moves) + "L")
    return found


def is_optimal_line(coins: Sequence[Coin], line: str) -> bool:
    """Return whether a line takes every coin once and makes a best move each time."""
    table = move_table(coins)
    lo, hi = 0, len(coins)
    for move in line:
        if lo == hi:
            return False
        left, right = table[lo, hi]
        if (left if move == "L" else right) < max(left, right):
            return False
        lo, hi = (lo + 1, hi) if move == "L" else (lo, hi - 1)
    return lo == hi


def _options(state: State) -> list[tuple[Coin, State]]:
    found = []
    for k, (kind, coins) in enumerate(state):
        left: list[tuple[Coin, str, tuple[Coin, ...]]] = []
        if kind == "circle":
            left += [(coins[i], "row", coins[i + 1 :] + coins[:i]) for i in range(len(coins))]
        if kind in {"row", "right"}:
            left.append((coins[0], kind, coins[1:]))
        if kind in {"row", "left"}:
            left.append((coins[-1], kind, coins[:-1]))
        for coin, new_kind, rest in left:
            middle = ((new_kind, rest),) if rest else ()
            found.append((coin, (*state[:k], *middle, *state[k + 1 :])))
    return found


@cache
def _margin(state: State) -> Coin:
    return max((coin - _margin(rest) for coin, rest in _options(state)), default=0)


def brute_sum(components: Sequence[tuple[str, Sequence[Coin]]]) -> Coin:
    """Return the margin of a sum of rows, stacks and circles, by a search of all its positions."""
    return _margin(tuple((kind, tuple(coins)) for kind, coins in components if coins))


def brute_claim(position: CoinsPosition) -> dict[str, Coin | str | None]:
    """Return the claims that a certificate of a position should make, by a search of all positions."""
    margins = {}
    for move in position.legal_moves():
        after = [(part.kind, part.coins) for part in position.play(move).components]
        margins[move] = position.coin(move) - brute_sum(after)
    margin = max(margins.values())
    best = [move for move, value in margins.items() if value == margin]
    if position.is_single and position.start_components[0].kind == "row":
        moves = "LR" if len(margins) == 1 else "".join(best)
        return {"margin": margin, "best_moves": moves, "mistake_cost": margin - min(margins.values())}
    return {"margin": margin, "best_moves": " ".join(best), "mistake_cost": None}
