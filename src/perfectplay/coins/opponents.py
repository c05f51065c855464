"""Opponents in greedy coins: their moves, and expected margins against them.

An opponent chooses each move with known probabilities. An optimiser who knows them has an exact expected margin, which
is at least the margin of perfect play, because a mistake only helps the other player.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm, prod

from perfectplay.coins.row import sums
from perfectplay.coins.rules import Coin, CoinsPosition, Component, Stretch, ends, take
from perfectplay.core.errors import LimitExceededError, quote
from perfectplay.core.game.opponents import Opponent, chosen, load_opponent

__all__ = ["choose", "expected_margin", "move_margins"]

MAX_EXPECTED_COINS = 1_000
"""Maximum length of a row whose expected margin is computed: the work grows faster than the square of the length."""

MAX_EXPECTED_STATES = 20_000
"""Maximum number of states of a stack, a circle or a sum whose expected margin is computed."""


def move_margins(position: CoinsPosition) -> tuple[Coin, ...]:
    """Return the margin of each legal move under perfect play afterwards, counting only the coins left.

    O(n log n) for each move in rows and stacks, O(n^2) for a circle on its own.  Raises `LimitExceededError` in a sum
    with a circle that is too large.

    >>> move_margins(CoinsPosition.new([3, 2, 1, 2]))
    (2, 0)
    """
    return tuple(sums.move_margins(position.components, numbered=True).values())


def choose(opponent: Opponent, position: CoinsPosition, source: random.Random) -> str:
    """Choose an opponent's move in a position that is not over; the same seed of ``source`` gives the same game.

    >>> import random
    >>> choose(load_opponent("perfect"), CoinsPosition.new([3, 9, 1, 2]), random.Random(1))
    'R'
    """
    moves = position.legal_moves()
    coins = tuple(position.coin(move) for move in moves)
    return chosen(opponent, position, coins, lambda: move_margins(position), source)


def expected_margin(
    coins: CoinsPosition | Component | Iterable[Coin] | Iterable[Component],
    opponent: Opponent | str,
    *,
    optimiser_first: bool = True,
) -> Fraction:
    """Return the average margin of an optimiser who knows the probabilities of the opponent's moves.

    The margin is exact and counts only the coins left. ``coins`` is a position, or an argument for `CoinsPosition.new`.
    Dynamic programming takes O(n^2) steps on numbers of O(n) bits for a row, otherwise one step for each move of each
    state. Raises `LimitExceededError` for a row of more than `MAX_EXPECTED_COINS` coins, or other
    positions with more than `MAX_EXPECTED_STATES` states.

    >>> expected_margin([2, 1, 2, 3, 3, 3], "random")
    Fraction(5, 2)
    """
    if isinstance(opponent, str):
        opponent = load_opponent(opponent)
    position = coins if isinstance(coins, CoinsPosition) else CoinsPosition.new(coins)
    live = [component for component in position.components if component.coins]
    if not live:
        return Fraction(0)
    if len(live) == 1 and live[0].kind == "row":
        return _expected_in_row(live[0].coins, opponent, optimiser_first=optimiser_first)
    return _expected_in_sum(live, opponent, optimiser_first=optimiser_first)


def _expected_in_row(coins: tuple[Coin, ...], opponent: Opponent, *, optimiser_first: bool) -> Fraction:
    """Compute the expected margin of a row from short segments to long ones, with one denominator for each length."""
    n = len(coins)
    if n > MAX_EXPECTED_COINS:
        raise LimitExceededError(
            "a row of {n} coins is too long for an expected margin; at most {most} are allowed",
            n=n,
            most=MAX_EXPECTED_COINS,
        )
    unit = lcm(*(Fraction(coin).denominator for coin in coins))
    whole = [int(coin * unit) for coin in coins]
    margins = list(whole)
    # The optimiser moves when an even number of coins has been taken, or an odd number if the opponent begins.
    expected = whole[:] if (n % 2 == 1) == optimiser_first else [-coin for coin in whole]
    scale = 1
    for length in range(2, n + 1):
        mine = ((n - length) % 2 == 0) == optimiser_first
        pairs = [(whole[i], whole[i + length - 1]) for i in range(n - length + 1)]
        if opponent.needs_margins:
            best = [(x - margins[i + 1], y - margins[i]) for i, (x, y) in enumerate(pairs)]
            margins = list(map(max, best))
        if mine:
            expected = [max(x * scale + expected[i + 1], y * scale + expected[i]) for i, (x, y) in enumerate(pairs)]
            continue
        weights = [opponent.weights(pair, best[i] if opponent.needs_margins else ()) for i, pair in enumerate(pairs)]
        expected = [
            left * (expected[i + 1] - x * scale) + right * (expected[i] - y * scale)
            for i, ((x, y), (left, right)) in enumerate(zip(pairs, weights, strict=True))
        ]
        scale *= sum(weights[0])
    return Fraction(expected[0], unit * scale)


State = tuple[Stretch, ...]


def _expected_in_sum(components: Sequence[Component], opponent: Opponent, *, optimiser_first: bool) -> Fraction:
    """Compute the expected margin of stacks, circles and small sums state by state, from the end of the game."""
    sizes = [len(component.coins) for component in components]
    states = prod(_states(component.kind, size) for component, size in zip(components, sizes, strict=True))
    if states > MAX_EXPECTED_STATES:
        raise LimitExceededError(
            "a sum of {count} rows with {sum} coins has {state} states; at most {most} are allowed for an "
            "expected margin",
            count=len(sizes),
            sum=sum(sizes),
            state=quote(states)[1:-1],
            most=MAX_EXPECTED_STATES,
        )

    def following(state: State) -> list[tuple[Coin, State]]:
        options = []
        for number, stretch in enumerate(state):
            for end in ends(stretch):
                taken, left = take(stretch, end)
                coin = components[number].coins[taken % sizes[number]]
                options.append((coin, (*state[:number], left, *state[number + 1 :])))
        return options

    start: State = tuple(Stretch(component.kind, 0, size) for component, size in zip(components, sizes, strict=True))
    layers: list[dict[State, list[tuple[Coin, State]]]] = []
    level = {start}
    while level:
        layers.append({state: following(state) for state in level})
        level = {after for options in layers[-1].values() for _, after in options}
    margins: dict[State, Coin] = {}
    expected: dict[State, Fraction] = {}
    for gone in range(len(layers) - 1, -1, -1):
        mine = (gone % 2 == 0) == optimiser_first
        values: dict[State, Fraction] = {}
        best: dict[State, Coin] = {}
        for state, options in layers[gone].items():
            if not options:
                values[state], best[state] = Fraction(0), 0
                continue
            coins = [coin for coin, _ in options]
            after = [coin - margins[left] for coin, left in options]
            best[state] = max(after)
            if mine:
                values[state] = max(coin + expected[left] for coin, left in options)
            else:
                weights = opponent.weights(coins, after if opponent.needs_margins else ())
                parts = zip(weights, options, strict=True)
                values[state] = Fraction(
                    sum((weight * (expected[left] - coin) for weight, (coin, left) in parts), Fraction(0)),
                    sum(weights),
                )
        margins, expected = best, values
    return expected[start]


def _states(kind: str, size: int) -> int:
    """Return an upper bound on the number of states of a component."""
    match kind:
        case "row":
            return size * (size + 1) // 2 + 1
        case "circle":
            return size * (size - 1) + 2
        case _:
            return size + 1
