"""Texts of the greedy coins commands, as lines. This module arranges results, and computes nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from perfectplay.coins.questions.explain import CoinsExplanation, alternating
from perfectplay.coins.questions.ties import CoinsTies
from perfectplay.coins.rules import Coin, CoinsPosition, Component
from perfectplay.coins.solve import CoinsResult, Table, laid_out
from perfectplay.core.errors import LimitExceededError
from perfectplay.core.schema import exact
from perfectplay.core.text import words

_PLAYERS = ("first", "second")
_DIGITS = 40
_COINS_SHOWN = 20
_ROWS_SHOWN = 6
_FLOAT_BITS = 1_000
"""Numbers below two to this power fit into a float."""


def shortened(coin: Coin, digits: int = _DIGITS) -> str:
    """Format a number: a long one with dots in the middle, a very long one as its size, as in ``~2^20000``.

    The text has at most ``digits`` characters (``digits`` is at least 5); a size may take a few more.
    """
    try:
        return words.shortened(str(exact(coin)), digits)
    except LimitExceededError:
        fraction = Fraction(coin)
        power = fraction.numerator.bit_length() - fraction.denominator.bit_length()
        if abs(power) < _FLOAT_BITS:
            return f"~{float(fraction):.3g}"
        return f"~{'-' * (fraction < 0)}2^{power}"


def outcome(margin: Coin) -> str:
    """Describe the outcome of a game that ends with this margin."""
    if margin == 0:
        return "it is a tie"
    return f"you win by {shortened(margin)}" if margin > 0 else f"you lose by {shortened(-margin)}"


def solved_lines(position: Table, result: CoinsResult) -> Iterator[str]:
    """Describe a solution in lines; long rows are abbreviated."""
    coins, components = laid_out(position)
    n = len(coins)
    count = f"{n:,} coins" if n > 1 else "1 coin"
    if components:
        shown = "   ".join(_laid_out(component) for component in components[:_ROWS_SHOWN])
        hidden = len(components) - _ROWS_SHOWN
        yield f"{count}: {shown}" + (f"   and {hidden:,} more rows" if hidden > 0 else "")
    else:
        yield f"{count}: {_some(coins)}"
    current = position if isinstance(position, CoinsPosition) else None
    if current is not None:
        taken = " to ".join(map(shortened, current.scores()))
        yield f"the {_PLAYERS[current.to_move]} player is to move; so far it is {taken}"
    yield _best(coins, result)
    if result.moves:
        yield f"a line of best play: {_some(result.moves)}"
    first, second = result.first, result.second
    if current is not None:
        before, mover = current.scores(), current.to_move
        first, second = before[0] + (second if mover else first), before[1] + (first if mover else second)
    winner = "the first player" if first > second else "the second player"
    outcome = "a tie" if first == second else f"{winner} wins by {shortened(max(first - second, second - first))}"
    yield f"with best play{' from here' if current else ''}: {outcome}, {shortened(first)} to {shortened(second)}"
    yield f"{result.seconds:.2f} s"


def _best(coins: Sequence[Coin], result: CoinsResult) -> str:
    best, cost = result.best_moves, result.mistake_cost
    if best is None:
        return "best first move: not looked for, there are too many rows"
    if cost is None:
        return f"best first move{'s' * (len(best) > 1)}: {_some(best)}"
    if len(coins) == 1:
        return "best first move: the only coin"
    if len(best) > 1:
        return "best first move: either end (L or R)"
    side, worse, end = ("left", "R", 0) if best == ("L",) else ("right", "L", -1)
    return (
        f"best first move: {best[0]}, the {shortened(coins[end])} on the {side}; {worse} would cost {shortened(cost)}"
    )


def _laid_out(component: Component) -> str:
    """Format a component: a blocked end gets a wall, a circle gets brackets, and a dash stands for no coins."""
    if not component.coins:
        return "-"
    before, after = {"row": ("", ""), "left": ("|", ""), "right": ("", "|"), "circle": ("(", ")")}[component.kind]
    return f"{before}{_some(component.coins)}{after}"


def _some(items: Sequence[Coin | str]) -> str:
    """List the items, or only the first and the last ones if there are many."""
    half = _COINS_SHOWN // 2
    if len(items) <= _COINS_SHOWN:
        return " ".join(map(_word, items))
    head, tail = items[:half], items[len(items) - half :]
    return f"{' '.join(map(_word, head))} ... {' '.join(map(_word, tail))}"


def _word(item: Coin | str) -> str:
    return item if isinstance(item, str) else shortened(item)


def explained_lines(answer: CoinsExplanation) -> Iterator[str]:
    """Explain the margin of a row: one line for each fusion, then sentences."""
    yield f"{' '.join(map(str, answer.row))}: margin {answer.margin}, {answer.first} to {answer.second}"
    yield ""
    rows = [list(map(str, row)) for row in answer.rows()]
    for row, step in zip(rows, answer.steps, strict=False):
        row[step.at - 1] = f"[{row[step.at - 1]}"
        row[step.at + 1] += "]"
    lines = [" ".join(row) for row in rows]
    width = max(map(len, lines))
    for line, step in zip(lines, answer.steps, strict=False):
        yield f"  {line:{width}}   {alternating(step.coins, step.fused)}"
    yield f"  {lines[-1]}"
    yield ""
    yield from answer.text
    yield f"A game that reaches it: {' '.join(answer.line)}"


def tie_lines(ties: CoinsTies) -> Iterator[str]:
    """List the tied games if they are known, and describe how many games are tied."""
    alphabet, length, count, games = ties.alphabet, ties.length, ties.count, ties.games
    for game in games or ():
        yield " ".join(map(str, game))
    if count is None:
        # The count for this length is unknown, so show the known counts of shorter games.
        for n, tied in enumerate(ties.counts or (), 1):
            yield _tied(tied, alphabet, n)
        return
    if games is not None and len(games) < count:
        yield f"... and {count - len(games):,} more" + ("" if ties.stopped else f"; --limit {count} lists them all")
    yield _tied(count, alphabet, length)


def _tied(count: int, alphabet: int, length: int) -> str:
    coins = "1 coin" if length == 1 else f"{length} coins"
    return f"{count:,} of {alphabet**length:,} games with {coins} worth 1 to {alphabet} are tied"
